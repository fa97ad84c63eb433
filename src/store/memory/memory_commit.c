/* A commit's second half: what was staged is kept, change by change, in the turn's order. Nothing
 * here can fail; what no correct engine may ask for stops the process (must).
 *
 * A move is judged by the states as everyone sees them, where a held run is processing. Within a
 * turn the end of an execution and the run's new state may come in either order. The end first: the
 * run is undecided until its new state comes, and queued as it was if none does. The state first:
 * the run is torn, and at the turn's end none may be. */
#include "base/memory.h"
#include "base/must.h"
#include "store/memory/memory_parts.h"

/* ---- runs and their places in the indexes -------------------------------------------------- */

static bool is_torn(const struct memory_run *run)
{
	return run->open && run->row.hot.state != RUN_QUEUED;
}

static bool is_undecided(const struct memory_run *run)
{
	return list_node_is_in_list(&run->in_undecided);
}

/* Queued, or a job's that waits: its time finds it. */
static bool run_is_in_line(const struct memory_run *run)
{
	enum run_state state = memory_run_state(run);
	return state == RUN_QUEUED || (state == RUN_WAITING && !uuid_is_nil(&run->row.job));
}

static void line_up(struct memory_store *store, struct memory_run *run)
{
	const struct run_row *row = &run->row;
	struct due_key due = { row->hot.run_at, row->id };
	struct spilled_key spilled = { run_band(row), row->hot.run_at, row->id };
	struct due_key deadline = { row->deadline_at, row->id };
	must(run_is_in_line(run));
	if (!row->hot.spilled) {
		treap_insert(&store->by_due, &run->by_due, &due);
		return;
	}
	treap_insert(&store->by_band, &run->by_band, &spilled);
	if (row->deadline_at) treap_insert(&store->by_deadline, &run->by_deadline, &deadline);
}

static void step_out(struct memory_store *store, struct memory_run *run)
{
	if (treap_node_is_in_treap(&run->by_due)) treap_remove(&store->by_due, &run->by_due);
	if (treap_node_is_in_treap(&run->by_band)) treap_remove(&store->by_band, &run->by_band);
	if (treap_node_is_in_treap(&run->by_deadline))
		treap_remove(&store->by_deadline, &run->by_deadline);
}

/* Counts the run and lines it up, as it is now. */
static void run_settle(struct memory_store *store, struct memory_run *run)
{
	enum run_state state = memory_run_state(run);
	store->run_counts[state]++;
	store->torn += is_torn(run);
	if (!run_state_is_final(run->row.hot.state)) list_push_back(&store->live, &run->in_live);
	if (run_is_in_line(run) && !is_undecided(run)) line_up(store, run);
	if (!uuid_is_nil(&run->row.parent) && !run_state_is_final(state)) {
		struct parent_key child = { run->row.parent, run->row.id };
		treap_insert(&store->by_parent, &run->by_parent, &child);
	}
	if (uuid_is_nil(&run->row.job) || run_state_is_final(state)) return;
	struct job_run_key key = { run->row.job, run->row.hot.run_at, run->row.id };
	treap_insert(&store->by_job, &run->by_job, &key);
}

/* The reverse, before the run is changed. */
static void run_lift(struct memory_store *store, struct memory_run *run)
{
	enum run_state state = memory_run_state(run);
	must(store->run_counts[state] > 0);
	store->run_counts[state]--;
	store->torn -= is_torn(run);
	if (list_node_is_in_list(&run->in_live)) list_remove(&run->in_live);
	bool is_lined_up = treap_node_is_in_treap(&run->by_due) ||
			   treap_node_is_in_treap(&run->by_band);
	must(is_lined_up == (run_is_in_line(run) && !is_undecided(run)));
	if (treap_node_is_in_treap(&run->by_job)) treap_remove(&store->by_job, &run->by_job);
	if (treap_node_is_in_treap(&run->by_parent))
		treap_remove(&store->by_parent, &run->by_parent);
	step_out(store, run);
}

