/* The objects that a store needs before the first request: the queues of the settings, and a first
 * token. */
#include "api/bootstrap.h"
#include "host/folder.h"
#include "server/checks.h"
#include "server/service_parts.h"

#include <unistd.h>

/* ---- queues ------------------------------------------------------------------------------- */

static bool queue_is_known(const struct queue_page *page, str name)
{
	for (u32 i = 0; i < page->len; i++) {
		if (str_eq(page->rows[i].name, name)) return true;
	}
	return false;
}

static enum err make_queue(struct service *service, str name, u32 weight, struct why *why)
{
	struct command command = { .kind = COMMAND_SET_QUEUE,
				   .set = { .name = name, .queue.weight = weight } };
	return ask_pump(service->pump, &command, why);
}

/* A queue that a person has changed stays as it is. */
static enum err make_missing(struct service *service, const struct queue_page *known,
			     struct why *why)
{
	str names = setting_text(service, CONFIG_QUEUES);
	str weights = setting_text(service, CONFIG_WEIGHTS);
	enum err err = ERR_OK;
	while (names.len && !err) {
		str name = str_trim(str_split(&names, ','));
		u32 weight;
		err = weight_parse(str_trim(str_split(&weights, ',')), &weight, why);
		if (!err && !queue_is_known(known, name))
			err = make_queue(service, name, weight, why);
	}
	return err;
}

enum err service_make_queues(struct service *service, struct why *why)
{
	struct query *query = NULL;
	struct queue_page known = { 0 };
	enum err err = service_open_query(service, &query, why);
	if (err) return err;
	err = query->calls->queues(query, &service->arena, &known);
	if (err) (void)fail(why, err, "the queues of the store cannot be read");
	else err = make_missing(service, &known, why);
	service_close_query(service, query);
	return err;
}

/* ---- tokens ------------------------------------------------------------------------------- */

/* Where the first token is told, and where it stands until the store has it, too. */
struct token_paths {
	struct buf told;
	struct buf early;
};

static void paths_init(struct token_paths *paths, const struct service *service)
{
	str data = setting_text(service, CONFIG_DATA);
	buf_init(&paths->told, 5000);
	buf_init(&paths->early, 5000);
	folder_path(data, STR("admin.token"), &paths->told);
	folder_path(data, STR("admin.token.new"), &paths->early);
}

static void paths_done(struct token_paths *paths)
{
	buf_done(&paths->told);
	buf_done(&paths->early);
}

/* An existing file is somebody's: the token is then told nowhere, and another is made by hand. One
 * under the early name is what a start left behind that was cut off: nobody knows it. */
static enum err write_token(const struct token_paths *paths, const struct new_token *token,
			    struct why *why)
{
	struct buf text;
	const char *told = buf_view(&paths->told).at, *early = buf_view(&paths->early).at;
	if (access(told, F_OK) == 0)
		return fail(why, ERR_CONFLICT,
			    "the store has no token that can be read, but %s exists; move the file "
			    "away, and the next start creates a token",
			    told);
	(void)unlink(early);
	buf_init(&text, 200);
	buf_add(&text, (str){ token->text, sizeof token->text });
	buf_add_byte(&text, '\n');
	enum err err = file_make(early, buf_view(&text), why);
	secret_forget(text.at, text.len);
	buf_done(&text);
	return err;
}

/* A start that was cut off after the store had the token did not come to this. */
static enum err tell_token(struct service *service, const struct token_paths *paths,
			   struct why *why)
{
	enum err err = file_settle(setting_text(service, CONFIG_DATA), buf_view(&paths->early).at,
				   buf_view(&paths->told).at, why);
	return err == ERR_NOT_FOUND || err == ERR_CONFLICT ? ERR_OK : err;
}

/* Written first: a token that was kept in the store and could not be told would lock the door. Told
 * last: a file without its store would bar the next start. */
static enum err make_first_token(struct service *service, const struct token_paths *paths,
				 struct why *why)
{
	struct new_token token;
	struct command command = { .actor = STR("SYSTEM") };
	enum err err = first_token_make(service->api, &token, &service->arena, &command);
	if (!err) err = write_token(paths, &token, why);
	if (!err) err = ask_pump(service->pump, &command, why);
	if (!err) err = auth_put(api_auth(service->api), &token.row);
	secret_forget(token.text, sizeof token.text);
	return err;
}

enum err service_make_tokens(struct service *service, struct why *why)
{
	struct query *query = NULL;
	enum err err = service_open_query(service, &query, why);
	if (err) return err;
	err = api_load_tokens(service->api, query, clock_now().wall);
	if (err) (void)fail(why, err, "the tokens of the store cannot be read");
	service_close_query(service, query);
	if (err) return err;
	struct token_paths paths;
	paths_init(&paths, service);
	if (!auth_count(api_auth(service->api))) err = make_first_token(service, &paths, why);
	if (!err) err = tell_token(service, &paths, why);
	paths_done(&paths);
	return err;
}

/* ---- words for the person who started it --------------------------------------------------- */

void service_print_links(struct service *service, struct buf *out)
{
	char code[SESSION_TEXT_BYTES];
	buf_addf(out, "%s\n", service->url);
	if (!first_code_make(service->api, code))
		buf_addf(out, "%s/#code=%.*s\n", service->url, (int)sizeof code, code);
	secret_forget(code, sizeof code);
}

void service_say_what_to_try(struct service *service)
{
	str data = setting_text(service, CONFIG_DATA);
	char code[SESSION_TEXT_BYTES];
	struct buf words;
	buf_init(&words, 8000);
	if (!first_code_make(service->api, code))
		buf_addf(&words,
			 "open in a browser (the link works once, within 15 minutes):\n  "
			 "%s/#code=%.*s\n",
			 service->url, (int)sizeof code, code);
	buf_addf(
		&words,
		"try, in another terminal:\n"
		"  T=\"Authorization: Bearer $(cat %.*s/admin.token)\"\n"
		"  U=%s/api/v1/scheduler\n"
		"  curl -s -H \"$T\" --json '{\"type\": \"hello\", \"payload\": {\"to\": \"you\"}, "
		"\"idempotency_key\": \"first\"}' $U/tasks\n"
		"  curl -s -H \"$T\" --json '{\"worker_id\": \"me\", \"max\": 1}' $U/worker/lease\n"
		"  curl -s -H \"$T\" $U/queue\n"
		"stop it with Ctrl-C\n",
		STR_ARG(data), service->url);
	service->host.say(service->host.context, buf_view(&words));
	secret_forget(code, sizeof code);
	buf_done(&words);
}
