/* Hash tables from a key to an item (a pointer, never NULL). The items are the owner's and mostly
 * hold their own key; the table keeps 16 bytes a slot: hash and pointer.
 *
 *   struct u64_map   a number          the number itself is mixed one to one: no item is visited
 *   struct uuid_map  a uuid            the item holds it at a fixed offset: no call to compare
 *   struct map       anything else     the owner hashes (base/hash.h) and compares
 *
 * Open addressing, linear probing, robin hood: of two items that want one place the one farther
 * from home gets it, so that a miss ends as early as a hit. Removal shifts back; there are no
 * tombstones, and a table that has seen much is as fast as a new one.
 *
 * Memory is reserved apart from use (..._reserve), so that a step which has begun cannot fail.
 * The order of iteration depends on seed and history only, never on an address. */
#ifndef BELFRY_BASE_MAP_H
#define BELFRY_BASE_MAP_H

#include "base/err.h"
#include "base/hash.h"
#include "base/types.h"
#include "base/uuid.h"

enum { MAP_COUNT_MAX = 1 << 30 };

struct map_slot {
	u64 hash;
	void *item; /* NULL: empty */
};

/* The part that the three maps have in common; their own functions call these. */
struct map_table {
	struct map_slot *slots;
	u32 count;     /* of items; for reading */
	u32 count_max; /* before it must grow */
	u32 mask;      /* slots less one */
	u32 shift;     /* of a hash, leaves the index of its home */
	u32 wanted;    /* the most that was reserved lately */
};

/* Zeroed before the first step. Between steps nothing may be inserted, and of the items only the
 * one just returned may be removed. */
struct map_cursor {
	bool is_under_way;
	u32 at;
	u32 left;
};

void map_table_done(struct map_table *table);
MUST_USE enum err map_table_reserve(struct map_table *table, u32 more);
void *map_table_next(const struct map_table *table, struct map_cursor *cursor);

/* Each of the three:
 *   init     takes no memory yet; the seed decides the order and hides it from strangers
 *   done     frees the table, not the items
 *   reserve  room for `more` insertions from now: these cannot fail. ERR_MEMORY: nothing changed
 *   insert   into room that was reserved; the key must not be there yet
 *   find     NULL: not there
 *   remove   the item that was removed; NULL: not there
 *   next     each item once; NULL at the end */

struct u64_map {
	struct map_table table;
	struct hash_key key;
};

void u64_map_init(struct u64_map *map, u64 seed);
void u64_map_insert(struct u64_map *map, u64 key, void *item);
void *u64_map_find(const struct u64_map *map, u64 key);
void *u64_map_remove(struct u64_map *map, u64 key);

struct uuid_map {
	struct map_table table;
	struct hash_key key;
	size_t uuid_offset;
};

/* Every item holds its struct uuid `uuid_offset` bytes from its start, and does not change it. */
void uuid_map_init(struct uuid_map *map, u64 seed, size_t uuid_offset);
void uuid_map_insert(struct uuid_map *map, void *item);
void *uuid_map_find(const struct uuid_map *map, const struct uuid *uuid);
void *uuid_map_remove(struct uuid_map *map, const struct uuid *uuid);

/* Is this the item of that key? */
typedef bool map_same(const void *item, const void *key);

struct map {
	struct map_table table;
	map_same *same;
};

/* `hash` is the owner's, over the key, the same in every call, good in all of its 64 bits. */
void map_init(struct map *map, map_same *same);
void map_insert(struct map *map, u64 hash, const void *key, void *item);
void *map_find(const struct map *map, u64 hash, const void *key);
void *map_remove(struct map *map, u64 hash, const void *key);

static inline void u64_map_done(struct u64_map *map)
{
	map_table_done(&map->table);
}

static inline void uuid_map_done(struct uuid_map *map)
{
	map_table_done(&map->table);
}

static inline void map_done(struct map *map)
{
	map_table_done(&map->table);
}

MUST_USE static inline enum err u64_map_reserve(struct u64_map *map, u32 more)
{
	return map_table_reserve(&map->table, more);
}

MUST_USE static inline enum err uuid_map_reserve(struct uuid_map *map, u32 more)
{
	return map_table_reserve(&map->table, more);
}

MUST_USE static inline enum err map_reserve(struct map *map, u32 more)
{
	return map_table_reserve(&map->table, more);
}

static inline void *u64_map_next(const struct u64_map *map, struct map_cursor *cursor)
{
	return map_table_next(&map->table, cursor);
}

static inline void *uuid_map_next(const struct uuid_map *map, struct map_cursor *cursor)
{
	return map_table_next(&map->table, cursor);
}

static inline void *map_next(const struct map *map, struct map_cursor *cursor)
{
	return map_table_next(&map->table, cursor);
}

#endif
