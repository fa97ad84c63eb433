/* Webhooks: the payload as a signed POST. The way of a call, each step of which may end it:
 *
 *   url read and judged -> name looked up -> all its addresses judged, one pinned -> a place at the
 * host
 *   -> sent -> answered
 *
 * libcurl never looks a name up: it is told to connect to the pinned address (CURLOPT_CONNECT_TO),
 * keeps the name for SNI, certificate and Host, and asks us once more before it opens the socket.
 */
#define _GNU_SOURCE
#include "handler/parts.h"

#include "base/must.h"
#include "handler/sign.h"

#include <errno.h>
#include <strings.h>
#include <sys/socket.h>

enum http_stage { LOOKING_UP, IN_LINE, SENT };

/* So many addresses of a name are tried one after the other when nobody answers there. */
enum { TRIES_MAX = 4 };

enum { HEADER_LINE_BYTES = HANDLER_HEADER_NAME_BYTES + HANDLER_HEADER_VALUE_BYTES + 4 };

struct http_call {
	struct work *work;
	enum http_stage stage;
	struct url url;
	struct address tries[TRIES_MAX]; /* all of them judged */
	u32 tries_len;
	u32 tried;             /* those before `pinned` */
	struct address pinned; /* the one at hand */
	struct lookup *lookup; /* NULL: none under way */
	struct host_place place;
	struct transfer transfer;
	struct curl_slist *headers;
	struct curl_slist *connect_to;
	struct http_reply reply;
	bool is_refused; /* libcurl wanted to connect elsewhere */
};

/* ---- ends ------------------------------------------------------------------------------------ */

/* libcurl's copies may hold secrets. */
static void wipe(struct curl_slist *lines)
{
	for (struct curl_slist *it = lines; it; it = it->next)
		explicit_bzero(it->data, strlen(it->data));
	curl_slist_free_all(lines);
}

static void drop_transfer(struct http_call *call)
{
	transfers_remove(call->work->handlers->transfers, &call->transfer);
	if (call->transfer.easy) curl_easy_cleanup(call->transfer.easy);
	call->transfer.easy = NULL;
	wipe(call->headers);
	wipe(call->connect_to);
	call->headers = call->connect_to = NULL;
	http_reply_done(&call->reply);
}

static void let_go(struct http_call *call, enum host_result result)
{
	struct handlers *handlers = call->work->handlers;
	if (call->lookup) resolver_forget(call->lookup);
	call->lookup = NULL;
	drop_transfer(call);
	hosts_leave(handlers->hosts, &call->place, result, loop_now(handlers->loop).boot);
}

static void refuse(struct http_call *call, const struct why *why)
{
	let_go(call, HOST_UNTRIED);
	work_fail(call->work, OUTCOME_FAIL, CLASS_POLICY_DENIED, "%s", why->text);
}

static void fail_transient(struct http_call *call, enum error_class class, const char *message)
{
	let_go(call, HOST_UNTRIED);
	work_fail(call->work, OUTCOME_RETRY, class, "%s", message);
}

/* It was never called: no attempt is lost. */
static void put_off(struct http_call *call, msec wait, const char *message)
{
	struct handler_report report = {
		.report = { .outcome = OUTCOME_DEFER,
			    .error_class = error_class_name(CLASS_NETWORK),
			    .error_message = str_from(message),
			    .defer_until = msec_add(work_wall(call->work), wait) },
	};
	let_go(call, HOST_UNTRIED);
	work_end(call->work, &report);
}

/* By Retry-After; what was refused without one waits until the limit's own reset. */
static msec wait_told(const struct http_reply *reply, str error_class)
{
	bool is_refused = str_eq(error_class, error_class_name(CLASS_HTTP_429));
	bool is_said = reply->retry_after_ms || !is_refused;
	return is_said ? reply->retry_after_ms : reply->rate.reset_after_ms;
}

static void end_by_status(struct http_call *call, long status)
{
	struct work *work = call->work;
	struct http_reply_meaning meaning = http_reply_meaning(status);
	struct handler_report report = { .rate = call->reply.rate };
	report.report.outcome = meaning.outcome;
	report.report.error_class = meaning.error_class;
	if (meaning.outcome == OUTCOME_SUCCESS) {
		str body = http_reply_result(&call->reply, &work->arena);
		report.report.result = body;
		report.report.result_hash = http_reply_hash(body, &work->arena);
	} else {
		struct why why;
		(void)fail(&why, ERR_INVALID, "the receiver answered %ld: %s", status,
			   meaning.sentence);
		report.report.error_message = str_copy(&work->arena, str_from(why.text));
		report.report.retry_after_ms = wait_told(&call->reply, meaning.error_class);
		str said = buf_view(&call->reply.body);
		/* Of an answer that was not read to its end nobody knows how long it is. */
		report.report.output =
			(struct attempt_output){ .kind = said.len ? OUTPUT_RESPONSE : OUTPUT_NONE,
						 .out = str_copy(&work->arena, said),
						 .out_len = said.len + call->reply.is_cut };
	}
	let_go(call, meaning.is_host_failing ? HOST_FAILED : HOST_WORKED);
	work_end(work, &report);
}

