#include "model/whys.h"

#include "base/must.h"

static const struct {
	str word;
	str sentence;
	str help;
} rows[WHY_KINDS] = {
#define X(name, word, sentence, help) { STR(word), STR(sentence), STR(help) },
	WHYS(X)
#undef X
};

static const struct {
	str sentence;
	str help;
} ends[RUN_STATE_COUNT] = {
#define X(state, sentence, help) [RUN_##state] = { STR(sentence), STR(help) },
	WHY_ENDS(X)
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

str why_help(enum why_kind kind)
{
	must(kind < WHY_KINDS);
	return rows[kind].help;
}

str why_end_sentence(enum run_state state)
{
	must(run_state_is_final(state));
	return ends[state].sentence;
}

str why_end_help(enum run_state state)
{
	must(run_state_is_final(state));
	return ends[state].help;
}
