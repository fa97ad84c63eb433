/* The engine as a whole: its memory, and the order of a step. */
#include "base/memory.h"
#include "engine/fallback_parts.h"
#include "engine/gate_parts.h"
#include "engine/job_parts.h"
#include "engine/route_parts.h"

#define HORIZON_DEFAULT (10 * MSEC_MINUTE)
/* A timer that acts later than this: nobody was there to hear the workers. */
#define GAP_MS MSEC_SECOND

static void init_pools(struct engine *engine)
{
	pool_init(&engine->run_pool, sizeof(struct engine_run));
	pool_init(&engine->execution_pool, sizeof(struct execution));
	pool_init(&engine->tenant_pool, sizeof(struct tenant));
	pool_init(&engine->type_pool, sizeof(struct type));
	pool_init(&engine->type_row_pool, sizeof(struct type_row));
	pool_init(&engine->seat_pool, sizeof(struct seat));
	pool_init(&engine->stand_pool, sizeof(struct stand));
	pool_init(&engine->spill_pool, sizeof(struct spill));
	pool_init(&engine->shelf_pool, sizeof(struct shelf));
	pool_init(&engine->post_pool, sizeof(struct post));
	pool_init(&engine->wait_pool, sizeof(struct wait));
	pool_init(&engine->call_pool, sizeof(struct call));
	pool_init(&engine->worker_pool, sizeof(struct worker));
	pool_init(&engine->owner_pool, sizeof(struct worker_owner));
	pool_init(&engine->pause_pool, sizeof(struct pause));
	pool_init(&engine->cooldown_pool, sizeof(struct cooldown));
	pool_init(&engine->batch_pool, sizeof(struct batch));
	pool_init(&engine->job_pool, sizeof(struct job));
	pool_init(&engine->lane_pool, sizeof(struct lane));
	pool_init(&engine->operation_pool, sizeof(struct operation));
	pool_init(&engine->rate_pool, sizeof(struct rate));
	pool_init(&engine->route_pool, sizeof(struct route));
	pool_init(&engine->asked_pool, sizeof(struct asked));
	pool_init(&engine->tally_pool, sizeof(struct quota_tally));
}

static void init_tables(struct engine *engine)
{
	u64 seed = engine->config.hash_seed;
	uuid_map_init(&engine->runs, seed, offsetof(struct engine_run, id));
	uuid_map_init(&engine->executions, seed, offsetof(struct execution, id));
	uuid_map_init(&engine->ended, seed, offsetof(struct ended, id));
	uuid_map_init(&engine->wanted, seed,
		      offsetof(struct run_seen, row) + offsetof(struct run_row, id));
	uuid_map_init(&engine->wanted_executions, seed, offsetof(struct want, execution.id));
	u64_map_init(&engine->tenants, seed);
	u64_map_init(&engine->tallies, seed);
	u64_map_init(&engine->types, seed);
	u64_map_init(&engine->seats, seed);
	u64_map_init(&engine->shelves, seed);
	u64_map_init(&engine->posts, seed);
	u64_map_init(&engine->workers, seed);
	u64_map_init(&engine->calls, seed);
	uuid_map_init(&engine->batches, seed, offsetof(struct batch, row.id));
	uuid_map_init(&engine->asked, seed, offsetof(struct asked, run));
	uuid_map_init(&engine->jobs, seed, offsetof(struct job, row.id));
	map_init(&engine->calendars, calendar_is);
	map_init(&engine->cooldowns, cooldown_is_of);
	alerts_init(engine);
	map_init(&engine->keys, key_state_is);
	things_init(engine);
	replays_init(engine);
	effects_init(engine);
	ladders_init(engine);
	dailies_init(engine);
	reminders_init(engine);
	map_init(&engine->pauses_by_key, pause_is_of);
	map_init(&engine->rates, rate_is_of);
	map_init(&engine->routes, route_is_of);
	map_init(&engine->results, result_is_wanted);
	map_init(&engine->workers_by_text, worker_is_named);
	map_init(&engine->worker_owners, worker_owner_is_named);
	heap_init(&engine->wall, NULL);
	heap_init(&engine->boot, NULL);
}

