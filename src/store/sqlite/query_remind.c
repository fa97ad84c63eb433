/* Reminders and inboxes, as people see them. */
#include "base/must.h"
#include "store/sqlite/query_parts.h"

/* ---- reminders ----------------------------------------------------------------------------- */

static enum query_statement pick(const struct reminder_list *list, u32 tenant)
{
	if (!uuid_is_nil(&list->id)) return QUERY_REMINDER_ONE;
	if (list->is_upcoming) return QUERY_REMINDERS_NEXT;
	if (!tenant) return QUERY_REMINDERS;
	return list->user.len ? QUERY_REMINDERS_USER : QUERY_REMINDERS_TENANT;
}

static enum err bind_reminders(struct sqlite_query *query, const void *asked, u32 tenant,
			       sqlite3_stmt **out_stmt)
{
	const struct reminder_list *list = asked;
	enum query_statement statement = pick(list, tenant);
	sqlite3_stmt *stmt = query_statement(query, statement);
	*out_stmt = stmt;
	bind_number(stmt, ":tenant", tenant);
	bind_bytes(stmt, ":user", list->user);
	if (statement == QUERY_REMINDER_ONE) {
		bind_id(stmt, ":id", &list->id);
		return ERR_OK;
	}
	if (list->is_upcoming) {
		bind_number(stmt, ":at", list->after_at);
		bind_id(stmt, ":after", &list->after);
		bind_number(stmt, ":until", list->until);
		return ERR_OK;
	}
	bind_after(stmt, &list->after);
	bind_number(stmt, ":statuses", list->statuses);
	bind_bytes(stmt, ":reference_type", list->reference_type);
	bind_bytes(stmt, ":reference_id", list->reference_id);
	return ERR_OK;
}

static enum err view_reminder(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			      bool *out_whole, void *into)
{
	struct reminder_view *view = into;
	struct reminder_row *row = &view->row;
	struct cells cells = cells_to_read(stmt);
	*view = (struct reminder_view){ 0 };
	*out_whole = read_reminder(&cells, row) && read_reminder_texts(&cells, row) &&
		     row->hot.status < REMINDER_STATUS_COUNT;
	if (!*out_whole) {
		query_damage(query, stmt);
		return ERR_OK;
	}
	str *texts[] = { &row->user,         &row->zone,          &row->rule,
			 &row->title,        &row->description,   &row->reference_type,
			 &row->reference_id, &row->reference_url, &row->channels };
	for (u32 i = 0; i < countof(texts); i++) *texts[i] = str_copy(arena, *texts[i]);
	enum err err = query_name(query, NAME_TENANT, row->tenant.v, arena, &view->tenant);
	return !err && arena_failed(arena) ? ERR_MEMORY : err;
}

typedef enum err view_one(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			  bool *out_whole, void *into);

static enum err view_of_id(struct sqlite_query *query, enum query_statement statement, u32 tenant,
			   const struct uuid *id, struct arena *arena, view_one *view, void *into)
{
	sqlite3_stmt *stmt = query_statement(query, statement);
	bool is_whole = false;
	bind_bytes(stmt, ":user", (str){ 0 });
	enum err err = query_find(query, statement, tenant, id, &stmt);
	if (err) return err;
	err = view(query, stmt, arena, &is_whole, into);
	sqlite3_reset(stmt);
	return !err && !is_whole ? ERR_NOT_FOUND : err;
}

enum err view_reminder_of_id(struct sqlite_query *query, u32 tenant, const struct uuid *id,
			     struct arena *arena, struct reminder_view *out_view)
{
	return view_of_id(query, QUERY_REMINDER_ONE, tenant, id, arena, view_reminder, out_view);
}

enum err query_reminders(struct query *base, const struct reminder_list *list, struct arena *arena,
			 struct reminder_page *out_page)
{
	struct listing listing = { list,           list->tenant,  list->limit,
				   bind_reminders, view_reminder, sizeof *out_page->rows };
	struct listed listed;
	enum err err = query_list(base, &listing, arena, &listed);
	if (!err) *out_page = LISTED(struct reminder_page, listed);
	return err;
}

/* ---- inboxes ------------------------------------------------------------------------------- */

static enum err bind_notices(struct sqlite_query *query, const void *asked, u32 tenant,
			     sqlite3_stmt **out_stmt)
{
	const struct notice_list *list = asked;
	bool is_one = !uuid_is_nil(&list->id);
	sqlite3_stmt *stmt = query_statement(query, is_one            ? QUERY_NOTICE
						    : list->is_unread ? QUERY_NOTICES_UNREAD
								      : QUERY_NOTICES);
	*out_stmt = stmt;
	bind_number(stmt, ":tenant", tenant);
	bind_bytes(stmt, ":user", list->user);
	if (is_one) bind_id(stmt, ":id", &list->id);
	else bind_after(stmt, &list->after);
	return ERR_OK;
}

static enum err view_notice(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			    bool *out_whole, void *into)
{
	struct notice_row *row = into;
	struct cells cells = cells_to_read(stmt);
	*row = (struct notice_row){ 0 };
	*out_whole = cells_read(&cells, GROUP_NOTICE, NULL, row) &&
		     cells_read(&cells, GROUP_NOTICE_READ, &row->id, row);
	if (!*out_whole) {
		query_damage(query, stmt);
		return ERR_OK;
	}
	str *texts[] = { &row->user, &row->title, &row->body, &row->url };
	for (u32 i = 0; i < countof(texts); i++) *texts[i] = str_copy(arena, *texts[i]);
	return arena_failed(arena) ? ERR_MEMORY : ERR_OK;
}

enum err view_notice_of_id(struct sqlite_query *query, u32 tenant, const struct uuid *id,
			   struct arena *arena, struct notice_row *out_row)
{
	return view_of_id(query, QUERY_NOTICE, tenant, id, arena, view_notice, out_row);
}

enum err query_notices(struct query *base, const struct notice_list *list, struct arena *arena,
		       struct notice_page *out_page)
{
	struct listing listing = { list,         list->tenant, list->limit,
				   bind_notices, view_notice,  sizeof *out_page->rows };
	struct listed listed;
	enum err err = query_list(base, &listing, arena, &listed);
	if (!err) *out_page = LISTED(struct notice_page, listed);
	return err;
}

/* Counted up to a bound: beyond it nobody reads the number. */
enum err query_unread(struct query *base, str tenant, str user, u32 most, u32 *out_count)
{
	struct sqlite_query *query = sqlite_query_of(base);
	bool has_row = false;
	u32 number = 0;
	*out_count = 0;
	enum err err = query_begin(query, tenant, &number);
	if (err) return err == ERR_NOT_FOUND ? ERR_OK : err;
	sqlite3_stmt *stmt = query_statement(query, QUERY_UNREAD);
	bind_number(stmt, ":tenant", number);
	bind_bytes(stmt, ":user", user);
	bind_number(stmt, ":most", most);
	err = query_step(query, stmt, &has_row);
	if (!err && has_row) *out_count = (u32)sqlite3_column_int64(stmt, 0);
	if (has_row) sqlite3_reset(stmt);
	query_end(query);
	return err;
}
