/* Two queues: the inbox, which all threads share under the lock, and the pump's own. The lock is
 * never held while the pump turns or calls back. */
#include "pump/pump_thread.h"

#include "base/memory.h"
#include "base/must.h"
#include "host/clock.h"
#include "pump/pace.h"

#include <pthread.h>

enum {
	INBOX_MAX_DEFAULT = 10000,
	/* The condition sleeps on a clock that neither jumps with the wall nor counts a suspend:
	 * either is noticed after this long. */
	SLEEP_MS_MAX = 10000,
	/* A turn waits for those whom the last one answered when that took so long at least, and no
	 * longer than this. */
	GATHER_FROM_NS = 1000000,
	GATHER_NS_MAX = 2000000,
	LISTEN_AGAIN_MS = 10,
};

/* How the last turn went: those it answered tend to come back at once, and one sync for them and
 * those that came meanwhile is better than one for each half. */
struct rhythm {
	i64 ended;    /* monotonic, in ns */
	i64 took;     /* ns */
	u64 commands; /* in all turns so far */
	u32 expected; /* commands that the next one may have */
};

struct pump_thread {
	struct pump *pump;
	struct pump_host host;
	struct pump_thread_host owner;
	pthread_t thread;
	msec sleep_max;
	struct pace pace;
	struct rhythm rhythm;

	pthread_mutex_t lock; /* over what follows */
	pthread_cond_t changed;
	struct command **inbox; /* a ring of inbox_max */
	u32 inbox_max;
	u32 inbox_head;
	u32 inbox_len;
	u32 wake_len; /* the thread that sleeps is woken when so many are in the inbox */
	bool is_stopping;
	bool is_listening; /* the owner was asked to listen, and has not come back */
	msec heard;        /* boot: how far it has; MSEC_MAX: there is nobody to ask */
	struct pump_counters counters;
};

/* ---- the inbox ---------------------------------------------------------------------------- */

enum err pump_thread_submit(struct pump_thread *thread, struct command *command)
{
	must(command->ticket != 0);
	pthread_mutex_lock(&thread->lock);
	bool is_full = thread->inbox_len == thread->inbox_max || thread->is_stopping;
	bool wakes = false;
	if (!is_full) {
		u32 tail = (thread->inbox_head + thread->inbox_len) % thread->inbox_max;
		thread->inbox[tail] = command;
		thread->inbox_len++;
		wakes = thread->inbox_len == thread->wake_len;
	}
	pthread_mutex_unlock(&thread->lock);
	/* After the lock: whom it wakes does not run into it. */
	if (wakes) pthread_cond_signal(&thread->changed);
	return is_full ? ERR_BUSY : ERR_OK;
}

void pump_thread_heard(struct pump_thread *thread, msec boot)
{
	pthread_mutex_lock(&thread->lock);
	thread->is_listening = false;
	if (boot > thread->heard) thread->heard = boot;
	pthread_mutex_unlock(&thread->lock);
	pthread_cond_signal(&thread->changed);
}

static struct command *inbox_pop(struct pump_thread *thread)
{
	struct command *command = thread->inbox[thread->inbox_head];
	thread->inbox_head = (thread->inbox_head + 1) % thread->inbox_max;
	thread->inbox_len--;
	return command;
}

/* On a slow disk, right after a turn, some have come and others are on their way: a third of what
 * the turn took is worth waiting. Whoever is alone never waits, nor who comes after a rest; and a
 * quick disk loses more by being idle. */
static void await_others_locked(struct pump_thread *thread)
{
	const struct rhythm *rhythm = &thread->rhythm;
	i64 patience = rhythm->took / 3 < GATHER_NS_MAX ? rhythm->took / 3 : GATHER_NS_MAX;
	struct timespec deadline;
	bool is_one_of_many = thread->inbox_len && thread->inbox_len < rhythm->expected;
	if (!is_one_of_many || rhythm->took < GATHER_FROM_NS) return;
	if (clock_ticks() - rhythm->ended > rhythm->took) return;
	clock_deadline_ns(patience, &deadline);
	thread->wake_len = rhythm->expected;
	int failed = 0;
	while (!failed && thread->inbox_len < rhythm->expected && !thread->is_stopping)
		failed = pthread_cond_timedwait(&thread->changed, &thread->lock, &deadline);
	thread->wake_len = 1;
}

/* Hands over what came in, as far as the pump has room. False: the thread is to end. */
static bool gather(struct pump_thread *thread)
{
	pthread_mutex_lock(&thread->lock);
	await_others_locked(thread);
	while (thread->inbox_len) {
		struct command *command = thread->inbox[thread->inbox_head];
		if (pump_submit(thread->pump, command) == ERR_BUSY) break;
		(void)inbox_pop(thread);
	}
	if (!thread->inbox_len) pump_heard(thread->pump, thread->heard);
	thread->counters = pump_counters(thread->pump);
	bool goes_on = !thread->is_stopping;
	pthread_mutex_unlock(&thread->lock);
	return goes_on;
}

/* ---- sleeping ----------------------------------------------------------------------------- */

/* Until something comes, the thread is to end, or the span is over. */
static void wait_locked(struct pump_thread *thread, msec span)
{
	struct timespec deadline;
	clock_deadline(span, &deadline);
	(void)pthread_cond_timedwait(&thread->changed, &thread->lock, &deadline);
}

