/* The queue of posts is a ring under a lock; the first post into an empty ring writes the eventfd,
 * and the loop empties the ring in portions, so that a flood of posts does not starve the sockets.
 *
 * libevent's own locks are off: no other thread ever touches the base. */
#include "net/loop.h"

#include "base/memory.h"
#include "base/must.h"

#include <event2/event.h>

#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { POSTS_A_PASS = 256 };

#define NEVER_MS (20 * 365 * MSEC_DAY)

struct posted_call {
	loop_function *function;
	void *context;
};

struct watched_signal {
	struct event *event;
	loop_function *function;
	void *context;
};

struct loop {
	struct event_base *base;
	struct loop_config config;
	struct event *wake;
	int wake_fd;
	struct watched_signal signals[LOOP_SIGNALS_MAX];
	u32 signal_count;
	pthread_mutex_t lock;      /* over what follows */
	struct posted_call *posts; /* a ring of config.posts_max */
	u32 first;
	u32 waiting;
	bool is_woken; /* the eventfd is written and not yet read */
};

struct loop_timer {
	struct event *event;
	loop_function *function;
	void *context;
};

static void wake(struct loop *loop)
{
	u64 one = 1;
	ssize_t written = write(loop->wake_fd, &one, sizeof one);
	must(written == sizeof one); /* the counter is read before it could be full */
}

/* Up to POSTS_A_PASS of them, copied, so that they run without the lock. */
static u32 take_posts(struct loop *loop, struct posted_call *out_posts)
{
	pthread_mutex_lock(&loop->lock);
	u32 taken = loop->waiting < POSTS_A_PASS ? loop->waiting : POSTS_A_PASS;
	for (u32 i = 0; i < taken; i++) {
		out_posts[i] = loop->posts[loop->first];
		loop->first = (loop->first + 1) % loop->config.posts_max;
	}
	loop->waiting -= taken;
	loop->is_woken = loop->waiting > 0;
	if (loop->is_woken) wake(loop);
	pthread_mutex_unlock(&loop->lock);
	return taken;
}

static void on_wake(evutil_socket_t fd, short what, void *context)
{
	struct loop *loop = context;
	struct posted_call posts[POSTS_A_PASS];
	u64 count;
	(void)what;
	ssize_t got = read(fd, &count, sizeof count);
	must(got == sizeof count);
	u32 taken = take_posts(loop, posts);
	for (u32 i = 0; i < taken; i++) posts[i].function(posts[i].context);
}

static enum err loop_make_base(struct loop *loop)
{
	struct event_config *config = event_config_new();
	if (!config) return ERR_MEMORY;
	event_config_set_flag(config, EVENT_BASE_FLAG_NOLOCK);
	loop->base = event_base_new_with_config(config);
	event_config_free(config);
	return loop->base ? ERR_OK : ERR_MEMORY;
}

static enum err loop_make_wake(struct loop *loop)
{
	loop->wake_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	if (loop->wake_fd < 0) return ERR_IO;
	loop->wake = event_new(loop->base, loop->wake_fd, EV_READ | EV_PERSIST, on_wake, loop);
	if (!loop->wake || event_add(loop->wake, NULL) != 0) return ERR_MEMORY;
	return ERR_OK;
}

static void ignore_broken_pipes(void)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN };
	sigemptyset(&ignore.sa_mask);
	int failed = sigaction(SIGPIPE, &ignore, NULL);
	must(!failed);
}

enum err loop_new(const struct loop_config *config, struct loop **out_loop)
{
	must(config->now != NULL);
	struct loop *loop = mem_alloc_zeroed(sizeof *loop);
	if (!loop) return ERR_MEMORY;
	loop->config = *config;
	loop->wake_fd = -1;
	if (!loop->config.posts_max) loop->config.posts_max = LOOP_POSTS;
	int failed = pthread_mutex_init(&loop->lock, NULL);
	must(!failed);
	ignore_broken_pipes();
	enum err err = ERR_MEMORY;
	loop->posts = mem_alloc((size_t)loop->config.posts_max * sizeof *loop->posts);
	if (!loop->posts) goto done;
	err = loop_make_base(loop);
	if (err) goto done;
	err = loop_make_wake(loop);
	if (err) goto done;
	*out_loop = loop;
done:
	if (err) loop_free(loop);
	return err;
}

