/* The engine decides. It is a function of its memory, the turn and now: no clock, no file, no
 * socket, no thread, no entropy. The pump calls these four in order, once a turn:
 *
 *   engine_wants    which rows does the decision need that memory lacks?
 *   (store_load)
 *   engine_reserve  all memory the step can need: afterwards it cannot fail
 *   engine_step     decide: changes and actions
 *   (store_commit)  and only then do the actions leave
 *
 * If the commit fails, memory is ahead of the store: the engine is freed and made anew from it. */
#ifndef BELFRY_ENGINE_ENGINE_H
#define BELFRY_ENGINE_ENGINE_H

#include "base/buf.h"
#include "base/err.h"
#include "model/turn.h"

struct catalog_facts; /* model/catalog.h */
struct engine;
struct zone;

struct engine_config {
	u64 hash_seed;
	msec horizon;            /* how far ahead of now runs are kept in memory; 0: 10 minutes */
	msec aging;              /* 0: 300 s */
	u32 max_concurrency;     /* 0: none */
	u32 quotas[QUOTA_KINDS]; /* of a tenant that has none of its own; 0: no bound */
	bool is_idle;            /* nothing is handed out; all else goes on */
	u32 job_attempts;        /* of a job's run where nobody says; 0: 4 */
	msec job_delay;  /* its first wait where nobody says, then twice that ...; 0: 60 s */
	msec snooze_ms;  /* of a reminder, where nobody says; 0: 60 m */
	u32 snooze_most; /* so often one may be put off; 0: 5 */
	/* Of daily windows, where the tenant does not say; 0: 60 m, 10 m, 300 s. */
	msec daily_window_ms;
	msec daily_retry_ms;
	msec daily_timeout_ms; /* where the type does not say, either */
	bool reports_errors;   /* by runs of SENTRY_TYPE (service.c) */
	u32 scan_rows;         /* brought into memory by one look at the store; 0: the most */
	/* Runs in memory, about; 0: no bound. Beyond it due runs are marked as spilled and come
	 * back band by band. A lane may take as much as is free, so that whoever comes late finds
	 * room; each band keeps at least its head, so one more a band is possible. */
	u32 runs_max;
	/* Under which name this process carries runs out itself: '@' and a name that no process
	 * before it had. What an earlier one held ends as stalled, at once. Empty: it carries none
	 * out. Borrowed for the engine's life. */
	str node;
	const struct catalog_facts *catalog; /* borrowed for the engine's life; NULL: none */
	/* Time zones by name; called only while reserving. A zone stays valid as long as the
	 * engine, also when a later call gives another of that name (then TZ_CHANGED follows).
	 * NULL: UTC and no other. */
	enum err (*zone)(void *context, str name, const struct zone **out_zone, struct why *why);
	void *zone_context;
};

/* The runs_max that takes about so many bytes: a run with its share of tables and timers. */
u32 engine_runs_of_memory(u64 bytes);

MUST_USE enum err engine_new(const struct engine_config *config, struct engine **out_engine);
void engine_free(struct engine *engine);

/* Takes in what the store recalls; before the first turn. `now` starts the leases that go on. */
struct recall_sink engine_recall_sink(struct engine *engine, const struct now *now);

/* Takes over from the memory that it replaces in the same process, before anything is recalled:
 * what no row says, how long a clock that leapt is waited for. It may have leapt just now. */
void engine_take_over(struct engine *engine, const struct engine *before, const struct now *now);

MUST_USE enum err engine_wants(struct engine *engine, struct turn *turn);
MUST_USE enum err engine_reserve(struct engine *engine, struct turn *turn);
void engine_step(struct engine *engine, struct turn *turn);
/* In place of engine_step while the store takes no writes: only questions (ORDER_ASK) are answered,
 * nothing is decided. */
void engine_answer(struct engine *engine, struct turn *turn);

/* The next instant at which time itself gives the engine something to do, on both clocks; MSEC_MAX:
 * nothing. Both are in the past when a turn left work over: the next one should follow at once. */
struct now engine_next_wake(const struct engine *engine);

/* Whether the clock that leapt ahead is still waited for: nothing planned is judged by it. */
bool engine_awaits_clock(const struct engine *engine);

/* The work that the last step left, and its results for daily windows; between turns. */
struct engine_pulse {
	u64 due; /* and not started */
	u64 running;
	u32 windows_open;     /* begun and not finalized */
	u32 windows_seen;     /* those time looked at: an attempt fell due, a cutoff came */
	u32 windows_enqueued; /* whose attempt was lined up */
	u32 windows_cut_off;  /* that ended by their cutoff */
};
struct engine_pulse engine_pulse(const struct engine *engine);

/* The replies of lease calls that wait and came before a turn, oldest first. */
void engine_each_waiting(const struct engine *engine, u64 before_turn,
			 void (*visit)(void *context, struct reply *reply), void *context);

/* Random bytes the turn may take, at most; the pump fills in that many. */
u32 engine_random_bytes(const struct engine *engine, const struct turn *turn);

/* Verifies the numbered invariants of check.c over all of memory. False: `out` says which. */
MUST_USE bool engine_check(const struct engine *engine, const struct now *now, struct buf *out);

/* Writes what memory holds as sorted text: runs, states, executions, places in use; not turns,
 * parking, or what is only waiting. Two engines of the same store and moment write the same. */
void engine_dump(const struct engine *engine, struct buf *out);

/* The tenant system, from which types inherit; 0: nobody has named it. */
tenant_no engine_system(const struct engine *engine);

/* The text of a number; empty: unknown, as a worker is that has gone. Borrowed until the next turn.
 */
str engine_name(const struct engine *engine, enum name_kind kind, u32 no);

#endif
