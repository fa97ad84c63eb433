/* Words for people go to standard output, log lines to standard error. */
#include "server/serve.h"

#include "observe/log_text.h"
#include "server/checks.h"
#include "server/config_file.h"
#include "server/service.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

extern char **environ;

#define CONFIG_FILE_DEFAULT "belfry.conf"

void write_out(int fd, str text)
{
	while (text.len) {
		ssize_t written = write(fd, text.at, text.len);
		if (written < 0 && errno == EINTR) continue;
		if (written <= 0) return;
		text = str_from_offset(text, (size_t)written);
	}
}

enum { LOG_TEXT_BYTES_MAX = 8 << 20 };

static void log_lines(void *context, str lines)
{
	(void)context;
	write_out(STDERR_FILENO, lines);
}

/* Without memory for the text the lines leave as they are: none is lost. */
static void log_lines_as_text(void *context, str lines)
{
	struct buf text;
	buf_init(&text, LOG_TEXT_BYTES_MAX);
	log_text_add(lines, &text);
	log_lines(context, buf_failed(&text) ? lines : buf_view(&text));
	buf_done(&text);
}

/* The choices of the setting, in their order. */
enum log_format { LOG_FORMAT_AUTO, LOG_FORMAT_TEXT, LOG_FORMAT_JSON };

static bool logs_text(const struct config *config)
{
	i64 format = config->values[CONFIG_LOG_FORMAT].number;
	if (format == LOG_FORMAT_AUTO) return isatty(STDERR_FILENO) == 1;
	return format == LOG_FORMAT_TEXT;
}

static void say(void *context, str words)
{
	(void)context;
	write_out(STDOUT_FILENO, words);
}

enum err serve_read_config(struct config *config, struct arena *arena, struct why *why)
{
	str named = config->values[CONFIG_CONFIG].text;
	if (!named.len) {
		enum err err = settings_read_file(&config->settings, CONFIG_FILE_DEFAULT, arena,
						  why);
		return err == ERR_NOT_FOUND ? ERR_OK : err;
	}
	char *path = arena_alloc(arena, named.len + 1);
	if (!path) return ERR_MEMORY;
	memcpy(path, named.at, named.len);
	path[named.len] = '\0';
	return settings_read_file(&config->settings, path, arena, why);
}

/* There will be secrets in memory: no other process looks into it, and no core file is written. */
static enum err keep_to_itself(struct why *why)
{
	const struct rlimit none = { 0, 0 };
	if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 && setrlimit(RLIMIT_CORE, &none) == 0)
		return ERR_OK;
	return fail(why, ERR_IO, "cannot disable core files: %s", strerror(errno));
}

static void warn_of_name(void *service, const struct why *why)
{
	service_warn_of_name(service, why);
}

/* A misspelt variable is as good as none, and nobody would notice. */
static void warn_of_names(struct service *service, const struct settings *settings)
{
	(void)settings_check_names(settings, (const char *const *)environ, warn_of_name, service);
}

enum err serve(struct config *config, struct standby *standby, struct arena *arena, struct why *why)
{
	const char *notify_socket = getenv("NOTIFY_SOCKET");
	struct service *service = NULL;
	enum err err = serve_read_config(config, arena, why);
	if (!err) err = keep_to_itself(why);
	if (err) return err;
	const struct service_host host = {
		.settings = config->values,
		.standby = standby,
		.notify_socket = str_from(notify_socket ? notify_socket : ""),
		.prints_what_to_try = isatty(STDOUT_FILENO) == 1,
		.log = logs_text(config) ? log_lines_as_text : log_lines,
		.say = say,
	};
	err = service_start(&host, &service, why);
	if (!err) warn_of_names(service, &config->settings);
	if (!err) err = service_run(service, why);
	service_free(service);
	return err;
}
