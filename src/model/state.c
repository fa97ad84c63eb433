/* The tables of states.def, made into look-ups. */
#include "model/state.h"

#include "base/must.h"

#define X(name, word, old, sentence) \
	_Static_assert(RUN_##name == STATE_NUMBER_##name, "a state's number stands in databases");
STATES(X)
#undef X

_Static_assert(RUN_STATE_COUNT <= 32, "a set of states is a u32 with one bit for each");

static const struct {
	str name;
	str status;
} states[RUN_STATE_COUNT] = {
#define X(name, word, status, sentence) [RUN_##name] = { STR(word), STR(status) },
	STATES(X)
#undef X
};

static const bool moves[RUN_STATE_COUNT][RUN_STATE_COUNT] = {
#define X(from, to, cause) [RUN_##from][RUN_##to] = true,
	STATE_MOVES(X)
#undef X
};

static const struct {
	str name;
	bool is_reported;
} outcomes[OUTCOME_COUNT] = {
	[OUTCOME_OPEN] = { STR("open"), false },
	[OUTCOME_SUCCESS] = { STR("success"), true },
	[OUTCOME_NOOP] = { STR("noop"), true },
	[OUTCOME_RETRY] = { STR("retry"), true },
	[OUTCOME_FAIL] = { STR("fail"), true },
	[OUTCOME_DEFER] = { STR("defer"), true },
	[OUTCOME_STALLED] = { STR("stalled"), false },
	[OUTCOME_TIMEOUT] = { STR("timeout"), false },
	[OUTCOME_CANCELLED] = { STR("cancelled"), false },
	[OUTCOME_CUTOFF] = { STR("cutoff"), false },
	[OUTCOME_RELEASED] = { STR("released"), false },
};

str run_state_name(enum run_state state)
{
	must(state < RUN_STATE_COUNT);
	return states[state].name;
}

bool run_state_parse(str name, enum run_state *out_state)
{
	for (u32 i = 0; i < RUN_STATE_COUNT; i++) {
		if (!str_eq(name, states[i].name)) continue;
		*out_state = (enum run_state)i;
		return true;
	}
	return false;
}

str run_state_status(enum run_state state)
{
	must(state < RUN_STATE_COUNT);
	return states[state].status;
}

bool run_state_may_become(enum run_state from, enum run_state to)
{
	must(from < RUN_STATE_COUNT);
	must(to < RUN_STATE_COUNT);
	return moves[from][to];
}

str outcome_name(enum outcome outcome)
{
	must(outcome < OUTCOME_COUNT);
	return outcomes[outcome].name;
}

bool outcome_parse_reported(str name, enum outcome *out_outcome)
{
	for (u32 i = 0; i < OUTCOME_COUNT; i++) {
		if (!outcomes[i].is_reported || !str_eq(name, outcomes[i].name)) continue;
		*out_outcome = (enum outcome)i;
		return true;
	}
	return false;
}
