/* The inside of the library (include/belfry.h).
 *
 * No thread owns the pump: the calling thread drives it. A call puts its command into the
 * inbox, takes the drive lock and turns until the command is answered; commands that came meanwhile
 * share its commit. Threads of the library, and a host's loop, do the same for what time brings.
 *
 * Locks, in this order: `drive` (the pump and all below it), `lock` (lists and flags, held for a
 * few instructions). `read` guards the connection that lists, and nothing else. Handlers and
 * answers to callers run under none of them; what the pump tells (answer, closed, stop) under
 * `drive`. */
#ifndef BELFRY_EMBED_PARTS_H
#define BELFRY_EMBED_PARTS_H

#include "base/arena.h"
#include "base/list.h"
#include "host/zone_set.h"
#include "pump/pace.h"
#include "store/query.h"
#include "store/sqlite/sqlite.h"

#include <belfry.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

enum {
	HANDLERS_MAX = LIMIT_LEASE_TYPES,
	AT_ONCE_MAX = LIMIT_LEASE_MANY,
	THREADS_MAX = 256,
	ENDED_MAX = 100,      /* executions that ended and are still known: a second end is told */
	SLEEP_MAX_MS = 10000, /* a wall clock that was set is noticed after this long */
	NODE_BYTES = 80,
};

/* ---- commands on their way ----------------------------------------------------------------- */

/* A command on its way through the pump. */
struct embed_ask {
	struct reply reply;
	struct command command;
	/* Under `drive`; each may be NULL. `over`: answered and closed, the last word about it. */
	void (*answered)(struct embed_ask *ask, const struct answer *answer);
	void (*over)(struct embed_ask *ask);
	bool is_over;
	enum err err;
	struct why why;
};

/* ---- executions ---------------------------------------------------------------------------- */

struct handler {
	struct belfry *handle;
	str type;             /* ended by a zero byte; lives as long as the handle */
	belfry_handler *call; /* NULL: taken away */
	void *user;
};

enum execution_stage {
	EXECUTION_READY,     /* claimed, and not begun */
	EXECUTION_RUNNING,   /* its handler has it */
	EXECUTION_LATER,     /* waits for belfry_finish */
	EXECUTION_ENDING,    /* its outcome is known, its report not made yet */
	EXECUTION_REPORTING, /* how it ended is on its way, or waits to be told again */
	EXECUTION_ENDED,     /* in `ended`: its texts are gone */
};

struct belfry_execution {
	struct list_node node;  /* in `held`, or in `ended` */
	struct list_node ready; /* in `ready`, or in `again` */
	struct belfry *handle;
	struct arena arena;
	struct lease lease; /* its texts in the arena, ended by zero bytes */
	const struct handler *handler;
	belfry_handler *call;
	void *user;
	enum execution_stage stage; /* under `lock` */
	msec timeout_boot;
	atomic_int cancelled; /* a belfry_stop_reason */
	atomic_bool is_over;  /* the engine has ended it: nobody waits for a report */
	struct embed_ask report_ask;
	struct report report;
	u32 percent; /* above 100: not told; under `lock` */
	u32 message_len;
	char message[LIMIT_PROGRESS_BYTES];
	/* With a beat that is on its way, perhaps when the execution has ended. */
	char sent_message[LIMIT_PROGRESS_BYTES];
};

/* ---- the handle ---------------------------------------------------------------------------- */

enum driver { DRIVEN_BY_NOBODY, DRIVEN_BY_HOST, DRIVEN_BY_THREADS };

struct belfry {
	struct arena arena; /* texts of the options; under `lock` once it is open */
	str folder;
	str tenant;
	str name;
	str zoneinfo;
	char node[NODE_BYTES];
	pid_t process; /* that opened it: a child has copies of its locks and files */
	struct belfry_options options; /* its texts are the caller's: not to be used */
	struct buf store_path;

