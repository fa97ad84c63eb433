/* Runs that this process carries out: leased by one call that waits, kept by beats, handed to their
 * handlers, reported. */
#include "embed/parts.h"

#include "base/memory.h"
#include "base/must.h"

enum {
	EXECUTION_BYTES = 4 << 20,
	BEAT_AGAIN_MS = 1000, /* progress is told at most so often */
	GIVE_BACK_MS = 1000,  /* a type whose handler was taken away is not leased again at once */
};

/* ---- lists --------------------------------------------------------------------------------- */

static struct belfry_execution *held_by_id(struct belfry *handle, const struct uuid *id)
{
	list_for_each_of(struct belfry_execution, execution, &handle->held, node)
	{
		if (uuid_eq(&execution->lease.execution, id)) return execution;
	}
	return NULL;
}

static void execution_free(struct belfry_execution *execution)
{
	arena_done(&execution->arena);
	mem_free(execution);
}

/* Under `lock`. */
static void leave_held(struct belfry_execution *execution)
{
	struct belfry *handle = execution->handle;
	if (execution->stage != EXECUTION_REPORTING) handle->busy--;
	list_remove(&execution->node);
	handle->held_len--;
	if (!handle->held_len) handle->beat_at = MSEC_MAX;
	pthread_cond_broadcast(&handle->ready_changed);
}

/* ---- leases -------------------------------------------------------------------------------- */

static const struct handler *handler_of(const struct belfry *handle, str type)
{
	for (u32 i = 0; i < handle->handlers_len; i++) {
		if (str_eq(handle->handlers[i].type, type)) return &handle->handlers[i];
	}
	return NULL;
}

/* With a zero byte behind it, for those who read it as C does. */
static str keep(struct arena *arena, str text)
{
	char *copy = arena_alloc(arena, text.len + 1);
	if (!copy) return (str){ 0 };
	if (text.len) memcpy(copy, text.at, text.len);
	copy[text.len] = '\0';
	return (str){ copy, text.len };
}

static bool copy_lease(struct belfry_execution *execution, const struct lease *lease, str type)
{
	struct arena *arena = &execution->arena;
	execution->lease = *lease;
	execution->lease.payload = keep(arena, lease->payload);
	execution->lease.key = keep(arena, lease->key);
	execution->lease.type_name = keep(arena, type);
	execution->lease.trace = execution->lease.details = STR("");
	execution->lease.last_result_hash = STR("");
	return !arena_failed(arena);
}

static void report_over(struct ask *ask);

/* Without memory its lease runs out by itself. */
static void take_lease(struct belfry *handle, const struct lease *lease, struct now now)
{
	str type = engine_name(pump_engine(handle->pump), NAME_TYPE, lease->type.v);
	struct belfry_execution *execution = mem_alloc_zeroed(sizeof *execution);
	if (!execution) return;
	execution->handle = handle;
	arena_init(&execution->arena, EXECUTION_BYTES);
	if (!copy_lease(execution, lease, type)) {
		execution_free(execution);
		return;
	}
	execution->percent = 101;
	execution->timeout_boot = msec_add(now.boot, msec_sub(lease->timeout_at, now.wall));
	execution->report_ask.over = report_over;
	execution->report = (struct report){ .execution = lease->execution,
					     .error_class = STR("") };
	pthread_mutex_lock(&handle->lock);
	execution->handler = handler_of(handle, type);
	list_push_back(&handle->held, &execution->node);
	list_push_back(&handle->ready, &execution->ready);
	handle->held_len++;
	handle->busy++;
	msec beat_at = msec_add(now.boot, lease->lease_ms / 3);
	if (beat_at < handle->beat_at) handle->beat_at = beat_at;
	pthread_cond_broadcast(&handle->ready_changed);
	pthread_mutex_unlock(&handle->lock);
}

static void lease_answered(struct ask *ask, const struct answer *answer)
{
	struct belfry *handle = container_of(ask, struct belfry, lease_ask);
	struct now now = world_now(handle);
	for (u32 i = 0; !answer->err && i < answer->lease.len; i++)
		take_lease(handle, &answer->lease.leases[i], now);
}

