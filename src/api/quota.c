#include "api/quota.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/must.h"

/* Buckets stand in a fixed table of sets: a tenant has one of the few places of its set, and takes
 * that of whoever was silent longest when it comes anew. Memory is bounded, and who is forgotten
 * had a full bucket or nearly so. Rates of a tenant's own are few: the administrator sets them one
 * by one. */
enum { SETS = 4096, PLACES = 4, RATES = 2 };

struct quota_bucket {
	u64 hash; /* of the tenant; 0: free */
	msec at;
	i64 thousandths[RATES]; /* of requests and of bytes that it holds; below 0: in debt */
};

struct own_rates {
	struct quota_rates rates;
	u32 len;
	char tenant[LIMIT_TENANT_NAME_BYTES];
};

struct quota {
	struct quota_rates rates;
	struct hash_key key;
	struct map own; /* of struct own_rates */
	struct quota_bucket buckets[SETS][PLACES];
};

static bool is_of(const void *item, const void *key)
{
	const struct own_rates *own = item;
	return str_eq((str){ own->tenant, own->len }, *(const str *)key);
}

enum err quota_new(struct quota_rates rates, u64 seed, struct quota **out_quota)
{
	struct quota *quota = mem_alloc_zeroed(sizeof *quota);
	if (!quota) return ERR_MEMORY;
	quota->rates = rates;
	quota->key = hash_key_from_seed(seed);
	map_init(&quota->own, is_of);
	*out_quota = quota;
	return ERR_OK;
}

void quota_free(struct quota *quota)
{
	struct map_cursor cursor = { 0 };
	struct own_rates *own;
	if (!quota) return;
	while ((own = map_next(&quota->own, &cursor))) mem_free(own);
	map_done(&quota->own);
	mem_free(quota);
}

enum err quota_set(struct quota *quota, str tenant, struct quota_rates rates)
{
	u64 hash = hash_bytes(quota->key, tenant);
	struct own_rates *own = map_find(&quota->own, hash, &tenant);
	bool is_none = !rates.requests && !rates.bytes;
	must(tenant.len <= LIMIT_TENANT_NAME_BYTES);
	if (is_none && own) mem_free(map_remove(&quota->own, hash, &tenant));
	if (is_none) return ERR_OK;
	if (!own) {
		if (map_reserve(&quota->own, 1)) return ERR_MEMORY;
		own = mem_alloc_zeroed(sizeof *own);
		if (!own) return ERR_MEMORY;
		own->len = (u32)tenant.len;
		memcpy(own->tenant, tenant.at, tenant.len);
		map_insert(&quota->own, hash, &tenant, own);
	}
	own->rates = rates;
	return ERR_OK;
}

/* ---- buckets ------------------------------------------------------------------------------ */

static i64 most_of(u32 rate)
{
	return (i64)rate * QUOTA_BURST_SECONDS * 1000;
}

static void fill(const u32 rates[RATES], struct quota_bucket *bucket, msec boot)
{
	msec passed = boot - bucket->at;
	if (passed <= 0) return;
	if (passed > MSEC_DAY) passed = MSEC_DAY;
	bucket->at = boot;
	for (u32 i = 0; i < RATES; i++) {
		bucket->thousandths[i] += passed * rates[i];
		if (bucket->thousandths[i] > most_of(rates[i]))
			bucket->thousandths[i] = most_of(rates[i]);
	}
}

static struct quota_bucket *bucket_of(struct quota *quota, u64 hash, const u32 rates[RATES],
				      msec boot)
{
	struct quota_bucket *set = quota->buckets[(hash >> 1) % SETS];
	struct quota_bucket *oldest = &set[0];
	for (u32 i = 0; i < PLACES; i++) {
		if (set[i].hash == hash) {
			fill(rates, &set[i], boot);
			return &set[i];
		}
		if (set[i].hash && set[i].at >= oldest->at) continue;
		oldest = &set[i];
		if (!set[i].hash) break;
	}
	*oldest = (struct quota_bucket){ hash, boot, { most_of(rates[0]), most_of(rates[1]) } };
	return oldest;
}

/* Seconds, rounded up, until so many thousandths have come. */
static u32 seconds_for(i64 thousandths, u32 rate)
{
	if (thousandths <= 0) return 0;
	i64 span = (thousandths + rate - 1) / rate;
	return (u32)((span + 999) / 1000);
}

static struct quota_verdict verdict_of(const struct quota_bucket *bucket, u32 which, u32 rate,
				       bool is_ok)
{
	i64 has = bucket->thousandths[which];
	i64 lacks = (which ? 1 : 1000) - has;
	return (struct quota_verdict){ .is_allowed = is_ok,
				       .kind = which ? QUOTA_BYTES : QUOTA_REQUESTS,
				       .most = rate,
				       .left = has > 0 ? (u32)(has / 1000) : 0,
				       .reset = seconds_for(most_of(rate) - has, rate),
				       .retry_after = is_ok ? 0 : seconds_for(lacks, rate) };
}

struct quota_verdict quota_take(struct quota *quota, str tenant, u64 bytes, msec boot)
{
	u64 hash = hash_bytes(quota->key, tenant);
	const struct own_rates *own = map_find(&quota->own, hash, &tenant);
	const u32 rates[RATES] = {
		own && own->rates.requests ? own->rates.requests : quota->rates.requests,
		own && own->rates.bytes ? own->rates.bytes : quota->rates.bytes,
	};
	const i64 costs[RATES] = { 1000, (i64)bytes * 1000 };
	const i64 needs[RATES] = { 1000, bytes ? 1 : INT64_MIN };
	if (!rates[0] && !rates[1]) return (struct quota_verdict){ .is_allowed = true };
	struct quota_bucket *bucket = bucket_of(quota, hash | 1, rates, boot);
	for (u32 i = 0; i < RATES; i++) {
		if (rates[i] && bucket->thousandths[i] < needs[i])
			return verdict_of(bucket, i, rates[i], false);
	}
	u32 scarcer = rates[0] ? 0 : 1;
	for (u32 i = 0; i < RATES; i++) {
		if (!rates[i]) continue;
		bucket->thousandths[i] -= costs[i];
		/* Of its burst, as a share. */
		if (bucket->thousandths[i] / rates[i] <
		    bucket->thousandths[scarcer] / rates[scarcer])
			scarcer = i;
	}
	return verdict_of(bucket, scarcer, rates[scarcer], true);
}
