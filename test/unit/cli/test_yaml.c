/* YAML as JSON: what is taken as what, and what is refused, with its place. */
#include "cli/yaml.h"

#include "base/check.h"

static void expect_json(const char *text, const char *json)
{
	struct buf out;
	struct yaml_place place;
	struct why why = { 0 };
	buf_init(&out, 1 << 20);
	enum err err = yaml_to_json(str_from(text), &out, &place, &why);
	if (err) print_error("%s: %u:%u: %s\n", text, place.line, place.column, why.text);
	assert_int_equal(err, ERR_OK);
	assert_str(buf_view(&out), str_from(json));
	buf_done(&out);
}

static void expect_wrong(const char *text, u32 line, u32 column, const char *said)
{
	struct buf out;
	struct yaml_place place;
	struct why why = { 0 };
	buf_init(&out, 4096);
	assert_int_not_equal(yaml_to_json(str_from(text), &out, &place, &why), ERR_OK);
	if (!strstr(why.text, said)) print_error("%s: said \"%s\"\n", text, why.text);
	assert_non_null(strstr(why.text, said));
	if (place.line != line || place.column != column)
		print_error("%s: %u:%u\n", text, place.line, place.column);
	assert_int_equal(place.line, line);
	assert_int_equal(place.column, column);
	buf_done(&out);
}

static void scalars_are_what_yaml_1_2_says(void **state)
{
	(void)state;
	expect_json("[null, ~, Null]", "[null,null,null]\n");
	expect_json("[true, False, TRUE]", "[true,false,true]\n");
	expect_json("[yes, no, on, off, y, NO]", "[\"yes\",\"no\",\"on\",\"off\",\"y\",\"NO\"]\n");
	expect_json("[1, +2, -3, 0, 18446744073709551616]", "[1,2,-3,0,18446744073709551616]\n");
	expect_json("[1.10, .5, 1., 1e3, 1E-3, -0.5e+7]", "[1.10,0.5,1,1e3,1e-3,-0.5e7]\n");
	expect_json("[2030-01-01, 12:30, 1.2.3, 1_000, e5, ., '*']",
		    "[\"2030-01-01\",\"12:30\",\"1.2.3\",\"1_000\",\"e5\",\".\",\"*\"]\n");
	expect_json("['1', \"true\", !!str 7]", "[\"1\",\"true\",\"7\"]\n");
	expect_json("a: |\n  one\n  two\nb: >\n  one\n  two\n",
		    "{\"a\":\"one\\ntwo\\n\",\"b\":\"one two\\n\"}\n");
	expect_json("\"\\0\\u00e4\\\"\"", "\"\\u0000\u00e4\\\"\"\n");
}

static void documents_are_lines(void **state)
{
	(void)state;
	expect_json("", "");
	expect_json("# only a comment\n", "");
	expect_json("a: 1\n---\n- 2\n---\n", "{\"a\":1}\n[2]\nnull\n");
	expect_json("{}", "{}\n");
	expect_json("1: {x: []}", "{\"1\":{\"x\":[]}}\n");
}

static void aliases_and_merges_are_written_out(void **state)
{
	(void)state;
	expect_json("a: &x [1]\nb: *x\nc: &y {d: *x}\ne: *y\n",
		    "{\"a\":[1],\"b\":[1],\"c\":{\"d\":[1]},\"e\":{\"d\":[1]}}\n");
	expect_json("- &d {q: 1, r: 2}\n- <<: *d\n  r: 3\n  s: 4\n- {<<: *d}\n",
		    "[{\"q\":1,\"r\":2},{\"r\":3,\"s\":4,\"q\":1},{\"q\":1,\"r\":2}]\n");
	expect_json("- &a {q: 1}\n- &b {q: 2, r: 2}\n- &c {<<: [*a, *b], t: 3}\n- {<<: *c, r: 9}\n",
		    "[{\"q\":1},{\"q\":2,\"r\":2},{\"t\":3,\"q\":1,\"r\":2},"
		    "{\"r\":9,\"t\":3,\"q\":1}]\n");
	expect_json("{'<<': 1}", "{\"<<\":1}\n");
	expect_json("- &a 1\n- &a 2\n- *a\n", "[1,2,2]\n");
}

