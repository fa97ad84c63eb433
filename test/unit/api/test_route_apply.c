/* Apply over HTTP: what differs is found and told, what is wrong has its place in the body. */
#include "api/shelf.h"
#include "api/stage.h"

struct scene {
	struct stage stage;
	struct shelf shelf;
	struct stage_token producer;
};

static void scene_open(struct scene *scene)
{
	memset(scene, 0, sizeof *scene);
	stage_open_with(&scene->stage, &scene->shelf);
	scene->producer = stage_add_token(&scene->stage, STR("acme"), ROLE_PRODUCER);
}

static str apply(struct scene *scene, const char *body, int status)
{
	str answer = stage_call(&scene->stage, &scene->producer, "POST", AT_BASE("apply"),
				str_from(body));
	if (status != scene->stage.status) print_error("%.*s\n", STR_ARG(answer));
	assert_int_equal(status, scene->stage.status);
	return answer;
}

static void assert_job(str answer, u32 index, str code, str action)
{
	str job = item(member(answer, "jobs"), index);
	assert_str(member(job, "code"), code);
	assert_str(member(job, "action"), action);
}

/* The engine has the job; the shelf shows it as it was made. */
static void put_on_shelf(struct scene *scene, str answer, u32 index, str code)
{
	struct job_view *view = &scene->shelf.jobs[scene->shelf.jobs_len++];
	struct uuid id;
	const struct job_row *row = NULL;
	bool is_there = uuid_parse(member(item(member(answer, "jobs"), index), "id"), &id) &&
			memory_store_find_job(scene->stage.store, &id, &row);
	assert_true(is_there);
	*view = (struct job_view){
		.row = *row, .tenant = STR("acme"), .type = STR("h"), .queue = STR("default")
	};
	view->row.code = code;
}

#define DAILY(code, more) \
	"{\"code\":\"" code "\",\"handler\":\"h\",\"cron_expression\":\"@daily\"" more "}"

static void what_is_new_is_created_and_what_is_the_same_stays(void **state)
{
	struct scene scene;
	(void)state;
	scene_open(&scene);
	str answer = apply(&scene, "{\"jobs\":[" DAILY("a", "") "]}", 200);
	assert_job(answer, 0, STR("a"), STR("created"));
	put_on_shelf(&scene, answer, 0, STR("a"));
	answer = apply(&scene, "{\"jobs\":[" DAILY("a", "") "]}", 200);
	assert_job(answer, 0, STR("a"), STR("unchanged"));
	answer = apply(&scene, "{\"jobs\":[" DAILY("a", ",\"name\":\"A\"") "],\"dry_run\":true}",
		       200);
	assert_job(answer, 0, STR("a"), STR("changed"));
	str change = item(member(item(member(answer, "jobs"), 0), "changes"), 0);
	assert_str(member(change, "field"), STR("name"));
	assert_str(member(change, "before"), STR("null"));
	assert_str(member(change, "after"), STR("A"));
	assert_str(member(answer, "dry_run"), STR("true"));
	stage_close(&scene.stage);
}

static void what_prune_names_and_the_body_does_not_is_deleted(void **state)
{
	struct scene scene;
	(void)state;
	scene_open(&scene);
	str answer = apply(&scene,
			   "{\"jobs\":[" DAILY("a", "") "," DAILY("b", "") "],\"prune\":\"git\"}",
			   200);
	put_on_shelf(&scene, answer, 1, STR("b"));
	answer = apply(&scene, "{\"jobs\":[],\"prune\":\"other\"}", 200);
	assert_str(member(answer, "deleted"), STR("0"));
	answer = apply(&scene, "{\"jobs\":[],\"prune\":\"git\"}", 200);
	assert_job(answer, 0, STR("b"), STR("deleted"));
	const struct job_row *row = NULL;
	bool is_there = memory_store_find_job(scene.stage.store, &scene.shelf.jobs[0].row.id, &row);
	assert_true(is_there && row->state == JOB_DELETED);
	stage_close(&scene.stage);
}

static void what_is_wrong_has_its_place(void **state)
{
	static const struct {
		const char *body;
		const char *pointer;
	} rows[] = {
		{ "{\"jobs\":[{\"handler\":\"h\"}]}", "/jobs/0/code" },
		{ "{\"jobs\":[" DAILY("a", "") "," DAILY("a", "") "]}", "/jobs/1/code" },
		{ "{\"jobs\":[" DAILY("a", ",\"tenant_id\":\"b\"") "]}", "/jobs/0/tenant_id" },
		{ "{\"jobs\":[" DAILY("a", ",\"interval_seconds\":90") "]}",
		  "/jobs/0/interval_seconds" },
		{ "{\"jobs\":[" DAILY("a", ",\"queue\":\"none\"") "]}", "/jobs/0/queue" },
	};
	(void)state;
	for (u32 i = 0; i < countof(rows); i++) {
		struct scene scene;
		scene_open(&scene);
		str answer = apply(&scene, rows[i].body, 422);
		assert_str(member(item(member(answer, "errors"), 0), "pointer"),
			   str_from(rows[i].pointer));
		stage_close(&scene.stage);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_new_is_created_and_what_is_the_same_stays),
		cmocka_unit_test(what_prune_names_and_the_body_does_not_is_deleted),
		cmocka_unit_test(what_is_wrong_has_its_place),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
