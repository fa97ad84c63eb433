/* Looks things up in a zone. Everything rests on span_at: the stretch of time around an instant in
 * which nothing changes. */
#include "calendar/zone.h"

#include "base/memory.h"
#include "base/must.h"
#include "calendar/zone_parts.h"

/* [from, until) with one local time; INT64_MIN and INT64_MAX where it has no end. */
struct span {
	i64 from;
	i64 until;
	const struct zone_type *type;
};

static const struct zone_type utc_type = { .offset = 0, .name_at = 0, .name_len = 3 };

static const struct zone utc_zone = {
	.rule_from = INT64_MAX,
	.types = &utc_type,
	.letters = "UTC",
	.name = { "UTC", 3 },
	.bytes = sizeof(struct zone),
};

const struct zone *zone_utc(void)
{
	return &utc_zone;
}

void zone_free(struct zone *zone)
{
	if (zone != &utc_zone) mem_free(zone);
}

str zone_name(const struct zone *zone)
{
	return zone->name;
}

size_t zone_memory_bytes(const struct zone *zone)
{
	return zone->bytes;
}

/* How many changes of the table lie at or before utc. */
static inline u32 changes_until(const struct zone *zone, i64 utc)
{
	u64 slot = ((u64)utc - (u64)BUCKET_FROM) >> BUCKET_SHIFT;
	u32 low = 0, high = zone->len;
	if (slot < BUCKET_COUNT) {
		low = zone->bucket[slot];
		high = zone->bucket[slot + 1];
	}
	while (low < high) {
		u32 middle = (low + high) / 2;
		if (zone->times[middle] <= utc) low = middle + 1;
		else high = middle;
	}
	return low;
}

static inline bool is_ruled(const struct zone *zone, i64 utc)
{
	return utc >= zone->rule_from && zone->has_rule;
}

static inline const struct zone_type *table_type(const struct zone *zone, u32 changes)
{
	return &zone->types[changes ? zone->change_types[changes - 1] : zone->first_type];
}

static inline const struct zone_type *rule_type(const struct zone *zone, i32 change)
{
	return &zone->types[zone->rule_types[change & 1]];
}

/* The local time at utc and the instant when it ends. The half of a span that costs little. */
static inline const struct zone_type *type_until(const struct zone *zone, i64 utc, i64 *out_until)
{
	if (is_ruled(zone, utc))
		return rule_type(zone, rule_change_before(&zone->rule, utc, out_until));
	u32 changes = changes_until(zone, utc);
	*out_until = changes < zone->len ? zone->times[changes] : zone->rule_from;
	return table_type(zone, changes);
}

static const struct zone_type *type_at(const struct zone *zone, i64 utc)
{
	i64 until;
	return type_until(zone, utc, &until);
}

static struct span span_at(const struct zone *zone, i64 utc)
{
	struct span span;
	if (is_ruled(zone, utc)) {
		i32 change = rule_change_before(&zone->rule, utc, &span.until);
		bool first = change < RULE_CHANGE_MIN;
		span.from = first ? INT64_MIN : rule_change_at(&zone->rule, change);
		span.type = rule_type(zone, change);
		return span;
	}
	u32 changes = changes_until(zone, utc);
	span.from = changes ? zone->times[changes - 1] : INT64_MIN;
	span.until = changes < zone->len ? zone->times[changes] : zone->rule_from;
	span.type = table_type(zone, changes);
	return span;
}

i32 zone_offset_at(const struct zone *zone, i64 utc)
{
	return type_at(zone, utc)->offset;
}

str zone_abbreviation_at(const struct zone *zone, i64 utc)
{
	const struct zone_type *type = type_at(zone, utc);
	return (str){ zone->letters + type->name_at, type->name_len };
}

static struct zone_change change_between(struct span before, struct span after)
{
	must(before.until == after.from);
	return (struct zone_change){ after.from, before.type->offset, after.type->offset };
}

/* Steps over spans that differ in name alone. Both loops end: the table and the rule's years are
 * bounded, and so is their number. */
bool zone_next_change(const struct zone *zone, i64 utc, struct zone_change *out_change)
{
	i64 at;
	const struct zone_type *before = type_until(zone, utc, &at);
	while (at != INT64_MAX) {
		i64 until;
		const struct zone_type *after = type_until(zone, at, &until);
		if (after->offset != before->offset) {
			*out_change = (struct zone_change){ at, before->offset, after->offset };
			return true;
		}
		at = until;
	}
	return false;
}

bool zone_last_change(const struct zone *zone, i64 utc, struct zone_change *out_change)
{
	struct span span = span_at(zone, utc);
	while (span.from != INT64_MIN) {
		struct span before = span_at(zone, span.from - 1);
		if (before.type->offset != span.type->offset) {
			*out_change = change_between(before, span);
			return true;
		}
		span = before;
	}
	return false;
}

static bool is_in_gap(const struct zone_change *change, wall at)
{
	return at >= change->at + change->offset_before && at < change->at + change->offset_after;
}

static bool is_in_overlap(const struct zone_change *change, wall at)
{
	return at >= change->at + change->offset_after && at < change->at + change->offset_before;
}

/* The careful reading, where a change is near: walks the spans in which `at` could lie and tries
 * each. As the wall goes from below `at` to above it over these spans, a wall that no span has was
 * jumped over by a gap, and between two that have it there is an overlap. */
static void read_near_changes(const struct zone *zone, struct span span, wall at,
			      struct zone_reading *out_reading)
{
	i64 found[2];
	u32 found_len = 0;
	bool has_gap = false, has_overlap = false;
	struct zone_change gap = { 0 }, overlap = { 0 };
	for (;;) {
		i64 utc = at - span.type->offset;
		if (utc >= span.from && utc < span.until) found[found_len++] = utc;
		if (found_len == 2 || span.until > at - zone->offset_min) break;
		struct span next = span_at(zone, span.until);
		struct zone_change change = change_between(span, next);
		if (!has_gap && is_in_gap(&change, at)) gap = change, has_gap = true;
		if (found_len == 1 && !has_overlap && is_in_overlap(&change, at))
			overlap = change, has_overlap = true;
		span = next;
	}
	if (found_len == 1) {
		*out_reading = (struct zone_reading){ ZONE_ONCE, found[0], found[0], { 0 } };
		return;
	}
	if (found_len == 2) {
		must(has_overlap);
		*out_reading = (struct zone_reading){ ZONE_TWICE, found[0], found[1], overlap };
		return;
	}
	must(has_gap);
	*out_reading = (struct zone_reading){ ZONE_GAP, at - gap.offset_before,
					      at - gap.offset_after, gap };
}

void zone_read_wall(const struct zone *zone, wall at, struct zone_reading *out_reading)
{
	if (at > ZONE_TIME_MAX) at = ZONE_TIME_MAX;
	if (at < -ZONE_TIME_MAX) at = -ZONE_TIME_MAX;
	/* At every offset the instant lies in [at - offset_max, at - offset_min]. */
	i64 from = at - zone->offset_max, until;
	const struct zone_type *type = type_until(zone, from, &until);
	if (until <= at - zone->offset_min) {
		read_near_changes(zone, span_at(zone, from), at, out_reading);
		return;
	}
	i64 utc = at - type->offset;
	*out_reading = (struct zone_reading){ ZONE_ONCE, utc, utc, { 0 } };
}
