/* A stage for stories about the HTTP server: a real loop, a real server on a free loopback port,
 * and clients that live in the same loop, so that nothing ever sleeps: a wait turns the loop until
 * what is waited for has happened. A watchdog ends a story that would wait for ever.
 *
 * The handler does what the path says:
 *   /echo     answers with what it saw: "POST /echo?q body=..."
 *   /small    the same, with a body of at most 10 bytes; /large: of at most 4 MiB
 *   /early    answers 401 from the head
 *   /later    keeps the request for the story to answer; /park: and wants to know who leaves
 *   /stream   begins a stream and keeps the request
 *   /huge     answers 8 MiB */
#ifndef BELFRY_TEST_UNIT_NET_STAGE_H
#define BELFRY_TEST_UNIT_NET_STAGE_H

#include "../base/check.h"
#include "base/buf.h"
#include "net/http.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>

#include <unistd.h>

enum { STAGE_KEPT_MAX = 64, STAGE_WATCHDOG_MS = 30000, STAGE_HUGE = 8 << 20 };

struct stage {
	struct loop *loop;
	struct http_server *server;
	struct http_config config;
	struct address bound;
	struct loop_timer *watchdog;
	struct http_request *kept[STAGE_KEPT_MAX];
	u32 kept_count;
	u32 gone_count;
	u32 sent_count;
	u32 unsent_count;
	struct buf seen; /* a line for each request */
	msec wall;       /* what the wall clock shows */
	bool is_stopped;
	bool is_secure; /* of the last request */
	struct address source;
};

static inline struct now stage_now(void *context)
{
	struct stage *stage = context;
	struct timespec at;
	/* Deadlines are real, if short; the wall clock is the story's. */
	timespec_get(&at, TIME_UTC);
	return (struct now){ stage->wall, at.tv_sec * 1000 + at.tv_nsec / 1000000 };
}

static inline u64 stage_head(void *context, struct http_request *request)
{
	struct stage *stage = context;
	stage->is_secure = request->is_secure;
	stage->source = request->source;
	if (str_eq(request->path, STR("/early"))) {
		http_answer(request, &(struct http_answer){ .status = 401 });
		return 0;
	}
	if (str_eq(request->path, STR("/small"))) return 10;
	return str_eq(request->path, STR("/large")) ? 4 << 20 : 65536;
}

static inline void stage_gone(void *context, struct http_request *request)
{
	struct stage *stage = context;
	stage->gone_count++;
	(void)request;
}

static inline void stage_sent(void *context, bool was_sent)
{
	struct stage *stage = context;
	if (was_sent) stage->sent_count++;
	else stage->unsent_count++;
}

static inline void stage_answer(struct http_request *request, str body)
{
	http_answer(request, &(struct http_answer){ .status = 200,
						    .content_type = STR("text/plain"),
						    .body = body });
}

static inline void stage_keep(struct stage *stage, struct http_request *request)
{
	assert_true(stage->kept_count < STAGE_KEPT_MAX);
	stage->kept[stage->kept_count++] = request;
}

static inline void stage_answer_huge(struct stage *stage, struct http_request *request)
{
	struct buf body;
	buf_init(&body, STAGE_HUGE);
	memset(buf_extend(&body, STAGE_HUGE), 'h', STAGE_HUGE);
	http_answer(request, &(struct http_answer){ .status = 200,
						    .take = &body,
						    .sent = stage_sent,
						    .sent_context = stage });
	assert_null(body.at);
}

static inline void stage_request(void *context, struct http_request *request)
{
	struct stage *stage = context;
	size_t from = stage->seen.len;
	buf_addf(&stage->seen, "%.*s %.*s", STR_ARG(request->method_name), STR_ARG(request->path));
	if (request->query.len) buf_addf(&stage->seen, "?%.*s", STR_ARG(request->query));
	if (request->body.len && request->body.len < 1000)
		buf_addf(&stage->seen, " body=%.*s", STR_ARG(request->body));
	else if (request->body.len) buf_addf(&stage->seen, " bytes=%zu", request->body.len);
	str line = str_from_offset(buf_view(&stage->seen), from);
	if (str_eq(request->path, STR("/park"))) {
		assert_true(http_on_gone(request, stage_gone, stage));
		stage_keep(stage, request);
	} else if (str_eq(request->path, STR("/later"))) {
		stage_keep(stage, request);
	} else if (str_eq(request->path, STR("/stream"))) {
		stage_keep(stage, request);
		assert_true(http_on_gone(request, stage_gone, stage));
		http_stream_begin(
			request, &(struct http_answer){ .status = 200,
							.content_type = STR("text/event-stream") });
	} else if (str_eq(request->path, STR("/huge"))) {
		stage_answer_huge(stage, request);
	} else {
		stage_answer(request, line);
	}
	buf_add_byte(&stage->seen, '\n');
}

