/* The parts of a play; for the files story_*.c that play it.
 *
 * One loop (story_play.c) moves a fake clock from event to event: the next statement, the next wake
 * of the engine on either clock, the next thing an automatic worker does. Whatever happens at one
 * instant is followed by turns of the pump until it has nothing more to do there. */
#ifndef BELFRY_STORY_STORY_PARTS_H
#define BELFRY_STORY_STORY_PARTS_H

#include "base/map.h"
#include "base/prng.h"
#include "pump/pump.h"
#include "store/memory/memory.h"
#include "story/story.h"

/* The boot clock does not start at zero: nobody should count on that. */
#define BOOT_START (17 * MSEC_HOUR)

enum {
	PLAY_LEASES_MAX = 32, /* for each run, to find the leases of earlier attempts */
	PLAY_STARTED_MAX = 5000,
	PLAY_JOB_RUNS_MAX = 50000, /* runs of jobs in one story */
	PLAY_JOB_RUNS_ROOM = 5000, /* memory for the runs that jobs make at one instant */
	/* and for the runs of each daily window: its own, the cutoff's, the next */
	PLAY_DAILY_RUNS_ROOM = 3,
	PLAY_QUESTIONS_MAX = 256, /* to hooks, at once */
	PLAY_CALLS_MAX = 64,      /* lease statements that wait */
	PLAY_REASON_BYTES = 64,
	/* One more than a call may have: the engine must refuse it, not the story. */
	PLAY_QUEUES_MAX = LIMIT_LEASE_QUEUES + 1,
	PLAY_TYPES_MAX = LIMIT_LEASE_TYPES + 1,
	PLAY_TENANTS_MAX = LIMIT_LEASE_TENANTS + 1,
	PLAY_ZONE_DATA_MAX = 8,
	PLAY_NAMES_MAX = PLAY_QUEUES_MAX + PLAY_TYPES_MAX + PLAY_TENANTS_MAX,
};
#define PLAY_RETRY_MS MSEC_SECOND /* the delay before a refused command is sent again */

/* A run with its first label. A duplicate has a label of its own for the same run. */
struct played_run {
	struct uuid id;
	str label;
	str tenant;
	str type;
	struct uuid leases[PLAY_LEASES_MAX];
	u32 attempts[PLAY_LEASES_MAX];
	str workers[PLAY_LEASES_MAX];
	u32 leases_len;    /* the last leases, oldest first */
	u32 fallbacks;     /* fallbacks of this run, and runs made after it */
	struct uuid claim; /* the claim of its effect, by the last attempt of a worker */
	u32 place;         /* among all */
	bool is_open;      /* it is in the list of runs that have not ended */
	bool is_queued;
	enum run_state state; /* as in the last journal entry */
	bool is_cut_off;      /* ended by its deadline or by the cutoff of its day */
	bool is_late;         /* a success behind either */
	bool asks;            /* something has changed: ask `why` again when it is due */
	msec run_at;
	msec started_at;                   /* of the present attempt */
	char told[PLAY_REASON_BYTES];      /* the reasons that held it back, as last shown */
	char reason[PLAY_REASON_BYTES];    /* of its last change of state */
	char last_hash[PLAY_REASON_BYTES]; /* the hash of the last result, from its last lease */
};

/* A job, a batch or a ladder of the story. Its runs get its label and a number, in the order of
 * their creation. */
struct played_job {
	str label;
	struct uuid id;
	str tenant;
	str type;
	bool exists;
	bool is_daily;    /* a person's windows: no id, and the tenant's type */
	bool is_reminder; /* found by its title, which is the label */
	u32 runs;
	const struct story_line *line; /* of a ladder */
	str key_prefix;                /* of a ladder's rungs; empty: not a ladder */
};

struct played_label {
	str label;
	struct played_run *run; /* NULL: refused */
};

enum held_effect {
	HELD_EFFECT_NONE,
	HELD_EFFECT_OWN,   /* this attempt carries the effect out */
	HELD_EFFECT_DONE,  /* an earlier attempt has carried it out */
	HELD_EFFECT_DOUBT, /* in doubt, or the claim was refused */
};

/* A run that an automatic worker works on. */
struct held {
	bool is_used;
	struct uuid execution;
	struct played_run *run;
	u32 attempt;
	enum held_effect effect;
	msec begins_at; /* after the start: when it claims its effect; MSEC_MAX: never */
	msec ends_at;
	msec beats_at;
	msec beats_every;
};

