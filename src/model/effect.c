#include "model/effect.h"

#include "base/must.h"

static const str names[EFFECT_STATES] = {
	[EFFECT_OPEN] = STR("open"),
	[EFFECT_DONE] = STR("done"),
	[EFFECT_RELEASED] = STR("released"),
	[EFFECT_IN_DOUBT] = STR("in_doubt"),
};

str effect_state_name(enum effect_state state)
{
	must(state < EFFECT_STATES);
	return names[state];
}

bool effect_state_parse(str name, enum effect_state *out_state)
{
	for (u32 i = 0; i < EFFECT_STATES; i++) {
		if (!str_eq(name, names[i])) continue;
		*out_state = (enum effect_state)i;
		return true;
	}
	return false;
}

_Static_assert(LIMIT_EFFECT_ACTION_BYTES + LIMIT_KEY_BYTES + LIMIT_EFFECT_SCOPE_BYTES + 3 * 2 <=
		       DIGEST_TEXTS_BYTES,
	       "the names of an effect fit");

struct digest effect_digest(tenant_no tenant, str action_key, str idempotency_key, str scope)
{
	return digest_of_texts(tenant, (str[]){ action_key, idempotency_key, scope }, 3);
}

bool effect_is_of(const struct effect_row *row, str action_key, str idempotency_key, str scope)
{
	return str_eq(row->action_key, action_key) && str_eq(row->scope, scope) &&
	       str_eq(row->idempotency_key, idempotency_key);
}

struct uuid effect_claim_of(const struct effect_row *row)
{
	struct uuid claim = row->id;
	must(row->claims <= LIMIT_EFFECT_CLAIMS);
	claim.bytes[14] = (u8)(row->claims >> 8);
	claim.bytes[15] = (u8)(row->claims & 0xff);
	return claim;
}

struct uuid effect_of_claim(const struct uuid *claim, u32 *out_number)
{
	struct uuid id = *claim;
	*out_number = (u32)id.bytes[14] << 8 | id.bytes[15];
	id.bytes[14] = id.bytes[15] = 0;
	return id;
}

enum effect_state effect_state_at(const struct effect_row *row, bool attempt_is_open, msec now)
{
	bool has_attempt = !uuid_is_nil(&row->execution);
	bool is_over = row->until <= now || (has_attempt && !attempt_is_open);
	return row->state == EFFECT_OPEN && is_over ? EFFECT_IN_DOUBT : row->state;
}
