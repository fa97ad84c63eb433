/* Text for a command: a file, or standard input. */
#ifndef BELFRY_CLI_FILE_H
#define BELFRY_CLI_FILE_H

#include "cli/verb.h"

enum { CLI_TEXT_BYTES_MAX = 8 << 20 };

/* All of standard input, at most so many bytes. */
MUST_USE enum err cli_read_input(struct cli *cli, size_t most, struct buf *out, struct why *why);
/* All of `file` ("-": standard input), at most CLI_TEXT_BYTES_MAX. */
MUST_USE enum err cli_read_text(struct cli *cli, str file, struct buf *text, struct why *why);

#endif
