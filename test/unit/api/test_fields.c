#include "api/fields.h"

#include "api/aliases.def"
#include "base/buf.h"
#include "base/check.h"

struct inner {
	struct given given;
	i64 n;
};

struct object {
	struct given given;
	str text;
	str word;
	str name;
	struct uuid id;
	i64 integer;
	bool flag;
	i64 priority;
	struct given_when when;
	msec span;
	u32 choice;
	str object;
	str array;
	str any;
	struct texts texts;
	struct inner *inner;
	struct shapes many;
	struct shapes each;
	str cut;
	str idempotency_key;
};

static const struct field inner_fields[] = {
	{ STR("n"), FIELD_INTEGER, true, -5, 5, offsetof(struct inner, n), .sentence = "a number" },
};
static const struct shape inner_shape = { "inner", "inside", sizeof(struct inner), inner_fields,
					  1 };

#define F(n, k, r, lo, hi, m, c, i)                                                                \
	{                                                                                          \
		STR(n), FIELD_##k, r, lo, hi, offsetof(struct object, m), .sentence = "what",      \
									  .choices = c, .inner = i \
	}
static const struct field fields[] = {
	F("text", TEXT, false, 2, 5, text, NULL, NULL),
	F("word", WORD, false, 1, 5, word, NULL, NULL),
	F("name", NAME, false, NAME_TYPE, 0, name, NULL, NULL),
	F("id", ID, false, 0, 0, id, NULL, NULL),
	F("integer", INTEGER, false, -3, 1000, integer, NULL, NULL),
	F("flag", BOOL, false, 0, 0, flag, NULL, NULL),
	F("priority", PRIORITY, false, 1, 10, priority, NULL, NULL),
	F("when", WHEN, false, 0, MSEC_YEAR_9999_END, when, NULL, NULL),
	F("span", SPAN, false, 0, 60000, span, NULL, NULL),
	F("choice", CHOICE, false, 0, 0, choice, "red,green", NULL),
	F("object", OBJECT, false, 0, 20, object, NULL, NULL),
	F("array", ARRAY, false, 0, 20, array, NULL, NULL),
	F("any", ANY, false, 0, 20, any, NULL, NULL),
	F("texts", TEXTS, false, 0, 3, texts, NULL, NULL),
	F("inner", SHAPE, false, 0, 0, inner, NULL, &inner_shape),
	F("many", SHAPES, false, 0, 20, many, NULL, &inner_shape),
	F("each", EACH, false, 0, 20, each, NULL, &inner_shape),
	F("cut", CUT, false, 1, 8, cut, NULL, NULL),
	F("idempotency_key", TEXT, false, 1, 255, idempotency_key, NULL, NULL),
};
static const struct shape shape = { "object", "a thing", sizeof(struct object), fields,
				    countof(fields) };

struct scene {
	struct arena arena;
	struct faults faults;
	struct object object;
};

static bool read_body(struct scene *scene, const char *body)
{
	arena_init(&scene->arena, (size_t)1 << 20);
	scene->faults = (struct faults){ .arena = &scene->arena };
	scene->object = (struct object){ 0 };
	return shape_read_body(&shape, str_from(body), &scene->faults, &scene->object);
}

static bool read_query(struct scene *scene, const char *query)
{
	arena_init(&scene->arena, (size_t)1 << 20);
	scene->faults = (struct faults){ .arena = &scene->arena };
	scene->object = (struct object){ 0 };
	return shape_read_query(&shape, str_from(query), &scene->faults, &scene->object);
}

