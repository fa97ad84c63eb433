/* Helpers that the steps of all routes need. */
#include "api/request.h"

#include "api/parts.h"
#include "api/version.h"
#include "base/must.h"
#include "model/when.h"

enum err request_fault(struct request *request, str pointer, const struct why *why)
{
	struct buf whole;
	buf_init(&whole, 512);
	buf_add(&whole, request->part);
	buf_add(&whole, pointer);
	(void)fault_add(&request->faults, buf_view(&whole), why);
	/* A reader of the detail alone needs the field, too. */
	(void)fault_fail(&request->why, why->code, buf_view(&whole), str_from(why->text));
	buf_done(&whole);
	return why->code;
}

enum err request_bad(struct request *request, str pointer, const char *text)
{
	struct why why;
	(void)fail(&why, ERR_INVALID, "%s", text);
	return request_fault(request, pointer, &why);
}

enum err request_keep(struct request *request, struct buf *text, size_t most, const char *what,
		      str *out_text)
{
	enum err err = buf_failed(text) ? ERR_MEMORY : ERR_OK;
	if (!err && text->len > most)
		err = request_refuse(request, ERR_TOO_LONG, "%s: at most %zu bytes", what, most);
	if (!err) *out_text = str_copy(&request->arena, buf_view(text));
	buf_done(text);
	return err;
}

void request_add_field(struct request *request, str name, str value)
{
	must(request->reply.fields_len < OUT_FIELDS_MAX);
	request->reply.fields[request->reply.fields_len++] = (struct api_field){ name, value };
}

enum err request_part_id(struct request *request, u32 part, struct uuid *out_id)
{
	must(part < PATH_PARTS_MAX);
	if (uuid_parse(request->parts[part], out_id)) return ERR_OK;
	return ERR_NOT_FOUND;
}

enum err request_zone(struct request *request, str name, const struct zone **out_zone)
{
	const struct api_doors *doors = api_doors(request->api);
	struct why why = { 0 };
	enum err err = doors->zone(doors->context, name, out_zone, &why);
	return err ? request_fault(request, STR("/timezone"), &why) : ERR_OK;
}

enum err request_when(struct request *request, const struct given_when *when, str zone, str pointer,
		      msec *out_at)
{
	const struct zone *found = NULL;
	struct why why = { 0 };
	enum err err;
	if (when->text.len) {
		if (zone.len && when_is_local(when->text)) {
			err = request_zone(request, zone, &found);
			if (err) return err;
		}
		err = when_parse(when->text, found, out_at, &why);
	} else {
		err = when_from_epoch(when->epoch, out_at, &why);
	}
	return err ? request_fault(request, pointer, &why) : ERR_OK;
}

const struct field *field_in_words(const struct shape *shape, str text, str *out_rest)
{
	size_t end = 0;
	while (end < text.len && text.at[end] != ' ' && text.at[end] != ':') end++;
	const struct field *field = shape_find(shape, str_slice(text, 0, end));
	bool has_colon = end < text.len && text.at[end] == ':';
	*out_rest = field ? str_trim(str_from_offset(text, end + has_colon)) : text;
	return field;
}

/* A refusal from further in names its field in words ("run_at is from 1970 to 9999"): answers show
 * the field as a pointer, too. */
void request_point_at_field(struct request *request, enum err code)
{
	const struct shape *shape = request->route ? request->route->body : NULL;
	str rest;
	struct why why;
	if (err_http_status(code) != 422 || !shape || request->faults.len || !request->input)
		return;
	const struct field *field = field_in_words(shape, str_from(request->why.text), &rest);
	if (!field) return;
	(void)fail(&why, code, "%.*s", STR_ARG(rest));
	struct buf pointer;
	buf_init(&pointer, 128);
	buf_addf(&pointer, "/%.*s", STR_ARG(field->name));
	(void)fault_add(&request->faults, buf_view(&pointer), &why);
	buf_done(&pointer);
}

