#include "net/client.h"

#include "base/memory.h"
#include "base/must.h"

#include <curl/curl.h>

enum {
	BODY_MAX = 64 << 20,
	URL_BYTES = 16384,
	PAIR_BYTES = 16384,
	CONNECT_MS = 5000,
	TIMEOUT_MS = 30000,
	POLL_MS = 1000, /* at most, between two looks of curl at its timers */
};

struct client {
	struct client_config config;
	CURL *curl;
	CURLM *multi;    /* keeps the connections; has one request at a time */
	struct buf base; /* the url, without a slash at its end */
	struct buf url;  /* of the request at hand */
	struct buf pair; /* a header line of it */
	struct buf authority;
	struct buf head;
	struct buf body;
	char error[CURL_ERROR_SIZE];
};

/* curl wants NUL-terminated text. */
static const char *terminated(struct buf *buf)
{
	buf_add_byte(buf, '\0');
	if (buf_failed(buf)) return NULL;
	buf->len--;
	return buf->at;
}

static size_t receive_into(struct buf *buf, const char *at, size_t len)
{
	buf_add(buf, (str){ at, len });
	return buf_failed(buf) ? 0 : len;
}

static size_t on_body(char *at, size_t size, size_t count, void *context)
{
	return receive_into(context, at, size * count);
}

/* Each answer begins with its status line; what an interim answer (100) said is dropped. */
static size_t on_head(char *at, size_t size, size_t count, void *context)
{
	str line = { at, size * count };
	if (str_starts_with(line, STR("HTTP/"))) buf_clear(context);
	return receive_into(context, at, line.len);
}

static void set_options(struct client *client)
{
	CURL *curl = client->curl;
	const struct client_config *config = &client->config;
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_PROXY, "");
	curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
	curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
	curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)config->connect_ms);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, client->error);
	curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, on_body);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, &client->body);
	curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, on_head);
	curl_easy_setopt(curl, CURLOPT_HEADERDATA, &client->head);
	if (client->authority.len)
		curl_easy_setopt(curl, CURLOPT_CAINFO, terminated(&client->authority));
}

static void set_defaults(struct client_config *config)
{
	if (!config->connect_ms) config->connect_ms = CONNECT_MS;
	if (!config->timeout_ms) config->timeout_ms = TIMEOUT_MS;
	if (!config->body_max) config->body_max = BODY_MAX;
}

static bool is_url(str url)
{
	bool has_scheme = str_starts_with(url, STR("http://")) ||
			  str_starts_with(url, STR("https://"));
	return has_scheme && url.len < URL_BYTES / 2 && str_find(url, '\0') == url.len;
}

enum err client_new(const struct client_config *config, struct client **out_client, struct why *why)
{
	str url = config->url;
	if (!is_url(url))
		return fail(
			why, ERR_ADDRESS,
			"\"%.*s\" is not a server's URL: it must begin with http:// or https://",
			STR_ARG(str_slice(url, 0, 100)));
	if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
		return fail(why, ERR_MEMORY, "no memory for the HTTP client");
	struct client *client = mem_alloc_zeroed(sizeof *client);
	if (!client) {
		curl_global_cleanup();
		return fail(why, ERR_MEMORY, "no memory for the HTTP client");
	}
	client->config = *config;
	set_defaults(&client->config);
	buf_init(&client->base, URL_BYTES);
	buf_init(&client->url, URL_BYTES);
	buf_init(&client->pair, PAIR_BYTES);
	buf_init(&client->authority, URL_BYTES);
	buf_init(&client->head, CLIENT_HEAD_MAX);
	buf_init(&client->body, client->config.body_max);
	while (url.len && url.at[url.len - 1] == '/') url.len--;
	buf_add(&client->base, url);
	buf_add(&client->authority, config->authority_file);
	client->curl = curl_easy_init();
	client->multi = curl_multi_init();
	if (!client->curl || !client->multi || buf_failed(&client->base) ||
	    buf_failed(&client->authority)) {
		client_free(client);
		return fail(why, ERR_MEMORY, "no memory for the HTTP client");
	}
	set_options(client);
	*out_client = client;
	return ERR_OK;
}

