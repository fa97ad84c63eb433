/* Once, not twice: SPEC 6. One run per (tenant, type, key) within its unique scope. */
#include "sim/sim.h"

#include "base/hash.h"
#include "base/must.h"

#define BUCKET_KEPT_MS (30 * MSEC_DAY)

static u64 key_of(const struct oracle_run *run)
{
	u64 hash = hash_mix((u64)run->tenant << 40 | (u64)run->type << 8 | run->scope);
	return hash_mix(hash ^ run->key.a) ^ run->key.b;
}

static msec minute_of(msec at)
{
	return at - at % MSEC_MINUTE;
}

/* Whether two runs of one key stand in the same bucket or span. */
static bool share_scope(const struct oracle_run *a, const struct oracle_run *b)
{
	if (a->scope == UNIQUE_TTL) return a->unique_ttl == b->unique_ttl;
	if (a->scope != UNIQUE_BUCKET) return true;
	if (a->bucket_text || b->bucket_text) return a->bucket_text == b->bucket_text;
	return minute_of(a->bucket_at) == minute_of(b->bucket_at);
}

bool unique_blocks(const struct oracle_run *run, msec wall)
{
	bool is_live = run->state < RUN_DONE;
	switch (run->scope) {
	case UNIQUE_NONE: return false;
	case UNIQUE_BUCKET: /* 30 days past it, at least as long as the run */
		if (!run->is_purged) return true;
		return wall < (run->bucket_text ? run->first_wall : minute_of(run->bucket_at)) +
				      BUCKET_KEPT_MS;
	case UNIQUE_TTL: /* before its creation: the wall clock stepped back, and nobody can tell */
		return wall >= run->created_at && wall < run->created_at + run->unique_ttl;
	case UNIQUE_ACTIVE: return is_live;
	case UNIQUE_SUCCEEDED: return is_live || run->state == RUN_DONE;
	case UNIQUE_FOREVER: return true;
	}
	return false;
}

/* A clock that stepped back leaves it open whether a span holds; and a bucket may be kept from the
 * end of its run on, where that comes later. */
bool unique_may_block(const struct oracle_run *run, msec wall)
{
	if (run->scope == UNIQUE_BUCKET && wall < run->last_wall + BUCKET_KEPT_MS) return true;
	if (run->scope == UNIQUE_TTL) return wall < run->created_at + run->unique_ttl;
	return unique_blocks(run, wall);
}

static const struct oracle_run *find_other(const struct oracle *oracle,
					   const struct oracle_run *run)
{
	const struct oracle_run *other = u64_map_find(&oracle->keys, key_of(run));
	for (; other; other = other->same_key) {
		if (other == run || other->state == RUN_UNBORN || other->has_lost_key) continue;
		if (share_scope(run, other) && unique_blocks(other, oracle->now.wall)) return other;
	}
	return NULL;
}

/* A caller cancelled it before anything had begun: its bucket or span is free. */
void unique_take_back(const struct oracle *oracle, struct oracle_run *run)
{
	bool outlives_run = run->scope == UNIQUE_BUCKET || run->scope == UNIQUE_TTL;
	bool has_begun = run->fence || batches_has_begun(oracle, run);
	if (outlives_run && !has_begun && !run->job) run->has_lost_key = true;
}

static void mark_freed(struct oracle *oracle, const struct oracle_run *run)
{
	const struct oracle_run *before = run->same_key;
	if (!before) return;
	if (before->state == RUN_CANCELLED && !before->fence && before->has_lost_key)
		sim_mark(oracle->sim, MARK_KEY_FREE_TAKEN_BACK);
	if (run->scope == UNIQUE_ACTIVE) sim_mark(oracle->sim, MARK_KEY_FREE_ACTIVE);
	if (run->scope == UNIQUE_SUCCEEDED) sim_mark(oracle->sim, MARK_KEY_FREE_SUCCEEDED);
	if (run->scope == UNIQUE_TTL && before->unique_ttl == run->unique_ttl)
		sim_mark(oracle->sim, MARK_KEY_FREE_TTL);
}

/* Those whose time was over have lost the bucket to it. */
static void take_bucket(struct oracle *oracle, struct oracle_run *run)
{
	if (run->scope != UNIQUE_BUCKET) return;
	struct oracle_run *other = u64_map_find(&oracle->keys, key_of(run));
	for (; other; other = other->same_key) {
		if (other != run && share_scope(run, other)) other->has_lost_key = true;
	}
	run->has_lost_key = false;
}

static void fail_shared(struct oracle *oracle, const struct oracle_run *run,
			const struct oracle_run *other)
{
	static const char *const scopes[] = { "none",   "bucket",    "ttl",
					      "active", "succeeded", "forever" };
	sim_fail(oracle->sim, "I-09", &run->id, "run %08x has its key already (scope %s)",
		 uuid_short(&other->id), scopes[run->scope]);
}

void unique_check_created(struct oracle *oracle, struct oracle_run *run)
{
	if (run->scope == UNIQUE_NONE) return;
	const struct oracle_run *other = find_other(oracle, run);
	if (other) fail_shared(oracle, run, other);
	u64 key = key_of(run);
	run->same_key = u64_map_remove(&oracle->keys, key);
	must(u64_map_reserve(&oracle->keys, 1) == ERR_OK);
	u64_map_insert(&oracle->keys, key, run);
	take_bucket(oracle, run);
	mark_freed(oracle, run);
}

/* A retry or a reschedule must not share its key with another run. (A span counts from the
 * creation: nothing about it changes.) */
void unique_check_again(struct oracle *oracle, struct oracle_run *run)
{
	if (run->scope == UNIQUE_NONE || run->scope == UNIQUE_TTL) return;
	const struct oracle_run *other = find_other(oracle, run);
	if (other) fail_shared(oracle, run, other);
	take_bucket(oracle, run);
}
