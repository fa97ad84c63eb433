/* All memory that a step can need, taken before it begins: then deciding cannot fail. The bounds
 * are generous but follow what is really there: a quiet engine reserves little. */
#include "model/ladder.h"

#include "engine/gates/gate_parts.h"
#include "engine/gates/route_parts.h"
#include "engine/room_parts.h"
#include "engine/schedule/job_parts.h"
#include "engine/together/fallback_parts.h"

enum {
	CHANGES_PER_RUN = 6,  /* run, execution, two keys, and room for what joins */
	CHANGES_PER_PLAN = 4, /* the run, its row in the ledger, and both again when withdrawn */
	CHANGES_PER_DAY = 8,  /* two days, the person, the next run, a task, one that is moved */
	CHANGES_PER_REMINDER = 8, /* its row three times, the run that ends, the next, a notice */
	REMINDER_JOURNAL = 6,     /* entries of it */
	REMINDER_TEXT_BYTES = 4 * LIMIT_REMINDER_RULE_BYTES + 6 * (LIMIT_TENANT_NAME_BYTES + 160),
	DAY_TEXT_BYTES = 6 * (LIMIT_TENANT_NAME_BYTES + 64),
	CHANGES_PER_JUDGED = 4, /* the run, its occurrence, a range, the job */
	ANSWER_BYTES = 1024,    /* a struct answer with its rounding */
	JUDGED_MORE = 16,
	ASKS_AGAIN = 64,            /* whose links are written anew because a run was withdrawn */
	PLAN_JOURNAL_BYTES = 96,    /* of a planned run, with its short reason */
	ALERT_JOURNAL_BYTES = 2048, /* what the journal tells of an alert */
	BATCH_KEY_BYTES = 64,       /* a child's key, and rounding */
	EFFECT_TEXT_BYTES = 64,     /* a run's id as text, and rounding */
	RUNG_TEXT_BYTES = RUNG_KEY_BYTES + 16,
	RUNGS_BYTES = RUNGS_PACKED_BYTES + 64,
	ROUTE_SHOWN_BYTES = sizeof(struct route_state) + LIMIT_ROUTE_BYTES +
			    LIMIT_RATE_BUCKET_BYTES + 64,
	WHY_PAUSES_BYTES = 4 * (2 * LIMIT_REASON_BYTES + 32), /* what pauses say that hold a run */
	AUDIT_TEXT_BYTES = 64, /* of a handler's words: the run's id, and rounding */
	OPERATION_TEXT_BYTES = LIMIT_ENTITY_BYTES + LIMIT_REASON_BYTES + 32,
};

#define DAY_BYTES                                                                                 \
	(2 * sizeof(struct run_row) + 2 * sizeof(struct day_row) + 2 * sizeof(struct daily_row) + \
	 DAY_TEXT_BYTES)

#define REMINDER_BYTES                                                  \
	(2 * sizeof(struct run_row) + 4 * sizeof(struct reminder_row) + \
	 sizeof(struct notice_row) + REMINDER_TEXT_BYTES)

static void count_replay(struct bounds *bounds, const struct command *command)
{
	/* The objects that a call made, twice: as entries and as their bytes. */
	u32 made = command->kind == COMMAND_ENQUEUE ? command->enqueue.len : REPLAY_ENTRIES_OF_ONE;
	bounds->replays++;
	bounds->replay_bytes += (size_t)made * (sizeof(struct replay_entry) + REPLAY_ENTRY_BYTES) +
				64;
}

/* Rungs that exist may be moved or cancelled, and rungs that had passed be made. */
static void count_ladders(struct bounds *bounds, const struct want *want)
{
	u32 rungs = ladders_wanted_rungs(want);
	bounds->touched += rungs;
	bounds->created += rungs;
	bounds->rungs += rungs;
	bounds->names += 2;
	bounds->ladders += want->ladders.len;
	bounds->journal_texts += (size_t)rungs * 2 * LIMIT_REASON_BYTES;
}

