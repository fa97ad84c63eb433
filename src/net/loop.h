/* The event loop of the network thread: it calls the functions of sockets, timers and signals one
 * after the other. Built on libevent; the HTTP server and libcurl use its base for streams of their
 * own.
 *
 * Everything here belongs to the one thread that runs the loop, but for loop_post, by which any
 * thread has a function run on it. */
#ifndef BELFRY_NET_LOOP_H
#define BELFRY_NET_LOOP_H

#include "base/err.h"
#include "base/msec.h"

struct event_base;
struct loop;

typedef void loop_function(void *context);

struct loop_config {
	/* Both clocks, read together: below server this is the only source of the time. */
	struct now (*now)(void *context);
	void *now_context;
	/* How many posted functions may wait; 0: LOOP_POSTS. A poster with one function for each
	 * open answer sets this to the number of answers that may be open; then none is refused. */
	u32 posts_max;
};

enum { LOOP_POSTS = 65536, LOOP_SIGNALS_MAX = 8 };

/* Also has the process ignore SIGPIPE: a peer that went away is an error of one write, not the end.
 */
MUST_USE enum err loop_new(const struct loop_config *config, struct loop **out_loop);
/* Not while it runs. What was posted and not run yet is forgotten. */
void loop_free(struct loop *loop);

/* Runs until loop_stop. */
void loop_run(struct loop *loop);
/* Waits for something to happen and handles it, once. For tests and for tools. */
void loop_run_once(struct loop *loop);
/* loop_run returns after the function under way. */
void loop_stop(struct loop *loop);

struct now loop_now(const struct loop *loop);
struct event_base *loop_base(struct loop *loop);

/* Thread-safe. The function runs on the loop's thread, soon, in the order of the posts. ERR_BUSY:
 * too many wait; not accepted. Many posts cost one wake-up. */
MUST_USE enum err loop_post(struct loop *loop, loop_function *function, void *context);

/* One shot; may be started again, also by its own function. */
struct loop_timer;
MUST_USE enum err loop_timer_new(struct loop *loop, loop_function *function, void *context,
				 struct loop_timer **out_timer);
void loop_timer_free(struct loop_timer *timer); /* NULL: nothing */
/* From now on; a running timer is set again. */
void loop_timer_start(struct loop_timer *timer, msec delay);
void loop_timer_stop(struct loop_timer *timer);

/* Each time the signal comes, until the loop is freed. At most LOOP_SIGNALS_MAX of them. */
MUST_USE enum err loop_on_signal(struct loop *loop, int signal, loop_function *function,
				 void *context);

#endif
