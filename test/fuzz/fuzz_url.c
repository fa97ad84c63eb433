/* Addresses of webhooks from any bytes. Properties: an error says why; what is accepted has one
 * meaning: its canonical form is read as the same, libcurl's own parser finds the same host and
 * port in it and no user, and a host that inet_aton would take for an address is one. */
#define _DEFAULT_SOURCE /* inet_aton */
#include "handler/url.h"

#include "fuzz_common.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_again(const struct url *url, struct arena *arena)
{
	struct url again;
	struct why why;
	if (url_parse(url->text, arena, &again, &why) != ERR_OK)
		fuzz_stop("%s is not read again: %s", url->terminated, why.text);
	if (!str_eq(url->text, again.text) || !str_eq(url->host, again.host) ||
	    url->port != again.port || url->is_literal != again.is_literal)
		fuzz_stop("%s is read again as %s", url->terminated, again.terminated);
}

/* Without the brackets of IPv6. */
static str bare(const char *host)
{
	str text = str_from(host);
	return text.len && text.at[0] == '[' ? str_slice(text, 1, text.len - 1) : text;
}

static void check_other_reader(const struct url *url)
{
	char *host = NULL, *port = NULL, *user = NULL;
	CURLU *parts = curl_url();
	if (curl_url_set(parts, CURLUPART_URL, url->terminated, 0) != CURLUE_OK)
		fuzz_stop("libcurl does not read %s", url->terminated);
	curl_url_get(parts, CURLUPART_HOST, &host, 0);
	curl_url_get(parts, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT);
	curl_url_get(parts, CURLUPART_USER, &user, 0);
	if (!host || !str_eq(bare(host), url->host))
		fuzz_stop("%s: libcurl goes to %s", url->terminated, host);
	if (!port || strtoul(port, NULL, 10) != url->port)
		fuzz_stop("%s: libcurl goes to port %s", url->terminated, port);
	if (user) fuzz_stop("%s: libcurl sees a user", url->terminated);
	curl_free(host);
	curl_free(port);
	curl_free(user);
	curl_url_cleanup(parts);
}

static void check_numbers(const struct url *url)
{
	char host[512];
	struct in_addr address;
	snprintf(host, sizeof host, "%.*s", STR_ARG(url->host));
	if (!url->is_literal && inet_aton(host, &address))
		fuzz_stop("%s is an address in disguise", host);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena;
	struct url url;
	struct why why = { .text = "" };
	arena_init(&arena, 1 << 20);
	str text = { (const char *)data, size };
	if (url_parse(text, &arena, &url, &why) == ERR_OK) {
		check_again(&url, &arena);
		check_other_reader(&url);
		check_numbers(&url);
	} else if (!why.text[0]) {
		fuzz_stop("refused without a word: %.*s", STR_ARG(text));
	}
	arena_done(&arena);
	return 0;
}
