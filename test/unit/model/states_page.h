/* doc/states.md, made from the rows of states.def. */
#ifndef BELFRY_TEST_UNIT_MODEL_STATES_PAGE_H
#define BELFRY_TEST_UNIT_MODEL_STATES_PAGE_H

#include "base/buf.h"
#include "model/state.h"

/* In a picture a colon would end the label. */
static inline void states_page_arrow(struct buf *out, enum run_state from, enum run_state to,
				     str cause)
{
	buf_addf(out, "    %.*s --> %.*s: ", STR_ARG(run_state_name(from)),
		 STR_ARG(run_state_name(to)));
	for (size_t i = 0; i < cause.len; i++)
		buf_add_byte(out, cause.at[i] == ':' ? ',' : cause.at[i]);
	buf_add_byte(out, '\n');
}

static inline void states_page_picture(struct buf *out)
{
	buf_add(out, STR("```mermaid\nstateDiagram-v2\n"));
	buf_add(out, STR("    [*] --> waiting: enqueued, waits for others\n"));
	buf_add(out, STR("    [*] --> queued: enqueued\n"));
#define X(from, to, cause) states_page_arrow(out, RUN_##from, RUN_##to, STR(cause));
	STATE_MOVES(X)
#undef X
	buf_add(out, STR("    done --> [*]\n    cancelled --> [*]\n```\n"));
}

static inline void states_page_write(struct buf *out)
{
	buf_add(out, STR("# The life of a run\n\n"));
	buf_add(out, STR("Made from `src/model/states.def`; `test_state` fails when this page is "
			 "older than that table,\nand writes it anew when it is run with "
			 "`WRITE_PAGES=1`.\n\n"));
	states_page_picture(out);
	buf_add(out, STR("\n## States\n\n| state | status of a task | finished | meaning |\n"
			 "|---|---|---|---|\n"));
#define X(name, word, status, sentence)                          \
	buf_addf(out, "| `%s` | %s | %s | %s |\n", word, status, \
		 run_state_is_final(RUN_##name) ? "yes" : "no", sentence);
	STATES(X)
#undef X
	buf_add(out, STR("\n`failed` and `dlq` are the dead letters: finished until a person or an "
			 "API call retries or discards them.\n"));
	buf_add(out, STR("\n## Moves\n\nThere are no others: to ask for one is a bug, and the "
			 "reference store stops there.\n\n"));
	buf_add(out, STR("| from | to | when |\n|---|---|---|\n"));
#define X(from, to, cause)                                                               \
	buf_addf(out, "| `%.*s` | `%.*s` | %s |\n", STR_ARG(run_state_name(RUN_##from)), \
		 STR_ARG(run_state_name(RUN_##to)), cause);
	STATE_MOVES(X)
#undef X
	buf_add(out, STR("\nA run is kept as `queued` while it is processing: what makes it "
			 "`processing` is its open execution.\n"));
}

#endif
