/* Events, read from the journal on and back, with what is known of them. */
#include "store/sqlite/query_scene.h"

static void put_moved(struct scene *scene, u32 run, enum run_state from, enum run_state to,
		      const struct execution_row *execution)
{
	struct journal_entry entry = { .kind = JOURNAL_MOVED,
				       .tenant = { 1 },
				       .type = { 1 },
				       .run = id_of(run),
				       .from = from,
				       .to = to,
				       .attempts = 1,
				       .reason = STR("a word") };
	if (execution) entry.execution = execution->id;
	put_journal(scene, &entry);
}

/* A push of globex's, between the entries of acme's. */
static void put_other(struct scene *scene)
{
	put_journal(scene, &(struct journal_entry){ .kind = JOURNAL_CREATED,
						    .tenant = { 2 },
						    .type = { 2 },
						    .run = id_of(9),
						    .to = RUN_QUEUED });
}

/* Made in turn 2, claimed in 3, a dead letter in 4. */
static void live(struct query_scene *it)
{
	struct scene *scene = it->scene;
	struct run_row row = a_run(1);
	struct execution_row execution = an_execution(1, 1, 1);
	row.entity = STR("order:7");
	put_journal(scene, &(struct journal_entry){ .kind = JOURNAL_CREATED,
						    .tenant = { 1 },
						    .type = { 1 },
						    .run = id_of(1),
						    .to = RUN_QUEUED,
						    .actor = STR("ann") });
	put_other(scene);
	put_run(scene, &row);
	commit(scene);
	put_other(scene);
	put_moved(scene, 1, RUN_QUEUED, RUN_PROCESSING, &execution);
	put_claim(scene, &execution);
	commit(scene);
	put_moved(scene, 1, RUN_PROCESSING, RUN_DLQ, &execution);
	put_end(scene, &execution,
		&(struct execution_end){ .outcome = OUTCOME_TIMEOUT,
					 .error_class = STR("timeout"),
					 .error_message = STR("too slow") });
	commit(scene);
}

static struct event_page ask(struct query_scene *it, const struct event_list *list)
{
	struct event_page page = { 0 };
	assert_int_equal(it->query->calls->events(it->query, list, &it->arena, &page), ERR_OK);
	return page;
}

/* "2-0 run.created, ...". */
static void expect(struct query_scene *it, struct event_list list, const char *expected)
{
	struct buf text;
	if (!list.limit) list.limit = 10;
	struct event_page page = ask(it, &list);
	buf_init(&text, 4096);
	for (u32 i = 0; i < page.len; i++) {
		if (i) buf_add(&text, STR(", "));
		event_place_print(&text, page.rows[i].place);
		buf_addf(&text, " %.*s", STR_ARG(event_name(page.rows[i].kind)));
	}
	if (page.has_more) buf_add(&text, STR(" ..."));
	if (page.is_cut) buf_add(&text, STR(" cut"));
	assert_str(buf_view(&text), str_from(expected));
	buf_done(&text);
}

static void a_tenants_events_come_in_their_order(void **state)
{
	struct query_scene it = query_scene_open();
	(void)state;
	live(&it);
	expect(&it, (struct event_list){ .tenant = acme },
	       "2-0 run.created, 3-2 task.started, 4-0 task.timeout, 4-1 run.dlq");
	expect(&it, (struct event_list){ .tenant = globex }, "2-2 run.created, 3-0 run.created");
	expect(&it, (struct event_list){ .tenant = nobody }, "");
	expect(&it, (struct event_list){ .tenant = everyone, .limit = 3 },
	       "2-0 run.created, 2-2 run.created, 3-0 run.created ...");
	query_scene_close(&it);
}

