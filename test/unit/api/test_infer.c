/* What an answer is like, told from an example. */
#include "api/infer.h"

#include "base/check.h"

static void expect_schema(const char *example, const char *schema)
{
	struct buf out;
	buf_init(&out, 4096);
	infer_schema(&out, str_from(example));
	assert_str(buf_view(&out), str_from(schema));
	buf_done(&out);
}

static void values_are_told_by_their_kind(void **state)
{
	(void)state;
	expect_schema("true", "{\"type\":\"boolean\"}");
	expect_schema("7", "{\"type\":\"integer\"}");
	expect_schema("-7.5", "{\"type\":\"number\"}");
	expect_schema("\"a\"", "{\"type\":\"string\"}");
	expect_schema("\"2030-01-07T08:00:00Z\"", "{\"type\":\"string\",\"format\":\"date-time\"}");
	expect_schema("\"2030-01-07 08:00:00\"", "{\"type\":\"string\"}");
	expect_schema("\"01890a5d-ac96-774b-bcce-000000007101\"",
		      "{\"type\":\"string\",\"format\":\"uuid\"}");
	expect_schema("null", "{}");
}

static void objects_and_lists_are_told_with_what_is_in_them(void **state)
{
	(void)state;
	expect_schema("{\"a\":[{\"b\":1},{\"b\":2}],\"c\":[],\"d\":{}}",
		      "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"array\",\"items\":"
		      "{\"type\":\"object\",\"properties\":{\"b\":{\"type\":\"integer\"}}}},"
		      "\"c\":{\"type\":\"array\"},\"d\":{\"type\":\"object\",\"properties\":{}}}}");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_told_by_their_kind),
		cmocka_unit_test(objects_and_lists_are_told_with_what_is_in_them),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
