#include "stage.h"

static enum err copy_once(void *context, str file, u64 *out_damaged, struct why *why)
{
	(void)context;
	*out_damaged = str_eq(file, STR("damaged")) ? 3 : 0;
	if (str_eq(file, STR("there"))) return fail(why, ERR_CONFLICT, "there is there already");
	return ERR_OK;
}

static void a_copy_is_made_once(void **state)
{
	STAGE(stage);
	stage.doors.backup = copy_once;
	assert_int_equal(stage_run(&stage, "backup", "new"), 0);
	assert_has(&stage.err, "backup written and verified");
	assert_int_equal(stage_run(&stage, "backup", "there"), 5);
	assert_int_equal(stage_run(&stage, "backup", "damaged"), 0);
	assert_has(&stage.err, "3 rows of the store do not match their checksums");
	assert_int_equal(stage_run(&stage, "backup"), 2);
	assert_has(&stage.err, "the backup file to create");
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(a_copy_is_made_once) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
