#include "store/memory/memory_rows.h"

#include "base/check.h"

static struct execution_end an_end(char *room)
{
	static const char texts[] = "classmessageresulthash";
	memcpy(room, texts, sizeof texts);
	return (struct execution_end){
		.outcome = OUTCOME_FAIL,
		.ended_at = 5,
		.error_class = { room, 5 },
		.error_message = { room + 5, 7 },
		.result = { room + 12, 6 },
		.result_hash = { room + 18, 4 },
	};
}

static void a_copy_outlives_what_it_was_made_of(void **state)
{
	(void)state;
	char room[64], text[64];
	struct execution_end end = an_end(room), copy;
	assert_int_equal(row_text_bytes(&end_shape, &end), 22);
	row_copy(&end_shape, &copy, &end, text);
	memset(room, 0xee, sizeof room);
	memset(&end, 0xee, sizeof end);
	assert_int_equal(copy.outcome, OUTCOME_FAIL);
	assert_true(copy.ended_at == 5);
	assert_str(copy.error_class, STR("class"));
	assert_str(copy.error_message, STR("message"));
	assert_str(copy.result, STR("result"));
	assert_str(copy.result_hash, STR("hash"));
}

static void an_empty_text_points_nowhere(void **state)
{
	(void)state;
	char text[8];
	struct name_row name = { .kind = NAME_QUEUE, .no = 3, .text = { "old", 0 } }, copy;
	assert_int_equal(row_text_bytes(&kind_shapes[KIND_NAME], &name), 0);
	row_copy(&kind_shapes[KIND_NAME], &copy, &name, text);
	assert_null(copy.text.at);
	assert_int_equal(copy.no, 3);
}

static void texts_can_be_left_out(void **state)
{
	(void)state;
	char room[64];
	struct execution_end end = an_end(room);
	row_drop_texts(&end_shape, &end);
	assert_int_equal(row_text_bytes(&end_shape, &end), 0);
	assert_null(end.result.at);
	assert_int_equal(end.outcome, OUTCOME_FAIL);
}

/* A text that a shape forgets would stay a borrowed pointer. Counted by what the rows declare. */
static void every_text_of_every_row_is_in_its_shape(void **state)
{
	(void)state;
	struct run_row run = { .key = STR("1"),
			       .entity = STR("22"),
			       .user = STR("333"),
			       .payload = STR("4444"),
			       .trace = STR("55555"),
			       .created_by = STR("666666"),
			       .details = STR("7777777") };
	struct pause_row pause = { .reason = STR("1"), .author = STR("22") };
	struct operation_row operation = { .filter = { .entity = STR("1") }, .reason = STR("22") };
	struct name_row name = { .text = STR("1") };
	struct calendar_row calendar = { .name = STR("1"), .body = STR("22") };
	struct job_row job = { .pause = { .reason = STR("1"), .author = STR("22") },
			       .code = STR("333"),
			       .rule = STR("4444"),
			       .zone = STR("55555"),
			       .start = STR("666666"),
			       .rdates = STR("7777777"),
			       .exdates = STR("88888888"),
			       .exclude = STR("999999999"),
			       .parameters = STR("1010101010"),
			       .details = STR("11111111111") };
	assert_int_equal(row_text_bytes(&job_shape, &job), 66);
	assert_int_equal(job_shape.size, sizeof job);
	assert_int_equal(row_text_bytes(&kind_shapes[KIND_CALENDAR], &calendar), 3);
	assert_int_equal(row_text_bytes(&run_shape, &run), 28);
	assert_int_equal(row_text_bytes(&kind_shapes[KIND_PAUSE], &pause), 3);
	assert_int_equal(row_text_bytes(&kind_shapes[KIND_OPERATION], &operation), 3);
	assert_int_equal(row_text_bytes(&kind_shapes[KIND_NAME], &name), 1);
	struct queue_row queue = { { 1 }, { 2, 3 } };
	assert_int_equal(row_text_bytes(&kind_shapes[KIND_QUEUE], &queue), 0);
	assert_int_equal(run_shape.size, sizeof run);
	assert_int_equal(kind_shapes[KIND_TYPE].size, sizeof(struct type_row));
}

static void a_copy_in_an_arena_lives_as_long_as_that(void **state)
{
	(void)state;
	char room[64];
	struct execution_end end = an_end(room);
	struct arena arena;
	arena_init(&arena, 1 << 16);
	struct execution_end *copy = row_copy_out(&arena, &end_shape, &end);
	assert_non_null(copy);
	memset(room, 0xee, sizeof room);
	assert_str(copy->error_message, STR("message"));
	struct queue_row queue = { { 4 }, { 5, 6 } };
	struct queue_row *queue_copy = row_copy_out(&arena, &kind_shapes[KIND_QUEUE], &queue);
	assert_int_equal(queue_copy->policy.limit, 6);
	arena_done(&arena);
}

static void a_full_arena_gives_no_copy(void **state)
{
	(void)state;
	char room[64];
	struct execution_end end = an_end(room);
	struct arena arena;
	arena_init(&arena, 100);
	assert_null(row_copy_out(&arena, &end_shape, &end));
	arena_done(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_copy_outlives_what_it_was_made_of),
		cmocka_unit_test(an_empty_text_points_nowhere),
		cmocka_unit_test(texts_can_be_left_out),
		cmocka_unit_test(every_text_of_every_row_is_in_its_shape),
		cmocka_unit_test(a_copy_in_an_arena_lives_as_long_as_that),
		cmocka_unit_test(a_full_arena_gives_no_copy),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
