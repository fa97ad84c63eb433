/* belfry catalog: profiles, types, rules and templates that come with Belfry. Listed and shown
 * without a server; compared with a tenant, and put into one (catalog_apply.c). */
#include "cli/catalog.h"

#include "cli/render.h"

enum { CATALOG_BYTES_MAX = 4 << 20 };

const struct catalog_part catalog_parts[CATALOG_PARTS] = {
	[CATALOG_PROFILES] = { "profiles", "profile", "code", "code description +settings" },
	[CATALOG_TEMPLATES] = { "templates", "template", "code",
				"code category default_schedule handler name +description" },
	[CATALOG_TYPES] = { "types", "type", "name",
			    "name profiles row description +module +ladder +schedule +policy" },
	[CATALOG_RULES] = { "rules", "rule", "template",
			    "template event offsets name +creates +anchor +payload" },
};

json_t *catalog_rows(const struct cli *cli, enum catalog_part_no part)
{
	json_t *rows = render_parse(cli->doors->catalog[part]), *plain = NULL, *row;
	size_t i;
	if (part != CATALOG_RULES) return rows;
	/* A rule stands beside its id and profiles: shown as one row. */
	plain = json_array();
	json_array_foreach(rows, i, row)
	{
		json_t *one = json_copy(json_object_get(row, "rule"));
		(void)json_object_set(one, "profiles", json_object_get(row, "profiles"));
		(void)json_array_append_new(plain, one);
	}
	json_decref(rows);
	return plain;
}

const char *catalog_name(enum catalog_part_no part, const json_t *row)
{
	const char *name = json_string_value(json_object_get(row, catalog_parts[part].name));
	return name ? name : "";
}

bool catalog_is_of(const json_t *row, const char *profile)
{
	size_t i;
	json_t *one;
	json_array_foreach(json_object_get(row, "profiles"), i, one)
	{
		if (strcmp(json_string_value(one), profile) == 0) return true;
	}
	return false;
}

json_t *catalog_look_up(const struct cli *cli, str name, enum catalog_part_no *out_part)
{
	for (u32 part = 0; part < CATALOG_PARTS; part++) {
		json_t *rows = catalog_rows(cli, (enum catalog_part_no)part), *row, *found = NULL;
		size_t i;
		json_array_foreach(rows, i, row)
		{
			str own = str_from(catalog_name((enum catalog_part_no)part, row));
			if (str_eq(own, name)) found = json_incref(row);
		}
		json_decref(rows);
		*out_part = (enum catalog_part_no)part;
		if (found) return found;
	}
	return NULL;
}

/* ---- list and show -------------------------------------------------------------------------- */

static void add_row(const json_t *row, struct buf *items)
{
	if (items->len) buf_add_byte(items, ',');
	(void)json_dump_callback(row, render_add_dumped, items, JSON_COMPACT);
}

/* Of every part, in a few columns that all have. */
static void add_part(const struct cli *cli, enum catalog_part_no part, struct buf *items)
{
	json_t *rows = catalog_rows(cli, part), *row;
	size_t i;
	json_array_foreach(rows, i, row)
	{
		json_t *said = json_object_get(row, "description");
		if (!said) said = json_object_get(row, "name");
		json_t *one = json_pack("{s:s, s:s, s:O?, s:O?}", "kind", catalog_parts[part].word,
					"name", catalog_name(part, row), "profiles",
					json_object_get(row, "profiles"), "description", said);
		add_row(one, items);
		json_decref(one);
	}
	json_decref(rows);
}

static enum err list_all(struct cli *cli, enum output_form form)
{
	const struct render render = { cli, form, "kind name profiles description", "name" };
	struct buf items;
	buf_init(&items, CATALOG_BYTES_MAX);
	for (u32 part = 0; part < CATALOG_PARTS; part++)
		add_part(cli, (enum catalog_part_no)part, &items);
	if (buf_failed(&items)) cli->out.text.failed = true;
	enum err err = render_list(&render, buf_view(&items));
	buf_done(&items);
	return err;
}

static enum err list_part(struct cli *cli, enum output_form form, enum catalog_part_no part)
{
	const struct render render = { cli, form, catalog_parts[part].columns,
				       catalog_parts[part].name };
	struct buf items;
	size_t i;
	json_t *rows = catalog_rows(cli, part), *row;
	buf_init(&items, CATALOG_BYTES_MAX);
	json_array_foreach(rows, i, row) add_row(row, &items);
	json_decref(rows);
	if (buf_failed(&items)) cli->out.text.failed = true;
	enum err err = render_list(&render, buf_view(&items));
	buf_done(&items);
	return err;
}

enum err catalog_unknown(struct cli *cli, str name)
{
	struct why why;
	(void)fail(&why, ERR_NOT_FOUND,
		   "the catalog has no \"%.*s\": belfry catalog list shows what it has",
		   STR_ARG(name));
	return report(cli, &why);
}

static enum err show(struct cli *cli, enum output_form form, str name)
{
	enum catalog_part_no part;
	json_t *row = catalog_look_up(cli, name, &part);
	bool is_short = form == FORM_JSON || form == FORM_NDJSON;
	if (!row) return catalog_unknown(cli, name);
	(void)json_dump_callback(row, render_add_dumped, &cli->out.text,
				 is_short ? JSON_COMPACT : JSON_INDENT(2));
	buf_add_byte(&cli->out.text, '\n');
	json_decref(row);
	return ERR_OK;
}

static bool find_part(str word, enum catalog_part_no *out_part)
{
	for (u32 part = 0; part < CATALOG_PARTS; part++) {
		*out_part = (enum catalog_part_no)part;
		if (str_eq(word, str_from(catalog_parts[part].words))) return true;
	}
	return false;
}

enum err cmd_catalog(struct cli *cli, const struct arguments *arguments)
{
	struct why why;
	enum output_form form;
	enum catalog_part_no part;
	u32 len = arguments->operands_len;
	str verb = len ? arguments->operands[0] : STR("");
	str name = len == 2 ? arguments->operands[1] : STR("");
	enum err err = render_form(cli, &form);
	if (err) return err;
	if (len == 1 && find_part(verb, &part)) return list_part(cli, form, part);
	if (len == 1 && str_eq(verb, STR("list"))) return list_all(cli, form);
	if (len == 2 && str_eq(verb, STR("list")) && find_part(name, &part))
		return list_part(cli, form, part);
	if (len == 2 && str_eq(verb, STR("show"))) return show(cli, form, name);
	if (len == 2 && str_eq(verb, STR("apply"))) return catalog_apply(cli, name);
	if (len <= 2 && str_eq(verb, STR("diff"))) return catalog_diff(cli, name);
	(void)fail(&why, ERR_USAGE,
		   "expected list [profiles | types | rules | templates], show NAME, apply NAME or "
		   "diff [PROFILE]");
	return report_usage(cli, &why);
}
