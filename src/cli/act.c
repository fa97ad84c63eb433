#include "cli/act.h"

#include "base/must.h"
#include "cli/apply.h"
#include "cli/body.h"
#include "cli/follow.h"
#include "cli/progress.h"
#include "cli/remote.h"
#include "cli/render.h"
#include "cli/said.h"
#include "cli/unused.h"
#include "cli/wait.h"
#include "cli/why.h"

#include <jansson.h>

enum { PAGES_MAX = 2000, ROWS_BYTES_MAX = 256 << 20, CURSOR_MAX = 1024, REFUSED_SAID = 10 };

/* ---- which ------------------------------------------------------------------------------- */

static enum err report_no_action(struct cli *cli, enum verb_id verb, str name)
{
	struct why why;
	struct buf names;
	const char *nearest = NULL;
	u32 least = 3;
	buf_init(&names, WHY_TEXT_MAX);
	for (u32 i = 0; i < action_count(); i++) {
		const struct cli_action *action = action_row(i);
		bool is_again = i && action_row(i - 1)->verb == verb &&
				str_eq(str_from(action_row(i - 1)->name), str_from(action->name));
		if (action->verb != verb || is_again) continue;
		buf_addf(&names, "%s%s", names.len ? ", " : "", action->name);
		u32 distance = str_distance(name, str_from(action->name), least);
		if (distance < least) nearest = action->name;
		if (distance < least) least = distance;
	}
	if (!name.len)
		(void)fail(&why, ERR_USAGE, "name an action: %.*s", STR_ARG(buf_view(&names)));
	else if (str_eq(name, STR("logs")) || str_eq(name, STR("output")))
		(void)fail(&why, ERR_USAGE,
			   "there is no action \"%.*s\"; belfry execution logs ID prints what an "
			   "attempt wrote",
			   STR_ARG(name));
	else if (nearest)
		(void)fail(&why, ERR_USAGE, "there is no action \"%.*s\"; did you mean %s?",
			   STR_ARG(name), nearest);
	else
		(void)fail(&why, ERR_USAGE, "there is no action \"%.*s\"; the actions are %.*s",
			   STR_ARG(name), STR_ARG(buf_view(&names)));
	buf_done(&names);
	return report_usage(cli, &why);
}

static enum err report_words(struct cli *cli, const struct cli_action *action)
{
	struct why why;
	struct buf usage;
	buf_init(&usage, WHY_TEXT_MAX);
	buf_addf(&usage, "belfry %s ", verb_row(action->verb)->name);
	action_add_usage(action, &usage);
	(void)fail(&why, ERR_USAGE, "%s; usage: %.*s",
		   cli->arguments->operands_len - 1 < action_words(action)
			   ? "an argument is missing"
			   : "too many arguments",
		   STR_ARG(buf_view(&usage)));
	buf_done(&usage);
	return report_usage(cli, &why);
}

static enum err find_action(struct cli *cli, enum verb_id verb,
			    const struct cli_action **out_action)
{
	const struct arguments *arguments = cli->arguments;
	const struct cli_action *other = NULL;
	str said = arguments->operands_len ? arguments->operands[0] : STR("");
	str name = action_name(verb, said);
	for (u32 i = 0; i < action_count(); i++) {
		const struct cli_action *action = action_row(i);
		if (action->verb != verb || !str_eq(name, str_from(action->name))) continue;
		if (action_words(action) == arguments->operands_len - 1) {
			*out_action = action;
			return ERR_OK;
		}
		if (!other) other = action;
	}
	return other ? report_words(cli, other) : report_no_action(cli, verb, name);
}

/* ---- asking ------------------------------------------------------------------------------ */

enum err act_ask(struct cli *cli, str question)
{
	const struct doors *doors = cli->doors;
	char answer[64];
	size_t len = 0;
	struct why why;
	if (arguments_have(cli->arguments, OPTION_YES)) return ERR_OK;
	if (!doors->can_ask) {
		(void)fail(&why, ERR_USAGE,
			   "%.*s: confirm with --yes (standard input is not a terminal)",
			   STR_ARG(question));
		return report(cli, &why);
	}
	output_safe(&cli->err, question);
	buf_add(&cli->err.text, STR("? [y/N] "));
	(void)output_flush(&cli->err);
	if (doors->read(doors->context, answer, sizeof answer, &len, &why))
		return report(cli, &why);
	if (len && ascii_lower(answer[0]) == 'y') return ERR_OK;
	(void)fail(&why, ERR_CONFLICT, "nothing was done");
	return report(cli, &why);
}

/* ---- lists ------------------------------------------------------------------------------- */

