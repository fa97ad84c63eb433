/* Stories about reading zone data: what versions are understood, that two ways of writing one zone
 * give one zone, and that no damaged byte is believed or crashes. */
#include "calendar/zone_parts.h"
#include "zone_bytes.h"

enum { HOUR = 3600 };

/* A zone as simple as can be that still has everything: LMT, then CET with a summer in 1980. */
static const struct zone_bytes_type cet_types[] = { { 3208, 0, 0 },
						    { HOUR, 0, 4 },
						    { 2 * HOUR, 1, 8 } };
static const i64 cet_times[] = { -2422054408, 323830800, 338950800 };
static const u8 cet_indexes[] = { 1, 2, 1 };
static const struct zone_bytes_block cet = {
	.times_len = 3,
	.times = cet_times,
	.indexes = cet_indexes,
	.types_len = 3,
	.types = cet_types,
	.letters = { "LMT\0CET\0CEST\0", 13 },
};

static void assert_cet(const struct zone *zone)
{
	assert_int_equal(zone_offset_at(zone, cet_times[0] - 1), 3208);
	assert_int_equal(zone_offset_at(zone, cet_times[0]), HOUR);
	assert_int_equal(zone_offset_at(zone, cet_times[1]), 2 * HOUR);
	assert_str(zone_abbreviation_at(zone, cet_times[1]), STR("CEST"));
	assert_int_equal(zone_offset_at(zone, cet_times[2]), HOUR);
	assert_str(zone_abbreviation_at(zone, cet_times[2]), STR("CET"));
}

static void every_version_is_read(void **state)
{
	(void)state;
	/* Later versions are promised to be readable as version 4. */
	for (char version = '2'; version < '7'; version++) {
		struct buf bytes;
		struct zone *zone = NULL;
		make_zone_bytes(&bytes, version, &cet, "CET-1");
		assert_int_equal(read_zone_bytes(buf_view(&bytes), &zone, NULL), ERR_OK);
		assert_cet(zone);
		zone_free(zone);
		buf_done(&bytes);
	}
}

static void a_file_of_version_1_has_32_bit_times_and_no_footer(void **state)
{
	(void)state;
	static const i64 times[] = { INT32_MIN, 323830800, 338950800 };
	struct zone_bytes_block block = cet;
	struct buf bytes;
	struct zone *zone = NULL;
	struct zone_change change;
	block.times = times;
	buf_init(&bytes, 1000);
	add_block(&bytes, '\0', &block, 4);
	assert_int_equal(read_zone_bytes(buf_view(&bytes), &zone, NULL), ERR_OK);
	assert_int_equal(zone_offset_at(zone, (i64)INT32_MIN - 1), 3208);
	assert_int_equal(zone_offset_at(zone, INT32_MIN), HOUR);
	assert_int_equal(zone_offset_at(zone, times[1]), 2 * HOUR);
	assert_false(zone_next_change(zone, times[2], &change));
	zone_free(zone);
	buf_done(&bytes);
}

static void indicators_are_allowed(void **state)
{
	(void)state;
	struct zone_bytes_block block = cet;
	block.isstd = (str){ "\0\1\1", 3 };
	block.isut = (str){ "\0\0\1", 3 };
	struct zone *zone = make_zone(&block, "CET-1");
	assert_cet(zone);
	zone_free(zone);
}

static void the_name_and_the_bytes_are_not_borrowed(void **state)
{
	(void)state;
	struct buf bytes;
	struct zone *zone = NULL;
	char name[] = "Europe/Somewhere";
	make_zone_bytes(&bytes, '2', &cet, "CET-1");
	assert_int_equal(zone_new(str_from(name), buf_view(&bytes), &zone, NULL), ERR_OK);
	memset(name, '?', sizeof name - 1);
	memset(bytes.at, '?', bytes.len);
	assert_str(zone_name(zone), STR("Europe/Somewhere"));
	assert_cet(zone);
	zone_free(zone);
	buf_done(&bytes);
}

/* --- one zone, written in two ways --- */

static const struct zone_bytes_type rule_types[] = {
	{ -HOUR, 0, 0 }, { 0, 0, 4 }, { HOUR, 1, 8 }, { 0, 1, 4 }
};

