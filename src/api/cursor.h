/* Cursors of lists. A cursor is opaque to the caller and authenticated by the server, so it can
 * name a place in a list without giving access to rows that the caller must not see. */
#ifndef BELFRY_API_CURSOR_H
#define BELFRY_API_CURSOR_H

#include "base/arena.h"
#include "base/buf.h"

enum { CURSOR_KEY_BYTES = 32, CURSOR_PLACE_BYTES = 256 };

struct cursor_key {
	u8 bytes[CURSOR_KEY_BYTES];
};

/* `about` is the subject of the list (route, tenant): the cursor is valid for that alone. Appends
 * the text, without quotes. */
void cursor_print(const struct cursor_key *key, str about, str place, struct buf *out);
/* False: not a valid cursor of this list. */
MUST_USE bool cursor_parse(const struct cursor_key *key, str about, str text, struct arena *arena,
			   str *out_place);

#endif