/* A run of a job belongs to one that is there, and an occurrence exists once: none that the ledger
 * has is planned again. */
static void check_job_of(const struct memory_store *store, const struct run_row *row)
{
	must(uuid_is_nil(&row->job) != run_cause_has_job(row->cause));
	if (uuid_is_nil(&row->job)) return;
	const struct memory_job *job = job_find(store, &row->job);
	must(job != NULL);
	must(job->row->tenant.v == row->tenant.v);
	if (row->cause == CAUSE_MANUAL || row->cause == CAUSE_BACKFILL) return;
	struct ledger_key key = { row->job, row->planned_at,
				  occurrence_number(&job->row->hot, row->planned_at) };
	must(row->hot.bucket == row->planned_at);
	must(!treap_find(&store->ledger, &key));
}

static void keep_run(struct memory_store *store, struct memory_run *run)
{
	const struct run_row *row = &run->row;
	must(row->tenant.v > 0);
	must(row->type.v > 0);
	must(row->hot.state < RUN_STATE_COUNT);
	must(row->hot.state != RUN_PROCESSING);
	check_job_of(store, row);
	must(!row->hot.spilled || row->hot.state == RUN_QUEUED);
	must(row->payload_len == row->payload.len);
	must(row->payload.len <= LIMIT_PAYLOAD_BYTES);
	treap_insert(&store->by_id, &run->by_id, &row->id);
	if (run_has_digest(row)) {
		struct digest_key key = { row->tenant, row->key_digest, row->id };
		treap_insert(&store->by_key, &run->by_key, &key);
	}
	if (row->entity.len) {
		struct entity_key key = { row->tenant, row->entity, row->id };
		treap_insert(&store->by_entity, &run->by_entity, &key);
	}
	run_settle(store, run);
}

/* Whether the run may become `to` in this turn. What stays as it is may still be given another
 * time or place, as long as it is not finished. */
static bool may_become(const struct memory_run *run, enum run_state to)
{
	enum run_state from = is_undecided(run) ? RUN_PROCESSING : memory_run_state(run);
	if (from == RUN_PROCESSING && to == RUN_QUEUED) return true;
	if (from == to) return !run_state_is_final(from);
	return run_state_may_become(from, to);
}

static void change_run(struct memory_store *store, const struct change *change)
{
	const struct run_hot *hot = &change->run_hot.hot;
	struct memory_run *run = uuid_map_find(&store->runs, &change->run_hot.id);
	must(run != NULL);
	must(run->row.tenant.v == change->run_hot.tenant.v);
	must(hot->state < RUN_STATE_COUNT);
	must(hot->state != RUN_PROCESSING);
	must(!hot->spilled || hot->state == RUN_QUEUED);
	must(may_become(run, hot->state));
	run_lift(store, run);
	run->row.hot = *hot;
	if (is_undecided(run)) list_remove(&run->in_undecided);
	run_settle(store, run);
}

/* Of a run that has not begun. `texts` is the run's from now on. */
static void replace_run(struct memory_store *store, const struct change *change, char *texts)
{
	const struct run_replaced *replaced = change->replaced;
	struct memory_run *run = uuid_map_find(&store->runs, &replaced->id);
	must(run != NULL);
	must(run->row.tenant.v == replaced->tenant.v);
	must(!run_state_is_final(run->row.hot.state));
	must(run->executions_len == 0);
	run_lift(store, run);
	run->row.deadline_at = replaced->deadline_at;
	run->row.flagged = replaced->flagged;
	run->row.alert = replaced->alert;
	run->row.payload = (str){ texts, replaced->payload.len };
	run->row.payload_len = (u32)replaced->payload.len;
	run->row.alert_key = (str){ texts + replaced->payload.len, replaced->alert_key.len };
	mem_free(run->replaced);
	run->replaced = texts;
	run_settle(store, run);
}

