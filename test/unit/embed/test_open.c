/* Handles: what may be opened, by whom, and what comes with the library. */
#include "embed/program.h"

static void store_belongs_to_one_handle_at_a_time(void **state)
{
	(void)state;
	struct program program;
	belfry *other = NULL;
	program_start(&program);
	assert_refused(&program, belfry_open(&program.options, &other, &program.why), BELFRY_BUSY,
		       "");
	assert_null(other);
	assert_done(&program, belfry_close(program.handle, &program.why));
	program_open(&program);
	program_end(&program);
}

static void folder_that_others_may_write_in_is_refused(void **state)
{
	(void)state;
	struct program program;
	program_begin(&program);
	assert_int_equal(0, chmod(program.folder, 0777));
	assert_refused(&program, belfry_open(&program.options, &program.handle, &program.why),
		       BELFRY_IO, "can be written by others");
	assert_int_equal(0, chmod(program.folder, 0700));
	program_end(&program); /* closing nothing is fine */
}

static void options_out_of_bounds_are_named(void **state)
{
	(void)state;
	struct program program;
	program_begin(&program);
	const belfry_options good = program.options;
	belfry_options *options = &program.options;
	belfry *handle = NULL;
	belfry_why *why = &program.why;
	assert_refused(&program, belfry_open(NULL, &handle, why), BELFRY_INVALID,
		       "options is NULL");
	assert_refused(&program, belfry_open(options, NULL, why), BELFRY_INVALID, "out_handle");
	options->size = 0;
	assert_refused(&program, belfry_open(options, &handle, why), BELFRY_INVALID,
		       "options.size");
	*options = good;
	options->folder = NULL;
	assert_refused(&program, belfry_open(options, &handle, why), BELFRY_INVALID, "folder");
	*options = good;
	options->tenant = "no spaces";
	assert_refused(&program, belfry_open(options, &handle, why), BELFRY_INVALID, "tenant");
	*options = good;
	options->at_once = 1001;
	assert_refused(&program, belfry_open(options, &handle, why), BELFRY_INVALID, "at_once");
	*options = good;
	options->keep_done_ms = -1;
	assert_refused(&program, belfry_open(options, &handle, why), BELFRY_INVALID,
		       "keep_done_ms");
	assert_int_equal(BELFRY_INVALID, belfry_open(options, &handle, NULL)); /* without words */
	assert_null(handle);
	program_end(&program);
}

/* A program of a later version may know more; a member that is not zero cannot be passed over. */
static void struct_of_another_version_is_taken_as_far_as_it_is_known(void **state)
{
	(void)state;
	struct program program;
	struct {
		belfry_task task;
		uint64_t later;
	} next = { .task = { .type = "t" } };
	next.task.size = sizeof next;
	program_start(&program);
	assert_done(&program, belfry_schedule(program.handle, &next.task, NULL, &program.why));
	next.later = 7;
	assert_refused(&program, belfry_schedule(program.handle, &next.task, NULL, &program.why),
		       BELFRY_INVALID, "this version");
	next.later = 0;
	next.task.priority = 99; /* beyond what a program of before knew */
	next.task.size = offsetof(belfry_task, priority);
	assert_done(&program, belfry_schedule(program.handle, &next.task, NULL, &program.why));
	next.task.size = 100000;
	assert_refused(&program, belfry_schedule(program.handle, &next.task, NULL, &program.why),
		       BELFRY_INVALID, "task.size is 100000");
	program_end(&program);
}

static void types_of_the_server_have_no_handlers_here(void **state)
{
	(void)state;
	struct program program;
	char name[16];
	program_start(&program);
	belfry_why *why = &program.why;
	assert_refused(&program, belfry_handle(program.handle, "EMAIL", program_handler, NULL, why),
		       BELFRY_INVALID, "belfry serve");
	assert_refused(&program, belfry_handle(program.handle, NULL, program_handler, NULL, why),
		       BELFRY_INVALID, "type must not be empty");
	for (int i = 1; i < 64; i++) {
		snprintf(name, sizeof name, "t%d", i);
		assert_done(&program,
			    belfry_handle(program.handle, name, program_handler, NULL, why));
	}
	assert_refused(&program, belfry_handle(program.handle, "more", program_handler, NULL, why),
		       BELFRY_FULL, "64");
	assert_done(&program, belfry_handle(program.handle, "t1", NULL, NULL, why));
	program_end(&program);
}

