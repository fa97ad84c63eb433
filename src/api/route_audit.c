/* The audit as one list: calls of people, reports of handlers, and changes by time. The first two
 * are rows of the audit, the third is read from the journal. */
#include "api/handlers.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/place.h"
#include "api/shapes.h"
#include "store/query.h"

#define SYSTEM STR("SYSTEM")

SHAPE_STRUCT(audit_params, AUDIT_PARAMS);
SHAPE(audit_list_query, audit_params, AUDIT_PARAMS, "audit_list", "which changes");

enum { BY_ANYBODY, BY_PEOPLE, BY_SYSTEM };
enum { FORMAT_JSON, FORMAT_NDJSON };

struct audit_work {
	struct audit_list rows;
	struct event_list time;
	bool has_time; /* what time did is asked for, too */
	str kind;      /* only what is about one of these; empty: any */
	bool is_lines;
	u32 limit;
};

/* ---- what is asked -------------------------------------------------------------------------- */

static enum err take_place(struct request *request, str place, struct audit_work *work)
{
	struct event_place from = { 0 };
	if (place.len && !place_parse(api_place_key(request->api), place, &from))
		return request_refuse(request, ERR_INVALID, "cursor is not a cursor of this list");
	work->rows.from = work->time.from = from;
	return ERR_OK;
}

/* Kinds of objects of journal entries; most are runs. */
static const str kinds_of_time[] = { STR("run"),      STR("job"),   STR("tenant"),
				     STR("reminder"), STR("alert"), STR("effect") };
enum { OF_RUN, OF_JOB, OF_TENANT, OF_REMINDER, OF_ALERT, OF_EFFECT };

static bool is_of_time(str kind)
{
	for (u32 i = 0; i < countof(kinds_of_time); i++) {
		if (str_eq(kind, kinds_of_time[i])) return true;
	}
	return false;
}

static str kind_of(const struct event_view *event)
{
	const struct journal_entry *entry = &event->entry;
	if (uuid_is_nil(&entry->run)) return kinds_of_time[OF_TENANT];
	if (entry->kind == JOURNAL_REMINDER) return kinds_of_time[OF_REMINDER];
	if (entry->kind == JOURNAL_ALERT) return kinds_of_time[OF_ALERT];
	if (entry->kind == JOURNAL_EFFECT) return kinds_of_time[OF_EFFECT];
	return kinds_of_time[uuid_eq(&entry->run, &event->job) ? OF_JOB : OF_RUN];
}

/* A change by time has no caller, and bears the name of its event. */
static void take_time(const struct audit_params *params, struct audit_work *work)
{
	bool is_system = !params->actor.len || str_eq(params->actor, SYSTEM);
	work->has_time = is_system && params->by != BY_PEOPLE &&
			 (!params->kind.len || is_of_time(params->kind));
	work->kind = params->kind;
	work->time.of_time = true;
	work->time.run = params->run_id;
	if (params->action.len) {
		work->time.kinds = event_parse(params->action);
		work->has_time = work->has_time && work->time.kinds;
	}
	struct uuid id;
	if (!params->object.len) return;
	if (uuid_parse(params->object, &id)) work->time.run = id;
	else work->has_time = false;
}

static void take_rows(const struct audit_params *params, struct audit_list *rows)
{
	rows->actor = params->by == BY_SYSTEM ? SYSTEM : params->actor;
	rows->by_people = params->by == BY_PEOPLE;
	rows->action = params->action;
	rows->kind = params->kind;
	rows->object = params->object;
	rows->run = params->run_id;
}

enum err audit_list_decode(struct request *request)
{
	const struct audit_params *params = request->params;
	struct audit_work *work = arena_alloc_zeroed(&request->arena, sizeof *work);
	str place;
	if (!work) return ERR_MEMORY;
	request->found = work;
	work->is_lines = params->format == FORMAT_NDJSON;
	take_rows(params, &work->rows);
	take_time(params, work);
	if (!request->is_all) work->rows.tenant = work->time.tenant = request->tenant;
	work->rows.way = work->time.way = params->order ? EVENTS_ON : EVENTS_BACK;
	enum err err = list_instant(request, &params->since, STR("since"), &work->rows.since);
	if (!err) err = list_instant(request, &params->until, STR("until"), &work->rows.until);
	work->time.since = work->rows.since;
	work->time.until = work->rows.until;
	if (!err) err = list_begin(request, &params->list, &work->limit, &place);
	work->rows.limit = work->time.limit = work->limit;
	return err ? err : take_place(request, place, work);
}

