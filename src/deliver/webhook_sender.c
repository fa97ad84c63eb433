/* A walk leads to one webhook: idle, being read for, or with the pump. The list of them is read
 * the same way, by an item of its own. */
#include "deliver/webhook_sender.h"

#include "api/event.h"
#include "api/place.h"
#include "api/webhook.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/must.h"
#include "model/limits.def"

enum {
	PAGE_WEBHOOKS = 500,
	LOOK_AGAIN_MS = 30000, /* whatever was told: nothing is forgotten for longer */
	WALK_BYTES = 8 << 20,
	COMMAND_BYTES = 2 << 20, /* of payloads in one command, but one event at least */
	TURNS_FAR = 10000,       /* so many turns behind, where it stands is written down */
};

enum item_kind { ITEM_WALK, ITEM_LIST };

/* The head of each item that readers get. */
struct item {
	enum item_kind kind;
	struct webhook_sender *sender;
};

struct webhook_walk {
	struct item item;
	struct list_node node;
	char tenant_text[LIMIT_TENANT_NAME_BYTES];
	char name_text[WEBHOOK_NAME_BYTES];
	str tenant;
	str name; /* of its type */
	bool is_due;
	bool is_reading;
	bool is_with_pump;

	/* As it was last read. */
	bool is_known;            /* `says` is */
	struct webhook_says says; /* type in `type_text` */
	char type_text[LIMIT_TYPE_NAME_BYTES];
	struct webhook_course course;
	u64 course_version;
	/* Beyond what is written down all up to `seen` was looked at, and nothing found. */
	struct event_place seen;
	u64 seen_version; /* of where it stood then */
	bool is_at_end;   /* and nothing was left to look at */

	/* One reading and what comes of it. */
	struct arena arena;
	enum err err;
	bool has_more;
	struct command command;
	struct reply reply;
};

struct webhook_listing {
	struct item item;
	bool is_due;
	bool is_reading;
	enum err err;
	struct arena arena;
	struct document_view *rows;
	u32 len;
};

struct webhook_sender {
	struct webhook_sender_config config;
	struct list walks;
	u32 len;
	u32 reading;
	struct webhook_listing listing;
	bool is_abandoned;
	bool is_in_doubt;
	msec looked_at;
};

/* ---- walks ------------------------------------------------------------------------------- */

static void walk_free(struct webhook_sender *sender, struct webhook_walk *walk)
{
	list_remove(&walk->node);
	arena_done(&walk->arena);
	mem_free(walk);
	sender->len--;
}

static bool is_idle(const struct webhook_walk *walk)
{
	return !walk->is_reading && !walk->is_with_pump;
}

static struct webhook_walk *walk_find_of(const struct webhook_sender *sender, str tenant, str name)
{
	list_for_each_of(struct webhook_walk, walk, &sender->walks, node)
	{
		if (str_eq(walk->name, name) && str_eq(walk->tenant, tenant)) return walk;
	}
	return NULL;
}

static void on_answer(struct reply *reply, const struct answer *answer);
static void on_over(struct reply *reply);

static struct webhook_walk *walk_add(struct webhook_sender *sender, str tenant, str name)
{
	struct webhook_walk *walk = NULL;
	if (sender->len < WEBHOOKS_SENT_MAX && name.len == sizeof walk->name_text &&
	    tenant.len <= sizeof walk->tenant_text)
		walk = mem_alloc_zeroed(sizeof *walk);
	if (!walk) return NULL;
	walk->item = (struct item){ ITEM_WALK, sender };
	walk->reply = (struct reply){ .answered = on_answer, .over = on_over };
	memcpy(walk->tenant_text, tenant.at, tenant.len);
	memcpy(walk->name_text, name.at, name.len);
	walk->tenant = (str){ walk->tenant_text, tenant.len };
	walk->name = (str){ walk->name_text, name.len };
	walk->is_due = true;
	arena_init(&walk->arena, WALK_BYTES);
	list_push_back(&sender->walks, &walk->node);
	sender->len++;
	return walk;
}

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

static void list_came(void *context);
static void walk_came(void *context);

void webhook_sender_read(void *context, struct query *query)
{
	struct item *item = context;
	bool is_list = item->kind == ITEM_LIST;
	struct webhook_walk *walk = is_list ? NULL : container_of(item, struct webhook_walk, item);
	if (walk) walk->err = read_walk(walk, query);
	else item->sender->listing.err = read_list(&item->sender->listing, query);
	enum err err = loop_post(item->sender->config.loop, is_list ? list_came : walk_came, item);
	must(!err); /* the loop has a place for each */
}

