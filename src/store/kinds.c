/* The table of kinds, and what follows from a kind's columns alone. */
#include "store/kinds.h"

#include "base/must.h"

/* From when they were resolved. */
#define ALERTS_KEPT_MS (90 * MSEC_DAY)

/* ---- which rows memory always holds --------------------------------------------------------- */

static bool held_always(const void *row)
{
	(void)row;
	return true;
}

/* Documents of persons are loaded with their runs. */
static bool held_of_tenant(const void *row)
{
	return ((const struct gates_row *)row)->user.len == 0;
}

static bool held_running(const void *row)
{
	return ((const struct operation_row *)row)->state == OPERATION_RUNNING;
}

static bool held_live(const void *row)
{
	return ((const struct batch_row *)row)->is_live;
}

static bool held_waited_for(const void *row)
{
	return ((const struct after_row *)row)->is_live;
}

static bool held_open(const void *row)
{
	return ((const struct alert_row *)row)->resolved_at == 0;
}

/* ---- the table ------------------------------------------------------------------------------ */

#define IN(group) { GROUP_##group, 0 },
#define OF(kind, member, group) { GROUP_##group, offsetof(struct kind##_row, member) },
#define X(NAME, name, row, where, key, put, held, with, kept, groups, sentence) \
	static const struct kind_group groups_of_##NAME[] = { groups };
ROW_KINDS(X)
#undef X

#define HELD_ALWAYS held_always
#define HELD_NEVER NULL
#define HELD_OF_TENANT held_of_tenant
#define HELD_RUNNING held_running
#define HELD_LIVE held_live
#define HELD_WAITED_FOR held_waited_for
#define HELD_OPEN held_open

enum { GOES_STAY, GOES_DROP };

const struct kind row_kinds[KIND_COUNT] = {
#define X(NAME, name, row, where, key, put, held, with, kept, groups, sentence)            \
	{ groups_of_##NAME, countof(groups_of_##NAME), key,        sizeof(row), PUT_##put, \
	  KEPT_##kept,      GOES_##with == GOES_DROP,  HELD_##held },
	ROW_KINDS(X)
#undef X
};

/* ---- columns of a row ----------------------------------------------------------------------- */

static u32 place_of(const struct columns *columns, str name)
{
	str names = str_from(columns->names);
	for (u32 i = 0; i < columns->len; i++) {
		size_t len = 0;
		while (names.at[len] != ',') len++;
		if (str_eq((str){ names.at, len }, name)) return i;
		names = (str){ names.at + len + 2, names.len - len - 2 };
	}
	return columns->len;
}

u32 kind_tenant_at(const struct kind *kind)
{
	const struct columns *columns = kind_columns(kind);
	u32 place = place_of(columns, STR("tenant"));
	must(place < columns->len);
	return columns->at[place].offset;
}

const char *kind_dated_by(const struct kind *kind)
{
	switch (kind->kept) {
	case KEPT_ALWAYS:
	case KEPT_WITH:
	case KEPT_RULE: return NULL;
	case KEPT_UNTIL: return "until";
	case KEPT_AT: return "at";
	case KEPT_RESOLVED: return "resolved_at";
	case KEPT_ID: return "id";
	}
	return NULL;
}

msec kind_past_until(enum row_kind kind, const struct retention *retention, msec wall)
{
	enum kind_kept kept = row_kinds[kind].kept;
	if (kind == KIND_NOTICE) return retention_notices_until(retention, wall);
	if (kept == KEPT_UNTIL) return wall;
	if (kept == KEPT_RESOLVED) return msec_sub(wall, ALERTS_KEPT_MS);
	/* As long as the run that it is about would be there. */
	return msec_sub(wall, retention->finished_ms);
}

/* The first id of a row is its own. */
static const struct uuid *first_id(const struct kind *kind, const void *row)
{
	const struct columns *columns = kind_columns(kind);
	u32 i = 0;
	while (i < columns->len && columns->at[i].kind != COLUMN_UUID) i++;
	must(i < columns->len);
	return (const void *)((const char *)row + columns->at[i].offset);
}

/* An id begins with the instant it was made at; what is not resolved has none. */
msec kind_dated_at(const struct kind *kind, const void *row)
{
	const struct columns *columns = kind_columns(kind);
	if (kind->kept == KEPT_ID) return uuid7_msec(first_id(kind, row));
	u32 place = place_of(columns, str_from(kind_dated_by(kind)));
	must(place < columns->len);
	must(columns->at[place].kind == COLUMN_I64);
	msec at = *(const msec *)(const void *)((const char *)row + columns->at[place].offset);
	return at || kind->kept != KEPT_RESOLVED ? at : MSEC_MAX;
}

const struct uuid *kind_seed(const struct kind *kind, u32 group, const void *row, struct uuid *room)
{
	const struct daily_row *daily = row;
	switch (column_groups[kind->groups[group].group].owner) {
	case OWNER_NONE: return NULL;
	case OWNER_ID: return first_id(kind, row);
	case OWNER_PERSON: *room = daily_owner(daily->tenant, daily->user); break;
	}
	return room;
}

static int compare_texts(str a, str b)
{
	size_t len = a.len < b.len ? a.len : b.len;
	int order = len ? memcmp(a.at, b.at, len) : 0;
	return order ? order : (a.len > b.len) - (a.len < b.len);
}

static int compare_column(enum column_kind kind, const void *a, const void *b)
{
	i64 x, y;
	if (column_kind_is_text(kind)) return compare_texts(*(const str *)a, *(const str *)b);
	if (kind == COLUMN_UUID || kind == COLUMN_DIGEST) return memcmp(a, b, sizeof(struct uuid));
	must(kind == COLUMN_U32 || kind == COLUMN_I64);
	x = kind == COLUMN_U32 ? *(const u32 *)a : *(const i64 *)a;
	y = kind == COLUMN_U32 ? *(const u32 *)b : *(const i64 *)b;
	return (x > y) - (x < y);
}

int kind_compare(const struct kind *kind, const void *row, const void *other)
{
	const struct column *at = kind_columns(kind)->at;
	int order = 0;
	for (u32 i = 0; i < kind->key && !order; i++)
		order = compare_column((enum column_kind)at[i].kind,
				       (const char *)row + at[i].offset,
				       (const char *)other + at[i].offset);
	return order;
}

void kind_copy_texts(const struct kind *kind, void *row, kind_copy_text *copy, void *context)
{
	for (u32 group = 0; group < kind->groups_len; group++) {
		const struct columns *columns = &column_groups[kind->groups[group].group];
		char *base = (char *)row + kind->groups[group].at;
		for (u32 i = 0; i < columns->len; i++) {
			str *text = (str *)(void *)(base + columns->at[i].offset);
			if (column_kind_is_text((enum column_kind)columns->at[i].kind))
				*text = copy(context, *text);
		}
	}
}
