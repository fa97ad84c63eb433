/* The oracle: a small model of what may happen, written from the words of the specification and not
 * from the engine. It is told every committed turn (its rows and its journal), every answer that
 * leaves and every memory that is made anew, and stops the history at the first document that is
 * not allowed. It looks at results only: rows, journal, answers.
 *
 *   oracle.c         the moves of a run, its attempts, its leases; conservation
 *   oracle_time.c    leases run out in time, and not before
 *   oracle_rules.c   pauses, limits, policies: may this run start now?
 *   oracle_lines.c   what is queued, in lines by (tenant, queue, type, route): what the next two
 * look at oracle_turns.c   queues and tenants take turns, by weight oracle_order.c   who goes
 * first: priority, ageing; nobody idle beside work oracle_unique.c  one run per key oracle_kept.c
 * documents by version, and calls that come again oracle_jobs.c    schedules: each instant of each
 * job, once oracle_batches.c parents wait for their children oracle_ladders.c rungs move with their
 * anchor oracle_fallbacks.c another way, once an alert; the delivery log oracle_effects.c effects
 * happen once oracle_daily.c   each day of each person ends once oracle_hooks.c   nothing begins
 * without its hook's yes oracle_reminders.c how reminders may stand, and that their series go on
 *   oracle_audit.c   who changed what, a row for each call
 *   oracle_rest.c    the store as a whole, retention, and the end
 *   oracle_answer.c  answers against what is durable */
#ifndef BELFRY_TEST_SIM_ORACLE_H
#define BELFRY_TEST_SIM_ORACLE_H

#include "base/heap.h"
#include "base/list.h"
#include "base/map.h"
#include "model/journal.h"
#include "model/turn.h"
#include "sim/oracle_jobs.h"

struct sim;
struct call;
struct call_filter;

enum {
	ORACLE_TENANTS = 64,
	ORACLE_TYPES = 16,
	ORACLE_REMINDER_TYPE = 8, /* our number of "REMINDER" */
	ORACLE_DAILY_TYPE = 9,    /* of "daily.run" */
	ORACLE_SUBSCRIBERS = 12,  /* people of a tenant who may have daily windows */
	ORACLE_REMINDERS = 4096,
	ORACLE_QUEUES = 16,
	ORACLE_ROUTES = 3, /* and none */
	ORACLE_PAUSES = 1024,
	ORACLE_OPERATIONS = 4096,
	ORACLE_CLASS_BYTES = 32,
	RUN_UNBORN = RUN_STATE_COUNT,
};

struct oracle_execution {
	struct uuid id;
	struct oracle_run *run;
	struct list_node in_open;
	u32 attempt;
	u32 fence;
	msec lease_ms;
	msec lease_end;   /* boot: as its holder was told */
	msec timeout_end; /* boot */
	msec timeout_ms;
	msec row_lease_until; /* wall: what a restart goes by */
	msec row_timeout_at;
	u32 worker;     /* its number in rows */
	u64 turn;       /* of the claim */
	u64 turn_ended; /* 0: open */
	enum outcome outcome;
	struct digest report;
	char error_class[ORACLE_CLASS_BYTES];
	u64 turn_late;    /* in which a success behind its cutoff was told; 0: none */
	bool is_claimed;  /* the journal has its claim */
	bool is_answered; /* a worker was given it */
};

/* What one tenant has queued of one type in one queue. Pauses and limits hold a line back as a
 * whole, so that a judgement looks at lines and at their heads, not at every run. */
struct oracle_line {
	struct list_node in_lines; /* while something is queued in it */
	u32 tenant;
	u32 type;
	u32 queue;
	u32 len;
	msec first_at;                             /* the earliest run_at in it; MSEC_MAX: empty */
	struct list bands[LIMIT_PRIORITY_MAX + 1]; /* by priority: runs by (run_at, id) */
};

