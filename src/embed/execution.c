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
	if (!execution || !json) return refuse(why, BELFRY_INVALID, "execution or json is NULL");
	belfry_error error = json_take(str_from(json), &wish, &result, why);
	return error ? error : keep(execution, result, &execution->report.result, why);
}

belfry_error belfry_execution_error(belfry_execution *execution, const char *error_class,
				    const char *message, belfry_why *why)
{
	if (!execution) return refuse(why, BELFRY_INVALID, "execution is NULL");
	str class = error_class ? str_from(error_class) : error_class_name(CLASS_TRANSIENT);
	if (!class.len || class.len > LIMIT_CLASS_NAME_BYTES)
		return refuse(why, BELFRY_INVALID, "error_class has %zu bytes; 1 to %d are allowed",
			      class.len, LIMIT_CLASS_NAME_BYTES);
	str words = str_slice(text_of(message), 0, LIMIT_ERROR_MESSAGE_BYTES);
	belfry_error error = keep(execution, class, &execution->report.error_class, why);
	return error ? error : keep(execution, words, &execution->report.error_message, why);
}

belfry_error belfry_execution_wait(belfry_execution *execution, int64_t span_ms, belfry_why *why)
{
	if (!execution) return refuse(why, BELFRY_INVALID, "execution is NULL");
	if (span_ms < 0 || span_ms > 366 * MSEC_DAY)
		return refuse(why, BELFRY_INVALID, "span_ms is 0 to a year, here is %lld",
			      (long long)span_ms);
	execution->report.retry_after_ms = span_ms;
	return BELFRY_OK;
}

belfry_error belfry_execution_progress(belfry_execution *execution, uint32_t percent,
				       const char *message, belfry_why *why)
{
	enum { SOON_MS = 1000 };
	if (!execution) return refuse(why, BELFRY_INVALID, "execution is NULL");
	if (percent > 100)
		return refuse(why, BELFRY_INVALID, "percent is 0 to 100, here is %u", percent);
	struct belfry *handle = execution->handle;
	struct now now = world_now(handle);
	msec soon = msec_add(now.boot, SOON_MS);
	str words = str_slice(text_of(message), 0, sizeof execution->message);
	pthread_mutex_lock(&handle->lock);
	execution->percent = percent;
	execution->message_len = (u32)words.len;
	if (words.len) memcpy(execution->message, words.at, words.len);
	bool is_sooner = soon < handle->beat_at;
	if (is_sooner) handle->beat_at = soon;
	if (is_sooner && soon < handle->look_at) look_by(handle, soon, now);
	pthread_mutex_unlock(&handle->lock);
	return BELFRY_OK;
}

belfry_error belfry_finish(belfry *handle, belfry_execution *execution, belfry_outcome outcome,
			   belfry_why *why)
{
	struct why inner = { 0 };
	if (!handle || !execution) return refuse(why, BELFRY_INVALID, "an argument is NULL");
	if (outcome < BELFRY_DONE || outcome >= BELFRY_LATER)
		return refuse(why, BELFRY_INVALID, "outcome must not be %d", (int)outcome);
	if (!execution_claim_end(handle, execution, false))
		return refuse(why, BELFRY_MISUSE, "the execution was finished already");
	enum err err = execution_finish(execution, outcome, &inner);
	return err ? tell_why(&inner, err, why) : BELFRY_OK;
}