static void ids_are_printed_and_read(void **state)
{
	(void)state;
	char text[BELFRY_ID_TEXT];
	belfry_id id, again;
	assert_int_equal(BELFRY_OK, belfry_id_parse("01890a5d-ac96-774b-bcce-b302099a8057", &id));
	belfry_id_print(&id, text);
	assert_string_equal("01890a5d-ac96-774b-bcce-b302099a8057", text);
	again = id;
	assert_int_equal(BELFRY_INVALID, belfry_id_parse("01890a5d", &again));
	assert_int_equal(BELFRY_INVALID, belfry_id_parse(NULL, &again));
	assert_memory_equal(&id, &again, sizeof id);
	belfry_id_print(NULL, text);
	assert_string_equal("", text);
}

static void every_error_has_a_sentence_and_the_version_is_the_trees(void **state)
{
	(void)state;
	for (int error = BELFRY_OK; error <= BELFRY_DAMAGED; error++)
		assert_string_not_equal("unknown error", belfry_error_text((belfry_error)error));
	assert_string_equal("unknown error", belfry_error_text((belfry_error)999));
	char version[20] = "", path[PATH_MAX];
	const char *data = getenv("TEST_DATA");
	snprintf(path, sizeof path, "%s/../../VERSION", data ? data : "test/data");
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	assert_non_null(fgets(version, sizeof version, file));
	fclose(file);
	version[strcspn(version, "\n")] = '\0';
	assert_string_equal(version, belfry_version());
}

static void calls_without_a_handle_are_refused(void **state)
{
	(void)state;
	belfry_why why;
	assert_int_equal(BELFRY_INVALID, belfry_step(NULL, &why));
	assert_int_equal(BELFRY_INVALID, belfry_start(NULL, 1, &why));
	assert_int_equal(BELFRY_INVALID, belfry_stop(NULL, 0, &why));
	assert_int_equal(BELFRY_INVALID, belfry_schedule(NULL, NULL, NULL, &why));
	assert_int_equal(BELFRY_INVALID, belfry_schedule_all(NULL, NULL, 1, NULL, &why));
	assert_int_equal(BELFRY_INVALID, belfry_cancel(NULL, NULL, NULL, &why));
	assert_int_equal(BELFRY_INVALID, belfry_put_job(NULL, NULL, NULL, &why));
	assert_int_equal(BELFRY_INVALID, belfry_set_type(NULL, NULL, &why));
	assert_int_equal(BELFRY_INVALID, belfry_list_runs(NULL, NULL, NULL, &why));
	assert_int_equal(BELFRY_INVALID, belfry_list_jobs(NULL, NULL, NULL, &why));
	assert_int_equal(BELFRY_INVALID, belfry_finish(NULL, NULL, BELFRY_DONE, &why));
	assert_int_equal(-1, belfry_fd(NULL));
	assert_int_equal(BELFRY_OK, belfry_close(NULL, &why));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(store_belongs_to_one_handle_at_a_time),
		cmocka_unit_test(folder_that_others_may_write_in_is_refused),
		cmocka_unit_test(options_out_of_bounds_are_named),
		cmocka_unit_test(struct_of_another_version_is_taken_as_far_as_it_is_known),
		cmocka_unit_test(types_of_the_server_have_no_handlers_here),
		cmocka_unit_test(ids_are_printed_and_read),
		cmocka_unit_test(every_error_has_a_sentence_and_the_version_is_the_trees),
		cmocka_unit_test(calls_without_a_handle_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
