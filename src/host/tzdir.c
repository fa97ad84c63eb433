#include "host/tzdir.h"

#include "base/memory.h"
#include "base/must.h"
#include "host/tzwalk.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAMES_MAX = 4000, LINKS_MAX = 4, INDEX_FILE_MAX = 1 << 20 };
enum { QUOTED_LEN_MAX = 64, GUESS_EDITS_MAX = 3 };

/* A name of the database; `target` is empty unless it is listed as a link. */
struct folder_entry {
	str name;
	str target;
};

struct tzdir {
	char folder[PATH_MAX];
	struct buf index; /* the lines of tzdata.zi; `entries` borrow from it */
	struct folder_entry *entries;
	u32 len;
	str version;
};

/* --- files -------------------------------------------------------------------------------------
 */

static enum err read_all(int fd, const char *path, size_t len, struct buf *out, struct why *why)
{
	char *room = buf_extend(out, len);
	if (!room) return fail(why, ERR_MEMORY, "no memory for %s", path);
	for (size_t done = 0; done < len;) {
		ssize_t got = read(fd, room + done, len - done);
		if (got < 0 && errno == EINTR) continue;
		if (got < 0) return fail(why, ERR_IO, "cannot read %s: %s", path, strerror(errno));
		if (got == 0) return fail(why, ERR_IO, "%s changed while it was being read", path);
		done += (size_t)got;
	}
	return ERR_OK;
}

