#include "api/gates.h"

#include "api/daily.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "api/write.h"
#include "model/gates.h"
#include "model/guard.h"
#include "model/policy.h"
#include "model/reminder.h"

SHAPE_STRUCT(maintenance_input, MAINTENANCE_FIELDS);
SHAPE_PLACES(MAINTENANCE, MAINTENANCE_FIELDS);
SHAPE(maintenance_body, maintenance_input, MAINTENANCE_FIELDS, "maintenance",
      "when nothing starts but what passes");

SHAPE_STRUCT(hours_input, HOURS_FIELDS);
SHAPE_PLACES(HOURS, HOURS_FIELDS);
SHAPE(hours_body, hours_input, HOURS_FIELDS, "quiet_hours", "when people are not to be disturbed");

SHAPE_STRUCT(rule_input, POLICY_RULE_FIELDS);
SHAPE_PLACES(POLICY_RULE, POLICY_RULE_FIELDS);
SHAPE(policy_rule_body, rule_input, POLICY_RULE_FIELDS, "policy_rule",
      "a rule of the policy guard");

SHAPE_STRUCT(hook_input, POLICY_HOOK_FIELDS);
SHAPE_PLACES(POLICY_HOOK, POLICY_HOOK_FIELDS);
SHAPE(policy_hook_body, hook_input, POLICY_HOOK_FIELDS, "policy_hook",
      "who is asked whether a run may begin");

/* ---- reading ------------------------------------------------------------------------------ */

/* A text of an object that was checked; empty: not there. */
static str text_of(struct request *request, str object, str key)
{
	struct json json;
	struct json_string string;
	str bytes, text;
	if (!object.len || !json_find(object, key, &bytes)) return (str){ 0 };
	json_init(&json, bytes);
	if (json_peek(&json) != VALUE_STRING || !json_read_string(&json, &string))
		return (str){ 0 };
	return json_unescape(string, &request->arena, &text) ? text : (str){ 0 };
}

/* The first fault is the answer. */
static enum err refuse_first(struct request *request)
{
	return faults_fail(&request->faults, &request->why);
}

/* The object of that name, read by its shape; false in *out_found: it is not there. */
static enum err read_object(struct request *request, str details, str key, str pointer,
			    const struct shape *shape, void *out, bool *out_found)
{
	struct json json;
	str bytes;
	*out_found = details.len && json_find(details, key, &bytes);
	if (!*out_found) return ERR_OK;
	json_init(&json, bytes);
	return shape_read(shape, &json, pointer, &request->faults, out) ? ERR_OK
									: refuse_first(request);
}

str gates_reason(struct request *request, str details)
{
	str object;
	if (!json_find(details, STR("maintenance"), &object)) return (str){ 0 };
	return text_of(request, object, STR("reason"));
}

/* Windows, as a text or as a list of texts; added behind each other. */
static bool add_windows(struct request *request, str given, struct buf *out)
{
	struct json json;
	struct json_string string;
	str text;
	json_init(&json, given);
	bool is_list = json_peek(&json) == VALUE_ARRAY;
	u32 len = 0;
	if (is_list && !json_enter(&json, VALUE_ARRAY)) return false;
	while (!is_list || json_next_item(&json)) {
		if (json_peek(&json) != VALUE_STRING || !json_read_string(&json, &string))
			return false;
		if (!json_unescape(string, &request->arena, &text)) return false;
		if (len++) buf_add(out, STR("; "));
		buf_add(out, text);
		if (!is_list) break;
	}
	return len > 0;
}

/* ---- writing ------------------------------------------------------------------------------ */

static enum err find_zone(void *context, str name, const struct zone **out_zone, struct why *why)
{
	const struct api_doors *doors = api_doors(((struct request *)context)->api);
	if (str_eq(name, GATES_TENANT_ZONE)) name = STR("UTC"); /* any is good enough to check */
	return doors->zone(doors->context, name, out_zone, why);
}

/* One more line, which the engine must be able to read. */
static enum err add_line(struct request *request, str line, str pointer, struct buf *out)
{
	const struct gates_sources sources = { request, find_zone };
	struct gates gates;
	struct why why = { 0 };
	if (str_find(line, '\n') < line.len)
		return request_bad(request, pointer, "must be one line");
	enum err err = gates_read(line, &sources, &gates, &why);
	if (err) return request_fault(request, pointer, &why);
	buf_add(out, line);
	buf_add_byte(out, '\n');
	return ERR_OK;
}

