/* How the service levels stand. */
#include "api/handlers.h"
#include "api/member.h"
#include "api/parts.h"
#include "model/slo.h"

static void put_thousandths(struct buf *out, struct key_loose key, i64 value)
{
	write_key(out, key);
	buf_add_thousandths(out, value);
}

static void write_state(struct buf *out, enum slo slo, const struct slo_state *state)
{
	bool has_value = state->verdict > SLO_IS_UNKNOWN;
	write_open(out, '{');
	put_text(out, KEY(slo_state, slo), slo_word(slo));
	put_text(out, KEY(slo_state, state), slo_verdict_word(state->verdict));
	if (has_value) put_thousandths(out, LOOSE(slo_state, value), state->value);
	else put_null(out, KEY(slo_state, value));
	if (state->threshold < 0) put_null(out, KEY(slo_state, threshold));
	else put_thousandths(out, LOOSE(slo_state, threshold), state->threshold);
	put_text(out, KEY(slo_state, unit), slo_unit(slo));
	put_u64(out, KEY(slo_state, breaches), state->breaches);
	put_instant_or_null(out, KEY(slo_state, since), state->since);
	put_bool(out, KEY(slo_state, rising), state->is_rising);
	if (state->due_bucket == SLO_NO_BUCKET) put_null(out, KEY(slo_state, due_bucket));
	else put_u64(out, KEY(slo_state, due_bucket), state->due_bucket);
	write_close(out, '}');
}

bool slo_render(struct request *request)
{
	const struct api_doors *doors = api_doors(request->api);
	struct slo_report report = { 0 };
	struct buf *out = &request->out;
	if (doors->slo) doors->slo(doors->context, &report);
	write_open(out, '{');
	put_instant_or_null(out, KEY(slo, evaluated_at), report.evaluated_at);
	put_i64(out, KEY(slo, eval_ms), report.settings.eval_ms);
	put_u64(out, KEY(slo, window_minutes), report.settings.window_minutes);
	put_u64(out, KEY(slo, breach_consecutive), report.settings.breach_consecutive);
	put_open(out, KEY(slo, data), '[');
	for (u32 i = 0; doors->slo && i < SLO_COUNT; i++)
		write_state(out, (enum slo)i, &report.states[i]);
	write_close(out, ']');
	put_null(out, KEY(slo, next_cursor));
	write_close(out, '}');
	return true;
}
