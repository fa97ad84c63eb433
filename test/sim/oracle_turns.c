/* Taking turns: SPEC 4. Busy queues share by weight; in a queue tenants do. Two who both have work
 * that could start, all the time, get runs in proportion to their weights, to within one run each:
 * as if each run cost its tenant 1/weight, and whoever has paid least were next.
 *
 * Turns are judged only where every worker takes whatever there is: a call that names types moves
 * tenants ahead which the next call cannot serve, and one that names queues moves queues. */
#include "sim/sim.h"

#include "base/must.h"

enum { WON_MAX = 10000 };

/* ---- one contest -------------------------------------------------------------------------- */

static void contest_restart(struct oracle_contest *contest, u32 who)
{
	if (!contest->has_counted[who]) return;
	contest->has_counted[who] = false;
	for (u32 i = 0; i < ORACLE_TENANTS; i++) contest->won[who][i] = contest->won[i][who] = 0;
}

static void contest_restart_closed(struct oracle_contest *contest, u32 len, const bool *open)
{
	for (u32 i = 1; i < len; i++) {
		if (!open[i]) contest_restart(contest, i);
	}
}

/* What somebody paid last may have been at another weight. */
static void contest_set_weight(struct oracle_contest *contest, u32 who, u32 weight)
{
	weight = weight ? weight : 1;
	contest->weight[who] = weight;
	u32 paid = contest->weight_paid[who];
	contest->weight_least[who] = paid && paid < weight ? paid : weight;
}

/* The bound is from the winner's side: the other one may be behind by its last run and what the
 * winner has just got, not by more. False: it is. */
static bool contest_is_fair(const struct oracle_contest *contest, u32 winner, u32 other)
{
	u64 mine = contest->won[winner][other], theirs = contest->won[other][winner];
	u64 weight = contest->weight[winner], other_weight = contest->weight[other];
	u64 least = contest->weight_least[other];
	/* (mine - 1) / weight <= theirs / other_weight + 1 / least, without fractions */
	return (mine - 1) * other_weight * least <= theirs * weight * least + weight * other_weight;
}

/* Returns whom the winner has left behind too far; 0: nobody. */
static u32 contest_judge(struct oracle_contest *contest, u32 len, u32 winner, const bool *open)
{
	u32 loser = 0;
	contest_restart_closed(contest, len, open);
	for (u32 other = 1; other < len; other++) {
		if (other == winner || !open[other]) continue;
		if (++contest->won[winner][other] > WON_MAX) contest_restart(contest, winner);
		contest->has_counted[winner] = contest->has_counted[other] = true;
		if (contest->won[winner][other] && !contest_is_fair(contest, winner, other))
			loser = other;
	}
	contest->weight_paid[winner] = contest->weight[winner];
	return loser;
}

/* ---- tenants in a queue, and queues ------------------------------------------------------- */

/* Which tenants have a run in this queue that could start; 0: which queues have. */
static void find_open(const struct oracle *oracle, enum carrier carrier, u32 queue, msec wall,
		      bool out_open[ORACLE_TENANTS])
{
	memset(out_open, 0, ORACLE_TENANTS * sizeof *out_open);
	list_for_each_of(struct oracle_line, line, &oracle->lines, in_lines)
	{
		u32 who = queue ? line->tenant : line->queue;
		if ((queue && line->queue != queue) || out_open[who]) continue;
		if (rules_carrier(oracle, line->tenant, line->type) != carrier) continue;
		out_open[who] = line_open(oracle, line, wall) != NULL;
	}
}

static void fail_turn(struct oracle *oracle, const struct oracle_contest *contest, const char *word,
		      const struct oracle_run *run, u32 winner, u32 loser)
{
	sim_fail(oracle->sim, "I-13", &run->id,
		 "%s %u got %u runs while %s %u got %u and had open work (weights %u, %u)", word,
		 winner, contest->won[winner][loser], word, loser, contest->won[loser][winner],
		 contest->weight[winner], contest->weight[loser]);
}

static void mark_turn(struct oracle *oracle, const struct oracle_contest *contest, u32 winner,
		      const bool *open)
{
	for (u32 i = 1; i < ORACLE_TENANTS; i++) {
		if (!open[i] || i == winner) continue;
		bool is_equal = contest->weight[i] == contest->weight[winner];
		sim_mark(oracle->sim, is_equal ? MARK_TURNS_TAKEN : MARK_TURNS_WEIGHTED);
	}
}