static void end_by_code(struct http_call *call, CURLcode code)
{
	bool late = code == CURLE_OPERATION_TIMEDOUT;
	const char *text = call->reply.is_head_too_long ? "the headers of the answer are too long"
			   : call->is_refused           ? "the address changed after it was checked"
							: curl_easy_strerror(code);
	let_go(call, HOST_FAILED);
	work_fail(call->work, OUTCOME_RETRY, late ? CLASS_TIMEOUT : CLASS_NETWORK, "no answer: %s",
		  text);
}

static void send_call(void *context);

/* Nobody was reached, so nothing can have happened: the next address, when there is one. */
static bool try_next(struct http_call *call, CURLcode code)
{
	curl_off_t connected = 0;
	if (code != CURLE_COULDNT_CONNECT && code != CURLE_OPERATION_TIMEDOUT) return false;
	curl_easy_getinfo(call->transfer.easy, CURLINFO_CONNECT_TIME_T, &connected);
	if (connected || call->is_refused || call->tried + 1 >= call->tries_len) return false;
	drop_transfer(call);
	http_reply_init(&call->reply);
	call->pinned = call->tries[++call->tried];
	send_call(call);
	return true;
}

static void on_ended(void *context, CURLcode code)
{
	struct http_call *call = context;
	long status = 0;
	curl_easy_getinfo(call->transfer.easy, CURLINFO_RESPONSE_CODE, &status);
	/* We ourselves stop reading a body that is too long; its status counts. */
	bool cut = code == CURLE_WRITE_ERROR && call->reply.is_cut;
	if ((code == CURLE_OK || cut) && status > 0) end_by_status(call, status);
	else if (!try_next(call, code)) end_by_code(call, code);
}

/* ---- what libcurl asks on the way ------------------------------------------------------------ */

static size_t on_line(char *at, size_t size, size_t count, void *context)
{
	struct http_call *call = context;
	size_t len = size * count;
	return http_reply_add_line(&call->reply, (str){ at, len }, work_wall(call->work)) ? len : 0;
}

static size_t on_body(char *at, size_t size, size_t count, void *context)
{
	struct http_call *call = context;
	size_t len = size * count;
	return http_reply_add_body(&call->reply, (str){ at, len }) ? len : 0;
}

/* The last gate: this address and no other. */
static curl_socket_t on_open(void *context, curlsocktype purpose, struct curl_sockaddr *peer)
{
	struct http_call *call = context;
	call->is_refused = purpose != CURLSOCKTYPE_IPCXN ||
			   !guard_is_pinned(&call->pinned, &peer->addr);
	if (call->is_refused) return CURL_SOCKET_BAD;
	return socket(peer->family, peer->socktype | SOCK_CLOEXEC, peer->protocol);
}

/* ---- the request ----------------------------------------------------------------------------- */

static bool add_line(struct curl_slist **lines, struct buf *line)
{
	buf_add_byte(line, '\0');
	struct curl_slist *longer = buf_failed(line) ? NULL : curl_slist_append(*lines, line->at);
	if (line->at) explicit_bzero(line->at, line->len);
	buf_clear(line);
	if (longer) *lines = longer;
	return longer != NULL;
}

static bool add_header(struct http_call *call, struct buf *line, str name, str value)
{
	buf_add(line, name);
	buf_add(line, STR(": "));
	buf_add(line, value);
	return add_line(&call->headers, line);
}

static bool add_number(struct http_call *call, struct buf *line, str name, i64 value)
{
	buf_add(line, name);
	buf_add(line, STR(": "));
	buf_add_i64(line, value);
	return add_line(&call->headers, line);
}

/* A value with a line break would be a second header. */
static bool is_value(str value)
{
	for (size_t i = 0; i < value.len; i++) {
		if ((unsigned char)value.at[i] < ' ' || value.at[i] == 0x7f) return false;
	}
	return value.len <= HANDLER_HEADER_VALUE_BYTES;
}

