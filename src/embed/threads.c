/* Threads of the library's own: one looks when time brings something, the others call handlers. */
#include "embed/parts.h"

#include "host/clock.h"

#include <signal.h>

static void wait_until(struct belfry *handle, pthread_cond_t *condition, msec span)
{
	struct timespec deadline;
	clock_deadline(span > 0 ? span : 0, &deadline);
	(void)pthread_cond_timedwait(condition, &handle->lock, &deadline);
}

/* False: the thread is to end. */
static bool sleep_until_look(struct belfry *handle)
{
	pthread_mutex_lock(&handle->lock);
	msec span = msec_sub(handle->look_at, clock_now().boot);
	if (!handle->threads_end && span > 0)
		wait_until(handle, &handle->changed, span < SLEEP_MAX_MS ? span : SLEEP_MAX_MS);
	bool goes_on = !handle->threads_end;
	pthread_mutex_unlock(&handle->lock);
	return goes_on;
}

static void *drive(void *context)
{
	struct belfry *handle = context;
	do {
		(void)drive_now(handle, DRIVER_LOOKS);
		zones_look(handle);
	} while (sleep_until_look(handle));
	return NULL;
}

static bool wait_for_ready(struct belfry *handle)
{
	pthread_mutex_lock(&handle->lock);
	while (list_is_empty(&handle->ready) && !handle->threads_end)
		pthread_cond_wait(&handle->ready_changed, &handle->lock);
	bool goes_on = !handle->threads_end;
	pthread_mutex_unlock(&handle->lock);
	return goes_on;
}

static void *carry_out(void *context)
{
	struct belfry *handle = context;
	while (wait_for_ready(handle)) (void)work_start_one(handle, true);
	return NULL;
}

static void end_threads(struct belfry *handle)
{
	pthread_mutex_lock(&handle->lock);
	handle->threads_end = true;
	pthread_cond_broadcast(&handle->changed);
	pthread_cond_broadcast(&handle->ready_changed);
	pthread_mutex_unlock(&handle->lock);
	for (u32 i = 0; i < handle->threads_len; i++)
		pthread_join(handle->handler_threads[i], NULL);
	handle->threads_len = 0;
}

static bool create_threads(struct belfry *handle, u32 threads)
{
	while (handle->threads_len < threads) {
		pthread_t *thread = &handle->handler_threads[handle->threads_len];
		if (pthread_create(thread, NULL, carry_out, handle)) return false;
		handle->threads_len++;
	}
	return !pthread_create(&handle->driver_thread, NULL, drive, handle);
}

