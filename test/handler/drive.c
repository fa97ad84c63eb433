/* A set of handlers at the end of a pipe: JSON lines in (a configuration first, then orders), JSON
 * lines out (what became of them), so that the suites beside this file can be told in Python. See
 * drive.py. */
#define _GNU_SOURCE
#include "handler/handler.h"
#include "handler/spec.h"
#include "host/clock.h"

#include <event2/event.h>
#include <fcntl.h>
#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { LINE_BYTES = 1 << 20, SECRETS_MAX = 8, OWN_MAX = 8 };

struct drive {
	struct loop *loop;
	struct handlers *handlers;
	struct broker *broker;
	struct programs *programs;
	json_t *config;
	json_t *names; /* name -> list of answers, each a list of addresses; used one after the
			  other */
	pthread_mutex_t lock;
	u32 lookups;
	char line[LINE_BYTES];
	size_t line_len;
	struct address own[OWN_MAX];
	u32 own_len;
};

static str text_of(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);
	return (str){ json_string_value(value), json_string_length(value) };
}

static const char *word_of(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static json_int_t number_of(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

/* ---- what goes out --------------------------------------------------------------------------- */

static json_t *string_of(str text)
{
	json_t *json = json_stringn(text.at ? text.at : "", text.len);
	return json ? json : json_string("(not UTF-8)");
}

static void say(json_t *event)
{
	char *line = json_dumps(event, JSON_COMPACT);
	printf("%s\n", line);
	fflush(stdout);
	free(line);
	json_decref(event);
}

/* The first eight bytes of an execution are its number here. */
static json_int_t number_from(const struct uuid *execution)
{
	u64 number;
	memcpy(&number, execution->bytes, sizeof number);
	return (json_int_t)number;
}

static struct uuid uuid_from(json_int_t number)
{
	struct uuid uuid = { { 0 } };
	u64 bits = (u64)number;
	memcpy(uuid.bytes, &bits, sizeof bits);
	uuid.bytes[15] = 1;
	return uuid;
}

static json_t *rate_of(const struct rate_facts *rate)
{
	if (!rate->is_seen) return json_null();
	return json_pack("{s:o,s:b,s:I,s:I}", "bucket",
			 string_of((str){ rate->bucket, rate->bucket_len }), "global",
			 rate->is_global, "remaining",
			 rate->has_remaining ? (json_int_t)rate->remaining : (json_int_t)-1,
			 "reset_after_ms", (json_int_t)rate->reset_after_ms);
}

static void on_ended(void *context, const struct handler_report *report)
{
	const struct report *said = &report->report;
	const struct attempt_output *output = &said->output;
	str response = output->kind == OUTPUT_RESPONSE ? output->out : STR("");
	(void)context;
	say(json_pack("{s:s,s:I,s:o,s:o,s:o,s:o,s:o,s:I,s:b,s:o,s:I,s:o,s:o,s:o}", "event", "ended",
		      "id", number_from(&said->execution), "outcome",
		      string_of(outcome_name(said->outcome)), "class", string_of(said->error_class),
		      "message", string_of(said->error_message), "result", string_of(said->result),
		      "hash", string_of(said->result_hash), "retry_after_ms",
		      (json_int_t)said->retry_after_ms, "deferred", said->defer_until > 0,
		      "response", string_of(response), "output_len", (json_int_t)output->out_len,
		      "output", string_of(str_slice(output->out, 0, 4096)), "errors",
		      string_of(str_slice(output->err, 0, 4096)), "rate", rate_of(&report->rate)));
}

static void on_progress(void *context, struct uuid execution, u32 percent, str message)
{
	(void)context;
	say(json_pack("{s:s,s:I,s:I,s:o}", "event", "progress", "id", number_from(&execution),
		      "percent", (json_int_t)percent, "message", string_of(message)));
}

static void on_log(void *context, str line)
{
	(void)context;
	say(json_pack("{s:s,s:o}", "event", "log", "line", string_of(line)));
}

/* ---- names ----------------------------------------------------------------------------------- */

static u32 resolve(void *context, const char *host, struct address *out, u32 max)
{
	struct drive *drive = context;
	u32 len = 0;
	pthread_mutex_lock(&drive->lock);
	drive->lookups++;
	json_t *turns = json_object_get(drive->names, host);
	json_t *answer = json_incref(json_array_get(turns, 0));
	if (json_array_size(turns) > 1) json_array_remove(turns, 0);
	for (; len < json_array_size(answer); len++) {
		str text = str_from(json_string_value(json_array_get(answer, len)));
		if (len < max && address_parse(text, &out[len], NULL) != ERR_OK) abort();
	}
	json_decref(answer);
	pthread_mutex_unlock(&drive->lock);
	return len;
}

/* ---- what comes in --------------------------------------------------------------------------- */

static void start(struct drive *drive, json_t *json)
{
	struct handler_secret secrets[SECRETS_MAX];
	u32 secrets_len = 0;
	const char *name;
	json_t *value;
	json_object_foreach(json_object_get(json, "secrets"), name, value)
	{
		str text = { json_string_value(value), json_string_length(value) };
		secrets[secrets_len++] = (struct handler_secret){ str_from(name), text };
	}
	char *payload = json_dumps(json_object_get(json, "payload"), JSON_COMPACT);
	char *handler = json_dumps(json_object_get(json, "handler"), JSON_COMPACT);
	struct lease lease = { .execution = uuid_from(number_of(json, "id")),
			       .attempt = (u32)number_of(json, "attempt"),
			       .payload = str_from(payload),
			       .key = text_of(json, "key"),
			       .trace = text_of(json, "trace") };
	if (!uuid_parse(text_of(json, "run"), &lease.run)) abort();
	struct handler_order order = { .lease = &lease,
				       .tenant = STR("acme"),
				       .type = STR("test.run"),
				       .handler = str_from(handler),
				       .secrets = secrets,
				       .secrets_len = secrets_len,
				       .hops = (u32)number_of(json, "hops"),
				       .timeout_ms = number_of(json, "timeout_ms") };
	enum err err = handlers_start(drive->handlers, &order);
	if (err)
		say(json_pack("{s:s,s:I,s:s}", "event", "refused", "id", number_of(json, "id"),
			      "code", err_name(err)));
	free(payload);
	free(handler);
}

static void check(struct drive *drive, json_t *json)
{
	struct why why = { .text = "" };
	char *handler = json_dumps(json_object_get(json, "handler"), JSON_COMPACT);
	enum err err = handlers_check(drive->handlers, str_from(handler), &why);
	say(json_pack("{s:s,s:I,s:s,s:s}", "event", "checked", "id", number_of(json, "id"), "code",
		      err_name(err), "message", err ? why.text : ""));
	free(handler);
}

static void tell(struct drive *drive, json_int_t id)
{
	pthread_mutex_lock(&drive->lock);
	json_int_t lookups = drive->lookups;
	pthread_mutex_unlock(&drive->lock);
	say(json_pack(
		"{s:s,s:I,s:I,s:I,s:I,s:I}", "event", "told", "id", id, "lookups", lookups,
		"broker", drive->broker ? (json_int_t)broker_pid(drive->broker) : (json_int_t)0,
		"swept", drive->broker ? (json_int_t)broker_swept(drive->broker) : (json_int_t)0,
		"running", (json_int_t)handlers_running(drive->handlers)));
}

static void obey(struct drive *drive, str line)
{
	json_t *json = json_loadb(line.at, line.len, JSON_ALLOW_NUL, NULL);
	if (!json) abort();
	str op = text_of(json, "op");
	if (str_eq(op, STR("start"))) start(drive, json);
	else if (str_eq(op, STR("cancel")))
		handlers_cancel(drive->handlers, uuid_from(number_of(json, "id")));
	else if (str_eq(op, STR("check"))) check(drive, json);
	else if (str_eq(op, STR("tell"))) tell(drive, number_of(json, "id"));
	else if (str_eq(op, STR("quit"))) loop_stop(drive->loop);
	else abort();
	json_decref(json);
}

static void on_input(evutil_socket_t fd, short what, void *context)
{
	struct drive *drive = context;
	(void)what;
	ssize_t got = read(fd, drive->line + drive->line_len, sizeof drive->line - drive->line_len);
	if (got <= 0) {
		loop_stop(drive->loop);
		return;
	}
	drive->line_len += (size_t)got;
	str rest = { drive->line, drive->line_len };
	while (str_find(rest, '\n') < rest.len) obey(drive, str_split(&rest, '\n'));
	memmove(drive->line, rest.at, rest.len);
	drive->line_len = rest.len;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static struct now read_clock(void *context)
{
	(void)context;
	return clock_now();
}

static int refuse(const struct why *why)
{
	say(json_pack("{s:s,s:s}", "event", "unfit", "message", why->text));
	return 0;
}

static enum err start_broker(struct drive *drive, struct why *why)
{
	struct broker_config config = { .record_folder = word_of(drive->config, "records"),
					.work_folder = word_of(drive->config, "work"),
					.is_plain = json_is_true(
						json_object_get(drive->config, "plain")) };
	const char *file = word_of(drive->config, "programs");
	if (!file) return ERR_OK;
	enum err err = programs_read(file, &drive->programs, why);
	config.programs = drive->programs;
	return err ? err : broker_start(&config, &drive->broker, why);
}

static enum err read_own(struct drive *drive, struct why *why)
{
	const json_t *own = json_object_get(drive->config, "own");
	enum err err = ERR_OK;
	for (size_t i = 0; i < json_array_size(own) && i < OWN_MAX && !err; i++) {
		str text = str_from(json_string_value(json_array_get(own, i)));
		err = address_parse_with_port(text, &drive->own[drive->own_len++], why);
	}
	return err;
}

static enum err start_handlers(struct drive *drive, struct why *why)
{
	json_t *json = drive->config;
	struct handlers_config config = {
		.loop = drive->loop,
		.at_once = (u32)number_of(json, "at_once"),
		.seed = 7,
		.webhook_allow = text_of(json, "allow"),
		.own = drive->own,
		.own_len = drive->own_len,
		.smtp_url = text_of(json, "smtp_url"),
		.smtp_from = text_of(json, "smtp_from"),
		.broker = drive->broker,
		.http_ms_max = number_of(json, "http_ms_max"),
		.connect_ms = number_of(json, "connect_ms"),
		.hosts = { .at_once = (u32)number_of(json, "host_at_once"),
			   .failures_max = (u32)number_of(json, "failures_max"),
			   .open_ms = number_of(json, "open_ms") },
		.resolve = drive->names ? resolve : NULL,
		.resolve_context = drive,
		.ca_file = text_of(json, "ca_file"),
		.ended = on_ended,
		.progress = on_progress,
		.log = on_log,
	};
	return handlers_new(&config, &drive->handlers, why);
}

static void run(struct drive *drive)
{
	struct event *input = event_new(loop_base(drive->loop), 0, EV_READ | EV_PERSIST, on_input,
					drive);
	event_add(input, NULL);
	say(json_pack("{s:s}", "event", "ready"));
	loop_run(drive->loop);
	event_free(input);
}

int main(int argc, char **argv)
{
	static struct drive drive;
	struct why why = { .text = "" };
	struct loop_config loop = { .now = read_clock };
	if (argc != 2) return 2;
	drive.config = json_loads(argv[1], 0, NULL);
	drive.names = json_object_get(drive.config, "names");
	pthread_mutex_init(&drive.lock, NULL);
	enum err err = start_broker(&drive, &why);
	if (!err) err = read_own(&drive, &why);
	if (!err) err = loop_new(&loop, &drive.loop);
	if (!err) err = start_handlers(&drive, &why);
	if (!err) run(&drive);
	handlers_free(drive.handlers);
	loop_free(drive.loop);
	broker_stop(drive.broker);
	programs_free(drive.programs);
	json_decref(drive.config);
	return err ? refuse(&why) : 0;
}
