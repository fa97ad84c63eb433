/* Fallbacks (SPEC 7, I-20): what failed for good goes another way, in the same commit, where its
 * type says so; never twice for one alert within its window. And every try of what reaches people
 * is in the delivery log, with what followed. */
#include "sim/sim.h"

#include "base/must.h"

#include <inttypes.h>

enum { MADE_MAX = 4096 };

/* The last fallback of one type for one alert. */
struct oracle_alert {
	struct uuid id; /* of tenant, type and alert */
	struct oracle_run *run;
	msec window;
};

struct made {
	struct oracle_run *run;
	struct oracle_run *failed_parent;
	struct oracle_run *before; /* of the same alert; NULL: none */
	msec window;               /* of that one */
};

/* Of the turn that is judged, but for the alerts. */
struct oracle_fallbacks {
	struct uuid_map alerts;
	struct made made[MADE_MAX];
	u32 made_len;
	const struct oracle_execution *ended[MADE_MAX];
	u32 ended_len;
	const struct delivery_row *deliveries[MADE_MAX];
	u32 deliveries_len;
};

static struct uuid id_of(const void *at, size_t len)
{
	struct digest digest = digest_of((str){ at, len });
	struct uuid id;
	memcpy(id.bytes, &digest.a, sizeof digest.a);
	memcpy(id.bytes + 8, &digest.b, sizeof digest.b);
	return id;
}

void fallbacks_oracle_init(struct oracle *oracle)
{
	oracle->fallbacks = mem_alloc_zeroed(sizeof *oracle->fallbacks);
	must(oracle->fallbacks != NULL);
	uuid_map_init(&oracle->fallbacks->alerts, 19, offsetof(struct oracle_alert, id));
}

void fallbacks_oracle_done(struct oracle *oracle)
{
	struct map_cursor cursor = { 0 };
	struct oracle_alert *alert;
	while ((alert = uuid_map_next(&oracle->fallbacks->alerts, &cursor))) mem_free(alert);
	uuid_map_done(&oracle->fallbacks->alerts);
	mem_free(oracle->fallbacks);
}

/* ---- what a turn tells ------------------------------------------------------------------------
 */

void fallbacks_take_run(struct oracle *oracle, struct oracle_run *run, const struct run_row *row)
{
	struct oracle_fallbacks *known = oracle->fallbacks;
	struct oracle_run *failed_parent = oracle_run_of(oracle, &row->fallback_of);
	const struct type_policy *policy =
		oracle->types[failed_parent->tenant][failed_parent->type];
	struct {
		u64 alert;
		u32 tenant, type;
	} key = { row->alert, run->tenant, run->type };
	struct uuid id = id_of(&key, sizeof key);
	struct oracle_alert *alert = uuid_map_find(&known->alerts, &id);
	must(known->made_len < MADE_MAX);
	known->made[known->made_len++] = (struct made){ run, failed_parent,
							alert ? alert->run : NULL,
							alert ? alert->window : 0 };
	if (!alert) {
		alert = mem_alloc_zeroed(sizeof *alert);
		must(alert != NULL && uuid_map_reserve(&known->alerts, 1) == ERR_OK);
		alert->id = id;
		uuid_map_insert(&known->alerts, alert);
	}
	u32 minutes = policy && policy->fallback.minutes ? policy->fallback.minutes : 60;
	alert->run = run;
	/* In a turn that changes policies either may have counted. */
	alert->window = oracle->policy_turn == oracle->turn_id ? 0 : minutes * MSEC_MINUTE;
	sim_mark(oracle->sim, MARK_FALLBACK);
	if (row->hot.run_at > oracle->now.wall) sim_mark(oracle->sim, MARK_FALLBACK_LATER);
}

void fallbacks_take_end(struct oracle *oracle, const struct oracle_execution *execution)
{
	must(oracle->fallbacks->ended_len < MADE_MAX);
	oracle->fallbacks->ended[oracle->fallbacks->ended_len++] = execution;
}

void fallbacks_take_delivery(struct oracle *oracle, const struct delivery_row *row)
{
	must(oracle->fallbacks->deliveries_len < MADE_MAX);
	oracle->fallbacks->deliveries[oracle->fallbacks->deliveries_len++] = row;
	if (row->next == NEXT_COVERED) sim_mark(oracle->sim, MARK_FALLBACK_COVERED);
}

/* ---- judging ----------------------------------------------------------------------------------
 */

static void check_made(struct oracle *oracle, const struct made *made)
{
	struct sim *sim = oracle->sim;
	const struct oracle_run *before = made->before;
	/* In this turn it may have failed, and been cancelled. */
	bool is_gone = made->failed_parent->state == RUN_CANCELLED &&
		       made->failed_parent->attempts > 0 &&
		       made->failed_parent->journal_turn == oracle->turn_id;
	if (made->failed_parent->state != RUN_FAILED && made->failed_parent->state != RUN_DLQ &&
	    !is_gone && !oracle_is_operated_on(oracle, made->failed_parent))
		sim_fail(sim, "I-20", &made->run->id, "a fallback of what has not failed");
	if (!before || before->was_redriven || oracle_is_operated_on(oracle, before)) return;
	if (before->state == RUN_QUEUED || before->state == RUN_PROCESSING)
		sim_fail(sim, "I-20", &made->run->id, "one of its alert is under way already");
	/* Where the clock went back its hours cannot be told. */
	if (oracle->wall_max > oracle->now.wall || made->run->deferred_count) return;
	if (made->run->run_at < before->ended_wall + made->window)
		sim_fail(sim, "I-20", &made->run->id, "%" PRId64 " ms before its alert has rested",
			 before->ended_wall + made->window - made->run->run_at);
}

