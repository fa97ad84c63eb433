/* Ladders, by entity. */
#include "model/ladder.h"

#include "base/must.h"
#include "store/memory/memory_parts.h"

static bool is_ladder(const struct memory_staged *staged)
{
	bool is_put = staged->kind == CHANGE_PUT && staged->row_kind == KIND_LADDER;
	return is_put || staged->kind == CHANGE_LADDER_PUT;
}

const struct ladder_row *ladder_staged(const struct memory_store *store, const struct digest *key)
{
	const struct ladder_row wanted = { .key = *key };
	for (u32 i = store->staged_len; i-- > 0;) {
		const struct memory_setting *made = store->staged[i].made;
		const struct ladder_row *row = is_ladder(&store->staged[i]) ? made->row : NULL;
		if (row && digest_eq(row->key, *key)) return row;
	}
	return memory_row(store, KIND_LADDER, &wanted);
}

str ladder_payload(const struct memory_store *store, const struct digest *key)
{
	const struct ladder_row *row = ladder_staged(store, key);
	must(row != NULL); /* else a rung of a ladder that is not there */
	return row->payload;
}

/* A rung that has a run keeps it for good, but for one that is not to be sent. */
static void check_rungs(const struct ladder_row *there, const struct ladder_row *row)
{
	must(ladder_rungs_len(there) == ladder_rungs_len(row));
	for (u32 i = 0; i < ladder_rungs_len(row); i++) {
		struct rung before = ladder_rung(there, i), now = ladder_rung(row, i);
		must(before.offset == now.offset);
		must(before.state == RUNG_PASSED || uuid_eq(&before.run, &now.run));
	}
}

void check_ladder(const struct memory_store *store, const struct ladder_row *row, bool is_new)
{
	const struct ladder_row *there = ladder_staged(store, &row->key);
	must(row->tenant.v > 0);
	must(ladder_rungs_len(row) > 0);
	must(ladder_rungs_len(row) <= LIMIT_LADDER_RUNGS);
	for (u32 i = 1; i < ladder_rungs_len(row); i++)
		must(ladder_rung(row, i - 1).offset < ladder_rung(row, i).offset);
	if (is_new) {
		must(row->payload.len == row->payload_len);
		return;
	}
	must(there != NULL);
	must(uuid_eq(&there->id, &row->id));
	must(!there->stopped_at);
	check_rungs(there, row);
}

/* ---- loading ------------------------------------------------------------------------------- */

static bool is_asked(const struct want *want, const struct ladder_row *row)
{
	if (want->ladders.has_user && !str_eq(want->ladders.user, row->user)) return false;
	return !want->ladders.has_name || str_eq(want->ladders.name, row->name);
}

static enum err show(struct memory_store *store, struct turn *turn, const struct ladder_row *row,
		     struct ladder_seen *out_seen)
{
	struct ladder_row copy = *row;
	copy.payload = (str){ 0 };
	const struct ladder_row *out = row_copy_out(&turn->arena, &kind_shapes[KIND_LADDER], &copy);
	u32 len = ladder_rungs_len(row);
	struct run_seen *runs = arena_alloc_array(&turn->arena, len, sizeof *runs);
	if (!out || !runs) return ERR_MEMORY;
	for (u32 i = 0; i < len; i++) {
		struct rung rung = ladder_rung(row, i);
		const struct memory_run *run = uuid_map_find(&store->runs, &rung.run);
		if (run) runs[i] = memory_see_run(store, turn, run, turn->now.wall);
	}
	*out_seen = (struct ladder_seen){ *out, runs };
	return ERR_OK;
}

static bool is_of_entity(const struct want *want, const struct ladder_row *row)
{
	return row->tenant.v == want->ladders.tenant.v && str_eq(row->entity, want->ladders.entity);
}

enum err memory_load_ladders(struct memory_store *store, struct turn *turn, struct want *want)
{
	const struct memory_setting *first = setting_from(store, KIND_LADDER, NULL);
	enum err err = ERR_OK;
	u32 len = 0;
	for (const struct memory_setting *at = first; at; at = setting_next(at))
		len += is_of_entity(want, at->row);
	want->ladders.rows = arena_alloc_array(&turn->arena, len, sizeof *want->ladders.rows);
	want->ladders.len = want->ladders.rungs = 0;
	if (len && !want->ladders.rows) return ERR_MEMORY;
	for (const struct memory_setting *at = first; !err && at; at = setting_next(at)) {
		if (!is_of_entity(want, at->row)) continue;
		want->ladders.rungs += ladder_rungs_len(at->row);
		if (!is_asked(want, at->row)) continue;
		err = show(store, turn, at->row, &want->ladders.rows[want->ladders.len++]);
	}
	return err;
}

const struct ladder_row *memory_store_find_ladder(const struct memory_store *store,
						  const struct digest *key)
{
	const struct ladder_row wanted = { .key = *key };
	return memory_row(store, KIND_LADDER, &wanted);
}
