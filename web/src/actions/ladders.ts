// What can be done to the ladders of an entity, and to a template of jobs.
import { defineAction, words } from "../data/actions";
import { part } from "../data/client";
import { isSystem, ofTenant } from "../data/session";
import { listOf, tenantFields, tenantOf } from "./tasks";

export interface Ladder {
	id: string;
	tenant_id: string;
	entity: string;
	user_id: string | null;
	name: string | null;
	type: string;
	anchor: string;
	stopped_at: string | null;
	reason: string | null;
	rungs: { offset: string; run_at: string; run_id?: string | null; state: string }[];
}

const tenantWords = (tenant: string): string[] => isSystem.value ? ["--tenant", tenant] : [];

export const newLadder = defineAction<null>({
	id: "ladder.new", kind: "none", title: "New ladder", icon: "ladder", route: "POST ladders",
	call: (_none, input) => ({
		method: "POST", path: "ladders", query: tenantOf(input),
		body: { entity: input["entity"] || "ENTITY", anchor: input["anchor"] || "2030-06-01T18:00:00Z", offsets: listOf(input["offsets"] || "-24h,-1h,0"), type: input["type"] || "TYPE" },
	}),
	cli: (_none, input) => words("belfry", "ladder", "create", input["entity"] || "ENTITY", "--type", input["type"] || "TYPE", "--anchor", input["anchor"] || "2030-06-01T18:00:00Z", `--offsets=${input["offsets"] || "-24h,-1h,0"}`),
	ask: () => ({
		title: "New ladder", confirm: "Create ladder", text: "A run is made for each offset around the anchor.",
		fields: [
			...tenantFields(), { name: "entity", label: "About", kind: "text", isRequired: true, hint: "Like event:42." }, { name: "type", label: "Type", kind: "text", isRequired: true },
			{ name: "anchor", label: "Anchor", kind: "time", isRequired: true, hint: "An instant like 2030-06-01T18:00:00Z." }, { name: "offsets", label: "Offsets", kind: "text", value: "-24h, -1h, 0", isRequired: true, hint: "Spans before or after the anchor." },
		],
	}),
	done: () => "The ladder is made",
});

export const moveLadder = defineAction<Ladder>({
	id: "ladder.move", kind: "ladder", title: "Move anchor", short: "Move", icon: "clock", route: "PUT ladders/{entity}", applies: (one) => !one.stopped_at,
	call: (one, input) => ({ method: "PUT", path: `ladders/${part(one.entity)}`, query: ofTenant(one.tenant_id), body: { anchor: input["anchor"] || one.anchor } }),
	cli: (one, input) => words("belfry", "ladder", "move", one.entity, "--anchor", input["anchor"] || one.anchor, ...tenantWords(one.tenant_id)),
	ask: ([one]) => ({ title: `Move ${one?.entity}`, confirm: "Move", text: "Every ladder of the entity moves: runs that have not started move along, runs whose time has passed are not sent.", fields: [{ name: "anchor", label: "New anchor", kind: "time", value: one?.anchor ?? "", isRequired: true }] }),
	done: (one) => `${one.entity} has another anchor`,
	undo: (one) => ({ action: "ladder.move", subject: one }), // to the anchor that it had
});

export const stopLadder = defineAction<Ladder>({
	id: "ladder.stop", kind: "ladder", title: "Stop ladder", short: "Stop", icon: "stop", isDanger: true, route: "POST ladders/{entity}/stop", applies: (one) => !one.stopped_at,
	call: (one, input) => ({ method: "POST", path: `ladders/${part(one.entity)}/stop`, query: ofTenant(one.tenant_id), body: input["reason"] ? { reason: input["reason"] } : {} }),
	cli: (one) => words("belfry", "ladder", "stop", one.entity, ...tenantWords(one.tenant_id)),
	ask: ([one]) => ({ title: `Stop ${one?.entity}`, confirm: "Stop ladder", text: "Every run of the entity's ladders that is left is cancelled.", isDanger: true, fields: [{ name: "reason", label: "Reason", kind: "text" }] }),
	done: (one) => `${one.entity} is stopped`,
});

export interface Template {
	code: string;
	name: string;
	description: string;
	category: string;
	handler: string;
	default_schedule: string;
	schedule_in_words: string;
	is_system_required: boolean;
	is_tenant_configurable: boolean;
}

export const fromTemplate = defineAction<Template>({
	id: "template.create-job", kind: "template", title: "Create job", icon: "plus", route: "POST templates/{code}/create-job",
	call: (one, input) => ({
		method: "POST", path: `templates/${part(one.code)}/create-job`, query: tenantOf(input),
		body: { ...(input["code"] ? { code: input["code"] } : {}), ...(input["cron"] ? { cron_expression: input["cron"] } : {}), ...(input["zone"] ? { timezone: input["zone"] } : {}) },
	}),
	cli: (one) => words("belfry", "template", "create", one.code),
	ask: ([one]) => ({
		title: `Job from ${one?.name}`, confirm: "Create job", text: one?.description ?? "",
		fields: [
			...tenantFields(), { name: "code", label: "Code", kind: "text", value: one?.code ?? "", isRequired: true }, { name: "cron", label: "Schedule", kind: "cron", value: one?.default_schedule ?? "", hint: "A cron expression." },
			{ name: "zone", label: "Time zone", kind: "text", hint: "An IANA name; empty: UTC." },
		],
	}),
	done: (one) => `A job was made from ${one.name}`,
});
