/* The kinds of reasons why a run does not run. */
#ifndef BELFRY_MODEL_WHYS_H
#define BELFRY_MODEL_WHYS_H

#include "base/str.h"
#include "model/state.h"
#include "model/whys.def"

enum why_kind {
#define X(name, word, sentence, help) WHY_##name,
	WHYS(X)
#undef X
		WHY_KINDS
};

str why_word(enum why_kind kind);
str why_sentence(enum why_kind kind);
/* The remedy; empty: nothing but time. */
str why_help(enum why_kind kind);
/* The same of a run that has ended. */
str why_end_sentence(enum run_state state);
str why_end_help(enum run_state state);

#endif
