#include "client/worker.h"

#include "base/memory.h"
#include "base/must.h"
#include "cli/render.h"
#include "client/child.h"
#include "client/worker_words.h"
#include "host/clock.h"
#include "model/policy.h"

#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum {
	SLOTS_MAX = 256,
	VARIABLES = 6,
	VARIABLE_BYTES = 600,
	ENVIRONMENT_MAX = 1024,
	COMMAND_BYTES = 8192,
	BODY_BYTES = 32 << 20,
	AGAIN_BYTES = 1 << 16,
	REPORT_BYTES_ENOUGH = 6 << 20, /* then the rest goes with the next call */
	IDLE_WAIT_MS = 20000,          /* of a lease call while nothing runs; a signal ends it */
	ATTEND_MS = 100,               /* at most, between two looks at the programs */
	TROUBLE_MS = 1000,             /* after a call that failed */
	LAST_WORD_MS = 30000, /* how long a worker that is to end tries to report what has ended */
	RENEW_MS_MIN = 1000,
	RENEW_MS_MAX = 20000,
	KILL_AFTER_MS = 10000,      /* a program that was asked to end */
	LEAVE_KILL_AFTER_MS = 5000, /* one that was asked because the worker ends */
	EXIT_RETRY = 75,
};

struct worker_slot {
	bool is_used;
	bool is_lost;      /* the lease is somebody else's: nothing is to be reported */
	bool is_cancelled; /* it was asked to end */
	bool is_returned;  /* it was asked to end because the worker does */
	bool is_reported;  /* by the call under way */
	msec ask_at;       /* when */
	msec began;
	msec lease_ms;
	u64 attempt;
	char id[CHILD_ID_BYTES]; /* of the execution */
	char type[256];
	struct child child;
};

struct client_worker {
	const struct worker_host *host;
	const struct work_wish *wish;
	struct worker_slot *slots;
	u32 used;
	int signals;
	int ended;        /* can be read once a program has ended */
	bool is_draining; /* takes nothing new, and ends with what it has */
	bool is_leaving; /* told so by a signal: the server is to know, and there is no hour to lose
			  */
	bool is_said;    /* the server was told, or could not be */
	bool is_stopping; /* told twice */
	msec told;        /* when it was told first, by the clock that only grows */
	bool is_in_trouble;
	msec renewed;
	msec looked;
	char name[128];
	char host_name[65];
	struct buf body;
	struct buf again; /* results that the server refused, as little as can be said of each */
	struct arena arena;
};

/* ---- calls ------------------------------------------------------------------------------- */

static void say(const struct client_worker *worker, const struct buf *line)
{
	worker->host->say(worker->host->context, buf_view(line));
}

static void say_trouble(struct client_worker *worker, const char *text)
{
	struct buf line;
	if (worker->is_in_trouble) return;
	worker->is_in_trouble = true;
	buf_init(&line, 1024);
	buf_addf(&line, "%s; trying again\n", text);
	say(worker, &line);
	buf_done(&line);
}

static enum err refusal(const struct client_response *response, struct why *why)
{
	json_t *problem = json_loadb(response->body.at, response->body.len, 0, NULL);
	const char *detail = json_string_value(json_object_get(problem, "detail"));
	enum err err = response->status == 401                              ? ERR_UNAUTHORIZED
		       : response->status == 403                            ? ERR_FORBIDDEN
		       : response->status >= 500 || response->status == 429 ? ERR_BUSY
									    : ERR_INVALID;
	(void)fail(why, err, "%s (status %d)", detail ? detail : err_sentence(err),
		   response->status);
	json_decref(problem);
	return err;
}

/* Every answer of the server's says whether the worker is to drain. */
static void hear_drain(struct client_worker *worker, str body)
{
	struct buf line;
	if (worker->is_draining || !str_eq(render_member(body, "drain"), STR("true"))) return;
	worker->is_draining = true;
	worker->told = clock_now().boot;
	buf_init(&line, 1024);
	buf_addf(&line,
		 "worker %s is draining: it takes no new runs (to undo: belfry worker "
		 "resume %s)\n",
		 worker->name, worker->name);
	say(worker, &line);
	buf_done(&line);
}

