/* Compares what a unit of a step has used with the parts that it is made of: a part that takes more
 * than its row of room.def says is found where it is used, and not where the turn runs out. */
#include "engine/whole.h"

/* Parts that come with others because of what is in memory: an attempt that ends may fail for good
 * and have another run made, end a daily window or a reminder; time may end a pause or raise
 * alerts.
 */
static void add_followers(const struct engine *engine, struct room *unit)
{
	u32 ends = unit->ended + unit->timers + unit->touched + unit->denied;
	const struct people_memory *people = &engine->people;
	const struct alerts *alerts = &engine->watch.alerts;
	if (engine->gates.pauses_len) unit->texts += (size_t)unit->timers * LIMIT_REASON_BYTES;
	if (engine->together.fallbacks) unit->created += ends;
	if (engine->gates.pingers) unit->created += unit->ended;
	if (people->dailies.pool.used_count) unit->days += ends;
	if (people->reminders.pool.used_count) unit->reminders += 2 * ends;
	/* A task that ends writes a row for each run that it waited for. */
	u64 links = engine->together.followers.link_pool.used_count;
	unit->after_links += 2 * least(links, (u64)unit->touched * LIMIT_TASK_AFTER);
	if (unit->timers && (alerts->rules.table.count || alerts->service.is_reserved))
		unit->alert_runs += LIMIT_TURN_ALERTS;
}

struct room_mark room_mark(const struct engine *engine, struct room unit)
{
	const struct turn *turn = now_turn(engine);
	add_followers(engine, &unit);
	return (struct room_mark){
		.unit = unit,
		.changes = turn->changes_len,
		.journal = buf_view(&turn->journal).len,
		.actions = turn->actions_len,
		.ids = turn->random_used / UUID7_RANDOM_LEN,
		.plans_left = engine->schedule.plans_left,
		.judged_left = engine->schedule.judged_left,
	};
}

static u32 used_of(u32 left_before, u32 left)
{
	return left_before > left ? left_before - left : 0;
}

void room_check(const struct engine *engine, struct room_mark before)
{
	struct room_mark now = room_mark(engine, before.unit);
	u32 judged = used_of(before.judged_left, now.judged_left);
	before.unit.judged += judged;
	before.unit.planned += judged + used_of(before.plans_left, now.plans_left);
	struct room_total total = room_total(&before.unit);
	must(now.changes - before.changes <= total.changes);
	must(now.actions - before.actions <= total.actions);
	must(now.ids - before.ids <= total.ids);
	must(now.journal - before.journal <= (size_t)total.entries * ENTRY_BYTES + total.texts);
}

void room_check_arena(const struct engine *engine, size_t held_before)
{
	must(now_turn(engine)->arena.held == held_before);
}
