/* The real SQLite store as a disk, over a file system that forgets (vfs.h). A store in front of it
 * asks the weather and turns its answers into what happens below: a full disk, a write or a sync
 * that fails, a process that dies somewhere among the writes of a commit. What no local file can do
 * (lose the answer to a commit) is played in front.
 *
 * A death is a power cut, or only the end of the process: the seed draws which. Inside a commit it
 * comes at once, because only then is it known what became of the turn. */
#include "sim/disk.h"

#include "base/buf.h"
#include "base/memory.h"
#include "base/must.h"
#include "base/prng.h"
#include "sim/vfs.h"
#include "store/sqlite/sqlite.h"

#include <sqlite3.h>
#include <stdio.h>

enum {
	PATH_BYTES = 32,
	CALLS_BEFORE_DEATH = 14,
	CALLS_BEFORE_FAULT = 3,
	RESULT_BYTES_MAX = 1 << 20
};

static const char path[] = "belfry.db";

enum look {
	LOOK_TURN,
	LOOK_RUN,
	LOOK_EXECUTION,
	LOOK_RUNS,
	LOOK_OPEN,
	LOOK_AUDIT,
	LOOK_DAYS,
	LOOKS
};

/* Read as they stand in the tables, not through the store's own statements. */
static const char *const looks[LOOKS] = {
	[LOOK_TURN] = "SELECT max(turn) FROM journal",
	[LOOK_RUN] = "SELECT state, attempts,"
		     " EXISTS (SELECT 1 FROM executions WHERE run = runs.id AND outcome = 0)"
		     " FROM runs WHERE id = ?",
	[LOOK_EXECUTION] = "SELECT outcome, result FROM executions WHERE id = ?",
	[LOOK_RUNS] = "SELECT count(*) FROM runs",
	[LOOK_OPEN] = "SELECT count(*) FROM executions WHERE outcome = 0",
	[LOOK_AUDIT] = "SELECT coalesce(sum(rows), 0) FROM audit",
	[LOOK_DAYS] = "SELECT date, through, status FROM days WHERE tenant = ? AND user_id = ?"
		      " ORDER BY date",
};

/* How the disk is away for a while. */
enum away { AWAY_NOT, AWAY_ALL, AWAY_FULL, AWAY_UNREADABLE };

struct sqlite_disk {
	struct disk disk;
	struct store front;
	struct disk_faults faults;
	struct prng prng;
	struct platter *platter;
	char vfs[PATH_BYTES];
	struct sqlite_config config;
	struct sqlite_store *store; /* NULL: nobody has it open */
	u64 checkpoints;            /* that it had made when last seen */
	enum away away;
	bool is_gone; /* the process has died below: every call fails until the next opens it */
	/* Of the commit under way: how many more calls that write go well, and what comes then. */
	bool is_aimed;
	u32 calls_left;
	enum platter_call aimed_at; /* PLATTER_CALLS: whatever comes */
	enum platter_fault aimed;
	bool is_for_good; /* everything after it fails, too */
	bool has_struck;
	sqlite3 *looker;
	sqlite3_stmt *looking[LOOKS];
	struct buf result; /* of the execution that was looked at last */
};

static struct sqlite_disk *sqlite_disk_of(struct disk *disk)
{
	return container_of(disk, struct sqlite_disk, disk);
}

static struct sqlite_disk *disk_of_front(struct store *front)
{
	return container_of(front, struct sqlite_disk, front);
}

static void note(struct sqlite_disk *disk, enum disk_event event)
{
	disk->faults.note(disk->faults.context, event);
}

/* ---- below -------------------------------------------------------------------------------- */

static enum platter_fault fault_while_away(struct sqlite_disk *disk, enum platter_call call)
{
	bool writes = call == PLATTER_WRITE || call == PLATTER_TRUNCATE;
	if (disk->away == AWAY_FULL && writes) return PLATTER_FULL;
	if (disk->away != AWAY_UNREADABLE || call != PLATTER_READ) return PLATTER_WELL;
	note(disk, DISK_READ_FAILED);
	return PLATTER_ERROR;
}

