/* Daily windows: people's rows, in two groups (what people say, what days change), and the ledger.
 */
#include "base/must.h"
#include "store/sqlite/sqlite_parts.h"

bool read_daily(struct cells *cells, struct daily_row *out_row)
{
	*out_row = (struct daily_row){ 0 };
	bool is_whole = cells_read(cells, GROUP_DAILY, NULL, out_row);
	struct uuid owner = daily_owner(out_row->tenant, out_row->user);
	return cells_read(cells, GROUP_DAILY_HOT, &owner, &out_row->hot) && is_whole;
}

/* ---- loading ------------------------------------------------------------------------------- */

static void copy_texts(struct arena *arena, struct daily_row *row)
{
	row->user = str_copy(arena, row->user);
	row->zone = str_copy(arena, row->zone);
}

/* The row that a bound statement finds, its texts in the arena. Damaged: not found, and noted. */
static enum err take_row(struct sqlite_store *store, struct arena *arena, sqlite3_stmt *stmt,
			 bool *out_found, struct daily_row *out_row)
{
	bool has_row;
	*out_found = false;
	enum err err = statement_step(store, stmt, &has_row);
	if (err || !has_row) return err;
	struct cells cells = cells_to_read(stmt);
	*out_found = kind_read(store, KIND_DAILY, &cells, out_row);
	if (*out_found) copy_texts(arena, out_row);
	sqlite3_reset(stmt);
	return arena_failed(arena) ? ERR_MEMORY : ERR_OK;
}

enum err find_daily_of(struct sqlite_store *store, struct arena *arena, struct run_row *run,
		       bool *out_whole)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_DAILY_OF_RUN]);
	*out_whole = true;
	if (run_state_is_final(run->hot.state)) return ERR_OK;
	struct daily_row *row = arena_alloc(arena, sizeof *row);
	if (!row) return ERR_MEMORY;
	cells_bind_uuid(&cells, &run->id);
	enum err err = take_row(store, arena, cells.stmt, out_whole, row);
	if (!err && *out_whole) run->daily = row;
	return err;
}

/* The run that a window stands as. */
static enum err see_owned_run(struct sqlite_store *store, struct turn *turn, struct daily_row *row,
			      struct run_seen *seen)
{
	*seen = (struct run_seen){ 0 };
	if (uuid_is_nil(&row->hot.run)) return ERR_OK;
	enum err err = find_run(store, &row->hot.run, &seen->found, &seen->row);
	if (err || !seen->found) return err;
	seen->row.daily = row;
	return see_run(store, turn, turn->now.wall, seen);
}

enum err load_daily(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	const struct daily_row key = { .tenant = want->daily.tenant, .user = want->daily.user };
	struct daily_row *row = &want->daily.row;
	want->daily.run = (struct run_seen){ 0 };
	enum err err = kind_find(store, KIND_DAILY, &key, &want->daily.found, NULL, row);
	if (want->daily.found) copy_texts(&turn->arena, row);
	kind_done(store, KIND_DAILY);
	if (!err && arena_failed(&turn->arena)) err = ERR_MEMORY;
	return err || !want->daily.found ? err : see_owned_run(store, turn, row, &want->daily.run);
}

/* ---- decided by a clock ahead -------------------------------------------------------------- */

/* The last days of a person, as far back as a clock ahead has decided them. */
static enum err see_days(struct sqlite_store *store, struct turn *turn, msec ahead_of,
			 struct daily_back *back)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_DAYS_BACK];
	struct cells cells = cells_to_bind(stmt);
	struct undone_day_row days[LIMIT_SET_BACK_DAYS];
	bool has_row = true;
	enum err err = ERR_OK;
	cells_bind_i64(&cells, back->row.tenant.v);
	cells_bind_bytes(&cells, back->row.user);
	cells_bind_i64(&cells, back->row.hot.decided);
	for (;;) {
		struct day_row day = { 0 };
		err = statement_step(store, stmt, &has_row);
		if (err || !has_row) break;
		cells = cells_to_read(stmt);
		if (!cells_read(&cells, GROUP_DAY, NULL, &day)) {
			damage_note(store);
			continue;
		}
		back->settled = day.through;
		if (!day_is_ahead(&day, ahead_of)) break;
		back->settled = 0;
		back->is_cut = back->days_len == LIMIT_SET_BACK_DAYS;
		if (back->is_cut) break;
		day.user = back->row.user;
		days[back->days_len++] = (struct undone_day_row){ .day = day };
	}
	sqlite3_reset(stmt);
	if (err || !back->days_len) return err;
	back->days = arena_alloc_array(&turn->arena, back->days_len, sizeof *days);
	if (!back->days) return ERR_MEMORY;
	memcpy(back->days, days, back->days_len * sizeof *days);
	return ERR_OK;
}

