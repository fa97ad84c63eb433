#include "api/jobs.h"

#include "api/details.h"
#include "api/handlers.h"
#include "api/job_parts.h"
#include "api/member.h"
#include "api/parts.h"
#include "base/must.h"
#include "model/gates.h"

SHAPE(dependency_body, dependency_input, DEPENDENCY_FIELDS, "dependency",
      "a job that another depends on");

SHAPE(job_body, job_input, JOB_FIELDS, "job", "a job");

/* ---- how its runs are carried out --------------------------------------------------------- */

static enum err take_attempts(struct request *request, const struct job_input *input,
			      struct job_row *row)
{
	bool has_retries = is_given(input, JOB_FIELD_MAX_RETRIES);
	if (has_retries && is_given(input, JOB_FIELD_MAX_ATTEMPTS) &&
	    input->max_attempts != input->max_retries + 1)
		return request_bad(request, STR("/max_retries"), "contradicts max_attempts");
	if (has_retries) row->max_attempts = (u32)input->max_retries + 1;
	if (is_touched(input, JOB_FIELD_MAX_ATTEMPTS)) row->max_attempts = (u32)input->max_attempts;
	if (is_touched(input, JOB_FIELD_TIMEOUT_SECONDS))
		row->timeout_ms = input->timeout_seconds * 1000;
	bool is_scaled;
	if (is_touched(input, JOB_FIELD_PRIORITY))
		row->priority = priority_take(input->priority, &is_scaled);
	if (is_given(input, JOB_FIELD_RETRY_DELAY_SECONDS))
		row->backoff = (struct backoff){ .kind = BACKOFF_EXPONENTIAL,
						 .base = input->retry_delay_seconds * 1000 };
	if (is_null(input, JOB_FIELD_BACKOFF)) row->backoff = (struct backoff){ 0 };
	if (!is_given(input, JOB_FIELD_BACKOFF)) return ERR_OK;
	return backoff_take(request, input->backoff, &row->backoff);
}

static void take_instances(const struct job_input *input, struct job_row *row)
{
	if (is_given(input, JOB_FIELD_MAX_INSTANCES))
		row->max_instances = (u32)input->max_instances;
	else if (is_given(input, JOB_FIELD_ALLOW_CONCURRENT))
		row->max_instances = input->allow_concurrent ? 0 : 1;
	if (is_given(input, JOB_FIELD_OVERLAP)) row->overlap = (enum overlap)input->overlap;
	if (is_given(input, JOB_FIELD_MISFIRE)) row->misfire = (enum misfire)input->misfire;
	if (is_given(input, JOB_FIELD_GRACE_SECONDS)) row->grace_ms = input->grace_seconds * 1000;
	if (is_given(input, JOB_FIELD_CATCHUP_MAX)) row->catchup_max = (u32)input->catchup_max;
	if (is_touched(input, JOB_FIELD_CATCHUP_SPREAD_SECONDS))
		row->catchup_spread_ms = input->catchup_spread_seconds * 1000;
	if (is_touched(input, JOB_FIELD_JITTER_SECONDS))
		row->jitter_ms = input->jitter_seconds * 1000;
	if (is_touched(input, JOB_FIELD_HORIZON_SECONDS))
		row->horizon_ms = input->horizon_seconds * 1000;
	if (is_given(input, JOB_FIELD_DST_GAP)) row->dst_gap = (enum dst_gap)input->dst_gap;
	if (is_given(input, JOB_FIELD_DST_OVERLAP))
		row->dst_overlap = (enum dst_overlap)input->dst_overlap;
}

static enum err take_state(struct request *request, const struct job_input *input,
			   struct job_row *row)
{
	if (is_given(input, JOB_FIELD_STATUS) && is_given(input, JOB_FIELD_IS_ENABLED) &&
	    (input->status == JOB_ACTIVE) != input->is_enabled)
		return request_bad(request, STR("/is_enabled"), "contradicts status");
	if (is_given(input, JOB_FIELD_STATUS))
		row->state = input->status ? JOB_DISABLED : JOB_ACTIVE;
	if (is_given(input, JOB_FIELD_IS_ENABLED))
		row->state = input->is_enabled ? JOB_ACTIVE : JOB_DISABLED;
	if (!is_given(input, JOB_FIELD_IS_SYSTEM_REQUIRED) ||
	    input->is_system_required == row->is_system_required)
		return ERR_OK;
	if (!who_is_system(&request->who))
		return request_refuse(request, ERR_FORBIDDEN,
				      "is_system_required may be set only by tokens of the "
				      "tenant system");
	row->is_system_required = input->is_system_required;
	return ERR_OK;
}

static enum err no_such_job(struct request *request, u32 index)
{
	struct buf pointer;
	buf_init(&pointer, 64);
	buf_addf(&pointer, "/dependencies/%u/depends_on_job_id", index);
	enum err err = request_bad(request, buf_view(&pointer), "there is no such job");
	buf_done(&pointer);
	return err;
}

