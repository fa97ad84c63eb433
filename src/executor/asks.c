/* The asks of the pump: to lease runs, to take reports, to leave a lease call. The
 * pump's thread copies each answer; what it brings is posted to the loop, where it is heeded. */
#include "executor/parts.h"

#include "base/memory.h"
#include "base/must.h"

enum { ASK_BYTES = 4 << 20, INVOCATION_BYTES = 4 << 20 };

static void try_again_soon(struct executor *executor)
{
	loop_timer_start(executor->retry, EXECUTOR_RETRY_MS);
}

static void on_answer(struct reply *reply, const struct answer *answer);
static void on_over(struct reply *reply);

struct executor_ask *executor_ask_new(struct executor *executor, enum ask_kind kind)
{
	struct executor_ask *ask = mem_alloc_zeroed(sizeof *ask);
	if (!ask) return NULL;
	ask->executor = executor;
	ask->kind = kind;
	arena_init(&ask->arena, ASK_BYTES);
	list_init(&ask->invocations);
	ask->reply = (struct reply){ .answered = on_answer, .over = on_over };
	ask->command.reply = &ask->reply;
	return ask;
}

void executor_ask_free(struct executor_ask *ask)
{
	arena_done(&ask->arena);
	mem_free(ask);
}

bool executor_ask_send(struct executor_ask *ask)
{
	struct executor *executor = ask->executor;
	ask->err = ERR_OK;
	if (executor->is_abandoned) return false;
	if (executor->config.submit(executor->config.context, &ask->command)) return false;
	list_push_back(&executor->asks, &ask->node);
	return true;
}

void executor_lease_more(struct executor *executor)
{
	const struct executor_config *config = &executor->config;
	u32 busy = executor->invocations_len + executor->reports;
	if (!executor->is_serving || executor->is_ending || executor->lease) return;
	if (busy >= config->at_once) return;
	struct executor_ask *ask = executor_ask_new(executor, ASK_LEASE);
	if (ask) {
		ask->command.kind = COMMAND_LEASE;
		ask->command.lease = (struct lease_command){ .carrier = CARRIER_NODE,
							     .worker = config->node,
							     .hostname = config->host,
							     .max = config->at_once - busy,
							     .wait_ms = LIMIT_LEASE_WAIT_MS,
							     .lease_ms = config->lease_ms };
	}
	if (ask && executor_ask_send(ask)) {
		executor->lease = ask;
		return;
	}
	if (ask) executor_ask_free(ask);
	try_again_soon(executor);
}

void executor_look_whether_done(struct executor *executor)
{
	if (!executor->is_ending || !executor->done || executor_under_way(executor)) return;
	loop_function *done = executor->done;
	executor->done = NULL;
	loop_timer_stop(executor->patience);
	done(executor->done_context);
}

static void send_report(struct executor_ask *ask)
{
	struct executor *executor = ask->executor;
	if (executor_ask_send(ask)) return;
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
void executor_report_end(struct executor *executor, const struct report *report)
{
	struct executor_ask *ask = executor_ask_new(executor, ASK_REPORT);
	if (!ask) return;
	copy_report(ask, report);
	executor->reports++;
	send_report(ask);
}

static void take_invocations(struct executor *executor, struct executor_ask *ask)
{
	struct list_node *node;
	while ((node = list_pop_front(&ask->invocations)) != NULL) {
		struct invocation *invocation = list_item(node, struct invocation, node);
		list_push_back(&executor->invocations, &invocation->node);
		executor->invocations_len++;
		invocation_begin(invocation);
	}
}

static void report_came_back(struct executor *executor, struct executor_ask *ask)
{
	bool is_taken = ask->err == ERR_OK || executor->is_ending;
	executor->reports -= is_taken;
	if (is_taken) {
		executor_ask_free(ask);
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
		if (kind == ASK_BEAT && !err) executor_heed_beat(executor, ask);
		executor_ask_free(ask);
	}
	if (err) try_again_soon(executor);
	else executor_lease_more(executor);
	executor_look_whether_done(executor);
}

void executor_on_retry(void *context)
{
	struct executor *executor = context;
	u32 len = executor->reports;
	struct list_node *node;
	while (len-- && (node = list_pop_front(&executor->again)) != NULL)
		send_report(list_item(node, struct executor_ask, node));
	executor_lease_more(executor);
}

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
	invocation->lease.user = str_copy(arena, lease->user);
	invocation->lease.entity = str_copy(arena, lease->entity);
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
	executor_hold(executor, &lease->execution);
	list_push_back(&ask->invocations, &invocation->node);
}

static void on_answer(struct reply *reply, const struct answer *answer)
{
	struct executor_ask *ask = container_of(reply, struct executor_ask, reply);
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

static void on_over(struct reply *reply)
{
	struct executor_ask *ask = container_of(reply, struct executor_ask, reply);
	enum err err = loop_post(ask->executor->config.loop, ask_came_back, ask);
	must(!err); /* the loop has a place for each */
}
