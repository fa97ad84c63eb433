// What can be done to types, limits, tokens, daily windows, ladders, rules and templates.
import { apiLine, defineAction, words } from "../data/actions";
import { part, type Call } from "../data/client";
import { isSystem, ofTenant } from "../data/session";
import { json } from "../data/text";
import { reveal } from "../parts/reveal";
import { jsonOf, listOf, tenantFields, tenantOf } from "./tasks";

const tenantWords = (tenant: string): string[] => isSystem.value ? ["--tenant", tenant] : [];

function numbersOf(input: Record<string, string>, names: string[]): Record<string, number> {
	return Object.fromEntries(names.filter((name) => input[name]).map((name) => [name, Number(input[name])]));
}

// ---- types -------------------------------------------------------------------------------------

export interface Type {
	name: string;
	tenant_id: string;
	priority?: number;
	max_attempts?: number;
	limit?: number;
	lease_ms?: number;
	timeout_seconds?: number;
	handler?: { kind?: string; url?: string };
	maintenance?: string;
	quiet?: string;
	notifies?: boolean;
	route?: string;
	description?: string;
	version: number;
}

export const changeType = defineAction<Type>({
	id: "type.change", kind: "type", title: "Change policy", icon: "edit", route: "PUT types/{name}",
	call: (one, input) => ({
		method: "PUT", path: `types/${part(one.name)}`, query: ofTenant(one.tenant_id),
		body: { ...numbersOf(input, ["max_attempts", "timeout_seconds", "limit", "priority"]), ...(input["route"] ? { route: input["route"] } : {}), notifies: input["notifies"] === "yes", ...(input["description"] ? { description: input["description"] } : {}) },
	}),
	cli: (one) => words("belfry", "type", "set", one.name, ...tenantWords(one.tenant_id)),
	ask: ([one]) => ({
		title: `Policy of ${one?.name}`, confirm: "Save policy", text: "A field that stays empty is decided by the tenant, else built in.",
		fields: [
			{ name: "max_attempts", label: "Attempts in all", kind: "number", value: String(one?.max_attempts ?? "") },
			{ name: "timeout_seconds", label: "Timeout in seconds", kind: "number", value: String(one?.timeout_seconds ?? "") },
			{ name: "limit", label: "At once, in the tenant", kind: "number", value: String(one?.limit ?? "") },
			{ name: "priority", label: "Priority", kind: "number", value: String(one?.priority ?? ""), hint: "1 is most urgent, 10 least." },
			{ name: "route", label: "Route", kind: "text", value: one?.route ?? "", hint: "The rate limit that its runs fall under." },
			{ name: "notifies", label: "Reaches people: quiet hours count", kind: "check", value: one?.notifies ? "yes" : "" },
			{ name: "description", label: "Description", kind: "text", value: one?.description ?? "" },
		],
	}),
	done: (one) => `Policy of ${one.name} was changed`,
});

const doers = [["pull", "a worker that takes the type"], ["http", "the server, by an HTTP request"]] as const;

export const newType = defineAction<null>({
	id: "type.new", kind: "none", title: "New type", icon: "types", route: "PUT types/{name}",
	call: (_none, input) => ({
		method: "PUT", path: `types/${part(input["name"] || "NAME")}`, query: tenantOf(input),
		body: {
			...(input["doer"] === "http" ? { handler: { kind: "http", url: input["url"] ?? "" } } : {}),
			...numbersOf(input, ["max_attempts", "timeout_seconds"]), ...(input["description"] ? { description: input["description"] } : {}),
		},
	}),
	cli: (_none, input) => words("belfry", "type", "set", input["name"] || "NAME", "--handler", input["doer"] === "http" ? input["url"] || "URL" : "pull"),
	ask: () => ({
		title: "New type", confirm: "Create type", text: "A type names a kind of work. Jobs and tasks name it as their handler; its policy holds for all their runs.",
		fields: [
			...tenantFields(), { name: "name", label: "Name", kind: "text", isRequired: true, hint: "Like mail.send." },
			{ name: "doer", label: "Carried out by", kind: "choice", value: "pull", choices: doers }, { name: "url", label: "URL", kind: "text", hint: "With an HTTP request: the payload is posted to it." },
			{ name: "max_attempts", label: "Attempts in all", kind: "number", hint: "Empty: decided by the tenant, else 5." }, { name: "timeout_seconds", label: "Timeout in seconds", kind: "number", hint: "Empty: decided by the tenant, else 60." },
			{ name: "description", label: "Description", kind: "text" },
		],
	}),
	done: () => "The type is there",
});

