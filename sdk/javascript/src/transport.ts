// One request to the server, repeated until it has an answer that counts.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { ApiError, ConnectionError, type Problem } from "./errors.js";

export interface ConnectionOptions {
	/** Where the server is; default `BELFRY_URL`, else http://127.0.0.1:7654. */
	url?: string;
	/** Default: `BELFRY_TOKEN`, else the first line of the file that `BELFRY_TOKEN_FILE` names. */
	token?: string;
	/** Time for one try, in milliseconds, beside what a long poll waits; default 30,000. */
	timeoutMs?: number;
	/** How long a request is repeated while no answer comes, in milliseconds; default 60,000. */
	retryForMs?: number;
	/** The `fetch` to use; default the global one. */
	fetch?: typeof fetch;
}

export interface RequestOptions {
	method: string;
	/** Below the API's root, or from the server's root if it begins with two slashes. */
	path: string;
	query?: Readonly<Record<string, unknown>>;
	body?: unknown;
	headers?: Readonly<Record<string, string>>;
	signal?: AbortSignal;
	/** What the server may wait before it answers, in milliseconds. */
	waitMs?: number;
	/** How long to repeat; 0: one try. */
	retryForMs?: number;
	idempotencyKey?: string;
}

export interface Answer {
	status: number;
	headers: Headers;
	body: unknown;
}

const ROOT = "/api/v1/scheduler";
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

/** Statuses after which the same request may pass: nothing was done, or the same key finds it done. */
function mayPassLater(status: number): boolean {
	return status === 429 || status === 502 || status === 503 || status === 504;
}

/** Exponential, with full jitter, so that clients do not come back together. */
export function pauseBefore(attempt: number, random: () => number = Math.random): number {
	const most = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempt, 16));
	return Math.round(most / 2 + (random() * most) / 2);
}

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal?.aborted) return reject(signal.reason);
		const done = () => {
			signal?.removeEventListener("abort", gone);
			resolve();
		};
		const gone = () => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(done, ms);
		signal?.addEventListener("abort", gone, { once: true });
	});
}

function tokenFromEnvironment(): string {
	const token = process.env.BELFRY_TOKEN;
	if (token) return token;
	const file = process.env.BELFRY_TOKEN_FILE;
	if (file) return readFileSync(file, "utf8").split("\n")[0]?.trim() ?? "";
	throw new TypeError("no token: pass `token`, or set BELFRY_TOKEN or BELFRY_TOKEN_FILE");
}

function queryText(query: Readonly<Record<string, unknown>> | undefined): string {
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(query ?? {})) {
		if (value === undefined || value === null) continue;
		search.set(name, Array.isArray(value) ? value.join(",") : value instanceof Date ? value.toISOString() : String(value));
	}
	const text = search.toString();
	return text ? `?${text}` : "";
}

/** Seconds, or a date. */
export function retryAfterMs(headers: Headers, now = Date.now()): number | undefined {
	const value = headers.get("retry-after");
	if (value === null) return undefined;
	const seconds = Number(value);
	if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
	const at = Date.parse(value);
	return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

async function readBody(response: Response): Promise<unknown> {
	const text = await response.text();
	if (!text) return undefined;
	const type = response.headers.get("content-type") ?? "";
	if (!type.includes("json")) return text;
	return JSON.parse(text);
}

export class Transport {
	readonly url: string;
	readonly #token: string;
	readonly #timeoutMs: number;
	readonly #retryForMs: number;
	readonly #fetch: typeof fetch;

	constructor(options: ConnectionOptions = {}) {
		this.url = (options.url ?? process.env.BELFRY_URL ?? "http://127.0.0.1:7654").replace(/\/+$/, "");
		this.#token = options.token ?? tokenFromEnvironment();
		this.#timeoutMs = options.timeoutMs ?? 30_000;
		this.#retryForMs = options.retryForMs ?? 60_000;
		this.#fetch = options.fetch ?? fetch;
	}

	/**
	 * Sends until an answer counts or the time for repeating is over. Every try of one POST carries
	 * the same Idempotency-Key, so a repeated one is never carried out twice.
	 */
	async send(request: RequestOptions): Promise<Answer> {
		const end = Date.now() + (request.retryForMs ?? this.#retryForMs);
		const key = request.idempotencyKey ?? (request.method === "POST" ? randomUUID() : undefined);
		for (let attempt = 0; ; attempt++) {
			let failure: ApiError | ConnectionError;
			try {
				return await this.#once(request, key);
			} catch (error) {
				if (request.signal?.aborted) throw request.signal.reason;
				if (!(error instanceof ApiError || error instanceof ConnectionError)) throw error;
				if (error instanceof ApiError && !mayPassLater(error.status)) throw error;
				failure = error;
			}
			const asked = failure instanceof ApiError ? failure.retryAfterMs : undefined;
			const pause = Math.max(asked ?? 0, pauseBefore(attempt));
			if (Date.now() + pause > end) throw failure;
			await sleep(pause, request.signal);
		}
	}

	/** The open response of a stream; its body is the caller's to read. */
	async open(request: RequestOptions): Promise<Response> {
		const response = await this.#fetched(request, undefined, request.signal);
		if (response.ok) return response;
		throw await this.#refusal(response);
	}

	async #once(request: RequestOptions, key: string | undefined): Promise<Answer> {
		const limit = AbortSignal.timeout(this.#timeoutMs + (request.waitMs ?? 0));
		const signal = request.signal ? anyOf(request.signal, limit) : limit;
		const response = await this.#fetched(request, key, signal);
		if (!response.ok && response.status !== 304) throw await this.#refusal(response);
		try {
			return { status: response.status, headers: response.headers, body: await readBody(response) };
		} catch (error) {
			throw new ConnectionError(`the answer to ${request.method} ${request.path} broke off`, { cause: error });
		}
	}

	async #fetched(request: RequestOptions, key: string | undefined, signal: AbortSignal | undefined): Promise<Response> {
		const headers: Record<string, string> = { authorization: `Bearer ${this.#token}`, ...request.headers };
		if (request.body !== undefined) headers["content-type"] = "application/json";
		if (key !== undefined) headers["idempotency-key"] = key;
		const path = request.path.startsWith("//") ? request.path.slice(1) : ROOT + request.path;
		const body = request.body === undefined ? undefined : JSON.stringify(request.body); // throws TypeError
		try {
			return await this.#fetch(this.url + path + queryText(request.query), {
				method: request.method,
				headers,
				...(body === undefined ? {} : { body }),
				...(signal ? { signal } : {}),
			});
		} catch (error) {
			throw new ConnectionError(`no answer to ${request.method} ${request.path} from ${this.url}`, { cause: error });
		}
	}

	async #refusal(response: Response): Promise<ApiError> {
		let problem: Problem = {};
		try {
			const body = await readBody(response);
			if (typeof body === "object" && body !== null) problem = body as Problem;
		} catch {
			// The status says enough.
		}
		return new ApiError(response.status, problem, retryAfterMs(response.headers));
	}
}

/** AbortSignal.any, which Node 18 does not have. */
export function anyOf(...signals: AbortSignal[]): AbortSignal {
	const controller = new AbortController();
	const stop = (event: Event) => abort(event.target as AbortSignal);
	const abort = (signal: AbortSignal) => {
		for (const other of signals) other.removeEventListener("abort", stop);
		controller.abort(signal.reason);
	};
	for (const signal of signals) {
		if (signal.aborted) {
			abort(signal);
			break;
		}
		signal.addEventListener("abort", stop, { once: true });
	}
	return controller.signal;
}
