// A program on the types that openapi-typescript makes of doc/openapi.json, unchanged, and on
// openapi-fetch: it posts a task, leases it, reports on it, lists it and follows the events.
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Event = components["schemas"]["Event"];
type Lease = components["schemas"]["Lease"];

const baseUrl = process.env.BELFRY_URL ?? "";
const headers = { Authorization: `Bearer ${process.env.BELFRY_TOKEN ?? ""}` };
const client = createClient<paths>({ baseUrl, headers });
const TYPE = "generated.typescript";
const WORKER = "typescript-1";

function must<T>(value: T | undefined | null, about: string): T {
	if (value === undefined || value === null) throw new Error(`${about}: nothing came`);
	return value;
}

function expectEqual<T>(given: T, wanted: T, about: string): void {
	if (given !== wanted) throw new Error(`${about}: ${String(given)}, expected ${String(wanted)}`);
}

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

// The stream has no end: it is read until the event that is looked for.
async function follow(id: string): Promise<Event> {
	const { data } = await client.GET("/api/v1/scheduler/events", {
		params: { query: { run_id: id }, header: { "Last-Event-ID": "0-0" } },
		headers: { Accept: "text/event-stream" },
		parseAs: "stream",
	});
	let text = "";
	const decoder = new TextDecoder();
	for await (const piece of must(data, "the stream") as unknown as AsyncIterable<Uint8Array>) {
		text += decoder.decode(piece, { stream: true });
		for (const block of text.split("\n\n").slice(0, -1)) {
			const line = block.split("\n").find((one) => one.startsWith("data:"));
			const event = line ? (JSON.parse(line.slice(5)) as Event) : undefined;
			if (event?.type !== "task.executed") continue;
			return event;
		}
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
