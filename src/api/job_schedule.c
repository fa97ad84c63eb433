/* The plan of a job: its kind, its rule or instant, and the dates beside them. */
#include "api/job_parts.h"
#include "api/parts.h"
#include "base/must.h"
#include "model/recurrence.h"
#include "model/timetable.h"

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
		return request_bad(
			request, STR("/schedule_type"),
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
	return request_bad(request, is_cron ? STR("/cron_expression") : STR("/recurrence_rule"),
			   "is required with this schedule_type");
}

static enum err take_moment(struct request *request, const struct job_input *input,
			    struct job_row *row)
{
	if (is_given(input, JOB_FIELD_INTERVAL_SECONDS))
		row->interval_ms = input->interval_seconds * 1000;
	if (row->kind != JOB_INTERVAL) row->interval_ms = 0;
	else if (!row->interval_ms)
		return request_bad(request, STR("/interval_seconds"),
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
			   : request_bad(request, STR("/run_at"),
					 "is required with this schedule_type");
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
			return request_bad(request, pointer, "an item must not contain a comma");
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
			return request_bad(request, fields[i].pointer,
					   "is given by recurrence_rule, too");
		*fields[i].text = fields[i].read;
	}
	row->rule = read.rule;
	return read.zone.len ? request_zone(request, read.zone, &zone) : ERR_OK;
}

enum err job_take_schedule(struct request *request, const struct job_input *input,
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
