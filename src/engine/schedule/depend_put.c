/* Checks the dependencies of a job: other jobs of its tenant, each once, and without circles. The
 * jobs behind them are loaded with the command; changes by other commands of this turn are in
 * memory. */
#include "engine/memory/memory.h"
#include "engine/schedule/depend_parts.h"
#include "engine/schedule/job_parts.h"

enum { CYCLE_BYTES = 160 };

void want_behind(struct turn *turn, const struct command *command)
{
	const struct dependencies *on = &command->job_put.row->dependencies;
	if (!on->len || on->len > LIMIT_JOB_DEPENDENCIES) return;
	struct want *want = want_add(turn, WANT_BEHIND);
	want->behind.from = on->at;
	want->behind.from_len = on->len;
	want->behind.limit = LIMIT_DEPENDENCY_JOBS;
}

/* ---- reserving ---------------------------------------------------------------------------- */

static enum err check_list(const struct dependencies *on, struct why *why)
{
	if (on->len > LIMIT_JOB_DEPENDENCIES)
		return fail(why, ERR_INVALID, "dependencies must have at most %d items, has %u",
			    LIMIT_JOB_DEPENDENCIES, on->len);
	for (u32 i = 0; i < on->len; i++) {
		if (on->at[i].kind >= DEPENDENCY_KIND_COUNT)
			return fail(why, ERR_INVALID, "dependencies: unknown dependency_type");
		for (u32 k = 0; k < i; k++) {
			/* else by the number of a member */
			bool is_named = !uuid_is_nil(&on->at[i].job);
			if (is_named && uuid_eq(&on->at[i].job, &on->at[k].job))
				return fail(why, ERR_INVALID,
					    "dependencies: items %u and %u name the same job", k,
					    i);
		}
	}
	return ERR_OK;
}

enum err draft_dependencies(const struct engine *engine, struct turn *turn, struct draft *draft)
{
	const struct dependencies *on = &draft->row.dependencies;
	const struct command *apply = draft->command->apply;
	u32 most = on->len + (apply ? apply->job_apply.len : 0);
	(void)engine;
	enum err err = check_list(on, &draft->why);
	if (err || !on->len) return err;
	for (u32 i = 0; i < turn->wants_len; i++) {
		if (turn->wants[i].kind == WANT_BEHIND) most += turn->wants[i].behind.len;
	}
	draft->steps = arena_alloc_array(&turn->arena, most, sizeof *draft->steps);
	draft->steps_max = most;
	return draft->steps ? ERR_OK : ERR_MEMORY;
}

/* ---- looking ------------------------------------------------------------------------------ */

/* The row as the store has it; NULL: not loaded, or not found. */
static const struct job_row *row_behind(const struct engine *engine, const struct uuid *id)
{
	const struct turn *turn = now_turn(engine);
	for (u32 i = 0; i < turn->wants_len; i++) {
		const struct want *want = &turn->wants[i];
		for (u32 k = 0; want->kind == WANT_BEHIND && k < want->behind.len; k++) {
			if (uuid_eq(&want->behind.rows[k].id, id)) return &want->behind.rows[k];
		}
	}
	return NULL;
}

/* The row as it is now, or as the draft's apply will leave it; NULL: the job is deleted or
 * unknown. */
static const struct job_row *row_now(const struct engine *engine, const struct draft *draft,
				     const struct uuid *id)
{
	const struct command *apply = draft->command->apply;
	const struct draft *member = apply ? apply_draft_of(engine, apply, id) : NULL;
	if (member) return &member->row;
	if (apply && apply_deletes(apply, id)) return NULL;
	const struct job *job = job_find(engine, id);
	const struct job_row *row = job ? &job->row : row_behind(engine, id);
	return row && row->state != JOB_DELETED ? row : NULL;
}

static bool depends_on(const struct job *job, const struct uuid *id)
{
	for (u32 i = 0; job && i < job->row.dependencies.len; i++) {
		if (uuid_eq(&job->row.dependencies.at[i].job, id)) return true;
	}
	return false;
}

/* A job that was a dependency before may have been deleted since: that does not refuse another
 * change. */
