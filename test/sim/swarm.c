#include "sim/swarm.h"

#include "base/prng.h"

#include <inttypes.h>

const char *fault_word(enum fault fault)
{
	/* clang-format off */
	static const char *const words[FAULT_COUNT] = {
#define X(name, word, sentence) [FAULT_##name] = word,
		FAULTS(X)
#undef X
	};
	/* clang-format on */
	return words[fault];
}

const char *actor_word(enum actor_kind kind)
{
	/* clang-format off */
	static const char *const words[ACTOR_COUNT] = {
#define X(name, word, sentence) [ACTOR_##name] = word,
		ACTORS(X)
#undef X
	};
	/* clang-format on */
	return words[kind];
}

/* Most seeds are short and busy, so that many different ones fit; some are crowded; some last for
 * days with little to do, and a few for weeks. */
static void draw_pace(struct prng *prng, struct swarm *swarm)
{
	u64 dice = prng_below(prng, 100);
	swarm->pace = dice < 70 ? PACE_BUSY : dice < 76 ? PACE_CROWDED : PACE_QUIET;
	if (swarm->pace == PACE_BUSY) {
		swarm->length = prng_between(prng, MSEC_HOUR, 4 * MSEC_HOUR);
		swarm->runs_per_hour = (u32)prng_between(prng, 20, 400);
	} else if (swarm->pace == PACE_CROWDED) {
		swarm->length = prng_between(prng, 20 * MSEC_MINUTE, 90 * MSEC_MINUTE);
		swarm->runs_per_hour = (u32)prng_between(prng, 600, 4000);
	} else if (dice < 99) {
		swarm->length = prng_between(prng, 6 * MSEC_HOUR, 40 * MSEC_HOUR);
		swarm->runs_per_hour = (u32)prng_between(prng, 4, 60);
	} else {
		swarm->length = prng_between(prng, 5 * MSEC_DAY, 40 * MSEC_DAY);
		swarm->runs_per_hour = (u32)prng_between(prng, 1, 6);
	}
}

static u32 draw_tenants(struct prng *prng)
{
	u64 dice = prng_below(prng, 10);
	if (dice < 2) return 1;
	if (dice < 8) return (u32)prng_between(prng, 2, 8);
	return (u32)prng_between(prng, 9, SWARM_TENANTS_MAX);
}

/* How often a fault that exists strikes: by the hour, or so many times in a long history. */
static msec draw_fault_every(struct prng *prng, const struct swarm *swarm)
{
	msec often = prng_between(prng, 1, 12);
	if (prng_chance(prng, 1, 6)) often *= 8;
	if (swarm->pace == PACE_QUIET) return swarm->length / (3 + often);
	return MSEC_HOUR / often;
}

static void draw_faults(struct prng *prng, struct swarm *swarm)
{
	bool is_calm = prng_chance(prng, 1, 12);
	for (u32 i = 0; i < FAULT_COUNT; i++) {
		bool exists = prng_chance(prng, 2, 5);
		swarm->fault_every[i] = draw_fault_every(prng, swarm);
		if (exists && !is_calm) swarm->faults |= BIT(i);
	}
	/* A leap makes everything due, or nothing for a year: seeds with it show little else. */
	if (!prng_chance(prng, 1, 4)) swarm->faults &= ~BIT(FAULT_WALL_LEAP);
	if (swarm_has(swarm, FAULT_DRIFT)) swarm->drift_ppm = prng_between(prng, -500, 500);
	swarm->queue_max = (u32)prng_between(prng, 1, 6);
	if (!swarm_has(swarm, FAULT_BUSY)) swarm->queue_max = 0;
}

