/* What must be refused is refused, with its status; the connection is closed, and no handler sees
 * any of it, nor of what was smuggled behind it. */
#include "hostile.h"
#include "stage.h"

static void check_refused(struct stage *stage, const struct hostile *hostile)
{
	struct guest guest;
	struct heard heard;
	u64 refusals = http_server_counters(stage->server).refusals;
	buf_clear(&stage->seen);
	guest_open(&guest, stage);
	guest_say(&guest, hostile->bytes);
	guest_say(&guest, STR("GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"));
	guest_hear(&guest, &heard);
	if (heard.status != (u64)hostile->status)
		fail_msg("%s: %d instead of %d: %.*s", hostile->name, (int)heard.status,
			 hostile->status, STR_ARG(heard.body));
	if (!text_holds(heard.head, STR("Connection: close"))) fail_msg("%s", hostile->name);
	guest_wait_end(&guest);
	if (guest.got.len) fail_msg("%s: a second answer", hostile->name);
	if (stage->seen.len) fail_msg("%s: seen by the handler", hostile->name);
	assert_int_equal(http_server_counters(stage->server).refusals, refusals + 1);
	guest_leave(&guest);
}

static void hostile_requests_are_refused_and_the_connection_closed(void **state)
{
	struct stage stage;
	(void)state;
	stage_play(&stage, NULL);
	for (size_t i = 0; i < countof(hostile_requests); i++)
		check_refused(&stage, &hostile_requests[i]);
	print_message("%zu hostile requests\n", countof(hostile_requests));
	stage_wait_connections(&stage, 0);
	assert_int_equal(http_server_counters(stage.server).requests, 0);
	assert_int_equal(http_server_counters(stage.server).body_bytes, 0);
	stage_close(&stage);
}

static const struct {
	str bytes;
	str seen;
} strange_but_right[] = {
#define GOOD(bytes, seen)                      \
	{                                      \
		{ bytes, sizeof(bytes) - 1 },  \
		{                              \
			seen, sizeof(seen) - 1 \
		}                              \
	}
	GOOD("\r\nGET /a HTTP/1.1\r\nHost: x\r\n\r\n", "GET /a"),
	GOOD("GET http://x/a?b HTTP/1.1\r\nHost: X\r\n\r\n", "GET /a?b"),
	GOOD("GET HTTP://x:80/a HTTP/1.1\r\nHost: x:80\r\n\r\n", "GET /a"),
	GOOD("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", "OPTIONS *"),
	GOOD("GET /a%20b%C3%A4 HTTP/1.1\r\nHost: x\r\n\r\n", "GET /a b\xc3\xa4"),
	GOOD("GET /a..b/...c HTTP/1.1\r\nHost: x\r\n\r\n", "GET /a..b/...c"),
	GOOD("GET //a/ HTTP/1.1\r\nHost: x\r\n\r\n", "GET //a/"),
	GOOD("GET /a?x=%2f%2e&y=.. HTTP/1.1\r\nHost: [::1]:7654\r\n\r\n", "GET /a?x=%2f%2e&y=.."),
	GOOD("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 003\r\n\r\nabc", "POST /a body=abc"),
	GOOD("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r\n"
	     "2;a=b\r\nab\r\n00000001\r\nc\r\n0\r\nX-Trailer: dropped\r\n\r\n",
	     "POST /a body=abc"),
	GOOD("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
	     "POST /a"),
	GOOD("GET /a HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n", "GET /a"),
	GOOD("GET /a HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n", "GET /a"),
	GOOD("PROPFIND /a HTTP/1.1\r\nHost: x\r\n\r\n", "PROPFIND /a"),
	GOOD("GET /a HTTP/1.1\r\nHost: x\r\nA: \r\nB:\tc\t\r\nC: \xc3\xa4\r\n\r\n", "GET /a"),
#undef GOOD
};

static void strange_but_right_requests_are_served(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	for (size_t i = 0; i < countof(strange_but_right); i++) {
		guest_say(&guest, strange_but_right[i].bytes);
		guest_expect(&guest, 200, strange_but_right[i].seen);
	}
	assert_false(guest.has_ended);
	guest_leave(&guest);
	stage_close(&stage);
}

static void speak_plainly(void *context, int status, const char *sentence, struct buf *out)
{
	(void)context;
	buf_addf(out, "%d: %s", status, sentence);
}

static void refusals_may_be_worded_by_the_handler(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_init(&stage);
	stage.config.handler.refused = speak_plainly;
	stage_open(&stage);
	guest_open(&guest, &stage);
	guest_say(&guest, STR("GET / HTTP/1.1\r\n\r\n"));
	guest_expect(&guest, 400, STR("400: the Host field is missing, repeated or malformed"));
	guest_leave(&guest);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hostile_requests_are_refused_and_the_connection_closed),
		cmocka_unit_test(strange_but_right_requests_are_served),
		cmocka_unit_test(refusals_may_be_worded_by_the_handler),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