/* The program's signals are not for them: they inherit a mask that blocks all. */
static bool start_threads(struct belfry *handle, u32 threads)
{
	sigset_t all, before;
	sigfillset(&all);
	if (pthread_sigmask(SIG_SETMASK, &all, &before)) return false;
	bool is_started = create_threads(handle, threads);
	(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	return is_started;
}

/* Makes the threads the driver; false: another driver is at work. */
static bool take_over(struct belfry *handle, u32 threads)
{
	pthread_mutex_lock(&handle->lock);
	bool is_free = handle->driver != DRIVEN_BY_THREADS && !handle->is_stepping;
	if (is_free) {
		handle->driver = DRIVEN_BY_THREADS;
		handle->is_starting = true;
		handle->is_ending = handle->threads_end = false;
		handle->starters = threads;
		handle->at_once = handle->options.at_once ? handle->options.at_once : threads;
	}
	pthread_mutex_unlock(&handle->lock);
	return is_free;
}

static void let_go(struct belfry *handle)
{
	pthread_mutex_lock(&handle->lock);
	handle->driver = DRIVEN_BY_NOBODY;
	handle->is_starting = handle->is_ending = false;
	handle->starters = 0;
	pthread_cond_broadcast(&handle->ready_changed);
	pthread_mutex_unlock(&handle->lock);
}

static void all_are_there(struct belfry *handle)
{
	pthread_mutex_lock(&handle->lock);
	handle->is_starting = false;
	pthread_cond_broadcast(&handle->ready_changed);
	pthread_mutex_unlock(&handle->lock);
}

belfry_error belfry_start(belfry *handle, uint32_t threads, belfry_why *why)
{
	if (!handle) return refuse(why, BELFRY_INVALID, "handle is NULL");
	if (!is_own_process(handle)) return refuse(why, BELFRY_MISUSE, FORKED);
	if (threads < 1 || threads > THREADS_MAX)
		return refuse(why, BELFRY_INVALID, "threads must be 1 to %d, got %u", THREADS_MAX,
			      threads);
	if (handle->options.clock)
		return refuse(why, BELFRY_MISUSE,
			      "a program with its own clock must call belfry_step instead of "
			      "starting threads");
	if (!take_over(handle, threads))
		return refuse(why, BELFRY_MISUSE,
			      "threads already run, or belfry_step is being "
			      "called");
	if (start_threads(handle, threads)) {
		all_are_there(handle);
		return BELFRY_OK;
	}
	end_threads(handle);
	let_go(handle);
	return refuse(why, BELFRY_MEMORY, "no thread can be started");
}

/* Executions that only wait for the store count no more: their leases end with the process. Those
 * that end later are waited for, or (is_closing) are not. */
static void wait_for_handlers(struct belfry *handle, msec patience, bool is_closing)
{
	msec end = msec_add(clock_now().boot, patience);
	bool is_told = false;
	pthread_mutex_lock(&handle->lock);
	while (work_under_way(handle, false) > (is_closing ? work_under_way(handle, true) : 0)) {
		msec left = msec_sub(end, clock_now().boot);
		if (left <= 0 && !is_told) work_request_stop(handle);
		is_told = is_told || left <= 0;
		if (is_told) pthread_cond_wait(&handle->ready_changed, &handle->lock);
		else wait_until(handle, &handle->ready_changed, left);
	}
	pthread_mutex_unlock(&handle->lock);
}

/* Takes no more runs; false: no threads run, or another thread stops them. Threads that are being
 * started are waited for. */
static bool begin_stop(struct belfry *handle)
{
	pthread_mutex_lock(&handle->lock);
	while (handle->is_starting) pthread_cond_wait(&handle->ready_changed, &handle->lock);
	bool is_ours = handle->driver == DRIVEN_BY_THREADS && !handle->is_ending;
	handle->is_ending = handle->is_ending || is_ours;
	if (is_ours) work_give_back(handle);
	pthread_mutex_unlock(&handle->lock);
	return is_ours;
}

bool threads_stop(struct belfry *handle, msec patience, bool is_closing)
{
	if (!begin_stop(handle)) return false;
	(void)drive_now(handle, CALLER_LOOKS);
	wait_for_handlers(handle, patience, is_closing);
	end_threads(handle);
	pthread_join(handle->driver_thread, NULL);
	/* Claimed before the call that waits was taken back, and begun by no thread. */
	pthread_mutex_lock(&handle->lock);
	work_give_back(handle);
	pthread_mutex_unlock(&handle->lock);
	(void)drive_now(handle, CALLER_LOOKS);
	let_go(handle);
	return true;
}

belfry_error belfry_stop(belfry *handle, int64_t patience_ms, belfry_why *why)
{
	if (!handle) return refuse(why, BELFRY_INVALID, "handle is NULL");
	if (!is_own_process(handle)) return refuse(why, BELFRY_MISUSE, FORKED);
	if (patience_ms < 0) return refuse(why, BELFRY_INVALID, "patience_ms must be 0 or more");
	if (is_within_callback(handle))
		return refuse(why, BELFRY_MISUSE,
			      "a handler cannot stop the threads: it would "
			      "wait for itself");
	if (!threads_stop(handle, patience_ms, false))
		return refuse(why, BELFRY_MISUSE, "the library has no threads running");
	return BELFRY_OK;
}