static void draw_actors(struct prng *prng, struct swarm *swarm)
{
	for (u32 i = 0; i < ACTOR_SCHEDULER; i++) {
		bool exists = prng_chance(prng, 1, 2);
		swarm->copies[i] = (u32)prng_between(prng, 1, swarm->pace == PACE_QUIET ? 1 : 3);
		if (exists) swarm->actors |= BIT(i);
	}
	bool has_producer = swarm->actors & (BIT(ACTOR_PRODUCER) | BIT(ACTOR_SHARER) |
					     BIT(ACTOR_BULKER) | BIT(ACTOR_BURSTER));
	if (!has_producer) swarm->actors |= BIT(ACTOR_PRODUCER);
	/* Without anybody honest nothing would get done at all. */
	if (prng_chance(prng, 4, 5)) swarm->actors |= BIT(ACTOR_HONEST);
}

/* In some crowded seeds there are not workers enough, and what waits becomes more and more. */
static void draw_backlog(struct prng *prng, struct swarm *swarm)
{
	if (swarm->pace != PACE_CROWDED || !prng_chance(prng, 1, 2)) return;
	for (u32 i = ACTOR_HONEST; i <= ACTOR_IMPATIENT; i++) {
		swarm->copies[i] = 1;
		if (!prng_chance(prng, 1, 6)) swarm->actors &= ~BIT(i);
	}
	swarm->actors |= BIT(ACTOR_BULKER) | BIT(ACTOR_SWEEPER);
}

static void draw_engine(struct prng *prng, struct swarm *swarm)
{
	static const msec horizons[] = { 0, MSEC_MINUTE, 2 * MSEC_MINUTE, MSEC_HOUR };
	static const msec agings[] = { 0, 0, 10 * MSEC_SECOND, MSEC_MINUTE };
	swarm->engine.hash_seed = prng_next(prng);
	swarm->engine.horizon = horizons[prng_below(prng, countof(horizons))];
	swarm->engine.aging = agings[prng_below(prng, countof(agings))];
	bool is_limited = prng_chance(prng, 1, 4);
	u32 limit = (u32)prng_between(prng, 1, 12);
	if (is_limited) swarm->engine.max_concurrency = limit;
}

/* How long everything takes: leases, work, the pauses people make. */
static void draw_spans(struct prng *prng, struct swarm *swarm)
{
	bool is_quiet = swarm->pace == PACE_QUIET;
	swarm->lease_ms = prng_between(prng, 5, 600) * MSEC_SECOND;
	if (prng_chance(prng, 1, 2))
		swarm->lease_ms = prng_between(prng, is_quiet ? 30 : 5, 60) * MSEC_SECOND;
	swarm->work_ms = prng_between(prng, 1, 45) * MSEC_SECOND;
	swarm->operator_pace = 6 * MSEC_MINUTE;
	if (is_quiet) swarm->operator_pace = prng_between(prng, 30, 180) * MSEC_MINUTE;
	if (swarm->pace == PACE_CROWDED)
		swarm->operator_pace = prng_between(prng, 3, 12) * MSEC_MINUTE;
	/* Otherwise workers that find nothing would ask a hundred times for every run. */
	if (is_quiet) swarm->rest_ms = prng_between(prng, 1, 20) * MSEC_MINUTE;
	else if (prng_chance(prng, 1, 2)) swarm->rest_ms = prng_between(prng, 1, 120) * MSEC_SECOND;
	swarm->turn_delay_max = prng_between(prng, 0, 20);
}

/* A stream of its own: other seeds' histories stay as they were. */
static void draw_memory(u64 seed, struct swarm *swarm)
{
	struct prng prng = prng_stream(seed, STR("memory"));
	static const u32 most[] = { 8, 40, 200, 1000 };
	if (prng_chance(&prng, 1, 3))
		swarm->engine.runs_max = (u32)prng_between(&prng, 4,
							   most[prng_below(&prng, countof(most))]);
}

/* So are jobs. */
static void draw_jobs(u64 seed, struct swarm *swarm)
{
	struct prng prng = prng_stream(seed, STR("jobs"));
	swarm->copies[ACTOR_SCHEDULER] = (u32)prng_between(&prng, 1, 2);
	if (prng_chance(&prng, 1, 3) && swarm->pace != PACE_CROWDED)
		swarm->actors |= BIT(ACTOR_SCHEDULER);
}

