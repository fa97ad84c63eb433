/* The key itself may be what is damaged; then nobody is helped by the name, but the row is still
 * counted and its list still says that something is missing. */
#include "store/sqlite/sqlite_damage.h"

#include "model/rows.h"
#include "store/sqlite/sqlite_cells.h"

/* Columns that name a row, the best first: some rows have an id and a name. */
static const char *const id_columns[] = { "id", "execution", "job" };
static const char *const name_columns[] = { "name", "user_id", "route" };

static int column_named(sqlite3_stmt *stmt, const char *name)
{
	int len = sqlite3_column_count(stmt);
	for (int i = 0; i < len; i++)
		if (str_eq(str_from(sqlite3_column_name(stmt, i)), str_from(name))) return i;
	return -1;
}

static struct uuid uuid_in(sqlite3_stmt *stmt, const char *column)
{
	struct cells cells = { stmt, column_named(stmt, column) };
	return cells.at < 0 ? (struct uuid){ 0 } : cells_read_uuid(&cells);
}

static i64 number_in(sqlite3_stmt *stmt, const char *column)
{
	int at = column_named(stmt, column);
	return at < 0 ? 0 : sqlite3_column_int64(stmt, at);
}

static void set_name(struct damaged_row *row, str name)
{
	row->name_len = (u32)(name.len < sizeof row->name ? name.len : sizeof row->name);
	if (row->name_len) memcpy(row->name, name.at, row->name_len);
}

struct damaged_row damaged_row_of(sqlite3_stmt *stmt)
{
	const char *table = sqlite3_column_table_name(stmt, 0);
	struct damaged_row row = { .table = table ? table : "" };
	for (u32 i = 0; i < countof(id_columns) && uuid_is_nil(&row.id); i++)
		row.id = uuid_in(stmt, id_columns[i]);
	for (u32 i = 0; i < countof(name_columns) && !row.name_len; i++) {
		struct cells cells = { stmt, column_named(stmt, name_columns[i]) };
		/* The route of a run is the number of a name, which tells nobody anything. */
		bool is_text = cells.at >= 0 &&
			       sqlite3_column_type(stmt, cells.at) != SQLITE_INTEGER;
		if (is_text) set_name(&row, cells_read_bytes(&cells));
	}
	row.turn = (u64)number_in(stmt, "turn");
	bool is_run = str_eq(str_from(row.table), STR("runs")) ||
		      str_eq(str_from(row.table), STR("bodies"));
	row.run = uuid_in(stmt, is_run ? "id" : "run");
	return row;
}

u32 damaged_row_tenant(sqlite3_stmt *stmt)
{
	return (u32)number_in(stmt, "tenant");
}

/* ---- names ------------------------------------------------------------------------------------
 */

/* 0: there is no such run. */
static u32 tenant_of_run(sqlite3 *db, const struct uuid *run)
{
	sqlite3_stmt *stmt = NULL;
	u32 tenant = 0;
	if (sqlite3_prepare_v2(db, "SELECT tenant FROM runs WHERE id = ?", -1, &stmt, NULL))
		return 0;
	struct cells cells = cells_to_bind(stmt);
	cells_bind_uuid(&cells, run);
	if (sqlite3_step(stmt) == SQLITE_ROW) tenant = (u32)sqlite3_column_int64(stmt, 0);
	sqlite3_finalize(stmt);
	return tenant;
}

/* Names are read as they stand: a damaged one is better than none here. The text stands in the
 * statement. */
static str find_name(sqlite3 *db, enum name_kind kind, u32 number, sqlite3_stmt **out_stmt)
{
	static const char sql[] = "SELECT name FROM names WHERE kind = ? AND number = ?";
	*out_stmt = NULL;
	if (!number || sqlite3_prepare_v2(db, sql, -1, out_stmt, NULL)) return STR("");
	struct cells cells = cells_to_bind(*out_stmt);
	cells_bind_i64(&cells, kind);
	cells_bind_i64(&cells, number);
	if (sqlite3_step(*out_stmt) != SQLITE_ROW) return STR("");
	cells = cells_to_read(*out_stmt);
	return cells_read_bytes(&cells);
}

/* The keys of settings that have the number of a type or queue. */
static void name_by_number(sqlite3 *db, sqlite3_stmt *stmt, struct damaged_row *row)
{
	str table = str_from(row->table);
	bool is_pause = str_eq(table, STR("pauses")), is_queue = str_eq(table, STR("queues"));
	enum name_kind kind = NAME_TYPE;
	sqlite3_stmt *named;
	if (!is_pause && !is_queue && !str_eq(table, STR("types"))) return;
	if (is_queue || (is_pause && number_in(stmt, "scope") == PAUSE_QUEUE)) kind = NAME_QUEUE;
	if (is_pause && number_in(stmt, "scope") == PAUSE_TENANT) return;
	const char *column = is_pause ? "number" : is_queue ? "queue" : "type";
	set_name(row, find_name(db, kind, (u32)number_in(stmt, column), &named));
	sqlite3_finalize(named);
}

void damaged_row_tell(sqlite3 *db, sqlite3_stmt *stmt, const char *table,
		      const struct damage_sink *sink)
{
	struct damaged_row row = damaged_row_of(stmt);
	u32 tenant = damaged_row_tenant(stmt);
	sqlite3_stmt *named;
	if (!sink->found) return;
	if (table) row.table = table;
	if (!tenant && !uuid_is_nil(&row.run)) tenant = tenant_of_run(db, &row.run);
	name_by_number(db, stmt, &row);
	row.tenant = find_name(db, NAME_TENANT, tenant, &named);
	sink->found(sink->context, &row);
	sqlite3_finalize(named);
}
