/* The rules of the catalog for events that come in. */
#include "api/catalog.h"
#include "api/rule.h"
#include "api/shapes.h"

enum { RULES_OF_CATALOG_MAX = 50 };

struct rule_entry_row {
	struct given given;
	struct rule_entry entry;
};

SHAPE_OWN(rule_entry_shape, rule_entry_row, CATALOG_RULE_FIELDS, "rule_entry",
	  "a rule that comes ready made");

str catalog_template_of(str rule)
{
	str there;
	if (!json_find(rule, STR("template"), &there) || there.len < 2) return (str){ 0 };
	return str_slice(there, 1, there.len - 1);
}

static enum err check(const struct rule_entry *entry, struct arena *arena, struct why *why)
{
	struct event_rule rule;
	if (!catalog_template_of(entry->body).len)
		return fail(why, ERR_INVALID, "a rule of the catalog must name its template");
	enum err err = event_rule_read(entry->body, arena, &rule, why);
	return err ? err : event_rule_check_words(entry->body, why);
}

enum err catalog_read_rules(str text, struct arena *arena, struct catalog *out_catalog,
			    struct why *why)
{
	struct faults faults = { .arena = arena };
	struct rule_entry *all = arena_alloc_array(arena, RULES_OF_CATALOG_MAX, sizeof *all);
	struct json json;
	u32 len = 0;
	bool is_good;
	if (!all) return ERR_MEMORY;
	json_init(&json, text);
	is_good = json_enter(&json, VALUE_ARRAY);
	for (; is_good && json_next_item(&json); len++) {
		struct rule_entry_row row = { 0 };
		if (len == RULES_OF_CATALOG_MAX)
			return fail(why, ERR_INVALID, "at most %d rules", RULES_OF_CATALOG_MAX);
		is_good = shape_read(&rule_entry_shape, &json, STR(""), &faults, &row);
		all[len] = row.entry;
		if (is_good && check(&row.entry, arena, why)) return ERR_INVALID;
	}
	if (is_good && !json_end(&json)) is_good = false;
	if (!is_good && json_failed(&json)) return fail(why, ERR_JSON, "%s", json.why.text);
	if (!is_good) return faults_fail(&faults, why);
	out_catalog->rules = all;
	out_catalog->rules_len = len;
	return ERR_OK;
}

const struct rule_entry *catalog_find_rule(const struct catalog *catalog, str code)
{
	for (u32 i = 0; i < catalog->rules_len; i++) {
		if (str_eq(catalog_template_of(catalog->rules[i].body), code))
			return &catalog->rules[i];
	}
	return NULL;
}

bool catalog_rule_is_of(const struct rule_entry *entry, u32 profile)
{
	for (u32 i = 0; i < entry->profiles.len; i++) {
		if (str_eq(entry->profiles.at[i], profile_word(profile))) return true;
	}
	return false;
}
