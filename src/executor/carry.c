/* The life of an invocation: described, given its secrets, started by the handlers, reported when
 * it ends. */
#include "executor/parts.h"

#include "api/failures.h"
#include "api/token.h"
#include "base/memory.h"
#include "base/must.h"
#include "executor/references.h"
#include "executor/sentry.h"
#include "handler/said.h"
#include "model/trace.h"

/* Past its time, which the engine ends, a handler ends itself. */
enum { LATE_MS = 3000 };

struct invocation *executor_invocation(const struct executor *executor,
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

void invocation_free(struct invocation *invocation)
{
	forget_secrets(invocation);
	arena_done(&invocation->arena);
	mem_free(invocation);
}

static void invocation_leave(struct invocation *invocation)
{
	struct executor *executor = invocation->executor;
	executor_let_go(executor, &invocation->lease.execution);
	list_remove(&invocation->node);
	executor->invocations_len--;
	invocation_free(invocation);
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
		report.defer_until = msec_add(loop_now(executor->config.loop).wall,
					      EXECUTOR_RETRY_MS);
	if (!invocation->is_over) executor_report_end(executor, &report);
	invocation_leave(invocation);
}

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
	if (!invocation->is_over) executor_report_end(invocation->executor, &report);
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

void invocation_begin(struct invocation *invocation)
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
	executor_lease_more(executor);
	executor_look_whether_done(executor);
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
	struct invocation *invocation = executor_invocation(executor, &said->report.execution);
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
		executor_report_end(executor, &report);
	invocation_leave(invocation);
	executor_lease_more(executor);
	executor_look_whether_done(executor);
}

void invocation_stop(struct invocation *invocation)
{
	if (invocation->is_over) return;
	invocation->is_over = true;
	if (invocation->stage == INVOCATION_RUNNING)
		handlers_cancel(invocation->executor->config.handlers, invocation->lease.execution);
}
