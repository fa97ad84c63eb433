/* Dependencies between jobs. A dependent occurrence is made as `waiting`. When its time has come it
 * asks: the next turn brings the runs that are meant, one of each job it depends on, and only then
 * is it judged. Which runs those are is written down with it (KIND_LINKS); it goes on in the
 * commit in which the last of them comes to where it has to be.
 *
 * Whether a link is met follows from the state of the run alone, so that a memory made anew comes
 * to the same:
 *
 *   SUCCESS   it is done
 *   COMPLETE  it is done, failed or in the dlq
 *   START     an attempt has begun at some time
 *
 * One that is not met is open; or dead, while the run is a dead letter; or broken for good, when
 * the run was cancelled. */
#include "engine/core/core.h"
#include "engine/memory/memory.h"
#include "engine/schedule/depend_parts.h"
#include "engine/schedule/job_parts.h"

enum link_state { LINK_MET, LINK_OPEN, LINK_DEAD, LINK_BROKEN };

static const str nobody = { "", 0 };

static enum link_state judge(enum dependency_kind kind, enum run_state state, bool has_begun)
{
	if (kind == DEPENDENCY_START && has_begun) return LINK_MET;
	if (state == RUN_CANCELLED) return LINK_BROKEN;
	if (kind != DEPENDENCY_START && state == RUN_DONE) return LINK_MET;
	if (!run_state_is_dead_letter(state)) return LINK_OPEN;
	return kind == DEPENDENCY_COMPLETE ? LINK_MET : LINK_DEAD;
}

static enum link_state verdict_of(const struct await *await)
{
	return judge(await->kind, await->on->state, await->on->has_begun);
}

bool await_is_met(const struct await *await)
{
	return await->on && verdict_of(await) == LINK_MET;
}

/* ---- memory ------------------------------------------------------------------------------- */

void waiting_init(struct waiting *waiting, u64 seed)
{
	uuid_map_init(&waiting->awaited, seed, offsetof(struct awaited, id));
	pool_init(&waiting->await_pool, sizeof(struct await));
	pool_init(&waiting->awaited_pool, sizeof(struct awaited));
	list_init(&waiting->asking);
	list_init(&waiting->moved);
}

void waiting_done(struct waiting *waiting)
{
	uuid_map_done(&waiting->awaited);
	pool_done(&waiting->await_pool);
	pool_done(&waiting->awaited_pool);
}

static struct awaited *awaited_find(const struct engine *engine, const struct uuid *id)
{
	const struct uuid_map *map = &engine->schedule.waiting.awaited;
	return map->table.count ? uuid_map_find(map, id) : NULL;
}

static void awaited_release(struct engine *engine, struct awaited *awaited)
{
	if (awaited->is_looked_at || !list_is_empty(&awaited->awaits)) return;
	if (list_node_is_in_list(&awaited->in_moved)) list_remove(&awaited->in_moved);
	uuid_map_remove(&engine->schedule.waiting.awaited, &awaited->id);
	pool_give(&engine->schedule.waiting.awaited_pool, awaited);
}

bool run_is_asking(const struct engine_run *run)
{
	return run->awaits && !run->awaits->on;
}

void run_ask(struct engine *engine, struct engine_run *run)
{
	struct waiting *waiting = &engine->schedule.waiting;
	must(run->is_waiting);
	must(!run->awaits);
	run->awaits = pool_take(&waiting->await_pool);
	run->awaits->run = run;
	list_push_back(&waiting->asking, &run->awaits->in_list);
	waiting->asking_len++;
}

static void run_wait_for(struct engine *engine, struct engine_run *run, const struct link *link,
			 enum run_state state, bool has_begun)
{
	struct waiting *waiting = &engine->schedule.waiting;
	struct awaited *awaited = awaited_find(engine, &link->awaited);
	if (!awaited) {
		awaited = pool_take(&waiting->awaited_pool);
		awaited->id = link->awaited;
		list_init(&awaited->awaits);
		uuid_map_insert(&waiting->awaited, awaited);
		awaited->state = state;
		awaited->has_begun = has_begun;
	}
	struct await *await = pool_take(&waiting->await_pool);
	await->run = run;
	await->on = awaited;
	await->job = link->job;
	await->kind = link->kind;
	await->next = run->awaits;
	run->awaits = await;
	list_push_back(&awaited->awaits, &await->in_list);
}

