/* Each line of a crontab becomes a job "cron-HASH" whose type has the same name and is run by
 * `belfry worker`: a script with one --exec for each. Variables of the crontab go into the script;
 * CRON_TZ becomes the jobs' zone. As under cron no command is ended, or tried again. */
#include "cli/crontab.h"

#include "base/hash.h"
#include "calendar/cron.h"
#include "cli/body.h"
#include "cli/remote.h"
#include "cli/render.h"

#include <stdio.h>
#include <string.h>

/* One worker carries out so many types. */
enum { LINES_MAX = WORK_PROGRAMS_MAX, CRONTAB_BYTES_MAX = 1 << 20, NAME_BYTES = 32 };

struct crontab_entry {
	str rule;
	str command; /* as it stands there: \% is a percent sign */
	str zone;
	char name[NAME_BYTES];
};

struct crontab {
	struct crontab_entry entries[LINES_MAX];
	u32 len;
	struct buf variables; /* lines for the script */
};

/* Cuts the first `count` words off, with the blanks between them. */
static str cut_words(str *line, u32 count)
{
	size_t at = 0;
	for (u32 i = 0; i < count; i++) {
		while (at < line->len && (line->at[at] == ' ' || line->at[at] == '\t')) at++;
		while (at < line->len && line->at[at] != ' ' && line->at[at] != '\t') at++;
	}
	str words = str_trim(str_slice(*line, 0, at));
	*line = str_trim(str_from_offset(*line, at));
	return words;
}

/* NAME=value, as cron has it: a name, then perhaps blanks, then =. */
static bool is_variable(str line)
{
	size_t equals = str_find(line, '=');
	str name = str_trim(str_slice(line, 0, equals));
	if (equals == line.len || !name.len) return false;
	for (size_t i = 0; i < name.len; i++) {
		char c = ascii_lower(name.at[i]);
		bool plain = (c >= 'a' && c <= 'z') || c == '_' || (i && ascii_is_digit(c));
		if (!plain) return false;
	}
	return true;
}

static str unquoted(str value)
{
	bool quoted = value.len >= 2 && (value.at[0] == '"' || value.at[0] == '\'') &&
		      value.at[value.len - 1] == value.at[0];
	return quoted ? str_slice(value, 1, value.len - 1) : value;
}

/* 'text', for sh. */
static void add_quoted(str text, struct buf *out)
{
	buf_add_byte(out, '\'');
	for (size_t i = 0; i < text.len; i++) {
		if (text.at[i] == '\'') buf_add(out, STR("'\\''"));
		else buf_add_byte(out, text.at[i]);
	}
	buf_add_byte(out, '\'');
}

static void keep_variable(struct crontab *crontab, str line, str *zone)
{
	str value = line;
	str name = str_trim(str_split(&value, '='));
	value = unquoted(str_trim(value));
	if (str_eq(name, STR("CRON_TZ")) || str_eq(name, STR("TZ"))) *zone = value;
	buf_add(&crontab->variables, STR("export "));
	buf_add(&crontab->variables, name);
	buf_add_byte(&crontab->variables, '=');
	add_quoted(value, &crontab->variables);
	buf_add_byte(&crontab->variables, '\n');
}

/* Whether there is a % that stands for the end of the command. */
static bool has_input(str command)
{
	for (size_t i = 0; i < command.len; i++) {
		if (command.at[i] == '%' && (!i || command.at[i - 1] != '\\')) return true;
	}
	return false;
}

static void add_command(const struct crontab_entry *entry, struct buf *out)
{
	str command = entry->command;
	for (size_t i = 0; i < command.len; i++) {
		bool escapes = command.at[i] == '\\' && i + 1 < command.len &&
			       command.at[i + 1] == '%';
		if (!escapes) buf_add_byte(out, command.at[i]);
	}
}

/* The same line has the same name, so that importing twice changes nothing. */
static void name_entry(struct crontab_entry *entry)
{
	u64 hash = hash_bytes(hash_key_from_seed(1), entry->rule);
	hash = hash_bytes(hash_key_from_seed(hash), entry->zone);
	hash = hash_bytes(hash_key_from_seed(hash), entry->command);
	(void)snprintf(entry->name, sizeof entry->name, "cron-%012llx",
		       (unsigned long long)(hash & 0xffffffffffff));
}

static bool is_named(const struct crontab *crontab, const char *name)
{
	for (u32 i = 0; i < crontab->len; i++) {
		if (!strcmp(crontab->entries[i].name, name)) return true;
	}
	return false;
}

