#include "handler/transfers.h"

#include "handler/stage.h"

struct scene {
	struct loop *loop;
	struct transfers *transfers;
	struct peer peer;
	u32 ended;
	CURLcode code;
};

static void on_ended(void *context, CURLcode code)
{
	struct scene *scene = context;
	scene->ended++;
	scene->code = code;
}

static size_t on_body(char *at, size_t size, size_t count, void *context)
{
	(void)at, (void)context;
	return size * count;
}

static void open_scene(struct scene *scene, str answer)
{
	*scene = (struct scene){ .ended = 0 };
	scene->loop = stage_loop();
	peer_open(&scene->peer, answer);
	assert_int_equal(transfers_new(scene->loop, &scene->transfers), ERR_OK);
}

static void close_scene(struct scene *scene)
{
	transfers_free(scene->transfers);
	peer_close(&scene->peer);
	loop_free(scene->loop);
}

static struct transfer begin(struct scene *scene, const char *protocols)
{
	char url[64];
	snprintf(url, sizeof url, "http://127.0.0.1:%u/", scene->peer.port);
	struct transfer transfer = { .easy = transfers_make_easy(protocols),
				     .ended = on_ended,
				     .context = scene };
	assert_non_null(transfer.easy);
	curl_easy_setopt(transfer.easy, CURLOPT_URL, url);
	curl_easy_setopt(transfer.easy, CURLOPT_WRITEFUNCTION, on_body);
	return transfer;
}

static const str fine = { "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", 40 };

static void many_transfers_end_on_one_loop(void **state)
{
	(void)state;
	struct scene scene;
	struct transfer transfers[10];
	open_scene(&scene, str_from(fine.at));
	for (u32 i = 0; i < countof(transfers); i++) {
		transfers[i] = begin(&scene, "http");
		assert_int_equal(transfers_add(scene.transfers, &transfers[i]), ERR_OK);
	}
	assert_int_equal(scene.ended, 0);
	while (scene.ended < countof(transfers)) loop_run_once(scene.loop);
	assert_int_equal(scene.code, CURLE_OK);
	for (u32 i = 0; i < countof(transfers); i++) {
		assert_false(transfers[i].is_running);
		curl_easy_cleanup(transfers[i].easy);
	}
	assert_int_equal(scene.peer.connections,
			 countof(transfers)); /* no connection is used twice */
	close_scene(&scene);
}

static void a_redirect_is_not_followed(void **state)
{
	(void)state;
	struct scene scene;
	open_scene(&scene,
		   STR("HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n"));
	struct transfer transfer = begin(&scene, "http");
	long status = 0;
	assert_int_equal(transfers_add(scene.transfers, &transfer), ERR_OK);
	while (scene.ended < 1) loop_run_once(scene.loop);
	curl_easy_getinfo(transfer.easy, CURLINFO_RESPONSE_CODE, &status);
	assert_int_equal(status, 302);
	assert_int_equal(scene.peer.connections, 1);
	curl_easy_cleanup(transfer.easy);
	close_scene(&scene);
}

static void only_the_protocols_named_are_spoken(void **state)
{
	(void)state;
	struct scene scene;
	open_scene(&scene, str_from(fine.at));
	struct transfer transfer = begin(&scene, "https");
	assert_int_equal(transfers_add(scene.transfers, &transfer), ERR_OK);
	while (scene.ended < 1) loop_run_once(scene.loop);
	assert_int_equal(scene.code, CURLE_UNSUPPORTED_PROTOCOL);
	assert_int_equal(scene.peer.connections, 0);
	curl_easy_cleanup(transfer.easy);
	close_scene(&scene);
}

static void one_that_is_taken_out_is_not_told(void **state)
{
	(void)state;
	struct scene scene;
	open_scene(&scene, str_from(fine.at));
	struct transfer gone = begin(&scene, "http"), stays = begin(&scene, "http");
	assert_int_equal(transfers_add(scene.transfers, &gone), ERR_OK);
	assert_int_equal(transfers_add(scene.transfers, &stays), ERR_OK);
	transfers_remove(scene.transfers, &gone);
	transfers_remove(scene.transfers, &gone);
	while (stays.is_running) loop_run_once(scene.loop);
	assert_int_equal(scene.ended, 1);
	curl_easy_cleanup(gone.easy);
	curl_easy_cleanup(stays.easy);
	close_scene(&scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(many_transfers_end_on_one_loop),
		cmocka_unit_test(a_redirect_is_not_followed),
		cmocka_unit_test(only_the_protocols_named_are_spoken),
		cmocka_unit_test(one_that_is_taken_out_is_not_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
