/* A walk leads to one webhook: idle, being read for, or with the pump. The list of them is read
 * the same way, by an item of its own. */
#include "deliver/webhook_sender.h"

#include "api/event.h"
#include "api/place.h"
#include "api/webhook.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/must.h"
#include "deliver/webhook_parts.h"
#include "model/limits.def"

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

void webhook_walk_came(void *context)
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

void webhook_list_came(void *context)
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
