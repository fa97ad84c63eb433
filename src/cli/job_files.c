/* A file is JSON or YAML: a job, an array of jobs, an object with "jobs", or several of these, in
 * JSON a line each as `belfry export` writes them, in YAML a document each. Members keep their
 * bytes: numbers are sent with the digits they have. A folder is all such files in it and in the
 * folders below it: an apply that prunes would delete the jobs of a folder that it passed over. */
#include "cli/job_files.h"

#include "base/buf.h"
#include "cli/body.h"
#include "cli/remote.h"
#include "cli/render.h"
#include "cli/yaml.h"
#include "model/limits.def"

#include <jansson.h>
#include <stdio.h>

enum {
	JOBS_MAX = LIMIT_APPLY_JOBS,
	CODE_BYTES_MAX = 256,
	FOLDERS_DEEP_MAX = 16, /* a link to a folder above it has no end */
	/* The text, and each job of it once more. */
	HELD_BYTES_MAX = 4 * REMOTE_BODY_MAX,
};

#define EXPECTED "a job, an array of jobs, {\"jobs\": [...]} or lines of jobs are expected"

struct job_source {
	struct job_files *files;
	str name;
	u32 count; /* of its jobs so far */
};

/* ---- mistakes ---------------------------------------------------------------------------- */

static enum err report_place(const struct job_source *source, u32 line, int column,
			     const char *text)
{
	struct why why;
	(void)fail(&why, ERR_JSON, "%.*s:%u:%d: %s", STR_ARG(source->name), line,
		   column < 1 ? 1 : column, text);
	return report(source->files->cli, &why);
}

static enum err report_no_code(const struct job_source *source)
{
	struct why why;
	(void)fail(&why, ERR_JSON, "%.*s: job %u: a code is expected, a text of 1 to %d bytes",
		   STR_ARG(source->name), source->count, CODE_BYTES_MAX - 1);
	return report(source->files->cli, &why);
}

static enum err report_too_many(const struct job_source *source)
{
	struct why why;
	(void)fail(&why, ERR_TOO_LONG, "%.*s: one apply has at most %d jobs", STR_ARG(source->name),
		   JOBS_MAX);
	return report(source->files->cli, &why);
}

static enum err report_no_memory(const struct job_files *files)
{
	struct why why;
	(void)fail(&why, ERR_MEMORY, "no memory for the jobs");
	return report(files->cli, &why);
}

/* ---- jobs -------------------------------------------------------------------------------- */

/* `job`: without blanks, in the arena. */
static enum err take_job(struct job_source *source, str job)
{
	struct job_files *files = source->files;
	str code = render_text(job, "code");
	bool is_code = code.len && code.len < CODE_BYTES_MAX && str_find(code, '\\') == code.len;
	source->count++;
	if (!is_code) return report_no_code(source);
	if (files->len == JOBS_MAX) return report_too_many(source);
	files->items[files->len++] = (struct job_item){ source->name, source->count, code, job };
	return ERR_OK;
}

static enum err take_array(struct job_source *source, str items)
{
	str item;
	enum err err = ERR_OK;
	while (!err && render_next_item(&items, &item)) err = take_job(source, item);
	return err;
}

/* The same JSON without the blanks between its parts, in the arena. */
static str squeezed(struct job_files *files, str text)
{
	char *at = arena_alloc(&files->arena, text.len ? text.len : 1);
	bool in_string = false;
	size_t len = 0;
	for (size_t i = 0; at && i < text.len; i++) {
		char c = text.at[i];
		bool is_blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
		if (in_string || !is_blank) at[len++] = c;
		if (in_string && c == '\\' && i + 1 < text.len) at[len++] = text.at[++i];
		else if (c == '"') in_string = !in_string;
	}
	return (str){ at, len };
}

/* ---- documents --------------------------------------------------------------------------- */

enum document { DOCUMENT_NONE, DOCUMENT_JOB, DOCUMENT_ARRAY, DOCUMENT_JOBS, DOCUMENT_EXPORTED };

static enum document document_of(const json_t *value)
{
	if (json_is_array(value)) return DOCUMENT_ARRAY;
	if (json_is_array(json_object_get(value, "jobs"))) return DOCUMENT_JOBS;
	if (json_object_get(value, "code")) return DOCUMENT_JOB;
	return json_object_get(value, "kind") ? DOCUMENT_EXPORTED : DOCUMENT_NONE;
}

