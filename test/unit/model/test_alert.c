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
		{ ALERT_DLQ_GROWTH, false, { .count = 2 }, ALERT_STAYS },
		{ ALERT_DLQ_GROWTH, false, { .count = 3 }, ALERT_RAISE },
		{ ALERT_DLQ_GROWTH, true, { .count = 2 }, ALERT_STAYS },
		{ ALERT_DLQ_GROWTH, true, { .count = 1 }, ALERT_RESOLVE },
		{ ALERT_STALLED, false, { .count = 3 }, ALERT_RAISE },
		{ ALERT_STALLED, true, { .count = 3 }, ALERT_STAYS },
		{ ALERT_RATE_LIMITED, false, { .count = 3 }, ALERT_RAISE },
		{ ALERT_RATE_LIMITED, true, { .count = 0 }, ALERT_STAYS }, /* not at once */
		{ ALERT_RATE_LIMITED, true, { .is_calm = true }, ALERT_RESOLVE },
		{ ALERT_NO_WORKER, false, { .over = 2 }, ALERT_STAYS },
		{ ALERT_NO_WORKER, false, { .over = 3 }, ALERT_RAISE },
		{ ALERT_NO_WORKER, true, { .over = 0 }, ALERT_STAYS },
		{ ALERT_NO_WORKER, true, { .in_time = true }, ALERT_RESOLVE },
		{ ALERT_LATENCY, false, { .count = 4 }, ALERT_STAYS },
		{ ALERT_LATENCY, false, { .count = 5 }, ALERT_RAISE },
		{ ALERT_LATENCY, true, { .count = 0 }, ALERT_STAYS },
		{ ALERT_LATENCY, true, { .is_calm = true }, ALERT_RESOLVE },
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
	assert_string_equal(why.text, "threshold_value of FAILURE must be 1 to 1000 runs in a row");
}

static void each_recipient_is_told_by_the_channels_that_reach_it(void **state)
{
	struct alert_send sends[ALERT_SENDS_MAX];
	str all = STR("ann@example.org\nhttps://example.org/a\nbob");
	(void)state;
	assert_int_equal(alert_sends(STR(""), all, sends), 0);
	assert_int_equal(alert_sends(STR("email,webhook,in_app"), all, sends), 3);
	assert_str(sends[0].recipient, STR("ann@example.org"));
	assert_str(sends[2].recipient, STR("bob"));
	/* A channel of the tenant's own needs no recipient; what reaches nobody is not sent. */
	assert_int_equal(alert_sends(STR("pager"), STR(""), sends), 1);
	assert_str(sends[0].recipient, STR(""));
	assert_int_equal(alert_sends(STR("webhook,pager"), STR("https://a/"), sends), 2);
	assert_int_equal(alert_sends(STR("webhook"), STR("bob"), sends), 0);
	assert_true(alert_reaches(STR("email"), STR("bob")));
	assert_false(alert_reaches(STR("in_app"), STR("ann@example.org")));
	assert_false(alert_reaches(STR("sms"), STR("https://a/")));
	assert_false(alert_reaches(STR("in_app"), STR("")));
	assert_true(alert_channel_is_tenants(STR("sms")));
	assert_false(alert_channel_is_tenants(STR("in_app")));
}

static void who_cannot_be_reached_is_refused_by_name(void **state)
{
	static const struct {
		const char *channels, *recipients, *told;
	} cases[] = {
		{ "webhook", "a@b",
		  "recipients: the channel webhook needs a recipient that it can reach "
		  "(an http url)" },
		{ "in_app", "a@b",
		  "recipients: the channel in_app needs a recipient that it can reach "
		  "(a person's id)" },
		{ "email", "",
		  "recipients: the channel email needs a recipient that it can reach "
		  "(an address with @, or a "
		  "person's id)" },
		{ "email", "ann\nhttps://a/",
		  "recipients: no channel of the rule reaches \"https://a/\"" },
		{ "in_app", "a\nb\nc\nd\ne\nf\ng\nh\ni", "recipients: at most 8 are allowed" },
		{ "e mail", "a@b",
		  "notification_channels: a name must have 1 to 32 of a-z, 0-9, _ and -" },
	};
	struct why why;
	(void)state;
	for (u32 i = 0; i < countof(cases); i++) {
		assert_int_equal(alert_check_channels(str_from(cases[i].channels),
						      str_from(cases[i].recipients), &why),
				 ERR_INVALID);
		assert_string_equal(why.text, cases[i].told);
	}
	assert_int_equal(alert_check_channels(STR("email,webhook,pager"),
					      STR("ann@a\nhttps://b/\nbob"), &why),
			 ERR_OK);
	assert_int_equal(alert_check_channels(STR(""), STR(""), &why), ERR_OK);
}

static struct alert_row an_alert(void)
{
	return (struct alert_row){ .kind = ALERT_FAILURE,
				   .threshold = 2,
				   .value = 3,
				   .raised_at = 1700000000000,
				   .job_code = STR("a \"quoted\" job") };
}

static void expect_payload(const char *recipient, bool is_test, const char *expected)
{
	struct alert_row alert = an_alert();
	struct alert_send send = { str_from(recipient), STR("email,in_app,webhook,pager") };
	struct buf text;
	buf_init(&text, 4096);
	alert_send_payload(&send, &alert, is_test, &text);
	assert_str(buf_view(&text), str_from(expected));
	buf_done(&text);
}

