#include "handler/capture.h"

#include "handler/own_arena.h"

struct heard {
	u32 count;
	u32 percent;
	char message[128];
};

static void on_progress(void *context, u32 percent, str message)
{
	struct heard *heard = context;
	heard->count++;
	heard->percent = percent;
	assert_true(message.len < sizeof heard->message);
	if (message.len) memcpy(heard->message, message.at, message.len);
	heard->message[message.len] = '\0';
}

/* The same, however it is cut into pieces. */
static void expect(const char *text, const char *kept, u32 count)
{
	for (size_t piece = 1; piece <= strlen(text) + 1; piece++) {
		struct capture capture;
		struct heard heard = { .count = 0 };
		str rest = str_from(text);
		capture_init(&capture, on_progress, &heard);
		while (rest.len) {
			capture_add(&capture, str_slice(rest, 0, piece));
			rest = str_from_offset(rest, piece);
		}
		capture_close(&capture);
		assert_str(buf_view(&capture.kept), str_from(kept));
		assert_int_equal(capture.len, strlen(kept));
		assert_int_equal(heard.count, count);
		capture_done(&capture);
	}
}

static void lines_of_progress_are_taken_out(void **state)
{
	(void)state;
	expect("", "", 0);
	expect("plain", "plain", 0);
	expect("a\n::progress 40 almost\nb\n", "a\nb\n", 1);
	expect("::progress 0\r\n::progress 100 done", "", 2);
	expect("\n\n::progress 5 x\n\n", "\n\n\n", 1);
	expect("a::progress 5 x\n", "a::progress 5 x\n", 0);
	expect("::progress 101 x\n", "::progress 101 x\n", 0);
	expect("::progress\n::progressive\n::", "::progress\n::progressive\n::", 0);
	expect("::progress x\n", "::progress x\n", 0);
}

static void the_message_is_what_follows_the_number(void **state)
{
	(void)state;
	struct capture capture;
	struct heard heard = { .count = 0 };
	capture_init(&capture, on_progress, &heard);
	capture_add(&capture, STR("::progress 40  almost there \n"));
	assert_int_equal(heard.percent, 40);
	assert_string_equal(heard.message, "almost there");
	capture_done(&capture);
}

static void a_long_line_is_not_kept_waiting(void **state)
{
	(void)state;
	struct capture capture;
	char text[2 * HANDLER_OUTPUT_LINE_BYTES];
	memset(text, 'x', sizeof text);
	memcpy(text, "::progress 1 ", 13);
	struct heard heard = { 0 };
	capture_init(&capture, on_progress, &heard);
	capture_add(&capture, (str){ text, sizeof text });
	assert_int_equal(capture.kept.len, sizeof text);
	capture_done(&capture);
}

static void where_nobody_listens_for_progress_every_line_is_output(void **state)
{
	(void)state;
	struct capture capture;
	capture_init(&capture, NULL, NULL);
	capture_add(&capture, STR("::progress 1 x\nno"));
	capture_add(&capture, STR(" end"));
	capture_close(&capture);
	assert_str(buf_view(&capture.kept), STR("::progress 1 x\nno end"));
	assert_int_equal(capture.len, capture.kept.len);
	capture_done(&capture);
}

static void past_the_bound_it_only_counts(void **state)
{
	(void)state;
	struct capture capture;
	static char piece[100000];
	memset(piece, 'x', sizeof piece);
	capture_init(&capture, NULL, NULL);
	for (u32 i = 0; i < 15; i++) capture_add(&capture, (str){ piece, sizeof piece });
	capture_close(&capture);
	assert_int_equal(capture.kept.len, HANDLER_OUTPUT_BYTES);
	assert_int_equal(capture.len, 15 * sizeof piece);
	capture_done(&capture);
}

static void of_a_tail_the_end_is_kept(void **state)
{
	(void)state;
	struct tail tail = { .len = 0 };
	assert_int_equal(tail_text(&tail, 100, &arena).len, 0);
	for (u32 i = 0; i < 2000; i++) tail_add(&tail, STR("0123456789"));
	tail_add(&tail, STR("the end\n"));
	assert_true(tail.is_cut);
	assert_int_equal(tail.len, TAIL_BYTES);
	assert_str(tail_text(&tail, 10, &arena), STR("789the end"));
	static char longer[3 * TAIL_BYTES];
	memset(longer, 'y', sizeof longer);
	tail_add(&tail, (str){ longer, sizeof longer });
	assert_int_equal(tail_text(&tail, TAIL_BYTES, &arena).len, TAIL_BYTES);
}

static void a_tail_is_safe_text(void **state)
{
	(void)state;
	struct tail tail = { .len = 0 };
	tail_add(&tail, STR("  \n a\x1b[31m\xff\0b\tc\xc3\xa9\n \n"));
	assert_str(tail_text(&tail, 100, &arena), STR("a?[31m??b\tc\xc3\xa9"));
	assert_str(tail_text(&tail, 1, &arena), STR("")); /* not from the middle of a character */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_of_progress_are_taken_out),
		cmocka_unit_test(the_message_is_what_follows_the_number),
		cmocka_unit_test(a_long_line_is_not_kept_waiting),
		cmocka_unit_test(where_nobody_listens_for_progress_every_line_is_output),
		cmocka_unit_test(past_the_bound_it_only_counts),
		cmocka_unit_test(of_a_tail_the_end_is_kept),
		cmocka_unit_test(a_tail_is_safe_text),
	};
	return cmocka_run_group_tests(tests, open_arena, close_arena);
}
