/* Reminders: what a person is to be told at an instant, once or in a series.
 *
 * A reminder has one row for good. What it will tell next always stands in the queue as one run
 * (struct run_row: cause REMINDER, entity "reminder:ID", its deadline the occurrence that replaces
 * it), so one index finds all that time will bring. Its row is written by people, when its time
 * comes, and when its person was told.
 *
 * A series is a rule that begins at `starts_at` on the wall of its zone. `remind_at` is the
 * occurrence that counts, hot.next_at the one behind it. */
#ifndef BELFRY_MODEL_REMINDER_H
#define BELFRY_MODEL_REMINDER_H

#include "base/buf.h"
#include "base/err.h"
#include "base/msec.h"
#include "base/uuid.h"
#include "model/limits.def"
#include "model/names.h"
#include "model/reminders.def"

struct zone;

enum reminder_status {
#define X(name, word, sentence) REMINDER_##name,
	REMINDER_STATUSES(X)
#undef X
		REMINDER_STATUS_COUNT
};
str reminder_status_name(enum reminder_status status);
MUST_USE bool reminder_status_parse(str name, enum reminder_status *out_status);
/* Its occurrence is over: people have said so. */
bool reminder_status_is_over(enum reminder_status status);

enum reminder_stands {
#define X(name, sentence) STANDS_##name,
	REMINDER_STANDS(X)
#undef X
		STANDS_COUNT
};

/* The members of a reminder that time and people change. Instants that are not there are 0. */
struct reminder_hot {
	enum reminder_status status;
	enum reminder_stands stands;
	bool is_due; /* the time of its run has come, and was told */
	u32 snooze_count;
	msec remind_at;
	msec snoozed_until;
	msec sent_at;
	msec dismissed_at;
	msec completed_at;
	msec next_at; /* the occurrence behind remind_at; 0: none */
	msec run_at;  /* when its run begins to count: what people see as next_remind_at; 0: none */
	u64 version;
	msec updated_at;
	struct uuid run; /* what it stands as, or stood as last; nil: nothing yet */
};

struct reminder_row {
	struct uuid id;
	tenant_no tenant;
	bool is_recurring; /* its rule counts */
	i64 end_date;      /* the last day of the series, in its zone, since 1970-01-01; 0: none */
	msec starts_at;
	msec created_at;
	str user;
	str zone; /* IANA name; empty: UTC */
	str rule; /* an RRULE */
	struct reminder_hot hot;
	/* Left out of rows that are loaded for the engine. */
	str title;
	str description;
	str reference_type;
	str reference_id;
	str reference_url;
	str channels; /* a JSON array of names */
	/* Of a row that was loaded: what its zone is now. The engine's; never written. */
	const struct zone *found_zone;
};

/* A notice in a person's inbox. One for each run that told them in the app. */
struct notice_row {
	struct uuid id; /* of the run that told it */
	tenant_no tenant;
	struct uuid reminder; /* nil: of something else */
	msec at;
	msec read_at; /* 0: not yet */
	msec until;   /* then it may be forgotten, where no other span is set */
	str user;
	str title;
	str body;
	str url;
};

#define REMINDER_TYPE STR("REMINDER")
#define NOTICE_KEPT_MS (90 * MSEC_DAY)
enum { SNOOZE_MINUTES_DEFAULT = 60, SNOOZE_COUNT_DEFAULT = 5 };

/* ---- when --------------------------------------------------------------------------------- */

/* A series as it is asked. Borrows. */
struct reminder_series {
	const struct zone *zone;
	str rule;
	msec starts_at;
	i64 end_date;
};
struct reminder_series reminder_series_of(const struct reminder_row *row);

/* Whether it can be read, goes on after `after`, and is not closer together than a minute; the
 * message names the field. ERR_RULE_NEVER: it would never tell anything. */
MUST_USE enum err reminder_series_check(const struct reminder_series *series, msec after,
					struct why *why);
/* The first occurrence later than `after`; false: there is none. Takes no memory. */
MUST_USE bool reminder_next(const struct reminder_series *series, msec after, msec *out_at);
/* The last occurrence not later than `now`, where `known` is one of them. */
msec reminder_latest(const struct reminder_series *series, msec known, msec now);

/* Whether a clock that was ahead of this instant was the last to write it, or to tell it. */
bool reminder_is_ahead(const struct reminder_hot *hot, msec instant);

/* ---- texts -------------------------------------------------------------------------------- */

enum { REMINDER_ENTITY_LEN = 9 + UUID_TEXT_LEN };
void reminder_print_entity(const struct uuid *id, char text[REMINDER_ENTITY_LEN]);
MUST_USE bool reminder_parse_entity(str text, struct uuid *out_id);

/* A channel's name: letters, digits, "_", "-", "."; bounded. */
MUST_USE bool channel_name_is_good(str name);

#endif