/* Each may have a run that is withdrawn and one that is made. */
static void count_ahead(struct bounds *bounds, const struct want *want)
{
	bool is_daily = want->kind == WANT_DAILIES_AHEAD;
	u32 len = is_daily ? want->dailies_ahead.len : want->reminders_ahead.len;
	bounds->touched += len;
	bounds->created += len;
	bounds->set_back += len;
	for (u32 i = 0; is_daily && i < len; i++)
		bounds->undone += want->dailies_ahead.rows[i].days_len;
}

static void count_wants(struct bounds *bounds, const struct turn *turn)
{
	for (u32 i = 0; i < turn->wants_len; i++) {
		const struct want *want = &turn->wants[i];
		if (want->kind == WANT_DUE) bounds->loaded += want->due.len;
		if (want->kind == WANT_SPILLED) bounds->loaded += want->spilled.len;
		if (want->kind == WANT_OVERDUE) bounds->touched += want->overdue.len;
		if (want->kind == WANT_LADDERS) count_ladders(bounds, want);
		if (want->kind == WANT_REPLAY && want->replay.found)
			bounds->replay_bytes += want->replay.row.made.len / REPLAY_ENTRY_BYTES *
						sizeof(struct enqueue_answer);
		if (want->kind == WANT_DAILIES_AHEAD || want->kind == WANT_REMINDERS_AHEAD)
			count_ahead(bounds, want);
		if (want->kind == WANT_CHILDREN) bounds->touched += want->children.len;
		bounds->asked += want->kind == WANT_LINKS;
		if (want->kind == WANT_LINKS) bounds->links += want->links.len;
		if (want->kind == WANT_JOB && want->job.found)
			bounds->touched += want->job.seen.runs_len;
		for (u32 k = 0; want->kind == WANT_JOBS && k < want->jobs.len; k++)
			bounds->touched += want->jobs.rows[k].runs_len + 1 + want_is_ahead(want);
		if (want->kind == WANT_JOBS || want->kind == WANT_THINGS) bounds->operations++;
		if (want->kind == WANT_THINGS) bounds->settings += want->things.len + 1;
		if (want->kind != WANT_MATCHING) continue;
		bounds->touched += want->matching.len;
		bounds->operations++;
		bounds->journal_texts += (size_t)want->matching.len * LIMIT_REASON_BYTES;
	}
}

/* Calls that the turn before had no room for. */
static void count_left_over(struct bounds *bounds, const struct engine *engine)
{
	for (struct list_node *node = engine->dispatch.fresh_calls.head.next;
	     node != &engine->dispatch.fresh_calls.head; node = node->next) {
		bounds->left_over++;
		bounds->waits += call_posts(container_of(node, struct call, in_list));
	}
}

static struct bounds count_bounds(const struct engine *engine, const struct turn *turn)
{
	struct bounds bounds = { .turn = turn, .names = 2 };
	for (u32 i = 0; i < turn->commands_len; i++) {
		count_command(&bounds, turn->commands[i]);
		if (turn->commands[i]->has_replay) count_replay(&bounds, turn->commands[i]);
		if (!turn->commands[i]->audit) continue;
		bounds.audits++;
		bounds.audit_bytes += audit_bytes(turn->commands[i]);
	}
	count_wants(&bounds, turn);
	count_left_over(&bounds, engine);
	bounds.bases = bases_needed(engine, turn);
	bounds.inheriting = bases_inheriting(engine, turn);
	if (bounds.rates || bounds.types_set) bounds.routes = routes_needed(engine, turn);
	bounds.timers = least(LIMIT_TURN_TIMERS, (u64)engine->clock.wall.count +
							 engine->clock.boot.count + bounds.loaded +
							 bounds.created);
	bounds.judged_runs = engine->gates.to_judge_len;
	bounds.denied += bounds.judged_runs;
	bounds.journal_texts += (size_t)bounds.judged_runs * RULE_LABEL_BYTES;
	/* Each attempt that ends may be the last of its run, and have another run made. */
	if (engine->together.fallbacks)
		bounds.fallen = bounds.ended + bounds.timers + bounds.denied;
	/* Each that ends well may be told of. */
	if (engine->gates.pingers) bounds.pings = bounds.ended;
	bounds.names += bounds.pings > 0;
	bounds.created += bounds.fallen + bounds.pings;
	u32 alert_runs = alerts_runs(engine, turn);
	bounds.created += alert_runs;
	bounds.names += alert_runs;
	bounds.journal_texts += (size_t)alert_runs * (JOURNAL_BYTES + ALERT_JOURNAL_BYTES);
	/* Pauses that end are told with their reasons. */
	bounds.journal_texts += (size_t)least(engine->gates.pauses_len, bounds.timers) *
				LIMIT_REASON_BYTES;
	bounds.released = least(LIMIT_TURN_RELEASED,
				(u64)engine->schedule.waiting.await_pool.used_count + bounds.links);
	u64 may_run = (u64)engine->dispatch.due + bounds.created + bounds.loaded + bounds.ended +
		      bounds.touched + bounds.timers + bounds.asked + bounds.released;
	if (engine->gates.defer_at <= turn->now.boot)
		bounds.deferred = least(LIMIT_TURN_DEFERRALS, may_run);
	u64 asked = engine->dispatch.runs_asked + bounds.runs_asked;
	/* One more than can be: a turn without any left means that it was the bound's doing. */
	if (asked) bounds.claims = least(LIMIT_TURN_CLAIMS, least(may_run, asked) + 1u);
	return bounds;
}

