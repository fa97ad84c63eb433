/* Jobs: put by name, paused, run, deleted. */
#include "embed/parts.h"

enum { JOB_BYTES_MAX = 4 << 20, TRIES = 3 };

/* ---- a definition -------------------------------------------------------------------------- */

static belfry_error take_schedule(const struct belfry_job *job, struct job_row *row,
				  belfry_why *why)
{
	int given = (job->cron != NULL) + (job->rrule != NULL) + (job->every_ms != 0) +
		    (job->at != 0);
	if (given > 1)
		return refuse(why, BELFRY_INVALID, "give one of cron, rrule, every_ms and at");
	row->kind = job->cron       ? JOB_CRON
		    : job->rrule    ? JOB_RRULE
		    : job->every_ms ? JOB_INTERVAL
		    : job->at       ? JOB_ONCE
				    : JOB_MANUAL;
	row->rule = text_of(job->cron ? job->cron : job->rrule);
	row->interval_ms = job->every_ms;
	row->run_at = job->at;
	row->zone = text_of(job->zone);
	row->start = text_of(job->start);
	row->exdates = text_of(job->exdates);
	return BELFRY_OK;
}

static belfry_error take_policies(const struct belfry_job *job, struct job_row *row,
				  belfry_why *why)
{
	static const enum misfire misfires[] = { [BELFRY_MISFIRE_RUN_ONCE] = MISFIRE_RUN_ONCE,
						 [BELFRY_MISFIRE_SKIP] = MISFIRE_SKIP,
						 [BELFRY_MISFIRE_RUN_ALL] = MISFIRE_RUN_ALL };
	static const enum overlap overlaps[] = { [BELFRY_OVERLAP_QUEUE] = OVERLAP_BY_QUEUE,
						 [BELFRY_OVERLAP_SKIP] = OVERLAP_BY_SKIP,
						 [BELFRY_OVERLAP_REPLACE] = OVERLAP_BY_REPLACE };
	if ((u32)job->misfire >= countof(misfires))
		return refuse(why, BELFRY_INVALID, "misfire must not be %d", (int)job->misfire);
	if ((u32)job->overlap >= countof(overlaps))
		return refuse(why, BELFRY_INVALID, "overlap must not be %d", (int)job->overlap);
	row->misfire = misfires[job->misfire];
	row->overlap = overlaps[job->overlap];
	if (job->grace_ms) row->grace_ms = job->grace_ms < 0 ? 0 : job->grace_ms;
	if (job->catchup_max) row->catchup_max = job->catchup_max;
	if (job->max_instances)
		row->max_instances = job->max_instances == BELFRY_NO_LIMIT ? 0 : job->max_instances;
	row->jitter_ms = job->jitter_ms;
	row->timeout_ms = job->timeout_ms;
	row->priority = job->priority;
	row->max_attempts = job->max_attempts;
	row->state = job->is_disabled ? JOB_DISABLED : JOB_ACTIVE;
	return retries_take(job->backoff, job->retry_ms, job->retry_max_ms, &row->backoff, why);
}

static belfry_error take_job(const struct belfry_job *job, struct job_row *row, belfry_why *why)
{
	*row = job_defaults();
	row->code = text_of(job->name);
	belfry_error error = payload_take(job->payload, job->payload_len, &row->parameters, why);
	row->parameters_len = (u32)row->parameters.len;
	if (!error) error = take_schedule(job, row, why);
	if (!error) error = take_policies(job, row, why);
	return error;
}

/* ---- beside what is there ------------------------------------------------------------------ */

static bool backoff_eq(const struct backoff *a, const struct backoff *b)
{
	return a->kind == b->kind && a->base == b->base && a->max == b->max &&
	       a->steps_len == b->steps_len;
}

static bool texts_eq(const struct job_row *a, const struct job_row *b)
{
	return str_eq(a->rule, b->rule) && str_eq(a->zone, b->zone) && str_eq(a->start, b->start) &&
	       str_eq(a->exdates, b->exdates) && str_eq(a->parameters, b->parameters);
}

static bool numbers_eq(const struct job_row *a, const struct job_row *b)
{
	return a->state == b->state && a->kind == b->kind && a->priority == b->priority &&
	       a->max_attempts == b->max_attempts && a->timeout_ms == b->timeout_ms &&
	       a->misfire == b->misfire && a->grace_ms == b->grace_ms &&
	       a->catchup_max == b->catchup_max && a->jitter_ms == b->jitter_ms &&
	       a->overlap == b->overlap && a->max_instances == b->max_instances &&
	       a->run_at == b->run_at && a->interval_ms == b->interval_ms;
}

/* Members that the header lacks stay as they are, and so does a start: a rule that counts from it
 * keeps it, so that a program which starts often does not begin anew each time. */
static void keep_rest(const struct job_row *old, struct job_row *row)
{
	bool is_same_rule = old->kind == row->kind && old->interval_ms == row->interval_ms &&
			    str_eq(old->rule, row->rule);
	if (!row->start.len && is_same_rule) row->start = old->start;
	row->catchup_spread_ms = old->catchup_spread_ms;
	row->horizon_ms = old->horizon_ms;
	row->dst_gap = old->dst_gap;
	row->dst_overlap = old->dst_overlap;
	row->is_system_required = old->is_system_required;
	row->group = old->group;
	row->dependencies = old->dependencies;
	row->rdates = old->rdates;
	row->exclude = old->exclude;
	row->details = old->details;
}

