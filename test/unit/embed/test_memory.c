/* Every request for memory is refused once: calls fail with words, nothing leaks, and what was
 * acknowledged is there afterwards. */
#include "embed/program.h"

struct refusal {
	u64 number; /* this one alone */
	bool was_met;
};

static bool refuse_one(void *context, u64 asked)
{
	struct refusal *refusal = context;
	refusal->was_met = refusal->was_met || asked == refusal->number;
	return asked == refusal->number;
}

/* Calls that may fail for want of memory, and for nothing else. */
static bool went_well(const struct program *program, belfry_error error)
{
	if (error == BELFRY_OK) return true;
	if (error != BELFRY_MEMORY) print_error("%d: %s\n", (int)error, program->why.text);
	assert_int_equal(BELFRY_MEMORY, error);
	return false;
}

static bool live(struct program *program, belfry_id *out_run)
{
	belfry_scheduled made;
	belfry_task task = { .size = sizeof task, .type = "t", .key = "k" };
	belfry_filter filter = { .size = sizeof filter };
	belfry_run_list *list = NULL;
	belfry_why *why = &program->why;
	belfry *handle = program->handle;
	(void)went_well(program, belfry_handle(handle, "t", program_handler, program, why));
	(void)went_well(program,
			program_put(program, (belfry_job){ .name = "j", .cron = "@daily" }));
	bool is_made = went_well(program, belfry_schedule(handle, &task, &made, why));
	(void)went_well(program, belfry_step(handle, why));
	(void)went_well(program, belfry_list_runs(handle, &filter, &list, why));
	belfry_run_list_free(list);
	if (is_made) *out_run = made.run;
	return is_made;
}

static bool live_with_refusal(u64 number)
{
	struct program program;
	struct refusal refusal = { .number = number };
	struct mem_watch watch = { .refuse = refuse_one, .context = &refusal };
	belfry_id run;
	bool is_made = false;
	program_begin(&program);
	mem_set_watch(&watch);
	belfry_error opened = belfry_open(&program.options, &program.handle, &program.why);
	if (went_well(&program, opened)) {
		is_made = live(&program, &run);
		assert_done(&program, belfry_close(program.handle, &program.why));
	}
	mem_set_watch(NULL);
	if (watch.live) print_error("request %llu was refused\n", (unsigned long long)number);
	assert_int_equal(0, watch.live);
	program_open(&program);
	assert_done(&program,
		    belfry_handle(program.handle, "t", program_handler, &program, &program.why));
	program.boot += 5000;
	for (int i = 0; i < 5; i++) program_step(&program);
	program_advance(&program, 70000); /* a lease that was lost is over, its retry due */
	program_advance(&program, 100000);
	if (is_made) assert_int_equal(BELFRY_RUN_DONE, program_state(&program, run));
	program_end(&program);
	return refusal.was_met;
}

static void every_request_may_be_refused_once(void **state)
{
	(void)state;
	u64 number = 1;
	/* Towards the end in larger steps: requests repeat themselves. */
	while (live_with_refusal(number)) number += 1 + number / 6;
	assert_true(number > 50);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_request_may_be_refused_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
