/* Removing what is past its time: runs with all that hangs on them, keys, occurrences, reminders,
 * and rows of every kind that says how long they count. Simple before fast: a step looks at all of
 * a kind, but of runs at a bounded number, in the order of their ids. Journal and audit stay. */
#include "base/memory.h"
#include "base/must.h"
#include "store/memory/memory_parts.h"

enum { ROWS_DEFAULT = 500, KEYS_A_STEP = 64 };

/* ---- runs --------------------------------------------------------------------------------- */

static u32 days_by_policy(const struct memory_store *store, tenant_no tenant, type_no no)
{
	const struct type_row key = { .tenant = tenant, .type = no };
	const struct type_row *type = memory_row(store, KIND_TYPE, &key);
	return type ? type->policy.retention_days : 0;
}

static u32 days_by_type(const struct memory_store *store, const struct run_row *row,
			const struct retention *retention)
{
	u32 own = days_by_policy(store, row->tenant, row->type);
	return own ? own : days_by_policy(store, retention->system, row->type);
}

static bool run_is_past(const struct memory_store *store, const struct memory_run *run, msec wall,
			const struct retention *retention)
{
	enum run_state state = memory_run_state(run);
	if (!run_state_is_final(state)) return false;
	msec kept = retention_of_run(retention, state, days_by_type(store, &run->row, retention));
	return msec_add(run->row.hot.finished_at, kept) <= wall;
}

static void remove_executions(struct memory_store *store, struct memory_run *run)
{
	list_for_each_of(struct memory_execution, execution, &run->executions, in_run)
	{
		const struct progress_row progress = { .execution = execution->row.id };
		const struct output_row output = { .execution = execution->row.id };
		setting_delete(store, KIND_PROGRESS, &progress);
		setting_delete(store, KIND_OUTPUT, &output);
		(void)uuid_map_remove(&store->executions, &execution->row.id);
		mem_free(execution->end);
		mem_free(execution);
	}
}

static void remove_after(struct memory_store *store, const struct uuid *run)
{
	struct after_row first = { .run = *run };
	struct memory_setting *setting = setting_from(store, KIND_AFTER, &first);
	while (setting) {
		const struct after_row *row = (const void *)setting->row;
		struct memory_setting *next = setting_next(setting);
		if (!uuid_eq(&row->run, run)) return;
		setting_remove(store, setting);
		setting = next;
	}
}

static void remove_run(struct memory_store *store, struct memory_run *run)
{
	const struct batch_row batch = { .id = run->row.id };
	const struct links_row links = { .run = run->row.id };
	must(store->run_counts[run->row.hot.state] > 0);
	store->run_counts[run->row.hot.state]--;
	remove_executions(store, run);
	setting_delete(store, KIND_BATCH, &batch);
	setting_delete(store, KIND_LINKS, &links);
	remove_after(store, &run->row.id);
	treap_remove(&store->by_id, &run->by_id);
	if (treap_node_is_in_treap(&run->by_key)) treap_remove(&store->by_key, &run->by_key);
	if (treap_node_is_in_treap(&run->by_entity))
		treap_remove(&store->by_entity, &run->by_entity);
	(void)uuid_map_remove(&store->runs, &run->row.id);
	memory_run_free(run);
}

static bool tend_runs(struct memory_store *store, msec wall, const struct retention *retention)
{
	u32 left = retention->rows_max ? retention->rows_max : ROWS_DEFAULT;
	struct treap_node *node = treap_after(&store->by_id, &store->tending.run);
	for (; node && left; left--) {
		struct memory_run *run = container_of(node, struct memory_run, by_id);
		node = treap_next(node);
		store->tending.run = run->row.id;
		if (run_is_past(store, run, wall, retention)) remove_run(store, run);
	}
	if (!node) store->tending.run = (struct uuid){ 0 };
	return node != NULL;
}

/* ---- keys --------------------------------------------------------------------------------- */

