#include "api/documents.h"

#include "api/list.h"

enum err document_find(struct request *request, struct query *query, enum document_kind kind,
		       str name, struct document_view *out_document)
{
	struct document_list list = { .kind = kind,
				      .tenant = request->tenant,
				      .name = name,
				      .limit = 1,
				      .now = request->now.wall };
	struct document_page page = { 0 };
	enum err err = query->calls->documents(query, &list, &request->arena, &page);
	if (err) return err;
	if (!page.len) return ERR_NOT_FOUND;
	*out_document = page.rows[0];
	return ERR_OK;
}

enum err documents_page(struct request *request, struct query *query, enum document_kind kind,
			struct document_page *out_page, str *out_after)
{
	const struct page_params *params = request->params;
	struct document_list list = { .kind = kind,
				      .tenant = request->tenant,
				      .after_tenant = request->tenant,
				      .now = request->now.wall };
	*out_page = (struct document_page){ 0 };
	enum err err = list_begin(request, &params->list, &list.limit, &list.after_name);
	*out_after = list.after_name;
	return err ? err : query->calls->documents(query, &list, &request->arena, out_page);
}

void documents_close(struct request *request, const struct document_page *page)
{
	list_close(request, page->has_more && page->len,
		   page->len ? page->rows[page->len - 1].row.key.name : STR(""));
}