static void every_kind_goes_where_it_belongs(void **state)
{
	struct scene scene;
	(void)state;
	assert_true(read_body(
		&scene,
		"{\"text\":\"ab\\u0041\",\"word\":42,\"name\":\"mail.send\","
		"\"id\":\"01890a5d-ac96-774b-bcce-b302099a8057\",\"integer\":-3,\"flag\":true,"
		"\"priority\":\"high\",\"when\":\"2025-01-01T00:00:00Z\",\"span\":\"10s\","
		"\"choice\":\"green\",\"object\":{\"x\":1.10},\"array\":[1, 2],\"any\":null,"
		"\"texts\":[\"a\",\"b\"],\"inner\":{\"n\":5},\"many\":[{\"n\":1},{\"n\":-5}]}"));
	const struct object *object = &scene.object;
	assert_str(object->text, STR("abA"));
	assert_str(object->word, STR("42"));
	assert_str(object->name, STR("mail.send"));
	assert_int_equal(0x01, object->id.bytes[0]);
	assert_int_equal(-3, object->integer);
	assert_true(object->flag);
	assert_int_equal(-1, object->priority); /* a word */
	assert_str(object->when.text, STR("2025-01-01T00:00:00Z"));
	assert_int_equal(10000, object->span);
	assert_int_equal(1, object->choice);
	assert_str(object->object, STR("{\"x\":1.10}"));
	assert_str(object->array, STR("[1, 2]"));
	assert_str(object->any, STR("null"));
	assert_int_equal(2, object->texts.len);
	assert_str(object->texts.at[1], STR("b"));
	assert_int_equal(5, object->inner->n);
	assert_int_equal(2, object->many.len);
	assert_int_equal(-5, ((const struct inner *)object->many.at)[1].n);
	assert_true(is_given(object, 0));
	assert_false(is_given(object, 18));
	arena_done(&scene.arena);
}

static void a_long_list_grows_without_losing_items(void **state)
{
	struct scene scene;
	(void)state;
	assert_true(read_body(&scene,
			      "{\"many\":[{\"n\":0},{\"n\":1},{\"n\":2},{\"n\":3},{\"n\":4},"
			      "{\"n\":5},{\"n\":0},{\"n\":1},{\"n\":2},{\"n\":3},{\"n\":4},"
			      "{\"n\":5},{\"n\":0},{\"n\":1},{\"n\":2},{\"n\":3},{\"n\":4},"
			      "{\"n\":5}]}"));
	const struct inner *items = scene.object.many.at;
	assert_int_equal(18, scene.object.many.len);
	for (u32 i = 0; i < 18; i++) assert_int_equal(i % 6, items[i].n);
	arena_done(&scene.arena);
}

static void an_item_that_is_wrong_refuses_only_itself(void **state)
{
	struct scene scene;
	(void)state;
	assert_true(read_body(&scene,
			      "{\"each\":[{\"n\":1},{\"n\":9,\"m\":1},{\"n\":3},5,{},{\"n\":4}],"
			      "\"text\":\"abc\"}"));
	static const struct {
		i64 n;
		const char *pointer;
	} due[] = { { 1, NULL },      { 0, "/each/1/n" }, { 3, NULL },
		    { 0, "/each/3" }, { 0, "/each/4/n" }, { 4, NULL } };
	const struct inner *items = scene.object.each.at;
	assert_int_equal(countof(due), scene.object.each.len);
	for (size_t i = 0; i < countof(due); i++) {
		const struct fault *fault = items[i].given.fault;
		if (!due[i].pointer) assert_null(fault);
		else assert_str(fault->pointer, str_from(due[i].pointer));
		if (!due[i].pointer) assert_int_equal(due[i].n, items[i].n);
	}
	assert_int_equal(0, scene.faults.len);
	assert_str(scene.object.text, STR("abc"));
	arena_done(&scene.arena);
	/* What is no JSON spoils all of it, whatever item it stands in. */
	assert_false(read_body(&scene, "{\"each\":[{\"n\":1},{\"n\":]}"));
	assert_int_equal(ERR_JSON, scene.faults.items[0].code);
	arena_done(&scene.arena);
}