void run_leave_waiting(struct engine *engine, struct engine_run *run)
{
	struct waiting *waiting = &engine->schedule.waiting;
	bool was_asking = run_is_asking(run);
	struct await *await;
	if (was_asking) waiting->asking_len--;
	else job_count_waiting(run, -1);
	while ((await = run->awaits)) {
		struct awaited *awaited = await->on;
		run->awaits = await->next;
		list_remove(&await->in_list);
		pool_give(&waiting->await_pool, await);
		if (awaited) awaited_release(engine, awaited);
	}
}

/* ---- asking ------------------------------------------------------------------------------- */

u32 wants_of_asking(const struct engine *engine)
{
	u32 len = engine->schedule.waiting.asking_len;
	return len < LIMIT_TURN_ASKED ? len : LIMIT_TURN_ASKED;
}

void want_links(const struct engine *engine, struct turn *turn)
{
	u32 left = LIMIT_TURN_ASKED;
	list_for_each_of(struct await, await, &engine->schedule.waiting.asking, in_list)
	{
		const struct engine_run *run = await->run;
		if (!left--) return;
		struct want *want = want_add(turn, WANT_LINKS);
		want->links.run = run->id;
		want->links.at = run->bucket;
		want->links.asked = run->job->row.dependencies.at;
		want->links.asked_len = run->job->row.dependencies.len;
	}
}

void want_awaited(struct turn *turn, const struct engine_run *run)
{
	if (run_is_asking(run)) return;
	for (const struct await *await = run->awaits; await; await = await->next)
		want_add(turn, WANT_RUN)->run.id = await->on->id;
}

/* ---- what was looked up ------------------------------------------------------------------- */

/* Whether the link names a run. A stored link always does. */
static bool is_link(const struct link_seen *seen)
{
	if (!seen->is_new) return true;
	return seen->seen.found && !seen->job_is_gone;
}

/* The state after the earlier steps of this turn. A dead letter that retention removed counts as
 * discarded. */
static enum run_state state_seen(const struct engine *engine, const struct link_seen *link,
				 bool *out_begun)
{
	const struct run_seen *seen = seen_find(engine, &link->link.awaited);
	if (!seen) seen = &link->seen;
	*out_begun = seen->found && (seen->is_open || seen->row.hot.fence > 0);
	if (!seen->found) return RUN_CANCELLED;
	return seen->is_open ? RUN_PROCESSING : seen->row.hot.state;
}

static enum link_state verdict_seen(const struct engine *engine, const struct link_seen *link)
{
	bool has_begun;
	enum run_state state = state_seen(engine, link, &has_begun);
	return judge(link->link.kind, state, has_begun);
}

/* The worst state of the links; MET if there are none. */
static enum link_state verdict_of_answer(const struct engine *engine)
{
	const struct want *want = engine->schedule.waiting.answer;
	enum link_state worst = LINK_MET;
	for (u32 i = 0; want && i < want->links.len; i++) {
		const struct link_seen *seen = &want->links.rows[i];
		if (!is_link(seen)) continue;
		enum link_state verdict = verdict_seen(engine, seen);
		if (verdict > worst) worst = verdict;
	}
	return worst;
}

bool run_is_forsaken(const struct engine *engine)
{
	return verdict_of_answer(engine) == LINK_BROKEN;
}

bool run_has_to_wait(const struct engine *engine)
{
	enum link_state verdict = verdict_of_answer(engine);
	return verdict == LINK_OPEN || verdict == LINK_DEAD;
}

