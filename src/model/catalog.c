/* Finds the types that belong to a profile. */
#include "model/catalog.h"

#include "base/must.h"

str profile_word(u32 profile)
{
	static const str words[PROFILE_COUNT] = {
#define X(name, word) [PROFILE_##name] = STR(word),
		PROFILES(X)
#undef X
	};
	must(profile < PROFILE_COUNT);
	return words[profile];
}

const struct catalog_type *catalog_type_find(const struct catalog_facts *facts, u32 profile,
					     str name)
{
	u32 low = 0, high;
	must(profile < PROFILE_COUNT);
	if (!facts) return NULL;
	const struct profile_types *types = &facts->profiles[profile];
	high = types->len;
	while (low < high) {
		u32 middle = low + (high - low) / 2;
		int order = str_order(types->types[middle].name, name);
		if (order == 0) return &types->types[middle];
		if (order < 0) low = middle + 1;
		else high = middle;
	}
	return NULL;
}

u32 catalog_routes(const struct catalog_facts *facts)
{
	u32 routes = 0;
	for (u32 i = 0; facts && i < PROFILE_COUNT; i++) {
		const struct profile_types *types = &facts->profiles[i];
		for (u32 j = 0; j < types->len; j++) routes += types->types[j].policy.route.len > 0;
	}
	return routes;
}
