/* Effects, by id and by key. */
#include "base/memory.h"
#include "base/must.h"
#include "store/memory/memory_parts.h"

struct memory_effect *copy_effect(const struct effect_row *row)
{
	struct memory_effect *effect = mem_alloc(sizeof *effect +
						 row_text_bytes(&kind_shapes[KIND_EFFECT], row));
	if (!effect) return NULL;
	effect->key = digest_as_uuid(row->key);
	row_copy(&kind_shapes[KIND_EFFECT], &effect->row, row, (char *)(effect + 1));
	return effect;
}

/* A done effect stays done, and only another claim lets an effect be open again. */
static void check_step(const struct effect_row *there, const struct effect_row *row)
{
	must(digest_eq(there->key, row->key));
	must(there->tenant.v == row->tenant.v);
	must(there->state != EFFECT_DONE);
	must(row->claims == there->claims + (row->state == EFFECT_OPEN));
}

void keep_effect(struct memory_store *store, struct memory_effect *made)
{
	const struct effect_row *row = &made->row;
	struct memory_effect *there = uuid_map_find(&store->effects, &row->id);
	must(row->tenant.v > 0);
	must(row->state < EFFECT_IN_DOUBT);
	must(row->claims > 0);
	must(uuid_map_find(&store->effect_keys, &made->key) == there);
	if (there) {
		check_step(&there->row, row);
		uuid_map_remove(&store->effects, &row->id);
		uuid_map_remove(&store->effect_keys, &made->key);
		mem_free(there);
	}
	uuid_map_insert(&store->effects, made);
	uuid_map_insert(&store->effect_keys, made);
}

enum err memory_load_effect(struct memory_store *store, struct turn *turn, struct want *want)
{
	bool by_id = !uuid_is_nil(&want->effect.id);
	struct uuid key = digest_as_uuid(want->effect.key);
	const struct memory_effect *effect = by_id ? uuid_map_find(&store->effects,
								   &want->effect.id)
						   : uuid_map_find(&store->effect_keys, &key);
	want->effect.found = effect != NULL;
	want->effect.is_damaged = false;
	if (!effect) return ERR_OK;
	const struct effect_row *copy = row_copy_out(&turn->arena, &kind_shapes[KIND_EFFECT],
						     &effect->row);
	if (!copy) return ERR_MEMORY;
	want->effect.row = *copy;
	return ERR_OK;
}

bool memory_store_find_effect(const struct memory_store *store, const struct uuid *id,
			      const struct effect_row **out_row)
{
	const struct memory_effect *effect = uuid_map_find(&store->effects, id);
	if (!effect) return false;
	*out_row = &effect->row;
	return true;
}

void free_effects(struct memory_store *store)
{
	struct map_cursor cursor = { 0 };
	struct memory_effect *effect;
	while ((effect = uuid_map_next(&store->effects, &cursor))) mem_free(effect);
	uuid_map_done(&store->effects);
	uuid_map_done(&store->effect_keys);
}