/* Lists changes of "GMT0BST,M3.5.0/1,M10.5.0" from 1990 through `year_last`, first the one to GMT
 * with its DST flag set wrongly, which must not matter. */
static struct zone *make_listed_zone(i32 year_last)
{
	static const char *const footer = "GMT0BST,M3.5.0/1,M10.5.0";
	i64 times[200];
	u8 indexes[200];
	u32 len = 0;
	struct zone_footer rule;
	assert_int_equal(zone_footer_parse(str_from(footer), &rule, NULL), ERR_OK);
	times[len] = seconds_of("1989-12-31T00:00:00");
	indexes[len++] = 3;
	for (i32 change = 2 * 1990; change < 2 * (year_last + 1); change++) {
		times[len] = rule_change_at(&rule.rule, change);
		indexes[len++] = change & 1 ? 1 : 2;
	}
	struct zone_bytes_block block = { len, times,      indexes,
					  4,   rule_types, { "LMT\0GMT\0BST\0", 12 },
					  0,   { 0 },      { 0 } };
	return make_zone(&block, footer);
}

static void listed_changes_and_the_footers_rule_are_one(void **state)
{
	(void)state;
	struct zone *slim = make_listed_zone(1989), *fat = make_listed_zone(2037);
	assert_int_equal(zone_memory_bytes(slim), zone_memory_bytes(fat));
	assert_int_equal(fat->len, 1);
	assert_int_equal(fat->rule_from, seconds_of("1990-03-25T01:00:00"));
	for (i64 utc = seconds_of("1985-01-01T00:00:00"); utc < seconds_of("2045-01-01T00:00:00");
	     utc += 5 * HOUR + 1) {
		assert_int_equal(zone_offset_at(slim, utc), zone_offset_at(fat, utc));
		assert_str(zone_abbreviation_at(slim, utc), zone_abbreviation_at(fat, utc));
	}
	zone_free(slim);
	zone_free(fat);
}

/* Summer begins in the first days of January, by a rule that counts from the year before. */
static void a_rule_may_reach_over_new_year(void **state)
{
	(void)state;
	static const char *const footer = "GMT0BST,J365/100,J20";
	struct zone_footer rule;
	assert_int_equal(zone_footer_parse(str_from(footer), &rule, NULL), ERR_OK);
	assert_true(rule.rule.spills);
	i64 times[20];
	u8 indexes[20];
	for (i32 i = 0; i < 20; i++) {
		times[i] = rule_change_at(&rule.rule, 2 * 2000 + i);
		indexes[i] = i & 1 ? 2 : 1;
	}
	struct zone_bytes_block block = { 20, times,      indexes,
					  3,  rule_types, { "LMT\0GMT\0BST\0", 12 },
					  0,  { 0 },      { 0 } };
	struct zone *zone = make_zone(&block, footer);
	assert_int_equal(zone->len, 0);
	for (i32 i = 0; i < 2 * 50; i++) {
		i64 at = rule_change_at(&rule.rule, 2 * 2000 + i);
		struct zone_change change;
		assert_true(zone_next_change(zone, at - 1, &change));
		assert_int_equal(change.at, at);
		assert_int_equal(change.offset_after, i & 1 ? HOUR : 0);
	}
	assert_int_equal(zone_offset_at(zone, seconds_of("2040-01-04T03:59:59")), 0);
	assert_int_equal(zone_offset_at(zone, seconds_of("2040-01-04T04:00:00")), HOUR);
	zone_free(zone);
}

static void a_change_the_rule_does_not_know_stays_in_the_table(void **state)
{
	(void)state;
	/* In 2000 summer began a day late. */
	static const i64 times[] = { 0, 954118800, 972781200, 985482000 };
	static const u8 indexes[] = { 1, 2, 1, 2 };
	struct zone *zone = make_zone(&(struct zone_bytes_block){ 4,
								  times,
								  indexes,
								  3,
								  rule_types,
								  { "LMT\0GMT\0BST\0", 12 },
								  0,
								  { 0 },
								  { 0 } },
				      "GMT0BST,M3.5.0/1,M10.5.0");
	assert_int_equal(zone->len, 2);
	assert_int_equal(zone_offset_at(zone, seconds_of("1990-07-01T00:00:00")), 0);
	assert_int_equal(zone_offset_at(zone, times[1] - 1), 0);
	assert_int_equal(zone_offset_at(zone, times[1]), HOUR);
	assert_int_equal(zone_offset_at(zone, times[2] - 1), HOUR);
	assert_int_equal(zone_offset_at(zone, times[2]), 0);
	zone_free(zone);
}

