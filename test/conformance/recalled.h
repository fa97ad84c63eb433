/* What a store recalls, as text: a line for each row, in the order in which they came. */
#ifndef BELFRY_TEST_CONFORMANCE_RECALLED_H
#define BELFRY_TEST_CONFORMANCE_RECALLED_H

#include "base/buf.h"
#include "conformance/scene.h"

enum { RECALLED_BYTES_MAX = 1 << 20, RECALLED_BYTES_AHEAD = 1 << 14 };

struct recalled {
	struct buf text;
	u64 last_turn;
	u32 rows;
	u32 tallies[8][QUOTA_KINDS]; /* of tenants with small numbers; they add up, in any order */
	u32 rows_max; /* past it the sink refuses, as an engine without memory would; 0: never */
};

static inline enum err recalled_row(struct recalled *recalled)
{
	recalled->rows++;
	return recalled->rows_max && recalled->rows > recalled->rows_max ? ERR_MEMORY : ERR_OK;
}

static inline enum err recalled_name(void *context, const void *held)
{
	const struct name_row *row = held;
	struct recalled *recalled = context;
	buf_addf(&recalled->text, "name %u %u %.*s", row->kind, row->no, STR_ARG(row->text));
	if (row->host.len) buf_addf(&recalled->text, " on %.*s", STR_ARG(row->host));
	buf_add_byte(&recalled->text, '\n');
	return recalled_row(recalled);
}

static inline enum err recalled_queue(void *context, const void *held)
{
	const struct queue_row *row = held;
	struct recalled *recalled = context;
	buf_addf(&recalled->text, "queue %u weight %u limit %u\n", row->queue.v, row->policy.weight,
		 row->policy.limit);
	return recalled_row(recalled);
}

static inline void recalled_backoff(struct buf *out, const struct backoff *backoff)
{
	buf_addf(out, " backoff %u", backoff->kind);
	for (u32 i = 0; i < backoff->steps_len; i++) buf_addf(out, " %" PRId64, backoff->steps[i]);
	buf_addf(out, " base %" PRId64 " max %" PRId64, backoff->base, backoff->max);
}

static inline enum err recalled_tenant(void *context, const void *held)
{
	const struct tenant_row *row = held;
	struct recalled *recalled = context;
	const struct tenant_policy *policy = &row->policy;
	buf_addf(&recalled->text, "tenant %u weight %u limit %u attempts %u lease %" PRId64,
		 row->tenant.v, policy->weight, policy->limit, policy->max_attempts,
		 policy->lease_ms);
	buf_addf(&recalled->text, " timeout %" PRId64 " key %d", policy->timeout_ms,
		 policy->require_key);
	if (policy->min_interval_ms)
		buf_addf(&recalled->text, " apart %" PRId64, policy->min_interval_ms);
	if (policy->quotas[0]) buf_add(&recalled->text, STR(" quotas"));
	for (u32 i = 0; policy->quotas[0] && i < QUOTA_KINDS; i++)
		buf_addf(&recalled->text, " %u", policy->quotas[i]);
	recalled_backoff(&recalled->text, &policy->backoff);
	buf_add_byte(&recalled->text, '\n');
	return recalled_row(recalled);
}

/* "a,b," */
static inline void recalled_classes(struct buf *out, const char *word,
				    const struct class_list *list)
{
	buf_addf(out, " %s ", word);
	for (u32 i = 0; i < list->len; i++) buf_add_byte(out, list->text[i] ? list->text[i] : ',');
}

