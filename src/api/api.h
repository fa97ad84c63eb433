/* The API: requests in, responses out; one for each process. doors.h says who calls what on which
 * thread, request.h describes the life of a request, routes.def lists the routes. */
#ifndef BELFRY_API_API_H
#define BELFRY_API_API_H

#include "api/auth.h"
#include "api/cursor.h"
#include "api/doors.h"
#include "api/proxy.h"
#include "api/quota.h"
#include "api/seal.h"
#include "api/session.h"
#include "api/streams.h"
#include "model/action.h"

struct api;
struct catalog; /* api/catalog.h */
struct metrics; /* observe/metrics.h */

/* Defaults of the server; 0: the value in parentheses. */
struct api_defaults {
	u32 job_attempts;         /* (4) */
	msec job_delay;           /* the first delay of a job's backoff (60 s) */
	msec heartbeat_ms;        /* the longest time between two heartbeats (30 s) */
	msec enterprise_lease_ms; /* of the profile enterprise (as the catalog has it) */
};

struct api_config {
	struct api_doors doors;
	struct api_defaults defaults;
	const struct catalog *catalog; /* NULL: the built-in catalog */
	/* for hash tables, so that a caller cannot provoke collisions */
	u64 seed;
	struct cursor_key cursor_key;
	struct seal_key seal_key;          /* the key that seals secrets */
	struct quota_rates rates;          /* for a tenant without its own */
	const struct served_hosts *hosts;  /* the host names that requests may use; NULL: any */
	const struct proxy_sign_in *proxy; /* the settings of sign-in by a proxy; NULL: off */
	/* the URL of the server in browsers; empty: only Sec-Fetch-Site is checked */
	str origin;
	u32 requests_max; /* requests at the same time; 0: 10,000 */
	struct metrics *metrics;
	str version;
};

MUST_USE enum err api_new(const struct api_config *config, struct api **out_api);
/* To be called when no request is open any more. */
void api_free(struct api *api);

/* ---- on the loop's thread ----------------------------------------------------------------- */

/* Decides by the head alone how long the body may be. False: the request will be refused whatever
 * its body is; pass it to api_handle at once. */
MUST_USE bool api_head(struct api *api, const struct api_call *call, size_t *out_body_max);
/* The body of a refusal when there is no call: a malformed or too long request. */
void api_write_refusal(struct api *api, int status, str sentence, struct buf *out);
/* Answers the call exactly once, now or later. Returns the request if it is still open and api_gone
 * is wanted; else NULL. */
struct request *api_handle(struct api *api, const struct api_call *call);
/* The client left before the answer; the answer is still given. */
void api_gone(struct request *request);
/* After a response with `wants_sent`. */
void api_sent(struct request *request, bool was_sent);
void api_resume(struct request *request);
u32 api_under_way(const struct api *api);
/* Wakes the listeners of streams (streams.h). */
void api_wake(struct api *api, const struct wakeup *wakeups, u32 len, bool is_all, u64 turn);
void api_doubt(struct api *api, bool is_in_doubt);
void api_tick(struct api *api); /* about once a second */
u32 api_streams(const struct api *api);

struct auth *api_auth(struct api *api);
struct sessions *api_sessions(struct api *api);

/* ---- on a reader's thread ----------------------------------------------------------------- */

/* `turns`: how many reads of other tenants were served first while it waited. */
void api_read(struct request *request, struct query *query, u64 turns);

#endif
