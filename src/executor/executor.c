/* An invocation is a leased run on its way through the handlers; an ask is a command on its way
 * through the pump. Both are the loop's, but for the time that the pump, or a reader, has them. */
#include "api/failures.h"
#include "executor/executor.h"

#include "api/token.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/must.h"
#include "executor/invocation.h"
#include "executor/references.h"
#include "executor/sentry.h"
#include "handler/said.h"
#include "model/trace.h"

#include <pthread.h>

enum {
	WAIT_MS = LIMIT_LEASE_WAIT_MS,
	RETRY_MS = 1000,    /* the pump, or a reader, is busy */
	PROGRESS_MS = 1000, /* at most so often a run's progress is told */
	BEAT_MS_DEFAULT = 15000,
	LATE_MS = 3000, /* past its time, which the engine ends, a handler ends itself */
	INVOCATION_BYTES = 4 << 20,
	ASK_BYTES = 4 << 20,
};

enum invocation_stage { INVOCATION_NEW, INVOCATION_READING, INVOCATION_RUNNING };

struct invocation {
	struct list_node node;
	struct executor *executor;
	struct arena arena;
	struct lease lease; /* its texts in the arena */
	str tenant;
	str handler_tenant; /* who said how it is carried out */
	enum invocation_stage stage;
	bool is_over;       /* the engine has ended it: nobody waits for a report */
	bool is_given_back; /* we stop it, and somebody else shall do it */
	bool has_progress;  /* that nobody was told yet */
	u32 percent;
	u32 message_len;
	char message[LIMIT_PROGRESS_BYTES];
	struct invocation_target target;
	struct invocation_wants wants;
};

enum ask_kind { ASK_LEASE, ASK_LEAVE, ASK_BEAT, ASK_REPORT };

struct executor_ask {
	struct list_node node; /* while it is with the pump, or waits to be told again */
	struct executor *executor;
	struct ticket ticket;
	struct command command;
	enum ask_kind kind;
	struct arena arena;
	struct report report;
	/* The pump's, while it has it. */
	enum err err;
	struct list invocations; /* of a lease call */
	struct holder_answer *held;
	u32 held_len;
};

struct executor {
	struct executor_config config;
	struct list invocations;
	u32 invocations_len;
	struct list asks;  /* with the pump */
	struct list again; /* reports that the pump did not take */
	u32 reports;
	struct executor_ask *lease; /* the call that waits; NULL: none */
	bool is_beating;            /* a beat is with the pump */
	struct loop_timer *beat;
	struct loop_timer *retry;
	struct loop_timer *patience;
	bool is_serving;
	bool is_ending;
	bool is_abandoned; /* there is no pump any more */
	loop_function *done;
	void *done_context;

	pthread_mutex_t lock; /* of all below */
	struct uuid held[HANDLER_AT_ONCE_MAX];
	u32 held_len;
	struct uuid stops[HANDLER_AT_ONCE_MAX];
	u32 stops_len;
	bool is_posted;
};

/* ---- which executions are ours ------------------------------------------------------------ */

/* On the pump's thread: a stop may come in the next turn. */
static void hold(struct executor *executor, const struct uuid *execution)
{
	pthread_mutex_lock(&executor->lock);
	must(executor->held_len < HANDLER_AT_ONCE_MAX);
	executor->held[executor->held_len++] = *execution;
	pthread_mutex_unlock(&executor->lock);
}

static void let_go(struct executor *executor, const struct uuid *execution)
{
	pthread_mutex_lock(&executor->lock);
	for (u32 i = 0; i < executor->held_len; i++) {
		if (!uuid_eq(&executor->held[i], execution)) continue;
		executor->held[i] = executor->held[--executor->held_len];
		break;
	}
	pthread_mutex_unlock(&executor->lock);
}

/* ---- invocations ------------------------------------------------------------------------------
 */

static struct invocation *invocation_of(const struct executor *executor,
					const struct uuid *execution)
{
	list_for_each_of(struct invocation, invocation, &executor->invocations, node)
	{
		if (uuid_eq(&invocation->lease.execution, execution)) return invocation;
	}
	return NULL;
}

