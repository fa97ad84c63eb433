/* Rules of a tenant for events that come in: which event, under which conditions, makes which runs
 * and when. As they are kept: JSON. Pure. */
#ifndef BELFRY_API_RULE_H
#define BELFRY_API_RULE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/msec.h"
#include "model/command.h"

enum {
	RULE_CONDITIONS_MAX = 16,
	RULE_OFFSETS_MAX = 32,
	RULE_FIELD_BYTES = 255,
	EVENT_RUNS_MAX = 1000, /* that one event makes, by all rules together */
	EVENT_HOPS_MAX = 8,    /* servers that it came through, each making the next */
};

enum condition_test {
	CONDITION_IS_THERE,
	CONDITION_IS,
	CONDITION_NOT,
	CONDITION_ABOVE,
	CONDITION_BELOW
};

struct condition {
	str field; /* "data.total" */
	enum condition_test test;
	str value; /* as JSON */
};

enum rule_makes { RULE_MAKES_TASKS, RULE_MAKES_REMINDERS, RULE_MAKES_JOBS };

struct event_rule {
	bool is_paused;
	enum rule_makes makes;
	str event;                                   /* a type, or its beginning and '*' */
	str source;                                  /* only from this one, by id; empty: any */
	struct condition where[RULE_CONDITIONS_MAX]; /* all of them */
	u32 where_len;
	str anchor; /* where in the event an instant stands; empty: when it came */
	msec offsets[RULE_OFFSETS_MAX];
	u32 offsets_len;
	str type;    /* of the tasks, or of the jobs' runs */
	str payload; /* of the tasks; else members of the reminder or job */
	str entity;  /* these may name values of the event: "order:{data.id}" */
	str user;
	str queue;
	str resumes;
	u32 priority;
	u32 max_attempts;
};

/* An event as it came: a CloudEvent. */
struct event_in {
	str body; /* the whole object */
	str type;
	str source; /* of ours, by id; empty: by a token */
	msec at;    /* when it came */
};

/* ERR_INVALID: `why` begins with the field; ERR_MEMORY. Texts borrow, or stand in the arena. */
MUST_USE enum err event_rule_read(str body, struct arena *arena, struct event_rule *out_rule,
				  struct why *why);
/* ERR_INVALID: a condition has a member that no condition knows. Asked when a rule is set; a stored
 * rule is read without it. */
MUST_USE enum err event_rule_check_words(str body, struct why *why);
bool event_rule_fits(const struct event_rule *rule, const struct event_in *event);
/* Makes runs of an event that fits: one run an offset; runs of an anchor that lie in the past are
 * left out. Reminders and jobs are made by a run each, which is due at once (MAKER_TYPE).
 * ERR_QUOTA: more than there is room for; ERR_INVALID: the event lacks what the rule needs. */
MUST_USE enum err event_rule_make(const struct event_rule *rule, const struct event_in *event,
				  struct arena *arena, struct enqueue_item *items, u32 max,
				  u32 *len, struct why *why);

#endif
