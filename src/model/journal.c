/* The bytes of an entry:
 *
 *   1      16 and the kind
 *   1-2    n, the length of the body, 7 bits a byte, the lowest first
 *   n      the body:
 *            1     which of the parts marked ? are there
 *            1     from in the upper half, to in the lower; the highest bit: it is about a run of
 *                  Belfry's own
 *            1-5   tenant
 *            16 ?  run
 *            16 ?  execution
 *            1-5 ? attempts
 *            1-10 ? run_at, sign folded into the lowest bit
 *            1-10 ? previous turn
 *            1 + n ? reason
 *            1 + n ? actor
 *            1-5 ? type
 *            1-2 + n  details: of an audit and an alert always, of others never but
 *                  of a reminder, a notice and a day, which have no job: what is left then
 *            16    job, where there is one: what is left then
 *   4      check: of all bytes before it, the lowest first
 *
 * A number has one form only (no needless zeros at its end) and a part that is there is not empty,
 * so what unpacks packs into the same bytes again. An entry with most parts takes 61 bytes. */
#include "model/journal.h"

#include "base/must.h"
#include "base/varint.h"
#include "model/rows.h"

enum {
	FIRST_KIND = 16, /* no entry begins with a byte below */
	CHECK_BYTES = 4,
	TEXT_BYTES_MAX = 255,
	HEAD_BYTES_MAX = 3,
	BODY_BYTES_MAX = 2 + 5 + 16 + 16 + 5 + 10 + 10 + 2 * (1 + TEXT_BYTES_MAX) + 5 + 16 + 2 +
			 LIMIT_JOURNAL_DETAILS_BYTES,
};

enum journal_part {
	PART_RUN = 1 << 0,
	PART_EXECUTION = 1 << 1,
	PART_ATTEMPTS = 1 << 2,
	PART_RUN_AT = 1 << 3,
	PART_PREVIOUS = 1 << 4,
	PART_REASON = 1 << 5,
	PART_ACTOR = 1 << 6,
	PART_TYPE = 1 << 7,
	PARTS_ALL = (1 << 8) - 1,
};

enum { INTERNAL_MARK = 0x80 }; /* beside the states */

_Static_assert(HEAD_BYTES_MAX + BODY_BYTES_MAX + CHECK_BYTES <= JOURNAL_ENTRY_BYTES_MAX,
	       "an entry is as short as the header promises");
_Static_assert(BODY_BYTES_MAX < 1 << 14, "a body's length takes two bytes at most");
_Static_assert((u32)LIMIT_REASON_BYTES <= TEXT_BYTES_MAX, "a reason's length is one byte");
_Static_assert(RUN_STATE_COUNT <= 8, "a state is three bits, and one is left beside each");
_Static_assert(FIRST_KIND + JOURNAL_KINDS <= UINT8_MAX, "a kind is less than a byte");

/* ---- writing ------------------------------------------------------------------------------ */

/* Each of these writes at `at`, where there is room, and says where the next byte goes. */

static u8 *write_byte(u8 *at, u32 byte)
{
	must(byte <= UINT8_MAX);
	*at = (u8)byte;
	return at + 1;
}

static u8 *write_bytes(u8 *at, const void *bytes, size_t len)
{
	if (len) memcpy(at, bytes, len);
	return at + len;
}

static u8 *write_uuid(u8 *at, const struct uuid *uuid)
{
	return write_bytes(at, uuid->bytes, sizeof uuid->bytes);
}

static u8 *write_text(u8 *at, str text)
{
	must(text.len > 0);
	must(text.len <= TEXT_BYTES_MAX);
	return write_bytes(write_byte(at, (u32)text.len), text.at, text.len);
}

/* Instants before 1970 stay short too. */
static u64 fold_sign(i64 number)
{
	return (u64)number << 1 ^ (number < 0 ? UINT64_MAX : 0);
}

static i64 unfold_sign(u64 folded)
{
	return (i64)(folded >> 1 ^ (folded & 1 ? UINT64_MAX : 0));
}

static u32 parts_of(const struct journal_entry *entry)
{
	u32 parts = 0;
	if (!uuid_is_nil(&entry->run)) parts |= PART_RUN;
	if (!uuid_is_nil(&entry->execution)) parts |= PART_EXECUTION;
	if (entry->attempts) parts |= PART_ATTEMPTS;
	if (entry->run_at) parts |= PART_RUN_AT;
	if (entry->previous_turn) parts |= PART_PREVIOUS;
	if (entry->reason.len) parts |= PART_REASON;
	if (entry->actor.len) parts |= PART_ACTOR;
	if (entry->type.v) parts |= PART_TYPE;
	return parts;
}

