/* belfry man: the manual page, from the tables. `make man` puts it where man finds it. */
#include "cli/help.h"
#include "cli/resource.h"
#include "cli/verb.h"

#define X(code, name, meaning) { code, meaning },
static const struct {
	int code;
	const char *meaning;
} exit_codes[] = { EXITS(X) };
#undef X

/* A dash is a minus, a backslash must be doubled, and a line must not begin with a dot. */
static void add_text(struct buf *out, const char *text)
{
	bool begins = true;
	for (const char *c = text; *c; c++) {
		if (begins && (*c == '.' || *c == '\'')) buf_add(out, STR("\\&"));
		begins = *c == '\n';
		if (*c == '-' || *c == '\\') buf_add_byte(out, '\\');
		if (*c == '\\') buf_add_byte(out, 'e');
		else buf_add_byte(out, *c);
	}
}

static void add_option(struct buf *out, const struct option *option)
{
	buf_add(out, STR(".TP\n\\fB"));
	if (option->letter) buf_addf(out, "\\-%c\\fR, \\fB", option->letter);
	buf_add(out, STR("\\-\\-"));
	add_text(out, option->name);
	buf_add(out, STR("\\fR"));
	if (option->value) buf_addf(out, " \\fI%s\\fR", option->value);
	buf_add_byte(out, '\n');
	add_text(out, option->help);
	buf_add_byte(out, '\n');
}

static void add_verb(struct buf *out, enum verb_id id)
{
	const struct verb *verb = verb_row(id);
	buf_addf(out, ".SS belfry %s\n", verb->name);
	add_text(out, verb->text);
	buf_add(out, STR("\n.PP\n\\fBbelfry "));
	buf_addf(out, "%s\\fR ", verb->name);
	add_text(out, verb->usage);
	buf_add_byte(out, '\n');
	for (u32 i = 0; i < action_count(); i++) {
		const struct action *action = action_row(i);
		if (action->verb != id) continue;
		buf_add(out, STR(".TP\n\\fB"));
		action_add_usage(action, out);
		buf_add(out, STR("\\fR\n"));
		add_text(out, action->summary);
		buf_add_byte(out, '\n');
	}
	for (u32 i = 0; i < OPTIONS_LEN; i++) {
		enum option_id option = (enum option_id)i;
		if (option_is_for(option, 0) || !option_is_for(option, (u64)1 << id)) continue;
		add_option(out, option_row(option));
	}
}

enum err cmd_man(struct cli *cli, const struct arguments *arguments)
{
	struct buf *out = &cli->out.text;
	struct why why;
	if (arguments->operands_len) {
		(void)fail(&why, ERR_USAGE, "takes no words, only options");
		return report_usage(cli, &why);
	}
	buf_addf(out, ".TH BELFRY 1 \"\" \"Belfry %s\" \"User Commands\"\n", cli->doors->version);
	buf_add(out, STR(".SH NAME\nbelfry \\- one place to schedule work\n"
			 ".SH SYNOPSIS\n\\fBbelfry\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n"
			 ".SH COMMANDS\n"));
	for (u32 id = 0; id < CMD_COUNT; id++) add_verb(out, (enum verb_id)id);
	buf_add(out, STR(".SH OPTIONS OF EVERY COMMAND\n"));
	for (u32 i = 0; i < OPTIONS_LEN; i++) {
		if (option_is_for((enum option_id)i, 0))
			add_option(out, option_row((enum option_id)i));
	}
	buf_add(out, STR(".SH SETTINGS\nFlags, then the environment, then the configuration file, "
			 "then the default.\n"));
	for (u32 i = 0; i < cli->doors->settings_len; i++)
		add_option(out, &cli->doors->settings[i]);
	buf_add(out, STR(".SH EXIT STATUS\n"));
	for (size_t i = 0; i < countof(exit_codes); i++) {
		buf_addf(out, ".TP\n%d\n", exit_codes[i].code);
		add_text(out, exit_codes[i].meaning);
		buf_add_byte(out, '\n');
	}
	return ERR_OK;
}
