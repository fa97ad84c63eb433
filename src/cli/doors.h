/* The world as the command line sees it, handed in by main/main: so the command line knows neither
 * files, clock nor environment, and a test can replace all of them. */
#ifndef BELFRY_CLI_DOORS_H
#define BELFRY_CLI_DOORS_H

#include "base/msec.h"
#include "base/str.h"
#include "calendar/zones.h"
#include "cli/options.h"
#include "net/client.h"

enum output_stream { STREAM_OUT, STREAM_ERR };

enum write_result {
	WRITE_DONE,
	WRITE_CLOSED, /* nobody reads any more (head has seen enough): stop without a word */
	WRITE_FAILED, /* `why` says it */
};

/* A line of `belfry version`: "compiler" is "gcc 12.2.0". */
struct fact {
	const char *name;
	const char *value;
};

/* A story to be played (`belfry simulate`). */
struct simulation {
	str file; /* only named */
	str text;
	str only; /* a type; empty: all */
	bool json;
	bool quiet;
	bool has_seed;
	u64 seed;
	msec until; /* 0: as the story says */
};

/* A setting as it is in force. */
struct setting_shown {
	const char *name; /* of the variable */
	str value;
	const char *origin; /* "default", "file", "environment", "flag" */
	bool is_default;
	bool is_secret;
	bool is_live; /* a running server takes a change by SIGHUP */
};

/* A finding of `belfry doctor`. */
enum check_verdict { VERDICT_GOOD, VERDICT_DOUBTFUL, VERDICT_BAD };

struct check_finding {
	enum check_verdict verdict;
	const char *what; /* "disk" */
	const char *text;
	const char *fix; /* empty: none is needed */
};

typedef void finding_report(void *context, const struct check_finding *finding);
/* How far the rows of the store are read; `all` 0: nobody can say. */
typedef void finding_progress(void *context, const char *what, u64 done, u64 all);

/* The options of a restore, and its results. The caller inits and frees the texts. */
struct restore_wish {
	str file; /* the backup; empty: none, only what was kept is discarded */
	str key; /* a file with the key of the server that made the backup; empty: it is in place */
	bool forces;   /* damaged rows, and secrets that the key does not open, are accepted */
	bool discards; /* nothing that was replaced is kept */
};

struct restored {
	u64 rows;
	u64 damaged;
	u32 version_before; /* of the backup's schema */
	u32 version;
	u32 secrets;
	u32 secrets_lost;      /* which the key does not open */
	u32 discarded;         /* folders of replaced stores */
	struct buf place;      /* the store, as flags: "--data belfry-data" */
	struct buf kept;       /* the folder with what was replaced; empty: nothing was */
	struct buf kept_store; /* the store in it */
	struct buf kept_key;   /* the key that was replaced; empty: it was not */
};

/* A worker made of programs. */
enum { WORK_PROGRAMS_MAX = 64 };

struct work_program {
	str type;
	str command; /* for sh */
};

struct work_wish {
	str url;
	str token;
	struct work_program programs[WORK_PROGRAMS_MAX];
	u32 programs_len;
	u32 concurrency;
	str worker_id;    /* empty: one is made */
	str queues;       /* separated by commas; empty: all */
	msec lease_ms;    /* 0: the server's */
	msec poll_ms;     /* between two looks for more while something runs */
	u32 batch;        /* how many a call leases at most */
	u32 max_attempts; /* from this attempt on "again later" is a failure; 0: the run's own bound
			     alone */
	msec grace_ms;    /* how long programs may go on once the worker is told to end */
	bool once;        /* stop when nothing is left to do */
	bool quiet;       /* no line for each run */
};

/* A demo (`belfry demo`). */
struct demo_wish {
	u32 port;
	bool port_may_change; /* when somebody else has it */
	msec span;            /* after which it ends by itself */
};

/* The load that a story's jobs and tasks make (`belfry forecast`). */
struct forecast_wish {
	str file; /* only named */
	str text;
	msec step;
	u32 len; /* steps from the story's start on */
	void *zone_context;
	enum err (*zone)(void *context, str name, const struct zone **out_zone, struct why *why);
};

struct arena;
struct forecast; /* model/forecast.h */
struct output;

struct doors {
	void *context;
	msec now;
	/* Writes all of it. */
	enum write_result (*write)(void *context, enum output_stream stream, str bytes,
				   struct why *why);
	/* Reads up to `size` bytes of standard input; *out_len 0 is its end. */
	enum err (*read)(void *context, char *room, size_t size, size_t *out_len, struct why *why);
	/* Somebody may be waiting for each answer before writing the next question. */
	bool input_is_dialogue;
	/* Whether to use bold and dim there; asked after the settings are known. */
	bool (*use_color)(void *context, enum output_stream stream);

