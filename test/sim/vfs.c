/* Invariants: `data` is what a read sees, `kept` what a power cut leaves for sure, and outside the
 * dirty sectors (and those that a failed sync lost) both are the same. */
#include "sim/vfs.h"

#include "base/hash.h"
#include "base/list.h"
#include "base/must.h"
#include "base/prng.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

enum {
	SECTOR = 512,
	NAME_MAX_BYTES = 1200,
	SHM_REGIONS_MAX = 64,
	SHM_LOCKS = SQLITE_SHM_NLOCK,
};

/* Shared memory of a database, as its connections see it; gone when the last one closes. */
struct shm {
	u32 handles;
	void *regions[SHM_REGIONS_MAX];
	u32 shared[SHM_LOCKS];
	const void *owner[SHM_LOCKS]; /* the handle that has it alone */
};

struct bytes {
	u8 *at;
	size_t len;
	size_t capacity;
};

struct file {
	struct list_node in_disk;
	char name[NAME_MAX_BYTES];
	bool exists;      /* as programs see it */
	bool name_synced; /* else it may be gone after a crash */
	bool may_return;  /* removed, and the removal not synced */
	struct bytes data;
	struct bytes kept;
	u8 *dirty; /* a byte each sector of data, of those in [dirty_from, dirty_to) */
	size_t dirty_from;
	size_t dirty_to; /* no other one is dirty */
	size_t dirty_max;
	u64 digest; /* 0: not known, or it has changed since */
	struct shm *shm;
	u32 handles;
	u32 locks_shared;
	const void *lock_reserved;
	const void *lock_exclusive;
};

struct platter {
	sqlite3_vfs vfs;
	char name[64];
	struct prng prng;
	struct list files;
	u64 epoch; /* grows with every crash: handles of an older one are dead */
	platter_fault_of *fault;
	void *context;
	u64 calls[PLATTER_CALLS];
};

/* SQLite's handle. */
struct handle {
	sqlite3_file base;
	struct platter *disk;
	struct file *file;
	u64 epoch;
	int lock;
	struct shm *shm;
	u32 shm_shared; /* bits of the locks it holds so */
	bool removes;   /* when it is closed */
};

/* ---- memory ------------------------------------------------------------------------------- */

static void *need(void *memory)
{
	must(memory != NULL); /* a test without memory has nothing to say */
	return memory;
}

static void bytes_resize(struct bytes *bytes, size_t len)
{
	if (len > bytes->capacity) {
		size_t capacity = bytes->capacity ? bytes->capacity : 4096;
		while (capacity < len) capacity *= 2;
		bytes->at = need(realloc(bytes->at, capacity));
		bytes->capacity = capacity;
	}
	if (len > bytes->len) memset(bytes->at + bytes->len, 0, len - bytes->len);
	bytes->len = len;
}

static size_t sectors_of(size_t len)
{
	return (len + SECTOR - 1) / SECTOR;
}

/* ---- faults ------------------------------------------------------------------------------- */

static bool is_dead(const struct handle *handle)
{
	return handle->epoch != handle->disk->epoch;
}

static enum platter_fault next_fault(struct platter *disk, enum platter_call call)
{
	u64 number = ++disk->calls[call];
	return disk->fault ? disk->fault(disk->context, call, number) : PLATTER_WELL;
}

void platter_set_faults(struct platter *disk, platter_fault_of *fault, void *context)
{
	disk->fault = fault;
	disk->context = context;
}

u64 platter_calls(const struct platter *disk, enum platter_call call)
{
	return disk->calls[call];
}

/* ---- files -------------------------------------------------------------------------------- */

static struct file *file_find(const struct platter *disk, const char *name)
{
	list_for_each_of(struct file, file, &disk->files, in_disk)
	{
		if (strcmp(file->name, name) == 0) return file;
	}
	return NULL;
}

static struct file *file_make(struct platter *disk, const char *name)
{
	struct file *file = need(calloc(1, sizeof *file));
	must(strlen(name) < sizeof file->name);
	memcpy(file->name, name, strlen(name) + 1);
	list_push_back(&disk->files, &file->in_disk);
	return file;
}

