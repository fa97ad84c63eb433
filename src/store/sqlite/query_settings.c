/* Listings of settings: documents, queues, pauses, tenants; and operations. */
#include "base/must.h"
#include "store/sqlite/query_parts.h"

/* ---- documents ------------------------------------------------------------------------------- */

static bool read_document(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			  struct document_row *out_row)
{
	struct cells cells = cells_to_read(stmt);
	if (!cells_read(&cells, GROUP_DOCUMENT, NULL, out_row)) {
		query_damage(query, stmt);
		return false;
	}
	out_row->key.name = str_copy(arena, out_row->key.name);
	out_row->body = str_copy(arena, out_row->body);
	return true;
}

/* One that stands beside a policy; version 0 when there is none. */
enum err query_document(struct sqlite_query *query, enum document_kind kind, u32 tenant, str name,
			struct arena *arena, struct document_row *out_row)
{
	sqlite3_stmt *stmt = query_statement(query,
					     tenant ? QUERY_DOCUMENT_TENANT : QUERY_DOCUMENT);
	bool has_row = false;
	*out_row = (struct document_row){ 0 };
	bind_number(stmt, ":kind", kind);
	bind_number(stmt, ":tenant", tenant);
	bind_number(stmt, ":now", MSEC_MAX - 1); /* those for good */
	bind_name(stmt, ":name", name);
	enum err err = query_step(query, stmt, &has_row);
	if (err || !has_row) return err;
	if (!read_document(query, stmt, arena, out_row)) *out_row = (struct document_row){ 0 };
	sqlite3_reset(stmt);
	return arena_failed(arena) ? ERR_MEMORY : ERR_OK;
}

static enum err bind_documents(struct sqlite_query *query, const void *asked, u32 tenant,
			       sqlite3_stmt **out_stmt)
{
	const struct document_list *list = asked;
	bool is_one = list->name.len > 0;
	enum query_statement one = tenant ? QUERY_DOCUMENT_TENANT : QUERY_DOCUMENT;
	enum query_statement all = tenant ? QUERY_DOCUMENTS_TENANT : QUERY_DOCUMENTS;
	sqlite3_stmt *stmt = query_statement(query, is_one ? one : all);
	u32 after = 0;
	enum err err = ERR_OK;
	bind_number(stmt, ":kind", list->kind);
	bind_number(stmt, ":tenant", tenant);
	bind_number(stmt, ":now", list->now);
	*out_stmt = stmt;
	if (is_one) {
		bind_name(stmt, ":name", list->name);
		return ERR_OK;
	}
	bind_name(stmt, ":after_name", list->after_name);
	if (tenant) {
		/* The tenant's own document has an empty name: it is the first of its list. */
		bind_number(stmt, ":goes_on", list->after_name.len > 0);
		return ERR_OK;
	}
	if (list->after_tenant.len)
		err = query_number(query, NAME_TENANT, list->after_tenant, &after);
	bool goes_on = list->after_name.len || list->after_tenant.len;
	bind_number(stmt, ":after_tenant", goes_on ? (i64)after : -1);
	return err;
}

static enum err view_document(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			      bool *out_whole, void *into)
{
	struct document_view *view = into;
	*view = (struct document_view){ 0 };
	*out_whole = read_document(query, stmt, arena, &view->row);
	if (!*out_whole) return ERR_OK;
	return query_name(query, NAME_TENANT, view->row.key.tenant.v, arena, &view->tenant);
}

enum err query_documents(struct query *base, const struct document_list *list, struct arena *arena,
			 struct document_page *out_page)
{
	struct listing listing = { list,           list->tenant,  list->limit,
				   bind_documents, view_document, sizeof *out_page->rows };
	struct listed listed;
	enum err err = query_list(base, &listing, arena, &listed);
	if (!err) *out_page = LISTED(struct document_page, listed);
	return err;
}

/* ---- queues ------------------------------------------------------------------------------- */

static enum err find_queue(struct sqlite_query *query, u32 no, struct queue_policy *out_policy)
{
	sqlite3_stmt *stmt = query_statement(query, QUERY_QUEUE);
	struct queue_row row = { 0 };
	bool has_row = false;
	bind_number(stmt, ":queue", no);
	enum err err = query_step(query, stmt, &has_row);
	if (err || !has_row) return err;
	struct cells cells = cells_to_read(stmt);
	if (cells_read(&cells, GROUP_QUEUE, NULL, &row)) *out_policy = row.policy;
	else query_damage(query, stmt);
	sqlite3_reset(stmt);
	return ERR_OK;
}

