#include "model/whys.h"

#include "base/must.h"

static const struct {
	str word;
	str sentence;
} rows[WHY_KINDS] = {
#define X(name, word, sentence) { STR(word), STR(sentence) },
	WHYS(X)
#undef X
};

str why_word(enum why_kind kind)
{
	must(kind < WHY_KINDS);
	return rows[kind].word;
}

str why_sentence(enum why_kind kind)
{
	must(kind < WHY_KINDS);
	return rows[kind].sentence;
}
