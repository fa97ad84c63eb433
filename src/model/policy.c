/* How long to wait before the next attempt, and whether there should be one. */
#include "model/policy.h"

#include "base/must.h"

enum {
	JITTER_SCALE = 1000000, /* u is a multiple of a millionth */
	JITTER_MIN = 200000,
	JITTER_MAX = 400000,
};

static const struct {
	str name;
	bool is_retryable;
} classes[CLASS_COUNT] = {
#define X(name, word, retryable, sentence) [CLASS_##name] = { STR(word), retryable },
	ERROR_CLASSES(X)
#undef X
};

enum carrier carrier_of_type(str type_name)
{
	static const str own[] = { { "EMAIL", 5 },       { "WEBHOOK", 7 },      { "REMINDER", 8 },
				   { "alert.send", 10 }, { "sentry.send", 11 }, { "ping.send", 9 },
				   { "belfry.make", 11 } };
	for (size_t i = 0; i < countof(own); i++) {
		if (str_eq(type_name, own[i])) return CARRIER_NODE;
	}
	return type_is_webhooks(type_name) ? CARRIER_NODE : CARRIER_WORKERS;
}

bool type_is_webhooks(str type_name)
{
	return str_starts_with(type_name, STR(WEBHOOK_TYPE_PREFIX));
}

str error_class_name(enum error_class error_class)
{
	must(error_class < CLASS_COUNT);
	return classes[error_class].name;
}

/* ---- routes ------------------------------------------------------------------------------- */

bool route_name_set(struct route_name *name, str text)
{
	if (text.len > sizeof name->text) return false;
	*name = (struct route_name){ .len = (u16)text.len };
	if (text.len) memcpy(name->text, text.at, text.len);
	return true;
}

str route_name_view(const struct route_name *name)
{
	must(name->len <= sizeof name->text);
	return (str){ name->text, name->len };
}

/* ---- lists of class names ----------------------------------------------------------------- */

static u32 class_list_count(const struct class_list *list)
{
	u32 count = 0;
	for (u32 i = 0; i < list->len; i++) count += list->text[i] == '\0';
	return count;
}

bool class_list_has(const struct class_list *list, str name)
{
	str rest = { list->text, list->len };
	must(list->len <= sizeof list->text);
	while (rest.len) {
		if (str_eq(str_split(&rest, '\0'), name)) return true;
	}
	return false;
}

bool class_list_add(struct class_list *list, str name)
{
	must(list->len <= sizeof list->text);
	bool has_end_inside = str_find(name, '\0') < name.len;
	if (name.len == 0 || name.len > LIMIT_CLASS_NAME_BYTES || has_end_inside) return false;
	if (class_list_has(list, name)) return true;
	if (class_list_count(list) == LIMIT_CLASS_NAMES) return false;
	must(list->len + name.len + 1 <= sizeof list->text);
	memcpy(list->text + list->len, name.at, name.len);
	list->text[list->len + name.len] = '\0';
	list->len = (u16)(list->len + name.len + 1);
	return true;
}

/* ---- fields ------------------------------------------------------------------------------- */

str policy_field_word(enum policy_field field)
{
	static const str words[POLICY_FIELD_COUNT] = {
#define X(name, word, says, member, more) [SAYS_##name] = STR(word),
		POLICY_FIELDS(X)
#undef X
	};
	must(field < POLICY_FIELD_COUNT);
	return words[field];
}

void policy_note_said(struct type_policy *policy)
{
#define X(name, word, says, member, more) \
	if (policy->says) policy->said |= 1u << SAYS_##name;
	POLICY_FIELDS(X)
#undef X
}

static void copy_field(struct type_policy *to, const struct type_policy *from,
		       enum policy_field field)
{
	switch (field) {
#define X(name, word, says, member, more)  \
	case SAYS_##name:                  \
		to->member = from->member; \
		to->more = from->more;     \
		break;
		POLICY_FIELDS(X)
#undef X
	case POLICY_FIELD_COUNT: break;
	}
	to->said |= 1u << field;
}

void policy_clear(struct type_policy *policy, enum policy_field field)
{
	static const struct type_policy nothing = { 0 };
	copy_field(policy, &nothing, field);
	policy->said &= ~(1u << field);
}

struct type_policy policy_merge(const struct type_policy *first, const struct type_policy *second)
{
	struct type_policy merged = { 0 };
	for (u32 i = 0; i < POLICY_FIELD_COUNT; i++) {
		enum policy_field field = (enum policy_field)i;
		if (policy_says(first, field)) copy_field(&merged, first, field);
		else if (policy_says(second, field)) copy_field(&merged, second, field);
	}
	return merged;
}

static bool is_same_list(const struct class_list *a, const struct class_list *b)
{
	return a->len == b->len && memcmp(a->text, b->text, a->len) == 0;
}

static bool is_same_backoff(const struct backoff *a, const struct backoff *b)
{
	if (a->kind != b->kind || a->base != b->base || a->max != b->max) return false;
	return a->steps_len == b->steps_len &&
	       memcmp(a->steps, b->steps, a->steps_len * sizeof a->steps[0]) == 0;
}

static bool is_same_fallback(const struct fallback_policy *a, const struct fallback_policy *b)
{
	return a->type == b->type && a->minutes == b->minutes &&
	       is_same_list(&a->classes, &b->classes) && is_same_list(&a->key, &b->key);
}

struct type_policy policy_of_sources(const struct policy_sources *from)
{
	struct type_policy base = policy_merge(&from->system, &from->profile);
	return policy_merge(&from->own, &base);
}

