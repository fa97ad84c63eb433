#include "cli/remote.h"

#include "base/field_error.h"
#include "base/must.h"
#include "cli/resource.h"

#include <jansson.h>

enum { TARGET_BYTES_MAX = 1 << 20, FILE_NAME_MAX = 4096 };

/* ---- whom -------------------------------------------------------------------------------- */

void remote_setting(struct cli *cli, const char *flag, struct setting_shown *out)
{
	const struct doors *doors = cli->doors;
	for (u32 i = 0; i < doors->settings_len; i++) {
		if (!str_eq(str_from(doors->settings[i].name), str_from(flag))) continue;
		doors->setting(doors->context, i, out);
		return;
	}
	*out = (struct setting_shown){ .value = STR(""), .is_default = true };
}

void remote_contexts_file(struct cli *cli, struct buf *out)
{
	cli->doors->user_folder(cli->doors->context, out);
	if (out->len) buf_add(out, STR("/contexts.json"));
}

/* All contexts; NULL with ERR_OK: there are none. */
static enum err load_contexts(struct cli *cli, json_t **out_root, struct why *why)
{
	struct buf path, text;
	json_error_t wrong;
	*out_root = NULL;
	buf_init(&path, FILE_NAME_MAX);
	buf_init(&text, CONTEXTS_BYTES_MAX + 1);
	remote_contexts_file(cli, &path);
	enum err err = path.len ? cli->doors->read_file(cli->doors->context, buf_view(&path),
							CONTEXTS_BYTES_MAX, &text, why)
				: ERR_NOT_FOUND;
	if (err == ERR_NOT_FOUND) {
		err = ERR_OK;
		goto done;
	}
	if (err) goto done;
	*out_root = json_loadb(text.at, text.len, 0, &wrong);
	if (!*out_root)
		err = fail(why, ERR_IO, "%.*s: line %d: %s", STR_ARG(buf_view(&path)), wrong.line,
			   wrong.text);
done:
	buf_done(&path);
	buf_done(&text);
	return err;
}

static str member(const json_t *object, const char *name)
{
	return str_from(json_string_value(json_object_get(object, name)));
}

/* The first line of the file that a context names instead of a token. */
static enum err read_token_file(struct cli *cli, str path, struct why *why)
{
	enum { TOKEN_FILE_MAX = 4096 };
	struct buf text;
	buf_init(&text, TOKEN_FILE_MAX + 1);
	enum err err = cli->doors->read_file(cli->doors->context, path, TOKEN_FILE_MAX, &text, why);
	str rest = buf_view(&text);
	if (!err) cli->remote.token = str_copy(&cli->remote.arena, str_split(&rest, '\n'));
	buf_done(&text);
	return err;
}

static enum err take_context(struct cli *cli, const json_t *context, bool url, bool token,
			     struct why *why)
{
	struct remote *remote = &cli->remote;
	str file = member(context, "token_file");
	if (url) remote->url = str_copy(&remote->arena, member(context, "url"));
	if (url && !remote->ca_file.len)
		remote->ca_file = str_copy(&remote->arena, member(context, "ca_file"));
	if (!token) return ERR_OK;
	if (file.len) return read_token_file(cli, file, why);
	remote->token = str_copy(&remote->arena, member(context, "token"));
	return ERR_OK;
}

/* Takes from the context what neither flag nor environment nor file says. */
static enum err use_context(struct cli *cli, bool url, bool token, struct why *why)
{
	json_t *root;
	char terminated[200];
	str name = arguments_value(cli->arguments, OPTION_CONTEXT, STR(""));
	bool is_named = name.len > 0;
	enum err err = load_contexts(cli, &root, why);
	if (err) return err;
	if (!is_named) name = member(root, "current");
	if (name.len >= sizeof terminated) name.len = sizeof terminated - 1;
	if (name.len) memcpy(terminated, name.at, name.len);
	terminated[name.len] = '\0';
	const json_t *context = json_object_get(json_object_get(root, "contexts"), terminated);
	if (context) err = take_context(cli, context, url, token, why);
	else if (is_named)
		err = fail(why, ERR_NOT_FOUND, "there is no context \"%s\": belfry context list",
			   terminated);
	json_decref(root);
	return err;
}

