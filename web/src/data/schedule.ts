// A job's schedule in a line.
import type { Job } from "./model";
import { span } from "./time";

const units: Record<number, string> = { 1: "second", 60: "minute", 3600: "hour", 86_400: "day" };

function everyText(seconds: number): string {
	return `every ${units[seconds] ?? span(seconds * 1000)}`;
}

export function scheduleRule(job: Job): string {
	switch (job.schedule_type) {
	case "CRON": return job.cron_expression ?? "";
	case "RRULE": return job.recurrence_rule ?? "";
	case "INTERVAL": return everyText(job.interval_seconds ?? 0);
	case "ONCE": return "once";
	case "MANUAL": return "only when triggered";
	}
}

// In words where the server has them, else the rule itself. An interval is one already.
export function scheduleText(job: Job): string {
	return job.schedule_type === "INTERVAL" ? scheduleRule(job) : job.schedule_in_words ?? scheduleRule(job);
}
