// The screens, in the order of the rail: one row each. A screen's code is loaded when it is opened.
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

const rows: Row[] = [
	{ id: "dashboard", title: "Dashboard", icon: "dashboard", needs: "GET status", group: "work", keys: "g d", load: () => import("./dashboard/dashboard") },
	{ id: "jobs", title: "Jobs", icon: "jobs", needs: "GET jobs", group: "work", keys: "g j", load: () => import("./jobs/jobs") },
	{ id: "jobNew", title: "New job", icon: "plus", needs: "POST jobs", load: () => import("./job-edit/job-edit") },
	{ id: "job", title: "Job", icon: "jobs", needs: "GET jobs/{id}", load: () => import("./job/job") },
	{ id: "jobEdit", title: "Edit job", icon: "edit", needs: "PUT jobs/{id}", load: () => import("./job-edit/job-edit") },
	{ id: "executions", title: "Executions", icon: "executions", needs: "GET executions", group: "work", keys: "g e", load: () => import("./executions/executions") },
	{ id: "active", title: "Active", icon: "active", needs: "GET executions", group: "work", keys: "g a", load: () => import("./active/active") },
	{ id: "tasks", title: "Tasks", icon: "tasks", needs: "GET tasks", group: "work", keys: "g t", load: () => import("./tasks/tasks") },
	{ id: "dead", title: "Dead letters", icon: "dead", needs: "GET queue", group: "work", keys: "g x", load: () => import("./dead/dead") },
	{ id: "batches", title: "Batches", icon: "batch", needs: "GET batches", group: "work", load: () => import("./batches/batches") },
	{ id: "templates", title: "System jobs", icon: "templates", needs: "GET templates", group: "work", load: () => import("./templates/templates") },
	{ id: "reminders", title: "Reminders", icon: "reminders", needs: "GET reminders", group: "people", keys: "g r", load: () => import("./reminders/reminders") },
	{ id: "reminderNew", title: "New reminder", icon: "plus", needs: "POST reminders", load: () => import("./reminder-edit/reminder-edit") },
	{ id: "reminderEdit", title: "Edit reminder", icon: "edit", needs: "PUT reminders/{id}", load: () => import("./reminder-edit/reminder-edit") },
	{ id: "ladders", title: "Ladders", icon: "ladder", needs: "GET ladders/{entity}", group: "people", load: () => import("./ladders/ladders") },
	{ id: "daily", title: "Daily windows", icon: "daily", needs: "GET daily", group: "people", load: () => import("./daily/daily") },
	{ id: "queues", title: "Queues", icon: "queues", needs: "GET queues", group: "service", keys: "g q", load: () => import("./queues/queues") },
	{ id: "workers", title: "Workers", icon: "workers", needs: "GET workers", group: "service", keys: "g w", load: () => import("./workers/workers") },
	{ id: "tenants", title: "Tenants", icon: "tenants", needs: "GET tenants", group: "service", load: () => import("./tenants/tenants") },
	{ id: "limits", title: "Rate limits", icon: "limit", needs: "GET limits", group: "service", load: () => import("./limits/limits") },
	{ id: "forecast", title: "Forecast", icon: "forecast", needs: "GET forecast", group: "service", load: () => import("./forecast/forecast") },
	{ id: "alerts", title: "Alerts", icon: "alerts", needs: "GET alerts", group: "service", keys: "g l", load: () => import("./alerts/alerts") },
	{ id: "webhooks", title: "Webhooks", icon: "webhooks", needs: "GET webhooks", group: "service", load: () => import("./webhooks/webhooks") },
	{ id: "webhook", title: "Webhook", icon: "webhooks", needs: "GET webhooks/{id}", load: () => import("./webhook/webhook") },
	{ id: "rules", title: "Event rules", icon: "rules", needs: "GET rules", group: "service", load: () => import("./rules/rules") },
	{ id: "types", title: "Types", icon: "types", needs: "GET types", group: "system", load: () => import("./types/types") },
	{ id: "audit", title: "Audit", icon: "audit", needs: "GET audit", group: "system", load: () => import("./audit/audit") },
	{ id: "tokens", title: "Tokens", icon: "lock", needs: "GET tokens", group: "system", load: () => import("./tokens/tokens") },
	{ id: "schedules", title: "Schedules", icon: "columns", needs: "GET queue", group: "system", load: () => import("./schedules/schedules") },
	{ id: "sessions", title: "Sessions", icon: "key", needs: "GET sessions", group: "system", load: () => import("./sessions/sessions") },
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
