/* What a new process is told: everything that memory always holds, in the order of turn.h.
 *
 * Each row is handed over as a copy that is gone (and, with AddressSanitizer, poisoned) as soon as
 * the sink returns: whoever keeps a pointer is found out. */
#include "base/must.h"
#include "store/memory/memory_parts.h"

static enum err tell_setting(struct memory_store *store, const struct recall_sink *sink,
			     const struct memory_setting *setting)
{
	static const struct row_shape *const shapes[] = {
		[SETTING_NAME] = &name_shape,           [SETTING_QUEUE] = &queue_shape,
		[SETTING_TENANT] = &tenant_shape,       [SETTING_TYPE] = &type_shape,
		[SETTING_CALENDAR] = &calendar_shape,   [SETTING_PAUSE] = &pause_shape,
		[SETTING_OPERATION] = &operation_shape,
	};
	enum setting_kind kind = setting->key.kind;
	if (kind == SETTING_THING || kind == SETTING_REPLAY) return ERR_OK;
	must(kind < countof(shapes));
	const void *row = row_copy_out(&store->scratch, shapes[kind], setting->row);
	if (!row) return ERR_MEMORY;
	switch (kind) {
	case SETTING_NAME: return sink->name(sink->context, row);
	case SETTING_QUEUE: return sink->queue(sink->context, row);
	case SETTING_TENANT: return sink->tenant(sink->context, row);
	case SETTING_TYPE: return sink->type(sink->context, row);
	case SETTING_CALENDAR: return sink->calendar(sink->context, row);
	case SETTING_PAUSE: return sink->pause(sink->context, row);
	case SETTING_OPERATION:
	case SETTING_THING:
	case SETTING_REPLAY: break;
	}
	const struct operation_row *operation = row;
	if (operation->state != OPERATION_RUNNING) return ERR_OK;
	return sink->operation(sink->context, operation);
}

static enum err tell_open(struct memory_store *store, const struct recall_sink *sink,
			  const struct memory_execution *execution)
{
	struct run_row run = execution->run->row;
	row_drop_texts(&run_shape, &run);
	if (!uuid_is_nil(&run.job)) {
		struct job_row job = *job_find(store, &run.job)->row;
		job.parameters = job.details = (str){ 0 };
		run.definition = row_copy_out(&store->scratch, &job_shape, &job);
		if (!run.definition) return ERR_MEMORY;
	}
	const struct run_row *run_copy = row_copy_out(&store->scratch, &run_shape, &run);
	struct execution_row *copy = arena_alloc(&store->scratch, sizeof *copy);
	if (!run_copy || !copy) return ERR_MEMORY;
	*copy = execution->row;
	return sink->open(sink->context, run_copy, copy);
}

enum err memory_recall(struct store *base, const struct recall_sink *sink, u64 *out_last_turn)
{
	struct memory_store *store = memory_store_of(base);
	enum err err = memory_fault_next(store, MEMORY_RECALL).err;
	const struct treap_node *node = treap_first(&store->settings);
	for (; !err && node; node = treap_next(node)) {
		err = tell_setting(store, sink,
				   container_of(node, struct memory_setting, in_settings));
		arena_reset(&store->scratch);
	}
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
