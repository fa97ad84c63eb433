// What can be done to a webhook of events.
import { defineAction, words } from "../data/actions";
import { part, type Call, type Method } from "../data/client";
import { go } from "../data/router";
import { href, isSystem, ofTenant } from "../data/session";
import { listOf, tenantFields, tenantOf } from "./tasks";

export interface Webhook {
	id: string;
	tenant_id: string;
	url: string;
	secrets: string[];
	events?: string[]; // without it all
	description?: string;
	state: "active" | "paused";
	deliveries?: number;
	cut?: number;
	created_at: string;
}

function callOf(method: Method, one: Webhook, verb = "", body?: Record<string, unknown>): Call {
	return { method, path: `webhooks/${part(one.id)}${verb}`, query: ofTenant(one.tenant_id), ...(body ? { body } : {}) };
}

function line(verb: string, one: Webhook, ...more: string[]): string {
	return words("belfry", "webhook", verb, one.id, ...more, ...(isSystem.value ? ["--tenant", one.tenant_id] : []));
}

export const newWebhook = defineAction<null>({
	id: "webhook.new", kind: "none", title: "New webhook", icon: "webhooks", route: "POST webhooks",
	call: (_none, input) => ({
		method: "POST", path: "webhooks", query: tenantOf(input),
		body: { url: input["url"] || "URL", secrets: listOf(input["secrets"]), events: listOf(input["events"]), ...(input["description"] ? { description: input["description"] } : {}) },
	}),
	cli: (_none, input) => words("belfry", "webhook", "create", input["url"] || "URL", "--secrets", input["secrets"] || "SECRET", "--events", input["events"] || "job.failed,run.dlq"),
	ask: () => ({
		title: "New webhook", confirm: "Create webhook", text: "Events are sent to the URL from now on, signed (Standard Webhooks), in order, with retries.",
		fields: [
			...tenantFields(),
			{ name: "url", label: "URL", kind: "text", isRequired: true, hint: "An https address that answers 2xx." },
			{ name: "secrets", label: "Secrets", kind: "text", isRequired: true, hint: "Names of secrets of the tenant; two while one is being replaced." },
			{ name: "events", label: "Events", kind: "text", value: "job.failed, run.dlq", hint: "Like job.failed or run.*; empty: all." },
			{ name: "description", label: "Description", kind: "text" },
		],
	}),
	done: () => "Webhook created",
});

export const lookAtDeliveries = defineAction<Webhook>({
	id: "webhook.deliveries", kind: "webhook", title: "Deliveries", icon: "executions", route: "GET webhooks/{id}/deliveries",
	call: (one) => callOf("GET", one, "/deliveries"), cli: (one) => line("deliveries", one), done: () => "",
	open: (one) => go(href(`/webhooks/${part(one.id)}`, {}, one.tenant_id)),
});

export const replayWebhook = defineAction<Webhook>({
	id: "webhook.replay", kind: "webhook", title: "Replay events", short: "Replay", icon: "retry", route: "POST webhooks/{id}/replay",
	call: (one, input) => callOf("POST", one, "/replay", { from: input["from"] || "FROM" }),
	cli: (one, input) => line("replay", one, "--from", input["from"] || "FROM"),
	ask: () => ({
		title: "Replay events", confirm: "Send again", text: "Every event from the instant on is sent again, with the id that it had: the receiver can tell that it knows it.",
		fields: [{ name: "from", label: "From", kind: "time", isRequired: true, value: new Date(Date.now() - 3_600_000).toISOString().slice(0, 19) + "Z", hint: "An instant in the past." }],
	}),
	done: () => "The events are sent again",
});

function setState(state: Webhook["state"]) {
	const isOn = state === "active";
	return defineAction<Webhook>({
		id: isOn ? "webhook.resume" : "webhook.pause", kind: "webhook", title: isOn ? "Resume webhook" : "Pause webhook", icon: isOn ? "play" : "pause", route: "PUT webhooks/{id}",
		applies: (one) => one.state !== state,
		call: (one) => callOf("PUT", one, "", { state }), cli: (one) => line("change", one, "--state", state),
		done: () => isOn ? "The webhook goes on where it stood" : "The webhook is paused; it goes on where it stood",
		undo: (one) => ({ action: isOn ? "webhook.pause" : "webhook.resume", subject: one }),
	});
}

export const resumeWebhook = setState("active");
export const pauseWebhook = setState("paused");

export const deleteWebhook = defineAction<Webhook>({
	id: "webhook.delete", kind: "webhook", title: "Delete webhook", icon: "trash", isDanger: true, route: "DELETE webhooks/{id}",
	call: (one) => callOf("DELETE", one), cli: (one) => line("delete", one),
	ask: ([one]) => ({ title: "Delete webhook", text: `Nothing more is sent to ${one?.url}. What was sent stays in the history.`, confirm: "Delete webhook", isDanger: true, typed: "delete" }),
	done: () => "The webhook is deleted",
});