void client_free(struct client *client)
{
	if (!client) return;
	curl_easy_cleanup(client->curl);
	(void)curl_multi_cleanup(client->multi);
	buf_done(&client->base);
	buf_done(&client->url);
	buf_done(&client->pair);
	buf_done(&client->authority);
	buf_done(&client->head);
	buf_done(&client->body);
	mem_free(client);
	curl_global_cleanup();
}

static bool add_line(struct client *client, str name, str value, struct curl_slist **lines)
{
	struct buf *pair = &client->pair;
	buf_clear(pair);
	buf_add(pair, name);
	buf_add(pair, value.len ? STR(": ") : STR(":")); /* curl sends no field without a value */
	buf_add(pair, value);
	str line = buf_view(pair);
	if (str_find(line, '\r') < line.len || str_find(line, '\n') < line.len) return false;
	const char *text = terminated(pair);
	struct curl_slist *longer = text ? curl_slist_append(*lines, text) : NULL;
	if (!longer) return false;
	*lines = longer;
	return true;
}

/* No "Expect: 100-continue": it would cost a round trip. */
static enum err make_lines(struct client *client, const struct client_request *request,
			   struct curl_slist **lines, struct why *why)
{
	if (request->pair_count > CLIENT_PAIRS_MAX)
		return fail(why, ERR_INVALID, "more than %d header fields", CLIENT_PAIRS_MAX);
	bool is_added = add_line(client, STR("Expect"), STR(""), lines);
	for (u32 i = 0; is_added && i < request->pair_count; i++)
		is_added = add_line(client, request->pairs[i].name, request->pairs[i].value, lines);
	if (is_added) return ERR_OK;
	return fail(why, ERR_INVALID, "a header field is longer than %d bytes or has a line break",
		    PAIR_BYTES);
}

static enum err set_request(struct client *client, const struct client_request *request,
			    struct why *why)
{
	CURL *curl = client->curl;
	bool has_body = request->body.len || str_eq(request->method, STR("POST")) ||
			str_eq(request->method, STR("PUT"));
	buf_clear(&client->url);
	buf_add(&client->url, buf_view(&client->base));
	buf_add(&client->url, request->path);
	const char *url = terminated(&client->url);
	buf_clear(&client->pair);
	buf_add(&client->pair, request->method);
	const char *method = terminated(&client->pair);
	if (!url || !method)
		return fail(why, ERR_TOO_LONG, "the path is longer than %d bytes", URL_BYTES);
	curl_easy_setopt(curl, CURLOPT_URL, url);
	curl_easy_setopt(curl, CURLOPT_HTTPGET, 1L); /* forgets the last request's body */
	if (has_body) {
		curl_easy_setopt(curl, CURLOPT_POST, 1L);
		curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body.len);
		curl_easy_setopt(curl, CURLOPT_POSTFIELDS,
				 request->body.len ? request->body.at : "");
	}
	curl_easy_setopt(curl, CURLOPT_NOBODY, str_eq(request->method, STR("HEAD")) ? 1L : 0L);
	curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, method);
	msec usual = msec_add(client->config.timeout_ms, request->wait_ms);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS,
			 (long)(request->within_ms ? request->within_ms : usual));
	return ERR_OK;
}

static enum err err_of(const struct client *client, CURLcode code)
{
	if (buf_failed(&client->body) || buf_failed(&client->head)) return ERR_TOO_LONG;
	static const struct {
		CURLcode code;
		enum err err;
	} rows[] = {
		{ CURLE_COULDNT_RESOLVE_HOST, ERR_NAME_UNKNOWN },
		{ CURLE_OPERATION_TIMEDOUT, ERR_TIMED_OUT },
		{ CURLE_ABORTED_BY_CALLBACK, ERR_TIMED_OUT },
		{ CURLE_OUT_OF_MEMORY, ERR_MEMORY },
		{ CURLE_URL_MALFORMAT, ERR_ADDRESS },
		{ CURLE_SSL_CONNECT_ERROR, ERR_TLS },
		{ CURLE_PEER_FAILED_VERIFICATION, ERR_TLS },
		{ CURLE_SSL_CACERT_BADFILE, ERR_TLS },
		{ CURLE_SSL_CERTPROBLEM, ERR_TLS },
		{ CURLE_SSL_CIPHER, ERR_TLS },
		{ CURLE_SSL_ISSUER_ERROR, ERR_TLS },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		if (rows[i].code == code) return rows[i].err;
	}
	return ERR_UNREACHABLE;
}