/* And the process's own handlers. */
static void draw_handlers(u64 seed, struct swarm *swarm)
{
	struct prng prng = prng_stream(seed, STR("handlers"));
	swarm->copies[ACTOR_HANDLER] = 1;
	swarm->copies[ACTOR_ASSIGNER] = (u32)prng_between(&prng, 1, 2);
	if (prng_chance(&prng, 1, 3)) swarm->actors |= BIT(ACTOR_HANDLER) | BIT(ACTOR_ASSIGNER);
}

/* And effects. */
static void draw_effects(u64 seed, struct swarm *swarm)
{
	struct prng prng = prng_stream(seed, STR("effects"));
	swarm->copies[ACTOR_PAYER] = (u32)prng_between(&prng, 1, 2);
	if (prng_chance(&prng, 1, 3)) swarm->actors |= BIT(ACTOR_PAYER);
}

/* And maintenance; not beside jobs, whose backlog under it is not modelled. */
static void draw_gates(u64 seed, struct swarm *swarm)
{
	struct prng prng = prng_stream(seed, STR("gates"));
	swarm->copies[ACTOR_MAINTAINER] = (u32)prng_between(&prng, 1, 2);
	if (prng_chance(&prng, 1, 3) && !swarm_has_jobs(swarm))
		swarm->actors |= BIT(ACTOR_MAINTAINER);
}

/* And quiet hours and rules, beside maintenance or without it. */
static void draw_hush(u64 seed, struct swarm *swarm)
{
	struct prng prng = prng_stream(seed, STR("hush"));
	swarm->copies[ACTOR_HUSHER] = (u32)prng_between(&prng, 1, 3);
	if (prng_chance(&prng, 1, 3) && !swarm_has_jobs(swarm)) swarm->actors |= BIT(ACTOR_HUSHER);
}

/* And rates of routes; not beside jobs, as with maintenance. */
static void draw_routes(u64 seed, struct swarm *swarm)
{
	struct prng prng = prng_stream(seed, STR("routes"));
	swarm->copies[ACTOR_THROTTLER] = (u32)prng_between(&prng, 1, 2);
	if (prng_chance(&prng, 1, 3) && !swarm_has_jobs(swarm))
		swarm->actors |= BIT(ACTOR_THROTTLER);
}

/* And batches. */
static void draw_batches(u64 seed, struct swarm *swarm)
{
	struct prng prng = prng_stream(seed, STR("batches"));
	swarm->copies[ACTOR_BATCHER] = (u32)prng_between(&prng, 1, 2);
	if (prng_chance(&prng, 1, 3)) swarm->actors |= BIT(ACTOR_BATCHER);
}

/* And ladders. */
static void draw_ladders(u64 seed, struct swarm *swarm)
{
	struct prng prng = prng_stream(seed, STR("ladders"));
	swarm->copies[ACTOR_CLIMBER] = (u32)prng_between(&prng, 1, 2);
	if (prng_chance(&prng, 1, 3)) swarm->actors |= BIT(ACTOR_CLIMBER);
}

/* And reminders, which the process's own handlers carry out. */
static void draw_reminders(u64 seed, struct swarm *swarm)
{
	struct prng prng = prng_stream(seed, STR("reminders"));
	swarm->copies[ACTOR_FORGETFUL] = (u32)prng_between(&prng, 1, 3);
	if (!prng_chance(&prng, 1, 3)) return;
	swarm->actors |= BIT(ACTOR_FORGETFUL) | BIT(ACTOR_HANDLER);
}

/* And people with daily windows, beside all others. */
static void draw_daily(u64 seed, struct swarm *swarm)
{
	struct prng prng = prng_stream(seed, STR("daily"));
	swarm->copies[ACTOR_SUBSCRIBER] = (u32)prng_between(&prng, 1, 3);
	if (prng_chance(&prng, 1, 3)) swarm->actors |= BIT(ACTOR_SUBSCRIBER);
}

