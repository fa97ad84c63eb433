#include "cli/wait.h"

#include "calendar/duration.h"
#include "cli/progress.h"
#include "cli/remote.h"

#include <jansson.h>

enum { POLL_MS = 500 };

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
	(void)fail(&why, ERR_USAGE,
		   "--timeout: a span such as 90s, 10m or 2h is expected, here is \"%.*s\"",
		   STR_ARG(text));
	return report_usage(cli, &why);
}

static enum err report_wait_over(struct cli *cli, bool is_interrupted)
{
	struct why why;
	progress_end(cli);
	(void)fail(&why, ERR_TIMED_OUT, "%s; it goes on without being waited for",
		   is_interrupted ? "interrupted" : "it has not ended in time");
	return report(cli, &why);
}

/* Of a run its own word, of an operation how many it has seen. */
static void show_wait(struct cli *cli, const json_t *thing, str state)
{
	const json_t *percent = json_object_get(thing, "progress_percent");
	const json_t *seen = json_object_get(thing, "seen");
	const char *message = json_string_value(json_object_get(thing, "progress_message"));
	struct buf text;
	buf_init(&text, 4096);
	buf_add(&text, state);
	if (seen)
		buf_addf(&text, ": %lld seen, %lld changed", (long long)json_integer_value(seen),
			 (long long)json_integer_value(json_object_get(thing, "changed")));
	if (message && *message) buf_addf(&text, ": %s", message);
	progress_show(
		cli, json_is_integer(percent) ? (u32)json_integer_value(percent) : PROGRESS_UNKNOWN,
		buf_view(&text));
	buf_done(&text);
}

/* Asks again and again until the thing at `path` has ended; its last answer is in `out`. */
static enum err wait_for(struct cli *cli, str path, msec span, struct buf *out)
{
	const struct doors *doors = cli->doors;
	msec end = msec_add(doors->clock(doors->context), span);
	for (;;) {
		str body;
		enum err err = remote_send(
			cli, &(struct remote_call){ STR("GET"), path, STR(""), 0 }, &body);
		if (err) return err;
		buf_clear(out);
		buf_add(out, body);
		json_t *thing = render_parse(body);
		str state = str_from(json_string_value(json_object_get(thing, "state")));
		bool ended = has_ended(state);
		cli->run_failed = ended && !str_eq(state, STR("done"));
		if (!ended) show_wait(cli, thing, state);
		json_decref(thing);
		if (ended) return ERR_OK;
		if (doors->clock(doors->context) >= end) return report_wait_over(cli, false);
		if (!doors->pause(doors->context, POLL_MS)) return report_wait_over(cli, true);
	}
}

enum err wait_and_show(struct cli *cli, bool is_operation, const struct render *render, str answer)
{
	struct buf path, last;
	msec span;
	enum err err = read_timeout(cli, &span);
	if (err) return err;
	json_t *thing = render_parse(answer);
	str id = str_from(json_string_value(json_object_get(thing, "id")));
	str tenant = arguments_value(cli->arguments, OPTION_TENANT, STR(""));
	buf_init(&path, REMOTE_PATH_MAX);
	buf_init(&last, REMOTE_BODY_MAX);
	buf_add(&path, is_operation ? STR("operations/") : STR("queue/"));
	remote_encode(id, &path);
	json_decref(thing);
	if (tenant.len) {
		buf_add(&path, STR("?tenant_id="));
		remote_encode(tenant, &path);
	}
	err = wait_for(cli, buf_view(&path), span, &last);
	progress_end(cli);
	if (!err) render_thing(render, buf_view(&last));
	buf_done(&path);
	buf_done(&last);
	return err;
}