/* Failures that a person can act on, as sentences around the server's URL. */
static const struct {
	CURLcode code;
	const char *before;
	const char *behind;
} sentences[] = {
	{ CURLE_COULDNT_CONNECT, "no server answers at", "" },
	{ CURLE_COULDNT_RESOLVE_HOST, "the host name is not known:", "" },
	{ CURLE_GOT_NOTHING, "no answer came from", ": the connection was closed" },
	{ CURLE_OPERATION_TIMEDOUT, "no answer came in time from", "" },
	{ CURLE_SSL_CONNECT_ERROR, "no TLS connection to",
	  ": does the server speak http:// without TLS?" },
	{ CURLE_PEER_FAILED_VERIFICATION,
	  "the certificate is not trusted:", "; --ca-file names the certificates to trust" },
};

static enum err explain(const struct client *client, CURLcode code, struct why *why)
{
	enum err err = err_of(client, code);
	str url = buf_view(&client->base);
	const char *text = client->error[0] ? client->error : curl_easy_strerror(code);
	if (err == ERR_TOO_LONG)
		return fail(why, err, "the answer is longer than %zu bytes",
			    client->config.body_max);
	for (size_t i = 0; i < countof(sentences); i++) {
		if (sentences[i].code != code) continue;
		return fail(why, err, "%s %.*s%s", sentences[i].before, STR_ARG(url),
			    sentences[i].behind);
	}
	return fail(why, err, "%.*s: %s", STR_ARG(url), text);
}

/* Until the answer is whole, or something can be read at `wake_fd`. */
static CURLcode wait_for_answer(struct client *client, int wake_fd)
{
	for (;;) {
		struct curl_waitfd wake = { .fd = wake_fd, .events = CURL_WAIT_POLLIN };
		int running = 0, left = 0;
		if (curl_multi_perform(client->multi, &running)) return CURLE_OUT_OF_MEMORY;
		const CURLMsg *message = curl_multi_info_read(client->multi, &left);
		if (message && message->msg == CURLMSG_DONE) return message->data.result;
		if (!running) return CURLE_OUT_OF_MEMORY;
		if (curl_multi_poll(client->multi, &wake, wake_fd ? 1 : 0, POLL_MS, NULL))
			return CURLE_OUT_OF_MEMORY;
		if (wake.revents) return CURLE_ABORTED_BY_CALLBACK;
	}
}

static CURLcode perform(struct client *client, int wake_fd)
{
	if (curl_multi_add_handle(client->multi, client->curl)) return CURLE_OUT_OF_MEMORY;
	CURLcode code = wait_for_answer(client, wake_fd);
	(void)curl_multi_remove_handle(client->multi, client->curl);
	return code;
}

enum err client_send(struct client *client, const struct client_request *request,
		     struct client_response *out_response, struct why *why)
{
	struct curl_slist *lines = NULL;
	long status = 0;
	enum err err = make_lines(client, request, &lines, why);
	if (err) goto done;
	err = set_request(client, request, why);
	if (err) goto done;
	buf_clear(&client->head);
	buf_clear(&client->body);
	client->error[0] = '\0';
	curl_easy_setopt(client->curl, CURLOPT_HTTPHEADER, lines);
	CURLcode code = perform(client, request->wake_fd);
	if (code != CURLE_OK) {
		err = explain(client, code, why);
		goto done;
	}
	curl_easy_getinfo(client->curl, CURLINFO_RESPONSE_CODE, &status);
	*out_response = (struct client_response){ (int)status, buf_view(&client->head),
						  buf_view(&client->body) };
done:
	curl_easy_setopt(client->curl, CURLOPT_HTTPHEADER, NULL);
	curl_slist_free_all(lines);
	return err;
}

str client_field(const struct client_response *response, str name)
{
	str rest = response->head;
	while (rest.len) {
		str value = str_split(&rest, '\n');
		str found = str_split(&value, ':');
		if (!str_eq_nocase(found, name)) continue;
		if (value.len && value.at[value.len - 1] == '\r') value.len--;
		return str_trim(value);
	}
	return STR("");
}
