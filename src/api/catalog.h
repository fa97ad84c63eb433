/* The catalog: job templates, profiles of tenants, and the types of the profiles, read once from
 * built-in data (catalog/). */
#ifndef BELFRY_API_CATALOG_H
#define BELFRY_API_CATALOG_H

#include "api/fields.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "model/catalog.h"

struct template
{
	str code;
	str name;
	str description;
	str category;
	str handler;
	str default_schedule; /* a cron expression */
	str default_parameters;
	bool is_system_required;
	bool is_tenant_configurable; /* false: the tenant cannot change schedule and parameters */
};

/* A set of defaults that a tenant chooses by name. */
struct profile {
	str code;
	str description;
	str settings; /* an object, as PUT tenants/:id takes it */
};

/* A type that tenants of some profiles have without creating it; empty texts and lists are not
 * set. */
struct type_entry {
	str name;
	struct texts profiles;
	str module;
	str row;
	str description;
	struct texts scope;
	str due;
	str key;
	struct texts ladder;
	str schedule;
	str parameters;
	str policy; /* an object, as PUT types/NAME takes it */
};

/* A ready-made rule for events. */
struct rule_entry {
	struct uuid id;
	struct texts profiles;
	str body; /* as POST rules takes it, and as it is stored */
};

struct catalog {
	const struct template *templates;
	u32 templates_len;
	const struct profile *profiles;
	u32 profiles_len;
	const struct type_entry *types; /* by name, each once */
	u32 types_len;
	const struct rule_entry *rules; /* in the order of their ids */
	u32 rules_len;
	struct catalog_facts facts; /* the same types in the form that the engine needs */
};

/* The fields of a row of templates.json. */
extern const struct shape template_shape;

/* The built-in bytes. */
str catalog_templates_text(void);
str catalog_profiles_text(void);
str catalog_types_text(void);
str catalog_rules_text(void);

/* Reads all built-in data. Only memory can be lacking; a test checks the rest. */
MUST_USE enum err catalog_take(struct arena *arena, struct catalog *out_catalog, struct why *why);

/* Reads a list of templates; the texts are borrowed from `text`. */
MUST_USE enum err catalog_read(str text, struct arena *arena, struct catalog *out_catalog,
			       struct why *why);
/* Likewise for profiles. */
MUST_USE enum err catalog_read_profiles(str text, struct arena *arena, struct catalog *out_catalog,
					struct why *why);
/* catalog_types.c: the types; and the facts made of them. */
MUST_USE enum err catalog_read_types(str text, struct arena *arena, struct catalog *out_catalog,
				     struct why *why);
/* The entry of that name; NULL: none. */
const struct type_entry *catalog_find_type(const struct catalog *catalog, str name);
/* catalog_rules.c: the rules for events. */
MUST_USE enum err catalog_read_rules(str text, struct arena *arena, struct catalog *out_catalog,
				     struct why *why);
/* The rule of that template; NULL: none. */
const struct rule_entry *catalog_find_rule(const struct catalog *catalog, str code);
/* The template that a rule was made from; empty: none. */
str catalog_template_of(str rule);
bool catalog_rule_is_of(const struct rule_entry *entry, u32 profile);
/* NULL: no such profile. */
const struct profile *catalog_find_profile(const struct catalog *catalog, str code);
/* NULL: no such template. */
const struct template *catalog_find(const struct catalog *catalog, str code);

#endif
