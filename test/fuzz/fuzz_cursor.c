/* Cursors of lists from any bytes. Properties: what nobody printed is refused, however near it is
 * to one that was; what was printed names its place again, for its own list alone; what is
 * accepted, printed again, is the same text. */
#include "api/cursor.h"

#include "fuzz_common.h"

#include <strings.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct cursor_key key = { { 7, 1, 8, 2, 8, 1, 8, 2, 8 } };
static const struct cursor_key other_key = { { 3, 1, 4, 1, 5, 9, 2, 6, 5 } };

static bool is_same_text(str a, str b)
{
	return a.len == b.len && (a.len == 0 || strncasecmp(a.at, b.at, a.len) == 0);
}

/* Any bytes as a cursor: only what we would print ourselves may pass. */
static void check_any(str about, str text)
{
	struct arena arena;
	struct buf again;
	str place;
	arena_init(&arena, 1 << 16);
	buf_init(&again, 1 << 16);
	if (cursor_parse(&key, about, text, &arena, &place)) {
		cursor_print(&key, about, place, &again);
		if (!is_same_text(buf_view(&again), text))
			fuzz_stop("%.*s is taken, and printed as %.*s", STR_ARG(text),
				  STR_ARG(buf_view(&again)));
	}
	buf_done(&again);
	arena_done(&arena);
}

static bool is_taken(const struct cursor_key *by, str about, str text, str *out_place,
		     struct arena *arena)
{
	str copy = fuzz_copy(text.at, text.len);
	bool taken = cursor_parse(by, about, copy, arena, out_place);
	fuzz_free(copy);
	return taken;
}

static void check_printed(str about, str place, struct choices *choices)
{
	struct arena arena;
	struct buf text;
	str found;
	arena_init(&arena, 1 << 16);
	buf_init(&text, 1 << 16);
	cursor_print(&key, about, place, &text);
	str printed = buf_view(&text);
	if (!is_taken(&key, about, printed, &found, &arena) || !str_eq(found, place))
		fuzz_stop("a cursor of ours does not name its place: %.*s", STR_ARG(printed));
	if (is_taken(&other_key, about, printed, &found, &arena))
		fuzz_stop("a cursor of another key is taken");
	if (is_taken(&key, STR("another list"), printed, &found, &arena) &&
	    !str_eq(about, STR("another list")))
		fuzz_stop("a cursor of another list is taken");
	if (is_taken(&key, about, str_slice(printed, 0, printed.len - 1), &found, &arena))
		fuzz_stop("a cursor that was cut is taken");
	char *at = text.at + choose(choices, (int)printed.len);
	char before = *at;
	*at = (char)choose(choices, 256);
	bool is_other = strncasecmp(at, &before, 1) != 0;
	if (is_other && is_taken(&key, about, printed, &found, &arena))
		fuzz_stop("a cursor with another letter is taken: %.*s", STR_ARG(printed));
	buf_done(&text);
	arena_done(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct choices choices = { data, size };
	size_t most = choices.len / 2 < 64 ? choices.len / 2 : 64;
	size_t about_len = most ? (size_t)choose(&choices, (int)most) : 0;
	if (about_len > choices.len) about_len = choices.len;
	str about = fuzz_copy(choices.at, about_len);
	choices.at += about_len;
	choices.len -= about_len;
	str rest = fuzz_copy(choices.at, choices.len);
	check_any(about, rest);
	size_t place = rest.len < CURSOR_PLACE_BYTES ? rest.len : CURSOR_PLACE_BYTES;
	check_printed(about, str_slice(rest, 0, place), &choices);
	fuzz_free(about);
	fuzz_free(rest);
	return 0;
}