function pauseType(isPause: boolean) {
	const path = isPause ? "pause" : "resume";
	return defineAction<Type>({
		id: `type.${path}`, kind: "type", title: isPause ? "Pause type" : "Resume type", icon: isPause ? "pause" : "play", route: isPause ? "POST pause" : "POST resume",
		call: (one) => ({ method: "POST", path, query: ofTenant(one.tenant_id), body: { scope: "type", type: one.name } }),
		cli: (one) => words("belfry", path, "type", one.name, ...tenantWords(one.tenant_id)),
		done: (one) => isPause ? `${one.name} is paused` : `${one.name} goes on`,
		undo: (one) => isPause ? { action: "type.resume", subject: one } : null,
	});
}

pauseType(true);
pauseType(false);

// ---- limits ------------------------------------------------------------------------------------

export interface Limit {
	route: string;
	tenant_id: string;
	declared_by: string | null;
	rate?: number;
	per_seconds?: number;
	burst?: number;
	closed_until: string | null;
	running: number;
	waiting: number;
	learned?: { refused: number; streak: number; remaining: number | null };
}

function limitCall(route: string, query: Call["query"], input: Record<string, string>): Call {
	return { method: "PUT", path: `limits/${part(route)}`, query, body: numbersOf(input, ["rate", "per_seconds", "burst"]) };
}

const limitFields = (one?: Limit) => [
	{ name: "rate", label: "How many", kind: "number" as const, value: String(one?.rate ?? ""), isRequired: true },
	{ name: "per_seconds", label: "In how many seconds", kind: "number" as const, value: String(one?.per_seconds ?? 1) },
	{ name: "burst", label: "At once after a silence", kind: "number" as const, value: String(one?.burst ?? "") },
];

export const newLimit = defineAction<null>({
	id: "limit.new", kind: "none", title: "New limit", icon: "limit", route: "PUT limits/{route}",
	call: (_none, input) => limitCall(input["route"] || "ROUTE", tenantOf(input), input),
	cli: (_none, input) => words("belfry", "limit", "set", input["route"] || "ROUTE", "--rate", input["rate"] || "50"),
	ask: () => ({ title: "New limit", confirm: "Declare limit", text: "Runs whose type names the route start no more often than this.", fields: [...tenantFields(), { name: "route", label: "Route", kind: "text", isRequired: true, hint: "Like sms-gateway." }, ...limitFields()] }),
	done: () => "The limit is declared",
});

export const changeLimit = defineAction<Limit>({
	id: "limit.change", kind: "limit", title: "Change limit", icon: "edit", route: "PUT limits/{route}",
	call: (one, input) => limitCall(one.route, ofTenant(one.tenant_id), input),
	cli: (one) => words("belfry", "limit", "set", one.route, "--rate", String(one.rate ?? 50), ...tenantWords(one.tenant_id)),
	ask: ([one]) => ({ title: `Limit of ${one?.route}`, confirm: "Save limit", text: "Runs whose type names the route start no more often than this.", fields: limitFields(one) }),
	done: (one) => `The limit of ${one.route} was changed`,
});

export const deleteLimit = defineAction<Limit>({
	id: "limit.delete", kind: "limit", title: "Delete limit", icon: "trash", isDanger: true, route: "DELETE limits/{route}", applies: (one) => Boolean(one.declared_by),
	call: (one) => ({ method: "DELETE", path: `limits/${part(one.route)}`, query: ofTenant(one.tenant_id) }),
	cli: (one) => words("belfry", "limit", "delete", one.route, ...tenantWords(one.tenant_id)),
	ask: ([one]) => ({ title: `Delete the limit of ${one?.route}`, text: "Its runs start as often as workers take them.", confirm: "Delete limit", isDanger: true, typed: one?.route ?? "" }),
	done: (one) => `The limit of ${one.route} is deleted`,
});

// ---- tokens ------------------------------------------------------------------------------------

export interface Token {
	id: string;
	tenant_id: string;
	role: string;
	user_id: string | null;
	name: string | null;
	queues: string[];
	expires_at: string | null;
	created_at: string | null;
}

const roles = ["viewer", "producer", "operator", "worker", "user", "admin"].map((one) => [one, one] as const);