static enum err call(struct client_worker *worker, const char *path, msec wait, str *out_body,
		     struct why *why)
{
	char bearer[256] = "Bearer ";
	struct client_pair pairs[2] = { { STR("Content-Type"), STR("application/json") } };
	struct client_response response;
	str token = worker->wish->token;
	u32 len = 1;
	if (token.len && token.len + 8 < sizeof bearer) {
		memcpy(bearer + 7, token.at, token.len);
		pairs[len++] = (struct client_pair){ STR("Authorization"),
						     { bearer, 7 + token.len } };
	}
	if (buf_failed(&worker->body)) return fail(why, ERR_MEMORY, "no memory for a call");
	const struct client_request request = { .method = STR("POST"),
						.path = str_from(path),
						.pairs = pairs,
						.pair_count = len,
						.body = buf_view(&worker->body),
						.wait_ms = wait,
						.wake_fd = wait ? worker->signals : 0 };
	enum err err = talk_http(worker->host->talk, worker->wish->url, &request, &response, why);
	if (err) return err;
	if (response.status < 200 || response.status > 299) return refusal(&response, why);
	worker->is_in_trouble = false;
	hear_drain(worker, response.body);
	*out_body = response.body;
	return ERR_OK;
}

/* An error that repeating cannot mend ends the worker. */
static bool is_final(const struct client_worker *worker, enum err err)
{
	return worker->wish->once || err == ERR_UNAUTHORIZED || err == ERR_FORBIDDEN ||
	       err == ERR_INVALID || err == ERR_ADDRESS || err == ERR_TLS;
}

/* ---- leasing ----------------------------------------------------------------------------- */

static void add_texts(struct buf *out, const char *key, str joined)
{
	buf_addf(out, ",\"%s\":[", key);
	for (bool first = true; joined.len; first = false) {
		if (!first) buf_add_byte(out, ',');
		buf_add_json(out, str_trim(str_split(&joined, ',')));
	}
	buf_add_byte(out, ']');
}

static void add_lease(struct client_worker *worker, msec wait)
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

/* A member that is a text or a number, as it is said in words; "": it is neither. Each is read by
 * itself: whatever the payload holds cannot make the others unreadable. */
