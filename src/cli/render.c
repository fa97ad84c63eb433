#include "cli/render.h"

#include "base/must.h"
#include "calendar/civil.h"
#include "cli/render_parts.h"
#include "cli/table.h"

enum { NESTED_MAX = 400 };

enum err render_form(struct cli *cli, enum output_form *out_form)
{
	static const str names[] = { STR("table"), STR("wide"), STR("json"), STR("ndjson"),
				     STR("name") };
	struct why why;
	bool json = arguments_have(cli->arguments, OPTION_JSON);
	str name = arguments_value(cli->arguments, OPTION_OUTPUT,
				   json ? STR("json") : STR("table"));
	for (u32 i = 0; i < countof(names); i++) {
		if (!str_eq(name, names[i])) continue;
		*out_form = (enum output_form)i;
		return ERR_OK;
	}
	(void)fail(&why, ERR_USAGE,
		   "--output must be table, wide, json, ndjson or name, got \"%.*s\"",
		   STR_ARG(name));
	return report_usage(cli, &why);
}

/* ---- bytes ------------------------------------------------------------------------------- */

/* Length of the JSON value at the front of `text`, which is valid JSON. */
static size_t value_length(str text)
{
	u32 depth = 0;
	bool in_string = false;
	for (size_t i = 0; i < text.len; i++) {
		char c = text.at[i];
		if (in_string) {
			if (c == '\\') i++;
			else if (c == '"') in_string = false;
			continue;
		}
		if (c == '"') in_string = true;
		else if (c == '{' || c == '[') depth++;
		else if (c == '}' || c == ']') {
			if (depth == 0) return i;
			depth--;
		} else if (c == ',' && depth == 0) {
			return i;
		}
	}
	return text.len;
}

bool render_next_item(str *rest, str *out_item)
{
	str text = str_trim(*rest);
	if (text.len && text.at[0] == ',') text = str_trim(str_from_offset(text, 1));
	if (!text.len || text.at[0] == ']') return false;
	size_t len = value_length(text);
	*out_item = str_trim(str_slice(text, 0, len));
	*rest = str_from_offset(text, len);
	return len > 0;
}

int render_add_dumped(const char *bytes, size_t len, void *context)
{
	buf_add(context, (str){ bytes, len });
	return 0;
}

json_t *render_parse(str text)
{
	json_t *value = json_loadb(text.at, text.len, JSON_DECODE_ANY, NULL);
	if (value) return value;
	return json_loadb(text.at, text.len, JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL, NULL);
}

str render_member(str object, const char *name)
{
	str rest = str_trim(object);
	str member;
	if (!rest.len || rest.at[0] != '{') return STR("");
	rest = str_from_offset(rest, 1);
	while (render_next_item(&rest, &member)) {
		str value = member;
		str key = str_trim(str_split(&value, ':'));
		if (key.len != strlen(name) + 2 || memcmp(key.at + 1, name, strlen(name))) continue;
		return str_trim(value);
	}
	return STR("");
}

str render_text(str object, const char *name)
{
	str value = render_member(object, name);
	bool is_text = value.len > 2 && value.at[0] == '"';
	return is_text ? str_slice(value, 1, value.len - 1) : STR("");
}

str render_array(str body, const char *name)
{
	str value = render_member(body, name);
	if (value.len < 2 || value.at[0] != '[') return STR("");
	return str_slice(value, 1, value.len - 1);
}

/* ---- words ------------------------------------------------------------------------------- */

void render_distance(msec at, msec now, struct buf *out)
{
	static const struct {
		msec size;
		const char *name;
	} units[] = {
		{ 365 * MSEC_DAY, "y" }, { MSEC_DAY, "d" },    { MSEC_HOUR, "h" },
		{ MSEC_MINUTE, "min" },  { MSEC_SECOND, "s" },
	};
	msec span = at > now ? at - now : now - at;
	size_t unit = 0;
	if (span < MSEC_SECOND) {
		buf_add(out, STR("now"));
		return;
	}
	while (unit + 1 < countof(units) && span < units[unit].size) unit++;
	buf_addf(out, "%s%lld %s%s", at > now ? "in " : "", (long long)(span / units[unit].size),
		 units[unit].name, at > now ? "" : " ago");
}