static bool next_cursor(str body, char cursor[CURSOR_MAX])
{
	json_t *page = render_parse(body);
	const json_t *next = json_object_get(page, "next_cursor");
	size_t len = json_string_length(next);
	bool has = json_is_string(next) && len && len < CURSOR_MAX;
	if (has) memcpy(cursor, json_string_value(next), len + 1);
	json_decref(page);
	return has;
}

static enum err list_page(struct cli *cli, str path, const char *cursor, struct buf *items,
			  char out_cursor[CURSOR_MAX], bool *out_more)
{
	struct buf whole;
	str body;
	buf_init(&whole, REMOTE_PATH_MAX);
	buf_add(&whole, path);
	if (*cursor) {
		buf_add(&whole, str_find(path, '?') < path.len ? STR("&cursor=") : STR("?cursor="));
		remote_encode(str_from(cursor), &whole);
	}
	enum err err = remote_send(
		cli, &(struct remote_call){ STR("GET"), buf_view(&whole), STR(""), 0 }, &body);
	buf_done(&whole);
	if (err) return err;
	str rows = render_array(body, "data");
	if (items->len && str_trim(rows).len) buf_add_byte(items, ',');
	buf_add(items, rows);
	*out_more = next_cursor(body, out_cursor);
	return ERR_OK;
}

static void show_pages(struct cli *cli, u32 pages, size_t bytes)
{
	struct buf text;
	buf_init(&text, 100);
	buf_addf(&text, "%u pages, %zu KiB", pages, bytes >> 10);
	progress_show(cli, PROGRESS_UNKNOWN, buf_view(&text));
	buf_done(&text);
}

static enum err run_list(struct cli *cli, const struct cli_action *action, enum output_form form,
			 str path)
{
	const struct render render = { cli, form, action->columns, action->name_field };
	struct buf items;
	char cursor[CURSOR_MAX] = "";
	bool more = true;
	bool all = arguments_have(cli->arguments, OPTION_ALL);
	enum err err = ERR_OK;
	buf_init(&items, ROWS_BYTES_MAX);
	for (u32 page = 0; !err && more && page < (all ? PAGES_MAX : 1); page++) {
		err = list_page(cli, path, cursor, &items, cursor, &more);
		if (all && more) show_pages(cli, page + 1, items.len);
	}
	progress_end(cli);
	if (!err) err = render_list(&render, buf_view(&items));
	if (!err && more && !arguments_have(cli->arguments, OPTION_QUIET)) {
		struct buf note;
		buf_init(&note, 2 * CURSOR_MAX);
		buf_addf(&note, "there are more: --all, or --cursor %s", cursor);
		report_note(cli, buf_view(&note));
		buf_done(&note);
	}
	if (buf_failed(&items)) cli->out.text.failed = true;
	buf_done(&items);
	return err;
}

/* Nothing is kept: a page is written before the next one is asked for. */
static enum err run_export(struct cli *cli, const struct cli_action *action, str path)
{
	const struct render render = { cli, FORM_NDJSON, action->columns, action->name_field };
	char cursor[CURSOR_MAX] = "";
	bool more = true;
	enum err err = ERR_OK;
	while (!err && more) {
		struct buf items;
		buf_init(&items, ROWS_BYTES_MAX);
		err = list_page(cli, path, cursor, &items, cursor, &more);
		if (!err) err = render_list(&render, buf_view(&items));
		if (buf_failed(&items)) cli->out.text.failed = true;
		(void)output_flush_large(&cli->out);
		buf_done(&items);
	}
	return err;
}

/* ---- the call ---------------------------------------------------------------------------- */

/* Counts first what would be touched, so that the question can say it. */
static enum err ask_many(struct cli *cli, const struct cli_action *action, str path, str body)
{
	struct buf question;
	str answer;
	if (arguments_have(cli->arguments, OPTION_YES) ||
	    arguments_have(cli->arguments, OPTION_FIELD_DRY_RUN))
		return ERR_OK;
	buf_init(&question, REMOTE_BODY_MAX);
	buf_add(&question, str_slice(body, 0, body.len - 1));
	buf_add(&question, body.len > 2 ? STR(",\"dry_run\":true}") : STR("\"dry_run\":true}"));
	enum err err = remote_send(
		cli, &(struct remote_call){ STR("POST"), path, buf_view(&question), 0 }, &answer);
	if (!err) {
		json_t *counted = render_parse(answer);
		long long count = json_integer_value(json_object_get(counted, "count"));
		bool or_more = json_is_true(json_object_get(counted, "or_more"));
		json_decref(counted);
		buf_clear(&question);
		buf_addf(&question, "%s %lld%s run%s", action->name, count,
			 or_more ? " or more" : "", count == 1 ? "" : "s");
		err = act_ask(cli, buf_view(&question));
	}
	buf_done(&question);
	return err;
}

