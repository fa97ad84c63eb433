/* The life of an execution: begun by a thread that calls its handler, ended once. */
#include "embed/parts.h"

/* A type whose handler was taken away is not leased again at once. */
enum { GIVE_BACK_MS = 1000 };

/* ---- callbacks ----------------------------------------------------------------------------- */

/* The innermost of this thread; a handler may step another handle, whose handlers nest. */
static _Thread_local struct callback *innermost;

void callback_enter(struct callback *callback, const struct belfry *handle)
{
	*callback = (struct callback){ handle, innermost };
	innermost = callback;
}

void callback_leave(const struct callback *callback)
{
	innermost = callback->outer;
}

bool is_within_callback(const struct belfry *handle)
{
	for (const struct callback *callback = innermost; callback; callback = callback->outer) {
		if (callback->handle == handle) return true;
	}
	return false;
}

/* ---- reports ------------------------------------------------------------------------------- */

static enum outcome outcome_of(belfry_outcome outcome)
{
	switch (outcome) {
	case BELFRY_DONE: return OUTCOME_SUCCESS;
	case BELFRY_NOOP: return OUTCOME_NOOP;
	case BELFRY_FAIL: return OUTCOME_FAIL;
	case BELFRY_DEFER: return OUTCOME_DEFER;
	case BELFRY_RETRY:
	case BELFRY_LATER: break;
	}
	return OUTCOME_RETRY;
}

static void fill_report(struct belfry_execution *execution, belfry_outcome outcome)
{
	struct report *report = &execution->report;
	bool is_known = outcome >= BELFRY_DONE && outcome < BELFRY_LATER;
	report->outcome = outcome_of(outcome);
	if (!is_known) {
		report->error_class = error_class_name(CLASS_TRANSIENT);
		report->error_message = STR("the handler returned an unknown outcome");
	}
	if (report->outcome == OUTCOME_DEFER)
		report->defer_until = msec_add(world_now(execution->handle).wall,
					       report->retry_after_ms);
	bool has_failed = report->outcome == OUTCOME_RETRY || report->outcome == OUTCOME_FAIL;
	if (has_failed && !report->error_class.len)
		report->error_class = error_class_name(
			report->outcome == OUTCOME_FAIL ? CLASS_PERMANENT : CLASS_TRANSIENT);
}

/* One that is over needs no report: the engine has ended it. */
static void begin_report(struct belfry_execution *execution)
{
	struct belfry *handle = execution->handle;
	pthread_mutex_lock(&handle->lock);
	if (atomic_load(&execution->is_over)) work_forget(execution);
	else {
		handle->busy--;
		execution->stage = EXECUTION_REPORTING;
		work_report(execution);
	}
	pthread_mutex_unlock(&handle->lock);
}

/* Ends an execution as its handler, or its owner, said; after claim_end. */
static enum err finish(struct belfry_execution *execution, belfry_outcome outcome,
		       enum looker looker)
{
	struct belfry *handle = execution->handle;
	fill_report(execution, outcome);
	/* A handler that kept the only thread from turning was not told of its timeout: the engine
	 * decides that first, as it would have in time. */
	if (world_now(handle).boot >= execution->timeout_boot)
		(void)drive_now(handle, CALLER_LOOKS);
	if (looker == CALLER_LOOKS) work_leave(handle, looker);
	begin_report(execution);
	return drive_now(handle, looker);
}

/* Whether the caller is the one who ends it, or (is_later) leaves it to another; false: it is not
 * there any more, or somebody else does. A handler's own execution is known by its id, too: it may
 * be finished, and its address another's, before the handler returns. */
