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

/* The version of this header. belfry_version gives the version of the library in use. */
#define BELFRY_VERSION_MAJOR 0
#define BELFRY_VERSION_MINOR 1
#define BELFRY_VERSION_PATCH 0
BELFRY_API const char *belfry_version(void); /* "0.1.0" */

/* Milliseconds since 1970-01-01T00:00:00Z. Durations are in milliseconds, too. */
typedef int64_t belfry_time;

/* ---- errors -------------------------------------------------------------------------------- */

typedef enum belfry_error {
	BELFRY_OK = 0,
	BELFRY_INVALID = 1,   /* an argument or a member is not allowed; `why` names it */
	BELFRY_MISUSE = 2,    /* the call is not allowed at this time, or from this place */
	BELFRY_NOT_FOUND = 3, /* no such run or job */
	BELFRY_CONFLICT = 4,  /* the state of the object does not allow it */
	BELFRY_FULL = 5,      /* a limit of the store is reached */
	BELFRY_BUSY = 6,      /* another process has the store, or too many calls wait: try again */
	BELFRY_MEMORY = 7,    /* out of memory; nothing was done */
	BELFRY_IO = 8,        /* a file or folder cannot be used */
	BELFRY_STORE = 9,     /* the store accepts no writes at present; nothing was done */
	BELFRY_UNKNOWN = 10,  /* it is not known whether it was done: look it up by key or id */
	/* the disk has lost written data: close the handle, restart the program */
	BELFRY_BROKEN = 11,
	BELFRY_DAMAGED = 12 /* damaged data in the store */
} belfry_error;

typedef struct belfry_why {
	belfry_error code;
	char text[508]; /* one line, terminated by a zero byte */
} belfry_why;

/* The general meaning of an error; never NULL. */
BELFRY_API const char *belfry_error_text(belfry_error error);

/* ---- ids ----------------------------------------------------------------------------------- */

/* The id of a run, a job or an execution. Ids sort by the time of their creation. */
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
	const char *folder;   /* of the store; created if it does not exist; required */
	const char *tenant;   /* the tenant whose runs and jobs the handle uses; NULL: "default" */
	const char *name;     /* a name for this program, for the journal; NULL: "library" */
	const char *zoneinfo; /* folder of time zone data; NULL: the system's */
	/* how many executions at the same time, whatever the number of threads; 0: one, or the
	 * number of threads */
	uint32_t at_once;
	uint32_t memory_mb;   /* for due runs; further due runs wait in the store; 0: 64 */
	int64_t keep_done_ms; /* how long done and cancelled runs are kept; 0: 30 days */
	int64_t keep_dead_ms; /* how long dead letters are kept; 0: 90 days */
	/* Called with messages for the operator of the program, on the thread that drives at the
	 * moment (or that schedules), by one thread at a time, with locks held: it should return
	 * quickly. The texts are valid until it returns. */
	void (*log)(void *user, belfry_level level, const char *text);
	void *log_user;
	/* A clock of the program's own, for tests: the wall clock, and one that only grows. Then
	 * the program drives (belfry_step) whenever its clock has moved. Called by any thread that
	 * calls the library, by several at the same time. NULL: the system's. */
	void (*clock)(void *user, belfry_time *out_wall, belfry_time *out_boot);
	void *clock_user;
} belfry_options;

/* BELFRY_BUSY: another process or handle has the store. BELFRY_IO: the folder cannot be used; it
 * must belong to this user, and other users must not be able to write in it. */
BELFRY_API belfry_error belfry_open(const belfry_options *options, belfry **out_handle,
				    belfry_why *why);

/* Ends the threads, if there are any (like belfry_stop without patience), releases runs that have
 * not started, and frees the handle. BELFRY_MISUSE: a handler called it, or an execution that
 * answered BELFRY_LATER is not finished. The handle stays then, and its threads go on, unless a
 * handler answered BELFRY_LATER while they were being ended: then they have ended. NULL does
 * nothing. */
