/* The engine's promises to itself, numbered. Checked over all of memory by the simulator after
 * every turn, and by tests; never on the hot path. A broken one is a bug, whatever the outside did.
 */
/* clang-format off */
/*  E-01 a run in memory is processing, or stands in exactly one line: its timer or its band
 *  E-02 a queued run in memory is not past `loaded`
 *  E-03 a lane's due count is the number of runs in its bands, and the engine's the sum of them
 *  E-04 a lane is open iff it has due runs and its type is neither paused nor full
 *  E-05 an open lane stands in its share's bands exactly where it has runs; a closed one in none
 *  E-06 a share is open iff it has an open lane, is not paused, and its tenant neither paused nor
 *       full; it counts its open lanes, and the blind ones of them
 *  E-07 an open lane is on its lane index, or set aside because its share is closed
 *  E-08 places in use of engine, queue, tenant, type are the number of executions that take them
 *  E-09 run and execution know each other, and its timer stands at the earlier of its two ends
 *  E-10 timers of runs stand at run_at and deadline_at; a queued run with a deadline has one
 *  E-11 nobody waits for what is there: no open lane has a waiting call, while there is room and
 *       no work was left over
 *  E-12 a worker's counts are its executions and its calls; what calls ask for is their sum
 *  E-13 a band is blind iff it has a part in the store and no head up to its mark; an open lane
 *       with a blind band is to be refilled
 *  E-14 a job's counts (runs, running, waiting, offered in a job lane) are those of its runs
 *  E-15 of each job lane the most urgent are offered, as many as its limit and its pause let
 *       run; none is parked while there is room
 *  E-16 an active job whose schedule goes on has a run that is planned; but one that was over when
 *       it came in, or is to be planned anew, may go on by data that are newer than its plan
 *  E-17 a job in memory has a run there; occurrences are held only while the clock settles
 *  E-18 a lane has its share and its lane index with those who carry its type out
 *  E-19 a lane with work that a gate holds is listed at its tenant, the tenant at the engine; a
 *       gate that changes by itself has its timer; what is due of it is put off soon
 *  E-20 a type stands on the route that its policy names and that counts for it, a lane whose runs
 *       name their route on that; a route's counts are those of both; it never has less than no
 *       token, nor more than its burst; one that is open has a token, one that is closed its timer
 *  E-21 a cutoff of a daily window waits only while the clock settles
 *  E-22 a run that waits for others stands in no line; it is known to each of them, which are as
 *       memory has them; and one of them at least is not where it has to be
 *  E-23 a run that a policy hook is asked about is set aside once, with its timer; its tenant
 *       counts it, and none has more than may be
 *  E-24 a run that a reminder stands as is the one its row names, ends with the occurrence behind
 *       it, and has been told as due before it is over; nobody put it off more often than may be
 *  E-27 a task that waits for other runs is not in memory itself; each of them knows it, and stands
 *       as memory has it; one at least has not come, or it is about to be looked at */
/*  Of daily windows, under the names that their specification gives them:
 *  I1   at most one success a day: a window stands for a day that is not decided, behind all that
 *       are, and the last day that was finalized is one of them
 *  I2   nobody is skipped: a window that is not under way stands in a line, and is the run that its
 *       person's row names. That the store has one for everybody, daily_world.h judges
 *  I3   not more are under way than may be
 *  I4   a tick is light: what a turn does follows from what is due in it. Memory cannot show that:
 *       daily_world.h judges it, commit by commit, and test/bench/jobs measures it
 *  I5   a claim settles nothing: the day of a window under way is not its person's last one
 *  I6   one end by the cutoff: a window's run ends with its cutoff, no attempt waits for later, and
 *       a timer (or the clock that is waited for) will end it. That each day gets its one row in
 *       the ledger, daily_world.h judges */
/* clang-format on */
#include "engine/check/check_parts.h"
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/gate_parts.h"
#include "engine/gates/route_parts.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"
#include "model/timetable.h"

void check_expect(struct check *check, bool holds, const char *name, const struct uuid *id)
{
	char text[UUID_TEXT_LEN];
	if (holds) return;
	check->good = false;
	buf_add(check->out, str_from(name));
	if (id) {
		uuid_print(*id, text);
		buf_add_byte(check->out, ' ');
		buf_add(check->out, (str){ text, sizeof text });
	}
	buf_add_byte(check->out, '\n');
}

