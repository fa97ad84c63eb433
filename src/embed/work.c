/* Runs that this process carries out: leased by one call that waits, kept by beats, reported. */
#include "embed/parts.h"

#include "base/memory.h"
#include "base/must.h"

enum { EXECUTION_BYTES = 4 << 20 };

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

/* The memory of one that ended is kept for a while: no other execution has its address, so that a
 * program which uses it once more is told so. */
static void keep_ended(struct belfry_execution *execution)
{
	struct belfry *handle = execution->handle;
	arena_done(&execution->arena);
	execution->stage = EXECUTION_ENDED;
	list_push_back(&handle->ended, &execution->node);
	if (++handle->ended_len <= ENDED_MAX) return;
	handle->ended_len--;
	mem_free(list_item(list_pop_front(&handle->ended), struct belfry_execution, node));
}

void work_forget(struct belfry_execution *execution)
{
	struct belfry *handle = execution->handle;
	if (execution->stage != EXECUTION_REPORTING) handle->busy--;
	list_remove(&execution->node);
	handle->held_len--;
	if (!handle->held_len) handle->beat_at = MSEC_MAX;
	keep_ended(execution);
	pthread_cond_broadcast(&handle->ready_changed);
}

u32 work_under_way(struct belfry *handle, bool is_later)
{
	u32 count = 0;
	list_for_each_of(struct belfry_execution, execution, &handle->held, node)
	{
		bool has_begun = execution->stage == EXECUTION_RUNNING ||
				 execution->stage == EXECUTION_ENDING;
		count += execution->stage == EXECUTION_LATER || (has_begun && !is_later);
	}
	return count;
}

void work_request_stop(struct belfry *handle)
{
	list_for_each_of(struct belfry_execution, execution, &handle->held, node)
	{
		int nobody = BELFRY_GO_ON;
		atomic_compare_exchange_strong(&execution->cancelled, &nobody, BELFRY_STOPPING);
	}
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
	execution->lease.user = execution->lease.entity = STR("");
	return !arena_failed(arena);
}

static void report_over(struct embed_ask *ask);

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
	handle->ready_len++;
	handle->busy++;
	msec beat_at = msec_add(now.boot, lease->lease_ms / 3);
	if (beat_at < handle->beat_at) handle->beat_at = beat_at;
	pthread_cond_broadcast(&handle->ready_changed);
	pthread_mutex_unlock(&handle->lock);
}

static void lease_answered(struct embed_ask *ask, const struct answer *answer)
{
	struct belfry *handle = container_of(ask, struct belfry, lease_ask);
	struct now now = world_now(handle);
	for (u32 i = 0; !answer->err && i < answer->lease.len; i++)
		take_lease(handle, &answer->lease.leases[i], now);
}

static void lease_over(struct embed_ask *ask)
{
	struct belfry *handle = container_of(ask, struct belfry, lease_ask);
	pthread_mutex_lock(&handle->lock);
	handle->lease_is_out = false;
	pthread_mutex_unlock(&handle->lock);
	if (ask->err == ERR_INVALID) log_text(handle, BELFRY_LOG_ERROR, ask->why.text);
}

static void leave_over(struct embed_ask *ask)
{
	struct belfry *handle = container_of(ask, struct belfry, leave_ask);
	pthread_mutex_lock(&handle->lock);
	handle->leave_is_out = false;
	pthread_mutex_unlock(&handle->lock);
}

/* Under `lock`. Runs that may be claimed: each is begun at once, so that a process which dies has
 * used no attempt of a run whose handler it never called. */
static u32 claims_allowed(const struct belfry *handle, enum looker looker)
{
	bool is_driven = handle->driver == DRIVEN_BY_THREADS ||
			 (handle->driver == DRIVEN_BY_HOST && looker == DRIVER_LOOKS);
	if (!is_driven || handle->is_ending || handle->busy >= handle->at_once) return 0;
	u32 places = handle->at_once - handle->busy;
	u32 starters = handle->starters > handle->ready_len ? handle->starters - handle->ready_len
							    : 0;
	return places < starters ? places : starters;
}

