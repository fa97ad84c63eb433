// How the server and the work of a tenant stand: counts, gates that are closed, whether work is handed out.
import { get } from "./client";
import { path } from "./router";
import { useResource, type Resource } from "./resource";
import { isSystem, may, scope } from "./session";

export interface ClosedGate {
	tenant_id: string;
	gate: string;
	reason: string | null;
	until: string | null;
}

export interface Status {
	status: string;
	is_dispatching: boolean;
	clock: { holds_until: string | null };
	runs?: Record<string, number>;
	jobs?: Record<string, number>;
	closed_gates: ClosedGate[];
	counted_up_to?: number;
	due?: number;
	running?: number;
	workers?: number;
}

const load = (tenant: string) => () => get<Status>("status", isSystem.peek() ? { tenant_id: tenant } : {});

// With counts that follow every event: for the screens that show them.
export function useStatus(): Resource<Status> {
	const tenant = scope.value;
	return useResource(`status ${tenant}`, load(tenant), { events: ["run.", "job.", "task.", "batch.", "tenant.", "maintenance."], everyMs: 15_000 });
}

const COUNTED = ["/", "/jobs"]; // screens that ask for the counts anyway

// For the banners of every screen: gates and the server itself change rarely.
export function useStanding(): Resource<Status> {
	const tenant = scope.value;
	const isAsked = may("GET status");
	const isCounted = COUNTED.includes(path.value);
	const counted = useResource(isAsked && isCounted ? `status ${tenant}` : null, load(tenant), { events: ["run.", "job.", "task.", "batch.", "tenant.", "maintenance."], everyMs: 15_000 });
	const rare = useResource(isCounted || !isAsked ? null : `standing ${tenant}`, load(tenant), { events: ["tenant.", "maintenance."], everyMs: 60_000 });
	return isCounted ? counted : rare;
}

export function gateOf(closed: ClosedGate[], tenant: string): ClosedGate | undefined {
	return closed.find((one) => one.tenant_id === tenant);
}