struct played_worker {
	str name;
	const struct story_line *line; /* the statement that describes it; NULL: removed */
	const struct reply *reply;     /* of the call that waits; NULL: none */
	msec asks_at;                  /* not before */
	bool was_refused;
	struct held held[STORY_SLOTS_MAX];
};

/* A lease statement that waits. */
struct played_call {
	const struct reply *reply; /* NULL: free */
	const struct story_line *line;
	msec ends_at;
};

/* A question to a policy hook, and the answer that the story gives. */
struct played_question {
	struct uuid run;
	u64 number;
	msec at; /* since the start */
	const struct story_line *line;
};

/* A claimed effect, by its name in the story. */
struct played_claim {
	str name;
	struct uuid claim;
	str tenant;
};

struct play;

/* Of a command that is open; afterwards it is reused. */
struct played_reply {
	struct reply reply;
	struct list_node in_spare;
	struct play *play;
};

/* The answer to the last command. */
struct said {
	const struct reply *reply;
	bool is_there;
	enum err err;
	struct why why;
	bool duplicate;
	bool replaced;
	bool purged;            /* of a run that is there no more */
	struct played_run *run; /* enqueue: made, or met */
	struct uuid run_id;
	struct uuid job; /* about a job */
	u32 made;
	struct uuid other; /* a conflict: the run that has the key; nil: none */
	enum holder_code code;
	bool is_effect; /* the answer is about an effect: */
	bool is_first;
	enum effect_state effect;
	struct uuid claim;
	char result[PLAY_REASON_BYTES];
	u32 leased_len;
	struct played_run *leased[STORY_WORDS_MAX];
	u32 reasons_len;
	struct why_reason reasons[LIMIT_REASONS_MAX];
	char refs[LIMIT_REASONS_MAX][PLAY_REASON_BYTES];
};

struct journal_entry;

struct play {
	const struct story *story;
	const struct story_wish *wish;
	const struct story_listener *listener;
	struct story_result *result;
	struct why *why;

	struct memory_store *store;
	struct pump *pump; /* NULL: it could not be started again yet */
	struct arena arena;
	struct prng chance;
	msec ids_at; /* the millisecond of the last ids, and how many ids it has */
	u32 ids;

	msec t;            /* since the start, on the boot clock */
	msec stepped;      /* by how much the wall clock was moved */
	msec retry_at;     /* the store refused: not before */
	msec paused_until; /* wall: the last end of a pause */
	bool has_retention;
	bool is_dying; /* the pump's callbacks are ignored from now on */
	struct list spare_replies;
	u32 starts;    /* of the server */
	char node[32]; /* the worker name of the server's own leases */
	u64 events;
	u32 next; /* statement */

	const struct command *said_command; /* that is being submitted; NULL: none */
	struct said said;
	const struct story_line *asked; /* the statement that `answered` is about */
	struct said answered;

	struct uuid_map runs;
	struct played_run *spare; /* the run that is being enqueued: label, tenant and type */
	struct played_run **all;
	u32 all_len;
	struct played_label *labels;
	u32 labels_len;
	struct map by_label; /* of `labels` */
	struct map owners;   /* of `jobs` */
	struct hash_key label_key;
	struct played_worker workers[STORY_WORKERS_MAX];
	u32 workers_len;
	struct played_call calls[PLAY_CALLS_MAX];
	const struct story_line *hooks[STORY_TENANTS_MAX]; /* the statement of each */
	u32 hooks_len;
	struct played_question questions[PLAY_QUESTIONS_MAX];
	u32 questions_len;
	struct played_claim *claims;
	u32 claims_len;
	struct played_job *jobs;
	u32 jobs_len;
	u32 all_max;
	struct played_run **open; /* the runs of `all` that have not ended, in the same order */
	u32 open_len;
	u32 room;            /* reserved for the runs of one instant */
	struct tzdir *tzdir; /* NULL: not needed yet, or there is none */
	struct zones *zones;
	struct {
		str zone;
		str other;
	} zone_data[PLAY_ZONE_DATA_MAX]; /* whose data are another's by now */
	u32 zone_data_len;
	struct played_run **started; /* since the last expect-started */
	u32 started_len;
	struct buf text;
};

static inline msec play_wall(const struct play *play)
{
	return play->story->start + play->t + play->stepped;
}

