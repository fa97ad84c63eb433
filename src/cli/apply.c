/* A file is a job, an array of jobs, {"jobs": [...]}, or lines of jobs as `belfry export` writes
 * them. Members keep their bytes: numbers are sent with the digits they have. */
#include "cli/apply.h"

#include "cli/act.h"
#include "cli/body.h"
#include "cli/remote.h"
#include "cli/render.h"
#include "cli/transfer.h"

#include <jansson.h>
#include <stdio.h>

enum { JOBS_MAX = 10000, JOB_BYTES_MAX = 1 << 20, CODE_BYTES_MAX = 256 };

struct apply {
	struct cli *cli;
	str name;  /* of the file */
	str file;  /* its text */
	str label; /* of the jobs that are the file's; empty: they have none */
	bool is_dry;
	u32 made;
	u32 changed;
	u32 kept;
	u32 deleted;
	str sought; /* a code that is looked for in the file */
	bool is_found;
};

typedef enum err job_function(struct apply *apply, str job, u32 number);

/* ---- the file ---------------------------------------------------------------------------- */

static enum err report_no_job(const struct apply *apply, u32 number)
{
	struct why why;
	if (number > JOBS_MAX)
		(void)fail(&why, ERR_TOO_LONG, "%.*s: at most %d jobs are taken",
			   STR_ARG(apply->name), JOBS_MAX);
	else
		(void)fail(&why, ERR_JSON,
			   "%.*s: job %u: a code is expected, a text of 1 to %d bytes",
			   STR_ARG(apply->name), number, CODE_BYTES_MAX - 1);
	return report(apply->cli, &why);
}

static enum err report_place(const struct apply *apply, u32 line, int column, const char *text)
{
	struct why why;
	(void)fail(&why, ERR_JSON, "%.*s:%u:%d: %s", STR_ARG(apply->name), line,
		   column < 1 ? 1 : column, text);
	return report(apply->cli, &why);
}

/* NULL: it is no JSON, and `out_wrong` says where. */
static json_t *parse_strictly(str text, json_error_t *out_wrong)
{
	return json_loadb(text.at ? text.at : "", text.len,
			  JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL,
			  out_wrong);
}

