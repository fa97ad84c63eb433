/* Reads zone data (TZif, RFC 9636) into a struct zone.
 *
 * The bytes are not trusted: `take` is the only way forward in them and checks every length;
 * counts, indexes, orders and texts are checked before anything is kept. A file of version 2 or
 * later has two blocks; the first is for readers that know 32-bit times only and is stepped over.
 */
#include "base/memory.h"
#include "base/must.h"
#include "calendar/zone_parts.h"

enum { HEADER_LEN = 44, TYPE_LEN = 6, FILE_TYPES_MAX = 256, NAME_QUOTED_MAX = 64 };

struct zone_header {
	u8 version; /* 1 to 4; later versions are read as 4 (the RFC promises that this works) */
	u32 isut_count;
	u32 isstd_count;
	u32 leap_count;
	u32 time_count;
	u32 type_count;
	u32 letter_count;
};

/* A block in place: where its arrays stand in the bytes. */
struct block {
	struct zone_header header;
	u32 time_size;
	const u8 *times;
	const u8 *indexes;
	const u8 *types;
	str letters;
	const u8 *isstd;
	const u8 *isut;
};

/* The facts that are gathered before the zone can be measured and allocated. */
struct zone_draft {
	struct block block;
	struct zone_footer footer;
	struct zone_type types[ZONE_TYPES_MAX]; /* no two alike */
	u32 types_len;
	char letters[ZONE_TYPES_MAX * ABBREVIATION_LEN_MAX];
	u32 letters_len;
	u8 type_of[FILE_TYPES_MAX]; /* the file's type -> one of `types` */
	u8 rule_types[2];
	u8 last_type; /* after the file's last change, where there is a rule */
	u32 kept;     /* how many of the file's changes the rule does not also say */
	bool has_rule;
	i64 rule_from;
};

static u32 read_u32(const u8 *at)
{
	return (u32)at[0] << 24 | (u32)at[1] << 16 | (u32)at[2] << 8 | at[3];
}

/* Cuts `len` bytes off the front; NULL when there are fewer. */
static const u8 *take(str *rest, u64 len)
{
	if (len > rest->len) return NULL;
	const u8 *taken = (const u8 *)rest->at;
	*rest = str_from_offset(*rest, (size_t)len);
	return taken;
}

static enum err take_header(str *rest, struct zone_header *out_header, struct why *why)
{
	const u8 *at = take(rest, HEADER_LEN);
	if (!at) return fail(why, ERR_ZONE_DAMAGED, "the data end within a header");
	if (memcmp(at, "TZif", 4) != 0)
		return fail(why, ERR_ZONE_DAMAGED, "a header does not begin with TZif");
	u8 version = at[4];
	if (version != 0 && version < '2')
		return fail(why, ERR_ZONE_DAMAGED, "version byte 0x%02x is not known", version);
	*out_header = (struct zone_header){
		.version = version == 0    ? 1
			   : version > '4' ? 4
					   : (u8)(version - '0'),
		.isut_count = read_u32(at + 20),
		.isstd_count = read_u32(at + 24),
		.leap_count = read_u32(at + 28),
		.time_count = read_u32(at + 32),
		.type_count = read_u32(at + 36),
		.letter_count = read_u32(at + 40),
	};
	return ERR_OK;
}

static enum err take_block(str *rest, const struct zone_header *header, u32 time_size,
			   struct block *out_block, struct why *why)
{
	struct block block = { .header = *header, .time_size = time_size };
	block.times = take(rest, (u64)header->time_count * time_size);
	block.indexes = block.times ? take(rest, header->time_count) : NULL;
	block.types = block.indexes ? take(rest, (u64)header->type_count * TYPE_LEN) : NULL;
	const u8 *letters = block.types ? take(rest, header->letter_count) : NULL;
	const u8 *leaps = letters ? take(rest, (u64)header->leap_count * (time_size + 4)) : NULL;
	block.isstd = leaps ? take(rest, header->isstd_count) : NULL;
	block.isut = block.isstd ? take(rest, header->isut_count) : NULL;
	if (!block.isut) return fail(why, ERR_ZONE_DAMAGED, "the data end within a block");
	block.letters = (str){ (const char *)letters, header->letter_count };
	*out_block = block;
	return ERR_OK;
}

static i64 block_time(const struct block *block, u32 i)
{
	const u8 *at = block->times + (size_t)i * block->time_size;
	if (block->time_size == 4) return (i32)read_u32(at);
	return (i64)((u64)read_u32(at) << 32 | read_u32(at + 4));
}