/* "WORD ZONE WINDOWS" */
static enum err add_hours(struct request *request, const char *word, str zone, str windows,
			  str pointer, struct buf *out)
{
	struct buf line;
	buf_init(&line, LIMIT_GATES_BYTES);
	buf_addf(&line, "%s %.*s ", word, STR_ARG(zone));
	bool good = add_windows(request, windows, &line);
	enum err err = buf_failed(&line) ? ERR_MEMORY : ERR_OK;
	if (!good)
		err = request_bad(request, pointer,
				  "must be windows like \"22:00-07:00 Mon-Fri\", a text or a list");
	if (!err) err = add_line(request, buf_view(&line), pointer, out);
	buf_done(&line);
	return err;
}

static enum err add_span(struct request *request, const struct maintenance_input *input, str zone,
			 struct buf *out)
{
	msec from = 0, until = 0;
	enum err err = ERR_OK;
	if (is_given(input, MAINTENANCE_FROM))
		err = request_when(request, &input->from, zone, STR("/maintenance/from"), &from);
	if (!err && is_given(input, MAINTENANCE_UNTIL))
		err = request_when(request, &input->until, zone, STR("/maintenance/until"), &until);
	if (err) return err;
	struct buf line;
	buf_init(&line, 128);
	buf_addf(&line, "maintenance %lld ", (long long)from);
	if (until) buf_addf(&line, "%lld", (long long)until);
	else buf_add(&line, STR("open"));
	err = add_line(request, buf_view(&line), STR("/maintenance/until"), out);
	buf_done(&line);
	return err;
}

/* Switched on, for a span or open-ended; or in windows; or both. `enabled` false: neither. */
static enum err add_maintenance(struct request *request, str details, str zone, struct buf *out)
{
	struct maintenance_input input = { 0 };
	bool found;
	enum err err = read_object(request, details, STR("maintenance"), STR("/maintenance"),
				   &maintenance_body, &input, &found);
	if (err || !found) return err;
	if (is_given(&input, MAINTENANCE_ENABLED) && !input.enabled) return ERR_OK;
	bool has_windows = is_given(&input, MAINTENANCE_WINDOWS);
	bool has_span = is_given(&input, MAINTENANCE_FROM) || is_given(&input, MAINTENANCE_UNTIL);
	if (input.timezone.len) zone = input.timezone;
	if (has_span || (input.enabled && !has_windows)) err = add_span(request, &input, zone, out);
	if (err || !has_windows) return err;
	return add_hours(request, "maintenance_hours", zone, input.windows,
			 STR("/maintenance/windows"), out);
}

/* {"start", "end"} is a window, too. */
static enum err add_quiet(struct request *request, str details, str zone, struct buf *out)
{
	struct hours_input input = { 0 };
	str pointer = STR("/quiet_hours/windows");
	bool found;
	enum err err = read_object(request, details, STR("quiet_hours"), STR("/quiet_hours"),
				   &hours_body, &input, &found);
	if (err || !found) return err;
	if (!input.enabled) return ERR_OK;
	if (input.timezone.len) zone = input.timezone;
	if (is_given(&input, HOURS_WINDOWS))
		return add_hours(request, "quiet_hours", zone, input.windows, pointer, out);
	if (!input.start.len && !input.end.len) return ERR_OK;
	struct buf window;
	buf_init(&window, 64);
	buf_addf(&window, "\"%.*s-%.*s\"", STR_ARG(input.start), STR_ARG(input.end));
	err = add_hours(request, "quiet_hours", zone, buf_view(&window), STR("/quiet_hours/start"),
			out);
	buf_done(&window);
	return err;
}

/* "/policy_rules/3" */
static str pointer_to_rule(char room[64], u32 place)
{
	struct buf text;
	buf_init(&text, 64);
	buf_add(&text, STR("/policy_rules/"));
	buf_add_u64(&text, place);
	str view = buf_view(&text);
	memcpy(room, view.at, view.len);
	size_t len = view.len;
	buf_done(&text);
	return (str){ room, len };
}

static void add_condition(struct buf *line, const char *key, str value)
{
	if (value.len) buf_addf(line, "\t%s=%.*s", key, STR_ARG(value));
}

/* "rule ACTION<TAB>KEY=VALUE..."; what is given as JSON stands there as it was given. */
static bool write_rule(struct request *request, const struct rule_input *input, str zone,
		       struct buf *line)
{
	static const char *const actions[] = { "allow", "defer", "deny" };
	bool good = true;
	buf_addf(line, "rule %s", actions[input->action]);
	add_condition(line, "type", input->type);
	add_condition(line, "entity", input->entity);
	add_condition(line, "field", input->field);
	add_condition(line, "is", input->equals);
	add_condition(line, "not", input->not_equals);
	if (input->windows.len) {
		if (input->timezone.len) zone = input->timezone;
		buf_addf(line, "\thours=%.*s ", STR_ARG(zone));
		good = add_windows(request, input->windows, line);
	}
	if (input->defer_seconds)
		buf_addf(line, "\tdelay=%lld", (long long)input->defer_seconds * 1000);
	add_condition(line, "name", input->name);
	return good && !buf_failed(line);
}