/* Values that were filled in are not left behind. */
static void forget_secrets(struct invocation *invocation)
{
	for (u32 i = 0; i < invocation->wants.found_len; i++) {
		str value = invocation->wants.found[i].value;
		secret_forget((char *)(uintptr_t)value.at, value.len);
	}
	bool is_filled = invocation->wants.found_len &&
			 invocation->target.payload.at != invocation->lease.payload.at;
	if (is_filled)
		secret_forget((char *)(uintptr_t)invocation->target.payload.at,
			      invocation->target.payload.len);
}

static void invocation_free(struct invocation *invocation)
{
	forget_secrets(invocation);
	arena_done(&invocation->arena);
	mem_free(invocation);
}

static void invocation_leave(struct invocation *invocation)
{
	struct executor *executor = invocation->executor;
	let_go(executor, &invocation->lease.execution);
	list_remove(&invocation->node);
	executor->invocations_len--;
	invocation_free(invocation);
}

/* ---- asking the pump ---------------------------------------------------------------------- */

static void on_answer(struct ticket *ticket, const struct answer *answer);
static void on_over(struct ticket *ticket);

static struct executor_ask *ask_new(struct executor *executor, enum ask_kind kind)
{
	struct executor_ask *ask = mem_alloc_zeroed(sizeof *ask);
	if (!ask) return NULL;
	ask->executor = executor;
	ask->kind = kind;
	arena_init(&ask->arena, ASK_BYTES);
	list_init(&ask->invocations);
	ask->ticket = (struct ticket){ .answered = on_answer, .over = on_over };
	ask->command.ticket = &ask->ticket;
	return ask;
}

static void ask_free(struct executor_ask *ask)
{
	arena_done(&ask->arena);
	mem_free(ask);
}

static bool ask_send(struct executor_ask *ask)
{
	struct executor *executor = ask->executor;
	ask->err = ERR_OK;
	if (executor->is_abandoned) return false;
	if (executor->config.submit(executor->config.context, &ask->command)) return false;
	list_push_back(&executor->asks, &ask->node);
	return true;
}

static void try_again_soon(struct executor *executor)
{
	loop_timer_start(executor->retry, RETRY_MS);
}

/* One call waits, for as many as may be started when it is made. */
static void lease_more(struct executor *executor)
{
	const struct executor_config *config = &executor->config;
	u32 busy = executor->invocations_len + executor->reports;
	if (!executor->is_serving || executor->is_ending || executor->lease) return;
	if (busy >= config->at_once) return;
	struct executor_ask *ask = ask_new(executor, ASK_LEASE);
	if (ask) {
		ask->command.kind = COMMAND_LEASE;
		ask->command.lease = (struct lease_command){ .carrier = CARRIER_NODE,
							     .worker = config->node,
							     .hostname = config->host,
							     .max = config->at_once - busy,
							     .wait_ms = WAIT_MS,
							     .lease_ms = config->lease_ms };
	}
	if (ask && ask_send(ask)) {
		executor->lease = ask;
		return;
	}
	if (ask) ask_free(ask);
	try_again_soon(executor);
}

static void look_whether_done(struct executor *executor)
{
	if (!executor->is_ending || !executor->done || executor_under_way(executor)) return;
	loop_function *done = executor->done;
	executor->done = NULL;
	loop_timer_stop(executor->patience);
	done(executor->done_context);
}

/* ---- reports ------------------------------------------------------------------------------ */

static void send_report(struct executor_ask *ask)
{
	struct executor *executor = ask->executor;
	if (ask_send(ask)) return;
	list_push_back(&executor->again, &ask->node);
	try_again_soon(executor);
}

static void copy_report(struct executor_ask *ask, const struct report *from)
{
	ask->report = report_copy(from, &ask->arena);
	ask->command.kind = COMMAND_REPORT;
	ask->command.report = (struct report_command){ .worker = ask->executor->config.node,
						       .reports = &ask->report,
						       .len = 1 };
}

/* Without memory for it the lease runs out by itself. */
static void report_end(struct executor *executor, const struct report *report)
{
	struct executor_ask *ask = ask_new(executor, ASK_REPORT);
	if (!ask) return;
	copy_report(ask, report);
	executor->reports++;
	send_report(ask);
}

