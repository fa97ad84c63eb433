/* Streams: told as it happens, each at its reader's pace. */
#include "api/streams.h"

#include "api/event_scene.h"

static const struct wakeup mails = { STR("acme"), STR("mail"), EVENTS_ALL };
static const struct wakeup others = { STR("acme"), STR("fax"), EVENTS_ALL };

static void listen(struct event_scene *scene, const char *target, const char *last)
{
	stage_with(&scene->stage, STR("Accept"), STR("text/html, Text/Event-Stream;q=0.5"));
	if (last) stage_with(&scene->stage, STR("Last-Event-ID"), str_from(last));
	stage_begin(&scene->stage, &scene->viewer, "GET", target, STR(""));
	stage_settle(&scene->stage);
}

static void wake(struct event_scene *scene, const struct wakeup *wakeups, u32 len, u64 turn)
{
	api_wake(scene->stage.api, wakeups, len, false, turn);
	stage_settle(&scene->stage);
}

static str heard(struct event_scene *scene)
{
	return buf_view(&scene->stage.streamed);
}

static void leave(struct event_scene *scene)
{
	if (scene->stage.held) api_gone(scene->stage.held);
	stage_settle(&scene->stage);
	assert_int_equal(0, api_streams(scene->stage.api));
	stage_close(&scene->stage);
}

static void who_listens_is_told_what_comes(void **state)
{
	struct event_scene scene;
	(void)state;
	scene_open(&scene);
	scene_tell(&scene, 1);
	listen(&scene, AT_BASE("events?type=mail"), NULL);
	assert_non_null(scene.stage.held);
	assert_int_equal(200, scene.stage.status);
	assert_str(buf_view(&scene.stage.type), STR("text/event-stream"));
	expect_has(buf_view(&scene.stage.fields), "X-Request-Id: ");
	assert_str(heard(&scene), STR("retry: 2000\n\n"));
	scene_tell(&scene, 2);
	wake(&scene, &mails, 1, 2);
	expect_text(heard(&scene), shown("id: 2-0\nevent: run.created\ndata:{"));
	assert_false(text_has(heard(&scene), str_from(shown("id: 1-0"))));
	leave(&scene);
}

static void who_refuses_a_stream_by_its_quality_gets_the_list(void **state)
{
	struct event_scene scene;
	(void)state;
	scene_open(&scene);
	stage_with(&scene.stage, STR("Accept"), STR("text/event-stream;q=0, */*"));
	(void)stage_call(&scene.stage, &scene.viewer, "GET", AT_BASE("events"), STR(""));
	assert_int_equal(200, scene.stage.status);
	assert_str(buf_view(&scene.stage.type), STR("application/json"));
	leave(&scene);
}

static void who_comes_back_goes_on_exactly(void **state)
{
	struct event_scene scene;
	(void)state;
	scene_open(&scene);
	for (u64 turn = 1; turn <= 3; turn++) scene_tell(&scene, turn);
	listen(&scene, AT_BASE("events"), shown("1-0"));
	assert_false(text_has(heard(&scene), str_from(shown("id: 1-0"))));
	expect_text(heard(&scene), shown("id: 2-0\n"));
	expect_text(heard(&scene), shown("id: 3-0\n"));
	leave(&scene);
}

static void what_was_removed_is_said_and_it_goes_on(void **state)
{
	struct event_scene scene;
	(void)state;
	scene_open(&scene);
	scene_tell(&scene, 7);
	scene.shelf.events_are_cut = true;
	listen(&scene, AT_BASE("events"), shown("1-0"));
	expect_has(heard(&scene), "event: events.cut\n");
	expect_text(heard(&scene), shown("id: 7-0\n"));
	leave(&scene);
}

static void what_it_is_not_about_is_not_read_for_it(void **state)
{
	struct event_scene scene;
	(void)state;
	scene_open(&scene);
	listen(&scene, AT_BASE("events?type=mail&event=run.created"), shown("5-0"));
	u32 asked = scene.shelf.asked;
	struct wakeup foreign = { STR("rival"), STR("mail"), EVENTS_ALL };
	struct wakeup started = { STR("acme"), STR("mail"), EVENT_BIT(EVENT_TASK_STARTED) };
	wake(&scene, &others, 1, 6);
	wake(&scene, &foreign, 1, 7);
	wake(&scene, &started, 1, 8);
	assert_int_equal(asked, scene.shelf.asked);
	wake(&scene, &mails, 1, 9);
	assert_int_equal(asked + 1, scene.shelf.asked);
	/* All up to the eighth turn counted as seen. */
	assert_true(scene.shelf.last_events.from.turn == 8);
	leave(&scene);
}

static void in_doubt_nothing_counts_as_seen_unread(void **state)
{
	struct event_scene scene;
	(void)state;
	scene_open(&scene);
	listen(&scene, AT_BASE("events?type=mail"), shown("5-0"));
	api_doubt(scene.stage.api, true);
	wake(&scene, &others, 1, 9);
	scene_tell(&scene, 6); /* it was kept after all, and nobody was told */
	u32 asked = scene.shelf.asked;
	api_doubt(scene.stage.api, false);
	stage_settle(&scene.stage);
	assert_int_equal(asked + 1, scene.shelf.asked);
	expect_text(heard(&scene), shown("id: 6-0\n"));
	leave(&scene);
}

