/* Asks policy hooks: questions come from the pump's thread, are sent by handlers of their own (with
 * the webhook guard, by libcurl on the loop), and the answers return as commands. A bounded number
 * of questions is open at once and the others wait; if too many wait, a question is answered with
 * HOOK_BUSY. Lives on the loop's thread but for what says otherwise. */
#ifndef BELFRY_EXECUTOR_HOOKS_H
#define BELFRY_EXECUTOR_HOOKS_H

#include "executor/executor.h"

struct policy_hooks;

enum { HOOKS_AT_ONCE = 64, HOOKS_QUESTIONS_MAX = 4096 };

struct hooks_config {
	struct loop *loop;
	void *context;
	enum err (*submit)(void *context, struct command *command);
	/* Reads the secret for a question on a thread that may wait, then calls hooks_brought.
	 * ERR_BUSY. */
	enum err (*read)(void *context, void *question);
};

MUST_USE enum err hooks_new(const struct hooks_config *config, struct policy_hooks **out_hooks);
/* To be called when the pump and the readers have ended. NULL: does nothing. */
void hooks_free(struct policy_hooks *hooks);
/* Sets the handlers that send; their `ended` must call hooks_ended. The caller keeps ownership. */
void hooks_serve(struct policy_hooks *hooks, struct handlers *handlers);
/* The pump ends: no command is sent any more. NULL: does nothing. */
void hooks_abandon(struct policy_hooks *hooks);
/* Whether the pump still has a command of the hooks. NULL: no. */
bool hooks_have_asked(const struct policy_hooks *hooks);
/* Callbacks of the handlers; the context is the hooks. */
void hooks_ended(void *context, const struct handler_report *report);

/* On the pump's thread. */
void hooks_ask(struct policy_hooks *hooks, const struct policy_hook_ask *ask);

/* On a reader's thread. */
struct invocation_wants *hooks_wants(void *question);
void *hooks_context(void *question); /* the context of the config */
void hooks_brought(void *question);

#endif
