#include "deliver/notification.h"

#include "api/json.h"
#include "api/write.h"
#include "base/must.h"
#include "model/alert.h"

/* The content of a notification: a reminder, or an alert. */
struct notification_about {
	str user;      /* whose inbox */
	str recipient; /* of an alert: a person's id, an address, a url, or a channel's own name */
	str title;
	str text;
	str url;
	str channels; /* a JSON array */
	str alert;    /* what a webhook is told of it, JSON; empty: it is a reminder */
	const struct reminder_row *reminder; /* NULL: it is an alert, or a task */
};

enum { TEXT_BYTES = 128 << 10 };

/* ---- reading JSON that was checked ----------------------------------------------------------- */

/* Whether an array of texts has it. */
static bool list_has(str array, str word, struct arena *arena)
{
	struct json json;
	json_init(&json, array);
	if (!json_enter(&json, VALUE_ARRAY)) return false;
	while (json_next_item(&json)) {
		str item = { 0 };
		if (!json_skip(&json, &item)) return false;
		if (str_eq(json_text(item, arena), word)) return true;
	}
	return false;
}

static bool is_empty_list(str array)
{
	struct json json;
	if (!array.len) return true;
	json_init(&json, array);
	return !json_enter(&json, VALUE_ARRAY) || !json_next_item(&json);
}

/* ---- texts ----------------------------------------------------------------------------------- */

static str keep(struct buf *text, struct arena *arena)
{
	str kept = buf_failed(text) ? (str){ 0 } : str_copy(arena, buf_view(text));
	buf_done(text);
	return kept;
}

static void add_html(struct buf *out, str text)
{
	for (size_t i = 0; i < text.len; i++) {
		char byte = text.at[i];
		if (byte == '&') buf_add(out, STR("&amp;"));
		else if (byte == '<') buf_add(out, STR("&lt;"));
		else if (byte == '>') buf_add(out, STR("&gt;"));
		else if (byte == '"') buf_add(out, STR("&quot;"));
		else if (byte == '\'') buf_add(out, STR("&#39;"));
		else if (byte == '\n') buf_add(out, STR("<br>\n"));
		else buf_add_byte(out, byte);
	}
}

/* A line of the one template, plain or as HTML. Only links that begin so are links. */
static void add_line(struct buf *out, bool is_html, const char *tag, str text)
{
	bool is_link = str_starts_with(text, STR("https://")) ||
		       str_starts_with(text, STR("http://"));
	if (!text.len) return;
	if (!is_html) {
		buf_add(out, text);
		buf_add(out, STR("\n\n"));
		return;
	}
	buf_addf(out, "<%s>", tag);
	if (is_link) {
		buf_add(out, STR("<a href=\""));
		add_html(out, text);
		buf_add(out, STR("\">"));
	}
	add_html(out, text);
	if (is_link) buf_add(out, STR("</a>"));
	buf_addf(out, "</%s>\n", tag);
}

static str mail_text(const struct notification_about *about, bool is_html, struct arena *arena)
{
	struct buf out;
	buf_init(&out, TEXT_BYTES);
	if (is_html) buf_add(&out, STR("<!doctype html>\n"));
	add_line(&out, is_html, "h1", about->title);
	add_line(&out, is_html, "p", about->text);
	add_line(&out, is_html, "p", about->url);
	return keep(&out, arena);
}

/* No line ends in a subject. */
static str subject_of(str title, struct arena *arena)
{
	char *text = arena_alloc(arena, title.len);
	if (!text) return (str){ 0 };
	for (size_t i = 0; i < title.len; i++)
		text[i] = (u8)title.at[i] < ' ' || title.at[i] == 0x7f ? ' ' : title.at[i];
	return (str){ text, title.len };
}

static str mail_payload(const struct notification_about *about, str to, struct arena *arena)
{
	struct buf out;
	buf_init(&out, 2 * TEXT_BYTES);
	write_open(&out, '{');
	put_text(&out, STR("to"), to);
	put_text(&out, STR("subject"), subject_of(about->title, arena));
	put_text(&out, STR("text"), mail_text(about, false, arena));
	put_text(&out, STR("html"), mail_text(about, true, arena));
	write_close(&out, '}');
	return keep(&out, arena);
}

static void put_reminder(struct buf *out, const struct reminder_row *row)
{
	put_uuid(out, STR("reminder_id"), &row->id);
	put_text_or_null(out, STR("reference_type"), row->reference_type);
	put_text_or_null(out, STR("reference_id"), row->reference_id);
	put_text_or_null(out, STR("reference_url"), row->reference_url);
	put_instant(out, STR("remind_at"), row->hot.remind_at);
	put_u64(out, STR("snooze_count"), row->hot.snooze_count);
}

