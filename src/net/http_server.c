/* The part that belongs to all connections: listening, bounds, deadlines, stopping. */
#include "net/http_parts.h"

#include "base/memory.h"
#include "base/must.h"
#include "net/tls.h"

#include <event2/event.h>

#include <errno.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

enum {
	BACKLOG = 1024,
	SETTLES_A_PASS = 1024,
	DEADLINES_A_PASS = 1024,
	KEEPALIVE_IDLE_S = 30, /* a parked client whose machine died is noticed after a minute */
	KEEPALIVE_INTERVAL_S = 10,
	KEEPALIVE_PROBES = 3,
};

void http_config_init(struct http_config *config)
{
	*config = (struct http_config){
		.connections_max = 20000,
		.connections_per_source = 1000,
		.pipeline_max = 16,
		.bodies_max = 256 << 20,
		.output_max = 1 << 20,
		.outputs_max = 256 << 20,
		.head_ms = 10 * MSEC_SECOND,
		.body_ms = 30 * MSEC_SECOND,
		.body_grace_ms = 5 * MSEC_SECOND,
		.rate_min = 1024,
		.idle_ms = 75 * MSEC_SECOND,
		.write_ms = 30 * MSEC_SECOND,
		.linger_ms = 2 * MSEC_SECOND,
	};
}

/* --- settling --- */

void server_schedule_settle(struct http_server *server, struct http_connection *connection)
{
	if (connection->depth || list_node_is_in_list(&connection->dirty)) return;
	list_push_back(&server->dirty, &connection->dirty);
	event_active(server->settle_event, EV_TIMEOUT, 0);
}

static void tell_if_stopped(struct http_server *server)
{
	loop_function *stopped = server->stopped;
	if (!stopped || server->counters.connections) return;
	server->stopped = NULL;
	if (server->stop_timer) loop_timer_stop(server->stop_timer);
	stopped(server->stopped_context);
}

static void on_settle(evutil_socket_t fd, short what, void *context)
{
	struct http_server *server = context;
	struct list_node *node = NULL;
	(void)fd, (void)what;
	for (u32 i = 0; i < SETTLES_A_PASS && (node = list_pop_front(&server->dirty)); i++)
		connection_settle(container_of(node, struct http_connection, dirty));
	if (node) event_active(server->settle_event, EV_TIMEOUT, 0);
	tell_if_stopped(server);
}

/* --- deadlines --- */

static void arm(struct http_server *server, msec now)
{
	struct heap_node *first = heap_first(&server->deadlines);
	if (!first) return;
	msec at = heap_key(&server->deadlines, first);
	if (at >= server->deadline_armed) return;
	server->deadline_armed = at;
	loop_timer_start(server->deadline_timer, msec_sub(at, now) + 1);
}

/* A deadline that moves away is not moved in the heap: it is looked at again at the old time. So a
 * busy connection, whose deadline moves with each request, costs nothing. */
void server_set_deadline(struct http_server *server, struct http_connection *connection,
			 msec deadline)
{
	struct heap *heap = &server->deadlines;
	connection->deadline = deadline;
	if (!heap_node_is_in_heap(&connection->deadline_node))
		heap_push(heap, &connection->deadline_node, deadline);
	else if (deadline < heap_key(heap, &connection->deadline_node))
		heap_update(heap, &connection->deadline_node, deadline);
	else return;
	if (deadline < server->deadline_armed) arm(server, loop_now(server->config.loop).boot);
}

static void on_deadlines(void *context)
{
	struct http_server *server = context;
	struct heap *heap = &server->deadlines;
	msec now = loop_now(server->config.loop).boot;
	struct heap_node *node;
	server->deadline_armed = MSEC_MAX;
	for (u32 i = 0; i < DEADLINES_A_PASS && (node = heap_first(heap)); i++) {
		struct http_connection *connection = container_of(node, struct http_connection,
								  deadline_node);
		if (heap_key(heap, node) > now) break;
		heap_remove(heap, node);
		if (connection->deadline <= now) connection_check_deadline(connection, now);
		else if (connection->deadline < MSEC_MAX)
			heap_push(heap, node, connection->deadline);
	}
	arm(server, now);
	tell_if_stopped(server);
}