static enum err keep_entry(struct crontab *crontab, str line, str zone, u32 number, struct why *why)
{
	struct crontab_entry *entry = &crontab->entries[crontab->len];
	struct cron cron;
	struct why wrong;
	if (crontab->len == LINES_MAX)
		return fail(why, ERR_TOO_LONG, "more than %d entries: import it in parts",
			    LINES_MAX);
	*entry = (struct crontab_entry){ .zone = zone };
	entry->rule = cut_words(&line, line.at[0] == '@' ? 1 : 5);
	entry->command = line;
	if (str_eq(entry->rule, STR("@reboot")))
		return fail(why, ERR_USAGE,
			    "line %u: @reboot is not a schedule; use systemd for "
			    "it",
			    number);
	if (!entry->command.len)
		return fail(why, ERR_USAGE, "line %u: five fields and a command are expected",
			    number);
	if (has_input(entry->command))
		return fail(why, ERR_USAGE,
			    "line %u: in a crontab %% means standard input: put the command into a "
			    "script of its own",
			    number);
	if (cron_parse(entry->rule, &cron, &wrong))
		return fail(why, wrong.code, "line %u: %s", number, wrong.text);
	name_entry(entry);
	if (is_named(crontab, entry->name))
		return fail(why, ERR_USAGE, "line %u: the same line is above", number);
	crontab->len++;
	return ERR_OK;
}

/* To its end: each line that cannot be taken over is reported; the first one counts. */
static enum err read_crontab(struct cli *cli, str text, str zone, struct crontab *crontab)
{
	enum err first = ERR_OK;
	for (u32 number = 1; text.len && first != ERR_TOO_LONG; number++) {
		struct why why;
		enum err err = ERR_OK;
		str line = str_split(&text, '\n');
		if (line.len && line.at[line.len - 1] == '\r') line.len--;
		line = str_trim(line);
		if (!line.len || line.at[0] == '#') continue;
		if (is_variable(line)) keep_variable(crontab, line, &zone);
		else err = keep_entry(crontab, line, zone, number, &why);
		if (err) (void)report(cli, &why);
		if (err && (!first || err == ERR_TOO_LONG)) first = err;
	}
	return first;
}

static void show_json(struct cli *cli, const struct crontab *crontab)
{
	struct buf *out = &cli->out.text;
	struct buf command;
	buf_init(&command, CRONTAB_BYTES_MAX);
	buf_add(out, STR("{\"jobs\":["));
	for (u32 i = 0; i < crontab->len; i++) {
		const struct crontab_entry *entry = &crontab->entries[i];
		buf_addf(out, "%s{\"code\":\"%s\",\"cron_expression\":", i ? "," : "", entry->name);
		buf_add_json(out, entry->rule);
		buf_add(out, STR(",\"timezone\":"));
		buf_add_json(out, entry->zone);
		buf_add(out, STR(",\"command\":"));
		buf_clear(&command);
		add_command(entry, &command);
		buf_add_json(out, buf_view(&command));
		buf_add_byte(out, '}');
	}
	buf_add(out, STR("]}\n"));
	buf_done(&command);
}

static void show_table(struct cli *cli, const struct crontab *crontab)
{
	struct table *table = &cli->table;
	struct buf command;
	buf_init(&command, CRONTAB_BYTES_MAX);
	table_init(table, 4);
	table->width_max = cli->doors->columns(cli->doors->context, STREAM_OUT);
	table_add_cell(table, STR("JOB AND TYPE"));
	table_add_cell(table, STR("RULE"));
	table_add_cell(table, STR("ZONE"));
	table_add_cell(table, STR("COMMAND"));
	for (u32 i = 0; i < crontab->len; i++) {
		const struct crontab_entry *entry = &crontab->entries[i];
		table_add_cell(table, str_from(entry->name));
		table_add_cell(table, entry->rule);
		table_add_cell(table, entry->zone);
		buf_clear(&command);
		add_command(entry, &command);
		table_add_cell(table, buf_view(&command));
	}
	table_print(table, 0, &cli->out);
	table_done(table);
	buf_done(&command);
}

static enum err show(struct cli *cli, const struct crontab *crontab)
{
	enum output_form form;
	enum err err = render_form(cli, &form);
	if (err) return err;
	if (form == FORM_JSON) show_json(cli, crontab);
	else show_table(cli, crontab);
	return ERR_OK;
}

/* Cron goes by its machine's clock; that this is UTC is not a matter of course. */
static void note_zone(struct cli *cli, const struct crontab *crontab)
{
	for (u32 i = 0; i < crontab->len; i++) {
		if (!str_eq(crontab->entries[i].zone, STR("UTC"))) continue;
		report_note(cli, STR("times are UTC unless CRON_TZ or --tz ZONE says another "
				     "zone"));
		return;
	}
}