u32 engine_random_bytes(const struct engine *engine, const struct turn *turn)
{
	struct bounds bounds = count_bounds(engine, turn);
	return (bounds.created + bounds.claims + bounds.operations + bounds.ids) * UUID7_RANDOM_LEN;
}

/* Runs that may line up by their time in this turn, and be due at once: those behind an occurrence
 * or a reminder that time ends, and those that a clock that jumped has kept waiting. */
static u64 lines_up_late(const struct engine *engine, const struct turn *turn,
			 const struct bounds *bounds)
{
	bool is_due = engine->clock.wall.count &&
		      engine->clock.wall.entries[0].key <= turn->now.wall;
	bool is_held_no_more = hold_is_on(engine) && engine->clock.hold_until <= turn->now.boot;
	if (!is_due && !is_held_no_more && !bounds->loaded) return 0;
	return (u64)engine->schedule.undecided + engine->people.dailies.pool.used_count +
	       engine->people.reminders.pool.used_count + bounds->loaded;
}

/* Timers that come in this turn and act in it, beside those that were here: else the last to be due
 * would wait for the next turn, and others go before it. `wall_before`: how many of the wall clock
 * there were before jobs came in; the pause of one may be over by now. */
static void count_late_timers(const struct engine *engine, const struct turn *turn, u32 wall_before,
			      struct bounds *bounds)
{
	u64 came = engine->clock.wall.count > wall_before ? engine->clock.wall.count - wall_before
							  : 0;
	bounds->timers = least(LIMIT_TURN_TIMERS,
			       bounds->timers + came + lines_up_late(engine, turn, bounds));
}

/* The room that jobs add, once those of this turn are here. Quiet turns add nothing. */
static void count_jobs(struct engine *engine, const struct turn *turn, struct bounds *bounds)
{
	bool is_due = engine->clock.wall.count &&
		      engine->clock.wall.entries[0].key <= turn->now.wall;
	if (!engine->schedule.jobs.table.count && !engine->schedule.drafts_len) return;
	if (!is_due && !turn->commands_len && !bounds->loaded && !bounds->touched &&
	    !engine->clock.held && !bounds->released)
		return;
	u64 undecided = (u64)engine->schedule.undecided + bounds->loaded;
	/* One that is planned in the past, within its grace, is judged in the same turn. */
	bounds->judged = 2 * least(bounds->timers, undecided) + bounds->touched + bounds->asked +
			 JUDGED_MORE;
	bool heavy = engine->schedule.heavy_jobs > 0;
	for (u32 i = 0; i < turn->wants_len; i++) heavy |= turn->wants[i].kind == WANT_JOBS;
	for (u32 i = 0; i < turn->commands_len; i++) {
		const struct command *command = turn->commands[i];
		heavy |= command->kind == COMMAND_JOB_BACKFILL;
		heavy |= command->kind == COMMAND_JOB_PUT;
		/* All of its runs that are here may be cancelled with it. */
		const struct job *job = command->kind == COMMAND_JOB_DELETE
						? job_find(engine, &command->job.job)
						: NULL;
		if (job) bounds->touched += job->runs_len;
	}
	for (u32 i = 0; i < turn->wants_len; i++)
		heavy |= turn->wants[i].kind == WANT_JOBS && turn->wants[i].jobs.len;
	engine->schedule.plans_left = heavy ? LIMIT_TURN_PLANNED : 0;
	engine->schedule.judged_left = bounds->judged;
	bounds->planned = bounds->judged + engine->schedule.plans_left;
	if (engine->schedule.replace_jobs) bounds->replaced = engine->core.executions.table.count;
}

