/* A crowd of clients that do anything at any time: ask, trickle, talk nonsense, stop reading,
 * leave; and a handler that answers in any order, or late. Whatever happens, nothing hangs, leaks
 * or is answered twice, and in the end all counts are zero. The seed is printed. */
#include "base/prng.h"
#include "certificate.h"
#include "stage.h"

#include <event2/bufferevent_ssl.h>
#include <openssl/ssl.h>

#include <sys/socket.h>

enum { GUESTS = 12, STEPS = 1000 };

struct crowd {
	struct stage stage;
	struct prng random;
	struct guest guests[GUESTS];
	bool is_here[GUESTS];
	SSL_CTX *tls; /* NULL: plain */
};

static u32 below(struct crowd *crowd, u32 bound)
{
	return (u32)prng_below(&crowd->random, bound);
}

static const char *const documents_to_say[] = {
	"GET /echo HTTP/1.1\r\nHost: x\r\n\r\n",
	"GET /later HTTP/1.1\r\nHost: x\r\n\r\n",
	"GET /park HTTP/1.1\r\nHost: x\r\n\r\n",
	"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n",
	"HEAD /later HTTP/1.1\r\nHost: x\r\n\r\n",
	"GET /huge HTTP/1.1\r\nHost: x\r\n\r\n",
	"GET /early HTTP/1.1\r\nHost: x\r\n\r\n",
	"POST /early HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n0123456789",
	"POST /later HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n0123456789",
	"POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
	"POST /park HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc",
	"GET /later HTTP/1.0\r\n\r\n",
	"GET /stream HTTP/1.0\r\n\r\n",
	"GET /later HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
	"GET /echo HTTP/1.1\r\nHo",
	"st: x\r\n\r\n",
	"\r\n",
	"POST /small HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n",
	"nonsense\r\n\r\n",
};

static void say_something(struct crowd *crowd, struct guest *guest)
{
	const char *text = documents_to_say[below(crowd, countof(documents_to_say))];
	str bytes = str_from(text);
	if (below(crowd, 8) == 0) bytes = str_slice(bytes, 0, below(crowd, (u32)bytes.len));
	if (guest->has_ended) return;
	guest_say(guest, bytes);
}

static void leave(struct crowd *crowd, u32 at)
{
	struct linger reset = { .l_onoff = 1 };
	if (below(crowd, 2))
		setsockopt(bufferevent_getfd(crowd->guests[at].stream), SOL_SOCKET, SO_LINGER,
			   &reset, sizeof reset);
	guest_leave(&crowd->guests[at]);
	crowd->is_here[at] = false;
}

static void come(struct crowd *crowd, struct guest *guest)
{
	struct stage *stage = &crowd->stage;
	if (!crowd->tls) {
		guest_open(guest, stage);
		return;
	}
	struct bufferevent *stream = bufferevent_openssl_socket_new(
		loop_base(stage->loop), -1, SSL_new(crowd->tls), BUFFEREVENT_SSL_CONNECTING,
		BEV_OPT_CLOSE_ON_FREE);
	assert_non_null(stream);
	bufferevent_openssl_set_allow_dirty_shutdown(stream, 1);
	guest_dial(stream, &stage->bound);
	guest_begin(guest, stage, stream);
}

static void come_or_act(struct crowd *crowd)
{
	u32 at = below(crowd, GUESTS);
	struct guest *guest = &crowd->guests[at];
	if (!crowd->is_here[at]) {
		come(crowd, guest);
		crowd->is_here[at] = true;
		return;
	}
	if (guest->has_ended || below(crowd, 12) == 0) leave(crowd, at);
	else if (below(crowd, 20) == 0) shutdown(bufferevent_getfd(guest->stream), SHUT_WR);
	else if (below(crowd, 20) == 0) bufferevent_disable(guest->stream, EV_READ);
	else say_something(crowd, guest);
	if (crowd->is_here[at]) buf_clear(&guest->got);
}

static void forget_kept(struct stage *stage, u32 at)
{
	stage->kept[at] = stage->kept[--stage->kept_count];
}

static void end_one(struct crowd *crowd, u32 at)
{
	struct http_request *request = crowd->stage.kept[at];
	forget_kept(&crowd->stage, at);
	if (str_eq(request->path, STR("/stream"))) http_stream_end(request);
	else if (below(crowd, 16) == 0) stage_answer_huge(&crowd->stage, request);
	else stage_answer(request, STR("at last"));
}

