/* Rows copied whole, texts and all: nothing in the store borrows from a turn, nothing that leaves
 * it borrows from the store. */
#ifndef BELFRY_STORE_MEMORY_MEMORY_ROWS_H
#define BELFRY_STORE_MEMORY_MEMORY_ROWS_H

#include "base/arena.h"
#include "model/rows.h"

enum { ROW_TEXTS_MAX = 11 };

/* A kind of row: its size, and where its texts stand in it. */
struct row_shape {
	size_t size;
	u32 texts;
	size_t text_at[ROW_TEXTS_MAX];
};

extern const struct row_shape run_shape;
extern const struct row_shape end_shape;
extern const struct row_shape name_shape;
extern const struct row_shape queue_shape;
extern const struct row_shape tenant_shape;
extern const struct row_shape defaults_shape;
extern const struct row_shape type_shape;
extern const struct row_shape pause_shape;
extern const struct row_shape operation_shape;
extern const struct row_shape thing_shape;
extern const struct row_shape replay_shape;
extern const struct row_shape progress_shape;
extern const struct row_shape result_shape;
extern const struct row_shape output_shape;
extern const struct row_shape effect_shape;
extern const struct row_shape ladder_shape;
extern const struct row_shape cooldown_shape;
extern const struct row_shape alert_rule_shape;
extern const struct row_shape alert_shape;
extern const struct row_shape delivery_shape;
extern const struct row_shape batch_shape;
extern const struct row_shape links_shape;
extern const struct row_shape job_shape;
extern const struct row_shape calendar_shape;
extern const struct row_shape rate_shape;
extern const struct row_shape gates_shape;
extern const struct row_shape daily_shape;
extern const struct row_shape reminder_shape;
extern const struct row_shape notice_shape;
extern const struct row_shape day_shape;
extern const struct row_shape daily_policy_shape;
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
