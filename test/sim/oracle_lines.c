/* What is queued, in lines. Nothing is judged here; order and rules look at it. */
#include "sim/sim.h"

#include "base/must.h"
#include "sim/chronicle.h"

static bool deadline_before(const struct heap_node *a, const struct heap_node *b)
{
	const struct oracle_run *left = container_of(a, struct oracle_run, in_deadlines);
	const struct oracle_run *right = container_of(b, struct oracle_run, in_deadlines);
	return uuid_compare(&left->id, &right->id) < 0;
}

void lines_init(struct oracle *oracle)
{
	list_init(&oracle->lines);
	heap_init(&oracle->deadlines, deadline_before);
}

void lines_done(struct oracle *oracle)
{
	for (u32 tenant = 0; tenant < ORACLE_TENANTS; tenant++) {
		for (u32 queue = 0; queue < ORACLE_QUEUES; queue++) {
			for (u32 i = 0; i < ORACLE_TYPES * ORACLE_ROUTES; i++)
				mem_free(oracle->line_of[tenant][queue][i / ORACLE_ROUTES]
							[i % ORACLE_ROUTES]);
		}
	}
	heap_done(&oracle->deadlines);
}

static struct oracle_line *line_for(struct oracle *oracle, const struct oracle_run *run)
{
	struct oracle_line **slot =
		&oracle->line_of[run->tenant][run->queue][run->type][run->route];
	if (*slot) return *slot;
	struct oracle_line *line = mem_alloc_zeroed(sizeof *line);
	must(line != NULL);
	line->tenant = run->tenant;
	line->queue = run->queue;
	line->type = run->type;
	line->first_at = MSEC_MAX;
	for (u32 i = 0; i <= LIMIT_PRIORITY_MAX; i++) list_init(&line->bands[i]);
	return *slot = line;
}

bool lines_is_earlier(const struct oracle_run *a, const struct oracle_run *b)
{
	if (a->run_at != b->run_at) return a->run_at < b->run_at;
	return uuid_compare(&a->id, &b->id) < 0;
}

static struct oracle_run *run_at_node(struct list_node *node)
{
	return list_item(node, struct oracle_run, in_band);
}

/* Most come last, or nearly so: the place is looked for from the end. */
static void insert_in_order(struct list *band, struct oracle_run *run)
{
	struct list_node *after = band->head.prev;
	while (after != &band->head && lines_is_earlier(run, run_at_node(after)))
		after = after->prev;
	list_insert_between(&run->in_band, after, after->next);
}

/* What time makes of a job's run is judged with its job. */
static bool has_deadline_of_its_own(const struct oracle_run *run)
{
	return run->deadline_at && !run->job;
}

void lines_add(struct oracle *oracle, struct oracle_run *run)
{
	struct oracle_line *line = line_for(oracle, run);
	insert_in_order(&line->bands[run->priority], run);
	if (!line->len++) list_push_back(&oracle->lines, &line->in_lines);
	if (run->run_at < line->first_at) line->first_at = run->run_at;
	oracle->queued_len++;
	if (!has_deadline_of_its_own(run)) return;
	must(heap_reserve(&oracle->deadlines, 1) == ERR_OK);
	heap_push(&oracle->deadlines, &run->in_deadlines, run->deadline_at);
}

static msec first_at_of(const struct oracle_line *line)
{
	msec first = MSEC_MAX;
	for (u32 i = 1; i <= LIMIT_PRIORITY_MAX; i++) {
		const struct oracle_run *head = run_at_node(list_first(&line->bands[i]));
		if (head && head->run_at < first) first = head->run_at;
	}
	return first;
}

void lines_remove(struct oracle *oracle, struct oracle_run *run)
{
	struct oracle_line *line = line_for(oracle, run);
	must(line->len > 0);
	list_remove(&run->in_band);
	if (!--line->len) list_remove(&line->in_lines);
	if (run->run_at == line->first_at) line->first_at = first_at_of(line);
	oracle->queued_len--;
	if (has_deadline_of_its_own(run)) heap_remove(&oracle->deadlines, &run->in_deadlines);
}

/* What holds back one run and not its line. Gates that look at one run do not: when its turn comes
 * it is put off, and until then nobody goes before it. */
static bool may_begin(const struct oracle *oracle, const struct oracle_run *run, msec wall)
{
	if (run->job && !plans_may_begin(oracle, run, wall)) return false;
	return !swarm_has_hooks(&oracle->sim->swarm) || !hooks_is_aside(oracle, run);
}

const struct oracle_run *line_head(const struct oracle *oracle, const struct oracle_line *line,
				   u32 priority, msec wall)
{
	list_for_each_of(struct oracle_run, run, &line->bands[priority], in_band)
	{
		if (run->run_at > wall) break;
		if (rules_is_due(run, wall) && may_begin(oracle, run, wall)) return run;
	}
	return NULL;
}

const struct oracle_run *line_first_due(const struct oracle *oracle, const struct oracle_line *line,
					msec wall)
{
	const struct oracle_run *first = NULL;
	if (line->first_at > wall) return NULL;
	for (u32 i = 1; i <= LIMIT_PRIORITY_MAX; i++) {
		const struct oracle_run *head = line_head(oracle, line, i, wall);
		if (head && (!first || lines_is_earlier(head, first))) first = head;
	}
	return first;
}

bool line_is_open(const struct oracle *oracle, const struct oracle_line *line,
		  const struct oracle_run *first, msec wall)
{
	if (!first || rules_limit_of(oracle, first)) return false;
	if (plans_may_hold_back(oracle, first, oracle->sim->node.now)) return false;
	/* With so many asked about, what a hook would be asked about waits. */
	if (swarm_has_hooks(&oracle->sim->swarm) && hooks_are_full(oracle, line->tenant))
		return false;
	if (routes_may_hold(oracle, first)) return false;
	return !rules_pause_of(oracle, first, wall);
}

const struct oracle_run *line_open(const struct oracle *oracle, const struct oracle_line *line,
				   msec wall)
{
	const struct oracle_run *first = line_first_due(oracle, line, wall);
	return line_is_open(oracle, line, first, wall) ? first : NULL;
}

/* ---- all of a tenant ---------------------------------------------------------------------- */

/* Those of one turn in an order that no id decides. */
void lines_join_tenant(struct oracle *oracle, struct oracle_run *run)
{
	struct oracle_run **place = &oracle->latest_of[run->tenant];
	u64 who = chronicle_who(run);
	while (*place && (*place)->turn_created == run->turn_created && chronicle_who(*place) > who)
		place = &(*place)->before;
	run->before = *place;
	*place = run;
	oracle->len_of[run->tenant]++;
}

u32 oracle_runs_len(const struct oracle *oracle, u32 tenant)
{
	return tenant ? oracle->len_of[tenant] : oracle->all_len;
}

const struct oracle_run *oracle_run_back(const struct oracle *oracle, u32 tenant, u32 n)
{
	if (!tenant) return oracle->all[oracle->all_len - 1 - n];
	const struct oracle_run *run = oracle->latest_of[tenant];
	while (n--) run = run->before;
	return run;
}
