/* belfry restore: a backup in the place of the store. */
#include "cli/progress.h"
#include "cli/verb.h"

enum { PATH_BYTES = 4400 };

static void show_progress(void *context, const char *what, u64 done, u64 all)
{
	progress_show_rows(context, "checking the backup", what, done, all);
}

static void restored_init(struct restored *restored)
{
	*restored = (struct restored){ 0 };
	buf_init(&restored->place, PATH_BYTES);
	buf_init(&restored->kept, PATH_BYTES);
	buf_init(&restored->kept_store, PATH_BYTES);
	buf_init(&restored->kept_key, PATH_BYTES);
}

static void restored_done(struct restored *restored)
{
	buf_done(&restored->place);
	buf_done(&restored->kept);
	buf_done(&restored->kept_store);
	buf_done(&restored->kept_key);
}

static void tell_found(struct buf *out, const struct restore_wish *wish,
		       const struct restored *restored)
{
	buf_addf(out, "restored %.*s: %llu rows", STR_ARG(wish->file),
		 (unsigned long long)restored->rows);
	if (restored->damaged)
		buf_addf(out, ", %llu of them damaged (belfry doctor names them)",
			 (unsigned long long)restored->damaged);
	else buf_add(out, STR(", all match their checksums"));
	if (restored->version_before != restored->version)
		buf_addf(out, "; brought from version %u to %u", restored->version_before,
			 restored->version);
	buf_add_byte(out, '\n');
	if (restored->secrets_lost)
		buf_addf(out,
			 "%u of %u secrets cannot be opened with the key: set them anew (belfry "
			 "secret set)\n",
			 restored->secrets_lost, restored->secrets);
}

static void tell_kept(struct buf *out, const struct restored *restored)
{
	str place = buf_view(&restored->place);
	if (restored->kept_key.len)
		buf_addf(out, "the replaced key is kept as %.*s\n",
			 STR_ARG(buf_view(&restored->kept_key)));
	if (restored->discarded)
		buf_addf(out, "removed replaced stores: %u\n", restored->discarded);
	else if (restored->kept.len)
		buf_addf(out,
			 "the replaced store is kept in %.*s\n"
			 "  to go back to it: belfry restore %.*s %.*s\n"
			 "  to remove it:     belfry restore --discard-replaced %.*s\n",
			 STR_ARG(buf_view(&restored->kept)),
			 STR_ARG(buf_view(&restored->kept_store)), STR_ARG(place), STR_ARG(place));
}

static void tell(struct buf *out, const struct restore_wish *wish, const struct restored *restored)
{
	if (wish->file.len) tell_found(out, wish, restored);
	tell_kept(out, restored);
	if (wish->file.len)
		buf_addf(out, "start the server: belfry serve %.*s\n",
			 STR_ARG(buf_view(&restored->place)));
	else if (!restored->discarded) buf_add(out, STR("there is no replaced store\n"));
}

enum err cmd_restore(struct cli *cli, const struct arguments *arguments)
{
	struct restore_wish wish = { .key = arguments_value(arguments, OPTION_RESTORE_KEY, STR("")),
				     .forces = arguments_have(arguments, OPTION_FORCE),
				     .discards = arguments_have(arguments, OPTION_DISCARD) };
	struct restored restored;
	struct why why;
	u32 len = arguments->operands_len;
	if (len == 1) wish.file = arguments->operands[0];
	if (len > 1 || (!len && !wish.discards)) {
		(void)fail(&why, ERR_USAGE, "expected one argument: the backup file to restore");
		return report_usage(cli, &why);
	}
	restored_init(&restored);
	enum err err = cli->doors->restore(cli->doors->context, &wish, show_progress, cli,
					   &restored, &why);
	progress_end(cli);
	if (!err) tell(&cli->out.text, &wish, &restored);
	restored_done(&restored);
	return err ? report(cli, &why) : ERR_OK;
}
