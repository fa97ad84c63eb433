/* An execution as its handler sees it. */
#include "embed/parts.h"

belfry_id belfry_execution_id(const belfry_execution *execution)
{
	return execution ? id_of(&execution->lease.execution) : (belfry_id){ 0 };
}

belfry_id belfry_execution_run(const belfry_execution *execution)
{
	return execution ? id_of(&execution->lease.run) : (belfry_id){ 0 };
}

const char *belfry_execution_type(const belfry_execution *execution)
{
	return execution ? execution->lease.type_name.at : "";
}

const char *belfry_execution_payload(const belfry_execution *execution, size_t *out_len)
{
	if (out_len) *out_len = execution ? execution->lease.payload.len : 0;
	return execution ? execution->lease.payload.at : "";
}

const char *belfry_execution_key(const belfry_execution *execution)
{
	return execution ? execution->lease.key.at : "";
}

uint32_t belfry_execution_attempt(const belfry_execution *execution)
{
	return execution ? execution->lease.attempt : 0;
}

belfry_time belfry_execution_planned_at(const belfry_execution *execution)
{
	if (!execution) return 0;
	return execution->lease.planned_at ? execution->lease.planned_at : execution->lease.run_at;
}

/* By the clock, too: where the handler keeps the only thread, nobody else can tell. */
belfry_stop_reason belfry_execution_cancelled(const belfry_execution *execution)
{
	if (!execution) return BELFRY_CANCELLED;
	belfry_stop_reason said = (belfry_stop_reason)atomic_load(&execution->cancelled);
	if (said == BELFRY_CANCELLED || said == BELFRY_TIMED_OUT) return said;
	if (world_now(execution->handle).boot >= execution->timeout_boot) return BELFRY_TIMED_OUT;
	return said;
}

/* ---- details ------------------------------------------------------------------------------- */

/* Takes the lock of an execution that may be written; refused: it is not held. */
static belfry_error begin_write(belfry_execution *execution, belfry_why *why)
{
	if (!execution) return refuse(why, BELFRY_INVALID, "execution is NULL");
	struct belfry *handle = execution->handle;
	if (!is_own_process(handle)) return refuse(why, BELFRY_MISUSE, FORKED);
	pthread_mutex_lock(&handle->lock);
	bool is_open = execution->stage == EXECUTION_RUNNING || execution->stage == EXECUTION_LATER;
	if (is_open) return BELFRY_OK;
	pthread_mutex_unlock(&handle->lock);
	return refuse(why, BELFRY_MISUSE, FINISHED);
}

static void end_write(belfry_execution *execution)
{
	pthread_mutex_unlock(&execution->handle->lock);
}

static belfry_error keep(belfry_execution *execution, str text, str *out, belfry_why *why)
{
	str copy = str_copy(&execution->arena, text);
	if (text.len && !copy.at) return refuse(why, BELFRY_MEMORY, "out of memory");
	*out = copy;
	return BELFRY_OK;
}

belfry_error belfry_execution_result(belfry_execution *execution, const char *json, belfry_why *why)
{
	static const struct json_wish wish = { "result", LIMIT_RESULT_BYTES, false };
	str result;
	if (!execution || !json)
		return refuse(why, BELFRY_INVALID, "execution and json must not be NULL");
	belfry_error error = json_take(str_from(json), &wish, &result, why);
	if (!error) error = begin_write(execution, why);
	if (error) return error;
	error = keep(execution, result, &execution->report.result, why);
	end_write(execution);
	return error;
}

belfry_error belfry_execution_error(belfry_execution *execution, const char *error_class,
				    const char *message, belfry_why *why)
{
	str class = error_class_name(CLASS_TRANSIENT), words;
	if (!execution) return refuse(why, BELFRY_INVALID, "execution is NULL");
	belfry_error error = words_take(message, LIMIT_ERROR_MESSAGE_BYTES, "message", &words, why);
	if (!error && error_class)
		error = words_take(error_class, SIZE_MAX, "error_class", &class, why);
	if (error) return error;
	if (!class.len || class.len > LIMIT_CLASS_NAME_BYTES)
		return refuse(why, BELFRY_INVALID, "error_class must have 1 to %d bytes, has %zu",
			      LIMIT_CLASS_NAME_BYTES, class.len);
	error = begin_write(execution, why);
	if (error) return error;
	error = keep(execution, class, &execution->report.error_class, why);
	if (!error) error = keep(execution, words, &execution->report.error_message, why);
	end_write(execution);
	return error;
}

belfry_error belfry_execution_wait(belfry_execution *execution, int64_t span_ms, belfry_why *why)
{
	if (span_ms < 0 || span_ms > 366 * MSEC_DAY)
		return refuse(why, BELFRY_INVALID, "span_ms must be 0 to a year, got %lld",
			      (long long)span_ms);
	belfry_error error = begin_write(execution, why);
	if (error) return error;
	execution->report.retry_after_ms = span_ms;
	end_write(execution);
	return BELFRY_OK;
}

belfry_error belfry_execution_progress(belfry_execution *execution, uint32_t percent,
				       const char *message, belfry_why *why)
{
	enum { SOON_MS = 1000 };
	str words;
	if (percent > 100)
		return refuse(why, BELFRY_INVALID, "percent must be 0 to 100, got %u", percent);
	belfry_error error = words_take(message, LIMIT_PROGRESS_BYTES, "message", &words, why);
	if (!error) error = begin_write(execution, why);
	if (error) return error;
	struct belfry *handle = execution->handle;
	struct now now = world_now(handle);
	msec soon = msec_add(now.boot, SOON_MS);
	execution->percent = percent;
	execution->message_len = (u32)words.len;
	if (words.len) memcpy(execution->message, words.at, words.len);
	bool is_sooner = soon < handle->beat_at;
	if (is_sooner) handle->beat_at = soon;
	if (is_sooner && soon < handle->look_at) look_by(handle, soon, now);
	end_write(execution);
	return BELFRY_OK;
}
