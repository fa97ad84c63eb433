/* The journal: one packed row a turn, with an entry for every change of a run's state and every
 * pause. Events, timelines and the audit of what time does are read from it. */
#ifndef BELFRY_MODEL_JOURNAL_H
#define BELFRY_MODEL_JOURNAL_H

#include "base/buf.h"
#include "base/uuid.h"
#include "model/names.h"
#include "model/policy.h"
#include "model/state.h"

enum journal_kind {
	JOURNAL_CREATED,    /* a run, in `to` */
	JOURNAL_MOVED,      /* from, to */
	JOURNAL_DEFERRED,   /* stays queued, with a later run_at; reason: the gate */
	JOURNAL_MOVED_TIME, /* rescheduled */
	JOURNAL_PAUSED,
	JOURNAL_RESUMED,
	/* About a job: `run` is the job's id, `run_at` its next instant where there is one. */
	JOURNAL_JOB,        /* reason: created, changed, deleted */
	JOURNAL_JOB_PAUSED, /* run_at: until when */
	JOURNAL_JOB_RESUMED,
	JOURNAL_JOB_MISSED,    /* a range of occurrences that were no runs; run_at: the first,
				* attempts: how many */
	JOURNAL_JOB_REPLANNED, /* the zone's data or a calendar changed; reason: from what to what
				*/
	JOURNAL_JOB_UNPLANNED, /* its schedule cannot be read any more, or its calendars leave no
				  day; reason: why */
	JOURNAL_CALENDAR,      /* reason: its name */
	JOURNAL_TENANT,        /* reason: deleted */
	JOURNAL_EFFECT,      /* `run` is the claim, attempts its number; reason: claimed, completed,
			      * released */
	JOURNAL_MAINTENANCE, /* it holds a tenant's runs back; run_at: until when. Seldom told */
	JOURNAL_DAILY,    /* a person's day; `run` is its window's, attempts its due minute, run_at
			   * the cutoff; reason: its status, or "late success"; details:
			   * "DATE USER", where it was not written long ago */
	JOURNAL_AUDIT,    /* its handler says what it did; reason: the event; with details: a JSON
			   * object */
	JOURNAL_REFUSED,  /* the other side answered 429 to an attempt; reason: its route, if any.
			   * About no run: what becomes of that, its own entries tell */
	JOURNAL_REMINDER, /* `run` is the reminder's id, run_at its remind_at, attempts its snoozes;
			   * reason: created, changed, due, sent, snoozed, dismissed, completed,
			   * deleted; details: whose it is, where it was not written long ago */
	JOURNAL_ALERT,  /* `run` is the alert, with its job; reason: raised, resolved; with details:
			 * a JSON object */
	JOURNAL_NOTICE, /* `run` is what lies in an inbox; reason: created, read; details: whose it
			 * is, where it was not written long ago */
	JOURNAL_KINDS
};

struct journal_entry {
	enum journal_kind kind;
	tenant_no tenant;
	type_no type;          /* of the run; 0: it is about no run, or was written long ago */
	struct uuid run;       /* nil for pauses */
	struct uuid execution; /* nil where none is meant */
	struct uuid job;       /* of the run; nil: it has none, or was written long ago */
	enum run_state from;
	enum run_state to;
	bool is_internal; /* about a run of Belfry's own; false: or written long ago */
	u32 attempts;
	msec run_at;
	u64 previous_turn; /* of the same run's entry before; 0: none */
	str reason;
	str actor; /* empty: SYSTEM */
	str details;
};

enum { JOURNAL_ENTRY_BYTES_MAX = 128 + 255 + 255 + LIMIT_JOURNAL_DETAILS_BYTES };

bool journal_has_details(enum journal_kind kind);

/* Appends one entry; see journal.c for the bytes. */
void journal_pack(struct buf *out, const struct journal_entry *entry);

/* Reads the entry at the front of `rest` and moves `rest` on; false at the end or when the bytes
 * are damaged (then rest->len is not 0). Texts borrow from the bytes. */
MUST_USE bool journal_unpack(str *rest, struct journal_entry *out_entry);

/* Moves `rest` past the entry at its front, which `out_entry` then holds, and says whose it is;
 * false at the end or when the bytes cannot be an entry's. The entry's check is not compared: for
 * bytes that are known to be whole, where most entries are somebody else's. */
MUST_USE bool journal_skim(str *rest, str *out_entry, tenant_no *out_tenant);

/* How long the attempt took that the entry tells the end of, from lease to `wall`; false: it tells
 * of none. An execution's id tells when its lease began. */
MUST_USE bool journal_duration(const struct journal_entry *entry, msec wall, msec *out_took);

#endif
