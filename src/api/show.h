/* Rows as JSON, in the words of the API. */
#ifndef BELFRY_API_SHOW_H
#define BELFRY_API_SHOW_H

#include "api/member.h"
#include "model/action.h"
#include "store/query.h"

/* The error of a run's last attempt, or the rule that denied it; empty: none. */
struct run_error {
	str class;
	str message;
};

struct run_error run_error_of(const struct run_view *run);

void show_run(struct buf *out, const struct run_view *run);
void show_execution(struct buf *out, const struct execution_view *execution);
void show_operation(struct buf *out, const struct operation_view *operation);
/* The pause of a job, as one of those. */
void show_job_pause(struct buf *out, const struct job_view *job);
void show_pause(struct buf *out, const struct pause_view *pause);
/* The members of a backoff, as an object. */
void show_backoff(struct buf *out, const struct backoff *backoff);
void show_classes(struct buf *out, struct key_loose key, const struct class_list *list);
/* unique_scope as it would be given; null for NONE. */
void show_scope(struct buf *out, enum unique_scope scope, msec ttl);

str operation_kind_name(enum operation_kind kind);
str operation_state_name(enum operation_state state);
str output_kind_name(enum output_kind kind);
str holder_code_name(enum holder_code code);
/* The words of executions: RUNNING, COMPLETED, FAILED, CANCELLED, TIMEOUT, STALLED. */
str execution_status(enum outcome outcome);

/* The members of an item's error, as in TaskError; an empty text: the error's own sentence. */
void show_item_error(struct buf *out, enum err code, str text);

#endif
