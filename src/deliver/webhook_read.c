/* The reads of a webhook's walk, on a reader's thread: the webhook, room for its tasks, its next
 * events. */
#include "api/event.h"
#include "api/place.h"
#include "api/webhook.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/must.h"
#include "deliver/webhook_parts.h"
#include "deliver/webhook_sender.h"
#include "model/limits.def"

/* ---- reading, on a reader's thread --------------------------------------------------------- */

static enum err find_document(struct query *query, const struct webhook_walk *walk,
			      struct arena *arena, enum document_kind kind,
			      struct document_row *out_row)
{
	struct document_list list = {
		.kind = kind, .tenant = walk->tenant, .name = walk->name, .limit = 1
	};
	struct document_page page = { 0 };
	enum err err = query->calls->documents(query, &list, arena, &page);
	if (err) return err;
	if (!page.len) return ERR_NOT_FOUND;
	*out_row = page.rows[0].row;
	return ERR_OK;
}

/* Reads the webhook's settings and its place in the journal; both with the versions that the
 * command demands. */
static enum err read_webhook(struct webhook_walk *walk, struct query *query)
{
	struct document_row says, stands;
	struct enqueue_command *enqueue = &walk->command.enqueue;
	enum err err = find_document(query, walk, &walk->arena, DOCUMENT_TYPE, &says);
	if (!err) err = find_document(query, walk, &walk->arena, DOCUMENT_WEBHOOK, &stands);
	if (err) return err;
	if (!webhook_read(says.body, &walk->arena, &walk->says) ||
	    !webhook_course_read(stands.body, &walk->course) ||
	    walk->says.type.len > sizeof walk->type_text)
		return ERR_STORE_DAMAGED;
	if (walk->says.type.len) memcpy(walk->type_text, walk->says.type.at, walk->says.type.len);
	walk->says.type.at = walk->type_text;
	walk->says.url = walk->says.headers = walk->says.secrets = (str){ 0 };
	walk->is_known = true;
	walk->course_version = stands.version;
	enqueue->definition = says.version;
	enqueue->course = stands.version;
	return ERR_OK;
}

/* How many more deliveries may be under way. */
static enum err read_room(struct webhook_walk *walk, struct query *query, u32 *out_room)
{
	struct buf entity;
	buf_init(&entity, LIMIT_ENTITY_BYTES);
	webhook_entity_print(&entity, walk->name);
	struct run_list list = { .tenant = walk->tenant,
				 .states = 1u << RUN_WAITING | 1u << RUN_QUEUED |
					   1u << RUN_PROCESSING,
				 .type = walk->name,
				 .entity = buf_view(&entity),
				 .limit = walk->says.in_flight };
	struct run_page page = { 0 };
	enum err err = query->calls->runs(query, &list, &walk->arena, &page);
	*out_room = err ? 0 : walk->says.in_flight - page.len;
	buf_done(&entity);
	return err;
}

/* An event that is too long for a payload is sent without its longest parts. */
static str write_event(struct webhook_walk *walk, struct event_view *event)
{
	struct hash_key places = walk->item.sender->config.places;
	struct buf text;
	buf_init(&text, LIMIT_PAYLOAD_BYTES);
	event_write(&text, event, places);
	if (buf_failed(&text)) {
		buf_done(&text);
		buf_init(&text, LIMIT_PAYLOAD_BYTES);
		event->scheduled = NULL;
		event->end.result = event->entry.details = (str){ 0 };
		event_write(&text, event, places);
	}
	str copy = buf_failed(&text) ? (str){ 0 } : str_copy(&walk->arena, buf_view(&text));
	buf_done(&text);
	return copy;
}

static bool write_item(struct webhook_walk *walk, struct event_view *event,
		       struct enqueue_item *item)
{
	struct buf text;
	struct arena *arena = &walk->arena;
	buf_init(&text, LIMIT_ENTITY_BYTES);
	webhook_entity_print(&text, walk->name);
	*item = (struct enqueue_item){ .type = walk->name,
				       .entity = str_copy(arena, buf_view(&text)),
				       .payload = write_event(walk, event),
				       .cause = CAUSE_WEBHOOK,
				       .is_delivery = true };
	buf_add_byte(&text, ':');
	place_print(walk->item.sender->config.places, event->place, &text);
	item->key = str_copy(arena, buf_view(&text));
	bool is_good = !buf_failed(&text) && item->payload.len && !arena_failed(arena);
	buf_done(&text);
	return is_good;
}