str server_date(struct http_server *server)
{
	i64 second = msec_to_seconds(loop_now(server->config.loop).wall);
	if (second != server->date_second) {
		http_date_print(second, server->date);
		server->date_second = second;
	}
	return (str){ server->date, HTTP_DATE_BYTES };
}

/* --- who is here --- */

static bool is_source(const void *item, const void *key)
{
	const struct http_source *source = item;
	return memcmp(source->key, key, sizeof source->key) == 0;
}

/* Of IPv6 the network of 64 bits: within it one machine may have any address. */
static void source_key(const struct address *peer, u8 out_key[17])
{
	memset(out_key, 0, 17);
	out_key[0] = peer->is_v6 ? 6 : 4;
	memcpy(out_key + 1, peer->bytes, peer->is_v6 ? 8 : 4);
}

static u64 source_hash(const struct http_server *server, const u8 key[17])
{
	return hash_bytes(server->source_hash, (str){ (const char *)key, 17 });
}

static struct http_source *source_note(struct http_server *server, const struct address *peer)
{
	u8 key[17];
	source_key(peer, key);
	u64 hash = source_hash(server, key);
	struct http_source *source = map_find(&server->sources, hash, key);
	if (!source) {
		if (map_reserve(&server->sources, 1) != ERR_OK) return NULL;
		source = mem_alloc_zeroed(sizeof *source);
		if (!source) return NULL;
		memcpy(source->key, key, sizeof key);
		map_insert(&server->sources, hash, key, source);
	}
	source->connections++;
	return source;
}

void server_forget_source(struct http_server *server, struct http_source *source)
{
	if (!source || --source->connections) return;
	map_remove(&server->sources, source_hash(server, source->key), source->key);
	mem_free(source);
}

void server_note_connection(struct http_server *server, struct http_connection *connection)
{
	list_push_back(&server->connections, &connection->node);
	server->counters.connections++;
}

void server_forget_connection(struct http_server *server, struct http_connection *connection)
{
	if (list_node_is_in_list(&connection->dirty)) list_remove(&connection->dirty);
	if (heap_node_is_in_heap(&connection->deadline_node))
		heap_remove(&server->deadlines, &connection->deadline_node);
	list_remove(&connection->node);
	server_forget_source(server, connection->source);
	must(server->counters.connections > 0);
	server->counters.connections--;
	if (server->is_stopping) event_active(server->settle_event, EV_TIMEOUT, 0);
}

/* --- accepting --- */

/* A word before the door closes; whether it arrives is the client's luck. */
static void turn_away(struct http_server *server, int fd, enum http_refusal refusal, bool is_tls)
{
	server->counters.turned_away++;
	if (!is_tls) {
		answer_turn_away(server, refusal, &server->head);
		str bytes = buf_view(&server->head);
		ssize_t ignored = send(fd, bytes.at, bytes.len, MSG_DONTWAIT | MSG_NOSIGNAL);
		(void)ignored;
		shutdown(fd, SHUT_WR);
	}
	evutil_closesocket(fd);
}

static bool is_above_source_bound(const struct http_server *server,
				  const struct http_source *source)
{
	return source && source->connections > server->config.connections_per_source;
}

static void on_accept(struct evconnlistener *raw, evutil_socket_t fd, struct sockaddr *from,
		      int from_len, void *context)
{
	struct http_listener *listener = context;
	struct http_server *server = listener->server;
	struct address peer;
	(void)raw, (void)from_len;
	if (!address_from_socket(from, &peer)) peer = (struct address){ .port = 0 };
	server->counters.accepted++;
	u32 missing = server->counters.connections + 1 - server->deadlines.count;
	if (server->counters.connections >= server->config.connections_max ||
	    heap_reserve(&server->deadlines, missing) != ERR_OK)
		return turn_away(server, fd, HTTP_REFUSED_CONNECTIONS_MANY, listener->with_tls);
	/* A proxy speaks for many: only the bound over all holds for it. */
	bool is_counted = !cidrs_contain(&server->config.trusted_proxies, &peer);
	struct http_source *source = is_counted ? source_note(server, &peer) : NULL;
	bool is_above = is_above_source_bound(server, source);
	if (is_above || (is_counted && !source)) {
		server_forget_source(server, source);
		return turn_away(server, fd,
				 is_above ? HTTP_REFUSED_SOURCE_MANY : HTTP_REFUSED_MEMORY,
				 listener->with_tls);
	}
	connection_open(server, fd, &peer, source, listener->with_tls ? server->tls : NULL);
}