static str hook_payload(const struct notification_about *about, str channel, str to,
			struct arena *arena)
{
	struct buf out;
	buf_init(&out, TEXT_BYTES);
	write_open(&out, '{');
	put_text(&out, STR("channel"), channel);
	put_text_or_null(&out, STR("user_id"), about->user);
	put_text_or_null(&out, STR("to"), to);
	put_text(&out, STR("title"), about->title);
	put_text_or_null(&out, STR("description"), about->text);
	if (about->reminder) put_reminder(&out, about->reminder);
	if (about->alert.len) put_raw(&out, STR("alert"), about->alert);
	write_close(&out, '}');
	return keep(&out, arena);
}

/* ---- planning -------------------------------------------------------------------------------- */

static bool is_about_reminder(const struct lease *lease, struct uuid *out_reminder)
{
	str id = json_member(lease->payload, STR("reminder_id"));
	if (!str_eq(lease->type_name, REMINDER_TYPE)) return false;
	if (id.len != UUID_TEXT_LEN + 2) return false;
	return uuid_parse(str_slice(id, 1, 1 + UUID_TEXT_LEN), out_reminder);
}

/* One that says "to" whom it is mailed is a mail: invocation.c. */
static bool is_task(const struct lease *lease)
{
	return str_eq(lease->type_name, REMINDER_TYPE) &&
	       !json_member(lease->payload, STR("to")).len &&
	       json_member(lease->payload, STR("user_id")).len > 2;
}

bool notification_is_due(const struct lease *lease, struct notification *out_notification)
{
	if (json_member(lease->details, STR("handler")).len) return false;
	if (is_about_reminder(lease, &out_notification->reminder)) return true;
	if (is_task(lease)) {
		out_notification->task = lease->payload;
		return true;
	}
	if (!str_eq(lease->type_name, ALERT_TYPE)) return false;
	if (!json_member(lease->payload, STR("alert")).len) return false;
	out_notification->alert = lease->payload;
	return true;
}

static str recipient_of(const struct notification *notification, struct arena *arena)
{
	return json_text(json_member(notification->alert, STR("recipient")), arena);
}

/* The inbox reaches a person. */
str notification_person(const struct notification *notification, struct arena *arena)
{
	str recipient = recipient_of(notification, arena);
	if (notification->task.len)
		return json_text(json_member(notification->task, STR("user_id")), arena);
	return alert_reaches(STR("in_app"), recipient) ? recipient : (str){ 0 };
}

static bool was_sent(const struct notification_facts *facts, str channel)
{
	for (u32 i = 0; i < facts->earlier_len; i++) {
		str channels = json_member(facts->earlier[i], STR("channels"));
		if (str_eq(json_member(channels, channel), STR("\"sent\""))) return true;
	}
	return false;
}

static void fail_step(struct notification *notification, struct notification_step *step,
		      const char *problem)
{
	step->end = STEP_FAILED;
	step->problem = str_from(problem);
	if (notification->outcome != OUTCOME_OPEN) return;
	notification->outcome = OUTCOME_FAIL;
	notification->error_class = error_class_name(CLASS_VALIDATION);
	notification->error_message = step->problem;
}

static void plan_mail(const struct notification_facts *facts,
		      const struct notification_about *about, struct arena *arena,
		      struct notification *notification, struct notification_step *step)
{
	str contacts = json_member(facts->person, STR("contacts"));
	str to = about->user.len ? json_text(json_member(contacts, step->channel), arena)
				 : about->recipient;
	if (!to.len) to = json_text(json_member(facts->person, STR("email")), arena);
	if (!to.len) {
		fail_step(notification, step, "the person has no mail address");
		return;
	}
	step->handler = STR("{\"kind\":\"smtp\"}");
	step->payload = mail_payload(about, to, arena);
}

/* By the tenant's own webhook of that name. */
static void plan_hook(const struct notification_facts *facts,
		      const struct notification_about *about, struct arena *arena,
		      struct notification *notification, struct notification_step *step)
{
	str contacts = json_member(facts->person, STR("contacts"));
	str channels = json_member(facts->tenant, STR("channels"));
	str to = json_text(json_member(contacts, step->channel), arena);
	step->handler = json_member(channels, step->channel);
	if (!step->handler.len || step->handler.at[0] != '{') {
		step->handler = (str){ 0 };
		fail_step(notification, step,
			  "the tenant's settings name no webhook for the channel");
		return;
	}
	if (!to.len) to = about->recipient;
	step->payload = hook_payload(about, step->channel, to, arena);
}

/* An alert's recipient that is a url: it is told of the alert as it is. */
static void plan_url(const struct notification_about *about, struct arena *arena,
		     struct notification_step *step)
{
	struct buf out;
	buf_init(&out, TEXT_BYTES);
	write_open(&out, '{');
	put_text(&out, STR("kind"), STR("http"));
	put_text(&out, STR("url"), about->recipient);
	write_close(&out, '}');
	step->handler = keep(&out, arena);
	step->payload = about->alert;
}