static void lease_over(struct ask *ask)
{
	struct belfry *handle = container_of(ask, struct belfry, lease_ask);
	pthread_mutex_lock(&handle->lock);
	handle->lease_is_out = false;
	pthread_mutex_unlock(&handle->lock);
	if (ask->err == ERR_INVALID) log_text(handle, BELFRY_LOG_ERROR, ask->why.text);
}

static void leave_over(struct ask *ask)
{
	struct belfry *handle = container_of(ask, struct belfry, leave_ask);
	pthread_mutex_lock(&handle->lock);
	handle->leave_is_out = false;
	pthread_mutex_unlock(&handle->lock);
}

/* Under `lock`. One call waits, for as many as may be started when it is made. */
static void lease_more(struct belfry *handle)
{
	u32 types = 0;
	if (handle->lease_is_out || handle->is_ending) return;
	if (handle->driver == DRIVEN_BY_NOBODY || handle->busy >= handle->at_once) return;
	for (u32 i = 0; i < handle->handlers_len; i++) {
		if (handle->handlers[i].call)
			handle->lease_types[types++] = handle->handlers[i].type;
	}
	handle->types_changed = false;
	if (!types) return;
	handle->lease_ask = (struct ask){ .answered = lease_answered, .over = lease_over };
	handle->lease_ask.command = (struct command){ .kind = COMMAND_LEASE,
						      .tenant = handle->tenant,
						      .actor = handle->name };
	handle->lease_ask.command.lease = (struct lease_command){
		.is_within = true,
		.worker = str_from(handle->node),
		.types = handle->lease_types,
		.types_len = types,
		.max = handle->at_once - handle->busy,
		.wait_ms = LIMIT_LEASE_WAIT_MS,
	};
	handle->lease_is_out = true;
	ask_send(handle, &handle->lease_ask);
}

/* Under `lock`. The call that waits names other types, or nobody wants its runs any more. */
static void leave_call(struct belfry *handle)
{
	bool is_wrong = handle->types_changed || handle->is_ending;
	if (!handle->lease_is_out || handle->leave_is_out || !is_wrong) return;
	handle->leave_ask = (struct ask){ .over = leave_over };
	handle->leave_ask.command = (struct command){ .kind = COMMAND_LEAVE,
						      .tenant = handle->tenant };
	handle->leave_ask.command.leave.ticket = &handle->lease_ask.ticket;
	handle->leave_is_out = true;
	ask_send(handle, &handle->leave_ask);
}

/* ---- beats --------------------------------------------------------------------------------- */

/* Under `lock`. Told from the outside (a timeout, a cancel) or by a lease that is gone. */
static void stop_execution(struct belfry_execution *execution, struct now now)
{
	bool is_late = now.boot >= execution->timeout_boot;
	atomic_store(&execution->cancelled, is_late ? BELFRY_TIMED_OUT : BELFRY_CANCELLED);
	atomic_store(&execution->is_over, true);
}

void work_stop(struct belfry *handle, const struct uuid *id, struct now now)
{
	pthread_mutex_lock(&handle->lock);
	struct belfry_execution *execution = held_by_id(handle, id);
	if (execution) stop_execution(execution, now);
	pthread_mutex_unlock(&handle->lock);
}

static void beat_answered(struct ask *ask, const struct answer *answer)
{
	struct belfry *handle = container_of(ask, struct belfry, beat_ask);
	struct now now = world_now(handle);
	pthread_mutex_lock(&handle->lock);
	for (u32 i = 0; !answer->err && i < answer->held.len; i++) {
		const struct holder_answer *held = &answer->held.items[i];
		struct belfry_execution *execution = held_by_id(handle, &held->execution);
		bool is_lost = execution && held->code != HOLDER_OK &&
			       execution->stage != EXECUTION_REPORTING;
		if (is_lost && !atomic_load(&execution->is_over)) stop_execution(execution, now);
	}
	pthread_mutex_unlock(&handle->lock);
}

static void beat_over(struct ask *ask)
{
	struct belfry *handle = container_of(ask, struct belfry, beat_ask);
	pthread_mutex_lock(&handle->lock);
	handle->beat_is_out = false;
	pthread_mutex_unlock(&handle->lock);
}

