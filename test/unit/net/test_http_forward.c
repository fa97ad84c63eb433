/* Who asks, behind proxies. */
#include "stage.h"

static void trust(struct stage *stage, const char *ranges)
{
	stage_init(stage);
	assert_int_equal(cidrs_parse(str_from(ranges), &stage->config.trusted_proxies, NULL),
			 ERR_OK);
	stage_open(stage);
}

static void expect_source(struct stage *stage, const char *fields, const char *source,
			  bool is_secure)
{
	struct guest guest;
	struct heard heard;
	struct buf text;
	buf_init(&text, 16384);
	guest_open(&guest, stage);
	buf_addf(&text, "GET /echo HTTP/1.1\r\nHost: x\r\n%s\r\n", fields);
	guest_say(&guest, buf_view(&text));
	guest_hear(&guest, &heard);
	assert_int_equal(heard.status, 200);
	buf_clear(&text);
	address_print(&stage->source, &text);
	assert_str(buf_view(&text), str_from(source));
	assert_int_equal(stage->is_secure, is_secure);
	guest_leave(&guest);
	buf_done(&text);
}

static void a_strangers_word_does_not_count(void **state)
{
	struct stage stage;
	(void)state;
	trust(&stage, "10.0.0.0/8");
	expect_source(&stage, "X-Forwarded-For: 1.2.3.4\r\nX-Forwarded-Proto: https\r\n",
		      "127.0.0.1", false);
	stage_close(&stage);
}

static void a_trusted_proxy_is_believed_as_far_as_it_saw(void **state)
{
	static const struct {
		const char *fields, *source;
		bool is_secure;
	} rows[] = {
		{ "", "127.0.0.1", false },
		{ "X-Forwarded-For: 1.2.3.4\r\n", "1.2.3.4", false },
		{ "X-Forwarded-For: 1.2.3.4\r\nX-Forwarded-Proto: https\r\n", "1.2.3.4", true },
		{ "X-Forwarded-Proto: http\r\n", "127.0.0.1", false },
		/* The client may have written the first one himself. */
		{ "X-Forwarded-For: 9.9.9.9, 1.2.3.4\r\n", "1.2.3.4", false },
		{ "X-Forwarded-For: 1.2.3.4, 10.0.0.1, 10.0.0.2\r\n", "1.2.3.4", false },
		{ "X-Forwarded-For: 1.2.3.4\r\nX-Forwarded-For: 10.0.0.1\r\n", "1.2.3.4", false },
		{ "X-Forwarded-For: 10.0.0.1\r\nX-Forwarded-For: 1.2.3.4\r\n", "1.2.3.4", false },
		{ "X-Forwarded-For: 1.2.3.4:5678\r\n", "1.2.3.4", false },
		{ "X-Forwarded-For: [2606::1]:5678\r\n", "2606::1", false },
		{ "X-Forwarded-For: 2606::1\r\n", "2606::1", false },
		{ "X-Forwarded-For: ::ffff:1.2.3.4\r\n", "1.2.3.4", false },
		/* Nonsense stops the walk: what stands before it is not trusted. */
		{ "X-Forwarded-For: 1.2.3.4, unknown\r\n", "127.0.0.1", false },
		{ "X-Forwarded-For: 1.2.3.4, unknown, 10.0.0.1\r\n", "10.0.0.1", false },
		{ "X-Forwarded-For: ,\r\n", "127.0.0.1", false },
		{ "X-Forwarded-Proto: https\r\nX-Forwarded-Proto: https\r\n", "127.0.0.1", false },
		{ "X-Forwarded-Proto: https,http\r\n", "127.0.0.1", false },
	};
	struct stage stage;
	(void)state;
	trust(&stage, "127.0.0.0/8, 10.0.0.0/8");
	for (size_t i = 0; i < countof(rows); i++)
		expect_source(&stage, rows[i].fields, rows[i].source, rows[i].is_secure);
	stage_close(&stage);
}

static void an_endless_chain_is_not_walked(void **state)
{
	struct stage stage;
	struct buf fields;
	(void)state;
	trust(&stage, "127.0.0.0/8, 10.0.0.0/8");
	buf_init(&fields, 8192);
	buf_add(&fields, STR("X-Forwarded-For: 1.2.3.4"));
	for (int i = 0; i < 40; i++) buf_addf(&fields, ", 10.0.0.%d", 40 - i);
	buf_add(&fields, STR("\r\n"));
	buf_add_byte(&fields, '\0');
	expect_source(&stage, fields.at, "10.0.0.32", false);
	buf_done(&fields);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_strangers_word_does_not_count),
		cmocka_unit_test(a_trusted_proxy_is_believed_as_far_as_it_saw),
		cmocka_unit_test(an_endless_chain_is_not_walked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