/* And policy hooks; not beside jobs, as with maintenance. */
static void draw_hooks(u64 seed, struct swarm *swarm)
{
	struct prng prng = prng_stream(seed, STR("policy hooks"));
	swarm->copies[ACTOR_GUARD] = (u32)prng_between(&prng, 1, 2);
	if (prng_chance(&prng, 1, 4) && !swarm_has_jobs(swarm)) swarm->actors |= BIT(ACTOR_GUARD);
}

/* And retention, by spans so short that much is removed. Not beside what refers to runs long after
 * their end, nor where the wall clock steps: what may be gone is not told apart from what must. */
static void draw_retention(u64 seed, struct swarm *swarm)
{
	struct prng prng = prng_stream(seed, STR("retention"));
	const u64 others = BIT(ACTOR_SCHEDULER) | BIT(ACTOR_PAYER) | BIT(ACTOR_BATCHER) |
			   BIT(ACTOR_CLIMBER) | BIT(ACTOR_FORGETFUL) | BIT(ACTOR_SUBSCRIBER);
	const u64 steps = BIT(FAULT_WALL_STEP) | BIT(FAULT_WALL_LEAP);
	swarm->retention = (struct retention){
		.finished_ms = prng_between(&prng, 1, 40) * MSEC_MINUTE,
		.dead_ms = prng_between(&prng, 20, 90) * MSEC_MINUTE,
		.journal_ms = 4000 * MSEC_DAY,
		.audit_ms = 4000 * MSEC_DAY,
		.rows_max = (u32)prng_between(&prng, 1, 200),
	};
	if (swarm->actors & others || swarm->faults & steps) return;
	swarm->tend_every = prng_between(&prng, 1, 15) * MSEC_MINUTE;
}

/* Some seeds are lived through twice, the second time without one of the tenants (neighbours.h).
 * There nothing is common but the process: everybody belongs to a tenant, nobody takes from a
 * queue's or the whole's places, and of the faults there are those that come by the clock. */
static void draw_neighbour(u64 seed, struct swarm *swarm)
{
	static const msec grids[] = { 2, 3, 5 };
	/* Whoever acts for one tenant and by its own stream alone: the first ones, and these. */
	const u64 own = (BIT(ACTOR_SCHEDULER) - 1) | BIT(ACTOR_PAYER) | BIT(ACTOR_HUSHER) |
			BIT(ACTOR_THROTTLER) | BIT(ACTOR_BATCHER) | BIT(ACTOR_CLIMBER);
	struct prng prng = prng_stream(seed, STR("neighbour"));
	if (!prng_chance(&prng, 1, 8) || swarm_has_jobs(swarm)) return;
	swarm->has_neighbour = true;
	swarm->tenants = (u32)prng_between(&prng, 2, 3);
	swarm->grid = grids[prng_below(&prng, countof(grids))];
	swarm->actors &= own;
	swarm->faults &= BIT(FAULT_WALL_STEP) | BIT(FAULT_WALL_LEAP);
	/* When held runs are put off is everybody's business, and to when goes by both clocks. */
	if (prng_chance(&prng, 1, 2)) {
		swarm->actors |= BIT(ACTOR_THROTTLER);
		swarm->faults = 0;
	}
	if (swarm->faults) swarm->actors &= ~(BIT(ACTOR_HUSHER) | BIT(ACTOR_THROTTLER));
	for (u32 i = 0; i < ACTOR_COUNT; i++) swarm->copies[i] = swarm->tenants;
	swarm_restrict(swarm, swarm->faults, swarm->actors, swarm->length);
	swarm->engine.max_concurrency = 0;
	swarm->turn_delay_max = 0;
	swarm->engine.runs_max = 0; /* room in memory is common */
	swarm->tend_every = 0;
	swarm->has_limits = false;
	swarm->workers_choose = swarm->workers_name_queues = true;
}

/* Drawn apart, so that seeds without it stay what they are. */
static void draw_wishes(u64 seed, struct swarm *swarm)
{
	struct prng prng = prng_stream(seed, STR("replacing"));
	swarm->has_replacing = prng_chance(&prng, 1, 5);
	swarm->has_places = prng_chance(&prng, 1, 3);
	swarm->has_followers = prng_chance(&prng, 1, 3);
}

