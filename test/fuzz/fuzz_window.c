/* Windows of the day and week from any bytes: four bytes choose an instant, one a zone, the rest is
 * the windows' text. Properties: an error says why and where; parse, print, parse is stable; being
 * inside is what a plain look at the wall clock says, minute by minute; ends and beginnings are the
 * first instants outside and inside, also across clock changes. */
/* The model and these checks are not what is searched: count coverage in the product only. */
#pragma clang attribute push(__attribute__((no_sanitize("coverage", "address", "undefined"))), \
			     apply_to = function)

#include "../zones/naive_zone.h"
#include "../zones/zone_files.h"
#include "calendar/window.h"
#include "fuzz_common.h"

enum { MINUTES_WALKED = 3 * 1440 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static const char *const zone_choice[] = {
	"UTC",
	"Europe/London",
	"Europe/Dublin",
	"America/New_York",
	"Africa/Cairo",
	"Australia/Lord_Howe",
	"Antarctica/Troll",
	"Pacific/Apia",
	"Asia/Kathmandu",
	"Africa/Casablanca",
	"America/St_Johns",
	"Pacific/Chatham",
};

static struct zone *zones[countof(zone_choice)];
static struct naive_zone models[countof(zone_choice)];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	for (size_t i = 0; i < countof(zone_choice); i++) {
		str bytes, name = str_from(zone_choice[i]);
		if (!zone_file_read(name, &bytes)) fuzz_stop("no zone %s", zone_choice[i]);
		if (!naive_zone_read(&models[i], bytes.at, bytes.len)) fuzz_stop("bad %s", name.at);
		if (zone_new(name, bytes, &zones[i], NULL) != ERR_OK) fuzz_stop("bad %s", name.at);
		zone_file_free(bytes);
	}
	return 0;
}

/* Inside when some window that began on this day or the day before covers this minute. */
static bool plain_inside(const struct windows *windows, const struct naive_zone *zone, int64_t utc)
{
	int64_t face = utc + naive_offset_at(zone, utc);
	int64_t day = naive_floor_div(face, 86400);
	int second = (int)naive_floor_mod(face, 86400);
	for (u32 i = 0; i < windows->len; i++) {
		const struct window *window = &windows->at[i];
		int from = window->from_minute * 60, to = from + window->minutes * 60;
		bool today = window->weekdays >> naive_weekday(day) & 1;
		bool yesterday = window->weekdays >> naive_weekday(day - 1) & 1;
		if (today && second >= from && second < to) return true;
		if (yesterday && second + 86400 >= from && second + 86400 < to) return true;
	}
	return false;
}

static void check_print(const struct windows *windows, str text)
{
	struct buf first, second;
	struct windows again;
	struct why why;
	buf_init(&first, 8000);
	buf_init(&second, 8000);
	windows_print(windows, &first);
	if (windows_parse(buf_view(&first), &again, &why) != ERR_OK)
		fuzz_stop("%.*s prints as %.*s: %s", STR_ARG(text), STR_ARG(buf_view(&first)),
			  why.text);
	windows_print(&again, &second);
	if (again.len != windows->len || !str_eq(buf_view(&first), buf_view(&second)))
		fuzz_stop("%.*s prints as %.*s", STR_ARG(text), STR_ARG(buf_view(&first)));
	for (u32 i = 0; i < again.len; i++) {
		const struct window *a = &again.at[i], *b = &windows->at[i];
		if (a->from_minute != b->from_minute || a->minutes != b->minutes ||
		    a->weekdays != b->weekdays)
			fuzz_stop("%.*s prints as another window", STR_ARG(text));
	}
	buf_done(&first);
	buf_done(&second);
}

/* The first minute from `utc` on, within the walk, that is inside (or outside). */
static bool plain_first(const struct windows *windows, const struct naive_zone *zone, int64_t utc,
			bool inside, int64_t *out_at)
{
	int64_t minute = naive_floor_div(utc, 60) * 60;
	for (int i = 0; i < MINUTES_WALKED; i++, minute += 60) {
		if (plain_inside(windows, zone, minute) != inside) continue;
		*out_at = minute < utc ? utc : minute;
		return true;
	}
	return false;
}

typedef bool window_search(const struct windows *windows, const struct zone *zone, msec at,
			   msec *out_at);

static void check_search(const struct windows *windows, int zone, int64_t utc, bool inside)
{
	window_search *search = inside ? windows_begin_after : windows_end_after;
	int64_t expected = 0;
	msec got = 0;
	bool expects = plain_first(windows, &models[zone], utc, inside, &expected);
	bool has = search(windows, zones[zone], utc * 1000, &got);
	bool same = expects ? has && got == expected * 1000
			    : !has || got > (utc + (MINUTES_WALKED - 1) * 60) * 1000;
	if (!same)
		fuzz_stop("%s from %sZ in %s: expected %s, got %s", inside ? "inside" : "outside",
			  show_wall(utc), zone_choice[zone],
			  expects ? show_wall(expected) : "nothing",
			  has ? show_wall(got / 1000) : "nothing");
}

static void check_windows(const struct windows *windows, int zone, int64_t utc)
{
	if (windows->len == 0 || windows->len > WINDOWS_MAX) fuzz_stop("%u windows", windows->len);
	for (int i = 0; i < 40; i++) {
		int64_t at = utc + i * 1117;
		bool inside = windows_contain(windows, zones[zone], at * 1000);
		if (inside != plain_inside(windows, &models[zone], at))
			fuzz_stop("%sZ in %s: %s", show_wall(at), zone_choice[zone],
				  inside ? "inside" : "outside");
	}
	check_search(windows, zone, utc, true);
	check_search(windows, zone, utc, false);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct choices choices = { data, size };
	struct windows windows;
	struct why why = { 0 };
	/* 1975 to 2095: whole minutes on every clock here. */
	int64_t utc = 157766400 + (int64_t)(choose_bits(&choices, 4) % 3800000000);
	int zone = choose(&choices, (int)countof(zone_choice));
	struct zone_change change;
	if (utc % 3 && zone_next_change(zones[zone], utc, &change))
		utc = change.at - 90000 + utc % 99000;
	str text = fuzz_copy(choices.at, choices.len);
	enum err err = windows_parse(text, &windows, &why);
	if (err) {
		fuzz_check_why(text, err, &why);
	} else {
		check_print(&windows, text);
		check_windows(&windows, zone, utc);
	}
	fuzz_free(text);
	return 0;
}

#pragma clang attribute pop
