/* Opening and closing, the order of each index, and the faults. */
#include "store/memory/memory.h"

#include "base/memory.h"
#include "base/must.h"
#include "store/memory/memory_parts.h"

enum { SCRATCH_BYTES_MAX = 1 << 20 };

/* ---- the order of each index -------------------------------------------------------------- */

static int compare_u32(u32 a, u32 b)
{
	return (a > b) - (a < b);
}

static int compare_u64(u64 a, u64 b)
{
	return (a > b) - (a < b);
}

int compare_id(const void *key, const struct treap_node *node)
{
	return uuid_compare(key, &container_of(node, struct memory_run, by_id)->row.id);
}

int compare_due(const void *key, const struct treap_node *node)
{
	const struct due_key *due = key;
	const struct run_row *row = &container_of(node, struct memory_run, by_due)->row;
	if (due->run_at != row->hot.run_at) return due->run_at < row->hot.run_at ? -1 : 1;
	return uuid_compare(&due->id, &row->id);
}

int compare_band(const void *key, const struct treap_node *node)
{
	const struct spilled_key *wanted = key;
	const struct run_row *row = &container_of(node, struct memory_run, by_band)->row;
	struct band_row band = run_band(row);
	int order = compare_u32(wanted->band.tenant.v, band.tenant.v);
	if (!order) order = compare_u32(wanted->band.queue.v, band.queue.v);
	if (!order) order = compare_u32(wanted->band.type.v, band.type.v);
	if (!order) order = compare_u32(wanted->band.route.v, band.route.v);
	if (!order) order = compare_u32(wanted->band.priority, band.priority);
	if (order) return order;
	if (wanted->run_at != row->hot.run_at) return wanted->run_at < row->hot.run_at ? -1 : 1;
	return uuid_compare(&wanted->id, &row->id);
}

int compare_deadline(const void *key, const struct treap_node *node)
{
	const struct due_key *wanted = key;
	const struct run_row *row = &container_of(node, struct memory_run, by_deadline)->row;
	if (wanted->run_at != row->deadline_at) return wanted->run_at < row->deadline_at ? -1 : 1;
	return uuid_compare(&wanted->id, &row->id);
}

int compare_digest(const void *key, const struct treap_node *node)
{
	const struct digest_key *wanted = key;
	const struct run_row *row = &container_of(node, struct memory_run, by_key)->row;
	int order = compare_u32(wanted->tenant.v, row->tenant.v);
	if (!order) order = compare_u64(wanted->digest.a, row->key_digest.a);
	if (!order) order = compare_u64(wanted->digest.b, row->key_digest.b);
	return order ? order : uuid_compare(&wanted->id, &row->id);
}

static int compare_text(str a, str b)
{
	size_t common = a.len < b.len ? a.len : b.len;
	int order = common ? memcmp(a.at, b.at, common) : 0;
	return order ? order : compare_u64(a.len, b.len);
}

int compare_job_run(const void *key, const struct treap_node *node)
{
	const struct job_run_key *wanted = key;
	const struct run_row *row = &container_of(node, struct memory_run, by_job)->row;
	int order = uuid_compare(&wanted->job, &row->job);
	if (order) return order;
	if (wanted->run_at != row->hot.run_at) return wanted->run_at < row->hot.run_at ? -1 : 1;
	return uuid_compare(&wanted->id, &row->id);
}

int compare_parent(const void *key, const struct treap_node *node)
{
	const struct parent_key *wanted = key;
	const struct run_row *row = &container_of(node, struct memory_run, by_parent)->row;
	int order = uuid_compare(&wanted->parent, &row->parent);
	return order ? order : uuid_compare(&wanted->id, &row->id);
}

int compare_job_id(const void *key, const struct treap_node *node)
{
	return uuid_compare(key, &container_of(node, struct memory_job, by_id)->id);
}

int compare_code(const void *key, const struct treap_node *node)
{
	const struct code_key *wanted = key;
	const struct job_row *row = container_of(node, struct memory_job, by_code)->row;
	int order = compare_u32(wanted->tenant.v, row->tenant.v);
	return order ? order : compare_text(wanted->code, row->code);
}

