/* Bounds that cut instead of refusing. A worker's report about an ended run must not be lost
 * because one text in it is long. So the text is cut and marked, a value is replaced by
 * {"truncated": true, "bytes": n}, and the answer names the members that were cut. */
#ifndef BELFRY_API_CUT_H
#define BELFRY_API_CUT_H

#include "api/fields.h"
#include "base/buf.h"

/* The mark at the end of a text that was cut: U+2026. */
#define CUT_MARK "\xe2\x80\xa6"

/* Return a text of at most `most` bytes (at least 64 for cut_key), cut between characters; the text
 * itself if it fits. Empty: memory is short. */
str cut_text(str text, size_t most, struct arena *arena);
/* Likewise for texts that are compared: a digest after the mark keeps different texts different. */
str cut_key(str text, size_t most, struct arena *arena);
/* The replacement for a value of this many bytes. */
str cut_value(size_t bytes, struct arena *arena);

/* Writes the JSON pointers of all cut members of `object`, relative to the object, into the array
 * that is open in `out`. */
void cut_write_pointers(struct buf *out, const struct shape *shape, const void *object, str base);

#endif
