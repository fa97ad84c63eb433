/* The audit's facts about a call: action, object, caller, address, the values before, and the
 * values asked for. Payloads and secrets are never among them. */
#ifndef BELFRY_API_AUDIT_H
#define BELFRY_API_AUDIT_H

#include "api/look.h"
#include "api/request.h"

/* Whether the audit records the changes of this route: all except reading, and reports of workers,
 * which are in the journal. */
bool audit_covers(const struct api_route *route);

/* The action by its row in actions.def, such as "job.pause"; the kind is its first part. Both
 * borrow from `out`. False: the route has no row. */
enum { AUDIT_ACTION_BYTES = 64 };
MUST_USE bool audit_action(const struct api_route *route, char out[AUDIT_ACTION_BYTES],
			   str *out_action, str *out_kind);

/* Whether the object has to be read before the command. */
bool audit_wants_look(const struct api_route *route);
/* The object before the command; NULL: not read, or it cannot be shown. */
void audit_note_before(struct request *request, const struct look *look);

/* The members of an object that the audit may hold, as an object of at most LIMIT_AUDIT_BYTES.
 * `like`: only members that this object has, too; empty: all. */
str audit_redact(struct arena *arena, str object, str like);

/* The audit facts for the request's command; NULL: the route is not audited, or memory is short. */
const struct audit_ask *audit_ask(struct request *request);
/* Likewise for one item of a call with many items; NULL: as `whole`. */
const struct audit_ask *audit_ask_item(struct request *request, const struct audit_ask *whole,
				       str object, str item);

#endif
