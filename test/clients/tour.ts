// A walk through the rest of the API on the same types: jobs, many runs together, dead letters,
// reminders, events that make tasks, effects, settings, and what is told of all of them.
import { client, clientOf, eventsOf, expectEqual, must, taken } from "./base.js";

const TYPE = "tour.typescript";
const WORKER = "typescript-2";
const path = (id: string) => ({ params: { path: { id } } });

type Outcome = "success" | "fail" | "retry";

async function work(id: string, outcome: Outcome): Promise<string> {
	const { leases } = taken(
		await client.POST("/api/v1/scheduler/worker/lease", {
			body: { worker_id: WORKER, types: [TYPE], max: 1, wait_ms: 10000 },
		}),
		"lease",
	);
	const lease = must(leases[0], "the lease");
	expectEqual(lease.run_id, id, "the leased run");
	const beat = taken(
		await client.POST("/api/v1/scheduler/worker/heartbeat", {
			body: {
				worker_id: WORKER,
				executions: [{ execution_id: lease.execution_id, progress_percent: 50 }],
			},
		}),
		"heartbeat",
	);
	expectEqual(must(beat.extended[0], "the beat"), lease.execution_id, "the execution");
	const error = outcome === "success" ? null : { class: "permanent", message: "it is gone" };
	const told = taken(
		await client.POST("/api/v1/scheduler/worker/results", {
			body: { worker_id: WORKER, results: [{ execution_id: lease.execution_id, outcome, error }] },
		}),
		"results",
	);
	expectEqual(must(told.results[0], "the verdict").status, 200, "the verdict");
	return lease.execution_id;
}

async function jobs(): Promise<void> {
	const preview = taken(
		await client.POST("/api/v1/scheduler/preview", { body: { rule: "0 9 * * 1", count: 3 } }),
		"preview",
	);
	expectEqual(preview.data.length, 3, "the previewed instants");
	const job = taken(
		await client.POST("/api/v1/scheduler/jobs", {
			body: { code: "weekly", handler: TYPE, cron_expression: "0 9 * * 1", parameters: { a: [1] } },
		}),
		"job",
	);
	expectEqual(job.schedule_type, "CRON", "the kind of schedule");
	const changed = await client.PUT("/api/v1/scheduler/jobs/{id}", {
		params: { path: { id: job.id }, header: { "If-Match": '"no-such-version"' } },
		body: { description: "each Monday" },
	});
	expectEqual(changed.response.status, 412, "a change of another version");
	const run = taken(await client.POST("/api/v1/scheduler/jobs/{id}/run", { ...path(job.id), body: {} }), "run");
	const execution = await work(run.id, "success");
	const shown = taken(await client.GET("/api/v1/scheduler/executions/{id}", path(execution)), "execution");
	expectEqual(shown.job_id, job.id, "the job of the execution");
	expectEqual(shown.progress_percent, 50, "its progress");
	const paused = taken(
		await client.POST("/api/v1/scheduler/jobs/{id}/pause", { ...path(job.id), body: { reason: "holiday" } }),
		"pause",
	);
	expectEqual(must(paused.pause, "the pause").reason, "holiday", "its reason");
	taken(await client.POST("/api/v1/scheduler/jobs/{id}/resume", { ...path(job.id), body: {} }), "resume");
	const { response } = await client.DELETE("/api/v1/scheduler/jobs/{id}", path(job.id));
	expectEqual(response.status, 204, "the deletion");
}

