/* Rows that do not fit their checks: who is told, and how a list names them. */
#include "store/sqlite/query_parts.h"
#include "store/sqlite/sqlite_damage.h"

enum { NAME_ARENA_BYTES = 4096 };

/* Names the tenant, by the number in the row. The names are read by another statement than those
 * that find damage, and have no tenant, so this does not come round to itself. */
static void tell(struct sqlite_query *query, struct damaged_row *row, u32 tenant)
{
	struct arena arena;
	if (!query->sink.found) return;
	arena_init(&arena, NAME_ARENA_BYTES);
	if (tenant && query_name(query, NAME_TENANT, tenant, &arena, &row->tenant))
		row->tenant = (str){ 0 };
	query->sink.found(query->sink.context, row);
	arena_done(&arena);
}

void query_damage(struct sqlite_query *query, sqlite3_stmt *stmt)
{
	struct damaged_row row = damaged_row_of(stmt);
	query->damaged++;
	tell(query, &row, damaged_row_tenant(stmt));
}

void query_damage_of(struct sqlite_query *query, const char *table, const struct run_row *run)
{
	struct damaged_row row = { .table = table, .id = run->id, .run = run->id };
	query->damaged++;
	tell(query, &row, run->tenant.v);
}

void query_list_damaged(struct sqlite_query *query, sqlite3_stmt *stmt)
{
	struct damaged_rows *damaged = &query->query.damaged;
	if (damaged->len < DAMAGED_ROWS_MAX) damaged->rows[damaged->len++] = damaged_row_of(stmt);
}
