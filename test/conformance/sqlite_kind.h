/* The SQLite store as a subject of the conformance stories: over a simulated disk, whose power is
 * cut when the process dies. What a local file cannot do (lose the answer to a commit, be away for
 * a while) is played by a store in front of it. */
#ifndef BELFRY_TEST_CONFORMANCE_SQLITE_KIND_H
#define BELFRY_TEST_CONFORMANCE_SQLITE_KIND_H

#include "base/memory.h"
#include "base/must.h"
#include "conformance/store_kind.h"
#include "sim/vfs.h"
#include "store/sqlite/sqlite.h"
#include "store/sqlite/sqlite_cells.h"

#include <stdio.h>

enum { SQLITE_KIND_SEED = 0x5eed, SQLITE_KIND_RECENT_KEYS = 5 };

struct sqlite_subject {
	struct store front;
	char vfs[32];
	struct platter *disk;
	struct sqlite_store *store;
	enum planned_fault planned;
	u64 full_at; /* the write that finds the disk full; 0: none */
	bool is_down;
	sqlite3 *looker; /* reads what store.h does not show */
	sqlite3_stmt *looking;
};

static inline struct sqlite_subject *sqlite_kind_of(struct store *front)
{
	return container_of(front, struct sqlite_subject, front);
}

static inline struct store *sqlite_kind_inner(struct store *front)
{
	return sqlite_store_view(sqlite_kind_of(front)->store);
}

/* ---- the store in front ------------------------------------------------------------------- */

static inline void sqlite_kind_stop_looking(struct sqlite_subject *subject)
{
	sqlite3_finalize(subject->looking);
	subject->looking = NULL;
	sqlite3_close(subject->looker);
	subject->looker = NULL;
}

static inline enum platter_fault sqlite_kind_full(void *context, enum platter_call call, u64 number)
{
	const struct sqlite_subject *subject = context;
	bool is_it = call == PLATTER_WRITE && subject->full_at && number >= subject->full_at;
	return is_it ? PLATTER_FULL : PLATTER_WELL;
}

static inline enum err sqlite_kind_commit(struct store *front, struct turn *turn)
{
	struct sqlite_subject *subject = sqlite_kind_of(front);
	enum planned_fault fault = subject->planned;
	subject->planned = FAULT_NONE;
	sqlite_kind_stop_looking(subject);
	if (subject->is_down) return ERR_STORE;
	if (fault == FAULT_LOST_BEFORE) return ERR_STORE_UNKNOWN;
	if (fault == FAULT_REFUSED)
		subject->full_at = platter_calls(subject->disk, PLATTER_WRITE) + 1;
	enum err err = store_commit(sqlite_kind_inner(front), turn);
	subject->full_at = 0;
	return !err && fault == FAULT_LOST_AFTER ? ERR_STORE_UNKNOWN : err;
}

static inline enum err sqlite_kind_load(struct store *front, struct turn *turn)
{
	if (sqlite_kind_of(front)->is_down) return ERR_STORE;
	return store_load(sqlite_kind_inner(front), turn);
}

static inline enum err sqlite_kind_recall(struct store *front, const struct recall_sink *sink,
					  u64 *out_last_turn)
{
	if (sqlite_kind_of(front)->is_down) return ERR_STORE;
	return store_recall(sqlite_kind_inner(front), sink, out_last_turn);
}

static inline enum err sqlite_kind_settle(struct store *front, u64 turn, bool *out_applied)
{
	if (sqlite_kind_of(front)->is_down) return ERR_STORE;
	return store_settle(sqlite_kind_inner(front), turn, out_applied);
}

static inline enum err sqlite_kind_probe(struct store *front)
{
	if (sqlite_kind_of(front)->is_down) return ERR_STORE;
	return store_probe(sqlite_kind_inner(front));
}

static inline enum err sqlite_kind_tend(struct store *front, struct now now,
					const struct retention *retention, bool *out_more)
{
	sqlite_kind_stop_looking(sqlite_kind_of(front));
	if (sqlite_kind_of(front)->is_down) return ERR_STORE;
	return store_tend(sqlite_kind_inner(front), now, retention, out_more);
}

/* ---- opening, crashing, closing ----------------------------------------------------------- */

static inline enum err sqlite_kind_open_store(struct sqlite_subject *subject)
{
	struct sqlite_config config = { .path = STR("conformance.db"),
					.vfs = subject->vfs,
					.recent_keys = SQLITE_KIND_RECENT_KEYS,
					.wal_ahead = 64 };
	struct why why;
	return sqlite_store_open(&config, &why, &subject->store);
}