void turns_check_claim(struct oracle *oracle, const struct oracle_run *run)
{
	const struct swarm *swarm = &oracle->sim->swarm;
	bool open[ORACLE_TENANTS];
	if (swarm->workers_choose) return;
	enum carrier carrier = rules_carrier(oracle, run->tenant, run->type);
	struct oracle_contest *contest = &oracle->tenant_turns[carrier][run->queue];
	find_open(oracle, carrier, run->queue, oracle->now.wall, open);
	mark_turn(oracle, contest, run->tenant, open);
	u32 loser = contest_judge(contest, ORACLE_TENANTS, run->tenant, open);
	if (loser) fail_turn(oracle, contest, "tenant", run, run->tenant, loser);
	if (swarm->workers_name_queues) return;
	contest = &oracle->queue_turns[carrier];
	find_open(oracle, carrier, 0, oracle->now.wall, open);
	loser = contest_judge(contest, ORACLE_QUEUES, run->queue, open);
	if (loser) fail_turn(oracle, contest, "queue", run, run->queue, loser);
	open[run->queue] = false;
	for (u32 i = 1; i < ORACLE_QUEUES; i++) {
		if (open[i]) sim_mark(oracle->sim, MARK_TURNS_OF_QUEUES);
	}
}

void turns_pay(struct oracle *oracle, const struct oracle_run *run)
{
	enum carrier carrier = rules_carrier(oracle, run->tenant, run->type);
	struct oracle_contest *contest = &oracle->tenant_turns[carrier][run->queue];
	contest->weight_paid[run->tenant] = contest->weight[run->tenant];
	contest = &oracle->queue_turns[carrier];
	contest->weight_paid[run->queue] = contest->weight[run->queue];
}

void turns_restart(struct oracle *oracle, const struct oracle_run *run)
{
	enum carrier carrier = rules_carrier(oracle, run->tenant, run->type);
	contest_restart(&oracle->tenant_turns[carrier][run->queue], run->tenant);
	contest_restart(&oracle->queue_turns[carrier], run->queue);
}

static void forget_side(struct oracle *oracle, struct oracle_contest *tenants,
			struct oracle_contest *queues)
{
	for (u32 queue = 1; queue < ORACLE_QUEUES; queue++) {
		struct oracle_contest *contest = &tenants[queue];
		for (u32 tenant = 1; tenant < ORACLE_TENANTS; tenant++) {
			contest_restart(contest, tenant);
			contest_set_weight(contest, tenant, oracle->tenants[tenant].weight);
		}
		contest_restart(queues, queue);
		contest_set_weight(queues, queue, oracle->queues[queue].weight);
	}
}

void turns_forget(struct oracle *oracle)
{
	for (u32 i = CARRIER_WORKERS; i < CARRIERS; i++)
		forget_side(oracle, oracle->tenant_turns[i], &oracle->queue_turns[i]);
}

static void contest_forget_paid(struct oracle_contest *contest)
{
	memset(contest->weight_paid, 0, sizeof contest->weight_paid);
}

void turns_begin_anew(struct oracle *oracle)
{
	for (u32 i = CARRIER_WORKERS; i < CARRIERS; i++) {
		for (u32 queue = 1; queue < ORACLE_QUEUES; queue++)
			contest_forget_paid(&oracle->tenant_turns[i][queue]);
		contest_forget_paid(&oracle->queue_turns[i]);
	}
	turns_forget(oracle);
}

static void side_after_turn(struct oracle *oracle, enum carrier carrier, msec wall)
{
	bool open[ORACLE_TENANTS];
	for (u32 queue = 1; queue <= oracle->sim->swarm.queues; queue++) {
		find_open(oracle, carrier, queue, wall, open);
		contest_restart_closed(&oracle->tenant_turns[carrier][queue], ORACLE_TENANTS, open);
	}
	find_open(oracle, carrier, 0, wall, open);
	contest_restart_closed(&oracle->queue_turns[carrier], ORACLE_QUEUES, open);
}

void turns_after_turn(struct oracle *oracle, msec wall)
{
	const struct swarm *swarm = &oracle->sim->swarm;
	if (swarm->workers_choose || !oracle->has_committed) return;
	side_after_turn(oracle, CARRIER_WORKERS, wall);
	if (swarm_has_handlers(swarm)) side_after_turn(oracle, CARRIER_NODE, wall);
}
