/* libbelfry: a durable job scheduler inside your program.
 *
 * A program opens a store (a folder with one SQLite file), registers functions as handlers of
 * types, and schedules tasks and jobs of those types. A task or job is on the disk when the call
 * that made it returns BELFRY_OK. The library calls a run's handler at least once. It calls the
 * handler again, as another attempt and after the backoff, when the handler asks for a retry, when
 * the attempt times out, or when the process died before the attempt's end was on the disk. A run
 * is claimed only when a thread is free to call its handler. `belfry serve` uses the same store
 * format: the server and a program can open the same folder, one process at a time.
 *
 * Driving. Either threads of the library drive it (belfry_start), or the program's own loop does:
 * the loop polls belfry_fd, or sleeps for belfry_wait_ms, and calls belfry_step. Handlers are
 * called after the first of these only; schedules and queries work from the start.
 *
 * Threads. Every function may be called from any thread at any time, also from handlers, but for
 *   - belfry_close: no other call on the handle may be under way or come after it;
 *   - belfry_step: one thread at a time, and not from a handler;
 *   - the log and clock functions of the options, which must call nothing of the library.
 * A child that was forked gets BELFRY_MISUSE for handles and executions of its parent.
 *
 * Errors. A function that can fail returns a belfry_error. Where `why` is not NULL, it also gets a
 * sentence that says what was wrong. BELFRY_INVALID means that an argument is not allowed,
 * BELFRY_MISUSE that the call came at the wrong time or from the wrong place; neither changes
 * anything. Output parameters are written on success only. The library aborts the process when one
 * of its own invariants is broken, before it can write wrong data.
 *
 * Memory. The library copies texts and structs that it is given: they are the caller's again when
 * the call returns. Texts are UTF-8 and end with a zero byte. A pointer that the library hands out
 * lives as long as the object it came from, see each function.
 *
 * Versions. Structs that the caller fills in begin with their size; BELFRY_INIT sets it and zeroes
 * the rest, and zero always means the default. Later versions add members at the end, so programs
 * need no recompiling. Structs that the library fills in (belfry_run, belfry_job_view) may grow at
 * the end: use them by the pointers that were handed out. Functions carry symbol versions. */
#ifndef BELFRY_BELFRY_H
#define BELFRY_BELFRY_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define BELFRY_API __attribute__((visibility("default")))
#else
#define BELFRY_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. belfry_version says that of the library which is running. */
#define BELFRY_VERSION_MAJOR 0
#define BELFRY_VERSION_MINOR 1
#define BELFRY_VERSION_PATCH 0
BELFRY_API const char *belfry_version(void); /* "0.1.0" */

/* Milliseconds since 1970-01-01T00:00:00Z; spans are in milliseconds, too. */
typedef int64_t belfry_time;

/* ---- errors -------------------------------------------------------------------------------- */

typedef enum belfry_error {
	BELFRY_OK = 0,
	BELFRY_INVALID = 1,   /* an argument or a member is not allowed; `why` names it */
	BELFRY_MISUSE = 2,    /* not at this time, or not from this place */
	BELFRY_NOT_FOUND = 3, /* no such run or job */
	BELFRY_CONFLICT = 4,  /* not possible as things stand */
	BELFRY_FULL = 5,      /* a bound of the store is reached */
	BELFRY_BUSY = 6,      /* another process has the store, or too much waits: try again */
	BELFRY_MEMORY = 7,    /* out of memory; nothing was done */
	BELFRY_IO = 8,        /* a file or folder cannot be used */
	BELFRY_STORE = 9,     /* the store takes no writes at the moment; nothing was done */
	BELFRY_UNKNOWN = 10,  /* whether it was done is not known: ask again by key or id */
	BELFRY_BROKEN = 11,   /* the disk failed to keep what was written: close, start anew */
	BELFRY_DAMAGED = 12   /* damaged data in the store */
} belfry_error;

typedef struct belfry_why {
	belfry_error code;
	char text[508]; /* one line, ended by a zero byte */
} belfry_why;

/* The general meaning of an error; never NULL. */
BELFRY_API const char *belfry_error_text(belfry_error error);

/* ---- ids ----------------------------------------------------------------------------------- */