/* An item for each, as far as one command carries them. */
static enum err write_items(struct webhook_walk *walk, struct event_page *page)
{
	struct enqueue_item *items = arena_alloc_array(&walk->arena, page->len + 1, sizeof *items);
	size_t bytes = 0;
	u32 len = 0;
	if (!items) return ERR_MEMORY;
	while (len < page->len && (!len || bytes < COMMAND_BYTES)) {
		if (!write_item(walk, &page->rows[len], &items[len])) return ERR_MEMORY;
		bytes += items[len++].payload.len;
	}
	if (len < page->len) {
		page->has_more = true;
		page->through = page->rows[len - 1].place;
	}
	walk->command.enqueue.items = items;
	walk->command.enqueue.len = len;
	return ERR_OK;
}

static bool is_far(const struct webhook_walk *walk, struct event_place through)
{
	return through.turn > walk->course.after.turn + TURNS_FAR;
}

static enum err write_place(struct webhook_walk *walk, const struct event_page *page)
{
	struct webhook_course course = walk->course;
	struct buf text;
	course.after = page->through;
	course.made += walk->command.enqueue.len;
	course.cut += page->is_cut;
	buf_init(&text, 256);
	webhook_course_write(&text, &course);
	walk->command.enqueue.place = str_copy(&walk->arena, buf_view(&text));
	bool is_good = !buf_failed(&text) && !arena_failed(&walk->arena);
	buf_done(&text);
	return is_good ? ERR_OK : ERR_MEMORY;
}

static enum err read_events(struct webhook_walk *walk, struct query *query, u32 room)
{
	const struct webhook_says *says = &walk->says;
	bool goes_on = walk->seen_version == walk->course_version &&
		       event_place_before(walk->course.after, walk->seen);
	struct event_list list = { .tenant = says->all_tenants ? (str){ 0 } : walk->tenant,
				   .from = goes_on ? walk->seen : walk->course.after,
				   .kinds = says->kinds,
				   .type = says->type,
				   .job = says->job,
				   .but_deliveries = true,
				   .but_internal = true,
				   .limit = room };
	struct event_page page = { 0 };
	enum err err = query->calls->events(query, &list, &walk->arena, &page);
	if (!err) err = write_items(walk, &page);
	if (err) return err;
	walk->has_more = page.has_more;
	if (page.len || page.is_cut || is_far(walk, page.through)) return write_place(walk, &page);
	walk->seen = page.through;
	walk->seen_version = walk->course_version;
	walk->is_at_end = !page.has_more;
	return ERR_OK;
}

static enum err read_walk(struct webhook_walk *walk, struct query *query)
{
	u32 room = 0;
	enum err err = read_webhook(walk, query);
	if (err || walk->says.is_paused) return err;
	err = read_room(walk, query, &room);
	return err || !room ? err : read_events(walk, query, room);
}

static enum err read_list(struct webhook_listing *listing, struct query *query)
{
	struct document_list list = { .kind = DOCUMENT_WEBHOOK, .limit = PAGE_WEBHOOKS };
	struct document_page page = { .has_more = true };
	struct document_view *rows = arena_alloc_array(&listing->arena, WEBHOOKS_SENT_MAX,
						       sizeof *rows);
	u32 len = 0;
	if (!rows) return ERR_MEMORY;
	while (page.has_more && len + PAGE_WEBHOOKS <= WEBHOOKS_SENT_MAX) {
		enum err err = query->calls->documents(query, &list, &listing->arena, &page);
		if (err) return err;
		for (u32 i = 0; i < page.len; i++) rows[len++] = page.rows[i];
		if (!page.len) break;
		list.after_tenant = rows[len - 1].tenant;
		list.after_name = rows[len - 1].row.key.name;
	}
	listing->rows = rows;
	listing->len = len;
	return ERR_OK;
}

void webhook_sender_read(void *context, struct query *query)
{
	struct item *item = context;
	bool is_list = item->kind == ITEM_LIST;
	struct webhook_walk *walk = is_list ? NULL : container_of(item, struct webhook_walk, item);
	if (walk) walk->err = read_walk(walk, query);
	else item->sender->listing.err = read_list(&item->sender->listing, query);
	enum err err = loop_post(item->sender->config.loop,
				 is_list ? webhook_list_came : webhook_walk_came, item);
	must(!err); /* the loop has a place for each */
}