struct oracle_run {
	struct uuid id;
	struct list_node in_band; /* while it is queued */
	struct heap_node in_deadlines;
	struct oracle_run *same_key; /* the one before with the same key */
	struct oracle_run *before;   /* of its tenant */
	struct oracle_execution *open;
	u32 tenant;
	u32 type;
	u32 queue;
	u32 route; /* that it names; 0: none */
	u32 state; /* enum run_state, or RUN_UNBORN */
	u32 priority;
	u32 attempts;
	u32 max_attempts;
	u32 fence;
	u32 deferred_count;
	u32 streak_429;
	msec run_at;
	msec created_at;
	msec deadline_at;
	msec timeout_ms;
	enum unique_scope scope;
	msec unique_ttl;
	msec bucket_at;  /* the run_at that its bucket is of */
	u64 bucket_text; /* hash of the caller's own bucket; 0: none */
	struct digest key;
	u64 entity;         /* hash; 0: none */
	u32 person;         /* one more than their number; 0: none */
	u64 payload;        /* hash: of what it was made with, so that it is known by it */
	u64 words;          /* the same of what it has now */
	u64 replaced_turn;  /* that replaced these last; 0: none */
	u32 replaced_times; /* in that one */
	u64 turn_created;
	msec first_wall; /* the earliest and the latest wall time of all of its entries */
	msec last_wall;
	msec ended_wall; /* when it ended; that a dead letter is discarded later is no other end */
	u64 journal_turn;
	bool is_spilled;           /* its row says so */
	const struct run_hot *hot; /* the last one of the turn that is judged */
	bool is_acked;
	bool is_purged; /* retention took it; its key may be left */
	bool was_redriven;
	u32 hops;                   /* of a fallback */
	struct oracle_batch *batch; /* NULL: no child of one */
	/* Of a job's run. */
	struct oracle_job *job;  /* NULL: a task */
	struct list_node in_job; /* while it is not finished */
	msec planned_at;
	enum run_cause cause;
	enum plan_state plan_state;
	msec moved_to;   /* while that is MOVED */
	u64 cancel_turn; /* its job ended it in this one */
	u64 void_turn;   /* it was withdrawn or missed in this one: nobody means it; 0: never */
	struct oracle_after *after;          /* NULL: it was asked for without */
	struct oracle_links *links;          /* NULL: it never had to wait for another job's run */
	struct oracle_person *person_of_day; /* of a daily window; NULL: of none */
	i64 day;                             /* of that */
	u64 asked_turn;                      /* that asked its hook about it last; 0: none */
	bool was_told_due;                   /* of a reminder */
	struct uuid reminder_id;             /* nil: of something else */
	struct oracle_reminder *reminder;    /* once the journal has told of it */
	bool has_lost_key; /* its caller took it back; or its time was over, another run took it: a
			      clock that steps back does not give it again */
};

/* When its entries were written: the first, the last, that of its end. */
static inline void oracle_note_wall(struct oracle_run *run, const struct journal_entry *entry,
				    msec wall)
{
	bool is_first = entry->kind == JOURNAL_CREATED;
	if (is_first || wall < run->first_wall) run->first_wall = wall;
	if (is_first || wall > run->last_wall) run->last_wall = wall;
	if (run_state_is_final(run->state) && !run_state_is_final(entry->from))
		run->ended_wall = wall;
}

enum { ORACLE_PEOPLE = 4, ORACLE_RULES = 4 };

/* Hours of the day in which somebody is quiet, in minutes of their own clock. */
struct oracle_hours {
	bool are_there;
	u32 from;
	u32 until; /* may be before it: over midnight */
	i32 offset;
};

struct oracle_rule {
	u32 action; /* allow, defer, deny: see oracle_gates.c */
	u32 type;   /* 0: any */
	u64 entity; /* hash; 0: any */
	msec delay;
};

/* Who is asked about what no rule knows. */
struct oracle_hook {
	bool is_there;
	enum hook_answer on_failure;
	msec deadline;
	msec delay;
};

