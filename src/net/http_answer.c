/* Answers as bytes. An answer is one piece in the output: head and body are put together before
 * they are handed over, so that it leaves in one write. */
#include "net/http_parts.h"

#include "base/memory.h"
#include "base/must.h"

/* No value may begin a line of its own. */
static void add_safe(struct buf *out, str text)
{
	char *room = buf_extend(out, text.len);
	if (!room) return;
	for (size_t i = 0; i < text.len; i++) {
		u8 byte = (u8)text.at[i];
		room[i] = byte < 0x20 || byte == 0x7f ? '?' : text.at[i];
	}
}

static void add_pair(struct buf *out, str name, str value)
{
	add_safe(out, name);
	buf_add(out, STR(": "));
	add_safe(out, value);
	buf_add(out, STR("\r\n"));
}

static void add_status(struct buf *out, int status)
{
	must(status >= 100 && status <= 599);
	if (status == 200) {
		buf_add(out, STR("HTTP/1.1 200 OK\r\n"));
		return;
	}
	buf_add(out, STR("HTTP/1.1 "));
	buf_add_u64(out, (u64)status);
	buf_add_byte(out, ' ');
	buf_add(out, str_from(http_status_str((enum http_status)status)));
	buf_add(out, STR("\r\n"));
}

/* Status, date, and the fields of the answer. */
static void add_top(struct http_server *server, struct buf *out, const struct http_answer *answer)
{
	buf_clear(out);
	add_status(out, answer->status);
	buf_add(out, STR("Date: "));
	buf_add(out, server_date(server));
	buf_add(out, STR("\r\n"));
	if (answer->content_type.len) add_pair(out, STR("Content-Type"), answer->content_type);
	for (u32 i = 0; i < answer->pair_count; i++)
		add_pair(out, answer->pairs[i].name, answer->pairs[i].value);
}

/* How the connection goes on, and the end of the head. */
static void add_bottom(struct buf *out, const struct http_exchange *exchange)
{
	if (exchange->closes) buf_add(out, STR("Connection: close\r\n"));
	else if (exchange->reader.is_http_1_0) buf_add(out, STR("Connection: keep-alive\r\n"));
	buf_add(out, STR("\r\n"));
}

/* Whether this answer is the connection's last. A stopping server says so to the last in line only:
 * those behind were accepted, too. */
static bool decide_close(const struct http_exchange *exchange, const struct http_answer *answer)
{
	const struct http_connection *connection = exchange->connection;
	bool is_read = exchange->reader.state == HTTP_READER_OVER || !exchange->reader.has_body;
	if (answer->close || !exchange->reader.keeps_alive || !is_read) return true;
	bool is_last = list_last(&connection->exchanges) == &exchange->node;
	return is_last && (connection->server->is_stopping || connection->is_last);
}

static bool has_no_body(int status)
{
	return status < 200 || status == 204 || status == 304;
}

static void begin(struct http_exchange *exchange, const struct http_answer *answer)
{
	must(!exchange->is_over);
	must(!exchange->is_streaming);
	exchange->sent = answer->sent;
	exchange->sent_context = answer->sent_context;
	exchange->is_headless = exchange->request.method == HTTP_VERB_HEAD ||
				has_no_body(answer->status);
	if (exchange->connection) exchange->closes = decide_close(exchange, answer);
}

static void free_taken(const void *at, size_t len, void *context)
{
	(void)at, (void)len;
	mem_free(context);
}

static bool add_taken(struct evbuffer *out, struct buf *taken)
{
	size_t len = taken->len;
	char *at = buf_take(taken);
	if (!at) return false;
	if (evbuffer_add_reference(out, at, len, free_taken, at) == 0) return true;
	mem_free(at);
	return false;
}

/* A short body joins the head, a long one follows it. */
static bool add_all(struct evbuffer *out, struct buf *head, str body, struct buf *take)
{
	bool is_short = body.len <= ANSWER_COPIED_MAX;
	if (is_short) buf_add(head, body);
	if (buf_failed(head) || evbuffer_add(out, head->at, head->len) != 0) return false;
	if (is_short) return true;
	if (take) return add_taken(out, take);
	return evbuffer_add(out, body.at, body.len) == 0;
}

static void write_answer(struct http_exchange *exchange, const struct http_answer *answer)
{
	struct buf *head = &exchange->server->head;
	struct evbuffer *out = exchange_out(exchange);
	str body = answer->take ? buf_view(answer->take) : answer->body;
	add_top(exchange->server, head, answer);
	if (!has_no_body(answer->status)) {
		buf_add(head, STR("Content-Length: "));
		buf_add_u64(head, body.len);
		buf_add(head, STR("\r\n"));
	}
	add_bottom(head, exchange);
	if (exchange->is_headless) body = STR("");
	bool is_added = out && !(answer->take && buf_failed(answer->take)) &&
			add_all(out, head, body, answer->take);
	if (!is_added) connection_break(exchange->connection);
}

void http_answer(struct http_request *request, const struct http_answer *answer)
{
	struct http_exchange *exchange = request->exchange;
	begin(exchange, answer);
	if (exchange->connection) write_answer(exchange, answer);
	if (answer->take) buf_done(answer->take);
	exchange_over(exchange);
}

