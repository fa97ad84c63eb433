/* Pages of runs, over every kind of store: what is due, and what matches a filter. */
#include "conformance/scene.h"

/* ---- what is due -------------------------------------------------------------------------- */

/* Where a scan of what is due stands. */
struct due_place {
	msec run_at;
	struct uuid id;
};

static const struct due_place from_the_beginning = { .run_at = MSEC_MIN };

/* The numbers of the runs in a page, as text, such as "3 1 2"; the place moves behind the last. */
static void due_page(struct scene *scene, struct due_place *place, msec until, u32 limit,
		     struct buf *out)
{
	struct want want = load(scene, (struct want){ .kind = WANT_DUE,
						      .due = { .after_run_at = place->run_at,
							       .after_id = place->id,
							       .until = until,
							       .limit = limit } });
	assert_true(want.due.len <= limit);
	buf_clear(out);
	for (u32 i = 0; i < want.due.len; i++) {
		const struct run_row *row = &want.due.rows[i];
		assert_no_texts(row);
		assert_int_equal(row->hot.state, RUN_QUEUED);
		buf_addf(out, i ? " %u" : "%u",
			 (u32)row->id.bytes[14] << 8 | (u32)row->id.bytes[15]);
		*place = (struct due_place){ row->hot.run_at, row->id };
	}
}

static void expect_due(struct scene *scene, struct due_place *place, msec until, u32 limit,
		       const char *numbers)
{
	struct buf page;
	buf_init(&page, 1 << 16);
	due_page(scene, place, until, limit, &page);
	assert_str(buf_view(&page), str_from(numbers));
	buf_done(&page);
}

static void expect_all_due(struct scene *scene, const char *numbers)
{
	struct due_place place = from_the_beginning;
	expect_due(scene, &place, MSEC_MAX, 100, numbers);
}

static void put_run_due_at(struct scene *scene, u32 number, msec run_at)
{
	struct run_row row = a_run(number);
	row.hot.run_at = run_at;
	put_run(scene, &row);
}

static void an_empty_store_has_nothing_due(struct scene *scene)
{
	expect_all_due(scene, "");
}

static void what_is_due_comes_by_time_then_by_id(struct scene *scene)
{
	put_run_due_at(scene, 4, SCENE_START + 5);
	put_run_due_at(scene, 1, SCENE_START + 9);
	put_run_due_at(scene, 3, SCENE_START + 5);
	commit(scene);
	put_run_due_at(scene, 2, SCENE_START + 1);
	put_run_due_at(scene, 5, SCENE_START + 5);
	put_run_due_at(scene, 6, -SCENE_START); /* long ago */
	commit(scene);
	expect_all_due(scene, "6 2 3 4 5 1");
}

static void pages_follow_each_other_without_gap_or_overlap(struct scene *scene)
{
	struct due_place place = from_the_beginning;
	for (u32 i = 1; i <= 10; i++) put_run_due_at(scene, i, SCENE_START + i / 4);
	commit(scene);
	expect_due(scene, &place, MSEC_MAX, 4, "1 2 3 4");
	expect_due(scene, &place, MSEC_MAX, 4, "5 6 7 8");
	expect_due(scene, &place, MSEC_MAX, 4, "9 10"); /* a short page: there is no more */
	expect_due(scene, &place, MSEC_MAX, 4, "");
	place = from_the_beginning;
	expect_due(scene, &place, MSEC_MAX, 5, "1 2 3 4 5");
	expect_due(scene, &place, MSEC_MAX, 5, "6 7 8 9 10"); /* full, and yet the last */
	expect_due(scene, &place, MSEC_MAX, 5, "");
	expect_due(scene, &place, MSEC_MAX, 1, "");
}

static void until_is_included_and_what_lies_behind_comes_later(struct scene *scene)
{
	struct due_place place = from_the_beginning;
	for (u32 i = 1; i <= 5; i++) put_run_due_at(scene, i, SCENE_START + i);
	commit(scene);
	expect_due(scene, &place, SCENE_START, 10, "");
	expect_due(scene, &place, SCENE_START + 3, 10, "1 2 3");
	expect_due(scene, &place, SCENE_START + 3, 10, "");
	expect_due(scene, &place, SCENE_START + 5, 10, "4 5");
}