/* What a tenant says beside maintenance. */
struct oracle_hush {
	u64 turn; /* when it said so last */
	struct oracle_hook hook;
	bool is_said;
	i32 offset; /* of its people who name no zone */
	struct oracle_hours hours;
	struct oracle_rule rules[ORACLE_RULES];
	u32 rules_len;
	struct {
		bool is_said;
		bool is_tenants; /* their hours are on the tenant's clock */
		struct oracle_hours hours;
		u32 opt_ins; /* bit per type */
	} people[ORACLE_PEOPLE];
};

struct oracle_pause {
	bool is_there;
	struct pause_key key;
	msec until;
	bool has_ended; /* a turn has seen its end */
	u64 turn;       /* that changed it last */
};

struct oracle_operation {
	struct uuid id;
	enum operation_kind kind;
	enum operation_state state;
	struct run_filter filter;
	u64 entity;
	struct uuid cursor;
	u64 turn_started;
	u64 turn_changed;
};

/* Those who take turns: the tenants of a queue, or the queues. */
struct oracle_contest {
	u16 won[ORACLE_TENANTS][ORACLE_TENANTS]; /* A, B: claims of A since both have open work */
	bool has_counted[ORACLE_TENANTS];
	u32 weight[ORACLE_TENANTS];
	u32 weight_paid[ORACLE_TENANTS];  /* at the last claim; 0: none yet */
	u32 weight_least[ORACLE_TENANTS]; /* of the two, when weights changed last */
};

/* A tenant's route, and what is left of it. */
struct oracle_route {
	struct rate_policy rate; /* rate 0: none is declared */
	double tokens;
	msec as_of;        /* boot */
	msec closed_until; /* boot: as the other side said */
	double sure;       /* so many tokens there are at least */
	msec unsure_until; /* boot: the other side said something that may close it */
};

struct oracle {
	struct sim *sim;
	struct uuid_map runs;
	struct uuid_map executions;
	struct oracle_jobs *jobs;
	struct oracle_effects *effects;
	struct oracle_batches *batches;
	struct oracle_ladders *ladders;
	struct oracle_fallbacks *fallbacks;
	struct oracle_alerts *alerts;
	struct oracle_reminders *reminders;
	struct oracle_days *days;
	struct oracle_hooks *hooks;
	struct u64_map documents;
	struct u64_map replays;
	struct u64_map keys;     /* (tenant, type, scope, key) -> the latest run */
	struct oracle_run **all; /* as they were created */
	struct oracle_run *latest_of[ORACLE_TENANTS];
	u32 len_of[ORACLE_TENANTS];
	u32 all_len;
	u32 purged; /* of them */
	u32 all_max;
	struct oracle_line *line_of[ORACLE_TENANTS][ORACLE_QUEUES][ORACLE_TYPES][ORACLE_ROUTES];
	struct list lines;     /* that have something queued */
	struct heap deadlines; /* of what is queued */
	u32 queued_len;
	struct list open;
	struct list followers; /* tasks that wait for others */

	u32 running;
	u32 running_tenant[ORACLE_TENANTS];
	u32 running_queue[ORACLE_QUEUES];
	u32 running_type[ORACLE_TENANTS][ORACLE_TYPES];
	struct u64_map numbers; /* (kind, number in rows) -> our own number */

	struct type_policy *types[ORACLE_TENANTS][ORACLE_TYPES];
	struct tenant_policy tenants[ORACLE_TENANTS];
	struct {
		msec from;
		msec until; /* 0: none; MSEC_MAX: open */
	} maintenance[ORACLE_TENANTS];
	struct oracle_hush hush[ORACLE_TENANTS];
	struct oracle_route routes[ORACLE_TENANTS][ORACLE_ROUTES];
	struct queue_policy queues[ORACLE_QUEUES];
	u64 policy_turn; /* the last turn that changed a type's or a tenant's policy */
	struct oracle_pause pauses[ORACLE_PAUSES];
	u32 pauses_len;
	u32 pauses_there;
	u32 in_force[ORACLE_PAUSES]; /* of them: there, and not seen to end */
	u32 in_force_len;
	struct oracle_operation *operations;
	u32 operations_len;

