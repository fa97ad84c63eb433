// A job's schedule in a line.
import type { Job } from "./model";
import { span } from "./time";

export function scheduleRule(job: Job): string {
	switch (job.schedule_type) {
	case "CRON": return job.cron_expression ?? "";
	case "RRULE": return job.recurrence_rule ?? "";
	case "INTERVAL": return `every ${span((job.interval_seconds ?? 0) * 1000)}`;
	case "ONCE": return "once";
	case "MANUAL": return "only when triggered";
	}
}

// In words where the server has them, else the rule itself. An interval is one already.
export function scheduleText(job: Job): string {
	return job.schedule_type === "INTERVAL" ? scheduleRule(job) : job.schedule_in_words ?? scheduleRule(job);
}
