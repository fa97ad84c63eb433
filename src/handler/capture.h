/* The output of a program: stored up to a bound, and counted beyond it. Lines of progress are taken
 * out of stdout ("::progress 40 almost"); of stderr the end is stored, too. Pure. */
#ifndef BELFRY_HANDLER_CAPTURE_H
#define BELFRY_HANDLER_CAPTURE_H

#include "base/arena.h"
#include "base/buf.h"
#include "handler/limits.h"

typedef void capture_progress(void *context, u32 percent, str message);

struct capture {
	struct buf kept;
	u64 len; /* in all, without progress */
	capture_progress *progress;
	void *context;
	u32 line_len;    /* of the unfinished line, which may be a line of progress */
	bool is_in_line; /* the present line is not a line of progress */
	char line[HANDLER_OUTPUT_LINE_BYTES];
};

/* `progress` NULL: no line is taken out. */
void capture_init(struct capture *capture, capture_progress *progress, void *context);
void capture_done(struct capture *capture);
void capture_add(struct capture *capture, str piece);
/* The output has ended: an unfinished line is output. */
void capture_close(struct capture *capture);

enum { TAIL_BYTES = 2048 };

/* The end of a text. Zeroed: empty. */
struct tail {
	u32 len;
	bool is_cut;
	char text[TAIL_BYTES];
};

void tail_add(struct tail *tail, str piece);
/* At most `max` bytes of the end as safe text: valid UTF-8, without control characters except line
 * breaks and tabs, trimmed. */
str tail_text(const struct tail *tail, size_t max, struct arena *arena);

#endif
