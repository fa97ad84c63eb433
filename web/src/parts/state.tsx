// A state as an icon and a word, in one colour each: never by colour alone. Every spelling that the
// API uses (states of runs, statuses of jobs, tasks, reminders and executions) has its row here.
import { Icon, type IconName } from "./icon";

type Tone = "ok" | "run" | "warn" | "bad" | "dead" | "calm";

interface Row {
	word: string;
	icon: IconName;
	tone: Tone;
}

const rows: Record<string, Row> = {
	waiting: { word: "waiting", icon: "waiting", tone: "calm" },
	queued: { word: "queued", icon: "queued", tone: "calm" },
	scheduled: { word: "scheduled", icon: "clock", tone: "calm" },
	retrying: { word: "retrying", icon: "retry", tone: "warn" },
	deferred: { word: "deferred", icon: "late", tone: "warn" },
	processing: { word: "running", icon: "play", tone: "run" },
	done: { word: "done", icon: "check", tone: "ok" },
	failed: { word: "failed", icon: "cross", tone: "bad" },
	dlq: { word: "dead", icon: "dead", tone: "dead" },
	cancelled: { word: "cancelled", icon: "ban", tone: "calm" },
	purged: { word: "removed", icon: "minus", tone: "calm" },
	ACTIVE: { word: "active", icon: "check", tone: "ok" },
	PAUSED: { word: "paused", icon: "pause", tone: "warn" },
	DISABLED: { word: "disabled", icon: "ban", tone: "calm" },
	COMPLETED: { word: "completed", icon: "check", tone: "ok" },
	PENDING: { word: "pending", icon: "queued", tone: "calm" },
	PROCESSING: { word: "running", icon: "play", tone: "run" },
	RUNNING: { word: "running", icon: "play", tone: "run" },
	FAILED: { word: "failed", icon: "cross", tone: "bad" },
	TIMEOUT: { word: "timed out", icon: "clock", tone: "bad" },
	STALLED: { word: "stalled", icon: "late", tone: "bad" },
	CANCELLED: { word: "cancelled", icon: "ban", tone: "calm" },
	SENT: { word: "sent", icon: "check", tone: "ok" },
	SNOOZED: { word: "snoozed", icon: "snooze", tone: "warn" },
	DISMISSED: { word: "dismissed", icon: "cross", tone: "calm" },
	fired: { word: "fired", icon: "check", tone: "ok" },
	late: { word: "late", icon: "late", tone: "warn" },
	skipped: { word: "skipped", icon: "skip", tone: "calm" },
	missed: { word: "missed", icon: "late", tone: "bad" },
	success: { word: "success", icon: "check", tone: "ok" },
	cutoff_reached: { word: "cut off", icon: "late", tone: "bad" },
	raised: { word: "raised", icon: "alerts", tone: "bad" },
	resolved: { word: "resolved", icon: "check", tone: "ok" },
	ok: { word: "ok", icon: "check", tone: "ok" },
	breached: { word: "breached", icon: "alerts", tone: "bad" },
	unknown: { word: "unknown", icon: "minus", tone: "calm" },
	off: { word: "off", icon: "minus", tone: "calm" },
	active: { word: "active", icon: "check", tone: "ok" },
	paused: { word: "paused", icon: "pause", tone: "warn" },
	draining: { word: "draining", icon: "pause", tone: "warn" },
	read: { word: "read", icon: "check", tone: "calm" },
	unread: { word: "unread", icon: "bell", tone: "run" },
	silent: { word: "silent", icon: "late", tone: "warn" },
	maintenance: { word: "maintenance", icon: "late", tone: "warn" },
	quiet_hours: { word: "quiet hours", icon: "moon", tone: "calm" },
	open: { word: "open", icon: "check", tone: "ok" },
	closed: { word: "closed", icon: "ban", tone: "warn" },
	partly: { word: "partly done", icon: "late", tone: "warn" },
	passed: { word: "passed", icon: "skip", tone: "calm" },
	kept: { word: "kept", icon: "check", tone: "ok" },
	exceeded: { word: "exceeded", icon: "late", tone: "warn" },
	online: { word: "online", icon: "check", tone: "ok" },
};

function rowOf(state: string): Row {
	return rows[state] ?? { word: state.toLowerCase(), icon: "info", tone: "calm" };
}

export function State({ of, quiet = false }: { of: string; quiet?: boolean }) {
	const row = rowOf(of);
	return (
		<span class={`state tone-${row.tone} ${quiet ? "is-quiet" : ""}`} data-state={of}>
			<Icon name={row.icon} size={13} />
			{row.word}
		</span>
	);
}

export function stateWord(state: string): string {
	return rowOf(state).word;
}

export function toneOf(state: string): Tone {
	return rowOf(state).tone;
}

interface RunLike {
	state: string;
	attempts?: number;
	run_at?: string | null;
	deferred_until?: string | null;
}

// A queued run says more by its history: it waits for its time, for its retry, or behind a gate.
export function shownState(run: RunLike, now: number): string {
	if (run.state !== "queued") return run.state;
	if (run.deferred_until && Date.parse(run.deferred_until) > now) return "deferred";
	if ((run.attempts ?? 0) > 0) return "retrying";
	return run.run_at && Date.parse(run.run_at) > now ? "scheduled" : "queued";
}
