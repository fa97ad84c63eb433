// A reminder as its form holds it, and the rule that the builder writes.
import type { Reminder } from "../../actions/reminders";
import { exact, localZone } from "../../data/time";
import { whenOf } from "../../data/when";

export interface Draft {
	tenant: string;
	user: string;
	title: string;
	description: string;
	at: string; // as it was typed
	zone: string;
	repeats: "" | "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY" | "own";
	every: string;
	days: string[];
	rule: string; // with repeats "own"
	end: string;
	channels: string;
	referenceType: string;
	referenceId: string;
	referenceUrl: string;
}

export const blank: Draft = {
	tenant: "", user: "", title: "", description: "", at: "tomorrow 9", zone: localZone, repeats: "", every: "1", days: [], rule: "",
	end: "", channels: "in_app", referenceType: "", referenceId: "", referenceUrl: "",
};

export const weekdays = [["MO", "Mon"], ["TU", "Tue"], ["WE", "Wed"], ["TH", "Thu"], ["FR", "Fri"], ["SA", "Sat"], ["SU", "Sun"]] as const;

const SIMPLE = /^FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)(?:;INTERVAL=(\d+))?(?:;BYDAY=((?:MO|TU|WE|TH|FR|SA|SU)(?:,(?:MO|TU|WE|TH|FR|SA|SU))*))?$/;

export function ruleOf(draft: Draft): string {
	if (!draft.repeats) return "";
	if (draft.repeats === "own") return draft.rule.trim();
	const every = Number(draft.every) > 1 ? `;INTERVAL=${Number(draft.every)}` : "";
	const days = draft.repeats === "WEEKLY" && draft.days.length
		? `;BYDAY=${weekdays.map(([id]) => id).filter((id) => draft.days.includes(id)).join()}` : "";
	return `FREQ=${draft.repeats}${every}${days}`;
}

// A rule that the builder could have written is shown in it; any other as text.
function builderOf(rule: string): Pick<Draft, "repeats" | "every" | "days" | "rule"> {
	const found = SIMPLE.exec(rule);
	if (!rule) return { repeats: "", every: "1", days: [], rule: "" };
	if (!found || (found[3] && found[1] !== "WEEKLY")) return { repeats: "own", every: "1", days: [], rule };
	return { repeats: found[1] as Draft["repeats"], every: found[2] ?? "1", days: found[3]?.split(",") ?? [], rule };
}

export function draftOf(one: Reminder): Draft {
	return {
		tenant: one.tenant_id, user: one.user_id, title: one.title, description: one.description ?? "", at: exact(Date.parse(one.remind_at), one.timezone).slice(0, 16), zone: one.timezone,
		...builderOf(one.is_recurring ? one.recurrence_rule ?? "" : ""), end: one.recurrence_end_date ?? "",
		channels: one.notification_channels.join(", "), referenceType: one.reference_type ?? "", referenceId: one.reference_id ?? "", referenceUrl: one.reference_url ?? "",
	};
}

export function bodyOf(draft: Draft): Record<string, unknown> {
	const rule = ruleOf(draft);
	const text = (name: string, value: string): Record<string, unknown> => value.trim() ? { [name]: value.trim() } : {};
	return {
		title: draft.title.trim(), remind_at: whenOf(draft.at, draft.zone), timezone: draft.zone.trim() || "UTC",
		notification_channels: draft.channels.split(/[\s,]+/).filter(Boolean), is_recurring: rule !== "",
		...text("user_id", draft.user), ...text("description", draft.description), ...text("recurrence_rule", rule), ...(rule ? text("recurrence_end_date", draft.end) : {}),
		...text("reference_type", draft.referenceType), ...text("reference_id", draft.referenceId), ...text("reference_url", draft.referenceUrl),
	};
}

// Only fields that changed: another time, rule or zone begins a reminder anew.
export function changedBody(before: Draft, after: Draft): Record<string, unknown> {
	const [old, now] = [bodyOf(before), bodyOf(after)];
	return Object.fromEntries(Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name])));
}

// Of a local time: the day before it, as the last day of what ends there.
export function dayBefore(local: string): string {
	const day = new Date(`${local.slice(0, 10)}T12:00:00Z`);
	day.setUTCDate(day.getUTCDate() - 1);
	return day.toISOString().slice(0, 10);
}