static struct links_row *links_write(struct engine *engine, const struct engine_run *run)
{
	struct links_row *row = arena_alloc_zeroed(&now_turn(engine)->arena, sizeof *row);
	must(row != NULL);
	row->run = run->id;
	row->tenant = run_tenant(run);
	change_put(engine, KIND_LINKS)->links = row;
	return row;
}

/* Memory was built again from the store: the run waits as before. */
static bool is_as_kept(const struct want *want)
{
	for (u32 i = 0; i < want->links.len; i++) {
		if (want->links.rows[i].is_new) return false;
	}
	return want->links.is_kept;
}

static void wait_by_answer(struct engine *engine, struct engine_run *run)
{
	const struct want *want = engine->schedule.waiting.answer;
	struct links_row *row = is_as_kept(want) ? NULL : links_write(engine, run);
	for (u32 i = 0; i < want->links.len; i++) {
		const struct link_seen *seen = &want->links.rows[i];
		bool has_begun;
		if (!is_link(seen)) continue;
		enum run_state state = state_seen(engine, seen, &has_begun);
		run_wait_for(engine, run, &seen->link, state, has_begun);
		if (row) row->at[row->len++] = seen->link;
	}
	must(run->awaits != NULL);
	job_count_waiting(run, 1);
}

static void release(struct engine *engine, struct engine_run *run)
{
	if (run->awaits) run_leave_waiting(engine, run);
	run->is_waiting = false;
	journal_move(engine, run, RUN_WAITING, RUN_QUEUED, NULL, STR("dependencies"), nobody);
	run_write(engine, run, RUN_QUEUED);
	if (run->job->row.overlap == OVERLAP_BY_REPLACE) job_make_room(engine, run->job);
	job_offer(engine, run);
}

void run_go_on(struct engine *engine, struct engine_run *run)
{
	must(engine->schedule.waiting.answer != NULL);
	if (!run_has_to_wait(engine)) {
		release(engine, run);
		return;
	}
	run_write(engine, run, RUN_WAITING);
	wait_by_answer(engine, run);
}

/* An occurrence that was decided before: it catches up, was started by hand, or was stored by an
 * earlier process. */
static void go_on_decided(struct engine *engine, struct engine_run *run)
{
	enum link_state verdict = verdict_of_answer(engine);
	bool is_given_up = verdict == LINK_BROKEN || (verdict == LINK_DEAD && run->is_overtaken);
	run->is_overtaken = false;
	if (is_given_up) run_end(engine, run, RUN_CANCELLED, STR("dependency"), nobody);
	else if (verdict == LINK_MET) release(engine, run);
	else wait_by_answer(engine, run);
}

static bool may_be_judged(const struct engine *engine, const struct engine_run *run)
{
	return engine->schedule.judged_left && fire_needs(run) <= engine->schedule.plans_left;
}

static void take_answer(struct engine *engine, struct engine_run *run, const struct want *want)
{
	bool is_undecided = run_is_undecided(run);
	run_leave_waiting(engine, run);
	engine->schedule.waiting.answer = want;
	if (is_undecided && run->run_at > wall_now(engine)) run_line_up(engine, run);
	else if (is_undecided && clock_hold_is_on(engine)) clock_hold_run(engine, run);
	else if (!is_undecided) go_on_decided(engine, run);
	else if (!run_stops(engine, run)) run_fire(engine, run);
	engine->schedule.waiting.answer = NULL;
}

void asks_answered(struct engine *engine)
{
	const struct turn *turn = now_turn(engine);
	for (u32 i = 0; i < turn->wants_len; i++) {
		const struct want *want = &turn->wants[i];
		if (want->kind != WANT_LINKS) continue;
		struct engine_run *run = run_find(engine, &want->links.run);
		if (!run || !run_is_asking(run)) continue;
		if (run_is_undecided(run) && !may_be_judged(engine, run)) continue;
		take_answer(engine, run, want);
	}
}

/* ---- what others come to ------------------------------------------------------------------ */

void awaited_moved(struct engine *engine, const struct engine_run *run, enum run_state to)
{
	struct awaited *awaited = awaited_find(engine, &run->id);
	if (!awaited) return;
	awaited->state = to;
	awaited->has_begun |= run->fence > 0;
	if (!list_node_is_in_list(&awaited->in_moved))
		list_push_back(&engine->schedule.waiting.moved, &awaited->in_moved);
}

