/* How many requests a tenant may make: a bucket that fills at a steady rate and holds a burst. The
 * loop's thread alone uses it. */
#ifndef BELFRY_API_QUOTA_H
#define BELFRY_API_QUOTA_H

#include "base/err.h"
#include "base/msec.h"
#include "base/str.h"

struct quota;

struct quota_rate {
	u32 per_second; /* 0: no bound */
	u32 burst;
};

MUST_USE enum err quota_new(struct quota_rate rate, u64 seed, struct quota **out_quota);
void quota_free(struct quota *quota);

struct quota_verdict {
	bool is_allowed;
	u32 left;        /* requests that may follow at once */
	u32 reset;       /* seconds until the bucket is full again */
	u32 retry_after; /* seconds; 0: now */
};

struct quota_verdict quota_take(struct quota *quota, str tenant, msec boot);

#endif