/* ---- on its way --------------------------------------------------------------------------- */

static void begin_reading(struct webhook_sender *sender, struct webhook_walk *walk)
{
	walk->command = (struct command){ .kind = COMMAND_ENQUEUE,
					  .reply = &walk->reply,
					  .tenant = walk->tenant };
	walk->command.enqueue = (struct enqueue_command){ .atomic = true, .webhook = walk->name };
	walk->has_more = walk->is_at_end = false;
	if (sender->config.read(sender->config.context, &walk->item)) return;
	walk->is_due = false;
	walk->is_reading = true;
	sender->reading++;
}

/* As many as may be read for at once; the others wait for these. */
static void go_on(struct webhook_sender *sender)
{
	if (sender->is_abandoned) return;
	struct webhook_listing *listing = &sender->listing;
	if (listing->is_due && !listing->is_reading &&
	    !sender->config.read(sender->config.context, &listing->item)) {
		listing->is_due = false;
		listing->is_reading = true;
	}
	list_for_each_of(struct webhook_walk, walk, &sender->walks, node)
	{
		if (sender->reading == WEBHOOK_SENDER_READS_MAX) return;
		if (walk->is_due && is_idle(walk)) begin_reading(sender, walk);
	}
}

static bool ask(struct webhook_sender *sender, struct webhook_walk *walk)
{
	if (sender->is_abandoned) return false;
	if (sender->config.submit(sender->config.context, &walk->command)) return false;
	walk->is_with_pump = true;
	return true;
}

/* Its turn is over: it stands behind the others, and keeps no memory. */
static void rest(struct webhook_walk *walk)
{
	arena_done(&walk->arena);
	arena_init(&walk->arena, WALK_BYTES);
	list_remove(&walk->node);
	list_push_back(&walk->item.sender->walks, &walk->node);
}

static void walk_came(void *context)
{
	struct webhook_walk *walk = container_of((struct item *)context, struct webhook_walk, item);
	struct webhook_sender *sender = walk->item.sender;
	bool is_to_ask = !walk->err && walk->command.enqueue.place.len;
	walk->is_reading = false;
	sender->reading--;
	if (walk->err == ERR_NOT_FOUND) {
		walk_free(sender, walk);
		go_on(sender);
		return;
	}
	if (is_to_ask && ask(sender, walk)) {
		go_on(sender);
		return;
	}
	/* The next tick retries when store or pump have no time. */
	bool is_to_wait = is_to_ask || (walk->err && walk->err != ERR_STORE_DAMAGED);
	if (is_to_wait || walk->has_more) walk->is_due = true;
	rest(walk);
	if (!is_to_wait) go_on(sender);
}

static void list_came(void *context)
{
	struct webhook_listing *listing = container_of((struct item *)context,
						       struct webhook_listing, item);
	struct webhook_sender *sender = listing->item.sender;
	listing->is_reading = false;
	if (listing->err) listing->is_due = true;
	for (u32 i = 0; !listing->err && i < listing->len; i++) {
		str tenant = listing->rows[i].tenant, name = listing->rows[i].row.key.name;
		struct webhook_walk *walk = walk_find_of(sender, tenant, name);
		if (!walk) walk = walk_add(sender, tenant, name);
		if (walk) walk->is_due = true; /* what it says may be new */
	}
	arena_reset(&listing->arena);
	if (!listing->err) go_on(sender);
}

/* On the loop: the pump is done with it. Refused: somebody changed or moved the webhook, or the
 * store failed; it is read anew. */
static void walk_came_back(void *context)
{
	struct webhook_walk *walk = context;
	walk->is_with_pump = false;
	rest(walk);
	if (walk->err || walk->has_more) walk->is_due = true;
	/* A store that failed is asked again by the next tick. */
	if (!walk->err || walk->err == ERR_VERSION || walk->err == ERR_NOT_FOUND)
		go_on(walk->item.sender);
}

static void on_answer(struct reply *reply, const struct answer *answer)
{
	container_of(reply, struct webhook_walk, reply)->err = answer->err;
}

