/* The question to a policy hook, and its answer. Pure. */
#ifndef BELFRY_EXECUTOR_HOOK_WORDS_H
#define BELFRY_EXECUTOR_HOOK_WORDS_H

#include "base/buf.h"
#include "model/action.h"
#include "model/command.h"

/* The question's body: {"run_id", "tenant_id", "type", "entity", "user_id", "run_at", "attempt",
 * "payload"}. Secrets that the payload names stay names. */
void hook_write_question(const struct policy_hook_ask *ask, struct buf *out);
/* How it is sent, as handler/spec.h reads it. */
void hook_write_handler(str url, str secret, struct buf *out);
/* {"decision": "allow" | "defer" | "deny", "until"?: an instant, "defer_seconds"?}; anything else
 * is no answer: HOOK_FAILED. *out_until is 0 where none is said. */
enum hook_answer hook_read_answer(str body, msec now, msec *out_until);

#endif
