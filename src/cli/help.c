#include "cli/help.h"

#include "base/must.h"
#include "cli/examples.h"
#include "cli/resource.h"
#include "cli/unused.h"

enum { OPTION_COLUMN = 26, NAME_COLUMN = 12, LINE_COLUMNS = 96 };

static const struct {
	int code;
	const char *meaning;
} exits[] = {
#define X(code, name, meaning) { code, meaning },
	EXITS(X)
#undef X
};

static void add_spaces(struct buf *out, size_t count)
{
	for (size_t i = 0; i < count; i++) buf_add_byte(out, ' ');
}

/* Breaks `text` into lines that begin at `column`; the first one begins where the line stands. */
static void add_wrapped(struct buf *out, str text, size_t column)
{
	size_t used = column;
	for (bool first = true; text.len; first = false) {
		str word = str_split(&text, ' ');
		if (!first && used + 1 + word.len > LINE_COLUMNS) {
			buf_add_byte(out, '\n');
			add_spaces(out, column);
			used = column;
		} else if (!first) {
			buf_add_byte(out, ' ');
			used++;
		}
		buf_add(out, word);
		used += word.len;
	}
	buf_add_byte(out, '\n');
}

/* "-z, --tz ZONE". */
static void add_option_name(struct buf *out, const struct option *option)
{
	if (option->letter) buf_addf(out, "-%c, ", option->letter);
	buf_addf(out, "--%s", option->name);
	if (option->value) buf_addf(out, " %s", option->value);
}

static void print_option(struct cli *cli, const struct option *option)
{
	struct buf *out = &cli->out.text;
	size_t begin = out->len;
	buf_add(out, option->letter ? STR("  ") : STR("      "));
	add_option_name(out, option);
	size_t width = out->len - begin;
	if (width + 2 > OPTION_COLUMN) {
		buf_add_byte(out, '\n');
		width = 0;
	}
	add_spaces(out, OPTION_COLUMN - width);
	add_wrapped(out, str_from(option->help), OPTION_COLUMN);
}

static void print_heading(struct cli *cli, const char *text)
{
	buf_add_byte(&cli->out.text, '\n');
	output_styled(&cli->out, STYLE_BOLD, str_from(text));
	buf_add_byte(&cli->out.text, '\n');
}

/* Of every command, or the command's own. */
static bool is_common(enum option_id id)
{
	return option_is_for(id, 0);
}

static void print_common_options(struct cli *cli)
{
	print_heading(cli, "Options of every command");
	for (u32 id = 0; id < OPTIONS_LEN; id++) {
		if (is_common((enum option_id)id))
			print_option(cli, option_row((enum option_id)id));
	}
	for (u32 i = 0; i < cli->doors->settings_len; i++) {
		if (cli->doors->settings[i].scopes & SCOPE_COMMON)
			print_option(cli, &cli->doors->settings[i]);
	}
}

static void print_own_options(struct cli *cli, enum verb_id command)
{
	bool begun = false;
	for (u32 i = 0; i < OPTIONS_LEN; i++) {
		enum option_id id = (enum option_id)i;
		if (is_common(id) || !option_is_for(id, (u64)1 << command)) continue;
		if (!begun) print_heading(cli, "Options");
		begun = true;
		print_option(cli, option_row(id));
	}
}

u32 help_scopes(enum verb_id id)
{
	u32 own = verb_row(id)->scopes & ~(u32)SCOPE_COMMON;
	return id == CMD_SERVE ? own : own & ~(u32)SCOPE_SERVE;
}

bool help_points_to_serve(enum verb_id id)
{
	return id != CMD_SERVE && (verb_row(id)->scopes & SCOPE_SERVE);
}

static void print_own_settings(struct cli *cli, enum verb_id id)
{
	bool begun = false;
	for (u32 i = 0; i < cli->doors->settings_len; i++) {
		if (!(cli->doors->settings[i].scopes & help_scopes(id))) continue;
		if (!begun) print_heading(cli, "Settings");
		begun = true;
		print_option(cli, &cli->doors->settings[i]);
	}
	if (help_points_to_serve(id))
		buf_add(&cli->out.text,
			STR("\n  It also takes every setting of the server: belfry help serve\n"));
}

