#include "sim/ticks.h"

#include "sim/sim.h"

enum {
	/* As it begins, for the state of things when it ends, and when memory is made anew. */
	CLOCK_READS_MAX = 4,
	/* Timers that change nothing anybody sees may come one after the other; not so many. */
	IDLE_TURNS_MAX = 64,
	QUEUE_MAX_USUAL = 10000,
};

static _Noreturn void overdone(struct sim *sim, const char *what, u64 got, u64 most)
{
	sim_fail(sim, "I-06", NULL, "one turn has %llu %s, at most %llu are allowed",
		 (unsigned long long)got, what, (unsigned long long)most);
}

static void at_most(struct sim *sim, const char *what, u64 got, u64 most)
{
	if (got > most) overdone(sim, what, got, most);
}

void ticks_submitted(struct sim *sim)
{
	u32 most = sim->swarm.queue_max ? sim->swarm.queue_max : QUEUE_MAX_USUAL;
	if (++sim->node.ticks.queued > most)
		sim_fail(sim, "I-29", NULL, "%u commands wait, the queue has room for %u",
			 sim->node.ticks.queued, most);
}

void ticks_begin(struct sim *sim)
{
	struct ticks *ticks = &sim->node.ticks;
	if (ticks->is_open) sim_fail(sim, "I-06", NULL, "a turn begins inside another one");
	*ticks = (struct ticks){ .is_open = true, .queued = ticks->queued, .idle = ticks->idle };
}

void ticks_clock(struct sim *sim)
{
	struct ticks *ticks = &sim->node.ticks;
	if (!ticks->is_open) return;
	at_most(sim, "looks at the clock: it waits", ++ticks->clock_reads, CLOCK_READS_MAX);
}

/* Rows that a want brought, of those that come by pages, and how many a page may have. */
static u32 rows_of(const struct want *want, u32 *out_most)
{
	*out_most = LIMIT_SCAN_ROWS;
	if (want->kind == WANT_DUE) return want->due.len;
	*out_most = LIMIT_REFILL_ROWS;
	if (want->kind == WANT_SPILLED) return want->spilled.len;
	*out_most = LIMIT_OVERDUE_ROWS;
	if (want->kind == WANT_OVERDUE) return want->overdue.len;
	*out_most = LIMIT_OPERATION_ROWS;
	if (want->kind == WANT_MATCHING) return want->matching.len;
	return 0;
}

void ticks_load(struct sim *sim, const struct turn *turn)
{
	struct ticks *ticks = &sim->node.ticks;
	u32 pages = 0, bands = 0, judged = 0;
	at_most(sim, "loads", ++ticks->loads, 1);
	for (u32 i = 0; i < turn->wants_len; i++) {
		u32 most;
		u32 rows = rows_of(&turn->wants[i], &most);
		at_most(sim, "rows in a page", rows, most);
		ticks->did |= rows > 0;
		pages += turn->wants[i].kind == WANT_DUE || turn->wants[i].kind == WANT_OVERDUE;
		bands += turn->wants[i].kind == WANT_SPILLED;
		judged += turn->wants[i].kind == WANT_GUARD;
	}
	at_most(sim, "pages by time", pages, 2);
	at_most(sim, "bands that are refilled", bands, LIMIT_TURN_REFILLS);
	at_most(sim, "runs that gates look at", judged, LIMIT_TURN_GUARDED);
}

void ticks_commit(struct sim *sim)
{
	at_most(sim, "commits", ++sim->node.ticks.commits, 1);
}

/* What nobody reported: time alone has ended it. */
static bool ended_by_time(const struct change *change)
{
	return change->kind == CHANGE_EXECUTION_END &&
	       (change->end->outcome == OUTCOME_STALLED || change->end->outcome == OUTCOME_TIMEOUT);
}

void ticks_turned(void *context, const struct turn *turn, const struct engine_pulse *pulse,
		  msec took)
{
	struct node *node = context;
	struct sim *sim = node->sim;
	(void)pulse;
	(void)took;
	if (node->is_dead) return;
	u32 claims = 0, ends = 0;
	u64 bytes = 0;
	for (u32 i = 0; i < turn->changes_len; i++) {
		claims += turn->changes[i].kind == CHANGE_EXECUTION_NEW;
		ends += ended_by_time(&turn->changes[i]);
	}
	for (u32 i = 0; i < turn->claims_len; i++) bytes += turn->claims[i]->payload.len;
	/* Beside those that came in: runs whose payload turned out to be damaged. */
	at_most(sim, "commands", turn->commands_len, LIMIT_TURN_COMMANDS + LIMIT_TURN_CLAIMS);
	at_most(sim, "claims", claims, LIMIT_TURN_CLAIMS);
	at_most(sim, "attempts that time has ended", ends, LIMIT_TURN_TIMERS);
	/* The payload that crosses the bound still goes. */
	at_most(sim, "claimed bytes", bytes, LIMIT_TURN_CLAIMED_BYTES + LIMIT_PAYLOAD_BYTES);
	node->ticks.did |= turn->commands_len || turn->changes_len || turn->actions_len;
}

/* A turn that fails is called for again, at times that its host chooses. */
void ticks_end(struct sim *sim, bool went_well, bool calls_again)
{
	struct ticks *ticks = &sim->node.ticks;
	ticks->is_open = false;
	bool is_idle = went_well && calls_again && !ticks->did;
	ticks->idle = is_idle ? ticks->idle + 1 : 0;
	if (ticks->idle > IDLE_TURNS_MAX)
		sim_fail(sim, "I-06", NULL, "%u turns followed each other at once, for nothing",
			 ticks->idle);
}
