#include "cli/apply.h"

#include "cli/act.h"
#include "cli/job_files.h"
#include "cli/remote.h"
#include "cli/render.h"
#include "cli/transfer.h"
#include "model/limits.def"

#include <jansson.h>

enum { WAIT_MS = 60000 };

struct apply {
	struct cli *cli;
	str name; /* of the file */
	struct job_files files;
	str label; /* of the jobs that are the file's; empty: they have none */
	struct buf body;
};

/* ---- the call ---------------------------------------------------------------------------- */

/* A job as the server has shown it also has what the server fills in itself, and some of it twice.
 */
static void add_job(struct buf *body, str job)
{
	str rest = str_from_offset(job, 1);
	str member;
	bool is_shown = render_member(job, "created_at").len > 0;
	buf_add_byte(body, '{');
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
}

static enum err make_body(struct apply *apply, bool is_dry)
{
	struct buf *body = &apply->body;
	buf_clear(body);
	buf_add(body, STR("{\"jobs\":["));
	for (u32 i = 0; i < apply->files.len; i++) {
		if (i) buf_add_byte(body, ',');
		add_job(body, apply->files.items[i].json);
	}
	buf_addf(body, "],\"dry_run\":%s", is_dry ? "true" : "false");
	if (apply->label.len) {
		buf_add(body, STR(",\"prune\":"));
		buf_add_json(body, apply->label);
	}
	buf_add_byte(body, '}');
	return buf_failed(body) ? ERR_MEMORY : ERR_OK;
}

/* "/jobs/3/cron_expression" is the fourth job, by its number and code, and a field of it. */
static void say_place(struct apply *apply, str pointer)
{
	struct output *out = &apply->cli->err;
	const struct job_item *item = NULL;
	str rest = pointer;
	u64 index;
	(void)str_split(&rest, '/');
	if (str_eq(str_split(&rest, '/'), STR("jobs")) &&
	    str_to_u64(str_split(&rest, '/'), LIMIT_APPLY_JOBS, &index) && index < apply->files.len)
		item = &apply->files.items[index];
	output_safe(out, item ? item->file : apply->name);
	buf_add(&out->text, STR(": "));
	if (item) {
		buf_addf(&out->text, "job %u (", item->number);
		output_safe(out, item->code);
		buf_add(&out->text, rest.len ? STR("): ") : STR(")"));
	}
	output_safe(out, item ? rest : pointer);
	buf_add(&out->text, STR(": "));
}

static void say_faults(struct apply *apply, str body)
{
	str faults = render_array(body, "errors");
	struct output *out = &apply->cli->err;
	str fault;
	while (render_next_item(&faults, &fault)) {
		say_place(apply, render_text(fault, "pointer"));
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
	str code = render_text(response->body, "code");
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
	output_safe(out, render_text(change, "field"));
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
	str action = render_text(job, "action");
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
	output_safe(out, render_text(job, "code"));
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
		if (!str_eq(render_text(job, "action"), STR("deleted"))) continue;
		buf_add(&question, count++ ? STR(", ") : STR(" "));
		buf_add(&question, render_text(job, "code"));
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
		.cli = cli,
		.name = str_eq(file, STR("-")) ? STR("standard input") : file,
		.label = arguments_value(cli->arguments, OPTION_FIELD_PRUNE, STR("")),
	};
	enum err err = job_files_read(&apply.files, cli, file);
	if (!err) err = apply_file(&apply);
	job_files_done(&apply.files);
	return err;
}
