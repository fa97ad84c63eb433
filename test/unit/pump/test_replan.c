/* Whether plans are made anew, by what the store says they were made by. */
#include "pump/replan.h"

#include "base/check.h"

struct stage {
	struct query query;
	const char *known; /* NULL: the store says nothing */
	enum err read_err;
	enum err plan_err;
	struct command asked[4];
	u32 asked_len;
};

static enum err documents(struct query *query, const struct document_list *list,
			  struct arena *arena, struct document_page *out_page)
{
	struct stage *stage = container_of(query, struct stage, query);
	assert_int_equal(DOCUMENT_SYSTEM, list->kind);
	assert_str(list->name, STR("tzdata"));
	if (stage->read_err) return stage->read_err;
	struct document_view *row = arena_alloc_zeroed(arena, sizeof *row);
	row->row.body = str_from(stage->known);
	*out_page = (struct document_page){ .rows = row, .len = stage->known != NULL };
	return ERR_OK;
}

static enum err ask(void *context, struct command *command, struct why *why)
{
	struct stage *stage = context;
	stage->asked[stage->asked_len++] = *command;
	if (command->kind == COMMAND_TZ_CHANGED && stage->plan_err)
		return fail(why, stage->plan_err, "not now");
	return ERR_OK;
}

static enum err settle(struct stage *stage)
{
	static const struct query_calls calls = { .documents = documents };
	const struct replan_door door = { stage, ask, 1700000000000 };
	struct why why;
	stage->query.calls = &calls;
	stage->asked_len = 0;
	return replan_if_needed(&door, &stage->query, STR("2026f"), &why);
}

static void same_data_change_nothing(void **state)
{
	(void)state;
	struct stage stage = { .known = "2026f" };
	assert_int_equal(ERR_OK, settle(&stage));
	assert_int_equal(0, stage.asked_len);
}

static void new_store_only_notes_its_data(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	assert_int_equal(ERR_OK, settle(&stage));
	assert_int_equal(1, stage.asked_len);
	assert_int_equal(COMMAND_DOCUMENT_PUT, stage.asked[0].kind);
	assert_str(stage.asked[0].document.body, STR("2026f"));
}

static void other_data_plan_anew_before_they_are_noted(void **state)
{
	(void)state;
	struct stage stage = { .known = "2025a" };
	assert_int_equal(ERR_OK, settle(&stage));
	assert_int_equal(2, stage.asked_len);
	assert_int_equal(COMMAND_TZ_CHANGED, stage.asked[0].kind);
	assert_int_equal(COMMAND_DOCUMENT_PUT, stage.asked[1].kind);
}

static void data_are_not_noted_when_planning_failed(void **state)
{
	(void)state;
	struct stage stage = { .known = "2025a", .plan_err = ERR_STORE };
	assert_int_equal(ERR_STORE, settle(&stage));
	assert_int_equal(1, stage.asked_len);
	stage = (struct stage){ .read_err = ERR_STORE };
	assert_int_equal(ERR_STORE, settle(&stage));
	assert_int_equal(0, stage.asked_len);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_data_change_nothing),
		cmocka_unit_test(new_store_only_notes_its_data),
		cmocka_unit_test(other_data_plan_anew_before_they_are_noted),
		cmocka_unit_test(data_are_not_noted_when_planning_failed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
