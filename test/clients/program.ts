// A program on the types that openapi-typescript makes of doc/openapi.json, and on openapi-fetch: it
// posts a task, leases it, reports on it, lists it and follows the events.
import { type Event, type Lease, client, eventsOf, expectEqual, must } from "./base.js";

const TYPE = "generated.typescript";
const WORKER = "typescript-1";

async function post(): Promise<string> {
	const { data, error, response } = await client.POST("/api/v1/scheduler/tasks", {
		body: { type: TYPE, payload: { to: "ann", copies: [1, 2] }, priority: 3, idempotency_key: "once" },
	});
	if (error) throw new Error(`${error.code}: ${error.detail}`);
	expectEqual(response.status, 201, "the status of the first");
	expectEqual(data.duplicate, false, "the first");
	const again = await client.POST("/api/v1/scheduler/tasks", {
		body: { type: TYPE, payload: {}, idempotency_key: "once" },
	});
	expectEqual(must(again.data, "the second").duplicate, true, "the second");
	expectEqual(must(again.data, "the second").id, data.id, "its id");
	return data.id;
}

async function refused(): Promise<void> {
	const { error } = await client.POST("/api/v1/scheduler/tasks", { body: { type: TYPE, priority: 99 } });
	const fault = must(must(error, "the refusal").errors, "its faults")[0];
	expectEqual(must(fault, "the fault").pointer, "/priority", "the field at fault");
}

async function lease(): Promise<Lease> {
	const { data } = await client.POST("/api/v1/scheduler/worker/lease", {
		body: { worker_id: WORKER, types: [TYPE], max: 5, wait_ms: 10000 },
	});
	return must(must(data, "the answer").leases[0], "the lease");
}

async function report(given: Lease): Promise<void> {
	const { data } = await client.POST("/api/v1/scheduler/worker/results", {
		body: {
			worker_id: WORKER,
			results: [{ execution_id: given.execution_id, outcome: "success", result: { sent: true } }],
		},
	});
	expectEqual(must(must(data, "the verdicts").results[0], "the verdict").status, 200, "the verdict");
}

async function list(id: string): Promise<void> {
	const { data } = await client.GET("/api/v1/scheduler/tasks", {
		params: { query: { type: TYPE, state: "done", limit: 10 } },
	});
	const run = must(must(data, "the page").data.find((one) => one.id === id), "the task");
	expectEqual(run.state, "done", "its state");
	expectEqual(run.attempts, 1, "its attempts");
}

async function follow(id: string): Promise<Event> {
	for await (const event of eventsOf({ run_id: id })) {
		if (event.type === "task.executed") return event;
	}
	throw new Error("the stream ended");
}

const id = await post();
await refused();
const leased = await lease();
expectEqual(leased.run_id, id, "the leased run");
expectEqual(leased.payload?.["to"], "ann", "its payload");
await report(leased);
await list(id);
const event = await follow(id);
expectEqual(event.specversion, "1.0", "the event");
console.log("ok");
process.exit(0); // the stream is still open