/* ERR_ZONE_UNKNOWN, without a text, for what is no regular file. Appends all or nothing. */
static enum err read_file(const char *path, size_t max, struct buf *out, struct why *why)
{
	size_t len_before = out->len;
	struct stat stat;
	enum err err;
	/* Not blocking, so that a pipe in the folder cannot hold us up. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	if (fd < 0) return fail(why, ERR_IO, "cannot open %s: %s", path, strerror(errno));
	if (fstat(fd, &stat) != 0)
		err = fail(why, ERR_IO, "cannot read %s: %s", path, strerror(errno));
	else if (!S_ISREG(stat.st_mode)) err = ERR_ZONE_UNKNOWN;
	else if (stat.st_size < 0 || (size_t)stat.st_size > max)
		err = fail(why, ERR_ZONE_DAMAGED, "%s is longer than %zu bytes", path, max);
	else err = read_all(fd, path, (size_t)stat.st_size, out, why);
	close(fd);
	if (err) out->len = len_before;
	return err;
}

/* The path of a name's file, all links followed. ERR_ZONE_UNKNOWN, without a text, when there is
 * none inside the folder: a link must not lead to a file that others may change. */
static enum err find_file(const struct tzdir *dir, str name, char resolved[PATH_MAX],
			  struct why *why)
{
	char path[PATH_MAX];
	int len = snprintf(path, sizeof path, "%s/%.*s", dir->folder, STR_ARG(name));
	if (len < 0 || (size_t)len >= sizeof path) return ERR_ZONE_UNKNOWN;
	if (!realpath(path, resolved)) {
		bool missing = errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG;
		if (missing) return ERR_ZONE_UNKNOWN;
		return fail(why, ERR_IO, "cannot open %s: %s", path, strerror(errno));
	}
	size_t folder_len = strlen(dir->folder);
	bool inside = strncmp(resolved, dir->folder, folder_len) == 0 &&
		      resolved[folder_len] == '/';
	return inside ? ERR_OK : ERR_ZONE_UNKNOWN;
}

/* --- the index of names ------------------------------------------------------------------------
 */

static bool can_be_name(str name)
{
	return zone_check_name(name, NULL) == ERR_OK;
}

/* "Z Europe/London -0:1:15 - LMT 1847 D", "L Europe/London GB"; other lines are rules. */
static bool parse_line(str line, struct folder_entry *out_entry)
{
	str rest = line;
	str keyword = str_split(&rest, ' ');
	str first = str_split(&rest, ' ');
	str second = str_split(&rest, ' ');
	struct folder_entry entry;
	if (str_eq(keyword, STR("Z"))) entry = (struct folder_entry){ .name = first };
	else if (str_eq(keyword, STR("L")))
		entry = (struct folder_entry){ .name = second, .target = first };
	else return false;
	if (!can_be_name(entry.name)) return false;
	if (entry.target.len && !can_be_name(entry.target)) return false;
	*out_entry = entry;
	return true;
}

static int compare_names(str a, str b)
{
	size_t shorter = a.len < b.len ? a.len : b.len;
	int order = shorter ? memcmp(a.at, b.at, shorter) : 0;
	return order ? order : (a.len > b.len) - (a.len < b.len);
}

static int compare_entries(const void *a, const void *b)
{
	const struct folder_entry *left = a, *right = b;
	return compare_names(left->name, right->name);
}

static enum err fill_entries(struct tzdir *dir, struct why *why)
{
	str rest = buf_view(&dir->index);
	dir->entries = mem_alloc(NAMES_MAX * sizeof *dir->entries);
	if (!dir->entries) return fail(why, ERR_MEMORY, "no memory for the time zones' names");
	while (rest.len) {
		struct folder_entry entry;
		if (!parse_line(str_split(&rest, '\n'), &entry)) continue;
		if (dir->len == NAMES_MAX)
			return fail(why, ERR_ZONE_DATABASE, "%s has more than %d time zones",
				    dir->folder, NAMES_MAX);
		dir->entries[dir->len++] = entry;
	}
	if (dir->len == 0)
		return fail(why, ERR_ZONE_DATABASE,
			    "there are no time zones in %s; install the package tzdata",
			    dir->folder);
	qsort(dir->entries, dir->len, sizeof *dir->entries, compare_entries);
	return ERR_OK;
}

static void drop_double_entries(struct tzdir *dir)
{
	u32 kept = 0;
	for (u32 i = 0; i < dir->len; i++) {
		if (kept && str_eq(dir->entries[kept - 1].name, dir->entries[i].name)) continue;
		dir->entries[kept++] = dir->entries[i];
	}
	dir->len = kept;
}

static const struct folder_entry *find_entry(const struct tzdir *dir, str name)
{
	u32 low = 0, high = dir->len;
	while (low < high) {
		u32 middle = (low + high) / 2;
		int order = compare_names(dir->entries[middle].name, name);
		if (order == 0) return &dir->entries[middle];
		if (order < 0) low = middle + 1;
		else high = middle;
	}
	return NULL;
}

/* tzdata.zi, or lines like its own made from the files of the folder. */
static enum err read_index(struct tzdir *dir, struct why *why)
{
	char path[PATH_MAX];
	enum err err = find_file(dir, STR("tzdata.zi"), path, why);
	if (!err) err = read_file(path, INDEX_FILE_MAX, &dir->index, why);
	if (err != ERR_ZONE_UNKNOWN) return err;
	return tzwalk_list(dir->folder, &dir->index, why);
}

static str parse_version(str index)
{
	str line = str_split(&index, '\n');
	str mark = STR("# version ");
	str version = str_trim(str_from_offset(line, mark.len));
	return str_starts_with(line, mark) && version.len ? version : STR("unknown");
}

/* --- interface ---------------------------------------------------------------------------------
 */

static enum err resolve_folder(struct tzdir *dir, str folder, struct why *why)
{
	char path[PATH_MAX];
	struct stat stat_of_folder;
	if (folder.len == 0) folder = STR(TZDIR_DEFAULT);
	int len = snprintf(path, sizeof path, "%.*s", STR_ARG(folder));
	if (len < 0 || (size_t)len >= sizeof path)
		return fail(why, ERR_ZONE_DATABASE, "the time zone folder's path is too long");
	if (!realpath(path, dir->folder))
		return fail(why, ERR_ZONE_DATABASE,
			    "no time zone database in %s: %s; install the package tzdata", path,
			    strerror(errno));
	if (stat(dir->folder, &stat_of_folder) != 0 || !S_ISDIR(stat_of_folder.st_mode))
		return fail(why, ERR_ZONE_DATABASE,
			    "no time zone database in %s: not a folder; install the package tzdata",
			    path);
	return ERR_OK;
}

enum err tzdir_new(str folder, struct tzdir **out_dir, struct why *why)
{
	struct tzdir *dir = mem_alloc_zeroed(sizeof *dir);
	if (!dir) return fail(why, ERR_MEMORY, "no memory for the time zone database");
	buf_init(&dir->index, INDEX_FILE_MAX);
	enum err err = resolve_folder(dir, folder, why);
	if (!err) err = read_index(dir, why);
	if (!err) err = fill_entries(dir, why);
	if (err) {
		tzdir_free(dir);
		return err;
	}
	drop_double_entries(dir);
	dir->version = parse_version(buf_view(&dir->index));
	*out_dir = dir;
	return ERR_OK;
}

void tzdir_free(struct tzdir *dir)
{
	if (!dir) return;
	mem_free(dir->entries);
	buf_done(&dir->index);
	mem_free(dir);
}

str tzdir_version(const struct tzdir *dir)
{
	return dir->version;
}

str tzdir_folder(const struct tzdir *dir)
{
	return str_from(dir->folder);
}

u32 tzdir_name_count(const struct tzdir *dir)
{
	return dir->len;
}

str tzdir_name(const struct tzdir *dir, u32 i)
{
	must(i < dir->len);
	return dir->entries[i].name;
}

static str last_part(str name)
{
	size_t from = name.len;
	while (from > 0 && name.at[from - 1] != '/') from--;
	return str_from_offset(name, from);
}

/* The name that was meant, or an empty one: the same but for case or a slip of the finger, or the
 * city of that name. */
static str guess_name(const struct tzdir *dir, str name)
{
	str best = STR("");
	u32 bound = 1 + (u32)name.len / 4;
	if (bound > GUESS_EDITS_MAX) bound = GUESS_EDITS_MAX;
	/* Etc/GMT+15 is no slip for Etc/GMT+1: a number is meant as it stands. */
	if (ascii_is_digit(name.at[name.len - 1])) return best;
	for (u32 i = 0; i < dir->len && bound > 0; i++) {
		str listed = dir->entries[i].name;
		size_t apart = listed.len > name.len ? listed.len - name.len
						     : name.len - listed.len;
		u32 edits = apart < bound ? str_distance(name, listed, bound) : bound;
		if (edits >= bound) continue;
		bound = edits;
		best = listed;
	}
	for (u32 i = 0; i < dir->len && best.len == 0; i++) {
		if (str_eq_nocase(last_part(dir->entries[i].name), name))
			best = dir->entries[i].name;
	}
	return best;
}

/* The first zone below a name such as Europe or America/Argentina, or an empty one. */
static str first_below(const struct tzdir *dir, str name)
{
	for (u32 i = 0; i < dir->len; i++) {
		str listed = dir->entries[i].name;
		if (str_starts_with(listed, name) && listed.len > name.len &&
		    listed.at[name.len] == '/')
			return listed;
	}
	return STR("");
}

static enum err refuse_unknown(const struct tzdir *dir, str name, struct why *why)
{
	str quoted = str_slice(name, 0, QUOTED_LEN_MAX);
	str below = first_below(dir, name);
	if (below.len)
		return fail(why, ERR_ZONE_UNKNOWN,
			    "\"%.*s\" is a region, not a time zone; give one, such as %.*s",
			    STR_ARG(quoted), STR_ARG(below));
	str guess = guess_name(dir, name);
	if (guess.len)
		return fail(why, ERR_ZONE_UNKNOWN,
			    "\"%.*s\" is not a time zone; did you mean %.*s?", STR_ARG(quoted),
			    STR_ARG(guess));
	return fail(why, ERR_ZONE_UNKNOWN,
		    "\"%.*s\" is not a time zone of the database (version %.*s)", STR_ARG(quoted),
		    STR_ARG(dir->version));
}

/* Files that stand among the zones but mean whatever this machine was told they mean. */
static bool is_local_setting(str name)
{
	return str_eq(name, STR("localtime")) || str_eq(name, STR("posixrules"));
}

/* ERR_ZONE_UNKNOWN, without a text, when there is no such file or it is no zone data. A listed
 * zone's file is handed on even so: then it is damaged, and whoever reads it says how. */
static enum err read_zone_file(const struct tzdir *dir, str name, bool listed, struct buf *out,
			       struct why *why)
{
	char path[PATH_MAX];
	size_t len_before = out->len;
	enum err err = find_file(dir, name, path, why);
	if (!err) err = read_file(path, ZONE_FILE_MAX, out, why);
	if (err == ERR_ZONE_DAMAGED && !listed) return ERR_ZONE_UNKNOWN;
	if (err) return err;
	str bytes = str_from_offset(buf_view(out), len_before);
	if (listed || str_starts_with(bytes, STR("TZif"))) return ERR_OK;
	out->len = len_before;
	return ERR_ZONE_UNKNOWN;
}

enum err tzdir_read(struct tzdir *dir, str name, struct buf *out, struct why *why)
{
	enum err err = zone_check_name(name, why);
	if (err) return err;
	if (is_local_setting(name)) return refuse_unknown(dir, name, why);
	str wanted = name;
	for (u32 i = 0; i <= LINKS_MAX; i++) {
		const struct folder_entry *entry = find_entry(dir, wanted);
		err = read_zone_file(dir, wanted, entry != NULL, out, why);
		if (err != ERR_ZONE_UNKNOWN) return err;
		if (!entry || entry->target.len == 0) break;
		wanted = entry->target;
	}
	return refuse_unknown(dir, name, why);
}

static enum err read_for_zones(void *context, str name, struct buf *out, struct why *why)
{
	return tzdir_read(context, name, out, why);
}

struct zone_source tzdir_source(struct tzdir *dir)
{
	return (struct zone_source){ .read = read_for_zones, .context = dir };
}
