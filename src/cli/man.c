/* belfry man: manual pages from the tables. belfry(1) has what all commands share, belfry-task(1)
 * and so on each command, belfry.conf(5) the settings. `make man` writes them all. */
#include "cli/examples.h"
#include "cli/help.h"
#include "cli/resource.h"
#include "cli/verb.h"

#include <stdio.h>

enum { PAGE_BYTES_MAX = 1 << 20, PATH_BYTES_MAX = 4096 };
#define CONF_PAGE "belfry.conf"

#define X(code, name, meaning) { code, meaning },
static const struct {
	int code;
	const char *meaning;
} exit_codes[] = { EXITS(X) };
#undef X

/* ---- pieces ------------------------------------------------------------------------------ */

/* A dash is a minus, a backslash must be doubled, and a line must not begin with a dot. */
static void add_text(struct buf *out, const char *text)
{
	bool begins = true;
	for (const char *c = text; *c; c++) {
		if (begins && (*c == '.' || *c == '\'')) buf_add(out, STR("\\&"));
		begins = *c == '\n';
		if (*c == '-' || *c == '\\') buf_add_byte(out, '\\');
		if (*c == '\\') buf_add_byte(out, 'e');
		else if (*c == '\'') buf_add(out, STR("\\(aq"));
		else buf_add_byte(out, *c);
	}
}

static void add_line(struct buf *out, const char *text)
{
	add_text(out, text);
	buf_add_byte(out, '\n');
}

static void add_head(const struct cli *cli, const char *name, int section, const char *summary,
		     struct buf *out)
{
	buf_add(out, STR(".TH "));
	for (const char *c = name; *c; c++) buf_add_byte(out, ascii_upper(*c));
	buf_addf(out, " %d \"\" \"Belfry %s\" \"%s\"\n.SH NAME\n", section, cli->doors->version,
		 section == 5 ? "File Formats" : "User Commands");
	add_text(out, name);
	buf_add(out, STR(" \\- "));
	add_line(out, summary);
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
	add_line(out, option->help);
}

static void add_examples(struct buf *out, enum verb_id verb)
{
	buf_add(out, STR(".SH EXAMPLES\n"));
	for (u32 i = 0; i < example_count(); i++) {
		const struct cli_example *example = example_row(i);
		if (example->verb != verb) continue;
		buf_add(out, STR(".PP\n"));
		add_line(out, example->text);
		buf_add(out, STR(".PP\n.nf\n.RS\n"));
		add_line(out, example->line);
		buf_add(out, STR(".RE\n.fi\n"));
	}
}

static void add_exit_codes(struct buf *out)
{
	buf_add(out, STR(".SH EXIT STATUS\n"));
	for (size_t i = 0; i < countof(exit_codes); i++) {
		buf_addf(out, ".TP\n%d\n", exit_codes[i].code);
		add_line(out, exit_codes[i].meaning);
	}
}

/* ---- pages ------------------------------------------------------------------------------- */

static void add_actions(struct buf *out, enum verb_id id)
{
	if (verb_has_actions(id)) buf_add(out, STR(".SH ACTIONS\n"));
	for (u32 i = 0; i < action_count(); i++) {
		const struct cli_action *action = action_row(i);
		if (action->verb != id) continue;
		buf_add(out, STR(".TP\n\\fB"));
		action_add_usage(action, out);
		buf_add(out, STR("\\fR\n"));
		add_line(out, action->summary);
	}
	verb_add_aliases(id, ".PP\nAliases: ", ".\n", out);
}

static void add_own_options(struct cli *cli, struct buf *out, enum verb_id id)
{
	u32 scopes = help_scopes(id);
	buf_add(out, STR(".SH OPTIONS\n"));
	for (u32 i = 0; i < OPTIONS_LEN; i++) {
		enum option_id option = (enum option_id)i;
		if (option_is_for(option, 0) || !option_is_for(option, (u64)1 << id)) continue;
		add_option(out, option_row(option));
	}
	for (u32 i = 0; i < cli->doors->settings_len; i++) {
		const struct option *setting = &cli->doors->settings[i];
		if (setting->scopes & scopes) add_option(out, setting);
	}
	if (help_points_to_serve(id))
		buf_add(out, STR(".PP\nIt also takes every setting of\n.BR belfry-serve (1).\n"));
	buf_add(out, STR(".PP\nOptions of every command are told in\n.BR belfry (1).\n"));
}

static void add_command_page(struct cli *cli, enum verb_id id, struct buf *out)
{
	const struct verb *verb = verb_row(id);
	char name[64];
	(void)snprintf(name, sizeof name, "belfry-%s", verb->name);
	add_head(cli, name, 1, verb->summary, out);
	buf_addf(out, ".SH SYNOPSIS\n\\fBbelfry %s\\fR ", verb->name);
	add_line(out, verb->usage);
	buf_add(out, STR(".SH DESCRIPTION\n"));
	add_line(out, verb->text);
	add_actions(out, id);
	add_examples(out, id);
	add_own_options(cli, out, id);
	buf_add(out, STR(".SH SEE ALSO\n.BR belfry (1),\n.BR belfry.conf (5)\n"));
}

