#include "cli/wait.h"

#include "calendar/duration.h"
#include "cli/progress.h"
#include "cli/remote.h"
#include "cli/why.h"

#include <jansson.h>

enum { POLL_MS = 500, LINE_BYTES_MAX = 8192 };

struct awaited_run {
	struct cli *cli;
	struct buf id;
	struct buf path;     /* of the run or the operation */
	struct buf why_path; /* of the question why the run waits; empty: an operation */
	struct buf last;     /* the last answer */
	struct buf kinds;    /* of the reasons that were told last */
};

static void wait_init(struct awaited_run *wait, struct cli *cli)
{
	*wait = (struct awaited_run){ .cli = cli };
	buf_init(&wait->id, REMOTE_PATH_MAX);
	buf_init(&wait->path, REMOTE_PATH_MAX);
	buf_init(&wait->why_path, REMOTE_PATH_MAX);
	buf_init(&wait->last, REMOTE_BODY_MAX);
	buf_init(&wait->kinds, LINE_BYTES_MAX);
}

static void wait_done(struct awaited_run *wait)
{
	buf_done(&wait->id);
	buf_done(&wait->path);
	buf_done(&wait->why_path);
	buf_done(&wait->last);
	buf_done(&wait->kinds);
}

static void set_paths(struct awaited_run *wait, bool is_operation, str id)
{
	str tenant = arguments_value(wait->cli->arguments, OPTION_TENANT, STR(""));
	struct buf *paths[] = { &wait->path, &wait->why_path };
	buf_add(&wait->id, id);
	for (u32 i = 0; i < (is_operation ? 1u : 2u); i++) {
		buf_add(paths[i], is_operation ? STR("operations/") : STR("queue/"));
		remote_encode(id, paths[i]);
		if (i) buf_add(paths[i], STR("/why"));
		if (!tenant.len) continue;
		buf_add(paths[i], STR("?tenant_id="));
		remote_encode(tenant, paths[i]);
	}
}

static bool has_ended(str state)
{
	static const char *const words[] = { "done", "failed", "dlq", "cancelled", "stopped" };
	for (size_t i = 0; i < countof(words); i++) {
		if (str_eq(state, str_from(words[i]))) return true;
	}
	return false;
}

static enum err read_timeout(struct cli *cli, msec *out_span)
{
	str text = arguments_value(cli->arguments, OPTION_TIMEOUT, STR("1h"));
	struct why why;
	if (duration_parse(text, out_span, NULL) == ERR_OK && *out_span > 0) return ERR_OK;
	(void)fail(&why, ERR_USAGE, "--timeout must be a span such as 90s, 10m or 2h, got \"%.*s\"",
		   STR_ARG(text));
	return report_usage(cli, &why);
}

/* ---- why it waits ------------------------------------------------------------------------- */

/* A caller without permission to ask is not told; the wait continues without. */
static bool ask_why(struct awaited_run *wait, str *out_answer)
{
	const struct remote_call call = { STR("GET"), buf_view(&wait->why_path), STR(""), 0 };
	struct client_response response;
	struct why why;
	if (!wait->why_path.len || remote_try(wait->cli, &call, &response, &why)) return false;
	*out_answer = response.body;
	return response.status == 200;
}

/* A terminal has a line that is written over; elsewhere a line each time the reasons change. Their
 * kinds alone count, so that a number that moves does not fill a log. */
static void tell_reasons(struct awaited_run *wait, str state)
{
	struct cli *cli = wait->cli;
	struct buf line, kinds;
	str answer;
	if (arguments_have(cli->arguments, OPTION_QUIET)) return;
	if (!ask_why(wait, &answer)) {
		progress_show(cli, PROGRESS_UNKNOWN, state);
		return;
	}
	buf_init(&line, LINE_BYTES_MAX);
	buf_init(&kinds, LINE_BYTES_MAX);
	why_add_kinds(answer, &kinds);
	bool is_news = !str_eq(buf_view(&kinds), buf_view(&wait->kinds));
	buf_add(&line, progress_is_shown(cli) ? state : STR("the run waits"));
	buf_add(&line, STR(": "));
	why_add_line(answer, &line);
	if (progress_is_shown(cli)) progress_show(cli, PROGRESS_UNKNOWN, buf_view(&line));
	else if (is_news && kinds.len) {
		report_note(cli, buf_view(&line));
		(void)output_flush(&cli->err);
	}
	buf_clear(&wait->kinds);
	buf_add(&wait->kinds, buf_view(&kinds));
	buf_done(&line);
	buf_done(&kinds);
}

