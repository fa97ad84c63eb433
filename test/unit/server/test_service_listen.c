/* Where the server may be reached. */
#include "server/service_stage.h"

static void expect_refusal(enum setting_id id, const char *value, const char *said)
{
	struct service_stage stage;
	service_stage_init(&stage);
	stage_set(&stage, id, value);
	assert_int_not_equal(service_stage_try(&stage), ERR_OK);
	if (!strstr(stage.why.text, said)) print_error("%s\n", stage.why.text);
	assert_non_null(strstr(stage.why.text, said));
	service_stage_done(&stage);
}

static void beyond_loopback_needs_tls_or_a_declared_proxy(void **state)
{
	(void)state;
	expect_refusal(CONFIG_LISTEN, "0.0.0.0:0", "needs TLS");
	expect_refusal(CONFIG_LISTEN, "127.0.0.1:0,[::]:0", "needs TLS");
}

static void a_wrong_address_is_named(void **state)
{
	(void)state;
	expect_refusal(CONFIG_LISTEN, "nowhere at all", "nowhere at all");
	expect_refusal(CONFIG_PROXIES, "10.0.0.1/99", "10.0.0.1/99");
}

static void certificate_and_key_belong_together(void **state)
{
	(void)state;
	expect_refusal(CONFIG_TLS_CERT, "/no/such.pem", "must be set together");
}

static void it_listens_at_several_addresses(void **state)
{
	struct service_stage stage;
	(void)state;
	service_stage_init(&stage);
	stage_set(&stage, CONFIG_LISTEN, "127.0.0.1:0, 127.0.0.2:0");
	service_stage_start(&stage);
	assert_non_null(strstr(stage.said, "listening on http://127.0.0.1:"));
	assert_non_null(strstr(stage.said, "listening on http://127.0.0.2:"));
	assert_int_equal(stage_ask(&stage, "GET", "/healthz", "").status, 200);
	service_stage_stop(&stage);
	service_stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(beyond_loopback_needs_tls_or_a_declared_proxy),
		cmocka_unit_test(a_wrong_address_is_named),
		cmocka_unit_test(certificate_and_key_belong_together),
		cmocka_unit_test(it_listens_at_several_addresses),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
