/* The real SQLite store, over a disk that forgets. Its memory is asked of the rig, too: SQLite's
 * own requests are among the allocations that fail. */
#include "ground.h"
#include "rig.h"

#include "base/hash.h"
#include "base/must.h"
#include "sim/vfs.h"
#include "store/sqlite/sqlite.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

enum { TABLES_MAX = 80, NAME_BYTES = 40, SQL_BYTES = 160 };

static const char path[] = "fault.db";
static const char vfs[] = "fault";

enum look { LOOK_TURNS, LOOK_RUN, LOOK_OPEN, LOOKS };

/* Read as they stand in the tables, not through the store's own statements. */
static const char *const looks[LOOKS] = {
	[LOOK_TURNS] = "SELECT count(*) FROM journal",
	[LOOK_RUN] = "SELECT state, attempts, max_attempts, deferred_count, fence,"
		     " (SELECT count(*) FROM executions WHERE run = runs.id),"
		     " EXISTS (SELECT 1 FROM executions WHERE run = runs.id AND outcome = 0)"
		     " FROM runs WHERE id = ?",
	[LOOK_OPEN] = "SELECT id FROM executions WHERE outcome = 0 ORDER BY run, id",
};

struct table {
	char name[NAME_BYTES];
	sqlite3_stmt *rows;
};

struct ground {
	struct rig *rig;
	struct platter *disk;
	struct sqlite_store *store; /* NULL: nobody has it open */
	sqlite3 *looker;
	sqlite3_stmt *looking[LOOKS];
	struct table tables[TABLES_MAX];
	u32 tables_len;
	sqlite3_int64 memory_before; /* what SQLite itself had when it was made */
};

/* ---- memory inside SQLite ------------------------------------------------------------------ */

/* One for all of SQLite, so one rig at a time has a say. */
static struct {
	sqlite3_mem_methods real;
	struct rig *rig;
} allocator;

static void *ask_malloc(int size)
{
	if (allocator.rig && rig_refuses_memory(allocator.rig)) return NULL;
	return allocator.real.xMalloc(size);
}

static void *ask_realloc(void *memory, int size)
{
	if (allocator.rig && rig_refuses_memory(allocator.rig)) return NULL;
	return allocator.real.xRealloc(memory, size);
}

/* Before SQLite is first used. No small pieces are kept in advance: each is asked for. */
static void install_allocator(void)
{
	sqlite3_mem_methods methods;
	if (allocator.real.xMalloc) return;
	must(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &allocator.real) == SQLITE_OK);
	methods = allocator.real;
	methods.xMalloc = ask_malloc;
	methods.xRealloc = ask_realloc;
	must(sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) == SQLITE_OK);
	must(sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0) == SQLITE_OK);
	must(sqlite3_initialize() == SQLITE_OK);
}

/* ---- life --------------------------------------------------------------------------------- */

static enum platter_fault next_fault(void *context, enum platter_call call, u64 number)
{
	(void)number;
	return rig_fault_of_disk(((struct ground *)context)->rig, call);
}

static struct ground *sqlite_make(struct rig *rig)
{
	struct ground *ground = calloc(1, sizeof *ground);
	must(ground != NULL);
	install_allocator();
	allocator.rig = rig;
	ground->rig = rig;
	ground->memory_before = sqlite3_memory_used();
	ground->disk = platter_new(vfs, 7);
	must(ground->disk != NULL);
	platter_set_faults(ground->disk, next_fault, ground);
	return ground;
}

static void stop_looking(struct ground *ground)
{
	for (u32 i = 0; i < LOOKS; i++) {
		sqlite3_finalize(ground->looking[i]);
		ground->looking[i] = NULL;
	}
	for (u32 i = 0; i < ground->tables_len; i++) sqlite3_finalize(ground->tables[i].rows);
	ground->tables_len = 0;
	if (ground->looker) must(sqlite3_close(ground->looker) == SQLITE_OK);
	ground->looker = NULL;
}