static void mark_dirty(struct file *file, size_t from, size_t to)
{
	size_t first = from / SECTOR, end = sectors_of(to);
	file->digest = 0;
	if (end > file->dirty_max) {
		file->dirty_max = 2 * end;
		file->dirty = need(realloc(file->dirty, file->dirty_max));
	}
	if (file->dirty_from == file->dirty_to) file->dirty_from = file->dirty_to = first;
	if (first < file->dirty_from) {
		memset(file->dirty + first, 0, file->dirty_from - first);
		file->dirty_from = first;
	}
	if (end > file->dirty_to) {
		memset(file->dirty + file->dirty_to, 0, end - file->dirty_to);
		file->dirty_to = end;
	}
	memset(file->dirty + first, 1, end - first);
}

static void forget_dirty(struct file *file)
{
	file->digest = 0;
	file->dirty_from = file->dirty_to = 0;
}

/* Copies a sector, or the beginning of one, to where it is safe. */
static void keep_sector(struct file *file, size_t sector, size_t bytes)
{
	size_t from = sector * SECTOR;
	if (from >= file->data.len) return;
	size_t end = from + bytes < file->data.len ? from + bytes : file->data.len;
	if (file->kept.len < end) bytes_resize(&file->kept, end);
	memcpy(file->kept.at + from, file->data.at + from, end - from);
}

static void file_sync(struct file *file)
{
	for (size_t i = file->dirty_from; i < file->dirty_to; i++) {
		if (file->dirty[i]) keep_sector(file, i, SECTOR);
	}
	forget_dirty(file);
	bytes_resize(&file->kept, file->data.len);
	file->name_synced = true;
}

/* The disk gave up: some sectors are kept, of the others nobody will hear again. */
static void file_sync_badly(struct platter *disk, struct file *file)
{
	for (size_t i = file->dirty_from; i < file->dirty_to; i++) {
		if (file->dirty[i] && prng_chance(&disk->prng, 1, 2)) keep_sector(file, i, SECTOR);
	}
	forget_dirty(file);
}

static void file_remove(struct file *file, bool is_synced)
{
	file->exists = false;
	file->may_return = !is_synced && file->name_synced;
	file->name_synced = false;
	bytes_resize(&file->data, 0);
	forget_dirty(file);
	if (!file->may_return) bytes_resize(&file->kept, 0);
}

/* ---- the power is cut --------------------------------------------------------------------- */

/* How many of a hundred unsynced sectors survive: often all or none, which is where order and
 * completeness matter most. */
static u32 survival_rate(struct prng *prng)
{
	static const u32 rates[] = { 0, 100, 50, 90, 10 };
	return rates[prng_below(prng, countof(rates))];
}

/* Nothing of it can be lost. */
static bool is_safe(const struct file *file)
{
	if (!file->exists || !file->name_synced || file->dirty_from != file->dirty_to) return false;
	if (file->data.len != file->kept.len) return false;
	return !file->data.len || memcmp(file->data.at, file->kept.at, file->data.len) == 0;
}

static void file_crash(struct platter *disk, struct file *file, u32 rate, bool *may_tear)
{
	if (is_safe(file)) return;
	bool is_gone = !file->name_synced && prng_chance(&disk->prng, 1, 2);
	if (!file->exists) is_gone = !file->may_return || prng_chance(&disk->prng, 1, 2);
	/* A truncate that was not synced happened, or did not. */
	if (file->data.len < file->kept.len && file->exists && prng_chance(&disk->prng, 1, 2))
		bytes_resize(&file->kept, file->data.len);
	for (size_t i = file->dirty_from; file->exists && i < file->dirty_to; i++) {
		if (!file->dirty[i]) continue;
		if (prng_chance(&disk->prng, rate, 100)) keep_sector(file, i, SECTOR);
		else if (*may_tear && prng_chance(&disk->prng, 1, 4)) {
			keep_sector(file, i, prng_below(&disk->prng, SECTOR));
			*may_tear = false;
		}
	}
	forget_dirty(file);
	file->exists = !is_gone;
	file->name_synced = !is_gone;
	file->may_return = false;
	if (is_gone) bytes_resize(&file->kept, 0);
	bytes_resize(&file->data, file->kept.len);
	if (file->kept.len) memcpy(file->data.at, file->kept.at, file->kept.len);
}

/* Those who had it open keep their memory, which nobody else sees any more. */
static void forget_holders(struct platter *disk)
{
	disk->epoch++;
	list_for_each_of(struct file, file, &disk->files, in_disk)
	{
		file->shm = NULL;
		file->locks_shared = 0;
		file->lock_reserved = file->lock_exclusive = NULL;
	}
}

