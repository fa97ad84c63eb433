/* The engine as a whole: its memory, and the order of a step. */
#include "base/memory.h"
#include "engine/commands.h"
#include "engine/core/clock_watch.h"
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/gate_parts.h"
#include "engine/gates/route_parts.h"
#include "engine/memory/memory.h"
#include "engine/room_parts.h"
#include "engine/schedule/job_parts.h"
#include "engine/together/fallback_parts.h"
#include "engine/top.h"

#define HORIZON_DEFAULT (10 * MSEC_MINUTE)
/* A timer that acts later than this: nobody was there to hear the workers. */
#define GAP_MS MSEC_SECOND

static void init_pools(struct engine *engine)
{
	pool_init(&engine->core.run_pool, sizeof(struct engine_run));
	pool_init(&engine->core.execution_pool, sizeof(struct execution));
	pool_init(&engine->dispatch.tenant_pool, sizeof(struct tenant));
	pool_init(&engine->dispatch.type_pool, sizeof(struct type));
	pool_init(&engine->dispatch.type_row_pool, sizeof(struct type_row));
	pool_init(&engine->dispatch.namesakes_pool, sizeof(struct namesakes));
	pool_init(&engine->dispatch.base_pool, sizeof(struct base_policy));
	pool_init(&engine->dispatch.share_pool, sizeof(struct share));
	pool_init(&engine->dispatch.lane_pool, sizeof(struct lane));
	pool_init(&engine->dispatch.spill_pool, sizeof(struct spill));
	pool_init(&engine->dispatch.lane_index_pool, sizeof(struct lane_index));
	pool_init(&engine->dispatch.post_pool, sizeof(struct post));
	pool_init(&engine->dispatch.wait_pool, sizeof(struct wait));
	pool_init(&engine->dispatch.call_pool, sizeof(struct call));
	pool_init(&engine->workers.pool, sizeof(struct worker));
	pool_init(&engine->workers.owner_pool, sizeof(struct worker_owner));
	pool_init(&engine->gates.pause_pool, sizeof(struct pause));
	pool_init(&engine->together.cooldown_pool, sizeof(struct cooldown));
	pool_init(&engine->together.batch_pool, sizeof(struct batch));
	pool_init(&engine->schedule.job_pool, sizeof(struct job));
	pool_init(&engine->schedule.job_lane_pool, sizeof(struct job_lane));
	pool_init(&engine->core.operation_pool, sizeof(struct operation));
	pool_init(&engine->gates.rate_pool, sizeof(struct rate));
	pool_init(&engine->gates.route_pool, sizeof(struct route));
	pool_init(&engine->gates.asked_pool, sizeof(struct asked));
	pool_init(&engine->gates.tally_pool, sizeof(struct quota_tally));
}

static void init_tables(struct engine *engine)
{
	u64 seed = engine->config.hash_seed;
	uuid_map_init(&engine->core.runs, seed, offsetof(struct engine_run, id));
	uuid_map_init(&engine->core.executions, seed, offsetof(struct execution, id));
	uuid_map_init(&engine->step.ended, seed, offsetof(struct ended, id));
	uuid_map_init(&engine->step.wanted, seed,
		      offsetof(struct run_seen, row) + offsetof(struct run_row, id));
	uuid_map_init(&engine->step.wanted_executions, seed, offsetof(struct want, execution.id));
	u64_map_init(&engine->dispatch.tenants, seed);
	u64_map_init(&engine->gates.tallies, seed);
	u64_map_init(&engine->dispatch.types, seed);
	u64_map_init(&engine->dispatch.namesakes, seed);
	u64_map_init(&engine->dispatch.shares, seed);
	u64_map_init(&engine->dispatch.lane_indexes, seed);
	u64_map_init(&engine->dispatch.posts, seed);
	u64_map_init(&engine->workers.by_number, seed);
	u64_map_init(&engine->dispatch.calls, seed);
	uuid_map_init(&engine->together.batches, seed, offsetof(struct batch, row.id));
	uuid_map_init(&engine->gates.asked, seed, offsetof(struct asked, run));
	uuid_map_init(&engine->schedule.jobs, seed, offsetof(struct job, row.id));
	map_init(&engine->schedule.calendars, calendar_is);
	map_init(&engine->together.cooldowns, cooldown_is_of);
	alerts_init(engine);
	map_init(&engine->step.keys, key_state_is);
	documents_init(engine);
	replays_init(engine);
	effects_init(engine);
	ladders_init(engine);
	dailies_init(engine);
	reminders_init(engine);
	map_init(&engine->gates.pauses_by_key, pause_is_of);
	map_init(&engine->gates.rates, rate_is_of);
	map_init(&engine->gates.routes, route_is_of);
	map_init(&engine->step.results, result_is_wanted);
	map_init(&engine->workers.by_text, worker_is_named);
	map_init(&engine->workers.owners, worker_owner_is_named);
	heap_init(&engine->clock.wall, NULL);
	heap_init(&engine->clock.boot, NULL);
}