/* In 2000 the clocks went forward when the rule says, but by two hours. */
static void a_change_at_the_rules_instant_to_another_time_stays_in_the_table(void **state)
{
	(void)state;
	static const struct zone_bytes_type types[] = { { 0, 0, 4 },
							{ HOUR, 1, 8 },
							{ 2 * HOUR, 1, 0 } };
	static const i64 times[] = { 954032400, 972781200, 985482000 };
	static const u8 indexes[] = { 2, 0, 1 };
	struct zone_bytes_block block = { 3, times, indexes, 3, types, { "DST\0GMT\0BST\0", 12 },
					  0, { 0 }, { 0 } };
	struct zone *zone = make_zone(&block, "GMT0BST,M3.5.0/1,M10.5.0");
	assert_int_equal(zone->rule_from, times[1]);
	assert_int_equal(zone_offset_at(zone, times[0] - 1), 0);
	assert_int_equal(zone_offset_at(zone, times[0]), 2 * HOUR);
	assert_int_equal(zone_offset_at(zone, times[1] - 1), 2 * HOUR);
	assert_int_equal(zone_offset_at(zone, times[1]), 0);
	assert_int_equal(zone_offset_at(zone, times[2]), HOUR);
	zone_free(zone);
}

/* As zic of 2022 wrote America/Ojinaga: the last change listed goes to winter time a week before
 * the rule's own change. Every reader takes the rule's word from there on. */
static void from_the_last_listed_change_on_the_rule_has_the_word(void **state)
{
	(void)state;
	static const i64 times[] = { 0, 1667088000 }; /* 2022-10-30 */
	static const u8 indexes[] = { 0, 1 };
	static const struct zone_bytes_type types[] = { { -7 * HOUR, 0, 0 }, { -6 * HOUR, 0, 4 } };
	struct zone_bytes_block block = { 2, times, indexes, 2, types, { "MST\0CST\0", 8 },
					  0, { 0 }, { 0 } };
	struct zone *zone = make_zone(&block, "CST6CDT,M3.2.0,M11.1.0");
	struct zone_change change;
	assert_true(zone_next_change(zone, 0, &change));
	assert_change(&change, "2022-10-30T00:00:00", -7 * HOUR, -5 * HOUR);
	assert_str(zone_abbreviation_at(zone, change.at), STR("CDT"));
	assert_true(zone_next_change(zone, change.at, &change));
	assert_change(&change, "2022-11-06T07:00:00", -5 * HOUR, -6 * HOUR);
	assert_true(zone_last_change(zone, change.at - 1, &change));
	assert_change(&change, "2022-10-30T00:00:00", -7 * HOUR, -5 * HOUR);
	zone_free(zone);
}

static void without_changes_the_footer_has_the_word(void **state)
{
	(void)state;
	struct zone *fixed = make_ruled_zone("<+0545>-5:45"), *silent = make_ruled_zone("");
	assert_int_equal(zone_offset_at(fixed, 0), 20700);
	assert_str(zone_abbreviation_at(fixed, 0), STR("+0545"));
	assert_int_equal(zone_offset_at(silent, 0), 0);
	assert_str(zone_abbreviation_at(silent, 0), STR("LMT"));
	zone_free(fixed);
	zone_free(silent);
}

static void a_change_after_all_years_ends_the_rule(void **state)
{
	(void)state;
	static const i64 times[] = { 0, (i64)1 << 50 };
	static const u8 indexes[] = { 1, 1 };
	struct zone *zone = make_zone(
		&(struct zone_bytes_block){
			2, times, indexes, 2, rule_types, { "LMT\0GMT\0", 8 }, 0, { 0 }, { 0 } },
		"GMT0BST,M3.5.0/1,M10.5.0");
	assert_int_equal(zone_offset_at(zone, seconds_of("2025-07-01T00:00:00")), 0);
	assert_int_equal(zone_offset_at(zone, INT64_MAX), 0);
	zone_free(zone);
}

