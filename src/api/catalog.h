/* The catalog: templates of jobs and profiles of tenants, read once from the data that is built in
 * (catalog/). */
#ifndef BELFRY_API_CATALOG_H
#define BELFRY_API_CATALOG_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

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

struct catalog {
	const struct template *templates;
	u32 templates_len;
	const struct profile *profiles;
	u32 profiles_len;
};

struct shape;

/* The fields of a row of templates.json. */
extern const struct shape template_shape;

/* The bytes that are built in. */
str catalog_templates_text(void);
str catalog_profiles_text(void);

/* Reads a list of templates; texts borrow from `text`. */
MUST_USE enum err catalog_read(str text, struct arena *arena, struct catalog *out_catalog,
			       struct why *why);
/* The same with profiles. */
MUST_USE enum err catalog_read_profiles(str text, struct arena *arena, struct catalog *out_catalog,
					struct why *why);
/* NULL: no such profile. */
const struct profile *catalog_find_profile(const struct catalog *catalog, str code);
/* NULL: no such template. */
const struct template *catalog_find(const struct catalog *catalog, str code);

#endif
