// A worker: leases runs, hands them to handlers, keeps their leases, reports how they ended.
//
// Free places are asked for in two ways: by a request that waits at the server while every type with
// a free place is not covered by one, and together with each report of what has ended. All requests
// are repeated through restarts of the server. Heartbeats keep the leases of what runs.
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { Client } from "./client.js";
import { Context, type WorkerSide } from "./context.js";
import { ApiError, ConnectionError, Fail, LeaseLost, RunCancelled, WorkerStopping } from "./errors.js";
import type { HeartbeatAnswer, Lease, LeaseAnswer, Report, ResultsAnswer } from "./protocol.js";
import { reportOfError, reportOfSuccess } from "./reporting.js";
import { readPayload, type StandardSchema } from "./schema.js";
import { pauseBefore, sleep, type ConnectionOptions, type Transport } from "./transport.js";

export type Handler<Payload = unknown> = (context: Context<Payload>) => Promise<unknown> | unknown;

/** Around every handler: call `next` to go on. What it returns is the run's result. */
export type Middleware = (context: Context, next: () => Promise<unknown>) => Promise<unknown>;

/** One structured line: a fixed phrase and its fields. */
export interface Logger {
	(level: "debug" | "info" | "warn" | "error", message: string, fields: Readonly<Record<string, unknown>>): void;
}

export interface HandlerOptions<Payload> {
	/** Checks and types the payload; a payload that does not fit fails the run for good. */
	schema?: StandardSchema<Payload>;
	/** The most runs of this type at once, within the worker's own limit. */
	concurrency?: number;
}

export interface WorkerOptions extends ConnectionOptions {
	/** A client to share its connection; instead of `url` and `token`. */
	client?: Client;
	/** The worker's name; default host, process and a random part. */
	workerId?: string;
	/** The most runs at once; default `WORKER_BATCH`, else 10. */
	concurrency?: number;
	/** Only from these queues; default all. */
	queues?: readonly string[];
	/** Only of these tenants, with a token of the tenant system; default all. */
	tenants?: readonly string[];
	/** How long an idle worker's request waits, in milliseconds; default `WORKER_WAIT_MS`, else 30,000; at most 60,000. */
	waitMs?: number;
	/** How long each run is leased, in milliseconds; default `WORKER_LEASE_MS`, else what its type says, else 60,000. */
	leaseMs?: number;
	/** From this attempt on a run that is to be tried again fails; default `WORKER_MAX_ATTEMPTS`, else the run's own bound. */
	maxAttempts?: number;
	/**
	 * How long `stop` waits for handlers before their signals are aborted, and then (at least 5,000) for a
	 * server that takes no reports; default 30,000.
	 */
	graceMs?: number;
	logger?: Logger;
}

interface Registered {
	handler: Handler;
	schema: StandardSchema | undefined;
	concurrency: number;
	running: number;
}

/** A request for at most `max` runs of these types. */
interface Ask {
	types: string[];
	max: number;
}

interface Running {
	lease: Lease;
	context: Context;
	/** When its lease began anew, by `performance.now()`. */
	renewedAt: number;
	/** The lease is somebody else's: nothing is reported. */
	lost: boolean;
	done: Promise<void>;
}

/** Bounds of the protocol: results and leases of one call, types of one lease. */
const AT_ONCE_MAX = 1_000;
const TYPES_MAX = 64;
/** Two calls report at a time: the server decides on one while handlers run for the other. */
const CALLS_AT_ONCE = 2;
/** Below this many places half a batch costs more calls than it saves waiting. */
const HALVES_FROM = 32;
const STOP_AFTER_ABORT_MS = 5_000;
const PROGRESS_EVERY_MS = 1_000;
const DRAIN_EVERY_MS = 500;

function quiet(): void {}

/** A whole number of at least 1, from the option or else from the environment. */
function count(option: number | undefined, variable: string, name: string): number | undefined {
	const text = process.env[variable];
	const value = option ?? (text ? Number(text) : undefined);
	if (value !== undefined && !(Number.isInteger(value) && value >= 1)) {
		throw new RangeError(`${option === undefined ? variable : name} must be a whole number of at least 1, got ${option ?? text}`);
	}
	return value;
}

