/* belfry catalog apply: rows of the catalog become the tenant's own, as belfry import would do. */
#include "cli/catalog.h"
#include "cli/remote.h"
#include "cli/render.h"
#include "cli/transfer.h"

enum err catalog_ask_tenant(struct cli *cli, struct catalog_tenant *out_tenant)
{
	struct buf tenant, path;
	str body;
	*out_tenant = (struct catalog_tenant){ .profile = "default" };
	buf_init(&tenant, 256);
	buf_init(&path, REMOTE_PATH_MAX);
	enum err err = transfer_tenant(cli, &tenant);
	buf_add(&path, STR("tenants/"));
	remote_encode(buf_view(&tenant), &path);
	if (!err)
		err = remote_send(cli,
				  &(struct remote_call){ STR("GET"), buf_view(&path), STR(""), 0 },
				  &body);
	if (!err) {
		str profile = render_text(body, "profile");
		size_t len = profile.len < sizeof out_tenant->profile
				     ? profile.len
				     : sizeof out_tenant->profile - 1;
		if (len) {
			memcpy(out_tenant->profile, profile.at, len);
			out_tenant->profile[len] = '\0';
		}
		out_tenant->has_few_steps = str_eq(render_member(body, "priority_scale"), STR("5"));
	}
	buf_done(&path);
	buf_done(&tenant);
	return err;
}

json_t *catalog_policy(const struct catalog_tenant *tenant, const json_t *type)
{
	static const struct {
		const char *word;
		int steps[2];
	} words[] = { { "high", { 1, 1 } }, { "normal", { 5, 3 } }, { "low", { 9, 5 } } };
	json_t *policy = json_copy(json_object_get(type, "policy"));
	const char *word = json_string_value(json_object_get(policy, "priority"));
	for (size_t i = 0; word && i < countof(words); i++) {
		if (strcmp(words[i].word, word) != 0) continue;
		(void)json_object_set_new(policy, "priority",
					  json_integer(words[i].steps[tenant->has_few_steps]));
	}
	return policy;
}

/* As a line of an export. */
static enum err apply_line(struct cli *cli, const char *kind, json_t *thing)
{
	struct buf line;
	json_t *whole = json_pack("{s:s, s:o}", "kind", kind, kind, thing);
	buf_init(&line, TRANSFER_LINE_BYTES_MAX);
	(void)json_dump_callback(whole, render_add_dumped, &line, JSON_COMPACT);
	json_decref(whole);
	enum err err = transfer_import_line(cli, buf_view(&line), 1);
	buf_done(&line);
	return err;
}

static enum err apply_type(struct cli *cli, const struct catalog_tenant *tenant, const json_t *type)
{
	json_t *thing = catalog_policy(tenant, type);
	(void)json_object_set(thing, "name", json_object_get(type, "name"));
	return apply_line(cli, "type", thing);
}

static enum err apply_rule(struct cli *cli, const json_t *rule)
{
	json_t *thing = json_copy((json_t *)(uintptr_t)rule);
	(void)json_object_del(thing, "profiles");
	return apply_line(cli, "rule", thing);
}

static enum err apply_template(struct cli *cli, const json_t *template)
{
	json_t *job = json_pack("{s:O, s:O, s:O, s:O, s:O, s:O}", "code",
				json_object_get(template, "code"), "name",
				json_object_get(template, "name"), "description",
				json_object_get(template, "description"), "handler",
				json_object_get(template, "handler"), "cron_expression",
				json_object_get(template, "default_schedule"), "parameters",
				json_object_get(template, "default_parameters"));
	return apply_line(cli, "job", job);
}

static enum err apply_profile(struct cli *cli, const struct catalog_tenant *tenant,
			      const char *profile)
{
	static const enum catalog_part_no parts[] = { CATALOG_TYPES, CATALOG_RULES };
	enum err err = ERR_OK;
	for (size_t i = 0; !err && i < countof(parts); i++) {
		json_t *rows = catalog_rows(cli, parts[i]), *row;
		size_t at;
		json_array_foreach(rows, at, row)
		{
			if (err || !catalog_is_of(row, profile)) continue;
			err = parts[i] == CATALOG_TYPES ? apply_type(cli, tenant, row)
							: apply_rule(cli, row);
		}
		json_decref(rows);
	}
	return err;
}

enum err catalog_apply(struct cli *cli, str name)
{
	struct catalog_tenant tenant;
	enum catalog_part_no part;
	json_t *row = catalog_look_up(cli, name, &part);
	if (!row) return catalog_unknown(cli, name);
	enum err err = catalog_ask_tenant(cli, &tenant);
	if (!err && part == CATALOG_TYPES) err = apply_type(cli, &tenant, row);
	if (!err && part == CATALOG_RULES) err = apply_rule(cli, row);
	if (!err && part == CATALOG_TEMPLATES) err = apply_template(cli, row);
	if (!err && part == CATALOG_PROFILES)
		err = apply_profile(cli, &tenant, catalog_name(part, row));
	json_decref(row);
	return err;
}