static bool has_tab(const struct rule_input *input)
{
	const str texts[] = { input->type,       input->entity,  input->field,    input->equals,
			      input->not_equals, input->windows, input->timezone, input->name };
	for (u32 i = 0; i < countof(texts); i++) {
		if (str_find(texts[i], '\t') < texts[i].len) return true;
	}
	return false;
}

static enum err add_rule(struct request *request, const struct rule_input *input, str zone,
			 str pointer, struct buf *out)
{
	struct buf line;
	if (has_tab(input)) return request_bad(request, pointer, "must not contain tabs");
	if (input->equals.len && input->not_equals.len)
		return request_bad(request, pointer, "must have equals or not_equals, not both");
	buf_init(&line, LIMIT_GATES_BYTES);
	enum err err = write_rule(request, input, zone, &line)
			       ? add_line(request, buf_view(&line), pointer, out)
			       : request_bad(request, pointer,
					     "must have windows like \"22:00-07:00\"");
	buf_done(&line);
	return err;
}

static enum err add_rules(struct request *request, str details, str zone, struct buf *out)
{
	struct json json;
	str bytes;
	char room[64];
	if (!details.len || !json_find(details, STR("policy_rules"), &bytes)) return ERR_OK;
	json_init(&json, bytes);
	if (!json_enter(&json, VALUE_ARRAY)) return ERR_OK;
	for (u32 i = 0; json_next_item(&json); i++) {
		struct rule_input input = { 0 };
		str pointer = pointer_to_rule(room, i);
		if (i == RULES_MAX)
			return request_bad(request, STR("/policy_rules"),
					   "must have at most 64 items");
		if (json_peek(&json) != VALUE_OBJECT)
			return request_bad(request, pointer, "must be an object");
		if (!shape_read(&policy_rule_body, &json, pointer, &request->faults, &input))
			return refuse_first(request);
		enum err err = add_rule(request, &input, zone, pointer, out);
		if (err) return err;
	}
	return ERR_OK;
}

/* Whether something could be sent there, as webhooks are. */
static enum err check_url(struct request *request, str url, str pointer)
{
	const struct api_doors *doors = api_doors(request->api);
	struct buf handler;
	enum carrier carrier;
	struct why why;
	if (!doors->handler) return ERR_OK;
	buf_init(&handler, REQUEST_TEXT_BYTES);
	write_open(&handler, '{');
	put_text(&handler, STR("kind"), STR("http"));
	put_text(&handler, STR("url"), url);
	write_close(&handler, '}');
	enum err err = doors->handler(doors->context, buf_view(&handler), &carrier, &why);
	buf_done(&handler);
	return err ? request_fault(request, pointer, &why) : ERR_OK;
}

/* "hook FAILURE DEADLINE DELAY SECRET URL" */
static enum err add_hook(struct request *request, str details, struct buf *out)
{
	static const char *const failures[] = { "defer", "allow", "deny" };
	struct hook_input input = { 0 };
	bool found;
	enum err err = read_object(request, details, STR("policy_hook"), STR("/policy_hook"),
				   &policy_hook_body, &input, &found);
	if (err || !found) return err;
	if (!input.enabled) return ERR_OK;
	if (input.secret.len && str_find(input.secret, ' ') < input.secret.len)
		return request_bad(request, STR("/policy_hook/secret"), "must not contain spaces");
	err = check_url(request, input.url, STR("/policy_hook/url"));
	if (err) return err;
	struct buf line;
	buf_init(&line, LIMIT_GATES_BYTES);
	buf_addf(&line, "hook %s %lld %lld ", failures[input.on_failure],
		 (long long)input.timeout_ms, (long long)input.defer_seconds * 1000);
	buf_add(&line, input.secret.len ? input.secret : STR("-"));
	buf_addf(&line, " %.*s", STR_ARG(input.url));
	err = add_line(request, buf_view(&line), STR("/policy_hook/url"), out);
	buf_done(&line);
	return err;
}

/* "ping GROUP URL" */
static enum err add_ping(struct request *request, str group, str url, struct buf *out)
{
	struct buf line;
	buf_init(&line, LIMIT_GATES_BYTES);
	buf_addf(&line, "ping %.*s %.*s", STR_ARG(group), STR_ARG(url));
	enum err err = add_line(request, buf_view(&line), STR("/pings"), out);
	buf_done(&line);
	return err ? err : check_url(request, url, STR("/pings"));
}

