/* Whether a line that was read can be carried out: what its words and options mean together. */
#include "base/memory.h"
#include "base/must.h"
#include "calendar/civil.h"
#include "story/story_lines.h"
#include "story/story_reader.h"
#include "story/story_value.h"

static enum err check_outcome(const struct story_reader *reader, const struct story_line *line)
{
	str text = story_text(line, STORY_OUTCOME);
	enum outcome outcome = OUTCOME_OPEN;
	bool may_report = outcome_parse_reported(text, &outcome) && outcome != OUTCOME_DEFER;
	if (!text.len || (line->verb == VERB_WORKER && may_report)) return ERR_OK;
	if (line->verb == VERB_WORKER)
		return story_refuse_text(
			reader, 1, "a worker's outcome is success, noop, retry or fail", text);
	for (u32 i = OUTCOME_SUCCESS; i < OUTCOME_COUNT; i++) {
		if (str_eq(text, outcome_name((enum outcome)i))) return ERR_OK;
	}
	return story_refuse_text(reader, 1, "no attempt ends like that", text);
}

static enum err check_on_duplicate(const struct story_reader *reader, const struct story_line *line)
{
	str text = story_text(line, STORY_ON_DUPLICATE);
	if (!text.len || str_eq(text, STR("keep")) || str_eq(text, STR("replace"))) return ERR_OK;
	return story_refuse_text(reader, 1, "on_duplicate is keep or replace", text);
}

static enum err check_needs(const struct story_reader *reader, const struct story_line *line)
{
	str text = story_text(line, STORY_NEEDS);
	if (!text.len || str_eq(text, STR("success")) || str_eq(text, STR("complete")))
		return ERR_OK;
	return story_refuse_text(reader, 1, "needs is success or complete", text);
}

static bool is_found(str word)
{
	return !word.len || str_eq(word, STR("done")) || str_eq(word, STR("nothing"));
}

enum err story_check_line(const struct story_reader *reader, const struct story_line *line)
{
	bool has_tenant = story_find(line, STORY_TENANT) != NULL;
	bool has_type = story_find(line, STORY_TYPE) != NULL;
	bool makes = line->verb == VERB_ENQUEUE || line->verb == VERB_JOB ||
		     line->verb == VERB_BATCH || line->verb == VERB_CHANGE_JOB ||
		     line->verb == VERB_LADDER;
	if (makes && !(has_tenant && has_type))
		return story_refuse_text(reader, 1,
					 line->verb == VERB_ENQUEUE
						 ? "enqueue needs tenant= and type="
						 : "a job, batch or ladder needs tenant= and type=",
					 STR(""));
	bool is_daily = line->verb == VERB_DAILY || line->verb == VERB_MOVE_DAILY;
	if (line->verb == VERB_DAILY && !has_tenant)
		return story_refuse_text(reader, 1, "daily needs tenant=", STR(""));
	if (is_daily && !story_find(line, STORY_DUE))
		return story_refuse_text(reader, 1, "a daily window needs due=", STR(""));
	if (line->verb == VERB_REMINDER &&
	    !(has_tenant && story_find(line, STORY_FOR_USER) && story_find(line, STORY_RUN_AT)))
		return story_refuse_text(reader, 1,
					 "a reminder needs tenant=, user= and run_at=", STR(""));
	if (line->verb == VERB_ENQUEUE && story_find(line, STORY_IN) &&
	    story_find(line, STORY_RUN_AT))
		return story_refuse_text(reader, 1, "in= or run_at=, not both", STR(""));
	if (line->verb == VERB_RESCHEDULE && !story_find(line, STORY_IN) &&
	    !story_find(line, STORY_RUN_AT))
		return story_refuse_text(reader, 1, "reschedule needs in= or run_at=", STR(""));
	if (line->verb == VERB_FINISH_OLD && !story_find(line, STORY_ATTEMPT))
		return story_refuse_text(reader, 1, "finish-old needs attempt=", STR(""));
	if (line->verb == VERB_PAUSE || line->verb == VERB_RESUME) {
		bool is_type = str_eq(line->words[0], STR("type"));
		if (is_type && !story_is_type_path(line->words[1]))
			return story_refuse_text(reader, 1, "a type is named as TENANT/TYPE",
						 line->words[1]);
	}
	if (!is_found(story_text(line, STORY_FINDS)))
		return story_refuse_text(reader, 1, "finds= is done or nothing",
					 story_text(line, STORY_FINDS));
	if (line->verb == VERB_WORKER && story_number(line, STORY_SLOTS, 1) > STORY_SLOTS_MAX)
		return story_refuse_text(reader, 1, "a worker has at most 64 slots", STR(""));
	enum err err = check_on_duplicate(reader, line);
	if (!err) err = check_needs(reader, line);
	return err ? err : check_outcome(reader, line);
}
