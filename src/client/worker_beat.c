/* A worker's heartbeats: leases are renewed, progress told, and programs ended whose run was
 * cancelled or is somebody else's by now. */
#include "client/worker_parts.h"

#include "cli/render.h"
#include "host/clock.h"

#include <signal.h>

enum { RENEW_MS_MAX = 20000 };

/* A third of the shortest lease that is held. */
static msec renew_span(const struct client_worker *worker)
{
	msec span = RENEW_MS_MAX;
	for (u32 i = 0; i < worker->wish->concurrency; i++) {
		const struct worker_slot *slot = &worker->slots[i];
		if (slot->is_used && slot->lease_ms && slot->lease_ms / 3 < span)
			span = slot->lease_ms / 3;
	}
	return span < RENEW_MS_MIN ? RENEW_MS_MIN : span;
}

static bool has_progress(const struct client_worker *worker)
{
	for (u32 i = 0; i < worker->wish->concurrency; i++) {
		if (worker->slots[i].is_used && !worker->slots[i].child.is_told) return true;
	}
	return false;
}

static void add_beats(struct client_worker *worker)
{
	struct buf *out = &worker->body;
	bool is_first = true;
	buf_clear(out);
	buf_add(out, STR("{\"worker_id\":"));
	buf_add_json(out, str_from(worker->name));
	buf_add(out, STR(",\"executions\":["));
	for (u32 i = 0; i < worker->wish->concurrency; i++) {
		struct worker_slot *slot = &worker->slots[i];
		if (!slot->is_used || slot->is_lost) continue;
		buf_addf(out, "%s{\"execution_id\":\"%s\"", is_first ? "" : ",", slot->id);
		is_first = false;
		if (slot->child.percent <= 100) {
			buf_addf(out, ",\"progress_percent\":%u,\"progress_message\":",
				 slot->child.percent);
			buf_add_json(out, str_from(slot->child.message));
		}
		slot->child.is_told = true;
		buf_add_byte(out, '}');
	}
	buf_add(out, STR("]}"));
}

/* The ids in a list of the answer. */
static void hear(struct client_worker *worker, str body, const char *list, bool is_lost)
{
	str rest = render_array(body, list);
	str item;
	while (render_next_item(&rest, &item)) {
		struct worker_slot *slot =
			item.len > 2 ? worker_slot_of(worker, str_slice(item, 1, item.len - 1))
				     : NULL;
		if (!slot || slot->child.has_ended) continue;
		if (!slot->is_cancelled) slot->ask_at = clock_now().wall;
		child_signal(&slot->child, is_lost ? SIGKILL : SIGTERM);
		slot->is_cancelled = true;
		slot->is_lost |= is_lost;
	}
}

enum err worker_renew(struct client_worker *worker, struct why *why)
{
	str body;
	add_beats(worker);
	worker->renewed = clock_now().wall;
	enum err err = worker_call(worker, "/api/v1/scheduler/worker/heartbeat", 0, &body, why);
	if (err) return err;
	hear(worker, body, "lost", true);
	hear(worker, body, "cancelled", false);
	return ERR_OK;
}

msec worker_beat_span(const struct client_worker *worker)
{
	return has_progress(worker) ? RENEW_MS_MIN : renew_span(worker);
}
