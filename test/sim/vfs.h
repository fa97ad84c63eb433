/* A disk that forgets, as a SQLite VFS: files in memory, of which a power cut takes what was not
 * synced. Everything it does is drawn from its seed, so that a run can be told again.
 *
 *   - Writes go to sectors of 512 bytes that are kept as a set until the file is synced.
 *   - platter_crash: of those sectors a random subset survives, in whatever order; one may be torn.
 *     A new name that was never synced may be gone, a removed one may be back.
 *   - Any call may fail: a callback is asked, which sees what kind of call it is and its number.
 *   - A sync that fails has kept some sectors and lost the others for good, although they still
 *     read as written until the power is cut: so do disks.
 *
 * Connections that were open when it crashed are dead: every call on them fails, and closing them
 * changes nothing. Depends on base and SQLite alone. One thread at a time. */
#ifndef BELFRY_TEST_SIM_VFS_H
#define BELFRY_TEST_SIM_VFS_H

#include "base/str.h"
#include "base/types.h"

struct platter;

enum platter_call {
	PLATTER_OPEN,
	PLATTER_READ,
	PLATTER_WRITE,
	PLATTER_SYNC,
	PLATTER_TRUNCATE,
	PLATTER_DELETE,
	PLATTER_CALLS
};

enum platter_fault {
	PLATTER_WELL,
	PLATTER_ERROR, /* EIO: of a write nothing, a part or all is there */
	PLATTER_FULL,  /* ENOSPC: of a write a part may be there; only for writes and truncates */
};

/* Asked before every call; `number` counts the calls of this kind from 1. */
typedef enum platter_fault platter_fault_of(void *context, enum platter_call call, u64 number);

/* Registers a VFS of this name (copied), which is not the default one. NULL: out of memory. */
struct platter *platter_new(const char *name, u64 seed);
/* Unregisters it. No connection may be open. */
void platter_free(struct platter *disk);

/* What is drawn from now on is drawn from this seed. */
void platter_set_seed(struct platter *disk, u64 seed);

/* NULL: nothing fails. */
void platter_set_faults(struct platter *disk, platter_fault_of *fault, void *context);
u64 platter_calls(const struct platter *disk, enum platter_call call);

/* The power is cut. */
void platter_crash(struct platter *disk);
/* The process died, and the machine did not: what was written is there. */
void platter_kill(struct platter *disk);

/* A file as it reads now; borrowed until the next call. Empty when there is none. */
str platter_view(const struct platter *disk, const char *name);
/* All that the next power cut and the next process find, as one number: files, what of them is
 * synced, and the dice. Nobody may have a file open. Cheap for what has not changed since it was
 * last asked. */
u64 platter_digest(struct platter *disk);
/* Turns a bit of a file, in the cache and on the disk. */
void platter_flip(struct platter *disk, const char *name, u64 bit);

#endif
