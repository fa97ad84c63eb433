/* Routes: how often runs of certain types may start, as declared and as the other side says; for
 * the files of engine/ alone. */
#ifndef BELFRY_ENGINE_GATES_ROUTE_PARTS_H
#define BELFRY_ENGINE_GATES_ROUTE_PARTS_H

#include "engine/gates/gate_parts.h"

/* A run that has to wait longer than this for its route is deferred; else it stays where it is. */
#define ROUTE_PUT_OFF_MS (10 * MSEC_SECOND)

/* A route's declared rate. */
struct rate {
	struct rate_row row; /* its route stands in `route` */
	/* The bucket is from before this process: its use until `known_at` (boot) is unknown. */
	bool is_from_before;
	msec known_at;
	char route[LIMIT_ROUTE_BYTES];
};

/* The other side's own limit, as it told it. Spans are of the boot clock. */
struct learned {
	msec closed_until; /* it said: not before; 0: it said nothing */
	msec window_until; /* until then no more than `left` may start; 0: it said nothing */
	u32 left;
	bool has_remaining;
	u32 remaining; /* as it said last */
	u64 refused;   /* 429s since the process began */
	u32 streak;    /* of them in a row */
	u32 bucket_len;
	char bucket[LIMIT_RATE_BUCKET_BYTES]; /* its name for the limit; empty: not said */
};

/* Types that name it stand on it, and lanes of runs that name it themselves. It is its tenant's,
 * or, where the rate in force is the system's for all tenants together, everybody's. It is there
 * while somebody stands on it, and then until nothing is left to remember: its tokens are all back,
 * and what it learned is over. */
struct route {
	struct timer timer;          /* boot: when it opens, or is forgotten */
	struct list_node in_list;    /* of its tenant, or of the engine */
	struct list_node in_named;   /* of those whose rate changes */
	struct list_node in_refused; /* of the engine, once there was a 429 */
	struct list types;           /* in_route */
	struct list lanes;           /* in_route: of runs that name it */
	u32 users;                   /* in both lists */
	u32 running;                 /* runs of them that are held */
	tenant_no tenant;            /* 0: of all */
	bool is_closed;
	bool is_full;            /* as many runs use it as may at once */
	bool puts_off;           /* while it is closed: for so long that runs are put off */
	msec opens_at;           /* boot: while it is closed */
	struct rate_policy rate; /* rate 0: none is declared; the same of concurrency */
	/* Tokens, in parts: `per_ms` parts are one, and `rate` parts come back in a millisecond. */
	u64 level;
	msec as_of; /* boot */
	struct learned learned;
	u32 len;
	char name[LIMIT_ROUTE_BYTES];
};

/* ---- routes.c ------------------------------------------------------------------------------ */
bool route_is_of(const void *item, const void *key);
MUST_USE enum err routes_reserve(struct engine *engine, u32 more);
u32 routes_needed(const struct engine *engine, const struct turn *turn); /* new ones, at most */
/* The type's policy, or a rate, may be another: it stands on the route that counts for it. */
void type_choose_route(struct engine *engine, struct type *type);
void type_leave_route(struct engine *engine, struct type *type);
/* The same of a lane whose runs name their route. */
void lane_choose_route(struct engine *engine, struct lane *lane);
void lane_leave_route(struct engine *engine, struct lane *lane);
/* The rate of a route by this name has changed, of a tenant or of the system. */
void routes_declare(struct engine *engine, str name);
void routes_forget(struct engine *engine, struct tenant *tenant); /* that nobody stands on */
/* Attempts on it: one more, or less. */
void route_count(struct engine *engine, struct route *route, int by);
/* A run begins: a token less. */
void route_started(struct engine *engine, const struct engine_run *run);
void route_timer_acts(struct engine *engine, struct route *route);
/* Opens or closes it, as things are. */
void route_look(struct engine *engine, struct route *route);
bool route_holds(const struct engine *engine, const struct route *route,
		 struct closed_gate *out_hold);
/* The route for runs of a type that memory does not hold; NULL: no route that is known here. */
const struct route *route_of_runs(const struct engine *engine, const struct type *type,
				  route_no own);
str route_name(const struct route *route);
u64 route_capacity(const struct route *route); /* in parts; for check.c */

u32 route_tokens(const struct engine *engine, struct route *route); /* that may be used now */

/* ---- route_show.c -------------------------------------------------------------------------- */
u32 routes_shown(const struct engine *engine); /* by one answer, at most */
void routes_show_refused(struct engine *engine, struct routes_answer *answer);
void on_ask_routes(struct engine *engine, const struct command *command);

/* ---- learn.c ------------------------------------------------------------------------------- */
/* Learns from an accepted report about the limit of its run's route. */
void route_learn(struct engine *engine, struct execution *execution, const struct report *report,
		 str actor);

#endif
