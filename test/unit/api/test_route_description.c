/* The description is served as it stands: to everybody, with a tag, compressed for who takes it. */
#include "api/stage.h"

static void it_needs_no_token(void **state)
{
	struct stage stage = { 0 };
	(void)state;
	stage_open(&stage);
	str body = stage_call(&stage, NULL, "GET", "/openapi.json", STR(""));
	assert_int_equal(200, stage.status);
	assert_true(str_starts_with(body, STR("{\n \"openapi\": \"3.1.0\"")));
	assert_str(buf_view(&stage.type), STR("application/json"));
	assert_true(text_has(buf_view(&stage.fields), STR("Cache-Control: no-cache\n")));
	assert_true(text_has(buf_view(&stage.fields), STR("Vary: Accept-Encoding\n")));
	assert_false(text_has(buf_view(&stage.fields), STR("Content-Encoding")));
	stage_close(&stage);
}

static void who_takes_gzip_gets_it(void **state)
{
	static const struct {
		str accepts;
		bool is_packed;
	} rows[] = {
		{ STR("gzip"), true },
		{ STR("br, GZIP;q=0.5"), true },
		{ STR("*"), true },
		{ STR("gzip;q=0"), false },
		{ STR("gzip; q=0.000, *"), false },
		{ STR("br, deflate"), false },
		{ STR(""), false },
	};
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	for (u32 i = 0; i < countof(rows); i++) {
		stage_with(&stage, STR("Accept-Encoding"), rows[i].accepts);
		str body = stage_call(&stage, NULL, "GET", "/openapi.json", STR(""));
		bool is_packed = body.len > 2 && (u8)body.at[0] == 0x1f && (u8)body.at[1] == 0x8b;
		bool is_said = text_has(buf_view(&stage.fields), STR("Content-Encoding: gzip\n"));
		assert_int_equal(rows[i].is_packed, is_packed);
		assert_int_equal(rows[i].is_packed, is_said);
	}
	stage_close(&stage);
}

static str tag_of(const struct stage *stage, char room[64])
{
	str rest = buf_view(&stage->fields);
	while (rest.len) {
		str line = str_split(&rest, '\n');
		if (!str_starts_with(line, STR("ETag: "))) continue;
		line = str_from_offset(line, 6);
		assert_true(line.len < 64);
		memcpy(room, line.at, line.len);
		return (str){ room, line.len };
	}
	fail_msg("no ETag");
	return (str){ 0 };
}

/* Two forms are two tags: a cache may not give one for the other. */
static void who_has_it_is_told_so(void **state)
{
	char plain[64], packed[64];
	struct stage stage = { 0 };
	(void)state;
	stage_open(&stage);
	stage_call(&stage, NULL, "GET", "/openapi.json", STR(""));
	str plain_tag = tag_of(&stage, plain);
	stage_with(&stage, STR("If-None-Match"), plain_tag);
	str body = stage_call(&stage, NULL, "GET", "/openapi.json", STR(""));
	assert_int_equal(304, stage.status);
	assert_int_equal(0, body.len);
	stage_with(&stage, STR("Accept-Encoding"), STR("gzip"));
	stage_with(&stage, STR("If-None-Match"), plain_tag);
	stage_call(&stage, NULL, "GET", "/openapi.json", STR(""));
	assert_int_equal(200, stage.status);
	str packed_tag = tag_of(&stage, packed);
	assert_false(str_eq(plain_tag, packed_tag));
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_needs_no_token),
		cmocka_unit_test(who_takes_gzip_gets_it),
		cmocka_unit_test(who_has_it_is_told_so),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