static void the_big_bang_is_a_change_like_any_other(void **state)
{
	(void)state;
	static const i64 times[] = { -ZONE_TIME_MAX };
	static const u8 indexes[] = { 1 };
	struct zone *zone = make_zone(
		&(struct zone_bytes_block){
			1, times, indexes, 2, rule_types, { "LMT\0GMT\0", 8 }, 0, { 0 }, { 0 } },
		"GMT0BST,M3.5.0/1,M10.5.0");
	assert_int_equal(zone_offset_at(zone, INT64_MIN), -HOUR);
	assert_int_equal(zone_offset_at(zone, times[0]), 0);
	assert_int_equal(zone_offset_at(zone, seconds_of("1850-07-01T00:00:00")), HOUR);
	zone_free(zone);
}

/* --- damage --- */

static void assert_damaged(str bytes, const char *says)
{
	struct zone *zone = NULL;
	struct why why = { 0 };
	assert_int_equal(read_zone_bytes(bytes, &zone, &why), ERR_ZONE_DAMAGED);
	assert_int_equal(why.code, ERR_ZONE_DAMAGED);
	assert_null(zone);
	if (!strstr(why.text, says)) fail_msg("\"%s\" does not say \"%s\"", why.text, says);
}

static void assert_block_damaged(const struct zone_bytes_block *block, const char *footer,
				 const char *says)
{
	struct buf bytes;
	make_zone_bytes(&bytes, '2', block, footer);
	assert_damaged(buf_view(&bytes), says);
	buf_done(&bytes);
}

static void what_is_no_zone_data_is_refused(void **state)
{
	(void)state;
	struct buf bytes;
	assert_damaged(STR(""), "end within a header");
	assert_damaged(STR("# tzdb data"), "end within a header");
	assert_damaged(STR("# tz zone descriptions, much longer than any header would be at all"),
		       "does not begin with TZif");
	make_zone_bytes(&bytes, '2', &cet, "CET-1");
	bytes.at[44 + 6 + 1] = 'X';
	assert_damaged(buf_view(&bytes), "does not begin with TZif");
	buf_done(&bytes);
	make_zone_bytes(&bytes, '1', &cet, "CET-1");
	assert_damaged(buf_view(&bytes), "version byte 0x31");
	buf_done(&bytes);
	make_zone_bytes(&bytes, '2', &cet, "CET-1");
	bytes.at[44 + 6 + 1 + 4] = '3';
	assert_damaged(buf_view(&bytes), "differ in version");
	buf_done(&bytes);
}

static void the_message_names_the_zone(void **state)
{
	(void)state;
	struct why why;
	struct zone *zone;
	assert_int_equal(zone_new(STR("Europe/London"), STR("TZif"), &zone, &why),
			 ERR_ZONE_DAMAGED);
	assert_string_equal(why.text,
			    "the data of time zone Europe/London is damaged: the data end "
			    "within a header");
	assert_int_equal(zone_new(STR("../London"), STR("TZif"), &zone, &why), ERR_ZONE_NAME);
}

static void too_long_a_file_is_not_even_looked_at(void **state)
{
	(void)state;
	static char bytes[ZONE_FILE_MAX + 1];
	assert_damaged((str){ bytes, sizeof bytes }, "at most 65536");
}

static void wrong_counts_are_refused(void **state)
{
	(void)state;
	struct zone_bytes_block block = cet;
	block.times_len = 0;
	block.types_len = 0;
	assert_block_damaged(&block, "CET-1", "0 local time types");
	struct zone_bytes_type many[257];
	for (u32 i = 0; i < countof(many); i++) many[i] = cet_types[1];
	block.types = many;
	block.types_len = countof(many);
	assert_block_damaged(&block, "CET-1", "257 local time types");
	block = cet;
	block.letters = STR("");
	assert_block_damaged(&block, "CET-1", "no abbreviations");
	block = cet;
	block.isstd = STR("\1\1");
	assert_block_damaged(&block, "CET-1", "2 standard/wall indicators for 3");
	block = cet;
	block.isut = STR("\1");
	assert_block_damaged(&block, "CET-1", "1 UT/local indicators for 3");
}