BELFRY_API belfry_error belfry_close(belfry *handle, belfry_why *why);

/* ---- handlers ------------------------------------------------------------------------------ */

/* One attempt at a run. It is valid until its handler has returned, or, after BELFRY_LATER, until
 * belfry_finish; so are the texts that it returns. */
typedef struct belfry_execution belfry_execution;

typedef enum belfry_outcome {
	BELFRY_DONE = 0,
	BELFRY_NOOP = 1,  /* done: there was nothing to do */
	BELFRY_RETRY = 2, /* failed; retried later, unless its attempts are used up */
	BELFRY_FAIL = 3,  /* failed for good: a retry cannot help */
	BELFRY_DEFER = 4, /* not now; costs no attempt. When: belfry_execution_wait, else at once */
	/* not finished when the handler returns: belfry_finish will report the outcome */
	BELFRY_LATER = 5
} belfry_outcome;

/* Called by a thread of the library, or from belfry_step. */
typedef belfry_outcome belfry_handler(void *user, belfry_execution *execution);

/* From now on the library calls `handler` for runs of the type; another handler replaces it, NULL
 * removes it. At most 64 types. Open executions keep the handler that they started with. `belfry
 * serve` alone carries out the types EMAIL, WEBHOOK and REMINDER. */
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
	BELFRY_CANCELLED = 1, /* the run was cancelled */
	BELFRY_TIMED_OUT = 2, /* the timeout has passed; the run is retried */
	BELFRY_STOPPING = 3   /* the program is stopping: return soon; DEFER costs no attempt */
} belfry_stop_reason;

/* Whether the handler should return. After BELFRY_CANCELLED and BELFRY_TIMED_OUT its outcome
 * changes nothing any more. After BELFRY_LATER belfry_finish has to be called all the same: until
 * then the execution counts towards at_once. The call is cheap: make it often. Any thread. */
BELFRY_API belfry_stop_reason belfry_execution_cancelled(const belfry_execution *execution);

/* Details that a handler adds to its outcome, from any thread; the last call of each kind counts.
 * Messages that are too long are cut between two characters. */
/* A JSON value that is stored with the execution, at most 65,536 bytes. */
BELFRY_API belfry_error belfry_execution_result(belfry_execution *execution, const char *json,
						belfry_why *why);
/* For RETRY and FAIL. With RETRY the class decides whether a retry makes sense: for network,
 * timeout and transient it does; for validation, not_found and permanent it does not. NULL:
 * transient. */
BELFRY_API belfry_error belfry_execution_error(belfry_execution *execution, const char *error_class,
					       const char *message, belfry_why *why);
/* For RETRY: the delay until the next attempt, instead of the backoff. For DEFER: the delay. */
BELFRY_API belfry_error belfry_execution_wait(belfry_execution *execution, int64_t span_ms,
					      belfry_why *why);
/* The progress: 0 to 100, and a short message (or NULL). It is shown, and written at most once a
 * second. */
BELFRY_API belfry_error belfry_execution_progress(belfry_execution *execution, uint32_t percent,
						  const char *message, belfry_why *why);

/* Ends an execution whose handler answered BELFRY_LATER (or will); any thread, once. The execution
 * must not be used afterwards, whatever is returned. Returns when the end is on the disk.
 * BELFRY_STORE: it is not yet; the driver will write it again. BELFRY_MISUSE: it was already
 * finished, as far as the library knows: it remembers the last 100 that ended. */
BELFRY_API belfry_error belfry_finish(belfry *handle, belfry_execution *execution,
				      belfry_outcome outcome, belfry_why *why);

/* ---- driving ------------------------------------------------------------------------------- */

/* Starts `threads` (1 to 256) threads that call handlers, and one for timers. They block all
 * signals. */
BELFRY_API belfry_error belfry_start(belfry *handle, uint32_t threads, belfry_why *why);

/* Starts no more runs and waits for handlers; after `patience_ms` the remaining ones are asked to
 * stop (BELFRY_STOPPING). Returns when all have returned or finished; it waits for a handler that
 * never returns. Afterwards the handle may be started again, or driven by the program. */