struct job_ask {
	struct embed_ask ask;
	struct uuid job;
	struct uuid run;
};

static void job_answered(struct embed_ask *ask, const struct answer *answer)
{
	struct job_ask *about = container_of(ask, struct job_ask, ask);
	if (answer->err) return;
	about->job = answer->job.job;
	about->run = answer->job.run;
}

/* ERR_VERSION, ERR_CONFLICT: another thread was faster; read it again. */
static enum err put_once(struct belfry *handle, const struct job_put *wish, struct arena *arena,
			 struct uuid *out_id, struct why *why)
{
	struct job_view old;
	struct job_row row = *wish->row;
	str queue = wish->queue.len ? wish->queue : STR("default");
	enum err err = job_by_name(handle, row.code, arena, &old, why);
	bool is_new = err == ERR_NOT_FOUND;
	if (err && !is_new) return err;
	if (!is_new) {
		keep_rest(&old.row, &row);
		*out_id = old.row.id;
		bool is_same = numbers_eq(&old.row, &row) && texts_eq(&old.row, &row) &&
			       backoff_eq(&old.row.backoff, &row.backoff) &&
			       str_eq(old.type, wish->type) && str_eq(old.queue, queue);
		if (is_same) return ERR_OK;
	}
	struct job_ask about = { .ask.answered = job_answered };
	about.ask.command = (struct command){ .kind = COMMAND_JOB_PUT,
					      .tenant = handle->tenant,
					      .actor = handle->name };
	about.ask.command.job_put = *wish;
	about.ask.command.job_put.row = &row;
	if (!is_new) about.ask.command.job_put.id = old.row.id;
	if (!is_new) about.ask.command.job_put.version = old.row.version;
	err = ask_now(handle, &about.ask, why);
	if (!err) *out_id = about.job;
	return err;
}

belfry_error belfry_put_job(belfry *handle, const belfry_job *job, belfry_id *out_id,
			    belfry_why *why)
{
	struct belfry_job taken;
	struct job_row row;
	struct uuid id;
	struct arena arena;
	struct why inner = { 0 };
	if (!handle) return refuse(why, BELFRY_INVALID, "handle is NULL");
	belfry_error error = sized_take(job, &taken, sizeof taken, "job", why);
	if (!error && !taken.name) error = refuse(why, BELFRY_INVALID, "job.name is required");
	if (!error) error = take_job(&taken, &row, why);
	if (error) return error;
	const struct job_put wish = { .row = &row,
				      .type = text_of(taken.type),
				      .queue = text_of(taken.queue) };
	enum err err = ERR_VERSION;
	arena_init(&arena, JOB_BYTES_MAX);
	for (u32 i = 0; i < TRIES && (err == ERR_VERSION || err == ERR_CONFLICT); i++)
		err = put_once(handle, &wish, &arena, &id, &inner);
	arena_done(&arena);
	if (err) return tell_why(&inner, err, why);
	if (out_id) *out_id = id_of(&id);
	return BELFRY_OK;
}

/* ---- what else is done to a job ------------------------------------------------------------ */

static belfry_error act(struct belfry *handle, enum command_kind kind, const char *name, str reason,
			struct uuid *out_run, belfry_why *why)
{
	struct job_view job;
	struct arena arena;
	struct why inner = { 0 };
	struct job_ask about = { .ask.answered = job_answered };
	if (!handle || !name) return refuse(why, BELFRY_INVALID, "handle or name is NULL");
	arena_init(&arena, JOB_BYTES_MAX);
	enum err err = job_by_name(handle, str_from(name), &arena, &job, &inner);
	about.ask.command =
		(struct command){ .kind = kind, .tenant = handle->tenant, .actor = handle->name };
	about.ask.command.job.reason = reason;
	if (!err) about.ask.command.job.job = job.row.id;
	if (!err) err = ask_now(handle, &about.ask, &inner);
	arena_done(&arena);
	if (err) return tell_why(&inner, err, why);
	if (out_run) *out_run = about.run;
	return BELFRY_OK;
}

belfry_error belfry_delete_job(belfry *handle, const char *name, belfry_why *why)
{
	return act(handle, COMMAND_JOB_DELETE, name, STR(""), NULL, why);
}

belfry_error belfry_pause_job(belfry *handle, const char *name, const char *reason, belfry_why *why)
{
	str words = text_of(reason);
	if (words.len > LIMIT_REASON_BYTES)
		return refuse(why, BELFRY_INVALID, "reason has %zu bytes; at most %d are allowed",
			      words.len, LIMIT_REASON_BYTES);
	return act(handle, COMMAND_JOB_PAUSE, name, words, NULL, why);
}

belfry_error belfry_resume_job(belfry *handle, const char *name, belfry_why *why)
{
	return act(handle, COMMAND_JOB_RESUME, name, STR(""), NULL, why);
}

belfry_error belfry_run_job(belfry *handle, const char *name, belfry_id *out_run, belfry_why *why)
{
	struct uuid run;
	belfry_error error = act(handle, COMMAND_JOB_RUN, name, STR(""), &run, why);
	if (!error && out_run) *out_run = id_of(&run);
	return error;
}
