/* The audit's facts about a call: the action, its object, the caller and the address, the values
 * before and the values asked for. Payloads and secrets are never in it. */
#ifndef BELFRY_API_AUDIT_H
#define BELFRY_API_AUDIT_H

#include "api/look.h"
#include "api/request.h"

/* Whether what the route changes is audited: all but reading, and what workers do (that stands in
 * the journal). */
bool audit_covers(const struct api_route *route);

/* "job.pause": the row of actions.def; the kind is the first part. Both borrow from `out`. False:
 * the route has no row. */
enum { AUDIT_ACTION_BYTES = 64 };
MUST_USE bool audit_action(const struct api_route *route, char out[AUDIT_ACTION_BYTES],
			   str *out_action, str *out_kind);

/* Whether there is something to look at before the command. */
bool audit_wants_look(const struct api_route *route);
/* How the object stood; NULL: nobody looked, or it cannot be shown. */
void audit_note_before(struct request *request, const struct look *look);

/* The members of an object that the audit may hold, as an object of at most LIMIT_AUDIT_BYTES.
 * `like`: only those that it has, too; empty: all. */
str audit_redact(struct arena *arena, str object, str like);

/* For the request's command; NULL: the route is not audited, or memory is short. */
const struct audit_ask *audit_ask(struct request *request);
/* The same for one item of a call that has many; NULL: as `whole`. */
const struct audit_ask *audit_ask_item(struct request *request, const struct audit_ask *whole,
				       str object, str item);

#endif
