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

static const u32 nowhere = UINT32_MAX;

static u32 home_of(const struct map_table *table, u64 hash)
{
	return (u32)(hash >> table->shift);
}

/* How far the item in slot `at` is from its home. */
static u32 distance_at(const struct map_table *table, u32 at)
{
	return (at - home_of(table, table->slots[at].hash)) & table->mask;
}

/* The first slot with this very hash that is at least `distance` from its home: that distance, or
 * nowhere. Hashes are almost never equal unless the keys are, so callers compare keys only then. */
static u32 probe(const struct map_table *table, u64 hash, u32 distance)
{
	if (table->count == 0) return nowhere;
	u32 at = (home_of(table, hash) + distance) & table->mask;
	for (; distance <= table->mask; distance++, at = (at + 1) & table->mask) {
		const struct map_slot *slot = &table->slots[at];
		if (!slot->item) return nowhere;
		if (slot->hash == hash) return distance;
		if (distance_at(table, at) < distance) return nowhere;
	}
	return nowhere;
}

static struct map_slot *slot_from_home(const struct map_table *table, u64 hash, u32 distance)
{
	return &table->slots[(home_of(table, hash) + distance) & table->mask];
}

/* Goes behind all that are at least as far from home; the rest of the run moves on by one slot. */
static void place(struct map_table *table, struct map_slot carried)
{
	must(table->count < table->count_max);
	must(carried.item != NULL);
	u32 at = home_of(table, carried.hash);
	u32 distance = 0;
	while (table->slots[at].item && distance_at(table, at) >= distance) {
		at = (at + 1) & table->mask;
		distance++;
	}
	while (carried.item) {
		struct map_slot resident = table->slots[at];
		table->slots[at] = carried;
		carried = resident;
		at = (at + 1) & table->mask;
	}
	table->count++;
}

static void *take_out(struct map_table *table, struct map_slot *slot)
{
	void *item = slot->item;
	u32 at = (u32)(slot - table->slots);
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

/* A table that has become far too large gives most of it back; without memory to do so, later. */
static void shrink(struct map_table *table, u64 needed)
{
	u64 slots = (u64)table->mask + 1;
	if (slots < SLOTS_SHRINK || needed > slots / 16) return;
	(void)!move_to(table, slots / 4);
}

enum err map_table_reserve(struct map_table *table, u32 more)
{
	u64 needed = (u64)table->count + more;
	u64 slots = table->slots ? (u64)table->mask + 1 : SLOTS_MIN;
	if (needed <= table->count_max) {
		shrink(table, needed);
		return ERR_OK;
	}
	if (needed > MAP_COUNT_MAX) return ERR_MEMORY;
	while (count_max_of(slots) < needed) slots *= 2;
	return move_to(table, slots);
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
	while (cursor->left) {
		cursor->left--;
		cursor->at = (cursor->at - 1) & table->mask;
		if (table->slots[cursor->at].item) return table->slots[cursor->at].item;
	}
	return NULL;
}

/* --- numbers --- */

void u64_map_init(struct u64_map *map, u64 seed)
{
	*map = (struct u64_map){ .key = hash_key_from_seed(seed) };
}

static struct map_slot *u64_map_slot(const struct u64_map *map, u64 key)
{
	u64 hash = hash_u64(map->key, key);
	u32 distance = probe(&map->table, hash, 0);
	return distance == nowhere ? NULL : slot_from_home(&map->table, hash, distance);
}

void u64_map_insert(struct u64_map *map, u64 key, void *item)
{
	must(u64_map_slot(map, key) == NULL);
	place(&map->table, (struct map_slot){ hash_u64(map->key, key), item });
}

void *u64_map_find(const struct u64_map *map, u64 key)
{
	const struct map_slot *slot = u64_map_slot(map, key);
	return slot ? slot->item : NULL;
}

void *u64_map_remove(struct u64_map *map, u64 key)
{
	struct map_slot *slot = u64_map_slot(map, key);
	return slot ? take_out(&map->table, slot) : NULL;
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

static struct map_slot *uuid_map_slot(const struct uuid_map *map, const struct uuid *uuid)
{
	const struct map_table *table = &map->table;
	u64 hash = hash_16_bytes(map->key, uuid->bytes);
	u32 distance = probe(table, hash, 0);
	for (; distance != nowhere; distance = probe(table, hash, distance + 1)) {
		struct map_slot *slot = slot_from_home(table, hash, distance);
		if (uuid_eq(uuid_of(map, slot->item), uuid)) return slot;
	}
	return NULL;
}

void uuid_map_insert(struct uuid_map *map, void *item)
{
	must(item != NULL);
	const struct uuid *uuid = uuid_of(map, item);
	must(uuid_map_slot(map, uuid) == NULL);
	place(&map->table, (struct map_slot){ hash_16_bytes(map->key, uuid->bytes), item });
}

void *uuid_map_find(const struct uuid_map *map, const struct uuid *uuid)
{
	const struct map_slot *slot = uuid_map_slot(map, uuid);
	return slot ? slot->item : NULL;
}

void *uuid_map_remove(struct uuid_map *map, const struct uuid *uuid)
{
	struct map_slot *slot = uuid_map_slot(map, uuid);
	return slot ? take_out(&map->table, slot) : NULL;
}

/* --- anything --- */

void map_init(struct map *map, map_same *same)
{
	must(same != NULL);
	*map = (struct map){ .same = same };
}

static struct map_slot *map_slot(const struct map *map, u64 hash, const void *key)
{
	const struct map_table *table = &map->table;
	u32 distance = probe(table, hash, 0);
	for (; distance != nowhere; distance = probe(table, hash, distance + 1)) {
		struct map_slot *slot = slot_from_home(table, hash, distance);
		if (map->same(slot->item, key)) return slot;
	}
	return NULL;
}

void map_insert(struct map *map, u64 hash, const void *key, void *item)
{
	must(map_slot(map, hash, key) == NULL);
	place(&map->table, (struct map_slot){ hash, item });
}

void *map_find(const struct map *map, u64 hash, const void *key)
{
	const struct map_slot *slot = map_slot(map, hash, key);
	return slot ? slot->item : NULL;
}

void *map_remove(struct map *map, u64 hash, const void *key)
{
	struct map_slot *slot = map_slot(map, hash, key);
	return slot ? take_out(&map->table, slot) : NULL;
}
