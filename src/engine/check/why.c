/* Why is this run not running? Read from the very things that hold it back, before the step. */
#include "engine/commands.h"
#include "engine/core/clock_watch.h"
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/gate_parts.h"
#include "engine/gates/route_parts.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"

static void add_reason(struct why_answer *answer, enum why_kind kind, msec until, str ref)
{
	if (answer->len == LIMIT_REASONS_MAX) return;
	answer->reasons[answer->len++] =
		(struct why_reason){ .kind = kind, .until = until, .ref = ref };
}

/* A pause may end before the answer leaves: its texts are copied. */
static void add_pause(const struct engine *engine, struct why_answer *answer,
		      const struct pause *pause, str ref)
{
	struct arena *arena = &now_turn(engine)->arena;
	if (!pause || answer->len == LIMIT_REASONS_MAX) return;
	add_reason(answer, WHY_PAUSED, pause->until < MSEC_MAX ? pause->until : 0, ref);
	struct why_reason *reason = &answer->reasons[answer->len - 1];
	reason->since = pause->since;
	reason->words = str_copy(arena, (str){ pause->text, pause->reason_len });
	reason->author = str_copy(arena,
				  (str){ pause->text + pause->reason_len, pause->author_len });
}

/* An instant of the clock that only grows, on the wall as things stand. */
static msec on_the_wall(const struct engine *engine, msec boot)
{
	return msec_add(engine->clock.seen.wall, msec_sub(boot, engine->clock.seen.boot));
}

/* ---- places that are taken ------------------------------------------------------------------ */

/* The owner of the places; NULL: anybody. */
struct place_owner {
	const struct queue *queue;
	const struct tenant *tenant;
	const struct type *type;
	const struct job *job;
	const struct route *route;
};

static bool takes(const struct engine_run *run, const struct place_owner *place_owner)
{
	const struct lane *lane = run->lane;
	return (!place_owner->queue || lane->share->queue == place_owner->queue) &&
	       (!place_owner->tenant || lane->type->tenant == place_owner->tenant) &&
	       (!place_owner->type || lane->type == place_owner->type) &&
	       (!place_owner->job || run->job == place_owner->job) &&
	       (!place_owner->route || lane->route == place_owner->route);
}

/* The holder of a place that must leave it first. Looks at so many at most: a question is worth no
 * more. */
static const struct execution *find_holder(const struct engine *engine,
					   const struct place_owner *place_owner)
{
	enum { LOOKED_AT_MAX = 4096 };
	struct map_cursor cursor = { 0 };
	const struct execution *execution, *first = NULL;
	for (u32 i = 0; i < LOOKED_AT_MAX; i++) {
		execution = uuid_map_next(&engine->core.executions, &cursor);
		if (!execution) break;
		if (!takes(execution->run, place_owner)) continue;
		if (!first || execution->timeout_at < first->timeout_at) first = execution;
	}
	return first;
}

static void add_full(const struct engine *engine, const struct place_owner *place_owner,
		     enum why_kind kind, str ref, struct why_answer *answer)
{
	const struct execution *holder = find_holder(engine, place_owner);
	u32 at = answer->len;
	add_reason(answer, kind, 0, ref);
	if (!holder || at == answer->len) return;
	struct why_reason *reason = &answer->reasons[at];
	reason->run = holder->run->id;
	reason->worker = (str){ holder->worker->text, holder->worker->len };
	if (holder->timeout_at < MSEC_MAX) reason->until = on_the_wall(engine, holder->timeout_at);
}

static bool is_at(u32 running, u32 limit)
{
	return limit && running >= limit;
}

static void why_full(const struct engine *engine, const struct type *type,
		     const struct queue *queue, struct why_answer *answer)
{
	const struct tenant *tenant = type->tenant;
	/* Of places that tenants share only one's own are told. */
	const struct place_owner own = { .tenant = tenant },
				 own_there = { queue, tenant, NULL, NULL, NULL };
	if (engine->config.is_idle) add_reason(answer, WHY_DISPATCH_OFF, 0, (str){ "", 0 });
	else if (engine_is_full(engine))
		add_full(engine, &own, WHY_LIMIT, STR("max_concurrency"), answer);
	if (is_at(queue->running, queue->policy.limit))
		add_full(engine, &own_there, WHY_LIMIT, STR("queue"), answer);
	if (is_at(tenant->running, tenant->policy.limit))
		add_full(engine, &own, WHY_LIMIT, STR("tenant"), answer);
	if (type->policy && is_at(type->running, type->policy->limit))
		add_full(engine, &(struct place_owner){ .type = type }, WHY_LIMIT, STR("type"),
			 answer);
}