struct swarm swarm_draw(u64 seed)
{
	struct prng prng = prng_stream(seed, STR("swarm"));
	struct swarm swarm = { .seed = seed, .disk = disk_kind_first() };
	draw_pace(&prng, &swarm);
	swarm.tenants = draw_tenants(&prng);
	swarm.types = (u32)prng_between(&prng, 1, SWARM_TYPES_MAX);
	swarm.queues = (u32)prng_between(&prng, 1, SWARM_QUEUES_MAX);
	draw_faults(&prng, &swarm);
	draw_actors(&prng, &swarm);
	draw_backlog(&prng, &swarm);
	draw_engine(&prng, &swarm);
	draw_spans(&prng, &swarm);
	draw_memory(seed, &swarm);
	draw_jobs(seed, &swarm);
	draw_handlers(seed, &swarm);
	draw_effects(seed, &swarm);
	draw_gates(seed, &swarm);
	draw_hush(seed, &swarm);
	draw_routes(seed, &swarm);
	draw_batches(seed, &swarm);
	draw_ladders(seed, &swarm);
	draw_reminders(seed, &swarm);
	draw_daily(seed, &swarm);
	draw_hooks(seed, &swarm);
	draw_retention(seed, &swarm);
	draw_wishes(seed, &swarm);
	swarm.lost_per_mille = (u32)prng_between(&prng, 1, 100);
	swarm.workers_choose = prng_chance(&prng, 1, 3);
	swarm.workers_name_queues = prng_chance(&prng, 1, 3);
	swarm.has_weights = prng_chance(&prng, 1, 2);
	swarm.has_limits = prng_chance(&prng, 1, 3);
	swarm.all_is_soon = prng_chance(&prng, 1, 5);
	swarm.has_orphan = swarm.types > 1 && prng_chance(&prng, 1, 5);
	/* Who leaves a type out names the others. */
	if (swarm.has_orphan) swarm.workers_choose = true;
	swarm.keeps_pauses = prng_chance(&prng, 1, 3);
	swarm.afresh_every = (u32)prng_between(&prng, 10, 120);
	draw_neighbour(seed, &swarm);
	return swarm;
}

void swarm_restrict(struct swarm *swarm, u64 faults, u64 actors, msec length)
{
	swarm->faults &= faults;
	swarm->actors &= actors;
	if (length < swarm->length) swarm->length = length;
	if (!swarm_has(swarm, FAULT_DRIFT)) swarm->drift_ppm = 0;
	if (!swarm_has(swarm, FAULT_BUSY)) swarm->queue_max = 0;
}

void swarm_print(const struct swarm *swarm, struct buf *out)
{
	static const char *const paces[] = { "busy", "crowded", "quiet" };
	buf_addf(out, "seed %" PRIu64 ", %s, %.2f h, %u tenants, %u types, %u queues, %u runs/h",
		 swarm->seed, paces[swarm->pace], (double)swarm->length / (double)MSEC_HOUR,
		 swarm->tenants, swarm->types, swarm->queues, swarm->runs_per_hour);
	buf_addf(out, ", lease %" PRId64 " s, at once %u, in memory %u%s; faults:",
		 swarm->lease_ms / 1000, swarm->engine.max_concurrency, swarm->engine.runs_max,
		 swarm->tend_every      ? ", with retention"
		 : swarm->has_neighbour ? ", with a neighbour"
					: "");
	for (u32 i = 0; i < FAULT_COUNT; i++) {
		if (swarm->faults >> i & 1) buf_addf(out, " %s", fault_word((enum fault)i));
	}
	buf_add(out, STR("; actors:"));
	for (u32 i = 0; i < ACTOR_COUNT; i++) {
		if (swarm->actors >> i & 1)
			buf_addf(out, " %s*%u", actor_word((enum actor_kind)i), swarm->copies[i]);
	}
}
