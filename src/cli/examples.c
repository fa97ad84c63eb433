#include "cli/examples.h"

#include "base/must.h"
#include "cli/examples.def"

static const struct cli_example rows[] = {
#define X(verb, line, text) { CMD_##verb, line, text },
	EXAMPLES(X)
#undef X
};

u32 example_count(void)
{
	return countof(rows);
}

const struct cli_example *example_row(u32 i)
{
	must(i < countof(rows));
	return &rows[i];
}

bool verb_has_examples(enum verb_id verb)
{
	for (u32 i = 0; i < countof(rows); i++) {
		if (rows[i].verb == verb) return true;
	}
	return false;
}