static enum err fill_queues(struct sqlite_query *query, struct arena *arena,
			    struct queue_page *page)
{
	sqlite3_stmt *stmt = query_statement(query, QUERY_QUEUES);
	bool has_row = true;
	enum err err = ERR_OK;
	while (!err && page->len < LIMIT_QUEUES_MAX) {
		err = query_step(query, stmt, &has_row);
		if (err || !has_row) break;
		struct queue_view *view = &page->rows[page->len];
		u32 no = (u32)sqlite3_column_int64(stmt, 0);
		u64 damaged = query->damaged;
		*view = (struct queue_view){ .no = no };
		err = query_name(query, NAME_QUEUE, no, arena, &view->name);
		if (!err) err = find_queue(query, no, &view->policy);
		if (query->damaged == damaged) page->len++;
		else query_list_damaged(query, stmt);
	}
	return err;
}

enum err query_queues(struct query *base, struct arena *arena, struct queue_page *out_page)
{
	struct sqlite_query *query = sqlite_query_of(base);
	struct queue_page page = { 0 };
	u32 everyone;
	enum err err = query_begin(query, (str){ 0 }, &everyone);
	page.rows = arena_alloc_array(arena, LIMIT_QUEUES_MAX, sizeof *page.rows);
	if (!err && !page.rows) err = ERR_MEMORY;
	if (!err) err = fill_queues(query, arena, &page);
	query_end(query);
	if (!err) *out_page = page;
	return err;
}

/* ---- pauses ------------------------------------------------------------------------------- */

static enum err name_pause(struct sqlite_query *query, struct arena *arena, struct pause_view *view)
{
	const struct pause_key *key = &view->row.key;
	enum name_kind kind = key->scope == PAUSE_QUEUE ? NAME_QUEUE : NAME_TYPE;
	view->row.reason = str_copy(arena, view->row.reason);
	view->row.author = str_copy(arena, view->row.author);
	enum err err = query_name(query, NAME_TENANT, key->tenant.v, arena, &view->tenant);
	if (!err) err = query_name(query, kind, key->no, arena, &view->name);
	return !err && arena_failed(arena) ? ERR_MEMORY : err;
}

static enum err bind_pauses(struct sqlite_query *query, const void *asked, u32 tenant,
			    sqlite3_stmt **out_stmt)
{
	const struct pause_list *list = asked;
	sqlite3_stmt *stmt = query_statement(query, tenant ? QUERY_PAUSES_TENANT : QUERY_PAUSES);
	bind_number(stmt, ":tenant", tenant);
	bind_number(stmt, ":after_scope", list->goes_on ? (i64)list->after.scope : -1);
	bind_number(stmt, ":after_tenant", list->after.tenant.v);
	bind_number(stmt, ":after_number", list->after.no);
	*out_stmt = stmt;
	return ERR_OK;
}

static enum err view_pause(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			   bool *out_whole, void *into)
{
	struct pause_view *view = into;
	struct cells cells = cells_to_read(stmt);
	*view = (struct pause_view){ 0 };
	*out_whole = cells_read(&cells, GROUP_PAUSE, NULL, &view->row);
	if (*out_whole) return name_pause(query, arena, view);
	query_damage(query, stmt);
	return ERR_OK;
}

enum err query_pauses(struct query *base, const struct pause_list *list, struct arena *arena,
		      struct pause_page *out_page)
{
	struct listing listing = { list,        list->tenant, list->limit,
				   bind_pauses, view_pause,   sizeof *out_page->rows };
	struct listed listed;
	enum err err = query_list(base, &listing, arena, &listed);
	if (!err) *out_page = LISTED(struct pause_page, listed);
	return err;
}

/* ---- tenants ------------------------------------------------------------------------------ */

static enum err read_defaults(struct sqlite_query *query, u32 no,
			      struct tenant_defaults *out_defaults)
{
	sqlite3_stmt *stmt = query_statement(query, QUERY_DEFAULTS);
	struct defaults_row row = { 0 };
	bool has_row = false;
	bind_number(stmt, ":tenant", no);
	enum err err = query_step(query, stmt, &has_row);
	if (err) return err;
	struct cells cells = cells_to_read(stmt);
	if (has_row && cells_read(&cells, GROUP_DEFAULTS, NULL, &row)) *out_defaults = row.defaults;
	else if (has_row) query_damage(query, stmt);
	sqlite3_reset(stmt);
	return ERR_OK;
}

