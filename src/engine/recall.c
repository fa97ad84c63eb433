/* Memory made from the store: before the first turn, and after a commit that failed. Runs that wait
 * for their time are not among it; they come in with the first turns (wants.c). */
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/gate_parts.h"
#include "engine/gates/pause.h"
#include "engine/gates/route_parts.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"
#include "engine/together/fallback_parts.h"

static enum err take_name(void *context, const void *row)
{
	return name_recall(context, row);
}

static enum err take_queue(void *context, const void *held)
{
	const struct queue_row *row = held;
	struct engine *engine = context;
	struct queue *queue = queue_of(engine, row->queue);
	queue->no = row->queue;
	queue->exists = true;
	queue->policy = row->policy;
	return ERR_OK;
}

static enum err take_tenant(void *context, const void *held)
{
	const struct tenant_row *row = held;
	struct engine *engine = context;
	enum err err = reserve_tenant(engine);
	if (err) return err;
	struct tenant *tenant = tenant_get(engine, row->tenant);
	tenant->policy = row->policy;
	tenant->has_row = true;
	return ERR_OK;
}

static enum err take_defaults(void *context, const void *held)
{
	const struct defaults_row *row = held;
	struct engine *engine = context;
	enum err err = reserve_tenant(engine);
	if (!err) tenant_get(engine, row->tenant)->defaults = row->defaults;
	return err;
}

static enum err take_daily_policy(void *context, const void *held)
{
	const struct daily_policy_row *row = held;
	struct engine *engine = context;
	enum err err = reserve_tenant(engine);
	if (!err) tenant_get(engine, row->tenant)->daily = row->policy;
	return err;
}

static enum err reserve_inherited(struct engine *engine, u32 types)
{
	enum err err = routes_reserve(engine, types);
	if (!err) err = heap_reserve(&engine->clock.boot, types);
	return err ? err : reserve_namesakes(engine, types, types + PROFILE_COUNT);
}

/* Each of its namesakes that is here already takes the new base at once. */
static enum err recall_inherited(struct engine *engine, const struct type_row *row)
{
	struct type *type;
	enum err err = ERR_OK;
	system_type_set(engine, row->type, &row->policy);
	while (!err && (type = type_next_stale(engine))) {
		err = reserve_inherited(engine, 1);
		if (err) break;
		type_take_base(engine, type);
		type_choose_route(engine, type);
	}
	return err;
}

static enum err take_type(void *context, const void *held)
{
	const struct type_row *row = held;
	struct engine *engine = context;
	enum err err = reserve_type(engine);
	if (!err) err = pool_reserve(&engine->dispatch.type_row_pool, 1);
	if (!err) err = reserve_inherited(engine, 2);
	if (err) return err;
	struct type *type = type_get(engine, tenant_get(engine, row->tenant), row->type);
	type->row = pool_take(&engine->dispatch.type_row_pool);
	*type->row = *row;
	policy_note_said(&type->row->policy); /* rows of older stores leave it to the values */
	type_settle_policy(engine, type);
	fallbacks_count(engine, NULL, &row->policy);
	/* Perhaps its policy was taken away: whoever names it again makes it known. */
	type->is_unnamed = true;
	type_choose_route(engine, type);
	return type->tenant->is_system ? recall_inherited(engine, type->row) : ERR_OK;
}

static enum err take_calendar(void *context, const void *row)
{
	return calendar_recall(context, row);
}

static enum err take_rate(void *context, const void *row)
{
	return rate_recall(context, row);
}

static enum err take_gates(void *context, const void *row)
{
	return gates_recall(context, row);
}

static enum err take_pause(void *context, const void *row)
{
	return pause_recall(context, row);
}

static enum err take_operation(void *context, const void *row)
{
	return operation_recall(context, row);
}

static enum err take_batch(void *context, const void *row)
{
	return batch_recall(context, row);
}

static enum err take_after(void *context, const void *row)
{
	return follower_recall(context, row);
}

static enum err take_cooldown(void *context, const void *row)
{
	return cooldown_recall(context, row);
}

static enum err take_alert_rule(void *context, const void *row)
{
	return alert_rule_recall(context, row);
}

static enum err take_alert(void *context, const void *row)
{
	return alert_recall(context, row);
}

static enum err take_tally(void *context, const struct tally_row *row)
{
	if (row->kind == QUOTA_JOBS || row->kind == QUOTA_RUNS) clock_was_elsewhere(context);
	return quota_recall(context, row);
}

