/* The deadlines of a connection: for a head, for a body, for what is written, and while it is idle.
 */
#include "base/memory.h"
#include "base/must.h"
#include "net/http_parts.h"
#include <errno.h>
#include <event2/bufferevent_ssl.h>
#include <event2/event.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <poll.h>
#include <sys/socket.h>

enum { RATE_CHECK_MS = 1000 };

/* --- deadlines --- */

static enum http_wait wait_of(const struct http_connection *connection)
{
	if (connection->is_lingering) return WAIT_LINGER;
	if (connection->reading && !connection->is_parked)
		return connection->reading->reader.state == HTTP_READER_BODY ? WAIT_BODY
									     : WAIT_HEAD;
	if (connection_unsent(connection)) return WAIT_WRITE;
	if (connection->exchange_count) return WAIT_NOTHING;
	return connection->has_asked ? WAIT_IDLE : WAIT_HEAD;
}

static msec deadline_of(const struct http_connection *connection)
{
	const struct http_config *config = &connection->server->config;
	switch ((enum http_wait)connection->waits) {
	case WAIT_IDLE: return msec_add(connection->since, config->idle_ms);
	case WAIT_HEAD: return msec_add(connection->since, config->head_ms);
	case WAIT_WRITE: return msec_add(connection->since, config->write_ms);
	case WAIT_LINGER: return msec_add(connection->since, config->linger_ms);
	case WAIT_BODY:
		return msec_add(connection->since, config->body_grace_ms < config->body_ms
							   ? config->body_grace_ms
							   : config->body_ms);
	case WAIT_NOTHING: break;
	}
	return MSEC_MAX;
}

static void begin_wait(struct http_connection *connection, msec now)
{
	connection->since = now;
	connection->write_seen = connection->written - connection_unsent(connection);
	server_set_deadline(connection->server, connection, deadline_of(connection));
}

void connection_update_deadline(struct http_connection *connection)
{
	enum http_wait waits = wait_of(connection);
	if (waits == (enum http_wait)connection->waits) return;
	connection->waits = (u8)waits;
	connection->was_spared = false;
	if (waits == WAIT_NOTHING) connection->deadline = MSEC_MAX;
	else begin_wait(connection, loop_now(connection->server->config.loop).boot);
}

/* Whether the client has done its part and it is the server that is late: a process that was
 * stopped, or has very many sockets to look at, sees its timers before what lies in a socket. */
static bool is_server_late(const struct http_connection *connection)
{
	short wanted = POLLIN;
	switch ((enum http_wait)connection->waits) {
	case WAIT_IDLE:
	case WAIT_HEAD:
	case WAIT_BODY: break;
	case WAIT_WRITE: wanted = POLLOUT; break;
	case WAIT_LINGER:
	case WAIT_NOTHING: return false;
	}
	struct pollfd look = { .fd = connection->fd, .events = wanted };
	return poll(&look, 1, 0) == 1 && look.revents & wanted;
}

static void check_body(struct http_connection *connection, msec now)
{
	const struct http_config *config = &connection->server->config;
	const struct http_reader *reader = &connection->reading->reader;
	msec elapsed = msec_sub(now, connection->since);
	bool is_slow = elapsed >= config->body_grace_ms &&
		       reader->body.len < (u64)elapsed * config->rate_min / 1000;
	if (is_slow || elapsed >= config->body_ms) {
		connection_refuse(connection, HTTP_REFUSED_BODY_SLOW);
		return;
	}
	msec end = msec_add(connection->since, config->body_ms);
	msec next = msec_add(now, RATE_CHECK_MS);
	server_set_deadline(connection->server, connection, next < end ? next : end);
}

static void check_write(struct http_connection *connection, msec now)
{
	const struct http_config *config = &connection->server->config;
	u64 sent = connection->written - connection_unsent(connection);
	u64 wanted = (u64)config->write_ms * config->rate_min / 1000;
	if (sent - connection->write_seen <= wanted) {
		connection->server->counters.cut++;
		connection_break(connection);
		return;
	}
	connection->write_seen = sent;
	server_set_deadline(connection->server, connection, msec_add(now, config->write_ms));
}

void connection_check_deadline(struct http_connection *connection, msec now)
{
	/* Once a wait: nobody can hold a connection by always sending in the last moment. */
	if (!connection->was_spared && is_server_late(connection)) {
		connection->was_spared = true;
		begin_wait(connection, now);
		return;
	}
	connection->depth++;
	switch ((enum http_wait)connection->waits) {
	case WAIT_HEAD:
		if (connection->reading) connection_refuse(connection, HTTP_REFUSED_HEAD_SLOW);
		else connection_break(connection);
		break;
	case WAIT_BODY:
		/* Answered in this very moment, it is not judged any more. */
		if (!connection->reading->is_over) check_body(connection, now);
		break;
	case WAIT_WRITE: check_write(connection, now); break;
	case WAIT_IDLE:
	case WAIT_LINGER: connection_break(connection); break;
	case WAIT_NOTHING: break;
	}
	connection->depth--;
	connection_settle(connection);
}
