/*
 * A worker in C, with libcurl and jansson:
 *   cc -O2 -o worker examples/workers/worker.c $(pkg-config --cflags --libs libcurl jansson)
 *   ./worker TYPE
 *
 * BELFRY_URL and BELFRY_TOKEN_FILE say where the server is, and as whom. WORKER_BATCH: runs at once
 * (10), WORKER_LEASE_MS: how long a lease lasts, WORKER_WAIT_MS: how long an idle call waits
 * (20000). SIGTERM or SIGINT: it finishes what it has, for GRACE_MS at most. The protocol is in
 * doc/workers.md.
 *
 * One loop waits for everything: the calls under way, the handlers' pipes, signals. A handler is a
 * child process, so it can be stopped at any time and cannot take the worker down with it.
 */
#define _GNU_SOURCE
#include <curl/curl.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { JOBS_MAX = 64, RESULT_BYTES = 65536, REPORTS_A_CALL = 100, LEASE_MS = 60000 };
enum {
	GRACE_MS = 20000,
	KILL_MS = 5000,
	PAUSE_MS = 500,
	PAUSE_MAX_MS = 30000,
	PATIENCE_MS = 30000
};

struct text {
	char *bytes;
	size_t len;
};

struct job {
	char id[80]; /* of the execution; empty: the place is free */
	pid_t child;
	int pipe;
	struct text said;
	long long until_ms; /* the lease's end, unless it is renewed */
	long long lease_ms;
	bool is_lost;     /* nothing is reported for it any more */
	bool is_returned; /* given back unfinished: another worker begins it at once */
};

enum { EXCHANGE, BEAT, DRAIN, CALLS };

struct call {
	const char *route;
	CURL *curl; /* NULL: not under way */
	char *body;
	struct text answer;
	size_t reports; /* how many of the first it carries */
	long long not_before_ms;
	long long pause_ms;
};

static struct call calls[CALLS] = { { .route = "results" },
				    { .route = "heartbeat" },
				    { .route = "lease" } };
static struct job jobs[JOBS_MAX];
static json_t *reports; /* what ended and was not taken yet */
static CURLM *multi;
static struct curl_slist *fields;
static const char *type;
static char worker_id[64], api[512];
static int batch, wait_ms, lease_ms, wake[2];
static long long now; /* one time for a whole turn of the loop, so that nothing falls in between */
static bool drains, is_exchange_due = true;
static long long renew_ms = LEASE_MS / 3, renewed_ms, left_ms;
static volatile sig_atomic_t leaving;

/* Yours: its result, or NULL with what went wrong in *error, which is tried again later. */
static json_t *work(const json_t *payload, const char **error)
{
	double seconds = json_number_value(json_object_get(payload, "seconds"));
	struct timespec pause = { (time_t)seconds,
				  (long)((seconds - (double)(time_t)seconds) * 1e9) };
	if (nanosleep(&pause, NULL) != 0) *error = "interrupted";
	return *error ? NULL : json_pack("{sO}", "seen", payload);
}

static _Noreturn void fail(const char *what)
{
	fprintf(stderr, "%s\n", what);
	exit(1);
}

static void *must(void *memory)
{
	if (!memory) fail("out of memory");
	return memory;
}