/* ---- runs --------------------------------------------------------------------------------- */

static void check_daily(struct check *check, const struct engine_run *run)
{
	const struct daily_hot *hot = &run->daily->hot;
	bool is_held = list_node_is_in_list(&run->daily->in_held);
	bool is_in_line = run->due.node.at || pairing_is_in(&run->in_band) || run->is_asked;
	bool is_timed = run->deadline.node.at || is_held || run->line == LINE_HELD;
	check_expect(check, run->bucket == hot->date && hot->date > hot->decided, "I1 day",
		     &run->id);
	bool is_last_known = hot->last_date <= hot->decided ||
			     decided_has(&hot->ahead, hot->last_date);
	check_expect(check, is_last_known, "I1 last day", &run->id);
	check_expect(check, !decided_has(&hot->ahead, hot->date), "I1 day ahead", &run->id);
	check_expect(check, uuid_eq(&hot->run, &run->id) && run->daily->run == run, "I2 run",
		     &run->id);
	check_expect(check, run->execution || is_in_line, "I2 eligible", &run->id);
	if (run->execution) check_expect(check, hot->last_date != hot->date, "I5 claim", &run->id);
	check_expect(check, run->deadline_at == hot->cutoff, "I6 cutoff", &run->id);
	check_expect(check, run->run_at <= hot->cutoff, "I6 attempt", &run->id);
	check_expect(check, is_timed, "I6 timer", &run->id);
	check_expect(check, !is_held || clock_hold_is_on(check->engine), "E-21 held", &run->id);
}

/* A restart with a lower bound may find more: nobody checks a server that runs. */
static void check_concurrency(struct check *check)
{
	const struct engine *engine = check->engine;
	u32 most = engine->config.max_concurrency;
	check_expect(check, !most || engine->dispatch.running <= most, "I3 under way", NULL);
}

/* A reminder's run refers back to the reminder, and nobody may hold it before its time has come. */
static void check_reminder(struct check *check, const struct engine_run *run)
{
	const struct engine *engine = check->engine;
	const struct reminder_hot *hot = &run->reminder->hot;
	bool is_over = reminder_status_is_over(hot->status);
	check_expect(check, uuid_eq(&hot->run, &run->id) && run->reminder->run == run, "E-24 run",
		     &run->id);
	check_expect(check, hot->stands != STANDS_NOT || hot->is_due, "E-24 stands", &run->id);
	check_expect(check, hot->snooze_count <= engine->config.snooze_most, "E-24 snoozes",
		     &run->id);
	check_expect(check, !is_over || (hot->stands == STANDS_NEXT && !hot->is_due), "E-24 over",
		     &run->id);
	check_expect(check, hot->stands != STANDS_NEXT || run->reminder->is_recurring,
		     "E-24 series", &run->id);
	if (hot->stands != STANDS_NEXT || hot->is_due)
		check_expect(check, run->deadline_at == hot->next_at, "E-24 deadline", &run->id);
}

static void check_waiting_for(struct check *check, const struct engine_run *run)
{
	const struct engine *engine = check->engine;
	bool has_open = !run->awaits || run_is_asking(run);
	check_expect(check, run->is_waiting || !run->awaits, "E-22 not waiting", &run->id);
	check_expect(check,
		     !run->is_waiting || (!run->execution && !pairing_is_in(&run->in_band)) ||
			     run->line == LINE_HELD || run->line == LINE_PAUSED,
		     "E-22 in line", &run->id);
	for (const struct await *await = run->awaits; await && await->on; await = await->next) {
		const struct engine_run *other = run_find(engine, &await->on->id);
		has_open |= !await_is_met(await);
		check_expect(check,
			     uuid_map_find(&engine->schedule.waiting.awaited, &await->on->id) ==
				     await->on,
			     "E-22 unknown", &run->id);
		if (other)
			check_expect(check, await->on->state == run_state_of(other), "E-22 state",
				     &run->id);
	}
	check_expect(check, has_open || engine->step.has_work, "E-22 met", &run->id);
}

