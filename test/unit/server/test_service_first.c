/* A new store: its queues, and the administrator's token. */
#include "server/service_stage.h"

#include <sys/stat.h>

static void the_first_start_makes_a_token_for_the_administrator(void **state)
{
	struct service_stage stage;
	struct stat status;
	char path[160], first[200];
	(void)state;
	service_stage_init(&stage);
	service_stage_start(&stage);
	snprintf(path, sizeof path, "%s/admin.token", stage.data);
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 0777, 0600);
	assert_null(strstr(stage.logged, "belfry_"));
	assert_null(strstr(stage.said, stage.bearer + 7));
	memcpy(first, stage.bearer, sizeof first);
	service_stage_stop(&stage);
	/* The second start leaves it alone, and it still opens the door. */
	service_stage_start(&stage);
	assert_string_equal(stage.bearer, first);
	assert_int_equal(stage_ask(&stage, "GET", "/api/v1/scheduler/queues", "").status, 200);
	service_stage_stop(&stage);
	service_stage_done(&stage);
}

static void a_token_of_another_store_is_not_overwritten(void **state)
{
	struct service_stage stage;
	char path[160];
	(void)state;
	service_stage_init(&stage);
	assert_int_equal(mkdir(stage.data, 0700), 0);
	snprintf(path, sizeof path, "%s/admin.token", stage.data);
	int fd = open(path, O_WRONLY | O_CREAT, 0600);
	assert_int_equal(write(fd, "mine\n", 5), 5);
	close(fd);
	assert_int_equal(service_stage_try(&stage), ERR_CONFLICT);
	assert_non_null(strstr(stage.why.text, "move the file away"));
	service_stage_done(&stage);
}

/* Cut off before the store had the token: nobody knows it, another is made. Cut off after it: it is
 * told at last. */
static void a_start_that_was_cut_off_is_finished_by_the_next(void **state)
{
	struct service_stage stage;
	struct stat status;
	char early[160], told[160], first[200];
	(void)state;
	service_stage_init(&stage);
	assert_int_equal(mkdir(stage.data, 0700), 0);
	snprintf(early, sizeof early, "%s/admin.token.new", stage.data);
	snprintf(told, sizeof told, "%s/admin.token", stage.data);
	int fd = open(early, O_WRONLY | O_CREAT, 0600);
	assert_int_equal(write(fd, "belfry_", 7), 7);
	close(fd);
	service_stage_start(&stage);
	memcpy(first, stage.bearer, sizeof first);
	service_stage_stop(&stage);
	assert_int_equal(stat(early, &status), -1);
	assert_int_equal(rename(told, early), 0);
	service_stage_start(&stage);
	assert_string_equal(stage.bearer, first);
	service_stage_stop(&stage);
	service_stage_done(&stage);
}

static void the_queues_of_the_settings_are_there(void **state)
{
	struct service_stage stage;
	(void)state;
	service_stage_init(&stage);
	stage_set(&stage, CONFIG_QUEUES, "default, urgent");
	stage_set(&stage, CONFIG_WEIGHTS, "1,7");
	service_stage_start(&stage);
	struct client_response response = stage_ask(&stage, "GET", "/api/v1/scheduler/queues", "");
	assert_true(body_has(&response, "\"name\":\"urgent\""));
	assert_true(body_has(&response, "\"weight\":7"));
	service_stage_stop(&stage);
	service_stage_done(&stage);
}

/* Also where the queue is there already, as "default" always is. */
static void expect_weights_refused(const char *queues, const char *weights, const char *said)
{
	struct service_stage stage;
	service_stage_init(&stage);
	stage_set(&stage, CONFIG_QUEUES, queues);
	stage_set(&stage, CONFIG_WEIGHTS, weights);
	assert_int_equal(service_stage_try(&stage), ERR_USAGE);
	assert_non_null(strstr(stage.why.text, said));
	service_stage_done(&stage);
}

static void a_weight_that_is_none_is_refused(void **state)
{
	(void)state;
	expect_weights_refused("urgent", "many", "\"many\" is not a whole number from 1 to 1000");
	expect_weights_refused("default", "0", "\"0\" is not a whole number from 1 to 1000");
	expect_weights_refused("default,urgent", "1,1001", "\"1001\" is not a whole number");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_start_makes_a_token_for_the_administrator),
		cmocka_unit_test(a_token_of_another_store_is_not_overwritten),
		cmocka_unit_test(a_start_that_was_cut_off_is_finished_by_the_next),
		cmocka_unit_test(the_queues_of_the_settings_are_there),
		cmocka_unit_test(a_weight_that_is_none_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
