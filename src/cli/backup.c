/* belfry backup: a copy of the store while it runs. */
#include "cli/verb.h"

static void note_damage(struct cli *cli, u64 damaged)
{
	struct buf text;
	buf_init(&text, 400);
	buf_addf(&text,
		 "%llu rows of the store do not match their checksums and are in the "
		 "backup as they are: belfry doctor names them, belfry restore needs "
		 "--force for this backup",
		 (unsigned long long)damaged);
	report_note(cli, buf_view(&text));
	buf_done(&text);
}

enum err cmd_backup(struct cli *cli, const struct arguments *arguments)
{
	struct why why;
	u64 damaged = 0;
	if (arguments->operands_len != 1) {
		(void)fail(&why, ERR_USAGE,
			   "expected one argument: the backup file to create; it must not exist");
		return report_usage(cli, &why);
	}
	str file = arguments->operands[0];
	enum err err = cli->doors->backup(cli->doors->context, file, &damaged, &why);
	if (err) return report(cli, &why);
	report_note(cli, STR("backup written and verified; to go back to it: belfry restore FILE"));
	if (damaged) note_damage(cli, damaged);
	return ERR_OK;
}