static void check_run(struct check *check, const struct engine_run *run)
{
	const struct engine *engine = check->engine;
	bool waits = run->due.node.at != 0;
	bool due = pairing_is_in(&run->in_band);
	int lines = (run->execution != NULL) + waits + due + (run->awaits != NULL) + run->is_asked;
	check_expect(check, lines == 1, "E-01 lines", &run->id);
	/* With a bound on runs memory may come to reach less far than it did. */
	if (!run->execution && !engine->config.runs_max && !run_is_put_off(run))
		check_expect(check, run_belongs_in_memory(engine, run->run_at, &run->id), "E-02",
			     &run->id);
	if (waits)
		check_expect(check, heap_key(&engine->clock.wall, &run->due.node) == run->run_at,
			     "E-10 due", &run->id);
	if (run->deadline.node.at)
		check_expect(check,
			     heap_key(&engine->clock.wall, &run->deadline.node) == run->deadline_at,
			     "E-10 deadline", &run->id);
	bool is_held = (run->daily || run->reminder) && due && run->line == LINE_HELD;
	if (!run->execution && run->deadline_at && !is_held)
		check_expect(check, run->deadline.node.at != 0, "E-10 no deadline", &run->id);
	if (run->daily) check_daily(check, run);
	if (run->reminder) check_reminder(check, run);
	if (run->execution) check_expect(check, run->execution->run == run, "E-09 run", &run->id);
	check_waiting_for(check, run);
}

static void check_execution(struct check *check, const struct execution *execution)
{
	msec end = execution->lease_until < execution->timeout_at ? execution->lease_until
								  : execution->timeout_at;
	check_expect(check, execution->run->execution == execution, "E-09 execution",
		     &execution->id);
	check_expect(check, heap_key(&check->engine->clock.boot, &execution->timer.node) == end,
		     "E-09 timer", &execution->id);
}

/* ---- lanes and shares --------------------------------------------------------------------- */

/* Children first; a pairing heap has no depth bound, so this walks by links, without recursion. */
u32 check_count_nodes(const struct pairing_node *root)
{
	u32 count = 0;
	const struct pairing_node *node = root;
	while (node) {
		count++;
		if (node->child) {
			node = node->child;
			continue;
		}
		while (node && !node->next) {
			if (node == root) return count;
			while (node->prev->child != node) node = node->prev; /* to the leftmost */
			node = node->prev;                                   /* to the parent */
			if (node == root) return count;
		}
		node = node ? node->next : NULL;
	}
	return count;
}

static void check_spill(struct check *check, const struct lane *lane)
{
	const struct spill *spill = lane->spill;
	if (!spill) return;
	check_expect(check, spill->bands != 0, "E-13 no part", NULL);
	for (u32 band = 0; band < BANDS; band++) {
		const struct place *mark = &spill->marks[band];
		const struct engine_run *head = lane->bands[band] ? run_of_band(lane->bands[band])
								  : NULL;
		bool known = head && (head->run_at != mark->run_at
					      ? head->run_at < mark->run_at
					      : uuid_compare(&head->id, &mark->id) <= 0);
		bool blind = spill->bands >> band & 1 && !known;
		check_expect(check, (spill->blind >> band & 1) == blind, "E-13 blind", NULL);
	}
	if (spill->blind && lane->is_open)
		check_expect(check, list_node_is_in_list(&lane->in_thirsty), "E-13 thirst", NULL);
}

static void check_gate(struct check *check, const struct lane *lane)
{
	struct closed_gate hold;
	bool has_work = lane->due || lane_has_part(lane);
	bool held = lane_is_held(check->engine, lane, &hold) && hold.puts_off;
	bool gated = has_work && (held || policy_hook_is_full(check->engine, lane->type));
	bool is_listed = list_node_is_in_list(&lane->in_gated);
	const struct route *route = lane->route;
	/* One that is closed anyway, by its type or its route, is looked at when that opens. */
	bool may_lack = gated && (type_is_closed(lane->type) ||
				  (route && (route->is_closed || route->is_full)));
	check_expect(check, is_listed == gated || may_lack, "E-19 lane", NULL);
	check_expect(check, !is_listed || !lane->due || check->engine->gates.defer_at < MSEC_MAX,
		     "E-19 wake", NULL);
}

