/* Timers: they act when their time has come, on the wall clock or on the boot clock; for the files
 * of engine/ alone. */
#ifndef BELFRY_ENGINE_CORE_TIMER_H
#define BELFRY_ENGINE_CORE_TIMER_H

#include "base/heap.h"
#include "base/types.h"

enum timer_kind {
	TIMER_RUN_DUE,      /* wall: struct run, `due` */
	TIMER_RUN_DEADLINE, /* wall: struct run, `deadline` */
	TIMER_PAUSE_END,    /* wall: struct pause */
	TIMER_JOB_RESUME,   /* wall: struct job: its pause ends */
	TIMER_GATE,         /* wall: struct gatekeeper: one of its gates opens or closes */
	TIMER_ALERT,        /* wall: struct alert_rule: it looks at its job's runs */
	TIMER_FOLLOWER,     /* wall: struct follower: the deadline of its run */
	TIMER_PREDECESSOR,  /* wall: struct predecessor: a dead letter is looked at again */
	TIMER_COOLDOWN,     /* wall: struct cooldown: its alert may be told again */
	TIMER_EXECUTION,    /* boot: struct execution: its lease or its hard end */
	TIMER_CALL_END,     /* boot: struct call */
	TIMER_WORKER_GONE,  /* boot: struct worker */
	TIMER_SERVICE, /* boot: struct service_alerts: it is looked at what the service is like */
	TIMER_ROUTE,   /* boot: struct route: it opens, or may be forgotten */
	TIMER_HOOK,    /* boot: struct asked: its policy hook has not answered */
	TIMER_KINDS
};

struct timer {
	struct heap_node node;
	u8 kind;
};

#endif