/** Says of a run whose report the server cannot take that it failed for good. */
function badReport(execution_id: string, reason: string): Report {
	return { execution_id, outcome: "fail", error: { class: "bad_report", message: `the report could not be sent: ${reason}` } };
}

function isBad(report: Report | undefined): boolean {
	return report?.error?.class === "bad_report";
}

/** The same lease request would be refused for ever: a wrong option, or a token without the right. */
function isFinal(error: unknown): boolean {
	return error instanceof ApiError && [400, 401, 403, 404, 422].includes(error.status);
}

/** The token is wrong or has lost its right: nothing that this worker says will be heard. */
function isDenied(error: unknown): boolean {
	return error instanceof ApiError && [401, 403, 404].includes(error.status);
}

export class Worker {
	readonly client: Client;
	readonly id: string;
	readonly #options: WorkerOptions;
	readonly #concurrency: number;
	readonly #waitMs: number;
	readonly #leaseMs: number | undefined;
	readonly #maxAttempts: number;
	readonly #graceMs: number;
	readonly #log: Logger;
	readonly #handlers = new Map<string, Registered>();
	readonly #middleware: Middleware[] = [];
	readonly #side: WorkerSide;
	readonly #running = new Map<string, Running>();
	#reports: Report[] = [];
	/** Requests for runs under way, and those of them that wait at the server. */
	readonly #asks = new Set<Ask>();
	readonly #waiting = new Set<Ask>();
	/** Calls under way that report. */
	#reporting = 0;
	#failures = 0;
	#renewMs = 20_000;
	#started = false;
	#stopping = false;
	#failure: unknown;
	/** Until then reports are repeated, by `performance.now()`: a worker that stops has to end. */
	#reportBy = Infinity;
	readonly #ended = new AbortController();
	#wakeReporting: () => void = quiet;
	#wakeBeating: () => void = quiet;
	#loops: Promise<unknown> = Promise.resolve();

	constructor(options: WorkerOptions = {}) {
		this.#options = options;
		this.client = options.client ?? new Client(options);
		this.id = options.workerId ?? `${hostname().slice(0, 40)}-${process.pid}-${randomUUID().slice(0, 8)}`;
		this.#concurrency = count(options.concurrency, "WORKER_BATCH", "concurrency") ?? 10;
		this.#waitMs = Math.min(count(options.waitMs, "WORKER_WAIT_MS", "waitMs") ?? 30_000, 60_000);
		this.#leaseMs = count(options.leaseMs, "WORKER_LEASE_MS", "leaseMs");
		this.#maxAttempts = count(options.maxAttempts, "WORKER_MAX_ATTEMPTS", "maxAttempts") ?? Infinity;
		this.#graceMs = options.graceMs ?? 30_000;
		this.#log = options.logger ?? quiet;
		this.#side = { client: this.client, onProgress: () => this.#wakeBeating() };
	}