BELFRY_API belfry_error belfry_stop(belfry *handle, int64_t patience_ms, belfry_why *why);

/* A file descriptor that is readable when belfry_step has something to do: poll it, never read it.
 * The library closes the descriptor. -1: no descriptor was left, or threads drive the handle. */
BELFRY_API int belfry_fd(belfry *handle);

/* How long until belfry_step has something to do: 0: now; at most 10,000. A call of another thread
 * may shorten this; belfry_fd notices that, this function does not. */
BELFRY_API int64_t belfry_wait_ms(belfry *handle);

/* Carries out due work, and calls the handlers of runs that became due, on this thread. Never
 * waits. BELFRY_STORE: the store accepts no writes; call again when belfry_fd is readable. */
BELFRY_API belfry_error belfry_step(belfry *handle, belfry_why *why);

/* Winds down a program's own loop: steps start no more runs. `tells_to_stop` 1: unfinished
 * executions are asked to stop (BELFRY_STOPPING). Never waits: step and finish until
 * `out_unfinished` (may be NULL) is 0, then call belfry_close; belfry_start would start runs again.
 * BELFRY_MISUSE: threads drive the handle; use belfry_stop. */
BELFRY_API belfry_error belfry_drain(belfry *handle, uint32_t tells_to_stop,
				     uint32_t *out_unfinished, belfry_why *why);

/* ---- tasks --------------------------------------------------------------------------------- */

/* The scope within which a key is unique, among the runs of a type. */
typedef enum belfry_unique {
	BELFRY_UNIQUE_DEFAULT = 0, /* with run_at BUCKET, else SPAN */
	BELFRY_UNIQUE_BUCKET = 1,  /* within the minute of run_at */
	BELFRY_UNIQUE_SPAN = 2,    /* for unique_ms after its creation */
	BELFRY_UNIQUE_ACTIVE = 3,  /* while a run with the key is not finished */
	/* while a run with the key is live, and for ever after one has succeeded */
	BELFRY_UNIQUE_SUCCEEDED = 4,
	BELFRY_UNIQUE_FOREVER = 5
} belfry_unique;

typedef struct belfry_task {
	size_t size;
	const char *type;    /* A-Z a-z 0-9 . _ : -, at most 128; required */
	const char *payload; /* a JSON object, at most 262,144 bytes; NULL: {} */
	size_t payload_len;  /* 0: up to the zero byte */
	/* a second task with the same key is a duplicate of the first; NULL: no key */
	const char *key;
	belfry_unique unique;    /* with key */
	int64_t unique_ms;       /* of BELFRY_UNIQUE_SPAN; 0: a day */
	belfry_time run_at;      /* 0: now */
	int64_t delay_ms;        /* instead of run_at: the delay from now */
	belfry_time deadline_at; /* cancelled if not started by then; 0: none */
	/* for an attempt, 1,000 to 86,400,000; 0: as the type says, or a minute */
	int64_t timeout_ms;
	uint32_t priority;     /* 1 is the most urgent, 10 the least; 0: as the type says, or 5 */
	uint32_t max_attempts; /* at most 1,000; 0: as the type says, or 5 */
	const char *queue;     /* an existing queue; NULL: "default" */
	const char *entity;    /* the object of the task, for filters; NULL: none */
} belfry_task;

typedef struct belfry_scheduled {
	belfry_id run;
	uint32_t is_duplicate; /* 1: the key was taken; `run` is the earlier run */
} belfry_scheduled;

/* The task is durable when the call returns. `out` may be NULL. */
BELFRY_API belfry_error belfry_schedule(belfry *handle, const belfry_task *task,
					belfry_scheduled *out, belfry_why *why);
/* All or none, in one commit; at most 10,000. `out` has `count` elements, or is NULL. */
BELFRY_API belfry_error belfry_schedule_all(belfry *handle, const belfry_task *tasks, size_t count,
					    belfry_scheduled *out, belfry_why *why);