/* A client's own id goes on with the request, if it is one that no log or header is hurt by. */
bool request_id_is_good(str id)
{
	if (!id.len || id.len > REQUEST_ID_MAX) return false;
	for (size_t i = 0; i < id.len; i++) {
		char c = id.at[i];
		bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
				(c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' ||
				c == ':';
		if (!is_plain) return false;
	}
	return true;
}

/* ---- the log ------------------------------------------------------------------------------ */

void request_report(struct request *request)
{
	const struct api_doors *doors = api_doors(request->api);
	const struct api_route *route = request->route;
	struct now now = doors->now(doors->context);
	struct api_line line = {
		.request_id = request->id,
		.method = request->method < METHOD_COUNT ? method_name(request->method)
							 : STR("other"),
		.route = route ? str_from(route->path) : STR(""),
		.tenant = request->who.tenant,
		.trace = request->trace,
		.status = request->status,
		.took = now.boot - request->now_boot,
		.bytes_in = request->body.len,
		.bytes_out = buf_view(&request->out).len,
		.is_chatter = route && route->flags & ROUTE_CHATTER,
	};
	doors->told(doors->context, &line);
}

/* ---- versions ----------------------------------------------------------------------------- */

static str etag_of(struct request *request, u64 version)
{
	struct buf text;
	buf_init(&text, 32);
	buf_add_byte(&text, '"');
	buf_add_u64(&text, version);
	buf_add_byte(&text, '"');
	str copy = str_copy(&request->arena, buf_view(&text));
	buf_done(&text);
	return copy;
}

bool tags_have(str list, str tag)
{
	if (str_eq(str_trim(list), STR("*"))) return true;
	while (list.len) {
		if (str_eq(str_trim(str_split(&list, ',')), tag)) return true;
	}
	return false;
}

void request_put_etag(struct request *request, u64 version)
{
	str tag = etag_of(request, version);
	request_add_field(request, STR("ETag"), tag);
	bool is_get = request->route->method == METHOD_GET;
	if (!is_get || !request->match.if_none_match.len ||
	    !tags_have(request->match.if_none_match, tag))
		return;
	request->status = 304;
	buf_clear(&request->out);
}

bool request_has_etag(const struct request *request)
{
	for (u32 i = 0; i < request->reply.fields_len; i++) {
		if (str_eq(request->reply.fields[i].name, STR("ETag"))) return true;
	}
	return false;
}

void request_put_etag_of_bytes(struct request *request)
{
	request_put_etag(request, digest_of(buf_view(&request->out)).a >> 1);
}

/* If-Match: a version of ours, or *; what is neither matches nothing. */
enum err request_expected(struct request *request, u64 *out_version)
{
	str given = str_trim(request->match.if_match);
	*out_version = DOCUMENT_ANY;
	request->match.is_compared = true;
	if (!given.len || str_eq(given, STR("*"))) return ERR_OK;
	bool is_tag = given.len > 2 && given.at[0] == '"' && given.at[given.len - 1] == '"';
	/* Versions count from 1. */
	if (is_tag && str_to_u64(str_slice(given, 1, given.len - 1), INT64_MAX, out_version) &&
	    *out_version)
		return ERR_OK;
	return request_refuse(request, ERR_VERSION, "If-Match must be a version like \"7\"");
}

enum err request_expected_document(struct request *request, u64 *out_version)
{
	enum err err = request_expected(request, out_version);
	if (err || *out_version == DOCUMENT_ANY) return err;
	*out_version = version_read(api_version_key(request->api), *out_version);
	/* None of ours: it must not become DOCUMENT_NEW. */
	return *out_version ? ERR_OK
			    : request_refuse(request, ERR_VERSION,
					     "If-Match: the object has another version");
}

u64 request_shown(const struct request *request, u64 version)
{
	return version_show(api_version_key(request->api), version);
}

void request_put_document_etag(struct request *request, u64 version)
{
	request_put_etag(request, request_shown(request, version));
}