	/* Of those who want the same hands. */
	struct oracle_contest tenant_turns[CARRIERS][ORACLE_QUEUES];
	struct oracle_contest queue_turns[CARRIERS];

	const struct turn *turn; /* while it is judged */
	struct now now;
	u64 turn_id;
	str moved_for; /* the reason of the journal's entry that is taken in */
	msec wall_max;
	msec away_until; /* boot: the first turn after nobody was there to hear the workers */
	u64 claims;
	u64 audit_rows;
	u64 damaged_turn;   /* the last turn that claimed a run whose payload is damaged */
	bool has_committed; /* in the turn under way */
};

void oracle_init(struct oracle *oracle, struct sim *sim);
void oracle_done(struct oracle *oracle);

void oracle_before_turn(struct oracle *oracle);
/* The store has kept this turn. */
void oracle_on_commit(struct oracle *oracle, const struct turn *turn);
/* An answer leaves. */
void oracle_on_answer(struct oracle *oracle, const struct call *call, const struct answer *answer);
void oracle_on_stop(struct oracle *oracle, const struct uuid *execution);
void oracle_on_publish(struct oracle *oracle, u64 turn, str journal);
/* Memory was made from the store at `now`, which says that this turn is its last: leases go on from
 * there. */
void oracle_on_reload(struct oracle *oracle, struct now now, u64 last_turn);
/* A turn went well; `is_idle`: the pump has nothing more to do now. */
void oracle_after_turn(struct oracle *oracle, struct now now, bool is_idle);
/* Every run, against what the store has. */
/* Retention has taken a step, or a process has started after one whose fate it does not know. */
void oracle_on_tend(struct oracle *oracle, msec wall);
void oracle_check_store(struct oracle *oracle);
/* A job still plans, or a run of one could begin. */
bool oracle_job_can_go_on(const struct oracle *oracle, msec wall);
/* All was healed and has come to rest: nothing may be left that could go on. */
void oracle_check_rest(struct oracle *oracle, struct now now);

/* How many there are of a tenant (0: of all), and the n-th from the latest back. */
u32 oracle_runs_len(const struct oracle *oracle, u32 tenant);
const struct oracle_run *oracle_run_back(const struct oracle *oracle, u32 tenant, u32 n);
/* Also one that retention took. */
const struct oracle_run *oracle_run_ever(const struct oracle *oracle, const struct uuid *id);
/* What is there; with a run that retention took, its executions went. */
struct oracle_run *oracle_run_of(const struct oracle *oracle, const struct uuid *id);
struct oracle_execution *oracle_execution_of(const struct oracle *oracle, const struct uuid *id);
/* Rows number names as the engine likes, and may leave numbers out. Here a name's number is one
 * more than that of the simulator: 1 for "tenant-0". 0 stays 0. */
u32 oracle_number(const struct oracle *oracle, enum name_kind kind, u32 no);
/* Back from our own number to that of the simulator. */
u32 oracle_index(u32 number);
bool oracle_has_pause(const struct oracle *oracle);
bool oracle_has_operation(const struct oracle *oracle);
bool oracle_lease_ends_within(const struct oracle *oracle, msec span);

/* ---- between the oracle's own files ------------------------------------------------------- */

u64 oracle_hash(str text);
const char *oracle_state_word(u32 state);
/* The simulator's number of a tenant, from its name. */
u32 rules_tenant_in(str name);
void rules_take(struct oracle *oracle, const struct change *change);
/* A turn has seen this wall time: what ended by then has ended. */
void rules_after_turn(struct oracle *oracle, msec wall);
/* NULL: nothing holds it back; else what does. */
const char *rules_pause_of(const struct oracle *oracle, const struct oracle_run *run, msec wall);
/* oracle_routes.c */
u32 routes_of_type(const struct oracle *oracle, u32 tenant, u32 type); /* 0: it names none */
void routes_take(struct oracle *oracle, const struct rate_row *row, bool is_there);
void routes_begin_anew(struct oracle *oracle, msec boot);
void routes_check_claim(struct oracle *oracle, const struct oracle_run *run);
/* It may be closed for what the tenant has of this type; false: it is open, or there is none. */
u32 routes_number(str name); /* 0: none */
u32 routes_of_run(const struct oracle *oracle, const struct oracle_run *run);
bool routes_may_hold(const struct oracle *oracle, const struct oracle_run *run);
/* One of its types names another route, or none. */
void routes_are_used_otherwise(struct oracle *oracle, u32 tenant);
/* What a report (NULL: none) that ended the execution says. */
void routes_learn(struct oracle *oracle, const struct oracle_execution *execution,
		  const struct report *report);
