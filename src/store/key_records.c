/* Hashes, records and filters of unique keys. */
#include "store/key_records.h"

#include "base/hash.h"

#include <stdlib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

_Static_assert(sizeof(struct key_record) == 40, "a record has no padding");

/* Part of the format of the file: neither this nor the seed may ever change. XXH3 withstands
 * chance, not an attacker, so the tenant stands in the hash itself: no key of one tenant can be
 * made to look like a key of another. It is mixed with bits of the hash, since filters need them
 * random. */
struct key_hash key_hash_of(const struct unique_key *key)
{
	const u64 words[] = { key->key.a, key->key.b, (u64)key->bucket,
			      (u64)key->tenant.v << 32 | key->type.v, key->scope };
	XXH128_hash_t hash = XXH3_128bits(words, sizeof words);
	u32 tenant = key->tenant.v ^ (u32)hash.low64;
	u64 b = hash.high64 >> 33 << 33 | (u64)tenant << 1 | (key->scope == UNIQUE_BUCKET);
	return (struct key_hash){ hash.low64, b };
}

int key_hash_compare(const struct key_hash *x, const struct key_hash *y)
{
	if (x->a != y->a) return x->a < y->a ? -1 : 1;
	return (x->b > y->b) - (x->b < y->b);
}

int key_record_compare(const void *a, const void *b)
{
	const struct key_record *left = a, *right = b;
	return key_hash_compare(&left->hash, &right->hash);
}

bool key_block_find(str packed, const struct key_hash *hash, struct key_record *out_record)
{
	size_t from = 0, to = packed.len / sizeof *out_record;
	while (from < to) {
		size_t middle = from + (to - from) / 2;
		memcpy(out_record, packed.at + middle * sizeof *out_record, sizeof *out_record);
		int order = key_hash_compare(&out_record->hash, hash);
		if (order == 0) return true;
		if (order < 0) from = middle + 1;
		else to = middle;
	}
	return false;
}

/* ---- filters ------------------------------------------------------------------------------ */

/* A split-block Bloom filter: a hash belongs to 32 bytes of its part and sets a bit in each of
 * their eight words. At two bytes a record it lies once in about a thousand times. */

enum { WORDS = 8, PIECE_BYTES = WORDS * sizeof(u32), PIECES = KEY_FILTER_BYTES / PIECE_BYTES };

static const u32 salts[WORDS] = { 0x47b6137bu, 0x44974d91u, 0x8824ad5bu, 0xa2b7289du,
				  0x705495c7u, 0x2df1424bu, 0x9efc4947u, 0x5c6bfb31u };

u32 key_filter_parts(u64 records)
{
	return (u32)(records / KEY_FILTER_RECORDS + 1);
}

u32 key_filter_part(const struct key_hash *hash, u32 parts)
{
	return (u32)((hash->a >> 32) * parts >> 32);
}

size_t key_filter_piece(const struct key_hash *hash)
{
	return (size_t)((hash->b >> 32) * PIECES >> 32) * PIECE_BYTES;
}

static u32 bit_of(const struct key_hash *hash, u32 word)
{
	return (u32)1 << (((u32)hash->b | 1) * salts[word] >> 27);
}

void key_filter_add(u8 part[KEY_FILTER_BYTES], const struct key_hash *hash)
{
	u8 *piece = part + key_filter_piece(hash);
	for (u32 i = 0; i < WORDS; i++) {
		u32 word;
		memcpy(&word, piece + i * sizeof word, sizeof word);
		word |= bit_of(hash, i);
		memcpy(piece + i * sizeof word, &word, sizeof word);
	}
}

bool key_filter_may_have(const u8 part[KEY_FILTER_BYTES], const struct key_hash *hash)
{
	const u8 *piece = part + key_filter_piece(hash);
	u32 missing = 0;
	for (u32 i = 0; i < WORDS; i++) {
		u32 word;
		memcpy(&word, piece + i * sizeof word, sizeof word);
		missing |= bit_of(hash, i) & ~word;
	}
	return missing == 0;
}
