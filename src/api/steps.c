/* The steps of a request: read, command, view; on which thread each goes on. */
#include "api/answers.h"
#include "api/audit.h"
#include "api/look.h"
#include "api/parts.h"
#include "api/streams.h"
#include "api/wave.h"
#include "base/must.h"
#include "store/query.h"

/* ---- the pump's thread -------------------------------------------------------------------- */

static void on_answer(struct reply *reply, const struct answer *answer)
{
	answer_take(container_of(reply, struct ask, reply)->request, answer);
}

static void on_over(struct reply *reply)
{
	struct request *request = container_of(reply, struct ask, reply)->request;
	const struct api_doors *doors = api_doors(request->api);
	doors->post(doors->context, request);
}

/* `is_answer`: what comes back is the request's own answer. */
void request_ask(struct ask *ask, struct request *request, bool is_answer)
{
	*ask = (struct ask){ .reply = { .answered = is_answer ? on_answer : NULL, .over = on_over },
			     .request = request };
	ask->command.reply = &ask->reply;
}

/* ---- the steps ---------------------------------------------------------------------------- */

static void begin_reading(struct request *request, enum request_phase phase)
{
	const struct api_doors *doors = api_doors(request->api);
	request->phase = phase;
	request->posts_due = 1;
	enum err err = doors->read(doors->context, request);
	if (!err) return;
	request->posts_due = 0;
	request_finish_with(request, err);
}

static void step_show(struct request *request)
{
	const struct api_route *route = request->route;
	request->status = route->answers[0].status;
	if (request->answer.is_replayed && (route->flags & ROUTE_REPLAYS))
		request_add_field(request, STR("Idempotent-Replayed"), STR("true"));
	if (route->render && route->render(request)) {
		request_finish(request);
		return;
	}
	must(route->view != NULL);
	begin_reading(request, PHASE_VIEW);
}

static struct digest replay_digest(struct request *request)
{
	struct buf text;
	buf_init(&text, (size_t)16 << 10);
	buf_add(&text, request->tenant);
	buf_add_byte(&text, '\n');
	buf_add(&text, request->path);
	buf_add_byte(&text, '\n');
	buf_add(&text, request->replay_key);
	struct digest digest = digest_of(buf_view(&text));
	buf_done(&text);
	return digest;
}

str api_actor(struct request *request)
{
	if (request->caller.insider.len) return request->caller.insider;
	if (request->who.user.len) return request->who.user;
	char *text = arena_alloc(&request->arena, 6 + UUID_TEXT_LEN);
	if (!text) return (str){ 0 };
	memcpy(text, "token:", 6);
	uuid_print(request->who.token, text + 6);
	return (str){ text, 6 + UUID_TEXT_LEN };
}

static void fill_command(struct request *request)
{
	struct command *command = &request->ask.command;
	request_ask(&request->ask, request, true);
	if (!request->is_all) command->tenant = request->tenant;
	command->actor = api_actor(request);
	command->audit = audit_ask(request);
	if (!request->replay_key.len || !(request->route->flags & ROUTE_REPLAYS)) return;
	command->has_replay = true;
	command->replay_key = replay_digest(request);
	command->replay_body = digest_of(request->body);
}

/* A command beside the answer's own may be refused: the next call submits it again. */
static void submit_beside(struct request *request)
{
	const struct api_doors *doors = api_doors(request->api);
	if (!request->has_beside) return;
	request->beside.request = request;
	request->beside.reply = (struct reply){ .over = on_over };
	request->beside.command.reply = &request->beside.reply;
	if (!doors->submit(doors->context, &request->beside.command)) request->posts_due++;
}

static void step_command(struct request *request)
{
	const struct api_doors *doors = api_doors(request->api);
	if (!request->route->command) {
		step_show(request);
		return;
	}
	fill_command(request);
	enum err err = request->route->command(request, &request->ask.command);
	if (!err) err = look_was_made(request);
	if (!err && arena_failed(&request->arena)) err = ERR_MEMORY;
	if (err) {
		request_finish_with(request, err);
		return;
	}
	if (request->is_done) {
		request_finish(request);
		return;
	}
	request->phase = PHASE_COMMAND;
	if (request->wave) {
		if (wave_submit(request)) return;
		if (request->err) request_finish_with(request, request->err);
		else step_show(request);
		return;
	}
	err = doors->submit(doors->context, &request->ask.command);
	if (!err) {
		request->posts_due++;
		submit_beside(request);
		return;
	}
	request->phase = PHASE_START;
	request->err = err;
	if (request->route->flags & ROUTE_ANYWAY) step_show(request);
	else request_finish_with(request, err);
}

