/* Matching of runs and lease calls. It is the last part of a step, so a cancel or a pause of the
 * same turn takes effect before a claim. First, lanes that have opened look for their oldest
 * waiting call; then the calls of this turn are served in order. */
#include "engine/commands.h"
#include "engine/core/core.h"
#include "engine/core/owner.h"
#include "engine/core/parts.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"

enum { SWEEP_CALLS_MAX = 1024 };

/* ---- one claim ---------------------------------------------------------------------------- */

static msec first_span(msec a, msec b, msec c)
{
	return a ? a : b ? b : c;
}

msec lease_length(const struct engine *engine, const struct engine_run *run, msec asked)
{
	(void)engine;
	const struct type *type = run->lane->type;
	msec by_type = type->policy ? type->policy->lease_ms : 0;
	if (asked) return asked;
	return first_span(by_type, type->tenant->policy.lease_ms, DEFAULT_LEASE_MS);
}

msec timeout_length(const struct engine *engine, const struct engine_run *run)
{
	const struct type *type = run->lane->type;
	msec usual = run->job || run->daily ? DEFAULT_JOB_TIMEOUT_MS : DEFAULT_TASK_TIMEOUT_MS;
	if (run->daily && engine->config.daily_timeout_ms) usual = engine->config.daily_timeout_ms;
	return timeout_in_force(run->timeout_ms, type->policy, &type->tenant->policy, usual);
}

static struct execution *execution_begin(struct engine *engine, struct engine_run *run,
					 const struct call *call)
{
	struct execution *execution = pool_take(&engine->core.execution_pool);
	execution->id = id_make(engine);
	execution->run = run;
	execution->worker = call->worker;
	worker_take(engine, execution->worker, &execution->worker->running);
	execution->attempt = run->attempts + 1u;
	execution->number = run->job ? ++run->job->row.hot.executions : run->fence;
	execution->started_at = wall_now(engine);
	execution->lease_ms = lease_length(engine, run, call->lease_ms);
	execution->lease_until = msec_add(boot_now(engine), execution->lease_ms);
	execution->timeout_at = msec_add(boot_now(engine), timeout_length(engine, run));
	execution->timer.kind = TIMER_EXECUTION;
	msec end = execution->lease_until < execution->timeout_at ? execution->lease_until
								  : execution->timeout_at;
	heap_push(&engine->clock.boot, &execution->timer.node, end);
	uuid_map_insert(&engine->core.executions, execution);
	run->execution = execution;
	return execution;
}

/* A claim writes an execution and nothing else: a queued run with an open execution counts as
 * processing. */
static void write_claim(struct engine *engine, const struct execution *execution)
{
	msec now = wall_now(engine);
	change_add(engine, CHANGE_EXECUTION_NEW)->execution = (struct execution_row){
		.id = execution->id,
		.run = execution->run->id,
		.tenant = run_tenant(execution->run),
		.worker = worker_number(engine, execution->worker),
		.attempt = execution->attempt,
		.fence = execution->run->fence,
		.started_at = now,
		.lease_ms = execution->lease_ms,
		.lease_until = msec_add(now, execution->lease_ms),
		.timeout_at = msec_add(now, msec_sub(execution->timeout_at, boot_now(engine))),
		.turn = now_turn(engine)->id,
		.scheduled_at = execution->run->run_at,
		.number = execution->number,
		.cause = (enum run_cause)execution->run->cause,
	};
}

