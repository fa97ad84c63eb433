/* The key itself may be what is damaged; then nobody is helped by the name, but the row is still
 * counted and its list still says that something is missing. */
#include "store/sqlite/sqlite_damage.h"

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