/* The place is exclusive as a whole: behind (run_at, id), not behind run_at. */
static void the_place_is_a_time_and_an_id(struct scene *scene)
{
	for (u32 i = 1; i <= 5; i++) put_run_due_at(scene, i, SCENE_START);
	commit(scene);
	struct due_place place = { SCENE_START, id_of(3) };
	expect_due(scene, &place, MSEC_MAX, 10, "4 5");
	place = (struct due_place){ SCENE_START, { { 0 } } };
	expect_due(scene, &place, MSEC_MAX, 10, "1 2 3 4 5");
	place = (struct due_place){ SCENE_START + 1, { { 0 } } };
	expect_due(scene, &place, MSEC_MAX, 10, "");
	place = (struct due_place){ SCENE_START - 1, id_of(9) };
	expect_due(scene, &place, MSEC_MAX, 10, "1 2 3 4 5");
}

static void the_ends_of_time_are_found(struct scene *scene)
{
	put_run_due_at(scene, 1, MSEC_MAX);
	put_run_due_at(scene, 2, MSEC_MIN);
	put_run_due_at(scene, 3, 0);
	commit(scene);
	expect_all_due(scene, "2 3 1");
}

static void what_is_held_waits_or_has_ended_is_not_due(struct scene *scene)
{
	static const enum run_state states[] = { RUN_WAITING, RUN_DONE, RUN_FAILED, RUN_DLQ,
						 RUN_CANCELLED };
	struct run_row held = a_run(1);
	struct execution_row execution = an_execution(1, 1, 1);
	put_run(scene, &held);
	put_claim(scene, &execution);
	for (u32 i = 0; i < countof(states); i++) {
		struct run_row row = a_run(2 + i);
		row.hot.state = states[i];
		put_run(scene, &row);
	}
	put_run_due_at(scene, 9, SCENE_START);
	commit(scene);
	expect_all_due(scene, "9");
}

static void a_run_comes_back_when_its_holder_gives_it_up(struct scene *scene)
{
	struct run_row row = a_run(2);
	struct execution_row execution = an_execution(1, 2, 1);
	put_run_due_at(scene, 1, SCENE_START + 10);
	put_run_due_at(scene, 3, SCENE_START + 30);
	row.hot.run_at = SCENE_START + 5;
	put_run(scene, &row);
	commit(scene);
	expect_all_due(scene, "2 1 3");
	put_claim(scene, &execution);
	commit(scene);
	expect_all_due(scene, "1 3");
	row.hot.run_at = SCENE_START + 20;
	put_outcome(scene, &execution, OUTCOME_RETRY);
	put_hot(scene, &row);
	commit(scene);
	expect_all_due(scene, "1 2 3");
}

static void a_run_that_is_given_back_untouched_is_due_where_it_was(struct scene *scene)
{
	struct run_row row = a_run(2);
	struct execution_row execution = an_execution(1, 2, 1);
	put_run_due_at(scene, 1, SCENE_START + 10);
	row.hot.run_at = SCENE_START + 5;
	put_run(scene, &row);
	put_claim(scene, &execution);
	commit(scene);
	put_outcome(scene, &execution, OUTCOME_RELEASED);
	commit(scene);
	expect_all_due(scene, "2 1");
}