enum err remote_find(struct cli *cli)
{
	struct remote *remote = &cli->remote;
	struct setting_shown url, token, ca_file;
	struct why why;
	if (remote->is_known) return ERR_OK;
	arena_init(&remote->arena, TARGET_BYTES_MAX);
	remote_setting(cli, "url", &url);
	remote_setting(cli, "token", &token);
	remote_setting(cli, "ca-file", &ca_file);
	remote->url = url.value;
	remote->token = token.value;
	remote->ca_file = ca_file.value;
	str file = arguments_value(cli->arguments, OPTION_TOKEN_FILE, STR(""));
	bool is_named = arguments_have(cli->arguments, OPTION_CONTEXT);
	bool flag_url = str_eq(str_from(url.origin), STR("flag"));
	bool flag_token = str_eq(str_from(token.origin), STR("flag")) || file.len;
	bool wants_url = is_named ? !flag_url : url.is_default;
	/* Another server's token is nobody's business: with an address of one's own comes a token
	 * of one's own. */
	bool wants_token = wants_url && (is_named ? !flag_token : token.is_default);
	if (file.len) wants_token = false;
	enum err err = wants_url ? use_context(cli, wants_url, wants_token, &why) : ERR_OK;
	if (!err && file.len) err = read_token_file(cli, file, &why);
	if (err) {
		arena_done(&remote->arena);
		return report(cli, &why);
	}
	cli->doors->trust(cli->doors->context, remote->ca_file);
	remote->is_known = true;
	return ERR_OK;
}

/* ---- calls ------------------------------------------------------------------------------- */

void remote_encode(str text, struct buf *out)
{
	for (size_t i = 0; i < text.len; i++) {
		char c = text.at[i];
		char lower = ascii_lower(c);
		bool plain = (lower >= 'a' && lower <= 'z') || ascii_is_digit(c) || c == '-' ||
			     c == '_' || c == '.' || c == '~';
		if (plain) buf_add_byte(out, c);
		else buf_addf(out, "%%%02X", (unsigned char)c);
	}
}

/* "GET /api/v1/scheduler/jobs: 200 in 3 ms". */
static void note_call(struct cli *cli, const struct client_request *request, int status, msec took)
{
	struct buf text;
	buf_init(&text, REMOTE_PATH_MAX + 200);
	buf_addf(&text, "%.*s %.*s: ", STR_ARG(request->method), STR_ARG(request->path));
	if (status) buf_addf(&text, "%d", status);
	else buf_add(&text, STR("no answer"));
	buf_addf(&text, " in %lld ms", (long long)took);
	report_note(cli, buf_view(&text));
	buf_done(&text);
}

static enum err send_call(struct cli *cli, const struct remote_call *call, str path,
			  struct client_response *out, struct why *why)
{
	char bearer[256];
	struct client_pair pairs[3] = { { STR("Accept"), STR("application/json") } };
	u32 len = 1;
	str token = cli->remote.token;
	if (token.len && token.len + sizeof "Bearer " <= sizeof bearer) {
		memcpy(bearer, "Bearer ", 7);
		memcpy(bearer + 7, token.at, token.len);
		pairs[len++] = (struct client_pair){ STR("Authorization"),
						     { bearer, 7 + token.len } };
	}
	if (call->body.len)
		pairs[len++] = (struct client_pair){ STR("Content-Type"), STR("application/json") };
	const struct client_request request = { .method = call->method,
						.path = path,
						.pairs = pairs,
						.pair_count = len,
						.body = call->body,
						.within_ms = call->within_ms };
	msec began = cli->doors->clock(cli->doors->context);
	enum err err = cli->doors->http(cli->doors->context, cli->remote.url, &request, out, why);
	if (arguments_have(cli->arguments, OPTION_VERBOSE))
		note_call(cli, &request, err ? 0 : out->status,
			  cli->doors->clock(cli->doors->context) - began);
	return err;
}

enum err remote_try(struct cli *cli, const struct remote_call *call, struct client_response *out,
		    struct why *why)
{
	struct buf path;
	must(cli->remote.is_known);
	buf_init(&path, REMOTE_PATH_MAX);
	if (!call->path.len || call->path.at[0] != '/') buf_add(&path, STR(REMOTE_BASE));
	buf_add(&path, call->path);
	enum err err = buf_failed(&path)
			       ? fail(why, ERR_TOO_LONG, "a path above %d bytes", REMOTE_PATH_MAX)
			       : send_call(cli, call, buf_view(&path), out, why);
	buf_done(&path);
	return err;
}

