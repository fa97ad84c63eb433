/* The tables of fields, all of them: every shape that a route names can be read. */
#include "api/shapes.h"

#include "api/route.h"
#include "base/check.h"

static void check_shape(const struct shape *shape, bool is_query)
{
	assert_in_range(shape->len, 0, FIELDS_MAX);
	assert_true(shape->size >= sizeof(struct given));
	for (u32 i = 0; i < shape->len; i++) {
		const struct field *field = &shape->fields[i];
		assert_true(field->name.len > 0);
		assert_non_null(field->sentence);
		assert_true(field->sentence[0] != '\0');
		assert_true(field->offset >= sizeof(struct given));
		assert_true(field->offset < shape->size);
		assert_true((field->kind == FIELD_CHOICE) == (field->choices != NULL));
		bool is_nested = field->kind == FIELD_SHAPE || field->kind == FIELD_SHAPES ||
				 field->kind == FIELD_EACH || field->kind == FIELD_DELAYS;
		bool is_cut = field->kind == FIELD_CUT || field->kind == FIELD_CUT_KEY ||
			      field->kind == FIELD_CUT_ANY;
		if (is_nested && field->kind != FIELD_DELAYS) assert_non_null(field->inner);
		if (field->kind == FIELD_CUT_KEY) assert_true(field->max >= 64);
		if (field->inner) check_shape(field->inner, false);
		bool is_plain = field->kind != FIELD_OBJECT && field->kind != FIELD_ARRAY &&
				field->kind != FIELD_ANY && field->kind != FIELD_TEXTS &&
				!is_nested && !is_cut;
		if (is_query && !is_plain)
			fail_msg("%s.%s cannot be a parameter", shape->name, field->name.at);
		for (u32 j = 0; j < i; j++)
			assert_false(str_eq(field->name, shape->fields[j].name));
	}
}

static void every_field_of_every_route_has_a_place_a_bound_and_a_sentence(void **state)
{
	u32 len;
	const struct api_route *all = routes(&len);
	(void)state;
	for (u32 i = 0; i < len; i++) {
		if (all[i].body) check_shape(all[i].body, false);
		if (all[i].query) check_shape(all[i].query, true);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_field_of_every_route_has_a_place_a_bound_and_a_sentence),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