static void a_text_that_is_cut_may_be_long_and_garbled_but_not_empty(void **state)
{
	struct scene scene;
	(void)state;
	assert_true(read_body(&scene, "{\"cut\":\"123456789\"}"));
	assert_str(scene.object.cut, STR("12345\xe2\x80\xa6"));
	assert_true(scene.object.given.cut != 0);
	arena_done(&scene.arena);
	assert_true(read_body(&scene, "{\"cut\":\"a\\u0000b\"}"));
	assert_str(scene.object.cut, STR("a\xef\xbf\xbd"
					 "b"));
	assert_int_equal(0, scene.object.given.cut);
	arena_done(&scene.arena);
	assert_false(read_body(&scene, "{\"cut\":\"\"}"));
	arena_done(&scene.arena);
	assert_false(read_body(&scene, "{\"cut\":5}"));
	arena_done(&scene.arena);
}

/* body, pointer, part of the reason */
static const struct refusal {
	const char *body;
	const char *pointer;
	const char *reason;
} refusals[] = {
	{ "{\"text\":\"a\"}", "/text", "must have 2 to 5 bytes, has 1" },
	{ "{\"text\":\"abcdef\"}", "/text", "must have at most 5 bytes, has 6" },
	{ "{\"text\":5}", "/text", "must be a string" },
	{ "{\"text\":\"a\\u0000b\"}", "/text", "must not contain the character U+0000" },
	{ "{\"word\":1.5}", "/word", "must be a string or an integer" },
	{ "{\"word\":123456}", "/word", "must have at most 5 bytes" },
	{ "{\"name\":\"a b\"}", "/name", "" },
	{ "{\"id\":\"x\"}", "/id", "must be an id like" },
	{ "{\"id\":5}", "/id", "must be an id" },
	{ "{\"integer\":-4}", "/integer", "must be -3 to 1000" },
	{ "{\"integer\":1001}", "/integer", "must be -3 to 1000" },
	{ "{\"integer\":99999999999999999999}", "/integer", "must be -3 to 1000" },
	{ "{\"integer\":1.0}", "/integer", "must be an integer, without fraction or exponent" },
	{ "{\"integer\":1e2}", "/integer", "must be an integer, without fraction or exponent" },
	{ "{\"integer\":\"5\"}", "/integer", "must be an integer" },
	{ "{\"flag\":1}", "/flag", "must be true or false" },
	{ "{\"priority\":0}", "/priority", "must be 1 to 10" },
	{ "{\"priority\":11}", "/priority", "must be 1 to 10" },
	{ "{\"priority\":\"urgent\"}", "/priority", "or high, normal or low" },
	{ "{\"priority\":true}", "/priority", "must be 1 to 10, or high" },
	{ "{\"when\":1.5}", "/when", "must be a whole number of milliseconds" },
	{ "{\"when\":-1}", "/when", "must be 0 to 253402300799999" },
	{ "{\"when\":\"\"}", "/when", "must not be empty" },
	{ "{\"when\":[]}", "/when", "must be a time like" },
	{ "{\"span\":\"soon\"}", "/span", "a span must be written like" },
	{ "{\"span\":\"61s\"}", "/span", "must be 0 to 60000 milliseconds" },
	{ "{\"span\":1.5}", "/span", "a span must be written like" },
	{ "{\"span\":{}}", "/span", "must be a span like" },
	{ "{\"choice\":\"blue\"}", "/choice", "must be red or green, got \"blue\"" },
	{ "{\"choice\":1}", "/choice", "must be a string" },
	{ "{\"object\":[]}", "/object", "must be an object" },
	{ "{\"object\":{\"aaaa\":\"bbbbbbbbbbbb\"}}", "/object", "must have at most 20 bytes" },
	{ "{\"array\":{}}", "/array", "must be an array" },
	{ "{\"any\":\"aaaaaaaaaaaaaaaaaaaaaaaa\"}", "/any", "must have at most 20 bytes" },
	{ "{\"texts\":\"a\"}", "/texts", "must be an array of strings" },
	{ "{\"texts\":[\"a\",5]}", "/texts/1", "must be a string" },
	{ "{\"texts\":[\"\"]}", "/texts/0", "must have 1 to 255 bytes" },
	{ "{\"texts\":[\"a\",\"b\",\"c\",\"d\"]}", "/texts", "must have at most 3 items" },
	{ "{\"inner\":[]}", "/inner", "must be an object" },
	{ "{\"inner\":{}}", "/inner/n", "is required" },
	{ "{\"inner\":{\"n\":6}}", "/inner/n", "must be -5 to 5, got 6" },
	{ "{\"inner\":{\"n\":null}}", "/inner/n", "is required" },
	{ "{\"many\":{}}", "/many", "must be an array of objects" },
	{ "{\"many\":[{\"n\":1},5]}", "/many/1", "must be an object" },
	{ "{\"many\":[{\"n\":1},{\"n\":9}]}", "/many/1/n", "must be -5 to 5, got 9" },
	{ "{\"tex\":\"ab\"}", "/tex", "is not a field here; did you mean text?" },
	{ "{\"prio\":1}", "/prio", "is not a field here; did you mean priority?" },
	{ "{\"zzzzzzzzzzzz\":1}", "/zzzzzzzzzzzz", "is not a field here" },
	{ "{\"a/b~c\":1}", "/a~1b~0c", "is not a field here" },
	{ "{\"text\":\"ab\",\"text\":\"cd\"}", "/text", "is given twice" },
	{ "{\"idempotency_key\":\"a\",\"idempotencyKey\":\"b\"}", "/idempotencyKey",
	  "is given twice (also as idempotency_key" },
	{ "{\"dedupe_key\":\"\"}", "/dedupe_key", "must have 1 to 255 bytes" },
};

