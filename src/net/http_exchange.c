/* A request and its answer. Exchanges stand in line in their connection; only the first one's bytes
 * go to the socket, those behind it gather them. */
#include "net/http_parts.h"

#include "base/memory.h"
#include "base/must.h"

static struct http_exchange *exchange_of(struct list_node *node)
{
	return list_item(node, struct http_exchange, node);
}

struct http_exchange *exchange_new(struct http_connection *connection)
{
	struct http_server *server = connection->server;
	struct http_exchange *exchange = exchange_of(list_pop_front(&server->spare));
	if (exchange) {
		server->spare_count--;
	} else {
		exchange = mem_alloc_zeroed(sizeof *exchange);
		if (!exchange) return NULL;
		http_reader_init(&exchange->reader);
	}
	exchange->server = server;
	exchange->connection = connection;
	exchange->request.exchange = exchange;
	return exchange;
}

static void exchange_destroy(struct http_exchange *exchange)
{
	http_reader_done(&exchange->reader);
	mem_free(exchange);
}

void exchange_free(struct http_exchange *exchange)
{
	struct http_server *server = exchange->server;
	must(!list_node_is_in_list(&exchange->node));
	must(!exchange->is_owed);
	exchange_count_body(exchange, 0);
	if (exchange->out) evbuffer_free(exchange->out);
	if (server->spare_count >= EXCHANGES_SPARE) {
		exchange_destroy(exchange);
		return;
	}
	http_reader_reset(&exchange->reader, EXCHANGE_BYTES_KEPT);
	memset(exchange, 0, offsetof(struct http_exchange, reader));
	list_push_front(&server->spare, &exchange->node);
	server->spare_count++;
}

void exchange_free_spare(struct http_server *server)
{
	struct list_node *node;
	while ((node = list_pop_front(&server->spare))) exchange_destroy(exchange_of(node));
	server->spare_count = 0;
}

void exchange_line_up(struct http_exchange *exchange)
{
	struct http_connection *connection = exchange->connection;
	list_push_back(&connection->exchanges, &exchange->node);
	connection->exchange_count++;
}

static enum http_verb verb_of(u32 method)
{
	switch (method) {
#define X(name) \
	case HTTP_##name: return HTTP_VERB_##name;
		HTTP_VERBS(X)
#undef X
	default: return HTTP_VERB_OTHER;
	}
}

void exchange_fill_request(struct http_exchange *exchange)
{
	const struct http_reader *reader = &exchange->reader;
	struct http_request *request = &exchange->request;
	request->method = verb_of(reader->parser.method);
	request->method_name = str_from(http_method_str((enum http_method)reader->parser.method));
	request->path = reader->path;
	request->query = reader->query;
	request->host = reader->host;
	request->source = exchange->connection->peer;
	request->is_secure = exchange->connection->is_tls;
	request->is_proxied = exchange->connection->is_trusted;
	request->memory = exchange->connection->memory;
	if (request->is_proxied) forward_apply(exchange);
}

void exchange_count_body(struct http_exchange *exchange, u64 bytes)
{
	u64 *total = &exchange->server->counters.body_bytes;
	must(*total >= exchange->body_counted);
	*total = *total - exchange->body_counted + bytes;
	exchange->body_counted = bytes;
}

static bool is_first(const struct http_exchange *exchange)
{
	return list_first(&exchange->connection->exchanges) == &exchange->node;
}

struct evbuffer *exchange_out(struct http_exchange *exchange)
{
	struct http_connection *connection = exchange->connection;
	if (!connection || connection->is_broken) return NULL;
	if (is_first(exchange)) return connection->out;
	if (!exchange->out) exchange->out = evbuffer_new();
	return exchange->out;
}

static void tell_sent(struct http_exchange *exchange, bool was_sent)
{
	http_sent *sent = exchange->sent;
	exchange->sent = NULL;
	if (sent) sent(exchange->sent_context, was_sent);
}

