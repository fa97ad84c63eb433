/* The memory store as a subject of the conformance stories. */
#ifndef BELFRY_TEST_CONFORMANCE_MEMORY_KIND_H
#define BELFRY_TEST_CONFORMANCE_MEMORY_KIND_H

#include "base/memory.h"
#include "base/must.h"
#include "conformance/store_kind.h"
#include "store/memory/memory.h"

enum { MEMORY_KIND_SEED = 0x5eed, MEMORY_KIND_DAMAGED_MAX = 8 };

struct memory_subject {
	struct memory_store *store;
	enum planned_fault planned;
	struct uuid damaged[MEMORY_KIND_DAMAGED_MAX];
	u32 damaged_len;
};

static inline struct memory_fault memory_kind_fault(void *context, enum memory_call call,
						    u64 number)
{
	static const struct memory_fault faults[FAULT_KINDS] = {
		[FAULT_NONE] = { ERR_OK, false },
		[FAULT_REFUSED] = { ERR_STORE, false },
		[FAULT_LOST_BEFORE] = { ERR_STORE_UNKNOWN, false },
		[FAULT_LOST_AFTER] = { ERR_STORE_UNKNOWN, true },
	};
	struct memory_subject *memory = context;
	(void)number;
	if (call != MEMORY_COMMIT) return faults[FAULT_NONE];
	struct memory_fault fault = faults[memory->planned];
	memory->planned = FAULT_NONE;
	return fault;
}

static inline bool memory_kind_is_damaged(void *context, const struct uuid *run)
{
	const struct memory_subject *memory = context;
	for (u32 i = 0; i < memory->damaged_len; i++) {
		if (uuid_eq(&memory->damaged[i], run)) return true;
	}
	return false;
}

static inline void *memory_kind_open(void)
{
	struct memory_subject *memory = mem_alloc_zeroed(sizeof *memory);
	if (!memory) return NULL;
	if (memory_store_new(MEMORY_KIND_SEED, &memory->store)) {
		mem_free(memory);
		return NULL;
	}
	struct memory_faults faults = { memory, memory_kind_fault, memory_kind_is_damaged };
	memory_store_set_faults(memory->store, &faults);
	return memory;
}

static inline struct memory_store *memory_kind_store(void *subject)
{
	return ((struct memory_subject *)subject)->store;
}

static inline struct store *memory_kind_view(void *subject)
{
	return memory_store_view(memory_kind_store(subject));
}

static inline void memory_kind_crash(void *subject)
{
	memory_store_crash(memory_kind_store(subject));
}

static inline void memory_kind_close(void *subject)
{
	store_close(memory_kind_view(subject));
	mem_free(subject);
}

static inline void memory_kind_fail_next_commit(void *subject, enum planned_fault fault)
{
	((struct memory_subject *)subject)->planned = fault;
}

static inline void memory_kind_set_down(void *subject, bool is_down)
{
	memory_store_set_down(memory_kind_store(subject), is_down);
}

static inline void memory_kind_damage(void *subject, const struct uuid *run)
{
	struct memory_subject *memory = subject;
	must(memory->damaged_len < MEMORY_KIND_DAMAGED_MAX);
	memory->damaged[memory->damaged_len++] = *run;
}

static inline bool memory_kind_find_run(void *subject, const struct uuid *id,
					struct run_row *out_row)
{
	struct memory_run_seen seen;
	if (!memory_store_find_run(memory_kind_store(subject), id, &seen)) return false;
	*out_row = *seen.row;
	return true;
}

static inline bool memory_kind_find_end(void *subject, const struct uuid *execution,
					struct execution_end *out_end)
{
	struct memory_execution_seen seen;
	bool found = memory_store_find_execution(memory_kind_store(subject), execution, &seen);
	if (!found || !seen.end) return false;
	*out_end = *seen.end;
	return true;
}

static inline bool memory_kind_find_progress(void *subject, const struct uuid *execution,
					     struct progress_row *out_row)
{
	const struct progress_row *row = memory_store_find_progress(memory_kind_store(subject),
								    execution);
	if (row) *out_row = *row;
	return row != NULL;
}

static inline bool memory_kind_find_output(void *subject, const struct uuid *execution,
					   struct output_row *out_row)
{
	const struct output_row *row = memory_store_find_output(memory_kind_store(subject),
								execution);
	if (row) *out_row = *row;
	return row != NULL;
}

static inline bool memory_kind_has_notice(void *subject, tenant_no tenant, const struct uuid *id)
{
	return memory_store_find_notice(memory_kind_store(subject), tenant, id) != NULL;
}

static inline bool memory_kind_find_job(void *subject, const struct uuid *id,
					struct job_row *out_row)
{
	const struct job_row *row;
	if (!memory_store_find_job(memory_kind_store(subject), id, &row)) return false;
	*out_row = *row;
	return true;
}

static inline void memory_kind_each_occurrence(void *subject, const struct uuid *job,
					       occurrence_visit *visit, void *context)
{
	memory_store_each_occurrence(memory_kind_store(subject), job, visit, context);
}

struct memory_kind_turns {
	turn_visit *visit;
	void *context;
};

static inline void memory_kind_visit_turn(void *context, const struct memory_turn_seen *seen)
{
	const struct memory_kind_turns *turns = context;
	turns->visit(turns->context, seen->id, seen->entries, seen->journal);
}

static inline void memory_kind_each_turn(void *subject, turn_visit *visit, void *context)
{
	struct memory_kind_turns turns = { visit, context };
	memory_store_each_turn(memory_kind_store(subject), 0, memory_kind_visit_turn, &turns);
}

static const struct store_kind memory_kind = {
	.name = "memory",
	.allocations_min = 20,
	.open = memory_kind_open,
	.view = memory_kind_view,
	.crash = memory_kind_crash,
	.close = memory_kind_close,
	.fail_next_commit = memory_kind_fail_next_commit,
	.set_down = memory_kind_set_down,
	.damage = memory_kind_damage,
	.find_run = memory_kind_find_run,
	.find_end = memory_kind_find_end,
	.find_progress = memory_kind_find_progress,
	.find_output = memory_kind_find_output,
	.has_notice = memory_kind_has_notice,
	.find_job = memory_kind_find_job,
	.each_occurrence = memory_kind_each_occurrence,
	.each_turn = memory_kind_each_turn,
};

#endif