static bool claim_end(struct belfry *handle, const struct belfry_execution *wanted,
		      const struct uuid *id, bool is_later)
{
	bool is_found = false;
	pthread_mutex_lock(&handle->lock);
	list_for_each_of(struct belfry_execution, execution, &handle->held, node)
	{
		bool may_end = execution->stage == EXECUTION_RUNNING ||
			       execution->stage == EXECUTION_LATER;
		if (execution != wanted || !may_end) continue;
		if (id && !uuid_eq(&execution->lease.execution, id)) continue;
		execution->stage = is_later ? EXECUTION_LATER : EXECUTION_ENDING;
		is_found = true;
	}
	if (is_found && is_later) pthread_cond_broadcast(&handle->ready_changed);
	pthread_mutex_unlock(&handle->lock);
	return is_found;
}

belfry_error belfry_finish(belfry *handle, belfry_execution *execution, belfry_outcome outcome,
			   belfry_why *why)
{
	if (!handle || !execution) return refuse(why, BELFRY_INVALID, "an argument is NULL");
	if (!is_own_process(handle)) return refuse(why, BELFRY_MISUSE, FORKED);
	if (outcome < BELFRY_DONE || outcome >= BELFRY_LATER)
		return refuse(why, BELFRY_INVALID, "outcome must not be %d", (int)outcome);
	if (!claim_end(handle, execution, NULL, false)) return refuse(why, BELFRY_MISUSE, FINISHED);
	enum err err = finish(execution, outcome, CALLER_LOOKS);
	return err ? tell_why(NULL, err, why) : BELFRY_OK;
}

/* ---- handlers ------------------------------------------------------------------------------ */

/* Under `lock`. The next one that is to begin; those that ended meanwhile leave. */
static struct belfry_execution *pop_ready(struct belfry *handle)
{
	struct list_node *node;
	while ((node = list_pop_front(&handle->ready)) != NULL) {
		struct belfry_execution *execution = list_item(node, struct belfry_execution,
							       ready);
		handle->ready_len--;
		if (!atomic_load(&execution->is_over)) return execution;
		work_forget(execution);
	}
	return NULL;
}

/* A call that waited may be answered when the end has begun: nobody would have patience for the
 * handlers of its runs, so they go back. */
static struct belfry_execution *take_ready(struct belfry *handle, bool *out_gives_back)
{
	pthread_mutex_lock(&handle->lock);
	*out_gives_back = handle->is_ending && handle->ready_len;
	if (*out_gives_back) work_give_back(handle);
	struct belfry_execution *execution = pop_ready(handle);
	if (execution) {
		handle->starters--;
		execution->stage = EXECUTION_RUNNING;
		execution->call = execution->handler ? execution->handler->call : NULL;
		execution->user = execution->handler ? execution->handler->user : NULL;
	}
	pthread_mutex_unlock(&handle->lock);
	return execution;
}

static belfry_outcome call_handler(struct belfry_execution *execution)
{
	struct callback callback;
	callback_enter(&callback, execution->handle);
	belfry_outcome outcome = execution->call(execution->user, execution);
	callback_leave(&callback);
	return outcome;
}

/* This thread is free again: its report and the claim of its next run share a commit. */
static void start_again(struct belfry *handle)
{
	pthread_mutex_lock(&handle->lock);
	handle->starters++;
	pthread_mutex_unlock(&handle->lock);
}

bool work_start_one(struct belfry *handle, bool starts_again)
{
	bool gives_back;
	struct belfry_execution *execution = take_ready(handle, &gives_back);
	if (gives_back) (void)drive_now(handle, CALLER_LOOKS);
	if (!execution) return false;
	const struct uuid id = execution->lease.execution;
	belfry_outcome outcome = BELFRY_DEFER;
	if (execution->call) outcome = call_handler(execution);
	else execution->report.retry_after_ms = GIVE_BACK_MS; /* its handler was taken away */
	if (starts_again) start_again(handle);
	bool is_later = outcome == BELFRY_LATER;
	bool is_there = claim_end(handle, execution, &id, is_later);
	if (is_there && !is_later) (void)finish(execution, outcome, DRIVER_LOOKS);
	return true;
}
