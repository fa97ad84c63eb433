#include "model/stats.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/must.h"
#include "model/daily.h"
#include "model/limits.def"

enum {
#define X(id, most, sentence) MOST_##id = most,
	STATS_KINDS(X)
#undef X
#define X(id, most, sentence) +most + 1
		ROWS = 0 STATS_KINDS(X), /* and one for the others of each kind */
#undef X
	PLACES = 4096, /* of the table that finds them */
	STATS_NUMBERS_MAX = STATS_TENANTS_MAX,
};

_Static_assert(PLACES > 3 * ROWS / 2, "there is always an empty place");
_Static_assert((u32)STATS_TYPES_MAX <= STATS_NUMBERS_MAX, "types are known as tenants are");
_Static_assert(STATS_CELLS < 128, "a cell's number is one byte");

static const struct {
	str word;
	enum stats_kind kind;
} counts[STATS_COUNT] = {
#define X(id, word, kind, sentence) { STR(word), STATS_OF_##kind },
	STATS_COUNTS(X)
#undef X
};

static const u32 most_of[STATS_KIND_COUNT] = {
#define X(id, most, sentence) most,
	STATS_KINDS(X)
#undef X
};

struct book_row {
	struct stats_row row;
	bool is_changed;
	char name[LIMIT_ROUTE_BYTES];
};

/* Numbers that have come so far. */
struct known {
	u32 len;
	u32 numbers[STATS_NUMBERS_MAX];
};

struct stats_book {
	u32 span;
	i64 at;
	u32 len;
	u32 len_of[STATS_KIND_COUNT]; /* without those of the others */
	struct known tenants[STATS_KIND_COUNT];
	struct known types;
	struct book_row rows[ROWS];
	u16 places[PLACES]; /* a row and one; 0: none */
};

str stats_word(enum stats_count count)
{
	must(count < STATS_COUNT);
	return counts[count].word;
}

enum stats_kind stats_kind_of(enum stats_count count)
{
	must(count < STATS_COUNT);
	return counts[count].kind;
}

i64 stats_at(msec wall, u32 span)
{
	msec length = (msec)span * MSEC_MINUTE;
	msec begin = wall - (wall % length + length) % length;
	return begin / MSEC_MINUTE;
}

struct spans stats_spans(const u64 cells[STATS_CELLS], u32 first)
{
	struct spans spans = { .sum = cells[first] };
	must(first == STATS_DELAY || first == STATS_DURATION);
	for (u32 i = 0; i <= SPAN_BOUNDS; i++) {
		spans.count += cells[first + 1 + i];
		if (i < SPAN_BOUNDS) spans.below[i] = spans.count;
	}
	return spans;
}

/* ---- bytes -------------------------------------------------------------------------------- */

void stats_pack(struct buf *out, const u64 cells[STATS_CELLS])
{
	for (u32 i = 0; i < STATS_CELLS; i++) {
		u64 value = cells[i];
		if (!value) continue;
		buf_add_byte(out, (char)i);
		for (; value >= 0x80; value >>= 7)
			buf_add_byte(out, (char)(u8)((value & 0x7f) | 0x80));
		buf_add_byte(out, (char)value);
	}
}

static bool unpack_value(str *rest, u64 *out_value)
{
	u64 value = 0;
	for (u32 shift = 0; rest->len && shift < 64; shift += 7) {
		u8 byte = (u8)rest->at[0];
		*rest = str_from_offset(*rest, 1);
		value |= (u64)(byte & 0x7f) << shift;
		*out_value = value;
		if (!(byte & 0x80)) return true;
	}
	return false;
}

bool stats_unpack(str packed, u64 out_cells[STATS_CELLS])
{
	memset(out_cells, 0, STATS_CELLS * sizeof out_cells[0]);
	while (packed.len) {
		u8 cell = (u8)packed.at[0];
		packed = str_from_offset(packed, 1);
		if (cell >= STATS_CELLS || !unpack_value(&packed, &out_cells[cell])) return false;
	}
	return true;
}

/* ---- the book ----------------------------------------------------------------------------- */

enum err stats_book_new(struct stats_book **out_book)
{
	struct stats_book *book = mem_alloc_zeroed(sizeof *book);
	if (!book) return ERR_MEMORY;
	*out_book = book;
	return ERR_OK;
}

