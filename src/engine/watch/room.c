/* The room that alerts add to a step: rules that are set, alerts, and the runs that tell of them.
 */
#include "engine/watch/slo.h"
#include "engine/watch/watch.h"
#include "engine/whole.h"

static u32 most_changed(const struct engine *engine, const struct room *room)
{
	u32 rules = engine->watch.alerts.rules.table.count;
	if (rules > LIMIT_TURN_ALERTS || service_looks_now(engine, room->turn))
		rules = LIMIT_TURN_ALERTS;
	return rules + room->alert_commands;
}

/* A rule is written when it is evaluated, and when its count has to wait for that; once more if a
 * command changes it. */
static u32 rules_written(const struct engine *engine, const struct room *room)
{
	u32 service = service_looks_now(engine, room->turn)
			      ? LIMIT_TURN_ALERTS + ALERT_SERVICE_KINDS
			      : 0;
	return 2 * engine->watch.alerts.rules.table.count + 4 * room->alert_commands + service;
}

void alerts_count_room(const struct engine *engine, struct room *room)
{
	u32 most = most_changed(engine, room);
	u32 errors = engine->config.reports_errors ? ERRORS_AT_ONCE : 0;
	u32 runs = most * ALERT_SENDS_MAX + errors;
	room->alert_rules = rules_written(engine, room);
	room->alert_runs = runs;
	room->created += runs;
	room->names += runs;
	room->bytes += (size_t)errors * (ERROR_PAYLOAD_BYTES + 64) +
		       (size_t)most * ALERT_SENDS_MAX *
			       (ALERT_PAYLOAD_BYTES + ALERT_ENTITY_LEN + 64) +
		       (size_t)most * (2 * ALERT_TEXT_BYTES + 2 * sizeof(struct alert_row) + 64);
}

static enum err reserve_text(struct buf *buf, size_t bytes)
{
	buf_clear(buf);
	if (!buf_extend(buf, bytes)) return ERR_MEMORY;
	buf_clear(buf);
	return ERR_OK;
}

enum err alerts_take_room(struct engine *engine, const struct room *room)
{
	struct alerts *alerts = &engine->watch.alerts;
	alerts->left = LIMIT_TURN_ALERTS;
	alerts->service.is_reserved = service_looks_now(engine, room->turn);
	if (!room->alert_commands && !alerts->rules.table.count && !alerts->service.is_reserved &&
	    !engine->config.reports_errors)
		return ERR_OK;
	enum err err = alert_rules_reserve(engine, room->alert_puts);
	if (!err) err = alerts_reserve_open(engine, LIMIT_TURN_ALERTS);
	return err ? err : reserve_text(&alerts->text, ALERT_PAYLOAD_BYTES);
}
