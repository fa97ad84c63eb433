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

enum disk_call { DISK_RECALL, DISK_LOAD, DISK_COMMIT, DISK_SETTLE, DISK_PROBE, DISK_TEND };

struct disk_fault {
	enum err err;    /* ERR_OK: the call goes well */
	bool is_applied; /* a commit only: it is kept all the same, and only the answer is lost */
	bool is_dying;   /* the process dies in this call; err is set, too */
};

/* What a disk of files lives through: name, sentence. They are marks (marks.h). */
/* clang-format off */
#define DISK_EVENTS(X) \
	X(POWER_CUT,         "the power was cut, and what was not synced was lost or torn")     \
	X(KILLED,            "the process died, and what it had written was there")             \
	X(CUT_AND_LOST,      "the power was cut inside a commit, which was lost")               \
	X(SYNC_FAILED,       "a sync failed inside a commit")                                   \
	X(WRITE_FAILED,      "a write failed inside a commit")                                  \
	X(FULL,              "the disk was full inside a commit")                               \
	X(READ_FAILED,       "a read failed")                                                   \
	X(FULL_FOR_LONG,     "rows were loaded while nothing could be written")                 \
	X(CHECKPOINT,        "the log was brought into the file")                               \
	X(LOOKED_OVER,       "a new process found the mark of a write that had failed")         \
	X(FAILED_AT_START,   "the file could not be read when a process started")
/* clang-format on */

enum disk_event {
#define X(name, sentence) DISK_##name,
	DISK_EVENTS(X)
#undef X
		DISK_EVENT_COUNT
};

struct disk_faults {
	void *context;
	/* Asked once in every call; of a commit when all is prepared and nothing is kept yet. */
	struct disk_fault (*fault)(void *context, enum disk_call call);
	/* Asked for every claim: is this run's payload found damaged? */
	bool (*is_damaged)(void *context, const struct uuid *run);
	void (*note)(void *context, enum disk_event event);
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
	u64 audit;
};

/* A row of somebody's ledger of days. */
struct disk_day {
	i64 date;
	i64 through;
	enum day_status status;
};
typedef void disk_day_visit(void *context, const struct disk_day *day);

struct disk_kind;

/* The first member of every disk. */
struct disk {
	const struct disk_kind *kind;
};

struct disk_kind {
	const char *name;
	bool has_files; /* then its events are among the marks that a suite must reach */
	/* An empty one; `faults` is copied. Whatever it draws follows from the seed. */
	enum err (*make)(u64 seed, const struct disk_faults *faults, struct disk **out_disk);
	void (*free)(struct disk *disk);
	/* A process starts: the store that it uses until it dies. */
	enum err (*open)(struct disk *disk, struct store **out_store);
	/* It died: what it had not made durable is gone; its store is not closed. */
	void (*crash)(struct disk *disk);
	/* While it is out of reach no commit goes well. A kind may play that as it likes: every
	 * call fails, or those that write; `fault` need not be asked. */
	void (*set_down)(struct disk *disk, bool is_down);
	/* Looking at what is durable; none of these fails, or asks for a fault. */
	bool (*find_run)(struct disk *disk, const struct uuid *id, struct disk_run *out_run);
	bool (*find_execution)(struct disk *disk, const struct uuid *id,
			       struct disk_execution *out_execution);
	void (*each_day)(struct disk *disk, tenant_no tenant, str user, disk_day_visit *visit,
			 void *context);                 /* in their order */
	struct disk_counts (*counts)(struct disk *disk); /* may look at every row */
	u64 (*last_turn)(struct disk *disk);
};

/* NULL: there is no such kind. The first one is taken where nobody names one. */
const struct disk_kind *disk_kind_find(str name);
const struct disk_kind *disk_kind_first(void);

extern const struct disk_kind disk_memory;
extern const struct disk_kind disk_sqlite;

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

static inline void disk_each_day(struct disk *disk, tenant_no tenant, str user,
				 disk_day_visit *visit, void *context)
{
	disk->kind->each_day(disk, tenant, user, visit, context);
}

static inline struct disk_counts disk_counts(struct disk *disk)
{
	return disk->kind->counts(disk);
}

static inline u64 disk_last_turn(struct disk *disk)
{
	return disk->kind->last_turn(disk);
}

#endif