static bool tend_keys(struct memory_store *store, msec wall)
{
	const struct memory_unique *past[KEYS_A_STEP], *unique;
	struct map_cursor cursor = { 0 };
	u32 len = 0;
	while (len < KEYS_A_STEP && (unique = map_next(&store->unique, &cursor))) {
		if (!unique_is_valid(store, &unique->row, wall)) past[len++] = unique;
	}
	for (u32 i = 0; i < len; i++) {
		struct unique_key key = past[i]->row.key;
		mem_free(map_remove(&store->unique, unique_hash(store, &key), &key));
	}
	return len == KEYS_A_STEP;
}

/* ---- kinds that say how long they count ----------------------------------------------------- */

static bool tend_kind(struct memory_store *store, enum row_kind kind, msec wall,
		      const struct retention *retention)
{
	msec until = kind_past_until(kind, retention, wall);
	struct memory_setting *setting = setting_from(store, kind, NULL);
	while (setting) {
		struct memory_setting *next = setting_next(setting);
		if (kind_dated_at(&row_kinds[kind], setting->row) <= until)
			setting_remove(store, setting);
		setting = next;
	}
	return false;
}

/* ---- the ledger of occurrences ------------------------------------------------------------ */

static bool tend_ledger(struct memory_store *store, msec wall, const struct retention *retention)
{
	struct treap_node *node = treap_first(&store->ledger);
	while (node) {
		struct memory_occurrence *occurrence = container_of(node, struct memory_occurrence,
								    in_ledger);
		const struct occurrence_row *row = &occurrence->row;
		node = treap_next(node);
		bool has_run = !uuid_is_nil(&row->run) && uuid_map_find(&store->runs, &row->run);
		if (has_run || !retention_is_over_for(retention, row, wall)) continue;
		treap_remove(&store->ledger, &occurrence->in_ledger);
		mem_free(occurrence);
	}
	return false;
}

/* ---- reminders ---------------------------------------------------------------------------- */

static bool tend_reminders(struct memory_store *store, msec wall, const struct retention *retention)
{
	struct memory_setting *setting = setting_from(store, KIND_REMINDER, NULL);
	while (setting) {
		struct memory_setting *next = setting_next(setting);
		const struct reminder_row *row = setting->row;
		bool has_run = uuid_map_find(&store->runs, &row->hot.run) != NULL;
		if (!has_run && retention_is_over_for_reminder(retention, &row->hot, wall))
			setting_remove(store, setting);
		setting = next;
	}
	return false;
}

/* ---- a step ------------------------------------------------------------------------------- */

static bool run_task(struct memory_store *store, msec wall, const struct retention *retention)
{
	switch (store->tending.task) {
	case MEMORY_TEND_RUNS: return tend_runs(store, wall, retention);
	case MEMORY_TEND_KEYS: return tend_keys(store, wall);
	case MEMORY_TEND_LEDGER: return tend_ledger(store, wall, retention);
	case MEMORY_TEND_REMINDERS: return tend_reminders(store, wall, retention);
	case MEMORY_TEND_KINDS:
	case MEMORY_TEND_TASKS: break;
	}
	must(store->tending.task >= MEMORY_TEND_KINDS && store->tending.task < MEMORY_TEND_TASKS);
	return tend_kind(store, (enum row_kind)(store->tending.task - MEMORY_TEND_KINDS), wall,
			 retention);
}

/* Kinds that tell no time have no task. */
static void next_task(struct memory_tending *tending)
{
	do tending->task++;
	while (tending->task >= MEMORY_TEND_KINDS && tending->task < MEMORY_TEND_TASKS &&
	       !kind_dated_by(&row_kinds[tending->task - MEMORY_TEND_KINDS]));
}

enum err memory_tend(struct store *base, struct now now, const struct retention *retention,
		     bool *out_more)
{
	struct memory_store *store = memory_store_of(base);
	*out_more = false;
	enum err err = memory_fault_next(store, MEMORY_TEND).err;
	if (err) return err;
	if (!run_task(store, now.wall, retention)) next_task(&store->tending);
	*out_more = store->tending.task < MEMORY_TEND_TASKS;
	if (!*out_more) store->tending.task = MEMORY_TEND_RUNS;
	return ERR_OK;
}
