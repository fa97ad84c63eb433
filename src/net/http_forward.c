/* The client behind a trusted proxy: the last address in X-Forwarded-For that is not a trusted
 * proxy itself. Whatever stands before it was written by that client and proves nothing. */
#include "net/http_parts.h"

/* The last item of a list separated by commas; `list` keeps what stands before it. */
static str last_item(str *list)
{
	size_t at = list->len;
	while (at > 0 && list->at[at - 1] != ',') at--;
	str item = str_trim(str_from_offset(*list, at));
	*list = str_slice(*list, 0, at ? at - 1 : 0);
	return item;
}

/* Proxies that write an address with its port are understood, too. */
static bool read_hop(str item, struct address *out)
{
	if (address_parse(item, out, NULL) == ERR_OK) return true;
	return address_parse_with_port(item, out, NULL) == ERR_OK;
}

/* True: `source` was found, and nothing before it counts. */
static bool walk_hops(const struct cidrs *trusted, str list, u32 *hops, struct address *source)
{
	while (list.len) {
		struct address hop;
		if (++*hops > HTTP_FORWARDED_HOPS || !read_hop(last_item(&list), &hop)) return true;
		*source = hop;
		if (!cidrs_contain(trusted, &hop)) return true;
	}
	return false;
}

void forward_apply(struct http_exchange *exchange)
{
	const struct http_reader *reader = &exchange->reader;
	struct http_request *request = &exchange->request;
	const struct cidrs *trusted = &exchange->server->config.trusted_proxies;
	bool is_found = false;
	u32 hops = 0;
	for (u32 i = reader->field_count; i > 0 && !is_found; i--) {
		str name = http_reader_field_name(reader, i - 1);
		if (!str_eq_nocase(name, STR("x-forwarded-for"))) continue;
		is_found = walk_hops(trusted, http_reader_field_value(reader, i - 1), &hops,
				     &request->source);
	}
	str protocol = http_field(request, STR("x-forwarded-proto"));
	if (!protocol.len || http_field_is_repeated(request, STR("x-forwarded-proto"))) return;
	request->is_secure = str_eq_nocase(protocol, STR("https"));
}
