/* Each row up to the place that a list says it goes to must be in the list of its tenant, and each
 * entry of a list must have its row. One statement asks for both kinds of stray entries, so it sees
 * one moment, also beside a server that writes. A flipped bit in an entry's key shows as both: a
 * row that is missing, and an entry that has none. */
#include "store/sqlite/sqlite_compare.h"

#include "store/sqlite/sqlite_link.h"

enum { STEPS_A_WORD = 1000000 };

/* clang-format off */
#define TENANT_NAMED(number) "(SELECT name FROM names WHERE kind = 0 AND number = " number ")"
/* A place that is missing is no place: then the program reads the table, not the list. */
#define STRAYS(place, table, list, column) \
	"SELECT 1, id, " TENANT_NAMED(table ".tenant") " FROM " table " NOT INDEXED" \
	" WHERE id <= (SELECT through FROM tenant_lists WHERE list = " place ")" \
	" AND NOT EXISTS (SELECT 1 FROM " list \
	" WHERE owner = " table ".tenant AND " column " = id)" \
	" UNION ALL SELECT 0, " column ", " TENANT_NAMED("owner") " FROM " list \
	" WHERE NOT EXISTS (SELECT 1 FROM " table " WHERE id = " column " AND tenant = owner)"
/* clang-format on */

static const struct {
	const char *name;
	const char *strays;
} lists[OWNED_LISTS] = {
	[LIST_RUNS] = { "tenant_runs", STRAYS("0", "runs", "tenant_runs", "run") },
	[LIST_EXECUTIONS] = { "tenant_executions",
			      STRAYS("1", "executions", "tenant_executions", "execution") },
	[LIST_EFFECTS] = { "tenant_effects", STRAYS("2", "effects", "tenant_effects", "effect") },
};

struct comparing {
	const struct examine_sink *sink;
	const char *list;
};

static int tell_step(void *context)
{
	const struct comparing *work = context;
	if (work->sink->progress) work->sink->progress(work->sink->context, work->list, 0, 0);
	return 0;
}

static void tell_stray(const struct comparing *work, sqlite3_stmt *stmt)
{
	struct cells cells = { stmt, 1 };
	struct stray_entry entry = { .list = work->list,
				     .is_missing = sqlite3_column_int64(stmt, 0) != 0 };
	entry.id = cells_read_uuid(&cells);
	entry.tenant = cells_read_bytes(&cells);
	if (work->sink->stray) work->sink->stray(work->sink->context, &entry);
}

enum err list_compare(sqlite3 *db, enum owned_list list, const struct examine_sink *sink,
		      u64 *strays, struct why *why)
{
	struct comparing work = { sink, lists[list].name };
	sqlite3_stmt *stmt = NULL;
	int code = sqlite3_prepare_v2(db, lists[list].strays, -1, &stmt, NULL);
	if (code) return link_fail(db, code, why, "compare a list with its table");
	sqlite3_progress_handler(db, STEPS_A_WORD, tell_step, &work);
	while ((code = sqlite3_step(stmt)) == SQLITE_ROW) {
		tell_stray(&work, stmt);
		++*strays;
	}
	sqlite3_progress_handler(db, 0, NULL, NULL);
	enum err err = code == SQLITE_DONE
			       ? ERR_OK
			       : link_fail(db, code, why, "compare a list with its table");
	sqlite3_finalize(stmt);
	return err;
}
