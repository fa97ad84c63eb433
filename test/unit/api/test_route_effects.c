/* Effects over HTTP: who may ask what, and what is told. */
#include "api/shelf.h"
#include "api/stage.h"

struct scene {
	struct stage stage;
	struct shelf shelf;
	struct stage_token worker;
	struct stage_token producer;
	struct stage_token admin;
};

static void scene_open(struct scene *scene)
{
	memset(scene, 0, sizeof *scene);
	stage_open_with(&scene->stage, &scene->shelf);
	scene->worker = stage_add_token(&scene->stage, STR("acme"), ROLE_WORKER);
	scene->producer = stage_add_token(&scene->stage, STR("acme"), ROLE_PRODUCER);
	scene->admin = stage_add_token(&scene->stage, STR("acme"), ROLE_ADMIN);
}

static str post(struct scene *scene, const struct stage_token *token, const char *path, str body,
		int status)
{
	str answer = stage_call(&scene->stage, token, "POST", path, body);
	if (status != scene->stage.status) print_error("%.*s\n", STR_ARG(answer));
	assert_int_equal(status, scene->stage.status);
	return answer;
}

/* A member's text, without its quotes, in a body of {name: text}. */
static void put_claim(str answer, char *out, size_t max, const char *more)
{
	str claim = member(answer, "claim_id");
	snprintf(out, max, "{\"claim_id\":\"%.*s\"%s}", STR_ARG(claim), more);
}

#define CLAIM AT_BASE("effects/claim")
#define COMPLETE AT_BASE("effects/complete")
#define RELEASE AT_BASE("effects/release")
static const str a_claim = { "{\"action_key\":\"charge\",\"idempotency_key\":\"k\"}", 45 };

static void the_first_goes_ahead_and_others_get_its_result(void **state)
{
	struct scene scene;
	char body[200];
	(void)state;
	scene_open(&scene);
	str answer = post(&scene, &scene.worker, CLAIM, a_claim, 200);
	assert_str(member(answer, "first"), STR("true"));
	assert_str(member(answer, "state"), STR("open"));
	put_claim(answer, body, sizeof body, ",\"result\":{\"id\": 1.10}");
	answer = post(&scene, &scene.worker, COMPLETE, str_from(body), 200);
	assert_str(member(answer, "state"), STR("done"));
	answer = post(&scene, &scene.worker, CLAIM, a_claim, 200);
	assert_str(member(answer, "first"), STR("false"));
	assert_str(member(answer, "state"), STR("done"));
	assert_str(member(answer, "result"), STR("{\"id\": 1.10}"));
	put_claim(answer, body, sizeof body, "");
	post(&scene, &scene.worker, RELEASE, str_from(body), 409);
	stage_close(&scene.stage);
}

static void a_lost_lease_is_a_conflict(void **state)
{
	struct scene scene;
	char body[300];
	(void)state;
	scene_open(&scene);
	post(&scene, &scene.producer, AT_BASE("tasks"), STR("{\"type\":\"t\"}"), 201);
	str answer = post(&scene, &scene.worker, AT_BASE("worker/lease"),
			  STR("{\"worker_id\":\"w\",\"lease_ms\":5000}"), 200);
	str execution = member(item(member(answer, "leases"), 0), "execution_id");
	snprintf(body, sizeof body, "{\"action_key\":\"charge\",\"execution_id\":\"%.*s\"}",
		 STR_ARG(execution));
	answer = post(&scene, &scene.worker, CLAIM, str_from(body), 200);
	assert_str(member(answer, "first"), STR("true"));
	assert_true(member(answer, "run_id").len == UUID_TEXT_LEN);
	char done[200];
	put_claim(answer, done, sizeof done, "");
	scene.stage.now.wall += 6000;
	scene.stage.now.boot += 6000;
	stage_settle(&scene.stage);
	answer = post(&scene, &scene.worker, COMPLETE, str_from(done), 409);
	assert_true(text_has(answer, STR("lease-lost")));
	post(&scene, &scene.worker, CLAIM, str_from(body), 409);
	/* Whoever runs the service may say what happened. */
	put_claim(post(&scene, &scene.admin, RELEASE, str_from(done), 200), body, sizeof body, "");
	stage_close(&scene.stage);
}

static void only_an_admin_resolves(void **state)
{
	struct scene scene;
	char body[200];
	(void)state;
	scene_open(&scene);
	put_claim(post(&scene, &scene.worker, CLAIM, a_claim, 200), body, sizeof body,
		  ",\"resolve\":true");
	post(&scene, &scene.worker, COMPLETE, str_from(body), 403);
	post(&scene, &scene.admin, COMPLETE, str_from(body), 200);
	post(&scene, &scene.producer, CLAIM, a_claim, 403);
	stage_close(&scene.stage);
}

