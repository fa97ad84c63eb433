/* Unique keys: which keys count, for how long, and which run has each. The rows of all keys that a
 * turn may use are loaded; the step changes its copies (struct key_state), so two enqueues of one
 * turn see each other. */
#include "engine/core/core.h"
#include "engine/core/parts.h"
#include "engine/memory/memory.h"
#include "engine/whole.h"

#define BUCKET_MS MSEC_MINUTE
#define BUCKET_KEPT_MS (30 * MSEC_DAY)

u64 unique_key_hash(const struct engine *engine, const struct unique_key *key)
{
	u64 names = pair_key(key->tenant.v, key->type.v);
	u64 hash = hash_u64(engine->core.hash_key, names ^ hash_mix((u64)key->bucket ^ key->scope));
	return hash_mix(hash ^ key->key.a);
}

bool key_state_is(const void *item, const void *key)
{
	const struct unique_key *a = &((const struct key_state *)item)->key;
	const struct unique_key *b = key;
	return a->bucket == b->bucket && a->tenant.v == b->tenant.v && a->type.v == b->type.v &&
	       a->scope == b->scope && digest_eq(a->key, b->key);
}

struct unique_key unique_key_of_row(const struct run_row *row)
{
	return (struct unique_key){ .bucket = row->hot.bucket,
				    .tenant = row->tenant,
				    .type = row->type,
				    .scope = row->scope,
				    .key = row->key_digest };
}

bool unique_key_of_run(const struct engine_run *run, struct unique_key *out_key)
{
	if (run->scope == UNIQUE_NONE) return false;
	*out_key = (struct unique_key){
		.bucket = run->bucket,
		.tenant = run_tenant(run),
		.type = run->lane->type->no,
		.scope = (enum unique_scope)run->scope,
		.key = run->key,
	};
	return true;
}

static i64 floor_to(i64 value, i64 step)
{
	i64 rest = value % step;
	return value - rest - (rest < 0 ? step : 0);
}

/* A bucket that the caller gives is a text. Its digest, made negative, cannot equal a minute of the
 * clock. */
static i64 bucket_of_text(str text)
{
	u64 number;
	if (str_to_u64(text, (u64)MSEC_YEAR_9999_END, &number)) return (i64)number;
	return (i64)(digest_of(text).a | (u64)1 << 63);
}

i64 unique_bucket(enum unique_scope scope, msec run_at, msec now, msec ttl, str bucket)
{
	if (scope == UNIQUE_BUCKET && bucket.len) return bucket_of_text(bucket);
	if (scope == UNIQUE_BUCKET) return floor_to(run_at, BUCKET_MS);
	if (scope == UNIQUE_TTL) return floor_to(now, ttl) / ttl;
	return 0;
}

/* A span has a fixed end. A bucket is kept while its run exists, and 30 days after both its time
 * and the run's end; unique_release decides until when. */
msec unique_until(enum unique_scope scope, msec now, msec ttl)
{
	return scope == UNIQUE_TTL ? msec_add(now, ttl) : MSEC_MAX;
}

static msec bucket_until(i64 bucket, msec now)
{
	return msec_add(bucket > now ? bucket : now, BUCKET_KEPT_MS);
}

static struct key_state *key_state_find(const struct engine *engine, const struct unique_key *key)
{
	return map_find(&engine->step.keys, unique_key_hash(engine, key), key);
}

/* The run that has the key, or NULL. What the store has found counts, see struct unique_row; so
 * does what this turn has put. */
struct key_state *unique_taken(const struct engine *engine, const struct unique_key *key)
{
	struct key_state *state = key_state_find(engine, key);
	return state && state->found ? state : NULL;
}

/* A key that was not looked up has a name that is new in this turn: it has no row. */
static struct key_state *key_state_get(struct engine *engine, const struct unique_key *key)
{
	struct key_state *state = key_state_find(engine, key);
	if (state) return state;
	must(engine->step.new_keys > 0);
	engine->step.new_keys--;
	state = engine->step.key_room++;
	*state = (struct key_state){ .key = *key };
	map_insert(&engine->step.keys, unique_key_hash(engine, key), key, state);
	return state;
}

struct key_state *unique_put(struct engine *engine, const struct unique_key *key,
			     const struct uuid *run, msec until)
{
	struct key_state *state = key_state_get(engine, key);
	state->found = true;
	state->row = (struct unique_row){ .key = *key, .run = *run, .until = until };
	state->run_exists = true;
	state->run_state = RUN_QUEUED;
	state->made = NULL;
	change_add(engine, CHANGE_UNIQUE_PUT)->unique = state->row;
	return state;
}

void unique_delete(struct engine *engine, const struct unique_key *key)
{
	struct key_state *state = key_state_find(engine, key);
	if (state) state->found = false;
	change_delete(engine, KIND_UNIQUE)->unique.key = *key;
}

void unique_let_go(struct engine *engine, const struct unique_key *key, const struct uuid *run,
		   enum run_state state, bool is_taken_back)
{
	must(run_state_is_final(state));
	struct key_state *known = key_state_find(engine, key);
	if (known) known->run_state = state;
	bool comes_free = is_taken_back || key->scope == UNIQUE_ACTIVE ||
			  (key->scope == UNIQUE_SUCCEEDED && state != RUN_DONE);
	if (comes_free) {
		unique_delete(engine, key);
	} else if (key->scope == UNIQUE_BUCKET) {
		struct unique_row row = { .key = *key,
					  .run = *run,
					  .until = bucket_until(key->bucket, wall_now(engine)) };
		if (known) known->row.until = row.until;
		change_add(engine, CHANGE_UNIQUE_PUT)->unique = row;
	}
}

void unique_release(struct engine *engine, const struct engine_run *run, enum run_state state)
{
	struct unique_key key;
	if (unique_key_of_run(run, &key))
		unique_let_go(engine, &key, &run->id, state, run->is_taken_back);
}

bool unique_may_be_taken_back(enum unique_scope scope)
{
	return scope == UNIQUE_BUCKET || scope == UNIQUE_TTL;
}

enum err unique_check_ttl(msec ttl, struct why *why)
{
	enum { TTL_DAYS_MAX = 366 };
	if (ttl >= 0 && ttl <= TTL_DAYS_MAX * MSEC_DAY) return ERR_OK;
	return fail(why, ERR_INVALID, "unique_scope must be at most %d days", TTL_DAYS_MAX);
}
