/* The schemas of the description: of requests (named TaskInput), of answers (named Task), of lists
 * (named TaskList). What a request may have is closed, since other fields are refused. What an
 * answer has is open for clients, which must bear members that are added later; the tests close
 * it. */
#include "api/aliases.def"
#include "api/describe.h"
#include "api/handlers.h"
#include "api/problem.h"
#include "api/write.h"
#include "base/must.h"
#include "model/event.h"
#include "model/limits.def"

enum { SHAPES_MAX = 256, SCHEMA_NAME_MAX = 100 };

static void put_type(struct buf *out, const char *type, bool is_nullable)
{
	if (!is_nullable) {
		put_text(out, STR("type"), str_from(type));
		return;
	}
	put_open(out, STR("type"), '[');
	write_text(out, str_from(type));
	write_text(out, STR("null"));
	write_close(out, ']');
}

static void put_format(struct buf *out, const char *format, bool is_nullable)
{
	put_type(out, "string", is_nullable);
	put_text(out, STR("format"), str_from(format));
}

static void put_sentence(struct buf *out, const char *sentence)
{
	if (sentence && *sentence) put_text(out, STR("description"), str_from(sentence));
}

static void put_reference(struct buf *out, str name, const char *suffix)
{
	write_key(out, STR("$ref"));
	buf_addf(out, "\"#/components/schemas/%.*s%s\"", STR_ARG(name), suffix);
}

/* "task_bulk" is TaskBulk. */
static void add_pascal(struct buf *out, const char *name)
{
	bool is_first = true;
	for (; *name; name++) {
		if (*name != '_') buf_add_byte(out, is_first ? ascii_upper(*name) : *name);
		is_first = *name == '_';
	}
}

static void add_request_name(struct buf *out, const struct shape *shape)
{
	add_pascal(out, shape->name);
	buf_add(out, STR("Input"));
}

void describe_put_request(struct buf *out, const struct shape *shape)
{
	write_key(out, STR("$ref"));
	buf_add(out, STR("\"#/components/schemas/"));
	add_request_name(out, shape);
	buf_add_byte(out, '"');
}

void describe_put_answer(struct buf *out, const struct answer_shape *shape)
{
	put_reference(out, str_from(shape->name), "");
}

void describe_put_list(struct buf *out, const struct answer_shape *shape)
{
	put_reference(out, str_from(shape->name), "List");
}

/* A reference, or null. */
static void open_nullable(struct buf *out, bool is_nullable)
{
	if (!is_nullable) return;
	put_open(out, STR("anyOf"), '[');
	write_open(out, '{');
}

static void close_nullable(struct buf *out, bool is_nullable)
{
	if (!is_nullable) return;
	write_close(out, '}');
	write_open(out, '{');
	put_type(out, "null", false);
	write_close(out, '}');
	write_close(out, ']');
}

static void put_words_of(struct buf *out, const char *words, bool is_nullable)
{
	str rest = str_from(words);
	put_type(out, "string", is_nullable);
	put_open(out, STR("enum"), '[');
	while (rest.len) write_text(out, str_split(&rest, ','));
	if (is_nullable) write_null(out);
	write_close(out, ']');
}

/* ---- requests ----------------------------------------------------------------------------- */

static void put_text_bounds(struct buf *out, i64 min, i64 max, bool is_nullable)
{
	put_type(out, "string", is_nullable);
	if (min) put_i64(out, STR("minLength"), min);
	put_i64(out, STR("maxLength"), max);
}

/* JSON Schema counts characters. A bound of ours that counts bytes is told beside it. */
static void put_bytes(struct buf *out, i64 max)
{
	put_i64(out, STR("x-max-bytes"), max);
}

static void put_text_bytes(struct buf *out, i64 min, i64 max, bool is_nullable)
{
	put_text_bounds(out, min, max, is_nullable);
	put_bytes(out, max);
}