static bool put(struct http_exchange *exchange, str bytes)
{
	struct evbuffer *out = exchange_out(exchange);
	if (out && evbuffer_add(out, bytes.at, bytes.len) == 0) return true;
	if (exchange->connection) connection_break(exchange->connection);
	return false;
}

void http_stream_begin(struct http_request *request, const struct http_answer *answer)
{
	struct http_exchange *exchange = request->exchange;
	struct buf *head = &exchange->server->head;
	begin(exchange, answer);
	exchange->is_streaming = true;
	if (!exchange->connection) return;
	/* HTTP/1.0 has no chunks: the end of the connection is the end of the answer. */
	exchange->is_chunked = !exchange->reader.is_http_1_0;
	if (!exchange->is_chunked && !exchange->is_headless) exchange->closes = true;
	add_top(exchange->server, head, answer);
	if (exchange->is_chunked && !has_no_body(answer->status))
		buf_add(head, STR("Transfer-Encoding: chunked\r\n"));
	add_bottom(head, exchange);
	if (buf_failed(head)) connection_break(exchange->connection);
	else (void)put(exchange, buf_view(head));
	server_schedule_settle(exchange->server, exchange->connection);
}

static size_t waiting_bytes(const struct http_exchange *exchange)
{
	size_t own = exchange->out ? evbuffer_get_length(exchange->out) : 0;
	return own + connection_unsent(exchange->connection);
}

static void cut(struct http_exchange *exchange)
{
	exchange->server->counters.cut++;
	connection_break(exchange->connection);
	server_schedule_settle(exchange->server, exchange->connection);
}

static bool put_chunk(struct http_exchange *exchange, str bytes)
{
	struct buf *line = &exchange->server->head;
	if (!exchange->is_chunked) return put(exchange, bytes);
	buf_clear(line);
	buf_addf(line, "%zx\r\n", bytes.len);
	return put(exchange, buf_view(line)) && put(exchange, bytes) && put(exchange, STR("\r\n"));
}

bool http_stream_write(struct http_request *request, str bytes)
{
	struct http_exchange *exchange = request->exchange;
	must(exchange->is_streaming);
	must(!exchange->is_over);
	if (!exchange->connection || exchange->connection->is_broken) return false;
	if (bytes.len == 0 || exchange->is_headless) return true;
	if (waiting_bytes(exchange) + bytes.len > exchange->server->config.output_max) {
		cut(exchange);
		return false;
	}
	bool is_put = put_chunk(exchange, bytes);
	server_schedule_settle(exchange->server, exchange->connection);
	return is_put;
}

size_t http_stream_unsent(const struct http_request *request)
{
	const struct http_exchange *exchange = request->exchange;
	return exchange->connection ? waiting_bytes(exchange) : 0;
}

void http_stream_end(struct http_request *request)
{
	struct http_exchange *exchange = request->exchange;
	must(exchange->is_streaming);
	if (exchange->connection && exchange->is_chunked && !exchange->is_headless)
		(void)put(exchange, STR("0\r\n\r\n"));
	exchange_over(exchange);
}

static str render_problem(struct http_server *server, enum http_refusal refusal)
{
	struct buf *problem = &server->problem;
	const struct http_handler *handler = &server->config.handler;
	int status = http_refusal_status(refusal);
	const char *sentence = http_refusal_sentence(refusal);
	buf_clear(problem);
	if (handler->refused) {
		handler->refused(handler->context, status, sentence, problem);
	} else {
		buf_add(problem, STR("{\"type\":\"about:blank\",\"title\":"));
		buf_add_json(problem, str_from(http_status_str((enum http_status)status)));
		buf_addf(problem, ",\"status\":%d,\"detail\":", status);
		buf_add_json(problem, str_from(sentence));
		buf_add_byte(problem, '}');
	}
	return buf_failed(problem) ? STR("") : buf_view(problem);
}

static struct http_answer refusal_answer(struct http_server *server, enum http_refusal refusal)
{
	static const struct http_pair retry[] = { { { "Retry-After", 11 }, { "1", 1 } } };
	int status = http_refusal_status(refusal);
	bool may_retry = status == 429 || status == 503;
	return (struct http_answer){
		.status = status,
		.content_type = STR("application/problem+json"),
		.pairs = retry,
		.pair_count = may_retry ? 1 : 0,
		.body = render_problem(server, refusal),
		.close = true,
	};
}

void answer_refuse(struct http_exchange *exchange, enum http_refusal refusal)
{
	struct http_answer answer = refusal_answer(exchange->server, refusal);
	exchange->server->counters.refusals++;
	http_answer(&exchange->request, &answer);
}

void answer_continue(struct http_exchange *exchange)
{
	(void)put(exchange, STR("HTTP/1.1 100 Continue\r\n\r\n"));
}

void answer_turn_away(struct http_server *server, enum http_refusal refusal, struct buf *out)
{
	struct http_answer answer = refusal_answer(server, refusal);
	add_top(server, out, &answer);
	buf_addf(out, "Content-Length: %zu\r\nConnection: close\r\n\r\n", answer.body.len);
	buf_add(out, answer.body);
}