/* The lines of `text`, as they are. */
static void add_lines(struct buf *out, const char *text)
{
	for (str rest = str_from(text); rest.len;) add_wrapped(out, str_split(&rest, '\n'), 0);
}

static bool print_action(struct cli *cli, const struct cli_action *action)
{
	enum { ACTION_COLUMN = 34 };
	struct buf *out = &cli->out.text;
	size_t begin = out->len;
	buf_add(out, STR("  "));
	action_add_usage(action, out);
	size_t width = out->len - begin;
	if (width + 2 > ACTION_COLUMN) {
		buf_add_byte(out, '\n');
		width = 0;
	}
	add_spaces(out, ACTION_COLUMN - width);
	add_wrapped(out, str_from(action->summary), ACTION_COLUMN);
	return true;
}

static void print_actions(struct cli *cli, enum verb_id verb)
{
	bool begun = false;
	for (u32 i = 0; i < action_count(); i++) {
		if (action_row(i)->verb != verb) continue;
		if (!begun) print_heading(cli, "Actions");
		begun = print_action(cli, action_row(i));
	}
	verb_add_aliases(verb, "\n  Aliases: ", "\n", &cli->out.text);
}

static void print_examples(struct cli *cli, enum verb_id verb)
{
	struct buf *out = &cli->out.text;
	print_heading(cli, "Examples");
	for (u32 i = 0; i < example_count(); i++) {
		const struct cli_example *example = example_row(i);
		if (example->verb != verb) continue;
		buf_addf(out, "  %s\n", example->line);
		add_spaces(out, 6);
		output_begin(&cli->out, STYLE_DIM);
		buf_add(out, str_from(example->text));
		output_end(&cli->out, STYLE_DIM);
		buf_add_byte(out, '\n');
	}
}

void help_command(struct cli *cli, enum verb_id id)
{
	const struct verb *command = verb_row(id);
	struct buf *out = &cli->out.text;
	buf_addf(out, "Usage: belfry %s %s\n\n", command->name, command->usage);
	add_lines(out, command->text);
	print_actions(cli, id);
	print_examples(cli, id);
	print_own_options(cli, id);
	print_own_settings(cli, id);
	print_common_options(cli);
}

/* Prints the options from `begin` up to `end` that the action uses; a word of its usage is not
 * repeated. */
static void print_action_options(struct cli *cli, const struct cli_action *action,
				 const char *heading, u32 begin, u32 end)
{
	bool begun = false;
	for (u32 i = begin; i < end; i++) {
		enum option_id id = (enum option_id)i;
		if (is_common(id) || !option_is_for(id, (u64)1 << action->verb)) continue;
		if (!unused_may_use(action, id) || action_has_word(action, id)) continue;
		if (!begun) print_heading(cli, heading);
		begun = true;
		print_option(cli, option_row(id));
	}
}

static void print_action_usage(struct cli *cli, const struct cli_action *action)
{
	struct buf *out = &cli->out.text;
	buf_addf(out, "Usage: belfry %s ", verb_row(action->verb)->name);
	action_add_usage(action, out);
	buf_add(out, STR(" [OPTIONS]\n\n"));
	add_wrapped(out, str_from(action->summary), 0);
	if (action->kind != ACTION_LOCAL)
		buf_addf(out, "\nCalls %s %s.\n", action->method, action->path);
	print_action_options(cli, action, "Options", FIELDS_BEGIN, OPTIONS_LEN);
	print_action_options(cli, action, "Options of many actions", 0, FIELDS_BEGIN);
}

/* An action that is there in several forms, told apart by their words, is shown in each. */
bool help_action(struct cli *cli, enum verb_id id, str name)
{
	bool found = false;
	str meant = action_name(id, name);
	for (u32 i = 0; i < action_count(); i++) {
		const struct cli_action *action = action_row(i);
		if (action->verb != id || !str_eq(str_from(action->name), meant)) continue;
		if (found) buf_add_byte(&cli->out.text, '\n');
		print_action_usage(cli, action);
		found = true;
	}
	if (found)
		buf_addf(&cli->out.text,
			 "\nFor the settings and all other actions: belfry help %s\n",
			 verb_row(id)->name);
	return found;
}