enum err query_priority_steps(struct sqlite_query *query, u32 tenant, u32 *out_steps)
{
	struct tenant_defaults defaults = { 0 };
	if (query->scale_tenant != tenant) {
		enum err err = read_defaults(query, tenant, &defaults);
		if (err) return err;
		query->scale_tenant = tenant;
		query->scale_steps = defaults.priority_steps;
	}
	*out_steps = query->scale_steps;
	return ERR_OK;
}

enum err query_tenant_policy(struct sqlite_query *query, u32 no, struct tenant_policy *out_policy,
			     struct tenant_defaults *out_defaults)
{
	sqlite3_stmt *stmt = query_statement(query, QUERY_TENANT);
	struct tenant_row row = { 0 };
	bool has_row = false;
	bind_number(stmt, ":tenant", no);
	enum err err = query_step(query, stmt, &has_row);
	if (err) return err;
	struct cells cells = cells_to_read(stmt);
	if (has_row && cells_read(&cells, GROUP_TENANT, NULL, &row)) *out_policy = row.policy;
	else if (has_row) query_damage(query, stmt);
	sqlite3_reset(stmt);
	return read_defaults(query, no, out_defaults);
}

static enum err complete_tenant(struct sqlite_query *query, u32 no, struct arena *arena,
				struct tenant_view *view)
{
	struct document_row document;
	enum err err = query_tenant_policy(query, no, &view->policy, &view->defaults);
	if (err) return err;
	err = query_document(query, DOCUMENT_TENANT, no, (str){ "", 0 }, arena, &document);
	view->version = document.version;
	view->details = document.body;
	view->created_at = document.created_at;
	if (!err) err = query_name(query, NAME_TENANT, no, arena, &view->id);
	return err;
}

static enum err bind_tenants(struct sqlite_query *query, const void *asked, u32 only,
			     sqlite3_stmt **out_stmt)
{
	const struct tenant_list *list = asked;
	enum query_statement statement = only ? QUERY_TENANT_NAMED : QUERY_TENANTS;
	if (list->with_rates) statement = QUERY_TENANTS_RATED;
	sqlite3_stmt *stmt = query_statement(query, statement);
	bind_number(stmt, ":tenant", only);
	bind_name(stmt, ":after", only ? (str){ "", 0 } : list->after);
	*out_stmt = stmt;
	return ERR_OK;
}

static enum err view_tenant(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			    bool *out_whole, void *into)
{
	struct tenant_view *view = into;
	u64 damaged = query->damaged;
	*view = (struct tenant_view){ 0 };
	enum err err = complete_tenant(query, (u32)sqlite3_column_int64(stmt, 0), arena, view);
	*out_whole = query->damaged == damaged;
	return err;
}

enum err query_tenants(struct query *base, const struct tenant_list *list, struct arena *arena,
		       struct tenant_page *out_page)
{
	struct listing listing = { list,         list->id,    list->limit,
				   bind_tenants, view_tenant, sizeof *out_page->rows };
	struct listed listed;
	enum err err = query_list(base, &listing, arena, &listed);
	if (!err) *out_page = LISTED(struct tenant_page, listed);
	return err;
}

/* ---- operations --------------------------------------------------------------------------- */

static enum err find_operation(struct sqlite_query *query, u32 tenant, const struct uuid *id,
			       struct arena *arena, struct operation_view *view)
{
	sqlite3_stmt *stmt = NULL;
	struct operation_row *row = &view->row;
	*view = (struct operation_view){ 0 };
	enum err err = query_find(query, QUERY_OPERATION, tenant, id, &stmt);
	if (err) return err;
	struct cells cells = cells_to_read(stmt);
	if (!cells_read(&cells, GROUP_OPERATION, NULL, row)) return ERR_STORE_DAMAGED;
	row->reason = str_copy(arena, row->reason);
	row->filter.entity = str_copy(arena, row->filter.entity);
	row->filter.key = str_copy(arena, row->filter.key);
	err = query_name(query, NAME_TENANT, row->filter.tenant.v, arena, &view->tenant);
	if (!err) err = query_name(query, NAME_TYPE, row->filter.type.v, arena, &view->type);
	if (!err) err = query_name(query, NAME_QUEUE, row->filter.queue.v, arena, &view->queue);
	return err;
}

enum err query_operation(struct query *base, str tenant, const struct uuid *id, struct arena *arena,
			 struct operation_view *out_operation)
{
	struct sqlite_query *query = sqlite_query_of(base);
	struct operation_view view;
	u32 number;
	enum err err = query_begin(query, tenant, &number);
	if (!err) err = find_operation(query, number, id, arena, &view);
	query_end(query);
	if (!err) *out_operation = view;
	return err;
}
