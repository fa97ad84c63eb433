/* Workers as they are seen and told: the list, drain and resume. */
#include "api/fleet.h"
#include "api/handlers.h"
#include "api/json.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "store/query.h"

enum { WORKERS_SHOWN = 1000 };

/* ---- seen --------------------------------------------------------------------------------- */

/* The store knows workers that hold runs, or did lately; the loop knows workers that asked for
 * some. */
enum err worker_list_read(struct request *request, struct query *query)
{
	struct worker_page *page = arena_alloc_zeroed(&request->arena, sizeof *page);
	str tenant = request->is_all ? STR("") : request->tenant;
	if (!page) return ERR_MEMORY;
	request->found = page;
	return query->calls->workers(query, tenant, WORKERS_SHOWN, &request->arena, page);
}

static void put_said(struct buf *out, str said, struct key_loose key, str otherwise)
{
	str value = otherwise;
	(void)!json_find(said, key.name, &value);
	put_raw(out, key, value.len ? value : otherwise);
}

static void show_worker(struct buf *out, const struct fleet_worker *worker,
			const struct worker_view *view, msec seen)
{
	str said = worker ? worker->said : STR("{}");
	u64 calls = 0;
	write_open(out, '{');
	put_text(out, KEY(worker, worker_id), worker ? worker->id : view->id);
	if (worker) put_text(out, KEY(worker, tenant_id), worker->tenant);
	put_said(out, said, LOOSE(worker, hostname), STR("null"));
	put_said(out, said, LOOSE(worker, queues), STR("[]"));
	put_said(out, said, LOOSE(worker, types), STR("[]"));
	put_u64(out, KEY(worker, running), view ? view->running : 0);
	if (worker)
		for (struct list_node *node = worker->waiting.head.next;
		     node != &worker->waiting.head; node = node->next)
			calls++;
	put_u64(out, KEY(worker, waiting_calls), calls);
	put_instant_or_null(out, KEY(worker, last_seen), seen);
	put_bool(out, KEY(worker, draining), fleet_drains(worker));
	if (worker)
		put_text_or_null(out, KEY(worker, reason),
				 (str){ worker->reason, worker->reason_len });
	write_close(out, '}');
}

static struct worker_view *view_of(struct worker_page *page, str id)
{
	for (u32 i = 0; i < page->len; i++) {
		if (str_eq(page->rows[i].id, id)) return &page->rows[i];
	}
	return NULL;
}

static msec later(msec a, msec b)
{
	return a > b ? a : b;
}

/* Each is told once, also where two tenants' workers have one name. */
static u32 show_known(struct request *request, struct worker_page *page, bool *told)
{
	const struct fleet *fleet = api_fleet(request->api);
	struct fleet_worker *worker = NULL;
	u32 shown = 0;
	while (shown < WORKERS_SHOWN) {
		worker = request->is_all ? fleet_next(fleet, worker)
					 : fleet_next_of(fleet, request->tenant, worker);
		if (!worker) break;
		struct worker_view *view = view_of(page, worker->id);
		bool is_active = request->now.wall - worker->seen < FLEET_ACTIVE_MS;
		bool is_shown = is_active || worker->is_told || (view && view->running);
		if (!is_shown) continue;
		if (view) told[view - page->rows] = true;
		show_worker(&request->out, worker, view,
			    view ? later(worker->seen, view->last_seen) : worker->seen);
		shown++;
	}
	return shown;
}

bool worker_list_render(struct request *request)
{
	struct worker_page *page = request->found;
	bool *told = arena_alloc_zeroed(&request->arena, page->len + 1);
	list_open(request);
	u32 shown = told ? show_known(request, page, told) : 0;
	for (u32 i = 0; told && i < page->len && shown < WORKERS_SHOWN; i++) {
		if (told[i]) continue;
		show_worker(&request->out, NULL, &page->rows[i], page->rows[i].last_seen);
		shown++;
	}
	list_close(request, false, STR(""));
	return true;
}

/* ---- told --------------------------------------------------------------------------------- */

enum err fleet_find_named(struct request *request)
{
	struct fleet_worker *worker = fleet_find(api_fleet(request->api), request->tenant,
						 request->parts[0]);
	request->lease.fleet = worker;
	return worker ? ERR_OK
		      : request_refuse(request, ERR_NOT_FOUND,
				       "no worker of this name has asked for work");
}

void worker_thing(struct request *request, const struct fleet_worker *worker,
		  struct command *command)
{
	struct buf body;
	buf_init(&body, LIMIT_DOCUMENT_BODY_BYTES);
	fleet_write(worker, &body);
	command->kind = COMMAND_DOCUMENT_PUT;
	command->document = (struct document_command){
		.kind = DOCUMENT_WORKER,
		.name = str_copy(&request->arena, worker->id),
		.body = str_copy(&request->arena, buf_view(&body)),
		.expected = DOCUMENT_ANY,
		.until = msec_add(request->now.wall, FLEET_KEPT_MS),
	};
	buf_done(&body);
}

void worker_end_calls(struct fleet_worker *worker)
{
	struct list_node *node = worker->waiting.head.next;
	while (node != &worker->waiting.head) {
		struct request *call = container_of(node, struct request, lease.in_worker);
		node = node->next;
		api_end_wait(call);
	}
}

/* Its calls that wait end before this command does: afterwards it is given nothing. */
static enum err tell(struct request *request, struct command *command, bool drains)
{
	const struct operate_input *input = request->input;
	struct fleet_worker *worker = request->lease.fleet;
	fleet_order(worker, drains, input->reason);
	worker_thing(request, worker, command);
	worker->kept = request->now.wall;
	if (drains) worker_end_calls(worker);
	return ERR_OK;
}

enum err worker_drain(struct request *request, struct command *command)
{
	return tell(request, command, true);
}

enum err worker_resume(struct request *request, struct command *command)
{
	return tell(request, command, false);
}

bool worker_told_render(struct request *request)
{
	struct fleet_worker *worker = fleet_find(api_fleet(request->api), request->tenant,
						 request->parts[0]);
	struct buf *out = &request->out;
	write_open(out, '{');
	put_text(out, KEY(worker_drain, worker_id), request->parts[0]);
	put_bool(out, KEY(worker_drain, draining), worker && worker->is_told);
	put_text_or_null(out, KEY(worker_drain, reason),
			 worker ? (str){ worker->reason, worker->reason_len } : STR(""));
	write_close(out, '}');
	return true;
}
