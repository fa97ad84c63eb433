/* Recalled rows are copies that are gone at once. */
#include "conformance/recalled.h"
#include "memory_scene.h"

/* A sink that spoils what it is given: it gets copies, so nobody else notices. */
static enum err spoil_name(void *context, const void *held)
{
	const struct name_row *row = held;
	u32 *spoilt = context;
	memset((void *)(uintptr_t)row->text.at, '#', row->text.len);
	memset((void *)(uintptr_t)row, '#', sizeof *row);
	++*spoilt;
	return ERR_OK;
}

static enum err spoil_open(void *context, const struct run_row *run,
			   const struct execution_row *row)
{
	u32 *spoilt = context;
	memset((void *)(uintptr_t)run, '#', sizeof *run);
	memset((void *)(uintptr_t)row, '#', sizeof *row);
	++*spoilt;
	return ERR_OK;
}

static enum err spoil_tally(void *context, const struct tally_row *row)
{
	(void)context;
	memset((void *)(uintptr_t)row, '#', sizeof *row);
	return ERR_OK;
}

static void what_is_handed_over_is_a_copy(void **state)
{
	struct scene *scene = *state;
	u32 spoilt = 0;
	u64 last_turn;
	struct recall_sink sink = { .context = &spoilt,
				    .rows = { [KIND_NAME] = spoil_name },
				    .tally = spoil_tally,
				    .open = spoil_open };
	struct run_row row = a_run(1);
	struct execution_row execution = an_execution(1, 1, 1);
	put_name(scene, NAME_TENANT, 1, STR("acme"));
	put_name(scene, NAME_TENANT, 2, STR("globex"));
	put_run(scene, &row);
	put_claim(scene, &execution);
	commit(scene);
	assert_int_equal(store_recall(scene->store, &sink, &last_turn), ERR_OK);
	assert_int_equal(spoilt, 3);
	expect_row(scene, 1, &row);
	expect_open(scene, 1, &execution);
	expect_recalled(scene,
			"name 0 1 acme\nname 0 2 globex\n"
			"open tenant 1 type 1 queue 1 state 1 run_at 1700000001000 payload 0 "
			"worker 3 attempt 1 fence 1 lease 60000 until 1700000060000 "
			"timeout 1700000300000\n");
}

/* Memory for one row at a time, however many there are. */
static void a_long_recall_takes_no_more_memory_than_a_short_one(void **state)
{
	struct scene *scene = *state;
	struct mem_watch watch = { 0 };
	struct recall_sink sink = { .rows = { [KIND_NAME] = spoil_name }, .context = &(u32){ 0 } };
	u64 last_turn;
	for (u32 i = 1; i <= 2000; i++) put_name(scene, NAME_TENANT, i, STR("a-tenant"));
	commit(scene);
	mem_set_watch(&watch);
	assert_int_equal(store_recall(scene->store, &sink, &last_turn), ERR_OK);
	mem_set_watch(NULL);
	assert_int_equal(watch.asked, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		memory_story(what_is_handed_over_is_a_copy),
		memory_story(a_long_recall_takes_no_more_memory_than_a_short_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