struct lease *claim_run(struct engine *engine, struct engine_run *run, struct call *call,
			struct lease *out_lease)
{
	must(!run->execution);
	/* it is due; setting the clock back does not undo that */
	must(pairing_is_in(&run->in_band));
	if (run->job) run->job->running++; /* before the job offers another run */
	run_step_out(engine, run);
	run->fence++;
	struct execution *execution = execution_begin(engine, run, call);
	places_take(engine, run->lane);
	write_claim(engine, execution);
	for (u32 i = 0; engine->hooks->started[i]; i++) engine->hooks->started[i](engine, run);
	journal_move(engine, run, RUN_QUEUED, RUN_PROCESSING, &execution->id, (str){ "", 0 },
		     (str){ "", 0 });
	*out_lease = (struct lease){
		.hops = run->hops,
		.execution = execution->id,
		.run = run->id,
		.tenant = run_tenant(run),
		.type = run->lane->type->no,
		.attempt = execution->attempt,
		.fence = run->fence,
		.lease_ms = execution->lease_ms,
		.run_at = run->run_at,
		.timeout_at = msec_add(wall_now(engine), timeout_length(engine, run)),
		.priority = run->priority,
		.deadline_at = run->deadline_at,
		.carrier = call->carrier,
		.scope = (enum unique_scope)run->scope,
		.bucket = run->bucket,
		.has_about = run->has_user || run->has_entity,
		.result = result_key_of(run),
	};
	if (run->job) {
		out_lease->job = run->job->row.id;
		out_lease->cause = (enum run_cause)run->cause;
		out_lease->planned_at = run->cause == CAUSE_MANUAL ? 0 : run->bucket;
	}
	if (run->batch) out_lease->parent = run->batch->row.id;
	for (u32 i = 0; engine->hooks->leased[i]; i++)
		engine->hooks->leased[i](engine, run, out_lease);
	if (call->carrier == CARRIER_NODE) {
		out_lease->type_name = name_text(engine, NAME_TYPE, out_lease->type.v);
		out_lease->handler_tenant = type_handler_tenant(engine, run->lane->type);
	}
	struct turn *turn = now_turn(engine);
	must(turn->claims_len < turn->claims_max);
	turn->claims[turn->claims_len++] = out_lease;
	return out_lease;
}

struct lease *leases_reserved(struct engine *engine, u32 len)
{
	must(engine->dispatch.leases_used + len <= now_turn(engine)->claims_max);
	return engine->dispatch.leases + engine->dispatch.leases_used;
}

void leases_used(struct engine *engine, u32 len)
{
	engine->dispatch.leases_used += len;
}

bool engine_waits_full(const struct engine *engine)
{
	return engine->dispatch.calls.table.count >= LIMIT_WAITING_CALLS_MAX;
}

/* ---- one call ----------------------------------------------------------------------------- */

static bool turn_has_room(const struct engine *engine)
{
	return engine->dispatch.claims_left &&
	       engine->dispatch.claimed_bytes < LIMIT_TURN_CLAIMED_BYTES;
}

/* Whether the deadline has passed. Its timer may still be waiting, but no attempt may start. */
static bool is_past_deadline(const struct engine *engine, const struct engine_run *run)
{
	return run->deadline_at && run->deadline_at <= wall_now(engine);
}

/* Claims runs for the call. True: it got at least one and was answered. */
static bool serve(struct engine *engine, struct call *call)
{
	u32 most = call->max < engine->dispatch.claims_left ? call->max
							    : engine->dispatch.claims_left;
	u32 len = 0;
	u32 bytes = 0;
	struct lease *leases = NULL;
	while (len < most && bytes < LIMIT_CALL_CLAIMED_BYTES && turn_has_room(engine)) {
		struct engine_run *run = pick_for_call(engine, call);
		if (!run) break;
		str word = run->batch ? engine->hooks->called_off(run) : (str){ "", 0 };
		bool is_past = is_past_deadline(engine, run);
		if (is_past && run_waits(engine, run)) continue;
		if (word.len || is_past) {
			if (!engine->clock.timers_left) {
				engine->dispatch.claims_left =
					/* the turn's bounds are used up: the next turn goes on */
					0;
				break;
			}
			engine->clock.timers_left--;
			run_end(engine, run, RUN_CANCELLED,
				word.len ? word : deadline_word(engine, run), (str){ "", 0 });
			continue;
		}
		if (!leases) leases = leases_reserved(engine, most);
		bytes += run->payload_len;
		engine->dispatch.claimed_bytes += run->payload_len;
		engine->dispatch.claims_left--;
		share_charge(engine, run);
		claim_run(engine, run, call, &leases[len++]);
	}
	if (!len) return false;
	leases_used(engine, len);
	call_answer(engine, call, leases, len);
	call_forget(engine, call);
	return true;
}

/* ---- all of them -------------------------------------------------------------------------- */

/* Serves calls that wait for this lane while it is open. */
static bool offer_lane(struct engine *engine, struct lane *lane)
{
	while (lane->is_open && lane->share->is_open) {
		struct call *call = call_for_lane(engine, lane);
		if (!call) return true;
		if (!turn_has_room(engine)) return false;
		/* Not served for want of room in the turn: try again later. Otherwise the queue, or
		 * all, is at its limit. */
		if (!serve(engine, call)) return turn_has_room(engine);
	}
	return true;
}

