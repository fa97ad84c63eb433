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
	struct ledger_key key = { row->job, row->planned_at, 0 };
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

static struct memory_execution *open_execution(const struct memory_store *store,
					       const struct uuid *id)
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

void memory_setting_delete(struct memory_store *store, const struct setting_key *key)
{
	struct treap_node *node = treap_find(&store->settings, key);
	if (!node) return;
	treap_remove(&store->settings, node);
	mem_free(container_of(node, struct memory_setting, in_settings));
}

/* A number means one name for good: rows and memory hold only the number. */
static void check_name(const struct memory_store *store, const struct memory_setting *setting)
{
	const struct treap_node *node = treap_find(&store->settings, &setting->key);
	const struct name_row *name = setting->row;
	must(name->no > 0);
	if (!node) return;
	const struct name_row *there = container_of(node, struct memory_setting, in_settings)->row;
	must(str_eq(there->text, name->text));
}

void memory_setting_keep(struct memory_store *store, struct memory_setting *setting)
{
	if (setting->key.kind == SETTING_NAME) check_name(store, setting);
	memory_setting_delete(store, &setting->key);
	treap_insert(&store->settings, &setting->in_settings, &setting->key);
}

const void *memory_setting_row(const struct memory_store *store, const struct setting_key *key)
{
	const struct treap_node *node = treap_find(&store->settings, key);
	return node ? container_of(node, struct memory_setting, in_settings)->row : NULL;
}

static void keep_thing(struct memory_store *store, struct memory_setting *setting)
{
	const struct thing_row *thing = setting->row;
	const struct thing_row *there = memory_setting_row(store, &setting->key);
	must(thing->key.kind < THING_KINDS);
	must(thing->version > (there ? there->version : 0));
	memory_setting_keep(store, setting);
}

/* One call is answered with what it made; a second one must not have made more. */
static void keep_replay(struct memory_store *store, const struct turn *turn,
			struct memory_setting *setting)
{
	const struct replay_row *there = memory_setting_row(store, &setting->key);
	must(!there || there->until <= turn->now.wall);
	memory_setting_keep(store, setting);
}

static void keep_progress(struct memory_store *store, struct memory_setting *setting)
{
	const struct progress_row *progress = setting->row;
	(void)open_execution(store, &progress->execution); /* must be there */
	memory_setting_keep(store, setting);
}

/* Those of one kind whose key has the tenant at this place. */
static void delete_settings_of(struct memory_store *store, enum setting_kind kind, u32 place,
			       u32 tenant)
{
	struct setting_key first = { .kind = kind };
	struct treap_node *node = treap_after(&store->settings, &first);
	while (node) {
		struct memory_setting *setting = container_of(node, struct memory_setting,
							      in_settings);
		node = treap_next(node);
		if (setting->key.kind != kind) return;
		if (setting->key.number[place] != tenant) continue;
		treap_remove(&store->settings, &setting->in_settings);
		mem_free(setting);
	}
}

/* Without a body nothing is said any more. */
static void keep_gates(struct memory_store *store, struct memory_setting *setting)
{
	const struct gates_row *row = setting->row;
	if (row->body.len) {
		memory_setting_keep(store, setting);
		return;
	}
	memory_setting_delete(store, &setting->key);
	mem_free(setting);
}

static void delete_pause(struct memory_store *store, const struct pause_key *pause)
{
	struct setting_key key = pause_setting_key(pause);
	memory_setting_delete(store, &key);
}

static void delete_cooldown(struct memory_store *store, const struct cooldown_row *row)
{
	struct setting_key key = cooldown_setting_key(row);
	memory_setting_delete(store, &key);
}

static void delete_alert_rule(struct memory_store *store, const struct alert_rule_row *row)
{
	struct setting_key key = { SETTING_ALERT_RULE, { row->tenant.v, 0 }, row->id };
	memory_setting_delete(store, &key);
}

static void drop_tenant(struct memory_store *store, u32 tenant, struct memory_setting *name)
{
	must(tenant != 0);
	delete_settings_of(store, SETTING_TENANT, 0, tenant);
	delete_settings_of(store, SETTING_DEFAULTS, 0, tenant);
	delete_settings_of(store, SETTING_TYPE, 0, tenant);
	delete_settings_of(store, SETTING_GATES, 0, tenant);
	delete_settings_of(store, SETTING_CALENDAR, 0, tenant);
	delete_settings_of(store, SETTING_RATE, 0, tenant);
	delete_settings_of(store, SETTING_PAUSE, 1, tenant);
	delete_settings_of(store, SETTING_DAILY_POLICY, 0, tenant);
	delete_settings_of(store, SETTING_DAILY, 0, tenant);
	delete_settings_of(store, SETTING_DAY, 0, tenant);
	delete_settings_of(store, SETTING_COOLDOWN, 0, tenant);
	delete_settings_of(store, SETTING_REMINDER, 0, tenant);
	delete_settings_of(store, SETTING_NOTICE, 0, tenant);
	delete_settings_of(store, SETTING_ALERT_RULE, 0, tenant);
	delete_settings_of(store, SETTING_ALERT, 0, tenant);
	memory_setting_delete(store, &name->key);
	treap_insert(&store->settings, &name->in_settings, &name->key);
}

static void drop_rate(struct memory_store *store, const struct rate_row *row)
{
	struct setting_key key = rate_setting_key(row->tenant, row->route);
	memory_setting_delete(store, &key);
}