void request_step(struct request *request)
{
	bool has_read = request->route->read && !request->reading.is_skipped;
	if (has_read || audit_wants_look(request->route) || look_is_demanded(request))
		begin_reading(request, PHASE_READ);
	else step_command(request);
}

/* Somebody else was quicker with a change that nobody forbade: read and try again. */
static bool may_try_again(struct request *request)
{
	enum command_kind kind = request->ask.command.kind;
	bool is_race = request->err == ERR_VERSION ||
		       (request->err == ERR_CONFLICT && request->route->method == METHOD_PUT) ||
		       (request->err == ERR_NOT_FOUND && kind == COMMAND_OPERATION_STOP);
	return is_race && request->route->read && !request->match.if_match.len &&
	       ++request->tries < STEP_TRIES_MAX;
}

static void after_command(struct request *request)
{
	if (request->wave && wave_goes_on(request)) return;
	if (!request->err || request->route->flags & ROUTE_ANYWAY) step_show(request);
	else if (may_try_again(request)) request_step(request);
	else request_finish_with(request, request->err);
}

void api_resume(struct request *request)
{
	must(request->posts_due > 0);
	if (--request->posts_due) return;
	switch (request->phase) {
	case PHASE_READ:
		if (request->err) request_finish_with(request, request->err);
		else if (request->is_done) request_finish(request);
		else step_command(request);
		return;
	case PHASE_COMMAND: after_command(request); return;
	case PHASE_VIEW:
		if (request->err) request_finish_with(request, request->err);
		else request_finish_view(request);
		return;
	case PHASE_RELEASE: request_end(request); return;
	case PHASE_STREAM: streams_resume(api_streams_of(request->api), request); return;
	case PHASE_START:
	case PHASE_SENDING: break;
	}
	must(false);
}

static void read_first(struct request *request, struct query *query)
{
	request->err = look_before(request, query);
	if (!request->err && request->route->read && !request->reading.is_skipped)
		request->err = request->route->read(request, query);
}

void api_read(struct request *request, struct query *query, u64 turns)
{
	const struct api_doors *doors = api_doors(request->api);
	const struct api_route *route = request->route;
	request->reading.times++;
	request->reading.turns += turns;
	query->damaged.len = 0;
	request->reading.damaged = &query->damaged;
	if (request->phase == PHASE_STREAM) streams_read(request, query);
	else if (request->phase == PHASE_READ) read_first(request, query);
	else request->err = route->view(request, query);
	/* The row exists and cannot be read: a caller who looks for it by its name must not create
	 * it again. */
	if (request->err == ERR_NOT_FOUND && query->damaged.len) request->err = ERR_STORE_DAMAGED;
	request->reading.damaged = NULL; /* the query is the next one's */
	if (!request->err && arena_failed(&request->arena)) request->err = ERR_MEMORY;
	doors->post(doors->context, request);
}

/* ---- a worker that waits ------------------------------------------------------------------ */

void api_end_wait(struct request *request)
{
	const struct api_doors *doors = api_doors(request->api);
	if (request->phase != PHASE_COMMAND || request->ask.command.kind != COMMAND_LEASE) return;
	if (request->lease.has_left) return;
	request->lease.has_left = true;
	request_ask(&request->leave, request, false);
	request->leave.command.kind = COMMAND_LEAVE;
	request->leave.command.leave.reply = &request->ask.reply;
	/* Refused: the call ends by its own time, and what it got is given back then. */
	if (!doors->submit(doors->context, &request->leave.command)) request->posts_due++;
}

void api_gone(struct request *request)
{
	request->is_gone = true;
	streams_gone(api_streams_of(request->api), request);
	api_end_wait(request);
}
