#include "cli/offer.h"

#include "cli/act.h"
#include "cli/remote.h"
#include "cli/render.h"

#include <jansson.h>

enum { ANSWER_MS = 500, NAMES_MAX = 200 };

struct offer {
	struct cli *cli;
	const str *words;
	u32 len; /* without the one that is being typed */
	str typed;
	struct arguments line; /* as far as it is understood */
};

static void offer_one(struct offer *offer, str word, str text)
{
	struct output *out = &offer->cli->out;
	if (!word.len || !str_starts_with(word, offer->typed)) return;
	/* A name that the shell could read in another way is not offered. */
	for (size_t i = 0; i < word.len; i++) {
		unsigned char c = (unsigned char)word.at[i];
		if (c <= ' ' || c == 0x7f) return;
	}
	buf_add(&out->text, word);
	buf_add_byte(&out->text, '\t');
	output_safe(out, str_slice(text, 0, str_find(text, '\n')));
	buf_add_byte(&out->text, '\n');
}

static void offer_list(struct offer *offer, const char *words)
{
	str word;
	for (u32 i = 0; (word = list_word(words, i)).len; i++) offer_one(offer, word, STR(""));
}

/* ---- names that the server knows --------------------------------------------------------- */

/* The list that has them, and the field they stand in. */
static const struct cli_action *list_at(str path)
{
	for (u32 i = 0; i < action_count(); i++) {
		const struct cli_action *action = action_row(i);
		if (action->kind == ACTION_LIST && str_eq(path, str_from(action->path)))
			return action;
	}
	return NULL;
}

static void offer_rows(struct offer *offer, const struct cli_action *list, str body)
{
	str rest = render_array(body, "data");
	str item;
	for (u32 i = 0; i < NAMES_MAX && render_next_item(&rest, &item); i++) {
		json_t *row = render_parse(item);
		static const char *const tellers[] = { "type", "name", "description", "role" };
		const char *text = NULL;
		const char *name = json_string_value(json_object_get(row, list->name_field));
		for (size_t k = 0; k < countof(tellers) && !text; k++) {
			text = json_string_value(json_object_get(row, tellers[k]));
			if (text && name && str_eq(str_from(text), str_from(name))) text = NULL;
		}
		offer_one(offer, str_from(name), str_from(text));
		json_decref(row);
	}
}

/* Reads the server to ask from the line itself: its --url, --token, --context and --tenant. */
static void read_line(struct offer *offer, enum verb_id verb)
{
	struct arguments *line = &offer->line;
	const struct doors *doors = offer->cli->doors;
	const char *words[OPERANDS_MAX];
	struct why why;
	u32 len = 0;
	const struct option_set set = { (u64)1 << verb, doors->settings, doors->settings_len,
					SCOPE_COMMON | verb_row(verb)->scopes };
	/* Each is a whole word of this process's own, and so ends in a NUL. */
	for (u32 i = 1; i < offer->len && len < OPERANDS_MAX; i++)
		words[len++] = offer->words[i].at;
	/* An option whose value is being typed has none yet. */
	while (len && options_parse(&set, words, len, line, &why)) len--;
	if (!len) *line = (struct arguments){ .given_len = 0 };
	for (u32 i = 0; i < line->given_len; i++) {
		const struct given_option *given = &line->given[i];
		if (given->option < OPTIONS_LEN) continue;
		/* A wrong value leaves the setting as it is; the command itself will complain. */
		(void)!doors->set(doors->context, given->option - OPTIONS_LEN, given->value, &why);
	}
}

static void offer_names(struct offer *offer, str path)
{
	struct cli *cli = offer->cli;
	const struct arguments *before = cli->arguments;
	const struct cli_action *list = list_at(path);
	struct client_response response;
	struct buf whole;
	struct why why;
	if (!list) return;
	buf_init(&whole, REMOTE_PATH_MAX);
	str tenant = arguments_value(&offer->line, OPTION_TENANT, STR(""));
	cli->arguments = &offer->line;
	buf_add(&whole, path);
	if (tenant.len) {
		buf_add(&whole, STR("?tenant_id="));
		remote_encode(tenant, &whole);
	}
	const struct remote_call call = { STR("GET"), buf_view(&whole), STR(""), ANSWER_MS };
	if (!remote_find(cli) && !remote_try(cli, &call, &response, &why) && response.status == 200)
		offer_rows(offer, list, response.body);
	cli->arguments = before;
	buf_clear(&cli->err.text);
	buf_done(&whole);
}

