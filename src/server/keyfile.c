#include "server/keyfile.h"

#include "api/token.h"
#include "server/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY_DIGITS = 2 * SEAL_KEY_BYTES, OTHERS_MAY_LOOK = S_IRWXG | S_IRWXO };

static enum err check_file(int fd, const char *path, struct why *why)
{
	struct stat status;
	if (fstat(fd, &status)) return fail(why, ERR_IO, "%s: %s", path, strerror(errno));
	if (!S_ISREG(status.st_mode)) return fail(why, ERR_IO, "%s: is not a file", path);
	if (status.st_uid != geteuid())
		return fail(why, ERR_IO, "%s: belongs to somebody else", path);
	if (status.st_mode & OTHERS_MAY_LOOK)
		return fail(why, ERR_IO, "%s: others may look into it; chmod 600 %s", path, path);
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
	return fail(why, ERR_IO, "%s: is no key: it has %d hexadecimal digits", path, KEY_DIGITS);
}

static enum err make_key(const char *path, void (*draw)(void *context, u8 *out_bytes, size_t len),
			 struct seal_key *out_key, struct why *why)
{
	char text[KEY_DIGITS + 1];
	draw(NULL, out_key->bytes, sizeof out_key->bytes);
	hex_print(out_key->bytes, SEAL_KEY_BYTES, text);
	text[KEY_DIGITS] = '\n';
	enum err err = file_make(path, (str){ text, sizeof text }, why);
	secret_forget(text, sizeof text);
	return err;
}

enum err keyfile_open(str path, void (*draw)(void *context, u8 *out_bytes, size_t len),
		      struct seal_key *out_key, struct why *why)
{
	char name[PATH_MAX];
	if (path.len >= sizeof name)
		return fail(why, ERR_TOO_LONG, "the key file's path is too long");
	memcpy(name, path.at, path.len);
	name[path.len] = '\0';
	int fd = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0 && errno == ENOENT) return make_key(name, draw, out_key, why);
	if (fd < 0) return fail(why, ERR_IO, "%s: %s", name, strerror(errno));
	enum err err = read_key(fd, name, out_key, why);
	(void)close(fd);
	return err;
}
