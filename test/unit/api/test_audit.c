/* What the audit is told of a call. */
#include "api/audit.h"

#include "api/actions.def"
#include "api/stage.h"

static str redact(struct arena *arena, const char *object, const char *like)
{
	return audit_redact(arena, str_from(object), str_from(like));
}

static void payloads_and_secrets_are_only_counted(void **state)
{
	struct arena arena;
	(void)state;
	arena_init(&arena, 65536);
	assert_str(redact(&arena, "{\"type\":\"a\",\"payload\":{\"x\":1}}", ""),
		   STR("{\"type\":\"a\",\"payload\":{\"bytes\":7}}"));
	assert_str(redact(&arena, "{\"password\":\"hunter2\",\"n\":1}", ""),
		   STR("{\"password\":{\"bytes\":9},\"n\":1}"));
	assert_str(redact(&arena, "{\"handler\":{\"url\":\"u\",\"headers\":{\"a\":\"b\"}}}", ""),
		   STR("{\"handler\":{\"bytes\":31}}"));
	assert_str(redact(&arena, "{\"hook\":{\"api_key\":\"hunter2\"}}", ""),
		   STR("{\"hook\":{\"bytes\":21}}"));
	assert_str(redact(&arena, "{\"daily\":{\"type\":\"x\"}}", ""),
		   STR("{\"daily\":{\"type\":\"x\"}}"));
	arena_done(&arena);
}

static void of_what_was_only_that_counts_which_is_asked_for(void **state)
{
	struct arena arena;
	(void)state;
	arena_init(&arena, 65536);
	assert_str(redact(&arena, "{\"name\":\"N\",\"code\":\"c\",\"z\":null}", "{\"name\":\"M\"}"),
		   STR("{\"name\":\"N\"}"));
	assert_int_equal(0, redact(&arena, "{\"name\":\"N\"}", "{\"other\":1}").len);
	assert_int_equal(0, redact(&arena, "", "").len);
	assert_int_equal(0, redact(&arena, "[1]", "").len);
	arena_done(&arena);
}

static void it_has_a_bound(void **state)
{
	static char text[20000];
	struct arena arena;
	size_t len = 1;
	(void)state;
	arena_init(&arena, 1 << 20);
	text[0] = '{';
	for (u32 i = 0; i < 300; i++)
		len += (size_t)snprintf(text + len, sizeof text - len, "%s\"member-%u\":\"%u\"",
					i ? "," : "", i, i);
	text[len++] = '}';
	str kept = audit_redact(&arena, (str){ text, len }, (str){ 0 });
	assert_in_range(kept.len, 100, LIMIT_AUDIT_BYTES);
	assert_true(text_has(kept, STR("\"left_out\":")));
	assert_true(text_has(kept, STR("\"member-0\":\"0\"")));
	arena_done(&arena);
}

static str action_of(enum method method, const char *path, str *out_kind)
{
	static char room[AUDIT_ACTION_BYTES];
	struct api_route route = { .method = method, .path = path };
	str action;
	return audit_action(&route, room, &action, out_kind) ? action : STR("none");
}

static void actions_are_named_by_their_rows(void **state)
{
	str kind;
	(void)state;
	assert_str(action_of(METHOD_POST, "jobs", &kind), STR("job.create"));
	assert_str(kind, STR("job"));
	assert_str(action_of(METHOD_POST, "pause", &kind), STR("pause"));
	assert_str(kind, STR("pause"));
	assert_str(action_of(METHOD_DELETE, "jobs/:id/alerts/:alert_id", &kind),
		   STR("job_alert.delete"));
	assert_str(kind, STR("job_alert"));
	assert_str(action_of(METHOD_GET, "jobs", &kind), STR("none"));
}

/* A route that is added without a row would change something in silence. */
static void every_route_that_changes_something_has_a_row(void **state)
{
	char room[AUDIT_ACTION_BYTES];
	u32 len, covered = 0, rows = 0;
	str action, kind;
	const struct api_route *all = routes(&len);
	(void)state;
	for (u32 i = 0; i < len; i++) {
		bool changes = all[i].method != METHOD_GET && all[i].command &&
			       all[i].reach != REACH_WORK;
		assert_int_equal(changes, audit_covers(&all[i]));
		if (changes != audit_action(&all[i], room, &action, &kind))
			fail_msg("%s has %s row in actions.def", all[i].path, changes ? "no" : "a");
		if (!changes) continue;
		covered++;
		assert_in_range(action.len, 3, AUDIT_ACTION_BYTES - 1);
		assert_in_range(kind.len, 3, 40);
	}
#define X(...) rows++;
	ACTIONS(X)
#undef X
	assert_int_equal(rows, covered); /* no row is left over */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(payloads_and_secrets_are_only_counted),
		cmocka_unit_test(of_what_was_only_that_counts_which_is_asked_for),
		cmocka_unit_test(it_has_a_bound),
		cmocka_unit_test(actions_are_named_by_their_rows),
		cmocka_unit_test(every_route_that_changes_something_has_a_row),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
