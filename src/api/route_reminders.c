/* Reminders: what people are told, and when. A token of role user is about its own person's alone:
 * another's is not there. */
#include "api/documents.h"
#include "api/handlers.h"
#include "api/json.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/reminders.h"
#include "api/shapes.h"
#include "store/query.h"

SHAPE_STRUCT(reminder_input, REMINDER_FIELDS);
SHAPE_PLACES(REMINDER, REMINDER_FIELDS);
SHAPE(reminder_body, reminder_input, REMINDER_FIELDS, "reminder", "a reminder");

SHAPE_STRUCT(snooze_input, SNOOZE_FIELDS);
SHAPE_PLACES(SNOOZE, SNOOZE_FIELDS);
SHAPE(snooze_body, snooze_input, SNOOZE_FIELDS, "snooze", "until when a reminder is snoozed");

SHAPE_STRUCT(reminder_params, REMINDER_PARAMS);
SHAPE_PLACES(REMINDER_PARAM, REMINDER_PARAMS);
SHAPE(reminder_list_query, reminder_params, REMINDER_PARAMS, "reminder_list", "which reminders");

SHAPE_STRUCT(upcoming_params, UPCOMING_PARAMS);
SHAPE(upcoming_query, upcoming_params, UPCOMING_PARAMS, "upcoming",
      "whose reminders, and how far ahead");

/* ---- whose --------------------------------------------------------------------------------- */

enum err person_of(struct request *request, str asked, str *out_user)
{
	bool is_user = request->who.role == ROLE_USER;
	if (str_eq(asked, STR("self"))) asked = request->who.user;
	if (is_user && asked.len && !str_eq(asked, request->who.user)) return ERR_NOT_FOUND;
	*out_user = is_user ? request->who.user : asked;
	return ERR_OK;
}

/* Only theirs; empty: of anybody. */
static str only_of(const struct request *request)
{
	return request->who.role == ROLE_USER ? request->who.user : (str){ "", 0 };
}

static enum err find_reminder(struct request *request, struct query *query,
			      struct reminder_view *out_view)
{
	struct reminder_list list = { .tenant = request->tenant, .limit = 1 };
	struct reminder_page page = { 0 };
	str user = only_of(request);
	enum err err = request_part_id(request, 0, &list.id);
	if (!err) err = query->calls->reminders(query, &list, &request->arena, &page);
	if (err) return err;
	if (!page.len || (user.len && !str_eq(user, page.rows[0].row.user))) return ERR_NOT_FOUND;
	*out_view = page.rows[0];
	return ERR_OK;
}

/* ---- made and changed ---------------------------------------------------------------------- */

/* The facts that a command needs beside the body. */
struct reminder_work {
	struct reminder_view view; /* what was there */
	struct reminder_row row;   /* what it becomes */
	str person_zone;           /* of whom it is for; empty: not known */
	bool exists;
};

/* The zone of the person it is for, where nobody says. */
static enum err find_person_zone(struct request *request, struct query *query, str user,
				 str *out_zone)
{
	struct document_view person;
	struct json json;
	struct json_string text;
	str bytes;
	enum err err = document_find(request, query, DOCUMENT_USER, user, &person);
	if (err) return err == ERR_NOT_FOUND ? ERR_OK : err;
	if (!json_find(person.row.body, STR("timezone"), &bytes)) return ERR_OK;
	json_init(&json, bytes);
	if (json_read_string(&json, &text) && !json_unescape(text, &request->arena, out_zone))
		return ERR_MEMORY;
	return ERR_OK;
}

static enum err take_person(struct request *request, struct reminder_work *work)
{
	const struct reminder_input *input = request->input;
	struct why why;
	str asked = input->user_id.len ? input->user_id : request->who.user;
	enum err err = person_of(request, asked, &work->row.user);
	if (!err && !work->row.user.len) {
		(void)fail(&why, ERR_INVALID, "is required: the user to remind");
		return request_fault(request, STR("/user_id"), &why);
	}
	return err;
}

enum err reminder_create_read(struct request *request, struct query *query)
{
	struct reminder_work *work = arena_alloc_zeroed(&request->arena, sizeof *work);
	if (!work) return ERR_MEMORY;
	request->found = work;
	enum err err = take_person(request, work);
	return err ? err : find_person_zone(request, query, work->row.user, &work->person_zone);
}

enum err reminder_change_read(struct request *request, struct query *query)
{
	struct reminder_work *work = arena_alloc_zeroed(&request->arena, sizeof *work);
	if (!work) return ERR_MEMORY;
	request->found = work;
	work->exists = true;
	enum err err = find_reminder(request, query, &work->view);
	if (!err) work->row = work->view.row;
	return err;
}