	/* The settings of the process, which every command takes as flags too. */
	const struct option *settings;
	u32 settings_len;
	enum err (*set)(void *context, u32 setting, str value, struct why *why);
	/* Before any is set: reads those of these scopes (enum setting_scope) from wherever else
	 * they may come. */
	enum err (*begin)(void *context, u32 scopes, struct why *why);

	/* Reads the zone database when the first zone but UTC is asked for. */
	struct zone_source zone_source;
	/* Of the zone database: "2026f in /usr/share/zoneinfo". */
	enum err (*zone_data)(void *context, struct buf *out, struct why *why);

	/* All of a file of at most `max` bytes. ERR_NOT_FOUND, ERR_IO, ERR_TOO_LONG: `why` says. */
	enum err (*read_file)(void *context, str path, size_t max, struct buf *out,
			      struct why *why);
	/* The names of what is in a folder, sorted, a line each, those of folders with a slash
	 * behind them. *out_is_folder false: the path is not a folder. */
	enum err (*list_folder)(void *context, str path, bool *out_is_folder, struct buf *out,
				struct why *why);
	/* Plays and prints; says how many expectations did not hold. */
	enum err (*simulate)(void *context, const struct simulation *wish, struct output *out,
			     u32 *out_unmet, struct why *why);

	enum err (*forecast)(void *context, const struct forecast_wish *wish, struct arena *arena,
			     struct forecast *out_forecast, struct why *why);
	/* Runs the server with the settings as they are, until it is told to stop. */
	enum err (*serve)(void *context, struct why *why);
	/* Runs a server with a folder of its own, filled, until it is told to stop. */
	enum err (*demo)(void *context, const struct demo_wish *wish, struct output *out,
			 struct why *why);

	/* ---- for what talks to a server ------------------------------------------------------ */

	/* After flags and environment: the configuration file. */
	enum err (*settle)(void *context, u32 scopes, struct why *why);
	/* Reports everything that a server would refuse, and names of variables that are no
	 * settings, by `tell`. How many; the first is in `why`. */
	u32 (*check)(void *context, void (*tell)(void *cli, const struct why *why), void *cli,
		     struct why *why);
	/* The value in force, and where it is from. */
	void (*setting)(void *context, u32 setting, struct setting_shown *out);
	/* From now on servers are verified by the certificates of this file; empty: the system's.
	 */
	void (*trust)(void *context, str ca_file);
	/* Sends a request to the server at `url` and waits for the answer, which is borrowed until
	 * the next call. */
	enum err (*http)(void *context, str url, const struct client_request *request,
			 struct client_response *out, struct why *why);
	/* Columns of the terminal there; 0: it is none. */
	u32 (*columns)(void *context, enum output_stream stream);
	/* Lines of the terminal. */
	u32 (*rows)(void *context);
	/* Keys come one by one and are not shown; false: as before. */
	void (*raw)(void *context, bool is_raw);
	/* The key pressed within that time; 0: none. */
	char (*key)(void *context, msec span);
	/* Somebody sits there who can be asked. */
	bool can_ask;
	/* Waits so long; false when the user wants to stop. */
	bool (*pause)(void *context, msec span);
	/* Of the wall clock, for what takes longer than a moment. */
	msec (*clock)(void *context);
	/* Folder of the user's own configuration ("/people/me/.config/belfry"); empty: there is
	 * none.
	 */
	void (*user_folder)(void *context, struct buf *out);
	/* Writes a file for its owner alone, in one step; makes its folder. */
	enum err (*write_file)(void *context, str path, str text, struct why *why);

	/* Leases, runs and reports until it is told to stop. */
	enum err (*work)(void *context, const struct work_wish *wish, struct why *why);

	/* Looks over this machine: clock, zones, folders, disk, store. */
	void (*examine)(void *context, finding_report *tell, finding_progress *progress,
			void *tell_context);
	/* Makes the lists by tenant of the settings' store anew; no server may run on it. */
	enum err (*repair_lists)(void *context, u64 *out_entries, struct why *why);
	/* Moves the damaged rows of a table of that store to a file, and adds what became of
	 * them. */
	enum err (*set_aside)(void *context, str table, struct buf *out, struct why *why);
	/* Copies the store of the settings into a new file, while it runs. */
	enum err (*backup)(void *context, str file, u64 *out_damaged, struct why *why);
	/* Puts a backup in the place of the store of the settings. */
	enum err (*restore)(void *context, const struct restore_wish *wish,
			    finding_progress *progress, void *progress_context,
			    struct restored *out_restored, struct why *why);

	/* The catalog that comes with Belfry, as JSON: profiles of tenants, templates of jobs,
	 * types, rules. */
	str catalog[4];

	const char *version; /* "0.1.0" */
	const struct fact *facts;
	u32 facts_len;
};

#endif
