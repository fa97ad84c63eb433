/* What the fuzzers share: numbers from the input's bytes, text in a piece of memory of exactly its
 * size (so that reading past it is seen), and stopping with a message. */
#ifndef BELFRY_TEST_FUZZ_COMMON_H
#define BELFRY_TEST_FUZZ_COMMON_H

#include "../zones/naive_date.h"
#include "base/buf.h"
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The property that broke, with all that is needed to see it again; then libFuzzer's report. */
__attribute__((format(printf, 1, 2))) _Noreturn static inline void fuzz_stop(const char *format,
									     ...)
{
	va_list arguments;
	va_start(arguments, format);
	fprintf(stderr, "property broken: ");
	vfprintf(stderr, format, arguments);
	fprintf(stderr, "\n");
	va_end(arguments);
	abort();
}

/* Bytes as a source of choices; zeros once they are used up. */
struct choices {
	const uint8_t *at;
	size_t len;
};

static inline u64 choose_bits(struct choices *choices, int bytes)
{
	u64 value = 0;
	for (int i = 0; i < bytes; i++) {
		value = value << 8 | (choices->len ? choices->at[0] : 0);
		if (choices->len) choices->at++, choices->len--;
	}
	return value;
}

/* 0 to bound - 1. */
static inline int choose(struct choices *choices, int bound)
{
	return (int)(choose_bits(choices, bound > 256 ? 4 : 1) % (u64)bound);
}

static inline int choose_between(struct choices *choices, int least, int most)
{
	return least + choose(choices, most - least + 1);
}

static inline bool chance(struct choices *choices, int percent)
{
	return choose(choices, 100) < percent;
}

/* A copy of exactly the bytes' size; the caller frees. */
static inline str fuzz_copy(const void *bytes, size_t len)
{
	char *copy = malloc(len ? len : 1);
	if (!copy) abort();
	if (len) memcpy(copy, bytes, len);
	return (str){ copy, len };
}

static inline void fuzz_free(str text)
{
	free((void *)(uintptr_t)text.at);
}

/* An error has its code, a message of one line, and points inside the text. */
static inline void fuzz_check_why(str text, enum err err, const struct why *why)
{
	if (why->code != err) fuzz_stop("the reason has another code than the answer");
	if (!memchr(why->text, '\0', sizeof(why->text))) fuzz_stop("a reason without an end");
	if (why->text[0] == '\0') fuzz_stop("refused without a reason");
	for (const char *at = why->text; *at; at++)
		if ((unsigned char)*at < ' ') fuzz_stop("a control character in: %s", why->text);
	if (why->at > text.len || why->len > text.len - why->at)
		fuzz_stop("[%u, +%u) lies outside of %zu bytes: %s", why->at, why->len, text.len,
			  why->text);
}

/* 2025-03-30T01:30:00 in one of four places, so that a message can hold several. */
static inline const char *show_wall(int64_t at)
{
	static char places[4][40];
	static int place;
	struct naive_date date = naive_date_of(naive_floor_div(at, 86400));
	int second = (int)naive_floor_mod(at, 86400);
	place = (place + 1) % 4;
	snprintf(places[place], sizeof(places[place]), "%04d-%02d-%02dT%02d:%02d:%02d", date.year,
		 date.month, date.day, second / 3600, second / 60 % 60, second % 60);
	return places[place];
}

#endif