/* Of a run, a job or an execution. Ids sort by the time of their making. */
typedef struct belfry_id {
	uint8_t bytes[16];
} belfry_id;

enum { BELFRY_ID_TEXT = 37 };
BELFRY_API void belfry_id_print(const belfry_id *id, char out_text[BELFRY_ID_TEXT]);
BELFRY_API belfry_error belfry_id_parse(const char *text, belfry_id *out_id);

/* ---- open and close ------------------------------------------------------------------------ */

/* Sets a struct's size and zeroes the rest:  belfry_task task;  BELFRY_INIT(&task); */
#define BELFRY_INIT(pointer) belfry_init((pointer), sizeof *(pointer))
BELFRY_API void belfry_init(void *sized, size_t size);

typedef struct belfry belfry;

typedef enum belfry_level {
	BELFRY_LOG_INFO = 0,
	BELFRY_LOG_WARNING = 1,
	BELFRY_LOG_ERROR = 2
} belfry_level;

typedef struct belfry_options {
	size_t size;
	const char *folder;   /* of the store, made if it is missing; required */
	const char *tenant;   /* whose runs and jobs the handle is about; NULL: "default" */
	const char *name;     /* of this program, for the journal; NULL: "library" */
	const char *zoneinfo; /* folder of time zone data; NULL: the system's */
	uint32_t at_once;     /* executions at the same time, also with more threads; 0: one, or
			       * the threads' number */
	uint32_t memory_mb;   /* for due runs; what is more waits in the store; 0: 64 */
	int64_t keep_done_ms; /* how long done and cancelled runs are kept; 0: 30 days */
	int64_t keep_dead_ms; /* how long dead letters are kept; 0: 90 days */
	/* Told what the operator of the program should know. Called on whichever thread drives at
	 * the moment (also one that only schedules), by one thread at a time, under locks: it
	 * should be quick. Texts live until it returns. */
	void (*log)(void *user, belfry_level level, const char *text);
	void *log_user;
	/* A clock of the program's own, for tests: the wall clock, and one that only grows. Then
	 * the program drives (belfry_step) whenever its clock has moved. Called by any thread that
	 * calls the library, by several at the same time. NULL: the system's. */
	void (*clock)(void *user, belfry_time *out_wall, belfry_time *out_boot);
	void *clock_user;
} belfry_options;

/* BELFRY_BUSY: another process, or another handle, has the store. BELFRY_IO: the folder cannot be
 * used; it must belong to this user, and nobody else may write in it. */
BELFRY_API belfry_error belfry_open(const belfry_options *options, belfry **out_handle,
				    belfry_why *why);

/* Ends the threads, if there are any (as belfry_stop without patience), gives back what has not
 * begun, and frees the handle. BELFRY_MISUSE: called by a handler, or an execution that was
 * answered with BELFRY_LATER is not finished; the handle stays, and its threads go on, unless a
 * handler answered BELFRY_LATER while they were ended: then they have ended. NULL is fine. */
BELFRY_API belfry_error belfry_close(belfry *handle, belfry_why *why);

/* ---- handlers ------------------------------------------------------------------------------ */

/* One attempt at a run. It lives until its handler has returned, or, after BELFRY_LATER, until
 * belfry_finish; and so do the texts that it hands out. */
typedef struct belfry_execution belfry_execution;

typedef enum belfry_outcome {
	BELFRY_DONE = 0,
	BELFRY_NOOP = 1,  /* done: there was nothing to do */
	BELFRY_RETRY = 2, /* failed; tried again after a while, unless its attempts are used up */
	BELFRY_FAIL = 3,  /* failed for good: no retry can mend it */
	BELFRY_DEFER = 4, /* not now; costs no attempt. When: belfry_execution_wait, else at once */
	BELFRY_LATER = 5  /* not over when the handler returns: belfry_finish will say */
} belfry_outcome;

/* Called by a thread of the library, or from belfry_step. */
typedef belfry_outcome belfry_handler(void *user, belfry_execution *execution);

/* From now on runs of the type are handed to `handler`; another one replaces it, NULL takes it
 * away. At most 64 types. Executions under way keep the handler they began with. The types EMAIL,
 * WEBHOOK and REMINDER are carried out by `belfry serve` alone. */
