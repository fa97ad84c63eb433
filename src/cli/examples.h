/* Command lines that show how a command is used (examples.def). */
#ifndef BELFRY_CLI_EXAMPLES_H
#define BELFRY_CLI_EXAMPLES_H

#include "cli/options.h"

struct cli_example {
	enum verb_id verb;
	const char *line;
	const char *text; /* what it does */
};

u32 example_count(void);
const struct cli_example *example_row(u32 i);
bool verb_has_examples(enum verb_id verb);

#endif
