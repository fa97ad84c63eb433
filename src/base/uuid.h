/* UUIDs (RFC 9562). Those we make are version 7: milliseconds first, so that ids sort by age. */
#ifndef BELFRY_BASE_UUID_H
#define BELFRY_BASE_UUID_H

#include "base/msec.h"
#include "base/str.h"
#include "base/types.h"

enum { UUID_TEXT_LEN = 36, UUID7_RANDOM_LEN = 10 };

struct uuid {
	u8 bytes[16];
};

/* Any version: 36 characters, hexadecimal digits of either case, hyphens in their four places. */
MUST_USE bool uuid_parse(str text, struct uuid *out_uuid);
/* Lower case, no NUL. */
void uuid_print(struct uuid uuid, char out_text[UUID_TEXT_LEN]);

/* Below zero, zero or above zero, by bytes: for version 7, by time. */
static inline int uuid_compare(const struct uuid *a, const struct uuid *b)
{
	return memcmp(a->bytes, b->bytes, sizeof a->bytes);
}

static inline bool uuid_eq(const struct uuid *a, const struct uuid *b)
{
	return uuid_compare(a, b) == 0;
}

static inline bool uuid_is_nil(const struct uuid *uuid)
{
	return uuid_eq(uuid, &(struct uuid){ 0 });
}

/* 4, 7, ...; 0 when the variant is not RFC 9562's. */
u32 uuid_version(const struct uuid *uuid);

/* Version 7 from an instant (before 1970 counts as 1970, after 9999 as 9999) and 74 of the 80
 * random bits. Two of one millisecond are in no particular order: see uuid7_next. */
struct uuid uuid7_make(msec at, const u8 random[UUID7_RANDOM_LEN]);

/* Comes before every version 7 of that millisecond, and behind those of the one before. */
struct uuid uuid7_first(msec at);

/* The instant in a version 7. */
msec uuid7_msec(const struct uuid *uuid);

/* Makes each id greater than the one before, also within a millisecond and when the wall clock
 * steps back: then it stays at the last millisecond and counts (RFC 9562, 6.2, method 1). Should
 * the count be used up, it borrows the next millisecond. Zeroed: new. One thread at a time.
 * 62 bits of each id are fresh random ones: knowing one id does not help to guess the next. */
struct uuid7_clock {
	msec at;
	u32 counter;
};

struct uuid uuid7_next(struct uuid7_clock *clock, msec wall, const u8 random[UUID7_RANDOM_LEN]);

#endif
