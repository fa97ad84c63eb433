/* Alerts on jobs (those on the service are in service.c, what both share in alert_notify.c). Rules
 * are in memory; they see every entry that the journal gets about their job, and what follows from
 * it is decided before the turn is committed: an alert is raised or resolved in the commit that
 * causes it, and with it the runs that tell people.
 *
 * Time is looked at by a timer of each rule that is about time, set for when something could be too
 * long or too late; it looks at the runs of its own job and at nothing else.
 *
 * In one turn so many alerts change as LIMIT_TURN_ALERTS says; rules past that are judged in the
 * next, which follows at once. */
#include "engine/commands.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"
#include "engine/watch/rule_parts.h"

void alerts_init(struct engine *engine)
{
	struct alerts *alerts = &engine->watch.alerts;
	u64 seed = engine->config.hash_seed;
	uuid_map_init(&alerts->rules, seed, offsetof(struct alert_rule, row.id));
	uuid_map_init(&alerts->jobs, seed, offsetof(struct alert_job, job));
	uuid_map_init(&alerts->open, seed, offsetof(struct alert, row.id));
	pool_init(&alerts->rule_pool, sizeof(struct alert_rule));
	pool_init(&alerts->job_pool, sizeof(struct alert_job));
	pool_init(&alerts->open_pool, sizeof(struct alert));
	list_init(&alerts->touched);
	buf_init(&alerts->text, ALERT_PAYLOAD_BYTES);
	service_init(engine);
}

void alerts_done(struct engine *engine)
{
	struct alerts *alerts = &engine->watch.alerts;
	uuid_map_done(&alerts->rules);
	uuid_map_done(&alerts->jobs);
	uuid_map_done(&alerts->open);
	pool_done(&alerts->rule_pool);
	pool_done(&alerts->job_pool);
	pool_done(&alerts->open_pool);
	buf_done(&alerts->text);
}

/* ---- rules in memory ---------------------------------------------------------------------- */

void alert_rule_take_row(struct alert_rule *rule, const struct alert_rule_row *row)
{
	char *at = rule->text;
	must(row->job_code.len + row->channels.len + row->recipients.len <= sizeof rule->text);
	rule->row = *row;
	rule->row.job_code = alert_keep_text(&at, row->job_code);
	rule->row.channels = alert_keep_text(&at, row->channels);
	rule->row.recipients = alert_keep_text(&at, row->recipients);
}

static void alert_rule_touch(struct engine *engine, struct alert_rule *rule)
{
	if (!list_node_is_in_list(&rule->in_touched))
		list_push_back(&engine->watch.alerts.touched, &rule->in_touched);
}

bool alert_rule_is_about_time(enum alert_kind kind)
{
	return kind == ALERT_LONG_RUNNING || kind == ALERT_MISSED;
}

void alert_rule_look_at(struct engine *engine, struct alert_rule *rule, msec at)
{
	if (!rule->watch.node.at) heap_push(&engine->clock.wall, &rule->watch.node, at);
	else if (engine->clock.wall.entries[rule->watch.node.at - 1].key > at)
		heap_update(&engine->clock.wall, &rule->watch.node, at);
}

struct alert_rule *alert_rule_place(struct engine *engine, const struct alert_rule_row *row)
{
	struct alerts *alerts = &engine->watch.alerts;
	struct alert_job *job = uuid_map_find(&alerts->jobs, &row->job);
	if (!job) {
		job = pool_take(&alerts->job_pool);
		job->job = row->job;
		list_init(&job->rules);
		uuid_map_insert(&alerts->jobs, job);
	}
	struct alert_rule *rule = pool_take(&alerts->rule_pool);
	rule->watch.kind = TIMER_ALERT;
	alert_rule_take_row(rule, row);
	list_push_back(&job->rules, &rule->in_job);
	job->len++;
	uuid_map_insert(&alerts->rules, rule);
	quota_count(engine, row->tenant, QUOTA_ALERT_RULES);
	return rule;
}