static inline enum err recalled_type(void *context, const void *held)
{
	const struct type_row *row = held;
	struct recalled *recalled = context;
	const struct type_policy *policy = &row->policy;
	buf_addf(&recalled->text, "type %u %u priority %u attempts %u limit %u", row->tenant.v,
		 row->type.v, policy->priority, policy->max_attempts, policy->limit);
	buf_addf(&recalled->text, " lease %" PRId64 " timeout %" PRId64, policy->lease_ms,
		 policy->timeout_ms);
	recalled_backoff(&recalled->text, &policy->backoff);
	recalled_classes(&recalled->text, "retryable", &policy->retryable);
	recalled_classes(&recalled->text, "fatal", &policy->fatal);
	if (policy->carrier) buf_addf(&recalled->text, " carrier %d", (int)policy->carrier);
	if (policy->maintenance || policy->quiet || policy->notifies)
		buf_addf(&recalled->text, " maintenance %u quiet %u notifies %u",
			 policy->maintenance, policy->quiet, policy->notifies);
	str route = route_name_view(&policy->route);
	if (route.len) buf_addf(&recalled->text, " route %.*s", STR_ARG(route));
	if (policy->scope)
		buf_addf(&recalled->text, " unique %u ttl %" PRId64, policy->scope,
			 policy->unique_ttl);
	if (policy->group) buf_addf(&recalled->text, " group %" PRIu64, policy->group);
	if (policy->ladder_critical_last)
		buf_addf(&recalled->text, " critical %u", policy->ladder_critical_last);
	if (policy->fallback.type) {
		buf_addf(&recalled->text, " fallback %u minutes %u", policy->fallback.type,
			 policy->fallback.minutes);
		recalled_classes(&recalled->text, "on", &policy->fallback.classes);
		recalled_classes(&recalled->text, "by", &policy->fallback.key);
	}
	buf_add_byte(&recalled->text, '\n');
	return recalled_row(recalled);
}

static inline enum err recalled_calendar(void *context, const void *held)
{
	const struct calendar_row *row = held;
	struct recalled *recalled = context;
	buf_addf(&recalled->text, "calendar %u %.*s version %" PRIu64 " at %" PRId64 " %.*s\n",
		 row->tenant.v, STR_ARG(row->name), row->version, row->updated_at,
		 STR_ARG(row->body));
	return recalled_row(recalled);
}

static inline enum err recalled_pause(void *context, const void *held)
{
	const struct pause_row *row = held;
	struct recalled *recalled = context;
	buf_addf(&recalled->text,
		 "pause %u %u %u since %" PRId64 " until %" PRId64 " %.*s by %.*s\n",
		 row->key.scope, row->key.tenant.v, row->key.no, row->since, row->until,
		 STR_ARG(row->reason), STR_ARG(row->author));
	return recalled_row(recalled);
}

static inline void recalled_id(struct buf *out, const struct uuid *id)
{
	char text[UUID_TEXT_LEN];
	uuid_print(*id, text);
	buf_add(out, (str){ text, UUID_TEXT_LEN });
}

static inline enum err recalled_operation(void *context, const void *held)
{
	const struct operation_row *row = held;
	struct recalled *recalled = context;
	struct buf *out = &recalled->text;
	const struct run_filter *filter = &row->filter;
	buf_add(out, STR("operation "));
	recalled_id(out, &row->id);
	buf_addf(out, " %u %u tenant %u type %u queue %u states %u", row->kind, row->state,
		 filter->tenant.v, filter->type.v, filter->queue.v, filter->states);
	buf_addf(out, " key %d %" PRIx64 " %" PRIx64 " entity %.*s cursor ", filter->by_key,
		 filter->key_digest.a, filter->key_digest.b, STR_ARG(filter->entity));
	recalled_id(out, &row->cursor);
	buf_addf(out,
		 " %" PRIu64 " of %" PRIu64 " from %" PRId64 " turn %" PRIu64 " to %" PRId64
		 " %.*s\n",
		 row->changed, row->seen, row->started_at, row->started_turn, row->ended_at,
		 STR_ARG(row->reason));
	return recalled_row(recalled);
}

static inline enum err recalled_defaults(void *context, const void *held)
{
	const struct defaults_row *row = held;
	struct recalled *recalled = context;
	const struct tenant_defaults *defaults = &row->defaults;
	buf_addf(&recalled->text,
		 "defaults %u priority %u of %u misfire %u grace %" PRId64 " scope %u for %" PRId64
		 "\n",
		 row->tenant.v, defaults->priority, defaults->priority_steps, defaults->misfire,
		 defaults->grace_ms, defaults->scope, defaults->unique_ttl);
	return recalled_row(recalled);
}

