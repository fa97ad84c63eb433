/* Look-ups in the table of commands.def. */
#include "model/command.h"

#include "base/must.h"

static const struct {
	str name;
	enum command_order order;
	enum command_subject subject;
	str audit;
} commands[COMMAND_COUNT] = {
#define X(name, word, order, subject, wants, room, act, answer, audit, ...) \
	[COMMAND_##name] = { STR(word), ORDER_##order, SUBJECT_##subject, STR(#audit) },
	COMMANDS(X)
#undef X
};

str command_name(enum command_kind kind)
{
	must(kind < COMMAND_COUNT);
	return commands[kind].name;
}

enum command_order command_order(enum command_kind kind)
{
	must(kind < COMMAND_COUNT);
	return commands[kind].order;
}

enum command_subject command_subject(enum command_kind kind)
{
	must(kind < COMMAND_COUNT);
	return commands[kind].subject;
}

bool command_is_audited(enum command_kind kind)
{
	must(kind < COMMAND_COUNT);
	return !str_eq(commands[kind].audit, STR("none"));
}