static enum err check_counts(const struct zone_header *header, struct why *why)
{
	if (header->type_count == 0 || header->type_count > FILE_TYPES_MAX)
		return fail(why, ERR_ZONE_DAMAGED, "%u local time types, not 1 to %d",
			    header->type_count, FILE_TYPES_MAX);
	if (header->letter_count == 0) return fail(why, ERR_ZONE_DAMAGED, "no abbreviations");
	if (header->leap_count != 0)
		return fail(why, ERR_ZONE_DAMAGED,
			    "%u leap seconds; zones with leap seconds are "
			    "refused",
			    header->leap_count);
	if (header->isstd_count != 0 && header->isstd_count != header->type_count)
		return fail(why, ERR_ZONE_DAMAGED, "%u standard/wall indicators for %u types",
			    header->isstd_count, header->type_count);
	if (header->isut_count != 0 && header->isut_count != header->type_count)
		return fail(why, ERR_ZONE_DAMAGED, "%u UT/local indicators for %u types",
			    header->isut_count, header->type_count);
	return ERR_OK;
}

static enum err check_changes(const struct block *block, struct why *why)
{
	for (u32 i = 0; i < block->header.time_count; i++) {
		i64 at = block_time(block, i);
		if (at < -ZONE_TIME_MAX || at > ZONE_TIME_MAX)
			return fail(why, ERR_ZONE_DAMAGED,
				    "change %u lies beyond the bounds of time", i);
		if (i > 0 && at <= block_time(block, i - 1))
			return fail(why, ERR_ZONE_DAMAGED,
				    "change %u is not later than the one before", i);
		if (block->indexes[i] >= block->header.type_count)
			return fail(why, ERR_ZONE_DAMAGED, "change %u has type %u of %u", i,
				    block->indexes[i], block->header.type_count);
	}
	return ERR_OK;
}

/* Nothing rests on the indicators, but a wrong one means damage. */
static enum err check_indicators(const struct block *block, struct why *why)
{
	for (u32 i = 0; i < block->header.type_count; i++) {
		u8 isstd = i < block->header.isstd_count ? block->isstd[i] : 0;
		u8 isut = i < block->header.isut_count ? block->isut[i] : 0;
		if (isstd > 1 || isut > 1 || (isut && !isstd))
			return fail(why, ERR_ZONE_DAMAGED, "type %u has a wrong indicator", i);
	}
	return ERR_OK;
}

/* Adds a local time unless it is there already. */
static enum err add_type(struct zone_draft *draft, i32 offset, str name, u8 *out_type,
			 struct why *why)
{
	must(name.len <= ABBREVIATION_LEN_MAX);
	u32 name_at = draft->letters_len;
	for (u32 i = 0; i < draft->types_len; i++) {
		const struct zone_type *type = &draft->types[i];
		if (!str_eq(name, (str){ draft->letters + type->name_at, type->name_len }))
			continue;
		name_at = type->name_at;
		if (type->offset != offset) continue;
		*out_type = (u8)i;
		return ERR_OK;
	}
	if (draft->types_len == ZONE_TYPES_MAX)
		return fail(why, ERR_ZONE_DAMAGED, "more than %d local times", ZONE_TYPES_MAX);
	if (name_at == draft->letters_len) {
		memcpy(draft->letters + name_at, name.at, name.len);
		draft->letters_len += (u32)name.len;
	}
	*out_type = (u8)draft->types_len;
	draft->types[draft->types_len++] = (struct zone_type){ offset, (u16)name_at, (u8)name.len };
	return ERR_OK;
}

/* The text that starts at `at` among the letters and ends with a NUL there. */
static bool find_abbreviation(str letters, size_t at, str *out_name)
{
	str tail = str_from_offset(letters, at);
	str name = str_slice(tail, 0, str_find(tail, '\0'));
	if (name.len == tail.len || name.len == 0 || name.len > ABBREVIATION_LEN_MAX) return false;
	/* They are shown to people: nothing but what a name may have. */
	for (size_t i = 0; i < name.len; i++) {
		char c = ascii_lower(name.at[i]);
		bool fits = (c >= 'a' && c <= 'z') || ascii_is_digit(c) || c == '+' || c == '-';
		if (!fits) return false;
	}
	*out_name = name;
	return true;
}

static enum err add_file_types(struct zone_draft *draft, struct why *why)
{
	const struct block *block = &draft->block;
	for (u32 i = 0; i < block->header.type_count; i++) {
		const u8 *at = block->types + (size_t)i * TYPE_LEN;
		i32 offset = (i32)read_u32(at);
		str name;
		if (offset < ZONE_OFFSET_MIN || offset > ZONE_OFFSET_MAX)
			return fail(why, ERR_ZONE_DAMAGED, "type %u is %d s from UTC", i, offset);
		if (at[4] > 1)
			return fail(why, ERR_ZONE_DAMAGED, "type %u has a wrong daylight flag", i);
		if (!find_abbreviation(block->letters, at[5], &name))
			return fail(why, ERR_ZONE_DAMAGED, "type %u has no proper abbreviation", i);
		enum err err = add_type(draft, offset, name, &draft->type_of[i], why);
		if (err) return err;
	}
	return ERR_OK;
}

