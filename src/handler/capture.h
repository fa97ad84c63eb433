/* Output of a program is kept up to a bound, the rest counted; lines of progress are taken out of
 * stdout ("::progress 40 almost"); of stderr the end is kept, too. Pure. */
#ifndef BELFRY_HANDLER_CAPTURE_H
#define BELFRY_HANDLER_CAPTURE_H

#include "base/arena.h"
#include "base/buf.h"
#include "handler/limits.h"

typedef void capture_progress(void *context, u32 percent, str message);

struct capture {
	struct buf kept;
	u64 len; /* in all, progress not counted */
	capture_progress *progress;
	void *context;
	u32 line_len;    /* of the line that is not whole yet and may be one of progress */
	bool is_in_line; /* the line at hand is not one of progress */
	char line[HANDLER_OUTPUT_LINE_BYTES];
};

/* Without `progress` no line is taken out. */
void capture_init(struct capture *capture, capture_progress *progress, void *context);
void capture_done(struct capture *capture);
void capture_add(struct capture *capture, str piece);
/* There will be no more: what waited for the end of its line is output. */
void capture_close(struct capture *capture);

enum { TAIL_BYTES = 2048 };

/* The end of a text. Zeroed: empty. */
struct tail {
	u32 len;
	bool is_cut;
	char text[TAIL_BYTES];
};

void tail_add(struct tail *tail, str piece);
/* At most `max` bytes of its end as safe text: valid UTF-8, no control characters but line breaks
 * and tabs, without white space around it. */
str tail_text(const struct tail *tail, size_t max, struct arena *arena);

#endif