static void offer_contexts(struct offer *offer)
{
	struct cli *cli = offer->cli;
	struct buf path, text;
	struct why why;
	const char *name;
	json_t *context;
	buf_init(&path, 4096);
	buf_init(&text, CONTEXTS_BYTES_MAX + 1);
	remote_contexts_file(cli, &path);
	if (path.len && !cli->doors->read_file(cli->doors->context, buf_view(&path),
					       CONTEXTS_BYTES_MAX, &text, &why)) {
		json_t *root = json_loadb(text.at, text.len, 0, NULL);
		json_object_foreach(json_object_get(root, "contexts"), name, context)
			offer_one(offer, str_from(name),
				  str_from(json_string_value(json_object_get(context, "url"))));
		json_decref(root);
	}
	buf_done(&path);
	buf_done(&text);
}

/* ---- values of options ------------------------------------------------------------------- */

static const struct {
	const char *option;
	const char *words; /* that it may be */
	const char *list;  /* of the server's, that has them; NULL: none */
} values[] = {
	{ "output", "table wide json ndjson name", NULL },
	{ "state", "waiting queued processing done failed dlq cancelled", NULL },
	{ "overlap", "queue skip replace", NULL },
	{ "misfire", "run_once skip run_all", NULL },
	{ "outcome", "fired late skipped missed", NULL },
	{ "unique", "bucket active succeeded forever", NULL },
	{ "on-duplicate", "keep replace", NULL },
	{ "profile", "default guild broadcast enterprise daily billing", NULL },
	{ "role", "viewer producer operator worker user admin", NULL },
	{ "priority", "high normal low", NULL },
	{ "dst-gap", "shift next skip", NULL },
	{ "dst-overlap", "first second both", NULL },
	{ "kind", "cron rrule interval", NULL },
	{ "color", "auto always never", NULL },
	{ "log", "debug info warn error", NULL },
	{ "type", "", "types" },
	{ "handler", "", "types" },
	{ "queue", "", "queues" },
	{ "queues", "", "queues" },
	{ "from-queues", "", "queues" },
	{ "exclude", "", "calendars" },
	{ "depends-on", "", "jobs" },
	{ "tenant", "", "tenants" },
};

static void offer_values(struct offer *offer, str option)
{
	if (str_eq(option, STR("context"))) offer_contexts(offer);
	for (size_t i = 0; i < countof(values); i++) {
		if (!str_eq(option, str_from(values[i].option))) continue;
		offer_list(offer, values[i].words);
		if (values[i].list) offer_names(offer, str_from(values[i].list));
	}
}

/* The option whose value is being typed; empty: none is. */
static str option_before(const struct offer *offer, enum verb_id verb)
{
	u32 at = offer->len;
	const struct doors *doors = offer->cli->doors;
	/* bash takes the = of --queue=x for a word. */
	if (at > 1 && str_eq(offer->words[at - 1], STR("="))) at--;
	if (at < 2 || offer->words[at - 1].len < 2) return STR("");
	str word = offer->words[at - 1];
	bool is_long = str_starts_with(word, STR("--"));
	if (word.at[0] != '-' || (!is_long && word.len != 2)) return STR("");
	for (u32 i = 0; i < OPTIONS_LEN + doors->settings_len; i++) {
		bool is_setting = i >= OPTIONS_LEN;
		const struct option *option = is_setting ? &doors->settings[i - OPTIONS_LEN]
							 : option_row((enum option_id)i);
		if (!is_setting && !option_is_for((enum option_id)i, (u64)1 << verb)) continue;
		bool is_it = is_long ? str_eq(str_from_offset(word, 2), str_from(option->name))
				     : option->letter == word.at[1];
		if (is_it && option->value) return str_from(option->name);
	}
	return STR("");
}

/* ---- words ------------------------------------------------------------------------------- */

static void offer_verbs(struct offer *offer)
{
	for (u32 id = 0; id < CMD_COUNT; id++) {
		const struct verb *verb = verb_row((enum verb_id)id);
		offer_one(offer, str_from(verb->name), str_from(verb->summary));
	}
}