static enum err add_own_headers(struct http_call *call, struct buf *line, struct why *why)
{
	const struct handler_spec *spec = &call->work->spec;
	for (u32 i = 0; i < spec->headers_len; i++) {
		const struct spec_pair *pair = &spec->headers[i];
		str value = pair->value;
		if (pair->is_secret && !work_secret(call->work, pair->value, &value))
			return fail(why, ERR_INVALID, "there is no secret \"%.*s\"",
				    STR_ARG(pair->value));
		if (!is_value(value))
			return fail(why, ERR_INVALID,
				    "header \"%.*s\": the value of its secret "
				    "is not allowed in a header",
				    STR_ARG(pair->name));
		if (!add_header(call, line, pair->name, value)) return ERR_MEMORY;
	}
	return ERR_OK;
}

static enum err add_signatures(struct http_call *call, struct buf *line, struct why *why)
{
	struct work *work = call->work;
	struct signed_message message = { .id = { work->run_text, UUID_TEXT_LEN },
					  .timestamp = msec_to_seconds(work_wall(work)),
					  .body = work->payload };
	struct buf signatures;
	enum err err = ERR_OK;
	if (!add_header(call, line, STR("webhook-id"), message.id)) return ERR_MEMORY;
	if (!add_number(call, line, STR("webhook-timestamp"), message.timestamp)) return ERR_MEMORY;
	if (work->spec.secrets_len == 0) return ERR_OK;
	buf_init(&signatures, 256);
	for (u32 i = 0; i < work->spec.secrets_len && !err; i++) {
		str secret = STR("");
		if (!work_secret(work, work->spec.secrets[i], &secret)) secret = STR("");
		err = sign_add(&message, secret, &signatures, why);
	}
	if (!err && !add_header(call, line, STR("webhook-signature"), buf_view(&signatures)))
		err = ERR_MEMORY;
	buf_done(&signatures);
	return err;
}

static enum err add_fixed_headers(struct http_call *call, struct buf *line)
{
	struct work *work = call->work;
	str type = work->spec.content_type;
	char execution[UUID_TEXT_LEN];
	uuid_print(work->execution, execution);
	bool added = add_header(call, line, STR("Content-Type"),
				type.len ? type : STR("application/json")) &&
		     add_header(call, line, STR("Idempotency-Key"), work->key) &&
		     add_number(call, line, STR("Belfry-Hops"), (i64)work->hops + 1) &&
		     add_number(call, line, STR("Belfry-Attempt"), work->attempt) &&
		     add_header(call, line, STR("Belfry-Execution"),
				(str){ execution, sizeof execution }) &&
		     add_header(call, line, STR("Expect"), STR(""));
	if (added && work->trace.len && is_value(work->trace))
		added = add_header(call, line, STR("traceparent"), work->trace);
	return added ? ERR_OK : ERR_MEMORY;
}

static enum err make_headers(struct http_call *call, struct why *why)
{
	struct buf line;
	buf_init(&line, HEADER_LINE_BYTES);
	enum err err = add_fixed_headers(call, &line);
	if (!err) err = add_signatures(call, &line, why);
	if (!err) err = add_own_headers(call, &line, why);
	buf_done(&line);
	return err;
}

/* "name:port:address:port": connect there, call it by its name. */
static enum err make_connect_to(struct http_call *call)
{
	struct buf line;
	bool bracketed = call->url.is_literal && call->url.address.is_v6;
	buf_init(&line, HANDLER_HOST_BYTES + 80);
	buf_addf(&line, "%s%.*s%s:%u:", bracketed ? "[" : "", STR_ARG(call->url.host),
		 bracketed ? "]" : "", call->url.port);
	address_print_with_port(&call->pinned, &line);
	enum err err = add_line(&call->connect_to, &line) ? ERR_OK : ERR_MEMORY;
	buf_done(&line);
	return err;
}

static CURLcode set_request(struct http_call *call, CURL *easy)
{
	struct work *work = call->work;
	CURLcode code = curl_easy_setopt(easy, CURLOPT_URL, call->url.terminated);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_POST, 1L);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_POSTFIELDS, work->payload.at);
	if (!code)
		code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE,
					(curl_off_t)work->payload.len);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_HTTPHEADER, call->headers);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_USERAGENT, "Belfry");
	if (!code) code = curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_HTTP09_ALLOWED, 0L);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_CONNECT_TO, call->connect_to);
	if (!code)
		code = curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS,
					(long)work->handlers->config.connect_ms);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)work->timeout_ms);
	return code;
}

static CURLcode set_callbacks(struct http_call *call, CURL *easy)
{
	CURLcode code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, on_open);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, call);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_line);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_HEADERDATA, call);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_WRITEDATA, call);
	return code;
}

static enum err set_trust(struct http_call *call, CURL *easy)
{
	str file = call->work->handlers->config.ca_file;
	if (!file.len) return ERR_OK;
	char *terminated = work_terminated(call->work, file);
	if (!terminated) return ERR_MEMORY;
	return curl_easy_setopt(easy, CURLOPT_CAINFO, terminated) == CURLE_OK ? ERR_OK : ERR_MEMORY;
}

