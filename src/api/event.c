#include "api/event.h"

#include "api/jobs.h"
#include "api/reminders.h"
#include "api/write.h"

/* Longer results are not told: whoever wants one asks for the execution. */
enum { RESULT_TOLD_MAX = 16 << 10 };

static void put_place(struct buf *out, struct event_place place)
{
	char room[EVENT_PLACE_BYTES];
	struct buf text;
	buf_init(&text, sizeof room);
	event_place_print(&text, place);
	put_text(out, STR("id"), buf_view(&text));
	buf_done(&text);
}

static void put_source(struct buf *out, str tenant)
{
	struct buf text;
	buf_init(&text, 300);
	buf_addf(&text, tenant.len ? "/tenants/%.*s" : "/", STR_ARG(tenant));
	put_text(out, STR("source"), buf_view(&text));
	buf_done(&text);
}

static void put_given(struct buf *out, str key, str text)
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
		put_open(out, STR("error"), '{');
		put_text_or_null(out, STR("class"), end->error_class);
		put_text_or_null(out, STR("message"), end->error_message);
		write_close(out, '}');
	}
	if (!end->result.len) return;
	if (end->result.len <= RESULT_TOLD_MAX) put_raw(out, STR("result"), end->result);
	else put_u64(out, STR("result_bytes"), end->result.len);
}

static void put_run(struct buf *out, const struct event_view *event)
{
	const struct journal_entry *entry = &event->entry;
	put_uuid(out, STR("run_id"), &entry->run);
	if (!uuid_is_nil(&entry->execution)) put_uuid(out, STR("execution_id"), &entry->execution);
	put_given(out, STR("type"), event->type);
	put_given(out, STR("queue"), event->queue);
	put_given(out, STR("entity"), event->entity);
	put_given(out, STR("user_id"), event->user);
	put_text(out, STR("state"), run_state_name(entry->to));
	if (entry->attempts) put_u64(out, STR("attempt"), entry->attempts);
	put_instant_or_null(out, STR("run_at"), entry->run_at);
	if (entry->details.len) put_raw(out, STR("audit"), entry->details);
	if (event->has_end) put_end(out, &event->end);
}

/* A person's day; what is late has neither cutoff nor due minute. */
static void put_window(struct buf *out, const struct event_view *event)
{
	const struct journal_entry *entry = &event->entry;
	put_uuid(out, STR("run_id"), &entry->run);
	if (!uuid_is_nil(&entry->execution)) put_uuid(out, STR("execution_id"), &entry->execution);
	put_given(out, STR("type"), event->type);
	put_given(out, STR("user_id"), event->user);
	if (!entry->run_at) return;
	put_text(out, STR("status"), entry->reason);
	put_u64(out, STR("due_bucket"), entry->attempts);
	put_instant(out, STR("cutoff_at"), entry->run_at);
}

static void put_reminder(struct buf *out, const struct event_view *event)
{
	const struct journal_entry *entry = &event->entry;
	put_uuid(out, STR("reminder_id"), &entry->run);
	put_given(out, STR("user_id"), event->user);
	put_instant_or_null(out, STR("remind_at"), entry->run_at);
	put_u64(out, STR("snooze_count"), entry->attempts);
	if (!event->reminder) return;
	write_key(out, STR("reminder"));
	show_reminder(out, event->reminder);
}

static void put_notice(struct buf *out, const struct event_view *event)
{
	put_uuid(out, STR("notice_id"), &event->entry.run);
	put_given(out, STR("user_id"), event->user);
	if (!event->notice) return;
	write_key(out, STR("notice"));
	show_notice(out, event->notice);
}

static void put_other(struct buf *out, const struct event_view *event)
{
	const struct journal_entry *entry = &event->entry;
	if (entry->kind == JOURNAL_ALERT) put_raw(out, STR("alert"), entry->details);
	if (entry->kind == JOURNAL_EFFECT) put_uuid(out, STR("claim_id"), &entry->run);
	if (entry->kind == JOURNAL_JOB_MISSED) {
		put_instant(out, STR("first"), entry->run_at);
		put_u64(out, STR("missed"), entry->attempts);
	} else if (entry->kind == JOURNAL_PAUSED || entry->kind == JOURNAL_JOB_PAUSED ||
		   entry->kind == JOURNAL_MAINTENANCE) {
		put_instant_or_null(out, STR("until"), entry->run_at);
	}
	if (!event->scheduled) return;
	write_key(out, STR("job"));
	show_job(out, event->scheduled, NULL, event->at);
}

static void put_data(struct buf *out, const struct event_view *event)
{
	const struct journal_entry *entry = &event->entry;
	put_open(out, STR("data"), '{');
	put_given(out, STR("tenant_id"), event->tenant);
	if (!uuid_is_nil(&event->job)) {
		put_uuid(out, STR("job_id"), &event->job);
		put_given(out, STR("job_code"), event->job_code);
	}
	if (entry->kind == JOURNAL_DAILY) put_window(out, event);
	else if (entry->kind == JOURNAL_REMINDER) put_reminder(out, event);
	else if (entry->kind == JOURNAL_NOTICE) put_notice(out, event);
	else if (is_about_a_run(event)) put_run(out, event);
	else put_other(out, event);
	put_given(out, STR("reason"), entry->reason);
	put_text(out, STR("actor_id"), entry->actor.len ? entry->actor : STR("SYSTEM"));
	write_close(out, '}');
}

void event_write(struct buf *out, const struct event_view *event)
{
	write_open(out, '{');
	put_text(out, STR("specversion"), STR("1.0"));
	put_place(out, event->place);
	put_source(out, event->tenant);
	put_text(out, STR("type"), event_name(event->kind));
	if (!uuid_is_nil(&event->entry.run)) put_uuid(out, STR("subject"), &event->entry.run);
	put_instant(out, STR("time"), event->at);
	put_text(out, STR("datacontenttype"), STR("application/json"));
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

void event_write_sent(struct buf *out, const struct event_view *event)
{
	buf_add(out, STR("id: "));
	event_place_print(out, event->place);
	buf_add(out, STR("\nevent: "));
	buf_add(out, event_name(event->kind));
	buf_add(out, STR("\ndata:")); /* a colon wants no comma */
	size_t from = out->len;
	event_write(out, event);
	join_lines(out, from);
	buf_add(out, STR("\n\n"));
}