static void put_name(struct buf *out, enum name_kind kind, bool is_nullable)
{
	put_text_bounds(out, 1, name_bytes_max(kind), is_nullable);
	put_text(out, STR("pattern"), STR(NAME_PATTERN));
}

static void put_integer(struct buf *out, const struct field *field, bool is_nullable)
{
	put_type(out, "integer", is_nullable);
	put_text(out, STR("format"), STR("int64"));
	put_i64(out, STR("minimum"), field->min);
	put_i64(out, STR("maximum"), field->max);
}

static void put_either(struct buf *out, bool is_nullable)
{
	put_open(out, STR("type"), '[');
	write_text(out, STR("string"));
	write_text(out, STR("integer"));
	if (is_nullable) write_text(out, STR("null"));
	write_close(out, ']');
}

/* An instant or a span: a text, or a number of milliseconds or seconds. */
static void put_time(struct buf *out, const struct field *field, i64 unit, bool is_nullable)
{
	put_either(out, is_nullable);
	put_i64(out, STR("minLength"), 1);
	put_i64(out, STR("minimum"), field->min / unit);
	put_i64(out, STR("maximum"), field->max / unit);
}

static void put_word(struct buf *out, const struct field *field, bool is_nullable)
{
	put_either(out, is_nullable);
	put_i64(out, STR("minLength"), field->min);
	put_i64(out, STR("maxLength"), field->max);
	put_bytes(out, field->max);
}

static void put_priority(struct buf *out, const struct field *field, bool is_nullable)
{
	put_open(out, STR("anyOf"), '[');
	write_open(out, '{');
	put_integer(out, field, false);
	write_close(out, '}');
	write_open(out, '{');
	put_words_of(out, "high,normal,low", is_nullable);
	write_close(out, '}');
	write_close(out, ']');
}

static void put_inner(struct buf *out, const struct shape *inner, bool is_nullable)
{
	open_nullable(out, is_nullable);
	describe_put_request(out, inner);
	close_nullable(out, is_nullable);
}

static void put_object(struct buf *out, bool is_nullable)
{
	put_type(out, "object", is_nullable);
	put_bool(out, STR("additionalProperties"), true);
}

static void put_document(struct buf *out, const struct field *field, bool is_nullable)
{
	if (field->inner) {
		put_inner(out, field->inner, is_nullable);
		return;
	}
	put_object(out, is_nullable);
	put_bytes(out, field->max);
}

/* An array is bounded by its bytes, any other list by its items. */
static void put_list_bounds(struct buf *out, const struct field *field)
{
	if (field->kind == FIELD_ARRAY) {
		put_bytes(out, field->max);
		if (field->min) put_i64(out, STR("maxItems"), field->min);
		return;
	}
	if (field->min) put_i64(out, STR("minItems"), field->min);
	put_i64(out, STR("maxItems"), field->max);
}

/* Tasks of one call are answered one by one, like all of FIELD_EACH: an item that is wrong refuses
 * only itself. */
static bool is_each(const struct field *field)
{
	return field->kind == FIELD_EACH || field->inner == &task_body;
}

static void put_items(struct buf *out, const struct field *field, bool is_nullable)
{
	put_type(out, "array", is_nullable);
	put_open(out, STR("items"), '{');
	if (field->inner) describe_put_request(out, field->inner);
	write_close(out, '}');
	put_list_bounds(out, field);
	if (is_each(field)) put_bool(out, STR("x-each"), true);
}

static void put_texts(struct buf *out, const struct field *field, bool is_nullable)
{
	put_type(out, "array", is_nullable);
	put_open(out, STR("items"), '{');
	put_text_bytes(out, 1, TEXTS_BYTES, false);
	write_close(out, '}');
	put_list_bounds(out, field);
}

static void put_delays(struct buf *out, const struct field *field, bool is_nullable)
{
	const struct field of_item = { .min = 0, .max = FIELD_DELAY_MAX };
	put_type(out, "array", is_nullable);
	put_open(out, STR("items"), '{');
	put_integer(out, &of_item, false);
	write_close(out, '}');
	put_list_bounds(out, field);
}