static void member_words(str lease, const char *name, char *room, size_t size)
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
		member_words(lease, rows[i].member, variables[i] + used,
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

static u64 member_number(str lease, const char *name)
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
	member_words(lease, "type", type, sizeof type);
	const struct work_program *program = program_of(worker, str_from(type));
	/* More than was asked for, or another type: its lease runs out. */
	if (!slot || !program || program->command.len >= sizeof command) return ERR_OK;
	*slot = (struct worker_slot){ .is_used = true,
				      .began = clock_now().wall,
				      .lease_ms = (msec)member_number(lease, "lease_ms"),
				      .attempt = member_number(lease, "attempt") };
	worker->used++;
	member_words(lease, "execution_id", slot->id, sizeof slot->id);
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

static void begin_all(struct client_worker *worker, str body)
{
	str rest = render_array(body, "leases");
	str lease;
	while (render_next_item(&rest, &lease)) {
		struct why why = { .text = "" };
		if (begin(worker, lease, &why)) say_trouble(worker, why.text);
	}
}

static bool signal_waits(const struct client_worker *worker)
{
	struct pollfd signals = { .fd = worker->signals, .events = POLLIN };
	return poll(&signals, 1, 0) > 0;
}

static enum err look_for_more(struct client_worker *worker, struct why *why)
{
	bool idle = worker->used == 0;
	msec wait = idle && !worker->wish->once ? IDLE_WAIT_MS : 0;
	str body;
	buf_clear(&worker->body);
	add_lease(worker, wait);
	enum err err = call(worker, "/api/v1/scheduler/worker/lease", wait, &body, why);
	worker->looked = clock_now().wall;
	if (!err) begin_all(worker, body);
	/* Given up because of a signal: the next turn reads it. A run that was on its way is
	 * leased to somebody else when its time is over. */
	return err == ERR_TIMED_OUT && signal_waits(worker) ? ERR_OK : err;
}

/* That it leaves, once; whether that was heard is all the same to it. */
static void say_goodbye(struct client_worker *worker)
{
	struct why why;
	str body;
	if (!worker->is_leaving || worker->is_said) return;
	worker->is_said = true;
	buf_clear(&worker->body);
	add_lease(worker, 0);
	(void)call(worker, "/api/v1/scheduler/worker/lease", 0, &body, &why);
}

/* ---- heartbeats -------------------------------------------------------------------------- */

/* A third of the shortest lease that is held. */
static msec renew_span(const struct client_worker *worker)
{
	msec span = RENEW_MS_MAX;
	for (u32 i = 0; i < worker->wish->concurrency; i++) {
		const struct worker_slot *slot = &worker->slots[i];
		if (slot->is_used && slot->lease_ms && slot->lease_ms / 3 < span)
			span = slot->lease_ms / 3;
	}
	return span < RENEW_MS_MIN ? RENEW_MS_MIN : span;
}

static bool has_progress(const struct client_worker *worker)
{
	for (u32 i = 0; i < worker->wish->concurrency; i++) {
		if (worker->slots[i].is_used && !worker->slots[i].child.is_told) return true;
	}
	return false;
}

static void add_beats(struct client_worker *worker)
{
	struct buf *out = &worker->body;
	bool is_first = true;
	buf_clear(out);
	buf_add(out, STR("{\"worker_id\":"));
	buf_add_json(out, str_from(worker->name));
	buf_add(out, STR(",\"executions\":["));
	for (u32 i = 0; i < worker->wish->concurrency; i++) {
		struct worker_slot *slot = &worker->slots[i];
		if (!slot->is_used || slot->is_lost) continue;
		buf_addf(out, "%s{\"execution_id\":\"%s\"", is_first ? "" : ",", slot->id);
		is_first = false;
		if (slot->child.percent <= 100) {
			buf_addf(out, ",\"progress_percent\":%u,\"progress_message\":",
				 slot->child.percent);
			buf_add_json(out, str_from(slot->child.message));
		}
		slot->child.is_told = true;
		buf_add_byte(out, '}');
	}
	buf_add(out, STR("]}"));
}

static struct worker_slot *slot_of(struct client_worker *worker, str id)
{
	for (u32 i = 0; i < worker->wish->concurrency; i++) {
		struct worker_slot *slot = &worker->slots[i];
		if (slot->is_used && str_eq(id, str_from(slot->id))) return slot;
	}
	return NULL;
}

/* The ids in a list of the answer. */
static void hear(struct client_worker *worker, str body, const char *list, bool is_lost)
{
	str rest = render_array(body, list);
	str item;
	while (render_next_item(&rest, &item)) {
		struct worker_slot *slot = item.len > 2 ? slot_of(worker,
								  str_slice(item, 1, item.len - 1))
							: NULL;
		if (!slot || slot->child.has_ended) continue;
		if (!slot->is_cancelled) slot->ask_at = clock_now().wall;
		child_signal(&slot->child, is_lost ? SIGKILL : SIGTERM);
		slot->is_cancelled = true;
		slot->is_lost |= is_lost;
	}
}

static enum err renew(struct client_worker *worker, struct why *why)
{
	str body;
	add_beats(worker);
	worker->renewed = clock_now().wall;
	enum err err = call(worker, "/api/v1/scheduler/worker/heartbeat", 0, &body, why);
	if (err) return err;
	hear(worker, body, "lost", true);
	hear(worker, body, "cancelled", false);
	return ERR_OK;
}

/* ---- results ----------------------------------------------------------------------------- */

static const char *outcome_of(const struct client_worker *worker, const struct worker_slot *slot)
{
	int status = slot->child.status;
	u32 most = worker->wish->max_attempts;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return "success";
	/* Not its fault: somebody else begins it at once, and no attempt is counted. */
	if (slot->is_returned) return "defer";
	if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_RETRY)
		return most && slot->attempt >= most ? "fail" : "retry";
	return WIFSIGNALED(status) ? "retry" : "fail";
}

