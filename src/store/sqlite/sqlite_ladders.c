/* Ladders, by their key and by their entity, with the runs of their rungs. */
#include "model/ladder.h"

#include "base/must.h"
#include "store/sqlite/sqlite_parts.h"

enum err put_ladder(struct sqlite_store *store, const struct ladder_row *row)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_LADDER_PUT]);
	must(ladder_rungs_len(row) > 0);
	cells_bind(&cells, GROUP_LADDER, row, NULL);
	cells_bind_digest(&cells, &row->key);
	return statement_put_one(store, cells.stmt);
}

enum err put_ladders_body(struct sqlite_store *store, const struct run_row *row)
{
	const struct ladder_row key = { .key = row->payload_of_ladder };
	struct ladder_row ladder = { 0 };
	bool found;
	enum err err = kind_find(store, KIND_LADDER, &key, &found, NULL, &ladder);
	if (!err) err = put_copied_body(store, row, ladder.payload, found);
	kind_done(store, KIND_LADDER);
	return err;
}

/* ---- loading ------------------------------------------------------------------------------- */

static bool is_asked(const struct want *want, const struct ladder_row *row)
{
	if (want->ladders.has_user && !str_eq(want->ladders.user, row->user)) return false;
	return !want->ladders.has_name || str_eq(want->ladders.name, row->name);
}

static void copy_texts(struct arena *arena, struct ladder_row *row)
{
	str *texts[] = { &row->rungs, &row->entity, &row->user,
			 &row->name,  &row->reason, &row->alert_key };
	for (u32 i = 0; i < countof(texts); i++) *texts[i] = str_copy(arena, *texts[i]);
}

/* Two walks over one index: how many there are, then they themselves. One that is damaged is as
 * none. `rows` NULL: only counts. */
static enum err walk(struct sqlite_store *store, struct turn *turn, struct want *want,
		     struct ladder_seen *rows)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_LADDERS];
	struct cells cells = cells_to_bind(stmt);
	bool has_row = true;
	want->ladders.len = 0;
	want->ladders.rungs = 0;
	cells_bind_i64(&cells, want->ladders.tenant.v);
	cells_bind_bytes(&cells, want->ladders.entity);
	enum err err = statement_step(store, stmt, &has_row);
	for (; !err && has_row; err = statement_step(store, stmt, &has_row)) {
		struct ladder_row row = { 0 };
		cells = cells_to_read(stmt);
		if (!cells_read(&cells, GROUP_LADDER, NULL, &row) || !ladder_rungs_len(&row)) {
			if (rows) damage_note(store);
			continue;
		}
		want->ladders.rungs += ladder_rungs_len(&row);
		if (!is_asked(want, &row)) continue;
		if (rows) {
			copy_texts(&turn->arena, &row);
			rows[want->ladders.len].row = row;
		}
		want->ladders.len++;
	}
	sqlite3_reset(stmt);
	return err;
}

static enum err bring_runs(struct sqlite_store *store, struct turn *turn,
			   struct ladder_seen *ladder)
{
	u32 len = ladder_rungs_len(&ladder->row);
	enum err err = ERR_OK;
	ladder->runs = arena_alloc_array(&turn->arena, len, sizeof *ladder->runs);
	if (!ladder->runs) return ERR_MEMORY;
	for (u32 i = 0; i < len && !err; i++) {
		struct rung rung = ladder_rung(&ladder->row, i);
		struct run_seen *seen = &ladder->runs[i];
		if (uuid_is_nil(&rung.run)) continue;
		err = find_run(store, &rung.run, &seen->found, &seen->row);
		if (!err && seen->found) err = see_run(store, turn, turn->now.wall, seen);
	}
	return err;
}

enum err load_ladders(struct sqlite_store *store, struct turn *turn, struct want *want)
{
	enum err err = walk(store, turn, want, NULL);
	if (err) return err;
	u32 len = want->ladders.len;
	struct ladder_seen *rows = arena_alloc_array(&turn->arena, len, sizeof *rows);
	if (!rows && len) return ERR_MEMORY;
	want->ladders.rows = rows;
	if (len) err = walk(store, turn, want, rows);
	if (!err && arena_failed(&turn->arena)) err = ERR_MEMORY;
	for (u32 i = 0; i < len && !err; i++) err = bring_runs(store, turn, &rows[i]);
	return err;
}
