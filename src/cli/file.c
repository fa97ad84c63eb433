#include "cli/file.h"

static enum err read_standard_input(struct cli *cli, struct buf *text, struct why *why)
{
	const struct doors *doors = cli->doors;
	char room[16 << 10];
	size_t len;
	for (;;) {
		enum err err = doors->read(doors->context, room, sizeof room, &len, why);
		if (err || len == 0) return err;
		if (text->len + len > CLI_TEXT_BYTES_MAX)
			return fail(why, ERR_TOO_LONG, "standard input: longer than %d bytes",
				    CLI_TEXT_BYTES_MAX);
		buf_add(text, (str){ room, len });
	}
}

enum err cli_read_text(struct cli *cli, str file, struct buf *text, struct why *why)
{
	const struct doors *doors = cli->doors;
	enum err err = str_eq(file, STR("-")) ? read_standard_input(cli, text, why)
					      : doors->read_file(doors->context, file,
								 CLI_TEXT_BYTES_MAX, text, why);
	if (!err && buf_failed(text)) return fail(why, ERR_MEMORY, "no memory for the text");
	return err;
}
