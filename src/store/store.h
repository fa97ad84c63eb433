/* Where rows are kept. A store carries rows, not rules: it finds what a turn wants, applies what a
 * turn changes, all or nothing, and can say after a lost connection whether it did. Owned and
 * called by the pump's thread alone. */
#ifndef BELFRY_STORE_STORE_H
#define BELFRY_STORE_STORE_H

#include "base/err.h"
#include "model/turn.h"

struct store;

/* How long what is over stays. Unfinished runs, and keys that still count, stay in any case. */
struct retention {
	msec finished_ms; /* done and cancelled runs, reminders, from their end on; 0: for good */
	msec dead_ms;     /* failed runs and those in the dlq; 0: for good */
	msec journal_ms;
	msec audit_ms;  /* never shorter than the journal, which vouches for it */
	msec ledger_ms; /* occurrences, from when they were decided; at least as long as their run;
			   0: for good */
	msec inbox_ms;  /* notices, from when they were put there; 0: as long as each says */
	msec hours_ms;  /* statistics by the hour, and by the minute up to 7 days; 0: 90 days */
	u32 rows_max;   /* looked at in one step; 0: 500 */
	tenant_no system; /* whose types' retention others inherit; 0: none */
};

/* How long a run that ended so is kept. `type_days`: what its type says, 0: nothing; dead letters
 * are not kept longer for it. */
static inline msec retention_of_run(const struct retention *retention, enum run_state state,
				    u32 type_days)
{
	msec by_type = type_days ? type_days * MSEC_DAY : MSEC_MAX;
	msec finished = retention->finished_ms ? retention->finished_ms : MSEC_MAX;
	msec dead = retention->dead_ms ? retention->dead_ms : MSEC_MAX;
	if (!run_state_is_dead_letter(state)) return type_days ? by_type : finished;
	return by_type < dead ? by_type : dead;
}

/* Whether an occurrence is old enough to go, if its run is not there any more. Nothing is planned
 * by what lies so far back: the job's row says how far it has come. */
static inline bool retention_is_over_for(const struct retention *retention,
					 const struct occurrence_row *row, msec now)
{
	if (!retention->ledger_ms) return false;
	msec from = msec_sub(now, retention->ledger_ms);
	return row->planned_at <= from && row->until <= from && row->decided_at <= from;
}

/* Whether a reminder that tells nothing more is old enough to go, if its last run is not there any
 * more: whoever may still bring that run back, or is at it, finds its reminder. */
static inline bool retention_is_over_for_reminder(const struct retention *retention,
						  const struct reminder_hot *hot, msec now)
{
	bool was_told = hot->status == REMINDER_SENT || reminder_status_is_over(hot->status);
	bool is_finished = was_told && hot->stands == STANDS_NOT && !hot->run_at;
	return is_finished && retention->finished_ms &&
	       msec_add(hot->updated_at, retention->finished_ms) <= now;
}

/* Notices go whose `until` is not later than this. Each says NOTICE_KEPT_MS after it was put there,
 * so another span is as far from `until` as from that: one that was made shorter or longer counts
 * for what lies in inboxes already. */
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
	/* NULL: the store forgets nothing. */
	enum err (*tend)(struct store *store, struct now now, const struct retention *retention,
			 bool *out_more);
	void (*close)(struct store *store);
};

/* The first member of every store. */
struct store {
	const struct store_calls *calls;
};

/* Hands everything that memory always holds to the sink; says the id of the last turn. */
static inline MUST_USE enum err store_recall(struct store *store, const struct recall_sink *sink,
					     u64 *out_last_turn)
{
	return store->calls->recall(store, sink, out_last_turn);
}

/* Answers the turn's wants, in the turn's arena. */
static inline MUST_USE enum err store_load(struct store *store, struct turn *turn)
{
	return store->calls->load(store, turn);
}

/* Applies every change and the journal row or nothing, durably, and fills in the payloads of the
 * turn's claims. ERR_STORE: nothing was applied. ERR_STORE_UNKNOWN: it may have been; settle tells.
 * ERR_STORE_SYNC: the disk did not take it; the process must end. A broken unique key is a bug. */
static inline MUST_USE enum err store_commit(struct store *store, struct turn *turn)
{
	return store->calls->commit(store, turn);
}

/* Whether the turn is there. */
static inline MUST_USE enum err store_settle(struct store *store, u64 turn, bool *out_applied)
{
	return store->calls->settle(store, turn, out_applied);
}

/* Whether the store takes a write again. */
static inline MUST_USE enum err store_probe(struct store *store)
{
	return store->calls->probe(store);
}

/* A small step of removing what is past its time, in a transaction of its own; between turns, when
 * there is time. `out_more`: the next step has something to look at right away. An error means what
 * it means for a commit. */
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