static enum link_state verdict_of_run(const struct engine_run *run)
{
	enum link_state worst = LINK_MET;
	for (const struct await *await = run->awaits; await; await = await->next) {
		enum link_state verdict = verdict_of(await);
		if (verdict > worst) worst = verdict;
	}
	return worst;
}

/* Lets a run that waits for this one go on, or ends it. False: no more in this turn. */
static bool look_at(struct engine *engine, struct awaited *awaited)
{
	struct list_node *node = awaited->awaits.head.next;
	while (node != &awaited->awaits.head) {
		struct engine_run *run = container_of(node, struct await, in_list)->run;
		enum link_state verdict = verdict_of_run(run);
		node = node->next;
		if (verdict == LINK_OPEN || verdict == LINK_DEAD) continue;
		/* The run that it would replace may have started in this turn: its lease is already
		 * handed out. */
		bool takes_place = run->job->row.overlap == OVERLAP_BY_REPLACE;
		if (engine->schedule.waiting.has_matched && takes_place) return false;
		if (!engine->schedule.waiting.acts_left) return false;
		engine->schedule.waiting.acts_left--;
		if (verdict == LINK_MET) release(engine, run);
		else run_end(engine, run, RUN_CANCELLED, STR("dependency"), nobody);
	}
	return true;
}

void waiting_settle(struct engine *engine)
{
	struct list_node *node;
	while ((node = list_first(&engine->schedule.waiting.moved))) {
		struct awaited *awaited = container_of(node, struct awaited, in_moved);
		awaited->is_looked_at = true;
		bool is_done = look_at(engine, awaited);
		awaited->is_looked_at = false;
		if (!is_done) {
			engine->step.has_work = true;
			return;
		}
		/* A run that ended as a consequence may have moved it again: then it is in the list
		 * only once. */
		list_remove(&awaited->in_moved);
		awaited_release(engine, awaited);
	}
}

static void overtake(struct engine *engine, struct engine_run *run)
{
	if (!engine->schedule.waiting.acts_left) return;
	engine->schedule.waiting.acts_left--;
	run_end(engine, run, RUN_CANCELLED, STR("dependency"), nobody);
}

void job_overtakes(struct engine *engine, struct job *job, msec planned_at)
{
	struct list_node *node = job->runs.head.next;
	if (!engine->schedule.waiting.awaited.table.count && !engine->schedule.waiting.asking_len)
		return;
	while (node != &job->runs.head) {
		struct engine_run *run = container_of(node, struct engine_run, in_job);
		node = node->next;
		if (!run->awaits || run->bucket >= planned_at) continue;
		if (run_is_asking(run)) run->is_overtaken = !run_is_undecided(run);
		else if (verdict_of_run(run) == LINK_DEAD) overtake(engine, run);
	}
}

static void ask_again(struct engine *engine, struct engine_run *run, const struct awaited *gone)
{
	struct links_row *row = links_write(engine, run);
	for (const struct await *await = run->awaits; await; await = await->next) {
		struct link link = { await->job, await->on->id, await->kind };
		if (await->on == gone) link.awaited = (struct uuid){ { 0 } };
		row->at[row->len++] = link;
	}
	run_leave_waiting(engine, run);
	run_ask(engine, run);
}

void awaited_withdrawn(struct engine *engine, const struct engine_run *run)
{
	struct awaited *awaited = awaited_find(engine, &run->id);
	if (!awaited) return;
	awaited->is_looked_at = true;
	while (!list_is_empty(&awaited->awaits) && engine->schedule.waiting.asks_left) {
		struct list_node *node = awaited->awaits.head.next;
		engine->schedule.waiting.asks_left--;
		ask_again(engine, container_of(node, struct await, in_list)->run, awaited);
	}
	awaited->is_looked_at = false;
	awaited_release(engine, awaited);
}
