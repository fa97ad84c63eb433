/* The rows as tests and the simulator see them. */
#include "base/must.h"
#include "store/memory/memory_parts.h"

static struct memory_run_seen run_seen(const struct memory_run *run)
{
	return (struct memory_run_seen){
		.row = &run->row,
		.state = memory_run_state(run),
		.open = run->open ? &run->open->row : NULL,
		.executions = run->executions_len,
	};
}

bool memory_store_find_run(const struct memory_store *store, const struct uuid *id,
			   struct memory_run_seen *out_seen)
{
	const struct memory_run *run = uuid_map_find(&store->runs, id);
	if (!run) return false;
	*out_seen = run_seen(run);
	return true;
}

bool memory_store_find_execution(const struct memory_store *store, const struct uuid *id,
				 struct memory_execution_seen *out_seen)
{
	const struct memory_execution *execution = uuid_map_find(&store->executions, id);
	if (!execution) return false;
	*out_seen = (struct memory_execution_seen){ &execution->row, execution->end };
	return true;
}

const struct progress_row *memory_store_find_progress(const struct memory_store *store,
						      const struct uuid *execution)
{
	const struct progress_row key = { .execution = *execution };
	return memory_row(store, KIND_PROGRESS, &key);
}

const struct output_row *memory_store_find_output(const struct memory_store *store,
						  const struct uuid *execution)
{
	const struct output_row key = { .execution = *execution };
	return memory_row(store, KIND_OUTPUT, &key);
}

const struct batch_row *memory_store_find_batch(const struct memory_store *store,
						const struct uuid *id)
{
	const struct batch_row key = { .id = *id };
	return memory_row(store, KIND_BATCH, &key);
}

void memory_store_each_run(const struct memory_store *store, memory_run_visit *visit, void *context)
{
	const struct treap_node *node = treap_first(&store->by_id);
	for (; node; node = treap_next(node)) {
		struct memory_run_seen seen = run_seen(
			container_of(node, struct memory_run, by_id));
		visit(context, &seen);
	}
}

static void visit_executions(const struct memory_run *run, memory_execution_visit *visit,
			     void *context)
{
	u32 visited = 0;
	list_for_each_of(struct memory_execution, execution, &run->executions, in_run)
	{
		struct memory_execution_seen seen = { &execution->row, execution->end };
		visit(context, &seen);
		visited++;
	}
	must(visited == run->executions_len);
}

void memory_store_each_execution(const struct memory_store *store, const struct uuid *run,
				 memory_execution_visit *visit, void *context)
{
	if (run) {
		const struct memory_run *one = uuid_map_find(&store->runs, run);
		if (one) visit_executions(one, visit, context);
		return;
	}
	const struct treap_node *node = treap_first(&store->by_id);
	for (; node; node = treap_next(node))
		visit_executions(container_of(node, struct memory_run, by_id), visit, context);
}

void memory_store_each_unique(const struct memory_store *store, memory_unique_visit *visit,
			      void *context)
{
	struct map_cursor cursor = { 0 };
	const struct memory_unique *unique;
	while ((unique = map_next(&store->unique, &cursor))) visit(context, &unique->row);
}

void memory_store_each_turn(const struct memory_store *store, u64 after, memory_turn_visit *visit,
			    void *context)
{
	u32 first = store->turns_len;
	while (first > 0 && store->turns[first - 1].seen.id > after) first--;
	for (u32 i = first; i < store->turns_len; i++) visit(context, &store->turns[i].seen);
}

struct memory_counts memory_store_counts(const struct memory_store *store)
{
	struct memory_counts counts = {
		.executions = store->executions.table.count,
		.open = store->open_count,
		.unique_keys = store->unique.table.count,
		.jobs = store->jobs.table.count,
		.occurrences = store->ledger.count,
		.turns = store->turns_len,
		.last_turn = store->turns_len ? store->turns[store->turns_len - 1].seen.id : 0,
	};
	for (u32 i = 0; i < RUN_STATE_COUNT; i++) counts.runs[i] = store->run_counts[i];
	return counts;
}