static void they_go_on_exactly_behind_any_of_them(void **state)
{
	struct query_scene it = query_scene_open();
	(void)state;
	live(&it);
	expect(&it, (struct event_list){ .tenant = acme, .from = { 2, 0 } },
	       "3-2 task.started, 4-0 task.timeout, 4-1 run.dlq");
	expect(&it, (struct event_list){ .tenant = acme, .from = { 4, 0 } }, "4-1 run.dlq");
	expect(&it, (struct event_list){ .tenant = acme, .from = { 4, 1 } }, "");
	expect(&it, (struct event_list){ .tenant = acme, .from = { 3, 2 }, .limit = 1 },
	       "4-0 task.timeout ...");
	query_scene_close(&it);
}

/* Runs that deliver events to webhooks are told about, but not to webhooks. */
static void deliveries_may_be_left_out(void **state)
{
	struct query_scene it = query_scene_open();
	(void)state;
	live(&it);
	put_name(it.scene, NAME_TYPE, 7, STR("@webhook.1"));
	put_journal(it.scene, &(struct journal_entry){ .kind = JOURNAL_CREATED,
						       .tenant = { 1 },
						       .type = { 7 },
						       .run = id_of(3),
						       .to = RUN_QUEUED });
	commit(it.scene);
	expect(&it, (struct event_list){ .tenant = acme, .from = { 4, 1 } }, "5-0 run.created");
	expect(&it, (struct event_list){ .tenant = acme, .from = { 4, 0 }, .but_deliveries = true },
	       "4-1 run.dlq");
	query_scene_close(&it);
}

static struct event_place end_at(struct query_scene *it, msec until)
{
	struct event_list list = { .way = EVENTS_NEWEST, .until = until };
	return ask(it, &list).through;
}

static void where_the_journal_ended_at_an_instant(void **state)
{
	struct query_scene it = query_scene_open();
	(void)state;
	live(&it);
	struct event_list list = { .tenant = everyone, .limit = 10 };
	struct event_page page = ask(&it, &list);
	assert_true(page.len > 3);
	for (u32 i = 0; i < page.len; i++) {
		struct event_place before = end_at(&it, page.rows[i].at);
		struct event_place after = end_at(&it, page.rows[i].at + 1);
		assert_true(before.turn < page.rows[i].place.turn);
		assert_false(event_place_before(after, page.rows[i].place));
	}
	assert_int_equal(end_at(&it, 1).turn, 0);
	assert_int_equal(end_at(&it, 0).turn, page.rows[page.len - 1].place.turn);
	assert_int_equal(end_at(&it, MSEC_YEAR_9999_END).turn, end_at(&it, 0).turn);
	query_scene_close(&it);
}

static void they_go_back_from_the_end(void **state)
{
	struct query_scene it = query_scene_open();
	(void)state;
	live(&it);
	expect(&it, (struct event_list){ .tenant = acme, .way = EVENTS_BACK },
	       "4-1 run.dlq, 4-0 task.timeout, 3-2 task.started, 2-0 run.created");
	expect(&it, (struct event_list){ .tenant = acme, .way = EVENTS_BACK, .limit = 1 },
	       "4-1 run.dlq ...");
	expect(&it,
	       (struct event_list){
		       .tenant = acme, .way = EVENTS_BACK, .from = { 4, 1 }, .limit = 1 },
	       "4-0 task.timeout ...");
	expect(&it, (struct event_list){ .tenant = acme, .way = EVENTS_BACK, .from = { 3, 2 } },
	       "2-0 run.created");
	query_scene_close(&it);
}

static void every_filter_restricts(void **state)
{
	struct query_scene it = query_scene_open();
	struct event_list list = { .tenant = acme, .kinds = EVENT_BIT(EVENT_RUN_DLQ) };
	(void)state;
	live(&it);
	expect(&it, list, "4-1 run.dlq");
	list.kinds = EVENT_BIT(EVENT_TASK_FAILED) | EVENT_BIT(EVENT_JOB_TIMEOUT);
	expect(&it, list, "");
	expect(&it, (struct event_list){ .tenant = everyone, .type = STR("push") },
	       "2-2 run.created, 3-0 run.created");
	expect(&it, (struct event_list){ .tenant = everyone, .type = STR("fax") }, "");
	expect(&it, (struct event_list){ .tenant = everyone, .run = id_of(9) },
	       "2-2 run.created, 3-0 run.created");
	expect(&it, (struct event_list){ .tenant = everyone, .job = id_of(9) }, "");
	query_scene_close(&it);
}

