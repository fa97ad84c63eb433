#include "api/policy.h"

#include "api/stage.h"

static enum err take(struct stage *stage, const char *body, struct backoff *out)
{
	struct request request = { .api = stage->api };
	struct backoff_input input = { 0 };
	arena_init(&request.arena, 65536);
	request.faults.arena = &request.arena;
	enum err err = ERR_INVALID;
	if (shape_read_body(&backoff_body, str_from(body), &request.faults, &input))
		err = backoff_take(&request, &input, out);
	arena_done(&request.arena);
	return err;
}

static void the_three_kinds_of_backoff_are_read(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct backoff backoff = { 0 };
	stage_open(&stage);
	assert_int_equal(ERR_OK,
			 take(&stage, "{\"kind\":\"steps\",\"steps_ms\":[1000,5000]}", &backoff));
	assert_int_equal(BACKOFF_STEPS, backoff.kind);
	assert_int_equal(2, backoff.steps_len);
	assert_int_equal(5000, backoff.steps[1]);
	assert_int_equal(ERR_OK,
			 take(&stage,
			      "{\"kind\":\"exponential\",\"base_ms\":60000,\"max_ms\":90000}",
			      &backoff));
	assert_int_equal(BACKOFF_EXPONENTIAL, backoff.kind);
	assert_int_equal(ERR_OK, take(&stage, "{\"kind\":\"fixed\",\"base_ms\":5}", &backoff));
	assert_int_equal(ERR_OK, take(&stage, "{\"kind\":\"default\"}", &backoff));
	assert_int_equal(BACKOFF_UNSET, backoff.kind);
	stage_close(&stage);
}

static void what_is_lacking_or_too_much_is_refused(void **state)
{
	static const char *const bad[] = {
		"{}",
		"{\"kind\":\"steps\"}",
		"{\"kind\":\"steps\",\"steps_ms\":[]}",
		"{\"kind\":\"steps\",\"steps_ms\":[1.5]}",
		"{\"kind\":\"steps\",\"steps_ms\":[-1]}",
		"{\"kind\":\"steps\",\"steps_ms\":[\"1m\"]}",
		"{\"kind\":\"steps\",\"steps_ms\":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]}",
		"{\"kind\":\"exponential\"}",
		"{\"kind\":\"fixed\",\"base_ms\":0}",
		"{\"kind\":\"often\"}",
	};
	(void)state;
	struct stage stage = { 0 };
	struct backoff backoff;
	stage_open(&stage);
	for (size_t i = 0; i < countof(bad); i++)
		if (take(&stage, bad[i], &backoff) != ERR_INVALID) fail_msg("%s was taken", bad[i]);
	stage_close(&stage);
}

static void classes_are_a_short_list_of_short_names(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct class_list list;
	str names[17];
	stage_open(&stage);
	struct request request = { .api = stage.api };
	arena_init(&request.arena, 65536);
	request.faults.arena = &request.arena;
	for (u32 i = 0; i < countof(names); i++) names[i] = STR("dm_closed");
	struct texts texts = { names, 1 };
	assert_int_equal(ERR_OK, classes_take(&request, &texts, STR("/fatal"), &list));
	assert_true(class_list_has(&list, STR("dm_closed")));
	names[0] = STR("a name that is much longer than thirty-two bytes");
	assert_int_equal(ERR_INVALID, classes_take(&request, &texts, STR("/fatal"), &list));
	assert_str(request.faults.items[0].pointer, STR("/fatal"));
	arena_done(&request.arena);
	stage_close(&stage);
}

static void a_word_means_the_same_on_every_scale(void **state)
{
	(void)state;
	bool is_scaled;
	assert_int_equal(4, priority_take(4, &is_scaled));
	assert_true(is_scaled);
	assert_int_equal(9, priority_take(-9, &is_scaled));
	assert_false(is_scaled);
	assert_int_equal(0, priority_take(0, &is_scaled));
	assert_false(is_scaled);
}

static void a_scope_is_a_word_or_a_span(void **state)
{
	(void)state;
	enum unique_scope scope;
	msec ttl;
	assert_true(scope_take(STR("succeeded"), &scope, &ttl));
	assert_int_equal(UNIQUE_SUCCEEDED, scope);
	assert_true(scope_take(STR("2h"), &scope, &ttl));
	assert_int_equal(UNIQUE_TTL, scope);
	assert_int_equal(2 * MSEC_HOUR, ttl);
	assert_false(scope_take(STR("sometimes"), &scope, &ttl));
	assert_false(scope_take(STR("0s"), &scope, &ttl));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_three_kinds_of_backoff_are_read),
		cmocka_unit_test(what_is_lacking_or_too_much_is_refused),
		cmocka_unit_test(classes_are_a_short_list_of_short_names),
		cmocka_unit_test(a_word_means_the_same_on_every_scale),
		cmocka_unit_test(a_scope_is_a_word_or_a_span),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
