/* What an answer about a job must mean: it is in the store, and it was its tenant's to change. */
#include "base/hash.h"
#include "base/must.h"
#include "sim/sim.h"
#include <inttypes.h>

void plans_check_answer(struct oracle *oracle, const struct call *call, const struct answer *answer)
{
	struct sim *sim = oracle->sim;
	bool is_put = call->kind == COMMAND_JOB_PUT;
	const struct uuid *id = is_put ? &call->command.job_put.id : &call->command.job.job;
	if (answer->err == ERR_OK) id = &answer->job.job;
	const struct oracle_job *job = plans_find(oracle, id);
	bool is_there = job && (job->state != JOB_DELETED || job->turn == oracle->turn_id);
	bool is_own = job && (!call->token || call->token - 1 == oracle_index(job->tenant));
	if (answer->err == ERR_NOT_FOUND) {
		bool was_there = is_there && is_own && job->turn != oracle->turn_id;
		if (was_there) sim_fail(sim, "P1", NULL, "a job that is there was not found");
		return;
	}
	if (answer->err) return;
	/* A job that is not paused goes on: nothing has to be written for that. */
	bool may_be_idle = call->kind == COMMAND_JOB_RESUME;
	if (!is_there || (!oracle->has_committed && !may_be_idle))
		sim_fail(sim, "P1", NULL, "%.*s was acknowledged, and is not in the store",
			 STR_ARG(command_name(call->kind)));
	if (!is_own) sim_fail(sim, "P20", NULL, "another tenant's job was changed");
	if (is_put && job->turn_put != oracle->turn_id)
		sim_fail(sim, "P1", NULL, "a job was acknowledged, and did not change");
}