static void a_run_moves_when_it_gets_another_time(struct scene *scene)
{
	struct run_row row = a_run(2);
	struct due_place place = from_the_beginning;
	put_run_due_at(scene, 1, SCENE_START + 10);
	row.hot.run_at = SCENE_START + 20;
	put_run(scene, &row);
	put_run_due_at(scene, 3, SCENE_START + 30);
	commit(scene);
	expect_due(scene, &place, MSEC_MAX, 1, "1");
	row.hot.run_at = SCENE_START + 40;
	put_hot(scene, &row);
	commit(scene);
	expect_due(scene, &place, MSEC_MAX, 10, "3 2"); /* it moved ahead of the place */
	row.hot.run_at = SCENE_START + 1;
	put_hot(scene, &row);
	commit(scene);
	expect_due(scene, &place, MSEC_MAX, 10, ""); /* behind it: a scan does not look back */
	expect_all_due(scene, "2 1 3");
	row.hot.state = RUN_CANCELLED;
	put_hot(scene, &row);
	commit(scene);
	expect_all_due(scene, "1 3");
}

/* ---- what matches ------------------------------------------------------------------------- */

static void expect_matching_page(struct scene *scene, const struct run_filter *filter, u32 after,
				 u32 limit, const char *numbers)
{
	struct uuid after_id = after ? id_of(after) : (struct uuid){ 0 };
	struct want want = load(scene, (struct want){ .kind = WANT_MATCHING,
						      .matching = { .filter = *filter,
								    .after_id = after_id,
								    .limit = limit } });
	struct buf page;
	assert_true(want.matching.len <= limit);
	buf_init(&page, 1 << 16);
	for (u32 i = 0; i < want.matching.len; i++) {
		const struct run_seen *seen = &want.matching.rows[i];
		assert_true(seen->found);
		assert_no_texts(&seen->row);
		buf_addf(&page, i ? " %u" : "%u",
			 (u32)seen->row.id.bytes[14] << 8 | (u32)seen->row.id.bytes[15]);
	}
	assert_str(buf_view(&page), str_from(numbers));
	buf_done(&page);
}

static void expect_matching(struct scene *scene, const struct run_filter *filter,
			    const char *numbers)
{
	expect_matching_page(scene, filter, 0, 100, numbers);
}

/* Twelve runs: tenants 1 and 2, types 1 to 3, queues 1 and 2, and every third has a key and an
 * entity. */
static void put_twelve(struct scene *scene)
{
	for (u32 i = 12; i >= 1; i--) {
		struct run_row row = a_run(i);
		row.tenant.v = 1 + i % 2;
		row.type.v = 1 + i % 3;
		row.hot.queue.v = 1 + i / 7;
		if (i % 3 == 0) row.key = STR("order:42"), row.key_digest = digest_of(row.key);
		if (i % 3 == 1) row.entity = STR("event:7");
		put_run(scene, &row);
	}
	commit(scene);
}

static void a_filter_that_says_nothing_matches_all_by_id(struct scene *scene)
{
	struct run_filter any = { 0 };
	expect_matching(scene, &any, "");
	put_twelve(scene);
	expect_matching(scene, &any, "1 2 3 4 5 6 7 8 9 10 11 12");
}

static void each_field_of_a_filter_restricts(struct scene *scene)
{
	put_twelve(scene);
	expect_matching(scene, &(struct run_filter){ .tenant = { 1 } }, "2 4 6 8 10 12");
	expect_matching(scene, &(struct run_filter){ .tenant = { 3 } }, "");
	expect_matching(scene, &(struct run_filter){ .type = { 2 } }, "1 4 7 10");
	expect_matching(scene, &(struct run_filter){ .queue = { 2 } }, "7 8 9 10 11 12");
	expect_matching(scene, &(struct run_filter){ .entity = STR("event:7") }, "1 4 7 10");
	expect_matching(scene, &(struct run_filter){ .entity = STR("event:") }, "");
	struct run_filter key = { .by_key = true, .key_digest = digest_of(STR("order:42")) };
	expect_matching(scene, &key, "3 6 9 12");
	key.key_digest = digest_of(STR("order:43"));
	expect_matching(scene, &key, "");
}

static void fields_of_a_filter_restrict_together(struct scene *scene)
{
	put_twelve(scene);
	struct run_filter filter = { .tenant = { 2 }, .entity = STR("event:7") };
	expect_matching(scene, &filter, "1 7");
	filter.queue.v = 2;
	expect_matching(scene, &filter, "7");
	filter.type.v = 1;
	expect_matching(scene, &filter, "");
	filter = (struct run_filter){ .tenant = { 1 },
				      .by_key = true,
				      .key_digest = digest_of(STR("order:42")) };
	expect_matching(scene, &filter, "6 12");
	filter.entity = STR("event:7");
	expect_matching(scene, &filter, "");
}