static enum err check_there(const struct engine *engine, const struct draft *draft,
			    const struct job *job, struct why *why)
{
	const struct dependencies *on = &draft->row.dependencies;
	for (u32 i = 0; i < on->len; i++) {
		const struct job_row *row = row_now(engine, draft, &on->at[i].job);
		/* A new job's tenant may be new, too, and get its number only in the step. */
		if (draft->command->apply &&
		    apply_draft_of(engine, draft->command->apply, &on->at[i].job))
			continue;
		if (row && row->tenant.v == draft->row.tenant.v) continue;
		if (depends_on(job, &on->at[i].job)) continue;
		return fail(why, ERR_INVALID,
			    "dependencies: item %u does not name a job of this "
			    "tenant",
			    i);
	}
	return ERR_OK;
}

static bool is_cut(const struct engine *engine, const struct draft *draft)
{
	const struct turn *turn = now_turn(engine);
	for (u32 i = 0; i < turn->wants_len; i++) {
		const struct want *want = &turn->wants[i];
		if (want->kind == WANT_BEHIND &&
		    want->behind.from == draft->command->job_put.row->dependencies.at)
			return want->behind.is_cut;
	}
	return false;
}

/* ---- cycles ------------------------------------------------------------------------------- */

static bool was_met(const struct draft *draft, u32 len, const struct uuid *id)
{
	for (u32 i = 0; i < len; i++) {
		if (uuid_eq(draft->steps[i].job, id)) return true;
	}
	return false;
}

/* Walks over all jobs behind the draft, each once; returns how many there are. Stops at `job`,
 * which is then the last. */
static u32 walk(const struct engine *engine, const struct draft *draft, const struct uuid *job)
{
	u32 len = 0;
	const struct dependencies *on = &draft->row.dependencies;
	for (u32 next = 0;; next++) {
		for (u32 i = 0; i < on->len; i++) {
			const struct uuid *id = &on->at[i].job;
			if (was_met(draft, len, id) || !row_now(engine, draft, id)) continue;
			must(len < draft->steps_max);
			draft->steps[len++] = (struct behind_step){ id, next };
			if (uuid_eq(id, job)) return len;
		}
		if (next == len) return len;
		on = &row_now(engine, draft, draft->steps[next].job)->dependencies;
	}
}

static void add_text(char text[CYCLE_BYTES], size_t *len, str more)
{
	size_t room = CYCLE_BYTES - *len;
	size_t fits = more.len < room ? more.len : room;
	if (fits) memcpy(text + *len, more.at, fits);
	*len += fits;
}

/* Rows in memory have no texts. */
static str code_of(const struct engine *engine, const struct draft *draft, const struct uuid *id)
{
	const struct command *apply = draft->command->apply;
	const struct draft *member = apply ? apply_draft_of(engine, apply, id) : NULL;
	const struct job_row *row = member ? &member->row : row_behind(engine, id);
	return row ? row->code : STR("?");
}

/* "b -> a -> b", in the order in which they wait. */
static enum err name_cycle(const struct engine *engine, const struct draft *draft, u32 last,
			   struct why *why)
{
	char text[CYCLE_BYTES];
	size_t len = 0;
	u32 chain[LIMIT_DEPENDENCY_JOBS + LIMIT_JOB_DEPENDENCIES];
	u32 links = 0;
	/* Each step has the number of the step that found it: 0 for the draft. */
	for (u32 at = last; at && links < countof(chain); at = draft->steps[at - 1].from)
		chain[links++] = at;
	add_text(text, &len, draft->row.code);
	while (links--) {
		const struct uuid *id = draft->steps[chain[links] - 1].job;
		add_text(text, &len, STR(" -> "));
		add_text(text, &len, links ? code_of(engine, draft, id) : draft->row.code);
	}
	return fail(why, ERR_INVALID, "dependencies: the job would wait for itself: %.*s%s",
		    (int)len, text, len == CYCLE_BYTES ? "..." : "");
}

enum err dependencies_check(const struct engine *engine, const struct draft *draft,
			    const struct job *job, struct why *why)
{
	if (!draft->row.dependencies.len) return ERR_OK;
	enum err err = check_list(&draft->row.dependencies, why);
	if (!err) err = check_there(engine, draft, job, why);
	if (err) return err;
	if (is_cut(engine, draft))
		return fail(why, ERR_INVALID,
			    "dependencies: the job would depend on more than "
			    "%d jobs, directly or indirectly",
			    LIMIT_DEPENDENCY_JOBS);
	const struct uuid *id = job ? &job->row.id : &draft->row.id;
	if (uuid_is_nil(id)) return ERR_OK; /* a new job: no job depends on it */
	u32 len = walk(engine, draft, id);
	bool goes_round = len && uuid_eq(draft->steps[len - 1].job, id);
	return goes_round ? name_cycle(engine, draft, len, why) : ERR_OK;
}