/* Only what waits for a place may leave memory. */
static void spill_run(struct memory_store *store, const struct change *change)
{
	struct memory_run *run = uuid_map_find(&store->runs, &change->spilled.id);
	must(run != NULL);
	must(run->row.tenant.v == change->spilled.tenant.v);
	must(memory_run_state(run) == RUN_QUEUED);
	run_lift(store, run);
	run->row.hot.spilled = true;
	if (is_undecided(run)) list_remove(&run->in_undecided); /* its state came before its end */
	run_settle(store, run);
}

/* ---- executions --------------------------------------------------------------------------- */

static void keep_execution(struct memory_store *store, struct memory_execution *execution)
{
	const struct execution_row *row = &execution->row;
	struct memory_run *run = uuid_map_find(&store->runs, &row->run);
	must(run != NULL);
	must(run->row.tenant.v == row->tenant.v);
	must(run->row.hot.state == RUN_QUEUED);
	must(run->open == NULL); /* one holder at a time */
	must(row->fence > run->fence);
	run_lift(store, run);
	if (is_undecided(run)) list_remove(&run->in_undecided);
	run->open = execution;
	run->fence = row->fence;
	run->executions_len++;
	execution->run = run;
	list_push_back(&run->executions, &execution->in_run);
	list_push_back(&store->open, &execution->in_open);
	uuid_map_insert(&store->executions, execution);
	store->open_count++;
	run_settle(store, run);
}

struct memory_execution *open_execution(const struct memory_store *store, const struct uuid *id)
{
	struct memory_execution *execution = uuid_map_find(&store->executions, id);
	must(execution != NULL);
	must(execution->end == NULL);
	must(execution->run->open == execution);
	return execution;
}

static void end_execution(struct memory_store *store, struct execution_end *end)
{
	struct memory_execution *execution = open_execution(store, &end->id);
	struct memory_run *run = execution->run;
	must(uuid_eq(&end->run, &run->row.id));
	must(end->outcome > OUTCOME_OPEN);
	must(end->outcome < OUTCOME_COUNT);
	run_lift(store, run);
	/* While its row says queued, what it becomes may still follow in this turn. */
	if (run->row.hot.state == RUN_QUEUED) list_push_back(&store->undecided, &run->in_undecided);
	run->open = NULL;
	execution->end = end;
	list_remove(&execution->in_open);
	store->open_count--;
	run_settle(store, run);
}

/* ---- the rest ----------------------------------------------------------------------------- */

static void keep_unique(struct memory_store *store, const struct turn *turn,
			struct memory_unique *unique)
{
	const struct unique_row *row = &unique->row;
	struct memory_unique *there = unique_find(store, &row->key);
	must(row->key.scope != UNIQUE_NONE);
	must(uuid_map_find(&store->runs, &row->run) != NULL);
	if (!there) {
		map_insert(&store->unique, unique_hash(store, &row->key), &row->key, unique);
		return;
	}
	bool is_same_run = uuid_eq(&there->row.run, &row->run);
	must(is_same_run || !unique_is_valid(store, &there->row, turn->now.wall));
	there->row = *row;
	mem_free(unique);
}

static void delete_unique(struct memory_store *store, const struct unique_key *key)
{
	mem_free(map_remove(&store->unique, unique_hash(store, key), key));
}

static void drop_tenant(struct memory_store *store, const struct change *change,
			struct memory_setting *name)
{
	drop_rows(store, change->tenant_drop.tenant);
	setting_keep(store, name);
}

static void delete_row(struct memory_store *store, const struct change *change)
{
	if (change->row_kind == KIND_UNIQUE) delete_unique(store, &change->unique.key);
	else setting_delete(store, change->row_kind, change_row(change));
}

/* ---- the turn ----------------------------------------------------------------------------- */

