/* belfry import: JSON lines of an export into a tenant, with a word for each line. */
#include "cli/body.h"
#include "cli/crontab.h"
#include "cli/progress.h"
#include "cli/remote.h"
#include "cli/render.h"
#include "cli/transfer.h"

/* The fate of a line, done or foretold. */
enum done { DONE_CREATED, DONE_CHANGED, DONE_UNCHANGED };

struct line {
	const struct transfer_kind *kind;
	str name;        /* empty: the server gives it */
	struct buf body; /* what is to be set */
	json_t *wanted;  /* the same */
	enum done done;
};

/* ---- as it is ------------------------------------------------------------------------------- */

/* Whether every member that the line says is there already. */
static bool is_said(const json_t *wanted, const json_t *there)
{
	const char *key;
	json_t *value;
	json_object_foreach((json_t *)(uintptr_t)wanted, key, value)
	{
		if (!json_equal(value, json_object_get(there, key))) return false;
	}
	return true;
}

static bool says_row(const struct line *line, str row)
{
	struct buf body;
	buf_init(&body, TRANSFER_LINE_BYTES_MAX);
	transfer_add_body(line->kind, row, true, &body);
	json_t *there = render_parse(buf_view(&body));
	bool is_same = is_said(line->wanted, there);
	json_decref(there);
	buf_done(&body);
	return is_same;
}

static enum err compare_row(struct cli *cli, const struct transfer_kind *kind, str row,
			    void *context)
{
	struct line *line = context;
	(void)cli;
	if (kind->way == TRANSFER_LISTED) {
		if (!str_eq(render_text(row, kind->name), line->name)) return ERR_OK;
		line->done = DONE_CHANGED;
	}
	if (says_row(line, row)) line->done = DONE_UNCHANGED;
	return ERR_OK;
}

static enum err look_by_name(struct cli *cli, struct line *line)
{
	struct client_response response;
	struct buf path;
	struct why why;
	buf_init(&path, REMOTE_PATH_MAX);
	transfer_path(cli, line->kind, line->name, &path);
	const struct remote_call call = { STR("GET"), buf_view(&path), STR(""), 0 };
	enum err err = remote_find(cli);
	if (!err) err = remote_try(cli, &call, &response, &why);
	if (err) err = remote_report_none(cli, &why);
	else if (response.status == 404) line->done = DONE_CREATED;
	else if (response.status / 100 != 2) err = remote_report(cli, &response);
	else if (!transfer_is_wanted(line->kind, response.body)) line->done = DONE_CREATED;
	else line->done = says_row(line, response.body) ? DONE_UNCHANGED : DONE_CHANGED;
	buf_done(&path);
	return err;
}

static enum err look(struct cli *cli, struct line *line)
{
	line->done = DONE_CREATED;
	bool is_walked = line->kind->way == TRANSFER_MAKE || line->kind->way == TRANSFER_LISTED;
	if (!is_walked) return look_by_name(cli, line);
	return transfer_walk(cli, line->kind, compare_row, line);
}

/* ---- as it is to be ------------------------------------------------------------------------- */

/* Dependencies are exported by the codes of jobs; a code that is not there yet stays. */
static enum err find_dependencies(struct cli *cli, struct line *line)
{
	json_t *one;
	enum err err = ERR_OK;
	size_t i;
	json_array_foreach(json_object_get(line->wanted, "dependencies"), i, one)
	{
		struct client_response response;
		struct buf path;
		struct why why;
		buf_init(&path, REMOTE_PATH_MAX);
		const char *code = json_string_value(json_object_get(one, "depends_on_job_id"));
		transfer_path(cli, line->kind, str_from(code ? code : ""), &path);
		const struct remote_call call = { STR("GET"), buf_view(&path), STR(""), 0 };
		err = remote_find(cli);
		if (!err) err = remote_try(cli, &call, &response, &why);
		if (err) err = remote_report_none(cli, &why);
		str id = err || response.status != 200 ? STR("") : render_text(response.body, "id");
		if (id.len)
			(void)json_object_set_new(one, "depends_on_job_id",
						  json_stringn(id.at, id.len));
		buf_done(&path);
		if (err) return err;
	}
	return err;
}

static enum err resolve(struct cli *cli, struct line *line)
{
	if (!json_array_size(json_object_get(line->wanted, "dependencies"))) return ERR_OK;
	enum err err = find_dependencies(cli, line);
	buf_clear(&line->body);
	(void)json_dump_callback(line->wanted, render_add_dumped, &line->body, JSON_COMPACT);
	return err;
}

static enum err send(struct cli *cli, struct line *line)
{
	struct buf path;
	str answer;
	bool is_new = line->done == DONE_CREATED;
	enum transfer_way way = line->kind->way;
	bool is_post = way == TRANSFER_MAKE || (way == TRANSFER_JOB && is_new);
	buf_init(&path, REMOTE_PATH_MAX);
	if (is_post) {
		buf_add(&path, str_from(line->kind->list));
		transfer_add_tenant(cli, &path);
	} else {
		transfer_path(cli, line->kind, line->name, &path);
	}
	enum err err = remote_send(cli,
				   &(struct remote_call){ is_post ? STR("POST") : STR("PUT"),
							  buf_view(&path), buf_view(&line->body),
							  0 },
				   &answer);
	buf_done(&path);
	return err;
}