void stats_book_free(struct stats_book *book)
{
	mem_free(book);
}

void stats_book_begin(struct stats_book *book, u32 span, i64 at)
{
	book->span = span;
	book->at = at;
	book->len = 0;
	memset(book->len_of, 0, sizeof book->len_of);
	for (u32 i = 0; i < STATS_KIND_COUNT; i++) book->tenants[i].len = 0;
	book->types.len = 0;
	memset(book->places, 0, sizeof book->places);
}

static bool key_eq(const struct stats_key *a, const struct stats_key *b)
{
	return a->kind == b->kind && a->tenant == b->tenant && a->number == b->number &&
	       str_eq(a->name, b->name);
}

static bool is_others(const struct stats_key *key)
{
	return !key->tenant && !key->number && !key->name.len;
}

/* The place of a key, or the place it would have. */
static u32 place_of(const struct stats_book *book, const struct stats_key *key)
{
	const struct hash_key seed = hash_key_from_seed(key->kind);
	u64 hash = hash_u64(seed, (u64)key->tenant << 32 | key->number);
	if (key->name.len) hash ^= hash_bytes(seed, key->name);
	u32 place = (u32)(hash % PLACES);
	for (; book->places[place]; place = (place + 1) % PLACES) {
		const struct book_row *row = &book->rows[book->places[place] - 1];
		if (key_eq(&row->row.key, key)) break;
	}
	return place;
}

static bool is_known(const struct known *known, u32 number)
{
	for (u32 i = 0; i < known->len; i++) {
		if (known->numbers[i] == number) return true;
	}
	return false;
}

static void get_to_know(struct known *known, u32 number)
{
	if (number && known->len < STATS_NUMBERS_MAX && !is_known(known, number))
		known->numbers[known->len++] = number;
}

static bool may_come(const struct known *known, u32 number, u32 most)
{
	return known->len < most || is_known(known, number);
}

static struct book_row *row_new(struct stats_book *book, const struct stats_key *key, u32 place)
{
	struct book_row *row = &book->rows[book->len];
	must(book->len < ROWS);
	must(key->name.len <= sizeof row->name);
	*row = (struct book_row){ .row.key = *key };
	if (key->name.len) memcpy(row->name, key->name.at, key->name.len);
	row->row.key.span = book->span;
	row->row.key.at = book->at;
	row->row.key.name = (str){ row->name, key->name.len };
	book->len_of[key->kind] += !is_others(key);
	get_to_know(&book->tenants[key->kind], key->tenant);
	if (key->kind == STATS_OF_TYPE) get_to_know(&book->types, key->number);
	book->places[place] = (u16)++book->len;
	return row;
}

/* The key that counts for one without a row of its own yet. */
static struct stats_key bounded(const struct stats_book *book, struct stats_key key)
{
	struct stats_key others = { .kind = key.kind };
	if (!may_come(&book->tenants[key.kind], key.tenant, STATS_TENANTS_MAX)) return others;
	if (key.kind == STATS_OF_TYPE && !may_come(&book->types, key.number, STATS_TYPES_MAX))
		key.number = 0;
	u32 place = place_of(book, &key);
	if (book->places[place]) return key;
	return book->len_of[key.kind] < most_of[key.kind] ? key : others;
}

static u64 *cells_of(struct stats_book *book, struct stats_key key)
{
	u32 place = place_of(book, &key);
	if (!book->places[place]) {
		key = bounded(book, key);
		place = place_of(book, &key);
	}
	struct book_row *row = book->places[place] ? &book->rows[book->places[place] - 1]
						   : row_new(book, &key, place);
	row->is_changed = true;
	return row->row.cells;
}

void stats_book_put(struct stats_book *book, const struct stats_row *row)
{
	struct stats_key key = row->key;
	u32 place = place_of(book, &key);
	must(!book->places[place]);
	if (!is_others(&key) && book->len_of[key.kind] == most_of[key.kind]) return;
	memcpy(row_new(book, &key, place)->row.cells, row->cells, sizeof row->cells);
}

const struct stats_row *stats_book_next(const struct stats_book *book, u32 *place)
{
	while (*place < book->len) {
		const struct book_row *row = &book->rows[(*place)++];
		if (row->is_changed) return &row->row;
	}
	return NULL;
}