static enum err ask_delete(struct cli *cli, const struct cli_action *action)
{
	struct buf question;
	buf_init(&question, REMOTE_PATH_MAX);
	buf_addf(&question, "delete %s %.*s", verb_row(action->verb)->name,
		 STR_ARG(cli->arguments->operands[1]));
	enum err err = act_ask(cli, buf_view(&question));
	buf_done(&question);
	return err;
}

static str text_member(const json_t *object, const char *name)
{
	const char *text = json_string_value(json_object_get(object, name));
	return text ? str_from(text) : STR("");
}

/* An answer to many may refuse some of them: their places and why are said, the first few. */
static enum err report_refused(struct cli *cli, str answer)
{
	str rest = render_array(answer, "results");
	str item;
	enum err err = ERR_OK;
	u32 refused = 0;
	for (u32 i = 0; render_next_item(&rest, &item); i++) {
		str said = render_member(item, "error");
		if (!said.len || said.at[0] != '{') continue;
		if (refused++ >= REFUSED_SAID) continue;
		struct why why;
		json_t *error = render_parse(said);
		enum err one = remote_err_of(text_member(error, "code"), 422);
		(void)fail(&why, one, "number %u: %.*s", i + 1,
			   STR_ARG(text_member(error, "detail")));
		(void)report(cli, &why);
		if (!err) err = one;
		json_decref(error);
	}
	if (refused > REFUSED_SAID)
		buf_addf(&cli->err.text, "and %u more\n", refused - REFUSED_SAID);
	return err;
}

static enum err run_call(struct cli *cli, const struct cli_action *action, enum output_form form,
			 str path, str body)
{
	const struct render render = { cli, form, action->columns, action->name_field };
	const struct render all = { cli, form, "", action->name_field };
	bool waits = arguments_have(cli->arguments, OPTION_WAIT);
	bool dry = arguments_have(cli->arguments, OPTION_FIELD_DRY_RUN);
	str answer;
	enum err err = ERR_OK;
	if (action->kind == ACTION_MANY) err = ask_many(cli, action, path, body);
	if (action->kind == ACTION_DELETE) err = ask_delete(cli, action);
	if (!err)
		err = remote_send(cli,
				  &(struct remote_call){ str_from(action->method), path, body, 0 },
				  &answer);
	if (err) return err;
	if (waits && !dry) return wait_and_show(cli, action->kind == ACTION_MANY, &render, answer);
	bool is_for_people = form == FORM_TABLE || form == FORM_WIDE;
	if (action->kind == ACTION_SAID && is_for_people) said_show(cli, answer);
	else if (action->kind == ACTION_WHY && is_for_people)
		why_show(cli, &cli->out, cli->arguments->operands[1], answer);
	else render_document(dry ? &all : &render, answer);
	return report_refused(cli, answer);
}

enum err act_run(struct cli *cli, enum verb_id verb)
{
	const struct cli_action *action = NULL;
	const str *words = &cli->arguments->operands[1];
	struct buf path, body;
	struct why why;
	enum output_form form;
	enum err err = find_action(cli, verb, &action);
	if (!err) err = render_form(cli, &form);
	if (err) return err;
	cli->action = action;
	if (unused_check(cli->arguments, action, form, &why)) return report_usage(cli, &why);
	if (action->kind == ACTION_LOCAL) return apply_jobs(cli, words[0]);
	buf_init(&path, REMOTE_PATH_MAX);
	buf_init(&body, REMOTE_BODY_MAX);
	err = body_path(cli, action, words, &path, &why);
	if (!err) err = body_make(cli, action, words, &body, &why);
	if (err) err = err == ERR_USAGE ? report_usage(cli, &why) : report(cli, &why);
	else if (action->kind == ACTION_FOLLOW) err = follow_run(cli, form, buf_view(&path));
	else if (action->kind == ACTION_EXPORT) err = run_export(cli, action, buf_view(&path));
	else if (action->kind == ACTION_LIST) err = run_list(cli, action, form, buf_view(&path));
	else err = run_call(cli, action, form, buf_view(&path), buf_view(&body));
	buf_done(&path);
	buf_done(&body);
	return err;
}

enum err cmd_resource(struct cli *cli, const struct arguments *arguments)
{
	must(arguments == cli->arguments);
	return act_run(cli, verb_find(str_from(cli->command->name)));
}