static void check_lane(struct check *check, const struct lane *lane)
{
	u32 due = 0;
	for (u32 band = 0; band < BANDS; band++) {
		bool listed = lane->share_bands >> band & 1;
		due += check_count_nodes(lane->bands[band]);
		check_expect(check, listed == (lane->is_open && lane->bands[band]), "E-05 band",
			     NULL);
		check_expect(check, listed == pairing_is_in(&lane->in_share[band]), "E-05 node",
			     NULL);
	}
	check_expect(check, due == lane->due, "E-03 lane", NULL);
	enum carrier carrier = type_carrier(lane->type);
	check_expect(check, lane->share->carrier == carrier, "E-18 share", NULL);
	check_expect(check,
		     lane->lane_index->key ==
			     lane_index_key(carrier, lane->share->queue->no, lane->type->no),
		     "E-18 lane index", NULL);
	bool is_used = lane->own.v && (lane->runs || lane->spill);
	check_expect(check, lane->is_used == is_used, "E-20 used", NULL);
	/* One without runs may be left of a tenant that went. */
	bool is_on_it = list_node_is_in_list(&lane->in_route);
	check_expect(check, is_on_it == (lane->own.v != 0) || (lane->own.v && !is_used),
		     "E-20 on it", NULL);
	check_gate(check, lane);
	bool has_work = lane->due || lane_has_part(lane);
	bool open = has_work && !lane_is_closed(check->engine, lane);
	check_spill(check, lane);
	check_expect(check, lane->is_open == open, "E-04", NULL);
	check_expect(check, list_node_is_in_list(&lane->in_share_list) == lane->is_open,
		     "E-04 list", NULL);
	bool is_indexed = pairing_is_in(&lane->in_index);
	bool dropped = list_node_is_in_list(&lane->in_dropped);
	check_expect(check, is_indexed + dropped == (lane->is_open ? 1 : 0), "E-07", NULL);
	check_expect(check, !dropped || !lane->share->is_open, "E-07 dropped", NULL);
}

static void check_share(struct check *check, const struct share *share)
{
	u32 lanes = 0, blind = 0;
	for (struct list_node *node = share->lanes.head.next; node != &share->lanes.head;
	     node = node->next) {
		lanes++;
		blind += lane_is_blind(container_of(node, struct lane, in_share_list));
	}
	check_expect(check, lanes == share->open_lanes, "E-06 lanes", NULL);
	check_expect(check, blind == share->blind_lanes, "E-06 blind", NULL);
	bool open = share->open_lanes && !share->pause && !tenant_is_closed(share->tenant);
	check_expect(check, share->is_open == open, "E-06", NULL);
	check_expect(check, pairing_is_in(&share->in_queue) == share->is_open, "E-06 queue", NULL);
}

static void check_waiting(struct check *check, const struct lane *lane)
{
	const struct engine *engine = check->engine;
	if (engine->step.has_work || engine->dispatch.sweep_from || engine_is_full(engine)) return;
	if (!lane->is_open || !lane->share->is_open || queue_is_closed(lane->share->queue)) return;
	check_expect(check, !call_for_lane(engine, lane), "E-11", NULL);
}

static u32 check_lanes(struct check *check)
{
	struct map_cursor cursor = { 0 };
	const struct type *type;
	u32 due = 0;
	while ((type = u64_map_next(&check->engine->dispatch.types, &cursor))) {
		for (struct list_node *node = type->lanes.head.next; node != &type->lanes.head;
		     node = node->next) {
			const struct lane *lane = container_of(node, struct lane, in_type);
			check_lane(check, lane);
			check_waiting(check, lane);
			due += lane->due;
		}
	}
	return due;
}

/* ---- places ------------------------------------------------------------------------------- */

/* Counts of many objects are compared in one sum: each counts with a weight that follows from its
 * key, so that a place too many here does not make up for one too few there. */
struct places {
	u64 types;
	u64 tenants;
	u64 queues;
	u64 workers;
};

static u64 weight_of(u64 key)
{
	return hash_mix(key + 1);
}

