#include "handler/sign.h"

#include "base/check.h"

/* The example that the specification itself gives. */
static const str example_secret = { "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", 38 };
static const struct signed_message example = {
	.id = { "msg_p5jXN8AQM9LWM0D4loKWxJek", 28 },
	.timestamp = 1614265330,
	.body = { "{\"test\": 2432232314}", 20 },
};

static void the_published_example_comes_out(void **state)
{
	(void)state;
	struct buf out;
	buf_init(&out, 1024);
	assert_int_equal(sign_add(&example, example_secret, &out, NULL), ERR_OK);
	assert_str(buf_view(&out), STR("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
	buf_done(&out);
}

static void two_secrets_give_two_signatures(void **state)
{
	(void)state;
	struct buf out;
	buf_init(&out, 1024);
	assert_int_equal(sign_add(&example, example_secret, &out, NULL), ERR_OK);
	size_t one = out.len;
	assert_int_equal(
		sign_add(&example, STR("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"), &out, NULL),
		ERR_OK);
	assert_int_equal(out.len, 2 * one + 1);
	assert_int_equal(out.at[one], ' ');
	assert_true(str_starts_with(str_from_offset(buf_view(&out), one + 1), STR("v1,")));
	buf_done(&out);
}

static void a_secret_that_is_none_is_refused_and_not_repeated(void **state)
{
	(void)state;
	static const char *const wrong[] = {
		"",
		"whsec_",
		"MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
		"whsec_c2hvcnQ=",
		"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS",
		"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa*w",
		("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
		 "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
	};
	struct buf out;
	buf_init(&out, 1024);
	for (size_t i = 0; i < countof(wrong); i++) {
		struct why why;
		assert_int_equal(sign_add(&example, str_from(wrong[i]), &out, &why), ERR_INVALID);
		assert_null(strstr(why.text, "MfKQ"));
	}
	assert_int_equal(out.len, 0);
	buf_done(&out);
}

static bool sign_with_a_fault(void *context)
{
	(void)context;
	struct buf out;
	buf_init(&out, 1024);
	enum err err = sign_add(&example, example_secret, &out, NULL);
	buf_done(&out);
	assert_true(err == ERR_OK || err == ERR_MEMORY);
	return err != ERR_OK;
}

static void without_memory_nothing_is_signed(void **state)
{
	(void)state;
	assert_true(for_each_fault(sign_with_a_fault, NULL) >= 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_published_example_comes_out),
		cmocka_unit_test(two_secrets_give_two_signatures),
		cmocka_unit_test(a_secret_that_is_none_is_refused_and_not_repeated),
		cmocka_unit_test(without_memory_nothing_is_signed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