/* 256 types in the file, and two more in its footer. */
static void more_local_times_than_we_can_number_are_refused(void **state)
{
	(void)state;
	struct zone_bytes_type many[256];
	for (u32 i = 0; i < countof(many); i++) many[i] = (struct zone_bytes_type){ (i32)i, 0, 0 };
	struct zone_bytes_block block = { .types_len = 255,
					  .types = many,
					  .letters = { "AAA\0", 4 } };
	struct zone *zone = make_zone(&block, "");
	assert_int_equal(zone_offset_at(zone, 0), 0);
	zone_free(zone);
	assert_block_damaged(&block, "BBB0", "more than 255 local times");
	block.types_len = 256;
	assert_block_damaged(&block, "", "more than 255 local times");
}

static void leap_seconds_are_refused(void **state)
{
	(void)state;
	struct zone_bytes_block block = cet;
	block.leaps_len = 27;
	assert_block_damaged(&block, "CET-1", "27 leap seconds");
}

static void changes_out_of_order_or_range_are_refused(void **state)
{
	(void)state;
	static const i64 doubled[] = { 0, 100, 100 }, backwards[] = { 0, 100, 99 };
	static const i64 early[] = { -ZONE_TIME_MAX - 1, 0, 1 },
			 late[] = { 0, 1, ZONE_TIME_MAX + 1 };
	static const u8 indexes[] = { 1, 2, 3 };
	struct zone_bytes_block block = cet;
	block.times = doubled;
	assert_block_damaged(&block, "CET-1", "change 2 is not later");
	block.times = backwards;
	assert_block_damaged(&block, "CET-1", "change 2 is not later");
	block.times = early;
	assert_block_damaged(&block, "CET-1", "change 0 lies beyond");
	block.times = late;
	assert_block_damaged(&block, "CET-1", "change 2 lies beyond");
	block.times = cet_times;
	block.indexes = indexes;
	assert_block_damaged(&block, "CET-1", "change 2 has type 3 of 3");
}

static void impossible_types_are_refused(void **state)
{
	(void)state;
	struct zone_bytes_type types[3] = { cet_types[0], cet_types[1], cet_types[2] };
	struct zone_bytes_block block = cet;
	block.types = types;
	types[0].offset = ZONE_OFFSET_MAX + 1;
	assert_block_damaged(&block, "CET-1", "type 0 is 93600 s from UTC");
	types[0].offset = ZONE_OFFSET_MIN - 1;
	assert_block_damaged(&block, "CET-1", "type 0 is -90000 s from UTC");
	types[0].offset = INT32_MIN;
	assert_block_damaged(&block, "CET-1", "s from UTC");
	types[0] = cet_types[0];
	types[1].is_daylight = 2;
	assert_block_damaged(&block, "CET-1", "type 1 has a wrong daylight flag");
	types[1] = cet_types[1];
	block.isstd = STR("\0\2\0");
	assert_block_damaged(&block, "CET-1", "type 1 has a wrong indicator");
	block.isstd = STR("\0\0\0");
	block.isut = STR("\0\0\1");
	assert_block_damaged(&block, "CET-1", "type 2 has a wrong indicator");
}

