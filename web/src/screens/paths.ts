// The paths of the screens. The build tells the server how they begin, so that a deep link gets the
// page; everything else about a screen stands in registry.ts.
export const paths = {
	dashboard: "/",
	jobs: "/jobs",
	jobNew: "/jobs/new",
	job: "/jobs/:id",
	jobEdit: "/jobs/:id/edit",
	executions: "/executions",
	active: "/active",
	tasks: "/tasks",
	dead: "/dead",
	reminders: "/reminders",
	reminderNew: "/reminders/new",
	reminderEdit: "/reminders/:id/edit",
	queues: "/queues",
	workers: "/workers",
	tenants: "/tenants",
	sessions: "/sessions",
} as const;

export type ScreenId = keyof typeof paths;
