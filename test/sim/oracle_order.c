/* Who goes first: SPEC 4. A tenant's turn takes its most urgent run: priority, then run_at, then
 * id, where the oldest due run of a priority counts one step more urgent for each full ageing span
 * it has waited. And nobody waits beside work that could be had. */
#include "sim/sim.h"

#include "base/must.h"

/* ---- within a tenant ---------------------------------------------------------------------- */

static msec aged_priority(const struct oracle *oracle, const struct oracle_run *run)
{
	msec aging = oracle->sim->swarm.engine.aging;
	msec waited = oracle->now.wall - run->run_at;
	msec steps = waited > 0 ? waited / (aging ? aging : 300 * MSEC_SECOND) : 0;
	return steps >= run->priority ? 1 : run->priority - steps;
}

/* The oldest due run of each priority among what one tenant has in one queue and is not held back;
 * where calls name types, among those of one type. */
static void find_heads(const struct oracle *oracle, const struct oracle_run *run,
		       const struct oracle_run *heads[LIMIT_PRIORITY_MAX + 1])
{
	msec wall = oracle->now.wall;
	enum carrier carrier = rules_carrier(oracle, run->tenant, run->type);
	for (u32 i = ORACLE_ROUTES; i < ORACLE_TYPES * ORACLE_ROUTES; i++) {
		u32 type = i / ORACLE_ROUTES, route = i % ORACLE_ROUTES;
		const struct oracle_line *line =
			oracle->line_of[run->tenant][run->queue][type][route];
		bool is_its_own = type == run->type && route == run->route;
		if (!line || !line->len) continue;
		if (type != run->type && oracle->sim->swarm.workers_choose) continue;
		if (rules_carrier(oracle, run->tenant, type) != carrier) continue;
		if (!is_its_own && !line_open(oracle, line, wall)) continue;
		for (u32 k = 1; k <= LIMIT_PRIORITY_MAX; k++) {
			const struct oracle_run *head = line_head(oracle, line, k, wall);
			if (head && (!heads[k] || lines_is_earlier(head, heads[k])))
				heads[k] = head;
		}
	}
}

static void fail_urgency(struct oracle *oracle, const struct oracle_run *run,
			 const struct oracle_run *head)
{
	sim_fail(oracle->sim, "I-14", &head->id,
		 "run %08x, type %u, priority %u, aged %d goes before type %u, priority %u, "
		 "aged %d, due for %lld ms",
		 uuid_short(&run->id), run->type, run->priority, (int)aged_priority(oracle, run),
		 head->type, head->priority, (int)aged_priority(oracle, head),
		 (long long)(oracle->now.wall - head->run_at));
}

static void check_most_urgent(struct oracle *oracle, const struct oracle_run *run)
{
	const struct oracle_run *heads[LIMIT_PRIORITY_MAX + 1] = { 0 };
	find_heads(oracle, run, heads);
	const struct oracle_run *oldest = heads[run->priority];
	if (oldest && lines_is_earlier(oldest, run))
		sim_fail(oracle->sim, "I-14", &run->id,
			 "run %08x of the same priority is older and still waits",
			 uuid_short(&oldest->id));
	msec urgency = aged_priority(oracle, run);
	for (u32 i = 1; i <= LIMIT_PRIORITY_MAX; i++) {
		const struct oracle_run *head = heads[i];
		if (!head || head == run) continue;
		msec other = aged_priority(oracle, head);
		if (other < urgency || (other == urgency && lines_is_earlier(head, run)))
			fail_urgency(oracle, run, head);
		if (head->priority < run->priority) sim_mark(oracle->sim, MARK_AGED);
		if (run->job) sim_mark(oracle->sim, MARK_JOB_AMONG_OTHERS);
		if (oracle->hush[run->tenant].is_said)
			sim_mark(oracle->sim, MARK_GATED_AMONG_OTHERS);
	}
}

void order_check_claim(struct oracle *oracle, const struct oracle_run *run)
{
	/* After a step back of the wall clock there is no order to tell; but it is paid for. */
	if (run->run_at > oracle->now.wall) {
		turns_pay(oracle, run);
		turns_forget(oracle);
		return;
	}
	check_most_urgent(oracle, run);
	turns_check_claim(oracle, run);
}

/* ---- nobody idle beside work -------------------------------------------------------------- */

