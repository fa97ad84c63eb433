/* Facts of an effect that follow from its row alone: its digest, the names of its claims, and when
 * an open one is in doubt. */
#ifndef BELFRY_MODEL_EFFECT_H
#define BELFRY_MODEL_EFFECT_H

#include "model/rows.h"

enum { EFFECT_TTL_SECONDS = 900 }; /* of a claim that says nothing */

str effect_state_name(enum effect_state state);
MUST_USE bool effect_state_parse(str name, enum effect_state *out_state);

/* The digest by which an effect is found. The texts are within their bounds (limits.def). */
struct digest effect_digest(tenant_no tenant, str action_key, str idempotency_key, str scope);

/* Whether the row's texts are these: two that differ may have one digest. */
bool effect_is_of(const struct effect_row *row, str action_key, str idempotency_key, str scope);

/* A claim is named by its effect's id with its number in the last two bytes: whoever held the
 * effect before is told from its holder, and both from a stranger. */
struct uuid effect_claim_of(const struct effect_row *row);
struct uuid effect_of_claim(const struct uuid *claim, u32 *out_number);

/* An open claim is in doubt past its time, or once the attempt that made it has ended: whether the
 * change was made nobody here can know. */
enum effect_state effect_state_at(const struct effect_row *row, bool attempt_is_open, msec now);

#endif
