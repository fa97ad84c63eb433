/* People who want to be reminded: once or in a series, who put it off again and again, wave it
 * away, say that it is done, change their mind, and sometimes speak of what is not theirs. */
#include "sim/sim.h"

#include "base/must.h"

struct forgetful {
	struct actor actor;
	u64 serial;
	u32 tenant;
	bool is_stubborn; /* puts off the same one, until nobody lets them */
	u32 favourite;
};

static struct forgetful *forgetful_of(struct actor *actor)
{
	return container_of(actor, struct forgetful, actor);
}

static struct call *new_call(struct forgetful *person, enum command_kind kind, u32 tenant)
{
	struct call *call = call_make(person->actor.sim, &person->actor, kind);
	call->command.tenant = tenant_name(call, tenant);
	call->token = 1 + tenant;
	return call;
}

/* ---- making and changing -------------------------------------------------------------------- */

static void draw_series(struct forgetful *person, struct call *call, struct reminder_row *row)
{
	static const u32 minutes[] = { 1, 2, 5, 10, 30, 60, 240, 1440 };
	struct actor *actor = &person->actor;
	u32 every = minutes[actor_below(actor, countof(minutes))];
	u32 count = actor_chance(actor, 1, 4) ? 1 + actor_below(actor, 12) : 0;
	if (person->actor.sim->swarm.pace == PACE_QUIET && every < 10) every = 60;
	row->is_recurring = true;
	bool is_daily = every == 1440;
	row->rule = is_daily ? STR("FREQ=DAILY")
			     : call_text(call, "FREQ=MINUTELY;INTERVAL=%u", every);
	if (count) row->rule = call_text(call, "%.*s;COUNT=%u", STR_ARG(row->rule), count);
	row->zone = STR("UTC");
	if (actor_chance(actor, 1, 2))
		row->zone = str_from(almanac_steady_name(actor_below(actor, ALMANAC_STEADY)));
	msec day = (row->starts_at + almanac_steady_offset(row->zone) * MSEC_MINUTE) / MSEC_DAY;
	if (actor_chance(actor, 1, 3)) row->end_date = day + actor_below(actor, 2);
}

static const struct reminder_row *draw_row(struct forgetful *person, struct call *call)
{
	struct actor *actor = &person->actor;
	struct reminder_row *row = arena_alloc_zeroed(&call->arena, sizeof *row);
	must(row != NULL);
	msec wall = world_now(&actor->sim->world).wall;
	msec span = actor->sim->swarm.pace == PACE_QUIET ? 600 : 60;
	row->user = call_text(call, "user-%u", actor_below(actor, 3));
	row->title = call_text(call, "%u.%llu", actor->index, (unsigned long long)++person->serial);
	row->channels = STR("[\"in_app\"]");
	row->starts_at = wall + actor_between(actor, -10, span) * MSEC_MINUTE;
	if (actor_chance(actor, 3, 5)) draw_series(person, call, row);
	return row;
}

static void makes_one(struct forgetful *person)
{
	struct call *call = new_call(person, COMMAND_REMINDER_PUT, person->tenant);
	call->command.reminder.row = draw_row(person, call);
	call->command.reminder.moves = true;
	call_send(person->actor.sim, call);
}

/* ---- acting on one -------------------------------------------------------------------------- */

/* A hand that draws may meet what is gone. */
static bool picks(struct forgetful *person, struct reminder_view *out_one)
{
	struct actor *actor = &person->actor;
	const struct oracle *oracle = &actor->sim->oracle;
	u32 len = reminders_len(oracle);
	if (!len) return false;
	u32 recent = len < 12 ? len : 12;
	u32 index = len - 1 - actor_below(actor, recent);
	if (person->is_stubborn && person->favourite < len && actor_chance(actor, 3, 4))
		index = person->favourite;
	*out_one = reminders_at(oracle, index);
	if (!out_one->exists || actor_chance(actor, 1, 20)) person->favourite = len - 1;
	return true;
}

static void acts_on(struct forgetful *person, enum command_kind kind,
		    const struct reminder_view *one)
{
	struct actor *actor = &person->actor;
	u32 tenant = one->tenant;
	if (actor_chance(actor, 1, 10)) tenant = actor_below(actor, actor->sim->swarm.tenants);
	struct call *call = new_call(person, kind, tenant);
	struct reminder_command *asked = &call->command.reminder;
	asked->id = one->id;
	if (kind == COMMAND_REMINDER_PUT) {
		asked->row = draw_row(person, call);
		asked->moves = actor_chance(actor, 2, 3);
	}
	if (kind == COMMAND_REMINDER_SNOOZE && actor_chance(actor, 1, 2))
		asked->snooze_ms = actor_between(actor, 1, 20) * MSEC_MINUTE;
	else if (kind == COMMAND_REMINDER_SNOOZE && actor_chance(actor, 1, 3))
		asked->until = world_now(&actor->sim->world).wall +
			       actor_between(actor, -1, 60) * MSEC_MINUTE;
	call_send(actor->sim, call);
}

static void act(struct forgetful *person)
{
	struct reminder_view one;
	u32 dice = actor_below(&person->actor, 20);
	if (person->is_stubborn && dice > 6) dice = 7;
	if (dice < 5 || !picks(person, &one)) {
		if (reminders_len(&person->actor.sim->oracle) < ORACLE_REMINDERS / 2)
			makes_one(person);
	} else if (dice < 12) {
		acts_on(person, COMMAND_REMINDER_SNOOZE, &one);
	} else if (dice < 14) {
		acts_on(person, COMMAND_REMINDER_DISMISS, &one);
	} else if (dice < 16) {
		acts_on(person, COMMAND_REMINDER_COMPLETE, &one);
	} else {
		acts_on(person, dice < 18 ? COMMAND_REMINDER_PUT : COMMAND_REMINDER_DELETE, &one);
	}
}

/* All is well: no series goes on, so that there can be rest. */
static void heal(struct forgetful *person)
{
	const struct oracle *oracle = &person->actor.sim->oracle;
	for (u32 i = 0; i < reminders_len(oracle); i++) {
		struct reminder_view one = reminders_at(oracle, i);
		if (!one.exists || !one.is_series) continue;
		struct call *call = new_call(person, COMMAND_REMINDER_DELETE, one.tenant);
		call->command.reminder.id = one.id;
		call_send(person->actor.sim, call);
	}
}

static void wakes(struct actor *actor)
{
	if (actor->is_healer) heal(forgetful_of(actor));
	else act(forgetful_of(actor));
}

static msec wait(struct actor *actor)
{
	msec usual = actor_between(actor, 1, actor->sim->swarm.operator_pace / 2);
	if (actor->is_healer) return 15 * MSEC_MINUTE;
	return forgetful_of(actor)->is_stubborn ? usual / 4 : usual;
}

struct actor *forgetful_new(struct sim *sim, enum actor_kind kind, u32 copy)
{
	struct forgetful *person = actor_make(sim, kind, copy, sizeof *person);
	person->actor.act = wakes;
	person->actor.wait = wait;
	person->tenant = actor_below(&person->actor, sim->swarm.tenants);
	person->is_stubborn = actor_chance(&person->actor, 1, 3);
	actor_live(&person->actor);
	return &person->actor;
}
