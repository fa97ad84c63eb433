/* Whether an answer has what its table promises: every call of a unit test is looked at, so that a
 * member that nobody writes is found without a server. The kinds and words are checked by the
 * compiler (api/member.h) and by the dialogues. */
#ifndef BELFRY_TEST_UNIT_API_ANSWER_CHECK_H
#define BELFRY_TEST_UNIT_API_ANSWER_CHECK_H

#include "api/answer_shape.h"
#include "api/route.h"
#include "base/check.h"

static inline void expect_shape(const struct answer_shape *shape, str object);

static inline void expect_shapes(const struct answer_shape *shape, str array)
{
	struct json json;
	str item;
	json_init(&json, array);
	assert_true(json_enter(&json, VALUE_ARRAY));
	while (json_next_item(&json) && json_skip(&json, &item)) expect_shape(shape, item);
	assert_false(json_failed(&json));
}

static inline void expect_member(const struct answer_shape *shape, const struct answer_field *field,
				 str object)
{
	str value;
	if (field->kind == ANSWER_KEPT) return; /* a row for all fields of the request */
	if (!json_find(object, field->name, &value)) {
		if (field->presence == PRESENCE_OPTIONAL || field->presence == PRESENCE_EITHER)
			return;
		fail_msg("%s.%.*s is promised and not there: %.*s", shape->name,
			 STR_ARG(field->name), STR_ARG(object));
	}
	if (str_eq(value, STR("null"))) {
		bool may_be = field->presence == PRESENCE_NULLABLE ||
			      field->presence == PRESENCE_EITHER || field->kind == ANSWER_ANY ||
			      field->kind == ANSWER_SAME;
		if (!may_be) fail_msg("%s.%.*s is null", shape->name, STR_ARG(field->name));
		return;
	}
	if (field->kind == ANSWER_SHAPE) expect_shape(field->inner, value);
	if (field->kind == ANSWER_SHAPES) expect_shapes(field->inner, value);
}

static inline void expect_shape(const struct answer_shape *shape, str object)
{
	for (u32 i = 0; i < shape->len; i++) expect_member(shape, &shape->fields[i], object);
}

/* The answer of a call that was carried out; others pass. */
static inline void expect_answer(const struct api_route *route, int status, str body)
{
	for (u32 i = 0; i < ROUTE_ANSWERS_MAX; i++) {
		const struct route_answer *answer = &route->answers[i];
		str data;
		if (answer->status != status || answer->media || !body.len) continue;
		if (answer->form == ANSWERS_ONE) expect_shape(answer->shape, body);
		if (!route_answer_is_list(answer)) continue;
		assert_true(json_find(body, STR("data"), &data));
		expect_shapes(answer->shape, data);
	}
}

#endif
