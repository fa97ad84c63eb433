#include "story/story_forecast.h"

#include "model/forecast.h"
#include "story/story.h"

enum { STORY_CALENDARS_MAX = 64 };

struct forecast_input {
	const struct story *story;
	struct calendar_row calendars[STORY_CALENDARS_MAX];
	u32 calendars_len;
	struct arena *arena;
};

/* A calendar is TENANT/NAME and words, each a date; see story.def. */
static enum err take_calendar(struct forecast_input *gathered, const struct story_line *line,
			      struct why *why)
{
	struct buf body;
	str name = line->words[0];
	(void)str_split(&name, '/');
	if (gathered->calendars_len == STORY_CALENDARS_MAX)
		return fail(why, ERR_QUOTA, "a forecast takes at most %d calendars",
			    STORY_CALENDARS_MAX);
	buf_init(&body, LIMIT_CALENDAR_BYTES + 1);
	for (u32 i = 1; i < line->words_len; i++)
		buf_addf(&body, "%.*s\n", STR_ARG(line->words[i]));
	gathered->calendars[gathered->calendars_len++] = (struct calendar_row){
		.name = name, .body = str_copy(gathered->arena, buf_view(&body))
	};
	buf_done(&body);
	return arena_failed(gathered->arena) ? ERR_MEMORY : ERR_OK;
}

static enum err gather_calendars(struct forecast_input *gathered, struct why *why)
{
	enum err err = ERR_OK;
	for (u32 i = 0; i < gathered->story->lines_len && !err; i++) {
		const struct story_line *line = &gathered->story->lines[i];
		if (line->verb == VERB_CALENDAR) err = take_calendar(gathered, line, why);
	}
	return err;
}

static void take_task(const struct story *story, const struct story_line *line,
		      struct forecast *forecast)
{
	const struct story_given *at = story_find(line, STORY_RUN_AT);
	msec run_at = at ? at->low : msec_add(line->at, story_number(line, STORY_IN, 0));
	forecast_add(forecast, msec_add(story->start, run_at));
}

/* A rule without a start begins when the story does, as if the job were made then. */
static enum err take_job(const struct story *story, const struct story_line *line,
			 const struct books_sources *sources, struct forecast *forecast,
			 struct why *why)
{
	char start[TIMETABLE_START_BYTES];
	const struct zone *zone = NULL;
	struct job_row row;
	if (!story_job_row(story, line, &row))
		return fail(why, ERR_INVALID, "line %u: no such policy", line->number);
	bool needs_start = row.kind == JOB_RRULE || row.kind == JOB_INTERVAL;
	if (needs_start && !row.start.len) {
		enum err err = sources->zone(sources->context, row.zone, &zone, why);
		if (err) return err;
		row.start = timetable_start(&row, zone, story->start, start);
	}
	return forecast_add_job(forecast, &row, sources, forecast->from);
}

static enum err take_lines(const struct forecast_input *gathered,
			   const struct books_sources *sources, struct forecast *forecast,
			   struct why *why)
{
	const struct story *story = gathered->story;
	for (u32 i = 0; i < story->lines_len; i++) {
		const struct story_line *line = &story->lines[i];
		enum err err = ERR_OK;
		if (line->verb == VERB_ENQUEUE) take_task(story, line, forecast);
		if (line->verb == VERB_JOB) err = take_job(story, line, sources, forecast, why);
		if (err) return err;
	}
	return ERR_OK;
}

enum err story_forecast(void *context, const struct forecast_wish *wish, struct arena *arena,
			struct forecast *out_forecast, struct why *why)
{
	struct story *story = NULL;
	struct forecast_input gathered = { .arena = arena };
	(void)context;
	enum err err = story_read(wish->file, wish->text, &story, why);
	if (err) return err;
	gathered.story = story;
	err = gather_calendars(&gathered, why);
	if (!err) err = forecast_init(out_forecast, story->start, wish->step, wish->len, arena);
	const struct books_sources sources = { wish->zone_context, wish->zone, gathered.calendars,
					       gathered.calendars_len };
	if (!err) err = take_lines(&gathered, &sources, out_forecast, why);
	story_free(story);
	return err;
}
