/* Leases runs for a worker, and begins the program of each. */
#include "client/worker_parts.h"

#include "cli/render.h"
#include "host/clock.h"

#include <jansson.h>
#include <poll.h>
#include <stdio.h>

extern char **environ;

enum {
	VARIABLES = 6,
	VARIABLE_BYTES = 600,
	ENVIRONMENT_MAX = 1024,
	COMMAND_BYTES = 8192,
	IDLE_WAIT_MS = 20000, /* of a lease call while nothing runs; a signal ends it */
};

static void add_texts(struct buf *out, const char *key, str joined)
{
	buf_addf(out, ",\"%s\":[", key);
	for (bool first = true; joined.len; first = false) {
		if (!first) buf_add_byte(out, ',');
		buf_add_json(out, str_trim(str_split(&joined, ',')));
	}
	buf_add_byte(out, ']');
}

void worker_add_lease(struct client_worker *worker, msec wait)
{
	const struct work_wish *wish = worker->wish;
	struct buf *out = &worker->body;
	buf_add(out, STR("{\"worker_id\":"));
	buf_add_json(out, str_from(worker->name));
	buf_add(out, STR(",\"hostname\":"));
	buf_add_json(out, str_from(worker->host_name));
	u32 room = worker->is_leaving ? 1 : wish->concurrency - worker->used; /* 1: none is given */
	buf_addf(out, ",\"max\":%u,\"wait_ms\":%lld", room < wish->batch ? room : wish->batch,
		 (long long)wait);
	buf_add(out, STR(",\"payload_as\":\"text\""));
	if (worker->is_leaving) buf_add(out, STR(",\"drain\":true"));
	if (wish->lease_ms) buf_addf(out, ",\"lease_ms\":%lld", (long long)wish->lease_ms);
	if (wish->queues.len) add_texts(out, "queues", wish->queues);
	buf_add(out, STR(",\"types\":["));
	for (u32 i = 0; i < wish->programs_len; i++) {
		if (i) buf_add_byte(out, ',');
		buf_add_json(out, wish->programs[i].type);
	}
	buf_add(out, STR("]}"));
}

static const struct work_program *program_of(const struct client_worker *worker, str type)
{
	for (u32 i = 0; i < worker->wish->programs_len; i++) {
		if (str_eq(worker->wish->programs[i].type, type)) return &worker->wish->programs[i];
	}
	return NULL;
}

void worker_member_words(str lease, const char *name, char *room, size_t size)
{
	str bytes = render_member(lease, name);
	json_t *value = bytes.len && bytes.at[0] == '"' ? render_parse(bytes) : NULL;
	const char *text = json_string_value(value);
	if (text) (void)snprintf(room, size, "%s", text);
	else if (bytes.len && ascii_is_digit(bytes.at[0]))
		(void)snprintf(room, size, "%.*s", STR_ARG(bytes));
	else room[0] = '\0';
	json_decref(value);
}

/* The worker's own, without its token, and what the run is about. */
static void make_environment(str lease, char variables[VARIABLES][VARIABLE_BYTES],
			     char *out[ENVIRONMENT_MAX])
{
	static const struct {
		const char *name;
		const char *member;
	} rows[VARIABLES] = {
		{ "BELFRY_RUN_ID", "run_id" },       { "BELFRY_EXECUTION_ID", "execution_id" },
		{ "BELFRY_TYPE", "type" },           { "BELFRY_ATTEMPT", "attempt" },
		{ "BELFRY_KEY", "idempotency_key" }, { "BELFRY_TENANT", "tenant_id" }
	};
	u32 len = 0;
	for (u32 i = 0; i < VARIABLES; i++) {
		int used = snprintf(variables[i], VARIABLE_BYTES, "%s=", rows[i].name);
		worker_member_words(lease, rows[i].member, variables[i] + used,
				    VARIABLE_BYTES - (size_t)used);
		out[len++] = variables[i];
	}
	for (char **at = environ; *at && len + 1 < ENVIRONMENT_MAX; at++) {
		if (str_starts_with(str_from(*at), STR("BELFRY_TOKEN"))) continue;
		out[len++] = *at;
	}
	out[len] = NULL;
}

