/* The catalog: templates of jobs, profiles of tenants and the types that these have, read once from
 * the data that is built in (catalog/). */
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
	bool is_tenant_configurable; /* false: schedule and parameters stay as they are */
};

/* A set of defaults that a tenant chooses by name. */
struct profile {
	str code;
	str description;
	str settings; /* an object, as PUT tenants/:id takes it */
};

/* A type that tenants of some profiles have without a call; empty texts and lists are not said. */
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

/* A rule for events that comes ready made. */
struct rule_entry {
	struct uuid id;
	struct texts profiles;
	str body; /* as POST rules takes it, and as it is kept */
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
	struct catalog_facts facts; /* the same types as the engine asks for them */
};

/* The fields of a row of templates.json. */
extern const struct shape template_shape;

/* The bytes that are built in. */
str catalog_templates_text(void);
str catalog_profiles_text(void);
str catalog_types_text(void);
str catalog_rules_text(void);

/* All that is built in: only memory may be lacking, the rest is checked by a test. */
MUST_USE enum err catalog_take(struct arena *arena, struct catalog *out_catalog, struct why *why);

/* Reads a list of templates; texts borrow from `text`. */
MUST_USE enum err catalog_read(str text, struct arena *arena, struct catalog *out_catalog,
			       struct why *why);
/* The same with profiles. */
MUST_USE enum err catalog_read_profiles(str text, struct arena *arena, struct catalog *out_catalog,
					struct why *why);
/* catalog_types.c: the types; and the facts made of them. */
MUST_USE enum err catalog_read_types(str text, struct arena *arena, struct catalog *out_catalog,
				     struct why *why);
/* NULL: the catalog has no such type. */
const struct type_entry *catalog_find_type(const struct catalog *catalog, str name);
/* catalog_rules.c: the rules for events. */
MUST_USE enum err catalog_read_rules(str text, struct arena *arena, struct catalog *out_catalog,
				     struct why *why);
/* The rule of that template; NULL: there is none. */
const struct rule_entry *catalog_find_rule(const struct catalog *catalog, str code);
/* The template that a rule was made from; empty: none. */
str catalog_template_of(str rule);
bool catalog_rule_is_of(const struct rule_entry *entry, u32 profile);
/* NULL: no such profile. */
const struct profile *catalog_find_profile(const struct catalog *catalog, str code);
/* NULL: no such template. */
const struct template *catalog_find(const struct catalog *catalog, str code);

#endif
