/* The pump's thread. Other threads meet it at the inbox, whose lock also protects the members
 * below. */
#include "pump/pump_thread.h"

#include "base/memory.h"
#include "base/must.h"
#include "host/clock.h"
#include "pump/pace.h"

#include <pthread.h>

enum {
	/* The condition waits by a clock that neither jumps with the wall clock nor counts a
	 * suspend; both are noticed after this long. */
	SLEEP_MS_MAX = 10000,
	/* A turn waits for the callers of the last turn if that turn took at least this long, and
	 * at most for this long. */
	GATHER_FROM_NS = 1000000,
	GATHER_NS_MAX = 2000000,
	LISTEN_AGAIN_MS = 10,
};

/* The pace of the last turn: callers that were answered tend to send again at once, and one sync
 * for all of them is better than two. */
struct rhythm {
	i64 ended;    /* monotonic, in ns */
	i64 took;     /* ns */
	u64 commands; /* in all turns so far */
	u32 expected; /* how many commands the next turn can expect */
};

struct pump_thread {
	struct pump *pump;
	struct pump_host host;
	struct pump_thread_host owner;
	pthread_t thread;
	msec sleep_max;
	struct pace pace;
	struct rhythm rhythm;

	struct inbox *inbox; /* of the pump; its lock protects the following members */
	pthread_cond_t changed;
	u32 wake_len; /* wake the sleeping thread when the inbox has this many commands */
	bool is_stopping;
	bool is_listening; /* the owner was asked to read its sockets, and has not finished */
	/* boot: up to when the sockets were read; MSEC_MAX: there are no sockets */
	msec heard;
	struct pump_counters counters;
};

/* ---- the inbox ---------------------------------------------------------------------------- */

enum err pump_thread_submit(struct pump_thread *thread, struct command *command)
{
	struct inbox *inbox = thread->inbox;
	pthread_mutex_lock(&inbox->lock);
	enum err err = thread->is_stopping ? ERR_BUSY : inbox_put_locked(inbox, command);
	bool wakes = !err && inbox->len == thread->wake_len;
	pthread_mutex_unlock(&inbox->lock);
	/* After unlocking, so that the woken thread does not block on the lock. */
	if (wakes) pthread_cond_signal(&thread->changed);
	return err;
}

void pump_thread_heard(struct pump_thread *thread, msec boot)
{
	pthread_mutex_lock(&thread->inbox->lock);
	thread->is_listening = false;
	if (boot > thread->heard) thread->heard = boot;
	pthread_mutex_unlock(&thread->inbox->lock);
	pthread_cond_signal(&thread->changed);
}

/* On a slow disk, shortly after a turn: some callers have sent again and others will. Waiting for a
 * third of the last turn's length is worth it. A single caller never waits, nor does the first one
 * after a pause; on a quick disk, waiting would cost more. */
static void await_others_locked(struct pump_thread *thread)
{
	const struct rhythm *rhythm = &thread->rhythm;
	i64 patience = rhythm->took / 3 < GATHER_NS_MAX ? rhythm->took / 3 : GATHER_NS_MAX;
	struct timespec deadline;
	bool is_one_of_many = thread->inbox->len && thread->inbox->len < rhythm->expected;
	if (!is_one_of_many || rhythm->took < GATHER_FROM_NS) return;
	if (clock_ticks() - rhythm->ended > rhythm->took) return;
	clock_deadline_ns(patience, &deadline);
	thread->wake_len = rhythm->expected;
	int failed = 0;
	while (!failed && thread->inbox->len < rhythm->expected && !thread->is_stopping)
		failed = pthread_cond_timedwait(&thread->changed, &thread->inbox->lock, &deadline);
	thread->wake_len = 1;
}

/* False: the thread has to end. */
static bool gather(struct pump_thread *thread)
{
	pthread_mutex_lock(&thread->inbox->lock);
	await_others_locked(thread);
	pump_heard(thread->pump, thread->heard);
	thread->counters = pump_counters(thread->pump);
	bool goes_on = !thread->is_stopping;
	pthread_mutex_unlock(&thread->inbox->lock);
	return goes_on;
}

/* ---- sleeping ----------------------------------------------------------------------------- */

/* Waits until a command comes, the thread has to end, or the time is over. */
static void wait_locked(struct pump_thread *thread, msec span)
{
	struct timespec deadline;
	clock_deadline(span, &deadline);
	(void)pthread_cond_timedwait(&thread->changed, &thread->inbox->lock, &deadline);
}

/* Whether a lease or call is about to expire although a message that would keep it may be unread in
 * a socket. */
static bool has_to_listen(const struct pump_thread *thread, struct now wake, struct now now)
{
	return wake.boot <= now.boot && wake.boot > thread->heard;
}

/* Turns go on meanwhile, if there is something to do. */
static void listen(struct pump_thread *thread, struct now now)
{
	const struct pump_thread_host *owner = &thread->owner;
	struct now wake = pump_next_wake(thread->pump);
	if (wake.boot > now.boot) return;
	pthread_mutex_lock(&thread->inbox->lock);
	bool asks = has_to_listen(thread, wake, now) && !thread->is_listening;
	thread->is_listening = thread->is_listening || asks;
	pthread_mutex_unlock(&thread->inbox->lock);
	if (!asks || owner->listen(owner->context)) return;
	pthread_mutex_lock(&thread->inbox->lock);
	thread->is_listening = false;
	pthread_mutex_unlock(&thread->inbox->lock);
}

