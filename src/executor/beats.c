/* The executor's heartbeats: what runs keeps its lease and tells its progress; what the engine has
 * ended meanwhile is stopped. */
#include "executor/parts.h"

enum { PROGRESS_MS = 1000 }; /* at most so often a run's progress is told */

void executor_progress(void *context, struct uuid execution, u32 percent, str message)
{
	struct executor *executor = context;
	struct invocation *invocation = executor_invocation(executor, &execution);
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

void executor_on_beat(void *context)
{
	struct executor *executor = context;
	loop_timer_start(executor->beat, executor->config.beat_ms);
	if (!executor->invocations_len || executor->is_beating) return;
	struct executor_ask *ask = executor_ask_new(executor, ASK_BEAT);
	struct beat *beats = ask ? arena_alloc_array(&ask->arena, executor->invocations_len,
						     sizeof *beats)
				 : NULL;
	u32 len = 0;
	if (!beats) {
		if (ask) executor_ask_free(ask);
		return;
	}
	list_for_each_of(struct invocation, invocation, &executor->invocations, node)
	{
		if (!invocation->is_over) beats[len++] = beat_of(invocation, &ask->arena);
	}
	ask->command.kind = COMMAND_BEAT;
	ask->command.beat = (struct beat_command){ executor->config.node, beats, len };
	if (executor_ask_send(ask)) executor->is_beating = true;
	else executor_ask_free(ask);
}

void executor_heed_beat(struct executor *executor, const struct executor_ask *ask)
{
	for (u32 i = 0; i < ask->held_len; i++) {
		struct invocation *invocation = executor_invocation(executor,
								    &ask->held[i].execution);
		if (invocation && ask->held[i].code != HOLDER_OK) invocation_stop(invocation);
	}
}
