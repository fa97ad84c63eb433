/* The delivery log: every try to reach somebody, and what followed from it. */
#include "api/handlers.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "model/delivery.h"
#include "store/query.h"

SHAPE_STRUCT(delivery_params, DELIVERY_PARAMS);
SHAPE(delivery_list_query, delivery_params, DELIVERY_PARAMS, "delivery_list", "which deliveries");

enum err delivery_list_decode(struct request *request)
{
	const struct delivery_params *params = request->params;
	struct delivery_list *list = arena_alloc_zeroed(&request->arena, sizeof *list);
	if (!list) return ERR_MEMORY;
	request->found = list;
	if (!request->is_all) list->tenant = request->tenant;
	list->user = params->user_id;
	list->entity = params->entity;
	list->type = params->type;
	list->run = params->run_id;
	return list_begin_by_id(request, &params->list, &list->limit, &list->after);
}

static void show_delivery(struct buf *out, const struct delivery_view *view)
{
	const struct delivery_row *row = &view->row;
	write_open(out, '{');
	put_uuid(out, KEY(delivery, id), &row->id);
	put_text(out, KEY(delivery, tenant_id), view->tenant);
	put_instant(out, KEY(delivery, at), row->at);
	put_text(out, KEY(delivery, type), view->type);
	put_uuid(out, KEY(delivery, run_id), &row->run);
	put_u64(out, KEY(delivery, attempt), row->attempt);
	put_text(out, KEY(delivery, outcome), outcome_name(row->outcome));
	put_text(out, KEY(delivery, state), run_state_name(row->state));
	put_text_or_null(out, KEY(delivery, error_class), row->error_class);
	put_text_or_null(out, KEY(delivery, message), row->message);
	put_text_or_null(out, KEY(delivery, user_id), row->user);
	put_text_or_null(out, KEY(delivery, channel), row->channel);
	put_text_or_null(out, KEY(delivery, entity), row->entity);
	put_text_or_null(out, KEY(delivery, alert_key), row->alert_key);
	put_text(out, KEY(delivery, next), delivery_next_name(row->next));
	put_text_or_null(out, KEY(delivery, next_type), view->next_type);
	put_uuid_or_null(out, KEY(delivery, next_run_id), &row->next_run);
	put_instant_or_null(out, KEY(delivery, next_at), row->next_at);
	write_close(out, '}');
}

enum err delivery_list_view(struct request *request, struct query *query)
{
	const struct delivery_list *list = request->found;
	struct delivery_page page = { 0 };
	enum err err = query->calls->deliveries(query, list, &request->arena, &page);
	if (err) return err;
	LIST_BY_ID(request, page, i, &list->after, show_delivery(&request->out, &page.rows[i]));
	return ERR_OK;
}
