/* The facts of things.def, by kind. */
#include "base/must.h"
#include "model/rows.h"

str thing_kind_name(enum thing_kind kind)
{
	static const str names[THING_KINDS] = {
#define X(name, word, most, sentence) [THING_##name] = { word, sizeof word - 1 },
		THINGS(X)
#undef X
	};
	must(kind < THING_KINDS);
	return names[kind];
}

u32 thing_most(enum thing_kind kind)
{
	static const u32 most_of[THING_KINDS] = {
#define X(name, word, most, sentence) [THING_##name] = most,
		THINGS(X)
#undef X
	};
	must(kind < THING_KINDS);
	return most_of[kind];
}
