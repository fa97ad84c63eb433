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

enum err load_daily(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	const struct daily_row key = { .tenant = want->daily.tenant, .user = want->daily.user };
	struct daily_row *row = &want->daily.row;
	struct run_seen *seen = &want->daily.run;
	*seen = (struct run_seen){ 0 };
	enum err err = kind_find(store, KIND_DAILY, &key, &want->daily.found, NULL, row);
	if (want->daily.found) copy_texts(&turn->arena, row);
	kind_done(store, KIND_DAILY);
	if (!err && arena_failed(&turn->arena)) err = ERR_MEMORY;
	if (err || !want->daily.found || uuid_is_nil(&want->daily.row.hot.run)) return err;
	err = find_run(store, &want->daily.row.hot.run, &seen->found, &seen->row);
	if (err || !seen->found) return err;
	seen->row.daily = &want->daily.row;
	return see_run(store, turn, turn->now.wall, seen);
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

static enum err forget_days(struct sqlite_store *store, tenant_no tenant, str user, i64 before)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_DAYS_FORGET]);
	cells_bind_i64(&cells, tenant.v);
	cells_bind_bytes(&cells, user);
	cells_bind_i64(&cells, before);
	return statement_put(store, cells.stmt);
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
