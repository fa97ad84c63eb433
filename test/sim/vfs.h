/* A disk that forgets, as a SQLite VFS: files in memory, of which a power cut takes what was not
 * synced. Everything it does is drawn from its seed, so that a run can be told again.
 *
 *   - Writes go to sectors of 512 bytes that are kept as a set until the file is synced.
 *   - disk_crash: of those sectors a random subset survives, in whatever order; one may be torn.
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

struct disk;

enum disk_call {
	DISK_OPEN,
	DISK_READ,
	DISK_WRITE,
	DISK_SYNC,
	DISK_TRUNCATE,
	DISK_DELETE,
	DISK_CALLS
};

enum disk_fault {
	DISK_WELL,
	DISK_ERROR, /* EIO: of a write nothing, a part or all is there */
	DISK_FULL,  /* ENOSPC: of a write a part may be there; only for writes and truncates */
};

/* Asked before every call; `number` counts the calls of this kind from 1. */
typedef enum disk_fault disk_fault_of(void *context, enum disk_call call, u64 number);

/* Registers a VFS of this name (copied), which is not the default one. NULL: out of memory. */
struct disk *disk_new(const char *name, u64 seed);
/* Unregisters it. No connection may be open. */
void disk_free(struct disk *disk);

/* What is drawn from now on is drawn from this seed. */
void disk_set_seed(struct disk *disk, u64 seed);

/* NULL: nothing fails. */
void disk_set_faults(struct disk *disk, disk_fault_of *fault, void *context);
u64 disk_calls(const struct disk *disk, enum disk_call call);

/* The power is cut. */
void disk_crash(struct disk *disk);
/* The process died, and the machine did not: what was written is there. */
void disk_kill(struct disk *disk);

/* A file as it reads now; borrowed until the next call. Empty when there is none. */
str disk_view(const struct disk *disk, const char *name);
/* Turns a bit of a file, in the cache and on the disk. */
void disk_flip(struct disk *disk, const char *name, u64 bit);

#endif
