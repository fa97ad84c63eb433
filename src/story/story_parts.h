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
	PLAY_LEASES_MAX = 32, /* of one run, for reports of earlier attempts */
	PLAY_STARTED_MAX = 5000,
	PLAY_JOB_RUNS_MAX = 50000, /* that jobs make in one story */
	PLAY_JOB_RUNS_ROOM = 5000, /* more than one instant can make of jobs */
	PLAY_DAILY_RUNS_ROOM = 3,  /* and of each daily window: its run, the cutoff's, the next */
	PLAY_QUESTIONS_MAX = 256,  /* to hooks, at once */
	PLAY_CALLS_MAX = 64,       /* lease statements that wait */
	PLAY_REASON_BYTES = 64,
	/* One more of each than a call may name: the engine is to refuse it, not we. */
	PLAY_QUEUES_MAX = LIMIT_LEASE_QUEUES + 1,
	PLAY_TYPES_MAX = LIMIT_LEASE_TYPES + 1,
	PLAY_TENANTS_MAX = LIMIT_LEASE_TENANTS + 1,
	PLAY_ZONE_DATA_MAX = 8,
	PLAY_NAMES_MAX = PLAY_QUEUES_MAX + PLAY_TYPES_MAX + PLAY_TENANTS_MAX,
};
#define PLAY_RETRY_MS MSEC_SECOND /* how soon what the store refused is tried again */

/* A run under its first label. Duplicates have labels of their own for the same run. */
struct played_run {
	struct uuid id;
	str label;
	str tenant;
	str type;
	struct uuid leases[PLAY_LEASES_MAX];
	u32 attempts[PLAY_LEASES_MAX];
	str workers[PLAY_LEASES_MAX];
	u32 leases_len;    /* the last ones, oldest first */
	u32 fallbacks;     /* that were made for it, and follow-ups */
	struct uuid claim; /* of an effect, by its last attempt that a worker carried out */
	u32 place;         /* among all */
	bool is_open;      /* it is listed among those that have not ended */
	bool is_queued;
	enum run_state state; /* as the journal told last */
	bool is_cut_off;      /* its deadline or the cutoff of its day ended it */
	bool is_late;         /* a success behind either */
	bool asks;            /* something changed: ask again what holds it back, once it is due */
	msec run_at;
	msec started_at;                   /* of its attempt */
	char told[PLAY_REASON_BYTES];      /* what held it back when last asked */
	char reason[PLAY_REASON_BYTES];    /* of its last move */
	char last_hash[PLAY_REASON_BYTES]; /* that its last lease told of the last result */
};

/* A job, a batch or a ladder of the story. Its runs are labelled by it and a number, as they are
 * made. */
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
	str key_prefix;                /* of its rungs; empty: it is no ladder */
};

struct played_label {
	str label;
	struct played_run *run; /* NULL: it was refused */
};

enum held_effect {
	HELD_EFFECT_NONE,
	HELD_EFFECT_OWN,   /* this attempt is the one that acts */
	HELD_EFFECT_DONE,  /* an earlier one has acted */
	HELD_EFFECT_DOUBT, /* nobody knows, or the claim was refused */
};

/* A run that an automatic worker works on. */
struct held {
	bool is_used;
	struct uuid execution;
	struct played_run *run;
	u32 attempt;
	enum held_effect effect;
	msec begins_at; /* since the start: when it claims its effect; MSEC_MAX: it does not */
	msec ends_at;
	msec beats_at;
	msec beats_every;
};

struct played_worker {
	str name;
	const struct story_line *line; /* what it does; NULL: it is gone */
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

/* A question to a hook, and the answer it will give. */
struct played_question {
	struct uuid run;
	u64 number;
	msec at; /* since the start */
	const struct story_line *line;
};

/* An effect that was claimed, by the name it has in the story. */
struct played_claim {
	str name;
	struct uuid claim;
	str tenant;
};

struct play;

/* Of a command under way, or of none any more: then it is used again. */
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
	struct uuid other; /* conflict: whose key it is; nil: nobody's */
	enum holder_code code;
	bool is_effect; /* the answer is about one: */
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
	struct pump *pump; /* NULL: it could not start again yet */
	struct arena arena;
	struct prng chance;
	msec ids_at; /* the millisecond of the last ids, and how many it had */
	u32 ids;

