/* What is said to a policy hook, and what it says. */
#include "executor/hook_words.h"

#include "base/check.h"
#include "handler/spec.h"

#define NOW ((msec)1700000000000)

static void a_question_tells_what_would_begin(void **state)
{
	(void)state;
	struct policy_hook_ask ask = { .tenant = STR("acme"),
				       .type = STR("mail"),
				       .entity = STR("e:\"1"),
				       .payload = STR("{\"a\":1}"),
				       .run_at = NOW,
				       .attempt = 2 };
	struct buf out;
	buf_init(&out, 1000);
	hook_write_question(&ask, &out);
	assert_str(buf_view(&out),
		   STR("{\"run_id\":\"00000000-0000-0000-0000-000000000000\","
		       "\"tenant_id\":\"acme\",\"type\":\"mail\",\"entity\":\"e:\\\"1\","
		       "\"user_id\":null,\"run_at\":\"2023-11-14T22:13:20Z\",\"attempt\":2,"
		       "\"payload\":{\"a\":1}}"));
	buf_done(&out);
}

static void it_goes_out_as_a_webhook_does(void **state)
{
	(void)state;
	static const str secrets[] = { STR(""), STR("key") };
	for (u32 i = 0; i < countof(secrets); i++) {
		struct buf out;
		struct arena arena;
		struct handler_spec spec;
		struct why why;
		buf_init(&out, 1000);
		arena_init(&arena, 1 << 20);
		hook_write_handler(STR("https://h/?a=\"b"), secrets[i], &out);
		assert_int_equal(ERR_OK, spec_parse(buf_view(&out), &arena, &spec, &why));
		assert_int_equal(HANDLER_HTTP, spec.kind);
		assert_str(spec.url, STR("https://h/?a=\"b"));
		assert_int_equal(i, spec.secrets_len);
		buf_done(&out);
		arena_done(&arena);
	}
}

static void answers_are_understood_or_none(void **state)
{
	(void)state;
	static const struct {
		const char *body;
		enum hook_answer answer;
		msec until;
	} rows[] = {
		{ "{\"decision\": \"allow\"}", HOOK_ALLOW, 0 },
		{ "{\"decision\": \"deny\", \"reason\": \"no\"}", HOOK_DENY, 0 },
		{ "{\"decision\": \"defer\"}", HOOK_DEFER, 0 },
		{ "{\"decision\": \"defer\", \"until\": \"2023-11-14T22:13:21Z\"}", HOOK_DEFER,
		  NOW + 1000 },
		{ "{\"decision\": \"defer\", \"until\": 1700000000005}", HOOK_DEFER, NOW + 5 },
		{ "{\"decision\": \"defer\", \"until\": \"soon\"}", HOOK_DEFER, 0 },
		{ "{\"decision\": \"defer\", \"defer_seconds\": 60}", HOOK_DEFER, NOW + 60000 },
		{ "{\"decision\": \"defer\", \"defer_seconds\": -1}", HOOK_DEFER, 0 },
		{ "{\"decision\": \"maybe\"}", HOOK_FAILED, 0 },
		{ "{\"decision\": true}", HOOK_FAILED, 0 },
		{ "{\"inner\": {\"decision\": \"allow\"}}", HOOK_FAILED, 0 },
		{ "\"allow\"", HOOK_FAILED, 0 },
		{ "<html>", HOOK_FAILED, 0 },
		{ "", HOOK_FAILED, 0 },
	};
	for (u32 i = 0; i < countof(rows); i++) {
		msec until = 1;
		assert_int_equal(rows[i].answer,
				 hook_read_answer(str_from(rows[i].body), NOW, &until));
		assert_true(until == rows[i].until);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_question_tells_what_would_begin),
		cmocka_unit_test(it_goes_out_as_a_webhook_does),
		cmocka_unit_test(answers_are_understood_or_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