static enum err check_lines(const struct apply *apply)
{
	str rest = apply->file;
	for (u32 number = 1; rest.len; number++) {
		str line = str_trim(str_split(&rest, '\n'));
		json_error_t wrong;
		json_t *value = line.len ? parse_strictly(line, &wrong) : NULL;
		bool is_object = json_is_object(value);
		json_decref(value);
		if (!line.len || is_object) continue;
		if (value) return report_place(apply, number, 1, "not a JSON object");
		return report_place(apply, number, wrong.column, wrong.text);
	}
	return ERR_OK;
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
static enum err check_file(const struct apply *apply)
{
	json_error_t wrong;
	char text[JSON_ERROR_TEXT_LENGTH + sizeof "not JSON: "];
	json_t *whole = parse_strictly(apply->file, &wrong);
	bool is_jobs = json_is_array(whole) || json_is_array(json_object_get(whole, "jobs")) ||
		       json_object_get(whole, "code") || json_object_get(whole, "kind");
	json_decref(whole);
	if (is_jobs) return ERR_OK;
	if (!whole && first_line_is_object(apply->file)) return check_lines(apply);
	if (whole || !str_trim(apply->file).len)
		return report_place(apply, 1, 1,
				    "a job, an array of jobs, {\"jobs\": [...]} or lines of "
				    "jobs are expected");
	(void)snprintf(text, sizeof text, "not JSON: %s", wrong.text);
	return report_place(apply, (u32)wrong.line, wrong.column, text);
}

/* A text's inside; empty where it is none. */
static str unquoted(str value)
{
	bool is_text = value.len > 2 && value.at[0] == '"';
	return is_text ? str_slice(value, 1, value.len - 1) : STR("");
}

static enum err check_job(struct apply *apply, str job, u32 number)
{
	str code = unquoted(render_member(job, "code"));
	bool is_code = code.len && code.len < CODE_BYTES_MAX && str_find(code, '\\') == code.len;
	return is_code ? ERR_OK : report_no_job(apply, number);
}

static enum err for_each_of(struct apply *apply, str items, job_function *function)
{
	str item;
	enum err err = ERR_OK;
	for (u32 number = 1; !err && render_next_item(&items, &item); number++)
		err = number > JOBS_MAX ? report_no_job(apply, number)
					: function(apply, item, number);
	return err;
}

/* Other kinds that an export has are not ours. */
static enum err for_each_line(struct apply *apply, str text, job_function *function)
{
	enum err err = ERR_OK;
	for (u32 number = 1; text.len && !err;) {
		str line = str_trim(str_split(&text, '\n'));
		str kind = unquoted(render_member(line, "kind"));
		if (!line.len || (kind.len && !str_eq(kind, STR("job")))) continue;
		json_t *value = render_parse(line);
		bool is_object = json_is_object(value);
		json_decref(value);
		if (!is_object || number > JOBS_MAX) return report_no_job(apply, number);
		err = function(apply, kind.len ? render_member(line, "job") : line, number++);
	}
	return err;
}

/* The same JSON without the blanks between its parts. */
static void add_squeezed(str text, struct buf *out)
{
	bool in_string = false;
	for (size_t i = 0; i < text.len; i++) {
		char c = text.at[i];
		bool is_blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
		if (in_string || !is_blank) buf_add_byte(out, c);
		if (in_string && c == '\\' && i + 1 < text.len) buf_add_byte(out, text.at[++i]);
		else if (c == '"') in_string = !in_string;
	}
}

static enum err for_each_job(struct apply *apply, str text, job_function *function)
{
	struct buf squeezed;
	json_t *whole = render_parse(text);
	bool is_array = json_is_array(whole);
	bool has_jobs = json_is_array(json_object_get(whole, "jobs"));
	bool is_one = whole && json_object_get(whole, "code");
	enum err err;
	json_decref(whole);
	buf_init(&squeezed, REMOTE_BODY_MAX + 1);
	add_squeezed(text, &squeezed);
	str same = buf_view(&squeezed);
	if (is_array) err = for_each_of(apply, str_slice(same, 1, same.len - 1), function);
	else if (has_jobs) err = for_each_of(apply, render_array(same, "jobs"), function);
	else if (is_one) err = function(apply, same, 1);
	else err = for_each_line(apply, text, function);
	buf_done(&squeezed);
	return err;
}

/* ---- what differs ------------------------------------------------------------------------ */

static bool is_same(str one, str other)
{
	if (str_eq(one, STR("null")) && !other.len) return true;
	json_t *a = render_parse(one);
	json_t *b = render_parse(other);
	bool same = a && b && json_equal(a, b);
	json_decref(a);
	json_decref(b);
	return same;
}

static void say_member(struct apply *apply, str key, str old, str new)
{
	struct output *out = &apply->cli->out;
	buf_add(&out->text, STR("    "));
	output_safe(out, key);
	buf_add(&out->text, STR(": "));
	output_begin(out, STYLE_DIM);
	if (old.len) output_safe(out, old);
	else buf_add(&out->text, STR("not set"));
	output_end(out, STYLE_DIM);
	buf_add(&out->text, STR(" \u2192 "));
	output_safe(out, new);
	buf_add_byte(&out->text, '\n');
}

/* The members of `job` that `there` has not, or has otherwise; all of them where it is not there.
 */
static u32 add_difference(struct apply *apply, str job, str there, struct buf *body, bool says)
{
	str rest = str_from_offset(str_trim(job), 1);
	str member;
	u32 count = 0;
	buf_clear(body);
	buf_add_byte(body, '{');
	while (render_next_item(&rest, &member)) {
		char name[128];
		str value = member;
		str key = str_trim(str_split(&value, ':'));
		value = str_trim(value);
		if (member.at[0] == '}' || key.len < 3 || key.len >= sizeof name) break;
		memcpy(name, key.at + 1, key.len - 2);
		name[key.len - 2] = '\0';
		if (there.len && transfer_is_own_of_job(key)) continue;
		str old = there.len ? render_member(there, name) : STR("");
		if (there.len && is_same(value, old)) continue;
		if (count++) buf_add_byte(body, ',');
		buf_add(body, member);
		if (says) say_member(apply, str_from(name), old, value);
	}
	buf_add_byte(body, '}');
	return count;
}

/* ---- one job ----------------------------------------------------------------------------- */

static void say_job(struct apply *apply, const char *what, enum style style, str code)
{
	struct output *out = &apply->cli->out;
	output_styled(out, style, str_from(what));
	buf_add_byte(&out->text, ' ');
	output_safe(out, code);
	buf_add_byte(&out->text, '\n');
}

static enum err make_job(struct apply *apply, str job, str code, struct buf *path)
{
	struct buf body;
	str answer;
	enum err err = ERR_OK;
	buf_init(&body, JOB_BYTES_MAX);
	say_job(apply, apply->is_dry ? "would make" : "make", STYLE_BOLD, code);
	(void)add_difference(apply, job, STR(""), &body, false);
	buf_clear(path);
	buf_add(path, STR("jobs"));
	transfer_add_tenant(apply->cli, path);
	const struct remote_call call = { STR("POST"), buf_view(path), buf_view(&body), 0 };
	if (!apply->is_dry) err = remote_send(apply->cli, &call, &answer);
	apply->made++;
	buf_done(&body);
	return err;
}

static enum err change_job(struct apply *apply, str job, str there, str code, str path)
{
	struct buf body;
	str answer;
	enum err err = ERR_OK;
	buf_init(&body, JOB_BYTES_MAX);
	if (add_difference(apply, job, there, &body, false)) {
		say_job(apply, apply->is_dry ? "would change" : "change", STYLE_BOLD, code);
		(void)add_difference(apply, job, there, &body, true);
		const struct remote_call call = { STR("PUT"), path, buf_view(&body), 0 };
		if (!apply->is_dry) err = remote_send(apply->cli, &call, &answer);
		apply->changed++;
	} else {
		say_job(apply, "as it is", STYLE_DIM, code);
		apply->kept++;
	}
	buf_done(&body);
	return err;
}

/* The job with the label as one more member, unless it has one of its own. */
static str labelled(const struct apply *apply, str job, struct buf *room)
{
	if (!apply->label.len || render_member(job, "source_system").len) return job;
	buf_add(room, str_slice(job, 0, job.len - 1));
	buf_add(room, STR(",\"source_system\":"));
	buf_add_json(room, apply->label);
	buf_add_byte(room, '}');
	return buf_view(room);
}

static enum err apply_job(struct apply *apply, str job, u32 number)
{
	struct cli *cli = apply->cli;
	struct client_response response;
	struct buf path, there, marked;
	struct why why;
	str code = unquoted(render_member(job, "code"));
	(void)number;
	buf_init(&marked, JOB_BYTES_MAX);
	job = labelled(apply, job, &marked);
	buf_init(&path, REMOTE_PATH_MAX);
	buf_init(&there, REMOTE_BODY_MAX);
	buf_add(&path, STR("jobs/"));
	remote_encode(code, &path);
	transfer_add_tenant(cli, &path);
	const struct remote_call look = { STR("GET"), buf_view(&path), STR(""), 0 };
	enum err err = remote_find(cli);
	if (!err && remote_try(cli, &look, &response, &why)) err = remote_report_none(cli, &why);
	if (err) goto done;
	buf_add(&there, response.body);
	if (response.status == 404) err = make_job(apply, job, code, &path);
	else if (response.status != 200) err = remote_report(cli, &response);
	else err = change_job(apply, job, buf_view(&there), code, buf_view(&path));
done:
	buf_done(&path);
	buf_done(&there);
	buf_done(&marked);
	return err;
}

/* ---- what the file does not name --------------------------------------------------------- */

static enum err look_for_code(struct apply *apply, str job, u32 number)
{
	(void)number;
	apply->is_found |= str_eq(unquoted(render_member(job, "code")), apply->sought);
	return ERR_OK;
}

static enum err delete_job(struct apply *apply, str code)
{
	struct buf path, question;
	str answer;
	enum err err = ERR_OK;
	buf_init(&path, REMOTE_PATH_MAX);
	buf_init(&question, REMOTE_PATH_MAX);
	buf_add(&path, STR("jobs/"));
	remote_encode(code, &path);
	transfer_add_tenant(apply->cli, &path);
	say_job(apply, apply->is_dry ? "would delete" : "delete", STYLE_WARNING, code);
	buf_addf(&question, "delete the job %.*s, which the file does not name", STR_ARG(code));
	const struct remote_call call = { STR("DELETE"), buf_view(&path), STR(""), 0 };
	if (!apply->is_dry) err = act_ask(apply->cli, buf_view(&question));
	if (!err && !apply->is_dry) err = remote_send(apply->cli, &call, &answer);
	apply->deleted++;
	buf_done(&path);
	buf_done(&question);
	return err;
}

static enum err prune_rows(struct apply *apply, str items)
{
	str item;
	enum err err = ERR_OK;
	while (!err && render_next_item(&items, &item)) {
		str label = unquoted(render_member(item, "source_system"));
		apply->sought = unquoted(render_member(item, "code"));
		apply->is_found = false;
		if (!str_eq(label, apply->label) || !apply->sought.len) continue;
		err = for_each_job(apply, apply->file, look_for_code);
		if (!err && !apply->is_found) err = delete_job(apply, apply->sought);
	}
	return err;
}

/* All of the tenant's jobs are read before the first is deleted: pages move when one goes. */
static enum err prune(struct apply *apply)
{
	struct buf path, items;
	str body;
	bool more = true;
	enum err err = ERR_OK;
	buf_init(&path, REMOTE_PATH_MAX);
	buf_init(&items, REMOTE_BODY_MAX);
	buf_add(&path, STR("jobs?limit=500"));
	transfer_add_tenant(apply->cli, &path);
	size_t plain = path.len;
	while (!err && more) {
		const struct remote_call call = { STR("GET"), buf_view(&path), STR(""), 0 };
		err = remote_send(apply->cli, &call, &body);
		if (err) break;
		str cursor = unquoted(render_member(body, "next_cursor"));
		str rows = render_array(body, "data");
		if (items.len && rows.len) buf_add_byte(&items, ',');
		buf_add(&items, rows);
		more = cursor.len && !buf_failed(&items);
		path.len = plain;
		buf_add(&path, STR("&cursor="));
		remote_encode(cursor, &path);
	}
	if (!err) err = prune_rows(apply, buf_view(&items));
	buf_done(&path);
	buf_done(&items);
	return err;
}

enum err apply_jobs(struct cli *cli, str file)
{
	struct apply apply = { .cli = cli,
			       .label = arguments_value(cli->arguments, OPTION_FIELD_PRUNE,
							STR("")),
			       .is_dry = arguments_have(cli->arguments, OPTION_FIELD_DRY_RUN) };
	struct buf text, word, note;
	struct why why;
	buf_init(&text, REMOTE_BODY_MAX + 1);
	buf_init(&word, 4096);
	buf_init(&note, 200);
	if (!str_eq(file, STR("-"))) buf_add_byte(&word, '@');
	buf_add(&word, file);
	enum err err = body_text(cli, buf_view(&word), &text, &why);
	if (err) (void)report(cli, &why);
	/* All of it is looked at before anything is done. */
	apply.name = body_origin(buf_view(&word));
	apply.file = buf_view(&text);
	if (!err) err = check_file(&apply);
	if (!err) err = for_each_job(&apply, apply.file, check_job);
	if (!err) err = for_each_job(&apply, apply.file, apply_job);
	if (!err && apply.label.len) err = prune(&apply);
	buf_addf(&note, "%u made, %u changed, %u as they were", apply.made, apply.changed,
		 apply.kept);
	if (apply.label.len) buf_addf(&note, ", %u deleted", apply.deleted);
	if (apply.is_dry) buf_add(&note, STR("; nothing was done"));
	if (!err && !arguments_have(cli->arguments, OPTION_QUIET))
		report_note(cli, buf_view(&note));
	buf_done(&text);
	buf_done(&word);
	buf_done(&note);
	return err;
}
