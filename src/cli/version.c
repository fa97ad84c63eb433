/* belfry version: what is this, and which zone data does it go by? */
#include "cli/verb.h"

enum { ZONE_DATA_TEXT_MAX = 8192 };

static void print_text(struct cli *cli, str zone_data)
{
	const struct doors *doors = cli->doors;
	struct buf *out = &cli->out.text;
	output_begin(&cli->out, STYLE_BOLD);
	buf_addf(out, "belfry %s", doors->version);
	output_end(&cli->out, STYLE_BOLD);
	buf_add_byte(out, '\n');
	for (u32 i = 0; i < doors->facts_len; i++)
		buf_addf(out, "%-10s %s\n", doors->facts[i].name, doors->facts[i].value);
	buf_add(out, STR("zone data  "));
	output_safe(&cli->out, zone_data);
	buf_add_byte(out, '\n');
}

static void print_json(const struct doors *doors, str zone_data, struct buf *out)
{
	buf_add(out, STR("{\"version\":"));
	buf_add_json(out, str_from(doors->version));
	for (u32 i = 0; i < doors->facts_len; i++) {
		buf_add_byte(out, ',');
		buf_add_json(out, str_from(doors->facts[i].name));
		buf_add_byte(out, ':');
		buf_add_json(out, str_from(doors->facts[i].value));
	}
	buf_add(out, STR(",\"zone_data\":"));
	buf_add_json(out, zone_data);
	buf_add(out, STR("}\n"));
}

enum err cmd_version(struct cli *cli, const struct arguments *arguments)
{
	struct buf zone_data;
	struct why why;
	if (arguments->operands_len) {
		(void)fail(&why, ERR_USAGE, "expected no argument, got \"%.*s\"",
			   STR_ARG(arguments->operands[0]));
		return report_usage(cli, &why);
	}
	buf_init(&zone_data, ZONE_DATA_TEXT_MAX);
	/* Without zone data the question is still answered; that is when people ask it. */
	if (cli->doors->zone_data(cli->doors->context, &zone_data, &why)) {
		buf_clear(&zone_data);
		buf_addf(&zone_data, "none: %s", why.text);
	}
	if (arguments_have(arguments, OPTION_JSON))
		print_json(cli->doors, buf_view(&zone_data), &cli->out.text);
	else print_text(cli, buf_view(&zone_data));
	if (buf_failed(&zone_data)) cli->out.text.failed = true;
	buf_done(&zone_data);
	return ERR_OK;
}
