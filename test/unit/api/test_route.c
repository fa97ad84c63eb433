/* The table of routes: finding one, and a walk of all of them with every role. */
#include "api/route.h"

#include "api/handlers.h"
#include "api/list.h"
#include "api/shelf.h"
#include "api/stage.h"

static const struct api_route *find(enum method method, const char *path,
				    str parts[ROUTE_PARTS_MAX], u32 *out_allowed)
{
	return route_find(method, str_from(path), parts, out_allowed);
}

static void parts_of_the_path_are_taken_and_literals_come_first(void **state)
{
	str parts[ROUTE_PARTS_MAX] = { { 0 } };
	u32 allowed;
	(void)state;
	const struct api_route *route = find(METHOD_POST, AT_BASE("queue/abc/cancel"), parts,
					     &allowed);
	assert_non_null(route);
	assert_string_equal("queue/:id/cancel", route->path);
	assert_str(parts[0], STR("abc"));
	route = find(METHOD_POST, AT_BASE("queue/cancel"), parts, &allowed);
	assert_string_equal("queue/cancel", route->path);
	route = find(METHOD_GET, "/healthz", parts, &allowed);
	assert_string_equal("/healthz", route->path);
}

static void what_is_nearly_a_path_is_none(void **state)
{
	static const char *const paths[] = { "",
					     "/api/v1/scheduler",
					     "/api/v1/scheduler/",
					     "/api/v1/schedulertasks",
					     AT_BASE("tasks/"),
					     AT_BASE("/tasks"),
					     AT_BASE("tasks//"),
					     AT_BASE("queue//cancel"),
					     AT_BASE("healthz"),
					     "/healthz/",
					     "/worker/lease",
					     AT_BASE("queue/a/b/c/d") };
	str parts[ROUTE_PARTS_MAX];
	u32 allowed;
	(void)state;
	for (size_t i = 0; i < countof(paths); i++) {
		if (find(METHOD_POST, paths[i], parts, &allowed) ||
		    find(METHOD_GET, paths[i], parts, &allowed) || allowed)
			fail_msg("%s is a path", paths[i]);
	}
}

static void a_known_path_says_its_methods(void **state)
{
	str parts[ROUTE_PARTS_MAX];
	u32 allowed;
	(void)state;
	assert_null(find(METHOD_PUT, AT_BASE("tasks"), parts, &allowed));
	assert_int_equal(1u << METHOD_GET | 1u << METHOD_POST, allowed);
}

/* ---- the walk ----------------------------------------------------------------------------- */

static void an_answers_bound_is_by_its_route_and_by_what_is_sent(void **state)
{
	u64 lists = route_answer_max(STR("GET"), STR(API_BASE "tasks"), 0);
	u64 short_one = route_answer_max(STR("POST"), STR(API_BASE "tasks"), 0);
	(void)state;
	assert_true(lists > LIST_BYTES_MAX);
	assert_int_equal(lists, route_answer_max(STR("HEAD"), STR(API_BASE "tasks"), 0));
	assert_true(short_one < LIST_BYTES_MAX / 8);
	assert_int_equal(short_one + 2000,
			 route_answer_max(STR("POST"), STR(API_BASE "tasks"), 1000));
	assert_true(route_answer_max(STR("POST"), STR(API_BASE "worker/lease"), 100) >
		    LIMIT_CALL_CLAIMED_BYTES);
	assert_true(route_answer_max(STR("GET"), STR(API_BASE "tasks/x"), 0) > LIMIT_PAYLOAD_BYTES);
	assert_int_equal(short_one, route_answer_max(STR("GET"), STR("/nowhere"), 0));
	assert_int_equal(short_one, route_answer_max(STR("BREW"), STR("/"), 0));
}

static void fill_path(const struct api_route *route, char *out, size_t room)
{
	struct buf text;
	str rest = str_from(route->path);
	buf_init(&text, room);
	if (route->path[0] != '/') buf_add(&text, STR(API_BASE));
	else rest = str_from_offset(rest, 1), buf_add_byte(&text, '/');
	for (bool first = true; rest.len; first = false) {
		str segment = str_split(&rest, '/');
		if (!first) buf_add_byte(&text, '/');
		if (str_eq(segment, STR(":id")))
			buf_add(&text, STR("01890a5d-ac96-774b-bcce-b302099a8057"));
		else if (segment.at[0] == ':') buf_add(&text, STR("some-name"));
		else buf_add(&text, segment);
	}
	assert_true(text.len < room);
	memcpy(out, text.at, text.len);
	out[text.len] = '\0';
	buf_done(&text);
}

static void walk(struct stage *stage, const struct api_route *route,
		 const struct stage_token *token, const char *path)
{
	str method = method_name(route->method);
	stage_call(stage, token, method.at, path, route->body ? STR("{}") : STR(""));
}

