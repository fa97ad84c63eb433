/* What a seed draws before anything happens: which faults and actors exist, how many, how large and
 * how long everything is. A failing seed is shrunk by taking things away from this. */
#ifndef BELFRY_TEST_SIM_SWARM_H
#define BELFRY_TEST_SIM_SWARM_H

#include "base/buf.h"
#include "base/msec.h"
#include "engine/engine.h"
#include "sim/actors.def"
#include "sim/disk.h"
#include "sim/faults.def"

/* clang-format off */
enum fault {
#define X(name, word, sentence) FAULT_##name,
	FAULTS(X)
#undef X
	FAULT_COUNT
};

enum actor_kind {
#define X(name, word, sentence) ACTOR_##name,
	ACTORS(X)
#undef X
	ACTOR_COUNT
};
/* clang-format on */

#define BIT(number) ((u64)1 << (number))
_Static_assert(FAULT_COUNT <= 64 && ACTOR_COUNT <= 64, "a bit each");

enum {
	SWARM_TENANTS_MAX = 50,
	SWARM_TYPES_MAX = 6,
	SWARM_QUEUES_MAX = 4,
	SWARM_ACTORS_MAX = 160,
};

enum pace { PACE_BUSY, PACE_CROWDED, PACE_QUIET };

struct swarm {
	u64 seed;
	const struct disk_kind *disk; /* not drawn: whoever runs the seed says so */
	enum pace pace;
	u64 faults;  /* bit per enum fault */
	u64 actors;  /* bit per enum actor_kind */
	msec length; /* of the chaos; healing comes after it */
	u32 tenants;
	u32 types;
	u32 queues;
	u32 runs_per_hour;
	u32 copies[ACTOR_COUNT];       /* of each actor that exists */
	msec fault_every[FAULT_COUNT]; /* how often a fault that exists strikes, about */
	u32 lost_per_mille;
	msec lease_ms; /* about what workers ask for */
	msec work_ms;  /* about how long a run takes them */
	msec rest_ms;  /* about how long a worker that found nothing rests; 0: hardly at all */
	msec operator_pace;
	msec turn_delay_max;
	bool workers_choose; /* some lease calls name types or tenants: then turns are not judged */
	bool workers_name_queues; /* nor then the turns of queues */
	bool has_weights;         /* tenants and queues, from the beginning */
	bool has_limits;          /* some queues, from the beginning */
	bool all_is_soon;         /* nothing is created for later than a few minutes */
	bool has_orphan;          /* the last type has no worker */
	bool keeps_pauses;        /* pauses stay in force while all heals */
	u32 afresh_every;         /* turns between two comparisons with memory loaded afresh */
	i64 drift_ppm;
	u32 queue_max;
	struct engine_config engine;
	bool has_places;    /* some routes bound how many runs use them at once */
	bool has_followers; /* some tasks wait for others */
	bool has_replacing; /* some tasks replace the run that has their key */
	bool has_neighbour; /* each belongs to a tenant: see neighbours.h */
	u32 left_out;       /* 1 + the tenant that nobody belongs to; 0: none */
	msec grid;          /* of turns; 0: none */
	msec tend_every;    /* retention takes steps so often, about; 0: never */
	struct retention retention;
};

struct swarm swarm_draw(u64 seed);

/* The same seed with less: only these faults and actors, and no longer than that. */
void swarm_restrict(struct swarm *swarm, u64 faults, u64 actors, msec length);

static inline bool swarm_has(const struct swarm *swarm, enum fault fault)
{
	return swarm->faults >> fault & 1;
}

static inline bool swarm_has_jobs(const struct swarm *swarm)
{
	return swarm->actors >> ACTOR_SCHEDULER & 1;
}

/* Then runs are for people, and gates look at each. */
static inline bool swarm_has_hush(const struct swarm *swarm)
{
	return swarm->actors >> ACTOR_HUSHER & 1;
}

/* Then some runs name their routes. */
static inline bool swarm_has_routes(const struct swarm *swarm)
{
	return swarm->actors >> ACTOR_THROTTLER & 1;
}

/* Then some runs are asked about before they begin. */
static inline bool swarm_has_hooks(const struct swarm *swarm)
{
	return swarm->actors >> ACTOR_GUARD & 1;
}

static inline bool swarm_has_gates(const struct swarm *swarm)
{
	return swarm_has_hush(swarm) || swarm_has_hooks(swarm) ||
	       swarm->actors >> ACTOR_MAINTAINER & 1;
}

/* Some types may be carried out by the process itself. */
static inline bool swarm_has_handlers(const struct swarm *swarm)
{
	return swarm->actors & (BIT(ACTOR_HANDLER) | BIT(ACTOR_ASSIGNER) | BIT(ACTOR_FORGETFUL));
}

/* Then some runs are for people, and the process tells them. */
static inline bool swarm_has_reminders(const struct swarm *swarm)
{
	return swarm->actors >> ACTOR_FORGETFUL & 1;
}

/* Then people have windows that time opens and ends. */
static inline bool swarm_has_daily(const struct swarm *swarm)
{
	return swarm->actors >> ACTOR_SUBSCRIBER & 1;
}

/* Then some of what time brings waits until a clock that jumped has settled. */
static inline bool swarm_awaits_clock(const struct swarm *swarm)
{
	return swarm_has_reminders(swarm) || swarm_has_daily(swarm);
}

static inline bool swarm_leaves_out(const struct swarm *swarm, u32 tenant)
{
	return swarm->left_out && swarm->left_out - 1 == tenant;
}

const char *fault_word(enum fault fault);
const char *actor_word(enum actor_kind kind);

/* One line for a person. */
void swarm_print(const struct swarm *swarm, struct buf *out);

#endif
