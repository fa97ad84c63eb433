/* TZif from any bytes. Properties: damaged data is refused with a reason, never trusted; in what is
 * accepted the changes are in order, walking them forward and back meets the same ones, offsets
 * agree with them and with a second reader (naive_zone.h), and walls and instants map to each other
 * as zone.h promises. */
/* The model and these checks are not what is searched: count coverage in the product only. */
#pragma clang attribute push(__attribute__((no_sanitize("coverage", "address", "undefined"))), \
			     apply_to = function)

#include "../zones/naive_zone.h"
#include "calendar/zone.h"
#include "fuzz_common.h"

enum { CHANGES_WALKED = 60, ZONE_BYTES_MAX = 400000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Every wall means something, and zone_read_wall's promises hold for it. */
static void check_wall(const struct zone *zone, int64_t at)
{
	struct zone_reading reading;
	zone_read_wall(zone, at, &reading);
	bool first = zone_wall_at(zone, reading.utc) == at;
	bool second = zone_wall_at(zone, reading.utc_second) == at;
	const struct zone_change *change = &reading.change;
	switch (reading.fit) {
	case ZONE_ONCE:
		if (!first || reading.utc != reading.utc_second)
			fuzz_stop("ONCE at %lld", (long long)at);
		break;
	case ZONE_TWICE:
		if (!first || !second || reading.utc >= reading.utc_second)
			fuzz_stop("TWICE at %lld", (long long)at);
		break;
	case ZONE_GAP:
		if (first || second || change->offset_after <= change->offset_before)
			fuzz_stop("GAP at %lld", (long long)at);
		if (reading.utc != at - change->offset_before ||
		    reading.utc_second != at - change->offset_after)
			fuzz_stop("GAP at %lld has other offsets", (long long)at);
		break;
	}
}

static void check_instant(const struct zone *zone, int64_t utc)
{
	struct zone_reading reading;
	int64_t at = zone_wall_at(zone, utc);
	zone_read_wall(zone, at, &reading);
	if (reading.fit == ZONE_GAP) fuzz_stop("%lld is shown but read as a gap", (long long)utc);
	if (reading.utc > utc) fuzz_stop("%lld is read as a later instant", (long long)utc);
	if (reading.fit == ZONE_ONCE && reading.utc != utc)
		fuzz_stop("%lld is read as another instant", (long long)utc);
	if (zone_abbreviation_at(zone, utc).len == 0) fuzz_stop("no abbreviation");
	check_wall(zone, at);
}

static void check_change(const struct zone *zone, const struct zone_change *change, int64_t before)
{
	struct zone_change back;
	if (change->at <= before) fuzz_stop("a change that is not later");
	if (change->offset_before == change->offset_after) fuzz_stop("a change of nothing");
	if (zone_offset_at(zone, change->at) != change->offset_after) fuzz_stop("offset after");
	if (zone_offset_at(zone, change->at - 1) != change->offset_before)
		fuzz_stop("offset before");
	if (!zone_last_change(zone, change->at, &back) || back.at != change->at)
		fuzz_stop("not found backwards");
	if (zone_last_change(zone, change->at - 1, &back) && back.at > before &&
	    before > -3000000000)
		fuzz_stop("a change backwards that was not met forwards");
	check_instant(zone, change->at - 1);
	check_instant(zone, change->at);
	check_wall(zone, change->at + change->offset_before);
	check_wall(zone, change->at + change->offset_after - 1);
}

static int64_t walk_changes(const struct zone *zone, int64_t from)
{
	struct zone_change change;
	int64_t at = from;
	for (int i = 0; i < CHANGES_WALKED && zone_next_change(zone, at, &change); i++) {
		check_change(zone, &change, i == 0 ? from : at);
		at = change.at;
	}
	return at;
}

/* Offsets at the file's own changes and around them, against the other reader. */
static void check_model(const struct zone *zone, str bytes)
{
	static struct naive_zone model;
	if (!naive_zone_read(&model, bytes.at, bytes.len) || !naive_footer_agrees(&model)) return;
	for (int i = 0; i < model.changes_len; i++) {
		for (int64_t off = -1; off <= 1; off++) {
			int64_t utc = model.at[i] + off * (i % 3 == 0 ? 1 : 86400);
			if (utc < -60000000000 || utc > 250000000000) continue;
			if (zone_offset_at(zone, utc) != naive_offset_at(&model, utc))
				fuzz_stop("at %lld: %d, the other reader says %d", (long long)utc,
					  zone_offset_at(zone, utc), naive_offset_at(&model, utc));
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct zone *zone = NULL;
	struct why why = { 0 };
	str bytes = fuzz_copy(data, size);
	enum err err = zone_new(STR("Fuzz/Zone"), bytes, &zone, &why);
	if (err) {
		if (zone) fuzz_stop("an error and a zone");
		if (!why.text[0]) fuzz_stop("refused without a reason");
	} else {
		if (!str_eq(zone_name(zone), STR("Fuzz/Zone"))) fuzz_stop("another name");
		if (zone_memory_bytes(zone) > ZONE_BYTES_MAX) fuzz_stop("a giant zone");
		walk_changes(zone, -4000000000);
		walk_changes(zone, 946684800);
		walk_changes(zone, 2145916800);
		walk_changes(zone, 200000000000);
		for (int64_t utc = -62000000000; utc < 253000000000; utc += 1234567891) {
			check_instant(zone, utc);
			check_wall(zone, utc);
		}
		check_model(zone, bytes);
		zone_free(zone);
	}
	fuzz_free(bytes);
	return 0;
}

#pragma clang attribute pop
