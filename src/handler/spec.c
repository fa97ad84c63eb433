#include "handler/spec.h"

#include "base/must.h"

#include <jansson.h>

enum spec_form { TEXT, HEADERS, NAMES, SLOTS, FLAG };
enum { TEXT_BYTES = HANDLER_URL_BYTES };

/* clang-format off */
static const char *const words[] = {
#define X(name, word, sentence) word,
	HANDLER_KINDS(X)
#undef X
};

static const struct spec_field {
	enum handler_kind kind;
	const char *name;
	enum spec_form form;
	bool is_required;
} fields[] = {
#define X(kind, name, form, required, sentence) { HANDLER_##kind, name, form, required },
	HANDLER_FIELDS(X)
#undef X
};
/* clang-format on */

/* Headers that are ours to set, or that decide where a request ends or goes. */
static const char *const reserved_headers[] = {
	"host",
	"content-length",
	"transfer-encoding",
	"connection",
	"expect",
	"te",
	"trailer",
	"upgrade",
	"keep-alive",
	"idempotency-key",
	"cookie2",
	"traceparent",
	"belfry-hops",
	"webhook-id",
	"webhook-timestamp",
	"date",
	"content-type",
	"proxy-authorization",
	"webhook-signature",
	"proxy-connection",
};

struct spec_reading {
	struct arena *arena;
	struct handler_spec *spec;
	struct why *why;
};

static str text_of(const json_t *json)
{
	return (str){ json_string_value(json), json_string_length(json) };
}

static bool has_control(str text)
{
	for (size_t i = 0; i < text.len; i++) {
		if ((unsigned char)text.at[i] < ' ' || text.at[i] == 0x7f) return true;
	}
	return false;
}

static enum err read_text(struct spec_reading *reading, const char *field, const json_t *json,
			  size_t max, str *out_text)
{
	if (!json_is_string(json))
		return fail(reading->why, ERR_INVALID, "handler.%s must be a text", field);
	str text = text_of(json);
	if (text.len == 0 || text.len > max)
		return fail(reading->why, ERR_TOO_LONG,
			    "handler.%s has %zu bytes; 1 to %zu are allowed", field, text.len, max);
	if (has_control(text))
		return fail(reading->why, ERR_INVALID,
			    "handler.%s must not contain a control "
			    "character",
			    field);
	*out_text = str_copy(reading->arena, text);
	return arena_failed(reading->arena) ? ERR_MEMORY : ERR_OK;
}

/* RFC 9110: a token. */
static bool is_token(str name)
{
	for (size_t i = 0; i < name.len; i++) {
		char c = ascii_lower(name.at[i]);
		if ((c >= 'a' && c <= 'z') || ascii_is_digit(c)) continue;
		if (!memchr("!#$%&'*+-.^_`|~", c, 15)) return false;
	}
	return name.len > 0;
}

static bool is_reserved(str name)
{
	for (size_t i = 0; i < countof(reserved_headers); i++) {
		if (str_eq_nocase(name, str_from(reserved_headers[i]))) return true;
	}
	return false;
}

static enum err check_header_name(struct spec_reading *reading, str name)
{
	if (!is_token(name) || name.len > HANDLER_HEADER_NAME_BYTES)
		return fail(reading->why, ERR_INVALID,
			    "handler.headers: \"%.*s\" is not a header name", STR_ARG(name));
	if (is_reserved(name))
		return fail(reading->why, ERR_INVALID,
			    "handler.headers: \"%.*s\" is set by the server", STR_ARG(name));
	return ERR_OK;
}

static enum err check_secret_name(struct spec_reading *reading, const char *field, str name)
{
	if (name.len && name.len <= HANDLER_SECRET_NAME_BYTES) return ERR_OK;
	return fail(reading->why, ERR_TOO_LONG,
		    "handler.%s: the name of a secret must have 1 to %d bytes", field,
		    HANDLER_SECRET_NAME_BYTES);
}