static void init_lists(struct engine *engine)
{
	list_init(&engine->fresh_calls);
	list_init(&engine->waiting_calls);
	list_init(&engine->opened_stands);
	list_init(&engine->opened_seats);
	list_init(&engine->operations);
	list_init(&engine->thirsty);
	list_init(&engine->idle);
	list_init(&engine->workers_list);
	list_init(&engine->workers_idle);
	list_init(&engine->touched_jobs);
	list_init(&engine->gatekeepers);
	list_init(&engine->gated_tenants);
	list_init(&engine->shared_routes);
	list_init(&engine->refused_routes);
	list_init(&engine->dirty_batches);
	list_init(&engine->sweeping_batches);
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
	if (!engine->config.horizon) engine->config.horizon = HORIZON_DEFAULT;
	if (!engine->config.aging) engine->config.aging = DEFAULT_AGING_MS;
	if (!engine->config.job_attempts) engine->config.job_attempts = DEFAULT_JOB_ATTEMPTS;
	if (!engine->config.snooze_ms)
		engine->config.snooze_ms = SNOOZE_MINUTES_DEFAULT * MSEC_MINUTE;
	if (!engine->config.snooze_most) engine->config.snooze_most = SNOOZE_COUNT_DEFAULT;
	engine->job_backoff = *backoff_default_for_jobs();
	if (engine->config.job_delay) engine->job_backoff.base = engine->config.job_delay;
	engine->hash_key = hash_key_from_seed(config->hash_seed);
	engine->loaded_at = MSEC_MIN;
	engine->scan_at = MSEC_MIN;
	engine->overdue_at = MSEC_MAX;
	engine->defer_at = MSEC_MAX;
	engine->deferred_at = MSEC_MIN;
	init_pools(engine);
	init_tables(engine);
	init_lists(engine);
	names_init(engine);
	waiting_init(&engine->waiting, config->hash_seed);
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
	waiting_done(&engine->waiting);
	struct pool *pools[] = {
		&engine->run_pool,   &engine->execution_pool, &engine->tenant_pool,
		&engine->type_pool,  &engine->type_row_pool,  &engine->seat_pool,
		&engine->stand_pool, &engine->shelf_pool,     &engine->post_pool,
		&engine->wait_pool,  &engine->call_pool,      &engine->worker_pool,
		&engine->owner_pool, &engine->pause_pool,     &engine->operation_pool,
		&engine->batch_pool, &engine->spill_pool,     &engine->rate_pool,
		&engine->route_pool, &engine->asked_pool,     &engine->cooldown_pool,
		&engine->tally_pool
	};
	for (u32 i = 0; i < countof(pools); i++) pool_done(pools[i]);
	struct uuid_map *by_uuid[] = { &engine->runs,    &engine->executions,
				       &engine->ended,   &engine->wanted,
				       &engine->replays, &engine->wanted_executions,
				       &engine->effects, &engine->effects_by_key,
				       &engine->batches, &engine->ladders.entities,
				       &engine->asked };
	for (u32 i = 0; i < countof(by_uuid); i++) uuid_map_done(by_uuid[i]);
	struct u64_map *by_number[] = { &engine->tenants, &engine->types,  &engine->seats,
					&engine->shelves, &engine->posts,  &engine->workers,
					&engine->calls,   &engine->tallies };
	for (u32 i = 0; i < countof(by_number); i++) u64_map_done(by_number[i]);
	map_done(&engine->cooldowns);
	alerts_done(engine);
	map_done(&engine->keys);
	map_done(&engine->things);
	map_done(&engine->pauses_by_key);
	map_done(&engine->rates);
	map_done(&engine->routes);
	map_done(&engine->results);
	map_done(&engine->workers_by_text);
	map_done(&engine->worker_owners);
	heap_done(&engine->wall);
	heap_done(&engine->boot);
	mem_free(engine);
}

