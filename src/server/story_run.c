#include "server/story_run.h"

#include "server/story_print.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

/* ---- files --------------------------------------------------------------------------------- */

static enum err refuse_file(str path, int error, struct why *why)
{
	enum err err = error == ENOENT || error == ENOTDIR ? ERR_NOT_FOUND : ERR_IO;
	return fail(why, err, "%.*s: %s", STR_ARG(path), strerror(error));
}

static enum err read_all(int fd, str path, size_t max, struct buf *out, struct why *why)
{
	char room[16 << 10];
	for (;;) {
		ssize_t got = read(fd, room, sizeof room);
		if (got < 0 && errno == EINTR) continue;
		if (got < 0) return refuse_file(path, errno, why);
		if (got == 0) break;
		if (out->len + (size_t)got > max)
			return fail(why, ERR_TOO_LONG, "%.*s: longer than %zu bytes", STR_ARG(path),
				    max);
		buf_add(out, (str){ room, (size_t)got });
	}
	return buf_failed(out) ? fail(why, ERR_MEMORY, "no memory for the file") : ERR_OK;
}

enum err story_read_file(void *context, str path, size_t max, struct buf *out, struct why *why)
{
	char terminated[PATH_MAX];
	(void)context;
	if (path.len >= sizeof terminated || str_find(path, '\0') < path.len)
		return fail(why, ERR_NOT_FOUND, "the path is too long");
	memcpy(terminated, path.at, path.len);
	terminated[path.len] = '\0';
	int fd = open(terminated, O_RDONLY | O_CLOEXEC);
	if (fd < 0) return refuse_file(path, errno, why);
	enum err err = read_all(fd, path, max, out, why);
	(void)close(fd);
	return err;
}

/* ---- a play -------------------------------------------------------------------------------- */

static enum err play_and_print(const struct story *story, const struct simulation *wish,
			       struct output *out, u32 *out_unmet, struct why *why)
{
	struct story_printer printer;
	struct story_result result;
	story_printer_init(&printer, story, out);
	printer.json = wish->json;
	printer.quiet = wish->quiet;
	const struct story_listener listener = story_printer_listener(&printer);
	const struct story_wish play = { .has_seed = wish->has_seed,
					 .seed = wish->seed,
					 .until = wish->until };
	enum err err = story_play(story, &play, &listener, &result, why);
	if (!err) {
		story_print_summary(&printer, &result);
		*out_unmet = result.unmet;
	}
	story_printer_done(&printer);
	return err;
}

enum err story_run(void *context, const struct simulation *wish, struct output *out, u32 *out_unmet,
		   struct why *why)
{
	struct story *story = NULL;
	(void)context;
	enum err err = story_read(wish->file, wish->text, &story, why);
	if (!err) err = play_and_print(story, wish, out, out_unmet, why);
	story_free(story);
	return err;
}
