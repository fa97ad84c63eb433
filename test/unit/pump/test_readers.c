/* Threads that read: all that was taken is done, no more than the bound is taken, and tenants take
 * turns. */
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
static void work(void *item, struct query *query, u64 turns)
{
	(void)turns;
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
	struct readers_config config = config_of(3, 2000);
	struct readers *readers = NULL;
	struct why why;
	(void)state;
	assert_int_equal(readers_start(&config, &readers, &why), ERR_OK);
	for (u32 i = 0; i < 1000; i++) {
		char tenant = (char)('a' + i % 10);
		assert_int_equal(readers_submit(readers, (str){ &tenant, 1 }, &one), ERR_OK);
	}
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
	/* One may be in a reader's hands; of the four places one tenant has what is left beside it.
	 */
	while (taken < 100 && readers_submit(readers, STR("a"), &one) == ERR_OK) taken++;
	assert_in_range(taken, 2, 3);
	u32 of_one = taken;
	while (taken < 100 && readers_submit(readers, STR("b"), &one) == ERR_OK) taken++;
	assert_in_range(taken - of_one, 1, 3);
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

/* ---- turns -------------------------------------------------------------------------------- */

enum { ORDER_MAX = 400 };

static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static char order[ORDER_MAX]; /* whose items were begun, in order */
static u64 turns_of[ORDER_MAX];
static u32 begun;
static u32 held_of_a; /* items of tenant a that are in hand */
static bool a_is_held;

/* An item is its tenant's letter; those of tenant a stay while they are held. */
static void note_work(void *item, struct query *query, u64 turns)
{
	char tenant = *(const char *)item;
	(void)query;
	pthread_mutex_lock(&count_lock);
	turns_of[begun] = turns;
	order[begun++] = tenant;
	held_of_a += tenant == 'a';
	pthread_cond_broadcast(&moved);
	while (tenant == 'a' && a_is_held) pthread_cond_wait(&moved, &count_lock);
	held_of_a -= tenant == 'a';
	pthread_mutex_unlock(&count_lock);
}

static struct readers *start_noting(u32 threads, u32 queue_max)
{
	struct readers_config config = config_of(threads, queue_max);
	struct readers *readers = NULL;
	struct why why;
	config.work = note_work;
	begun = held_of_a = 0;
	a_is_held = true;
	assert_int_equal(readers_start(&config, &readers, &why), ERR_OK);
	return readers;
}

static enum err ask(struct readers *readers, const char *tenant)
{
	return readers_submit(readers, (str){ tenant, 1 }, (void *)(uintptr_t)tenant);
}

static void wait_begun(u32 count)
{
	pthread_mutex_lock(&count_lock);
	while (begun < count) pthread_cond_wait(&moved, &count_lock);
	pthread_mutex_unlock(&count_lock);
}

static void let_a_go(void)
{
	pthread_mutex_lock(&count_lock);
	a_is_held = false;
	pthread_cond_broadcast(&moved);
	pthread_mutex_unlock(&count_lock);
}

static void tenants_take_turns_however_much_one_has(void **state)
{
	struct readers *readers = start_noting(1, 1000);
	(void)state;
	assert_int_equal(ask(readers, "a"), ERR_OK);
	wait_begun(1);
	for (u32 i = 0; i < 100; i++) assert_int_equal(ask(readers, "a"), ERR_OK);
	for (u32 i = 0; i < 3; i++) {
		assert_int_equal(ask(readers, "b"), ERR_OK);
		assert_int_equal(ask(readers, "c"), ERR_OK);
	}
	let_a_go();
	readers_stop(readers);
	assert_int_equal(begun, 107);
	/* Tenant a had the thread when the others came, so that its next turn is behind theirs. */
	assert_memory_equal(order, "abcabcabcaaa", 12);
	assert_int_equal(turns_of[1], 0);
	assert_int_equal(turns_of[2], 1);
	assert_int_equal(turns_of[3], 2);
	assert_int_equal(turns_of[8], 5);
}

static void a_tenant_that_asks_once_is_next(void **state)
{
	struct readers *readers = start_noting(1, 1000);
	(void)state;
	for (u32 i = 0; i < 100; i++) assert_int_equal(ask(readers, "a"), ERR_OK);
	wait_begun(1);
	assert_int_equal(ask(readers, "b"), ERR_OK);
	let_a_go();
	readers_stop(readers);
	assert_memory_equal(order, "aba", 3);
	assert_int_equal(turns_of[1], 0);
}

static void a_thread_is_left_for_who_comes_next(void **state)
{
	struct readers *readers = start_noting(3, 1000);
	(void)state;
	for (u32 i = 0; i < 50; i++) assert_int_equal(ask(readers, "a"), ERR_OK);
	wait_begun(2);
	/* While all that tenant a may have is held, another is served as if it were alone. */
	for (u32 i = 0; i < 20; i++) {
		assert_int_equal(ask(readers, "b"), ERR_OK);
		wait_begun(3 + i);
		assert_int_equal(order[2 + i], 'b');
		assert_int_equal(turns_of[2 + i], 0);
	}
	pthread_mutex_lock(&count_lock);
	assert_int_equal(held_of_a, 2);
	pthread_mutex_unlock(&count_lock);
	let_a_go();
	readers_stop(readers);
	assert_int_equal(begun, 70);
}

static void one_tenant_leaves_places_for_the_others(void **state)
{
	struct readers *readers = start_noting(1, 64);
	u32 len = 0;
	(void)state;
	assert_int_equal(ask(readers, "a"), ERR_OK);
	wait_begun(1);
	while (len < 100 && ask(readers, "a") == ERR_OK) len++;
	assert_int_equal(len, 32);
	static const char *const others[] = { "b", "c", "d", "e" };
	for (u32 i = 0; i < countof(others); i++) assert_int_equal(ask(readers, others[i]), ERR_OK);
	assert_int_equal(ask(readers, "a"), ERR_BUSY);
	let_a_go();
	readers_stop(readers);
	assert_int_equal(begun, 1 + 32 + countof(others));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_that_was_taken_is_done_before_the_end),
		cmocka_unit_test(more_than_the_bound_is_refused),
		cmocka_unit_test(a_reader_that_cannot_look_is_an_error_of_the_start),
		cmocka_unit_test(tenants_take_turns_however_much_one_has),
		cmocka_unit_test(a_tenant_that_asks_once_is_next),
		cmocka_unit_test(a_thread_is_left_for_who_comes_next),
		cmocka_unit_test(one_tenant_leaves_places_for_the_others),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
