/* A host's own loop drives: a descriptor says when, a step does what is due. */
#include "embed/parts.h"

#include "host/alarm.h"

int belfry_fd(belfry *handle)
{
	if (!handle) return -1;
	pthread_mutex_lock(&handle->lock);
	bool is_theirs = handle->driver != DRIVEN_BY_THREADS;
	if (is_theirs && handle->alarm < 0) {
		handle->alarm = alarm_new();
		if (handle->alarm >= 0) alarm_set(handle->alarm, 0); /* the first step begins */
	}
	int fd = is_theirs ? handle->alarm : -1;
	pthread_mutex_unlock(&handle->lock);
	return fd;
}

int64_t belfry_wait_ms(belfry *handle)
{
	if (!handle) return SLEEP_MAX_MS;
	struct now now = world_now(handle);
	pthread_mutex_lock(&handle->lock);
	msec left = handle->driver == DRIVEN_BY_NOBODY ? 0 : msec_sub(handle->look_at, now.boot);
	pthread_mutex_unlock(&handle->lock);
	return left < 0 ? 0 : left > SLEEP_MAX_MS ? SLEEP_MAX_MS : left;
}

/* Whether this thread may step; and how many executions are there to begin. */
static bool begin_step(struct belfry *handle)
{
	pthread_mutex_lock(&handle->lock);
	bool may_step = handle->driver != DRIVEN_BY_THREADS && !handle->is_stepping;
	if (may_step) {
		handle->is_stepping = true;
		if (handle->driver == DRIVEN_BY_NOBODY)
			handle->at_once = handle->options.at_once ? handle->options.at_once : 1;
		handle->driver = DRIVEN_BY_HOST;
	}
	pthread_mutex_unlock(&handle->lock);
	return may_step;
}

/* One that begins may bring the next along: a step carries out as many as may be held at once, and
 * leaves the others to the next. */
static void begin_ready(struct belfry *handle)
{
	for (u32 i = 0; i < handle->at_once; i++) {
		if (!work_start_one(handle)) return;
	}
}

belfry_error belfry_step(belfry *handle, belfry_why *why)
{
	if (!handle) return refuse(why, BELFRY_INVALID, "handle is NULL");
	if (!begin_step(handle))
		return refuse(why, BELFRY_MISUSE,
			      "threads drive, or another step is under way (a handler's own)");
	enum err err = drive_now(handle);
	begin_ready(handle);
	zones_look(handle);
	enum err last = drive_now(handle);
	pthread_mutex_lock(&handle->lock);
	handle->is_stepping = false;
	pthread_mutex_unlock(&handle->lock);
	if (last) err = last;
	return err ? tell_why(NULL, err, why) : BELFRY_OK;
}
