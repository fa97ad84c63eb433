/* Envelopes for Sentry: what they are sent to, what they say, and what they do not. */
#define _GNU_SOURCE
#include "base/check.h"
#include "executor/sentry.h"

static bool has(str text, const char *part)
{
	return memmem(text.at, text.len, part, strlen(part)) != NULL;
}

static void a_dsn_is_read_and_never_repeated(void **state)
{
	static const char *const bad[] = { "",
					   "ftp://hidden@sentry.example/1",
					   "https://sentry.example/1",
					   "https://hidden@sentry.example/",
					   "https://hidden@sentry.example/one",
					   "https://hidden@/1",
					   "https://hid den@sentry.example/1",
					   "https://hidden\"@sentry.example/1" };
	struct sentry sentry;
	struct why why;
	(void)state;
	assert_int_equal(ERR_OK, sentry_parse(STR("https://abc123@o1.sentry.example:8443/in/42"),
					      &sentry, &why));
	assert_str(sentry.key, STR("abc123"));
	assert_str(sentry.host, STR("o1.sentry.example:8443/in"));
	assert_str(sentry.project, STR("42"));
	for (u32 i = 0; i < countof(bad); i++) {
		assert_int_equal(ERR_INVALID, sentry_parse(str_from(bad[i]), &sentry, &why));
		assert_false(has(str_from(why.text), "hidden"));
	}
}

static struct lease a_report(const char *payload)
{
	struct lease lease = { .type_name = STR("sentry.send"), .payload = str_from(payload) };
	for (u32 i = 0; i < 16; i++) lease.run.bytes[i] = (u8)(0xa0 + i);
	return lease;
}

static void an_envelope_is_three_lines(void **state)
{
	struct lease lease = a_report(
		"{\"reason\":\"failures\",\"count\":3,"
		"\"at\":\"2023-11-14T22:13:20Z\",\"tenant_id\":\"acme\","
		"\"type\":\"mail.send\",\"run_id\":\"r\",\"state\":\"queued\","
		"\"outcome\":\"retry\"}");
	struct invocation_target target = { 0 };
	struct arena arena;
	struct why why;
	(void)state;
	arena_init(&arena, 1 << 20);
	assert_int_equal(ERR_OK,
			 sentry_describe(STR("https://abc@sentry.example/42"), &lease,
					 STR("system"), 1700000000000, &arena, &target, &why));
	assert_true(has(target.handler, "\"url\":\"https://sentry.example/api/42/envelope/\""));
	assert_true(has(target.handler, "sentry_key=abc\""));
	str rest = target.payload;
	assert_str(str_split(&rest, '\n'), STR("{\"event_id\":\"a0a1a2a3a4a5a6a7a8a9aaabacadaeaf\","
					       "\"sent_at\":\"2023-11-14T22:13:20Z\"}"));
	str item = str_split(&rest, '\n');
	str event = str_split(&rest, '\n');
	char expected[64];
	snprintf(expected, sizeof expected, "{\"type\":\"event\",\"length\":%zu}", event.len);
	assert_str(item, str_from(expected));
	assert_str(event,
		   STR("{\"event_id\":\"a0a1a2a3a4a5a6a7a8a9aaabacadaeaf\","
		       "\"timestamp\":\"2023-11-14T22:13:20Z\",\"level\":\"error\","
		       "\"platform\":\"other\",\"logger\":\"belfry\","
		       "\"message\":\"3 failed attempts of acme/mail.send\",\"tags\":{"
		       "\"reason\":\"failures\",\"tenant_id\":\"acme\",\"type\":\"mail.send\","
		       "\"state\":\"queued\",\"outcome\":\"retry\"},"
		       "\"extra\":{\"run_id\":\"r\",\"count\":3},"
		       "\"fingerprint\":[\"belfry\",\"failures\",\"acme\",\"mail.send\"]}"));
	assert_int_equal(rest.len, 0);
	assert_false(has(target.payload, "abc@"));
	arena_done(&arena);
}

static void growth_of_dead_letters_is_an_event_too(void **state)
{
	struct lease lease = a_report("{\"reason\":\"dlq_growth\",\"count\":12,\"at\":\"x\"}");
	struct invocation_target target = { 0 };
	struct arena arena;
	struct why why;
	(void)state;
	arena_init(&arena, 1 << 20);
	assert_int_equal(ERR_OK, sentry_describe(STR("http://abc@[::1]:9000/7"), &lease,
						 STR("system"), 0, &arena, &target, &why));
	assert_true(has(target.payload, "12 dead letters within 5 minutes"));
	assert_true(has(target.handler, "http://[::1]:9000/api/7/envelope/"));
	arena_done(&arena);
}

static void nobody_else_may_send_one(void **state)
{
	struct lease lease = a_report("{}");
	struct invocation_target target = { 0 };
	struct arena arena;
	struct why why;
	(void)state;
	arena_init(&arena, 1 << 20);
	assert_int_equal(ERR_INVALID, sentry_describe(STR("https://abc@sentry.example/42"), &lease,
						      STR("acme"), 0, &arena, &target, &why));
	assert_int_equal(ERR_INVALID,
			 sentry_describe(STR(""), &lease, STR("system"), 0, &arena, &target, &why));
	arena_done(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_dsn_is_read_and_never_repeated),
		cmocka_unit_test(an_envelope_is_three_lines),
		cmocka_unit_test(growth_of_dead_letters_is_an_event_too),
		cmocka_unit_test(nobody_else_may_send_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
