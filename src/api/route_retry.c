/* Retrying a dead letter: as it is, or as a copy with another payload (engine/core/copy.c). The
 * copy of a job's run is a run of the job, so that the job's limits hold for it. */
#include "api/handlers.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "store/query.h"

SHAPE_STRUCT(retry_input, RETRY_FIELDS);
SHAPE_PLACES(RETRY, RETRY_FIELDS);
SHAPE(retry_body, retry_input, RETRY_FIELDS, "retry", "how a dead letter is retried");

static bool is_copy(const struct request *request)
{
	return is_given(request->input, RETRY_PAYLOAD);
}

static enum err check_job(struct request *request, struct query *query, const struct uuid *id)
{
	struct job_view job = { 0 };
	enum err err = query->calls->job(query, request->tenant, id, &request->arena, &job);
	if (err && err != ERR_NOT_FOUND) return err;
	if (!err && job.row.state != JOB_DELETED) return ERR_OK;
	return request_refuse(request, ERR_CONFLICT, "the job of this run was deleted");
}

/* The texts of a run never change: what is read here still holds when the copy is made. */
enum err retry_read(struct request *request, struct query *query)
{
	struct uuid id;
	if (!is_copy(request)) return ERR_OK;
	struct run_view *run = arena_alloc_zeroed(&request->arena, sizeof *run);
	if (!run) return ERR_MEMORY;
	request->found = run;
	enum err err = request_part_id(request, 0, &id);
	if (!err) err = query->calls->run(query, request->tenant, &id, &request->arena, run);
	if (err || uuid_is_nil(&run->row.job)) return err;
	return check_job(request, query, &run->row.job);
}

static enum err copy_of_task(struct request *request, const struct run_row *row,
			     struct command *command)
{
	const struct retry_input *input = request->input;
	struct enqueue_item *item = arena_alloc_zeroed(&request->arena, sizeof *item);
	if (!item) return ERR_MEMORY;
	*item = (struct enqueue_item){ .key = row->key,
				       .entity = row->entity,
				       .user = row->user,
				       .payload = input->payload,
				       .trace = row->trace,
				       .created_by = api_actor(request),
				       .details = row->details };
	command->kind = COMMAND_COPY;
	command->run = (struct run_command){ .run = row->id,
					     .reason = input->reason,
					     .copy = item,
					     .discards = input->discard_original };
	return ERR_OK;
}

static enum err copy_of_jobs_run(const struct retry_input *input, const struct run_row *row,
				 struct command *command)
{
	command->kind = COMMAND_JOB_RUN;
	command->job = (struct job_command){ .job = row->job,
					     .reason = input->reason,
					     .has_payload = true,
					     .payload = input->payload,
					     .copied_from = row->id,
					     .discards = input->discard_original };
	return ERR_OK;
}

enum err retry_command(struct request *request, struct command *command)
{
	const struct retry_input *input = request->input;
	const struct run_view *run = request->found;
	struct why why;
	if (is_copy(request) && uuid_is_nil(&run->row.job))
		return copy_of_task(request, &run->row, command);
	if (is_copy(request)) return copy_of_jobs_run(input, &run->row, command);
	if (input->discard_original) {
		(void)fail(&why, ERR_INVALID, "goes with payload: without payload no copy is made");
		return request_fault(request, STR("/discard_original"), &why);
	}
	command->kind = COMMAND_RETRY;
	command->run.reason = input->reason;
	return request_part_id(request, 0, &command->run.run);
}

/* ---- the answer ---------------------------------------------------------------------------- */

static const struct uuid *copy_id(const struct request *request)
{
	return request->ask.command.kind == COMMAND_COPY ? &request->answer.run.run
							 : &request->answer.job.run;
}

static void show_copy(struct request *request, enum run_state state)
{
	struct buf *out = &request->out;
	struct uuid original;
	if (request_part_id(request, 0, &original)) original = (struct uuid){ { 0 } };
	request->status = 201;
	write_open(out, '{');
	put_uuid(out, KEY(run_copied, id), copy_id(request));
	put_text(out, KEY(run_copied, state), run_state_name(state));
	put_text(out, KEY(run_copied, status), run_state_status(state));
	put_uuid(out, KEY(run_copied, copied_from), &original);
	write_close(out, '}');
}

bool retry_render(struct request *request)
{
	if (!is_copy(request) || request->answer.is_replayed) return run_render(request);
	show_copy(request, RUN_QUEUED);
	return true;
}

/* The same call again: the same run, as it stands now. */
enum err retry_view(struct request *request, struct query *query)
{
	struct run_view copy = { 0 };
	if (!is_copy(request)) return run_moved_view(request, query);
	enum err err = query->calls->run(query, request->tenant, copy_id(request), &request->arena,
					 &copy);
	if (!err) show_copy(request, copy.state);
	return err;
}
