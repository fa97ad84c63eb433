/* Jobs in bodies: what a request says about a job, merged into what is there. */
#ifndef BELFRY_API_JOBS_H
#define BELFRY_API_JOBS_H

#include "api/policy.h"
#include "api/request.h"
#include "api/shapes.h"
#include "store/query.h"

struct api_defaults; /* api/api.h */

struct dependency_input {
	struct given given;
	str job; /* its id or code */
	u32 kind;
	struct uuid id; /* looked up by its code */
	bool is_beside; /* it stands in the same body: `id`, or none yet */
};

SHAPE_STRUCT(job_input, JOB_FIELDS);

/* Changes `row` and what stands beside it in `put` (as they are, or job_defaults) as the body says.
 */
MUST_USE enum err job_merge(struct request *request, const struct job_input *input,
			    struct job_row *row, struct job_put *put);
/* Says where a job comes from, unless the body does. */
void job_input_label(struct job_input *input, str label);
/* Finds jobs that a body depends on, but for those that stand beside it. */
MUST_USE enum err job_look_up_dependencies_of(struct request *request, struct query *query,
					      const struct job_input *input);

/* route_apply.c: what an apply was refused for, as faults of the body. */
void apply_take_faults(struct request *request, const struct answer *answer);

/* By the id or code in the path. */
MUST_USE enum err job_look_up(struct request *request, struct query *query,
			      struct job_view *out_job);

/* A list of texts as a row has it: separated by commas. */
MUST_USE enum err texts_join(struct request *request, const struct texts *texts, size_t most,
			     str pointer, str *out_joined);

/* Without `defaults`: as they are built in. */
void show_job(struct buf *out, const struct job_view *job, const struct api_defaults *defaults,
	      msec now);

#endif