static enum err take_channels(struct request *request, const struct texts *texts, str *out_json)
{
	struct buf out;
	struct why why;
	for (u32 i = 0; i < texts->len; i++) {
		if (channel_name_is_good(texts->at[i])) continue;
		(void)fail(&why, ERR_INVALID,
			   "a channel must be 1 to %d letters, digits, '.', '_' or '-'",
			   LIMIT_CHANNEL_NAME_BYTES);
		return request_fault(request, STR("/notification_channels"), &why);
	}
	buf_init(&out, REQUEST_TEXT_BYTES);
	write_open(&out, '[');
	for (u32 i = 0; i < texts->len; i++) write_text(&out, texts->at[i]);
	write_close(&out, ']');
	return request_keep(request, &out, 4096, "notification_channels", out_json);
}

static enum err take_end_date(struct request *request, str text, i64 *out_date)
{
	struct why why;
	*out_date = 0;
	if (!text.len || daily_parse_date(text, out_date)) return ERR_OK;
	(void)fail(&why, ERR_INVALID, "must be a date such as 2030-12-31");
	return request_fault(request, STR("/recurrence_end_date"), &why);
}

static void take_texts(const struct reminder_input *input, struct reminder_row *row)
{
	const struct {
		u32 field;
		str given;
		str *to;
	} texts[] = { { REMINDER_TITLE, input->title, &row->title },
		      { REMINDER_DESCRIPTION, input->description, &row->description },
		      { REMINDER_REFERENCE_TYPE, input->reference_type, &row->reference_type },
		      { REMINDER_REFERENCE_ID, input->reference_id, &row->reference_id },
		      { REMINDER_REFERENCE_URL, input->reference_url, &row->reference_url },
		      { REMINDER_TIMEZONE, input->timezone, &row->zone },
		      { REMINDER_RULE, input->recurrence_rule, &row->rule } };
	for (u32 i = 0; i < countof(texts); i++)
		if (is_given(input, texts[i].field) || is_null(input, texts[i].field))
			*texts[i].to = texts[i].given;
}

static enum err take_time(struct request *request, struct reminder_work *work,
			  struct command *command)
{
	const struct reminder_input *input = request->input;
	struct reminder_row *row = &work->row;
	const struct zone *zone;
	if (!row->zone.len && !is_null(input, REMINDER_TIMEZONE)) row->zone = work->person_zone;
	enum err err = row->zone.len ? request_zone(request, row->zone, &zone) : ERR_OK;
	command->reminder.moves = is_given(input, REMINDER_REMIND_AT);
	if (err || !command->reminder.moves) return err;
	return request_when(request, &input->remind_at, row->zone, STR("/remind_at"),
			    &row->starts_at);
}

static enum err merge(struct request *request, struct reminder_work *work, struct command *command)
{
	const struct reminder_input *input = request->input;
	struct reminder_row *row = &work->row;
	enum err err = ERR_OK;
	bool has_rule = is_given(input, REMINDER_RULE);
	take_texts(input, row);
	if (is_given(input, REMINDER_IS_RECURRING)) row->is_recurring = input->is_recurring;
	else if (has_rule || is_null(input, REMINDER_RULE)) row->is_recurring = has_rule;
	if (is_given(input, REMINDER_END_DATE) || is_null(input, REMINDER_END_DATE))
		err = take_end_date(request, input->recurrence_end_date, &row->end_date);
	if (!err && is_given(input, REMINDER_CHANNELS))
		err = take_channels(request, &input->notification_channels, &row->channels);
	else if (!row->channels.len || is_null(input, REMINDER_CHANNELS))
		row->channels = STR("[]"); /* by the person's preferences */
	if (!err) err = take_time(request, work, command);
	command->kind = COMMAND_REMINDER_PUT;
	command->reminder.row = row;
	command->reminder.user = only_of(request);
	return err;
}

enum err reminder_create(struct request *request, struct command *command)
{
	const struct reminder_input *input = request->input;
	struct why why;
	bool has_title = input->title.len > 0;
	if (has_title && is_given(input, REMINDER_REMIND_AT))
		return merge(request, request->found, command);
	(void)fail(&why, ERR_INVALID, "is required");
	return request_fault(request, has_title ? STR("/remind_at") : STR("/title"), &why);
}

