/* What the command line needs of the world, handed in by server/main: so it knows neither files,
 * clock nor environment, and a test can stand in for all of them. */
#ifndef BELFRY_CLI_DOORS_H
#define BELFRY_CLI_DOORS_H

#include "base/msec.h"
#include "base/str.h"
#include "calendar/zones.h"
#include "cli/options.h"

enum stream { STREAM_OUT, STREAM_ERR };

enum write_result {
	WRITE_DONE,
	WRITE_CLOSED, /* nobody reads any more (head has seen enough): stop without a word */
	WRITE_FAILED, /* `why` says it */
};

/* What `belfry version` tells: "compiler" is "gcc 12.2.0". */
struct fact {
	const char *name;
	const char *value;
};

/* A story to be played (`belfry simulate`). */
struct simulation {
	str file; /* only named */
	str text;
	bool json;
	bool quiet;
	bool has_seed;
	u64 seed;
	msec until; /* 0: as the story says */
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
	enum write_result (*write)(void *context, enum stream stream, str bytes, struct why *why);
	/* Reads up to `size` bytes of standard input; *out_len 0 is its end. */
	enum err (*read)(void *context, char *room, size_t size, size_t *out_len, struct why *why);
	/* Somebody may be waiting for each answer before writing the next question. */
	bool input_is_dialogue;
	/* Whether to use bold and dim there; asked after the settings are known. */
	bool (*use_color)(void *context, enum stream stream);

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
	/* Plays and prints; says how many expectations did not hold. */
	enum err (*simulate)(void *context, const struct simulation *wish, struct output *out,
			     u32 *out_unmet, struct why *why);

	enum err (*forecast)(void *context, const struct forecast_wish *wish, struct arena *arena,
			     struct forecast *out_forecast, struct why *why);
	/* Runs the server with the settings as they are, until it is told to stop. */
	enum err (*serve)(void *context, struct why *why);

	const char *version; /* "0.1.0" */
	const struct fact *facts;
	u32 facts_len;
};

#endif