static inline void stage_bark(void *context)
{
	(void)context;
	fprintf(stderr, "the story waits for something that does not happen\n");
	abort();
}

/* Settings as they are by default; the story changes what it is about, then opens. */
static inline void stage_init(struct stage *stage)
{
	*stage = (struct stage){ .wall = 784111777000 };
	buf_init(&stage->seen, 1 << 20);
	assert_int_equal(loop_new(&(struct loop_config){ .now = stage_now, .now_context = stage },
				  &stage->loop),
			 ERR_OK);
	assert_int_equal(loop_timer_new(stage->loop, stage_bark, stage, &stage->watchdog), ERR_OK);
	loop_timer_start(stage->watchdog, STAGE_WATCHDOG_MS);
	http_config_init(&stage->config);
	stage->config.loop = stage->loop;
	stage->config.handler = (struct http_handler){ .context = stage,
						       .head = stage_head,
						       .request = stage_request };
}

static inline void stage_open(struct stage *stage)
{
	struct address any = { .bytes = { 127, 0, 0, 1 } };
	struct why why = { 0 };
	assert_int_equal(http_server_new(&stage->config, &stage->server), ERR_OK);
	assert_int_equal(http_server_listen(stage->server, &any, false, &stage->bound, &why),
			 ERR_OK);
}

static inline void stage_close(struct stage *stage)
{
	http_server_free(stage->server);
	loop_timer_free(stage->watchdog);
	loop_free(stage->loop);
	buf_done(&stage->seen);
}

static inline void stage_play(struct stage *stage, void (*tweak)(struct http_config *config))
{
	stage_init(stage);
	if (tweak) tweak(&stage->config);
	stage_open(stage);
}

/* The oldest request that was kept. */
static inline struct http_request *stage_take(struct stage *stage)
{
	while (stage->kept_count == 0) loop_run_once(stage->loop);
	struct http_request *first = stage->kept[0];
	stage->kept_count--;
	memmove(stage->kept, stage->kept + 1, stage->kept_count * sizeof stage->kept[0]);
	return first;
}

static inline void stage_wait_kept(struct stage *stage, u32 count)
{
	while (stage->kept_count < count) loop_run_once(stage->loop);
}

static inline void stage_wait_gone(struct stage *stage, u32 count)
{
	while (stage->gone_count < count) loop_run_once(stage->loop);
}

static inline void stage_on_stopped(void *context)
{
	((struct stage *)context)->is_stopped = true;
}

static inline void stage_wait_stopped(struct stage *stage)
{
	while (!stage->is_stopped) loop_run_once(stage->loop);
}

static inline void stage_wait_connections(struct stage *stage, u32 count)
{
	while (http_server_counters(stage->server).connections != count) loop_run_once(stage->loop);
}

/* --- a client --- */

struct guest {
	struct stage *stage;
	struct bufferevent *stream;
	struct buf got;
	bool has_ended;
	bool was_reset; /* it ended by an error */
};

static inline void guest_on_bytes(struct bufferevent *stream, void *context)
{
	struct guest *guest = context;
	struct evbuffer *input = bufferevent_get_input(stream);
	size_t len = evbuffer_get_length(input);
	char *room = buf_extend(&guest->got, len);
	assert_non_null(room);
	assert_int_equal(evbuffer_remove(input, room, len), len);
}

static inline void guest_on_event(struct bufferevent *stream, short what, void *context)
{
	struct guest *guest = context;
	if (what & (BEV_EVENT_EOF | BEV_EVENT_ERROR)) {
		guest_on_bytes(stream, context);
		guest->has_ended = true;
		guest->was_reset = what & BEV_EVENT_ERROR;
	}
}

/* `stream`: connecting already. */
static inline void guest_begin(struct guest *guest, struct stage *stage, struct bufferevent *stream)
{
	*guest = (struct guest){ .stage = stage, .stream = stream };
	buf_init(&guest->got, 32 << 20);
	bufferevent_setcb(stream, guest_on_bytes, NULL, guest_on_event, guest);
	bufferevent_enable(stream, EV_READ);
}