/* ---- how it is told ------------------------------------------------------------------------- */

static void put_place(struct request *request, struct event_place place)
{
	char room[EVENT_PLACE_BYTES + 1];
	struct buf text = { .at = room, .capacity = sizeof room, .max = EVENT_PLACE_BYTES };
	place_print(api_place_key(request->api), place, &text);
	put_text(&request->out, KEY(audit_entry, id), buf_view(&text));
}

static void put_object(struct buf *out, str kind, str id, u32 made)
{
	put_open(out, KEY(audit_entry, object), '{');
	put_text(out, KEY(audit_object, kind), kind);
	put_text_or_null(out, KEY(audit_object, id), id);
	if (made > 1) put_u64(out, KEY(audit_object, count), made);
	write_close(out, '}');
}

/* A handler says object, before and after itself, or less. */
static void put_said(struct buf *out, const struct audit_row *row)
{
	str members = row->after;
	if (members.len > 2) {
		if (out->at[out->len - 1] != ',') buf_add_byte(out, ',');
		buf_add(out, str_slice(members, 1, members.len - 1));
	}
}

static void write_row(struct request *request, const struct audit_view *view)
{
	struct buf *out = &request->out;
	const struct audit_row *row = &view->row;
	bool is_handler = str_eq(row->kind, AUDIT_BY_HANDLER);
	write_open(out, '{');
	put_place(request, audit_place(row));
	put_instant(out, KEY(audit_entry, at), row->at);
	put_text_or_null(out, KEY(audit_entry, tenant_id), view->tenant);
	put_text(out, KEY(audit_entry, actor_id), row->actor.len ? row->actor : SYSTEM);
	put_text(out, KEY(audit_entry, action), row->action);
	put_uuid_or_null(out, KEY(audit_entry, run_id), &row->run);
	put_uuid_or_null(out, KEY(audit_entry, token_id), &row->token);
	put_text_or_null(out, KEY(audit_entry, request_id), row->request);
	put_text_or_null(out, KEY(audit_entry, source), row->source);
	if (is_handler) {
		put_said(out, row);
	} else {
		put_object(out, row->kind, row->object, row->made);
		put_raw(out, KEY(audit_entry, before), row->before);
		put_raw(out, KEY(audit_entry, after), row->after);
	}
	write_close(out, '}');
}

static void put_stand(struct buf *out, struct key_loose key, enum run_state state, msec run_at)
{
	put_open(out, key, '{');
	put_text(out, OWN_KEY("state"), run_state_name(state));
	if (run_at) put_instant(out, OWN_KEY("run_at"), run_at);
	write_close(out, '}');
}

static void write_time(struct request *request, const struct event_view *event)
{
	struct buf *out = &request->out;
	const struct journal_entry *entry = &event->entry;
	char id[UUID_TEXT_LEN];
	str kind = kind_of(event);
	bool is_run = str_eq(kind, STR("run"));
	uuid_print(entry->run, id);
	write_open(out, '{');
	put_place(request, event->place);
	put_instant(out, KEY(audit_entry, at), event->at);
	put_text_or_null(out, KEY(audit_entry, tenant_id), event->tenant);
	put_text(out, KEY(audit_entry, actor_id), SYSTEM);
	put_text(out, KEY(audit_entry, action), event_name(event->kind));
	if (is_run) put_uuid(out, KEY(audit_entry, run_id), &entry->run);
	put_object(out, kind, str_eq(kind, STR("tenant")) ? event->tenant : (str){ id, sizeof id },
		   0);
	if (entry->kind == JOURNAL_MOVED)
		put_stand(out, LOOSE(audit_entry, before), entry->from, 0);
	if (entry->kind <= JOURNAL_MOVED_TIME)
		put_stand(out, LOOSE(audit_entry, after), entry->to, entry->run_at);
	if (entry->reason.len) put_text(out, KEY(audit_entry, reason), entry->reason);
	write_close(out, '}');
}

/* ---- both as one ---------------------------------------------------------------------------- */

