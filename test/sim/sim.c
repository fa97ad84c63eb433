#include "sim/sim.h"

#include "base/must.h"
#include "calendar/zone.h"
#include "sim/afresh.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum {
	FOUNDING_MS = 200,
	HEAL_STEP_MS = 10 * 60 * 1000,
	HEAL_STEPS_MAX = 60,
	EVENTS_MAX = 40 * 1000 * 1000,
	WEIGHT_DRAWN_MAX = 4,
	LIMIT_DRAWN_MAX = 6
};

/* The history that must_fail ends; there is one at a time. */
static struct sim *under_way;

void sim_fail(struct sim *sim, const char *id, const struct uuid *run, const char *format, ...)
{
	va_list arguments;
	char *at = sim->violation;
	int len = snprintf(at, VIOLATION_BYTES, "%s: ", id);
	va_start(arguments, format);
	len += vsnprintf(at + len, (size_t)(VIOLATION_BYTES - len), format, arguments);
	va_end(arguments);
	if (run) {
		if (len < VIOLATION_BYTES - 20)
			snprintf(at + len, (size_t)(VIOLATION_BYTES - len), " [run %08x]",
				 uuid_short(run));
		sim->violation_run = *run;
	}
	longjmp(sim->failed, 1);
}

static void on_must(const char *condition, const char *file, int line)
{
	if (!under_way) return;
	sim_fail(under_way, "must", NULL, "%s (%s:%d)", condition, file, line);
}

/* ---- phases ------------------------------------------------------------------------------- */

static void run_until(struct sim *sim, msec until)
{
	while (world_next(&sim->world, until)) {
		if (sim->world.happened > EVENTS_MAX)
			sim_fail(sim, "bound", NULL, "too many things happen");
	}
}

static void on_founder_reply(struct actor *actor, const struct http_reply *reply)
{
	if (reply->err) sim_fail(actor->sim, "found", NULL, "%s", err_name(reply->err));
}

static void free_nothing(struct actor *actor)
{
	(void)actor;
}

static void send_founding(struct sim *sim, struct call *call)
{
	call_send(sim, call);
	run_until(sim, sim->world.t + FOUNDING_MS);
}

static u32 draw_weight(struct sim *sim)
{
	return sim->swarm.has_weights ? (u32)prng_between(&sim->prng, 1, WEIGHT_DRAWN_MAX) : 0;
}

static u32 draw_limit(struct sim *sim)
{
	if (!sim->swarm.has_limits || !prng_chance(&sim->prng, 1, 2)) return 0;
	return (u32)prng_between(&sim->prng, 1, LIMIT_DRAWN_MAX);
}

/* The queues are there before anything else happens, and some weights and limits. */
static void found(struct sim *sim, struct actor *founder)
{
	actor_init(founder, sim, ACTOR_CURIOUS, 999);
	founder->is_bound = false; /* it acts for all */
	founder->on_reply = on_founder_reply;
	founder->free = free_nothing;
	sim->is_healing = true;
	node_start(&sim->node);
	run_until(sim, 100);
	for (u32 i = 0; i < sim->swarm.queues; i++) {
		struct call *call = call_make(sim, founder, COMMAND_SET_QUEUE);
		call->command.set.name = queue_name(call, i);
		call->command.set.queue.weight = draw_weight(sim);
		call->command.set.queue.limit = draw_limit(sim);
		send_founding(sim, call);
	}
	for (u32 i = 0; sim->swarm.has_weights && i < sim->swarm.tenants; i++) {
		u32 weight = draw_weight(sim);
		if (swarm_leaves_out(&sim->swarm, i)) {
			run_until(sim, sim->world.t + FOUNDING_MS);
			continue;
		}
		struct call *call = call_make(sim, founder, COMMAND_SET_TENANT);
		call->command.set.name = tenant_name(call, i);
		call->command.set.tenant.weight = weight;
		send_founding(sim, call);
	}
	sim->is_healing = false;
}

static bool has_work_left(const struct sim *sim)
{
	struct now now = world_now(&sim->world);
	const struct oracle *oracle = &sim->oracle;
	if (oracle->running || !sim->node.pump) return true;
	if (sim->world.t < sim->node.asleep_until) return true;
	if (swarm_awaits_clock(&sim->swarm) && plans_may_hold(oracle, now)) return true;
	if (oracle_job_can_go_on(oracle, now.wall) || oracle_has_operation(oracle)) return true;
	list_for_each_of(struct oracle_line, line, &oracle->lines, in_lines)
	{
		const struct oracle_run *run = line_first_due(oracle, line, now.wall);
		u32 type = oracle_index(line->type);
		if (sim->swarm.has_orphan && type == sim->swarm.types - 1) continue;
		if (run && !rules_pause_of(oracle, run, now.wall)) return true;
	}
	return false;
}

/* Everything is well again: what was acknowledged must come to an end, or be seen to wait. */
static void heal(struct sim *sim)
{
	SAY(sim, "everything is healed");
	sim->is_healing = true;
	weather_heal(&sim->weather);
	actors_heal(sim);
	msec at = sim->world.t;
	for (u32 i = 0; i < HEAL_STEPS_MAX; i++) {
		run_until(sim, at += HEAL_STEP_MS);
		if (i >= 2 && !has_work_left(sim)) break;
	}
	oracle_check_rest(&sim->oracle, world_now(&sim->world));
	oracle_check_store(&sim->oracle);
	if (sim->node.pump && sim->node.is_well && !pump_is_due(sim->node.pump, sim->node.now))
		afresh_compare(sim);
}