static void impossible_abbreviations_are_refused(void **state)
{
	(void)state;
	struct zone_bytes_type types[3] = { cet_types[0], cet_types[1], cet_types[2] };
	struct zone_bytes_block block = cet;
	block.types = types;
	types[2].letters_at = 13;
	assert_block_damaged(&block, "CET-1", "type 2 has no proper abbreviation");
	types[2].letters_at = 255;
	assert_block_damaged(&block, "CET-1", "type 2 has no proper abbreviation");
	types[2].letters_at = 3; /* empty */
	assert_block_damaged(&block, "CET-1", "type 2 has no proper abbreviation");
	types[2] = cet_types[2];
	block.letters = STR("LMT\0CET\0CEST"); /* no NUL at the end */
	assert_block_damaged(&block, "CET-1", "type 2 has no proper abbreviation");
	block.letters = STR("LMT\0CET\0C\nST\0");
	assert_block_damaged(&block, "CET-1", "type 2 has no proper abbreviation");
	block.letters = STR("LMT\0CET\0AAAABBBBCCCCDDDDEEEEFFFFGGGGHHHH\0");
	assert_block_damaged(&block, "CET-1", "type 2 has no proper abbreviation");
	/* The tail of another's letters is an abbreviation too. */
	types[2].letters_at = 9;
	block.letters = STR("LMT\0CET\0CEST\0");
	struct zone *zone = make_zone(&block, "CET-1");
	assert_str(zone_abbreviation_at(zone, cet_times[1]), STR("EST"));
	zone_free(zone);
}

static void damaged_footers_are_refused(void **state)
{
	(void)state;
	struct buf bytes;
	assert_block_damaged(&cet, "CET", "the footer is malformed at its byte 3");
	assert_block_damaged(&cet, "CET-1CEST,M3.5.0", "the footer is malformed");
	assert_block_damaged(&cet, "CET-2", "does not agree with the last change");
	assert_block_damaged(&cet, "MET-1", "does not agree with the last change");
	assert_block_damaged(&cet, "EET-2EEST,M3.5.0,M10.5.0", "does not agree");
	make_zone_bytes(&bytes, '2', &cet, "CET-1");
	bytes.len--;
	assert_damaged(buf_view(&bytes), "not a line between two newlines");
	buf_add(&bytes, STR("\nMore"));
	assert_damaged(buf_view(&bytes), "not a line between two newlines");
	buf_add(&bytes, STR("\n"));
	assert_damaged(buf_view(&bytes), "the footer is malformed");
	buf_done(&bytes);
	buf_init(&bytes, 1000);
	add_block(&bytes, '\0', &cet, 4);
	buf_add(&bytes, STR("\n\n"));
	assert_damaged(buf_view(&bytes), "2 bytes after the end");
	buf_done(&bytes);
}

/* Whatever bytes were accepted, the zone must keep its promises. */
static void assert_well_formed(const struct zone *zone)
{
	struct zone_change change;
	i64 at = INT64_MIN;
	for (u32 i = 0; i < 500 && zone_next_change(zone, at, &change); i++) {
		assert_true(change.at > at);
		assert_int_not_equal(change.offset_before, change.offset_after);
		at = change.at;
		for (i64 utc = at - 1; utc <= at; utc++) {
			i32 offset = zone_offset_at(zone, utc);
			assert_true(offset >= ZONE_OFFSET_MIN && offset <= ZONE_OFFSET_MAX);
			assert_int_equal(offset,
					 utc < at ? change.offset_before : change.offset_after);
			assert_in_range(zone_abbreviation_at(zone, utc).len, 1,
					ABBREVIATION_LEN_MAX);
		}
		struct zone_reading reading;
		zone_read_wall(zone, at + change.offset_after, &reading);
		assert_true(reading.utc == at || reading.utc_second == at ||
			    reading.fit == ZONE_TWICE);
	}
}

static u32 try_bytes(str bytes)
{
	struct zone *zone = NULL;
	struct why why = { 0 };
	enum err err = read_zone_bytes(bytes, &zone, &why);
	if (err) {
		assert_int_equal(err, ERR_ZONE_DAMAGED);
		assert_true(strlen(why.text) > 40);
		return 1;
	}
	assert_well_formed(zone);
	zone_free(zone);
	return 0;
}

static void every_file_that_was_cut_short_is_refused(void **state)
{
	(void)state;
	str whole = load_zone_bytes("Europe/London");
	for (size_t len = 0; len < whole.len; len++)
		assert_int_equal(try_bytes(str_slice(whole, 0, len)), 1);
	assert_int_equal(try_bytes(whole), 0);
	free((void *)(uintptr_t)whole.at);
}