static enum err sqlite_open(struct ground *ground, struct store **out_store)
{
	/* A small log, so that it is brought into the file within a story. */
	struct sqlite_config config = {
		.path = str_from(path), .vfs = vfs, .recent_keys = 3, .wal_pages = 60
	};
	struct why why;
	must(ground->store == NULL);
	/* What it draws, every process draws alike. */
	must(sqlite3_test_control(SQLITE_TESTCTRL_PRNG_SEED, 1, NULL) == SQLITE_OK);
	enum err err = sqlite_store_open(&config, &why, &ground->store);
	if (!err) *out_store = sqlite_store_view(ground->store);
	else ground->store = NULL;
	return err;
}

static void sqlite_crash(struct ground *ground, bool is_cut)
{
	stop_looking(ground);
	if (is_cut) platter_crash(ground->disk);
	else platter_kill(ground->disk);
	if (ground->store) sqlite_store_abandon(ground->store);
	ground->store = NULL;
	rig_expect(ground->rig, sqlite3_memory_used() == ground->memory_before,
		   "SQLite did not get its memory back when a process ended");
}

static u64 sqlite_left(struct ground *ground)
{
	return platter_digest(ground->disk);
}

static void sqlite_free(struct ground *ground)
{
	stop_looking(ground);
	if (ground->store) store_close(sqlite_store_view(ground->store));
	platter_free(ground->disk);
	rig_expect(ground->rig, sqlite3_memory_used() == ground->memory_before,
		   "SQLite did not get its memory back");
	allocator.rig = NULL;
	free(ground);
}

/* ---- looking ------------------------------------------------------------------------------ */

static void find_tables(struct ground *ground)
{
	sqlite3_stmt *names = NULL;
	must(sqlite3_prepare_v2(ground->looker,
				"SELECT name FROM sqlite_schema WHERE type = 'table'"
				" AND name NOT LIKE 'sqlite_%' ORDER BY name",
				-1, &names, NULL) == SQLITE_OK);
	while (sqlite3_step(names) == SQLITE_ROW) {
		must(ground->tables_len < TABLES_MAX);
		struct table *table = &ground->tables[ground->tables_len++];
		char sql[SQL_BYTES];
		snprintf(table->name, sizeof table->name, "%s",
			 (const char *)sqlite3_column_text(names, 0));
		/* By the primary key, which is how all of them are kept. */
		snprintf(sql, sizeof sql, "SELECT * FROM %s", table->name);
		must(sqlite3_prepare_v2(ground->looker, sql, -1, &table->rows, NULL) == SQLITE_OK);
	}
	sqlite3_finalize(names);
}

