/* The shapes and steps that routes.def names, by file. */
#ifndef BELFRY_API_HANDLERS_H
#define BELFRY_API_HANDLERS_H

#include "api/route.h"

/* ---- shapes.c ------------------------------------------------------------------------------ */
extern const struct shape tenant_query;

/* ---- route_tasks.c ------------------------------------------------------------------------- */
extern const struct shape task_shape;
extern const struct shape bulk_shape;
route_decode task_decode;
route_decode bulk_decode;
route_command task_enqueue;
route_render task_render;
route_render bulk_render;

/* ---- route_worker.c ------------------------------------------------------------------------ */
extern const struct shape lease_shape;
extern const struct shape beat_shape;
extern const struct shape results_shape;
route_decode worker_decode_lease;
route_decode worker_decode_results;
route_command worker_lease;
route_command worker_beat;
route_command worker_report;
route_render worker_render_lease;
route_render worker_render_beat;
route_render worker_render_results;

/* ---- route_service.c ----------------------------------------------------------------------- */
extern const struct shape metrics_query;
route_render health_render;
route_render ready_render;
route_render metrics_render;
route_command status_ask;
route_render status_render;

#endif
