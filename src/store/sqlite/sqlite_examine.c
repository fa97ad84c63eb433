/* One walk a table, over the tree that holds its rows and not over an index: each row is met once,
 * whatever became of the indexes. The groups of columns stand in columns.def; a new table there is
 * walked without a change here. */
#include "store/sqlite/sqlite_examine.h"

#include "base/buf.h"
#include "base/memory.h"
#include "store/sqlite/sqlite_compare.h"
#include "store/sqlite/sqlite_damage.h"
#include "store/sqlite/sqlite_look.h"
#include "store/sqlite/sqlite_parts.h"
#include "store/sqlite/sqlite_query.h"
#include "store/sqlite/sqlite_schema.h"

#include <stdio.h>

enum { CACHE_KIB = 8192, SQL_MAX = 16 << 10, ROWS_A_WORD = 5000, STEPS_A_WORD = 1000000 };

struct examining {
	sqlite3 *db;
	const struct examine_sink *sink;
	struct why *why;
	struct examine_report report;
	const char *table; /* at which it is */
	u64 all;           /* rows that there are */
	void *row;         /* room for one of any group */
};

static void tell_progress(struct examining *work)
{
	const struct examine_sink *sink = work->sink;
	if (sink->progress)
		sink->progress(sink->context, work->table, work->report.rows, work->all);
}

static void tell_fault(struct examining *work, const char *words)
{
	const struct examine_sink *sink = work->sink;
	if (work->report.faults++ < EXAMINE_FAULTS_MAX && sink->fault)
		sink->fault(sink->context, words);
}

static enum err prepare(struct examining *work, const char *sql, sqlite3_stmt **out_stmt)
{
	int code = sqlite3_prepare_v2(work->db, sql, -1, out_stmt, NULL);
	return code ? link_fail(work->db, code, work->why, "read the rows") : ERR_OK;
}

/* ---- without opening it --------------------------------------------------------------------- */

