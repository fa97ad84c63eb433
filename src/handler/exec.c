/* A program has three pipes, whose other ends are read and written here, on the loop; that it has
 * ended is the broker's word. That word comes only when nothing of the program is left, so what the
 * pipes hold then is all there will be. */
#define _GNU_SOURCE
#include "handler/exec.h"

#include "base/memory.h"
#include "base/must.h"
#include "handler/capture.h"
#include "handler/exec_parts.h"
#include "handler/parts.h"
#include "handler/wire.h"

#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PIECE_BYTES = 65536, DRAIN_PIECES = 64, PIECES_A_PASS = 4, EXIT_RETRY = 75 };

/* One of the three ways between us and a program. */
struct way {
	int fd; /* -1: closed */
	struct event *event;
};

struct exec_call {
	struct list_node node;
	struct work *work;
	struct exec_line *line;
	struct way input;
	struct way output;
	struct way errors;
	size_t sent;
	struct capture out;
	struct capture err;
	struct tail tail;  /* of what it wrote to stderr */
	bool has_progress; /* what it said last, and nobody was told yet */
	u32 percent;
	u32 message_len;
	char message[LIMIT_PROGRESS_BYTES];
};

/* ---- the pipes ------------------------------------------------------------------------------- */

static void close_way(struct way *way)
{
	if (way->event) event_free(way->event);
	if (way->fd >= 0) close(way->fd);
	*way = (struct way){ .fd = -1 };
}

static void let_go(struct exec_call *call)
{
	close_way(&call->input);
	close_way(&call->output);
	close_way(&call->errors);
	capture_done(&call->out);
	capture_done(&call->err);
	if (list_node_is_in_list(&call->node)) list_remove(&call->node);
}

static void on_input(evutil_socket_t fd, short what, void *context)
{
	struct exec_call *call = context;
	str rest = str_from_offset(call->work->payload, call->sent);
	(void)what;
	ssize_t written = rest.len ? write(fd, rest.at, rest.len) : 0;
	if (written > 0) call->sent += (size_t)written;
	bool later = written < 0 && (errno == EAGAIN || errno == EINTR);
	/* Closed when all is said, and when the program does not listen. */
	if ((written < 0 && !later) || call->sent == call->work->payload.len)
		close_way(&call->input);
}

static void take(struct exec_call *call, const struct way *way, str piece)
{
	if (way == &call->output) {
		capture_add(&call->out, piece);
		return;
	}
	capture_add(&call->err, piece);
	tail_add(&call->tail, piece);
}

/* Of many words about progress in one go only the last is passed on. */
static void tell_progress(struct exec_call *call)
{
	const struct handlers_config *config = &call->work->handlers->config;
	if (call->has_progress && config->progress)
		config->progress(config->context, call->work->execution, call->percent,
				 (str){ call->message, call->message_len });
	call->has_progress = false;
}

static void on_progress(void *context, u32 percent, str message)
{
	struct exec_call *call = context;
	call->has_progress = true;
	call->percent = percent;
	call->message_len = message.len < sizeof call->message ? (u32)message.len
							       : sizeof call->message;
	if (message.len) memcpy(call->message, message.at, call->message_len);
}

/* Up to `pieces` of them; a program that never stops writing must not hold the loop. */
static void read_some(struct exec_call *call, struct way *way, u32 pieces)
{
	char piece[PIECE_BYTES];
	for (u32 i = 0; i < pieces && way->fd >= 0; i++) {
		ssize_t got = read(way->fd, piece, sizeof piece);
		if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
		if (got <= 0) close_way(way);
		else take(call, way, (str){ piece, (size_t)got });
	}
}

static void on_output(evutil_socket_t fd, short what, void *context)
{
	struct exec_call *call = context;
	(void)fd, (void)what;
	read_some(call, &call->output, PIECES_A_PASS);
	tell_progress(call);
}

static void on_errors(evutil_socket_t fd, short what, void *context)
{
	struct exec_call *call = context;
	(void)fd, (void)what;
	read_some(call, &call->errors, PIECES_A_PASS);
}

static enum err open_way(struct exec_call *call, struct way *way, short events,
			 event_callback_fn function)
{
	struct event_base *base = loop_base(call->work->handlers->loop);
	way->event = event_new(base, way->fd, (short)(events | EV_PERSIST), function, call);
	if (!way->event || event_add(way->event, NULL) != 0) return ERR_MEMORY;
	return ERR_OK;
}

/* Ours in the ways, the program's in `out_theirs`. */
static enum err make_pipes(struct exec_call *call, int out_theirs[WIRE_FDS])
{
	struct way *const ways[WIRE_FDS] = { &call->input, &call->output, &call->errors };
	for (u32 i = 0; i < WIRE_FDS; i++) {
		int ends[2];
		if (pipe2(ends, O_CLOEXEC) != 0) return ERR_IO;
		u32 ours = i == 0; /* we write the first and read the others */
		ways[i]->fd = ends[ours];
		out_theirs[i] = ends[!ours];
		if (fcntl(ends[ours], F_SETFL, O_NONBLOCK) != 0) return ERR_IO;
	}
	enum err err = open_way(call, &call->input, EV_WRITE, on_input);
	if (!err) err = open_way(call, &call->output, EV_READ, on_output);
	if (!err) err = open_way(call, &call->errors, EV_READ, on_errors);
	return err;
}

