/* Types and functions shared by route_apply.c and apply_merge.c, the two files of an apply. */
#ifndef BELFRY_API_APPLY_PARTS_H
#define BELFRY_API_APPLY_PARTS_H

#include "api/jobs.h"
#include "api/json.h"
#include "api/shapes.h"

SHAPE_STRUCT(apply_input, APPLY_FIELDS);

enum apply_action { APPLY_CREATED, APPLY_CHANGED, APPLY_UNCHANGED, APPLY_DELETED, APPLY_ACTIONS };

/* A job of the body, or a job that is deleted because the body does not have it. */
struct apply_item {
	struct job_input *input; /* NULL: the job is deleted */
	bool is_there;
	struct job_view view; /* the present job, if it exists */
	struct job_row row;   /* the job after the apply */
	enum apply_action action;
	u32 member; /* its place in the command, counted from 1; 0: nothing has to change */
	str before; /* the present job as the API shows it */
	str after;
};

struct apply_work {
	struct apply_item *items; /* the jobs of the body in its order, then the jobs to delete */
	u32 in_body;
	u32 len;
	struct command *members;
	u32 members_len;
};

/* The item with this code; NULL: none. */
struct apply_item *apply_find(const struct apply_work *work, str code);
/* Sets the part of the body that errors refer to. */
void apply_turn_to(struct request *request, u32 item);

/* Walks over the members that differ. */
struct apply_differences {
	struct json before;
	struct json after;
};

void apply_differences_begin(struct apply_differences *walk, const struct apply_item *item);
/* Both sides have their members in the same order; a member that the caller gave beside the job may
 * be in one side alone. */
bool apply_differences_next(struct apply_differences *walk, const struct apply_item *item,
			    str *out_key, str *out_before, str *out_after);

#endif
