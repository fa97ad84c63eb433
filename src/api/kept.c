#include "api/kept.h"

#include "api/details.h"
#include "api/documents.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"

static enum err begin(struct request *request, const struct uuid *id)
{
	struct kept *kept = arena_alloc_zeroed(&request->arena, sizeof *kept);
	if (!kept) return ERR_MEMORY;
	uuid_print(*id, kept->name);
	request->found = kept;
	return ERR_OK;
}

enum err kept_begin_new(struct request *request)
{
	struct uuid id = api_next_id(request->api);
	return begin(request, &id);
}

enum err kept_begin_old(struct request *request)
{
	struct uuid id;
	enum err err = request_part_id(request, 0, &id);
	return err ? err : begin(request, &id);
}

enum err kept_read(struct request *request, struct query *query, enum document_kind kind)
{
	struct kept *kept = request->found;
	return document_find(request, query, kind, (str){ kept->name, sizeof kept->name },
			     &kept->old);
}

enum err kept_put(struct request *request, const struct kept_kind *kind, str base,
		  struct command *command)
{
	const struct kept *kept = request->found;
	struct buf body;
	u64 expected;
	enum err err = request_expected_document(request, &expected);
	if (err) return err;
	buf_init(&body, REQUEST_TEXT_BYTES);
	details_merge(&body, kind->shape, request->input, base, kind->mask);
	command->kind = COMMAND_DOCUMENT_PUT;
	command->document = (struct document_command){
		.kind = kind->document,
		.name = { kept->name, sizeof kept->name },
		.expected = expected == DOCUMENT_ANY ? kept->old.row.version : expected,
	};
	return request_keep(request, &body, LIMIT_DOCUMENT_BODY_BYTES, kind->noun,
			    &command->document.body);
}

enum err kept_delete(struct request *request, const struct kept_kind *kind, struct command *command)
{
	const struct kept *kept = request->found;
	u64 expected;
	enum err err = request_expected_document(request, &expected);
	command->kind = COMMAND_DOCUMENT_DELETE;
	command->document = (struct document_command){
		.kind = kind->document,
		.name = { kept->name, sizeof kept->name },
		.expected = expected == DOCUMENT_ANY ? kept->old.row.version : expected,
	};
	return err;
}

void kept_put_rest(struct request *request, const struct document_view *document)
{
	struct buf *out = &request->out;
	details_put(out, document->row.body);
	put_instant(out, KEY(rule, created_at), document->row.created_at);
	put_instant(out, KEY(rule, updated_at), document->row.updated_at);
	put_u64(out, KEY(rule, version), request_shown(request, document->row.version));
}

static void show(struct request *request, const struct document_view *document)
{
	struct buf *out = &request->out;
	write_open(out, '{');
	put_text(out, LOOSE(rule, id), document->row.key.name);
	put_text(out, KEY(rule, tenant_id), document->tenant);
	kept_put_rest(request, document);
	write_close(out, '}');
}

enum err kept_name(struct request *request, char out_name[UUID_TEXT_LEN])
{
	const struct kept *kept = request->found;
	struct uuid id;
	if (request->answer.is_replayed) id = request->answer.id;
	else if (kept) (void)!uuid_parse((str){ kept->name, sizeof kept->name }, &id);
	else {
		enum err bad = request_part_id(request, 0, &id);
		if (bad) return bad;
	}
	uuid_print(id, out_name);
	return ERR_OK;
}

enum err kept_view(struct request *request, struct query *query, enum document_kind kind)
{
	struct document_view document = { 0 };
	char made[UUID_TEXT_LEN];
	enum err err = kept_name(request, made);
	if (err) return err;
	err = document_find(request, query, kind, (str){ made, sizeof made }, &document);
	if (err) return err;
	show(request, &document);
	request_put_document_etag(request, document.row.version);
	return ERR_OK;
}

enum err kept_list_view(struct request *request, struct query *query, enum document_kind kind)
{
	struct document_page page;
	str after;
	enum err err = documents_page(request, query, kind, &page, &after);
	if (err) return err;
	list_open(request);
	for (u32 i = 0; i < page.len; i++) show(request, &page.rows[i]);
	documents_close(request, &page);
	return ERR_OK;
}
