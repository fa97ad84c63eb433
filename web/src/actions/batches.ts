// What can be done to a batch.
import { defineAction, words } from "../data/actions";
import { part } from "../data/client";
import { isSystem, ofTenant } from "../data/session";
import { jsonOf, tenantFields, tenantOf } from "./tasks";

export interface Batch {
	id: string;
	tenant_id: string;
	type: string;
	queue: string;
	state: string;
	total: number;
	done: number;
	failed: number;
	cancelled: number;
	pending: number;
	created_at: string;
	finished_at: string | null;
	report?: { failures: { id: string; index: number; state: string; attempts: number; error_class: string | null; error_message: string | null }[]; failures_more?: number };
}

export const cancelBatch = defineAction<Batch>({
	id: "batch.cancel", kind: "batch", title: "Cancel batch", icon: "stop", isDanger: true, route: "POST queue/{id}/cancel", applies: (one) => one.pending > 0,
	call: (one, input) => ({ method: "POST", path: `queue/${part(one.id)}/cancel`, query: ofTenant(one.tenant_id), body: input["reason"] ? { reason: input["reason"] } : {} }),
	cli: (one) => words("belfry", "batch", "cancel", one.id, ...(isSystem.value ? ["--tenant", one.tenant_id] : [])),
	ask: (list) => ({
		title: `Cancel ${list[0]?.type}`, text: `${list[0]?.pending} of ${list[0]?.total} runs have not ended. They are cancelled and do not come back.`, confirm: "Cancel batch", isDanger: true,
		fields: [{ name: "reason", label: "Reason", kind: "text" }],
	}),
	done: (one) => `Batch ${one.type} is cancelled`,
});

export const newBatch = defineAction<null>({
	id: "batch.new", kind: "none", title: "New batch", icon: "batch", route: "POST batches",
	call: (_none, input) => ({ method: "POST", path: "batches", query: tenantOf(input), body: { type: input["type"] || "TYPE", items: jsonOf(input["items"]) ?? [], chunk_size: Number(input["chunk"] || 1) } }),
	cli: (_none, input) => words("belfry", "batch", "create", input["type"] || "TYPE", "--items", input["items"] || "[1, 2, 3]"),
	ask: () => ({
		title: "New batch", confirm: "Create batch", text: "Each chunk of items becomes a run; the batch ends when all have ended.",
		fields: [
			...tenantFields(), { name: "type", label: "Type", kind: "text", isRequired: true },
			{ name: "items", label: "Items", kind: "json", value: "[]", hint: "A JSON array of any values." }, { name: "chunk", label: "Items in a chunk", kind: "number", value: "1" },
		],
	}),
	done: () => "Batch created",
});