	/** Registers the handler of a type. */
	handle<Payload = unknown>(type: string, handler: Handler<Payload>, options: HandlerOptions<Payload> = {}): this {
		if (this.#started) throw new Error("handlers are registered before the worker starts");
		if (this.#handlers.has(type)) throw new Error(`type ${type} has a handler already`);
		if (this.#handlers.size === TYPES_MAX) throw new Error(`a worker takes at most ${TYPES_MAX} types`);
		this.#handlers.set(type, {
			handler: handler as Handler,
			schema: options.schema,
			concurrency: options.concurrency ?? Infinity,
			running: 0,
		});
		return this;
	}

	/** Adds a middleware; the first one added is the outermost. */
	use(middleware: Middleware): this {
		this.#middleware.push(middleware);
		return this;
	}

	/** Begins to work; returns at once. `stop` throws what made the worker give up, if anything did. */
	start(): this {
		if (this.#started) throw new Error("the worker was started already");
		if (this.#handlers.size === 0) throw new Error("a worker needs at least one handler");
		this.#started = true;
		this.#log("info", "worker started", { worker_id: this.id, types: [...this.#handlers.keys()] });
		this.#loops = Promise.all([this.#reportingLoop(), this.#beatingLoop()]).then(() => {
			if (this.#failure !== undefined) throw this.#failure;
		});
		this.#loops.catch(quiet);
		this.#ask();
		return this;
	}

	/** Runs until `stop`, or until a signal of the process asks for it. */
	async run(signals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM"]): Promise<void> {
		const stop = () => void this.stop().catch(quiet); // `run` itself throws
		for (const signal of signals) process.once(signal, stop);
		this.start();
		await this.#loops;
		for (const signal of signals) process.off(signal, stop);
	}

	/**
	 * Takes nothing new, waits for the handlers that run, reports them, and ends. Handlers that are
	 * still busy after the grace period are aborted; their runs go back without using an attempt.
	 */
	async stop(): Promise<void> {
		if (!this.#started) return;
		if (!this.#stopping) {
			this.#stopping = true;
			this.#log("info", "worker stopping", { worker_id: this.id, running: this.#running.size });
			void this.#drain();
			void this.#endAll();
		}
		await this.#loops;
	}

	/** Ends as `stop` does; then `run` throws. */
	#giveUp(error: unknown): void {
		this.#failure ??= error;
		this.#log("error", "worker refused", { worker_id: this.id, error: String(error) });
		void this.stop().catch(quiet);
	}

	get #transport(): Transport {
		return this.client.transport;
	}

	/**
	 * Tells the server to answer the calls that wait, so that no run is lost between the server and
	 * us. Told again while a call waits: one that was on its way may have come behind the first word.
	 */
	async #drain(): Promise<void> {
		do {
			const body = { worker_id: this.id, drain: true };
			await this.#transport.send({ method: "POST", path: "/worker/lease", body, retryForMs: 5_000 }).catch(quiet);
			await sleep(DRAIN_EVERY_MS, this.#ended.signal).catch(quiet);
		} while (this.#asks.size > 0);
	}

	async #endAll(): Promise<void> {
		const all = () => Promise.all([...this.#running.values()].map((r) => r.done));
		await Promise.race([all(), sleep(this.#graceMs, this.#ended.signal).catch(quiet)]);
		for (const running of this.#running.values()) running.context.abort(new WorkerStopping("the worker stops"));
		await Promise.race([all(), sleep(STOP_AFTER_ABORT_MS, this.#ended.signal).catch(quiet)]);
		for (const running of [...this.#running.values()]) this.#handBack(running);
		this.#reportBy = performance.now() + Math.max(this.#graceMs, STOP_AFTER_ABORT_MS);
		this.#wakeAll();
	}

	/** The handler does not heed its signal: its run is given back all the same, and its end ignored. */
	#handBack(running: Running): void {
		running.lost = true;
		this.#remove(running);
		this.#reports.push(reportOfError(running.context, new WorkerStopping("the worker stops"), new Date()));
	}

	#wakeAll(): void {
		this.#wakeReporting();
		this.#wakeBeating();
	}

	get #isOver(): boolean {
		return this.#stopping && this.#running.size === 0 && this.#reports.length === 0 && this.#reporting === 0 && this.#asks.size === 0;
	}

	// ---- asking -----------------------------------------------------------------------------

	/** What may be asked for now: the types with a free place, and how many runs fit all of them. */
	#room(): Ask {
		const types: string[] = [];
		let max = this.#concurrency - this.#running.size;
		for (const ask of this.#asks) max -= ask.max;
		for (const [type, registered] of this.#handlers) {
			const free = registered.concurrency - registered.running - this.#askedFor(type);
			if (free <= 0) continue;
			types.push(type);
			if (registered.concurrency !== Infinity) max = Math.min(max, free);
		}
		return { types, max: this.#stopping || types.length === 0 ? 0 : Math.min(max, AT_ONCE_MAX) };
	}

	/** How many runs of a limited type may still come from requests that are under way. */
	#askedFor(type: string): number {
		if (this.#handlers.get(type)?.concurrency === Infinity) return 0;
		let count = 0;
		for (const ask of this.#asks) if (ask.types.includes(type)) count += ask.max;
		return count;
	}

	#leaseBody(room: Ask, waitMs: number): Record<string, unknown> {
		return {
			worker_id: this.id,
			hostname: hostname(),
			types: room.types,
			max: room.max,
			wait_ms: waitMs,
			...(this.#options.queues ? { queues: this.#options.queues } : {}),
			...(this.#options.tenants ? { tenants: this.#options.tenants } : {}),
			...(this.#leaseMs ? { lease_ms: this.#leaseMs } : {}),
		};
	}

	/** Begins to wait at the server, unless every type with a free place is waited for already. */
	#ask(): void {
		const ask = this.#room();
		const covered = (type: string) => [...this.#waiting].some((other) => other.types.includes(type));
		if (ask.max <= 0 || ask.types.every(covered)) return;
		this.#waiting.add(ask);
		void this.#wait(ask);
	}

	async #wait(ask: Ask): Promise<void> {
		const waitMs = this.#waitMs;
		this.#asks.add(ask);
		try {
			const answer = await this.#transport.send({ method: "POST", path: "/worker/lease", body: this.#leaseBody(ask, waitMs), waitMs, retryForMs: 0 });
			this.#failures = 0;
			this.#asks.delete(ask);
			this.#take(answer.body as LeaseAnswer);
		} catch (error) {
			this.#asks.delete(ask);
			if (isFinal(error)) this.#giveUp(error);
			else await this.#pauseAfter(error, this.#failures++, "lease failed");
		}
		this.#waiting.delete(ask);
		this.#ask();
		if (this.#stopping) this.#wakeAll();
	}

	#take(answer: LeaseAnswer): void {
		this.#renewMs = answer.renew_ms;
		for (const lease of answer.leases) {
			if (!this.#stopping) this.#begin(lease);
			else this.#giveBack(lease);
		}
		if (answer.leases.length > 0) this.#wakeBeating();
		if (answer.drain && !this.#stopping) {
			this.#log("info", "worker drained by the server", { worker_id: this.id });
			void this.stop().catch(quiet); // `run` itself throws
		}
	}

	/** Leased while the word to drain was on its way: nobody would wait for its handler. */
	#giveBack(lease: Lease): void {
		const context = new Context(lease, lease.payload, this.#side);
		this.#reports.push(reportOfError(context, new WorkerStopping("the worker stops"), new Date()));
		this.#wakeReporting();
	}

	/** Waits until somebody calls the function that `register` is given. */
	#woken(register: (wake: () => void) => void, ms?: number): Promise<void> {
		return new Promise((resolve) => {
			const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
			register(() => {
				clearTimeout(timer);
				resolve();
			});
		});
	}

	async #pauseAfter(error: unknown, failures: number, phrase: string): Promise<void> {
		const asked = error instanceof ApiError ? error.retryAfterMs : undefined;
		const pause = Math.max(asked ?? 0, pauseBefore(failures));
		const fields = error instanceof ApiError ? { status: error.status, code: error.code, request_id: error.requestId } : {};
		this.#log("warn", phrase, { worker_id: this.id, error: String(error), pause_ms: pause, ...fields });
		await sleep(pause, this.#ended.signal).catch(quiet);
	}

	// ---- working ----------------------------------------------------------------------------

	#begin(lease: Lease): void {
		const registered = this.#handlers.get(lease.type);
		const context = new Context(lease, lease.payload, this.#side);
		const running: Running = { lease, context, renewedAt: performance.now(), lost: false, done: Promise.resolve() };
		this.#running.set(lease.execution_id, running);
		if (registered) registered.running++;
		running.done = this.#carryOut(running, registered);
	}

	async #carryOut(running: Running, registered: Registered | undefined): Promise<void> {
		const begun = Date.now();
		const { context } = running;
		let report: Report;
		try {
			if (!registered) throw new Fail(`this worker has no handler for type ${running.lease.type}`, "no_handler");
			// Read before the handler sees it: the context is this worker's own until then.
			if (registered.schema) (context as { payload: unknown }).payload = await readPayload(registered.schema, context.payload);
			report = reportOfSuccess(context, await this.#through(context, registered.handler));
		} catch (error) {
			report = reportOfError(context, context.reason instanceof WorkerStopping ? context.reason : error, new Date());
			if (report.outcome === "retry" && running.lease.attempt >= this.#maxAttempts) report.outcome = "fail";
		}
		const isDone = report.outcome === "success" || report.outcome === "noop";
		if (!isDone && context.reason instanceof LeaseLost) running.lost = true;
		this.#remove(running);
		if (running.lost) return;
		this.#reports.push(report);
		this.#wakeReporting();
		if (this.#log === quiet) return;
		this.#log(isDone ? "info" : "warn", "run ended", {
			tenant_id: running.lease.tenant_id,
			run_id: running.lease.run_id,
			type: running.lease.type,
			attempt: running.lease.attempt,
			outcome: report.outcome,
			duration_ms: Date.now() - begun,
			...(report.error ? { error_class: report.error.class, error: report.error.message } : {}),
		});
	}

	#through(context: Context, handler: Handler): Promise<unknown> {
		let next = async (): Promise<unknown> => handler(context);
		for (const middleware of [...this.#middleware].reverse()) {
			const inner = next;
			next = () => middleware(context, inner);
		}
		return next();
	}

	#remove(running: Running): void {
		if (!this.#running.delete(running.lease.execution_id)) return;
		const registered = this.#handlers.get(running.lease.type);
		if (registered) registered.running--;
		if (running.lost) this.#ask();
	}

	// ---- reporting --------------------------------------------------------------------------

	async #reportingLoop(): Promise<void> {
		const most = Math.min(AT_ONCE_MAX, this.#concurrency < HALVES_FROM ? this.#concurrency : Math.ceil(this.#concurrency / CALLS_AT_ONCE));
		while (!this.#isOver) {
			if (this.#reports.length === 0 || this.#reporting === CALLS_AT_ONCE) {
				await this.#woken((wake) => (this.#wakeReporting = wake));
				continue;
			}
			// One turn of the event loop, so that handlers that end together are reported together.
			await new Promise<void>((resolve) => setImmediate(resolve));
			void this.#sendSome(this.#reports.splice(0, most));
		}
		this.#ended.abort();
		this.#wakeAll();
	}

	async #sendSome(reports: Report[]): Promise<void> {
		this.#reporting++;
		await this.#send(reports);
		this.#reporting--;
		this.#ask();
		this.#wakeReporting();
	}

	/** Repeated until the server has taken them; a report that is sent twice counts once. */
	async #send(reports: Report[]): Promise<void> {
		for (let failures = 0; ; failures++) {
			const ask = this.#room();
			ask.max = Math.min(ask.max, reports.length); // their places; others are waited for
			if (ask.max > 0) this.#asks.add(ask);
			try {
				const body = { worker_id: this.id, results: reports, ...(ask.max > 0 ? { lease: this.#leaseBody(ask, 0) } : {}) };
				const answer = (await this.#transport.send({ method: "POST", path: "/worker/results", body, retryForMs: 0 })).body as ResultsAnswer;
				if (!Array.isArray(answer?.results)) throw new ConnectionError("the answer to POST /worker/results is none of this protocol");
				this.#asks.delete(ask);
				this.#settle(answer, reports);
				return;
			} catch (error) {
				this.#asks.delete(ask);
				if (isDenied(error)) return this.#giveUp(error);
				if (await this.#sendApart(error, reports)) return;
				if (performance.now() >= this.#reportBy) return this.#drop(reports, error);
				await this.#pauseAfter(error, failures, "report failed");
			}
		}
	}

	/** The server has been away for longer than `stop` may take: the leases run out, and the runs are tried again. */
	#drop(reports: readonly Report[], error: unknown): void {
		this.#failure ??= error;
		this.#log("error", "reports dropped", { worker_id: this.id, reports: reports.length, error: String(error) });
	}

	#settle(answer: ResultsAnswer, reports: readonly Report[]): void {
		if (answer.leases) this.#take(answer as LeaseAnswer);
		for (const [at, { execution_id, status, code, detail }] of answer.results.entries()) {
			if (status === 200) continue;
			this.#log("warn", "report refused", { execution_id, code, detail });
			// The run is still ours: it must not wait for the end of its lease.
			if (status === 422 && !isBad(reports[at])) this.#reports.push(badReport(execution_id, detail ?? code));
		}
	}

	/** Reports that cannot be sent as a whole are cut in two, so that one cannot hold up the others. */
	async #sendApart(error: unknown, reports: Report[]): Promise<boolean> {
		const refused = error instanceof ApiError && [400, 413, 422].includes(error.status);
		if (!refused && !(error instanceof TypeError)) return false; // TypeError: a result that is no JSON
		if (reports.length > 1) {
			const half = reports.length >> 1;
			await this.#send(reports.slice(0, half));
			await this.#send(reports.slice(half));
			return true;
		}
		const [report] = reports;
		if (!report || isBad(report)) {
			this.#log("error", "report dropped", { execution_id: report?.execution_id, error: String(error) });
			return true;
		}
		await this.#send([badReport(report.execution_id, String(error))]);
		return true;
	}

	// ---- heartbeats -------------------------------------------------------------------------

	async #beatingLoop(): Promise<void> {
		let last = 0;
		const told = new Map<string, string>();
		while (!this.#isOver && !this.#ended.signal.aborted) {
			const due = this.#running.size > 0 ? Math.max(0, this.#nextBeat(last, told) - Date.now()) : undefined;
			if (due === undefined || due > 0) {
				if (due === undefined) told.clear();
				const idleSince = due === undefined;
				await this.#woken((wake) => (this.#wakeBeating = wake), due);
				if (idleSince) last = Date.now();
				continue;
			}
			last = Date.now();
			if (await this.#beat(told)) continue;
			last -= Math.trunc((this.#renewMs * 3) / 4); // again sooner
			this.#abandon();
		}
	}

	/** Leases are renewed every `renewMs`; new progress is told sooner. */
	#nextBeat(last: number, told: Map<string, string>): number {
		for (const running of this.#running.values()) {
			if (told.get(running.lease.execution_id) !== this.#progressOf(running)) return last + Math.min(PROGRESS_EVERY_MS, this.#renewMs);
		}
		return last + this.#renewMs;
	}

	#progressOf(running: Running): string | undefined {
		const { percent, message } = running.context;
		return percent === undefined ? undefined : `${percent} ${message ?? ""}`;
	}

	/** Whether the server has heard it. */
	async #beat(told: Map<string, string>): Promise<boolean> {
		const begun = performance.now();
		const executions = [...this.#running.values()].map((running) => {
			const progress = this.#progressOf(running);
			if (progress !== undefined) told.set(running.lease.execution_id, progress);
			return {
				execution_id: running.lease.execution_id,
				...(running.context.percent === undefined ? {} : { progress_percent: running.context.percent }),
				...(running.context.message === undefined ? {} : { progress_message: running.context.message }),
			};
		});
		try {
			const body = { worker_id: this.id, executions };
			const answer = await this.#transport.send({ method: "POST", path: "/worker/heartbeat", body, retryForMs: this.#renewMs / 2 });
			this.#heed(answer.body as HeartbeatAnswer, begun);
			return true;
		} catch (error) {
			this.#log("warn", "heartbeat failed", { worker_id: this.id, error: String(error) });
			return false;
		}
	}

	/** Stops handlers whose leases could not be renewed for two thirds of their time: another worker has their runs soon. */
	#abandon(): void {
		for (const { lease, context, renewedAt } of this.#running.values()) {
			if (context.reason || performance.now() - renewedAt < (lease.lease_ms * 2) / 3) continue;
			context.abort(new LeaseLost("the lease could not be renewed"));
			this.#log("warn", "lease not renewed", { run_id: lease.run_id, type: lease.type });
		}
	}

	#heed(answer: HeartbeatAnswer, begun: number): void {
		for (const id of answer.extended) {
			const running = this.#running.get(id);
			if (running) running.renewedAt = begun;
		}
		for (const id of answer.cancelled) this.#running.get(id)?.context.abort(new RunCancelled("the run was cancelled"));
		for (const id of answer.lost) {
			const running = this.#running.get(id);
			if (!running) continue;
			running.lost = true;
			running.context.abort(new LeaseLost("the lease was lost"));
			this.#log("warn", "lease lost", { run_id: running.lease.run_id, type: running.lease.type });
		}
	}
}