/* Something ends that a word could have kept, and nobody knows whether that word lies in a socket.
 */
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
	pthread_mutex_lock(&thread->lock);
	bool asks = has_to_listen(thread, wake, now) && !thread->is_listening;
	thread->is_listening = thread->is_listening || asks;
	pthread_mutex_unlock(&thread->lock);
	if (!asks || owner->listen(owner->context)) return;
	pthread_mutex_lock(&thread->lock);
	thread->is_listening = false;
	pthread_mutex_unlock(&thread->lock);
}

static void sleep_until_wake(struct pump_thread *thread)
{
	struct now wake = pump_next_wake(thread->pump);
	struct now now = thread->host.now(thread->host.context);
	pthread_mutex_lock(&thread->lock);
	bool listens = has_to_listen(thread, wake, now);
	if (listens) wake.boot = thread->is_listening ? MSEC_MAX : now.boot + LISTEN_AGAIN_MS;
	msec span = pace_sleep(&thread->pace, wake, now, thread->sleep_max);
	if (!thread->inbox_len && !thread->is_stopping && span > 0) wait_locked(thread, span);
	pthread_mutex_unlock(&thread->lock);
}

/* A store that failed is not asked again at once, whatever comes in. */
static void pause_for(struct pump_thread *thread, msec span)
{
	struct now now = thread->host.now(thread->host.context);
	msec end = msec_add(now.boot, span);
	pthread_mutex_lock(&thread->lock);
	while (!thread->is_stopping && now.boot < end) {
		wait_locked(thread, end - now.boot);
		now = thread->host.now(thread->host.context);
	}
	pthread_mutex_unlock(&thread->lock);
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
	pthread_mutex_lock(&thread->lock);
	u64 expected = commands - rhythm->commands + thread->inbox_len;
	pthread_mutex_unlock(&thread->lock);
	rhythm->commands = commands;
	rhythm->expected = expected < thread->inbox_max ? (u32)expected : thread->inbox_max;
	return err;
}

/* The disk did not keep what was written: no turn may come any more. */
static bool broke(struct pump_thread *thread, enum err err)
{
	if (err != ERR_STORE_SYNC) return false;
	thread->owner.broken(thread->owner.context, err);
	return true;
}

/* One turn, and what follows from its fate. False: no other may come. */
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

/* The condition's clock is that of clock_deadline. */
static bool init_sync(struct pump_thread *thread)
{
	pthread_condattr_t attributes;
	bool good = pthread_mutex_init(&thread->lock, NULL) == 0;
	must(good); /* glibc's cannot fail */
	good = pthread_condattr_init(&attributes) == 0;
	good = good && pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0;
	good = good && pthread_cond_init(&thread->changed, &attributes) == 0;
	(void)pthread_condattr_destroy(&attributes);
	return good;
}

static void thread_free(struct pump_thread *thread)
{
	pump_free(thread->pump);
	pthread_cond_destroy(&thread->changed);
	pthread_mutex_destroy(&thread->lock);
	mem_free(thread->inbox);
	mem_free(thread);
}

enum err pump_thread_start(const struct pump_config *config, const struct pump_host *host,
			   const struct pump_thread_host *owner, struct store *store,
			   struct pump_thread **out_thread)
{
	enum err err = ERR_MEMORY;
	struct pump_thread *thread = mem_alloc_zeroed(sizeof *thread);
	if (!thread) return ERR_MEMORY;
	must(init_sync(thread));
	thread->host = *host;
	thread->owner = *owner;
	thread->heard = owner->listen ? MSEC_MIN : MSEC_MAX;
	thread->wake_len = 1; /* it sleeps beside an empty inbox */
	thread->sleep_max = config->sleep_max ? config->sleep_max : SLEEP_MS_MAX;
	thread->inbox_max = config->queue_max ? config->queue_max : INBOX_MAX_DEFAULT;
	thread->inbox = mem_alloc(thread->inbox_max * sizeof *thread->inbox);
	if (!thread->inbox) goto failed;
	err = pump_new(config, host, store, &thread->pump);
	if (err) goto failed;
	err = ERR_MEMORY; /* of threads */
	/* It begins by taking the lock: what it calls finds `out_thread` written. */
	pthread_mutex_lock(&thread->lock);
	bool is_running = !pthread_create(&thread->thread, NULL, run, thread);
	if (is_running) *out_thread = thread;
	pthread_mutex_unlock(&thread->lock);
	if (!is_running) goto failed;
	return ERR_OK;
failed:
	thread_free(thread);
	return err;
}

void pump_thread_stop(struct pump_thread *thread)
{
	if (!thread) return;
	pthread_mutex_lock(&thread->lock);
	thread->is_stopping = true;
	pthread_cond_signal(&thread->changed);
	pthread_mutex_unlock(&thread->lock);
	int failed = pthread_join(thread->thread, NULL);
	must(!failed);
	while (thread->inbox_len) pump_refuse(thread->pump, inbox_pop(thread), ERR_BUSY);
	thread_free(thread);
}

struct pump_counters pump_thread_counters(struct pump_thread *thread)
{
	pthread_mutex_lock(&thread->lock);
	struct pump_counters counters = thread->counters;
	pthread_mutex_unlock(&thread->lock);
	return counters;
}

const struct engine *pump_thread_engine(const struct pump_thread *thread)
{
	return pump_engine(thread->pump);
}
