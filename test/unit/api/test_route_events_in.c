/* Events that come in, by a token; signatures are told by test/api/stories_events_in.py. */
#include "api/in_scene.h"

static void an_event_makes_what_rules_say_and_once(void **state)
{
	struct in_scene scene;
	(void)state;
	in_open(&scene);
	in_keep(&scene, DOCUMENT_RULE, ID,
		"{\"event\":\"a\",\"type\":\"b\",\"offsets\":[\"0\",\"1h\"]}");
	in_keep(&scene, DOCUMENT_RULE, OTHER_ID,
		"{\"event\":\"a\",\"type\":\"c\",\"anchor\":\"data.at\"}");
	const char *event = "{\"id\":\"1\",\"type\":\"a\",\"more\":{\"x\":1}}";
	str first = in_ask(&scene, "POST", AT_BASE("events"), event, 200);
	assert_str(member(first, "duplicate"), STR("false"));
	assert_str(member(first, "rules"), STR("2"));
	assert_str(member(first, "refused"), STR("1"));
	str runs = member(first, "runs");
	char id[UUID_TEXT_LEN];
	memcpy(id, member(item(runs, 1), "id").at, sizeof id);
	assert_str(member(item(runs, 0), "rule_id"), STR(ID));
	/* Also when no rule fits any more. */
	scene.shelf.documents_len = 0;
	str again = in_ask(&scene, "POST", AT_BASE("events"), event, 200);
	assert_str(member(again, "duplicate"), STR("true"));
	str made = { id, sizeof id };
	assert_str(member(item(member(again, "runs"), 1), "id"), made);
	stage_close(&scene.stage);
}

static void what_is_no_event_is_refused(void **state)
{
	struct in_scene scene;
	(void)state;
	in_open(&scene);
	expect_has(in_ask(&scene, "POST", AT_BASE("events"), "{\"type\":\"a\"}", 422), "/id");
	expect_has(in_ask(&scene, "POST", AT_BASE("events"), "{\"id\":\"1\"}", 422), "/type");
	expect_has(in_ask(&scene, "POST", AT_BASE("events"),
			  "{\"id\":\"1\",\"type\":\"a\",\"specversion\":\"0.3\"}", 422),
		   "/specversion");
	stage_with(&scene.stage, STR("Belfry-Hops"), STR("8"));
	expect_has(in_ask(&scene, "POST", AT_BASE("events"), "{\"id\":\"1\",\"type\":\"a\"}", 422),
		   "Belfry-Hops");
	stage_close(&scene.stage);
}

/* Nobody can sign here: whatever is said, it is refused alike. */
static void without_a_signature_nothing_is_taken(void **state)
{
	struct in_scene scene;
	(void)state;
	in_open(&scene);
	in_keep(&scene, DOCUMENT_SOURCE, ID, "{\"secrets\":[\"s\"]}");
	const char *event = "{\"id\":\"1\",\"type\":\"a\"}";
	(void)in_ask(&scene, "POST", AT_BASE("events/" ID), event, 401);
	(void)in_ask(&scene, "POST", AT_BASE("events/" OTHER_ID), event, 401);
	(void)in_ask(&scene, "POST", AT_BASE("events/x"), event, 401);
	stage_close(&scene.stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_event_makes_what_rules_say_and_once),
		cmocka_unit_test(what_is_no_event_is_refused),
		cmocka_unit_test(without_a_signature_nothing_is_taken),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
