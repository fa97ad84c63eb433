#include "api/request.h"

#include "api/stage.h"

static struct request a_request(struct stage *stage)
{
	u32 len;
	struct request request = { .api = stage->api, .route = routes(&len), .status = 200 };
	arena_init(&request.arena, 65536);
	buf_init(&request.out, 65536);
	return request;
}

static void done(struct request *request)
{
	arena_done(&request->arena);
	buf_done(&request->out);
}

static void if_match_names_a_version_or_anything(void **state)
{
	static const struct {
		const char *text;
		enum err err;
		u64 version;
	} cases[] = { { "", ERR_OK, DOCUMENT_ANY },  { "*", ERR_OK, DOCUMENT_ANY },
		      { "\"7\"", ERR_OK, 7 },        { " \"12\" ", ERR_OK, 12 },
		      { "7", ERR_VERSION, 0 },       { "\"x\"", ERR_VERSION, 0 },
		      { "W/\"7\"", ERR_VERSION, 0 }, { "\"\"", ERR_VERSION, 0 },
		      { "\"-1\"", ERR_VERSION, 0 } };
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	for (size_t i = 0; i < countof(cases); i++) {
		struct request request = a_request(&stage);
		u64 version = 0;
		request.match.if_match = str_from(cases[i].text);
		assert_int_equal(cases[i].err, request_expected(&request, &version));
		if (!cases[i].err) assert_true(version == cases[i].version);
		done(&request);
	}
	stage_close(&stage);
}

static void what_is_as_it_was_is_304_for_a_get_alone(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct api_route get = { .method = METHOD_GET }, put = { .method = METHOD_PUT };
	stage_open(&stage);
	struct request request = a_request(&stage);
	request.route = &get;
	request.match.if_none_match = STR("\"3\", \"7\"");
	buf_add(&request.out, STR("{}"));
	request_put_etag(&request, 7);
	assert_int_equal(304, request.status);
	assert_int_equal(0, request.out.len);
	assert_str(request.reply.fields[0].value, STR("\"7\""));
	done(&request);
	request = a_request(&stage);
	request.route = &get;
	request.match.if_none_match = STR("\"3\"");
	request_put_etag(&request, 7);
	assert_int_equal(200, request.status);
	done(&request);
	request = a_request(&stage);
	request.route = &put;
	request.match.if_none_match = STR("*");
	request_put_etag(&request, 7);
	assert_int_equal(200, request.status);
	done(&request);
	stage_close(&stage);
}

static void a_part_that_is_no_id_is_not_found(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct uuid id;
	stage_open(&stage);
	struct request request = a_request(&stage);
	request.parts[0] = STR("01890a5d-ac96-774b-bcce-b302099a8057");
	request.parts[1] = STR("x");
	assert_int_equal(ERR_OK, request_part_id(&request, 0, &id));
	assert_int_equal(ERR_NOT_FOUND, request_part_id(&request, 1, &id));
	done(&request);
	stage_close(&stage);
}

static void a_time_that_is_wrong_names_its_field(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	msec at;
	stage_open(&stage);
	struct request request = a_request(&stage);
	request.faults.arena = &request.arena;
	struct given_when when = { .text = STR("2030-01-01T10:00") };
	assert_int_equal(ERR_OK, request_when(&request, &when, STR("UTC"), STR("/run_at"), &at));
	assert_int_equal(ERR_TIME_SYNTAX,
			 request_when(&request, &when, STR(""), STR("/run_at"), &at));
	assert_str(request.faults.items[0].pointer, STR("/run_at"));
	assert_int_equal(ERR_ZONE_UNKNOWN,
			 request_when(&request, &when, STR("Mars/Base"), STR("/run_at"), &at));
	assert_str(request.faults.items[1].pointer, STR("/timezone"));
	done(&request);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(if_match_names_a_version_or_anything),
		cmocka_unit_test(what_is_as_it_was_is_304_for_a_get_alone),
		cmocka_unit_test(a_part_that_is_no_id_is_not_found),
		cmocka_unit_test(a_time_that_is_wrong_names_its_field),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
