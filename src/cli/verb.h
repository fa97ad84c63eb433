/* The arguments of a command, and the table of commands. A command answers on `out`, talks on
 * `err`, and returns the error that decides the exit code, after having reported it. */
#ifndef BELFRY_CLI_VERB_H
#define BELFRY_CLI_VERB_H

#include "base/arena.h"
#include "calendar/zones.h"
#include "cli/doors.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/table.h"

/* The server to talk to, and the caller. Texts live in the arena. */
struct remote {
	bool is_known;
	str url;
	str token;
	str ca_file; /* certificates to trust instead of the system's; empty: those */
	struct arena arena;
};

struct cli_action; /* cli/resource.h */

struct cli {
	const struct doors *doors;
	const struct verb *command;      /* NULL: none yet */
	const struct cli_action *action; /* of that command; NULL: none yet */
	struct output out;
	struct output err;
	struct zones *zones;
	const struct arguments *arguments; /* of the command */
	struct remote remote;              /* the server, once somebody talks to it */
	struct table table;                /* of the list being shown */
	bool run_failed;                   /* what was waited for: the exit code says it */
	bool has_progress;                 /* a line of progress.h is to be wiped */
};

typedef enum err verb_function(struct cli *cli, const struct arguments *arguments);

struct verb {
	const char *name;
	verb_function *function;
	u32 scopes; /* of the settings it takes, beside the common ones */
	const char *group;
	const char *usage;
	const char *summary;
	const char *text; /* lines, without a newline at the end */
};

verb_function cmd_next, cmd_explain, cmd_simulate, cmd_forecast, cmd_serve, cmd_demo, cmd_version,
	cmd_help;
verb_function cmd_resource, cmd_worker, cmd_doctor, cmd_config, cmd_backup, cmd_restore, cmd_export,
	cmd_import, cmd_completion, cmd_man, cmd_top, cmd_context, cmd_api, cmd_status, cmd_bench,
	cmd_catalog;

const struct verb *verb_row(enum verb_id id);
/* CMD_COUNT when there is none of that name. */
enum verb_id verb_find(str name);

/* One line on `err`, and returns `why->code`: "belfry next: minute: "61" is not 0 to 59". */
enum err report(struct cli *cli, const struct why *why);
/* The same for a mistake in the command line, with a word on where to find help. */
enum err report_usage(struct cli *cli, const struct why *why);
/* There is no command of that name; says which may have been meant. */
enum err report_no_command(struct cli *cli, str name);
/* "note: ..." in one line, for what is worth knowing and no error. */
void report_note(struct cli *cli, str text);

#endif
