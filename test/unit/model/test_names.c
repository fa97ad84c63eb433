#include "model/names.h"

#include "base/check.h"
#include "model/policy.h"

static void expect_refused(enum name_kind kind, str name, const char *field, const char *message)
{
	struct why why = { 0 };
	assert_int_equal(name_check(kind, name, field, &why), ERR_INVALID);
	assert_int_equal(why.code, ERR_INVALID);
	assert_string_equal(why.text, message);
	assert_int_equal(name_check(kind, name, field, NULL), ERR_INVALID);
}

static void letters_digits_and_four_signs_make_a_name(void **state)
{
	static const char *const names[] = { "a",         "Z",         "0", "guild:42",
					     "mail.send", "a_b-c.d:e", ".", "-" };
	(void)state;
	for (u32 kind = 0; kind < NAME_KINDS; kind++) {
		for (size_t i = 0; i < countof(names); i++)
			assert_int_equal(
				name_check((enum name_kind)kind, str_from(names[i]), "name", NULL),
				ERR_OK);
	}
}

static void every_other_byte_is_refused(void **state)
{
	static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				      "0123456789._:-";
	(void)state;
	for (u32 byte = 0; byte < 256; byte++) {
		char name[] = { 'a', (char)byte, 'b' };
		struct why why = { 0 };
		bool is_allowed = byte && strchr(allowed, (int)byte);
		enum err err = name_check(NAME_TYPE, (str){ name, 3 }, "type", &why);
		assert_int_equal(err, is_allowed ? ERR_OK : ERR_INVALID);
		if (!is_allowed) assert_int_equal(why.at, 1);
	}
}

static void each_kind_has_its_own_length(void **state)
{
	static const u32 max[NAME_KINDS] = { [NAME_TENANT] = 64,
					     [NAME_TYPE] = 128,
					     [NAME_QUEUE] = 64,
					     [NAME_WORKER] = 128,
					     [NAME_ROUTE] = 128 };
	(void)state;
	char name[200];
	memset(name, 'x', sizeof name);
	for (u32 kind = 0; kind < NAME_KINDS; kind++) {
		enum name_kind one = (enum name_kind)kind;
		assert_int_equal(name_check(one, (str){ name, max[kind] }, "name", NULL), ERR_OK);
		assert_int_equal(name_check(one, (str){ name, max[kind] + 1 }, "name", NULL),
				 ERR_INVALID);
	}
}

static void a_refusal_says_which_field_and_what_is_allowed(void **state)
{
	(void)state;
	char name[65];
	memset(name, 'x', sizeof name);
	expect_refused(NAME_TENANT, STR(""), "tenant_id",
		       "tenant_id must not be empty; it has 1 to 64 of A-Z a-z 0-9 . _ : -");
	expect_refused(NAME_QUEUE, (str){ name, sizeof name }, "queue",
		       "queue has 65 bytes; at most 64 are allowed");
	expect_refused(NAME_TYPE, STR("mail send"), "type",
		       "type has ' ' at byte 5; allowed are A-Z a-z 0-9 . _ : -");
	expect_refused(NAME_WORKER, STR("w\xc3\xb6rker"), "worker_id",
		       "worker_id has '\xc3\xb6' at byte 2; allowed are A-Z a-z 0-9 . _ : -");
	expect_refused(NAME_WORKER, STR("w\xff"), "worker_id",
		       "worker_id has '?' at byte 2; allowed are A-Z a-z 0-9 . _ : -");
}

static void a_refusal_points_at_the_character(void **state)
{
	(void)state;
	struct why why = { 0 };
	assert_int_equal(name_check(NAME_TYPE, STR("ab\xe2\x82\xac"), "type", &why), ERR_INVALID);
	assert_int_equal(why.at, 2);
	assert_int_equal(why.len, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(letters_digits_and_four_signs_make_a_name),
		cmocka_unit_test(every_other_byte_is_refused),
		cmocka_unit_test(each_kind_has_its_own_length),
		cmocka_unit_test(a_refusal_says_which_field_and_what_is_allowed),
		cmocka_unit_test(a_refusal_points_at_the_character),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
