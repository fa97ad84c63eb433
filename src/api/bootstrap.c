#include "api/bootstrap.h"

#include "api/fleet.h"
#include "api/parts.h"

enum { LOAD_PAGE = 500, LOAD_PAGES_MAX = 1000, BOOTSTRAP_ARENA = 16 << 20 };

enum err new_token_make(struct api *api, struct new_token *token, struct arena *arena,
			struct command *command)
{
	const struct api_doors *doors = api_doors(api);
	u8 secret[TOKEN_SECRET_BYTES];
	struct buf body;
	doors->random(doors->context, secret, sizeof secret);
	token->row.id = api_next_id(api);
	token->row.hash = token_hash(secret);
	token_print(&token->row.id, secret, token->text);
	secret_forget(secret, sizeof secret);
	uuid_print(token->row.id, token->name);
	buf_init(&body, LIMIT_DOCUMENT_BODY_BYTES);
	token_row_write(&token->row, &body);
	command->kind = COMMAND_DOCUMENT_PUT;
	command->tenant = token->row.tenant;
	command->document = (struct document_command){
		.kind = DOCUMENT_TOKEN,
		.name = { token->name, sizeof token->name },
		.body = str_copy(arena, buf_view(&body)),
		.expected = DOCUMENT_NEW,
		.until = token->row.until == MSEC_MAX ? 0 : token->row.until,
	};
	bool is_good = !buf_failed(&body) && !arena_failed(arena);
	buf_done(&body);
	return is_good ? ERR_OK : ERR_MEMORY;
}

static enum err take_workers(struct api *api, const struct document_page *page)
{
	for (u32 i = 0; i < page->len; i++) {
		const struct document_view *document = &page->rows[i];
		fleet_take(api_fleet(api), document->tenant, document->row.key.name,
			   document->row.body, document->row.updated_at);
	}
	return ERR_OK;
}

static enum err take_page(struct api *api, const struct document_page *page, struct arena *arena)
{
	enum err err = ERR_OK;
	for (u32 i = 0; !err && i < page->len; i++) {
		const struct document_view *document = &page->rows[i];
		struct token_row row = { .tenant = document->tenant, .until = document->row.until };
		if (!uuid_parse(document->row.key.name, &row.id)) continue;
		if (!token_row_read(document->row.body, arena, &row)) continue;
		err = auth_put(api_auth(api), &row);
	}
	return err;
}

static enum err load_documents(struct api *api, enum document_kind kind, struct query *query,
			       msec now)
{
	struct document_list list = { .kind = kind, .limit = LOAD_PAGE, .now = now };
	struct document_page page = { .has_more = true };
	struct arena arena, place;
	enum err err = ERR_OK;
	arena_init(&arena, BOOTSTRAP_ARENA);
	arena_init(&place, BOOTSTRAP_ARENA);
	for (u32 i = 0; !err && page.has_more && i < LOAD_PAGES_MAX; i++) {
		arena_reset(&arena);
		err = query->calls->documents(query, &list, &arena, &page);
		if (!err && kind == DOCUMENT_TOKEN) err = take_page(api, &page, &arena);
		else if (!err) err = take_workers(api, &page);
		if (err || !page.len) break;
		const struct document_view *last = &page.rows[page.len - 1];
		arena_reset(&place);
		list.after_tenant = str_copy(&place, last->tenant);
		list.after_name = str_copy(&place, last->row.key.name);
		if (arena_failed(&place)) err = ERR_MEMORY;
	}
	arena_done(&arena);
	arena_done(&place);
	return err;
}

/* Tenants that may ask more often, or less, than all others. */
static enum err load_rates(struct api *api, struct query *query)
{
	struct tenant_list list = { .with_rates = true, .limit = LOAD_PAGE };
	struct tenant_page page = { .has_more = true };
	struct arena arena, place;
	enum err err = ERR_OK;
	arena_init(&arena, BOOTSTRAP_ARENA);
	arena_init(&place, BOOTSTRAP_ARENA);
	while (!err && page.has_more) {
		arena_reset(&arena);
		err = query->calls->tenants(query, &list, &arena, &page);
		for (u32 i = 0; !err && i < page.len; i++) {
			const u32 *quotas = page.rows[i].policy.quotas;
			struct quota_rates own = { quotas[QUOTA_REQUESTS], quotas[QUOTA_BYTES] };
			err = quota_set(api_quota(api), page.rows[i].id, own);
		}
		if (err || !page.len) break;
		arena_reset(&place);
		list.after = str_copy(&place, page.rows[page.len - 1].id);
		if (arena_failed(&place)) err = ERR_MEMORY;
	}
	arena_done(&arena);
	arena_done(&place);
	return err;
}

enum err api_load_tokens(struct api *api, struct query *query, msec now)
{
	enum err err = load_documents(api, DOCUMENT_TOKEN, query, now);
	if (!err) err = load_rates(api, query);
	return err ? err : load_documents(api, DOCUMENT_WORKER, query, now);
}

enum err first_token_make(struct api *api, struct new_token *token, struct arena *arena,
			  struct command *command)
{
	token->row = (struct token_row){ .role = ROLE_ADMIN,
					 .tenant = SYSTEM_TENANT,
					 .name = STR("first administrator"),
					 .until = MSEC_MAX };
	return new_token_make(api, token, arena, command);
}

enum err first_code_make(struct api *api, char *out_code)
{
	const struct api_doors *doors = api_doors(api);
	struct who who = { .tenant = SYSTEM_TENANT, .role = ROLE_ADMIN };
	u8 random[SESSION_ID_BYTES];
	doors->random(doors->context, random, sizeof random);
	return sessions_add_code(api_sessions(api), &who, random, doors->now(doors->context).boot,
				 out_code);
}
