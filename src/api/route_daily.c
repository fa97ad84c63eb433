/* Daily windows: when somebody's day is due, how it stands, and the ledger of their days. */
#include "api/handlers.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "store/query.h"

#include <stdio.h>

SHAPE_STRUCT(daily_input, DAILY_FIELDS);
SHAPE(daily_body, daily_input, DAILY_FIELDS, "daily", "a person's daily window");

SHAPE_STRUCT(day_params, DAY_PARAMS);
SHAPE(day_list_query, day_params, DAY_PARAMS, "day_list", "which days");

SHAPE_STRUCT(daily_params, DAILY_PARAMS);
SHAPE_PLACES(DAILY_PARAM, DAILY_PARAMS);
SHAPE(daily_list_query, daily_params, DAILY_PARAMS, "daily_list", "whose daily windows");

/* ---- changed ------------------------------------------------------------------------------- */

enum err daily_decode(struct request *request)
{
	struct why why;
	if (name_check(NAME_TENANT, request->parts[0], "user_id", &why)) return ERR_NOT_FOUND;
	return ERR_OK;
}

enum err daily_put(struct request *request, struct command *command)
{
	const struct daily_input *input = request->input;
	const struct zone *zone;
	struct why why;
	command->kind = COMMAND_DAILY_PUT;
	command->daily.user = request->parts[0];
	command->daily.zone = input->timezone;
	if (daily_parse_time(input->due_time, &command->daily.due_minute, &why))
		return request_fault(request, STR("/due_time"), &why);
	return input->timezone.len ? request_zone(request, input->timezone, &zone) : ERR_OK;
}

/* How it stands then is read from the store. */
bool daily_render(struct request *request)
{
	request->status = request->answer.daily.is_new ? 201 : 200;
	return false;
}

enum err daily_delete(struct request *request, struct command *command)
{
	command->kind = COMMAND_DAILY_DELETE;
	command->daily.user = request->parts[0];
	return ERR_OK;
}

/* ---- seen ---------------------------------------------------------------------------------- */

static void put_date_or_null(struct buf *out, struct key_loose key, i64 date)
{
	char text[DAILY_DATE_LEN];
	if (!date) {
		put_null(out, key);
		return;
	}
	daily_print_date(date, text);
	put_text(out, key, (str){ text, sizeof text });
}

static void put_time(struct buf *out, struct key_loose key, u32 minute)
{
	char text[DAILY_TIME_LEN];
	daily_print_time(minute, text);
	put_text(out, key, (str){ text, sizeof text });
}

static void show_daily(struct buf *out, const struct daily_view *view)
{
	const struct daily_row *row = &view->row;
	const struct daily_hot *hot = &row->hot;
	write_open(out, '{');
	put_text(out, KEY(daily, user_id), row->user);
	put_text(out, KEY(daily, tenant_id), view->tenant);
	put_time(out, LOOSE(daily, due_time), row->due_minute);
	put_text(out, KEY(daily, timezone), row->zone.len ? row->zone : STR("UTC"));
	put_date_or_null(out, LOOSE(daily, last_date), hot->last_date);
	put_text_or_null(out, KEY(daily, status), day_status_name(hot->status));
	put_instant_or_null(out, KEY(daily, last_run_at), hot->last_run_at);
	put_open(out, KEY(daily, next), '{');
	put_date_or_null(out, LOOSE(daily_next, date), hot->date);
	put_instant(out, KEY(daily_next, cutoff_at), hot->cutoff);
	put_instant_or_null(out, KEY(daily_next, attempt_at), view->attempt_at);
	put_uuid(out, KEY(daily_next, run_id), &hot->run);
	write_close(out, '}');
	put_instant(out, KEY(daily, created_at), row->created_at);
	put_instant(out, KEY(daily, updated_at), row->updated_at);
	write_close(out, '}');
}

static enum err find_daily(struct request *request, struct query *query,
			   struct daily_view *out_view)
{
	struct daily_list list = { .tenant = request->tenant,
				   .user = request->parts[0],
				   .limit = 1 };
	struct daily_page page = { 0 };
	enum err err = query->calls->dailies(query, &list, &request->arena, &page);
	if (err) return err;
	if (!page.len) return ERR_NOT_FOUND;
	*out_view = page.rows[0];
	return ERR_OK;
}

enum err daily_view(struct request *request, struct query *query)
{
	struct daily_view view;
	enum err err = find_daily(request, query, &view);
	if (!err) show_daily(&request->out, &view);
	return err;
}

/* The words of `status` in their order: any, and the statuses that the last day may have. */
static u32 statuses_of(u32 word)
{
	static const u32 statuses[] = { 0, 1u << DAY_SUCCESS, 1u << DAY_CUTOFF_REACHED,
					1u << DAY_NONE };
	return statuses[word];
}

