/* What outlives the process: a store as the simulator needs it. Beside the calls of store.h, which
 * the pump makes, it can lose its process, be out of reach, fail at a call when it is told to, and
 * be looked into. Each kind of store is a row of the table in disk.c; a history names one of them.
 *
 * Faults are decided in one place (the weather), per call; how a call fails is the kind's business:
 * one over files may answer ERR_STORE_SYNC by letting a sync of its file system fail. */
#ifndef BELFRY_TEST_SIM_DISK_H
#define BELFRY_TEST_SIM_DISK_H

#include "model/turn.h"
#include "store/store.h"

enum disk_call { DISK_RECALL, DISK_LOAD, DISK_COMMIT, DISK_SETTLE, DISK_PROBE };

struct disk_fault {
	enum err err;    /* ERR_OK: the call goes well */
	bool is_applied; /* a commit only: it is kept all the same, and only the answer is lost */
};

struct disk_faults {
	void *context;
	/* Asked once in every call; of a commit when all is prepared and nothing is kept yet. */
	struct disk_fault (*fault)(void *context, enum disk_call call);
	/* Asked for every claim: is this run's payload found damaged? */
	bool (*is_damaged)(void *context, const struct uuid *run);
};

struct disk_run {
	enum run_state state; /* PROCESSING while an execution is open */
	u32 attempts;
};

struct disk_execution {
	bool has_ended;
	enum outcome outcome;
	str result; /* borrowed until the next commit */
};

struct disk_counts {
	u64 runs;
	u64 open; /* executions */
	u64 last_turn;
};

struct disk_kind;

/* The first member of every disk. */
struct disk {
	const struct disk_kind *kind;
};

struct disk_kind {
	const char *name;
	/* An empty one; `faults` is copied. Whatever it draws follows from the seed. */
	enum err (*make)(u64 seed, const struct disk_faults *faults, struct disk **out_disk);
	void (*free)(struct disk *disk);
	/* A process starts: the store that it uses until it dies. */
	enum err (*open)(struct disk *disk, struct store **out_store);
	/* It died: what it had not made durable is gone; its store is not closed. */
	void (*crash)(struct disk *disk);
	/* While it is out of reach every call answers ERR_STORE and `fault` is not asked. */
	void (*set_down)(struct disk *disk, bool is_down);
	/* Looking at what is durable; none of these fails, or asks for a fault. */
	bool (*find_run)(struct disk *disk, const struct uuid *id, struct disk_run *out_run);
	bool (*find_execution)(struct disk *disk, const struct uuid *id,
			       struct disk_execution *out_execution);
	struct disk_counts (*counts)(struct disk *disk);
};

/* NULL: there is no such kind. The first one is taken where nobody names one. */
const struct disk_kind *disk_kind_find(str name);
const struct disk_kind *disk_kind_first(void);

extern const struct disk_kind disk_memory;

static inline void disk_set_down(struct disk *disk, bool is_down)
{
	disk->kind->set_down(disk, is_down);
}

static inline bool disk_find_run(struct disk *disk, const struct uuid *id, struct disk_run *out_run)
{
	return disk->kind->find_run(disk, id, out_run);
}

static inline bool disk_find_execution(struct disk *disk, const struct uuid *id,
				       struct disk_execution *out_execution)
{
	return disk->kind->find_execution(disk, id, out_execution);
}

static inline struct disk_counts disk_counts(struct disk *disk)
{
	return disk->kind->counts(disk);
}

#endif
