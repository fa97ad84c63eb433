#include "client/talk.h"

#include "host/folder.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { URL_BYTES_MAX = 4096, COLUMNS_MAX = 1000 };

void talk_init(struct talk *talk)
{
	*talk = (struct talk){ .client = NULL };
	buf_init(&talk->url, URL_BYTES_MAX);
	buf_init(&talk->ca_file, PATH_MAX);
}

void talk_done(struct talk *talk)
{
	talk_raw(talk, false);
	client_free(talk->client);
	talk->client = NULL;
	buf_done(&talk->url);
	buf_done(&talk->ca_file);
}

static void forget_client(struct talk *talk)
{
	client_free(talk->client);
	talk->client = NULL;
}

void talk_trust(struct talk *talk, str ca_file)
{
	if (str_eq(ca_file, buf_view(&talk->ca_file))) return;
	forget_client(talk);
	buf_clear(&talk->ca_file);
	buf_add(&talk->ca_file, ca_file);
}

enum err talk_http(struct talk *talk, str url, const struct client_request *request,
		   struct client_response *out, struct why *why)
{
	if (talk->client && !str_eq(url, buf_view(&talk->url))) forget_client(talk);
	if (!talk->client) {
		buf_clear(&talk->url);
		buf_add(&talk->url, url);
		const struct client_config config = { .url = url,
						      .authority_file = buf_view(&talk->ca_file) };
		enum err err = client_new(&config, &talk->client, why);
		if (err) return err;
	}
	return client_send(talk->client, request, out, why);
}

u32 talk_columns(int fd)
{
	struct winsize size;
	u64 wanted;
	const char *said = getenv("COLUMNS");
	if (isatty(fd) != 1) return 0;
	/* The terminal's own answer is newer than a variable that some shell has exported. */
	if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col)
		return size.ws_col < COLUMNS_MAX ? size.ws_col : COLUMNS_MAX;
	if (said && str_to_u64(str_from(said), COLUMNS_MAX, &wanted) && wanted) return (u32)wanted;
	return 80;
}

u32 talk_rows(void)
{
	struct winsize size;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_row) return 24;
	return size.ws_row;
}

void talk_raw(struct talk *talk, bool is_raw)
{
	struct termios wanted;
	if (is_raw == talk->is_raw) return;
	if (!is_raw) {
		(void)tcsetattr(STDIN_FILENO, TCSAFLUSH, &talk->before);
		talk->is_raw = false;
		return;
	}
	if (tcgetattr(STDIN_FILENO, &talk->before)) return;
	wanted = talk->before;
	/* Without signals, so that Ctrl-C is a key and the terminal is always given back. */
	wanted.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
	talk->is_raw = tcsetattr(STDIN_FILENO, TCSAFLUSH, &wanted) == 0;
}

char talk_key(msec span)
{
	enum { INTERRUPT = 3 };
	struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
	char key = 0;
	if (poll(&input, 1, (int)span) <= 0) return 0;
	return read(STDIN_FILENO, &key, 1) == 1 ? key : INTERRUPT;
}

bool talk_pause(msec span)
{
	sigset_t stopping, before;
	struct timespec wait = { .tv_sec = span / 1000, .tv_nsec = (long)(span % 1000) * 1000000 };
	sigemptyset(&stopping);
	sigaddset(&stopping, SIGINT);
	sigaddset(&stopping, SIGTERM);
	(void)pthread_sigmask(SIG_BLOCK, &stopping, &before);
	int got = sigtimedwait(&stopping, NULL, &wait);
	(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	return got < 0;
}

void talk_user_folder(struct buf *out)
{
	const char *config = getenv("XDG_CONFIG_HOME");
	const char *home = getenv("HOME");
	if (config && *config) buf_addf(out, "%s/belfry", config);
	else if (home && *home) buf_addf(out, "%s/.config/belfry", home);
}

/* Every folder above the file that is missing. */
static void make_folders(char *path)
{
	for (char *at = path + 1; *at; at++) {
		if (*at != '/') continue;
		*at = '\0';
		(void)mkdir(path, 0700);
		*at = '/';
	}
}

enum err talk_write_file(str path, str text, struct why *why)
{
	char whole[PATH_MAX], fresh[PATH_MAX];
	if (path.len + sizeof ".new" > sizeof whole || !path.len)
		return fail(why, ERR_TOO_LONG, "the path is too long");
	memcpy(whole, path.at, path.len);
	whole[path.len] = '\0';
	memcpy(fresh, whole, path.len);
	memcpy(fresh + path.len, ".new", sizeof ".new");
	make_folders(whole);
	(void)unlink(fresh);
	enum err err = file_make(fresh, text, why);
	if (err) return err;
	if (rename(fresh, whole) == 0) return ERR_OK;
	err = fail(why, ERR_IO, "%s: %s", whole, strerror(errno));
	(void)unlink(fresh);
	return err;
}