static void plan_inbox(const struct notification_about *about, struct notification *notification,
		       struct notification_step *step)
{
	step->end = STEP_SENT; /* with the report, in one commit */
	notification->has_notice = true;
	notification->notice = (struct notice){
		.user = about->user, .title = about->title, .body = about->text, .url = about->url
	};
	if (about->reminder) notification->notice.reminder = about->reminder->id;
}

static void plan_step(const struct notification_facts *facts,
		      const struct notification_about *about, struct arena *arena,
		      struct notification *notification, str channel)
{
	if (notification->len == NOTIFICATION_STEPS_MAX) return;
	struct notification_step *step = &notification->steps[notification->len++];
	bool is_alert = about->alert.len > 0;
	bool is_url = is_alert && str_eq(channel, STR("webhook"));
	*step = (struct notification_step){ .channel = channel };
	if (was_sent(facts, channel)) step->end = STEP_EARLIER;
	else if (is_alert && !alert_reaches(channel, about->recipient))
		fail_step(notification, step, "the channel does not reach this recipient");
	else if (str_eq(channel, STR("in_app"))) plan_inbox(about, notification, step);
	else if (str_eq(channel, STR("email"))) plan_mail(facts, about, arena, notification, step);
	else if (is_url) plan_url(about, arena, step);
	else plan_hook(facts, about, arena, notification, step);
}

/* Without channels of its own a message goes by those of the person. */
static str channels_or(str channels, str person)
{
	return is_empty_list(channels) ? json_member(person, STR("channels")) : channels;
}

static struct notification_about about_reminder(const struct reminder_row *row, str person)
{
	return (struct notification_about){ .user = row->user,
					    .title = row->title,
					    .text = row->description,
					    .url = row->reference_url,
					    .channels = channels_or(row->channels, person),
					    .reminder = row };
}

static struct notification_about about_alert(const struct notification *notification,
					     struct arena *arena)
{
	str payload = notification->alert;
	return (struct notification_about){
		.user = notification_person(notification, arena),
		.recipient = recipient_of(notification, arena),
		.title = json_text(json_member(payload, STR("title")), arena),
		.text = json_text(json_member(payload, STR("text")), arena),
		.channels = json_member(payload, STR("channels")),
		.alert = json_member(payload, STR("alert"))
	};
}

static struct notification_about about_task(const struct notification *notification, str person,
					    struct arena *arena)
{
	str payload = notification->task;
	str title = json_text(json_member(payload, STR("title")), arena);
	return (struct notification_about){
		.user = notification_person(notification, arena),
		.title = title.len ? title : STR("Reminder"),
		.text = json_text(json_member(payload, STR("description")), arena),
		.url = json_text(json_member(payload, STR("url")), arena),
		.channels = channels_or(json_member(payload, STR("channels")), person)
	};
}

enum err notification_plan(const struct notification_facts *facts, struct arena *arena,
			   struct notification *notification)
{
	struct json json;
	struct notification_about about;
	notification->is_gone = !facts->reminder && !notification->alert.len &&
				!notification->task.len;
	if (notification->is_gone) return ERR_OK;
	if (facts->reminder) about = about_reminder(&facts->reminder->row, facts->person);
	else if (notification->task.len) about = about_task(notification, facts->person, arena);
	else about = about_alert(notification, arena);
	str taken = json_member(facts->person, STR("channels"));
	json_init(&json, about.channels);
	if (json_enter(&json, VALUE_ARRAY)) {
		while (json_next_item(&json)) {
			str item = { 0 };
			if (!json_skip(&json, &item)) break;
			str channel = json_text(item, arena);
			if (is_empty_list(taken) || list_has(taken, channel, arena))
				plan_step(facts, &about, arena, notification, channel);
		}
	}
	if (!notification->len) plan_step(facts, &about, arena, notification, STR("in_app"));
	return arena_failed(arena) ? ERR_MEMORY : ERR_OK;
}

/* ---- what came of it ------------------------------------------------------------------------- */

struct notification_step *notification_next(struct notification *notification)
{
	for (; notification->at < notification->len; notification->at++) {
		struct notification_step *step = &notification->steps[notification->at];
		if (step->end == STEP_OPEN && step->handler.len) return step;
	}
	return NULL;
}

