/* Invariants: at least one slot is empty; between an item's home and its slot none is; and along a
 * run of slots homes never go back, which is what lets a search stop at the first item nearer to
 * its own home than the searched one would be.
 *
 * Home is the hash's upper bits. So the items of a larger table lie in the order of the smaller
 * one, and growing reads and writes memory from front to back. */
#include "base/map.h"

#include "base/memory.h"
#include "base/must.h"

enum { SLOTS_MIN = 8, SLOTS_SHRINK = 4096 };

static u32 home_of(const struct map_table *table, u64 hash)
{
	return (u32)(hash >> table->shift);
}

/* How far the item in slot `at` is from its home. */
static u32 distance_at(const struct map_table *table, u32 at)
{
	return (at - home_of(table, table->slots[at].hash)) & table->mask;
}

/* Where a search for a hash stands: at a slot, so far from the hash's home. */
struct spot {
	u32 at;
	u32 distance;
};

static struct spot home_spot(const struct map_table *table, u64 hash)
{
	return (struct spot){ home_of(table, hash), 0 };
}

static void step_on(const struct map_table *table, struct spot *spot)
{
	spot->at = (spot->at + 1) & table->mask;
	spot->distance++;
}

/* On to the next item of this very hash. False: there is none, and the spot is where one goes,
 * behind all that are at least as far from home. Hashes are almost never equal unless the keys are,
 * so callers compare keys only then. */
static inline bool seek(const struct map_table *table, u64 hash, struct spot *spot)
{
	for (; table->slots[spot->at].item; step_on(table, spot)) {
		must(spot->distance <= table->mask);
		if (table->slots[spot->at].hash == hash) return true;
		if (distance_at(table, spot->at) < spot->distance) return false;
	}
	return false;
}

/* Into the slot where its search has ended; the rest of the run moves on by one slot. */
static void put_in(struct map_table *table, u32 at, struct map_slot carried)
{
	must(table->count < table->count_max);
	must(carried.item != NULL);
	while (carried.item) {
		struct map_slot resident = table->slots[at];
		table->slots[at] = carried;
		carried = resident;
		at = (at + 1) & table->mask;
	}
	table->count++;
}

/* Of another table, so that nothing is to be compared. */
static void place(struct map_table *table, struct map_slot carried)
{
	struct spot spot = home_spot(table, carried.hash);
	while (seek(table, carried.hash, &spot)) step_on(table, &spot);
	put_in(table, spot.at, carried);
}

static void *take_out(struct map_table *table, u32 at)
{
	void *item = table->slots[at].item;
	u32 next = (at + 1) & table->mask;
	while (table->slots[next].item && distance_at(table, next) > 0) {
		table->slots[at] = table->slots[next];
		at = next;
		next = (next + 1) & table->mask;
	}
	table->slots[at] = (struct map_slot){ 0 };
	must(table->count > 0);
	table->count--;
	return item;
}

static u32 log2_of(u64 power)
{
	return (u32)__builtin_ctzll(power);
}

/* Three quarters: fuller, chains grow fast; emptier, fewer slots fit the cache. */
static u32 count_max_of(u64 slots)
{
	return (u32)(slots - slots / 4);
}

void map_table_done(struct map_table *table)
{
	mem_free(table->slots);
	*table = (struct map_table){ 0 };
}

/* Into a table of so many slots. */
static enum err move_to(struct map_table *table, u64 slots)
{
	struct map_table moved = {
		.slots = mem_alloc_zeroed(slots * sizeof *moved.slots),
		.count_max = count_max_of(slots),
		.mask = (u32)(slots - 1),
		.shift = 64 - log2_of(slots),
		.wanted = table->wanted,
	};
	if (!moved.slots) return ERR_MEMORY;
	for (u64 i = 0; table->slots && i <= table->mask; i++) {
		if (table->slots[i].item) place(&moved, table->slots[i]);
	}
	must(moved.count == table->count);
	map_table_done(table);
	*table = moved;
	return ERR_OK;
}

/* A table that has become far too large gives most of it back; without memory to do so, later.
 * What was needed in one turn of many is kept for the next of its kind: who grows in every second
 * turn and shrinks in the other does little else. */
static void shrink(struct map_table *table, u32 needed)
{
	u64 slots = (u64)table->mask + 1;
	table->wanted -= table->wanted / 64;
	if (table->wanted < needed) table->wanted = needed;
	if (slots < SLOTS_SHRINK || table->wanted > slots / 16) return;
	(void)!move_to(table, slots / 4);
}

enum err map_table_reserve(struct map_table *table, u32 more)
{
	u64 needed = (u64)table->count + more;
	u64 slots = table->slots ? (u64)table->mask + 1 : SLOTS_MIN;
	if (needed <= table->count_max) {
		shrink(table, (u32)needed);
		return ERR_OK;
	}
	if (needed > MAP_COUNT_MAX) return ERR_MEMORY;
	while (count_max_of(slots) < needed) slots *= 2;
	enum err err = move_to(table, slots);
	if (!err) table->wanted = (u32)needed;
	return err;
}

static u32 empty_slot(const struct map_table *table)
{
	u32 at = 0;
	while (table->slots[at].item) {
		at++;
		must(at <= table->mask);
	}
	return at;
}