/* ---- story_play.c -------------------------------------------------------------------------- */
/* Submits a command, runs turns, and stores the answer in play->said. */
void play_submit(struct play *play, struct command *command);
/* Submits a call of a worker, and runs turns. The worker gets the answer, now or later. */
/* `out_reply` is written before the answer can come; NULL: not needed. False: there is no
 * memory for it. */
bool play_submit_quietly(struct play *play, struct command *command,
			 const struct reply **out_reply);
/* Turns until there is nothing left to do at this instant. */
MUST_USE enum err play_settle(struct play *play);
struct played_run *play_run_of(const struct play *play, const struct uuid *id);
/* For a run that is to be enqueued; NULL: no memory. */
struct played_run *play_spare_run(struct play *play);
MUST_USE enum err play_start_server(struct play *play);
void play_stop_server(struct play *play);
/* Notes the leases in an answer. */
void play_note_lease(struct play *play, const struct lease *lease, str worker);

/* ---- story_open.c -------------------------------------------------------------------------- */
MUST_USE enum err play_runs_init(struct play *play, u32 max);
void play_keep_run(struct play *play, struct played_run *run);
void play_note_state(struct play *play, struct played_run *run, enum run_state state);
void play_forget_ended(struct play *play);

/* ---- story_names.c ------------------------------------------------------------------------- */
MUST_USE enum err play_names_init(struct play *play, u32 labels, u32 owners);
void play_names_done(struct play *play);
/* NULL: no statement so far has made it. */
struct played_label *play_label(const struct play *play, str label);
struct played_label *play_add_label(struct play *play, str label, struct played_run *run);
/* The job, daily window, reminder, batch or ladder of a label; NULL: none. */
struct played_job *play_owner(const struct play *play, str label);
struct played_job *play_add_owner(struct play *play, const struct played_job *job);

/* ---- story_act.c --------------------------------------------------------------------------- */
MUST_USE enum err play_statement(struct play *play, const struct story_line *line);
void play_fill_lease(const struct play *play, const struct story_line *line, str names[],
		     struct lease_command *out);
/* The server dies; after `away` it starts again over the same store. */
MUST_USE enum err play_crash(struct play *play, msec away);

void play_refuse(struct play *play, const char *text);
/* The last lease of a run, or of an attempt of it (0: any attempt). */
bool play_find_lease(const struct played_run *run, i64 attempt, u32 *out_index);

/* ---- story_batch.c ------------------------------------------------------------------------- */
MUST_USE enum err play_batch(struct play *play, const struct story_line *line);
/* The batch exists: from now on its children get labels as a job's runs do. */
void play_note_batch(struct play *play, const struct batch_answer *answer);

/* ---- story_daily.c ------------------------------------------------------------------------- */
void play_daily(struct play *play, const struct story_line *line);
void expect_days(struct play *play, const struct story_line *line);
void expect_window(struct play *play, const struct story_line *line);
/* The job of the story whose window, or task after a cutoff, a run is; NULL: of none. */
struct played_job *play_daily_of(const struct play *play, const struct run_row *row);

/* ---- story_remind.c ------------------------------------------------------------------------ */
void play_reminder(struct play *play, const struct story_line *line);
void expect_reminder(struct play *play, const struct story_line *line);
/* The reminder of a run; NULL: not one of the story. */
struct played_job *play_reminder_of(const struct play *play, const struct run_row *row);
/* Prints a journal entry about a reminder; false: not one of the story. */
bool tell_reminder(struct play *play, const struct journal_entry *entry);

/* ---- story_effect.c ------------------------------------------------------------------------ */
void play_effect(struct play *play, const struct story_line *line);

/* ---- story_gate.c -------------------------------------------------------------------------- */
void play_gates(struct play *play, const struct story_line *line);
void play_user(struct play *play, const struct story_line *line);
void play_rate(struct play *play, const struct story_line *line);
void play_fill_rate_said(const struct story_line *line, struct rate_said *out_rate);
/* Fills in a type's settings about gates. */
void play_fill_gates(const struct story_line *line, struct type_policy *policy);

/* ---- story_hook.c -------------------------------------------------------------------------- */
void play_hook_says(struct play *play, const struct story_line *line);
/* The pump asks the hook of a tenant. */
void play_ask_hook(void *play, const struct policy_hook_ask *ask);
/* When a hook answers next; MSEC_MAX: no question is open. */
msec hooks_next(const struct play *play);
/* The first answer that is due; false: there is none. */
bool hooks_act(struct play *play);

