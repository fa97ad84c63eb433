// What can be done to a job.
import { defineAction, words } from "../data/actions";
import { part, type Call, type Method } from "../data/client";
import type { Job } from "../data/model";
import { go } from "../data/router";
import { href, isSystem, ofTenant } from "../data/session";
import { plural } from "../data/text";

function callOf(method: Method, job: Job, verb = "", body?: unknown): Call {
	return {
		method, path: `jobs/${part(job.id)}${verb ? `/${verb}` : ""}`, query: ofTenant(job.tenant_id),
		...(body === undefined ? {} : { body }),
	};
}

function line(verb: string, job: Job, ...more: string[]): string {
	return words("belfry", "job", verb, job.code, ...more, ...(isSystem.value ? ["--tenant", job.tenant_id] : []));
}

function named(job: Job): string {
	return `Job ${job.code}`;
}

const NAMED_MAX = 12; // jobs that a question names

const isLive = (job: Job): boolean => job.status === "ACTIVE";
const isPaused = (job: Job): boolean => job.status === "PAUSED";

export const runJob = defineAction<Job>({
	id: "job.run", kind: "job", title: "Run job now", short: "Run now", icon: "play", key: "r",
	route: "POST jobs/{id}/run",
	applies: (job) => job.status !== "DISABLED",
	call: (job) => callOf("POST", job, "run"),
	cli: (job) => line("run", job),
	ask: (jobs) => jobs.length > 1 ? {
		title: `Run ${plural(jobs.length, "job")} now`, confirm: `Run ${jobs.length} jobs`,
		text: `${jobs.slice(0, NAMED_MAX).map((job) => job.code).join(", ")}${jobs.length > NAMED_MAX ? ` and ${jobs.length - NAMED_MAX} more` : ""}.`,
	} : null,
	done: (job) => `${named(job)} was started`,
});

export const pauseJob = defineAction<Job>({
	id: "job.pause", kind: "job", title: "Pause job", short: "Pause", icon: "pause", key: "p",
	route: "POST jobs/{id}/pause", applies: isLive,
	call: (job, input) => callOf("POST", job, "pause", {
		...(input["reason"] ? { reason: input["reason"] } : {}), ...(input["until"] ? { until: input["until"] } : {}),
	}),
	cli: (job) => line("pause", job, "--reason", "WHY"),
	ask: (jobs) => ({
		title: jobs.length > 1 ? `Pause ${plural(jobs.length, "job")}` : `Pause ${jobs[0]?.code}`,
		text: "Its occurrences are left out until it is resumed. What is running goes on.",
		confirm: "Pause",
		fields: [
			{ name: "reason", label: "Reason", kind: "text", hint: "Shown to everybody who looks at the job." },
			{ name: "until", label: "Resume by itself at", kind: "time", hint: "An instant like 2030-01-07T08:00:00Z; empty: when somebody resumes it." },
		],
	}),
	done: (job) => `${named(job)} is paused`,
	undo: (job) => ({ action: "job.resume", subject: job }),
});

export const resumeJob = defineAction<Job>({
	id: "job.resume", kind: "job", title: "Resume job", short: "Resume", icon: "play", key: "p",
	route: "POST jobs/{id}/resume", applies: isPaused,
	call: (job) => callOf("POST", job, "resume"),
	cli: (job) => line("resume", job),
	done: (job) => `${named(job)} goes on`,
});

export const editJob = defineAction<Job>({
	id: "job.edit", kind: "job", title: "Edit job", short: "Edit", icon: "edit", key: "e",
	route: "PUT jobs/{id}",
	call: (job) => callOf("PUT", job),
	cli: (job) => line("change", job),
	done: (job) => `${named(job)} was changed`,
	open: (job) => go(href(`/jobs/${part(job.id)}/edit`, {}, job.tenant_id)),
});

export const cloneJob = defineAction<Job>({
	id: "job.clone", kind: "job", title: "Clone job", short: "Clone", icon: "copy",
	route: "POST jobs",
	call: (job) => ({ method: "POST", path: "jobs", query: ofTenant(job.tenant_id), body: { code: `${job.code}-copy` } }),
	cli: (job) => line("show", job, "-o", "json"),
	done: (job) => `${named(job)} was cloned`,
	open: (job) => go(href("/jobs/new", { clone: job.id }, job.tenant_id)),
});

