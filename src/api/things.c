#include "api/things.h"

#include "api/list.h"

enum err thing_find(struct request *request, struct query *query, enum thing_kind kind, str name,
		    struct thing_view *out_thing)
{
	struct thing_list list = { .kind = kind,
				   .tenant = request->tenant,
				   .name = name,
				   .limit = 1,
				   .now = request->now.wall };
	struct thing_page page = { 0 };
	enum err err = query->calls->things(query, &list, &request->arena, &page);
	if (err) return err;
	if (!page.len) return ERR_NOT_FOUND;
	*out_thing = page.rows[0];
	return ERR_OK;
}

enum err things_page(struct request *request, struct query *query, enum thing_kind kind,
		     struct thing_page *out_page, str *out_after)
{
	const struct page_params *params = request->params;
	struct thing_list list = { .kind = kind,
				   .tenant = request->tenant,
				   .after_tenant = request->tenant,
				   .now = request->now.wall };
	*out_page = (struct thing_page){ 0 };
	enum err err = list_begin(request, &params->list, &list.limit, &list.after_name);
	*out_after = list.after_name;
	return err ? err : query->calls->things(query, &list, &request->arena, out_page);
}

void things_close(struct request *request, const struct thing_page *page)
{
	list_close(request, page->has_more && page->len,
		   page->len ? page->rows[page->len - 1].row.key.name : STR(""));
}
