#include "cli/file.h"

enum err cli_read_input(struct cli *cli, size_t most, struct buf *out, struct why *why)
{
	const struct doors *doors = cli->doors;
	char room[16 << 10];
	size_t len;
	for (;;) {
		enum err err = doors->read(doors->context, room, sizeof room, &len, why);
		if (err || len == 0) return err;
		if (out->len + len > most)
			return fail(why, ERR_TOO_LONG, "standard input: longer than %zu bytes",
				    most);
		buf_add(out, (str){ room, len });
	}
}

enum err cli_read_text(struct cli *cli, str file, struct buf *text, struct why *why)
{
	const struct doors *doors = cli->doors;
	enum err err = str_eq(file, STR("-")) ? cli_read_input(cli, CLI_TEXT_BYTES_MAX, text, why)
					      : doors->read_file(doors->context, file,
								 CLI_TEXT_BYTES_MAX, text, why);
	if (!err && buf_failed(text)) return fail(why, ERR_MEMORY, "no memory for the text");
	return err;
}
