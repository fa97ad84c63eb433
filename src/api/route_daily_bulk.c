/* Daily windows of many people in one call: each item is a command of its own, and has its own
 * verdict. */
#include "api/audit.h"
#include "api/handlers.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "api/show.h"
#include "api/wave.h"

SHAPE_STRUCT(daily_item, DAILY_ITEM_FIELDS);
SHAPE(daily_item_body, daily_item, DAILY_ITEM_FIELDS, "daily_item",
      "a person's daily window, one of many");

SHAPE_STRUCT(daily_bulk_input, DAILY_BULK_FIELDS);
SHAPE(daily_bulk_body, daily_bulk_input, DAILY_BULK_FIELDS, "daily_bulk",
      "daily windows of many people");

struct window_verdict {
	enum err err;
	str text;    /* what is wrong; empty: the error's sentence */
	str pointer; /* where; empty: not in the body */
	bool is_new;
	bool is_changed;
};

/* An item as it was sent. The good ones come first in the wave, in their order. */
struct bulk_window {
	const struct daily_item *item;
	u32 due_minute;
	struct window_verdict verdict;
};

struct window_list {
	struct bulk_window *items;
	u32 len;
	u32 *good; /* their places */
	u32 good_len;
};

/* ---- what comes in -------------------------------------------------------------------------- */

static enum err read_window(struct request *request, const struct daily_item *item,
			    struct bulk_window *window, struct why *why)
{
	const struct fault *fault = item->given.fault;
	const struct zone *zone;
	window->item = item;
	if (fault) {
		window->verdict.pointer = fault->pointer;
		return fault_fail(why, fault->code, fault->pointer, fault->reason);
	}
	window->verdict.pointer = STR("/due_time");
	if (daily_parse_time(item->due_time, &window->due_minute, why)) return ERR_INVALID;
	window->verdict.pointer = STR("/timezone");
	enum err err = item->timezone.len ? request_zone(request, item->timezone, &zone) : ERR_OK;
	if (err) *why = request->why;
	else window->verdict.pointer = STR("");
	return err;
}

/* A pointer into an item becomes one into the body. */
static void place(struct request *request, struct bulk_window *window, u32 index)
{
	struct buf text;
	buf_init(&text, 64);
	buf_addf(&text, "/windows/%u", index);
	buf_add(&text, window->verdict.pointer);
	window->verdict.pointer = str_copy(&request->arena, buf_view(&text));
	buf_done(&text);
}

enum err daily_bulk_decode(struct request *request)
{
	const struct daily_bulk_input *input = request->input;
	const struct daily_item *items = input->windows.at;
	struct window_list *windows = arena_alloc_zeroed(&request->arena, sizeof *windows);
	if (!windows) return ERR_MEMORY;
	request->found = windows;
	windows->len = input->windows.len;
	windows->items = arena_alloc_array(&request->arena, windows->len, sizeof *windows->items);
	windows->good = arena_alloc_array(&request->arena, windows->len, sizeof *windows->good);
	if (arena_failed(&request->arena)) return ERR_MEMORY;
	for (u32 i = 0; i < windows->len; i++) {
		struct bulk_window *window = &windows->items[i];
		struct why why = { 0 };
		*window = (struct bulk_window){ 0 };
		enum err err = read_window(request, &items[i], window, &why);
		request->faults.len = 0;
		if (!err) windows->good[windows->good_len++] = i;
		window->verdict.err = err;
		if (err) window->verdict.text = str_copy(&request->arena, str_from(why.text));
		if (err && !items[i].given.fault) place(request, window, i);
	}
	return arena_failed(&request->arena) ? ERR_MEMORY : ERR_OK;
}

/* ---- carried out ---------------------------------------------------------------------------- */

/* The item as its audit row shows it. */
static str audit_text(struct request *request, const struct daily_item *item)
{
	struct buf text;
	buf_init(&text, 1024);
	write_open(&text, '{');
	put_text(&text, LOOSE(daily, due_time), item->due_time);
	put_text(&text, LOOSE(daily, timezone), item->timezone.len ? item->timezone : STR("UTC"));
	write_close(&text, '}');
	str copy = str_copy(&request->arena, buf_view(&text));
	buf_done(&text);
	return copy;
}

static void fill(struct request *request, u32 index, struct command *command)
{
	const struct window_list *windows = request->found;
	const struct bulk_window *window = &windows->items[windows->good[index]];
	command->kind = COMMAND_DAILY_PUT;
	command->daily.user = window->item->user_id;
	command->daily.zone = window->item->timezone;
	command->daily.due_minute = window->due_minute;
	command->audit = audit_ask_item(request, command->audit, window->item->user_id,
					audit_text(request, window->item));
}

static void take(struct request *request, u32 index, const struct wave_slot *slot)
{
	struct window_list *windows = request->found;
	struct window_verdict *verdict = &windows->items[windows->good[index]].verdict;
	verdict->err = slot->err;
	verdict->is_new = slot->daily.is_new;
	verdict->is_changed = slot->daily.is_changed;
	if (slot->err && slot->why.code == slot->err)
		verdict->text = str_copy(&request->arena, str_from(slot->why.text));
}

enum err daily_bulk_put(struct request *request, struct command *command)
{
	const struct window_list *windows = request->found;
	struct wave *wave = arena_alloc_zeroed(&request->arena, sizeof *wave);
	if (!wave) return ERR_MEMORY;
	command->kind = COMMAND_DAILY_PUT;
	wave->len = windows->good_len;
	wave->fill = fill;
	wave->take = take;
	request->wave = wave;
	return ERR_OK;
}

/* ---- told ----------------------------------------------------------------------------------- */

static str outcome_of(const struct window_verdict *verdict)
{
	if (verdict->is_new) return STR("created");
	return verdict->is_changed ? STR("changed") : STR("unchanged");
}

static void show_window(struct buf *out, const struct bulk_window *window)
{
	const struct window_verdict *verdict = &window->verdict;
	write_open(out, '{');
	str user = window->item->user_id;
	if (user.len) put_text(out, KEY(daily_result, user_id), user);
	if (!verdict->err) put_text(out, KEY(daily_result, outcome), outcome_of(verdict));
	else {
		put_open(out, KEY(daily_result, error), '{');
		show_item_error(out, verdict->err, verdict->text);
		write_close(out, '}');
		if (verdict->pointer.len)
			put_text(out, KEY(daily_result, pointer), verdict->pointer);
	}
	write_close(out, '}');
}

bool daily_bulk_render(struct request *request)
{
	const struct window_list *windows = request->found;
	struct buf *out = &request->out;
	write_open(out, '{');
	put_open(out, KEY(daily_results, results), '[');
	for (u32 i = 0; i < windows->len; i++) show_window(out, &windows->items[i]);
	write_close(out, ']');
	write_close(out, '}');
	return true;
}
