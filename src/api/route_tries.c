/* Sends that are tried out: a ping of a group of jobs, a report of an error. Each is the run that
 * would be made if it were meant, and says that it is a test. */
#include "api/documents.h"
#include "api/handlers.h"
#include "api/json.h"
#include "api/member.h"
#include "api/parts.h"
#include "model/alert.h"
#include "store/query.h"

enum { PAYLOAD_BYTES = 4096 };

static enum err set_payload(struct request *request, struct buf *payload, str type,
			    enum run_cause cause)
{
	struct enqueue_item *item = arena_alloc_zeroed(&request->arena, sizeof *item);
	if (!item || buf_failed(payload)) return ERR_MEMORY;
	item->type = type;
	item->cause = cause;
	item->payload = str_copy(&request->arena, buf_view(payload));
	request->found = item;
	return arena_failed(&request->arena) ? ERR_MEMORY : ERR_OK;
}

/* Neither a group nor a URL that is kept needs escaping. */
enum err ping_try_read(struct request *request, struct query *query)
{
	struct document_view tenant = { 0 };
	struct buf payload;
	str pings, url, group = request->parts[0];
	enum err err = document_find(request, query, DOCUMENT_TENANT, STR(""), &tenant);
	if (err) return err;
	if (!json_find(tenant.row.body, STR("pings"), &pings) || !json_find(pings, group, &url))
		return ERR_NOT_FOUND;
	buf_init(&payload, PAYLOAD_BYTES);
	buf_addf(&payload, "{\"url\":%.*s,\"body\":{\"group\":\"%.*s\",\"test\":true}}",
		 STR_ARG(url), STR_ARG(group));
	err = set_payload(request, &payload, PING_TYPE, CAUSE_PING);
	buf_done(&payload);
	return err;
}

enum err sentry_try_decode(struct request *request)
{
	struct buf payload;
	request->tenant = STR("system");
	buf_init(&payload, PAYLOAD_BYTES);
	write_open(&payload, '{');
	put_text(&payload, OWN_KEY("reason"), STR("test"));
	put_u64(&payload, OWN_KEY("count"), 1);
	put_instant(&payload, OWN_KEY("at"), request->now.wall);
	write_close(&payload, '}');
	enum err err = set_payload(request, &payload, SENTRY_TYPE, CAUSE_ERROR);
	buf_done(&payload);
	return err;
}

enum err try_enqueue(struct request *request, struct command *command)
{
	command->kind = COMMAND_ENQUEUE;
	command->enqueue =
		(struct enqueue_command){ .items = request->found, .len = 1, .atomic = true };
	return ERR_OK;
}

/* The run that makes the try; it tells what came of it. */
enum err try_view(struct request *request, struct query *query)
{
	const struct uuid *id = &request->answer.enqueue.items[0].run;
	struct buf *out = &request->out;
	struct run_view run = { 0 };
	enum err err = query->calls->run(query, request->tenant, id, &request->arena, &run);
	if (err && err != ERR_NOT_FOUND) return err;
	write_open(out, '{');
	put_uuid(out, KEY(alert_test, id), id);
	put_u64(out, KEY(alert_test, queued), 1);
	put_open(out, KEY(alert_test, runs), '[');
	write_open(out, '{');
	put_uuid(out, KEY(alert_send, run_id), id);
	put_text(out, KEY(alert_send, state), err ? STR("purged") : run_state_name(run.state));
	write_close(out, '}');
	write_close(out, ']');
	write_close(out, '}');
	return ERR_OK;
}