static void flip_every_byte(str bytes, const char *what)
{
	static const u8 patterns[] = { 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xff, 0x7f };
	char *at = (char *)(uintptr_t)bytes.at;
	u32 refused = 0, tried = 0;
	for (size_t i = 0; i < bytes.len; i++) {
		for (u32 j = 0; j < countof(patterns); j++) {
			at[i] = (char)(at[i] ^ patterns[j]);
			refused += try_bytes(bytes);
			tried++;
			at[i] = (char)(at[i] ^ patterns[j]);
		}
	}
	print_message("%s: %u of %u damaged files refused, the others are zones\n", what, refused,
		      tried);
	assert_true(refused > tried / 20);
	assert_true(refused < tried);
}

static void a_damaged_byte_is_refused_or_gives_a_zone_that_holds(void **state)
{
	(void)state;
	struct buf bytes;
	str fat = load_zone_bytes("Australia/Lord_Howe");
	flip_every_byte(fat, "a file of the system");
	free((void *)(uintptr_t)fat.at);
	make_zone_bytes(&bytes, '3', &cet, "CET-1CEST,M3.5.0,M10.5.0/3");
	flip_every_byte(buf_view(&bytes), "a file made by hand");
	buf_done(&bytes);
}

static void random_damage_in_many_places_does_no_harm(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	struct buf bytes;
	for (u32 round = 0; round < 20000; round++) {
		make_zone_bytes(&bytes, '3', &cet, "CET-1CEST,M3.5.0,M10.5.0/3");
		u64 places = 1 + prng_below(&prng, 6);
		for (u64 i = 0; i < places; i++)
			bytes.at[prng_below(&prng, bytes.len)] = (char)prng_below(&prng, 256);
		(void)try_bytes(buf_view(&bytes));
		buf_done(&bytes);
	}
}

static bool read_one_zone(void *context)
{
	const str *bytes = context;
	struct zone *zone = NULL;
	enum err err = zone_new(STR("Test/Zone"), *bytes, &zone, NULL);
	assert_true(err == ERR_OK || err == ERR_MEMORY);
	zone_free(zone);
	return err != ERR_OK;
}

static void running_out_of_memory_is_an_error(void **state)
{
	(void)state;
	struct buf bytes;
	make_zone_bytes(&bytes, '2', &cet, "CET-1");
	str view = buf_view(&bytes);
	assert_int_equal(for_each_fault(read_one_zone, &view), 1);
	buf_done(&bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_version_is_read),
		cmocka_unit_test(a_file_of_version_1_has_32_bit_times_and_no_footer),
		cmocka_unit_test(indicators_are_allowed),
		cmocka_unit_test(the_name_and_the_bytes_are_not_borrowed),
		cmocka_unit_test(listed_changes_and_the_footers_rule_are_one),
		cmocka_unit_test(a_rule_may_reach_over_new_year),
		cmocka_unit_test(a_change_the_rule_does_not_know_stays_in_the_table),
		cmocka_unit_test(a_change_at_the_rules_instant_to_another_time_stays_in_the_table),
		cmocka_unit_test(from_the_last_listed_change_on_the_rule_has_the_word),
		cmocka_unit_test(without_changes_the_footer_has_the_word),
		cmocka_unit_test(a_change_after_all_years_ends_the_rule),
		cmocka_unit_test(the_big_bang_is_a_change_like_any_other),
		cmocka_unit_test(what_is_no_zone_data_is_refused),
		cmocka_unit_test(the_message_names_the_zone),
		cmocka_unit_test(too_long_a_file_is_not_even_looked_at),
		cmocka_unit_test(wrong_counts_are_refused),
		cmocka_unit_test(more_local_times_than_we_can_number_are_refused),
		cmocka_unit_test(leap_seconds_are_refused),
		cmocka_unit_test(changes_out_of_order_or_range_are_refused),
		cmocka_unit_test(impossible_types_are_refused),
		cmocka_unit_test(impossible_abbreviations_are_refused),
		cmocka_unit_test(damaged_footers_are_refused),
		cmocka_unit_test(every_file_that_was_cut_short_is_refused),
		cmocka_unit_test(a_damaged_byte_is_refused_or_gives_a_zone_that_holds),
		cmocka_unit_test(random_damage_in_many_places_does_no_harm),
		cmocka_unit_test(running_out_of_memory_is_an_error),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