/* ---- what went wrong --------------------------------------------------------------------- */

static bool is_local(str url)
{
	str rest = url;
	(void)str_split(&rest, ':');
	return str_starts_with(rest, STR("//127.")) || str_starts_with(rest, STR("//localhost")) ||
	       str_starts_with(rest, STR("//[::1]"));
}

/* The error that a status stands for where the answer does not say. */
static enum err err_of_status(int status)
{
	static const struct {
		int status;
		enum err err;
	} rows[] = { { 401, ERR_UNAUTHORIZED }, { 403, ERR_FORBIDDEN }, { 404, ERR_NOT_FOUND },
		     { 409, ERR_CONFLICT },     { 412, ERR_VERSION },   { 413, ERR_TOO_LONG },
		     { 422, ERR_INVALID },      { 429, ERR_QUOTA },     { 503, ERR_BUSY },
		     { 504, ERR_TIMED_OUT } };
	for (size_t i = 0; i < countof(rows); i++) {
		if (rows[i].status == status) return rows[i].err;
	}
	return status >= 400 && status < 500 ? ERR_USAGE : ERR_IO;
}

enum err remote_err_of(str code, int status)
{
	for (u32 i = 1; i < ERR_COUNT; i++) {
		if (str_eq_nocase(code, str_from(err_name((enum err)i)))) return (enum err)i;
	}
	return err_of_status(status);
}

/* The option that a field of the call comes from: one that was given, else one that the action
 * takes. OPTIONS_LEN: none, or a word behind the action's name. */
static u32 option_of_field(const struct cli *cli, str field)
{
	for (u32 i = 0; i < cli->arguments->given_len; i++) {
		u32 option = cli->arguments->given[i].option;
		if (option < FIELDS_BEGIN || option >= OPTIONS_LEN) continue;
		if (str_eq(field, str_from(field_of((enum option_id)option)->field))) return option;
	}
	for (u32 i = FIELDS_BEGIN; cli->action && i < OPTIONS_LEN; i++) {
		enum option_id option = (enum option_id)i;
		if (!str_eq(field, str_from(field_of(option)->field))) continue;
		if (action_has_word(cli->action, option)) break;
		if (action_takes(cli->action, option)) return i;
	}
	return OPTIONS_LEN;
}

/* Faults whose reason is written for callers of the API, in the words of the command line: the
 * field, the beginning of the reason, the sentence. */
static const struct {
	const char *field, *begins, *sentence;
} cli_sentences[] = {
	{ "schedule_type", "is required",
	  "a schedule is required: --cron, --every, --rrule or --at; --set schedule_type=MANUAL "
	  "for a job that only runs on demand" },
	{ "", "goes with schedule_type",
	  "a job has one schedule: give only one of --cron, --every, --rrule and --at" },
};

static const char *cli_sentence(str field, str reason)
{
	for (size_t i = 0; i < countof(cli_sentences); i++) {
		str of = str_from(cli_sentences[i].field);
		if (of.len && !str_eq(of, field)) continue;
		if (str_starts_with(reason, str_from(cli_sentences[i].begins)))
			return cli_sentences[i].sentence;
	}
	return NULL;
}

/* A fault under the name that the user typed: "--cron" for the pointer /cron_expression. */
static enum err explain_fault(struct cli *cli, const json_t *fault, enum err code, struct why *why)
{
	str place = member(fault, "pointer");
	if (!place.len) place = member(fault, "parameter");
	str field = str_starts_with(place, STR("/")) ? str_from_offset(place, 1) : place;
	u32 option = option_of_field(cli, field);
	const char *sentence = cli->action ? cli_sentence(field, member(fault, "reason")) : NULL;
	struct buf name;
	if (sentence) return fail(why, code, "%s", sentence);
	buf_init(&name, WHY_TEXT_MAX);
	if (option < OPTIONS_LEN) buf_addf(&name, "--%s", option_row((enum option_id)option)->name);
	else buf_add(&name, field);
	enum err err = fail_field(why, code, buf_view(&name), member(fault, "reason"));
	buf_done(&name);
	return err;
}

