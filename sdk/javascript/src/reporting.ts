// How a handler's end becomes a report.
import type { Context } from "./context.js";
import { Defer, Fail, OutcomeError, RetryAfter, WorkerStopping } from "./errors.js";
import type { Report } from "./protocol.js";

const MESSAGE_MAX = 16_000;
const CLASS_MAX = 32;
const STACK_MAX = 16_000;

export function reportOfSuccess(context: Context<never> | Context, result: unknown): Report {
	return { execution_id: context.lease.execution_id, outcome: context.isNoop ? "noop" : "success", ...(result === undefined ? {} : { result }), ...context.extras };
}

function errorOf(error: unknown): NonNullable<Report["error"]> {
	if (!(error instanceof Error)) return { class: "thrown", message: String(error).slice(0, MESSAGE_MAX) };
	const name = error instanceof OutcomeError ? error.errorClass : error.name;
	return {
		class: name.slice(0, CLASS_MAX),
		message: error.message.slice(0, MESSAGE_MAX),
		...(error.stack ? { stack: error.stack.slice(0, STACK_MAX) } : {}),
	};
}

export function reportOfError(context: Context<never> | Context, error: unknown, now: Date): Report {
	const base = { execution_id: context.lease.execution_id, ...context.extras };
	if (error instanceof Defer) return { ...base, outcome: "defer", defer_until: error.until.toISOString() };
	if (error instanceof WorkerStopping) return { ...base, outcome: "defer", defer_until: now.toISOString() };
	if (error instanceof Fail) return { ...base, outcome: "fail", error: errorOf(error) };
	if (error instanceof RetryAfter) return { ...base, outcome: "retry", retry_after_ms: Math.max(1, Math.round(error.delayMs)), error: errorOf(error) };
	return { ...base, outcome: "retry", error: errorOf(error) };
}
