#include "api/type_body.h"

#include "api/policy.h"
#include "base/must.h"
#include "model/gates.h"

SHAPE(type_body, type_input, TYPE_FIELDS, "type", "a type's policy");

static u32 merged(const void *object, u32 field, i64 given, u32 old)
{
	if (is_null(object, field)) return 0;
	return is_given(object, field) ? (u32)given : old;
}

/* A class cannot be worth another attempt and not worth one. */
static enum err check_classes(struct request *request, const struct type_policy *policy)
{
	str rest = { policy->retryable.text, policy->retryable.len };
	struct why why;
	while (rest.len) {
		str name = str_split(&rest, '\0');
		if (!class_list_has(&policy->fatal, name)) continue;
		(void)fail(&why, ERR_INVALID, "\"%.*s\" must not be in both retryable and fatal",
			   STR_ARG(name));
		(void)!request_fault(request, STR("/retryable"), &why);
		return request_fault(request, STR("/fatal"), &why);
	}
	return ERR_OK;
}

enum err type_policy_take(struct request *request, const struct type_input *input,
			  struct type_policy *policy)
{
	enum err err = ERR_OK;
	u32 seconds = (u32)(policy->timeout_ms / 1000);
	bool is_scaled;
	policy->priority = merged(input, TYPE_PRIORITY, priority_take(input->priority, &is_scaled),
				  policy->priority);
	policy->max_attempts = merged(input, TYPE_MAX_ATTEMPTS, input->max_attempts,
				      policy->max_attempts);
	policy->limit = merged(input, TYPE_LIMIT, input->limit, policy->limit);
	policy->lease_ms = merged(input, TYPE_LEASE_MS, input->lease_ms, (u32)policy->lease_ms);
	seconds = merged(input, TYPE_TIMEOUT_SECONDS, input->timeout_seconds, seconds);
	policy->timeout_ms = (msec)seconds * 1000;
	policy->maintenance = merged(input, TYPE_MAINTENANCE, input->maintenance,
				     policy->maintenance);
	policy->quiet = merged(input, TYPE_QUIET, input->quiet, policy->quiet);
	if (is_given(input, TYPE_ROUTE) || is_null(input, TYPE_ROUTE))
		must(route_name_set(&policy->route, input->route)); /* its shape has the bound */
	policy->notifies = merged(input, TYPE_NOTIFIES, input->notifies, policy->notifies);
	policy->retention_days = merged(input, TYPE_RETENTION_DAYS, input->retention_days,
					policy->retention_days);
	if (is_given(input, TYPE_GROUP) || is_null(input, TYPE_GROUP))
		policy->group = group_mark(input->group);
	policy->ladder_critical_last = merged(input, TYPE_LADDER_CRITICAL_LAST,
					      input->ladder_critical_last,
					      policy->ladder_critical_last);
	if (is_null(input, TYPE_BACKOFF)) policy->backoff = (struct backoff){ 0 };
	if (is_given(input, TYPE_BACKOFF))
		err = backoff_take(request, input->backoff, &policy->backoff);
	bool has_retryable = is_given(input, TYPE_RETRYABLE) || is_null(input, TYPE_RETRYABLE);
	if (!err && has_retryable)
		err = classes_take(request, &input->retryable, STR("/retryable"),
				   &policy->retryable);
	bool has_fatal = is_given(input, TYPE_FATAL) || is_null(input, TYPE_FATAL);
	if (!err && has_fatal)
		err = classes_take(request, &input->fatal, STR("/fatal"), &policy->fatal);
	bool has_scope = is_given(input, TYPE_UNIQUE_SCOPE) || is_null(input, TYPE_UNIQUE_SCOPE);
	if (!err && has_scope)
		err = scope_set(request, input->unique_scope, &policy->scope, &policy->unique_ttl);
	return err ? err : check_classes(request, policy);
}

void type_policy_note(const struct type_input *input, struct type_policy *policy)
{
	static const u32 places[POLICY_FIELD_COUNT] = {
#define X(name, word, says, member, more) [SAYS_##name] = TYPE_##name,
		POLICY_FIELDS(X)
#undef X
	};
	for (u32 i = 0; i < POLICY_FIELD_COUNT; i++) {
		bool is_list = i == SAYS_RETRYABLE || i == SAYS_FATAL;
		if (is_null(input, places[i])) policy_clear(policy, (enum policy_field)i);
		if (is_given(input, places[i])) policy->said &= ~(1u << i);
		if (is_given(input, places[i]) && !is_list) policy->said |= 1u << i;
	}
	policy_note_said(policy);
}
