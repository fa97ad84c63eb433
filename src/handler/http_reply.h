/* A receiver's answer, and its meaning for the run: status, the headers that say when to retry, and
 * the stored part of the body. Fed line by line and piece by piece. */
#ifndef BELFRY_HANDLER_HTTP_REPLY_H
#define BELFRY_HANDLER_HTTP_REPLY_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/msec.h"
#include "handler/limits.h"
#include "model/state.h"

/* A rate limit from the headers (X-RateLimit-*, and the IETF's RateLimit). */
struct rate_facts {
	bool is_seen;
	bool is_global; /* the limit covers more than this bucket */
	bool has_remaining;
	u32 remaining;
	msec reset_after_ms; /* 0: not given */
	u32 bucket_len;
	char bucket[HANDLER_BUCKET_NAME_BYTES]; /* the name of the limit; empty: not given */
};

struct http_reply_meaning {
	enum outcome outcome;
	str error_class;
	const char *sentence;
	bool is_host_failing; /* counts as a failure of the host */
};

/* As status.def says. */
struct http_reply_meaning http_reply_meaning(long status);

struct http_reply {
	struct buf body; /* at most HANDLER_REPLY_READ_BYTES */
	size_t head_len;
	bool is_cut; /* the body was longer */
	bool is_head_too_long;
	msec retry_after_ms; /* 0: not given */
	struct rate_facts rate;
};

void http_reply_init(struct http_reply *reply);
void http_reply_done(struct http_reply *reply);

/* One line of the head, its end included. `wall` is the time for dates. False: the head is too
 * long. */
MUST_USE bool http_reply_add_line(struct http_reply *reply, str line, msec wall);
/* A piece of the body. False: enough was read. */
MUST_USE bool http_reply_add_body(struct http_reply *reply, str piece);

/* The result to store: a JSON body as it is, any other text as a JSON string, both within
 * HANDLER_REPLY_KEPT_BYTES; empty for an empty body. In the arena. */
str http_reply_result(const struct http_reply *reply, struct arena *arena);

/* Text in the form in which it may be stored: JSON as it is if it is complete and within `max`,
 * else as much of it as fits, as a JSON string. In the arena; empty if the text is empty or memory
 * is short. */
str http_reply_keep(str text, bool is_whole, size_t max, struct arena *arena);

/* 32 hexadecimal digits: equal results have equal hashes. Empty for an empty result. */
str http_reply_hash(str result, struct arena *arena);

#endif