/* Cancels a run; a handler that is carrying it out is asked to stop. BELFRY_CONFLICT: it has
 * ended. */
BELFRY_API belfry_error belfry_cancel(belfry *handle, const belfry_id *run, const char *reason,
				      belfry_why *why);
/* Gives a dead letter (BELFRY_RUN_FAILED, BELFRY_RUN_DEAD) new attempts. */
BELFRY_API belfry_error belfry_retry(belfry *handle, const belfry_id *run, belfry_why *why);
/* Gives a run that has not started another time. */
BELFRY_API belfry_error belfry_reschedule(belfry *handle, const belfry_id *run, belfry_time run_at,
					  belfry_why *why);

/* ---- types --------------------------------------------------------------------------------- */

typedef enum belfry_backoff {
	BELFRY_BACKOFF_DEFAULT = 0,     /* tasks: 1, 5, 15, 60 minutes; jobs: 1, 2, 4 ... minutes */
	BELFRY_BACKOFF_EXPONENTIAL = 1, /* retry_ms, then twice that ... */
	BELFRY_BACKOFF_FIXED = 2        /* retry_ms each time */
} belfry_backoff;

/* Settings for all runs of a type, stored in the store. Zero: the default. */
typedef struct belfry_type {
	size_t size;
	const char *name; /* required */
	uint32_t priority;
	uint32_t max_attempts;
	int64_t timeout_ms;
	uint32_t limit; /* runs of the type at the same time */
	belfry_backoff backoff;
	int64_t retry_ms;
	int64_t retry_max_ms; /* 0: a day */
} belfry_type;

/* Replaces the earlier settings of this struct; settings that only `belfry serve` has stay. */
BELFRY_API belfry_error belfry_set_type(belfry *handle, const belfry_type *type, belfry_why *why);

/* ---- jobs ---------------------------------------------------------------------------------- */

typedef enum belfry_misfire {
	BELFRY_MISFIRE_RUN_ONCE = 0, /* one late run for all missed ones */
	BELFRY_MISFIRE_SKIP = 1,     /* only occurrences at most grace_ms late still run */
	BELFRY_MISFIRE_RUN_ALL = 2   /* every missed occurrence, oldest first, up to catchup_max */
} belfry_misfire;

typedef enum belfry_overlap {
	/* the next run waits until the job's limit allows it; at most one waits */
	BELFRY_OVERLAP_QUEUE = 0,
	BELFRY_OVERLAP_SKIP = 1,
	BELFRY_OVERLAP_REPLACE = 2 /* cancels the running one */
} belfry_overlap;

#define BELFRY_NO_LIMIT UINT32_MAX

/* Exactly one of cron, rrule, every_ms and at gives the schedule; none: only belfry_run_job makes
 * runs. A job may fire at most once a minute, unless the tenant's settings allow more. */
typedef struct belfry_job {
	size_t size;
	const char *name;    /* unique among the jobs of the tenant, at most 100 bytes; required */
	const char *type;    /* of the job's runs; required */
	const char *payload; /* of the job's runs, as in belfry_task */
	size_t payload_len;
	const char *cron;    /* five fields, or six starting with seconds; macros such as @daily */
	const char *rrule;   /* RFC 5545: "FREQ=WEEKLY;BYDAY=MO" */
	int64_t every_ms;    /* the interval, counted from `start` */
	belfry_time at;      /* once */
	const char *zone;    /* IANA name, for cron and rrule; NULL: UTC */
	const char *start;   /* "2026-03-01T09:00:00", in the zone; NULL: now */
	const char *exdates; /* instants to leave out, written like start, separated by commas */
	belfry_misfire misfire;
	belfry_overlap overlap;
	int64_t grace_ms;       /* later than this counts as late; 0: five minutes; below 0: none */
	uint32_t catchup_max;   /* 0: 100 */
	uint32_t max_instances; /* runs of the job at the same time; 0: one; BELFRY_NO_LIMIT */
	int64_t jitter_ms;      /* each occurrence starts up to this much later */
	int64_t timeout_ms;     /* 0: as the type says, or five minutes */
	uint32_t priority;
	uint32_t max_attempts; /* 0: as the type says, or 4 */
	belfry_backoff backoff;
	int64_t retry_ms;
	int64_t retry_max_ms;
	const char *queue;
	uint32_t is_disabled; /* 1: the job stays, but nothing is planned */
} belfry_job;

