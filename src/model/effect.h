/* Facts of an effect that follow from its row alone: its digest, the names of its claims, and when
 * an open one is in doubt. */
#ifndef BELFRY_MODEL_EFFECT_H
#define BELFRY_MODEL_EFFECT_H

#include "model/rows.h"

enum { EFFECT_TTL_SECONDS = 900 }; /* for a claim without a ttl */

str effect_state_name(enum effect_state state);
MUST_USE bool effect_state_parse(str name, enum effect_state *out_state);

/* The digest by which an effect is found. The texts are within their bounds (limits.def). */
struct digest effect_digest(tenant_no tenant, str action_key, str idempotency_key, str scope);

/* Whether the row has these texts: different texts might have the same digest. */
bool effect_is_of(const struct effect_row *row, str action_key, str idempotency_key, str scope);

/* The id of a claim: the effect's id with the number of the claim in its last two bytes. So earlier
 * holders, the present holder and strangers can be told apart. */
struct uuid effect_claim_of(const struct effect_row *row);
struct uuid effect_of_claim(const struct uuid *claim, u32 *out_number);

/* An open claim is in doubt after its time, or when the attempt that made it has ended: the server
 * cannot know whether the change was made. */
enum effect_state effect_state_at(const struct effect_row *row, bool attempt_is_open, msec now);

#endif
