#include "model/preview.h"

#include "base/buf.h"
#include "base/must.h"
#include "model/timetable.h"

enum { WORDS_BYTES = 16384 }; /* a rule of 4,000 bytes in words */

static void add_span(struct buf *out, i32 seconds)
{
	if (seconds < 0) seconds = -seconds;
	if (seconds % 3600 == 0) buf_addf(out, "%d h", seconds / 3600);
	else buf_addf(out, "%d min", seconds / 60);
}

static void add_note(struct buf *out, const struct occurrence *occurrence)
{
	switch (occurrence->note) {
	case NOTE_NONE: return;
	case NOTE_GAP_SHIFTED:
		buf_add(out, STR("clocks go forward and skip this time: it runs "));
		add_span(out, occurrence->shift_seconds);
		buf_add(out, STR(" later on the clock"));
		return;
	case NOTE_GAP_NEXT:
		buf_add(out, STR("clocks go forward and skip this time: it runs right after the "
				 "change"));
		return;
	case NOTE_OVERLAP_FIRST:
		buf_add(out,
			STR("clocks go back and this time happens twice: it runs the first time"));
		return;
	case NOTE_OVERLAP_SECOND:
		buf_add(out,
			STR("clocks go back and this time happens twice: it runs the second time"));
		return;
	}
}

static void fill_item(struct arena *arena, const struct occurrence *occurrence,
		      struct preview_item *item)
{
	struct buf text;
	buf_init(&text, 256);
	item->at = occurrence->at;
	wall_print(occurrence->shown, &text);
	item->local = str_copy(arena, buf_view(&text));
	buf_clear(&text);
	add_note(&text, occurrence);
	item->note = str_copy(arena, buf_view(&text));
	buf_done(&text);
}

static enum err walk(const struct timetable *timetable, const struct job_row *row, msec after,
		     u32 count, struct arena *arena, struct preview *preview)
{
	preview->items = arena_alloc_array(arena, count, sizeof *preview->items);
	if (!preview->items) return ERR_MEMORY;
	for (preview->len = 0; preview->len < count; preview->len++) {
		struct occurrence occurrence;
		if (!timetable_next_noted(timetable, after, &occurrence)) break;
		must(occurrence.at > after);
		after = occurrence.at;
		struct preview_item *item = &preview->items[preview->len];
		fill_item(arena, &occurrence, item);
		item->run_at = timetable_run_at(timetable, &row->id, row->jitter_ms, item->at);
	}
	return arena_failed(arena) ? ERR_MEMORY : ERR_OK;
}

static str words_of(const struct timetable *timetable, struct arena *arena)
{
	struct buf text;
	buf_init(&text, WORDS_BYTES);
	timetable_words(timetable, &text);
	str words = buf_failed(&text) ? (str){ 0 } : str_copy(arena, buf_view(&text));
	buf_done(&text);
	return words;
}

enum err preview_make(const struct job_row *row, const struct books_sources *sources, msec after,
		      u32 count, struct arena *arena, struct preview *out_preview, struct why *why)
{
	struct books books;
	struct timetable *timetable = NULL;
	must(count <= PREVIEW_COUNT_MAX);
	*out_preview = (struct preview){ 0 };
	if (row->kind == JOB_MANUAL) return ERR_OK;
	books_init(&books, sources);
	struct timetable_sources inner = books_timetable_sources(&books);
	enum err err = timetable_new(row, &inner, &timetable, why);
	if (books.err) err = fail(why, books.err, "exclude: %s", books.why.text);
	if (!err) err = walk(timetable, row, after, count, arena, out_preview);
	if (!err) out_preview->words = words_of(timetable, arena);
	timetable_free(timetable);
	books_done(&books);
	return err;
}
