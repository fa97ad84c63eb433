#include "api/quota.h"

#include "base/hash.h"
#include "base/memory.h"

/* Buckets stand in a fixed table of sets: a tenant has one of the few places of its set, and takes
 * the one that is fullest (that of a tenant that was long silent) when it comes anew. Memory is
 * bounded, and who is forgotten had a full bucket or nearly so. */
enum { SETS = 4096, PLACES = 4 };

struct bucket {
	u64 hash; /* of the tenant; 0: free */
	msec at;
	u64 thousandths; /* of requests that it holds */
};

struct quota {
	struct quota_rate rate;
	struct hash_key key;
	struct bucket buckets[SETS][PLACES];
};

enum err quota_new(struct quota_rate rate, u64 seed, struct quota **out_quota)
{
	struct quota *quota = mem_alloc_zeroed(sizeof *quota);
	if (!quota) return ERR_MEMORY;
	quota->rate = rate;
	if (quota->rate.burst < quota->rate.per_second) quota->rate.burst = quota->rate.per_second;
	quota->key = hash_key_from_seed(seed);
	*out_quota = quota;
	return ERR_OK;
}

void quota_free(struct quota *quota)
{
	mem_free(quota);
}

static void fill(const struct quota *quota, struct bucket *bucket, msec boot)
{
	u64 most = (u64)quota->rate.burst * 1000;
	msec passed = boot - bucket->at;
	if (passed <= 0) return;
	if (passed > MSEC_DAY) passed = MSEC_DAY;
	bucket->at = boot;
	bucket->thousandths += (u64)passed * quota->rate.per_second;
	if (bucket->thousandths > most) bucket->thousandths = most;
}

static struct bucket *bucket_of(struct quota *quota, str tenant, msec boot)
{
	u64 hash = hash_bytes(quota->key, tenant) | 1;
	struct bucket *set = quota->buckets[(hash >> 1) % SETS];
	struct bucket *fullest = &set[0];
	for (u32 i = 0; i < PLACES; i++) {
		if (set[i].hash == hash) {
			fill(quota, &set[i], boot);
			return &set[i];
		}
		if (!set[i].hash) {
			fullest = &set[i];
			break;
		}
		fill(quota, &set[i], boot);
		if (set[i].thousandths > fullest->thousandths) fullest = &set[i];
	}
	*fullest = (struct bucket){ hash, boot, (u64)quota->rate.burst * 1000 };
	return fullest;
}

struct quota_verdict quota_take(struct quota *quota, str tenant, msec boot)
{
	u32 rate = quota->rate.per_second;
	if (!rate) return (struct quota_verdict){ .is_allowed = true, .left = UINT32_MAX };
	struct bucket *bucket = bucket_of(quota, tenant, boot);
	struct quota_verdict verdict = { .is_allowed = bucket->thousandths >= 1000 };
	if (verdict.is_allowed) bucket->thousandths -= 1000;
	u64 lacking = (u64)quota->rate.burst * 1000 - bucket->thousandths;
	verdict.left = (u32)(bucket->thousandths / 1000);
	verdict.reset = (u32)((lacking / rate + 999) / 1000);
	if (!verdict.is_allowed)
		verdict.retry_after = (u32)(((1000 - bucket->thousandths) / rate + 999) / 1000);
	return verdict;
}
