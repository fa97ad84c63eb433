/* All memory that a step can need, taken before it begins: then deciding cannot fail. Units are
 * counted one by one: the commands, what the store brought, what time and the features may do with
 * it. The bounds are generous but follow what is really there: a quiet engine takes little. */
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/gate_parts.h"
#include "engine/gates/route_parts.h"
#include "engine/memory/memory.h"
#include "engine/room_parts.h"
#include "engine/schedule/job_parts.h"
#include "engine/together/fallback_parts.h"
#include "engine/top.h"
#include "engine/watch/watch.h"
#include "model/guard.h"

enum {
	ROUTE_SHOWN_BYTES = sizeof(struct route_state) + LIMIT_ROUTE_BYTES +
			    LIMIT_RATE_BUCKET_BYTES + 64,
};

/* ---- what the store brought --------------------------------------------------------------- */

/* Rungs that exist may be moved or cancelled, and rungs that had passed be made. */
static void count_ladders(struct room *room, const struct want *want)
{
	u32 rungs = ladders_wanted_rungs(want);
	room->touched += rungs;
	room->created += rungs;
	room->rungs += rungs;
	room->names += 2;
	room->ladders += want->ladders.len;
	room->texts += (size_t)rungs * 2 * LIMIT_REASON_BYTES;
}

/* Each may have a run that is withdrawn and one that is made. */
static void count_ahead(struct room *room, u32 len)
{
	room->touched += len;
	room->created += len;
	room->set_back += len;
}

static void count_dailies_ahead(struct room *room, const struct want *want)
{
	count_ahead(room, want->dailies_ahead.len);
	for (u32 i = 0; i < want->dailies_ahead.len; i++)
		room->undone += want->dailies_ahead.rows[i].days_len;
}

static void count_jobs_page(struct room *room, const struct want *want)
{
	room->operations++;
	for (u32 i = 0; i < want->jobs.len; i++)
		room->touched += want->jobs.rows[i].runs_len + 1 + want_is_ahead(want);
}

static void count_matching(struct room *room, const struct want *want)
{
	room->touched += want->matching.len;
	room->operations++;
	room->texts += (size_t)want->matching.len * LIMIT_REASON_BYTES;
}

static void count_links(struct room *room, const struct want *want)
{
	room->asked++;
	room->links += want->links.len;
}

static void count_documents(struct room *room, const struct want *want)
{
	room->operations++;
	room->settings += want->documents.len + 1;
}

static void count_replayed(struct room *room, const struct want *want)
{
	if (want->replay.found)
		room->bytes += want->replay.row.made.len / REPLAY_ENTRY_BYTES *
			       sizeof(struct enqueue_answer);
}

/* The room that a want takes by its kind; most kinds take none. */
static void count_want(struct room *room, const struct want *want)
{
	static void (*const parts[WANT_KINDS])(struct room *, const struct want *) = {
		[WANT_LADDERS] = count_ladders, [WANT_DAILIES_AHEAD] = count_dailies_ahead,
		[WANT_JOBS] = count_jobs_page,  [WANT_MATCHING] = count_matching,
		[WANT_LINKS] = count_links,     [WANT_DOCUMENTS] = count_documents,
		[WANT_REPLAY] = count_replayed,
	};
	if (parts[want->kind]) parts[want->kind](room, want);
	else if (want->kind == WANT_DUE) room->loaded += want->due.len;
	else if (want->kind == WANT_SPILLED) room->loaded += want->spilled.len;
	else if (want->kind == WANT_OVERDUE) room->touched += want->overdue.len;
	else if (want->kind == WANT_RUN) room->touched += want->run.is_of_follower;
	else if (want->kind == WANT_CHILDREN) room->touched += want->children.len;
	else if (want->kind == WANT_REMINDERS_AHEAD) count_ahead(room, want->reminders_ahead.len);
	else if (want->kind == WANT_JOB && want->job.found)
		room->touched += want->job.seen.runs_len;
}

/* ---- what comes of it --------------------------------------------------------------------- */

/* Calls that the turn before had no room for. */
static void count_left_over(const struct engine *engine, struct room *room)
{
	for (struct list_node *node = engine->dispatch.fresh_calls.head.next;
	     node != &engine->dispatch.fresh_calls.head; node = node->next) {
		room->left_over++;
		room->waits += call_posts(container_of(node, struct call, in_list));
	}
}

static void count_types(const struct engine *engine, const struct turn *turn, struct room *room)
{
	if (room->settings || bases_are_stale(engine)) {
		room->bases = bases_needed(engine, turn);
		room->inheriting = bases_inheriting(engine, turn);
	}
	if (room->rates || room->types_set) room->routes = routes_needed(engine, turn);
}

static void count_timers(const struct engine *engine, struct room *room)
{
	room->timers = least(LIMIT_TURN_TIMERS, (u64)engine->clock.wall.count +
							engine->clock.boot.count + room->loaded +
							room->created);
	room->call_ends = least(room->timers, engine->dispatch.call_pool.used_count);
	/* Pauses that end are told with their reasons. */
	room->texts += (size_t)least(engine->gates.pauses_len, room->timers) * LIMIT_REASON_BYTES;
}