static enum err expect_version(struct request *request, u64 *out_version)
{
	const struct reminder_work *work = request->found;
	u64 there = work->view.row.hot.version;
	enum err err = request_expected(request, out_version);
	if (err) return err;
	if (*out_version == DOCUMENT_ANY || *out_version == there) {
		*out_version = *out_version == DOCUMENT_ANY ? 0 : there;
		return ERR_OK;
	}
	return request_refuse(request, ERR_VERSION, "the reminder has version %llu",
			      (unsigned long long)there);
}

/* The person of a reminder does not change. */
enum err reminder_change(struct request *request, struct command *command)
{
	struct reminder_work *work = request->found;
	const struct reminder_input *input = request->input;
	struct why why;
	enum err err = expect_version(request, &command->reminder.version);
	if (err) return err;
	if (input->user_id.len && !str_eq(input->user_id, work->view.row.user)) {
		(void)fail(&why, ERR_INVALID,
			   "the person of a reminder cannot be changed; "
			   "create another reminder");
		return request_fault(request, STR("/user_id"), &why);
	}
	command->reminder.id = work->view.row.id;
	/* The change holds for the version that was read. */
	if (!command->reminder.version) command->reminder.version = work->view.row.hot.version;
	return merge(request, work, command);
}

static enum err act(struct request *request, struct command *command, enum command_kind kind)
{
	command->kind = kind;
	command->reminder.user = only_of(request);
	return request_part_id(request, 0, &command->reminder.id);
}

enum err reminder_delete(struct request *request, struct command *command)
{
	u64 expected;
	enum err err = request_expected(request, &expected);
	if (err) return err;
	command->reminder.version = expected == DOCUMENT_ANY ? 0 : expected;
	return act(request, command, COMMAND_REMINDER_DELETE);
}

enum err reminder_dismiss(struct request *request, struct command *command)
{
	return act(request, command, COMMAND_REMINDER_DISMISS);
}

enum err reminder_complete(struct request *request, struct command *command)
{
	return act(request, command, COMMAND_REMINDER_COMPLETE);
}

enum err reminder_snooze(struct request *request, struct command *command)
{
	const struct snooze_input *input = request->input;
	const struct zone *zone;
	struct why why;
	bool has_until = is_given(input, SNOOZE_UNTIL);
	enum err err = act(request, command, COMMAND_REMINDER_SNOOZE);
	if (err) return err;
	if (has_until && is_given(input, SNOOZE_MINUTES)) {
		(void)fail(&why, ERR_INVALID, "give either minutes or until");
		return request_fault(request, STR("/until"), &why);
	}
	command->reminder.snooze_ms = input->minutes * MSEC_MINUTE;
	if (!has_until) return ERR_OK;
	if (input->timezone.len) err = request_zone(request, input->timezone, &zone);
	return err ? err
		   : request_when(request, &input->until, input->timezone, STR("/until"),
				  &command->reminder.until);
}

/* As it stands then: by the id that the answer names. */
bool reminder_render(struct request *request)
{
	char *id = arena_alloc(&request->arena, UUID_TEXT_LEN);
	struct uuid made = request->answer.is_replayed ? request->answer.id
						       : request->answer.reminder.id;
	if (!id) return false;
	uuid_print(made, id);
	request->parts[0] = (str){ id, UUID_TEXT_LEN };
	return false;
}

/* ---- seen ---------------------------------------------------------------------------------- */

static void put_date_or_null(struct buf *out, struct key_loose key, i64 date)
{
	char text[DAILY_DATE_LEN];
	if (date) daily_print_date(date, text);
	put_text_or_null(out, key, (str){ text, date ? sizeof text : 0 });
}

static void put_snoozes(struct buf *out)
{
	static const u32 minutes[] = {
#define X(minutes, sentence) minutes,
		SNOOZES(X)
#undef X
	};
	put_open(out, KEY(reminder, snooze_options), '[');
	for (u32 i = 0; i < countof(minutes); i++) write_u64(out, minutes[i]);
	write_close(out, ']');
}

static void put_tracking(struct buf *out, const struct reminder_hot *hot)
{
	put_text(out, KEY(reminder, status), reminder_status_name(hot->status));
	put_instant_or_null(out, KEY(reminder, next_remind_at), hot->run_at);
	put_instant_or_null(out, KEY(reminder, snoozed_until), hot->snoozed_until);
	put_u64(out, KEY(reminder, snooze_count), hot->snooze_count);
	put_snoozes(out);
	put_instant_or_null(out, KEY(reminder, sent_at), hot->sent_at);
	put_instant_or_null(out, KEY(reminder, dismissed_at), hot->dismissed_at);
	put_instant_or_null(out, KEY(reminder, completed_at), hot->completed_at);
	put_uuid_or_null(out, KEY(reminder, run_id), &hot->run);
}

