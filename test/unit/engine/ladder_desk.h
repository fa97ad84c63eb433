/* A desk for ladders. */
#ifndef BELFRY_TEST_UNIT_ENGINE_LADDER_DESK_H
#define BELFRY_TEST_UNIT_ENGINE_LADDER_DESK_H

#include "model/ladder.h"

#include "engine/desk.h"

static const msec day_before_and_at_it[] = { 0, -MSEC_HOUR, -24 * MSEC_HOUR };
static const struct enqueue_item a_reminder = { .type = { "remind", 6 },
						.payload = { "{\"id\":42}", 9 } };

static inline struct command a_ladder(msec anchor)
{
	return (struct command){ .kind = COMMAND_LADDER,
				 .tenant = STR("acme"),
				 .ladder = { .entity = STR("event:42"),
					     .anchor = anchor,
					     .offsets = day_before_and_at_it,
					     .len = 3,
					     .rung = &a_reminder } };
}

static inline struct command a_move(msec anchor)
{
	return (struct command){ .kind = COMMAND_LADDER_MOVE,
				 .tenant = STR("acme"),
				 .ladder = { .entity = STR("event:42"), .anchor = anchor } };
}

static inline struct command a_stop(void)
{
	return (struct command){ .kind = COMMAND_LADDER_STOP,
				 .tenant = STR("acme"),
				 .ladder = { .entity = STR("event:42"), .reason = STR("done") } };
}

static inline const struct ladder_row *ladder_row_of(const struct desk *desk, str user, str name)
{
	struct digest key = ladder_digest((tenant_no){ 1 }, STR("event:42"), user, name);
	const struct ladder_row *row = memory_store_find_ladder(desk->store, &key);
	assert_non_null(row);
	return row;
}

static inline const struct run_row *run_of_rung(const struct desk *desk,
						const struct ladder_row *row, u32 index,
						enum run_state state)
{
	struct rung rung = ladder_rung(row, index);
	struct memory_run_seen seen;
	assert_true(memory_store_find_run(desk->store, &rung.run, &seen));
	assert_int_equal(state, seen.state);
	return seen.row;
}

static inline void count_run(void *context, const struct memory_run_seen *seen)
{
	(void)seen;
	++*(u32 *)context;
}

static inline u32 runs_in(const struct desk *desk)
{
	u32 count = 0;
	memory_store_each_run(desk->store, count_run, &count);
	return count;
}

#endif
