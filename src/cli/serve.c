/* `belfry serve`: the settings are the command. */
#include "cli/verb.h"

enum err cmd_serve(struct cli *cli, const struct arguments *arguments)
{
	struct why why;
	if (arguments->operands_len) {
		(void)fail(&why, ERR_USAGE, "takes no arguments, only options");
		return report_usage(cli, &why);
	}
	enum err err = cli->doors->serve(cli->doors->context, &why);
	return err ? report(cli, &why) : ERR_OK;
}