BELFRY_API belfry_error belfry_handle(belfry *handle, const char *type, belfry_handler *handler,
				      void *user, belfry_why *why);

BELFRY_API belfry_id belfry_execution_id(const belfry_execution *execution);
BELFRY_API belfry_id belfry_execution_run(const belfry_execution *execution);
BELFRY_API const char *belfry_execution_type(const belfry_execution *execution);
/* A JSON object, byte for byte as it was scheduled; `out_len` may be NULL. */
BELFRY_API const char *belfry_execution_payload(const belfry_execution *execution, size_t *out_len);
BELFRY_API const char *belfry_execution_key(const belfry_execution *execution);  /* "": none */
BELFRY_API uint32_t belfry_execution_attempt(const belfry_execution *execution); /* from 1 */
/* When the run was due; of a job's occurrence the planned instant. */
BELFRY_API belfry_time belfry_execution_planned_at(const belfry_execution *execution);

typedef enum belfry_stop_reason {
	BELFRY_GO_ON = 0,
	BELFRY_CANCELLED = 1, /* its run was cancelled */
	BELFRY_TIMED_OUT = 2, /* its time is over; the run is tried again */
	BELFRY_STOPPING = 3   /* the program stops: return soon, DEFER costs no attempt */
} belfry_stop_reason;

/* Whether the handler should return. After BELFRY_CANCELLED and BELFRY_TIMED_OUT its outcome
 * changes nothing any more; after BELFRY_LATER belfry_finish has to be called all the same: until
 * then the execution takes one of the places of at_once. Cheap: ask often. From any thread. */
BELFRY_API belfry_stop_reason belfry_execution_cancelled(const belfry_execution *execution);

/* Details that a handler adds to its outcome, from any thread; the last call of each kind counts.
 * Messages that are too long are cut between two characters. */
/* A JSON value that is kept with the execution, at most 65,536 bytes. */
BELFRY_API belfry_error belfry_execution_result(belfry_execution *execution, const char *json,
						belfry_why *why);
/* Of RETRY and FAIL. The class decides whether a retry makes sense where the outcome is RETRY:
 * network, timeout and transient do, validation, not_found and permanent do not. NULL: transient.
 */
BELFRY_API belfry_error belfry_execution_error(belfry_execution *execution, const char *error_class,
					       const char *message, belfry_why *why);
/* Of RETRY: how long until the next attempt, instead of the backoff. Of DEFER: how long. */
BELFRY_API belfry_error belfry_execution_wait(belfry_execution *execution, int64_t span_ms,
					      belfry_why *why);
/* How far it is: 0 to 100, and in a few words (or NULL). Shown, and told at most once a second. */
BELFRY_API belfry_error belfry_execution_progress(belfry_execution *execution, uint32_t percent,
						  const char *message, belfry_why *why);

/* Ends an execution whose handler answered BELFRY_LATER (or will); from any thread, once. The
 * execution is not to be touched afterwards, whatever is returned. Returns when the end is on the
 * disk. BELFRY_STORE: it is not yet; the driver tells the store again. BELFRY_MISUSE: it was
 * finished already, as far as the library knows: it remembers the last 100 that ended. */
BELFRY_API belfry_error belfry_finish(belfry *handle, belfry_execution *execution,
				      belfry_outcome outcome, belfry_why *why);

/* ---- driving ------------------------------------------------------------------------------- */

/* Starts `threads` (1 to 256) threads that call handlers, and one that watches the time. They block
 * all signals. */
BELFRY_API belfry_error belfry_start(belfry *handle, uint32_t threads, belfry_why *why);

/* Takes no more runs and waits for handlers; after `patience_ms` those that still run are told to
 * stop (BELFRY_STOPPING). Returns when all have returned or finished: a handler that never returns
 * is waited for. Afterwards the handle may be started again, or driven. */
BELFRY_API belfry_error belfry_stop(belfry *handle, int64_t patience_ms, belfry_why *why);

/* A file descriptor that is readable when belfry_step has something to do: poll it, never read it.
 * The library closes the descriptor. -1: no descriptor was left, or threads drive the handle. */