async function deadLetters(): Promise<void> {
	const task = taken(await client.POST("/api/v1/scheduler/tasks", { body: { type: TYPE } }), "task");
	await work(task.id, "fail");
	const why = taken(await client.GET("/api/v1/scheduler/queue/{id}/why", path(task.id)), "why");
	expectEqual(why.state, "failed", "its state");
	const copy = taken(
		await client.POST("/api/v1/scheduler/queue/{id}/retry", {
			...path(task.id),
			body: { payload: { to: "ben" }, discard_original: true },
		}),
		"retry",
	);
	expectEqual("copied_from" in copy ? copy.copied_from : undefined, task.id, "the copied run");
	const counted = taken(
		await client.POST("/api/v1/scheduler/queue/cancel", { body: { type: TYPE, dry_run: true } }),
		"dry run",
	);
	expectEqual("count" in counted ? counted.count : undefined, 1, "the counted runs");
	const begun = taken(await client.POST("/api/v1/scheduler/queue/cancel", { body: { type: TYPE } }), "operation");
	const id = "id" in begun ? begun.id : "";
	let state: string;
	do {
		state = taken(await client.GET("/api/v1/scheduler/operations/{id}", path(id)), "operation").state;
	} while (state === "running");
	expectEqual(state, "done", "the operation");
}

async function together(): Promise<void> {
	const receipt = taken(
		await client.POST("/api/v1/scheduler/batches", {
			body: { type: TYPE, items: [1, "two", { three: 3 }], chunk_size: 2, queue: "default" },
		}),
		"batch",
	);
	const batch = taken(await client.GET("/api/v1/scheduler/batches/{id}", path(receipt.id)), "batch");
	expectEqual(batch.pending, 2, "the batch's children");
	taken(await client.POST("/api/v1/scheduler/queue/{id}/cancel", { ...path(receipt.id), body: {} }), "cancel");
	const ladder = taken(
		await client.POST("/api/v1/scheduler/ladders", {
			body: { entity: "event:42", anchor: "2099-01-01T09:00:00Z", offsets: ["-24h", "0"], type: TYPE },
		}),
		"ladder",
	);
	expectEqual(must(ladder.rungs[0], "the rung").offset, "-24h", "its offset");
	const stopped = taken(
		await client.POST("/api/v1/scheduler/ladders/{entity}/stop", {
			params: { path: { entity: "event:42" } },
			body: { reason: "moved" },
		}),
		"stop",
	);
	expectEqual(stopped.cancelled, 2, "the cancelled rungs");
}

async function reminders(): Promise<void> {
	taken(
		await client.PUT("/api/v1/scheduler/users/{id}", {
			...path("ann"),
			body: { timezone: "Asia/Tokyo", channels: ["in_app"] },
		}),
		"user",
	);
	const made = taken(
		await client.POST("/api/v1/scheduler/reminders", {
			body: {
				user_id: "ann",
				title: "Water the plants",
				remind_at: "2099-01-01T09:00",
				recurrence_rule: "FREQ=WEEKLY",
			},
		}),
		"reminder",
	);
	expectEqual(made.timezone, "Asia/Tokyo", "the zone of the person");
	const snoozed = taken(
		await client.POST("/api/v1/scheduler/reminders/{id}/snooze", { ...path(made.id), body: { minutes: 15 } }),
		"snooze",
	);
	expectEqual(snoozed.status, "SNOOZED", "its status");
	const mine = taken(
		await client.GET("/api/v1/scheduler/reminders", { params: { query: { user_id: "ann", status: "SNOOZED" } } }),
		"reminders",
	);
	expectEqual(mine.data.length, 1, "the reminders");
	expectEqual(mine.next_cursor, null, "the next page");
}

async function incomingEvents(): Promise<void> {
	const rule = taken(
		await client.POST("/api/v1/scheduler/rules", {
			body: {
				event: "invoice.late",
				where: [{ field: "data.total", above: 100 }],
				type: TYPE,
				payload: { to: "{data.to}" },
			},
		}),
		"rule",
	);
	expectEqual(rule.event, "invoice.late", "the rule's event");
	const specversion: "1.0" = "1.0";
	const event = { specversion, id: "1", source: TYPE, type: "invoice.late" };
	const receipt = taken(
		await client.POST("/api/v1/scheduler/events", { body: { ...event, data: { total: 120, to: "cy" } } }),
		"event",
	);
	const id = must(must(receipt.runs[0], "the made run").id, "its id");
	const run = taken(await client.GET("/api/v1/scheduler/queue/{id}", path(id)), "run");
	expectEqual(run.payload?.["to"], "cy", "its payload");
	await work(id, "success");
	for await (const one of eventsOf({ run_id: id, event: "task.*" })) {
		if (one.type !== "task.executed") continue;
		expectEqual(one.data.run_id, id, "the run of the event");
		break;
	}
}

