// Made by web/types.mjs from doc/openapi.json.
export interface paths {
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
        post: operations["reportResults"];
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
        /** Lease due runs, at once or when the first becomes due. */
        post: operations["leaseRuns"];
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
        /** Extend leases, report progress, and learn which runs were cancelled. */
        post: operations["sendHeartbeat"];
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
        get: operations["listTasks"];
        put?: never;
        /** Create a task: one run, now or later. */
        post: operations["createTask"];
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
        /** Create up to 10,000 tasks; each one gets its own result. */
        post: operations["createTasks"];
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
        /** Show a task. */
        get: operations["getTask"];
        put?: never;
        post?: never;
        /** Cancel a task. */
        delete: operations["cancelTask"];
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
        /** Move a task to another time. */
        put: operations["rescheduleTask"];
        post?: never;
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
        get: operations["listRuns"];
        put?: never;
        post?: never;
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
        /** Retry all dead letters that match, as an operation. */
        post: operations["retryRuns"];
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
        /** Cancel all runs that match, as an operation. */
        post: operations["cancelRuns"];
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
        /** Discard all dead letters that match, as an operation. */
        post: operations["discardRuns"];
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
        /** Show a run. */
        get: operations["getRun"];
        put?: never;
        post?: never;
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
        /** Explain why a run is not running. */
        get: operations["explainRun"];
        put?: never;
        post?: never;
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
        /** Retry a dead letter; with another payload, run a linked copy instead. */
        post: operations["retryRun"];
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
        /** Cancel a run. */
        post: operations["cancelRun"];
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
        /** Move a run to another time. */
        post: operations["rescheduleRun"];
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
        /** Discard a dead letter. */
        post: operations["discardRun"];
        delete?: never;
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
        /** Show an operation's progress. */
        get: operations["getOperation"];
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
        /** Stop an operation; finished parts stay. */
        post: operations["cancelOperation"];
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
        get: operations["listExecutions"];
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
        /** Show an attempt. */
        get: operations["getExecution"];
        put?: never;
        post?: never;
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
        /** Show an attempt's output (stdout and stderr, up to 1 MiB), or the answer to a failed webhook (operators only). */
        get: operations["getExecutionOutput"];
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
        /** Cancel the run of an attempt that is under way. */
        post: operations["cancelExecution"];
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
        post: operations["retryExecution"];
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
        /** List workers that are asking for work or hold runs, or did recently. */
        get: operations["listWorkers"];
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
        /** Drain a worker: it takes nothing new and finishes its runs. */
        post: operations["drainWorker"];
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
        /** Let a drained worker take work again. */
        post: operations["resumeWorker"];
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
        /** Show the scheduler's status: the tenant's runs by state; for the system also runs in memory, due and running, and waiting workers. */
        get: operations["getStatus"];
        put?: never;
        post?: never;
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
        /** Pause a type, a queue, a tenant or a job. */
        post: operations["pause"];
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
        /** Resume a type, a queue, a tenant or a job. */
        post: operations["resume"];
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
        /** List pauses. */
        get: operations["listPauses"];
        put?: never;
        post?: never;
        delete?: never;
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
        /** List types with their policies, including types that have none of their own. */
        get: operations["listTypes"];
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
        /** Show a type. */
        get: operations["getType"];
        /** Set a type's policy; omitted fields stay. */
        put: operations["setType"];
        post?: never;
        /** Delete a type's policy. */
        delete: operations["deleteType"];
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
        /** List queues with weight, limit and the number of the tenant's runs in each. */
        get: operations["listQueues"];
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
        /** Set a queue's weight and limit; creates the queue if it is new. */
        put: operations["setQueue"];
        post?: never;
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
        /** List routes with their declared and learned limits and their current use. */
        get: operations["listLimits"];
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
        /** Declare how often a route may be used; omitted fields stay. */
        put: operations["setLimit"];
        post?: never;
        /** Delete a route's rate. */
        delete: operations["deleteLimit"];
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
        get: operations["listTenants"];
        put?: never;
        /** Create a tenant. */
        post: operations["createTenant"];
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
        /** Show a tenant. */
        get: operations["getTenant"];
        /** Change a tenant; omitted fields stay. */
        put: operations["changeTenant"];
        post?: never;
        /** Delete a tenant and everything it owns, as an operation. Its tokens end at once, its work is cancelled. */
        delete: operations["deleteTenant"];
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
        /** Show a tenant's settings; those of system are global. */
        get: operations["getTenantSettings"];
        /** Change a tenant's settings; omitted fields stay. */
        put: operations["changeTenantSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/tenants/{id}/settings/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Show which queued runs a tenant's maintenance and quiet hours would hold back; nothing changes. */
        post: operations["previewTenantSettings"];
        delete?: never;
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
        /** List a tenant's quotas, who set them, and how much is used. */
        get: operations["listTenantQuotas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List people. */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
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
        /** Show a person. */
        get: operations["getUser"];
        /** Change a person; omitted fields stay. */
        put: operations["setUser"];
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
        /** Create a secret calendar link to a person's reminders; it is shown once and replaces the previous one. */
        post: operations["createFeed"];
        /** Revoke a person's calendar link. */
        delete: operations["deleteFeed"];
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
        get: operations["listTokens"];
        put?: never;
        /** Create a token; it is shown once. */
        post: operations["createToken"];
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
        /** Delete a token and the sessions that it started. */
        delete: operations["deleteToken"];
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
        get: operations["listSecrets"];
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
        /** Store a secret under a name. */
        put: operations["setSecret"];
        post?: never;
        /** Delete a secret. */
        delete: operations["deleteSecret"];
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
        /** Sign a browser in with a one-time code, a token or a declared proxy. */
        post: operations["createSession"];
        /** Sign out. */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sessions of signed-in browsers, newest first: an admin sees those of the tenant, everybody else their own. */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /** Revoke all sessions of the caller but the one that asks; an admin may revoke those of a person or of the tenant. */
        delete: operations["revokeSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke one session. */
        delete: operations["revokeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show who is asking: tenant, role, user, token or session, and which operations it may call. */
        get: operations["getMe"];
        put?: never;
        post?: never;
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
        get: operations["listJobs"];
        put?: never;
        /** Create a job. */
        post: operations["createJob"];
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
        /** Show a job, by id or code. */
        get: operations["getJob"];
        /** Change a job; omitted fields stay. Runs that have not started are planned again. */
        put: operations["changeJob"];
        post?: never;
        /** Delete a job; its history stays. */
        delete: operations["deleteJob"];
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
        /** Run a job now; its next occurrence stays. */
        post: operations["runJob"];
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
        /** Pause a job. */
        post: operations["pauseJob"];
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
        /** Resume a job. */
        post: operations["resumeJob"];
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
        /** Skip a job's next occurrence. */
        post: operations["skipNextOccurrence"];
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
        /** Run a past span of a job's schedule again. */
        post: operations["backfillJob"];
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
        /** List a job's attempts, newest first. */
        get: operations["listJobExecutions"];
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
        /** List a job's occurrences and how each ended, newest first. */
        get: operations["listOccurrences"];
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
        /** Show when a job runs next, in UTC and in its own zone. */
        get: operations["listNextRuns"];
        put?: never;
        post?: never;
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
        /** Show when any rule would run, in UTC and in its zone. */
        post: operations["previewRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create, change and delete jobs to match the body: all of them, or none. */
        post: operations["applyJobs"];
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
        /** Show how many runs each coming hour or minute will bring. */
        get: operations["getForecast"];
        put?: never;
        post?: never;
        delete?: never;
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
        /** List the alert rules of a job. */
        get: operations["listAlertRules"];
        put?: never;
        /** Add an alert rule to a job: it fails, takes too long, or was missed. */
        post: operations["createAlertRule"];
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
        /** Show an alert rule. */
        get: operations["getAlertRule"];
        /** Change an alert rule; a rule with another meaning starts over. */
        put: operations["changeAlertRule"];
        post?: never;
        /** Delete an alert rule; its open alert is resolved. */
        delete: operations["deleteAlertRule"];
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
        /** Send what an alert rule would send, marked as a test. The runs that send it show the outcome. */
        post: operations["testAlertRule"];
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
        /** List alerts, newest first. */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/service-alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the alert rules of the service, one of each kind. */
        get: operations["listServiceAlertRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/service-alerts/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change an alert rule of the service: threshold, recipients, or whether it is on. */
        put: operations["changeServiceAlertRule"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/service-alerts/{name}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send what a service alert rule would send, marked as a test. */
        post: operations["testServiceAlertRule"];
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
        /** Report a test error to BELFRY_SENTRY_DSN. The run that sends it shows the outcome. */
        post: operations["testSentry"];
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
        /** Call the ping URL of a group of jobs, marked as a test. The run that does it shows the outcome. */
        post: operations["testPing"];
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
        /** Acknowledge an open alert; the first acknowledgement counts. */
        post: operations["acknowledgeAlert"];
        delete?: never;
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
        /** Show the service levels: value, threshold, breaches in a row, since when. */
        get: operations["getServiceLevels"];
        put?: never;
        post?: never;
        delete?: never;
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
        /** Show statistics: throughput, start delays, durations, retries and 429s, by time, type, tenant, route or due minute. */
        get: operations["getStats"];
        put?: never;
        post?: never;
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
        get: operations["listTemplates"];
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
        /** Create a job from a template; the body overrides the template. */
        post: operations["createJobFromTemplate"];
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
        get: operations["listCalendars"];
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
        /** Show a calendar. */
        get: operations["getCalendar"];
        /** Set a calendar's days; jobs that use it are planned again. */
        put: operations["setCalendar"];
        post?: never;
        /** Delete a calendar that no job uses. */
        delete: operations["deleteCalendar"];
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
        /** List reminders, newest first; a token with role user sees its own person's. */
        get: operations["listReminders"];
        put?: never;
        /** Create a reminder: once, or a series by an RRULE. */
        post: operations["createReminder"];
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
        /** List a person's coming reminders, by next_remind_at. */
        get: operations["listUpcomingReminders"];
        put?: never;
        post?: never;
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
        /** Show a reminder. */
        get: operations["getReminder"];
        /** Change a reminder; another time, rule or zone restarts it. */
        put: operations["changeReminder"];
        post?: never;
        /** Delete a reminder and its series. */
        delete: operations["deleteReminder"];
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
        /** Snooze a reminder; after five snoozes the next one dismisses it. */
        post: operations["snoozeReminder"];
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
        /** Dismiss a reminder; of a series, this occurrence. */
        post: operations["dismissReminder"];
        delete?: never;
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
        /** Complete a reminder; of a series, this occurrence. */
        post: operations["completeReminder"];
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
        /** List a person's inbox, newest first, with the unread count; with Accept: text/event-stream, follow it live after Last-Event-ID. */
        get: operations["getInbox"];
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
        /** Mark a notice as read. */
        post: operations["readNotice"];
        delete?: never;
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
        get: operations["listDailyWindows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduler/daily/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create or change the daily windows of up to 10,000 people; each one gets its own result. */
        post: operations["setDailyWindows"];
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
        /** Show a person's daily window: due time, last outcome, next attempt. */
        get: operations["getDailyWindow"];
        /** Create or change a person's daily window; after today's due time it starts with the next day. */
        put: operations["setDailyWindow"];
        post?: never;
        /** End a person's daily windows; the ledger stays. */
        delete: operations["deleteDailyWindow"];
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
        /** List how a person's days ended, newest first. */
        get: operations["listDays"];
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
        get: operations["listBatches"];
        put?: never;
        /** Create a batch: a parent that waits for its children, created all together or not at all. */
        post: operations["createBatch"];
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
        /** Show a batch with its delivery report. */
        get: operations["getBatch"];
        put?: never;
        post?: never;
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
        /** List events, newest first; with Accept: text/event-stream, follow them live after Last-Event-ID. */
        get: operations["listEvents"];
        put?: never;
        /** Post an event; matching rules create runs from it. */
        post: operations["sendEvent"];
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
        /** Post a signed event from a source (Standard Webhooks), without a token. */
        post: operations["sendSignedEvent"];
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
        /** List event rules. */
        get: operations["listRules"];
        put?: never;
        /** Create an event rule: event, conditions, times, and what to create. */
        post: operations["createRule"];
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
        /** Show an event rule. */
        get: operations["getRule"];
        /** Change or pause an event rule. */
        put: operations["changeRule"];
        post?: never;
        /** Delete an event rule; runs that it created stay. */
        delete: operations["deleteRule"];
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
        /** Show what a rule would create from an event, without creating it. */
        post: operations["testRule"];
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
        get: operations["listSources"];
        put?: never;
        /** Create a source: who may send signed events, and which types these may create. */
        post: operations["createSource"];
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
        /** Show a source. */
        get: operations["getSource"];
        /** Change a source: its secrets, its types, or pause it. */
        put: operations["changeSource"];
        post?: never;
        /** Delete a source: its events are refused from now on. */
        delete: operations["deleteSource"];
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
        /** List webhooks and how far each has been served. */
        get: operations["listWebhooks"];
        put?: never;
        /** Create a webhook: signed events are sent to a URL from now on. */
        post: operations["createWebhook"];
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
        /** Show a webhook and how far it has been served. */
        get: operations["getWebhook"];
        /** Change a webhook: its filter, URL, secrets, or pause it. */
        put: operations["changeWebhook"];
        post?: never;
        /** Delete a webhook; its deliveries stay in the history. */
        delete: operations["deleteWebhook"];
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
        post: operations["replayWebhook"];
        delete?: never;
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
        /** List a webhook's deliveries, newest first. */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
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
        /** List who changed what, newest first: API calls, handlers' audit events, and changes by time. */
        get: operations["listAudit"];
        put?: never;
        post?: never;
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
        /** List ladders, newest first, with the state of their rungs. */
        get: operations["listAllLadders"];
        put?: never;
        /** Create a ladder: a run for each future offset around an entity's anchor, all or none. */
        post: operations["createLadder"];
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
        /** List an entity's ladders, newest first, with the state of their rungs. */
        get: operations["listLadders"];
        /** Move the anchor of an entity's ladders; rungs that have not run move with it, and past ones are not sent. */
        put: operations["moveLadders"];
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
        /** Stop an entity's ladders; their remaining rungs are cancelled. */
        post: operations["stopLadders"];
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
        /** List the delivery log, newest first: every try to reach a person, and what followed. */
        get: operations["listDeliveries"];
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
        /** Claim an effect before making an outside change; only the first claim may go ahead. */
        post: operations["claimEffect"];
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
        /** Complete an effect: the change was made; later claims get its result. */
        post: operations["completeEffect"];
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
        /** Release a claim: the change was not made. */
        post: operations["releaseEffect"];
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
        get: operations["listEffects"];
        put?: never;
        post?: never;
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
        /** Get a person's coming reminders as a calendar (RFC 5545), by a secret link that ends in .ics. */
        get: operations["getFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the dashboard, also at the paths of its screens, like /jobs; with Accept: application/json, the location of the API and its description. */
        get: operations["getDashboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a file of the dashboard; its name changes with its content. */
        get: operations["getDashboardFile"];
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
        /** Check whether the process is alive. */
        get: operations["getHealth"];
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
        /** Check whether the server is ready for work. */
        get: operations["getReadiness"];
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
        /** Get metrics for Prometheus; names=seed selects an alternative set of names. */
        get: operations["getMetrics"];
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
        /** Get this description. */
        get: operations["getDescription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    event: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An event, sent to the URL of a webhook and signed by its secret (Standard Webhooks). */
        post: operations["receiveEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description whether each report counts, and the runs that were leased */
        ReportResults: {
            /** @description one verdict for each report, in the order of the request */
            results: components["schemas"]["ReportResult"][];
            /** @description with a lease in the request: the runs that the worker has now */
            leases?: components["schemas"]["Lease"][];
            /**
             * Format: int64
             * @description with a lease in the request: the shortest of their leases
             */
            lease_ms?: number;
            /**
             * Format: int64
             * @description with a lease in the request: how often the worker is to send a heartbeat
             */
            renew_ms?: number;
            /** @description with a lease in the request: addresses of other servers to ask */
            nodes?: string[];
            /** @description true: the worker is to take nothing new and to end */
            drain: boolean;
            /** @description why nothing could be leased, though the results were taken */
            lease_refused?: components["schemas"]["Refusal"];
        };
        /** @description the runs that a worker was given */
        Leases: {
            /** @description the runs that the worker has now; may be none */
            leases: components["schemas"]["Lease"][];
            /**
             * Format: int64
             * @description the shortest of their leases
             */
            lease_ms: number;
            /**
             * Format: int64
             * @description how often the worker is to send a heartbeat
             */
            renew_ms: number;
            /** @description addresses of other servers to ask; none at the moment */
            nodes: string[];
            /** @description true: the worker is to take nothing new and to end */
            drain: boolean;
        };
        /** @description what became of the leases that a worker holds */
        HeartbeatResult: {
            /** @description executions whose leases go on */
            extended: string[];
            /** @description executions that the worker does not hold any more */
            lost: string[];
            /** @description executions that are to be stopped */
            cancelled: string[];
            /** @description items that could not be understood */
            refused: components["schemas"]["HeartbeatRefusal"][];
            /** @description true: the worker is to take nothing new and to end */
            drain: boolean;
        };
        /** @description what became of a task that was sent */
        TaskReceipt: {
            /**
             * Format: uuid
             * @description the id of the task's run
             */
            readonly id: string;
            /** @description the tenant that owns the task */
            tenant_id: string;
            /** @description the name that selects a handler and its policy */
            type: string;
            /**
             * @description the state of the run in the words of tasks; left out once the run has been removed
             * @enum {string}
             */
            readonly status?: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "CANCELLED";
            /**
             * @description the state of the run; purged: it has ended and was removed
             * @enum {string}
             */
            readonly state: "waiting" | "queued" | "processing" | "done" | "failed" | "dlq" | "cancelled" | "purged";
            /** @description true: the idempotency key was taken, and `id` names the run that has it */
            readonly duplicate: boolean;
            /**
             * @description what became of the task: a run was created, or the run that has the key was kept or replaced
             * @enum {string}
             */
            readonly outcome: "created" | "kept" | "replaced";
            /**
             * Format: date-time
             * @description when the run that was created or replaced is due
             */
            run_at?: string;
            /** @description two tasks of one type with the same key, within unique_scope, are one run */
            idempotency_key?: string;
        };
        /** @description what became of many tasks */
        TaskResults: {
            /** @description one result for each task, in the order of the request */
            results: components["schemas"]["TaskResult"][];
        };
        /** @description a run: one piece of work, made as a task or by a job */
        Run: {
            /**
             * Format: uuid
             * @description the run's id
             */
            readonly id: string;
            /** @description the tenant that owns the run */
            tenant_id: string;
            /** @description the name that selects a handler and its policy */
            type: string;
            /** @description the same as type */
            handler: string;
            /** @description of a task: the same as type */
            task_type?: string;
            /** @description of a task: the part of entity before the colon */
            reference_type?: string | null;
            /** @description of a task: the part of entity behind the colon */
            reference_id?: string | null;
            /** @description of a task: the zone in which its times are shown */
            timezone?: string;
            /** @description of a task: who made it */
            created_by?: string | null;
            /**
             * Format: uuid
             * @description the job that made the run; null for a task
             */
            readonly job_id: string | null;
            /**
             * Format: uuid
             * @description the batch that the run is a child of
             */
            readonly parent_id: string | null;
            /** @description of a task: the runs that it waits for, or has waited for; lists leave it out */
            after?: string[];
            /**
             * @description with after: how those runs must end
             * @enum {string}
             */
            on?: "success" | "complete";
            /**
             * @description why the run was made; reminder, webhook, alert, ping and error are Belfry's own runs
             * @enum {string}
             */
            readonly cause: "task" | "occurrence" | "manual" | "catchup" | "backfill" | "daily" | "reminder" | "webhook" | "alert" | "ping" | "error";
            /**
             * Format: uuid
             * @description the dead letter that the run is a copy of, made by a retry with another payload
             */
            readonly copied_from: string | null;
            /**
             * Format: uuid
             * @description the newest copy of the run; lists leave it out
             */
            readonly copied_to?: string | null;
            /**
             * @description a key of the payload looks like a secret or like personal data
             * @enum {string|null}
             */
            readonly flagged: "secret" | "personal" | null;
            /**
             * Format: uuid
             * @description the run whose failure led to this one
             */
            readonly fallback_of?: string;
            /**
             * @description the state of the run
             * @enum {string}
             */
            readonly state: "waiting" | "queued" | "processing" | "done" | "failed" | "dlq" | "cancelled";
            /**
             * @description the state in the words of tasks and jobs
             * @enum {string}
             */
            readonly status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "CANCELLED";
            /** @description the queue that the run waits in */
            queue: string;
            /** @description the route that the run itself names; null: its type's route counts */
            route: string | null;
            /**
             * Format: int64
             * @description on the scale of the tenant; in lists over all tenants 1 (first) to 10 (last)
             */
            priority: number;
            /**
             * Format: int64
             * @description attempts that have begun
             */
            readonly attempts: number;
            /**
             * Format: int64
             * @description attempts that the run may have in all
             */
            max_attempts: number;
            /**
             * Format: date-time
             * @description when the run is due, or its next attempt
             */
            run_at: string;
            /**
             * Format: date-time
             * @description the same as run_at
             */
            scheduled_at: string;
            /**
             * Format: date-time
             * @description the instant at which the job's schedule planned the run
             */
            readonly planned_at: string | null;
            /**
             * Format: date-time
             * @description no attempt starts at or after this instant
             */
            deadline_at: string | null;
            /**
             * Format: date-time
             * @description a gate holds the run back until then
             */
            readonly deferred_until: string | null;
            /**
             * Format: int64
             * @description how often the run was deferred
             */
            readonly deferred_count: number;
            /**
             * @description the gate that deferred the run last
             * @enum {string|null}
             */
            readonly deferred_by: "maintenance" | "quiet_hours" | "policy" | "rate_limit" | null;
            /**
             * Format: date-time
             * @description when the run was made
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description when the run last changed
             */
            readonly updated_at: string;
            /**
             * Format: date-time
             * @description when the run ended
             */
            readonly finished_at: string | null;
            /**
             * Format: date-time
             * @description the same as finished_at
             */
            readonly processed_at: string | null;
            /** @description the key that makes the run unique within unique_scope */
            idempotency_key: string | null;
            /** @description how long the key is taken: bucket, active, succeeded, forever, or a span like 24h */
            unique_scope: string | null;
            /**
             * Format: date-time
             * @description the minute that the key is unique in; null where the caller named the bucket
             */
            run_at_bucket: string | null;
            /** @description what the run is about, like event:42 */
            entity: string | null;
            /** @description the person that the run is for */
            user_id: string | null;
            /**
             * Format: int64
             * @description the hard end of an attempt; null: as the type says
             */
            timeout_seconds: number | null;
            /** @description the worker that holds the run now */
            readonly worker_id: string | null;
            /**
             * Format: date-time
             * @description when the lease of that worker ends
             */
            readonly lease_until: string | null;
            /**
             * Format: uuid
             * @description the last attempt
             */
            readonly execution_id: string | null;
            /**
             * Format: int64
             * @description how far the attempt is, as its worker says
             */
            readonly progress_percent?: number;
            /** @description the same in words */
            readonly progress_message?: string;
            /** @description why the last attempt failed */
            readonly last_error: components["schemas"]["RunError"] | null;
            /** @description the message of last_error */
            readonly error_message: string | null;
            /** @description why the run ended, where somebody or something ended it on purpose */
            readonly reason?: string | null;
            /** @description who ended it; SYSTEM: Belfry itself */
            readonly ended_by?: string;
            /** @description what the worker is handed; lists leave it out */
            payload?: {
                [key: string]: unknown;
            };
            /** @description the result of the last attempt */
            readonly result?: unknown;
            /** @description the beginning of the result's text */
            readonly result_summary: string | null;
            /** @description the hash that the handler gave with its result */
            readonly last_result_hash: string | null;
            /** @description true: the result's hash is that of the run before */
            readonly unchanged: boolean;
            /** @description the W3C trace context that the run belongs to */
            readonly traceparent?: string;
        };
        /** @description a run after somebody has changed it */
        RunState: {
            /**
             * Format: uuid
             * @description the run's id
             */
            id: string;
            /**
             * @description the state of the run now
             * @enum {string}
             */
            state: "waiting" | "queued" | "processing" | "done" | "failed" | "dlq" | "cancelled";
            /**
             * @description the state in the words of tasks and jobs
             * @enum {string}
             */
            status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "CANCELLED";
            /**
             * Format: date-time
             * @description when the run is due now
             */
            run_at?: string;
        };
        /** @description a change of many runs, carried out piece by piece */
        Operation: {
            /**
             * Format: uuid
             * @description the operation's id
             */
            id: string;
            /** @description the tenant whose runs it changes; null: all tenants */
            tenant_id: string | null;
            /**
             * @description what the operation does
             * @enum {string}
             */
            kind: "cancel" | "retry" | "discard" | "replan" | "delete_tenant";
            /**
             * @description whether it goes on
             * @enum {string}
             */
            state: "running" | "done" | "stopped";
            /**
             * Format: int64
             * @description runs that it has looked at
             */
            seen: number;
            /**
             * Format: int64
             * @description runs that it has changed
             */
            changed: number;
            /** @description the type of filter */
            type: string | null;
            /** @description the queue of filter */
            queue: string | null;
            /** @description the entity of filter */
            entity: string | null;
            /** @description which runs it is about; null does not restrict */
            filter: components["schemas"]["OperationFilter"];
            /** @description why, as its caller said */
            reason: string | null;
            /**
             * Format: date-time
             * @description when it began
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description when it ended
             */
            ended_at: string | null;
        };
        /** @description what an operation would be about */
        OperationCount: {
            /** @description true: nothing was changed */
            dry_run: boolean;
            /**
             * Format: int64
             * @description how many runs match
             */
            count: number;
            /** @description true: counting stopped there */
            or_more: boolean;
        };
        /** @description why a run is not running */
        Why: {
            /**
             * @description the state of the run
             * @enum {string}
             */
            state: "waiting" | "queued" | "processing" | "done" | "failed" | "dlq" | "cancelled";
            /** @description what keeps the run from running, the first hindrance first */
            reasons: components["schemas"]["WhyReason"][];
        };
        /** @description a copy of a dead letter with another payload */
        RunCopy: {
            /**
             * Format: uuid
             * @description the id of the copy
             */
            id: string;
            /**
             * @description the state of the copy now
             * @enum {string}
             */
            state: "waiting" | "queued" | "processing" | "done" | "failed" | "dlq" | "cancelled";
            /**
             * @description the state in the words of tasks and jobs
             * @enum {string}
             */
            status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "CANCELLED";
            /**
             * Format: uuid
             * @description the dead letter that was copied
             */
            copied_from: string;
        };
        /** @description one attempt of a run */
        Execution: {
            /**
             * Format: uuid
             * @description the execution's id, which is the token of its lease
             */
            id: string;
            /**
             * Format: uuid
             * @description the run that it is an attempt of
             */
            run_id: string;
            /**
             * Format: uuid
             * @description the job of that run
             */
            job_id: string | null;
            /** @description the tenant that owns the run */
            tenant_id: string;
            /** @description the type of the run */
            type: string;
            /** @description the queue of the run */
            queue: string;
            /**
             * Format: int64
             * @description the number of this execution among those of its run
             */
            execution_number: number;
            /**
             * Format: int64
             * @description the number of the attempt
             */
            attempt_number: number;
            /**
             * Format: int64
             * @description grows with each lease of the run
             */
            fence: number;
            /**
             * Format: date-time
             * @description when the attempt was due
             */
            scheduled_at: string;
            /**
             * Format: date-time
             * @description when a worker took it
             */
            started_at: string;
            /**
             * Format: date-time
             * @description when it ended
             */
            completed_at: string | null;
            /**
             * Format: int64
             * @description how long it took
             */
            duration_ms: number | null;
            /** @description the worker that took it */
            worker_id: string;
            /** @description the host that the worker said it runs on */
            worker_hostname: string | null;
            /**
             * @description the state of the execution
             * @enum {string}
             */
            status: "RUNNING" | "COMPLETED" | "FAILED" | "PENDING" | "STALLED" | "TIMEOUT" | "CANCELLED";
            /**
             * @description how it ended; open while it runs
             * @enum {string}
             */
            outcome: "open" | "success" | "noop" | "retry" | "fail" | "defer" | "stalled" | "timeout" | "cancelled" | "released" | "cutoff";
            /** @description the result as its worker gave it; null: none */
            result: unknown;
            /** @description the hash that the worker gave with the result */
            result_hash: string | null;
            /** @description true: the hash is that of the run before */
            unchanged: boolean;
            /** @description the error class: one of Belfry's, or the handler's own */
            error_class: string | null;
            /** @description the error's message */
            error_message: string | null;
            /** @description where in the handler it went wrong */
            error_stack: string | null;
            /**
             * Format: int64
             * @description how far it is, as its worker says
             */
            progress_percent: number;
            /** @description the same in words */
            progress_message: string | null;
            /**
             * Format: uuid
             * @description the execution before this one, of the same run
             */
            retry_of: string | null;
            /** @description true: another attempt follows */
            will_retry: boolean;
            /** @description the payload of the run; lists leave out one above 4,096 bytes */
            parameters?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description the same as started_at
             */
            created_at: string;
            /**
             * Format: date-time
             * @description when the lease ends, while it runs
             */
            lease_until: string | null;
            /**
             * Format: int64
             * @description how long the lease lasts from each heartbeat on
             */
            lease_ms: number;
        };
        /** @description the output of an attempt */
        Output: {
            /**
             * Format: uuid
             * @description the execution that wrote it
             */
            execution_id: string;
            /**
             * @description what the bytes are: none, a program's output, or the response to a webhook
             * @enum {string}
             */
            kind: "none" | "program" | "response";
            /** @description of a program: what it wrote to stdout */
            stdout?: components["schemas"]["OutputStream"];
            /** @description of a program: what it wrote to stderr */
            stderr?: components["schemas"]["OutputStream"];
            /** @description of a webhook: the body of the response */
            response?: components["schemas"]["OutputStream"];
        };
        /** @description a worker that asks for work or holds runs */
        Worker: {
            /** @description the worker's own name */
            worker_id: string;
            /** @description the tenant of its token */
            tenant_id?: string;
            /** @description the host that it said it runs on */
            hostname: string | null;
            /** @description the queues that it asks for; none: all */
            queues: string[];
            /** @description the types that it asks for; none: all */
            types: string[];
            /**
             * Format: int64
             * @description runs that it holds
             */
            running: number;
            /**
             * Format: int64
             * @description its lease calls that wait for work
             */
            waiting_calls: number;
            /**
             * Format: date-time
             * @description when it called last
             */
            last_seen: string | null;
            /** @description true: it takes nothing new */
            draining: boolean;
            /** @description why it drains, as somebody said */
            reason?: string | null;
        };
        /** @description whether a worker is told to drain */
        WorkerDrain: {
            /** @description the worker's own name */
            worker_id: string;
            /** @description true: it is told to take nothing new */
            draining: boolean;
            /** @description why, as the caller said */
            reason: string | null;
        };
        /** @description the state of the scheduler */
        Status: {
            /**
             * @description whether the server takes work
             * @enum {string}
             */
            status: "ready" | "not_ready";
            /** @description the server's version */
            version: string;
            /**
             * Format: date-time
             * @description the server's clock
             */
            now: string;
            /** @description false: SCHEDULER_ENABLED is false, and the server hands out no work */
            is_dispatching: boolean;
            /** @description the effects of a wall clock that jumped ahead or was set back */
            clock: components["schemas"]["StatusClock"];
            /** @description the tenant whose runs are counted; null: all tenants */
            tenant_id?: string | null;
            /** @description runs by state */
            runs?: {
                /** Format: int64 */
                waiting: number;
                /** Format: int64 */
                queued: number;
                /** Format: int64 */
                processing: number;
                /** Format: int64 */
                done: number;
                /** Format: int64 */
                failed: number;
                /** Format: int64 */
                dlq: number;
                /** Format: int64 */
                cancelled: number;
            };
            /** @description jobs by status */
            jobs?: {
                /** Format: int64 */
                ACTIVE: number;
                /** Format: int64 */
                DISABLED: number;
                /** Format: int64 */
                DELETED: number;
                /** Format: int64 */
                PAUSED: number;
            };
            /**
             * Format: int64
             * @description counting of each state stops there
             */
            counted_up_to?: number;
            /** @description true: there were too many runs to count all of them; each state has at least as many */
            is_partial?: boolean;
            /** @description maintenance and quiet hours that hold runs back now: of the tenant, and the maintenance of the tenant system, which counts for all. Of all tenants: at most 200 that have such settings */
            closed_gates: components["schemas"]["ClosedGate"][];
            /**
             * Format: int64
             * @description for the system: runs of all tenants that are in memory
             */
            runs_in_memory?: number;
            /**
             * Format: int64
             * @description for the system: runs that are due and not started
             */
            due?: number;
            /**
             * Format: int64
             * @description for the system: runs that are processed
             */
            running?: number;
            /**
             * Format: int64
             * @description for the system: lease calls that wait for work
             */
            waiting_calls?: number;
            /**
             * Format: int64
             * @description for the system: workers that are known
             */
            workers?: number;
            /**
             * Format: int64
             * @description for the system: tenants in memory
             */
            tenants?: number;
            /**
             * Format: date-time
             * @description for the system: runs due before then are in memory; null: all
             */
            loaded_until?: string | null;
        };
        /** @description a pause that began or ended */
        PauseChange: {
            /** @description true: it is held back now */
            paused: boolean;
            /** @description the pause that began, or that ended */
            pause: components["schemas"]["Pause"];
        };
        /** @description a type, queue, tenant or job that is held back */
        Pause: {
            /**
             * @description what is held back
             * @enum {string}
             */
            scope: "type" | "queue" | "tenant" | "job";
            /** @description the tenant whose runs are held back; null: a queue of all tenants */
            tenant_id: string | null;
            /** @description the type that is held back */
            type?: string;
            /** @description the queue that is held back */
            queue?: string;
            /**
             * Format: uuid
             * @description the job that is held back
             */
            job_id?: string;
            /** @description the code of that job */
            readonly code?: string | null;
            /** @description why, for people */
            reason: string | null;
            /** @description who paused it */
            readonly author: string | null;
            /**
             * Format: date-time
             * @description when the pause began
             */
            readonly since: string | null;
            /**
             * Format: date-time
             * @description when it ends by itself; null: when it is resumed
             */
            until: string | null;
        };
        /** @description a type and its policy */
        Type: {
            /** @description the type's name */
            readonly name: string;
            /** @description the tenant that owns the policy */
            tenant_id: string;
            /**
             * @description where the type's settings come from first: the tenant itself, the same type of the tenant system, the tenant's profile, or none
             * @enum {string}
             */
            readonly source: "tenant" | "system" | "profile" | "none";
            /**
             * Format: int64
             * @description priority of runs that give none, on the scale of the tenant
             */
            priority?: number;
            /**
             * Format: int64
             * @description attempts in all
             */
            max_attempts?: number;
            /**
             * Format: int64
             * @description how many run at once, in its tenant
             */
            limit?: number;
            /**
             * Format: int64
             * @description how long a lease lasts
             */
            lease_ms?: number;
            /**
             * Format: int64
             * @description the hard end of an attempt
             */
            timeout_seconds?: number;
            /** @description the waits between attempts */
            backoff: components["schemas"]["Backoff"];
            /** @description error classes that are worth another attempt */
            retryable: string[];
            /** @description error classes that are not */
            fatal: string[];
            /** @description of its tasks with a key that say none: bucket, active, succeeded, forever, or a span like 24h */
            unique_scope?: string;
            /** @description what carries out its runs: {"kind": "pull"} a worker; http, exec, smtp, log the server (doc/handlers.md) */
            handler?: {
                [key: string]: unknown;
            };
            /**
             * @description what maintenance does to it
             * @enum {string}
             */
            maintenance?: "defer" | "pass";
            /**
             * @description what quiet hours do to it
             * @enum {string}
             */
            quiet?: "hold" | "pass" | "opt_in";
            /** @description it reaches people: quiet hours count */
            notifies?: boolean;
            /** @description whose rate limit it falls under */
            route?: string;
            /** @description the group of a job that names none, for the tenant's pings */
            group?: string;
            /** @description the next way when this one fails for good */
            fallback?: components["schemas"]["FallbackInput"];
            /**
             * Format: int64
             * @description how long its ended runs are kept; dead letters at most 90; of the server: BELFRY_RETENTION
             */
            retention_days?: number;
            /**
             * Format: int64
             * @description with quiet opt_in: only so many last rungs of a ladder may use the opt-in; 0: every run may
             */
            ladder_critical_last?: number;
            /** @description for people */
            description?: string;
            /** @description of one type: the values that its tasks get, and where each comes from */
            readonly in_force?: components["schemas"]["ValueInForce"][];
            /** @description of one type in the tenant's profile: its entry in the catalog */
            readonly catalog?: components["schemas"]["CatalogType"];
            /**
             * Format: int64
             * @description another with each change; the ETag
             */
            readonly version: number;
        };
        /** @description a queue with its share and bound */
        Queue: {
            /** @description the queue's name */
            readonly name: string;
            /**
             * Format: int64
             * @description its share while all are busy
             */
            weight: number;
            /**
             * Format: int64
             * @description how many runs of the queue run at once; null: no bound
             */
            limit: number | null;
            /**
             * Format: int64
             * @description of a list: queued runs of the tenant whose time has come
             */
            readonly due?: number;
            /**
             * Format: int64
             * @description of a list: queued runs whose time is to come
             */
            readonly later?: number;
            /**
             * Format: int64
             * @description of a list: runs that run now
             */
            readonly running?: number;
            /**
             * Format: date-time
             * @description of a list: since when the run that waits longest is due; null: none is due
             */
            readonly oldest_due_at?: string | null;
            /**
             * Format: int64
             * @description of a list: runs that were made in the last minute
             */
            readonly enqueued_per_minute?: number;
            /**
             * Format: int64
             * @description of a list: attempts that began in the last minute
             */
            readonly started_per_minute?: number;
            /** @description of a list: true: there was too much to count, there may be more of each */
            readonly is_partial?: boolean;
        };
        /** @description a route: its declared rate, and its state now */
        Limit: {
            /** @description the route's name */
            readonly route: string;
            /** @description the tenant whose runs use the route */
            tenant_id: string;
            /** @description the tenant that declared the rate; null: none is declared */
            readonly declared_by: string | null;
            /**
             * Format: int64
             * @description how many starts in each span; a new limit needs this or concurrency
             */
            rate?: number;
            /**
             * Format: int64
             * @description the span
             */
            per_seconds?: number;
            /**
             * Format: int64
             * @description how many at once after a silence; default: as many as rate
             */
            burst?: number;
            /**
             * Format: int64
             * @description how many runs of the route are processed at once, for each tenant by itself; left out: no bound
             */
            concurrency?: number;
            /**
             * @description tenant: each for itself; system: all tenants together, only for limits of the tenant system
             * @enum {string}
             */
            scope?: "tenant" | "system";
            /**
             * Format: int64
             * @description of a declared rate: another with each change; the ETag
             */
            readonly version?: number;
            /**
             * Format: date-time
             * @description of a route in use: no run goes over it before then
             */
            readonly closed_until?: string | null;
            /**
             * Format: int64
             * @description of a route in use: how many runs may go at once
             */
            readonly tokens?: number;
            /**
             * Format: int64
             * @description of a route in use: runs that use it now
             */
            readonly running?: number;
            /**
             * Format: int64
             * @description of a route in use: runs that wait for it
             */
            readonly waiting?: number;
            /** @description of a route in use: what the other side said of its limit */
            readonly learned?: components["schemas"]["LimitLearned"];
        };
        /** @description a tenant and its settings */
        Tenant: {
            /** @description the tenant's id */
            id: string;
            /** @description for people */
            name?: string;
            /**
             * @description a set of defaults from the catalog
             * @enum {string}
             */
            profile?: "default" | "guild" | "broadcast" | "enterprise" | "daily" | "billing";
            /** @description its zone, for quiet hours */
            timezone?: string;
            /** @description nothing starts but what passes; of the tenant system: for all */
            maintenance?: components["schemas"]["MaintenanceInput"];
            /** @description when its people are not to be disturbed */
            quiet_hours?: components["schemas"]["QuietHoursInput"];
            /** @description who is asked over HTTP about runs that no rule knows */
            policy_hook?: components["schemas"]["PolicyHookInput"];
            /** @description which runs are allowed, deferred or denied */
            policy_rules?: components["schemas"]["PolicyRuleInput"][];
            /** @description how its people are reached */
            channels?: {
                [key: string]: unknown;
            };
            /** @description its daily windows */
            daily?: components["schemas"]["DailySettingsInput"];
            /**
             * @description what happens to payloads with keys that look like secrets or personal data: nothing, the run is flagged, or it is refused
             * @enum {string}
             */
            payload_check?: "off" | "flag" | "refuse";
            /** @description {GROUP: URL}: the URL that is called when a run of a job or type of the group succeeds; at most 100 */
            pings?: {
                [key: string]: unknown;
            };
            /** @description whether the rules of its profile apply; default: true for a tenant that is created with the profile enterprise, else false */
            profile_rules?: boolean;
            /**
             * Format: int64
             * @description its share of turns; set by the system
             */
            weight: number;
            /**
             * Format: int64
             * @description how many of its runs run at once; set by the system; 0: no bound
             */
            limit: number;
            /**
             * Format: int64
             * @description used where neither run nor type says so; default: of a task 5, of a job by SCHEDULER_DEFAULT_MAX_RETRIES of the server
             */
            max_attempts?: number;
            /**
             * Format: int64
             * @description used where neither run, job nor type says so
             */
            lease_ms?: number;
            /**
             * Format: int64
             * @description used where neither run, job nor type says so; default: of a task 60, of a job 300
             */
            timeout_seconds?: number;
            /** @description used where neither run, job nor type says so */
            backoff: components["schemas"]["Backoff"];
            /** @description tasks without an idempotency_key are refused */
            require_key: boolean;
            /**
             * Format: int64
             * @description how close together the occurrences of a job may be
             */
            min_interval_seconds?: number;
            /** @description quotas of the tenant; set by the tenant system */
            quotas?: components["schemas"]["Quotas"];
            /**
             * Format: int64
             * @description of runs where neither the call nor the job nor the type says so; with priority_scale 5: 1 to 5
             */
            priority?: number;
            /**
             * Format: int64
             * @description 5: priorities are given as 1 to 5, and p counts as 2p - 1
             */
            priority_scale?: number;
            /**
             * @description used for jobs that give none
             * @enum {string}
             */
            misfire?: "run_once" | "skip" | "run_all";
            /**
             * Format: int64
             * @description used for jobs that give none
             */
            grace_seconds?: number;
            /** @description of tasks with a key where neither they nor their type say so: bucket, active, succeeded, forever, or a span like 24h */
            unique_scope?: string | null;
            /**
             * Format: date-time
             * @description when the tenant was made
             */
            readonly created_at: string | null;
            /**
             * Format: int64
             * @description another with each change; the ETag
             */
            readonly version: number;
        };
        /** @description what a tenant's settings would hold back */
        HeldRuns: {
            /** @description the newest runs that would be held back, at most 20 */
            data: components["schemas"]["HeldRun"][];
            /**
             * Format: int64
             * @description queued runs that were looked at
             */
            planned: number;
            /**
             * Format: int64
             * @description runs that maintenance would hold back
             */
            by_maintenance: number;
            /**
             * Format: int64
             * @description runs that quiet hours would hold back
             */
            by_quiet_hours: number;
            /** @description true: there are more runs or types than were looked at */
            is_cut: boolean;
        };
        /** @description one quota of a tenant */
        Quota: {
            /**
             * @description the quota's name
             * @enum {string}
             */
            quota: "requests_per_second" | "bytes_per_second" | "runs" | "jobs" | "batches" | "operations" | "pauses" | "alert_rules" | "resting_alerts" | "open_effects" | "waiting_tasks";
            /**
             * Format: int64
             * @description the greatest value that is allowed; null: no bound
             */
            limit: number | null;
            /**
             * Format: int64
             * @description how much of it is used; null: a rate, which is not counted
             */
            used: number | null;
            /**
             * @description who sets the limit
             * @enum {string}
             */
            set_by: "tenant" | "server";
            /** @description what is counted */
            counts: string;
        };
        /** @description a person */
        User: {
            /** @description the person's id */
            readonly id: string;
            /** @description the tenant that the person belongs to */
            tenant_id: string;
            /** @description for people */
            name?: string;
            /** @description where mail goes */
            email?: string;
            /** @description an IANA name */
            timezone?: string;
            /** @description how to reach them, in order: in_app, email, sms ... */
            channels?: string[];
            /** @description when not to */
            quiet_hours?: components["schemas"]["QuietHoursInput"];
            /** @description types that may reach them in quiet hours */
            opt_ins?: string[];
            /** @description addresses by channel */
            contacts?: {
                [key: string]: unknown;
            };
            /**
             * Format: int64
             * @description another with each change; the ETag
             */
            readonly version: number;
        };
        /** @description a secret link to a person's reminders as a calendar */
        Feed: {
            /** @description the person whose reminders the link shows */
            user_id: string;
            /** @description the secret link, shown this once; null when the call is repeated */
            url: string | null;
        };
        /** @description a token, without its text */
        Token: {
            /**
             * Format: uuid
             * @description the token's id
             */
            readonly id: string;
            /** @description the tenant that the token speaks for */
            tenant_id: string;
            /**
             * @description what its bearer may do
             * @enum {string}
             */
            role: "viewer" | "producer" | "operator" | "worker" | "user" | "admin";
            /** @description the person behind it; required with role user */
            user_id: string | null;
            /** @description for people */
            name: string | null;
            /** @description with role worker: only from these */
            queues: string[];
            /**
             * Format: date-time
             * @description when it ends; default: never
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description when the token was made
             */
            readonly created_at: string | null;
        };
        /** @description a token that was made */
        NewToken: {
            /**
             * Format: uuid
             * @description the token's id
             */
            readonly id: string;
            /** @description the tenant that the token speaks for */
            tenant_id: string;
            /**
             * @description what its bearer may do
             * @enum {string}
             */
            role: "viewer" | "producer" | "operator" | "worker" | "user" | "admin";
            /** @description the person behind it; required with role user */
            user_id: string | null;
            /** @description for people */
            name: string | null;
            /** @description with role worker: only from these */
            queues: string[];
            /**
             * Format: date-time
             * @description when it ends; default: never
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description when the token was made
             */
            readonly created_at: string | null;
            /** @description the token itself, shown this once; null when the call is repeated */
            readonly token: string | null;
        };
        /** @description a secret, without its value */
        Secret: {
            /** @description the secret's name */
            readonly name: string;
            /**
             * Format: date-time
             * @description when it last changed; given in lists
             */
            readonly updated_at?: string;
            /**
             * Format: int64
             * @description another with each change; the ETag
             */
            readonly version: number;
        };
        /** @description the session of a browser */
        Session: {
            /**
             * Format: uuid
             * @description the session's id, by which it is listed and revoked
             */
            id: string;
            /** @description the tenant that the session speaks for */
            tenant_id: string;
            /**
             * @description what the session may do
             * @enum {string}
             */
            role: "viewer" | "producer" | "operator" | "worker" | "user" | "admin";
            /** @description the person who signed in */
            user_id: string | null;
            /**
             * Format: int64
             * @description how long the session lasts without a call
             */
            expires_in_seconds: number;
        };
        /** @description a session of a signed-in browser */
        SessionInfo: {
            /**
             * Format: uuid
             * @description the session's id
             */
            id: string;
            /** @description the tenant that the session speaks for */
            tenant_id: string;
            /**
             * @description what the session may do
             * @enum {string}
             */
            role: "viewer" | "producer" | "operator" | "worker" | "user" | "admin";
            /** @description the person who signed in */
            user_id: string | null;
            /**
             * @description how the browser signed in
             * @enum {string}
             */
            signed_in_by: "code" | "token" | "proxy";
            /**
             * Format: uuid
             * @description the token that the session began with
             */
            token_id: string | null;
            /** @description the name of that token */
            token_name: string | null;
            /** @description the address that signed in */
            source: string | null;
            /** @description the browser, as it calls itself */
            user_agent: string | null;
            /**
             * Format: date-time
             * @description when the session began
             */
            created_at: string;
            /**
             * Format: date-time
             * @description when it was used last
             */
            last_used_at: string;
            /**
             * Format: date-time
             * @description when it ends at the latest
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description when it ends unless it is used
             */
            idle_expires_at: string;
            /** @description true: the call comes from this session */
            is_current: boolean;
        };
        /** @description how many sessions were ended */
        SessionsRevoked: {
            /**
             * Format: int64
             * @description sessions that were ended
             */
            revoked: number;
        };
        /** @description who is asking, and what the caller may do */
        Me: {
            /** @description the tenant that the caller speaks for */
            tenant_id: string;
            /** @description true: the tenant is system */
            is_system: boolean;
            /**
             * @description the caller's role
             * @enum {string}
             */
            role: "viewer" | "producer" | "operator" | "worker" | "user" | "admin";
            /** @description the person behind the call */
            user_id: string | null;
            /**
             * @description how the caller proved who it is
             * @enum {string}
             */
            authenticated_by: "token" | "session";
            /** @description the token; null: the session began with a code */
            token: components["schemas"]["MeToken"] | null;
            /** @description the session; null: a token was sent */
            session: components["schemas"]["MeSession"] | null;
            /** @description the tenant */
            tenant: components["schemas"]["MeTenant"];
            /** @description what the role reaches */
            access: ("read" | "produce" | "operate" | "work" | "ledger" | "release" | "anybody" | "person" | "profile" | "manage")[];
            /** @description the operations that the caller may use, by their names in the description */
            operations: string[];
            /** @description the server's version */
            server_version: string;
        };
        /** @description a job: a definition that makes runs by a schedule */
        Job: {
            /**
             * Format: uuid
             * @description the job's id
             */
            readonly id: string;
            /** @description the tenant that owns the job */
            tenant_id: string;
            /** @description its name in its tenant, unique there; default: its type and its id */
            code: string;
            /** @description for people */
            name: string | null;
            /** @description for people */
            description: string | null;
            /** @description SYSTEM, TENANT, USER, or a word of your own */
            job_type: string | null;
            /** @description its id in another system */
            external_id: string | null;
            /** @description the name of that other system */
            source_system: string | null;
            /** @description who created it; default: the token of the call */
            created_by: string | null;
            /** @description its group: the tenant's pings name the URL that is called when a run of the group succeeds */
            group: string | null;
            /** @description the type of its runs */
            handler: string;
            /** @description the queue that the runs wait in */
            queue: string;
            /**
             * @description whether the job plans runs
             * @enum {string}
             */
            status: "ACTIVE" | "DISABLED" | "DELETED" | "PAUSED";
            /** @description false: the job is disabled or deleted */
            is_enabled: boolean;
            /** @description of a paused job: why, since when, until when */
            readonly pause?: components["schemas"]["JobPause"];
            /**
             * @description what plans its runs; default: as the fields given say; MANUAL has none and must be named
             * @enum {string}
             */
            schedule_type: "ONCE" | "INTERVAL" | "CRON" | "RRULE" | "MANUAL";
            /** @description the rule in plain English, on the clock of its zone; null: it has none */
            readonly schedule_in_words: string | null;
            /** @description CRON: five fields, or six with seconds first */
            cron_expression: string | null;
            /** @description RRULE: an RFC 5545 rule, with SKIP of RFC 7529, or text with DTSTART, RRULE, RDATE, EXDATE lines */
            recurrence_rule: string | null;
            /**
             * Format: int64
             * @description INTERVAL: from planned instant to planned instant
             */
            interval_seconds: number | null;
            /**
             * Format: date-time
             * @description ONCE: when
             */
            run_at: string | null;
            /** @description an IANA name */
            timezone: string;
            /** @description where the schedule begins, inclusive: an instant, or a local time in its zone */
            start_at: string | null;
            /** @description RRULE: more instants or local times */
            rdates: string[];
            /** @description instants or local times that are left out */
            exdates: string[];
            /** @description calendars whose days are left out */
            exclude: string[];
            /**
             * @description a local time that clocks skip
             * @enum {string}
             */
            dst_gap: "shift" | "next" | "skip";
            /**
             * @description a local time that happens twice
             * @enum {string}
             */
            dst_overlap: "default" | "first" | "second" | "both";
            /**
             * @description what happens to missed occurrences
             * @enum {string}
             */
            misfire: "run_once" | "skip" | "run_all";
            /**
             * Format: int64
             * @description how late an occurrence may start and still count as in time
             */
            grace_seconds: number;
            /**
             * Format: int64
             * @description how many missed occurrences are caught up
             */
            catchup_max: number;
            /**
             * Format: int64
             * @description spread over this span
             */
            catchup_spread_seconds: number;
            /**
             * Format: int64
             * @description its runs are spread by up to this much, each occurrence always alike
             */
            jitter_seconds: number;
            /**
             * Format: int64
             * @description occurrences of this span ahead are planned as runs; 0: only the next one
             */
            horizon_seconds: number;
            /** @description the payload of its runs, byte for byte */
            parameters: {
                [key: string]: unknown;
            };
            /**
             * Format: int64
             * @description the hard end of an attempt
             */
            timeout_seconds: number;
            /**
             * Format: int64
             * @description attempts after the first
             */
            max_retries: number;
            /**
             * Format: int64
             * @description the same, as attempts in all
             */
            max_attempts: number;
            /**
             * Format: int64
             * @description the first wait; each further one is twice as long
             */
            retry_delay_seconds: number;
            /** @description the waits between attempts, instead of retry_delay_seconds */
            backoff?: components["schemas"]["Backoff"];
            /**
             * Format: int64
             * @description on the scale of the tenant; in lists over all tenants 1 (first) to 10 (last)
             */
            priority: number;
            /** @description true: no limit on concurrent runs, unless max_instances sets one */
            allow_concurrent: boolean;
            /**
             * Format: int64
             * @description runs of it at once
             */
            max_instances: number | null;
            /**
             * @description what happens to an occurrence while the job's limit is reached
             * @enum {string}
             */
            overlap: "queue" | "skip" | "replace";
            /** @description its occurrences wait for a run of each of these jobs */
            dependencies: components["schemas"]["Dependency"][];
            /**
             * Format: date-time
             * @description when the next run is due
             */
            readonly next_run_at: string | null;
            /**
             * Format: uuid
             * @description the run that stands in the queue for it
             */
            readonly next_run_id: string | null;
            /**
             * Format: date-time
             * @description when the last run began
             */
            readonly last_run_at: string | null;
            /**
             * @description how the last run ended
             * @enum {string|null}
             */
            readonly last_run_status: "COMPLETED" | "FAILED" | "CANCELLED" | null;
            /**
             * Format: int64
             * @description how long the last run took
             */
            readonly last_run_duration_ms: number | null;
            /**
             * Format: int64
             * @description runs that have ended
             */
            readonly run_count: number;
            /**
             * Format: int64
             * @description runs that failed
             */
            readonly failure_count: number;
            /**
             * Format: int64
             * @description runs that failed since the last one that was done
             */
            readonly failures_in_a_row: number;
            /** @description of a list with the parameter recent: the last runs that ended, the newest first */
            readonly recent?: components["schemas"]["JobRecent"];
            /** @description it cannot be disabled or deleted; only the system may say so */
            is_system_required: boolean;
            /**
             * @description a key of the parameters looks like a secret or like personal data
             * @enum {string|null}
             */
            readonly flagged: "secret" | "personal" | null;
            /**
             * Format: date-time
             * @description when the job was made
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description when its definition last changed
             */
            readonly updated_at: string;
            /** @description of one job: the values that its next run gets, and where each comes from */
            readonly in_force?: components["schemas"]["ValueInForce"][];
            /**
             * Format: int64
             * @description grows with each change of the definition; the ETag
             */
            readonly version: number;
        };
        /** @description a run that somebody started by hand */
        JobRun: {
            /**
             * Format: uuid
             * @description the run that was made
             */
            id: string;
            /**
             * Format: uuid
             * @description the job
             */
            job_id: string;
            /**
             * Format: date-time
             * @description when the run is due
             */
            run_at: string | null;
        };
        /** @description what a backfill made */
        Backfill: {
            /**
             * Format: uuid
             * @description the job
             */
            job_id: string;
            /**
             * Format: int64
             * @description runs that were made
             */
            made: number;
        };
        /** @description what became of an occurrence of a job */
        Occurrence: {
            /**
             * Format: date-time
             * @description the instant that the schedule planned
             */
            planned_at: string;
            /**
             * @description what became of the occurrence
             * @enum {string}
             */
            outcome: "fired" | "late" | "skipped" | "missed" | "undone";
            /**
             * @description why it was left out
             * @enum {string|null}
             */
            reason: "misfire" | "overlap" | "paused" | "backlog" | "cancelled" | "skip_next" | "disabled" | "dependency" | "clock" | null;
            /**
             * Format: uuid
             * @description the run that was made for it
             */
            run_id: string | null;
            /**
             * Format: date-time
             * @description of several in a row: the last planned instant
             */
            until?: string;
            /**
             * Format: int64
             * @description of several in a row: how many
             */
            count?: number;
            /** @description of several in a row: true where counting stopped there */
            or_more?: boolean;
            /** @description true: it was run again on purpose */
            backfill: boolean;
            /**
             * Format: date-time
             * @description when that was decided
             */
            decided_at: string;
        };
        /** @description the next instants of a rule */
        Preview: {
            /** @description the next instants, the earliest first */
            data: components["schemas"]["PreviewItem"][];
            /** @description the rule in plain English, on the clock of its zone; null: it has none */
            words: string | null;
            /** @description the waits before retries, without jitter; of a preview with max_retries */
            retry_delays_ms?: number[];
        };
        /** @description what an apply did, or would do */
        Apply: {
            /** @description true: nothing was done */
            dry_run: boolean;
            /**
             * Format: int64
             * @description jobs that were created, or would be
             */
            created: number;
            /**
             * Format: int64
             * @description jobs that were changed, or would be
             */
            changed: number;
            /**
             * Format: int64
             * @description jobs that were as the body says already
             */
            unchanged: number;
            /**
             * Format: int64
             * @description jobs that were deleted, or would be
             */
            deleted: number;
            /** @description the jobs in the body's order, then those that are deleted */
            jobs: components["schemas"]["ApplyJob"][];
        };
        /** @description how many runs each span will bring */
        Forecast: {
            /**
             * Format: date-time
             * @description where the first count begins
             */
            from: string;
            /**
             * Format: int64
             * @description the span of each count
             */
            step_seconds: number;
            /**
             * Format: int64
             * @description runs in all
             */
            total: number;
            /**
             * Format: int64
             * @description the greatest of the counts
             */
            peak: number;
            /**
             * Format: int64
             * @description jobs that were looked at
             */
            jobs: number;
            /**
             * Format: int64
             * @description jobs that could not be looked at
             */
            left_out: number;
            /**
             * Format: int64
             * @description tasks that were looked at
             */
            tasks: number;
            /** @description true: there is more than was looked at */
            is_cut: boolean;
            /** @description how many runs each span brings */
            counts: number[];
        };
        /** @description a rule of alerts */
        AlertRule: {
            /**
             * Format: uuid
             * @description the rule's id
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description the job that the rule watches; left out: it watches the service
             */
            readonly job_id?: string;
            /**
             * @description what it is about
             * @enum {string}
             */
            alert_type: "FAILURE" | "TIMEOUT" | "LONG_RUNNING" | "MISSED" | "DLQ_GROWTH" | "STALLED" | "RATE_LIMITED" | "NO_WORKER" | "LATENCY";
            /**
             * Format: int64
             * @description how many in a row, of LONG_RUNNING and MISSED how many seconds; default: of these 3600 and 300, of others 1
             */
            threshold_value: number;
            /** @description in_app, email, webhook, or a name that the tenant's settings have in `channels` */
            notification_channels: string[];
            /** @description ids of people, addresses of mail, urls of webhooks, or what the tenant's channel understands */
            recipients: string[];
            /** @description false: the rule raises nothing */
            is_enabled: boolean;
            /** @description true: an alert of the rule is open */
            readonly is_raised: boolean;
            /**
             * Format: uuid
             * @description that alert
             */
            readonly alert_id: string | null;
            /**
             * Format: int64
             * @description what was counted so far
             */
            readonly count: number;
            /**
             * Format: date-time
             * @description when the rule was made; null: it is as it comes
             */
            readonly created_at: string | null;
            /**
             * Format: date-time
             * @description when it last changed
             */
            readonly updated_at: string | null;
            /**
             * Format: int64
             * @description grows with each change; the ETag
             */
            readonly version: number;
        };
        /** @description a message that is sent as a test */
        AlertTest: {
            /**
             * Format: uuid
             * @description the rule that is tried; where none is, the run that sends
             */
            id: string;
            /**
             * Format: uuid
             * @description the alert that the test is sent as
             */
            alert_id?: string;
            /**
             * Format: int64
             * @description runs that were made
             */
            queued: number;
            /** @description the runs that send it */
            runs: components["schemas"]["AlertSend"][];
        };
        /** @description an alert that was raised */
        Alert: {
            /**
             * Format: uuid
             * @description the alert's id
             */
            id: string;
            /** @description the tenant that owns the rule */
            tenant_id: string;
            /**
             * @description what the alert is about
             * @enum {string}
             */
            alert_type: "FAILURE" | "TIMEOUT" | "LONG_RUNNING" | "MISSED" | "DLQ_GROWTH" | "STALLED" | "RATE_LIMITED" | "NO_WORKER" | "LATENCY";
            /**
             * @description the state of the alert
             * @enum {string}
             */
            state: "raised" | "resolved";
            /**
             * Format: uuid
             * @description the job; null: the alert is about the service
             */
            job_id: string | null;
            /** @description the code of the job */
            job_code: string | null;
            /** @description about the service: a tenant and type, or a route */
            subject: string | null;
            /**
             * Format: uuid
             * @description the rule that raised it
             */
            rule_id: string;
            /**
             * Format: uuid
             * @description the run that led to it
             */
            run_id: string | null;
            /**
             * Format: int64
             * @description the rule's threshold at that time
             */
            threshold_value: number;
            /**
             * Format: int64
             * @description what was counted when it was raised
             */
            value: number;
            /**
             * Format: date-time
             * @description when it was raised
             */
            raised_at: string;
            /**
             * Format: date-time
             * @description when it was resolved
             */
            resolved_at: string | null;
            /** @description why it was resolved */
            reason: string | null;
            /**
             * Format: date-time
             * @description when somebody acknowledged it
             */
            acknowledged_at: string | null;
            /** @description who acknowledged it */
            acknowledged_by: string | null;
        };
        /** @description the state of all service levels */
        Slo: {
            /**
             * Format: date-time
             * @description when the service levels were last evaluated
             */
            evaluated_at: string | null;
            /**
             * Format: int64
             * @description how often they are evaluated
             */
            eval_ms: number;
            /**
             * Format: int64
             * @description the span that is measured
             */
            window_minutes: number;
            /**
             * Format: int64
             * @description so many breaches in a row are a breach
             */
            breach_consecutive: number;
            /** @description each service level */
            data: components["schemas"]["SloState"][];
            /** @description always null: there is one page */
            next_cursor: null;
        };
        /** @description statistics */
        Stats: {
            /**
             * Format: date-time
             * @description the first instant
             */
            from: string;
            /**
             * Format: date-time
             * @description the last instant, exclusive
             */
            to: string;
            /**
             * Format: int64
             * @description by time: the span of each row
             */
            step_seconds?: number;
            /**
             * Format: date-time
             * @description up to here everything is counted
             */
            complete_through: string;
            /** @description the bounds of buckets */
            bounds_ms: number[];
            /** @description the rows */
            data: components["schemas"]["StatsRow"][];
            /** @description always null: there is one page */
            next_cursor: null;
        };
        /** @description a template of a job */
        Template: {
            /** @description its name */
            code: string;
            /** @description for people */
            name: string;
            /** @description for people */
            description: string;
            /** @description what it belongs to */
            category: string;
            /** @description the type of its runs */
            handler: string;
            /** @description a cron expression */
            default_schedule: string;
            /** @description the schedule in plain English */
            readonly schedule_in_words: string;
            /** @description the payload of its runs */
            default_parameters: {
                [key: string]: unknown;
            };
            /** @description the system's own job cannot be disabled */
            is_system_required: boolean;
            /** @description false: only the system makes a job of it */
            is_tenant_configurable: boolean;
        };
        /** @description days that jobs leave out */
        Calendar: {
            /** @description the calendar's name */
            readonly name: string;
            /** @description the tenant that owns the calendar */
            tenant_id: string;
            /** @description days, like 2025-12-25 */
            dates: string[];
            /** @description rules of whole days */
            rules: components["schemas"]["CalendarRule"][];
            /**
             * Format: date-time
             * @description when it last changed
             */
            readonly updated_at: string | null;
            /**
             * Format: int64
             * @description grows with each change; the ETag
             */
            readonly version: number;
        };
        /** @description a reminder */
        Reminder: {
            /**
             * Format: uuid
             * @description the reminder's id
             */
            readonly id: string;
            /** @description the tenant that the person belongs to */
            tenant_id: string;
            /** @description whom it is for; default: the person behind the token */
            user_id: string;
            /** @description what they are told; required */
            title: string;
            /** @description more of it */
            description: string | null;
            /** @description what it is about, in a word: order, load, contact */
            reference_type: string | null;
            /** @description which one */
            reference_id: string | null;
            /** @description where it leads */
            reference_url: string | null;
            /**
             * Format: date-time
             * @description when, or where a series begins; required
             */
            remind_at: string;
            /** @description an IANA name */
            timezone: string;
            /** @description whether its rule counts; default: true where there is one */
            is_recurring: boolean;
            /** @description an RRULE (RFC 5545), from remind_at on, by the clock of its zone */
            recurrence_rule: string | null;
            /**
             * Format: date
             * @description the last day of the series, in its zone
             */
            recurrence_end_date: string | null;
            /** @description in_app, email, sms or any other name; empty: as the person prefers, else in_app */
            notification_channels: string[];
            /**
             * @description the state of the reminder
             * @enum {string}
             */
            readonly status: "PENDING" | "SENT" | "SNOOZED" | "DISMISSED" | "COMPLETED";
            /**
             * Format: date-time
             * @description when its person is told next
             */
            readonly next_remind_at: string | null;
            /**
             * Format: date-time
             * @description until when it is snoozed
             */
            readonly snoozed_until: string | null;
            /**
             * Format: int64
             * @description how often it was snoozed
             */
            readonly snooze_count: number;
            /** @description minutes to offer for a snooze */
            readonly snooze_options: number[];
            /**
             * Format: date-time
             * @description when its person was told
             */
            readonly sent_at: string | null;
            /**
             * Format: date-time
             * @description when it was dismissed
             */
            readonly dismissed_at: string | null;
            /**
             * Format: date-time
             * @description when it was completed
             */
            readonly completed_at: string | null;
            /**
             * Format: uuid
             * @description the run that tells its person
             */
            readonly run_id: string | null;
            /**
             * Format: date-time
             * @description when the reminder was made
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description when it last changed
             */
            readonly updated_at: string;
            /**
             * Format: int64
             * @description grows with each change; the ETag
             */
            readonly version: number;
        };
        /** @description a page of a person's inbox */
        Inbox: {
            /**
             * Format: int64
             * @description notices that were not read
             */
            unread: number;
            /** @description a page of notices, the newest first */
            data: components["schemas"]["Notice"][];
            /** @description rows of this page that the disk has damaged */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        /** @description a notice in a person's inbox */
        Notice: {
            /**
             * Format: uuid
             * @description the notice's id
             */
            id: string;
            /** @description the person whose inbox it lies in */
            user_id: string;
            /** @description its title */
            title: string;
            /** @description its text */
            body: string | null;
            /** @description where it leads */
            url: string | null;
            /**
             * Format: uuid
             * @description the reminder that it tells of
             */
            reminder_id: string | null;
            /**
             * Format: date-time
             * @description when it came
             */
            at: string;
            /** @description true: its person has read it */
            is_read: boolean;
            /**
             * Format: date-time
             * @description when its person read it
             */
            read_at: string | null;
        };
        /** @description a person's daily window */
        Daily: {
            /** @description the person */
            readonly user_id: string;
            /** @description the tenant that the person belongs to */
            tenant_id: string;
            /** @description the time of day, HH:MM, by which it is to be done: the cutoff */
            due_time: string;
            /** @description the zone of that time, an IANA name */
            timezone: string;
            /**
             * Format: date
             * @description the last day that was decided
             */
            readonly last_date: string | null;
            /**
             * @description how that day ended
             * @enum {string|null}
             */
            readonly status: "success" | "cutoff_reached" | null;
            /**
             * Format: date-time
             * @description when the last attempt succeeded
             */
            readonly last_run_at: string | null;
            /** @description the window that comes next, or is open */
            readonly next: components["schemas"]["DailyNext"];
            /**
             * Format: date-time
             * @description when the daily window was made
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description when it last changed
             */
            readonly updated_at: string;
        };
        /** @description what became of many daily windows */
        DailyResults: {
            /** @description one result for each item, in the order of the request */
            results: components["schemas"]["DailyResult"][];
        };
        /** @description how a person's day ended */
        Day: {
            /**
             * Format: date
             * @description the day, or the first of several that were missed in a row
             */
            date: string | null;
            /**
             * Format: date
             * @description the last of them, else the day itself
             */
            through: string | null;
            /**
             * @description how the day ended
             * @enum {string}
             */
            status: "success" | "cutoff_reached" | "missed";
            /** @description the time of day of the cutoff */
            due_time: string;
            /**
             * Format: int64
             * @description attempts that began and ended
             */
            attempts: number;
            /**
             * Format: date-time
             * @description when the window ended
             */
            cutoff_at: string;
            /**
             * Format: date-time
             * @description when that was decided
             */
            finalized_at: string;
            /**
             * Format: uuid
             * @description the run of the day
             */
            run_id: string | null;
            /**
             * Format: date-time
             * @description when the day was planned again, since the clock that had decided it was set back; null: the decision stands
             */
            undone_at: string | null;
        };
        /** @description a batch that was made */
        BatchReceipt: {
            /**
             * Format: uuid
             * @description the batch's id
             */
            readonly id: string;
            /** @description the tenant that owns the batch */
            tenant_id: string;
            /** @description the type of the children, and of the batch */
            type: string;
            /**
             * @description the state of the batch; purged: it has ended and was removed
             * @enum {string}
             */
            readonly state: "waiting" | "queued" | "processing" | "done" | "failed" | "dlq" | "cancelled" | "purged";
            /**
             * @description the state in the words of tasks; left out once the batch has been removed
             * @enum {string}
             */
            readonly status?: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "CANCELLED";
            /** @description true: the idempotency key was taken, and `id` names the batch that has it */
            readonly duplicate: boolean;
            /** @description two batches of one type with the same key, within unique_scope, are one batch */
            idempotency_key?: string;
            /**
             * Format: int64
             * @description children in all; left out once the batch has been removed
             */
            readonly total?: number;
        };
        /** @description many runs and a parent that waits for them */
        Batch: {
            /**
             * Format: uuid
             * @description the batch's id
             */
            readonly id: string;
            /** @description the tenant that owns the batch */
            tenant_id: string;
            /** @description the type of the children, and of the batch */
            type: string;
            /** @description the queue that the children wait in */
            queue: string;
            /**
             * @description the state of the batch
             * @enum {string}
             */
            readonly state: "waiting" | "done" | "cancelled";
            /**
             * @description the state in the words of tasks
             * @enum {string}
             */
            readonly status: "PENDING" | "COMPLETED" | "CANCELLED";
            /**
             * Format: int64
             * @description children in all
             */
            readonly total: number;
            /**
             * Format: int64
             * @description children that are done
             */
            readonly done: number;
            /**
             * Format: int64
             * @description children that are dead letters
             */
            readonly failed: number;
            /**
             * Format: int64
             * @description children that were cancelled or discarded
             */
            readonly cancelled: number;
            /**
             * Format: int64
             * @description children that have not ended
             */
            readonly pending: number;
            /**
             * Format: date-time
             * @description when the first child is due
             */
            run_at: string;
            /**
             * Format: date-time
             * @description when the batch was made
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description when the last child ended
             */
            readonly finished_at: string | null;
            /** @description the delivery report; lists leave it out */
            readonly report?: components["schemas"]["BatchReport"];
        };
        /** @description what became of an event that was sent */
        EventReceipt: {
            /** @description the event's id */
            id: string;
            /** @description true: the event came before, and nothing more was made */
            duplicate: boolean;
            /**
             * Format: int64
             * @description rules that took the event; left out for a duplicate
             */
            rules?: number;
            /**
             * Format: int64
             * @description rules that could make nothing of it
             */
            refused?: number;
            /** @description the runs that were made, then the rules that could make none */
            runs: components["schemas"]["EventRun"][];
        };
        /** @description what is made of events that come in */
        Rule: {
            /**
             * Format: uuid
             * @description the rule's id
             */
            readonly id: string;
            /** @description the tenant that owns the rule */
            tenant_id: string;
            /**
             * @description where the rule comes from: the tenant itself, or the tenant's profile
             * @enum {string}
             */
            readonly origin: "tenant" | "profile";
            /** @description for people */
            name?: string;
            /** @description one that comes ready made (order.created, load.dispatched, invoice.generated, document.expiring); other fields change it */
            template?: string;
            /** @description the type of event, or its beginning and *; required */
            event?: string;
            /**
             * Format: uuid
             * @description only from this source
             */
            source?: string;
            /** @description all must hold: [{field: data.total, is | not | above | below: value}], or only field: it is there */
            where?: unknown[];
            /** @description where in the event the instant stands that offsets count from, as data.due_at; default: when it came */
            anchor?: string;
            /** @description a run each: 24h, 0, or before the anchor -2h; what lies in the past is not made */
            offsets?: string[];
            /**
             * @description what is made
             * @enum {string}
             */
            creates?: "task" | "reminder" | "job";
            /** @description the type of the tasks, or of the jobs' runs; required but for reminders */
            type?: string;
            /** @description of the tasks (default: {event: the event}), or the fields of the reminder or job; {data.x} in its texts is the event's value */
            payload?: {
                [key: string]: unknown;
            };
            /** @description what they are about, as order:{data.id}; they can be cancelled by it */
            entity?: string;
            /** @description the person they are for, as {data.user} */
            user_id?: string;
            /** @description the queue that what it makes waits in */
            queue?: string;
            /**
             * Format: int64
             * @description 1 (first) to 10 (last), of what is made
             */
            priority?: number;
            /**
             * Format: int64
             * @description attempts in all, of what is made
             */
            max_attempts?: number;
            /** @description id or code of a job that its handler has paused: it goes on */
            resumes?: string;
            /**
             * @description paused: it makes nothing
             * @enum {string}
             */
            state?: "active" | "paused";
            /** @description for people */
            description?: string;
            /**
             * Format: date-time
             * @description when the rule was made
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description when it last changed
             */
            readonly updated_at: string;
            /**
             * Format: int64
             * @description another with each change; the ETag
             */
            readonly version: number;
        };
        /** @description what a rule would make of an event */
        RuleTest: {
            /** @description true: the rule takes the event */
            matches: boolean;
            /** @description why nothing could be made */
            error: string | null;
            /** @description the runs that would be made */
            runs: components["schemas"]["RuleRun"][];
        };
        /** @description a sender of signed events */
        Source: {
            /**
             * Format: uuid
             * @description the source's id
             */
            readonly id: string;
            /** @description the tenant that owns the source */
            tenant_id: string;
            /** @description for people */
            name?: string;
            /** @description names of one or two secrets (PUT secrets/NAME, whsec_...) by which its events are signed; required */
            secrets?: string[];
            /** @description types that its events may make runs of; default: all that a rule names */
            types?: string[];
            /**
             * @description paused: its events are refused
             * @enum {string}
             */
            state?: "active" | "paused";
            /** @description for people */
            description?: string;
            /**
             * Format: date-time
             * @description when the source was made
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description when it last changed
             */
            readonly updated_at: string;
            /**
             * Format: int64
             * @description another with each change; the ETag
             */
            readonly version: number;
        };
        /** @description a URL that events are sent to */
        Webhook: {
            /**
             * Format: uuid
             * @description the webhook's id
             */
            readonly id: string;
            /** @description the tenant that owns the webhook */
            tenant_id: string;
            /** @description where events are sent; required */
            url?: string;
            /** @description names of one or two secrets (PUT secrets/NAME) that sign, the new one first; required */
            secrets?: string[];
            /** @description only these: job.failed, run.*; empty: all */
            events?: string[];
            /** @description only about runs of this type */
            type?: string;
            /**
             * Format: uuid
             * @description only about this job and its runs
             */
            job_id?: string;
            /** @description of the tenant system: events of all tenants; false: of its own */
            all_tenants?: boolean;
            /** @description sent along; "secret:NAME" is filled in */
            headers?: {
                [key: string]: unknown;
            };
            /** @description for people */
            description?: string;
            /**
             * @description paused: nothing is sent, and nothing is lost for as long as the journal is kept
             * @enum {string}
             */
            state: "active" | "paused";
            /**
             * Format: int64
             * @description deliveries that have not ended; 1: strictly in order
             */
            in_flight: number;
            /**
             * Format: int64
             * @description of one delivery
             */
            max_attempts: number;
            /**
             * Format: int64
             * @description of one attempt
             */
            timeout_seconds: number;
            /** @description the id of the last event that was looked at */
            readonly after: string;
            /**
             * Format: int64
             * @description deliveries that were made
             */
            readonly deliveries: number;
            /**
             * Format: int64
             * @description how often events were removed before they could be sent
             */
            readonly cut: number;
            /**
             * Format: date-time
             * @description when the webhook was made
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description when it last changed
             */
            readonly updated_at: string;
            /**
             * Format: int64
             * @description another with each change; the ETag
             */
            readonly version: number;
        };
        /** @description who changed what */
        AuditEntry: {
            /** @description the place of the entry in the journal */
            id: string;
            /**
             * Format: date-time
             * @description when it happened
             */
            at: string;
            /** @description the tenant; null: all tenants */
            tenant_id: string | null;
            /** @description who did it: a person, token:ID, or SYSTEM */
            actor_id: string;
            /** @description what was done, such as job.pause */
            action: string;
            /**
             * Format: uuid
             * @description the run that it is about
             */
            run_id?: string | null;
            /**
             * Format: uuid
             * @description of a call: the token that was used
             */
            token_id?: string | null;
            /** @description of a call: its X-Request-Id */
            request_id?: string | null;
            /** @description of a call: the client's address */
            source?: string | null;
            /** @description what was changed: {kind, id, count}; of a handler's entry, whatever it said */
            object?: unknown;
            /** @description how the object was */
            before?: unknown;
            /** @description how the object is now */
            after?: unknown;
            /** @description why, where somebody said so */
            reason?: string;
        };
        /** @description runs around an instant of an entity */
        Ladder: {
            /**
             * Format: uuid
             * @description the ladder's id
             */
            readonly id: string;
            /** @description the tenant that owns the ladder */
            tenant_id: string;
            /** @description what it is about, like event:42 */
            entity: string;
            /** @description the person it is for */
            user_id: string | null;
            /** @description an entity may have several ladders, by name */
            name: string | null;
            /** @description the type of each rung's run */
            type: string;
            /**
             * Format: date-time
             * @description the instant its rungs are counted from
             */
            anchor: string;
            /**
             * Format: date-time
             * @description when the ladder was made
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description when it last changed
             */
            readonly updated_at: string;
            /**
             * Format: date-time
             * @description when it was stopped
             */
            readonly stopped_at: string | null;
            /** @description why it was stopped */
            readonly reason: string | null;
            /** @description its rungs, the earliest first */
            readonly rungs: components["schemas"]["Rung"][];
            /**
             * Format: int64
             * @description rungs whose time had passed
             */
            readonly passed: number;
            /** @description of a call that makes a ladder: true where it was there already */
            readonly duplicate?: boolean;
        };
        /** @description what a change did to the ladders of an entity */
        LadderChange: {
            /** @description the entity */
            entity: string;
            /** @description the tenant that owns the ladders */
            tenant_id: string;
            /**
             * Format: int64
             * @description ladders that were changed
             */
            ladders: number;
            /**
             * Format: int64
             * @description rungs that have another time now
             */
            moved: number;
            /**
             * Format: int64
             * @description rungs that have a run again
             */
            made: number;
            /**
             * Format: int64
             * @description rungs whose time has passed
             */
            passed: number;
            /**
             * Format: int64
             * @description rungs whose run was cancelled
             */
            cancelled: number;
        };
        /** @description a try to reach somebody, and what followed */
        Delivery: {
            /**
             * Format: uuid
             * @description the id of the entry
             */
            id: string;
            /** @description the tenant that owns the run */
            tenant_id: string;
            /**
             * Format: date-time
             * @description when the attempt ended
             */
            at: string;
            /** @description the type of the run: the way that was tried */
            type: string;
            /**
             * Format: uuid
             * @description the run
             */
            run_id: string;
            /**
             * Format: int64
             * @description the number of the attempt
             */
            attempt: number;
            /**
             * @description how the attempt ended
             * @enum {string}
             */
            outcome: "open" | "success" | "noop" | "retry" | "fail" | "defer" | "stalled" | "timeout" | "cancelled" | "released" | "cutoff";
            /**
             * @description the state of the run after it
             * @enum {string}
             */
            state: "waiting" | "queued" | "processing" | "done" | "failed" | "dlq" | "cancelled";
            /** @description the class of the error */
            error_class: string | null;
            /** @description the message of the error, or who denied the run */
            message: string | null;
            /** @description the person to be reached */
            user_id: string | null;
            /** @description where, as the handler says */
            channel: string | null;
            /** @description what the run is about */
            entity: string | null;
            /** @description the key by which fallbacks of one message are counted */
            alert_key: string | null;
            /**
             * @description what follows
             * @enum {string}
             */
            next: "none" | "retry" | "fallback" | "later" | "covered";
            /** @description the type of the run that follows */
            next_type: string | null;
            /**
             * Format: uuid
             * @description the run that follows
             */
            next_run_id: string | null;
            /**
             * Format: date-time
             * @description when that run is due
             */
            next_at: string | null;
        };
        /** @description whether the caller is to make an outside change */
        EffectClaim: {
            /** @description true: the caller is to make the change; everybody else is told false */
            first: boolean;
            /**
             * Format: uuid
             * @description the id of the claim
             */
            claim_id: string;
            /**
             * @description the state of the effect
             * @enum {string}
             */
            state: "open" | "done" | "released" | "in_doubt";
            /** @description the result that was given when the change was made */
            result?: unknown;
            /**
             * Format: date-time
             * @description when the effect was claimed
             */
            claimed_at: string | null;
            /**
             * Format: date-time
             * @description when an open claim is in doubt
             */
            until: string | null;
            /**
             * Format: date-time
             * @description when the claim was completed or released
             */
            ended_at: string | null;
            /**
             * Format: uuid
             * @description the run that claimed it
             */
            run_id: string | null;
        };
        /** @description an effect after its claim was completed or released */
        EffectState: {
            /**
             * Format: uuid
             * @description the id of the claim
             */
            claim_id: string;
            /**
             * @description the state of the effect
             * @enum {string}
             */
            state: "open" | "done" | "released" | "in_doubt";
            /** @description the result that was given when the change was made */
            result?: unknown;
            /**
             * Format: date-time
             * @description when the effect was claimed
             */
            claimed_at: string | null;
            /**
             * Format: date-time
             * @description when an open claim is in doubt
             */
            until: string | null;
            /**
             * Format: date-time
             * @description when the claim was completed or released
             */
            ended_at: string | null;
            /**
             * Format: uuid
             * @description the run that claimed it
             */
            run_id: string | null;
        };
        /** @description an outside change that happens once */
        Effect: {
            /**
             * Format: uuid
             * @description the id of the last claim
             */
            readonly claim_id: string;
            /** @description the tenant that owns the effect */
            tenant_id: string;
            /** @description what is to happen once, like charge.card */
            action_key: string;
            /** @description which one; default: the id of the execution's run */
            idempotency_key: string;
            /** @description where it is unique, like branch:7; default: all of the tenant */
            scope: string | null;
            /**
             * @description the state of the effect
             * @enum {string}
             */
            readonly state: "open" | "done" | "released" | "in_doubt";
            /** @description the result that was given when the change was made; null: none */
            readonly result: unknown;
            /** @description why it was released */
            readonly reason: string | null;
            /**
             * @description reopen: once in doubt, the next claim counts as first again
             * @enum {string}
             */
            on_abandoned: "in_doubt" | "reopen";
            /**
             * Format: int64
             * @description how often it was claimed
             */
            readonly claims: number;
            /**
             * Format: uuid
             * @description the run that claimed it last
             */
            readonly run_id: string | null;
            /**
             * Format: date-time
             * @description when it was claimed last
             */
            readonly claimed_at: string;
            /**
             * Format: date-time
             * @description when an open claim is in doubt
             */
            readonly until: string;
            /**
             * Format: date-time
             * @description when the claim was completed or released
             */
            readonly ended_at: string | null;
        };
        /** @description where the API and its description are */
        Index: {
            /**
             * @description the name of the program
             * @enum {string}
             */
            name: "belfry";
            /** @description the path that all calls of the API begin with */
            api: string;
            /** @description the path of the API's description (OpenAPI 3.1) */
            description: string;
        };
        /** @description whether the process is alive */
        Health: {
            /**
             * @description whether the process is alive
             * @enum {string}
             */
            status: "ok";
        };
        /** @description whether the server takes work */
        Readiness: {
            /**
             * @description whether the server takes work
             * @enum {string}
             */
            status: "ready" | "not_ready";
        };
        /** @description the data of an event about a job */
        JobEventData: {
            /** @description the tenant; left out where the event is about all tenants */
            tenant_id?: string;
            /**
             * Format: uuid
             * @description the job that it is about
             */
            job_id?: string;
            /** @description the code of that job */
            job_code?: string;
            /**
             * Format: date-time
             * @description of job.missed: the first occurrence that was missed
             */
            first?: string;
            /**
             * Format: int64
             * @description of job.missed: how many
             */
            missed?: number;
            /**
             * Format: date-time
             * @description of job.paused: when the pause ends by itself
             */
            until?: string | null;
            /** @description of job.scheduled: the job as it is now */
            job?: components["schemas"]["Job"];
            /** @description why, or which */
            reason?: string;
            /** @description who did it: a person, token:ID, or SYSTEM */
            actor_id: string;
        };
        /** @description the data of an event about a run */
        RunEventData: {
            /** @description the tenant; left out where the event is about all tenants */
            tenant_id?: string;
            /**
             * Format: uuid
             * @description the job that it is about
             */
            job_id?: string;
            /** @description the code of that job */
            job_code?: string;
            /**
             * Format: uuid
             * @description the run
             */
            run_id: string;
            /**
             * Format: uuid
             * @description the attempt
             */
            execution_id?: string;
            /** @description the type of the run */
            type?: string;
            /** @description the queue of the run */
            queue?: string;
            /** @description what the run is about */
            entity?: string;
            /** @description the person that the run is for */
            user_id?: string;
            /**
             * @description the state of the run after it
             * @enum {string}
             */
            state: "waiting" | "queued" | "processing" | "done" | "failed" | "dlq" | "cancelled";
            /**
             * Format: int64
             * @description the number of the attempt
             */
            attempt?: number;
            /**
             * Format: date-time
             * @description when the run is due
             */
            run_at: string | null;
            /** @description of run.audit: what the handler said */
            audit?: unknown;
            /** @description why the attempt failed */
            error?: components["schemas"]["RunError"];
            /** @description the result of the attempt */
            result?: unknown;
            /**
             * Format: int64
             * @description instead of a long result: how many bytes it has
             */
            result_bytes?: number;
            /** @description why, or which */
            reason?: string;
            /** @description who did it: a person, token:ID, or SYSTEM */
            actor_id: string;
        };
        /** @description the data of an event about a pause, maintenance, a calendar or a tenant */
        HoldEventData: {
            /** @description the tenant; left out where the event is about all tenants */
            tenant_id?: string;
            /**
             * Format: date-time
             * @description when it ends by itself
             */
            until?: string | null;
            /** @description why, or which */
            reason?: string;
            /** @description who did it: a person, token:ID, or SYSTEM */
            actor_id: string;
        };
        /** @description the data of an event about a daily window */
        WindowEventData: {
            /** @description the tenant; left out where the event is about all tenants */
            tenant_id?: string;
            /**
             * Format: uuid
             * @description the run of the window
             */
            run_id: string;
            /**
             * Format: uuid
             * @description the attempt
             */
            execution_id?: string;
            /** @description the type of the run */
            type?: string;
            /** @description the person */
            user_id?: string;
            /**
             * Format: date
             * @description the civil day that ended, in the person's zone; of several that were missed the first
             */
            date?: string;
            /**
             * @description how the day ended
             * @enum {string}
             */
            status?: "success" | "cutoff_reached" | "missed";
            /**
             * Format: int64
             * @description the minute of the day of the cutoff
             */
            due_bucket?: number;
            /**
             * Format: date-time
             * @description when the window ended
             */
            cutoff_at?: string;
            /** @description why, or which */
            reason?: string;
            /** @description who did it: a person, token:ID, or SYSTEM */
            actor_id: string;
        };
        /** @description the data of an event about a reminder */
        ReminderEventData: {
            /** @description the tenant; left out where the event is about all tenants */
            tenant_id?: string;
            /**
             * Format: uuid
             * @description the reminder
             */
            reminder_id: string;
            /** @description its person */
            user_id?: string;
            /**
             * Format: date-time
             * @description its time
             */
            remind_at: string | null;
            /**
             * Format: int64
             * @description how often it was snoozed
             */
            snooze_count: number;
            /** @description the reminder as it is now; left out once it is deleted */
            reminder?: components["schemas"]["Reminder"];
            /** @description why, or which */
            reason?: string;
            /** @description who did it: a person, token:ID, or SYSTEM */
            actor_id: string;
        };
        /** @description the data of an event about a notice */
        NoticeEventData: {
            /** @description the tenant; left out where the event is about all tenants */
            tenant_id?: string;
            /**
             * Format: uuid
             * @description the notice
             */
            notice_id: string;
            /** @description the person whose inbox it lies in */
            user_id?: string;
            /** @description the notice as it is now; left out once it is removed */
            notice?: components["schemas"]["Notice"];
            /** @description why, or which */
            reason?: string;
            /** @description who did it: a person, token:ID, or SYSTEM */
            actor_id: string;
        };
        /** @description the data of an event about an alert */
        AlertEventData: {
            /** @description the tenant; left out where the event is about all tenants */
            tenant_id?: string;
            /**
             * Format: uuid
             * @description the job that it is about
             */
            job_id?: string;
            /** @description the code of that job */
            job_code?: string;
            /** @description the alert */
            alert: components["schemas"]["RaisedAlert"] | null;
            /** @description why, or which */
            reason?: string;
            /** @description who did it: a person, token:ID, or SYSTEM */
            actor_id: string;
        };
        /** @description the data of an event about an effect */
        EffectEventData: {
            /** @description the tenant; left out where the event is about all tenants */
            tenant_id?: string;
            /**
             * Format: uuid
             * @description the claim
             */
            claim_id: string;
            /** @description why, or which */
            reason?: string;
            /** @description who did it: a person, token:ID, or SYSTEM */
            actor_id: string;
        };
        /** @description why a call was refused (RFC 9457) */
        Problem: {
            /** @description a URN that names the problem's kind */
            type: string;
            /** @description the kind in a sentence */
            title: string;
            /**
             * Format: int64
             * @description the HTTP status
             */
            status: number;
            /**
             * @description the kind in a word, for programs
             * @enum {string}
             */
            code: "memory" | "too_long" | "json" | "cron_syntax" | "cron_range" | "rrule_syntax" | "rrule_range" | "rrule_conflict" | "rule_never" | "interval" | "time_syntax" | "window_syntax" | "zone_name" | "zone_unknown" | "zone_damaged" | "zone_database" | "invalid" | "unauthorized" | "forbidden" | "not_found" | "gone" | "method" | "media_type" | "conflict" | "lease_lost" | "version" | "replay_body" | "quota" | "full" | "busy" | "store" | "store_unknown" | "store_sync" | "store_damaged" | "misdirected" | "http";
            /** @description what was wrong in this call */
            detail: string;
            /** @description each field or parameter at fault */
            errors?: components["schemas"]["Fault"][];
            /**
             * Format: uuid
             * @description the object that stands in the way
             */
            other_id?: string;
            /** @description the id of the call, as in X-Request-Id and in the log */
            request_id: string;
        };
        /** @description names a row of a list that the disk has damaged */
        DamagedRow: {
            /**
             * Format: uuid
             * @description the id of the row
             */
            id?: string;
            /** @description or its name */
            name?: string;
            /**
             * Format: int64
             * @description or its turn in the journal
             */
            turn?: number;
            /** @description true: the row cannot be read; belfry doctor tells more */
            damaged: boolean;
            /**
             * @description store_damaged
             * @enum {string}
             */
            code: "memory" | "too_long" | "json" | "cron_syntax" | "cron_range" | "rrule_syntax" | "rrule_range" | "rrule_conflict" | "rule_never" | "interval" | "time_syntax" | "window_syntax" | "zone_name" | "zone_unknown" | "zone_damaged" | "zone_database" | "invalid" | "unauthorized" | "forbidden" | "not_found" | "gone" | "method" | "media_type" | "conflict" | "lease_lost" | "version" | "replay_body" | "quota" | "full" | "busy" | "store" | "store_unknown" | "store_sync" | "store_damaged" | "misdirected" | "http";
        };
        /** @description whether a report counts */
        ReportResult: {
            /**
             * Format: uuid
             * @description the execution that was reported; null: it was not named
             */
            execution_id: string | null;
            /**
             * Format: int64
             * @description 200: the report counts; 409: it came too late; 422: it could not be understood
             */
            status: number;
            /**
             * @description the same in a word
             * @enum {string}
             */
            code: "memory" | "too_long" | "json" | "cron_syntax" | "cron_range" | "rrule_syntax" | "rrule_range" | "rrule_conflict" | "rule_never" | "interval" | "time_syntax" | "window_syntax" | "zone_name" | "zone_unknown" | "zone_damaged" | "zone_database" | "invalid" | "unauthorized" | "forbidden" | "not_found" | "gone" | "method" | "media_type" | "conflict" | "version" | "replay_body" | "quota" | "full" | "busy" | "store" | "store_unknown" | "store_sync" | "store_damaged" | "misdirected" | "ok" | "lease_lost" | "cancelled" | "finished";
            /** @description of a refused report: the JSON pointer of the field at fault */
            pointer?: string;
            /** @description of a refused report: what was wrong */
            detail?: string;
            /** @description JSON pointers of members that were longer than is kept */
            truncated?: string[];
        };
        /** @description a run that a worker holds */
        Lease: {
            /**
             * Format: uuid
             * @description the lease's token: the worker reports under it
             */
            execution_id: string;
            /**
             * Format: uuid
             * @description the run that is leased
             */
            run_id: string;
            /**
             * Format: int64
             * @description the number of this attempt
             */
            attempt: number;
            /**
             * Format: int64
             * @description grows with each lease of the run; a lower one is out of date
             */
            fence: number;
            /** @description the tenant that owns the run */
            tenant_id: string;
            /** @description the type of the run */
            type: string;
            /** @description the payload, byte for byte as it came; null where strict readers of JSON refuse it; left out with payload_as text */
            payload?: {
                [key: string]: unknown;
            } | null;
            /** @description the payload as a string, where payload is null or left out */
            payload_text?: string;
            /** @description the key of the run */
            idempotency_key?: string;
            /**
             * Format: date-time
             * @description when the run was due
             */
            run_at: string;
            /**
             * Format: date-time
             * @description the server's clock
             */
            now: string;
            /**
             * Format: date-time
             * @description the earliest of the hard end of this attempt, the run's deadline_at, and the cutoff of its daily window
             */
            deadline: string | null;
            /**
             * Format: int64
             * @description how long the lease lasts without a heartbeat
             */
            lease_ms: number;
            /** @description the hash that the run before gave with its result */
            last_result_hash: string | null;
            /**
             * Format: uuid
             * @description the job that made the run
             */
            job_id?: string;
            /**
             * Format: date-time
             * @description of a job's run: the instant that its schedule planned
             */
            planned_at?: string | null;
            /** @description the person whom the run is for */
            user_id?: string;
            /** @description the entity that the run is about */
            entity?: string;
            /**
             * Format: uuid
             * @description of a batch's child: the batch
             */
            parent_id?: string;
            /**
             * Format: date-time
             * @description the minute or occurrence that the run's key is unique in
             */
            run_at_bucket?: string;
            /** @description of a ladder's rung: the name of the ladder */
            ladder_name?: string;
            /** @description of a ladder's rung: its offset from the anchor, such as -1h */
            ladder_offset?: string;
            /**
             * Format: int64
             * @description of a fallback: how many ways were tried before
             */
            hops?: number;
            /**
             * Format: uuid
             * @description of a fallback: the run that failed
             */
            fallback_of?: string;
            /** @description the W3C trace context that the run belongs to */
            traceparent?: string;
        };
        /** @description why a part of a call was refused */
        Refusal: {
            /**
             * Format: int64
             * @description the HTTP status that a call of its own would have got
             */
            status: number;
            /**
             * @description the code of the error, as in a problem
             * @enum {string}
             */
            code: "memory" | "too_long" | "json" | "cron_syntax" | "cron_range" | "rrule_syntax" | "rrule_range" | "rrule_conflict" | "rule_never" | "interval" | "time_syntax" | "window_syntax" | "zone_name" | "zone_unknown" | "zone_damaged" | "zone_database" | "invalid" | "unauthorized" | "forbidden" | "not_found" | "gone" | "method" | "media_type" | "conflict" | "lease_lost" | "version" | "replay_body" | "quota" | "full" | "busy" | "store" | "store_unknown" | "store_sync" | "store_damaged" | "misdirected" | "http";
            /** @description what was wrong */
            detail: string;
        };
        /** @description an item of a heartbeat that could not be understood */
        HeartbeatRefusal: {
            /**
             * Format: uuid
             * @description the execution; null: it was not named
             */
            execution_id: string | null;
            /** @description the JSON pointer of the field at fault */
            pointer?: string;
            /**
             * Format: int64
             * @description the HTTP status that a call of its own would have got
             */
            status: number;
            /**
             * @description the code of the error, as in a problem
             * @enum {string}
             */
            code: "memory" | "too_long" | "json" | "cron_syntax" | "cron_range" | "rrule_syntax" | "rrule_range" | "rrule_conflict" | "rule_never" | "interval" | "time_syntax" | "window_syntax" | "zone_name" | "zone_unknown" | "zone_damaged" | "zone_database" | "invalid" | "unauthorized" | "forbidden" | "not_found" | "gone" | "method" | "media_type" | "conflict" | "lease_lost" | "version" | "replay_body" | "quota" | "full" | "busy" | "store" | "store_unknown" | "store_sync" | "store_damaged" | "misdirected" | "http";
            /** @description what was wrong */
            detail: string;
        };
        /** @description what became of one task of many */
        TaskResult: {
            /**
             * Format: uuid
             * @description the id of the task's run; left out where the task was refused
             */
            id?: string;
            /** @description true: the idempotency key was taken, and `id` names the run that has it */
            duplicate?: boolean;
            /**
             * @description what became of the task: a run was created, or the run that has the key was kept or replaced
             * @enum {string}
             */
            outcome?: "created" | "kept" | "replaced";
            /**
             * @description given where the run that has the key was removed
             * @enum {string}
             */
            state?: "purged";
            /** @description why the task was refused */
            error?: components["schemas"]["TaskError"];
        };
        /** @description why an attempt failed */
        RunError: {
            /** @description the error class: one of Belfry's, or the handler's own */
            class: string | null;
            /** @description the error's message */
            message: string | null;
        };
        /** @description which runs an operation is about */
        OperationFilter: {
            /** @description only runs of this tenant */
            tenant_id: string | null;
            /** @description only runs in these states, separated by commas */
            state: string | null;
            /** @description only runs of this type */
            type: string | null;
            /** @description only runs in this queue */
            queue: string | null;
            /** @description only runs with this key */
            idempotency_key: string | null;
            /** @description only runs about this entity */
            entity: string | null;
            /**
             * Format: uuid
             * @description only runs of this job
             */
            job_id: string | null;
        };
        /** @description one thing that keeps a run from running */
        WhyReason: {
            /**
             * @description the reason in a word
             * @enum {string}
             */
            kind: "not_due" | "backoff" | "deferred" | "paused" | "limit" | "dispatch_off" | "no_worker" | "running" | "behind" | "finished" | "job_limit" | "job_paused" | "clock" | "clock_back" | "maintenance" | "quiet_hours" | "policy_hook" | "children" | "rate_limit" | "route_limit" | "dependency";
            /** @description the reason in a sentence */
            text: string;
            /** @description what would help */
            help: string | null;
            /**
             * Format: date-time
             * @description when the reason ends, where that is known
             */
            until: string | null;
            /** @description what the reason is about: a gate, a limit, a worker, a route */
            ref: string | null;
            /** @description of a run that has ended: why, as the journal says */
            reason?: string | null;
            /** @description of a run that has ended or waits for its next attempt: the class of its last error */
            error_class?: string | null;
            /** @description the message of that error */
            error_message?: string | null;
            /**
             * Format: int64
             * @description attempts that have begun
             */
            attempt?: number;
            /**
             * Format: int64
             * @description attempts that the run may have in all
             */
            max_attempts?: number;
            /** @description of a pause: what is paused, by whom, until when */
            pause?: components["schemas"]["WhyPause"];
            /**
             * Format: uuid
             * @description of a dependency: the run that is awaited
             */
            run_id?: string;
            /**
             * @description of a dependency: the state of that run
             * @enum {string}
             */
            run_state?: "waiting" | "queued" | "processing" | "done" | "failed" | "dlq" | "cancelled";
            /**
             * Format: date-time
             * @description of a dependency: when that run was planned
             */
            planned_at?: string | null;
            /**
             * @description of a dependency: what that run has to come to
             * @enum {string}
             */
            dependency_type?: "SUCCESS" | "COMPLETE" | "START";
            /** @description of a limit: the run that has the place */
            held_by?: components["schemas"]["WhyHolder"];
        };
        /** @description one stream of the output */
        OutputStream: {
            /**
             * Format: int64
             * @description how many bytes were written in all
             */
            bytes: number;
            /**
             * Format: int64
             * @description how many of them are kept
             */
            kept: number;
            /** @description true: not all of them are kept */
            truncated: boolean;
            /**
             * @description how `text` stands for the bytes; null: the caller may not see them
             * @enum {string|null}
             */
            encoding: "utf-8" | "base64" | null;
            /** @description the bytes that are kept */
            text: string | null;
        };
        /** @description the effects of a wall clock that jumped ahead or was set back */
        StatusClock: {
            /**
             * Format: date-time
             * @description occurrences wait at most until then, since the clock jumped ahead; null: the clock did not jump ahead
             */
            holds_until: string | null;
            /**
             * Format: date-time
             * @description when jobs, windows and reminders that were planned while the clock was ahead are planned again; null: the clock was not set back
             */
            replans_at: string | null;
            /**
             * Format: date-time
             * @description for the system: when the last of them was planned again; null: none since the start
             */
            replanned_at: string | null;
            /**
             * Format: int64
             * @description for the system: jobs that were planned again since the start
             */
            replanned_jobs?: number;
            /**
             * Format: int64
             * @description for the system: daily windows that were planned again since the start
             */
            replanned_windows?: number;
            /**
             * Format: int64
             * @description for the system: reminders that were planned again since the start
             */
            replanned_reminders?: number;
        };
        /** @description a gate that settings close now */
        ClosedGate: {
            /** @description the tenant whose settings close it; system: it is closed for all tenants */
            tenant_id: string;
            /**
             * @description the gate
             * @enum {string}
             */
            gate: "maintenance" | "quiet_hours";
            /** @description of maintenance: why, for people */
            reason: string | null;
            /**
             * Format: date-time
             * @description when it opens by itself; null: nobody knows
             */
            until: string | null;
        };
        /** @description the waits between attempts */
        Backoff: {
            /**
             * @description how the delays between attempts grow
             * @enum {string}
             */
            kind: "default" | "steps" | "exponential" | "fixed";
            /** @description with steps: the delays, at least one; the last one repeats */
            steps_ms?: number[];
            /**
             * Format: int64
             * @description with exponential and fixed: the first delay
             */
            base_ms?: number;
            /**
             * Format: int64
             * @description the longest delay
             */
            max_ms?: number;
        };
        /** @description a value in force, and where it comes from */
        ValueInForce: {
            /**
             * @description the field
             * @enum {string}
             */
            field: "handler" | "priority" | "max_attempts" | "limit" | "lease_ms" | "timeout_seconds" | "backoff" | "retryable" | "fatal" | "unique_scope" | "maintenance" | "quiet" | "notifies" | "route" | "retention_days" | "ladder_critical_last";
            /** @description its value, in the form in which the field is set; null: no value. Of handler: pull (a worker) or server */
            value: unknown;
            /**
             * @description where the value comes from: the job, its type, the same type of the tenant system (system), the type in the tenant's profile (profile), the tenant's settings (tenant), the server's settings (server), or the built-in default (default)
             * @enum {string}
             */
            source: "job" | "type" | "system" | "profile" | "tenant" | "server" | "default";
        };
        /** @description a type as the catalog describes it */
        CatalogType: {
            /** @description what the type is for */
            description: string;
            /** @description the module that it belongs to */
            module: string;
            /** @description the row of the policy table that it follows */
            row: string | null;
            /** @description what one run of it is about */
            scope: string[];
            /** @description when a run is due, in words */
            due: string | null;
            /** @description the pattern of its idempotency keys */
            key: string | null;
            /** @description the offsets of its ladder */
            ladder: string[];
            /** @description the cron expression of its job */
            schedule: string | null;
            /** @description the parameters of its job, an object; null: none */
            parameters: unknown;
        };
        /** @description what the other side said of its limit */
        LimitLearned: {
            /** @description the other side's own name for the limit */
            bucket: string | null;
            /**
             * Format: int64
             * @description how many more it takes, as it said last
             */
            remaining: number | null;
            /**
             * Format: int64
             * @description how often it answered 429
             */
            refused: number;
            /**
             * Format: int64
             * @description how often in a row
             */
            streak: number;
        };
        /** @description the quotas that are set for a tenant itself */
        Quotas: {
            /**
             * Format: int64
             * @description requests per second
             */
            requests_per_second?: number;
            /**
             * Format: int64
             * @description bytes of request bodies in a second; those of workers do not count
             */
            bytes_per_second?: number;
            /**
             * Format: int64
             * @description runs that are waiting, queued or processing
             */
            runs?: number;
            /**
             * Format: int64
             * @description jobs that are not deleted
             */
            jobs?: number;
            /**
             * Format: int64
             * @description batches with children that have not ended
             */
            batches?: number;
            /**
             * Format: int64
             * @description operations under way
             */
            operations?: number;
            /**
             * Format: int64
             * @description pauses of types, queues and the tenant
             */
            pauses?: number;
            /**
             * Format: int64
             * @description alert rules on jobs
             */
            alert_rules?: number;
            /**
             * Format: int64
             * @description fallback alerts that are under way or wait for their pause to end
             */
            resting_alerts?: number;
            /**
             * Format: int64
             * @description effects that are claimed and neither completed nor released
             */
            open_effects?: number;
            /**
             * Format: int64
             * @description tasks that wait for other runs
             */
            waiting_tasks?: number;
        };
        /** @description a queued run that a gate would hold back */
        HeldRun: {
            /**
             * Format: uuid
             * @description the run
             */
            run_id: string;
            /** @description the run's type */
            type: string;
            /**
             * Format: date-time
             * @description when the run is due
             */
            run_at: string;
            /**
             * @description the gate that would hold it back
             * @enum {string}
             */
            held_by: "maintenance" | "quiet_hours";
            /**
             * Format: date-time
             * @description when the gate would let it go; null: nobody knows
             */
            held_until: string | null;
        };
        /** @description the token of the caller */
        MeToken: {
            /**
             * Format: uuid
             * @description the token's id
             */
            id: string;
            /** @description its name */
            name: string | null;
            /**
             * Format: date-time
             * @description when it ends; null: never
             */
            expires_at: string | null;
            /** @description of a worker: the queues that it may lease from; none: all */
            queues: string[];
        };
        /** @description the session of the caller */
        MeSession: {
            /**
             * Format: uuid
             * @description the session's id
             */
            id: string;
            /**
             * @description how the browser signed in
             * @enum {string}
             */
            signed_in_by: "code" | "token" | "proxy";
            /**
             * Format: date-time
             * @description when the session began
             */
            created_at: string;
            /**
             * Format: date-time
             * @description when it ends at the latest
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description when it ends unless it is used
             */
            idle_expires_at: string;
        };
        /** @description the tenant of the caller */
        MeTenant: {
            /** @description the tenant's id */
            id: string;
            /** @description for people */
            name: string | null;
            /**
             * @description a set of defaults from the catalog
             * @enum {string|null}
             */
            profile: "default" | "guild" | "broadcast" | "enterprise" | "daily" | "billing" | null;
            /** @description its zone, for quiet hours */
            timezone: string | null;
            /**
             * Format: int64
             * @description the last priority of the tenant's scale; 1 is the first
             */
            readonly priority_last: number;
        };
        /** @description the pause of a job */
        JobPause: {
            /** @description why, for people */
            reason: string | null;
            /** @description who paused it */
            author: string | null;
            /**
             * Format: date-time
             * @description when the pause began
             */
            since: string;
            /**
             * Format: date-time
             * @description when it ends by itself; null: when it is resumed
             */
            until: string | null;
        };
        /** @description a job that another depends on */
        Dependency: {
            /**
             * Format: uuid
             * @description the job that is waited for
             */
            depends_on_job_id: string;
            /**
             * @description waits until that job's run is done; is done or a dead letter; has begun
             * @enum {string}
             */
            dependency_type: "SUCCESS" | "COMPLETE" | "START";
        };
        /** @description how the last runs of a job ended */
        JobRecent: {
            /** @description how each run ended */
            statuses: ("COMPLETED" | "FAILED" | "CANCELLED")[];
            /** @description how long the last attempt of each took */
            durations_ms: number[];
        };
        /** @description an instant at which a rule fires */
        PreviewItem: {
            /**
             * Format: date-time
             * @description the instant, in UTC
             */
            at: string;
            /** @description the same on the clock of the rule's zone */
            local: string;
            /** @description what a clock change did to it */
            note: string | null;
            /**
             * Format: date-time
             * @description of a job with jitter: when its run is due
             */
            run_at?: string;
            /**
             * @description the gate that would hold its run back, as the settings are now; of a preview: quiet_hours
             * @enum {string}
             */
            held_by?: "maintenance" | "quiet_hours";
            /**
             * Format: date-time
             * @description when the gate lets it go; null: nobody knows
             */
            held_until?: string | null;
        };
        /** @description what an apply does with one job */
        ApplyJob: {
            /** @description the job's code */
            code: string;
            /**
             * Format: uuid
             * @description the job's id; null: a dry run would create the job
             */
            id: string | null;
            /**
             * @description what was done with the job, or would be
             * @enum {string}
             */
            action: "created" | "changed" | "unchanged" | "deleted";
            /** @description of a changed job: what differs */
            changes: components["schemas"]["ApplyChange"][];
        };
        /** @description a run that sends a message */
        AlertSend: {
            /**
             * Format: uuid
             * @description the run that sends it
             */
            run_id: string;
            /** @description the recipient; null: none in particular */
            recipient?: unknown;
            /** @description the channels that it goes over */
            channels?: string[];
            /**
             * @description the state of that run
             * @enum {string}
             */
            state: "waiting" | "queued" | "processing" | "done" | "failed" | "dlq" | "cancelled" | "purged";
        };
        /** @description the state of one service level */
        SloState: {
            /**
             * @description the service level's name
             * @enum {string}
             */
            slo: "tick_budget" | "saturation" | "queue_pressure" | "job_latency" | "cutoff_miss_rate" | "start_delay";
            /**
             * @description whether it is kept
             * @enum {string}
             */
            state: "off" | "unknown" | "kept" | "exceeded" | "breached";
            /** @description what was measured */
            value: number | null;
            /** @description the bound; null: it is not watched */
            threshold: number | null;
            /** @description the unit of both */
            unit: string;
            /**
             * Format: int64
             * @description evaluations in a row that exceeded the bound
             */
            breaches: number;
            /**
             * Format: date-time
             * @description the first of them
             */
            since: string | null;
            /** @description true: not the average exceeds the bound, but the depth only rises */
            rising: boolean;
            /**
             * Format: int64
             * @description of cutoff_miss_rate: the due minute with the most misses
             */
            due_bucket: number | null;
        };
        /** @description a row of statistics */
        StatsRow: {
            /**
             * Format: date-time
             * @description by time: where the row's span begins
             */
            at?: string;
            /** @description by tenant: the tenant; other: those beyond the bound */
            tenant_id?: string;
            /** @description by route: the route; other: those beyond the bound */
            route?: string;
            /** @description by type: the type; other: those beyond the bound */
            type?: string;
            /**
             * Format: int64
             * @description by due_minute: the minute of the day; null: those beyond the bound
             */
            due_minute?: number | null;
            /**
             * Format: int64
             * @description runs that were created
             */
            enqueued?: number;
            /**
             * Format: int64
             * @description attempts handed to a worker
             */
            started?: number;
            /**
             * Format: int64
             * @description runs that were carried out
             */
            done?: number;
            /**
             * Format: int64
             * @description runs that failed for good
             */
            failed?: number;
            /**
             * Format: int64
             * @description runs whose attempts are used up
             */
            dead?: number;
            /**
             * Format: int64
             * @description runs that were cancelled
             */
            cancelled?: number;
            /**
             * Format: int64
             * @description attempts that will be followed by another
             */
            retries?: number;
            /**
             * Format: int64
             * @description runs that were deferred, which costs no attempt
             */
            deferred?: number;
            /**
             * Format: int64
             * @description leases that expired without a heartbeat
             */
            stalled?: number;
            /**
             * Format: int64
             * @description attempts that reached their timeout
             */
            timeouts?: number;
            /**
             * Format: int64
             * @description attempts that were answered 429
             */
            rate_limited?: number;
            /**
             * Format: int64
             * @description days that ended well
             */
            success?: number;
            /**
             * Format: int64
             * @description days whose cutoff came first
             */
            cutoff_reached?: number;
            /**
             * Format: int64
             * @description days that passed while the server was down
             */
            missed?: number;
            /** @description from when runs were due until a worker had them */
            start_delay?: components["schemas"]["StatsSpans"];
            /** @description how long attempts took */
            duration?: components["schemas"]["StatsSpans"];
        };
        /** @description a rule of whole days */
        CalendarRule: {
            /** @description an RRULE of whole days */
            rule: string;
            /** @description its first day, like 2025-01-01 */
            start: string;
        };
        /** @description the window that comes next, or is open */
        DailyNext: {
            /**
             * Format: date
             * @description the day of the window
             */
            date: string | null;
            /**
             * Format: date-time
             * @description when the window ends
             */
            cutoff_at: string;
            /**
             * Format: date-time
             * @description when the next attempt is due
             */
            attempt_at: string | null;
            /**
             * Format: uuid
             * @description the run of the window
             */
            run_id: string;
        };
        /** @description what became of one daily window of many */
        DailyResult: {
            /** @description the person; left out where the item does not name one */
            user_id?: string;
            /**
             * @description what became of the daily window; left out where it was refused
             * @enum {string}
             */
            outcome?: "created" | "changed" | "unchanged";
            /** @description why it was refused */
            error?: components["schemas"]["TaskError"];
            /** @description where in the body the fault is */
            pointer?: string;
        };
        /** @description the delivery report of a batch */
        BatchReport: {
            /**
             * Format: int64
             * @description children in all
             */
            total: number;
            /**
             * Format: int64
             * @description children that are done
             */
            done: number;
            /**
             * Format: int64
             * @description children that are dead letters
             */
            failed: number;
            /**
             * Format: int64
             * @description children that were cancelled or discarded
             */
            cancelled: number;
            /**
             * Format: int64
             * @description children that have not ended
             */
            pending: number;
            /** @description the last children that failed */
            failures: components["schemas"]["BatchFailure"][];
            /**
             * Format: int64
             * @description failed children that the list leaves out
             */
            failures_more: number;
            /**
             * Format: int64
             * @description how many failed items the results of its children name
             */
            items_failed: number;
            /** @description the last of the failed items */
            item_failures: components["schemas"]["BatchItemFailure"][];
            /**
             * Format: int64
             * @description failed items that the list leaves out
             */
            item_failures_more: number;
        };
        /** @description what one rule made of an event */
        EventRun: {
            /**
             * Format: uuid
             * @description the rule that made the run, or that could not; left out for a duplicate
             */
            rule_id?: string;
            /** @description why no run was made */
            error?: string;
            /**
             * Format: uuid
             * @description the run that was made
             */
            id?: string;
        };
        /** @description a run that a rule would make */
        RuleRun: {
            /** @description the type of the run */
            type: string;
            /**
             * Format: date-time
             * @description when it would be due
             */
            run_at: string;
            /** @description what it would be about */
            entity: string | null;
            /** @description the person that it would be for */
            user_id: string | null;
            /** @description its payload */
            payload: {
                [key: string]: unknown;
            };
        };
        /** @description one run of a ladder */
        Rung: {
            /** @description its span before (-24h) or after (15m) the anchor, or 0 */
            offset: string;
            /**
             * Format: date-time
             * @description when it is due, or was
             */
            run_at: string;
            /**
             * Format: uuid
             * @description its run; left out where its time had passed
             */
            run_id?: string;
            /**
             * @description the state of its run; passed: its time had passed and none was made; purged: the run was removed
             * @enum {string}
             */
            state: "waiting" | "queued" | "processing" | "done" | "failed" | "dlq" | "cancelled" | "passed" | "purged";
        };
        /** @description an alert as events tell it */
        RaisedAlert: {
            /**
             * Format: uuid
             * @description the alert's id
             */
            alert_id: string;
            /**
             * @description the state of the alert
             * @enum {string}
             */
            state: "raised" | "resolved";
            /**
             * @description what the alert is about
             * @enum {string}
             */
            alert_type: "FAILURE" | "TIMEOUT" | "LONG_RUNNING" | "MISSED" | "DLQ_GROWTH" | "STALLED" | "RATE_LIMITED" | "NO_WORKER" | "LATENCY";
            /**
             * Format: uuid
             * @description the job
             */
            job_id?: string;
            /** @description the code of the job */
            job_code?: string;
            /** @description about the service: a tenant and type, or a route */
            subject?: string;
            /**
             * Format: int64
             * @description the rule's threshold
             */
            threshold_value: number;
            /**
             * Format: int64
             * @description what was counted when it was raised
             */
            value: number;
            /**
             * Format: uuid
             * @description the run that led to it
             */
            run_id?: string;
            /**
             * Format: date-time
             * @description when it was raised
             */
            raised_at: string;
            /**
             * Format: date-time
             * @description when it was resolved
             */
            resolved_at: string | null;
            /** @description why it was resolved */
            reason?: string;
        };
        /** @description a field or parameter at fault */
        Fault: {
            /** @description the JSON pointer of the field at fault */
            pointer?: string;
            /** @description or the name of the parameter at fault */
            parameter?: string;
            /** @description what is wrong, and what is allowed */
            reason: string;
            /**
             * @description the code of this fault
             * @enum {string}
             */
            code: "memory" | "too_long" | "json" | "cron_syntax" | "cron_range" | "rrule_syntax" | "rrule_range" | "rrule_conflict" | "rule_never" | "interval" | "time_syntax" | "window_syntax" | "zone_name" | "zone_unknown" | "zone_damaged" | "zone_database" | "invalid" | "unauthorized" | "forbidden" | "not_found" | "gone" | "method" | "media_type" | "conflict" | "lease_lost" | "version" | "replay_body" | "quota" | "full" | "busy" | "store" | "store_unknown" | "store_sync" | "store_damaged" | "misdirected" | "http";
        };
        /** @description why an item of a list was refused */
        TaskError: {
            /**
             * @description the code of the error, as in a problem
             * @enum {string}
             */
            code: "memory" | "too_long" | "json" | "cron_syntax" | "cron_range" | "rrule_syntax" | "rrule_range" | "rrule_conflict" | "rule_never" | "interval" | "time_syntax" | "window_syntax" | "zone_name" | "zone_unknown" | "zone_damaged" | "zone_database" | "invalid" | "unauthorized" | "forbidden" | "not_found" | "gone" | "method" | "media_type" | "conflict" | "lease_lost" | "version" | "replay_body" | "quota" | "full" | "busy" | "store" | "store_unknown" | "store_sync" | "store_damaged" | "misdirected" | "http";
            /** @description what was wrong, for people */
            detail: string;
        };
        /** @description the pause that holds a run back */
        WhyPause: {
            /** @description the name of the type, queue, tenant or job that is paused */
            name: string | null;
            /** @description why, for people */
            reason: string | null;
            /** @description who paused it */
            author: string | null;
            /**
             * Format: date-time
             * @description when the pause began
             */
            since: string;
            /**
             * Format: date-time
             * @description when it ends by itself; null: when it is resumed
             */
            until: string | null;
        };
        /** @description the run that has the place that another waits for */
        WhyHolder: {
            /**
             * Format: uuid
             * @description the run that has the place
             */
            run_id: string;
            /** @description the worker that holds that run */
            worker_id: string;
        };
        /** @description a member of a job that an apply changes */
        ApplyChange: {
            /** @description the member of the job that changes */
            field: string;
            /** @description the value until now; null: none */
            before: unknown;
            /** @description the value from now on; null: none */
            after: unknown;
        };
        /** @description how long something took */
        StatsSpans: {
            /**
             * Format: int64
             * @description how many were measured
             */
            count: number;
            /**
             * Format: int64
             * @description their mean
             */
            mean_ms?: number;
            /**
             * Format: int64
             * @description half took at most this long
             */
            p50_ms?: number;
            /**
             * Format: int64
             * @description 95 % took at most this long
             */
            p95_ms?: number;
            /**
             * Format: int64
             * @description 99 % took at most this long
             */
            p99_ms?: number;
            /** @description how many lie up to each of bounds_ms, and above all of them */
            buckets?: number[];
        };
        /** @description a child of a batch that failed */
        BatchFailure: {
            /**
             * Format: uuid
             * @description the child's run
             */
            id: string;
            /**
             * Format: int64
             * @description its place in the batch, from 0 on
             */
            index?: number;
            /**
             * @description the state of the run
             * @enum {string}
             */
            state: "failed" | "dlq";
            /**
             * Format: int64
             * @description attempts that it had
             */
            attempts: number;
            /** @description the class of its last error */
            error_class: string | null;
            /** @description the message of its last error */
            error_message: string | null;
        };
        /** @description a child of a batch that failed */
        BatchItemFailure: {
            /**
             * Format: uuid
             * @description the child's run
             */
            id: string;
            /**
             * Format: int64
             * @description the child's place in the batch, from 0 on
             */
            index?: number;
            /** @description the item, as the child's result names it, cut above 1,024 bytes; null: the result names none */
            item: unknown;
            /** @description the class of the item's error */
            error_class: string | null;
            /** @description the message of the item's error, cut above 1,024 bytes */
            error_message: string | null;
        };
        RunList: {
            data: components["schemas"]["Run"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        ExecutionList: {
            data: components["schemas"]["Execution"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        WorkerList: {
            data: components["schemas"]["Worker"][];
            /** @description always null: there is one page */
            next_cursor: null;
        };
        PauseList: {
            data: components["schemas"]["Pause"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        TypeList: {
            data: components["schemas"]["Type"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        QueueList: {
            data: components["schemas"]["Queue"][];
            /** @description always null: there is one page */
            next_cursor: null;
        };
        LimitList: {
            data: components["schemas"]["Limit"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        TenantList: {
            data: components["schemas"]["Tenant"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        QuotaList: {
            data: components["schemas"]["Quota"][];
            /** @description always null: there is one page */
            next_cursor: null;
        };
        UserList: {
            data: components["schemas"]["User"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        TokenList: {
            data: components["schemas"]["Token"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        SecretList: {
            data: components["schemas"]["Secret"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        SessionInfoList: {
            data: components["schemas"]["SessionInfo"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        JobList: {
            data: components["schemas"]["Job"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        OccurrenceList: {
            data: components["schemas"]["Occurrence"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        AlertRuleList: {
            data: components["schemas"]["AlertRule"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description always null: there is one page */
            next_cursor: null;
        };
        AlertList: {
            data: components["schemas"]["Alert"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        TemplateList: {
            data: components["schemas"]["Template"][];
            /** @description always null: there is one page */
            next_cursor: null;
        };
        CalendarList: {
            data: components["schemas"]["Calendar"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description always null: there is one page */
            next_cursor: null;
        };
        ReminderList: {
            data: components["schemas"]["Reminder"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        DailyList: {
            data: components["schemas"]["Daily"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        DayList: {
            data: components["schemas"]["Day"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        BatchList: {
            data: components["schemas"]["Batch"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        EventList: {
            data: components["schemas"]["Event"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        RuleList: {
            data: components["schemas"]["Rule"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        SourceList: {
            data: components["schemas"]["Source"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        WebhookList: {
            data: components["schemas"]["Webhook"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        AuditEntryList: {
            data: components["schemas"]["AuditEntry"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        LadderList: {
            data: components["schemas"]["Ladder"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        DeliveryList: {
            data: components["schemas"]["Delivery"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        EffectList: {
            data: components["schemas"]["Effect"][];
            /** @description rows of this page that the disk has damaged; left out where there is none */
            damaged?: components["schemas"]["DamagedRow"][];
            /** @description the cursor of the next page; null: this is the last one */
            next_cursor: string | null;
        };
        JobEvent: {
            /** @description the version of CloudEvents: 1.0 */
            specversion: string;
            /** @description the place of the event in the journal; a stream goes on behind it */
            id: string;
            /** @description the tenant that it happened in, as a path */
            source: string;
            /**
             * @description what happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "job.scheduled" | "job.deleted" | "job.paused" | "job.resumed" | "job.missed" | "job.replanned" | "job.unplanned";
            /**
             * Format: uuid
             * @description the run, job, reminder or other object that it is about
             */
            subject?: string;
            /**
             * Format: date-time
             * @description when it happened
             */
            time: string;
            /** @description application/json */
            datacontenttype: string;
            /** @description what is known of it */
            data: components["schemas"]["JobEventData"];
        };
        RunEvent: {
            /** @description the version of CloudEvents: 1.0 */
            specversion: string;
            /** @description the place of the event in the journal; a stream goes on behind it */
            id: string;
            /** @description the tenant that it happened in, as a path */
            source: string;
            /**
             * @description what happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "job.started" | "job.completed" | "job.failed" | "job.timeout" | "task.started" | "task.executed" | "task.failed" | "task.timeout" | "run.created" | "run.queued" | "run.deferred" | "run.audit" | "run.rescheduled" | "run.released" | "run.retried" | "run.failed" | "run.dlq" | "run.cancelled" | "batch.completed";
            /**
             * Format: uuid
             * @description the run, job, reminder or other object that it is about
             */
            subject?: string;
            /**
             * Format: date-time
             * @description when it happened
             */
            time: string;
            /** @description application/json */
            datacontenttype: string;
            /** @description what is known of it */
            data: components["schemas"]["RunEventData"];
        };
        HoldEvent: {
            /** @description the version of CloudEvents: 1.0 */
            specversion: string;
            /** @description the place of the event in the journal; a stream goes on behind it */
            id: string;
            /** @description the tenant that it happened in, as a path */
            source: string;
            /**
             * @description what happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "pause.set" | "pause.lifted" | "maintenance.holding" | "calendar.changed" | "tenant.deleted";
            /**
             * Format: date-time
             * @description when it happened
             */
            time: string;
            /** @description application/json */
            datacontenttype: string;
            /** @description what is known of it */
            data: components["schemas"]["HoldEventData"];
        };
        WindowEvent: {
            /** @description the version of CloudEvents: 1.0 */
            specversion: string;
            /** @description the place of the event in the journal; a stream goes on behind it */
            id: string;
            /** @description the tenant that it happened in, as a path */
            source: string;
            /**
             * @description what happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "window.finalized" | "window.late_success";
            /**
             * Format: uuid
             * @description the run, job, reminder or other object that it is about
             */
            subject?: string;
            /**
             * Format: date-time
             * @description when it happened
             */
            time: string;
            /** @description application/json */
            datacontenttype: string;
            /** @description what is known of it */
            data: components["schemas"]["WindowEventData"];
        };
        ReminderEvent: {
            /** @description the version of CloudEvents: 1.0 */
            specversion: string;
            /** @description the place of the event in the journal; a stream goes on behind it */
            id: string;
            /** @description the tenant that it happened in, as a path */
            source: string;
            /**
             * @description what happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "reminder.due" | "reminder.sent" | "reminder.changed";
            /**
             * Format: uuid
             * @description the run, job, reminder or other object that it is about
             */
            subject?: string;
            /**
             * Format: date-time
             * @description when it happened
             */
            time: string;
            /** @description application/json */
            datacontenttype: string;
            /** @description what is known of it */
            data: components["schemas"]["ReminderEventData"];
        };
        NoticeEvent: {
            /** @description the version of CloudEvents: 1.0 */
            specversion: string;
            /** @description the place of the event in the journal; a stream goes on behind it */
            id: string;
            /** @description the tenant that it happened in, as a path */
            source: string;
            /**
             * @description what happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "notice.created" | "notice.read";
            /**
             * Format: uuid
             * @description the run, job, reminder or other object that it is about
             */
            subject?: string;
            /**
             * Format: date-time
             * @description when it happened
             */
            time: string;
            /** @description application/json */
            datacontenttype: string;
            /** @description what is known of it */
            data: components["schemas"]["NoticeEventData"];
        };
        AlertEvent: {
            /** @description the version of CloudEvents: 1.0 */
            specversion: string;
            /** @description the place of the event in the journal; a stream goes on behind it */
            id: string;
            /** @description the tenant that it happened in, as a path */
            source: string;
            /**
             * @description what happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "alert.raised" | "alert.resolved";
            /**
             * Format: uuid
             * @description the run, job, reminder or other object that it is about
             */
            subject?: string;
            /**
             * Format: date-time
             * @description when it happened
             */
            time: string;
            /** @description application/json */
            datacontenttype: string;
            /** @description what is known of it */
            data: components["schemas"]["AlertEventData"];
        };
        EffectEvent: {
            /** @description the version of CloudEvents: 1.0 */
            specversion: string;
            /** @description the place of the event in the journal; a stream goes on behind it */
            id: string;
            /** @description the tenant that it happened in, as a path */
            source: string;
            /**
             * @description what happened (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "effect.changed";
            /**
             * Format: uuid
             * @description the run, job, reminder or other object that it is about
             */
            subject?: string;
            /**
             * Format: date-time
             * @description when it happened
             */
            time: string;
            /** @description application/json */
            datacontenttype: string;
            /** @description what is known of it */
            data: components["schemas"]["EffectEventData"];
        };
        /** @description something that happened: a CloudEvent of 1.0 */
        Event: components["schemas"]["JobEvent"] | components["schemas"]["RunEvent"] | components["schemas"]["HoldEvent"] | components["schemas"]["WindowEvent"] | components["schemas"]["ReminderEvent"] | components["schemas"]["NoticeEvent"] | components["schemas"]["AlertEvent"] | components["schemas"]["EffectEvent"];
        /** @description how executions ended */
        ResultsInput: {
            /** @description the worker's own name */
            worker_id: string;
            /** @description how executions ended; each is answered by itself */
            results?: components["schemas"]["ResultInput"][] | null;
            /** @description lease again in the same call; its wait_ms counts when there are no results, else the answer comes at once */
            lease?: components["schemas"]["LeaseInput"] | null;
        };
        /** @description which runs a worker wants */
        LeaseInput: {
            /** @description the worker's own name */
            worker_id?: string | null;
            /** @description where it runs */
            hostname?: string | null;
            /** @description only from these; default: all that the token may lease from */
            queues?: string[] | null;
            /** @description only these; default: all */
            types?: string[] | null;
            /** @description only these; for tokens of the tenant system */
            tenants?: string[] | null;
            /**
             * Format: int64
             * @description how many runs at most
             * @default 1
             */
            max?: number | null;
            /**
             * Format: int64
             * @description how long to wait for the first one
             * @default 0
             */
            wait_ms?: number | null;
            /**
             * Format: int64
             * @description how long each is leased; default: as the type says, else the tenant says, else 60000
             */
            lease_ms?: number | null;
            /**
             * @description how payloads are handed over: as JSON, or each as a string (payload_text) that the worker reads by itself
             * @default json
             * @enum {string|null}
             */
            payload_as?: "json" | "text" | null;
            /**
             * @description true: it takes nothing new and ends when what it has is done; its calls that wait are answered
             * @default false
             */
            drain?: boolean | null;
        };
        /** @description what a worker still holds */
        HeartbeatInput: {
            /** @description the worker's own name */
            worker_id: string;
            /** @description executions that the worker holds; wrong items are listed in "refused", the others are extended */
            executions?: components["schemas"]["BeatInput"][] | null;
        };
        /** @description a task to create */
        TaskInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description the name that selects a handler and its policy */
            type?: string | null;
            /** @description the same, by another name; counts where type is not given */
            handler?: string | null;
            /** @description kept as it is given; counts as the type where neither type nor handler is given */
            task_type?: string | null;
            /**
             * @description handed to the worker byte for byte
             * @default {}
             */
            payload?: {
                [key: string]: unknown;
            } | null;
            /** @description not before; default: now */
            run_at?: string | number | null;
            /** @description instead of run_at: how long from now, like 10m */
            in?: string | number | null;
            /** @description the zone of local times; an IANA name */
            timezone?: string | null;
            /** @description 1 (first) to 10 (last), or high, normal, low; with priority_scale 5 of the tenant 1 to 5; default: as the type says, else the tenant says, else "normal" */
            priority?: number | ("high" | "normal" | "low" | null);
            /**
             * @description the queue that the task waits in
             * @default default
             */
            queue?: string | null;
            /** @description whose rate limit it falls under: a name of your own, such as the customer it calls; default: as the type says */
            route?: string | null;
            /** @description two tasks of one type with the same key, within unique_scope, are one run */
            idempotency_key?: string | null;
            /** @description the bucket its key is unique in; default: the minute of run_at */
            run_at_bucket?: string | number | null;
            /** @description bucket, active, succeeded, forever, or a span like 24h; where nothing says it: bucket with a run_at and 24h without; default: as the type says, else the tenant says */
            unique_scope?: string | null;
            /**
             * @description what happens to the run that has the key: keep it, or replace its payload, times and priority if no attempt has begun
             * @default keep
             * @enum {string|null}
             */
            on_duplicate?: "keep" | "replace" | null;
            /** @description what it is about, like event:42; tasks can be cancelled by it */
            entity?: string | null;
            /** @description what it is about, together with reference_id; its entity is then type:id */
            reference_type?: string | null;
            /** @description which one of these; see reference_type */
            reference_id?: string | null;
            /** @description the person it is for */
            user_id?: string | null;
            /** @description who created it; default: the token of the call */
            created_by?: string | null;
            /**
             * Format: int64
             * @description attempts in all; default: as the type says, else the tenant says, else 5
             */
            max_attempts?: number | null;
            /**
             * Format: int64
             * @description the same, as attempts after the first
             */
            max_retries?: number | null;
            /**
             * Format: int64
             * @description the hard end of an attempt; default: as the type says, else the tenant says, else 60
             */
            timeout_seconds?: number | null;
            /** @description no attempt starts at or after it */
            deadline_at?: string | number | null;
            /** @description ids of runs of the tenant: the task waits until all of them have ended as `on` says; it is cancelled where one of them never can */
            after?: string[] | null;
            /**
             * @description with after: success waits until the runs are done; complete takes failed runs, too
             * @default success
             * @enum {string|null}
             */
            on?: "success" | "complete" | null;
            /** @description id or code of a job that its handler has paused: it goes on */
            resumes?: string | null;
        };
        /** @description many tasks to create */
        TaskBulkInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description the tasks */
            tasks: components["schemas"]["TaskInput"][];
            /**
             * @description all or none
             * @default false
             */
            atomic?: boolean | null;
            /** @description id or code of a job that its handler has paused: it goes on */
            resumes?: string | null;
        };
        /** @description a run's new time */
        RescheduleInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description its new time */
            run_at?: string | number | null;
            /** @description instead: how long from now */
            in?: string | number | null;
            /** @description of a local time */
            timezone?: string | null;
            /** @description why, for the history */
            reason?: string | null;
        };
        /** @description which runs */
        OperationInput: {
            /** @description the tenant; only a token of the tenant system may name another one, or * for all */
            tenant_id?: string | null;
            /** @description only runs in these states, separated by commas */
            state?: string | null;
            /** @description only of this type */
            type?: string | null;
            /** @description only in this queue */
            queue?: string | null;
            /** @description only with this key */
            idempotency_key?: string | null;
            /** @description only about this entity */
            entity?: string | null;
            /** @description why, for the history */
            reason?: string | null;
            /**
             * @description true: all of them on purpose, where none of state, type, queue, idempotency_key and entity is given
             * @default false
             */
            all?: boolean | null;
            /**
             * @description only count what would be touched (up to 10,000); such a call is counted anew under the same Idempotency-Key
             * @default false
             */
            dry_run?: boolean | null;
        };
        /** @description how a dead letter is retried */
        RetryInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description why, for the history */
            reason?: string | null;
            /** @description another payload: a copy of the dead letter is made with it, and the dead letter stays as it is */
            payload?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description with payload: discard the dead letter in the same step
             * @default false
             */
            discard_original?: boolean | null;
        };
        /** @description why it is done */
        OperateInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description why, for the history */
            reason?: string | null;
        };
        /** @description what is held back */
        PauseInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /**
             * @description what is held back
             * @enum {string}
             */
            scope: "type" | "queue" | "tenant" | "job";
            /** @description with scope type */
            type?: string | null;
            /** @description with scope queue */
            queue?: string | null;
            /** @description with scope job: its id or code */
            job_id?: string | null;
            /** @description why, for people */
            reason?: string | null;
            /** @description when it ends by itself; default: when somebody resumes it */
            until?: string | number | null;
        };
        /** @description a type's policy */
        TypeInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description priority of runs that give none; with priority_scale 5 of the tenant 1 to 5 */
            priority?: number | ("high" | "normal" | "low" | null);
            /**
             * Format: int64
             * @description attempts in all
             */
            max_attempts?: number | null;
            /**
             * Format: int64
             * @description how many run at once, in its tenant
             */
            limit?: number | null;
            /**
             * Format: int64
             * @description how long a lease lasts
             */
            lease_ms?: number | null;
            /**
             * Format: int64
             * @description the hard end of an attempt
             */
            timeout_seconds?: number | null;
            /** @description the waits between attempts */
            backoff?: components["schemas"]["BackoffInput"] | null;
            /** @description error classes that are worth another attempt */
            retryable?: string[] | null;
            /** @description error classes that are not */
            fatal?: string[] | null;
            /** @description of its tasks with a key that say none: bucket, active, succeeded, forever, or a span like 24h; default: as the tenant says */
            unique_scope?: string | null;
            /** @description what carries out its runs: {"kind": "pull"} a worker; http, exec, smtp, log the server (doc/handlers.md) */
            handler?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description what maintenance does to it
             * @default defer
             * @enum {string|null}
             */
            maintenance?: "defer" | "pass" | null;
            /**
             * @description what quiet hours do to it
             * @default hold
             * @enum {string|null}
             */
            quiet?: "hold" | "pass" | "opt_in" | null;
            /**
             * @description it reaches people: quiet hours count
             * @default false
             */
            notifies?: boolean | null;
            /** @description whose rate limit it falls under */
            route?: string | null;
            /** @description the group of a job that names none, for the tenant's pings */
            group?: string | null;
            /** @description the next way when this one fails for good */
            fallback?: components["schemas"]["FallbackInput"] | null;
            /**
             * Format: int64
             * @description how long its ended runs are kept; dead letters at most 90; of the server: BELFRY_RETENTION; default: as the server says
             */
            retention_days?: number | null;
            /**
             * Format: int64
             * @description with quiet opt_in: only so many last rungs of a ladder may use the opt-in; 0: every run may
             * @default 0
             */
            ladder_critical_last?: number | null;
            /** @description for people */
            description?: string | null;
        };
        /** @description a queue's share and bound */
        QueueInput: {
            /**
             * Format: int64
             * @description its share while all are busy
             * @default 1
             */
            weight?: number | null;
            /**
             * Format: int64
             * @description how many of it run at once; 0: no bound
             */
            limit?: number | null;
        };
        /** @description how often a route may be used */
        LimitInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /**
             * Format: int64
             * @description how many starts in each span; a new limit needs this or concurrency
             */
            rate?: number | null;
            /**
             * Format: int64
             * @description the span
             * @default 1
             */
            per_seconds?: number | null;
            /**
             * Format: int64
             * @description how many at once after a silence; default: as many as rate
             */
            burst?: number | null;
            /**
             * Format: int64
             * @description how many runs of the route are processed at once, for each tenant by itself; left out: no bound
             */
            concurrency?: number | null;
            /**
             * @description tenant: each for itself; system: all tenants together, only for limits of the tenant system
             * @default tenant
             * @enum {string|null}
             */
            scope?: "tenant" | "system" | null;
        };
        /** @description a tenant and its settings */
        TenantInput: {
            /** @description the caller's own name for it; only when it is created */
            id?: string | null;
            /**
             * Format: int64
             * @description its share of turns; set by the system
             * @default 1
             */
            weight?: number | null;
            /**
             * Format: int64
             * @description how many of its runs run at once; set by the system; 0: no bound
             */
            limit?: number | null;
            /**
             * Format: int64
             * @description used where neither run nor type says so; default: of a task 5, of a job by SCHEDULER_DEFAULT_MAX_RETRIES of the server
             */
            max_attempts?: number | null;
            /**
             * Format: int64
             * @description used where neither run, job nor type says so; default: as the profile says, else 60000
             */
            lease_ms?: number | null;
            /**
             * Format: int64
             * @description used where neither run, job nor type says so; default: of a task 60, of a job 300
             */
            timeout_seconds?: number | null;
            /** @description used where neither run, job nor type says so */
            backoff?: components["schemas"]["BackoffInput"] | null;
            /** @description tasks without an idempotency_key are refused; default: as the profile says, else false */
            require_key?: boolean | null;
            /**
             * Format: int64
             * @description how close together the occurrences of a job may be
             * @default 60
             */
            min_interval_seconds?: number | null;
            /**
             * @description of runs where neither the call nor the job nor the type says so; with priority_scale 5: 1 to 5
             * @default normal
             */
            priority?: number | ("high" | "normal" | "low" | null);
            /**
             * Format: int64
             * @description 5: priorities are given as 1 to 5, and p counts as 2p - 1; default: as the profile says, else 10
             */
            priority_scale?: number | null;
            /**
             * @description used for jobs that give none; default: as the profile says, else "run_once"
             * @enum {string|null}
             */
            misfire?: "run_once" | "skip" | "run_all" | null;
            /**
             * Format: int64
             * @description used for jobs that give none; default: as the profile says, else 300
             */
            grace_seconds?: number | null;
            /** @description of tasks with a key where neither they nor their type say so: bucket, active, succeeded, forever, or a span like 24h; default: as the profile says */
            unique_scope?: string | null;
            /** @description quotas of the tenant; set by the tenant system; default: as the server says */
            quotas?: components["schemas"]["QuotasInput"] | null;
            /** @description for people */
            name?: string | null;
            /**
             * @description a set of defaults from the catalog
             * @default default
             * @enum {string|null}
             */
            profile?: "default" | "guild" | "broadcast" | "enterprise" | "daily" | "billing" | null;
            /**
             * @description its zone, for quiet hours
             * @default UTC
             */
            timezone?: string | null;
            /** @description nothing starts but what passes; of the tenant system: for all */
            maintenance?: components["schemas"]["MaintenanceInput"] | null;
            /** @description when its people are not to be disturbed */
            quiet_hours?: components["schemas"]["QuietHoursInput"] | null;
            /** @description who is asked over HTTP about runs that no rule knows */
            policy_hook?: components["schemas"]["PolicyHookInput"] | null;
            /** @description which runs are allowed, deferred or denied */
            policy_rules?: components["schemas"]["PolicyRuleInput"][] | null;
            /** @description how its people are reached */
            channels?: {
                [key: string]: unknown;
            } | null;
            /** @description its daily windows */
            daily?: components["schemas"]["DailySettingsInput"] | null;
            /**
             * @description what happens to payloads with keys that look like secrets or personal data: nothing, the run is flagged, or it is refused
             * @default off
             * @enum {string|null}
             */
            payload_check?: "off" | "flag" | "refuse" | null;
            /** @description {GROUP: URL}: the URL that is called when a run of a job or type of the group succeeds; at most 100 */
            pings?: {
                [key: string]: unknown;
            } | null;
            /** @description whether the rules of its profile apply; default: true for a tenant that is created with the profile enterprise, else false */
            profile_rules?: boolean | null;
        };
        /** @description a person */
        UserInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description for people */
            name?: string | null;
            /** @description where mail goes */
            email?: string | null;
            /** @description an IANA name; default: as the tenant says, else "UTC" */
            timezone?: string | null;
            /** @description how to reach them, in order: in_app, email, sms ... */
            channels?: string[] | null;
            /** @description when not to */
            quiet_hours?: components["schemas"]["QuietHoursInput"] | null;
            /** @description types that may reach them in quiet hours */
            opt_ins?: string[] | null;
            /** @description addresses by channel */
            contacts?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description a token to make */
        TokenInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /**
             * @description what its bearer may do
             * @enum {string}
             */
            role: "viewer" | "producer" | "operator" | "worker" | "user" | "admin";
            /** @description the person behind it; required with role user */
            user_id?: string | null;
            /** @description with role worker: only from these */
            queues?: string[] | null;
            /** @description for people */
            name?: string | null;
            /** @description when it ends; default: never */
            expires_at?: string | number | null;
        };
        /** @description a secret to keep */
        SecretInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description never shown again */
            value: string;
        };
        /** @description how a browser signs in */
        SessionInput: {
            /** @description the one-time code of a sign-in link */
            code?: string | null;
            /** @description or a token; neither: as the declared proxy in front says */
            token?: string | null;
        };
        /** @description a job */
        JobInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description its name in its tenant, unique there; default: its type and its id */
            code?: string | null;
            /** @description the type of its runs */
            handler?: string | null;
            /** @description the same, by another name */
            type?: string | null;
            /**
             * @description what plans its runs; default: as the fields given say; MANUAL has none and must be named
             * @enum {string|null}
             */
            schedule_type?: "ONCE" | "INTERVAL" | "CRON" | "RRULE" | "MANUAL" | null;
            /** @description CRON: five fields, or six with seconds first */
            cron_expression?: string | null;
            /**
             * Format: int64
             * @description INTERVAL: from planned instant to planned instant
             */
            interval_seconds?: number | null;
            /** @description ONCE: when */
            run_at?: string | number | null;
            /** @description RRULE: an RFC 5545 rule, with SKIP of RFC 7529, or text with DTSTART, RRULE, RDATE, EXDATE lines */
            recurrence_rule?: string | null;
            /**
             * @description an IANA name
             * @default UTC
             */
            timezone?: string | null;
            /** @description where the schedule begins, inclusive: an instant, or a local time in its zone */
            start_at?: string | null;
            /**
             * @description RRULE: more instants or local times
             * @default []
             */
            rdates?: string[] | null;
            /**
             * @description instants or local times that are left out
             * @default []
             */
            exdates?: string[] | null;
            /**
             * @description calendars whose days are left out
             * @default []
             */
            exclude?: string[] | null;
            /**
             * @description the payload of its runs, byte for byte
             * @default {}
             */
            parameters?: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: int64
             * @description the hard end of an attempt; default: as the type says, else the tenant says, else 300
             */
            timeout_seconds?: number | null;
            /**
             * Format: int64
             * @description attempts after the first; default: as the type says, else the tenant says, else the server says, else 3
             */
            max_retries?: number | null;
            /**
             * Format: int64
             * @description the same, as attempts in all
             */
            max_attempts?: number | null;
            /**
             * Format: int64
             * @description the first wait; each further one is twice as long; default: as the type says, else the tenant says, else the server says, else 60
             */
            retry_delay_seconds?: number | null;
            /** @description the waits between attempts, instead of retry_delay_seconds */
            backoff?: components["schemas"]["BackoffInput"] | null;
            /** @description 1 (first) to 10 (last), or high, normal, low; with priority_scale 5: 1 to 5; default: as the type says, else the tenant says, else "normal" */
            priority?: number | ("high" | "normal" | "low" | null);
            /**
             * @description the queue that the runs wait in
             * @default default
             */
            queue?: string | null;
            /**
             * @description true: no limit on concurrent runs, unless max_instances sets one
             * @default false
             */
            allow_concurrent?: boolean | null;
            /**
             * Format: int64
             * @description runs of it at once
             * @default 1
             */
            max_instances?: number | null;
            /**
             * @description DISABLED: nothing is planned
             * @default ACTIVE
             * @enum {string|null}
             */
            status?: "ACTIVE" | "DISABLED" | null;
            /**
             * @description false: DISABLED
             * @default true
             */
            is_enabled?: boolean | null;
            /**
             * @description what happens to missed occurrences; default: as the tenant says, else "run_once"
             * @enum {string|null}
             */
            misfire?: "run_once" | "skip" | "run_all" | null;
            /**
             * Format: int64
             * @description how late an occurrence may start and still count as in time; default: as the tenant says, else 300
             */
            grace_seconds?: number | null;
            /**
             * Format: int64
             * @description how many missed occurrences are caught up
             * @default 100
             */
            catchup_max?: number | null;
            /**
             * Format: int64
             * @description spread over this span
             * @default 0
             */
            catchup_spread_seconds?: number | null;
            /**
             * Format: int64
             * @description its runs are spread by up to this much, each occurrence always alike
             * @default 0
             */
            jitter_seconds?: number | null;
            /**
             * @description what happens to an occurrence while the job's limit is reached
             * @default queue
             * @enum {string|null}
             */
            overlap?: "queue" | "skip" | "replace" | null;
            /**
             * Format: int64
             * @description occurrences of this span ahead are planned as runs; 0: only the next one
             * @default 0
             */
            horizon_seconds?: number | null;
            /**
             * @description a local time that clocks skip
             * @default shift
             * @enum {string|null}
             */
            dst_gap?: "shift" | "next" | "skip" | null;
            /**
             * @description a local time that happens twice
             * @default default
             * @enum {string|null}
             */
            dst_overlap?: "default" | "first" | "second" | "both" | null;
            /**
             * @description its occurrences wait for a run of each of these jobs
             * @default []
             */
            dependencies?: components["schemas"]["DependencyInput"][] | null;
            /**
             * @description it cannot be disabled or deleted; only the system may say so
             * @default false
             */
            is_system_required?: boolean | null;
            /** @description for people */
            name?: string | null;
            /** @description for people */
            description?: string | null;
            /** @description SYSTEM, TENANT, USER, or a word of your own */
            job_type?: string | null;
            /** @description its id in another system */
            external_id?: string | null;
            /** @description the name of that other system */
            source_system?: string | null;
            /** @description who created it; default: the token of the call */
            created_by?: string | null;
            /** @description its group: the tenant's pings name the URL that is called when a run of the group succeeds; default: as the type says */
            group?: string | null;
        };
        /** @description how this one run differs */
        JobRunInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description this run's payload, instead of the job's */
            parameters?: {
                [key: string]: unknown;
            } | null;
            /** @description the same, by another name */
            payload?: {
                [key: string]: unknown;
            } | null;
            /** @description why, for the history */
            reason?: string | null;
        };
        /** @description why and how long */
        JobPauseInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description why, for people */
            reason?: string | null;
            /** @description when it ends by itself; default: when somebody resumes it */
            until?: string | number | null;
        };
        /** @description which span to run again */
        BackfillInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description the first instant, inclusive */
            from: string | number;
            /** @description the last instant, inclusive; in the past */
            to: string | number;
            /**
             * Format: int64
             * @description the runs begin spread over this span
             * @default 0
             */
            spread_seconds?: number | null;
            /** @description why, for the history */
            reason?: string | null;
        };
        /** @description a rule to look ahead with */
        PreviewInput: {
            /** @description cron, rrule or interval; default: as the rule itself tells */
            kind?: string | null;
            /** @description the rule */
            rule: string;
            /**
             * @description an IANA name
             * @default UTC
             */
            timezone?: string | null;
            /** @description where it begins: an instant, or a local time; default: now */
            start?: string | null;
            /** @description only what is later; default: now */
            after?: string | number | null;
            /** @description RRULE: more instants or local times */
            rdates?: string[] | null;
            /** @description instants or local times that are left out */
            exdates?: string[] | null;
            /**
             * @description a local time that clocks skip
             * @default shift
             * @enum {string|null}
             */
            dst_gap?: "shift" | "next" | "skip" | null;
            /**
             * @description a local time that happens twice
             * @default default
             * @enum {string|null}
             */
            dst_overlap?: "default" | "first" | "second" | "both" | null;
            /**
             * Format: int64
             * @description also show the waits before so many retries, at most 20
             */
            max_retries?: number | null;
            /**
             * Format: int64
             * @description with max_retries: the first wait
             * @default 60
             */
            retry_delay_seconds?: number | null;
            /** @description with max_retries: the waits, instead of retry_delay_seconds */
            backoff?: components["schemas"]["BackoffInput"] | null;
            /** @description also tell which instants lie in these hours; where they name no zone, theirs is timezone */
            quiet_hours?: components["schemas"]["QuietHoursInput"] | null;
            /**
             * Format: int64
             * @description how many
             * @default 10
             */
            count?: number | null;
        };
        /** @description jobs as they shall be */
        ApplyInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description the jobs, each with its code; what a job that exists has and the body does not name stays as it is */
            jobs: components["schemas"]["JobInput"][];
            /** @description delete the jobs with this source_system that are not in the body; jobs in it get it */
            prune?: string | null;
            /**
             * @description true: check everything and say what would be done, but do nothing
             * @default false
             */
            dry_run?: boolean | null;
        };
        /** @description when, and who is told */
        AlertInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /**
             * @description what it is about
             * @enum {string|null}
             */
            alert_type?: "FAILURE" | "TIMEOUT" | "LONG_RUNNING" | "MISSED" | null;
            /**
             * Format: int64
             * @description how many in a row, of LONG_RUNNING and MISSED how many seconds; default: of these 3600 and 300, of others 1
             */
            threshold_value?: number | null;
            /** @description in_app, email, webhook, or a name that the tenant's settings have in `channels` */
            notification_channels?: string[] | null;
            /** @description ids of people, addresses of mail, urls of webhooks, or what the tenant's channel understands */
            recipients?: string[] | null;
            /**
             * @description false: the rule raises nothing
             * @default true
             */
            is_enabled?: boolean | null;
        };
        /** @description when, and who is told */
        ServiceAlertInput: {
            /**
             * Format: int64
             * @description how many in a row, of LONG_RUNNING and MISSED how many seconds; default: of these 3600 and 300, of others 1
             */
            threshold_value?: number | null;
            /** @description in_app, email, webhook, or a name that the tenant's settings have in `channels` */
            notification_channels?: string[] | null;
            /** @description ids of people, addresses of mail, urls of webhooks, or what the tenant's channel understands */
            recipients?: string[] | null;
            /**
             * @description false: the rule raises nothing
             * @default true
             */
            is_enabled?: boolean | null;
        };
        /** @description why it is tried */
        ServiceTestInput: {
            /** @description why, for the history */
            reason?: string | null;
        };
        /** @description days to leave out */
        CalendarInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /**
             * @description days, like 2025-12-25
             * @default []
             */
            dates?: string[] | null;
            /**
             * @description rules of whole days
             * @default []
             */
            rules?: components["schemas"]["CalendarRuleInput"][] | null;
        };
        /** @description a reminder */
        ReminderInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description whom it is for; default: the person behind the token */
            user_id?: string | null;
            /** @description what they are told; required */
            title?: string | null;
            /** @description more of it */
            description?: string | null;
            /** @description what it is about, in a word: order, load, contact */
            reference_type?: string | null;
            /** @description which one */
            reference_id?: string | null;
            /** @description where it leads */
            reference_url?: string | null;
            /** @description when, or where a series begins; required */
            remind_at?: string | number | null;
            /** @description an IANA name; default: as the person says, else "UTC" */
            timezone?: string | null;
            /** @description whether its rule counts; default: true where there is one */
            is_recurring?: boolean | null;
            /** @description an RRULE (RFC 5545), from remind_at on, by the clock of its zone */
            recurrence_rule?: string | null;
            /** @description the last day of the series, in its zone */
            recurrence_end_date?: string | null;
            /**
             * @description in_app, email, sms or any other name; empty: as the person prefers, else in_app
             * @default []
             */
            notification_channels?: string[] | null;
        };
        /** @description until when a reminder is snoozed */
        SnoozeInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /**
             * Format: int64
             * @description for so long; 15, 60, 240, 1440 and 10080 are offered; default: as the server says, else 60
             */
            minutes?: number | null;
            /** @description or until then */
            until?: string | number | null;
            /** @description of a local `until` */
            timezone?: string | null;
        };
        /** @description daily windows of many people */
        DailyBulkInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description the daily windows, one for each person */
            windows: components["schemas"]["DailyItemInput"][];
        };
        /** @description a person's daily window */
        DailyInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description the time of day, HH:MM, by which it is to be done: the cutoff */
            due_time: string;
            /**
             * @description the zone of that time, an IANA name
             * @default UTC
             */
            timezone?: string | null;
        };
        /** @description many runs and one that waits for them */
        BatchInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description the type of the children, and of the batch */
            type: string;
            /** @description any values, cut into chunks: a child's payload is {"items": [...], "index": n}, byte for byte */
            items?: unknown[] | null;
            /** @description with items: members that every child's payload gets beside items and index */
            payload?: {
                [key: string]: unknown;
            } | null;
            /** @description instead of items: the children themselves */
            children?: components["schemas"]["BatchChildInput"][] | null;
            /**
             * Format: int64
             * @description items in a child
             * @default 50
             */
            chunk_size?: number | null;
            /**
             * Format: int64
             * @description each child begins so much later than the one before
             * @default 0
             */
            chunk_pause_ms?: number | null;
            /**
             * Format: int64
             * @description and up to so much later than that
             * @default 0
             */
            chunk_jitter_ms?: number | null;
            /** @description when the first child begins; default: now */
            run_at?: string | number | null;
            /** @description instead of run_at: how long from now, like 10m */
            in?: string | number | null;
            /** @description the zone of local times; an IANA name */
            timezone?: string | null;
            /** @description 1 (first) to 10 (last), or high, normal, low; with priority_scale 5 of the tenant 1 to 5; default: as the type says, else the tenant says, else "normal" */
            priority?: number | ("high" | "normal" | "low" | null);
            /**
             * @description the queue that the children wait in
             * @default default
             */
            queue?: string | null;
            /** @description what it is about, like event:42 */
            entity?: string | null;
            /** @description the person it is for */
            user_id?: string | null;
            /** @description two batches of one type with the same key, within unique_scope, are one batch */
            idempotency_key?: string | null;
            /** @description bucket, active, succeeded, forever, or a span like 24h; where nothing says it: bucket with a run_at and 24h without; default: as the type says, else the tenant says */
            unique_scope?: string | null;
            /**
             * Format: int64
             * @description attempts of each child; default: as the type says, else the tenant says, else 5
             */
            max_attempts?: number | null;
            /**
             * Format: int64
             * @description the hard end of an attempt; default: as the type says, else the tenant says, else 60
             */
            timeout_seconds?: number | null;
        };
        /** @description an event: a CloudEvent of 1.0 */
        CloudEventInput: {
            /**
             * @description the version of CloudEvents
             * @default 1.0
             * @enum {string|null}
             */
            specversion?: "1.0" | null;
            /** @description with source: the same event again makes nothing more, for 48 hours */
            id: string;
            /** @description where it happened */
            source?: string | null;
            /** @description what happened, as order.created */
            type: string;
            /** @description to what */
            subject?: string | null;
            /** @description when */
            time?: string | null;
            /** @description what is known of it */
            data?: unknown;
        } & {
            [key: string]: unknown;
        };
        /** @description what an event that comes in makes */
        RuleInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description for people */
            name?: string | null;
            /** @description one that comes ready made (order.created, load.dispatched, invoice.generated, document.expiring); other fields change it */
            template?: string | null;
            /** @description the type of event, or its beginning and *; required */
            event?: string | null;
            /**
             * Format: uuid
             * @description only from this source
             */
            source?: string | null;
            /** @description all must hold: [{field: data.total, is | not | above | below: value}], or only field: it is there */
            where?: unknown[] | null;
            /** @description where in the event the instant stands that offsets count from, as data.due_at; default: when it came */
            anchor?: string | null;
            /**
             * @description a run each: 24h, 0, or before the anchor -2h; what lies in the past is not made
             * @default [
             *       "0"
             *     ]
             */
            offsets?: string[] | null;
            /**
             * @description what is made
             * @default task
             * @enum {string|null}
             */
            creates?: "task" | "reminder" | "job" | null;
            /** @description the type of the tasks, or of the jobs' runs; required but for reminders */
            type?: string | null;
            /** @description of the tasks (default: {event: the event}), or the fields of the reminder or job; {data.x} in its texts is the event's value */
            payload?: {
                [key: string]: unknown;
            } | null;
            /** @description what they are about, as order:{data.id}; they can be cancelled by it */
            entity?: string | null;
            /** @description the person they are for, as {data.user} */
            user_id?: string | null;
            /**
             * @description the queue that what it makes waits in
             * @default default
             */
            queue?: string | null;
            /**
             * Format: int64
             * @description 1 (first) to 10 (last), of what is made; default: as the type says, else the tenant says, else 5
             */
            priority?: number | null;
            /**
             * Format: int64
             * @description attempts in all, of what is made; default: as the type says, else the tenant says, else 5
             */
            max_attempts?: number | null;
            /** @description id or code of a job that its handler has paused: it goes on */
            resumes?: string | null;
            /**
             * @description paused: it makes nothing
             * @default active
             * @enum {string|null}
             */
            state?: "active" | "paused" | null;
            /** @description for people */
            description?: string | null;
        };
        /** @description an event to try a rule with */
        RuleTestInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description an event as POST events takes it; nothing is made */
            sample: {
                [key: string]: unknown;
            };
        };
        /** @description whose signed events are taken */
        SourceInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description for people */
            name?: string | null;
            /** @description names of one or two secrets (PUT secrets/NAME, whsec_...) by which its events are signed; required */
            secrets?: string[] | null;
            /** @description types that its events may make runs of; default: all that a rule names */
            types?: string[] | null;
            /**
             * @description paused: its events are refused
             * @default active
             * @enum {string|null}
             */
            state?: "active" | "paused" | null;
            /** @description for people */
            description?: string | null;
        };
        /** @description whom events are sent to */
        WebhookInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description where events are sent; required */
            url?: string | null;
            /** @description names of one or two secrets (PUT secrets/NAME) that sign, the new one first; required */
            secrets?: string[] | null;
            /**
             * @description only these: job.failed, run.*; empty: all
             * @default []
             */
            events?: string[] | null;
            /** @description only about runs of this type */
            type?: string | null;
            /**
             * Format: uuid
             * @description only about this job and its runs
             */
            job_id?: string | null;
            /**
             * @description of the tenant system: events of all tenants; false: of its own
             * @default false
             */
            all_tenants?: boolean | null;
            /** @description sent along; "secret:NAME" is filled in */
            headers?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description paused: nothing is sent, and nothing is lost for as long as the journal is kept
             * @default active
             * @enum {string|null}
             */
            state?: "active" | "paused" | null;
            /**
             * Format: int64
             * @description deliveries that have not ended; 1: strictly in order
             * @default 1
             */
            in_flight?: number | null;
            /**
             * Format: int64
             * @description of one delivery
             * @default 12
             */
            max_attempts?: number | null;
            /**
             * Format: int64
             * @description of one attempt
             * @default 30
             */
            timeout_seconds?: number | null;
            /** @description for people */
            description?: string | null;
        };
        /** @description from where events are sent again */
        WebhookReplayInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description an event's id: what came behind it is sent again */
            after?: string | null;
            /** @description instead: all from this instant on */
            from?: string | number | null;
        };
        /** @description runs around an instant of an entity */
        LadderInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description what it is about, like event:42 */
            entity: string;
            /** @description the instant its rungs are counted from */
            anchor: string | number;
            /** @description the zone of local times; an IANA name */
            timezone?: string | null;
            /** @description spans before (-24h) and after (15m) the anchor, and 0; in any order, none twice */
            offsets: string[];
            /** @description the type of each rung's run */
            type: string;
            /**
             * @description handed to the worker byte for byte with each rung
             * @default {}
             */
            payload?: {
                [key: string]: unknown;
            } | null;
            /** @description the person it is for */
            user_id?: string | null;
            /** @description an entity may have several ladders, by name */
            name?: string | null;
        };
        /** @description another anchor for an entity's ladders */
        LadderMoveInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description the instant the rungs are counted from now on */
            anchor: string | number;
            /** @description the zone of local times; an IANA name */
            timezone?: string | null;
            /** @description only this person's; default: all of the entity's */
            user_id?: string | null;
            /** @description only those of this name; default: all */
            name?: string | null;
        };
        /** @description which ladders of an entity end, and why */
        LadderStopInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description why, for the history */
            reason?: string | null;
            /** @description only this person's; default: all of the entity's */
            user_id?: string | null;
            /** @description only those of this name; default: all */
            name?: string | null;
        };
        /** @description an outside change that is to happen once */
        EffectClaimInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /** @description what is to happen once, like charge.card */
            action_key: string;
            /** @description which one; default: the id of the execution's run */
            idempotency_key?: string | null;
            /**
             * Format: uuid
             * @description the lease's token: its run's tenant counts, and the claim holds while the lease does
             */
            execution_id?: string | null;
            /** @description where it is unique, like branch:7; default: all of the tenant */
            scope?: string | null;
            /**
             * Format: int64
             * @description after this time an open claim is in doubt
             * @default 900
             */
            ttl_seconds?: number | null;
            /**
             * @description reopen: once in doubt, the next claim counts as first again
             * @default in_doubt
             * @enum {string|null}
             */
            on_abandoned?: "in_doubt" | "reopen" | null;
        };
        /** @description what came of a claim */
        EffectCompleteInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /**
             * Format: uuid
             * @description the claim_id of the answer to the claim
             */
            claim_id: string;
            /** @description the result that later claims receive, byte for byte */
            result?: unknown;
            /**
             * Format: uuid
             * @description an attempt that has checked the outcome while the claim is in doubt; default: the claim's own
             */
            execution_id?: string | null;
            /**
             * @description true: a person has checked the outcome, no matter who holds the claim; for admins
             * @default false
             */
            resolve?: boolean | null;
        };
        /** @description a claim that is given up */
        EffectReleaseInput: {
            /** @description the tenant; only a token of the tenant system may name another one */
            tenant_id?: string | null;
            /**
             * Format: uuid
             * @description the claim_id of the answer to the claim
             */
            claim_id: string;
            /** @description why, for people */
            reason?: string | null;
            /**
             * Format: uuid
             * @description an attempt that has checked the outcome while the claim is in doubt; default: the claim's own
             */
            execution_id?: string | null;
        };
        /** @description the next way when one fails for good */
        FallbackInput: {
            /** @description the type of the run that is made with the same payload */
            type: string;
            /**
             * Format: int64
             * @description how long an alert rests between two of them
             * @default 60
             */
            once_per_minutes?: number | null;
            /** @description what tells an alert: entity, or the path of a value in the payload; default: the idempotency key */
            key?: string | null;
            /** @description error classes that lead to it; default: all but policy_denied and damaged */
            classes?: string[] | null;
        };
        /** @description when nothing starts but what passes */
        MaintenanceInput: {
            /** @description true: on until it is switched off; false: neither span nor windows count; default: on when its span or windows say so */
            enabled?: boolean | null;
            /** @description it begins then; default: at once */
            from?: string | number | null;
            /** @description it ends then; default: when it is switched off */
            until?: string | number | null;
            /** @description hours in which it is on: "02:00-04:00 Sun", a text or a list */
            windows?: unknown;
            /** @description of the windows; default: as the tenant says, else "UTC" */
            timezone?: string | null;
            /** @description for people */
            reason?: string | null;
        };
        /** @description when people are not to be disturbed */
        QuietHoursInput: {
            /**
             * @description false: they do not count
             * @default true
             */
            enabled?: boolean | null;
            /** @description "22:00-07:00 Mon-Fri", a text or a list; past midnight they go on */
            windows?: unknown;
            /** @description with end, where there is one window: 22:00 */
            start?: string | null;
            /** @description 07:00 */
            end?: string | null;
            /** @description an IANA name; default: as the person says, else the tenant says, else "UTC" */
            timezone?: string | null;
        };
        /** @description who is asked whether a run may begin */
        PolicyHookInput: {
            /**
             * @description false: nobody is asked
             * @default true
             */
            enabled?: boolean | null;
            /** @description where the question is sent, a signed POST; it answers {"decision": "allow", "defer" or "deny", "until", "defer_seconds"} */
            url: string;
            /** @description the name of the secret that signs; without one nothing does */
            secret?: string | null;
            /**
             * Format: int64
             * @description how long it may take
             * @default 3000
             */
            timeout_ms?: number | null;
            /**
             * @description what counts when it does not answer
             * @default defer
             * @enum {string|null}
             */
            on_failure?: "defer" | "allow" | "deny" | null;
            /**
             * Format: int64
             * @description how long a run is deferred when the answer names no instant
             * @default 60
             */
            defer_seconds?: number | null;
        };
        /** @description a rule of the policy guard */
        PolicyRuleInput: {
            /**
             * @description what becomes of a run that it matches; the first rule that does counts
             * @enum {string}
             */
            action: "allow" | "defer" | "deny";
            /** @description a type, or its beginning and * */
            type?: string | null;
            /** @description an entity, or its beginning and * */
            entity?: string | null;
            /** @description a value of the payload, as a.b.c: there is one, or as equals and not_equals say */
            field?: string | null;
            /** @description the value of field is this */
            equals?: unknown;
            /** @description the value of field is not this, or there is none */
            not_equals?: unknown;
            /** @description hours of the day: "22:00-07:00 Mon-Fri", a text or a list */
            windows?: unknown;
            /** @description of the windows; default: as the tenant says, else "UTC" */
            timezone?: string | null;
            /**
             * Format: int64
             * @description with defer: for how long; default: until the rule's windows end, or 300 for a rule without windows
             */
            defer_seconds?: number | null;
            /** @description what why and the log call it; default: its place, as in rule 1 */
            name?: string | null;
            /** @description for people */
            description?: string | null;
        };
        /** @description what daily windows are like */
        DailySettingsInput: {
            /**
             * @description the type of the runs
             * @default daily.run
             */
            type?: string | null;
            /**
             * Format: int64
             * @description how long before the due time attempts begin; default: as the server says, else 60
             */
            window_minutes?: number | null;
            /**
             * Format: int64
             * @description from enqueue to enqueue; default: as the server says, else 10
             */
            retry_delay_minutes?: number | null;
            /**
             * Format: int64
             * @description the hard end of an attempt; default: as the type says, else the server says, else 300000
             */
            job_timeout_ms?: number | null;
            /** @description a type: a task of it for the person when a day ends by its cutoff */
            on_cutoff?: string | null;
            /**
             * Format: int64
             * @description how many days the ledger keeps
             * @default 400
             */
            keep_days?: number | null;
        };
        /** @description how an execution ended */
        ResultInput: {
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
            /** @description kept as it came */
            result?: unknown;
            /** @description handed to the next run with the same key, so that it can stop early when nothing changed */
            result_hash?: string | null;
            /** @description with retry and fail */
            error?: components["schemas"]["ErrorInput"] | null;
            /**
             * Format: int64
             * @description with retry: instead of the backoff
             */
            retry_after_ms?: number | null;
            /** @description with defer: when to run again */
            defer_until?: string | number | null;
            /** @description what it wrote; 1 MiB of it is kept */
            output?: components["schemas"]["OutputInput"] | null;
            /** @description what the other side said about its limits; counts for the type's route */
            rate_limit?: components["schemas"]["RateLimitInput"] | null;
            /** @description where somebody was reached, or should have been: a channel, a thread; for the delivery log */
            channel?: string | null;
            /**
             * @description with success and noop: pause the run's job until somebody has new work for it
             * @enum {string|null}
             */
            schedule?: "pause" | null;
            /** @description what was done, for the journal */
            audit?: components["schemas"]["AuditEventInput"][] | null;
        };
        /** @description an execution that goes on */
        BeatInput: {
            /**
             * Format: uuid
             * @description the lease's token
             */
            execution_id: string;
            /**
             * Format: int64
             * @description progress in percent
             */
            progress_percent?: number | null;
            /** @description progress as a text */
            progress_message?: string | null;
        };
        /** @description the waits between attempts */
        BackoffInput: {
            /**
             * @description how the delays between attempts grow
             * @enum {string}
             */
            kind: "default" | "steps" | "exponential" | "fixed";
            /** @description with steps: the delays, at least one; the last one repeats */
            steps_ms?: number[] | null;
            /**
             * Format: int64
             * @description with exponential and fixed: the first delay
             */
            base_ms?: number | null;
            /**
             * Format: int64
             * @description the longest delay
             * @default 86400000
             */
            max_ms?: number | null;
        };
        /** @description what a tenant may have at most */
        QuotasInput: {
            /**
             * Format: int64
             * @description requests per second
             */
            requests_per_second?: number | null;
            /**
             * Format: int64
             * @description bytes of request bodies in a second; those of workers do not count
             */
            bytes_per_second?: number | null;
            /**
             * Format: int64
             * @description runs that are waiting, queued or processing
             */
            runs?: number | null;
            /**
             * Format: int64
             * @description jobs that are not deleted
             */
            jobs?: number | null;
            /**
             * Format: int64
             * @description batches with children that have not ended
             */
            batches?: number | null;
            /**
             * Format: int64
             * @description operations under way
             */
            operations?: number | null;
            /**
             * Format: int64
             * @description pauses of types, queues and the tenant
             */
            pauses?: number | null;
            /**
             * Format: int64
             * @description alert rules on jobs
             */
            alert_rules?: number | null;
            /**
             * Format: int64
             * @description fallback alerts that are under way or wait for their pause to end
             */
            resting_alerts?: number | null;
            /**
             * Format: int64
             * @description effects that are claimed and neither completed nor released
             */
            open_effects?: number | null;
            /**
             * Format: int64
             * @description tasks that wait for other runs
             */
            waiting_tasks?: number | null;
        };
        /** @description a job that another depends on */
        DependencyInput: {
            /** @description another job of the tenant: its id, or its code */
            depends_on_job_id: string;
            /**
             * @description waits until that job's run is done; is done or a dead letter; has begun
             * @default SUCCESS
             * @enum {string|null}
             */
            dependency_type?: "SUCCESS" | "COMPLETE" | "START" | null;
        };
        /** @description a rule of whole days */
        CalendarRuleInput: {
            /** @description an RRULE of whole days */
            rule: string;
            /** @description its first day, like 2025-01-01 */
            start: string;
        };
        /** @description a person's daily window, one of many */
        DailyItemInput: {
            /** @description the person */
            user_id: string;
            /** @description the time of day, HH:MM, by which it is to be done: the cutoff */
            due_time: string;
            /**
             * @description the zone of that time, an IANA name
             * @default UTC
             */
            timezone?: string | null;
        };
        /** @description a child of a batch */
        BatchChildInput: {
            /** @description handed to the worker byte for byte */
            payload: {
                [key: string]: unknown;
            };
            /** @description 1 (first) to 10 (last), or high, normal, low; with priority_scale 5 of the tenant 1 to 5; default: as the batch says */
            priority?: number | ("high" | "normal" | "low" | null);
            /** @description what it is about; default: as the batch says */
            entity?: string | null;
            /** @description the person it is for; default: as the batch says */
            user_id?: string | null;
        };
        /** @description what went wrong */
        ErrorInput: {
            /** @description network, http_5xx, validation ... or a name of your own */
            class?: string | null;
            /** @description for people */
            message?: string | null;
            /** @description where it went wrong */
            stack?: string | null;
        };
        /** @description what an attempt wrote */
        OutputInput: {
            /** @description what it wrote to stdout, or how that began */
            stdout?: string | null;
            /** @description what it wrote to stderr, or how that began */
            stderr?: string | null;
            /**
             * Format: int64
             * @description how much that was in all, where it was cut
             */
            stdout_bytes?: number | null;
            /**
             * Format: int64
             * @description how much that was in all, where it was cut
             */
            stderr_bytes?: number | null;
        };
        /** @description what the other side said of its limit */
        RateLimitInput: {
            /** @description the other side's own name for the limit; routes that share it close together */
            bucket?: string | null;
            /**
             * Format: int64
             * @description how many more it takes until the reset; 0: none
             */
            remaining?: number | null;
            /**
             * Format: int64
             * @description when it counts anew; believed for a day at most
             */
            reset_after_ms?: number | null;
            /**
             * Format: int64
             * @description as Retry-After; with a 429, where the result's own retry_after_ms is not given
             */
            retry_after_ms?: number | null;
            /**
             * @description it is meant for all routes
             * @default false
             */
            global?: boolean | null;
        };
        /** @description what a handler did */
        AuditEventInput: {
            /** @description its name, e.g. subscription.renewed */
            event: string;
            /** @description what it is about */
            object?: unknown;
            /** @description how that was */
            before?: unknown;
            /** @description how it is now */
            after?: unknown;
        };
    };
    responses: {
        /** @description The request is not valid HTTP or its body is not JSON. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    status?: 400;
                    /** @enum {string} */
                    code?: "json" | "http";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description The token is missing or unknown. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    status?: 401;
                    /** @enum {string} */
                    code?: "unauthorized";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description The role of the token does not allow the call. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    status?: 403;
                    /** @enum {string} */
                    code?: "forbidden";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description The object does not exist or belongs to another tenant. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    status?: 404;
                    /** @enum {string} */
                    code?: "not_found";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description The call is not possible in the state of the object. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    status?: 409;
                    /** @enum {string} */
                    code?: "conflict" | "lease_lost" | "full";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description The object existed and has been removed. */
        Gone: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    status?: 410;
                    /** @enum {string} */
                    code?: "gone";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description The object does not have the version of If-Match. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    status?: 412;
                    /** @enum {string} */
                    code?: "version";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description The body is longer than the route takes. */
        TooLong: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    status?: 413;
                    /** @enum {string} */
                    code?: "too_long" | "http";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description The body is not application/json. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    status?: 415;
                    /** @enum {string} */
                    code?: "media_type";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description The Host field does not name this server. */
        Misdirected: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    status?: 421;
                    /** @enum {string} */
                    code?: "misdirected";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description A field or parameter is missing or not allowed. */
        Unprocessable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    status?: 422;
                    /** @enum {string} */
                    code?: "cron_syntax" | "cron_range" | "rrule_syntax" | "rrule_range" | "rrule_conflict" | "rule_never" | "interval" | "time_syntax" | "window_syntax" | "zone_name" | "zone_unknown" | "invalid" | "replay_body";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description A limit of the tenant or of the server is reached. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    status?: 429;
                    /** @enum {string} */
                    code?: "quota" | "http";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description Data in the store is damaged. */
        ServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    status?: 500;
                    /** @enum {string} */
                    code?: "zone_damaged" | "zone_database" | "store_sync" | "store_damaged";
                } & components["schemas"]["Problem"];
            };
        };
        /** @description The server cannot take the call at the moment. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @constant */
                    status?: 503;
                    /** @enum {string} */
                    code?: "memory" | "busy" | "store" | "store_unknown" | "http";
                } & components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
        IdempotencyKey: string;
        /** @description an ETag: the call is refused unless the object is at that version */
        IfMatch: string;
        /** @description an ETag: 304 where the answer is still the same */
        IfNoneMatch: string;
        /** @description of a stream: the id of the last event that was seen */
        LastEventId: string;
        /** @description the id of the message that is signed */
        WebhookId: string;
        /** @description when it was signed, in seconds since 1970 */
        WebhookTimestamp: string;
    };
    requestBodies: never;
    headers: {
        /** @description the id of the call, as in the log */
        "X-Request-Id": string;
        /** @description the version of what the answer shows */
        ETag: string;
        /** @description true: the Idempotency-Key was used before, and nothing was done again */
        "Idempotent-Replayed": string;
        /** @description how many requests or bytes are left, and until when in seconds */
        RateLimit: string;
        /** @description how many requests or bytes the tenant may have, in how many seconds */
        "RateLimit-Policy": string;
        /** @description seconds until another try makes sense */
        "Retry-After": number;
        /** @description the scheme that is expected */
        "WWW-Authenticate": string;
        /** @description the cookie of the session, or its end */
        "Set-Cookie": string;
        /** @description where the description of the API is */
        Link: string;
        /** @description of an answer that is no JSON: the cursor of the next page */
        "X-Next-Cursor": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    reportResults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
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
                "application/json": components["schemas"]["ResultsInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["ReportResults"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    leaseRuns: {
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
                "application/json": components["schemas"]["LeaseInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *           "last_result_hash": null,
                     *           "entity": "user:ann"
                     *         }
                     *       ],
                     *       "lease_ms": 300000,
                     *       "renew_ms": 30000,
                     *       "nodes": [],
                     *       "drain": false
                     *     }
                     */
                    "application/json": components["schemas"]["Leases"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendHeartbeat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
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
                "application/json": components["schemas"]["HeartbeatInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *       "refused": [],
                     *       "drain": false
                     *     }
                     */
                    "application/json": components["schemas"]["HeartbeatResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTasks: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description one or more states (queued,processing) or statuses (PENDING), separated by commas */
                state?: string;
                /** @description of this type */
                type?: string;
                /** @description in this queue */
                queue?: string;
                /** @description about this entity */
                entity?: string;
                /** @description with reference_id instead of entity */
                reference_type?: string;
                /** @description see reference_type */
                reference_id?: string;
                /** @description with this key */
                idempotency_key?: string;
                /** @description for this person */
                user_id?: string;
                /** @description of this job */
                job_id?: string;
                /** @description made from this instant on */
                since?: string | number;
                /** @description made before this instant */
                until?: string | number;
                /** @description children of this batch */
                parent_id?: string;
                /** @description copies of this dead letter, made by a retry with another payload */
                copied_from?: string;
                /** @description internal: also runs of Belfry's own (webhook deliveries, reminder sends, alerts, pings); default: they are left out unless they are dead letters */
                include?: "internal";
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *           "created_by": "shop",
                     *           "job_id": null,
                     *           "parent_id": null,
                     *           "cause": "task",
                     *           "copied_from": null,
                     *           "flagged": null,
                     *           "state": "queued",
                     *           "status": "PENDING",
                     *           "queue": "mail",
                     *           "route": null,
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
                    "application/json": components["schemas"]["RunList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTask: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                 *       "entity": "user:ann",
                 *       "created_by": "shop"
                 *     }
                 */
                "application/json": components["schemas"]["TaskInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskReceipt"];
                };
            };
            /** @description The object was made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *       "outcome": "created",
                     *       "idempotency_key": "welcome:ann"
                     *     }
                     */
                    "application/json": components["schemas"]["TaskReceipt"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTasks: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
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
                "application/json": components["schemas"]["TaskBulkInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000000004",
                     *           "duplicate": false,
                     *           "outcome": "created"
                     *         },
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000000005",
                     *           "duplicate": false,
                     *           "outcome": "created"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TaskResults"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTask: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *       "created_by": "shop",
                     *       "job_id": null,
                     *       "parent_id": null,
                     *       "cause": "task",
                     *       "copied_from": null,
                     *       "copied_to": null,
                     *       "flagged": null,
                     *       "state": "queued",
                     *       "status": "PENDING",
                     *       "queue": "mail",
                     *       "route": null,
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
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelTask: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["RunState"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rescheduleTask: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
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
                "application/json": components["schemas"]["RescheduleInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["RunState"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRuns: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description one or more states (queued,processing) or statuses (PENDING), separated by commas */
                state?: string;
                /** @description of this type */
                type?: string;
                /** @description in this queue */
                queue?: string;
                /** @description about this entity */
                entity?: string;
                /** @description with reference_id instead of entity */
                reference_type?: string;
                /** @description see reference_type */
                reference_id?: string;
                /** @description with this key */
                idempotency_key?: string;
                /** @description for this person */
                user_id?: string;
                /** @description of this job */
                job_id?: string;
                /** @description made from this instant on */
                since?: string | number;
                /** @description made before this instant */
                until?: string | number;
                /** @description children of this batch */
                parent_id?: string;
                /** @description copies of this dead letter, made by a retry with another payload */
                copied_from?: string;
                /** @description internal: also runs of Belfry's own (webhook deliveries, reminder sends, alerts, pings); default: they are left out unless they are dead letters */
                include?: "internal";
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *           "created_by": "shop",
                     *           "job_id": null,
                     *           "parent_id": null,
                     *           "cause": "task",
                     *           "copied_from": null,
                     *           "flagged": null,
                     *           "state": "queued",
                     *           "status": "PENDING",
                     *           "queue": "mail",
                     *           "route": null,
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
                    "application/json": components["schemas"]["RunList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    retryRuns: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                "application/json": components["schemas"]["OperationInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["OperationCount"];
                };
            };
            /** @description The work has begun and continues in the background. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelRuns: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                "application/json": components["schemas"]["OperationInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationCount"];
                };
            };
            /** @description The work has begun and continues in the background. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["Operation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    discardRuns: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                "application/json": components["schemas"]["OperationInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["OperationCount"];
                };
            };
            /** @description The work has begun and continues in the background. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRun: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *       "created_by": "shop",
                     *       "job_id": null,
                     *       "parent_id": null,
                     *       "cause": "task",
                     *       "copied_from": null,
                     *       "copied_to": null,
                     *       "flagged": null,
                     *       "state": "queued",
                     *       "status": "PENDING",
                     *       "queue": "mail",
                     *       "route": null,
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
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    explainRun: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
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
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "state": "queued",
                     *       "reasons": [
                     *         {
                     *           "kind": "no_worker",
                     *           "text": "no worker asks for runs of its type",
                     *           "help": "start a worker for this type, or set a handler for the type",
                     *           "until": null,
                     *           "ref": "mail.send"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Why"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    retryRun: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                "application/json": components["schemas"]["RetryInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["RunState"];
                };
            };
            /** @description The object was made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunCopy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelRun: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                "application/json": components["schemas"]["OperateInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["RunState"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rescheduleRun: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                "application/json": components["schemas"]["RescheduleInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["RunState"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    discardRun: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                "application/json": components["schemas"]["OperateInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["RunState"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperation: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["Operation"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelOperation: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["OperateInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000096",
                     *       "tenant_id": "acme",
                     *       "kind": "cancel",
                     *       "state": "stopped",
                     *       "seen": 500,
                     *       "changed": 500,
                     *       "type": "letter.print",
                     *       "queue": null,
                     *       "entity": null,
                     *       "filter": {
                     *         "tenant_id": "acme",
                     *         "state": "waiting,queued,processing",
                     *         "type": "letter.print",
                     *         "queue": null,
                     *         "idempotency_key": null,
                     *         "entity": null,
                     *         "job_id": null
                     *       },
                     *       "reason": null,
                     *       "started_at": "2030-01-07T08:00:00Z",
                     *       "ended_at": "2030-01-07T08:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Operation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listExecutions: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description of this run */
                run_id?: string;
                /** @description of this job's runs */
                job_id?: string;
                /** @description of runs of this type */
                type?: string;
                /** @description of runs in this queue */
                queue?: string;
                /** @description by this worker */
                worker_id?: string;
                /** @description ended, and took at least this long */
                min_duration_ms?: number;
                /** @description ended with an error of this class */
                error_class?: string;
                /** @description begun from this instant on */
                since?: string | number;
                /** @description begun before this instant */
                until?: string | number;
                /** @description only in this status; PENDING: none, an execution begins with its lease */
                state?: "ANY" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELLED" | "TIMEOUT" | "STALLED" | "PENDING";
                /** @description internal: also runs of Belfry's own (webhook deliveries, reminder sends, alerts, pings); default: they are left out unless they are dead letters */
                include?: "internal";
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *           "queue": "mail",
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
                     *           "parameters": {
                     *             "to": "ann"
                     *           },
                     *           "created_at": "2030-01-07T08:00:00Z",
                     *           "lease_until": "2030-01-07T08:00:00Z",
                     *           "lease_ms": 300000
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ExecutionList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getExecution: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *       "queue": "mail",
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
                     *       "lease_until": "2030-01-07T08:00:00Z",
                     *       "lease_ms": 300000
                     *     }
                     */
                    "application/json": components["schemas"]["Execution"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getExecutionOutput: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["Output"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelExecution: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                "application/json": components["schemas"]["OperateInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["RunState"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    retryExecution: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                "application/json": components["schemas"]["OperateInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["RunState"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWorkers: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["WorkerList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    drainWorker: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                "application/json": components["schemas"]["OperateInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["WorkerDrain"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeWorker: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["OperateInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["WorkerDrain"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStatus: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ready",
                     *       "version": "0.1.0",
                     *       "now": "2030-01-07T08:00:00Z",
                     *       "is_dispatching": true,
                     *       "clock": {
                     *         "holds_until": null,
                     *         "replans_at": null,
                     *         "replanned_at": null,
                     *         "replanned_jobs": 0,
                     *         "replanned_windows": 0,
                     *         "replanned_reminders": 0
                     *       },
                     *       "closed_gates": [],
                     *       "runs_in_memory": 2,
                     *       "due": 2,
                     *       "running": 0,
                     *       "waiting_calls": 0,
                     *       "workers": 1,
                     *       "tenants": 2,
                     *       "loaded_until": "2030-01-07T08:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Status"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    pause: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "scope": "type",
                 *       "type": "report.make",
                 *       "reason": "the printer is out of paper"
                 *     }
                 */
                "application/json": components["schemas"]["PauseInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *         "author": "token:01890a5d-ac96-774b-bcce-000000000093",
                     *         "since": "2030-01-07T08:00:00Z",
                     *         "until": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PauseChange"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resume: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "scope": "type",
                 *       "type": "report.make"
                 *     }
                 */
                "application/json": components["schemas"]["PauseInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *         "author": "token:01890a5d-ac96-774b-bcce-000000000093",
                     *         "since": null,
                     *         "until": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PauseChange"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPauses: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *           "author": "token:01890a5d-ac96-774b-bcce-000000000093",
                     *           "since": "2030-01-07T08:00:00Z",
                     *           "until": null
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["PauseList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTypes: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "name": "mail.send",
                     *           "tenant_id": "acme",
                     *           "source": "tenant",
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
                    "application/json": components["schemas"]["TypeList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getType: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "mail.send",
                     *       "tenant_id": "acme",
                     *       "source": "tenant",
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
                     *       "in_force": [
                     *         {
                     *           "field": "priority",
                     *           "value": 1,
                     *           "source": "type"
                     *         },
                     *         {
                     *           "field": "max_attempts",
                     *           "value": 3,
                     *           "source": "type"
                     *         }
                     *       ],
                     *       "version": 7
                     *     }
                     */
                    "application/json": components["schemas"]["Type"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setType: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
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
                "application/json": components["schemas"]["TypeInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "mail.send",
                     *       "tenant_id": "acme",
                     *       "source": "tenant",
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
                     *       "in_force": [
                     *         {
                     *           "field": "priority",
                     *           "value": 1,
                     *           "source": "type"
                     *         },
                     *         {
                     *           "field": "max_attempts",
                     *           "value": 3,
                     *           "source": "type"
                     *         }
                     *       ],
                     *       "version": 7
                     *     }
                     */
                    "application/json": components["schemas"]["Type"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteType: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out; the answer is empty. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listQueues: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "name": "batch",
                     *           "weight": 1,
                     *           "limit": null,
                     *           "due": 0,
                     *           "later": 0,
                     *           "running": 0,
                     *           "oldest_due_at": null,
                     *           "enqueued_per_minute": 0,
                     *           "started_per_minute": 0,
                     *           "is_partial": false
                     *         },
                     *         {
                     *           "name": "default",
                     *           "weight": 1,
                     *           "limit": null,
                     *           "due": 0,
                     *           "later": 0,
                     *           "running": 0,
                     *           "oldest_due_at": null,
                     *           "enqueued_per_minute": 0,
                     *           "started_per_minute": 0,
                     *           "is_partial": false
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["QueueList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setQueue: {
        parameters: {
            query?: never;
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
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
                "application/json": components["schemas"]["QueueInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["Queue"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLimits: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["LimitList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setLimit: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
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
                "application/json": components["schemas"]["LimitInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["Limit"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteLimit: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                route: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out; the answer is empty. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTenants: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *           "profile_rules": true,
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
                    "application/json": components["schemas"]["TenantList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTenant: {
        parameters: {
            query?: never;
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                "application/json": components["schemas"]["TenantInput"];
            };
        };
        responses: {
            /** @description The object was made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme",
                     *       "name": "Acme",
                     *       "profile": "enterprise",
                     *       "profile_rules": true,
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
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTenant: {
        parameters: {
            query?: never;
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme",
                     *       "name": "Acme",
                     *       "profile": "enterprise",
                     *       "profile_rules": true,
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
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeTenant: {
        parameters: {
            query?: never;
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
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
                "application/json": components["schemas"]["TenantInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme",
                     *       "name": "Acme",
                     *       "profile": "enterprise",
                     *       "timezone": "Europe/Berlin",
                     *       "profile_rules": true,
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
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTenant: {
        parameters: {
            query?: never;
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The work has begun and continues in the background. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["Operation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTenantSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme",
                     *       "name": "Acme",
                     *       "profile": "enterprise",
                     *       "timezone": "Europe/Berlin",
                     *       "profile_rules": true,
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
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeTenantSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
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
                 *       },
                 *       "daily": {
                 *         "type": "news.send",
                 *         "window_minutes": 1440
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TenantInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme",
                     *       "name": "Acme",
                     *       "profile": "enterprise",
                     *       "timezone": "Europe/Berlin",
                     *       "daily": {
                     *         "type": "news.send",
                     *         "window_minutes": 1440
                     *       },
                     *       "pings": {
                     *         "nightly": "https://watch.example/ping/4711"
                     *       },
                     *       "profile_rules": true,
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
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewTenantSettings: {
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
                 *       "quiet_hours": {
                 *         "windows": "22:00-07:00"
                 *       },
                 *       "maintenance": {
                 *         "enabled": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TenantInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "run_id": "01890a5d-ac96-774b-bcce-000000000002",
                     *           "type": "mail.send",
                     *           "run_at": "2030-01-07T08:00:00Z",
                     *           "held_by": "maintenance",
                     *           "held_until": null
                     *         }
                     *       ],
                     *       "planned": 1,
                     *       "by_maintenance": 1,
                     *       "by_quiet_hours": 0,
                     *       "is_cut": false
                     *     }
                     */
                    "application/json": components["schemas"]["HeldRuns"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTenantQuotas: {
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
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *           "counts": "requests per second"
                     *         },
                     *         {
                     *           "quota": "bytes_per_second",
                     *           "limit": 67108864,
                     *           "used": null,
                     *           "set_by": "server",
                     *           "counts": "bytes of request bodies in a second; those of workers do not count"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["QuotaList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "ann",
                     *           "tenant_id": "acme",
                     *           "name": "Ann",
                     *           "timezone": "Europe/Berlin",
                     *           "channels": [
                     *             "email"
                     *           ],
                     *           "version": 7
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["UserList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUser: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setUser: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
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
                "application/json": components["schemas"]["UserInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createFeed: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["OperateInput"];
            };
        };
        responses: {
            /** @description The object was made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": "ann",
                     *       "url": "shown this once"
                     *     }
                     */
                    "application/json": components["schemas"]["Feed"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteFeed: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out; the answer is empty. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTokens: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["TokenList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createToken: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "role": "producer",
                 *       "name": "the shop"
                 *     }
                 */
                "application/json": components["schemas"]["TokenInput"];
            };
        };
        responses: {
            /** @description The object was made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["NewToken"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteToken: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out; the answer is empty. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSecrets: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["SecretList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setSecret: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "value": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["SecretInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "mail-password",
                     *       "version": 7
                     *     }
                     */
                    "application/json": components["schemas"]["Secret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSecret: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out; the answer is empty. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSession: {
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
                "application/json": components["schemas"]["SessionInput"];
            };
        };
        responses: {
            /** @description The object was made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Set-Cookie": components["headers"]["Set-Cookie"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000092",
                     *       "tenant_id": "system",
                     *       "role": "admin",
                     *       "user_id": null,
                     *       "expires_in_seconds": 43200
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out; the answer is empty. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Set-Cookie": components["headers"]["Set-Cookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000000092",
                     *           "tenant_id": "system",
                     *           "role": "admin",
                     *           "user_id": null,
                     *           "signed_in_by": "token",
                     *           "token_id": "01890a5d-ac96-774b-bcce-000000000093",
                     *           "token_name": "first administrator",
                     *           "source": "127.0.0.1",
                     *           "user_agent": null,
                     *           "created_at": "2030-01-07T08:00:00Z",
                     *           "last_used_at": "2030-01-07T08:00:00Z",
                     *           "expires_at": "2030-01-07T08:00:00Z",
                     *           "idle_expires_at": "2030-01-07T08:00:00Z",
                     *           "is_current": false
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["SessionInfoList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeSessions: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
                /** @description the sessions of this person; for admins */
                user_id?: string;
                /** @description true: the sessions of everybody in the tenant; for admins */
                everybody?: boolean;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "revoked": 0
                     *     }
                     */
                    "application/json": components["schemas"]["SessionsRevoked"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeSession: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out; the answer is empty. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Set-Cookie": components["headers"]["Set-Cookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tenant_id": "system",
                     *       "is_system": true,
                     *       "role": "admin",
                     *       "user_id": null,
                     *       "authenticated_by": "token",
                     *       "token": {
                     *         "id": "01890a5d-ac96-774b-bcce-000000000093",
                     *         "name": "first administrator",
                     *         "expires_at": null,
                     *         "queues": []
                     *       },
                     *       "session": null,
                     *       "tenant": {
                     *         "id": "system",
                     *         "name": null,
                     *         "profile": null,
                     *         "timezone": null,
                     *         "priority_last": 10
                     *       },
                     *       "access": [
                     *         "read",
                     *         "produce"
                     *       ],
                     *       "operations": [
                     *         "reportResults",
                     *         "leaseRuns"
                     *       ],
                     *       "server_version": "0.1.0"
                     *     }
                     */
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description the one with this code */
                code?: string;
                /** @description whose runs are of this type */
                type?: string;
                /** @description whose runs go to this queue */
                queue?: string;
                /** @description only of this kind of schedule */
                schedule_type?: "ONCE" | "INTERVAL" | "CRON" | "RRULE" | "MANUAL";
                /** @description only in this status */
                status?: "ACTIVE" | "DISABLED" | "DELETED" | "PAUSED";
                /** @description only with this job_type */
                job_type?: string;
                /** @description only the one with this id in another system */
                external_id?: string;
                /** @description only from this other system */
                source_system?: string;
                /** @description show with each job how so many of its last runs ended */
                recent?: number;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *           "created_by": "token:01890a5d-ac96-774b-bcce-000000000093",
                     *           "group": null,
                     *           "handler": "report.make",
                     *           "queue": "default",
                     *           "status": "ACTIVE",
                     *           "is_enabled": true,
                     *           "schedule_type": "CRON",
                     *           "schedule_in_words": "at 09:00 every Monday",
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
                     *           "flagged": null,
                     *           "created_at": "2030-01-07T08:00:00Z",
                     *           "updated_at": "2030-01-07T08:00:00Z",
                     *           "version": 7
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["JobList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createJob: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                "application/json": components["schemas"]["JobInput"];
            };
        };
        responses: {
            /** @description The object was made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *       "created_by": "token:01890a5d-ac96-774b-bcce-000000000093",
                     *       "group": null,
                     *       "handler": "report.make",
                     *       "queue": "default",
                     *       "status": "ACTIVE",
                     *       "is_enabled": true,
                     *       "schedule_type": "CRON",
                     *       "schedule_in_words": "at 09:00 every Monday",
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
                     *       "flagged": null,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "in_force": [
                     *         {
                     *           "field": "priority",
                     *           "value": 5,
                     *           "source": "default"
                     *         },
                     *         {
                     *           "field": "max_attempts",
                     *           "value": 4,
                     *           "source": "tenant"
                     *         }
                     *       ],
                     *       "version": 7
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getJob: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *       "created_by": "token:01890a5d-ac96-774b-bcce-000000000093",
                     *       "group": null,
                     *       "handler": "report.make",
                     *       "queue": "default",
                     *       "status": "ACTIVE",
                     *       "is_enabled": true,
                     *       "schedule_type": "CRON",
                     *       "schedule_in_words": "at 09:00 every Monday",
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
                     *       "flagged": null,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "in_force": [
                     *         {
                     *           "field": "priority",
                     *           "value": 5,
                     *           "source": "default"
                     *         },
                     *         {
                     *           "field": "max_attempts",
                     *           "value": 4,
                     *           "source": "tenant"
                     *         }
                     *       ],
                     *       "version": 7
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeJob: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
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
                "application/json": components["schemas"]["JobInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *       "created_by": "token:01890a5d-ac96-774b-bcce-000000000093",
                     *       "group": null,
                     *       "handler": "report.make",
                     *       "queue": "default",
                     *       "status": "ACTIVE",
                     *       "is_enabled": true,
                     *       "schedule_type": "CRON",
                     *       "schedule_in_words": "at 08:00, Monday to Friday",
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
                     *       "flagged": null,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "in_force": [
                     *         {
                     *           "field": "priority",
                     *           "value": 5,
                     *           "source": "default"
                     *         },
                     *         {
                     *           "field": "max_attempts",
                     *           "value": 4,
                     *           "source": "tenant"
                     *         }
                     *       ],
                     *       "version": 7
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteJob: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out; the answer is empty. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runJob: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                "application/json": components["schemas"]["JobRunInput"];
            };
        };
        responses: {
            /** @description The object was made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["JobRun"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    pauseJob: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                "application/json": components["schemas"]["JobPauseInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *       "created_by": "token:01890a5d-ac96-774b-bcce-000000000093",
                     *       "group": null,
                     *       "handler": "report.make",
                     *       "queue": "default",
                     *       "status": "PAUSED",
                     *       "is_enabled": true,
                     *       "pause": {
                     *         "reason": "the source is being moved",
                     *         "author": "token:01890a5d-ac96-774b-bcce-000000000093",
                     *         "since": "2030-01-07T08:00:00Z",
                     *         "until": null
                     *       },
                     *       "schedule_type": "CRON",
                     *       "schedule_in_words": "at 08:00, Monday to Friday",
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
                     *       "flagged": null,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "in_force": [
                     *         {
                     *           "field": "priority",
                     *           "value": 5,
                     *           "source": "default"
                     *         },
                     *         {
                     *           "field": "max_attempts",
                     *           "value": 4,
                     *           "source": "tenant"
                     *         }
                     *       ],
                     *       "version": 7
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeJob: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["JobPauseInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *       "created_by": "token:01890a5d-ac96-774b-bcce-000000000093",
                     *       "group": null,
                     *       "handler": "report.make",
                     *       "queue": "default",
                     *       "status": "ACTIVE",
                     *       "is_enabled": true,
                     *       "schedule_type": "CRON",
                     *       "schedule_in_words": "at 08:00, Monday to Friday",
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
                     *       "flagged": null,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "in_force": [
                     *         {
                     *           "field": "priority",
                     *           "value": 5,
                     *           "source": "default"
                     *         },
                     *         {
                     *           "field": "max_attempts",
                     *           "value": 4,
                     *           "source": "tenant"
                     *         }
                     *       ],
                     *       "version": 7
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    skipNextOccurrence: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                "application/json": components["schemas"]["JobPauseInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *       "created_by": "token:01890a5d-ac96-774b-bcce-000000000093",
                     *       "group": null,
                     *       "handler": "report.make",
                     *       "queue": "default",
                     *       "status": "ACTIVE",
                     *       "is_enabled": true,
                     *       "schedule_type": "CRON",
                     *       "schedule_in_words": "at 08:00, Monday to Friday",
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
                     *       "flagged": null,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "in_force": [
                     *         {
                     *           "field": "priority",
                     *           "value": 5,
                     *           "source": "default"
                     *         },
                     *         {
                     *           "field": "max_attempts",
                     *           "value": 4,
                     *           "source": "tenant"
                     *         }
                     *       ],
                     *       "version": 7
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    backfillJob: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2024-01-01T00:00:00Z",
                 *       "to": "2024-01-02T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["BackfillInput"];
            };
        };
        responses: {
            /** @description The object was made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "01890a5d-ac96-774b-bcce-000000000010",
                     *       "made": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Backfill"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listJobExecutions: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description of this run */
                run_id?: string;
                /** @description of this job's runs */
                job_id?: string;
                /** @description of runs of this type */
                type?: string;
                /** @description of runs in this queue */
                queue?: string;
                /** @description by this worker */
                worker_id?: string;
                /** @description ended, and took at least this long */
                min_duration_ms?: number;
                /** @description ended with an error of this class */
                error_class?: string;
                /** @description begun from this instant on */
                since?: string | number;
                /** @description begun before this instant */
                until?: string | number;
                /** @description only in this status; PENDING: none, an execution begins with its lease */
                state?: "ANY" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELLED" | "TIMEOUT" | "STALLED" | "PENDING";
                /** @description internal: also runs of Belfry's own (webhook deliveries, reminder sends, alerts, pings); default: they are left out unless they are dead letters */
                include?: "internal";
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000000097",
                     *           "run_id": "01890a5d-ac96-774b-bcce-000000000057",
                     *           "job_id": "01890a5d-ac96-774b-bcce-000000000010",
                     *           "tenant_id": "acme",
                     *           "type": "report.make",
                     *           "queue": "default",
                     *           "execution_number": 1,
                     *           "attempt_number": 1,
                     *           "fence": 1,
                     *           "scheduled_at": "2030-01-07T08:00:00Z",
                     *           "started_at": "2030-01-07T08:00:00Z",
                     *           "completed_at": "2030-01-07T08:00:00Z",
                     *           "duration_ms": 120,
                     *           "worker_id": "w-1",
                     *           "worker_hostname": null,
                     *           "status": "FAILED",
                     *           "outcome": "fail",
                     *           "result": null,
                     *           "result_hash": null,
                     *           "unchanged": false,
                     *           "error_class": "permanent",
                     *           "error_message": "no paper",
                     *           "error_stack": null,
                     *           "progress_percent": 0,
                     *           "progress_message": null,
                     *           "retry_of": null,
                     *           "will_retry": false,
                     *           "parameters": {
                     *             "kind": "week"
                     *           },
                     *           "created_at": "2030-01-07T08:00:00Z",
                     *           "lease_until": null,
                     *           "lease_ms": 300000
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ExecutionList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOccurrences: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description only those that ended so */
                outcome?: "any" | "fired" | "late" | "skipped" | "missed";
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["OccurrenceList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listNextRuns: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
                /** @description how many */
                count?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *       ],
                     *       "words": "at 08:00, Monday to Friday"
                     *     }
                     */
                    "application/json": components["schemas"]["Preview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewRule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rule": "0 9 * * 1",
                 *       "timezone": "Europe/Berlin",
                 *       "max_retries": 3,
                 *       "count": 2
                 *     }
                 */
                "application/json": components["schemas"]["PreviewInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *       ],
                     *       "words": "at 09:00 every Monday",
                     *       "retry_delays_ms": [
                     *         60000,
                     *         120000
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Preview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    applyJobs: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "jobs": [
                 *         {
                 *           "code": "nightly-load",
                 *           "handler": "load",
                 *           "cron_expression": "0 2 * * *"
                 *         }
                 *       ],
                 *       "prune": "git"
                 *     }
                 */
                "application/json": components["schemas"]["ApplyInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dry_run": false,
                     *       "created": 1,
                     *       "changed": 0,
                     *       "unchanged": 0,
                     *       "deleted": 0,
                     *       "jobs": [
                     *         {
                     *           "code": "nightly-load",
                     *           "id": "5d0c6c1e-93a8-b1f4-2e77-08a4d95be312",
                     *           "action": "created",
                     *           "changes": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Apply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getForecast: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
                /** @description how many hours to look ahead */
                hours?: number;
                /** @description the length of each span */
                by?: "hour" | "minute";
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["Forecast"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAlertRules: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["AlertRuleList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAlertRule: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                "application/json": components["schemas"]["AlertInput"];
            };
        };
        responses: {
            /** @description The object was made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["AlertRule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAlertRule: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["AlertRule"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeAlertRule: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
                alert_id: string;
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
                "application/json": components["schemas"]["AlertInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["AlertRule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteAlertRule: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out; the answer is empty. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testAlertRule: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["OperateInput"];
            };
        };
        responses: {
            /** @description The work has begun and continues in the background. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *           "state": "processing"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AlertTest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description only those in this state */
                state?: "any" | "raised" | "resolved";
                /** @description only of this job */
                job_id?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000000098",
                     *           "tenant_id": "acme",
                     *           "alert_type": "FAILURE",
                     *           "state": "raised",
                     *           "job_id": "01890a5d-ac96-774b-bcce-000000000010",
                     *           "job_code": "report",
                     *           "subject": null,
                     *           "rule_id": "01890a5d-ac96-774b-bcce-000000000077",
                     *           "run_id": "01890a5d-ac96-774b-bcce-000000000057",
                     *           "threshold_value": 1,
                     *           "value": 1,
                     *           "raised_at": "2030-01-07T08:00:00Z",
                     *           "resolved_at": null,
                     *           "reason": null,
                     *           "acknowledged_at": null,
                     *           "acknowledged_by": null
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["AlertList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listServiceAlertRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *           "version": 7
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
                     *           "version": 7
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["AlertRuleList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeServiceAlertRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
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
                "application/json": components["schemas"]["ServiceAlertInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *       "version": 7
                     *     }
                     */
                    "application/json": components["schemas"]["AlertRule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testServiceAlertRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["ServiceTestInput"];
            };
        };
        responses: {
            /** @description The work has begun and continues in the background. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *           "state": "processing"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AlertTest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testSentry: {
        parameters: {
            query?: never;
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["ServiceTestInput"];
            };
        };
        responses: {
            /** @description The work has begun and continues in the background. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *           "state": "failed"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AlertTest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testPing: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                group: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["OperateInput"];
            };
        };
        responses: {
            /** @description The work has begun and continues in the background. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *           "state": "processing"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AlertTest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    acknowledgeAlert: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["OperateInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000098",
                     *       "tenant_id": "acme",
                     *       "alert_type": "FAILURE",
                     *       "state": "raised",
                     *       "job_id": "01890a5d-ac96-774b-bcce-000000000010",
                     *       "job_code": "report",
                     *       "subject": null,
                     *       "rule_id": "01890a5d-ac96-774b-bcce-000000000077",
                     *       "run_id": "01890a5d-ac96-774b-bcce-000000000057",
                     *       "threshold_value": 1,
                     *       "value": 1,
                     *       "raised_at": "2030-01-07T08:00:00Z",
                     *       "resolved_at": null,
                     *       "reason": null,
                     *       "acknowledged_at": "2030-01-07T08:00:00Z",
                     *       "acknowledged_by": "token:01890a5d-ac96-774b-bcce-000000000093"
                     *     }
                     */
                    "application/json": components["schemas"]["Alert"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getServiceLevels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *           "state": "unknown",
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
                    "application/json": components["schemas"]["Slo"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStats: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
                /** @description the first instant; default: an hour before `to` */
                from?: string | number;
                /** @description the last instant, exclusive; default: now */
                to?: string | number;
                /** @description one or more of minute, hour, day, type, tenant, route, due_minute, separated by commas */
                by?: string;
                /** @description instead of minute, hour or day: how long each row's span is (5m, 6h), in whole minutes */
                step?: string | number;
                /** @description only of this type */
                type?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *       "data": [
                     *         {
                     *           "type": "news.send",
                     *           "enqueued": 3,
                     *           "started": 1,
                     *           "done": 1,
                     *           "failed": 0,
                     *           "dead": 0,
                     *           "cancelled": 2,
                     *           "retries": 0,
                     *           "deferred": 0,
                     *           "stalled": 0,
                     *           "timeouts": 0,
                     *           "rate_limited": 0,
                     *           "start_delay": {
                     *             "count": 1,
                     *             "mean_ms": 42,
                     *             "p50_ms": 50,
                     *             "p95_ms": 50,
                     *             "p99_ms": 50,
                     *             "buckets": [
                     *               0,
                     *               0
                     *             ]
                     *           },
                     *           "duration": {
                     *             "count": 1,
                     *             "mean_ms": 9,
                     *             "p50_ms": 10,
                     *             "p95_ms": 10,
                     *             "p99_ms": 10,
                     *             "buckets": [
                     *               0,
                     *               1
                     *             ]
                     *           }
                     *         },
                     *         {
                     *           "type": "mail.send",
                     *           "enqueued": 7,
                     *           "started": 1,
                     *           "done": 0,
                     *           "failed": 1,
                     *           "dead": 0,
                     *           "cancelled": 4,
                     *           "retries": 0,
                     *           "deferred": 0,
                     *           "stalled": 0,
                     *           "timeouts": 0,
                     *           "rate_limited": 0,
                     *           "start_delay": {
                     *             "count": 1,
                     *             "mean_ms": 422,
                     *             "p50_ms": 500,
                     *             "p95_ms": 500,
                     *             "p99_ms": 500,
                     *             "buckets": [
                     *               0,
                     *               0
                     *             ]
                     *           },
                     *           "duration": {
                     *             "count": 1,
                     *             "mean_ms": 140,
                     *             "p50_ms": 250,
                     *             "p95_ms": 250,
                     *             "p99_ms": 250,
                     *             "buckets": [
                     *               0,
                     *               0
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["Stats"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *           "schedule_in_words": "at 02:00 every day",
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
                     *           "schedule_in_words": "at 03:00 every day",
                     *           "default_parameters": {},
                     *           "is_system_required": true,
                     *           "is_tenant_configurable": false
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["TemplateList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createJobFromTemplate: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                "application/json": components["schemas"]["JobInput"];
            };
        };
        responses: {
            /** @description The object was made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *       "group": null,
                     *       "handler": "system.vacuum_database",
                     *       "queue": "default",
                     *       "status": "ACTIVE",
                     *       "is_enabled": true,
                     *       "schedule_type": "CRON",
                     *       "schedule_in_words": "at 04:00 every Sunday",
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
                     *       "flagged": null,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "in_force": [
                     *         {
                     *           "field": "priority",
                     *           "value": 5,
                     *           "source": "default"
                     *         },
                     *         {
                     *           "field": "max_attempts",
                     *           "value": 4,
                     *           "source": "tenant"
                     *         }
                     *       ],
                     *       "version": 7
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCalendars: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["CalendarList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCalendar: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["Calendar"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setCalendar: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
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
                "application/json": components["schemas"]["CalendarInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["Calendar"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteCalendar: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out; the answer is empty. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReminders: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description only this person's; a token of role user sees its own alone */
                user_id?: string;
                /** @description only those in this state */
                status?: "PENDING" | "SENT" | "SNOOZED" | "DISMISSED" | "COMPLETED";
                /** @description only reminders about this kind of object */
                reference_type?: string;
                /** @description only reminders about this object */
                reference_id?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["ReminderList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createReminder: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                "application/json": components["schemas"]["ReminderInput"];
            };
        };
        responses: {
            /** @description The object was made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["Reminder"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUpcomingReminders: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description whose; default: the person behind the token */
                user_id?: string;
                /** @description only of so many hours to come; default: all */
                hours?: number;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["ReminderList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReminder: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["Reminder"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeReminder: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
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
                "application/json": components["schemas"]["ReminderInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["Reminder"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteReminder: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out; the answer is empty. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    snoozeReminder: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                "application/json": components["schemas"]["SnoozeInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["Reminder"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    dismissReminder: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["OperateInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["Reminder"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    completeReminder: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["OperateInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["Reminder"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInbox: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description whose; default: the person behind the token */
                user_id?: string;
                /** @description true: only what was not read */
                unread?: boolean;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description of a stream: the id of the last event that was seen */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "unread": 1,
                     *       "data": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000000095",
                     *           "user_id": "ann",
                     *           "title": "Call back",
                     *           "body": "about the invoice",
                     *           "url": null,
                     *           "reminder_id": "01890a5d-ac96-774b-bcce-000000000054",
                     *           "at": "2030-01-07T08:00:00Z",
                     *           "is_read": false,
                     *           "read_at": null
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["Inbox"];
                    "text/event-stream": string;
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readNotice: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
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
                "application/json": components["schemas"]["OperateInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000000095",
                     *       "user_id": "ann",
                     *       "title": "Call back",
                     *       "body": "about the invoice",
                     *       "url": null,
                     *       "reminder_id": "01890a5d-ac96-774b-bcce-000000000054",
                     *       "at": "2030-01-07T08:00:00Z",
                     *       "is_read": true,
                     *       "read_at": "2030-01-07T08:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Notice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDailyWindows: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description only this person */
                user_id?: string;
                /** @description only those whose last day ended so; none: no day has ended yet */
                status?: "any" | "success" | "cutoff_reached" | "none";
                /** @description only those whose last day was this one, like 2026-03-31 */
                last_date?: string;
                /** @description only those that are due at this time of day or later, like 06:30 */
                due_from?: string;
                /** @description only those that are due before this time of day */
                due_until?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "user_id": "ann",
                     *           "tenant_id": "acme",
                     *           "due_time": "18:30",
                     *           "timezone": "Europe/Berlin",
                     *           "last_date": null,
                     *           "status": null,
                     *           "last_run_at": null,
                     *           "next": {
                     *             "date": "2030-01-07",
                     *             "cutoff_at": "2030-01-07T08:00:00Z",
                     *             "attempt_at": "2030-01-07T08:00:00Z",
                     *             "run_id": "01890a5d-ac96-774b-bcce-000000000062"
                     *           },
                     *           "created_at": "2030-01-07T08:00:00Z",
                     *           "updated_at": "2030-01-07T08:00:00Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["DailyList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setDailyWindows: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "windows": [
                 *         {
                 *           "user_id": "ann",
                 *           "due_time": "18:30",
                 *           "timezone": "Europe/Berlin"
                 *         },
                 *         {
                 *           "user_id": "bob",
                 *           "due_time": "07:60"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DailyBulkInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "user_id": "ann",
                     *           "outcome": "changed"
                     *         },
                     *         {
                     *           "user_id": "bob",
                     *           "error": {
                     *             "code": "invalid",
                     *             "detail": "due_time must be HH:MM, 00:00 to 23:59"
                     *           },
                     *           "pointer": "/windows/1/due_time"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DailyResults"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDailyWindow: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": "ann",
                     *       "tenant_id": "acme",
                     *       "due_time": "18:30",
                     *       "timezone": "Europe/Berlin",
                     *       "last_date": null,
                     *       "status": null,
                     *       "last_run_at": null,
                     *       "next": {
                     *         "date": "2030-01-07",
                     *         "cutoff_at": "2030-01-07T08:00:00Z",
                     *         "attempt_at": "2030-01-07T08:00:00Z",
                     *         "run_id": "01890a5d-ac96-774b-bcce-000000000062"
                     *       },
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Daily"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setDailyWindow: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "due_time": "09:00",
                 *       "timezone": "Asia/Tokyo"
                 *     }
                 */
                "application/json": components["schemas"]["DailyInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Daily"];
                };
            };
            /** @description The object was made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": "ann",
                     *       "tenant_id": "acme",
                     *       "due_time": "09:00",
                     *       "timezone": "Asia/Tokyo",
                     *       "last_date": null,
                     *       "status": null,
                     *       "last_run_at": null,
                     *       "next": {
                     *         "date": "2030-01-07",
                     *         "cutoff_at": "2030-01-07T08:00:00Z",
                     *         "attempt_at": "2030-01-07T08:00:00Z",
                     *         "run_id": "01890a5d-ac96-774b-bcce-000000000027"
                     *       },
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Daily"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteDailyWindow: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out; the answer is empty. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDays: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description only those that ended so */
                status?: "any" | "success" | "cutoff_reached" | "missed";
                /** @description true: list, instead of the ledger, the days that were decided while the clock was ahead and planned again when it was set back */
                undone?: boolean;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "date": "2030-01-07",
                     *           "through": "2030-01-07",
                     *           "status": "success",
                     *           "due_time": "18:30",
                     *           "attempts": 1,
                     *           "cutoff_at": "2030-01-07T08:00:00Z",
                     *           "finalized_at": "2030-01-07T08:00:00Z",
                     *           "run_id": "01890a5d-ac96-774b-bcce-000000000062",
                     *           "undone_at": null
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["DayList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBatches: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description only those in this state */
                state?: "any" | "waiting" | "done" | "cancelled";
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["BatchList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createBatch: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
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
                "application/json": components["schemas"]["BatchInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchReceipt"];
                };
            };
            /** @description The object was made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *       "duplicate": false,
                     *       "total": 2
                     *     }
                     */
                    "application/json": components["schemas"]["BatchReceipt"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBatch: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                     *         "failures_more": 0,
                     *         "items_failed": 0,
                     *         "item_failures": [],
                     *         "item_failures_more": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Batch"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description only these, with commas between: job.failed,run.* */
                event?: string;
                /** @description only about runs of this type */
                type?: string;
                /** @description only about this run */
                run_id?: string;
                /** @description only about this job and its runs */
                job_id?: string;
                /** @description only about this person: their runs, reminders and inbox */
                user_id?: string;
                /** @description an event's id: what came behind it, the oldest first */
                after?: string;
                /** @description internal: also runs of Belfry's own (webhook deliveries, reminder sends, alerts, pings); default: they are left out unless they are dead letters */
                include?: "internal";
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description of a stream: the id of the last event that was seen */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "specversion": "1.0",
                     *           "id": "5d0c6c1e-93a8-b1f4-2e77-08a4d95be312",
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
                     *               "group": null,
                     *               "handler": "system.vacuum_database",
                     *               "queue": "default",
                     *               "status": "ACTIVE",
                     *               "is_enabled": true,
                     *               "schedule_type": "CRON",
                     *               "schedule_in_words": "at 04:00 every Sunday",
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
                     *               "flagged": null,
                     *               "created_at": "2030-01-07T08:00:00Z",
                     *               "updated_at": "2030-01-07T08:00:00Z",
                     *               "version": 7
                     *             },
                     *             "reason": "created",
                     *             "actor_id": "token:01890a5d-ac96-774b-bcce-000000000093"
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": "c3Vyc29y"
                     *     }
                     */
                    "application/json": components["schemas"]["EventList"];
                    "text/event-stream": string;
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Gone"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendEvent: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
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
                "application/json": components["schemas"]["CloudEventInput"];
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
                "application/cloudevents+json": components["schemas"]["CloudEventInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "order-42-created",
                     *       "duplicate": false,
                     *       "rules": 2,
                     *       "refused": 1,
                     *       "runs": [
                     *         {
                     *           "rule_id": "01890a5d-ac96-774b-bcce-000000007101",
                     *           "id": "01890a5d-ac96-774b-bcce-000000000037"
                     *         },
                     *         {
                     *           "rule_id": "01890a5d-ac96-774b-bcce-000000000060",
                     *           "error": "the event does not name the user of the reminder"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EventReceipt"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendSignedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description the id of the message that is signed */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description when it was signed, in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path: {
                source: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "specversion": "1.0",
                 *       "id": "order-43-created",
                 *       "source": "/shop",
                 *       "type": "order.created",
                 *       "data": {
                 *         "id": 43,
                 *         "total": 150
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CloudEventInput"];
                /**
                 * @example {
                 *       "specversion": "1.0",
                 *       "id": "order-43-created",
                 *       "source": "/shop",
                 *       "type": "order.created",
                 *       "data": {
                 *         "id": 43,
                 *         "total": 150
                 *       }
                 *     }
                 */
                "application/cloudevents+json": components["schemas"]["CloudEventInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "order-43-created",
                     *       "duplicate": false,
                     *       "rules": 2,
                     *       "refused": 1,
                     *       "runs": [
                     *         {
                     *           "rule_id": "01890a5d-ac96-774b-bcce-000000007101",
                     *           "id": "01890a5d-ac96-774b-bcce-000000000055"
                     *         },
                     *         {
                     *           "rule_id": "01890a5d-ac96-774b-bcce-000000000060",
                     *           "error": "the source may not make runs of type REMINDER"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EventReceipt"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRules: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000000060",
                     *           "tenant_id": "acme",
                     *           "origin": "profile",
                     *           "template": "order.created",
                     *           "name": "Follow up on an order",
                     *           "event": "order.created",
                     *           "offsets": [
                     *             "24h",
                     *             "72h"
                     *           ],
                     *           "creates": "reminder",
                     *           "entity": "order:{data.order_id}",
                     *           "user_id": "{data.user_id}",
                     *           "payload": {
                     *             "title": "Follow up on order {data.order_id}",
                     *             "description": "{data.description}",
                     *             "reference_type": "order",
                     *             "reference_id": "{data.order_id}",
                     *             "reference_url": "{data.url}"
                     *           },
                     *           "created_at": "2030-01-07T08:00:00Z",
                     *           "updated_at": "2030-01-07T08:00:00Z",
                     *           "version": 0
                     *         },
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000000061",
                     *           "tenant_id": "acme",
                     *           "origin": "profile",
                     *           "template": "load.dispatched",
                     *           "name": "Check calls of a load",
                     *           "event": "load.dispatched",
                     *           "offsets": [
                     *             "2h",
                     *             "4h"
                     *           ],
                     *           "creates": "reminder",
                     *           "entity": "load:{data.load_id}",
                     *           "user_id": "{data.user_id}",
                     *           "payload": {
                     *             "title": "Check call for load {data.load_id}",
                     *             "description": "{data.description}",
                     *             "reference_type": "load",
                     *             "reference_id": "{data.load_id}",
                     *             "reference_url": "{data.url}"
                     *           },
                     *           "created_at": "2030-01-07T08:00:00Z",
                     *           "updated_at": "2030-01-07T08:00:00Z",
                     *           "version": 0
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["RuleList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createRule: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                "application/json": components["schemas"]["RuleInput"];
            };
        };
        responses: {
            /** @description The object was made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000007101",
                     *       "tenant_id": "acme",
                     *       "origin": "tenant",
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
                    "application/json": components["schemas"]["Rule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRule: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000007101",
                     *       "tenant_id": "acme",
                     *       "origin": "tenant",
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
                    "application/json": components["schemas"]["Rule"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeRule: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
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
                "application/json": components["schemas"]["RuleInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000007101",
                     *       "tenant_id": "acme",
                     *       "origin": "tenant",
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
                    "application/json": components["schemas"]["Rule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteRule: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out; the answer is empty. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testRule: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
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
                "application/json": components["schemas"]["RuleTestInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["RuleTest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSources: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["SourceList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSource: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                "application/json": components["schemas"]["SourceInput"];
            };
        };
        responses: {
            /** @description The object was made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["Source"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSource: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["Source"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeSource: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
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
                "application/json": components["schemas"]["SourceInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["Source"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSource: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out; the answer is empty. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000007001",
                     *           "tenant_id": "acme",
                     *           "url": "https://hooks.example/events",
                     *           "secrets": [
                     *             "hooks-2030"
                     *           ],
                     *           "events": [
                     *             "job.failed",
                     *             "task.failed"
                     *           ],
                     *           "state": "paused",
                     *           "in_flight": 1,
                     *           "max_attempts": 12,
                     *           "timeout_seconds": 30,
                     *           "after": "5d0c6c1e-93a8-b1f4-2e77-08a4d95be312",
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
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "url": "https://hooks.example/events",
                 *       "secrets": [
                 *         "hooks-2030"
                 *       ],
                 *       "events": [
                 *         "job.failed",
                 *         "task.failed"
                 *       ],
                 *       "state": "paused"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookInput"];
            };
        };
        responses: {
            /** @description The object was made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000007001",
                     *       "tenant_id": "acme",
                     *       "url": "https://hooks.example/events",
                     *       "secrets": [
                     *         "hooks-2030"
                     *       ],
                     *       "events": [
                     *         "job.failed",
                     *         "task.failed"
                     *       ],
                     *       "state": "paused",
                     *       "in_flight": 1,
                     *       "max_attempts": 12,
                     *       "timeout_seconds": 30,
                     *       "after": "5d0c6c1e-93a8-b1f4-2e77-08a4d95be312",
                     *       "deliveries": 0,
                     *       "cut": 0,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000007001",
                     *       "tenant_id": "acme",
                     *       "url": "https://hooks.example/events",
                     *       "secrets": [
                     *         "hooks-2030"
                     *       ],
                     *       "events": [
                     *         "job.failed",
                     *         "task.failed"
                     *       ],
                     *       "state": "paused",
                     *       "in_flight": 1,
                     *       "max_attempts": 12,
                     *       "timeout_seconds": 30,
                     *       "after": "5d0c6c1e-93a8-b1f4-2e77-08a4d95be312",
                     *       "deliveries": 0,
                     *       "cut": 0,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeWebhook: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
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
                "application/json": components["schemas"]["WebhookInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000007001",
                     *       "tenant_id": "acme",
                     *       "url": "https://hooks.example/events",
                     *       "secrets": [
                     *         "hooks-2031",
                     *         "hooks-2030"
                     *       ],
                     *       "events": [
                     *         "job.failed",
                     *         "task.failed"
                     *       ],
                     *       "state": "paused",
                     *       "in_flight": 1,
                     *       "max_attempts": 12,
                     *       "timeout_seconds": 30,
                     *       "after": "5d0c6c1e-93a8-b1f4-2e77-08a4d95be312",
                     *       "deliveries": 0,
                     *       "cut": 0,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out; the answer is empty. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayWebhook: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "from": "2025-01-01T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookReplayInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-000000007001",
                     *       "tenant_id": "acme",
                     *       "url": "https://hooks.example/events",
                     *       "secrets": [
                     *         "hooks-2031",
                     *         "hooks-2030"
                     *       ],
                     *       "events": [
                     *         "job.failed",
                     *         "task.failed"
                     *       ],
                     *       "state": "active",
                     *       "in_flight": 1,
                     *       "max_attempts": 12,
                     *       "timeout_seconds": 30,
                     *       "after": "0-0",
                     *       "deliveries": 0,
                     *       "cut": 0,
                     *       "created_at": "2030-01-07T08:00:00Z",
                     *       "updated_at": "2030-01-07T08:00:00Z",
                     *       "version": 7
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000000058",
                     *           "tenant_id": "acme",
                     *           "type": "@webhook.01890a5d-ac96-774b-bcce-000000007001",
                     *           "handler": "@webhook.01890a5d-ac96-774b-bcce-000000007001",
                     *           "task_type": "@webhook.01890a5d-ac96-774b-bcce-000000007001",
                     *           "reference_type": "webhook",
                     *           "reference_id": "01890a5d-ac96-774b-bcce-000000007001",
                     *           "timezone": "UTC",
                     *           "created_by": null,
                     *           "job_id": null,
                     *           "parent_id": null,
                     *           "cause": "webhook",
                     *           "copied_from": null,
                     *           "flagged": null,
                     *           "state": "processing",
                     *           "status": "PROCESSING",
                     *           "queue": "default",
                     *           "route": null,
                     *           "priority": 5,
                     *           "attempts": 0,
                     *           "max_attempts": 12,
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
                     *           "idempotency_key": "webhook:01890a5d-ac96-774b-bcce-000000007001:01890a5d-ac96-774b-bcce-000000000064",
                     *           "unique_scope": null,
                     *           "run_at_bucket": null,
                     *           "entity": "webhook:01890a5d-ac96-774b-bcce-000000007001",
                     *           "user_id": null,
                     *           "timeout_seconds": null,
                     *           "worker_id": "@belfry:f4ae1b3e",
                     *           "lease_until": "2030-01-07T08:00:00Z",
                     *           "execution_id": "01890a5d-ac96-774b-bcce-000000000059",
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
                    "application/json": components["schemas"]["RunList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description only by this one: a person, token:ID, or SYSTEM for time and handlers */
                actor?: string;
                /** @description only this action, such as job.pause or run.dlq */
                action?: string;
                /** @description only on objects of this kind, such as job */
                kind?: string;
                /** @description only on the object of this id or name */
                object?: string;
                /** @description only about this run */
                run_id?: string;
                /** @description only from this instant on */
                since?: string | number;
                /** @description only before this instant */
                until?: string | number;
                /** @description only what people did, or only what SYSTEM did */
                by?: "anybody" | "people" | "system";
                /** @description newest first (desc) or oldest first */
                order?: "desc" | "asc";
                /** @description ndjson: a line each, and the next cursor in the field X-Next-Cursor */
                format?: "json" | "ndjson";
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Next-Cursor": components["headers"]["X-Next-Cursor"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "5d0c6c1e-93a8-b1f4-2e77-08a4d95be312",
                     *           "at": "2030-01-07T08:00:00Z",
                     *           "tenant_id": "acme",
                     *           "actor_id": "token:01890a5d-ac96-774b-bcce-000000000093",
                     *           "action": "job.create",
                     *           "run_id": null,
                     *           "token_id": "01890a5d-ac96-774b-bcce-000000000093",
                     *           "request_id": "59fb22bc0000000000000056",
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
                     *       "next_cursor": "c3Vyc29y"
                     *     }
                     */
                    "application/json": components["schemas"]["AuditEntryList"];
                    "application/x-ndjson": string;
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Next-Cursor": components["headers"]["X-Next-Cursor"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAllLadders: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description only this person's */
                user_id?: string;
                /** @description only those of this name */
                name?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["LadderList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createLadder: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
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
                "application/json": components["schemas"]["LadderInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ladder"];
                };
            };
            /** @description The object was made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["Ladder"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLadders: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description only this person's */
                user_id?: string;
                /** @description only those of this name */
                name?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                entity: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["LadderList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    moveLadders: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description an ETag: the call is refused unless the object is at that version */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                entity: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "anchor": "2030-06-02T18:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["LadderMoveInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["LadderChange"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    stopLadders: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                "application/json": components["schemas"]["LadderStopInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["LadderChange"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description only tries to reach this person */
                user_id?: string;
                /** @description only about this */
                entity?: string;
                /** @description only this way */
                type?: string;
                /** @description only this run */
                run_id?: string;
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-000000000056",
                     *           "tenant_id": "acme",
                     *           "at": "2030-01-07T08:00:00Z",
                     *           "type": "REMINDER",
                     *           "run_id": "01890a5d-ac96-774b-bcce-000000000095",
                     *           "attempt": 1,
                     *           "outcome": "success",
                     *           "state": "done",
                     *           "error_class": null,
                     *           "message": null,
                     *           "user_id": "ann",
                     *           "channel": "in_app",
                     *           "entity": "reminder:01890a5d-ac96-774b-bcce-000000000054",
                     *           "alert_key": null,
                     *           "next": "none",
                     *           "next_type": null,
                     *           "next_run_id": null,
                     *           "next_at": null
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    claimEffect: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "action_key": "mail:welcome",
                 *       "idempotency_key": "ann"
                 *     }
                 */
                "application/json": components["schemas"]["EffectClaimInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["EffectClaim"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    completeEffect: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
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
                "application/json": components["schemas"]["EffectCompleteInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["EffectState"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    releaseEffect: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one */
                tenant_id?: string;
            };
            header?: {
                /** @description a repeated call with the same key and body within a day does nothing again: it gets the first call's answer, with current states and counts and without secrets; with another body it is refused */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tenant_id": "acme",
                 *       "claim_id": "01890a5d-ac96-774b-bcce-000000000021",
                 *       "reason": "nothing was sent"
                 *     }
                 */
                "application/json": components["schemas"]["EffectReleaseInput"];
            };
        };
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["EffectState"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEffects: {
        parameters: {
            query?: {
                /** @description the tenant; only a token of the tenant system may name another one, or * for all */
                tenant_id?: string;
                /** @description how many at most */
                limit?: number;
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description only of this action */
                action_key?: string;
                /** @description only of this key */
                idempotency_key?: string;
                /** @description only those in this state */
                state?: "any" | "open" | "done" | "released" | "in_doubt";
            };
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
                    "application/json": components["schemas"]["EffectList"];
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFeed: {
        parameters: {
            query?: never;
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/calendar": string;
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDashboard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    /**
                     * @example {
                     *       "name": "belfry",
                     *       "api": "/api/v1/scheduler/",
                     *       "description": "/openapi.json"
                     *     }
                     */
                    "application/json": components["schemas"]["Index"];
                };
            };
            400: components["responses"]["BadRequest"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDashboardFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                    "text/css": string;
                    "image/svg+xml": string;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            503: components["responses"]["Unavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["BadRequest"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ready"
                     *     }
                     */
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            400: components["responses"]["BadRequest"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            /** @description The server cannot take work at the moment. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: {
                /** @description the names of Belfry, or another set of names (seed) */
                names?: "belfry" | "seed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDescription: {
        parameters: {
            query?: never;
            header?: {
                /** @description an ETag: 304 where the answer is still the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call was carried out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The answer is the same as that of If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            413: components["responses"]["TooLong"];
            421: components["responses"]["Misdirected"];
            422: components["responses"]["Unprocessable"];
            503: components["responses"]["Unavailable"];
        };
    };
    receiveEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description the id of the message that is signed */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description when it was signed, in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/cloudevents+json": components["schemas"]["Event"];
            };
        };
        responses: {
            /** @description The event was taken; it is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was refused; it is tried again as the webhook's type says. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