static enum platter_fault fault_in_commit(struct sqlite_disk *disk, enum platter_call call)
{
	if (disk->has_struck) return disk->is_for_good ? disk->aimed : PLATTER_WELL;
	if (call != PLATTER_WRITE && call != PLATTER_SYNC) return PLATTER_WELL;
	if (disk->aimed_at != PLATTER_CALLS && disk->aimed_at != call) return PLATTER_WELL;
	if (disk->calls_left) {
		disk->calls_left--;
		return PLATTER_WELL;
	}
	disk->has_struck = true;
	return disk->aimed;
}

static enum platter_fault next_fault(void *context, enum platter_call call, u64 number)
{
	struct sqlite_disk *disk = context;
	(void)number;
	if (disk->is_aimed) return fault_in_commit(disk, call);
	return fault_while_away(disk, call);
}

static void aim(struct sqlite_disk *disk, enum platter_call at, enum platter_fault fault, u32 calls,
		bool is_for_good)
{
	disk->is_aimed = true;
	disk->has_struck = false;
	disk->aimed_at = at;
	disk->aimed = fault;
	disk->calls_left = calls;
	disk->is_for_good = is_for_good;
}

/* ---- looking ------------------------------------------------------------------------------ */

static void stop_looking(struct sqlite_disk *disk)
{
	for (u32 i = 0; i < LOOKS; i++) {
		sqlite3_finalize(disk->looking[i]);
		disk->looking[i] = NULL;
	}
	if (disk->looker) must(sqlite3_close(disk->looker) == SQLITE_OK);
	disk->looker = NULL;
}

