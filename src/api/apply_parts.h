/* Types and functions that the two files of an apply share: route_apply.c and apply_merge.c. */
#ifndef BELFRY_API_APPLY_PARTS_H
#define BELFRY_API_APPLY_PARTS_H

#include "api/jobs.h"
#include "api/json.h"
#include "api/shapes.h"

SHAPE_STRUCT(apply_input, APPLY_FIELDS);

enum apply_action { APPLY_CREATED, APPLY_CHANGED, APPLY_UNCHANGED, APPLY_DELETED, APPLY_ACTIONS };

/* A job of the body, or one that is deleted since the body does not have it. */
struct apply_item {
	struct job_input *input; /* NULL: it is deleted */
	bool is_there;
	struct job_view view; /* as it is, where it is there */
	struct job_row row;   /* as it shall be */
	enum apply_action action;
	u32 member; /* of the command, counted from 1; 0: there is nothing to do */
	str before; /* as the API shows it */
	str after;
};

struct apply_work {
	struct apply_item *items; /* those of the body, in its order, then those that go */
	u32 in_body;
	u32 len;
	struct command *members;
	u32 members_len;
};

/* NULL: no job of the body has the code. */
struct apply_item *apply_find(const struct apply_work *work, str code);
/* The part of the body that is looked at from now on. */
void apply_turn_to(struct request *request, u32 item);

/* From one member that differs to the next. */
struct apply_differences {
	struct json before;
	struct json after;
};

void apply_differences_begin(struct apply_differences *walk, const struct apply_item *item);
/* Members of both sides stand in the same order; a member given beside a job may be in one side
 * alone. */
bool apply_differences_next(struct apply_differences *walk, const struct apply_item *item,
			    str *out_key, str *out_before, str *out_after);

#endif
