/* Details: what is kept of an object beside what is decided about it, as one JSON object. A change
 * names some fields; the rest stays as it is, byte for byte. */
#ifndef BELFRY_API_DETAILS_H
#define BELFRY_API_DETAILS_H

#include "api/fields.h"
#include "base/buf.h"

/* The value of a field that was read, as JSON. */
void details_write_value(struct buf *out, const struct field *field, const void *object);

/* Writes an object of the fields in `mask` (a bit each): as `object` gives them, else as `old` has
 * them; a field given as null is left out. `old` may be empty. */
void details_merge(struct buf *out, const struct shape *shape, const void *object, str old,
		   u64 mask);

/* The members of `details` (an object that was checked), without the braces, into an open object.
 */
void details_put(struct buf *out, str details);
/* The same of a shape, each field of the mask; null where there is none. */
void details_put_all(struct buf *out, const struct shape *shape, str details, u64 mask);

#endif
