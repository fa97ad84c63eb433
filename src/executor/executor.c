/* The executor's beginning and end, and its three timers. What it asks of the pump is in asks.c,
 * what it does with a leased run in carry.c. */
#include "executor/parts.h"

#include "base/memory.h"
#include "base/must.h"

enum { BEAT_MS_DEFAULT = 15000 };

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
	enum err err = loop_timer_new(config->loop, executor_on_beat, executor, &executor->beat);
	if (!err) err = loop_timer_new(config->loop, executor_on_retry, executor, &executor->retry);
	if (!err) err = loop_timer_new(config->loop, on_patience, executor, &executor->patience);
	if (err) executor_free(executor);
	else *out = executor;
	return err;
}

void executor_free(struct executor *executor)
{
	if (!executor) return;
	must(list_is_empty(&executor->asks));
	list_for_each_of(struct executor_ask, ask, &executor->again, node) executor_ask_free(ask);
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
	executor_lease_more(executor);
}

static void leave_call(struct executor *executor)
{
	struct executor_ask *ask = executor->lease ? executor_ask_new(executor, ASK_LEAVE) : NULL;
	if (!ask) return;
	ask->command.kind = COMMAND_LEAVE;
	ask->command.leave.reply = executor->lease->command.reply;
	if (!executor_ask_send(ask)) executor_ask_free(ask); /* it ends by itself */
}

void executor_end(struct executor *executor, msec patience, loop_function *done, void *context)
{
	executor->is_ending = true;
	executor->done = done;
	executor->done_context = context;
	leave_call(executor);
	loop_timer_start(executor->patience, patience);
	executor_look_whether_done(executor);
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