static void states_are_those_that_everyone_sees(struct scene *scene)
{
	static const enum run_state states[] = { RUN_WAITING, RUN_QUEUED, RUN_QUEUED,   RUN_DONE,
						 RUN_FAILED,  RUN_DLQ,    RUN_CANCELLED };
	for (u32 i = 0; i < countof(states); i++) {
		struct run_row row = a_run(1 + i);
		row.hot.state = states[i];
		put_run(scene, &row);
	}
	struct execution_row execution = an_execution(1, 3, 1);
	put_claim(scene, &execution);
	commit(scene);
	expect_matching(scene, &(struct run_filter){ .states = 1u << RUN_WAITING }, "1");
	expect_matching(scene, &(struct run_filter){ .states = 1u << RUN_QUEUED }, "2");
	expect_matching(scene, &(struct run_filter){ .states = 1u << RUN_PROCESSING }, "3");
	expect_matching(scene, &(struct run_filter){ .states = 1u << RUN_DONE }, "4");
	u32 dead = 1u << RUN_FAILED | 1u << RUN_DLQ;
	expect_matching(scene, &(struct run_filter){ .states = dead }, "5 6");
	u32 unfinished = 1u << RUN_WAITING | 1u << RUN_QUEUED | 1u << RUN_PROCESSING;
	expect_matching(scene, &(struct run_filter){ .states = unfinished }, "1 2 3");
	expect_matching(scene, &(struct run_filter){ .states = 1u << RUN_CANCELLED }, "7");
}

static void a_match_shows_who_holds_it(struct scene *scene)
{
	struct run_row row = a_run(1);
	struct execution_row execution = an_execution(1, 1, 1);
	put_run(scene, &row);
	put_claim(scene, &execution);
	commit(scene);
	struct want want = load(scene,
				(struct want){ .kind = WANT_MATCHING, .matching = { .limit = 1 } });
	assert_int_equal(want.matching.len, 1);
	assert_true(want.matching.rows[0].is_open);
	assert_same_execution(&want.matching.rows[0].open, &execution);
	assert_same_numbers(&want.matching.rows[0].row, &row);
}

static void matching_pages_follow_each_other(struct scene *scene)
{
	put_twelve(scene);
	struct run_filter any = { 0 }, entity = { .entity = STR("event:7") };
	struct run_filter own = { .tenant = { 2 }, .entity = STR("event:7") };
	struct run_filter key = { .tenant = { 2 },
				  .by_key = true,
				  .key_digest = digest_of(STR("order:42")) };
	expect_matching_page(scene, &any, 0, 5, "1 2 3 4 5");
	expect_matching_page(scene, &any, 5, 5, "6 7 8 9 10");
	expect_matching_page(scene, &any, 10, 5, "11 12");
	expect_matching_page(scene, &any, 12, 5, "");
	expect_matching_page(scene, &entity, 0, 3, "1 4 7");
	expect_matching_page(scene, &entity, 7, 3, "10");
	expect_matching_page(scene, &own, 0, 1, "1");
	expect_matching_page(scene, &own, 1, 1, "7");
	expect_matching_page(scene, &own, 7, 1, "");
	expect_matching_page(scene, &key, 0, 1, "3");
	expect_matching_page(scene, &key, 3, 1, "9");
	expect_matching_page(scene, &key, 9, 1, "");
}

/* A page is full as long as there is more, however far apart the matches are. */
static void rare_matches_fill_a_page_all_the_same(struct scene *scene)
{
	enum { RUNS = 3000 };
	for (u32 i = 1; i <= RUNS; i++) {
		struct run_row row = a_run(i);
		row.type.v = i % 1000 == 0 ? 2 : 1;
		put_run(scene, &row);
	}
	commit(scene);
	struct run_filter rare = { .type = { 2 } };
	expect_matching_page(scene, &rare, 0, 2, "1000 2000");
	expect_matching_page(scene, &rare, 2000, 2, "3000");
}

