// The form's values as text, and the body that they make.
import type { Job } from "../../data/model";

export interface Draft {
	tenant: string;
	code: string;
	name: string;
	description: string;
	handler: string;
	kind: Job["schedule_type"];
	cron: string;
	rrule: string;
	interval: string; // seconds
	runAt: string;
	startAt: string;
	timezone: string;
	parameters: string; // JSON
	queue: string;
	priority: string;
	timeout: string;
	retries: string;
	retryDelay: string;
	instances: string;
	concurrent: boolean;
	overlap: string;
	misfire: string;
	grace: string;
	jitter: string;
	dstGap: string;
	dstOverlap: string;
	exclude: string;
}

export const blank: Draft = {
	tenant: "", code: "", name: "", description: "", handler: "", kind: "CRON", cron: "0 9 * * MON-FRI", rrule: "", interval: "300", runAt: "",
	startAt: "", timezone: "UTC", parameters: "{}", queue: "default", priority: "5", timeout: "300", retries: "3", retryDelay: "60",
	instances: "1", concurrent: false, overlap: "queue", misfire: "run_once", grace: "300", jitter: "0", dstGap: "shift", dstOverlap: "default",
	exclude: "",
};

export function draftOf(job: Job): Draft {
	return {
		tenant: job.tenant_id, code: job.code, name: job.name ?? "", description: job.description ?? "", handler: job.handler,
		kind: job.schedule_type, cron: job.cron_expression ?? "", rrule: job.recurrence_rule ?? "", interval: String(job.interval_seconds ?? ""),
		runAt: job.run_at ?? "", startAt: job.start_at ?? "", timezone: job.timezone, parameters: JSON.stringify(job.parameters, null, 2),
		queue: job.queue, priority: String(job.priority), timeout: String(job.timeout_seconds), retries: String(job.max_retries),
		retryDelay: String(job.retry_delay_seconds), instances: String(job.max_instances), concurrent: job.allow_concurrent,
		overlap: job.overlap, misfire: job.misfire, grace: String(job.grace_seconds), jitter: String(job.jitter_seconds), dstGap: job.dst_gap,
		dstOverlap: job.dst_overlap, exclude: job.exclude.join(", "),
	};
}

export type Body = Record<string, unknown>;

function number(text: string): number | string {
	const value = Number(text);
	return text.trim() === "" || Number.isNaN(value) ? text : value; // what is no number the server names
}

function list(text: string): string[] {
	return text.split(/[\s,]+/).filter(Boolean);
}

function scheduleOf(draft: Draft): Body {
	const starts = draft.startAt ? { start_at: draft.startAt } : {};
	switch (draft.kind) {
	case "CRON": return { cron_expression: draft.cron, ...starts };
	case "RRULE": return { recurrence_rule: draft.rrule, ...starts };
	case "INTERVAL": return { interval_seconds: number(draft.interval), ...starts };
	case "ONCE": return { run_at: draft.runAt };
	case "MANUAL": return {};
	}
}

export function parametersOf(text: string): { value?: unknown; fault?: string } {
	try {
		const value = JSON.parse(text || "{}") as unknown;
		if (typeof value !== "object" || value === null || Array.isArray(value)) return { fault: "It must be an object, like {\"key\": 1}." };
		return { value };
	} catch (error) {
		return { fault: error instanceof Error ? error.message : "not JSON" };
	}
}

export function bodyOf(draft: Draft): Body {
	return {
		code: draft.code, name: draft.name, description: draft.description, handler: draft.handler, schedule_type: draft.kind,
		...scheduleOf(draft), timezone: draft.timezone, parameters: parametersOf(draft.parameters).value ?? {}, queue: draft.queue,
		priority: number(draft.priority), timeout_seconds: number(draft.timeout), max_retries: number(draft.retries),
		retry_delay_seconds: number(draft.retryDelay), allow_concurrent: draft.concurrent,
		...(draft.concurrent ? {} : { max_instances: number(draft.instances) }), overlap: draft.overlap, misfire: draft.misfire,
		grace_seconds: number(draft.grace), jitter_seconds: number(draft.jitter), dst_gap: draft.dstGap, dst_overlap: draft.dstOverlap,
		exclude: list(draft.exclude),
	};
}

// A new job sends what was filled in, so that its type and tenant decide the rest.
export function newBody(draft: Draft): Body {
	const whole = bodyOf(draft);
	const usual = bodyOf(blank);
	const always = ["handler", "schedule_type", "timezone", "cron_expression", "recurrence_rule", "interval_seconds", "run_at"];
	return Object.fromEntries(Object.entries(whole).filter(([name, value]) =>
		always.includes(name) || JSON.stringify(value) !== JSON.stringify(usual[name])));
}

// A change sends what differs.
export function changedBody(before: Draft, after: Draft): Body {
	const [old, now] = [bodyOf(before), bodyOf(after)];
	return Object.fromEntries(Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name])));
}

// The rule as `preview` takes it; null: there is none to look ahead with.
export function ruleOf(draft: Draft): { kind: string; rule: string } | null {
	switch (draft.kind) {
	case "CRON": return draft.cron.trim() ? { kind: "cron", rule: draft.cron } : null;
	case "RRULE": return draft.rrule.trim() ? { kind: "rrule", rule: draft.rrule } : null;
	case "INTERVAL": return draft.interval.trim() ? { kind: "interval", rule: `${draft.interval}s` } : null;
	default: return null;
	}
}
