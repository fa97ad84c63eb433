/* Asks policy hooks: questions come from the pump's thread, go out through handlers of their own
 * (the guard of webhooks, libcurl on the loop), and what the hook says goes back as a command. A
 * bounded number is under way at once, the others stand in line; whoever finds no room at all is
 * told so. Lives on the loop's thread but for what says otherwise. */
#ifndef BELFRY_EXECUTOR_HOOKS_H
#define BELFRY_EXECUTOR_HOOKS_H

#include "executor/executor.h"

struct policy_hooks;

enum { HOOKS_AT_ONCE = 64, HOOKS_QUESTIONS_MAX = 4096 };

struct hooks_config {
	struct loop *loop;
	void *context;
	enum err (*submit)(void *context, struct command *command);
	/* Reads a question's secret on a thread that may wait, then hooks_brought. ERR_BUSY. */
	enum err (*read)(void *context, void *question);
};

MUST_USE enum err hooks_new(const struct hooks_config *config, struct policy_hooks **out_hooks);
/* The pump and the readers have ended, and nothing is with the pump. NULL: nothing. */
void hooks_free(struct policy_hooks *hooks);
/* These send: with an `ended` that calls hooks_ended. They stay the caller's. */
void hooks_serve(struct policy_hooks *hooks, struct handlers *handlers);
/* The pump ends: nothing is asked of it any more. NULL: nothing. */
void hooks_abandon(struct policy_hooks *hooks);
/* Whether the pump still has something of them. NULL: no. */
bool hooks_have_asked(const struct policy_hooks *hooks);
/* Messages of handlers; the context is the hooks. */
void hooks_ended(void *context, const struct handler_report *report);

/* On the pump's thread. */
void hooks_ask(struct policy_hooks *hooks, const struct policy_hook_ask *ask);

/* On a reader's thread. */
struct invocation_wants *hooks_wants(void *question);
void *hooks_context(void *question); /* the config's */
void hooks_brought(void *question);

#endif