static void alert_rule_forget(struct engine *engine, struct alert_rule *rule)
{
	struct alerts *alerts = &engine->watch.alerts;
	struct alert_job *job = uuid_map_find(&alerts->jobs, &rule->row.job);
	if (rule->watch.node.at) heap_remove(&engine->clock.wall, &rule->watch.node);
	if (list_node_is_in_list(&rule->in_touched)) list_remove(&rule->in_touched);
	list_remove(&rule->in_job);
	uuid_map_remove(&alerts->rules, &rule->row.id);
	quota_uncount(engine, rule->row.tenant, QUOTA_ALERT_RULES);
	must(job != NULL && job->len > 0);
	if (--job->len == 0) {
		uuid_map_remove(&alerts->jobs, &job->job);
		pool_give(&alerts->job_pool, job);
	}
	pool_give(&alerts->rule_pool, rule);
}

enum err alert_rules_reserve(struct engine *engine, u32 more)
{
	struct alerts *alerts = &engine->watch.alerts;
	enum err err = pool_reserve(&alerts->rule_pool, more);
	if (!err) err = pool_reserve(&alerts->job_pool, more);
	if (!err) err = uuid_map_reserve(&alerts->rules, more);
	if (!err) err = uuid_map_reserve(&alerts->jobs, more);
	return err;
}

/* Changes that happened while no process was running are evaluated in the first turn. */
enum err alert_rule_recall(struct engine *engine, const struct alert_rule_row *row)
{
	if (alert_kind_scope(row->kind) == ALERT_OF_SERVICE) {
		service_rule_recall(engine, row);
		return ERR_OK;
	}
	enum err err = alert_rules_reserve(engine, 1);
	if (!err) err = quotas_reserve(engine, 1);
	if (!err) err = heap_reserve(&engine->clock.wall, 1);
	if (err) return err;
	struct alert_rule *rule = alert_rule_place(engine, row);
	if (row->is_enabled && alert_rule_is_about_time(row->kind))
		alert_rule_look_at(engine, rule, MSEC_MIN);
	return ERR_OK;
}

void alerts_forget(struct engine *engine, tenant_no tenant)
{
	struct map_cursor cursor = { 0 };
	struct alert_rule *rule;
	struct alert *alert;
	while ((rule = uuid_map_next(&engine->watch.alerts.rules, &cursor))) {
		if (rule->row.tenant.v == tenant.v) alert_rule_forget(engine, rule);
	}
	cursor = (struct map_cursor){ 0 };
	while ((alert = uuid_map_next(&engine->watch.alerts.open, &cursor))) {
		if (alert->row.tenant.v == tenant.v) alert_forget(engine, alert);
	}
}

/* ---- seeing ------------------------------------------------------------------------------- */

static void count_up(struct engine *engine, struct alert_rule *rule,
		     const struct journal_entry *entry)
{
	rule->row.count++;
	rule->run = entry->run;
	rule->is_dirty = true;
	alert_rule_touch(engine, rule);
}

static void count_none(struct engine *engine, struct alert_rule *rule)
{
	if (!rule->row.count) return;
	rule->row.count = 0;
	rule->is_dirty = true;
	alert_rule_touch(engine, rule);
}

static bool sees_missed(const struct journal_entry *entry)
{
	str misfire = occurrence_reason_name(OCCURRENCE_BY_MISFIRE);
	if (entry->kind == JOURNAL_JOB_MISSED)
		return !entry->reason.len || str_eq(entry->reason, misfire);
	return entry->kind == JOURNAL_MOVED && entry->to == RUN_CANCELLED &&
	       str_eq(entry->reason, misfire);
}

static msec span_of(const struct alert_rule *rule)
{
	return (msec)rule->row.threshold * MSEC_SECOND;
}

static void see_occurrence(struct engine *engine, struct alert_rule *rule,
			   const struct journal_entry *entry)
{
	bool begins = entry->kind == JOURNAL_MOVED && entry->to == RUN_PROCESSING;
	if (sees_missed(entry)) {
		rule->saw_over += entry->kind == JOURNAL_JOB_MISSED ? entry->attempts : 1;
		rule->run = entry->kind == JOURNAL_MOVED ? entry->run : (struct uuid){ 0 };
		alert_rule_touch(engine, rule);
	}
	if (begins && !uuid_is_nil(&rule->row.open) &&
	    msec_sub(wall_now(engine), entry->run_at) < span_of(rule)) {
		rule->saw_in_time = true;
		alert_rule_touch(engine, rule);
	}
	if (entry->kind == JOURNAL_CREATED || entry->kind == JOURNAL_MOVED_TIME)
		alert_rule_look_at(engine, rule, msec_add(entry->run_at, span_of(rule)));
}