/* ---- what is closed -------------------------------------------------------------------------- */

static void add_gate(const struct engine *engine, const struct type *type,
		     const struct route *route, struct why_answer *answer)
{
	struct closed_gate hold;
	if (!type_is_held(engine, type, route, &hold)) return;
	enum why_kind kind = hold.gate == GATE_MAINTENANCE  ? WHY_MAINTENANCE
			     : hold.gate == GATE_RATE_LIMIT ? WHY_RATE_LIMIT
							    : WHY_QUIET_HOURS;
	str whose = hold.whose;
	/* A route may be gone before the answer leaves. */
	if (kind == WHY_RATE_LIMIT) whose = str_copy(&now_turn(engine)->arena, whose);
	add_reason(answer, kind, hold.until < MSEC_MAX ? hold.until : 0, whose);
}

/* A route may be gone before the answer leaves: its name is copied. */
static void add_full_route(const struct engine *engine, const struct route *route,
			   struct why_answer *answer)
{
	if (!route || !route->is_full) return;
	add_full(engine, &(struct place_owner){ .route = route }, WHY_ROUTE_LIMIT,
		 str_copy(&now_turn(engine)->arena, route_name(route)), answer);
}

static void add_hook(const struct engine *engine, const struct engine_run *run,
		     struct why_answer *answer)
{
	const struct asked *asked = uuid_map_find(&engine->gates.asked, &run->id);
	msec end = engine->clock.boot.entries[asked->timer.node.at - 1].key;
	add_reason(answer, WHY_POLICY_HOOK, on_the_wall(engine, end), STR("tenant"));
}

/* Of a run that no lane has: its type may not even be known here. */
static void why_closed(const struct engine *engine, const struct run_row *row,
		       struct why_answer *answer)
{
	const struct tenant *tenant = tenant_find(engine, row->tenant);
	const struct type *type = type_find(engine, row->tenant, row->type);
	const struct queue *queue = &engine->dispatch.queues[row->hot.queue.v];
	const struct pause_key key = { .scope = PAUSE_QUEUE,
				       .tenant = row->tenant,
				       .no = row->hot.queue.v };
	if (tenant) add_pause(engine, answer, tenant->pause, STR("tenant"));
	add_pause(engine, answer, queue->pause, STR("queue"));
	add_pause(engine, answer, pause_find(engine, &key), STR("queue"));
	if (!type) return;
	add_pause(engine, answer, type->pause, STR("type"));
	const struct route *route = route_of_runs(engine, type, row->route);
	add_gate(engine, type, route, answer);
	add_full_route(engine, route, answer);
}

static void why_held_back(const struct engine *engine, const struct lane *lane,
			  struct why_answer *answer)
{
	const struct type *type = lane->type;
	const struct queue *queue = lane->share->queue;
	add_pause(engine, answer, type->tenant->pause, STR("tenant"));
	add_pause(engine, answer, queue->pause, STR("queue"));
	add_pause(engine, answer, lane->share->pause, STR("queue"));
	add_pause(engine, answer, type->pause, STR("type"));
	add_gate(engine, type, lane->route, answer);
	add_full_route(engine, lane->route, answer);
	if (policy_hook_is_full(engine, type)) add_reason(answer, WHY_POLICY_HOOK, 0, STR("limit"));
	why_full(engine, type, queue, answer);
}

/* A run that a clock ahead has planned is planned again in a while. */
static void why_ahead(const struct engine *engine, const struct run_row *row, msec run_at,
		      struct why_answer *answer)
{
	const struct set_back *back = &engine->clock.back;
	bool is_planned = row ? !uuid_is_nil(&row->job) || row->cause == CAUSE_DAILY ||
					  row->cause == CAUSE_REMINDER
			      : true;
	if (!back->was_seen || !back->at || !is_planned) return;
	if (run_at > msec_add(engine->clock.seen.wall, CLOCK_LEAP_MS))
		add_reason(answer, WHY_CLOCK_BACK, on_the_wall(engine, back->at), (str){ "", 0 });
}