static void give_up(struct invocation *invocation, enum outcome outcome,
		    enum error_class error_class, const char *message)
{
	struct executor *executor = invocation->executor;
	struct report report = { .execution = invocation->lease.execution,
				 .outcome = outcome,
				 .error_class = error_class_name(error_class),
				 .error_message = str_from(message) };
	if (outcome == OUTCOME_DEFER)
		report.defer_until = msec_add(loop_now(executor->config.loop).wall, RETRY_MS);
	if (!invocation->is_over) report_end(executor, &report);
	invocation_leave(invocation);
}

/* ---- the life of an invocation ----------------------------------------------------------------
 */

static void start(struct invocation *invocation)
{
	struct executor *executor = invocation->executor;
	struct lease lease = invocation->lease;
	struct invocation_target *target = &invocation->target;
	/* The words of a reminder or an alert are somebody's text, and name no secret. */
	const struct invocation_wants *wants = &invocation->wants;
	enum err err = ERR_OK;
	u32 foreign = wants->foreign_len; /* the handler looks its names up among these first */
	if (!wants->notification && wants->found_len > foreign)
		err = references_fill(target->payload, wants->found + foreign,
				      wants->found_len - foreign, &invocation->arena,
				      &target->payload);
	if (err == ERR_TOO_LONG) {
		give_up(invocation, OUTCOME_FAIL, CLASS_VALIDATION,
			"the payload is too long once its secrets are filled in");
		return;
	}
	lease.payload = target->payload;
	lease.trace = trace_parent(lease.trace);
	msec left = msec_sub(lease.timeout_at, loop_now(executor->config.loop).wall);
	const struct handler_order order = { .lease = &lease,
					     .tenant = invocation->tenant,
					     .type = lease.type_name,
					     .handler = target->handler,
					     .secrets = invocation->wants.found,
					     .secrets_len = invocation->wants.found_len,
					     .hops = trace_hops(invocation->lease.trace),
					     .timeout_ms = msec_add(left > 0 ? left : 0, LATE_MS) };
	invocation->stage = INVOCATION_RUNNING;
	if (!err) err = handlers_start(executor->config.handlers, &order);
	if (err)
		give_up(invocation, OUTCOME_DEFER, CLASS_TRANSIENT,
			"the server is short of memory");
}

static void read_secrets(struct invocation *invocation)
{
	const struct executor_config *config = &invocation->executor->config;
	invocation->wants.tenant = invocation->tenant;
	invocation->wants.arena = &invocation->arena;
	invocation->wants.len = invocation->target.secrets_len;
	memcpy(invocation->wants.names, invocation->target.secrets, sizeof invocation->wants.names);
	invocation->wants.foreign = invocation->handler_tenant;
	invocation->wants.foreign_len = invocation->target.foreign_len;
	invocation->stage = INVOCATION_READING;
	if (config->read(config->context, invocation))
		give_up(invocation, OUTCOME_DEFER, CLASS_TRANSIENT,
			"its secrets cannot be read at the moment");
}

/* Reads who is notified, and how. */
static bool is_notification(struct invocation *invocation)
{
	struct notification *notification = arena_alloc_zeroed(&invocation->arena,
							       sizeof *notification);
	if (!notification || !notification_is_due(&invocation->lease, notification)) return false;
	invocation->wants.notification = notification;
	invocation->wants.run = invocation->lease.run;
	return true;
}

/* True: the next channel is on its way; else all have been tried. */
static bool tell_on(struct invocation *invocation)
{
	const struct notification_step *step = notification_next(invocation->wants.notification);
	if (!step || invocation->is_over || invocation->is_given_back) return false;
	invocation->target.handler = step->handler;
	invocation->target.payload = step->payload;
	start(invocation);
	return true;
}

static void begin_notification(struct invocation *invocation)
{
	struct report report = { .execution = invocation->lease.execution };
	if (tell_on(invocation)) return;
	notification_report(invocation->wants.notification, &invocation->arena, &report);
	if (!invocation->is_over) report_end(invocation->executor, &report);
	invocation_leave(invocation);
}