int compare_ledger(const void *key, const struct treap_node *node)
{
	const struct ledger_key *wanted = key;
	const struct occurrence_row *row =
		&container_of(node, struct memory_occurrence, in_ledger)->row;
	int order = uuid_compare(&wanted->job, &row->job);
	if (order) return order;
	if (wanted->planned_at != row->planned_at)
		return wanted->planned_at < row->planned_at ? -1 : 1;
	return compare_u32(wanted->number, row->number);
}

int compare_entity(const void *key, const struct treap_node *node)
{
	const struct entity_key *wanted = key;
	const struct run_row *row = &container_of(node, struct memory_run, by_entity)->row;
	int order = compare_u32(wanted->tenant.v, row->tenant.v);
	if (!order) order = compare_text(wanted->entity, row->entity);
	return order ? order : uuid_compare(&wanted->id, &row->id);
}

int compare_setting(const void *key, const struct treap_node *node)
{
	const struct setting_key *wanted = key;
	const struct memory_setting *setting = container_of(node, struct memory_setting,
							    in_settings);
	int order = compare_u32(wanted->kind, setting->kind);
	if (order) return order;
	return wanted->row ? kind_compare(&row_kinds[setting->kind], wanted->row, setting->row)
			   : -1;
}

int compare_audit(const void *key, const struct treap_node *node)
{
	const struct audit_row *wanted = key;
	const struct audit_row *row = &container_of(node, struct memory_audit, in_audits)->row;
	int order = compare_u64(wanted->turn, row->turn);
	return order ? order : compare_u32(wanted->number, row->number);
}

bool unique_is_same(const void *item, const void *key)
{
	const struct unique_key *has = &((const struct memory_unique *)item)->row.key;
	const struct unique_key *wanted = key;
	if (has->bucket != wanted->bucket || has->scope != wanted->scope) return false;
	if (has->tenant.v != wanted->tenant.v || has->type.v != wanted->type.v) return false;
	return digest_eq(has->key, wanted->key);
}

u64 unique_hash(const struct memory_store *store, const struct unique_key *key)
{
	u64 hash = hash_u64(store->hash_key, key->key.a);
	hash = hash_mix(hash ^ key->key.b);
	hash = hash_mix(hash ^ (u64)key->bucket);
	hash = hash_mix(hash ^ ((u64)key->tenant.v << 32 | key->type.v));
	return hash_mix(hash ^ (u64)key->scope);
}

/* ---- faults ------------------------------------------------------------------------------- */

void memory_store_set_faults(struct memory_store *store, const struct memory_faults *faults)
{
	store->faults = faults ? *faults : (struct memory_faults){ 0 };
}

void memory_store_set_down(struct memory_store *store, bool is_down)
{
	store->is_down = is_down;
}

struct memory_fault memory_fault_next(struct memory_store *store, enum memory_call call)
{
	struct memory_fault fault = { ERR_OK, false };
	u64 number = ++store->calls[call];
	if (store->is_down) return (struct memory_fault){ ERR_STORE, false };
	if (store->faults.fault) fault = store->faults.fault(store->faults.context, call, number);
	must(!fault.is_applied || call == MEMORY_COMMIT);
	must(!fault.is_applied || fault.err == ERR_STORE_UNKNOWN || fault.err == ERR_STORE_SYNC);
	return fault;
}

void memory_store_crash(struct memory_store *store)
{
	stage_drop(store);
	must(store->torn == 0);
}

/* ---- small calls -------------------------------------------------------------------------- */

const struct memory_turn *memory_turn_find(const struct memory_store *store, u64 id)
{
	u32 low = 0, high = store->turns_len;
	while (low < high) {
		u32 middle = low + (high - low) / 2;
		if (store->turns[middle].seen.id < id) low = middle + 1;
		else high = middle;
	}
	if (low == store->turns_len || store->turns[low].seen.id != id) return NULL;
	return &store->turns[low];
}

