/* Daily windows: one person, one attempt that succeeds a day, by a time of day.
 *
 * A window is named by the date of its cutoff in the person's zone, also where it begins the day
 * before. It always stands in the queue as a run (struct run_row: cause DAILY, run_at its next
 * attempt, deadline_at the cutoff, hot.bucket the date), made in the commit that finalized the day
 * before; so one index finds all that time will bring, however many people there are.
 *
 * The person's row is written by people, and when a day is finalized; never by a claim. */
#ifndef BELFRY_MODEL_DAILY_H
#define BELFRY_MODEL_DAILY_H

#include "base/buf.h"
#include "base/err.h"
#include "base/msec.h"
#include "base/uuid.h"
#include "model/dailies.def"
#include "model/decided.h"
#include "model/names.h"

struct zone;

enum day_status {
#define X(name, word, sentence) DAY_##name,
	DAY_STATUSES(X)
#undef X
		DAY_STATUS_COUNT
};
str day_status_name(enum day_status status);
MUST_USE bool day_status_parse(str name, enum day_status *out_status);

/* Dates are days since 1970-01-01; 0 is none. */
struct daily_hot {
	i64 last_date;          /* the last day that was finalized; missed days do not count */
	enum day_status status; /* the status of the last day */
	msec last_run_at;       /* when the last attempt that succeeded ended; 0: none has */
	i64 decided;            /* the last day that the ledger has, but for `ahead` */
	i64 date;               /* the date of the present window */
	msec cutoff;            /* the end of that window */
	struct uuid run;        /* the run of that window */
	/* Days behind `decided` that a clock ahead has ended: the ledger has them, too. */
	struct decided_spans ahead;
};

struct daily_row {
	tenant_no tenant;
	str user;
	str zone;       /* IANA name; empty: UTC */
	u32 due_minute; /* of the day: 0 to 1439 */
	bool is_gone;   /* deleted; the row stays, so that no day is finalized twice */
	msec created_at;
	msec updated_at;
	struct daily_hot hot;
	/* For a loaded row: the zone of that name now. For the engine alone; not stored. */
	const struct zone *found_zone;
};

/* The ledger. Primary key (tenant, user, date). A row is written once and never changed; writing an
 * existing one is a bug (must). Missed days in a row are one row, under the first date. */
struct day_row {
	tenant_no tenant;
	str user;
	i64 date;
	i64 through; /* MISSED: the last of them; else the date itself */
	enum day_status status;
	u32 due_minute;
	u32 attempts; /* that were begun and ended */
	msec cutoff;
	msec at; /* when the day was finalized */
	struct uuid run;
	i64 forget_before; /* older rows of this person are deleted; not stored */
	/* in a list of undone days: when it was removed from the ledger; not stored here */
	msec undone_at;
};

/* One missed day, or several in a row, decided by a clock that was ahead. When that clock was set
 * back, the days were removed from the ledger, and planned again. Primary key (tenant, user, date,
 * undone_at). */
struct undone_day_row {
	struct day_row day;
	msec undone_at;
};

/* A tenant's settings of its windows. Zero: not set, so the default counts. */
struct daily_policy {
	type_no type;      /* of the runs; "daily.run" */
	type_no on_cutoff; /* the type of a task for the person after a day was cut off */
	msec window_ms;
	msec retry_delay_ms;
	msec timeout_ms;
	u32 keep_days; /* of the ledger */
};

struct daily_policy_row {
	tenant_no tenant;
	struct daily_policy policy;
};

#define DAILY_TYPE STR("daily.run")
#define DAILY_WINDOW_MS (60 * MSEC_MINUTE)
#define DAILY_RETRY_MS (10 * MSEC_MINUTE)
enum { DAILY_KEEP_DAYS = 400, DAY_MINUTES = 1440 };

/* ---- when --------------------------------------------------------------------------------- */

/* The instant of a time of day on a date. A time that the clock skips is as much later as the gap
 * is long; of a time that happens twice it is the first. */
msec daily_cutoff(const struct zone *zone, i64 date, u32 due_minute);
i64 daily_date_at(const struct zone *zone, msec at);
/* The first date behind `last` whose cutoff is still to come. */
i64 daily_next_date(const struct zone *zone, u32 due_minute, i64 last, msec now);
/* The first date, at or after this one, that has not ended. */
i64 daily_skip_ended(const struct daily_hot *hot, i64 date);

/* ---- a clock that was ahead ----------------------------------------------------------------- */

/* A window ends at most this long after it was planned, whatever its zone and length are. */
#define DAILY_REACH_MS (4 * MSEC_DAY)

/* Whether a clock that was ahead of this instant has decided the day, or planned the window. A
 * success counts if its window can have begun, whatever the clock showed. */
bool day_is_ahead(const struct day_row *row, msec instant);
bool daily_is_ahead(const struct daily_hot *hot, msec instant);

/* ---- texts -------------------------------------------------------------------------------- */

enum { DAILY_DATE_LEN = 10, DAILY_TIME_LEN = 5 };
void daily_print_date(i64 date, char text[DAILY_DATE_LEN]); /* 2026-11-16 */
MUST_USE bool daily_parse_date(str text, i64 *out_date);
void daily_print_time(u32 due_minute, char text[DAILY_TIME_LEN]); /* 09:30 */
/* HH:MM, 00:00 to 23:59. */
MUST_USE enum err daily_parse_time(str text, u32 *out_minute, struct why *why);

#endif