static void begin_call(struct invocation *invocation)
{
	const struct executor_config *config = &invocation->executor->config;
	struct why why;
	if (str_eq(invocation->lease.type_name, MAKER_TYPE)) {
		invocation->stage = INVOCATION_RUNNING;
		config->make(config->context, &invocation->lease, invocation->tenant);
		return;
	}
	enum err err = report_describe(config->sentry_dsn, &invocation->lease, invocation->tenant,
				       loop_now(config->loop).wall, &invocation->arena,
				       &invocation->target, &why);
	if (err == ERR_MEMORY)
		give_up(invocation, OUTCOME_DEFER, CLASS_TRANSIENT,
			"the server is short of memory");
	else if (err) give_up(invocation, OUTCOME_FAIL, CLASS_VALIDATION, why.text);
	else if (invocation->target.secrets_len) read_secrets(invocation);
	else start(invocation);
}

static void begin(struct invocation *invocation)
{
	if (is_notification(invocation)) read_secrets(invocation);
	else begin_call(invocation);
}

/* With all its secrets, or not at all. They were looked up in their order. */
static void start_with_secrets(struct invocation *invocation)
{
	struct why why;
	const struct invocation_wants *wants = &invocation->wants;
	for (u32 i = 0; i < wants->len; i++) {
		str name = wants->names[i];
		if (i < wants->found_len && str_eq(wants->found[i].name, name)) continue;
		(void)fail(&why, ERR_NOT_FOUND, "there is no secret \"%.*s\"", STR_ARG(name));
		give_up(invocation, OUTCOME_FAIL, CLASS_VALIDATION, why.text);
		return;
	}
	if (invocation->wants.notification) begin_notification(invocation);
	else start(invocation);
}

static void secrets_came(void *context)
{
	struct invocation *invocation = context;
	struct executor *executor = invocation->executor;
	if (invocation->is_over || invocation->is_given_back)
		give_up(invocation, OUTCOME_DEFER, CLASS_TRANSIENT, "the server is shutting down");
	else if (invocation->wants.err)
		give_up(invocation, OUTCOME_DEFER, CLASS_TRANSIENT,
			"its secrets cannot be read at the moment");
	else start_with_secrets(invocation);
	lease_more(executor);
	look_whether_done(executor);
}

struct invocation_wants *executor_wants(void *invocation)
{
	return &((struct invocation *)invocation)->wants;
}

void *executor_context(void *invocation)
{
	return ((struct invocation *)invocation)->executor->config.context;
}

void executor_brought(void *context)
{
	struct invocation *invocation = context;
	enum err err = loop_post(invocation->executor->config.loop, secrets_came, invocation);
	must(!err); /* the loop has a place for each */
}

static struct report report_of(struct invocation *invocation, const struct handler_report *said)
{
	const struct rate_facts *rate = &said->rate;
	struct report report = said->report;
	report.rate = (struct rate_said){ .is_said = rate->is_seen,
					  .is_global = rate->is_global,
					  .has_remaining = rate->has_remaining,
					  .remaining = rate->remaining,
					  .reset_after_ms = rate->reset_after_ms,
					  .bucket = { rate->bucket, rate->bucket_len } };
	bool is_good = report.outcome == OUTCOME_SUCCESS || report.outcome == OUTCOME_NOOP;
	if (is_good) said_read(report.result, &invocation->arena, &report);
	if (is_good) report.items_failed = failures_count(report.result);
	return report;
}

