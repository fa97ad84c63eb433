// What can be done to a reminder.
import { apiLine, defineAction, words } from "../data/actions";
import { part, type Call } from "../data/client";
import { go } from "../data/router";
import { href, isSystem, me, ofTenant } from "../data/session";
import { reveal } from "../parts/reveal";

export interface Reminder {
	id: string;
	tenant_id: string;
	user_id: string;
	title: string;
	description: string | null;
	reference_type: string | null;
	reference_id: string | null;
	reference_url: string | null;
	remind_at: string;
	timezone: string;
	is_recurring: boolean;
	recurrence_rule: string | null;
	recurrence_end_date: string | null;
	notification_channels: string[];
	status: string;
	next_remind_at: string | null;
	snooze_count: number;
	version: number;
}

export const isOpen = (one: Reminder): boolean => ["PENDING", "SENT", "SNOOZED"].includes(one.status);

function callOf(one: Reminder, verb: string, body: Record<string, unknown> = {}): Call {
	return { method: "POST", path: `reminders/${part(one.id)}/${verb}`, query: ofTenant(one.tenant_id), body };
}

function line(verb: string, one: Reminder, ...more: string[]): string {
	return words("belfry", "reminder", verb, one.id, ...more, ...(isSystem.value ? ["--tenant", one.tenant_id] : []));
}

export const completeReminder = defineAction<Reminder>({
	id: "reminder.complete", kind: "reminder", title: "Complete reminder", short: "Done", icon: "check",
	route: "POST reminders/{id}/complete", applies: isOpen,
	call: (one) => callOf(one, "complete"), cli: (one) => line("complete", one),
	done: (one) => `${one.title} is done`,
});

const snoozes = [[15, "15 minutes"], [60, "an hour"], [240, "4 hours"], [1440, "a day"], [10_080, "a week"]] as const;

for (const [minutes, title] of snoozes) {
	defineAction<Reminder>({
		id: `reminder.snooze.${minutes}`, kind: "reminder", title: `Snooze for ${title}`, icon: "snooze",
		route: "POST reminders/{id}/snooze", applies: isOpen,
		call: (one) => callOf(one, "snooze", { minutes }), cli: (one) => line("snooze", one, "--minutes", String(minutes)),
		done: (one) => one.snooze_count >= 5 ? `${one.title} is dismissed: it was snoozed five times` : `${one.title} comes back in ${title}`,
	});
}

export const dismissReminder = defineAction<Reminder>({
	id: "reminder.dismiss", kind: "reminder", title: "Dismiss reminder", short: "Dismiss", icon: "cross",
	route: "POST reminders/{id}/dismiss", applies: isOpen,
	call: (one) => callOf(one, "dismiss"), cli: (one) => line("dismiss", one),
	done: (one) => `${one.title} is dismissed`,
});

export const editReminder = defineAction<Reminder>({
	id: "reminder.edit", kind: "reminder", title: "Edit reminder", short: "Edit", icon: "edit",
	route: "PUT reminders/{id}",
	call: (one) => ({ method: "PUT", path: `reminders/${part(one.id)}`, query: ofTenant(one.tenant_id), body: {} }),
	cli: (one) => line("change", one), done: (one) => `${one.title} was changed`,
	open: (one) => go(href(`/reminders/${part(one.id)}/edit`, {}, one.tenant_id)),
});

export const deleteReminder = defineAction<Reminder>({
	id: "reminder.delete", kind: "reminder", title: "Delete reminder", icon: "trash", isDanger: true,
	route: "DELETE reminders/{id}",
	call: (one) => ({ method: "DELETE", path: `reminders/${part(one.id)}`, query: ofTenant(one.tenant_id) }),
	cli: (one) => line("delete", one),
	ask: (list) => ({
		title: `Delete ${list[0]?.title}`, confirm: "Delete reminder", isDanger: true, typed: "delete",
		text: list[0]?.is_recurring ? "The whole series is deleted. It does not come back." : "The reminder does not come back.",
	}),
	done: (one) => `${one.title} is deleted`,
});

export const newReminder = defineAction<null>({
	id: "reminder.new", kind: "none", title: "New reminder", icon: "reminders",
	route: "POST reminders",
	call: () => ({ method: "POST", path: "reminders", body: { title: "TITLE", remind_at: "2030-06-01T09:00" } }),
	cli: () => "belfry reminder create TITLE --at 2030-06-01T09:00", done: () => "Reminder created",
	open: () => go(href("/reminders/new")),
});

export interface Person {
	id: string;
	tenant_id: string;
}

export const newFeed = defineAction<Person>({
	id: "person.feed", kind: "person", title: "New calendar link", icon: "link",
	route: "POST users/{id}/feed",
	call: (one) => ({ method: "POST", path: `users/${part(one.id)}/feed`, query: ofTenant(one.tenant_id) }),
	cli: (one) => apiLine({ method: "POST", path: `users/${one.id}/feed`, query: ofTenant(one.tenant_id) }),
	ask: (list) => ({
		title: `Calendar link of ${list[0]?.id}`, confirm: "Make the link",
		text: "Calendars that subscribe to the link show the reminders to come. A link made before ends.",
	}),
	done: () => "The link is made",
	after: (answer) => {
		const url = (answer as { url?: string | null }).url;
		if (url) reveal({ title: "Calendar link", text: "The link is shown only now. Whoever has it can read these reminders.", value: new URL(url, location.origin).href });
	},
});

export function ownPerson(): Person | null {
	const who = me.value;
	return who?.user_id ? { id: who.user_id, tenant_id: who.tenant_id } : null;
}
