/* belfry context: several servers, each under a name, in a file of the user's own. */
#include "cli/remote.h"

#include <jansson.h>

enum { NAME_BYTES_MAX = 64, FILE_NAME_MAX = 4096 };

/* The content of the file; an empty object if there is no file. */
static enum err load(struct cli *cli, str path, json_t **out_root, struct why *why)
{
	struct buf text;
	json_error_t wrong;
	buf_init(&text, CONTEXTS_BYTES_MAX + 1);
	enum err err = cli->doors->read_file(cli->doors->context, path, CONTEXTS_BYTES_MAX, &text,
					     why);
	if (err == ERR_NOT_FOUND) {
		err = ERR_OK;
		*out_root = json_pack("{s:{}}", "contexts");
	} else if (!err) {
		*out_root = json_loadb(text.at, text.len, 0, &wrong);
	}
	if (!err && !*out_root)
		err = fail(why, ERR_IO, "%.*s: line %d: %s", STR_ARG(path), wrong.line, wrong.text);
	buf_done(&text);
	return err;
}

static int add_dumped(const char *bytes, size_t len, void *context)
{
	buf_add(context, (str){ bytes, len });
	return 0;
}

static enum err save(struct cli *cli, str path, const json_t *root, struct why *why)
{
	struct buf text;
	buf_init(&text, CONTEXTS_BYTES_MAX);
	(void)json_dump_callback(root, add_dumped, &text, JSON_INDENT(2) | JSON_SORT_KEYS);
	buf_add_byte(&text, '\n');
	enum err err = buf_failed(&text)
			       ? fail(why, ERR_TOO_LONG, "more contexts than %d bytes hold",
				      CONTEXTS_BYTES_MAX)
			       : cli->doors->write_file(cli->doors->context, path, buf_view(&text),
							why);
	buf_done(&text);
	return err;
}

static void list(struct cli *cli, const json_t *root)
{
	const char *current = json_string_value(json_object_get(root, "current"));
	struct table *table = &cli->table;
	const char *name;
	json_t *context;
	table_init(table, 3);
	table_add_cell(table, STR("  CONTEXT"));
	table_add_cell(table, STR("URL"));
	table_add_cell(table, STR("TOKEN"));
	json_object_foreach(json_object_get(root, "contexts"), name, context)
	{
		bool is_current = str_eq(str_from(current), str_from(name));
		const char *url = json_string_value(json_object_get(context, "url"));
		bool has_token = json_string_length(json_object_get(context, "token")) > 0;
		if (table->rows == TABLE_ROWS_MAX) break;
		buf_addf(&table->text, "%s %s", is_current ? "*" : " ", name);
		table_close_cell(table);
		table_add_cell(table, str_from(url));
		table_add_cell(table, has_token ? STR("kept") : STR("none"));
	}
	if (table->rows > 1) table_print(table, 0, &cli->out);
	else report_note(cli, STR("there are none: belfry context add NAME --url URL"));
	table_done(table);
}

static enum err add(struct cli *cli, json_t *root, const char *name, struct why *why)
{
	json_t *contexts = json_object_get(root, "contexts");
	enum err err = remote_find(cli);
	if (err) return fail(why, err, "no context has been added");
	str url = cli->remote.url;
	str token = cli->remote.token;
	str ca_file = cli->remote.ca_file;
	if (ca_file.len && ca_file.at[0] != '/')
		return fail(why, ERR_USAGE,
			    "--ca-file of a context is used from any folder: "
			    "it begins with a slash");
	json_t *made = json_pack("{s:s%,s:s%,s:s%}", "url", url.at, url.len, "token",
				 token.at ? token.at : "", token.len, "ca_file",
				 ca_file.at ? ca_file.at : "", ca_file.len);
	if (!made || json_object_set_new(contexts, name, made))
		return fail(why, ERR_USAGE, "the address, the token or the file is not UTF-8");
	if (!json_object_get(root, "current"))
		(void)json_object_set_new(root, "current", json_string(name));
	return ERR_OK;
}

static enum err change(struct cli *cli, json_t *root, str action, const char *name, struct why *why)
{
	json_t *contexts = json_object_get(root, "contexts");
	bool exists = json_object_get(contexts, name) != NULL;
	const char *current = json_string_value(json_object_get(root, "current"));
	if (str_eq(action, STR("add"))) return add(cli, root, name, why);
	if (!exists)
		return fail(why, ERR_NOT_FOUND, "there is no context \"%s\": belfry context list",
			    name);
	if (str_eq(action, STR("use"))) {
		(void)json_object_set_new(root, "current", json_string(name));
		return ERR_OK;
	}
	bool is_current = str_eq(str_from(current), str_from(name));
	(void)json_object_del(contexts, name);
	if (is_current) (void)json_object_del(root, "current");
	return ERR_OK;
}

static bool is_name(str name)
{
	if (!name.len || name.len > NAME_BYTES_MAX) return false;
	for (size_t i = 0; i < name.len; i++) {
		char c = ascii_lower(name.at[i]);
		bool plain = (c >= 'a' && c <= 'z') || ascii_is_digit(c) || c == '-' || c == '_' ||
			     c == '.';
		if (!plain) return false;
	}
	return true;
}

static enum err check_words(const struct arguments *arguments, struct why *why)
{
	static const char *const actions[] = { "add", "use", "remove" };
	u32 len = arguments->operands_len;
	str action = len ? arguments->operands[0] : STR("list");
	if (len <= 1 && str_eq(action, STR("list"))) return ERR_OK;
	if (str_eq(action, STR("list")))
		return fail(why, ERR_USAGE, "list takes no arguments, got \"%.*s\"",
			    STR_ARG(arguments->operands[1]));
	for (size_t i = 0; i < countof(actions); i++) {
		if (!str_eq(action, str_from(actions[i]))) continue;
		if (len > 2)
			return fail(why, ERR_USAGE, "%s takes one NAME, got also \"%.*s\"",
				    actions[i], STR_ARG(arguments->operands[2]));
		if (len != 2) return fail(why, ERR_USAGE, "%s NAME is expected", actions[i]);
		if (!is_name(arguments->operands[1]))
			return fail(why, ERR_USAGE, "a name has 1 to %d letters, digits, - _ and .",
				    NAME_BYTES_MAX);
		return ERR_OK;
	}
	return fail(why, ERR_USAGE, "there is no \"%.*s\"; there are list, use, add and remove",
		    STR_ARG(action));
}

static enum err run(struct cli *cli, const struct arguments *arguments, str path, struct why *why)
{
	json_t *root = NULL;
	char name[NAME_BYTES_MAX + 1] = "";
	enum err err = load(cli, path, &root, why);
	if (err) return err;
	if (arguments->operands_len < 2) {
		list(cli, root);
	} else {
		memcpy(name, arguments->operands[1].at, arguments->operands[1].len);
		err = change(cli, root, arguments->operands[0], name, why);
		if (!err) err = save(cli, path, root, why);
	}
	json_decref(root);
	return err;
}

enum err cmd_context(struct cli *cli, const struct arguments *arguments)
{
	struct buf path;
	struct why why;
	enum err err = check_words(arguments, &why);
	if (err) return report_usage(cli, &why);
	buf_init(&path, FILE_NAME_MAX);
	remote_contexts_file(cli, &path);
	if (!path.len) err = fail(&why, ERR_IO, "there is no home folder to keep contexts in");
	if (!err) err = run(cli, arguments, buf_view(&path), &why);
	buf_done(&path);
	return err ? report(cli, &why) : ERR_OK;
}
