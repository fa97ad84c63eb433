/* How a person is told: by which channels, in which words, and what is reported of it. */
#define _GNU_SOURCE
#include "base/check.h"
#include "deliver/notification.h"

static struct reminder_view view;
static struct notification_facts facts;
static struct notification notification;

static void plan(struct arena *arena, const char *channels, const char *person, const char *tenant)
{
	view.row = (struct reminder_row){ .user = STR("ann"),
					  .title = STR("Call <b>Bob</b>\r\nBcc: eve@example.org"),
					  .description = STR("5 > 4 & \"so\""),
					  .reference_url = STR("https://shop.example/?a=1&b=2"),
					  .channels = str_from(channels) };
	facts.reminder = &view;
	facts.person = str_from(person);
	facts.tenant = str_from(tenant);
	notification = (struct notification){ 0 };
	assert_int_equal(ERR_OK, notification_plan(&facts, arena, &notification));
}

static bool has(str text, const char *part)
{
	return memmem(text.at, text.len, part, strlen(part)) != NULL;
}

static void the_inbox_needs_nobody_else(void **state)
{
	struct arena arena;
	struct report report = { 0 };
	(void)state;
	arena_init(&arena, 1 << 20);
	facts = (struct notification_facts){ 0 };
	plan(&arena, "[\"in_app\"]", "", "");
	assert_null(notification_next(&notification));
	notification_report(&notification, &arena, &report);
	assert_int_equal(OUTCOME_SUCCESS, report.outcome);
	assert_true(report.notified && report.notice);
	assert_true(str_eq(report.notice->user, STR("ann")));
	assert_true(has(report.result, "\"in_app\":\"sent\""));
	assert_true(str_eq(report.channel, STR("in_app")));
	arena_done(&arena);
}

static void without_channels_it_goes_where_the_person_wants_it(void **state)
{
	static const struct {
		const char *channels;
		const char *person;
		const char *used;
	} rows[] = {
		{ "[]", "{\"channels\":[\"email\"],\"email\":\"ann@example.org\"}", "email" },
		{ "", "{\"channels\":[\"email\"],\"email\":\"ann@example.org\"}", "email" },
		{ "[]", "{\"email\":\"ann@example.org\"}", "in_app" },
		{ "[]", "", "in_app" },
		{ "[\"in_app\"]", "{\"channels\":[]}", "in_app" },
	};
	(void)state;
	for (u32 i = 0; i < countof(rows); i++) {
		struct arena arena;
		arena_init(&arena, 1 << 20);
		facts = (struct notification_facts){ 0 };
		plan(&arena, rows[i].channels, rows[i].person, "");
		assert_int_equal(1, notification.len);
		assert_true(str_eq(notification.steps[0].channel, str_from(rows[i].used)));
		arena_done(&arena);
	}
}

static void a_mail_has_both_bodies_and_nothing_in_it_is_markup(void **state)
{
	struct arena arena;
	(void)state;
	arena_init(&arena, 1 << 20);
	facts = (struct notification_facts){ 0 };
	plan(&arena, "[\"email\"]", "{\"email\":\"ann@example.org\"}", "");
	const struct notification_step *step = notification_next(&notification);
	assert_non_null(step);
	assert_true(has(step->handler, "smtp"));
	assert_true(has(step->payload, "\"to\":\"ann@example.org\""));
	assert_true(has(step->payload, "\"subject\":\"Call <b>Bob</b>  Bcc: eve@example.org\""));
	assert_true(has(step->payload, "Call &lt;b&gt;Bob&lt;/b&gt;"));
	assert_true(has(step->payload, "5 &gt; 4 &amp; &quot;so&quot;"));
	assert_true(has(step->payload, "<a href=\\\"https://shop.example/?a=1&amp;b=2\\\">"));
	assert_true(has(step->payload, "5 > 4 & \\\"so\\\"\\n\\n"));
	arena_done(&arena);
}

static void another_name_is_the_tenants_webhook(void **state)
{
	struct arena arena;
	(void)state;
	arena_init(&arena, 1 << 20);
	facts = (struct notification_facts){ 0 };
	plan(&arena, "[\"sms\"]", "{\"contacts\":{\"sms\":\"+49 1\"}}",
	     "{\"channels\":{\"sms\":{\"kind\":\"http\",\"url\":\"https://sms.example\"}}}");
	const struct notification_step *step = notification_next(&notification);
	assert_non_null(step);
	assert_true(has(step->handler, "https://sms.example"));
	assert_true(has(step->payload, "\"channel\":\"sms\""));
	assert_true(has(step->payload, "\"to\":\"+49 1\""));
	arena_done(&arena);
}

static void people_choose_among_the_channels(void **state)
{
	struct arena arena;
	(void)state;
	arena_init(&arena, 1 << 20);
	facts = (struct notification_facts){ 0 };
	plan(&arena, "[\"in_app\",\"email\"]",
	     "{\"email\":\"a@example.org\",\"channels\":[\"email\"]}", "");
	assert_int_equal(1, notification.len);
	assert_true(str_eq(notification.steps[0].channel, STR("email")));
	plan(&arena, "[\"email\"]", "{\"channels\":[\"sms\"]}", "");
	assert_int_equal(1, notification.len);
	assert_true(str_eq(notification.steps[0].channel, STR("in_app")));
	arena_done(&arena);
}