static void listen_again(void *context)
{
	struct http_server *server = context;
	for (u32 i = 0; i < server->listener_count; i++)
		evconnlistener_enable(server->listeners[i].listener);
}

/* No descriptor left: the waiting connection would be offered again at once, and for ever. */
static void on_accept_error(struct evconnlistener *raw, void *context)
{
	struct http_listener *listener = context;
	struct http_server *server = listener->server;
	(void)raw;
	for (u32 i = 0; i < server->listener_count; i++)
		evconnlistener_disable(server->listeners[i].listener);
	loop_timer_start(server->accept_timer, ACCEPT_PAUSE_MS);
}

/* Inherited by the sockets that are accepted. */
static bool set_options(int fd, bool is_v6)
{
	static const struct {
		int level, name, value;
	} options[] = {
		{ SOL_SOCKET, SO_REUSEADDR, 1 },
		{ SOL_SOCKET, SO_KEEPALIVE, 1 },
		{ IPPROTO_TCP, TCP_NODELAY, 1 },
		{ IPPROTO_TCP, TCP_KEEPIDLE, KEEPALIVE_IDLE_S },
		{ IPPROTO_TCP, TCP_KEEPINTVL, KEEPALIVE_INTERVAL_S },
		{ IPPROTO_TCP, TCP_KEEPCNT, KEEPALIVE_PROBES },
	};
	int one = 1;
	for (size_t i = 0; i < countof(options); i++) {
		if (setsockopt(fd, options[i].level, options[i].name, &options[i].value,
			       sizeof options[i].value) != 0)
			return false;
	}
	return !is_v6 || setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof one) == 0;
}