static void rule_sees(struct engine *engine, struct alert_rule *rule,
		      const struct journal_entry *entry)
{
	bool ends = entry->kind == JOURNAL_MOVED && entry->from == RUN_PROCESSING;
	if (entry->kind == JOURNAL_JOB && str_eq(entry->reason, STR("deleted"))) {
		rule->is_gone = true;
		alert_rule_touch(engine, rule);
	}
	if (!rule->row.is_enabled) return;
	switch (rule->row.kind) {
	case ALERT_FAILURE:
		if (ends && run_state_is_dead_letter(entry->to)) count_up(engine, rule, entry);
		if (ends && entry->to == RUN_DONE) count_none(engine, rule);
		break;
	case ALERT_TIMEOUT:
		if (ends && str_eq(entry->reason, outcome_name(OUTCOME_TIMEOUT)))
			count_up(engine, rule, entry);
		if (ends && entry->to == RUN_DONE) count_none(engine, rule);
		break;
	case ALERT_LONG_RUNNING:
		if (entry->kind == JOURNAL_MOVED && entry->to == RUN_PROCESSING)
			alert_rule_look_at(engine, rule, msec_add(wall_now(engine), span_of(rule)));
		if (ends && !uuid_is_nil(&rule->row.open)) alert_rule_touch(engine, rule);
		break;
	case ALERT_MISSED: see_occurrence(engine, rule, entry); break;
	case ALERT_DLQ_GROWTH:
	case ALERT_STALLED:
	case ALERT_RATE_LIMITED:
	case ALERT_NO_WORKER:
	case ALERT_LATENCY:
	case ALERT_KIND_COUNT: break; /* on no job */
	}
}

void alerts_see(struct engine *engine, const struct journal_entry *entry)
{
	const struct alerts *alerts = &engine->watch.alerts;
	service_sees(engine, entry);
	if (!alerts->jobs.table.count) return;
	bool is_about_job = entry->kind >= JOURNAL_JOB && entry->kind <= JOURNAL_JOB_UNPLANNED;
	bool is_about_run = entry->kind == JOURNAL_CREATED || entry->kind == JOURNAL_MOVED ||
			    entry->kind == JOURNAL_MOVED_TIME;
	const struct uuid *id = is_about_job ? &entry->run : &entry->job;
	if ((!is_about_job && !is_about_run) || uuid_is_nil(id)) return;
	struct alert_job *job = uuid_map_find(&alerts->jobs, id);
	if (!job) return;
	list_for_each_of(struct alert_rule, rule, &job->rules, in_job)
		rule_sees(engine, rule, entry);
}

/* ---- looking ------------------------------------------------------------------------------ */

/* How long the longest of the runs beyond the threshold has run or waited, in milliseconds; and
 * when the next run reaches it. */
static msec look(struct engine *engine, struct alert_rule *rule, msec *out_next)
{
	struct job *job = job_find(engine, &rule->row.job);
	msec now = wall_now(engine), longest = 0;
	*out_next = MSEC_MAX;
	if (!job) return 0;
	bool is_missed = rule->row.kind == ALERT_MISSED;
	/* a paused job misses occurrences on purpose */
	if (is_missed && job_is_closed(engine, job)) return 0;
	list_for_each_of(struct engine_run, run, &job->runs, in_job)
	{
		bool counts = is_missed ? !run->execution && !run->fence &&
						  run->plan_state != PLAN_STATE_NONE
					: run->execution != NULL;
		msec since = is_missed || !run->execution ? run->run_at
							  : run->execution->started_at;
		msec at = msec_add(since, span_of(rule));
		if (!counts) continue;
		if (at > now && at < *out_next) *out_next = at;
		if (at > now || msec_sub(now, since) <= longest) continue;
		longest = msec_sub(now, since);
		rule->run = run->id;
	}
	return longest;
}

void alert_looks(struct engine *engine, struct timer *timer)
{
	struct alert_rule *rule = container_of(timer, struct alert_rule, watch);
	heap_remove(&engine->clock.wall, &rule->watch.node);
	alert_rule_touch(engine, rule);
}

