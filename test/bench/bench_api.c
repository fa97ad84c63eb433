/* What one call costs at the edge: bytes in, command out, answer in, bytes out. The pump is a door
 * that answers at once, so nothing but the API is measured. `bench_api post 1000` makes a thousand
 * such calls and prints nothing: for callgrind. */
#include "api/api.h"

#include "base/memory.h"
#include "base/must.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 20000, POSTS_MAX = 8 };

struct bench {
	struct api *api;
	struct request *posts[POSTS_MAX];
	u32 posts_len;
	u64 responses;
	u64 bytes;
	char bearer[7 + TOKEN_TEXT_BYTES];
};

static struct now now_of(void *context)
{
	(void)context;
	return (struct now){ 1700000000000, 5000 };
}

static void random_of(void *context, u8 *out, size_t len)
{
	(void)context;
	memset(out, 7, len);
}

static void respond(void *context, void *connection, const struct api_response *response)
{
	struct bench *bench = context;
	(void)connection;
	must(response->status < 300);
	bench->responses++;
	bench->bytes += response->body->len;
	if (response->wants_sent) api_sent(response->wants_sent, true);
}

/* One lease, or one good item for each that was sent. */
static enum err submit(void *context, struct command *command)
{
	static struct enqueue_answer items[LIMIT_ENQUEUE_MANY];
	static struct holder_answer held[100];
	static struct lease lease;
	struct answer answer = { .reply = command->reply };
	(void)context;
	if (command->kind == COMMAND_ENQUEUE) {
		answer.enqueue.items = items;
		answer.enqueue.len = command->enqueue.len;
	} else if (command->kind == COMMAND_LEASE) {
		lease.payload = STR("{\"to\":\"ann@example.org\",\"template\":\"welcome\"}");
		answer.lease.leases = &lease;
		answer.lease.len = 1;
	} else if (command->kind == COMMAND_REPORT) {
		answer.held.items = held;
		answer.held.len = command->report.len;
	}
	reply_open(command->reply);
	reply_answer(command->reply, &answer);
	reply_close(command->reply);
	return ERR_OK;
}

static void post(void *context, struct request *request)
{
	struct bench *bench = context;
	must(bench->posts_len < POSTS_MAX);
	bench->posts[bench->posts_len++] = request;
}

static str name(void *context, enum name_kind kind, u32 no)
{
	(void)context;
	(void)no;
	return kind == NAME_TENANT ? STR("acme") : STR("mail.send");
}

static void open_bench(struct bench *bench)
{
	u8 secret[TOKEN_SECRET_BYTES] = { 5 };
	struct token_row row = { .role = ROLE_ADMIN, .tenant = STR("acme"), .until = MSEC_MAX };
	struct api_config config = {
		.doors = { .context = bench,
			   .now = now_of,
			   .random = random_of,
			   .respond = respond,
			   .submit = submit,
			   .post = post,
			   .name = name },
		.rates = { 1000000, 1000000000 },
	};
	must(api_new(&config, &bench->api) == ERR_OK);
	row.id.bytes[0] = 3;
	row.hash = token_hash(secret);
	must(auth_put(api_auth(bench->api), &row) == ERR_OK);
	memcpy(bench->bearer, "Bearer ", 7);
	token_print(&row.id, secret, bench->bearer + 7);
}

static void call(struct bench *bench, str path, str body)
{
	struct api_field fields[] = {
		{ STR("authorization"), { bench->bearer, sizeof bench->bearer } },
		{ STR("content-type"), STR("application/json") },
	};
	struct api_call one = { .method = STR("POST"),
				.path = path,
				.body = body,
				.source = STR("127.0.0.1"),
				.fields = fields,
				.fields_len = countof(fields) };
	(void)api_handle(bench->api, &one);
	while (bench->posts_len) api_resume(bench->posts[--bench->posts_len]);
}

static const struct story {
	const char *word;
	str path;
	str body;
} stories[] = {
	{ "post", STR("/api/v1/scheduler/tasks"),
	  STR("{\"type\":\"mail.send\",\"payload\":{\"to\":\"ann@example.org\",\"template\":"
	      "\"welcome\"},\"idempotency_key\":\"welcome:ann\",\"priority\":3,"
	      "\"run_at\":\"2030-01-01T10:00:00Z\"}") },
	{ "lease", STR("/api/v1/scheduler/worker/lease"),
	  STR("{\"worker_id\":\"w1\",\"hostname\":\"h\",\"queues\":[\"default\"],\"max\":10,"
	      "\"wait_ms\":1000}") },
	{ "report", STR("/api/v1/scheduler/worker/results"),
	  STR("{\"worker_id\":\"w1\",\"results\":[{\"execution_id\":"
	      "\"01890a5d-ac96-774b-bcce-b302099a8057\",\"outcome\":\"success\","
	      "\"result\":{\"sent\":true}}]}") },
};

/* A hundred tasks in one call. */
static str bulk_body(struct buf *out)
{
	buf_init(out, (size_t)1 << 20);
	buf_add(out, STR("{\"tasks\":["));
	for (u32 i = 0; i < 100; i++) {
		if (i) buf_add_byte(out, ',');
		buf_add(out, stories[0].body);
	}
	buf_add(out, STR("]}"));
	return buf_view(out);
}

static double seconds(void)
{
	struct timespec at;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
	return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

static void run(struct bench *bench, const char *word, str path, str body, u32 rounds)
{
	double before = seconds();
	for (u32 i = 0; i < rounds; i++) call(bench, path, body);
	double each = (seconds() - before) / rounds;
	printf("%-10s %8.2f us a call\n", word, each * 1e6);
}

int main(int argc, char **argv)
{
	struct bench bench = { 0 };
	struct buf bulk;
	str many = bulk_body(&bulk);
	u64 rounds = ROUNDS;
	open_bench(&bench);
	if (argc == 3 && !str_to_u64(str_from(argv[2]), 1000000, &rounds)) return 2;
	for (size_t i = 0; i < countof(stories); i++) {
		if (argc == 3 && !str_eq(str_from(argv[1]), str_from(stories[i].word))) continue;
		run(&bench, stories[i].word, stories[i].path, stories[i].body, (u32)rounds);
	}
	if (argc != 3 || str_eq(str_from(argv[1]), STR("bulk")))
		run(&bench, "bulk", STR("/api/v1/scheduler/tasks/bulk"), many, (u32)rounds / 100);
	api_free(bench.api);
	buf_done(&bulk);
	return 0;
}
