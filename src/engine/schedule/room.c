/* The memory that jobs add to a step, computed when the turn's jobs are loaded: for occurrences to
 * be decided, runs to be planned or replaced, and runs that wait for other runs. */
#include "engine/schedule/job_parts.h"

enum {
	JUDGED_MORE = 16,
	ASKS_AGAIN = 64, /* whose links are written again because a run was withdrawn */
};

static bool has_jobs(const struct engine *engine)
{
	return engine->schedule.jobs.table.count || engine->schedule.drafts_len;
}

/* A turn without due runs and commands about jobs adds nothing. */
static bool jobs_may_act(const struct engine *engine, const struct room *room)
{
	const struct turn *turn = room->turn;
	bool is_due = engine->clock.wall.count &&
		      engine->clock.wall.entries[0].key <= turn->now.wall;
	return is_due || turn->commands_len || room->loaded || room->touched ||
	       engine->clock.held || room->released;
}

/* Whether a job of the turn may plan many runs at once. */
static bool is_heavy(const struct engine *engine, const struct turn *turn)
{
	bool heavy = engine->schedule.heavy_jobs > 0;
	for (u32 i = 0; i < turn->wants_len; i++) heavy |= turn->wants[i].kind == WANT_JOBS;
	for (u32 i = 0; i < turn->commands_len; i++) {
		enum command_kind kind = turn->commands[i]->kind;
		heavy |= kind == COMMAND_JOB_BACKFILL || kind == COMMAND_JOB_PUT;
	}
	return heavy;
}

u32 job_runs_deleted(const struct engine *engine, const struct command *command)
{
	if (command->kind != COMMAND_JOB_DELETE) return 0;
	const struct job *job = job_find(engine, &command->job.job);
	return job ? job->runs_len : 0;
}

void jobs_count_room(struct engine *engine, struct room *room)
{
	room->asks_again = least(ASKS_AGAIN, room->released);
	if (!has_jobs(engine) || !jobs_may_act(engine, room)) return;
	u64 undecided = (u64)engine->schedule.undecided + room->loaded;
	/* A run that is planned in the past, within its grace, is decided in the same turn. */
	room->judged = 2 * least(room->timers, undecided) + room->touched + room->asked +
		       JUDGED_MORE;
	for (u32 i = 0; i < room->turn->commands_len; i++)
		room->touched += job_runs_deleted(engine, room->turn->commands[i]);
	engine->schedule.plans_left = is_heavy(engine, room->turn) ? LIMIT_TURN_PLANNED : 0;
	engine->schedule.judged_left = room->judged;
	room->planned = room->judged + engine->schedule.plans_left;
	if (engine->schedule.replace_jobs) room->replaced = engine->core.executions.table.count;
}

/* Each run of a job that becomes due may be the first in its job lane, or may have to wait for
 * other runs. */
enum err jobs_take_room(struct engine *engine, const struct room *room)
{
	struct waiting *waiting = &engine->schedule.waiting;
	if (!has_jobs(engine)) return ERR_OK;
	u32 asks = room->loaded + room->touched + room->planned + room->timers + room->asked;
	enum err err = pool_reserve(&engine->schedule.job_lane_pool,
				    asks + room->judged + room->ended + room->released);
	if (!err) err = pool_reserve(&waiting->await_pool, asks + room->asks_again + room->links);
	if (!err) err = pool_reserve(&waiting->awaited_pool, room->links);
	return err ? err : uuid_map_reserve(&waiting->awaited, room->links);
}
