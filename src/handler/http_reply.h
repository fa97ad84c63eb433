/* A receiver's answer, and its meaning for the run: status, the headers that tell when to come
 * again, and the body as far as it is kept. Fed line by line and piece by piece as it comes. */
#ifndef BELFRY_HANDLER_HTTP_REPLY_H
#define BELFRY_HANDLER_HTTP_REPLY_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/msec.h"
#include "handler/limits.h"
#include "model/state.h"

/* A rate limit as the headers told it (X-RateLimit-*, and the IETF's RateLimit). */
struct rate_facts {
	bool is_seen;
	bool is_global; /* the limit is not this bucket's alone */
	bool has_remaining;
	u32 remaining;
	msec reset_after_ms; /* 0: not said */
	u32 bucket_len;
	char bucket[HANDLER_BUCKET_NAME_BYTES]; /* its name; empty: not said */
};

struct http_reply_meaning {
	enum outcome outcome;
	str error_class;
	const char *sentence;
	bool is_host_failing; /* counts against the host */
};

/* By status.def. */
struct http_reply_meaning http_reply_meaning(long status);

struct http_reply {
	struct buf body; /* at most HANDLER_REPLY_READ_BYTES */
	size_t head_len;
	bool is_cut; /* the body went on */
	bool is_head_too_long;
	msec retry_after_ms; /* 0: not said */
	struct rate_facts rate;
};

void http_reply_init(struct http_reply *reply);
void http_reply_done(struct http_reply *reply);

/* One line of the head, its end included. `wall` is the time for dates. False: the head is too
 * long. */
MUST_USE bool http_reply_add_line(struct http_reply *reply, str line, msec wall);
/* A piece of the body. False: that is enough, read no more. */
MUST_USE bool http_reply_add_body(struct http_reply *reply, str piece);

/* The result that is kept: a body that is JSON as it came, any other text as a JSON string, both
 * within HANDLER_REPLY_KEPT_BYTES; empty for an empty body. In the arena. */
str http_reply_result(const struct http_reply *reply, struct arena *arena);

/* Text as it may be kept: JSON as it is when it is whole and within `max`, else as much of it as
 * fits as a JSON string. In the arena; empty text or no memory: empty. */
str http_reply_keep(str text, bool is_whole, size_t max, struct arena *arena);

/* 32 hexadecimal digits, so that equal results are told by equal hashes. Empty for an empty result.
 */
str http_reply_hash(str result, struct arena *arena);

#endif