const struct oracle_run *order_find_for(const struct oracle *oracle,
					const struct call_filter *filter, msec wall)
{
	list_for_each_of(struct oracle_line, line, &oracle->lines, in_lines)
	{
		const struct oracle_run *run = line_open(oracle, line, wall);
		if (run && rules_filter_takes(oracle, filter, run)) return run;
	}
	return NULL;
}

static void mark_held_back(struct oracle *oracle, const struct oracle_run *run, msec wall)
{
	struct sim *sim = oracle->sim;
	const char *pause = rules_pause_of(oracle, run, wall);
	const char *limit = pause ? NULL : rules_limit_of(oracle, run);
	if (pause && pause[1] == 'e') sim_mark(sim, MARK_PAUSED_TENANT);
	if (pause && pause[1] == 'y') sim_mark(sim, MARK_PAUSED_TYPE);
	if (pause && pause[1] == 'u') sim_mark(sim, MARK_PAUSED_QUEUE);
	if (limit && limit[1] == 'y') sim_mark(sim, MARK_LIMIT_TYPE);
	if (limit && limit[1] == 'e') sim_mark(sim, MARK_LIMIT_TENANT);
	if (limit && limit[1] == 'u') sim_mark(sim, MARK_LIMIT_QUEUE);
	if (limit && limit[1] == 'l') sim_mark(sim, MARK_LIMIT_ALL);
}

static void check_waiting(struct oracle *oracle, struct now now)
{
	struct sim *sim = oracle->sim;
	list_for_each_of(struct call, call, &sim->node.calls_list, in_node)
	{
		/* Its wait begins in the turn that has room to look at it. */
		if (!call->was_waiting || now.boot <= call->waits_until + 5 * MSEC_SECOND) continue;
		sim_fail(sim, "long poll", NULL, "reply %llu (%.*s) waits %lld ms past its time",
			 (unsigned long long)call->reply, STR_ARG(command_name(call->kind)),
			 (long long)(now.boot - call->waits_until));
	}
}

static void check_nobody_waits_for(struct oracle *oracle, const struct oracle_run *run)
{
	struct sim *sim = oracle->sim;
	list_for_each_of(struct call, call, &sim->node.calls_list, in_node)
	{
		if (!call->was_waiting || !rules_filter_takes(oracle, &call->filter, run)) continue;
		sim_fail(sim, "idle", &run->id,
			 "a worker waits (reply %llu) beside run %08x that it could have",
			 (unsigned long long)call->reply, uuid_short(&run->id));
	}
}

/* One past its deadline. What time makes of people's runs waits for a clock that jumped, and what
 * is behind more of them than a page brings, out of memory, waits with them. */
static const struct oracle_run *first_overdue(const struct oracle *oracle, msec wall)
{
	const struct oracle_run *first = NULL;
	u32 held = 0;
	for (u32 i = 0; i < oracle->deadlines.count; i++) {
		const struct heap_entry *entry = &oracle->deadlines.entries[i];
		if (entry->key > wall) continue;
		const struct oracle_run *run = container_of(entry->node, struct oracle_run,
							    in_deadlines);
		if (plans_may_hold_back(oracle, run, oracle->sim->node.now)) held++;
		else first = run;
	}
	return held < LIMIT_OVERDUE_ROWS ? first : NULL;
}

static void check_deadlines(struct oracle *oracle, msec wall)
{
	struct heap_node *node = heap_first(&oracle->deadlines);
	if (!node || container_of(node, struct oracle_run, in_deadlines)->deadline_at > wall)
		return;
	const struct oracle_run *run = first_overdue(oracle, wall);
	if (run)
		sim_fail(oracle->sim, "I-12", &run->id, "queued %lld ms past its deadline",
			 (long long)(wall - run->deadline_at));
}

void order_check_idle(struct oracle *oracle, struct now now)
{
	struct sim *sim = oracle->sim;
	bool is_sample = sim->node.turns % 16 == 0;
	check_waiting(oracle, now);
	check_deadlines(oracle, now.wall);
	if (!is_sample && !sim->node.calls_waiting) return;
	list_for_each_of(struct oracle_line, line, &oracle->lines, in_lines)
	{
		const struct oracle_run *due = line_first_due(oracle, line, now.wall);
		if (!due) continue;
		if (is_sample) mark_held_back(oracle, due, now.wall);
		if (sim->node.calls_waiting && line_is_open(oracle, line, due, now.wall))
			check_nobody_waits_for(oracle, due);
	}
}
