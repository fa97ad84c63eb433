/* Changes many jobs, all or none. Every member is checked before the first is carried out, each as
 * if the earlier ones were done. So no member can be refused afterwards. */
#include "engine/commands.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"

enum err draft_apply(struct turn *turn, struct draft *draft)
{
	u32 len = draft->command->job_apply.len;
	draft->jobs = arena_alloc_array(&turn->arena, len, sizeof *draft->jobs);
	draft->faults = arena_alloc_array(&turn->arena, LIMIT_APPLY_FAULTS, sizeof *draft->faults);
	return draft->jobs && draft->faults ? ERR_OK : ERR_MEMORY;
}

const struct draft *apply_draft_of(const struct engine *engine, const struct command *apply,
				   const struct uuid *job)
{
	for (u32 i = 0; i < engine->schedule.drafts_len; i++) {
		const struct draft *draft = &engine->schedule.drafts[i];
		if (draft->command->apply == apply && uuid_eq(&draft->row.id, job)) return draft;
	}
	return NULL;
}

bool apply_deletes(const struct command *apply, const struct uuid *job)
{
	for (u32 i = 0; i < apply->job_apply.len; i++) {
		const struct command *member = &apply->job_apply.members[i];
		if (member->kind == COMMAND_JOB_DELETE && uuid_eq(&member->job.job, job))
			return true;
	}
	return false;
}

/* ---- before ------------------------------------------------------------------------------- */

/* Gives new jobs their ids now, so that other members can depend on them. */
static void give_ids(struct engine *engine, const struct job_apply *apply)
{
	for (u32 i = 0; i < apply->len; i++) {
		const struct command *member = &apply->members[i];
		if (member->kind != COMMAND_JOB_PUT || !uuid_is_nil(&member->job_put.id)) continue;
		draft_of(engine, member)->row.id = id_make(engine);
	}
}

static const struct uuid *job_of_member(struct engine *engine, const struct command *member)
{
	bool is_put = member->kind == COMMAND_JOB_PUT;
	return is_put ? &draft_of(engine, member)->row.id : &member->job.job;
}

static void take_dependencies(struct engine *engine, const struct job_apply *apply,
			      const struct command *member)
{
	const u32 *on_members = member->job_put.on_members;
	struct dependencies *on = &draft_of(engine, member)->row.dependencies;
	for (u32 i = 0; on_members && i < on->len; i++) {
		u32 number = on_members[i];
		must(number <= apply->len);
		if (number) on->at[i].job = *job_of_member(engine, &apply->members[number - 1]);
	}
}

struct apply_tally {
	u32 new_jobs;
	u32 deleted;
	u32 operations;
	u32 plans;
	tenant_no tenant;
};

static enum err check_put(struct engine *engine, const struct command *member,
			  struct apply_tally *tally, struct why *why)
{
	struct draft *draft = draft_of(engine, member);
	struct put_check check = { .leaves_quota = true };
	enum err err = job_put_check(engine, draft, &check);
	*why = check.why;
	if (err) return err;
	tally->tenant = draft->row.tenant;
	tally->new_jobs += !check.job;
	draft->plans = check.plans;
	tally->plans += check.plans;
	if (tally->plans <= engine->schedule.plans_left) return ERR_OK;
	return fail(why, ERR_BUSY, "too many jobs are being planned; try again");
}

static enum err check_delete(const struct engine *engine, const struct command *member,
			     struct apply_tally *tally, struct why *why)
{
	bool has_rest;
	enum err err = job_delete_check(engine, member, &has_rest, why);
	if (err) return err;
	tally->tenant = job_find(engine, &member->job.job)->row.tenant;
	tally->deleted++;
	tally->operations += has_rest;
	if (!tally->operations) return ERR_OK;
	if (engine->core.operations_len + tally->operations > LIMIT_OPERATIONS_MAX)
		return fail(why, ERR_QUOTA, "at most %d operations may be under way",
			    LIMIT_OPERATIONS_MAX);
	return quota_check(engine, tally->tenant, QUOTA_OPERATIONS, tally->operations, why);
}

static enum err check_member(struct engine *engine, const struct command *member,
			     struct apply_tally *tally, struct why *why)
{
	return member->kind == COMMAND_JOB_DELETE ? check_delete(engine, member, tally, why)
						  : check_put(engine, member, tally, why);
}

/* The first fault is the answer's own error, which lists the other faults. */
static void note_fault(struct draft *draft, u32 member, enum err err, const struct why *why,
		       struct answer *answer)
{
	if (!answer->err) {
		answer->err = err;
		answer->why = *why;
	}
	if (answer->apply.faults_len == LIMIT_APPLY_FAULTS) return;
	draft->faults[answer->apply.faults_len++] = (struct apply_fault){ member, *why };
}

static void check_all(struct engine *engine, const struct job_apply *apply, struct draft *draft,
		      struct apply_tally *tally, struct answer *answer)
{
	for (u32 i = 0; i < apply->len; i++) {
		struct why why = { 0 };
		enum err err = check_member(engine, &apply->members[i], tally, &why);
		if (err) note_fault(draft, i, err, &why, answer);
	}
	if (answer->err || tally->new_jobs <= tally->deleted) return;
	answer->err = quota_check(engine, tally->tenant, QUOTA_JOBS,
				  tally->new_jobs - tally->deleted, &answer->why);
}

void on_job_apply(struct engine *engine, const struct command *command)
{
	const struct job_apply *apply = &command->job_apply;
	struct draft *draft = draft_of(engine, command);
	struct answer *answer = answer_add(engine, command->reply);
	struct apply_tally tally = { 0 };
	answer->apply = (struct apply_answer){ .jobs = draft->jobs,
					       .jobs_len = apply->len,
					       .faults = draft->faults };
	give_ids(engine, apply);
	for (u32 i = 0; i < apply->len; i++) {
		if (apply->members[i].kind == COMMAND_JOB_PUT)
			take_dependencies(engine, apply, &apply->members[i]);
	}
	check_all(engine, apply, draft, &tally, answer);
	if (answer->err || apply->is_dry) return;
	/* Reserves the plans that this member must make at once, so that the members before it
	 * cannot use them up. */
	engine->schedule.plans_left -= tally.plans;
	draft->goes_ahead = true;
}

/* ---- while its members are carried out ---------------------------------------------------- */

bool apply_goes_ahead(struct engine *engine, const struct command *member)
{
	const struct draft *draft = draft_of(engine, member->apply);
	u32 number = (u32)(member - member->apply->job_apply.members);
	if (!draft->goes_ahead) return false;
	must(draft->noted == number); /* the members before it were carried out */
	if (member->kind == COMMAND_JOB_PUT)
		engine->schedule.plans_left += draft_of(engine, member)->plans;
	return true;
}

void apply_note(struct engine *engine, const struct command *member, const struct uuid *job)
{
	if (!member->apply) return;
	struct draft *draft = draft_of(engine, member->apply);
	draft->jobs[draft->noted++] = *job;
}