	pthread_mutex_t drive; /* over what follows */
	struct sqlite_store *store;
	struct pump *pump;
	struct pace pace;
	msec rest_until; /* boot: a store that failed is left alone */
	enum err health;
	msec zones_look_at;
	_Atomic(struct zone_set *) zones;
	atomic_int broken; /* an enum err: the disk failed */

	pthread_mutex_t read;
	struct query *query;

	pthread_mutex_t lock;         /* over what follows */
	pthread_cond_t changed;       /* when to look again; whether threads shall end */
	pthread_cond_t ready_changed; /* there is something to start, or something ended */
	struct list held;             /* all executions */
	struct list ready;
	struct list again; /* reports that the store did not take */
	struct list ended; /* the last ENDED_MAX: their addresses are not used again yet */
	u32 busy;          /* executions that count: all but those that report */
	u32 held_len;
	u32 ready_len;
	u32 ended_len;
	/* Threads that would call a handler at once: claims are made for these alone. */
	u32 starters;
	struct handler handlers[HANDLERS_MAX];
	u32 handlers_len;
	enum driver driver;
	bool is_stepping;
	bool step_soon;   /* a call of the program may have brought work for a step */
	bool is_starting; /* threads: some are not there yet */
	bool is_ending;   /* takes no more runs */
	bool threads_end;
	u32 at_once;
	msec look_at; /* boot: when the driver should look again */
	int alarm;    /* -1: nobody has asked for it */

	/* The one lease call, the one that takes it back, the one beat: each on its way or not. */
	struct embed_ask lease_ask, leave_ask, beat_ask;
	bool lease_is_out, leave_is_out, beat_is_out;
	bool types_changed; /* since the lease call was made */
	str lease_types[HANDLERS_MAX];
	struct beat *beats; /* AT_ONCE_MAX */
	msec beat_at;       /* boot; MSEC_MAX: nothing is held */

	pthread_t driver_thread;
	pthread_t handler_threads[THREADS_MAX];
	u32 threads_len;
};

/* ---- errors.c ------------------------------------------------------------------------------ */

belfry_error tell_why(const struct why *from, enum err err, belfry_why *why);
belfry_error refuse(belfry_why *why, belfry_error code, const char *format, ...) PRINTF_LIKE(3, 4);

/* ---- sized.c ------------------------------------------------------------------------------- */

/* Copies a caller's struct into one of this version: members that its version lacks are zero, those
 * that this version lacks must be. */
MUST_USE belfry_error sized_take(const void *given, void *out, size_t size, const char *name,
				 belfry_why *why);
/* A text of a caller's; NULL is empty. */
str text_of(const char *text);
/* A text for people, cut to `bytes_max` between two characters. */
MUST_USE belfry_error words_take(const char *text, size_t bytes_max, const char *name,
				 str *out_words, belfry_why *why);

/* JSON of a caller's, for answers that many readers read: checked, and without what surrounds it.
 */
struct json_wish {
	const char *name;
	size_t bytes_max;
	bool is_object; /* else any value */
};
MUST_USE belfry_error json_take(str given, const struct json_wish *wish, str *out_json,
				belfry_why *why);
/* A payload; `len` 0: up to its zero byte; NULL: {}. */
MUST_USE belfry_error payload_take(const char *text, size_t len, str *out_json, belfry_why *why);

/* The backoff of a type or a job. */
MUST_USE belfry_error retries_take(belfry_backoff kind, int64_t retry_ms, int64_t retry_max_ms,
				   struct backoff *out, belfry_why *why);

/* ---- drive.c ------------------------------------------------------------------------------- */

struct now world_now(const struct belfry *handle);
#define FORKED "the handle belongs to the parent process: this process was forked from it"
#define FINISHED "the execution was finished already"
bool is_own_process(const struct belfry *handle);
MUST_USE enum err drive_open(struct belfry *handle, struct why *why);
void drive_close(struct belfry *handle);
/* Has a command carried out, and waits for it. ERR_USAGE: from within the log function. */
MUST_USE enum err ask_now(struct belfry *handle, struct embed_ask *ask, struct why *why);
/* Carries out due timers and the commands of the inbox. ERR_STORE...: how the last turn ended. A
 * caller looks for itself: where the program's loop drives, its turn claims no run, for nobody
 * might call the handler. A driver is a thread of the library, or a step. */
