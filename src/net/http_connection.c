/* One client. Everything that happens (bytes, an answer, a deadline, the end) is noted first and
 * then settled in one place, connection_settle, which alone frees: so no call finds its connection
 * gone from under its feet, and all answers of a moment leave in one write. */
#include "net/http_parts.h"

#include "base/memory.h"
#include "base/must.h"

#include <event2/bufferevent_ssl.h>
#include <event2/event.h>
#include <openssl/crypto.h>
#include <openssl/err.h>

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>

enum { SETTLE_PASSES = 8 };

static struct evbuffer *input_of(const struct http_connection *connection)
{
	return bufferevent_get_input(connection->stream);
}

size_t connection_unsent(const struct http_connection *connection)
{
	return evbuffer_get_length(connection->out) +
	       evbuffer_get_length(bufferevent_get_output(connection->stream));
}

u64 connection_output(const struct http_connection *connection)
{
	u64 bytes = connection_unsent(connection);
	list_for_each_of(struct http_exchange, exchange, &connection->exchanges, node)
	{
		if (exchange->out) bytes += evbuffer_get_length(exchange->out);
	}
	return bytes;
}

static void count_output(struct http_connection *connection, u64 bytes)
{
	u64 *total = &connection->server->counters.output_bytes;
	must(*total >= connection->output_counted);
	*total = *total - connection->output_counted + bytes;
	connection->output_counted = bytes;
}

void connection_break(struct http_connection *connection)
{
	connection->is_broken = true;
}

/* --- reading --- */

static bool may_read(const struct http_connection *connection)
{
	const struct http_server *server = connection->server;
	if (connection->is_last || connection->is_broken || connection->is_parked) return false;
	if (connection->reading) return true;
	if (server->is_stopping) return false;
	return connection->exchange_count < server->config.pipeline_max &&
	       connection_output(connection) < server->config.output_max;
}

/* Asked once, and only of requests that are not alone. */
static u64 answer_max_of(struct http_exchange *exchange)
{
	const struct http_handler *handler = &exchange->server->config.handler;
	if (!exchange->answer_max && handler->answer_max)
		exchange->answer_max = handler->answer_max(handler->context, &exchange->request);
	if (!exchange->answer_max) exchange->answer_max = ANSWER_SHORT_BYTES;
	return exchange->answer_max;
}

/* Output that exists counts by its length, output to come by the longest it may become. The longest
 * of these is left out: so a request that is alone always has room, and a short one behind a long
 * poll. */
static bool has_room_for_answer(const struct http_connection *connection)
{
	u64 bytes = connection_output(connection), longest = 0;
	if (connection->exchange_count == 1 && !bytes) return true;
	list_for_each_of(struct http_exchange, exchange, &connection->exchanges, node)
	{
		if (exchange->is_over) continue;
		u64 most = answer_max_of(exchange);
		bytes += most;
		if (most > longest) longest = most;
	}
	return bytes - longest <= connection->server->config.output_max;
}

/* The message is refused; nothing more is read. A handler that saw its head is told. */
void connection_refuse(struct http_connection *connection, enum http_refusal refusal)
{
	struct http_exchange *exchange = connection->reading;
	must(exchange != NULL);
	connection->reading = NULL;
	connection->is_last = true;
	connection->lingers = true;
	http_gone *gone = exchange->gone;
	exchange->gone = NULL;
	if (gone) gone(exchange->gone_context, &exchange->request);
	if (!list_node_is_in_list(&exchange->node)) exchange_line_up(exchange);
	answer_refuse(exchange, refusal);
}

/* The request is complete. */
static void hand_over(struct http_connection *connection)
{
	struct http_exchange *exchange = connection->reading;
	const struct http_handler *handler = &connection->server->config.handler;
	exchange->request.body = buf_view(&exchange->reader.body);
	connection->is_parked = !has_room_for_answer(connection);
	if (connection->is_parked) return;
	connection->reading = NULL;
	connection->server->counters.requests++;
	connection->server->counters.handled++;
	if (!exchange->reader.keeps_alive) connection->is_last = true;
	exchange->is_owed = true;
	handler->request(handler->context, &exchange->request);
}

