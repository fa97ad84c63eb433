#include "api/event.h"

#include "api/jobs.h"
#include "api/member.h"
#include "api/place.h"
#include "api/reminders.h"

/* Longer results are not told: whoever wants one asks for the execution. */
enum { RESULT_TOLD_MAX = 16 << 10 };

static void put_place(struct buf *out, struct event_place place, struct hash_key places)
{
	struct buf text;
	buf_init(&text, EVENT_PLACE_BYTES);
	place_print(places, place, &text);
	put_text(out, KEY(event, id), buf_view(&text));
	buf_done(&text);
}

static void put_source(struct buf *out, str tenant)
{
	struct buf text;
	buf_init(&text, 300);
	buf_addf(&text, tenant.len ? "/tenants/%.*s" : "/", STR_ARG(tenant));
	put_text(out, KEY(event, source), buf_view(&text));
	buf_done(&text);
}

static void put_given(struct buf *out, struct key_loose key, str text)
{
	if (text.len) put_text(out, key, text);
}

static bool is_about_a_run(const struct event_view *event)
{
	return !uuid_is_nil(&event->entry.run) && !uuid_eq(&event->entry.run, &event->job) &&
	       event->entry.kind != JOURNAL_EFFECT && event->entry.kind != JOURNAL_ALERT;
}

static void put_end(struct buf *out, const struct execution_end *end)
{
	if (end->error_class.len || end->error_message.len) {
		put_open(out, KEY(run_event, error), '{');
		put_text_or_null(out, KEY(run_error, class), end->error_class);
		put_text_or_null(out, KEY(run_error, message), end->error_message);
		write_close(out, '}');
	}
	if (!end->result.len) return;
	if (end->result.len <= RESULT_TOLD_MAX) put_raw(out, KEY(run_event, result), end->result);
	else put_u64(out, KEY(run_event, result_bytes), end->result.len);
}

/* The number of the attempt that the event is about. A row counts attempts that have ended; the one
 * that begins is the next. */
static u32 attempt_of(const struct journal_entry *entry)
{
	bool begins = entry->kind == JOURNAL_MOVED && entry->to == RUN_PROCESSING;
	return entry->attempts + (begins ? 1 : 0);
}

static void put_run(struct buf *out, const struct event_view *event)
{
	const struct journal_entry *entry = &event->entry;
	u32 attempt = attempt_of(entry);
	put_uuid(out, KEY(run_event, run_id), &entry->run);
	if (!uuid_is_nil(&entry->execution))
		put_uuid(out, KEY(run_event, execution_id), &entry->execution);
	put_given(out, LOOSE(run_event, type), event->type);
	put_given(out, LOOSE(run_event, queue), event->queue);
	put_given(out, LOOSE(run_event, entity), event->entity);
	put_given(out, LOOSE(run_event, user_id), event->user);
	put_text(out, KEY(run_event, state), run_state_name(entry->to));
	if (attempt) put_u64(out, KEY(run_event, attempt), attempt);
	put_instant_or_null(out, KEY(run_event, run_at), entry->run_at);
	if (entry->details.len) put_raw(out, KEY(run_event, audit), entry->details);
	if (event->has_end) put_end(out, &event->end);
}

/* A person's day; what is late has neither cutoff nor due minute. */
static void put_window(struct buf *out, const struct event_view *event)
{
	const struct journal_entry *entry = &event->entry;
	put_uuid(out, KEY(window_event, run_id), &entry->run);
	if (!uuid_is_nil(&entry->execution))
		put_uuid(out, KEY(window_event, execution_id), &entry->execution);
	put_given(out, LOOSE(window_event, type), event->type);
	put_given(out, LOOSE(window_event, user_id), event->user);
	if (!entry->run_at) return;
	if (entry->details.len > DAILY_DATE_LEN)
		put_text(out, LOOSE(window_event, date),
			 str_slice(entry->details, 0, DAILY_DATE_LEN));
	put_text(out, KEY(window_event, status), entry->reason);
	put_u64(out, KEY(window_event, due_bucket), entry->attempts);
	put_instant(out, KEY(window_event, cutoff_at), entry->run_at);
}