static void what_is_wrong_is_named(void **state)
{
	struct scene scene;
	(void)state;
	scene_open(&scene);
	str answer = post(&scene, &scene.worker, CLAIM, STR("{\"action_key\":\"charge\"}"), 422);
	assert_true(text_has(answer, STR("/idempotency_key")));
	answer = post(&scene, &scene.worker, CLAIM,
		      STR("{\"action_key\":\"a\",\"idempotency_key\":\"k\",\"ttl_seconds\":0}"),
		      422);
	assert_true(text_has(answer, STR("/ttl_seconds")));
	answer = post(
		&scene, &scene.worker, CLAIM,
		STR("{\"action_key\":\"a\",\"idempotency_key\":\"k\",\"on_abandoned\":\"x\"}"),
		422);
	assert_true(text_has(answer, STR("reopen")));
	post(&scene, &scene.worker, COMPLETE, STR("{}"), 422);
	post(&scene, &scene.worker, COMPLETE,
	     STR("{\"claim_id\":\"01000000-0000-7000-8000-000000000001\"}"), 404);
	stage_close(&scene.stage);
}

static void a_system_worker_means_its_own_tenant_without_a_lease(void **state)
{
	struct scene scene;
	(void)state;
	scene_open(&scene);
	struct stage_token token = stage_add_token(&scene.stage, STR("system"), ROLE_WORKER);
	str answer = post(&scene, &token, CLAIM, a_claim, 200);
	assert_str(member(answer, "first"), STR("true"));
	answer = post(&scene, &scene.worker, CLAIM, a_claim, 200); /* acme's is another */
	assert_str(member(answer, "first"), STR("true"));
	answer = post(&scene, &token, CLAIM,
		      STR("{\"tenant_id\":\"acme\",\"action_key\":\"charge\","
			  "\"idempotency_key\":\"k\"}"),
		      200);
	assert_str(member(answer, "first"), STR("false"));
	stage_close(&scene.stage);
}

static void shelve(struct scene *scene, u8 number, enum effect_state state, msec until)
{
	struct effect_view *view = &scene->shelf.effects[scene->shelf.effects_len++];
	view->tenant = STR("acme");
	view->row = (struct effect_row){ .claims = 1,
					 .state = state,
					 .until = until,
					 .claimed_at = 1000,
					 .action_key = STR("charge"),
					 .idempotency_key = STR("k") };
	view->row.id.bytes[0] = number;
}

static u32 listed(struct scene *scene, const struct stage_token *token, const char *path)
{
	str answer = stage_call(&scene->stage, token, "GET", path, STR(""));
	u32 count = 0;
	assert_int_equal(200, scene->stage.status);
	str rest = answer;
	for (size_t at = 0; at + 10 < rest.len; at++)
		count += str_eq(str_slice(rest, at, at + 10), STR("\"claim_id\""));
	return count;
}

static void the_ledger_tells_what_is_in_doubt(void **state)
{
	struct scene scene;
	(void)state;
	scene_open(&scene);
	shelve(&scene, 9, EFFECT_OPEN, scene.stage.now.wall + 1000);
	shelve(&scene, 8, EFFECT_OPEN, scene.stage.now.wall);
	shelve(&scene, 7, EFFECT_DONE, scene.stage.now.wall);
	const struct stage_token *token = &scene.producer;
	assert_int_equal(3, listed(&scene, token, AT_BASE("effects")));
	assert_int_equal(1, listed(&scene, token, AT_BASE("effects?state=open")));
	assert_int_equal(1, listed(&scene, token, AT_BASE("effects?state=in_doubt")));
	assert_int_equal(1, listed(&scene, token, AT_BASE("effects?state=done")));
	assert_int_equal(0, listed(&scene, token, AT_BASE("effects?action_key=refund")));
	stage_close(&scene.stage);
}

static void a_worker_reads_only_what_it_can_name(void **state)
{
	struct scene scene;
	(void)state;
	scene_open(&scene);
	shelve(&scene, 9, EFFECT_OPEN, 1);
	stage_call(&scene.stage, &scene.worker, "GET", AT_BASE("effects"), STR(""));
	assert_int_equal(422, scene.stage.status);
	stage_call(&scene.stage, &scene.worker, "GET", AT_BASE("effects?action_key=charge"),
		   STR(""));
	assert_int_equal(422, scene.stage.status);
	assert_int_equal(1, listed(&scene, &scene.worker,
				   AT_BASE("effects?action_key=charge&idempotency_key=k")));
	stage_close(&scene.stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_goes_ahead_and_others_get_its_result),
		cmocka_unit_test(a_lost_lease_is_a_conflict),
		cmocka_unit_test(only_an_admin_resolves),
		cmocka_unit_test(what_is_wrong_is_named),
		cmocka_unit_test(a_system_worker_means_its_own_tenant_without_a_lease),
		cmocka_unit_test(the_ledger_tells_what_is_in_doubt),
		cmocka_unit_test(a_worker_reads_only_what_it_can_name),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