/* All bodies together have a bound; what is announced counts. */
static bool has_room_for_body(struct http_exchange *exchange)
{
	const struct http_reader *reader = &exchange->reader;
	const struct http_server *server = exchange->server;
	u64 bytes = reader->body.len + (reader->is_chunked ? 0 : reader->body_left);
	if (reader->body.capacity > bytes) bytes = reader->body.capacity;
	u64 others = server->counters.body_bytes - exchange->body_counted;
	if (bytes && others + bytes > server->config.bodies_max) return false;
	exchange_count_body(exchange, bytes);
	return true;
}

/* It was answered before it was complete: what is still to come of its body is not read. */
static void finish_early(struct http_connection *connection)
{
	struct http_exchange *exchange = connection->reading;
	connection->reading = NULL;
	connection->server->counters.requests++;
	if (exchange->reader.has_body || !exchange->reader.keeps_alive) connection->is_last = true;
	if (exchange->reader.has_body) connection->lingers = true;
	exchange->is_over = false; /* exchange_over left it in line, because it was being read */
	exchange_over(exchange);
}

static enum http_read on_head(struct http_connection *connection)
{
	struct http_exchange *exchange = connection->reading;
	const struct http_handler *handler = &connection->server->config.handler;
	exchange_fill_request(exchange);
	exchange_line_up(exchange);
	u64 body_max = handler->head(handler->context, &exchange->request);
	if (exchange->is_over) {
		finish_early(connection);
		return HTTP_READ_MORE;
	}
	enum http_read read = http_reader_accept_body(&exchange->reader, body_max);
	if (read != HTTP_READ_MORE) return read;
	if (!has_room_for_body(exchange)) {
		connection_refuse(connection, HTTP_REFUSED_BODIES_MANY);
		return HTTP_READ_MORE;
	}
	if (exchange->reader.expects_continue) answer_continue(exchange);
	return HTTP_READ_MORE;
}

static bool begin_message(struct http_connection *connection)
{
	if (connection->reading) return true;
	connection->reading = exchange_new(connection);
	connection->waits = WAIT_NOTHING; /* whatever it waited for, its clock starts anew */
	connection->has_asked = true;
	if (!connection->reading) connection_break(connection);
	return connection->reading != NULL;
}

/* One piece of input. */
static void read_piece(struct http_connection *connection, struct evbuffer *input)
{
	struct evbuffer_iovec piece;
	size_t used;
	if (!begin_message(connection)) return;
	int pieces = evbuffer_peek(input, -1, NULL, &piece, 1);
	must(pieces > 0);
	struct http_reader *reader = &connection->reading->reader;
	enum http_read read = http_reader_feed(reader, (str){ piece.iov_base, piece.iov_len },
					       &used);
	evbuffer_drain(input, used);
	if (read == HTTP_READ_HEAD) read = on_head(connection);
	else if (read == HTTP_READ_MORE && reader->state == HTTP_READER_BODY &&
		 !has_room_for_body(connection->reading))
		connection_refuse(connection, HTTP_REFUSED_BODIES_MANY);
	if (read == HTTP_READ_REFUSED) connection_refuse(connection, reader->refusal);
	if (read == HTTP_READ_DONE) hand_over(connection);
}

/* After a refusal the client may still be sending; it is let finish (within bounds), because
 * closing the socket on unread bytes would destroy the answer on its way. */
static void throw_away(struct http_connection *connection, struct evbuffer *input)
{
	size_t len = evbuffer_get_length(input);
	connection->lingered += len;
	evbuffer_drain(input, len);
	if (connection->lingered > LINGER_BYTES_MAX) connection_break(connection);
}

/* True: something was read. */
static bool read_input(struct http_connection *connection)
{
	struct evbuffer *input = input_of(connection);
	bool has_read = false;
	if (connection->is_lingering) throw_away(connection, input);
	if (connection->is_parked && !connection->is_broken) {
		hand_over(connection);
		has_read = !connection->is_parked;
	}
	while (may_read(connection) && evbuffer_get_length(input)) {
		read_piece(connection, input);
		has_read = true;
	}
	return has_read;
}

/* --- writing --- */

/* A plain socket is written to directly: most answers fit, and that spares the loop the round trip
 * of asking whether they would. What is left is the stream's to send. */