str engine_name(const struct engine *engine, enum name_kind kind, u32 no)
{
	return name_text(engine, kind, no);
}

struct engine_pulse engine_pulse(const struct engine *engine)
{
	return (struct engine_pulse){ .due = engine->due,
				      .running = engine->running,
				      .windows_open = engine->dailies.open,
				      .windows_seen = engine->dailies.looked_at,
				      .windows_enqueued = engine->dailies.enqueued,
				      .windows_cut_off = engine->dailies.cut_off };
}

struct now engine_next_wake(const struct engine *engine)
{
	struct now wake = { MSEC_MAX, MSEC_MAX };
	bool lags = engine->loading_lags || !list_is_empty(&engine->thirsty) ||
		    engine->waiting.asking_len || engine->to_judge_len;
	if (engine->has_work || lags) return (struct now){ MSEC_MIN, MSEC_MIN };
	if (engine->wall.count) wake.wall = engine->wall.entries[0].key;
	if (engine->boot.count) wake.boot = engine->boot.entries[0].key;
	if (engine->scan_at < wake.wall) wake.wall = engine->scan_at;
	if (engine->overdue_at < wake.wall) wake.wall = engine->overdue_at;
	if (engine->defer_at < wake.boot) wake.boot = engine->defer_at;
	if (hold_is_on(engine) && engine->hold_until < wake.boot) wake.boot = engine->hold_until;
	return wake;
}

/* ---- the step ----------------------------------------------------------------------------- */

static void decide(struct engine *engine, const struct command *command)
{
	switch (command->kind) {
	case COMMAND_ENQUEUE: on_enqueue(engine, command); return;
	case COMMAND_ALERT_PUT: on_alert_put(engine, command); return;
	case COMMAND_ALERT_DELETE: on_alert_delete(engine, command); return;
	case COMMAND_ALERT_ACKNOWLEDGE: on_alert_acknowledge(engine, command); return;
	case COMMAND_ALERT_TEST: on_alert_test(engine, command); return;
	case COMMAND_LEASE: on_lease(engine, command); return;
	case COMMAND_LEAVE: on_leave(engine, command); return;
	case COMMAND_BEAT: on_beat(engine, command); return;
	case COMMAND_REPORT: on_report(engine, command); return;
	case COMMAND_CANCEL: on_cancel(engine, command); return;
	case COMMAND_RESCHEDULE: on_reschedule(engine, command); return;
	case COMMAND_RETRY: on_retry(engine, command); return;
	case COMMAND_COPY: on_copy(engine, command); return;
	case COMMAND_DISCARD: on_discard(engine, command); return;
	case COMMAND_PAUSE: on_pause(engine, command); return;
	case COMMAND_RESUME: on_resume(engine, command); return;
	case COMMAND_SET_TYPE: on_set_type(engine, command); return;
	case COMMAND_SET_QUEUE: on_set_queue(engine, command); return;
	case COMMAND_SET_TENANT: on_set_tenant(engine, command); return;
	case COMMAND_SET_LIMIT: on_set_limit(engine, command); return;
	case COMMAND_TENANT_DROP: on_tenant_drop(engine, command); return;
	case COMMAND_OPERATION_START: on_operation_start(engine, command); return;
	case COMMAND_OPERATION_STOP: on_operation_stop(engine, command); return;
	case COMMAND_THING_PUT: on_thing_put(engine, command); return;
	case COMMAND_THING_DELETE: on_thing_delete(engine, command); return;
	case COMMAND_BATCH: on_batch(engine, command); return;
	case COMMAND_LADDER: on_ladder(engine, command); return;
	case COMMAND_LADDER_MOVE: on_ladder_move(engine, command); return;
	case COMMAND_LADDER_STOP: on_ladder_stop(engine, command); return;
	case COMMAND_EFFECT_CLAIM: on_effect_claim(engine, command); return;
	case COMMAND_EFFECT_COMPLETE: on_effect_complete(engine, command); return;
	case COMMAND_EFFECT_RELEASE: on_effect_release(engine, command); return;
	case COMMAND_DAMAGED: on_damaged(engine, command); return;
	case COMMAND_HOOK_SAID: on_hook_said(engine, command); return;
	case COMMAND_JOB_APPLY: on_job_apply(engine, command); return;
	case COMMAND_JOB_PUT: on_job_put(engine, command); return;
	case COMMAND_JOB_DELETE: on_job_delete(engine, command); return;
	case COMMAND_JOB_PAUSE: on_job_pause(engine, command); return;
	case COMMAND_JOB_RESUME: on_job_resume(engine, command); return;
	case COMMAND_JOB_RUN: on_job_run(engine, command); return;
	case COMMAND_JOB_SKIP_NEXT: on_job_skip_next(engine, command); return;
	case COMMAND_JOB_BACKFILL: on_job_backfill(engine, command); return;
	case COMMAND_CALENDAR_PUT: on_calendar_put(engine, command); return;
	case COMMAND_CALENDAR_DELETE: on_calendar_delete(engine, command); return;
	case COMMAND_DAILY_PUT: on_daily_put(engine, command); return;
	case COMMAND_DAILY_DELETE: on_daily_delete(engine, command); return;
	case COMMAND_REMINDER_PUT: on_reminder_put(engine, command); return;
	case COMMAND_REMINDER_SNOOZE: on_reminder_snooze(engine, command); return;
	case COMMAND_REMINDER_DISMISS:
	case COMMAND_REMINDER_COMPLETE: on_reminder_end(engine, command); return;
	case COMMAND_REMINDER_DELETE: on_reminder_delete(engine, command); return;
	case COMMAND_NOTICE_READ: on_notice_read(engine, command); return;
	case COMMAND_TZ_CHANGED: on_tz_changed(engine, command); return;
	case COMMAND_RECORD: on_record(engine, command); return;
	case COMMAND_ASK_WHY: on_ask_why(engine, command); return;
	case COMMAND_ASK_STATUS: on_ask_status(engine, command); return;
	case COMMAND_ASK_ROUTES: on_ask_routes(engine, command); return;
	case COMMAND_ASK_QUOTAS: on_ask_quotas(engine, command); return;
	case COMMAND_COUNT: break;
	}
	must(false);
}

