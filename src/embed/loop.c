/* A host's own loop drives: a descriptor says when, a step does what is due. */
#include "embed/parts.h"

#include "host/alarm.h"

int belfry_fd(belfry *handle)
{
	if (!handle || !is_own_process(handle)) return -1;
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
	if (!handle || !is_own_process(handle)) return SLEEP_MAX_MS;
	struct now now = world_now(handle);
	pthread_mutex_lock(&handle->lock);
	msec left = handle->driver == DRIVEN_BY_NOBODY ? 0 : msec_sub(handle->look_at, now.boot);
	pthread_mutex_unlock(&handle->lock);
	return left < 0 ? 0 : left > SLEEP_MAX_MS ? SLEEP_MAX_MS : left;
}

/* Whether this thread may step. */
static bool begin_step(struct belfry *handle)
{
	pthread_mutex_lock(&handle->lock);
	bool may_step = handle->driver != DRIVEN_BY_THREADS && !handle->is_stepping;
	if (may_step) {
		handle->is_stepping = true;
		handle->step_soon = false;
		handle->starters = 1;
		handle->driver = DRIVEN_BY_HOST;
		handle->at_once = handle->options.at_once ? handle->options.at_once : 1;
	}
	pthread_mutex_unlock(&handle->lock);
	return may_step;
}

/* `has_more`: the step has carried out what one step may, and the next goes on. */
static void end_step(struct belfry *handle, bool has_more)
{
	pthread_mutex_lock(&handle->lock);
	handle->is_stepping = false;
	handle->starters = 0;
	handle->step_soon = handle->step_soon || has_more;
	if (has_more) look_by(handle, world_now(handle).boot, world_now(handle));
	pthread_mutex_unlock(&handle->lock);
}

/* Claims a run, carries it out, claims the next: none waits behind the handler of another. A step
 * carries out as many as may be held at once, and leaves the others to the next. */
static enum err carry_out(struct belfry *handle, bool *out_has_more)
{
	u32 begun = 0;
	enum err err = drive_now(handle, DRIVER_LOOKS);
	while (begun < handle->at_once && work_start_one(handle, begun + 1 < handle->at_once)) {
		begun++;
		err = drive_now(handle, DRIVER_LOOKS);
	}
	*out_has_more = begun == handle->at_once;
	return err;
}

belfry_error belfry_step(belfry *handle, belfry_why *why)
{
	bool has_more = false;
	if (!handle) return refuse(why, BELFRY_INVALID, "handle is NULL");
	if (!is_own_process(handle)) return refuse(why, BELFRY_MISUSE, FORKED);
	if (!begin_step(handle))
		return refuse(why, BELFRY_MISUSE,
			      "threads run, or another call of belfry_step is under way (perhaps "
			      "by a handler)");
	enum err err = carry_out(handle, &has_more);
	zones_look(handle);
	end_step(handle, has_more);
	return err ? tell_why(NULL, err, why) : BELFRY_OK;
}

belfry_error belfry_drain(belfry *handle, uint32_t tells_to_stop, uint32_t *out_unfinished,
			  belfry_why *why)
{
	if (!handle) return refuse(why, BELFRY_INVALID, "handle is NULL");
	if (!is_own_process(handle)) return refuse(why, BELFRY_MISUSE, FORKED);
	pthread_mutex_lock(&handle->lock);
	bool is_theirs = handle->driver != DRIVEN_BY_THREADS;
	if (is_theirs) {
		handle->is_ending = true;
		work_give_back(handle);
		if (tells_to_stop) work_request_stop(handle);
	}
	pthread_mutex_unlock(&handle->lock);
	if (!is_theirs) return refuse(why, BELFRY_MISUSE, "threads drive: use belfry_stop");
	(void)drive_now(handle, CALLER_LOOKS);
	pthread_mutex_lock(&handle->lock);
	u32 unfinished = work_under_way(handle, false);
	pthread_mutex_unlock(&handle->lock);
	if (out_unfinished) *out_unfinished = unfinished;
	return BELFRY_OK;
}
