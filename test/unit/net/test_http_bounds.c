#include "../base/check.h"
#include "net/http_bounds.h"

static void every_refusal_has_a_status_and_a_sentence_of_its_own(void **state)
{
	(void)state;
	for (enum http_refusal a = HTTP_REFUSED_NOT + 1; a < HTTP_REFUSAL_COUNT; a++) {
		int status = http_refusal_status(a);
		assert_true(status >= 400 && status <= 599);
		assert_true(strlen(http_refusal_sentence(a)) > 10);
		for (enum http_refusal b = a + 1; b < HTTP_REFUSAL_COUNT; b++)
			assert_string_not_equal(http_refusal_sentence(a), http_refusal_sentence(b));
	}
}

/* The sentences name the bounds; both must say the same. */
static void sentences_name_the_bounds_in_force(void **state)
{
	static const struct {
		enum http_refusal refusal;
		int bound;
	} rows[] = {
		{ HTTP_REFUSED_FIELDS_MANY, HTTP_FIELDS },
		{ HTTP_REFUSED_HEAD_LONG, HTTP_HEAD_BYTES },
		{ HTTP_REFUSED_TARGET_LONG, HTTP_TARGET_BYTES },
		{ HTTP_REFUSED_CHUNK_SIZE, HTTP_CHUNK_SIZE_DIGITS },
		{ HTTP_REFUSED_CHUNK_EXTENSION, HTTP_CHUNK_EXTENSION_BYTES },
		{ HTTP_REFUSED_TRAILER_LONG, HTTP_TRAILER_BYTES },
	};
	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		char bound[16];
		snprintf(bound, sizeof bound, " %d ", rows[i].bound);
		assert_non_null(strstr(http_refusal_sentence(rows[i].refusal), bound));
	}
}

static void ask_for_none(void *context)
{
	(void)context;
	(void)http_refusal_status(HTTP_REFUSED_NOT);
}

static void what_was_not_refused_has_no_status(void **state)
{
	(void)state;
	assert_true(breaks_promise(ask_for_none, NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_refusal_has_a_status_and_a_sentence_of_its_own),
		cmocka_unit_test(sentences_name_the_bounds_in_force),
		cmocka_unit_test(what_was_not_refused_has_no_status),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
