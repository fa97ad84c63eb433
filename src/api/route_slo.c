/* How the service levels stand. */
#include "api/handlers.h"
#include "api/parts.h"
#include "api/write.h"
#include "model/slo.h"

static void put_thousandths(struct buf *out, str key, i64 value)
{
	write_key(out, key);
	buf_add_thousandths(out, value);
}

static void write_state(struct buf *out, enum slo slo, const struct slo_state *state)
{
	bool has_value = state->standing > SLO_IS_UNKNOWN;
	write_open(out, '{');
	put_text(out, STR("slo"), slo_word(slo));
	put_text(out, STR("state"), slo_standing_word(state->standing));
	if (has_value) put_thousandths(out, STR("value"), state->value);
	else put_null(out, STR("value"));
	if (state->threshold < 0) put_null(out, STR("threshold"));
	else put_thousandths(out, STR("threshold"), state->threshold);
	put_text(out, STR("unit"), slo_unit(slo));
	put_u64(out, STR("breaches"), state->breaches);
	put_instant_or_null(out, STR("since"), state->since);
	put_bool(out, STR("rising"), state->is_rising);
	if (state->due_bucket == SLO_NO_BUCKET) put_null(out, STR("due_bucket"));
	else put_u64(out, STR("due_bucket"), state->due_bucket);
	write_close(out, '}');
}

bool slo_render(struct request *request)
{
	const struct api_doors *doors = api_doors(request->api);
	struct slo_report report = { 0 };
	struct buf *out = &request->out;
	if (doors->slo) doors->slo(doors->context, &report);
	write_open(out, '{');
	put_instant_or_null(out, STR("evaluated_at"), report.evaluated_at);
	put_i64(out, STR("eval_ms"), report.settings.eval_ms);
	put_u64(out, STR("window_minutes"), report.settings.window_minutes);
	put_u64(out, STR("breach_consecutive"), report.settings.breach_consecutive);
	put_open(out, STR("data"), '[');
	for (u32 i = 0; doors->slo && i < SLO_COUNT; i++)
		write_state(out, (enum slo)i, &report.states[i]);
	write_close(out, ']');
	put_null(out, STR("next_cursor"));
	write_close(out, '}');
	return true;
}
