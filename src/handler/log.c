/* A line in the log for each run: the simplest handler, for trying things out and for heartbeats.
 */
#include "handler/parts.h"

#include "base/must.h"

enum { LINE_BYTES = 2 * LIMIT_PAYLOAD_BYTES };

static void add_field(struct buf *line, const char *name, str value)
{
	buf_addf(line, ",\"%s\":", name);
	buf_add_json(line, value);
}

static void print_line(const struct work *work, struct buf *line)
{
	const struct handler_spec *spec = &work->spec;
	buf_add(line, STR("{\"level\":"));
	buf_add_json(line, spec->level.len ? spec->level : STR("info"));
	add_field(line, "msg", spec->message.len ? spec->message : STR("run logged"));
	add_field(line, "tenant", work->tenant);
	add_field(line, "type", work->type);
	add_field(line, "run_id", (str){ work->run_text, UUID_TEXT_LEN });
	buf_addf(line, ",\"attempts\":%u", work->attempt);
	/* As a string: one line whatever the payload looks like. */
	if (spec->with_payload) add_field(line, "payload", work->payload);
	buf_add_byte(line, '}');
}

static void log_start(struct work *work)
{
	const struct handlers_config *config = &work->handlers->config;
	struct handler_report report = { .report = { .outcome = OUTCOME_SUCCESS } };
	struct buf line;
	buf_init(&line, LINE_BYTES);
	print_line(work, &line);
	bool failed = buf_failed(&line);
	if (!failed && config->log) config->log(config->context, buf_view(&line));
	buf_done(&line);
	if (failed)
		work_fail(work, OUTCOME_RETRY, CLASS_TRANSIENT,
			  "the log line is too long, or memory is short");
	else work_end(work, &report);
}

/* It has ended by the time anybody can stop it. */
static void log_stop(struct work *work)
{
	must(work->is_ended);
}

const struct handler_way log_way = { log_start, log_stop };