static struct beat beat_of(struct belfry_execution *execution)
{
	struct beat beat = { .execution = execution->lease.execution,
			     .progress_percent = execution->percent };
	if (execution->percent > 100) return beat;
	memcpy(execution->sent_message, execution->message, execution->message_len);
	beat.progress_message = (str){ execution->sent_message, execution->message_len };
	execution->percent = 101;
	return beat;
}

/* Under `lock`. */
static void beat_now(struct belfry *handle, struct now now)
{
	u32 len = 0;
	msec shortest = LEASE_MS_MAX;
	if (handle->beat_is_out || now.boot < handle->beat_at) return;
	list_for_each_of(struct belfry_execution, execution, &handle->held, node)
	{
		if (execution->stage == EXECUTION_REPORTING || execution->is_over) continue;
		if (execution->lease.lease_ms < shortest) shortest = execution->lease.lease_ms;
		if (len < AT_ONCE_MAX) handle->beats[len++] = beat_of(execution);
	}
	handle->beat_at = len ? msec_add(now.boot, shortest / 3) : MSEC_MAX;
	if (!len) return;
	handle->beat_ask = (struct ask){ .answered = beat_answered, .over = beat_over };
	handle->beat_ask.command = (struct command){ .kind = COMMAND_BEAT,
						     .tenant = handle->tenant };
	handle->beat_ask.command.beat = (struct beat_command){ str_from(handle->node),
							       handle->beats, len };
	handle->beat_is_out = true;
	ask_send(handle, &handle->beat_ask);
}

/* ---- reports ------------------------------------------------------------------------------- */

/* The pump is done with it. A store that took nothing is told again. */
static void report_over(struct ask *ask)
{
	struct belfry_execution *execution = container_of(ask, struct belfry_execution, report_ask);
	struct belfry *handle = execution->handle;
	bool is_lost = ask->err && ask->err != ERR_BUSY && ask->err != ERR_STORE_SYNC;
	pthread_mutex_lock(&handle->lock);
	if (is_lost) list_push_back(&handle->again, &execution->ready);
	else leave_held(execution);
	pthread_mutex_unlock(&handle->lock);
	if (!is_lost) execution_free(execution);
}

/* Under `lock`. */
static void send_report(struct belfry_execution *execution)
{
	struct belfry *handle = execution->handle;
	execution->report_ask.command = (struct command){ .kind = COMMAND_REPORT,
							  .tenant = handle->tenant,
							  .actor = handle->name };
	execution->report_ask.command.report = (struct report_command){
		.worker = str_from(handle->node), .reports = &execution->report, .len = 1
	};
	ask_send(handle, &execution->report_ask);
}

static void send_again(struct belfry *handle)
{
	struct list_node *node;
	while ((node = list_pop_front(&handle->again)) != NULL)
		send_report(list_item(node, struct belfry_execution, ready));
}

void work_gather(struct belfry *handle, struct now now)
{
	pthread_mutex_lock(&handle->lock);
	send_again(handle);
	beat_now(handle, now);
	leave_call(handle);
	lease_more(handle);
	pthread_mutex_unlock(&handle->lock);
}

msec work_due(struct belfry *handle)
{
	pthread_mutex_lock(&handle->lock);
	msec due = handle->beat_is_out ? MSEC_MAX : handle->beat_at;
	if (!list_is_empty(&handle->again) || inbox_len(pump_inbox(handle->pump))) due = MSEC_MIN;
	pthread_mutex_unlock(&handle->lock);
	return due;
}

/* Ends that the store never took: their leases end with the process, and they run again. */
void work_free(struct belfry *handle)
{
	list_for_each_of(struct belfry_execution, execution, &handle->held, node)
	{
		must(execution->stage == EXECUTION_REPORTING);
		execution_free(execution);
	}
}

/* ---- the life of an execution -------------------------------------------------------------- */

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
		report->error_message = STR("the handler gave an outcome that does not exist");
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
static bool begin_report(struct belfry_execution *execution)
{
	struct belfry *handle = execution->handle;
	pthread_mutex_lock(&handle->lock);
	bool is_over = atomic_load(&execution->is_over);
	if (is_over) leave_held(execution);
	else {
		handle->busy--;
		execution->stage = EXECUTION_REPORTING;
		send_report(execution);
	}
	pthread_mutex_unlock(&handle->lock);
	if (is_over) execution_free(execution);
	return !is_over;
}

