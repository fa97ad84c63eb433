/* Batches over HTTP: how items are cut, what is refused, what the report says. */
#include "api/shelf.h"
#include "api/stage.h"

struct scene {
	struct stage stage;
	struct shelf shelf;
	struct stage_token producer;
	struct stage_token worker;
};

static void scene_open(struct scene *scene)
{
	memset(scene, 0, sizeof *scene);
	stage_open_with(&scene->stage, &scene->shelf);
	scene->producer = stage_add_token(&scene->stage, STR("acme"), ROLE_PRODUCER);
	scene->worker = stage_add_token(&scene->stage, STR("acme"), ROLE_WORKER);
}

static str post(struct scene *scene, str body, int status)
{
	str answer = stage_call(&scene->stage, &scene->producer, "POST", AT_BASE("batches"), body);
	if (status != scene->stage.status) print_error("%.*s\n", STR_ARG(answer));
	assert_int_equal(status, scene->stage.status);
	return answer;
}

static str lease(struct scene *scene)
{
	str answer = stage_call(&scene->stage, &scene->worker, "POST", AT_BASE("worker/lease"),
				STR("{\"worker_id\":\"w\",\"max\":1}"));
	assert_int_equal(200, scene->stage.status);
	return item(member(answer, "leases"), 0);
}

static void items_are_cut_as_they_stand(void **state)
{
	struct scene scene;
	(void)state;
	scene_open(&scene);
	str answer = post(&scene,
			  STR("{\"type\":\"mail\",\"items\":[1.10, {\"a\": 2} ,\"x\"],"
			      "\"chunk_size\":2}"),
			  201);
	assert_str(member(answer, "total"), STR("2"));
	assert_str(member(answer, "state"), STR("waiting"));
	assert_str(member(lease(&scene), "payload"),
		   STR("{\"items\":[1.10,{\"a\": 2}],\"index\":0}"));
	assert_str(member(lease(&scene), "payload"), STR("{\"items\":[\"x\"],\"index\":1}"));
	assert_int_equal(1, memory_store_counts(scene.stage.store).runs[RUN_WAITING]);
	stage_close(&scene.stage);
}

static void fifty_is_the_default(void **state)
{
	struct scene scene;
	struct buf body;
	(void)state;
	scene_open(&scene);
	buf_init(&body, 4096);
	buf_add(&body, STR("{\"type\":\"mail\",\"items\":["));
	for (u32 i = 0; i < 101; i++) buf_addf(&body, i ? ",%u" : "%u", i);
	buf_add(&body, STR("]}"));
	assert_str(member(post(&scene, buf_view(&body), 201), "total"), STR("3"));
	buf_done(&body);
	stage_close(&scene.stage);
}

static void children_may_be_given(void **state)
{
	struct scene scene;
	(void)state;
	scene_open(&scene);
	str answer = post(&scene,
			  STR("{\"type\":\"mail\",\"children\":[{\"payload\":{\"n\": 1}},"
			      "{\"payload\":{},\"priority\":\"high\"}]}"),
			  201);
	assert_str(member(answer, "total"), STR("2"));
	assert_str(member(lease(&scene), "payload"), STR("{}")); /* the more urgent one */
	assert_str(member(lease(&scene), "payload"), STR("{\"n\": 1}"));
	stage_close(&scene.stage);
}

