/* From words to a command and back to an exit code. */
#include "cli/cli.h"

#include "base/must.h"
#include "cli/help.h"
#include "cli/verb.h"

#define X(code, name, meaning) EXIT_CODE_##name = (code),
enum { EXITS(X) };
#undef X

/* Hands the settings among the options to their owner, and takes note of colours. */
static enum err apply_settings(struct cli *cli, const struct arguments *arguments)
{
	const struct doors *doors = cli->doors;
	for (u32 i = 0; i < arguments->given_len; i++) {
		const struct given_option *given = &arguments->given[i];
		struct why why;
		if (given->option < OPTIONS_LEN) continue;
		enum err err = doors->set(doors->context, given->option - OPTIONS_LEN, given->value,
					  &why);
		if (err) return report_usage(cli, &why);
	}
	bool allowed = !arguments_have(arguments, OPTION_NO_COLOR);
	cli->out.color = allowed && doors->use_color(doors->context, STREAM_OUT);
	cli->err.color = allowed && doors->use_color(doors->context, STREAM_ERR);
	return ERR_OK;
}

/* The words without the command's own. */
struct typed_words {
	const char *at[GIVEN_MAX * 2 + OPERANDS_MAX];
	u32 len;
};

static enum err run_command(struct cli *cli, enum verb_id id, const struct typed_words *words)
{
	struct arguments arguments;
	struct why why;
	cli->command = verb_row(id);
	const struct option_set set = { (u64)1 << id, cli->doors->settings,
					cli->doors->settings_len,
					SCOPE_COMMON | cli->command->scopes };
	enum err err = options_parse(&set, words->at, words->len, &arguments, &why);
	if (err) return report_usage(cli, &why);
	err = cli->doors->begin(cli->doors->context, set.scopes, &why);
	if (err) return report_usage(cli, &why);
	cli->arguments = &arguments;
	err = apply_settings(cli, &arguments);
	if (err) return err;
	if (arguments_have(&arguments, OPTION_HELP)) {
		if (!arguments.operands_len || !help_action(cli, id, arguments.operands[0]))
			help_command(cli, id);
		return ERR_OK;
	}
	err = cli->doors->settle(cli->doors->context, set.scopes, &why);
	if (err) return report(cli, &why);
	return cli->command->function(cli, &arguments);
}

/* `belfry --version` and `belfry --help` are the commands of that name. */
static enum verb_id verb_of_first_option(const char *const *words, u32 words_len)
{
	str first = words_len ? str_from(words[0]) : STR("");
	if (str_eq(first, STR("--version")) || str_eq(first, STR("-V"))) return CMD_VERSION;
	if (str_eq(first, STR("--help")) || str_eq(first, STR("-h"))) return CMD_HELP;
	return CMD_COUNT;
}

static enum err dispatch(struct cli *cli, const char *const *words, u32 words_len)
{
	struct typed_words rest = { .len = 0 };
	struct why why;
	u32 index = 0;
	const struct option_set common = { 0, cli->doors->settings, cli->doors->settings_len,
					   SCOPE_COMMON };
	enum verb_id id = verb_of_first_option(words, words_len);
	if (id == CMD_COUNT) {
		enum err err = options_find_command(&common, words, words_len, &index, &why);
		if (err) return report_usage(cli, &why);
		if (index == words_len) return help_usage(cli);
		id = verb_find(str_from(words[index]));
		if (id == CMD_COUNT) return report_no_command(cli, str_from(words[index]));
	}
	if (words_len > countof(rest.at)) {
		(void)fail(&why, ERR_USAGE, "more than %zu words", countof(rest.at));
		return report_usage(cli, &why);
	}
	for (u32 i = 0; i < words_len; i++) {
		if (i != index) rest.at[rest.len++] = words[i];
	}
	return run_command(cli, id, &rest);
}

/* Answers that did not arrive make the command fail, whatever it thought of itself. */
static int close_outputs(struct cli *cli, enum err err)
{
	int code = err_exit_code(err);
	bool told = output_flush(&cli->out);
	if (!told && cli->out.result == WRITE_FAILED) {
		(void)report(cli, &cli->out.why);
		code = EXIT_CODE_FAILED;
	}
	if (cli->run_failed && code == EXIT_CODE_OK) code = EXIT_CODE_RUN_FAILED;
	if (!output_flush(&cli->err) && code == EXIT_CODE_OK) code = EXIT_CODE_FAILED;
	return code;
}

int cli_run(const struct doors *doors, const char *const *words, u32 words_len)
{
	struct cli cli = { .doors = doors };
	struct why why;
	output_init(&cli.out, doors, STREAM_OUT);
	output_init(&cli.err, doors, STREAM_ERR);
	cli.err.color = doors->use_color(doors->context, STREAM_ERR);
	enum err err = zones_new(doors->zone_source, &cli.zones);
	if (err) {
		(void)fail(&why, err, "no memory for the time zones");
		(void)report(&cli, &why);
	} else {
		err = dispatch(&cli, words, words_len);
	}
	int code = close_outputs(&cli, err);
	zones_free(cli.zones);
	output_done(&cli.out);
	output_done(&cli.err);
	if (cli.remote.is_known) arena_done(&cli.remote.arena);
	return code;
}
