/* Inside the words modules only: lists, ordinals, names, and the times of a day. */
#ifndef BELFRY_CALENDAR_WORDS_PARTS_H
#define BELFRY_CALENDAR_WORDS_PARTS_H

#include "base/buf.h"
#include "calendar/times.h"

/* A list that is joined at the end: "a, b and c". What was written to `text` since the last
 * pieces_close is one piece. */
enum { PIECES_MAX = 800, PIECES_TEXT_MAX = 64 * 1024 };
struct pieces {
	struct buf text;
	u32 ends[PIECES_MAX];
	u32 len;
};

void pieces_init(struct pieces *pieces);
void pieces_done(struct pieces *pieces);
void pieces_close(struct pieces *pieces);
/* `last` stands before the last piece: "and", "or". */
void pieces_join(const struct pieces *pieces, const char *last, struct buf *out);

enum number_style {
	NUMBER_PLAIN,   /* 5 */
	NUMBER_PADDED,  /* 05 */
	NUMBER_ORDINAL, /* 5th */
	NUMBER_MONTH,   /* May */
	NUMBER_WEEKDAY, /* Friday; 0 and 7 are Sunday */
};

/* A piece for each member of `set`; three or more in a row are one piece, "5 to 9". */
void pieces_add_set(struct pieces *pieces, u64 set, enum number_style style);
/* The same for sets of more than 64 numbers; bit n of word w is 64 w + n. */
void pieces_add_words(struct pieces *pieces, const u64 *words, u32 words_len,
		      enum number_style style);

/* "5, 7 to 9 and 12". */
void words_set(u64 set, enum number_style style, const char *last, struct buf *out);

void words_number(u32 number, enum number_style style, struct buf *out);
void words_nth(u32 n, struct buf *out);      /* first, second ... tenth, 11th */
void words_nth_last(u32 n, struct buf *out); /* last, second to last ... 11th to last */
/* "every", "every second", "every third". */
void words_every_nth(u32 n, struct buf *out);
void words_clock(u32 hour, u32 minute, u32 second, bool with_seconds, struct buf *out);

/* How the members of a set lie, for saying "every 10 minutes" instead of a list. */
enum set_shape {
	SHAPE_ONE,
	SHAPE_ALL,
	SHAPE_BEAT,  /* 0, n, 2n ... through the whole cycle, which n divides */
	SHAPE_RUN,   /* three or more in a row */
	SHAPE_STEPS, /* evenly apart, too many for a list */
	SHAPE_LIST,
};
struct words_shape {
	enum set_shape shape;
	u32 first;
	u32 last;
	u32 step;
	u32 count;
};
/* A set of 0 to size - 1 that is not empty. */
struct words_shape shape_of(u64 set, u32 size);

enum { HOURS_ALL = 0xffffff };
#define SIXTY_ALL (((u64)1 << 60) - 1)

enum times_form {
	TIMES_LISTED, /* at 09:00 and 17:00 */
	TIMES_SPOKEN, /* every 15 minutes between 09:00 and 17:59 */
	TIMES_ALWAYS, /* every 15 minutes: nothing is said about the hours of the day */
};
/* None of the three sets is empty. */
enum times_form words_times(const struct times *times, struct buf *out);

/* The parts of it, for rules that step over hours or minutes. */
void words_hours(u32 hours, bool with_seconds, struct buf *out); /* between 09:00 and 17:59 */
void words_minutes_of_hour(u64 minutes, u64 seconds, struct buf *out);
void words_seconds_of_minute(u64 seconds, struct buf *out);

/* Weekdays as bits, bit 0 is Sunday: "every Monday", "on Monday and Friday", "Monday to Friday". */
void words_weekdays(u32 weekdays, struct buf *out);
void words_weekdays_in_months(u32 weekdays, u32 months, struct buf *out);
/* Monday first and Sunday (bit 7) last, as people list them. */
u64 weekdays_from_monday(u32 weekdays);

/* Months as bits, bit 1 is January; nothing for all of them: " in May", " from June to August". */
void words_in_months(u32 months, struct buf *out);
/* " of every month", " of May every year", " of every month from June to August"; `yearly` false
 * leaves "every year" out. `days` (bit n: day n; 0: nothing to say) are the days of the month in
 * question: where a single date is one that months lack, the words say so. */
void words_of_months(u32 months, u32 days, bool yearly, struct buf *out);
enum { MONTHS_ALL = 0x1ffe, WEEKDAYS_ALL = 0x7f };

/* Puts times and days together; no `days` means every day. */
void words_join_days(enum times_form form, str days, struct buf *out);

/* Days of the month (bit n: day n) as pieces of "on the 1st, the 5th to the 10th and the last day".
 * `bare`: only the first piece gets its "the". */
void pieces_add_days(struct pieces *pieces, u32 days, bool bare);

/* "in minutes 0 to 29", "in every fifth minute from minute 0 to 55". */
void words_in_units(u64 set, const char *unit, struct buf *out);

#endif
