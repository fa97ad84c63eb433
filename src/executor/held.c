/* Which executions are the executor's, and those of them that are to stop. Both are told on the
 * pump's thread, and the stops are carried out on the loop's. */
#include "executor/parts.h"

#include "base/must.h"

/* On the pump's thread: a stop may come in the next turn. */
void executor_hold(struct executor *executor, const struct uuid *execution)
{
	pthread_mutex_lock(&executor->lock);
	must(executor->held_len < HANDLER_AT_ONCE_MAX);
	executor->held[executor->held_len++] = *execution;
	pthread_mutex_unlock(&executor->lock);
}

void executor_let_go(struct executor *executor, const struct uuid *execution)
{
	pthread_mutex_lock(&executor->lock);
	for (u32 i = 0; i < executor->held_len; i++) {
		if (!uuid_eq(&executor->held[i], execution)) continue;
		executor->held[i] = executor->held[--executor->held_len];
		break;
	}
	pthread_mutex_unlock(&executor->lock);
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
		struct invocation *invocation = executor_invocation(executor, &stops[i]);
		if (invocation) invocation_stop(invocation);
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
