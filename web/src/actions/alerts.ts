// What can be done to the alert rules of a job.
import { apiLine, defineAction } from "../data/actions";
import { part, type Method } from "../data/client";
import type { Job } from "../data/model";
import { ofTenant } from "../data/session";

export interface AlertRule {
	id: string;
	job_id: string;
	tenant_id: string; // of its job
	alert_type: string;
	threshold_value: number;
	notification_channels: string[];
	recipients: string[];
	is_enabled: boolean;
	is_raised: boolean;
	count: number;
}

function pathOf(rule: AlertRule): string {
	return `jobs/${part(rule.job_id)}/alerts/${part(rule.id)}`;
}

function list(text: string | undefined): string[] {
	return (text ?? "").split(/[\s,]+/).filter(Boolean);
}

function line(method: Method, path: string, tenant: string): string {
	return apiLine({ method, path, query: ofTenant(tenant) });
}

export const newAlert = defineAction<Job>({
	id: "alert.new", kind: "job", title: "New alert rule", icon: "alerts",
	route: "POST jobs/{id}/alerts",
	call: (job, input) => ({
		method: "POST", path: `jobs/${part(job.id)}/alerts`, query: ofTenant(job.tenant_id),
		body: {
			alert_type: (input["type"] || "FAILURE").toUpperCase(),
			...(input["threshold"] ? { threshold_value: Number(input["threshold"]) } : {}),
			notification_channels: list(input["channels"]), recipients: list(input["recipients"]),
		},
	}),
	cli: (job) => line("POST", `jobs/${job.id}/alerts`, job.tenant_id),
	ask: (jobs) => ({
		title: `New alert rule for ${jobs[0]?.code}`, confirm: "Create rule", text: "It is raised once when the condition begins, and resolved once when it is over.",
		fields: [
			{ name: "type", label: "What it is about", kind: "text", value: "FAILURE", isRequired: true, hint: "FAILURE or TIMEOUT (so many in a row), LONG_RUNNING or MISSED (so many seconds)." },
			{ name: "threshold", label: "Threshold", kind: "number", value: "3" },
			{ name: "channels", label: "Channels", kind: "text", value: "in_app", hint: "in_app, email, webhook, or a channel of the tenant; separated by commas." },
			{ name: "recipients", label: "Recipients", kind: "text", hint: "Ids of people, mail addresses or URLs; separated by commas." },
		],
	}),
	done: (job) => `${job.code} has a new alert rule`,
});

export const testAlert = defineAction<AlertRule>({
	id: "alert.test", kind: "alert-rule", title: "Send a test", icon: "bell",
	route: "POST jobs/{id}/alerts/{alert_id}/test",
	call: (rule) => ({ method: "POST", path: `${pathOf(rule)}/test`, query: ofTenant(rule.tenant_id) }),
	cli: (rule) => line("POST", `${pathOf(rule)}/test`, rule.tenant_id),
	done: () => "The test is on its way",
});

function setEnabled(isOn: boolean) {
	return defineAction<AlertRule>({
		id: isOn ? "alert.enable" : "alert.disable", kind: "alert-rule", title: isOn ? "Enable rule" : "Disable rule", icon: isOn ? "check" : "ban",
		route: "PUT jobs/{id}/alerts/{alert_id}", applies: (rule) => rule.is_enabled !== isOn,
		call: (rule) => ({ method: "PUT", path: pathOf(rule), query: ofTenant(rule.tenant_id), body: { is_enabled: isOn } }),
		cli: (rule) => line("PUT", pathOf(rule), rule.tenant_id),
		done: () => isOn ? "The rule is enabled" : "The rule is disabled",
		undo: (rule) => ({ action: isOn ? "alert.disable" : "alert.enable", subject: rule }),
	});
}

export const enableAlert = setEnabled(true);
export const disableAlert = setEnabled(false);

export const deleteAlert = defineAction<AlertRule>({
	id: "alert.delete", kind: "alert-rule", title: "Delete rule", icon: "trash", isDanger: true,
	route: "DELETE jobs/{id}/alerts/{alert_id}",
	call: (rule) => ({ method: "DELETE", path: pathOf(rule), query: ofTenant(rule.tenant_id) }),
	cli: (rule) => line("DELETE", pathOf(rule), rule.tenant_id),
	ask: (rules) => ({
		title: `Delete the rule about ${rules[0]?.alert_type}`, text: "What it has raised is resolved. The rule does not come back.",
		confirm: "Delete rule", isDanger: true, typed: rules[0]?.alert_type ?? "",
	}),
	done: () => "The rule is deleted",
});