/* Each window that is here, or comes, ends at most once; and each that people speak of. */
static void count_days(struct engine *engine, const struct turn *turn, const struct bounds *bounds)
{
	struct dailies *dailies = &engine->people.dailies;
	u32 puts = 0;
	for (u32 i = 0; i < turn->commands_len; i++)
		puts += turn->commands[i]->kind == COMMAND_DAILY_PUT;
	puts += bounds->set_back;
	u64 known = (u64)dailies->pool.used_count + dailies->loaded;
	dailies->days = puts + least(known, (u64)bounds->timers + bounds->ended + bounds->touched);
}

/* The same of reminders: each that is here, or comes, is written about at most once by time and
 * once by its end; and each that people speak of. */
static void count_reminders(struct engine *engine, const struct turn *turn,
			    const struct bounds *bounds)
{
	struct reminders *reminders = &engine->people.reminders;
	u32 spoken = 0;
	for (u32 i = 0; i < turn->commands_len; i++)
		spoken += command_subject(turn->commands[i]->kind) == SUBJECT_REMINDER;
	spoken += bounds->set_back;
	u64 known = (u64)reminders->pool.used_count + reminders->loaded + spoken;
	reminders->acts = 2 * spoken +
			  least(2 * known, (u64)bounds->timers + bounds->ended + bounds->touched);
}

/* ---- memory of its own -------------------------------------------------------------------- */

/* Runs that may come into memory: asked for, read, or made by the engine itself. */
static u32 runs_incoming(const struct engine *engine, const struct bounds *bounds)
{
	return bounds->created + bounds->loaded + bounds->touched + bounds->planned +
	       2 * engine->people.dailies.days + engine->people.reminders.acts;
}

static enum err reserve_runs(struct engine *engine, const struct bounds *bounds)
{
	u32 runs = runs_incoming(engine, bounds);
	u32 types = runs + bounds->pauses + bounds->settings;
	u32 queues = least(LIMIT_QUEUES_MAX,
			   (u64)engine->core.names[NAME_QUEUE].len + bounds->queues);
	u32 shares = runs + (bounds->types_set + bounds->inheriting) * queues;
	enum err err = pool_reserve(&engine->core.run_pool, runs);
	if (!err) err = uuid_map_reserve(&engine->core.runs, runs);
	if (!err) err = pool_reserve(&engine->dispatch.tenant_pool, types + bounds->tenants);
	if (!err) err = u64_map_reserve(&engine->dispatch.tenants, types + bounds->tenants);
	if (!err) err = pool_reserve(&engine->dispatch.type_pool, types);
	if (!err) err = u64_map_reserve(&engine->dispatch.types, types);
	if (!err) err = pool_reserve(&engine->dispatch.type_row_pool, bounds->settings);
	if (!err) err = reserve_namesakes(engine, types, bounds->bases);
	if (!err) err = pool_reserve(&engine->dispatch.share_pool, shares);
	if (!err) err = u64_map_reserve(&engine->dispatch.shares, shares);
	if (!err) err = pool_reserve(&engine->dispatch.lane_pool, runs);
	if (!err) err = pool_reserve(&engine->dispatch.lane_index_pool, shares);
	if (!err) err = u64_map_reserve(&engine->dispatch.lane_indexes, shares);
	return err;
}

