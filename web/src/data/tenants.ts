// Lists that the API gives for one tenant at a time, for those who look at all tenants: one request
// for each tenant, up to a bound.
import { get, type Page, type Query } from "./client";
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

// One request for the switch and the screens that need them.
export function useTenants(): Resource<Page<Tenant>> {
	return useResource("tenants", () => get<Page<Tenant>>("tenants", { limit: TENANTS_MAX }), { events: ["tenant.", "maintenance."], everyMs: 60_000 });
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
