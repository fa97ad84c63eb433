/* belfry catalog: what comes with Belfry, without asking a server. */
#include "cli/render.h"

enum { CATALOG_BYTES_MAX = 1 << 20 };

static const struct catalog_part {
	const char *word;
	const char *columns;
} parts[] = {
	{ "profiles", "code description +settings" },
	{ "templates", "code category default_schedule handler name +description" },
};

/* The items of an array, without the blanks that a person wrote between them. */
static void add_items(str text, struct buf *out)
{
	json_t *whole = render_parse(text);
	size_t i;
	json_t *item;
	json_array_foreach(whole, i, item)
	{
		if (i) buf_add_byte(out, ',');
		(void)json_dump_callback(item, render_add_dumped, out, JSON_COMPACT);
	}
	json_decref(whole);
}

static enum err show_part(struct cli *cli, enum output_form form, size_t which)
{
	const struct render render = { cli, form, parts[which].columns, "code" };
	struct buf items;
	buf_init(&items, CATALOG_BYTES_MAX);
	add_items(cli->doors->catalog[which], &items);
	if (buf_failed(&items)) cli->out.text.failed = true;
	enum err err = render_list(&render, buf_view(&items));
	buf_done(&items);
	return err;
}

enum err cmd_catalog(struct cli *cli, const struct arguments *arguments)
{
	struct why why;
	enum output_form form;
	str word = arguments->operands_len ? arguments->operands[0] : STR("");
	enum err err = render_form(cli, &form);
	if (err) return err;
	for (size_t i = 0; i < countof(parts) && arguments->operands_len == 1; i++) {
		if (!str_eq(word, str_from(parts[i].word))) continue;
		return show_part(cli, form, i);
	}
	(void)fail(&why, ERR_USAGE, "name a catalog: profiles or templates");
	return report_usage(cli, &why);
}
