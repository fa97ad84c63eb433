/* Each line of a crontab becomes a job "cron-HASH" whose type has the same name and is run by
 * `belfry worker`: a script with one --exec for each. Variables of the crontab go into the script;
 * CRON_TZ becomes the jobs' zone. */
#include "cli/crontab.h"

#include "base/hash.h"
#include "calendar/cron.h"
#include "cli/body.h"
#include "cli/remote.h"

#include <stdio.h>

/* One worker carries out so many types. */
enum { LINES_MAX = WORK_PROGRAMS_MAX, CRONTAB_BYTES_MAX = 1 << 20, NAME_BYTES = 32 };

struct entry {
	str rule;
	str command;
	str zone; /* empty: UTC, as the server's */
	char name[NAME_BYTES];
};

struct crontab {
	struct entry entries[LINES_MAX];
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

static enum err keep_entry(struct crontab *crontab, str line, str zone, u32 number, struct why *why)
{
	struct entry *entry = &crontab->entries[crontab->len];
	struct cron cron;
	struct why wrong;
	if (crontab->len == LINES_MAX)
		return fail(why, ERR_TOO_LONG, "more than %d entries: import it in parts",
			    LINES_MAX);
	*entry = (struct entry){ .zone = zone };
	entry->rule = cut_words(&line, line.at[0] == '@' ? 1 : 5);
	entry->command = line;
	if (str_eq(entry->rule, STR("@reboot")))
		return fail(why, ERR_USAGE, "line %u: @reboot is no time: let systemd start it",
			    number);
	if (!entry->command.len)
		return fail(why, ERR_USAGE, "line %u: five fields and a command are expected",
			    number);
	if (str_find(entry->command, '%') < entry->command.len)
		return fail(why, ERR_USAGE,
			    "line %u: in a crontab %% means standard input: put the command into a "
			    "script of its own",
			    number);
	if (cron_parse(entry->rule, &cron, &wrong))
		return fail(why, wrong.code, "line %u: %s", number, wrong.text);
	/* The same line has the same name, so that importing twice changes nothing. */
	u64 hash = hash_bytes(hash_key_from_seed(hash_bytes(hash_key_from_seed(1), entry->rule)),
			      entry->command);
	(void)snprintf(entry->name, sizeof entry->name, "cron-%012llx",
		       (unsigned long long)(hash & 0xffffffffffff));
	crontab->len++;
	return ERR_OK;
}

static enum err read_crontab(str text, struct crontab *crontab, struct why *why)
{
	str zone = STR("");
	enum err err = ERR_OK;
	for (u32 number = 1; text.len && !err; number++) {
		str line = str_split(&text, '\n');
		if (line.len && line.at[line.len - 1] == '\r') line.len--;
		line = str_trim(line);
		if (!line.len || line.at[0] == '#') continue;
		if (is_variable(line)) keep_variable(crontab, line, &zone);
		else err = keep_entry(crontab, line, zone, number, why);
	}
	return err;
}

static void show(struct cli *cli, const struct crontab *crontab)
{
	struct table *table = &cli->table;
	table_init(table, 4);
	table->width_max = cli->doors->columns(cli->doors->context, STREAM_OUT);
	table_add_cell(table, STR("JOB AND TYPE"));
	table_add_cell(table, STR("RULE"));
	table_add_cell(table, STR("ZONE"));
	table_add_cell(table, STR("COMMAND"));
	for (u32 i = 0; i < crontab->len; i++) {
		const struct entry *entry = &crontab->entries[i];
		table_add_cell(table, str_from(entry->name));
		table_add_cell(table, entry->rule);
		table_add_cell(table, entry->zone);
		table_add_cell(table, entry->command);
	}
	table_print(table, 0, &cli->out);
	table_done(table);
}

/* A job that is there already is the same one: its name says so. */
static enum err make_job(struct cli *cli, const struct entry *entry)
{
	struct buf body;
	struct client_response response;
	struct why why;
	buf_init(&body, 65536);
	buf_addf(&body, "{\"code\":\"%s\",\"handler\":\"%s\",\"cron_expression\":", entry->name,
		 entry->name);
	buf_add_json(&body, entry->rule);
	if (entry->zone.len) {
		buf_add(&body, STR(",\"timezone\":"));
		buf_add_json(&body, entry->zone);
	}
	buf_add(&body, STR(",\"name\":"));
	buf_add_json(&body, str_slice(entry->command, 0, 200));
	buf_add_byte(&body, '}');
	const struct remote_call call = { STR("POST"), STR("jobs"), buf_view(&body), 0 };
	enum err err = remote_try(cli, &call, &response, &why);
	if (err) (void)report(cli, &why);
	else if (response.status != 409 && (response.status < 200 || response.status > 299))
		err = remote_report(cli, &response);
	buf_done(&body);
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
		buf_add(&word, crontab->entries[i].command);
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
		buf_addf(&note, "%u jobs are there; their worker: sh %.*s", crontab->len,
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

enum err crontab_import(struct cli *cli)
{
	const struct arguments *arguments = cli->arguments;
	struct crontab crontab = { .len = 0 };
	struct buf text, word;
	struct why why;
	if (arguments->operands_len > 2) {
		(void)fail(&why, ERR_USAGE, "crontab [FILE] is expected");
		return report_usage(cli, &why);
	}
	buf_init(&crontab.variables, CRONTAB_BYTES_MAX);
	buf_init(&text, REMOTE_BODY_MAX + 1);
	buf_init(&word, 4096);
	bool is_file = arguments->operands_len == 2 && !str_eq(arguments->operands[1], STR("-"));
	if (is_file) buf_add_byte(&word, '@');
	buf_add(&word, is_file ? arguments->operands[1] : STR("-"));
	enum err err = body_text(cli, buf_view(&word), &text, &why);
	if (!err) err = read_crontab(buf_view(&text), &crontab, &why);
	if (err) {
		(void)report(cli, &why);
	} else if (arguments_have(arguments, OPTION_WRITE)) {
		err = write_all(cli, &crontab);
	} else {
		show(cli, &crontab);
		report_note(cli, STR("nothing was made: --write FOLDER makes the jobs, and their "
				     "worker's file there"));
	}
	buf_done(&text);
	buf_done(&word);
	buf_done(&crontab.variables);
	return err;
}
