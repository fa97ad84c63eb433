#include "handler/mail.h"

#include "handler/own_arena.h"

static enum err read_mail(const char *payload, struct mail *out_mail, struct why *why)
{
	struct mail_defaults defaults = { STR("fall@example.org"), STR("fallback") };
	return mail_read(str_from(payload), &defaults, &arena, out_mail, why);
}

static void a_payload_becomes_a_mail(void **state)
{
	(void)state;
	struct mail mail;
	assert_int_equal(
		read_mail("{\"to\":[\"a@b.c\",\"d@e.f\"],\"cc\":\"g@h.i\",\"subject\":\"s\","
			  "\"text\":\"t\",\"html\":\"<p>\",\"reply_to\":\"r@s.t\"}",
			  &mail, NULL),
		ERR_OK);
	assert_int_equal(mail.recipients_len, 3);
	assert_int_equal(mail.to_len, 2);
	assert_str(mail.recipients[2], STR("g@h.i"));
	assert_str(mail.subject, STR("s"));
	assert_int_equal(read_mail("{\"text\":\"t\"}", &mail, NULL), ERR_OK);
	assert_str(mail.recipients[0], STR("fall@example.org"));
	assert_str(mail.subject, STR("fallback"));
}

static void what_could_be_a_header_is_refused(void **state)
{
	(void)state;
	static const char *const wrong[] = {
		"",
		"[]",
		"{\"text\":7}",
		"{\"to\":\"a\",\"text\":\"t\"}",
		"{\"to\":\"a@b\\r\\nX: y\",\"text\":\"t\"}",
		"{\"to\":[],\"text\":\"t\"}",
		"{\"to\":{},\"text\":\"t\"}",
		"{\"subject\":\"a\\nb\",\"text\":\"t\"}",
		"{\"subject\":\"\",\"text\":\"t\"}",
		"{\"subject\":7,\"text\":\"t\"}",
		"{\"subject\":\"s\"}",
		"{\"reply_to\":\"x\\n@y\",\"text\":\"t\"}",
		"{\"cc\":7,\"text\":\"t\"}",
		"{\"html\":7}",
	};
	for (size_t i = 0; i < countof(wrong); i++) {
		struct mail mail;
		struct why why = { .text = "" };
		if (read_mail(wrong[i], &mail, &why) == ERR_OK) fail_msg("%s was taken", wrong[i]);
		assert_true(why.text[0]);
	}
}

static void addresses_are_plain(void **state)
{
	(void)state;
	static const char *const good[] = { "a@b", "a.b+c@d-e.f", "x_y!#$%&'*/=?^`{|}~@z.org" };
	static const char *const bad[] = {
		"",      "a",     "@",           "a@",         "@b",         "a@@b", "a b@c",
		"a@b c", "<a@b>", "\"a\"@b",     "a,b@c",      "a@b,c",      "-a@b", "a@-b",
		"a@.b",  "a\n@b", "a@b\xc3\xa9", "\xc3\xa9@b", "a@[1.2.3.4]"
	};
	for (size_t i = 0; i < countof(good); i++) assert_true(mail_is_address(str_from(good[i])));
	for (size_t i = 0; i < countof(bad); i++) {
		if (mail_is_address(str_from(bad[i]))) fail_msg("%s was taken", bad[i]);
	}
}

static str print(struct mail *mail, struct buf *out)
{
	mail->from = STR("belfry@example.org");
	buf_init(out, 1 << 20);
	mail_print(mail, STR("0189"), 784111777000, out);
	assert_false(buf_failed(out));
	buf_add_byte(out, '\0');
	return buf_view(out);
}

static void it_is_printed_as_mime(void **state)
{
	(void)state;
	struct mail mail;
	struct buf out;
	assert_int_equal(
		read_mail(
			"{\"to\":\"a@b.c\",\"subject\":\"hello\",\"text\":\"t\",\"html\":\"<p>\"}",
			&mail, NULL),
		ERR_OK);
	str text = print(&mail, &out);
	static const char *const wanted[] = {
		"Date: Sun, 06 Nov 1994 08:49:37 +0000\r\n",
		"From: belfry@example.org\r\n",
		"To: a@b.c\r\n",
		"Subject: hello\r\n",
		"Message-ID: <0189@example.org>\r\n",
		"multipart/alternative",
		"text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\ndA==\r\n",
		"text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\nPHA+\r\n",
		"--belfry-0189--\r\n",
	};
	for (size_t i = 0; i < countof(wanted); i++) {
		if (!strstr(text.at, wanted[i])) fail_msg("%s is not in %s", wanted[i], text.at);
	}
	assert_null(strstr(text.at, "Cc:"));
	buf_done(&out);
}

static void other_letters_are_encoded_in_short_words(void **state)
{
	(void)state;
	struct mail mail;
	struct buf out;
	char payload[128] = "{\"text\":\"t\",\"subject\":\"";
	for (u32 i = 0; i < 22; i++) memcpy(payload + strlen(payload), "\xc3\xa9", 3);
	memcpy(payload + strlen(payload), "\"}", 3);
	assert_int_equal(read_mail(payload, &mail, NULL), ERR_OK);
	str text = print(&mail, &out);
	assert_non_null(strstr(
		text.at,
		"Subject: =?utf-8?B?w6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOp?=\r\n "
		"=?utf-8?B?w6k=?=\r\n"));
	str rest = text;
	while (rest.len) assert_true(str_split(&rest, '\n').len <= 78);
	buf_done(&out);
	/* Plain text that looks like a word of that kind is encoded, too. */
	assert_int_equal(
		read_mail("{\"subject\":\"=?utf-8?B?eA==?=\",\"text\":\"t\"}", &mail, NULL),
		ERR_OK);
	text = print(&mail, &out);
	assert_non_null(strstr(text.at, "Subject: =?utf-8?B?PT91dGYtOD9CP2VBPT0/PQ==?=\r\n"));
	buf_done(&out);
}

static void recipients_are_bounded(void **state)
{
	(void)state;
	struct buf json;
	struct mail mail;
	struct why why;
	buf_init(&json, 1 << 16);
	buf_add(&json, STR("{\"text\":\"t\",\"to\":[\"a@b\""));
	for (u32 i = 0; i < HANDLER_RECIPIENTS_MAX; i++) buf_add(&json, STR(",\"a@b\""));
	buf_add(&json, STR("]}"));
	buf_add_byte(&json, '\0');
	assert_int_equal(read_mail(json.at, &mail, &why), ERR_INVALID);
	assert_non_null(strstr(why.text, "50"));
	buf_done(&json);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_payload_becomes_a_mail),
		cmocka_unit_test(what_could_be_a_header_is_refused),
		cmocka_unit_test(addresses_are_plain),
		cmocka_unit_test(it_is_printed_as_mime),
		cmocka_unit_test(other_letters_are_encoded_in_short_words),
		cmocka_unit_test(recipients_are_bounded),
	};
	return cmocka_run_group_tests(tests, open_arena, close_arena);
}