BELFRY_API int belfry_fd(belfry *handle);

/* How long until belfry_step has something to do: 0, now; at most 10,000. Another thread's call may
 * make it shorter: belfry_fd tells, this does not. */
BELFRY_API int64_t belfry_wait_ms(belfry *handle);

/* Does what is due, and calls the handlers of what became due, on this thread. Never waits for time
 * to pass. BELFRY_STORE: the store takes no writes; call again when belfry_fd says so. */
BELFRY_API belfry_error belfry_step(belfry *handle, belfry_why *why);

/* How a program's own loop winds up: steps take no more runs. `tells_to_stop` 1: executions that
 * are not finished are told BELFRY_STOPPING. Never waits: step and finish until `out_unfinished`
 * (may be NULL) is 0, then belfry_close; or belfry_start takes runs again. BELFRY_MISUSE: threads
 * drive, belfry_stop is for these. */
BELFRY_API belfry_error belfry_drain(belfry *handle, uint32_t tells_to_stop,
				     uint32_t *out_unfinished, belfry_why *why);

/* ---- tasks --------------------------------------------------------------------------------- */

/* Within what a key is unique, among the runs of a type. */
typedef enum belfry_unique {
	BELFRY_UNIQUE_DEFAULT = 0,   /* with run_at BUCKET, else SPAN */
	BELFRY_UNIQUE_BUCKET = 1,    /* within the minute of run_at */
	BELFRY_UNIQUE_SPAN = 2,      /* for unique_ms from its making */
	BELFRY_UNIQUE_ACTIVE = 3,    /* while one is not finished */
	BELFRY_UNIQUE_SUCCEEDED = 4, /* while one is live, and for ever after one is done */
	BELFRY_UNIQUE_FOREVER = 5
} belfry_unique;

typedef struct belfry_task {
	size_t size;
	const char *type;        /* A-Z a-z 0-9 . _ : -, at most 128; required */
	const char *payload;     /* a JSON object, at most 262,144 bytes; NULL: {} */
	size_t payload_len;      /* 0: up to its zero byte */
	const char *key;         /* a second task with the same key is the first; NULL: none */
	belfry_unique unique;    /* with key */
	int64_t unique_ms;       /* of BELFRY_UNIQUE_SPAN; 0: a day */
	belfry_time run_at;      /* 0: now */
	int64_t delay_ms;        /* instead of run_at: so long from now */
	belfry_time deadline_at; /* not begun by then, it is cancelled; 0: none */
	int64_t timeout_ms;      /* of an attempt, 1,000 to 86,400,000; 0: by type, or a minute */
	uint32_t priority;       /* 1 is most urgent, 10 least; 0: by type, or 5 */
	uint32_t max_attempts;   /* at most 1,000; 0: by type, or 5 */
	const char *queue;       /* one that the store has; NULL: "default" */
	const char *entity;      /* the object of the task, for filters; NULL: none */
} belfry_task;

typedef struct belfry_scheduled {
	belfry_id run;
	uint32_t is_duplicate; /* 1: the key was taken; `run` is the first one's */
} belfry_scheduled;

/* Durable when it returns. `out` may be NULL. */
BELFRY_API belfry_error belfry_schedule(belfry *handle, const belfry_task *task,
					belfry_scheduled *out, belfry_why *why);
/* All or none, in one commit; at most 10,000. `out` has `count` places, or is NULL. */
BELFRY_API belfry_error belfry_schedule_all(belfry *handle, const belfry_task *tasks, size_t count,
					    belfry_scheduled *out, belfry_why *why);

/* Ends a run on purpose; a handler that is at it is told. BELFRY_CONFLICT: it has ended. */
BELFRY_API belfry_error belfry_cancel(belfry *handle, const belfry_id *run, const char *reason,
				      belfry_why *why);
/* Gives a dead letter (BELFRY_RUN_FAILED, BELFRY_RUN_DEAD) new attempts. */
BELFRY_API belfry_error belfry_retry(belfry *handle, const belfry_id *run, belfry_why *why);
/* Gives a run that has not begun another time. */
BELFRY_API belfry_error belfry_reschedule(belfry *handle, const belfry_id *run, belfry_time run_at,
					  belfry_why *why);

