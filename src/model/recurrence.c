/* Reads RFC 5545 text into the texts that a job's fields hold. */
#include "model/recurrence.h"

#include "calendar/recurrence_text.h"
#include "model/policy.h"

bool recurrence_has_lines(str text)
{
	return recurrence_text_has_lines(text);
}

static bool copy(struct arena *arena, const struct buf *from, str *out_text)
{
	*out_text = str_copy(arena, buf_view(from));
	return !buf_failed(from) && !arena_failed(arena);
}

enum err recurrence_read(str text, struct arena *arena, struct recurrence *out_recurrence,
			 struct why *why)
{
	struct recurrence read = { 0 };
	struct recurrence_text parts;
	buf_init(&parts.start, LIMIT_JOB_START_BYTES);
	buf_init(&parts.rdates, LIMIT_JOB_DATES_BYTES);
	buf_init(&parts.exdates, LIMIT_JOB_DATES_BYTES);
	enum err err = recurrence_text_parse(text, &parts, why);
	if (!err &&
	    !(copy(arena, &parts.start, &read.start) && copy(arena, &parts.rdates, &read.rdates) &&
	      copy(arena, &parts.exdates, &read.exdates)))
		err = ERR_MEMORY;
	read.rule = parts.rule;
	read.zone = parts.zone;
	buf_done(&parts.start);
	buf_done(&parts.rdates);
	buf_done(&parts.exdates);
	if (!err) *out_recurrence = read;
	return err;
}