static struct worker_slot *free_slot(struct client_worker *worker)
{
	for (u32 i = 0; i < worker->wish->concurrency; i++) {
		if (!worker->slots[i].is_used) return &worker->slots[i];
	}
	return NULL;
}

/* Byte for byte; handed over as a string, it is what the string says. */
static str payload_of(str lease, json_t **out_text)
{
	str bytes = render_member(lease, "payload_text");
	*out_text = bytes.len ? render_parse(bytes) : NULL;
	if (!*out_text) return render_member(lease, "payload");
	return (str){ json_string_value(*out_text), json_string_length(*out_text) };
}

u64 worker_member_number(str lease, const char *name)
{
	u64 number = 0;
	return str_to_u64(render_member(lease, name), INT32_MAX, &number) ? number : 0;
}

static enum err begin(struct client_worker *worker, str lease, struct why *why)
{
	char variables[VARIABLES][VARIABLE_BYTES];
	char *environment[ENVIRONMENT_MAX];
	char command[COMMAND_BYTES], type[sizeof worker->slots->type];
	struct worker_slot *slot = free_slot(worker);
	json_t *text;
	worker_member_words(lease, "type", type, sizeof type);
	const struct work_program *program = program_of(worker, str_from(type));
	/* More than was asked for, or another type: its lease runs out. */
	if (!slot || !program || program->command.len >= sizeof command) return ERR_OK;
	*slot = (struct worker_slot){ .is_used = true,
				      .began = clock_now().wall,
				      .lease_ms = (msec)worker_member_number(lease, "lease_ms"),
				      .attempt = worker_member_number(lease, "attempt") };
	worker->used++;
	worker_member_words(lease, "execution_id", slot->id, sizeof slot->id);
	memcpy(slot->type, type, sizeof type);
	memcpy(command, program->command.at, program->command.len);
	command[program->command.len] = '\0';
	make_environment(lease, variables, environment);
	child_init(&slot->child);
	str payload = payload_of(lease, &text);
	enum err err = child_start(&slot->child, command, payload, environment, why);
	json_decref(text);
	if (err) {
		child_done(&slot->child);
		slot->is_used = false;
		worker->used--;
	}
	return err;
}

void worker_begin_all(struct client_worker *worker, str body)
{
	str rest = render_array(body, "leases");
	str lease;
	while (render_next_item(&rest, &lease)) {
		struct why why = { .text = "" };
		if (begin(worker, lease, &why)) worker_say_trouble(worker, why.text);
	}
}

static bool signal_waits(const struct client_worker *worker)
{
	struct pollfd signals = { .fd = worker->signals, .events = POLLIN };
	return poll(&signals, 1, 0) > 0;
}

enum err worker_look_for_more(struct client_worker *worker, struct why *why)
{
	bool idle = worker->used == 0;
	msec wait = idle && !worker->wish->once ? IDLE_WAIT_MS : 0;
	str body;
	buf_clear(&worker->body);
	worker_add_lease(worker, wait);
	enum err err = worker_call(worker, "/api/v1/scheduler/worker/lease", wait, &body, why);
	worker->looked = clock_now().wall;
	if (!err) worker_begin_all(worker, body);
	/* Given up because of a signal: the next turn reads it. A run that was on its way is
	 * leased to somebody else when its time is over. */
	return err == ERR_TIMED_OUT && signal_waits(worker) ? ERR_OK : err;
}

void worker_say_goodbye(struct client_worker *worker)
{
	struct why why;
	str body;
	if (!worker->is_leaving || worker->is_said) return;
	worker->is_said = true;
	buf_clear(&worker->body);
	worker_add_lease(worker, 0);
	(void)worker_call(worker, "/api/v1/scheduler/worker/lease", 0, &body, &why);
}
