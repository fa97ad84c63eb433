// What the API answers, as the screens use it.
export interface JobError {
	class?: string | null;
	message?: string | null;
	stack?: string | null;
}

export interface Pause {
	reason: string | null;
	author: string | null;
	since: string | null;
	until: string | null;
}

export interface Dependency {
	depends_on_job_id: string;
	dependency_type: string;
}

export interface Backoff {
	kind: string;
	base_ms?: number | null;
	max_ms?: number | null;
	steps_ms?: number[] | null;
	jitter?: number | null;
}

export type JobStatus = "ACTIVE" | "PAUSED" | "DISABLED" | "DELETED";

export interface Job {
	id: string;
	tenant_id: string;
	code: string;
	name: string | null;
	description: string | null;
	job_type: string | null;
	group: string | null;
	created_by: string | null;
	handler: string;
	queue: string;
	status: JobStatus;
	is_enabled: boolean;
	pause?: Pause | null;
	schedule_type: "ONCE" | "INTERVAL" | "CRON" | "RRULE" | "MANUAL";
	schedule_in_words: string | null;
	cron_expression: string | null;
	recurrence_rule: string | null;
	interval_seconds: number | null;
	run_at: string | null;
	timezone: string;
	start_at: string | null;
	rdates: string[];
	exdates: string[];
	exclude: string[];
	dst_gap: string;
	dst_overlap: string;
	misfire: string;
	grace_seconds: number;
	catchup_max: number;
	catchup_spread_seconds: number;
	jitter_seconds: number;
	horizon_seconds: number;
	parameters: Record<string, unknown>;
	timeout_seconds: number;
	max_retries: number;
	max_attempts: number;
	retry_delay_seconds: number;
	backoff?: Backoff | null;
	priority: number;
	allow_concurrent: boolean;
	max_instances: number;
	overlap: string;
	dependencies: Dependency[];
	recent?: { statuses: string[]; durations_ms: number[] }; // of a list that asks for it: the newest first
	next_run_at: string | null;
	next_run_id: string | null;
	last_run_at: string | null;
	last_run_status: string | null;
	last_run_duration_ms: number | null;
	run_count: number;
	failure_count: number;
	failures_in_a_row: number;
	is_system_required: boolean;
	created_at: string;
	updated_at: string;
	version: number;
}

export interface Run {
	id: string;
	tenant_id: string;
	type: string;
	job_id: string | null;
	parent_id: string | null;
	state: string;
	status: string;
	queue: string;
	priority: number;
	attempts: number;
	max_attempts: number;
	run_at: string;
	planned_at: string | null;
	deadline_at: string | null;
	deferred_until: string | null;
	deferred_count: number;
	deferred_by: string | null;
	created_at: string;
	updated_at: string;
	finished_at: string | null;
	traceparent?: string;
	idempotency_key: string | null;
	unique_scope: string | null;
	entity: string | null;
	user_id: string | null;
	worker_id: string | null;
	lease_until: string | null;
	execution_id: string | null;
	last_error: JobError | null;
	result_summary: unknown;
	payload?: unknown;
	unchanged: boolean;
}

export interface Execution {
	id: string;
	run_id: string;
	job_id: string | null;
	tenant_id: string;
	type: string;
	queue: string;
	execution_number: number;
	attempt_number: number;
	fence: number;
	scheduled_at: string;
	started_at: string;
	completed_at: string | null;
	duration_ms: number | null;
	worker_id: string | null;
	worker_hostname: string | null;
	status: string;
	outcome: string;
	result: unknown;
	error_class: string | null;
	error_message: string | null;
	error_stack: string | null;
	progress_percent: number;
	progress_message: string | null;
	will_retry: boolean;
	created_at: string;
	lease_until: string | null;
	lease_ms: number;
}

export interface NextRun {
	at: string;
	local: string;
	note: string | null;
	run_at?: string; // with jitter: when its run is due
	held_by?: string; // a gate that would hold its run back
	held_until?: string | null; // null: nobody knows
}

export interface Histogram {
	count: number;
	mean_ms: number;
	p50_ms: number;
	p95_ms: number;
	p99_ms: number;
	buckets: number[];
}

export interface StatsRow {
	at?: string;
	type?: string;
	tenant_id?: string;
	enqueued: number;
	started: number;
	done: number;
	failed: number;
	dead: number;
	cancelled: number;
	retries: number;
	deferred: number;
	stalled: number;
	timeouts: number;
	rate_limited: number;
	start_delay: Histogram;
	duration: Histogram;
}

export interface Stats {
	from: string;
	to: string;
	step_seconds: number;
	complete_through: string;
	bounds_ms: number[];
	data: StatsRow[];
}

export interface Reason {
	kind: string;
	text: string;
	until: string | null;
	ref: string | null;
}
