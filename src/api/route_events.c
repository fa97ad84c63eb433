/* Events as pages, newest first or on from one of them. */
#include "api/event.h"
#include "api/handlers.h"
#include "api/list.h"
#include "api/parts.h"
#include "api/place.h"
#include "api/shapes.h"

SHAPE_STRUCT(event_params, EVENT_PARAMS);
SHAPE_PLACES(EVENT_PARAM, EVENT_PARAMS);
SHAPE(event_list_query, event_params, EVENT_PARAMS, "event_list", "which events");

static enum err parse_kinds(struct request *request, str words, u64 *out_kinds)
{
	struct why why;
	*out_kinds = 0;
	while (words.len) {
		str word = str_trim(str_split(&words, ','));
		u64 kinds = event_parse(word);
		*out_kinds |= kinds;
		if (kinds) continue;
		(void)fail(&why, ERR_INVALID, "there is no event \"%.*s\"",
			   STR_ARG(str_slice(word, 0, 60)));
		return request_fault(request, STR("event"), &why);
	}
	return ERR_OK;
}

static enum err parse_after(struct request *request, str text, str pointer,
			    struct event_place *out_place)
{
	struct why why;
	if (place_parse(api_place_key(request->api), text, out_place) && out_place->turn)
		return ERR_OK;
	(void)fail(&why, ERR_INVALID, PLACE_REFUSED);
	return request_fault(request, pointer, &why);
}

/* "+ID": a page goes on there; "-ID": it goes back. */
static enum err take_cursor(struct request *request, str place, struct event_list *list)
{
	if (!place.len) return ERR_OK;
	list->way = place.at[0] == '-' ? EVENTS_BACK : EVENTS_ON;
	struct hash_key key = api_place_key(request->api);
	if (place_parse(key, str_from_offset(place, 1), &list->from)) return ERR_OK;
	return request_refuse(request, ERR_INVALID, "cursor is not a cursor of this list");
}

enum err event_list_decode(struct request *request)
{
	const struct event_params *params = request->params;
	struct event_list *list = arena_alloc_zeroed(&request->arena, sizeof *list);
	str place;
	if (!list) return ERR_MEMORY;
	request->found = list;
	if (!request->is_all) list->tenant = request->tenant;
	list->way = params->after.len ? EVENTS_ON : EVENTS_BACK;
	list->type = params->type;
	list->run = params->run_id;
	list->job = params->job_id;
	list->user = params->user_id;
	list->but_internal = !is_given(params, EVENT_PARAM_INCLUDE) && uuid_is_nil(&params->run_id);
	enum err err = parse_kinds(request, params->event, &list->kinds);
	if (!err && params->after.len)
		err = parse_after(request, params->after, STR("after"), &list->from);
	if (!err) err = list_begin(request, &params->list, &list->limit, &place);
	if (!err) err = take_cursor(request, place, list);
	return err;
}

static void close_page(struct request *request, const struct event_list *list, bool has_more,
		       struct event_place through)
{
	struct buf place;
	buf_init(&place, EVENT_PLACE_BYTES + 1);
	buf_add_byte(&place, list->way == EVENTS_BACK ? '-' : '+');
	place_print(api_place_key(request->api), through, &place);
	list_close(request, has_more, buf_view(&place));
	buf_done(&place);
}

enum err event_list_view(struct request *request, struct query *query)
{
	const struct event_list *list = request->found;
	struct event_page page = { 0 };
	enum err err = query->calls->events(query, list, &request->arena, &page);
	if (err) return err;
	if (page.is_cut)
		return request_refuse(request, ERR_GONE,
				      "this event has been removed, and perhaps others after it");
	u32 shown = 0;
	list_open(request);
	while (shown < page.len && list_has_room(request))
		event_write(&request->out, &page.rows[shown++], api_place_key(request->api));
	bool is_whole = shown == page.len;
	close_page(request, list, page.has_more || !is_whole,
		   is_whole ? page.through : page.rows[shown - 1].place);
	return ERR_OK;
}
