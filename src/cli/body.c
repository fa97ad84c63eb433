#include "cli/body.h"

#include "base/must.h"
#include "calendar/duration.h"
#include "cli/file.h"
#include "cli/remote.h"
#include "cli/render.h"
#include "model/job.h"

#include <jansson.h>
#include <string.h>

/* ---- values ------------------------------------------------------------------------------ */

enum err body_text(struct cli *cli, str value, struct buf *out, struct why *why)
{
	const struct doors *doors = cli->doors;
	enum err err = ERR_OK;
	if (str_eq(value, STR("-"))) err = cli_read_input(cli, REMOTE_BODY_MAX, out, why);
	else if (str_starts_with(value, STR("@")))
		err = doors->read_file(doors->context, str_from_offset(value, 1), REMOTE_BODY_MAX,
				       out, why);
	else buf_add(out, value);
	if (!err && buf_failed(out)) return fail(why, ERR_MEMORY, "no memory for the body");
	return err;
}

str body_origin(str value)
{
	if (str_eq(value, STR("-"))) return STR("standard input");
	return str_starts_with(value, STR("@")) ? str_from_offset(value, 1) : STR("");
}

static bool is_json(str text)
{
	json_t *value = render_parse(text);
	json_decref(value);
	return value != NULL;
}

static bool is_whole_number(str text)
{
	u64 value;
	return str_to_u64(text, INT64_MAX, &value);
}

static str trim_text(str text)
{
	while (text.len && (text.at[text.len - 1] == '\n' || text.at[text.len - 1] == '\r'))
		text.len--;
	return str_trim(text);
}

/* The text as it is: numbers in it keep their digits. */
static enum err add_json_value(struct cli *cli, str name, str value, struct buf *out,
			       struct why *why)
{
	struct buf text;
	json_error_t wrong;
	buf_init(&text, REMOTE_BODY_MAX + 1);
	enum err err = body_text(cli, value, &text, why);
	str origin = body_origin(value);
	if (!err) {
		json_t *parsed = json_loadb(text.at ? text.at : "", text.len,
					    JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL, &wrong);
		if (parsed) buf_add(out, trim_text(buf_view(&text)));
		else if (origin.len)
			err = fail(why, ERR_USAGE, "--%.*s: %.*s:%d:%d: not JSON: %s",
				   STR_ARG(name), STR_ARG(origin), wrong.line, wrong.column,
				   wrong.text);
		else
			err = fail(why, ERR_USAGE, "--%.*s: not JSON: %s (column %d)",
				   STR_ARG(name), wrong.text, wrong.column);
		json_decref(parsed);
	}
	buf_done(&text);
	return err;
}

static enum err add_secret(struct cli *cli, str name, str value, struct buf *out, struct why *why)
{
	struct buf text;
	if (!str_eq(value, STR("-")) && !str_starts_with(value, STR("@")))
		return fail(
			why, ERR_USAGE,
			"--%.*s must be @FILE or - (standard input): others can see a secret on a "
			"command line",
			STR_ARG(name));
	buf_init(&text, REMOTE_BODY_MAX + 1);
	enum err err = body_text(cli, value, &text, why);
	str secret = buf_view(&text);
	if (secret.len && secret.at[secret.len - 1] == '\n') secret.len--;
	if (!err) buf_add_json(out, secret);
	buf_done(&text);
	return err;
}

/* Of a type: JSON as it is, or one word for the usual ones. */
static enum err add_handler(struct cli *cli, str name, str value, struct buf *out, struct why *why)
{
	static const char *const plain[] = { "pull", "log", "smtp" };
	static const str exec = { "exec:", sizeof "exec:" - 1 };
	if (cli->command != verb_row(CMD_TYPE)) {
		buf_add_json(out, value);
		return ERR_OK;
	}
	if (value.len && strchr("{@-", value.at[0]))
		return add_json_value(cli, name, value, out, why);
	for (size_t i = 0; i < countof(plain); i++) {
		if (!str_eq(value, str_from(plain[i]))) continue;
		buf_addf(out, "{\"kind\":\"%s\"}", plain[i]);
		return ERR_OK;
	}
	bool is_exec = str_starts_with(value, exec);
	bool is_http = str_starts_with(value, STR("https://")) ||
		       str_starts_with(value, STR("http://"));
	if (!is_exec && !is_http)
		return fail(why, ERR_USAGE,
			    "--%.*s must be pull, log, smtp, exec:PROGRAM, an address "
			    "(https://...) or JSON, got \"%.*s\"",
			    STR_ARG(name), STR_ARG(str_slice(value, 0, 60)));
	buf_add(out, is_exec ? STR("{\"kind\":\"exec\",\"program\":")
			     : STR("{\"kind\":\"http\",\"url\":"));
	buf_add_json(out, is_exec ? str_from_offset(value, exec.len) : value);
	buf_add_byte(out, '}');
	return ERR_OK;
}