static void put_given(struct buf *out, const struct field *field, bool is_nullable)
{
	switch (field->kind) {
	case FIELD_TEXT: put_text_bytes(out, field->min, field->max, is_nullable); return;
	case FIELD_LINE: put_text_bounds(out, field->min, field->max, is_nullable); return;
	case FIELD_NAME: put_name(out, (enum name_kind)field->min, is_nullable); return;
	case FIELD_ID: put_format(out, "uuid", is_nullable); return;
	case FIELD_INTEGER: put_integer(out, field, is_nullable); return;
	case FIELD_BOOL: put_type(out, "boolean", is_nullable); return;
	case FIELD_CHOICE: put_words_of(out, field->choices, is_nullable); return;
	case FIELD_PRIORITY: put_priority(out, field, is_nullable); return;
	case FIELD_WORD: put_word(out, field, is_nullable); return;
	case FIELD_WHEN: put_time(out, field, 1, is_nullable); return;
	case FIELD_SPAN: put_time(out, field, MSEC_SECOND, is_nullable); return;
	case FIELD_OBJECT: put_document(out, field, is_nullable); return;
	case FIELD_ANY: put_bytes(out, field->max); return;
	case FIELD_CUT:
	case FIELD_CUT_KEY:
		put_type(out, "string", is_nullable);
		if (field->min) put_i64(out, STR("minLength"), field->min);
		put_i64(out, STR("x-cut-bytes"), field->max);
		return;
	case FIELD_CUT_ANY: put_i64(out, STR("x-cut-bytes"), field->max); return;
	case FIELD_DELAYS: put_delays(out, field, is_nullable); return;
	case FIELD_TEXTS: put_texts(out, field, is_nullable); return;
	case FIELD_SHAPE: put_inner(out, field->inner, is_nullable); return;
	case FIELD_ARRAY:
	case FIELD_EACH:
	case FIELD_SHAPES: put_items(out, field, is_nullable); return;
	case FIELD_KINDS: break;
	}
	must(false);
}

static bool is_alias_of(const struct shape *shape, const struct field *field, str name)
{
	return shape_find(shape, name) == field && !str_eq(field->name, name);
}

/* An alias may have several rows: one for each field that it may mean. */
static bool is_among(const str *names, size_t len, str name)
{
	for (size_t i = 0; i < len; i++) {
		if (str_eq(names[i], name)) return true;
	}
	return false;
}

void describe_put_aliases(struct buf *out, const struct shape *shape, const struct field *field)
{
	static const str all[] = {
#define X(name, field, sentence) STR(name),
		ALIASES(X)
#undef X
	};
	bool has_some = false;
	for (size_t i = 0; i < countof(all); i++) {
		if (!is_alias_of(shape, field, all[i]) || is_among(all, i, all[i])) continue;
		if (!has_some) put_open(out, STR("x-aliases"), '[');
		has_some = true;
		write_text(out, all[i]);
	}
	if (has_some) write_close(out, ']');
}

void describe_parameter(struct buf *out, const struct shape *shape, const struct field *field)
{
	(void)shape;
	write_open(out, '{');
	put_given(out, field, false);
	describe_put_preset(out, field);
	write_close(out, '}');
}

static void write_request(struct buf *out, const struct shape *shape)
{
	u32 known = shape->len - shape_is_open(shape);
	write_open(out, '{');
	put_type(out, "object", false);
	put_sentence(out, shape->sentence);
	put_bool(out, STR("additionalProperties"), shape_is_open(shape));
	put_open(out, STR("required"), '[');
	for (u32 i = 0; i < known; i++) {
		if (shape->fields[i].is_required) write_text(out, shape->fields[i].name);
	}
	write_close(out, ']');
	put_open(out, STR("properties"), '{');
	for (u32 i = 0; i < known; i++) {
		const struct field *field = &shape->fields[i];
		put_open(out, field->name, '{');
		put_given(out, field, !field->is_required);
		describe_put_preset(out, field);
		describe_put_meaning(out, field);
		if (answer_is_write_only(shape, field)) put_bool(out, STR("writeOnly"), true);
		describe_put_aliases(out, shape, field);
		write_close(out, '}');
	}
	write_close(out, '}');
	write_close(out, '}');
}

