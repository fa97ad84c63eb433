/* belfry api: any call, for what has no command of its own. */
#include "cli/body.h"
#include "cli/remote.h"

static enum err check_words(const struct arguments *arguments, struct why *why)
{
	static const char *const methods[] = { "GET", "POST", "PUT", "DELETE" };
	if (arguments->operands_len < 2 || arguments->operands_len > 3)
		return fail(why, ERR_USAGE,
			    "a method and a path are expected: belfry api GET jobs");
	for (size_t i = 0; i < countof(methods); i++) {
		if (str_eq(arguments->operands[0], str_from(methods[i]))) return ERR_OK;
	}
	return fail(why, ERR_USAGE, "\"%.*s\" is not a method; use GET, POST, PUT or DELETE",
		    STR_ARG(arguments->operands[0]));
}

enum err cmd_api(struct cli *cli, const struct arguments *arguments)
{
	struct buf body;
	struct why why;
	str answer;
	enum err err = check_words(arguments, &why);
	if (err) return report_usage(cli, &why);
	buf_init(&body, REMOTE_BODY_MAX);
	if (arguments->operands_len == 3) err = body_text(cli, arguments->operands[2], &body, &why);
	if (err) {
		(void)report(cli, &why);
	} else {
		const struct remote_call call = { arguments->operands[0], arguments->operands[1],
						  buf_view(&body), 0 };
		err = remote_send(cli, &call, &answer);
	}
	if (!err) {
		buf_add(&cli->out.text, answer);
		if (answer.len && answer.at[answer.len - 1] != '\n')
			buf_add_byte(&cli->out.text, '\n');
	}
	buf_done(&body);
	return err;
}