static void add_error(struct client_worker *worker, const struct worker_slot *slot)
{
	struct buf *out = &worker->body;
	int status = slot->child.status;
	str words = tail_text(&slot->child.err, TAIL_BYTES, &worker->arena);
	buf_addf(out, ",\"error\":{\"class\":\"%s\",\"message\":",
		 WIFSIGNALED(status) ? "signal" : "exit");
	struct buf text;
	buf_init(&text, 4096);
	if (WIFSIGNALED(status)) buf_addf(&text, "ended by signal %d", WTERMSIG(status));
	else buf_addf(&text, "exit code %d", WEXITSTATUS(status));
	if (words.len) buf_add(&text, STR(": "));
	buf_add(&text, words);
	buf_add_json(out, buf_view(&text));
	buf_done(&text);
	buf_add_byte(out, '}');
	arena_reset(&worker->arena);
}

static u32 add_results(struct client_worker *worker)
{
	struct buf *out = &worker->body;
	u32 count = 0;
	buf_clear(out);
	buf_add(out, STR("{\"worker_id\":"));
	buf_add_json(out, str_from(worker->name));
	buf_add(out, STR(",\"results\":["));
	buf_add(out, buf_view(&worker->again));
	count += worker->again.len > 0;
	for (u32 i = 0; i < worker->wish->concurrency; i++) {
		struct worker_slot *slot = &worker->slots[i];
		if (!slot->is_used || !slot->child.has_ended || slot->is_lost) continue;
		slot->is_reported = out->len < REPORT_BYTES_ENOUGH;
		if (!slot->is_reported) continue;
		const char *outcome = outcome_of(worker, slot);
		buf_addf(out, "%s{\"execution_id\":\"%s\",\"outcome\":\"%s\"", count ? "," : "",
			 slot->id, outcome);
		words_result(out, buf_view(&slot->child.out.kept), slot->child.out.len);
		words_output(out, &slot->child);
		bool is_returned = str_eq(str_from(outcome), STR("defer"));
		if (is_returned)
			buf_add(out, STR(",\"defer_until\":0")); /* by the server's clock */
		else if (!str_eq(str_from(outcome), STR("success"))) add_error(worker, slot);
		buf_add_byte(out, '}');
		count++;
	}
	buf_add_byte(out, ']');
	return count;
}

static void tell_end(struct client_worker *worker, const struct worker_slot *slot)
{
	struct buf line;
	const char *end = slot->is_lost ? "lost" : slot->is_cancelled ? "cancelled" : NULL;
	if (worker->wish->quiet) return;
	if (!end) end = outcome_of(worker, slot);
	if (str_eq(str_from(end), STR("defer"))) end = "given back";
	buf_init(&line, 1024);
	buf_addf(&line, "%s %s %s in %lld ms\n", slot->id, slot->type, end,
		 (long long)(clock_now().wall - slot->began));
	say(worker, &line);
	buf_done(&line);
}

static void free_ended(struct client_worker *worker)
{
	for (u32 i = 0; i < worker->wish->concurrency; i++) {
		struct worker_slot *slot = &worker->slots[i];
		if (!slot->is_used || !slot->child.has_ended) continue;
		if (!slot->is_lost && !slot->is_reported) continue;
		tell_end(worker, slot);
		child_done(&slot->child);
		slot->is_used = false;
		worker->used--;
	}
}

/* A report that was refused by itself (another version of the server may know less) is made once
 * more with nothing but its outcome: a run that has ended must not be begun again for it. */
static void hear_verdicts(struct client_worker *worker, str body)
{
	str rest = render_array(body, "results");
	str verdict;
	buf_clear(&worker->again);
	while (render_next_item(&rest, &verdict)) {
		char id[CHILD_ID_BYTES], detail[256];
		u64 status = member_number(verdict, "status");
		member_words(verdict, "execution_id", id, sizeof id);
		const struct worker_slot *slot = slot_of(worker, str_from(id));
		if (status == 200 || status == 409 || !slot) continue;
		member_words(verdict, "detail", detail, sizeof detail);
		say_trouble(worker, detail);
		const char *outcome = outcome_of(worker, slot);
		bool is_returned = str_eq(str_from(outcome), STR("defer"));
		buf_addf(&worker->again, "%s{\"execution_id\":\"%s\",\"outcome\":\"%s\"%s}",
			 worker->again.len ? "," : "", id, outcome,
			 is_returned ? ",\"defer_until\":0" : "");
	}
}

