/* The rows of answers.def are whole: what they lead to is there. */
#include "api/answer_shape.h"

#include "api/handlers.h"
#include "base/check.h"
#include "model/event.h"

static const struct answer_shape *const all[] = {
#define X(id, ...) &id##_answer,
	ANSWER_SHAPES(X)
#undef X
};

static bool is_in_request(const struct answer_shape *shape, str name)
{
	const struct field *field = shape->like ? shape_find(shape->like, name) : NULL;
	return field && str_eq(field->name, name);
}

static void check_row(const struct answer_shape *shape, const struct answer_field *row)
{
	bool needs_request = row->kind == ANSWER_SAME || row->kind == ANSWER_KEPT ||
			     !row->sentence[0];
	if (needs_request && !is_in_request(shape, row->name))
		fail_msg("%s.%.*s: the request has no such field", shape->name, STR_ARG(row->name));
	bool needs_words = row->kind == ANSWER_WORD || row->kind == ANSWER_WORDS ||
			   row->kind == ANSWER_COUNTS_BY;
	if (row->kind != ANSWER_CODE) assert_int_equal(needs_words, row->words != NULL);
	bool needs_inner = row->kind == ANSWER_SHAPE || row->kind == ANSWER_SHAPES;
	assert_int_equal(needs_inner, row->inner != NULL);
}

static void every_row_leads_to_what_it_names(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(all); i++) {
		assert_true(all[i]->len > 0 && all[i]->sentence[0]);
		for (u32 j = 0; j < all[i]->len; j++) check_row(all[i], &all[i]->fields[j]);
	}
}

static void no_two_shapes_have_one_name(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(all); i++) {
		for (size_t j = 0; j < i; j++) assert_string_not_equal(all[i]->name, all[j]->name);
	}
}

static void every_route_says_how_it_is_answered(void **state)
{
	u32 len;
	const struct api_route *routes_of_all = routes(&len);
	(void)state;
	for (u32 i = 0; i < len; i++) {
		const struct route_answer *first = &routes_of_all[i].answers[0];
		bool has_shape = first->form == ANSWERS_ONE || route_answer_is_list(first);
		assert_in_range(first->status, 200, 299);
		assert_int_equal(has_shape, first->shape != NULL);
		assert_int_equal(first->form == ANSWERS_BYTES, first->media != NULL);
	}
}

/* Whose settings count, and what counts without them: a value that the field takes. */
static void check_sources(const struct shape *shape, const struct field *field)
{
	struct arena arena;
	struct buf body;
	void *input;
	assert_false(field->is_required || field->is_filled);
	assert_true(field->sources && field->sources[0]);
	if (!field->preset_text) return;
	const struct shape one = { shape->name, "", shape->size, field, 1 };
	arena_init(&arena, 65536);
	struct faults faults = { .arena = &arena };
	input = arena_alloc_zeroed(&arena, shape->size);
	buf_init(&body, 1000);
	buf_addf(&body, "{\"%.*s\":%s}", STR_ARG(field->name), field->preset_text);
	assert_true(shape_read_body(&one, buf_view(&body), &faults, input));
	buf_done(&body);
	arena_done(&arena);
}

static void check_preset(const struct shape *shape, const struct field *field)
{
	bool is_counted = field->kind == FIELD_INTEGER || field->kind == FIELD_CHOICE ||
			  field->kind == FIELD_BOOL;
	u32 words = 1;
	if (field->preset == PRESET_NONE) {
		assert_false(field->is_filled);
		return;
	}
	if (field->preset == PRESET_FROM) {
		check_sources(shape, field);
		return;
	}
	for (const char *at = field->choices; at && *at; at++) words += *at == ',';
	if (field->is_required || is_counted != (field->preset == PRESET_NUMBER) ||
	    (field->is_filled && !is_counted))
		fail_msg("%s.%.*s: such a field has no default", shape->name, STR_ARG(field->name));
	if (field->kind == FIELD_INTEGER)
		assert_true(field->preset_number >= field->min &&
			    field->preset_number <= field->max);
	if (field->kind == FIELD_CHOICE) assert_in_range(field->preset_number, 0, words - 1);
}

static void every_default_is_one_that_may_be_sent(void **state)
{
	u32 len;
	const struct api_route *routes_of_all = routes(&len);
	(void)state;
	for (u32 i = 0; i < len; i++) {
		const struct shape *shapes[] = { routes_of_all[i].body, routes_of_all[i].query };
		for (size_t j = 0; j < countof(shapes); j++) {
			for (u32 k = 0; shapes[j] && k < shapes[j]->len; k++)
				check_preset(shapes[j], &shapes[j]->fields[k]);
		}
	}
}

static void every_event_has_a_shape(void **state)
{
	(void)state;
	for (u32 i = 0; i < EVENT_COUNT; i++) {
		/* The description names the event itself by what stands before "Data". */
		assert_non_null(strstr(event_data_shape(i)->name, "EventData"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_leads_to_what_it_names),
		cmocka_unit_test(no_two_shapes_have_one_name),
		cmocka_unit_test(every_route_says_how_it_is_answered),
		cmocka_unit_test(every_default_is_one_that_may_be_sent),
		cmocka_unit_test(every_event_has_a_shape),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