static enum err read_time(struct request *request, str name, str text, u32 *out_minute)
{
	struct why why;
	if (!text.len || !daily_parse_time(text, out_minute, &why)) return ERR_OK;
	(void)fail(&why, ERR_INVALID, "must be HH:MM, 00:00 to 23:59");
	return request_fault(request, name, &why);
}

enum err daily_list_decode(struct request *request)
{
	const struct daily_params *params = request->params;
	struct daily_list *list = arena_alloc_zeroed(&request->arena, sizeof *list);
	struct why why;
	if (!list) return ERR_MEMORY;
	request->found = list;
	list->tenant = request->tenant;
	list->user = params->user_id;
	list->statuses = statuses_of(params->status);
	if (params->last_date.len && !daily_parse_date(params->last_date, &list->last_date)) {
		(void)fail(&why, ERR_INVALID, "must be a date like 2026-03-31");
		return request_fault(request, STR("last_date"), &why);
	}
	enum err err = read_time(request, STR("due_from"), params->due_from, &list->due_from);
	if (!err) err = read_time(request, STR("due_until"), params->due_until, &list->due_until);
	return err ? err : list_begin(request, &params->list, &list->limit, &list->after);
}

enum err daily_list_view(struct request *request, struct query *query)
{
	const struct daily_list *list = request->found;
	struct daily_page page = { 0 };
	enum err err = query->calls->dailies(query, list, &request->arena, &page);
	if (err) return err;
	u32 shown = 0;
	list_open(request);
	while (shown < page.len && list_has_room(request))
		show_daily(&request->out, &page.rows[shown++]);
	list_close(request, shown && (page.has_more || shown < page.len),
		   shown ? page.rows[shown - 1].row.user : STR(""));
	return ERR_OK;
}

static void show_day(struct buf *out, const struct day_row *row)
{
	write_open(out, '{');
	put_date_or_null(out, LOOSE(day, date), row->date);
	put_date_or_null(out, LOOSE(day, through), row->through);
	put_text(out, KEY(day, status), day_status_name(row->status));
	put_time(out, LOOSE(day, due_time), row->due_minute);
	put_u64(out, KEY(day, attempts), row->attempts);
	put_instant(out, KEY(day, cutoff_at), row->cutoff);
	put_instant(out, KEY(day, finalized_at), row->at);
	put_uuid_or_null(out, KEY(day, run_id), &row->run);
	put_instant_or_null(out, KEY(day, undone_at), row->undone_at);
	write_close(out, '}');
}

/* A place in the list: a date, and of undone days when that was behind it. */
enum { DAY_PLACE_LEN = DAILY_DATE_LEN + 20 };

static bool read_place(str after, struct day_list *list)
{
	u64 at = 0;
	if (after.len < DAILY_DATE_LEN) return false;
	if (!daily_parse_date((str){ after.at, DAILY_DATE_LEN }, &list->before)) return false;
	if (!list->is_undone) return after.len == DAILY_DATE_LEN;
	bool is_whole = str_to_u64(str_from_offset(after, DAILY_DATE_LEN), MSEC_MAX, &at);
	list->before_at = (msec)at;
	return is_whole;
}

static str write_place(const struct day_list *list, const struct day_row *last,
		       char place[DAY_PLACE_LEN])
{
	daily_print_date(last->date, place);
	if (!list->is_undone) return (str){ place, DAILY_DATE_LEN };
	int len = snprintf(place + DAILY_DATE_LEN, DAY_PLACE_LEN - DAILY_DATE_LEN, "%lld",
			   (long long)last->undone_at);
	return (str){ place, DAILY_DATE_LEN + (size_t)len };
}

/* Also of somebody who was deleted: the ledger stays. */
enum err day_list_view(struct request *request, struct query *query)
{
	const struct day_params *params = request->params;
	struct day_list list = { .tenant = request->tenant,
				 .user = request->parts[0],
				 .statuses = params->status ? 1u << params->status : 0,
				 .is_undone = params->undone };
	struct day_page page = { 0 };
	char place[DAY_PLACE_LEN];
	str after;
	enum err err = list_begin(request, &params->list, &list.limit, &after);
	if (!err && after.len && !read_place(after, &list))
		return request_refuse(request, ERR_INVALID, "cursor is not a cursor of this list");
	if (!err) err = query->calls->days(query, &list, &request->arena, &page);
	struct daily_view view;
	if (!err && !page.len) err = find_daily(request, query, &view);
	if (err) return err;
	list_open(request);
	for (u32 i = 0; i < page.len; i++) show_day(&request->out, &page.rows[i]);
	list_close(request, page.has_more && page.len,
		   page.len ? write_place(&list, &page.rows[page.len - 1], place) : STR(""));
	return ERR_OK;
}
