/* Webhooks of events: whom the journal is told to. What one says are the details of a type of its
 * own, and where it stands is kept beside them; both are one command (engine/watch/webhooks.c). */
#include "api/details.h"
#include "api/documents.h"
#include "api/handlers.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/place.h"
#include "api/shapes.h"
#include "api/show.h"
#include "api/webhook.h"

enum { HANDLER_URL_MAX = 2048 };

SHAPE_STRUCT(webhook_input, WEBHOOK_FIELDS);
SHAPE_PLACES(WEBHOOK, WEBHOOK_FIELDS);
SHAPE(webhook_body, webhook_input, WEBHOOK_FIELDS, "webhook", "whom events are sent to");

SHAPE_STRUCT(replay_input, WEBHOOK_REPLAY_FIELDS);
SHAPE(webhook_replay_body, replay_input, WEBHOOK_REPLAY_FIELDS, "webhook_replay",
      "from where events are sent again");

/* The members that are kept: all but the owner. */
static const u64 kept_mask = (((u64)1 << WEBHOOK_PLACES) - 1) & ~(((u64)1 << WEBHOOK_URL) - 1);

/* The webhook that `read` found. */
struct found_webhook {
	char name[WEBHOOK_NAME_BYTES]; /* of its type */
	struct document_view says;     /* version 0: it is new */
	struct document_view stands;
	struct webhook_course course;
	msec from; /* of a replay; 0: it names an event */
	struct event_place after;
};

static str name_of(const struct found_webhook *found)
{
	return (str){ found->name, sizeof found->name };
}

/* ---- seen --------------------------------------------------------------------------------- */

static void put_members(struct buf *out, str details)
{
	struct json json;
	struct json_string key;
	str bytes;
	json_init(&json, details);
	if (!details.len || !json_enter(&json, VALUE_OBJECT)) return;
	while (json_next_key(&json, &key) && json_skip(&json, &bytes)) {
		if (!str_eq(key.raw, STR("handler"))) put_raw(out, WORD_KEY(key.raw), bytes);
	}
}

static void put_preset(struct buf *out, str details, struct key_loose key, u64 preset)
{
	str there;
	if (!json_find(details, key.name, &there)) put_u64(out, key, preset);
}

static void show_webhook(struct request *request, const struct found_webhook *found)
{
	struct buf *out = &request->out;
	const struct document_row *row = &found->says.row;
	struct uuid id;
	str there;
	struct buf after;
	write_open(out, '{');
	if (webhook_name_parse(row->key.name, &id)) put_uuid(out, KEY(webhook, id), &id);
	put_text(out, KEY(webhook, tenant_id), found->says.tenant);
	put_members(out, row->body);
	if (!json_find(row->body, STR("state"), &there))
		put_text(out, KEY(webhook, state), STR("active"));
	put_preset(out, row->body, LOOSE(webhook, in_flight), 1);
	put_preset(out, row->body, LOOSE(webhook, max_attempts), WEBHOOK_ATTEMPTS);
	put_preset(out, row->body, LOOSE(webhook, timeout_seconds), WEBHOOK_TIMEOUT);
	buf_init(&after, EVENT_PLACE_BYTES);
	place_print(api_place_key(request->api), found->course.after, &after);
	put_text(out, KEY(webhook, after), buf_view(&after));
	buf_done(&after);
	put_u64(out, KEY(webhook, deliveries), found->course.made);
	put_u64(out, KEY(webhook, cut), found->course.cut);
	put_instant(out, KEY(webhook, created_at), row->created_at);
	put_instant(out, KEY(webhook, updated_at), row->updated_at);
	put_u64(out, KEY(webhook, version), request_shown(request, row->version));
	write_close(out, '}');
}

static enum err find_webhook(struct request *request, struct query *query,
			     struct found_webhook *found)
{
	enum err err = document_find(request, query, DOCUMENT_TYPE, name_of(found), &found->says);
	if (!err)
		err = document_find(request, query, DOCUMENT_WEBHOOK, name_of(found),
				    &found->stands);
	if (err) return err;
	return webhook_course_read(found->stands.row.body, &found->course) ? ERR_OK
									   : ERR_STORE_DAMAGED;
}

/* Which one: the path's, or the one that the call has made, now or when it came first. */
static enum err which(struct request *request, struct uuid *out_id)
{
	const struct found_webhook *found = request->found;
	if (request->parts[0].len) return request_part_id(request, 0, out_id);
	*out_id = request->answer.id;
	if (request->answer.is_replayed) return ERR_OK;
	return webhook_name_parse(name_of(found), out_id) ? ERR_OK : ERR_NOT_FOUND;
}

