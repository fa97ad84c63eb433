/* Tasks that wait for other runs, as the other files of engine/ know them; parts.h brings it along.
 *
 * A follower is a task that was asked for with `after`; its predecessors are the runs it names. The
 * follower's run is not in memory while it waits: only what it waits for is. */
#ifndef BELFRY_ENGINE_TOGETHER_AFTER_PARTS_H
#define BELFRY_ENGINE_TOGETHER_AFTER_PARTS_H

#include "base/list.h"
#include "base/map.h"
#include "engine/core/timer.h"
#include "engine/memory/pool.h"
#include "model/turn.h"

struct engine;
struct engine_run;
struct follower;
struct journal_entry;
struct tenant;

/* A run that tasks wait for. */
struct predecessor {
	struct uuid id;
	struct list links;          /* in_predecessor: never empty */
	struct list_node in_unseen; /* how it stands is to be looked up */
	struct list_node in_moved;  /* its followers are to be looked at */
	struct timer timer;         /* of a dead letter: whether it is still there is asked again */
	enum run_state state;
	bool is_known; /* else `state` says nothing yet */
};

struct after_link {
	struct follower *follower;
	struct predecessor *on;
	struct list_node in_predecessor;
	struct after_link *next; /* of the same follower */
	u32 place;               /* in the order that the task was asked for with */
};

struct follower {
	struct uuid run;
	tenant_no tenant;
	enum dependency_kind needs;
	msec deadline_at; /* of the run; 0: none */
	struct timer timer;
	struct after_link
		*links; /* never none; a predecessor that has come leaves all but the last */
	struct list_node in_ready; /* its row is wanted: it goes on or ends */
};

struct followers {
	struct uuid_map by_run, predecessors;
	struct pool pool, link_pool, predecessor_pool;
	struct list unseen, moved, ready;
	u32 unseen_len, ready_len;
	u32 acts_left; /* of the step under way: so many links may be settled */
};

/* ---- after.c ------------------------------------------------------------------------------ */
void followers_init(struct followers *followers, u64 seed);
void followers_done(struct followers *followers);
MUST_USE enum err follower_recall(struct engine *engine, const struct after_row *row);
MUST_USE enum err followers_reserve(struct engine *engine, u32 links);
/* How many rows are looked up: predecessors, and the rows of followers that may go on or end. */
u32 followers_wants(const struct engine *engine);
void want_followers(const struct engine *engine, struct turn *turn);
/* May a task be made that waits for these? ERR_NOT_FOUND: one is no run of the tenant. */
MUST_USE enum err after_check(struct engine *engine, const struct tenant *tenant,
			      const struct enqueue_item *item, struct why *why);
/* Whether one of them has not come yet. */
bool after_has_to_wait(const struct engine *engine, const struct enqueue_item *item);
/* The task was made: writes down what it was asked for with, and waits where it has to. */
void after_note(struct engine *engine, const struct run_row *row, const struct enqueue_item *item);
bool after_waits(const struct engine *engine, const struct uuid *run);
/* The run of a follower has another deadline. */
void after_still_waits(struct engine *engine, const struct engine_run *run);
/* An entry of the journal: a predecessor has moved, or a follower has ended. */
void after_sees(struct engine *engine, const struct journal_entry *entry);
void followers_settle(struct engine *engine);
bool followers_have_work(const struct engine *engine);
void follower_timer_acts(struct engine *engine, struct timer *timer);
void predecessor_timer_acts(struct engine *engine, struct timer *timer);
/* For `why`: the task that waits; NULL: it does not. */
const struct follower *follower_find(const struct engine *engine, const struct uuid *run);
bool after_link_is_open(const struct after_link *link);

#endif
