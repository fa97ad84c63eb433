/* Tokens: who may ask. The token itself is shown once, when it is made; what is kept is its hash.
 */
#include "api/bootstrap.h"
#include "api/documents.h"
#include "api/handlers.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "base/must.h"
#include "store/query.h"

SHAPE_STRUCT(token_input, TOKEN_FIELDS);
SHAPE_PLACES(TOKEN_INPUT, TOKEN_FIELDS);
SHAPE(token_body, token_input, TOKEN_FIELDS, "token", "a token to make");

static void show_token(struct buf *out, const struct token_row *row, msec created_at)
{
	put_uuid(out, KEY(token, id), &row->id);
	put_text(out, KEY(token, tenant_id), row->tenant);
	put_text(out, KEY(token, role), role_name(row->role));
	put_text_or_null(out, KEY(token, user_id), row->user);
	put_text_or_null(out, KEY(token, name), row->name);
	put_open(out, KEY(token, queues), '[');
	for (u32 i = 0; i < row->queues_len; i++) write_text(out, row->queues[i]);
	write_close(out, ']');
	put_instant_or_null(out, KEY(token, expires_at), row->until);
	put_instant_or_null(out, KEY(token, created_at), created_at);
}

/* ---- made --------------------------------------------------------------------------------- */

/* A token makes no tenant: a name that was misspelt would be one for good. */
enum err token_read(struct request *request, struct query *query)
{
	struct tenant_list list = { .id = request->tenant, .limit = 1 };
	struct tenant_page page = { 0 };
	if (str_eq(request->tenant, STR("system"))) return ERR_OK;
	enum err err = query->calls->tenants(query, &list, &request->arena, &page);
	if (err || page.len) return err;
	return request_refuse(request, ERR_NOT_FOUND, "there is no tenant \"%.*s\"",
			      STR_ARG(request->tenant));
}

static enum err check_queues(struct request *request, const struct token_input *input)
{
	struct why why;
	for (u32 i = 0; i < input->queues.len; i++) {
		if (name_check(NAME_QUEUE, input->queues.at[i], "queue", &why))
			return request_fault(request, STR("/queues"), &why);
	}
	if (input->queues.len && !role_reaches((enum role)input->role, REACH_WORK)) {
		(void)fail(&why, ERR_INVALID, "is only for tokens of role worker, not %s",
			   role_name((enum role)input->role).at);
		return request_fault(request, STR("/queues"), &why);
	}
	if (input->role != ROLE_USER || input->user_id.len) return ERR_OK;
	(void)fail(&why, ERR_INVALID, "is required with role user");
	return request_fault(request, STR("/user_id"), &why);
}

static enum err fill_row(struct request *request, const struct token_input *input,
			 struct token_row *row)
{
	row->role = (enum role)input->role;
	row->tenant = request->tenant;
	row->user = input->user_id;
	row->name = input->name;
	row->until = MSEC_MAX;
	row->queues_len = input->queues.len;
	for (u32 i = 0; i < input->queues.len; i++) row->queues[i] = input->queues.at[i];
	enum err err = check_queues(request, input);
	if (err || !is_given(input, TOKEN_INPUT_EXPIRES_AT)) return err;
	return request_when(request, &input->expires_at, STR(""), STR("/expires_at"), &row->until);
}

enum err token_create(struct request *request, struct command *command)
{
	struct new_token *made = arena_alloc_zeroed(&request->arena, sizeof *made);
	if (!made) return ERR_MEMORY;
	request->found = made;
	enum err err = fill_row(request, request->input, &made->row);
	if (err) return err;
	return new_token_make(request->api, made, &request->arena, command);
}

bool token_render(struct request *request)
{
	struct new_token *made = request->found;
	struct buf *out = &request->out;
	if (request->answer.is_replayed) {
		secret_forget(made->text, sizeof made->text);
		return false;
	}
	/* Committed: from now on it counts. Should memory be short it counts after a restart. */
	(void)!auth_put(api_auth(request->api), &made->row);
	write_open(out, '{');
	show_token(out, &made->row, (msec)request->answer.number);
	put_text(out, KEY(new_token, token), (str){ made->text, sizeof made->text });
	write_close(out, '}');
	secret_forget(made->text, sizeof made->text);
	return true;
}

/* The same call again: the token that was made then, whose secret nobody knows any more. */
enum err token_view(struct request *request, struct query *query)
{
	char name[UUID_TEXT_LEN];
	uuid_print(request->answer.id, name);
	struct document_view document;
	struct token_row row = { .tenant = request->tenant, .id = request->answer.id };
	enum err err = document_find(request, query, DOCUMENT_TOKEN, (str){ name, sizeof name },
				     &document);
	if (err && err != ERR_NOT_FOUND) return err;
	if (err || !token_row_read(document.row.body, &request->arena, &row))
		return request_refuse(request, ERR_NOT_FOUND,
				      "the token that this call created has been deleted");
	row.until = document.row.until;
	write_open(&request->out, '{');
	show_token(&request->out, &row, document.row.created_at);
	put_null(&request->out, KEY(new_token, token));
	write_close(&request->out, '}');
	return ERR_OK;
}

enum err token_delete(struct request *request, struct command *command)
{
	struct uuid id;
	command->kind = COMMAND_DOCUMENT_DELETE;
	command->document.kind = DOCUMENT_TOKEN;
	command->document.name = request->parts[0];
	command->document.expected = DOCUMENT_ANY;
	return request_part_id(request, 0, &id);
}

bool token_render_deleted(struct request *request)
{
	struct uuid id;
	must(request_part_id(request, 0, &id) == ERR_OK);
	auth_remove(api_auth(request->api), &id);
	sessions_end_of(api_sessions(request->api), &id);
	return true;
}

/* ---- seen --------------------------------------------------------------------------------- */

enum err token_list_view(struct request *request, struct query *query)
{
	struct document_page page;
	str after;
	enum err err = documents_page(request, query, DOCUMENT_TOKEN, &page, &after);
	if (err) return err;
	list_open(request);
	for (u32 i = 0; i < page.len; i++) {
		const struct document_view *document = &page.rows[i];
		struct token_row row = { .tenant = document->tenant, .until = document->row.until };
		if (!uuid_parse(document->row.key.name, &row.id)) continue;
		if (!token_row_read(document->row.body, &request->arena, &row)) continue;
		write_open(&request->out, '{');
		show_token(&request->out, &row, document->row.created_at);
		write_close(&request->out, '}');
	}
	documents_close(request, &page);
	return ERR_OK;
}
