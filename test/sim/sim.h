/* One simulated history: a process (the real pump and engine over the memory store), the people and
 * programs around it, the weather, and an oracle that watches. Everything is drawn from one seed.
 *
 *   world      time, and what is to happen
 *   node       the process: starts, turns, dies; carries calls and replies
 *   actors     producers, workers, operators
 *   weather    faults
 *   oracle     what was acknowledged, what is allowed
 *   trace      hash and, on a failure, the last lines */
#ifndef BELFRY_TEST_SIM_SIM_H
#define BELFRY_TEST_SIM_SIM_H

#include "base/list.h"
#include "base/memory.h"
#include "sim/actor.h"
#include "sim/marks.h"
#include "sim/node.h"
#include "sim/oracle.h"
#include "sim/swarm.h"
#include "sim/trace.h"
#include "sim/weather.h"
#include "sim/world.h"

#include <setjmp.h>

struct chronicle;

enum { VIOLATION_BYTES = 1000 };

struct sim {
	struct swarm swarm;
	struct world world;
	struct trace trace;
	struct chronicle *chronicle; /* NULL: none is kept */
	struct marks *marks;
	struct node node;
	struct weather weather;
	struct oracle oracle;
	struct actor *actors[SWARM_ACTORS_MAX];
	u32 actors_len;
	struct actor *guard; /* whose hooks are asked; NULL: there are none */
	struct zone *zones[ALMANAC_ZONES][ALMANAC_VERSIONS]; /* but UTC */
	struct zone *steady[ALMANAC_STEADY_ALL];
	struct prng prng; /* of what belongs to nobody */
	struct mem_watch watch;
	bool is_healing; /* no faults any more, nobody asks for more */
	bool is_over;    /* what still happens only gives its memory back */
	jmp_buf failed;
	char violation[VIOLATION_BYTES];
	struct uuid violation_run; /* nil: about none in particular */
};

struct sim_result {
	bool has_failed;
	u64 trace_hash;
	u64 turns;
	u64 claims;
	msec simulated; /* of the chaos */
	msec failed_at;
	char violation[VIOLATION_BYTES];
	struct uuid violation_run;
};

/* Lives through one history. `trace`, `chronicle` NULL: nothing is told. */
struct sim_result sim_run(const struct swarm *swarm, struct marks *marks, struct trace *trace,
			  struct chronicle *chronicle);

/* A promise is broken: ends this history. `id` is the invariant's. `run` may be NULL. */
_Noreturn void sim_fail(struct sim *sim, const char *id, const struct uuid *run, const char *format,
			...) PRINTF_LIKE(4, 5);

static inline void sim_mark(struct sim *sim, enum mark mark)
{
	sim->marks->hits[mark]++;
}

#define SAY(sim, ...) trace_say(&(sim)->trace, (sim)->world.t, __VA_ARGS__)
#define SAY_OF(sim, run, ...) trace_say_of(&(sim)->trace, (sim)->world.t, run, __VA_ARGS__)

#endif