static enum err read_header(struct spec_reading *reading, str name, const json_t *json)
{
	struct handler_spec *spec = reading->spec;
	str prefix = STR("secret:");
	if (spec->headers_len == HANDLER_HEADERS_MAX)
		return fail(reading->why, ERR_INVALID,
			    "handler.headers must have at most %d "
			    "headers",
			    HANDLER_HEADERS_MAX);
	struct spec_pair *pair = &spec->headers[spec->headers_len++];
	enum err err = check_header_name(reading, name);
	if (err) return err;
	err = read_text(reading, "headers", json, HANDLER_HEADER_VALUE_BYTES, &pair->value);
	if (err) return err;
	pair->name = str_copy(reading->arena, name);
	pair->is_secret = str_starts_with(pair->value, prefix);
	if (!pair->is_secret) return ERR_OK;
	pair->value = str_from_offset(pair->value, prefix.len);
	return check_secret_name(reading, "headers", pair->value);
}

static enum err read_slot(struct spec_reading *reading, str name, const json_t *json)
{
	struct handler_spec *spec = reading->spec;
	if (spec->slots_len == HANDLER_PROGRAM_SLOTS)
		return fail(reading->why, ERR_INVALID,
			    "handler.arguments must have at most %d "
			    "arguments",
			    HANDLER_PROGRAM_SLOTS);
	struct spec_pair *pair = &spec->slots[spec->slots_len++];
	pair->name = str_copy(reading->arena, name);
	return read_text(reading, "arguments", json, HANDLER_SLOT_BYTES, &pair->value);
}

static enum err read_object(struct spec_reading *reading, const char *field, json_t *json,
			    enum err (*read)(struct spec_reading *, str, const json_t *))
{
	const char *key;
	json_t *value;
	enum err err = ERR_OK;
	if (!json_is_object(json))
		return fail(reading->why, ERR_INVALID, "handler.%s must be an object", field);
	json_object_foreach(json, key, value)
	{
		if (!err) err = read(reading, str_from(key), value);
	}
	return err;
}

static enum err read_names(struct spec_reading *reading, json_t *json)
{
	struct handler_spec *spec = reading->spec;
	size_t len = json_array_size(json);
	if (!json_is_array(json) || len == 0 || len > HANDLER_SIGNING_SECRETS)
		return fail(reading->why, ERR_INVALID,
			    "handler.secrets must be a list of 1 to %d names",
			    HANDLER_SIGNING_SECRETS);
	for (size_t i = 0; i < len; i++) {
		enum err err = read_text(reading, "secrets", json_array_get(json, i),
					 HANDLER_SECRET_NAME_BYTES, &spec->secrets[i]);
		if (err) return err;
		spec->secrets_len++;
	}
	return ERR_OK;
}

/* Where a field of form TEXT goes. */
static str *place_of(struct handler_spec *spec, str name)
{
	const struct {
		const char *name;
		str *place;
	} places[] = {
		{ "url", &spec->url },
		{ "program", &spec->program },
		{ "to", &spec->to },
		{ "subject", &spec->subject },
		{ "level", &spec->level },
		{ "message", &spec->message },
		{ "content_type", &spec->content_type },
	};
	for (size_t i = 0; i < countof(places); i++) {
		if (str_eq(name, str_from(places[i].name))) return places[i].place;
	}
	return NULL;
}

static enum err read_field(struct spec_reading *reading, const struct spec_field *field,
			   json_t *json)
{
	switch (field->form) {
	case TEXT: {
		str *place = place_of(reading->spec, str_from(field->name));
		must(place != NULL);
		return read_text(reading, field->name, json, TEXT_BYTES, place);
	}
	case HEADERS: return read_object(reading, field->name, json, read_header);
	case SLOTS: return read_object(reading, field->name, json, read_slot);
	case NAMES: return read_names(reading, json);
	case FLAG:
		if (!json_is_boolean(json))
			return fail(reading->why, ERR_INVALID, "handler.%s must be true or false",
				    field->name);
		reading->spec->with_payload = json_is_true(json);
		return ERR_OK;
	}
	return ERR_OK;
}

static const struct spec_field *field_of(enum handler_kind kind, str name)
{
	for (size_t i = 0; i < countof(fields); i++) {
		if (fields[i].kind == kind && str_eq(name, str_from(fields[i].name)))
			return &fields[i];
	}
	return NULL;
}

