// What holds work back or lets it go: pauses, a queue's share, workers that drain.
import { apiLine, defineAction, words } from "../data/actions";
import { part, type Call } from "../data/client";
import { isAllTenants, isSystem, ofTenant, scope } from "../data/session";
import { tenantFields, tenantOf } from "./tasks";

export interface Pause {
	scope: "type" | "queue" | "tenant" | "job";
	tenant_id: string | null;
	type?: string;
	queue?: string;
	job_id?: string;
	code?: string | null;
	reason: string | null;
	author: string | null;
	since: string | null;
	until: string | null;
}

export interface Queue {
	name: string;
	weight: number;
	limit: number | null;
	pause: Pause | null;
}

export interface Worker {
	worker_id: string;
	tenant_id?: string;
	hostname: string | null;
	queues: string[];
	types: string[];
	running: number;
	waiting_calls: number;
	last_seen: string | null;
	draining: boolean;
	reason?: string | null;
}

export function pauseName(pause: Pause): string {
	return pause.type ?? pause.queue ?? pause.code ?? pause.job_id ?? pause.tenant_id ?? "";
}

function bodyOf(pause: Pause): Record<string, string> {
	if (pause.scope === "type") return { scope: "type", type: pause.type ?? "" };
	if (pause.scope === "queue") return { scope: "queue", queue: pause.queue ?? "" };
	return pause.scope === "job" ? { scope: "job", job_id: pause.job_id ?? "" } : { scope: "tenant" };
}

// A pause without a tenant is the system's own: of a queue for everybody.
function pauseTenant(pause: Pause): Call["query"] {
	return isSystem.value && pause.tenant_id ? { tenant_id: pause.tenant_id } : {};
}

export const liftPause = defineAction<Pause>({
	id: "pause.lift", kind: "pause", title: "Resume", icon: "play", route: "POST resume",
	call: (pause) => ({ method: "POST", path: "resume", query: pauseTenant(pause), body: bodyOf(pause) }),
	cli: (pause) => apiLine({ method: "POST", path: "resume", query: pauseTenant(pause), body: bodyOf(pause) }),
	done: (pause) => `${pauseName(pause)} goes on`,
});

const reasonFields = [
	{ name: "reason", label: "Reason", kind: "text", hint: "Shown to everybody who wonders why nothing runs." },
	{ name: "until", label: "Resume by itself at", kind: "time", hint: "An instant like 2030-01-07T08:00:00Z; empty: when somebody resumes it." },
] as const;

function given(input: Record<string, string>): Record<string, string> {
	return { ...(input["reason"] ? { reason: input["reason"] } : {}), ...(input["until"] ? { until: input["until"] } : {}) };
}

export const newPause = defineAction<null>({
	id: "pause.new", kind: "none", title: "Pause a type, a queue or a tenant", short: "Pause", icon: "pause", route: "POST pause",
	call: (_none, input) => {
		const kind = input["scope"] || "type";
		return {
			method: "POST", path: "pause", query: tenantOf(input),
			body: { scope: kind, ...(kind === "tenant" ? {} : { [kind]: input["name"] || "NAME" }), ...given(input) },
		};
	},
	cli: (_none, input) => words("belfry", "pause", input["scope"] || "type", input["scope"] !== "tenant" && (input["name"] || "NAME")),
	ask: () => ({
		title: "Pause work", confirm: "Pause", text: "Runs stay queued until the pause ends. Runs that have started go on.",
		fields: [
			...tenantFields(),
			{ name: "scope", label: "What", kind: "choice", value: "type", choices: [["type", "a type"], ["queue", "a queue"], ["tenant", "the whole tenant"]] },
			{ name: "name", label: "Name", kind: "text", hint: "Of the type or queue." },
			...reasonFields,
		],
	}),
	done: () => "Paused",
});

