// The worker protocol's messages, as far as the worker reads and writes them. The full list of
// members stands in the description; unknown members are left alone, so a newer server does no harm.

/** One leased run. */
export interface Lease {
	execution_id: string;
	run_id: string;
	attempt: number;
	fence: number;
	tenant_id: string;
	type: string;
	payload: unknown;
	idempotency_key?: string;
	run_at: string;
	now: string;
	deadline?: string | null;
	lease_ms: number;
	last_result_hash?: string | null;
	job_id?: string;
	planned_at?: string | null;
	user_id?: string;
	entity?: string;
	parent_id?: string;
	run_at_bucket?: string;
	ladder_name?: string;
	ladder_offset?: string;
	traceparent?: string;
	[member: string]: unknown;
}

export interface LeaseAnswer {
	leases: Lease[];
	lease_ms: number;
	renew_ms: number;
	drain: boolean;
}

export interface ResultsAnswer extends Partial<LeaseAnswer> {
	results: { execution_id: string; status: number; code: string; detail?: string }[];
	drain: boolean;
}

export interface HeartbeatAnswer {
	extended: string[];
	lost: string[];
	cancelled: string[];
	drain: boolean;
}

export type Outcome = "success" | "noop" | "retry" | "fail" | "defer";

export interface Report {
	execution_id: string;
	outcome: Outcome;
	result?: unknown;
	result_hash?: string;
	error?: { class: string; message: string; stack?: string };
	retry_after_ms?: number;
	defer_until?: string;
	schedule?: "pause";
	channel?: string;
	audit?: readonly Readonly<Record<string, unknown>>[];
	rate_limit?: Readonly<Record<string, unknown>>;
	output?: { stdout?: string; stderr?: string; stdout_bytes?: number; stderr_bytes?: number };
}