static void flush(struct http_connection *connection)
{
	struct evbuffer *out = connection->out;
	if (connection->is_broken || !evbuffer_get_length(out)) return;
	bool is_direct = !connection->is_tls &&
			 !evbuffer_get_length(bufferevent_get_output(connection->stream));
	if (is_direct && evbuffer_write(out, connection->fd) < 0 && errno != EAGAIN &&
	    errno != EINTR)
		connection_break(connection);
	size_t left = evbuffer_get_length(out);
	if (!left || connection->is_broken) return;
	connection->written += left;
	if (bufferevent_write_buffer(connection->stream, out) != 0) connection_break(connection);
}

/* --- the end --- */

static void say_goodbye(struct http_connection *connection)
{
	SSL *ssl = connection->is_tls ? bufferevent_openssl_get_ssl(connection->stream) : NULL;
	if (ssl && SSL_is_init_finished(ssl)) SSL_shutdown(ssl);
	if (ssl) ERR_clear_error(); /* or the next connection would take it for its own */
	shutdown(connection->fd, SHUT_WR);
}

/* Everything is sent, and nothing more will be read. */
static void finish(struct http_connection *connection)
{
	bool lingers = connection->lingers || evbuffer_get_length(input_of(connection));
	say_goodbye(connection);
	connection->is_lingering = true;
	if (!lingers || connection->has_ended) connection_break(connection);
}

static bool is_idle(const struct http_connection *connection)
{
	return !connection->reading && !connection->exchange_count &&
	       !connection_unsent(connection);
}

static bool has_watcher(const struct http_connection *connection)
{
	list_for_each_of(struct http_exchange, exchange, &connection->exchanges, node)
	{
		if (exchange->gone || exchange->is_streaming) return true;
	}
	return false;
}

/* The client sends no more. Whoever waits for its leaving is told; others still get their answers.
 */
static void after_end(struct http_connection *connection)
{
	if (connection->is_lingering || has_watcher(connection)) {
		connection_break(connection);
		return;
	}
	bool has_more = connection->is_parked || evbuffer_get_length(input_of(connection));
	if (!connection->is_last && has_more) return;
	connection->is_last = true;
	if (connection->reading) {
		/* It will never be complete. It is the last in line, if at all. */
		struct http_exchange *reading = connection->reading;
		connection->reading = NULL;
		if (list_node_is_in_list(&reading->node)) {
			list_remove(&reading->node);
			connection->exchange_count--;
		}
		exchange_free(reading);
	}
}

static void connection_free(struct http_connection *connection)
{
	connection->depth++; /* nothing is settled any more */
	count_output(connection, 0);
	exchanges_leave(connection);
	exchanges_were_sent(connection, false);
	server_forget_connection(connection->server, connection);
	if (connection->left) event_free(connection->left);
	if (connection->out) evbuffer_free(connection->out);
	if (connection->stream) bufferevent_free(connection->stream);
	OPENSSL_cleanse(connection->memory, sizeof connection->memory);
	mem_free(connection);
}

/* --- the one place --- */

static void on_left(evutil_socket_t fd, short what, void *context)
{
	struct http_connection *connection = context;
	(void)fd, (void)what;
	connection->has_ended = true;
	connection_settle(connection);
}

/* With its input full, the stream does not read, and would not see the end. */
static void watch_if_blind(struct http_connection *connection)
{
	bool is_blind = evbuffer_get_length(input_of(connection)) >= INPUT_HIGH_BYTES &&
			!connection->has_ended;
	if (is_blind == connection->is_left_watched) return;
	if (is_blind && !connection->left)
		connection->left = event_new(loop_base(connection->server->config.loop),
					     connection->fd, EV_CLOSED, on_left, connection);
	bool is_set = connection->left && (is_blind ? event_add(connection->left, NULL)
						    : event_del(connection->left)) == 0;
	if (!is_set) connection_break(connection);
	connection->is_left_watched = is_blind;
}

static void settle_end(struct http_connection *connection)
{
	const struct http_server *server = connection->server;
	if (connection->has_ended) after_end(connection);
	if (connection->is_broken) return;
	if (server->is_stopping && !connection->reading && !connection->exchange_count)
		connection->is_last = true;
	if (connection->is_last && !connection->is_lingering && is_idle(connection))
		finish(connection);
}

