#include "base/must.h"

#include <stdlib.h>

static must_hook *last_word;

void must_set_hook(must_hook *hook)
{
	last_word = hook;
}

void must_fail(const char *condition, const char *file, int line)
{
	if (last_word) last_word(condition, file, line);
	abort();
}
