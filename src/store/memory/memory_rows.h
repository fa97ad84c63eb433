/* Rows copied whole, texts and all: nothing in the store borrows from a turn, nothing that leaves
 * it borrows from the store. */
#ifndef BELFRY_STORE_MEMORY_MEMORY_ROWS_H
#define BELFRY_STORE_MEMORY_MEMORY_ROWS_H

#include "base/arena.h"
#include "store/kinds.h"

enum { SHAPE_PARTS_MAX = 4 };

/* A struct: its size, and the columns that say where its texts stand. */
struct row_shape {
	size_t size;
	struct {
		const struct columns *columns; /* NULL: no more */
		u32 at;
	} parts[SHAPE_PARTS_MAX];
};

extern const struct row_shape kind_shapes[KIND_COUNT];
/* These have more texts than the columns of their kind, or are of none. */
extern const struct row_shape run_shape;
extern const struct row_shape job_shape;
extern const struct row_shape end_shape;
extern const struct row_shape audit_shape;

/* Bytes of all its texts. */
size_t row_text_bytes(const struct row_shape *shape, const void *row);

/* Copies the row, and its texts to `text`, which has row_text_bytes of room. */
void row_copy(const struct row_shape *shape, void *to, const void *from, char *text);

/* A copy in the arena; NULL when that failed. */
MUST_USE void *row_copy_out(struct arena *arena, const struct row_shape *shape, const void *from);

/* The texts are left out of a copy that was made by assignment. */
void row_drop_texts(const struct row_shape *shape, void *row);

#endif