static void who_reads_slowly_is_read_for_later(void **state)
{
	struct event_scene scene;
	(void)state;
	scene_open(&scene);
	listen(&scene, AT_BASE("events"), shown("1-0"));
	u32 asked = scene.shelf.asked;
	scene.stage.unsent = 1 << 20;
	scene_tell(&scene, 2);
	wake(&scene, &mails, 1, 2);
	api_tick(scene.stage.api);
	stage_settle(&scene.stage);
	assert_int_equal(asked, scene.shelf.asked);
	scene.stage.unsent = 0;
	api_tick(scene.stage.api);
	stage_settle(&scene.stage);
	expect_text(heard(&scene), shown("id: 2-0\n"));
	leave(&scene);
}

static void readers_that_are_busy_are_asked_again(void **state)
{
	struct event_scene scene;
	(void)state;
	scene_open(&scene);
	listen(&scene, AT_BASE("events"), shown("1-0"));
	scene.stage.is_read_busy = true;
	scene_tell(&scene, 2);
	wake(&scene, &mails, 1, 2);
	scene.stage.is_read_busy = false;
	scene.shelf.err = ERR_STORE;
	api_tick(scene.stage.api);
	stage_settle(&scene.stage);
	scene.shelf.err = ERR_OK;
	api_tick(scene.stage.api);
	stage_settle(&scene.stage);
	expect_text(heard(&scene), shown("id: 2-0\n"));
	leave(&scene);
}

static void a_quiet_stream_shows_that_it_lives(void **state)
{
	struct event_scene scene;
	(void)state;
	scene_open(&scene);
	listen(&scene, AT_BASE("events?type=mail"), shown("5-0"));
	wake(&scene, &others, 1, 77);
	scene.stage.now.boot += 14000;
	api_tick(scene.stage.api);
	assert_false(text_has(heard(&scene), STR("still here")));
	scene.stage.now.boot += 1000;
	api_tick(scene.stage.api);
	/* And how far it has come. */
	expect_text(heard(&scene), shown("id: 77-4294967295\n: still here\n\n"));
	leave(&scene);
}

static void a_token_that_is_taken_back_ends_its_streams(void **state)
{
	struct event_scene scene;
	(void)state;
	scene_open(&scene);
	listen(&scene, AT_BASE("events"), NULL);
	auth_remove(api_auth(scene.stage.api), &scene.viewer.id);
	api_tick(scene.stage.api);
	assert_int_equal(1, scene.stage.streams_ended);
	scene.stage.held = NULL;
	leave(&scene);
}

static void who_leaves_while_it_is_read_for_ends_after_that(void **state)
{
	struct event_scene scene;
	(void)state;
	scene_open(&scene);
	listen(&scene, AT_BASE("events"), shown("1-0"));
	api_wake(scene.stage.api, &mails, 1, false, 2);
	api_gone(scene.stage.held);
	assert_int_equal(0, scene.stage.streams_ended);
	stage_settle(&scene.stage);
	assert_int_equal(1, scene.stage.streams_ended);
	scene.stage.held = NULL;
	leave(&scene);
}

static void who_cannot_be_written_to_is_let_go(void **state)
{
	struct event_scene scene;
	(void)state;
	scene_open(&scene);
	listen(&scene, AT_BASE("events"), shown("1-0"));
	scene_tell(&scene, 2);
	scene.stage.is_broken = true;
	wake(&scene, &mails, 1, 2);
	assert_int_equal(1, scene.stage.streams_ended);
	scene.stage.held = NULL;
	leave(&scene);
}

static void a_token_may_listen_so_often_and_not_more(void **state)
{
	struct event_scene scene;
	struct request *held[STREAMS_A_TOKEN];
	(void)state;
	scene_open(&scene);
	for (u32 i = 0; i < STREAMS_A_TOKEN; i++) {
		listen(&scene, AT_BASE("events"), NULL);
		held[i] = scene.stage.held;
	}
	listen(&scene, AT_BASE("events"), NULL);
	assert_int_equal(429, scene.stage.status);
	assert_null(scene.stage.held);
	listen(&scene, AT_BASE("events"), "yesterday");
	assert_null(scene.stage.held);
	for (u32 i = 0; i < STREAMS_A_TOKEN; i++) api_gone(held[i]);
	listen(&scene, AT_BASE("events"), "yesterday");
	assert_int_equal(422, scene.stage.status);
	leave(&scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_listens_is_told_what_comes),
		cmocka_unit_test(who_refuses_a_stream_by_its_quality_gets_the_list),
		cmocka_unit_test(who_comes_back_goes_on_exactly),
		cmocka_unit_test(what_was_removed_is_said_and_it_goes_on),
		cmocka_unit_test(what_it_is_not_about_is_not_read_for_it),
		cmocka_unit_test(in_doubt_nothing_counts_as_seen_unread),
		cmocka_unit_test(who_reads_slowly_is_read_for_later),
		cmocka_unit_test(readers_that_are_busy_are_asked_again),
		cmocka_unit_test(a_quiet_stream_shows_that_it_lives),
		cmocka_unit_test(a_token_that_is_taken_back_ends_its_streams),
		cmocka_unit_test(who_leaves_while_it_is_read_for_ends_after_that),
		cmocka_unit_test(who_cannot_be_written_to_is_let_go),
		cmocka_unit_test(a_token_may_listen_so_often_and_not_more),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