static u32 count_ended(const struct client_worker *worker)
{
	u32 count = 0;
	for (u32 i = 0; i < worker->wish->concurrency; i++)
		count += worker->slots[i].is_used && worker->slots[i].child.has_ended;
	return count;
}

/* As many places come free when the call is answered. */
static u32 count_leaving(const struct client_worker *worker)
{
	u32 count = 0;
	for (u32 i = 0; i < worker->wish->concurrency; i++) {
		const struct worker_slot *slot = &worker->slots[i];
		bool leaves = slot->is_lost || slot->is_reported;
		count += slot->is_used && slot->child.has_ended && leaves;
	}
	return count;
}

/* Reports what has ended, and asks for as many again in the same call. */
static enum err report_ended(struct client_worker *worker, struct why *why)
{
	str body;
	if (!count_ended(worker) && !worker->again.len) return ERR_OK;
	if (add_results(worker)) {
		u32 leaving = count_leaving(worker);
		worker->used -= leaving;
		if (!worker->is_draining) {
			buf_add(&worker->body, STR(",\"lease\":"));
			add_lease(worker, 0);
		}
		worker->used += leaving;
		buf_add_byte(&worker->body, '}');
		enum err err = call(worker, "/api/v1/scheduler/worker/results", 0, &body, why);
		if (err) return err;
		worker->looked = clock_now().wall;
		hear_verdicts(worker, body);
		free_ended(worker);
		begin_all(worker, body);
	} else {
		free_ended(worker);
	}
	return ERR_OK;
}

/* ---- the loop ---------------------------------------------------------------------------- */

static void read_signals(struct client_worker *worker)
{
	struct signalfd_siginfo info;
	while (read(worker->signals, &info, sizeof info) == (ssize_t)sizeof info) {
		worker->is_stopping = worker->is_leaving;
		if (!worker->is_leaving) worker->told = clock_now().boot;
		worker->is_draining = worker->is_leaving = true;
	}
}

/* A worker that leaves has a grace; then its programs are asked to end, and soon made to. */
static void hurry(struct client_worker *worker, struct worker_slot *slot)
{
	msec over = clock_now().boot - worker->told - worker->wish->grace_ms;
	if (!worker->is_leaving || slot->child.has_ended) return;
	if (!worker->is_stopping && over < 0) return;
	bool is_last = worker->is_stopping || over > LEAVE_KILL_AFTER_MS;
	if (is_last) child_signal(&slot->child, SIGKILL);
	else if (!slot->is_returned) child_signal(&slot->child, SIGTERM);
	slot->is_returned = true;
}

static void attend_all(struct client_worker *worker)
{
	msec now = clock_now().wall;
	for (u32 i = 0; i < worker->wish->concurrency; i++) {
		struct worker_slot *slot = &worker->slots[i];
		if (!slot->is_used) continue;
		bool is_late = slot->is_cancelled && now - slot->ask_at > KILL_AFTER_MS;
		if (is_late) child_signal(&slot->child, SIGKILL);
		hurry(worker, slot);
		child_attend(&slot->child);
	}
}

/* Until a program says something or ends, a signal comes, or a moment has passed. */
static void wait_a_moment(struct client_worker *worker, msec span)
{
	struct pollfd fds[SLOTS_MAX * 2 + 2] = { { .fd = worker->signals, .events = POLLIN },
						 { .fd = worker->ended, .events = POLLIN } };
	struct signalfd_siginfo info;
	nfds_t len = 2;
	for (u32 i = 0; i < worker->wish->concurrency; i++) {
		const struct worker_slot *slot = &worker->slots[i];
		for (u32 k = 1; slot->is_used && k < CHILD_FDS; k++) {
			if (slot->child.fds[k] < 0) continue;
			fds[len++] = (struct pollfd){ .fd = slot->child.fds[k], .events = POLLIN };
		}
	}
	(void)poll(fds, len, (int)span);
	/* Which of them ended, attend_all finds out. */
	while (read(worker->ended, &info, sizeof info) > 0) {}
}

