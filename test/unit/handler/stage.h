/* What the stories about handlers share: a loop, a set of handlers on it whose reports are kept, a
 * peer that answers one connection after the other with fixed bytes, and folders for programs. */
#ifndef BELFRY_TEST_UNIT_HANDLER_STAGE_H
#define BELFRY_TEST_UNIT_HANDLER_STAGE_H

#include "base/check.h"
#include "handler/handler.h"
#include "handler/limits.h"
#include "host/clock.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STAGE_TURNS_MAX = 100000, STAGE_TEXT = 8192 };

struct told {
	enum outcome outcome;
	char class[64];
	char message[STAGE_TEXT];
	char result[STAGE_TEXT];
	char response[STAGE_TEXT];
	msec retry_after_ms;
	msec defer_until;
	u64 output_len;
};

struct stage {
	struct loop *loop;
	struct handlers *handlers;
	struct handlers_config config;
	struct told told; /* the last report */
	u32 ended;
	u32 progress;
	u32 percent;
	char log[STAGE_TEXT];
	u32 logs;
};

static inline struct now stage_clock(void *context)
{
	(void)context;
	return clock_now();
}

static inline struct loop *stage_loop(void)
{
	struct loop_config config = { .now = stage_clock };
	struct loop *loop;
	assert_int_equal(loop_new(&config, &loop), ERR_OK);
	return loop;
}

static inline void stage_keep(char *out, str text)
{
	size_t len = text.len < STAGE_TEXT - 1 ? text.len : STAGE_TEXT - 1;
	if (len) memcpy(out, text.at, len);
	out[len] = '\0';
}

static inline void stage_ended(void *context, const struct handler_report *report)
{
	struct stage *stage = context;
	stage->ended++;
	stage->told.outcome = report->report.outcome;
	assert_true(report->report.error_class.len < sizeof stage->told.class);
	stage_keep(stage->told.class, report->report.error_class);
	stage_keep(stage->told.message, report->report.error_message);
	stage_keep(stage->told.result, report->report.result);
	stage_keep(stage->told.response, report->report.output.out);
	stage->told.retry_after_ms = report->report.retry_after_ms;
	stage->told.defer_until = report->report.defer_until;
	stage->told.output_len = report->report.output.out_len;
}

static inline void stage_progress(void *context, struct uuid execution, u32 percent, str message)
{
	struct stage *stage = context;
	(void)execution, (void)message;
	stage->progress++;
	stage->percent = percent;
}

static inline void stage_log(void *context, str line)
{
	struct stage *stage = context;
	stage->logs++;
	stage_keep(stage->log, line);
}

/* stage->config may have been filled in before. */
static inline void stage_open(struct stage *stage)
{
	struct why why = { .text = "" };
	stage->loop = stage_loop();
	stage->config.loop = stage->loop;
	if (!stage->config.at_once) stage->config.at_once = 8;
	stage->config.context = stage;
	stage->config.ended = stage_ended;
	stage->config.progress = stage_progress;
	stage->config.log = stage_log;
	if (handlers_new(&stage->config, &stage->handlers, &why) != ERR_OK)
		fail_msg("%s", why.text);
}

static inline void stage_close(struct stage *stage)
{
	handlers_free(stage->handlers);
	loop_free(stage->loop);
}

static inline struct lease stage_lease(u8 number)
{
	struct lease lease = { .attempt = 1, .payload = STR("{\"n\":1}") };
	memset(lease.execution.bytes, number, sizeof lease.execution.bytes);
	memset(lease.run.bytes, 100 + number, sizeof lease.run.bytes);
	return lease;
}

static inline enum err stage_start(struct stage *stage, const struct lease *lease, str handler)
{
	struct handler_order order = { .lease = lease,
				       .tenant = STR("acme"),
				       .type = STR("test.run"),
				       .handler = handler,
				       .timeout_ms = 10000 };
	return handlers_start(stage->handlers, &order);
}

static inline void stage_until(struct stage *stage, u32 ended)
{
	for (u32 i = 0; i < STAGE_TURNS_MAX && stage->ended < ended; i++)
		loop_run_once(stage->loop);
	assert_int_equal(stage->ended, ended);
}

/* Carries one out and leaves its report in stage->told. */
static inline void stage_run(struct stage *stage, str handler)
{
	struct lease lease = stage_lease(1);
	assert_int_equal(stage_start(stage, &lease, handler), ERR_OK);
	stage_until(stage, stage->ended + 1);
}

/* ---- a peer ---------------------------------------------------------------------------------- */

struct peer {
	int fd;
	u16 port;
	str answer;
	pthread_t thread;
	u32 connections;
	char request[STAGE_TEXT]; /* the first piece of the last one */
};

static inline void *peer_serve(void *context)
{
	struct peer *peer = context;
	int fd;
	while ((fd = accept(peer->fd, NULL, NULL)) >= 0) {
		ssize_t got = read(fd, peer->request, sizeof peer->request - 1);
		peer->request[got > 0 ? got : 0] = '\0';
		peer->connections++;
		ssize_t written = write(fd, peer->answer.at, peer->answer.len);
		(void)written;
		close(fd);
	}
	return NULL;
}

static inline void peer_open(struct peer *peer, str answer)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
				       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof address;
	*peer = (struct peer){ .answer = answer };
	peer->fd = socket(AF_INET, SOCK_STREAM, 0);
	assert_int_equal(bind(peer->fd, (struct sockaddr *)&address, sizeof address), 0);
	assert_int_equal(listen(peer->fd, 16), 0);
	assert_int_equal(getsockname(peer->fd, (struct sockaddr *)&address, &len), 0);
	peer->port = ntohs(address.sin_port);
	assert_int_equal(pthread_create(&peer->thread, NULL, peer_serve, peer), 0);
}

static inline void peer_close(struct peer *peer)
{
	shutdown(peer->fd, SHUT_RDWR);
	pthread_join(peer->thread, NULL);
	close(peer->fd);
}

/* ---- files ----------------------------------------------------------------------------------- */

struct place {
	char path[128];
	char name[256]; /* of the last file */
};

static inline void place_open(struct place *place)
{
	const char *base = getenv("TMPDIR");
	snprintf(place->path, sizeof place->path, "%s/handler.XXXXXX", base ? base : "/tmp");
	assert_non_null(mkdtemp(place->path));
	assert_int_equal(chmod(place->path, 0711), 0);
}

static inline const char *place_name(struct place *place, const char *name)
{
	snprintf(place->name, sizeof place->name, "%s/%s", place->path, name);
	return place->name;
}

static inline const char *place_write(struct place *place, const char *name, const char *text,
				      mode_t mode)
{
	int fd = open(place_name(place, name), O_WRONLY | O_CREAT | O_TRUNC, 0600);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	assert_int_equal(fchmod(fd, mode), 0);
	close(fd);
	return place->name;
}

static inline void place_remove(struct place *place, const char *name)
{
	assert_int_equal(remove(place_name(place, name)), 0);
}

static inline void place_close(struct place *place)
{
	assert_int_equal(rmdir(place->path), 0);
}

#endif