static inline void *sqlite_kind_open(void)
{
	static const struct store_calls calls = {
		.recall = sqlite_kind_recall,
		.load = sqlite_kind_load,
		.commit = sqlite_kind_commit,
		.settle = sqlite_kind_settle,
		.probe = sqlite_kind_probe,
		.tend = sqlite_kind_tend,
	};
	struct sqlite_subject *subject = mem_alloc_zeroed(sizeof *subject);
	if (!subject) return NULL;
	subject->front.calls = &calls;
	snprintf(subject->vfs, sizeof subject->vfs, "disk-%p", (void *)subject);
	subject->disk = platter_new(subject->vfs, SQLITE_KIND_SEED);
	must(subject->disk != NULL);
	if (sqlite_kind_open_store(subject)) {
		platter_free(subject->disk);
		mem_free(subject);
		return NULL;
	}
	platter_set_faults(subject->disk, sqlite_kind_full, subject);
	return subject;
}

static inline struct store *sqlite_kind_view(void *subject)
{
	return &((struct sqlite_subject *)subject)->front;
}

static inline void sqlite_kind_crash(void *context)
{
	struct sqlite_subject *subject = context;
	sqlite_kind_stop_looking(subject);
	platter_crash(subject->disk);
	sqlite_store_abandon(subject->store);
	must(sqlite_kind_open_store(subject) == ERR_OK);
}

static inline void sqlite_kind_close(void *context)
{
	struct sqlite_subject *subject = context;
	sqlite_kind_stop_looking(subject);
	store_close(sqlite_store_view(subject->store));
	platter_free(subject->disk);
	mem_free(subject);
}

static inline void sqlite_kind_fail_next_commit(void *context, enum planned_fault fault)
{
	((struct sqlite_subject *)context)->planned = fault;
}

static inline void sqlite_kind_set_down(void *context, bool is_down)
{
	((struct sqlite_subject *)context)->is_down = is_down;
}

/* ---- looking ------------------------------------------------------------------------------ */

/* A statement over a connection of its own, which lives until the next commit. */
static inline sqlite3_stmt *sqlite_kind_look(struct sqlite_subject *subject, const char *sql,
					     const struct uuid *id)
{
	sqlite_kind_stop_looking(subject);
	must(sqlite3_open_v2("conformance.db", &subject->looker, SQLITE_OPEN_READWRITE,
			     subject->vfs) == SQLITE_OK);
	must(sqlite3_wal_autocheckpoint(subject->looker, 0) == SQLITE_OK);
	must(sqlite3_prepare_v2(subject->looker, sql, -1, &subject->looking, NULL) == SQLITE_OK);
	if (id)
		must(sqlite3_bind_blob(subject->looking, 1, id->bytes, sizeof id->bytes,
				       SQLITE_TRANSIENT) == SQLITE_OK);
	return subject->looking;
}

static inline void sqlite_kind_damage(void *context, const struct uuid *run)
{
	sqlite3_stmt *stmt = sqlite_kind_look(
		context,
		"UPDATE bodies SET payload = CAST(replace(payload, 'whole', 'Whole') AS BLOB)"
		" WHERE id=?",
		run);
	must(sqlite3_step(stmt) == SQLITE_DONE);
	sqlite_kind_stop_looking(context);
}

static inline bool sqlite_kind_find_run(void *context, const struct uuid *id,
					struct run_row *out_row)
{
	sqlite3_stmt *stmt = sqlite_kind_look(context,
					      "SELECT " RUN_NAMES ", " BODY_NAMES
					      " FROM runs JOIN bodies USING (id) WHERE id=?",
					      id);
	if (sqlite3_step(stmt) != SQLITE_ROW) return false;
	struct cells cells = cells_to_read(stmt);
	*out_row = (struct run_row){ 0 };
	bool is_whole = cells_read(&cells, GROUP_RUN_FIXED, NULL, out_row);
	is_whole = cells_read(&cells, GROUP_RUN_HOT, id, &out_row->hot) && is_whole;
	return cells_read(&cells, GROUP_BODY, id, out_row) && is_whole;
}

static inline bool sqlite_kind_find_end(void *context, const struct uuid *execution,
					struct execution_end *out_end)
{
	sqlite3_stmt *stmt = sqlite_kind_look(context,
					      "SELECT " END_NAMES ", " END_TEXT_NAMES
					      " FROM executions WHERE id=? AND outcome > 0",
					      execution);
	if (sqlite3_step(stmt) != SQLITE_ROW) return false;
	struct cells cells = cells_to_read(stmt);
	bool is_whole = cells_read(&cells, GROUP_END, execution, out_end);
	return cells_read(&cells, GROUP_END_TEXT, execution, out_end) && is_whole;
}

