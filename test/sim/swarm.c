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

/* Most seeds are short, so that many different ones fit; some last for weeks. */
static msec draw_length(struct prng *prng)
{
	u64 dice = prng_below(prng, 100);
	if (dice < 80) return prng_between(prng, MSEC_HOUR, 3 * MSEC_HOUR);
	if (dice < 95) return prng_between(prng, 3 * MSEC_HOUR, 12 * MSEC_HOUR);
	if (dice < 99) return prng_between(prng, 12 * MSEC_HOUR, 3 * MSEC_DAY);
	return prng_between(prng, 3 * MSEC_DAY, 30 * MSEC_DAY);
}

static u32 draw_tenants(struct prng *prng)
{
	u64 dice = prng_below(prng, 10);
	if (dice < 2) return 1;
	if (dice < 8) return (u32)prng_between(prng, 2, 8);
	return (u32)prng_between(prng, 9, SWARM_TENANTS_MAX);
}

static u32 draw_runs_per_hour(struct prng *prng, msec length)
{
	msec hours = length / MSEC_HOUR + 1;
	i64 most = 2400 / hours;
	if (most > 400) most = 400;
	if (most < 3) most = 3;
	return (u32)prng_between(prng, most / 8 + 1, most);
}

static void draw_faults(struct prng *prng, struct swarm *swarm)
{
	bool is_calm = prng_chance(prng, 1, 12);
	for (u32 i = 0; i < FAULT_COUNT; i++) {
		bool exists = prng_chance(prng, 2, 5);
		u32 often = (u32)prng_between(prng, 1, 12);
		if (prng_chance(prng, 1, 6)) often *= 8;
		swarm->per_hour[i] = often;
		if (exists && !is_calm) swarm->faults |= 1u << i;
	}
	/* A leap makes everything due, or nothing for a year: seeds with it show little else. */
	if (!prng_chance(prng, 1, 4)) swarm->faults &= ~(1u << FAULT_WALL_LEAP);
	msec hours = swarm->length / MSEC_HOUR + 1;
	for (u32 i = 0; i < FAULT_COUNT && hours > 24; i++)
		swarm->per_hour[i] = swarm->per_hour[i] * 24 / (u32)hours + 1;
	if (swarm_has(swarm, FAULT_DRIFT)) swarm->drift_ppm = prng_between(prng, -500, 500);
	swarm->queue_max = (u32)prng_between(prng, 1, 6);
	if (!swarm_has(swarm, FAULT_BUSY)) swarm->queue_max = 0;
}

static void draw_actors(struct prng *prng, struct swarm *swarm)
{
	for (u32 i = 0; i < ACTOR_COUNT; i++) {
		bool exists = prng_chance(prng, 1, 2);
		swarm->copies[i] = (u32)prng_between(prng, 1, 3);
		if (exists) swarm->actors |= 1u << i;
	}
	bool has_producer = swarm->actors & (1u << ACTOR_PRODUCER | 1u << ACTOR_SHARER |
					     1u << ACTOR_BULKER | 1u << ACTOR_BURSTER);
	if (!has_producer) swarm->actors |= 1u << ACTOR_PRODUCER;
	/* Without anybody honest nothing would get done at all. */
	if (prng_chance(prng, 4, 5)) swarm->actors |= 1u << ACTOR_HONEST;
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

struct swarm swarm_draw(u64 seed)
{
	struct prng prng = prng_stream(seed, STR("swarm"));
	struct swarm swarm = { .seed = seed, .length = draw_length(&prng) };
	swarm.tenants = draw_tenants(&prng);
	swarm.types = (u32)prng_between(&prng, 1, SWARM_TYPES_MAX);
	swarm.queues = (u32)prng_between(&prng, 1, SWARM_QUEUES_MAX);
	swarm.runs_per_hour = draw_runs_per_hour(&prng, swarm.length);
	draw_faults(&prng, &swarm);
	draw_actors(&prng, &swarm);
	draw_engine(&prng, &swarm);
	swarm.lost_per_mille = (u32)prng_between(&prng, 1, 100);
	swarm.lease_ms = prng_between(&prng, 5, 600) * MSEC_SECOND;
	if (prng_chance(&prng, 1, 2)) swarm.lease_ms = prng_between(&prng, 5, 60) * MSEC_SECOND;
	swarm.work_ms = prng_between(&prng, 1, 45) * MSEC_SECOND;
	swarm.operator_pace = 6 * MSEC_MINUTE * (1 + swarm.length / (12 * MSEC_HOUR));
	swarm.turn_delay_max = prng_between(&prng, 0, 20);
	swarm.workers_choose = prng_chance(&prng, 1, 2);
	swarm.has_orphan = swarm.types > 1 && prng_chance(&prng, 1, 5);
	/* Who leaves a type out names the others. */
	if (swarm.has_orphan) swarm.workers_choose = true;
	swarm.keeps_pauses = prng_chance(&prng, 1, 3);
	swarm.afresh_every = (u32)prng_between(&prng, 10, 120);
	return swarm;
}

void swarm_restrict(struct swarm *swarm, u32 faults, u32 actors, msec length)
{
	swarm->faults &= faults;
	swarm->actors &= actors;
	if (length < swarm->length) swarm->length = length;
	if (!swarm_has(swarm, FAULT_DRIFT)) swarm->drift_ppm = 0;
	if (!swarm_has(swarm, FAULT_BUSY)) swarm->queue_max = 0;
}

void swarm_print(const struct swarm *swarm, struct buf *out)
{
	buf_addf(out, "seed %" PRIu64 ", %.2f h, %u tenants, %u types, %u queues, %u runs/h",
		 swarm->seed, (double)swarm->length / (double)MSEC_HOUR, swarm->tenants,
		 swarm->types, swarm->queues, swarm->runs_per_hour);
	buf_addf(out, ", lease %" PRId64 " s, at once %u; faults:", swarm->lease_ms / 1000,
		 swarm->engine.max_concurrency);
	for (u32 i = 0; i < FAULT_COUNT; i++) {
		if (swarm->faults >> i & 1) buf_addf(out, " %s", fault_word((enum fault)i));
	}
	buf_add(out, STR("; actors:"));
	for (u32 i = 0; i < ACTOR_COUNT; i++) {
		if (swarm->actors >> i & 1)
			buf_addf(out, " %s*%u", actor_word((enum actor_kind)i), swarm->copies[i]);
	}
}
