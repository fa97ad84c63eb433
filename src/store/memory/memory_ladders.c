/* Ladders, by entity. */
#include "model/ladder.h"

#include "base/must.h"
#include "store/memory/memory_parts.h"

static struct setting_key key_of(tenant_no tenant, str entity, struct digest key)
{
	u32 part = (u32)ladder_entity_digest(tenant, entity).a;
	return (struct setting_key){ SETTING_LADDER, { tenant.v, part, 0 }, digest_as_uuid(key) };
}

struct setting_key ladder_setting_key(const struct ladder_row *row)
{
	return key_of(row->tenant, row->entity, row->key);
}

static bool is_ladder(enum change_kind kind)
{
	return kind == CHANGE_LADDER_NEW || kind == CHANGE_LADDER_PUT;
}

const struct ladder_row *ladder_staged(const struct memory_store *store,
				       const struct setting_key *key)
{
	for (u32 i = store->staged_len; i-- > 0;) {
		const struct memory_setting *made = store->staged[i].made;
		if (is_ladder(store->staged[i].kind) && uuid_eq(&made->key.id, &key->id))
			return made->row;
	}
	return memory_setting_row(store, key);
}

str ladder_payload(const struct memory_store *store, const struct digest *key)
{
	struct uuid id = digest_as_uuid(*key);
	for (u32 i = store->staged_len; i-- > 0;) {
		const struct memory_setting *made = store->staged[i].made;
		if (is_ladder(store->staged[i].kind) && uuid_eq(&made->key.id, &id))
			return ((const struct ladder_row *)made->row)->payload;
	}
	const struct ladder_row *row = memory_store_find_ladder(store, key);
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
	struct setting_key key = ladder_setting_key(row);
	const struct ladder_row *there = ladder_staged(store, &key);
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
	const struct ladder_row *out = row_copy_out(&turn->arena, &ladder_shape, &copy);
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

/* The next of the entity; NULL: there is none. */
static const struct ladder_row *next_row(const struct treap_node *node,
					 const struct setting_key *first)
{
	if (!node) return NULL;
	const struct memory_setting *setting = container_of(node, struct memory_setting,
							    in_settings);
	bool is_entitys = setting->key.kind == SETTING_LADDER &&
			  setting->key.number[0] == first->number[0] &&
			  setting->key.number[1] == first->number[1];
	return is_entitys ? setting->row : NULL;
}

enum err memory_load_ladders(struct memory_store *store, struct turn *turn, struct want *want)
{
	struct setting_key first = key_of(want->ladders.tenant, want->ladders.entity,
					  (struct digest){ 0 });
	const struct treap_node *from = treap_after(&store->settings, &first);
	const struct ladder_row *row;
	enum err err = ERR_OK;
	u32 len = 0;
	for (const struct treap_node *node = from; next_row(node, &first); node = treap_next(node))
		len++;
	want->ladders.rows = arena_alloc_array(&turn->arena, len, sizeof *want->ladders.rows);
	want->ladders.len = want->ladders.rungs = 0;
	if (len && !want->ladders.rows) return ERR_MEMORY;
	for (const struct treap_node *node = from; !err && (row = next_row(node, &first));
	     node = treap_next(node)) {
		if (!str_eq(row->entity, want->ladders.entity)) continue;
		want->ladders.rungs += ladder_rungs_len(row);
		if (!is_asked(want, row)) continue;
		err = show(store, turn, row, &want->ladders.rows[want->ladders.len++]);
	}
	return err;
}

const struct ladder_row *memory_store_find_ladder(const struct memory_store *store,
						  const struct digest *key)
{
	struct uuid id = digest_as_uuid(*key);
	struct setting_key first = { .kind = SETTING_LADDER };
	const struct treap_node *node = treap_after(&store->settings, &first);
	for (; node; node = treap_next(node)) {
		const struct memory_setting *setting = container_of(node, struct memory_setting,
								    in_settings);
		if (setting->key.kind != SETTING_LADDER) break;
		if (uuid_eq(&setting->key.id, &id)) return setting->row;
	}
	return NULL;
}