void routes_put_off(struct oracle *oracle, struct oracle_run *run,
		    const struct journal_entry *entry);
/* oracle_gates.c */
void gates_take(struct oracle *oracle, const struct gates_row *row);
/* One more than the number of a person who can have quiet hours; 0: this one has none. */
u32 gates_person_in(str user);
/* It starts: no gate may be closed for it. */
void gates_check_claim(struct oracle *oracle, const struct oracle_run *run);
void gates_put_off(struct oracle *oracle, struct oracle_run *run,
		   const struct journal_entry *entry);
/* Maintenance holds it at this instant, until: MSEC_MAX, nobody knows; 0: it does not. */
msec rules_maintenance_of(const struct oracle *oracle, const struct oracle_run *run, msec wall);
bool gates_hold_line(const struct oracle *oracle, const struct oracle_run *run, msec wall);
bool gates_has_rule(const struct oracle *oracle, const struct oracle_run *run);
void gates_check_denied(struct oracle *oracle, const struct oracle_run *run);
const char *rules_limit_of(const struct oracle *oracle, const struct oracle_run *run);
bool rules_is_due(const struct oracle_run *run, msec wall);
bool rules_filter_takes(const struct oracle *oracle, const struct call_filter *filter,
			const struct oracle_run *run);
bool rules_notifies(const struct oracle *oracle, u32 tenant, u32 type);
enum carrier rules_carrier(const struct oracle *oracle, u32 tenant, u32 type);
/* The start of the process that carries it out itself; 0: a worker has it. */
u64 rules_holder_start(const struct oracle *oracle, const struct oracle_execution *execution);
msec rules_lease_ms(const struct oracle *oracle, const struct oracle_run *run, msec asked);
msec rules_timeout_ms(const struct oracle *oracle, const struct oracle_run *run);
u32 rules_max_attempts(const struct oracle *oracle, u32 tenant, u32 type);
/* Whether an attempt that has ended counts; may begin or end a row of 429. */
bool rules_attempt_counts(struct oracle *oracle, struct oracle_run *run,
			  const struct oracle_execution *execution, u32 attempts_after);
bool rules_is_retryable(const struct oracle *oracle, const struct oracle_run *run, str class_name);
const struct backoff *rules_backoff(const struct oracle *oracle, const struct oracle_run *run);
void rules_check_backoff(struct oracle *oracle, const struct oracle_run *run, msec delay);
struct oracle_operation *rules_operation(const struct oracle *oracle, const struct uuid *id);
/* After the journal: an operation that is done has left nothing out. And: whether a running
 * operation of this kind is about the run. */
void rules_check_operations(struct oracle *oracle, const struct turn *turn);
bool rules_is_operated_on(const struct oracle *oracle, const struct oracle_run *run,
			  enum operation_kind kind);

void lines_init(struct oracle *oracle);
void lines_done(struct oracle *oracle);
void lines_join_tenant(struct oracle *oracle, struct oracle_run *run);
/* A run becomes queued, or is not any more; its run_at stays as it is in between. */
void lines_add(struct oracle *oracle, struct oracle_run *run);
void lines_remove(struct oracle *oracle, struct oracle_run *run);
bool lines_is_earlier(const struct oracle_run *a, const struct oracle_run *b);
/* The oldest of one priority that is due and that its job does not hold back; the oldest of all
 * that are. NULL: none. */
const struct oracle_run *line_head(const struct oracle *oracle, const struct oracle_line *line,
				   u32 priority, msec wall);
