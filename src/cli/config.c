/* belfry config: what is in force, and where it is from. */
#include "cli/render.h"

static void show_json(struct cli *cli)
{
	const struct doors *doors = cli->doors;
	struct buf *out = &cli->out.text;
	buf_add(out, STR("{\"settings\":["));
	for (u32 i = 0; i < doors->settings_len; i++) {
		struct setting_shown shown;
		doors->setting(doors->context, i, &shown);
		if (i) buf_add_byte(out, ',');
		buf_addf(out, "{\"name\":\"%s\",\"flag\":\"%s\",\"value\":", shown.name,
			 doors->settings[i].name);
		if (shown.is_secret && shown.value.len) buf_add(out, STR("null"));
		else buf_add_json(out, shown.value);
		buf_addf(out, ",\"origin\":\"%s\",\"secret\":%s}", shown.origin,
			 shown.is_secret ? "true" : "false");
	}
	buf_add(out, STR("]}\n"));
}

static void show_table(struct cli *cli)
{
	const struct doors *doors = cli->doors;
	struct table *table = &cli->table;
	table_init(table, 4);
	table->styles[3] = STYLE_DIM;
	table_add_cell(table, STR("SETTING"));
	table_add_cell(table, STR("VALUE"));
	table_add_cell(table, STR("FROM"));
	table_add_cell(table, STR("CHANGES"));
	for (u32 i = 0; i < doors->settings_len; i++) {
		struct setting_shown shown;
		doors->setting(doors->context, i, &shown);
		table_add_cell(table, str_from(shown.name));
		table_add_cell(table,
			       shown.is_secret && shown.value.len ? STR("(hidden)") : shown.value);
		table_add_cell(table, str_from(shown.origin));
		table_add_cell(table, shown.is_live ? STR("on SIGHUP") : STR("at start"));
	}
	table_print(table, 0, &cli->out);
	table_done(table);
}

static void tell_wrong(void *context, const struct why *why)
{
	(void)report(context, why);
}

/* Reports mistakes beyond the table of settings, whose own refusals came before. */
static enum err check(struct cli *cli)
{
	struct why first = { .code = ERR_OK };
	u32 wrong = cli->doors->check(cli->doors->context, tell_wrong, cli, &first);
	if (!wrong) report_note(cli, STR("every setting is understood"));
	return wrong ? first.code : ERR_OK;
}

enum err cmd_config(struct cli *cli, const struct arguments *arguments)
{
	struct why why;
	enum output_form form;
	str word = arguments->operands_len ? arguments->operands[0] : STR("");
	bool shows = str_eq(word, STR("show"));
	if (arguments->operands_len != 1 || (!shows && !str_eq(word, STR("check")))) {
		(void)fail(&why, ERR_USAGE, "name an action: show or check");
		return report_usage(cli, &why);
	}
	enum err err = render_form(cli, &form);
	if (err) return err;
	if (!shows) return check(cli);
	if (form == FORM_JSON || form == FORM_NDJSON) show_json(cli);
	else show_table(cli);
	return ERR_OK;
}