/* ---- answers ------------------------------------------------------------------------------ */

static bool has_null(enum presence presence)
{
	return presence == PRESENCE_NULLABLE || presence == PRESENCE_EITHER;
}

static bool is_there(enum presence presence)
{
	return presence == PRESENCE_ALWAYS || presence == PRESENCE_NULLABLE;
}

static const struct field *field_of_request(const struct answer_shape *shape, str name)
{
	const struct field *field = shape->like ? shape_find(shape->like, name) : NULL;
	must(field && str_eq(field->name, name)); /* a test walks all rows */
	return field;
}

/* Each word once, though several values of the enum may have it. */
static void write_words(struct buf *out, const struct words *words)
{
	str others = str_from(words->others);
	for (u32 i = 0; i < words->len; i++) {
		str word = words->word(i);
		bool is_new = word.len > 0;
		for (u32 j = 0; j < i; j++) is_new = is_new && !str_eq(words->word(j), word);
		if (is_new) write_text(out, word);
	}
	while (others.len) write_text(out, str_split(&others, ','));
}

static void put_words(struct buf *out, const struct words *words, bool is_nullable)
{
	put_type(out, "string", is_nullable);
	put_open(out, STR("enum"), '[');
	write_words(out, words);
	if (is_nullable) write_null(out);
	write_close(out, ']');
}

static bool has_word(const struct words *words, str word)
{
	for (u32 i = 0; words && i < words->len; i++) {
		if (str_eq(words->word(i), word)) return true;
	}
	return false;
}

/* Unless it stands among the others. */
static void write_code(struct buf *out, enum err code, const struct words *others)
{
	struct buf text;
	buf_init(&text, 64);
	problem_add_code(code, &text);
	if (!has_word(others, buf_view(&text))) write_text(out, buf_view(&text));
	buf_done(&text);
}

/* Refusals of the HTTP server itself have the code http. */
static bool has_http_code(int status)
{
	static const int statuses[] = { 400, 408, 413, 429, 503 };
	for (size_t i = 0; i < countof(statuses); i++) {
		if (statuses[i] == status) return true;
	}
	return false;
}

/* status: 0: of all. others: words beside them, or NULL. */
static void put_codes(struct buf *out, int status, const struct words *others)
{
	put_type(out, "string", false);
	put_open(out, STR("enum"), '[');
	for (u32 i = 1; i < ERR_COUNT; i++) {
		bool fits = !status || problem_status((enum err)i) == status;
		if (fits && problem_is_answered((enum err)i)) write_code(out, (enum err)i, others);
	}
	if (!others && (!status || has_http_code(status))) write_text(out, STR("http"));
	if (others) write_words(out, others);
	write_close(out, ']');
}

static void put_count(struct buf *out, bool is_nullable)
{
	put_type(out, "integer", is_nullable);
	put_text(out, STR("format"), STR("int64"));
	put_u64(out, STR("minimum"), 0);
}

static void put_counts_by(struct buf *out, const struct words *words)
{
	put_type(out, "object", false);
	put_open(out, STR("required"), '[');
	write_words(out, words);
	write_close(out, ']');
	put_open(out, STR("properties"), '{');
	for (u32 i = 0; i < words->len; i++) {
		put_open(out, words->word(i), '{');
		put_count(out, false);
		write_close(out, '}');
	}
	write_close(out, '}');
}

