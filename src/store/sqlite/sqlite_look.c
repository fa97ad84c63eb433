/* SQLite is no observer: a file that is empty beside a log loses the log when it is opened, and the
 * last connection brings the log into the file when it is closed, whatever the file was found to
 * be. So what can be seen without it is seen before.
 *
 * A file may lack pages that its header names and be sound: a checkpoint that was cut off has
 * written page 1 and not those behind; then the log still has them. */
#include "store/sqlite/sqlite_look.h"

#include "store/sqlite/sqlite_schema.h"

#include <string.h>

/* Offsets in SQLite's header (https://www.sqlite.org/fileformat.html). */
enum {
	AT_PAGE_SIZE = 16,
	AT_CHANGES = 24,
	AT_PAGES = 28,
	AT_VERSION = 60,
	AT_APPLICATION = 68,
	AT_PAGES_VALID = 92, /* the page count is right when this is what AT_CHANGES is */
};

static const char magic[16] = "SQLite format 3";

static u32 page_size_of(const u8 *head)
{
	u32 size = (u32)head[AT_PAGE_SIZE] << 8 | head[AT_PAGE_SIZE + 1];
	return size == 1 ? 65536 : size;
}

static bool is_header(const u8 *head)
{
	u32 size = page_size_of(head);
	return !memcmp(head, magic, sizeof magic) && size >= 512 && (size & (size - 1)) == 0;
}

struct head {
	u8 bytes[LOG_PAGE_HEAD];
	u64 file_bytes;
};

static enum err read_head(const struct file_path *path, const char *vfs, struct head *head,
			  struct why *why)
{
	sqlite3_file *file = NULL;
	sqlite3_int64 size = 0;
	enum err err = vfs_open_file(vfs, path->text, &file, why);
	if (err || !file) return err;
	int code = file->pMethods->xFileSize(file, &size);
	int len = size < LOG_PAGE_HEAD ? (int)size : LOG_PAGE_HEAD;
	if (!code && len) code = file->pMethods->xRead(file, head->bytes, len, 0);
	vfs_close_file(file);
	if (code)
		return fail(why, ERR_STORE, "cannot read %s: %s", path->text, sqlite3_errstr(code));
	head->file_bytes = (u64)size;
	return ERR_OK;
}

/* A rollback journal that is not over: SQLite plays it back. Ours has one only while a new store is
 * made. */
static enum err find_journal(const struct file_path *path, const char *vfs, bool *out_found,
			     struct why *why)
{
	struct file_path beside = file_path_beside(path, "-journal");
	sqlite3_file *file = NULL;
	sqlite3_int64 size = 0;
	enum err err = vfs_open_file(vfs, beside.text, &file, why);
	if (err) return err;
	bool is_known = !file || file->pMethods->xFileSize(file, &size) == SQLITE_OK;
	*out_found = size > 0 || !is_known;
	vfs_close_file(file);
	return ERR_OK;
}

/* The pages that neither the file nor the log has; the first of them. 0: none. */
static u64 first_missing(const struct store_look *look, const struct log_report *log)
{
	for (u64 page = look->file_pages + 1; page <= look->pages; page++)
		if (!log_has_page(log, page)) return page;
	return 0;
}

static enum err judge_pages(const struct file_path *path, struct store_look *look,
			    const struct log_report *log, const u8 *head, struct why *why)
{
	bool is_counted = load_u32_be(head + AT_CHANGES) == load_u32_be(head + AT_PAGES_VALID);
	look->pages = log->pages ? log->pages : is_counted ? load_u32_be(head + AT_PAGES) : 0;
	u64 missing = first_missing(look, log);
	if (!missing) return ERR_OK;
	return fail(why, ERR_STORE_DAMAGED,
		    "%s is truncated: it has %llu of %llu pages, and its log lacks page "
		    "%llu; nothing was changed; keep the file and its log, then run: belfry "
		    "restore BACKUP",
		    path->text, (unsigned long long)look->file_pages,
		    (unsigned long long)look->pages, (unsigned long long)missing);
}

