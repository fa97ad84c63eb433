/* One loop for each direction; what a column is stands in columns.def.
 *
 * A check is 32 bits of XXH3 over the values as they stand in C, not over SQLite's bytes: it also
 * finds a value that came back as another type, or under another id. It is seeded by the group and
 * the id, so that a row that strayed to another key is found out. */
#include "store/sqlite/sqlite_cells.h"

#include "base/hash.h"
#include "base/must.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

enum column_kind {
	COLUMN_U32,
	COLUMN_LATER,
	COLUMN_LATER_I64,
	COLUMN_I64,
	COLUMN_BOOL,
	COLUMN_UUID,
	COLUMN_DIGEST,
	COLUMN_BYTES,
	COLUMN_TEXT,
	COLUMN_LINK,
	COLUMN_LATER_LINK,
	COLUMN_LATER_BYTES,
	COLUMN_STEPS,
	COLUMN_CLASSES,
	COLUMN_ROUTE,
	COLUMN_DEPENDENCIES,
	COLUMN_LINKS,
	COLUMN_LATER_CLASSES,
};

struct column {
	u16 offset;
	u8 kind;
};

struct columns {
	const struct column *at;
	u32 len;
};

enum { PACKED_MAX = 4096 };

/* Digests and steps are kept as they stand in memory. */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a store's file is little-endian");
_Static_assert(sizeof(struct digest) == 16, "a digest has no padding");
_Static_assert(sizeof(struct dependency) == 20, "a dependency has no padding");
_Static_assert(sizeof(struct link) == 36, "a link has no padding");
_Static_assert(offsetof(struct links_row, at) == offsetof(struct links_row, len) + sizeof(u32),
	       "links stand behind their number");