static const struct {
	const char *state;
	const char *icon;
	enum style style;
} states[] = {
	{ "waiting", "\u25cc ", STYLE_DIM },     { "queued", "\u25cb ", STYLE_PLAIN },
	{ "processing", "\u25b6 ", STYLE_BOLD }, { "done", "\u2713 ", STYLE_DIM },
	{ "failed", "\u2717 ", STYLE_ERROR },    { "dlq", "\u2717 ", STYLE_ERROR },
	{ "cancelled", "\u2298 ", STYLE_DIM },   { "PENDING", "\u25cb ", STYLE_PLAIN },
	{ "PROCESSING", "\u25b6 ", STYLE_BOLD }, { "RUNNING", "\u25b6 ", STYLE_BOLD },
	{ "COMPLETED", "\u2713 ", STYLE_DIM },   { "FAILED", "\u2717 ", STYLE_ERROR },
	{ "CANCELLED", "\u2298 ", STYLE_DIM },   { "TIMEOUT", "\u2717 ", STYLE_ERROR },
	{ "STALLED", "\u2717 ", STYLE_WARNING }, { "ACTIVE", "\u25cf ", STYLE_PLAIN },
	{ "PAUSED", "\u23f8 ", STYLE_WARNING },  { "DISABLED", "\u2298 ", STYLE_DIM },
	{ "DELETED", "\u2298 ", STYLE_DIM },     { "running", "\u25b6 ", STYLE_BOLD },
	{ "stopped", "\u2298 ", STYLE_WARNING }, { "ready", "\u2713 ", STYLE_BOLD },
	{ "not_ready", "\u2717 ", STYLE_ERROR },
};

str render_icon(str state)
{
	for (size_t i = 0; i < countof(states); i++) {
		if (str_eq(state, str_from(states[i].state))) return str_from(states[i].icon);
	}
	return STR("");
}

enum style render_style(str state)
{
	for (size_t i = 0; i < countof(states); i++) {
		if (str_eq(state, str_from(states[i].state))) return states[i].style;
	}
	return STYLE_PLAIN;
}

static bool is_time(str key)
{
	return str_ends_with(key, STR("_at")) || str_ends_with(key, STR("_until")) ||
	       str_eq(key, STR("at")) || str_eq(key, STR("since")) || str_eq(key, STR("until")) ||
	       str_eq(key, STR("last_seen")) || str_eq(key, STR("now"));
}

/* "350 ms", "1.2 s", "15 s", "4 min 10 s", "2 h". */
void render_span(msec span, struct buf *out)
{
	static const struct {
		msec size;
		const char *name;
	} units[] = {
		{ MSEC_DAY, "d" }, { MSEC_HOUR, "h" }, { MSEC_MINUTE, "min" }, { MSEC_SECOND, "s" }
	};
	size_t unit = 0;
	if (span < MSEC_SECOND) {
		buf_addf(out, "%lld ms", (long long)span);
		return;
	}
	while (span < units[unit].size) unit++;
	buf_addf(out, "%lld", (long long)(span / units[unit].size));
	msec tenths = span % MSEC_SECOND / 100;
	if (unit + 1 == countof(units) && tenths) buf_addf(out, ".%lld", (long long)tenths);
	buf_addf(out, " %s", units[unit].name);
	if (unit + 1 == countof(units)) return;
	msec rest = span % units[unit].size / units[unit + 1].size;
	if (rest) buf_addf(out, " %lld %s", (long long)rest, units[unit + 1].name);
}

bool render_is_state(str key)
{
	return str_eq(key, STR("state")) || str_ends_with(key, STR("status"));
}

void render_instant(const struct cli *cli, str text, struct buf *out)
{
	msec at;
	if (instant_parse(text, &at, NULL)) {
		buf_add(out, text);
		return;
	}
	buf_add(out, str_slice(text, 0, 10));
	buf_add_byte(out, ' ');
	buf_add(out, str_slice(text, 11, 19));
	buf_add(out, STR("Z ("));
	render_distance(at, cli->doors->now, out);
	buf_add_byte(out, ')');
}

/* In full, or (short) how far away alone. */
static void add_time(const struct render *render, str text, bool is_short, struct buf *out)
{
	msec at;
	if (is_short && !instant_parse(text, &at, NULL))
		render_distance(at, render->cli->doors->now, out);
	else render_instant(render->cli, text, out);
}

/* Foreign text: nothing in it may steer a terminal. */
void render_safe(str text, struct buf *out)
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.at[i];
		unsigned char next = i + 1 < text.len ? (unsigned char)text.at[i + 1] : 0;
		bool is_c1 = c == 0xc2 && next >= 0x80 && next < 0xa0;
		if (c == '\n' || c == '\t') buf_add_byte(out, ' ');
		else buf_add_byte(out, c < 0x20 || c == 0x7f || is_c1 ? '?' : text.at[i]);
		i += is_c1;
	}
}

/* Adds a type's handler: its kind, and its target. */
static void add_handler(const json_t *handler, struct buf *out)
{
	static const char *const members[] = { "kind", "program", "url" };
	for (size_t i = 0; i < countof(members); i++) {
		const char *text = json_string_value(json_object_get(handler, members[i]));
		if (!text) continue;
		if (i) buf_add_byte(out, ' ');
		render_safe(str_from(text), out);
	}
}

