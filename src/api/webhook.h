/* Webhooks of events, as they are kept: what one says (the details of its own type) and where it
 * stands (a thing beside it), as JSON. Pure. */
#ifndef BELFRY_API_WEBHOOK_H
#define BELFRY_API_WEBHOOK_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "model/event.h"
#include "model/policy.h"

enum {
	WEBHOOK_EVENTS_MAX = 64,     /* names in its filter */
	WEBHOOK_IN_FLIGHT_MAX = 100, /* deliveries that have not ended */
	WEBHOOK_ATTEMPTS = 12,       /* where it says nothing */
	WEBHOOK_TIMEOUT = 30,
	WEBHOOK_NAME_BYTES = sizeof WEBHOOK_TYPE_PREFIX - 1 + UUID_TEXT_LEN,
};

/* The settings of a webhook. */
struct webhook_says {
	bool is_paused;
	bool all_tenants;
	u32 in_flight; /* 1: strictly one after the other */
	u32 max_attempts;
	u32 timeout_seconds;
	u64 kinds; /* bit per enum event_kind; 0: all */
	str type;
	struct uuid job;
	str url; /* these three as JSON, or empty */
	str headers;
	str secrets;
};

/* Details as details_merge has written them. False: they are none of ours. */
MUST_USE bool webhook_read(str details, struct arena *arena, struct webhook_says *out_says);
/* The description of its handler, and the policy of its type. */
void webhook_write_handler(struct buf *out, const struct webhook_says *says);
struct type_policy webhook_policy(const struct webhook_says *says);

/* The webhook's place in the journal. */
struct webhook_course {
	struct event_place after; /* all up to here was looked at, and runs were made */
	u64 made;                 /* so many */
	u64 cut;                  /* so often what was to be read next had been removed */
};

void webhook_course_write(struct buf *out, const struct webhook_course *course);
MUST_USE bool webhook_course_read(str body, struct webhook_course *out_course);

/* "@webhook.<id>": its type, into WEBHOOK_NAME_BYTES bytes; and back. */
void webhook_name_print(struct uuid id, char *out_name);
MUST_USE bool webhook_name_parse(str name, struct uuid *out_id);
/* "webhook:<id>": what its deliveries are about. */
void webhook_entity_print(struct buf *out, str name);

#endif
