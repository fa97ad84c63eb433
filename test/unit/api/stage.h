/* A stage for the stories about the API: the real API in front of the real pump over the store in
 * memory, with doors of our own instead of sockets and threads, and a clock that we set. */
#ifndef BELFRY_TEST_UNIT_API_STAGE_H
#define BELFRY_TEST_UNIT_API_STAGE_H

#include "api/answer_check.h"
#include "api/api.h"
#include "api/parts.h"
#include "api/version.h"
#include "base/check.h"
#include "base/prng.h"
#include "calendar/zone.h"
#include "observe/metrics.h"
#include "pump/pump.h"
#include "server/tally.h"
#include "store/memory/memory.h"

enum { STAGE_POSTS_MAX = 256, STAGE_FIELDS_MAX = 16 };

struct stage_token {
	char text[TOKEN_TEXT_BYTES];
	struct uuid id;
};

struct stage {
	struct now now;
	struct prng random;
	struct memory_store *store;
	struct pump *pump;
	struct metrics *metrics;
	struct tally *tally;
	struct api *api;
	struct request *posts[STAGE_POSTS_MAX];
	u32 posts_len;
	struct request *reads[STAGE_POSTS_MAX];
	u32 reads_len;
	str payload_of_before; /* what tasks have instead of theirs: let in by an older program */
	bool is_busy;          /* submit refuses */
	bool is_read_busy;     /* read refuses */
	bool is_not_ready;
	bool is_deaf; /* answers that want to know whether they were sent are told no */
	struct quota_rates rates;
	u32 requests_max;
	void (*slo)(void *context, struct slo_report *out_report); /* NULL: nobody watches */
	struct query *query; /* what readers read from; NULL: reads stay queued */

	/* The last response. */
	u32 responses;
	int status;
	struct buf body;
	struct buf fields; /* "Name: value\n" */
	struct buf type;
	struct request *held; /* what api_handle returned */

	/* Of a stream. */
	struct buf streamed;
	u32 streams_ended;
	size_t unsent;
	bool is_broken; /* nothing can be written */

	/* For the next call. */
	struct api_field given[STAGE_FIELDS_MAX];
	u32 given_len;
	bool is_secure;
	bool is_silent; /* no token */
};

static inline struct now stage_now(void *context)
{
	return ((struct stage *)context)->now;
}

static inline void stage_random(void *context, u8 *out_bytes, size_t len)
{
	struct stage *stage = context;
	for (size_t i = 0; i < len; i++) out_bytes[i] = (u8)prng_next(&stage->random);
}

static inline void stage_take_fields(struct stage *stage, const struct api_response *response)
{
	buf_clear(&stage->fields);
	for (u32 i = 0; i < response->fields_len; i++)
		buf_addf(&stage->fields, "%.*s: %.*s\n", STR_ARG(response->fields[i].name),
			 STR_ARG(response->fields[i].value));
}

static inline void stage_respond(void *context, void *connection,
				 const struct api_response *response)
{
	struct stage *stage = context;
	assert_ptr_equal(connection, stage);
	stage->responses++;
	stage->status = response->status;
	buf_clear(&stage->body);
	buf_add(&stage->body, buf_view(response->body));
	buf_clear(&stage->type);
	buf_add(&stage->type, response->content_type);
	stage_take_fields(stage, response);
	if (response->wants_sent) api_sent(response->wants_sent, !stage->is_deaf);
}

static inline void stage_stream_begin(void *context, void *connection,
				      const struct api_response *response)
{
	struct stage *stage = context;
	assert_ptr_equal(connection, stage);
	stage->status = response->status;
	buf_clear(&stage->streamed);
	buf_clear(&stage->type);
	buf_add(&stage->type, response->content_type);
	stage_take_fields(stage, response);
}

static inline bool stage_stream_write(void *context, void *connection, str bytes)
{
	struct stage *stage = context;
	assert_ptr_equal(connection, stage);
	if (!stage->is_broken) buf_add(&stage->streamed, bytes);
	return !stage->is_broken;
}

static inline void stage_stream_end(void *context, void *connection)
{
	struct stage *stage = context;
	assert_ptr_equal(connection, stage);
	stage->streams_ended++;
}

static inline size_t stage_stream_unsent(void *context, void *connection)
{
	(void)connection;
	return ((struct stage *)context)->unsent;
}

static inline enum err stage_submit(void *context, struct command *command)
{
	struct stage *stage = context;
	if (stage->payload_of_before.len && command->kind == COMMAND_ENQUEUE)
		((struct enqueue_item *)(uintptr_t)command->enqueue.items)->payload =
			stage->payload_of_before;
	return stage->is_busy ? ERR_BUSY : pump_submit(stage->pump, command);
}

static inline enum err stage_read(void *context, struct request *request)
{
	struct stage *stage = context;
	if (stage->is_read_busy) return ERR_BUSY;
	assert_in_range(stage->reads_len, 0, STAGE_POSTS_MAX - 1);
	stage->reads[stage->reads_len++] = request;
	return ERR_OK;
}

