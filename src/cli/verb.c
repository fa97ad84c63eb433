#include "cli/verb.h"

#include "base/must.h"

static const struct verb commands[CMD_COUNT] = {
#define X(id, name, function, scopes, group, usage, summary, text) \
	{ name, function, SCOPE_##scopes, group, usage, summary, text },
	VERBS(X)
#undef X
};

const struct verb *verb_row(enum verb_id id)
{
	must(id < CMD_COUNT);
	return &commands[id];
}

enum verb_id verb_find(str name)
{
	u32 id = 0;
	while (id < CMD_COUNT && !str_eq(name, str_from(commands[id].name))) id++;
	return (enum verb_id)id;
}

/* The command whose name is nearest to `name`; CMD_COUNT when none is near. */
static enum verb_id nearest_verb(str name)
{
	enum { FAR_APART = 3 };
	u32 nearest = CMD_COUNT;
	u32 least = FAR_APART;
	for (u32 id = 0; id < CMD_COUNT; id++) {
		u32 distance = str_distance(name, str_from(commands[id].name), least);
		if (distance >= least) continue;
		least = distance;
		nearest = id;
	}
	return (enum verb_id)nearest;
}

static void add_speaker(struct cli *cli)
{
	struct buf *text = &cli->err.text;
	output_begin(&cli->err, STYLE_ERROR);
	buf_add(text, STR("belfry"));
	if (cli->command) buf_addf(text, " %s", cli->command->name);
	output_end(&cli->err, STYLE_ERROR);
	buf_add(text, STR(": "));
}

enum err report(struct cli *cli, const struct why *why)
{
	must(why->code != ERR_OK);
	add_speaker(cli);
	output_safe(&cli->err, str_from(why->text));
	buf_add_byte(&cli->err.text, '\n');
	return why->code;
}

enum err report_usage(struct cli *cli, const struct why *why)
{
	(void)report(cli, why);
	buf_addf(&cli->err.text, "try: belfry help%s%s\n", cli->command ? " " : "",
		 cli->command ? cli->command->name : "");
	return why->code;
}

void report_note(struct cli *cli, str text)
{
	output_begin(&cli->err, STYLE_DIM);
	buf_add(&cli->err.text, STR("note: "));
	buf_add(&cli->err.text, text);
	output_end(&cli->err, STYLE_DIM);
	buf_add_byte(&cli->err.text, '\n');
}

enum err report_no_command(struct cli *cli, str name)
{
	struct why why;
	enum verb_id nearest = nearest_verb(name);
	if (nearest == CMD_COUNT)
		(void)fail(&why, ERR_USAGE, "there is no command \"%.*s\"", STR_ARG(name));
	else
		(void)fail(&why, ERR_USAGE, "there is no command \"%.*s\"; did you mean %s?",
			   STR_ARG(name), verb_row(nearest)->name);
	(void)report(cli, &why);
	buf_add(&cli->err.text, STR("try: belfry help\n"));
	return why.code;
}