void show_reminder(struct buf *out, const struct reminder_view *view)
{
	const struct reminder_row *row = &view->row;
	write_open(out, '{');
	put_uuid(out, KEY(reminder, id), &row->id);
	put_text(out, KEY(reminder, tenant_id), view->tenant);
	put_text(out, KEY(reminder, user_id), row->user);
	put_text(out, KEY(reminder, title), row->title);
	put_text_or_null(out, KEY(reminder, description), row->description);
	put_text_or_null(out, KEY(reminder, reference_type), row->reference_type);
	put_text_or_null(out, KEY(reminder, reference_id), row->reference_id);
	put_text_or_null(out, KEY(reminder, reference_url), row->reference_url);
	put_instant(out, KEY(reminder, remind_at), row->hot.remind_at);
	put_text(out, KEY(reminder, timezone), row->zone.len ? row->zone : STR("UTC"));
	put_bool(out, KEY(reminder, is_recurring), row->is_recurring);
	put_text_or_null(out, KEY(reminder, recurrence_rule), row->rule);
	put_date_or_null(out, LOOSE(reminder, recurrence_end_date), row->end_date);
	put_raw(out, KEY(reminder, notification_channels), row->channels);
	put_tracking(out, &row->hot);
	put_instant(out, KEY(reminder, created_at), row->created_at);
	put_instant(out, KEY(reminder, updated_at), row->hot.updated_at);
	put_u64(out, KEY(reminder, version), row->hot.version);
	write_close(out, '}');
}

enum err reminder_view(struct request *request, struct query *query)
{
	struct reminder_view view;
	enum err err = find_reminder(request, query, &view);
	if (err) return err;
	show_reminder(&request->out, &view);
	request_put_etag(request, view.row.hot.version);
	return ERR_OK;
}

enum err reminder_list_view(struct request *request, struct query *query)
{
	const struct reminder_params *params = request->params;
	struct reminder_list list = { .reference_type = params->reference_type,
				      .reference_id = params->reference_id };
	struct reminder_page page = { 0 };
	if (!request->is_all) list.tenant = request->tenant;
	if (is_given(params, REMINDER_PARAM_STATUS)) list.statuses = 1u << params->status;
	enum err err = person_of(request, params->user_id, &list.user);
	if (!err) err = list_begin_by_id(request, &params->list, &list.limit, &list.after);
	if (!err) err = query->calls->reminders(query, &list, &request->arena, &page);
	if (err) return err;
	LIST_BY_ID(request, page, i, &list.after, show_reminder(&request->out, &page.rows[i]));
	return ERR_OK;
}

/* A place among those to come: when, and which. */
static bool place_parse(str text, struct reminder_list *list)
{
	u64 at = 0;
	str when = str_split(&text, '/');
	if (!str_to_u64(when, INT64_MAX, &at) || !uuid_parse(text, &list->after)) return false;
	list->after_at = (msec)at;
	return true;
}

static str place_print(struct request *request, const struct reminder_row *row)
{
	char id[UUID_TEXT_LEN];
	struct buf out;
	uuid_print(row->id, id);
	buf_init(&out, 64);
	buf_addf(&out, "%lld/%.*s", (long long)row->hot.run_at, UUID_TEXT_LEN, id);
	str place = str_copy(&request->arena, buf_view(&out));
	buf_done(&out);
	return place;
}

/* By when they will be told next. */
enum err upcoming_view(struct request *request, struct query *query)
{
	const struct upcoming_params *params = request->params;
	struct reminder_list list = { .tenant = request->tenant,
				      .is_upcoming = true,
				      .until = MSEC_MAX };
	struct reminder_page page = { 0 };
	str after;
	u32 shown = 0;
	str asked = params->user_id.len ? params->user_id : request->who.user;
	enum err err = person_of(request, asked, &list.user);
	if (err) return err;
	if (params->hours) list.until = msec_add(request->now.wall, params->hours * MSEC_HOUR);
	err = list_begin(request, &params->list, &list.limit, &after);
	if (!err && after.len && !place_parse(after, &list))
		return request_refuse(request, ERR_INVALID, "cursor is not a cursor of this list");
	/* Nobody in particular is reminded of nothing. */
	if (!err && list.user.len)
		err = query->calls->reminders(query, &list, &request->arena, &page);
	if (err) return err;
	list_open(request);
	while (shown < page.len && list_has_room(request))
		show_reminder(&request->out, &page.rows[shown++]);
	bool has_more = shown && (page.has_more || shown < page.len);
	list_close(request, has_more,
		   shown ? place_print(request, &page.rows[shown - 1].row) : STR(""));
	return ERR_OK;
}
