/* The catalog that is built in, for the commands that list it, show it, compare it with a tenant
 * and put it into one. */
#ifndef BELFRY_CLI_CATALOG_H
#define BELFRY_CLI_CATALOG_H

#include "cli/verb.h"

#include <jansson.h>

/* In the order of the door `catalog`. */
enum catalog_part_no {
	CATALOG_PROFILES,
	CATALOG_TEMPLATES,
	CATALOG_TYPES,
	CATALOG_RULES,
	CATALOG_PARTS
};

struct catalog_part {
	const char *words;
	const char *word;
	const char *name; /* the member by which a row is found */
	const char *columns;
};

extern const struct catalog_part catalog_parts[CATALOG_PARTS];

/* All rows of a part; to be given back by json_decref. */
json_t *catalog_rows(const struct cli *cli, enum catalog_part_no part);
const char *catalog_name(enum catalog_part_no part, const json_t *row);
/* Whether tenants of that profile have it. */
bool catalog_is_of(const json_t *row, const char *profile);
/* The row of that name in any part; NULL: there is none. To be given back by json_decref. */
json_t *catalog_look_up(const struct cli *cli, str name, enum catalog_part_no *out_part);
/* Reports that there is none. */
enum err catalog_unknown(struct cli *cli, str name);

/* catalog_apply.c: a profile with its types and rules, or one type, rule or template, becomes the
 * tenant's own. */
MUST_USE enum err catalog_apply(struct cli *cli, str name);
/* catalog_diff.c: in which fields the types and rules of a tenant differ from those of a profile;
 * an empty name: its own profile. */
MUST_USE enum err catalog_diff(struct cli *cli, str profile);

/* Of the tenant at hand: its profile, and the number that a priority in words has on its scale. */
struct catalog_tenant {
	char profile[64];
	bool has_few_steps;
};
MUST_USE enum err catalog_ask_tenant(struct cli *cli, struct catalog_tenant *out_tenant);
/* The policy of a type with its priority as a number of the tenant's scale. */
json_t *catalog_policy(const struct catalog_tenant *tenant, const json_t *type);

#endif