static enum err take_spilled(void *context, const struct band_row *row)
{
	return spill_recall(context, row);
}

static enum err reserve_open(struct engine *engine)
{
	enum err err = reserve_lane(engine);
	if (!err) err = pool_reserve(&engine->core.run_pool, 1);
	if (!err) err = uuid_map_reserve(&engine->core.runs, 1);
	if (!err) err = pool_reserve(&engine->core.execution_pool, 1);
	if (!err) err = uuid_map_reserve(&engine->core.executions, 1);
	if (!err) err = heap_reserve(&engine->clock.boot, 3);
	if (!err) err = heap_reserve(&engine->clock.wall, 2);
	return err;
}

/* The rest of a span that ends at `end` on the wall clock: between nothing and its length. */
static msec left_of(msec end, msec wall_now, msec length)
{
	msec left = msec_sub(end, wall_now);
	return left < 0 ? 0 : left > length ? length : left;
}

/* An attempt that a process before this one carried out itself ended with it. */
static bool is_void(const struct engine *engine, const struct worker *holder)
{
	str name = { holder->text, holder->len };
	return str_starts_with(name, STR("@")) && !str_eq(name, engine->config.node);
}

/* A lease that goes on: its holder does not know that this process is a new one. */
static enum err take_open(void *context, const struct run_row *row,
			  const struct execution_row *open)
{
	struct engine *engine = context;
	enum err err = row->definition ? job_bring(engine, row->definition) : ERR_OK;
	if (!err) err = own_run_bring(engine, row);
	if (!err) err = reserve_open(engine);
	if (err) return err;
	struct engine_run *run = run_admit(engine, row);
	struct execution *execution = pool_take(&engine->core.execution_pool);
	msec length = msec_sub(open->timeout_at, open->started_at);
	run->fence = open->fence;
	run->journal_turn = open->turn;
	run->execution = execution;
	execution->id = open->id;
	execution->run = run;
	execution->worker = u64_map_find(&engine->workers.by_number, open->worker.v);
	must(execution->worker != NULL);
	worker_take(engine, execution->worker, &execution->worker->running);
	execution->attempt = open->attempt;
	execution->number = open->number;
	execution->started_at = open->started_at;
	if (run->job) run->job->running++;
	if (run->job && run->job->row.hot.executions < open->number)
		run->job->row.hot.executions = open->number;
	execution->lease_ms = open->lease_ms;
	execution->lease_until = msec_add(
		engine->clock.seen.boot,
		left_of(open->lease_until, engine->clock.seen.wall, open->lease_ms));
	if (is_void(engine, execution->worker)) {
		execution->lease_until = engine->clock.seen.boot;
		execution->had_grace = true;
	}
	execution->timeout_at = msec_add(
		engine->clock.seen.boot,
		left_of(open->timeout_at, engine->clock.seen.wall, length));
	execution->timer.kind = TIMER_EXECUTION;
	msec end = execution->lease_until < execution->timeout_at ? execution->lease_until
								  : execution->timeout_at;
	heap_push(&engine->clock.boot, &execution->timer.node, end);
	uuid_map_insert(&engine->core.executions, execution);
	if (run->deadline_at) heap_push(&engine->clock.wall, &run->deadline.node, run->deadline_at);
	places_take(engine, run->lane);
	return ERR_OK;
}

struct recall_sink engine_recall_sink(struct engine *engine, const struct now *now)
{
	engine->clock.seen = *now;
	engine->clock.gap_at = now->boot;
	engine->clock.recalled_at = now->boot;
	engine->gates.deferred_at = now->boot; /* so many a second, whoever lived before */
	return (struct recall_sink){
		.context = engine,
		.rows = {
			[KIND_NAME] = take_name,
			[KIND_QUEUE] = take_queue,
			[KIND_TENANT] = take_tenant,
			[KIND_DEFAULTS] = take_defaults,
			[KIND_DAILY_POLICY] = take_daily_policy,
			[KIND_TYPE] = take_type,
			[KIND_GATES] = take_gates,
			[KIND_CALENDAR] = take_calendar,
			[KIND_RATE] = take_rate,
			[KIND_PAUSE] = take_pause,
			[KIND_OPERATION] = take_operation,
			[KIND_BATCH] = take_batch,
			[KIND_AFTER] = take_after,
			[KIND_COOLDOWN] = take_cooldown,
			[KIND_ALERT_RULE] = take_alert_rule,
			[KIND_ALERT] = take_alert,
		},
		.tally = take_tally,
		.spilled = take_spilled,
		.open = take_open,
	};
}
