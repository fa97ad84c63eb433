/* A play as a timeline for a person, or as JSON lines for a program. */
#ifndef BELFRY_STORY_STORY_PRINT_H
#define BELFRY_STORY_STORY_PRINT_H

#include "cli/output.h"
#include "story/story.h"

struct story_printer {
	struct output *out;
	str file;
	bool json;
	str only;   /* runs of this type alone; empty: of all */
	bool quiet; /* no timeline: how it ended, and what was not as expected */
	int time_width;
	int tenant_width;
	int label_width;
	int type_width;
	msec day;         /* whose date was printed last */
	struct buf unmet; /* what was not as expected, a line each */
	/* Runs that came to be together are told together. */
	struct story_event created; /* the first */
	str created_last;           /* its label */
	u32 created_len;
};

void story_printer_init(struct story_printer *printer, const struct story *story,
			struct output *out);
void story_printer_done(struct story_printer *printer);

/* Prints each event as it happens. */
struct story_listener story_printer_listener(struct story_printer *printer);

/* How it ended, for each tenant, and which expectations did not hold. */
void story_print_summary(struct story_printer *printer, const struct story_result *result);

#endif