static void carry_out(struct engine *engine, const struct command *command)
{
	if (command->apply && !apply_goes_ahead(engine, command)) return;
	if (replay_answers(engine, command)) return;
	struct audit_mark mark = audit_begin(engine, command);
	decide(engine, command);
	if (command->audit) audit_end(engine, command, mark);
}

static void carry_out_all(struct engine *engine, enum command_order order)
{
	const struct turn *turn = now_turn(engine);
	for (u32 i = 0; i < turn->commands_len; i++) {
		if (command_order(turn->commands[i]->kind) == order)
			carry_out(engine, turn->commands[i]);
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
	engine->loading_lags = len == want->due.limit;
	for (u32 i = 0; i < len; i++) {
		struct place place = { rows[i].hot.run_at, rows[i].id };
		if (!take_in_run(engine, &rows[i])) {
			engine->loading_lags = false;
			reach_less_far(engine, place);
			return;
		}
		engine->loaded_at = place.run_at;
		engine->loaded_id = place.id;
	}
	if (engine->loading_lags) return;
	engine->loaded_at = want->due.until;
	memset(engine->loaded_id.bytes, 0xff, sizeof engine->loaded_id.bytes);
	engine->scan_at = msec_sub(engine->loaded_at, engine->config.horizon / 2);
}

/* Bands are refilled before what is due comes to them. */
static void take_in_runs(struct engine *engine)
{
	const struct turn *turn = now_turn(engine);
	for (u32 i = 0; i < turn->wants_len; i++) {
		const struct want *want = &turn->wants[i];
		if (want->kind == WANT_SPILLED) take_in_spilled(engine, want);
		if (want->kind == WANT_OVERDUE) engine->overdue_at = want->overdue.next;
	}
	for (u32 i = 0; i < turn->wants_len; i++) {
		if (turn->wants[i].kind == WANT_DUE) take_in_due(engine, &turn->wants[i]);
	}
}

/* What is overdue ends last: another may stand in its place at once, and must find memory reaching
 * as far as it will. */
static void take_in_loaded(struct engine *engine)
{
	struct turn *turn = now_turn(engine);
	take_in_runs(engine);
	for (u32 i = 0; i < turn->wants_len; i++) {
		if (turn->wants[i].kind == WANT_OVERDUE) end_overdue(engine, &turn->wants[i]);
	}
	bool is_behind = engine->loading_lags && engine->loaded_at <= turn->now.wall;
	if (!is_behind) engine->behind_since = 0;
	else if (!engine->behind_since) engine->behind_since = turn->now.boot + 1;
}

static void step_begins(struct engine *engine, struct turn *turn)
{
	engine->turn = turn;
	engine->has_work = false;
	engine->audit_rows = 0;
	engine->dailies.looked_at = engine->dailies.enqueued = engine->dailies.cut_off = 0;
	engine->jitter = prng_init(turn->jitter_seed);
	/* A timer that acts this late: this process, or the machine, was away. */
	if (engine->boot.count && engine->boot.entries[0].key < msec_sub(turn->now.boot, GAP_MS))
		engine->gap_at = turn->now.boot;
	if (turn->silent_until > engine->gap_at) engine->gap_at = turn->silent_until;
	if (engine->seen.boot) hold_begins(engine, &engine->seen, &turn->now);
	bool went_back = turn->now.wall < engine->seen.wall;
	engine->seen = turn->now;
	if (went_back) jobs_close_again(engine);
	if (went_back) gates_look_again(engine);
	if (went_back) judges_forget(engine, NULL);
	if (engine->queues[QUEUE_DEFAULT].exists) return;
	queue_make(engine, STR("default"), &(struct queue_policy){ 0 });
	must(engine->queues[QUEUE_DEFAULT].exists);
}

/* Who waits for the beginning of a run goes on in the same commit, and is matched in the next turn.
 */
static void release_by_starts(struct engine *engine)
{
	u32 before = engine->waiting.acts_left;
	engine->waiting.has_matched = true;
	waiting_settle(engine);
	engine->waiting.has_matched = false;
	if (engine->waiting.acts_left != before) engine->has_work = true;
}

void engine_step(struct engine *engine, struct turn *turn)
{
	step_begins(engine, turn);
	carry_out_all(engine, ORDER_ASK);
	/* Before anything is queued again: its run_at is compared with how far memory reaches, and
	 * the page that was read does not hold a run that was processing then. */
	take_in_loaded(engine);
	jobs_visit(engine);
	asks_answered(engine);
	carry_out_all(engine, ORDER_FIRST);
	time_acts(engine);
	carry_out_all(engine, ORDER_LATER);
	operations_step(engine);
	judges_act(engine);
	batches_sweep(engine);
	waiting_settle(engine);
	gates_defer(engine);
	alerts_settle(engine);
	match_calls(engine);
	alerts_wait(engine);
	service_sees_due(engine);
	release_by_starts(engine);
	batches_settle(engine);
	jobs_settle(engine);
	drafts_done(engine);
	idle_release(engine);
	if (turn->journal_entries) {
		must(turn->actions_len < turn->actions_max);
		turn->actions[turn->actions_len++] = (struct action){ .kind = ACTION_PUBLISH,
								      .turn = turn->id };
	}
	wants_forget(engine);
	engine->turn = NULL;
}

/* The runs that the store brought are taken in as a step would, or a memory that was just made from
 * the store would know of few; nothing that changes a row is done. */
void engine_answer(struct engine *engine, struct turn *turn)
{
	engine->turn = turn;
	if (engine->queues[QUEUE_DEFAULT].exists) take_in_runs(engine);
	carry_out_all(engine, ORDER_ASK);
	wants_forget(engine);
	drafts_done(engine);
	jobs_forget_idle(engine);
	engine->turn = NULL;
}
