#include "api/details.h"

#include "base/check.h"

struct object {
	struct given given;
	str text;
	i64 number;
	bool flag;
	u32 choice;
	str free;
	struct texts texts;
	struct uuid id;
};

#define F(n, k, m, c)                                                                              \
	{                                                                                          \
		STR(n), FIELD_##k, false, 0, 1000, offsetof(struct object, m), .sentence = "what", \
									       .choices = c        \
	}
static const struct field fields[] = {
	F("text", TEXT, text, NULL),   F("number", INTEGER, number, NULL),
	F("flag", BOOL, flag, NULL),   F("choice", CHOICE, choice, "red,green"),
	F("free", OBJECT, free, NULL), F("texts", TEXTS, texts, NULL),
	F("id", ID, id, NULL),
};
static const struct shape shape = { "object", "a thing", sizeof(struct object), fields,
				    countof(fields) };

static void merge(const char *change, const char *old, u64 mask, const char *expected)
{
	struct arena arena;
	struct buf out;
	struct object object = { 0 };
	arena_init(&arena, 65536);
	buf_init(&out, 4096);
	struct faults faults = { .arena = &arena };
	assert_true(shape_read_body(&shape, str_from(change), &faults, &object));
	details_merge(&out, &shape, &object, str_from(old), mask);
	assert_str(buf_view(&out), str_from(expected));
	buf_done(&out);
	arena_done(&arena);
}

static void fields_not_given_stay_byte_for_byte(void **state)
{
	(void)state;
	merge("{\"number\":5}", "{\"text\":\"a\\u0041\",\"number\":1,\"free\":{ \"x\": 1.10 }}",
	      127, "{\"text\":\"a\\u0041\",\"number\":5,\"free\":{ \"x\": 1.10 }}");
	merge("{}", "", 127, "{}");
	merge("{\"choice\":\"green\",\"flag\":true,\"texts\":[\"a\",\"b\"],"
	      "\"id\":\"01000000-0000-0000-0000-000000000000\"}",
	      "{}", 127,
	      "{\"flag\":true,\"choice\":\"green\",\"texts\":[\"a\",\"b\"],"
	      "\"id\":\"01000000-0000-0000-0000-000000000000\"}");
}

static void null_takes_a_field_away_and_the_mask_leaves_others_out(void **state)
{
	(void)state;
	merge("{\"text\":null}", "{\"text\":\"a\",\"number\":1}", 127, "{\"number\":1}");
	merge("{\"text\":\"b\",\"number\":2}", "", 2, "{\"number\":2}");
}

static void details_are_put_into_an_open_object(void **state)
{
	struct buf out;
	(void)state;
	buf_init(&out, 4096);
	buf_add(&out, STR("{\"id\":1"));
	details_put(&out, STR("{\"a\": [1],\"b\":\"x\"}"));
	details_put(&out, STR(""));
	assert_str(buf_view(&out), STR("{\"id\":1,\"a\":[1],\"b\":\"x\""));
	buf_done(&out);
}

static void what_details_lack_is_null(void **state)
{
	struct buf out;
	(void)state;
	buf_init(&out, 4096);
	details_put_all(&out, &shape, STR("{\"number\":7,\"text\":\"a\"}"), 7);
	assert_str(buf_view(&out), STR("\"text\":\"a\",\"number\":7,\"flag\":null"));
	buf_clear(&out);
	details_put_all(&out, &shape, STR(""), 1);
	assert_str(buf_view(&out), STR("\"text\":null"));
	buf_done(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fields_not_given_stay_byte_for_byte),
		cmocka_unit_test(null_takes_a_field_away_and_the_mask_leaves_others_out),
		cmocka_unit_test(details_are_put_into_an_open_object),
		cmocka_unit_test(what_details_lack_is_null),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