const struct oracle_run *line_first_due(const struct oracle *oracle, const struct oracle_line *line,
					msec wall);
/* Its first due run, unless a pause or a limit holds the line back; NULL: nothing can start. */
const struct oracle_run *line_open(const struct oracle *oracle, const struct oracle_line *line,
				   msec wall);
/* The same, where the first due run is known (NULL: none is). */
bool line_is_open(const struct oracle *oracle, const struct oracle_line *line,
		  const struct oracle_run *first, msec wall);

void order_check_claim(struct oracle *oracle, const struct oracle_run *run);
void turns_check_claim(struct oracle *oracle, const struct oracle_run *run);
/* A claim that is not judged: its tenant and its queue pay for it all the same. */
void turns_pay(struct oracle *oracle, const struct oracle_run *run);
/* A tenant comes to a queue anew; a weight or a gate has changed; memory was made anew, and with it
 * all turns. */
void turns_restart(struct oracle *oracle, const struct oracle_run *run);
void turns_forget(struct oracle *oracle);
void turns_begin_anew(struct oracle *oracle);
/* Whoever has nothing that could start waits for nothing; who comes back begins where the others
 * are. */
void turns_after_turn(struct oracle *oracle, msec wall);
/* No call may wait beside a run that it could have. */
void order_check_idle(struct oracle *oracle, struct now now);
const struct oracle_run *order_find_for(const struct oracle *oracle,
					const struct call_filter *filter, msec wall);

void kept_init(struct oracle *oracle);
void kept_done(struct oracle *oracle);
void kept_take(struct oracle *oracle, const struct change *change);
void kept_check_document(struct oracle *oracle, const struct call *call,
			 const struct answer *answer);
/* True: the call came before, and the answer says so rightly; there is no more to check. */
bool kept_check_replay(struct oracle *oracle, const struct call *call, const struct answer *answer);
void kept_check_noted(struct oracle *oracle, const struct call *call);

/* ---- oracle_depend.c: dependencies between jobs ---- */
void depend_free(struct oracle_run *run); /* with its links */
void depend_note_planned(struct oracle_job *job, struct oracle_run *run);
void depend_take_links(struct oracle *oracle, const struct links_row *row);
/* What waited goes on: a dependent run, or a batch. */
void depend_check_released(struct oracle *oracle, struct oracle_run *run);
bool depend_is_forsaken(const struct oracle *oracle, const struct oracle_run *run);
bool depend_may_cancel(const struct oracle *oracle, const struct oracle_run *run);
void depend_check_job(struct oracle *oracle, const struct oracle_job *job);
void depend_after_commit(struct oracle *oracle);
/* Who changed what (oracle_audit.c). */
void audit_check(struct oracle *oracle, const struct turn *turn);
void audit_check_store(struct oracle *oracle, u64 rows);
/* For another job's run; or a batch for its children. */
bool depend_waits(const struct oracle *oracle, const struct oracle_run *run);
void depend_check_idle(struct oracle *oracle);

/* ---- oracle_after.c: tasks after tasks ---- */
void afters_free(struct oracle_run *run);
bool afters_is_follower(const struct oracle *oracle, const struct run_row *row);
void afters_take_run(struct oracle *oracle, struct oracle_run *run,
		     const struct enqueue_item *item);
void afters_take(struct oracle *oracle, const struct after_row *row);
void afters_check_created(struct oracle *oracle, struct oracle_run *run, u32 state);
void afters_moved(struct oracle *oracle, struct oracle_run *run);
void afters_check_released(struct oracle *oracle, const struct oracle_run *run);
bool afters_may_cancel(const struct oracle *oracle, const struct oracle_run *run);
bool afters_waits(const struct oracle_run *run);
void afters_check_idle(struct oracle *oracle);

void ladders_oracle_init(struct oracle *oracle);
void ladders_oracle_done(struct oracle *oracle);
/* What a task was to be like, by whoever asked for it in this turn; NULL: nobody did. */
const struct enqueue_item *oracle_asked_for(const struct oracle *oracle, const struct run_row *row,
					    struct enqueue_item *room);
