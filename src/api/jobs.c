#include "api/jobs.h"

#include "api/details.h"
#include "api/handlers.h"
#include "api/in_force.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "api/show.h"
#include "base/must.h"
#include "model/gates.h"
#include "model/recurrence.h"
#include "model/timetable.h"

SHAPE_PLACES(JOB_FIELD, JOB_FIELDS);
SHAPE(dependency_body, dependency_input, DEPENDENCY_FIELDS, "dependency",
      "a job that another depends on");

SHAPE(job_body, job_input, JOB_FIELDS, "job", "a job");

/* Members that are kept beside those that the engine decides about: from `name` on. */
static const u64 detail_mask = (((u64)1 << JOB_FIELD_PLACES) - 1) &
			       ~(((u64)1 << JOB_FIELD_NAME) - 1);

static bool is_touched(const void *input, u32 field)
{
	return is_given(input, field) || is_null(input, field);
}

static enum err bad(struct request *request, str pointer, const char *text)
{
	struct why why;
	(void)fail(&why, ERR_INVALID, "%s", text);
	return request_fault(request, pointer, &why);
}

/* ---- what plans it ------------------------------------------------------------------------ */

/* The kind that a body means without saying so. */
static enum err guess_kind(struct request *request, const struct job_input *input,
			   struct job_row *row)
{
	if (is_given(input, JOB_FIELD_SCHEDULE_TYPE))
		row->kind = (enum job_kind)input->schedule_type;
	else if (input->cron_expression.len) row->kind = JOB_CRON;
	else if (input->recurrence_rule.len) row->kind = JOB_RRULE;
	else if (input->interval_seconds) row->kind = JOB_INTERVAL;
	else if (is_given(input, JOB_FIELD_RUN_AT)) row->kind = JOB_ONCE;
	else if (!row->rule.len && !row->interval_ms && !row->run_at && uuid_is_nil(&row->id))
		return bad(request, STR("/schedule_type"),
			   "is required: ONCE (with run_at), INTERVAL (interval_seconds), CRON "
			   "(cron_expression), RRULE (recurrence_rule) or MANUAL");
	return ERR_OK;
}

/* Each kind has a field of its own: those of another are refused, not left aside. */
static enum err check_kind(struct request *request, const struct job_input *input,
			   const struct job_row *row)
{
	const struct {
		str pointer;
		enum job_kind kind;
		bool is_given;
	} fields[] = {
		{ STR("/cron_expression"), JOB_CRON, input->cron_expression.len > 0 },
		{ STR("/recurrence_rule"), JOB_RRULE, input->recurrence_rule.len > 0 },
		{ STR("/interval_seconds"), JOB_INTERVAL,
		  is_given(input, JOB_FIELD_INTERVAL_SECONDS) },
		{ STR("/run_at"), JOB_ONCE, is_given(input, JOB_FIELD_RUN_AT) },
	};
	struct why why;
	for (u32 i = 0; i < countof(fields); i++) {
		if (!fields[i].is_given || fields[i].kind == row->kind) continue;
		(void)fail(&why, ERR_INVALID,
			   "goes with schedule_type %s, but schedule_type is "
			   "%s",
			   job_kind_name(fields[i].kind).at, job_kind_name(row->kind).at);
		return request_fault(request, fields[i].pointer, &why);
	}
	return ERR_OK;
}

static enum err take_rule(struct request *request, const struct job_input *input,
			  struct job_row *row)
{
	bool is_cron = row->kind == JOB_CRON;
	str given = is_cron ? input->cron_expression : input->recurrence_rule;
	if (row->kind != JOB_CRON && row->kind != JOB_RRULE) {
		row->rule = (str){ 0 };
		return ERR_OK;
	}
	if (given.len) row->rule = given;
	if (row->rule.len) return ERR_OK;
	return bad(request, is_cron ? STR("/cron_expression") : STR("/recurrence_rule"),
		   "is required with this schedule_type");
}

static enum err take_moment(struct request *request, const struct job_input *input,
			    struct job_row *row)
{
	if (is_given(input, JOB_FIELD_INTERVAL_SECONDS))
		row->interval_ms = input->interval_seconds * 1000;
	if (row->kind != JOB_INTERVAL) row->interval_ms = 0;
	else if (!row->interval_ms)
		return bad(request, STR("/interval_seconds"),
			   "is required with this schedule_type");
	if (row->kind != JOB_ONCE) {
		row->run_at = 0;
		return ERR_OK;
	}
	if (is_given(input, JOB_FIELD_RUN_AT)) {
		enum err err = request_when(request, &input->run_at, row->zone, STR("/run_at"),
					    &row->run_at);
		if (err) return err;
		if (row->run_at == 0) row->run_at = 1;
	}
	return row->run_at ? ERR_OK
			   : bad(request, STR("/run_at"), "is required with this schedule_type");
}