bool journal_has_details(enum journal_kind kind)
{
	return kind == JOURNAL_AUDIT || kind == JOURNAL_ALERT;
}

/* They joined later: entries of before have none. */
static bool may_have_details(enum journal_kind kind)
{
	return kind == JOURNAL_REMINDER || kind == JOURNAL_NOTICE || kind == JOURNAL_DAILY;
}

static u8 *write_body(u8 *at, const struct journal_entry *entry)
{
	u32 parts = parts_of(entry);
	at = write_byte(at, parts);
	u32 mark = entry->is_internal ? INTERNAL_MARK : 0;
	at = write_byte(at, mark | (u32)entry->from << 4 | (u32)entry->to);
	at = varint_write(at, entry->tenant.v);
	if (parts & PART_RUN) at = write_uuid(at, &entry->run);
	if (parts & PART_EXECUTION) at = write_uuid(at, &entry->execution);
	if (parts & PART_ATTEMPTS) at = varint_write(at, entry->attempts);
	if (parts & PART_RUN_AT) at = varint_write(at, fold_sign(entry->run_at));
	if (parts & PART_PREVIOUS) at = varint_write(at, entry->previous_turn);
	if (parts & PART_REASON) at = write_text(at, entry->reason);
	if (parts & PART_ACTOR) at = write_text(at, entry->actor);
	if (parts & PART_TYPE) at = varint_write(at, entry->type.v);
	if (journal_has_details(entry->kind) || entry->details.len) {
		at = varint_write(at, entry->details.len);
		at = write_bytes(at, entry->details.at, entry->details.len);
	}
	return uuid_is_nil(&entry->job) ? at : write_uuid(at, &entry->job);
}

static u32 check_of(const void *bytes, size_t len)
{
	return (u32)digest_of((str){ bytes, len }).b;
}

/* The body first, since its length stands before it; then the head, in the room left for it. */
void journal_pack(struct buf *out, const struct journal_entry *entry)
{
	u8 bytes[JOURNAL_ENTRY_BYTES_MAX];
	u8 *body = bytes + HEAD_BYTES_MAX;
	must(entry->kind < JOURNAL_KINDS);
	must(entry->from < RUN_STATE_COUNT);
	must(entry->to < RUN_STATE_COUNT);
	must(entry->reason.len <= TEXT_BYTES_MAX);
	must(entry->actor.len <= TEXT_BYTES_MAX);
	must(entry->details.len <= LIMIT_JOURNAL_DETAILS_BYTES);
	must(!entry->details.len || journal_has_details(entry->kind) ||
	     may_have_details(entry->kind));
	must(!may_have_details(entry->kind) || uuid_is_nil(&entry->job));
	u8 *end = write_body(body, entry);
	size_t len = (size_t)(end - body);
	must(len <= BODY_BYTES_MAX);
	u8 *first = body - (len < 0x80 ? 2 : 3);
	u8 *head_end = varint_write(write_byte(first, FIRST_KIND + (u32)entry->kind), len);
	must(head_end == body);
	u32 check = check_of(first, (size_t)(end - first));
	for (u32 i = 0; i < CHECK_BYTES; i++) end = write_byte(end, check >> 8 * i & 0xff);
	buf_add(out, (str){ (const char *)first, (size_t)(end - first) });
}

/* ---- reading ------------------------------------------------------------------------------ */

/* Each of these takes from the front of `rest`; false: the bytes do not hold what they should. */

static bool read_byte(str *rest, u32 *out_byte)
{
	if (rest->len == 0) return false;
	*out_byte = (u8)rest->at[0];
	*rest = str_from_offset(*rest, 1);
	return true;
}

static bool read_uuid(str *rest, struct uuid *out_uuid)
{
	str bytes;
	if (!bytes_read(rest, sizeof out_uuid->bytes, &bytes)) return false;
	memcpy(out_uuid->bytes, bytes.at, bytes.len);
	return !uuid_is_nil(out_uuid);
}

static bool read_short_text(str *rest, str *out_text)
{
	u32 len;
	if (!read_byte(rest, &len) || len == 0) return false;
	return bytes_read(rest, len, out_text);
}