static void on_over(struct reply *reply)
{
	struct webhook_walk *walk = container_of(reply, struct webhook_walk, reply);
	enum err err = loop_post(walk->item.sender->config.loop, walk_came_back, walk);
	must(!err); /* the loop has a place for each */
}

/* ---- what happens ------------------------------------------------------------------------- */

/* The end of one of its deliveries makes room; what else happens to them is none of its events. */
static bool is_about(const struct webhook_walk *walk, const struct wakeup *wakeup)
{
	static const u64 ends = EVENT_BIT(EVENT_TASK_EXECUTED) | EVENT_BIT(EVENT_TASK_FAILED) |
				EVENT_BIT(EVENT_RUN_DLQ) | EVENT_BIT(EVENT_RUN_FAILED) |
				EVENT_BIT(EVENT_RUN_CANCELLED) | EVENT_BIT(EVENT_TASK_TIMEOUT);
	const struct webhook_says *says = &walk->says;
	if (!walk->is_known) return true;
	if (type_is_webhooks(wakeup->type))
		return str_eq(wakeup->type, walk->name) && wakeup->kinds & ends;
	if (!says->all_tenants && !str_eq(wakeup->tenant, walk->tenant)) return false;
	if (says->type.len && !str_eq(says->type, wakeup->type)) return false;
	return !says->kinds || says->kinds & wakeup->kinds;
}

static bool is_woken(const struct webhook_walk *walk, const struct wakeup *wakeups, u32 len)
{
	for (u32 i = 0; i < len; i++) {
		if (is_about(walk, &wakeups[i])) return true;
	}
	return false;
}

/* Events that do not concern the webhook count as seen: nobody reads for it. */
static void see(const struct webhook_sender *sender, struct webhook_walk *walk, u64 turn)
{
	if (!walk->is_at_end || walk->is_due || !is_idle(walk)) return;
	if (sender->is_in_doubt || walk->seen.turn >= turn) return;
	walk->seen = (struct event_place){ turn, UINT32_MAX };
}

void webhook_sender_wake(struct webhook_sender *sender, const struct wakeup *wakeups, u32 len,
			 bool is_all, u64 turn)
{
	list_for_each_of(struct webhook_walk, walk, &sender->walks, node)
	{
		if (is_all || is_woken(walk, wakeups, len)) walk->is_due = true;
		else see(sender, walk, turn);
	}
	go_on(sender);
}

void webhook_sender_doubt(struct webhook_sender *sender, bool is_in_doubt)
{
	sender->is_in_doubt = is_in_doubt;
	if (!is_in_doubt) webhook_sender_wake(sender, NULL, 0, true, 0);
}

void webhook_sender_look(struct webhook_sender *sender)
{
	sender->listing.is_due = true;
	go_on(sender);
}

void webhook_sender_tick(struct webhook_sender *sender, struct now now)
{
	bool looks_again = now.boot - sender->looked_at >= LOOK_AGAIN_MS;
	if (looks_again) sender->looked_at = now.boot;
	webhook_sender_wake(sender, NULL, 0, looks_again, 0);
}

u32 webhook_sender_count(const struct webhook_sender *sender)
{
	return sender->len;
}

/* ---- beginning and end -------------------------------------------------------------------- */

enum err webhook_sender_new(const struct webhook_sender_config *config,
			    struct webhook_sender **out_sender)
{
	struct webhook_sender *sender = mem_alloc_zeroed(sizeof *sender);
	if (!sender) return ERR_MEMORY;
	sender->config = *config;
	sender->listing.item = (struct item){ ITEM_LIST, sender };
	sender->listing.is_due = true;
	arena_init(&sender->listing.arena, (size_t)WEBHOOKS_SENT_MAX * 1024);
	list_init(&sender->walks);
	*out_sender = sender;
	return ERR_OK;
}

void webhook_sender_free(struct webhook_sender *sender)
{
	if (!sender) return;
	list_for_each_of(struct webhook_walk, walk, &sender->walks, node) walk_free(sender, walk);
	arena_done(&sender->listing.arena);
	mem_free(sender);
}

void webhook_sender_abandon(struct webhook_sender *sender)
{
	if (sender) sender->is_abandoned = true;
}

bool webhook_sender_has_asked(const struct webhook_sender *sender)
{
	if (!sender) return false;
	list_for_each_of(struct webhook_walk, walk, &sender->walks, node)
	{
		if (walk->is_with_pump) return true;
	}
	return false;
}
