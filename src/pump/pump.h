/* The pump turns: it gathers commands, has the engine decide and the store commit, and only then
 * lets anything leave. Server, library, simulator and benchmark all drive the same pump; a thread
 * is not part of it (pump_thread.h). One thread at a time.
 *
 * A command that was accepted (pump_submit) is answered exactly once, by `answer`; then `closed` is
 * called for it and its memory is the caller's again. A lease command that waits stays open across
 * turns; its text is copied, so `closed` comes when its first turn ends all the same. */
#ifndef BELFRY_PUMP_PUMP_H
#define BELFRY_PUMP_PUMP_H

#include "base/err.h"
#include "engine/engine.h"
#include "model/turn.h"
#include "store/store.h"

struct pump;

/* What the pump asks of the world around it. */
struct pump_host {
	void *context;
	struct now (*now)(void *context);
	void (*random)(void *context, u8 *out_bytes, size_t len);
	/* An answer to the command with answer->ticket. Borrowed: valid during the call. */
	void (*answer)(void *context, const struct answer *answer);
	/* The holder of an execution should stop. */
	void (*stop)(void *context, struct uuid execution);
	/* A committed turn's journal. */
	void (*publish)(void *context, u64 turn, str journal);
	/* The command's memory is not needed any more. */
	void (*closed)(void *context, struct command *command);
	/* A turn was committed, or had nothing to keep: what it changed, what it left, and how long
	 * it took. NULL: nobody asks. */
	void (*turned)(void *context, const struct turn *turn, const struct engine_pulse *pulse,
		       msec took);
	/* A tenant's policy hook is to be asked; a HOOK_SAID command tells what it said. Borrowed.
	 * NULL: nobody can ask, and every question fails. */
	void (*ask_hook)(void *context, const struct hook_ask *ask);
	/* The wall clock moved by itself, ahead or (below 0) back. NULL: nobody is told. */
	void (*clock_stepped)(void *context, msec step);
};

struct pump_config {
	struct engine_config engine;
	u32 queue_max;         /* commands that may wait; 0: 10,000 */
	size_t turn_bytes_max; /* of a turn's arena; 0: 256 MiB */
	struct retention retention;
	msec sleep_max; /* pump_thread: the longest time between two looks; 0: 10 s */
};

/* Recalls memory from the store. The store stays the caller's. */
MUST_USE enum err pump_new(const struct pump_config *config, const struct pump_host *host,
			   struct store *store, struct pump **out_pump);
/* Answers what still waits with ERR_BUSY (lease calls: empty), then frees. */
void pump_free(struct pump *pump);

/* Accepts a command, with a ticket above 0; ERR_BUSY: too many wait, nothing was taken. */
MUST_USE enum err pump_submit(struct pump *pump, struct command *command);

/* Answers a command that was never submitted with an error, and closes it. */
void pump_refuse(struct pump *pump, struct command *command, enum err err);

/* One turn. ERR_OK: done, or there was nothing to do. ERR_STORE: the store takes no writes;
 * commands were answered with that; call again later, it probes first. ERR_STORE_SYNC: end the
 * process. ERR_MEMORY: nothing was decided; the commands of this turn were answered with it. */
MUST_USE enum err pump_turn(struct pump *pump);

/* A small step of removing what is past its time; between turns. Not while the store takes no
 * writes, nor for an hour after the wall clock leapt ahead. Errors as of pump_turn; a step that
 * failed is simply tried again later. */
MUST_USE enum err pump_tend(struct pump *pump, bool *out_more);

/* Whoever reads sockets on another thread says how far that has come: whatever reached the process
 * before this instant of the boot clock was submitted. A pump that is never told has heard all. */
void pump_heard(struct pump *pump, msec boot);
/* The process did not run for a second or longer, until this instant of the boot clock: workers
 * were not heard. */
void pump_was_silent(struct pump *pump, msec boot);

/* Whether a turn would have something to do at `now`, and if not, when on either clock. */
bool pump_is_due(const struct pump *pump, struct now now);
struct now pump_next_wake(const struct pump *pump);

/* The engine behind it, for asking and checking between turns. */
const struct engine *pump_engine(const struct pump *pump);

struct pump_counters {
	u64 turns;
	u64 commands;
	u64 busy;    /* refused: the queue was full */
	u64 failed;  /* turns that were not committed */
	u64 reloads; /* memory made anew from the store */
};
struct pump_counters pump_counters(const struct pump *pump);

#endif
