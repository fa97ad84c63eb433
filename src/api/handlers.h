/* The shapes and steps that routes.def names, by file. */
#ifndef BELFRY_API_HANDLERS_H
#define BELFRY_API_HANDLERS_H

#include "api/route.h"

/* shapes.c */
extern const struct shape tenant_query;

/* route_tasks.c */
extern const struct shape task_body;
extern const struct shape bulk_body;
route_decode task_decode, bulk_decode;
route_command task_enqueue;
route_render task_render, bulk_render;
route_read task_view;

/* route_worker.c, route_results.c */
extern const struct shape lease_body;
extern const struct shape beat_body;
extern const struct shape results_body;
route_decode worker_decode_lease, worker_decode_results;
route_command worker_lease, worker_beat, worker_report;
route_render worker_render_lease, worker_render_beat, worker_render_results;

/* route_feeds.c */
route_decode feed_decode, feed_decode_link;
route_read feed_read_person, feed_read;
route_command feed_create, feed_delete, feed_write;
route_render feed_render;

/* route_tries.c */
route_decode sentry_try_decode;
route_read ping_try_read, try_view;
route_command try_enqueue;

/* route_alerts.c */
extern const struct shape alert_body;
extern const struct shape service_alert_body;
extern const struct shape service_test_body;
extern const struct shape alert_list_query;
route_decode alert_list_decode;
route_read alert_rules_view, alert_job_read, alert_rule_read, alert_rule_view, alert_one_view,
	alert_list_view, alert_view, alert_test_view, service_alerts_view, service_alert_read,
	service_alert_view;
route_command alert_create, alert_change, alert_delete, alert_test, alert_acknowledge,
	service_alert_change;

/* route_slo.c */
route_render slo_render;

/* route_stats.c */
extern const struct shape stats_query;
route_decode stats_decode;
route_read stats_view;

/* route_runs.c */
extern const struct shape run_list_query;
extern const struct shape operate_body;
extern const struct shape reschedule_body;
route_decode run_list_decode;
route_read run_list_view, run_view, run_moved_view, why_view;
route_command runs_cancel, runs_discard, runs_reschedule, runs_ask_why;
route_render run_render, why_render;

/* route_retry.c */
extern const struct shape retry_body;
route_read retry_read, retry_view;
route_command retry_command;
route_render retry_render;

/* route_operations.c */
extern const struct shape operation_body;
route_decode operation_decode;
extern const struct shape pause_body;
route_read operation_count, operation_view, operation_stop_read, pause_read, pause_list_view;
route_command operation_cancel_runs, operation_retry_runs, operation_discard_runs, operation_stop;
route_command pauses_begin, pauses_end;
route_render operation_render, pause_render;

/* route_executions.c */
extern const struct shape execution_list_query;
route_decode execution_list_decode;
route_read worker_list_read;
route_decode fleet_find_named;
route_command worker_drain, worker_resume;
route_render worker_list_render, worker_told_render;
struct fleet_worker;
/* Fills in the command that keeps what is known of a worker. */
void worker_thing(struct request *request, const struct fleet_worker *worker,
		  struct command *command);
/* Its lease calls that wait are answered: it drains. */
void worker_end_calls(struct fleet_worker *worker);
route_read execution_list_view, execution_view, execution_read, execution_output_view,
	worker_list_view;
route_command execution_cancel, execution_retry;

/* route_types.c */
extern const struct shape type_body;
extern const struct shape queue_body;
extern const struct shape page_query;
route_read type_view, type_list_view, type_read, queue_list_view, queue_read;
route_command type_set, type_delete, queue_set;
route_render deleted_render, queue_render;

/* route_limits.c */
extern const struct shape limit_body;
route_read limit_list_view, limit_read;
route_command limit_ask, limit_set, limit_delete;
route_render limit_render;

/* route_tenants.c */
extern const struct shape tenant_body;
extern const struct shape quotas_body;
route_decode tenant_decode;
route_read tenant_view, tenant_list_view, tenant_read;
route_command tenant_set, tenant_create, tenant_drop, tenant_ask_quotas;
route_render tenant_render, tenant_render_dropped, tenant_render_quotas;

/* route_users.c */
extern const struct shape user_body;
extern const struct shape secret_body;
route_decode user_decode;
route_read user_view, user_list_view, user_read, secret_list_view;
route_command user_put, secret_put, secret_delete;
route_render user_render, secret_render;

/* route_tokens.c */
extern const struct shape token_body;
route_command token_create, token_delete;
route_render token_render, token_render_deleted;
route_read token_read, token_view, token_list_view;

/* route_session.c */
extern const struct shape session_body;
extern const struct shape session_revoke_query;
route_read session_read;
route_decode session_decode, session_end_decode, session_list_decode, session_revoke_many_decode;
route_command session_begin, session_record, session_end, session_revoke;
route_render session_render, session_render_ended, session_list_render, session_render_revoked,
	session_render_revoked_many;

/* route_me.c */
route_decode me_decode;
route_read me_view;

/* route_service.c */
extern const struct shape metrics_query;
route_render health_render, ready_render, metrics_render, status_render;
route_command status_ask;
route_read status_count;