enum err webhook_view(struct request *request, struct query *query)
{
	struct found_webhook found = { 0 };
	struct uuid id;
	enum err err = which(request, &id);
	if (err) return err;
	webhook_name_print(id, found.name);
	err = find_webhook(request, query, &found);
	if (err) return err;
	show_webhook(request, &found);
	request_put_document_etag(request, found.says.row.version);
	return ERR_OK;
}

enum err webhook_list_view(struct request *request, struct query *query)
{
	struct document_page page;
	str after;
	enum err err = documents_page(request, query, DOCUMENT_WEBHOOK, &page, &after);
	if (err) return err;
	list_open(request);
	for (u32 i = 0; i < page.len && !err; i++) {
		struct found_webhook found = { 0 };
		str name = page.rows[i].row.key.name;
		if (name.len != sizeof found.name) continue;
		memcpy(found.name, name.at, name.len);
		err = find_webhook(request, query, &found);
		if (!err) show_webhook(request, &found);
		else if (err == ERR_NOT_FOUND) err = ERR_OK; /* deleted a moment ago */
	}
	documents_close(request, &page);
	return err;
}

enum err webhook_delivery_list_view(struct request *request, struct query *query)
{
	const struct page_params *params = request->params;
	const struct found_webhook *found = request->found;
	struct run_list list = { .tenant = request->tenant, .type = name_of(found) };
	struct run_page page = { 0 };
	enum err err = list_begin_by_id(request, &params->list, &list.limit, &list.after);
	if (!err) err = query->calls->runs(query, &list, &request->arena, &page);
	if (err) return err;
	LIST_BY_ID(request, page, i, &list.after, show_run(&request->out, &page.rows[i]));
	return ERR_OK;
}

/* ---- changed ------------------------------------------------------------------------------ */

static enum err make_found(struct request *request, struct found_webhook **out_found)
{
	struct found_webhook *found = request->found;
	if (!found) found = arena_alloc_zeroed(&request->arena, sizeof *found);
	if (!found) return ERR_MEMORY;
	request->found = *out_found = found;
	return ERR_OK;
}

enum err webhook_decode_new(struct request *request)
{
	struct found_webhook *found;
	enum err err = make_found(request, &found);
	if (err) return err;
	webhook_name_print(api_next_id(request->api), found->name);
	request->audit.object = str_from_offset(name_of(found), sizeof found->name - UUID_TEXT_LEN);
	return ERR_OK;
}

/* It begins behind all that has happened. */
enum err webhook_read_new(struct request *request, struct query *query)
{
	struct found_webhook *found = request->found;
	struct event_list list = { .way = EVENTS_NEWEST };
	struct event_page page = { 0 };
	enum err err = query->calls->events(query, &list, &request->arena, &page);
	found->course.after = page.through;
	return err;
}

enum err webhook_read_old(struct request *request, struct query *query)
{
	struct found_webhook *found;
	struct uuid id;
	enum err err = make_found(request, &found);
	if (!err) err = request_part_id(request, 0, &id);
	if (err) return err;
	webhook_name_print(id, found->name);
	err = find_webhook(request, query, found);
	if (err || (!found->from && !found->after.turn)) return err;
	found->course.after = found->after;
	if (!found->from) return ERR_OK;
	struct event_list list = { .way = EVENTS_NEWEST, .until = found->from };
	struct event_page page = { 0 };
	err = query->calls->events(query, &list, &request->arena, &page);
	found->course.after = page.through;
	return err;
}

static enum err check_input(struct request *request, const struct webhook_input *input, bool is_new)
{
	for (u32 i = 0; i < input->events.len; i++) {
		if (!event_parse(input->events.at[i]))
			return request_bad(request, STR("/events"),
					   "contains a name that no event has");
	}
	if (input->all_tenants && !str_eq(request->tenant, STR("system")))
		return request_bad(request, STR("/all_tenants"),
				   "may be set only for webhooks of the "
				   "tenant system");
	bool has_url = is_given(input, WEBHOOK_URL);
	bool has_secrets = is_given(input, WEBHOOK_SECRETS);
	if (is_null(input, WEBHOOK_URL) || (is_new && !has_url))
		return request_bad(request, STR("/url"), "is required");
	if (is_null(input, WEBHOOK_SECRETS) || (is_new && !has_secrets) ||
	    (has_secrets && !input->secrets.len))
		return request_bad(request, STR("/secrets"), "must name one or two secrets");
	return ERR_OK;
}

