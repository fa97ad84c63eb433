// The screens, in the order of the rail: one row each. A screen's code is loaded when one of its
// part is opened.
import type { ComponentType } from "preact";
import type { Route } from "../data/routes";
import { may } from "../data/session";
import type { IconName } from "../parts/icon";
import { paths, type ScreenId } from "./paths";

export interface ScreenProps {
	parts: Record<string, string>; // of the path: { id: "..." }
}

export interface Screen {
	id: ScreenId;
	path: string;
	title: string;
	icon: IconName;
	needs: Route; // who may not use this route does not see the screen
	group?: "work" | "people" | "service" | "system"; // its place in the rail; without it, not there
	keys?: string;
	load: () => Promise<{ default: ComponentType<ScreenProps> }>;
}

type Row = Omit<Screen, "path">;
type Load = Screen["load"];

// Screens are loaded in three parts: a part for each screen was forty small files before anything
// could be seen, and they compress worse.
const home = (name: keyof typeof import("./home")): Load => async () => ({ default: (await import("./home"))[name] });
const work = (name: keyof typeof import("./work")): Load => async () => ({ default: (await import("./work"))[name] });
const more = (name: keyof typeof import("./more")): Load => async () => ({ default: (await import("./more"))[name] });

const rows: Row[] = [
	{ id: "dashboard", title: "Dashboard", icon: "dashboard", needs: "GET status", group: "work", keys: "g d", load: home("Dashboard") },
	{ id: "jobs", title: "Jobs", icon: "jobs", needs: "GET jobs", group: "work", keys: "g j", load: work("Jobs") },
	{ id: "jobNew", title: "New job", icon: "plus", needs: "POST jobs", load: work("JobEdit") },
	{ id: "job", title: "Job", icon: "jobs", needs: "GET jobs/{id}", load: work("Job") },
	{ id: "jobEdit", title: "Edit job", icon: "edit", needs: "PUT jobs/{id}", load: work("JobEdit") },
	{ id: "executions", title: "Executions", icon: "executions", needs: "GET executions", group: "work", keys: "g e", load: work("Executions") },
	{ id: "active", title: "Active", icon: "active", needs: "GET executions", group: "work", keys: "g a", load: work("Active") },
	{ id: "tasks", title: "Tasks", icon: "tasks", needs: "GET tasks", group: "work", keys: "g t", load: work("Tasks") },
	{ id: "dead", title: "Dead letters", icon: "dead", needs: "GET queue", group: "work", keys: "g x", load: work("Dead") },
	{ id: "batches", title: "Batches", icon: "batch", needs: "GET batches", group: "work", load: more("Batches") },
	{ id: "templates", title: "System jobs", icon: "templates", needs: "GET templates", group: "work", load: more("Templates") },
	{ id: "reminders", title: "Reminders", icon: "reminders", needs: "GET reminders", group: "people", keys: "g r", load: more("Reminders") },
	{ id: "reminderNew", title: "New reminder", icon: "plus", needs: "POST reminders", load: more("ReminderEdit") },
	{ id: "reminderEdit", title: "Edit reminder", icon: "edit", needs: "PUT reminders/{id}", load: more("ReminderEdit") },
	{ id: "ladders", title: "Ladders", icon: "ladder", needs: "GET ladders", group: "people", load: more("Ladders") },
	{ id: "daily", title: "Daily windows", icon: "daily", needs: "GET daily", group: "people", load: more("Daily") },
	{ id: "queues", title: "Queues", icon: "queues", needs: "GET queues", group: "service", keys: "g q", load: more("Queues") },
	{ id: "workers", title: "Workers", icon: "workers", needs: "GET workers", group: "service", keys: "g w", load: more("Workers") },
	{ id: "tenants", title: "Tenants", icon: "tenants", needs: "GET tenants", group: "service", load: more("Tenants") },
	{ id: "limits", title: "Rate limits", icon: "limit", needs: "GET limits", group: "service", load: more("Limits") },
	{ id: "forecast", title: "Forecast", icon: "forecast", needs: "GET forecast", group: "service", load: more("Forecast") },
	{ id: "alerts", title: "Alerts", icon: "alerts", needs: "GET alerts", group: "service", keys: "g l", load: more("Alerts") },
	{ id: "webhooks", title: "Webhooks", icon: "webhooks", needs: "GET webhooks", group: "service", load: more("Webhooks") },
	{ id: "webhook", title: "Webhook", icon: "webhooks", needs: "GET webhooks/{id}", load: more("Webhook") },
	{ id: "rules", title: "Event rules", icon: "rules", needs: "GET rules", group: "service", load: more("Rules") },
	{ id: "types", title: "Types", icon: "types", needs: "GET types", group: "system", load: more("Types") },
	{ id: "audit", title: "Audit", icon: "audit", needs: "GET audit", group: "system", load: more("Audit") },
	{ id: "tokens", title: "Tokens", icon: "lock", needs: "GET tokens", group: "system", load: more("Tokens") },
	{ id: "schedules", title: "Schedules", icon: "columns", needs: "GET queue", group: "system", load: more("Schedules") },
	{ id: "sessions", title: "Sessions", icon: "key", needs: "GET sessions", group: "system", load: more("Sessions") },
];

export const screens: Screen[] = rows.map((row) => ({ ...row, path: paths[row.id] }));

export const groups: { id: NonNullable<Screen["group"]>; title: string }[] = [
	{ id: "work", title: "Work" },
	{ id: "people", title: "People" },
	{ id: "service", title: "Service" },
	{ id: "system", title: "System" },
];

export function visibleScreens(): Screen[] {
	return screens.filter((screen) => may(screen.needs));
}