static void init_lists(struct engine *engine)
{
	list_init(&engine->dispatch.fresh_calls);
	list_init(&engine->dispatch.waiting_calls);
	list_init(&engine->dispatch.opened_lanes);
	list_init(&engine->dispatch.opened_shares);
	list_init(&engine->dispatch.stale_namesakes);
	list_init(&engine->dispatch.stale_tenants);
	list_init(&engine->core.operations);
	list_init(&engine->dispatch.thirsty);
	list_init(&engine->dispatch.idle);
	list_init(&engine->workers.all);
	list_init(&engine->workers.idle);
	list_init(&engine->schedule.touched_jobs);
	list_init(&engine->gates.gatekeepers);
	list_init(&engine->gates.gated_tenants);
	list_init(&engine->gates.shared_routes);
	list_init(&engine->gates.refused_routes);
	list_init(&engine->together.dirty_batches);
	list_init(&engine->together.sweeping_batches);
}

u32 engine_runs_of_memory(u64 bytes)
{
	enum { SHARE_BYTES = 128 }; /* of a table that is half full, of two heaps, of a chunk */
	u64 runs = bytes / (sizeof(struct engine_run) + SHARE_BYTES);
	return runs < MAP_COUNT_MAX / 2 ? (u32)runs : MAP_COUNT_MAX / 2;
}

enum err engine_new(const struct engine_config *config, struct engine **out_engine)
{
	struct engine *engine = mem_alloc_zeroed(sizeof *engine);
	if (!engine) return ERR_MEMORY;
	engine->config = *config;
	engine->hooks = &engine_hooks;
	if (!engine->config.horizon) engine->config.horizon = HORIZON_DEFAULT;
	if (!engine->config.aging) engine->config.aging = DEFAULT_AGING_MS;
	if (!engine->config.job_attempts) engine->config.job_attempts = DEFAULT_JOB_ATTEMPTS;
	if (!engine->config.snooze_ms)
		engine->config.snooze_ms = SNOOZE_MINUTES_DEFAULT * MSEC_MINUTE;
	if (!engine->config.snooze_most) engine->config.snooze_most = SNOOZE_COUNT_DEFAULT;
	engine->schedule.job_backoff = *backoff_default_for_jobs();
	if (engine->config.job_delay) engine->schedule.job_backoff.base = engine->config.job_delay;
	engine->core.hash_key = hash_key_from_seed(config->hash_seed);
	engine->reach.loaded_at = MSEC_MIN;
	engine->reach.scan_at = MSEC_MIN;
	engine->reach.overdue_at = MSEC_MAX;
	engine->gates.defer_at = MSEC_MAX;
	engine->dispatch.base_routes = catalog_routes(config->catalog);
	engine->gates.deferred_at = MSEC_MIN;
	init_pools(engine);
	init_tables(engine);
	init_lists(engine);
	names_init(engine);
	waiting_init(&engine->schedule.waiting, config->hash_seed);
	followers_init(&engine->together.followers, config->hash_seed);
	*out_engine = engine;
	return ERR_OK;
}

