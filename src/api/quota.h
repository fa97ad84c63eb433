/* How often a tenant may ask, and how much it may send: two buckets a tenant that fill at a steady
 * rate and hold two seconds' worth. The loop's thread alone uses it. */
#ifndef BELFRY_API_QUOTA_H
#define BELFRY_API_QUOTA_H

#include "base/err.h"
#include "base/msec.h"
#include "base/str.h"
#include "model/quota.h"

struct quota;

enum { QUOTA_BURST_SECONDS = 2 };

struct quota_rates {
	u32 requests; /* in a second; 0: no bound */
	u32 bytes;    /* of bodies */
};

MUST_USE enum err quota_new(struct quota_rates rates, u64 seed, struct quota **out_quota);
void quota_free(struct quota *quota);

/* A tenant's own instead of those of all; 0: as all have. ERR_MEMORY: it stays as it was. */
MUST_USE enum err quota_set(struct quota *quota, str tenant, struct quota_rates own);

struct quota_verdict {
	bool is_allowed;
	enum quota_kind kind; /* REQUESTS or BYTES: of which the rest tells, the scarcer one */
	u32 most;             /* in a second; 0: no bound */
	u32 left;             /* that may follow at once */
	u32 reset;            /* seconds until the bucket is full again */
	u32 retry_after;      /* seconds; 0: now */
};

/* A request with so many bytes. However large one is, it goes through once the bucket of bytes is
 * not empty; then it takes longer to fill. What is refused takes nothing. */
struct quota_verdict quota_take(struct quota *quota, str tenant, u64 bytes, msec boot);

#endif