static enum err judge_empty(const struct file_path *path, struct store_look *look, struct why *why)
{
	look->is_empty = true;
	if (!look->log.commits && !look->log.dropped_commits) return ERR_OK;
	return fail(why, ERR_STORE_DAMAGED,
		    "%s is empty or missing, but its log has %llu commits, which a start "
		    "would delete; nothing was changed; put the file back, or run: belfry "
		    "restore BACKUP",
		    path->text,
		    (unsigned long long)(look->log.commits + look->log.dropped_commits));
}

static enum err judge_file(const struct file_path *path, struct store_look *look,
			   const struct head *head, struct why *why)
{
	const struct log_report *log = &look->log;
	const u8 *bytes = log->has_page_one ? log->page_one : head->bytes;
	if (!is_header(bytes))
		return fail(why, ERR_STORE_DAMAGED,
			    "%s is not an SQLite database, or its header is damaged; nothing was "
			    "changed; keep the file, then run: belfry restore BACKUP",
			    path->text);
	look->application = load_u32_be(bytes + AT_APPLICATION);
	look->version = (i32)load_u32_be(bytes + AT_VERSION);
	return judge_pages(path, look, log, bytes, why);
}

enum err store_look_at(const struct file_path *path, const char *vfs, struct store_look *out_look,
		       struct why *why)
{
	struct store_look look = { 0 };
	struct head head = { .file_bytes = 0 };
	bool has_journal = false;
	enum err err = read_head(path, vfs, &head, why);
	if (!err) err = find_journal(path, vfs, &has_journal, why);
	if (err) return err;
	if (is_header(head.bytes)) look.file_pages = head.file_bytes / page_size_of(head.bytes);
	else look.file_pages = head.file_bytes / 4096;
	/* A backup has no log: one beside it is of the store whose place it was put in. */
	bool is_backup = is_header(head.bytes) &&
			 load_u32_be(head.bytes + AT_APPLICATION) == SCHEMA_BACKUP;
	if (!is_backup) err = log_read(path, vfs, look.file_pages, &look.log, why);
	if (err) return err;
	if (is_backup) has_journal = false;
	if (has_journal) look.is_empty = true;
	else if (!head.file_bytes) err = judge_empty(path, &look, why);
	else err = judge_file(path, &look, &head, why);
	log_report_done(&look.log);
	if (!err) *out_look = look;
	return err;
}

/* ---- whose it is ---------------------------------------------------------------------------- */

/* The folder of the store, as `belfry restore --data` wants it; the last name of a path is never
 * empty, since a file of that name was read. */
static str folder_text(const struct file_path *path)
{
	str text = { path->text, path->len };
	while (text.len && text.at[text.len - 1] != '/') text.len--;
	while (text.len > 1 && text.at[text.len - 1] == '/') text.len--;
	return text.len ? text : STR(".");
}

static enum err refuse_backup(const struct file_path *path, struct why *why)
{
	str folder = folder_text(path);
	str name = str_from_offset((str){ path->text, path->len },
				   str_eq(folder, STR(".")) ? 0 : folder.len + 1);
	bool is_usual = str_eq(name, STR("belfry.db"));
	return fail(why, ERR_STORE,
		    "the store's file is a backup; nothing was changed; to restore it, run: "
		    "belfry restore %s %s%.*s",
		    path->text, is_usual ? "--data " : "--store sqlite:",
		    STR_ARG(is_usual ? folder : ((str){ path->text, path->len })));
}

enum err store_look_judge(const struct file_path *path, const struct store_look *look,
			  struct why *why)
{
	bool is_new = look->is_empty || (!look->application && !look->version);
	if (look->application == SCHEMA_BACKUP) return refuse_backup(path, why);
	if (!is_new && look->application != SCHEMA_APPLICATION)
		return fail(why, ERR_STORE, "%s is not a Belfry store: its application id is %u",
			    path->text, look->application);
	if (look->version < 0 || look->version > (i32)schema_version())
		return fail(why, ERR_STORE,
			    "the store has version %d; this program supports versions up to %u",
			    look->version, schema_version());
	return ERR_OK;
}
