/* What a minute's entries are counted as. */
#include "model/stats.h"

#include "base/check.h"
#include "model/daily.h"

#define NOON ((msec)1700000000000 / MSEC_DAY * MSEC_DAY + 12 * MSEC_HOUR)

static struct stats_book *a_book(void)
{
	struct stats_book *book;
	assert_int_equal(stats_book_new(&book), ERR_OK);
	stats_book_begin(book, 1, stats_at(NOON, 1));
	return book;
}

static struct uuid execution_begun_at(msec at)
{
	static const u8 zeros[UUID7_RANDOM_LEN];
	return uuid7_make(at, zeros);
}

static void move(struct stats_book *book, enum run_state from, enum run_state to, str reason,
		 msec began, msec run_at)
{
	struct journal_entry entry = { .kind = JOURNAL_MOVED,
				       .tenant = { 1 },
				       .type = { 2 },
				       .from = from,
				       .to = to,
				       .reason = reason,
				       .run_at = run_at };
	if (began) entry.execution = execution_begun_at(began);
	stats_book_add(book, &entry, NOON + 500);
}

/* The row of a key; all zero: there is none. */
static struct stats_row row_of(const struct stats_book *book, enum stats_kind kind, u32 tenant,
			       u32 number, str name)
{
	const struct stats_row *row;
	u32 place = 0;
	while ((row = stats_book_next(book, &place))) {
		const struct stats_key *key = &row->key;
		if (key->kind == kind && key->tenant == tenant && key->number == number &&
		    str_eq(key->name, name))
			return *row;
	}
	return (struct stats_row){ 0 };
}

static void a_life_is_counted_where_it_happens(void **state)
{
	struct stats_book *book = a_book();
	struct journal_entry created = { .kind = JOURNAL_CREATED, .tenant = { 1 }, .type = { 2 } };
	(void)state;
	stats_book_add(book, &created, NOON);
	move(book, RUN_QUEUED, RUN_PROCESSING, STR(""), NOON + 70, NOON);
	move(book, RUN_PROCESSING, RUN_QUEUED, STR("retry"), NOON + 70, NOON + MSEC_MINUTE);
	move(book, RUN_PROCESSING, RUN_QUEUED, STR("stalled"), 0, NOON);
	move(book, RUN_PROCESSING, RUN_QUEUED, STR("defer"), 0, NOON);
	move(book, RUN_PROCESSING, RUN_DLQ, STR("timeout"), 0, NOON);
	move(book, RUN_DLQ, RUN_QUEUED, STR("retried"), 0, NOON);
	move(book, RUN_PROCESSING, RUN_DONE, STR("success"), NOON + 400, NOON);
	move(book, RUN_DLQ, RUN_CANCELLED, STR("discarded"), 0, NOON); /* it is counted as dead */
	move(book, RUN_QUEUED, RUN_CANCELLED, STR("cancelled"), 0, NOON);
	move(book, RUN_PROCESSING, RUN_FAILED, STR("fail"), 0, NOON);
	struct stats_row row = row_of(book, STATS_OF_TYPE, 1, 2, STR(""));
	static const u64 expected[STATS_COUNT] = {
		[STATS_ENQUEUED] = 1, [STATS_STARTED] = 1,  [STATS_DONE] = 1,
		[STATS_FAILED] = 1,   [STATS_DEAD] = 1,     [STATS_CANCELLED] = 1,
		[STATS_RETRIES] = 2,  [STATS_DEFERRED] = 1, [STATS_STALLED] = 1,
		[STATS_TIMEOUTS] = 1,
	};
	for (u32 i = 0; i < STATS_COUNT; i++) assert_int_equal(row.cells[i], expected[i]);
	struct spans delay = stats_spans(row.cells, STATS_DELAY);
	struct spans duration = stats_spans(row.cells, STATS_DURATION);
	assert_int_equal(delay.count, 1);
	assert_int_equal(delay.sum, 70);
	assert_int_equal(duration.count, 2);
	assert_int_equal(duration.sum, 430 + 100);
	assert_true(row.key.at == stats_at(NOON, 1) && row.key.span == 1);
	stats_book_free(book);
}

static void a_429_counts_for_its_type_and_its_route(void **state)
{
	struct stats_book *book = a_book();
	struct journal_entry entry = { .kind = JOURNAL_REFUSED,
				       .tenant = { 1 },
				       .type = { 2 },
				       .reason = STR("api.example.org") };
	(void)state;
	stats_book_add(book, &entry, NOON);
	entry.reason = STR("");
	stats_book_add(book, &entry, NOON);
	assert_int_equal(row_of(book, STATS_OF_TYPE, 1, 2, STR("")).cells[STATS_LIMITED], 2);
	struct stats_row route = row_of(book, STATS_OF_ROUTE, 1, 0, STR("api.example.org"));
	assert_int_equal(route.cells[STATS_REFUSED], 1);
	stats_book_free(book);
}