static enum err add_span(str name, str value, msec unit, struct buf *out, struct why *why)
{
	msec span;
	struct why ignored;
	if (duration_parse(value, &span, &ignored) || span % unit)
		return fail(why, ERR_USAGE,
			    "--%.*s must be a span such as 90s, 10m or 2h, got \"%.*s\"",
			    STR_ARG(name), STR_ARG(value));
	buf_add_i64(out, span / unit);
	return ERR_OK;
}

static enum err add_number(str name, str value, struct buf *out, struct why *why)
{
	if (!is_whole_number(value))
		return fail(why, ERR_USAGE, "--%.*s must be a whole number, got \"%.*s\"",
			    STR_ARG(name), STR_ARG(value));
	buf_add(out, value);
	return ERR_OK;
}

static enum err add_switch(str name, str value, struct buf *out, struct why *why)
{
	if (!str_eq(value, STR("true")) && !str_eq(value, STR("false")))
		return fail(why, ERR_USAGE, "--%.*s must be true or false, got \"%.*s\"",
			    STR_ARG(name), STR_ARG(value));
	buf_add(out, value);
	return ERR_OK;
}

static void add_list(str value, bool *is_first, struct buf *out)
{
	while (value.len) {
		str item = str_trim(str_split(&value, ','));
		if (!item.len) continue;
		if (!*is_first) buf_add_byte(out, ',');
		*is_first = false;
		buf_add_json(out, item);
	}
}

/* "import,clean:START" as the API takes it. A code may have colons, too: only the three words count
 * as a kind. */
static void add_depends(str value, bool *is_first, struct buf *out)
{
	while (value.len) {
		str job = str_trim(str_split(&value, ','));
		size_t colon = job.len;
		enum dependency_kind kind = DEPENDENCY_SUCCESS;
		while (colon > 0 && job.at[colon - 1] != ':') colon--;
		bool has_kind = colon > 1 &&
				dependency_kind_parse(str_from_offset(job, colon), &kind);
		if (has_kind) job = str_slice(job, 0, colon - 1);
		if (!job.len) continue;
		if (!*is_first) buf_add_byte(out, ',');
		*is_first = false;
		buf_add(out, STR("{\"depends_on_job_id\":"));
		buf_add_json(out, job);
		buf_add(out, STR(",\"dependency_type\":"));
		buf_add_json(out, dependency_kind_name(kind));
		buf_add_byte(out, '}');
	}
}

/* Every value given for a list, in one array. */
static void add_lists(const struct arguments *arguments, u32 option, struct buf *out)
{
	bool is_depends = field_of((enum option_id)option)->kind == FIELD_DEPENDS;
	bool is_first = true;
	buf_add_byte(out, '[');
	for (u32 i = 0; i < arguments->given_len; i++) {
		if (arguments->given[i].option != option) continue;
		if (is_depends) add_depends(arguments->given[i].value, &is_first, out);
		else add_list(arguments->given[i].value, &is_first, out);
	}
	buf_add_byte(out, ']');
}

static enum err add_value(struct cli *cli, enum option_id option, str value, struct buf *out,
			  struct why *why)
{
	str name = str_from(option_row(option)->name);
	switch (field_of(option)->kind) {
	case FIELD_TEXT: buf_add_json(out, value); return ERR_OK;
	case FIELD_WORD:
		if (is_whole_number(value)) buf_add(out, value);
		else buf_add_json(out, value);
		return ERR_OK;
	case FIELD_NUMBER: return add_number(name, value, out, why);
	case FIELD_TRUTH: buf_add(out, STR("true")); return ERR_OK;
	case FIELD_SWITCH: return add_switch(name, value, out, why);
	case FIELD_DEPENDS:
	case FIELD_LIST: add_lists(cli->arguments, option, out); return ERR_OK;
	case FIELD_JSON: return add_json_value(cli, name, value, out, why);
	case FIELD_SECRET: return add_secret(cli, name, value, out, why);
	case FIELD_SECONDS: return add_span(name, value, MSEC_SECOND, out, why);
	case FIELD_MILLISECONDS: return add_span(name, value, 1, out, why);
	case FIELD_HANDLER: return add_handler(cli, name, value, out, why);
	}
	must(false);
	return ERR_OK;
}

/* ---- body -------------------------------------------------------------------------------- */

static void add_key(struct buf *out, str key)
{
	if (out->len > 1) buf_add_byte(out, ',');
	buf_add_json(out, key);
	buf_add_byte(out, ':');
}

