/* What a leased run means for a handler. */
#include "base/check.h"
#include "executor/invocation.h"

static enum err describe(struct arena *arena, const char *type, const char *details,
			 const char *payload, struct invocation_target *target, struct why *why)
{
	const struct lease lease = { .type_name = str_from(type),
				     .details = str_from(details),
				     .payload = str_from(payload) };
	memset(target, 0, sizeof *target);
	return invocation_describe(&lease, arena, target, why);
}

static void a_types_own_handler_counts_first(void **state)
{
	struct arena arena;
	struct invocation_target target;
	struct why why;
	(void)state;
	arena_init(&arena, 1 << 20);
	assert_int_equal(describe(&arena, "EMAIL", "{\"group\":1,\"handler\":{\"kind\":\"log\"}}",
				  "{\"a\":1}", &target, &why),
			 ERR_OK);
	assert_str(target.handler, STR("{\"kind\":\"log\"}"));
	assert_str(target.payload, STR("{\"a\":1}"));
	assert_int_equal(target.secrets_len, 0);
	arena_done(&arena);
}

static void secrets_of_description_and_payload_are_named_once(void **state)
{
	struct arena arena;
	struct invocation_target target;
	struct why why;
	(void)state;
	arena_init(&arena, 1 << 20);
	assert_int_equal(describe(&arena, "hook",
				  "{\"handler\":{\"kind\":\"http\",\"url\":\"https://a.example/\","
				  "\"headers\":{\"X\":\"secret:one\"}}}",
				  "{\"a\":\"secret:two\",\"b\":\"secret:one\"}", &target, &why),
			 ERR_OK);
	assert_int_equal(target.secrets_len, 2);
	assert_str(target.secrets[0], STR("one"));
	assert_str(target.secrets[1], STR("two"));
	arena_done(&arena);
}

static void secrets_of_an_inherited_handler_are_told_apart(void **state)
{
	struct arena arena;
	struct invocation_target way = { 0 };
	struct why why;
	const struct lease lease = {
		.tenant = { 7 },
		.handler_tenant = { 1 },
		.type_name = STR("hook"),
		.details = STR("{\"handler\":{\"kind\":\"http\",\"url\":\"https://a.example/\","
			       "\"headers\":{\"X\":\"secret:one\"}}}"),
		.payload = STR("{\"a\":\"secret:one\"}"),
	};
	(void)state;
	arena_init(&arena, 1 << 20);
	assert_int_equal(invocation_describe(&lease, &arena, &way, &why), ERR_OK);
	/* The same name means another secret on either side. */
	assert_int_equal(way.secrets_len, 2);
	assert_int_equal(way.foreign_len, 1);
	assert_str(way.secrets[0], STR("one"));
	assert_str(way.secrets[1], STR("one"));
	arena_done(&arena);
}

static void a_reminder_is_mailed_to_whom_it_says(void **state)
{
	(void)state;
	struct arena arena;
	struct invocation_target target;
	struct why why;
	arena_init(&arena, 1 << 20);
	assert_int_equal(describe(&arena, "REMINDER", "",
				  "{\"to\":\"a@b.example\",\"title\":\"Call\",\"due\":1}", &target,
				  &why),
			 ERR_OK);
	assert_str(target.handler, STR("{\"kind\":\"smtp\"}"));
	assert_str(target.payload,
		   STR("{\"to\":\"a@b.example\",\"subject\":\"Call\",\"text\":\"Call\"}"));
	assert_int_equal(describe(&arena, "REMINDER", "", "{\"title\":\"Call\"}", &target, &why),
			 ERR_INVALID);
	assert_non_null(strstr(why.text, "to\" with a mail address"));
	arena_done(&arena);
}

static void a_webhook_goes_where_its_payload_says(void **state)
{
	struct arena arena;
	struct invocation_target target;
	struct why why;
	(void)state;
	arena_init(&arena, 1 << 20);
	assert_int_equal(describe(&arena, "WEBHOOK", "",
				  "{\"url\":\"https://a.example/\",\"headers\":{\"X\":\"1\"},"
				  "\"body\":{\"n\":1}}",
				  &target, &why),
			 ERR_OK);
	assert_str(target.handler, STR("{\"kind\":\"http\",\"url\":\"https://a.example/\","
				       "\"headers\":{\"X\":\"1\"}}"));
	assert_str(target.payload, STR("{\"n\":1}"));
	assert_int_equal(
		describe(&arena, "WEBHOOK", "", "{\"url\":\"https://a.example/\"}", &target, &why),
		ERR_OK);
	assert_str(target.payload, STR("{\"url\":\"https://a.example/\"}"));
	assert_int_equal(describe(&arena, "ping.send", "",
				  "{\"url\":\"https://a.example/\",\"body\":{\"group\":\"g\"}}",
				  &target, &why),
			 ERR_OK);
	assert_str(target.payload, STR("{\"group\":\"g\"}"));
	assert_int_equal(describe(&arena, "EMAIL", "{}", "{\"to\":\"a@b.example\"}", &target, &why),
			 ERR_OK);
	assert_str(target.handler, STR("{\"kind\":\"smtp\"}"));
	arena_done(&arena);
}

/* Whoever may create a run could have a secret sent to himself. */
static void what_says_itself_where_it_goes_has_no_secrets(void **state)
{
	static const char *const payloads[] = {
		"{\"url\":\"https://a.example/\",\"token\":\"secret:one\"}",
		"{\"url\":\"https://a.example/\",\"headers\":{\"X\":\"secret:one\"},\"body\":{}}",
	};
	struct arena arena;
	struct invocation_target target;
	struct why why;
	(void)state;
	arena_init(&arena, 1 << 20);
	for (u32 i = 0; i < countof(payloads); i++)
		assert_int_equal(describe(&arena, "WEBHOOK", "", payloads[i], &target, &why),
				 ERR_INVALID);
	assert_int_equal(describe(&arena, "EMAIL", "", "{\"text\":\"secret:one\"}", &target, &why),
			 ERR_INVALID);
	assert_int_equal(describe(&arena, "WEBHOOK", "", "{\"body\":{}}", &target, &why),
			 ERR_INVALID);
	assert_int_equal(describe(&arena, "other", "{}", "{}", &target, &why), ERR_INVALID);
	arena_done(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_types_own_handler_counts_first),
		cmocka_unit_test(secrets_of_description_and_payload_are_named_once),
		cmocka_unit_test(secrets_of_an_inherited_handler_are_told_apart),
		cmocka_unit_test(a_reminder_is_mailed_to_whom_it_says),
		cmocka_unit_test(a_webhook_goes_where_its_payload_says),
		cmocka_unit_test(what_says_itself_where_it_goes_has_no_secrets),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