export const pauseQueue = defineAction<Queue>({
	id: "queue.pause", kind: "queue", title: "Pause queue", short: "Pause", icon: "pause", route: "POST pause",
	applies: (queue) => !queue.pause,
	call: (queue, input) => ({ method: "POST", path: "pause", query: queueTenant(), body: { scope: "queue", queue: queue.name, ...given(input) } }),
	cli: (queue) => words("belfry", "pause", "queue", queue.name),
	ask: (queues) => ({ title: `Pause queue ${queues[0]?.name}`, confirm: "Pause queue", text: "Its runs stay queued. Runs that have started go on.", fields: [...reasonFields] }),
	done: (queue) => `Queue ${queue.name} is paused`,
	undo: (queue) => ({ action: "queue.resume", subject: queue }),
});

// A queue is paused for one tenant; by the system, seen from all tenants, for everybody.
function queueTenant(): Call["query"] {
	return isSystem.value && !isAllTenants.value ? { tenant_id: scope.value } : {};
}

export const resumeQueue = defineAction<Queue>({
	id: "queue.resume", kind: "queue", title: "Resume queue", short: "Resume", icon: "play", route: "POST resume",
	applies: (queue) => Boolean(queue.pause),
	call: (queue) => ({ method: "POST", path: "resume", query: queueTenant(), body: { scope: "queue", queue: queue.name } }),
	cli: (queue) => words("belfry", "resume", "queue", queue.name),
	done: (queue) => `Queue ${queue.name} goes on`,
});

export const changeQueue = defineAction<Queue>({
	id: "queue.change", kind: "queue", title: "Change weight and limit", short: "Change", icon: "edit", route: "PUT queues/{name}",
	call: (queue, input) => ({
		method: "PUT", path: `queues/${part(queue.name)}`, body: { weight: Number(input["weight"] || queue.weight), limit: Number(input["limit"] || 0) },
	}),
	cli: (queue, input) => words("belfry", "queue", "set", queue.name, "--weight", input["weight"] || String(queue.weight)),
	ask: (queues) => ({
		title: `Queue ${queues[0]?.name}`, confirm: "Save", text: "The weight is the share of turns while all queues are busy.",
		fields: [
			{ name: "weight", label: "Weight", kind: "number", value: String(queues[0]?.weight ?? 1), isRequired: true },
			{ name: "limit", label: "Limit", kind: "number", value: String(queues[0]?.limit ?? 0), hint: "Runs at once; 0: no bound." },
		],
	}),
	done: (queue) => `Queue ${queue.name} was changed`,
});

function workerLine(verb: string, worker: Worker): string {
	return words("belfry", "worker", verb, worker.worker_id, ...(isSystem.value && worker.tenant_id ? ["--tenant", worker.tenant_id] : []));
}

const isOurs = (worker: Worker): boolean => !worker.worker_id.startsWith("@");

export const drainWorker = defineAction<Worker>({
	id: "worker.drain", kind: "worker", title: "Drain worker", short: "Drain", icon: "pause", route: "POST workers/{id}/drain",
	applies: (worker) => !worker.draining && isOurs(worker),
	call: (worker, input) => ({
		method: "POST", path: `workers/${part(worker.worker_id)}/drain`, query: ofTenant(worker.tenant_id),
		body: input["reason"] ? { reason: input["reason"] } : {},
	}),
	cli: (worker) => workerLine("drain", worker),
	ask: (list) => ({
		title: `Drain ${list[0]?.worker_id}`, confirm: "Drain", text: "The worker takes nothing new and finishes what it holds.",
		fields: [{ name: "reason", label: "Reason", kind: "text" }],
	}),
	done: (worker) => `${worker.worker_id} drains`,
	undo: (worker) => ({ action: "worker.resume", subject: worker }),
});

export const resumeWorker = defineAction<Worker>({
	id: "worker.resume", kind: "worker", title: "Resume worker", short: "Resume", icon: "play", route: "POST workers/{id}/resume",
	applies: (worker) => worker.draining,
	call: (worker) => ({ method: "POST", path: `workers/${part(worker.worker_id)}/resume`, query: ofTenant(worker.tenant_id) }),
	cli: (worker) => workerLine("resume", worker),
	done: (worker) => `${worker.worker_id} takes work again`,
});