static inline enum err recalled_tally(void *context, const struct tally_row *row)
{
	struct recalled *recalled = context;
	assert_true(row->count > 0);
	if (row->tenant.v < countof(recalled->tallies))
		recalled->tallies[row->tenant.v][row->kind] += row->count;
	return ERR_OK;
}

static inline enum err recalled_daily_policy(void *context, const void *held)
{
	const struct daily_policy_row *row = held;
	struct recalled *recalled = context;
	const struct daily_policy *policy = &row->policy;
	buf_addf(&recalled->text,
		 "windows %u type %u then %u window %" PRId64 " delay %" PRId64 " timeout %" PRId64
		 " keep %u\n",
		 row->tenant.v, policy->type.v, policy->on_cutoff.v, policy->window_ms,
		 policy->retry_delay_ms, policy->timeout_ms, policy->keep_days);
	return recalled_row(recalled);
}

static inline enum err recalled_gates(void *context, const void *held)
{
	const struct gates_row *row = held;
	struct recalled *recalled = context;
	buf_addf(&recalled->text, "gates %u %.*s%.*s\n", row->tenant.v, STR_ARG(row->user),
		 STR_ARG(row->body));
	return recalled_row(recalled);
}

static inline enum err recalled_rate(void *context, const void *held)
{
	const struct rate_row *row = held;
	struct recalled *recalled = context;
	buf_addf(&recalled->text, "rate %u %.*s %u in %" PRId64 " burst %u scope %u at once %u\n",
		 row->tenant.v, STR_ARG(row->route), row->policy.rate, row->policy.per_ms,
		 row->policy.burst, row->policy.scope, row->policy.concurrency);
	return recalled_row(recalled);
}

static inline enum err recalled_batch(void *context, const void *held)
{
	const struct batch_row *row = held;
	struct recalled *recalled = context;
	buf_addf(&recalled->text,
		 "batch %02x of %u: %u, done %u failed %u cancelled %u state %u%s\n",
		 row->id.bytes[15], row->tenant.v, row->total, row->done, row->failed,
		 row->cancelled, row->state, row->is_sweeping ? " sweeping" : "");
	return recalled_row(recalled);
}

static inline enum err recalled_after(void *context, const void *held)
{
	const struct after_row *row = held;
	struct recalled *recalled = context;
	buf_addf(&recalled->text,
		 "run %02x of %u waits for %02x (%u), needs %u until %" PRId64 "\n",
		 row->run.bytes[15], row->tenant.v, row->awaited.bytes[15], row->place, row->needs,
		 row->deadline_at);
	return recalled_row(recalled);
}

static inline enum err recalled_alert_rule(void *context, const void *held)
{
	const struct alert_rule_row *row = held;
	struct recalled *recalled = context;
	buf_addf(&recalled->text,
		 "alert rule %02x of %u job %02x %.*s >= %u %s count %u open %02x to %.*s\n",
		 row->id.bytes[15], row->tenant.v, row->job.bytes[15],
		 STR_ARG(alert_kind_name(row->kind)), row->threshold,
		 row->is_enabled ? "on" : "off", row->count, row->open.bytes[15],
		 STR_ARG(row->recipients));
	return recalled_row(recalled);
}

static inline enum err recalled_alert(void *context, const void *held)
{
	const struct alert_row *row = held;
	struct recalled *recalled = context;
	buf_addf(&recalled->text, "alert %02x rule %02x value %u since %" PRId64 " by %.*s\n",
		 row->id.bytes[15], row->rule.bytes[15], (u32)row->value, row->raised_at,
		 STR_ARG(row->acknowledged_by));
	return recalled_row(recalled);
}

static inline enum err recalled_cooldown(void *context, const void *held)
{
	const struct cooldown_row *row = held;
	struct recalled *recalled = context;
	buf_addf(&recalled->text,
		 "cooldown %u %u %" PRIu64 " run %02x %s %" PRId64 " until %" PRId64 "\n",
		 row->tenant.v, row->type.v, row->alert, row->run.bytes[15],
		 row->is_live ? "live" : "rests", row->window_ms, row->until);
	return recalled_row(recalled);
}

