// What can be done to the rules of alerts on the service.
import { apiLine, defineAction } from "../data/actions";
import { part, type Call } from "../data/client";
import { listOf } from "./tasks";

export interface ServiceRule {
	alert_type: string;
	threshold_value: number;
	notification_channels: string[];
	recipients: string[];
	is_enabled: boolean;
	is_raised: boolean;
}

function callOf(rule: ServiceRule, body: Record<string, unknown>): Call {
	return { method: "PUT", path: `service-alerts/${part(rule.alert_type)}`, body };
}

export const changeServiceAlert = defineAction<ServiceRule>({
	id: "service-alert.change", kind: "service-alert", title: "Change rule", icon: "edit", route: "PUT service-alerts/{name}",
	call: (rule, input) => callOf(rule, {
		threshold_value: Number(input["threshold"] || rule.threshold_value), notification_channels: listOf(input["channels"]), recipients: listOf(input["recipients"]), is_enabled: input["enabled"] === "yes",
	}),
	cli: (rule) => apiLine(callOf(rule, { threshold_value: rule.threshold_value })),
	ask: ([rule]) => ({
		title: `Rule ${rule?.alert_type}`, confirm: "Save rule", text: "The rule is raised once when the condition begins, and resolved once when it is over.",
		fields: [
			{ name: "enabled", label: "On", kind: "check", value: rule?.is_enabled ? "yes" : "" },
			{ name: "threshold", label: "Threshold", kind: "number", value: String(rule?.threshold_value ?? "") },
			{ name: "channels", label: "Channels", kind: "text", value: rule?.notification_channels.join(", ") ?? "", hint: "in_app, email, webhook; separated by commas." },
			{ name: "recipients", label: "Recipients", kind: "text", value: rule?.recipients.join(", ") ?? "", hint: "Ids of people, mail addresses or URLs." },
		],
	}),
	done: (rule) => `Rule ${rule.alert_type} was changed`,
});

export const testServiceAlert = defineAction<ServiceRule>({
	id: "service-alert.test", kind: "service-alert", title: "Send a test", icon: "bell", route: "POST service-alerts/{name}/test", applies: (rule) => rule.recipients.length > 0,
	call: (rule) => ({ method: "POST", path: `service-alerts/${part(rule.alert_type)}/test` }),
	cli: (rule) => apiLine({ method: "POST", path: `service-alerts/${rule.alert_type}/test` }),
	done: () => "The test is on its way",
});