/* Texts of a list, separated by commas, as the row has them. */
enum err texts_join(struct request *request, const struct texts *texts, size_t most, str pointer,
		    str *out_joined)
{
	struct buf text;
	buf_init(&text, REQUEST_TEXT_BYTES);
	for (u32 i = 0; i < texts->len; i++) {
		if (str_find(texts->at[i], ',') < texts->at[i].len) {
			buf_done(&text);
			return bad(request, pointer, "an item must not contain a comma");
		}
		if (i) buf_add_byte(&text, ',');
		buf_add(&text, texts->at[i]);
	}
	return request_keep(request, &text, most, pointer.at, out_joined);
}

static enum err take_dates(struct request *request, const struct job_input *input,
			   struct job_row *row)
{
	enum err err = ERR_OK;
	if (is_touched(input, JOB_FIELD_START_AT)) row->start = input->start_at;
	if (is_touched(input, JOB_FIELD_RDATES))
		err = texts_join(request, &input->rdates, LIMIT_JOB_DATES_BYTES, STR("/rdates"),
				 &row->rdates);
	if (!err && is_touched(input, JOB_FIELD_EXDATES))
		err = texts_join(request, &input->exdates, LIMIT_JOB_DATES_BYTES, STR("/exdates"),
				 &row->exdates);
	if (!err && is_touched(input, JOB_FIELD_EXCLUDE))
		err = texts_join(request, &input->exclude, LIMIT_JOB_EXCLUDE_BYTES, STR("/exclude"),
				 &row->exclude);
	return err;
}

/* RFC 5545 text gives several fields at once; one that the body gives, too, is refused. */
static enum err take_recurrence(struct request *request, const struct job_input *input,
				struct job_row *row)
{
	struct recurrence read;
	struct why why;
	const struct zone *zone;
	if (row->kind != JOB_RRULE || !recurrence_has_lines(row->rule)) return ERR_OK;
	enum err err = recurrence_read(row->rule, &request->arena, &read, &why);
	if (err == ERR_MEMORY) return err;
	if (err) return request_fault(request, STR("/recurrence_rule"), &why);
	const struct {
		u32 field;
		str pointer;
		str read;
		str *text;
	} fields[] = {
		{ JOB_FIELD_START_AT, STR("/start_at"), read.start, &row->start },
		{ JOB_FIELD_RDATES, STR("/rdates"), read.rdates, &row->rdates },
		{ JOB_FIELD_EXDATES, STR("/exdates"), read.exdates, &row->exdates },
		{ JOB_FIELD_TIMEZONE, STR("/timezone"), read.zone, &row->zone },
	};
	for (u32 i = 0; i < countof(fields); i++) {
		if (!fields[i].read.len) continue;
		if (is_given(input, fields[i].field))
			return bad(request, fields[i].pointer, "is given by recurrence_rule, too");
		*fields[i].text = fields[i].read;
	}
	row->rule = read.rule;
	return read.zone.len ? request_zone(request, read.zone, &zone) : ERR_OK;
}

static enum err take_schedule(struct request *request, const struct job_input *input,
			      struct job_row *row)
{
	const struct zone *zone;
	if (is_touched(input, JOB_FIELD_TIMEZONE)) row->zone = input->timezone;
	enum err err = input->timezone.len ? request_zone(request, input->timezone, &zone) : ERR_OK;
	if (!err) err = guess_kind(request, input, row);
	if (!err) err = check_kind(request, input, row);
	if (!err) err = take_rule(request, input, row);
	if (!err) err = take_moment(request, input, row);
	if (!err) err = take_dates(request, input, row);
	return err ? err : take_recurrence(request, input, row);
}

/* ---- how its runs are carried out --------------------------------------------------------- */

static enum err take_attempts(struct request *request, const struct job_input *input,
			      struct job_row *row)
{
	bool has_retries = is_given(input, JOB_FIELD_MAX_RETRIES);
	if (has_retries && is_given(input, JOB_FIELD_MAX_ATTEMPTS) &&
	    input->max_attempts != input->max_retries + 1)
		return bad(request, STR("/max_retries"), "contradicts max_attempts");
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
		return bad(request, STR("/is_enabled"), "contradicts status");
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
	enum err err = bad(request, buf_view(&pointer), "there is no such job");
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
	if (!type->len) return bad(request, STR("/handler"), "is required");
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
	if (!err) err = take_schedule(request, input, row);
	if (!err) err = take_attempts(request, input, row);
	if (!err) err = take_state(request, input, row);
	if (!err) err = take_dependencies(request, input, row);
	if (!err) err = take_texts(request, input, row, uuid_is_nil(&put->id));
	take_instances(input, row);
	take_defaults(input, row, put);
	return err;
}

/* ---- shown -------------------------------------------------------------------------------- */

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
	put_bool(out, KEY(job, is_system_required), row->is_system_required);
	put_text_or_null(out, KEY(job, flagged), lint_kind_name(row->flagged));
	put_instant(out, KEY(job, created_at), row->created_at);
	put_instant(out, KEY(job, updated_at), row->updated_at);
	if (job->with_sources) show_job_in_force(out, job, defaults);
	put_u64(out, KEY(job, version), row->version);
	write_close(out, '}');
}