static enum err open_listener(const struct address *address, int *out_fd, struct why *why)
{
	struct sockaddr_storage where;
	socklen_t len = address_to_socket(address, &where);
	int fd = socket(where.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (fd >= 0 && set_options(fd, address->is_v6) &&
	    bind(fd, (struct sockaddr *)&where, len) == 0 && listen(fd, BACKLOG) == 0) {
		*out_fd = fd;
		return ERR_OK;
	}
	int error = errno;
	struct buf text;
	buf_init(&text, 128);
	address_print_with_port(address, &text);
	enum err err =
		error == EADDRINUSE
			? fail(why, ERR_IO,
			       "cannot listen on %.*s: another program uses this port; choose "
			       "another with --listen HOST:PORT",
			       STR_ARG(buf_view(&text)))
			: fail(why, ERR_IO, "cannot listen on %.*s: %s", STR_ARG(buf_view(&text)),
			       strerror(error));
	buf_done(&text);
	if (fd >= 0) evutil_closesocket(fd);
	return err;
}

static void read_bound(int fd, struct address *out_bound)
{
	struct sockaddr_storage where;
	socklen_t len = sizeof where;
	int failed = getsockname(fd, (struct sockaddr *)&where, &len);
	must(!failed);
	bool is_known = address_from_socket((struct sockaddr *)&where, out_bound);
	must(is_known);
}

enum err http_server_listen(struct http_server *server, const struct address *address,
			    bool with_tls, struct address *out_bound, struct why *why)
{
	int fd = -1;
	if (with_tls && !server->tls)
		return fail(why, ERR_TLS, "listening with TLS needs a certificate");
	if (server->listener_count == LISTENERS_MAX)
		return fail(why, ERR_INVALID, "more than %d addresses to listen on", LISTENERS_MAX);
	enum err err = open_listener(address, &fd, why);
	if (err) return err;
	struct http_listener *listener = &server->listeners[server->listener_count];
	*listener = (struct http_listener){ .server = server, .with_tls = with_tls };
	listener->listener = evconnlistener_new(loop_base(server->config.loop), on_accept, listener,
						LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC, 0,
						fd);
	if (!listener->listener) {
		evutil_closesocket(fd);
		return fail(why, ERR_MEMORY, "no memory to listen");
	}
	evconnlistener_set_error_cb(listener->listener, on_accept_error);
	server->listener_count++;
	if (out_bound) read_bound(fd, out_bound);
	return ERR_OK;
}

enum err http_server_set_certificate(struct http_server *server, str certificate_file, str key_file,
				     struct why *why)
{
	SSL_CTX *tls;
	enum err err = tls_server_new(certificate_file, key_file, &tls, why);
	if (err) return err;
	SSL_CTX_free(server->tls); /* connections that use it keep it alive */
	server->tls = tls;
	return ERR_OK;
}

/* --- beginning and end --- */

static enum err make_events(struct http_server *server)
{
	struct loop *loop = server->config.loop;
	server->settle_event = event_new(loop_base(loop), -1, 0, on_settle, server);
	if (!server->settle_event) return ERR_MEMORY;
	enum err err = loop_timer_new(loop, listen_again, server, &server->accept_timer);
	if (err) return err;
	return loop_timer_new(loop, on_deadlines, server, &server->deadline_timer);
}

enum err http_server_new(const struct http_config *config, struct http_server **out_server)
{
	must(config->loop && config->handler.head && config->handler.request);
	must(config->pipeline_max > 0);
	struct http_server *server = mem_alloc_zeroed(sizeof *server);
	if (!server) return ERR_MEMORY;
	server->config = *config;
	server->deadline_armed = MSEC_MAX;
	server->date_second = -1;
	server->source_hash = hash_key_from_seed(config->seed);
	list_init(&server->connections);
	list_init(&server->dirty);
	list_init(&server->spare);
	map_init(&server->sources, is_source);
	heap_init(&server->deadlines, NULL);
	buf_init(&server->head, ANSWER_HEAD_MAX);
	buf_init(&server->problem, ANSWER_HEAD_MAX / 2);
	enum err err = make_events(server);
	if (err) http_server_free(server);
	else *out_server = server;
	return err;
}

static void close_listeners(struct http_server *server)
{
	for (u32 i = 0; i < server->listener_count; i++)
		evconnlistener_free(server->listeners[i].listener);
	server->listener_count = 0;
	loop_timer_stop(server->accept_timer);
}

static void cut_all(struct http_server *server)
{
	list_for_each_of(struct http_connection, connection, &server->connections, node)
	{
		connection_break(connection);
		server_schedule_settle(server, connection);
	}
}

static void settle_all(struct http_server *server)
{
	struct list_node *node;
	while ((node = list_pop_front(&server->dirty)))
		connection_settle(container_of(node, struct http_connection, dirty));
}

void http_server_free(struct http_server *server)
{
	if (!server) return;
	server->stopped = NULL;
	if (server->accept_timer) close_listeners(server);
	cut_all(server);
	settle_all(server);
	must(server->counters.connections == 0);
	must(server->counters.handled == 0);
	exchange_free_spare(server);
	map_done(&server->sources);
	heap_done(&server->deadlines);
	buf_done(&server->head);
	buf_done(&server->problem);
	if (server->settle_event) event_free(server->settle_event);
	loop_timer_free(server->accept_timer);
	loop_timer_free(server->deadline_timer);
	loop_timer_free(server->stop_timer);
	SSL_CTX_free(server->tls);
	mem_free(server);
}

static void on_patience_over(void *context)
{
	cut_all(context);
}

void http_server_stop(struct http_server *server, msec patience, loop_function *done, void *context)
{
	must(!server->is_stopping);
	server->is_stopping = true;
	server->stopped = done;
	server->stopped_context = context;
	close_listeners(server);
	list_for_each_of(struct http_connection, connection, &server->connections, node)
	{
		server_schedule_settle(server, connection);
	}
	event_active(server->settle_event, EV_TIMEOUT, 0);
	if (loop_timer_new(server->config.loop, on_patience_over, server, &server->stop_timer) ==
	    ERR_OK)
		loop_timer_start(server->stop_timer, patience);
	else cut_all(server);
}

struct http_counters http_server_counters(const struct http_server *server)
{
	return server->counters;
}
