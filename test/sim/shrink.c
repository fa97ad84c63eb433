#include "sim/shrink.h"

#include "sim/neighbours.h"

enum { CUTS_MAX = 12 };

/* Whether it still fails, and by the same promise: what comes before the colon. */
static bool fails(const struct swarm *swarm, struct sim_result *out_result)
{
	struct marks marks = { 0 };
	struct sim_result result = neighbours_live(swarm, &marks, NULL);
	str old_words = str_from(out_result->violation), new_words = str_from(result.violation);
	if (!result.has_failed) return false;
	if (!str_eq(str_split(&old_words, ':'), str_split(&new_words, ':'))) return false;
	*out_result = result;
	return true;
}

static void drop_bits(struct swarm *swarm, u64 *bits, u32 count, struct sim_result *result)
{
	for (u32 i = 0; i < count; i++) {
		struct swarm less = *swarm;
		u64 *less_bits = bits == &swarm->faults ? &less.faults : &less.actors;
		if (!(*less_bits >> i & 1)) continue;
		*less_bits &= ~BIT(i);
		swarm_restrict(&less, less.faults, less.actors, less.length);
		if (fails(&less, result)) *swarm = less;
	}
}

static void drop_copies(struct swarm *swarm, struct sim_result *result)
{
	for (u32 i = 0; i < ACTOR_COUNT; i++) {
		struct swarm less = *swarm;
		if (!(swarm->actors >> i & 1) || swarm->copies[i] == 1) continue;
		less.copies[i] = 1;
		if (fails(&less, result)) *swarm = less;
	}
}

/* The shortest history, within a few cuts, that still fails; most fail where they did before. */
static void cut_time(struct swarm *swarm, struct sim_result *result)
{
	msec low = 0;
	for (u32 i = 0; i < CUTS_MAX && swarm->length - low > 1; i++) {
		struct swarm less = *swarm;
		msec middle = low + (swarm->length - low) / 2;
		if (i == 0 && result->failed_at < swarm->length) middle = result->failed_at + 1;
		less.length = middle;
		if (fails(&less, result)) *swarm = less;
		else low = middle;
	}
}

struct swarm shrink(const struct swarm *swarm, struct sim_result *out_result)
{
	struct swarm small = *swarm;
	cut_time(&small, out_result);
	drop_bits(&small, &small.faults, FAULT_COUNT, out_result);
	drop_bits(&small, &small.actors, ACTOR_COUNT, out_result);
	drop_copies(&small, out_result);
	cut_time(&small, out_result);
	return small;
}
