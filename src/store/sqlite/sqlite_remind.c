/* Reminders, in three groups (what people say, what time changes, what is only shown), and what
 * lies in inboxes. */
#include "base/must.h"
#include "store/sqlite/sqlite_parts.h"

bool read_reminder(struct cells *cells, struct reminder_row *out_row)
{
	*out_row = (struct reminder_row){ 0 };
	bool is_whole = cells_read(cells, GROUP_REMINDER, NULL, out_row);
	return cells_read(cells, GROUP_REMINDER_HOT, &out_row->id, &out_row->hot) && is_whole;
}

bool read_reminder_texts(struct cells *cells, struct reminder_row *row)
{
	return cells_read(cells, GROUP_REMINDER_TEXT, &row->id, row);
}

/* ---- loading ------------------------------------------------------------------------------- */

static enum err copy_texts(struct arena *arena, struct reminder_row *row)
{
	row->user = str_copy(arena, row->user);
	row->zone = str_copy(arena, row->zone);
	row->rule = str_copy(arena, row->rule);
	return arena_failed(arena) ? ERR_MEMORY : ERR_OK;
}

/* The row that a bound statement finds, its texts in the arena. */
static enum err take_row(struct sqlite_store *store, struct arena *arena, sqlite3_stmt *stmt,
			 bool *out_found, bool *out_whole, struct reminder_row *out_row)
{
	*out_whole = true;
	enum err err = statement_step(store, stmt, out_found);
	if (err || !*out_found) return err;
	struct cells cells = cells_to_read(stmt);
	*out_whole = read_reminder(&cells, out_row);
	if (*out_whole) err = copy_texts(arena, out_row);
	else damage_note(store);
	sqlite3_reset(stmt);
	return err;
}

/* A run that a reminder stood as once, and does not any more, is a task like others. */
enum err find_reminder_of(struct sqlite_store *store, struct arena *arena, struct run_row *run,
			  bool *out_whole)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_REMINDER_OF_RUN]);
	struct reminder_row *row = arena_alloc(arena, sizeof *row);
	bool is_found = false;
	if (!row) return ERR_MEMORY;
	cells_bind_uuid(&cells, &run->id);
	enum err err = take_row(store, arena, cells.stmt, &is_found, out_whole, row);
	if (!err && is_found && *out_whole) run->reminder = row;
	return err;
}

static enum err count_those_of(struct sqlite_store *store, struct want *want)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_REMINDERS_COUNT]);
	bool has_row = false;
	cells_bind_i64(&cells, want->reminder.tenant.v);
	cells_bind_bytes(&cells, want->reminder.user);
	cells_bind_i64(&cells, want->reminder.count_most);
	enum err err = statement_step(store, cells.stmt, &has_row);
	if (err || !has_row) return err;
	want->reminder.count = (u32)sqlite3_column_int64(cells.stmt, 0);
	sqlite3_reset(cells.stmt);
	return ERR_OK;
}

/* The run that a reminder stands as. */
static enum err see_owned_run(struct sqlite_store *store, struct turn *turn,
			      struct reminder_row *row, struct run_seen *seen)
{
	*seen = (struct run_seen){ 0 };
	if (uuid_is_nil(&row->hot.run)) return ERR_OK;
	enum err err = find_run(store, &row->hot.run, &seen->found, &seen->row);
	if (err || !seen->found) return err;
	seen->row.reminder = row;
	return see_run(store, turn, turn->now.wall, seen);
}

enum err load_reminder(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_REMINDER]);
	struct reminder_row *row = &want->reminder.row;
	bool is_whole = true;
	want->reminder.run = (struct run_seen){ 0 };
	want->reminder.found = false;
	if (uuid_is_nil(&want->reminder.id)) return count_those_of(store, want);
	cells_bind_uuid(&cells, &want->reminder.id);
	cells_bind_i64(&cells, want->reminder.tenant.v);
	enum err err = take_row(store, &turn->arena, cells.stmt, &want->reminder.found, &is_whole,
				row);
	want->reminder.found = want->reminder.found && is_whole;
	if (err || !want->reminder.found) return err;
	return see_owned_run(store, turn, row, &want->reminder.run);
}

/* Reminders that a clock ahead was the last to write. */
enum err load_reminders_ahead(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_REMINDERS_BEHIND];
	struct cells cells = cells_to_bind(stmt);
	bool has_row = true, is_whole = true;
	enum err err = ERR_OK;
	u32 looked = 0;
	want->reminders_ahead.rows = arena_alloc_array(&turn->arena, LIMIT_SET_BACK_PEOPLE,
						       sizeof *want->reminders_ahead.rows);
	if (!want->reminders_ahead.rows) return ERR_MEMORY;
	want->reminders_ahead.len = 0;
	cells_bind_uuid(&cells, &want->reminders_ahead.after_id);
	cells_bind_i64(&cells, want->reminders_ahead.scan);
	for (; !err && want->reminders_ahead.len < LIMIT_SET_BACK_PEOPLE; looked++) {
		struct reminder_back *back = &want->reminders_ahead.rows[want->reminders_ahead.len];
		err = statement_step(store, stmt, &has_row);
		if (err || !has_row) break;
		cells = cells_to_read(stmt);
		is_whole = read_reminder(&cells, &back->row);
		want->reminders_ahead.through_id = back->row.id;
		if (!is_whole) damage_note(store);
		if (!is_whole || !reminder_is_ahead(&back->row.hot, want->reminders_ahead.ahead_of))
			continue;
		err = copy_texts(&turn->arena, &back->row);
		if (!err) err = see_owned_run(store, turn, &back->row, &back->run);
		want->reminders_ahead.len++;
	}
	sqlite3_reset(stmt);
	want->reminders_ahead.is_last = !has_row && looked < want->reminders_ahead.scan;
	return err;
}

/* ---- keeping ------------------------------------------------------------------------------- */

enum err put_reminder_hot(struct sqlite_store *store, const struct change *change)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_REMINDER_HOT]);
	cells_bind(&cells, GROUP_REMINDER_HOT, &change->reminder_hot.hot, &change->reminder_hot.id);
	cells_bind_uuid(&cells, &change->reminder_hot.id);
	cells_bind_i64(&cells, change->reminder_hot.tenant.v);
	return statement_put_one(store, cells.stmt);
}

enum err delete_reminder(struct sqlite_store *store, const struct change *change)
{
	const struct reminder_row key = { .id = change->reminder_gone.id,
					  .tenant = change->reminder_gone.tenant };
	return must_be_one(store, kind_delete(store, KIND_REMINDER, &key));
}

enum err read_notice(struct sqlite_store *store, const struct change *change)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_NOTICE_READ]);
	const struct notice_row row = { .read_at = change->notice_read.at };
	cells_bind(&cells, GROUP_NOTICE_READ, &row, &change->notice_read.id);
	cells_bind_uuid(&cells, &change->notice_read.id);
	cells_bind_i64(&cells, change->notice_read.tenant.v);
	cells_bind_bytes(&cells, change->notice_read.user);
	return statement_put(store, cells.stmt);
}
