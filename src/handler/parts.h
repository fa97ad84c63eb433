/* Declarations shared by the kinds of handlers and their set; for no others. */
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
	struct list works; /* all works whose end was not reported yet */
	struct list ended; /* works that `tell` has to report */
	struct loop_timer *tell;
};

enum work_stop { WORK_GOES_ON, WORK_CANCELLED, WORK_TIMED_OUT };

/* A run that is being carried out. */
struct work {
	struct uuid execution;
	struct list_node node;
	struct handlers *handlers;
	struct arena arena; /* for everything below; wiped at the end */
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
	str key; /* the key that makes repeated attempts one effect: the run's key, else its id */
	str trace;
	msec timeout_ms;
	enum work_stop stop;
	bool is_ended;
	struct handler_report report;
	void *state; /* the state of its kind, in the arena */
};

/* A kind of handler. `start` starts a work or ends it at once; `stop` ends it, now or soon, for the
 * reason in work->stop. Both end it by work_end. */
struct handler_way {
	void (*start)(struct work *work);
	void (*stop)(struct work *work);
};
extern const struct handler_way http_way;
extern const struct handler_way exec_way;
extern const struct handler_way smtp_way;
extern const struct handler_way log_way;

/* Ends the work: the kind must not use it any more. Texts that are not in the arena are copied. */
void work_end(struct work *work, const struct handler_report *report);
/* Likewise for a failure: an outcome, a class of model/errorclass.def, a message. */
void work_fail(struct work *work, enum outcome outcome, enum error_class class, const char *format,
	       ...) PRINTF_LIKE(4, 5);
/* Ends a work that was stopped. */
void work_end_stopped(struct work *work);
/* Ends the work after at most this many milliseconds; never extends an earlier limit. */
void work_limit(struct work *work, msec ms);
/* The value of a secret; false: not given. */
MUST_USE bool work_secret(const struct work *work, str name, str *out_value);
msec work_wall(const struct work *work);
/* NUL-terminated, in the arena; NULL: out of memory. */
char *work_terminated(struct work *work, str text);

#endif
