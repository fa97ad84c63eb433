/* Streams of events: whoever accepts text/event-stream is told as it happens. What is told is read
 * from the journal, page by page, by the reader threads; the pump only says what kind of thing has
 * happened, so a stream that is not about it costs nearly nothing, and one whose client reads
 * slowly is simply not read for until it has caught up. Nothing is kept for anybody.
 *
 * All on the loop's thread but streams_read. */
#ifndef BELFRY_API_STREAMS_H
#define BELFRY_API_STREAMS_H

#include "api/doors.h"
#include "base/err.h"
#include "model/event.h"

struct request;
struct streams;

enum { STREAMS_MAX = 1000, STREAMS_A_TOKEN = 100 };

/* A wake-up: kinds of events since the last one, by tenant and type of run. */
struct wakeup {
	str tenant; /* empty: about no tenant */
	str type;   /* empty: about no run */
	u64 kinds;  /* all that it could be told as */
};

MUST_USE enum err streams_new(struct streams **out_streams);
void streams_free(struct streams *streams);
u32 streams_count(const struct streams *streams);

/* Whether it is about a stream, by its route and what it accepts. */
bool stream_is_wanted(const struct request *request, const struct api_call *call);
/* The request becomes a stream behind `last` (an event's id; empty: from now on). Its query is the
 * route's (request->found). ERR_BUSY, ERR_QUOTA: there are too many. */
MUST_USE enum err streams_begin(struct streams *streams, struct request *request, str last);
/* The client left. */
void streams_gone(struct streams *streams, struct request *request);
/* A page came back from its reader. */
void streams_resume(struct streams *streams, struct request *request);
/* On a reader's thread. */
void streams_read(struct request *request, struct query *query);

/* All up to `turn` that happened since the last call; `is_all`: more than fits, anything may have.
 */
void streams_wake(struct streams *streams, const struct wakeup *wakeups, u32 len, bool is_all,
		  u64 turn);
/* The store failed: whether its last turn was kept is not known, so nothing counts as seen before
 * it was read. Until it is well again. */
void streams_doubt(struct streams *streams, bool is_in_doubt);
/* Once in a while, about each second: signs of life, tokens that are over, readers that caught up.
 */
void streams_tick(struct streams *streams, struct now now);

#endif
