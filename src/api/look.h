/* How an object stands before a call changes it, as the route that shows it would say: for the
 * audit, and for If-Match. On a reader's thread. */
#ifndef BELFRY_API_LOOK_H
#define BELFRY_API_LOOK_H

#include "api/request.h"

struct look {
	struct buf text; /* what would be answered */
	str tag;         /* its ETag, in the request's arena */
};

/* The route that shows what this one changes, and needs no more of the request than this one has;
 * NULL: there is none. What is done to an object ("tasks/:id/reschedule") is about the object. */
const struct api_route *look_route(const struct api_route *route);

/* Nothing of the request changes but its arena. Ends by look_done, also after an error. */
MUST_USE enum err look_at(struct request *request, struct query *query,
			  const struct api_route *view, struct look *out_look);
void look_done(struct look *look);

/* Whether If-Match asks how the object of a PUT or DELETE stands. */
bool look_is_demanded(const struct request *request);
/* Looks where somebody wants it: tells the audit, and compares with If-Match (ERR_VERSION; what has
 * a version is compared once more in the commit). */
MUST_USE enum err look_before(struct request *request, struct query *query);
/* Behind the route's own checks: a demand that nobody compared with anything is not met. */
MUST_USE enum err look_was_made(struct request *request);

#endif