void engine_free(struct engine *engine)
{
	if (!engine) return;
	jobs_done(engine);
	calendars_done(engine);
	gates_done(engine);
	dailies_done(engine);
	reminders_done(engine);
	names_done(engine);
	waiting_done(&engine->schedule.waiting);
	followers_done(&engine->together.followers);
	struct pool *pools[] = { &engine->core.run_pool,          &engine->core.execution_pool,
				 &engine->dispatch.tenant_pool,   &engine->dispatch.type_pool,
				 &engine->dispatch.type_row_pool, &engine->dispatch.share_pool,
				 &engine->dispatch.lane_pool,     &engine->dispatch.lane_index_pool,
				 &engine->dispatch.post_pool,     &engine->dispatch.wait_pool,
				 &engine->dispatch.call_pool,     &engine->workers.pool,
				 &engine->workers.owner_pool,     &engine->gates.pause_pool,
				 &engine->dispatch.base_pool,     &engine->dispatch.namesakes_pool,
				 &engine->core.operation_pool,    &engine->together.batch_pool,
				 &engine->dispatch.spill_pool,    &engine->gates.rate_pool,
				 &engine->gates.route_pool,       &engine->gates.asked_pool,
				 &engine->together.cooldown_pool, &engine->gates.tally_pool };
	for (u32 i = 0; i < countof(pools); i++) pool_done(pools[i]);
	struct uuid_map *by_uuid[] = {
		&engine->core.runs,        &engine->core.executions,
		&engine->step.ended,       &engine->step.wanted,
		&engine->step.replays,     &engine->step.wanted_executions,
		&engine->together.effects, &engine->together.effects_by_key,
		&engine->together.batches, &engine->together.ladders.entities,
		&engine->gates.asked
	};
	for (u32 i = 0; i < countof(by_uuid); i++) uuid_map_done(by_uuid[i]);
	struct u64_map *by_number[] = { &engine->dispatch.tenants,      &engine->dispatch.types,
					&engine->dispatch.namesakes,    &engine->dispatch.shares,
					&engine->dispatch.lane_indexes, &engine->dispatch.posts,
					&engine->workers.by_number,     &engine->dispatch.calls,
					&engine->gates.tallies };
	for (u32 i = 0; i < countof(by_number); i++) u64_map_done(by_number[i]);
	map_done(&engine->together.cooldowns);
	alerts_done(engine);
	map_done(&engine->step.keys);
	map_done(&engine->step.documents);
	map_done(&engine->gates.pauses_by_key);
	map_done(&engine->gates.rates);
	map_done(&engine->gates.routes);
	map_done(&engine->step.results);
	map_done(&engine->workers.by_text);
	map_done(&engine->workers.owners);
	heap_done(&engine->clock.wall);
	heap_done(&engine->clock.boot);
	mem_free(engine);
}

tenant_no engine_system(const struct engine *engine)
{
	return (tenant_no){ name_find_kept(engine, NAME_TENANT, SYSTEM_NAME) };
}

str engine_name(const struct engine *engine, enum name_kind kind, u32 no)
{
	return name_text(engine, kind, no);
}

struct engine_pulse engine_pulse(const struct engine *engine)
{
	return (struct engine_pulse){ .due = engine->dispatch.due,
				      .running = engine->dispatch.running,
				      .windows_open = engine->people.dailies.open +
						      engine->people.dailies.away,
				      .windows_seen = engine->people.dailies.looked_at,
				      .windows_enqueued = engine->people.dailies.enqueued,
				      .windows_cut_off = engine->people.dailies.cut_off };
}

