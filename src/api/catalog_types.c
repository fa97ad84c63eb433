/* The types of the catalog: read from the data, and told to the engine. Their policies are read as
 * the bodies of calls are. */
#include "api/catalog.h"
#include "api/request.h"
#include "api/shapes.h"
#include "api/type_body.h"
#include "base/memory.h"

#include <stdlib.h>

enum { TYPES_MAX = 200 };

struct type_entry_row {
	struct given given;
	struct type_entry entry;
};

SHAPE_OWN(type_entry_shape, type_entry_row, CATALOG_TYPE_FIELDS, "type_entry",
	  "a type that tenants of some profiles have");

static int compare(const void *a, const void *b)
{
	str x = ((const struct type_entry *)a)->name, y = ((const struct type_entry *)b)->name;
	return str_order(x, y);
}

/* A name of something else stands in no profile: a secret would be asked of a tenant that never
 * wrote it, a next way of one that may not know it. */
static enum err check_fields(const struct type_input *input, str name, struct why *why)
{
	static const u32 barred[] = { TYPE_TENANT_ID, TYPE_HANDLER, TYPE_FALLBACK, TYPE_GROUP,
				      TYPE_DESCRIPTION };
	for (u32 i = 0; i < countof(barred); i++) {
		if (input->given.there >> barred[i] & 1)
			return fail(why, ERR_INVALID,
				    "%.*s: handler, fallback, group and description are no part "
				    "of a profile's policy",
				    STR_ARG(name));
	}
	return input->given.nulls ? fail(why, ERR_INVALID, "%.*s: null says nothing", STR_ARG(name))
				  : ERR_OK;
}

static enum err take_policy(struct request *request, const struct type_entry *entry,
			    struct type_policy *out_policy, struct why *why)
{
	struct type_input input = { 0 };
	struct json json;
	json_init(&json, entry->policy);
	*out_policy = (struct type_policy){ 0 };
	if (!shape_read(&type_body, &json, STR("/policy"), &request->faults, &input)) {
		enum err err = faults_fail(&request->faults, &request->why);
		return fail(why, err, "%.*s: %s", STR_ARG(entry->name), request->why.text);
	}
	enum err err = check_fields(&input, entry->name, why);
	if (err) return err;
	err = type_policy_take(request, &input, out_policy);
	if (err) return fail(why, err, "%.*s: %s", STR_ARG(entry->name), request->why.text);
	type_policy_note(&input, out_policy);
	return ERR_OK;
}

static bool is_of(const struct type_entry *entry, u32 profile)
{
	for (u32 i = 0; i < entry->profiles.len; i++) {
		if (str_eq(entry->profiles.at[i], profile_word(profile))) return true;
	}
	return false;
}

static enum err check_profiles(const struct type_entry *entry, struct why *why)
{
	u32 known = 0;
	for (u32 i = PROFILE_NONE + 1; i < PROFILE_COUNT; i++) known += is_of(entry, i);
	if (known == entry->profiles.len) return ERR_OK;
	return fail(why, ERR_INVALID, "%.*s: profiles must be names of profiles, each once",
		    STR_ARG(entry->name));
}

/* The types of a profile, in the order of their names. */
static enum err fill_profile(struct request *request, const struct catalog *catalog, u32 profile,
			     struct arena *arena, struct profile_types *out_types, struct why *why)
{
	struct catalog_type *types = arena_alloc_array(arena, catalog->types_len + 1,
						       sizeof *types);
	u32 len = 0;
	enum err err = types ? ERR_OK : ERR_MEMORY;
	for (u32 i = 0; !err && i < catalog->types_len; i++) {
		const struct type_entry *entry = &catalog->types[i];
		if (!is_of(entry, profile)) continue;
		types[len].name = entry->name;
		err = take_policy(request, entry, &types[len].policy, why);
		len++;
	}
	*out_types = (struct profile_types){ types, len };
	return err;
}

static enum err make_facts(struct catalog *catalog, struct arena *arena, struct why *why)
{
	struct request *request = mem_alloc_zeroed(sizeof *request);
	enum err err = request ? ERR_OK : ERR_MEMORY;
	if (request) request->faults.arena = arena;
	for (u32 i = PROFILE_NONE + 1; !err && i < PROFILE_COUNT; i++)
		err = fill_profile(request, catalog, i, arena, &catalog->facts.profiles[i], why);
	mem_free(request);
	return err;
}

static enum err read_entries(str text, struct arena *arena, struct type_entry *entries,
			     u32 *out_len, struct why *why)
{
	struct faults faults = { .arena = arena };
	struct json json;
	bool is_good;
	json_init(&json, text);
	is_good = json_enter(&json, VALUE_ARRAY);
	for (*out_len = 0; is_good && json_next_item(&json); (*out_len)++) {
		struct type_entry_row row = { 0 };
		if (*out_len == TYPES_MAX)
			return fail(why, ERR_INVALID, "at most %d types", TYPES_MAX);
		is_good = shape_read(&type_entry_shape, &json, STR(""), &faults, &row);
		entries[*out_len] = row.entry;
	}
	if (is_good && json_end(&json)) return ERR_OK;
	if (json_failed(&json)) return fail(why, ERR_JSON, "%s", json.why.text);
	return faults_fail(&faults, why);
}

enum err catalog_read_types(str text, struct arena *arena, struct catalog *out_catalog,
			    struct why *why)
{
	struct type_entry *entries = arena_alloc_array(arena, TYPES_MAX, sizeof *entries);
	u32 len = 0;
	if (!entries) return ERR_MEMORY;
	enum err err = read_entries(text, arena, entries, &len, why);
	if (err) return err;
	qsort(entries, len, sizeof *entries, compare);
	for (u32 i = 0; !err && i < len; i++) {
		err = check_profiles(&entries[i], why);
		if (i && !compare(&entries[i - 1], &entries[i]))
			err = fail(why, ERR_INVALID, "%.*s stands twice", STR_ARG(entries[i].name));
	}
	if (err) return err;
	out_catalog->types = entries;
	out_catalog->types_len = len;
	return make_facts(out_catalog, arena, why);
}

const struct type_entry *catalog_find_type(const struct catalog *catalog, str name)
{
	const struct type_entry asked = { .name = name };
	if (!catalog->types_len) return NULL;
	return bsearch(&asked, catalog->types, catalog->types_len, sizeof asked, compare);
}
