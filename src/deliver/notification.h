/* How a person is told of a reminder, or an alert's recipient of the alert: which channels, what
 * each sends, what came of them. Pure, and of one invocation.
 *
 * The channels are the reminder's, or the alert's, but only those that its person takes, where they
 * say; where nothing is left of them it is the inbox. What an earlier attempt has sent is not sent
 * again. */
#ifndef BELFRY_DELIVER_NOTIFICATION_H
#define BELFRY_DELIVER_NOTIFICATION_H

#include "base/arena.h"
#include "base/err.h"
#include "model/action.h"
#include "model/command.h"
#include "store/query.h"

enum { NOTIFICATION_STEPS_MAX = LIMIT_REMINDER_CHANNELS, NOTIFICATION_EARLIER_MAX = 64 };

enum step_end {
	STEP_OPEN,
	STEP_SENT,
	STEP_EARLIER, /* by an attempt before */
	STEP_FAILED,
};

struct notification_step {
	str channel;
	str handler; /* in the form of handler/spec.h; empty: no handler is needed */
	str payload;
	enum step_end end;
	str problem; /* of a step that failed */
};

struct notification {
	struct uuid reminder; /* nil: for an alert, or for a task that notifies a person */
	str alert;            /* then the run's payload, which model/alert.h has written */
	str task;             /* or that of a task of the type REMINDER that names a person */
	struct notification_step steps[NOTIFICATION_STEPS_MAX];
	u32 len;
	u32 at;       /* the step under way */
	bool is_gone; /* there is no such reminder */
	bool has_notice;
	struct notice notice;
	/* Of the first failed step; a step that may be retried counts before others. */
	enum outcome outcome;
	str error_class;
	str error_message;
	msec retry_after_ms;
};

/* The facts that a notification is made from, as a reader found them. */
struct notification_facts {
	const struct reminder_view *reminder;  /* NULL: the reminder is gone, or it is an alert */
	str person;                            /* the document of the recipient; JSON or empty */
	str tenant;                            /* of the tenant */
	str earlier[NOTIFICATION_EARLIER_MAX]; /* results of earlier attempts */
	u32 earlier_len;
};

/* Whether a leased run belongs to a reminder (named in its payload), to an alert, or is a task that
 * notifies a person. */
MUST_USE bool notification_is_due(const struct lease *lease, struct notification *out_notification);
/* The user that an alert or a task notifies, in `arena`; empty: not a user. */
str notification_person(const struct notification *notification, struct arena *arena);
/* Plans the steps. ERR_MEMORY. */
MUST_USE enum err notification_plan(const struct notification_facts *facts, struct arena *arena,
				    struct notification *notification);
/* The next step that has to be started; NULL: none is left. */
struct notification_step *notification_next(struct notification *notification);
/* How the step under way ended. */
void notification_note(struct notification *notification, const struct report *report,
		       struct arena *arena);
/* Fills the report of all steps. */
void notification_report(struct notification *notification, struct arena *arena,
			 struct report *out_report);
/* A copy with its texts. Without memory for some of them, the result of the work is reported all
 * the same. */
struct report report_copy(const struct report *report, struct arena *arena);
/* A copy with its texts; NULL for NULL, or without memory. */
const struct notice *notice_copy(const struct notice *notice, struct arena *arena);

#endif