void executor_ended(void *context, const struct handler_report *said)
{
	struct executor *executor = context;
	struct invocation *invocation = invocation_of(executor, &said->report.execution);
	must(invocation != NULL);
	struct report report = report_of(invocation, said);
	bool is_stopped = str_eq(report.error_class, error_class_name(CLASS_CANCELLED));
	if (invocation->wants.notification && !is_stopped) {
		notification_note(invocation->wants.notification, &report, &invocation->arena);
		if (tell_on(invocation)) return;
		notification_report(invocation->wants.notification, &invocation->arena, &report);
	}
	if (invocation->is_given_back && is_stopped) {
		report = (struct report){ .execution = invocation->lease.execution,
					  .outcome = OUTCOME_DEFER,
					  .error_class = error_class_name(CLASS_TRANSIENT),
					  .error_message = STR(
						  "given back: the server is shutting down"),
					  .defer_until = loop_now(executor->config.loop).wall };
	}
	/* Of what the engine has ended already only the last words count. */
	if (!invocation->is_over || report.output.kind != OUTPUT_NONE)
		report_end(executor, &report);
	invocation_leave(invocation);
	lease_more(executor);
	look_whether_done(executor);
}

/* ---- beats -------------------------------------------------------------------------------- */

void executor_progress(void *context, struct uuid execution, u32 percent, str message)
{
	struct executor *executor = context;
	struct invocation *invocation = invocation_of(executor, &execution);
	if (!invocation) return;
	invocation->percent = percent;
	invocation->message_len = (u32)(message.len < sizeof invocation->message
						? message.len
						: sizeof invocation->message);
	if (invocation->message_len)
		memcpy(invocation->message, message.at, invocation->message_len);
	if (!invocation->has_progress) loop_timer_start(executor->beat, PROGRESS_MS);
	invocation->has_progress = true;
}

static struct beat beat_of(struct invocation *invocation, struct arena *arena)
{
	struct beat beat = { .execution = invocation->lease.execution, .progress_percent = 101 };
	if (!invocation->has_progress) return beat;
	invocation->has_progress = false;
	beat.progress_percent = invocation->percent;
	beat.progress_message = str_copy(arena,
					 (str){ invocation->message, invocation->message_len });
	return beat;
}

static void beat_now(void *context)
{
	struct executor *executor = context;
	loop_timer_start(executor->beat, executor->config.beat_ms);
	if (!executor->invocations_len || executor->is_beating) return;
	struct executor_ask *ask = ask_new(executor, ASK_BEAT);
	struct beat *beats = ask ? arena_alloc_array(&ask->arena, executor->invocations_len,
						     sizeof *beats)
				 : NULL;
	u32 len = 0;
	if (!beats) {
		if (ask) ask_free(ask);
		return;
	}
	list_for_each_of(struct invocation, invocation, &executor->invocations, node)
	{
		if (!invocation->is_over) beats[len++] = beat_of(invocation, &ask->arena);
	}
	ask->command.kind = COMMAND_BEAT;
	ask->command.beat = (struct beat_command){ executor->config.node, beats, len };
	if (ask_send(ask)) executor->is_beating = true;
	else ask_free(ask);
}

static void stop_invocation(struct invocation *invocation)
{
	if (invocation->is_over) return;
	invocation->is_over = true;
	if (invocation->stage == INVOCATION_RUNNING)
		handlers_cancel(invocation->executor->config.handlers, invocation->lease.execution);
}

static void heed_beat(struct executor *executor, const struct executor_ask *ask)
{
	for (u32 i = 0; i < ask->held_len; i++) {
		struct invocation *invocation = invocation_of(executor, &ask->held[i].execution);
		if (invocation && ask->held[i].code != HOLDER_OK) stop_invocation(invocation);
	}
}

/* ---- answers ------------------------------------------------------------------------------ */

static void take_invocations(struct executor *executor, struct executor_ask *ask)
{
	struct list_node *node;
	while ((node = list_pop_front(&ask->invocations)) != NULL) {
		struct invocation *invocation = list_item(node, struct invocation, node);
		list_push_back(&executor->invocations, &invocation->node);
		executor->invocations_len++;
		begin(invocation);
	}
}

static void report_came_back(struct executor *executor, struct executor_ask *ask)
{
	bool is_taken = ask->err == ERR_OK || executor->is_ending;
	executor->reports -= is_taken;
	if (is_taken) {
		ask_free(ask);
		return;
	}
	list_push_back(&executor->again, &ask->node);
	try_again_soon(executor);
}

