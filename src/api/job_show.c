/* Jobs in answers. */
#include "api/details.h"
#include "api/handlers.h"
#include "api/in_force.h"
#include "api/job_parts.h"
#include "api/member.h"
#include "api/show.h"
#include "base/must.h"

static void put_seconds(struct buf *out, struct key_loose key, msec span)
{
	put_i64(out, key, span / 1000);
}

static void put_list(struct buf *out, struct key_loose key, str joined)
{
	put_open(out, key, '[');
	while (joined.len) write_text(out, str_split(&joined, ','));
	write_close(out, ']');
}

enum { WORDS_BYTES = 16384 }; /* a rule of 4,000 bytes in words */

static void show_words(struct buf *out, const struct job_row *row)
{
	struct buf words;
	buf_init(&words, WORDS_BYTES);
	timetable_words_of(row, &words);
	put_text_or_null(out, KEY(job, schedule_in_words),
			 buf_failed(&words) ? STR("") : buf_view(&words));
	buf_done(&words);
}

static void show_schedule(struct buf *out, const struct job_row *row)
{
	static const str gaps[] = { STR("shift"), STR("next"), STR("skip") };
	static const str overlaps[] = { STR("default"), STR("first"), STR("second"), STR("both") };
	put_text(out, KEY(job, schedule_type), job_kind_name(row->kind));
	show_words(out, row);
	put_text_or_null(out, KEY(job, cron_expression),
			 row->kind == JOB_CRON ? row->rule : STR(""));
	put_text_or_null(out, KEY(job, recurrence_rule),
			 row->kind == JOB_RRULE ? row->rule : STR(""));
	if (row->kind == JOB_INTERVAL)
		put_seconds(out, LOOSE(job, interval_seconds), row->interval_ms);
	else put_null(out, KEY(job, interval_seconds));
	put_instant_or_null(out, KEY(job, run_at), row->kind == JOB_ONCE ? row->run_at : 0);
	put_text(out, KEY(job, timezone), row->zone.len ? row->zone : STR("UTC"));
	put_text_or_null(out, KEY(job, start_at), row->start);
	put_list(out, LOOSE(job, rdates), row->rdates);
	put_list(out, LOOSE(job, exdates), row->exdates);
	put_list(out, LOOSE(job, exclude), row->exclude);
	put_text(out, KEY(job, dst_gap), gaps[row->dst_gap]);
	put_text(out, KEY(job, dst_overlap), overlaps[row->dst_overlap]);
	put_text(out, KEY(job, misfire), misfire_name(row->misfire));
	put_seconds(out, LOOSE(job, grace_seconds), row->grace_ms);
	put_u64(out, KEY(job, catchup_max), row->catchup_max);
	put_seconds(out, LOOSE(job, catchup_spread_seconds), row->catchup_spread_ms);
	put_seconds(out, LOOSE(job, jitter_seconds), row->jitter_ms);
	put_seconds(out, LOOSE(job, horizon_seconds), row->horizon_ms);
}

/* The first wait; of steps, the first one. */
static msec first_delay(const struct backoff *backoff)
{
	return backoff->kind == BACKOFF_STEPS ? backoff->steps[0] : backoff->base;
}

void job_input_leave_inherited(struct job_input *input, const struct job_view *job,
			       const struct api_defaults *defaults)
{
	const struct job_row *row = &job->row;
	const struct type_policy *type = &job->type_policy;
	const struct tenant_policy *tenant = &job->tenant_policy;
	struct backoff usual = *backoff_default_for_jobs();
	usual.base = defaults->job_delay;
	const i64 attempts = attempts_in_force(0, type, tenant, defaults->job_attempts);
	const msec timeout = timeout_in_force(0, type, tenant, DEFAULT_JOB_TIMEOUT_MS);
	const u32 priority = priority_in_force(0, type, job->tenant_defaults.priority);
	const msec delay = first_delay(backoff_in_force(NULL, type, tenant, &usual));
	bool has_attempts = is_given(input, JOB_FIELD_MAX_ATTEMPTS);
	bool has_retries = is_given(input, JOB_FIELD_MAX_RETRIES);
	u64 left = 0;
	if (!row->max_attempts && (!has_attempts || input->max_attempts == attempts) &&
	    (!has_retries || input->max_retries == attempts - 1))
		left |= (u64)1 << JOB_FIELD_MAX_ATTEMPTS | (u64)1 << JOB_FIELD_MAX_RETRIES;
	if (!row->timeout_ms && input->timeout_seconds * 1000 == timeout)
		left |= (u64)1 << JOB_FIELD_TIMEOUT_SECONDS;
	if (row->backoff.kind == BACKOFF_UNSET && input->retry_delay_seconds * 1000 == delay)
		left |= (u64)1 << JOB_FIELD_RETRY_DELAY_SECONDS;
	if (!row->priority && input->priority > 0 &&
	    input->priority == priority_shown(priority, job->tenant_defaults.priority_steps)) {
		left |= (u64)1 << JOB_FIELD_PRIORITY;
		input->priority = 0;
	}
	input->given.there &= ~left;
}