/* ---- how it ended ---------------------------------------------------------------------------- */

static str message_of(struct exec_call *call, const char *how)
{
	struct arena *arena = &call->work->arena;
	struct buf text;
	str errors = tail_text(&call->tail, LIMIT_ERROR_MESSAGE_BYTES - 100, arena);
	buf_init(&text, LIMIT_ERROR_MESSAGE_BYTES);
	buf_add(&text, str_from(how));
	if (errors.len) buf_add(&text, STR(": "));
	buf_add(&text, errors);
	str message = buf_failed(&text) ? str_from(how) : str_copy(arena, buf_view(&text));
	buf_done(&text);
	return message;
}

static void fill_output(struct exec_call *call, struct handler_report *report)
{
	struct arena *arena = &call->work->arena;
	str kept = buf_view(&call->out.kept);
	report->report.output = (struct attempt_output){
		.kind = call->out.len || call->err.len ? OUTPUT_PROGRAM : OUTPUT_NONE,
		.out_len = call->out.len,
		.err_len = call->err.len,
		.out = str_copy(arena, kept),
		.err = str_copy(arena, buf_view(&call->err.kept)),
	};
	if (report->report.outcome != OUTCOME_SUCCESS) return;
	while (kept.len && kept.at[kept.len - 1] == '\n') kept.len--;
	bool whole = call->out.len == call->out.kept.len;
	report->report.result = http_reply_keep(kept, whole, LIMIT_RESULT_BYTES, arena);
	report->report.result_hash = http_reply_hash(report->report.result, arena);
}

struct meaning {
	enum outcome outcome;
	enum error_class class;
	char how[80];
};

/* Whether it may well begin the next time: the machine, or its user, had too much at once. */
static bool is_passing(const struct wire_end *end)
{
	static const int errors[] = { EAGAIN, ENOMEM, EMFILE, ENFILE, ENOSPC, EDQUOT, ETXTBSY };
	for (size_t i = 0; i < countof(errors); i++) {
		if (end->error == errors[i]) return true;
	}
	return end->stage == STAGE_FORK || end->stage == STAGE_BROKER || end->stage == STAGE_RECORD;
}

static struct meaning meaning_of(const struct work *work, const struct wire_end *end)
{
	struct meaning meaning = { OUTCOME_FAIL, CLASS_PERMANENT, "" };
	bool exited = WIFEXITED(end->status);
	int code = WEXITSTATUS(end->status);
	if (end->stage != STAGE_NONE) {
		if (is_passing(end))
			meaning = (struct meaning){ OUTCOME_RETRY, CLASS_TRANSIENT, "" };
		(void)snprintf(meaning.how, sizeof meaning.how, "%s (%s)",
			       wire_stage_sentence(end->stage), strerrorname_np(end->error));
	} else if (work->stop == WORK_CANCELLED) {
		meaning = (struct meaning){ OUTCOME_FAIL, CLASS_CANCELLED,
					    "stopped: the run has ended" };
	} else if (work->stop == WORK_TIMED_OUT) {
		meaning = (struct meaning){ OUTCOME_RETRY, CLASS_TIMEOUT,
					    "the timeout was reached" };
	} else if (!exited) {
		meaning = (struct meaning){ OUTCOME_RETRY, CLASS_TRANSIENT, "" };
		(void)snprintf(meaning.how, sizeof meaning.how, "the program was ended by SIG%s",
			       sigabbrev_np(WTERMSIG(end->status)));
	} else {
		if (code == 0) meaning.outcome = OUTCOME_SUCCESS;
		if (code == EXIT_RETRY)
			meaning = (struct meaning){ OUTCOME_RETRY, CLASS_TRANSIENT, "" };
		(void)snprintf(meaning.how, sizeof meaning.how, "exit code %d", code);
	}
	return meaning;
}

static void finish(struct exec_call *call, const struct wire_end *end)
{
	struct work *work = call->work;
	struct handler_report report = { .report = { .outcome = OUTCOME_OPEN } };
	read_some(call, &call->output, DRAIN_PIECES);
	read_some(call, &call->errors, DRAIN_PIECES);
	capture_close(&call->out);
	tell_progress(call);
	struct meaning meaning = meaning_of(work, end);
	report.report.outcome = meaning.outcome;
	fill_output(call, &report);
	if (meaning.outcome != OUTCOME_SUCCESS) {
		report.report.error_class = error_class_name(meaning.class);
		report.report.error_message = message_of(call, meaning.how);
	}
	let_go(call);
	work_end(work, &report);
}

/* ---- the line -------------------------------------------------------------------------------- */