/* Downwards from an empty slot: a removal shifts back items from above, which have been seen, and
 * never from beyond the empty slot. So each is met once even if the one before was removed. */
void *map_table_next(const struct map_table *table, struct map_cursor *cursor)
{
	if (table->count == 0) return NULL;
	if (!cursor->is_under_way) {
		*cursor = (struct map_cursor){ true, empty_slot(table), table->mask };
	}
	const struct map_slot *slots = table->slots;
	u32 at = cursor->at, left = cursor->left;
	void *item = NULL;
	/* In registers: most slots of a table that was larger once are empty. */
	while (left && !item) {
		left--;
		at = (at - 1) & table->mask;
		item = slots[at].item;
	}
	cursor->at = at;
	cursor->left = left;
	return item;
}

/* --- numbers --- */

void u64_map_init(struct u64_map *map, u64 seed)
{
	*map = (struct u64_map){ .key = hash_key_from_seed(seed) };
}

/* True: the key is there, at the spot. False: the spot is where it goes. */
static bool u64_map_seek(const struct u64_map *map, u64 hash, struct spot *out_spot)
{
	*out_spot = home_spot(&map->table, hash);
	return seek(&map->table, hash, out_spot);
}

void u64_map_insert(struct u64_map *map, u64 key, void *item)
{
	struct spot spot;
	u64 hash = hash_u64(map->key, key);
	must(map->table.slots != NULL);
	must(!u64_map_seek(map, hash, &spot));
	put_in(&map->table, spot.at, (struct map_slot){ hash, item });
}

void *u64_map_find(const struct u64_map *map, u64 key)
{
	struct spot spot;
	if (!map->table.count) return NULL;
	if (!u64_map_seek(map, hash_u64(map->key, key), &spot)) return NULL;
	return map->table.slots[spot.at].item;
}

void *u64_map_remove(struct u64_map *map, u64 key)
{
	struct spot spot;
	if (!map->table.count) return NULL;
	if (!u64_map_seek(map, hash_u64(map->key, key), &spot)) return NULL;
	return take_out(&map->table, spot.at);
}

/* --- uuids --- */

void uuid_map_init(struct uuid_map *map, u64 seed, size_t uuid_offset)
{
	*map = (struct uuid_map){ .key = hash_key_from_seed(seed), .uuid_offset = uuid_offset };
}

static const struct uuid *uuid_of(const struct uuid_map *map, const void *item)
{
	return (const void *)((const char *)item + map->uuid_offset);
}

static bool uuid_map_seek(const struct uuid_map *map, const struct uuid *uuid, u64 hash,
			  struct spot *out_spot)
{
	const struct map_table *table = &map->table;
	struct spot spot = home_spot(table, hash);
	for (; seek(table, hash, &spot); step_on(table, &spot)) {
		*out_spot = spot;
		if (uuid_eq(uuid_of(map, table->slots[spot.at].item), uuid)) return true;
	}
	*out_spot = spot;
	return false;
}

void uuid_map_insert(struct uuid_map *map, void *item)
{
	struct spot spot;
	must(item != NULL);
	must(map->table.slots != NULL);
	const struct uuid *uuid = uuid_of(map, item);
	u64 hash = hash_16_bytes(map->key, uuid->bytes);
	must(!uuid_map_seek(map, uuid, hash, &spot));
	put_in(&map->table, spot.at, (struct map_slot){ hash, item });
}

void *uuid_map_find(const struct uuid_map *map, const struct uuid *uuid)
{
	struct spot spot;
	if (!map->table.count) return NULL;
	if (!uuid_map_seek(map, uuid, hash_16_bytes(map->key, uuid->bytes), &spot)) return NULL;
	return map->table.slots[spot.at].item;
}

void *uuid_map_remove(struct uuid_map *map, const struct uuid *uuid)
{
	struct spot spot;
	if (!map->table.count) return NULL;
	if (!uuid_map_seek(map, uuid, hash_16_bytes(map->key, uuid->bytes), &spot)) return NULL;
	return take_out(&map->table, spot.at);
}

/* --- anything --- */

void map_init(struct map *map, map_same *same)
{
	must(same != NULL);
	*map = (struct map){ .same = same };
}

static bool map_seek(const struct map *map, u64 hash, const void *key, struct spot *out_spot)
{
	const struct map_table *table = &map->table;
	struct spot spot = home_spot(table, hash);
	for (; seek(table, hash, &spot); step_on(table, &spot)) {
		*out_spot = spot;
		if (map->same(table->slots[spot.at].item, key)) return true;
	}
	*out_spot = spot;
	return false;
}

void map_insert(struct map *map, u64 hash, const void *key, void *item)
{
	struct spot spot;
	must(map->table.slots != NULL);
	must(!map_seek(map, hash, key, &spot));
	put_in(&map->table, spot.at, (struct map_slot){ hash, item });
}

void *map_find(const struct map *map, u64 hash, const void *key)
{
	struct spot spot;
	if (!map->table.count) return NULL;
	return map_seek(map, hash, key, &spot) ? map->table.slots[spot.at].item : NULL;
}

void *map_remove(struct map *map, u64 hash, const void *key)
{
	struct spot spot;
	if (!map->table.count) return NULL;
	return map_seek(map, hash, key, &spot) ? take_out(&map->table, spot.at) : NULL;
}
