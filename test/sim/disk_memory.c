/* The reference store as a disk: durable is what it has committed. */
#include "sim/disk.h"

#include "base/memory.h"
#include "store/memory/memory.h"

struct memory_disk {
	struct disk disk;
	struct disk_faults faults;
	struct memory_store *memory;
};

static struct memory_disk *memory_disk_of(struct disk *disk)
{
	return container_of(disk, struct memory_disk, disk);
}

static struct memory_fault ask_fault(void *context, enum memory_call call, u64 number)
{
	static const enum disk_call calls[MEMORY_CALLS] = {
		[MEMORY_RECALL] = DISK_RECALL, [MEMORY_LOAD] = DISK_LOAD,
		[MEMORY_COMMIT] = DISK_COMMIT, [MEMORY_SETTLE] = DISK_SETTLE,
		[MEMORY_PROBE] = DISK_PROBE,   [MEMORY_TEND] = DISK_TEND,
	};
	struct memory_disk *disk = context;
	(void)number;
	struct disk_fault fault = disk->faults.fault(disk->faults.context, calls[call]);
	return (struct memory_fault){ fault.err, fault.is_applied };
}

static bool ask_damaged(void *context, const struct uuid *run)
{
	struct memory_disk *disk = context;
	return disk->faults.is_damaged(disk->faults.context, run);
}

static enum err memory_make(u64 seed, const struct disk_faults *faults, struct disk **out_disk)
{
	struct memory_disk *disk = mem_alloc_zeroed(sizeof *disk);
	if (!disk) return ERR_MEMORY;
	enum err err = memory_store_new(seed, &disk->memory);
	if (err) {
		mem_free(disk);
		return err;
	}
	disk->disk.kind = &disk_memory;
	disk->faults = *faults;
	struct memory_faults asked = { disk, ask_fault, ask_damaged };
	memory_store_set_faults(disk->memory, &asked);
	*out_disk = &disk->disk;
	return ERR_OK;
}

static void memory_free(struct disk *disk)
{
	memory_store_free(memory_disk_of(disk)->memory);
	mem_free(disk);
}

static enum err memory_open(struct disk *disk, struct store **out_store)
{
	*out_store = memory_store_view(memory_disk_of(disk)->memory);
	return ERR_OK;
}

static void memory_crash(struct disk *disk)
{
	memory_store_crash(memory_disk_of(disk)->memory);
}

static void memory_set_down(struct disk *disk, bool is_down)
{
	memory_store_set_down(memory_disk_of(disk)->memory, is_down);
}

static bool memory_find_run(struct disk *disk, const struct uuid *id, struct disk_run *out_run)
{
	struct memory_run_seen seen;
	if (!memory_store_find_run(memory_disk_of(disk)->memory, id, &seen)) return false;
	*out_run = (struct disk_run){ seen.state, seen.row->hot.attempts };
	return true;
}

static bool memory_find_execution(struct disk *disk, const struct uuid *id,
				  struct disk_execution *out_execution)
{
	struct memory_execution_seen seen;
	if (!memory_store_find_execution(memory_disk_of(disk)->memory, id, &seen)) return false;
	*out_execution = (struct disk_execution){ .has_ended = seen.end != NULL };
	if (!seen.end) return true;
	out_execution->outcome = seen.end->outcome;
	out_execution->result = seen.end->result;
	return true;
}

struct day_visit {
	disk_day_visit *visit;
	void *context;
};

static void show_day(void *context, const struct day_row *row)
{
	const struct day_visit *visit = context;
	const struct disk_day day = { row->date, row->through, row->status };
	visit->visit(visit->context, &day);
}

static void memory_each_day(struct disk *disk, tenant_no tenant, str user, disk_day_visit *visit,
			    void *context)
{
	struct day_visit shown = { visit, context };
	memory_store_each_day(memory_disk_of(disk)->memory, tenant, user, show_day, &shown);
}

static void count_audit(void *context, const struct audit_row *row)
{
	(void)row;
	++*(u64 *)context;
}

static struct disk_counts memory_counts(struct disk *disk)
{
	struct memory_counts counts = memory_store_counts(memory_disk_of(disk)->memory);
	u64 runs = 0, audit = 0;
	memory_store_each_audit(memory_disk_of(disk)->memory, 0, count_audit, &audit);
	for (u32 i = 0; i < RUN_STATE_COUNT; i++) runs += counts.runs[i];
	return (struct disk_counts){ runs, counts.open, audit };
}

static u64 memory_last_turn(struct disk *disk)
{
	return memory_store_counts(memory_disk_of(disk)->memory).last_turn;
}

const struct disk_kind disk_memory = {
	.name = "memory",
	.make = memory_make,
	.free = memory_free,
	.open = memory_open,
	.crash = memory_crash,
	.set_down = memory_set_down,
	.find_run = memory_find_run,
	.find_execution = memory_find_execution,
	.each_day = memory_each_day,
	.counts = memory_counts,
	.last_turn = memory_last_turn,
};
