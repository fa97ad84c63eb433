/* People who want something every day by a time of theirs: in zones whose clocks change, right
 * before and behind midnight, close to now. They come late, move their time inside a window, leave
 * and come back; and their tenant says anew what its windows are like. */
#include "sim/sim.h"

enum { DAY_MINUTES_ALL = 1440 };

struct subscriber {
	struct actor actor;
	u32 tenant;
	bool is_restless; /* moves the same person again and again */
};

static struct subscriber *subscriber_of(struct actor *actor)
{
	return container_of(actor, struct subscriber, actor);
}

static struct call *new_call(struct subscriber *subscriber, enum command_kind kind, u32 user)
{
	struct call *call = call_make(subscriber->actor.sim, &subscriber->actor, kind);
	call->command.tenant = tenant_name(call, subscriber->tenant);
	call->command.daily.user = call_text(call, "user-%u", user);
	call->token = 1 + subscriber->tenant;
	return call;
}

/* ---- people --------------------------------------------------------------------------------- */

static str draw_zone(struct actor *actor)
{
	u32 dice = actor_below(actor, 10);
	if (dice < 3) return (str){ "", 0 };
	if (dice < 6) return str_from(almanac_zone_name(1 + dice % (ALMANAC_ZONES - 1)));
	if (dice < 8) return str_from(almanac_steady_name(ALMANAC_STEADY));
	return str_from(almanac_steady_name(dice % ALMANAC_STEADY));
}

/* Soon, just now, around midnight, or whenever. */
static u32 draw_due(struct actor *actor, str zone)
{
	const struct oracle_jobs *jobs = actor->sim->oracle.jobs;
	u32 now = almanac_minute(zone, jobs->zones, world_now(&actor->sim->world).wall);
	u32 dice = actor_below(actor, 10);
	if (dice < 2) return (now + (u32)actor_between(actor, 1, 3)) % DAY_MINUTES_ALL;
	if (dice < 5) return (now + (u32)actor_between(actor, 1, 90)) % DAY_MINUTES_ALL;
	if (dice < 7)
		return (now + DAY_MINUTES_ALL - 20 + actor_below(actor, 24)) % DAY_MINUTES_ALL;
	if (dice < 9) return (DAY_MINUTES_ALL - 15 + actor_below(actor, 45)) % DAY_MINUTES_ALL;
	return actor_below(actor, DAY_MINUTES_ALL);
}

/* Somebody new, or who is there and gets another time; sometimes the very same. */
static void puts_one(struct subscriber *subscriber, u32 user)
{
	struct actor *actor = &subscriber->actor;
	struct call *call = new_call(subscriber, COMMAND_DAILY_PUT, user);
	struct daily_view there = days_at(&actor->sim->oracle, subscriber->tenant, user);
	call->command.daily.zone = draw_zone(actor);
	call->command.daily.due_minute = draw_due(actor, call->command.daily.zone);
	if (there.is_there && actor_chance(actor, 1, 6)) {
		call->command.daily.zone = call_text(call, "%.*s", STR_ARG(there.zone));
		call->command.daily.due_minute = there.due_minute;
	}
	call_send(actor->sim, call);
}

static void removes_one(struct subscriber *subscriber, u32 user)
{
	call_send(subscriber->actor.sim, new_call(subscriber, COMMAND_DAILY_DELETE, user));
}

/* ---- what windows are like ------------------------------------------------------------------ */

static msec draw_minutes(struct actor *actor, const u32 *minutes, u32 len)
{
	return minutes[actor_below(actor, len)] * MSEC_MINUTE;
}

static void says_how(struct subscriber *subscriber)
{
	static const u32 windows[] = { 0, 5, 15, 30, 60, 120, 1440 };
	static const u32 delays[] = { 0, 1, 2, 5, 10, 30 };
	struct actor *actor = &subscriber->actor;
	u32 types = actor->sim->swarm.types;
	struct call *call = call_make(actor->sim, actor, COMMAND_SET_TENANT);
	call->command.set.name = tenant_name(call, subscriber->tenant);
	call->command.set.gates_only = true;
	call->command.set.has_daily = true;
	call->command.set.daily = (struct daily_settings){
		.window_ms = draw_minutes(actor, windows, countof(windows)),
		.retry_delay_ms = draw_minutes(actor, delays, countof(delays)),
		.keep_days = actor_chance(actor, 1, 2) ? 3000 : 0,
	};
	if (actor_chance(actor, 1, 2))
		call->command.set.daily.type = type_name(call, actor_below(actor, types));
	if (actor_chance(actor, 1, 2))
		call->command.set.daily.on_cutoff = type_name(call, actor_below(actor, types));
	if (actor_chance(actor, 1, 3))
		call->command.set.daily.timeout_ms = actor_between(actor, 5 * MSEC_SECOND,
								   20 * MSEC_MINUTE);
	call_send(actor->sim, call);
}

/* ---- a day's work ---------------------------------------------------------------------------- */

static void act(struct subscriber *subscriber)
{
	struct actor *actor = &subscriber->actor;
	u32 user = actor_below(actor, ORACLE_SUBSCRIBERS);
	u32 dice = actor_below(actor, 12);
	if (subscriber->is_restless && dice < 7) user = actor->copy % ORACLE_SUBSCRIBERS;
	if (dice < 9) puts_one(subscriber, user);
	else if (dice == 9) removes_one(subscriber, user);
	else if (dice == 10) says_how(subscriber);
}

static void wakes(struct actor *actor)
{
	act(subscriber_of(actor));
}

struct actor *subscriber_new(struct sim *sim, enum actor_kind kind, u32 copy)
{
	struct subscriber *subscriber = actor_make(sim, kind, copy, sizeof *subscriber);
	subscriber->actor.act = wakes;
	subscriber->actor.wait = actor_waits_as_operator;
	subscriber->tenant = actor_below(&subscriber->actor, sim->swarm.tenants);
	subscriber->is_restless = actor_chance(&subscriber->actor, 1, 3);
	if (actor_chance(&subscriber->actor, 2, 3)) says_how(subscriber);
	u32 early = actor_below(&subscriber->actor, ORACLE_SUBSCRIBERS);
	for (u32 i = 0; i < early; i++) puts_one(subscriber, i);
	actor_live(&subscriber->actor);
	return &subscriber->actor;
}
