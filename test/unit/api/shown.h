/* Ids of events as clients see them, for stories that name their places. */
#ifndef BELFRY_TEST_UNIT_API_SHOWN_H
#define BELFRY_TEST_UNIT_API_SHOWN_H

#include "api/place.h"
#include "base/check.h"

static inline bool shown_is_digit(char letter)
{
	return letter >= '0' && letter <= '9';
}

/* The text with each place in it ("3-0") as it is shown under the key of a server whose key file is
 * all zeros. The last few texts stay. */
static inline const char *shown(const char *text)
{
	enum { TEXTS = 8, TEXT_BYTES = 400 };
	static char texts[TEXTS][TEXT_BYTES];
	static u32 next;
	const struct seal_key none = { { 0 } };
	char *out = texts[next++ % TEXTS];
	struct buf buf;
	buf_init(&buf, TEXT_BYTES - 1);
	while (*text) {
		size_t len = 0;
		struct event_place place;
		while (shown_is_digit(text[len]) || (len && text[len] == '-')) len++;
		bool is_place = len && event_place_parse((str){ text, len }, &place);
		if (is_place) place_print(place_key(&none), place, &buf);
		else buf_add_byte(&buf, *text);
		text += is_place ? len : 1;
	}
	assert_false(buf_failed(&buf));
	memcpy(out, buf.at, buf.len);
	out[buf.len] = '\0';
	buf_done(&buf);
	return out;
}

#endif