static void an_event_is_told_with_what_is_known_of_it(void **state)
{
	struct query_scene it = query_scene_open();
	struct event_list list = { .tenant = acme, .limit = 10 };
	(void)state;
	live(&it);
	struct event_page page = ask(&it, &list);
	assert_int_equal(page.len, 4);
	const struct event_view *made = &page.rows[0], *ended = &page.rows[2];
	assert_str(made->tenant, acme);
	assert_str(made->type, STR("mail"));
	assert_str(made->queue, STR("default"));
	assert_str(made->entity, STR("order:7"));
	assert_str(made->entry.actor, STR("ann"));
	assert_false(made->has_end);
	assert_true(made->at == SCENE_START);
	assert_true(ended->has_end);
	assert_str(ended->end.error_class, STR("timeout"));
	assert_str(ended->end.error_message, STR("too slow"));
	assert_str(ended->entry.reason, STR("a word"));
	/* Of globex's only the journal is left. */
	list.tenant = globex;
	page = ask(&it, &list);
	assert_str(page.rows[0].type, STR("push"));
	assert_int_equal(page.rows[0].queue.len, 0);
	query_scene_close(&it);
}

static void who_begins_now_sees_what_comes(void **state)
{
	struct query_scene it = query_scene_open();
	struct event_list list = { .tenant = acme, .way = EVENTS_NEWEST };
	(void)state;
	live(&it);
	struct event_page page = ask(&it, &list);
	assert_int_equal(page.len, 0);
	assert_true(page.through.turn == 4);
	list = (struct event_list){ .tenant = acme, .from = page.through };
	expect(&it, list, "");
	put_moved(it.scene, 1, RUN_DLQ, RUN_QUEUED, NULL);
	commit(it.scene);
	expect(&it, list, "5-0 run.retried");
	query_scene_close(&it);
}

/* A year later. */
static void forget_all(struct query_scene *it)
{
	static const struct retention month = { .finished_ms = 30 * MSEC_DAY,
						.dead_ms = 30 * MSEC_DAY,
						.journal_ms = 30 * MSEC_DAY };
	struct store *store = sqlite_store_view(subject_of(it->scene)->store);
	struct now now = { SCENE_START + 365 * MSEC_DAY, 0 };
	for (u32 step = 0; step < 100; step++) {
		bool more = false;
		assert_int_equal(store_tend(store, now, &month, &more), ERR_OK);
	}
}

static void what_was_removed_is_said_to_be_gone(void **state)
{
	struct query_scene it = query_scene_open();
	(void)state;
	live(&it);
	expect(&it, (struct event_list){ .tenant = acme, .from = { 4, 0 } }, "4-1 run.dlq");
	put_moved(it.scene, 1, RUN_DLQ, RUN_QUEUED, NULL);
	commit(it.scene);
	forget_all(&it); /* but for the last turn */
	expect(&it, (struct event_list){ .tenant = acme, .from = { 4, 0 } }, "5-0 run.retried cut");
	expect(&it, (struct event_list){ .tenant = acme }, "5-0 run.retried");
	expect(&it, (struct event_list){ .tenant = acme, .from = { 77, 0 } }, " cut");
	query_scene_close(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_tenants_events_come_in_their_order),
		cmocka_unit_test(they_go_on_exactly_behind_any_of_them),
		cmocka_unit_test(they_go_back_from_the_end),
		cmocka_unit_test(deliveries_may_be_left_out),
		cmocka_unit_test(where_the_journal_ended_at_an_instant),
		cmocka_unit_test(every_filter_restricts),
		cmocka_unit_test(an_event_is_told_with_what_is_known_of_it),
		cmocka_unit_test(who_begins_now_sees_what_comes),
		cmocka_unit_test(what_was_removed_is_said_to_be_gone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
