/* The interface to a store, which keeps rows and knows no rules: it finds the rows that a turn
 * wants, applies a turn's changes all or nothing, and can say after a lost connection whether a
 * turn was applied. Owned and called by the pump's thread alone. */
#ifndef BELFRY_STORE_STORE_H
#define BELFRY_STORE_STORE_H

#include "base/err.h"
#include "model/turn.h"

struct store;

/* How long ended objects are kept. Unfinished runs and keys that still count are always kept. */
struct retention {
	msec finished_ms; /* done and cancelled runs, and reminders, after their end; 0: forever */
	msec dead_ms;     /* failed runs and runs in the dlq; 0: forever */
	msec journal_ms;
	msec audit_ms; /* never shorter than the journal, which proves the audit */
	/* occurrences, after they were decided; at least as long as their run; 0: forever */
	msec ledger_ms;
	msec inbox_ms;    /* notices, after they were made; 0: as each one says */
	msec hours_ms;    /* statistics by the hour; those by the minute up to 7 days; 0: 90 days */
	u32 rows_max;     /* rows that one step looks at; 0: 500 */
	tenant_no system; /* the tenant whose types' retention others inherit; 0: none */
};

/* How long a run that ended in this state is kept. `type_days`: by its type; 0: not set. It does
 * not lengthen the time of dead letters. */
static inline msec retention_of_run(const struct retention *retention, enum run_state state,
				    u32 type_days)
{
	msec by_type = type_days ? type_days * MSEC_DAY : MSEC_MAX;
	msec finished = retention->finished_ms ? retention->finished_ms : MSEC_MAX;
	msec dead = retention->dead_ms ? retention->dead_ms : MSEC_MAX;
	if (!run_state_is_dead_letter(state)) return type_days ? by_type : finished;
	return by_type < dead ? by_type : dead;
}

/* Whether an occurrence whose run is gone is old enough to be removed. Planning does not need such
 * old rows: the job's row says how far it has come. */
static inline bool retention_is_over_for(const struct retention *retention,
					 const struct occurrence_row *row, msec now)
{
	if (!retention->ledger_ms) return false;
	msec from = msec_sub(now, retention->ledger_ms);
	return row->planned_at <= from && row->until <= from && row->decided_at <= from;
}

/* Whether a reminder that will not notify again, and whose last run is gone, is old enough to be
 * removed. A run that may come back, or is processing, needs its reminder. */
static inline bool retention_is_over_for_reminder(const struct retention *retention,
						  const struct reminder_hot *hot, msec now)
{
	bool was_told = hot->status == REMINDER_SENT || reminder_status_is_over(hot->status);
	bool is_finished = was_told && hot->stands == STANDS_NOT && !hot->run_at;
	return is_finished && retention->finished_ms &&
	       msec_add(hot->updated_at, retention->finished_ms) <= now;
}

/* Notices whose `until` is at most this are removed. A notice is written with NOTICE_KEPT_MS, so a
 * changed span is applied as a difference, also to notices that exist already. */
static inline msec retention_notices_until(const struct retention *retention, msec now)
{
	msec kept = retention->inbox_ms ? retention->inbox_ms : NOTICE_KEPT_MS;
	return msec_add(msec_sub(now, kept), NOTICE_KEPT_MS);
}

struct store_calls {
	enum err (*recall)(struct store *store, const struct recall_sink *sink, u64 *out_last_turn);
	enum err (*load)(struct store *store, struct turn *turn);
	enum err (*commit)(struct store *store, struct turn *turn);
	enum err (*settle)(struct store *store, u64 turn, bool *out_applied);
	enum err (*probe)(struct store *store);
	/* NULL: the store has no retention. */
	enum err (*tend)(struct store *store, struct now now, const struct retention *retention,
			 bool *out_more);
	void (*close)(struct store *store);
};

/* The first member of every store. */
struct store {
	const struct store_calls *calls;
};

/* Sends everything that memory always holds to the sink, and returns the id of the last turn. */
static inline MUST_USE enum err store_recall(struct store *store, const struct recall_sink *sink,
					     u64 *out_last_turn)
{
	return store->calls->recall(store, sink, out_last_turn);
}

/* Loads the rows that the turn wants, into the turn's arena. */
static inline MUST_USE enum err store_load(struct store *store, struct turn *turn)
{
	return store->calls->load(store, turn);
}

/* Applies all changes and the journal row, or nothing, durably; and loads the payloads of the
 * turn's claims. ERR_STORE: nothing was applied. ERR_STORE_UNKNOWN: it may have been applied;
 * settle tells. ERR_STORE_SYNC: the disk did not take it; the process must end. A violated unique
 * key is a bug. */
static inline MUST_USE enum err store_commit(struct store *store, struct turn *turn)
{
	return store->calls->commit(store, turn);
}

/* Whether the turn was applied. */
static inline MUST_USE enum err store_settle(struct store *store, u64 turn, bool *out_applied)
{
	return store->calls->settle(store, turn, out_applied);
}

/* Whether the store accepts writes again. */
static inline MUST_USE enum err store_probe(struct store *store)
{
	return store->calls->probe(store);
}

/* Removes a few expired rows, in a transaction of its own; called between turns, when there is
 * time. `out_more`: another step should follow at once. Errors mean the same as for a commit. */
static inline MUST_USE enum err store_tend(struct store *store, struct now now,
					   const struct retention *retention, bool *out_more)
{
	*out_more = false;
	if (!store->calls->tend) return ERR_OK;
	return store->calls->tend(store, now, retention, out_more);
}

static inline void store_close(struct store *store)
{
	if (store) store->calls->close(store);
}

#endif