/* clang-format off */
#define COLUMN_RUN_FIXED(name, kind, member) { offsetof(struct run_row, member), COLUMN_##kind },
#define COLUMN_RUN_HOT(name, kind, member) { offsetof(struct run_hot, member), COLUMN_##kind },
#define COLUMN_EXECUTION(name, kind, member) \
	{ offsetof(struct execution_row, member), COLUMN_##kind },
#define COLUMN_END(name, kind, member) { offsetof(struct execution_end, member), COLUMN_##kind },
#define COLUMN_UNIQUE(name, kind, member) { offsetof(struct unique_row, member), COLUMN_##kind },
#define COLUMN_JOURNAL(name, kind, member) { offsetof(struct journal_row, member), COLUMN_##kind },
#define COLUMN_NAMES(name, kind, member) { offsetof(struct name_row, member), COLUMN_##kind },
#define COLUMN_QUEUE(name, kind, member) { offsetof(struct queue_row, member), COLUMN_##kind },
#define COLUMN_TENANT(name, kind, member) { offsetof(struct tenant_row, member), COLUMN_##kind },
#define COLUMN_TYPE(name, kind, member) { offsetof(struct type_row, member), COLUMN_##kind },
#define COLUMN_PAUSE(name, kind, member) { offsetof(struct pause_row, member), COLUMN_##kind },
#define COLUMN_OPERATION(name, kind, member) \
	{ offsetof(struct operation_row, member), COLUMN_##kind },
#define COLUMN_JOB(name, kind, member) { offsetof(struct job_row, member), COLUMN_##kind },
#define COLUMN_JOB_PAUSE(name, kind, member) { offsetof(struct job_pause, member), COLUMN_##kind },
#define COLUMN_JOB_HOT(name, kind, member) { offsetof(struct job_hot, member), COLUMN_##kind },
#define COLUMN_OCCURRENCE(name, kind, member) \
	{ offsetof(struct occurrence_row, member), COLUMN_##kind },
#define COLUMN_CALENDAR(name, kind, member) \
	{ offsetof(struct calendar_row, member), COLUMN_##kind },
#define COLUMN_THING(name, kind, member) { offsetof(struct thing_row, member), COLUMN_##kind },
#define COLUMN_REPLAY(name, kind, member) { offsetof(struct replay_row, member), COLUMN_##kind },
#define COLUMN_PROGRESS(name, kind, member) \
	{ offsetof(struct progress_row, member), COLUMN_##kind },
#define COLUMN_RESULT(name, kind, member) { offsetof(struct result_row, member), COLUMN_##kind },
#define COLUMN_OUTPUT(name, kind, member) { offsetof(struct output_row, member), COLUMN_##kind },
#define COLUMN_RATE(name, kind, member) { offsetof(struct rate_row, member), COLUMN_##kind },
#define COLUMN_DEFAULTS(name, kind, member) \
	{ offsetof(struct defaults_row, member), COLUMN_##kind },
#define COLUMN_BATCH(name, kind, member) { offsetof(struct batch_row, member), COLUMN_##kind },
#define COLUMN_COOLDOWN(name, kind, member) \
	{ offsetof(struct cooldown_row, member), COLUMN_##kind },
#define COLUMN_DELIVERY(name, kind, member) \
	{ offsetof(struct delivery_row, member), COLUMN_##kind },
#define COLUMN_LADDER(name, kind, member) { offsetof(struct ladder_row, member), COLUMN_##kind },
#define COLUMN_LINKS_ROW(name, kind, member) { offsetof(struct links_row, member), COLUMN_##kind },
#define COLUMN_ALERT_RULE(name, kind, member) \
	{ offsetof(struct alert_rule_row, member), COLUMN_##kind },
#define COLUMN_ALERT(name, kind, member) { offsetof(struct alert_row, member), COLUMN_##kind },
#define COLUMN_STATS(name, kind, member) { offsetof(struct stats_kept, member), COLUMN_##kind },
#define COLUMN_STATS_TURN(name, kind, member) \
	{ offsetof(struct stats_turn, member), COLUMN_##kind },
#define COLUMN_OWNED_TURNS(name, kind, member) \
	{ offsetof(struct owned_turns_row, member), COLUMN_##kind },
#define COLUMN_OWNED_LIST(name, kind, member) \
	{ offsetof(struct owned_list_row, member), COLUMN_##kind },
#define COLUMN_EFFECT(name, kind, member) { offsetof(struct effect_row, member), COLUMN_##kind },
#define COLUMN_DAILY(name, kind, member) { offsetof(struct daily_row, member), COLUMN_##kind },
#define COLUMN_DAILY_HOT(name, kind, member) { offsetof(struct daily_hot, member), COLUMN_##kind },
#define COLUMN_DAY(name, kind, member) { offsetof(struct day_row, member), COLUMN_##kind },
#define COLUMN_DAILY_POLICY(name, kind, member) \
	{ offsetof(struct daily_policy_row, member), COLUMN_##kind },
#define COLUMN_REMINDER(name, kind, member) \
	{ offsetof(struct reminder_row, member), COLUMN_##kind },
#define COLUMN_REMINDER_HOT(name, kind, member) \
	{ offsetof(struct reminder_hot, member), COLUMN_##kind },
#define COLUMN_NOTICE(name, kind, member) { offsetof(struct notice_row, member), COLUMN_##kind },
#define COLUMN_AUDIT(name, kind, member) { offsetof(struct audit_turn, member), COLUMN_##kind },
#define COLUMN_GATES(name, kind, member) { offsetof(struct gates_row, member), COLUMN_##kind },
/* clang-format on */

static const struct column run_fixed[] = { RUN_FIXED_COLUMNS(COLUMN_RUN_FIXED) };
static const struct column run_hot[] = { RUN_HOT_COLUMNS(COLUMN_RUN_HOT) };
static const struct column body[] = { BODY_COLUMNS(COLUMN_RUN_FIXED) };
static const struct column execution[] = { EXECUTION_COLUMNS(COLUMN_EXECUTION) };
static const struct column lease[] = { LEASE_COLUMNS(COLUMN_EXECUTION) };
static const struct column end[] = { END_COLUMNS(COLUMN_END) };
static const struct column end_text[] = { END_TEXT_COLUMNS(COLUMN_END) };
static const struct column unique[] = { UNIQUE_COLUMNS(COLUMN_UNIQUE) };
static const struct column journal[] = { JOURNAL_COLUMNS(COLUMN_JOURNAL) };
static const struct column name[] = { NAME_COLUMNS(COLUMN_NAMES) };
static const struct column queue[] = { QUEUE_COLUMNS(COLUMN_QUEUE) };
static const struct column tenant[] = { TENANT_COLUMNS(COLUMN_TENANT) };
static const struct column type[] = { TYPE_COLUMNS(COLUMN_TYPE) };
static const struct column pause_columns[] = { PAUSE_COLUMNS(COLUMN_PAUSE) };
static const struct column operation[] = { OPERATION_COLUMNS(COLUMN_OPERATION) };
static const struct column job[] = { JOB_COLUMNS(COLUMN_JOB) };
static const struct column job_text[] = { JOB_TEXT_COLUMNS(COLUMN_JOB) };
static const struct column job_version[] = { JOB_VERSION_COLUMNS(COLUMN_JOB) };
static const struct column job_pause[] = { JOB_PAUSE_COLUMNS(COLUMN_JOB_PAUSE) };
static const struct column job_hot[] = { JOB_HOT_COLUMNS(COLUMN_JOB_HOT) };
static const struct column occurrence[] = { OCCURRENCE_COLUMNS(COLUMN_OCCURRENCE) };
static const struct column calendar[] = { CALENDAR_COLUMNS(COLUMN_CALENDAR) };
static const struct column thing[] = { THING_COLUMNS(COLUMN_THING) };
static const struct column replay[] = { REPLAY_COLUMNS(COLUMN_REPLAY) };
static const struct column progress[] = { PROGRESS_COLUMNS(COLUMN_PROGRESS) };
static const struct column result[] = { RESULT_COLUMNS(COLUMN_RESULT) };
static const struct column output[] = { OUTPUT_COLUMNS(COLUMN_OUTPUT) };
static const struct column rate[] = { RATE_COLUMNS(COLUMN_RATE) };
static const struct column defaults[] = { DEFAULTS_COLUMNS(COLUMN_DEFAULTS) };
static const struct column batch[] = { BATCH_COLUMNS(COLUMN_BATCH) };
static const struct column cooldown[] = { COOLDOWN_COLUMNS(COLUMN_COOLDOWN) };
static const struct column delivery[] = { DELIVERY_COLUMNS(COLUMN_DELIVERY) };
static const struct column ladder[] = { LADDER_COLUMNS(COLUMN_LADDER) };
static const struct column ladder_text[] = { LADDER_TEXT_COLUMNS(COLUMN_LADDER) };
static const struct column alert_rule[] = { ALERT_RULE_COLUMNS(COLUMN_ALERT_RULE) };
static const struct column alert[] = { ALERT_COLUMNS(COLUMN_ALERT) };
static const struct column stats[] = { STATS_COLUMNS(COLUMN_STATS) };
static const struct column stats_turn[] = { STATS_TURN_COLUMNS(COLUMN_STATS_TURN) };
static const struct column owned_turns[] = { OWNED_TURNS_COLUMNS(COLUMN_OWNED_TURNS) };
static const struct column owned_list[] = { OWNED_LIST_COLUMNS(COLUMN_OWNED_LIST) };
static const struct column links[] = { LINKS_COLUMNS(COLUMN_LINKS_ROW) };
static const struct column audit[] = { AUDIT_COLUMNS(COLUMN_AUDIT) };
static const struct column effect[] = { EFFECT_COLUMNS(COLUMN_EFFECT) };
static const struct column gates[] = { GATES_COLUMNS(COLUMN_GATES) };
static const struct column daily[] = { DAILY_COLUMNS(COLUMN_DAILY) };
static const struct column daily_hot[] = { DAILY_HOT_COLUMNS(COLUMN_DAILY_HOT) };
static const struct column day[] = { DAY_COLUMNS(COLUMN_DAY) };
static const struct column reminder[] = { REMINDER_COLUMNS(COLUMN_REMINDER) };
static const struct column reminder_hot[] = { REMINDER_HOT_COLUMNS(COLUMN_REMINDER_HOT) };
static const struct column reminder_text[] = { REMINDER_TEXT_COLUMNS(COLUMN_REMINDER) };
static const struct column notice[] = { NOTICE_COLUMNS(COLUMN_NOTICE) };
static const struct column notice_read[] = { NOTICE_READ_COLUMNS(COLUMN_NOTICE) };
static const struct column daily_policy[] = { DAILY_POLICY_COLUMNS(COLUMN_DAILY_POLICY) };

static const struct columns groups[GROUP_COUNT] = {
	[GROUP_RUN_FIXED] = { run_fixed, countof(run_fixed) },
	[GROUP_RUN_HOT] = { run_hot, countof(run_hot) },
	[GROUP_BODY] = { body, countof(body) },
	[GROUP_EXECUTION] = { execution, countof(execution) },
	[GROUP_LEASE] = { lease, countof(lease) },
	[GROUP_END] = { end, countof(end) },
	[GROUP_END_TEXT] = { end_text, countof(end_text) },
	[GROUP_UNIQUE] = { unique, countof(unique) },
	[GROUP_JOURNAL] = { journal, countof(journal) },
	[GROUP_NAME] = { name, countof(name) },
	[GROUP_QUEUE] = { queue, countof(queue) },
	[GROUP_TENANT] = { tenant, countof(tenant) },
	[GROUP_TYPE] = { type, countof(type) },
	[GROUP_PAUSE] = { pause_columns, countof(pause_columns) },
	[GROUP_OPERATION] = { operation, countof(operation) },
	[GROUP_JOB] = { job, countof(job) },
	[GROUP_JOB_TEXT] = { job_text, countof(job_text) },
	[GROUP_JOB_VERSION] = { job_version, countof(job_version) },
	[GROUP_JOB_PAUSE] = { job_pause, countof(job_pause) },
	[GROUP_JOB_HOT] = { job_hot, countof(job_hot) },
	[GROUP_OCCURRENCE] = { occurrence, countof(occurrence) },
	[GROUP_CALENDAR] = { calendar, countof(calendar) },
	[GROUP_THING] = { thing, countof(thing) },
	[GROUP_REPLAY] = { replay, countof(replay) },
	[GROUP_PROGRESS] = { progress, countof(progress) },
	[GROUP_RESULT] = { result, countof(result) },
	[GROUP_OUTPUT] = { output, countof(output) },
	[GROUP_RATE] = { rate, countof(rate) },
	[GROUP_DEFAULTS] = { defaults, countof(defaults) },
	[GROUP_ALERT_RULE] = { alert_rule, countof(alert_rule) },
	[GROUP_ALERT] = { alert, countof(alert) },
	[GROUP_STATS] = { stats, countof(stats) },
	[GROUP_STATS_TURN] = { stats_turn, countof(stats_turn) },
	[GROUP_OWNED_LIST] = { owned_list, countof(owned_list) },
	[GROUP_OWNED_TURNS] = { owned_turns, countof(owned_turns) },
	[GROUP_LINKS] = { links, countof(links) },
	[GROUP_BATCH] = { batch, countof(batch) },
	[GROUP_COOLDOWN] = { cooldown, countof(cooldown) },
	[GROUP_DELIVERY] = { delivery, countof(delivery) },
	[GROUP_LADDER] = { ladder, countof(ladder) },
	[GROUP_LADDER_TEXT] = { ladder_text, countof(ladder_text) },
	[GROUP_EFFECT] = { effect, countof(effect) },
	[GROUP_AUDIT] = { audit, countof(audit) },
	[GROUP_GATES] = { gates, countof(gates) },
	[GROUP_DAILY] = { daily, countof(daily) },
	[GROUP_DAILY_HOT] = { daily_hot, countof(daily_hot) },
	[GROUP_DAY] = { day, countof(day) },
	[GROUP_DAILY_POLICY] = { daily_policy, countof(daily_policy) },
	[GROUP_REMINDER] = { reminder, countof(reminder) },
	[GROUP_REMINDER_HOT] = { reminder_hot, countof(reminder_hot) },
	[GROUP_REMINDER_TEXT] = { reminder_text, countof(reminder_text) },
	[GROUP_NOTICE] = { notice, countof(notice) },
	[GROUP_NOTICE_READ] = { notice_read, countof(notice_read) },
};

/* ---- checks ------------------------------------------------------------------------------- */

/* The fixed-size values of a row, one behind the other. */
struct packed {
	u8 bytes[PACKED_MAX];
	u32 len;
};

static void pack(struct packed *packed, const void *from, size_t len)
{
	must(packed->len + len <= sizeof packed->bytes);
	memcpy(packed->bytes + packed->len, from, len);
	packed->len += (u32)len;
}

static void pack_steps(struct packed *packed, const struct backoff *backoff)
{
	must(backoff->steps_len <= LIMIT_BACKOFF_STEPS);
	pack(packed, &backoff->steps_len, sizeof backoff->steps_len);
	pack(packed, backoff->steps, backoff->steps_len * sizeof backoff->steps[0]);
}

static void pack_classes(struct packed *packed, const struct class_list *list)
{
	must(list->len <= sizeof list->text);
	pack(packed, &list->len, sizeof list->len);
	pack(packed, list->text, list->len);
}

/* A list whose number stands before it: a struct dependencies, or what a links_row has from `len`
 * on. */
struct counted {
	const u32 *len;
	const char *at;
	size_t size; /* of one */
};

static struct counted counted_of(enum column_kind kind, const void *at)
{
	return (struct counted){ at, (const char *)at + sizeof(u32),
				 kind == COLUMN_LINKS ? sizeof(struct link)
						      : sizeof(struct dependency) };
}

static str counted_bytes(enum column_kind kind, const void *at)
{
	struct counted list = counted_of(kind, at);
	must(*list.len <= LIMIT_JOB_DEPENDENCIES);
	return (str){ list.at, *list.len * list.size };
}

/* With its place in the group: one column's value is not another's. */
static void pack_later(struct packed *packed, u32 place, const void *value, size_t len)
{
	static const u8 nothing[sizeof(u64)] = { 0 };
	must(len <= sizeof nothing);
	if (!memcmp(value, nothing, len)) return;
	pack(packed, &place, sizeof place);
	pack(packed, value, len);
}

/* It joined later, too: none counts as not there. */
static void pack_route(struct packed *packed, u32 place, const struct route_name *route)
{
	must(route->len <= sizeof route->text);
	if (!route->len) return;
	u32 len = route->len;
	pack_later(packed, place, &len, sizeof len);
	pack(packed, route->text, route->len);
}

static void pack_later_classes(struct packed *packed, u32 place, const struct class_list *list)
{
	if (!list->len) return;
	pack(packed, &place, sizeof place);
	pack_classes(packed, list);
}

static u64 seed_of(enum column_group group, const struct uuid *id)
{
	u64 seed = (u64)group + 1;
	if (!id) return seed;
	return seed ^ hash_load_u64(id->bytes) ^ hash_rotate(hash_load_u64(id->bytes + 8), 17);
}

static u64 check_text(u64 check, str text)
{
	return XXH3_64bits_withSeed(text.len ? text.at : "", text.len, check ^ text.len);
}

static u64 check_later_text(u64 check, u32 place, str text)
{
	return text.len ? check_text(check ^ hash_rotate((u64)place + 1, 40), text) : check;
}

i32 cells_check(enum column_group group, const void *row, const struct uuid *id)
{
	const struct columns *columns = &groups[group];
	struct packed packed;
	u64 check = seed_of(group, id);
	packed.len = 0;
	for (u32 i = 0; i < columns->len; i++) {
		const void *at = (const char *)row + columns->at[i].offset;
		switch ((enum column_kind)columns->at[i].kind) {
		case COLUMN_LATER: pack_later(&packed, i, at, sizeof(u32)); break;
		case COLUMN_LATER_I64: pack_later(&packed, i, at, sizeof(i64)); break;
		case COLUMN_LATER_BYTES:
			check = check_later_text(check, i, *(const str *)at);
			break;
		case COLUMN_LATER_CLASSES: pack_later_classes(&packed, i, at); break;
		case COLUMN_U32: pack(&packed, at, sizeof(u32)); break;
		case COLUMN_I64: pack(&packed, at, sizeof(i64)); break;
		case COLUMN_BOOL: pack(&packed, at, sizeof(bool)); break;
		case COLUMN_LATER_LINK: /* the same */
			if (!uuid_is_nil(at)) pack(&packed, at, sizeof(struct uuid));
			break;
		case COLUMN_LINK:
		case COLUMN_UUID: pack(&packed, at, sizeof(struct uuid)); break;
		case COLUMN_DIGEST: pack(&packed, at, sizeof(struct digest)); break;
		case COLUMN_BYTES:
		case COLUMN_TEXT: check = check_text(check, *(const str *)at); break;
		case COLUMN_STEPS: pack_steps(&packed, at); break;
		case COLUMN_CLASSES: pack_classes(&packed, at); break;
		case COLUMN_ROUTE: pack_route(&packed, i, at); break;
		case COLUMN_DEPENDENCIES: /* none counts as not there */
			if (*(const u32 *)at)
				check = check_text(check, counted_bytes(COLUMN_DEPENDENCIES, at));
			break;
		case COLUMN_LINKS:
			check = check_text(check, counted_bytes(COLUMN_LINKS, at));
			break;
		}
	}
	return (i32)(u32)XXH3_64bits_withSeed(packed.bytes, packed.len, check);
}

/* ---- binding ------------------------------------------------------------------------------ */

/* A bind fails only on a wrong index or an outsized value, both ours. */
static void bound(int code)
{
	must(code == SQLITE_OK);
}

void cells_bind_i64(struct cells *cells, i64 value)
{
	bound(sqlite3_bind_int64(cells->stmt, cells->at++, value));
}

void cells_bind_bytes(struct cells *cells, str bytes)
{
	int at = cells->at++;
	must(bytes.len <= INT32_MAX);
	if (bytes.len == 0) bound(sqlite3_bind_null(cells->stmt, at));
	else bound(sqlite3_bind_blob(cells->stmt, at, bytes.at, (int)bytes.len, SQLITE_STATIC));
}

void cells_bind_uuid(struct cells *cells, const struct uuid *id)
{
	cells_bind_bytes(cells, (str){ (const char *)id->bytes, sizeof id->bytes });
}

void cells_bind_link(struct cells *cells, const struct uuid *id)
{
	cells_bind_bytes(cells,
			 (str){ (const char *)id->bytes, uuid_is_nil(id) ? 0 : sizeof id->bytes });
}

/* As it stands in memory, so that nothing is copied; zero: NULL. */
void cells_bind_digest(struct cells *cells, const struct digest *digest)
{
	bool is_none = !digest->a && !digest->b;
	cells_bind_bytes(cells, (str){ (const char *)digest, is_none ? 0 : sizeof *digest });
}

void cells_bind_text(struct cells *cells, str text)
{
	bound(sqlite3_bind_text(cells->stmt, cells->at++, text.len ? text.at : "", (int)text.len,
				SQLITE_STATIC));
}

static void bind_column(struct cells *cells, enum column_kind kind, const void *at)
{
	const struct backoff *backoff = at;
	const struct class_list *classes = at;
	switch (kind) {
	case COLUMN_LATER:
	case COLUMN_U32: cells_bind_i64(cells, *(const u32 *)at); break;
	case COLUMN_LATER_I64:
	case COLUMN_I64: cells_bind_i64(cells, *(const i64 *)at); break;
	case COLUMN_BOOL: cells_bind_i64(cells, *(const bool *)at); break;
	case COLUMN_UUID: cells_bind_uuid(cells, at); break;
	case COLUMN_LATER_LINK:
	case COLUMN_LINK: cells_bind_link(cells, at); break;
	case COLUMN_DIGEST: cells_bind_digest(cells, at); break;
	case COLUMN_LATER_BYTES:
	case COLUMN_BYTES: cells_bind_bytes(cells, *(const str *)at); break;
	case COLUMN_TEXT: cells_bind_text(cells, *(const str *)at); break;
	case COLUMN_STEPS:
		cells_bind_bytes(cells, (str){ (const char *)backoff->steps,
					       backoff->steps_len * sizeof backoff->steps[0] });
		break;
	case COLUMN_LATER_CLASSES:
	case COLUMN_CLASSES: cells_bind_bytes(cells, (str){ classes->text, classes->len }); break;
	case COLUMN_ROUTE: cells_bind_bytes(cells, route_name_view(at)); break;
	case COLUMN_DEPENDENCIES:
	case COLUMN_LINKS: cells_bind_bytes(cells, counted_bytes(kind, at)); break;
	}
}

void cells_bind(struct cells *cells, enum column_group group, const void *row,
		const struct uuid *id)
{
	const struct columns *columns = &groups[group];
	for (u32 i = 0; i < columns->len; i++)
		bind_column(cells, (enum column_kind)columns->at[i].kind,
			    (const char *)row + columns->at[i].offset);
	cells_bind_i64(cells, cells_check(group, row, id));
}

/* ---- reading ------------------------------------------------------------------------------ */

/* Nothing that is read is believed: a value of another type or length becomes a zero, and then
 * the check tells. */

str cells_read_bytes(struct cells *cells)
{
	int at = cells->at++;
	const void *bytes = sqlite3_column_blob(cells->stmt, at);
	int len = sqlite3_column_bytes(cells->stmt, at);
	return bytes && len > 0 ? (str){ bytes, (size_t)len } : (str){ 0 };
}

struct uuid cells_read_uuid(struct cells *cells)
{
	struct uuid id = { 0 };
	str bytes = cells_read_bytes(cells);
	if (bytes.len == sizeof id.bytes) memcpy(id.bytes, bytes.at, sizeof id.bytes);
	return id;
}

static struct digest read_digest(struct cells *cells)
{
	struct digest digest = { 0 };
	str bytes = cells_read_bytes(cells);
	if (bytes.len == sizeof digest) memcpy(&digest, bytes.at, sizeof digest);
	return digest;
}

static void read_steps(struct cells *cells, struct backoff *backoff)
{
	str bytes = cells_read_bytes(cells);
	backoff->steps_len = 0;
	if (bytes.len > sizeof backoff->steps || bytes.len % sizeof backoff->steps[0]) return;
	if (bytes.len) memcpy(backoff->steps, bytes.at, bytes.len);
	backoff->steps_len = (u32)(bytes.len / sizeof backoff->steps[0]);
}

static void read_classes(struct cells *cells, struct class_list *list)
{
	str bytes = cells_read_bytes(cells);
	list->len = 0;
	if (bytes.len > sizeof list->text) return;
	if (bytes.len) memcpy(list->text, bytes.at, bytes.len);
	list->len = (u16)bytes.len;
}

static void read_route(struct cells *cells, struct route_name *route)
{
	str bytes = cells_read_bytes(cells);
	if (!route_name_set(route, bytes)) *route = (struct route_name){ 0 };
}

static void read_counted(struct cells *cells, enum column_kind kind, void *at)
{
	str bytes = cells_read_bytes(cells);
	size_t size = counted_of(kind, at).size;
	u32 *len = at;
	*len = 0;
	if (bytes.len > LIMIT_JOB_DEPENDENCIES * size || bytes.len % size) return;
	if (bytes.len) memcpy((char *)at + sizeof *len, bytes.at, bytes.len);
	*len = (u32)(bytes.len / size);
}

static i64 read_i64(struct cells *cells)
{
	return sqlite3_column_int64(cells->stmt, cells->at++);
}

static void read_column(struct cells *cells, enum column_kind kind, void *at)
{
	switch (kind) {
	case COLUMN_LATER:
	case COLUMN_U32: *(u32 *)at = (u32)read_i64(cells); break;
	case COLUMN_LATER_I64:
	case COLUMN_I64: *(i64 *)at = read_i64(cells); break;
	case COLUMN_BOOL: *(bool *)at = read_i64(cells) != 0; break;
	case COLUMN_LATER_LINK:
	case COLUMN_LINK:
	case COLUMN_UUID: *(struct uuid *)at = cells_read_uuid(cells); break;
	case COLUMN_DIGEST: *(struct digest *)at = read_digest(cells); break;
	case COLUMN_LATER_BYTES:
	case COLUMN_BYTES:
	case COLUMN_TEXT: *(str *)at = cells_read_bytes(cells); break;
	case COLUMN_STEPS: read_steps(cells, at); break;
	case COLUMN_LATER_CLASSES:
	case COLUMN_CLASSES: read_classes(cells, at); break;
	case COLUMN_ROUTE: read_route(cells, at); break;
	case COLUMN_DEPENDENCIES:
	case COLUMN_LINKS: read_counted(cells, kind, at); break;
	}
}

bool cells_read(struct cells *cells, enum column_group group, const struct uuid *id, void *out_row)
{
	const struct columns *columns = &groups[group];
	for (u32 i = 0; i < columns->len; i++)
		read_column(cells, (enum column_kind)columns->at[i].kind,
			    (char *)out_row + columns->at[i].offset);
	return read_i64(cells) == cells_check(group, out_row, id);
}