/* On the loop: the pump is done with it. */
static void ask_came_back(void *context)
{
	struct executor_ask *ask = context;
	struct executor *executor = ask->executor;
	enum ask_kind kind = ask->kind;
	enum err err = ask->err;
	list_remove(&ask->node);
	if (kind == ASK_REPORT) {
		report_came_back(executor, ask);
	} else {
		if (kind == ASK_LEASE) executor->lease = NULL;
		if (kind == ASK_LEASE) take_invocations(executor, ask);
		if (kind == ASK_BEAT) executor->is_beating = false;
		if (kind == ASK_BEAT && !err) heed_beat(executor, ask);
		ask_free(ask);
	}
	if (err) try_again_soon(executor);
	else lease_more(executor);
	look_whether_done(executor);
}

static void on_retry(void *context)
{
	struct executor *executor = context;
	u32 len = executor->reports;
	struct list_node *node;
	while (len-- && (node = list_pop_front(&executor->again)) != NULL)
		send_report(list_item(node, struct executor_ask, node));
	lease_more(executor);
}

/* ---- on the pump's thread ----------------------------------------------------------------- */

static bool copy_lease(struct invocation *invocation, const struct lease *lease, str tenant,
		       str handler_tenant)
{
	struct arena *arena = &invocation->arena;
	invocation->lease = *lease;
	invocation->lease.payload = str_copy(arena, lease->payload);
	invocation->lease.key = str_copy(arena, lease->key);
	invocation->lease.trace = str_copy(arena, lease->trace);
	invocation->lease.details = str_copy(arena, lease->details);
	invocation->lease.type_name = str_copy(arena, lease->type_name);
	invocation->lease.last_result_hash = str_copy(arena, lease->last_result_hash);
	invocation->tenant = str_copy(arena, tenant);
	invocation->handler_tenant = str_copy(arena, handler_tenant);
	return !arena_failed(arena);
}

/* Without memory its lease runs out by itself. */
static void take_lease(struct executor_ask *ask, const struct lease *lease)
{
	struct executor *executor = ask->executor;
	str tenant = executor->config.name(executor->config.context, NAME_TENANT, lease->tenant.v);
	struct invocation *invocation = mem_alloc_zeroed(sizeof *invocation);
	if (!invocation) return;
	invocation->executor = executor;
	arena_init(&invocation->arena, INVOCATION_BYTES);
	str whose = executor->config.name(executor->config.context, NAME_TENANT,
					  lease->handler_tenant.v);
	if (!copy_lease(invocation, lease, tenant, whose)) {
		invocation_free(invocation);
		return;
	}
	hold(executor, &lease->execution);
	list_push_back(&ask->invocations, &invocation->node);
}

static void on_answer(struct ticket *ticket, const struct answer *answer)
{
	struct executor_ask *ask = container_of(ticket, struct executor_ask, ticket);
	ask->err = answer->err;
	if (!answer->err && ask->kind == ASK_LEASE) {
		for (u32 i = 0; i < answer->lease.len; i++)
			take_lease(ask, &answer->lease.leases[i]);
	}
	if (!answer->err && ask->kind == ASK_BEAT) {
		ask->held = arena_alloc_array(&ask->arena, answer->held.len, sizeof *ask->held);
		ask->held_len = ask->held ? answer->held.len : 0;
		if (ask->held_len)
			memcpy(ask->held, answer->held.items, ask->held_len * sizeof *ask->held);
	}
}

static void on_over(struct ticket *ticket)
{
	struct executor_ask *ask = container_of(ticket, struct executor_ask, ticket);
	enum err err = loop_post(ask->executor->config.loop, ask_came_back, ask);
	must(!err); /* the loop has a place for each */
}

static void on_stops(void *context)
{
	struct executor *executor = context;
	struct uuid stops[HANDLER_AT_ONCE_MAX];
	pthread_mutex_lock(&executor->lock);
	u32 len = executor->stops_len;
	memcpy(stops, executor->stops, len * sizeof *stops);
	executor->stops_len = 0;
	executor->is_posted = false;
	pthread_mutex_unlock(&executor->lock);
	for (u32 i = 0; i < len; i++) {
		struct invocation *invocation = invocation_of(executor, &stops[i]);
		if (invocation) stop_invocation(invocation);
	}
}

