/* Routes: how often runs of certain types may start, as declared by settings and as learned from
 * the service on the other side; for the files of engine/ alone. */
#ifndef BELFRY_ENGINE_GATES_ROUTE_PARTS_H
#define BELFRY_ENGINE_GATES_ROUTE_PARTS_H

#include "engine/gates/gate_parts.h"

/* A run that has to wait longer than this for its route is deferred; a shorter wait is spent in the
 * lane. */
#define ROUTE_PUT_OFF_MS (10 * MSEC_SECOND)

/* A route's declared rate. */
struct rate {
	struct rate_row row; /* the route's name is in `route` */
	/* The bucket's level comes from an earlier process: its use until `known_at` (boot) is
	 * unknown. */
	bool is_from_before;
	msec known_at;
	char route[LIMIT_ROUTE_BYTES];
};

/* The limit that the other side has reported in its answers. Times are of the boot clock. */
struct learned {
	msec closed_until; /* no attempt may start before this; 0: not reported */
	msec window_until; /* until then at most `left` attempts may start; 0: not reported */
	u32 left;
	bool has_remaining;
	u32 remaining; /* as last reported */
	u64 refused;   /* 429s since the process began */
	u32 streak;    /* how many of the last attempts in a row were refused */
	u32 bucket_len;
	/* the other side's name for the limit; empty: not reported */
	char bucket[LIMIT_RATE_BUCKET_BYTES];
};

/* A route is used by the types that name it and by the lanes of runs that name it. It belongs to
 * one tenant, or to all if the rate in force is the system's for all tenants together. It stays in
 * memory while it is used, and after that until its bucket is full again and the learned limit is
 * over. */
struct route {
	struct timer timer;          /* boot: when the route opens, or may be removed */
	struct list_node in_list;    /* of its tenant or of the engine */
	struct list_node in_named;   /* of routes whose rate is being changed */
	struct list_node in_refused; /* of the engine, after a first 429 */
	struct list types;           /* in_route */
	struct list lanes;           /* in_route: of runs that name it */
	u32 users;                   /* how many are in both lists */
	u32 running;                 /* runs of both that are processing */
	tenant_no tenant;            /* 0: it belongs to all tenants */
	bool is_closed;
	bool is_full;            /* its limit of concurrent runs is reached */
	bool puts_off;           /* while it is closed: long enough that runs are deferred */
	msec opens_at;           /* boot: when it opens again, while it is closed */
	struct rate_policy rate; /* rate 0: none is declared; likewise for concurrency */
	/* The bucket's level in parts of a token: a token has `per_ms` parts, and `rate` parts come
	 * back each millisecond. */
	u64 level;
	msec as_of; /* boot */
	struct learned learned;
	u32 len;
	char name[LIMIT_ROUTE_BYTES];
};

/* ---- routes.c ------------------------------------------------------------------------------ */
bool route_is_of(const void *item, const void *key);
MUST_USE enum err routes_reserve(struct engine *engine, u32 more);
/* new routes in the turn, at most */
u32 routes_needed(const struct engine *engine, const struct turn *turn);
/* Assigns the type to the route that its policy and the rates in force give it. */
void type_choose_route(struct engine *engine, struct type *type);
void type_leave_route(struct engine *engine, struct type *type);
/* Likewise for a lane whose runs name their route. */
void lane_choose_route(struct engine *engine, struct lane *lane);
void lane_leave_route(struct engine *engine, struct lane *lane);
/* The rate of the routes of this name has changed, for a tenant or for the system. */
void routes_declare(struct engine *engine, str name);
/* removes routes that are not used */
void routes_forget(struct engine *engine, struct tenant *tenant);
/* Counts attempts that are open on the route: 1 or -1. */
void route_count(struct engine *engine, struct route *route, int by);
/* A run starts: takes a token. */
void route_started(struct engine *engine, const struct engine_run *run);
void route_timer_acts(struct engine *engine, struct route *route);
/* Opens or closes the route by its limits and its bucket. */
void route_look(struct engine *engine, struct route *route);
bool route_holds(const struct engine *engine, const struct route *route,
		 struct closed_gate *out_hold);
/* The route for runs of a type that may not be in memory; NULL: none is known. */
const struct route *route_of_runs(const struct engine *engine, const struct type *type,
				  route_no own);
str route_name(const struct route *route);
u64 route_capacity(const struct route *route); /* of the bucket, in parts of a token; for check.c */

/* tokens that may be used now */
u32 route_tokens(const struct engine *engine, struct route *route);

/* ---- route_show.c -------------------------------------------------------------------------- */
u32 routes_shown(const struct engine *engine); /* in one answer, at most */
void routes_show_refused(struct engine *engine, struct routes_answer *answer);

/* ---- learn.c ------------------------------------------------------------------------------- */
/* Learns the limit of the run's route from an accepted report. */
void route_learn(struct engine *engine, struct execution *execution, const struct report *report,
		 str actor);

#endif