#define NIL "00000000-0000-0000-0000-000000000000"
#define TOLD                                                                         \
	"{\"alert_id\":\"" NIL "\",\"state\":\"raised\",\"alert_type\":\"FAILURE\"," \
	"\"job_id\":\"" NIL "\",\"job_code\":\"a \\\"quoted\\\" job\","              \
	"\"threshold_value\":2,\"value\":3,\"raised_at\":\"2023-11-14T22:13:20Z\","  \
	"\"resolved_at\":null"

#define WORDS "FAILURE of job a \\\"quoted\\\" job: 3 runs in a row (threshold 2)"

static void each_recipient_has_its_payload(void **state)
{
	(void)state;
	expect_payload("bob", true,
		       "{\"recipient\":\"bob\",\"channels\":[\"email\",\"in_app\",\"pager\"],"
		       "\"title\":\"[test] " WORDS "\",\"text\":\"raised 2023-11-14T22:13:20Z"
		       "\\nalert " NIL "\\nThis is a test; nothing is wrong.\",\"alert\":" TOLD
		       ",\"test\":true}}");
	expect_payload("http://b/", false,
		       "{\"recipient\":\"http://b/\",\"channels\":[\"webhook\"],\"title\":\"" WORDS
		       "\",\"text\":\"raised 2023-11-14T22:13:20Z\\nalert " NIL "\",\"alert\":" TOLD
		       "}}");
	expect_payload("", false,
		       "{\"recipient\":null,\"channels\":[\"pager\"],\"title\":\"" WORDS
		       "\",\"text\":\"raised 2023-11-14T22:13:20Z\\nalert " NIL "\",\"alert\":" TOLD
		       "}}");
}

static void runs_that_tell_of_it_have_it_as_their_entity(void **state)
{
	struct uuid id = { { 1 } };
	char text[ALERT_ENTITY_LEN];
	(void)state;
	alert_print_entity(&id, text);
	assert_str(((str){ text, sizeof text }), STR("alert:01000000-0000-0000-0000-000000000000"));
}

static void expect_words(struct alert_row alert, const char *expected)
{
	struct buf text;
	buf_init(&text, 4096);
	alert_print_words(&alert, &text);
	assert_str(buf_view(&text), str_from(expected));
	buf_done(&text);
}

static void what_is_about_the_service_says_what(void **state)
{
	struct buf text;
	struct alert_row lacking = { .kind = ALERT_NO_WORKER,
				     .threshold = 300,
				     .value = 301,
				     .job_code = STR("acme/mail.send") };
	(void)state;
	expect_words(lacking, "NO_WORKER of acme/mail.send: 301 seconds (threshold 300)");
	expect_words((struct alert_row){ .kind = ALERT_LATENCY, .threshold = 60, .value = 40 },
		     "LATENCY of the service: 40 % of the high-priority runs started late "
		     "(threshold 60 seconds)");
	buf_init(&text, 4096);
	alert_print(&lacking, &text);
	str part = STR("\"alert_type\":\"NO_WORKER\",\"subject\":\"acme/mail.send\",\"threshold");
	size_t at = sizeof "{\"alert_id\":\"" NIL "\",\"state\":\"raised\"," - 1;
	assert_str(str_slice(buf_view(&text), at, at + part.len), part);
	buf_done(&text);
	struct alert_rule_row rule = alert_service_rule(ALERT_LATENCY);
	assert_true(rule.is_enabled && rule.threshold == 60 && rule.id.bytes[15] == 5);
}

static void what_is_resolved_says_so(void **state)
{
	struct alert_row alert = an_alert();
	struct buf text;
	(void)state;
	alert.job_code = STR("report");
	alert.resolved_at = 1700000060000;
	alert.reason = STR("back to normal");
	alert.run.bytes[0] = 1;
	buf_init(&text, 4096);
	alert_print_words(&alert, &text);
	assert_str(buf_view(&text),
		   STR("FAILURE of job report: 3 runs in a row (threshold 2), resolved"));
	buf_clear(&text);
	alert_print(&alert, &text);
	str end = STR("\"run_id\":\"01000000-0000-0000-0000-000000000000\",\"raised_at\":"
		      "\"2023-11-14T22:13:20Z\",\"resolved_at\":\"2023-11-14T22:14:20Z\","
		      "\"reason\":\"back to normal\"}");
	assert_str(str_slice(buf_view(&text), text.len - end.len, text.len), end);
	assert_str(alert_state_name(ALERT_RESOLVED), STR("resolved"));
	buf_done(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_is_raised_at_the_threshold_and_resolved_by_what_is_well),
		cmocka_unit_test(kinds_have_words_and_bounds),
		cmocka_unit_test(each_recipient_is_told_by_the_channels_that_reach_it),
		cmocka_unit_test(who_cannot_be_reached_is_refused_by_name),
		cmocka_unit_test(each_recipient_has_its_payload),
		cmocka_unit_test(runs_that_tell_of_it_have_it_as_their_entity),
		cmocka_unit_test(what_is_about_the_service_says_what),
		cmocka_unit_test(what_is_resolved_says_so),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
