#include "model/ladder.h"

#include "base/must.h"
#include "calendar/duration.h"

_Static_assert(LIMIT_ENTITY_BYTES + LIMIT_TENANT_NAME_BYTES + LIMIT_LADDER_NAME_BYTES + 3 * 2 <=
		       DIGEST_TEXTS_BYTES,
	       "the names of a ladder fit");

struct digest ladder_digest(tenant_no tenant, str entity, str user, str name)
{
	return digest_of_texts(tenant, (str[]){ entity, user, name }, 3);
}

struct digest ladder_entity_digest(tenant_no tenant, str entity)
{
	return digest_of_texts(tenant, &entity, 1);
}

/* ---- texts ---------------------------------------------------------------------------------- */

static size_t print_number(u64 number, char *out)
{
	char digits[OFFSET_TEXT_BYTES];
	size_t len = 0;
	do digits[len++] = (char)('0' + number % 10);
	while (number /= 10);
	for (size_t i = 0; i < len; i++) out[i] = digits[len - 1 - i];
	return len;
}

size_t offset_print(msec offset, char out[OFFSET_TEXT_BYTES])
{
	static const struct {
		msec length;
		str word;
	} units[] = { { MSEC_HOUR, STR("h") },
		      { MSEC_MINUTE, STR("m") },
		      { MSEC_SECOND, STR("s") },
		      { 1, STR("ms") } };
	size_t len = 0;
	u32 unit = 0;
	if (!offset) {
		out[0] = '0';
		return 1;
	}
	while (offset % units[unit].length) unit++;
	if (offset < 0) out[len++] = '-';
	u64 size = offset < 0 ? -(u64)offset : (u64)offset;
	len += print_number(size / (u64)units[unit].length, out + len);
	memcpy(out + len, units[unit].word.at, units[unit].word.len);
	return len + units[unit].word.len;
}

bool offset_parse(str text, msec *out_offset)
{
	struct why why;
	bool is_before = str_starts_with(text, STR("-"));
	if (is_before || str_starts_with(text, STR("+"))) text = str_from_offset(text, 1);
	*out_offset = 0;
	if (str_eq(text, STR("0"))) return true;
	if (duration_parse(text, out_offset, &why)) return false;
	if (is_before) *out_offset = -*out_offset;
	return true;
}

static size_t add(char *out, size_t len, str text)
{
	if (text.len) memcpy(out + len, text.at, text.len);
	out[len + text.len] = ':';
	return len + text.len + 1;
}

size_t rung_key_print(str entity, str user, str name, msec offset, char out[RUNG_KEY_BYTES])
{
	must(entity.len <= LIMIT_ENTITY_BYTES);
	must(user.len <= LIMIT_TENANT_NAME_BYTES);
	must(name.len <= LIMIT_LADDER_NAME_BYTES);
	size_t len = add(out, 0, entity);
	len = add(out, len, user);
	len = add(out, len, name);
	return len + offset_print(offset, out + len);
}

static bool take(str *rest, str text)
{
	if (!str_starts_with(*rest, text)) return false;
	*rest = str_from_offset(*rest, text.len);
	if (!rest->len || rest->at[0] != ':') return false;
	*rest = str_from_offset(*rest, 1);
	return true;
}

bool rung_key_read(str key, str entity, str user, str *out_name, str *out_offset)
{
	str rest = key;
	msec offset;
	if (!take(&rest, entity) || !take(&rest, user)) return false;
	size_t at = rest.len;
	while (at && rest.at[at - 1] != ':') at--;
	if (!at) return false;
	*out_name = str_slice(rest, 0, at - 1);
	*out_offset = str_from_offset(rest, at);
	return offset_parse(*out_offset, &offset);
}

/* ---- rungs ---------------------------------------------------------------------------------- */

enum { RUNGS_VERSION = 1 };

size_t rungs_pack(const struct rung *rungs, u32 len, char *out)
{
	must(len <= LIMIT_LADDER_RUNGS);
	char *at = out;
	*at++ = RUNGS_VERSION;
	for (u32 i = 0; i < len; i++) {
		for (u32 k = 0; k < 8; k++) *at++ = (char)((u64)rungs[i].offset >> 8 * k & 0xff);
		memcpy(at, rungs[i].run.bytes, sizeof(struct uuid));
		at += sizeof(struct uuid);
		*at++ = (char)rungs[i].state;
	}
	return (size_t)(at - out);
}

u32 ladder_rungs_len(const struct ladder_row *row)
{
	bool is_known = row->rungs.len && row->rungs.at[0] == RUNGS_VERSION;
	return is_known ? (u32)((row->rungs.len - 1) / RUNG_PACKED_BYTES) : 0;
}

struct rung ladder_rung(const struct ladder_row *row, u32 index)
{
	struct rung rung;
	u64 offset = 0;
	must(index < ladder_rungs_len(row));
	const char *at = row->rungs.at + 1 + (size_t)index * RUNG_PACKED_BYTES;
	for (u32 k = 0; k < 8; k++) offset |= (u64)(u8)at[k] << 8 * k;
	rung.offset = (msec)offset;
	memcpy(rung.run.bytes, at + 8, sizeof(struct uuid));
	rung.state = at[8 + sizeof(struct uuid)] == RUNG_MADE ? RUNG_MADE : RUNG_PASSED;
	return rung;
}

str rung_state_name(enum rung_state state)
{
	return state == RUNG_MADE ? STR("made") : STR("passed");
}