/* Each run of a job that becomes due may be the first of its lane of the job. */
static enum err reserve_job_lanes(struct engine *engine, const struct bounds *bounds)
{
	if (!engine->schedule.jobs.table.count && !engine->schedule.drafts_len) return ERR_OK;
	return pool_reserve(&engine->schedule.job_lane_pool,
			    bounds->loaded + bounds->touched + bounds->planned + bounds->judged +
				    bounds->timers + bounds->ended + bounds->asked +
				    bounds->released);
}

/* Each run of a job that becomes due may have to wait for others. */
static enum err reserve_waiting(struct engine *engine, const struct bounds *bounds)
{
	struct waiting *waiting = &engine->schedule.waiting;
	waiting->acts_left = bounds->released;
	waiting->asks_left = least(ASKS_AGAIN, bounds->released);
	if (!engine->schedule.jobs.table.count && !engine->schedule.drafts_len) return ERR_OK;
	u32 asks = bounds->loaded + bounds->touched + bounds->planned + bounds->timers +
		   bounds->asked + waiting->asks_left;
	enum err err = pool_reserve(&waiting->await_pool, asks + bounds->links);
	if (!err) err = pool_reserve(&waiting->awaited_pool, bounds->links);
	return err ? err : uuid_map_reserve(&waiting->awaited, bounds->links);
}

/* A lane may take as much as is free, one that is held back a quarter of it: below a fifth of the
 * bound nothing is spilled. */
static enum err reserve_spills(struct engine *engine, const struct bounds *bounds)
{
	u64 incoming = runs_incoming(engine, bounds);
	if ((engine->core.runs.table.count + incoming) * 5 < engine->config.runs_max) return ERR_OK;
	if (!engine->config.runs_max) return ERR_OK;
	return pool_reserve(&engine->dispatch.spill_pool,
			    (u32)incoming + bounds->timers + bounds->ended + bounds->deferred);
}

static enum err reserve_batches(struct engine *engine, const struct bounds *bounds)
{
	enum err err = pool_reserve(&engine->together.batch_pool,
				    bounds->batches + bounds->touched);
	return err ? err
		   : uuid_map_reserve(&engine->together.batches, bounds->batches + bounds->touched);
}

static enum err reserve_cooldowns(struct engine *engine, const struct bounds *bounds)
{
	enum err err = pool_reserve(&engine->together.cooldown_pool, bounds->fallen);
	return err ? err : map_reserve(&engine->together.cooldowns, bounds->fallen);
}

/* Each new run, and each command, may be the first of its tenant that counts. */
static enum err reserve_tallies(struct engine *engine, const struct turn *turn,
				const struct bounds *bounds)
{
	u32 runs = bounds->created + bounds->touched + bounds->planned + bounds->fallen +
		   2 * engine->people.dailies.days + engine->people.reminders.acts;
	return quotas_reserve(engine, runs + turn->commands_len + LIMIT_TURN_ALERTS);
}

static enum err reserve_calls(struct engine *engine, const struct bounds *bounds)
{
	enum err err = pool_reserve(&engine->dispatch.call_pool, bounds->calls);
	if (!err)
		err = u64_map_reserve(&engine->dispatch.calls,
				      bounds->calls + engine->dispatch.call_pool.used_count);
	if (!err) err = pool_reserve(&engine->dispatch.wait_pool, bounds->waits);
	if (!err) err = pool_reserve(&engine->dispatch.post_pool, bounds->waits);
	if (!err) err = u64_map_reserve(&engine->dispatch.posts, bounds->waits);
	if (!err && (bounds->calls || bounds->claims))
		err = workers_reserve(engine, bounds->calls, bounds->claims);
	if (!err) err = pool_reserve(&engine->core.execution_pool, bounds->claims);
	if (!err) err = uuid_map_reserve(&engine->core.executions, bounds->claims);
	if (!err)
		err = uuid_map_reserve(&engine->step.ended, bounds->ended + bounds->timers +
								    bounds->touched +
								    bounds->replaced);
	return err;
}