/* Answers show an input in one form: an instant in UTC, a priority as a number. */
static void put_same(struct buf *out, const struct field *field, bool is_nullable)
{
	switch (field->kind) {
	case FIELD_TEXT:
	case FIELD_LINE:
	case FIELD_NAME:
	case FIELD_WORD:
	case FIELD_CUT:
	case FIELD_CUT_KEY:
	case FIELD_SPAN: put_type(out, "string", is_nullable); return;
	case FIELD_WHEN: put_format(out, "date-time", is_nullable); return;
	case FIELD_PRIORITY: put_integer(out, field, is_nullable); return;
	case FIELD_TEXTS:
		put_type(out, "array", is_nullable);
		put_open(out, STR("items"), '{');
		put_type(out, "string", false);
		write_close(out, '}');
		return;
	case FIELD_ID:
	case FIELD_INTEGER:
	case FIELD_BOOL:
	case FIELD_CHOICE:
	case FIELD_OBJECT:
	case FIELD_ARRAY:
	case FIELD_ANY:
	case FIELD_CUT_ANY:
	case FIELD_DELAYS:
	case FIELD_SHAPE:
	case FIELD_EACH:
	case FIELD_SHAPES: put_given(out, field, is_nullable); return;
	case FIELD_KINDS: break;
	}
	must(false);
}

static void put_array(struct buf *out, const char *type, const char *format, bool is_nullable)
{
	put_type(out, "array", is_nullable);
	put_open(out, STR("items"), '{');
	put_type(out, type, false);
	if (format) put_text(out, STR("format"), str_from(format));
	write_close(out, '}');
}

static void put_rows(struct buf *out, const struct answer_shape *shape)
{
	put_type(out, "array", false);
	put_open(out, STR("items"), '{');
	describe_put_answer(out, shape);
	write_close(out, '}');
}

static void put_inner_answers(struct buf *out, const struct answer_field *field, bool is_nullable)
{
	if (field->kind == ANSWER_SHAPE) {
		open_nullable(out, is_nullable);
		describe_put_answer(out, field->inner);
		close_nullable(out, is_nullable);
		return;
	}
	put_type(out, "array", is_nullable);
	put_open(out, STR("items"), '{');
	describe_put_answer(out, field->inner);
	write_close(out, '}');
}

static void put_answered(struct buf *out, const struct answer_shape *shape,
			 const struct answer_field *field)
{
	bool is_nullable = has_null(field->presence);
	switch (field->kind) {
	case ANSWER_TEXT: put_type(out, "string", is_nullable); return;
	case ANSWER_ID: put_format(out, "uuid", is_nullable); return;
	case ANSWER_INSTANT: put_format(out, "date-time", is_nullable); return;
	case ANSWER_DATE: put_format(out, "date", is_nullable); return;
	case ANSWER_TIME_OF_DAY:
		put_type(out, "string", is_nullable);
		put_text(out, STR("pattern"), STR("^[0-2][0-9]:[0-5][0-9]$"));
		return;
	case ANSWER_COUNT: put_count(out, is_nullable); return;
	case ANSWER_NUMBER:
		put_type(out, "integer", is_nullable);
		put_text(out, STR("format"), STR("int64"));
		return;
	case ANSWER_DECIMAL: put_type(out, "number", is_nullable); return;
	case ANSWER_BOOL: put_type(out, "boolean", is_nullable); return;
	case ANSWER_WORD: put_words(out, field->words, is_nullable); return;
	case ANSWER_CODE: put_codes(out, 0, field->words); return;
	case ANSWER_ANY: return;
	case ANSWER_OBJECT: put_object(out, is_nullable); return;
	case ANSWER_TEXTS: put_array(out, "string", NULL, is_nullable); return;
	case ANSWER_WORDS:
		put_type(out, "array", is_nullable);
		put_open(out, STR("items"), '{');
		put_words(out, field->words, false);
		write_close(out, '}');
		return;
	case ANSWER_IDS: put_array(out, "string", "uuid", is_nullable); return;
	case ANSWER_COUNTS: put_array(out, "integer", "int64", is_nullable); return;
	case ANSWER_COUNTS_BY: put_counts_by(out, field->words); return;
	case ANSWER_SHAPE:
	case ANSWER_SHAPES: put_inner_answers(out, field, is_nullable); return;
	case ANSWER_SAME: put_same(out, field_of_request(shape, field->name), is_nullable); return;
	case ANSWER_NOTHING: put_type(out, "null", false); return;
	case ANSWER_KEPT:
	case ANSWER_KINDS: break;
	}
	must(false);
}