static void look_at_clock(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	now = time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

static void text_add(struct text *text, const char *bytes, size_t len)
{
	text->bytes = must(realloc(text->bytes, text->len + len + 1));
	memcpy(text->bytes + text->len, bytes, len);
	text->len += len;
	text->bytes[text->len] = '\0';
}

static int jobs_count(void)
{
	int count = 0;
	for (int i = 0; i < JOBS_MAX; i++) count += jobs[i].id[0] != '\0';
	return count;
}

static struct job *job_find(const char *id)
{
	for (int i = 0; i < JOBS_MAX; i++)
		if (strcmp(jobs[i].id, id) == 0) return &jobs[i];
	return NULL;
}

/* ---- handlers ----------------------------------------------------------------------------------
 */

/* In the child. A payload that cannot be read fails this run alone. */
static _Noreturn void carry_out(const char *payload_text, int out)
{
	signal(SIGTERM, SIG_DFL);
	signal(SIGINT, SIG_IGN);
	const char *error = NULL;
	json_error_t where;
	json_t *payload = json_loads(payload_text, JSON_DECODE_ANY | JSON_ALLOW_NUL, &where);
	json_t *result = payload ? work(payload, &error) : NULL;
	char *text = result ? json_dumps(result, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
	if (text && strlen(text) > RESULT_BYTES)
		result = json_pack("{sbsI}", "truncated", 1, "bytes", (json_int_t)strlen(text));
	if (!error) error = payload ? "the handler has no result" : "the payload cannot be read";
	json_t *report = result ? json_pack("{ssso}", "outcome", "success", "result", result)
				: json_pack("{sss{ssss}}", "outcome", "retry", "error", "class",
					    "handler", "message", error);
	_exit(json_dumpfd(report, out, JSON_COMPACT) != 0);
}

static void job_begin(const json_t *lease)
{
	struct job *job = job_find("");
	const char *id = json_string_value(json_object_get(lease, "execution_id"));
	const char *payload = json_string_value(json_object_get(lease, "payload_text"));
	int ends[2];
	if (!job || !id || strlen(id) >= sizeof job->id || pipe2(ends, O_CLOEXEC) != 0) return;
	pid_t child = fork();
	if (child == 0) carry_out(payload ? payload : "", ends[1]);
	close(ends[1]);
	*job = (struct job){ .child = child, .pipe = ends[0] };
	strcpy(job->id, id);
	job->lease_ms = json_integer_value(json_object_get(lease, "lease_ms"));
	job->until_ms = now + job->lease_ms;
}

static void job_end(struct job *job)
{
	close(job->pipe);
	waitpid(job->child, NULL, 0);
	json_error_t where;
	json_t *report = json_loads(job->said.bytes ? job->said.bytes : "", 0, &where);
	if (!report && job->is_returned)
		report = json_pack("{sssi}", "outcome", "defer", "defer_until", 0);
	if (!report)
		report = json_pack("{sss{ssss}}", "outcome", "retry", "error", "class", "signal",
				   "message", "the handler was ended");
	json_object_set_new(report, "execution_id", json_string(job->id));
	if (job->is_lost) json_decref(report);
	else json_array_append_new(reports, report);
	free(job->said.bytes);
	*job = (struct job){ 0 };
	is_exchange_due = true;
}

/* Reads what handlers have said; stops those that must not go on. */
static void look_after_jobs(void)
{
	for (int i = 0; i < JOBS_MAX; i++) {
		struct job *job = &jobs[i];
		if (!job->id[0]) continue;
		/* Not renewed for two thirds of its time: somebody else has it soon. */
		if (now > job->until_ms - job->lease_ms / 3) job->is_lost = true;
		if (left_ms && now > left_ms + GRACE_MS) job->is_returned = true;
		bool is_over = left_ms && now > left_ms + GRACE_MS + KILL_MS;
		if (job->is_lost || is_over) kill(job->child, SIGKILL);
		else if (job->is_returned) kill(job->child, SIGTERM);
		struct pollfd ready = { job->pipe, POLLIN, 0 };
		while (job->id[0] && poll(&ready, 1, 0) > 0) {
			char piece[65536];
			ssize_t count = read(job->pipe, piece, sizeof piece);
			if (count > 0) text_add(&job->said, piece, (size_t)count);
			else job_end(job);
		}
	}
}

/* ---- calls -------------------------------------------------------------------------------------
 */

static size_t keep_answer(char *bytes, size_t size, size_t count, void *into)
{
	text_add(into, bytes, size * count);
	return size * count;
}

static void call_begin(struct call *call, json_t *body)
{
	char url[600];
	snprintf(url, sizeof url, "%s%s", api, call->route);
	call->body = must(json_dumps(body, JSON_COMPACT));
	json_decref(body);
	call->curl = must(curl_easy_init());
	curl_easy_setopt(call->curl, CURLOPT_URL, url);
	curl_easy_setopt(call->curl, CURLOPT_HTTPHEADER, fields);
	curl_easy_setopt(call->curl, CURLOPT_POSTFIELDS, call->body);
	curl_easy_setopt(call->curl, CURLOPT_WRITEFUNCTION, keep_answer);
	curl_easy_setopt(call->curl, CURLOPT_WRITEDATA, &call->answer);
	curl_easy_setopt(call->curl, CURLOPT_TIMEOUT_MS, (long)wait_ms + PATIENCE_MS);
	curl_easy_setopt(call->curl, CURLOPT_PRIVATE, call);
	curl_multi_add_handle(multi, call->curl);
}

static json_t *lease_wish(int room)
{
	json_t *wish = json_pack("{sss[s]sssisi}", "worker_id", worker_id, "types", type,
				 "payload_as", "text", "max", room, "wait_ms",
				 jobs_count() || json_array_size(reports) ? 0 : wait_ms);
	if (lease_ms) json_object_set_new(wish, "lease_ms", json_integer(lease_ms));
	return must(wish);
}

/* Reports what ended, and asks for as many runs as there is room for; waits when idle. */
static void exchange_begin(struct call *call)
{
	json_t *some = must(json_array());
	for (size_t i = 0; i < json_array_size(reports) && i < REPORTS_A_CALL; i++)
		json_array_append(some, json_array_get(reports, i));
	call->reports = json_array_size(some);
	json_t *body = must(json_pack("{ssso}", "worker_id", worker_id, "results", some));
	int room = batch - jobs_count();
	if (room > 0 && !drains && !leaving) json_object_set_new(body, "lease", lease_wish(room));
	is_exchange_due = false;
	call_begin(call, body);
}

static void exchange_answered(struct call *call, json_t *answer)
{
	for (size_t i = 0; i < call->reports; i++) {
		json_t *verdict = json_array_get(json_object_get(answer, "results"), i);
		if (json_integer_value(json_object_get(verdict, "status")) != 422) continue;
		fprintf(stderr, "a result was refused: its run fails\n"); /* it is still ours */
		json_array_append_new(reports,
				      json_pack("{sOsss{ssss}}", "execution_id",
						json_object_get(verdict, "execution_id"), "outcome",
						"fail", "error", "class", "refused", "message",
						"the server refused its result"));
	}
	for (; call->reports; call->reports--) json_array_remove(reports, 0);
	size_t i;
	json_t *lease, *leases = json_object_get(answer, "leases");
	json_array_foreach(leases, i, lease) job_begin(lease);
	if (json_array_size(leases) == 0) return;
	renew_ms = json_integer_value(json_object_get(answer, "renew_ms"));
	renewed_ms = now;
}

static void beat_begin(struct call *call)
{
	json_t *executions = must(json_array());
	for (int i = 0; i < JOBS_MAX; i++)
		if (jobs[i].id[0])
			json_array_append_new(executions,
					      json_pack("{ss}", "execution_id", jobs[i].id));
	renewed_ms = now;
	call_begin(call,
		   must(json_pack("{ssso}", "worker_id", worker_id, "executions", executions)));
}

static void beat_answered(json_t *answer)
{
	size_t i;
	json_t *id;
	struct job *job;
	json_array_foreach(json_object_get(answer, "extended"), i,
			   id) if ((job = job_find(json_string_value(id))))
		job->until_ms = renewed_ms + job->lease_ms;
	json_array_foreach(json_object_get(answer, "lost"), i,
			   id) if ((job = job_find(json_string_value(id)))) job->is_lost = true;
	json_array_foreach(json_object_get(answer, "cancelled"), i,
			   id) if ((job = job_find(json_string_value(id)))) job->is_lost = true;
}

/* The server is away or busy: the same again, later. Any other refusal is the end. */
static void call_failed(struct call *call, long status)
{
	curl_off_t after = 0;
	curl_easy_getinfo(call->curl, CURLINFO_RETRY_AFTER, &after);
	if (status >= 400 && status < 500 && status != 408 && status != 425 && status != 429) {
		fprintf(stderr, "%s: %ld: %s\n", call->route, status, call->answer.bytes);
		exit(1);
	}
	call->pause_ms = call->pause_ms ? call->pause_ms * 2 : PAUSE_MS;
	if (call->pause_ms > PAUSE_MAX_MS) call->pause_ms = PAUSE_MAX_MS;
	long long pause = after * 1000 > call->pause_ms ? after * 1000 : call->pause_ms;
	pause += rand() % (pause / 5 + 1);
	fprintf(stderr, "%s: status %ld; again in %lld ms\n", call->route, status, pause);
	call->not_before_ms = now + pause;
	is_exchange_due = true;
}

static void call_end(struct call *call, CURLcode code)
{
	long status = 0;
	json_error_t where;
	curl_easy_getinfo(call->curl, CURLINFO_RESPONSE_CODE, &status);
	json_t *answer = NULL;
	if (code == CURLE_OK && status == 200)
		answer = json_loadb(call->answer.bytes, call->answer.len, JSON_ALLOW_NUL, &where);
	if (answer) {
		drains = drains || json_is_true(json_object_get(answer, "drain"));
		call->pause_ms = call->not_before_ms = 0;
		if (call == &calls[EXCHANGE]) exchange_answered(call, answer);
		else if (call == &calls[BEAT]) beat_answered(answer);
	} else {
		call_failed(call, status);
	}
	json_decref(answer);
	curl_multi_remove_handle(multi, call->curl);
	curl_easy_cleanup(call->curl);
	free(call->body);
	free(call->answer.bytes);
	call->curl = NULL;
	call->answer = (struct text){ 0 };
}

/* ---- the loop ----------------------------------------------------------------------------------
 */

static bool may_begin(const struct call *call)
{
	return !call->curl && now >= call->not_before_ms;
}

static void begin_calls(void)
{
	bool is_idle = !jobs_count();
	bool is_beat_due = !is_idle && now >= renewed_ms + renew_ms;
	if (may_begin(&calls[BEAT]) && is_beat_due) {
		beat_begin(&calls[BEAT]);
		is_exchange_due = true; /* and a look for more, if there is room */
	}
	bool has_more = json_array_size(reports) > 0;
	bool may_lease = !drains && !leaving && jobs_count() < batch;
	if (may_begin(&calls[EXCHANGE]) &&
	    (has_more || (may_lease && (is_idle || is_exchange_due))))
		exchange_begin(&calls[EXCHANGE]);
	if (leaving && !left_ms) { /* a call that waits is answered then */
		left_ms = now;
		call_begin(&calls[DRAIN],
			   must(json_pack("{sssb}", "worker_id", worker_id, "drain", 1)));
	}
}

/* Sleeps until a call, a handler or a signal has something to say, or something is to be done. */
static void wait_for_something(void)
{
	struct curl_waitfd also[JOBS_MAX + 1] = { { .fd = wake[0], .events = CURL_WAIT_POLLIN } };
	unsigned count = 1;
	long long pause = 60000;
	for (int i = 0; i < JOBS_MAX; i++)
		if (jobs[i].id[0])
			also[count++] = (struct curl_waitfd){ jobs[i].pipe, CURL_WAIT_POLLIN, 0 };
	if (count > 1 && renewed_ms + renew_ms - now < pause) pause = renewed_ms + renew_ms - now;
	if (count > 1 && pause > 1000) pause = 1000; /* leases and the grace are looked after */
	for (int i = 0; i < CALLS; i++)
		if (!calls[i].curl && calls[i].not_before_ms > now &&
		    calls[i].not_before_ms - now < pause)
			pause = calls[i].not_before_ms - now;
	curl_multi_poll(multi, also, count, pause > 0 ? (int)pause : 1, NULL);
	char piece[64];
	while (read(wake[0], piece, sizeof piece) > 0) continue;
}

static void leave(int number)
{
	(void)number;
	leaving = 1;
	if (write(wake[1], "x", 1) < 0) leaving = 1; /* full: the loop wakes all the same */
}

static int number_of(const char *name, int otherwise)
{
	const char *said = getenv(name);
	return said ? atoi(said) : otherwise;
}

static void prepare(void)
{
	char token[256] = "", field[320];
	const char *path = getenv("BELFRY_TOKEN_FILE"), *url = getenv("BELFRY_URL");
	FILE *file = path ? fopen(path, "r") : NULL;
	if (!file || !fgets(token, sizeof token, file)) fail("BELFRY_TOKEN_FILE: no token");
	fclose(file);
	token[strcspn(token, "\r\n")] = '\0';
	snprintf(api, sizeof api, "%s/api/v1/scheduler/worker/",
		 url ? url : "http://127.0.0.1:7654");
	snprintf(worker_id, sizeof worker_id, "c-%d", (int)getpid());
	snprintf(field, sizeof field, "Authorization: Bearer %s", token);
	fields = curl_slist_append(curl_slist_append(NULL, field),
				   "Content-Type: application/json");
	fields = curl_slist_append(fields, "Expect:"); /* no extra round trip for long bodies */
	batch = number_of("WORKER_BATCH", 10);
	if (batch < 1 || batch > JOBS_MAX) fail("WORKER_BATCH must be 1 to 64");
	wait_ms = number_of("WORKER_WAIT_MS", 20000);
	lease_ms = number_of("WORKER_LEASE_MS", 0);
	reports = must(json_array());
	if (pipe2(wake, O_CLOEXEC | O_NONBLOCK) != 0) fail("no pipe");
	struct sigaction action = { .sa_handler = leave, .sa_flags = SA_RESTART };
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGINT, &action, NULL);
	curl_global_init(CURL_GLOBAL_DEFAULT);
	multi = must(curl_multi_init());
	srand((unsigned)getpid());
}

int main(int argc, char **argv)
{
	if (argc != 2) fail("usage: worker TYPE");
	type = argv[1];
	prepare();
	for (;;) {
		int running = 0;
		CURLMsg *message;
		look_at_clock();
		curl_multi_perform(multi, &running);
		while ((message = curl_multi_info_read(multi, &running))) {
			struct call *call;
			curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&call);
			call_end(call, message->data.result);
		}
		look_after_jobs();
		bool is_over = (leaving || drains) && !jobs_count() && !json_array_size(reports);
		if (is_over && !calls[EXCHANGE].curl) return 0;
		begin_calls();
		wait_for_something();
	}
}
