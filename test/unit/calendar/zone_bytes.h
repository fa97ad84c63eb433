/* Zone data for the stories about zones: made by hand, or read from the system's database. */
#ifndef BELFRY_TEST_UNIT_CALENDAR_ZONE_BYTES_H
#define BELFRY_TEST_UNIT_CALENDAR_ZONE_BYTES_H

#include "base/buf.h"
#include "base/check.h"
#include "calendar/zone.h"

#define ZONE_FOLDER "/usr/share/zoneinfo"

struct zone_bytes_type {
	i32 offset;
	u8 is_daylight;
	u8 letters_at;
};

/* A block as it will stand in the file, right or wrong. */
struct zone_bytes_block {
	u32 times_len;
	const i64 *times;
	const u8 *indexes;
	u32 types_len;
	const struct zone_bytes_type *types;
	str letters;
	u32 leaps_len;
	str isstd;
	str isut;
};

static inline void add_big_endian(struct buf *out, u64 value, u32 bytes)
{
	while (bytes-- > 0) buf_add_byte(out, (char)(value >> 8 * bytes));
}

static inline void add_header(struct buf *out, char version, const struct zone_bytes_block *block)
{
	buf_add(out, STR("TZif"));
	buf_add_byte(out, version);
	buf_add(out, STR("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"));
	add_big_endian(out, block->isut.len, 4);
	add_big_endian(out, block->isstd.len, 4);
	add_big_endian(out, block->leaps_len, 4);
	add_big_endian(out, block->times_len, 4);
	add_big_endian(out, block->types_len, 4);
	add_big_endian(out, block->letters.len, 4);
}

static inline void add_block(struct buf *out, char version, const struct zone_bytes_block *block,
			     u32 time_size)
{
	add_header(out, version, block);
	for (u32 i = 0; i < block->times_len; i++)
		add_big_endian(out, (u64)block->times[i], time_size);
	for (u32 i = 0; i < block->times_len; i++) buf_add_byte(out, (char)block->indexes[i]);
	for (u32 i = 0; i < block->types_len; i++) {
		add_big_endian(out, (u32)block->types[i].offset, 4);
		buf_add_byte(out, (char)block->types[i].is_daylight);
		buf_add_byte(out, (char)block->types[i].letters_at);
	}
	buf_add(out, block->letters);
	for (u32 i = 0; i < block->leaps_len; i++) {
		add_big_endian(out, 78796800 + i, time_size);
		add_big_endian(out, i + 1, 4);
	}
	buf_add(out, block->isstd);
	buf_add(out, block->isut);
}

static const struct zone_bytes_type zone_bytes_one_type[] = { { 0, 0, 0 } };

/* What zic writes for readers that know 32-bit times only, when it wants to save room. */
static const struct zone_bytes_block zone_bytes_stub = {
	.types_len = 1,
	.types = zone_bytes_one_type,
	.letters = { "\0", 1 },
};

/* A file of version '2' or later. */
static inline void make_zone_bytes(struct buf *out, char version,
				   const struct zone_bytes_block *block, const char *footer)
{
	buf_init(out, 1 << 20);
	add_block(out, version, &zone_bytes_stub, 4);
	add_block(out, version, block, 8);
	buf_addf(out, "\n%s\n", footer);
	assert_false(buf_failed(out));
}

/* The zone in these bytes. They are copied into a piece of their own size, so that a sanitizer sees
 * the first byte read past them. */
static inline enum err read_zone_bytes(str bytes, struct zone **out_zone, struct why *why)
{
	char *copy = malloc(bytes.len ? bytes.len : 1);
	assert_non_null(copy);
	if (bytes.len) memcpy(copy, bytes.at, bytes.len);
	enum err err = zone_new(STR("Test/Zone"), (str){ copy, bytes.len }, out_zone, why);
	free(copy);
	return err;
}

static inline struct zone *make_zone(const struct zone_bytes_block *block, const char *footer)
{
	struct buf bytes;
	struct zone *zone = NULL;
	struct why why = { 0 };
	make_zone_bytes(&bytes, '3', block, footer);
	if (read_zone_bytes(buf_view(&bytes), &zone, &why)) fail_msg("%s", why.text);
	buf_done(&bytes);
	return zone;
}

/* A zone that is nothing but its footer. */
static inline struct zone *make_ruled_zone(const char *footer)
{
	static const struct zone_bytes_type types[] = { { 0, 0, 0 } };
	struct zone_bytes_block block = { .types_len = 1,
					  .types = types,
					  .letters = { "LMT\0", 4 } };
	return make_zone(&block, footer);
}

/* A file of the system's database; the caller frees. */
static inline str load_zone_file(const char *path)
{
	static const size_t max = ZONE_FILE_MAX;
	FILE *file = fopen(path, "rb");
	if (!file) fail_msg("cannot open %s; the tests need the package tzdata", path);
	char *at = malloc(max);
	assert_non_null(at);
	size_t len = fread(at, 1, max, file);
	fclose(file);
	return (str){ at, len };
}

static inline str load_zone_bytes(const char *name)
{
	char path[300];
	snprintf(path, sizeof path, "%s/%s", ZONE_FOLDER, name);
	return load_zone_file(path);
}

static inline struct zone *load_zone(const char *name)
{
	struct zone *zone = NULL;
	struct why why = { 0 };
	str bytes = load_zone_bytes(name);
	if (zone_new(str_from(name), bytes, &zone, &why)) fail_msg("%s", why.text);
	free((void *)(uintptr_t)bytes.at);
	return zone;
}

/* "2025-03-30T01:30:00" as seconds: a wall, or an instant when it is meant in UTC. */
static inline i64 seconds_of(const char *text)
{
	wall at = 0;
	struct why why = { 0 };
	if (wall_parse(str_from(text), &at, &why)) fail_msg("%s: %s", text, why.text);
	return at;
}

static inline void assert_change(const struct zone_change *change, const char *at, i32 before,
				 i32 after)
{
	assert_int_equal(change->at, seconds_of(at));
	assert_int_equal(change->offset_before, before);
	assert_int_equal(change->offset_after, after);
}

#endif
