/* Tasks after tasks (SPEC 7): a task that names other runs begins after each of them has come to
 * where it has to be, ends where one of them never can, and waits for nothing else. */
#include "sim/sim.h"

#include "base/must.h"

enum { NAMED_MAX = 4 };

struct oracle_after {
	struct oracle_run *task;
	struct list_node in_waiting; /* while its task waits */
	const struct oracle_run *on[NAMED_MAX];
	bool has_come[NAMED_MAX]; /* at some time since the task was made */
	u32 len;
	enum dependency_kind needs;
};

void afters_free(struct oracle_run *run)
{
	mem_free(run->after);
}

/* ---- how those stand that it waits for ------------------------------------------------------ */

static bool is_dead(const struct oracle_run *run)
{
	return run->state == RUN_FAILED || run->state == RUN_DLQ;
}

static bool comes(const struct oracle_run *run, enum dependency_kind needs)
{
	if (run->state == RUN_DONE) return true;
	return needs == DEPENDENCY_COMPLETE && is_dead(run);
}

static bool all_come(const struct oracle_after *after)
{
	for (u32 i = 0; i < after->len; i++) {
		if (!comes(after->on[i], after->needs) && !after->has_come[i]) return false;
	}
	return true;
}

/* What retention took before it had come was given up. */
static bool is_forsaken(const struct oracle_after *after)
{
	for (u32 i = 0; i < after->len; i++) {
		bool is_gone = after->on[i]->is_purged && !comes(after->on[i], after->needs);
		if (!after->has_come[i] && (is_gone || after->on[i]->state == RUN_CANCELLED))
			return true;
	}
	return false;
}

/* ---- what a turn makes of them -------------------------------------------------------------- */

bool afters_is_follower(const struct oracle *oracle, const struct run_row *row)
{
	const struct turn *turn = oracle->turn;
	for (u32 i = 0; i < turn->changes_len; i++) {
		if (change_puts(&turn->changes[i], KIND_AFTER) &&
		    uuid_eq(&turn->changes[i].after.run, &row->id))
			return true;
	}
	return false;
}

void afters_take_run(struct oracle *oracle, struct oracle_run *run, const struct enqueue_item *item)
{
	struct oracle_after *after;
	if (!item->after_len) return;
	after = mem_alloc_zeroed(sizeof *after);
	must(after != NULL && item->after_len <= NAMED_MAX);
	*after = (struct oracle_after){ .task = run, .len = item->after_len, .needs = item->needs };
	for (u32 i = 0; i < after->len; i++) {
		after->on[i] = oracle_run_ever(oracle, &item->after[i]);
		if (!after->on[i] || after->on[i]->tenant != run->tenant)
			sim_fail(oracle->sim, "P20", &run->id,
				 "it waits for a run that is not there, or another tenant's");
	}
	run->after = after;
}

/* A row is written for nobody else, and says what was asked for. */
void afters_take(struct oracle *oracle, const struct after_row *row)
{
	struct oracle_run *run = oracle_run_of(oracle, &row->run);
	const struct oracle_after *after = run ? run->after : NULL;
	if (!after || row->place >= after->len || row->needs != after->needs ||
	    !uuid_eq(&row->awaited, &after->on[row->place]->id))
		sim_fail(oracle->sim, "I-18", &row->run, "it waits for what nobody asked for");
}

void afters_check_created(struct oracle *oracle, struct oracle_run *run, u32 state)
{
	struct oracle_after *after = run->after;
	if (!after) return;
	if ((state == RUN_WAITING) == all_come(after))
		sim_fail(oracle->sim, "I-18", &run->id, "made as %s, and what it waits for is %s",
			 oracle_state_word(state), all_come(after) ? "there" : "not there");
	if (state != RUN_WAITING) return;
	for (u32 i = 0; i < after->len; i++) after->has_come[i] = comes(after->on[i], after->needs);
	list_push_back(&oracle->followers, &after->in_waiting);
	sim_mark(oracle->sim, MARK_FOLLOWER_WAITS);
}

/* A run has moved: those that wait for it hear of it. */
void afters_moved(struct oracle *oracle, struct oracle_run *run)
{
	struct oracle_after *own = run->after;
	if (own && run->state != RUN_WAITING && list_node_is_in_list(&own->in_waiting))
		list_remove(&own->in_waiting);
	list_for_each_of(struct oracle_after, after, &oracle->followers, in_waiting)
	{
		for (u32 i = 0; i < after->len; i++)
			after->has_come[i] |= after->on[i] == run && comes(run, after->needs);
	}
}

void afters_check_released(struct oracle *oracle, const struct oracle_run *run)
{
	if (!all_come(run->after))
		sim_fail(oracle->sim, "I-18", &run->id,
			 "it went on, and a run that it waits for has not come");
	sim_mark(oracle->sim, MARK_FOLLOWER_GOES_ON);
}

bool afters_may_cancel(const struct oracle *oracle, const struct oracle_run *run)
{
	if (run->state != RUN_WAITING || !run->after || !is_forsaken(run->after)) return false;
	sim_mark(oracle->sim, MARK_FOLLOWER_FORSAKEN);
	return true;
}

bool afters_waits(const struct oracle_run *run)
{
	return run->after && !all_come(run->after) && !is_forsaken(run->after);
}

/* The engine has nothing to do: nothing waits in vain. Of a dead letter that retention took it
 * hears within an hour. */
void afters_check_idle(struct oracle *oracle)
{
	msec wall = oracle->sim->node.now.wall;
	list_for_each_of(struct oracle_after, after, &oracle->followers, in_waiting)
	{
		const struct oracle_run *run = after->task;
		bool is_late = run->deadline_at && run->deadline_at <= wall;
		bool is_cancelled = false;
		for (u32 i = 0; i < after->len; i++)
			is_cancelled |= !after->has_come[i] &&
					after->on[i]->state == RUN_CANCELLED &&
					!after->on[i]->is_purged;
		if (is_late) sim_fail(oracle->sim, "I-12", &run->id, "it waits past its deadline");
		if (all_come(after))
			sim_fail(oracle->sim, "I-18", &run->id,
				 "it waits, and all that it waits for has come");
		if (is_cancelled)
			sim_fail(oracle->sim, "I-18", &run->id,
				 "it waits for a run that was cancelled");
	}
}
