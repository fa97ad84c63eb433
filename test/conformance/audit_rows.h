/* Audit rows that stories about stores write. */
#ifndef BELFRY_TEST_CONFORMANCE_AUDIT_ROWS_H
#define BELFRY_TEST_CONFORMANCE_AUDIT_ROWS_H

#include "conformance/scene.h"

/* The row of that number in the turn that is being made. */
static inline struct audit_row an_audit_row(const struct scene *scene, u32 number, u32 tenant)
{
	return (struct audit_row){ .turn = scene->turn.id,
				   .number = number,
				   .at = scene->turn.now.wall,
				   .tenant = { tenant },
				   .actor = STR("ann"),
				   .action = STR("job.pause"),
				   .kind = STR("job"),
				   .object = STR("nightly"),
				   .request = STR("r-1"),
				   .source = STR("127.0.0.1"),
				   .before = STR("{\"a\":1}"),
				   .after = STR("{\"a\":2}") };
}

static inline void put_audit(struct scene *scene, struct audit_row row)
{
	struct audit_row *copy = arena_alloc(&scene->turn.arena, sizeof *copy);
	assert_non_null(copy);
	*copy = row;
	add_change(scene, CHANGE_AUDIT_PUT)->audit = copy;
}

#endif
