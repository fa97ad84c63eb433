/* The format is SQLite's (https://www.sqlite.org/walformat.html): a header of 32 bytes, then frames
 * of 24 bytes and a page each. A frame fits when it has the header's two salts and a checksum over
 * all frames before it; one that names the database's size ends a commit.
 *
 * Behind the first frame that does not fit there may be zeros (the log is laid out ahead), frames
 * of an older log (other salts), or frames of this one. These were written, and a commit among them
 * was synced before the next began: the disk has damaged what came before them. The last one alone
 * may also be a commit that a power cut tore, which nobody was told of. */
#include "store/sqlite/sqlite_log.h"

#include "base/memory.h"
#include "base/must.h"

#include <string.h>

enum {
	HEADER_BYTES = 32,
	FRAME_HEAD = 24,
	PAGE_MIN = 512,
	PAGE_MAX = 65536,
	MAGIC = 0x377f0682, /* the last bit: checksums are big-endian */
	FORMAT = 3007000,
};

struct log_sum {
	u32 a, b;
};

struct log_reader {
	sqlite3_file *file;
	u64 frames; /* that the file has room for */
	u32 page_size;
	bool is_big_endian;
	u32 salts[2];
	struct log_sum sum; /* of all that was read so far */
	u8 *frame;          /* head and page */
};

u32 load_u32_be(const u8 *bytes)
{
	return (u32)bytes[0] << 24 | (u32)bytes[1] << 16 | (u32)bytes[2] << 8 | bytes[3];
}

/* ---- files ---------------------------------------------------------------------------------- */

/* As a main file whatever it is: of a log or a journal SQLite would look for the file beside it. */
enum err vfs_open_file(const char *vfs_name, const char *path, sqlite3_file **out_file,
		       struct why *why)
{
	sqlite3_vfs *vfs = sqlite3_vfs_find(vfs_name);
	int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB, exists = 0;
	*out_file = NULL;
	if (!vfs || vfs->xAccess(vfs, path, SQLITE_ACCESS_EXISTS, &exists))
		return fail(why, ERR_STORE, "cannot look at %s", path);
	if (!exists) return ERR_OK;
	sqlite3_file *file = sqlite3_malloc(vfs->szOsFile);
	if (!file) return fail(why, ERR_MEMORY, "no memory to look at %s", path);
	memset(file, 0, (size_t)vfs->szOsFile);
	int code = vfs->xOpen(vfs, path, file, flags, &flags);
	if (code) {
		vfs_close_file(file);
		return fail(why, ERR_STORE, "cannot read %s: %s", path, sqlite3_errstr(code));
	}
	*out_file = file;
	return ERR_OK;
}

void vfs_close_file(sqlite3_file *file)
{
	if (!file) return;
	if (file->pMethods) (void)file->pMethods->xClose(file);
	sqlite3_free(file);
}

/* ---- frames --------------------------------------------------------------------------------- */

static u32 load_u32(bool is_big_endian, const u8 *bytes)
{
	u32 value = load_u32_be(bytes);
	return is_big_endian ? value : __builtin_bswap32(value);
}

static void sum_on(struct log_sum *sum, bool is_big_endian, const u8 *bytes, size_t len)
{
	must(len % 8 == 0);
	for (size_t i = 0; i < len; i += 8) {
		sum->a += load_u32(is_big_endian, bytes + i) + sum->b;
		sum->b += load_u32(is_big_endian, bytes + i + 4) + sum->a;
	}
}

static bool sum_is(struct log_sum sum, const u8 *bytes)
{
	return sum.a == load_u32_be(bytes) && sum.b == load_u32_be(bytes + 4);
}

static bool is_page_size(u32 size)
{
	return size >= PAGE_MIN && size <= PAGE_MAX && (size & (size - 1)) == 0;
}

/* Reads the header; false: it does not fit. Then all but the checksums may still be right. */
static bool read_header(struct log_reader *reader, const u8 *header)
{
	u32 magic = load_u32_be(header);
	reader->page_size = load_u32_be(header + 8);
	reader->salts[0] = load_u32_be(header + 16);
	reader->salts[1] = load_u32_be(header + 20);
	reader->is_big_endian = magic & 1;
	reader->sum = (struct log_sum){ 0 };
	sum_on(&reader->sum, reader->is_big_endian, header, 24);
	return (magic & ~1u) == MAGIC && load_u32_be(header + 4) == FORMAT &&
	       is_page_size(reader->page_size) && sum_is(reader->sum, header + 24);
}

static enum err read_frame(struct log_reader *reader, u64 number, struct why *why)
{
	u64 size = FRAME_HEAD + (u64)reader->page_size;
	sqlite3_int64 at = (sqlite3_int64)(HEADER_BYTES + number * size);
	int code = reader->file->pMethods->xRead(reader->file, reader->frame, (int)size, at);
	return code ? fail(why, ERR_STORE, "cannot read the log: %s", sqlite3_errstr(code))
		    : ERR_OK;
}

static u32 frame_page(const struct log_reader *reader)
{
	return load_u32_be(reader->frame);
}

/* The database's size after the commit that this frame ends; 0: it ends none. */
static u32 frame_commit(const struct log_reader *reader)
{
	return load_u32_be(reader->frame + 4);
}

static bool frame_has_salts(const struct log_reader *reader)
{
	return load_u32_be(reader->frame + 8) == reader->salts[0] &&
	       load_u32_be(reader->frame + 12) == reader->salts[1];
}

static bool frame_fits(struct log_reader *reader)
{
	if (!frame_page(reader) || !frame_has_salts(reader)) return false;
	sum_on(&reader->sum, reader->is_big_endian, reader->frame, 8);
	sum_on(&reader->sum, reader->is_big_endian, reader->frame + FRAME_HEAD, reader->page_size);
	return sum_is(reader->sum, reader->frame + 16);
}

