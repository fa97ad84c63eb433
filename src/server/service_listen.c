/* Where the server may be reached: loopback by default; beyond it only with TLS, or behind a proxy
 * that was declared. */
#include "server/checks.h"
#include "server/service_parts.h"

static bool has_tls(const struct service *service)
{
	return setting_text(service, CONFIG_TLS_CERT).len > 0;
}

enum err service_load_certificate(struct service *service, struct why *why)
{
	str certificate = setting_text(service, CONFIG_TLS_CERT);
	str key = setting_text(service, CONFIG_TLS_KEY);
	if (!certificate.len != !key.len)
		return fail(why, ERR_USAGE,
			    "BELFRY_TLS_CERT and BELFRY_TLS_KEY must be set "
			    "together");
	if (!certificate.len) return ERR_OK;
	return http_server_set_certificate(service->http, certificate, key, why);
}

static void say_where(struct service *service, const struct address *bound)
{
	struct buf words;
	buf_init(&words, 200);
	buf_addf(&words, "listening on %s://", has_tls(service) ? "https" : "http");
	address_print_with_port(bound, &words);
	str url = str_from_offset(buf_view(&words), strlen("listening on "));
	if (!service->url[0] && url.len < sizeof service->url)
		memcpy(service->url, url.at, url.len);
	buf_add_byte(&words, '\n');
	service->host.say(service->host.context, buf_view(&words));
	buf_done(&words);
}

static enum err listen_at(struct service *service, str text, struct why *why)
{
	struct address address, bound;
	enum err err = address_parse_with_port(text, &address, why);
	if (!err) err = reach_check(service->host.settings, &address, why);
	if (!err) err = http_server_listen(service->http, &address, has_tls(service), &bound, why);
	if (!err) hosts_add_bound(&service->hosts, &bound);
	if (!err) say_where(service, &bound);
	if (!err && service->bound_len < HANDLER_OWN_ADDRESSES_MAX)
		service->bound[service->bound_len++] = bound;
	return err;
}

enum err service_listen(struct service *service, struct why *why)
{
	str rest = setting_text(service, CONFIG_LISTEN);
	enum err err = service_load_certificate(service, why);
	while (rest.len && !err) err = listen_at(service, str_trim(str_split(&rest, ',')), why);
	return err;
}
