/* Memory made from the store: before the first turn, and after a commit that failed. Runs that wait
 * for their time are not among it; they come in with the first turns (wants.c). */
#include "engine/fallback_parts.h"
#include "engine/gate_parts.h"
#include "engine/job_parts.h"
#include "engine/route_parts.h"

static enum err take_name(void *context, const struct name_row *row)
{
	return name_recall(context, row);
}

static enum err take_queue(void *context, const struct queue_row *row)
{
	struct engine *engine = context;
	struct queue *queue = queue_of(engine, row->queue);
	queue->no = row->queue;
	queue->exists = true;
	queue->policy = row->policy;
	return ERR_OK;
}

static enum err reserve_tenant(struct engine *engine)
{
	enum err err = pool_reserve(&engine->tenant_pool, 1);
	return err ? err : u64_map_reserve(&engine->tenants, 1);
}

static enum err reserve_type(struct engine *engine)
{
	enum err err = reserve_tenant(engine);
	if (!err) err = pool_reserve(&engine->type_pool, 1);
	if (!err) err = u64_map_reserve(&engine->types, 1);
	return err;
}

enum err reserve_stand(struct engine *engine)
{
	enum err err = reserve_type(engine);
	if (!err) err = pool_reserve(&engine->seat_pool, 1);
	if (!err) err = u64_map_reserve(&engine->seats, 1);
	if (!err) err = pool_reserve(&engine->stand_pool, 1);
	if (!err) err = pool_reserve(&engine->shelf_pool, 1);
	if (!err) err = u64_map_reserve(&engine->shelves, 1);
	return err;
}

static enum err take_tenant(void *context, const struct tenant_row *row)
{
	struct engine *engine = context;
	enum err err = reserve_tenant(engine);
	if (err) return err;
	struct tenant *tenant = tenant_get(engine, row->tenant);
	tenant->policy = row->policy;
	tenant->has_row = true;
	return ERR_OK;
}

static enum err take_defaults(void *context, const struct defaults_row *row)
{
	struct engine *engine = context;
	enum err err = reserve_tenant(engine);
	if (!err) tenant_get(engine, row->tenant)->defaults = row->defaults;
	return err;
}

static enum err take_daily_policy(void *context, const struct daily_policy_row *row)
{
	struct engine *engine = context;
	enum err err = reserve_tenant(engine);
	if (!err) tenant_get(engine, row->tenant)->daily = row->policy;
	return err;
}

static enum err take_type(void *context, const struct type_row *row)
{
	struct engine *engine = context;
	enum err err = reserve_type(engine);
	if (!err) err = pool_reserve(&engine->type_row_pool, 1);
	if (!err) err = routes_reserve(engine, 1);
	if (!err) err = heap_reserve(&engine->boot, 1);
	if (err) return err;
	struct type *type = type_get(engine, tenant_get(engine, row->tenant), row->type);
	type->row = pool_take(&engine->type_row_pool);
	*type->row = *row;
	fallbacks_count(engine, NULL, &row->policy);
	/* Perhaps its policy was taken away: whoever names it again makes it known. */
	type->is_unnamed = true;
	type_choose_route(engine, type);
	return ERR_OK;
}

static enum err take_calendar(void *context, const struct calendar_row *row)
{
	return calendar_recall(context, row);
}

static enum err take_rate(void *context, const struct rate_row *row)
{
	return rate_recall(context, row);
}

static enum err take_gates(void *context, const struct gates_row *row)
{
	return gates_recall(context, row);
}

static enum err take_pause(void *context, const struct pause_row *row)
{
	return pause_recall(context, row);
}

static enum err take_operation(void *context, const struct operation_row *row)
{
	return operation_recall(context, row);
}

static enum err take_batch(void *context, const struct batch_row *row)
{
	return batch_recall(context, row);
}

static enum err take_cooldown(void *context, const struct cooldown_row *row)
{
	return cooldown_recall(context, row);
}

static enum err take_alert_rule(void *context, const struct alert_rule_row *row)
{
	return alert_rule_recall(context, row);
}

static enum err take_alert(void *context, const struct alert_row *row)
{
	return alert_recall(context, row);
}

static enum err take_tally(void *context, const struct tally_row *row)
{
	return quota_recall(context, row);
}

static enum err take_spilled(void *context, const struct band_row *row)
{
	return spill_recall(context, row);
}

static enum err reserve_open(struct engine *engine)
{
	enum err err = reserve_stand(engine);
	if (!err) err = pool_reserve(&engine->run_pool, 1);
	if (!err) err = uuid_map_reserve(&engine->runs, 1);
	if (!err) err = pool_reserve(&engine->execution_pool, 1);
	if (!err) err = uuid_map_reserve(&engine->executions, 1);
	if (!err) err = heap_reserve(&engine->boot, 2);
	if (!err) err = heap_reserve(&engine->wall, 2);
	return err;
}

/* What is left of a span that ends at `end` on the wall clock: between nothing and its length. */
static msec left_of(msec end, msec wall_now, msec length)
{
	msec left = msec_sub(end, wall_now);
	return left < 0 ? 0 : left > length ? length : left;
}

/* What a process before this one carried out itself ended with it. */
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
	struct execution *execution = pool_take(&engine->execution_pool);
	msec length = msec_sub(open->timeout_at, open->started_at);
	run->fence = open->fence;
	run->journal_turn = open->turn;
	run->execution = execution;
	execution->id = open->id;
	execution->run = run;
	execution->worker = u64_map_find(&engine->workers, open->worker.v);
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
		engine->seen.boot, left_of(open->lease_until, engine->seen.wall, open->lease_ms));
	if (is_void(engine, execution->worker)) {
		execution->lease_until = engine->seen.boot;
		execution->had_grace = true;
	}
	execution->timeout_at = msec_add(engine->seen.boot,
					 left_of(open->timeout_at, engine->seen.wall, length));
	execution->timer.kind = TIMER_EXECUTION;
	msec end = execution->lease_until < execution->timeout_at ? execution->lease_until
								  : execution->timeout_at;
	heap_push(&engine->boot, &execution->timer.node, end);
	uuid_map_insert(&engine->executions, execution);
	if (run->deadline_at) heap_push(&engine->wall, &run->deadline.node, run->deadline_at);
	places_take(engine, run->stand);
	return ERR_OK;
}

struct recall_sink engine_recall_sink(struct engine *engine, const struct now *now)
{
	engine->seen = *now;
	engine->gap_at = now->boot;
	engine->deferred_at = now->boot; /* so many a second, whoever lived before */
	return (struct recall_sink){
		.context = engine,
		.name = take_name,
		.queue = take_queue,
		.tenant = take_tenant,
		.defaults = take_defaults,
		.daily_policy = take_daily_policy,
		.type = take_type,
		.gates = take_gates,
		.calendar = take_calendar,
		.rate = take_rate,
		.pause = take_pause,
		.operation = take_operation,
		.batch = take_batch,
		.cooldown = take_cooldown,
		.alert_rule = take_alert_rule,
		.alert = take_alert,
		.tally = take_tally,
		.spilled = take_spilled,
		.open = take_open,
	};
}