static void what_was_sent_is_not_sent_again(void **state)
{
	struct arena arena;
	struct report report = { 0 };
	(void)state;
	arena_init(&arena, 1 << 20);
	facts = (struct notification_facts){ .earlier = { STR("{\"channels\":{\"email\":\"sent\","
							      "\"sms\":\"failed\"}}") },
					     .earlier_len = 1 };
	plan(&arena, "[\"email\",\"sms\"]", "{\"email\":\"a@example.org\"}",
	     "{\"channels\":{\"sms\":{\"kind\":\"http\",\"url\":\"https://sms.example\"}}}");
	const struct notification_step *step = notification_next(&notification);
	assert_non_null(step);
	assert_true(str_eq(step->channel, STR("sms")));
	notification_note(&notification,
			  &(struct report){ .outcome = OUTCOME_RETRY,
					    .error_class = STR("network"),
					    .error_message = STR("down"),
					    .retry_after_ms = 7 },
			  &arena);
	assert_null(notification_next(&notification));
	notification_report(&notification, &arena, &report);
	assert_int_equal(OUTCOME_RETRY, report.outcome);
	assert_true(report.notified && report.retry_after_ms == 7);
	assert_true(has(report.result, "\"email\":\"sent\""));
	assert_true(has(report.result, "\"sms\":\"down\""));
	arena_done(&arena);
}

static void what_cannot_be_sent_fails_only_where_nothing_else_was(void **state)
{
	struct arena arena;
	struct report report = { 0 };
	(void)state;
	arena_init(&arena, 1 << 20);
	facts = (struct notification_facts){ 0 };
	plan(&arena, "[\"email\",\"pigeon\"]", "", "");
	assert_null(notification_next(&notification));
	notification_report(&notification, &arena, &report);
	assert_int_equal(OUTCOME_FAIL, report.outcome);
	assert_false(report.notified);
	assert_true(str_eq(report.channel, STR("email,pigeon"))); /* that were tried */
	plan(&arena, "[\"in_app\",\"pigeon\"]", "", "");
	notification_report(&notification, &arena, &report);
	assert_int_equal(OUTCOME_SUCCESS, report.outcome);
	assert_true(str_eq(report.channel, STR("in_app"))); /* that reached her */
	facts.reminder = NULL;
	notification = (struct notification){ 0 };
	assert_int_equal(ERR_OK, notification_plan(&facts, &arena, &notification));
	notification_report(&notification, &arena, &report);
	assert_int_equal(OUTCOME_NOOP, report.outcome);
	assert_false(report.notified);
	arena_done(&arena);
}

static void a_run_of_a_reminder_says_so(void **state)
{
	struct lease lease = { .type_name = STR("REMINDER"),
			       .payload = STR("{\"reminder_id\":\"01890a5d-ac96-774b-bcce-"
					      "000000000001\",\"user_id\":\"ann\"}") };
	(void)state;
	notification = (struct notification){ 0 };
	assert_true(notification_is_due(&lease, &notification));
	assert_false(uuid_is_nil(&notification.reminder));
	lease.details = STR("{\"handler\":{\"kind\":\"log\"}}");
	assert_false(notification_is_due(&lease, &notification));
	lease.details = STR("");
	lease.payload = STR("{\"to\":\"ann@example.org\"}");
	assert_false(notification_is_due(&lease, &notification));
	lease.type_name = STR("alert.send");
	assert_false(notification_is_due(&lease, &notification));
	lease.payload = STR("{\"recipient\":\"ann\",\"alert\":{}}");
	assert_true(notification_is_due(&lease, &notification));
	assert_true(notification.alert.len > 0);
}

#define SMS_HOOK "{\"channels\":{\"sms\":{\"kind\":\"http\",\"url\":\"https://sms.example\"}}}"

static void plan_alert(struct arena *arena, const char *recipient, const char *channels,
		       const char *person)
{
	struct buf text;
	buf_init(&text, 4096);
	buf_addf(&text,
		 "{\"recipient\":%s,\"channels\":%s,\"title\":\"FAILURE of job a\","
		 "\"text\":\"raised now\",\"alert\":{\"alert_id\":\"7\"}}",
		 recipient, channels);
	notification = (struct notification){ .alert = str_copy(arena, buf_view(&text)) };
	buf_done(&text);
	facts = (struct notification_facts){ .person = str_from(person), .tenant = STR(SMS_HOOK) };
	assert_int_equal(ERR_OK, notification_plan(&facts, arena, &notification));
}

