/* The process under test: a pump over a store (disk.h), with a virtual clock, seeded entropy and
 * outputs that lead to the actors. It dies wherever the weather says so: then memory is gone, what
 * was not answered never will be, and after a while a new one opens over the same store.
 *
 * Death is played, not performed: from the point of death on every store call fails, every output
 * is swallowed, and when the turn returns the pump is thrown away. Nobody outside can tell that
 * from a process that stopped there. */
#ifndef BELFRY_TEST_SIM_NODE_H
#define BELFRY_TEST_SIM_NODE_H

#include "base/list.h"
#include "base/map.h"
#include "numbered.h"
#include "pump/pump.h"
#include "sim/disk.h"
#include "sim/ticks.h"

struct sim;
struct actor;

/* What a lease call asks for, by the numbers of the simulator; 0: any. */
struct call_filter {
	enum carrier carrier;
	u64 tenants;
	u32 types;
	u32 queues;
};

/* A command on its way, inside the pump, or waiting. */
struct call {
	struct command command; /* its texts are gone once it was closed */
	struct arena arena;
	struct actor *actor;
	struct list_node in_node;
	u64 reply;
	u64 start; /* of the process, when it was made */
	enum command_kind kind;
	bool is_closed;
	bool is_answered;
	bool was_waiting;
	bool is_left;  /* its worker has said that it is gone */
	bool is_retry; /* of an enqueue whose answer was lost */
	u32 token;     /* 1 + the tenant whose token it came with; 0: the system's */
	u32 asked_max; /* lease calls */
	msec wait_ms;
	msec waits_until; /* boot: once it waits */
	msec lease_ms;
	struct call_filter filter;
};

struct reply_item {
	enum err err;
	enum holder_code code;
	struct uuid run;
	bool duplicate;
	enum run_state state;
};

struct reply_lease {
	struct uuid execution;
	struct uuid run;
	msec lease_ms;
	u32 tenant;        /* the simulator's number */
	bool is_poison;    /* kills the workers of one kind */
	bool is_throttled; /* the other side always answers 429 */
};

/* An answer as it reaches an actor. */
struct http_reply {
	struct actor *actor;
	u64 reply;
	u64 start; /* of the process that sent it */
	enum command_kind kind;
	enum err err; /* ERR_IO: the connection broke */
	u32 items_len;
	u32 leases_len;
	struct reply_item *items;
	struct reply_lease *leases;
	struct uuid operation;
	struct uuid claim; /* or the batch that was made */
	u64 version;
};

enum { SIM_REPLIES = 1 << 16 };

struct node {
	struct sim *sim;
	struct disk *disk;
	struct store *store;   /* that the process has opened */
	struct store observed; /* what the pump is given: that store, watched */
	struct pump *pump;     /* NULL: the process is not there */
	u64 starts;            /* of processes, also those that did not come to life */
	char name[32];         /* under which the present one carries runs out itself */
	bool is_dead;          /* it dies in the turn under way */
	bool is_inside;        /* the pump has control: memory may be refused */
	bool is_well;          /* the last turn went well */
	bool turn_has_failed;  /* the one under way: what it decided is not durable */
	u64 turn_number;       /* of the planned turn; others are stale */
	msec turn_at;          /* true time */
	bool turn_is_planned;
	u64 refuse_at;     /* the n-th allocation from now is refused; 0: none */
	msec asleep_until; /* true time */
	struct now now;    /* the last that the pump was told */
	struct u64_map calls;
	struct list calls_list; /* in the order of their arrival */
	u64 next_reply;
	struct numbered *replies; /* SIM_REPLIES, used again in turn */
	u32 calls_waiting;
	u64 turns;
	msec tick;         /* true time of the last turn */
	u32 turns_of_tick; /* before it at that time */
	u64 seen_by_check; /* turns since memory was looked at, and since it was compared */
	u64 seen_by_afresh;
	bool had_fault;     /* since then */
	u64 published_turn; /* the last turn whose journal came out */
	u64 committed_turn; /* the last turn with a journal that the store has */
	u32 answers_of_turn;
	u32 turns_failed;  /* in a row */
	u32 starts_failed; /* in a row: whoever starts it again waits twice as long each time */
	struct ticks ticks;
	struct prng latency;
	struct prng entropy;
	struct prng tending;
	struct prng downtime;
};

void node_init(struct node *node, struct sim *sim);
void node_done(struct node *node);

/* Opens a pump over the store, now or as soon as that works. */
void node_start(struct node *node);
/* From now on retention takes its steps, if the seed has drawn it. */
void node_begin_tending(struct node *node);
/* The process is gone: throws the pump away and plans the next start. */
void node_die(struct node *node);
/* A clock was changed: the next turn is planned anew. */
void node_plan_turn(struct node *node);

/* A command to be filled in; its texts belong into call->arena. */
struct call *call_make(struct sim *sim, struct actor *actor, enum command_kind kind);
/* Answers on their way to the actor that asked: some milliseconds later, or never. */
struct http_reply *reply_of(struct sim *sim, const struct call *call, const struct answer *answer);
void reply_send(struct sim *sim, struct http_reply *reply);
void reply_error(struct sim *sim, const struct call *call, enum err err);
void reply_is_lost(struct sim *sim, const struct call *call, const struct answer *answer);
/* The reply of a call that was made lately. */
struct reply *node_reply(struct node *node, u64 number);
str call_text(struct call *call, const char *format, ...) PRINTF_LIKE(2, 3);
/* It is not sent after all. */
void call_drop(struct call *call);
/* Sends it off: it may arrive, and it may be answered. */
void call_send(struct sim *sim, struct call *call);

#endif