static void every_route_is_open_to_its_roles_and_to_nobody_else(void **state)
{
	u32 len;
	const struct api_route *all = routes(&len);
	struct shelf shelf;
	struct stage stage = { 0 };
	(void)state;
	stage_open_with(&stage, &shelf);
	assert_in_range(len, 60, 1000);
	for (u32 i = 0; i < len; i++) {
		char path[300];
		fill_path(&all[i], path, sizeof path);
		for (u32 role = 0; role < ROLE_COUNT; role++) {
			struct stage_token token = stage_add_token(&stage, STR("acme"),
								   (enum role)role);
			walk(&stage, &all[i], &token, path);
			bool may = all[i].reach == REACH_NOBODY ||
				   (role_reaches((enum role)role, all[i].reach) &&
				    !(all[i].flags & ROUTE_SYSTEM));
			bool refused = stage.status == 403;
			if (may == refused && all[i].reach != REACH_NOBODY)
				fail_msg("%s as %s: %d", path, role_name((enum role)role).at,
					 stage.status);
			if (stage.status >= 500 && stage.status != 503)
				fail_msg("%s as %s: %d", path, role_name((enum role)role).at,
					 stage.status);
			auth_remove(api_auth(stage.api), &token.id);
		}
	}
	stage_close(&stage);
}

static void without_a_token_every_route_but_the_open_ones_is_401_and_reads_nothing(void **state)
{
	u32 len;
	const struct api_route *all = routes(&len);
	struct shelf shelf;
	struct stage stage = { 0 };
	(void)state;
	stage_open_with(&stage, &shelf);
	for (u32 i = 0; i < len; i++) {
		char path[300];
		fill_path(&all[i], path, sizeof path);
		walk(&stage, &all[i], NULL, path);
		if (all[i].reach == REACH_NOBODY) continue;
		if (stage.status != 401) fail_msg("%s without a token: %d", path, stage.status);
	}
	assert_int_equal(0, shelf.asked);
	stage_close(&stage);
}

static void another_tenant_is_not_there_whatever_the_route(void **state)
{
	u32 len, named = 0;
	const struct api_route *all = routes(&len);
	struct shelf shelf;
	struct stage stage = { 0 };
	(void)state;
	stage_open_with(&stage, &shelf);
	struct stage_token admin = stage_add_token(&stage, STR("acme"), ROLE_ADMIN);
	for (u32 i = 0; i < len; i++) {
		char path[400];
		bool has_query = all[i].query && shape_find(all[i].query, STR("tenant_id"));
		if (!has_query || all[i].reach == REACH_NOBODY) continue;
		fill_path(&all[i], path, 300);
		memcpy(path + strlen(path), "?tenant_id=rival", sizeof "?tenant_id=rival");
		/* A body that lacks what it needs is refused before: here only 404 counts where the
		 * body is right, and never anything that worked. */
		walk(&stage, &all[i], &admin, path);
		named++;
		bool is_hidden = stage.status == 404 || stage.status == 422 || stage.status == 403;
		if (!is_hidden) fail_msg("%s: %d", path, stage.status);
	}
	assert_in_range(named, 30, 1000);
	assert_int_equal(0, shelf.asked);
	stage_close(&stage);
}

static void a_tenant_is_named_in_the_body_or_in_the_query(void **state)
{
	u32 len;
	const struct api_route *all = routes(&len);
	(void)state;
	for (u32 i = 0; i < len; i++) {
		bool in_body = all[i].body && shape_find(all[i].body, STR("tenant_id"));
		bool in_query = all[i].query && shape_find(all[i].query, STR("tenant_id"));
		if (in_body && !in_query) fail_msg("%s takes no ?tenant_id=", all[i].path);
	}
}

static void every_route_can_be_answered(void **state)
{
	u32 len;
	const struct api_route *all = routes(&len);
	(void)state;
	for (u32 i = 0; i < len; i++) {
		bool is_written_at_once = all[i].command == next_compute ||
					  all[i].command == feed_write;
		assert_true(all[i].render || all[i].view || is_written_at_once);
		assert_true(all[i].sentence[0] != '\0');
		assert_true((all[i].body != NULL) == (all[i].body_max != 0));
		if (all[i].method == METHOD_GET) assert_null(all[i].body);
		/* GET never writes. */
		if (all[i].method == METHOD_GET && all[i].command)
			assert_true(all[i].command == runs_ask_why ||
				    all[i].command == status_ask || all[i].command == limit_ask ||
				    all[i].command == tenant_ask_quotas || is_written_at_once);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts_of_the_path_are_taken_and_literals_come_first),
		cmocka_unit_test(what_is_nearly_a_path_is_none),
		cmocka_unit_test(a_known_path_says_its_methods),
		cmocka_unit_test(an_answers_bound_is_by_its_route_and_by_what_is_sent),
		cmocka_unit_test(every_route_is_open_to_its_roles_and_to_nobody_else),
		cmocka_unit_test(
			without_a_token_every_route_but_the_open_ones_is_401_and_reads_nothing),
		cmocka_unit_test(another_tenant_is_not_there_whatever_the_route),
		cmocka_unit_test(a_tenant_is_named_in_the_body_or_in_the_query),
		cmocka_unit_test(every_route_can_be_answered),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
