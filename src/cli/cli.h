/* The command line: words in, an exit code out. Everything it touches comes through the doors. */
#ifndef BELFRY_CLI_CLI_H
#define BELFRY_CLI_CLI_H

#include "cli/doors.h"

/* Runs the command that `words` (without the program's name) name and returns the exit code: the
 * EXITS of commands.def. */
int cli_run(const struct doors *doors, const char *const *words, u32 words_len);

#endif
