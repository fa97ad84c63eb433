/* People's inboxes: notices in the app, read or not. */
#include "api/handlers.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/reminders.h"
#include "api/shapes.h"
#include "store/query.h"

enum { UNREAD_MOST = 1000 };

SHAPE_STRUCT(inbox_params, INBOX_PARAMS);
SHAPE(inbox_query, inbox_params, INBOX_PARAMS, "inbox", "whose inbox");

void show_notice(struct buf *out, const struct notice_row *row)
{
	write_open(out, '{');
	put_uuid(out, KEY(notice, id), &row->id);
	put_text(out, KEY(notice, user_id), row->user);
	put_text(out, KEY(notice, title), row->title);
	put_text_or_null(out, KEY(notice, body), row->body);
	put_text_or_null(out, KEY(notice, url), row->url);
	put_uuid_or_null(out, KEY(notice, reminder_id), &row->reminder);
	put_instant(out, KEY(notice, at), row->at);
	put_bool(out, KEY(notice, is_read), row->read_at > 0);
	put_instant_or_null(out, KEY(notice, read_at), row->read_at);
	write_close(out, '}');
}

/* Nobody in particular has no inbox. */
static enum err whose(struct request *request, str *out_user)
{
	const struct inbox_params *params = request->params;
	str asked = params->user_id.len ? params->user_id : request->who.user;
	return person_of(request, asked, out_user);
}

/* As it happens, it is told from the journal: what is new there, and what was read. */
enum err inbox_decode(struct request *request)
{
	struct event_list *list;
	struct why why;
	if (!request->listening.is_wanted) return ERR_OK;
	list = arena_alloc_zeroed(&request->arena, sizeof *list);
	if (!list) return ERR_MEMORY;
	request->found = list;
	list->tenant = request->tenant;
	list->kinds = EVENT_BIT(EVENT_NOTICE) | EVENT_BIT(EVENT_NOTICE_READ);
	list->way = EVENTS_BACK;
	enum err err = whose(request, &list->user);
	if (err || list->user.len) return err;
	(void)fail(&why, ERR_INVALID, "is required: the user whose inbox is asked for");
	return request_fault(request, STR("user_id"), &why);
}

enum err inbox_view(struct request *request, struct query *query)
{
	const struct inbox_params *params = request->params;
	struct notice_list list = { .tenant = request->tenant, .is_unread = params->unread };
	struct notice_page page = { 0 };
	u32 unread = 0;
	enum err err = whose(request, &list.user);
	if (err) return err;
	err = list_begin_by_id(request, &params->list, &list.limit, &list.after);
	if (!err && list.user.len)
		err = query->calls->notices(query, &list, &request->arena, &page);
	if (!err && list.user.len)
		err = query->calls->unread(query, request->tenant, list.user, UNREAD_MOST, &unread);
	if (err) return err;
	write_open(&request->out, '{');
	put_u64(&request->out, KEY(inbox, unread), unread);
	put_open(&request->out, KEY(inbox, data), '[');
	for (u32 i = 0; i < page.len; i++) show_notice(&request->out, &page.rows[i]);
	list_close_by_id(request, page.has_more && page.len,
			 page.len ? &page.rows[page.len - 1].id : &list.after);
	return ERR_OK;
}

static enum err find_notice(struct request *request, struct query *query,
			    struct notice_row *out_row)
{
	struct notice_list list = { .tenant = request->tenant, .limit = 1 };
	struct notice_page page = { 0 };
	bool is_user = request->who.role == ROLE_USER;
	enum err err = request_part_id(request, 0, &list.id);
	if (!err) err = query->calls->notices(query, &list, &request->arena, &page);
	if (err) return err;
	if (!page.len) return ERR_NOT_FOUND;
	if (is_user && !str_eq(request->who.user, page.rows[0].user)) return ERR_NOT_FOUND;
	*out_row = page.rows[0];
	return ERR_OK;
}

enum err notice_look_up(struct request *request, struct query *query)
{
	struct notice_row row;
	enum err err = find_notice(request, query, &row);
	if (err || !row.read_at) return err;
	/* Read before: nothing changes. */
	show_notice(&request->out, &row);
	request->is_done = true;
	return ERR_OK;
}

enum err notice_read(struct request *request, struct command *command)
{
	command->kind = COMMAND_NOTICE_READ;
	return request_part_id(request, 0, &command->notice.id);
}

enum err notice_view(struct request *request, struct query *query)
{
	struct notice_row row;
	enum err err = find_notice(request, query, &row);
	if (!err) show_notice(&request->out, &row);
	return err;
}
