#include "cli/why.h"

#include "cli/render.h"

#include <jansson.h>

enum { LINE_BYTES_MAX = 8192 };

static str text_of(const json_t *object, const char *name)
{
	const json_t *value = json_object_get(object, name);
	return (str){ json_string_value(value), json_string_length(value) };
}

/* ---- parts of a reason -------------------------------------------------------------------- */

/* "attempt 2 of 5: network: no route to the host". */
static void add_attempt(const json_t *reason, struct buf *out)
{
	long long attempt = json_integer_value(json_object_get(reason, "attempt"));
	str class = text_of(reason, "error_class");
	str message = text_of(reason, "error_message");
	if (attempt)
		buf_addf(out, "attempt %lld of %lld", attempt,
			 json_integer_value(json_object_get(reason, "max_attempts")));
	if (attempt && (class.len || message.len)) buf_add(out, STR(": "));
	buf_add(out, class);
	if (class.len && message.len) buf_add(out, STR(": "));
	buf_add(out, message);
}

/* "by ann since 2026-03-01 06:00:00Z (2 h ago): the source moves". */
static void add_pause(const struct cli *cli, const json_t *pause, struct buf *out)
{
	if (!json_is_object(pause)) return;
	buf_add(out, STR("paused by "));
	buf_add(out, text_of(pause, "author").len ? text_of(pause, "author") : STR("SYSTEM"));
	buf_add(out, STR(" since "));
	render_instant(cli, text_of(pause, "since"), out);
	if (text_of(pause, "reason").len) buf_add(out, STR(": "));
	buf_add(out, text_of(pause, "reason"));
}

static void add_until(const struct cli *cli, const json_t *reason, struct buf *out)
{
	str until = text_of(reason, "until");
	if (!until.len) return;
	buf_add(out, STR("until "));
	render_instant(cli, until, out);
}

static void add_holder(const json_t *reason, struct buf *out)
{
	const json_t *holder = json_object_get(reason, "held_by");
	str run = text_of(json_is_object(holder) ? holder : reason, "run_id");
	if (!run.len) return;
	buf_addf(out, "%s run %.*s", holder ? "its place is held by" : "it waits for",
		 STR_ARG(run));
	if (holder) buf_addf(out, " on %.*s", STR_ARG(text_of(holder, "worker_id")));
	else buf_addf(out, ", which is %.*s", STR_ARG(text_of(reason, "run_state")));
}

/* ---- what to do about it ------------------------------------------------------------------ */

/* The command line that would help; empty: none would. */
static void add_command(str id, const json_t *reason, struct buf *out)
{
	str kind = text_of(reason, "kind");
	str ref = text_of(reason, "ref");
	str paused = text_of(json_object_get(reason, "pause"), "name");
	bool has_help = text_of(reason, "help").len > 0;
	if (str_eq(kind, STR("finished")) && has_help)
		buf_addf(out, "belfry queue retry %.*s", STR_ARG(id));
	else if (str_eq(kind, STR("job_paused")) && ref.len)
		buf_addf(out, "belfry job resume %.*s", STR_ARG(ref));
	else if (str_eq(kind, STR("paused")) && str_eq(ref, STR("tenant")))
		buf_add(out, STR("belfry resume tenant"));
	else if (str_eq(kind, STR("paused")) && paused.len)
		buf_addf(out, "belfry resume %.*s %.*s", STR_ARG(ref), STR_ARG(paused));
	else if (str_eq(kind, STR("no_worker")))
		buf_addf(out, "belfry worker --exec %.*s=PROGRAM", STR_ARG(ref));
	else if (str_eq(kind, STR("not_due")) || str_eq(kind, STR("backoff")))
		buf_addf(out, "belfry queue reschedule %.*s --in 1s", STR_ARG(id));
}

