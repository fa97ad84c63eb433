#include "server/keyfile.h"

#include "api/token.h"
#include "host/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY_DIGITS = 2 * SEAL_KEY_BYTES, OTHERS_MAY_LOOK = S_IRWXG | S_IRWXO };

static enum err check_file(int fd, const char *path, struct why *why)
{
	struct stat status;
	if (fstat(fd, &status)) return fail(why, ERR_IO, "%s: %s", path, strerror(errno));
	if (!S_ISREG(status.st_mode)) return fail(why, ERR_IO, "%s is not a file", path);
	if (status.st_uid != geteuid())
		return fail(why, ERR_IO, "%s belongs to another user", path);
	if (status.st_mode & OTHERS_MAY_LOOK)
		return fail(why, ERR_IO, "%s can be read by others; run chmod 600 %s", path, path);
	return ERR_OK;
}

static enum err read_key(int fd, const char *path, struct seal_key *out_key, struct why *why)
{
	char text[KEY_DIGITS + 2];
	enum err err = check_file(fd, path, why);
	if (err) return err;
	ssize_t len = read(fd, text, sizeof text);
	bool is_key = len >= KEY_DIGITS && len <= KEY_DIGITS + 1 &&
		      (len == KEY_DIGITS || text[KEY_DIGITS] == '\n') &&
		      hex_parse((str){ text, KEY_DIGITS }, out_key->bytes, SEAL_KEY_BYTES);
	secret_forget(text, sizeof text);
	if (is_key) return ERR_OK;
	return fail(why, ERR_IO, "%s is not a key: it must have %d hexadecimal digits", path,
		    KEY_DIGITS);
}

static enum err read_file(const char *path, struct seal_key *out_key, struct why *why)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0 && errno == ENOENT) return fail(why, ERR_NOT_FOUND, "%s does not exist", path);
	if (fd < 0) return fail(why, ERR_IO, "%s: %s", path, strerror(errno));
	enum err err = read_key(fd, path, out_key, why);
	(void)close(fd);
	return err;
}

static str folder_of(str path)
{
	while (path.len && path.at[path.len - 1] != '/') path.len--;
	return path.len ? path : STR(".");
}

static enum err write_key(const char *path, const struct seal_key *key, struct why *why)
{
	char text[KEY_DIGITS + 1];
	hex_print(key->bytes, SEAL_KEY_BYTES, text);
	text[KEY_DIGITS] = '\n';
	enum err err = file_make(path, (str){ text, sizeof text }, why);
	secret_forget(text, sizeof text);
	return err;
}

/* Whole before it has its name: a start that is cut off must not leave half a key. Two servers that
 * start at once may share the file: the one that comes second takes the first one's. */
static enum err make_key(const char *path, const char *early,
			 void (*draw)(void *context, u8 *out_bytes, size_t len),
			 struct seal_key *out_key, struct why *why)
{
	draw(NULL, out_key->bytes, sizeof out_key->bytes);
	(void)unlink(early);
	enum err err = write_key(early, out_key, why);
	if (!err) err = file_settle(folder_of(str_from(path)), early, path, why);
	if (err == ERR_CONFLICT || err == ERR_NOT_FOUND) err = read_file(path, out_key, why);
	return err;
}

enum err keyfile_open(str path, void (*draw)(void *context, u8 *out_bytes, size_t len),
		      struct seal_key *out_key, struct why *why)
{
	char name[PATH_MAX], early[PATH_MAX];
	if (path.len + sizeof ".new" > sizeof early)
		return fail(why, ERR_TOO_LONG, "the key file's path is too long");
	memcpy(name, path.at, path.len);
	name[path.len] = '\0';
	memcpy(early, name, path.len);
	memcpy(early + path.len, ".new", sizeof ".new");
	enum err err = read_file(name, out_key, why);
	if (err == ERR_NOT_FOUND) err = make_key(name, early, draw, out_key, why);
	if (!err) (void)unlink(early);
	return err;
}

static bool name_file(str path, const char *suffix, char out_name[PATH_MAX])
{
	size_t suffix_len = strlen(suffix);
	if (path.len + suffix_len >= PATH_MAX) return false;
	memcpy(out_name, path.at, path.len);
	memcpy(out_name + path.len, suffix, suffix_len + 1);
	return true;
}

enum err keyfile_read(str path, struct seal_key *out_key, struct why *why)
{
	char name[PATH_MAX];
	if (!name_file(path, "", name))
		return fail(why, ERR_TOO_LONG, "the key file's path is too long");
	return read_file(name, out_key, why);
}

/* The old one has both names until it is replaced: cut off in between, one key or the other is in
 * its place. */
enum err keyfile_replace(str path, const struct seal_key *key, str kept, struct why *why)
{
	char name[PATH_MAX], early[PATH_MAX], old[PATH_MAX];
	if (!name_file(path, "", name) || !name_file(path, ".new", early) ||
	    !name_file(kept, "", old))
		return fail(why, ERR_TOO_LONG, "the key file's path is too long");
	if (kept.len && link(name, old) && errno != EEXIST)
		return fail(why, ERR_IO, "cannot keep %s as %s: %s", name, old, strerror(errno));
	(void)unlink(early);
	enum err err = write_key(early, key, why);
	if (!err && rename(early, name))
		err = fail(why, ERR_IO, "cannot rename %s: %s", early, strerror(errno));
	return err ? err : folder_sync(folder_of(str_from(name)), why);
}
