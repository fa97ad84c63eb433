/* The output of a command: gathered, then written by the doors in large pieces. A write that failed
 * is remembered and later text is dropped, so that commands need not check each line. */
#ifndef BELFRY_CLI_OUTPUT_H
#define BELFRY_CLI_OUTPUT_H

#include "base/buf.h"
#include "cli/doors.h"

enum { OUTPUT_TEXT_MAX = 4 << 20, OUTPUT_PIECE = 64 << 10 };

enum style { STYLE_PLAIN, STYLE_BOLD, STYLE_DIM, STYLE_WARNING, STYLE_ERROR };

struct output {
	const struct doors *doors;
	enum output_stream stream;
	struct buf text; /* not yet written */
	bool color;
	enum write_result result; /* of the first write that was not done */
	struct why why;
};

void output_init(struct output *output, const struct doors *doors, enum output_stream stream);
void output_done(struct output *output);

/* `text` in bold, dim or colour where that is wanted. */
void output_styled(struct output *output, enum style style, str text);
/* The codes around text that is written in between; nothing without colour. */
void output_begin(struct output *output, enum style style);
void output_end(struct output *output, enum style style);

/* Foreign text, one column a character: a tab becomes a space, and whatever could steer a terminal
 * (control characters, those of UTF-8's C1 range too) a question mark. */
void output_safe(struct output *output, str text);

/* Writes what was gathered. False once writing has failed: there is no point in going on. */
bool output_flush(struct output *output);
/* The same, once enough has been gathered to be worth a write. */
bool output_flush_large(struct output *output);

#endif
