#include "api/answers.h"

#include "api/stage.h"

/* A request that the pump has in hand, with an arena of a given size. */
static struct request a_request(struct stage *stage, size_t arena_max, enum command_kind kind)
{
	struct request request = { .api = stage->api };
	arena_init(&request.arena, arena_max);
	request.ask.command.kind = kind;
	return request;
}

static void leases_are_copied_with_their_names(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	char payload[] = "{\"a\":1}", hash[] = "h1";
	stage_open(&stage);
	struct request request = a_request(&stage, 65536, COMMAND_LEASE);
	struct lease lease = { .attempt = 3,
			       .payload = { payload, 7 },
			       .key = STR("k"),
			       .last_result_hash = { hash, 2 } };
	struct answer answer = { .lease = { &lease, 1 } };
	answer_take(&request, &answer);
	memset(payload, 'x', sizeof payload);
	memset(hash, 'x', sizeof hash);
	u32 len = 0;
	const struct lease *copy = answer_leases(&request, &len);
	assert_int_equal(1, len);
	assert_str(copy->payload, STR("{\"a\":1}"));
	assert_str(copy->last_result_hash, STR("h1"));
	assert_non_null(request.lease.names);
	assert_int_equal(ERR_OK, request.err);
	arena_done(&request.arena);
	stage_close(&stage);
}

static void without_memory_the_answer_is_an_error_and_holds_nothing(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	char payload[4000] = "";
	stage_open(&stage);
	struct request request = a_request(&stage, 1024, COMMAND_REPORT);
	struct lease lease = { .payload = { payload, sizeof payload } };
	struct holder_answer held = { .code = HOLDER_OK };
	struct answer answer = { .held = { &held, 1, &lease, 1 } };
	answer_take(&request, &answer);
	u32 len = 7;
	assert_int_equal(ERR_MEMORY, request.err);
	assert_null(answer_leases(&request, &len));
	assert_int_equal(0, len);
	arena_done(&request.arena);
	stage_close(&stage);
}

static void an_error_comes_along_with_its_words_and_who_stands_in_the_way(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct request request = a_request(&stage, 1024, COMMAND_RETRY);
	struct answer answer = { .err = ERR_CONFLICT };
	answer.run.other.bytes[0] = 9;
	(void)fail(&answer.why, ERR_CONFLICT, "another has the key");
	answer_take(&request, &answer);
	assert_int_equal(ERR_CONFLICT, request.err);
	assert_string_equal("another has the key", request.why.text);
	assert_int_equal(9, request.other.bytes[0]);
	arena_done(&request.arena);
	stage_close(&stage);
}

static void reasons_and_operations_keep_their_texts(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	char text[] = "queue";
	stage_open(&stage);
	struct request request = a_request(&stage, 65536, COMMAND_ASK_WHY);
	struct answer answer = { 0 };
	answer.reasons.len = 1;
	answer.reasons.reasons[0].ref = (str){ text, 5 };
	answer_take(&request, &answer);
	struct request other = a_request(&stage, 65536, COMMAND_OPERATION_START);
	struct answer started = { 0 };
	started.operation.reason = (str){ text, 5 };
	answer_take(&other, &started);
	text[0] = 'x';
	assert_str(request.answer.reasons.reasons[0].ref, STR("queue"));
	assert_str(other.answer.operation.reason, STR("queue"));
	arena_done(&request.arena);
	arena_done(&other.arena);
	stage_close(&stage);
}

static void routes_keep_their_texts(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	char text[] = "chat";
	struct route_state item = { .route = { text, 4 }, .bucket = { text, 4 } };
	stage_open(&stage);
	struct request request = a_request(&stage, 65536, COMMAND_ASK_ROUTES);
	struct answer answer = { .routes = { &item, 1, 1 } };
	answer_take(&request, &answer);
	struct request other = a_request(&stage, 65536, COMMAND_ASK_STATUS);
	struct answer status = { .status = { .refused = { &item, 1, 1 } } };
	answer_take(&other, &status);
	text[0] = 'x';
	item = (struct route_state){ 0 };
	assert_str(request.answer.routes.items[0].route, STR("chat"));
	assert_str(other.answer.status.refused.items[0].bucket, STR("chat"));
	arena_done(&request.arena);
	arena_done(&other.arena);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(leases_are_copied_with_their_names),
		cmocka_unit_test(without_memory_the_answer_is_an_error_and_holds_nothing),
		cmocka_unit_test(an_error_comes_along_with_its_words_and_who_stands_in_the_way),
		cmocka_unit_test(reasons_and_operations_keep_their_texts),
		cmocka_unit_test(routes_keep_their_texts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
