/* Daily windows: people's rows, in two groups (what people say, what days change), and the ledger.
 */
#include "base/must.h"
#include "store/sqlite/sqlite_parts.h"

/* The second group belongs to whom the first one names. */
struct uuid daily_owner(tenant_no tenant, str user)
{
	struct digest digest = digest_of(user);
	struct uuid id;
	digest.a ^= tenant.v;
	memcpy(id.bytes, &digest.a, sizeof digest.a);
	memcpy(id.bytes + sizeof digest.a, &digest.b, sizeof digest.b);
	return id;
}

bool read_daily(struct cells *cells, struct daily_row *out_row)
{
	*out_row = (struct daily_row){ 0 };
	bool is_whole = cells_read(cells, GROUP_DAILY, NULL, out_row);
	struct uuid owner = daily_owner(out_row->tenant, out_row->user);
	return cells_read(cells, GROUP_DAILY_HOT, &owner, &out_row->hot) && is_whole;
}

/* ---- loading ------------------------------------------------------------------------------- */

/* The row that a bound statement finds, its texts in the arena. Damaged: not found, and noted. */
static enum err take_row(struct sqlite_store *store, struct arena *arena, sqlite3_stmt *stmt,
			 bool *out_found, struct daily_row *out_row)
{
	bool has_row;
	*out_found = false;
	enum err err = statement_step(store, stmt, &has_row);
	if (err || !has_row) return err;
	struct cells cells = cells_to_read(stmt);
	*out_found = read_daily(&cells, out_row);
	if (*out_found) {
		out_row->user = str_copy(arena, out_row->user);
		out_row->zone = str_copy(arena, out_row->zone);
	} else {
		damage_note(store);
	}
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
	struct cells cells = cells_to_bind(store->statements[STATEMENT_DAILY]);
	struct run_seen *seen = &want->daily.run;
	*seen = (struct run_seen){ 0 };
	cells_bind_i64(&cells, want->daily.tenant.v);
	cells_bind_bytes(&cells, want->daily.user);
	enum err err = take_row(store, &turn->arena, cells.stmt, &want->daily.found,
				&want->daily.row);
	if (err || !want->daily.found || uuid_is_nil(&want->daily.row.hot.run)) return err;
	err = find_run(store, &want->daily.row.hot.run, &seen->found, &seen->row);
	if (err || !seen->found) return err;
	seen->row.daily = &want->daily.row;
	return see_run(store, turn, turn->now.wall, seen);
}

/* ---- keeping ------------------------------------------------------------------------------- */

enum err put_daily(struct sqlite_store *store, const struct daily_row *row)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_DAILY_PUT]);
	struct uuid owner = daily_owner(row->tenant, row->user);
	must(row->user.len > 0);
	cells_bind(&cells, GROUP_DAILY, row, NULL);
	cells_bind(&cells, GROUP_DAILY_HOT, &row->hot, &owner);
	return statement_put(store, cells.stmt);
}

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
	struct cells cells = cells_to_bind(store->statements[STATEMENT_DAY_NEW]);
	cells_bind(&cells, GROUP_DAY, row, NULL);
	enum err err = statement_put(store, cells.stmt);
	return err ? err : forget_days(store, row->tenant, row->user, row->forget_before);
}

enum err delete_daily(struct sqlite_store *store, const struct change *change)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_DAILY_DELETE]);
	cells_bind_i64(&cells, change->daily_gone.tenant.v);
	cells_bind_bytes(&cells, change->daily_gone.user);
	enum err err = statement_put(store, cells.stmt);
	if (err) return err;
	return forget_days(store, change->daily_gone.tenant, change->daily_gone.user, INT64_MAX);
}
