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

/* ---- rungs ---------------------------------------------------------------------------------- */

u32 ladder_rungs_len(const struct ladder_row *row)
{
	return (u32)(row->rungs.len / sizeof(struct rung));
}

struct rung ladder_rung(const struct ladder_row *row, u32 index)
{
	struct rung rung;
	must(index < ladder_rungs_len(row));
	memcpy(&rung, row->rungs.at + index * sizeof rung, sizeof rung);
	return rung;
}

str rung_state_name(u64 state)
{
	return state == RUNG_MADE ? STR("made") : STR("passed");
}