static enum err add_pings(struct request *request, str details, struct buf *out)
{
	struct json json;
	struct json_string key, value;
	str bytes, group, url;
	if (!details.len || !json_find(details, STR("pings"), &bytes)) return ERR_OK;
	json_init(&json, bytes);
	if (!json_enter(&json, VALUE_OBJECT)) return ERR_OK;
	for (u32 i = 0; json_next_key(&json, &key); i++) {
		if (i == PINGS_MAX)
			return request_bad(request, STR("/pings"), "must have 1 to 100 groups");
		if (json_peek(&json) != VALUE_STRING || !json_read_string(&json, &value))
			return request_bad(request, STR("/pings"),
					   "must have a URL (text) for each group");
		if (!json_unescape(key, &request->arena, &group) ||
		    !json_unescape(value, &request->arena, &url))
			return ERR_MEMORY;
		enum err err = add_ping(request, group, url, out);
		if (err) return err;
	}
	return ERR_OK;
}

/* "lint flag": a word of the settings as they were checked. */
static void add_lint(struct request *request, str details, struct buf *out)
{
	str mode = text_of(request, details, STR("payload_check"));
	if (str_eq(mode, STR("flag")) || str_eq(mode, STR("refuse")))
		buf_addf(out, "lint %.*s\n", STR_ARG(mode));
}

enum err gates_of_tenant(struct request *request, str details, str *out_text)
{
	struct buf text;
	str zone = text_of(request, details, STR("timezone"));
	if (!zone.len) zone = STR("UTC");
	buf_init(&text, REQUEST_TEXT_BYTES);
	buf_addf(&text, "zone %.*s\n", STR_ARG(zone));
	if (str_eq(zone, STR("UTC"))) buf_clear(&text); /* who says nothing has no row */
	add_lint(request, details, &text);
	enum err err = add_maintenance(request, details, zone, &text);
	if (!err) err = add_quiet(request, details, zone, &text);
	if (!err) err = add_rules(request, details, zone, &text);
	if (!err) err = add_hook(request, details, &text);
	if (!err) err = add_pings(request, details, &text);
	if (!err)
		return request_keep(request, &text, LIMIT_GATES_BYTES, "a tenant's gates",
				    out_text);
	buf_done(&text);
	return err;
}

enum err gates_of_settings(struct request *request, str details, struct gates *out_gates)
{
	const struct gates_sources sources = { request, find_zone };
	struct why why = { 0 };
	str text;
	struct daily_settings daily;
	enum err err = daily_of_tenant(request, details, &daily);
	if (!err) err = gates_of_tenant(request, details, &text);
	if (err) return err;
	err = gates_read(text, &sources, out_gates, &why);
	return err ? request_fault(request, STR("/quiet_hours"), &why) : ERR_OK;
}

struct gated_type gated_type_of(str type, const struct type_policy *policy)
{
	return (struct gated_type){ .notifies = policy->notifies || str_eq(type, REMINDER_TYPE),
				    .quiet = policy->quiet,
				    .maintenance = policy->maintenance };
}

/* "opt_in TYPE" for each. */
static enum err add_opt_ins(struct request *request, str details, struct buf *out)
{
	struct json json;
	struct json_string string;
	str bytes, type;
	if (!details.len || !json_find(details, STR("opt_ins"), &bytes)) return ERR_OK;
	json_init(&json, bytes);
	if (!json_enter(&json, VALUE_ARRAY)) return ERR_OK;
	while (json_next_item(&json)) {
		struct buf line;
		if (!json_read_string(&json, &string)) break;
		if (!json_unescape(string, &request->arena, &type)) return ERR_MEMORY;
		buf_init(&line, 1024);
		buf_addf(&line, "opt_in %.*s", STR_ARG(type));
		enum err err = add_line(request, buf_view(&line), STR("/opt_ins"), out);
		buf_done(&line);
		if (err) return err;
	}
	return ERR_OK;
}

enum err gates_of_user(struct request *request, str details, str *out_text)
{
	struct buf text;
	str zone = text_of(request, details, STR("timezone"));
	if (!zone.len) zone = GATES_TENANT_ZONE;
	buf_init(&text, REQUEST_TEXT_BYTES);
	enum err err = add_quiet(request, details, zone, &text);
	if (!err) err = add_opt_ins(request, details, &text);
	if (!err)
		return request_keep(request, &text, LIMIT_GATES_BYTES, "what a person says",
				    out_text);
	buf_done(&text);
	return err;
}