static void tell_line(struct cli *cli, const struct line *line, bool is_dry)
{
	static const char *const words[2][3] = { { "created", "changed", "unchanged" },
						 { "would create", "would change", "unchanged" } };
	buf_addf(&cli->out.text, "%s %s ", words[is_dry][line->done], line->kind->word);
	output_safe(&cli->out, line->name.len ? line->name : buf_view(&line->body));
	buf_add_byte(&cli->out.text, '\n');
}

static enum err import_document(struct cli *cli, struct line *line, str document)
{
	bool is_dry = arguments_have(cli->arguments, OPTION_DRY);
	buf_init(&line->body, TRANSFER_LINE_BYTES_MAX);
	transfer_add_body(line->kind, document, line->kind->way == TRANSFER_JOB, &line->body);
	line->wanted = render_parse(buf_view(&line->body));
	enum err err = line->wanted ? resolve(cli, line) : ERR_MEMORY;
	if (!err) err = look(cli, line);
	if (!err && !is_dry && line->done != DONE_UNCHANGED) err = send(cli, line);
	if (!err) tell_line(cli, line, is_dry);
	json_decref(line->wanted);
	buf_done(&line->body);
	return err;
}

/* A line of settings is about the tenant that is imported into, whatever it was called. */
static enum err import_settings(struct cli *cli, struct line *line, str document)
{
	struct buf tenant;
	buf_init(&tenant, 256);
	enum err err = transfer_tenant(cli, &tenant);
	line->name = buf_view(&tenant);
	if (!err) err = import_document(cli, line, document);
	buf_done(&tenant);
	return err;
}

enum err transfer_import_line(struct cli *cli, str line, u32 number)
{
	struct why why;
	str word = render_text(line, "kind");
	for (size_t i = 0; i < transfer_kinds_len; i++) {
		struct line found = { .kind = &transfer_kinds[i] };
		if (!str_eq(word, str_from(found.kind->word))) continue;
		str document = render_member(line, found.kind->word);
		if (!document.len || document.at[0] != '{') break;
		if (found.kind->way == TRANSFER_SETTINGS)
			return import_settings(cli, &found, document);
		if (found.kind->name[0]) found.name = render_text(document, found.kind->name);
		if (found.kind->name[0] && !found.name.len) break;
		return import_document(cli, &found, document);
	}
	(void)fail(
		&why, ERR_JSON,
		"line %u: must be {\"kind\": KIND, KIND: {...}}, where KIND is settings, calendar, "
		"type, limit, user, source, rule, webhook, job, daily or reminder",
		number);
	return report(cli, &why);
}

static u32 count_lines(str text)
{
	u32 count = 0;
	for (; text.len; count++) (void)str_split(&text, '\n');
	return count;
}

static void show_line(struct cli *cli, u32 number, u32 count)
{
	struct buf text;
	buf_init(&text, 100);
	buf_addf(&text, "line %u of %u", number, count);
	progress_show(cli, (u32)((u64)number * 100 / count), buf_view(&text));
	buf_done(&text);
}

static enum err import_lines(struct cli *cli, str text)
{
	enum err err = ERR_OK;
	u32 line_count = count_lines(text);
	for (u32 number = 1; text.len && !err; number++) {
		struct why why;
		str line = str_trim(str_split(&text, '\n'));
		if (!line.len) continue;
		json_t *value = render_parse(line);
		bool is_object = json_is_object(value);
		json_decref(value);
		if (is_object) {
			show_line(cli, number, line_count);
			err = transfer_import_line(cli, line, number);
			continue;
		}
		(void)fail(&why, ERR_JSON, "line %u: not a JSON object", number);
		err = report(cli, &why);
	}
	return err;
}

/* A crontab and lines of an export are read by different options. */
static enum err check_import(const struct arguments *arguments, bool is_crontab, struct why *why)
{
	static const enum option_id of_crontab[] = { OPTION_TZ, OPTION_WRITE, OPTION_OUTPUT,
						     OPTION_JSON };
	u32 most = is_crontab ? 2 : 1;
	if (arguments->operands_len > most)
		return fail(why, ERR_USAGE,
			    "expected one file, or crontab [FILE]; got also \"%.*s\"",
			    STR_ARG(arguments->operands[most]));
	if (is_crontab && arguments_have(arguments, OPTION_DRY))
		return fail(why, ERR_USAGE,
			    "import crontab has no --dry-run: without --write it creates nothing");
	for (size_t i = 0; i < countof(of_crontab) && !is_crontab; i++) {
		if (!arguments_have(arguments, of_crontab[i])) continue;
		return fail(why, ERR_USAGE, "--%s works only with import crontab",
			    option_row(of_crontab[i])->name);
	}
	return ERR_OK;
}

enum err cmd_import(struct cli *cli, const struct arguments *arguments)
{
	struct buf text, word;
	struct why why;
	u32 len = arguments->operands_len;
	bool is_crontab = len && str_eq(arguments->operands[0], STR("crontab"));
	if (check_import(arguments, is_crontab, &why)) return report_usage(cli, &why);
	if (is_crontab) return crontab_import(cli);
	buf_init(&text, REMOTE_BODY_MAX + 1);
	buf_init(&word, 4096);
	bool is_file = len && !str_eq(arguments->operands[0], STR("-"));
	if (is_file) buf_add_byte(&word, '@');
	buf_add(&word, is_file ? arguments->operands[0] : STR("-"));
	enum err err = body_text(cli, buf_view(&word), &text, &why);
	if (err) (void)report(cli, &why);
	else err = import_lines(cli, buf_view(&text));
	progress_end(cli);
	buf_done(&text);
	buf_done(&word);
	return err;
}
