/* What a story stands on: a store that outlives its process, can lose it, and can be looked into
 * past its own calls. Two kinds: the store in memory, and the real SQLite store over a disk that
 * forgets (sim/vfs.h), on which single writes, syncs and reads can fail. */
#ifndef BELFRY_TEST_FAULT_GROUND_H
#define BELFRY_TEST_FAULT_GROUND_H

#include "base/buf.h"
#include "store/store.h"

struct rig;
struct ground;

struct ground_run {
	enum run_state state; /* PROCESSING while an execution is open */
	u32 attempts;
	u32 max_attempts;
	u32 deferred_count;
	u32 fence;
	u32 executions;
};

/* Says whether an open execution is one that is looked for. */
typedef bool ground_is_it(void *context, const struct uuid *execution);

struct ground_kind {
	const char *name;
	bool has_files; /* single writes can fail; and of one that did nobody knows */
	/* An empty one. Faults are asked of the rig: rig_fault_*. */
	struct ground *(*make)(struct rig *rig);
	void (*free)(struct ground *ground);
	/* A process starts: the store that it uses until it dies. */
	enum err (*open)(struct ground *ground, struct store **out_store);
	/* It died; or the power was cut, which takes what was not made durable, too. */
	void (*crash)(struct ground *ground, bool is_cut);
	/* What is left while nobody has it open, as one number. NULL: it cannot be told. */
	u64 (*left)(struct ground *ground);
	/* ---- looking at what is kept; none of these fails ---- */
	u64 (*digest)(struct ground *ground); /* all of it as one number */
	u64 (*turns)(struct ground *ground);  /* that were committed */
	bool (*find_run)(struct ground *ground, const struct uuid *id, struct ground_run *out_run);
	bool (*find_open)(struct ground *ground, ground_is_it *is_it, void *context,
			  struct uuid *out_id);
	/* How many there are of what, as text. */
	void (*count)(struct ground *ground, struct buf *out);
};

extern const struct ground_kind ground_memory;
extern const struct ground_kind ground_sqlite;

#endif
