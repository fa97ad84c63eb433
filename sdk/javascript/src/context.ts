// What a handler is given: the run, a signal, progress, effects, a client.
import type { Client } from "./client.js";
import { ApiError, EffectInDoubt, LeaseLost } from "./errors.js";
import type { Lease, Report } from "./protocol.js";

export interface OnceOptions<T> {
	/** What makes it one effect; default the run's own key. */
	key?: string;
	/** A part of the tenant that the key is unique in, such as `branch:7`. */
	scope?: string;
	/**
	 * Asks the other side whether an effect of unknown end happened: its result, or undefined if it
	 * did not happen and may be done now. Without it such an effect throws {@link EffectInDoubt}.
	 */
	check?: () => Promise<T | undefined>;
	/**
	 * Whether the effect certainly did not happen when `fn` throws this error; then the next attempt
	 * may do it. Default: never certain.
	 */
	didNotHappen?: (error: unknown) => boolean;
}

/** Members of a report that a handler may set beside its result. */
export type Extras = Pick<Report, "result_hash" | "schedule" | "channel" | "audit" | "rate_limit" | "output">;

/** The worker's side of a context. @internal */
export interface WorkerSide {
	client: Client;
	onProgress: () => void;
}

interface ClaimAnswer {
	first: boolean;
	claim_id: string;
	state: "open" | "done" | "released" | "in_doubt";
	result?: unknown;
}

export class Context<Payload = unknown> {
	readonly lease: Readonly<Lease>;
	readonly payload: Payload;
	/** @internal */ percent: number | undefined;
	/** @internal */ message: string | undefined;
	/** @internal */ readonly extras: Extras = {};
	/** @internal */ isNoop = false;
	/** @internal Why the handler is to stop. */ reason: Error | undefined;
	readonly #worker: WorkerSide;
	// Most handlers ask for neither, and a worker makes many contexts a second.
	#controller: AbortController | undefined;
	#client: Client | undefined;

	/** @internal */
	constructor(lease: Lease, payload: Payload, worker: WorkerSide) {
		this.lease = lease;
		this.payload = payload;
		this.#worker = worker;
	}

	/** Aborted when the run is cancelled, its lease is lost, its time is up, or the worker must stop. */
	get signal(): AbortSignal {
		if (!this.#controller) {
			this.#controller = new AbortController();
			if (this.reason) this.#controller.abort(this.reason);
		}
		return this.#controller.signal;
	}

	/** Calls made with it carry the run's trace context. */
	get client(): Client {
		return (this.#client ??= this.#worker.client.withTrace(this.lease.traceparent));
	}

	/** @internal Tells the handler to stop; the first reason counts. */
	abort(reason: Error): void {
		if (this.reason) return;
		this.reason = reason;
		this.#controller?.abort(reason);
	}

	get runId(): string {
		return this.lease.run_id;
	}
	get type(): string {
		return this.lease.type;
	}
	get tenantId(): string {
		return this.lease.tenant_id;
	}
	/** 1 for the first attempt. */
	get attempt(): number {
		return this.lease.attempt;
	}
	/** When the attempt must have ended, by the server's clock. */
	get deadline(): Date | undefined {
		return this.lease.deadline ? new Date(this.lease.deadline) : undefined;
	}

	/** Shown to people while the run goes on; sent with the next heartbeat. */
	progress(percent: number, message?: string): void {
		this.percent = Math.max(0, Math.min(100, Math.trunc(percent)));
		this.message = message;
		this.#worker.onProgress();
	}

	/** The handler's return ends the run as done without a change: nothing was to be done. */
	noop(): void {
		this.isNoop = true;
	}

	/** What the server is told beside the result. */
	report(extras: Extras): void {
		Object.assign(this.extras, extras);
	}

	/**
	 * Carries out an outside change once, however often the run is attempted: the first attempt does
	 * it and its result is kept; later ones get that result. The result must be JSON of at most 8 KiB.
	 */
	async once<T>(action: string, fn: () => Promise<T>, options: OnceOptions<T> = {}): Promise<T> {
		const claim = await this.#claim(action, options);
		if (claim.state === "done") return claim.result as T;
		if (!claim.first) {
			if (!options.check) throw new EffectInDoubt(action);
			const found = await options.check();
			if (found !== undefined) return this.#complete(claim, found);
			await this.#effect("release", { claim_id: claim.claim_id, execution_id: this.lease.execution_id });
			return this.once(action, fn, options);
		}
		let result: T;
		try {
			result = await fn();
		} catch (error) {
			if (options.didNotHappen?.(error)) await this.#effect("release", { claim_id: claim.claim_id, execution_id: this.lease.execution_id });
			throw error;
		}
		return this.#complete(claim, result);
	}

	async #claim<T>(action: string, options: OnceOptions<T>): Promise<ClaimAnswer> {
		const body: Record<string, unknown> = { action_key: action, execution_id: this.lease.execution_id };
		const key = options.key ?? this.lease.idempotency_key;
		if (key !== undefined) body.idempotency_key = key;
		if (options.scope !== undefined) body.scope = options.scope;
		return (await this.#effect("claim", body, this.signal)) as ClaimAnswer;
	}

	async #complete<T>(claim: ClaimAnswer, result: T): Promise<T> {
		await this.#effect("complete", { claim_id: claim.claim_id, execution_id: this.lease.execution_id, result: result ?? null });
		return result;
	}

	/** Without a signal the call is made although the handler is to stop: the effect has happened. */
	async #effect(verb: string, body: unknown, signal?: AbortSignal): Promise<unknown> {
		try {
			const answer = await this.client.transport.send({ method: "POST", path: `/effects/${verb}`, body, ...(signal ? { signal } : {}) });
			return answer.body;
		} catch (error) {
			if (error instanceof ApiError && error.code === "lease_lost") throw new LeaseLost(error.message);
			throw error;
		}
	}
}
