/* Tasks after tasks. A task that was asked for with `after` is made as `waiting`, and goes on once
 * every run that it names has come to where it has to be:
 *
 *   SUCCESS   it is done
 *   COMPLETE  it is done, failed or in the dlq
 *
 * A predecessor that was cancelled can never come: the task ends, with the reason `dependency`. One
 * that is a dead letter may still come by a retry, so with SUCCESS the task waits; whether the dead
 * letter is still there is asked once an hour, for retention tells nobody.
 *
 * There is a row for each predecessor. A row is live until its predecessor has come; the last one
 * until the task has moved. So a memory that is made anew looks up each live row's run and comes to
 * the same, and a run that came long ago may be removed. A predecessor's end only lists its
 * followers; a later turn brings the row of each that may go on, and decides by what holds then. */
#include "engine/core/core.h"
#include "engine/core/owner.h"
#include "engine/memory/memory.h"

#define LOOK_AGAIN_MS MSEC_HOUR

static const str nobody = { "", 0 };

/* ---- how a predecessor stands ------------------------------------------------------------- */

enum coming { HAS_COME, MAY_COME, NEVER_COMES };

static enum coming coming_of(enum dependency_kind needs, enum run_state state)
{
	if (state == RUN_DONE) return HAS_COME;
	if (state == RUN_CANCELLED) return NEVER_COMES;
	bool counts = needs == DEPENDENCY_COMPLETE && run_state_is_dead_letter(state);
	return counts ? HAS_COME : MAY_COME;
}

static enum coming coming_of_link(const struct after_link *link)
{
	return link->on->is_known ? coming_of(link->follower->needs, link->on->state) : MAY_COME;
}

bool after_link_is_open(const struct after_link *link)
{
	return coming_of_link(link) != HAS_COME;
}

/* The worst of those that are left. */
static enum coming coming_of_all(const struct follower *follower)
{
	enum coming worst = HAS_COME;
	for (const struct after_link *link = follower->links; link; link = link->next) {
		enum coming coming = coming_of_link(link);
		if (coming > worst) worst = coming;
	}
	return worst;
}

/* As the steps before in this turn have left it; false: there is no such run. */
static bool state_of(const struct engine *engine, const struct uuid *id, tenant_no *out_tenant,
		     enum run_state *out_state)
{
	const struct engine_run *run = run_find(engine, id);
	const struct run_seen *seen = run ? NULL : seen_find(engine, id);
	if (!run && !seen) return false;
	*out_tenant = run ? run_tenant(run) : seen->row.tenant;
	if (run) *out_state = run_state_of(run);
	else *out_state = seen->is_open ? RUN_PROCESSING : seen->row.hot.state;
	return true;
}

/* ---- memory ------------------------------------------------------------------------------- */

void followers_init(struct followers *followers, u64 seed)
{
	uuid_map_init(&followers->by_run, seed, offsetof(struct follower, run));
	uuid_map_init(&followers->predecessors, seed, offsetof(struct predecessor, id));
	pool_init(&followers->pool, sizeof(struct follower));
	pool_init(&followers->link_pool, sizeof(struct after_link));
	pool_init(&followers->predecessor_pool, sizeof(struct predecessor));
	list_init(&followers->unseen);
	list_init(&followers->moved);
	list_init(&followers->ready);
}

void followers_done(struct followers *followers)
{
	uuid_map_done(&followers->by_run);
	uuid_map_done(&followers->predecessors);
	pool_done(&followers->pool);
	pool_done(&followers->link_pool);
	pool_done(&followers->predecessor_pool);
}

enum err followers_reserve(struct engine *engine, u32 links)
{
	struct followers *followers = &engine->together.followers;
	enum err err = pool_reserve(&followers->pool, links);
	if (!err) err = pool_reserve(&followers->link_pool, links);
	if (!err) err = pool_reserve(&followers->predecessor_pool, links);
	if (!err) err = uuid_map_reserve(&followers->by_run, links);
	return err ? err : uuid_map_reserve(&followers->predecessors, links);
}

