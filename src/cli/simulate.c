/* belfry simulate: what would run when, what would be held back, and why? */
#include "calendar/duration.h"
#include "cli/file.h"

static enum err read_wish(const struct arguments *arguments, struct simulation *wish,
			  struct why *why)
{
	str seed = arguments_value(arguments, OPTION_SEED, STR(""));
	str until = arguments_value(arguments, OPTION_UNTIL, STR(""));
	if (arguments->operands_len != 1)
		return fail(why, ERR_USAGE, "one file with a story is expected");
	wish->file = arguments->operands[0];
	wish->json = arguments_have(arguments, OPTION_JSON);
	wish->quiet = arguments_have(arguments, OPTION_QUIET);
	wish->only = arguments_value(arguments, OPTION_ONLY, STR(""));
	wish->has_seed = arguments_have(arguments, OPTION_SEED);
	if (wish->has_seed && !str_to_u64(seed, UINT64_MAX, &wish->seed))
		return fail(why, ERR_USAGE, "--seed must be a whole number, got \"%.*s\"",
			    STR_ARG(seed));
	if (!arguments_have(arguments, OPTION_UNTIL)) return ERR_OK;
	if (duration_parse(until, &wish->until, NULL) || wish->until == 0)
		return fail(why, ERR_USAGE,
			    "--until must be a span such as 90s, 10m or 2h, got \"%.*s\"",
			    STR_ARG(until));
	return ERR_OK;
}

/* A story that went otherwise than it expects has failed, like anything that could not be done. */
static enum err report_unmet(struct cli *cli, u32 unmet)
{
	struct why why;
	(void)fail(&why, ERR_UNMET, "%u expectation%s not met", unmet, unmet == 1 ? "" : "s");
	return report(cli, &why);
}

enum err cmd_simulate(struct cli *cli, const struct arguments *arguments)
{
	struct simulation wish = { .json = false };
	struct buf text;
	struct why why;
	u32 unmet = 0;
	enum err err = read_wish(arguments, &wish, &why);
	if (err) return report_usage(cli, &why);
	buf_init(&text, CLI_TEXT_BYTES_MAX);
	err = cli_read_text(cli, wish.file, &text, &why);
	wish.text = buf_view(&text);
	if (!err) err = cli->doors->simulate(cli->doors->context, &wish, &cli->out, &unmet, &why);
	buf_done(&text);
	if (err) return report(cli, &why);
	return unmet ? report_unmet(cli, unmet) : ERR_OK;
}