/* ---- the report ----------------------------------------------------------------------------- */

bool log_has_page(const struct log_report *report, u64 page)
{
	u64 place = page - report->first_page - 1;
	must(page > report->first_page);
	return place < report->has_pages && report->has_page[place / 8] >> place % 8 & 1;
}

static enum err read_fitting(struct log_reader *reader, struct log_report *report,
			     u64 *out_first_bad, struct why *why)
{
	u8 page_one[LOG_PAGE_HEAD];
	bool has_page_one = false;
	u64 number = 0;
	for (; number < reader->frames; number++) {
		enum err err = read_frame(reader, number, why);
		if (err) return err;
		if (!frame_fits(reader)) break;
		if (frame_page(reader) == 1) {
			memcpy(page_one, reader->frame + FRAME_HEAD, sizeof page_one);
			has_page_one = true;
		}
		if (!frame_commit(reader)) continue;
		report->frames = number + 1;
		report->commits++;
		report->pages = frame_commit(reader);
		if (!has_page_one) continue;
		memcpy(report->page_one, page_one, sizeof page_one);
		report->has_page_one = true;
	}
	*out_first_bad = number;
	return ERR_OK;
}

/* Which pages the file lacks and the commits wrote. More than there are frames cannot be: then none
 * is noted, and the file is found to lack them. */
static enum err note_pages(struct log_reader *reader, struct log_report *report, struct why *why)
{
	u64 missing = report->pages > report->first_page ? report->pages - report->first_page : 0;
	if (!missing || missing > report->frames) return ERR_OK;
	report->has_page = mem_alloc_zeroed(missing / 8 + 1);
	if (!report->has_page) return fail(why, ERR_MEMORY, "no memory to read the log");
	report->has_pages = missing;
	for (u64 number = 0; number < report->frames; number++) {
		enum err err = read_frame(reader, number, why);
		if (err) return err;
		u64 page = frame_page(reader);
		if (page <= report->first_page || page > report->pages) continue;
		u64 place = page - report->first_page - 1;
		report->has_page[place / 8] |= (u8)(1 << place % 8);
	}
	return ERR_OK;
}

/* From the first frame that does not fit on: those that are of this log. */
static enum err read_dropped(struct log_reader *reader, u64 from, struct log_report *report,
			     struct why *why)
{
	for (u64 number = from; number < reader->frames; number++) {
		enum err err = read_frame(reader, number, why);
		if (err) return err;
		if (!frame_page(reader) || !frame_has_salts(reader)) continue;
		report->dropped_frames++;
		report->dropped_commits += frame_commit(reader) > 0;
	}
	return ERR_OK;
}

/* The header is nonsense: the first frame's salts are this log's, if it has any. A log that was
 * laid out ahead and not begun is all zeros. */
static enum err read_headless(struct log_reader *reader, struct log_report *report, struct why *why)
{
	if (!is_page_size(reader->page_size)) reader->page_size = 4096;
	enum err err = reader->frames ? read_frame(reader, 0, why) : ERR_OK;
	if (err || !reader->frames) return err;
	reader->salts[0] = load_u32_be(reader->frame + 8);
	reader->salts[1] = load_u32_be(reader->frame + 12);
	if (!reader->salts[0] && !reader->salts[1]) return ERR_OK;
	err = read_dropped(reader, 0, report, why);
	report->header_is_damaged = report->dropped_commits > 0;
	return err;
}

static void count_frames(struct log_reader *reader, sqlite3_int64 size)
{
	u32 page = is_page_size(reader->page_size) ? reader->page_size : 4096;
	reader->frames = ((u64)size - HEADER_BYTES) / (FRAME_HEAD + (u64)page);
}

static enum err read_all(struct log_reader *reader, struct log_report *report, struct why *why)
{
	u8 header[HEADER_BYTES];
	sqlite3_int64 size = 0;
	u64 first_bad = 0;
	int code = reader->file->pMethods->xFileSize(reader->file, &size);
	if (!code && size < HEADER_BYTES) return ERR_OK;
	if (!code) code = reader->file->pMethods->xRead(reader->file, header, HEADER_BYTES, 0);
	if (code) return fail(why, ERR_STORE, "cannot read the log: %s", sqlite3_errstr(code));
	report->is_there = read_header(reader, header);
	count_frames(reader, size);
	if (!report->is_there) return read_headless(reader, report, why);
	report->page_size = reader->page_size;
	enum err err = read_fitting(reader, report, &first_bad, why);
	if (!err) err = note_pages(reader, report, why);
	return err ? err : read_dropped(reader, first_bad, report, why);
}

enum err log_read(const struct file_path *path, const char *vfs, u64 first_page,
		  struct log_report *out_report, struct why *why)
{
	struct file_path beside = file_path_beside(path, "-wal");
	struct log_reader reader = { 0 };
	struct log_report report = { .first_page = first_page };
	enum err err = vfs_open_file(vfs, beside.text, &reader.file, why);
	if (err) return err;
	reader.frame = reader.file ? mem_alloc(FRAME_HEAD + PAGE_MAX) : NULL;
	if (reader.file && !reader.frame) err = fail(why, ERR_MEMORY, "no memory to read the log");
	if (!err && reader.file) err = read_all(&reader, &report, why);
	vfs_close_file(reader.file);
	mem_free(reader.frame);
	if (err) log_report_done(&report);
	else *out_report = report;
	return err;
}

void log_report_done(struct log_report *report)
{
	mem_free(report->has_page);
	report->has_page = NULL;
	report->has_pages = 0;
}