/* route_page.c */
route_decode page_find_file;
route_render page_render, page_render_file;
/* Whether a path is one of the dashboard's screens: then the page is what it shows. */
bool page_has_screen(str path);

/* jobs.c, route_jobs.c */
extern const struct shape job_body;
extern const struct shape dependency_body;
extern const struct shape job_list_query;
extern const struct shape job_pause_body;
extern const struct shape job_run_body;
extern const struct shape backfill_body;
extern const struct shape occurrence_list_query;
route_decode job_list_decode;
route_read job_list_view, job_view, job_read, job_execution_list_view, occurrence_list_view;
route_read job_change_read, job_look_up_dependencies;

/* route_apply.c */
extern const struct shape apply_body;
route_decode apply_decode;
route_read apply_read;
route_command apply_command;
route_render apply_render;

route_command job_create, job_change, job_delete, job_hold, job_release, job_skip_next;
route_command job_trigger, job_backfill;
route_render job_render, job_trigger_render, job_backfill_render;

/* route_calendars.c */
extern const struct shape calendar_body;
extern const struct shape calendar_rule_body;
route_read calendar_list_view, calendar_view;
route_command calendar_put, calendar_delete;

/* route_preview.c */
extern const struct shape next_query;
extern const struct shape preview_body;
route_read next_read;
route_command next_compute;
route_decode preview_decode;
route_render preview_render;

/* route_held.c */
route_decode held_decode;
route_read held_read;
route_render held_render;

/* route_forecast.c */
extern const struct shape forecast_query;
route_read forecast_read, forecast_view;
route_render forecast_find_zones;

/* route_daily_bulk.c */
extern const struct shape daily_item_body;
extern const struct shape daily_bulk_body;
route_decode daily_bulk_decode;
route_command daily_bulk_put;
route_render daily_bulk_render;
/* route_daily.c */
extern const struct shape daily_body;
extern const struct shape daily_list_query;
extern const struct shape day_list_query;
route_decode daily_decode, daily_list_decode;
route_command daily_put, daily_delete;
route_render daily_render;
route_read daily_view, daily_list_view, day_list_view;

/* route_batches.c */
extern const struct shape delivery_list_query;
route_decode delivery_list_decode;
route_read delivery_list_view;

extern const struct shape ladder_body;
extern const struct shape ladder_move_body;
extern const struct shape ladder_stop_body;
extern const struct shape ladder_list_query;
route_decode ladder_decode, ladder_list_decode;
route_command ladder_create, ladder_move, ladder_stop;
route_render ladder_render, ladder_render_change;
route_read ladder_view, ladder_list_view;

extern const struct shape batch_body;
extern const struct shape batch_list_query;
route_decode batch_decode, batch_list_decode;
route_command batch_create;
route_render batch_render;
route_read batch_list_view, batch_receipt_view, batch_view;

/* route_audit.c */
extern const struct shape audit_list_query;
route_decode audit_list_decode;
route_read audit_list_view;

/* route_reminders.c */
extern const struct shape reminder_body, snooze_body, reminder_list_query, upcoming_query;
route_read reminder_create_read, reminder_change_read, reminder_view, reminder_list_view,
	upcoming_view;
route_command reminder_create, reminder_change, reminder_delete, reminder_snooze, reminder_dismiss,
	reminder_complete;
route_render reminder_render;
/* The person that a call is about: a token of role user speaks of its own person alone (else
 * ERR_NOT_FOUND); other tokens of the person they name, or (empty) of nobody in particular. */
MUST_USE enum err person_of(struct request *request, str asked, str *out_user);

/* route_inbox.c */
extern const struct shape inbox_query;
route_decode inbox_decode;
route_read inbox_view, notice_look_up, notice_view;
route_command notice_read;

/* route_events.c */
extern const struct shape event_list_query;
route_decode event_list_decode;
route_read event_list_view;

/* route_webhooks.c */
extern const struct shape webhook_body;
extern const struct shape webhook_replay_body;
route_decode webhook_decode_new, webhook_replay_decode;
route_read webhook_read_new, webhook_read_old, webhook_view, webhook_list_view;
route_read webhook_delivery_list_view;
route_command webhook_create, webhook_change, webhook_replay, webhook_delete;
route_render webhook_render, webhook_render_deleted;

/* route_rules.c */
extern const struct shape rule_body;
extern const struct shape rule_test_body;
route_read rule_read, rule_view, rule_list_view, rule_test_view;
route_command rule_put, rule_delete;

/* route_sources.c */
extern const struct shape source_body;
route_read source_read, source_view, source_list_view;
route_command source_put, source_delete;

/* route_events_in.c */
extern const struct shape cloud_event_body;
route_decode event_in_decode;
route_read event_in_read, event_signed_read;
route_command event_in_take;
route_render event_in_render;

/* route_effects.c */
extern const struct shape effect_claim_body;
extern const struct shape effect_complete_body;
extern const struct shape effect_release_body;
extern const struct shape effect_list_query;
route_command effect_claim, effect_complete, effect_release;
route_render effect_render_claim, effect_render;
route_decode effect_list_decode;
route_read effect_list_view;

/* route_templates.c */
route_render template_list_render;
route_command template_create_job;

/* route_description.c */
route_render description_render;

#endif