/* Two pages in one order, and how far each has been read. */
struct merge {
	struct request *request;
	const struct audit_work *work;
	struct audit_page rows;
	struct event_page time;
	u32 row;
	u32 event;
	u32 told;
	struct event_place last;
};

static bool comes_first(const struct merge *merge, struct event_place a, struct event_place b)
{
	return merge->work->rows.way == EVENTS_ON ? event_place_before(a, b)
						  : event_place_before(b, a);
}

/* Behind what was looked at nothing may be told yet: the other page may have something before. */
static bool is_known(const struct merge *merge, struct event_place place)
{
	if (merge->rows.has_more && comes_first(merge, merge->rows.through, place)) return false;
	if (!merge->work->has_time || !merge->time.has_more) return true;
	return !comes_first(merge, merge->time.through, place);
}

static void tell(struct merge *merge, struct event_place place, bool is_row)
{
	struct buf *out = &merge->request->out;
	size_t from = out->len;
	if (is_row) write_row(merge->request, &merge->rows.rows[merge->row++]);
	else write_time(merge->request, &merge->time.rows[merge->event++]);
	/* Where an array has a comma lines have an end. */
	if (merge->work->is_lines && merge->told && !buf_failed(out)) out->at[from] = '\n';
	merge->told++;
	merge->last = place;
}

/* False: nothing more can be told on this page. */
static bool tell_next(struct merge *merge)
{
	bool has_row = merge->row < merge->rows.len, has_event = merge->event < merge->time.len;
	if (!has_row && !has_event) return false;
	if (merge->told == merge->work->limit || !list_has_room(merge->request)) return false;
	struct event_place row = { 0 }, event = { 0 };
	if (has_row) row = audit_place(&merge->rows.rows[merge->row].row);
	if (has_event) event = merge->time.rows[merge->event].place;
	bool is_row = has_row && (!has_event || comes_first(merge, row, event));
	struct event_place next = is_row ? row : event;
	if (!is_known(merge, next)) return false;
	tell(merge, next, is_row);
	return true;
}

/* Where the next page begins: behind the last that was told, or as far as both were looked at. */
static struct event_place page_end_of(const struct merge *merge)
{
	bool is_full = merge->told == merge->work->limit || !list_has_room(merge->request);
	bool lacks_time = merge->work->has_time && merge->time.has_more;
	struct event_place rows = merge->rows.through, time = merge->time.through;
	if (is_full || (!lacks_time && !merge->rows.has_more)) return merge->last;
	if (!lacks_time) return rows;
	return merge->rows.has_more && comes_first(merge, rows, time) ? rows : time;
}

static void close_page(struct merge *merge)
{
	struct request *request = merge->request;
	char room[EVENT_PLACE_BYTES + 1];
	struct buf place = { .at = room, .capacity = sizeof room, .max = EVENT_PLACE_BYTES };
	bool has_more = merge->row < merge->rows.len || merge->event < merge->time.len ||
			merge->rows.has_more || (merge->work->has_time && merge->time.has_more);
	place_print(api_place_key(request->api), page_end_of(merge), &place);
	if (!merge->work->is_lines) {
		list_close(request, has_more, buf_view(&place));
		return;
	}
	list_damaged(request, true);
	if (request->out.len) buf_add_byte(&request->out, '\n');
	request->reply.content_type = STR("application/x-ndjson");
	if (has_more) list_add_next(request, buf_view(&place));
}

/* The store does not know them by what they are about. */
static void keep_kind(struct event_page *page, str kind)
{
	u32 kept = 0;
	for (u32 i = 0; i < page->len; i++) {
		if (str_eq(kind_of(&page->rows[i]), kind)) page->rows[kept++] = page->rows[i];
	}
	page->len = kept;
}

enum err audit_list_view(struct request *request, struct query *query)
{
	const struct audit_work *work = request->found;
	struct merge merge = { .request = request, .work = work };
	merge.last = work->rows.from;
	enum err err = query->calls->audit(query, &work->rows, &request->arena, &merge.rows);
	if (!err && work->has_time)
		err = query->calls->events(query, &work->time, &request->arena, &merge.time);
	if (err) return err;
	if (work->kind.len) keep_kind(&merge.time, work->kind);
	if (!work->is_lines) list_open(request);
	while (tell_next(&merge)) {}
	close_page(&merge);
	return ERR_OK;
}