static enum err grow_heap(struct heap *heap, u64 wanted)
{
	return wanted > heap->count ? heap_reserve(heap, (u32)(wanted - heap->count)) : ERR_OK;
}

/* Every object may come to stand in its heap at once. */
static enum err reserve_timers(struct engine *engine, const struct bounds *bounds)
{
	u64 runs = (u64)engine->core.runs.table.count + runs_incoming(engine, bounds);
	u64 wall_room = 2 * runs + engine->together.cooldowns.table.count + bounds->fallen +
			engine->gates.pauses_len + bounds->pauses +
			engine->schedule.jobs.table.count + engine->gates.gatekeepers_len +
			engine->schedule.drafts_len +
			2 * (u64)engine->watch.alerts.rules.table.count + bounds->settings;
	u64 boot = (u64)engine->core.executions.table.count + bounds->claims +
		   engine->gates.asked.table.count + bounds->judged_runs +
		   engine->dispatch.call_pool.used_count + engine->workers.pool.used_count +
		   2 * (u64)bounds->calls + engine->gates.routes.table.count + bounds->routes +
		   1; /* the service */
	enum err err = grow_heap(&engine->clock.wall, wall_room);
	if (!err) err = grow_heap(&engine->clock.boot, boot);
	if (!err) err = pool_reserve(&engine->gates.pause_pool, bounds->pauses);
	if (!err) err = map_reserve(&engine->gates.pauses_by_key, bounds->pauses);
	if (!err) err = pool_reserve(&engine->core.operation_pool, bounds->operations);
	if (!err) err = pool_reserve(&engine->gates.rate_pool, bounds->rates);
	if (!err) err = map_reserve(&engine->gates.rates, bounds->rates);
	if (!err && bounds->routes) err = routes_reserve(engine, bounds->routes);
	return err;
}

/* ---- the turn's --------------------------------------------------------------------------- */

/* The arena's next `bytes` cannot fail: its chunks are there. */
static enum err arena_ensure(struct arena *arena, size_t bytes)
{
	struct arena_mark mark = arena_mark(arena);
	void *room = arena_alloc(arena, bytes);
	arena_release_to(arena, mark);
	return room ? ERR_OK : ERR_MEMORY;
}

static enum err reserve_journal(struct turn *turn, const struct bounds *bounds, u32 runs)
{
	size_t bytes = (size_t)(runs + bounds->pauses + bounds->effects) * JOURNAL_BYTES +
		       bounds->journal_texts + (size_t)bounds->pauses * LIMIT_REASON_BYTES +
		       (size_t)(bounds->planned + bounds->judged) * 2 * PLAN_JOURNAL_BYTES;
	buf_clear(&turn->journal);
	if (!buf_extend(&turn->journal, bytes + 1)) return ERR_MEMORY;
	buf_clear(&turn->journal);
	return ERR_OK;
}

/* Batches that are there, made or brought along with their children; and none without a child that
 * may end. */
static u32 count_settled(const struct engine *engine, const struct bounds *bounds, u32 runs)
{
	u64 known = (u64)engine->together.batches.table.count + bounds->batches + bounds->touched;
	return least(known, (u64)runs + 1);
}