/* From the executions themselves. */
static struct places places_taken(const struct engine *engine)
{
	struct places places = { 0 };
	struct map_cursor cursor = { 0 };
	const struct execution *execution;
	while ((execution = uuid_map_next(&engine->core.executions, &cursor))) {
		const struct lane *lane = execution->run->lane;
		tenant_no tenant = lane->type->tenant->no;
		places.types += weight_of(pair_key(tenant.v, lane->type->no.v));
		places.tenants += weight_of(tenant.v);
		places.queues += weight_of(lane->share->queue->no.v);
		places.workers += weight_of(execution->worker->no.v);
	}
	return places;
}

/* As type, tenant, queue and worker have counted them. */
static struct places places_counted(const struct engine *engine)
{
	struct places places = { 0 };
	struct map_cursor cursor = { 0 };
	const struct type *type;
	const struct tenant *tenant;
	const struct worker *worker;
	while ((type = u64_map_next(&engine->dispatch.types, &cursor)))
		places.types += type->running * weight_of(pair_key(type->tenant->no.v, type->no.v));
	cursor = (struct map_cursor){ 0 };
	while ((tenant = u64_map_next(&engine->dispatch.tenants, &cursor)))
		places.tenants += tenant->running * weight_of(tenant->no.v);
	for (u32 no = 1; no <= LIMIT_QUEUES_MAX; no++)
		places.queues += engine->dispatch.queues[no].running * weight_of(no);
	cursor = (struct map_cursor){ 0 };
	while ((worker = u64_map_next(&engine->workers.by_number, &cursor)))
		places.workers += worker->running * weight_of(worker->no.v);
	return places;
}

static u64 asked_by(const struct list *calls)
{
	u64 asked = 0;
	list_for_each_of(struct call, call, calls, in_list)
	{
		asked += call->max;
	}
	return asked;
}

static void check_places(struct check *check)
{
	const struct engine *engine = check->engine;
	struct places taken = places_taken(engine);
	struct places counted = places_counted(engine);
	check_expect(check, engine->dispatch.running == engine->core.executions.table.count,
		     "E-08 engine", NULL);
	check_concurrency(check);
	check_expect(check, counted.types == taken.types, "E-08 types", NULL);
	check_expect(check, counted.tenants == taken.tenants, "E-08 tenants", NULL);
	check_expect(check, counted.queues == taken.queues, "E-08 queues", NULL);
	check_expect(check, counted.workers == taken.workers, "E-12 executions", NULL);
	u64 calls = 0;
	list_for_each_of(struct worker, worker, &engine->workers.all, in_engine)
	{
		calls += worker->calls;
		bool is_listed = list_node_is_in_list(&worker->in_idle) &&
				 list_node_is_in_list(&worker->in_owner);
		check_expect(check, is_listed == worker_is_idle(worker), "E-12 idle", NULL);
	}
	check_expect(check, calls == engine->dispatch.call_pool.used_count, "E-12 calls", NULL);
	u64 asked = asked_by(&engine->dispatch.fresh_calls) +
		    asked_by(&engine->dispatch.waiting_calls);
	check_expect(check, asked == engine->dispatch.runs_asked, "E-12 asked", NULL);
}

static void check_follower(struct check *check, const struct follower *follower)
{
	const struct engine *engine = check->engine;
	const struct after_link *link = follower->links;
	bool is_looked_at = list_node_is_in_list(&follower->in_ready), has_open = false;
	check_expect(check, link != NULL, "E-27 links", &follower->run);
	check_expect(check, !run_find(engine, &follower->run), "E-27 run", &follower->run);
	for (; link; link = link->next) {
		const struct predecessor *on = link->on;
		const struct engine_run *run = run_find(engine, &on->id);
		check_expect(check, link->follower == follower, "E-27 link", &follower->run);
		check_expect(check,
			     uuid_map_find(&engine->together.followers.predecessors, &on->id) == on,
			     "E-27 predecessor", &on->id);
		bool is_same = !run || !on->is_known || run->execution ||
			       on->state == run_state_of(run);
		check_expect(check, is_same, "E-27 state", &on->id);
		has_open |= after_link_is_open(link);
		is_looked_at |= list_node_is_in_list(&on->in_moved);
	}
	check_expect(check, has_open || is_looked_at, "E-27 open", &follower->run);
}

static void check_followers(struct check *check)
{
	const struct followers *followers = &check->engine->together.followers;
	struct map_cursor cursor = { 0 };
	const struct follower *follower;
	u32 ready = 0;
	while ((follower = uuid_map_next(&followers->by_run, &cursor))) {
		check_follower(check, follower);
		ready += list_node_is_in_list(&follower->in_ready);
	}
	check_expect(check, ready == followers->ready_len, "E-27 ready", NULL);
}