static inline enum err stage_zone(void *context, str name, const struct zone **out_zone,
				  struct why *why)
{
	(void)context;
	if (!str_eq(name, STR("UTC"))) return fail(why, ERR_ZONE_UNKNOWN, "unknown time zone");
	*out_zone = zone_utc();
	return ERR_OK;
}

static inline bool stage_is_ready(void *context)
{
	return !((struct stage *)context)->is_not_ready;
}

static inline void stage_post(void *context, struct request *request)
{
	struct stage *stage = context;
	assert_in_range(stage->posts_len, 0, STAGE_POSTS_MAX - 1);
	stage->posts[stage->posts_len++] = request;
}

static inline str stage_name(void *context, enum name_kind kind, u32 no)
{
	return engine_name(pump_engine(((struct stage *)context)->pump), kind, no);
}

static inline void stage_stop(void *context, struct uuid execution)
{
	(void)context;
	(void)execution;
}

static inline void stage_publish(void *context, u64 turn, str journal)
{
	struct stage *stage = context;
	const struct tally_names names = { stage, stage_name };
	(void)turn;
	tally_add(stage->tally, &names, NULL, journal, stage->now.wall);
}

static inline void stage_bring_counts(void *context, struct metrics *metrics)
{
	tally_bring(((struct stage *)context)->tally, metrics);
}

static inline void stage_open(struct stage *stage)
{
	struct pump_host host = { .context = stage,
				  .now = stage_now,
				  .random = stage_random,
				  .stop = stage_stop,
				  .publish = stage_publish };
	struct pump_config pump_config = { 0 };
	if (!stage->now.wall) stage->now = (struct now){ 1700000000000, 5000 };
	stage->random = prng_init(42);
	buf_init(&stage->body, (size_t)64 << 20);
	buf_init(&stage->fields, 65536);
	buf_init(&stage->type, 256);
	buf_init(&stage->streamed, (size_t)16 << 20);
	assert_int_equal(ERR_OK, memory_store_new(7, &stage->store));
	assert_int_equal(ERR_OK, tally_new(9, &stage->tally));
	assert_int_equal(ERR_OK, pump_new(&pump_config, &host, memory_store_view(stage->store),
					  &stage->pump));
	assert_int_equal(ERR_OK, metrics_new(3, &stage->metrics));
	struct api_config config = {
		.doors = { .context = stage,
			   .now = stage_now,
			   .random = stage_random,
			   .respond = stage_respond,
			   .stream_begin = stage_stream_begin,
			   .stream_write = stage_stream_write,
			   .stream_end = stage_stream_end,
			   .stream_unsent = stage_stream_unsent,
			   .submit = stage_submit,
			   .read = stage_read,
			   .zone = stage_zone,
			   .bring_counts = stage_bring_counts,
			   .slo = stage->slo,
			   .is_ready = stage_is_ready,
			   .post = stage_post,
			   .name = stage_name },
		.seed = 5,
		.rates = stage->rates,
		.origin = STR("https://belfry.example"),
		.requests_max = stage->requests_max,
		.metrics = stage->metrics,
		.version = STR("0.0.0-test"),
	};
	assert_int_equal(ERR_OK, api_new(&config, &stage->api));
}

static inline void stage_close(struct stage *stage)
{
	pump_free(stage->pump);
	for (u32 i = 0; i < stage->posts_len; i++) api_resume(stage->posts[i]);
	assert_int_equal(0, api_under_way(stage->api));
	api_free(stage->api);
	metrics_free(stage->metrics);
	tally_free(stage->tally);
	memory_store_free(stage->store);
	buf_done(&stage->body);
	buf_done(&stage->fields);
	buf_done(&stage->type);
	buf_done(&stage->streamed);
}

/* Everything that is under way goes on until nothing happens any more. */
static inline void stage_settle(struct stage *stage)
{
	for (u32 rounds = 0; rounds < 100; rounds++) {
		bool has_work = pump_is_due(stage->pump, stage->now);
		if (!has_work && !stage->posts_len && !(stage->query && stage->reads_len)) return;
		if (has_work) (void)!pump_turn(stage->pump);
		u32 posts = stage->posts_len;
		struct request *taken[STAGE_POSTS_MAX];
		memcpy(taken, stage->posts, posts * sizeof *taken);
		stage->posts_len = 0;
		for (u32 i = 0; i < posts; i++) api_resume(taken[i]);
		u32 reads = stage->query ? stage->reads_len : 0;
		memcpy(taken, stage->reads, reads * sizeof *taken);
		if (reads) stage->reads_len = 0;
		for (u32 i = 0; i < reads; i++) api_read(taken[i], stage->query, 0);
	}
	fail_msg("the stage does not come to rest");
}