static void what_is_wrong_is_told_with_its_place_and_bound(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(refusals); i++) {
		struct scene scene;
		assert_false(read_body(&scene, refusals[i].body));
		if (scene.faults.len != 1)
			fail_msg("%s: %u faults", refusals[i].body, scene.faults.len);
		const struct fault *fault = &scene.faults.items[0];
		assert_str(fault->pointer, str_from(refusals[i].pointer));
		char reason[500];
		snprintf(reason, sizeof reason, "%.*s", STR_ARG(fault->reason));
		if (!strstr(reason, refusals[i].reason))
			fail_msg("%s: %.*s", refusals[i].body, STR_ARG(fault->reason));
		arena_done(&scene.arena);
	}
}

static void all_that_is_wrong_is_told_at_once_up_to_a_bound(void **state)
{
	struct scene scene;
	struct buf body;
	(void)state;
	buf_init(&body, 4096);
	buf_add(&body, STR("{\"text\":1,\"integer\":\"x\",\"flag\":0,\"many\":["));
	for (u32 i = 0; i < 20; i++) buf_add(&body, i ? STR(",{\"n\":9}") : STR("{\"n\":9}"));
	buf_add(&body, STR("]}"));
	char *text = buf_take(&body);
	assert_false(read_body(&scene, text));
	mem_free(text);
	assert_int_equal(FAULTS_MAX, scene.faults.len);
	assert_str(scene.faults.items[0].pointer, STR("/text"));
	assert_str(scene.faults.items[1].pointer, STR("/integer"));
	assert_str(scene.faults.items[2].pointer, STR("/flag"));
	assert_str(scene.faults.items[3].pointer, STR("/many/0/n"));
	arena_done(&scene.arena);
}

static void what_is_no_json_is_told_alone(void **state)
{
	struct scene scene;
	(void)state;
	assert_false(read_body(&scene, "{\"text\":1,\"flag\":tru}"));
	assert_int_equal(1, scene.faults.len);
	assert_int_equal(ERR_JSON, scene.faults.items[0].code);
	char reason[500];
	snprintf(reason, sizeof reason, "%.*s", STR_ARG(scene.faults.items[0].reason));
	assert_non_null(strstr(reason, "at byte 17"));
	arena_done(&scene.arena);
	assert_false(read_body(&scene, "{} trailing"));
	assert_int_equal(ERR_JSON, scene.faults.items[0].code);
	arena_done(&scene.arena);
	assert_false(read_body(&scene, "[]"));
	assert_int_equal(ERR_JSON, scene.faults.items[0].code);
	arena_done(&scene.arena);
}