enum looker { CALLER_LOOKS, DRIVER_LOOKS };
enum err drive_now(struct belfry *handle, enum looker looker);
/* The same before the end: a store that failed is asked once more. */
enum err drive_last(struct belfry *handle);
/* Under `lock`: when the driver should look again; the thread and a host's loop are told. */
void look_by(struct belfry *handle, msec at, struct now now);
/* Puts a command into the pump's inbox; whoever drives next carries it out. */
void ask_send(struct belfry *handle, struct embed_ask *ask);
void log_text(struct belfry *handle, belfry_level level, const char *text);

/* ---- work.c: under `drive`, or called by the pump ------------------------------------------- */

/* Sends what is to be asked now: leases, beats, reports that wait. */
void work_gather(struct belfry *handle, enum looker looker, struct now now);
/* Takes back a call whose runs nobody would begin; before a command that might bring a run. */
void work_leave(struct belfry *handle, enum looker looker);
/* The holder of an execution should stop. */
void work_stop(struct belfry *handle, const struct uuid *execution, struct now now);
/* When work_gather has something to do by itself; boot. */
msec work_due(struct belfry *handle);
/* The pump has gone. */
void work_free(struct belfry *handle);
/* Under `lock`: gives back what has not begun. */
void work_give_back(struct belfry *handle);
/* Under `lock`: executions that have begun and are not ended; `is_later`: those alone that wait
 * for belfry_finish. */
u32 work_under_way(struct belfry *handle, bool is_later);
/* Under `lock`: those under way are told to stop. */
void work_request_stop(struct belfry *handle);
/* Under `lock`: an execution has ended, and nobody may use it. */
void work_forget(struct belfry_execution *execution);
void work_report(struct belfry_execution *execution); /* under `lock`; puts it into the inbox */

/* ---- life.c: executions from their beginning to their end ----------------------------------- */

/* Calls the handler of the next execution that is ready; false: there is none. `starts_again`: the
 * thread would begin another one right afterwards. */
bool work_start_one(struct belfry *handle, bool starts_again);
/* Whether this thread is within a handler, or the log function, of the handle. */
bool is_within_callback(const struct belfry *handle);
struct callback {
	const struct belfry *handle;
	struct callback *outer;
};
void callback_enter(struct callback *callback, const struct belfry *handle);
void callback_leave(const struct callback *callback);

/* ---- threads.c ----------------------------------------------------------------------------- */

/* As belfry_stop; `is_closing`: executions that end later are not waited for. False: there are no
 * threads, or another thread stops them. */
bool threads_stop(struct belfry *handle, msec patience, bool is_closing);

/* ---- zones.c ------------------------------------------------------------------------------- */

MUST_USE enum err zones_open(struct belfry *handle);
enum err zones_for_pump(void *context, str name, const struct zone **out_zone, struct why *why);
/* Plans anew if the data are others than those of the store's plans. */
MUST_USE enum err zones_settle(struct belfry *handle, struct why *why);
/* Now and then: looks whether the system's data have changed. Under no lock. */
void zones_look(struct belfry *handle);

/* ---- open.c -------------------------------------------------------------------------------- */

struct uuid uuid_of(const belfry_id *id);
belfry_id id_of(const struct uuid *uuid);

/* ---- query.c ------------------------------------------------------------------------------- */

/* The connection that lists, locked; NULL: `why` is told. reading_done follows. */
struct query *reading_begin(struct belfry *handle, enum err *out_err, struct why *why);
void reading_done(struct belfry *handle);
/* The job of that name, with its texts in the arena; ERR_NOT_FOUND: there is none. */
MUST_USE enum err job_by_name(struct belfry *handle, str name, struct arena *arena,
			      struct job_view *out_job, struct why *why);

#endif