static inline void guest_dial(struct bufferevent *stream, const struct address *where)
{
	struct sockaddr_storage at;
	socklen_t len = address_to_socket(where, &at);
	assert_int_equal(bufferevent_socket_connect(stream, (struct sockaddr *)&at, (int)len), 0);
}

static inline void guest_open(struct guest *guest, struct stage *stage)
{
	struct bufferevent *stream = bufferevent_socket_new(loop_base(stage->loop), -1,
							    BEV_OPT_CLOSE_ON_FREE);
	assert_non_null(stream);
	guest_dial(stream, &stage->bound);
	guest_begin(guest, stage, stream);
}

static inline void guest_leave(struct guest *guest)
{
	bufferevent_free(guest->stream);
	buf_done(&guest->got);
}

static inline void guest_say(struct guest *guest, str bytes)
{
	assert_int_equal(bufferevent_write(guest->stream, bytes.at, bytes.len), 0);
}

static inline void guest_wait_end(struct guest *guest)
{
	while (!guest->has_ended) loop_run_once(guest->stage->loop);
}

static inline void guest_wait_bytes(struct guest *guest, size_t len)
{
	while (guest->got.len < len) loop_run_once(guest->stage->loop);
}

static inline bool text_holds(str text, str part)
{
	for (size_t at = 0; at + part.len <= text.len; at++) {
		if (str_starts_with(str_from_offset(text, at), part)) return true;
	}
	return false;
}

static inline void guest_wait_text(struct guest *guest, str part)
{
	while (!text_holds(buf_view(&guest->got), part)) {
		assert_false(guest->has_ended);
		loop_run_once(guest->stage->loop);
	}
}

/* Where the head ends; 0: not yet. */
static inline size_t head_end(str text)
{
	for (size_t at = 0; at + 4 <= text.len; at++) {
		if (memcmp(text.at + at, "\r\n\r\n", 4) == 0) return at + 4;
	}
	return 0;
}

static inline u64 length_in(str head)
{
	static const str name = { "Content-Length: ", 16 };
	for (size_t at = 0; at + name.len < head.len; at++) {
		str rest = str_from_offset(head, at);
		if (!str_starts_with(rest, name)) continue;
		rest = str_from_offset(rest, name.len);
		u64 length;
		assert_true(
			str_to_u64(str_slice(rest, 0, str_find(rest, '\r')), UINT32_MAX, &length));
		return length;
	}
	return 0;
}

/* An answer, in the guest's memory until the next is asked for. */
struct heard {
	u64 status; /* 0: the connection ended instead */
	str head;
	str body;
	char text[4096];
};

/* Waits for the next whole answer. A status of 0: the connection ended. */
static inline void guest_hear(struct guest *guest, struct heard *heard)
{
	size_t head = 0, whole = 0;
	*heard = (struct heard){ 0 };
	for (;;) {
		str got = buf_view(&guest->got);
		head = head_end(got);
		if (head) whole = head + (size_t)length_in(str_slice(got, 0, head));
		if (head && got.len >= whole) break;
		if (guest->has_ended) return;
		loop_run_once(guest->stage->loop);
	}
	assert_true(whole < sizeof heard->text);
	memcpy(heard->text, guest->got.at, whole);
	memmove(guest->got.at, guest->got.at + whole, guest->got.len - whole);
	guest->got.len -= whole;
	heard->head = (str){ heard->text, head };
	heard->body = (str){ heard->text + head, whole - head };
	assert_true(str_starts_with(heard->head, STR("HTTP/1.1 ")));
	assert_true(str_to_u64(str_slice(heard->head, 9, 12), 999, &heard->status));
}

static inline void guest_expect(struct guest *guest, u64 status, str body)
{
	struct heard heard;
	guest_hear(guest, &heard);
	assert_int_equal(heard.status, status);
	assert_str(heard.body, body);
}

/* One question on a connection of its own; the status, and whether the connection ended. */
static inline u64 stage_ask(struct stage *stage, str bytes, bool *out_closed)
{
	struct guest guest;
	struct heard heard;
	guest_open(&guest, stage);
	guest_say(&guest, bytes);
	guest_hear(&guest, &heard);
	bool says_close = text_holds(heard.head, STR("Connection: close"));
	if (says_close) guest_wait_end(&guest);
	*out_closed = guest.has_ended;
	guest_leave(&guest);
	return heard.status;
}

#endif