/* Creates the job of that name, or changes it to this definition: runs that have not started are
 * planned again. A definition without changes does nothing, so a program can call this at each
 * start. Without `start` an existing job keeps its own. `out_id` may be NULL. */
BELFRY_API belfry_error belfry_put_job(belfry *handle, const belfry_job *job, belfry_id *out_id,
				       belfry_why *why);
BELFRY_API belfry_error belfry_delete_job(belfry *handle, const char *name, belfry_why *why);
/* Pauses a job until it is resumed. */
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
	BELFRY_RUN_FAILED = 4, /* ended by an error that a retry cannot help */
	BELFRY_RUN_DEAD = 5,   /* its attempts are used up */
	BELFRY_RUN_CANCELLED = 6
} belfry_state;

#define BELFRY_STATE_BIT(state) (1u << (state))

/* A filter of runs; members that are zero do not filter. */
typedef struct belfry_filter {
	size_t size;
	const belfry_id *run; /* only this run */
	uint32_t states;      /* BELFRY_STATE_BIT of each; 0: any */
	const char *type;
	const char *key;
	const char *entity;
	const char *job;        /* of the job with this name */
	const belfry_id *after; /* the last run of the page before; NULL: start with the newest */
	uint32_t limit;         /* 1 to 1,000; 0: 100 */
} belfry_filter;

/* Owned by the library: its texts are valid as long as the list. Missing texts are "". */
typedef struct belfry_run {
	belfry_id id;
	belfry_id job; /* zero: a task */
	belfry_state state;
	uint32_t attempts; /* attempts that have ended and count */
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
	const char *payload; /* if one run was asked for; else "" */
	const char *result;  /* of the last attempt; likewise */
	const char *error_class;
	const char *error_message;
} belfry_run;

typedef struct belfry_run_list belfry_run_list;

/* Newest first. Reads the disk, and never waits for the driver. */
BELFRY_API belfry_error belfry_list_runs(belfry *handle, const belfry_filter *filter,
					 belfry_run_list **out_list, belfry_why *why);
BELFRY_API size_t belfry_run_list_len(const belfry_run_list *list);
/* NULL after the last one. */
BELFRY_API const belfry_run *belfry_run_list_at(const belfry_run_list *list, size_t index);
BELFRY_API int belfry_run_list_has_more(const belfry_run_list *list);
BELFRY_API void belfry_run_list_free(belfry_run_list *list); /* NULL: does nothing */

typedef struct belfry_job_view {
	belfry_id id;
	uint64_t version;
	uint32_t is_disabled;
	uint32_t is_paused;
	uint64_t run_count; /* how many runs have ended */
	uint64_t failure_count;
	belfry_id next_run;  /* zero: no run is planned */
	belfry_time next_at; /* 0: none */
	const char *name;
	const char *type;
	const char *rule; /* the cron expression or recurrence rule; else "" */
	const char *zone;
	const char *payload;
} belfry_job_view;

typedef struct belfry_job_list belfry_job_list;

/* All jobs, newest first, at most 1,000; `name` not NULL: only this job. */
BELFRY_API belfry_error belfry_list_jobs(belfry *handle, const char *name,
					 belfry_job_list **out_list, belfry_why *why);
BELFRY_API size_t belfry_job_list_len(const belfry_job_list *list);
BELFRY_API const belfry_job_view *belfry_job_list_at(const belfry_job_list *list, size_t index);
BELFRY_API void belfry_job_list_free(belfry_job_list *list); /* NULL: does nothing */

#ifdef __cplusplus
}
#endif

#endif
