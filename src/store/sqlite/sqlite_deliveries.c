/* Fallbacks, whose texts are those of the run that failed; and the delivery log. */
#include "base/must.h"
#include "store/sqlite/sqlite_parts.h"

/* The fixed part of a run with its texts, which stand in SQLite until the statement is reset. One
 * that is damaged, or gone, has none. */
static enum err open_texts(struct sqlite_store *store, const struct uuid *id,
			   struct run_row *out_row)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_RUN];
	bool has_row;
	*out_row = (struct run_row){ 0 };
	enum err err = statement_find(store, stmt, id, &has_row);
	if (err || !has_row) return err;
	struct cells cells = cells_to_read(stmt);
	if (cells_read(&cells, GROUP_RUN_FIXED, NULL, out_row)) return ERR_OK;
	damage_note(store);
	*out_row = (struct run_row){ 0 };
	return ERR_OK;
}

static void close_texts(struct sqlite_store *store)
{
	sqlite3_reset(store->statements[STATEMENT_RUN]);
}

/* Key, payload and trace, from body to body. */
static enum err copy_body(struct sqlite_store *store, const struct run_row *row)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_BODY];
	struct run_row copy = *row, source = { 0 };
	bool has_row, is_whole = false;
	enum err err = statement_find(store, stmt, &row->fallback_of, &has_row);
	if (err) return err;
	struct cells cells = cells_to_read(stmt);
	if (has_row) is_whole = cells_read(&cells, GROUP_BODY, &row->fallback_of, &source);
	if (is_whole) {
		copy.key = source.key;
		copy.trace = source.trace;
	}
	err = put_copied_body(store, &copy, source.payload, is_whole);
	sqlite3_reset(stmt);
	return err;
}

enum err put_fallback(struct sqlite_store *store, const struct run_row *row)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_RUN_NEW]);
	struct run_row whole = *row, failed_parent;
	must(!uuid_is_nil(&row->fallback_of));
	enum err err = open_texts(store, &row->fallback_of, &failed_parent);
	if (err) return err;
	whole.entity = failed_parent.entity;
	whole.user = failed_parent.user;
	whole.alert_key = failed_parent.alert_key;
	cells_bind(&cells, GROUP_RUN_FIXED, &whole, NULL);
	cells_bind(&cells, GROUP_RUN_HOT, &whole.hot, &whole.id);
	err = statement_put(store, cells.stmt);
	close_texts(store);
	return err ? err : copy_body(store, row);
}

enum err put_delivery(struct sqlite_store *store, const struct delivery_row *row)
{
	struct delivery_row whole = *row;
	struct run_row run;
	enum err err = open_texts(store, &row->run, &run);
	if (err) return err;
	whole.entity = run.entity;
	whole.user = run.user;
	whole.alert_key = run.alert_key;
	err = kind_put(store, KIND_DELIVERY, &whole);
	close_texts(store);
	return err;
}

/* A damaged row tells nothing about its run, which can be carried out all the same. */
enum err bring_about(struct sqlite_store *store, struct arena *arena, struct lease *lease)
{
	struct run_row run;
	if (!lease->has_about && !lease->hops) return ERR_OK;
	enum err err = open_texts(store, &lease->run, &run);
	if (err) return err;
	lease->fallback_of = run.fallback_of;
	lease->user = str_copy(arena, run.user);
	lease->entity = str_copy(arena, run.entity);
	close_texts(store);
	return arena_failed(arena) ? ERR_MEMORY : ERR_OK;
}