static void what_is_wrong_is_named(void **state)
{
	static const struct {
		const char *body;
		const char *pointer;
	} wrong[] = {
		{ "{\"items\":[1]}", "/type" },
		{ "{\"type\":\"t\"}", "/items" },
		{ "{\"type\":\"t\",\"items\":[]}", "/items" },
		{ "{\"type\":\"t\",\"children\":[]}", "/children" },
		{ "{\"type\":\"t\",\"items\":[1],\"children\":[{\"payload\":{}}]}", "/items" },
		{ "{\"type\":\"t\",\"children\":[{}]}", "/children/0/payload" },
		{ "{\"type\":\"t\",\"children\":[{\"payload\":{}}],\"chunk_size\":2}",
		  "/chunk_size" },
		{ "{\"type\":\"t\",\"items\":[1],\"chunk_size\":0}", "/chunk_size" },
		{ "{\"type\":\"t\",\"items\":[1],\"chunk_pause_ms\":-1}", "/chunk_pause_ms" },
		{ "{\"type\":\"t\",\"items\":[1],\"in\":\"1m\",\"run_at\":1}", "/in" },
		{ "{\"type\":\"t\",\"items\":[1],\"queue\":\"nowhere\"}", "/queue" },
	};
	struct scene scene;
	(void)state;
	scene_open(&scene);
	for (u32 i = 0; i < countof(wrong); i++) {
		str answer = post(&scene, str_from(wrong[i].body), 422);
		if (!text_has(answer, str_from(wrong[i].pointer)))
			print_error("%s\n%.*s\n", wrong[i].pointer, STR_ARG(answer));
		assert_true(text_has(answer, str_from(wrong[i].pointer)));
	}
	assert_int_equal(0, memory_store_counts(scene.stage.store).runs[RUN_WAITING]);
	stage_call(&scene.stage, &scene.worker, "POST", AT_BASE("batches"),
		   STR("{\"type\":\"t\",\"items\":[1]}"));
	assert_int_equal(403, scene.stage.status);
	stage_close(&scene.stage);
}

static void a_chunk_that_is_too_long_is_refused(void **state)
{
	struct scene scene;
	struct buf body;
	(void)state;
	scene_open(&scene);
	buf_init(&body, 1 << 20);
	buf_add(&body, STR("{\"type\":\"mail\",\"items\":["));
	for (u32 i = 0; i < 60; i++) {
		buf_add(&body, i ? STR(",\"") : STR("\""));
		for (u32 k = 0; k < 6000; k++) buf_add_byte(&body, 'x');
		buf_add_byte(&body, '"');
	}
	buf_add(&body, STR("]}"));
	str answer = post(&scene, buf_view(&body), 422);
	assert_true(text_has(answer, STR("chunk 0 would have a payload of")));
	buf_done(&body);
	stage_close(&scene.stage);
}

static void the_report_tells_of_each_failure(void **state)
{
	struct scene scene;
	(void)state;
	scene_open(&scene);
	struct batch_view *batch = &scene.shelf.batches[0];
	*batch = (struct batch_view){ .tenant = STR("acme"), .type = STR("mail") };
	batch->row = (struct batch_row){ .state = RUN_DONE, .total = 4, .done = 1, .failed = 3 };
	batch->row.id.bytes[0] = 1;
	scene.shelf.batches_len = 1;
	struct run_view *failed = &scene.shelf.runs[0];
	*failed = (struct run_view){ .tenant = STR("acme"),
				     .state = RUN_DLQ,
				     .error_class = STR("network") };
	failed->row.id.bytes[0] = 2;
	failed->row.key = STR("01000000-0000-0000-0000-000000000000:7");
	scene.shelf.runs_len = 1;
	const char *path = AT_BASE("batches/01000000-0000-0000-0000-000000000000");
	str answer = stage_call(&scene.stage, &scene.producer, "GET", path, STR(""));
	assert_int_equal(200, scene.stage.status);
	assert_str(member(answer, "status"), STR("COMPLETED"));
	str report = member(answer, "report");
	assert_str(member(report, "total"), STR("4"));
	assert_str(member(report, "done"), STR("1"));
	assert_str(member(report, "failed"), STR("3"));
	assert_str(member(report, "failures_more"), STR("2"));
	assert_str(member(item(member(report, "failures"), 0), "index"), STR("7"));
	assert_str(member(item(member(report, "failures"), 0), "error_class"), STR("network"));
	answer = stage_call(&scene.stage, &scene.producer, "GET", AT_BASE("batches?state=done"),
			    STR(""));
	assert_str(member(item(member(answer, "data"), 0), "pending"), STR("0"));
	stage_call(&scene.stage, &scene.producer, "GET",
		   AT_BASE("batches/02000000-0000-0000-0000-000000000000"), STR(""));
	assert_int_equal(404, scene.stage.status);
	stage_close(&scene.stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(items_are_cut_as_they_stand),
		cmocka_unit_test(fifty_is_the_default),
		cmocka_unit_test(children_may_be_given),
		cmocka_unit_test(what_is_wrong_is_named),
		cmocka_unit_test(a_chunk_that_is_too_long_is_refused),
		cmocka_unit_test(the_report_tells_of_each_failure),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