static void days_are_counted_by_their_due_minute(void **state)
{
	struct stats_book *book = a_book();
	struct journal_entry entry = { .kind = JOURNAL_DAILY,
				       .tenant = { 1 },
				       .type = { 2 },
				       .attempts = 540,
				       .run_at = NOON,
				       .reason = STR("success") };
	(void)state;
	stats_book_add(book, &entry, NOON);
	entry.reason = STR("cutoff_reached");
	stats_book_add(book, &entry, NOON);
	stats_book_add(book, &entry, NOON);
	entry.reason = STR("late success");
	stats_book_add(book, &entry, NOON);
	struct stats_row row = row_of(book, STATS_OF_DUE, 1, 541, STR(""));
	assert_int_equal(row.cells[STATS_SUCCESS], 1);
	assert_int_equal(row.cells[STATS_CUTOFF], 2);
	stats_book_free(book);
}

static u64 enqueued_in_all(const struct stats_book *book, u32 *out_rows)
{
	const struct stats_row *row;
	u32 place = 0;
	u64 sum = 0;
	*out_rows = 0;
	while ((row = stats_book_next(book, &place))) {
		sum += row->cells[STATS_ENQUEUED];
		++*out_rows;
	}
	return sum;
}

static void what_is_past_a_bound_counts_as_others_and_nothing_is_lost(void **state)
{
	struct stats_book *book = a_book();
	struct journal_entry entry = { .kind = JOURNAL_CREATED };
	u32 rows;
	(void)state;
	for (u32 tenant = 1; tenant <= 300; tenant++) {
		for (u32 type = 1; type <= 10; type++) {
			entry.tenant.v = tenant;
			entry.type.v = type;
			stats_book_add(book, &entry, NOON);
		}
	}
	assert_int_equal(enqueued_in_all(book, &rows), 3000);
	assert_int_equal(rows, 1025); /* 1,024 of their own, and the others */
	struct stats_row others = row_of(book, STATS_OF_TYPE, 0, 0, STR(""));
	assert_int_equal(others.cells[STATS_ENQUEUED], 3000 - 1024);
	/* Many types: those of a known tenant are its own others. */
	stats_book_begin(book, 1, stats_at(NOON, 1));
	for (u32 type = 1; type <= 250; type++) {
		entry.tenant.v = 7;
		entry.type.v = type;
		stats_book_add(book, &entry, NOON);
	}
	assert_int_equal(enqueued_in_all(book, &rows), 250);
	assert_int_equal(rows, STATS_TYPES_MAX + 1);
	others = row_of(book, STATS_OF_TYPE, 7, 0, STR(""));
	assert_int_equal(others.cells[STATS_ENQUEUED], 50);
	stats_book_free(book);
}

static void a_book_goes_on_where_its_rows_were_kept(void **state)
{
	struct stats_book *book = a_book();
	struct stats_row kept = { .key = { .kind = STATS_OF_TYPE, .tenant = 1, .number = 2 } };
	struct journal_entry entry = { .kind = JOURNAL_CREATED, .tenant = { 1 }, .type = { 2 } };
	u32 place = 0;
	(void)state;
	kept.cells[STATS_ENQUEUED] = 41;
	stats_book_put(book, &kept);
	assert_null(stats_book_next(book, &place));
	stats_book_add(book, &entry, NOON);
	assert_int_equal(row_of(book, STATS_OF_TYPE, 1, 2, STR("")).cells[STATS_ENQUEUED], 42);
	stats_book_settle(book);
	place = 0;
	assert_null(stats_book_next(book, &place));
	stats_book_free(book);
}

static void numbers_come_back_as_they_were_packed(void **state)
{
	u64 cells[STATS_CELLS] = { 0 }, read[STATS_CELLS];
	struct buf packed;
	(void)state;
	buf_init(&packed, 4096);
	stats_pack(&packed, cells);
	assert_int_equal(packed.len, 0);
	assert_true(stats_unpack(buf_view(&packed), read));
	for (u32 i = 0; i < STATS_CELLS; i++) cells[i] = i % 3 ? 0 : UINT64_MAX >> i;
	cells[1] = 127;
	cells[2] = 128;
	stats_pack(&packed, cells);
	assert_true(stats_unpack(buf_view(&packed), read));
	assert_memory_equal(cells, read, sizeof cells);
	assert_false(stats_unpack(str_slice(buf_view(&packed), 0, packed.len - 1), read));
	assert_false(stats_unpack(STR("\x7f\x01"), read));
	buf_done(&packed);
}

static void minutes_and_hours_begin_where_clocks_say(void **state)
{
	(void)state;
	assert_true(stats_at(NOON + 59999, 1) == NOON / MSEC_MINUTE);
	assert_true(stats_at(NOON + MSEC_HOUR - 1, STATS_HOUR) == NOON / MSEC_MINUTE);
	assert_true(stats_at(-1, 1) == -1);
	assert_true(stats_at(-1, STATS_HOUR) == -60);
	for (u32 i = 0; i < STATS_COUNT; i++) assert_true(stats_word((enum stats_count)i).len > 0);
	assert_int_equal(stats_kind_of(STATS_MISSED), STATS_OF_DUE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_life_is_counted_where_it_happens),
		cmocka_unit_test(a_429_counts_for_its_type_and_its_route),
		cmocka_unit_test(days_are_counted_by_their_due_minute),
		cmocka_unit_test(what_is_past_a_bound_counts_as_others_and_nothing_is_lost),
		cmocka_unit_test(a_book_goes_on_where_its_rows_were_kept),
		cmocka_unit_test(numbers_come_back_as_they_were_packed),
		cmocka_unit_test(minutes_and_hours_begin_where_clocks_say),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