/* ---- telling ------------------------------------------------------------------------------ */

void alert_rule_write(struct engine *engine, struct alert_rule *rule)
{
	rule->is_dirty = false;
	alert_write_rule(engine, &rule->row);
}

static void raise_alert(struct engine *engine, struct alert_rule *rule, u64 value)
{
	struct alert_row row = alert_row_by(&rule->row);
	row.run = rule->run;
	row.value = value;
	rule->row.open = alert_raise(engine, &rule->row, &row)->row.id;
	alert_rule_write(engine, rule);
}

void alert_rule_resolve(struct engine *engine, struct alert_rule *rule, str reason)
{
	struct alert *alert = uuid_map_find(&engine->watch.alerts.open, &rule->row.open);
	rule->row.open = (struct uuid){ 0 };
	if (alert) alert_resolve(engine, &rule->row, alert, reason);
}

/* ---- judging ------------------------------------------------------------------------------ */

static u64 value_of(const struct alert_rule *rule, msec longest)
{
	if (!alert_rule_is_about_time(rule->row.kind)) return rule->row.count;
	return longest ? (u64)(longest / MSEC_SECOND) : rule->saw_over;
}

void alert_rule_end(struct engine *engine, struct alert_rule *rule, str reason)
{
	if (!uuid_is_nil(&rule->row.open)) alert_rule_resolve(engine, rule, reason);
	alert_delete_rule(engine, &rule->row);
	alert_rule_forget(engine, rule);
}

static void judge_rule(struct engine *engine, struct alert_rule *rule)
{
	msec next = MSEC_MAX, longest = 0;
	bool is_open = !uuid_is_nil(&rule->row.open);
	if (rule->row.is_enabled && alert_rule_is_about_time(rule->row.kind))
		longest = look(engine, rule, &next);
	struct alert_facts facts = { .count = rule->row.count,
				     .over = rule->saw_over + (longest > 0),
				     .in_time = rule->saw_in_time };
	enum alert_move move = ALERT_STAYS;
	if (rule->row.is_enabled)
		move = alert_judge(rule->row.kind, rule->row.threshold, is_open, &facts);
	if (move == ALERT_RAISE) raise_alert(engine, rule, value_of(rule, longest));
	if (move == ALERT_RESOLVE) {
		alert_rule_resolve(engine, rule, STR("back to normal"));
		alert_rule_write(engine, rule);
	}
	if (rule->is_dirty) alert_rule_write(engine, rule);
	rule->saw_in_time = false;
	rule->saw_over = 0;
	if (next < MSEC_MAX) alert_rule_look_at(engine, rule, next);
}

void alerts_settle(struct engine *engine)
{
	struct alerts *alerts = &engine->watch.alerts;
	struct list_node *node;
	while (alerts->left && (node = list_pop_front(&alerts->touched))) {
		struct alert_rule *rule = container_of(node, struct alert_rule, in_touched);
		alerts->left--;
		if (rule->is_gone) alert_rule_end(engine, rule, STR("the job was deleted"));
		else judge_rule(engine, rule);
	}
	/* They may not wait for the next turn: what they have counted is of this one. */
	list_for_each_of(struct alert_rule, rule, &alerts->touched, in_touched)
	{
		if (rule->is_dirty) alert_rule_write(engine, rule);
	}
	if (!list_is_empty(&alerts->touched)) engine->step.has_work = true;
	service_reports(engine);
}

void alerts_wait(struct engine *engine)
{
	if (!list_is_empty(&engine->watch.alerts.touched)) engine->step.has_work = true;
}

/* ---- for the check of a reload ------------------------------------------------------------- */

void alerts_dump(const struct engine *engine, struct buf *out)
{
	struct map_cursor cursor = { 0 };
	const struct alert_rule *rule;
	u64 sum = 0;
	while ((rule = uuid_map_next(&engine->watch.alerts.rules, &cursor)))
		sum += digest_of((str){ (const char *)rule->row.id.bytes, 16 }).a ^
		       rule->row.count * 31 ^ rule->row.open.bytes[15];
	buf_addf(out, "alerts %u rules: %llx, %u open\n", engine->watch.alerts.rules.table.count,
		 (unsigned long long)sum, engine->watch.alerts.open.table.count);
}
