/* Rules of alerts by their numbers and texts alone. */
#include "model/alert.h"

#include "base/check.h"

static void it_is_raised_at_the_threshold_and_resolved_by_what_is_well(void **state)
{
	static const struct {
		enum alert_kind kind;
		bool is_open;
		struct alert_facts facts;
		enum alert_move move;
	} cases[] = {
		{ ALERT_FAILURE, false, { .count = 2 }, ALERT_STAYS },
		{ ALERT_FAILURE, false, { .count = 3 }, ALERT_RAISE },
		{ ALERT_FAILURE, true, { .count = 3 }, ALERT_STAYS },
		{ ALERT_FAILURE, true, { .count = 1 }, ALERT_STAYS }, /* no flapping in between */
		{ ALERT_FAILURE, true, { .count = 0 }, ALERT_RESOLVE },
		{ ALERT_TIMEOUT, false, { .count = 9 }, ALERT_RAISE },
		{ ALERT_TIMEOUT, true, { .count = 0 }, ALERT_RESOLVE },
		{ ALERT_LONG_RUNNING, false, { .over = 0 }, ALERT_STAYS },
		{ ALERT_LONG_RUNNING, false, { .over = 1 }, ALERT_RAISE },
		{ ALERT_LONG_RUNNING, true, { .over = 1 }, ALERT_STAYS },
		{ ALERT_LONG_RUNNING, true, { .over = 0 }, ALERT_RESOLVE },
		{ ALERT_MISSED, false, { .over = 2, .in_time = true }, ALERT_RAISE },
		{ ALERT_MISSED, true, { .in_time = false }, ALERT_STAYS },
		{ ALERT_MISSED, true, { .over = 1, .in_time = true }, ALERT_STAYS },
		{ ALERT_MISSED, true, { .in_time = true }, ALERT_RESOLVE },
	};
	(void)state;
	for (u32 i = 0; i < countof(cases); i++)
		assert_int_equal(alert_judge(cases[i].kind, 3, cases[i].is_open, &cases[i].facts),
				 cases[i].move);
}

static void kinds_have_words_and_bounds(void **state)
{
	enum alert_kind kind;
	struct why why;
	(void)state;
	for (u32 i = 0; i < ALERT_KIND_COUNT; i++) {
		enum alert_kind one = (enum alert_kind)i;
		assert_true(alert_kind_parse(alert_kind_name(one), &kind) && kind == one);
		assert_int_equal(alert_threshold_check(one, alert_threshold_default(one), &why),
				 ERR_OK);
		assert_int_equal(alert_threshold_check(one, 0, &why), ERR_INVALID);
	}
	assert_false(alert_kind_parse(STR("failure"), &kind));
	assert_int_equal(alert_threshold_check(ALERT_FAILURE, 1001, &why), ERR_INVALID);
	assert_string_equal(why.text, "threshold_value of FAILURE is 1 to 1000 runs in a row");
}

static void channels_come_to_so_many_ways(void **state)
{
	struct alert_send sends[ALERT_SENDS_MAX];
	str both = STR("ann@example.org\nhttps://example.org/a\nteam-7");
	struct why why;
	(void)state;
	assert_int_equal(alert_sends(STR(""), both, sends), 0);
	assert_int_equal(alert_sends(STR("email,webhook,pager"), both, sends), 3);
	assert_str(sends[0].channel, STR("email"));
	assert_str(sends[1].recipient, STR("https://example.org/a"));
	assert_str(sends[2].channel, STR("pager"));
	assert_int_equal(alert_check_channels(STR("email,webhook,pager"), both, &why), ERR_OK);
	assert_int_equal(alert_check_channels(STR(""), STR(""), &why), ERR_OK);
	assert_int_equal(alert_check_channels(STR("email"), STR("team-7"), &why), ERR_INVALID);
	assert_int_equal(alert_check_channels(STR("webhook"), STR("a@b"), &why), ERR_INVALID);
	assert_int_equal(alert_check_channels(STR("e mail"), STR("a@b"), &why), ERR_INVALID);
	assert_int_equal(alert_check_channels(STR("a,b,c,d,e"), STR("x"), &why), ERR_INVALID);
}

