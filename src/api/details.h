/* Details: the part of an object that is stored but not used for decisions, as one JSON object. A
 * change names some fields; the other fields stay as they are, byte for byte. */
#ifndef BELFRY_API_DETAILS_H
#define BELFRY_API_DETAILS_H

#include "api/fields.h"
#include "base/buf.h"

/* The value of a field that was read, as JSON. */
void details_write_value(struct buf *out, const struct field *field, const void *object);

/* Writes an object of the fields in `mask` (a bit each): from `object` if it has the field, else
 * from `old`. A field given as null is left out. `old` may be empty. */
void details_merge(struct buf *out, const struct shape *shape, const void *object, str old,
		   u64 mask);

/* Writes the members of `details` (a checked object) into the open object. */
void details_put(struct buf *out, str details);
/* Likewise each field of the mask; null where `details` has no value. */
void details_put_all(struct buf *out, const struct shape *shape, str details, u64 mask);

#endif