bool ladders_may_move(const struct oracle *oracle, const struct oracle_run *run);
bool ladders_may_cancel(const struct oracle *oracle, const struct oracle_run *run);
void ladders_take(struct oracle *oracle, const struct ladder_row *row, bool is_new);
void ladders_after_commit(struct oracle *oracle);
void ladders_check_answer(struct oracle *oracle, const struct call *call,
			  const struct answer *answer);
/* Others may have acted on it in the turn that is judged. */
bool oracle_is_operated_on(const struct oracle *oracle, const struct oracle_run *run);

/* ---- oracle_daily.c ---- */
struct daily_view {
	bool is_there;
	str zone;
	u32 due_minute;
};
void days_oracle_init(struct oracle *oracle);
void days_oracle_done(struct oracle *oracle);
struct daily_view days_at(const struct oracle *oracle, u32 tenant, u32 user); /* of the simulator */
void days_take(struct oracle *oracle, const struct change *change);
void days_take_run(struct oracle *oracle, struct oracle_run *run, const struct run_row *row);
/* A window, or the task that follows a cutoff: what it was to be like. False: it is neither. */
bool days_asked_for(const struct oracle *oracle, const struct run_row *row,
		    struct enqueue_item *room);
void days_take_entry(struct oracle *oracle, const struct journal_entry *entry);
void days_moved(struct oracle *oracle, const struct oracle_run *run, u32 to);
bool days_may_cancel(const struct oracle *oracle, const struct oracle_run *run);
void days_check_claim(struct oracle *oracle, const struct oracle_run *run);
bool days_may_cut_off(struct oracle *oracle, const struct oracle_execution *execution);
bool days_attempt_counts(const struct oracle_execution *execution, u32 said);
u32 days_state_after(const struct oracle *oracle, const struct oracle_execution *execution,
		     u32 said);
void days_check_next(struct oracle *oracle, struct oracle_run *run,
		     const struct oracle_execution *execution, const struct report *report,
		     msec run_at);
/* When the next attempt may be enqueued, after one that was at `enqueued`. */
msec days_next_attempt(const struct oracle *oracle, const struct oracle_run *run, msec enqueued,
		       msec asked);
void days_after_commit(struct oracle *oracle);
void days_after_turn(struct oracle *oracle, struct now now);
/* The clock was set back long ago: nobody's window is far away. */
void days_check_ahead(const struct oracle *oracle, struct now now);
void days_check_store(struct oracle *oracle);
void days_check_late(struct oracle *oracle, const struct oracle_execution *execution,
		     const struct report *report);
void days_check_answer(struct oracle *oracle, const struct call *call, const struct answer *answer);

/* ---- oracle_hooks.c ---- */
void hooks_oracle_init(struct oracle *oracle);
void hooks_oracle_done(struct oracle *oracle);
void hooks_asked(struct oracle *oracle, const struct policy_hook_ask *ask);
void hooks_begin_anew(struct oracle *oracle);
bool hooks_has_open(const struct oracle *oracle);
void hooks_before_commit(struct oracle *oracle, const struct turn *turn);
/* Its hook is asked about it, or may be; as many of its tenant's are as may be at once. */
bool hooks_is_aside(const struct oracle *oracle, const struct oracle_run *run);
bool hooks_are_full(const struct oracle *oracle, u32 tenant);
void hooks_check_claim(struct oracle *oracle, const struct oracle_run *run);
bool hooks_fit(struct oracle *oracle, const struct oracle_run *run, msec until);
bool hooks_deny(struct oracle *oracle, const struct oracle_run *run);
void hooks_check_answer(struct oracle *oracle, const struct call *call,
			const struct answer *answer);
void hooks_after_turn(struct oracle *oracle, struct now now);