export const newToken = defineAction<null>({
	id: "token.new", kind: "none", title: "New token", icon: "key", route: "POST tokens",
	call: (_none, input) => ({
		method: "POST", path: "tokens", query: tenantOf(input),
		body: { role: input["role"] || "viewer", ...(input["name"] ? { name: input["name"] } : {}), ...(input["user"] ? { user_id: input["user"] } : {}), ...(input["expires"] ? { expires_at: input["expires"] } : {}), ...(input["queues"] ? { queues: listOf(input["queues"]) } : {}) },
	}),
	cli: (_none, input) => words("belfry", "token", "create", input["role"] || "viewer", input["name"] && "--name", input["name"]),
	ask: () => ({
		title: "New token", confirm: "Make token", text: "Whoever has the token may do what its role may, in its tenant. It is shown once.",
		fields: [
			...tenantFields(), { name: "role", label: "Role", kind: "choice", value: "viewer", choices: roles }, { name: "name", label: "Name", kind: "text", hint: "What it is for." },
			{ name: "user", label: "Person", kind: "text", hint: "Required with the role user." }, { name: "queues", label: "Queues", kind: "text", hint: "With the role worker: only from these." },
			{ name: "expires", label: "Expires at", kind: "time", hint: "An instant; empty: never." },
		],
	}),
	done: () => "The token is made",
	after: (answer) => {
		const { token } = answer as { token?: string | null };
		if (token) reveal({ title: "New token", text: "Keep it now: it is not shown again.", value: token });
	},
});

export const deleteToken = defineAction<Token>({
	id: "token.delete", kind: "token", title: "Revoke token", icon: "trash", isDanger: true, route: "DELETE tokens/{id}",
	call: (one) => ({ method: "DELETE", path: `tokens/${part(one.id)}`, query: ofTenant(one.tenant_id) }), cli: (one) => words("belfry", "token", "delete", one.id, ...tenantWords(one.tenant_id)),
	ask: ([one]) => ({ title: `Revoke ${one?.name ?? one?.role}`, text: "It ends at once, and the sessions that it began.", confirm: "Revoke token", isDanger: true, typed: one?.role ?? "" }),
	done: (one) => `The token ${one.name ?? one.role} is revoked`,
});

// ---- daily windows -----------------------------------------------------------------------------

export interface Daily {
	user_id: string;
	tenant_id: string;
	due_time: string;
	timezone: string;
	last_date: string | null;
	status: string | null;
	next?: { date: string | null; cutoff_at: string; attempt_at: string | null } | null;
}

function dailyCall(user: string, query: Call["query"], input: Record<string, string>): Call {
	return { method: "PUT", path: `daily/${part(user)}`, query, body: { due_time: input["due"] || "09:00", ...(input["zone"] ? { timezone: input["zone"] } : {}) } };
}

const dailyFields = (one?: Daily) => [
	{ name: "due", label: "Due time", kind: "text" as const, value: one?.due_time ?? "09:00", isRequired: true, hint: "The cutoff of each day, like 09:00." },
	{ name: "zone", label: "Time zone", kind: "text" as const, value: one?.timezone ?? "", hint: "An IANA name; empty: the tenant's." },
];

export const newDaily = defineAction<null>({
	id: "daily.new", kind: "none", title: "New daily window", icon: "daily", route: "PUT daily/{user_id}",
	call: (_none, input) => dailyCall(input["user"] || "USER", tenantOf(input), input),
	cli: (_none, input) => words("belfry", "daily", "set", input["user"] || "USER", "--due", input["due"] || "09:00"),
	ask: () => ({ title: "New daily window", confirm: "Create window", text: "Each day, in the window before the due time, an attempt is made until one succeeds.", fields: [...tenantFields(), { name: "user", label: "Person", kind: "text", isRequired: true }, ...dailyFields()] }),
	done: () => "The daily window is made",
});

export const changeDaily = defineAction<Daily>({
	id: "daily.change", kind: "daily", title: "Change due time", icon: "edit", route: "PUT daily/{user_id}",
	call: (one, input) => dailyCall(one.user_id, ofTenant(one.tenant_id), input), cli: (one) => words("belfry", "daily", "set", one.user_id, "--due", one.due_time, ...tenantWords(one.tenant_id)),
	ask: ([one]) => ({ title: `Daily window of ${one?.user_id}`, confirm: "Save", text: "After today's time it counts from the next day.", fields: dailyFields(one) }),
	done: (one) => `The daily window of ${one.user_id} was changed`,
});

export const deleteDaily = defineAction<Daily>({
	id: "daily.delete", kind: "daily", title: "End daily windows", icon: "trash", isDanger: true, route: "DELETE daily/{user_id}",
	call: (one) => ({ method: "DELETE", path: `daily/${part(one.user_id)}`, query: ofTenant(one.tenant_id) }), cli: (one) => words("belfry", "daily", "delete", one.user_id, ...tenantWords(one.tenant_id)),
	ask: ([one]) => ({ title: `End the daily windows of ${one?.user_id}`, text: "No further day is planned; the ledger of past days stays.", confirm: "End windows", isDanger: true, typed: one?.user_id ?? "" }),
	done: (one) => `The daily windows of ${one.user_id} have ended`,
});