static enum err memory_settle(struct store *base, u64 turn, bool *out_applied)
{
	struct memory_store *store = memory_store_of(base);
	struct memory_fault fault = memory_fault_next(store, MEMORY_SETTLE);
	if (fault.err) return fault.err;
	*out_applied = memory_turn_find(store, turn) != NULL;
	return ERR_OK;
}

static enum err memory_probe(struct store *base)
{
	return memory_fault_next(memory_store_of(base), MEMORY_PROBE).err;
}

static void memory_close(struct store *base)
{
	memory_store_free(memory_store_of(base));
}

/* ---- opening and closing ------------------------------------------------------------------ */

static const struct store_calls calls = {
	.recall = memory_recall,
	.load = memory_load,
	.commit = memory_commit,
	.settle = memory_settle,
	.probe = memory_probe,
	.tend = memory_tend,
	.close = memory_close,
};

enum err memory_store_new(u64 hash_seed, struct memory_store **out_store)
{
	struct memory_store *store = mem_alloc_zeroed(sizeof *store);
	if (!store) return ERR_MEMORY;
	store->store.calls = &calls;
	store->hash_key = hash_key_from_seed(hash_seed);
	uuid_map_init(&store->runs, hash_seed, offsetof(struct memory_run, row.id));
	uuid_map_init(&store->executions, hash_seed, offsetof(struct memory_execution, row.id));
	uuid_map_init(&store->jobs, hash_seed, offsetof(struct memory_job, id));
	uuid_map_init(&store->effects, hash_seed, offsetof(struct memory_effect, row.id));
	uuid_map_init(&store->effect_keys, hash_seed, offsetof(struct memory_effect, key));
	map_init(&store->unique, unique_is_same);
	treap_init(&store->by_id, compare_id);
	treap_init(&store->by_due, compare_due);
	treap_init(&store->by_band, compare_band);
	treap_init(&store->by_deadline, compare_deadline);
	treap_init(&store->by_key, compare_digest);
	treap_init(&store->by_entity, compare_entity);
	treap_init(&store->by_job, compare_job_run);
	treap_init(&store->by_parent, compare_parent);
	treap_init(&store->job_ids, compare_job_id);
	treap_init(&store->by_code, compare_code);
	treap_init(&store->ledger, compare_ledger);
	treap_init(&store->settings, compare_setting);
	treap_init(&store->audits, compare_audit);
	list_init(&store->open);
	list_init(&store->undecided);
	list_init(&store->live);
	arena_init(&store->scratch, SCRATCH_BYTES_MAX);
	*out_store = store;
	return ERR_OK;
}

struct store *memory_store_view(struct memory_store *store)
{
	return &store->store;
}

static void free_runs(struct memory_store *store)
{
	struct map_cursor cursor = { 0 };
	struct memory_execution *execution;
	while ((execution = uuid_map_next(&store->executions, &cursor))) {
		mem_free(execution->end);
		mem_free(execution);
	}
	cursor = (struct map_cursor){ 0 };
	struct memory_run *run;
	while ((run = uuid_map_next(&store->runs, &cursor))) memory_run_free(run);
	uuid_map_done(&store->executions);
	uuid_map_done(&store->runs);
}

static void free_settings(struct memory_store *store)
{
	struct treap_node *node;
	while ((node = store->settings.root)) {
		treap_remove(&store->settings, node);
		mem_free(container_of(node, struct memory_setting, in_settings));
	}
}

void memory_store_free(struct memory_store *store)
{
	if (!store) return;
	stage_drop(store);
	free_runs(store);
	free_jobs(store);
	free_effects(store);
	free_settings(store);
	free_audits(store);
	struct map_cursor cursor = { 0 };
	struct memory_unique *unique;
	while ((unique = map_next(&store->unique, &cursor))) mem_free(unique);
	map_done(&store->unique);
	for (u32 i = 0; i < store->turns_len; i++) mem_free(store->turns[i].journal);
	mem_free(store->turns);
	mem_free(store->staged);
	mem_free(store->page);
	arena_done(&store->scratch);
	mem_free(store);
}
