/* The loop of `belfry worker`: signals, programs and the server, one after another. */
#include "client/worker_parts.h"

#include "base/memory.h"
#include "base/must.h"
#include "host/clock.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum {
	BODY_BYTES = 32 << 20,
	AGAIN_BYTES = 1 << 16,
	ATTEND_MS = 100,       /* at most, between two looks at the programs */
	TROUBLE_MS = 1000,     /* after a call that failed */
	LAST_WORD_MS = 30000,  /* how long a worker that is to end tries to report what has ended */
	KILL_AFTER_MS = 10000, /* a program that was asked to end */
	LEAVE_KILL_AFTER_MS = 5000, /* one that was asked because the worker ends */
};

struct worker_slot *worker_slot_of(struct client_worker *worker, str id)
{
	for (u32 i = 0; i < worker->wish->concurrency; i++) {
		struct worker_slot *slot = &worker->slots[i];
		if (slot->is_used && str_eq(id, str_from(slot->id))) return slot;
	}
	return NULL;
}

static void read_signals(struct client_worker *worker)
{
	struct signalfd_siginfo info;
	while (read(worker->signals, &info, sizeof info) == (ssize_t)sizeof info) {
		worker->is_stopping = worker->is_leaving;
		if (!worker->is_leaving) worker->told = clock_now().boot;
		worker->is_draining = worker->is_leaving = true;
	}
}

/* A worker that leaves has a grace; then its programs are asked to end, and soon made to. */
static void hurry(struct client_worker *worker, struct worker_slot *slot)
{
	msec over = clock_now().boot - worker->told - worker->wish->grace_ms;
	if (!worker->is_leaving || slot->child.has_ended) return;
	if (!worker->is_stopping && over < 0) return;
	bool is_last = worker->is_stopping || over > LEAVE_KILL_AFTER_MS;
	if (is_last) child_signal(&slot->child, SIGKILL);
	else if (!slot->is_returned) child_signal(&slot->child, SIGTERM);
	slot->is_returned = true;
}

static void attend_all(struct client_worker *worker)
{
	msec now = clock_now().wall;
	for (u32 i = 0; i < worker->wish->concurrency; i++) {
		struct worker_slot *slot = &worker->slots[i];
		if (!slot->is_used) continue;
		bool is_late = slot->is_cancelled && now - slot->ask_at > KILL_AFTER_MS;
		if (is_late) child_signal(&slot->child, SIGKILL);
		hurry(worker, slot);
		child_attend(&slot->child);
	}
}

/* Until a program says something or ends, a signal comes, or a moment has passed. */
static void wait_a_moment(struct client_worker *worker, msec span)
{
	struct pollfd fds[SLOTS_MAX * 2 + 2] = { { .fd = worker->signals, .events = POLLIN },
						 { .fd = worker->ended, .events = POLLIN } };
	struct signalfd_siginfo info;
	nfds_t len = 2;
	for (u32 i = 0; i < worker->wish->concurrency; i++) {
		const struct worker_slot *slot = &worker->slots[i];
		for (u32 k = 1; slot->is_used && k < CHILD_FDS; k++) {
			if (slot->child.fds[k] < 0) continue;
			fds[len++] = (struct pollfd){ .fd = slot->child.fds[k], .events = POLLIN };
		}
	}
	(void)poll(fds, len, (int)span);
	/* Which of them ended, attend_all finds out. */
	while (read(worker->ended, &info, sizeof info) > 0) {}
}

static enum err turn(struct client_worker *worker, struct why *why)
{
	msec now = clock_now().wall;
	enum err err = ERR_OK;
	read_signals(worker);
	worker_say_goodbye(worker);
	attend_all(worker);
	err = worker_report_ended(worker, why);
	msec beat = worker_beat_span(worker);
	if (!err && worker->used && now - worker->renewed >= beat) err = worker_renew(worker, why);
	bool has_room = worker->used < worker->wish->concurrency && !worker->is_draining;
	bool is_time = worker->used == 0 || now - worker->looked >= worker->wish->poll_ms;
	if (!err && has_room && is_time) err = worker_look_for_more(worker, why);
	if (worker->used) wait_a_moment(worker, ATTEND_MS);
	return err;
}

/* All that is left to do is a report, and nobody has taken it for a while. */
static bool gives_up(const struct client_worker *worker)
{
	return worker->is_leaving && worker_count_ended(worker) == worker->used &&
	       clock_now().boot - worker->told > LAST_WORD_MS;
}

static enum err run(struct client_worker *worker, struct why *why)
{
	for (;;) {
		enum err err = turn(worker, why);
		if (err && worker_error_is_final(worker, err)) return err;
		if (err) {
			worker_say_trouble(worker, why->text);
			wait_a_moment(worker, TROUBLE_MS);
			if (worker->is_stopping || gives_up(worker)) return err;
		}
		bool is_idle = worker->used == 0 && !worker->again.len;
		if (!err && is_idle && (worker->is_draining || worker->wish->once)) return ERR_OK;
		if (err && worker->used == 0 && worker->is_draining) return ERR_OK;
	}
}

/* A descriptor at which these signals are read from now on. */
static int signals_at(int one, int other)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, one);
	sigaddset(&set, other);
	(void)pthread_sigmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

static void make_name(struct client_worker *worker)
{
	str wished = worker->wish->worker_id;
	(void)gethostname(worker->host_name, sizeof worker->host_name - 1);
	if (!worker->host_name[0])
		(void)snprintf(worker->host_name, sizeof worker->host_name, "worker");
	if (wished.len) (void)snprintf(worker->name, sizeof worker->name, "%.*s", STR_ARG(wished));
	else
		(void)snprintf(worker->name, sizeof worker->name, "%s-%ld", worker->host_name,
			       (long)getpid());
}

enum err worker_run(const struct worker_host *host, const struct work_wish *wish, struct why *why)
{
	struct client_worker worker = { .host = host, .wish = wish };
	sigset_t before;
	must(wish->concurrency >= 1 && wish->concurrency <= SLOTS_MAX && wish->batch >= 1);
	worker.slots = mem_alloc_zeroed(sizeof *worker.slots * wish->concurrency);
	if (!worker.slots) return fail(why, ERR_MEMORY, "no memory for the worker");
	(void)pthread_sigmask(SIG_BLOCK, NULL, &before);
	worker.signals = signals_at(SIGINT, SIGTERM);
	worker.ended = signals_at(SIGCHLD, SIGCHLD);
	buf_init(&worker.body, BODY_BYTES);
	buf_init(&worker.again, AGAIN_BYTES);
	arena_init(&worker.arena, 1 << 20);
	make_name(&worker);
	enum err err = run(&worker, why);
	for (u32 i = 0; i < wish->concurrency; i++) {
		if (worker.slots[i].is_used) child_done(&worker.slots[i].child);
	}
	(void)close(worker.signals);
	(void)close(worker.ended);
	(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	buf_done(&worker.body);
	buf_done(&worker.again);
	arena_done(&worker.arena);
	mem_free(worker.slots);
	return err;
}