static enum err reserve_turn(struct engine *engine, struct turn *turn, const struct bounds *bounds)
{
	u32 runs = bounds->created + bounds->ended + bounds->touched + bounds->timers +
		   bounds->claims + bounds->replaced + 2 * bounds->deferred + bounds->judged_runs +
		   bounds->asked + bounds->released;
	u32 answers = turn->commands_len + bounds->timers + bounds->claims + bounds->calls +
		      bounds->left_over + bounds->judged_runs;
	u32 settled = count_settled(engine, bounds, runs);
	turn->changes_max = runs * CHANGES_PER_RUN + settled * 2 + bounds->loaded * 2 +
			    bounds->names * 2 + bounds->beats * 2 + bounds->ended * 2 +
			    bounds->pauses * 2 + bounds->settings * 4 + bounds->operations * 2 +
			    bounds->replays + bounds->audits + bounds->effects + bounds->ladders +
			    bounds->timers + bounds->denied + alerts_changed_rules(engine, turn) +
			    2 * alerts_runs(engine, turn) + bounds->planned * CHANGES_PER_PLAN +
			    bounds->judged * CHANGES_PER_JUDGED +
			    engine->people.dailies.days * CHANGES_PER_DAY + 2 * bounds->undone +
			    engine->people.reminders.acts * CHANGES_PER_REMINDER + bounds->ended +
			    4;
	turn->actions_max = answers + bounds->timers + bounds->touched + bounds->replaced + 1;
	turn->claims_max = bounds->claims;
	turn->changes = arena_alloc(&turn->arena, turn->changes_max * sizeof *turn->changes);
	turn->actions = arena_alloc(&turn->arena, turn->actions_max * sizeof *turn->actions);
	turn->claims = arena_alloc(&turn->arena, (turn->claims_max + 1) * sizeof *turn->claims);
	engine->dispatch.leases = arena_alloc(
		&turn->arena, (turn->claims_max + 1) * sizeof *engine->dispatch.leases);
	if (!turn->changes || !turn->actions || !turn->claims || !engine->dispatch.leases)
		return ERR_MEMORY;
	enum err err = reserve_journal(turn, bounds,
				       runs + settled + 4 * engine->people.dailies.days +
					       REMINDER_JOURNAL * engine->people.reminders.acts);
	if (err) return err;
	size_t bytes = (size_t)answers * ANSWER_BYTES +
		       (size_t)bounds->created *
			       (sizeof(struct run_row) + sizeof(struct enqueue_answer)) +
		       (size_t)(bounds->ended + bounds->beats) * sizeof(struct holder_answer) +
		       (size_t)runs * (sizeof(struct execution_end) + sizeof(struct ended) + 64) +
		       (size_t)bounds->settings * sizeof(struct tenant_row) +
		       (size_t)bounds->operations * 2 *
			       (sizeof(struct operation_row) + OPERATION_TEXT_BYTES) +
		       (size_t)bounds->audits * (sizeof(struct audit_row) + AUDIT_TEXT_BYTES) +
		       bounds->audit_bytes + alerts_bytes(engine, turn) + bounds->replay_bytes +
		       (bounds->pings ? bounds->pings * (ping_bytes(engine) + 16) : 0) +
		       (size_t)bounds->judged_runs * sizeof(struct hook_ask) +
		       (bounds->batches ? (size_t)bounds->created * BATCH_KEY_BYTES : 0) +
		       (size_t)(bounds->ended + bounds->timers + bounds->denied) *
			       (sizeof(struct delivery_row) + 16) +
		       (size_t)bounds->denied * RULE_LABEL_BYTES +
		       (size_t)bounds->ladders * (sizeof(struct ladder_row) + RUNGS_BYTES) +
		       (size_t)bounds->rungs * RUNG_TEXT_BYTES +
		       (size_t)bounds->effects * (sizeof(struct effect_row) + EFFECT_TEXT_BYTES) +
		       (size_t)(bounds->planned + bounds->judged) * (sizeof(struct run_row) + 128) +
		       (size_t)bounds->ids * (sizeof(struct job_row) + 64) +
		       (size_t)bounds->whys * (LIMIT_ROUTE_BYTES + WHY_PAUSES_BYTES + 16) +
		       (bounds->asks_routes ? (size_t)bounds->asks_routes *
						      (routes_shown(engine) + 1) * ROUTE_SHOWN_BYTES
					    : 0) +
		       (size_t)engine->people.dailies.days * DAY_BYTES +
		       (size_t)engine->people.reminders.acts * REMINDER_BYTES +
		       (size_t)bounds->ended * sizeof(struct notice_row) +
		       (size_t)(bounds->asked + least(ASKS_AGAIN, bounds->released)) *
			       (sizeof(struct links_row) + 64);
	return arena_ensure(&turn->arena, bytes + 64 * (size_t)answers + 4096);
}

static bool needs_drafts(const struct turn *turn)
{
	for (u32 i = 0; i < turn->commands_len; i++) {
		if (command_needs_draft(turn->commands[i])) return true;
	}
	return false;
}

/* The objects that features read and make before the step, where the turn has something for them.
 */
