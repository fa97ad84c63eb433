/* Texts and values that are longer than is kept. */
#include "api/cut.h"

#include "base/check.h"

static void a_text_is_cut_between_characters_and_marked(void **state)
{
	struct arena arena;
	(void)state;
	arena_init(&arena, 1 << 16);
	assert_str(cut_text(STR("abcdef"), 6, &arena), STR("abcdef"));
	assert_str(cut_text(STR("abcdefg"), 6, &arena), STR("abc" CUT_MARK));
	/* The fourth byte begins no character. */
	assert_str(cut_text(STR("ab\xc3\xa4"
				"defg"),
			    6, &arena),
		   STR("ab" CUT_MARK));
	assert_str(cut_text(STR("\xf0\x9f\x98\x80\xf0\x9f\x98\x80"), 6, &arena), STR(CUT_MARK));
	arena_done(&arena);
}

static void two_keys_that_begin_alike_stay_two(void **state)
{
	char one[300], other[300];
	struct arena arena;
	(void)state;
	arena_init(&arena, 1 << 16);
	memset(one, 'h', sizeof one);
	memset(other, 'h', sizeof other);
	other[299] = 'i';
	str a = cut_key((str){ one, 300 }, 255, &arena);
	str b = cut_key((str){ other, 300 }, 255, &arena);
	assert_int_equal(255, a.len);
	assert_int_equal(255, b.len);
	assert_false(str_eq(a, b));
	assert_true(str_eq(a, cut_key((str){ one, 300 }, 255, &arena)));
	assert_int_equal(255, cut_key((str){ one, 255 }, 255, &arena).len);
	assert_ptr_equal(one, cut_key((str){ one, 255 }, 255, &arena).at);
	arena_done(&arena);
}

static void a_value_is_replaced_by_its_length(void **state)
{
	struct arena arena;
	(void)state;
	arena_init(&arena, 1 << 16);
	assert_str(cut_value(70009, &arena), STR("{\"truncated\":true,\"bytes\":70009}"));
	arena_done(&arena);
}

struct leaf {
	struct given given;
	str text;
};

static const struct field leaf_fields[] = {
	{ STR("text"), FIELD_CUT, false, 0, 8, offsetof(struct leaf, text), .sentence = "t" },
};
static const struct shape leaf = { "leaf", "l", sizeof(struct leaf), leaf_fields, 1 };

struct tree {
	struct given given;
	str any;
	struct leaf *one;
	struct shapes many;
};

static const struct field tree_fields[] = {
	{ STR("any"), FIELD_CUT_ANY, false, 0, 8, offsetof(struct tree, any), .sentence = "a" },
	{ STR("one"), FIELD_SHAPE, false, 0, 0, offsetof(struct tree, one), .sentence = "o",
	  .inner = &leaf },
	{ STR("many"), FIELD_SHAPES, false, 0, 9, offsetof(struct tree, many), .sentence = "m",
	  .inner = &leaf },
};
static const struct shape tree = { "tree", "t", sizeof(struct tree), tree_fields, 3 };

static void members_that_were_cut_are_named_from_the_object_on(void **state)
{
	struct arena arena;
	struct faults faults = { .arena = &arena };
	struct tree read = { 0 };
	struct buf out;
	(void)state;
	arena_init(&arena, 1 << 16);
	assert_true(
		shape_read_body(&tree,
				STR("{\"any\":[1,2,3,4,5],\"one\":{\"text\":\"123456789\"},"
				    "\"many\":[{},{\"text\":\"123\"},{\"text\":\"1234567890\"}]}"),
				&faults, &read));
	assert_str(read.any, STR("{\"truncated\":true,\"bytes\":11}"));
	assert_str(read.one->text, STR("12345" CUT_MARK));
	buf_init(&out, 1000);
	buf_add_byte(&out, '[');
	cut_write_pointers(&out, &tree, &read, STR(""));
	assert_str(buf_view(&out), STR("[\"/any\",\"/one/text\",\"/many/2/text\""));
	buf_done(&out);
	arena_done(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_text_is_cut_between_characters_and_marked),
		cmocka_unit_test(two_keys_that_begin_alike_stay_two),
		cmocka_unit_test(a_value_is_replaced_by_its_length),
		cmocka_unit_test(members_that_were_cut_are_named_from_the_object_on),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
