/* A Feistel network over two halves of 64 bits, with SipHash as its round function. Half of the
 * right half is 0 inside: a made-up id does not read as a place. */
#include "api/place.h"

enum { ROUNDS = 6, HALF_BYTES = 8 };

static const str beginning = { "0-0", 3 };

struct hash_key place_key(const struct seal_key *seal_key)
{
	return seal_hash_key(seal_key, STR("places of events"));
}

static u64 mixed(struct hash_key key, u32 round, u64 half)
{
	char bytes[1 + HALF_BYTES] = { (char)round };
	for (u32 i = 0; i < HALF_BYTES; i++) bytes[1 + i] = (char)(half >> 8 * i);
	return hash_bytes(key, (str){ bytes, sizeof bytes });
}

static void store(u64 half, u8 *out_bytes)
{
	for (u32 i = 0; i < HALF_BYTES; i++) out_bytes[i] = (u8)(half >> 8 * (HALF_BYTES - 1 - i));
}

static u64 load(const u8 *bytes)
{
	u64 half = 0;
	for (u32 i = 0; i < HALF_BYTES; i++) half = half << 8 | bytes[i];
	return half;
}

void place_print(struct hash_key key, struct event_place place, struct buf *out)
{
	u64 left = place.turn, right = place.at;
	char text[UUID_TEXT_LEN];
	struct uuid shown;
	if (!place.turn && !place.at) {
		buf_add(out, beginning);
		return;
	}
	for (u32 round = 0; round < ROUNDS; round++) {
		u64 next = left ^ mixed(key, round, right);
		left = right;
		right = next;
	}
	store(left, shown.bytes);
	store(right, shown.bytes + HALF_BYTES);
	uuid_print(shown, text);
	buf_add(out, (str){ text, UUID_TEXT_LEN });
}

bool place_parse(struct hash_key key, str text, struct event_place *out_place)
{
	struct uuid shown;
	*out_place = (struct event_place){ 0 };
	if (str_eq(text, beginning)) return true;
	if (!uuid_parse(text, &shown)) return false;
	u64 left = load(shown.bytes), right = load(shown.bytes + HALF_BYTES);
	for (u32 round = ROUNDS; round > 0; round--) {
		u64 next = right ^ mixed(key, round - 1, left);
		right = left;
		left = next;
	}
	if (left > INT64_MAX || right > UINT32_MAX) return false;
	*out_place = (struct event_place){ left, (u32)right };
	return true;
}