static enum err add_option_fields(struct cli *cli, const struct cli_action *action, struct buf *out,
				  struct why *why)
{
	const struct arguments *arguments = cli->arguments;
	enum err err = ERR_OK;
	for (u32 i = 0; i < arguments->given_len && !err; i++) {
		u32 option = arguments->given[i].option;
		bool is_again = false;
		if (option >= OPTIONS_LEN || !action_takes(action, (enum option_id)option))
			continue;
		for (u32 before = 0; before < i; before++)
			is_again |= arguments->given[before].option == option;
		if (is_again) continue;
		enum option_id own = action_option(action, (enum option_id)option);
		if (own != option && arguments_have(arguments, own))
			return fail(why, ERR_USAGE, "--%s and --%s name the same value: give one",
				    option_row((enum option_id)option)->name,
				    option_row(own)->name);
		add_key(out, str_from(field_of(own)->field));
		err = add_value(cli, (enum option_id)option, arguments->given[i].value, out, why);
	}
	return err;
}

static enum err add_word_fields(struct cli *cli, const struct cli_action *action, const str *words,
				struct buf *out, struct why *why)
{
	enum err err = ERR_OK;
	str name;
	words += action_places(action);
	for (u32 i = 0; !err && (name = list_word(action->words, i)).len; i++) {
		str value = name;
		str key = str_split(&value, '=');
		if (key.len < name.len) {
			add_key(out, key);
			buf_add_json(out, value);
			continue;
		}
		enum option_id option = field_find(name);
		must(option < OPTIONS_LEN);
		add_key(out, str_from(field_of(option)->field));
		err = add_value(cli, option, *words++, out, why);
	}
	return err;
}

static enum err add_set_fields(struct cli *cli, struct buf *out, struct why *why)
{
	const struct arguments *arguments = cli->arguments;
	for (u32 i = 0; i < arguments->given_len; i++) {
		if (arguments->given[i].option != OPTION_SET) continue;
		str value = arguments->given[i].value;
		str name = str_split(&value, '=');
		if (!name.len || name.len == arguments->given[i].value.len)
			return fail(why, ERR_USAGE, "--set must be NAME=VALUE, got \"%.*s\"",
				    STR_ARG(arguments->given[i].value));
		add_key(out, name);
		if (is_json(value)) buf_add(out, value);
		else buf_add_json(out, value);
	}
	return ERR_OK;
}

bool body_is_sent(const struct cli_action *action)
{
	return str_eq(str_from(action->method), STR("POST")) ||
	       str_eq(str_from(action->method), STR("PUT"));
}

enum err body_make(struct cli *cli, const struct cli_action *action, const str *words,
		   struct buf *out, struct why *why)
{
	str whole = arguments_value(cli->arguments, OPTION_DATA, STR(""));
	if (!body_is_sent(action)) return ERR_OK;
	if (whole.len) return add_json_value(cli, STR("body"), whole, out, why);
	buf_add_byte(out, '{');
	enum err err = add_word_fields(cli, action, words, out, why);
	if (!err) err = add_option_fields(cli, action, out, why);
	if (!err) err = add_set_fields(cli, out, why);
	buf_add_byte(out, '}');
	if (!err && buf_failed(out)) return fail(why, ERR_TOO_LONG, "the body is too long");
	return err;
}

/* ---- path -------------------------------------------------------------------------------- */

static void add_parameter(struct buf *out, str name, str value)
{
	buf_add_byte(out, str_find(buf_view(out), '?') < out->len ? '&' : '?');
	remote_encode(name, out);
	buf_add_byte(out, '=');
	remote_encode(value, out);
}

static void add_query(struct cli *cli, const struct cli_action *action, struct buf *out)
{
	const struct arguments *arguments = cli->arguments;
	for (u32 i = 0; i < arguments->given_len; i++) {
		u32 option = arguments->given[i].option;
		if (option >= OPTIONS_LEN || !action_takes(action, (enum option_id)option))
			continue;
		add_parameter(out, str_from(field_of((enum option_id)option)->field),
			      arguments->given[i].value);
	}
}

enum err body_path(struct cli *cli, const struct cli_action *action, const str *words,
		   struct buf *out, struct why *why)
{
	str rest = str_from(action->path);
	str tenant = arguments_value(cli->arguments, OPTION_TENANT, STR(""));
	while (rest.len) {
		str part = str_split(&rest, '/');
		if (part.at[0] == ':') remote_encode(*words++, out);
		else buf_add(out, part);
		if (rest.len) buf_add_byte(out, '/');
	}
	if (!body_is_sent(action)) add_query(cli, action, out);
	if (tenant.len) add_parameter(out, STR("tenant_id"), tenant);
	return buf_failed(out) ? fail(why, ERR_TOO_LONG, "the path is too long") : ERR_OK;
}
