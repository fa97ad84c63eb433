// A client for all of the API. Paths, queries, bodies and answers are typed by the description.
import type { paths } from "./api.js";
import { followEvents, type BelfryEvent, type EventFilter } from "./events.js";
import { Transport, type ConnectionOptions } from "./transport.js";

type Root = "/api/v1/scheduler";
type Method = "get" | "post" | "put" | "delete";

type Operation<P extends keyof paths, M extends Method> = M extends keyof paths[P]
	? NonNullable<paths[P][M]> extends { responses: unknown }
		? NonNullable<paths[P][M]>
		: never
	: never;

/** Operations of one method, by their path below the API's root. */
type Operations<M extends Method> = {
	[P in keyof paths as P extends `${Root}${infer Rest}` ? ([Operation<P, M>] extends [never] ? never : Rest) : never]: Operation<P, M>;
};

type Parameters<O, In extends string> = O extends { parameters: { [K in In]?: infer T } } ? NonNullable<T> : never;
type Body<O> = O extends { requestBody: { content: { "application/json": infer T } } }
	? T
	: O extends { requestBody?: { content: { "application/json": infer T } } }
		? unknown extends T
			? never
			: T
		: never;
type Content<R> = R extends { content: { "application/json": infer T } } ? T : undefined;
type Success<O> = O extends { responses: infer R } ? { [S in keyof R]: S extends 200 | 201 | 202 | 204 ? Content<R[S]> : never }[keyof R] : never;

type PathPart<O> = [Parameters<O, "path">] extends [never] ? { path?: undefined } : { path: Parameters<O, "path"> };
type QueryPart<O> = [Parameters<O, "query">] extends [never] ? { query?: undefined } : { query?: Parameters<O, "query"> };
type BodyPart<O> = [Body<O>] extends [never] ? { body?: undefined } : { body: Body<O> };

/** What one call takes beside its path. */
export type CallOptions<O> = PathPart<O> &
	QueryPart<O> &
	BodyPart<O> & {
		/** Makes repeated calls one: the second is answered as the first. */
		idempotencyKey?: string;
		/** Refuse the change (412) unless the object still has this ETag. */
		ifMatch?: string;
		/** W3C trace context to carry along. */
		traceparent?: string;
		signal?: AbortSignal;
	};

type Arguments<O> = Record<never, never> extends CallOptions<O> ? [options?: CallOptions<O>] : [options: CallOptions<O>];

interface LooseOptions {
	path?: unknown;
	query?: unknown;
	body?: unknown;
	idempotencyKey?: string;
	ifMatch?: string;
	traceparent?: string;
	signal?: AbortSignal;
}

function fill(path: string, values: unknown): string {
	return path.replace(/\{([a-z_]+)\}/g, (_, name: string) => {
		const value = (values as Readonly<Record<string, unknown>> | undefined)?.[name];
		if (value === undefined || value === "") throw new TypeError(`the path ${path} needs ${name}`);
		return encodeURIComponent(String(value));
	});
}

export class Client {
	readonly transport: Transport;
	readonly #traceparent: string | undefined;

	constructor(options: ConnectionOptions | Transport = {}, traceparent?: string) {
		this.transport = options instanceof Transport ? options : new Transport(options);
		this.#traceparent = traceparent;
	}

	/** The same client, whose calls carry this trace context. */
	withTrace(traceparent: string | undefined): Client {
		return new Client(this.transport, traceparent);
	}

	get<P extends keyof Operations<"get"> & string>(path: P, ...args: Arguments<Operations<"get">[P]>): Promise<Success<Operations<"get">[P]>> {
		return this.#call("GET", path, args[0]) as Promise<Success<Operations<"get">[P]>>;
	}

	post<P extends keyof Operations<"post"> & string>(path: P, ...args: Arguments<Operations<"post">[P]>): Promise<Success<Operations<"post">[P]>> {
		return this.#call("POST", path, args[0]) as Promise<Success<Operations<"post">[P]>>;
	}

	put<P extends keyof Operations<"put"> & string>(path: P, ...args: Arguments<Operations<"put">[P]>): Promise<Success<Operations<"put">[P]>> {
		return this.#call("PUT", path, args[0]) as Promise<Success<Operations<"put">[P]>>;
	}

	delete<P extends keyof Operations<"delete"> & string>(path: P, ...args: Arguments<Operations<"delete">[P]>): Promise<Success<Operations<"delete">[P]>> {
		return this.#call("DELETE", path, args[0]) as Promise<Success<Operations<"delete">[P]>>;
	}

	/** Every entry of a list, page by page, read as they are asked for. */
	async *list<P extends keyof Operations<"get"> & string>(
		path: P,
		...args: Arguments<Operations<"get">[P]>
	): AsyncGenerator<Success<Operations<"get">[P]> extends { data: readonly (infer T)[] } ? T : never, void, void> {
		type Entry = Success<Operations<"get">[P]> extends { data: readonly (infer T)[] } ? T : never;
		const options = (args[0] ?? {}) as LooseOptions;
		let cursor: string | undefined;
		do {
			const query = { ...(options.query as object | undefined), ...(cursor === undefined ? {} : { cursor }) };
			const page = (await this.#call("GET", path, { ...options, query })) as { data?: Entry[]; next_cursor?: string | null };
			yield* page.data ?? [];
			cursor = page.next_cursor ?? undefined;
		} while (cursor !== undefined);
	}

	/** Events as they happen; see {@link followEvents}. */
	events(filter: EventFilter = {}): AsyncGenerator<BelfryEvent, void, void> {
		return followEvents(this.transport, filter);
	}

	async #call(method: string, path: string, given: unknown): Promise<unknown> {
		const options = (given ?? {}) as LooseOptions;
		const headers: Record<string, string> = {};
		if (options.ifMatch !== undefined) headers["if-match"] = options.ifMatch;
		const trace = options.traceparent ?? this.#traceparent;
		if (trace !== undefined) headers.traceparent = trace;
		const answer = await this.transport.send({
			method,
			path: fill(path, options.path),
			headers,
			...(options.query === undefined ? {} : { query: options.query as Readonly<Record<string, unknown>> }),
			...(options.body === undefined ? {} : { body: options.body }),
			...(options.signal === undefined ? {} : { signal: options.signal }),
			...(options.idempotencyKey === undefined ? {} : { idempotencyKey: options.idempotencyKey }),
		});
		return answer.body;
	}
}