/* Keeps the webhook's settings, with the description of its handler. */
static enum err keep_says(struct request *request, str merged, const struct webhook_says *says,
			  struct command *command)
{
	const struct api_doors *doors = api_doors(request->api);
	struct buf handler, whole;
	enum carrier carrier;
	struct why why;
	enum err err = ERR_OK;
	buf_init(&handler, REQUEST_TEXT_BYTES);
	buf_init(&whole, REQUEST_TEXT_BYTES);
	webhook_write_handler(&handler, says);
	if (doors->handler)
		err = doors->handler(doors->context, buf_view(&handler), &carrier, &why);
	if (err) err = request_fault(request, STR("/url"), &why);
	write_open(&whole, '{');
	put_members(&whole, merged);
	put_raw(&whole, OWN_KEY("handler"), buf_view(&handler));
	write_close(&whole, '}');
	buf_done(&handler);
	if (!err)
		return request_keep(request, &whole, LIMIT_DOCUMENT_BODY_BYTES, "a webhook",
				    &command->set.details);
	buf_done(&whole);
	return err;
}

static enum err keep_place(struct request *request, const struct webhook_course *course, str *out)
{
	struct buf place;
	buf_init(&place, 200);
	webhook_course_write(&place, course);
	*out = str_copy(&request->arena, buf_view(&place));
	bool is_good = !buf_failed(&place) && !arena_failed(&request->arena);
	buf_done(&place);
	return is_good ? ERR_OK : ERR_MEMORY;
}

static enum err set(struct request *request, const struct webhook_input *input,
		    struct command *command)
{
	static const struct webhook_input nothing = { 0 };
	const struct found_webhook *found = request->found;
	struct webhook_says says;
	struct buf merged;
	str text;
	buf_init(&merged, REQUEST_TEXT_BYTES);
	details_merge(&merged, &webhook_body, input ? input : &nothing, found->says.row.body,
		      kept_mask);
	enum err err = request_keep(request, &merged, LIMIT_DOCUMENT_BODY_BYTES, "a webhook",
				    &text);
	if (err) return err;
	if (!webhook_read(text, &request->arena, &says))
		return request_refuse(request, ERR_INVALID, "its fields contradict each other");
	command->kind = COMMAND_SET_TYPE;
	command->set.is_webhook = true;
	command->set.name = name_of(found);
	command->set.type = webhook_policy(&says);
	command->set.expected = found->says.row.version;
	return keep_says(request, text, &says, command);
}

enum err webhook_create(struct request *request, struct command *command)
{
	const struct found_webhook *found = request->found;
	enum err err = check_input(request, request->input, true);
	if (!err) err = set(request, request->input, command);
	return err ? err : keep_place(request, &found->course, &command->set.place);
}

enum err webhook_change(struct request *request, struct command *command)
{
	u64 expected;
	enum err err = request_expected_document(request, &expected);
	if (!err) err = check_input(request, request->input, false);
	if (!err) err = set(request, request->input, command);
	if (!err && expected != DOCUMENT_ANY) command->set.expected = expected;
	return err;
}

enum err webhook_replay_decode(struct request *request)
{
	const struct replay_input *input = request->input;
	bool has_from = input->from.text.len || input->from.epoch;
	struct found_webhook *found;
	enum err err = make_found(request, &found);
	if (err) return err;
	if (has_from == (input->after.len > 0))
		return request_refuse(request, ERR_INVALID, "either after or from is required");
	if (has_from)
		return request_when(request, &input->from, STR(""), STR("/from"), &found->from);
	if (place_parse(api_place_key(request->api), input->after, &found->after) &&
	    found->after.turn)
		return ERR_OK;
	return request_bad(request, STR("/after"), PLACE_REFUSED);
}

enum err webhook_replay(struct request *request, struct command *command)
{
	const struct found_webhook *found = request->found;
	enum err err = set(request, NULL, command);
	return err ? err : keep_place(request, &found->course, &command->set.place);
}

enum err webhook_delete(struct request *request, struct command *command)
{
	const struct found_webhook *found = request->found;
	u64 expected;
	enum err err = request_expected_document(request, &expected);
	command->kind = COMMAND_SET_TYPE;
	command->set.is_webhook = true;
	command->set.is_delete = true;
	command->set.name = name_of(found);
	command->set.expected = expected == DOCUMENT_ANY ? found->says.row.version : expected;
	return err;
}

static void tell(struct request *request)
{
	const struct api_doors *doors = api_doors(request->api);
	if (doors->webhooks_changed) doors->webhooks_changed(doors->context);
}

bool webhook_render(struct request *request)
{
	tell(request);
	return false;
}

bool webhook_render_deleted(struct request *request)
{
	tell(request);
	return true;
}