/* The block that counts, and the footer's text: empty in version 1. */
static enum err take_parts(str bytes, struct block *out_block, str *out_footer, struct why *why)
{
	str rest = bytes;
	struct zone_header header, second;
	enum err err = take_header(&rest, &header, why);
	if (!err) err = take_block(&rest, &header, 4, out_block, why);
	if (err) return err;
	if (header.version == 1) {
		if (rest.len)
			return fail(why, ERR_ZONE_DAMAGED, "%zu bytes after the end", rest.len);
		*out_footer = STR("");
		return ERR_OK;
	}
	err = take_header(&rest, &second, why);
	if (err) return err;
	if (second.version != header.version)
		return fail(why, ERR_ZONE_DAMAGED, "the two headers differ in version");
	err = take_block(&rest, &second, 8, out_block, why);
	if (err) return err;
	if (rest.len < 2 || rest.at[0] != '\n' || rest.at[rest.len - 1] != '\n')
		return fail(why, ERR_ZONE_DAMAGED, "the footer is not a line between two newlines");
	*out_footer = str_slice(rest, 1, rest.len - 1);
	return ERR_OK;
}

/* The type that holds after the file's change number `i - 1`; 0: before the first. */
static u8 type_after(const struct zone_draft *draft, u32 i)
{
	if (i > 0 && i == draft->block.header.time_count && draft->has_rule)
		return draft->last_type;
	return draft->type_of[i ? draft->block.indexes[i - 1] : 0];
}

/* Whether the file's change `i` changes more than a daylight flag. */
static bool is_real_change(const struct zone_draft *draft, u32 i)
{
	return type_after(draft, i + 1) != type_after(draft, i);
}

/* The footer holds from the last change in the file on, so it must know the local time that came
 * with it: else one of the two is damaged. */
static bool footer_fits(const struct zone_draft *draft)
{
	u32 count = draft->block.header.time_count;
	if (count == 0 || draft->footer.locals_len == 0) return true;
	u8 last = draft->type_of[draft->block.indexes[count - 1]];
	return last == draft->rule_types[0] ||
	       (draft->footer.locals_len == 2 && last == draft->rule_types[1]);
}

/* Walks back from the end as long as file and rule say the same. `change` is the rule's last one
 * at or before the file's last. */
static void drop_ruled_changes(struct zone_draft *draft, i32 change)
{
	const struct zone_rule *rule = &draft->footer.rule;
	i32 first = change + 1;
	for (u32 i = draft->kept; i-- > 0 && change >= RULE_CHANGE_MIN;) {
		if (is_real_change(draft, i)) {
			if (block_time(&draft->block, i) != rule_change_at(rule, change)) break;
			if (type_after(draft, i + 1) != draft->rule_types[change & 1]) break;
			first = change--;
		}
		draft->kept = i;
	}
	draft->rule_from = rule_change_at(rule, first);
}

/* Finds out from when on the rule holds.
 *
 * Where the file's last change and the rule name different halves of the year, the rule counts from
 * that change on: so says the RFC and so do other readers. There are such files: zic of 2022 wrote
 * America/Ojinaga with a last change to CST in a week that its footer counts as CDT. */
static void place_rule(struct zone_draft *draft)
{
	if (draft->kept == 0) {
		draft->rule_from = INT64_MIN;
		return;
	}
	i64 until;
	i64 last = block_time(&draft->block, draft->kept - 1);
	i32 change = rule_change_before(&draft->footer.rule, last, &until);
	if (change == RULE_CHANGE_MAX) {
		/* Past all years of the rule: the file says everything. */
		draft->has_rule = false;
		return;
	}
	if (change >= RULE_CHANGE_MIN) draft->last_type = draft->rule_types[change & 1];
	drop_ruled_changes(draft, change);
}

static enum err add_footer(struct zone_draft *draft, str text, struct why *why)
{
	enum err err = zone_footer_parse(text, &draft->footer, why);
	for (u32 i = 0; !err && i < draft->footer.locals_len; i++) {
		const struct zone_local *local = &draft->footer.locals[i];
		err = add_type(draft, local->offset, local->name, &draft->rule_types[i], why);
	}
	if (err) return err;
	if (!footer_fits(draft))
		return fail(why, ERR_ZONE_DAMAGED,
			    "the footer does not agree with the last change");
	u32 count = draft->block.header.time_count;
	draft->kept = count;
	draft->rule_from = INT64_MAX;
	draft->has_rule = draft->footer.locals_len == 2;
	draft->last_type = draft->type_of[count ? draft->block.indexes[count - 1] : 0];
	if (draft->has_rule) place_rule(draft);
	return ERR_OK;
}