static void start_looking(struct sqlite_disk *disk)
{
	must(sqlite3_open_v2(path, &disk->looker, SQLITE_OPEN_READWRITE, disk->vfs) == SQLITE_OK);
	/* Nothing of it may change the file. */
	sqlite3_db_config(disk->looker, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
	must(sqlite3_wal_autocheckpoint(disk->looker, 0) == SQLITE_OK);
}

/* From here on nothing fails, until look_end. */
static sqlite3_stmt *look_begin(struct sqlite_disk *disk, enum look what)
{
	platter_set_faults(disk->platter, NULL, NULL);
	if (!disk->looker) start_looking(disk);
	if (!disk->looking[what])
		must(sqlite3_prepare_v2(disk->looker, looks[what], -1, &disk->looking[what],
					NULL) == SQLITE_OK);
	return disk->looking[what];
}

/* A statement on its first row; NULL: it has none. Whoever gets one resets it. */
static sqlite3_stmt *look(struct sqlite_disk *disk, enum look what, const struct uuid *id)
{
	sqlite3_stmt *stmt = look_begin(disk, what);
	if (id)
		must(sqlite3_bind_blob(stmt, 1, id->bytes, sizeof id->bytes, SQLITE_STATIC) ==
		     SQLITE_OK);
	int code = sqlite3_step(stmt);
	platter_set_faults(disk->platter, next_fault, disk);
	must(code == SQLITE_ROW || code == SQLITE_DONE);
	if (code == SQLITE_ROW) return stmt;
	sqlite3_reset(stmt);
	return NULL;
}

static u64 look_number(struct sqlite_disk *disk, enum look what)
{
	sqlite3_stmt *stmt = look(disk, what, NULL);
	must(stmt != NULL);
	u64 number = (u64)sqlite3_column_int64(stmt, 0);
	sqlite3_reset(stmt);
	return number;
}

static u64 sqlite_last_turn(struct disk *disk)
{
	return look_number(sqlite_disk_of(disk), LOOK_TURN);
}

static struct disk_counts sqlite_counts(struct disk *base)
{
	struct sqlite_disk *disk = sqlite_disk_of(base);
	return (struct disk_counts){ look_number(disk, LOOK_RUNS), look_number(disk, LOOK_OPEN),
				     look_number(disk, LOOK_AUDIT) };
}

static bool sqlite_find_run(struct disk *base, const struct uuid *id, struct disk_run *out_run)
{
	sqlite3_stmt *stmt = look(sqlite_disk_of(base), LOOK_RUN, id);
	if (!stmt) return false;
	out_run->state = (enum run_state)sqlite3_column_int(stmt, 0);
	out_run->attempts = (u32)sqlite3_column_int(stmt, 1);
	if (sqlite3_column_int(stmt, 2)) out_run->state = RUN_PROCESSING;
	sqlite3_reset(stmt);
	return true;
}

static bool sqlite_find_execution(struct disk *base, const struct uuid *id,
				  struct disk_execution *out_execution)
{
	struct sqlite_disk *disk = sqlite_disk_of(base);
	sqlite3_stmt *stmt = look(disk, LOOK_EXECUTION, id);
	if (!stmt) return false;
	int outcome = sqlite3_column_int(stmt, 0);
	const char *result = sqlite3_column_blob(stmt, 1);
	buf_clear(&disk->result);
	if (result) buf_add(&disk->result, (str){ result, (size_t)sqlite3_column_bytes(stmt, 1) });
	must(!buf_failed(&disk->result));
	*out_execution = (struct disk_execution){ .has_ended = outcome != 0,
						  .outcome = (enum outcome)outcome,
						  .result = buf_view(&disk->result) };
	sqlite3_reset(stmt);
	return true;
}

static void sqlite_each_day(struct disk *base, tenant_no tenant, str user, disk_day_visit *visit,
			    void *context)
{
	struct sqlite_disk *disk = sqlite_disk_of(base);
	sqlite3_stmt *stmt = look_begin(disk, LOOK_DAYS);
	must(sqlite3_bind_int64(stmt, 1, tenant.v) == SQLITE_OK);
	must(sqlite3_bind_blob(stmt, 2, user.at, (int)user.len, SQLITE_STATIC) == SQLITE_OK);
	int code;
	while ((code = sqlite3_step(stmt)) == SQLITE_ROW) {
		const struct disk_day day = { sqlite3_column_int64(stmt, 0),
					      sqlite3_column_int64(stmt, 1),
					      (enum day_status)sqlite3_column_int(stmt, 2) };
		visit(context, &day);
	}
	must(code == SQLITE_DONE);
	sqlite3_reset(stmt);
	platter_set_faults(disk->platter, next_fault, disk);
}

/* ---- death -------------------------------------------------------------------------------- */

/* True: the power was cut. */
static bool cut_or_kill(struct sqlite_disk *disk)
{
	bool is_cut = prng_chance(&disk->prng, 2, 3);
	stop_looking(disk);
	if (is_cut) platter_crash(disk->platter);
	else platter_kill(disk->platter);
	note(disk, is_cut ? DISK_POWER_CUT : DISK_KILLED);
	disk->is_gone = true;
	return is_cut;
}

static void leave(struct sqlite_disk *disk)
{
	if (!disk->is_gone) cut_or_kill(disk);
	if (disk->store) sqlite_store_abandon(disk->store);
	disk->store = NULL;
}

static void sqlite_crash(struct disk *disk)
{
	leave(sqlite_disk_of(disk));
}

/* ---- the store in front ------------------------------------------------------------------- */

static struct store *inner(struct store *front)
{
	return sqlite_store_view(disk_of_front(front)->store);
}

/* What the weather says to a call that does not write. */
static enum err ask(struct sqlite_disk *disk, enum disk_call call)
{
	if (disk->is_gone || disk->away == AWAY_ALL) return ERR_STORE;
	return disk->faults.fault(disk->faults.context, call).err;
}

static enum err front_recall(struct store *front, const struct recall_sink *sink,
			     u64 *out_last_turn)
{
	enum err err = ask(disk_of_front(front), DISK_RECALL);
	return err ? err : store_recall(inner(front), sink, out_last_turn);
}

static enum err front_load(struct store *front, struct turn *turn)
{
	struct sqlite_disk *disk = disk_of_front(front);
	enum err err = ask(disk, DISK_LOAD);
	if (!err) err = store_load(inner(front), turn);
	if (!err && disk->away == AWAY_FULL) note(disk, DISK_FULL_FOR_LONG);
	return err;
}

static enum err front_settle(struct store *front, u64 turn, bool *out_applied)
{
	enum err err = ask(disk_of_front(front), DISK_SETTLE);
	return err ? err : store_settle(inner(front), turn, out_applied);
}

/* A sync that fails in it ends the process, as it does in a commit. */
static enum err front_probe(struct store *front)
{
	enum err err = ask(disk_of_front(front), DISK_PROBE);
	return err ? err : store_probe(inner(front));
}

static enum err front_tend(struct store *front, struct now now, const struct retention *retention,
			   bool *out_more)
{
	enum err err = ask(disk_of_front(front), DISK_TEND);
	return err ? err : store_tend(inner(front), now, retention, out_more);
}

static void damage_claims(struct sqlite_disk *disk, struct turn *turn)
{
	for (u32 i = 0; i < turn->claims_len; i++) {
		struct lease *lease = turn->claims[i];
		if (!disk->faults.is_damaged(disk->faults.context, &lease->run)) continue;
		lease->damaged = true;
		lease->payload = (str){ "", 0 };
	}
}

static void note_checkpoints(struct sqlite_disk *disk)
{
	u64 checkpoints = sqlite_store_counters(disk->store).checkpoints;
	if (checkpoints > disk->checkpoints) note(disk, DISK_CHECKPOINT);
	disk->checkpoints = checkpoints;
}

static enum err commit_below(struct store *front, struct turn *turn)
{
	struct sqlite_disk *disk = disk_of_front(front);
	enum err err = store_commit(inner(front), turn);
	disk->is_aimed = false;
	if (!err) note_checkpoints(disk);
	return err;
}

/* Somewhere among its writes nothing goes on any more. */
static enum err die_in_commit(struct store *front, struct turn *turn)
{
	struct sqlite_disk *disk = disk_of_front(front);
	u64 before = sqlite_last_turn(&disk->disk);
	aim(disk, PLATTER_CALLS, PLATTER_ERROR, (u32)prng_below(&disk->prng, CALLS_BEFORE_DEATH),
	    true);
	(void)commit_below(front, turn);
	bool has_struck = disk->has_struck;
	/* A commit's last call is its sync: one that was cut off is mostly lost. */
	if (cut_or_kill(disk) && has_struck && sqlite_last_turn(&disk->disk) == before)
		note(disk, DISK_CUT_AND_LOST);
	return ERR_STORE;
}

static enum err fail_in_commit(struct store *front, struct turn *turn, enum err wanted)
{
	struct sqlite_disk *disk = disk_of_front(front);
	u32 calls = (u32)prng_below(&disk->prng, CALLS_BEFORE_FAULT);
	bool is_sync = prng_chance(&disk->prng, 2, 3);
	if (wanted == ERR_STORE) aim(disk, PLATTER_WRITE, PLATTER_FULL, calls, true);
	else if (is_sync) aim(disk, PLATTER_SYNC, PLATTER_ERROR, 0, false);
	else aim(disk, PLATTER_WRITE, PLATTER_ERROR, calls, false);
	enum err err = commit_below(front, turn);
	if (!disk->has_struck) return err;
	if (wanted == ERR_STORE) note(disk, DISK_FULL);
	else note(disk, is_sync ? DISK_SYNC_FAILED : DISK_WRITE_FAILED);
	/* The process ends: what became of the turn is seen from the next one. */
	if (err == ERR_STORE_SYNC) cut_or_kill(disk);
	return err;
}

static enum err front_commit(struct store *front, struct turn *turn)
{
	struct sqlite_disk *disk = disk_of_front(front);
	if (disk->is_gone || disk->away == AWAY_ALL) return ERR_STORE;
	struct disk_fault fault = disk->faults.fault(disk->faults.context, DISK_COMMIT);
	enum err err = ERR_OK;
	if (fault.is_dying) return die_in_commit(front, turn);
	if (fault.err == ERR_STORE_UNKNOWN && !fault.is_applied) return ERR_STORE_UNKNOWN;
	if (fault.err == ERR_STORE || fault.err == ERR_STORE_SYNC)
		err = fail_in_commit(front, turn, fault.err);
	else err = commit_below(front, turn);
	if (!err) damage_claims(disk, turn);
	return !err && fault.err == ERR_STORE_UNKNOWN ? ERR_STORE_UNKNOWN : err;
}

/* ---- life --------------------------------------------------------------------------------- */

static const struct store_calls front_calls = {
	.recall = front_recall,
	.load = front_load,
	.commit = front_commit,
	.settle = front_settle,
	.probe = front_probe,
	.tend = front_tend,
};

/* SQLite's own dice: for the log's salts. One process has one of them; a history begins by this. */
static void seed_sqlite(u64 seed)
{
	must(sqlite3_initialize() == SQLITE_OK);
	must(sqlite3_test_control(SQLITE_TESTCTRL_PRNG_SEED, (int)(seed & 0x7fffffff) | 1, NULL) ==
	     SQLITE_OK);
}

static enum err sqlite_make(u64 seed, const struct disk_faults *faults, struct disk **out_disk)
{
	struct sqlite_disk *disk = mem_alloc_zeroed(sizeof *disk);
	if (!disk) return ERR_MEMORY;
	static const u32 caches[] = { 40, 64, 256, 2048 };
	disk->disk.kind = &disk_sqlite;
	disk->front.calls = &front_calls;
	disk->faults = *faults;
	disk->is_gone = true;
	disk->prng = prng_stream(seed, STR("disk"));
	buf_init(&disk->result, RESULT_BYTES_MAX);
	snprintf(disk->vfs, sizeof disk->vfs, "sim-%p", (void *)disk);
	disk->platter = platter_new(disk->vfs, prng_next(&disk->prng));
	must(disk->platter != NULL);
	disk->config = (struct sqlite_config){
		.path = str_from(path),
		.vfs = disk->vfs,
		.cache_kib = caches[prng_below(&disk->prng, countof(caches))],
		.wal_pages = (u32)prng_between(&disk->prng, 8, 600),
		.recent_keys = (u32)prng_between(&disk->prng, 1, 40),
	};
	seed_sqlite(prng_next(&disk->prng));
	platter_set_faults(disk->platter, next_fault, disk);
	*out_disk = &disk->disk;
	return ERR_OK;
}

static void sqlite_free(struct disk *base)
{
	struct sqlite_disk *disk = sqlite_disk_of(base);
	leave(disk);
	stop_looking(disk);
	platter_free(disk->platter);
	buf_done(&disk->result);
	mem_free(disk);
}

static bool has_mark(const struct sqlite_disk *disk)
{
	return platter_view(disk->platter, "belfry.db-check").len > 0;
}

static enum err sqlite_open(struct disk *base, struct store **out_store)
{
	struct sqlite_disk *disk = sqlite_disk_of(base);
	struct why why;
	leave(disk);
	if (disk->away == AWAY_ALL) return ERR_STORE;
	bool is_marked = has_mark(disk);
	enum err err = sqlite_store_open(&disk->config, &why, &disk->store);
	if (err && disk->away) note(disk, DISK_FAILED_AT_START);
	if (err) {
		disk->store = NULL;
		return err;
	}
	if (is_marked) note(disk, DISK_LOOKED_OVER);
	disk->is_gone = false;
	disk->checkpoints = 0;
	*out_store = &disk->front;
	return ERR_OK;
}

static void sqlite_set_down(struct disk *base, bool is_down)
{
	static const enum away ways[] = { AWAY_ALL, AWAY_FULL, AWAY_UNREADABLE };
	struct sqlite_disk *disk = sqlite_disk_of(base);
	disk->away = AWAY_NOT;
	if (is_down) disk->away = ways[prng_below(&disk->prng, countof(ways))];
}

const struct disk_kind disk_sqlite = {
	.name = "sqlite",
	.has_files = true,
	.make = sqlite_make,
	.free = sqlite_free,
	.open = sqlite_open,
	.crash = sqlite_crash,
	.set_down = sqlite_set_down,
	.find_run = sqlite_find_run,
	.find_execution = sqlite_find_execution,
	.each_day = sqlite_each_day,
	.counts = sqlite_counts,
	.last_turn = sqlite_last_turn,
};