	msec t;            /* since the start, on the boot clock */
	msec stepped;      /* by how much the wall clock was moved */
	msec retry_at;     /* the store refused: not before */
	msec paused_until; /* wall: the last end of a pause */
	bool has_retention;
	bool is_dying; /* what the pump says now is not heard */
	struct list spare_replies;
	u32 starts;    /* of the server */
	char node[32]; /* its name for what it carries out itself */
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
	const struct story_line *hooks[STORY_TENANTS_MAX]; /* what each says */
	u32 hooks_len;
	struct played_question questions[PLAY_QUESTIONS_MAX];
	u32 questions_len;
	struct played_claim *claims;
	u32 claims_len;
	struct played_job *jobs;
	u32 jobs_len;
	u32 all_max;
	struct played_run **open; /* those of `all` that had not ended, in the same order */
	u32 open_len;
	u32 room;            /* for runs that one instant can make */
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
/* Submits one command, turns, and leaves the answer in play->said. */
void play_submit(struct play *play, struct command *command);
/* Submits a call of a worker's, and turns; what it is answered, now or later, the worker is told.
 */
/* `out_reply` is written before the answer can come; NULL: nobody looks for it. False: there is no
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
/* A lease answer: notes who holds what. */
void play_note_lease(struct play *play, const struct lease *lease, str worker);

/* ---- story_open.c -------------------------------------------------------------------------- */
MUST_USE enum err play_runs_init(struct play *play, u32 max);
void play_keep_run(struct play *play, struct played_run *run);
void play_note_state(struct play *play, struct played_run *run, enum run_state state);
void play_forget_ended(struct play *play);

/* ---- story_names.c ------------------------------------------------------------------------- */
MUST_USE enum err play_names_init(struct play *play, u32 labels, u32 owners);
void play_names_done(struct play *play);
/* NULL: no statement has come that makes it. */
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
/* The lease of a run that is meant: the last one, or the last one of that attempt (0: any). */
bool play_find_lease(const struct played_run *run, i64 attempt, u32 *out_index);

/* ---- story_batch.c ------------------------------------------------------------------------- */
MUST_USE enum err play_batch(struct play *play, const struct story_line *line);
/* The batch was made: from now on its children get their labels as a job's runs do. */
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
/* Which reminder stands as a run; NULL: none of the story. */
struct played_job *play_reminder_of(const struct play *play, const struct run_row *row);
/* Prints a journal entry about a reminder; false: it is none of the story. */
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
/* When a hook answers next; MSEC_MAX: none was asked. */
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
/* A run that a job made gets its label; NULL: it is none of the story's jobs. */
struct played_run *play_adopt(struct play *play, const struct uuid *id);
void play_zones_done(struct play *play);
enum err play_zone(void *context, str name, const struct zone **out_zone, struct why *why);

/* ---- story_worker.c ------------------------------------------------------------------------ */
/* When a worker does something next; MSEC_MAX: never by itself. */
msec workers_next(const struct play *play);
/* Lets those ask for work that have room; true: some did. */
bool workers_ask(struct play *play);
/* The first thing that is due at this instant; false: there is none. */
bool workers_act(struct play *play);
/* The answer to a call of a worker's; false: it is nobody's. */
bool workers_answer(struct play *play, const struct answer *answer);
void workers_begin_anew(struct play *play); /* with a new server */
bool workers_are_busy(const struct play *play);
struct played_worker *worker_find(struct play *play, str name);
void worker_set(struct play *play, const struct story_line *line);

/* ---- story_handler.c ----------------------------------------------------------------------- */
/* Of a run that a worker holds, without its text. */
struct story_event held_event(enum story_event_kind kind, const struct played_worker *worker,
			      const struct held *held);
void handler_begin(struct play *play, struct played_worker *worker, struct held *held);
/* Ends the effect and enqueues the follow-up; an effect in doubt turns the report into a failure.
 */
void handler_end(struct play *play, const struct played_worker *worker, struct held *held,
		 struct report *report);

/* ---- story_expect.c ------------------------------------------------------------------------ */
void play_expect(struct play *play, const struct story_line *line);
/* Tells what was got where something else was expected; play->text is used for it. */
void play_unmet(struct play *play, const struct story_line *line, str label);
/* The same of a refusal that play->text tells already. */
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
/* Notes whether its deadline or the cutoff of its day came before its end. */
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
