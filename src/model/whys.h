/* The kinds of reasons why a run does not run. */
#ifndef BELFRY_MODEL_WHYS_H
#define BELFRY_MODEL_WHYS_H

#include "base/str.h"
#include "model/whys.def"

enum why_kind {
#define X(name, word, sentence) WHY_##name,
	WHYS(X)
#undef X
		WHY_KINDS
};

str why_word(enum why_kind kind);
str why_sentence(enum why_kind kind);

#endif
