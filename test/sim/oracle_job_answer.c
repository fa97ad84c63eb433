/* What an answer about a job must mean: it is in the store, and it was its tenant's to change. */
#include "base/hash.h"
#include "base/must.h"
#include "sim/sim.h"
#include <inttypes.h>

static void check_woken(struct oracle *oracle, struct oracle_job *job)
{
	if (job->running) sim_mark(oracle->sim, MARK_JOB_WOKEN_RUNNING);
	if (job->rested_turn == oracle->turn_id) sim_mark(oracle->sim, MARK_JOB_WOKEN);
	pauses_woken(oracle, job);
}

/* NULL: none; producers name one at most. */
static struct oracle_job *resumed_by(const struct oracle *oracle, const struct call *call)
{
	struct uuid id;
	if (!call->command.enqueue.resumes_len) return NULL;
	must(uuid_parse(call->command.enqueue.resumes[0], &id));
	return plans_find(oracle, &id);
}

void plans_check_wakeups(struct oracle *oracle, const struct call *call)
{
	struct oracle_job *job = resumed_by(oracle, call);
	if (job) check_woken(oracle, job);
}

bool plans_names_deleted(const struct oracle *oracle, const struct call *call)
{
	const struct oracle_job *job = resumed_by(oracle, call);
	return job && job->state == JOB_DELETED;
}

void plans_check_answer(struct oracle *oracle, const struct call *call, const struct answer *answer)
{
	struct sim *sim = oracle->sim;
	bool is_put = call->kind == COMMAND_JOB_PUT;
	const struct uuid *id = is_put ? &call->command.job_put.id : &call->command.job.job;
	if (answer->err == ERR_OK) id = &answer->job.job;
	struct oracle_job *job = plans_find(oracle, id);
	bool is_there = job && (job->state != JOB_DELETED || job->turn == oracle->turn_id);
	bool is_own = job && (!call->token || call->token - 1 == oracle_index(job->tenant));
	if (answer->err == ERR_NOT_FOUND) {
		bool was_there = is_there && is_own && job->turn != oracle->turn_id;
		if (was_there) sim_fail(sim, "P1", NULL, "a job that is there was not found");
		return;
	}
	if (answer->err) return;
	/* A job that goes on, or is paused already: nothing has to be written for that. */
	bool may_be_idle = call->kind == COMMAND_JOB_RESUME || call->kind == COMMAND_JOB_PAUSE;
	if (!is_there || (!oracle->has_committed && !may_be_idle))
		sim_fail(sim, "P1", NULL, "%.*s was acknowledged, and is not in the store",
			 STR_ARG(command_name(call->kind)));
	if (!is_own) sim_fail(sim, "P20", NULL, "another tenant's job was changed");
	if (is_put && job->turn_put != oracle->turn_id)
		sim_fail(sim, "P1", NULL, "a job was acknowledged, and did not change");
	if (call->kind == COMMAND_JOB_RESUME || call->kind == COMMAND_JOB_RUN)
		check_woken(oracle, job);
}