/* Other kinds that an export has are not ours. */
static enum err take_exported(struct job_source *source, str text)
{
	bool is_job = str_eq(render_text(text, "kind"), STR("job"));
	return is_job ? take_job(source, render_member(text, "job")) : ERR_OK;
}

static enum err take_document(struct job_source *source, enum document document, str text)
{
	str same = squeezed(source->files, text);
	if (!same.at) return report_no_memory(source->files);
	switch (document) {
	case DOCUMENT_NONE:
	case DOCUMENT_JOB: return take_job(source, same);
	case DOCUMENT_ARRAY: return take_array(source, str_slice(same, 1, same.len - 1));
	case DOCUMENT_JOBS: return take_array(source, render_array(same, "jobs"));
	case DOCUMENT_EXPORTED: break;
	}
	return take_exported(source, same);
}

/* NULL: it is no JSON, and `out_wrong` says where. */
static json_t *parse_strictly(str text, json_error_t *out_wrong)
{
	return json_loadb(text.at ? text.at : "", text.len,
			  JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL,
			  out_wrong);
}

static enum err take_line(struct job_source *source, str line, u32 number)
{
	json_error_t wrong;
	json_t *value = parse_strictly(line, &wrong);
	bool is_object = json_is_object(value);
	enum document document = document_of(value);
	json_decref(value);
	if (is_object) return take_document(source, document, line);
	if (value) return report_place(source, number, 1, "not a JSON object");
	return report_place(source, number, wrong.column, wrong.text);
}

static enum err take_lines(struct job_source *source, str text)
{
	enum err err = ERR_OK;
	for (u32 number = 1; text.len && !err; number++) {
		str line = str_trim(str_split(&text, '\n'));
		if (line.len) err = take_line(source, line, number);
	}
	return err;
}

static bool first_line_is_object(str text)
{
	json_error_t ignored;
	json_t *value = parse_strictly(str_split(&text, '\n'), &ignored);
	bool is_object = json_is_object(value);
	json_decref(value);
	return is_object;
}

/* One document, or lines that each are one. */
static enum err take_json(struct job_source *source, str text)
{
	json_error_t wrong;
	char said[JSON_ERROR_TEXT_LENGTH + sizeof "not JSON: "];
	json_t *whole = parse_strictly(text, &wrong);
	bool is_json = whole != NULL;
	enum document document = document_of(whole);
	json_decref(whole);
	if (document) return take_document(source, document, str_trim(text));
	if (!is_json && first_line_is_object(text)) return take_lines(source, text);
	if (is_json || !str_trim(text).len) return report_place(source, 1, 1, EXPECTED);
	(void)snprintf(said, sizeof said, "not JSON: %s", wrong.text);
	return report_place(source, (u32)wrong.line, wrong.column, said);
}

/* ---- YAML -------------------------------------------------------------------------------- */

static bool ends_in(str text, str end)
{
	return text.len > end.len && str_eq(str_from_offset(text, text.len - end.len), end);
}

static bool is_yaml_name(str name)
{
	return ends_in(name, STR(".yaml")) || ends_in(name, STR(".yml"));
}

static bool is_json_name(str name)
{
	return ends_in(name, STR(".json")) || ends_in(name, STR(".ndjson"));
}

/* By its name; without one that says it, by how it begins. */
static bool is_yaml(str path, str text)
{
	size_t at = 0;
	if (is_yaml_name(path) || is_json_name(path)) return is_yaml_name(path);
	while (at < text.len && strchr(" \t\r\n", text.at[at])) at++;
	return at < text.len && text.at[at] != '{' && text.at[at] != '[';
}

/* A document without anything in it, as an editor leaves one behind a last "---", is none. */
static enum err take_yaml_document(struct job_source *source, str line)
{
	json_error_t ignored;
	json_t *value = parse_strictly(line, &ignored);
	enum document document = document_of(value);
	bool is_empty = json_is_null(value);
	json_decref(value);
	if (is_empty) return ERR_OK;
	return document ? take_document(source, document, line)
			: report_place(source, 1, 1, EXPECTED);
}