static enum err bring_in(struct engine *engine, struct turn *turn)
{
	const u32 runs = 1u << WANT_DUE | 1u << WANT_RUN | 1u << WANT_MATCHING;
	const u32 jobs = runs | 1u << WANT_JOB | 1u << WANT_JOBS;
	const u32 people = runs | 1u << WANT_SPILLED | 1u << WANT_OVERDUE | 1u << WANT_DAILY |
			   1u << WANT_REMINDER | 1u << WANT_DAILIES_AHEAD |
			   1u << WANT_REMINDERS_AHEAD;
	u32 kinds = wanted_kinds(turn);
	bool brings_zones = turn_brings_zones(turn);
	enum err err = kinds & jobs ? jobs_bring(engine, turn) : ERR_OK;
	engine->people.dailies.loaded = engine->people.reminders.loaded = 0;
	engine->schedule.drafts_len = 0;
	engine->gates.judged_len = 0;
	if (!err && (kinds & people || brings_zones)) err = own_runs_bring(engine, turn);
	if (!err && needs_drafts(turn)) err = drafts_make(engine, turn);
	if (!err && brings_zones) err = gates_renew(engine);
	if (!err && engine->gates.to_judge_len) err = judges_read(engine, turn);
	return err;
}

enum err engine_reserve(struct engine *engine, struct turn *turn)
{
	struct bounds bounds = count_bounds(engine, turn);
	engine->step.new_keys = bounds.created + bounds.touched;
	enum err err = names_reserve(engine, bounds.names, bounds.routes_named);
	u32 wall_before = engine->clock.wall.count;
	engine->schedule.plans_left = 0;
	engine->schedule.judged_left = 0;
	if (!err) err = bring_in(engine, turn);
	engine->gates.defers_left = bounds.deferred;
	if (!err) count_late_timers(engine, turn, wall_before, &bounds);
	if (!err) count_jobs(engine, turn, &bounds);
	if (!err) count_days(engine, turn, &bounds);
	if (!err) err = pool_reserve(&engine->people.dailies.pool, engine->people.dailies.days);
	if (!err) count_reminders(engine, turn, &bounds);
	if (!err) err = pool_reserve(&engine->people.reminders.pool, engine->people.reminders.acts);
	/* Each run that names its route may be the first on it. */
	if (bounds.routes_named || engine->core.names[NAME_ROUTE].kept)
		bounds.routes += runs_incoming(engine, &bounds);
	/* Each type that comes to be, or takes another base, may inherit a route. */
	if (engine->dispatch.base_routes || bounds.bases)
		bounds.routes += runs_incoming(engine, &bounds) + bounds.pauses + bounds.settings +
				 bounds.inheriting;
	if (!err) err = reserve_runs(engine, &bounds);
	if (!err) err = reserve_job_lanes(engine, &bounds);
	if (!err) err = reserve_waiting(engine, &bounds);
	if (!err) err = reserve_spills(engine, &bounds);
	if (!err) err = reserve_batches(engine, &bounds);
	if (!err) err = reserve_cooldowns(engine, &bounds);
	if (!err) err = reserve_tallies(engine, turn, &bounds);
	if (!err) err = alerts_reserve(engine, turn);
	if (!err) err = reserve_calls(engine, &bounds);
	if (!err) err = reserve_timers(engine, &bounds);
	if (!err) err = pool_reserve(&engine->gates.asked_pool, bounds.judged_runs);
	if (!err) err = uuid_map_reserve(&engine->gates.asked, bounds.judged_runs);
	if (!err) err = wants_index(engine, turn);
	if (!err) err = reserve_turn(engine, turn, &bounds);
	if (err) {
		wants_forget(engine);
		drafts_done(engine);
		jobs_forget_idle(engine);
	}
	engine->clock.timers_left = bounds.timers;
	engine->dispatch.bases_left = bounds.inheriting;
	engine->dispatch.claims_left = bounds.claims;
	engine->watch.pings_left = bounds.pings;
	engine->dispatch.claimed_bytes = 0;
	engine->dispatch.leases_used = 0;
	return err;
}