struct now engine_next_wake(const struct engine *engine)
{
	struct now wake = { MSEC_MAX, MSEC_MAX };
	bool lags = engine->reach.loading_lags || !list_is_empty(&engine->dispatch.thirsty) ||
		    engine->schedule.waiting.asking_len || engine->gates.to_guard_len ||
		    followers_have_work(engine);
	if (engine->step.has_work || lags) return (struct now){ MSEC_MIN, MSEC_MIN };
	if (engine->clock.wall.count) wake.wall = engine->clock.wall.entries[0].key;
	if (engine->clock.boot.count) wake.boot = engine->clock.boot.entries[0].key;
	if (engine->reach.scan_at < wake.wall) wake.wall = engine->reach.scan_at;
	if (engine->reach.overdue_at < wake.wall) wake.wall = engine->reach.overdue_at;
	if (engine->gates.defer_at < wake.boot) wake.boot = engine->gates.defer_at;
	if (clock_hold_is_on(engine) && engine->clock.hold_until < wake.boot)
		wake.boot = engine->clock.hold_until;
	if (set_back_at(engine) < wake.boot) wake.boot = set_back_at(engine);
	return wake;
}

/* ---- the step ----------------------------------------------------------------------------- */

static void decide(struct engine *engine, const struct command *command)
{
	static void (*const acts[COMMAND_COUNT])(struct engine *, const struct command *) = {
#define X(name, word, order, subject, wants, room, act, ...) [COMMAND_##name] = on_##act,
		COMMANDS(X)
#undef X
	};
	must(command->kind < COMMAND_COUNT);
	acts[command->kind](engine, command);
}

static void carry_out(struct engine *engine, const struct command *command)
{
	if (command->apply && !apply_goes_ahead(engine, command)) return;
	if (command->has_replay && replay_answers(engine, command)) return;
	if (!command->audit) {
		decide(engine, command);
		return;
	}
	struct audit_mark mark = audit_begin(engine, command);
	decide(engine, command);
	audit_end(engine, command, mark);
}

static void carry_out_unit(struct engine *engine, const struct command *command)
{
	if (!ROOM_IS_CHECKED) {
		carry_out(engine, command);
		return;
	}
	struct room_mark before = room_mark(engine, room_of_command(engine, command));
	carry_out(engine, command);
	room_check(engine, before);
}

static void carry_out_all(struct engine *engine, enum command_order order)
{
	const struct turn *turn = now_turn(engine);
	for (u32 i = 0; i < turn->commands_len; i++) {
		if (command_order(turn->commands[i]->kind) == order)
			carry_out_unit(engine, turn->commands[i]);
	}
}

/* A run that the store brought; false: memory reaches no further for now. */
static bool take_in_run(struct engine *engine, const struct run_row *row)
{
	bool is_due = row->hot.run_at <= wall_now(engine);
	if (run_find(engine, &row->id)) return true;
	if (!is_due && engine_is_crowded(engine)) return false;
	struct engine_run *run = run_admit(engine, row);
	if (is_due && run_has_no_room(engine, run, true)) spill_run(engine, run);
	else run_line_up(engine, run);
	return true;
}

static void take_in_due(struct engine *engine, const struct want *want)
{
	u32 len = want->due.len;
	const struct run_row *rows = want->due.rows;
	engine->reach.loading_lags = len == want->due.limit;
	for (u32 i = 0; i < len; i++) {
		struct place place = { rows[i].hot.run_at, rows[i].id };
		if (!take_in_run(engine, &rows[i])) {
			engine->reach.loading_lags = false;
			reach_less_far(engine, place);
			return;
		}
		engine->reach.loaded_at = place.run_at;
		engine->reach.loaded_id = place.id;
	}
	if (engine->reach.loading_lags) return;
	engine->reach.loaded_at = want->due.until;
	memset(engine->reach.loaded_id.bytes, 0xff, sizeof engine->reach.loaded_id.bytes);
	engine->reach.scan_at = msec_sub(engine->reach.loaded_at, engine->config.horizon / 2);
}

/* Bands are refilled before what is due comes to them. */
static void take_in_runs(struct engine *engine)
{
	const struct turn *turn = now_turn(engine);
	for (u32 i = 0; i < turn->wants_len; i++) {
		const struct want *want = &turn->wants[i];
		if (want->kind == WANT_SPILLED) take_in_spilled(engine, want);
		if (want->kind == WANT_OVERDUE) engine->reach.overdue_at = want->overdue.next;
	}
	for (u32 i = 0; i < turn->wants_len; i++) {
		if (turn->wants[i].kind == WANT_DUE) take_in_due(engine, &turn->wants[i]);
	}
}