static void offer_actions(struct offer *offer, enum verb_id verb)
{
	for (u32 i = 0; i < action_count(); i++) {
		const struct cli_action *action = action_row(i);
		bool is_again = false;
		for (u32 k = 0; k < i; k++) {
			is_again |= action_row(k)->verb == verb &&
				    str_eq(str_from(action_row(k)->name), str_from(action->name));
		}
		if (action->verb == verb && !is_again)
			offer_one(offer, str_from(action->name), str_from(action->summary));
	}
}

/* The action that the line names; NULL: none yet. */
static const struct cli_action *action_of(const struct offer *offer, enum verb_id verb)
{
	str name = offer->len > 1 ? action_name(verb, offer->words[1]) : STR("");
	for (u32 i = 0; i < action_count() && name.len; i++) {
		const struct cli_action *action = action_row(i);
		if (action->verb == verb && str_eq(name, str_from(action->name))) return action;
	}
	return NULL;
}

static void offer_options(struct offer *offer, enum verb_id verb)
{
	const struct doors *doors = offer->cli->doors;
	const struct cli_action *action = action_of(offer, verb);
	u32 scopes = SCOPE_COMMON | verb_row(verb)->scopes;
	char name[80] = "--";
	for (u32 i = 0; i < OPTIONS_LEN + doors->settings_len; i++) {
		bool is_setting = i >= OPTIONS_LEN;
		const struct option *option = is_setting ? &doors->settings[i - OPTIONS_LEN]
							 : option_row((enum option_id)i);
		bool is_taken = is_setting ? (option->scopes & scopes) != 0
					   : option_is_for((enum option_id)i, (u64)1 << verb);
		if (action && !is_setting && i >= FIELDS_BEGIN)
			is_taken = action_takes(action, (enum option_id)i);
		size_t len = strlen(option->name);
		if (!is_taken || len + 3 > sizeof name) continue;
		memcpy(name + 2, option->name, len + 1);
		offer_one(offer, str_from(name), str_from(option->help));
	}
}

/* The first place of a path is a document of the list before it; a word may be a type or a queue.
 */
static void offer_documents(struct offer *offer, enum verb_id verb)
{
	const struct cli_action *action = action_of(offer, verb);
	if (!action || offer->line.operands_len != 1) return;
	str path = str_from(action->path);
	str word = list_word(action->words, 0);
	if (str_find(word, '=') < word.len) word = list_word(action->words, 1);
	if (action_places(action)) {
		size_t end = str_find(path, ':');
		if (end) offer_names(offer, str_slice(path, 0, end - 1));
	} else if (word.len && !str_eq(word, STR("code")) && !str_eq(word, STR("id"))) {
		offer_values(offer, word);
	}
}

static void offer_behind(struct offer *offer, enum verb_id verb)
{
	static const struct {
		enum verb_id verb;
		const char *words;
	} rows[] = {
		{ CMD_COMPLETION, "bash zsh fish" },
		{ CMD_CONFIG, "show check" },
		{ CMD_CATALOG, "list show apply diff" },
		{ CMD_CONTEXT, "list use add remove" },
		{ CMD_IMPORT, "crontab" },
		{ CMD_API, "GET POST PUT DELETE" },
	};
	bool is_first = offer->len == 1;
	if (verb_has_actions(verb)) {
		if (is_first) offer_actions(offer, verb);
		else offer_documents(offer, verb);
		return;
	}
	if (is_first && (verb == CMD_HELP || verb == CMD_MAN)) offer_verbs(offer);
	if (verb == CMD_CONTEXT && offer->len == 2) offer_contexts(offer);
	for (size_t i = 0; i < countof(rows) && is_first; i++) {
		if (rows[i].verb == verb) offer_list(offer, rows[i].words);
	}
}

void offer_words(struct cli *cli, const str *words, u32 len)
{
	if (!len) return;
	struct offer offer = {
		.cli = cli, .words = words, .len = len - 1, .typed = words[len - 1]
	};
	if (str_eq(offer.typed, STR("="))) offer.typed = STR("");
	if (!offer.len) {
		offer_verbs(&offer);
		return;
	}
	enum verb_id verb = verb_find(words[0]);
	if (verb == CMD_COUNT) return;
	if (str_eq(words[len - 1], STR("="))) offer.len++;
	read_line(&offer, verb);
	str option = option_before(&offer, verb);
	if (option.len) offer_values(&offer, option);
	else if (str_starts_with(offer.typed, STR("-"))) offer_options(&offer, verb);
	else offer_behind(&offer, verb);
}
