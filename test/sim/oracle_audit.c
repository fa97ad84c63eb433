/* Who changed what: PROMISES 4.1, SPEC 10. Each call that changed something leaves one row of the
 * audit in the commit of the change; one that was refused, came before, or changed nothing leaves
 * none. What handlers say that they did are rows, too. */
#include "sim/sim.h"

#include <inttypes.h>

static const struct answer *answer_of(const struct turn *turn, const struct reply *reply)
{
	for (u32 i = 0; i < turn->actions_len; i++) {
		const struct action *action = &turn->actions[i];
		if (action->kind == ACTION_ANSWER && action->answer->reply == reply)
			return action->answer;
	}
	return NULL;
}

/* Whether a call that went well must have changed something, whatever was there before. */
static bool must_change(const struct command *command, const struct answer *answer)
{
	if (command->kind == COMMAND_CANCEL || command->kind == COMMAND_RETRY ||
	    command->kind == COMMAND_DISCARD)
		return true;
	if (command->kind == COMMAND_BATCH) return !answer->batch.is_duplicate;
	if (command->kind != COMMAND_ENQUEUE) return false;
	for (u32 i = 0; i < answer->enqueue.len; i++) {
		if (!answer->enqueue.items[i].err && !answer->enqueue.items[i].duplicate)
			return true;
	}
	return false;
}

static u32 rows_of(const struct turn *turn, str request)
{
	u32 rows = 0;
	for (u32 i = 0; i < turn->changes_len; i++) {
		const struct change *change = &turn->changes[i];
		rows += change->kind == CHANGE_AUDIT_PUT && str_eq(change->audit->request, request);
	}
	return rows;
}

static void check_call(struct oracle *oracle, const struct turn *turn,
		       const struct command *command)
{
	struct sim *sim = oracle->sim;
	const struct answer *answer = answer_of(turn, command->reply);
	u32 rows = rows_of(turn, command->audit->request);
	if (rows > 1) sim_fail(sim, "I-22", NULL, "a call has %u audit rows", rows);
	if (rows && (!answer || answer->err || answer->is_replayed))
		sim_fail(sim, "I-22", NULL, "a call that did nothing has an audit row");
	if (!rows && answer && !answer->err && !answer->is_replayed && must_change(command, answer))
		sim_fail(sim, "I-22", NULL, "a call changed something and has no audit row");
}

static const struct command *find_call(const struct turn *turn, str request)
{
	for (u32 i = 0; i < turn->commands_len; i++) {
		const struct command *command = turn->commands[i];
		if (command->audit && str_eq(command->audit->request, request)) return command;
	}
	return NULL;
}

static void check_row(struct oracle *oracle, const struct turn *turn, const struct audit_row *row,
		      u32 number)
{
	struct sim *sim = oracle->sim;
	if (row->turn != turn->id || row->number != number || row->at != turn->now.wall)
		sim_fail(sim, "I-22", NULL, "audit row %u of turn %" PRIu64 " is out of order",
			 row->number, row->turn);
	if (str_eq(row->kind, AUDIT_BY_HANDLER)) return;
	const struct command *command = find_call(turn, row->request);
	if (!command) sim_fail(sim, "I-22", NULL, "an audit row of a call of another turn");
	if (!str_eq(row->actor, command->actor) || !str_eq(row->action, command->audit->action))
		sim_fail(sim, "I-22", NULL, "an audit row of somebody else");
	sim_mark(sim, MARK_AUDITED);
}

void audit_check(struct oracle *oracle, const struct turn *turn)
{
	u32 number = 0;
	for (u32 i = 0; i < turn->changes_len; i++) {
		const struct change *change = &turn->changes[i];
		if (change->kind == CHANGE_AUDIT_PUT)
			check_row(oracle, turn, change->audit, ++number);
	}
	for (u32 i = 0; i < turn->commands_len; i++) {
		if (turn->commands[i]->audit) check_call(oracle, turn, turn->commands[i]);
	}
	oracle->audit_rows += number;
}

void audit_check_store(struct oracle *oracle, u64 rows)
{
	if (rows != oracle->audit_rows)
		sim_fail(oracle->sim, "I-22", NULL,
			 "%" PRIu64 " audit rows in the store, and %" PRIu64 " were written", rows,
			 oracle->audit_rows);
}