static void chaos(struct sim *sim)
{
	weather_begin(&sim->weather);
	actors_begin(sim);
	node_begin_tending(&sim->node);
	/* Now and then the store as a whole is looked at, too; not while nobody is there: a process
	 * that died while it removed old runs is known to have done so when the next one starts. */
	msec part = sim->swarm.length / 4 + 1;
	for (msec at = part; at <= 4 * part; at += part) {
		run_until(sim, at);
		if (sim->node.pump) oracle_check_store(&sim->oracle);
	}
}

static enum err find_zone(void *context, str name, const struct zone **out_zone, struct why *why)
{
	struct sim *sim = context;
	for (u32 i = 1; i < ALMANAC_ZONES; i++) {
		if (!str_eq(name, str_from(almanac_zone_name(i)))) continue;
		*out_zone = sim->zones[i][sim->oracle.jobs->zones];
		return ERR_OK;
	}
	for (u32 i = 0; i < ALMANAC_STEADY_ALL; i++) {
		if (!str_eq(name, str_from(almanac_steady_name(i)))) continue;
		*out_zone = sim->steady[i];
		return ERR_OK;
	}
	return fail(why, ERR_ZONE_UNKNOWN, "no such zone");
}

static void make_zones(struct sim *sim)
{
	bool has_changing = swarm_has_jobs(&sim->swarm) || swarm_has_daily(&sim->swarm);
	for (u32 i = 1; has_changing && i < ALMANAC_ZONES; i++) {
		for (u32 j = 0; j < ALMANAC_VERSIONS; j++)
			sim->zones[i][j] = almanac_zone_new(i, j);
	}
	bool has_steady = swarm_has_hush(&sim->swarm) || swarm_has_reminders(&sim->swarm) ||
			  swarm_has_daily(&sim->swarm);
	for (u32 i = 0; has_steady && i < ALMANAC_STEADY_ALL; i++)
		sim->steady[i] = almanac_steady_new(i);
	sim->swarm.engine.zone = find_zone;
	sim->swarm.engine.zone_context = sim;
}

static void free_zones(struct sim *sim)
{
	for (u32 i = 1; i < ALMANAC_ZONES; i++) {
		for (u32 j = 0; j < ALMANAC_VERSIONS; j++) zone_free(sim->zones[i][j]);
	}
	for (u32 i = 0; i < ALMANAC_STEADY_ALL; i++) zone_free(sim->steady[i]);
}

/* What is left to happen only gives its memory back. */
static void clean_up(struct sim *sim)
{
	sim->is_over = true;
	node_done(&sim->node);
	while (world_next(&sim->world, MSEC_MAX)) {}
	actors_done(sim);
	oracle_done(&sim->oracle);
	free_zones(sim);
	world_done(&sim->world);
	mem_set_watch(NULL);
	if (sim->watch.live != 0)
		sim_fail(sim, "leak", NULL, "%" PRId64 " pieces of memory were not given back",
			 sim->watch.live);
}

static void live_through(struct sim *sim)
{
	struct actor founder = { 0 };
	mem_set_watch(&sim->watch);
	world_init(&sim->world, sim->swarm.drift_ppm);
	sim->world.grid = sim->swarm.grid;
	sim->prng = prng_stream(sim->swarm.seed, STR("sim"));
	oracle_init(&sim->oracle, sim);
	make_zones(sim);
	weather_init(&sim->weather, sim);
	node_init(&sim->node, sim);
	found(sim, &founder);
	chaos(sim);
	heal(sim);
	trace_mix(&sim->trace, sim->world.happened);
	clean_up(sim);
}

struct sim_result sim_run(const struct swarm *swarm, struct marks *marks, struct trace *trace,
			  struct chronicle *chronicle)
{
	struct sim *volatile kept = mem_alloc_zeroed(sizeof(struct sim));
	must(kept != NULL);
	struct sim *sim = kept;
	struct sim_result result = { .simulated = swarm->length };
	sim->swarm = *swarm;
	sim->marks = marks;
	sim->chronicle = chronicle;
	if (trace) sim->trace = *trace;
	under_way = sim;
	must_set_hook(on_must);
	if (setjmp(sim->failed) == 0) live_through(sim);
	sim = kept;
	mem_set_watch(NULL);
	must_set_hook(NULL);
	under_way = NULL;
	result.has_failed = sim->violation[0] != '\0';
	result.trace_hash = sim->trace.hash;
	result.turns = sim->node.turns;
	result.claims = sim->oracle.claims;
	result.failed_at = sim->world.t;
	memcpy(result.violation, sim->violation, sizeof result.violation);
	result.violation_run = sim->violation_run;
	if (trace) *trace = sim->trace;
	/* A history that ended in its middle keeps its memory: nobody knows who holds what. */
	if (!result.has_failed) mem_free(sim);
	return result;
}