static enum err see_ahead(struct sqlite_store *store, struct turn *turn, struct want *want,
			  const struct daily_row *row)
{
	struct daily_back *back = &want->dailies_ahead.rows[want->dailies_ahead.len];
	msec ahead_of = want->dailies_ahead.ahead_of;
	*back = (struct daily_back){ .row = *row };
	enum err err = see_days(store, turn, ahead_of, back);
	if (err || (!back->days_len && !daily_is_ahead(&row->hot, ahead_of))) return err;
	want->dailies_ahead.len++;
	return see_owned_run(store, turn, &back->row, &back->run);
}

enum err load_dailies_ahead(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_DAILIES_BEHIND];
	struct cells cells = cells_to_bind(stmt);
	bool has_row = true;
	enum err err = ERR_OK;
	u32 looked = 0;
	want->dailies_ahead.rows = arena_alloc_array(&turn->arena, LIMIT_SET_BACK_PEOPLE,
						     sizeof *want->dailies_ahead.rows);
	if (!want->dailies_ahead.rows) return ERR_MEMORY;
	want->dailies_ahead.len = 0;
	cells_bind_i64(&cells, want->dailies_ahead.after_tenant.v);
	cells_bind_bytes(&cells, want->dailies_ahead.after_user);
	cells_bind_i64(&cells, want->dailies_ahead.scan);
	for (; !err && want->dailies_ahead.len < LIMIT_SET_BACK_PEOPLE; looked++) {
		struct daily_row row;
		err = statement_step(store, stmt, &has_row);
		if (err || !has_row) break;
		cells = cells_to_read(stmt);
		bool is_whole = kind_read(store, KIND_DAILY, &cells, &row);
		copy_texts(&turn->arena, &row);
		if (arena_failed(&turn->arena)) err = ERR_MEMORY;
		want->dailies_ahead.through_tenant = row.tenant;
		want->dailies_ahead.through_user = row.user;
		if (!err && is_whole) err = see_ahead(store, turn, want, &row);
	}
	sqlite3_reset(stmt);
	want->dailies_ahead.is_last = !has_row && looked < want->dailies_ahead.scan;
	return err;
}

/* ---- keeping ------------------------------------------------------------------------------- */

enum err put_daily_hot(struct sqlite_store *store, const struct change *change)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_DAILY_HOT]);
	struct uuid owner = daily_owner(change->daily_hot.tenant, change->daily_hot.user);
	cells_bind(&cells, GROUP_DAILY_HOT, &change->daily_hot.hot, &owner);
	cells_bind_i64(&cells, change->daily_hot.tenant.v);
	cells_bind_bytes(&cells, change->daily_hot.user);
	return statement_put_one(store, cells.stmt);
}

static enum err forget_by(struct sqlite_store *store, enum statement which, tenant_no tenant,
			  str user, i64 before)
{
	struct cells cells = cells_to_bind(store->statements[which]);
	cells_bind_i64(&cells, tenant.v);
	cells_bind_bytes(&cells, user);
	cells_bind_i64(&cells, before);
	return statement_put(store, cells.stmt);
}

static enum err forget_days(struct sqlite_store *store, tenant_no tenant, str user, i64 before)
{
	enum err err = forget_by(store, STATEMENT_DAYS_FORGET, tenant, user, before);
	return err ? err : forget_by(store, STATEMENT_UNDONE_FORGET, tenant, user, before);
}

/* A day that is there already is a bug: the primary key refuses it. */
enum err put_day(struct sqlite_store *store, const struct day_row *row)
{
	enum err err = kind_put(store, KIND_DAY, row);
	return err ? err : forget_days(store, row->tenant, row->user, row->forget_before);
}

enum err delete_daily(struct sqlite_store *store, const struct change *change)
{
	const struct daily_row key = { .tenant = change->daily_gone.tenant,
				       .user = change->daily_gone.user };
	enum err err = kind_delete(store, KIND_DAILY, &key);
	if (err) return err;
	return forget_days(store, change->daily_gone.tenant, change->daily_gone.user, INT64_MAX);
}
