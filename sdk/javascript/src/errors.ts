// Errors: what the server refuses, what a connection does, and how a handler says how its run ends.

/** One field at fault, as the server names it. */
export interface FieldError {
	pointer: string;
	reason: string;
}

/** The problem document of a refused request (RFC 9457). */
export interface Problem {
	type?: string;
	title?: string;
	status?: number;
	detail?: string;
	code?: string;
	request_id?: string;
	errors?: FieldError[];
}

/** The server answered with a status of 400 or above. */
export class ApiError extends Error {
	override readonly name = "ApiError";
	readonly status: number;
	/** The stable code of the problem, such as `not_found`. */
	readonly code: string;
	readonly requestId: string | undefined;
	readonly errors: readonly FieldError[];
	/** The pause that the server asked for, in milliseconds. */
	readonly retryAfterMs: number | undefined;

	constructor(status: number, problem: Problem, retryAfterMs?: number) {
		const fields = (problem.errors ?? []).map((e) => `${e.pointer}: ${e.reason}`).join("; ");
		const text = problem.detail ?? problem.title ?? `status ${status}`;
		super(fields && !text.includes(fields) ? `${text} (${fields})` : text);
		this.status = status;
		this.code = problem.code ?? "unknown";
		this.requestId = problem.request_id;
		this.errors = problem.errors ?? [];
		this.retryAfterMs = retryAfterMs;
	}
}

/** No answer came: the server is away, the connection broke, or the time ran out. */
export class ConnectionError extends Error {
	override readonly name = "ConnectionError";
}

/** Base of the errors by which a handler decides how its run ends. */
export abstract class OutcomeError extends Error {
	/** Error class that the server keeps with the attempt. */
	readonly errorClass: string;

	constructor(message: string, errorClass: string) {
		super(message);
		this.errorClass = errorClass;
	}
}

/** Try the run again after a pause; the attempt counts. */
export class RetryAfter extends OutcomeError {
	override readonly name = "RetryAfter";
	readonly delayMs: number;

	constructor(delayMs: number, message = "retry later", errorClass = "retry") {
		super(message, errorClass);
		this.delayMs = delayMs;
	}
}

/** End the run for good: another attempt would fail too. */
export class Fail extends OutcomeError {
	override readonly name = "Fail";

	constructor(message: string, errorClass = "permanent") {
		super(message, errorClass);
	}
}

/** Put the run off without using an attempt. */
export class Defer extends OutcomeError {
	override readonly name = "Defer";
	readonly until: Date;

	constructor(until: Date, message = "deferred") {
		super(message, "deferred");
		this.until = until;
	}
}

/** Reason of a handler's abort signal: somebody cancelled the run, or its time is up. */
export class RunCancelled extends Error {
	override readonly name = "RunCancelled";
}

/** Reason of a handler's abort signal: the lease is gone, and another worker may have the run. */
export class LeaseLost extends Error {
	override readonly name = "LeaseLost";
}

/** Reason of a handler's abort signal: the worker stops and its grace period is over. */
export class WorkerStopping extends Error {
	override readonly name = "WorkerStopping";
}

/** An earlier attempt claimed the effect and left no word: nobody knows whether it happened. */
export class EffectInDoubt extends OutcomeError {
	override readonly name = "EffectInDoubt";

	constructor(key: string) {
		super(`effect ${key} was begun by an earlier attempt and its end is not known`, "effect_in_doubt");
	}
}

/** The events after this place have been removed; the stream cannot go on without a gap. */
export class EventsRemoved extends Error {
	override readonly name = "EventsRemoved";
}

/** A webhook's signature, id or time does not hold. */
export class WebhookRefused extends Error {
	override readonly name = "WebhookRefused";
}
