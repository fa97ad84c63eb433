/* The policy guard: rules of a tenant as data. They stand in the text of its gates (model/gates.h),
 * a line each, in their order; the first that matches a run counts, and without one it may go on.
 *
 *   rule ACTION<TAB>KEY=VALUE<TAB>...
 *
 * ACTION is allow, defer or deny. All keys that are given must match:
 *   type=PATTERN, entity=PATTERN     a text, or its beginning and '*'
 *   field=PATH, is=JSON or not=JSON  the value in the payload at a.b.c is, or is not, this; without
 *                                    is and not: there is one
 *   hours=ZONE WINDOWS               the hour of the day
 *   delay=MS                         defer: so long; default the end of the hours, else 5 minutes
 *   name=TEXT                        what people call it; no condition
 *
 * Where no rule matches a hook may be asked, over HTTP:
 *
 *   hook FAILURE DEADLINE DELAY SECRET URL
 *
 * FAILURE is what counts when it does not answer within DEADLINE ms: allow, defer (by DELAY ms) or
 * deny. SECRET names what signs the question; "-": nothing does. */
#ifndef BELFRY_MODEL_GUARD_H
#define BELFRY_MODEL_GUARD_H

#include "model/gates.h"

enum rule_action { RULE_ALLOW, RULE_DEFER, RULE_DENY, RULE_ACTIONS };
enum rule_test { RULE_IS_THERE, RULE_IS, RULE_IS_NOT };

enum { RULES_MAX = 64, RULE_NAME_BYTES = 64, RULE_LABEL_BYTES = RULE_NAME_BYTES + 16 };

struct guard_rule {
	enum rule_action action;
	str type; /* borrowed from the text that was read; empty: any */
	str entity;
	str field;
	enum rule_test test;
	str value;
	struct windows hours; /* len 0: any */
	const struct zone *zone;
	msec delay; /* 0: by default */
	str name;   /* empty: messages use the rule's number */
};

/* Reads "rule ..." without that word. */
MUST_USE enum err guard_rule_read(str line, const struct gates_sources *sources,
				  struct guard_rule *out_rule, struct why *why);
/* All rules of a text that gates_read has read, in their order. */
MUST_USE enum err guard_rules_read(str body, const struct gates_sources *sources,
				   struct guard_rule *out_rules, u32 most, u32 *out_len,
				   struct why *why);
u32 guard_rules_count(str body);

struct guard_hook {
	enum rule_action on_failure;
	msec deadline;
	msec delay; /* of a deferral that names no instant */
	str secret; /* empty: none */
	str url;    /* borrowed from the text that was read; empty: there is no hook */
};

#define HOOK_DEADLINE_MIN ((msec)100)
#define HOOK_DEADLINE_MAX (10 * MSEC_SECOND)
#define HOOK_DELAY_MAX MSEC_DAY

/* Of a hook that does not say. */
enum { HOOK_DEADLINE_DEFAULT = 3000, HOOK_DEFER_SECONDS_DEFAULT = 60 };

/* Reads "hook ..." without that word. */
MUST_USE enum err guard_hook_read(str line, struct guard_hook *out_hook, struct why *why);
/* Of a text that gates_read has read. */
struct guard_hook guard_hook_find(str body);

/* The facts of a run that rules can match. Without texts a rule that needs them cannot be judged.
 */
struct rule_subject {
	str type;
	bool has_texts;
	str entity;
	str payload;
	msec now;
};

struct verdict {
	bool is_known; /* false: texts are needed */
	enum rule_action action;
	/* DEFER: the run is deferred until then. ALLOW: the verdict may change then; MSEC_MAX:
	 * never */
	msec until;
	bool by_rule; /* a rule matched; otherwise the hook, if any, is asked */
	u32 rule;     /* which: the first is 0 */
};

struct verdict guard_verdict(const struct guard_rule *rules, u32 len,
			     const struct rule_subject *subject);

/* "BY: NAME", or "BY: rule 3"; in `room`. */
str guard_rule_label(const struct guard_rule *rule, u32 place, str by, char room[RULE_LABEL_BYTES]);

/* Whether every run of the type may go on by a rule, at any time: then no hook is asked. */
bool guard_exempts(const struct guard_rule *rules, u32 len, str type);

/* The bytes of the value at "a.b.c" in a JSON object; false: there is none, or the text is not
 * JSON. */
MUST_USE bool payload_find(str payload, str path, str *out_value);

#endif