static u32 count_kept_changes(const struct zone_draft *draft)
{
	u32 len = 0;
	for (u32 i = 0; i < draft->kept; i++) len += is_real_change(draft, i);
	return len;
}

static void fill_buckets(struct zone *zone)
{
	u16 n = 0;
	for (u32 slot = 0; slot <= BUCKET_COUNT; slot++) {
		i64 end = BUCKET_FROM + ((i64)slot << BUCKET_SHIFT);
		while (n < zone->len && zone->times[n] < end) n++;
		zone->bucket[slot] = n;
	}
}

static void fill_offset_bounds(struct zone *zone, u32 types_len)
{
	zone->offset_min = zone->offset_max = zone->types[0].offset;
	for (u32 i = 1; i < types_len; i++) {
		i32 offset = zone->types[i].offset;
		if (offset < zone->offset_min) zone->offset_min = offset;
		if (offset > zone->offset_max) zone->offset_max = offset;
	}
}

static void fill_changes(const struct zone_draft *draft, i64 *times, u8 *types)
{
	u32 n = 0;
	for (u32 i = 0; i < draft->kept; i++) {
		if (!is_real_change(draft, i)) continue;
		times[n] = block_time(&draft->block, i);
		types[n++] = type_after(draft, i + 1);
	}
}

/* The type that holds before the zone's first change. Without any, the footer has the word if it
 * speaks. */
static u8 first_type(const struct zone_draft *draft)
{
	bool footer_alone = draft->block.header.time_count == 0 && draft->footer.locals_len == 1;
	return footer_alone ? draft->rule_types[0] : draft->type_of[0];
}

/* The parts stand behind one another in order of their alignment. */
static enum err build_zone(const struct zone_draft *draft, str name, struct zone **out_zone,
			   struct why *why)
{
	u32 len = count_kept_changes(draft);
	must(len <= UINT16_MAX);
	size_t times_at = sizeof(struct zone);
	size_t types_at = times_at + len * sizeof(i64);
	size_t change_types_at = types_at + draft->types_len * sizeof(struct zone_type);
	size_t letters_at = change_types_at + len;
	size_t name_at = letters_at + draft->letters_len;
	size_t bytes = name_at + name.len;
	char *memory = mem_alloc(bytes);
	if (!memory) return fail(why, ERR_MEMORY, "no memory for a time zone");
	fill_changes(draft, (i64 *)(void *)(memory + times_at), (u8 *)memory + change_types_at);
	memcpy(memory + types_at, draft->types, draft->types_len * sizeof(struct zone_type));
	memcpy(memory + letters_at, draft->letters, draft->letters_len);
	memcpy(memory + name_at, name.at, name.len);
	struct zone *zone = (struct zone *)(void *)memory;
	*zone = (struct zone){
		.rule = draft->footer.rule,
		.rule_from = draft->rule_from,
		.times = (const i64 *)(const void *)(memory + times_at),
		.change_types = (const u8 *)memory + change_types_at,
		.types = (const struct zone_type *)(const void *)(memory + types_at),
		.letters = memory + letters_at,
		.name = { memory + name_at, name.len },
		.bytes = (u32)bytes,
		.len = (u16)len,
		.first_type = first_type(draft),
		.has_rule = draft->has_rule,
		.rule_types = { draft->rule_types[0], draft->rule_types[1] },
	};
	fill_buckets(zone);
	fill_offset_bounds(zone, draft->types_len);
	*out_zone = zone;
	return ERR_OK;
}

static enum err read_draft(str bytes, struct zone_draft *draft, struct why *why)
{
	str footer;
	enum err err = take_parts(bytes, &draft->block, &footer, why);
	if (!err) err = check_counts(&draft->block.header, why);
	if (!err) err = check_changes(&draft->block, why);
	if (!err) err = check_indicators(&draft->block, why);
	if (!err) err = add_file_types(draft, why);
	if (!err) err = add_footer(draft, footer, why);
	return err;
}

enum err zone_new(str name, str bytes, struct zone **out_zone, struct why *why)
{
	struct zone_draft draft = { 0 };
	struct why reason;
	enum err err = zone_check_name(name, why);
	if (err) return err;
	if (bytes.len > ZONE_FILE_MAX)
		return fail(why, ERR_ZONE_DAMAGED,
			    "time zone data has %zu bytes; at most %d are "
			    "allowed",
			    bytes.len, ZONE_FILE_MAX);
	err = read_draft(bytes, &draft, &reason);
	if (err)
		return fail(why, err, "the data of time zone %.*s is damaged: %s",
			    STR_ARG(str_slice(name, 0, NAME_QUOTED_MAX)), reason.text);
	return build_zone(&draft, name, out_zone, why);
}
