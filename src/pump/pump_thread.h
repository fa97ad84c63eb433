/* The pump's own thread. It gathers while the last turn commits, turns while there is something to
 * do, and sleeps until time brings something or a command comes.
 *
 * Whatever the pump's host is asked or told (now, stop, publish), and whatever a reply is told,
 * happens on this thread: an answer is posted to whoever waits for it, not worked on here.
 * pump_thread_submit may be called from any thread, also from those callbacks. */
#ifndef BELFRY_PUMP_PUMP_THREAD_H
#define BELFRY_PUMP_PUMP_THREAD_H

#include "pump/pump.h"

struct pump_thread;

struct pump_thread_host {
	void *context;
	/* ERR_STORE_SYNC: the disk did not keep what was written, the process must end. Told once;
	 * the pump turns no more. */
	void (*broken)(void *context, enum err err);
	/* A turn failed (ERR_STORE, ERR_STORE_UNKNOWN, ERR_MEMORY) and is tried again, or, with
	 * ERR_OK, the first one after that went well. For readiness and the log. */
	void (*health)(void *context, enum err err);
	/* A lease ends: whoever reads the sockets goes through all of them once and calls
	 * pump_thread_heard. False: not now, ask again. NULL: what is submitted is all there is. */
	bool (*listen)(void *context);
};

/* Recalls memory on the caller's thread, so that a bad start is an error; then starts. The store
 * stays the caller's and is the thread's until pump_thread_stop. */
MUST_USE enum err pump_thread_start(const struct pump_config *config, const struct pump_host *host,
				    const struct pump_thread_host *owner, struct store *store,
				    struct pump_thread **out_thread);

/* Accepts a command, as pump_submit does. ERR_BUSY: too many wait, or it is stopping; nothing was
 * taken. */
MUST_USE enum err pump_thread_submit(struct pump_thread *thread, struct command *command);

/* Everything that had reached the process at this instant of the boot clock is submitted by now.
 * The answer to `listen`; from any thread. */
void pump_thread_heard(struct pump_thread *thread, msec boot);

/* Ends the turn under way, and no other; then every command that was accepted and not decided is
 * answered with ERR_BUSY, every lease call that waits with nothing. NULL: nothing. */
void pump_thread_stop(struct pump_thread *thread);

/* The engine behind it: only from within the callbacks of the pump's host, on this thread. */
const struct engine *pump_thread_engine(const struct pump_thread *thread);

/* A copy, as of the last turn. */
struct pump_counters pump_thread_counters(struct pump_thread *thread);

#endif