static bool offer_share(struct engine *engine, struct share *share)
{
	struct list_node *node = share->lanes.head.next;
	while (share->is_open && node != &share->lanes.head) {
		struct lane *lane = container_of(node, struct lane, in_share_list);
		u32 before = engine->dispatch.claims_left;
		if (!offer_lane(engine, lane)) return false;
		/* A claim may have closed any lane of the list. Without a claim this lane may still
		 * have closed: its run was cancelled, too late, or has to be checked first. */
		bool is_as_before = engine->dispatch.claims_left == before && lane->is_open;
		node = is_as_before ? node->next : share->lanes.head.next;
	}
	return true;
}

static bool offer_opened(struct engine *engine)
{
	while (!list_is_empty(&engine->dispatch.opened_lanes)) {
		struct list_node *node = list_first(&engine->dispatch.opened_lanes);
		if (!offer_lane(engine, container_of(node, struct lane, in_opened))) return false;
		list_remove(node);
	}
	while (!list_is_empty(&engine->dispatch.opened_shares)) {
		struct list_node *node = list_first(&engine->dispatch.opened_shares);
		if (!offer_share(engine, container_of(node, struct share, in_opened))) return false;
		list_remove(node);
	}
	return true;
}

/* A slot came free that many lanes could use. Waiting calls are tried in their order, a limited
 * number a turn, and before new calls, so the oldest call that can use the slot gets it. If a slot
 * comes free behind a pass of several turns, another pass follows; new calls do not wait for that
 * one. True: a pass has ended. */
static bool sweep_calls(struct engine *engine)
{
	u32 tried = 0;
	struct list_node *node = engine->dispatch.waiting_calls.head.next;
	while (engine->dispatch.sweep_from && node != &engine->dispatch.waiting_calls.head) {
		struct call *call = container_of(node, struct call, in_list);
		node = node->next;
		if (call->number < engine->dispatch.sweep_from) continue;
		if (tried++ == SWEEP_CALLS_MAX || !turn_has_room(engine)) return false;
		engine->dispatch.sweep_from = call->number;
		if (!serve(engine, call) && !turn_has_room(engine)) return false;
		engine->dispatch.sweep_from++;
	}
	engine->dispatch.sweep_from = engine->dispatch.sweep_again ? 1 : 0;
	engine->dispatch.sweep_again = false;
	return true;
}

static bool serve_fresh(struct engine *engine)
{
	while (!list_is_empty(&engine->dispatch.fresh_calls)) {
		struct list_node *node = list_first(&engine->dispatch.fresh_calls);
		struct call *call = container_of(node, struct call, in_list);
		if (!turn_has_room(engine)) return false;
		if (serve(engine, call)) continue;
		if (!turn_has_room(engine)) return false;
		list_remove(node);
		if (call->answer || call->ends_at <= boot_now(engine) ||
		    engine_waits_full(engine)) {
			call_answer(engine, call, NULL, 0);
			call_forget(engine, call);
		} else {
			call_wait(engine, call);
		}
	}
	return true;
}

/* Due runs may still be loading, after a start or a leap of the clock. A less urgent run could then
 * start before a run of the next page. So no call is served until they are loaded, but at most for
 * this long: with very many runs, work goes on with those in memory. */
static bool waits_for_loading(const struct engine *engine)
{
	enum { LOADING_MS_MAX = 2000 };
	return engine->reach.behind_since &&
	       boot_now(engine) < msec_add(engine->reach.behind_since, LOADING_MS_MAX);
}

void match_calls(struct engine *engine)
{
	bool done = !waits_for_loading(engine) && sweep_calls(engine) && offer_opened(engine) &&
		    serve_fresh(engine) && !engine->dispatch.sweep_from;
	/* The turn's bounds are used up: the next turn, which follows at once, goes on. A call that
	 * came with a report ends with its answer. */
	if (done) return;
	engine->step.has_work = true;
	struct list_node *node = engine->dispatch.fresh_calls.head.next;
	while (node != &engine->dispatch.fresh_calls.head) {
		struct call *call = container_of(node, struct call, in_list);
		node = node->next;
		if (!call->answer) continue;
		call_answer(engine, call, NULL, 0);
		call_forget(engine, call);
	}
}

void on_lease(struct engine *engine, const struct command *command)
{
	struct why why;
	struct call *call = call_new(engine, command, &command->lease, &why);
	if (!call) {
		struct answer *answer = answer_add(engine, command->reply);
		answer->err = why.code;
		answer->why = why;
		return;
	}
	list_push_back(&engine->dispatch.fresh_calls, &call->in_list);
}