static struct follower *find_follower(const struct engine *engine, const struct uuid *run)
{
	const struct uuid_map *map = &engine->together.followers.by_run;
	return map->table.count ? uuid_map_find(map, run) : NULL;
}

const struct follower *follower_find(const struct engine *engine, const struct uuid *run)
{
	return find_follower(engine, run);
}

bool after_waits(const struct engine *engine, const struct uuid *run)
{
	return find_follower(engine, run) != NULL;
}

static struct predecessor *find_predecessor(const struct engine *engine, const struct uuid *id)
{
	const struct uuid_map *map = &engine->together.followers.predecessors;
	return map->table.count ? uuid_map_find(map, id) : NULL;
}

static void look_up(struct engine *engine, struct predecessor *predecessor)
{
	struct followers *followers = &engine->together.followers;
	if (list_node_is_in_list(&predecessor->in_unseen)) return;
	list_push_back(&followers->unseen, &predecessor->in_unseen);
	followers->unseen_len++;
}

static void look_up_no_more(struct engine *engine, struct predecessor *predecessor)
{
	if (!list_node_is_in_list(&predecessor->in_unseen)) return;
	list_remove(&predecessor->in_unseen);
	engine->together.followers.unseen_len--;
}

/* A new state, or one that was looked up: those who wait for it are looked at. */
static void predecessor_is(struct engine *engine, struct predecessor *predecessor,
			   enum run_state state)
{
	struct heap *heap = &engine->clock.wall;
	predecessor->state = state;
	predecessor->is_known = true;
	look_up_no_more(engine, predecessor);
	if (predecessor->timer.node.at) heap_remove(heap, &predecessor->timer.node);
	if (run_state_is_dead_letter(state))
		heap_push(heap, &predecessor->timer.node,
			  msec_add(wall_now(engine), LOOK_AGAIN_MS));
	if (!list_node_is_in_list(&predecessor->in_moved))
		list_push_back(&engine->together.followers.moved, &predecessor->in_moved);
}

static struct predecessor *predecessor_get(struct engine *engine, const struct uuid *id)
{
	struct followers *followers = &engine->together.followers;
	struct predecessor *predecessor = find_predecessor(engine, id);
	if (predecessor) return predecessor;
	predecessor = pool_take(&followers->predecessor_pool);
	predecessor->id = *id;
	predecessor->timer.kind = TIMER_PREDECESSOR;
	list_init(&predecessor->links);
	uuid_map_insert(&followers->predecessors, predecessor);
	return predecessor;
}

static void predecessor_release(struct engine *engine, struct predecessor *predecessor)
{
	struct followers *followers = &engine->together.followers;
	if (!list_is_empty(&predecessor->links)) return;
	look_up_no_more(engine, predecessor);
	if (list_node_is_in_list(&predecessor->in_moved)) list_remove(&predecessor->in_moved);
	if (predecessor->timer.node.at) heap_remove(&engine->clock.wall, &predecessor->timer.node);
	uuid_map_remove(&followers->predecessors, &predecessor->id);
	pool_give(&followers->predecessor_pool, predecessor);
}

static struct follower *follower_get(struct engine *engine, const struct after_row *row)
{
	struct followers *followers = &engine->together.followers;
	struct follower *follower = find_follower(engine, &row->run);
	if (follower) return follower;
	follower = pool_take(&followers->pool);
	follower->run = row->run;
	follower->tenant = row->tenant;
	follower->needs = row->needs;
	follower->deadline_at = row->deadline_at;
	follower->timer.kind = TIMER_FOLLOWER;
	uuid_map_insert(&followers->by_run, follower);
	quota_count(engine, row->tenant, QUOTA_FOLLOWERS);
	if (row->deadline_at)
		heap_push(&engine->clock.wall, &follower->timer.node, row->deadline_at);
	return follower;
}

