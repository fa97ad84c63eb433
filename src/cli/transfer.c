/* belfry export and import: types, calendars and jobs as JSON lines, from one server to another. */
#include "cli/transfer.h"

#include "cli/body.h"
#include "cli/crontab.h"
#include "cli/progress.h"
#include "cli/remote.h"
#include "cli/render.h"

enum { PAGES_MAX = 2000, LINE_BYTES_MAX = 1 << 20 };

/* The kinds that are carried over, in an order in which nothing names what does not exist yet:
 * list, the word of a line, the field that names it, the server's own fields. */
static const struct transfer_kind {
	const char *word;
	const char *list;
	const char *name;
	const char *own; /* left out on the way in */
} kinds[] = {
	{ "type", "types", "name", "name tenant_id version" },
	{ "calendar", "calendars", "name", "name tenant_id version updated_at" },
	{ "job", "jobs", "code",
	  "id tenant_id version created_at updated_at next_run_at next_run_id last_run_at "
	  "last_run_status last_run_duration_ms run_count failure_count failures_in_a_row "
	  "schedule_in_words is_enabled pause flagged max_retries allow_concurrent "
	  "retry_delay_seconds" /* of its type or tenant, where it has no backoff */ },
};

void transfer_add_tenant(struct cli *cli, struct buf *path)
{
	str tenant = arguments_value(cli->arguments, OPTION_TENANT, STR(""));
	if (!tenant.len) return;
	buf_add(path, str_find(buf_view(path), '?') < path->len ? STR("&tenant_id=")
								: STR("?tenant_id="));
	remote_encode(tenant, path);
}

/* ---- out --------------------------------------------------------------------------------- */

static void export_rows(struct cli *cli, const struct transfer_kind *kind, str body)
{
	str rest = render_array(body, "data");
	str item;
	while (render_next_item(&rest, &item)) {
		buf_addf(&cli->out.text, "{\"kind\":\"%s\",\"%s\":", kind->word, kind->word);
		buf_add(&cli->out.text, item);
		buf_add(&cli->out.text, STR("}\n"));
		(void)output_flush_large(&cli->out);
	}
}

static enum err export_kind(struct cli *cli, const struct transfer_kind *kind)
{
	struct buf path;
	str body;
	bool more = true;
	enum err err = ERR_OK;
	buf_init(&path, REMOTE_PATH_MAX);
	buf_add(&path, str_from(kind->list));
	transfer_add_tenant(cli, &path);
	size_t plain = path.len;
	for (u32 page = 0; !err && more && page < PAGES_MAX; page++) {
		err = remote_send(cli,
				  &(struct remote_call){ STR("GET"), buf_view(&path), STR(""), 0 },
				  &body);
		if (err) break;
		export_rows(cli, kind, body);
		str cursor = render_member(body, "next_cursor");
		more = cursor.len > 2 && cursor.at[0] == '"';
		path.len = plain;
		buf_add(&path, plain > strlen(kind->list) ? STR("&cursor=") : STR("?cursor="));
		if (more) remote_encode(str_slice(cursor, 1, cursor.len - 1), &path);
	}
	buf_done(&path);
	return err;
}

enum err cmd_export(struct cli *cli, const struct arguments *arguments)
{
	struct why why;
	enum err err = ERR_OK;
	if (arguments->operands_len) {
		(void)fail(&why, ERR_USAGE, "takes no words: it writes to standard output");
		return report_usage(cli, &why);
	}
	for (size_t i = 0; i < countof(kinds) && !err; i++) err = export_kind(cli, &kinds[i]);
	return err;
}

/* ---- in ---------------------------------------------------------------------------------- */

static bool is_own(const struct transfer_kind *kind, str key)
{
	str word;
	for (u32 i = 0; (word = list_word(kind->own, i)).len; i++) {
		if (key.len == word.len + 2 && memcmp(key.at + 1, word.at, word.len) == 0)
			return true;
	}
	return false;
}

bool transfer_is_own_of_job(str key)
{
	return is_own(&kinds[countof(kinds) - 1], key);
}

/* The thing without what is the server's own, and without what is not set. */
static void add_body(const struct transfer_kind *kind, str thing, struct buf *out)
{
	str rest = str_from_offset(str_trim(thing), 1);
	str member;
	buf_add_byte(out, '{');
	while (render_next_item(&rest, &member)) {
		str value = member;
		str key = str_trim(str_split(&value, ':'));
		value = str_trim(value);
		/* A pause is no state that could be set. */
		bool is_pause = str_eq(value, STR("\"PAUSED\""));
		if (is_own(kind, key) || str_eq(value, STR("null")) || is_pause) continue;
		if (out->len > 1) buf_add_byte(out, ',');
		buf_add(out, member);
	}
	buf_add_byte(out, '}');
}

