/* The content of the tables of unique keys: records in order of a hash, and filters that say which
 * hashes a segment cannot have. Nothing here knows a database. */
#ifndef BELFRY_STORE_KEY_RECORDS_H
#define BELFRY_STORE_KEY_RECORDS_H

#include "model/rows.h"

/* Of all that a key is unique by: tenant, type, scope, bucket and the key's own digest. Hashes of
 * two tenants are never equal. The lowest bit of `b` says whether the scope is a bucket. */
struct key_hash {
	u64 a;
	u64 b;
};

/* The run that has a key, and until when; KEY_GONE: the key was given back. Stored as it stands in
 * memory. */
struct key_record {
	struct key_hash hash;
	struct uuid run;
	msec until;
};

#define KEY_GONE MSEC_MIN

enum {
	KEY_BLOCK_RECORDS = 100,     /* in a row: it fills a page */
	KEY_FILTER_BYTES = 124 * 32, /* of a part of a filter: it fills a page, too */
	KEY_FILTER_RECORDS = KEY_FILTER_BYTES / 2,
	KEY_PREFIX_BITS = 31,
};

struct key_hash key_hash_of(const struct unique_key *key);
int key_hash_compare(const struct key_hash *x, const struct key_hash *y);

static inline bool key_hash_eq(const struct key_hash *x, const struct key_hash *y)
{
	return x->a == y->a && x->b == y->b;
}

static inline bool key_hash_is_of_bucket(const struct key_hash *hash)
{
	return hash->b & 1;
}

/* The first bits: the id of a block has those of its first record. */
static inline i64 key_prefix(const struct key_hash *hash)
{
	return (i64)(hash->a >> (64 - KEY_PREFIX_BITS));
}

/* The record of a hash in a block, whose bytes stand anywhere; false: it is not there. */
MUST_USE bool key_block_find(str packed, const struct key_hash *hash,
			     struct key_record *out_record);
/* For qsort. */
int key_record_compare(const void *a, const void *b);

/* A filter has parts; a record belongs to one of them, in order of its hash. */
u32 key_filter_parts(u64 records);
u32 key_filter_part(const struct key_hash *hash, u32 parts);
/* Where in its part a hash is looked for. */
size_t key_filter_piece(const struct key_hash *hash);
void key_filter_add(u8 part[KEY_FILTER_BYTES], const struct key_hash *hash);
/* False: no such hash was added. True: it was, or one of about a thousand others. */
bool key_filter_may_have(const u8 part[KEY_FILTER_BYTES], const struct key_hash *hash);

#endif
