/* Instants and spans in milliseconds. An instant is milliseconds since 1970-01-01T00:00:00Z.
 * Arithmetic saturates: a sum past either end stays at that end, so "never" plus a delay stays
 * "never". */
#ifndef BELFRY_BASE_MSEC_H
#define BELFRY_BASE_MSEC_H

#include "base/types.h"

typedef i64 msec;

#define MSEC_MAX INT64_MAX
#define MSEC_MIN INT64_MIN
#define MSEC_SECOND ((msec)1000)
#define MSEC_MINUTE (60 * MSEC_SECOND)
#define MSEC_HOUR (60 * MSEC_MINUTE)
#define MSEC_DAY (24 * MSEC_HOUR)

/* The last instant Belfry accepts: 9999-12-31T23:59:59.999Z. */
#define MSEC_YEAR_9999_END ((msec)253402300799999)

/* The two clocks of one turn. `wall` may step; `boot` only grows and also counts suspended time. */
struct now {
	msec wall;
	msec boot;
};

static inline msec msec_add(msec a, msec b)
{
	msec sum;
	if (!__builtin_add_overflow(a, b, &sum)) return sum;
	return b > 0 ? MSEC_MAX : MSEC_MIN;
}

static inline msec msec_sub(msec a, msec b)
{
	msec difference;
	if (!__builtin_sub_overflow(a, b, &difference)) return difference;
	return b < 0 ? MSEC_MAX : MSEC_MIN;
}

static inline msec msec_mul(msec a, i64 times)
{
	msec product;
	if (!__builtin_mul_overflow(a, times, &product)) return product;
	return (a > 0) == (times > 0) ? MSEC_MAX : MSEC_MIN;
}

static inline msec msec_from_seconds(i64 seconds)
{
	return msec_mul(MSEC_SECOND, seconds);
}

/* Whole seconds, rounded towards the past, also before 1970. */
static inline i64 msec_to_seconds(msec at)
{
	return at / 1000 - (at % 1000 < 0);
}

#endif