void platter_crash(struct platter *disk)
{
	u32 rate = survival_rate(&disk->prng);
	bool may_tear = true;
	list_for_each_of(struct file, file, &disk->files, in_disk)
	{
		file_crash(disk, file, rate, &may_tear);
	}
	forget_holders(disk);
}

void platter_kill(struct platter *disk)
{
	forget_holders(disk);
}

str platter_view(const struct platter *disk, const char *name)
{
	const struct file *file = file_find(disk, name);
	if (!file || !file->exists) return (str){ 0 };
	return (str){ (const char *)file->data.at, file->data.len };
}

static u64 digest_bytes(u64 hash, const void *at, size_t len)
{
	const u8 *bytes = at;
	u64 word = 0;
	hash = hash_mix(hash ^ len);
	for (size_t i = 0; i < len; i += sizeof word) {
		size_t left = len - i;
		memcpy(&word, bytes + i, left < sizeof word ? left : sizeof word);
		hash = hash_rotate(hash ^ word, 27) * 0x9e3779b97f4a7c15;
	}
	return hash_mix(hash);
}

static u64 digest_file(const struct file *file)
{
	u64 hash = digest_bytes(1, file->name, strlen(file->name));
	hash = hash_mix(hash ^
			(u64)(file->exists | file->name_synced << 1 | file->may_return << 2));
	if (file->data.len) hash = digest_bytes(hash, file->data.at, file->data.len);
	if (file->kept.len) hash = digest_bytes(hash + 1, file->kept.at, file->kept.len);
	hash = hash_mix(hash ^ file->dirty_from << 32 ^ file->dirty_to);
	if (file->dirty_to > file->dirty_from)
		hash = digest_bytes(hash, file->dirty + file->dirty_from,
				    file->dirty_to - file->dirty_from);
	return hash | 1;
}

u64 platter_digest(struct platter *disk)
{
	u64 hash = digest_bytes(0, &disk->prng, sizeof disk->prng);
	list_for_each_of(struct file, file, &disk->files, in_disk)
	{
		bool is_there = file->exists || file->may_return;
		if (!is_there) continue;
		if (!file->digest) file->digest = digest_file(file);
		hash = hash_mix(hash ^ file->digest);
	}
	return hash;
}

void platter_flip(struct platter *disk, const char *name, u64 bit)
{
	struct file *file = file_find(disk, name);
	must(file != NULL);
	must(bit / 8 < file->data.len);
	file->digest = 0;
	file->data.at[bit / 8] ^= (u8)(1u << bit % 8);
	if (bit / 8 < file->kept.len) file->kept.at[bit / 8] ^= (u8)(1u << bit % 8);
}

/* ---- SQLite's calls: reading and writing -------------------------------------------------- */

static struct handle *handle_of(sqlite3_file *base)
{
	return (struct handle *)base;
}

static int handle_read(sqlite3_file *base, void *out, int amount, sqlite3_int64 offset)
{
	struct handle *handle = handle_of(base);
	if (is_dead(handle)) return SQLITE_IOERR_READ;
	if (next_fault(handle->disk, PLATTER_READ)) return SQLITE_IOERR_READ;
	const struct bytes *data = &handle->file->data;
	size_t from = (size_t)offset, wanted = (size_t)amount;
	size_t there = from >= data->len ? 0 : data->len - from;
	size_t len = there < wanted ? there : wanted;
	if (len) memcpy(out, data->at + from, len);
	memset((u8 *)out + len, 0, wanted - len);
	return len < wanted ? SQLITE_IOERR_SHORT_READ : SQLITE_OK;
}

static void write_bytes(struct file *file, const void *from, size_t offset, size_t len)
{
	if (len == 0) return;
	if (offset + len > file->data.len) bytes_resize(&file->data, offset + len);
	memcpy(file->data.at + offset, from, len);
	mark_dirty(file, offset, offset + len);
}

