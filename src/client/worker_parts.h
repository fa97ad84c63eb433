/* The parts of `belfry worker` that its files share: the worker and its slots, one for each program
 * that may run at once. worker.c goes round; the others are the calls that it makes. */
#ifndef BELFRY_CLIENT_WORKER_PARTS_H
#define BELFRY_CLIENT_WORKER_PARTS_H

#include "client/child.h"
#include "client/worker.h"

enum {
	SLOTS_MAX = 256,
	RENEW_MS_MIN = 1000, /* the shortest time between two heartbeats */
};

struct worker_slot {
	bool is_used;
	bool is_lost;      /* another worker has the lease: there is nothing to report */
	bool is_cancelled; /* asked to end, since the run was cancelled */
	bool is_returned;  /* asked to end, since the worker ends */
	bool is_reported;  /* by the call under way */
	msec ask_at;       /* when */
	msec began;
	msec lease_ms;
	u64 attempt;
	char id[CHILD_ID_BYTES]; /* of the execution */
	char type[256];
	struct child child;
};

struct client_worker {
	const struct worker_host *host;
	const struct work_wish *wish;
	struct worker_slot *slots;
	u32 used;
	int signals;
	int ended;        /* can be read once a program has ended */
	bool is_draining; /* takes no new runs, and ends after its present ones */
	/* drained by a signal: the server has to be told, and time is short */
	bool is_leaving;
	bool is_said;     /* the server was told, or could not be */
	bool is_stopping; /* by a second signal */
	msec told;        /* when the first signal came, by the boot clock */
	bool is_in_trouble;
	msec renewed;
	msec looked;
	char name[128];
	char host_name[65];
	struct buf body;
	struct buf again; /* results that the server refused, in their shortest form */
	struct arena arena;
};

/* The slot of an execution; NULL: none. */
struct worker_slot *worker_slot_of(struct client_worker *worker, str execution);

/* ---- calls (worker_call.c) ----------------------------------------------------------------- */

void worker_say(const struct client_worker *worker, const struct buf *line);
/* Says the first of several troubles; the next call that succeeds ends them. */
void worker_say_trouble(struct client_worker *worker, const char *text);
/* Posts a body of the worker. `wait`: how long the server may hold the call; a signal ends it. */
enum err worker_call(struct client_worker *worker, const char *path, msec wait, str *out_body,
		     struct why *why);
/* An error that repeating cannot mend ends the worker. */
bool worker_error_is_final(const struct client_worker *worker, enum err err);

/* ---- leasing (worker_lease.c) -------------------------------------------------------------- */

/* Adds the object that asks for runs to the worker's body. */
void worker_add_lease(struct client_worker *worker, msec wait);
/* Begins the program of each run that the answer leases. */
void worker_begin_all(struct client_worker *worker, str body);
MUST_USE enum err worker_look_for_more(struct client_worker *worker, struct why *why);
/* Tells the server once that the worker leaves; the answer does not matter. */
void worker_say_goodbye(struct client_worker *worker);
/* A member that is a text or a number, as text; "": neither. Each member is read separately, so
 * that no payload can make the others unreadable. */
void worker_member_words(str object, const char *name, char *room, size_t size);
u64 worker_member_number(str object, const char *name);

/* ---- heartbeats (worker_beat.c) ------------------------------------------------------------ */

/* How long the next heartbeat may wait: shorter if a program has reported progress. */
msec worker_beat_span(const struct client_worker *worker);
MUST_USE enum err worker_renew(struct client_worker *worker, struct why *why);

/* ---- results (worker_report.c) ------------------------------------------------------------- */

/* Reports the ended runs, and asks for as many new ones in the same call. */
MUST_USE enum err worker_report_ended(struct client_worker *worker, struct why *why);
u32 worker_count_ended(const struct client_worker *worker);

#endif
