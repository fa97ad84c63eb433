// Types of the API, made from its description by `npm run types`. Do not edit.
export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A plain live page of how the server is. */
        get: operations["get_page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Alerts that were raised, newest first. */
        get: operations["get_alerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/alerts/{id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Somebody looks after an alert that is open; the first one counts. */
        post: operations["post_alerts_id_acknowledge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/alerts/sentry/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report an error that is none to BELFRY_SENTRY_DSN, marked as a test. The run that sends it tells what comes of it. */
        post: operations["post_alerts_sentry_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/alerts/service": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rules of alerts on the service, one of each kind. */
        get: operations["get_alerts_service"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/alerts/service/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change the fields given of a rule on the service: its threshold, who is told, or whether it is on. */
        put: operations["put_alerts_service_name"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/alerts/service/{name}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send what a rule on the service would send, marked as a test; nothing is raised. */
        post: operations["post_alerts_service_name_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who changed what, newest first: calls, handlers' own words, and what time did. */
        get: operations["get_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List batches, newest first. */
        get: operations["get_batches"];
        put?: never;
        /** Create a batch: many children, all or none, and a parent that waits for them. */
        post: operations["post_batches"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One batch, with its delivery report. */
        get: operations["get_batches_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/calendars": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List calendars. */
        get: operations["get_calendars"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/calendars/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One calendar. */
        get: operations["get_calendars_name"];
        /** Set a calendar's days; jobs that leave them out are planned anew. */
        put: operations["put_calendars_name"];
        post?: never;
        /** Delete a calendar that no job names. */
        delete: operations["delete_calendars_name"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/daily": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List people with daily windows. */
        get: operations["get_daily"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/daily/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A person's daily window: when it is due, how the last day ended, when the next attempt is. */
        get: operations["get_daily_user_id"];
        /** Give a person a daily window, or another time; after today's time it counts from the next day. */
        put: operations["put_daily_user_id"];
        post?: never;
        /** End a person's daily windows; the ledger stays. */
        delete: operations["delete_daily_user_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/daily/{user_id}/days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How a person's days ended, newest first. */
        get: operations["get_daily_user_id_days"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The delivery log, newest first: every try of types that notify or have a fallback, and what followed. */
        get: operations["get_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/effects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List effects, newest first; a worker names action_key and idempotency_key. */
        get: operations["get_effects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/effects/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask to be the one who makes an outside change; only the first is told so. */
        post: operations["post_effects_claim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/effects/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The change was made; its result is kept for all who ask. */
        post: operations["post_effects_complete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/effects/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a claim up: the change was not made. */
        post: operations["post_effects_release"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What happened, newest first; with Accept: text/event-stream as it happens, behind Last-Event-ID. */
        get: operations["get_events"];
        put?: never;
        /** An event has happened: rules make runs of it. */
        post: operations["post_events"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/events/{source}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The same from a source, signed by its secret (Standard Webhooks) instead of a token. */
        post: operations["post_events_source"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List attempts, newest first. */
        get: operations["get_executions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/executions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One attempt. */
        get: operations["get_executions_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/executions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel the run that an attempt is under way for. */
        post: operations["post_executions_id_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/executions/{id}/output": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What an attempt wrote to stdout and stderr, up to 1 MiB; or what a failed webhook was answered (operators only). */
        get: operations["get_executions_id_output"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/executions/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Retry the dead letter that an attempt led to. */
        post: operations["post_executions_id_retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many runs each hour or minute will bring, from the one it is now. */
        get: operations["get_forecast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A person's inbox, newest first, and how much of it is unread; with Accept: text/event-stream as it happens, behind Last-Event-ID. */
        get: operations["get_inbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/inbox/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Somebody has read it. */
        post: operations["post_inbox_id_read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List jobs, newest first. */
        get: operations["get_jobs"];
        put?: never;
        /** Create a job. */
        post: operations["post_jobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One job, by id or code. */
        get: operations["get_jobs_id"];
        /** Change a job; fields not given stay. What has not started is planned anew. */
        put: operations["put_jobs_id"];
        post?: never;
        /** Delete a job; its history stays. */
        delete: operations["delete_jobs_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/jobs/{id}/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rules of alerts on a job. */
        get: operations["get_jobs_id_alerts"];
        put?: never;
        /** Tell somebody when a job fails, takes too long, or does not run. */
        post: operations["post_jobs_id_alerts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/jobs/{id}/alerts/{alert_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One rule of alerts. */
        get: operations["get_jobs_id_alerts_alert_id"];
        /** Change the fields given of a rule; where it means something else from now on, it begins anew. */
        put: operations["put_jobs_id_alerts_alert_id"];
        post?: never;
        /** Take a rule away; what it has raised is resolved. */
        delete: operations["delete_jobs_id_alerts_alert_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/jobs/{id}/alerts/{alert_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send what a rule would send, marked as a test; nothing is raised. The runs that send it tell what comes of it. */
        post: operations["post_jobs_id_alerts_alert_id_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/jobs/{id}/backfill": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run a past span of a job again. */
        post: operations["post_jobs_id_backfill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/jobs/{id}/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A job's attempts, newest first. */
        get: operations["get_jobs_id_executions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/jobs/{id}/next-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** When a job runs next, in UTC and on its own clock. */
        get: operations["get_jobs_id_next_runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/jobs/{id}/occurrences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What became of a job's occurrences, newest first. */
        get: operations["get_jobs_id_occurrences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/jobs/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hold a job back. */
        post: operations["post_jobs_id_pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/jobs/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a job go on. */
        post: operations["post_jobs_id_resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/jobs/{id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run a job now; its next occurrence stays where it is. */
        post: operations["post_jobs_id_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/jobs/{id}/skip-next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Leave a job's next occurrence out. */
        post: operations["post_jobs_id_skip_next"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/ladders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a ladder: a run for each offset around the anchor of an entity, all or none; none for what lies in the past. */
        post: operations["post_ladders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/ladders/{entity}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The ladders of an entity, newest first, and how their rungs stand. */
        get: operations["get_ladders_entity"];
        /** Move the anchor of an entity's ladders: what has not run moves along, what lies in the past is not sent. */
        put: operations["put_ladders_entity"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/ladders/{entity}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop an entity's ladders: what is left of them is cancelled. */
        post: operations["post_ladders_entity_stop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List routes: what is declared, what was learned, how they stand now. */
        get: operations["get_limits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/limits/{route}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Declare how often a route may be used; fields not given stay. */
        put: operations["put_limits_route"];
        post?: never;
        /** Take a route's rate away. */
        delete: operations["delete_limits_route"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/operations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How an operation gets on. */
        get: operations["get_operations_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/operations/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop an operation where it stands. */
        post: operations["post_operations_id_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hold a type, a queue, a tenant or a job back. */
        post: operations["post_pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/pauses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is held back. */
        get: operations["get_pauses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/pings/{group}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Call the URL of a group of jobs, marked as a test. The run that does it tells what comes of it. */
        post: operations["post_pings_group_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** When any rule would run, in UTC and on the clock of its zone. */
        post: operations["post_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List runs, newest first: by state, type, queue, entity, key. */
        get: operations["get_queue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/queue/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One run. */
        get: operations["get_queue_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/queue/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End a run on purpose. */
        post: operations["post_queue_id_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/queue/{id}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a dead letter up. */
        post: operations["post_queue_id_discard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/queue/{id}/reschedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a run another time. */
        post: operations["post_queue_id_reschedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/queue/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a dead letter new attempts. */
        post: operations["post_queue_id_retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/queue/{id}/why": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Why a run is not running. */
        get: operations["get_queue_id_why"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/queue/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel all runs that match: an operation. */
        post: operations["post_queue_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/queue/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Discard all dead letters that match: an operation. */
        post: operations["post_queue_discard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/queue/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Retry all dead letters that match: an operation. */
        post: operations["post_queue_retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/queues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List queues with weight and limit. */
        get: operations["get_queues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/queues/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set a queue's weight and limit; makes it if it is new. */
        put: operations["put_queues_name"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List reminders, newest first; a token of role user sees its person's alone. */
        get: operations["get_reminders"];
        put?: never;
        /** Create a reminder: once, or a series by an RRULE. */
        post: operations["post_reminders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/reminders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One reminder. */
        get: operations["get_reminders_id"];
        /** Change the fields given; another time, rule or zone begins it anew. */
        put: operations["put_reminders_id"];
        post?: never;
        /** Delete a reminder, and its series with it. */
        delete: operations["delete_reminders_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/reminders/{id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What it was about is done; of a series this occurrence. */
        post: operations["post_reminders_id_complete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/reminders/{id}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Wave a reminder away; of a series this occurrence. */
        post: operations["post_reminders_id_dismiss"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/reminders/{id}/snooze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put a reminder off; after five times the next dismisses it. */
        post: operations["post_reminders_id_snooze"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/reminders/upcoming": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A person's reminders to come, by next_remind_at. */
        get: operations["get_reminders_upcoming"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let it go on. */
        post: operations["post_resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List rules: what events that come in make. */
        get: operations["get_rules"];
        put?: never;
        /** Make a rule: event, conditions, when, what. */
        post: operations["post_rules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One rule. */
        get: operations["get_rules_id"];
        /** Change a rule, or pause it. */
        put: operations["put_rules_id"];
        post?: never;
        /** Delete a rule; what it has made stays. */
        delete: operations["delete_rules_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/rules/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a rule would make of an event; nothing is made. */
        post: operations["post_rules_id_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the names of secrets. */
        get: operations["get_secrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/secrets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Keep a secret under a name. */
        put: operations["put_secrets_name"];
        post?: never;
        /** Forget a secret. */
        delete: operations["delete_secrets_name"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign a browser in, by a one-time code or a token. */
        post: operations["post_session"];
        /** Sign out. */
        delete: operations["delete_session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/slo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How the service levels stand: value, threshold, breaches in a row, since when. */
        get: operations["get_slo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List sources of signed events. */
        get: operations["get_sources"];
        put?: never;
        /** Make a source: who may send signed events, and of which types runs may be made. */
        post: operations["post_sources"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/sources/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One source. */
        get: operations["get_sources_id"];
        /** Change a source: its secrets, its types, or pause it. */
        put: operations["put_sources_id"];
        post?: never;
        /** Delete a source: its events are refused from now on. */
        delete: operations["delete_sources_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What happened, added up: throughput, how late runs began and how long they took, retries, 429; by time, type, tenant, route or due minute. */
        get: operations["get_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How the scheduler stands: the tenant's runs by state; for the system also runs in memory, due, running, workers that wait. */
        get: operations["get_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List tasks, newest first. */
        get: operations["get_tasks"];
        put?: never;
        /** Create a task: one run, now or later. */
        post: operations["post_tasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/tasks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One task. */
        get: operations["get_tasks_id"];
        put?: never;
        post?: never;
        /** Cancel a task. */
        delete: operations["delete_tasks_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/tasks/{id}/reschedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Give a task another time. */
        put: operations["put_tasks_id_reschedule"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/tasks/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create up to 10,000 tasks; each is answered for itself. */
        post: operations["post_tasks_bulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List templates of jobs. */
        get: operations["get_templates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/templates/{code}/create-job": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a job from a template; what the body says counts more. */
        post: operations["post_templates_code_create_job"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/tenants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List tenants; a tenant's token sees its own. */
        get: operations["get_tenants"];
        put?: never;
        /** Create a tenant. */
        post: operations["post_tenants"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/tenants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One tenant. */
        get: operations["get_tenants_id"];
        /** Change a tenant; fields not given stay. */
        put: operations["put_tenants_id"];
        post?: never;
        /** Delete a tenant with all that is its own: an operation. Its tokens end at once, its work is cancelled. */
        delete: operations["delete_tenants_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/tenants/{id}/quotas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a tenant may have at most, who says so, and how much of it is used. */
        get: operations["get_tenants_id_quotas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/tenants/{id}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A tenant's settings; those of system are global. */
        get: operations["get_tenants_id_settings"];
        /** Change a tenant's settings; fields not given stay. */
        put: operations["put_tenants_id_settings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List tokens, without their secrets. */
        get: operations["get_tokens"];
        put?: never;
        /** Make a token; it is shown this once. */
        post: operations["post_tokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take a token away, and the sessions it began. */
        delete: operations["delete_tokens_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List types with their policies; also those that are known by name alone. */
        get: operations["get_types"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/types/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One type. */
        get: operations["get_types_name"];
        /** Set a type's policy; fields not given stay. */
        put: operations["put_types_name"];
        post?: never;
        /** Take a type's policy away. */
        delete: operations["delete_types_name"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One person. */
        get: operations["get_users_id"];
        /** Change a person; fields not given stay. */
        put: operations["put_users_id"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/users/{id}/feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a secret link to a person's reminders as a calendar; it is shown this once, and ends the one before. */
        post: operations["post_users_id_feed"];
        /** End that link. */
        delete: operations["delete_users_id_feed"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhooks of events, and where each stands. */
        get: operations["get_webhooks"];
        put?: never;
        /** Have events sent to a URL, from now on, signed. */
        post: operations["post_webhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One webhook, and where it stands. */
        get: operations["get_webhooks_id"];
        /** Change a webhook: its filter, URL, secrets, or pause it. */
        put: operations["put_webhooks_id"];
        post?: never;
        /** End a webhook; what it was sent stays in the history. */
        delete: operations["delete_webhooks_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a webhook was sent, newest first: a run an event. */
        get: operations["get_webhooks_id_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send events again, from an event or an instant on. */
        post: operations["post_webhooks_id_replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/worker/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Extend leases, tell progress, learn what was cancelled. */
        post: operations["post_worker_heartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/worker/lease": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lease due runs, at once or when the first comes. */
        post: operations["post_worker_lease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/worker/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report how executions ended; may lease again in the same call. */
        post: operations["post_worker_results"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/workers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Workers that asked for work or hold runs, or did lately: where they run, what they take, whether they drain. */
        get: operations["get_workers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/workers/{id}/drain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tell a worker to take nothing new and finish what it has. */
        post: operations["post_workers_id_drain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/workers/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a worker take work again. */
        post: operations["post_workers_id_resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feeds/{secret}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A person's reminders to come as a calendar (RFC 5545), by their secret link, which ends in .ics. */
        get: operations["get_feeds_secret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process is alive. */
        get: operations["get_healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Counts for Prometheus; names=seed shows them under the seeds' names. */
        get: operations["get_metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This description. */
        get: operations["get_openapi_json"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether it takes work at the moment. */
        get: operations["get_readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status.css": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** That page's style. */
        get: operations["get_status_css"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** That page's script. */
        get: operations["get_status_js"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description when, and who is told */
        alert: {
            /**
             * @description what it is about
             * @enum {string}
             */
            alert_type?: "FAILURE" | "TIMEOUT" | "LONG_RUNNING" | "MISSED";
            /** @description default true */
            is_enabled?: boolean;
            /** @description in_app, email, webhook, or a name that the tenant's settings have in `channels` */
            notification_channels?: string[];
            /** @description ids of people, addresses of mail, urls of webhooks, or what the tenant's channel understands */
            recipients?: string[];
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
            /** @description how many in a row (FAILURE, TIMEOUT; default 1), or how many seconds (LONG_RUNNING, 3600; MISSED, 300) */
            threshold_value?: number;
        };
        /** @description what a handler did */
        audit_event: {
            /** @description how it is now */
            after?: unknown;
            /** @description how that was */
            before?: unknown;
            /** @description its name, e.g. subscription.renewed */
            event: string;
            /** @description what it is about */
            object?: unknown;
        };
        /** @description which span to run again */
        backfill: {
            /**
             * Format: date-time
             * @description the first instant, inclusive
             */
            from: string | number;
            /** @description why, for the history */
            reason?: string;
            /** @description the runs begin spread over this span */
            spread_seconds?: number;
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
            /**
             * Format: date-time
             * @description the last instant, inclusive; in the past
             */
            to: string | number;
        };
        /** @description the waits between attempts */
        backoff: {
            /** @description with exponential and fixed: the first wait */
            base_ms?: number;
            /**
             * @description how waits grow
             * @enum {string}
             */
            kind: "default" | "steps" | "exponential" | "fixed";
            /** @description no wait is longer; default a day */
            max_ms?: number;
            /** @description with steps: the waits, the last one repeats */
            steps_ms?: unknown[];
        };
        /** @description many runs and one that waits for them */
        batch: {
            /** @description instead of items: the children themselves */
            children?: components["schemas"]["batch_child"][];
            /** @description and up to so much later than that; default 0 */
            chunk_jitter_ms?: number;
            /** @description each child begins so much later than the one before; default 0 */
            chunk_pause_ms?: number;
            /** @description items in a child; default 50 */
            chunk_size?: number;
            /** @description what it is about, like event:42 */
            entity?: string;
            /** @description instead of run_at: how long from now, like 10m */
            in?: string | number;
            /** @description any values, cut into chunks: a child's payload is {"items": [...], "index": n}, byte for byte */
            items?: unknown[];
            /** @description attempts of each child; default by its type, else 5 */
            max_attempts?: number;
            /** @description 1 (first) to 10 (last), or high, normal, low; default 5 */
            priority?: string | number;
            /** @description default "default" */
            queue?: string;
            /**
             * Format: date-time
             * @description when the first child begins; default now
             */
            run_at?: string | number;
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
            /** @description the hard end of an attempt; default by its type, else 60 */
            timeout_seconds?: number;
            /** @description the zone of local times; an IANA name */
            timezone?: string;
            /** @description the type of the children, and of the batch */
            type: string;
            /** @description the person it is for */
            user_id?: string;
        };
        /** @description a child of a batch */
        batch_child: {
            /** @description what it is about; default the batch's */
            entity?: string;
            /** @description handed to the worker byte for byte */
            payload: Record<string, unknown>;
            /** @description 1 (first) to 10 (last), or high, normal, low; default the batch's */
            priority?: string | number;
            /** @description the person it is for; default the batch's */
            user_id?: string;
        };
        /** @description an execution that goes on */
        beat: {
            /**
             * Format: uuid
             * @description the lease's token
             */
            execution_id: string;
            /** @description in words */
            progress_message?: string;
            /** @description how far it is */
            progress_percent?: number;
        };
        /** @description days to leave out */
        calendar: {
            /** @description days, like 2025-12-25 */
            dates?: string[];
            /** @description rules of whole days */
            rules?: components["schemas"]["calendar_rule"][];
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
        };
        /** @description a rule of whole days */
        calendar_rule: {
            /** @description an RRULE of whole days */
            rule: string;
            /** @description its first day, like 2025-01-01 */
            start: string;
        };
        /** @description an event: a CloudEvent of 1.0 */
        cloud_event: {
            /** @description what is known of it */
            data?: unknown;
            /** @description with source: the same event again makes nothing more, for 48 hours */
            id: string;
            /** @description where it happened */
            source?: string;
            /** @description 1.0 */
            specversion?: string;
            /** @description to what */
            subject?: string;
            /** @description when */
            time?: string;
            /** @description what happened, as order.created */
            type: string;
        } & {
            [key: string]: unknown;
        };
        /** @description a person's daily window */
        daily: {
            /** @description the time of day, HH:MM, by which it is to be done: the cutoff */
            due_time: string;
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
            /** @description the zone of that time, an IANA name; default UTC */
            timezone?: string;
        };
        /** @description a job that another depends on */
        dependency: {
            /**
             * @description waits until that job's run is done; is done or a dead letter; has begun; default SUCCESS
             * @enum {string}
             */
            dependency_type?: "SUCCESS" | "COMPLETE" | "START";
            /** @description another job of the tenant: its id, or its code */
            depends_on_job_id: string;
        };
        /** @description an outside change that is to happen once */
        effect_claim: {
            /** @description what is to happen once, like charge.card */
            action_key: string;
            /**
             * Format: uuid
             * @description the lease's token: its run's tenant counts, and the claim holds while the lease does
             */
            execution_id?: string;
            /** @description which one; default the id of the execution's run */
            idempotency_key?: string;
            /**
             * @description reopen: once in doubt, the next who claims it is first; default in_doubt
             * @enum {string}
             */
            on_abandoned?: "in_doubt" | "reopen";
            /** @description where it is unique, like branch:7; default all of the tenant */
            scope?: string;
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
            /** @description then an open claim is in doubt; default 900 */
            ttl_seconds?: number;
        };
        /** @description what came of a claim */
        effect_complete: {
            /**
             * Format: uuid
             * @description as the claim was answered
             */
            claim_id: string;
            /**
             * Format: uuid
             * @description of another attempt that has looked, where the claim is in doubt; default the claim's own
             */
            execution_id?: string;
            /** @description a person has looked, whoever holds it; for admins */
            resolve?: boolean;
            /** @description what others who claim it are told, byte for byte */
            result?: unknown;
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
        };
        /** @description a claim that is given up */
        effect_release: {
            /**
             * Format: uuid
             * @description as the claim was answered
             */
            claim_id: string;
            /**
             * Format: uuid
             * @description of another attempt that has looked, where the claim is in doubt; default the claim's own
             */
            execution_id?: string;
            /** @description why, for people */
            reason?: string;
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
        };
        /** @description what went wrong */
        error: {
            /** @description network, http_5xx, validation ... or a name of your own */
            class?: string;
            /** @description for people; what is longer than is kept is cut */
            message?: string;
            /** @description where it went wrong; what is longer than is kept is cut */
            stack?: string;
        };
        /** @description the next way when one fails for good */
        fallback: {
            /** @description error classes that lead to it; default all but policy_denied and damaged */
            classes?: string[];
            /** @description what tells an alert: entity, or the path of a value in the payload; default the idempotency key */
            key?: string;
            /** @description how long an alert rests between two of them; default 60 */
            once_per_minutes?: number;
            /** @description the type of the run that is made with the same payload */
            type: string;
        };
        /** @description what a worker still holds */
        heartbeat: {
            /** @description what it holds */
            executions?: components["schemas"]["beat"][];
            /** @description the worker's own name */
            worker_id: string;
        };
        /** @description a job */
        job: {
            /** @description true: no bound on runs at once, unless max_instances gives one; default false */
            allow_concurrent?: boolean;
            /** @description the waits between attempts, instead of retry_delay_seconds */
            backoff?: components["schemas"]["backoff"];
            /** @description so many missed ones are made up for; default 100 */
            catchup_max?: number;
            /** @description spread over this span */
            catchup_spread_seconds?: number;
            /** @description its name in its tenant; unique there */
            code?: string;
            /** @description who made it */
            created_by?: string;
            /** @description CRON: five fields, or six with seconds first */
            cron_expression?: string;
            /** @description its occurrences wait for a run of each of these jobs */
            dependencies?: components["schemas"]["dependency"][];
            /** @description for people */
            description?: string;
            /**
             * @description a local time that clocks skip
             * @enum {string}
             */
            dst_gap?: "shift" | "next" | "skip";
            /**
             * @description a local time that happens twice
             * @enum {string}
             */
            dst_overlap?: "default" | "first" | "second" | "both";
            /** @description calendars whose days are left out */
            exclude?: string[];
            /** @description instants or local times that are left out */
            exdates?: string[];
            /** @description its id elsewhere */
            external_id?: string;
            /** @description how late is still in time; default 300 */
            grace_seconds?: number;
            /** @description what it belongs to: its tenant's pings say what is called when a run of the group ends well; default its type's */
            group?: string;
            /** @description the type of its runs */
            handler?: string;
            /** @description all of this span stands in the queue; default only the next one */
            horizon_seconds?: number;
            /** @description INTERVAL: from planned instant to planned instant */
            interval_seconds?: number;
            /** @description false: DISABLED */
            is_enabled?: boolean;
            /** @description it cannot be disabled or deleted; only the system may say so */
            is_system_required?: boolean;
            /** @description its runs are spread by up to this much, each occurrence always alike */
            jitter_seconds?: number;
            /** @description SYSTEM, TENANT, USER, or a word of your own */
            job_type?: string;
            /** @description the same, as attempts in all */
            max_attempts?: number;
            /** @description runs of it at once; default 1 */
            max_instances?: number;
            /** @description attempts after the first; default by its type, else 3 */
            max_retries?: number;
            /**
             * @description what becomes of occurrences that were missed
             * @enum {string}
             */
            misfire?: "run_once" | "skip" | "run_all";
            /** @description for people */
            name?: string;
            /**
             * @description what becomes of an occurrence while as many run as may
             * @enum {string}
             */
            overlap?: "queue" | "skip" | "replace";
            /** @description the payload of its runs, byte for byte; default {} */
            parameters?: Record<string, unknown>;
            /** @description 1 (first) to 10 (last), or high, normal, low */
            priority?: string | number;
            /** @description default "default" */
            queue?: string;
            /** @description RRULE: more instants or local times */
            rdates?: string[];
            /** @description RRULE: RFC 5545, with RFC 7529's SKIP */
            recurrence_rule?: string;
            /** @description the first wait; each further one is twice as long; default 60 */
            retry_delay_seconds?: number;
            /**
             * Format: date-time
             * @description ONCE: when
             */
            run_at?: string | number;
            /**
             * @description what plans its runs; default by the fields given
             * @enum {string}
             */
            schedule_type?: "ONCE" | "INTERVAL" | "CRON" | "RRULE" | "MANUAL";
            /** @description where elsewhere is */
            source_system?: string;
            /** @description where the schedule begins, inclusive: an instant, or a local time in its zone */
            start_at?: string;
            /**
             * @description DISABLED: nothing is planned
             * @enum {string}
             */
            status?: "ACTIVE" | "DISABLED";
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
            /** @description the hard end of an attempt; default by its type, else 300 */
            timeout_seconds?: number;
            /** @description an IANA name; default UTC */
            timezone?: string;
            /** @description the same, by another name */
            type?: string;
        };
        /** @description why and how long */
        job_pause: {
            /** @description why, for people */
            reason?: string;
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
            /**
             * Format: date-time
             * @description when it ends by itself; default when resumed
             */
            until?: string | number;
        };
        /** @description how this one run differs */
        job_run: {
            /** @description this run's payload, instead of the job's */
            parameters?: Record<string, unknown>;
            /** @description the same, by another name */
            payload?: Record<string, unknown>;
            /** @description why, for the history */
            reason?: string;
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
        };
        /** @description runs around an instant of an entity */
        ladder: {
            /**
             * Format: date-time
             * @description the instant its rungs are counted from
             */
            anchor: string | number;
            /** @description what it is about, like event:42 */
            entity: string;
            /** @description an entity may have several ladders, by name */
            name?: string;
            /** @description spans before (-24h) and after (15m) the anchor, and 0; in any order, none twice */
            offsets: string[];
            /** @description handed to the worker byte for byte with each rung; default {} */
            payload?: Record<string, unknown>;
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
            /** @description the zone of local times; an IANA name */
            timezone?: string;
            /** @description the type of each rung's run */
            type: string;
            /** @description the person it is for */
            user_id?: string;
        };
        /** @description another anchor for an entity's ladders */
        ladder_move: {
            /**
             * Format: date-time
             * @description the instant the rungs are counted from now on
             */
            anchor: string | number;
            /** @description only those of this name; default all */
            name?: string;
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
            /** @description the zone of local times; an IANA name */
            timezone?: string;
            /** @description only this person's; default all of the entity's */
            user_id?: string;
        };
        /** @description which ladders of an entity end, and why */
        ladder_stop: {
            /** @description only those of this name; default all */
            name?: string;
            /** @description why, for the history */
            reason?: string;
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
            /** @description only this person's; default all of the entity's */
            user_id?: string;
        };
        /** @description which runs a worker wants */
        lease: {
            /** @description true: it takes nothing new and ends when what it has is done; its calls that wait are answered; default false */
            drain?: boolean;
            /** @description where it runs */
            hostname?: string;
            /** @description how long each is leased; default by type, else 60000 */
            lease_ms?: number;
            /** @description how many runs at most; default 1 */
            max?: number;
            /** @description only from these; default all */
            queues?: string[];
            /** @description only these; for tokens of the tenant system */
            tenants?: string[];
            /** @description only these; default all */
            types?: string[];
            /** @description how long to wait for the first one; default 0 */
            wait_ms?: number;
            /** @description the worker's own name */
            worker_id?: string;
        };
        /** @description how often a route may be used */
        limit: {
            /** @description how many at once after a silence; default as many as rate */
            burst?: number;
            /** @description the span; default 1 */
            per_seconds?: number;
            /** @description how many in each span; required for a new one */
            rate?: number;
            /**
             * @description tenant: each for itself; system: all tenants together, only for limits of the tenant system
             * @enum {string}
             */
            scope?: "tenant" | "system";
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
        };
        /** @description why it is done */
        operate: {
            /** @description why, for the history */
            reason?: string;
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
        };
        /** @description which runs */
        operation: {
            /** @description true: all of them on purpose, where none of state, type, queue, idempotency_key and entity is given */
            all?: boolean;
            /** @description only count what would be touched (up to 10,000) */
            dry_run?: boolean;
            /** @description only about this entity */
            entity?: string;
            /** @description only with this key */
            idempotency_key?: string;
            /** @description only in this queue */
            queue?: string;
            /** @description why, for the history */
            reason?: string;
            /** @description only runs in these states, separated by commas */
            state?: string;
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
            /** @description only of this type */
            type?: string;
        };
        /** @description what an attempt wrote */
        output: {
            /** @description what it wrote to stderr, or how that began */
            stderr?: string;
            /** @description how much that was in all, where it was cut */
            stderr_bytes?: number;
            /** @description what it wrote to stdout, or how that began */
            stdout?: string;
            /** @description how much that was in all, where it was cut */
            stdout_bytes?: number;
        };
        /** @description what is held back */
        pause: {
            /** @description with scope job: its id or code */
            job_id?: string;
            /** @description with scope queue */
            queue?: string;
            /** @description why, for people */
            reason?: string;
            /**
             * @description what is held back
             * @enum {string}
             */
            scope: "type" | "queue" | "tenant" | "job";
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
            /** @description with scope type */
            type?: string;
            /**
             * Format: date-time
             * @description when it ends by itself; default when resumed
             */
            until?: string | number;
        };
        /** @description a rule to look ahead with */
        preview: {
            /**
             * Format: date-time
             * @description only what is later; default now
             */
            after?: string | number;
            /** @description how many; default 10 */
            count?: number;
            /**
             * @description a local time that clocks skip
             * @enum {string}
             */
            dst_gap?: "shift" | "next" | "skip";
            /**
             * @description a local time that happens twice
             * @enum {string}
             */
            dst_overlap?: "default" | "first" | "second" | "both";
            /** @description instants or local times that are left out */
            exdates?: string[];
            /** @description cron, rrule or interval; default told by the rule itself */
            kind?: string;
            /** @description RRULE: more instants or local times */
            rdates?: string[];
            /** @description the rule */
            rule: string;
            /** @description where it begins: an instant, or a local time; default now */
            start?: string;
            /** @description an IANA name; default UTC */
            timezone?: string;
        };
        problem: {
            code?: string;
            detail?: string;
            errors?: {
                code?: string;
                pointer?: string;
                reason?: string;
            }[];
            request_id?: string;
            status?: number;
            title?: string;
            type?: string;
        };
        /** @description a queue's share and bound */
        queue: {
            /** @description how many of it run at once; 0: no bound */
            limit?: number;
            /** @description its share while all are busy; default 1 */
            weight?: number;
        };
        /** @description what a tenant may have at most */
        quotas: {
            /** @description rules of alerts on jobs */
            alert_rules?: number;
            /** @description batches with children that have not ended */
            batches?: number;
            /** @description bytes of requests' bodies in a second; those of workers do not count */
            bytes_per_second?: number;
            /** @description jobs that are not deleted */
            jobs?: number;
            /** @description effects that are claimed, neither completed nor released */
            open_effects?: number;
            /** @description operations under way */
            operations?: number;
            /** @description pauses of types, queues and the tenant */
            pauses?: number;
            /** @description requests in a second; those of workers do not count */
            requests_per_second?: number;
            /** @description alerts that a fallback tells, or that rest after one */
            resting_alerts?: number;
            /** @description runs that are waiting, queued or processing */
            runs?: number;
        };
        /** @description what the other side said of its limit */
        rate_limit: {
            /** @description the other side's own name for the limit; routes that share it close together */
            bucket?: string;
            /** @description it is meant for all routes */
            global?: boolean;
            /** @description how many more it takes until the reset; 0: none */
            remaining?: number;
            /** @description when it counts anew; believed for a day at most */
            reset_after_ms?: number;
            /** @description as Retry-After; with a 429, where the result's own retry_after_ms is not given */
            retry_after_ms?: number;
        };
        /** @description a reminder */
        reminder: {
            /** @description more of it */
            description?: string;
            /** @description whether its rule counts; default true where there is one */
            is_recurring?: boolean;
            /** @description in_app, email, sms or any other name; default ["in_app"] */
            notification_channels?: string[];
            /** @description the last day of the series, in its zone */
            recurrence_end_date?: string;
            /** @description an RRULE (RFC 5545), from remind_at on, by the clock of its zone */
            recurrence_rule?: string;
            /** @description which one */
            reference_id?: string;
            /** @description what it is about, in a word: order, load, contact */
            reference_type?: string;
            /** @description where it leads */
            reference_url?: string;
            /**
             * Format: date-time
             * @description when, or where a series begins; required
             */
            remind_at?: string | number;
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
            /** @description an IANA name; default the person's, else UTC */
            timezone?: string;
            /** @description what they are told, at most 200 characters; required */
            title?: string;
            /** @description whom it is for; default the person behind the token */
            user_id?: string;
        };
        /** @description a run's new time */
        reschedule: {
            /** @description instead: how long from now */
            in?: string | number;
            /** @description why, for the history */
            reason?: string;
            /**
             * Format: date-time
             * @description its new time
             */
            run_at?: string | number;
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
            /** @description of a local time */
            timezone?: string;
        };
        /** @description how an execution ended */
        result: {
            /** @description what was done, for the journal */
            audit?: components["schemas"]["audit_event"][];
            /** @description where somebody was reached, or should have been: a channel, a thread; for the delivery log */
            channel?: string;
            /**
             * Format: date-time
             * @description with defer: when to run again
             */
            defer_until?: string | number;
            /** @description with retry and fail */
            error?: components["schemas"]["error"];
            /**
             * Format: uuid
             * @description the lease's token
             */
            execution_id: string;
            /**
             * @description how it ended
             * @enum {string}
             */
            outcome: "success" | "noop" | "retry" | "fail" | "defer";
            /** @description what it wrote; 1 MiB of it is kept */
            output?: components["schemas"]["output"];
            /** @description what the other side said about its limits; counts for the type's route */
            rate_limit?: components["schemas"]["rate_limit"];
            /** @description kept as it came */
            result?: unknown;
            /** @description given to the next run of its key, which may leave early */
            result_hash?: string;
            /** @description with retry: instead of the backoff */
            retry_after_ms?: number;
            /**
             * @description with success and noop: pause the run's job until somebody has new work for it
             * @enum {string}
             */
            schedule?: "pause";
        };
        /** @description how executions ended */
        results: {
            /** @description lease again in the same call */
            lease?: components["schemas"]["lease"];
            /** @description how executions ended */
            results?: components["schemas"]["result"][];
            /** @description the worker's own name */
            worker_id: string;
        };
        /** @description what an event that comes in makes */
        rule: {
            /** @description where in the event the instant stands that offsets count from, as data.due_at; default when it came */
            anchor?: string;
            /**
             * @description what is made; default a task
             * @enum {string}
             */
            creates?: "task" | "reminder" | "job";
            /** @description for people */
            description?: string;
            /** @description what they are about, as order:{data.id}; they can be cancelled by it */
            entity?: string;
            /** @description the type of event, or its beginning and *; required */
            event?: string;
            /** @description default by the type, else 5 */
            max_attempts?: number;
            /** @description for people */
            name?: string;
            /** @description a run each: 24h, 0, or before the anchor -2h; default 0; what lies in the past is not made */
            offsets?: string[];
            /** @description of the tasks (default {event: the event}), or the fields of the reminder or job; {data.x} in its texts is the event's value */
            payload?: Record<string, unknown>;
            /** @description default by the type, else 5 */
            priority?: number;
            /** @description default "default" */
            queue?: string;
            /** @description id or code of a job that its handler has paused: it goes on */
            resumes?: string;
            /**
             * Format: uuid
             * @description only from this source
             */
            source?: string;
            /**
             * @description paused: it makes nothing
             * @enum {string}
             */
            state?: "active" | "paused";
            /** @description one that comes ready made (order.created, load.dispatched, invoice.generated, document.expiring); other fields change it */
            template?: string;
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
            /** @description the type of the tasks, or of the jobs' runs; required but for reminders */
            type?: string;
            /** @description the person they are for, as {data.user} */
            user_id?: string;
            /** @description all must hold: [{field: data.total, is | not | above | below: value}], or only field: it is there */
            where?: unknown[];
        };
        /** @description an event to try a rule with */
        rule_test: {
            /** @description an event as POST events takes it; nothing is made */
            sample: Record<string, unknown>;
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
        };
        /** @description a secret to keep */
        secret: {
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
            /** @description never shown again */
            value: string;
        };
        /** @description when, and who is told */
        service_alert: {
            /**
             * @description what it is about
             * @enum {string}
             */
            alert_type?: "FAILURE" | "TIMEOUT" | "LONG_RUNNING" | "MISSED";
            /** @description default true */
            is_enabled?: boolean;
            /** @description in_app, email, webhook, or a name that the tenant's settings have in `channels` */
            notification_channels?: string[];
            /** @description ids of people, addresses of mail, urls of webhooks, or what the tenant's channel understands */
            recipients?: string[];
            /** @description how many in a row (FAILURE, TIMEOUT; default 1), or how many seconds (LONG_RUNNING, 3600; MISSED, 300) */
            threshold_value?: number;
        };
        /** @description why it is tried */
        service_test: {
            /** @description why, for the history */
            reason?: string;
        };
        /** @description how a browser signs in */
        session: {
            /** @description the one-time code of a sign-in link */
            code?: string;
            /** @description or a token */
            token?: string;
        };
        /** @description until when a reminder is put off */
        snooze: {
            /** @description for so long; 15, 60, 240, 1440 and 10080 are offered; default 60 */
            minutes?: number;
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
            /** @description of a local `until` */
            timezone?: string;
            /**
             * Format: date-time
             * @description or until then
             */
            until?: string | number;
        };
        /** @description whose signed events are taken */
        source: {
            /** @description for people */
            description?: string;
            /** @description for people */
            name?: string;
            /** @description names of one or two secrets (PUT secrets/NAME, whsec_...) by which its events are signed; required */
            secrets?: string[];
            /**
             * @description paused: its events are refused
             * @enum {string}
             */
            state?: "active" | "paused";
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
            /** @description types that its events may make runs of; default none of a rule's is refused */
            types?: string[];
        };
        /** @description a task to create */
        task: {
            /**
             * Format: date-time
             * @description no attempt starts at or after it
             */
            deadline_at?: string | number;
            /** @description what it is about, like event:42; tasks can be cancelled by it */
            entity?: string;
            /** @description the same, by another name; counts where type is not given */
            handler?: string;
            /** @description two tasks of one type with the same key, within unique_scope, are one */
            idempotency_key?: string;
            /** @description instead of run_at: how long from now, like 10m */
            in?: string | number;
            /** @description attempts in all; default by its type, else 5 */
            max_attempts?: number;
            /** @description the same, as attempts after the first */
            max_retries?: number;
            /** @description handed to the worker byte for byte; default {} */
            payload?: Record<string, unknown>;
            /** @description 1 (first) to 10 (last), or high, normal, low; default 5 */
            priority?: string | number;
            /** @description default "default" */
            queue?: string;
            /** @description see reference_type */
            reference_id?: string;
            /** @description with reference_id instead of entity: becomes type:id */
            reference_type?: string;
            /** @description id or code of a job that its handler has paused: it goes on */
            resumes?: string;
            /**
             * Format: date-time
             * @description not before; default now
             */
            run_at?: string | number;
            /** @description the bucket its key is unique in; default the minute of run_at */
            run_at_bucket?: string | number;
            /** @description the same; counts where neither type nor handler is given */
            task_type?: string;
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
            /** @description the hard end of an attempt; default by its type, else 60 */
            timeout_seconds?: number;
            /** @description the zone of local times; an IANA name */
            timezone?: string;
            /** @description the name that selects a handler and its policy */
            type?: string;
            /** @description bucket, active, succeeded, forever, or a span like 24h; default: as its type says, else its tenant, else bucket with a run_at and 24h without */
            unique_scope?: string;
            /** @description the person it is for */
            user_id?: string;
        };
        /** @description many tasks to create */
        task_bulk: {
            /** @description all or none; default false */
            atomic?: boolean;
            /** @description as in a task */
            resumes?: string;
            /** @description the tasks, at most 10,000 */
            tasks: components["schemas"]["task"][];
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
        };
        /** @description a tenant and its settings */
        tenant: {
            /** @description where nobody else says so */
            backoff?: components["schemas"]["backoff"];
            /** @description how its people are reached */
            channels?: Record<string, unknown>;
            /** @description {type, window_minutes, retry_delay_minutes, job_timeout_ms, on_cutoff, keep_days}: its daily windows */
            daily?: Record<string, unknown>;
            /** @description of jobs that are made without one */
            grace_seconds?: number;
            /** @description the caller's own name for it; only when it is created */
            id?: string;
            /** @description where nobody else says so */
            lease_ms?: number;
            /** @description how many of its runs run at once; set by the system; 0: no bound */
            limit?: number;
            /** @description {enabled, from, until, windows, timezone, reason}: nothing starts but what passes; of the tenant system: for all */
            maintenance?: Record<string, unknown>;
            /** @description where neither run nor type says so */
            max_attempts?: number;
            /** @description how close together the occurrences of a job may be; default 60 */
            min_interval_seconds?: number;
            /**
             * @description of jobs that are made without one
             * @enum {string}
             */
            misfire?: "run_once" | "skip" | "run_all";
            /** @description for people */
            name?: string;
            /**
             * @description what happens to payloads with keys that look like secrets or personal data: nothing, the run is flagged, or it is refused
             * @enum {string}
             */
            payload_check?: "off" | "flag" | "refuse";
            /** @description {GROUP: URL}: what is called when a run of a job of the group, or of a type of it, ends well; at most 100 */
            pings?: Record<string, unknown>;
            /** @description who is asked over HTTP about runs that no rule knows: {url, secret, timeout_ms, on_failure, defer_seconds} */
            policy_hook?: Record<string, unknown>;
            /** @description what is allowed, put off or denied: [{action, name, type, entity, field, equals, not_equals, windows, timezone, defer_seconds}] */
            policy_rules?: unknown[];
            /** @description of runs where neither the call nor the job nor the type says so; 1 to 10 on any scale */
            priority?: string | number;
            /** @description 5: priorities are given as 1 to 5, and p counts as 2p - 1; default 10 */
            priority_scale?: number;
            /**
             * @description a set of defaults from the catalog
             * @enum {string}
             */
            profile?: "default" | "guild" | "broadcast" | "enterprise" | "daily" | "billing";
            /** @description {enabled, windows, start, end, timezone}: when its people are not to be disturbed */
            quiet_hours?: Record<string, unknown>;
            /** @description what it may have at most, of each kind; set by the system; default the server's */
            quotas?: components["schemas"]["quotas"];
            /** @description tasks without an idempotency_key are refused */
            require_key?: boolean;
            /** @description where nobody else says so */
            timeout_seconds?: number;
            /** @description its zone, for quiet hours */
            timezone?: string;
            /** @description of tasks with a key where neither they nor their type say so: bucket, active, succeeded, forever, or a span like 24h */
            unique_scope?: string;
            /** @description its share of turns; set by the system; default 1 */
            weight?: number;
        };
        /** @description a token to make */
        token: {
            /**
             * Format: date-time
             * @description when it ends; default never
             */
            expires_at?: string | number;
            /** @description for people */
            name?: string;
            /** @description with role worker: only from these */
            queues?: string[];
            /**
             * @description what its bearer may do
             * @enum {string}
             */
            role: "viewer" | "producer" | "operator" | "worker" | "user" | "admin";
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
            /** @description the person behind it; required with role user */
            user_id?: string;
        };
        /** @description a type's policy */
        type: {
            /** @description the waits between attempts */
            backoff?: components["schemas"]["backoff"];
            /** @description for people */
            description?: string;
            /** @description the next way when this one fails for good */
            fallback?: components["schemas"]["fallback"];
            /** @description error classes that are not */
            fatal?: string[];
            /** @description what it belongs to, for its tenant's pings where a job says none */
            group?: string;
            /** @description who carries it out: {"kind": "pull"} a worker; http, exec, smtp, log the server (doc/handlers.md) */
            handler?: Record<string, unknown>;
            /** @description with quiet opt_in: only so many last rungs of a ladder may use the opt-in; 0: every run may */
            ladder_critical_last?: number;
            /** @description how long a lease lasts */
            lease_ms?: number;
            /** @description how many run at once, in its tenant */
            limit?: number;
            /**
             * @description what maintenance does to it
             * @enum {string}
             */
            maintenance?: "defer" | "pass";
            /** @description attempts in all */
            max_attempts?: number;
            /** @description it reaches people: quiet hours count */
            notifies?: boolean;
            /** @description of its runs that say none */
            priority?: string | number;
            /**
             * @description what quiet hours do to it
             * @enum {string}
             */
            quiet?: "hold" | "pass" | "opt_in";
            /** @description how long its ended runs are kept; dead letters at most 90; default: as BELFRY_RETENTION says */
            retention_days?: number;
            /** @description error classes that are worth another attempt */
            retryable?: string[];
            /** @description whose rate limit it falls under */
            route?: string;
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
            /** @description the hard end of an attempt */
            timeout_seconds?: number;
            /** @description of its tasks with a key that say none: bucket, active, succeeded, forever, or a span like 24h; default: as the tenant says */
            unique_scope?: string;
        };
        /** @description a person */
        user: {
            /** @description how to reach them, in order: in_app, email, sms ... */
            channels?: string[];
            /** @description addresses by channel */
            contacts?: Record<string, unknown>;
            /** @description where mail goes */
            email?: string;
            /** @description for people */
            name?: string;
            /** @description types that may reach them in quiet hours */
            opt_ins?: string[];
            /** @description {enabled, windows, start, end, timezone}: when not to */
            quiet_hours?: Record<string, unknown>;
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
            /** @description an IANA name; default the tenant's */
            timezone?: string;
        };
        /** @description whom events are sent to */
        webhook: {
            /** @description of the tenant system: events of all tenants; default its own */
            all_tenants?: boolean;
            /** @description for people */
            description?: string;
            /** @description only these: job.failed, run.*; default all */
            events?: string[];
            /** @description sent along; "secret:NAME" is filled in */
            headers?: Record<string, unknown>;
            /** @description deliveries that have not ended; default 1: strictly in order */
            in_flight?: number;
            /**
             * Format: uuid
             * @description only about this job and its runs
             */
            job_id?: string;
            /** @description of one delivery; default 12 */
            max_attempts?: number;
            /** @description names of one or two secrets (PUT secrets/NAME) that sign, the new one first; required */
            secrets?: string[];
            /**
             * @description paused: nothing is sent, and nothing is lost for as long as the journal is kept
             * @enum {string}
             */
            state?: "active" | "paused";
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
            /** @description of one attempt; default 30 */
            timeout_seconds?: number;
            /** @description only about runs of this type */
            type?: string;
            /** @description where events are sent; required */
            url?: string;
        };
        /** @description from where events are sent again */
        webhook_replay: {
            /** @description an event's id: what came behind it is sent again */
            after?: string;
            /**
             * Format: date-time
             * @description instead: all from this instant on
             */
            from?: string | number;
            /** @description whose; only a token of the tenant system may name another, or * for all */
            tenant_id?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    get_page: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
        };
    };
    get_alerts: {
        parameters: {
            query?: {
                cursor?: string;
                job_id?: string;
                limit?: number;
                state?: "any" | "raised" | "resolved";
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: unknown[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    post_alerts_id_acknowledge: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["operate"];
            };
        };
        responses: {
            /** @description done */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:belfry:problem:not-found",
                     *       "title": "no such object",
                     *       "status": 404,
                     *       "code": "not_found",
                     *       "detail": "no such alert that is open",
                     *       "request_id": "59e083a90000000000000091"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
        };
    };
    post_alerts_sentry_test: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["service_test"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000083",
                     *       "queued": 1,
                     *       "runs": [
                     *         {
                     *           "run_id": "01890a5d-ac96-774b-bcce-000000000083",
                     *           "state": "queued"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id?: string;
                        queued?: number;
                        runs?: {
                            /** Format: uuid */
                            run_id?: string;
                            state?: string;
                        }[];
                    };
                };
            };
        };
    };
    get_alerts_service: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "00000000-0000-0000-0000-000000000001",
                     *           "alert_type": "DLQ_GROWTH",
                     *           "threshold_value": 10,
                     *           "notification_channels": [],
                     *           "recipients": [],
                     *           "is_enabled": true,
                     *           "is_raised": false,
                     *           "alert_id": null,
                     *           "count": 0,
                     *           "created_at": null,
                     *           "updated_at": null,
                     *           "version": 1
                     *         },
                     *         {
                     *           "id": "00000000-0000-0000-0000-000000000002",
                     *           "alert_type": "STALLED",
                     *           "threshold_value": 10,
                     *           "notification_channels": [],
                     *           "recipients": [],
                     *           "is_enabled": true,
                     *           "is_raised": false,
                     *           "alert_id": null,
                     *           "count": 0,
                     *           "created_at": null,
                     *           "updated_at": null,
                     *           "version": 1
                     *         },
                     *         {
                     *           "id": "00000000-0000-0000-0000-000000000003",
                     *           "alert_type": "RATE_LIMITED",
                     *           "threshold_value": 10,
                     *           "notification_channels": [],
                     *           "recipients": [],
                     *           "is_enabled": true,
                     *           "is_raised": false,
                     *           "alert_id": null,
                     *           "count": 0,
                     *           "created_at": null,
                     *           "updated_at": null,
                     *           "version": 1
                     *         },
                     *         {
                     *           "id": "00000000-0000-0000-0000-000000000004",
                     *           "alert_type": "NO_WORKER",
                     *           "threshold_value": 300,
                     *           "notification_channels": [],
                     *           "recipients": [],
                     *           "is_enabled": true,
                     *           "is_raised": false,
                     *           "alert_id": null,
                     *           "count": 0,
                     *           "created_at": null,
                     *           "updated_at": null,
                     *           "version": 1
                     *         },
                     *         {
                     *           "id": "00000000-0000-0000-0000-000000000005",
                     *           "alert_type": "LATENCY",
                     *           "threshold_value": 60,
                     *           "notification_channels": [],
                     *           "recipients": [],
                     *           "is_enabled": true,
                     *           "is_raised": false,
                     *           "alert_id": null,
                     *           "count": 0,
                     *           "created_at": null,
                     *           "updated_at": null,
                     *           "version": 1
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            alert_id?: unknown;
                            alert_type?: string;
                            count?: number;
                            created_at?: unknown;
                            /** Format: uuid */
                            id?: string;
                            is_enabled?: boolean;
                            is_raised?: boolean;
                            notification_channels?: unknown[];
                            recipients?: unknown[];
                            threshold_value?: number;
                            updated_at?: unknown;
                            version?: number;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    put_alerts_service_name: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "threshold_value": 600,
                 *       "notification_channels": [
                 *         "in_app"
                 *       ],
                 *       "recipients": [
                 *         "ann"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["service_alert"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-0000-0000-000000000004",
                     *       "alert_type": "NO_WORKER",
                     *       "threshold_value": 600,
                     *       "notification_channels": [
                     *         "in_app"
                     *       ],
                     *       "recipients": [
                     *         "ann"
                     *       ],
                     *       "is_enabled": true,
                     *       "is_raised": false,
                     *       "alert_id": null,
                     *       "count": 0,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 2
                     *     }
                     */
                    "application/json": {
                        alert_id?: unknown;
                        alert_type?: string;
                        count?: number;
                        /** Format: date-time */
                        created_at?: string;
                        /** Format: uuid */
                        id?: string;
                        is_enabled?: boolean;
                        is_raised?: boolean;
                        notification_channels?: string[];
                        recipients?: string[];
                        threshold_value?: number;
                        /** Format: date-time */
                        updated_at?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    post_alerts_service_name_test: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["service_test"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-0000-0000-000000000004",
                     *       "alert_id": "01890a5d-ac96-774b-bcce-000000000081",
                     *       "queued": 1,
                     *       "runs": [
                     *         {
                     *           "run_id": "01890a5d-ac96-774b-bcce-000000000082",
                     *           "recipient": "ann",
                     *           "channels": [
                     *             "in_app"
                     *           ],
                     *           "state": "queued"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        alert_id?: string;
                        /** Format: uuid */
                        id?: string;
                        queued?: number;
                        runs?: {
                            channels?: string[];
                            recipient?: string;
                            /** Format: uuid */
                            run_id?: string;
                            state?: string;
                        }[];
                    };
                };
            };
        };
    };
    get_audit: {
        parameters: {
            query?: {
                action?: string;
                actor?: string;
                by?: "anybody" | "people" | "system";
                cursor?: string;
                format?: "json" | "ndjson";
                kind?: string;
                limit?: number;
                object?: string;
                order?: "desc" | "asc";
                run_id?: string;
                since?: string | number;
                tenant_id?: string;
                until?: string | number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "39-1073741825",
                     *           "at": "2030-01-07T08:00:00Z",
                     *           "tenant_id": "acme",
                     *           "actor_id": "token:01890a5d-ac96-774b-bcce-000000000036",
                     *           "action": "job.create",
                     *           "run_id": null,
                     *           "token_id": "01890a5d-ac96-774b-bcce-000000000036",
                     *           "request_id": "59e083a90000000000000033",
                     *           "source": "127.0.0.1",
                     *           "object": {
                     *             "kind": "job",
                     *             "id": "01890a5d-ac96-774b-bcce-000000000010"
                     *           },
                     *           "before": null,
                     *           "after": {
                     *             "tenant_id": "acme",
                     *             "code": "report",
                     *             "name": "Morning report",
                     *             "handler": "report.make",
                     *             "schedule_type": "CRON",
                     *             "cron_expression": "0 9 * * 1",
                     *             "timezone": "Europe/Berlin",
                     *             "parameters": {
                     *               "bytes": 16
                     *             },
                     *             "exclude": [
                     *               "holidays"
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            action?: string;
                            actor_id?: string;
                            after?: {
                                code?: string;
                                cron_expression?: string;
                                exclude?: string[];
                                handler?: string;
                                name?: string;
                                parameters?: {
                                    bytes?: number;
                                };
                                schedule_type?: string;
                                tenant_id?: string;
                                timezone?: string;
                            };
                            /** Format: date-time */
                            at?: string;
                            before?: unknown;
                            id?: string;
                            object?: {
                                /** Format: uuid */
                                id?: string;
                                kind?: string;
                            };
                            request_id?: string;
                            run_id?: unknown;
                            source?: string;
                            tenant_id?: string;
                            /** Format: uuid */
                            token_id?: string;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    get_batches: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                state?: "any" | "waiting" | "done" | "cancelled";
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000000901",
                     *           "tenant_id": "acme",
                     *           "type": "mail.send",
                     *           "queue": "default",
                     *           "state": "waiting",
                     *           "status": "PENDING",
                     *           "total": 2,
                     *           "done": 0,
                     *           "failed": 0,
                     *           "cancelled": 0,
                     *           "pending": 2,
                     *           "run_at": "2030-01-07T08:00:00Z",
                     *           "created_at": "2030-01-07T08:00:00Z",
                     *           "finished_at": null
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            cancelled?: number;
                            /** Format: date-time */
                            created_at?: string;
                            done?: number;
                            failed?: number;
                            finished_at?: unknown;
                            /** Format: uuid */
                            id?: string;
                            pending?: number;
                            queue?: string;
                            /** Format: date-time */
                            run_at?: string;
                            state?: string;
                            status?: string;
                            tenant_id?: string;
                            total?: number;
                            type?: string;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    post_batches: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "type": "mail.send",
                 *       "items": [
                 *         "ann",
                 *         "bob",
                 *         "eve"
                 *       ],
                 *       "chunk_size": 2
                 *     }
                 */
                "application/json": components["schemas"]["batch"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000901",
                     *       "tenant_id": "acme",
                     *       "type": "mail.send",
                     *       "state": "waiting",
                     *       "status": "PENDING",
                     *       "total": 2
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id?: string;
                        state?: string;
                        status?: string;
                        tenant_id?: string;
                        total?: number;
                        type?: string;
                    };
                };
            };
        };
    };
    get_batches_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000901",
                     *       "tenant_id": "acme",
                     *       "type": "mail.send",
                     *       "queue": "default",
                     *       "state": "waiting",
                     *       "status": "PENDING",
                     *       "total": 2,
                     *       "done": 0,
                     *       "failed": 0,
                     *       "cancelled": 0,
                     *       "pending": 2,
                     *       "run_at": "2030-01-07T08:00:00Z",
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "finished_at": null,
                     *       "report": {
                     *         "total": 2,
                     *         "done": 0,
                     *         "failed": 0,
                     *         "cancelled": 0,
                     *         "pending": 2,
                     *         "failures": [],
                     *         "failures_more": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        cancelled?: number;
                        /** Format: date-time */
                        created_at?: string;
                        done?: number;
                        failed?: number;
                        finished_at?: unknown;
                        /** Format: uuid */
                        id?: string;
                        pending?: number;
                        queue?: string;
                        report?: {
                            cancelled?: number;
                            done?: number;
                            failed?: number;
                            failures?: unknown[];
                            failures_more?: number;
                            pending?: number;
                            total?: number;
                        };
                        /** Format: date-time */
                        run_at?: string;
                        state?: string;
                        status?: string;
                        tenant_id?: string;
                        total?: number;
                        type?: string;
                    };
                };
            };
        };
    };
    get_calendars: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "name": "holidays",
                     *           "tenant_id": "acme",
                     *           "dates": [
                     *             "2030-12-25"
                     *           ],
                     *           "rules": [
                     *             {
                     *               "rule": "FREQ=YEARLY",
                     *               "start": "2030-01-01"
                     *             }
                     *           ],
                     *           "updated_at": "2030-01-07T08:00:00Z",
                     *           "version": 7
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            dates?: string[];
                            name?: string;
                            rules?: {
                                rule?: string;
                                start?: string;
                            }[];
                            tenant_id?: string;
                            /** Format: date-time */
                            updated_at?: string;
                            version?: number;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    get_calendars_name: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "holidays",
                     *       "tenant_id": "acme",
                     *       "dates": [
                     *         "2030-12-25"
                     *       ],
                     *       "rules": [
                     *         {
                     *           "rule": "FREQ=YEARLY",
                     *           "start": "2030-01-01"
                     *         }
                     *       ],
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        dates?: string[];
                        name?: string;
                        rules?: {
                            rule?: string;
                            start?: string;
                        }[];
                        tenant_id?: string;
                        /** Format: date-time */
                        updated_at?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    put_calendars_name: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "dates": [
                 *         "2030-12-25"
                 *       ],
                 *       "rules": [
                 *         {
                 *           "rule": "FREQ=YEARLY",
                 *           "start": "2030-01-01"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["calendar"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "holidays",
                     *       "tenant_id": "acme",
                     *       "dates": [
                     *         "2030-12-25"
                     *       ],
                     *       "rules": [
                     *         {
                     *           "rule": "FREQ=YEARLY",
                     *           "start": "2030-01-01"
                     *         }
                     *       ],
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        dates?: string[];
                        name?: string;
                        rules?: {
                            rule?: string;
                            start?: string;
                        }[];
                        tenant_id?: string;
                        /** Format: date-time */
                        updated_at?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    delete_calendars_name: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    get_daily: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "user_id": "ann",
                     *           "tenant_id": "acme",
                     *           "due_time": "09:00",
                     *           "timezone": "Europe/Berlin",
                     *           "last_date": null,
                     *           "status": null,
                     *           "last_run_at": null,
                     *           "next": {
                     *             "date": "2026-11-17",
                     *             "cutoff_at": "2030-01-07T08:00:00Z",
                     *             "attempt_at": "2030-01-07T08:00:00Z",
                     *             "run_id": "01890a5d-ac96-774b-bcce-000000000027"
                     *           },
                     *           "created_at": "2030-01-07T08:00:00Z",
                     *           "updated_at": "2030-01-07T08:00:00Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            /** Format: date-time */
                            created_at?: string;
                            due_time?: string;
                            last_date?: unknown;
                            last_run_at?: unknown;
                            next?: {
                                /** Format: date-time */
                                attempt_at?: string;
                                /** Format: date-time */
                                cutoff_at?: string;
                                date?: string;
                                /** Format: uuid */
                                run_id?: string;
                            };
                            status?: unknown;
                            tenant_id?: string;
                            timezone?: string;
                            /** Format: date-time */
                            updated_at?: string;
                            user_id?: string;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    get_daily_user_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": "ann",
                     *       "tenant_id": "acme",
                     *       "due_time": "09:00",
                     *       "timezone": "Europe/Berlin",
                     *       "last_date": null,
                     *       "status": null,
                     *       "last_run_at": null,
                     *       "next": {
                     *         "date": "2026-11-17",
                     *         "cutoff_at": "2030-01-07T08:00:00Z",
                     *         "attempt_at": "2030-01-07T08:00:00Z",
                     *         "run_id": "01890a5d-ac96-774b-bcce-000000000027"
                     *       },
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z"
                     *     }
                     */
                    "application/json": {
                        /** Format: date-time */
                        created_at?: string;
                        due_time?: string;
                        last_date?: unknown;
                        last_run_at?: unknown;
                        next?: {
                            /** Format: date-time */
                            attempt_at?: string;
                            /** Format: date-time */
                            cutoff_at?: string;
                            date?: string;
                            /** Format: uuid */
                            run_id?: string;
                        };
                        status?: unknown;
                        tenant_id?: string;
                        timezone?: string;
                        /** Format: date-time */
                        updated_at?: string;
                        user_id?: string;
                    };
                };
            };
        };
    };
    put_daily_user_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "due_time": "09:00",
                 *       "timezone": "Europe/Berlin"
                 *     }
                 */
                "application/json": components["schemas"]["daily"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": "ann",
                     *       "tenant_id": "acme",
                     *       "due_time": "09:00",
                     *       "timezone": "Europe/Berlin",
                     *       "last_date": null,
                     *       "status": null,
                     *       "last_run_at": null,
                     *       "next": {
                     *         "date": "2026-11-17",
                     *         "cutoff_at": "2030-01-07T08:00:00Z",
                     *         "attempt_at": "2030-01-07T08:00:00Z",
                     *         "run_id": "01890a5d-ac96-774b-bcce-000000000027"
                     *       },
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z"
                     *     }
                     */
                    "application/json": {
                        /** Format: date-time */
                        created_at?: string;
                        due_time?: string;
                        last_date?: unknown;
                        last_run_at?: unknown;
                        next?: {
                            /** Format: date-time */
                            attempt_at?: string;
                            /** Format: date-time */
                            cutoff_at?: string;
                            date?: string;
                            /** Format: uuid */
                            run_id?: string;
                        };
                        status?: unknown;
                        tenant_id?: string;
                        timezone?: string;
                        /** Format: date-time */
                        updated_at?: string;
                        user_id?: string;
                    };
                };
            };
        };
    };
    delete_daily_user_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    get_daily_user_id_days: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                status?: "any" | "success" | "cutoff_reached" | "missed";
                tenant_id?: string;
            };
            header?: never;
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: unknown[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    get_deliveries: {
        parameters: {
            query?: {
                cursor?: string;
                entity?: string;
                limit?: number;
                run_id?: string;
                tenant_id?: string;
                type?: string;
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: unknown[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    get_effects: {
        parameters: {
            query?: {
                action_key?: string;
                cursor?: string;
                idempotency_key?: string;
                limit?: number;
                state?: "any" | "open" | "done" | "released" | "in_doubt";
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "claim_id": "01890a5d-ac96-774b-bcce-000000000020",
                     *           "tenant_id": "acme",
                     *           "action_key": "mail:welcome",
                     *           "idempotency_key": "ann",
                     *           "scope": null,
                     *           "state": "done",
                     *           "result": {
                     *             "message_id": "m-1"
                     *           },
                     *           "reason": null,
                     *           "on_abandoned": "in_doubt",
                     *           "claims": 1,
                     *           "run_id": null,
                     *           "claimed_at": "2030-01-07T08:00:00Z",
                     *           "until": "2030-01-07T08:00:00Z",
                     *           "ended_at": "2030-01-07T08:00:00Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            action_key?: string;
                            /** Format: uuid */
                            claim_id?: string;
                            /** Format: date-time */
                            claimed_at?: string;
                            claims?: number;
                            /** Format: date-time */
                            ended_at?: string;
                            idempotency_key?: string;
                            on_abandoned?: string;
                            reason?: unknown;
                            result?: {
                                message_id?: string;
                            };
                            run_id?: unknown;
                            scope?: unknown;
                            state?: string;
                            tenant_id?: string;
                            /** Format: date-time */
                            until?: string;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    post_effects_claim: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "action_key": "mail:welcome",
                 *       "idempotency_key": "ann"
                 *     }
                 */
                "application/json": components["schemas"]["effect_claim"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "first": true,
                     *       "claim_id": "01890a5d-ac96-774b-bcce-000000000020",
                     *       "state": "open",
                     *       "claimed_at": "2030-01-07T08:00:00Z",
                     *       "until": "2030-01-07T08:00:00Z",
                     *       "ended_at": null,
                     *       "run_id": null
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        claim_id?: string;
                        /** Format: date-time */
                        claimed_at?: string;
                        ended_at?: unknown;
                        first?: boolean;
                        run_id?: unknown;
                        state?: string;
                        /** Format: date-time */
                        until?: string;
                    };
                };
            };
        };
    };
    post_effects_complete: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "claim_id": "01890a5d-ac96-774b-bcce-000000000020",
                 *       "result": {
                 *         "message_id": "m-1"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["effect_complete"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "claim_id": "01890a5d-ac96-774b-bcce-000000000020",
                     *       "state": "done",
                     *       "result": {
                     *         "message_id": "m-1"
                     *       },
                     *       "claimed_at": "2030-01-07T08:00:00Z",
                     *       "until": "2030-01-07T08:00:00Z",
                     *       "ended_at": "2030-01-07T08:00:00Z",
                     *       "run_id": null
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        claim_id?: string;
                        /** Format: date-time */
                        claimed_at?: string;
                        /** Format: date-time */
                        ended_at?: string;
                        result?: {
                            message_id?: string;
                        };
                        run_id?: unknown;
                        state?: string;
                        /** Format: date-time */
                        until?: string;
                    };
                };
            };
        };
    };
    post_effects_release: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "claim_id": "01890a5d-ac96-774b-bcce-000000000021",
                 *       "reason": "nothing was sent"
                 *     }
                 */
                "application/json": components["schemas"]["effect_release"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "claim_id": "01890a5d-ac96-774b-bcce-000000000021",
                     *       "state": "released",
                     *       "claimed_at": "2030-01-07T08:00:00Z",
                     *       "until": "2030-01-07T08:00:00Z",
                     *       "ended_at": "2030-01-07T08:00:00Z",
                     *       "run_id": null
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        claim_id?: string;
                        /** Format: date-time */
                        claimed_at?: string;
                        /** Format: date-time */
                        ended_at?: string;
                        run_id?: unknown;
                        state?: string;
                        /** Format: date-time */
                        until?: string;
                    };
                };
            };
        };
    };
    get_events: {
        parameters: {
            query?: {
                after?: string;
                cursor?: string;
                event?: string;
                job_id?: string;
                limit?: number;
                run_id?: string;
                tenant_id?: string;
                type?: string;
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "specversion": "1.0",
                     *           "id": "55-0",
                     *           "source": "/tenants/acme",
                     *           "type": "job.scheduled",
                     *           "subject": "01890a5d-ac96-774b-bcce-000000000017",
                     *           "time": "2030-01-07T08:00:00Z",
                     *           "datacontenttype": "application/json",
                     *           "data": {
                     *             "tenant_id": "acme",
                     *             "job_id": "01890a5d-ac96-774b-bcce-000000000017",
                     *             "job_code": "vacuum_database",
                     *             "job": {
                     *               "id": "01890a5d-ac96-774b-bcce-000000000017",
                     *               "tenant_id": "acme",
                     *               "code": "vacuum_database",
                     *               "name": "Vacuum the database",
                     *               "description": "PostgreSQL maintenance",
                     *               "job_type": "SYSTEM",
                     *               "external_id": "vacuum_database",
                     *               "source_system": "template",
                     *               "created_by": null,
                     *               "handler": "system.vacuum_database",
                     *               "queue": "default",
                     *               "status": "ACTIVE",
                     *               "is_enabled": true,
                     *               "schedule_type": "CRON",
                     *               "cron_expression": "0 4 * * 0",
                     *               "recurrence_rule": null,
                     *               "interval_seconds": null,
                     *               "run_at": null,
                     *               "timezone": "Europe/Berlin",
                     *               "start_at": null,
                     *               "rdates": [],
                     *               "exdates": [],
                     *               "exclude": [],
                     *               "dst_gap": "shift",
                     *               "dst_overlap": "default",
                     *               "misfire": "run_once",
                     *               "grace_seconds": 300,
                     *               "catchup_max": 100,
                     *               "catchup_spread_seconds": 0,
                     *               "jitter_seconds": 0,
                     *               "horizon_seconds": 0,
                     *               "parameters": {},
                     *               "timeout_seconds": 300,
                     *               "max_retries": 3,
                     *               "max_attempts": 4,
                     *               "retry_delay_seconds": 60,
                     *               "priority": 5,
                     *               "allow_concurrent": false,
                     *               "max_instances": 1,
                     *               "overlap": "queue",
                     *               "dependencies": [],
                     *               "next_run_at": "2030-01-07T08:00:00Z",
                     *               "next_run_id": "01890a5d-ac96-774b-bcce-000000000018",
                     *               "last_run_at": null,
                     *               "last_run_status": null,
                     *               "last_run_duration_ms": null,
                     *               "run_count": 0,
                     *               "failure_count": 0,
                     *               "failures_in_a_row": 0,
                     *               "is_system_required": true,
                     *               "created_at": "2030-01-07T08:00:00Z",
                     *               "updated_at": "2030-01-07T08:00:00Z",
                     *               "version": 7
                     *             },
                     *             "reason": "created",
                     *             "actor_id": "token:01890a5d-ac96-774b-bcce-000000000036"
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": "c5eeee632c3fcc1c2d34302d32"
                     *     }
                     */
                    "application/json": {
                        data?: {
                            data?: {
                                actor_id?: string;
                                job?: {
                                    allow_concurrent?: boolean;
                                    catchup_max?: number;
                                    catchup_spread_seconds?: number;
                                    code?: string;
                                    /** Format: date-time */
                                    created_at?: string;
                                    created_by?: unknown;
                                    cron_expression?: string;
                                    dependencies?: unknown[];
                                    description?: string;
                                    dst_gap?: string;
                                    dst_overlap?: string;
                                    exclude?: unknown[];
                                    exdates?: unknown[];
                                    external_id?: string;
                                    failure_count?: number;
                                    failures_in_a_row?: number;
                                    grace_seconds?: number;
                                    handler?: string;
                                    horizon_seconds?: number;
                                    /** Format: uuid */
                                    id?: string;
                                    interval_seconds?: unknown;
                                    is_enabled?: boolean;
                                    is_system_required?: boolean;
                                    jitter_seconds?: number;
                                    job_type?: string;
                                    last_run_at?: unknown;
                                    last_run_duration_ms?: unknown;
                                    last_run_status?: unknown;
                                    max_attempts?: number;
                                    max_instances?: number;
                                    max_retries?: number;
                                    misfire?: string;
                                    name?: string;
                                    /** Format: date-time */
                                    next_run_at?: string;
                                    /** Format: uuid */
                                    next_run_id?: string;
                                    overlap?: string;
                                    parameters?: Record<string, unknown>;
                                    priority?: number;
                                    queue?: string;
                                    rdates?: unknown[];
                                    recurrence_rule?: unknown;
                                    retry_delay_seconds?: number;
                                    run_at?: unknown;
                                    run_count?: number;
                                    schedule_type?: string;
                                    source_system?: string;
                                    start_at?: unknown;
                                    status?: string;
                                    tenant_id?: string;
                                    timeout_seconds?: number;
                                    timezone?: string;
                                    /** Format: date-time */
                                    updated_at?: string;
                                    version?: number;
                                };
                                job_code?: string;
                                /** Format: uuid */
                                job_id?: string;
                                reason?: string;
                                tenant_id?: string;
                            };
                            datacontenttype?: string;
                            id?: string;
                            source?: string;
                            specversion?: string;
                            /** Format: uuid */
                            subject?: string;
                            /** Format: date-time */
                            time?: string;
                            type?: string;
                        }[];
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    post_events: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "specversion": "1.0",
                 *       "id": "order-42-created",
                 *       "source": "/shop",
                 *       "type": "order.created",
                 *       "data": {
                 *         "id": 42,
                 *         "total": 120
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["cloud_event"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "order-42-created",
                     *       "duplicate": false,
                     *       "rules": 1,
                     *       "refused": 0,
                     *       "runs": [
                     *         {
                     *           "rule_id": "01890a5d-ac96-774b-bcce-000000007101",
                     *           "id": "01890a5d-ac96-774b-bcce-000000000037"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        duplicate?: boolean;
                        id?: string;
                        refused?: number;
                        rules?: number;
                        runs?: {
                            /** Format: uuid */
                            id?: string;
                            /** Format: uuid */
                            rule_id?: string;
                        }[];
                    };
                };
            };
        };
    };
    post_events_source: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                source: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "specversion": "1.0",
                 *       "id": "order-42-created",
                 *       "source": "/shop",
                 *       "type": "order.created",
                 *       "data": {
                 *         "id": 42,
                 *         "total": 120
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["cloud_event"];
            };
        };
        responses: {
            /** @description done */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:belfry:problem:unauthorized",
                     *       "title": "no token, or none that is known here",
                     *       "status": 401,
                     *       "code": "unauthorized",
                     *       "detail": "no token, or none that is known here",
                     *       "request_id": "59e083a90000000000000073"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
        };
    };
    get_executions: {
        parameters: {
            query?: {
                cursor?: string;
                error_class?: string;
                job_id?: string;
                limit?: number;
                run_id?: string;
                since?: string | number;
                state?: "ANY" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELLED" | "TIMEOUT" | "STALLED";
                tenant_id?: string;
                type?: string;
                until?: string | number;
                worker_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000000003",
                     *           "run_id": "01890a5d-ac96-774b-bcce-000000000002",
                     *           "job_id": null,
                     *           "tenant_id": "acme",
                     *           "type": "mail.send",
                     *           "execution_number": 1,
                     *           "attempt_number": 1,
                     *           "fence": 1,
                     *           "scheduled_at": "2030-01-07T08:00:00Z",
                     *           "started_at": "2030-01-07T08:00:00Z",
                     *           "completed_at": null,
                     *           "duration_ms": null,
                     *           "worker_id": "w-1",
                     *           "worker_hostname": null,
                     *           "status": "RUNNING",
                     *           "outcome": "open",
                     *           "result": null,
                     *           "result_hash": null,
                     *           "unchanged": false,
                     *           "error_class": null,
                     *           "error_message": null,
                     *           "error_stack": null,
                     *           "progress_percent": 40,
                     *           "progress_message": "half way",
                     *           "retry_of": null,
                     *           "will_retry": false,
                     *           "created_at": "2030-01-07T08:00:00Z",
                     *           "lease_until": "2030-01-07T08:00:00Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            attempt_number?: number;
                            completed_at?: unknown;
                            /** Format: date-time */
                            created_at?: string;
                            duration_ms?: unknown;
                            error_class?: unknown;
                            error_message?: unknown;
                            error_stack?: unknown;
                            execution_number?: number;
                            fence?: number;
                            /** Format: uuid */
                            id?: string;
                            job_id?: unknown;
                            /** Format: date-time */
                            lease_until?: string;
                            outcome?: string;
                            progress_message?: string;
                            progress_percent?: number;
                            result?: unknown;
                            result_hash?: unknown;
                            retry_of?: unknown;
                            /** Format: uuid */
                            run_id?: string;
                            /** Format: date-time */
                            scheduled_at?: string;
                            /** Format: date-time */
                            started_at?: string;
                            status?: string;
                            tenant_id?: string;
                            type?: string;
                            unchanged?: boolean;
                            will_retry?: boolean;
                            worker_hostname?: unknown;
                            worker_id?: string;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    get_executions_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000003",
                     *       "run_id": "01890a5d-ac96-774b-bcce-000000000002",
                     *       "job_id": null,
                     *       "tenant_id": "acme",
                     *       "type": "mail.send",
                     *       "execution_number": 1,
                     *       "attempt_number": 1,
                     *       "fence": 1,
                     *       "scheduled_at": "2030-01-07T08:00:00Z",
                     *       "started_at": "2030-01-07T08:00:00Z",
                     *       "completed_at": null,
                     *       "duration_ms": null,
                     *       "worker_id": "w-1",
                     *       "worker_hostname": null,
                     *       "status": "RUNNING",
                     *       "outcome": "open",
                     *       "result": null,
                     *       "result_hash": null,
                     *       "unchanged": false,
                     *       "error_class": null,
                     *       "error_message": null,
                     *       "error_stack": null,
                     *       "progress_percent": 40,
                     *       "progress_message": "half way",
                     *       "retry_of": null,
                     *       "will_retry": false,
                     *       "parameters": {
                     *         "to": "ann"
                     *       },
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "lease_until": "2030-01-07T08:00:00Z"
                     *     }
                     */
                    "application/json": {
                        attempt_number?: number;
                        completed_at?: unknown;
                        /** Format: date-time */
                        created_at?: string;
                        duration_ms?: unknown;
                        error_class?: unknown;
                        error_message?: unknown;
                        error_stack?: unknown;
                        execution_number?: number;
                        fence?: number;
                        /** Format: uuid */
                        id?: string;
                        job_id?: unknown;
                        /** Format: date-time */
                        lease_until?: string;
                        outcome?: string;
                        parameters?: {
                            to?: string;
                        };
                        progress_message?: string;
                        progress_percent?: number;
                        result?: unknown;
                        result_hash?: unknown;
                        retry_of?: unknown;
                        /** Format: uuid */
                        run_id?: string;
                        /** Format: date-time */
                        scheduled_at?: string;
                        /** Format: date-time */
                        started_at?: string;
                        status?: string;
                        tenant_id?: string;
                        type?: string;
                        unchanged?: boolean;
                        will_retry?: boolean;
                        worker_hostname?: unknown;
                        worker_id?: string;
                    };
                };
            };
        };
    };
    post_executions_id_cancel: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "stop"
                 *     }
                 */
                "application/json": components["schemas"]["operate"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000005",
                     *       "state": "cancelled",
                     *       "status": "CANCELLED"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id?: string;
                        state?: string;
                        status?: string;
                    };
                };
            };
        };
    };
    get_executions_id_output: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "execution_id": "01890a5d-ac96-774b-bcce-000000000003",
                     *       "kind": "program",
                     *       "stdout": {
                     *         "bytes": 12,
                     *         "kept": 12,
                     *         "truncated": false,
                     *         "encoding": "utf-8",
                     *         "text": "RCPT TO ann\n"
                     *       },
                     *       "stderr": {
                     *         "bytes": 20,
                     *         "kept": 20,
                     *         "truncated": false,
                     *         "encoding": "utf-8",
                     *         "text": "550 no such mailbox\n"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        execution_id?: string;
                        kind?: string;
                        stderr?: {
                            bytes?: number;
                            encoding?: string;
                            kept?: number;
                            text?: string;
                            truncated?: boolean;
                        };
                        stdout?: {
                            bytes?: number;
                            encoding?: string;
                            kept?: number;
                            text?: string;
                            truncated?: boolean;
                        };
                    };
                };
            };
        };
    };
    post_executions_id_retry: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "there is paper again"
                 *     }
                 */
                "application/json": components["schemas"]["operate"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000005",
                     *       "state": "queued",
                     *       "status": "PENDING"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id?: string;
                        state?: string;
                        status?: string;
                    };
                };
            };
        };
    };
    get_forecast: {
        parameters: {
            query?: {
                by?: "hour" | "minute";
                hours?: number;
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2030-01-07T08:00:00Z",
                     *       "step_seconds": 3600,
                     *       "total": 2,
                     *       "peak": 2,
                     *       "jobs": 1,
                     *       "left_out": 0,
                     *       "tasks": 2,
                     *       "is_cut": false,
                     *       "counts": [
                     *         2
                     *       ]
                     *     }
                     */
                    "application/json": {
                        counts?: number[];
                        /** Format: date-time */
                        from?: string;
                        is_cut?: boolean;
                        jobs?: number;
                        left_out?: number;
                        peak?: number;
                        step_seconds?: number;
                        tasks?: number;
                        total?: number;
                    };
                };
            };
        };
    };
    get_inbox: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                tenant_id?: string;
                unread?: boolean;
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "unread": 0,
                     *       "data": [],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: unknown[];
                        next_cursor?: unknown;
                        unread?: number;
                    };
                };
            };
        };
    };
    post_inbox_id_read: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["operate"];
            };
        };
        responses: {
            /** @description done */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:belfry:problem:not-found",
                     *       "title": "no such object",
                     *       "status": 404,
                     *       "code": "not_found",
                     *       "detail": "no such object",
                     *       "request_id": "59e083a90000000000000052"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
        };
    };
    get_jobs: {
        parameters: {
            query?: {
                code?: string;
                cursor?: string;
                limit?: number;
                queue?: string;
                schedule_type?: "ONCE" | "INTERVAL" | "CRON" | "RRULE" | "MANUAL";
                status?: "ACTIVE" | "DISABLED" | "DELETED" | "PAUSED";
                tenant_id?: string;
                type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000000010",
                     *           "tenant_id": "acme",
                     *           "code": "report",
                     *           "name": "Morning report",
                     *           "description": null,
                     *           "job_type": null,
                     *           "external_id": null,
                     *           "source_system": null,
                     *           "created_by": "token:01890a5d-ac96-774b-bcce-000000000036",
                     *           "handler": "report.make",
                     *           "queue": "default",
                     *           "status": "ACTIVE",
                     *           "is_enabled": true,
                     *           "schedule_type": "CRON",
                     *           "cron_expression": "0 9 * * 1",
                     *           "recurrence_rule": null,
                     *           "interval_seconds": null,
                     *           "run_at": null,
                     *           "timezone": "Europe/Berlin",
                     *           "start_at": null,
                     *           "rdates": [],
                     *           "exdates": [],
                     *           "exclude": [
                     *             "holidays"
                     *           ],
                     *           "dst_gap": "shift",
                     *           "dst_overlap": "default",
                     *           "misfire": "run_once",
                     *           "grace_seconds": 300,
                     *           "catchup_max": 100,
                     *           "catchup_spread_seconds": 0,
                     *           "jitter_seconds": 0,
                     *           "horizon_seconds": 0,
                     *           "parameters": {
                     *             "kind": "week"
                     *           },
                     *           "timeout_seconds": 300,
                     *           "max_retries": 3,
                     *           "max_attempts": 4,
                     *           "retry_delay_seconds": 60,
                     *           "priority": 5,
                     *           "allow_concurrent": false,
                     *           "max_instances": 1,
                     *           "overlap": "queue",
                     *           "dependencies": [],
                     *           "next_run_at": "2030-01-07T08:00:00Z",
                     *           "next_run_id": "01890a5d-ac96-774b-bcce-000000000011",
                     *           "last_run_at": null,
                     *           "last_run_status": null,
                     *           "last_run_duration_ms": null,
                     *           "run_count": 0,
                     *           "failure_count": 0,
                     *           "failures_in_a_row": 0,
                     *           "is_system_required": false,
                     *           "created_at": "2030-01-07T08:00:00Z",
                     *           "updated_at": "2030-01-07T08:00:00Z",
                     *           "version": 7
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            allow_concurrent?: boolean;
                            catchup_max?: number;
                            catchup_spread_seconds?: number;
                            code?: string;
                            /** Format: date-time */
                            created_at?: string;
                            created_by?: string;
                            cron_expression?: string;
                            dependencies?: unknown[];
                            description?: unknown;
                            dst_gap?: string;
                            dst_overlap?: string;
                            exclude?: string[];
                            exdates?: unknown[];
                            external_id?: unknown;
                            failure_count?: number;
                            failures_in_a_row?: number;
                            grace_seconds?: number;
                            handler?: string;
                            horizon_seconds?: number;
                            /** Format: uuid */
                            id?: string;
                            interval_seconds?: unknown;
                            is_enabled?: boolean;
                            is_system_required?: boolean;
                            jitter_seconds?: number;
                            job_type?: unknown;
                            last_run_at?: unknown;
                            last_run_duration_ms?: unknown;
                            last_run_status?: unknown;
                            max_attempts?: number;
                            max_instances?: number;
                            max_retries?: number;
                            misfire?: string;
                            name?: string;
                            /** Format: date-time */
                            next_run_at?: string;
                            /** Format: uuid */
                            next_run_id?: string;
                            overlap?: string;
                            parameters?: {
                                kind?: string;
                            };
                            priority?: number;
                            queue?: string;
                            rdates?: unknown[];
                            recurrence_rule?: unknown;
                            retry_delay_seconds?: number;
                            run_at?: unknown;
                            run_count?: number;
                            schedule_type?: string;
                            source_system?: unknown;
                            start_at?: unknown;
                            status?: string;
                            tenant_id?: string;
                            timeout_seconds?: number;
                            timezone?: string;
                            /** Format: date-time */
                            updated_at?: string;
                            version?: number;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    post_jobs: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "code": "report",
                 *       "name": "Morning report",
                 *       "handler": "report.make",
                 *       "schedule_type": "CRON",
                 *       "cron_expression": "0 9 * * 1",
                 *       "timezone": "Europe/Berlin",
                 *       "parameters": {
                 *         "kind": "week"
                 *       },
                 *       "exclude": [
                 *         "holidays"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["job"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000010",
                     *       "tenant_id": "acme",
                     *       "code": "report",
                     *       "name": "Morning report",
                     *       "description": null,
                     *       "job_type": null,
                     *       "external_id": null,
                     *       "source_system": null,
                     *       "created_by": "token:01890a5d-ac96-774b-bcce-000000000036",
                     *       "handler": "report.make",
                     *       "queue": "default",
                     *       "status": "ACTIVE",
                     *       "is_enabled": true,
                     *       "schedule_type": "CRON",
                     *       "cron_expression": "0 9 * * 1",
                     *       "recurrence_rule": null,
                     *       "interval_seconds": null,
                     *       "run_at": null,
                     *       "timezone": "Europe/Berlin",
                     *       "start_at": null,
                     *       "rdates": [],
                     *       "exdates": [],
                     *       "exclude": [
                     *         "holidays"
                     *       ],
                     *       "dst_gap": "shift",
                     *       "dst_overlap": "default",
                     *       "misfire": "run_once",
                     *       "grace_seconds": 300,
                     *       "catchup_max": 100,
                     *       "catchup_spread_seconds": 0,
                     *       "jitter_seconds": 0,
                     *       "horizon_seconds": 0,
                     *       "parameters": {
                     *         "kind": "week"
                     *       },
                     *       "timeout_seconds": 300,
                     *       "max_retries": 3,
                     *       "max_attempts": 4,
                     *       "retry_delay_seconds": 60,
                     *       "priority": 5,
                     *       "allow_concurrent": false,
                     *       "max_instances": 1,
                     *       "overlap": "queue",
                     *       "dependencies": [],
                     *       "next_run_at": "2030-01-07T08:00:00Z",
                     *       "next_run_id": "01890a5d-ac96-774b-bcce-000000000011",
                     *       "last_run_at": null,
                     *       "last_run_status": null,
                     *       "last_run_duration_ms": null,
                     *       "run_count": 0,
                     *       "failure_count": 0,
                     *       "failures_in_a_row": 0,
                     *       "is_system_required": false,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        allow_concurrent?: boolean;
                        catchup_max?: number;
                        catchup_spread_seconds?: number;
                        code?: string;
                        /** Format: date-time */
                        created_at?: string;
                        created_by?: string;
                        cron_expression?: string;
                        dependencies?: unknown[];
                        description?: unknown;
                        dst_gap?: string;
                        dst_overlap?: string;
                        exclude?: string[];
                        exdates?: unknown[];
                        external_id?: unknown;
                        failure_count?: number;
                        failures_in_a_row?: number;
                        grace_seconds?: number;
                        handler?: string;
                        horizon_seconds?: number;
                        /** Format: uuid */
                        id?: string;
                        interval_seconds?: unknown;
                        is_enabled?: boolean;
                        is_system_required?: boolean;
                        jitter_seconds?: number;
                        job_type?: unknown;
                        last_run_at?: unknown;
                        last_run_duration_ms?: unknown;
                        last_run_status?: unknown;
                        max_attempts?: number;
                        max_instances?: number;
                        max_retries?: number;
                        misfire?: string;
                        name?: string;
                        /** Format: date-time */
                        next_run_at?: string;
                        /** Format: uuid */
                        next_run_id?: string;
                        overlap?: string;
                        parameters?: {
                            kind?: string;
                        };
                        priority?: number;
                        queue?: string;
                        rdates?: unknown[];
                        recurrence_rule?: unknown;
                        retry_delay_seconds?: number;
                        run_at?: unknown;
                        run_count?: number;
                        schedule_type?: string;
                        source_system?: unknown;
                        start_at?: unknown;
                        status?: string;
                        tenant_id?: string;
                        timeout_seconds?: number;
                        timezone?: string;
                        /** Format: date-time */
                        updated_at?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    get_jobs_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000010",
                     *       "tenant_id": "acme",
                     *       "code": "report",
                     *       "name": "Morning report",
                     *       "description": null,
                     *       "job_type": null,
                     *       "external_id": null,
                     *       "source_system": null,
                     *       "created_by": "token:01890a5d-ac96-774b-bcce-000000000036",
                     *       "handler": "report.make",
                     *       "queue": "default",
                     *       "status": "ACTIVE",
                     *       "is_enabled": true,
                     *       "schedule_type": "CRON",
                     *       "cron_expression": "0 9 * * 1",
                     *       "recurrence_rule": null,
                     *       "interval_seconds": null,
                     *       "run_at": null,
                     *       "timezone": "Europe/Berlin",
                     *       "start_at": null,
                     *       "rdates": [],
                     *       "exdates": [],
                     *       "exclude": [
                     *         "holidays"
                     *       ],
                     *       "dst_gap": "shift",
                     *       "dst_overlap": "default",
                     *       "misfire": "run_once",
                     *       "grace_seconds": 300,
                     *       "catchup_max": 100,
                     *       "catchup_spread_seconds": 0,
                     *       "jitter_seconds": 0,
                     *       "horizon_seconds": 0,
                     *       "parameters": {
                     *         "kind": "week"
                     *       },
                     *       "timeout_seconds": 300,
                     *       "max_retries": 3,
                     *       "max_attempts": 4,
                     *       "retry_delay_seconds": 60,
                     *       "priority": 5,
                     *       "allow_concurrent": false,
                     *       "max_instances": 1,
                     *       "overlap": "queue",
                     *       "dependencies": [],
                     *       "next_run_at": "2030-01-07T08:00:00Z",
                     *       "next_run_id": "01890a5d-ac96-774b-bcce-000000000011",
                     *       "last_run_at": null,
                     *       "last_run_status": null,
                     *       "last_run_duration_ms": null,
                     *       "run_count": 0,
                     *       "failure_count": 0,
                     *       "failures_in_a_row": 0,
                     *       "is_system_required": false,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        allow_concurrent?: boolean;
                        catchup_max?: number;
                        catchup_spread_seconds?: number;
                        code?: string;
                        /** Format: date-time */
                        created_at?: string;
                        created_by?: string;
                        cron_expression?: string;
                        dependencies?: unknown[];
                        description?: unknown;
                        dst_gap?: string;
                        dst_overlap?: string;
                        exclude?: string[];
                        exdates?: unknown[];
                        external_id?: unknown;
                        failure_count?: number;
                        failures_in_a_row?: number;
                        grace_seconds?: number;
                        handler?: string;
                        horizon_seconds?: number;
                        /** Format: uuid */
                        id?: string;
                        interval_seconds?: unknown;
                        is_enabled?: boolean;
                        is_system_required?: boolean;
                        jitter_seconds?: number;
                        job_type?: unknown;
                        last_run_at?: unknown;
                        last_run_duration_ms?: unknown;
                        last_run_status?: unknown;
                        max_attempts?: number;
                        max_instances?: number;
                        max_retries?: number;
                        misfire?: string;
                        name?: string;
                        /** Format: date-time */
                        next_run_at?: string;
                        /** Format: uuid */
                        next_run_id?: string;
                        overlap?: string;
                        parameters?: {
                            kind?: string;
                        };
                        priority?: number;
                        queue?: string;
                        rdates?: unknown[];
                        recurrence_rule?: unknown;
                        retry_delay_seconds?: number;
                        run_at?: unknown;
                        run_count?: number;
                        schedule_type?: string;
                        source_system?: unknown;
                        start_at?: unknown;
                        status?: string;
                        tenant_id?: string;
                        timeout_seconds?: number;
                        timezone?: string;
                        /** Format: date-time */
                        updated_at?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    put_jobs_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "cron_expression": "0 8 * * 1-5"
                 *     }
                 */
                "application/json": components["schemas"]["job"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000010",
                     *       "tenant_id": "acme",
                     *       "code": "report",
                     *       "name": "Morning report",
                     *       "description": null,
                     *       "job_type": null,
                     *       "external_id": null,
                     *       "source_system": null,
                     *       "created_by": "token:01890a5d-ac96-774b-bcce-000000000036",
                     *       "handler": "report.make",
                     *       "queue": "default",
                     *       "status": "ACTIVE",
                     *       "is_enabled": true,
                     *       "schedule_type": "CRON",
                     *       "cron_expression": "0 8 * * 1-5",
                     *       "recurrence_rule": null,
                     *       "interval_seconds": null,
                     *       "run_at": null,
                     *       "timezone": "Europe/Berlin",
                     *       "start_at": null,
                     *       "rdates": [],
                     *       "exdates": [],
                     *       "exclude": [
                     *         "holidays"
                     *       ],
                     *       "dst_gap": "shift",
                     *       "dst_overlap": "default",
                     *       "misfire": "run_once",
                     *       "grace_seconds": 300,
                     *       "catchup_max": 100,
                     *       "catchup_spread_seconds": 0,
                     *       "jitter_seconds": 0,
                     *       "horizon_seconds": 0,
                     *       "parameters": {
                     *         "kind": "week"
                     *       },
                     *       "timeout_seconds": 300,
                     *       "max_retries": 3,
                     *       "max_attempts": 4,
                     *       "retry_delay_seconds": 60,
                     *       "priority": 5,
                     *       "allow_concurrent": false,
                     *       "max_instances": 1,
                     *       "overlap": "queue",
                     *       "dependencies": [],
                     *       "next_run_at": "2030-01-07T08:00:00Z",
                     *       "next_run_id": "01890a5d-ac96-774b-bcce-000000000012",
                     *       "last_run_at": null,
                     *       "last_run_status": null,
                     *       "last_run_duration_ms": null,
                     *       "run_count": 0,
                     *       "failure_count": 0,
                     *       "failures_in_a_row": 0,
                     *       "is_system_required": false,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        allow_concurrent?: boolean;
                        catchup_max?: number;
                        catchup_spread_seconds?: number;
                        code?: string;
                        /** Format: date-time */
                        created_at?: string;
                        created_by?: string;
                        cron_expression?: string;
                        dependencies?: unknown[];
                        description?: unknown;
                        dst_gap?: string;
                        dst_overlap?: string;
                        exclude?: string[];
                        exdates?: unknown[];
                        external_id?: unknown;
                        failure_count?: number;
                        failures_in_a_row?: number;
                        grace_seconds?: number;
                        handler?: string;
                        horizon_seconds?: number;
                        /** Format: uuid */
                        id?: string;
                        interval_seconds?: unknown;
                        is_enabled?: boolean;
                        is_system_required?: boolean;
                        jitter_seconds?: number;
                        job_type?: unknown;
                        last_run_at?: unknown;
                        last_run_duration_ms?: unknown;
                        last_run_status?: unknown;
                        max_attempts?: number;
                        max_instances?: number;
                        max_retries?: number;
                        misfire?: string;
                        name?: string;
                        /** Format: date-time */
                        next_run_at?: string;
                        /** Format: uuid */
                        next_run_id?: string;
                        overlap?: string;
                        parameters?: {
                            kind?: string;
                        };
                        priority?: number;
                        queue?: string;
                        rdates?: unknown[];
                        recurrence_rule?: unknown;
                        retry_delay_seconds?: number;
                        run_at?: unknown;
                        run_count?: number;
                        schedule_type?: string;
                        source_system?: unknown;
                        start_at?: unknown;
                        status?: string;
                        tenant_id?: string;
                        timeout_seconds?: number;
                        timezone?: string;
                        /** Format: date-time */
                        updated_at?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    delete_jobs_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    get_jobs_id_alerts: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000000077",
                     *           "job_id": "01890a5d-ac96-774b-bcce-000000000010",
                     *           "alert_type": "FAILURE",
                     *           "threshold_value": 3,
                     *           "notification_channels": [
                     *             "in_app"
                     *           ],
                     *           "recipients": [
                     *             "ann"
                     *           ],
                     *           "is_enabled": true,
                     *           "is_raised": false,
                     *           "alert_id": null,
                     *           "count": 0,
                     *           "created_at": "2030-01-07T08:00:00Z",
                     *           "updated_at": "2030-01-07T08:00:00Z",
                     *           "version": 7
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            alert_id?: unknown;
                            alert_type?: string;
                            count?: number;
                            /** Format: date-time */
                            created_at?: string;
                            /** Format: uuid */
                            id?: string;
                            is_enabled?: boolean;
                            is_raised?: boolean;
                            /** Format: uuid */
                            job_id?: string;
                            notification_channels?: string[];
                            recipients?: string[];
                            threshold_value?: number;
                            /** Format: date-time */
                            updated_at?: string;
                            version?: number;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    post_jobs_id_alerts: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "alert_type": "FAILURE",
                 *       "threshold_value": 3,
                 *       "notification_channels": [
                 *         "in_app"
                 *       ],
                 *       "recipients": [
                 *         "ann"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["alert"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000077",
                     *       "job_id": "01890a5d-ac96-774b-bcce-000000000010",
                     *       "alert_type": "FAILURE",
                     *       "threshold_value": 3,
                     *       "notification_channels": [
                     *         "in_app"
                     *       ],
                     *       "recipients": [
                     *         "ann"
                     *       ],
                     *       "is_enabled": true,
                     *       "is_raised": false,
                     *       "alert_id": null,
                     *       "count": 0,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        alert_id?: unknown;
                        alert_type?: string;
                        count?: number;
                        /** Format: date-time */
                        created_at?: string;
                        /** Format: uuid */
                        id?: string;
                        is_enabled?: boolean;
                        is_raised?: boolean;
                        /** Format: uuid */
                        job_id?: string;
                        notification_channels?: string[];
                        recipients?: string[];
                        threshold_value?: number;
                        /** Format: date-time */
                        updated_at?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    get_jobs_id_alerts_alert_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                alert_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000077",
                     *       "job_id": "01890a5d-ac96-774b-bcce-000000000010",
                     *       "alert_type": "FAILURE",
                     *       "threshold_value": 3,
                     *       "notification_channels": [
                     *         "in_app"
                     *       ],
                     *       "recipients": [
                     *         "ann"
                     *       ],
                     *       "is_enabled": true,
                     *       "is_raised": false,
                     *       "alert_id": null,
                     *       "count": 0,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        alert_id?: unknown;
                        alert_type?: string;
                        count?: number;
                        /** Format: date-time */
                        created_at?: string;
                        /** Format: uuid */
                        id?: string;
                        is_enabled?: boolean;
                        is_raised?: boolean;
                        /** Format: uuid */
                        job_id?: string;
                        notification_channels?: string[];
                        recipients?: string[];
                        threshold_value?: number;
                        /** Format: date-time */
                        updated_at?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    put_jobs_id_alerts_alert_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                alert_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "threshold_value": 2
                 *     }
                 */
                "application/json": components["schemas"]["alert"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000077",
                     *       "job_id": "01890a5d-ac96-774b-bcce-000000000010",
                     *       "alert_type": "FAILURE",
                     *       "threshold_value": 2,
                     *       "notification_channels": [
                     *         "in_app"
                     *       ],
                     *       "recipients": [
                     *         "ann"
                     *       ],
                     *       "is_enabled": true,
                     *       "is_raised": false,
                     *       "alert_id": null,
                     *       "count": 0,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        alert_id?: unknown;
                        alert_type?: string;
                        count?: number;
                        /** Format: date-time */
                        created_at?: string;
                        /** Format: uuid */
                        id?: string;
                        is_enabled?: boolean;
                        is_raised?: boolean;
                        /** Format: uuid */
                        job_id?: string;
                        notification_channels?: string[];
                        recipients?: string[];
                        threshold_value?: number;
                        /** Format: date-time */
                        updated_at?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    delete_jobs_id_alerts_alert_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                alert_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    post_jobs_id_alerts_alert_id_test: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                alert_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["operate"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000077",
                     *       "alert_id": "01890a5d-ac96-774b-bcce-000000000078",
                     *       "queued": 1,
                     *       "runs": [
                     *         {
                     *           "run_id": "01890a5d-ac96-774b-bcce-000000000079",
                     *           "recipient": "ann",
                     *           "channels": [
                     *             "in_app"
                     *           ],
                     *           "state": "queued"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        alert_id?: string;
                        /** Format: uuid */
                        id?: string;
                        queued?: number;
                        runs?: {
                            channels?: string[];
                            recipient?: string;
                            /** Format: uuid */
                            run_id?: string;
                            state?: string;
                        }[];
                    };
                };
            };
        };
    };
    post_jobs_id_backfill: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "from": "2024-01-01T00:00:00Z",
                 *       "to": "2024-01-02T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["backfill"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "01890a5d-ac96-774b-bcce-000000000010",
                     *       "made": 1
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        job_id?: string;
                        made?: number;
                    };
                };
            };
        };
    };
    get_jobs_id_executions: {
        parameters: {
            query?: {
                cursor?: string;
                error_class?: string;
                job_id?: string;
                limit?: number;
                run_id?: string;
                since?: string | number;
                state?: "ANY" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELLED" | "TIMEOUT" | "STALLED";
                tenant_id?: string;
                type?: string;
                until?: string | number;
                worker_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: unknown[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    get_jobs_id_next_runs: {
        parameters: {
            query?: {
                count?: number;
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "at": "2030-01-07T08:00:00Z",
                     *           "local": "2030-01-07T09:00:00",
                     *           "note": null
                     *         },
                     *         {
                     *           "at": "2030-01-07T08:00:00Z",
                     *           "local": "2030-01-07T09:00:00",
                     *           "note": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data?: {
                            /** Format: date-time */
                            at?: string;
                            local?: string;
                            note?: unknown;
                        }[];
                    };
                };
            };
        };
    };
    get_jobs_id_occurrences: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                outcome?: "any" | "fired" | "late" | "skipped" | "missed";
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "planned_at": "2030-01-07T08:00:00Z",
                     *           "outcome": "skipped",
                     *           "reason": "skip_next",
                     *           "run_id": "01890a5d-ac96-774b-bcce-000000000012",
                     *           "backfill": false,
                     *           "decided_at": "2030-01-07T08:00:00Z"
                     *         },
                     *         {
                     *           "planned_at": "2030-01-07T08:00:00Z",
                     *           "outcome": "late",
                     *           "reason": null,
                     *           "run_id": "01890a5d-ac96-774b-bcce-000000000016",
                     *           "backfill": true,
                     *           "decided_at": "2030-01-07T08:00:00Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            backfill?: boolean;
                            /** Format: date-time */
                            decided_at?: string;
                            outcome?: string;
                            /** Format: date-time */
                            planned_at?: string;
                            reason?: string;
                            /** Format: uuid */
                            run_id?: string;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    post_jobs_id_pause: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "the source is being moved"
                 *     }
                 */
                "application/json": components["schemas"]["job_pause"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000010",
                     *       "tenant_id": "acme",
                     *       "code": "report",
                     *       "name": "Morning report",
                     *       "description": null,
                     *       "job_type": null,
                     *       "external_id": null,
                     *       "source_system": null,
                     *       "created_by": "token:01890a5d-ac96-774b-bcce-000000000036",
                     *       "handler": "report.make",
                     *       "queue": "default",
                     *       "status": "PAUSED",
                     *       "is_enabled": true,
                     *       "pause": {
                     *         "reason": "the source is being moved",
                     *         "author": "token:01890a5d-ac96-774b-bcce-000000000036",
                     *         "since": "2030-01-07T08:00:00Z",
                     *         "until": null
                     *       },
                     *       "schedule_type": "CRON",
                     *       "cron_expression": "0 8 * * 1-5",
                     *       "recurrence_rule": null,
                     *       "interval_seconds": null,
                     *       "run_at": null,
                     *       "timezone": "Europe/Berlin",
                     *       "start_at": null,
                     *       "rdates": [],
                     *       "exdates": [],
                     *       "exclude": [
                     *         "holidays"
                     *       ],
                     *       "dst_gap": "shift",
                     *       "dst_overlap": "default",
                     *       "misfire": "run_once",
                     *       "grace_seconds": 300,
                     *       "catchup_max": 100,
                     *       "catchup_spread_seconds": 0,
                     *       "jitter_seconds": 0,
                     *       "horizon_seconds": 0,
                     *       "parameters": {
                     *         "kind": "week"
                     *       },
                     *       "timeout_seconds": 300,
                     *       "max_retries": 3,
                     *       "max_attempts": 4,
                     *       "retry_delay_seconds": 60,
                     *       "priority": 5,
                     *       "allow_concurrent": false,
                     *       "max_instances": 1,
                     *       "overlap": "queue",
                     *       "dependencies": [],
                     *       "next_run_at": "2030-01-07T08:00:00Z",
                     *       "next_run_id": "01890a5d-ac96-774b-bcce-000000000012",
                     *       "last_run_at": null,
                     *       "last_run_status": null,
                     *       "last_run_duration_ms": null,
                     *       "run_count": 0,
                     *       "failure_count": 0,
                     *       "failures_in_a_row": 0,
                     *       "is_system_required": false,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        allow_concurrent?: boolean;
                        catchup_max?: number;
                        catchup_spread_seconds?: number;
                        code?: string;
                        /** Format: date-time */
                        created_at?: string;
                        created_by?: string;
                        cron_expression?: string;
                        dependencies?: unknown[];
                        description?: unknown;
                        dst_gap?: string;
                        dst_overlap?: string;
                        exclude?: string[];
                        exdates?: unknown[];
                        external_id?: unknown;
                        failure_count?: number;
                        failures_in_a_row?: number;
                        grace_seconds?: number;
                        handler?: string;
                        horizon_seconds?: number;
                        /** Format: uuid */
                        id?: string;
                        interval_seconds?: unknown;
                        is_enabled?: boolean;
                        is_system_required?: boolean;
                        jitter_seconds?: number;
                        job_type?: unknown;
                        last_run_at?: unknown;
                        last_run_duration_ms?: unknown;
                        last_run_status?: unknown;
                        max_attempts?: number;
                        max_instances?: number;
                        max_retries?: number;
                        misfire?: string;
                        name?: string;
                        /** Format: date-time */
                        next_run_at?: string;
                        /** Format: uuid */
                        next_run_id?: string;
                        overlap?: string;
                        parameters?: {
                            kind?: string;
                        };
                        pause?: {
                            author?: string;
                            reason?: string;
                            /** Format: date-time */
                            since?: string;
                            until?: unknown;
                        };
                        priority?: number;
                        queue?: string;
                        rdates?: unknown[];
                        recurrence_rule?: unknown;
                        retry_delay_seconds?: number;
                        run_at?: unknown;
                        run_count?: number;
                        schedule_type?: string;
                        source_system?: unknown;
                        start_at?: unknown;
                        status?: string;
                        tenant_id?: string;
                        timeout_seconds?: number;
                        timezone?: string;
                        /** Format: date-time */
                        updated_at?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    post_jobs_id_resume: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["job_pause"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000010",
                     *       "tenant_id": "acme",
                     *       "code": "report",
                     *       "name": "Morning report",
                     *       "description": null,
                     *       "job_type": null,
                     *       "external_id": null,
                     *       "source_system": null,
                     *       "created_by": "token:01890a5d-ac96-774b-bcce-000000000036",
                     *       "handler": "report.make",
                     *       "queue": "default",
                     *       "status": "ACTIVE",
                     *       "is_enabled": true,
                     *       "schedule_type": "CRON",
                     *       "cron_expression": "0 8 * * 1-5",
                     *       "recurrence_rule": null,
                     *       "interval_seconds": null,
                     *       "run_at": null,
                     *       "timezone": "Europe/Berlin",
                     *       "start_at": null,
                     *       "rdates": [],
                     *       "exdates": [],
                     *       "exclude": [
                     *         "holidays"
                     *       ],
                     *       "dst_gap": "shift",
                     *       "dst_overlap": "default",
                     *       "misfire": "run_once",
                     *       "grace_seconds": 300,
                     *       "catchup_max": 100,
                     *       "catchup_spread_seconds": 0,
                     *       "jitter_seconds": 0,
                     *       "horizon_seconds": 0,
                     *       "parameters": {
                     *         "kind": "week"
                     *       },
                     *       "timeout_seconds": 300,
                     *       "max_retries": 3,
                     *       "max_attempts": 4,
                     *       "retry_delay_seconds": 60,
                     *       "priority": 5,
                     *       "allow_concurrent": false,
                     *       "max_instances": 1,
                     *       "overlap": "queue",
                     *       "dependencies": [],
                     *       "next_run_at": "2030-01-07T08:00:00Z",
                     *       "next_run_id": "01890a5d-ac96-774b-bcce-000000000012",
                     *       "last_run_at": null,
                     *       "last_run_status": null,
                     *       "last_run_duration_ms": null,
                     *       "run_count": 0,
                     *       "failure_count": 0,
                     *       "failures_in_a_row": 0,
                     *       "is_system_required": false,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        allow_concurrent?: boolean;
                        catchup_max?: number;
                        catchup_spread_seconds?: number;
                        code?: string;
                        /** Format: date-time */
                        created_at?: string;
                        created_by?: string;
                        cron_expression?: string;
                        dependencies?: unknown[];
                        description?: unknown;
                        dst_gap?: string;
                        dst_overlap?: string;
                        exclude?: string[];
                        exdates?: unknown[];
                        external_id?: unknown;
                        failure_count?: number;
                        failures_in_a_row?: number;
                        grace_seconds?: number;
                        handler?: string;
                        horizon_seconds?: number;
                        /** Format: uuid */
                        id?: string;
                        interval_seconds?: unknown;
                        is_enabled?: boolean;
                        is_system_required?: boolean;
                        jitter_seconds?: number;
                        job_type?: unknown;
                        last_run_at?: unknown;
                        last_run_duration_ms?: unknown;
                        last_run_status?: unknown;
                        max_attempts?: number;
                        max_instances?: number;
                        max_retries?: number;
                        misfire?: string;
                        name?: string;
                        /** Format: date-time */
                        next_run_at?: string;
                        /** Format: uuid */
                        next_run_id?: string;
                        overlap?: string;
                        parameters?: {
                            kind?: string;
                        };
                        priority?: number;
                        queue?: string;
                        rdates?: unknown[];
                        recurrence_rule?: unknown;
                        retry_delay_seconds?: number;
                        run_at?: unknown;
                        run_count?: number;
                        schedule_type?: string;
                        source_system?: unknown;
                        start_at?: unknown;
                        status?: string;
                        tenant_id?: string;
                        timeout_seconds?: number;
                        timezone?: string;
                        /** Format: date-time */
                        updated_at?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    post_jobs_id_run: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "parameters": {
                 *         "kind": "day"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["job_run"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000015",
                     *       "job_id": "01890a5d-ac96-774b-bcce-000000000010",
                     *       "run_at": "2030-01-07T08:00:00Z"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id?: string;
                        /** Format: uuid */
                        job_id?: string;
                        /** Format: date-time */
                        run_at?: string;
                    };
                };
            };
        };
    };
    post_jobs_id_skip_next: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "a holiday"
                 *     }
                 */
                "application/json": components["schemas"]["job_pause"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000010",
                     *       "tenant_id": "acme",
                     *       "code": "report",
                     *       "name": "Morning report",
                     *       "description": null,
                     *       "job_type": null,
                     *       "external_id": null,
                     *       "source_system": null,
                     *       "created_by": "token:01890a5d-ac96-774b-bcce-000000000036",
                     *       "handler": "report.make",
                     *       "queue": "default",
                     *       "status": "ACTIVE",
                     *       "is_enabled": true,
                     *       "schedule_type": "CRON",
                     *       "cron_expression": "0 8 * * 1-5",
                     *       "recurrence_rule": null,
                     *       "interval_seconds": null,
                     *       "run_at": null,
                     *       "timezone": "Europe/Berlin",
                     *       "start_at": null,
                     *       "rdates": [],
                     *       "exdates": [],
                     *       "exclude": [
                     *         "holidays"
                     *       ],
                     *       "dst_gap": "shift",
                     *       "dst_overlap": "default",
                     *       "misfire": "run_once",
                     *       "grace_seconds": 300,
                     *       "catchup_max": 100,
                     *       "catchup_spread_seconds": 0,
                     *       "jitter_seconds": 0,
                     *       "horizon_seconds": 0,
                     *       "parameters": {
                     *         "kind": "week"
                     *       },
                     *       "timeout_seconds": 300,
                     *       "max_retries": 3,
                     *       "max_attempts": 4,
                     *       "retry_delay_seconds": 60,
                     *       "priority": 5,
                     *       "allow_concurrent": false,
                     *       "max_instances": 1,
                     *       "overlap": "queue",
                     *       "dependencies": [],
                     *       "next_run_at": "2030-01-07T08:00:00Z",
                     *       "next_run_id": "01890a5d-ac96-774b-bcce-000000000014",
                     *       "last_run_at": null,
                     *       "last_run_status": null,
                     *       "last_run_duration_ms": null,
                     *       "run_count": 0,
                     *       "failure_count": 0,
                     *       "failures_in_a_row": 0,
                     *       "is_system_required": false,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        allow_concurrent?: boolean;
                        catchup_max?: number;
                        catchup_spread_seconds?: number;
                        code?: string;
                        /** Format: date-time */
                        created_at?: string;
                        created_by?: string;
                        cron_expression?: string;
                        dependencies?: unknown[];
                        description?: unknown;
                        dst_gap?: string;
                        dst_overlap?: string;
                        exclude?: string[];
                        exdates?: unknown[];
                        external_id?: unknown;
                        failure_count?: number;
                        failures_in_a_row?: number;
                        grace_seconds?: number;
                        handler?: string;
                        horizon_seconds?: number;
                        /** Format: uuid */
                        id?: string;
                        interval_seconds?: unknown;
                        is_enabled?: boolean;
                        is_system_required?: boolean;
                        jitter_seconds?: number;
                        job_type?: unknown;
                        last_run_at?: unknown;
                        last_run_duration_ms?: unknown;
                        last_run_status?: unknown;
                        max_attempts?: number;
                        max_instances?: number;
                        max_retries?: number;
                        misfire?: string;
                        name?: string;
                        /** Format: date-time */
                        next_run_at?: string;
                        /** Format: uuid */
                        next_run_id?: string;
                        overlap?: string;
                        parameters?: {
                            kind?: string;
                        };
                        priority?: number;
                        queue?: string;
                        rdates?: unknown[];
                        recurrence_rule?: unknown;
                        retry_delay_seconds?: number;
                        run_at?: unknown;
                        run_count?: number;
                        schedule_type?: string;
                        source_system?: unknown;
                        start_at?: unknown;
                        status?: string;
                        tenant_id?: string;
                        timeout_seconds?: number;
                        timezone?: string;
                        /** Format: date-time */
                        updated_at?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    post_ladders: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "entity": "event:42",
                 *       "anchor": "2030-06-01T18:00:00Z",
                 *       "offsets": [
                 *         "-24h",
                 *         "-1h",
                 *         "0"
                 *       ],
                 *       "type": "mail.send",
                 *       "payload": {
                 *         "event": 42
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ladder"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000024",
                     *       "tenant_id": "acme",
                     *       "entity": "event:42",
                     *       "user_id": null,
                     *       "name": null,
                     *       "type": "mail.send",
                     *       "anchor": "2030-01-07T08:00:00Z",
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "stopped_at": null,
                     *       "reason": null,
                     *       "rungs": [
                     *         {
                     *           "offset": "-24h",
                     *           "run_at": "2030-01-07T08:00:00Z",
                     *           "run_id": "01890a5d-ac96-774b-bcce-000000000025",
                     *           "state": "queued"
                     *         },
                     *         {
                     *           "offset": "-1h",
                     *           "run_at": "2030-01-07T08:00:00Z",
                     *           "run_id": "01890a5d-ac96-774b-bcce-000000000026",
                     *           "state": "queued"
                     *         }
                     *       ],
                     *       "passed": 0,
                     *       "duplicate": false
                     *     }
                     */
                    "application/json": {
                        /** Format: date-time */
                        anchor?: string;
                        /** Format: date-time */
                        created_at?: string;
                        duplicate?: boolean;
                        entity?: string;
                        /** Format: uuid */
                        id?: string;
                        name?: unknown;
                        passed?: number;
                        reason?: unknown;
                        rungs?: {
                            offset?: string;
                            /** Format: date-time */
                            run_at?: string;
                            /** Format: uuid */
                            run_id?: string;
                            state?: string;
                        }[];
                        stopped_at?: unknown;
                        tenant_id?: string;
                        type?: string;
                        /** Format: date-time */
                        updated_at?: string;
                        user_id?: unknown;
                    };
                };
            };
        };
    };
    get_ladders_entity: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                name?: string;
                tenant_id?: string;
                user_id?: string;
            };
            header?: never;
            path: {
                entity: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000000024",
                     *           "tenant_id": "acme",
                     *           "entity": "event:42",
                     *           "user_id": null,
                     *           "name": null,
                     *           "type": "mail.send",
                     *           "anchor": "2030-01-07T08:00:00Z",
                     *           "created_at": "2030-01-07T08:00:00Z",
                     *           "updated_at": "2030-01-07T08:00:00Z",
                     *           "stopped_at": null,
                     *           "reason": null,
                     *           "rungs": [
                     *             {
                     *               "offset": "-24h",
                     *               "run_at": "2030-01-07T08:00:00Z",
                     *               "run_id": "01890a5d-ac96-774b-bcce-000000000025",
                     *               "state": "queued"
                     *             },
                     *             {
                     *               "offset": "-1h",
                     *               "run_at": "2030-01-07T08:00:00Z",
                     *               "run_id": "01890a5d-ac96-774b-bcce-000000000026",
                     *               "state": "queued"
                     *             }
                     *           ],
                     *           "passed": 0
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            /** Format: date-time */
                            anchor?: string;
                            /** Format: date-time */
                            created_at?: string;
                            entity?: string;
                            /** Format: uuid */
                            id?: string;
                            name?: unknown;
                            passed?: number;
                            reason?: unknown;
                            rungs?: {
                                offset?: string;
                                /** Format: date-time */
                                run_at?: string;
                                /** Format: uuid */
                                run_id?: string;
                                state?: string;
                            }[];
                            stopped_at?: unknown;
                            tenant_id?: string;
                            type?: string;
                            /** Format: date-time */
                            updated_at?: string;
                            user_id?: unknown;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    put_ladders_entity: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                entity: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "anchor": "2030-06-02T18:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["ladder_move"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entity": "event:42",
                     *       "tenant_id": "acme",
                     *       "ladders": 1,
                     *       "moved": 3,
                     *       "made": 0,
                     *       "passed": 0,
                     *       "cancelled": 0
                     *     }
                     */
                    "application/json": {
                        cancelled?: number;
                        entity?: string;
                        ladders?: number;
                        made?: number;
                        moved?: number;
                        passed?: number;
                        tenant_id?: string;
                    };
                };
            };
        };
    };
    post_ladders_entity_stop: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                entity: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "reason": "it was called off"
                 *     }
                 */
                "application/json": components["schemas"]["ladder_stop"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entity": "event:42",
                     *       "tenant_id": "acme",
                     *       "ladders": 1,
                     *       "moved": 0,
                     *       "made": 0,
                     *       "passed": 0,
                     *       "cancelled": 3
                     *     }
                     */
                    "application/json": {
                        cancelled?: number;
                        entity?: string;
                        ladders?: number;
                        made?: number;
                        moved?: number;
                        passed?: number;
                        tenant_id?: string;
                    };
                };
            };
        };
    };
    get_limits: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "route": "mail-host",
                     *           "tenant_id": "acme",
                     *           "declared_by": "acme",
                     *           "rate": 50,
                     *           "per_seconds": 60,
                     *           "burst": 50,
                     *           "scope": "tenant",
                     *           "version": 7,
                     *           "closed_until": null,
                     *           "tokens": 50,
                     *           "running": 0,
                     *           "waiting": 0,
                     *           "learned": {
                     *             "bucket": null,
                     *             "remaining": null,
                     *             "refused": 0,
                     *             "streak": 0
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            burst?: number;
                            closed_until?: unknown;
                            declared_by?: string;
                            learned?: {
                                bucket?: unknown;
                                refused?: number;
                                remaining?: unknown;
                                streak?: number;
                            };
                            per_seconds?: number;
                            rate?: number;
                            route?: string;
                            running?: number;
                            scope?: string;
                            tenant_id?: string;
                            tokens?: number;
                            version?: number;
                            waiting?: number;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    put_limits_route: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                route: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "rate": 50,
                 *       "per_seconds": 60
                 *     }
                 */
                "application/json": components["schemas"]["limit"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "route": "mail-host",
                     *       "tenant_id": "acme",
                     *       "declared_by": "acme",
                     *       "rate": 50,
                     *       "per_seconds": 60,
                     *       "burst": 50,
                     *       "scope": "tenant",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        burst?: number;
                        declared_by?: string;
                        per_seconds?: number;
                        rate?: number;
                        route?: string;
                        scope?: string;
                        tenant_id?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    delete_limits_route: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                route: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    get_operations_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000019",
                     *       "tenant_id": "acme",
                     *       "kind": "cancel",
                     *       "state": "done",
                     *       "seen": 3,
                     *       "changed": 3,
                     *       "type": "report.make",
                     *       "queue": null,
                     *       "entity": null,
                     *       "filter": {
                     *         "tenant_id": "acme",
                     *         "state": "waiting,queued,processing",
                     *         "type": "report.make",
                     *         "queue": null,
                     *         "idempotency_key": null,
                     *         "entity": null,
                     *         "job_id": null
                     *       },
                     *       "reason": "yesterday's news",
                     *       "started_at": "2030-01-07T08:00:00Z",
                     *       "ended_at": "2030-01-07T08:00:00Z"
                     *     }
                     */
                    "application/json": {
                        changed?: number;
                        /** Format: date-time */
                        ended_at?: string;
                        entity?: unknown;
                        filter?: {
                            entity?: unknown;
                            idempotency_key?: unknown;
                            job_id?: unknown;
                            queue?: unknown;
                            state?: string;
                            tenant_id?: string;
                            type?: string;
                        };
                        /** Format: uuid */
                        id?: string;
                        kind?: string;
                        queue?: unknown;
                        reason?: string;
                        seen?: number;
                        /** Format: date-time */
                        started_at?: string;
                        state?: string;
                        tenant_id?: string;
                        type?: string;
                    };
                };
            };
        };
    };
    post_operations_id_cancel: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["operate"];
            };
        };
        responses: {
            /** @description done */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:belfry:problem:conflict",
                     *       "title": "not possible as things stand",
                     *       "status": 409,
                     *       "code": "conflict",
                     *       "detail": "the operation has ended: it is done",
                     *       "request_id": "59e083a9000000000000005c"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
        };
    };
    post_pause: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "scope": "type",
                 *       "type": "report.make",
                 *       "reason": "the printer is out of paper"
                 *     }
                 */
                "application/json": components["schemas"]["pause"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "paused": true,
                     *       "pause": {
                     *         "scope": "type",
                     *         "tenant_id": "acme",
                     *         "type": "report.make",
                     *         "reason": "the printer is out of paper",
                     *         "author": "token:01890a5d-ac96-774b-bcce-000000000036",
                     *         "since": "2030-01-07T08:00:00Z",
                     *         "until": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        pause?: {
                            author?: string;
                            reason?: string;
                            scope?: string;
                            /** Format: date-time */
                            since?: string;
                            tenant_id?: string;
                            type?: string;
                            until?: unknown;
                        };
                        paused?: boolean;
                    };
                };
            };
        };
    };
    get_pauses: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "scope": "job",
                     *           "tenant_id": "acme",
                     *           "job_id": "01890a5d-ac96-774b-bcce-000000000010",
                     *           "code": "report",
                     *           "reason": "the source is being moved",
                     *           "author": "token:01890a5d-ac96-774b-bcce-000000000036",
                     *           "since": "2030-01-07T08:00:00Z",
                     *           "until": null
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            author?: string;
                            code?: string;
                            /** Format: uuid */
                            job_id?: string;
                            reason?: string;
                            scope?: string;
                            /** Format: date-time */
                            since?: string;
                            tenant_id?: string;
                            until?: unknown;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    post_pings_group_test: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                group: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["operate"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000084",
                     *       "queued": 1,
                     *       "runs": [
                     *         {
                     *           "run_id": "01890a5d-ac96-774b-bcce-000000000084",
                     *           "state": "queued"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id?: string;
                        queued?: number;
                        runs?: {
                            /** Format: uuid */
                            run_id?: string;
                            state?: string;
                        }[];
                    };
                };
            };
        };
    };
    post_preview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "rule": "0 9 * * 1",
                 *       "timezone": "Europe/Berlin",
                 *       "count": 2
                 *     }
                 */
                "application/json": components["schemas"]["preview"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "at": "2030-01-07T08:00:00Z",
                     *           "local": "2030-01-07T09:00:00",
                     *           "note": null
                     *         },
                     *         {
                     *           "at": "2030-01-07T08:00:00Z",
                     *           "local": "2030-01-07T09:00:00",
                     *           "note": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data?: {
                            /** Format: date-time */
                            at?: string;
                            local?: string;
                            note?: unknown;
                        }[];
                    };
                };
            };
        };
    };
    get_queue: {
        parameters: {
            query?: {
                cursor?: string;
                entity?: string;
                idempotency_key?: string;
                job_id?: string;
                limit?: number;
                parent_id?: string;
                queue?: string;
                reference_id?: string;
                reference_type?: string;
                since?: string | number;
                state?: string;
                tenant_id?: string;
                type?: string;
                until?: string | number;
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000000002",
                     *           "tenant_id": "acme",
                     *           "type": "mail.send",
                     *           "handler": "mail.send",
                     *           "task_type": "mail.send",
                     *           "reference_type": "user",
                     *           "reference_id": "ann",
                     *           "timezone": "UTC",
                     *           "created_by": null,
                     *           "job_id": null,
                     *           "parent_id": null,
                     *           "flagged": null,
                     *           "state": "queued",
                     *           "status": "PENDING",
                     *           "queue": "mail",
                     *           "priority": 1,
                     *           "attempts": 0,
                     *           "max_attempts": 3,
                     *           "run_at": "2030-01-07T08:00:00Z",
                     *           "scheduled_at": "2030-01-07T08:00:00Z",
                     *           "planned_at": null,
                     *           "deadline_at": null,
                     *           "deferred_until": null,
                     *           "deferred_count": 0,
                     *           "deferred_by": null,
                     *           "created_at": "2030-01-07T08:00:00Z",
                     *           "updated_at": "2030-01-07T08:00:00Z",
                     *           "finished_at": null,
                     *           "processed_at": null,
                     *           "idempotency_key": "welcome:ann",
                     *           "unique_scope": "1d",
                     *           "run_at_bucket": null,
                     *           "entity": "user:ann",
                     *           "user_id": null,
                     *           "timeout_seconds": null,
                     *           "worker_id": null,
                     *           "lease_until": null,
                     *           "execution_id": null,
                     *           "last_error": null,
                     *           "error_message": null,
                     *           "result_summary": null,
                     *           "last_result_hash": null,
                     *           "unchanged": false
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            attempts?: number;
                            /** Format: date-time */
                            created_at?: string;
                            created_by?: unknown;
                            deadline_at?: unknown;
                            deferred_by?: unknown;
                            deferred_count?: number;
                            deferred_until?: unknown;
                            entity?: string;
                            error_message?: unknown;
                            execution_id?: unknown;
                            finished_at?: unknown;
                            flagged?: unknown;
                            handler?: string;
                            /** Format: uuid */
                            id?: string;
                            idempotency_key?: string;
                            job_id?: unknown;
                            last_error?: unknown;
                            last_result_hash?: unknown;
                            lease_until?: unknown;
                            max_attempts?: number;
                            parent_id?: unknown;
                            planned_at?: unknown;
                            priority?: number;
                            processed_at?: unknown;
                            queue?: string;
                            reference_id?: string;
                            reference_type?: string;
                            result_summary?: unknown;
                            /** Format: date-time */
                            run_at?: string;
                            run_at_bucket?: unknown;
                            /** Format: date-time */
                            scheduled_at?: string;
                            state?: string;
                            status?: string;
                            task_type?: string;
                            tenant_id?: string;
                            timeout_seconds?: unknown;
                            timezone?: string;
                            type?: string;
                            unchanged?: boolean;
                            unique_scope?: string;
                            /** Format: date-time */
                            updated_at?: string;
                            user_id?: unknown;
                            worker_id?: unknown;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    get_queue_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000002",
                     *       "tenant_id": "acme",
                     *       "type": "mail.send",
                     *       "handler": "mail.send",
                     *       "task_type": "mail.send",
                     *       "reference_type": "user",
                     *       "reference_id": "ann",
                     *       "timezone": "UTC",
                     *       "created_by": null,
                     *       "job_id": null,
                     *       "parent_id": null,
                     *       "flagged": null,
                     *       "state": "queued",
                     *       "status": "PENDING",
                     *       "queue": "mail",
                     *       "priority": 1,
                     *       "attempts": 0,
                     *       "max_attempts": 3,
                     *       "run_at": "2030-01-07T08:00:00Z",
                     *       "scheduled_at": "2030-01-07T08:00:00Z",
                     *       "planned_at": null,
                     *       "deadline_at": null,
                     *       "deferred_until": null,
                     *       "deferred_count": 0,
                     *       "deferred_by": null,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "finished_at": null,
                     *       "processed_at": null,
                     *       "idempotency_key": "welcome:ann",
                     *       "unique_scope": "1d",
                     *       "run_at_bucket": null,
                     *       "entity": "user:ann",
                     *       "user_id": null,
                     *       "timeout_seconds": null,
                     *       "worker_id": null,
                     *       "lease_until": null,
                     *       "execution_id": null,
                     *       "last_error": null,
                     *       "error_message": null,
                     *       "payload": {
                     *         "to": "ann"
                     *       },
                     *       "result_summary": null,
                     *       "last_result_hash": null,
                     *       "unchanged": false
                     *     }
                     */
                    "application/json": {
                        attempts?: number;
                        /** Format: date-time */
                        created_at?: string;
                        created_by?: unknown;
                        deadline_at?: unknown;
                        deferred_by?: unknown;
                        deferred_count?: number;
                        deferred_until?: unknown;
                        entity?: string;
                        error_message?: unknown;
                        execution_id?: unknown;
                        finished_at?: unknown;
                        flagged?: unknown;
                        handler?: string;
                        /** Format: uuid */
                        id?: string;
                        idempotency_key?: string;
                        job_id?: unknown;
                        last_error?: unknown;
                        last_result_hash?: unknown;
                        lease_until?: unknown;
                        max_attempts?: number;
                        parent_id?: unknown;
                        payload?: {
                            to?: string;
                        };
                        planned_at?: unknown;
                        priority?: number;
                        processed_at?: unknown;
                        queue?: string;
                        reference_id?: string;
                        reference_type?: string;
                        result_summary?: unknown;
                        /** Format: date-time */
                        run_at?: string;
                        run_at_bucket?: unknown;
                        /** Format: date-time */
                        scheduled_at?: string;
                        state?: string;
                        status?: string;
                        task_type?: string;
                        tenant_id?: string;
                        timeout_seconds?: unknown;
                        timezone?: string;
                        type?: string;
                        unchanged?: boolean;
                        unique_scope?: string;
                        /** Format: date-time */
                        updated_at?: string;
                        user_id?: unknown;
                        worker_id?: unknown;
                    };
                };
            };
        };
    };
    post_queue_id_cancel: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "not needed"
                 *     }
                 */
                "application/json": components["schemas"]["operate"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000002",
                     *       "state": "cancelled",
                     *       "status": "CANCELLED"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id?: string;
                        state?: string;
                        status?: string;
                    };
                };
            };
        };
    };
    post_queue_id_discard: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "too late"
                 *     }
                 */
                "application/json": components["schemas"]["operate"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000008",
                     *       "state": "cancelled",
                     *       "status": "CANCELLED"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id?: string;
                        state?: string;
                        status?: string;
                    };
                };
            };
        };
    };
    post_queue_id_reschedule: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "in": "1h"
                 *     }
                 */
                "application/json": components["schemas"]["reschedule"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000002",
                     *       "state": "queued",
                     *       "status": "PENDING",
                     *       "run_at": "2030-01-07T08:00:00Z"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id?: string;
                        /** Format: date-time */
                        run_at?: string;
                        state?: string;
                        status?: string;
                    };
                };
            };
        };
    };
    post_queue_id_retry: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "the mailbox is there now"
                 *     }
                 */
                "application/json": components["schemas"]["operate"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000002",
                     *       "state": "queued",
                     *       "status": "PENDING"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id?: string;
                        state?: string;
                        status?: string;
                    };
                };
            };
        };
    };
    get_queue_id_why: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "state": "queued",
                     *       "reasons": [
                     *         {
                     *           "kind": "no_worker",
                     *           "text": "no worker asks for its type",
                     *           "until": null,
                     *           "ref": "mail.send"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        reasons?: {
                            kind?: string;
                            ref?: string;
                            text?: string;
                            until?: unknown;
                        }[];
                        state?: string;
                    };
                };
            };
        };
    };
    post_queue_cancel: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "type": "report.make",
                 *       "reason": "yesterday's news"
                 *     }
                 */
                "application/json": components["schemas"]["operation"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000019",
                     *       "tenant_id": "acme",
                     *       "kind": "cancel",
                     *       "state": "running",
                     *       "seen": 0,
                     *       "changed": 0,
                     *       "type": "report.make",
                     *       "queue": null,
                     *       "entity": null,
                     *       "filter": {
                     *         "tenant_id": "acme",
                     *         "state": "waiting,queued,processing",
                     *         "type": "report.make",
                     *         "queue": null,
                     *         "idempotency_key": null,
                     *         "entity": null,
                     *         "job_id": null
                     *       },
                     *       "reason": "yesterday's news",
                     *       "started_at": "2030-01-07T08:00:00Z",
                     *       "ended_at": null
                     *     }
                     */
                    "application/json": {
                        changed?: number;
                        ended_at?: unknown;
                        entity?: unknown;
                        filter?: {
                            entity?: unknown;
                            idempotency_key?: unknown;
                            job_id?: unknown;
                            queue?: unknown;
                            state?: string;
                            tenant_id?: string;
                            type?: string;
                        };
                        /** Format: uuid */
                        id?: string;
                        kind?: string;
                        queue?: unknown;
                        reason?: string;
                        seen?: number;
                        /** Format: date-time */
                        started_at?: string;
                        state?: string;
                        tenant_id?: string;
                        type?: string;
                    };
                };
            };
        };
    };
    post_queue_discard: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "state": "dlq",
                 *       "dry_run": true
                 *     }
                 */
                "application/json": components["schemas"]["operation"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dry_run": true,
                     *       "count": 0,
                     *       "or_more": false
                     *     }
                     */
                    "application/json": {
                        count?: number;
                        dry_run?: boolean;
                        or_more?: boolean;
                    };
                };
            };
        };
    };
    post_queue_retry: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "type": "mail.send",
                 *       "dry_run": true
                 *     }
                 */
                "application/json": components["schemas"]["operation"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dry_run": true,
                     *       "count": 0,
                     *       "or_more": false
                     *     }
                     */
                    "application/json": {
                        count?: number;
                        dry_run?: boolean;
                        or_more?: boolean;
                    };
                };
            };
        };
    };
    get_queues: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "name": "batch",
                     *           "weight": 1,
                     *           "limit": null
                     *         },
                     *         {
                     *           "name": "default",
                     *           "weight": 1,
                     *           "limit": null
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            limit?: unknown;
                            name?: string;
                            weight?: number;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    put_queues_name: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "weight": 2,
                 *       "limit": 10
                 *     }
                 */
                "application/json": components["schemas"]["queue"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "mail",
                     *       "weight": 2,
                     *       "limit": 10
                     *     }
                     */
                    "application/json": {
                        limit?: number;
                        name?: string;
                        weight?: number;
                    };
                };
            };
        };
    };
    get_reminders: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                reference_id?: string;
                reference_type?: string;
                status?: "PENDING" | "SENT" | "SNOOZED" | "DISMISSED" | "COMPLETED";
                tenant_id?: string;
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000000090",
                     *           "tenant_id": "acme",
                     *           "user_id": "ann",
                     *           "title": "Call back",
                     *           "description": null,
                     *           "reference_type": null,
                     *           "reference_id": null,
                     *           "reference_url": null,
                     *           "remind_at": "2030-01-07T08:00:00Z",
                     *           "timezone": "Europe/Berlin",
                     *           "is_recurring": false,
                     *           "recurrence_rule": null,
                     *           "recurrence_end_date": null,
                     *           "notification_channels": [
                     *             "in_app",
                     *             "email"
                     *           ],
                     *           "status": "PENDING",
                     *           "next_remind_at": "2030-01-07T08:00:00Z",
                     *           "snoozed_until": null,
                     *           "snooze_count": 0,
                     *           "snooze_options": [
                     *             15,
                     *             60
                     *           ],
                     *           "sent_at": null,
                     *           "dismissed_at": null,
                     *           "completed_at": null,
                     *           "run_id": "01890a5d-ac96-774b-bcce-000000000029",
                     *           "created_at": "2030-01-07T08:00:00Z",
                     *           "updated_at": "2030-01-07T08:00:00Z",
                     *           "version": 7
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            completed_at?: unknown;
                            /** Format: date-time */
                            created_at?: string;
                            description?: unknown;
                            dismissed_at?: unknown;
                            /** Format: uuid */
                            id?: string;
                            is_recurring?: boolean;
                            /** Format: date-time */
                            next_remind_at?: string;
                            notification_channels?: string[];
                            recurrence_end_date?: unknown;
                            recurrence_rule?: unknown;
                            reference_id?: unknown;
                            reference_type?: unknown;
                            reference_url?: unknown;
                            /** Format: date-time */
                            remind_at?: string;
                            /** Format: uuid */
                            run_id?: string;
                            sent_at?: unknown;
                            snooze_count?: number;
                            snooze_options?: number[];
                            snoozed_until?: unknown;
                            status?: string;
                            tenant_id?: string;
                            timezone?: string;
                            title?: string;
                            /** Format: date-time */
                            updated_at?: string;
                            user_id?: string;
                            version?: number;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    post_reminders: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "title": "Call back",
                 *       "remind_at": "2030-06-01T09:00",
                 *       "timezone": "Europe/Berlin",
                 *       "user_id": "ann",
                 *       "notification_channels": [
                 *         "in_app",
                 *         "email"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["reminder"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000090",
                     *       "tenant_id": "acme",
                     *       "user_id": "ann",
                     *       "title": "Call back",
                     *       "description": null,
                     *       "reference_type": null,
                     *       "reference_id": null,
                     *       "reference_url": null,
                     *       "remind_at": "2030-01-07T08:00:00Z",
                     *       "timezone": "Europe/Berlin",
                     *       "is_recurring": false,
                     *       "recurrence_rule": null,
                     *       "recurrence_end_date": null,
                     *       "notification_channels": [
                     *         "in_app",
                     *         "email"
                     *       ],
                     *       "status": "PENDING",
                     *       "next_remind_at": "2030-01-07T08:00:00Z",
                     *       "snoozed_until": null,
                     *       "snooze_count": 0,
                     *       "snooze_options": [
                     *         15,
                     *         60
                     *       ],
                     *       "sent_at": null,
                     *       "dismissed_at": null,
                     *       "completed_at": null,
                     *       "run_id": "01890a5d-ac96-774b-bcce-000000000029",
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        completed_at?: unknown;
                        /** Format: date-time */
                        created_at?: string;
                        description?: unknown;
                        dismissed_at?: unknown;
                        /** Format: uuid */
                        id?: string;
                        is_recurring?: boolean;
                        /** Format: date-time */
                        next_remind_at?: string;
                        notification_channels?: string[];
                        recurrence_end_date?: unknown;
                        recurrence_rule?: unknown;
                        reference_id?: unknown;
                        reference_type?: unknown;
                        reference_url?: unknown;
                        /** Format: date-time */
                        remind_at?: string;
                        /** Format: uuid */
                        run_id?: string;
                        sent_at?: unknown;
                        snooze_count?: number;
                        snooze_options?: number[];
                        snoozed_until?: unknown;
                        status?: string;
                        tenant_id?: string;
                        timezone?: string;
                        title?: string;
                        /** Format: date-time */
                        updated_at?: string;
                        user_id?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    get_reminders_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000090",
                     *       "tenant_id": "acme",
                     *       "user_id": "ann",
                     *       "title": "Call back",
                     *       "description": null,
                     *       "reference_type": null,
                     *       "reference_id": null,
                     *       "reference_url": null,
                     *       "remind_at": "2030-01-07T08:00:00Z",
                     *       "timezone": "Europe/Berlin",
                     *       "is_recurring": false,
                     *       "recurrence_rule": null,
                     *       "recurrence_end_date": null,
                     *       "notification_channels": [
                     *         "in_app",
                     *         "email"
                     *       ],
                     *       "status": "PENDING",
                     *       "next_remind_at": "2030-01-07T08:00:00Z",
                     *       "snoozed_until": null,
                     *       "snooze_count": 0,
                     *       "snooze_options": [
                     *         15,
                     *         60
                     *       ],
                     *       "sent_at": null,
                     *       "dismissed_at": null,
                     *       "completed_at": null,
                     *       "run_id": "01890a5d-ac96-774b-bcce-000000000029",
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        completed_at?: unknown;
                        /** Format: date-time */
                        created_at?: string;
                        description?: unknown;
                        dismissed_at?: unknown;
                        /** Format: uuid */
                        id?: string;
                        is_recurring?: boolean;
                        /** Format: date-time */
                        next_remind_at?: string;
                        notification_channels?: string[];
                        recurrence_end_date?: unknown;
                        recurrence_rule?: unknown;
                        reference_id?: unknown;
                        reference_type?: unknown;
                        reference_url?: unknown;
                        /** Format: date-time */
                        remind_at?: string;
                        /** Format: uuid */
                        run_id?: string;
                        sent_at?: unknown;
                        snooze_count?: number;
                        snooze_options?: number[];
                        snoozed_until?: unknown;
                        status?: string;
                        tenant_id?: string;
                        timezone?: string;
                        title?: string;
                        /** Format: date-time */
                        updated_at?: string;
                        user_id?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    put_reminders_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "remind_at": "2030-07-01T09:00",
                 *       "recurrence_rule": "FREQ=WEEKLY",
                 *       "recurrence_end_date": "2030-12-31"
                 *     }
                 */
                "application/json": components["schemas"]["reminder"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000090",
                     *       "tenant_id": "acme",
                     *       "user_id": "ann",
                     *       "title": "Call back",
                     *       "description": null,
                     *       "reference_type": null,
                     *       "reference_id": null,
                     *       "reference_url": null,
                     *       "remind_at": "2030-01-07T08:00:00Z",
                     *       "timezone": "Europe/Berlin",
                     *       "is_recurring": true,
                     *       "recurrence_rule": "FREQ=WEEKLY",
                     *       "recurrence_end_date": "2030-12-31",
                     *       "notification_channels": [
                     *         "in_app",
                     *         "email"
                     *       ],
                     *       "status": "PENDING",
                     *       "next_remind_at": "2030-01-07T08:00:00Z",
                     *       "snoozed_until": null,
                     *       "snooze_count": 0,
                     *       "snooze_options": [
                     *         15,
                     *         60
                     *       ],
                     *       "sent_at": null,
                     *       "dismissed_at": null,
                     *       "completed_at": null,
                     *       "run_id": "01890a5d-ac96-774b-bcce-000000000031",
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        completed_at?: unknown;
                        /** Format: date-time */
                        created_at?: string;
                        description?: unknown;
                        dismissed_at?: unknown;
                        /** Format: uuid */
                        id?: string;
                        is_recurring?: boolean;
                        /** Format: date-time */
                        next_remind_at?: string;
                        notification_channels?: string[];
                        recurrence_end_date?: string;
                        recurrence_rule?: string;
                        reference_id?: unknown;
                        reference_type?: unknown;
                        reference_url?: unknown;
                        /** Format: date-time */
                        remind_at?: string;
                        /** Format: uuid */
                        run_id?: string;
                        sent_at?: unknown;
                        snooze_count?: number;
                        snooze_options?: number[];
                        snoozed_until?: unknown;
                        status?: string;
                        tenant_id?: string;
                        timezone?: string;
                        title?: string;
                        /** Format: date-time */
                        updated_at?: string;
                        user_id?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    delete_reminders_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    post_reminders_id_complete: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["operate"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000090",
                     *       "tenant_id": "acme",
                     *       "user_id": "ann",
                     *       "title": "Call back",
                     *       "description": null,
                     *       "reference_type": null,
                     *       "reference_id": null,
                     *       "reference_url": null,
                     *       "remind_at": "2030-01-07T08:00:00Z",
                     *       "timezone": "Europe/Berlin",
                     *       "is_recurring": true,
                     *       "recurrence_rule": "FREQ=WEEKLY",
                     *       "recurrence_end_date": "2030-12-31",
                     *       "notification_channels": [
                     *         "in_app",
                     *         "email"
                     *       ],
                     *       "status": "COMPLETED",
                     *       "next_remind_at": "2030-01-07T08:00:00Z",
                     *       "snoozed_until": null,
                     *       "snooze_count": 0,
                     *       "snooze_options": [
                     *         15,
                     *         60
                     *       ],
                     *       "sent_at": null,
                     *       "dismissed_at": null,
                     *       "completed_at": "2030-01-07T08:00:00Z",
                     *       "run_id": "01890a5d-ac96-774b-bcce-000000000032",
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        /** Format: date-time */
                        completed_at?: string;
                        /** Format: date-time */
                        created_at?: string;
                        description?: unknown;
                        dismissed_at?: unknown;
                        /** Format: uuid */
                        id?: string;
                        is_recurring?: boolean;
                        /** Format: date-time */
                        next_remind_at?: string;
                        notification_channels?: string[];
                        recurrence_end_date?: string;
                        recurrence_rule?: string;
                        reference_id?: unknown;
                        reference_type?: unknown;
                        reference_url?: unknown;
                        /** Format: date-time */
                        remind_at?: string;
                        /** Format: uuid */
                        run_id?: string;
                        sent_at?: unknown;
                        snooze_count?: number;
                        snooze_options?: number[];
                        snoozed_until?: unknown;
                        status?: string;
                        tenant_id?: string;
                        timezone?: string;
                        title?: string;
                        /** Format: date-time */
                        updated_at?: string;
                        user_id?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    post_reminders_id_dismiss: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["operate"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000090",
                     *       "tenant_id": "acme",
                     *       "user_id": "ann",
                     *       "title": "Call back",
                     *       "description": null,
                     *       "reference_type": null,
                     *       "reference_id": null,
                     *       "reference_url": null,
                     *       "remind_at": "2030-01-07T08:00:00Z",
                     *       "timezone": "Europe/Berlin",
                     *       "is_recurring": false,
                     *       "recurrence_rule": null,
                     *       "recurrence_end_date": null,
                     *       "notification_channels": [
                     *         "in_app",
                     *         "email"
                     *       ],
                     *       "status": "DISMISSED",
                     *       "next_remind_at": null,
                     *       "snoozed_until": null,
                     *       "snooze_count": 1,
                     *       "snooze_options": [
                     *         15,
                     *         60
                     *       ],
                     *       "sent_at": null,
                     *       "dismissed_at": "2030-01-07T08:00:00Z",
                     *       "completed_at": null,
                     *       "run_id": "01890a5d-ac96-774b-bcce-000000000030",
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        completed_at?: unknown;
                        /** Format: date-time */
                        created_at?: string;
                        description?: unknown;
                        /** Format: date-time */
                        dismissed_at?: string;
                        /** Format: uuid */
                        id?: string;
                        is_recurring?: boolean;
                        next_remind_at?: unknown;
                        notification_channels?: string[];
                        recurrence_end_date?: unknown;
                        recurrence_rule?: unknown;
                        reference_id?: unknown;
                        reference_type?: unknown;
                        reference_url?: unknown;
                        /** Format: date-time */
                        remind_at?: string;
                        /** Format: uuid */
                        run_id?: string;
                        sent_at?: unknown;
                        snooze_count?: number;
                        snooze_options?: number[];
                        snoozed_until?: unknown;
                        status?: string;
                        tenant_id?: string;
                        timezone?: string;
                        title?: string;
                        /** Format: date-time */
                        updated_at?: string;
                        user_id?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    post_reminders_id_snooze: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "minutes": 15
                 *     }
                 */
                "application/json": components["schemas"]["snooze"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000090",
                     *       "tenant_id": "acme",
                     *       "user_id": "ann",
                     *       "title": "Call back",
                     *       "description": null,
                     *       "reference_type": null,
                     *       "reference_id": null,
                     *       "reference_url": null,
                     *       "remind_at": "2030-01-07T08:00:00Z",
                     *       "timezone": "Europe/Berlin",
                     *       "is_recurring": false,
                     *       "recurrence_rule": null,
                     *       "recurrence_end_date": null,
                     *       "notification_channels": [
                     *         "in_app",
                     *         "email"
                     *       ],
                     *       "status": "SNOOZED",
                     *       "next_remind_at": "2030-01-07T08:00:00Z",
                     *       "snoozed_until": "2030-01-07T08:00:00Z",
                     *       "snooze_count": 1,
                     *       "snooze_options": [
                     *         15,
                     *         60
                     *       ],
                     *       "sent_at": null,
                     *       "dismissed_at": null,
                     *       "completed_at": null,
                     *       "run_id": "01890a5d-ac96-774b-bcce-000000000030",
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        completed_at?: unknown;
                        /** Format: date-time */
                        created_at?: string;
                        description?: unknown;
                        dismissed_at?: unknown;
                        /** Format: uuid */
                        id?: string;
                        is_recurring?: boolean;
                        /** Format: date-time */
                        next_remind_at?: string;
                        notification_channels?: string[];
                        recurrence_end_date?: unknown;
                        recurrence_rule?: unknown;
                        reference_id?: unknown;
                        reference_type?: unknown;
                        reference_url?: unknown;
                        /** Format: date-time */
                        remind_at?: string;
                        /** Format: uuid */
                        run_id?: string;
                        sent_at?: unknown;
                        snooze_count?: number;
                        snooze_options?: number[];
                        /** Format: date-time */
                        snoozed_until?: string;
                        status?: string;
                        tenant_id?: string;
                        timezone?: string;
                        title?: string;
                        /** Format: date-time */
                        updated_at?: string;
                        user_id?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    get_reminders_upcoming: {
        parameters: {
            query?: {
                cursor?: string;
                hours?: number;
                limit?: number;
                tenant_id?: string;
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000000090",
                     *           "tenant_id": "acme",
                     *           "user_id": "ann",
                     *           "title": "Call back",
                     *           "description": null,
                     *           "reference_type": null,
                     *           "reference_id": null,
                     *           "reference_url": null,
                     *           "remind_at": "2030-01-07T08:00:00Z",
                     *           "timezone": "Europe/Berlin",
                     *           "is_recurring": false,
                     *           "recurrence_rule": null,
                     *           "recurrence_end_date": null,
                     *           "notification_channels": [
                     *             "in_app",
                     *             "email"
                     *           ],
                     *           "status": "PENDING",
                     *           "next_remind_at": "2030-01-07T08:00:00Z",
                     *           "snoozed_until": null,
                     *           "snooze_count": 0,
                     *           "snooze_options": [
                     *             15,
                     *             60
                     *           ],
                     *           "sent_at": null,
                     *           "dismissed_at": null,
                     *           "completed_at": null,
                     *           "run_id": "01890a5d-ac96-774b-bcce-000000000029",
                     *           "created_at": "2030-01-07T08:00:00Z",
                     *           "updated_at": "2030-01-07T08:00:00Z",
                     *           "version": 7
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            completed_at?: unknown;
                            /** Format: date-time */
                            created_at?: string;
                            description?: unknown;
                            dismissed_at?: unknown;
                            /** Format: uuid */
                            id?: string;
                            is_recurring?: boolean;
                            /** Format: date-time */
                            next_remind_at?: string;
                            notification_channels?: string[];
                            recurrence_end_date?: unknown;
                            recurrence_rule?: unknown;
                            reference_id?: unknown;
                            reference_type?: unknown;
                            reference_url?: unknown;
                            /** Format: date-time */
                            remind_at?: string;
                            /** Format: uuid */
                            run_id?: string;
                            sent_at?: unknown;
                            snooze_count?: number;
                            snooze_options?: number[];
                            snoozed_until?: unknown;
                            status?: string;
                            tenant_id?: string;
                            timezone?: string;
                            title?: string;
                            /** Format: date-time */
                            updated_at?: string;
                            user_id?: string;
                            version?: number;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    post_resume: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "scope": "type",
                 *       "type": "report.make"
                 *     }
                 */
                "application/json": components["schemas"]["pause"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "paused": false,
                     *       "pause": {
                     *         "scope": "type",
                     *         "tenant_id": "acme",
                     *         "type": "report.make",
                     *         "reason": null,
                     *         "author": "token:01890a5d-ac96-774b-bcce-000000000036",
                     *         "since": null,
                     *         "until": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        pause?: {
                            author?: string;
                            reason?: unknown;
                            scope?: string;
                            since?: unknown;
                            tenant_id?: string;
                            type?: string;
                            until?: unknown;
                        };
                        paused?: boolean;
                    };
                };
            };
        };
    };
    get_rules: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000007101",
                     *           "tenant_id": "acme",
                     *           "name": "look after orders",
                     *           "event": "order.created",
                     *           "where": [
                     *             {
                     *               "field": "data.total",
                     *               "above": 100
                     *             }
                     *           ],
                     *           "offsets": [
                     *             "24h",
                     *             "72h"
                     *           ],
                     *           "type": "order.check",
                     *           "entity": "order:{data.id}",
                     *           "created_at": "2030-01-07T08:00:00Z",
                     *           "updated_at": "2030-01-07T08:00:00Z",
                     *           "version": 7
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            /** Format: date-time */
                            created_at?: string;
                            entity?: string;
                            event?: string;
                            /** Format: uuid */
                            id?: string;
                            name?: string;
                            offsets?: string[];
                            tenant_id?: string;
                            type?: string;
                            /** Format: date-time */
                            updated_at?: string;
                            version?: number;
                            where?: {
                                above?: number;
                                field?: string;
                            }[];
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    post_rules: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "name": "look after orders",
                 *       "event": "order.created",
                 *       "where": [
                 *         {
                 *           "field": "data.total",
                 *           "above": 100
                 *         }
                 *       ],
                 *       "offsets": [
                 *         "24h",
                 *         "72h"
                 *       ],
                 *       "type": "order.check",
                 *       "entity": "order:{data.id}"
                 *     }
                 */
                "application/json": components["schemas"]["rule"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000007101",
                     *       "tenant_id": "acme",
                     *       "name": "look after orders",
                     *       "event": "order.created",
                     *       "where": [
                     *         {
                     *           "field": "data.total",
                     *           "above": 100
                     *         }
                     *       ],
                     *       "offsets": [
                     *         "24h",
                     *         "72h"
                     *       ],
                     *       "type": "order.check",
                     *       "entity": "order:{data.id}",
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        /** Format: date-time */
                        created_at?: string;
                        entity?: string;
                        event?: string;
                        /** Format: uuid */
                        id?: string;
                        name?: string;
                        offsets?: string[];
                        tenant_id?: string;
                        type?: string;
                        /** Format: date-time */
                        updated_at?: string;
                        version?: number;
                        where?: {
                            above?: number;
                            field?: string;
                        }[];
                    };
                };
            };
        };
    };
    get_rules_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000007101",
                     *       "tenant_id": "acme",
                     *       "name": "look after orders",
                     *       "event": "order.created",
                     *       "where": [
                     *         {
                     *           "field": "data.total",
                     *           "above": 100
                     *         }
                     *       ],
                     *       "offsets": [
                     *         "24h",
                     *         "72h"
                     *       ],
                     *       "type": "order.check",
                     *       "entity": "order:{data.id}",
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        /** Format: date-time */
                        created_at?: string;
                        entity?: string;
                        event?: string;
                        /** Format: uuid */
                        id?: string;
                        name?: string;
                        offsets?: string[];
                        tenant_id?: string;
                        type?: string;
                        /** Format: date-time */
                        updated_at?: string;
                        version?: number;
                        where?: {
                            above?: number;
                            field?: string;
                        }[];
                    };
                };
            };
        };
    };
    put_rules_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "offsets": [
                 *         "24h"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["rule"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000007101",
                     *       "tenant_id": "acme",
                     *       "name": "look after orders",
                     *       "event": "order.created",
                     *       "where": [
                     *         {
                     *           "field": "data.total",
                     *           "above": 100
                     *         }
                     *       ],
                     *       "offsets": [
                     *         "24h"
                     *       ],
                     *       "type": "order.check",
                     *       "entity": "order:{data.id}",
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        /** Format: date-time */
                        created_at?: string;
                        entity?: string;
                        event?: string;
                        /** Format: uuid */
                        id?: string;
                        name?: string;
                        offsets?: string[];
                        tenant_id?: string;
                        type?: string;
                        /** Format: date-time */
                        updated_at?: string;
                        version?: number;
                        where?: {
                            above?: number;
                            field?: string;
                        }[];
                    };
                };
            };
        };
    };
    delete_rules_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    post_rules_id_test: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "sample": {
                 *         "specversion": "1.0",
                 *         "id": "order-42-created",
                 *         "source": "/shop",
                 *         "type": "order.created",
                 *         "data": {
                 *           "id": 42,
                 *           "total": 120
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["rule_test"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "matches": true,
                     *       "error": null,
                     *       "runs": [
                     *         {
                     *           "type": "order.check",
                     *           "run_at": "2030-01-07T08:00:00Z",
                     *           "entity": "order:42",
                     *           "user_id": null,
                     *           "payload": {
                     *             "event": {
                     *               "specversion": "1.0",
                     *               "id": "order-42-created",
                     *               "source": "/shop",
                     *               "type": "order.created",
                     *               "data": {
                     *                 "id": 42,
                     *                 "total": 120
                     *               }
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        error?: unknown;
                        matches?: boolean;
                        runs?: {
                            entity?: string;
                            payload?: {
                                event?: {
                                    data?: {
                                        id?: number;
                                        total?: number;
                                    };
                                    id?: string;
                                    source?: string;
                                    specversion?: string;
                                    type?: string;
                                };
                            };
                            /** Format: date-time */
                            run_at?: string;
                            type?: string;
                            user_id?: unknown;
                        }[];
                    };
                };
            };
        };
    };
    get_secrets: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "name": "mail-password",
                     *           "updated_at": "2030-01-07T08:00:00Z",
                     *           "version": 7
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            name?: string;
                            /** Format: date-time */
                            updated_at?: string;
                            version?: number;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    put_secrets_name: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "value": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["secret"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "mail-password",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        name?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    delete_secrets_name: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    post_session: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "token": "TOKEN"
                 *     }
                 */
                "application/json": components["schemas"]["session"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tenant_id": "system",
                     *       "role": "admin",
                     *       "user_id": null,
                     *       "expires_in_seconds": 43200
                     *     }
                     */
                    "application/json": {
                        expires_in_seconds?: number;
                        role?: string;
                        tenant_id?: string;
                        user_id?: unknown;
                    };
                };
            };
        };
    };
    delete_session: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    get_slo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "evaluated_at": null,
                     *       "eval_ms": 60000,
                     *       "window_minutes": 15,
                     *       "breach_consecutive": 3,
                     *       "data": [
                     *         {
                     *           "slo": "tick_budget",
                     *           "state": "unknown",
                     *           "value": null,
                     *           "threshold": 300,
                     *           "unit": "ms",
                     *           "breaches": 0,
                     *           "since": null,
                     *           "rising": false,
                     *           "due_bucket": null
                     *         },
                     *         {
                     *           "slo": "saturation",
                     *           "state": "off",
                     *           "value": null,
                     *           "threshold": 0.8,
                     *           "unit": "ratio",
                     *           "breaches": 0,
                     *           "since": null,
                     *           "rising": false,
                     *           "due_bucket": null
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        breach_consecutive?: number;
                        data?: {
                            breaches?: number;
                            due_bucket?: unknown;
                            rising?: boolean;
                            since?: unknown;
                            slo?: string;
                            state?: string;
                            threshold?: number;
                            unit?: string;
                            value?: unknown;
                        }[];
                        eval_ms?: number;
                        evaluated_at?: unknown;
                        next_cursor?: unknown;
                        window_minutes?: number;
                    };
                };
            };
        };
    };
    get_sources: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000007201",
                     *           "tenant_id": "acme",
                     *           "name": "the shop",
                     *           "secrets": [
                     *             "shop-2030"
                     *           ],
                     *           "types": [
                     *             "order.check"
                     *           ],
                     *           "created_at": "2030-01-07T08:00:00Z",
                     *           "updated_at": "2030-01-07T08:00:00Z",
                     *           "version": 7
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            /** Format: date-time */
                            created_at?: string;
                            /** Format: uuid */
                            id?: string;
                            name?: string;
                            secrets?: string[];
                            tenant_id?: string;
                            types?: string[];
                            /** Format: date-time */
                            updated_at?: string;
                            version?: number;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    post_sources: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "name": "the shop",
                 *       "secrets": [
                 *         "shop-2030"
                 *       ],
                 *       "types": [
                 *         "order.check"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["source"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000007201",
                     *       "tenant_id": "acme",
                     *       "name": "the shop",
                     *       "secrets": [
                     *         "shop-2030"
                     *       ],
                     *       "types": [
                     *         "order.check"
                     *       ],
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        /** Format: date-time */
                        created_at?: string;
                        /** Format: uuid */
                        id?: string;
                        name?: string;
                        secrets?: string[];
                        tenant_id?: string;
                        types?: string[];
                        /** Format: date-time */
                        updated_at?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    get_sources_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000007201",
                     *       "tenant_id": "acme",
                     *       "name": "the shop",
                     *       "secrets": [
                     *         "shop-2030"
                     *       ],
                     *       "types": [
                     *         "order.check"
                     *       ],
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        /** Format: date-time */
                        created_at?: string;
                        /** Format: uuid */
                        id?: string;
                        name?: string;
                        secrets?: string[];
                        tenant_id?: string;
                        types?: string[];
                        /** Format: date-time */
                        updated_at?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    put_sources_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "secrets": [
                 *         "shop-2031",
                 *         "shop-2030"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["source"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000007201",
                     *       "tenant_id": "acme",
                     *       "name": "the shop",
                     *       "secrets": [
                     *         "shop-2031",
                     *         "shop-2030"
                     *       ],
                     *       "types": [
                     *         "order.check"
                     *       ],
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        /** Format: date-time */
                        created_at?: string;
                        /** Format: uuid */
                        id?: string;
                        name?: string;
                        secrets?: string[];
                        tenant_id?: string;
                        types?: string[];
                        /** Format: date-time */
                        updated_at?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    delete_sources_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    get_stats: {
        parameters: {
            query?: {
                by?: string;
                from?: string | number;
                step?: string | number;
                tenant_id?: string;
                to?: string | number;
                type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2030-01-07T08:00:00Z",
                     *       "to": "2030-01-07T08:00:00Z",
                     *       "complete_through": "2030-01-07T08:00:00Z",
                     *       "bounds_ms": [
                     *         5,
                     *         10
                     *       ],
                     *       "data": [],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        bounds_ms?: number[];
                        /** Format: date-time */
                        complete_through?: string;
                        data?: unknown[];
                        /** Format: date-time */
                        from?: string;
                        next_cursor?: unknown;
                        /** Format: date-time */
                        to?: string;
                    };
                };
            };
        };
    };
    get_status: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ready",
                     *       "version": "0.1.0",
                     *       "now": "2030-01-07T08:00:00Z",
                     *       "runs_in_memory": 2,
                     *       "due": 2,
                     *       "running": 0,
                     *       "waiting_calls": 0,
                     *       "workers": 1,
                     *       "tenants": 1,
                     *       "loaded_until": "2030-01-07T08:00:00Z"
                     *     }
                     */
                    "application/json": {
                        due?: number;
                        /** Format: date-time */
                        loaded_until?: string;
                        /** Format: date-time */
                        now?: string;
                        running?: number;
                        runs_in_memory?: number;
                        status?: string;
                        tenants?: number;
                        version?: string;
                        waiting_calls?: number;
                        workers?: number;
                    };
                };
            };
        };
    };
    get_tasks: {
        parameters: {
            query?: {
                cursor?: string;
                entity?: string;
                idempotency_key?: string;
                job_id?: string;
                limit?: number;
                parent_id?: string;
                queue?: string;
                reference_id?: string;
                reference_type?: string;
                since?: string | number;
                state?: string;
                tenant_id?: string;
                type?: string;
                until?: string | number;
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000000002",
                     *           "tenant_id": "acme",
                     *           "type": "mail.send",
                     *           "handler": "mail.send",
                     *           "task_type": "mail.send",
                     *           "reference_type": "user",
                     *           "reference_id": "ann",
                     *           "timezone": "UTC",
                     *           "created_by": null,
                     *           "job_id": null,
                     *           "parent_id": null,
                     *           "flagged": null,
                     *           "state": "queued",
                     *           "status": "PENDING",
                     *           "queue": "mail",
                     *           "priority": 1,
                     *           "attempts": 0,
                     *           "max_attempts": 3,
                     *           "run_at": "2030-01-07T08:00:00Z",
                     *           "scheduled_at": "2030-01-07T08:00:00Z",
                     *           "planned_at": null,
                     *           "deadline_at": null,
                     *           "deferred_until": null,
                     *           "deferred_count": 0,
                     *           "deferred_by": null,
                     *           "created_at": "2030-01-07T08:00:00Z",
                     *           "updated_at": "2030-01-07T08:00:00Z",
                     *           "finished_at": null,
                     *           "processed_at": null,
                     *           "idempotency_key": "welcome:ann",
                     *           "unique_scope": "1d",
                     *           "run_at_bucket": null,
                     *           "entity": "user:ann",
                     *           "user_id": null,
                     *           "timeout_seconds": null,
                     *           "worker_id": null,
                     *           "lease_until": null,
                     *           "execution_id": null,
                     *           "last_error": null,
                     *           "error_message": null,
                     *           "result_summary": null,
                     *           "last_result_hash": null,
                     *           "unchanged": false
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            attempts?: number;
                            /** Format: date-time */
                            created_at?: string;
                            created_by?: unknown;
                            deadline_at?: unknown;
                            deferred_by?: unknown;
                            deferred_count?: number;
                            deferred_until?: unknown;
                            entity?: string;
                            error_message?: unknown;
                            execution_id?: unknown;
                            finished_at?: unknown;
                            flagged?: unknown;
                            handler?: string;
                            /** Format: uuid */
                            id?: string;
                            idempotency_key?: string;
                            job_id?: unknown;
                            last_error?: unknown;
                            last_result_hash?: unknown;
                            lease_until?: unknown;
                            max_attempts?: number;
                            parent_id?: unknown;
                            planned_at?: unknown;
                            priority?: number;
                            processed_at?: unknown;
                            queue?: string;
                            reference_id?: string;
                            reference_type?: string;
                            result_summary?: unknown;
                            /** Format: date-time */
                            run_at?: string;
                            run_at_bucket?: unknown;
                            /** Format: date-time */
                            scheduled_at?: string;
                            state?: string;
                            status?: string;
                            task_type?: string;
                            tenant_id?: string;
                            timeout_seconds?: unknown;
                            timezone?: string;
                            type?: string;
                            unchanged?: boolean;
                            unique_scope?: string;
                            /** Format: date-time */
                            updated_at?: string;
                            user_id?: unknown;
                            worker_id?: unknown;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    post_tasks: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "type": "mail.send",
                 *       "payload": {
                 *         "to": "ann"
                 *       },
                 *       "queue": "mail",
                 *       "idempotency_key": "welcome:ann",
                 *       "entity": "user:ann"
                 *     }
                 */
                "application/json": components["schemas"]["task"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000002",
                     *       "tenant_id": "acme",
                     *       "type": "mail.send",
                     *       "status": "PENDING",
                     *       "state": "queued",
                     *       "duplicate": false,
                     *       "idempotency_key": "welcome:ann"
                     *     }
                     */
                    "application/json": {
                        duplicate?: boolean;
                        /** Format: uuid */
                        id?: string;
                        idempotency_key?: string;
                        state?: string;
                        status?: string;
                        tenant_id?: string;
                        type?: string;
                    };
                };
            };
        };
    };
    get_tasks_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000002",
                     *       "tenant_id": "acme",
                     *       "type": "mail.send",
                     *       "handler": "mail.send",
                     *       "task_type": "mail.send",
                     *       "reference_type": "user",
                     *       "reference_id": "ann",
                     *       "timezone": "UTC",
                     *       "created_by": null,
                     *       "job_id": null,
                     *       "parent_id": null,
                     *       "flagged": null,
                     *       "state": "queued",
                     *       "status": "PENDING",
                     *       "queue": "mail",
                     *       "priority": 1,
                     *       "attempts": 0,
                     *       "max_attempts": 3,
                     *       "run_at": "2030-01-07T08:00:00Z",
                     *       "scheduled_at": "2030-01-07T08:00:00Z",
                     *       "planned_at": null,
                     *       "deadline_at": null,
                     *       "deferred_until": null,
                     *       "deferred_count": 0,
                     *       "deferred_by": null,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "finished_at": null,
                     *       "processed_at": null,
                     *       "idempotency_key": "welcome:ann",
                     *       "unique_scope": "1d",
                     *       "run_at_bucket": null,
                     *       "entity": "user:ann",
                     *       "user_id": null,
                     *       "timeout_seconds": null,
                     *       "worker_id": null,
                     *       "lease_until": null,
                     *       "execution_id": null,
                     *       "last_error": null,
                     *       "error_message": null,
                     *       "payload": {
                     *         "to": "ann"
                     *       },
                     *       "result_summary": null,
                     *       "last_result_hash": null,
                     *       "unchanged": false
                     *     }
                     */
                    "application/json": {
                        attempts?: number;
                        /** Format: date-time */
                        created_at?: string;
                        created_by?: unknown;
                        deadline_at?: unknown;
                        deferred_by?: unknown;
                        deferred_count?: number;
                        deferred_until?: unknown;
                        entity?: string;
                        error_message?: unknown;
                        execution_id?: unknown;
                        finished_at?: unknown;
                        flagged?: unknown;
                        handler?: string;
                        /** Format: uuid */
                        id?: string;
                        idempotency_key?: string;
                        job_id?: unknown;
                        last_error?: unknown;
                        last_result_hash?: unknown;
                        lease_until?: unknown;
                        max_attempts?: number;
                        parent_id?: unknown;
                        payload?: {
                            to?: string;
                        };
                        planned_at?: unknown;
                        priority?: number;
                        processed_at?: unknown;
                        queue?: string;
                        reference_id?: string;
                        reference_type?: string;
                        result_summary?: unknown;
                        /** Format: date-time */
                        run_at?: string;
                        run_at_bucket?: unknown;
                        /** Format: date-time */
                        scheduled_at?: string;
                        state?: string;
                        status?: string;
                        task_type?: string;
                        tenant_id?: string;
                        timeout_seconds?: unknown;
                        timezone?: string;
                        type?: string;
                        unchanged?: boolean;
                        unique_scope?: string;
                        /** Format: date-time */
                        updated_at?: string;
                        user_id?: unknown;
                        worker_id?: unknown;
                    };
                };
            };
        };
    };
    delete_tasks_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000004",
                     *       "state": "cancelled",
                     *       "status": "CANCELLED"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id?: string;
                        state?: string;
                        status?: string;
                    };
                };
            };
        };
    };
    put_tasks_id_reschedule: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "in": "2h"
                 *     }
                 */
                "application/json": components["schemas"]["reschedule"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000002",
                     *       "state": "queued",
                     *       "status": "PENDING",
                     *       "run_at": "2030-01-07T08:00:00Z"
                     *     }
                     */
                    "application/json": {
                        /** Format: uuid */
                        id?: string;
                        /** Format: date-time */
                        run_at?: string;
                        state?: string;
                        status?: string;
                    };
                };
            };
        };
    };
    post_tasks_bulk: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "tasks": [
                 *         {
                 *           "type": "report.make",
                 *           "payload": {
                 *             "n": 1
                 *           }
                 *         },
                 *         {
                 *           "type": "report.make",
                 *           "payload": {
                 *             "n": 2
                 *           }
                 *         },
                 *         {
                 *           "type": "report.make",
                 *           "payload": {
                 *             "n": 3
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["task_bulk"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000000004",
                     *           "duplicate": false
                     *         },
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000000005",
                     *           "duplicate": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        results?: {
                            duplicate?: boolean;
                            /** Format: uuid */
                            id?: string;
                        }[];
                    };
                };
            };
        };
    };
    get_templates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "code": "cleanup_expired_sessions",
                     *           "name": "Clean up expired sessions",
                     *           "description": "Remove expired user sessions",
                     *           "category": "maintenance",
                     *           "handler": "system.cleanup_expired_sessions",
                     *           "default_schedule": "0 2 * * *",
                     *           "default_parameters": {},
                     *           "is_system_required": true,
                     *           "is_tenant_configurable": false
                     *         },
                     *         {
                     *           "code": "archive_old_audit_logs",
                     *           "name": "Archive old audit logs",
                     *           "description": "Archive audit logs per retention",
                     *           "category": "maintenance",
                     *           "handler": "system.archive_old_audit_logs",
                     *           "default_schedule": "0 3 * * *",
                     *           "default_parameters": {},
                     *           "is_system_required": true,
                     *           "is_tenant_configurable": false
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            category?: string;
                            code?: string;
                            default_parameters?: Record<string, unknown>;
                            default_schedule?: string;
                            description?: string;
                            handler?: string;
                            is_system_required?: boolean;
                            is_tenant_configurable?: boolean;
                            name?: string;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    post_templates_code_create_job: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "timezone": "Europe/Berlin"
                 *     }
                 */
                "application/json": components["schemas"]["job"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000017",
                     *       "tenant_id": "acme",
                     *       "code": "vacuum_database",
                     *       "name": "Vacuum the database",
                     *       "description": "PostgreSQL maintenance",
                     *       "job_type": "SYSTEM",
                     *       "external_id": "vacuum_database",
                     *       "source_system": "template",
                     *       "created_by": null,
                     *       "handler": "system.vacuum_database",
                     *       "queue": "default",
                     *       "status": "ACTIVE",
                     *       "is_enabled": true,
                     *       "schedule_type": "CRON",
                     *       "cron_expression": "0 4 * * 0",
                     *       "recurrence_rule": null,
                     *       "interval_seconds": null,
                     *       "run_at": null,
                     *       "timezone": "Europe/Berlin",
                     *       "start_at": null,
                     *       "rdates": [],
                     *       "exdates": [],
                     *       "exclude": [],
                     *       "dst_gap": "shift",
                     *       "dst_overlap": "default",
                     *       "misfire": "run_once",
                     *       "grace_seconds": 300,
                     *       "catchup_max": 100,
                     *       "catchup_spread_seconds": 0,
                     *       "jitter_seconds": 0,
                     *       "horizon_seconds": 0,
                     *       "parameters": {},
                     *       "timeout_seconds": 300,
                     *       "max_retries": 3,
                     *       "max_attempts": 4,
                     *       "retry_delay_seconds": 60,
                     *       "priority": 5,
                     *       "allow_concurrent": false,
                     *       "max_instances": 1,
                     *       "overlap": "queue",
                     *       "dependencies": [],
                     *       "next_run_at": "2030-01-07T08:00:00Z",
                     *       "next_run_id": "01890a5d-ac96-774b-bcce-000000000018",
                     *       "last_run_at": null,
                     *       "last_run_status": null,
                     *       "last_run_duration_ms": null,
                     *       "run_count": 0,
                     *       "failure_count": 0,
                     *       "failures_in_a_row": 0,
                     *       "is_system_required": true,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        allow_concurrent?: boolean;
                        catchup_max?: number;
                        catchup_spread_seconds?: number;
                        code?: string;
                        /** Format: date-time */
                        created_at?: string;
                        created_by?: unknown;
                        cron_expression?: string;
                        dependencies?: unknown[];
                        description?: string;
                        dst_gap?: string;
                        dst_overlap?: string;
                        exclude?: unknown[];
                        exdates?: unknown[];
                        external_id?: string;
                        failure_count?: number;
                        failures_in_a_row?: number;
                        grace_seconds?: number;
                        handler?: string;
                        horizon_seconds?: number;
                        /** Format: uuid */
                        id?: string;
                        interval_seconds?: unknown;
                        is_enabled?: boolean;
                        is_system_required?: boolean;
                        jitter_seconds?: number;
                        job_type?: string;
                        last_run_at?: unknown;
                        last_run_duration_ms?: unknown;
                        last_run_status?: unknown;
                        max_attempts?: number;
                        max_instances?: number;
                        max_retries?: number;
                        misfire?: string;
                        name?: string;
                        /** Format: date-time */
                        next_run_at?: string;
                        /** Format: uuid */
                        next_run_id?: string;
                        overlap?: string;
                        parameters?: Record<string, unknown>;
                        priority?: number;
                        queue?: string;
                        rdates?: unknown[];
                        recurrence_rule?: unknown;
                        retry_delay_seconds?: number;
                        run_at?: unknown;
                        run_count?: number;
                        schedule_type?: string;
                        source_system?: string;
                        start_at?: unknown;
                        status?: string;
                        tenant_id?: string;
                        timeout_seconds?: number;
                        timezone?: string;
                        /** Format: date-time */
                        updated_at?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    get_tenants: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "acme",
                     *           "name": "Acme",
                     *           "profile": "enterprise",
                     *           "weight": 1,
                     *           "limit": 0,
                     *           "max_attempts": 4,
                     *           "lease_ms": 300000,
                     *           "backoff": {
                     *             "kind": "exponential",
                     *             "base_ms": 60000
                     *           },
                     *           "require_key": false,
                     *           "created_at": "2030-01-07T08:00:00Z",
                     *           "version": 7
                     *         },
                     *         {
                     *           "id": "system",
                     *           "weight": 1,
                     *           "limit": 0,
                     *           "backoff": {
                     *             "kind": "default"
                     *           },
                     *           "require_key": false,
                     *           "created_at": null,
                     *           "version": 0
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            backoff?: {
                                base_ms?: number;
                                kind?: string;
                            };
                            /** Format: date-time */
                            created_at?: string;
                            id?: string;
                            lease_ms?: number;
                            limit?: number;
                            max_attempts?: number;
                            name?: string;
                            profile?: string;
                            require_key?: boolean;
                            version?: number;
                            weight?: number;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    post_tenants: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "id": "acme",
                 *       "name": "Acme",
                 *       "profile": "enterprise"
                 *     }
                 */
                "application/json": components["schemas"]["tenant"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme",
                     *       "name": "Acme",
                     *       "profile": "enterprise",
                     *       "weight": 1,
                     *       "limit": 0,
                     *       "max_attempts": 4,
                     *       "lease_ms": 300000,
                     *       "backoff": {
                     *         "kind": "exponential",
                     *         "base_ms": 60000
                     *       },
                     *       "require_key": false,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        backoff?: {
                            base_ms?: number;
                            kind?: string;
                        };
                        /** Format: date-time */
                        created_at?: string;
                        id?: string;
                        lease_ms?: number;
                        limit?: number;
                        max_attempts?: number;
                        name?: string;
                        profile?: string;
                        require_key?: boolean;
                        version?: number;
                        weight?: number;
                    };
                };
            };
        };
    };
    get_tenants_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme",
                     *       "name": "Acme",
                     *       "profile": "enterprise",
                     *       "weight": 1,
                     *       "limit": 0,
                     *       "max_attempts": 4,
                     *       "lease_ms": 300000,
                     *       "backoff": {
                     *         "kind": "exponential",
                     *         "base_ms": 60000
                     *       },
                     *       "require_key": false,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        backoff?: {
                            base_ms?: number;
                            kind?: string;
                        };
                        /** Format: date-time */
                        created_at?: string;
                        id?: string;
                        lease_ms?: number;
                        limit?: number;
                        max_attempts?: number;
                        name?: string;
                        profile?: string;
                        require_key?: boolean;
                        version?: number;
                        weight?: number;
                    };
                };
            };
        };
    };
    put_tenants_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "timezone": "Europe/Berlin"
                 *     }
                 */
                "application/json": components["schemas"]["tenant"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme",
                     *       "name": "Acme",
                     *       "profile": "enterprise",
                     *       "timezone": "Europe/Berlin",
                     *       "weight": 1,
                     *       "limit": 0,
                     *       "max_attempts": 4,
                     *       "lease_ms": 300000,
                     *       "backoff": {
                     *         "kind": "exponential",
                     *         "base_ms": 60000
                     *       },
                     *       "require_key": false,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        backoff?: {
                            base_ms?: number;
                            kind?: string;
                        };
                        /** Format: date-time */
                        created_at?: string;
                        id?: string;
                        lease_ms?: number;
                        limit?: number;
                        max_attempts?: number;
                        name?: string;
                        profile?: string;
                        require_key?: boolean;
                        timezone?: string;
                        version?: number;
                        weight?: number;
                    };
                };
            };
        };
    };
    delete_tenants_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000022",
                     *       "tenant_id": "acme",
                     *       "kind": "delete_tenant",
                     *       "state": "running",
                     *       "seen": 0,
                     *       "changed": 0,
                     *       "type": null,
                     *       "queue": null,
                     *       "entity": null,
                     *       "filter": {
                     *         "tenant_id": "acme",
                     *         "state": "waiting,queued,processing,failed,dlq",
                     *         "type": null,
                     *         "queue": null,
                     *         "idempotency_key": null,
                     *         "entity": null,
                     *         "job_id": null
                     *       },
                     *       "reason": "the tenant was deleted",
                     *       "started_at": "2030-01-07T08:00:00Z",
                     *       "ended_at": null
                     *     }
                     */
                    "application/json": {
                        changed?: number;
                        ended_at?: unknown;
                        entity?: unknown;
                        filter?: {
                            entity?: unknown;
                            idempotency_key?: unknown;
                            job_id?: unknown;
                            queue?: unknown;
                            state?: string;
                            tenant_id?: string;
                            type?: unknown;
                        };
                        /** Format: uuid */
                        id?: string;
                        kind?: string;
                        queue?: unknown;
                        reason?: string;
                        seen?: number;
                        /** Format: date-time */
                        started_at?: string;
                        state?: string;
                        tenant_id?: string;
                        type?: unknown;
                    };
                };
            };
        };
    };
    get_tenants_id_quotas: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "quota": "requests_per_second",
                     *           "limit": 5000,
                     *           "used": null,
                     *           "set_by": "server",
                     *           "counts": "requests in a second; those of workers do not count"
                     *         },
                     *         {
                     *           "quota": "bytes_per_second",
                     *           "limit": 67108864,
                     *           "used": null,
                     *           "set_by": "server",
                     *           "counts": "bytes of requests' bodies in a second; those of workers do not count"
                     *         },
                     *         {
                     *           "quota": "runs",
                     *           "limit": 5000000,
                     *           "used": 0,
                     *           "set_by": "server",
                     *           "counts": "runs that are waiting, queued or processing"
                     *         },
                     *         {
                     *           "quota": "jobs",
                     *           "limit": 100000,
                     *           "used": 0,
                     *           "set_by": "server",
                     *           "counts": "jobs that are not deleted"
                     *         },
                     *         {
                     *           "quota": "batches",
                     *           "limit": 2000,
                     *           "used": 0,
                     *           "set_by": "server",
                     *           "counts": "batches with children that have not ended"
                     *         },
                     *         {
                     *           "quota": "operations",
                     *           "limit": 50,
                     *           "used": 0,
                     *           "set_by": "server",
                     *           "counts": "operations under way"
                     *         },
                     *         {
                     *           "quota": "pauses",
                     *           "limit": 500,
                     *           "used": 0,
                     *           "set_by": "server",
                     *           "counts": "pauses of types, queues and the tenant"
                     *         },
                     *         {
                     *           "quota": "alert_rules",
                     *           "limit": 500,
                     *           "used": 0,
                     *           "set_by": "server",
                     *           "counts": "rules of alerts on jobs"
                     *         },
                     *         {
                     *           "quota": "resting_alerts",
                     *           "limit": 20000,
                     *           "used": 0,
                     *           "set_by": "server",
                     *           "counts": "alerts that a fallback tells, or that rest after one"
                     *         },
                     *         {
                     *           "quota": "open_effects",
                     *           "limit": 100000,
                     *           "used": 0,
                     *           "set_by": "server",
                     *           "counts": "effects that are claimed, neither completed nor released"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            counts?: string;
                            limit?: number;
                            quota?: string;
                            set_by?: string;
                            used?: unknown;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    get_tenants_id_settings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme",
                     *       "name": "Acme",
                     *       "profile": "enterprise",
                     *       "timezone": "Europe/Berlin",
                     *       "weight": 1,
                     *       "limit": 0,
                     *       "max_attempts": 4,
                     *       "lease_ms": 300000,
                     *       "backoff": {
                     *         "kind": "exponential",
                     *         "base_ms": 60000
                     *       },
                     *       "require_key": false,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        backoff?: {
                            base_ms?: number;
                            kind?: string;
                        };
                        /** Format: date-time */
                        created_at?: string;
                        id?: string;
                        lease_ms?: number;
                        limit?: number;
                        max_attempts?: number;
                        name?: string;
                        profile?: string;
                        require_key?: boolean;
                        timezone?: string;
                        version?: number;
                        weight?: number;
                    };
                };
            };
        };
    };
    put_tenants_id_settings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "min_interval_seconds": 1,
                 *       "pings": {
                 *         "nightly": "https://watch.example/ping/4711"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["tenant"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme",
                     *       "name": "Acme",
                     *       "profile": "enterprise",
                     *       "timezone": "Europe/Berlin",
                     *       "weight": 1,
                     *       "limit": 0,
                     *       "max_attempts": 4,
                     *       "lease_ms": 300000,
                     *       "backoff": {
                     *         "kind": "exponential",
                     *         "base_ms": 60000
                     *       },
                     *       "require_key": false,
                     *       "min_interval_seconds": 1,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        backoff?: {
                            base_ms?: number;
                            kind?: string;
                        };
                        /** Format: date-time */
                        created_at?: string;
                        id?: string;
                        lease_ms?: number;
                        limit?: number;
                        max_attempts?: number;
                        min_interval_seconds?: number;
                        name?: string;
                        profile?: string;
                        require_key?: boolean;
                        timezone?: string;
                        version?: number;
                        weight?: number;
                    };
                };
            };
        };
    };
    get_tokens: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000000001",
                     *           "tenant_id": "acme",
                     *           "role": "producer",
                     *           "user_id": null,
                     *           "name": "the shop",
                     *           "queues": [],
                     *           "expires_at": null,
                     *           "created_at": "2030-01-07T08:00:00Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            /** Format: date-time */
                            created_at?: string;
                            expires_at?: unknown;
                            /** Format: uuid */
                            id?: string;
                            name?: string;
                            queues?: unknown[];
                            role?: string;
                            tenant_id?: string;
                            user_id?: unknown;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    post_tokens: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "role": "producer",
                 *       "name": "the shop"
                 *     }
                 */
                "application/json": components["schemas"]["token"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000001",
                     *       "tenant_id": "acme",
                     *       "role": "producer",
                     *       "user_id": null,
                     *       "name": "the shop",
                     *       "queues": [],
                     *       "expires_at": null,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "token": "shown this once"
                     *     }
                     */
                    "application/json": {
                        /** Format: date-time */
                        created_at?: string;
                        expires_at?: unknown;
                        /** Format: uuid */
                        id?: string;
                        name?: string;
                        queues?: unknown[];
                        role?: string;
                        tenant_id?: string;
                        token?: string;
                        user_id?: unknown;
                    };
                };
            };
        };
    };
    delete_tokens_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    get_types: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "name": "mail.send",
                     *           "tenant_id": "acme",
                     *           "priority": 1,
                     *           "max_attempts": 3,
                     *           "backoff": {
                     *             "kind": "fixed",
                     *             "base_ms": 1000
                     *           },
                     *           "retryable": [],
                     *           "fatal": [],
                     *           "unique_scope": "1d",
                     *           "route": "mail-host",
                     *           "version": 7
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            backoff?: {
                                base_ms?: number;
                                kind?: string;
                            };
                            fatal?: unknown[];
                            max_attempts?: number;
                            name?: string;
                            priority?: number;
                            retryable?: unknown[];
                            route?: string;
                            tenant_id?: string;
                            unique_scope?: string;
                            version?: number;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    get_types_name: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "mail.send",
                     *       "tenant_id": "acme",
                     *       "priority": 1,
                     *       "max_attempts": 3,
                     *       "backoff": {
                     *         "kind": "fixed",
                     *         "base_ms": 1000
                     *       },
                     *       "retryable": [],
                     *       "fatal": [],
                     *       "unique_scope": "1d",
                     *       "route": "mail-host",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        backoff?: {
                            base_ms?: number;
                            kind?: string;
                        };
                        fatal?: unknown[];
                        max_attempts?: number;
                        name?: string;
                        priority?: number;
                        retryable?: unknown[];
                        route?: string;
                        tenant_id?: string;
                        unique_scope?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    put_types_name: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "priority": "high",
                 *       "max_attempts": 3,
                 *       "backoff": {
                 *         "kind": "fixed",
                 *         "base_ms": 1000
                 *       },
                 *       "unique_scope": "24h",
                 *       "route": "mail-host"
                 *     }
                 */
                "application/json": components["schemas"]["type"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "mail.send",
                     *       "tenant_id": "acme",
                     *       "priority": 1,
                     *       "max_attempts": 3,
                     *       "backoff": {
                     *         "kind": "fixed",
                     *         "base_ms": 1000
                     *       },
                     *       "retryable": [],
                     *       "fatal": [],
                     *       "unique_scope": "1d",
                     *       "route": "mail-host",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        backoff?: {
                            base_ms?: number;
                            kind?: string;
                        };
                        fatal?: unknown[];
                        max_attempts?: number;
                        name?: string;
                        priority?: number;
                        retryable?: unknown[];
                        route?: string;
                        tenant_id?: string;
                        unique_scope?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    delete_types_name: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    get_users_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ann",
                     *       "tenant_id": "acme",
                     *       "name": "Ann",
                     *       "timezone": "Europe/Berlin",
                     *       "channels": [
                     *         "email"
                     *       ],
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        channels?: string[];
                        id?: string;
                        name?: string;
                        tenant_id?: string;
                        timezone?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    put_users_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Ann",
                 *       "timezone": "Europe/Berlin",
                 *       "channels": [
                 *         "email"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["user"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ann",
                     *       "tenant_id": "acme",
                     *       "name": "Ann",
                     *       "timezone": "Europe/Berlin",
                     *       "channels": [
                     *         "email"
                     *       ],
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        channels?: string[];
                        id?: string;
                        name?: string;
                        tenant_id?: string;
                        timezone?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    post_users_id_feed: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["operate"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": "ann",
                     *       "url": "shown this once"
                     *     }
                     */
                    "application/json": {
                        url?: string;
                        user_id?: string;
                    };
                };
            };
        };
    };
    delete_users_id_feed: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    get_webhooks: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000007001",
                     *           "tenant_id": "acme",
                     *           "url": "https://hooks.example.org/events",
                     *           "secrets": [
                     *             "hooks-2030"
                     *           ],
                     *           "events": [
                     *             "job.failed",
                     *             "run.dlq"
                     *           ],
                     *           "state": "paused",
                     *           "in_flight": 1,
                     *           "max_attempts": 12,
                     *           "timeout_seconds": 30,
                     *           "after": "59-4294967295",
                     *           "deliveries": 0,
                     *           "cut": 0,
                     *           "created_at": "2030-01-07T08:00:00Z",
                     *           "updated_at": "2030-01-07T08:00:00Z",
                     *           "version": 7
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            after?: string;
                            /** Format: date-time */
                            created_at?: string;
                            cut?: number;
                            deliveries?: number;
                            events?: string[];
                            /** Format: uuid */
                            id?: string;
                            in_flight?: number;
                            max_attempts?: number;
                            secrets?: string[];
                            state?: string;
                            tenant_id?: string;
                            timeout_seconds?: number;
                            /** Format: date-time */
                            updated_at?: string;
                            url?: string;
                            version?: number;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    post_webhooks: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "url": "https://hooks.example.org/events",
                 *       "secrets": [
                 *         "hooks-2030"
                 *       ],
                 *       "events": [
                 *         "job.failed",
                 *         "run.dlq"
                 *       ],
                 *       "state": "paused"
                 *     }
                 */
                "application/json": components["schemas"]["webhook"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000007001",
                     *       "tenant_id": "acme",
                     *       "url": "https://hooks.example.org/events",
                     *       "secrets": [
                     *         "hooks-2030"
                     *       ],
                     *       "events": [
                     *         "job.failed",
                     *         "run.dlq"
                     *       ],
                     *       "state": "paused",
                     *       "in_flight": 1,
                     *       "max_attempts": 12,
                     *       "timeout_seconds": 30,
                     *       "after": "59-4294967295",
                     *       "deliveries": 0,
                     *       "cut": 0,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        after?: string;
                        /** Format: date-time */
                        created_at?: string;
                        cut?: number;
                        deliveries?: number;
                        events?: string[];
                        /** Format: uuid */
                        id?: string;
                        in_flight?: number;
                        max_attempts?: number;
                        secrets?: string[];
                        state?: string;
                        tenant_id?: string;
                        timeout_seconds?: number;
                        /** Format: date-time */
                        updated_at?: string;
                        url?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    get_webhooks_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000007001",
                     *       "tenant_id": "acme",
                     *       "url": "https://hooks.example.org/events",
                     *       "secrets": [
                     *         "hooks-2030"
                     *       ],
                     *       "events": [
                     *         "job.failed",
                     *         "run.dlq"
                     *       ],
                     *       "state": "paused",
                     *       "in_flight": 1,
                     *       "max_attempts": 12,
                     *       "timeout_seconds": 30,
                     *       "after": "59-4294967295",
                     *       "deliveries": 0,
                     *       "cut": 0,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        after?: string;
                        /** Format: date-time */
                        created_at?: string;
                        cut?: number;
                        deliveries?: number;
                        events?: string[];
                        /** Format: uuid */
                        id?: string;
                        in_flight?: number;
                        max_attempts?: number;
                        secrets?: string[];
                        state?: string;
                        tenant_id?: string;
                        timeout_seconds?: number;
                        /** Format: date-time */
                        updated_at?: string;
                        url?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    put_webhooks_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "secrets": [
                 *         "hooks-2031",
                 *         "hooks-2030"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["webhook"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000007001",
                     *       "tenant_id": "acme",
                     *       "url": "https://hooks.example.org/events",
                     *       "secrets": [
                     *         "hooks-2031",
                     *         "hooks-2030"
                     *       ],
                     *       "events": [
                     *         "job.failed",
                     *         "run.dlq"
                     *       ],
                     *       "state": "paused",
                     *       "in_flight": 1,
                     *       "max_attempts": 12,
                     *       "timeout_seconds": 30,
                     *       "after": "59-4294967295",
                     *       "deliveries": 0,
                     *       "cut": 0,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        after?: string;
                        /** Format: date-time */
                        created_at?: string;
                        cut?: number;
                        deliveries?: number;
                        events?: string[];
                        /** Format: uuid */
                        id?: string;
                        in_flight?: number;
                        max_attempts?: number;
                        secrets?: string[];
                        state?: string;
                        tenant_id?: string;
                        timeout_seconds?: number;
                        /** Format: date-time */
                        updated_at?: string;
                        url?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    delete_webhooks_id: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    get_webhooks_id_deliveries: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: unknown[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    post_webhooks_id_replay: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "from": "2030-01-07T08:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["webhook_replay"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000007001",
                     *       "tenant_id": "acme",
                     *       "url": "https://hooks.example.org/events",
                     *       "secrets": [
                     *         "hooks-2031",
                     *         "hooks-2030"
                     *       ],
                     *       "events": [
                     *         "job.failed",
                     *         "run.dlq"
                     *       ],
                     *       "state": "paused",
                     *       "in_flight": 1,
                     *       "max_attempts": 12,
                     *       "timeout_seconds": 30,
                     *       "after": "71-4294967295",
                     *       "deliveries": 0,
                     *       "cut": 0,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": {
                        after?: string;
                        /** Format: date-time */
                        created_at?: string;
                        cut?: number;
                        deliveries?: number;
                        events?: string[];
                        /** Format: uuid */
                        id?: string;
                        in_flight?: number;
                        max_attempts?: number;
                        secrets?: string[];
                        state?: string;
                        tenant_id?: string;
                        timeout_seconds?: number;
                        /** Format: date-time */
                        updated_at?: string;
                        url?: string;
                        version?: number;
                    };
                };
            };
        };
    };
    post_worker_heartbeat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "worker_id": "w-1",
                 *       "executions": [
                 *         {
                 *           "execution_id": "01890a5d-ac96-774b-bcce-000000000003",
                 *           "progress_percent": 40,
                 *           "progress_message": "half way"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["heartbeat"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "extended": [
                     *         "01890a5d-ac96-774b-bcce-000000000003"
                     *       ],
                     *       "lost": [],
                     *       "cancelled": [],
                     *       "drain": false
                     *     }
                     */
                    "application/json": {
                        cancelled?: unknown[];
                        drain?: boolean;
                        extended?: string[];
                        lost?: unknown[];
                    };
                };
            };
        };
    };
    post_worker_lease: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "worker_id": "w-1",
                 *       "tenants": [
                 *         "acme"
                 *       ],
                 *       "types": [
                 *         "mail.send"
                 *       ],
                 *       "max": 1
                 *     }
                 */
                "application/json": components["schemas"]["lease"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "leases": [
                     *         {
                     *           "execution_id": "01890a5d-ac96-774b-bcce-000000000003",
                     *           "run_id": "01890a5d-ac96-774b-bcce-000000000002",
                     *           "attempt": 1,
                     *           "fence": 1,
                     *           "tenant_id": "acme",
                     *           "type": "mail.send",
                     *           "payload": {
                     *             "to": "ann"
                     *           },
                     *           "idempotency_key": "welcome:ann",
                     *           "run_at": "2030-01-07T08:00:00Z",
                     *           "now": "2030-01-07T08:00:00Z",
                     *           "deadline": "2030-01-07T08:00:00Z",
                     *           "lease_ms": 300000,
                     *           "last_result_hash": null
                     *         }
                     *       ],
                     *       "lease_ms": 300000,
                     *       "renew_ms": 30000,
                     *       "nodes": [],
                     *       "drain": false
                     *     }
                     */
                    "application/json": {
                        drain?: boolean;
                        lease_ms?: number;
                        leases?: {
                            attempt?: number;
                            /** Format: date-time */
                            deadline?: string;
                            /** Format: uuid */
                            execution_id?: string;
                            fence?: number;
                            idempotency_key?: string;
                            last_result_hash?: unknown;
                            lease_ms?: number;
                            /** Format: date-time */
                            now?: string;
                            payload?: {
                                to?: string;
                            };
                            /** Format: date-time */
                            run_at?: string;
                            /** Format: uuid */
                            run_id?: string;
                            tenant_id?: string;
                            type?: string;
                        }[];
                        nodes?: unknown[];
                        renew_ms?: number;
                    };
                };
            };
        };
    };
    post_worker_results: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "worker_id": "w-1",
                 *       "results": [
                 *         {
                 *           "execution_id": "01890a5d-ac96-774b-bcce-000000000003",
                 *           "outcome": "fail",
                 *           "error": {
                 *             "class": "permanent",
                 *             "message": "no such mailbox"
                 *           },
                 *           "output": {
                 *             "stdout": "RCPT TO ann\n",
                 *             "stderr": "550 no such mailbox\n"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["results"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "execution_id": "01890a5d-ac96-774b-bcce-000000000003",
                     *           "status": 200,
                     *           "code": "ok"
                     *         }
                     *       ],
                     *       "drain": false
                     *     }
                     */
                    "application/json": {
                        drain?: boolean;
                        results?: {
                            code?: string;
                            /** Format: uuid */
                            execution_id?: string;
                            status?: number;
                        }[];
                    };
                };
            };
        };
    };
    get_workers: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "worker_id": "w-1",
                     *           "hostname": null,
                     *           "queues": [],
                     *           "types": [],
                     *           "running": 1,
                     *           "waiting_calls": 0,
                     *           "last_seen": "2030-01-07T08:00:00Z",
                     *           "draining": false
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data?: {
                            draining?: boolean;
                            hostname?: unknown;
                            /** Format: date-time */
                            last_seen?: string;
                            queues?: unknown[];
                            running?: number;
                            types?: unknown[];
                            waiting_calls?: number;
                            worker_id?: string;
                        }[];
                        next_cursor?: unknown;
                    };
                };
            };
        };
    };
    post_workers_id_drain: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "it moves"
                 *     }
                 */
                "application/json": components["schemas"]["operate"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "worker_id": "w-1",
                     *       "draining": true,
                     *       "reason": "it moves"
                     *     }
                     */
                    "application/json": {
                        draining?: boolean;
                        reason?: string;
                        worker_id?: string;
                    };
                };
            };
        };
    };
    post_workers_id_resume: {
        parameters: {
            query?: {
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["operate"];
            };
        };
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "worker_id": "w-1",
                     *       "draining": false,
                     *       "reason": null
                     *     }
                     */
                    "application/json": {
                        draining?: boolean;
                        reason?: unknown;
                        worker_id?: string;
                    };
                };
            };
        };
    };
    get_feeds_secret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
        };
    };
    get_healthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": {
                        status?: string;
                    };
                };
            };
        };
    };
    get_metrics: {
        parameters: {
            query?: {
                names?: "belfry" | "seed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
        };
    };
    get_openapi_json: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
        };
    };
    get_readyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ready"
                     *     }
                     */
                    "application/json": {
                        status?: string;
                    };
                };
            };
        };
    };
    get_status_css: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
        };
    };
    get_status_js: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description done */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description refused (RFC 9457) */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
            /** @description not possible at the moment */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["problem"];
                };
            };
        };
    };
}
