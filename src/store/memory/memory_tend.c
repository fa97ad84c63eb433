/* Removing what is past its time: runs with all that hangs on them, keys, things, answers to calls,
 * occurrences, reminders, notices. Simple before fast: a step looks at all of a kind, but of runs
 * at a bounded number, in the order of their ids. Journal, audit and what else the SQLite store
 * forgets stay. */
#include "base/memory.h"
#include "base/must.h"
#include "store/memory/memory_parts.h"

enum { ROWS_DEFAULT = 500, KEYS_A_STEP = 64 };

/* ---- runs --------------------------------------------------------------------------------- */

static u32 days_by_type(const struct memory_store *store, const struct run_row *row)
{
	struct setting_key key = { SETTING_TYPE, { row->tenant.v, row->type.v }, { { 0 } } };
	const struct type_row *type = memory_setting_row(store, &key);
	return type ? type->policy.retention_days : 0;
}

static bool run_is_past(const struct memory_store *store, const struct memory_run *run, msec wall,
			const struct retention *retention)
{
	enum run_state state = memory_run_state(run);
	if (!run_state_is_final(state)) return false;
	msec kept = retention_of_run(retention, state, days_by_type(store, &run->row));
	return msec_add(run->row.hot.finished_at, kept) <= wall;
}

static void remove_executions(struct memory_store *store, struct memory_run *run)
{
	list_for_each_of(struct memory_execution, execution, &run->executions, in_run)
	{
		struct setting_key progress = progress_setting_key(&execution->row.id);
		struct setting_key output = output_setting_key(&execution->row.id);
		memory_setting_delete(store, &progress);
		memory_setting_delete(store, &output);
		(void)uuid_map_remove(&store->executions, &execution->row.id);
		mem_free(execution->end);
		mem_free(execution);
	}
}

static void remove_run(struct memory_store *store, struct memory_run *run)
{
	struct setting_key batch = batch_setting_key(&run->row.id);
	struct setting_key links = links_setting_key(&run->row.id);
	must(store->run_counts[run->row.hot.state] > 0);
	store->run_counts[run->row.hot.state]--;
	remove_executions(store, run);
	memory_setting_delete(store, &batch);
	memory_setting_delete(store, &links);
	treap_remove(&store->by_id, &run->by_id);
	if (treap_node_is_in_treap(&run->by_key)) treap_remove(&store->by_key, &run->by_key);
	if (treap_node_is_in_treap(&run->by_entity))
		treap_remove(&store->by_entity, &run->by_entity);
	(void)uuid_map_remove(&store->runs, &run->row.id);
	mem_free(run);
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

/* ---- things, replays, notices ------------------------------------------------------------- */

static msec setting_until(const struct memory_setting *setting)
{
	if (setting->key.kind == SETTING_THING) return ((struct thing_row *)setting->row)->until;
	if (setting->key.kind == SETTING_NOTICE) return ((struct notice_row *)setting->row)->until;
	return ((struct replay_row *)setting->row)->until;
}

static bool tend_settings(struct memory_store *store, enum setting_kind kind, msec wall)
{
	struct setting_key before = { .kind = kind };
	struct treap_node *node = treap_after(&store->settings, &before);
	while (node) {
		struct memory_setting *setting = container_of(node, struct memory_setting,
							      in_settings);
		node = treap_next(node);
		if (setting->key.kind != kind) break;
		if (setting_until(setting) > wall) continue;
		treap_remove(&store->settings, &setting->in_settings);
		mem_free(setting);
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
	struct setting_key before = { .kind = SETTING_REMINDER };
	struct treap_node *node = treap_after(&store->settings, &before);
	while (node) {
		struct memory_setting *setting = container_of(node, struct memory_setting,
							      in_settings);
		const struct reminder_row *row = setting->row;
		node = treap_next(node);
		if (setting->key.kind != SETTING_REMINDER) break;
		bool has_run = uuid_map_find(&store->runs, &row->hot.run) != NULL;
		if (has_run || !retention_is_over_for_reminder(retention, &row->hot, wall))
			continue;
		treap_remove(&store->settings, &setting->in_settings);
		mem_free(setting);
	}
	return false;
}

/* ---- a step ------------------------------------------------------------------------------- */

static bool run_task(struct memory_store *store, msec wall, const struct retention *retention)
{
	switch (store->tending.task) {
	case MEMORY_TEND_RUNS: return tend_runs(store, wall, retention);
	case MEMORY_TEND_KEYS: return tend_keys(store, wall);
	case MEMORY_TEND_THINGS: return tend_settings(store, SETTING_THING, wall);
	case MEMORY_TEND_REPLAYS: return tend_settings(store, SETTING_REPLAY, wall);
	case MEMORY_TEND_LEDGER: return tend_ledger(store, wall, retention);
	case MEMORY_TEND_REMINDERS: return tend_reminders(store, wall, retention);
	case MEMORY_TEND_NOTICES:
		return tend_settings(store, SETTING_NOTICE,
				     retention_notices_until(retention, wall));
	case MEMORY_TEND_TASKS: break;
	}
	must(store->tending.task < MEMORY_TEND_TASKS);
	return false;
}

enum err memory_tend(struct store *base, struct now now, const struct retention *retention,
		     bool *out_more)
{
	struct memory_store *store = memory_store_of(base);
	*out_more = false;
	enum err err = memory_fault_next(store, MEMORY_TEND).err;
	if (err) return err;
	if (!run_task(store, now.wall, retention)) store->tending.task++;
	*out_more = store->tending.task < MEMORY_TEND_TASKS;
	if (!*out_more) store->tending.task = MEMORY_TEND_RUNS;
	return ERR_OK;
}
