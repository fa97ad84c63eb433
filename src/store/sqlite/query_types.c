/* Listings of types: what each says itself, and what it inherits. */
#include "base/must.h"
#include "store/sqlite/query_parts.h"

enum err query_type_policy(struct sqlite_query *query, u32 tenant, u32 type,
			   struct type_policy *out_policy)
{
	sqlite3_stmt *stmt = query_statement(query, QUERY_TYPE);
	struct type_row row = { 0 };
	bool has_row = false;
	bind_number(stmt, ":tenant", tenant);
	bind_number(stmt, ":type", type);
	enum err err = query_step(query, stmt, &has_row);
	if (err) return err;
	struct cells cells = cells_to_read(stmt);
	if (has_row && cells_read(&cells, GROUP_TYPE, NULL, &row)) *out_policy = row.policy;
	else if (has_row) query_damage(query, stmt);
	policy_note_said(out_policy); /* rows of older stores leave it to the values */
	sqlite3_reset(stmt);
	return ERR_OK;
}

/* To what is known of the tenant. */
static enum err add_sources(struct sqlite_query *query, u32 tenant, u32 type, str name,
			    struct type_ground *ground)
{
	const struct catalog_type *found = NULL;
	u32 system = 0;
	enum err err = type ? query_type_policy(query, tenant, type, &ground->from.own) : ERR_OK;
	if (err || type_is_webhooks(name)) return err;
	err = query_number(query, NAME_TENANT, STR("system"), &system);
	if (!err && type && system && system != tenant)
		err = query_type_policy(query, system, type, &ground->from.system);
	if (ground->tenant.profile < PROFILE_COUNT)
		found = catalog_type_find(query->catalog, ground->tenant.profile, name);
	if (found) ground->from.profile = found->policy;
	return err;
}

enum err query_type_ground(struct sqlite_query *query, u32 tenant, u32 type, str name,
			   struct type_ground *out_ground)
{
	*out_ground = (struct type_ground){ 0 };
	enum err err = query_tenant_policy(query, tenant, &out_ground->tenant,
					   &out_ground->defaults);
	return err ? err : add_sources(query, tenant, type, name, out_ground);
}

static enum type_source source_of(const struct policy_sources *from)
{
	if (from->own.said) return TYPE_OWN;
	if (from->system.said) return TYPE_OF_SYSTEM;
	return from->profile.said ? TYPE_OF_PROFILE : TYPE_PLAIN;
}

/* Completes a type whose name is known; without a row its policy is all zero. *out_whole: nothing
 * of the type itself is damaged, else it would look as if nothing were set. */
static enum err complete_type(struct sqlite_query *query, u32 tenant, u32 type,
			      struct type_ground *ground, struct arena *arena,
			      struct type_view *view, bool *out_whole)
{
	struct document_row document;
	*ground = (struct type_ground){ 0 };
	enum err err = query_tenant_policy(query, tenant, &ground->tenant, &ground->defaults);
	u64 damaged = query->damaged;
	if (!err) err = add_sources(query, tenant, type, view->name, ground);
	if (!err) err = query_document(query, DOCUMENT_TYPE, tenant, view->name, arena, &document);
	if (err) return err;
	view->policy = ground->from.own;
	view->source = source_of(&ground->from);
	view->priority_steps = ground->defaults.priority_steps;
	view->version = document.version;
	view->details = document.body;
	*out_whole = query->damaged == damaged;
	return query_name(query, NAME_TENANT, tenant, arena, &view->tenant);
}

/* Names are shared by all tenants: one that is only a name may be somebody else's. */
static enum err bind_one_type(struct sqlite_query *query, str name, u32 tenant,
			      sqlite3_stmt **out_stmt)
{
	sqlite3_stmt *stmt = query_statement(query, QUERY_TYPE_NAMED);
	u32 type;
	enum err err = query_number(query, NAME_TYPE, name, &type);
	if (err || !type) return err ? err : ERR_NOT_FOUND;
	bind_number(stmt, ":tenant", tenant);
	bind_number(stmt, ":type", type);
	*out_stmt = stmt;
	return ERR_OK;
}

static enum err bind_types(struct sqlite_query *query, const void *asked, u32 tenant,
			   sqlite3_stmt **out_stmt)
{
	const struct type_list *list = asked;
	if (list->name.len) return bind_one_type(query, list->name, tenant, out_stmt);
	sqlite3_stmt *stmt = query_statement(query, tenant ? QUERY_TYPES_OF : QUERY_TYPES);
	bind_number(stmt, ":tenant", tenant);
	bind_name(stmt, ":after_name", list->after_name);
	*out_stmt = stmt;
	return ERR_OK;
}

static enum err read_type(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			  bool *out_whole, struct type_ground *ground, struct type_view *view)
{
	struct cells cells = cells_to_read(stmt);
	*view = (struct type_view){ .name = str_copy(arena, cells_read_bytes(&cells)) };
	return complete_type(query, (u32)sqlite3_column_int64(stmt, 1),
			     (u32)sqlite3_column_int64(stmt, 2), ground, arena, view, out_whole);
}

