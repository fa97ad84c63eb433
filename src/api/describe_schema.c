/* The schemas of the description: of requests (named TaskInput), of answers (named Task), of lists
 * (named TaskList); each that a route names, once. */
#include "api/describe_parts.h"
#include "api/handlers.h"
#include "api/write.h"
#include "base/must.h"
#include "model/event.h"

enum { SHAPES_MAX = 256, SCHEMA_NAME_MAX = 100 };

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
	const struct field *field = schema_field_of_request(shape, row->name);
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
			schema_put_list(out, answer->shape, answer->form == ANSWERS_WHOLE);
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
		schema_write_answer(out, shape);
	}
	put_lists(out);
	schema_put_events(out);
	for (u32 i = 0; i < requests.len; i++) {
		struct buf name;
		buf_init(&name, SCHEMA_NAME_MAX);
		schema_add_request_name(&name, requests.all[i]);
		write_key(out, buf_view(&name));
		buf_done(&name);
		schema_write_request(out, requests.all[i]);
	}
	write_close(out, '}');
}