void stats_book_settle(struct stats_book *book)
{
	for (u32 i = 0; i < book->len; i++) book->rows[i].is_changed = false;
}

/* ---- counting ----------------------------------------------------------------------------- */

static void add_span(u64 *cells, u32 first, msec span)
{
	if (span < 0) span = 0;
	cells[first] += (u64)span;
	cells[first + 1 + span_bucket(span)]++;
}

static void count_end(u64 *cells, const struct journal_entry *entry)
{
	bool was_leased = entry->from == RUN_PROCESSING;
	str reason = entry->reason;
	if (was_leased) {
		cells[STATS_STALLED] += str_eq(reason, outcome_name(OUTCOME_STALLED));
		cells[STATS_TIMEOUTS] += str_eq(reason, outcome_name(OUTCOME_TIMEOUT));
	}
	switch (entry->to) {
	case RUN_DONE: cells[STATS_DONE]++; break;
	case RUN_FAILED: cells[STATS_FAILED]++; break;
	case RUN_DLQ: cells[STATS_DEAD]++; break;
	case RUN_CANCELLED: cells[STATS_CANCELLED] += !run_state_is_dead_letter(entry->from); break;
	case RUN_QUEUED:
		if (!was_leased) break;
		cells[STATS_DEFERRED] += str_eq(reason, outcome_name(OUTCOME_DEFER));
		cells[STATS_RETRIES] += str_eq(reason, outcome_name(OUTCOME_RETRY)) ||
					str_eq(reason, outcome_name(OUTCOME_STALLED)) ||
					str_eq(reason, outcome_name(OUTCOME_TIMEOUT));
		break;
	case RUN_PROCESSING:
	case RUN_WAITING:
	case RUN_STATE_COUNT: break;
	}
}

/* An execution's id tells when its lease began. */
static void count_move(u64 *cells, const struct journal_entry *entry, msec wall)
{
	bool has_time = uuid_version(&entry->execution) == 7;
	msec began = has_time ? uuid7_msec(&entry->execution) : 0;
	if (entry->to != RUN_PROCESSING) count_end(cells, entry);
	else cells[STATS_STARTED]++;
	if (!has_time) return;
	if (entry->to == RUN_PROCESSING) add_span(cells, STATS_DELAY, began - entry->run_at);
	if (entry->from == RUN_PROCESSING) add_span(cells, STATS_DURATION, wall - began);
}

static void count_day(struct stats_book *book, const struct journal_entry *entry)
{
	enum day_status status;
	struct stats_key key = { .kind = STATS_OF_DUE,
				 .tenant = entry->tenant.v,
				 .number = entry->attempts + 1 };
	if (!day_status_parse(entry->reason, &status)) return; /* a late success: only logged */
	u64 *cells = cells_of(book, key);
	cells[STATS_SUCCESS] += status == DAY_SUCCESS;
	cells[STATS_CUTOFF] += status == DAY_CUTOFF_REACHED;
	cells[STATS_MISSED] += status == DAY_MISSED;
}

static void count_refused(struct stats_book *book, const struct journal_entry *entry,
			  struct stats_key of_type)
{
	struct stats_key key = { .kind = STATS_OF_ROUTE,
				 .tenant = entry->tenant.v,
				 .name = str_slice(entry->reason, 0, LIMIT_ROUTE_BYTES) };
	if (of_type.number) cells_of(book, of_type)[STATS_LIMITED]++;
	if (key.name.len) cells_of(book, key)[STATS_REFUSED]++;
}

void stats_book_add(struct stats_book *book, const struct journal_entry *entry, msec wall)
{
	struct stats_key key = { .kind = STATS_OF_TYPE,
				 .tenant = entry->tenant.v,
				 .number = entry->type.v };
	must(stats_at(wall, book->span) == book->at);
	if (!entry->tenant.v) return;
	if (entry->kind == JOURNAL_DAILY) count_day(book, entry);
	if (entry->kind == JOURNAL_REFUSED) count_refused(book, entry, key);
	if (!entry->type.v) return;
	if (entry->kind == JOURNAL_CREATED) cells_of(book, key)[STATS_ENQUEUED]++;
	if (entry->kind == JOURNAL_DEFERRED) cells_of(book, key)[STATS_DEFERRED]++;
	if (entry->kind == JOURNAL_MOVED) count_move(cells_of(book, key), entry, wall);
}