enum err job_look_up_dependencies_of(struct request *request, struct query *query,
				     const struct job_input *input)
{
	struct dependency_input *items = input->dependencies.at;
	for (u32 i = 0; i < input->dependencies.len; i++) {
		if (items[i].is_beside) continue;
		struct job_list list = { .tenant = request->tenant,
					 .code = items[i].job,
					 .limit = 1 };
		struct job_page page = { 0 };
		if (uuid_parse(items[i].job, &items[i].id)) continue;
		enum err err = query->calls->jobs(query, &list, &request->arena, &page);
		if (!err && !page.len) err = no_such_job(request, i);
		if (err) return err;
		items[i].id = page.rows[0].row.id;
	}
	return ERR_OK;
}

enum err job_look_up_dependencies(struct request *request, struct query *query)
{
	return job_look_up_dependencies_of(request, query, request->input);
}

static enum err take_dependencies(struct request *request, const struct job_input *input,
				  struct job_row *row)
{
	const struct dependency_input *items = input->dependencies.at;
	if (!is_touched(input, JOB_FIELD_DEPENDENCIES)) return ERR_OK;
	row->dependencies.len = 0;
	for (u32 i = 0; i < input->dependencies.len; i++) {
		struct dependency *dependency = &row->dependencies.at[row->dependencies.len++];
		*dependency = (struct dependency){ items[i].id,
						   (enum dependency_kind)items[i].kind };
		if (items[i].is_beside || uuid_parse(items[i].job, &dependency->job)) continue;
		if (uuid_is_nil(&dependency->job)) return no_such_job(request, i);
	}
	return ERR_OK;
}

static enum err take_names(struct request *request, const struct job_input *input,
			   struct job_row *row, str *type, str *queue)
{
	str given = input->handler.len ? input->handler : input->type;
	if (given.len) *type = given;
	if (input->queue.len) *queue = input->queue;
	if (input->code.len) row->code = input->code;
	if (!type->len) return request_bad(request, STR("/handler"), "is required");
	return ERR_OK;
}

/* The creator of a job without `created_by`: as the journal has it. */
static str made_by(struct request *request)
{
	struct buf text;
	buf_init(&text, REQUEST_TEXT_BYTES);
	write_open(&text, '{');
	put_text(&text, OWN_KEY("created_by"), api_actor(request));
	write_close(&text, '}');
	str copy = str_copy(&request->arena, buf_view(&text));
	buf_done(&text);
	return copy;
}

static enum err take_texts(struct request *request, const struct job_input *input,
			   struct job_row *row, bool is_new)
{
	struct buf details;
	if (is_new && !row->details.len) row->details = made_by(request);
	if (input->parameters.len) row->parameters = input->parameters;
	if (is_null(input, JOB_FIELD_PARAMETERS) || !row->parameters.len)
		row->parameters = STR("{}");
	row->parameters_len = (u32)row->parameters.len;
	if (is_touched(input, JOB_FIELD_GROUP)) row->group = group_mark(input->group);
	buf_init(&details, REQUEST_TEXT_BYTES);
	details_merge(&details, &job_body, input, row->details, detail_mask);
	return request_keep(request, &details, LIMIT_JOB_DETAILS_BYTES, "a job's details",
			    &row->details);
}

/* Under a tenant's scale, and what a new job leaves to its tenant. */
static void take_defaults(const struct job_input *input, struct job_row *row, struct job_put *put)
{
	bool is_new = uuid_is_nil(&put->id);
	struct job_row defaults = job_defaults();
	(void)priority_take(input->priority, &put->priority_is_scaled);
	put->takes_misfire = is_null(input, JOB_FIELD_MISFIRE) ||
			     (is_new && !is_given(input, JOB_FIELD_MISFIRE));
	put->takes_grace = is_null(input, JOB_FIELD_GRACE_SECONDS) ||
			   (is_new && !is_given(input, JOB_FIELD_GRACE_SECONDS));
	if (put->takes_misfire) row->misfire = defaults.misfire;
	if (put->takes_grace) row->grace_ms = defaults.grace_ms;
}

void job_input_label(struct job_input *input, str label)
{
	if (is_touched(input, JOB_FIELD_SOURCE_SYSTEM)) return;
	input->source_system = label;
	input->given.there |= (u64)1 << JOB_FIELD_SOURCE_SYSTEM;
}

enum err job_merge(struct request *request, const struct job_input *input, struct job_row *row,
		   struct job_put *put)
{
	enum err err = take_names(request, input, row, &put->type, &put->queue);
	if (!err) err = job_take_schedule(request, input, row);
	if (!err) err = take_attempts(request, input, row);
	if (!err) err = take_state(request, input, row);
	if (!err) err = take_dependencies(request, input, row);
	if (!err) err = take_texts(request, input, row, uuid_is_nil(&put->id));
	take_instances(input, row);
	take_defaults(input, row, put);
	return err;
}