static void sleep_until_wake(struct pump_thread *thread)
{
	struct now wake = pump_next_wake(thread->pump);
	struct now now = thread->host.now(thread->host.context);
	pthread_mutex_lock(&thread->inbox->lock);
	bool listens = has_to_listen(thread, wake, now);
	if (listens) wake.boot = thread->is_listening ? MSEC_MAX : now.boot + LISTEN_AGAIN_MS;
	msec span = pace_sleep(&thread->pace, wake, now, thread->sleep_max);
	if (!thread->inbox->len && !thread->is_stopping && span > 0) wait_locked(thread, span);
	pthread_mutex_unlock(&thread->inbox->lock);
}

/* A store that has failed is not used again at once, whatever arrives. */
static void pause_for(struct pump_thread *thread, msec span)
{
	struct now now = thread->host.now(thread->host.context);
	msec end = msec_add(now.boot, span);
	pthread_mutex_lock(&thread->inbox->lock);
	while (!thread->is_stopping && now.boot < end) {
		wait_locked(thread, end - now.boot);
		now = thread->host.now(thread->host.context);
	}
	pthread_mutex_unlock(&thread->inbox->lock);
}

/* ---- the thread --------------------------------------------------------------------------- */

static enum err turn_in_rhythm(struct pump_thread *thread)
{
	struct rhythm *rhythm = &thread->rhythm;
	i64 begun = clock_ticks();
	enum err err = pump_turn(thread->pump);
	u64 commands = pump_counters(thread->pump).commands;
	rhythm->ended = clock_ticks();
	rhythm->took = rhythm->ended - begun;
	pthread_mutex_lock(&thread->inbox->lock);
	u64 expected = commands - rhythm->commands + thread->inbox->len;
	pthread_mutex_unlock(&thread->inbox->lock);
	rhythm->commands = commands;
	rhythm->expected = expected < thread->inbox->max ? (u32)expected : thread->inbox->max;
	return err;
}

/* The disk has lost written data: no turn may follow. */
static bool broke(struct pump_thread *thread, enum err err)
{
	if (err != ERR_STORE_SYNC) return false;
	thread->owner.broken(thread->owner.context, err);
	return true;
}

/* A turn, and the consequences of its result. False: no turn may follow. */
static bool turn_once(struct pump_thread *thread)
{
	const struct pump_thread_host *owner = &thread->owner;
	enum err err = turn_in_rhythm(thread);
	if (broke(thread, err)) return false;
	if (err || thread->pace.rest) owner->health(owner->context, err);
	msec rest = pace_after(&thread->pace, err);
	if (rest) pause_for(thread, rest);
	return true;
}

static void *run(void *context)
{
	struct pump_thread *thread = context;
	while (gather(thread)) {
		struct now now = thread->host.now(thread->host.context);
		pace_look(&thread->pace, thread->pump, now);
		if (broke(thread, pace_tend(&thread->pace, thread->pump, now))) break;
		listen(thread, now);
		if (!pump_is_due(thread->pump, now)) sleep_until_wake(thread);
		else if (!turn_once(thread)) break;
	}
	return NULL;
}

/* ---- beginning and end -------------------------------------------------------------------- */

/* The condition uses the clock of clock_deadline. */
static bool init_sync(struct pump_thread *thread)
{
	pthread_condattr_t attributes;
	bool good = pthread_condattr_init(&attributes) == 0;
	good = good && pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0;
	good = good && pthread_cond_init(&thread->changed, &attributes) == 0;
	(void)pthread_condattr_destroy(&attributes);
	return good;
}

static void thread_free(struct pump_thread *thread)
{
	pump_free(thread->pump);
	pthread_cond_destroy(&thread->changed);
	mem_free(thread);
}

enum err pump_thread_start(const struct pump_config *config, const struct pump_host *host,
			   const struct pump_thread_host *owner, struct store *store,
			   struct pump_thread **out_thread)
{
	struct pump_thread *thread = mem_alloc_zeroed(sizeof *thread);
	if (!thread) return ERR_MEMORY;
	must(init_sync(thread));
	thread->host = *host;
	thread->owner = *owner;
	thread->heard = owner->listen ? MSEC_MIN : MSEC_MAX;
	thread->wake_len = 1; /* the inbox is empty while it sleeps */
	thread->sleep_max = config->sleep_max ? config->sleep_max : SLEEP_MS_MAX;
	enum err err = pump_new(config, host, store, &thread->pump);
	if (err) goto failed;
	thread->inbox = pump_inbox(thread->pump);
	err = ERR_MEMORY; /* no thread could be created */
	/* The thread begins by taking the lock, so its callbacks find `out_thread` set. */
	pthread_mutex_lock(&thread->inbox->lock);
	bool is_running = !pthread_create(&thread->thread, NULL, run, thread);
	if (is_running) *out_thread = thread;
	pthread_mutex_unlock(&thread->inbox->lock);
	if (!is_running) goto failed;
	return ERR_OK;
failed:
	thread_free(thread);
	return err;
}

void pump_thread_stop(struct pump_thread *thread)
{
	if (!thread) return;
	pthread_mutex_lock(&thread->inbox->lock);
	thread->is_stopping = true;
	pthread_cond_signal(&thread->changed);
	pthread_mutex_unlock(&thread->inbox->lock);
	int failed = pthread_join(thread->thread, NULL);
	must(!failed);
	thread_free(thread);
}

struct pump_counters pump_thread_counters(struct pump_thread *thread)
{
	pthread_mutex_lock(&thread->inbox->lock);
	struct pump_counters counters = thread->counters;
	pthread_mutex_unlock(&thread->inbox->lock);
	return counters;
}

const struct engine *pump_thread_engine(const struct pump_thread *thread)
{
	return pump_engine(thread->pump);
}