static bool is_held(const struct executor *executor, const struct uuid *execution)
{
	for (u32 i = 0; i < executor->held_len; i++) {
		if (uuid_eq(&executor->held[i], execution)) return true;
	}
	return false;
}

/* Executions of workers learn of it by their next heartbeat. An execution ends once, so there is
 * room for every stop. */
void executor_stop(struct executor *executor, struct uuid execution)
{
	bool is_to_post = false;
	pthread_mutex_lock(&executor->lock);
	if (is_held(executor, &execution) && executor->stops_len < HANDLER_AT_ONCE_MAX) {
		executor->stops[executor->stops_len++] = execution;
		is_to_post = !executor->is_posted;
		executor->is_posted = true;
	}
	pthread_mutex_unlock(&executor->lock);
	if (!is_to_post) return;
	enum err err = loop_post(executor->config.loop, on_stops, executor);
	must(!err);
}

/* ---- beginning and end -------------------------------------------------------------------- */

static void on_patience(void *context)
{
	struct executor *executor = context;
	list_for_each_of(struct invocation, invocation, &executor->invocations, node)
	{
		invocation->is_given_back = true;
		if (invocation->stage == INVOCATION_RUNNING)
			handlers_cancel(executor->config.handlers, invocation->lease.execution);
	}
}

enum err executor_new(const struct executor_config *config, struct executor **out)
{
	must(config->at_once > 0 && config->at_once <= HANDLER_AT_ONCE_MAX);
	struct executor *executor = mem_alloc_zeroed(sizeof *executor);
	if (!executor) return ERR_MEMORY;
	executor->config = *config;
	if (!executor->config.beat_ms) executor->config.beat_ms = BEAT_MS_DEFAULT;
	list_init(&executor->invocations);
	list_init(&executor->asks);
	list_init(&executor->again);
	must(pthread_mutex_init(&executor->lock, NULL) == 0);
	enum err err = loop_timer_new(config->loop, beat_now, executor, &executor->beat);
	if (!err) err = loop_timer_new(config->loop, on_retry, executor, &executor->retry);
	if (!err) err = loop_timer_new(config->loop, on_patience, executor, &executor->patience);
	if (err) executor_free(executor);
	else *out = executor;
	return err;
}

void executor_free(struct executor *executor)
{
	if (!executor) return;
	must(list_is_empty(&executor->asks));
	list_for_each_of(struct executor_ask, ask, &executor->again, node) ask_free(ask);
	list_for_each_of(struct invocation, invocation, &executor->invocations, node)
		invocation_free(invocation);
	loop_timer_free(executor->beat);
	loop_timer_free(executor->retry);
	loop_timer_free(executor->patience);
	pthread_mutex_destroy(&executor->lock);
	mem_free(executor);
}

void executor_serve(struct executor *executor, struct handlers *handlers)
{
	executor->config.handlers = handlers;
	executor->is_serving = true;
	loop_timer_start(executor->beat, executor->config.beat_ms);
	lease_more(executor);
}

static void leave_call(struct executor *executor)
{
	struct executor_ask *ask = executor->lease ? ask_new(executor, ASK_LEAVE) : NULL;
	if (!ask) return;
	ask->command.kind = COMMAND_LEAVE;
	ask->command.leave.ticket = executor->lease->command.ticket;
	if (!ask_send(ask)) ask_free(ask); /* it ends by itself */
}

void executor_end(struct executor *executor, msec patience, loop_function *done, void *context)
{
	executor->is_ending = true;
	executor->done = done;
	executor->done_context = context;
	leave_call(executor);
	loop_timer_start(executor->patience, patience);
	look_whether_done(executor);
}

void executor_abandon(struct executor *executor)
{
	if (!executor) return;
	executor->is_ending = true;
	executor->is_abandoned = true;
	executor->done = NULL;
}

bool executor_under_way(const struct executor *executor)
{
	return executor->invocations_len || !list_is_empty(&executor->asks) ||
	       (!executor->is_ending && !list_is_empty(&executor->again));
}

bool executor_has_asked(const struct executor *executor)
{
	return executor && !list_is_empty(&executor->asks);
}
