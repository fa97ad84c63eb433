/* belfry backup: a copy of the store while it runs. */
#include "cli/verb.h"

enum err cmd_backup(struct cli *cli, const struct arguments *arguments)
{
	struct why why;
	if (arguments->operands_len != 1) {
		(void)fail(&why, ERR_USAGE, "one file is expected, which is not there yet");
		return report_usage(cli, &why);
	}
	enum err err = cli->doors->backup(cli->doors->context, arguments->operands[0], &why);
	if (err) return report(cli, &why);
	report_note(cli, STR("copied and looked over"));
	return ERR_OK;
}
