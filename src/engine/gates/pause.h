/* Pauses: the functions that other folders call. */
#ifndef BELFRY_ENGINE_GATES_PAUSE_H
#define BELFRY_ENGINE_GATES_PAUSE_H

#include "engine/whole.h"

/* ---- pause.c --------------------------------------------------------------------------------- */
void pause_end(struct engine *engine, struct pause *pause, str actor);
MUST_USE enum err pause_recall(struct engine *engine, const struct pause_row *row);
/* every pause of the tenant; writes nothing */
void pauses_forget(struct engine *engine, tenant_no tenant);

#endif
