/* The life of a run: its states, the moves between them, how an attempt ends. */
#ifndef BELFRY_MODEL_STATE_H
#define BELFRY_MODEL_STATE_H

#include "base/str.h"
#include "base/types.h"
#include "model/states.def"

enum run_state {
#define X(name, word, status, sentence) RUN_##name,
	STATES(X)
#undef X
		RUN_STATE_COUNT
};

str run_state_name(enum run_state state);
MUST_USE bool run_state_parse(str name, enum run_state *out_state);
/* The word that tasks and jobs show as their `status`. */
str run_state_status(enum run_state state);

/* Whether `from` may become `to`, by the table of moves. */
bool run_state_may_become(enum run_state from, enum run_state to);

static inline bool run_state_is_final(enum run_state state)
{
	return state >= RUN_DONE;
}

/* The states of dead letters, as bits. */
#define RUN_STATES_DEAD (1u << RUN_FAILED | 1u << RUN_DLQ)

/* Failed and dlq: what a person may retry or discard. */
static inline bool run_state_is_dead_letter(enum run_state state)
{
	return state == RUN_FAILED || state == RUN_DLQ;
}

/* How an execution ended; OPEN while it runs. */
enum outcome {
	OUTCOME_OPEN,
	OUTCOME_SUCCESS,
	OUTCOME_NOOP,
	OUTCOME_RETRY,
	OUTCOME_FAIL,
	OUTCOME_DEFER,
	OUTCOME_STALLED,   /* its lease ran out without a word */
	OUTCOME_TIMEOUT,   /* its hard end came */
	OUTCOME_CANCELLED, /* the run was cancelled under it */
	OUTCOME_RELEASED,  /* given back before it began; costs no attempt */
	OUTCOME_CUTOFF,    /* the cutoff of its daily window came under it */
	OUTCOME_COUNT
};

str outcome_name(enum outcome outcome);
/* The five that a worker may report. */
MUST_USE bool outcome_parse_reported(str name, enum outcome *out_outcome);

#endif