/* As the next run will have it: by the functions that the engine asks. */
static void show_carrying_out(struct buf *out, const struct job_view *job,
			      const struct api_defaults *defaults)
{
	const struct job_row *row = &job->row;
	const struct type_policy *type = &job->type_policy;
	const struct tenant_policy *tenant = &job->tenant_policy;
	struct backoff usual = *backoff_default_for_jobs();
	usual.base = defaults->job_delay;
	u32 attempts = attempts_in_force(row->max_attempts, type, tenant, defaults->job_attempts);
	msec timeout = timeout_in_force(row->timeout_ms, type, tenant, DEFAULT_JOB_TIMEOUT_MS);
	put_raw(out, KEY(job, parameters), row->parameters.len ? row->parameters : STR("{}"));
	put_seconds(out, LOOSE(job, timeout_seconds), timeout);
	put_u64(out, KEY(job, max_retries), attempts - 1);
	put_u64(out, KEY(job, max_attempts), attempts);
	put_seconds(out, LOOSE(job, retry_delay_seconds),
		    first_delay(backoff_in_force(&row->backoff, type, tenant, &usual)));
	if (row->backoff.kind != BACKOFF_UNSET) {
		write_key(out, KEY(job, backoff));
		show_backoff(out, &row->backoff);
	}
	const struct tenant_defaults *defaults_of_tenant = &job->tenant_defaults;
	u32 priority = priority_in_force(row->priority, type, defaults_of_tenant->priority);
	put_u64(out, KEY(job, priority),
		priority_shown(priority, defaults_of_tenant->priority_steps));
	put_bool(out, KEY(job, allow_concurrent), row->max_instances != 1);
	write_key(out, KEY(job, max_instances));
	if (row->max_instances) write_u64(out, row->max_instances);
	else write_null(out);
	put_text(out, KEY(job, overlap), overlap_name(row->overlap));
}

static void show_dependencies(struct buf *out, const struct dependencies *on)
{
	put_open(out, KEY(job, dependencies), '[');
	for (u32 i = 0; i < on->len; i++) {
		write_open(out, '{');
		put_uuid(out, KEY(dependency, depends_on_job_id), &on->at[i].job);
		put_text(out, KEY(dependency, dependency_type),
			 dependency_kind_name(on->at[i].kind));
		write_close(out, '}');
	}
	write_close(out, ']');
}

static void show_pause_of(struct buf *out, const struct job_pause *pause)
{
	put_open(out, KEY(job, pause), '{');
	put_text_or_null(out, KEY(job_held, reason), pause->reason);
	put_text_or_null(out, KEY(job_held, author), pause->author);
	put_instant(out, KEY(job_held, since), pause->since);
	put_instant_or_null(out, KEY(job_held, until), pause->until);
	write_close(out, '}');
}

static void show_history(struct buf *out, const struct job_view *job)
{
	const struct job_hot *hot = &job->row.hot;
	bool has_run = hot->last_state != RUN_WAITING;
	put_instant_or_null(out, KEY(job, next_run_at), job->has_next ? job->next_at : 0);
	put_uuid_or_null(out, KEY(job, next_run_id), &job->next_run);
	put_instant_or_null(out, KEY(job, last_run_at), hot->last_run_at);
	put_text_or_null(out, KEY(job, last_run_status),
			 has_run ? run_state_status(hot->last_state) : STR(""));
	write_key(out, KEY(job, last_run_duration_ms));
	if (has_run) write_i64(out, hot->last_duration_ms);
	else write_null(out);
	put_u64(out, KEY(job, run_count), hot->run_count);
	put_u64(out, KEY(job, failure_count), hot->failure_count);
	put_u64(out, KEY(job, failures_in_a_row), hot->failures_in_a_row);
}

static void show_recent(struct buf *out, const struct job_recent *recent)
{
	put_open(out, KEY(job, recent), '{');
	put_open(out, KEY(job_recent, statuses), '[');
	for (u32 i = 0; i < recent->len; i++) write_text(out, run_state_status(recent->states[i]));
	write_close(out, ']');
	put_open(out, KEY(job_recent, durations_ms), '[');
	for (u32 i = 0; i < recent->len; i++) write_i64(out, recent->durations[i]);
	write_close(out, ']');
	write_close(out, '}');
}

void show_job(struct buf *out, const struct job_view *job, const struct api_defaults *defaults,
	      msec now)
{
	static const struct api_defaults usual = { .job_attempts = DEFAULT_JOB_ATTEMPTS,
						   .job_delay = MSEC_MINUTE };
	if (!defaults) defaults = &usual;
	const struct job_row *row = &job->row;
	bool is_paused = row->state == JOB_ACTIVE && job_is_paused(&row->pause, now);
	write_open(out, '{');
	put_uuid(out, KEY(job, id), &row->id);
	put_text(out, KEY(job, tenant_id), job->tenant);
	put_text(out, KEY(job, code), row->code);
	details_put_all(out, &job_body, row->details, detail_mask);
	put_text(out, KEY(job, handler), job->type);
	put_text(out, KEY(job, queue), job->queue);
	put_text(out, KEY(job, status), is_paused ? STR("PAUSED") : job_state_name(row->state));
	put_bool(out, KEY(job, is_enabled), row->state == JOB_ACTIVE);
	if (is_paused) show_pause_of(out, &row->pause);
	show_schedule(out, row);
	show_carrying_out(out, job, defaults);
	show_dependencies(out, &row->dependencies);
	show_history(out, job);
	if (job->recent) show_recent(out, job->recent);
	put_bool(out, KEY(job, is_system_required), row->is_system_required);
	put_text_or_null(out, KEY(job, flagged), lint_kind_name(row->flagged));
	put_instant(out, KEY(job, created_at), row->created_at);
	put_instant(out, KEY(job, updated_at), row->updated_at);
	if (job->with_sources) show_job_in_force(out, job, defaults);
	put_u64(out, KEY(job, version), row->version);
	write_close(out, '}');
}
