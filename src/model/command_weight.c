/* How much a command adds to a turn: the functions that the column `weight` of commands.def
 * names. */
#include "model/command.h"

static u32 weigh_one(const struct command *command)
{
	(void)command;
	return 1;
}

u32 command_after_len(const struct command *command)
{
	u32 len = 0;
	for (u32 i = 0; i < command->enqueue.len; i++) len += command->enqueue.items[i].after_len;
	return len;
}

static u32 weigh_enqueue(const struct command *command)
{
	return command->enqueue.len + command_after_len(command) +
	       command->enqueue.resumes_len * LIMIT_JOB_COMMAND_ITEMS;
}

static u32 weigh_batch(const struct command *command)
{
	return command->batch.len + 1;
}

static u32 weigh_beats(const struct command *command)
{
	return command->beat.len;
}

/* Journal entries count, too: the journal of a turn has a bound. */
static u32 weigh_reports(const struct command *command)
{
	enum { ITEM_BYTES = 1024 };
	size_t bytes = 0;
	for (u32 i = 0; i < command->report.len; i++) {
		const struct report *report = &command->report.reports[i];
		for (u32 k = 0; k < report->audit_len; k++)
			bytes += ITEM_BYTES / 4 + report->audit[k].details.len;
	}
	return command->report.len + (u32)(bytes / ITEM_BYTES);
}

static u32 weigh_ladder(const struct command *command)
{
	(void)command;
	return LIMIT_LADDER_COMMAND_ITEMS;
}

static u32 weigh_job(const struct command *command)
{
	(void)command;
	return LIMIT_JOB_COMMAND_ITEMS;
}

static u32 weigh_jobs(const struct command *command)
{
	return command->job_apply.len * LIMIT_JOB_COMMAND_ITEMS;
}

u32 command_weight(const struct command *command)
{
	static u32 (*const weights[COMMAND_COUNT])(const struct command *) = {
#define X(name, word, order, subject, wants, room, act, answer, audit, weight, ...) \
	[COMMAND_##name] = weigh_##weight,
		COMMANDS(X)
#undef X
	};
	return weights[command->kind](command);
}
