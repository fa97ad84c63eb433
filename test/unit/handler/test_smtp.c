#include "handler/smtp.h"

#include "handler/stage.h"

static void settings_are_judged_without_repeating_them(void **state)
{
	(void)state;
	struct why why;
	assert_int_equal(smtp_check_settings(STR(""), STR(""), &why), ERR_OK);
	assert_int_equal(smtp_check_settings(STR("smtp://h"), STR("a@b"), &why), ERR_OK);
	assert_int_equal(smtp_check_settings(STR("smtps://u:p@h:465"), STR("a@b"), &why), ERR_OK);
	assert_int_equal(smtp_check_settings(STR("https://u:hunter2@h"), STR("a@b"), &why),
			 ERR_INVALID);
	assert_null(strstr(why.text, "hunter2"));
	assert_int_equal(smtp_check_settings(STR("smtp://u:hunter2@h"), STR("nobody"), &why),
			 ERR_INVALID);
	assert_null(strstr(why.text, "hunter2"));
}

/* The peer waits for a word, and so does a mail's client: nothing happens until somebody ends it.
 */
static void a_mail_under_way_can_be_cancelled(void **state)
{
	(void)state;
	struct peer peer;
	char url[64];
	peer_open(&peer, STR(""));
	int len = snprintf(url, sizeof url, "smtp://127.0.0.1:%u", peer.port);
	struct stage stage = { .config = { .smtp_url = { url, (size_t)len },
					   .smtp_from = STR("b@example.org") } };
	stage_open(&stage);
	struct lease lease = stage_lease(1);
	lease.payload = STR("{\"to\":\"a@example.org\",\"subject\":\"s\",\"text\":\"t\"}");
	assert_int_equal(stage_start(&stage, &lease, STR("{\"kind\":\"smtp\"}")), ERR_OK);
	handlers_cancel(stage.handlers, lease.execution);
	stage_until(&stage, 1);
	assert_string_equal(stage.told.class, "cancelled");
	stage_close(&stage);
	peer_close(&peer);
}

static void a_server_that_is_not_there_is_the_networks_fault(void **state)
{
	(void)state;
	struct peer peer;
	char url[64];
	peer_open(&peer, STR(""));
	int len = snprintf(url, sizeof url, "smtp://127.0.0.1:%u", peer.port);
	peer_close(&peer); /* its port is free again */
	struct stage stage = { .config = { .smtp_url = { url, (size_t)len },
					   .smtp_from = STR("b@example.org") } };
	stage_open(&stage);
	struct lease lease = stage_lease(1);
	lease.payload = STR("{\"to\":\"a@example.org\",\"text\":\"t\"}");
	assert_int_equal(stage_start(&stage, &lease, STR("{\"kind\":\"smtp\",\"subject\":\"s\"}")),
			 ERR_OK);
	stage_until(&stage, 1);
	assert_int_equal(stage.told.outcome, OUTCOME_RETRY);
	assert_string_equal(stage.told.class, "network");
	lease.payload = STR("{\"to\":\"a\\nb\"}");
	assert_int_equal(stage_start(&stage, &lease, STR("{\"kind\":\"smtp\"}")), ERR_OK);
	stage_until(&stage, 2);
	assert_string_equal(stage.told.class, "validation");
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(settings_are_judged_without_repeating_them),
		cmocka_unit_test(a_mail_under_way_can_be_cancelled),
		cmocka_unit_test(a_server_that_is_not_there_is_the_networks_fault),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