static const struct delivery_row *delivery_of(const struct oracle_fallbacks *known,
					      const struct oracle_run *run)
{
	for (u32 i = 0; i < known->deliveries_len; i++) {
		if (uuid_eq(&known->deliveries[i]->run, &run->id)) return known->deliveries[i];
	}
	return NULL;
}

static bool was_made(const struct oracle_fallbacks *known, const struct delivery_row *row)
{
	for (u32 i = 0; i < known->made_len; i++) {
		if (uuid_eq(&known->made[i].run->id, &row->next_run))
			return uuid_eq(&known->made[i].failed_parent->id, &row->run);
	}
	return false;
}

/* Every attempt that counts, of a type that reaches people or has a next way, and of fallbacks. */
static void check_logged(struct oracle *oracle, const struct oracle_execution *execution)
{
	const struct oracle_run *run = execution->run;
	const struct type_policy *policy = oracle->types[run->tenant][run->type];
	bool is_told = run->hops || rules_notifies(oracle, run->tenant, run->type) ||
		       (policy && policy->fallback.type);
	bool is_try = execution->outcome != OUTCOME_CANCELLED &&
		      execution->outcome != OUTCOME_DEFER && execution->outcome != OUTCOME_RELEASED;
	const struct delivery_row *row = delivery_of(oracle->fallbacks, run);
	if (!row && is_told && is_try)
		sim_fail(oracle->sim, "delivery", &run->id, "a try is not in the log");
	if (row && !(is_told && is_try))
		sim_fail(oracle->sim, "delivery", &run->id, "no try, and in the log");
	if (row && row->outcome != execution->outcome)
		sim_fail(oracle->sim, "delivery", &run->id, "another outcome than the attempt's");
}

static bool leads_on(const struct oracle_run *run, const struct type_policy *policy, str name)
{
	if (!policy || !policy->fallback.type || run->hops >= LIMIT_FALLBACK_HOPS) return false;
	if (policy->fallback.classes.len) return class_list_has(&policy->fallback.classes, name);
	return !str_eq(name, STR("policy_denied")) && !str_eq(name, STR("damaged")) &&
	       !str_eq(name, STR("cancelled"));
}

static void check_next(struct oracle *oracle, const struct delivery_row *row)
{
	struct sim *sim = oracle->sim;
	const struct oracle_run *run = oracle_run_of(oracle, &row->run);
	const struct oracle_run *next = oracle_run_of(oracle, &row->next_run);
	if (!run) sim_fail(sim, "delivery", &row->run, "a delivery of nothing");
	const struct type_policy *policy = oracle->types[run->tenant][run->type];
	bool is_dead = run_state_is_dead_letter(row->state);
	bool leads = is_dead && leads_on(run, policy, row->error_class);
	bool is_made = row->next == NEXT_FALLBACK || row->next == NEXT_LATER;
	if ((row->next == NEXT_RETRY) != (row->state == RUN_QUEUED))
		sim_fail(sim, "delivery", &run->id, "another attempt, or none, and said otherwise");
	if (!leads && (is_made || row->next == NEXT_COVERED))
		sim_fail(sim, "I-20", &run->id, "another way that nobody asked for");
	/* Its deadline may have passed before its alert had rested. */
	if (leads && row->next == NEXT_NONE && !run->deadline_at)
		sim_fail(sim, "I-20", &run->id, "it failed for good, and went no other way");
	if (is_made && !was_made(oracle->fallbacks, row))
		sim_fail(sim, "I-20", &run->id, "its other way was not made");
	bool stands = next && (next->state == RUN_QUEUED || next->state == RUN_PROCESSING ||
			       next->journal_turn == oracle->turn_id);
	if (row->next == NEXT_COVERED && !stands)
		sim_fail(sim, "I-20", &run->id, "nothing is under way that would stand for it");
}

/* After the journal. In a turn that changes policies either may have counted. */
void fallbacks_after_commit(struct oracle *oracle)
{
	struct oracle_fallbacks *known = oracle->fallbacks;
	for (u32 i = 0; i < known->made_len; i++) check_made(oracle, &known->made[i]);
	bool knows_policy = oracle->policy_turn != oracle->turn_id;
	for (u32 i = 0; knows_policy && i < known->ended_len; i++)
		check_logged(oracle, known->ended[i]);
	for (u32 i = 0; knows_policy && i < known->deliveries_len; i++)
		check_next(oracle, known->deliveries[i]);
	known->made_len = known->ended_len = known->deliveries_len = 0;
}