static inline struct stage_token stage_add_token(struct stage *stage, str tenant, enum role role)
{
	struct stage_token token;
	struct token_row row = { .role = role, .tenant = tenant, .until = MSEC_MAX };
	u8 secret[TOKEN_SECRET_BYTES];
	stage_random(stage, secret, sizeof secret);
	stage_random(stage, token.id.bytes, sizeof token.id.bytes);
	row.id = token.id;
	row.hash = token_hash(secret);
	token_print(&token.id, secret, token.text);
	assert_int_equal(ERR_OK, auth_put(api_auth(stage->api), &row));
	return token;
}

static inline void stage_with(struct stage *stage, str name, str value)
{
	stage->given[stage->given_len++] = (struct api_field){ name, value };
}

/* Only begins; stage_settle goes on. */
static inline void stage_begin(struct stage *stage, const struct stage_token *token,
			       const char *method, const char *target, str body)
{
	char bearer[7 + TOKEN_TEXT_BYTES];
	str rest = str_from(target);
	str path = str_split(&rest, '?');
	if (token) {
		memcpy(bearer, "Bearer ", 7);
		memcpy(bearer + 7, token->text, sizeof token->text);
		stage_with(stage, STR("Authorization"), (str){ bearer, sizeof bearer });
	}
	struct api_call call = {
		.connection = stage,
		.method = str_from(method),
		.path = path,
		.query = rest,
		.body = body,
		.source = STR("192.0.2.7"),
		.is_secure = stage->is_secure,
		.fields = stage->given,
		.fields_len = stage->given_len,
	};
	stage->held = api_handle(stage->api, &call);
	stage->given_len = 0;
}

#define AT_BASE(path) ("/api/v1/scheduler/" path)

static inline void stage_check_answer(const struct stage *stage, const char *method,
				      const char *target)
{
	str rest = str_from(target), parts[ROUTE_PARTS_MAX];
	str path = str_split(&rest, '?');
	enum method of;
	bool is_head;
	u32 allowed;
	if (!method_parse(str_from(method), &of, &is_head) || is_head) return;
	const struct api_route *route = route_find(of, path, parts, &allowed);
	bool is_json = str_eq(buf_view(&stage->type), STR("application/json"));
	if (route && is_json) expect_answer(route, stage->status, buf_view(&stage->body));
}

/* A whole dialogue: exactly one response comes, with what its table promises. */
static inline str stage_call(struct stage *stage, const struct stage_token *token,
			     const char *method, const char *target, str body)
{
	u32 before = stage->responses;
	stage_begin(stage, token, method, target, body);
	stage_settle(stage);
	assert_int_equal(before + 1, stage->responses);
	stage_check_answer(stage, method, target);
	return buf_view(&stage->body);
}

/* ---- looking at answers ------------------------------------------------------------------- */

static inline bool text_has(str text, str part)
{
	for (size_t i = 0; i + part.len <= text.len; i++) {
		if (str_eq(str_slice(text, i, i + part.len), part)) return true;
	}
	return false;
}

#define expect_text(text, part) expect_has_at(text, str_from(part), __FILE__, __LINE__)
#define expect_has(text, part) expect_has_at(text, STR(part), __FILE__, __LINE__)
static inline void expect_has_at(str text, str part, const char *file, int line)
{
	if (text_has(text, part)) return;
	print_error("\"%.*s\"\nis not in\n%.*s\n", STR_ARG(part), STR_ARG(text));
	_fail(file, line);
}

/* The text of a member; quotes taken off. */
static inline str member(str object, const char *key)
{
	str bytes = { 0 };
	if (!json_find(object, str_from(key), &bytes)) {
		print_error("no \"%s\" in %.*s\n", key, STR_ARG(object));
		_fail(__FILE__, __LINE__);
	}
	if (bytes.len >= 2 && bytes.at[0] == '"') return str_slice(bytes, 1, bytes.len - 1);
	return bytes;
}

/* The n-th item of an array. */
static inline str item(str array, u32 index)
{
	struct json json;
	str bytes = { 0 };
	json_init(&json, array);
	assert_true(json_enter(&json, VALUE_ARRAY));
	for (u32 i = 0; json_next_item(&json); i++) {
		assert_true(json_skip(&json, &bytes));
		if (i == index) return bytes;
	}
	fail_msg("there is no item %u", index);
	return bytes;
}

/* Versions of things are shown permuted: how one is shown, and which one an answer shows. */
static inline u64 stage_shown(const struct stage *stage, u64 version)
{
	return version_show(api_version_key(stage->api), version);
}

static inline u64 stage_version(const struct stage *stage, str body)
{
	u64 shown = 0;
	assert_true(str_to_u64(member(body, "version"), INT64_MAX, &shown));
	return version_read(api_version_key(stage->api), shown);
}

/* In the stage's memory until the next call. */
static inline const char *stage_tag(struct stage *stage, const char *before, u64 version,
				    const char *behind)
{
	static char text[300];
	snprintf(text, sizeof text, "%s%llu%s", before,
		 (unsigned long long)stage_shown(stage, version), behind);
	return text;
}

#endif
