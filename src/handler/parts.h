/* The declarations that the kinds of handlers share with their set. Not for others. */
#ifndef BELFRY_HANDLER_PARTS_H
#define BELFRY_HANDLER_PARTS_H

#include "base/map.h"
#include "handler/guard.h"
#include "handler/handler.h"
#include "handler/spec.h"
#include "handler/transfers.h"

struct exec_line;

struct handlers {
	struct handlers_config config;
	struct loop *loop;
	struct guard *guard;
	struct resolver *resolver;
	struct remote_hosts *hosts;
	struct transfers *transfers;
	struct exec_line *exec; /* NULL: no programs */
	struct uuid_map running;
	struct list works; /* all that are not told yet */
	struct list ended; /* to be told by `tell` */
	struct loop_timer *tell;
};

enum work_stop { WORK_GOES_ON, WORK_CANCELLED, WORK_TIMED_OUT };

/* One run that is being carried out. */
struct work {
	struct uuid execution;
	struct list_node node;
	struct handlers *handlers;
	struct arena arena; /* everything below; wiped at the end */
	struct loop_timer *deadline;
	struct handler_spec spec;
	struct handler_secret secrets[HANDLER_SECRETS_MAX];
	u32 secrets_len;
	struct uuid run;
	char run_text[UUID_TEXT_LEN];
	u32 attempt;
	u32 hops;
	str tenant;
	str type;
	str payload;
	str key; /* what makes it one effect: the run's key, else its id */
	str trace;
	msec timeout_ms;
	enum work_stop stop;
	bool is_ended;
	struct handler_report report;
	void *state; /* of its kind, in the arena */
};

/* A kind. `start` begins, or ends it at once; `stop` (work->stop says why) ends it, now or soon.
 * Both by work_end. */
struct handler_way {
	void (*start)(struct work *work);
	void (*stop)(struct work *work);
};
extern const struct handler_way http_way;
extern const struct handler_way exec_way;
extern const struct handler_way smtp_way;
extern const struct handler_way log_way;

/* Its last word; the kind lets go of it. Texts are copied where they do not stand in the arena. */
void work_end(struct work *work, const struct handler_report *report);
/* The same, for what went wrong: an outcome, a class of model/errorclass.def, a message. */
void work_fail(struct work *work, enum outcome outcome, enum error_class class, const char *format,
	       ...) PRINTF_LIKE(4, 5);
/* Ended because somebody stopped it. */
void work_end_stopped(struct work *work);
/* Ends at the latest in so many milliseconds from now; never later than before. */
void work_limit(struct work *work, msec ms);
/* The value of a secret; false: it was not handed in. */
MUST_USE bool work_secret(const struct work *work, str name, str *out_value);
msec work_wall(const struct work *work);
/* NUL-terminated, in the arena; NULL: out of memory. */
char *work_terminated(struct work *work, str text);

#endif
