/* The table of commands.def, made into look-ups. */
#include "model/command.h"

#include "base/must.h"

static const struct {
	str name;
	enum command_order order;
} commands[COMMAND_COUNT] = {
#define X(name, word, order, sentence) [COMMAND_##name] = { STR(word), ORDER_##order },
	COMMANDS(X)
#undef X
};

str command_name(enum command_kind kind)
{
	must(kind < COMMAND_COUNT);
	return commands[kind].name;
}

bool command_is_about_job(enum command_kind kind)
{
	return kind >= COMMAND_JOB_PUT && kind <= COMMAND_JOB_BACKFILL;
}

bool command_is_about_ladder(enum command_kind kind)
{
	return kind >= COMMAND_LADDER && kind <= COMMAND_LADDER_STOP;
}

bool command_is_about_reminder(enum command_kind kind)
{
	return kind >= COMMAND_REMINDER_PUT && kind <= COMMAND_REMINDER_DELETE;
}

enum command_order command_order(enum command_kind kind)
{
	must(kind < COMMAND_COUNT);
	return commands[kind].order;
}
