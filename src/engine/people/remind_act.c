/* Calls of a person about a reminder: snooze, dismiss, complete. In a series this concerns the
 * present occurrence; the next one still comes. */
#include "engine/commands.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"

/* ---- finding, answering ---------------------------------------------------------------------- */

struct reminder_seen *reminder_asked_for(struct engine *engine, const struct command *command,
					 struct answer *answer)
{
	const struct reminder_command *asked = &command->reminder;
	tenant_no tenant = { name_find_kept(engine, NAME_TENANT, command->tenant) };
	struct reminder_seen *seen = reminder_seen_find(engine, &asked->id);
	bool is_theirs = seen && seen->exists && seen->row.tenant.v == tenant.v &&
			 (!asked->user.len || str_eq(asked->user, seen->row.user));
	if (!is_theirs)
		answer->err = fail(&answer->why, ERR_NOT_FOUND, "there is no such reminder");
	else if (asked->version && asked->version != seen->row.hot.version)
		answer->err = fail(&answer->why, ERR_VERSION, "the reminder is at version %llu",
				   (unsigned long long)seen->row.hot.version);
	return answer->err ? NULL : seen;
}

void reminder_fill_answer(const struct reminder_seen *seen, struct answer *answer)
{
	answer->reminder.id = seen->row.id;
	answer->reminder.version = seen->row.hot.version;
	answer->reminder.status = seen->row.hot.status;
}

/* ---- what it stands as ----------------------------------------------------------------------- */

void reminder_withdraw(struct engine *engine, struct reminder_seen *seen, str reason, str actor)
{
	struct engine_run *run = owned_run_find(engine, &seen->owned, &seen->row.hot.run);
	seen->owned.is_there = false;
	if (run) own_run_withdraw(engine, run, reason, actor);
}

/* ---- its occurrence is over ------------------------------------------------------------------ */

static struct tenant *tenant_of(const struct engine *engine, const struct reminder_seen *seen)
{
	return tenant_get((struct engine *)(uintptr_t)engine, seen->row.tenant);
}

static void end(struct engine *engine, struct reminder_seen *seen, enum reminder_status status,
		str actor)
{
	struct reminder_hot *hot = &seen->row.hot;
	msec now = wall_now(engine);
	bool dismisses = status == REMINDER_DISMISSED;
	bool stands_ahead = hot->stands == STANDS_NEXT && !hot->is_due; /* for another occurrence */
	if (!stands_ahead) reminder_withdraw(engine, seen, reminder_status_name(status), actor);
	hot->status = status;
	hot->snoozed_until = 0;
	if (dismisses) hot->dismissed_at = now;
	else hot->completed_at = now;
	reminder_journal(engine, &seen->row, dismisses ? STR("dismissed") : STR("completed"),
			 actor);
	if (!stands_ahead)
		reminder_stand_next(engine, tenant_of(engine, seen), &seen->row, hot->next_at,
				    actor);
	reminder_write(engine, &seen->row);
}

void on_reminder_end(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	enum reminder_status status = command->kind == COMMAND_REMINDER_DISMISS
					      ? REMINDER_DISMISSED
					      : REMINDER_COMPLETED;
	struct reminder_seen *seen = reminder_asked_for(engine, command, answer);
	if (!seen) return;
	if (reminder_status_is_over(seen->row.hot.status) && seen->row.hot.status != status)
		answer->err = fail(&answer->why, ERR_CONFLICT, "the reminder is %.*s",
				   STR_ARG(reminder_status_name(seen->row.hot.status)));
	else if (seen->row.hot.status != status) end(engine, seen, status, command->actor);
	if (answer->err) return;
	replay_note_id(engine, command, &seen->row.id);
	reminder_fill_answer(seen, answer);
}

/* ---- later ----------------------------------------------------------------------------------- */

/* The base of a snooze: a reminder that is not due yet is moved from its own instant. */
static msec snooze_base(const struct engine *engine, const struct reminder_hot *hot)
{
	msec now = wall_now(engine);
	bool stands_for_it = hot->stands != STANDS_NEXT && !hot->is_due;
	return stands_for_it && hot->run_at > now ? hot->run_at : now;
}

static enum err snooze_until(const struct engine *engine, const struct reminder_hot *hot,
			     const struct reminder_command *asked, msec *out_until, struct why *why)
{
	msec span = asked->snooze_ms ? asked->snooze_ms : engine->config.snooze_ms;
	msec until = asked->until ? asked->until : msec_add(snooze_base(engine, hot), span);
	*out_until = until;
	if (until <= wall_now(engine) || until > MSEC_YEAR_9999_END)
		return fail(why, ERR_INVALID, "until must be in the future, up to the year 9999");
	if (!asked->until && (span < MSEC_MINUTE || span > LIMIT_SNOOZE_MINUTES * MSEC_MINUTE))
		return fail(why, ERR_INVALID, "minutes must be 1 to %d", LIMIT_SNOOZE_MINUTES);
	return ERR_OK;
}

/* A snooze beyond the next occurrence sends nothing: that occurrence replaces it. */
static void snooze(struct engine *engine, struct reminder_seen *seen, msec until, str actor)
{
	struct reminder_hot *hot = &seen->row.hot;
	struct tenant *tenant = tenant_of(engine, seen);
	reminder_withdraw(engine, seen, STR("snoozed"), actor);
	hot->status = REMINDER_SNOOZED;
	hot->snooze_count++;
	hot->snoozed_until = until;
	reminder_journal(engine, &seen->row, STR("snoozed"), actor);
	if (hot->next_at && until >= hot->next_at)
		reminder_stand_next(engine, tenant, &seen->row, hot->next_at, actor);
	else reminder_stand(engine, tenant, &seen->row, STANDS_AGAIN, until, actor);
	reminder_write(engine, &seen->row);
}

void on_reminder_snooze(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	struct reminder_seen *seen = reminder_asked_for(engine, command, answer);
	msec until = 0;
	if (!seen) return;
	if (reminder_status_is_over(seen->row.hot.status))
		answer->err = fail(&answer->why, ERR_CONFLICT, "the reminder is %.*s",
				   STR_ARG(reminder_status_name(seen->row.hot.status)));
	if (!answer->err)
		answer->err = snooze_until(engine, &seen->row.hot, &command->reminder, &until,
					   &answer->why);
	if (answer->err) return;
	if (seen->row.hot.snooze_count >= engine->config.snooze_most)
		end(engine, seen, REMINDER_DISMISSED, command->actor);
	else snooze(engine, seen, until, command->actor);
	replay_note_id(engine, command, &seen->row.id);
	reminder_fill_answer(seen, answer);
}