/* Types and calendars are set; a job that is there is changed, one that is not is made. */
static enum err put_thing(struct cli *cli, const struct transfer_kind *kind, str name, str body)
{
	struct buf path;
	struct client_response response;
	struct why why;
	str answer;
	bool is_job = str_eq(str_from(kind->word), STR("job"));
	enum err err = remote_find(cli);
	if (err) return err;
	buf_init(&path, REMOTE_PATH_MAX);
	buf_addf(&path, "%s/", kind->list);
	remote_encode(name, &path);
	transfer_add_tenant(cli, &path);
	bool is_there = true;
	if (is_job) {
		const struct remote_call look = { STR("GET"), buf_view(&path), STR(""), 0 };
		is_there = remote_try(cli, &look, &response, &why) || response.status != 404;
	}
	if (!is_there) {
		buf_clear(&path);
		buf_add(&path, STR("jobs"));
		transfer_add_tenant(cli, &path);
	}
	err = remote_send(cli,
			  &(struct remote_call){ is_there ? STR("PUT") : STR("POST"),
						 buf_view(&path), body, 0 },
			  &answer);
	buf_done(&path);
	return err;
}

static void tell_line(struct cli *cli, const struct transfer_kind *kind, str name, bool is_dry)
{
	buf_addf(&cli->out.text, "%s %s ", is_dry ? "would set" : "set", kind->word);
	output_safe(&cli->out, name);
	buf_add_byte(&cli->out.text, '\n');
}

static enum err import_line(struct cli *cli, str line, u32 number)
{
	struct why why;
	struct buf body;
	str word = render_member(line, "kind");
	bool is_dry = arguments_have(cli->arguments, OPTION_DRY);
	for (size_t i = 0; i < countof(kinds); i++) {
		const struct transfer_kind *kind = &kinds[i];
		if (word.len < 2 || !str_eq(str_slice(word, 1, word.len - 1), str_from(kind->word)))
			continue;
		str thing = render_member(line, kind->word);
		str name = render_member(thing, kind->name);
		if (name.len < 3) break;
		name = str_slice(name, 1, name.len - 1);
		buf_init(&body, LINE_BYTES_MAX);
		add_body(kind, thing, &body);
		enum err err = is_dry ? ERR_OK : put_thing(cli, kind, name, buf_view(&body));
		buf_done(&body);
		if (!err) tell_line(cli, kind, name, is_dry);
		return err;
	}
	(void)fail(&why, ERR_JSON, "line %u: a type, a calendar or a job is expected", number);
	return report(cli, &why);
}

static u32 count_lines(str text)
{
	u32 count = 0;
	for (; text.len; count++) (void)str_split(&text, '\n');
	return count;
}

static void show_line(struct cli *cli, u32 number, u32 count)
{
	struct buf text;
	buf_init(&text, 100);
	buf_addf(&text, "line %u of %u", number, count);
	progress_show(cli, (u32)((u64)number * 100 / count), buf_view(&text));
	buf_done(&text);
}

static enum err import_lines(struct cli *cli, str text)
{
	enum err err = ERR_OK;
	u32 line_count = count_lines(text);
	for (u32 number = 1; text.len && !err; number++) {
		struct why why;
		str line = str_trim(str_split(&text, '\n'));
		if (!line.len) continue;
		json_t *value = render_parse(line);
		bool is_object = json_is_object(value);
		json_decref(value);
		if (is_object) {
			show_line(cli, number, line_count);
			err = import_line(cli, line, number);
			continue;
		}
		(void)fail(&why, ERR_JSON, "line %u: not a JSON object", number);
		err = report(cli, &why);
	}
	return err;
}

/* A crontab and lines of an export are read by different options. */
static enum err check_import(const struct arguments *arguments, bool is_crontab, struct why *why)
{
	static const enum option_id of_crontab[] = { OPTION_TZ, OPTION_WRITE, OPTION_OUTPUT,
						     OPTION_JSON };
	u32 most = is_crontab ? 2 : 1;
	if (arguments->operands_len > most)
		return fail(why, ERR_USAGE,
			    "expected one file, or crontab [FILE]; got also \"%.*s\"",
			    STR_ARG(arguments->operands[most]));
	if (is_crontab && arguments_have(arguments, OPTION_DRY))
		return fail(why, ERR_USAGE,
			    "crontab takes no --dry-run: without --write nothing is made");
	for (size_t i = 0; i < countof(of_crontab) && !is_crontab; i++) {
		if (!arguments_have(arguments, of_crontab[i])) continue;
		return fail(why, ERR_USAGE, "--%s goes with crontab",
			    option_row(of_crontab[i])->name);
	}
	return ERR_OK;
}

enum err cmd_import(struct cli *cli, const struct arguments *arguments)
{
	struct buf text, word;
	struct why why;
	u32 len = arguments->operands_len;
	bool is_crontab = len && str_eq(arguments->operands[0], STR("crontab"));
	if (check_import(arguments, is_crontab, &why)) return report_usage(cli, &why);
	if (is_crontab) return crontab_import(cli);
	buf_init(&text, REMOTE_BODY_MAX + 1);
	buf_init(&word, 4096);
	bool is_file = len && !str_eq(arguments->operands[0], STR("-"));
	if (is_file) buf_add_byte(&word, '@');
	buf_add(&word, is_file ? arguments->operands[0] : STR("-"));
	enum err err = body_text(cli, buf_view(&word), &text, &why);
	if (err) (void)report(cli, &why);
	else err = import_lines(cli, buf_view(&text));
	progress_end(cli);
	buf_done(&text);
	buf_done(&word);
	return err;
}