/* Adds a hint about a queue that does not exist: a list shows the others. */
static void add_queue_hint(struct cli *cli, const json_t *faults)
{
	const str missing = STR("does not exist");
	size_t i;
	const json_t *fault;
	json_array_foreach(faults, i, fault)
	{
		str reason = member(fault, "reason");
		if (!str_eq(member(fault, "pointer"), STR("/queue"))) continue;
		if (reason.len < missing.len) continue;
		if (!str_eq(str_from_offset(reason, reason.len - missing.len), missing)) continue;
		buf_add(&cli->err.text, STR("belfry queue names lists the queues, belfry queue set "
					    "NAME creates one.\n"));
		return;
	}
}

/* The first fault is the sentence itself; the others follow in lines of their own. */
static enum err report_problem(struct cli *cli, const json_t *problem, enum err code)
{
	const json_t *faults = json_object_get(problem, "errors");
	str detail = member(problem, "detail");
	size_t len = json_array_size(faults);
	struct why why;
	if (len) (void)explain_fault(cli, json_array_get(faults, 0), code, &why);
	else if (detail.len) (void)fail(&why, code, "%.*s", STR_ARG(detail));
	else (void)fail(&why, code, "%s", err_sentence(code));
	(void)report(cli, &why);
	for (size_t i = 1; i < len; i++) {
		(void)explain_fault(cli, json_array_get(faults, i), code, &why);
		buf_add(&cli->err.text, STR("  "));
		output_safe(&cli->err, str_from(why.text));
		buf_add_byte(&cli->err.text, '\n');
	}
	add_queue_hint(cli, faults);
	return code;
}

/* Where a token may be, for somebody who has none. */
static void add_token_hint(struct cli *cli)
{
	struct setting_shown data;
	struct buf *out = &cli->err.text;
	remote_setting(cli, "data", &data);
	if (cli->remote.token.len) {
		buf_add(out, STR("The server does not know this token: it may have expired, been "
				 "revoked, or belong to another server.\n"));
		return;
	}
	buf_add(out, STR("No token was given: set BELFRY_TOKEN or BELFRY_TOKEN_FILE, or use "
			 "belfry context add.\n"));
	if (!is_local(cli->remote.url)) return;
	buf_add(out, STR("A server on this machine keeps its admin token in its data folder: "
			 "export BELFRY_TOKEN_FILE="));
	output_safe(&cli->err, data.value.len ? data.value : STR("belfry-data"));
	buf_add(out, STR("/admin.token\n"));
}

enum err remote_report_none(struct cli *cli, const struct why *why)
{
	(void)report(cli, why);
	if (why->code == ERR_UNAUTHORIZED) add_token_hint(cli);
	if (why->code != ERR_UNREACHABLE && why->code != ERR_NAME_UNKNOWN) return why->code;
	buf_add(&cli->err.text,
		is_local(cli->remote.url)
			? STR("Start one with belfry serve (or belfry demo, to look around), or "
			      "name another with --url URL or BELFRY_URL.\n")
			: STR("Check the address: --url URL, BELFRY_URL, or belfry context "
			      "list.\n"));
	return why->code;
}

enum err remote_report(struct cli *cli, const struct client_response *response)
{
	json_t *problem = json_loadb(response->body.at, response->body.len, 0, NULL);
	str request_id = member(problem, "request_id");
	enum err err = remote_err_of(member(problem, "code"), response->status);
	(void)report_problem(cli, problem, err);
	if (err == ERR_UNAUTHORIZED) add_token_hint(cli);
	output_begin(&cli->err, STYLE_DIM);
	buf_addf(&cli->err.text, "  status %d", response->status);
	if (request_id.len) {
		buf_add(&cli->err.text, STR(", request "));
		output_safe(&cli->err, request_id);
	}
	output_end(&cli->err, STYLE_DIM);
	buf_add_byte(&cli->err.text, '\n');
	json_decref(problem);
	return err;
}

enum err remote_send(struct cli *cli, const struct remote_call *call, str *out_body)
{
	struct client_response response;
	struct why why;
	enum err err = remote_find(cli);
	if (err) return err;
	err = remote_try(cli, call, &response, &why);
	if (err) return remote_report_none(cli, &why);
	if (response.status < 200 || response.status > 299) return remote_report(cli, &response);
	*out_body = response.body;
	return ERR_OK;
}