static enum err take_yaml(struct job_source *source, str text)
{
	struct yaml_place place;
	struct buf json;
	struct why why;
	buf_init(&json, REMOTE_BODY_MAX);
	enum err err = yaml_to_json(text, &json, &place, &why);
	if (err) err = report_place(source, place.line, (int)place.column, why.text);
	for (str rest = buf_view(&json); !err && rest.len;)
		err = take_yaml_document(source, str_split(&rest, '\n'));
	if (!err && !source->count && !json.len) err = report_place(source, 1, 1, EXPECTED);
	buf_done(&json);
	return err;
}

/* ---- files ------------------------------------------------------------------------------- */

static enum err read_file(struct job_files *files, str path)
{
	struct job_source source = { .files = files };
	struct buf text, word;
	struct why why;
	buf_init(&text, REMOTE_BODY_MAX + 1);
	buf_init(&word, 4096);
	if (!str_eq(path, STR("-"))) buf_add_byte(&word, '@');
	buf_add(&word, path);
	enum err err = body_text(files->cli, buf_view(&word), &text, &why);
	if (err) (void)report(files->cli, &why);
	source.name = str_copy(&files->arena, body_origin(buf_view(&word)));
	if (!err && arena_failed(&files->arena)) err = report_no_memory(files);
	str taken = buf_view(&text);
	if (!err)
		err = is_yaml(path, taken) ? take_yaml(&source, taken) : take_json(&source, taken);
	buf_done(&text);
	buf_done(&word);
	return err;
}

static enum err read_folder(struct job_files *files, str folder, u32 depth);

/* A folder's name ends in a slash. Of files those count whose name says that they have jobs. */
static enum err read_entry(struct job_files *files, str folder, str name, u32 depth)
{
	bool is_folder = ends_in(name, STR("/"));
	struct buf path;
	enum err err = ERR_OK;
	if (!is_folder && !is_yaml_name(name) && !is_json_name(name)) return ERR_OK;
	buf_init(&path, REMOTE_PATH_MAX);
	buf_add(&path, folder);
	if (!ends_in(folder, STR("/"))) buf_add_byte(&path, '/');
	buf_add(&path, name);
	files->found += !is_folder;
	if (buf_failed(&path)) err = report_no_memory(files);
	else if (is_folder) err = read_folder(files, buf_view(&path), depth + 1);
	else err = read_file(files, buf_view(&path));
	buf_done(&path);
	return err;
}

/* Everything in it, in the order of names. */
static enum err read_entries(struct job_files *files, str folder, str names, u32 depth)
{
	struct why why;
	enum err err = ERR_OK;
	if (depth > FOLDERS_DEEP_MAX) {
		(void)fail(&why, ERR_TOO_LONG, "%.*s: folders of jobs nest at most %d deep",
			   STR_ARG(folder), FOLDERS_DEEP_MAX);
		return report(files->cli, &why);
	}
	while (!err && names.len) {
		str name = str_split(&names, '\n');
		err = read_entry(files, folder, name, depth);
	}
	return err;
}

static enum err read_folder(struct job_files *files, str folder, u32 depth)
{
	const struct doors *doors = files->cli->doors;
	struct buf names;
	struct why why;
	bool is_folder = false;
	buf_init(&names, REMOTE_BODY_MAX);
	enum err err = doors->list_folder(doors->context, folder, &is_folder, &names, &why);
	if (err) (void)report(files->cli, &why);
	else if (is_folder) err = read_entries(files, folder, buf_view(&names), depth);
	else if (!depth) err = read_file(files, folder);
	buf_done(&names);
	if (err || depth || !is_folder || files->found) return err;
	(void)fail(&why, ERR_NOT_FOUND,
		   "%.*s: no .json, .ndjson, .yaml or .yml is in it or below it", STR_ARG(folder));
	return report(files->cli, &why);
}

enum err job_files_read(struct job_files *files, struct cli *cli, str path)
{
	*files = (struct job_files){ .cli = cli };
	arena_init(&files->arena, HELD_BYTES_MAX);
	files->items = arena_alloc_array(&files->arena, JOBS_MAX, sizeof *files->items);
	if (!files->items) return report_no_memory(files);
	bool is_input = str_eq(path, STR("-"));
	return is_input ? read_file(files, path) : read_folder(files, path, 0);
}

void job_files_done(struct job_files *files)
{
	arena_done(&files->arena);
}
