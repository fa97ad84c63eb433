/* The tables of columns.def as arrays, and one loop that checks a group.
 *
 * A check is 32 bits of XXH3 over the values as they stand in C, not over a database's bytes: it
 * also finds a value that came back as another type, or under another id. It is seeded by the group
 * and the id, so that a row that strayed to another key is found out. */
#include "store/columns.h"

#include "base/hash.h"
#include "base/must.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { PACKED_MAX = 4096 };

/* Digests and steps are kept as they stand in memory. */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a store's file is little-endian");
_Static_assert(sizeof(struct digest) == 16, "a digest has no padding");
_Static_assert(sizeof(struct dependency) == 20, "a dependency has no padding");
_Static_assert(sizeof(struct link) == 36, "a link has no padding");
_Static_assert(offsetof(struct links_row, at) == offsetof(struct links_row, len) + sizeof(u32),
	       "links stand behind their number");

#define COLUMN_AT(row, name, kind, member) { offsetof(row, member), COLUMN_##kind },
#define X(name, table, row, columns, check, owner) \
	static const struct column columns_of_##name[] = { columns(COLUMN_AT, row) };
COLUMN_GROUPS(X)
#undef X

#define COLUMN_NAMED(row, name, kind, member) #name ", "
const struct columns column_groups[GROUP_COUNT] = {
#define X(name, table, row, columns, check, owner) \
	{ columns_of_##name,                       \
	  countof(columns_of_##name),              \
	  OWNER_##owner,                           \
	  columns(COLUMN_NAMED, ),                 \
	  table,                                   \
	  check,                                   \
	  sizeof(row) },
	COLUMN_GROUPS(X)
#undef X
};

/* The second group belongs to whom the first one names. */
struct uuid daily_owner(tenant_no tenant, str user)
{
	struct digest digest = digest_of(user);
	struct uuid id;
	digest.a ^= tenant.v;
	memcpy(id.bytes, &digest.a, sizeof digest.a);
	memcpy(id.bytes + sizeof digest.a, &digest.b, sizeof digest.b);
	return id;
}

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

size_t counted_size(enum column_kind kind)
{
	return kind == COLUMN_LINKS ? sizeof(struct link) : sizeof(struct dependency);
}

str counted_bytes(enum column_kind kind, const void *at)
{
	u32 len = *(const u32 *)at;
	must(len <= LIMIT_JOB_DEPENDENCIES);
	return (str){ (const char *)at + sizeof len, len * counted_size(kind) };
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

i32 columns_check(enum column_group group, const void *row, const struct uuid *id)
{
	const struct columns *columns = &column_groups[group];
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