/* In the order of their places. */
static struct predecessor *link_add(struct engine *engine, const struct after_row *row)
{
	struct follower *follower = follower_get(engine, row);
	struct predecessor *on = predecessor_get(engine, &row->awaited);
	struct after_link *link = pool_take(&engine->together.followers.link_pool);
	struct after_link **at = &follower->links;
	*link = (struct after_link){ .follower = follower, .on = on, .place = row->place };
	while (*at && (*at)->place < row->place) at = &(*at)->next;
	link->next = *at;
	*at = link;
	list_push_back(&on->links, &link->in_predecessor);
	return on;
}

static void link_free(struct engine *engine, struct after_link *link)
{
	struct predecessor *on = link->on;
	list_remove(&link->in_predecessor);
	pool_give(&engine->together.followers.link_pool, link);
	predecessor_release(engine, on);
}

enum err follower_recall(struct engine *engine, const struct after_row *row)
{
	enum err err = followers_reserve(engine, 1);
	if (!err) err = quotas_reserve(engine, 1);
	if (!err) err = heap_reserve(&engine->clock.wall, 2);
	if (!err) look_up(engine, link_add(engine, row));
	return err;
}

static void not_ready(struct engine *engine, struct follower *follower)
{
	if (!list_node_is_in_list(&follower->in_ready)) return;
	list_remove(&follower->in_ready);
	engine->together.followers.ready_len--;
}

static void make_ready(struct engine *engine, struct follower *follower)
{
	struct followers *followers = &engine->together.followers;
	if (list_node_is_in_list(&follower->in_ready)) return;
	list_push_back(&followers->ready, &follower->in_ready);
	followers->ready_len++;
	engine->step.has_work = true;
}

/* ---- rows --------------------------------------------------------------------------------- */

static void write_link(struct engine *engine, const struct after_link *link, bool is_live)
{
	const struct follower *follower = link->follower;
	change_put(engine, KIND_AFTER)->after = (struct after_row){
		.run = follower->run,
		.place = link->place,
		.tenant = follower->tenant,
		.awaited = link->on->id,
		.needs = follower->needs,
		.is_live = is_live,
		.deadline_at = follower->deadline_at,
	};
}

/* It waits no more: its run has moved in this turn. */
static void follower_over(struct engine *engine, struct follower *follower)
{
	struct followers *followers = &engine->together.followers;
	struct after_link *link;
	while ((link = follower->links)) {
		write_link(engine, link, false);
		follower->links = link->next;
		link_free(engine, link);
	}
	not_ready(engine, follower);
	if (follower->timer.node.at) heap_remove(&engine->clock.wall, &follower->timer.node);
	quota_uncount(engine, follower->tenant, QUOTA_FOLLOWERS);
	uuid_map_remove(&followers->by_run, &follower->run);
	pool_give(&followers->pool, follower);
}

/* ---- making ------------------------------------------------------------------------------- */

static enum err check_list(const struct enqueue_item *item, struct why *why)
{
	if (item->after_len > LIMIT_TASK_AFTER)
		return fail(why, ERR_INVALID, "after must have at most %d items, has %u",
			    LIMIT_TASK_AFTER, item->after_len);
	if (item->needs != DEPENDENCY_SUCCESS && item->needs != DEPENDENCY_COMPLETE)
		return fail(why, ERR_INVALID, "on must be success or complete");
	for (u32 i = 0; i < item->after_len; i++) {
		for (u32 k = 0; k < i; k++) {
			if (uuid_eq(&item->after[i], &item->after[k]))
				return fail(why, ERR_INVALID,
					    "after: items %u and %u name the same run", k, i);
		}
	}
	return ERR_OK;
}

enum err after_check(struct engine *engine, const struct tenant *tenant,
		     const struct enqueue_item *item, struct why *why)
{
	tenant_no owner;
	enum run_state state;
	enum err err = check_list(item, why);
	for (u32 i = 0; !err && i < item->after_len; i++) {
		bool is_there = state_of(engine, &item->after[i], &owner, &state) &&
				owner.v == tenant->no.v;
		if (!is_there)
			err = fail(why, ERR_NOT_FOUND, "after: item %u names no run of this tenant",
				   i);
	}
	return err;
}