static bool read_states(str *rest, struct journal_entry *entry)
{
	u32 states;
	if (!read_byte(rest, &states)) return false;
	entry->is_internal = states & INTERNAL_MARK;
	entry->from = (enum run_state)((states & ~(u32)INTERNAL_MARK) >> 4);
	entry->to = (enum run_state)(states & 15);
	return entry->from < RUN_STATE_COUNT && entry->to < RUN_STATE_COUNT;
}

static bool read_run_at(str *rest, msec *out_run_at)
{
	u64 folded;
	if (!varint_read(rest, UINT64_MAX, &folded)) return false;
	*out_run_at = unfold_sign(folded);
	return *out_run_at != 0;
}

static bool read_details(str *rest, str *out_details)
{
	u64 len;
	if (!varint_read(rest, LIMIT_JOURNAL_DETAILS_BYTES, &len)) return false;
	return bytes_read(rest, len, out_details);
}

static bool read_body(str rest, struct journal_entry *entry)
{
	u32 parts;
	if (!read_byte(&rest, &parts) || parts > PARTS_ALL) return false;
	if (!read_states(&rest, entry) || !varint_read_u32(&rest, &entry->tenant.v)) return false;
	if (parts & PART_RUN && !read_uuid(&rest, &entry->run)) return false;
	if (parts & PART_EXECUTION && !read_uuid(&rest, &entry->execution)) return false;
	if (parts & PART_ATTEMPTS && !varint_read_u32(&rest, &entry->attempts)) return false;
	if (parts & PART_RUN_AT && !read_run_at(&rest, &entry->run_at)) return false;
	if (parts & PART_PREVIOUS && !varint_read(&rest, UINT64_MAX, &entry->previous_turn))
		return false;
	if (parts & PART_REASON && !read_short_text(&rest, &entry->reason)) return false;
	if (parts & PART_ACTOR && !read_short_text(&rest, &entry->actor)) return false;
	if (parts & PART_TYPE && !varint_read_u32(&rest, &entry->type.v)) return false;
	if (journal_has_details(entry->kind) && !read_details(&rest, &entry->details)) return false;
	if (rest.len && may_have_details(entry->kind))
		return read_details(&rest, &entry->details) && entry->details.len && !rest.len &&
		       parts == parts_of(entry);
	if (rest.len && !read_uuid(&rest, &entry->job)) return false;
	return rest.len == 0 && parts == parts_of(entry);
}

static bool check_is_right(str checked, str check)
{
	u32 stored = 0;
	for (u32 i = 0; i < CHECK_BYTES; i++) stored |= (u32)(u8)check.at[i] << 8 * i;
	return stored == check_of(checked.at, checked.len);
}

bool journal_unpack(str *rest, struct journal_entry *out_entry)
{
	struct journal_entry entry = { 0 };
	str left = *rest, body, check;
	u32 first;
	u64 body_len;
	if (!read_byte(&left, &first) || first < FIRST_KIND) return false;
	if (first >= FIRST_KIND + JOURNAL_KINDS) return false;
	entry.kind = (enum journal_kind)(first - FIRST_KIND);
	if (!varint_read(&left, BODY_BYTES_MAX, &body_len)) return false;
	if (!bytes_read(&left, body_len, &body)) return false;
	str checked = str_slice(*rest, 0, rest->len - left.len);
	if (!bytes_read(&left, CHECK_BYTES, &check)) return false;
	if (!check_is_right(checked, check) || !read_body(body, &entry)) return false;
	*rest = left;
	*out_entry = entry;
	return true;
}

bool journal_skim(str *rest, str *out_entry, tenant_no *out_tenant)
{
	enum { BEFORE_TENANT = 2 }; /* parts, states */
	str left = *rest, body, ignored;
	u32 first;
	u64 body_len;
	if (!read_byte(&left, &first) || !varint_read(&left, BODY_BYTES_MAX, &body_len))
		return false;
	if (!bytes_read(&left, body_len, &body) || !bytes_read(&left, CHECK_BYTES, &ignored))
		return false;
	if (!bytes_read(&body, BEFORE_TENANT, &ignored)) return false;
	if (!varint_read_u32(&body, &out_tenant->v)) return false;
	*out_entry = str_slice(*rest, 0, rest->len - left.len);
	*rest = left;
	return true;
}

bool journal_duration(const struct journal_entry *entry, msec wall, msec *out_took)
{
	if (entry->kind != JOURNAL_MOVED || entry->from != RUN_PROCESSING) return false;
	if (uuid_version(&entry->execution) != 7) return false;
	msec began = uuid7_msec(&entry->execution);
	*out_took = wall > began ? wall - began : 0;
	return true;
}