void loop_free(struct loop *loop)
{
	if (!loop) return;
	for (u32 i = 0; i < loop->signal_count; i++) event_free(loop->signals[i].event);
	if (loop->wake) event_free(loop->wake);
	if (loop->base) event_base_free(loop->base);
	if (loop->wake_fd >= 0) close(loop->wake_fd);
	pthread_mutex_destroy(&loop->lock);
	mem_free(loop->posts);
	mem_free(loop);
}

void loop_run(struct loop *loop)
{
	event_base_loop(loop->base, EVLOOP_NO_EXIT_ON_EMPTY);
}

void loop_run_once(struct loop *loop)
{
	event_base_loop(loop->base, EVLOOP_ONCE);
}

void loop_stop(struct loop *loop)
{
	event_base_loopbreak(loop->base);
}

struct now loop_now(const struct loop *loop)
{
	return loop->config.now(loop->config.now_context);
}

struct event_base *loop_base(struct loop *loop)
{
	return loop->base;
}

enum err loop_post(struct loop *loop, loop_function *function, void *context)
{
	must(function != NULL);
	enum err err = ERR_BUSY;
	bool wakes = false;
	pthread_mutex_lock(&loop->lock);
	if (loop->waiting == loop->config.posts_max) goto done;
	u32 at = (loop->first + loop->waiting) % loop->config.posts_max;
	loop->posts[at] = (struct posted_call){ function, context };
	loop->waiting++;
	wakes = !loop->is_woken;
	loop->is_woken = true;
	err = ERR_OK;
done:
	pthread_mutex_unlock(&loop->lock);
	/* After the lock: the loop's thread does not run into it. */
	if (wakes) wake(loop);
	return err;
}

/* A timer that is not started waits for a moment that never comes. So it always has its place among
 * libevent's timers, and starting it needs no memory and cannot fail. */
static bool timer_set(struct loop_timer *timer, msec delay)
{
	struct timeval after = { .tv_sec = delay / 1000, .tv_usec = delay % 1000 * 1000 };
	return event_add(timer->event, &after) == 0;
}

static void on_timer(evutil_socket_t fd, short what, void *context)
{
	struct loop_timer *timer = context;
	(void)fd, (void)what;
	loop_timer_stop(timer);
	timer->function(timer->context);
}

enum err loop_timer_new(struct loop *loop, loop_function *function, void *context,
			struct loop_timer **out_timer)
{
	struct loop_timer *timer = mem_alloc_zeroed(sizeof *timer);
	if (!timer) return ERR_MEMORY;
	timer->function = function;
	timer->context = context;
	timer->event = event_new(loop->base, -1, 0, on_timer, timer);
	if (!timer->event || !timer_set(timer, NEVER_MS)) {
		loop_timer_free(timer);
		return ERR_MEMORY;
	}
	*out_timer = timer;
	return ERR_OK;
}

void loop_timer_free(struct loop_timer *timer)
{
	if (!timer) return;
	if (timer->event) event_free(timer->event);
	mem_free(timer);
}

void loop_timer_start(struct loop_timer *timer, msec delay)
{
	if (delay < 0) delay = 0;
	bool is_set = timer_set(timer, delay < NEVER_MS ? delay : NEVER_MS);
	must(is_set);
}

void loop_timer_stop(struct loop_timer *timer)
{
	bool is_set = timer_set(timer, NEVER_MS);
	must(is_set);
}

static void on_signal(evutil_socket_t fd, short what, void *context)
{
	struct watched_signal *watched = context;
	(void)fd, (void)what;
	watched->function(watched->context);
}

enum err loop_on_signal(struct loop *loop, int signal, loop_function *function, void *context)
{
	must(loop->signal_count < LOOP_SIGNALS_MAX);
	struct watched_signal *watched = &loop->signals[loop->signal_count];
	*watched = (struct watched_signal){ .function = function, .context = context };
	watched->event = event_new(loop->base, signal, EV_SIGNAL | EV_PERSIST, on_signal, watched);
	if (!watched->event) return ERR_MEMORY;
	if (event_add(watched->event, NULL) != 0) {
		event_free(watched->event);
		return ERR_MEMORY;
	}
	loop->signal_count++;
	return ERR_OK;
}