static bool has_row(const struct answer_shape *shape, str name, u32 before)
{
	for (u32 i = 0; i < before; i++) {
		const struct answer_field *row = &shape->fields[i];
		if (row->kind != ANSWER_KEPT && str_eq(row->name, name)) return true;
	}
	return false;
}

/* Calls for each member of an answer: what is kept of the request stands for several, and a row of
 * its own counts more. */
typedef void member_call(struct buf *out, const struct answer_shape *shape,
			 const struct answer_field *member);

static void for_each_member(struct buf *out, const struct answer_shape *shape, member_call *call)
{
	for (u32 i = 0; i < shape->len; i++) {
		const struct answer_field *row = &shape->fields[i];
		if (row->kind != ANSWER_KEPT) {
			if (!has_row(shape, row->name, i)) call(out, shape, row);
			continue;
		}
		const struct field *field = field_of_request(shape, row->name);
		const struct field *end = shape->like->fields + shape->like->len;
		for (; field < end; field++) {
			struct answer_field member = { .name = field->name,
						       .kind = ANSWER_SAME,
						       .presence = row->presence,
						       .sentence = "" };
			if (!has_row(shape, field->name, shape->len)) call(out, shape, &member);
		}
	}
}

static void write_required(struct buf *out, const struct answer_shape *shape,
			   const struct answer_field *member)
{
	(void)shape;
	if (is_there(member->presence)) write_text(out, member->name);
}

static void write_member(struct buf *out, const struct answer_shape *shape,
			 const struct answer_field *member)
{
	const char *sentence = member->sentence;
	if (!*sentence) sentence = field_of_request(shape, member->name)->sentence;
	put_open(out, member->name, '{');
	put_answered(out, shape, member);
	put_sentence(out, sentence);
	if (shape->like && answer_is_read_only(shape->like, member->name))
		put_bool(out, STR("readOnly"), true);
	write_close(out, '}');
}

static void write_answer(struct buf *out, const struct answer_shape *shape)
{
	write_open(out, '{');
	put_type(out, "object", false);
	put_sentence(out, shape->sentence);
	put_open(out, STR("required"), '[');
	for_each_member(out, shape, write_required);
	write_close(out, ']');
	put_open(out, STR("properties"), '{');
	for_each_member(out, shape, write_member);
	write_close(out, '}');
	write_close(out, '}');
}

/* Whether a call that lists such rows takes a cursor. */
static bool is_paged(const struct answer_shape *rows)
{
	u32 len;
	const struct api_route *all = routes(&len);
	for (u32 i = 0; i < len; i++) {
		const struct route_answer *answer = &all[i].answers[0];
		if (!route_answer_is_list(answer) || answer->shape != rows) continue;
		if (all[i].query && shape_find(all[i].query, STR("cursor"))) return true;
	}
	return false;
}

static void put_list_member(struct buf *out, const struct answer_shape *rows,
			    const struct answer_field *member)
{
	static const struct answer_field no_cursor = {
		.name = STR("next_cursor"),
		.kind = ANSWER_NOTHING,
		.presence = PRESENCE_NULLABLE,
		.sentence = "always null: there is one page"
	};
	if (str_eq(member->name, no_cursor.name) && !is_paged(rows)) member = &no_cursor;
	put_open(out, member->name, '{');
	if (member->kind != ANSWER_SHAPES) put_answered(out, &list_answer, member);
	else put_rows(out, member->inner ? member->inner : rows);
	put_sentence(out, member->sentence);
	write_close(out, '}');
}

