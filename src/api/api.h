/* The API: requests in, responses out. One for a process. See doors.h for who calls what on which
 * thread, request.h for how a request lives, routes.def for what there is. */
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
	msec job_delay;           /* a job's first wait (60 s) */
	msec heartbeat_ms;        /* the longest time between two heartbeats (30 s) */
	msec enterprise_lease_ms; /* of the profile enterprise (as the catalog has it) */
};

struct api_config {
	struct api_doors doors;
	struct api_defaults defaults;
	const struct catalog *catalog; /* NULL: it takes its own, as built in */
	u64 seed;                      /* hides the order of hash tables from strangers */
	struct cursor_key cursor_key;
	struct seal_key seal_key;          /* seals secrets */
	struct quota_rates rates;          /* of one tenant, where it has none of its own */
	const struct served_hosts *hosts;  /* names it may be asked by; NULL: any */
	const struct proxy_sign_in *proxy; /* who signs in by a proxy; NULL: nobody */
	str origin;       /* where browsers reach it; empty: only what Sec-Fetch-Site says */
	u32 requests_max; /* at once; 0: 10,000 */
	struct metrics *metrics;
	str version;
};

MUST_USE enum err api_new(const struct api_config *config, struct api **out_api);
/* When no request is under way any more. */
void api_free(struct api *api);

/* ---- on the loop's thread ----------------------------------------------------------------- */

/* Decides by the head alone how long the body may be. False: it will be refused whatever the body
 * is; hand it to api_handle at once. */
MUST_USE bool api_head(struct api *api, const struct api_call *call, size_t *out_body_max);
/* The body of a refusal of what never became a call: a malformed request, or one too long. */
void api_write_refusal(struct api *api, int status, str sentence, struct buf *out);
/* Answers, now or later, exactly once. Returns the request while it is under way and its client's
 * leaving is worth an api_gone; else NULL. */
struct request *api_handle(struct api *api, const struct api_call *call);
/* The client left before the answer; which is still given. */
void api_gone(struct request *request);
/* After a response that wanted to know. */
void api_sent(struct request *request, bool was_sent);
void api_resume(struct request *request);
u32 api_under_way(const struct api *api);
/* For those who listen (streams.h). */
void api_wake(struct api *api, const struct wakeup *wakeups, u32 len, bool is_all, u64 turn);
void api_doubt(struct api *api, bool is_in_doubt);
void api_tick(struct api *api); /* about each second */
u32 api_streams(const struct api *api);

struct auth *api_auth(struct api *api);
struct sessions *api_sessions(struct api *api);

/* ---- on a reader's thread ----------------------------------------------------------------- */

/* `turns`: how many reads of other tenants came before it, while it waited. */
void api_read(struct request *request, struct query *query, u64 turns);

#endif