export const skipNext = defineAction<Job>({
	id: "job.skip-next", kind: "job", title: "Skip next run", icon: "skip",
	route: "POST jobs/{id}/skip-next", applies: (job) => isLive(job) && Boolean(job.next_run_at),
	call: (job) => callOf("POST", job, "skip-next"),
	cli: (job) => line("skip", job),
	ask: (jobs) => ({
		title: `Skip the next run of ${jobs[0]?.code}`, confirm: "Skip it",
		text: `The run planned for ${jobs[0]?.next_run_at ?? "?"} is cancelled; the one after it stays.`,
	}),
	done: (job) => `The next run of ${job.code} is skipped`,
});

export const backfillJob = defineAction<Job>({
	id: "job.backfill", kind: "job", title: "Backfill a past span", icon: "history",
	route: "POST jobs/{id}/backfill", applies: (job) => !["ONCE", "MANUAL"].includes(job.schedule_type),
	call: (job, input) => callOf("POST", job, "backfill", { from: input["from"] ?? "FROM", to: input["to"] ?? "TO" }),
	cli: (job, input) => line("backfill", job, "--from", input["from"] ?? "FROM", "--to", input["to"] ?? "TO"),
	ask: (jobs) => ({
		title: `Run a past span of ${jobs[0]?.code} again`, confirm: "Run the span",
		text: "Every occurrence between the two instants gets a run.",
		fields: [
			{ name: "from", label: "From", kind: "time", isRequired: true, hint: "Like 2030-01-06T00:00:00Z, inclusive." },
			{ name: "to", label: "To", kind: "time", isRequired: true, hint: "Inclusive, in the past." },
		],
	}),
	done: (job) => `The span of ${job.code} runs again`,
});

export const disableJob = defineAction<Job>({
	id: "job.disable", kind: "job", title: "Disable job", icon: "ban",
	route: "PUT jobs/{id}", applies: (job) => job.status !== "DISABLED" && !job.is_system_required,
	call: (job) => callOf("PUT", job, "", { status: "DISABLED" }),
	cli: (job) => line("change", job, "--status", "DISABLED"),
	done: (job) => `${named(job)} is disabled`,
	undo: (job) => ({ action: "job.enable", subject: job }),
});

export const enableJob = defineAction<Job>({
	id: "job.enable", kind: "job", title: "Enable job", short: "Enable", icon: "check",
	route: "PUT jobs/{id}", applies: (job) => job.status === "DISABLED",
	call: (job) => callOf("PUT", job, "", { status: "ACTIVE" }),
	cli: (job) => line("change", job, "--status", "ACTIVE"),
	done: (job) => `${named(job)} is enabled`,
});

export const deleteJob = defineAction<Job>({
	id: "job.delete", kind: "job", title: "Delete job", icon: "trash", isDanger: true,
	route: "DELETE jobs/{id}", applies: (job) => !job.is_system_required,
	call: (job) => callOf("DELETE", job),
	cli: (job) => line("delete", job),
	ask: (jobs) => ({
		title: jobs.length > 1 ? `Delete ${plural(jobs.length, "job")}` : `Delete ${jobs[0]?.code}`,
		text: "Its next run is cancelled and nothing more is planned. Its history stays. This cannot be undone.",
		confirm: "Delete", isDanger: true, typed: jobs.length > 1 ? String(jobs.length) : jobs[0]?.code ?? "",
	}),
	done: (job) => `${named(job)} was deleted`,
});

export const newJob = defineAction<null>({
	id: "job.new", kind: "none", title: "New job", icon: "plus", key: "n",
	route: "POST jobs",
	call: () => ({ method: "POST", path: "jobs", body: { code: "CODE", handler: "TYPE", cron_expression: "0 9 * * MON-FRI" } }),
	cli: () => "belfry job create CODE --handler TYPE --cron '0 9 * * MON-FRI'",
	done: () => "Job created",
	open: () => go(href("/jobs/new")),
});