static void nothing_is_an_empty_object_and_null_is_not_given(void **state)
{
	struct scene scene;
	(void)state;
	assert_true(read_body(&scene, ""));
	assert_int_equal(0, scene.object.given.there);
	arena_done(&scene.arena);
	assert_true(read_body(&scene, "{\"text\":null}"));
	assert_false(is_given(&scene.object, 0));
	assert_true(is_null(&scene.object, 0));
	arena_done(&scene.arena);
}

static void out_of_memory_is_not_the_callers_mistake(void **state)
{
	(void)state;
	struct scene scene;
	arena_init(&scene.arena, 16);
	scene.faults = (struct faults){ .arena = &scene.arena };
	scene.object = (struct object){ 0 };
	assert_false(shape_read_body(&shape, STR("{\"text\":\"\\u0041\\u0041\"}"), &scene.faults,
				     &scene.object));
	assert_int_equal(ERR_MEMORY, scene.faults.items[0].code);
	arena_done(&scene.arena);
}

static void parameters_are_read_by_the_same_rows(void **state)
{
	struct scene scene;
	(void)state;
	assert_true(read_query(&scene,
			       "text=a%20b&integer=7&flag=true&when=1700000000000&span=10s&"
			       "choice=red&idempotencyKey=a%2Bb+c&priority=low&word=9&name=x&"
			       "id=01890a5d-ac96-774b-bcce-b302099a8057"));
	assert_str(scene.object.text, STR("a b"));
	assert_int_equal(7, scene.object.integer);
	assert_int_equal(1700000000000, scene.object.when.epoch);
	assert_str(scene.object.idempotency_key, STR("a+b c"));
	assert_int_equal(-9, scene.object.priority); /* a word */
	arena_done(&scene.arena);
	static const char *const bad[] = { "tex=a",       "text=%zz", "text=%00ab",
					   "text=%ff%ff", "flag=yes", "text=ab&text=cd",
					   "integer=1.5", "when=",    "integer=",
					   "te%xt=ab",    "id=5" };
	for (size_t i = 0; i < countof(bad); i++) {
		if (read_query(&scene, bad[i])) fail_msg("%s was taken", bad[i]);
		assert_int_equal(1, scene.faults.len);
		assert_true(!scene.faults.items[0].pointer.len ||
			    scene.faults.items[0].pointer.at[0] != '/');
		arena_done(&scene.arena);
	}
}

static void every_alias_leads_somewhere_else(void **state)
{
	(void)state;
	static const struct {
		str name, field;
	} rows[] = {
#define X(name, field, sentence) { STR(name), STR(field) },
		ALIASES(X)
#undef X
	};
	for (size_t i = 0; i < countof(rows); i++)
		assert_false(str_eq(rows[i].name, rows[i].field));
	assert_non_null(shape_find(&shape, STR("dedupeKey")));
	assert_null(shape_find(&shape, STR("runAt")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_goes_where_it_belongs),
		cmocka_unit_test(a_long_list_grows_without_losing_items),
		cmocka_unit_test(an_item_that_is_wrong_refuses_only_itself),
		cmocka_unit_test(a_text_that_is_cut_may_be_long_and_garbled_but_not_empty),
		cmocka_unit_test(what_is_wrong_is_told_with_its_place_and_bound),
		cmocka_unit_test(all_that_is_wrong_is_told_at_once_up_to_a_bound),
		cmocka_unit_test(what_is_no_json_is_told_alone),
		cmocka_unit_test(nothing_is_an_empty_object_and_null_is_not_given),
		cmocka_unit_test(out_of_memory_is_not_the_callers_mistake),
		cmocka_unit_test(parameters_are_read_by_the_same_rows),
		cmocka_unit_test(every_alias_leads_somewhere_else),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
