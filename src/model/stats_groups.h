/* Rows of statistics, added up as somebody wants to see them: by time, by type, by tenant, by
 * route, by due minute, or by several of these at once. */
#ifndef BELFRY_MODEL_STATS_GROUPS_H
#define BELFRY_MODEL_STATS_GROUPS_H

#include "base/arena.h"
#include "model/stats.h"

enum stats_by {
	STATS_BY_TIME = 1 << 0,
	STATS_BY_TENANT = 1 << 1,
	STATS_BY_NUMBER = 1 << 2, /* the type, or the due minute */
	STATS_BY_ROUTE = 1 << 3,
};

enum { STATS_GROUPS_MAX = 5000 };

struct stats_group {
	i64 at;     /* minutes since 1970, where it is by time; else 0 */
	u32 tenant; /* the numbers and the name likewise */
	u32 number;
	str name;
	u64 cells[STATS_CELLS];
	str tenant_text; /* of the numbers; empty: others. Whoever knows them fills them in */
	str type_text;
};

struct stats_groups {
	u32 by;   /* bits of enum stats_by */
	u32 step; /* minutes, of what is by time */
	struct stats_group *rows;
	u32 len;
	bool is_cut; /* there would be more than STATS_GROUPS_MAX: the rest was left out */
	struct arena *arena;
	u16 *places;
};

MUST_USE enum err stats_groups_init(struct stats_groups *groups, u32 by, u32 step,
				    struct arena *arena);
/* ERR_MEMORY: it was not added. */
MUST_USE enum err stats_groups_add(struct stats_groups *groups, const struct stats_row *row);
/* By time, tenant, number, name. */
void stats_groups_sort(struct stats_groups *groups);

#endif