static enum why_kind why_not_yet(msec deferred_until, u32 attempts)
{
	return deferred_until ? WHY_DEFERRED : attempts ? WHY_BACKOFF : WHY_NOT_DUE;
}

static void add_job_pause(const struct engine *engine, const struct job_pause *pause,
			  struct why_answer *answer)
{
	if (!job_is_paused(pause, engine->clock.seen.wall)) return;
	add_reason(answer, WHY_JOB_PAUSED, pause->until < MSEC_MAX ? pause->until : 0,
		   (str){ "", 0 });
}

/* A run whose time has come may stand behind its job's limit; one whose time has not says at least
 * that the job is paused. */
static void why_by_job(const struct engine *engine, const struct engine_run *run,
		       struct why_answer *answer)
{
	const struct job *job = run->job;
	if (!job) return;
	add_job_pause(engine, &job->row.pause, answer);
	bool is_parked = pairing_is_in(&run->in_band) && run->line == LINE_PARKED;
	if (is_parked && !job_is_closed(engine, job) && job_is_full(job))
		add_full(engine, &(struct place_owner){ .job = job }, WHY_JOB_LIMIT, (str){ "", 0 },
			 answer);
}

/* The server itself always asks again: it has no hand free. */
static void why_nobody(const struct engine *engine, const struct lane *lane,
		       struct why_answer *answer)
{
	if (lane->share->carrier == CARRIER_NODE && engine->config.node.len)
		add_reason(answer, WHY_LIMIT, 0, STR("handlers"));
	else add_reason(answer, WHY_NO_WORKER, 0, name_text(engine, NAME_TYPE, lane->type->no.v));
}

/* The dependencies of a run that are not met. */
static void why_waiting(const struct engine *engine, const struct engine_run *run,
			struct why_answer *answer)
{
	if (run_is_asking(run)) add_reason(answer, WHY_DEPENDENCY, 0, (str){ "", 0 });
	for (const struct await *await = run->awaits; await && await->on; await = await->next) {
		const struct run_seen *seen = seen_find(engine, &await->on->id);
		if (await_is_met(await) || answer->len == LIMIT_REASONS_MAX) continue;
		struct why_reason *reason = &answer->reasons[answer->len++];
		*reason = (struct why_reason){ .kind = WHY_DEPENDENCY,
					       .run = await->on->id,
					       .needs = await->kind,
					       .run_state = await->on->state };
		if (!seen) continue;
		reason->planned_at = seen->row.planned_at;
		if (seen->row.definition) reason->ref = seen->row.definition->code;
	}
}

static void why_queued(const struct engine *engine, const struct engine_run *run,
		       struct why_answer *answer)
{
	if (pairing_is_in(&run->in_band) && run->line == LINE_HELD)
		add_reason(answer, WHY_CLOCK, 0, (str){ "", 0 });
	if (run->job || run->daily || run->reminder) why_ahead(engine, NULL, run->run_at, answer);
	why_by_job(engine, run, answer);
	if (run->awaits) {
		why_waiting(engine, run, answer);
		return;
	}
	if (run->is_asked) add_hook(engine, run, answer);
	else if (!pairing_is_in(&run->in_band)) {
		add_reason(answer, why_not_yet(run->deferred_until, run->attempts), run->run_at,
			   gate_name((enum gate)run->deferred_by));
	}
	why_held_back(engine, run->lane, answer);
	if (answer->len) return;
	bool is_head = run->lane->bands[run->priority - 1u] == &run->in_band;
	if (!anyone_asks_for(engine, run->lane)) why_nobody(engine, run->lane, answer);
	else if (!is_head) add_reason(answer, WHY_BEHIND, 0, (str){ "", 0 });
}

static void why_in_memory(const struct engine *engine, const struct engine_run *run,
			  struct why_answer *answer)
{
	answer->state = run_state_of(run);
	const struct execution *execution = run->execution;
	if (!execution) {
		why_queued(engine, run, answer);
		return;
	}
	msec end = execution->lease_until < execution->timeout_at ? execution->lease_until
								  : execution->timeout_at;
	add_reason(answer, WHY_RUNNING, end < MSEC_MAX ? on_the_wall(engine, end) : 0,
		   (str){ execution->worker->text, execution->worker->len });
}

