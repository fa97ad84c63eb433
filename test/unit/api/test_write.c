#include "api/write.h"

#include "base/check.h"

static void commas_come_by_themselves(void **state)
{
	struct buf out;
	struct uuid id = { { 0xab } }, nil = { { 0 } };
	(void)state;
	buf_init(&out, 4096);
	write_open(&out, '{');
	put_text(&out, STR("a"), STR("x:"));
	put_open(&out, STR("b"), '[');
	write_u64(&out, 1);
	write_i64(&out, -2);
	write_bool(&out, true);
	write_null(&out);
	write_text(&out, STR("{"));
	write_raw(&out, STR("{\"q\": 1}"));
	write_open(&out, '{');
	write_close(&out, '}');
	write_open(&out, '[');
	write_close(&out, ']');
	write_close(&out, ']');
	put_raw(&out, STR("c"), STR(""));
	put_bool(&out, STR("d"), false);
	put_null(&out, STR("e"));
	put_u64(&out, STR("f"), 7);
	put_i64(&out, STR("g"), -7);
	put_instant(&out, STR("h"), 1500);
	put_instant_or_null(&out, STR("i"), 0);
	put_instant_or_null(&out, STR("j"), MSEC_MAX);
	put_instant_or_null(&out, STR("k"), 1000);
	put_uuid(&out, STR("l"), &id);
	put_uuid_or_null(&out, STR("m"), &nil);
	put_uuid_or_null(&out, STR("n"), &id);
	put_text_or_null(&out, STR("o"), STR(""));
	put_text_or_null(&out, STR("p"), STR("y"));
	write_close(&out, '}');
	assert_str(buf_view(&out),
		   STR("{\"a\":\"x:\",\"b\":[1,-2,true,null,\"{\",{\"q\": 1},{},[]],\"c\":null,"
		       "\"d\":false,\"e\":null,\"f\":7,\"g\":-7,\"h\":\"1970-01-01T00:00:01.500Z\","
		       "\"i\":null,\"j\":null,\"k\":\"1970-01-01T00:00:01Z\","
		       "\"l\":\"ab000000-0000-0000-0000-000000000000\",\"m\":null,"
		       "\"n\":\"ab000000-0000-0000-0000-000000000000\",\"o\":null,\"p\":\"y\"}"));
	buf_done(&out);
}

static void hostile_texts_stay_one_json_string(void **state)
{
	struct buf out;
	(void)state;
	buf_init(&out, 4096);
	write_text(&out, STR("a\"b\\c\n</script>\x01\xff\xc3\xa9"));
	assert_str(buf_view(&out), STR("\"a\\\"b\\\\c\\n</script>\\u0001\\ufffd\xc3\xa9\""));
	buf_done(&out);
}

static void a_full_buffer_fails_and_stays_failed(void **state)
{
	struct buf out;
	(void)state;
	buf_init(&out, 4);
	put_text(&out, STR("key"), STR("value"));
	assert_true(buf_failed(&out));
	buf_done(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(commas_come_by_themselves),
		cmocka_unit_test(hostile_texts_stay_one_json_string),
		cmocka_unit_test(a_full_buffer_fails_and_stays_failed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
