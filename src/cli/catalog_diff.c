/* belfry catalog diff: what counts for a tenant, beside what the catalog says of a profile. */
#include "cli/catalog.h"
#include "cli/remote.h"
#include "cli/render.h"
#include "cli/transfer.h"

struct difference {
	struct cli *cli;
	const struct catalog_tenant *tenant;
	u32 len;
};

static void add_value(struct buf *out, const json_t *value)
{
	if (!value) buf_add(out, STR("nothing"));
	else
		(void)json_dump_callback(value, render_add_dumped, out,
					 JSON_COMPACT | JSON_ENCODE_ANY);
}

static void tell(struct difference *difference, const char *what, const char *field,
		 const json_t *catalog, const json_t *here, const char *source)
{
	struct buf *out = &difference->cli->out.text;
	buf_addf(out, "%s %s: the catalog has ", what, field);
	add_value(out, catalog);
	buf_add(out, STR(", the tenant has "));
	add_value(out, here);
	if (source) buf_addf(out, " (from %s)", source);
	buf_add_byte(out, '\n');
	difference->len++;
}

/* The row of a field in `in_force`; NULL: there is none. */
static json_t *find_field(const json_t *type, const char *field)
{
	size_t i;
	json_t *row;
	json_array_foreach(json_object_get(type, "in_force"), i, row)
	{
		const char *name = json_string_value(json_object_get(row, "field"));
		if (name && strcmp(name, field) == 0) return row;
	}
	return NULL;
}

static void compare_type(struct difference *difference, const json_t *type, const json_t *here)
{
	const char *field;
	json_t *value, *policy = catalog_policy(difference->tenant, type);
	struct buf what;
	buf_init(&what, 1024);
	buf_addf(&what, "type %s", catalog_name(CATALOG_TYPES, type));
	buf_add_byte(&what, '\0');
	json_object_foreach(policy, field, value)
	{
		const json_t *row = find_field(here, field);
		const json_t *counts = json_object_get(row, "value");
		if (!json_equal(value, counts))
			tell(difference, buf_view(&what).at, field, value, counts,
			     json_string_value(json_object_get(row, "source")));
	}
	buf_done(&what);
	json_decref(policy);
}

static enum err look_at_type(struct difference *difference, const json_t *type)
{
	struct cli *cli = difference->cli;
	struct client_response response;
	struct buf path;
	struct why why;
	const char *name = catalog_name(CATALOG_TYPES, type);
	buf_init(&path, REMOTE_PATH_MAX);
	buf_add(&path, STR("types/"));
	remote_encode(str_from(name), &path);
	transfer_add_tenant(cli, &path);
	const struct remote_call call = { STR("GET"), buf_view(&path), STR(""), 0 };
	enum err err = remote_find(cli);
	if (!err && (err = remote_try(cli, &call, &response, &why)))
		err = remote_report_none(cli, &why);
	else if (!err && response.status == 404) {
		buf_addf(&cli->out.text, "type %s: missing in the tenant\n", name);
		difference->len++;
	} else if (!err && response.status != 200) {
		err = remote_report(cli, &response);
	} else if (!err) {
		json_t *here = render_parse(response.body);
		compare_type(difference, type, here);
		json_decref(here);
	}
	buf_done(&path);
	return err;
}

/* ---- rules ---------------------------------------------------------------------------------- */

static enum err keep_row(struct cli *cli, const struct transfer_kind *kind, str row, void *context)
{
	(void)cli;
	(void)kind;
	return json_array_append_new(context, render_parse(row)) ? ERR_MEMORY : ERR_OK;
}

static void compare_rule(struct difference *difference, const json_t *rule, const json_t *here)
{
	const char *code = catalog_name(CATALOG_RULES, rule), *field;
	json_t *value;
	struct buf what;
	buf_init(&what, 1024);
	buf_addf(&what, "rule %s", code);
	buf_add_byte(&what, '\0');
	json_object_foreach((json_t *)(uintptr_t)rule, field, value)
	{
		const json_t *counts = json_object_get(here, field);
		if (strcmp(field, "profiles") != 0 && !json_equal(value, counts))
			tell(difference, buf_view(&what).at, field, value, counts,
			     json_string_value(json_object_get(here, "origin")));
	}
	const json_t *state = json_object_get(here, "state");
	if (state && strcmp(json_string_value(state), "paused") == 0)
		tell(difference, buf_view(&what).at, "state", NULL, state, "tenant");
	buf_done(&what);
}

static void look_at_rule(struct difference *difference, const json_t *rule, json_t *rules)
{
	const char *code = catalog_name(CATALOG_RULES, rule);
	size_t i;
	json_t *row;
	json_array_foreach(rules, i, row)
	{
		const char *from = json_string_value(json_object_get(row, "template"));
		if (!from || strcmp(from, code) != 0) continue;
		compare_rule(difference, rule, row);
		return;
	}
	buf_addf(&difference->cli->out.text, "rule %s: missing in the tenant\n", code);
	difference->len++;
}

static enum err look_at_rules(struct difference *difference, const char *profile)
{
	static const struct transfer_kind every = { "rule", "rules", "", "", "", TRANSFER_MAKE };
	json_t *here = json_array(), *rows = catalog_rows(difference->cli, CATALOG_RULES), *row;
	size_t i;
	enum err err = transfer_walk(difference->cli, &every, keep_row, here);
	json_array_foreach(rows, i, row)
	{
		if (!err && catalog_is_of(row, profile)) look_at_rule(difference, row, here);
	}
	json_decref(rows);
	json_decref(here);
	return err;
}

enum err catalog_diff(struct cli *cli, str profile)
{
	struct catalog_tenant tenant;
	struct difference difference = { cli, &tenant, 0 };
	enum catalog_part_no part = CATALOG_PROFILES;
	size_t i;
	json_t *row;
	enum err err = catalog_ask_tenant(cli, &tenant);
	if (err) return err;
	if (!profile.len) profile = str_from(tenant.profile);
	json_t *found = catalog_look_up(cli, profile, &part);
	bool is_known = found && part == CATALOG_PROFILES;
	if (!is_known && !str_eq(profile, STR("default"))) err = catalog_unknown(cli, profile);
	const char *code = is_known ? catalog_name(part, found) : "default";
	json_t *rows = catalog_rows(cli, CATALOG_TYPES);
	json_array_foreach(rows, i, row)
	{
		if (!err && catalog_is_of(row, code)) err = look_at_type(&difference, row);
	}
	if (!err) err = look_at_rules(&difference, code);
	if (!err && !difference.len)
		buf_addf(&cli->out.text, "no difference from the profile %s\n", code);
	json_decref(rows);
	json_decref(found);
	return err;
}
