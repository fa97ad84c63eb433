/* A run's way, walked back through the journal. */
#include "store/sqlite/query_scene.h"

static void put_moved(struct scene *scene, u64 previous, enum run_state to, str reason)
{
	put_journal(scene, &(struct journal_entry){ .kind = JOURNAL_MOVED,
						    .tenant = { 1 },
						    .run = id_of(1),
						    .to = to,
						    .previous_turn = previous,
						    .reason = reason });
	/* Others have a life, too. */
	put_journal(scene, &(struct journal_entry){ .kind = JOURNAL_MOVED,
						    .tenant = { 2 },
						    .run = id_of(2),
						    .reason = STR("not yours") });
}

/* Made, claimed, ended: three turns with others between them; the run is at its end. */
static void live(struct query_scene *it)
{
	struct scene *scene = it->scene;
	struct run_row row = a_run(1);
	struct execution_row execution = an_execution(1, 1, 1);
	u64 made = scene->turn.id;
	row.hot.journal_turn = made;
	put_moved(scene, 0, RUN_QUEUED, STR("made"));
	put_run(scene, &row);
	commit(scene);
	put_queue(scene, 1, 1, 1);
	commit(scene);
	u64 claimed = scene->turn.id;
	execution.turn = claimed;
	put_moved(scene, made, RUN_PROCESSING, STR("claimed"));
	put_claim(scene, &execution);
	commit(scene);
	put_queue(scene, 1, 2, 1);
	commit(scene);
	row.hot.journal_turn = scene->turn.id;
	row.hot.state = RUN_DONE;
	put_moved(scene, claimed, RUN_DONE, STR("done"));
	put_outcome(scene, &execution, OUTCOME_SUCCESS);
	put_hot(scene, &row);
	commit(scene);
}

static void expect_timeline(struct query_scene *it, u64 before, u32 limit, const char *reasons)
{
	struct uuid id = id_of(1);
	struct timeline_page page;
	struct buf text;
	assert_int_equal(
		it->query->calls->timeline(it->query, acme, &id, before, limit, &it->arena, &page),
		ERR_OK);
	buf_init(&text, 4096);
	for (u32 i = 0; i < page.len; i++)
		buf_addf(&text, i ? " %.*s" : "%.*s", STR_ARG(page.rows[i].entry.reason));
	if (page.has_more) buf_add(&text, STR(" ..."));
	if (page.is_cut) buf_add(&text, STR(" cut"));
	assert_str(buf_view(&text), str_from(reasons));
	buf_done(&text);
}

static void a_run_tells_where_it_has_been(void **state)
{
	struct query_scene it = query_scene_open();
	struct uuid id = id_of(1);
	struct timeline_page page;
	(void)state;
	live(&it);
	expect_timeline(&it, 0, 10, "done claimed made");
	expect_timeline(&it, 0, 1, "done ...");
	expect_timeline(&it, 2, 10, "made");
	const struct query_calls *calls = it.query->calls;
	assert_int_equal(calls->timeline(it.query, acme, &id, 0, 9, &it.arena, &page), ERR_OK);
	assert_true(page.rows[2].turn == 2);
	assert_true(page.rows[2].at == SCENE_START);
	assert_int_equal(page.rows[0].entry.to, RUN_DONE);
	assert_int_equal(calls->timeline(it.query, globex, &id, 0, 9, &it.arena, &page),
			 ERR_NOT_FOUND);
	query_scene_close(&it);
}

static void while_it_is_held_the_claim_is_the_last(void **state)
{
	struct query_scene it = query_scene_open();
	struct run_row row = a_run(1);
	struct execution_row execution = an_execution(1, 1, 1);
	(void)state;
	row.hot.journal_turn = it.scene->turn.id;
	put_moved(it.scene, 0, RUN_QUEUED, STR("made"));
	put_run(it.scene, &row);
	commit(it.scene);
	execution.turn = it.scene->turn.id;
	put_moved(it.scene, row.hot.journal_turn, RUN_PROCESSING, STR("claimed"));
	put_claim(it.scene, &execution);
	commit(it.scene);
	expect_timeline(&it, 0, 10, "claimed made");
	query_scene_close(&it);
}

static void what_retention_took_or_a_disk_broke_cuts_the_way(void **state)
{
	struct query_scene it = query_scene_open();
	(void)state;
	live(&it);
	assert_int_equal(tamper(it.scene, "DELETE FROM journal WHERE turn = 2"), 1);
	expect_timeline(&it, 0, 10, "done claimed cut");
	assert_int_equal(tamper(it.scene, "UPDATE journal SET wall = 0 WHERE turn = 4"), 1);
	expect_timeline(&it, 0, 10, "done cut");
	query_scene_close(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_tells_where_it_has_been),
		cmocka_unit_test(while_it_is_held_the_claim_is_the_last),
		cmocka_unit_test(what_retention_took_or_a_disk_broke_cuts_the_way),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
