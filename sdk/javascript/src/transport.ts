// One request to the server, repeated until it has an answer that counts.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import * as http from "node:http";
import * as https from "node:https";
import { ApiError, ConnectionError, type Problem } from "./errors.js";

export interface ConnectionOptions {
	/** Where the server is; default `BELFRY_URL`, else http://127.0.0.1:7654. */
	url?: string;
	/** Default: `BELFRY_TOKEN`, else the first line of the file that `BELFRY_TOKEN_FILE` names. */
	token?: string;
	/**
	 * Time for one try, in milliseconds, beside what a long poll waits; default 30,000. A stream that is silent for so
	 * long is opened anew: the server says a word every 15 seconds.
	 */
	timeoutMs?: number;
	/** How long a request is repeated while no answer comes, in milliseconds; default 60,000. */
	retryForMs?: number;
	/** Certificates and the like for an https url, as `node:https` takes them. */
	tls?: Pick<https.AgentOptions, "ca" | "cert" | "key" | "servername" | "rejectUnauthorized">;
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
	headers: http.IncomingHttpHeaders;
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
export function retryAfterMs(headers: http.IncomingHttpHeaders, now = Date.now()): number | undefined {
	const value = headers["retry-after"];
	if (value === undefined) return undefined;
	const seconds = Number(value);
	if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
	const at = Date.parse(value);
	return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

function readBody(response: http.IncomingMessage): Promise<unknown> {
	return new Promise((resolve, reject) => {
		const pieces: Buffer[] = [];
		response.on("data", (piece: Buffer) => pieces.push(piece));
		response.on("error", reject);
		response.on("close", () => reject(new Error("the connection was closed"))); // behind "end" it does nothing
		response.on("end", () => {
			const text = pieces.length === 1 ? String(pieces[0]) : Buffer.concat(pieces).toString();
			try {
				resolve(!text ? undefined : response.headers["content-type"]?.includes("json") ? JSON.parse(text) : text);
			} catch (error) {
				reject(error);
			}
		});
	});
}

function isGood(response: http.IncomingMessage): boolean {
	const status = response.statusCode ?? 0;
	return (status >= 200 && status < 300) || status === 304;
}

export class Transport {
	readonly url: string;
	readonly #token: string;
	readonly #timeoutMs: number;
	readonly #retryForMs: number;
	readonly #target: URL;
	readonly #agent: http.Agent;

	constructor(options: ConnectionOptions = {}) {
		this.url = (options.url ?? process.env.BELFRY_URL ?? "http://127.0.0.1:7654").replace(/\/+$/, "");
		this.#token = options.token ?? tokenFromEnvironment();
		this.#timeoutMs = options.timeoutMs ?? 30_000;
		this.#retryForMs = options.retryForMs ?? 60_000;
		this.#target = new URL(this.url);
		if (!["http:", "https:"].includes(this.#target.protocol)) throw new TypeError(`url must begin with http:// or https://, got ${this.url}`);
		// Connections stay open between requests, and keep no process alive that has nothing else to do.
		this.#agent = this.#target.protocol === "https:" ? new https.Agent({ keepAlive: true, ...options.tls }) : new http.Agent({ keepAlive: true });
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

	/** The open response of a stream; its body is the caller's to read. It breaks off when nothing comes any more. */
	async open(request: RequestOptions): Promise<http.IncomingMessage> {
		const { response, timer } = await this.#begin(request, undefined, this.#timeoutMs);
		clearTimeout(timer);
		response.setTimeout(this.#timeoutMs, () => response.destroy(new Error(`nothing came for ${this.#timeoutMs} ms`)));
		if (isGood(response)) return response;
		throw await this.#refusal(response);
	}

	async #once(request: RequestOptions, key: string | undefined): Promise<Answer> {
		const { response, timer } = await this.#begin(request, key, this.#timeoutMs + (request.waitMs ?? 0));
		try {
			if (!isGood(response)) throw await this.#refusal(response);
			return { status: response.statusCode ?? 0, headers: response.headers, body: await readBody(response) };
		} catch (error) {
			if (error instanceof ApiError) throw error;
			throw new ConnectionError(`the answer to ${request.method} ${request.path} broke off`, { cause: error });
		} finally {
			clearTimeout(timer);
		}
	}

	/** Sends one request. Without its whole answer after `limitMs` the connection is cut; the caller clears `timer`. */
	#begin(request: RequestOptions, key: string | undefined, limitMs?: number): Promise<{ response: http.IncomingMessage; timer: NodeJS.Timeout | undefined }> {
		const headers: http.OutgoingHttpHeaders = { authorization: `Bearer ${this.#token}`, ...request.headers };
		const body = request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body)); // throws TypeError
		if (body !== undefined) {
			headers["content-type"] = "application/json";
			headers["content-length"] = body.length;
		}
		if (key !== undefined) headers["idempotency-key"] = key;
		const path = request.path.startsWith("//") ? request.path.slice(1) : ROOT + request.path;
		return new Promise((resolve, reject) => {
			let timer: NodeJS.Timeout | undefined;
			const sent = (this.#target.protocol === "https:" ? https : http).request({
				agent: this.#agent,
				host: this.#target.hostname.replace(/^\[|\]$/g, ""),
				port: this.#target.port,
				method: request.method,
				path: this.#target.pathname.replace(/\/$/, "") + path + queryText(request.query),
				headers,
				...(request.signal ? { signal: request.signal } : {}),
			});
			sent.on("response", (response) => resolve({ response, timer }));
			sent.on("error", (error) => {
				clearTimeout(timer);
				reject(new ConnectionError(`no answer to ${request.method} ${request.path} from ${this.url}: ${error.message}`, { cause: error }));
			});
			if (limitMs !== undefined) timer = setTimeout(() => sent.destroy(new Error(`nothing came for ${limitMs} ms`)), limitMs);
			sent.end(body);
		});
	}

	async #refusal(response: http.IncomingMessage): Promise<ApiError> {
		let problem: Problem = {};
		try {
			const body = await readBody(response);
			if (typeof body === "object" && body !== null) problem = body as Problem;
		} catch {
			// The status says enough.
		}
		return new ApiError(response.statusCode ?? 0, problem, retryAfterMs(response.headers));
	}
}
