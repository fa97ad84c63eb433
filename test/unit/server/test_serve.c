/* The door behind `belfry serve`: what it reads before it starts. */
#include "server/serve.h"

#include "server/service_stage.h"

static void a_named_file_must_be_there(void **state)
{
	struct service_stage stage;
	struct arena arena;
	(void)state;
	service_stage_init(&stage);
	arena_init(&arena, 1 << 20);
	stage_set(&stage, CONFIG_CONFIG, "/no/such/belfry.conf");
	assert_int_equal(serve(&stage.config, NULL, &arena, &stage.why), ERR_NOT_FOUND);
	assert_non_null(strstr(stage.why.text, "/no/such/belfry.conf"));
	arena_done(&arena);
	service_stage_done(&stage);
}

static void what_the_file_says_counts(void **state)
{
	struct service_stage stage;
	struct arena arena;
	char path[160];
	(void)state;
	service_stage_init(&stage);
	arena_init(&arena, 1 << 20);
	snprintf(path, sizeof path, "%s/b.conf", stage.folder);
	int fd = open(path, O_WRONLY | O_CREAT, 0600);
	assert_int_equal(write(fd, "store = oracle:x\n", 17), 17);
	close(fd);
	stage_set(&stage, CONFIG_CONFIG, path);
	assert_int_equal(serve(&stage.config, NULL, &arena, &stage.why), ERR_USAGE);
	assert_non_null(strstr(stage.why.text, "oracle:x"));
	arena_done(&arena);
	service_stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_named_file_must_be_there),
		cmocka_unit_test(what_the_file_says_counts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