static int handle_write(sqlite3_file *base, const void *from, int amount, sqlite3_int64 offset)
{
	struct handle *handle = handle_of(base);
	size_t len = (size_t)amount;
	if (is_dead(handle)) return SQLITE_IOERR_WRITE;
	enum platter_fault fault = next_fault(handle->disk, PLATTER_WRITE);
	/* Of a write that failed all may be there; of one without room, never. */
	if (fault) len = prng_below(&handle->disk->prng, len + (fault == PLATTER_ERROR));
	write_bytes(handle->file, from, (size_t)offset, len);
	if (fault == PLATTER_WELL) return SQLITE_OK;
	return fault == PLATTER_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int handle_truncate(sqlite3_file *base, sqlite3_int64 size)
{
	struct handle *handle = handle_of(base);
	struct file *file = handle->file;
	if (is_dead(handle)) return SQLITE_IOERR_TRUNCATE;
	enum platter_fault fault = next_fault(handle->disk, PLATTER_TRUNCATE);
	if (fault) return fault == PLATTER_FULL ? SQLITE_FULL : SQLITE_IOERR_TRUNCATE;
	bytes_resize(&file->data, (size_t)size);
	file->digest = 0;
	if (file->dirty_to > sectors_of(file->data.len))
		file->dirty_to = sectors_of(file->data.len);
	if (file->dirty_from > file->dirty_to) file->dirty_from = file->dirty_to;
	return SQLITE_OK;
}

static int handle_sync(sqlite3_file *base, int flags)
{
	struct handle *handle = handle_of(base);
	(void)flags;
	if (is_dead(handle)) return SQLITE_IOERR_FSYNC;
	if (next_fault(handle->disk, PLATTER_SYNC)) {
		file_sync_badly(handle->disk, handle->file);
		return SQLITE_IOERR_FSYNC;
	}
	file_sync(handle->file);
	return SQLITE_OK;
}

static int handle_size(sqlite3_file *base, sqlite3_int64 *out_size)
{
	struct handle *handle = handle_of(base);
	if (is_dead(handle)) return SQLITE_IOERR_FSTAT;
	*out_size = (sqlite3_int64)handle->file->data.len;
	return SQLITE_OK;
}

/* ---- locks -------------------------------------------------------------------------------- */

static void unlock_to(struct handle *handle, int level)
{
	struct file *file = handle->file;
	if (file->lock_exclusive == handle && level < SQLITE_LOCK_EXCLUSIVE)
		file->lock_exclusive = NULL;
	if (file->lock_reserved == handle && level < SQLITE_LOCK_RESERVED)
		file->lock_reserved = NULL;
	if (handle->lock >= SQLITE_LOCK_SHARED && level < SQLITE_LOCK_SHARED) file->locks_shared--;
	handle->lock = level;
}

static int handle_lock(sqlite3_file *base, int level)
{
	struct handle *handle = handle_of(base);
	struct file *file = handle->file;
	if (is_dead(handle)) return SQLITE_IOERR_LOCK;
	if (level <= handle->lock) return SQLITE_OK;
	if (file->lock_exclusive && file->lock_exclusive != handle) return SQLITE_BUSY;
	if (level == SQLITE_LOCK_SHARED) file->locks_shared++;
	else if (file->lock_reserved && file->lock_reserved != handle) return SQLITE_BUSY;
	else file->lock_reserved = handle;
	if (level == SQLITE_LOCK_EXCLUSIVE) {
		if (file->locks_shared > 1) return SQLITE_BUSY;
		file->lock_exclusive = handle;
	}
	handle->lock = level;
	return SQLITE_OK;
}

static int handle_unlock(sqlite3_file *base, int level)
{
	struct handle *handle = handle_of(base);
	if (!is_dead(handle) && level < handle->lock) unlock_to(handle, level);
	return SQLITE_OK;
}

static int handle_check_reserved(sqlite3_file *base, int *out_reserved)
{
	struct handle *handle = handle_of(base);
	*out_reserved = !is_dead(handle) && handle->file->lock_reserved != NULL;
	return SQLITE_OK;
}

/* ---- shared memory ------------------------------------------------------------------------ */

static struct shm *shm_of(struct handle *handle)
{
	if (handle->shm) return handle->shm;
	if (!handle->file->shm) handle->file->shm = need(calloc(1, sizeof(struct shm)));
	handle->shm = handle->file->shm;
	handle->shm->handles++;
	return handle->shm;
}

static int handle_shm_map(sqlite3_file *base, int region, int size, int extend,
			  void volatile **out_memory)
{
	struct handle *handle = handle_of(base);
	if (is_dead(handle)) return SQLITE_IOERR_SHMMAP;
	struct shm *shm = shm_of(handle);
	must(region < SHM_REGIONS_MAX);
	if (!shm->regions[region] && extend) shm->regions[region] = need(calloc(1, (size_t)size));
	*out_memory = shm->regions[region];
	return SQLITE_OK;
}

static bool shm_may_have(const struct handle *handle, int lock, bool is_exclusive)
{
	const struct shm *shm = handle->shm;
	if (shm->owner[lock] && shm->owner[lock] != handle) return false;
	u32 others = shm->shared[lock] - (handle->shm_shared >> lock & 1);
	return !is_exclusive || others == 0;
}

static void shm_take(struct handle *handle, int lock, int flags)
{
	struct shm *shm = handle->shm;
	if (flags & SQLITE_SHM_EXCLUSIVE) {
		shm->owner[lock] = flags & SQLITE_SHM_LOCK ? handle : NULL;
		return;
	}
	bool has = handle->shm_shared >> lock & 1;
	bool wants = flags & SQLITE_SHM_LOCK;
	if (has == wants) return;
	handle->shm_shared ^= 1u << lock;
	if (wants) shm->shared[lock]++;
	else shm->shared[lock]--;
}

static int handle_shm_lock(sqlite3_file *base, int first, int count, int flags)
{
	struct handle *handle = handle_of(base);
	if (is_dead(handle)) return SQLITE_IOERR_SHMLOCK;
	shm_of(handle);
	for (int i = first; flags & SQLITE_SHM_LOCK && i < first + count; i++) {
		if (!shm_may_have(handle, i, flags & SQLITE_SHM_EXCLUSIVE)) return SQLITE_BUSY;
	}
	for (int i = first; i < first + count; i++) shm_take(handle, i, flags);
	return SQLITE_OK;
}

static void handle_shm_barrier(sqlite3_file *base)
{
	(void)base;
}

static int handle_shm_unmap(sqlite3_file *base, int remove)
{
	struct handle *handle = handle_of(base);
	struct shm *shm = handle->shm;
	(void)remove;
	if (!shm) return SQLITE_OK;
	for (int i = 0; i < SHM_LOCKS; i++) {
		if (handle->shm_shared >> i & 1) shm->shared[i]--;
		if (shm->owner[i] == handle) shm->owner[i] = NULL;
	}
	handle->shm = NULL;
	handle->shm_shared = 0;
	if (--shm->handles) return SQLITE_OK;
	for (int i = 0; i < SHM_REGIONS_MAX; i++) free(shm->regions[i]);
	if (handle->file->shm == shm) handle->file->shm = NULL;
	free(shm);
	return SQLITE_OK;
}

/* ---- the rest of a handle ----------------------------------------------------------------- */

static int handle_close(sqlite3_file *base)
{
	struct handle *handle = handle_of(base);
	handle_shm_unmap(base, 0);
	if (!is_dead(handle)) unlock_to(handle, SQLITE_LOCK_NONE);
	if (!is_dead(handle) && handle->removes) file_remove(handle->file, false);
	must(handle->file->handles > 0);
	handle->file->handles--;
	base->pMethods = NULL;
	return SQLITE_OK;
}

static int handle_control(sqlite3_file *base, int what, void *argument)
{
	(void)base;
	(void)what;
	(void)argument;
	return SQLITE_NOTFOUND;
}

static int handle_sector_size(sqlite3_file *base)
{
	(void)base;
	return SECTOR;
}

/* What stands beside a write in its sector is not harmed by it, as SQLite assumes of disks. */
static int handle_characteristics(sqlite3_file *base)
{
	(void)base;
	return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static const sqlite3_io_methods methods = {
	.iVersion = 2,
	.xClose = handle_close,
	.xRead = handle_read,
	.xWrite = handle_write,
	.xTruncate = handle_truncate,
	.xSync = handle_sync,
	.xFileSize = handle_size,
	.xLock = handle_lock,
	.xUnlock = handle_unlock,
	.xCheckReservedLock = handle_check_reserved,
	.xFileControl = handle_control,
	.xSectorSize = handle_sector_size,
	.xDeviceCharacteristics = handle_characteristics,
	.xShmMap = handle_shm_map,
	.xShmLock = handle_shm_lock,
	.xShmBarrier = handle_shm_barrier,
	.xShmUnmap = handle_shm_unmap,
};

/* ---- the VFS ------------------------------------------------------------------------------ */

static struct platter *platter_of(sqlite3_vfs *vfs)
{
	return vfs->pAppData;
}

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags,
		    int *out_flags)
{
	struct platter *disk = platter_of(vfs);
	struct handle *handle = handle_of(base);
	char temporary[32];
	base->pMethods = NULL;
	if (next_fault(disk, PLATTER_OPEN)) return SQLITE_CANTOPEN;
	if (!name) {
		snprintf(temporary, sizeof temporary, "temporary-%llu",
			 (unsigned long long)disk->calls[PLATTER_OPEN]);
		name = temporary;
	}
	struct file *file = file_find(disk, name);
	if ((!file || !file->exists) && !(flags & SQLITE_OPEN_CREATE)) return SQLITE_CANTOPEN;
	if (!file) file = file_make(disk, name);
	file->exists = true;
	file->digest = 0;
	file->handles++;
	*handle = (struct handle){ .disk = disk, .file = file, .epoch = disk->epoch };
	handle->removes = flags & SQLITE_OPEN_DELETEONCLOSE;
	base->pMethods = &methods;
	if (out_flags) *out_flags = flags;
	return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync_folder)
{
	struct platter *disk = platter_of(vfs);
	struct file *file = file_find(disk, name);
	if (next_fault(disk, PLATTER_DELETE)) return SQLITE_IOERR_DELETE;
	if (!file || !file->exists) return SQLITE_IOERR_DELETE_NOENT;
	file_remove(file, sync_folder);
	return SQLITE_OK;
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *out_there)
{
	const struct file *file = file_find(platter_of(vfs), name);
	(void)flags;
	*out_there = file && file->exists;
	return SQLITE_OK;
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *name, int max, char *out_path)
{
	(void)vfs;
	return snprintf(out_path, (size_t)max, "%s", name) < max ? SQLITE_OK : SQLITE_CANTOPEN;
}

static int vfs_randomness(sqlite3_vfs *vfs, int len, char *out_bytes)
{
	for (int i = 0; i < len; i++) out_bytes[i] = (char)prng_next(&platter_of(vfs)->prng);
	return len;
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds)
{
	(void)vfs;
	return microseconds;
}

/* A moment that never moves: 2023-11-14T22:13:20Z as SQLite counts. */
static int vfs_now(sqlite3_vfs *vfs, sqlite3_int64 *out_now)
{
	(void)vfs;
	*out_now = 1700000000000 + 210866760000000;
	return SQLITE_OK;
}

static int vfs_last_error(sqlite3_vfs *vfs, int len, char *out_text)
{
	(void)vfs;
	(void)len;
	(void)out_text;
	return 0;
}

struct platter *platter_new(const char *name, u64 seed)
{
	struct platter *disk = need(calloc(1, sizeof *disk));
	snprintf(disk->name, sizeof disk->name, "%s", name);
	disk->prng = prng_init(seed);
	list_init(&disk->files);
	disk->vfs = (sqlite3_vfs){
		.iVersion = 2,
		.szOsFile = sizeof(struct handle),
		.mxPathname = NAME_MAX_BYTES - 1,
		.zName = disk->name,
		.pAppData = disk,
		.xOpen = vfs_open,
		.xDelete = vfs_delete,
		.xAccess = vfs_access,
		.xFullPathname = vfs_full_path,
		.xRandomness = vfs_randomness,
		.xSleep = vfs_sleep,
		.xGetLastError = vfs_last_error,
		.xCurrentTimeInt64 = vfs_now,
	};
	if (sqlite3_vfs_register(&disk->vfs, 0) == SQLITE_OK) return disk;
	free(disk);
	return NULL;
}

void platter_set_seed(struct platter *disk, u64 seed)
{
	disk->prng = prng_init(seed);
}

void platter_free(struct platter *disk)
{
	struct list_node *node;
	if (!disk) return;
	sqlite3_vfs_unregister(&disk->vfs);
	while ((node = list_pop_front(&disk->files))) {
		struct file *file = list_item(node, struct file, in_disk);
		must(file->handles == 0);
		free(file->data.at);
		free(file->kept.at);
		free(file->dirty);
		free(file);
	}
	free(disk);
}