/* ---- story_ladder.c ------------------------------------------------------------------------ */
MUST_USE enum err play_ladder(struct play *play, const struct story_line *line);
void play_ladder_act(struct play *play, const struct story_line *line);
/* The ladder that a run with this key is of; NULL: of none. */
struct played_job *play_ladder_of(const struct play *play, str key);

/* ---- story_job.c --------------------------------------------------------------------------- */
void play_job(struct play *play, const struct story_line *line);
void expect_next(struct play *play, const struct story_line *line);
void expect_ledger(struct play *play, const struct story_line *line);
struct played_job *play_job_of(const struct play *play, const struct uuid *id);
str play_numbered_label(struct play *play, str owner, u32 number);
/* Labels a run that a job has made; NULL: not a job of the story. */
struct played_run *play_adopt(struct play *play, const struct uuid *id);
void play_zones_done(struct play *play);
enum err play_zone(void *context, str name, const struct zone **out_zone, struct why *why);

/* ---- story_worker.c ------------------------------------------------------------------------ */
/* When a worker does something next; MSEC_MAX: never by itself. */
msec workers_next(const struct play *play);
/* Makes workers with free slots ask for work; true: some did. */
bool workers_ask(struct play *play);
/* The first thing that is due at this instant; false: there is none. */
bool workers_act(struct play *play);
/* Passes an answer to its worker; false: no worker has asked. */
bool workers_answer(struct play *play, const struct answer *answer);
void workers_begin_anew(struct play *play); /* with a new server */
bool workers_are_busy(const struct play *play);
struct played_worker *worker_find(struct play *play, str name);
void worker_set(struct play *play, const struct story_line *line);

/* ---- story_handler.c ----------------------------------------------------------------------- */
/* For a run that a worker holds; without text. */
struct story_event held_event(enum story_event_kind kind, const struct played_worker *worker,
			      const struct held *held);
void handler_begin(struct play *play, struct played_worker *worker, struct held *held);
/* Ends the effect and enqueues the follow-up; an effect in doubt turns the report into a failure.
 */
void handler_end(struct play *play, const struct played_worker *worker, struct held *held,
		 struct report *report);

/* ---- story_expect.c ------------------------------------------------------------------------ */
void play_expect(struct play *play, const struct story_line *line);
/* Reports an unmet expectation: the value found instead; uses play->text. */
void play_unmet(struct play *play, const struct story_line *line, str label);
/* Likewise for a refusal that play->text has already. */
void play_unexpected(struct play *play, const struct story_line *line);
/* A ledger as a text, against the words behind the first. */
void play_expect_ledger(struct play *play, const struct story_line *line, str got);
bool play_time_differs(struct play *play, msec got, const struct story_given *expected);

/* ---- story_tell.c -------------------------------------------------------------------------- */
void tell(struct play *play, struct story_event *event);
void tell_world(struct play *play, enum story_event_kind kind, const struct story_line *line);
void tell_journal(struct play *play, str journal);
/* Prints the reasons that keep due runs from running, where they are news. */
void tell_held_back(struct play *play);
void ask_all_again(struct play *play);
const char *holder_words(enum holder_code code);

/* ---- story_tally.c ------------------------------------------------------------------------- */
/* The row of the summary that a run counts in; NULL: there are too many. */
struct story_tally *tally_of(struct play *play, const struct played_run *run);
/* Notes whether a deadline or cutoff passed before the run ended. */
void note_end(const struct play *play, struct played_run *run, const struct journal_entry *entry);
void tally_all(struct play *play);

/* ---- story_host.c ---------------------------------------------------------------------------- */
struct now play_host_now(void *context);
void play_host_random(void *context, u8 *out_bytes, size_t len);
void play_host_stop(void *context, struct uuid execution);
void play_host_publish(void *context, u64 play_turn, str journal);
void play_on_over(struct reply *reply);
struct reply *play_take_reply(struct play *play);

/* ---- story_workers.c ------------------------------------------------------------------------- */
u32 play_list(str text, str *out_words, u32 max);
msec play_instant_of(const struct play *play, const struct story_line *line,
		     enum story_option option);
void play_lease_until(struct play *play, const struct story_line *line, msec ends_at);
void play_on_holder(struct play *play, const struct story_line *line);

/* ---- story_held.c ---------------------------------------------------------------------------- */
void tell_add_instant(const struct play *play, msec at, struct buf *out);

#endif