/* The types of a name or of a page of them. */
static enum err view_type(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			  bool *out_whole, void *into)
{
	struct type_ground ground;
	return read_type(query, stmt, arena, out_whole, &ground, into);
}

static enum err view_in_force(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			      bool *out_whole, void *into)
{
	struct type_view *view = into;
	struct type_ground ground;
	enum err err = read_type(query, stmt, arena, out_whole, &ground, view);
	view->policy = policy_of_sources(&ground.from);
	return err;
}

/* ---- types of the profile, which the tenant need not have named ----------------------------- */

static enum err add_type(struct sqlite_query *query, u32 tenant, str name, struct arena *arena,
			 struct type_page *page)
{
	struct type_ground ground;
	struct type_view *view = &page->rows[page->len];
	bool is_whole = false;
	u32 type;
	*view = (struct type_view){ .name = name };
	enum err err = query_number(query, NAME_TYPE, name, &type);
	if (!err) err = complete_type(query, tenant, type, &ground, arena, view, &is_whole);
	page->len += !err && is_whole;
	return err;
}

/* The rows of the store with those of the profile between them, in the order of their names. */
static enum err merge(struct sqlite_query *query, const struct type_list *list, u32 tenant,
		      const struct profile_types *types, struct arena *arena,
		      struct type_page *page)
{
	struct type_page all = { .has_more = page->has_more };
	u32 room = page->len + types->len, from = 0, i = 0;
	enum err err = ERR_OK;
	all.rows = arena_alloc_array(arena, room + 1, sizeof *all.rows);
	if (!all.rows) return ERR_MEMORY;
	while (!err && (from < page->len || i < types->len)) {
		bool has_row = from < page->len, has_type = i < types->len;
		int order = !has_row    ? 1
			    : !has_type ? -1
					: str_order(page->rows[from].name, types->types[i].name);
		if (order > 0 && !has_row && page->has_more) break; /* of a later page */
		if (order <= 0) all.rows[all.len++] = page->rows[from++];
		else if (str_order(types->types[i].name, list->after_name) > 0)
			err = add_type(query, tenant, types->types[i].name, arena, &all);
		i += order >= 0;
	}
	if (all.len > list->limit) {
		all.len = list->limit;
		all.has_more = true;
	}
	*page = all;
	return err;
}

static enum err add_profile(struct sqlite_query *query, const struct type_list *list,
			    struct arena *arena, struct type_page *page)
{
	struct tenant_policy policy = { 0 };
	struct tenant_defaults defaults = { 0 };
	u32 tenant;
	enum err err = query_begin(query, list->tenant, &tenant);
	if (!err) err = query_tenant_policy(query, tenant, &policy, &defaults);
	if (!err && query->catalog && policy.profile < PROFILE_COUNT)
		err = merge(query, list, tenant, &query->catalog->profiles[policy.profile], arena,
			    page);
	query_end(query);
	return err == ERR_NOT_FOUND ? ERR_OK : err;
}

enum err query_types(struct query *base, const struct type_list *list, struct arena *arena,
		     struct type_page *out_page)
{
	view_row *view = list->in_force ? view_in_force : view_type;
	struct listing listing = { list,       list->tenant, list->limit,
				   bind_types, view,         sizeof *out_page->rows };
	struct listed listed;
	enum err err = query_list(base, &listing, arena, &listed);
	if (err) return err;
	*out_page = LISTED(struct type_page, listed);
	if (list->name.len || !list->tenant.len || !list->with_profile) return ERR_OK;
	return add_profile(sqlite_query_of(base), list, arena, out_page);
}

/* ---- one type ------------------------------------------------------------------------------- */

enum err query_type(struct query *base, str tenant, str name, struct arena *arena,
		    struct type_view *out_type, struct type_ground *out_ground)
{
	struct sqlite_query *query = sqlite_query_of(base);
	sqlite3_stmt *stmt = NULL;
	u32 number, type = 0;
	bool is_named = false, is_whole = true;
	enum err err = query_begin(query, tenant, &number);
	*out_type = (struct type_view){ .name = name };
	if (!err) err = bind_one_type(query, name, number, &stmt);
	if (!err) err = query_step(query, stmt, &is_named);
	if (stmt) sqlite3_reset(stmt);
	if (err == ERR_NOT_FOUND && number) err = ERR_OK;
	if (!err) err = query_number(query, NAME_TYPE, name, &type);
	if (!err) err = complete_type(query, number, type, out_ground, arena, out_type, &is_whole);
	if (!err && !is_whole) err = ERR_STORE_DAMAGED;
	if (!err && !is_named && out_type->source == TYPE_PLAIN) err = ERR_NOT_FOUND;
	query_end(query);
	return !err && arena_failed(arena) ? ERR_MEMORY : err;
}