static void put_list_schema(struct buf *out, const struct answer_shape *shape, bool is_whole)
{
	struct buf name;
	buf_init(&name, SCHEMA_NAME_MAX);
	buf_addf(&name, "%sList", shape->name);
	put_open(out, buf_view(&name), '{');
	buf_done(&name);
	put_type(out, "object", false);
	put_open(out, STR("required"), '[');
	for_each_member(out, &list_answer, write_required);
	write_close(out, ']');
	put_open(out, STR("properties"), '{');
	for (u32 i = 0; i < list_answer.len; i++) {
		const struct answer_field *member = &list_answer.fields[i];
		if (!is_whole || member->inner != &damaged_row_answer)
			put_list_member(out, shape, member);
	}
	write_close(out, '}');
	write_close(out, '}');
}

void describe_put_problem(struct buf *out, int status)
{
	put_open(out, STR("allOf"), '[');
	write_open(out, '{');
	describe_put_answer(out, &problem_answer);
	write_close(out, '}');
	write_close(out, ']');
	put_open(out, STR("properties"), '{');
	put_open(out, STR("status"), '{');
	put_u64(out, STR("const"), (u64)status);
	write_close(out, '}');
	put_open(out, STR("code"), '{');
	put_codes(out, status, NULL);
	write_close(out, '}');
	write_close(out, '}');
}

/* ---- events ------------------------------------------------------------------------------- */

/* "RunEvent" of "RunEventData". */
static str event_group_name(const struct answer_shape *data)
{
	str name = str_from(data->name);
	return str_slice(name, 0, name.len - 4);
}

static bool is_first_of_group(u32 kind)
{
	for (u32 i = 0; i < kind; i++) {
		if (event_data_shape(i) == event_data_shape(kind)) return false;
	}
	return true;
}

static void write_event_types(struct buf *out, const struct answer_shape *data)
{
	put_type(out, "string", false);
	put_open(out, STR("enum"), '[');
	for (u32 i = 0; i < EVENT_COUNT; i++) {
		if (event_data_shape(i) == data) write_text(out, event_name((enum event_kind)i));
	}
	write_close(out, ']');
}

static void put_event_group(struct buf *out, const struct answer_shape *data)
{
	bool has_subject = data != &hold_event_answer; /* about no one object */
	put_open(out, event_group_name(data), '{');
	put_type(out, "object", false);
	put_open(out, STR("required"), '[');
	for_each_member(out, &event_answer, write_required);
	write_close(out, ']');
	put_open(out, STR("properties"), '{');
	for (u32 i = 0; i < event_answer.len; i++) {
		const struct answer_field *row = &event_answer.fields[i];
		if (!has_subject && str_eq(row->name, STR("subject"))) continue;
		put_open(out, row->name, '{');
		if (str_eq(row->name, STR("type"))) write_event_types(out, data);
		else if (str_eq(row->name, STR("data"))) describe_put_answer(out, data);
		else put_answered(out, &event_answer, row);
		put_sentence(out, row->sentence);
		write_close(out, '}');
	}
	write_close(out, '}');
	write_close(out, '}');
}

static void put_events(struct buf *out)
{
	for (u32 i = 0; i < EVENT_COUNT; i++) {
		if (is_first_of_group(i)) put_event_group(out, event_data_shape(i));
	}
	put_open(out, str_from(event_answer.name), '{');
	put_sentence(out, event_answer.sentence);
	put_open(out, STR("oneOf"), '[');
	for (u32 i = 0; i < EVENT_COUNT; i++) {
		if (!is_first_of_group(i)) continue;
		write_open(out, '{');
		put_reference(out, event_group_name(event_data_shape(i)), "");
		write_close(out, '}');
	}
	write_close(out, ']');
	put_open(out, STR("discriminator"), '{');
	put_text(out, STR("propertyName"), STR("type"));
	put_open(out, STR("mapping"), '{');
	for (u32 i = 0; i < EVENT_COUNT; i++) {
		write_key(out, event_name((enum event_kind)i));
		buf_addf(out, "\"#/components/schemas/%.*s\"",
			 STR_ARG(event_group_name(event_data_shape(i))));
	}
	write_close(out, '}');
	write_close(out, '}');
	write_close(out, '}');
}