/* All outputs together have a bound: the client that has taken least of its answers makes room. */
static void cut_if_too_much(struct http_server *server)
{
	struct http_connection *longest = NULL;
	if (server->counters.output_bytes <= server->config.outputs_max) return;
	list_for_each_of(struct http_connection, connection, &server->connections, node)
	{
		if (!longest || connection->output_counted > longest->output_counted)
			longest = connection;
	}
	must(longest != NULL);
	server->counters.cut++;
	count_output(longest, 0); /* it is as good as gone */
	connection_break(longest);
	server_schedule_settle(server, longest);
}

void connection_settle(struct http_connection *connection)
{
	bool has_read = true;
	must(connection->depth == 0);
	if (list_node_is_in_list(&connection->dirty)) list_remove(&connection->dirty);
	connection->depth++; /* what is answered meanwhile is settled here */
	if (connection->reading && connection->reading->is_over) finish_early(connection);
	for (u32 i = 0; i < SETTLE_PASSES && has_read; i++) {
		has_read = read_input(connection);
		flush(connection);
	}
	if (!connection->is_broken && !connection_unsent(connection))
		exchanges_were_sent(connection, true);
	if (!connection->is_broken) settle_end(connection);
	if (!connection->is_broken) watch_if_blind(connection);
	if (!connection->is_broken) connection_update_deadline(connection);
	connection->depth--;
	if (!connection->is_broken) {
		count_output(connection, connection_output(connection));
		cut_if_too_much(connection->server);
	}
	if (connection->is_broken) connection_free(connection);
	else if (has_read) server_schedule_settle(connection->server, connection);
}

static void on_stream_ready(struct bufferevent *stream, void *context)
{
	(void)stream;
	connection_settle(context);
}

static void on_stream_event(struct bufferevent *stream, short what, void *context)
{
	struct http_connection *connection = context;
	(void)stream;
	if (what & BEV_EVENT_EOF) connection->has_ended = true;
	if (what & BEV_EVENT_ERROR) connection_break(connection);
	connection_settle(connection);
}

static struct bufferevent *stream_new(struct http_server *server, int fd, SSL_CTX *tls)
{
	struct event_base *base = loop_base(server->config.loop);
	if (!tls) return bufferevent_socket_new(base, fd, BEV_OPT_CLOSE_ON_FREE);
	SSL *ssl = SSL_new(tls);
	if (!ssl) return NULL;
	struct bufferevent *stream = bufferevent_openssl_socket_new(
		base, fd, ssl, BUFFEREVENT_SSL_ACCEPTING, BEV_OPT_CLOSE_ON_FREE);
	if (!stream) SSL_free(ssl);
	else bufferevent_openssl_set_allow_dirty_shutdown(stream, 1);
	return stream;
}

void connection_open(struct http_server *server, int fd, const struct address *peer,
		     struct http_source *source, SSL_CTX *tls)
{
	struct http_connection *connection = mem_alloc_zeroed(sizeof *connection);
	struct bufferevent *stream = connection ? stream_new(server, fd, tls) : NULL;
	if (!stream) {
		evutil_closesocket(fd);
		mem_free(connection);
		return server_forget_source(server, source);
	}
	connection->server = server;
	connection->source = source;
	connection->stream = stream;
	connection->fd = fd;
	connection->peer = *peer;
	connection->is_tls = tls != NULL;
	connection->is_trusted = cidrs_contain(&server->config.trusted_proxies, peer);
	connection->deadline = MSEC_MAX;
	list_init(&connection->exchanges);
	list_init(&connection->sending);
	server_note_connection(server, connection);
	connection->out = evbuffer_new();
	bufferevent_setcb(stream, on_stream_ready, on_stream_ready, on_stream_event, connection);
	bufferevent_setwatermark(stream, EV_READ, 0, INPUT_HIGH_BYTES);
	bufferevent_set_max_single_write(stream, WRITE_AT_ONCE_BYTES);
	if (!connection->out || bufferevent_enable(stream, EV_READ) != 0) {
		connection_free(connection);
		return;
	}
	connection_update_deadline(connection);
}