static void add_main_page(struct cli *cli, struct buf *out)
{
	add_head(cli, "belfry", 1, "one place to schedule work", out);
	buf_add(out,
		STR(".SH SYNOPSIS\n\\fBbelfry\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n"
		    ".SH DESCRIPTION\nA job scheduler and job server: later, again and again, or "
		    "right now. Answers go to standard output, messages to standard error.\n"
		    ".SH COMMANDS\nEach has a page of its own, like\n.BR belfry\\-task (1).\n"));
	for (u32 id = 0; id < CMD_COUNT; id++) {
		const struct verb *verb = verb_row((enum verb_id)id);
		buf_addf(out, ".TP\n\\fB%s\\fR\n", verb->name);
		add_line(out, verb->summary);
	}
	buf_add(out, STR(".SH OPTIONS OF EVERY COMMAND\n"));
	for (u32 i = 0; i < OPTIONS_LEN; i++) {
		if (option_is_for((enum option_id)i, 0))
			add_option(out, option_row((enum option_id)i));
	}
	for (u32 i = 0; i < cli->doors->settings_len; i++) {
		if (cli->doors->settings[i].scopes & SCOPE_COMMON)
			add_option(out, &cli->doors->settings[i]);
	}
	add_exit_codes(out);
	buf_add(out, STR(".SH FILES\n.TP\n.I belfry.conf\nsettings, see\n.BR belfry.conf (5)\n"
			 ".TP\n.I belfry\\-data/admin.token\nthe token that the first start makes\n"
			 ".TP\n.I ~/.config/belfry/contexts.json\nservers and tokens, see\n"
			 ".BR belfry\\-context (1)\n"));
	add_examples(out, CMD_NEXT);
	buf_add(out, STR(".SH SEE ALSO\n.BR belfry\\-demo (1),\n.BR belfry\\-serve (1),\n"
			 ".BR belfry.conf (5)\n"));
}

/* A key of the file is the flag with _ for -. */
static void add_conf_page(struct cli *cli, struct buf *out)
{
	add_head(cli, CONF_PAGE, 5, "settings of Belfry", out);
	buf_add(out,
		STR(".SH DESCRIPTION\nLines of the form \\fIkey\\fR = \\fIvalue\\fR; a line that "
		    "begins with # or ; is a comment. The file is belfry.conf in the folder where "
		    "belfry is started, or what \\-\\-config or BELFRY_CONFIG names. A flag counts "
		    "more than the environment, the environment more than the file. Keys that are "
		    "not known and values that are not allowed are refused.\n.SH SETTINGS\n"));
	for (u32 i = 0; i < cli->doors->settings_len; i++) {
		const struct option *setting = &cli->doors->settings[i];
		buf_add(out, STR(".TP\n\\fB"));
		for (const char *c = setting->name; *c; c++)
			buf_add_byte(out, *c == '-' ? '_' : *c);
		buf_addf(out, "\\fR = \\fI%s\\fR\n", setting->value ? setting->value : "BOOL");
		add_line(out, setting->help);
	}
	buf_add(out, STR(".SH SEE ALSO\n.BR belfry (1),\n.BR belfry\\-config (1)\n"));
}

/* ---- the command ------------------------------------------------------------------------- */

/* The page of that name; false: there is none. Empty: the main one. */
static bool add_page(struct cli *cli, str name, struct buf *out)
{
	enum verb_id id = verb_find(name);
	if (!name.len) add_main_page(cli, out);
	else if (str_eq(name, STR(CONF_PAGE))) add_conf_page(cli, out);
	else if (id != CMD_COUNT) add_command_page(cli, id, out);
	else return false;
	return true;
}

static enum err write_page(struct cli *cli, str folder, const char *file, str name)
{
	struct buf path, page;
	struct why why;
	buf_init(&path, PATH_BYTES_MAX);
	buf_init(&page, PAGE_BYTES_MAX);
	buf_add(&path, folder);
	buf_addf(&path, "/%s", file);
	(void)add_page(cli, name, &page);
	enum err err = buf_failed(&page) || buf_failed(&path)
			       ? fail(&why, ERR_MEMORY, "no memory for %s", file)
			       : cli->doors->write_file(cli->doors->context, buf_view(&path),
							buf_view(&page), &why);
	buf_done(&path);
	buf_done(&page);
	return err ? report(cli, &why) : ERR_OK;
}

static enum err write_all(struct cli *cli, str folder)
{
	enum err err = write_page(cli, folder, "belfry.1", STR(""));
	if (!err) err = write_page(cli, folder, CONF_PAGE ".5", STR(CONF_PAGE));
	for (u32 id = 0; id < CMD_COUNT && !err; id++) {
		const char *name = verb_row((enum verb_id)id)->name;
		char file[64];
		(void)snprintf(file, sizeof file, "belfry-%s.1", name);
		err = write_page(cli, folder, file, str_from(name));
	}
	return err;
}

enum err cmd_man(struct cli *cli, const struct arguments *arguments)
{
	str folder = arguments_value(arguments, OPTION_WRITE, STR(""));
	struct why why;
	if (arguments->operands_len > (folder.len ? 0 : 1)) {
		(void)fail(&why, ERR_USAGE, "one command is expected, or --write FOLDER");
		return report_usage(cli, &why);
	}
	if (folder.len) return write_all(cli, folder);
	str name = arguments->operands_len ? arguments->operands[0] : STR("");
	return add_page(cli, name, &cli->out.text) ? ERR_OK : report_no_command(cli, name);
}