/* Each attempt that ends may be the last of its run, and have another run made. Each that ends well
 * may be told of. */
static void count_followers(const struct engine *engine, struct room *room)
{
	room->guarded_runs = engine->gates.to_guard_len;
	room->denied += room->guarded_runs;
	room->texts += (size_t)room->guarded_runs * RULE_LABEL_BYTES;
	if (engine->together.fallbacks) room->fallbacks = room->ended + room->timers + room->denied;
	if (engine->gates.pingers) room->pings = room->ended;
	if (room->pings) room->bytes += room->pings * (ping_bytes(engine) + 16);
	room->names += room->pings > 0;
	room->created += room->fallbacks + room->pings;
}

static bool alerts_need_room(const struct engine *engine, const struct room *room)
{
	const struct alerts *alerts = &engine->watch.alerts;
	return alerts->rules.table.count || service_looks_now(engine, room->turn) ||
	       room->alert_commands || engine->config.reports_errors;
}

static void count_matched(const struct engine *engine, struct room *room)
{
	room->released = least(LIMIT_TURN_RELEASED,
			       (u64)engine->schedule.waiting.await_pool.used_count + room->links);
	u64 may_run = (u64)engine->dispatch.due + room->created + room->loaded + room->ended +
		      room->touched + room->timers + room->asked + room->released;
	if (engine->gates.defer_at <= room->turn->now.boot)
		room->deferred = least(LIMIT_TURN_DEFERRALS, may_run);
	u64 asked = engine->dispatch.runs_asked + room->runs_asked;
	/* One more than can be: a turn without any left means that it was the bound's doing. */
	if (asked) room->claims = least(LIMIT_TURN_CLAIMS, least(may_run, asked) + 1u);
}

static struct room count_room(const struct engine *engine, const struct turn *turn)
{
	struct room room = { .turn = turn, .names = 2, .commands = turn->commands_len };
	for (u32 i = 0; i < turn->commands_len; i++) count_command(&room, turn->commands[i]);
	for (u32 i = 0; i < turn->wants_len; i++) count_want(&room, &turn->wants[i]);
	count_left_over(engine, &room);
	count_types(engine, turn, &room);
	count_timers(engine, &room);
	count_followers(engine, &room);
	if (room.route_asks)
		room.bytes += (size_t)room.route_asks * (routes_shown(engine) + 1) *
			      ROUTE_SHOWN_BYTES;
	if (alerts_need_room(engine, &room)) alerts_count_room(engine, &room);
	count_matched(engine, &room);
	return room;
}

static void count_unit(const struct engine *engine, const struct command *command,
		       struct room *room)
{
	count_command(room, command);
	room->touched += job_runs_deleted(engine, command);
}

struct room room_of_command(struct engine *engine, const struct command *command)
{
	const struct turn *turn = now_turn(engine);
	struct room room = { .turn = turn, .commands = 1 };
	count_unit(engine, command, &room);
	/* The members of a group are carried out with the command that they belong to. */
	for (u32 i = 0; command->kind == COMMAND_JOB_APPLY && i < command->job_apply.len; i++)
		count_unit(engine, &command->job_apply.members[i], &room);
	/* The plans of a member were set aside when its group was found good. */
	if (command->apply && command->kind == COMMAND_JOB_PUT)
		room.planned += draft_of(engine, command)->plans;
	for (u32 i = 0; i < turn->wants_len; i++) count_want(&room, &turn->wants[i]);
	if (room.alert_commands) alerts_count_room(engine, &room);
	return room;
}

u32 engine_random_bytes(const struct engine *engine, const struct turn *turn)
{
	struct room room = count_room(engine, turn);
	return room_total(&room).ids * UUID7_RANDOM_LEN;
}

/* ---- once jobs, windows and reminders of the turn are here --------------------------------- */

/* Runs that may line up by their time in this turn, and be due at once: those behind an occurrence
 * or a reminder that time ends, and those that a clock that jumped has kept waiting. */
static u64 lines_up_late(const struct engine *engine, const struct room *room)
{
	const struct now *now = &room->turn->now;
	bool is_due = engine->clock.wall.count && engine->clock.wall.entries[0].key <= now->wall;
	bool is_held_no_more = clock_hold_is_on(engine) && engine->clock.hold_until <= now->boot;
	if (!is_due && !is_held_no_more && !room->loaded) return 0;
	return (u64)engine->schedule.undecided + engine->people.dailies.pool.used_count +
	       engine->people.reminders.pool.used_count + room->loaded;
}

/* Timers that come in this turn and act in it, beside those that were here: else the last to be due
 * would wait for the next turn, and others go before it. `wall_before`: how many of the wall clock
 * there were before jobs came in; the pause of one may be over by now. */