static enum err read_kind(struct spec_reading *reading, const json_t *json)
{
	str word = text_of(json_object_get(json, "kind"));
	for (u32 i = 0; i < countof(words); i++) {
		if (!word.at || !str_eq(word, str_from(words[i]))) continue;
		reading->spec->kind = (enum handler_kind)i;
		return ERR_OK;
	}
	return fail(reading->why, ERR_INVALID,
		    "handler.kind must be pull, http, exec, smtp or "
		    "log");
}

static enum err read_fields(struct spec_reading *reading, json_t *json)
{
	const char *key;
	json_t *value;
	json_object_foreach(json, key, value)
	{
		if (str_eq(str_from(key), STR("kind"))) continue;
		const struct spec_field *field = field_of(reading->spec->kind, str_from(key));
		if (!field)
			return fail(reading->why, ERR_INVALID,
				    "handler.%s is not a field of kind %s", key,
				    words[reading->spec->kind]);
		enum err err = read_field(reading, field, value);
		if (err) return err;
	}
	return ERR_OK;
}

static enum err check_required(const struct spec_reading *reading, const json_t *json)
{
	for (size_t i = 0; i < countof(fields); i++) {
		if (fields[i].kind != reading->spec->kind || !fields[i].is_required) continue;
		if (!json_object_get(json, fields[i].name))
			return fail(reading->why, ERR_INVALID, "handler.%s is required",
				    fields[i].name);
	}
	return ERR_OK;
}

static enum err check_level(const struct spec_reading *reading)
{
	static const char *const levels[] = { "debug", "info", "warn", "error" };
	str level = reading->spec->level;
	if (level.len == 0) return ERR_OK;
	for (size_t i = 0; i < countof(levels); i++) {
		if (str_eq(level, str_from(levels[i]))) return ERR_OK;
	}
	return fail(reading->why, ERR_INVALID, "handler.level must be debug, info, warn or error");
}

static enum err check_content_type(const struct spec_reading *reading)
{
	str type = reading->spec->content_type;
	if (!type.len || str_eq(type, STR("application/json")) ||
	    str_eq(type, STR("application/cloudevents+json")) ||
	    str_eq(type, STR("application/x-sentry-envelope")))
		return ERR_OK;
	return fail(reading->why, ERR_INVALID,
		    "handler.content_type must be application/json or "
		    "application/cloudevents+json");
}

enum err spec_parse(str json, struct arena *arena, struct handler_spec *out_spec, struct why *why)
{
	struct handler_spec spec = { .kind = HANDLER_PULL };
	struct spec_reading reading = { .arena = arena, .spec = &spec, .why = why };
	if (json.len > HANDLER_SPEC_BYTES)
		return fail(why, ERR_TOO_LONG, "handler must have at most %d bytes",
			    HANDLER_SPEC_BYTES);
	json_t *root = json_loadb(json.at, json.len, JSON_REJECT_DUPLICATES, NULL);
	enum err err = fail(why, ERR_JSON, "handler must be a JSON object");
	if (!json_is_object(root)) goto done;
	err = read_kind(&reading, root);
	if (err) goto done;
	err = read_fields(&reading, root);
	if (err) goto done;
	err = check_required(&reading, root);
	if (err) goto done;
	err = check_level(&reading);
	if (!err) err = check_content_type(&reading);
	if (err) goto done;
	if (arena_failed(arena)) err = ERR_MEMORY;
	else *out_spec = spec;
done:
	json_decref(root);
	return err;
}

static void add_name(str name, str *names, u32 *len)
{
	for (u32 i = 0; i < *len; i++) {
		if (str_eq(names[i], name)) return;
	}
	if (*len < HANDLER_SECRETS_MAX) names[(*len)++] = name;
}

u32 spec_secrets(const struct handler_spec *spec, str out_names[HANDLER_SECRETS_MAX])
{
	u32 len = 0;
	for (u32 i = 0; i < spec->secrets_len; i++) add_name(spec->secrets[i], out_names, &len);
	for (u32 i = 0; i < spec->headers_len; i++) {
		if (spec->headers[i].is_secret) add_name(spec->headers[i].value, out_names, &len);
	}
	return len;
}