/* Memory had no room for it: it is due, behind others of its band. */
static void why_spilled(const struct engine *engine, const struct run_row *row,
			struct why_answer *answer)
{
	const struct type *type = type_find(engine, row->tenant, row->type);
	const struct queue *queue = &engine->dispatch.queues[row->hot.queue.v];
	const struct lane *lane = type ? lane_find(type, queue, row->route) : NULL;
	if (lane) why_held_back(engine, lane, answer);
	if (answer->len) return;
	if (lane && !anyone_asks_for(engine, lane)) why_nobody(engine, lane, answer);
	else add_reason(answer, WHY_BEHIND, 0, (str){ "", 0 });
}

/* The runs that a task waits for and that have not come. */
static void why_follows(const struct follower *follower, struct why_answer *answer)
{
	const struct after_link *link = follower->links;
	for (; link && answer->len < LIMIT_REASONS_MAX; link = link->next) {
		if (!after_link_is_open(link)) continue;
		struct why_reason *reason = &answer->reasons[answer->len++];
		*reason = (struct why_reason){ .kind = WHY_DEPENDENCY,
					       .run = link->on->id,
					       .needs = follower->needs,
					       .run_state = link->on->state };
	}
}

static void why_in_store(const struct engine *engine, const struct run_seen *seen,
			 struct why_answer *answer)
{
	const struct run_hot *hot = &seen->row.hot;
	answer->state = hot->state;
	if (run_state_is_final(hot->state)) {
		add_reason(answer, WHY_FINISHED, 0, run_state_name(hot->state));
		return;
	}
	struct batch *batch = batch_find(engine, &seen->row.id);
	if (batch) {
		add_reason(answer, WHY_CHILDREN, 0, batch_left_text(batch));
		return;
	}
	const struct follower *follower = follower_find(engine, &seen->row.id);
	if (follower) {
		why_follows(follower, answer);
		return;
	}
	if (hot->spilled) {
		why_spilled(engine, &seen->row, answer);
		return;
	}
	why_ahead(engine, &seen->row, hot->run_at, answer);
	add_reason(answer, why_not_yet(hot->deferred_until, hot->attempts), hot->run_at,
		   gate_name(hot->deferred_by));
	if (seen->row.definition) add_job_pause(engine, &seen->row.definition->pause, answer);
	why_closed(engine, &seen->row, answer);
}

void on_ask_why(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	const struct engine_run *run = run_find(engine, &command->run.run);
	const struct run_seen *seen = seen_find(engine, &command->run.run);
	tenant_no tenant = run ? run_tenant(run) : seen ? seen->row.tenant : (tenant_no){ 0 };
	if (!tenant.v || (command->tenant.len &&
			  !str_eq(command->tenant, name_text(engine, NAME_TENANT, tenant.v)))) {
		answer->err = fail(&answer->why, ERR_NOT_FOUND, "there is no such run");
		return;
	}
	answer->reasons.found = true;
	if (run) why_in_memory(engine, run, &answer->reasons);
	else why_in_store(engine, seen, &answer->reasons);
}

/* The server's own handlers are nobody that anyone would count as a worker. */
void on_ask_status(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	const struct worker *own = worker_known(engine, STR(""), engine->config.node);
	u64 waiting = engine->dispatch.calls.table.count;
	u64 own_calls = own ? own->calls : 0;
	answer->status = (struct status_answer){
		.runs_in_memory = engine->core.runs.table.count,
		.due = engine->dispatch.due,
		.running = engine->dispatch.running,
		.waiting_calls = waiting > own_calls ? waiting - own_calls : 0,
		.workers = engine->workers.pool.used_count - (own != NULL),
		.tenants = engine->dispatch.tenants.table.count,
		.loaded_until = engine->reach.loaded_at,
		.is_idle = engine->config.is_idle,
		.clock_held_until = clock_hold_is_on(engine)
					    ? on_the_wall(engine, engine->clock.hold_until)
					    : 0,
		.clock_looked_at = engine->clock.back.was_seen && engine->clock.back.at
					   ? on_the_wall(engine, engine->clock.back.at)
					   : 0,
		.report = engine->clock.back.report,
	};
	routes_show_refused(engine, &answer->status.refused);
}