enum err execution_finish(struct belfry_execution *execution, belfry_outcome outcome,
			  struct why *why)
{
	struct belfry *handle = execution->handle;
	fill_report(execution, outcome);
	/* A handler that kept the only thread from turning was not told of its timeout: the engine
	 * decides that first, as it would have in time. */
	if (world_now(handle).boot >= execution->timeout_boot) (void)drive_now(handle);
	(void)begin_report(execution);
	enum err err = drive_now(handle);
	return err ? fail(why, err, "%s", err_sentence(err)) : ERR_OK;
}

/* Under `lock`: what has not begun goes back, and costs no attempt. */
void work_give_back(struct belfry *handle)
{
	struct list_node *node;
	while ((node = list_pop_front(&handle->ready)) != NULL) {
		struct belfry_execution *execution = list_item(node, struct belfry_execution,
							       ready);
		execution->report.retry_after_ms = 0;
		execution->report.outcome = OUTCOME_DEFER;
		execution->report.defer_until = world_now(handle).wall;
		execution->stage = EXECUTION_REPORTING;
		handle->busy--;
		send_report(execution);
	}
}

/* Under `lock`. The next one that is to begin; those that ended meanwhile leave. */
static struct belfry_execution *pop_ready(struct belfry *handle)
{
	struct list_node *node;
	while ((node = list_pop_front(&handle->ready)) != NULL) {
		struct belfry_execution *execution = list_item(node, struct belfry_execution,
							       ready);
		if (!atomic_load(&execution->is_over)) return execution;
		leave_held(execution);
		execution_free(execution);
	}
	return NULL;
}

static struct belfry_execution *take_ready(struct belfry *handle)
{
	pthread_mutex_lock(&handle->lock);
	struct belfry_execution *execution = pop_ready(handle);
	if (execution) {
		execution->stage = EXECUTION_RUNNING;
		execution->thread = pthread_self();
		execution->call = execution->handler ? execution->handler->call : NULL;
		execution->user = execution->handler ? execution->handler->user : NULL;
	}
	pthread_mutex_unlock(&handle->lock);
	return execution;
}

/* It may be finished, and gone, before its handler returns: it is looked for by its address. */
bool execution_claim_end(struct belfry *handle, const struct belfry_execution *wanted,
			 bool is_later)
{
	bool is_found = false;
	pthread_mutex_lock(&handle->lock);
	list_for_each_of(struct belfry_execution, execution, &handle->held, node)
	{
		bool may_end = execution->stage == EXECUTION_RUNNING ||
			       execution->stage == EXECUTION_LATER;
		if (execution != wanted || !may_end) continue;
		execution->stage = is_later ? EXECUTION_LATER : EXECUTION_ENDING;
		is_found = true;
	}
	pthread_mutex_unlock(&handle->lock);
	return is_found;
}

bool work_start_one(struct belfry *handle)
{
	struct why why;
	struct belfry_execution *execution = take_ready(handle);
	if (!execution) return false;
	belfry_outcome outcome = BELFRY_DEFER;
	if (execution->call) outcome = execution->call(execution->user, execution);
	else execution->report.retry_after_ms = GIVE_BACK_MS; /* its handler was taken away */
	bool is_later = outcome == BELFRY_LATER;
	bool is_there = execution_claim_end(handle, execution, is_later);
	if (is_there && !is_later) (void)execution_finish(execution, outcome, &why);
	return true;
}

bool work_is_within_handler(struct belfry *handle)
{
	bool is_within = false;
	pthread_mutex_lock(&handle->lock);
	list_for_each_of(struct belfry_execution, execution, &handle->held, node)
	{
		bool is_running = execution->stage == EXECUTION_RUNNING;
		is_within = is_within ||
			    (is_running && pthread_equal(execution->thread, pthread_self()));
	}
	pthread_mutex_unlock(&handle->lock);
	return is_within;
}
