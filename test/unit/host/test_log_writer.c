/* Lines that are handed over, and a sink that is slow. */
#include "host/log_writer.h"

#include "base/buf.h"
#include "base/check.h"

#include <pthread.h>

struct sink {
	pthread_mutex_t gate; /* who holds it holds the sink up */
	struct buf text;
};

static void on_lines(void *context, str lines)
{
	struct sink *sink = context;
	pthread_mutex_lock(&sink->gate);
	buf_add(&sink->text, lines);
	pthread_mutex_unlock(&sink->gate);
}

static void open_sink(struct sink *sink)
{
	pthread_mutex_init(&sink->gate, NULL);
	buf_init(&sink->text, (size_t)8 << 20);
}

static void close_sink(struct sink *sink)
{
	buf_done(&sink->text);
	pthread_mutex_destroy(&sink->gate);
}

static void lines_come_out_in_their_order_and_all_of_them(void **state)
{
	(void)state;
	struct sink sink;
	struct log_writer *writer;
	struct why why;
	struct buf expected;
	open_sink(&sink);
	buf_init(&expected, 1 << 20);
	assert_int_equal(ERR_OK, log_writer_start(on_lines, &sink, &writer, &why));
	for (u32 i = 0; i < 1000; i++) {
		struct buf line;
		buf_init(&line, 64);
		buf_addf(&line, "line %u\n", i);
		buf_add(&expected, buf_view(&line));
		log_writer_put(writer, buf_view(&line));
		buf_done(&line);
	}
	assert_int_equal(0, log_writer_dropped(writer));
	log_writer_stop(writer);
	assert_str(buf_view(&sink.text), buf_view(&expected));
	buf_done(&expected);
	close_sink(&sink);
}

static void a_sink_that_is_held_up_holds_nobody_up(void **state)
{
	(void)state;
	struct sink sink;
	struct log_writer *writer;
	struct why why;
	char line[1024];
	memset(line, 'x', sizeof line);
	line[sizeof line - 1] = '\n';
	open_sink(&sink);
	pthread_mutex_lock(&sink.gate);
	assert_int_equal(ERR_OK, log_writer_start(on_lines, &sink, &writer, &why));
	/* Both buffers and more. */
	for (u32 i = 0; i < 3 * LOG_WRITER_BYTES / sizeof line; i++)
		log_writer_put(writer, (str){ line, sizeof line });
	u64 dropped = log_writer_dropped(writer);
	assert_true(dropped >= LOG_WRITER_BYTES / sizeof line);
	pthread_mutex_unlock(&sink.gate);
	log_writer_stop(writer);
	str text = buf_view(&sink.text);
	assert_true(text.len >= LOG_WRITER_BYTES);
	/* What was kept is whole, and the last word says what was not. */
	str last = STR("");
	u64 kept = 0;
	while (text.len) {
		last = str_split(&text, '\n');
		kept += last.len == sizeof line - 1;
	}
	assert_int_equal(3 * LOG_WRITER_BYTES / sizeof line, kept + dropped);
	assert_true(str_starts_with(last, STR("{\"level\":\"warn\",\"msg\":\"log lines dropped")));
	close_sink(&sink);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_come_out_in_their_order_and_all_of_them),
		cmocka_unit_test(a_sink_that_is_held_up_holds_nobody_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