void render_value(const struct render *render, str key, const json_t *value, bool is_short,
		  struct buf *out)
{
	str text = { json_string_value(value), json_string_length(value) };
	if (!value || json_is_null(value)) return;
	if (json_is_string(value) && is_time(key)) add_time(render, text, is_short, out);
	else if (json_is_string(value)) {
		if (render_is_state(key)) buf_add(out, render_icon(text));
		render_safe(text, out);
	} else if (json_is_boolean(value)) {
		buf_add(out, json_is_true(value) ? STR("yes") : STR("no"));
	} else if (json_is_integer(value) && str_eq(key, STR("duration_ms"))) {
		render_span(json_integer_value(value), out);
	} else if (json_is_integer(value) && str_eq(key, STR("schedule"))) {
		buf_add(out, STR("every "));
		render_span(json_integer_value(value) * MSEC_SECOND, out);
	} else if (json_is_object(value) && str_eq(key, STR("handler"))) {
		add_handler(value, out);
	} else if (is_short && json_is_array(value)) {
		buf_addf(out, "%zu", json_array_size(value));
	} else {
		/* Fractions as people write them: 0.8, not 0.80000000000000004. */
		(void)json_dump_callback(value, render_add_dumped, out,
					 JSON_ENCODE_ANY | JSON_REAL_PRECISION(6));
	}
}

/* A job's schedule, in one word of its own. */
static const json_t *schedule_of(const json_t *row)
{
	static const char *const keys[] = { "cron_expression", "recurrence_rule",
					    "interval_seconds", "run_at", "schedule_type" };
	for (size_t i = 0; i < countof(keys); i++) {
		const json_t *value = json_object_get(row, keys[i]);
		if (value && !json_is_null(value)) return value;
	}
	return NULL;
}

const json_t *render_column(const json_t *row, str column)
{
	char name[64];
	if (str_eq(column, STR("schedule"))) return schedule_of(row);
	if (column.len >= sizeof name) return NULL;
	memcpy(name, column.at, column.len);
	name[column.len] = '\0';
	return json_object_get(row, name);
}

/* ---- one document --------------------------------------------------------------------------- */

static bool is_rows(const json_t *value)
{
	return json_is_array(value) && json_is_object(json_array_get(value, 0));
}

static void print_member(const struct render *render, str key, const json_t *value)
{
	struct output *out = &render->cli->out;
	size_t begin = out->text.len;
	if (!value || json_is_null(value) || is_rows(value)) return;
	output_begin(out, STYLE_DIM);
	buf_add(&out->text, key);
	output_end(out, STYLE_DIM);
	for (size_t used = key.len; used < 22; used++) buf_add_byte(&out->text, ' ');
	buf_add_byte(&out->text, ' ');
	enum style style = STYLE_PLAIN;
	if (json_is_string(value) && render_is_state(key))
		style = render_style(str_from(json_string_value(value)));
	output_begin(out, style);
	render_value(render, key, value, false, &out->text);
	output_end(out, style);
	buf_add_byte(&out->text, '\n');
	must(out->text.failed || out->text.len > begin);
}

/* Rows inside a document: a table below it, from their bytes. */
static void print_nested(const struct render *render, str body, const json_t *document)
{
	const char *key;
	json_t *value;
	json_object_foreach((json_t *)(uintptr_t)document, key, value)
	{
		struct render inner = *render;
		if (!is_rows(value)) continue;
		buf_addf(&render->cli->out.text, "\n%s\n", key);
		inner.columns = "";
		render_rows(&inner, render_array(body, key));
	}
}

static void print_members(const struct render *render, const json_t *document)
{
	const char *key;
	json_t *value;
	str word;
	for (u32 i = 0; (word = list_word(render->columns, i)).len; i++)
		print_member(render, word, render_column(document, word));
	if (*render->columns) return;
	json_object_foreach((json_t *)(uintptr_t)document, key, value)
		print_member(render, str_from(key), value);
}

void render_document(const struct render *render, str body)
{
	struct buf *out = &render->cli->out.text;
	if (render->form == FORM_JSON || render->form == FORM_NDJSON) {
		buf_add(out, body);
		if (!body.len || body.at[body.len - 1] != '\n') buf_add_byte(out, '\n');
		return;
	}
	if (render->form == FORM_NAME) {
		render_name(render, body);
		return;
	}
	json_t *document = render_parse(body);
	if (json_is_object(document)) {
		print_members(render, document);
		print_nested(render, body, document);
	} else {
		buf_add(out, body);
		if (body.len) buf_add_byte(out, '\n');
	}
	json_decref(document);
}