bool after_has_to_wait(const struct engine *engine, const struct enqueue_item *item)
{
	tenant_no owner;
	enum run_state state;
	for (u32 i = 0; i < item->after_len; i++) {
		must(state_of(engine, &item->after[i], &owner, &state));
		if (coming_of(item->needs, state) != HAS_COME) return true;
	}
	return false;
}

void after_note(struct engine *engine, const struct run_row *row, const struct enqueue_item *item)
{
	tenant_no owner;
	for (u32 i = 0; i < item->after_len; i++) {
		enum run_state state;
		must(state_of(engine, &item->after[i], &owner, &state));
		struct after_row after = {
			.run = row->id,
			.place = i,
			.tenant = row->tenant,
			.awaited = item->after[i],
			.needs = item->needs,
			.is_live = coming_of(item->needs, state) != HAS_COME,
			.deadline_at = row->deadline_at,
		};
		change_put(engine, KIND_AFTER)->after = after;
		if (!after.is_live) continue;
		struct predecessor *on = link_add(engine, &after);
		if (!on->is_known || on->state != state || state == RUN_CANCELLED)
			predecessor_is(engine, on, state);
	}
}

void after_still_waits(struct engine *engine, const struct engine_run *run)
{
	struct follower *follower = find_follower(engine, &run->id);
	must(follower != NULL);
	if (follower->deadline_at == run->deadline_at) return;
	follower->deadline_at = run->deadline_at;
	if (follower->timer.node.at) heap_remove(&engine->clock.wall, &follower->timer.node);
	if (run->deadline_at)
		heap_push(&engine->clock.wall, &follower->timer.node, run->deadline_at);
	for (const struct after_link *link = follower->links; link; link = link->next)
		write_link(engine, link, true);
}

/* ---- what others come to ------------------------------------------------------------------ */

void after_sees(struct engine *engine, const struct journal_entry *entry)
{
	if (entry->kind != JOURNAL_MOVED) return;
	struct predecessor *predecessor = find_predecessor(engine, &entry->run);
	struct follower *follower = find_follower(engine, &entry->run);
	if (predecessor) predecessor_is(engine, predecessor, entry->to);
	if (follower && entry->to != RUN_WAITING) follower_over(engine, follower);
}

void predecessor_timer_acts(struct engine *engine, struct timer *timer)
{
	struct predecessor *predecessor = container_of(timer, struct predecessor, timer);
	heap_remove(&engine->clock.wall, &timer->node);
	look_up(engine, predecessor);
}

/* Its row is needed to end it. */
void follower_timer_acts(struct engine *engine, struct timer *timer)
{
	struct follower *follower = container_of(timer, struct follower, timer);
	heap_remove(&engine->clock.wall, &timer->node);
	make_ready(engine, follower);
}

/* ---- looking up --------------------------------------------------------------------------- */

static u32 few(u32 len)
{
	return len < LIMIT_TURN_FOLLOWERS ? len : LIMIT_TURN_FOLLOWERS;
}

u32 followers_wants(const struct engine *engine)
{
	const struct followers *followers = &engine->together.followers;
	return few(followers->unseen_len) + few(followers->ready_len);
}

static void want_follower(struct turn *turn, const struct uuid *id)
{
	struct want *want = want_add(turn, WANT_RUN);
	want->run.id = *id;
	want->run.is_of_follower = true;
}

void want_followers(const struct engine *engine, struct turn *turn)
{
	const struct followers *followers = &engine->together.followers;
	u32 left = LIMIT_TURN_FOLLOWERS;
	list_for_each_of(struct predecessor, predecessor, &followers->unseen, in_unseen)
	{
		if (!left--) break;
		want_follower(turn, &predecessor->id);
	}
	left = LIMIT_TURN_FOLLOWERS;
	list_for_each_of(struct follower, follower, &followers->ready, in_ready)
	{
		if (!left--) break;
		want_follower(turn, &follower->run);
	}
}

