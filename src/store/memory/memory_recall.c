/* The rows for a new process: everything that memory always holds, in the order of turn.h.
 *
 * Each row is handed over as a copy that is gone (and, with AddressSanitizer, poisoned) as soon as
 * the sink returns: whoever keeps a pointer is found out. */
#include "base/memory.h"
#include "base/must.h"
#include "store/memory/memory_parts.h"

#include <stdlib.h>

static enum err tell_setting(struct memory_store *store, const struct recall_sink *sink,
			     const struct memory_setting *setting)
{
	enum row_kind kind = setting->kind;
	if (!row_kinds[kind].is_held(setting->row)) return ERR_OK;
	const void *row = row_copy_out(&store->scratch, &kind_shapes[kind], setting->row);
	return row ? sink->rows[kind](sink->context, row) : ERR_MEMORY;
}

static enum err tell_open(struct memory_store *store, const struct recall_sink *sink,
			  const struct memory_execution *execution)
{
	struct run_row run = execution->run->row;
	run.has_user = run.user.len > 0;
	run.has_entity = run.entity.len > 0;
	row_drop_texts(&run_shape, &run);
	if (!uuid_is_nil(&run.job)) {
		struct job_row job = *job_find(store, &run.job)->row;
		job.parameters = job.details = (str){ 0 };
		run.definition = row_copy_out(&store->scratch, &job_shape, &job);
		if (!run.definition) return ERR_MEMORY;
	}
	if (run.cause == CAUSE_DAILY) {
		run.daily = memory_daily_of(store, &store->scratch, &execution->run->row);
		if (!run.daily) return ERR_MEMORY;
	}
	if (run.cause == CAUSE_REMINDER && memory_add_reminder(store, &store->scratch, &run))
		return ERR_MEMORY;
	const struct run_row *run_copy = row_copy_out(&store->scratch, &run_shape, &run);
	struct execution_row *copy = arena_alloc(&store->scratch, sizeof *copy);
	if (!run_copy || !copy) return ERR_MEMORY;
	*copy = execution->row;
	return sink->open(sink->context, run_copy, copy);
}

static bool is_worker(const struct memory_setting *setting)
{
	const struct name_row *row = setting->row;
	return setting->kind == KIND_NAME && row->kind == NAME_WORKER;
}

static int compare_numbers(const void *a, const void *b)
{
	const u32 *x = a, *y = b;
	return *x < *y ? -1 : *x > *y;
}

/* Tenants that hold something, as often as they do, in their order. */
static u32 *holders_new(const struct memory_store *store, u32 *out_len)
{
	u32 len = 0, most = 1;
	list_for_each_of(struct memory_execution, execution, &store->open, in_open) most++;
	u32 *numbers = mem_alloc(most * sizeof *numbers);
	if (!numbers) return NULL;
	list_for_each_of(struct memory_execution, execution, &store->open, in_open)
		numbers[len++] = execution->row.worker.v;
	qsort(numbers, len, sizeof *numbers, compare_numbers);
	*out_len = len;
	return numbers;
}

/* Workers whose names a new process needs: those that hold something, and the last one, so that
 * its number is not given again. Names of those that came and went are passed over, however many.
 */
static enum err tell_workers(struct memory_store *store, const struct recall_sink *sink,
			     const struct memory_setting *last)
{
	u32 len = 0;
	u32 *numbers = holders_new(store, &len);
	enum err err = numbers ? ERR_OK : ERR_MEMORY;
	for (u32 i = 0; i < len && !err; i++) {
		const struct name_row name = { .kind = NAME_WORKER, .no = numbers[i] };
		const struct setting_key key = { KIND_NAME, &name };
		const struct treap_node *node = treap_find(&store->settings, &key);
		bool is_told = i && numbers[i] == numbers[i - 1];
		if (!node || node == &last->in_settings || is_told) continue;
		err = tell_setting(store, sink,
				   container_of(node, struct memory_setting, in_settings));
		arena_reset(&store->scratch);
	}
	mem_free(numbers);
	return err ? err : tell_setting(store, sink, last);
}

static enum err tell_settings(struct memory_store *store, const struct recall_sink *sink)
{
	const struct name_row last_worker = { .kind = NAME_WORKER, .no = UINT32_MAX };
	const struct setting_key behind = { KIND_NAME, &last_worker };
	const struct treap_node *node = treap_first(&store->settings);
	enum err err = ERR_OK;
	while (!err && node) {
		const struct memory_setting *setting = container_of(node, struct memory_setting,
								    in_settings);
		if (!row_kinds[setting->kind].is_held) break; /* nor those of any kind behind it */
		if (is_worker(setting)) {
			node = treap_before(&store->settings, &behind);
			setting = container_of(node, struct memory_setting, in_settings);
			err = tell_workers(store, sink, setting);
		} else {
			err = tell_setting(store, sink, setting);
		}
		node = treap_next(node);
		arena_reset(&store->scratch);
	}
	return err;
}

/* From the first run of a band to behind its last. */
static enum err tell_bands(struct memory_store *store, const struct recall_sink *sink)
{
	const struct treap_node *node = treap_first(&store->by_band);
	while (node) {
		struct spilled_key last = {
			.band = run_band(&container_of(node, struct memory_run, by_band)->row),
			.run_at = MSEC_MAX,
		};
		memset(&last.id, 0xff, sizeof last.id);
		enum err err = sink->spilled(sink->context, &last.band);
		if (err) return err;
		node = treap_after(&store->by_band, &last);
	}
	return ERR_OK;
}

static enum err tell_one(const struct recall_sink *sink, tenant_no tenant, enum quota_kind kind)
{
	struct tally_row row = { .tenant = tenant, .kind = kind, .count = 1 };
	return sink->tally(sink->context, &row);
}

/* One by one: they add up. */
static enum err tell_tallies(struct memory_store *store, const struct recall_sink *sink)
{
	struct map_cursor cursor = { 0 };
	const struct memory_job *job;
	const struct memory_effect *effect;
	enum err err = ERR_OK;
	list_for_each_of(struct memory_run, run, &store->live, in_live)
	{
		err = tell_one(sink, run->row.tenant, QUOTA_RUNS);
		if (err) return err;
	}
	while (!err && (job = uuid_map_next(&store->jobs, &cursor))) {
		if (!job->row || job->row->state == JOB_DELETED) continue;
		err = tell_one(sink, job->row->tenant, QUOTA_JOBS);
	}
	cursor = (struct map_cursor){ 0 };
	while (!err && (effect = uuid_map_next(&store->effects, &cursor))) {
		if (effect->row.state != EFFECT_OPEN) continue;
		err = tell_one(sink, effect->row.tenant, QUOTA_EFFECTS);
	}
	return err;
}

enum err memory_recall(struct store *base, const struct recall_sink *sink, u64 *out_last_turn)
{
	struct memory_store *store = memory_store_of(base);
	enum err err = memory_fault_next(store, MEMORY_RECALL).err;
	if (!err) err = tell_settings(store, sink);
	if (!err) err = tell_tallies(store, sink);
	if (!err) err = tell_bands(store, sink);
	list_for_each_of(struct memory_execution, execution, &store->open, in_open)
	{
		if (err) break;
		err = tell_open(store, sink, execution);
		arena_reset(&store->scratch);
	}
	if (err) return err;
	*out_last_turn = store->turns_len ? store->turns[store->turns_len - 1].seen.id : 0;
	return ERR_OK;
}