bool policy_is_same(const struct type_policy *a, const struct type_policy *b)
{
	return a->said == b->said && a->carrier == b->carrier && a->priority == b->priority &&
	       a->max_attempts == b->max_attempts && a->limit == b->limit &&
	       a->lease_ms == b->lease_ms && a->timeout_ms == b->timeout_ms &&
	       is_same_backoff(&a->backoff, &b->backoff) &&
	       is_same_list(&a->retryable, &b->retryable) && is_same_list(&a->fatal, &b->fatal) &&
	       a->scope == b->scope && a->unique_ttl == b->unique_ttl &&
	       a->maintenance == b->maintenance && a->quiet == b->quiet &&
	       a->notifies == b->notifies && is_same_fallback(&a->fallback, &b->fallback) &&
	       a->retention_days == b->retention_days &&
	       a->ladder_critical_last == b->ladder_critical_last && a->group == b->group &&
	       str_eq(route_name_view(&a->route), route_name_view(&b->route));
}

struct scope_said scope_of_policy(const struct type_policy *policy)
{
	if (!policy) return (struct scope_said){ 0 };
	return (struct scope_said){ policy->scope, policy->unique_ttl };
}

bool class_is_retryable(const struct type_policy *policy, str class_name)
{
	if (policy && class_list_has(&policy->retryable, class_name)) return true;
	if (policy && class_list_has(&policy->fatal, class_name)) return false;
	for (u32 i = 0; i < CLASS_COUNT; i++) {
		if (str_eq(class_name, classes[i].name)) return classes[i].is_retryable;
	}
	return true;
}

/* ---- backoff ------------------------------------------------------------------------------ */

const struct backoff *backoff_in_force(const struct backoff *own, const struct type_policy *type,
				       const struct tenant_policy *tenant,
				       const struct backoff *usual)
{
	if (own && own->kind != BACKOFF_UNSET) return own;
	if (type && type->backoff.kind != BACKOFF_UNSET) return &type->backoff;
	if (tenant && tenant->backoff.kind != BACKOFF_UNSET) return &tenant->backoff;
	return usual;
}

const struct backoff *backoff_default_for_tasks(void)
{
	static const struct backoff backoff = {
		.kind = BACKOFF_STEPS,
		.steps_len = 4,
		.steps = { MSEC_MINUTE, 5 * MSEC_MINUTE, 15 * MSEC_MINUTE, 60 * MSEC_MINUTE },
	};
	return &backoff;
}

const struct backoff *backoff_default_for_jobs(void)
{
	static const struct backoff backoff = { .kind = BACKOFF_EXPONENTIAL, .base = MSEC_MINUTE };
	return &backoff;
}

static msec step_after(const struct backoff *backoff, u32 attempts)
{
	must(backoff->steps_len > 0);
	must(backoff->steps_len <= LIMIT_BACKOFF_STEPS);
	u32 last = backoff->steps_len - 1;
	return backoff->steps[attempts - 1 < last ? attempts - 1 : last];
}

/* base, 2 base, 4 base, ... */
static msec doubled(msec base, u32 attempts)
{
	u32 times = attempts - 1;
	if (base == 0) return 0;
	return times < 63 ? msec_mul(base, (i64)((u64)1 << times)) : MSEC_MAX;
}

static msec delay_without_jitter(const struct backoff *backoff, u32 attempts)
{
	switch (backoff->kind) {
	case BACKOFF_STEPS: return step_after(backoff, attempts);
	case BACKOFF_EXPONENTIAL: return doubled(backoff->base, attempts);
	case BACKOFF_FIXED: return backoff->base;
	case BACKOFF_UNSET: break;
	}
	must(backoff->kind != BACKOFF_UNSET);
	return 0;
}

/* Rounded to the nearest; parts are multiplied apart, so that nothing overflows before the end. */
static msec scaled(msec delay, i64 millionths)
{
	msec whole = msec_mul(delay / JITTER_SCALE, millionths);
	msec rest = delay % JITTER_SCALE * millionths;
	return msec_add(whole, (rest + JITTER_SCALE / 2) / JITTER_SCALE);
}

msec backoff_wait(const struct backoff *backoff, u32 attempts)
{
	must(attempts > 0);
	must(backoff->max >= 0);
	msec max = backoff->max ? backoff->max : MSEC_DAY;
	msec delay = delay_without_jitter(backoff, attempts);
	if (delay > max) delay = max;
	return delay < 0 ? 0 : delay;
}

msec backoff_delay(const struct backoff *backoff, u32 attempts, struct prng *prng)
{
	msec delay = backoff_wait(backoff, attempts);
	i64 u = prng_between(prng, JITTER_MIN, JITTER_MAX);
	bool is_later = prng_chance(prng, 1, 2);
	return scaled(delay, is_later ? JITTER_SCALE + u : JITTER_SCALE - u);
}

/* ---- priorities --------------------------------------------------------------------------- */

enum err priority_from(u32 given, u32 steps, u32 *out_priority, struct why *why)
{
	u32 most = steps ? steps : LIMIT_PRIORITY_MAX;
	must(most == LIMIT_PRIORITY_MAX || most == PRIORITY_STEPS_FEW);
	if (given > most)
		return fail(why, ERR_INVALID, "priority must be 1 to %u, got %u", most, given);
	*out_priority = given && most == PRIORITY_STEPS_FEW ? 2 * given - 1 : given;
	return ERR_OK;
}

u32 priority_shown(u32 priority, u32 steps)
{
	return steps == PRIORITY_STEPS_FEW ? (priority + 1) / 2 : priority;
}