/* Of a run its own word, of an operation how many it has seen. */
static void show_progress(struct cli *cli, const json_t *document, str state)
{
	const json_t *percent = json_object_get(document, "progress_percent");
	const json_t *seen = json_object_get(document, "seen");
	const char *message = json_string_value(json_object_get(document, "progress_message"));
	struct buf text;
	buf_init(&text, LINE_BYTES_MAX);
	buf_add(&text, state);
	if (seen)
		buf_addf(&text, ": %lld seen, %lld changed", (long long)json_integer_value(seen),
			 (long long)json_integer_value(json_object_get(document, "changed")));
	if (message && *message) buf_addf(&text, ": %s", message);
	progress_show(
		cli, json_is_integer(percent) ? (u32)json_integer_value(percent) : PROGRESS_UNKNOWN,
		buf_view(&text));
	buf_done(&text);
}

/* ---- how it ended ------------------------------------------------------------------------- */

static enum err report_over(struct awaited_run *wait, bool is_interrupted)
{
	struct cli *cli = wait->cli;
	struct why why;
	str answer;
	progress_end(cli);
	(void)fail(&why, ERR_TIMED_OUT, "%s; the server continues it",
		   is_interrupted ? "stopped waiting for the run or operation"
				  : "the run or operation did not end in time");
	(void)report(cli, &why);
	if (ask_why(wait, &answer)) why_show(cli, &cli->err, buf_view(&wait->id), answer);
	return why.code;
}

/* Its error, on `err`: what is shown on `out` may be for a program. */
static void report_failure(struct awaited_run *wait)
{
	struct cli *cli = wait->cli;
	str answer;
	if (!cli->run_failed) return;
	if (ask_why(wait, &answer)) {
		why_show(cli, &cli->err, buf_view(&wait->id), answer);
		return;
	}
	json_t *document = render_parse(buf_view(&wait->last));
	const char *message = json_string_value(json_object_get(document, "error_message"));
	struct why why;
	(void)fail(&why, ERR_CONFLICT, "the run or operation failed%s%s", message ? ": " : "",
		   message ? message : "");
	(void)report(cli, &why);
	json_decref(document);
}

/* ---- the loop ----------------------------------------------------------------------------- */

/* Asks once. */
static enum err look(struct awaited_run *wait, bool *out_ended)
{
	struct cli *cli = wait->cli;
	const struct remote_call call = { STR("GET"), buf_view(&wait->path), STR(""), 0 };
	str body;
	enum err err = remote_send(cli, &call, &body);
	if (err) return err;
	buf_clear(&wait->last);
	buf_add(&wait->last, body);
	json_t *document = render_parse(buf_view(&wait->last));
	str state = str_from(json_string_value(json_object_get(document, "state")));
	bool is_held = str_eq(state, STR("queued")) || str_eq(state, STR("waiting"));
	*out_ended = has_ended(state);
	cli->run_failed = *out_ended && !str_eq(state, STR("done"));
	if (is_held) tell_reasons(wait, state);
	else if (!*out_ended) show_progress(cli, document, state);
	json_decref(document);
	return ERR_OK;
}

static enum err wait_for(struct awaited_run *wait, msec span)
{
	const struct doors *doors = wait->cli->doors;
	msec end = msec_add(doors->clock(doors->context), span);
	for (;;) {
		bool ended;
		enum err err = look(wait, &ended);
		if (err || ended) return err;
		if (doors->clock(doors->context) >= end) return report_over(wait, false);
		if (!doors->pause(doors->context, POLL_MS)) return report_over(wait, true);
	}
}

enum err wait_and_show(struct cli *cli, bool is_operation, const struct render *render, str answer)
{
	struct awaited_run wait;
	msec span;
	enum err err = read_timeout(cli, &span);
	if (err) return err;
	wait_init(&wait, cli);
	json_t *document = render_parse(answer);
	set_paths(&wait, is_operation,
		  str_from(json_string_value(json_object_get(document, "id"))));
	json_decref(document);
	err = wait_for(&wait, span);
	progress_end(cli);
	if (!err) render_document(render, buf_view(&wait.last));
	if (!err) report_failure(&wait);
	wait_done(&wait);
	return err;
}