static void put_reminder(struct buf *out, const struct event_view *event)
{
	const struct journal_entry *entry = &event->entry;
	put_uuid(out, KEY(reminder_event, reminder_id), &entry->run);
	put_given(out, LOOSE(reminder_event, user_id), event->user);
	put_instant_or_null(out, KEY(reminder_event, remind_at), entry->run_at);
	put_u64(out, KEY(reminder_event, snooze_count), entry->attempts);
	if (!event->reminder) return;
	write_key(out, KEY(reminder_event, reminder));
	show_reminder(out, event->reminder);
}

static void put_notice(struct buf *out, const struct event_view *event)
{
	put_uuid(out, KEY(notice_event, notice_id), &event->entry.run);
	put_given(out, LOOSE(notice_event, user_id), event->user);
	if (!event->notice) return;
	write_key(out, KEY(notice_event, notice));
	show_notice(out, event->notice);
}

static void put_other(struct buf *out, const struct event_view *event)
{
	const struct journal_entry *entry = &event->entry;
	if (entry->kind == JOURNAL_ALERT) put_raw(out, KEY(alert_event, alert), entry->details);
	if (entry->kind == JOURNAL_EFFECT) put_uuid(out, KEY(effect_event, claim_id), &entry->run);
	if (entry->kind == JOURNAL_JOB_MISSED) {
		put_instant(out, KEY(job_event, first), entry->run_at);
		put_u64(out, KEY(job_event, missed), entry->attempts);
	} else if (entry->kind == JOURNAL_PAUSED || entry->kind == JOURNAL_JOB_PAUSED ||
		   entry->kind == JOURNAL_MAINTENANCE) {
		put_instant_or_null(out, KEY(job_event, until), entry->run_at);
	}
	if (!event->scheduled) return;
	write_key(out, KEY(job_event, job));
	show_job(out, event->scheduled, NULL, event->at);
}

static void put_data(struct buf *out, const struct event_view *event)
{
	const struct journal_entry *entry = &event->entry;
	put_open(out, KEY(event, data), '{');
	put_given(out, LOOSE(event_begin, tenant_id), event->tenant);
	if (!uuid_is_nil(&event->job)) {
		put_uuid(out, KEY(event_begin, job_id), &event->job);
		put_given(out, LOOSE(event_begin, job_code), event->job_code);
	}
	if (entry->kind == JOURNAL_DAILY) put_window(out, event);
	else if (entry->kind == JOURNAL_REMINDER) put_reminder(out, event);
	else if (entry->kind == JOURNAL_NOTICE) put_notice(out, event);
	else if (is_about_a_run(event)) put_run(out, event);
	else put_other(out, event);
	put_given(out, LOOSE(event_end, reason), entry->reason);
	put_text(out, KEY(event_end, actor_id), entry->actor.len ? entry->actor : STR("SYSTEM"));
	write_close(out, '}');
}

void event_write(struct buf *out, const struct event_view *event, struct hash_key places)
{
	write_open(out, '{');
	put_text(out, KEY(event, specversion), STR("1.0"));
	put_place(out, event->place, places);
	put_source(out, event->tenant);
	put_text(out, KEY(event, type), event_name(event->kind));
	if (!uuid_is_nil(&event->entry.run)) put_uuid(out, KEY(event, subject), &event->entry.run);
	put_instant(out, KEY(event, time), event->at);
	put_text(out, KEY(event, datacontenttype), STR("application/json"));
	put_data(out, event);
	write_close(out, '}');
}

/* A result is told as it came: lines that it has are only space between its parts. */
static void join_lines(struct buf *out, size_t from)
{
	for (size_t i = from; i < out->len; i++) {
		if (out->at[i] == '\n' || out->at[i] == '\r') out->at[i] = ' ';
	}
}

void event_write_sent(struct buf *out, const struct event_view *event, struct hash_key places)
{
	buf_add(out, STR("id: "));
	place_print(places, event->place, out);
	buf_add(out, STR("\nevent: "));
	buf_add(out, event_name(event->kind));
	buf_add(out, STR("\ndata:")); /* a colon wants no comma */
	size_t from = out->len;
	event_write(out, event, places);
	join_lines(out, from);
	buf_add(out, STR("\n\n"));
}