// ---- rules -------------------------------------------------------------------------------------

export interface Rule {
	id: string;
	tenant_id: string;
	name?: string;
	event: string;
	where?: unknown[];
	offsets?: string[];
	creates?: string; // without it a task
	type?: string;
	state?: string; // without it active
	description?: string;
	created_at: string;
}

function ruleCall(one: Rule, method: Call["method"], verb = "", body?: Record<string, unknown>): Call {
	return { method, path: `rules/${part(one.id)}${verb}`, query: ofTenant(one.tenant_id), ...(body ? { body } : {}) };
}

export const newRule = defineAction<null>({
	id: "rule.new", kind: "none", title: "New rule", icon: "rules", route: "POST rules",
	call: (_none, input) => ({
		method: "POST", path: "rules", query: tenantOf(input),
		body: { ...(input["name"] ? { name: input["name"] } : {}), event: input["event"] || "EVENT", type: input["type"] || "TYPE", ...(input["offsets"] ? { offsets: listOf(input["offsets"]) } : {}), ...(input["where"]?.trim() ? { where: jsonOf(input["where"]) } : {}), ...(input["entity"] ? { entity: input["entity"] } : {}) },
	}),
	cli: (_none, input) => words("belfry", "rule", "create", "--event", input["event"] || "order.created", "--type", input["type"] || "order.check"),
	ask: () => ({
		title: "New event rule", confirm: "Create rule", text: "An incoming event that matches makes a run for each offset.",
		fields: [
			...tenantFields(), { name: "name", label: "Name", kind: "text" }, { name: "event", label: "Event", kind: "text", isRequired: true, hint: "Like order.created." },
			{ name: "type", label: "Type of the runs", kind: "text", isRequired: true }, { name: "offsets", label: "Offsets", kind: "text", value: "0", hint: "When, after the event: 0, 24h, 72h." },
			{ name: "where", label: "Conditions", kind: "json", hint: '[{"field": "data.total", "above": 100}]' }, { name: "entity", label: "About", kind: "text", hint: "Like order:{data.id}." },
		],
	}),
	done: () => "The rule is made",
});

export const testRule = defineAction<Rule>({
	id: "rule.test", kind: "rule", title: "Test rule", icon: "play", route: "POST rules/{id}/test",
	call: (one, input) => ruleCall(one, "POST", "/test", { sample: jsonOf(input["sample"]) ?? {} }), cli: (one) => apiLine(ruleCall(one, "POST", "/test", { sample: {} })),
	ask: ([one]) => ({
		title: `Test ${one?.name || one?.event}`, confirm: "Test", text: "The server says what the rule would make of the event. Nothing is made.",
		fields: [{ name: "sample", label: "Event", kind: "json", value: json({ specversion: "1.0", id: "sample-1", source: "/sample", type: one?.event ?? "", data: { id: 42 } }) }],
	}),
	done: () => "Tested",
	after: (answer) => {
		const { matches, runs } = answer as { matches: boolean; runs: unknown[] };
		reveal({ title: matches ? `It matches: ${runs.length} runs` : "It does not match", text: "Nothing was made.", value: json(answer), close: "Close" });
	},
});

function setRule(state: "active" | "paused") {
	const isOn = state === "active";
	return defineAction<Rule>({
		id: isOn ? "rule.resume" : "rule.pause", kind: "rule", title: isOn ? "Resume rule" : "Pause rule", icon: isOn ? "play" : "pause", route: "PUT rules/{id}", applies: (one) => (one.state ?? "active") !== state,
		call: (one) => ruleCall(one, "PUT", "", { state }), cli: (one) => words("belfry", "rule", "change", one.id, "--state", state, ...tenantWords(one.tenant_id)),
		done: () => isOn ? "The rule counts again" : "The rule is paused", undo: (one) => ({ action: isOn ? "rule.pause" : "rule.resume", subject: one }),
	});
}

setRule("active");
setRule("paused");

export const deleteRule = defineAction<Rule>({
	id: "rule.delete", kind: "rule", title: "Delete rule", icon: "trash", isDanger: true, route: "DELETE rules/{id}",
	call: (one) => ruleCall(one, "DELETE"), cli: (one) => words("belfry", "rule", "delete", one.id, ...tenantWords(one.tenant_id)),
	ask: ([one]) => ({ title: `Delete ${one?.name || one?.event}`, text: "Runs that it has made stay.", confirm: "Delete rule", isDanger: true, typed: "delete" }),
	done: () => "The rule is deleted",
});