static void apply(struct memory_store *store, const struct turn *turn, const struct change *change,
		  void *made)
{
	switch (change->kind) {
	case CHANGE_PUT: keep_row(store, turn, change->row_kind, made); break;
	case CHANGE_DELETE: delete_row(store, change); break;
	case CHANGE_RUN_NEW: keep_run(store, made); break;
	case CHANGE_RUN_HOT: change_run(store, change); break;
	case CHANGE_RUN_SPILLED: spill_run(store, change); break;
	case CHANGE_RUN_REPLACED: replace_run(store, change, made); break;
	case CHANGE_EXECUTION_NEW: keep_execution(store, made); break;
	case CHANGE_EXECUTION_BEAT:
		open_execution(store, &change->execution.id)->row.lease_until =
			change->execution.lease_until;
		break;
	case CHANGE_EXECUTION_END: end_execution(store, made); break;
	case CHANGE_UNIQUE_PUT: keep_unique(store, turn, made); break;
	case CHANGE_JOB_PUT: keep_job(store, made); break;
	case CHANGE_JOB_STATE: keep_job_state(store, change, made); break;
	case CHANGE_JOB_HOT: keep_job_hot(store, change); break;
	case CHANGE_TYPE_NAMED: break; /* nobody lists them here */
	case CHANGE_TENANT_DROP: drop_tenant(store, change, made); break;
	case CHANGE_LADDER_PUT: setting_keep(store, made); break;
	case CHANGE_DAILY_HOT: keep_daily_hot(store, change); break;
	case CHANGE_DAILY_GONE: keep_daily_gone(store, change); break;
	case CHANGE_REMINDER_HOT: keep_reminder_hot(store, change); break;
	case CHANGE_REMINDER_GONE: keep_reminder_gone(store, change); break;
	case CHANGE_NOTICE_READ: keep_notice_read(store, change); break;
	case CHANGE_AUDIT_PUT: keep_audit(store, turn, made); break;
	case CHANGE_KINDS: must(change->kind < CHANGE_KINDS);
	}
}

static void keep_journal(struct memory_store *store, const struct turn *turn)
{
	must(store->turns_len < store->turns_max);
	store->turns[store->turns_len++] = (struct memory_turn){
		.seen = { turn->id,
			  turn->now.wall,
			  turn->journal_entries,
			  { store->staged_journal, turn->journal.len } },
		.journal = store->staged_journal,
	};
	store->staged_journal = NULL;
}

/* Nothing more was said of them: they are queued as they were. */
static void decide_the_undecided(struct memory_store *store)
{
	struct list_node *node;
	while ((node = list_pop_front(&store->undecided)))
		line_up(store, list_item(node, struct memory_run, in_undecided));
}

static void apply_turn(struct memory_store *store, const struct turn *turn)
{
	must(store->staged_len == turn->changes_len);
	for (u32 i = 0; i < turn->changes_len; i++) {
		void *made = store->staged[i].made;
		apply(store, turn, &turn->changes[i], made);
		store->staged[i].made = NULL;
	}
	store->staged_len = 0;
	decide_the_undecided(store);
	keep_journal(store, turn);
	must(store->torn == 0);
}

/* A claim is of an execution that is open now. A damaged payload does not fail the commit: that
 * claim is marked, and its payload stays here. */
static void check_claims(const struct memory_store *store, struct turn *turn)
{
	for (u32 i = 0; i < turn->claims_len; i++) {
		struct lease *lease = turn->claims[i];
		const struct memory_execution *execution = open_execution(store, &lease->execution);
		must(uuid_eq(&execution->row.run, &lease->run));
		lease->damaged = store->faults.is_damaged &&
				 store->faults.is_damaged(store->faults.context, &lease->run);
		if (lease->damaged) lease->payload = (str){ 0 };
	}
}

enum err memory_commit(struct store *base, struct turn *turn)
{
	struct memory_store *store = memory_store_of(base);
	u64 last_turn = store->turns_len ? store->turns[store->turns_len - 1].seen.id : 0;
	must(turn->id > last_turn);
	must(!buf_failed(&turn->journal));
	enum err err = stage_turn(store, turn);
	if (err) return err;
	struct memory_fault fault = memory_fault_next(store, MEMORY_COMMIT);
	if (fault.err && !fault.is_applied) {
		stage_drop(store);
		return fault.err;
	}
	apply_turn(store, turn);
	check_claims(store, turn);
	return fault.err;
}
