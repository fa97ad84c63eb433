/* A file is a job, an array of jobs, {"jobs": [...]}, or lines of jobs as `belfry export` writes
 * them. Members keep their bytes: numbers are sent with the digits they have. */
#include "cli/apply.h"

#include "cli/act.h"
#include "cli/body.h"
#include "cli/remote.h"
#include "cli/render.h"
#include "cli/transfer.h"
#include "model/limits.def"

#include <jansson.h>
#include <stdio.h>

enum { JOBS_MAX = LIMIT_APPLY_JOBS, CODE_BYTES_MAX = 256, WAIT_MS = 60000 };

struct apply {
	struct cli *cli;
	str name;  /* of the file */
	str file;  /* its text */
	str label; /* of the jobs that are the file's; empty: they have none */
	struct buf body;
	u32 sought; /* the number of a job that is looked for in the file, from 1 */
	str found;  /* its code, in `code` */
	char code[CODE_BYTES_MAX];
};

typedef enum err job_function(struct apply *apply, str job, u32 number);

/* ---- the file ---------------------------------------------------------------------------- */

static enum err report_no_job(const struct apply *apply, u32 number)
{
	struct why why;
	if (number > JOBS_MAX)
		(void)fail(&why, ERR_TOO_LONG, "%.*s: one apply has at most %d jobs",
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

/* ---- the call ---------------------------------------------------------------------------- */

/* A job as the server has shown it also has what the server fills in itself, and some of it twice.
 */
static enum err add_job(struct apply *apply, str job, u32 number)
{
	struct buf *body = &apply->body;
	str rest = str_from_offset(str_trim(job), 1);
	str member;
	bool is_shown = render_member(job, "created_at").len > 0;
	buf_add(body, number > 1 ? STR(",{") : STR("{"));
	size_t begun = body->len;
	while (render_next_item(&rest, &member)) {
		str key = member;
		key = str_trim(str_split(&key, ':'));
		if (member.at[0] == '}' || key.len < 3) break;
		if (is_shown && transfer_is_own_of_job(key)) continue;
		if (body->len > begun) buf_add_byte(body, ',');
		buf_add(body, member);
	}
	buf_add_byte(body, '}');
	return ERR_OK;
}

static enum err make_body(struct apply *apply, bool is_dry)
{
	struct buf *body = &apply->body;
	buf_clear(body);
	buf_add(body, STR("{\"jobs\":["));
	enum err err = for_each_job(apply, apply->file, add_job);
	buf_addf(body, "],\"dry_run\":%s", is_dry ? "true" : "false");
	if (apply->label.len) {
		buf_add(body, STR(",\"prune\":"));
		buf_add_json(body, apply->label);
	}
	buf_add_byte(body, '}');
	return err || !buf_failed(body) ? err : ERR_MEMORY;
}

static enum err look_for_job(struct apply *apply, str job, u32 number)
{
	if (number != apply->sought) return ERR_OK;
	str code = str_slice(unquoted(render_member(job, "code")), 0, sizeof apply->code);
	if (code.len) memcpy(apply->code, code.at, code.len);
	apply->found = (str){ apply->code, code.len };
	return ERR_OK;
}

/* "/jobs/3/cron_expression" is the fourth job of the file, by its code, and a field of it. */
static void say_place(struct apply *apply, str pointer)
{
	struct output *out = &apply->cli->err;
	str rest = pointer;
	u64 index = 0;
	(void)str_split(&rest, '/');
	bool is_job = str_eq(str_split(&rest, '/'), STR("jobs")) &&
		      str_to_u64(str_split(&rest, '/'), JOBS_MAX, &index);
	output_safe(out, apply->name);
	buf_add(&out->text, STR(": "));
	if (is_job) {
		apply->sought = (u32)index + 1;
		apply->found = (str){ 0 };
		enum err ignored = for_each_job(apply, apply->file, look_for_job);
		(void)ignored; /* it went well before */
		buf_addf(&out->text, "job %u", apply->sought);
	}
	if (is_job && apply->found.len) {
		buf_add(&out->text, STR(" ("));
		output_safe(out, apply->found);
		buf_add_byte(&out->text, ')');
	}
	if (is_job && rest.len) buf_add(&out->text, STR(": "));
	output_safe(out, is_job ? rest : pointer);
	buf_add(&out->text, STR(": "));
}

static void say_faults(struct apply *apply, str body)
{
	str faults = render_array(body, "errors");
	struct output *out = &apply->cli->err;
	str fault;
	while (render_next_item(&faults, &fault)) {
		say_place(apply, unquoted(render_member(fault, "pointer")));
		json_t *reason = render_parse(render_member(fault, "reason"));
		if (json_is_string(reason)) output_safe(out, str_from(json_string_value(reason)));
		json_decref(reason);
		buf_add_byte(&out->text, '\n');
	}
}

/* Where the server names jobs, they are named as the file has them. */
static enum err report_refused(struct apply *apply, const struct client_response *response)
{
	str errors = render_array(response->body, "errors");
	if (!errors.len) return remote_report(apply->cli, response);
	say_faults(apply, response->body);
	str code = unquoted(render_member(response->body, "code"));
	struct why why;
	enum err err = remote_err_of(code, response->status);
	(void)fail(&why, err, "nothing was done: %.*s has mistakes", STR_ARG(apply->name));
	return report(apply->cli, &why);
}

static enum err call_server(struct apply *apply, bool is_dry, struct buf *out_answer)
{
	struct cli *cli = apply->cli;
	struct client_response response;
	struct buf path;
	struct why why;
	buf_init(&path, REMOTE_PATH_MAX);
	buf_add(&path, STR("apply"));
	transfer_add_tenant(cli, &path);
	enum err err = make_body(apply, is_dry);
	if (!err) err = remote_find(cli);
	const struct remote_call call = { STR("POST"), buf_view(&path), buf_view(&apply->body),
					  WAIT_MS };
	if (!err && remote_try(cli, &call, &response, &why)) err = remote_report_none(cli, &why);
	else if (!err && response.status != 200) err = report_refused(apply, &response);
	else if (!err) {
		buf_clear(out_answer);
		buf_add(out_answer, response.body);
	}
	buf_done(&path);
	return err;
}

/* ---- what it says ------------------------------------------------------------------------ */

static void say_change(struct output *out, str change)
{
	str before = render_member(change, "before");
	buf_add(&out->text, STR("    "));
	output_safe(out, unquoted(render_member(change, "field")));
	buf_add(&out->text, STR(": "));
	output_begin(out, STYLE_DIM);
	output_safe(out, str_eq(before, STR("null")) ? STR("not set") : before);
	output_end(out, STYLE_DIM);
	buf_add(&out->text, STR(" \u2192 "));
	output_safe(out, render_member(change, "after"));
	buf_add_byte(&out->text, '\n');
}

static void say_job(struct apply *apply, str job, bool is_dry)
{
	static const struct {
		str action;
		const char *verb;
		enum style style;
	} rows[] = { { STR("created"), "create", STYLE_BOLD },
		     { STR("changed"), "change", STYLE_BOLD },
		     { STR("deleted"), "delete", STYLE_WARNING } };
	struct output *out = &apply->cli->out;
	str action = unquoted(render_member(job, "action"));
	str changes = render_array(job, "changes"), change;
	const char *verb = NULL;
	enum style style = STYLE_DIM;
	for (size_t i = 0; i < countof(rows); i++) {
		if (!str_eq(action, rows[i].action)) continue;
		verb = rows[i].verb;
		style = rows[i].style;
	}
	output_begin(out, style);
	if (!verb) buf_add(&out->text, STR("unchanged"));
	else buf_addf(&out->text, "%s%s", is_dry ? "would " : "", verb);
	output_end(out, style);
	buf_add_byte(&out->text, ' ');
	output_safe(out, unquoted(render_member(job, "code")));
	buf_add_byte(&out->text, '\n');
	while (render_next_item(&changes, &change)) say_change(out, change);
}

static void say_all(struct apply *apply, str answer, bool is_dry)
{
	struct buf note;
	str jobs = render_array(answer, "jobs"), job;
	buf_init(&note, 400);
	while (render_next_item(&jobs, &job)) say_job(apply, job, is_dry);
	buf_addf(&note, "%.*s created, %.*s changed, %.*s unchanged",
		 STR_ARG(render_member(answer, "created")),
		 STR_ARG(render_member(answer, "changed")),
		 STR_ARG(render_member(answer, "unchanged")));
	if (apply->label.len)
		buf_addf(&note, ", %.*s deleted", STR_ARG(render_member(answer, "deleted")));
	if (is_dry) buf_add(&note, STR("; nothing was done"));
	if (!arguments_have(apply->cli->arguments, OPTION_QUIET))
		report_note(apply->cli, buf_view(&note));
	buf_done(&note);
}

/* Nothing is deleted before somebody has seen what. */
static enum err ask_to_delete(struct apply *apply, str answer)
{
	struct buf question;
	str jobs = render_array(answer, "jobs"), job;
	u32 count = 0;
	buf_init(&question, REMOTE_PATH_MAX);
	buf_add(&question, STR("delete jobs that the file does not name:"));
	while (render_next_item(&jobs, &job)) {
		if (!str_eq(unquoted(render_member(job, "action")), STR("deleted"))) continue;
		buf_add(&question, count++ ? STR(", ") : STR(" "));
		buf_add(&question, unquoted(render_member(job, "code")));
	}
	enum err err = count ? act_ask(apply->cli, buf_view(&question)) : ERR_OK;
	buf_done(&question);
	return err;
}

static enum err apply_file(struct apply *apply)
{
	bool is_dry = arguments_have(apply->cli->arguments, OPTION_FIELD_DRY_RUN);
	struct buf answer;
	buf_init(&answer, REMOTE_BODY_MAX);
	buf_init(&apply->body, REMOTE_BODY_MAX + 1);
	enum err err = ERR_OK;
	if (apply->label.len && !is_dry) err = call_server(apply, true, &answer);
	if (!err && apply->label.len && !is_dry) err = ask_to_delete(apply, buf_view(&answer));
	if (!err) err = call_server(apply, is_dry, &answer);
	if (!err) say_all(apply, buf_view(&answer), is_dry);
	buf_done(&apply->body);
	buf_done(&answer);
	return err;
}

enum err apply_jobs(struct cli *cli, str file)
{
	struct apply apply = {
		.cli = cli, .label = arguments_value(cli->arguments, OPTION_FIELD_PRUNE, STR(""))
	};
	struct buf text, word;
	struct why why;
	buf_init(&text, REMOTE_BODY_MAX + 1);
	buf_init(&word, 4096);
	if (!str_eq(file, STR("-"))) buf_add_byte(&word, '@');
	buf_add(&word, file);
	enum err err = body_text(cli, buf_view(&word), &text, &why);
	if (err) (void)report(cli, &why);
	apply.name = body_origin(buf_view(&word));
	apply.file = buf_view(&text);
	if (!err) err = check_file(&apply);
	if (!err) err = for_each_job(&apply, apply.file, check_job);
	if (!err) err = apply_file(&apply);
	buf_done(&text);
	buf_done(&word);
	return err;
}
