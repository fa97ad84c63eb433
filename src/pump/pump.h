/* The pump turns: it gathers commands, has the engine decide and the store commit, and only then
 * lets anything leave. Server, library, simulator and benchmark all drive the same pump; a thread
 * is not part of it (pump_thread.h). One thread at a time.
 *
 * The reply of a command that was accepted (pump_submit) is answered exactly once; when it is
 * over, the command's memory is the caller's again. A lease command that waits is answered turns
 * later. */
#ifndef BELFRY_PUMP_PUMP_H
#define BELFRY_PUMP_PUMP_H

#include "base/err.h"
#include "engine/engine.h"
#include "model/turn.h"
#include "pump/inbox.h"
#include "store/store.h"

struct pump;

/* The callbacks of the pump's owner. */
struct pump_host {
	void *context;
	struct now (*now)(void *context);
	void (*random)(void *context, u8 *out_bytes, size_t len);
	/* Asks the worker of an execution to stop. */
	void (*stop)(void *context, struct uuid execution);
	/* A committed turn's journal. */
	void (*publish)(void *context, u64 turn, str journal);
	/* A turn was committed, or had nothing to store: its changes, the work that it left, and
	 * how long it took. NULL: not needed. */
	void (*turned)(void *context, const struct turn *turn, const struct engine_pulse *pulse,
		       msec took);
	/* Asks a tenant's policy hook; a HOOK_SAID command brings the answer. The question is
	 * borrowed. NULL: hooks cannot be asked, and every question fails. */
	void (*ask_hook)(void *context, const struct policy_hook_ask *ask);
	/* The wall clock was changed: ahead, or (below 0) back. NULL: not needed. */
	void (*clock_stepped)(void *context, msec step);
};

struct pump_config {
	struct engine_config engine;
	u32 queue_max;         /* how many commands may wait; 0: 10,000 */
	size_t turn_bytes_max; /* the size of a turn's arena; 0: 256 MiB */
	struct retention retention;
	msec sleep_max; /* pump_thread: the longest sleep; 0: 10 s */
};

/* Loads memory from the store. The store stays the caller's. */
MUST_USE enum err pump_new(const struct pump_config *config, const struct pump_host *host,
			   struct store *store, struct pump **out_pump);
/* Answers waiting commands with ERR_BUSY (lease calls: empty), then frees the pump. */
void pump_free(struct pump *pump);

/* Accepts a command with a reply; ERR_BUSY: too many commands wait; this one was not accepted. Any
 * thread. */
MUST_USE enum err pump_submit(struct pump *pump, struct command *command);
/* The inbox in which commands wait. Any thread. */
struct inbox *pump_inbox(struct pump *pump);

/* Answers all commands in the inbox with an error. */
void pump_refuse_waiting(struct pump *pump, enum err err);

/* One turn. ERR_OK: done, or there was nothing to do. ERR_STORE: the store takes no writes;
 * commands were answered with that; call again later, it probes first. ERR_STORE_SYNC: end the
 * process. ERR_MEMORY: nothing was decided; the commands of this turn were answered with it. */
MUST_USE enum err pump_turn(struct pump *pump);

/* Removes some expired rows; to be called between turns. Does nothing while the store refuses
 * writes, and for an hour after the wall clock leapt ahead. Errors as for pump_turn; a failed step
 * is retried later. */
MUST_USE enum err pump_tend(struct pump *pump, bool *out_more);

/* A thread that reads sockets reports its progress: every message that arrived before this instant
 * of the boot clock was submitted. Without such reports, everything counts as submitted. */
void pump_heard(struct pump *pump, msec boot);
/* The process was suspended for at least a second, until this instant of the boot clock: it has not
 * heard the workers. */
void pump_was_silent(struct pump *pump, msec boot);

/* Whether a turn would have something to do at `now`, and if not, when on either clock. */
bool pump_is_due(struct pump *pump, struct now now);
struct now pump_next_wake(const struct pump *pump);

/* The pump's engine, for questions and checks between turns. */
const struct engine *pump_engine(const struct pump *pump);

struct pump_counters {
	u64 turns;
	u64 commands;
	u64 failed;  /* turns that failed to commit */
	u64 reloads; /* how often memory was loaded again from the store */
};
struct pump_counters pump_counters(const struct pump *pump);

#endif
