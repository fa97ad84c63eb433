/* The question to a policy hook, and its answer. Pure. */
#ifndef BELFRY_EXECUTOR_HOOK_WORDS_H
#define BELFRY_EXECUTOR_HOOK_WORDS_H

#include "base/buf.h"
#include "model/action.h"
#include "model/command.h"

/* The body of the question: {"run_id", "tenant_id", "type", "entity", "user_id", "run_at",
 * "attempt", "payload"}. Names of secrets in the payload are not replaced by values. */
void hook_write_question(const struct policy_hook_ask *ask, struct buf *out);
/* The handler that sends it, in the form of handler/spec.h. */
void hook_write_handler(str url, str secret, struct buf *out);
/* {"decision": "allow" | "defer" | "deny", "until"?: an instant, "defer_seconds"?}; any other
 * answer is HOOK_FAILED. *out_until: 0 if not given. */
enum hook_answer hook_read_answer(str body, msec now, msec *out_until);

#endif
