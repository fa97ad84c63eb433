/* Statistics: what the journal tells, added up by the minute and by the hour. They are a view of
 * the journal and nothing beside it: the same entries give the same rows, so a row that is written
 * together with the turn it reaches counts nothing twice and loses nothing.
 *
 * Rows are bounded: in one minute (or hour) at most 200 tenants, 200 types, and so many rows of a
 * kind as stats.def says. What is past a bound counts under number 0: other types of a tenant, or
 * other tenants together. */
#ifndef BELFRY_MODEL_STATS_H
#define BELFRY_MODEL_STATS_H

#include "base/buf.h"
#include "base/err.h"
#include "model/journal.h"
#include "model/spans.h"
#include "model/stats.def"

enum stats_kind {
#define X(id, most, sentence) STATS_OF_##id,
	STATS_KINDS(X)
#undef X
		STATS_KIND_COUNT
};

enum stats_count {
#define X(id, word, kind, sentence) STATS_##id,
	STATS_COUNTS(X)
#undef X
		STATS_COUNT
};

str stats_word(enum stats_count count);
enum stats_kind stats_kind_of(enum stats_count count);

enum { STATS_TENANTS_MAX = 200, STATS_TYPES_MAX = 200, STATS_HOUR = 60 /* minutes */ };

/* All numbers of a row stand in one line: the counts, then each histogram as the sum of its spans
 * and its buckets. */
enum {
	STATS_HISTOGRAM_CELLS = 1 + SPAN_BOUNDS + 1,
	STATS_DELAY = STATS_COUNT, /* from when a run was due until a worker had it */
	STATS_DURATION = STATS_DELAY + STATS_HISTOGRAM_CELLS, /* of attempts, lease to end */
	STATS_CELLS = STATS_DURATION + STATS_HISTOGRAM_CELLS,
};

struct stats_key {
	u32 span; /* minutes: 1, or STATS_HOUR */
	i64 at;   /* minutes since 1970 */
	enum stats_kind kind;
	u32 tenant; /* 0: other tenants */
	u32 number; /* of the type, or the due minute and one; 0: others */
	str name;   /* of the route; empty: others */
};

struct stats_row {
	struct stats_key key;
	u64 cells[STATS_CELLS];
};

/* The minute, or the hour, that an instant lies in. */
i64 stats_at(msec wall, u32 span);

/* One of the two histograms of a row, for those who want quantiles. */
struct spans stats_spans(const u64 cells[STATS_CELLS], u32 first);

/* Packs the cells that are not 0, each as its number and its value, 7 bits a byte. */
void stats_pack(struct buf *out, const u64 cells[STATS_CELLS]);
MUST_USE bool stats_unpack(str packed, u64 out_cells[STATS_CELLS]);

/* ---- a minute, or an hour, that is being counted -------------------------------------------- */

struct stats_book;

MUST_USE enum err stats_book_new(struct stats_book **out_book);
void stats_book_free(struct stats_book *book); /* NULL: nothing */

/* Empty, and about this time. */
void stats_book_begin(struct stats_book *book, u32 span, i64 at);
/* A row as it was kept; there is none of its key yet. What does not fit is left out, and then
 * counts as others. */
void stats_book_put(struct stats_book *book, const struct stats_row *row);
/* `wall` is when the entry's turn was decided; it lies in the book's time. */
void stats_book_add(struct stats_book *book, const struct journal_entry *entry, msec wall);
/* The next row that was added to, from *place on (0 at first); NULL: no more. */
const struct stats_row *stats_book_next(const struct stats_book *book, u32 *place);
/* All rows are as they are kept: none has been added to. */
void stats_book_settle(struct stats_book *book);

#endif