/* ---- all of them -------------------------------------------------------------------------- */

struct shape_set {
	const void *all[SHAPES_MAX];
	u32 len;
};

static void collect(struct shape_set *set, const void *shape)
{
	if (!shape) return;
	for (u32 i = 0; i < set->len; i++) {
		if (set->all[i] == shape) return;
	}
	must(set->len < SHAPES_MAX);
	set->all[set->len++] = shape;
}

/* A member that is answered as it was given is described as it may be given. */
static void collect_given(struct shape_set *set, const struct answer_shape *shape,
			  const struct answer_field *row)
{
	if (row->kind != ANSWER_KEPT && row->kind != ANSWER_SAME) return;
	const struct field *field = field_of_request(shape, row->name);
	const struct field *end = row->kind == ANSWER_KEPT ? shape->like->fields + shape->like->len
							   : field + 1;
	for (; field < end; field++) collect(set, field->inner);
}

/* Each shape once, with those inside it; the sets grow while they are walked. */
static void collect_all(struct shape_set *requests, struct shape_set *answers)
{
	u32 len;
	const struct api_route *all = routes(&len);
	for (u32 i = 0; i < len; i++) {
		collect(requests, all[i].body);
		for (u32 j = 0; j < ROUTE_ANSWERS_MAX; j++) {
			const struct answer_shape *shape = all[i].answers[j].shape;
			if (shape != &event_answer) collect(answers, shape);
		}
	}
	for (u32 i = 0; i < EVENT_COUNT; i++) collect(answers, event_data_shape(i));
	collect(answers, &problem_answer);
	collect(answers, &damaged_row_answer);
	for (u32 i = 0; i < answers->len; i++) {
		const struct answer_shape *shape = answers->all[i];
		for (u32 j = 0; j < shape->len; j++) {
			collect(answers, shape->fields[j].inner);
			collect_given(requests, shape, &shape->fields[j]);
		}
	}
	for (u32 i = 0; i < requests->len; i++) {
		const struct shape *shape = requests->all[i];
		for (u32 j = 0; j < shape->len; j++) collect(requests, shape->fields[j].inner);
	}
}

static void put_lists(struct buf *out)
{
	u32 len;
	const struct api_route *all = routes(&len);
	struct shape_set set = { .len = 0 };
	for (u32 i = 0; i < len; i++) {
		const struct route_answer *answer = &all[i].answers[0];
		u32 known = set.len;
		if (route_answer_is_list(answer)) collect(&set, answer->shape);
		if (set.len > known)
			put_list_schema(out, answer->shape, answer->form == ANSWERS_WHOLE);
	}
}

void describe_put_schemas(struct buf *out)
{
	struct shape_set requests = { .len = 0 }, answers = { .len = 0 };
	collect_all(&requests, &answers);
	put_open(out, STR("schemas"), '{');
	for (u32 i = 0; i < answers.len; i++) {
		const struct answer_shape *shape = answers.all[i];
		write_key(out, str_from(shape->name));
		write_answer(out, shape);
	}
	put_lists(out);
	put_events(out);
	for (u32 i = 0; i < requests.len; i++) {
		struct buf name;
		buf_init(&name, SCHEMA_NAME_MAX);
		add_request_name(&name, requests.all[i]);
		write_key(out, buf_view(&name));
		buf_done(&name);
		write_request(out, requests.all[i]);
	}
	write_close(out, '}');
}
