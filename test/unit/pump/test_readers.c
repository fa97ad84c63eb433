/* Threads that read: all that was taken is done, and no more than the bound is taken. */
#include "pump/readers.h"

#include "base/check.h"

#include <pthread.h>

struct query {
	u32 number;
};

static struct query queries[READERS_MAX];
static u32 opened, closed, refuse_from;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER;
static u32 done_by[READERS_MAX];
static u32 done;

static enum err open_query(void *context, struct query **out_query, struct why *why)
{
	(void)context;
	if (opened == refuse_from) return fail(why, ERR_IO, "no more");
	queries[opened].number = opened;
	*out_query = &queries[opened++];
	return ERR_OK;
}

static void close_query(void *context, struct query *query)
{
	(void)context;
	assert_true(query->number < opened);
	closed++;
}

/* Whoever holds the gate holds the readers. */
static void work(void *item, struct query *query)
{
	pthread_mutex_lock(&gate);
	pthread_mutex_unlock(&gate);
	pthread_mutex_lock(&count_lock);
	done_by[query->number]++;
	done += *(const u32 *)item;
	pthread_mutex_unlock(&count_lock);
}

static struct readers_config config_of(u32 threads, u32 queue_max)
{
	opened = closed = done = 0;
	refuse_from = READERS_MAX;
	return (struct readers_config){ .threads = threads,
					.queue_max = queue_max,
					.open = open_query,
					.close = close_query,
					.work = work };
}

static void all_that_was_taken_is_done_before_the_end(void **state)
{
	static u32 one = 1;
	struct readers_config config = config_of(3, 1000);
	struct readers *readers = NULL;
	struct why why;
	(void)state;
	assert_int_equal(readers_start(&config, &readers, &why), ERR_OK);
	for (u32 i = 0; i < 1000; i++) assert_int_equal(readers_submit(readers, &one), ERR_OK);
	readers_stop(readers);
	assert_int_equal(done, 1000);
	assert_int_equal(opened, 3);
	assert_int_equal(closed, 3);
}

static void more_than_the_bound_is_refused(void **state)
{
	static u32 one = 1;
	struct readers_config config = config_of(2, 4);
	struct readers *readers = NULL;
	struct why why;
	u32 taken = 0;
	(void)state;
	pthread_mutex_lock(&gate);
	assert_int_equal(readers_start(&config, &readers, &why), ERR_OK);
	/* Two may be in the readers' hands, four wait. */
	while (taken < 100 && readers_submit(readers, &one) == ERR_OK) taken++;
	assert_in_range(taken, 4, 6);
	pthread_mutex_unlock(&gate);
	readers_stop(readers);
	assert_int_equal(done, taken);
}

static void a_reader_that_cannot_look_is_an_error_of_the_start(void **state)
{
	struct readers_config config = config_of(4, 4);
	struct readers *readers = NULL;
	struct why why;
	(void)state;
	refuse_from = 2;
	assert_int_equal(readers_start(&config, &readers, &why), ERR_IO);
	assert_null(readers);
	assert_int_equal(opened, 2);
	assert_int_equal(closed, 2);
	readers_stop(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_that_was_taken_is_done_before_the_end),
		cmocka_unit_test(more_than_the_bound_is_refused),
		cmocka_unit_test(a_reader_that_cannot_look_is_an_error_of_the_start),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