static const struct alert_rule_row rule = { .channels = { "email", 5 },
					    .recipients = { "ann@a\nteam\nhttp://b/", 20 } };

static struct alert_row an_alert(void)
{
	return (struct alert_row){ .kind = ALERT_FAILURE,
				   .threshold = 2,
				   .value = 3,
				   .raised_at = 1700000000000,
				   .job_code = STR("a \"quoted\" job") };
}

static void expect_payload(struct alert_send send, bool is_test, const char *type,
			   const char *expected)
{
	struct alert_row alert = an_alert();
	struct buf text;
	buf_init(&text, 4096);
	alert_send_type(&send, &text);
	assert_str(buf_view(&text), str_from(type));
	alert_send_payload(&send, &rule, &alert, is_test, &text);
	assert_str(buf_view(&text), str_from(expected));
	buf_done(&text);
}

#define NIL "00000000-0000-0000-0000-000000000000"
#define TOLD                                                                         \
	"{\"alert_id\":\"" NIL "\",\"state\":\"raised\",\"alert_type\":\"FAILURE\"," \
	"\"job_id\":\"" NIL "\",\"job_code\":\"a \\\"quoted\\\" job\","              \
	"\"threshold_value\":2,\"value\":3,\"raised_at\":\"2023-11-14T22:13:20Z\","  \
	"\"resolved_at\":null"

static void each_way_has_its_payload(void **state)
{
	(void)state;
	expect_payload((struct alert_send){ STR("email"), STR("ann@a") }, true, "EMAIL",
		       "{\"to\":[\"ann@a\"],\"subject\":\"[test] FAILURE of job a \\\"quoted\\\" "
		       "job: 3 runs in a row (threshold 2)\",\"text\":\"FAILURE of job a "
		       "\\\"quoted\\\" job: 3 runs in a row (threshold 2)\\nraised "
		       "2023-11-14T22:13:20Z\\nalert " NIL
		       "\\nThis is a test; nothing is wrong.\\n\"}");
	expect_payload((struct alert_send){ STR("webhook"), STR("http://b/") }, false, "WEBHOOK",
		       "{\"url\":\"http://b/\",\"body\":" TOLD "}}");
	expect_payload((struct alert_send){ STR("pager"), STR("ann@a") }, true, "alert.pager",
		       "{\"channel\":\"pager\",\"recipients\":[\"ann@a\",\"team\"],\"alert\":" TOLD
		       ",\"test\":true}}");
}

static void what_is_resolved_says_so(void **state)
{
	struct alert_row alert = an_alert();
	struct buf text;
	(void)state;
	alert.job_code = STR("report");
	alert.resolved_at = 1700000060000;
	alert.reason = STR("well again");
	alert.run.bytes[0] = 1;
	buf_init(&text, 4096);
	alert_print_words(&alert, &text);
	assert_str(buf_view(&text),
		   STR("FAILURE of job report: 3 runs in a row (threshold 2), resolved"));
	buf_clear(&text);
	alert_print(&alert, &text);
	str end = STR("\"run_id\":\"01000000-0000-0000-0000-000000000000\",\"raised_at\":"
		      "\"2023-11-14T22:13:20Z\",\"resolved_at\":\"2023-11-14T22:14:20Z\","
		      "\"reason\":\"well again\"}");
	assert_str(str_slice(buf_view(&text), text.len - end.len, text.len), end);
	assert_str(alert_state_name(ALERT_RESOLVED), STR("resolved"));
	buf_done(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_is_raised_at_the_threshold_and_resolved_by_what_is_well),
		cmocka_unit_test(kinds_have_words_and_bounds),
		cmocka_unit_test(channels_come_to_so_many_ways),
		cmocka_unit_test(each_way_has_its_payload),
		cmocka_unit_test(what_is_resolved_says_so),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
