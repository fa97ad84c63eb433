/* Declarations that the files of the API share among themselves. */
#ifndef BELFRY_API_PARTS_H
#define BELFRY_API_PARTS_H

#include "api/api.h"
#include "api/catalog.h"
#include "api/request.h"
#include "base/map.h"

const struct api_doors *api_doors(const struct api *api);
const struct cursor_key *api_cursor_key(const struct api *api);
const struct seal_key *api_seal_key(const struct api *api);
struct hash_key api_version_key(const struct api *api);
struct hash_key api_place_key(const struct api *api);
const struct catalog *api_catalog(const struct api *api);
str api_origin(const struct api *api);
const struct served_hosts *api_hosts(const struct api *api);
const struct proxy_sign_in *api_proxy(const struct api *api);
struct quota *api_quota(const struct api *api);
str api_version(const struct api *api);
/* The description as it is served, and the tags of both forms. */
struct description {
	str plain;
	str packed; /* by gzip */
	u64 plain_tag;
	u64 packed_tag;
};
struct description description_take(void);
const struct description *api_description(const struct api *api);
const struct api_defaults *api_defaults(const struct api *api);
struct metrics *api_metrics(const struct api *api);
struct uuid api_next_id(struct api *api);
struct fleet *api_fleet(const struct api *api);
/* Ends a lease call that waits, with nothing. */
void api_end_wait(struct request *request);
/* The caller: "token:ID", or the person whose token it is. */
str api_actor(struct request *request);
struct streams *api_streams_of(const struct api *api);
/* Ends the request: its memory is for the next. */
void request_end(struct request *request);

/* ---- its steps (steps.c) ------------------------------------------------------------------- */

/* The first step of a request that was let in and understood. */
void request_step(struct request *request);
/* Fills in an ask of the request. is_answer: what comes back is the request's own answer. */
void request_ask(struct ask *ask, struct request *request, bool is_answer);

/* ---- its end (finish.c) -------------------------------------------------------------------- */

/* Answers with what was written, with the tag of a read answer, or with a refusal. */
void request_finish(struct request *request);
void request_finish_view(struct request *request);
void request_finish_with(struct request *request, enum err code);
/* To whoever asked. */
void api_respond(const struct api *api, insider_respond *insider, void *connection,
		 const struct api_response *response);

/* ---- admission: who asks, for whom, how often (admit.c) ------------------------------------ */

/* Whether the name it was asked by is one of ours. */
MUST_USE enum err admit_host(struct request *request, const struct api_call *call);
/* Fills in who, from the head. Answers the same for every wrong token. */
MUST_USE enum err admit_who(struct request *request, const struct api_call *call);
/* After the body was read: which tenant it is about. */
MUST_USE enum err admit_tenant(struct request *request);
MUST_USE enum err admit_quota(struct request *request, size_t body_bytes);
/* JSON, and not too long. */
MUST_USE enum err admit_body(struct request *request, const struct api_call *call);

/* Whether one of our own pages asks, as far as the browser says. */
bool is_same_origin(const struct request *request, const struct api_call *call);
/* The person whom a declared proxy names. ERR_UNAUTHORIZED: none. */
MUST_USE enum err admit_proxied(struct request *request, str user, str groups, struct who *out_who);

str call_field(const struct api_call *call, str name);
/* Whether a field like Accept names the word, or its wildcard (empty: it has none). A quality of 0
 * refuses what it is told of. */
bool call_takes(str accepted, str word, str wildcard);
/* Whether its field Accept names the media type; no wildcard does. */
bool call_accepts(const struct api_call *call, str media);

/* ---- the beginning (begin.c) --------------------------------------------------------------- */

/* The route, then who asks, and only then whether there is such a route: without a token nothing
 * can be learned. */
MUST_USE enum err request_find_route(struct request *request, const struct api_call *call);
/* That, and all that can be said of a call before anything is looked up for it. */
MUST_USE enum err request_begin(struct request *request, const struct api_call *call);

/* ---- shared by the routes (route_runs.c) --------------------------------------------------- */

/* "queued,PENDING": states as bits. */
MUST_USE enum err states_parse(struct request *request, str words, str pointer, u32 *out_states);

#endif