static void a_run_matches_by_what_it_is_now(struct scene *scene)
{
	struct run_row row = a_run(1);
	put_run(scene, &row);
	commit(scene);
	row.hot.queue.v = 5;
	row.hot.state = RUN_CANCELLED;
	put_hot(scene, &row);
	commit(scene);
	expect_matching(scene, &(struct run_filter){ .queue = { 1 } }, "");
	expect_matching(scene, &(struct run_filter){ .queue = { 5 } }, "1");
	expect_matching(scene, &(struct run_filter){ .states = 1u << RUN_QUEUED }, "");
	expect_matching(scene, &(struct run_filter){ .states = 1u << RUN_CANCELLED }, "1");
}

/* However long each waits, by key and by entity they come as one list. */
static void those_for_now_and_those_for_later_are_one_list(struct scene *scene)
{
	const u32 unfinished = 1u << RUN_WAITING | 1u << RUN_QUEUED | 1u << RUN_PROCESSING;
	struct run_filter key = { .tenant = { 1 },
				  .states = unfinished,
				  .by_key = true,
				  .key_digest = digest_of(STR("order:42")) };
	struct run_filter entity = { .tenant = { 1 },
				     .states = unfinished,
				     .entity = STR("event:7") };
	struct run_row rows[6];
	for (u32 i = 0; i < countof(rows); i++) {
		rows[i] = a_run(1 + i);
		rows[i].key = STR("order:42"), rows[i].key_digest = digest_of(rows[i].key);
		rows[i].entity = STR("event:7");
		if (i % 3) rows[i].hot.run_at += i * MSEC_DAY;
		put_run(scene, &rows[i]);
	}
	commit(scene);
	expect_matching(scene, &key, "1 2 3 4 5 6");
	expect_matching(scene, &entity, "1 2 3 4 5 6");
	expect_matching_page(scene, &key, 0, 2, "1 2");
	expect_matching_page(scene, &key, 2, 2, "3 4");
	expect_matching_page(scene, &entity, 4, 2, "5 6");
	/* One for now has to wait for its retry, one for later is moved to now, one ends. */
	rows[0].hot.run_at += MSEC_DAY;
	rows[1].hot.run_at = SCENE_START;
	rows[2].hot.state = RUN_CANCELLED;
	for (u32 i = 0; i < 3; i++) put_hot(scene, &rows[i]);
	commit(scene);
	expect_matching(scene, &key, "1 2 4 5 6");
	expect_matching(scene, &entity, "1 2 4 5 6");
}

int main(void)
{
	static const struct told_story stories[] = {
		STORY(an_empty_store_has_nothing_due),
		STORY(what_is_due_comes_by_time_then_by_id),
		STORY(pages_follow_each_other_without_gap_or_overlap),
		STORY(until_is_included_and_what_lies_behind_comes_later),
		STORY(the_place_is_a_time_and_an_id),
		STORY(the_ends_of_time_are_found),
		STORY(what_is_held_waits_or_has_ended_is_not_due),
		STORY(a_run_comes_back_when_its_holder_gives_it_up),
		STORY(a_run_that_is_given_back_untouched_is_due_where_it_was),
		STORY(a_run_moves_when_it_gets_another_time),
		STORY(a_filter_that_says_nothing_matches_all_by_id),
		STORY(each_field_of_a_filter_restricts),
		STORY(fields_of_a_filter_restrict_together),
		STORY(states_are_those_that_everyone_sees),
		STORY(a_match_shows_who_holds_it),
		STORY(matching_pages_follow_each_other),
		STORY(rare_matches_fill_a_page_all_the_same),
		STORY(a_run_matches_by_what_it_is_now),
		STORY(those_for_now_and_those_for_later_are_one_list),
	};
	return tell_stories(stories, countof(stories));
}
