// What can be done to a tenant.
import { defineAction, words } from "../data/actions";
import { part } from "../data/client";
import { go } from "../data/router";
import { href } from "../data/session";
import type { Tenant } from "../data/tenants";

export const newTenant = defineAction<null>({
	id: "tenant.new", kind: "none", title: "New tenant", icon: "tenants", route: "POST tenants",
	call: (_none, input) => ({
		method: "POST", path: "tenants", body: {
			id: input["id"] || "ID", ...(input["name"] ? { name: input["name"] } : {}), ...(input["timezone"] ? { timezone: input["timezone"] } : {}),
			...(input["profile"] && input["profile"] !== "default" ? { profile: input["profile"] } : {}),
		},
	}),
	cli: (_none, input) => words("belfry", "tenant", "create", input["id"] || "ID"),
	ask: () => ({
		title: "New tenant", confirm: "Create tenant", text: "A tenant has its own jobs, runs, people and tokens; another tenant never sees them.",
		fields: [
			{ name: "id", label: "Id", kind: "text", isRequired: true, hint: "Your own name for it, like acme." },
			{ name: "name", label: "Name", kind: "text" },
			{ name: "timezone", label: "Time zone", kind: "text", hint: "An IANA name, for quiet hours." },
			{ name: "profile", label: "Profile", kind: "choice", value: "default", choices: ["default", "guild", "broadcast", "enterprise", "daily", "billing"].map((one) => [one, one] as const), hint: "A set of defaults." },
		],
	}),
	done: () => "Tenant created",
});

export const changeTenant = defineAction<Tenant>({
	id: "tenant.change", kind: "tenant", title: "Change share and bound", icon: "edit", route: "PUT tenants/{id}", applies: (one) => one.id !== "system",
	call: (one, input) => ({
		method: "PUT", path: `tenants/${part(one.id)}`, body: { weight: Number(input["weight"] || one.weight), limit: Number(input["limit"] || 0) },
	}),
	cli: (one, input) => words("belfry", "tenant", "change", one.id, "--weight", input["weight"] || String(one.weight)),
	ask: (list) => ({
		title: `Tenant ${list[0]?.id}`, confirm: "Save", text: "The weight is the tenant's share of turns while there is more work than workers.",
		fields: [
			{ name: "weight", label: "Weight", kind: "number", value: String(list[0]?.weight ?? 1), isRequired: true },
			{ name: "limit", label: "Runs at once", kind: "number", value: String(list[0]?.limit ?? 0), hint: "0: no bound." },
		],
	}),
	done: (one) => `Tenant ${one.id} was changed`,
});

function maintenance(isOn: boolean) {
	return defineAction<Tenant>({
		id: isOn ? "tenant.maintain" : "tenant.open", kind: "tenant", title: isOn ? "Begin maintenance" : "End maintenance", icon: isOn ? "late" : "play",
		route: "PUT tenants/{id}/settings", applies: (one) => Boolean(one.maintenance?.enabled) !== isOn,
		call: (one, input) => ({
			method: "PUT", path: `tenants/${part(one.id)}/settings`,
			body: { maintenance: isOn ? { enabled: true, ...(input["reason"] ? { reason: input["reason"] } : {}), ...(input["until"] ? { until: input["until"] } : {}) } : { enabled: false } },
		}),
		cli: (one) => words("belfry", "tenant", "set", one.id, "--maintenance", JSON.stringify({ enabled: isOn })),
		...(isOn ? {
			ask: (list: Tenant[]) => ({
				title: `Maintenance of ${list[0]?.id}`, confirm: "Begin maintenance", text: "Nothing of the tenant starts; what is due waits. Runs that have started go on.",
				fields: [
					{ name: "reason", label: "Reason", kind: "text" as const, hint: "Shown in a banner to everybody." },
					{ name: "until", label: "Ends at", kind: "time" as const, hint: "An instant; empty: when it is switched off." },
				],
			}),
		} : {}),
		done: (one) => isOn ? `${one.id} is in maintenance` : `${one.id} works again`,
		undo: (one) => isOn ? { action: "tenant.open", subject: one } : null,
	});
}

export const beginMaintenance = maintenance(true);
export const endMaintenance = maintenance(false);

export const openTenant = defineAction<Tenant>({
	id: "tenant.look", kind: "tenant", title: "Quiet hours and quotas", icon: "open", route: "GET tenants/{id}",
	call: (one) => ({ method: "GET", path: `tenants/${part(one.id)}` }), cli: (one) => words("belfry", "tenant", "show", one.id),
	done: () => "", open: (one) => go(href("/tenants", { open: one.id })),
});
