/* A whole server in this process, in a folder of its own, at a port that the system chose: started,
 * asked over a socket, told to stop. */
#ifndef BELFRY_TEST_UNIT_SERVER_SERVICE_STAGE_H
#define BELFRY_TEST_UNIT_SERVER_SERVICE_STAGE_H

#include "base/check.h"
#include "host/clock.h"
#include "net/client.h"
#include "server/service.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

struct service_stage {
	char folder[64];
	char data[96];
	struct config config;
	struct service *service;
	struct why why;
	pthread_t thread;
	enum err ended;
	struct client *client;
	char url[64];
	char bearer[200];
	char said[2000];
	char logged[20000];
};

/* When a test gives up to wait: late enough for a busy machine. */
static inline msec stage_patience_ends(void)
{
	return clock_now().boot + 2 * MSEC_MINUTE;
}

static inline void stage_keep(char *room, size_t size, str text)
{
	size_t have = strlen(room);
	if (have + text.len < size) memcpy(room + have, text.at, text.len);
}

static inline void stage_say(void *context, str words)
{
	struct service_stage *stage = context;
	stage_keep(stage->said, sizeof stage->said, words);
}

static inline void stage_log(void *context, str line)
{
	struct service_stage *stage = context;
	stage_keep(stage->logged, sizeof stage->logged, line);
}

static inline void stage_set(struct service_stage *stage, enum setting_id id, const char *value)
{
	assert_int_equal(settings_set(&stage->config.settings, id, str_from(value), ORIGIN_FLAG,
				      &stage->why),
			 ERR_OK);
}

/* A folder and the usual settings; nothing runs yet. */
static inline void service_stage_init(struct service_stage *stage)
{
	memset(stage, 0, sizeof *stage);
	snprintf(stage->folder, sizeof stage->folder, "/tmp/belfry-service-XXXXXX");
	assert_non_null(mkdtemp(stage->folder));
	snprintf(stage->data, sizeof stage->data, "%s/data", stage->folder);
	config_init(&stage->config);
	stage_set(stage, CONFIG_DATA, stage->data);
	stage_set(stage, CONFIG_LISTEN, "127.0.0.1:0");
}

static inline enum err service_stage_try(struct service_stage *stage)
{
	const struct service_host host = { .settings = stage->config.values,
					   .context = stage,
					   .log = stage_log,
					   .say = stage_say };
	stage->said[0] = '\0';
	memset(stage->said, 0, sizeof stage->said);
	return service_start(&host, &stage->service, &stage->why);
}

static inline void *stage_thread(void *context)
{
	struct service_stage *stage = context;
	struct why why;
	stage->ended = service_run(stage->service, &why);
	return NULL;
}

static inline void stage_read_token(struct service_stage *stage)
{
	char path[160], token[160] = { 0 };
	snprintf(path, sizeof path, "%s/admin.token", stage->data);
	int fd = open(path, O_RDONLY);
	assert_true(fd >= 0);
	ssize_t got = read(fd, token, sizeof token - 1);
	close(fd);
	assert_true(got > 1);
	token[got - 1] = '\0';
	snprintf(stage->bearer, sizeof stage->bearer, "Bearer %s", token);
}

/* A request as the administrator. */
static inline struct client_response stage_ask(struct service_stage *stage, const char *method,
					       const char *path, const char *body)
{
	const struct client_pair pairs[] = { { STR("Authorization"), str_from(stage->bearer) },
					     { STR("Content-Type"), STR("application/json") } };
	const struct client_request request = { .method = str_from(method),
						.path = str_from(path),
						.pairs = pairs,
						.pair_count = countof(pairs),
						.body = str_from(body) };
	struct client_response response;
	enum err err = client_send(stage->client, &request, &response, &stage->why);
	if (err) print_error("%s %s: %s\n", method, path, stage->why.text);
	assert_int_equal(err, ERR_OK);
	return response;
}

/* Signals are the service thread's, as in a process of its own. */
static inline void service_stage_run(struct service_stage *stage)
{
	const char *at = strstr(stage->said, "http");
	assert_non_null(at);
	snprintf(stage->url, sizeof stage->url, "%.*s", (int)strcspn(at, "\n"), at);
	assert_int_equal(pthread_create(&stage->thread, NULL, stage_thread, stage), 0);
	const struct client_config config = { .url = str_from(stage->url) };
	assert_int_equal(client_new(&config, &stage->client, &stage->why), ERR_OK);
	stage_read_token(stage);
	/* Answered: its loop runs, and signals reach it. */
	assert_int_equal(stage_ask(stage, "GET", "/healthz", "").status, 200);
}

static inline void service_stage_start(struct service_stage *stage)
{
	enum err err = service_stage_try(stage);
	if (err) print_error("%s\n", stage->why.text);
	assert_int_equal(err, ERR_OK);
	service_stage_run(stage);
}

static inline bool str_has(str text, const char *part)
{
	size_t len = strlen(part);
	for (size_t i = 0; i + len <= text.len; i++) {
		if (memcmp(text.at + i, part, len) == 0) return true;
	}
	return false;
}

static inline bool body_has(const struct client_response *response, const char *part)
{
	if (str_has(response->body, part)) return true;
	print_error("no %s in %.*s\n", part, STR_ARG(response->body));
	return false;
}

/* By a signal, as the operator does it. */
static inline void service_stage_stop(struct service_stage *stage)
{
	assert_int_equal(kill(getpid(), SIGTERM), 0);
	assert_int_equal(pthread_join(stage->thread, NULL), 0);
	assert_int_equal(stage->ended, ERR_OK);
	client_free(stage->client);
	service_free(stage->service);
	stage->service = NULL;
}

static inline void remove_files(const char *folder)
{
	char path[400];
	DIR *dir = opendir(folder);
	if (!dir) return;
	for (struct dirent *entry; (entry = readdir(dir));) {
		snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
		(void)unlink(path);
	}
	closedir(dir);
	(void)rmdir(folder);
}

static inline void service_stage_done(struct service_stage *stage)
{
	remove_files(stage->data);
	remove_files(stage->folder);
}

#endif
