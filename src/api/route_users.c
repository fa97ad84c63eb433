/* People and secrets of a tenant: kept as they are given, secrets sealed. */
#include "api/details.h"
#include "api/documents.h"
#include "api/gates.h"
#include "api/handlers.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/seal.h"
#include "api/shapes.h"
#include "base/must.h"
#include "store/query.h"

SHAPE_STRUCT(user_input, USER_FIELDS);
SHAPE_PLACES(USER, USER_FIELDS);
SHAPE(user_body, user_input, USER_FIELDS, "user", "a person");

static const u64 user_mask = (((u64)1 << USER_PLACES) - 1) & ~(((u64)1 << USER_NAME) - 1);

/* A token of role user is about its own person; `self` means that one. */
enum err user_decode(struct request *request)
{
	const struct user_input *input = request->input;
	const struct zone *zone;
	struct why why;
	if (str_eq(request->parts[0], STR("self")) && request->who.user.len)
		request->parts[0] = request->who.user;
	if (name_check(NAME_TENANT, request->parts[0], "user_id", &why)) return ERR_NOT_FOUND;
	if (request->who.role == ROLE_USER && !str_eq(request->parts[0], request->who.user))
		return ERR_NOT_FOUND;
	if (!input || !input->timezone.len) return ERR_OK;
	return request_zone(request, input->timezone, &zone);
}

static void show_user(struct request *request, str id, str body, u64 version)
{
	struct buf *out = &request->out;
	write_open(out, '{');
	put_text(out, KEY(user, id), id);
	put_text(out, KEY(user, tenant_id), request->tenant);
	details_put(out, body);
	put_u64(out, KEY(user, version), request_shown(request, version));
	write_close(out, '}');
}

enum err user_view(struct request *request, struct query *query)
{
	struct document_view document = { 0 };
	enum err err = document_find(request, query, DOCUMENT_USER, request->parts[0], &document);
	if (err) return err;
	show_user(request, request->parts[0], document.row.body, document.row.version);
	request_put_document_etag(request, document.row.version);
	return ERR_OK;
}

enum err user_list_view(struct request *request, struct query *query)
{
	struct document_page page;
	str after;
	enum err err = documents_page(request, query, DOCUMENT_USER, &page, &after);
	if (err) return err;
	list_open(request);
	for (u32 i = 0; i < page.len; i++) {
		const struct document_row *row = &page.rows[i].row;
		show_user(request, row->key.name, row->body, row->version);
	}
	documents_close(request, &page);
	return ERR_OK;
}

/* Somebody who is not known yet comes to be by being named. */
enum err user_read(struct request *request, struct query *query)
{
	struct document_view *document = arena_alloc_zeroed(&request->arena, sizeof *document);
	if (!document) return ERR_MEMORY;
	request->found = document;
	enum err err = document_find(request, query, DOCUMENT_USER, request->parts[0], document);
	return err == ERR_NOT_FOUND ? ERR_OK : err;
}

enum err user_put(struct request *request, struct command *command)
{
	const struct document_view *old = request->found;
	u64 expected;
	struct buf body;
	enum err err = request_expected_document(request, &expected);
	if (err) return err;
	str kept = { 0 };
	buf_init(&body, REQUEST_TEXT_BYTES);
	details_merge(&body, &user_body, request->input, old->row.body, user_mask);
	err = request_keep(request, &body, LIMIT_DOCUMENT_BODY_BYTES, "what is known of a person",
			   &kept);
	command->kind = COMMAND_DOCUMENT_PUT;
	command->document = (struct document_command){
		.kind = DOCUMENT_USER,
		.name = request->parts[0],
		.body = kept,
		.expected = expected == DOCUMENT_ANY ? old->row.version : expected,
		.has_gates = true,
	};
	return err ? err : gates_of_user(request, kept, &command->document.gates);
}

bool user_render(struct request *request)
{
	show_user(request, request->parts[0], request->ask.command.document.body,
		  request->answer.version);
	request_put_document_etag(request, request->answer.version);
	return true;
}

/* ---- secrets ------------------------------------------------------------------------------ */

SHAPE_STRUCT(secret_input, SECRET_FIELDS);
SHAPE(secret_body, secret_input, SECRET_FIELDS, "secret", "a secret to keep");

/* The place of a secret, tenant and name: a sealed value counts for that alone. */
static str secret_about(struct request *request)
{
	struct buf text;
	buf_init(&text, 512);
	buf_add(&text, request->tenant);
	buf_add_byte(&text, '/');
	buf_add(&text, request->parts[0]);
	str about = str_copy(&request->arena, buf_view(&text));
	buf_done(&text);
	return about;
}

enum err secret_put(struct request *request, struct command *command)
{
	const struct secret_input *input = request->input;
	const struct api_doors *doors = api_doors(request->api);
	const struct seal_key *key = api_seal_key(request->api);
	u8 nonce[SEAL_NONCE_BYTES];
	str sealed, opened;
	struct why why;
	if (name_check(NAME_TYPE, request->parts[0], "name", &why))
		return request_refuse(request, ERR_INVALID, "%s", why.text);
	doors->random(doors->context, nonce, sizeof nonce);
	str about = secret_about(request);
	enum err err = seal(key, about, input->value, nonce, &request->arena, &sealed);
	/* A value that cannot be opened again must not be kept. */
	if (!err) err = unseal(key, about, sealed, &request->arena, &opened);
	if (err) return err;
	must(secret_eq(opened, input->value));
	command->kind = COMMAND_DOCUMENT_PUT;
	command->document = (struct document_command){ .kind = DOCUMENT_SECRET,
						       .name = request->parts[0],
						       .body = sealed };
	return request_expected_document(request, &command->document.expected);
}

bool secret_render(struct request *request)
{
	struct buf *out = &request->out;
	write_open(out, '{');
	put_text(out, KEY(secret, name), request->parts[0]);
	put_u64(out, KEY(secret, version), request_shown(request, request->answer.version));
	write_close(out, '}');
	request_put_document_etag(request, request->answer.version);
	return true;
}

enum err secret_delete(struct request *request, struct command *command)
{
	command->kind = COMMAND_DOCUMENT_DELETE;
	command->document.kind = DOCUMENT_SECRET;
	command->document.name = request->parts[0];
	return request_expected_document(request, &command->document.expected);
}

enum err secret_list_view(struct request *request, struct query *query)
{
	struct document_page page;
	str after;
	struct buf *out = &request->out;
	enum err err = documents_page(request, query, DOCUMENT_SECRET, &page, &after);
	if (err) return err;
	list_open(request);
	for (u32 i = 0; i < page.len; i++) {
		write_open(out, '{');
		put_text(out, KEY(secret, name), page.rows[i].row.key.name);
		put_instant(out, KEY(secret, updated_at), page.rows[i].row.updated_at);
		put_u64(out, KEY(secret, version),
			request_shown(request, page.rows[i].row.version));
		write_close(out, '}');
	}
	documents_close(request, &page);
	return ERR_OK;
}