/* Groups stand in the order in which they first appear. */
static bool begins_group(u32 id)
{
	for (u32 before = 0; before < id; before++) {
		if (str_eq(str_from(verb_row((enum verb_id)before)->group),
			   str_from(verb_row((enum verb_id)id)->group)))
			return false;
	}
	return true;
}

static void print_group(struct cli *cli, const char *group)
{
	print_heading(cli, group);
	for (u32 id = 0; id < CMD_COUNT; id++) {
		const struct verb *command = verb_row((enum verb_id)id);
		if (!str_eq(str_from(command->group), str_from(group))) continue;
		buf_addf(&cli->out.text, "  %-*s%s\n", NAME_COLUMN, command->name,
			 command->summary);
	}
}

static void print_overview(struct cli *cli)
{
	struct buf *out = &cli->out.text;
	buf_addf(out, "Belfry %s: one place to schedule work\n\n", cli->doors->version);
	buf_add(out, STR("Usage: belfry COMMAND [OPTIONS]\n"));
	for (u32 id = 0; id < CMD_COUNT; id++) {
		if (begins_group(id)) print_group(cli, verb_row((enum verb_id)id)->group);
	}
	print_common_options(cli);
	print_heading(cli, "Exit codes");
	for (size_t i = 0; i < countof(exits); i++)
		buf_addf(out, "  %d  %s\n", exits[i].code, exits[i].meaning);
	print_heading(cli, "Examples");
	buf_add(out,
		STR("  belfry next '0 9 * * 1-5' --tz Europe/London\n"
		    "  belfry next 'FREQ=MONTHLY;BYDAY=-1FR' --start 2025-01-31T18:00 --count 12\n"
		    "  belfry explain '30 1 * * *' --tz Europe/London\n"));
}

/* ---- Markdown ------------------------------------------------------------------------------ */

/* A cell of a table: a pipe would end it, a star make it slanted. */
static void add_cell(struct buf *out, const char *text)
{
	for (const char *c = text; *c; c++) {
		if (*c == '|' || *c == '*') buf_add_byte(out, '\\');
		buf_add_byte(out, *c);
	}
}

static void add_option_row(struct buf *out, const struct option *option)
{
	buf_add(out, STR("| `"));
	add_option_name(out, option);
	buf_add(out, STR("` | "));
	add_cell(out, option->help);
	buf_add(out, STR(" |\n"));
}

static void add_options_head(struct buf *out)
{
	buf_add(out, STR("\n| option | meaning |\n|---|---|\n"));
}

static void add_markdown_actions(struct buf *out, enum verb_id verb)
{
	if (!verb_has_actions(verb)) return;
	buf_add(out, STR("\n| action | meaning | call |\n|---|---|---|\n"));
	for (u32 i = 0; i < action_count(); i++) {
		const struct cli_action *action = action_row(i);
		if (action->verb != verb) continue;
		buf_add(out, STR("| `"));
		action_add_usage(action, out);
		if (action->kind == ACTION_LOCAL) buf_addf(out, "` | %s | |\n", action->summary);
		else
			buf_addf(out, "` | %s | `%s %s` |\n", action->summary, action->method,
				 action->path);
	}
	verb_add_aliases(verb, "\nAliases: ", ".\n", out);
}

static void add_markdown_examples(struct buf *out, enum verb_id verb)
{
	buf_add(out, STR("\n```sh\n"));
	for (u32 i = 0; i < example_count(); i++) {
		const struct cli_example *example = example_row(i);
		if (example->verb != verb) continue;
		buf_addf(out, "# %s\n%s\n", example->text, example->line);
	}
	buf_add(out, STR("```\n"));
}

static void add_markdown_command(struct buf *out, enum verb_id id)
{
	const struct verb *command = verb_row(id);
	bool begun = false;
	buf_addf(out, "\n## belfry %s\n\n", command->name);
	buf_addf(out, "    belfry %s %s\n\n", command->name, command->usage);
	add_lines(out, command->text);
	add_markdown_actions(out, id);
	add_markdown_examples(out, id);
	for (u32 i = 0; i < OPTIONS_LEN; i++) {
		enum option_id option = (enum option_id)i;
		if (is_common(option) || !option_is_for(option, (u64)1 << id)) continue;
		if (!begun) add_options_head(out);
		begun = true;
		add_option_row(out, option_row(option));
	}
}