static enum err turn(struct client_worker *worker, struct why *why)
{
	msec now = clock_now().wall;
	enum err err = ERR_OK;
	read_signals(worker);
	say_goodbye(worker);
	attend_all(worker);
	err = report_ended(worker, why);
	msec beat = has_progress(worker) ? RENEW_MS_MIN : renew_span(worker);
	if (!err && worker->used && now - worker->renewed >= beat) err = renew(worker, why);
	bool has_room = worker->used < worker->wish->concurrency && !worker->is_draining;
	bool is_time = worker->used == 0 || now - worker->looked >= worker->wish->poll_ms;
	if (!err && has_room && is_time) err = look_for_more(worker, why);
	if (worker->used) wait_a_moment(worker, ATTEND_MS);
	return err;
}

/* All that is left to do is a report, and nobody has taken it for a while. */
static bool gives_up(const struct client_worker *worker)
{
	return worker->is_leaving && count_ended(worker) == worker->used &&
	       clock_now().boot - worker->told > LAST_WORD_MS;
}

static enum err run(struct client_worker *worker, struct why *why)
{
	for (;;) {
		enum err err = turn(worker, why);
		if (err && is_final(worker, err)) return err;
		if (err) {
			say_trouble(worker, why->text);
			wait_a_moment(worker, TROUBLE_MS);
			if (worker->is_stopping || gives_up(worker)) return err;
		}
		bool is_idle = worker->used == 0 && !worker->again.len;
		if (!err && is_idle && (worker->is_draining || worker->wish->once)) return ERR_OK;
		if (err && worker->used == 0 && worker->is_draining) return ERR_OK;
	}
}

/* A descriptor at which these signals are read from now on. */
static int signals_at(int one, int other)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, one);
	sigaddset(&set, other);
	(void)pthread_sigmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

static void make_name(struct client_worker *worker)
{
	str wished = worker->wish->worker_id;
	(void)gethostname(worker->host_name, sizeof worker->host_name - 1);
	if (!worker->host_name[0])
		(void)snprintf(worker->host_name, sizeof worker->host_name, "worker");
	if (wished.len) (void)snprintf(worker->name, sizeof worker->name, "%.*s", STR_ARG(wished));
	else
		(void)snprintf(worker->name, sizeof worker->name, "%s-%ld", worker->host_name,
			       (long)getpid());
}

enum err worker_run(const struct worker_host *host, const struct work_wish *wish, struct why *why)
{
	struct client_worker worker = { .host = host, .wish = wish };
	sigset_t before;
	must(wish->concurrency >= 1 && wish->concurrency <= SLOTS_MAX && wish->batch >= 1);
	worker.slots = mem_alloc_zeroed(sizeof *worker.slots * wish->concurrency);
	if (!worker.slots) return fail(why, ERR_MEMORY, "no memory for the worker");
	(void)pthread_sigmask(SIG_BLOCK, NULL, &before);
	worker.signals = signals_at(SIGINT, SIGTERM);
	worker.ended = signals_at(SIGCHLD, SIGCHLD);
	buf_init(&worker.body, BODY_BYTES);
	buf_init(&worker.again, AGAIN_BYTES);
	arena_init(&worker.arena, 1 << 20);
	make_name(&worker);
	enum err err = run(&worker, why);
	for (u32 i = 0; i < wish->concurrency; i++) {
		if (worker.slots[i].is_used) child_done(&worker.slots[i].child);
	}
	(void)close(worker.signals);
	(void)close(worker.ended);
	(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	buf_done(&worker.body);
	buf_done(&worker.again);
	arena_done(&worker.arena);
	mem_free(worker.slots);
	return err;
}
