// What can be done to a run, and to the run that an execution is an attempt at.
import { apiLine, defineAction, words, type Input } from "../data/actions";
import { part, type Call } from "../data/client";
import type { Execution, Run } from "../data/model";
import { isSystem, ofTenant } from "../data/session";
import { json, plural, shortId } from "../data/text";
import { jsonOf } from "./tasks";

function callOf(run: Run, verb: string, body: Record<string, unknown> = {}): Call {
	return { method: "POST", path: `queue/${part(run.id)}/${verb}`, query: ofTenant(run.tenant_id), body };
}

function line(verb: string, run: Run, ...more: string[]): string {
	return words("belfry", "queue", verb, run.id, ...more, ...(isSystem.value ? ["--tenant", run.tenant_id] : []));
}

const isDead = (run: Run): boolean => run.state === "failed" || run.state === "dlq";
const isLive = (run: Run): boolean => ["waiting", "queued", "processing"].includes(run.state);
const isQueued = (run: Run): boolean => run.state === "queued";

function reason(input: Input): Record<string, unknown> {
	return input["reason"] ? { reason: input["reason"] } : {};
}

export const retryRun = defineAction<Run>({
	id: "run.retry", kind: "run", title: "Retry run", short: "Retry", icon: "retry", key: "r",
	route: "POST queue/{id}/retry", applies: isDead,
	call: (run) => callOf(run, "retry"),
	cli: (run) => line("retry", run),
	ask: (runs) => runs.length > 1 ? {
		title: `Retry ${plural(runs.length, "run")}`, confirm: `Retry ${runs.length} runs`,
		text: "Each gets new attempts; its history stays.",
	} : null,
	done: (run) => `${run.type} ${shortId(run.id)} gets new attempts`,
});

export const retryEdited = defineAction<Run>({
	id: "run.retry-edited", kind: "run", title: "Retry with edited payload", short: "Retry edited", icon: "edit",
	route: "POST queue/{id}/retry", applies: (run) => isDead(run) && run.payload !== undefined, // lists leave payloads out
	call: (run, input) => callOf(run, "retry", {
		payload: jsonOf(input["payload"]) ?? run.payload, ...(input["discard"] === "yes" ? { discard_original: true } : {}),
	}),
	cli: (run, input) => apiLine(callOf(run, "retry", { payload: jsonOf(input["payload"]) ?? run.payload })),
	ask: ([run]) => ({
		title: `Retry ${run?.type} with another payload`, confirm: "Retry the copy",
		text: "A copy of the run, linked to it, runs with the payload below. The dead letter itself stays as it is.",
		fields: [
			{ name: "payload", label: "Payload", kind: "json", value: json(run?.payload ?? {}), isRequired: true },
			{ name: "discard", label: "Discard the dead letter", kind: "check", hint: "It then does not wait for somebody any more." },
		],
	}),
	done: (run) => `A copy of ${run.type} ${shortId(run.id)} runs`,
});

export const cancelRun = defineAction<Run>({
	id: "run.cancel", kind: "run", title: "Cancel run", short: "Cancel", icon: "stop", key: "c", isDanger: true,
	route: "POST queue/{id}/cancel", applies: isLive,
	call: (run, input) => callOf(run, "cancel", reason(input)),
	cli: (run) => line("cancel", run),
	ask: (runs) => ({
		title: runs.length > 1 ? `Cancel ${plural(runs.length, "run")}` : `Cancel ${runs[0]?.type}`,
		text: runs[0]?.state === "processing"
			? "Its worker is told to stop at the next heartbeat; what it reports later is refused. A cancelled run does not come back."
			: "It does not run, and does not come back.",
		confirm: runs.length > 1 ? `Cancel ${runs.length} runs` : "Cancel the run", isDanger: true,
		fields: [{ name: "reason", label: "Reason", kind: "text", hint: "For the history." }],
	}),
	done: (run) => `${run.type} ${shortId(run.id)} is cancelled`,
});

export const rescheduleRun = defineAction<Run>({
	id: "run.reschedule", kind: "run", title: "Reschedule run", short: "Reschedule", icon: "clock",
	route: "POST queue/{id}/reschedule", applies: isQueued,
	call: (run, input) => callOf(run, "reschedule", /^\d+\s*[smhd]$/.test(input["at"] ?? "")
		? { in: input["at"] } : { run_at: input["at"] ?? run.run_at }),
	cli: (run, input) => line("reschedule", run, "--at", input["at"] ?? run.run_at),
	ask: (runs) => ({
		title: `Reschedule ${runs[0]?.type}`, confirm: "Reschedule",
		text: `It is due at ${runs[0]?.run_at}.`,
		fields: [{ name: "at", label: "New time", kind: "time", value: runs[0]?.run_at ?? "", isRequired: true, hint: "An instant like 2030-01-07T08:00:00Z, or a span from now like 10m." }],
	}),
	done: (run) => `${run.type} ${shortId(run.id)} has another time`,
	undo: (run) => ({ action: "run.reschedule", subject: run }), // to the time that it had
});

export const discardRun = defineAction<Run>({
	id: "run.discard", kind: "run", title: "Discard dead letter", short: "Discard", icon: "trash", isDanger: true,
	route: "POST queue/{id}/discard", applies: isDead,
	call: (run, input) => callOf(run, "discard", reason(input)),
	cli: (run) => line("discard", run),
	ask: (runs) => ({
		title: runs.length > 1 ? `Discard ${plural(runs.length, "dead letter")}` : `Discard ${runs[0]?.type}`,
		text: "It is given up: it ends as cancelled and cannot be retried any more.",
		confirm: "Discard", isDanger: true,
		...(runs.length > 1 ? { typed: String(runs.length) } : {}),
		fields: [{ name: "reason", label: "Reason", kind: "text", hint: "For the history." }],
	}),
	done: (run) => `${run.type} ${shortId(run.id)} is discarded`,
});

export const cancelExecution = defineAction<Execution>({
	id: "execution.cancel", kind: "execution", title: "Cancel execution", short: "Cancel", icon: "stop", key: "c", isDanger: true,
	route: "POST executions/{id}/cancel", applies: (one) => one.status === "RUNNING",
	call: (one, input) => ({
		method: "POST", path: `executions/${part(one.id)}/cancel`, query: ofTenant(one.tenant_id), body: reason(input),
	}),
	cli: (one) => words("belfry", "queue", "cancel", one.run_id, ...(isSystem.value ? ["--tenant", one.tenant_id] : [])),
	ask: (list) => ({
		title: list.length > 1 ? `Cancel ${plural(list.length, "execution")}` : `Cancel ${list[0]?.type}`,
		text: "Its worker is told to stop at the next heartbeat; what it reports later is refused. A cancelled run does not come back.",
		confirm: "Cancel the run", isDanger: true,
		fields: [{ name: "reason", label: "Reason", kind: "text", hint: "For the history." }],
	}),
	done: (one) => `${one.type} ${shortId(one.run_id)} is cancelled`,
});
