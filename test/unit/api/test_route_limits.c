/* Declared rates of routes. */
#include "api/shelf.h"
#include "api/stage.h"

static void open_stage(struct stage *stage, struct shelf *shelf)
{
	stage_open(stage);
	shelf_init(shelf);
	stage->query = &shelf->query;
}

static void keep_limit(struct shelf *shelf, const char *tenant, const char *body)
{
	shelf->documents[0] = (struct document_view){ .tenant = str_from(tenant) };
	shelf->documents[0].row.key = (struct document_key){ DOCUMENT_LIMIT, { 1 }, STR("mail") };
	shelf->documents[0].row.body = str_from(body);
	shelf->documents[0].row.version = 4;
	shelf->documents_len = 1;
}

static void what_is_not_said_has_its_default(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	open_stage(&stage, &shelf);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	str body = stage_call(&stage, &token, "PUT", AT_BASE("limits/mail"), STR("{\"rate\":5}"));
	assert_int_equal(200, stage.status);
	assert_str(member(body, "route"), STR("mail"));
	assert_str(member(body, "rate"), STR("5"));
	assert_str(member(body, "per_seconds"), STR("1"));
	assert_str(member(body, "burst"), STR("5"));
	assert_str(member(body, "scope"), STR("tenant"));
	expect_has(buf_view(&stage.fields), "ETag: ");
	stage_close(&stage);
}

static void fields_that_are_not_given_stay(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	open_stage(&stage, &shelf);
	keep_limit(&shelf, "acme", "{\"rate\":5,\"per_seconds\":60,\"burst\":9}");
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	str body = stage_call(&stage, &token, "GET", AT_BASE("limits"), STR(""));
	expect_text(body, stage_tag(&stage,
				    "\"route\":\"mail\",\"tenant_id\":\"acme\","
				    "\"declared_by\":\"acme\",\"rate\":5,\"per_seconds\":60,"
				    "\"burst\":9,\"scope\":\"tenant\",\"version\":",
				    4, ""));
	/* The shelf shows what the store does not have: so a change of it is one of a race. */
	stage_call(&stage, &token, "PUT", AT_BASE("limits/mail"), STR("{\"burst\":null}"));
	assert_int_equal(404, stage.status);
	stage_close(&stage);
}

/* What types use is listed beside what is declared, in the order of names, page by page. */
static void routes_in_use_stand_among_those_declared(void **state)
{
	(void)state;
	static const char *const routes[] = { "zoo", "able", "mail" };
	struct stage stage = { 0 };
	struct shelf shelf;
	open_stage(&stage, &shelf);
	keep_limit(&shelf, "acme", "{\"rate\":5}");
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	for (u32 i = 0; i < countof(routes); i++) {
		char path[64], body[64];
		snprintf(path, sizeof path, AT_BASE("types/t%u"), i);
		snprintf(body, sizeof body, "{\"route\":\"%s\"}", routes[i]);
		stage_call(&stage, &token, "PUT", path, str_from(body));
	}
	str body = stage_call(&stage, &token, "GET", AT_BASE("limits"), STR(""));
	assert_int_equal(200, stage.status);
	expect_has(body, "{\"data\":[{\"route\":\"able\",\"tenant_id\":\"acme\","
			 "\"declared_by\":null,\"closed_until\":null,\"running\":0,"
			 "\"waiting\":0,\"learned\":{\"bucket\":null,\"remaining\":null,"
			 "\"refused\":0,\"streak\":0}},{\"route\":\"mail\"");
	expect_text(body, stage_tag(&stage, "\"version\":", 4, ",\"closed_until\":null,"));
	expect_has(body, "{\"route\":\"zoo\"");
	stage_close(&stage);
}

static void bad_limits_name_the_field(void **state)
{
	(void)state;
	static const struct {
		const char *body;
		const char *pointer;
	} bad[] = {
		{ "{}", "/rate" },
		{ "{\"burst\":3}", "/rate" },
		{ "{\"rate\":null}", "/rate" },
		{ "{\"rate\":0}", "/rate" },
		{ "{\"rate\":1.5}", "/rate" },
		{ "{\"rate\":1,\"per_seconds\":86401}", "/per_seconds" },
		{ "{\"rate\":1,\"burst\":0}", "/burst" },
		{ "{\"rate\":1,\"scope\":\"world\"}", "/scope" },
		{ "{\"rate\":1,\"scope\":\"system\"}", "/scope" },
		{ "{\"rate\":1,\"per\":1}", "/per" },
	};
	struct stage stage = { 0 };
	struct shelf shelf;
	open_stage(&stage, &shelf);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	for (u32 i = 0; i < countof(bad); i++) {
		str body = stage_call(&stage, &token, "PUT", AT_BASE("limits/mail"),
				      str_from(bad[i].body));
		assert_int_equal(422, stage.status);
		assert_true(text_has(body, str_from(bad[i].pointer)));
	}
	stage_close(&stage);
}

static void what_is_not_there_cannot_be_taken_away(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	open_stage(&stage, &shelf);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	struct stage_token viewer = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	stage_call(&stage, &token, "DELETE", AT_BASE("limits/mail"), STR(""));
	assert_int_equal(404, stage.status);
	stage_call(&stage, &viewer, "DELETE", AT_BASE("limits/mail"), STR(""));
	assert_int_equal(403, stage.status);
	stage_call(&stage, &viewer, "GET", AT_BASE("limits"), STR(""));
	assert_int_equal(200, stage.status);
	stage_close(&stage);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_not_said_has_its_default),
		cmocka_unit_test(fields_that_are_not_given_stay),
		cmocka_unit_test(routes_in_use_stand_among_those_declared),
		cmocka_unit_test(bad_limits_name_the_field),
		cmocka_unit_test(what_is_not_there_cannot_be_taken_away),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