/* One that retention has removed was not done when its follower last heard of it: given up. */
static void take_state(struct engine *engine, struct predecessor *predecessor)
{
	enum run_state state = RUN_CANCELLED;
	tenant_no owner;
	bool is_there = state_of(engine, &predecessor->id, &owner, &state);
	predecessor_is(engine, predecessor, is_there ? state : RUN_CANCELLED);
}

/* ---- settling ----------------------------------------------------------------------------- */

static void go_on(struct engine *engine, struct engine_run *run)
{
	run->is_waiting = false;
	/* The follower ends with this entry, see after_sees. */
	journal_move(engine, run, RUN_WAITING, RUN_QUEUED, NULL, STR("dependencies"), nobody);
	run_write(engine, run, RUN_QUEUED);
	run_place(engine, run);
}

/* Its row is here, and what it waits for may have changed since it was asked for. */
static void decide(struct engine *engine, struct follower *follower)
{
	const struct run_seen *seen = seen_find(engine, &follower->run);
	enum coming coming = coming_of_all(follower);
	bool is_late = follower->deadline_at && follower->deadline_at <= wall_now(engine);
	not_ready(engine, follower);
	/* A row that is damaged is as one that is not there: doctor names it. */
	if (!seen || seen->row.hot.state != RUN_WAITING) {
		follower_over(engine, follower);
		return;
	}
	if (coming == MAY_COME && !is_late) return;
	struct engine_run *run = run_admit(engine, &seen->row);
	if (is_late) run_end(engine, run, RUN_CANCELLED, STR("deadline"), nobody);
	else if (coming == HAS_COME) go_on(engine, run);
	else run_end(engine, run, RUN_CANCELLED, STR("dependency"), nobody);
}

/* False: no more in this turn. */
static bool look_at(struct engine *engine, struct predecessor *predecessor)
{
	struct followers *followers = &engine->together.followers;
	struct list_node *node = predecessor->links.head.next;
	while (node != &predecessor->links.head) {
		struct after_link *link = container_of(node, struct after_link, in_predecessor);
		struct follower *follower = link->follower;
		node = node->next;
		enum coming coming = coming_of_link(link);
		if (coming == MAY_COME) continue;
		if (!followers->acts_left) return false;
		followers->acts_left--;
		if (coming == NEVER_COMES || !follower->links->next) {
			make_ready(engine, follower);
			continue;
		}
		struct after_link **at = &follower->links;
		while (*at != link) at = &(*at)->next;
		*at = link->next;
		write_link(engine, link, false);
		list_remove(&link->in_predecessor);
		pool_give(&followers->link_pool, link);
		if (coming_of_all(follower) != MAY_COME) make_ready(engine, follower);
	}
	return true;
}

bool followers_have_work(const struct engine *engine)
{
	const struct followers *followers = &engine->together.followers;
	return followers->unseen_len || followers->ready_len || !list_is_empty(&followers->moved);
}

static void take_answers(struct engine *engine)
{
	const struct turn *turn = now_turn(engine);
	for (u32 i = 0; i < turn->wants_len; i++) {
		const struct want *want = &turn->wants[i];
		if (want->kind != WANT_RUN || !want->run.is_of_follower) continue;
		struct predecessor *predecessor = find_predecessor(engine, &want->run.id);
		struct follower *follower = find_follower(engine, &want->run.id);
		if (predecessor && list_node_is_in_list(&predecessor->in_unseen))
			take_state(engine, predecessor);
		if (follower && list_node_is_in_list(&follower->in_ready)) decide(engine, follower);
	}
}

void followers_settle(struct engine *engine)
{
	struct followers *followers = &engine->together.followers;
	struct list_node *node;
	take_answers(engine);
	while ((node = list_first(&followers->moved))) {
		struct predecessor *predecessor = container_of(node, struct predecessor, in_moved);
		if (!look_at(engine, predecessor)) break;
		list_remove(&predecessor->in_moved);
		predecessor_release(engine, predecessor);
	}
	if (followers_have_work(engine)) engine->step.has_work = true;
}
