/* A desk with a job that is watched: rules, what they have raised, and who was told. */
#ifndef BELFRY_TEST_UNIT_ENGINE_ALERTS_DESK_H
#define BELFRY_TEST_UNIT_ENGINE_ALERTS_DESK_H

#include "base/check.h"
#include "engine/jobs_desk.h"
#include "store/memory/memory_parts.h"

static inline struct uuid rule_put(struct jobs_desk *jobs, struct alert_command rule)
{
	rule.job_code = STR("report");
	rule.is_enabled = true;
	rule.expected = DOCUMENT_ANY;
	if (!rule.threshold) rule.threshold = alert_threshold_default(rule.kind);
	const struct answer *answer = desk_do(&jobs->desk,
					      (struct command){ .kind = COMMAND_ALERT_PUT,
								.tenant = STR("acme"),
								.actor = STR("ann"),
								.alert = rule });
	assert_int_equal(ERR_OK, answer->err);
	return answer->id;
}

static inline enum err rule_do(struct jobs_desk *jobs, enum command_kind kind, const char *tenant,
			       struct uuid id)
{
	return desk_do(&jobs->desk,
		       (struct command){ .kind = kind,
					 .tenant = str_from(tenant),
					 .actor = STR("bob"),
					 .alert = { .id = id, .expected = DOCUMENT_ANY } })
		->err;
}

/* "FAILURE 2 resolved: back to normal; ...", oldest first; runs that send it: "+2". */
static inline void expect_alerts(struct jobs_desk *jobs, const char *expected)
{
	struct setting_key first = { .kind = KIND_ALERT };
	const struct treap_node *node = treap_after(&jobs->desk.store->settings, &first);
	struct buf *text = &jobs->text;
	buf_clear(text);
	for (; node; node = treap_next(node)) {
		const struct memory_setting *setting = container_of(node, struct memory_setting,
								    in_settings);
		const struct alert_row *row = setting->row;
		if (setting->kind != KIND_ALERT) break;
		if (alert_kind_scope(row->kind) != ALERT_OF_JOB) continue;
		if (text->len) buf_add(text, STR("; "));
		buf_addf(text, "%.*s %llu", STR_ARG(alert_kind_name(row->kind)),
			 (unsigned long long)row->value);
		if (row->acknowledged_at) buf_addf(text, " by %.*s", STR_ARG(row->acknowledged_by));
		if (row->resolved_at) buf_addf(text, ": %.*s", STR_ARG(row->reason));
	}
	assert_str(buf_view(text), str_from(expected));
	desk_same_as_fresh(&jobs->desk);
}

static inline void count_sends(void *context, const struct memory_run_seen *seen)
{
	u32 *count = context;
	*count += uuid_is_nil(&seen->row->job);
}

static inline u32 sends(const struct jobs_desk *jobs)
{
	u32 count = 0;
	memory_store_each_run(jobs->desk.store, count_sends, &count);
	return count;
}

static inline struct uuid a_job(struct jobs_desk *jobs)
{
	struct job_row row = hourly("report");
	row.max_attempts = 1;
	return job_new(jobs, row);
}

/* Its occurrence of this hour, leased; the clock stands right behind it. */
static inline struct lease begin(struct jobs_desk *jobs)
{
	static const str types[] = { { "report.make", 11 } };
	msec to_hour = HOUR - (jobs->desk.now.wall - JOBS_START + HOUR) % HOUR;
	desk_advance(&jobs->desk, to_hour);
	assert_int_equal(1,
			 desk_lease(&jobs->desk, 1,
				    (struct lease_command){
					    .types = types, .types_len = 1, .lease_ms = 600000 }));
	return jobs->desk.leases[jobs->desk.leases_len - 1];
}

static inline void ends(struct jobs_desk *jobs, enum outcome outcome)
{
	struct lease lease = begin(jobs);
	desk_finish(&jobs->desk, lease.execution, outcome,
		    outcome == OUTCOME_FAIL ? STR("permanent") : STR(""));
}

#endif
