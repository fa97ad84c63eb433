#include "api/catalog.h"

#include "api/fields.h"
#include "api/shapes.h"
#include "base/must.h"

/* The files themselves, between two marks; found from the folder the program is built in. */
__asm__(".section .rodata\n"
	"belfry_catalog_templates_begin:\n"
	".incbin \"catalog/templates.json\"\n"
	"belfry_catalog_templates_end:\n"
	".byte 0\n"
	"belfry_catalog_profiles_begin:\n"
	".incbin \"catalog/profiles.json\"\n"
	"belfry_catalog_profiles_end:\n"
	".byte 0\n"
	"belfry_catalog_types_begin:\n"
	".incbin \"catalog/types.json\"\n"
	"belfry_catalog_types_end:\n"
	".byte 0\n"
	"belfry_catalog_rules_begin:\n"
	".incbin \"catalog/rules.json\"\n"
	"belfry_catalog_rules_end:\n"
	".byte 0\n"
	".previous\n");

extern const char belfry_catalog_templates_begin[];
extern const char belfry_catalog_templates_end[];
extern const char belfry_catalog_profiles_begin[];
extern const char belfry_catalog_profiles_end[];
extern const char belfry_catalog_types_begin[];
extern const char belfry_catalog_types_end[];
extern const char belfry_catalog_rules_begin[];
extern const char belfry_catalog_rules_end[];

str catalog_templates_text(void)
{
	return (str){ belfry_catalog_templates_begin,
		      (size_t)(belfry_catalog_templates_end - belfry_catalog_templates_begin) };
}

str catalog_profiles_text(void)
{
	return (str){ belfry_catalog_profiles_begin,
		      (size_t)(belfry_catalog_profiles_end - belfry_catalog_profiles_begin) };
}

str catalog_types_text(void)
{
	return (str){ belfry_catalog_types_begin,
		      (size_t)(belfry_catalog_types_end - belfry_catalog_types_begin) };
}

str catalog_rules_text(void)
{
	return (str){ belfry_catalog_rules_begin,
		      (size_t)(belfry_catalog_rules_end - belfry_catalog_rules_begin) };
}

struct template_row {
	struct given given;
	struct template template;
};

SHAPE(template_shape, template_row, TEMPLATE_FIELDS, "template", "a template of a job");

struct profile_row {
	struct given given;
	struct profile profile;
};

SHAPE_OWN(profile_shape, profile_row, PROFILE_FIELDS, "profile", "a set of defaults of a tenant");

enum { TEMPLATES_MAX = 200, PROFILES_MAX = 20 };

static enum err refuse(const struct faults *faults, const struct json *json, struct why *why)
{
	if (json_failed(json)) return fail(why, ERR_JSON, "%s", json->why.text);
	return faults_fail(faults, why);
}

enum err catalog_read(str text, struct arena *arena, struct catalog *out_catalog, struct why *why)
{
	struct faults faults = { .arena = arena };
	struct json json;
	struct template *all = arena_alloc_array(arena, TEMPLATES_MAX, sizeof *all);
	u32 len = 0;
	if (!all) return ERR_MEMORY;
	json_init(&json, text);
	if (!json_enter(&json, VALUE_ARRAY)) return refuse(&faults, &json, why);
	while (json_next_item(&json)) {
		struct template_row row = { 0 };
		if (len == TEMPLATES_MAX)
			return fail(why, ERR_INVALID, "at most %d templates", TEMPLATES_MAX);
		if (!shape_read(&template_shape, &json, STR(""), &faults, &row))
			return refuse(&faults, &json, why);
		all[len++] = row.template;
	}
	if (!json_end(&json)) return refuse(&faults, &json, why);
	out_catalog->templates = all;
	out_catalog->templates_len = len;
	return ERR_OK;
}

enum err catalog_read_profiles(str text, struct arena *arena, struct catalog *out_catalog,
			       struct why *why)
{
	struct faults faults = { .arena = arena };
	struct json json;
	struct profile *all = arena_alloc_array(arena, PROFILES_MAX, sizeof *all);
	u32 len = 0;
	if (!all) return ERR_MEMORY;
	json_init(&json, text);
	if (!json_enter(&json, VALUE_ARRAY)) return refuse(&faults, &json, why);
	while (json_next_item(&json)) {
		struct profile_row row = { 0 };
		if (len == PROFILES_MAX)
			return fail(why, ERR_INVALID, "at most %d profiles", PROFILES_MAX);
		if (!shape_read(&profile_shape, &json, STR(""), &faults, &row))
			return refuse(&faults, &json, why);
		all[len++] = row.profile;
	}
	if (!json_end(&json)) return refuse(&faults, &json, why);
	out_catalog->profiles = all;
	out_catalog->profiles_len = len;
	return ERR_OK;
}

const struct profile *catalog_find_profile(const struct catalog *catalog, str code)
{
	for (u32 i = 0; i < catalog->profiles_len; i++) {
		if (str_eq(catalog->profiles[i].code, code)) return &catalog->profiles[i];
	}
	return NULL;
}

const struct template *catalog_find(const struct catalog *catalog, str code)
{
	for (u32 i = 0; i < catalog->templates_len; i++) {
		if (str_eq(catalog->templates[i].code, code)) return &catalog->templates[i];
	}
	return NULL;
}

enum err catalog_take(struct arena *arena, struct catalog *out_catalog, struct why *why)
{
	enum err err = catalog_read(catalog_templates_text(), arena, out_catalog, why);
	if (!err) err = catalog_read_profiles(catalog_profiles_text(), arena, out_catalog, why);
	if (!err) err = catalog_read_rules(catalog_rules_text(), arena, out_catalog, why);
	return err ? err : catalog_read_types(catalog_types_text(), arena, out_catalog, why);
}
