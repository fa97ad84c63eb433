// Lists that the API gives for one tenant at a time, for those who look at all tenants: one request
// for each tenant, up to a bound.
import { callFor, get, type Page, type Query } from "./client";
import { now } from "./clock";
import type { NextRun } from "./model";
import { isAllTenants, isSystem, scope } from "./session";
import { useResource, type Resource } from "./resource";

export interface Tenant {
	id: string;
	name?: string | null;
	profile?: string | null;
	timezone?: string | null;
	maintenance?: Maintenance | null;
	quiet_hours?: Hours | null;
	weight: number;
	limit: number;
	version: number;
}

export interface Hours {
	enabled?: boolean;
	windows?: string | string[];
	start?: string;
	end?: string;
	timezone?: string;
}

export interface Maintenance extends Hours {
	from?: string;
	until?: string;
	reason?: string;
}

const TENANTS_MAX = 500;
const ASKED_MAX = 30; // tenants that one list is put together from

// One request for the switch, the banners and the screens that need them.
export function useTenants(): Resource<Page<Tenant>> {
	return useResource("tenants", () => get<Page<Tenant>>("tenants", { limit: TENANTS_MAX }), { events: ["tenant.", "maintenance."], everyMs: 60_000 });
}

// Until when hours that come again are on, as the server reads them (at its next full minute); null: they are not.
function useHoursNow(hours: Hours | null | undefined, zone: string | null | undefined): string | null {
	const isSet = hours && hours.enabled !== false && (hours.windows?.length || hours.start);
	const body = isSet ? {
		kind: "cron", rule: "* * * * *", timezone: "UTC", count: 1,
		quiet_hours: { timezone: hours.timezone ?? zone ?? "UTC", ...(hours.windows ? { windows: hours.windows } : { start: hours.start, end: hours.end }) },
	} : null;
	const answer = useResource(body && `hours now ${JSON.stringify(body)}`,
		async () => (await callFor<{ data: NextRun[] }>({ method: "POST", path: "preview", body })).data, { everyMs: 60_000 });
	return body ? answer.data.value?.data[0]?.held_until ?? null : null;
}

// Switched on by hand, or for a span.
function isSwitchedOn(gate: Maintenance): boolean {
	const isSpan = Boolean(gate.from ?? gate.until);
	if (gate.enabled === false || !(isSpan || (gate.enabled && !gate.windows?.length))) return false;
	return (gate.from ? Date.parse(gate.from) : 0) <= now.value && now.value < (gate.until ? Date.parse(gate.until) : Infinity);
}

export interface GateNow {
	state: "maintenance" | "quiet" | "open";
	until: string | null;
}

// How the gates of a tenant stand at the moment, for each tenant that is shown.
export function useGateNow(tenant: Tenant): GateNow {
	const { maintenance } = tenant;
	const maintained = useHoursNow(maintenance, tenant.timezone);
	const quiet = useHoursNow(tenant.quiet_hours, tenant.timezone);
	if (maintenance && isSwitchedOn(maintenance)) return { state: "maintenance", until: maintenance.until ?? null };
	if (maintained) return { state: "maintenance", until: maintained };
	return { state: quiet ? "quiet" : "open", until: quiet };
}

export function tenantTitle({ id, name }: Tenant): string {
	return name ? `${name} (${id})` : id;
}

export interface Each<T> extends Page<T> {
	isCut: boolean; // there are more tenants than were asked
}

async function ofOne<T>(path: string, query: Query, tenant: string): Promise<Page<T>> {
	return get<Page<T>>(path, isSystem.peek() ? { ...query, tenant_id: tenant } : query);
}

// Rows that do not say their tenant are given it, so that an action knows it.
function marked<T>(page: Page<T>, tenant: string): T[] {
	return page.data.map((row) => ({ tenant_id: tenant, ...row }));
}

export async function getEach<T>(path: string, query: Query = {}): Promise<Each<T>> {
	const one = scope.peek();
	if (!isAllTenants.peek()) {
		const page = await ofOne<T>(path, query, one);
		return { ...page, data: marked(page, one), isCut: page.next_cursor !== null };
	}
	const tenants = (await get<Page<Tenant>>("tenants", { limit: TENANTS_MAX })).data.map((tenant) => tenant.id);
	const pages = await Promise.all(tenants.slice(0, ASKED_MAX).map(async (tenant) =>
		marked(await ofOne<T>(path, query, tenant), tenant)));
	return { data: pages.flat(), next_cursor: null, isCut: tenants.length > ASKED_MAX };
}
