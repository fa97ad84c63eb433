#include "cli/progress.h"

enum { BAR_COLUMNS = 24, TEXT_COLUMNS_MIN = 10 };

void progress_add_bar(u32 percent, u32 columns, struct buf *out)
{
	for (u32 i = 0; i < columns; i++)
		buf_add(out, (u64)i * 100 < (u64)percent * columns ? STR("\u2588") : STR("\u2591"));
}

bool progress_is_shown(const struct cli *cli)
{
	u32 columns = cli->doors->columns(cli->doors->context, STREAM_ERR);
	return columns >= TEXT_COLUMNS_MIN && !arguments_have(cli->arguments, OPTION_QUIET);
}

void progress_show(struct cli *cli, u32 percent, str text)
{
	struct output *out = &cli->err;
	u32 columns = cli->doors->columns(cli->doors->context, STREAM_ERR);
	if (!progress_is_shown(cli)) return;
	buf_add_byte(&out->text, '\r');
	if (percent <= 100 && columns > BAR_COLUMNS + TEXT_COLUMNS_MIN) {
		progress_add_bar(percent, BAR_COLUMNS, &out->text);
		buf_addf(&out->text, " %3u%%  ", percent);
		columns -= BAR_COLUMNS + 7;
	}
	/* A line that is too long would go on in the next one, which is not wiped. */
	size_t len = text.len < columns - 1 ? text.len : columns - 1;
	while (len && len < text.len && ((unsigned char)text.at[len] & 0xc0) == 0x80) len--;
	output_safe(out, str_slice(text, 0, len));
	buf_add(&out->text, STR("\x1b[K"));
	(void)output_flush(out);
	cli->has_progress = true;
}

void progress_show_rows(struct cli *cli, const char *doing, const char *what, u64 done, u64 all)
{
	struct buf text;
	buf_init(&text, 200);
	buf_addf(&text, "%s: %s", doing, what);
	if (all)
		buf_addf(&text, ", %llu of %llu rows", (unsigned long long)done,
			 (unsigned long long)all);
	progress_show(cli, all ? (u32)(done * 100 / all) : PROGRESS_UNKNOWN, buf_view(&text));
	buf_done(&text);
}

void progress_end(struct cli *cli)
{
	if (!cli->has_progress) return;
	buf_add(&cli->err.text, STR("\r\x1b[K"));
	/* Before anything that is written to `out`, which may be the same terminal. */
	(void)output_flush(&cli->err);
	cli->has_progress = false;
}