/* Under `lock`. One call waits, for as many as may be started when it is made. */
static void lease_more(struct belfry *handle, enum looker looker)
{
	u32 types = 0;
	u32 max = claims_allowed(handle, looker);
	if (handle->lease_is_out || !max) return;
	for (u32 i = 0; i < handle->handlers_len; i++) {
		if (handle->handlers[i].call)
			handle->lease_types[types++] = handle->handlers[i].type;
	}
	handle->types_changed = false;
	if (!types) return;
	handle->lease_ask = (struct embed_ask){ .answered = lease_answered, .over = lease_over };
	handle->lease_ask.command = (struct command){ .kind = COMMAND_LEASE,
						      .tenant = handle->tenant,
						      .actor = handle->name };
	handle->lease_ask.command.lease = (struct lease_command){
		.is_within = true,
		.worker = str_from(handle->node),
		.types = handle->lease_types,
		.types_len = types,
		.max = max,
		.wait_ms = LIMIT_LEASE_WAIT_MS,
	};
	handle->lease_is_out = true;
	ask_send(handle, &handle->lease_ask);
}

/* Under `lock`. The call that waits names other types, or nobody would begin its runs. */
static void leave_call(struct belfry *handle, enum looker looker)
{
	bool is_theirs = handle->driver == DRIVEN_BY_HOST && looker == CALLER_LOOKS;
	bool is_wrong = handle->types_changed || handle->is_ending || is_theirs;
	if (!handle->lease_is_out || handle->leave_is_out || !is_wrong) return;
	handle->leave_ask = (struct embed_ask){ .over = leave_over };
	handle->leave_ask.command = (struct command){ .kind = COMMAND_LEAVE,
						      .tenant = handle->tenant };
	handle->leave_ask.command.leave.reply = &handle->lease_ask.reply;
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

static void beat_answered(struct embed_ask *ask, const struct answer *answer)
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

static void beat_over(struct embed_ask *ask)
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
	handle->beat_ask = (struct embed_ask){ .answered = beat_answered, .over = beat_over };
	handle->beat_ask.command = (struct command){ .kind = COMMAND_BEAT,
						     .tenant = handle->tenant };
	handle->beat_ask.command.beat = (struct beat_command){ str_from(handle->node),
							       handle->beats, len };
	handle->beat_is_out = true;
	ask_send(handle, &handle->beat_ask);
}

/* ---- reports ------------------------------------------------------------------------------- */

/* The pump is done with it. A store that took nothing is told again. */
static void report_over(struct embed_ask *ask)
{
	struct belfry_execution *execution = container_of(ask, struct belfry_execution, report_ask);
	struct belfry *handle = execution->handle;
	bool is_lost = ask->err && ask->err != ERR_BUSY && ask->err != ERR_STORE_SYNC;
	pthread_mutex_lock(&handle->lock);
	if (is_lost) list_push_back(&handle->again, &execution->ready);
	else work_forget(execution);
	pthread_mutex_unlock(&handle->lock);
}

void work_report(struct belfry_execution *execution)
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
		work_report(list_item(node, struct belfry_execution, ready));
}

void work_leave(struct belfry *handle, enum looker looker)
{
	pthread_mutex_lock(&handle->lock);
	leave_call(handle, looker);
	if (looker == CALLER_LOOKS) handle->step_soon = true;
	pthread_mutex_unlock(&handle->lock);
}

void work_gather(struct belfry *handle, enum looker looker, struct now now)
{
	pthread_mutex_lock(&handle->lock);
	send_again(handle);
	beat_now(handle, now);
	leave_call(handle, looker);
	lease_more(handle, looker);
	if (looker == CALLER_LOOKS) handle->step_soon = true;
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
	list_for_each_of(struct belfry_execution, ended, &handle->ended, node) mem_free(ended);
}

/* Runs that have not begun go back, and lose no attempt. */
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
		handle->ready_len--;
		work_report(execution);
	}
}
