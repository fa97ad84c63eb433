/* The part of the catalog that engine and API share: the types that tenants of a profile have
 * without creating them. Made once from built-in data; never changed. */
#ifndef BELFRY_MODEL_CATALOG_H
#define BELFRY_MODEL_CATALOG_H

#include "model/policy.h"
#include "model/profiles.def"

enum profile_no {
#define X(name, word) PROFILE_##name,
	PROFILES(X)
#undef X
		PROFILE_COUNT
};

struct catalog_type {
	str name;
	struct type_policy policy;
};

struct profile_types {
	const struct catalog_type *types; /* by name, each once */
	u32 len;
};

struct catalog_facts {
	struct profile_types profiles[PROFILE_COUNT];
};

str profile_word(u32 profile);
/* How many of these types name a route; `facts` may be NULL. */
u32 catalog_routes(const struct catalog_facts *facts);
/* The type of that name in a profile; `facts` may be NULL. NULL: the profile has none. */
const struct catalog_type *catalog_type_find(const struct catalog_facts *facts, u32 profile,
					     str name);

#endif