/* ---- types --------------------------------------------------------------------------------- */

typedef enum belfry_backoff {
	BELFRY_BACKOFF_DEFAULT = 0,     /* tasks: 1, 5, 15, 60 minutes; jobs: 1, 2, 4 ... minutes */
	BELFRY_BACKOFF_EXPONENTIAL = 1, /* retry_ms, then twice that ... */
	BELFRY_BACKOFF_FIXED = 2        /* retry_ms each time */
} belfry_backoff;

/* Settings for all runs of a type, kept in the store. Zero: the default holds. */
typedef struct belfry_type {
	size_t size;
	const char *name; /* required */
	uint32_t priority;
	uint32_t max_attempts;
	int64_t timeout_ms;
	uint32_t limit; /* runs of it at the same time */
	belfry_backoff backoff;
	int64_t retry_ms;
	int64_t retry_max_ms; /* 0: a day */
} belfry_type;

/* Replaces what was said before by this struct; what `belfry serve` keeps besides stays. */
BELFRY_API belfry_error belfry_set_type(belfry *handle, const belfry_type *type, belfry_why *why);

/* ---- jobs ---------------------------------------------------------------------------------- */

typedef enum belfry_misfire {
	BELFRY_MISFIRE_RUN_ONCE = 0, /* one late run for all that were missed */
	BELFRY_MISFIRE_SKIP = 1,     /* only what is at most grace_ms late still runs */
	BELFRY_MISFIRE_RUN_ALL = 2   /* each of the missed, oldest first, up to catchup_max */
} belfry_misfire;

typedef enum belfry_overlap {
	BELFRY_OVERLAP_QUEUE = 0, /* the next one waits for a place; at most one does */
	BELFRY_OVERLAP_SKIP = 1,
	BELFRY_OVERLAP_REPLACE = 2 /* cancels the running one */
} belfry_overlap;

#define BELFRY_NO_LIMIT UINT32_MAX

/* Exactly one of cron, rrule, every_ms and at says when; none: only by belfry_run_job. The store
 * takes jobs that fire at most once a minute, unless its tenant's settings allow more. */
typedef struct belfry_job {
	size_t size;
	const char *name;    /* unique among the jobs of the tenant, at most 100 bytes; required */
	const char *type;    /* of its runs; required */
	const char *payload; /* of its runs, as in belfry_task */
	size_t payload_len;
	const char *cron;    /* five fields, or six with seconds in front; macros as @daily */
	const char *rrule;   /* RFC 5545: "FREQ=WEEKLY;BYDAY=MO" */
	int64_t every_ms;    /* so far apart, counted from `start` */
	belfry_time at;      /* once */
	const char *zone;    /* IANA name, for cron and rrule; NULL: UTC */
	const char *start;   /* "2026-03-01T09:00:00", in the zone; NULL: now */
	const char *exdates; /* instants to leave out, like start, separated by commas */
	belfry_misfire misfire;
	belfry_overlap overlap;
	int64_t grace_ms;       /* later than this is late; 0: five minutes; below 0: none */
	uint32_t catchup_max;   /* 0: 100 */
	uint32_t max_instances; /* runs of it at the same time; 0: one; BELFRY_NO_LIMIT */
	int64_t jitter_ms;      /* each occurrence begins up to so much later */
	int64_t timeout_ms;     /* 0: by type, or five minutes */
	uint32_t priority;
	uint32_t max_attempts; /* 0: by type, or 4 */
	belfry_backoff backoff;
	int64_t retry_ms;
	int64_t retry_max_ms;
	const char *queue;
	uint32_t is_disabled; /* 1: kept, but nothing is planned */
} belfry_job;

/* Creates the job of that name, or changes it to this definition: what has not begun is planned
 * anew. Handing in the definition that is there changes nothing, so a program does it at each
 * start. Without `start` a job keeps the one it has. `out_id` may be NULL. */
BELFRY_API belfry_error belfry_put_job(belfry *handle, const belfry_job *job, belfry_id *out_id,
				       belfry_why *why);