static enum err make_transfer(struct http_call *call, struct why *why)
{
	enum err err = make_headers(call, why);
	if (!err) err = make_connect_to(call);
	if (err) return err;
	CURL *easy = transfers_make_easy(call->url.is_https ? "https" : "http");
	if (!easy) return ERR_MEMORY;
	call->transfer = (struct transfer){ .easy = easy, .ended = on_ended, .context = call };
	if (set_request(call, easy) != CURLE_OK || set_callbacks(call, easy) != CURLE_OK)
		return ERR_MEMORY;
	return set_trust(call, easy);
}

/* ---- the way --------------------------------------------------------------------------------- */

static void send_call(void *context)
{
	struct http_call *call = context;
	struct why why = { .text = "" };
	call->stage = SENT;
	enum err err = make_transfer(call, &why);
	if (!err) err = transfers_add(call->work->handlers->transfers, &call->transfer);
	if (!err) return;
	let_go(call, HOST_UNTRIED);
	if (err == ERR_MEMORY)
		work_fail(call->work, OUTCOME_RETRY, CLASS_TRANSIENT, "out of memory");
	else work_fail(call->work, OUTCOME_FAIL, CLASS_VALIDATION, "%s", why.text);
}

static void enter_host(struct http_call *call)
{
	struct handlers *handlers = call->work->handlers;
	struct buf name;
	msec wait = 0;
	buf_init(&name, HANDLER_HOST_BYTES + 8);
	buf_addf(&name, "%.*s:%u", STR_ARG(call->url.host), call->url.port);
	enum host_answer answer = HOST_NO_MEMORY;
	if (!buf_failed(&name))
		answer = hosts_enter(handlers->hosts, buf_view(&name),
				     loop_now(handlers->loop).boot, &call->place, &wait);
	buf_done(&name);
	call->stage = IN_LINE;
	switch (answer) {
	case HOST_GO: send_call(call); break;
	case HOST_WAIT: break;
	case HOST_OPEN:
		put_off(call, wait, "the host failed too often and is not called for a while");
		break;
	case HOST_NO_MEMORY: fail_transient(call, CLASS_TRANSIENT, "too many hosts at once"); break;
	}
}

static void on_answers(void *context, const struct address *answers, u32 len)
{
	struct http_call *call = context;
	struct why why;
	call->lookup = NULL;
	if (len == 0) {
		fail_transient(call, CLASS_NETWORK, "the host name cannot be looked up");
		return;
	}
	enum err err = guard_check_answers(call->work->handlers->guard, &call->url, answers, len,
					   &call->pinned, &why);
	for (; call->tries_len < len && call->tries_len < TRIES_MAX; call->tries_len++) {
		call->tries[call->tries_len] = answers[call->tries_len];
		call->tries[call->tries_len].port = call->url.port;
	}
	if (err) refuse(call, &why);
	else enter_host(call);
}

static void look_up(struct http_call *call)
{
	if (call->url.is_literal) {
		on_answers(call, &call->url.address, 1);
		return;
	}
	enum err err = resolver_ask(call->work->handlers->resolver, call->url.host, on_answers,
				    call, &call->lookup);
	if (err) fail_transient(call, CLASS_TRANSIENT, "too many host names are being looked up");
}

static void http_start(struct work *work)
{
	struct why why;
	struct http_call *call = arena_alloc_zeroed(&work->arena, sizeof *call);
	if (!call) {
		work_fail(work, OUTCOME_RETRY, CLASS_TRANSIENT, "out of memory");
		return;
	}
	call->work = work;
	call->place.ready = send_call;
	call->place.context = call;
	http_reply_init(&call->reply);
	work->state = call;
	work_limit(work, work->handlers->config.http_ms_max);
	enum err err = ERR_OK;
	if (work->hops >= HANDLER_HOPS_MAX)
		err = fail(&why, ERR_INVALID,
			   "the call already passed through %u servers; at "
			   "most %d are allowed",
			   work->hops, HANDLER_HOPS_MAX);
	if (!err) err = url_parse(work->spec.url, &work->arena, &call->url, &why);
	if (!err) err = guard_check_url(work->handlers->guard, &call->url, &why);
	if (err) refuse(call, &why);
	else look_up(call);
}

static void http_stop(struct work *work)
{
	struct http_call *call = work->state;
	bool timed_out = work->stop == WORK_TIMED_OUT;
	if (timed_out && call->stage == IN_LINE) {
		put_off(call, MSEC_SECOND, "the host was busy until the timeout");
		return;
	}
	let_go(call, timed_out && call->stage == SENT ? HOST_FAILED : HOST_UNTRIED);
	work_end_stopped(work);
}

const struct handler_way http_way = { http_start, http_stop };
