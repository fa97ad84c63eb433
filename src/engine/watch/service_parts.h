/* Alerts on the service, as service.c and service_look.c share them. */
#ifndef BELFRY_ENGINE_WATCH_SERVICE_PARTS_H
#define BELFRY_ENGINE_WATCH_SERVICE_PARTS_H

#include "engine/whole.h"

enum { LOOK_MS = MSEC_MINUTE, CALM_MS = ALERT_MINUTES * MSEC_MINUTE };

/* ---- service.c, service_look.c --------------------------------------------------------------- */
struct service_alerts *service_of(struct engine *engine);
struct service_rule *service_rule_for(struct engine *engine, enum alert_kind kind);
void service_look_at(struct engine *engine, msec at);
void service_look_soon(struct engine *engine);
u32 service_sum_of(const u32 minutes[ALERT_MINUTES + 1]);
void service_note_error(struct engine *engine, const struct error_seen *error);
bool service_is_late(const struct engine *engine, msec run_at);
void service_write_rule(struct engine *engine, struct service_rule *rule);

#endif
