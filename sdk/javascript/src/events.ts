// The event stream as an async iterator that goes on exactly where it was after a lost connection.
import type { IncomingMessage } from "node:http";
import { ApiError, ConnectionError, EventsRemoved } from "./errors.js";
import { pauseBefore, sleep, type Transport } from "./transport.js";

/** A CloudEvent of the server. */
export interface BelfryEvent {
	specversion: string;
	id: string;
	source: string;
	type: string;
	subject?: string;
	time: string;
	data: Readonly<Record<string, unknown>>;
}

export interface EventFilter {
	/** Names such as `job.failed`, or beginnings such as `run.*`. */
	event?: string | readonly string[];
	type?: string;
	run_id?: string;
	job_id?: string;
	user_id?: string;
	tenant_id?: string;
	/** Go on behind this event; without it the stream begins with what happens from now on. */
	after?: string;
	signal?: AbortSignal;
}

interface Frame {
	id: string | undefined;
	event: string | undefined;
	data: string | undefined;
}

/** Server-sent events out of pieces of text. A comment with an `id` line moves the place on, too. */
export class FrameParser {
	#rest = "";
	#frame: Frame = { id: undefined, event: undefined, data: undefined };

	*push(piece: string): Generator<Frame> {
		const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/);
		this.#rest = lines.pop() ?? "";
		for (const line of lines) {
			if (line !== "") {
				this.#field(line);
				continue;
			}
			const frame = this.#frame;
			this.#frame = { id: undefined, event: undefined, data: undefined };
			if (frame.id !== undefined || frame.data !== undefined || frame.event !== undefined) yield frame;
		}
	}

	#field(line: string): void {
		const colon = line.indexOf(":");
		if (colon === 0) return;
		const name = colon < 0 ? line : line.slice(0, colon);
		const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
		if (name === "id") this.#frame.id = value;
		else if (name === "event") this.#frame.event = value;
		else if (name === "data") this.#frame.data = this.#frame.data === undefined ? value : `${this.#frame.data}\n${value}`;
	}
}

async function* frames(response: IncomingMessage): AsyncGenerator<Frame> {
	const parser = new FrameParser();
	const pieces = response.setEncoding("utf8").iterator() as AsyncIterableIterator<string>;
	try {
		for (;;) {
			const piece = await pieces.next().catch((cause: unknown) => {
				throw new ConnectionError("the stream broke off", { cause });
			});
			if (piece.done) return;
			yield* parser.push(piece.value);
		}
	} finally {
		response.destroy();
	}
}

/**
 * Yields every event that fits, in order, none twice and none left out, until `signal` is aborted.
 * Throws {@link EventsRemoved} if the server has removed events that were still to come.
 */
export async function* followEvents(transport: Transport, filter: EventFilter = {}): AsyncGenerator<BelfryEvent, void, void> {
	const { after, signal, event, ...rest } = filter;
	const query = { ...rest, ...(event === undefined ? {} : { event }) };
	let place = after ?? (await newestEvent(transport, filter.tenant_id, signal));
	for (let failures = 0; !signal?.aborted; failures++) {
		try {
			const headers: Record<string, string> = { accept: "text/event-stream" };
			if (place !== undefined) headers["last-event-id"] = place;
			const response = await transport.open({ method: "GET", path: "/events", query, headers, ...(signal ? { signal } : {}) });
			for await (const frame of frames(response)) {
				failures = 0;
				if (frame.event === "events.cut") throw new EventsRemoved("events that were still to come have been removed");
				if (frame.data) yield JSON.parse(frame.data) as BelfryEvent;
				// Moved on only once the consumer has taken the event: a break before it repeats nothing.
				if (frame.id !== undefined) place = frame.id;
			}
		} catch (error) {
			if (signal?.aborted) return;
			if (error instanceof ApiError && error.status === 410) throw new EventsRemoved(error.message);
			if (error instanceof ApiError && error.status < 500 && error.status !== 429) throw error;
			if (!(error instanceof ApiError || error instanceof ConnectionError)) throw error;
			if (error instanceof ApiError && error.retryAfterMs) await quietSleep(error.retryAfterMs, signal);
		}
		await quietSleep(pauseBefore(failures), signal);
	}
}

/**
 * Where the journal ends now. The stream begins behind it, so that a connection that breaks before
 * its first event still knows its place.
 */
async function newestEvent(transport: Transport, tenant: string | undefined, signal: AbortSignal | undefined): Promise<string | undefined> {
	const query = { limit: 1, ...(tenant === undefined ? {} : { tenant_id: tenant }) };
	const answer = await transport.send({ method: "GET", path: "/events", query, ...(signal ? { signal } : {}) });
	return (answer.body as { data?: { id: string }[] }).data?.[0]?.id;
}

async function quietSleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
	await sleep(ms, signal).catch(() => undefined);
}
