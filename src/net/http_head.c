#include "net/http_head.h"

#include "base/must.h"
#include "net/uri.h"

/* The fields that decide how a message is read; each at most once. */
struct framing {
	str host, length, encoding, expect;
	u32 hosts, lengths, encodings, expects;
};

static void note(str value, str *out_value, u32 *count)
{
	*out_value = value;
	++*count;
}

/* The first look is at the length: most fields are none of these. */
static void note_field(struct framing *framing, str name, str value)
{
	if (name.len == 4 && str_eq_nocase(name, STR("host")))
		note(value, &framing->host, &framing->hosts);
	else if (name.len == 14 && str_eq_nocase(name, STR("content-length")))
		note(value, &framing->length, &framing->lengths);
	else if (name.len == 17 && str_eq_nocase(name, STR("transfer-encoding")))
		note(value, &framing->encoding, &framing->encodings);
	else if (name.len == 6 && str_eq_nocase(name, STR("expect")))
		note(value, &framing->expect, &framing->expects);
}

static struct framing framing_of(const struct http_reader *reader)
{
	struct framing framing = { .hosts = 0 };
	for (u32 i = 0; i < reader->field_count; i++)
		note_field(&framing, http_reader_field_name(reader, i),
			   http_reader_field_value(reader, i));
	return framing;
}

static enum http_refusal judge_length(struct http_reader *reader, const struct framing *framing)
{
	u64 length;
	if (framing->lengths > 1) return HTTP_REFUSED_LENGTH_REPEATED;
	if (framing->length.len == 0 || framing->length.len > HTTP_LENGTH_DIGITS)
		return HTTP_REFUSED_LENGTH;
	if (!str_to_u64(framing->length, UINT64_MAX, &length)) return HTTP_REFUSED_LENGTH;
	reader->body_left = length;
	reader->has_body = length > 0;
	return HTTP_REFUSED_NOT;
}

static enum http_refusal judge_encoding(struct http_reader *reader, const struct framing *framing)
{
	if (framing->lengths) return HTTP_REFUSED_LENGTH_ENCODING;
	if (framing->encodings > 1) return HTTP_REFUSED_ENCODING_REPEATED;
	if (reader->is_http_1_0) return HTTP_REFUSED_ENCODING_VERSION;
	if (!str_eq_nocase(framing->encoding, STR("chunked"))) return HTTP_REFUSED_ENCODING;
	reader->is_chunked = true;
	reader->has_body = true;
	return HTTP_REFUSED_NOT;
}

static enum http_refusal judge_expectation(struct http_reader *reader,
					   const struct framing *framing)
{
	if (framing->expects == 0) return HTTP_REFUSED_NOT;
	if (framing->expects > 1 || !str_eq_nocase(framing->expect, STR("100-continue")))
		return HTTP_REFUSED_EXPECT;
	/* A client of HTTP/1.0 would not understand the word it seems to ask for. */
	reader->expects_continue = !reader->is_http_1_0 && reader->has_body;
	return HTTP_REFUSED_NOT;
}

static bool is_host_byte(char c)
{
	char lower = ascii_lower(c);
	return (lower >= 'a' && lower <= 'z') || ascii_is_digit(c) || c == '-' || c == '.' ||
	       c == '_' || c == '~';
}

/* A name or an IPv4 address, or anything of an IPv6 address in brackets; then perhaps a port. */
static bool is_host(str host)
{
	size_t at = 0;
	u64 port;
	if (host.len && host.at[0] == '[') {
		size_t close = str_find(host, ']');
		if (close == host.len || close < 3) return false;
		for (at = 1; at < close; at++) {
			char lower = ascii_lower(host.at[at]);
			bool is_hex = ascii_is_digit(lower) || (lower >= 'a' && lower <= 'f');
			if (!is_hex && lower != ':' && lower != '.') return false;
		}
		at = close + 1;
	} else {
		while (at < host.len && is_host_byte(host.at[at])) at++;
		if (at == 0) return false;
	}
	if (at == host.len) return true;
	return host.at[at] == ':' && str_to_u64(str_from_offset(host, at + 1), 65535, &port);
}

static enum http_refusal judge_host(struct http_reader *reader, const struct framing *framing)
{
	if (framing->hosts > 1) return HTTP_REFUSED_HOST;
	if (framing->hosts == 0) return reader->is_http_1_0 ? HTTP_REFUSED_NOT : HTTP_REFUSED_HOST;
	if (!is_host(framing->host)) return HTTP_REFUSED_HOST;
	reader->host = framing->host;
	return HTTP_REFUSED_NOT;
}

/* http://host/path?query becomes /path?query; the host must be the one of the Host field. */
static enum http_refusal cut_authority(struct http_reader *reader, str *target)
{
	static const str schemes[] = { { "http://", 7 }, { "https://", 8 } };
	for (size_t i = 0; i < countof(schemes); i++) {
		str scheme = schemes[i];
		if (!str_eq_nocase(str_slice(*target, 0, scheme.len), scheme)) continue;
		str rest = str_from_offset(*target, scheme.len);
		size_t end = str_find(rest, '/');
		if (end == rest.len) return HTTP_REFUSED_TARGET;
		if (!str_eq_nocase(str_slice(rest, 0, end), reader->host))
			return HTTP_REFUSED_HOST_OTHER;
		*target = str_from_offset(rest, end);
		return HTTP_REFUSED_NOT;
	}
	return HTTP_REFUSED_TARGET;
}

static enum http_refusal judge_target(struct http_reader *reader)
{
	str target = reader->target;
	if (str_eq(target, STR("*"))) {
		reader->path = target;
		return reader->parser.method == HTTP_OPTIONS ? HTTP_REFUSED_NOT
							     : HTTP_REFUSED_TARGET;
	}
	if (target.len && target.at[0] != '/') {
		enum http_refusal refusal = cut_authority(reader, &target);
		if (refusal) return refusal;
	}
	if (str_find(target, '#') < target.len) return HTTP_REFUSED_TARGET;
	size_t question = str_find(target, '?');
	char *path = reader->head.at + (target.at - reader->head.at);
	size_t len;
	if (!uri_decode_path(path, question, &len)) return HTTP_REFUSED_PATH;
	reader->path = (str){ path, len };
	reader->query = str_from_offset(target, question + 1);
	return HTTP_REFUSED_NOT;
}

enum http_refusal http_head_judge(struct http_reader *reader)
{
	const http_parser *parser = &reader->parser;
	if (parser->http_major != 1 || parser->http_minor > 1) return HTTP_REFUSED_VERSION;
	if (parser->method == HTTP_CONNECT) return HTTP_REFUSED_METHOD;
	struct framing framing = framing_of(reader);
	reader->is_http_1_0 = parser->http_minor == 0;
	reader->keeps_alive = http_should_keep_alive(parser) != 0;
	enum http_refusal refusal = HTTP_REFUSED_NOT;
	if (framing.encodings) refusal = judge_encoding(reader, &framing);
	else if (framing.lengths) refusal = judge_length(reader, &framing);
	if (!refusal) refusal = judge_host(reader, &framing);
	if (!refusal) refusal = judge_target(reader);
	if (!refusal) refusal = judge_expectation(reader, &framing);
	return refusal;
}