/* E-25: a tenant has what is counted for it. Of runs, jobs and effects memory has only some. */
static void check_quotas(struct check *check)
{
	const struct engine *engine = check->engine;
	struct map_cursor cursor = { 0 };
	const struct quota_tally *tally;
	const struct pause *pause;
	u64 sums[QUOTA_KINDS] = { 0 };
	u32 everybodys = 0;
	while ((tally = u64_map_next(&engine->gates.tallies, &cursor))) {
		u64 all = 0;
		for (u32 kind = 0; kind < QUOTA_KINDS; kind++) {
			sums[kind] += tally->counts[kind];
			all += tally->counts[kind];
		}
		check_expect(check, all > 0, "E-25 empty", NULL);
	}
	cursor = (struct map_cursor){ 0 };
	while ((pause = map_next(&engine->gates.pauses_by_key, &cursor)))
		everybodys += !pause->key.tenant.v;
	check_expect(check, sums[QUOTA_RUNS] >= engine->core.runs.table.count, "E-25 runs", NULL);
	check_expect(check, sums[QUOTA_BATCHES] == engine->together.batches.table.count,
		     "E-25 batches", NULL);
	check_expect(check, sums[QUOTA_FOLLOWERS] == engine->together.followers.by_run.table.count,
		     "E-25 followers", NULL);
	check_expect(check, sums[QUOTA_PAUSES] + everybodys == engine->gates.pauses_len,
		     "E-25 pauses", NULL);
	check_expect(check, sums[QUOTA_ALERT_RULES] == engine->watch.alerts.rules.table.count,
		     "E-25 rules", NULL);
	check_expect(check, sums[QUOTA_ALERTS] == engine->together.cooldowns.table.count,
		     "E-25 alerts", NULL);
	check_expect(check, sums[QUOTA_OPERATIONS] <= engine->core.operations_len,
		     "E-25 operations", NULL);
}

/* E-26: a type has in force what it says itself, else what it inherits. */
static void check_policy(struct check *check, const struct type *type)
{
	const struct type_policy *own = type->row && type->row->policy.said ? &type->row->policy
									    : NULL;
	const struct type_policy *one = own ? own : type->base;
	bool is_merged = own && type->base;
	check_expect(check, !type->merged == !is_merged, "E-26 merged", NULL);
	if (!is_merged) check_expect(check, type->policy == one, "E-26 policy", NULL);
	if (!is_merged) return;
	struct type_policy merged = policy_merge(own, type->base);
	check_expect(check, policy_is_same(&merged, type->policy), "E-26 fields", NULL);
}

/* And it is up to date, unless it is about to be. */
static void check_policies(struct check *check)
{
	const struct engine *engine = check->engine;
	struct map_cursor cursor = { 0 };
	const struct type *type;
	bool are_stale = bases_are_stale(engine);
	while ((type = u64_map_next(&engine->dispatch.types, &cursor))) {
		check_policy(check, type);
		check_expect(check, are_stale || !type_is_stale(engine, type), "E-26 stale", NULL);
	}
}

bool engine_check(const struct engine *engine, const struct now *now, struct buf *out)
{
	struct check check = { engine, out, true };
	struct map_cursor cursor = { 0 };
	(void)now;
	const struct engine_run *run;
	while ((run = uuid_map_next(&engine->core.runs, &cursor))) check_run(&check, run);
	cursor = (struct map_cursor){ 0 };
	const struct execution *execution;
	while ((execution = uuid_map_next(&engine->core.executions, &cursor)))
		check_execution(&check, execution);
	cursor = (struct map_cursor){ 0 };
	const struct share *share;
	while ((share = u64_map_next(&engine->dispatch.shares, &cursor)))
		check_share(&check, share);
	check_expect(&check, check_lanes(&check) == engine->dispatch.due, "E-03 engine", NULL);
	check_places(&check);
	check_jobs(&check);
	check_gates(&check);
	check_routes(&check);
	check_quotas(&check);
	check_followers(&check);
	check_policies(&check);
	return check.good;
}