/* An overdue run ends last: another may stand in its place at once, and must find memory reaching
 * as far as it will. */
static void take_in_loaded(struct engine *engine)
{
	struct turn *turn = now_turn(engine);
	take_in_runs(engine);
	for (u32 i = 0; i < turn->wants_len; i++) {
		if (turn->wants[i].kind == WANT_OVERDUE) end_overdue(engine, &turn->wants[i]);
	}
	bool is_behind = engine->reach.loading_lags && engine->reach.loaded_at <= turn->now.wall;
	if (!is_behind) engine->reach.behind_since = 0;
	else if (!engine->reach.behind_since) engine->reach.behind_since = turn->now.boot + 1;
}

static void step_begins(struct engine *engine, struct turn *turn)
{
	engine->step.turn = turn;
	engine->step.has_work = false;
	engine->step.audit_rows = 0;
	engine->step.wanted_kinds = wanted_kinds(turn);
	engine->people.dailies.looked_at = engine->people.dailies.enqueued =
		engine->people.dailies.cut_off = 0;
	engine->step.jitter = prng_init(turn->jitter_seed);
	/* A timer that acts this late: this process, or the machine, was away. */
	if (engine->clock.boot.count &&
	    engine->clock.boot.entries[0].key < msec_sub(turn->now.boot, GAP_MS))
		engine->clock.gap_at = turn->now.boot;
	if (turn->silent_until > engine->clock.gap_at) engine->clock.gap_at = turn->silent_until;
	bool has_jumped = engine->clock.seen.boot && clock_step(&engine->clock.seen, &turn->now);
	if (has_jumped) clock_hold_begin(engine, &engine->clock.seen, &turn->now);
	if (has_jumped) clock_goes_back(engine, &engine->clock.seen, &turn->now);
	bool went_back = turn->now.wall < engine->clock.seen.wall;
	engine->clock.seen = turn->now;
	if (went_back) jobs_close_again(engine);
	if (went_back) gates_look_again(engine);
	if (went_back) guard_forget_clearances(engine, NULL);
	if (engine->dispatch.queues[QUEUE_DEFAULT].exists) return;
	queue_make(engine, STR("default"), &(struct queue_policy){ 0 });
	must(engine->dispatch.queues[QUEUE_DEFAULT].exists);
}

void engine_step(struct engine *engine, struct turn *turn)
{
	size_t held = turn->arena.held;
	step_begins(engine, turn);
	carry_out_all(engine, ORDER_ASK);
	/* Before anything is queued again: its run_at is compared with how far memory reaches, and
	 * the page that was read does not hold a run that was processing then. */
	take_in_loaded(engine);
	phases_before_reports(engine);
	carry_out_all(engine, ORDER_FIRST);
	time_acts(engine);
	carry_out_all(engine, ORDER_LATER);
	phases_after_commands(engine);
	if (turn->journal_entries) {
		must(turn->actions_len < turn->actions_max);
		turn->actions[turn->actions_len++] = (struct action){ .kind = ACTION_PUBLISH,
								      .turn = turn->id };
	}
	if (ROOM_IS_CHECKED) room_check_arena(engine, held);
	wants_forget(engine);
	engine->step.turn = NULL;
}

/* The runs that the store brought are taken in as a step would, or a memory that was just made from
 * the store would know of few; nothing that changes a row is done. */
void engine_answer(struct engine *engine, struct turn *turn)
{
	engine->step.turn = turn;
	if (engine->dispatch.queues[QUEUE_DEFAULT].exists) take_in_runs(engine);
	carry_out_all(engine, ORDER_ASK);
	wants_forget(engine);
	drafts_done(engine);
	jobs_forget_idle(engine);
	engine->step.turn = NULL;
}
