/* Damaged rows, counted each time and told once. */
#include "server/damage_log.h"

#include "base/check.h"

static void keep_line(void *context, str line)
{
	buf_add(context, line);
}

static void told_once_and_counted_each_time(void **state)
{
	(void)state;
	struct buf lines;
	struct damage_log log;
	buf_init(&lines, 1 << 20);
	const struct log_sink sink = { &lines, LOG_INFO, keep_line };
	damage_log_init(&log, &sink);
	struct damaged_row run = {
		.table = "runs", .id = { { 1 } }, .run = { { 1 } }, .tenant = STR("acme")
	};
	struct damaged_row turn = { .table = "journal", .turn = 7 };
	struct damaged_row thing = { .table = "things", .name = "ann", .name_len = 3 };
	for (u32 i = 0; i < 3; i++) {
		damage_log_report(&log, 0, &run);
		damage_log_report(&log, 0, &turn);
		damage_log_report(&log, 0, &thing);
	}
	char last[DAMAGE_LOG_WORDS];
	damage_log_last(&log, last);
	assert_string_equal(last, "things \"ann\"");
	assert_int_equal(damage_log_found(&log), 9);
	assert_str(buf_view(&lines),
		   STR("{\"time\":\"1970-01-01T00:00:00Z\",\"level\":\"error\",\"msg\":"
		       "\"damaged row found\",\"tenant\":\"acme\","
		       "\"run_id\":\"01000000-0000-0000-0000-000000000000\","
		       "\"err_code\":\"STORE_DAMAGED\",\"table\":\"runs\","
		       "\"row_id\":\"01000000-0000-0000-0000-000000000000\"}\n"
		       "{\"time\":\"1970-01-01T00:00:00Z\",\"level\":\"error\",\"msg\":"
		       "\"damaged row found\",\"err_code\":\"STORE_DAMAGED\","
		       "\"table\":\"journal\",\"turn\":7}\n"
		       "{\"time\":\"1970-01-01T00:00:00Z\",\"level\":\"error\",\"msg\":"
		       "\"damaged row found\",\"err_code\":\"STORE_DAMAGED\","
		       "\"table\":\"things\",\"name\":\"ann\"}\n"));
	damage_log_done(&log);
	buf_done(&lines);
}

/* However many there are, memory stays as it is; a row that was pushed out is told again. */
static void the_ring_forgets_the_oldest(void **state)
{
	(void)state;
	struct buf lines;
	struct damage_log log;
	buf_init(&lines, 1 << 20);
	const struct log_sink sink = { &lines, LOG_INFO, keep_line };
	damage_log_init(&log, &sink);
	struct damaged_row row = { .table = "journal" };
	for (u64 i = 1; i <= DAMAGE_LOG_TOLD + 1; i++) {
		row.turn = i;
		damage_log_report(&log, 0, &row);
	}
	buf_clear(&lines);
	row.turn = 3;
	damage_log_report(&log, 0, &row);
	assert_int_equal(lines.len, 0);
	row.turn = 1;
	damage_log_report(&log, 0, &row);
	assert_true(lines.len > 0);
	damage_log_done(&log);
	buf_done(&lines);
}

static void what_the_writer_meets_is_told_once(void **state)
{
	(void)state;
	struct buf lines;
	struct damage_log log;
	buf_init(&lines, 1 << 20);
	const struct log_sink sink = { &lines, LOG_INFO, keep_line };
	damage_log_init(&log, &sink);
	damage_log_count(&log, 0);
	damage_log_count(&log, 0);
	assert_int_equal(damage_log_found(&log), 2);
	assert_str(buf_view(&lines),
		   STR("{\"time\":\"1970-01-01T00:00:00Z\",\"level\":\"error\",\"msg\":"
		       "\"damaged row skipped\","
		       "\"err_code\":\"STORE_DAMAGED\"}\n"));
	damage_log_done(&log);
	buf_done(&lines);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(told_once_and_counted_each_time),
		cmocka_unit_test(the_ring_forgets_the_oldest),
		cmocka_unit_test(what_the_writer_meets_is_told_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
