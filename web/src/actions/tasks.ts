// How a task is made.
import { defineAction } from "../data/actions";
import type { Query } from "../data/client";
import { isAllTenants, isSystem, scope } from "../data/session";
import type { AskField, Input } from "../data/actions";

// Who looks at all tenants has to name one.
export function tenantFields(): AskField[] {
	return isAllTenants.value ? [{ name: "tenant", label: "Tenant", kind: "tenant", isRequired: true }] : [];
}

export function tenantOf(input: Input): Query {
	return isSystem.value ? { tenant_id: input["tenant"] || (isAllTenants.value ? "TENANT" : scope.value) } : {};
}

// JSON as it was typed; what is no JSON goes as it is, and the server says what is wrong with it.
export function jsonOf(text: string | undefined): unknown {
	if (!text?.trim()) return undefined;
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

export function listOf(text: string | undefined): string[] {
	return (text ?? "").split(/[\s,]+/).filter(Boolean);
}

function when(at: string | undefined): Record<string, string> {
	if (!at) return {};
	return /^\d+\s*[a-z]+$/i.test(at) ? { in: at } : { run_at: at };
}

export const newTask = defineAction<null>({
	id: "task.new", kind: "none", title: "New task", icon: "plus",
	route: "POST tasks",
	call: (_none, input) => ({
		method: "POST", path: "tasks", query: tenantOf(input), body: {
			type: input["type"] || "TYPE", ...when(input["at"]),
			...(jsonOf(input["payload"]) === undefined ? {} : { payload: jsonOf(input["payload"]) }),
			...(input["key"] ? { idempotency_key: input["key"] } : {}),
			...(input["entity"] ? { entity: input["entity"] } : {}),
			...(input["queue"] ? { queue: input["queue"] } : {}),
		},
	}),
	cli: (_none, input) => `belfry task add ${input["type"] || "TYPE"} --in 10m`,
	ask: () => ({
		title: "New task", confirm: "Create task", text: "A worker that takes the type carries the task out.",
		fields: [
			...tenantFields(),
			{ name: "type", label: "Type", kind: "text", isRequired: true, hint: "Like mail.send." },
			{ name: "at", label: "When", kind: "text", hint: "A span like 10m, an instant like 2030-01-07T08:00:00Z; empty: now." },
			{ name: "payload", label: "Payload", kind: "json", value: "{}", hint: "A JSON object." },
			{ name: "entity", label: "About", kind: "text", hint: "Like order:42; tasks can be found and cancelled by it." },
			{ name: "key", label: "Idempotency key", kind: "text", hint: "Two tasks of one type with the same key are one." },
			{ name: "queue", label: "Queue", kind: "text", hint: "Empty: default." },
		],
	}),
	done: () => "Task created",
});