static inline enum err recalled_spilled(void *context, const struct band_row *row)
{
	struct recalled *recalled = context;
	buf_addf(&recalled->text, "spilled tenant %u queue %u type %u ", row->tenant.v,
		 row->queue.v, row->type.v);
	if (row->route.v) buf_addf(&recalled->text, "route %u ", row->route.v);
	buf_addf(&recalled->text, "priority %u\n", row->priority);
	return recalled_row(recalled);
}

static inline enum err recalled_open(void *context, const struct run_row *run,
				     const struct execution_row *row)
{
	struct recalled *recalled = context;
	assert_no_texts(run);
	assert_uuid(run->id, row->run);
	buf_addf(&recalled->text, "open tenant %u type %u queue %u state %u run_at %" PRId64,
		 run->tenant.v, run->type.v, run->hot.queue.v, run->hot.state, run->hot.run_at);
	buf_addf(&recalled->text, " payload %u worker %u attempt %u fence %u", run->payload_len,
		 row->worker.v, row->attempt, row->fence);
	buf_addf(&recalled->text, " lease %" PRId64 " until %" PRId64 " timeout %" PRId64 "\n",
		 row->lease_ms, row->lease_until, row->timeout_at);
	if (run->definition) {
		buf_add(&recalled->text, STR(" of job "));
		recalled_id(&recalled->text, &run->definition->id);
		buf_addf(&recalled->text, " %.*s\n", STR_ARG(run->definition->code));
	}
	if (run->reminder)
		buf_addf(&recalled->text, " reminds %.*s in %.*s\n", STR_ARG(run->reminder->user),
			 STR_ARG(run->reminder->zone));
	if (run->daily)
		buf_addf(&recalled->text, " of %.*s in %.*s\n", STR_ARG(run->daily->user),
			 STR_ARG(run->daily->zone));
	return recalled_row(recalled);
}

static inline enum err try_recall(struct scene *scene, struct recalled *recalled)
{
	struct recall_sink sink = {
		.context = recalled,
		.rows = {
			[KIND_NAME] = recalled_name,
			[KIND_QUEUE] = recalled_queue,
			[KIND_TENANT] = recalled_tenant,
			[KIND_DEFAULTS] = recalled_defaults,
			[KIND_DAILY_POLICY] = recalled_daily_policy,
			[KIND_TYPE] = recalled_type,
			[KIND_GATES] = recalled_gates,
			[KIND_CALENDAR] = recalled_calendar,
			[KIND_RATE] = recalled_rate,
			[KIND_PAUSE] = recalled_pause,
			[KIND_OPERATION] = recalled_operation,
			[KIND_BATCH] = recalled_batch,
			[KIND_AFTER] = recalled_after,
			[KIND_COOLDOWN] = recalled_cooldown,
			[KIND_ALERT_RULE] = recalled_alert_rule,
			[KIND_ALERT] = recalled_alert,
		},
		.tally = recalled_tally,
		.spilled = recalled_spilled,
		.open = recalled_open,
	};
	/* Room ahead: memory that is refused within the call shall be the store's, not ours. */
	buf_init(&recalled->text, RECALLED_BYTES_MAX);
	assert_non_null(buf_extend(&recalled->text, RECALLED_BYTES_AHEAD));
	buf_clear(&recalled->text);
	recalled->rows = 0;
	arm(scene, true);
	enum err err = store_recall(scene->store, &sink, &recalled->last_turn);
	arm(scene, false);
	return err;
}

static inline void expect_recalled(struct scene *scene, const char *text)
{
	struct recalled recalled = { 0 };
	assert_int_equal(try_recall(scene, &recalled), ERR_OK);
	assert_false(buf_failed(&recalled.text));
	assert_str(buf_view(&recalled.text), str_from(text));
	assert_true(recalled.last_turn == scene->last_turn);
	buf_done(&recalled.text);
}

#endif