/* Nothing fails while it looks, and it changes nothing in the file. */
static bool start_looking(struct ground *ground)
{
	bool was_armed = rig_disarm(ground->rig);
	if (ground->looker) return was_armed;
	must(sqlite3_open_v2(path, &ground->looker, SQLITE_OPEN_READWRITE, vfs) == SQLITE_OK);
	sqlite3_db_config(ground->looker, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
	must(sqlite3_wal_autocheckpoint(ground->looker, 0) == SQLITE_OK);
	for (u32 i = 0; i < LOOKS; i++)
		must(sqlite3_prepare_v2(ground->looker, looks[i], -1, &ground->looking[i], NULL) ==
		     SQLITE_OK);
	find_tables(ground);
	return was_armed;
}

static void end_look(struct ground *ground, sqlite3_stmt *stmt, bool was_armed)
{
	sqlite3_reset(stmt);
	rig_arm(ground->rig, was_armed);
}

static u64 mix_cell(u64 hash, sqlite3_stmt *stmt, int column)
{
	const char *bytes = sqlite3_column_blob(stmt, column);
	int len = sqlite3_column_bytes(stmt, column);
	hash = hash_mix(hash ^ (u64)sqlite3_column_type(stmt, column) << 32 ^ (u64)len);
	for (int i = 0; i < len; i++) hash = hash_mix(hash ^ (u8)bytes[i]);
	return hash;
}

static u64 digest_table(struct ground *ground, struct table *table, u32 *out_rows)
{
	u64 hash = 1;
	int code;
	*out_rows = 0;
	while ((code = sqlite3_step(table->rows)) == SQLITE_ROW) {
		for (int i = 0; i < sqlite3_column_count(table->rows); i++)
			hash = mix_cell(hash, table->rows, i);
		++*out_rows;
	}
	rig_expect(ground->rig, code == SQLITE_DONE, "a table cannot be read");
	sqlite3_reset(table->rows);
	return hash;
}

static u64 sqlite_digest(struct ground *ground)
{
	bool was_armed = start_looking(ground);
	u64 hash = 0;
	for (u32 i = 0; i < ground->tables_len; i++) {
		u32 rows;
		hash = hash_mix(hash ^ digest_table(ground, &ground->tables[i], &rows));
	}
	rig_arm(ground->rig, was_armed);
	return hash;
}

static u64 sqlite_turns(struct ground *ground)
{
	bool was_armed = start_looking(ground);
	sqlite3_stmt *stmt = ground->looking[LOOK_TURNS];
	must(sqlite3_step(stmt) == SQLITE_ROW);
	u64 turns = (u64)sqlite3_column_int64(stmt, 0);
	end_look(ground, stmt, was_armed);
	return turns;
}

static bool sqlite_find_run(struct ground *ground, const struct uuid *id,
			    struct ground_run *out_run)
{
	bool was_armed = start_looking(ground);
	sqlite3_stmt *stmt = ground->looking[LOOK_RUN];
	must(sqlite3_bind_blob(stmt, 1, id->bytes, sizeof id->bytes, SQLITE_STATIC) == SQLITE_OK);
	bool is_there = sqlite3_step(stmt) == SQLITE_ROW;
	if (is_there) {
		*out_run = (struct ground_run){
			.state = (enum run_state)sqlite3_column_int(stmt, 0),
			.attempts = (u32)sqlite3_column_int(stmt, 1),
			.max_attempts = (u32)sqlite3_column_int(stmt, 2),
			.deferred_count = (u32)sqlite3_column_int(stmt, 3),
			.fence = (u32)sqlite3_column_int(stmt, 4),
			.executions = (u32)sqlite3_column_int(stmt, 5),
		};
		if (sqlite3_column_int(stmt, 6)) out_run->state = RUN_PROCESSING;
	}
	end_look(ground, stmt, was_armed);
	return is_there;
}

static bool sqlite_find_open(struct ground *ground, ground_is_it *is_it, void *context,
			     struct uuid *out_id)
{
	bool was_armed = start_looking(ground);
	sqlite3_stmt *stmt = ground->looking[LOOK_OPEN];
	bool is_found = false;
	while (!is_found && sqlite3_step(stmt) == SQLITE_ROW) {
		must(sqlite3_column_bytes(stmt, 0) == (int)sizeof out_id->bytes);
		memcpy(out_id->bytes, sqlite3_column_blob(stmt, 0), sizeof out_id->bytes);
		is_found = is_it(context, out_id);
	}
	end_look(ground, stmt, was_armed);
	return is_found;
}

/* Whose rows are as many as there were turns, probes and processes: a worker that holds nothing
 * when a process starts is named anew; a calendar that is put again, since its answer was lost, is
 * planned by again. */
static bool depends_on_faults(const char *table)
{
	static const char *const tables[] = { "journal",    "meta",  "names",
					      "operations", "stats", "stats_turn" };
	for (u32 i = 0; i < countof(tables); i++) {
		if (strcmp(table, tables[i]) == 0) return true;
	}
	return false;
}

static void sqlite_count(struct ground *ground, struct buf *out)
{
	bool was_armed = start_looking(ground);
	for (u32 i = 0; i < ground->tables_len; i++) {
		u32 rows;
		(void)digest_table(ground, &ground->tables[i], &rows);
		if (rows && !depends_on_faults(ground->tables[i].name))
			buf_addf(out, "%s %u\n", ground->tables[i].name, rows);
	}
	rig_arm(ground->rig, was_armed);
}

const struct ground_kind ground_sqlite = {
	.name = "sqlite",
	.has_files = true,
	.make = sqlite_make,
	.free = sqlite_free,
	.open = sqlite_open,
	.crash = sqlite_crash,
	.left = sqlite_left,
	.digest = sqlite_digest,
	.turns = sqlite_turns,
	.find_run = sqlite_find_run,
	.find_open = sqlite_find_open,
	.count = sqlite_count,
};