BELFRY_API belfry_error belfry_delete_job(belfry *handle, const char *name, belfry_why *why);
/* Holds a job back until it is resumed. */
BELFRY_API belfry_error belfry_pause_job(belfry *handle, const char *name, const char *reason,
					 belfry_why *why);
BELFRY_API belfry_error belfry_resume_job(belfry *handle, const char *name, belfry_why *why);
/* Runs a job now, whatever its schedule. `out_run` may be NULL. */
BELFRY_API belfry_error belfry_run_job(belfry *handle, const char *name, belfry_id *out_run,
				       belfry_why *why);

/* ---- queries ------------------------------------------------------------------------------- */

typedef enum belfry_state {
	BELFRY_RUN_WAITING = 0,
	BELFRY_RUN_QUEUED = 1,
	BELFRY_RUN_PROCESSING = 2,
	BELFRY_RUN_DONE = 3,
	BELFRY_RUN_FAILED = 4, /* ended by an error that no retry can mend */
	BELFRY_RUN_DEAD = 5,   /* its attempts are used up */
	BELFRY_RUN_CANCELLED = 6
} belfry_state;

#define BELFRY_STATE_BIT(state) (1u << (state))

/* Which runs; members that are zero do not restrict. */
typedef struct belfry_filter {
	size_t size;
	const belfry_id *run; /* this one alone */
	uint32_t states;      /* BELFRY_STATE_BIT of each; 0: any */
	const char *type;
	const char *key;
	const char *entity;
	const char *job;        /* of the job of this name */
	const belfry_id *after; /* the last run of the page before; NULL: from the newest on */
	uint32_t limit;         /* 1 to 1,000; 0: 100 */
} belfry_filter;

/* The library's: its texts live as long as the list. Texts that are not there are "". */
typedef struct belfry_run {
	belfry_id id;
	belfry_id job; /* zero: a task */
	belfry_state state;
	uint32_t attempts; /* that ended and count */
	uint32_t max_attempts;
	uint32_t priority;
	belfry_time created_at;
	belfry_time run_at;
	belfry_time planned_at;  /* of a job's occurrence; 0: none */
	belfry_time finished_at; /* 0: not finished */
	const char *type;
	const char *queue;
	const char *key;
	const char *entity;
	const char *payload; /* where one run was asked for; else "" */
	const char *result;  /* of the last attempt, the same */
	const char *error_class;
	const char *error_message;
} belfry_run;

typedef struct belfry_run_list belfry_run_list;

/* Newest first. Reads the disk, and never waits for the driver. */
BELFRY_API belfry_error belfry_list_runs(belfry *handle, const belfry_filter *filter,
					 belfry_run_list **out_list, belfry_why *why);
BELFRY_API size_t belfry_run_list_len(const belfry_run_list *list);
/* NULL behind the end. */
BELFRY_API const belfry_run *belfry_run_list_at(const belfry_run_list *list, size_t index);
BELFRY_API int belfry_run_list_has_more(const belfry_run_list *list);
BELFRY_API void belfry_run_list_free(belfry_run_list *list); /* NULL: nothing */

typedef struct belfry_job_view {
	belfry_id id;
	uint64_t version;
	uint32_t is_disabled;
	uint32_t is_paused;
	uint64_t run_count; /* runs that ended */
	uint64_t failure_count;
	belfry_id next_run;  /* zero: none stands in the queue */
	belfry_time next_at; /* 0: none */
	const char *name;
	const char *type;
	const char *rule; /* the cron expression or recurrence rule; else "" */
	const char *zone;
	const char *payload;
} belfry_job_view;

typedef struct belfry_job_list belfry_job_list;

/* All jobs by age, newest first, at most 1,000; `name` not NULL: this one alone. */
BELFRY_API belfry_error belfry_list_jobs(belfry *handle, const char *name,
					 belfry_job_list **out_list, belfry_why *why);
BELFRY_API size_t belfry_job_list_len(const belfry_job_list *list);
BELFRY_API const belfry_job_view *belfry_job_list_at(const belfry_job_list *list, size_t index);
BELFRY_API void belfry_job_list_free(belfry_job_list *list); /* NULL: nothing */

#ifdef __cplusplus
}
#endif

#endif