static struct exec_call *call_of(struct exec_line *line, const struct uuid *execution)
{
	list_for_each_of(struct exec_call, call, &line->calls, node)
	{
		if (uuid_eq(&call->work->execution, execution)) return call;
	}
	return NULL;
}

static void on_gone(struct exec_line *line)
{
	struct wire_end end = { .stage = STAGE_BROKER, .error = EPIPE };
	const struct handlers_config *config = &line->handlers->config;
	line->is_gone = true;
	event_del(line->event);
	if (config->log)
		config->log(config->context,
			    STR("{\"level\":\"error\",\"msg\":\"program broker lost\"}"));
	list_for_each_of(struct exec_call, call, &line->calls, node) finish(call, &end);
}

static void on_broker(evutil_socket_t fd, short what, void *context)
{
	struct exec_line *line = context;
	struct wire_ended ended;
	enum wire_got got;
	(void)what;
	while ((got = wire_receive_ended(fd, &ended)) == WIRE_GOT) {
		struct exec_call *call = call_of(line, &ended.execution);
		if (call) finish(call, &ended.end);
	}
	if (got != WIRE_NOTHING) on_gone(line);
}

enum err exec_line_new(struct handlers *handlers, struct broker *broker,
		       struct exec_line **out_line)
{
	struct exec_line *line = mem_alloc_zeroed(sizeof *line);
	if (!line) return ERR_MEMORY;
	line->handlers = handlers;
	line->broker = broker;
	list_init(&line->calls);
	line->event = event_new(loop_base(handlers->loop), broker_socket(broker),
				EV_READ | EV_PERSIST, on_broker, line);
	if (!line->event || event_add(line->event, NULL) != 0) {
		exec_line_free(line);
		return ERR_MEMORY;
	}
	*out_line = line;
	return ERR_OK;
}

void exec_line_free(struct exec_line *line)
{
	if (!line) return;
	list_for_each_of(struct exec_call, call, &line->calls, node) let_go(call);
	if (line->event) event_free(line->event);
	mem_free(line);
}

static void send_order(struct exec_call *call, struct wire_order *order)
{
	struct work *work = call->work;
	int theirs[WIRE_FDS] = { -1, -1, -1 };
	enum err err = make_pipes(call, theirs);
	int error = err ? EMFILE
			: wire_send_order(broker_socket(call->line->broker), order, theirs,
					  WIRE_FDS);
	for (u32 i = 0; i < WIRE_FDS; i++) {
		if (theirs[i] >= 0) close(theirs[i]);
	}
	if (!error) return;
	let_go(call);
	work_fail(work, OUTCOME_RETRY, CLASS_TRANSIENT, "the program could not be started (%s)",
		  strerrorname_np(error));
}

static struct exec_call *make_call(struct work *work)
{
	struct exec_call *call = arena_alloc_zeroed(&work->arena, sizeof *call);
	if (!call) return NULL;
	call->work = work;
	call->line = work->handlers->exec;
	call->input.fd = call->output.fd = call->errors.fd = -1;
	capture_init(&call->out, on_progress, call);
	capture_init(&call->err, NULL, NULL);
	list_push_back(&call->line->calls, &call->node);
	work->state = call;
	return call;
}

static void begin(struct work *work, struct wire_order *order)
{
	if (work->handlers->exec->is_gone) {
		work_fail(work, OUTCOME_RETRY, CLASS_TRANSIENT, "%s",
			  wire_stage_sentence(STAGE_BROKER));
		return;
	}
	struct exec_call *call = make_call(work);
	if (call) send_order(call, order);
	else work_fail(work, OUTCOME_RETRY, CLASS_TRANSIENT, "out of memory");
}

static void exec_start(struct work *work)
{
	struct wire_order order = { .kind = WIRE_START,
				    .execution = work->execution,
				    .run = work->run,
				    .attempt = work->attempt };
	struct why why;
	enum err err = exec_find_program(work->handlers, work->spec.program, &order.program, &why);
	if (!err) err = exec_check(work->handlers, &work->spec, &why);
	if (!err) {
		const struct programs *programs = broker_programs(work->handlers->exec->broker);
		err = exec_fill_slots(&programs->at[order.program], work, &order, &why);
	}
	if (err) work_fail(work, OUTCOME_FAIL, CLASS_VALIDATION, "%s", why.text);
	else begin(work, &order);
}

/* The keeper gives it its grace; the broker's word ends it. */
static void exec_stop(struct work *work)
{
	struct exec_call *call = work->state;
	struct wire_order order = { .kind = WIRE_STOP, .execution = work->execution };
	struct wire_end gone = { .stage = STAGE_BROKER, .error = EPIPE };
	int error = wire_send_order(broker_socket(call->line->broker), &order, NULL, 0);
	if (error && error != EAGAIN) finish(call, &gone);
	else if (error) {
		/* The broker has more to do than it can: ask again soon. */
		work->stop = WORK_GOES_ON;
		loop_timer_start(work->deadline, MSEC_SECOND);
	}
}

const struct handler_way exec_way = { exec_start, exec_stop };
