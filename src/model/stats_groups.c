#include "model/stats_groups.h"

#include "base/hash.h"
#include "base/must.h"

#include <stdlib.h>

enum { PLACES = 16384 };

_Static_assert(PLACES > 2 * STATS_GROUPS_MAX, "there is always an empty place");

enum err stats_groups_init(struct stats_groups *groups, u32 by, u32 step, struct arena *arena)
{
	must(step > 0);
	*groups = (struct stats_groups){ .by = by, .step = step, .arena = arena };
	groups->rows = arena_alloc_array(arena, STATS_GROUPS_MAX, sizeof *groups->rows);
	groups->places = arena_alloc_zeroed(arena, PLACES * sizeof *groups->places);
	return groups->rows && groups->places ? ERR_OK : ERR_MEMORY;
}

static struct stats_group group_of(const struct stats_groups *groups, const struct stats_key *key)
{
	struct stats_group group = { 0 };
	i64 step = groups->step;
	if (groups->by & STATS_BY_TIME) group.at = key->at - (key->at % step + step) % step;
	if (groups->by & STATS_BY_TENANT) group.tenant = key->tenant;
	if (groups->by & STATS_BY_NUMBER) group.number = key->number;
	if (groups->by & STATS_BY_ROUTE) group.name = key->name;
	return group;
}

static int compare_numbers(i64 a, i64 b)
{
	return (a > b) - (a < b);
}

static int compare_names(str a, str b)
{
	size_t len = a.len < b.len ? a.len : b.len;
	int order = len ? memcmp(a.at, b.at, len) : 0;
	return order ? order : compare_numbers((i64)a.len, (i64)b.len);
}

static int compare(const void *a, const void *b)
{
	const struct stats_group *x = a, *y = b;
	int order = compare_numbers(x->at, y->at);
	if (!order) order = compare_numbers(x->tenant, y->tenant);
	if (!order) order = compare_numbers(x->number, y->number);
	return order ? order : compare_names(x->name, y->name);
}

/* The place of a group, or the place it would have. */
static u32 place_of(const struct stats_groups *groups, const struct stats_group *group)
{
	const struct hash_key seed = hash_key_from_seed((u64)group->at);
	u64 hash = hash_u64(seed, (u64)group->tenant << 32 | group->number);
	if (group->name.len) hash ^= hash_bytes(seed, group->name);
	u32 place = (u32)(hash % PLACES);
	for (; groups->places[place]; place = (place + 1) % PLACES) {
		if (!compare(&groups->rows[groups->places[place] - 1], group)) break;
	}
	return place;
}

enum err stats_groups_add(struct stats_groups *groups, const struct stats_row *row)
{
	struct stats_group group = group_of(groups, &row->key);
	u32 place = place_of(groups, &group);
	if (!groups->places[place]) {
		groups->is_cut = groups->is_cut || groups->len == STATS_GROUPS_MAX;
		if (groups->len == STATS_GROUPS_MAX) return ERR_OK;
		group.name = str_copy(groups->arena, group.name);
		if (arena_failed(groups->arena)) return ERR_MEMORY;
		groups->rows[groups->len] = group;
		groups->places[place] = (u16)++groups->len;
	}
	u64 *cells = groups->rows[groups->places[place] - 1].cells;
	for (u32 i = 0; i < STATS_CELLS; i++) cells[i] += row->cells[i];
	return ERR_OK;
}

void stats_groups_sort(struct stats_groups *groups)
{
	qsort(groups->rows, groups->len, sizeof *groups->rows, compare);
}