static void an_alert_is_told_as_a_reminder_is(void **state)
{
	struct arena arena;
	(void)state;
	arena_init(&arena, 1 << 20);
	plan_alert(&arena, "\"ann\"", "[\"in_app\",\"email\",\"sms\"]",
		   "{\"email\":\"ann@example.org\",\"contacts\":{\"sms\":\"+49 1\"}}");
	assert_int_equal(3, notification.len);
	assert_true(notification.has_notice && uuid_is_nil(&notification.notice.reminder));
	assert_str(notification.notice.user, STR("ann"));
	assert_str(notification.notice.title, STR("FAILURE of job a"));
	assert_true(has(notification.steps[1].payload, "\"to\":\"ann@example.org\""));
	assert_true(has(notification.steps[1].payload, "\"subject\":\"FAILURE of job a\""));
	assert_true(has(notification.steps[2].handler, "https://sms.example"));
	assert_true(has(notification.steps[2].payload, "\"to\":\"+49 1\""));
	assert_true(has(notification.steps[2].payload, "\"alert\":{\"alert_id\":\"7\"}"));
	/* An address is written to as it is, and a url is told of the alert alone. */
	plan_alert(&arena, "\"bob@example.org\"", "[\"email\"]", "");
	assert_true(has(notification.steps[0].payload, "\"to\":\"bob@example.org\""));
	plan_alert(&arena, "\"https://hook.example/a\"", "[\"webhook\"]", "");
	assert_true(has(notification.steps[0].handler, "\"url\":\"https://hook.example/a\""));
	assert_str(notification.steps[0].payload, STR("{\"alert_id\":\"7\"}"));
	/* A channel of the tenant's own needs nobody. */
	plan_alert(&arena, "null", "[\"sms\"]", "");
	assert_true(has(notification.steps[0].payload, "\"to\":null"));
	arena_done(&arena);
}

static void a_task_reminds_a_person_by_their_channels(void **state)
{
	struct arena arena;
	struct report report = { 0 };
	struct lease lease = { .type_name = STR("REMINDER"),
			       .payload = STR("{\"user_id\":\"ann\",\"title\":\"Call\"}") };
	(void)state;
	arena_init(&arena, 1 << 20);
	facts = (struct notification_facts){ .person = STR("{\"channels\":[\"email\",\"in_app\"],"
							   "\"email\":\"ann@example.org\"}") };
	notification = (struct notification){ 0 };
	assert_true(notification_is_due(&lease, &notification));
	assert_true(str_eq(notification_person(&notification, &arena), STR("ann")));
	assert_int_equal(ERR_OK, notification_plan(&facts, &arena, &notification));
	const struct notification_step *step = notification_next(&notification);
	assert_non_null(step);
	assert_true(has(step->payload, "\"to\":\"ann@example.org\""));
	notification_note(&notification, &(struct report){ .outcome = OUTCOME_SUCCESS }, &arena);
	assert_null(notification_next(&notification));
	notification_report(&notification, &arena, &report);
	assert_true(report.notified && str_eq(report.notice->title, STR("Call")));
	/* Of a person nobody knows more than the name: the inbox. */
	facts = (struct notification_facts){ 0 };
	notification = (struct notification){ .task = lease.payload };
	assert_int_equal(ERR_OK, notification_plan(&facts, &arena, &notification));
	assert_null(notification_next(&notification));
	assert_true(notification.has_notice);
	/* What says to whom it is mailed is a mail and nothing else. */
	lease.payload = STR("{\"user_id\":\"ann\",\"to\":\"bob@example.org\"}");
	assert_false(notification_is_due(&lease, &notification));
	arena_done(&arena);
}

static void an_alert_that_reaches_nobody_fails(void **state)
{
	struct arena arena;
	struct report report = { 0 };
	(void)state;
	arena_init(&arena, 1 << 20);
	plan_alert(&arena, "\"ann@example.org\"", "[\"in_app\"]", "");
	assert_null(notification_next(&notification));
	notification_report(&notification, &arena, &report);
	assert_int_equal(OUTCOME_FAIL, report.outcome);
	assert_null(report.notice);
	plan_alert(&arena, "\"ann\"", "[\"pigeon\"]", "");
	notification_report(&notification, &arena, &report);
	assert_int_equal(OUTCOME_FAIL, report.outcome);
	assert_true(has(report.result, "no webhook for the channel"));
	arena_done(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_inbox_needs_nobody_else),
		cmocka_unit_test(without_channels_it_goes_where_the_person_wants_it),
		cmocka_unit_test(a_mail_has_both_bodies_and_nothing_in_it_is_markup),
		cmocka_unit_test(another_name_is_the_tenants_webhook),
		cmocka_unit_test(people_choose_among_the_channels),
		cmocka_unit_test(what_was_sent_is_not_sent_again),
		cmocka_unit_test(what_cannot_be_sent_fails_only_where_nothing_else_was),
		cmocka_unit_test(a_run_of_a_reminder_says_so),
		cmocka_unit_test(an_alert_is_told_as_a_reminder_is),
		cmocka_unit_test(a_task_reminds_a_person_by_their_channels),
		cmocka_unit_test(an_alert_that_reaches_nobody_fails),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
