/* Jobs in bodies: what a request says about a job, merged into what is there. */
#ifndef BELFRY_API_JOBS_H
#define BELFRY_API_JOBS_H

#include "api/policy.h"
#include "api/request.h"
#include "store/query.h"

struct api_defaults; /* api/api.h */

struct dependency_input {
	struct given given;
	str job; /* its id or code */
	u32 kind;
	struct uuid id; /* looked up by its code */
	bool is_beside; /* it stands in the same body: `id`, or none yet */
};

struct job_input {
	struct given given;
	str tenant_id;
	str code;
	str handler;
	str type;
	u32 schedule_type;
	str cron_expression;
	i64 interval_seconds;
	struct given_when run_at;
	str recurrence_rule;
	str timezone;
	str start_at;
	struct texts rdates;
	struct texts exdates;
	struct texts exclude;
	str parameters;
	i64 timeout_seconds;
	i64 max_retries;
	i64 max_attempts;
	i64 retry_delay_seconds;
	struct backoff_input *backoff;
	i64 priority;
	str queue;
	bool allow_concurrent;
	i64 max_instances;
	u32 status;
	bool is_enabled;
	u32 misfire;
	i64 grace_seconds;
	i64 catchup_max;
	i64 catchup_spread_seconds;
	i64 jitter_seconds;
	u32 overlap;
	i64 horizon_seconds;
	u32 dst_gap;
	u32 dst_overlap;
	struct shapes dependencies; /* of struct dependency_input */
	bool is_system_required;
	str name;
	str description;
	str job_type;
	str external_id;
	str source_system;
	str created_by;
	str group;
};

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