/* A job that is there already is the same one: its name says so. */
static enum err make_job(struct cli *cli, const struct crontab_entry *entry)
{
	struct buf body, command;
	struct client_response response;
	struct why why;
	buf_init(&body, 65536);
	buf_init(&command, CRONTAB_BYTES_MAX);
	buf_addf(&body, "{\"code\":\"%s\",\"handler\":\"%s\",\"cron_expression\":", entry->name,
		 entry->name);
	buf_add_json(&body, entry->rule);
	buf_add(&body, STR(",\"timezone\":"));
	buf_add_json(&body, entry->zone);
	buf_add(&body, STR(",\"max_retries\":0,\"timeout_seconds\":86400,\"name\":"));
	add_command(entry, &command);
	buf_add_json(&body, str_slice(buf_view(&command), 0, 200));
	buf_add_byte(&body, '}');
	const struct remote_call call = { STR("POST"), STR("jobs"), buf_view(&body), 0 };
	enum err err = remote_try(cli, &call, &response, &why);
	if (err) (void)report(cli, &why);
	else if (response.status != 409 && (response.status < 200 || response.status > 299))
		err = remote_report(cli, &response);
	buf_done(&body);
	buf_done(&command);
	return err;
}

static void add_script(const struct crontab *crontab, struct buf *out)
{
	buf_add(out, STR("#!/bin/sh\n# The commands of a crontab, run by Belfry. Made by belfry "
			 "import crontab.\n# BELFRY_URL and BELFRY_TOKEN_FILE say where the server "
			 "is, and as whom.\n"));
	buf_add(out, buf_view(&crontab->variables));
	buf_add(out, STR("exec belfry worker --concurrency 8"));
	for (u32 i = 0; i < crontab->len; i++) {
		struct buf word;
		buf_init(&word, CRONTAB_BYTES_MAX);
		buf_addf(&word, "%s=", crontab->entries[i].name);
		add_command(&crontab->entries[i], &word);
		buf_add(out, STR(" \\\n\t--exec "));
		add_quoted(buf_view(&word), out);
		buf_done(&word);
	}
	buf_add_byte(out, '\n');
}

static enum err write_script(struct cli *cli, const struct crontab *crontab, str folder)
{
	struct buf path, text;
	struct why why;
	buf_init(&path, 4096);
	buf_init(&text, CRONTAB_BYTES_MAX * 4);
	buf_add(&path, folder);
	buf_add(&path, STR("/belfry-crontab-worker.sh"));
	add_script(crontab, &text);
	enum err err = buf_failed(&text)
			       ? fail(&why, ERR_MEMORY, "no memory for the worker's file")
			       : cli->doors->write_file(cli->doors->context, buf_view(&path),
							buf_view(&text), &why);
	if (err) {
		(void)report(cli, &why);
	} else {
		struct buf note;
		buf_init(&note, 8192);
		buf_addf(&note, "%u jobs are created; start their worker: sh %.*s", crontab->len,
			 STR_ARG(buf_view(&path)));
		report_note(cli, buf_view(&note));
		buf_done(&note);
	}
	buf_done(&path);
	buf_done(&text);
	return err;
}

static enum err write_all(struct cli *cli, const struct crontab *crontab)
{
	str folder = arguments_value(cli->arguments, OPTION_WRITE, STR(""));
	enum err err = remote_find(cli);
	for (u32 i = 0; i < crontab->len && !err; i++) err = make_job(cli, &crontab->entries[i]);
	return err ? err : write_script(cli, crontab, folder);
}

/* Jobs are made of a whole crontab or of none of it; shown is what can be. */
static enum err take_over(struct cli *cli, str text, str zone, struct crontab *crontab)
{
	enum err err = read_crontab(cli, text, zone, crontab);
	if (arguments_have(cli->arguments, OPTION_WRITE)) {
		if (!err) return write_all(cli, crontab);
		report_note(cli, STR("nothing was created"));
		return err;
	}
	if (err && !crontab->len) return err;
	enum err shown = show(cli, crontab);
	note_zone(cli, crontab);
	report_note(cli, STR("nothing was created: --write FOLDER creates the jobs, and the "
			     "script of their worker in FOLDER"));
	return err ? err : shown;
}

enum err crontab_import(struct cli *cli)
{
	const struct arguments *arguments = cli->arguments;
	struct crontab crontab = { .len = 0 };
	struct buf text, word;
	struct why why;
	buf_init(&crontab.variables, CRONTAB_BYTES_MAX);
	buf_init(&text, REMOTE_BODY_MAX + 1);
	buf_init(&word, 4096);
	bool is_file = arguments->operands_len == 2 && !str_eq(arguments->operands[1], STR("-"));
	if (is_file) buf_add_byte(&word, '@');
	buf_add(&word, is_file ? arguments->operands[1] : STR("-"));
	enum err err = body_text(cli, buf_view(&word), &text, &why);
	str zone = arguments_value(arguments, OPTION_TZ, STR("UTC"));
	if (err) (void)report(cli, &why);
	else err = take_over(cli, buf_view(&text), zone, &crontab);
	buf_done(&text);
	buf_done(&word);
	buf_done(&crontab.variables);
	return err;
}