async function effects(): Promise<void> {
	const body = { action_key: "charge.card", idempotency_key: "order:7" };
	const claim = taken(await client.POST("/api/v1/scheduler/effects/claim", { body }), "claim");
	expectEqual(claim.first, true, "the first claim");
	const done = taken(
		await client.POST("/api/v1/scheduler/effects/complete", {
			body: { claim_id: claim.claim_id, result: { charged: 5 } },
		}),
		"complete",
	);
	expectEqual(done.state, "done", "the effect");
	const again = taken(await client.POST("/api/v1/scheduler/effects/claim", { body }), "claim");
	expectEqual(again.first, false, "the second claim");
}

async function settings(): Promise<void> {
	const type = taken(
		await client.PUT("/api/v1/scheduler/types/{name}", {
			params: { path: { name: TYPE } },
			body: {
				handler: { kind: "pull" },
				backoff: { kind: "steps", steps_ms: [1000, 2000] },
				fallback: { type: "tour.fallback" },
			},
		}),
		"type",
	);
	expectEqual(type.backoff?.steps_ms?.[1], 2000, "the second delay");
	taken(
		await client.PUT("/api/v1/scheduler/calendars/{name}", {
			params: { path: { name: "holidays" } },
			body: { dates: ["2099-12-25"] },
		}),
		"calendar",
	);
	taken(
		await client.PUT("/api/v1/scheduler/secrets/{name}", {
			params: { path: { name: "door" } },
			body: { value: "whsec_c2VzYW1lIG9wZW4gc2VzYW1lIQ==" },
		}),
		"secret",
	);
	const hook = taken(
		await client.POST("/api/v1/scheduler/webhooks", {
			body: { url: "https://hooks.example.org/", secrets: ["door"], events: ["run.dlq"], state: "paused" },
		}),
		"webhook",
	);
	const { response } = await client.DELETE("/api/v1/scheduler/webhooks/{id}", path(hook.id));
	expectEqual(response.status, 204, "the deletion");
}

async function tenants(): Promise<void> {
	const id = "tour-typescript";
	taken(await client.POST("/api/v1/scheduler/tenants", { body: { id, profile: "guild" } }), "tenant");
	const token = taken(
		await client.POST("/api/v1/scheduler/tokens", { body: { tenant_id: id, role: "viewer" } }),
		"token",
	);
	const viewer = clientOf(must(token.token, "the token"));
	const me = taken(await viewer.GET("/api/v1/scheduler/me"), "me");
	expectEqual(me.role, "viewer", "the role");
	expectEqual(me.operations.includes("createTask"), false, "may create tasks");
	const { error } = await viewer.POST("/api/v1/scheduler/tasks", { body: { type: TYPE } });
	expectEqual(must(error, "the refusal").code, "forbidden", "its code");
}

async function reports(): Promise<void> {
	const stats = taken(await client.GET("/api/v1/scheduler/stats", { params: { query: { by: "type" } } }), "stats");
	expectEqual(stats.data.length > 0, true, "there are rows");
	const ahead = taken(await client.GET("/api/v1/scheduler/forecast", { params: { query: { hours: 1 } } }), "forecast");
	expectEqual(ahead.counts.length, 1, "the spans ahead");
	const audit = taken(await client.GET("/api/v1/scheduler/audit", { params: { query: { action: "job.pause" } } }), "audit");
	expectEqual(must(audit.data[0], "the entry").action, "job.pause", "the action");
	const health = taken(await client.GET("/healthz"), "healthz");
	expectEqual(health.status, "ok", "health");
}

await jobs();
await deadLetters();
await together();
await reminders();
await incomingEvents();
await effects();
await settings();
await tenants();
await reports();
console.log("ok");
process.exit(0); // a stream is still open
