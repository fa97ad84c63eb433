// What the programs share: the client on the types that openapi-typescript makes of
// doc/openapi.json, unchanged, and two ways to insist.
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

export type Event = components["schemas"]["Event"];
export type Lease = components["schemas"]["Lease"];
export type Problem = components["schemas"]["Problem"];
// A few answers may also come as lines or as a stream of text.
type Json = "application/json" | "application/problem+json";
type Streams = "/api/v1/scheduler/events" | "/api/v1/scheduler/inbox";

const baseUrl = process.env.BELFRY_URL ?? "";

export function clientOf(token: string) {
	return createClient<paths, Json>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
}

export const client = clientOf(process.env.BELFRY_TOKEN ?? "");

export function must<T>(value: T | undefined | null, about: string): T {
	if (value === undefined || value === null) throw new Error(`${about}: nothing came`);
	return value;
}

export function expectEqual<T>(given: T, wanted: T, about: string): void {
	if (given !== wanted) throw new Error(`${about}: ${String(given)}, expected ${String(wanted)}`);
}

// The answer of a call that must be taken.
export function taken<T>(answer: { data?: T; error?: Problem }, about: string): T {
	if (answer.error) throw new Error(`${about}: ${answer.error.code}: ${answer.error.detail}`);
	return must(answer.data, about);
}

// The blocks of a stream, which has no end: the caller stops when it has seen enough.
export async function* blocksOf(path: Streams, query: Record<string, string>): AsyncGenerator<string> {
	const { data } = await client.GET(path, {
		params: { query, header: { "Last-Event-ID": "0-0" } },
		headers: { Accept: "text/event-stream" },
		parseAs: "stream",
	});
	const reader = must(data, "the stream").getReader();
	const decoder = new TextDecoder();
	let text = "";
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return;
		text += decoder.decode(value, { stream: true });
		const blocks = text.split("\n\n");
		text = blocks.pop() ?? "";
		yield* blocks;
	}
}

export async function* eventsOf(query: Record<string, string>): AsyncGenerator<Event> {
	for await (const block of blocksOf("/api/v1/scheduler/events", query)) {
		const line = block.split("\n").find((one) => one.startsWith("data:"));
		if (!line) continue;
		const event: Event = JSON.parse(line.slice(5));
		yield event;
	}
}