static inline bool sqlite_kind_find_progress(void *context, const struct uuid *execution,
					     struct progress_row *out_row)
{
	sqlite3_stmt *stmt = sqlite_kind_look(
		context, "SELECT " ROW_NAMES(PROGRESS_COLUMNS) " FROM progress WHERE execution=?",
		execution);
	if (sqlite3_step(stmt) != SQLITE_ROW) return false;
	struct cells cells = cells_to_read(stmt);
	*out_row = (struct progress_row){ 0 };
	return cells_read(&cells, GROUP_PROGRESS, NULL, out_row);
}

static inline bool sqlite_kind_find_output(void *context, const struct uuid *execution,
					   struct output_row *out_row)
{
	sqlite3_stmt *stmt = sqlite_kind_look(
		context, "SELECT " ROW_NAMES(OUTPUT_COLUMNS) " FROM outputs WHERE execution=?",
		execution);
	if (sqlite3_step(stmt) != SQLITE_ROW) return false;
	struct cells cells = cells_to_read(stmt);
	*out_row = (struct output_row){ 0 };
	return cells_read(&cells, GROUP_OUTPUT, NULL, out_row);
}

static inline bool sqlite_kind_has_notice(void *context, tenant_no tenant, const struct uuid *id)
{
	sqlite3_stmt *stmt = sqlite_kind_look(context, "SELECT tenant FROM notices WHERE id=?", id);
	return sqlite3_step(stmt) == SQLITE_ROW && sqlite3_column_int64(stmt, 0) == tenant.v;
}

static inline bool sqlite_kind_find_job(void *context, const struct uuid *id,
					struct job_row *out_row)
{
	sqlite3_stmt *stmt = sqlite_kind_look(
		context, "SELECT " JOB_NAMES ", " JOB_TEXT_NAMES " FROM jobs WHERE id=?", id);
	if (sqlite3_step(stmt) != SQLITE_ROW) return false;
	struct cells cells = cells_to_read(stmt);
	*out_row = (struct job_row){ 0 };
	bool is_whole = cells_read(&cells, GROUP_JOB, NULL, out_row);
	is_whole = cells_read(&cells, GROUP_JOB_VERSION, id, out_row) && is_whole;
	is_whole = cells_read(&cells, GROUP_JOB_PAUSE, id, &out_row->pause) && is_whole;
	is_whole = cells_read(&cells, GROUP_JOB_HOT, id, &out_row->hot) && is_whole;
	return cells_read(&cells, GROUP_JOB_TEXT, id, out_row) && is_whole;
}

static inline void sqlite_kind_each_occurrence(void *context, const struct uuid *job,
					       occurrence_visit *visit, void *visitor)
{
	sqlite3_stmt *stmt = sqlite_kind_look(
		context,
		"SELECT " ROW_NAMES(OCCURRENCE_COLUMNS) " FROM occurrences WHERE job=?"
							" ORDER BY planned_at, backfill",
		job);
	while (sqlite3_step(stmt) == SQLITE_ROW) {
		struct cells cells = cells_to_read(stmt);
		struct occurrence_row row = { 0 };
		must(cells_read(&cells, GROUP_OCCURRENCE, NULL, &row));
		visit(visitor, &row);
	}
	sqlite_kind_stop_looking(context);
}

static inline void sqlite_kind_each_turn(void *context, turn_visit *visit, void *visitor)
{
	sqlite3_stmt *stmt = sqlite_kind_look(
		context, "SELECT " ROW_NAMES(JOURNAL_COLUMNS) " FROM journal ORDER BY turn", NULL);
	while (sqlite3_step(stmt) == SQLITE_ROW) {
		struct cells cells = cells_to_read(stmt);
		struct journal_row row = { 0 };
		must(cells_read(&cells, GROUP_JOURNAL, NULL, &row));
		visit(visitor, row.turn, row.entries, row.packed);
	}
	sqlite_kind_stop_looking(context);
}

static const struct store_kind sqlite_kind = {
	.name = "sqlite",
	.allocations_min = 4,
	.open = sqlite_kind_open,
	.view = sqlite_kind_view,
	.crash = sqlite_kind_crash,
	.close = sqlite_kind_close,
	.fail_next_commit = sqlite_kind_fail_next_commit,
	.set_down = sqlite_kind_set_down,
	.damage = sqlite_kind_damage,
	.find_run = sqlite_kind_find_run,
	.find_end = sqlite_kind_find_end,
	.find_progress = sqlite_kind_find_progress,
	.find_output = sqlite_kind_find_output,
	.has_notice = sqlite_kind_has_notice,
	.find_job = sqlite_kind_find_job,
	.each_occurrence = sqlite_kind_each_occurrence,
	.each_turn = sqlite_kind_each_turn,
};

#endif
