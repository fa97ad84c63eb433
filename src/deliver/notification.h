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
	str handler; /* as handler/spec.h reads it; empty: nothing is to be started */
	str payload;
	enum step_end end;
	str problem; /* of one that failed */
};

struct notification {
	struct uuid reminder; /* nil: it is about an alert, or a task tells what it says itself */
	str alert;            /* then the run's payload, which model/alert.h has written */
	str task;             /* or that of a task of the type REMINDER that names a person */
	struct notification_step steps[NOTIFICATION_STEPS_MAX];
	u32 len;
	u32 at;       /* the step under way */
	bool is_gone; /* there is no such reminder */
	bool has_notice;
	struct notice notice;
	/* Of the first that failed; one that may be tried again counts more. */
	enum outcome outcome;
	str error_class;
	str error_message;
	msec retry_after_ms;
};

/* The facts that a notification is made from, as a reader found them. */
struct notification_facts {
	const struct reminder_view *reminder;  /* NULL: it is gone, or it is about an alert */
	str person;                            /* what is known of whom it is for; JSON or empty */
	str tenant;                            /* of the tenant */
	str earlier[NOTIFICATION_EARLIER_MAX]; /* results of earlier attempts */
	u32 earlier_len;
};

/* Whether a leased run is a reminder's own, which it names in its payload, tells of an alert, or is
 * a task that reminds a person without a reminder. */
MUST_USE bool notification_is_due(const struct lease *lease, struct notification *out_notification);
/* The person that an alert or a task is told to, into `arena`; empty: it is no person. */
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
/* With its texts. Without memory for all of them the work is reported all the same. */
struct report report_copy(const struct report *report, struct arena *arena);
/* With its texts; NULL of NULL, or without memory for it. */
const struct notice *notice_copy(const struct notice *notice, struct arena *arena);

#endif
