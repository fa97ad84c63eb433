/* The workers that this server knows: who they are, when they were last heard of, and whether they
 * are to take nothing new (drain). What they say of themselves is kept in the store as a thing
 * each, so that a restart forgets neither a host nor a drain. The loop's thread alone uses it. */
#ifndef BELFRY_API_FLEET_H
#define BELFRY_API_FLEET_H

#include "base/buf.h"
#include "base/err.h"
#include "base/list.h"
#include "base/msec.h"
#include "base/str.h"

enum { FLEET_REASON_BYTES = 255 };
#define FLEET_ACTIVE_MS (5 * MSEC_MINUTE)
#define FLEET_KEPT_MS (30 * MSEC_DAY)

struct fleet;
struct fleet_tenant;

struct fleet_worker {
	str tenant; /* of its token */
	str id;
	struct fleet_tenant *home;
	str said;        /* a JSON object: hostname, queues, types */
	msec seen;       /* wall; 0: not since this process began */
	msec kept;       /* wall: when its thing was written last; 0: it is not as it is here */
	bool is_told;    /* to drain, by a person */
	bool is_leaving; /* says itself that it drains */
	u16 reason_len;
	char reason[FLEET_REASON_BYTES];
	struct list waiting; /* lease calls, by the node that their owner gave */
	/* By when it was heard of, the longest ago first: among all, and of its tenant. */
	struct list_node in_fleet;
	struct list_node in_tenant;
};

MUST_USE enum err fleet_new(u64 seed, struct fleet **out_fleet);
void fleet_free(struct fleet *fleet);

struct fleet_worker *fleet_find(const struct fleet *fleet, str tenant, str id);
/* Heard of: by a lease call with what it says of itself (a JSON object), else with nothing. A
 * tenant has LIMIT_TENANT_WORKERS places, all have LIMIT_WORKERS_MAX; whoever is new takes the
 * place of the one unheard of for longest. NULL: there is no memory, or it is not known and says
 * nothing, or all places belong to workers that were told to drain or wait. */
struct fleet_worker *fleet_hear(struct fleet *fleet, str tenant, str id, str said, msec now);
bool fleet_drains(const struct fleet_worker *worker);
void fleet_order(struct fleet_worker *worker, bool drains, str reason);
/* Its thing has to be written: it is new, it changed, or that is long ago. */
bool fleet_is_unkept(const struct fleet_worker *worker, msec now);

/* The body of its thing, and back. */
void fleet_write(const struct fleet_worker *worker, struct buf *out);
void fleet_take(struct fleet *fleet, str tenant, str id, str body, msec kept);

/* The one heard of next, the latest first; NULL: the first, then the end. Of all, or of a tenant.
 */
struct fleet_worker *fleet_next(const struct fleet *fleet, const struct fleet_worker *worker);
struct fleet_worker *fleet_next_of(const struct fleet *fleet, str tenant,
				   const struct fleet_worker *worker);
/* All of a tenant: it is deleted. */
void fleet_forget_tenant(struct fleet *fleet, str tenant);

#endif
