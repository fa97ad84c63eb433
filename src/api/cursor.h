/* Cursors of lists: opaque to the caller, and proved to be ours, so that a cursor can name a place
 * in a list without being a way to ask for what one may not see. */
#ifndef BELFRY_API_CURSOR_H
#define BELFRY_API_CURSOR_H

#include "base/arena.h"
#include "base/buf.h"

enum { CURSOR_KEY_BYTES = 32, CURSOR_PLACE_BYTES = 256 };

struct cursor_key {
	u8 bytes[CURSOR_KEY_BYTES];
};

/* `about` is what the list is of (route, tenant): a cursor holds for that alone. Appends the text,
 * without quotes. */
void cursor_print(const struct cursor_key *key, str about, str place, struct buf *out);
/* False: not a cursor of this list. */
MUST_USE bool cursor_parse(const struct cursor_key *key, str about, str text, struct arena *arena,
			   str *out_place);

#endif
