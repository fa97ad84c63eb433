/* A unique scope as it would be given. */
#include "model/scope.h"

#include "base/check.h"

static void expect(enum unique_scope scope, msec ttl, const char *text)
{
	struct buf out;
	buf_init(&out, 64);
	unique_scope_print(scope, ttl, &out);
	assert_str(buf_view(&out), str_from(text));
	buf_done(&out);
}

static void each_scope_has_its_word_and_a_span_its_length(void **state)
{
	(void)state;
	expect(UNIQUE_NONE, 0, "");
	expect(UNIQUE_BUCKET, 0, "bucket");
	expect(UNIQUE_TTL, 90 * MSEC_SECOND, "1m30s");
	expect(UNIQUE_ACTIVE, 0, "active");
	expect(UNIQUE_SUCCEEDED, 0, "succeeded");
	expect(UNIQUE_FOREVER, 0, "forever");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_scope_has_its_word_and_a_span_its_length),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