void notification_note(struct notification *notification, const struct report *report,
		       struct arena *arena)
{
	must(notification->at < notification->len);
	struct notification_step *step = &notification->steps[notification->at++];
	bool is_good = report->outcome == OUTCOME_SUCCESS || report->outcome == OUTCOME_NOOP;
	bool may_pass = report->outcome == OUTCOME_RETRY &&
			class_is_retryable(NULL, report->error_class);
	step->end = is_good ? STEP_SENT : STEP_FAILED;
	if (is_good) return;
	step->problem = str_copy(arena, report->error_message);
	if (notification->outcome == OUTCOME_RETRY ||
	    (notification->outcome != OUTCOME_OPEN && !may_pass))
		return;
	notification->outcome = may_pass ? OUTCOME_RETRY : OUTCOME_FAIL;
	notification->error_class = str_copy(arena, report->error_class);
	notification->error_message = step->problem;
	notification->retry_after_ms = report->retry_after_ms;
}

static str result_of(const struct notification *notification, struct arena *arena)
{
	struct buf out;
	buf_init(&out, TEXT_BYTES);
	write_open(&out, '{');
	put_open(&out, STR("channels"), '{');
	for (u32 i = 0; i < notification->len; i++) {
		const struct notification_step *step = &notification->steps[i];
		bool is_sent = step->end == STEP_SENT || step->end == STEP_EARLIER;
		put_text(&out, step->channel, is_sent ? STR("sent") : STR("failed"));
	}
	write_close(&out, '}');
	put_open(&out, STR("problems"), '{');
	for (u32 i = 0; i < notification->len; i++) {
		const struct notification_step *step = &notification->steps[i];
		if (step->problem.len) put_text(&out, step->channel, step->problem);
	}
	write_close(&out, '}');
	write_close(&out, '}');
	return keep(&out, arena);
}

/* Channels that reached somebody; if none did, all channels that were tried: "in_app,email". */
static str channels_of(const struct notification *notification, bool is_told, struct arena *arena)
{
	struct buf out;
	buf_init(&out, LIMIT_CHANNEL_BYTES);
	for (u32 i = 0; i < notification->len; i++) {
		const struct notification_step *step = &notification->steps[i];
		bool is_sent = step->end == STEP_SENT || step->end == STEP_EARLIER;
		if (is_told && !is_sent) continue;
		if (buf_view(&out).len) buf_add(&out, STR(","));
		buf_add(&out, step->channel);
	}
	return keep(&out, arena);
}

/* A notification that reached somebody is a success, unless a channel that failed may still get
 * through. */
void notification_report(struct notification *notification, struct arena *arena,
			 struct report *out_report)
{
	bool is_told = false;
	for (u32 i = 0; i < notification->len; i++)
		is_told |= notification->steps[i].end == STEP_SENT ||
			   notification->steps[i].end == STEP_EARLIER;
	*out_report = (struct report){ .execution = out_report->execution,
				       .outcome = OUTCOME_SUCCESS,
				       .notified = is_told,
				       .result = result_of(notification, arena) };
	out_report->channel = channels_of(notification, is_told, arena);
	if (notification->has_notice) out_report->notice = &notification->notice;
	if (notification->is_gone) out_report->outcome = OUTCOME_NOOP;
	if (notification->is_gone || notification->outcome == OUTCOME_OPEN) return;
	if (notification->outcome == OUTCOME_FAIL && is_told) return;
	out_report->outcome = notification->outcome;
	out_report->error_class = notification->error_class;
	out_report->error_message = notification->error_message;
	out_report->retry_after_ms = notification->retry_after_ms;
}

const struct notice *notice_copy(const struct notice *notice, struct arena *arena)
{
	struct notice *copy = notice ? arena_alloc(arena, sizeof *copy) : NULL;
	if (!copy) return NULL;
	*copy = *notice;
	copy->user = str_copy(arena, notice->user);
	copy->title = str_copy(arena, notice->title);
	copy->body = str_copy(arena, notice->body);
	copy->url = str_copy(arena, notice->url);
	return copy;
}

static void copy_audit(const struct report *from, struct arena *arena, struct report *copy)
{
	struct audit_event *events = arena_alloc_array(arena, from->audit_len, sizeof *events);
	copy->audit = events;
	copy->audit_len = events ? from->audit_len : 0;
	for (u32 i = 0; i < copy->audit_len; i++)
		events[i] = (struct audit_event){ str_copy(arena, from->audit[i].name),
						  str_copy(arena, from->audit[i].details) };
}

struct report report_copy(const struct report *report, struct arena *arena)
{
	struct report copy = *report;
	str *texts[] = { &copy.result,        &copy.result_hash, &copy.error_class,
			 &copy.error_message, &copy.rate.bucket, &copy.output.out,
			 &copy.output.err,    &copy.channel };
	for (u32 i = 0; i < countof(texts); i++) *texts[i] = str_copy(arena, *texts[i]);
	copy_audit(report, arena, &copy);
	copy.notice = notice_copy(report->notice, arena);
	return copy;
}