static void answer_someone(struct crowd *crowd)
{
	struct stage *stage = &crowd->stage;
	if (stage->kept_count == 0) return;
	u32 at = below(crowd, stage->kept_count);
	struct http_request *request = stage->kept[at];
	bool is_stream = str_eq(request->path, STR("/stream"));
	if (!is_stream || below(crowd, 3) == 0) end_one(crowd, at);
	else (void)!http_stream_write(request, STR("data: and so on\n\n"));
}

/* Keeps the handler's shelf from being full. */
static void make_room(struct crowd *crowd)
{
	while (crowd->stage.kept_count > STAGE_KEPT_MAX / 2) end_one(crowd, 0);
}

static void play(struct crowd *crowd)
{
	for (u32 i = 0; i < STEPS; i++) {
		u32 what = below(crowd, 3);
		if (what == 0) answer_someone(crowd);
		else come_or_act(crowd);
		make_room(crowd);
		buf_clear(&crowd->stage.seen);
		event_base_loop(loop_base(crowd->stage.loop), EVLOOP_NONBLOCK);
	}
}

static void go_home(struct crowd *crowd)
{
	struct stage *stage = &crowd->stage;
	for (u32 i = 0; i < GUESTS; i++) {
		if (crowd->is_here[i]) leave(crowd, i);
	}
	while (http_server_counters(stage->server).connections || stage->kept_count) {
		while (stage->kept_count) end_one(crowd, 0);
		loop_run_once(stage->loop);
	}
	struct http_counters counters = http_server_counters(stage->server);
	assert_int_equal(counters.handled, 0);
	assert_int_equal(counters.body_bytes, 0);
	assert_true(counters.requests > 0);
}

static void small_bounds(struct http_config *config)
{
	config->pipeline_max = 2;
	config->output_max = 1000;
	config->head_ms = 20;
	config->body_ms = 30;
	config->idle_ms = 20;
	config->write_ms = 30;
	config->linger_ms = 10;
}

static struct crowd *given_crowd(u64 seed, void (*tweak)(struct http_config *config))
{
	struct crowd *crowd = calloc(1, sizeof *crowd);
	assert_non_null(crowd);
	crowd->random = prng_init(seed);
	stage_play(&crowd->stage, tweak);
	return crowd;
}

static void crowd_end(struct crowd *crowd)
{
	go_home(crowd);
	stage_close(&crowd->stage);
	SSL_CTX_free(crowd->tls);
	free(crowd);
}

static void a_crowd_comes_and_goes(void **state)
{
	static void (*const tweaks[])(struct http_config * config) = { NULL, small_bounds };
	u64 seed = check_seed();
	(void)state;
	for (size_t i = 0; i < countof(tweaks); i++) {
		struct crowd *crowd = given_crowd(seed + i, tweaks[i]);
		play(crowd);
		crowd_end(crowd);
	}
}

static void a_crowd_comes_and_goes_behind_tls(void **state)
{
	struct certificate certificate;
	struct address any = { .bytes = { 127, 0, 0, 1 } };
	struct crowd *crowd = given_crowd(check_seed(), small_bounds);
	struct http_server *server = crowd->stage.server;
	(void)state;
	certificate_make(&certificate, 1);
	assert_int_equal(http_server_set_certificate(server, str_from(certificate.certificate_file),
						     str_from(certificate.key_file), NULL),
			 ERR_OK);
	assert_int_equal(http_server_listen(server, &any, true, &crowd->stage.bound, NULL), ERR_OK);
	crowd->tls = SSL_CTX_new(TLS_client_method());
	play(crowd);
	crowd_end(crowd);
	certificate_remove(&certificate);
}

static void a_server_stops_in_the_middle_of_a_crowd(void **state)
{
	struct crowd *crowd = given_crowd(check_seed(), NULL);
	(void)state;
	play(crowd);
	http_server_stop(crowd->stage.server, 50, stage_on_stopped, &crowd->stage);
	while (!crowd->stage.is_stopped || crowd->stage.kept_count) {
		if (crowd->stage.kept_count) end_one(crowd, 0);
		event_base_loop(loop_base(crowd->stage.loop), EVLOOP_NONBLOCK);
	}
	crowd_end(crowd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_crowd_comes_and_goes),
		cmocka_unit_test(a_crowd_comes_and_goes_behind_tls),
		cmocka_unit_test(a_server_stops_in_the_middle_of_a_crowd),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