/* The one behind it becomes the first: what it has gathered goes out. */
static void move_up(struct http_connection *connection)
{
	struct http_exchange *next = exchange_of(list_first(&connection->exchanges));
	if (!next || !next->out) return;
	if (evbuffer_add_buffer(connection->out, next->out) != 0) connection_break(connection);
}

static void retire_first(struct http_connection *connection, struct http_exchange *exchange)
{
	list_remove(&exchange->node);
	connection->exchange_count--;
	if (exchange->closes) connection->is_last = true;
	if (exchange->closes && connection->exchange_count) connection_break(connection);
	if (exchange->sent) list_push_back(&connection->sending, &exchange->node);
	else exchange_free(exchange);
	move_up(connection);
}

static void let_go(struct http_exchange *exchange)
{
	if (!exchange->is_owed) return;
	exchange->is_owed = false;
	exchange->server->counters.handled--;
}

void exchange_over(struct http_exchange *exchange)
{
	struct http_connection *connection = exchange->connection;
	must(!exchange->is_over);
	exchange->is_over = true;
	exchange->gone = NULL;
	let_go(exchange);
	if (!connection) {
		tell_sent(exchange, false);
		exchange_free(exchange);
		return;
	}
	struct http_exchange *first = exchange_of(list_first(&connection->exchanges));
	while (first && first->is_over && first != connection->reading) {
		retire_first(connection, first);
		first = exchange_of(list_first(&connection->exchanges));
	}
	server_schedule_settle(connection->server, connection);
}

/* Answered ones will not be sent; the others' handlers may want to know. */
static void leave(struct http_exchange *exchange)
{
	http_gone *gone = exchange->gone;
	bool is_owed = exchange->is_owed;
	exchange->connection = NULL;
	exchange->gone = NULL;
	if (is_owed) exchange->server->counters.gone++;
	if (exchange->is_over) tell_sent(exchange, false);
	/* From here on it may be answered, and so be freed, by what is called. */
	else if (gone) gone(exchange->gone_context, &exchange->request);
	if (!is_owed) exchange_free(exchange);
}

void exchanges_leave(struct http_connection *connection)
{
	struct http_exchange *reading = connection->reading;
	struct list_node *node;
	connection->reading = NULL;
	if (reading && !list_node_is_in_list(&reading->node)) exchange_free(reading);
	while ((node = list_pop_front(&connection->exchanges))) {
		connection->exchange_count--;
		leave(exchange_of(node));
	}
}

void exchanges_were_sent(struct http_connection *connection, bool was_sent)
{
	struct list_node *node;
	while ((node = list_pop_front(&connection->sending))) {
		struct http_exchange *exchange = exchange_of(node);
		tell_sent(exchange, was_sent);
		exchange_free(exchange);
	}
}

bool http_on_gone(struct http_request *request, http_gone *gone, void *context)
{
	struct http_exchange *exchange = request->exchange;
	must(!exchange->is_over);
	if (!exchange->connection) return false;
	exchange->gone = gone;
	exchange->gone_context = context;
	server_schedule_settle(exchange->server, exchange->connection);
	return true;
}

static u32 find_field(const struct http_reader *reader, str name, u32 from)
{
	for (u32 i = from; i < reader->field_count; i++) {
		if (reader->fields[i].name_len != name.len) continue;
		if (str_eq_nocase(http_reader_field_name(reader, i), name)) return i;
	}
	return reader->field_count;
}

str http_field(const struct http_request *request, str name)
{
	const struct http_reader *reader = &request->exchange->reader;
	u32 at = find_field(reader, name, 0);
	return at < reader->field_count ? http_reader_field_value(reader, at) : STR("");
}

bool http_field_is_repeated(const struct http_request *request, str name)
{
	const struct http_reader *reader = &request->exchange->reader;
	u32 at = find_field(reader, name, 0);
	return at < reader->field_count && find_field(reader, name, at + 1) < reader->field_count;
}
