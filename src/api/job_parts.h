/* The parts of jobs.c: the plan of a job (job_schedule.c), and jobs in answers (job_show.c). */
#ifndef BELFRY_API_JOB_PARTS_H
#define BELFRY_API_JOB_PARTS_H

#include "api/jobs.h"

SHAPE_PLACES(JOB_FIELD, JOB_FIELDS);

/* Members that are kept beside those that the engine decides about: from `name` on. */
static const u64 detail_mask = (((u64)1 << JOB_FIELD_PLACES) - 1) &
			       ~(((u64)1 << JOB_FIELD_NAME) - 1);

static inline bool is_touched(const void *input, u32 field)
{
	return is_given(input, field) || is_null(input, field);
}

/* job_show.c: what was read goes back and changes nothing. A value that the job does not say
 * itself, and that counts already, stays with whoever says it. */
void job_input_leave_inherited(struct job_input *input, const struct job_view *job,
			       const struct api_defaults *defaults);
/* Kind, rule, instants and zone of `row`, as the body says. */
MUST_USE enum err job_take_schedule(struct request *request, const struct job_input *input,
				    struct job_row *row);

#endif