static void count_late_timers(const struct engine *engine, u32 wall_before, struct room *room)
{
	u64 came = engine->clock.wall.count > wall_before ? engine->clock.wall.count - wall_before
							  : 0;
	room->timers = least(LIMIT_TURN_TIMERS, room->timers + came + lines_up_late(engine, room));
}

/* Each run that names its route may be the first on it; each type that comes to be, or takes
 * another base, may inherit a route. */
static void count_routes_of_runs(const struct engine *engine, struct room *room)
{
	u32 runs = room_total(room).runs;
	if (room->routes_named || engine->core.names[NAME_ROUTE].kept) room->routes += runs;
	if (engine->dispatch.base_routes || room->bases)
		room->routes += runs + room->pauses + room->settings + room->inheriting;
}

static bool pool_is_used(const struct pool *pool)
{
	return pool->used_count || pool->free_count;
}

static bool people_need_room(const struct engine *engine, const struct room *room)
{
	const struct people_memory *people = &engine->people;
	return room->days || room->reminders || room->set_back || people->dailies.loaded ||
	       people->reminders.loaded || pool_is_used(&people->dailies.pool) ||
	       pool_is_used(&people->reminders.pool);
}

static bool jobs_need_room(const struct engine *engine, const struct room *room)
{
	return engine->schedule.jobs.table.count || engine->schedule.drafts_len || room->released;
}

static bool together_needs_room(const struct engine *engine, const struct room *room)
{
	return pool_is_used(&engine->together.followers.pool) || room->after ||
	       pool_is_used(&engine->together.batch_pool) ||
	       pool_is_used(&engine->together.cooldown_pool) || room->batches || room->touched ||
	       room->fallbacks;
}

static bool gates_need_room(const struct engine *engine, const struct room *room)
{
	return pool_is_used(&engine->gates.pause_pool) || pool_is_used(&engine->gates.rate_pool) ||
	       pool_is_used(&engine->gates.asked_pool) || room->pauses || room->rates ||
	       room->routes || room->guarded_runs;
}

static void count_features(struct engine *engine, u32 wall_before, struct room *room)
{
	count_late_timers(engine, wall_before, room);
	if (jobs_need_room(engine, room)) jobs_count_room(engine, room);
	if (people_need_room(engine, room)) people_count_room(engine, room);
	count_routes_of_runs(engine, room);
	if (together_needs_room(engine, room)) together_count_room(engine, room);
}

/* ---- taking it ---------------------------------------------------------------------------- */

static enum err take_features(struct engine *engine, const struct room *room)
{
	enum err err = ERR_OK;
	if (jobs_need_room(engine, room)) err = jobs_take_room(engine, room);
	if (!err && people_need_room(engine, room)) err = people_take_room(engine, room);
	if (!err && together_needs_room(engine, room)) err = together_take_room(engine, room);
	if (!err && alerts_need_room(engine, room)) err = alerts_take_room(engine, room);
	if (!err && gates_need_room(engine, room)) err = gates_take_room(engine, room);
	return err;
}

static enum err take_room(struct engine *engine, struct turn *turn, const struct room *room)
{
	enum err err = runs_take_room(engine, room);
	if (!err) err = calls_take_room(engine, room);
	if (!err) err = timers_take_room(engine, room);
	if (!err) err = take_features(engine, room);
	if (!err) err = wants_index(engine, turn);
	return err ? err : room_take_turn(engine, turn, room);
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
	engine->gates.guarded_len = 0;
	if (!err && (kinds & people || brings_zones)) err = own_runs_bring(engine, turn);
	if (!err && needs_drafts(turn)) err = drafts_make(engine, turn);
	if (!err && brings_zones) err = gates_renew(engine);
	if (!err && engine->gates.to_guard_len) err = guard_read_runs(engine, turn);
	return err;
}

/* How much the step may do of each sort: as much as it has room for. */
static void bound_step(struct engine *engine, const struct room *room)
{
	engine->gates.defers_left = room->deferred;
	engine->schedule.waiting.acts_left = room->released;
	engine->schedule.waiting.asks_left = room->asks_again;
	engine->clock.timers_left = room->timers;
	engine->dispatch.bases_left = room->inheriting;
	engine->dispatch.claims_left = room->claims;
	engine->watch.pings_left = room->pings;
	engine->dispatch.claimed_bytes = 0;
	engine->dispatch.leases_used = 0;
}

enum err engine_reserve(struct engine *engine, struct turn *turn)
{
	struct room room = count_room(engine, turn);
	u32 wall_before = engine->clock.wall.count;
	engine->step.new_keys = room.created + room.touched;
	engine->schedule.plans_left = engine->schedule.judged_left = 0;
	engine->watch.alerts.service.is_reserved = false;
	enum err err = names_reserve(engine, room.names, room.routes_named);
	if (!err) err = bring_in(engine, turn);
	if (!err) count_features(engine, wall_before, &room);
	if (!err) err = take_room(engine, turn, &room);
	if (err) {
		wants_forget(engine);
		drafts_done(engine);
		jobs_forget_idle(engine);
	}
	bound_step(engine, &room);
	return err;
}