static void mistakes_have_a_place(void **state)
{
	(void)state;
	expect_wrong("a: 1\nb: 2\na: 3\n", 3, 1, "twice");
	expect_wrong("- &d {a: 1}\n- {b: 1, c: 2, b: 3}", 2, 16, "twice");
	expect_wrong("a: 007\n", 1, 4, "begins with 0");
	expect_wrong("a: [1, 0x1F]\n", 1, 8, "not decimal");
	expect_wrong("a: -0o17\n", 1, 4, "not decimal");
	expect_wrong("a: .nan\n", 1, 4, "no such number");
	expect_wrong("a:\n  b: !!int 7\n", 2, 6, "no tag but !!str");
	expect_wrong("a: !mine {}\n", 1, 4, "no tag but !!str");
	expect_wrong("a: *nobody\n", 1, 4, "has that anchor");
	expect_wrong("a: &x [*x]\n", 1, 8, "has that anchor");
	expect_wrong("- &x 1\n---\n- *x\n", 3, 3, "has that anchor");
	expect_wrong("{<<: 7}\n", 1, 2, "takes an object");
	expect_wrong("- &a {}\n- <<: [*a, 7]\n", 2, 12, "takes an object");
	expect_wrong("? [1]\n: 2\n", 1, 3, "a key is a text");
	expect_wrong("a: [1\nb: 2\n", 2, 2, "not YAML");
	expect_wrong("a: \"\\xff", 1, 9, "not YAML");
}

static void what_would_grow_without_end_is_refused(void **state)
{
	(void)state;
	struct buf text;
	buf_init(&text, 1 << 20);
	buf_add(&text, STR("a0: &a0 [x, x]\n"));
	for (int i = 1; i < 60; i++)
		buf_addf(&text, "a%d: &a%d [*a%d, *a%d]\n", i, i, i - 1, i - 1);
	buf_add_byte(&text, 0);
	expect_wrong(text.at, 1, 1, "too long once");
	buf_clear(&text);
	for (int i = 0; i < 65; i++) buf_add_byte(&text, '[');
	buf_add_byte(&text, 0);
	expect_wrong(text.at, 1, 65, "64 levels");
	buf_clear(&text);
	for (int i = 0; i < 1001; i++) buf_addf(&text, "- &n%d 1\n", i);
	buf_add_byte(&text, 0);
	expect_wrong(text.at, 1001, 3, "1000 anchors");
	buf_done(&text);
}

static void running_out_of_memory_is_told(void **state)
{
	(void)state;
	for (u64 n = 1; n < 60; n++) {
		u64 nth = n;
		struct mem_watch watch = { .refuse = check_refuse_nth, .context = &nth };
		struct buf out;
		struct yaml_place place;
		struct why why = { 0 };
		buf_init(&out, 4096);
		mem_set_watch(&watch);
		enum err err = yaml_to_json(STR("a: &x {b: [1, two]}\nc: {<<: *x}\n"), &out, &place,
					    &why);
		mem_set_watch(NULL);
		assert_true(err == ERR_OK || err == ERR_MEMORY || buf_failed(&out));
		if (!err)
			assert_str(buf_view(&out), STR("{\"a\":{\"b\":[1,\"two\"]},"
						       "\"c\":{\"b\":[1,\"two\"]}}\n"));
		buf_done(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scalars_are_what_yaml_1_2_says),
		cmocka_unit_test(documents_are_lines),
		cmocka_unit_test(aliases_and_merges_are_written_out),
		cmocka_unit_test(mistakes_have_a_place),
		cmocka_unit_test(what_would_grow_without_end_is_refused),
		cmocka_unit_test(running_out_of_memory_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