enum err sqlite_state(str path, struct store_state *out_state, struct why *why)
{
	struct file_path file;
	struct store_look look = { 0 };
	enum err err = file_path_init(&file, path, why);
	if (err) return err;
	*out_state = (struct store_state){ .is_in_use = file_lock_is_held(&file) };
	if (out_state->is_in_use) return ERR_OK;
	err = store_look_at(&file, NULL, &look, why);
	if (!err) err = store_look_judge(&file, &look, why);
	/* A server that started meanwhile writes while this reads: what was seen means nothing. */
	out_state->is_in_use = file_lock_is_held(&file);
	if (err || out_state->is_in_use) return out_state->is_in_use ? ERR_OK : err;
	out_state->log_frames = look.log.frames;
	out_state->log_frames_dropped = look.log.dropped_frames;
	out_state->log_commits_dropped = look.log.dropped_commits;
	return ERR_OK;
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* The columns of an attempt without an end are all empty. */
static bool is_unset(const struct cells *cells, int len)
{
	for (int at = cells->at; at < cells->at + len; at++) {
		int type = sqlite3_column_type(cells->stmt, at);
		bool is_zero = type == SQLITE_INTEGER && !sqlite3_column_int64(cells->stmt, at);
		if (type != SQLITE_NULL && !is_zero) return false;
	}
	return true;
}

static struct uuid find_owner(const struct cells *cells, enum column_group group)
{
	struct cells first = cells_to_read(cells->stmt);
	if (column_groups[group].owner == OWNER_ID) return cells_read_uuid(&first);
	tenant_no tenant = { (u32)sqlite3_column_int64(cells->stmt, first.at++) };
	return daily_owner(tenant, cells_read_bytes(&first));
}

static bool is_of(enum column_group group, const char *table)
{
	return str_eq(str_from(column_groups[group].table), str_from(table));
}

static bool group_fits(struct examining *work, struct cells *cells, enum column_group group)
{
	struct uuid owner = { 0 };
	if (column_groups[group].owner != OWNER_NONE) owner = find_owner(cells, group);
	memset(work->row, 0, column_groups[group].row_bytes);
	return cells_read(cells, group, column_groups[group].owner == OWNER_NONE ? NULL : &owner,
			  work->row);
}

static bool row_fits(struct examining *work, sqlite3_stmt *stmt, bool has_owner)
{
	struct cells cells = { stmt, has_owner };
	bool fits = true, is_open = false;
	for (u32 i = 0; i < GROUP_COUNT; i++) {
		enum column_group group = (enum column_group)i;
		if (!is_of(group, work->table)) continue;
		if (group == GROUP_END)
			is_open = sqlite3_column_int64(stmt, cells.at) == OUTCOME_OPEN;
		bool is_end = group == GROUP_END || group == GROUP_END_TEXT;
		struct cells before = cells;
		bool does = group_fits(work, &cells, group);
		if (is_end && is_open) does = is_unset(&before, cells.at - before.at);
		fits = fits && does;
	}
	return fits;
}

/* "SELECT id, tenant, ..., fixed_check, state, ..., hot_check FROM runs NOT INDEXED". */
static enum err prepare_walk(struct examining *work, bool *out_has_owner, sqlite3_stmt **out_stmt)
{
	struct buf sql;
	bool is_first = true;
	buf_init(&sql, SQL_MAX);
	buf_add(&sql, STR("SELECT "));
	*out_has_owner = false;
	for (u32 i = 0; i < GROUP_COUNT; i++)
		if (is_of((enum column_group)i, work->table) && column_groups[i].owner == OWNER_ID)
			*out_has_owner = true;
	if (*out_has_owner) buf_add(&sql, STR("id, "));
	for (u32 i = 0; i < GROUP_COUNT; i++) {
		if (!is_of((enum column_group)i, work->table)) continue;
		buf_addf(&sql, "%s%s%s", is_first ? "" : ", ", column_groups[i].names,
			 column_groups[i].check);
		is_first = false;
	}
	buf_addf(&sql, " FROM %s NOT INDEXED", work->table);
	buf_add_byte(&sql, '\0');
	enum err err = buf_failed(&sql) ? fail(work->why, ERR_MEMORY, "no memory to read the rows")
					: prepare(work, sql.at, out_stmt);
	buf_done(&sql);
	return err;
}

static void tell_unreadable(struct examining *work, int code)
{
	struct why why;
	(void)fail(&why, ERR_STORE_DAMAGED, "table %s cannot be read to its end: %s", work->table,
		   code == SQLITE_OK ? "" : sqlite3_errmsg(work->db));
	tell_fault(work, why.text);
}

/* A tree that cannot be walked to its end is a fault; the other tables are read all the same. */
static enum err walk_table(struct examining *work)
{
	sqlite3_stmt *stmt = NULL;
	bool has_owner = false;
	int code = SQLITE_OK;
	enum err err = prepare_walk(work, &has_owner, &stmt);
	if (err == ERR_MEMORY) return err;
	if (err) {
		tell_fault(work, work->why->text);
		return ERR_OK;
	}
	while ((code = sqlite3_step(stmt)) == SQLITE_ROW) {
		if (!row_fits(work, stmt, has_owner)) {
			const struct damage_sink sink = { work->sink->context,
							  work->sink->damaged };
			work->report.damaged++;
			damaged_row_tell(work->db, stmt, work->table, &sink);
		}
		if (++work->report.rows % ROWS_A_WORD == 0) tell_progress(work);
	}
	if (code != SQLITE_DONE) tell_unreadable(work, code);
	sqlite3_finalize(stmt);
	return code == SQLITE_NOMEM ? fail(work->why, ERR_MEMORY, "no memory to read the rows")
				    : ERR_OK;
}

/* Tables in the order of their first groups. */
static bool is_first_of_table(u32 group)
{
	for (u32 i = 0; i < group; i++)
		if (is_of((enum column_group)i, column_groups[group].table)) return false;
	return true;
}

static enum err each_table(struct examining *work, enum err (*visit)(struct examining *work))
{
	enum err err = ERR_OK;
	for (u32 i = 0; !err && i < GROUP_COUNT; i++) {
		if (!is_first_of_table(i)) continue;
		work->table = column_groups[i].table;
		err = visit(work);
	}
	return err;
}

static enum err count_table(struct examining *work)
{
	char sql[100];
	i64 rows = 0;
	struct why ignored;
	snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", work->table);
	/* One that cannot be counted cannot be walked, either: that tells. */
	if (!link_number(work->db, sql, &ignored, &rows)) work->all += (u64)rows;
	return ERR_OK;
}

/* The only row that no check covers: a probe, whose value nobody reads. */
static enum err look_at_meta(struct examining *work)
{
	i64 strange = 0;
	enum err err = link_number(work->db,
				   "SELECT count(*) FROM meta"
				   " WHERE name <> 'probe' OR value <> x'70726f6265'",
				   work->why, &strange);
	if (err == ERR_MEMORY) return err;
	if (err || strange) tell_fault(work, "table meta has an unknown row");
	return ERR_OK;
}

/* One number about what a clock ahead has decided; %1$lld is the instant in question. */
static enum err ask_ahead(struct examining *work, const char *format, i64 *out_number)
{
	char sql[400];
	int len = snprintf(sql, sizeof sql, format, (long long)work->sink->ahead_of);
	must(len > 0 && (size_t)len < sizeof sql);
	enum err err = link_number(work->db, sql, work->why, out_number);
	if (err && err != ERR_MEMORY) tell_fault(work, work->why->text);
	return err == ERR_MEMORY ? err : ERR_OK;
}

/* Jobs, daily windows and reminders that a clock has decided which was ahead of this one. */
static enum err look_ahead(struct examining *work)
{
	static const char jobs_sql[] =
		"SELECT count(*) FROM jobs WHERE state = 0 AND decided_through > %1$lld";
	static const char through_sql[] = "SELECT coalesce(max(decided_through), 0) FROM jobs"
					  " WHERE state = 0 AND decided_through > %1$lld";
	static const char windows_sql[] =
		"SELECT count(*) FROM daily WHERE is_gone = 0 AND (cutoff > %1$lld + 345600000"
		" OR (SELECT at > %1$lld AND status <> 1 FROM days WHERE tenant = daily.tenant"
		" AND user_id = daily.user_id ORDER BY date DESC LIMIT 1))";
	static const char reminders_sql[] =
		"SELECT count(*) FROM reminders WHERE is_recurring = 1 AND updated_at > %1$lld";
	i64 jobs = 0, through = 0, windows = 0, reminders = 0;
	if (!work->sink->ahead_of) return ERR_OK;
	enum err err = ask_ahead(work, jobs_sql, &jobs);
	if (!err) err = ask_ahead(work, through_sql, &through);
	if (!err) err = ask_ahead(work, windows_sql, &windows);
	if (!err) err = ask_ahead(work, reminders_sql, &reminders);
	work->report.ahead = (u64)jobs;
	work->report.ahead_windows = (u64)windows;
	work->report.ahead_reminders = (u64)reminders;
	work->report.ahead_through = through;
	return err;
}
_Static_assert(JOB_ACTIVE == 0 && DAY_SUCCESS == 1 && DAILY_REACH_MS == 345600000,
	       "numbers in the statements above");

/* ---- the structure -------------------------------------------------------------------------- */

static int tell_step(void *context)
{
	tell_progress(context);
	return 0;
}

/* Trees, pages that nobody owns, and that every index has the rows of its table and no others. */
static enum err check_structure(struct examining *work)
{
	sqlite3_stmt *stmt = NULL;
	int code = SQLITE_DONE;
	work->table = "structure";
	sqlite3_progress_handler(work->db, STEPS_A_WORD, tell_step, work);
	enum err err = prepare(work, "PRAGMA integrity_check(20)", &stmt);
	while (!err && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
		struct cells cells = cells_to_read(stmt);
		str words = cells_read_bytes(&cells);
		struct why why;
		if (str_eq(words, STR("ok"))) continue;
		(void)fail(&why, ERR_STORE_DAMAGED, "%.*s", STR_ARG(words));
		tell_fault(work, why.text);
	}
	if (!err && code != SQLITE_DONE)
		err = link_fail(work->db, code, work->why, "check the structure");
	sqlite3_progress_handler(work->db, 0, NULL, NULL);
	sqlite3_finalize(stmt);
	return err;
}

/* A table or index under another name than ours stops a server at its start. */
static enum err check_statements(struct examining *work, str path)
{
	const struct sqlite_query_config config = { .path = path };
	struct query *query = NULL;
	enum err err = sqlite_query_open(&config, work->why, &query);
	if (!err) query->calls->close(query);
	if (!err) err = statements_try(work->db, work->why);
	if (err == ERR_MEMORY) return err;
	if (err) tell_fault(work, work->why->text);
	return ERR_OK;
}

/* ---- lists by tenant ------------------------------------------------------------------------ */

/* SQLite does not vouch for them: they are tables of their own, written behind their rows. */
static enum err compare_lists(struct examining *work)
{
	enum err err = ERR_OK;
	for (u32 i = 0; err != ERR_MEMORY && i < OWNED_LISTS + TURN_KINDS; i++) {
		u64 *strays = &work->report.strays;
		err = i < OWNED_LISTS ? list_compare(work->db, (enum owned_list)i, work->sink,
						     strays, work->why)
				      : turns_compare(work->db, (enum turn_kind)(i - OWNED_LISTS),
						      work->sink, strays, work->why);
		if (err && err != ERR_MEMORY) tell_fault(work, work->why->text);
	}
	return err == ERR_MEMORY ? err : ERR_OK;
}

/* A key that is not found can be taken a second time. */
static enum err compare_keys(struct examining *work)
{
	u64 wrong = 0;
	struct why why;
	enum err err = keys_compare(work->db, &wrong, work->why);
	if (err == ERR_MEMORY) return err;
	if (err) tell_fault(work, work->why->text);
	if (err || !wrong) return ERR_OK;
	(void)fail(&why, ERR_STORE_DAMAGED, "%llu unique keys are not found by their index",
		   (unsigned long long)wrong);
	tell_fault(work, why.text);
	return ERR_OK;
}

/* ---- all of it ------------------------------------------------------------------------------ */

static enum err read_rows(struct examining *work, str path)
{
	size_t most = 0;
	for (u32 i = 0; i < GROUP_COUNT; i++)
		if (column_groups[i].row_bytes > most) most = column_groups[i].row_bytes;
	work->row = mem_alloc(most);
	if (!work->row) return fail(work->why, ERR_MEMORY, "no memory to read the rows");
	enum err err = each_table(work, count_table);
	if (!err) err = each_table(work, walk_table);
	if (!err) err = look_at_meta(work);
	if (!err) err = look_ahead(work);
	if (!err) err = compare_lists(work);
	if (!err) err = compare_keys(work);
	return err ? err : check_statements(work, path);
}

enum err sqlite_examine(str path, const struct examine_sink *sink,
			struct examine_report *out_report, struct why *why)
{
	struct file_path file;
	struct examining work = { .sink = sink, .why = why, .table = "" };
	enum err err = file_path_init(&file, path, why);
	struct link_config config = { .path = &file, .kind = LINK_READER, .cache_kib = CACHE_KIB };
	if (!err) err = link_open(&config, why, &work.db);
	if (!err) err = schema_check(work.db, why, &work.report.version);
	if (!err) err = check_structure(&work);
	work.report.is_older = work.report.version < schema_version();
	if (!err && !work.report.is_older) err = read_rows(&work, path);
	link_close(work.db);
	mem_free(work.row);
	if (!err) *out_report = work.report;
	return err;
}
