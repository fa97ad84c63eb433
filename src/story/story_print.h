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
	bool quiet; /* no timeline: only the result, and the unmet expectations */
	int time_width;
	int tenant_width;
	int label_width;
	int type_width;
	msec day;         /* whose date was printed last */
	struct buf unmet; /* unmet expectations, a line each */
	/* Runs that are created together are printed together. */
	struct story_event created; /* the first */
	str created_last;           /* the last label of them */
	u32 created_len;
};

void story_printer_init(struct story_printer *printer, const struct story *story,
			struct output *out);
void story_printer_done(struct story_printer *printer);

/* The listener that prints each event as it happens. */
struct story_listener story_printer_listener(struct story_printer *printer);

/* Prints the result for each tenant, and the unmet expectations. */
void story_print_summary(struct story_printer *printer, const struct story_result *result);

#endif
