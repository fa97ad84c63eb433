/* What counts in a C file, and what does not. */
#include "fixture.h"

#include "tidy/lex.h"

static void expect_views(const char *text, const char *code, const char *shape)
{
	char code_room[200], shape_room[200];
	str given = str_from(text);
	assert_true(given.len <= sizeof code_room);
	lex_blank(given, code_room, shape_room);
	assert_text((str){ code_room, given.len }, code);
	assert_text((str){ shape_room, given.len }, shape);
}

static void expect_code(const char *text, const char *code)
{
	expect_views(text, code, code);
}

static void comments_are_blank_and_lines_stay(void **state)
{
	(void)state;
	expect_code("a /* b\nc */ d", "a     \n     d");
	expect_code("a // b\nc", "a     \nc");
	expect_code("a / b", "a / b");
	expect_code("/**/a/***/b", "    a     b");
}

static void a_line_comment_goes_on_behind_a_backslash(void **state)
{
	(void)state;
	expect_code("// a\\\nb\nc", "     \n \nc");
}

static void strings_keep_only_their_quotes(void **state)
{
	(void)state;
	expect_code("f(\"a(b\", '(')", "f(\"   \", ' ')");
	expect_code("\"a\\\"b\" c", "\"    \" c");
	expect_code("'\\'' c", "'  ' c");
	expect_code("'\\\\' c", "'  ' c");
	expect_code("\"/* no */\" c", "\"        \" c");
}

static void quotes_in_comments_and_comments_in_quotes_do_not_mix(void **state)
{
	(void)state;
	expect_code("/* don't */ a", "            a");
	expect_code("\"//\" a", "\"  \" a");
}

static void an_open_string_ends_with_its_line(void **state)
{
	(void)state;
	expect_code("\"a\nb", "\" \nb");
	expect_code("\"a\\\nb\" c", "\"  \n \" c");
}

static void directives_are_code_without_shape(void **state)
{
	(void)state;
	expect_views("#if X\na\n", "#if X\na\n", "     \na\n");
	expect_views("  # define A {\\\n{\nb", "  # define A {\\\n{\nb", "               \n \nb");
	expect_views("a # b\n", "a # b\n", "a # b\n");
}

static void a_text_that_ends_early_is_taken_as_it_is(void **state)
{
	(void)state;
	expect_code("", "");
	expect_code("/* a", "    ");
	expect_code("\"\\", "\" ");
	expect_code("/", "/");
}

static void words_are_found_and_numbers_are_not(void **state)
{
	(void)state;
	size_t at = 0;
	str word, code = STR("ab+_c1 0x1f 1u (d)");
	assert_true(lex_next_word(code, &at, &word));
	assert_text(word, "ab");
	assert_true(lex_next_word(code, &at, &word));
	assert_text(word, "_c1");
	assert_true(lex_next_word(code, &at, &word));
	assert_text(word, "d");
	assert_false(lex_next_word(code, &at, &word));
	assert_int_equal(at, code.len);
}

static void looking_back_finds_the_word_and_the_parenthesis(void **state)
{
	(void)state;
	str code = STR("if  (a(b) && (c)) {");
	assert_int_equal(lex_last_before(code, 18), 16);
	assert_int_equal(lex_open_paren(code, 16), 4);
	assert_text(lex_word_before(code, 4), "if");
	assert_text(lex_word_before(code, 5), "");
	assert_int_equal(lex_last_before(STR("  "), 2), 2);
	assert_int_equal(lex_open_paren(STR("a)"), 1), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(comments_are_blank_and_lines_stay),
		cmocka_unit_test(a_line_comment_goes_on_behind_a_backslash),
		cmocka_unit_test(strings_keep_only_their_quotes),
		cmocka_unit_test(quotes_in_comments_and_comments_in_quotes_do_not_mix),
		cmocka_unit_test(an_open_string_ends_with_its_line),
		cmocka_unit_test(directives_are_code_without_shape),
		cmocka_unit_test(a_text_that_ends_early_is_taken_as_it_is),
		cmocka_unit_test(words_are_found_and_numbers_are_not),
		cmocka_unit_test(looking_back_finds_the_word_and_the_parenthesis),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
