/* Names as small numbers. Tenants, types, queues, workers and the routes that runs name have a text
 * outside and a number inside: in memory and in rows. Each sort has a type of its own, so that the
 * compiler refuses a swap. 0 is none. */
#ifndef BELFRY_MODEL_NAMES_H
#define BELFRY_MODEL_NAMES_H

#include "base/err.h"
#include "base/str.h"
#include "base/types.h"

typedef struct {
	u32 v;
} tenant_no;
typedef struct {
	u32 v;
} type_no; /* the name alone; a tenant's policy for it is another thing */
typedef struct {
	u32 v;
} queue_no;
typedef struct {
	u32 v;
} worker_no;
typedef struct {
	u32 v;
} route_no; /* the name alone, as a run says it; 0: its type's */

enum name_kind { NAME_TENANT, NAME_TYPE, NAME_QUEUE, NAME_WORKER, NAME_ROUTE, NAME_KINDS };

/* The same rule as a pattern, for the API's description. */
#define NAME_PATTERN "^[A-Za-z0-9._:-]+$"

/* Tenants and users: 1 to 64 of [A-Za-z0-9._:-]. Types, queues, workers: the same letters and
 * their own length. `field` names the offender in the message. */
u32 name_bytes_max(enum name_kind kind);
MUST_USE enum err name_check(enum name_kind kind, str name, const char *field, struct why *why);

#endif