static void add_setting_rows(const struct cli *cli, struct buf *out, u32 scopes)
{
	for (u32 i = 0; i < cli->doors->settings_len; i++) {
		const struct option *setting = &cli->doors->settings[i];
		if (setting->scopes & scopes) add_option_row(out, setting);
	}
}

static void print_markdown(struct cli *cli)
{
	struct buf *out = &cli->out.text;
	buf_add(out,
		STR("# The command line\n\n"
		    "Made by `belfry help --markdown` from the program's own tables.\n\n"
		    "    belfry COMMAND [OPTIONS]\n\n"
		    "Answers go to standard output, messages to standard error. `--tz ZONE` and\n"
		    "`--tz=ZONE` mean the same; `--` ends the options.\n\n"
		    "| command | |\n|---|---|\n"));
	for (u32 id = 0; id < CMD_COUNT; id++) {
		const struct verb *command = verb_row((enum verb_id)id);
		buf_addf(out, "| [`%s`](#belfry-%s) | %s |\n", command->name, command->name,
			 command->summary);
	}
	for (u32 id = 0; id < CMD_COUNT; id++) add_markdown_command(out, (enum verb_id)id);
	buf_add(out, STR("\n## Options of every command\n"));
	add_options_head(out);
	for (u32 id = 0; id < OPTIONS_LEN; id++) {
		if (is_common((enum option_id)id))
			add_option_row(out, option_row((enum option_id)id));
	}
	add_setting_rows(cli, out, SCOPE_COMMON);
	buf_add(out,
		STR("\n## Settings of belfry serve\n\n"
		    "`belfry backup` and `belfry restore` take `--config`, `--data`, `--store`\n"
		    "and `--key-file`; `belfry doctor` and `belfry config` take all of them.\n"));
	add_options_head(out);
	add_setting_rows(cli, out, SCOPE_SERVE);
	buf_add(out, STR("\n## Settings of what talks to a server\n"));
	add_options_head(out);
	add_setting_rows(cli, out, SCOPE_CLIENT);
	buf_add(out, STR("\n## Settings of belfry worker\n\n"
			 "They say how this worker asks; the server's own values are others.\n"));
	add_options_head(out);
	add_setting_rows(cli, out, SCOPE_WORKER);
	buf_add(out, STR("\n## Exit codes\n\n| code | meaning |\n|---|---|\n"));
	for (size_t i = 0; i < countof(exits); i++)
		buf_addf(out, "| %d | %s |\n", exits[i].code, exits[i].meaning);
}

/* ---- the command ----------------------------------------------------------------------------- */

enum err help_usage(struct cli *cli)
{
	struct buf *out = &cli->err.text;
	buf_add(out, STR("usage: belfry COMMAND [OPTIONS]\n\n"));
	for (u32 id = 0; id < CMD_COUNT; id++) {
		const struct verb *command = verb_row((enum verb_id)id);
		buf_addf(out, "  %-*s%s\n", NAME_COLUMN, command->name, command->summary);
	}
	buf_add(out, STR("\ntry: belfry help\n"));
	return ERR_USAGE;
}

enum err cmd_help(struct cli *cli, const struct arguments *arguments)
{
	if (arguments_have(arguments, OPTION_MARKDOWN)) {
		print_markdown(cli);
		return ERR_OK;
	}
	if (arguments->operands_len == 0) {
		print_overview(cli);
		return ERR_OK;
	}
	str name = arguments->operands[0];
	enum verb_id id = verb_find(name);
	if (id == CMD_COUNT) return report_no_command(cli, name);
	if (arguments->operands_len == 1) help_command(cli, id);
	else if (!help_action(cli, id, arguments->operands[1])) {
		struct why why;
		(void)fail(&why, ERR_USAGE,
			   "there is no action \"%.*s\"; belfry help COMMAND lists them",
			   STR_ARG(arguments->operands[1]));
		cli->command = verb_row(id);
		return report_usage(cli, &why);
	}
	return ERR_OK;
}