/* ---- oracle_reminders.c ---- */
struct reminder_view {
	struct uuid id;
	u32 tenant; /* the simulator's number */
	bool exists;
	bool is_series;
};
void reminders_oracle_init(struct oracle *oracle);
void reminders_oracle_done(struct oracle *oracle);
u32 reminders_len(const struct oracle *oracle);
struct reminder_view reminders_at(const struct oracle *oracle, u32 index);
void reminders_take(struct oracle *oracle, const struct change *change);
void reminders_take_run(struct oracle *oracle, struct oracle_run *run, const struct run_row *row);
void reminders_take_entry(struct oracle *oracle, const struct journal_entry *entry);
void reminders_moved(struct oracle *oracle, struct oracle_run *run, u32 from, u32 to);
void reminders_check_done(struct oracle *oracle, const struct oracle_run *run);
void reminders_after_commit(struct oracle *oracle);
/* The clock was set back long ago: a series that it had passed over goes on. */
void reminders_check_ahead(const struct oracle *oracle, struct now now);
bool reminders_may_cancel(const struct oracle *oracle, const struct oracle_run *run);
void reminders_check_answer(struct oracle *oracle, const struct call *call,
			    const struct answer *answer);

void fallbacks_oracle_init(struct oracle *oracle);
void fallbacks_oracle_done(struct oracle *oracle);
void fallbacks_take_run(struct oracle *oracle, struct oracle_run *run, const struct run_row *row);
void fallbacks_take_end(struct oracle *oracle, const struct oracle_execution *execution);
void fallbacks_take_delivery(struct oracle *oracle, const struct delivery_row *row);
void fallbacks_after_commit(struct oracle *oracle);

/* ---- oracle_alerts.c ----------------------------------------------------------------------- */
void alerts_oracle_init(struct oracle *oracle);
void alerts_oracle_done(struct oracle *oracle);
void alerts_take(struct oracle *oracle, const struct alert_row *row);

void batches_oracle_init(struct oracle *oracle);
void batches_oracle_done(struct oracle *oracle);
const struct enqueue_item *batches_find_item(const struct turn *turn, str payload, bool is_parent);
void batches_take_run(struct oracle *oracle, struct oracle_run *run, const struct run_row *row);
void batches_take(struct oracle *oracle, const struct batch_row *row);
void batches_moved(struct oracle *oracle, const struct oracle_run *run, u32 from, u32 to);
bool batches_may_cancel(const struct oracle_run *run); /* with its batch */
void batches_check_claim(struct oracle *oracle, const struct oracle_run *run);
void batches_check_done(struct oracle *oracle, const struct oracle_run *parent);
bool batches_has_left(const struct oracle *oracle, const struct oracle_run *parent);
void batches_after_commit(struct oracle *oracle);
bool batches_has_begun(const struct oracle *oracle, const struct oracle_run *parent);
void oracle_check_duplicate(struct oracle *oracle, const struct call *call,
			    const struct enqueue_item *item, const struct enqueue_answer *answer);
void batches_check_answer(struct oracle *oracle, const struct call *call,
			  const struct answer *answer);

void effects_oracle_init(struct oracle *oracle);
void effects_oracle_done(struct oracle *oracle);
void effects_oracle_take(struct oracle *oracle, const struct effect_row *row);
void effects_oracle_answer(struct oracle *oracle, const struct call *call,
			   const struct answer *answer);

void unique_check_created(struct oracle *oracle, struct oracle_run *run);
void unique_check_again(struct oracle *oracle, struct oracle_run *run);
void unique_take_back(const struct oracle *oracle, struct oracle_run *run);
/* Whether `run` must keep a new one with its key out, at `wall`; whether it may. */
bool unique_blocks(const struct oracle_run *run, msec wall);
bool unique_may_block(const struct oracle_run *run, msec wall);

/* ---- oracle_replace.c ---- */
void replace_take_entry(struct oracle *oracle, struct oracle_run *run,
			const struct journal_entry *entry);
void replace_after_commit(struct oracle *oracle);
void replace_check_answer(struct oracle *oracle, const struct oracle_run *run,
			  const struct enqueue_item *item, const struct enqueue_answer *answer);

#endif