/* They are of a run that waits, and of one that was. */
static void keep_links(struct memory_store *store, struct memory_setting *setting)
{
	const struct links_row *row = setting->row;
	const struct memory_run *run = uuid_map_find(&store->runs, &row->run);
	must(run != NULL);
	must(run->row.tenant.v == row->tenant.v);
	must(!uuid_is_nil(&run->row.job));
	memory_setting_keep(store, setting);
}

/* A child is counted once, and a parent is done when all of them are. */
static void keep_batch(struct memory_store *store, struct memory_setting *setting)
{
	const struct batch_row *row = setting->row;
	const struct memory_run *parent = uuid_map_find(&store->runs, &row->id);
	must(parent != NULL);
	must(parent->row.hot.state == row->state);
	must((u64)row->done + row->failed + row->cancelled <= row->total);
	must(row->is_live == (batch_left(row) > 0));
	must(row->state != RUN_WAITING || row->is_live);
	memory_setting_keep(store, setting);
}

/* ---- the turn ----------------------------------------------------------------------------- */

static void delete_thing(struct memory_store *store, const struct change *change)
{
	struct setting_key key = thing_setting_key(&change->thing.key);
	memory_setting_delete(store, &key);
}

static void apply(struct memory_store *store, const struct turn *turn, const struct change *change,
		  void *made)
{
	switch (change->kind) {
	case CHANGE_RUN_NEW: keep_run(store, made); break;
	case CHANGE_RUN_HOT: change_run(store, change); break;
	case CHANGE_RUN_SPILLED: spill_run(store, change); break;
	case CHANGE_EXECUTION_NEW: keep_execution(store, made); break;
	case CHANGE_EXECUTION_BEAT:
		open_execution(store, &change->execution.id)->row.lease_until =
			change->execution.lease_until;
		break;
	case CHANGE_EXECUTION_END: end_execution(store, made); break;
	case CHANGE_UNIQUE_PUT: keep_unique(store, turn, made); break;
	case CHANGE_UNIQUE_DELETE: delete_unique(store, &change->unique.key); break;
	case CHANGE_NAME_PUT:
	case CHANGE_TYPE_PUT:
	case CHANGE_QUEUE_PUT:
	case CHANGE_TENANT_PUT:
	case CHANGE_PAUSE_PUT:
	case CHANGE_OPERATION_PUT: memory_setting_keep(store, made); break;
	case CHANGE_THING_PUT: keep_thing(store, made); break;
	case CHANGE_REPLAY_PUT: keep_replay(store, turn, made); break;
	case CHANGE_THING_DELETE: delete_thing(store, change); break;
	case CHANGE_PAUSE_DELETE: delete_pause(store, &change->pause.key); break;
	case CHANGE_JOB_PUT: keep_job(store, made); break;
	case CHANGE_JOB_STATE: keep_job_state(store, change, made); break;
	case CHANGE_JOB_HOT: keep_job_hot(store, change); break;
	case CHANGE_OCCURRENCE_PUT: keep_occurrence(store, made); break;
	case CHANGE_COOLDOWN_DELETE: delete_cooldown(store, &change->cooldown); break;
	case CHANGE_ALERT_RULE_DELETE: delete_alert_rule(store, change->alert_rule); break;
	case CHANGE_ALERT_RULE_PUT:
	case CHANGE_ALERT_PUT:
	case CHANGE_COOLDOWN_PUT:
	case CHANGE_DELIVERY_NEW:
	case CHANGE_LADDER_NEW:
	case CHANGE_LADDER_PUT:
	case CHANGE_CALENDAR_PUT: memory_setting_keep(store, made); break;
	case CHANGE_PROGRESS_PUT: keep_progress(store, made); break;
	case CHANGE_TYPE_NAMED: break; /* nobody lists them here */
	case CHANGE_RESULT_PUT:
	case CHANGE_OUTPUT_PUT:
	case CHANGE_DEFAULTS_PUT:
	case CHANGE_DAILY_POLICY_PUT:
	case CHANGE_RATE_PUT: memory_setting_keep(store, made); break;
	case CHANGE_TENANT_DROP: drop_tenant(store, change->tenant_drop.tenant.v, made); break;
	case CHANGE_RATE_DELETE: drop_rate(store, &change->rate); break;
	case CHANGE_LINKS_PUT: keep_links(store, made); break;
	case CHANGE_BATCH_PUT: keep_batch(store, made); break;
	case CHANGE_EFFECT_PUT: keep_effect(store, made); break;
	case CHANGE_GATES_PUT: keep_gates(store, made); break;
	case CHANGE_DAILY_PUT: keep_daily(store, made); break;
	case CHANGE_DAILY_HOT: keep_daily_hot(store, change); break;
	case CHANGE_DAILY_GONE: keep_daily_gone(store, change); break;
	case CHANGE_DAY_PUT: keep_day(store, made); break;
	case CHANGE_REMINDER_PUT: keep_reminder(store, made); break;
	case CHANGE_REMINDER_HOT: keep_reminder_hot(store, change); break;
	case CHANGE_REMINDER_GONE: keep_reminder_gone(store, change); break;
	case CHANGE_NOTICE_PUT: keep_notice(store, made); break;
	case CHANGE_NOTICE_READ: keep_notice_read(store, change); break;
	case CHANGE_AUDIT_PUT: keep_audit(store, turn, made); break;
	case CHANGE_CALENDAR_DELETE: {
		struct setting_key key = calendar_setting_key(change->calendar.tenant,
							      change->calendar.name);
		memory_setting_delete(store, &key);
		break;
	}
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
