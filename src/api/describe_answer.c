/* The schemas of answers, lists and problems. What an answer has is open for clients, which must
 * bear members that are added later; the tests close it. */
#include "api/describe_parts.h"
#include "api/handlers.h"
#include "api/problem.h"
#include "api/write.h"
#include "base/must.h"

enum { SCHEMA_NAME_MAX = 100 };

static bool has_null(enum presence presence)
{
	return presence == PRESENCE_NULLABLE || presence == PRESENCE_EITHER;
}

static bool is_there(enum presence presence)
{
	return presence == PRESENCE_ALWAYS || presence == PRESENCE_NULLABLE;
}

const struct field *schema_field_of_request(const struct answer_shape *shape, str name)
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
	schema_put_type(out, "string", is_nullable);
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
	schema_put_type(out, "string", false);
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
	schema_put_type(out, "integer", is_nullable);
	put_text(out, STR("format"), STR("int64"));
	put_u64(out, STR("minimum"), 0);
}

static void put_count_of(struct buf *out, str word)
{
	put_open(out, word, '{');
	put_count(out, false);
	write_close(out, '}');
}

static void put_counts_by(struct buf *out, const struct words *words)
{
	str others = str_from(words->others);
	schema_put_type(out, "object", false);
	put_open(out, STR("required"), '[');
	write_words(out, words);
	write_close(out, ']');
	put_open(out, STR("properties"), '{');
	for (u32 i = 0; i < words->len; i++) put_count_of(out, words->word(i));
	while (others.len) put_count_of(out, str_split(&others, ','));
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
	case FIELD_SPAN: schema_put_type(out, "string", is_nullable); return;
	case FIELD_WHEN: schema_put_format(out, "date-time", is_nullable); return;
	case FIELD_PRIORITY: schema_put_integer(out, field, is_nullable); return;
	case FIELD_TEXTS:
		schema_put_type(out, "array", is_nullable);
		put_open(out, STR("items"), '{');
		schema_put_type(out, "string", false);
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
	case FIELD_SHAPES: schema_put_given(out, field, is_nullable); return;
	case FIELD_KINDS: break;
	}
	must(false);
}

static void put_array(struct buf *out, const char *type, const char *format, bool is_nullable)
{
	schema_put_type(out, "array", is_nullable);
	put_open(out, STR("items"), '{');
	schema_put_type(out, type, false);
	if (format) put_text(out, STR("format"), str_from(format));
	write_close(out, '}');
}

static void put_rows(struct buf *out, const struct answer_shape *shape)
{
	schema_put_type(out, "array", false);
	put_open(out, STR("items"), '{');
	describe_put_answer(out, shape);
	write_close(out, '}');
}

static void put_inner_answers(struct buf *out, const struct answer_field *field, bool is_nullable)
{
	if (field->kind == ANSWER_SHAPE) {
		schema_open_nullable(out, is_nullable);
		describe_put_answer(out, field->inner);
		schema_close_nullable(out, is_nullable);
		return;
	}
	schema_put_type(out, "array", is_nullable);
	put_open(out, STR("items"), '{');
	describe_put_answer(out, field->inner);
	write_close(out, '}');
}

void schema_put_answered(struct buf *out, const struct answer_shape *shape,
			 const struct answer_field *field)
{
	bool is_nullable = has_null(field->presence);
	switch (field->kind) {
	case ANSWER_TEXT: schema_put_type(out, "string", is_nullable); return;
	case ANSWER_ID: schema_put_format(out, "uuid", is_nullable); return;
	case ANSWER_INSTANT: schema_put_format(out, "date-time", is_nullable); return;
	case ANSWER_DATE: schema_put_format(out, "date", is_nullable); return;
	case ANSWER_TIME_OF_DAY:
		schema_put_type(out, "string", is_nullable);
		put_text(out, STR("pattern"), STR("^[0-2][0-9]:[0-5][0-9]$"));
		return;
	case ANSWER_COUNT: put_count(out, is_nullable); return;
	case ANSWER_NUMBER:
		schema_put_type(out, "integer", is_nullable);
		put_text(out, STR("format"), STR("int64"));
		return;
	case ANSWER_DECIMAL: schema_put_type(out, "number", is_nullable); return;
	case ANSWER_BOOL: schema_put_type(out, "boolean", is_nullable); return;
	case ANSWER_WORD: put_words(out, field->words, is_nullable); return;
	case ANSWER_CODE: put_codes(out, 0, field->words); return;
	case ANSWER_ANY: return;
	case ANSWER_OBJECT: schema_put_object(out, is_nullable); return;
	case ANSWER_TEXTS: put_array(out, "string", NULL, is_nullable); return;
	case ANSWER_WORDS:
		schema_put_type(out, "array", is_nullable);
		put_open(out, STR("items"), '{');
		put_words(out, field->words, false);
		write_close(out, '}');
		return;
	case ANSWER_IDS: put_array(out, "string", "uuid", is_nullable); return;
	case ANSWER_COUNTS: put_array(out, "integer", "int64", is_nullable); return;
	case ANSWER_COUNTS_BY: put_counts_by(out, field->words); return;
	case ANSWER_SHAPE:
	case ANSWER_SHAPES: put_inner_answers(out, field, is_nullable); return;
	case ANSWER_SAME:
		put_same(out, schema_field_of_request(shape, field->name), is_nullable);
		return;
	case ANSWER_NOTHING: schema_put_type(out, "null", false); return;
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

void schema_for_each_member(struct buf *out, const struct answer_shape *shape, member_call *call)
{
	for (u32 i = 0; i < shape->len; i++) {
		const struct answer_field *row = &shape->fields[i];
		if (row->kind != ANSWER_KEPT) {
			if (!has_row(shape, row->name, i)) call(out, shape, row);
			continue;
		}
		const struct field *field = schema_field_of_request(shape, row->name);
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

void schema_write_required(struct buf *out, const struct answer_shape *shape,
			   const struct answer_field *member)
{
	(void)shape;
	if (is_there(member->presence)) write_text(out, member->name);
}

static void write_member(struct buf *out, const struct answer_shape *shape,
			 const struct answer_field *member)
{
	const char *sentence = member->sentence;
	if (!*sentence) sentence = schema_field_of_request(shape, member->name)->sentence;
	put_open(out, member->name, '{');
	schema_put_answered(out, shape, member);
	schema_put_sentence(out, sentence);
	if (shape->like && answer_is_read_only(shape->like, member->name))
		put_bool(out, STR("readOnly"), true);
	write_close(out, '}');
}

void schema_write_answer(struct buf *out, const struct answer_shape *shape)
{
	write_open(out, '{');
	schema_put_type(out, "object", false);
	schema_put_sentence(out, shape->sentence);
	put_open(out, STR("required"), '[');
	schema_for_each_member(out, shape, schema_write_required);
	write_close(out, ']');
	put_open(out, STR("properties"), '{');
	schema_for_each_member(out, shape, write_member);
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
	if (member->kind != ANSWER_SHAPES) schema_put_answered(out, &list_answer, member);
	else put_rows(out, member->inner ? member->inner : rows);
	schema_put_sentence(out, member->sentence);
	write_close(out, '}');
}

void schema_put_list(struct buf *out, const struct answer_shape *shape, bool is_whole)
{
	struct buf name;
	buf_init(&name, SCHEMA_NAME_MAX);
	buf_addf(&name, "%sList", shape->name);
	put_open(out, buf_view(&name), '{');
	buf_done(&name);
	schema_put_type(out, "object", false);
	put_open(out, STR("required"), '[');
	schema_for_each_member(out, &list_answer, schema_write_required);
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