static void add_help(const struct cli *cli, str id, const json_t *reason, struct buf *out)
{
	str tenant = arguments_value(cli->arguments, OPTION_TENANT, STR(""));
	struct buf command;
	if (!text_of(reason, "help").len) return;
	buf_init(&command, LINE_BYTES_MAX);
	buf_addf(out, "%.*s", STR_ARG(text_of(reason, "help")));
	add_command(id, reason, &command);
	if (command.len) buf_addf(out, ": %.*s", STR_ARG(buf_view(&command)));
	if (command.len && tenant.len) buf_addf(out, " --tenant %.*s", STR_ARG(tenant));
	buf_done(&command);
}

/* ---- all of it ---------------------------------------------------------------------------- */

/* A line below a reason, where there is something in it; it may come from outside. */
static void end_line(struct output *out, struct buf *line)
{
	if (line->len) {
		buf_add(&out->text, STR("    "));
		output_safe(out, buf_view(line));
		buf_add_byte(&out->text, '\n');
	}
	buf_clear(line);
}

static void show_reason(const struct cli *cli, struct output *out, str id, const json_t *reason)
{
	struct buf line;
	buf_init(&line, LINE_BYTES_MAX);
	buf_add(&out->text, STR("  "));
	output_begin(out, STYLE_BOLD);
	output_safe(out, text_of(reason, "kind"));
	output_end(out, STYLE_BOLD);
	if (text_of(reason, "ref").len) {
		buf_add(&out->text, STR(" ("));
		output_safe(out, text_of(reason, "ref"));
		buf_add_byte(&out->text, ')');
	}
	buf_add(&out->text, STR(": "));
	output_safe(out, text_of(reason, "text"));
	buf_add_byte(&out->text, '\n');
	add_attempt(reason, &line);
	end_line(out, &line);
	/* An error says more than the word that it ended the run by. */
	if (text_of(reason, "reason").len && !text_of(reason, "error_message").len)
		buf_addf(&line, "reason: %.*s", STR_ARG(text_of(reason, "reason")));
	end_line(out, &line);
	add_pause(cli, json_object_get(reason, "pause"), &line);
	end_line(out, &line);
	add_holder(reason, &line);
	end_line(out, &line);
	add_until(cli, reason, &line);
	end_line(out, &line);
	add_help(cli, id, reason, &line);
	end_line(out, &line);
	buf_done(&line);
}

void why_show(const struct cli *cli, struct output *out, str id, str answer)
{
	json_t *why = render_parse(answer);
	str state = text_of(why, "state");
	size_t i;
	json_t *reason;
	buf_add(&out->text, STR("run "));
	output_safe(out, id);
	buf_add(&out->text, STR(" is "));
	output_begin(out, render_style(state));
	buf_add(&out->text, render_icon(state));
	output_safe(out, state);
	output_end(out, render_style(state));
	buf_add_byte(&out->text, '\n');
	json_array_foreach(json_object_get(why, "reasons"), i, reason)
		show_reason(cli, out, id, reason);
	if (!json_array_size(json_object_get(why, "reasons")))
		buf_add(&out->text, STR("  nothing holds the run back: it is about to start\n"));
	json_decref(why);
}

void why_add_line(str answer, struct buf *out)
{
	json_t *why = render_parse(answer);
	size_t i;
	json_t *reason;
	json_array_foreach(json_object_get(why, "reasons"), i, reason)
	{
		str said = text_of(json_object_get(reason, "pause"), "reason");
		str message = text_of(reason, "error_message");
		if (i) buf_add(out, STR("; "));
		buf_add(out, text_of(reason, "text"));
		if (text_of(reason, "ref").len)
			buf_addf(out, " (%.*s)", STR_ARG(text_of(reason, "ref")));
		if (said.len) buf_addf(out, ": %.*s", STR_ARG(said));
		if (message.len) buf_add(out, STR(": "));
		if (message.len) add_attempt(reason, out);
	}
	json_decref(why);
}

void why_add_kinds(str answer, struct buf *out)
{
	json_t *why = render_parse(answer);
	size_t i;
	json_t *reason;
	json_array_foreach(json_object_get(why, "reasons"), i, reason)
	{
		if (i) buf_add_byte(out, ' ');
		buf_add(out, text_of(reason, "kind"));
	}
	json_decref(why);
}
