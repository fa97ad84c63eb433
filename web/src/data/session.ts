// Who is signed in, for which tenant the screens ask, and what the role may do.
import { computed, signal } from "@preact/signals";
import { routes, type Route } from "./routes";
import { callFor, get, onSignedOut, type Query } from "./client";
import { Problem } from "./problem";
import { go, param, path, query } from "./router";

export type Role = "viewer" | "producer" | "operator" | "worker" | "user" | "admin";

export interface Me {
	tenant_id: string;
	role: Role;
	user_id: string | null;
	operations: string[]; // ids of what it may call: "updateJob"
	server_version?: string;
}

// undefined: not asked yet. null: nobody is signed in.
export const me = signal<Me | null | undefined>(undefined);

const SYSTEM = "system";
const ALL = "*";

export const isSystem = computed(() => me.value?.tenant_id === SYSTEM);

// Whom the screens are about: for a token of the tenant system the one that the URL names, else
// all; for anybody else their own.
export const scope = computed(() =>
	isSystem.value ? param("tenant") || ALL : me.value?.tenant_id ?? "");

export const isAllTenants = computed(() => scope.value === ALL);

// Only a token of the system may name a tenant.
function naming(tenant: string): Query {
	return isSystem.value ? { tenant_id: tenant } : {};
}

// For lists that understand every tenant at once.
export function inScope(rest: Query = {}): Query {
	return { ...rest, ...naming(scope.value) };
}

// For one object: its own tenant, as the object or the link says.
export function ofTenant(tenant: string | null | undefined, rest: Query = {}): Query {
	return { ...rest, ...naming(tenant || param("of") || scope.value) };
}

// Links keep the scope and the time range; the link of an object names its tenant where the scope
// does not.
const KEPT = ["tenant", "range", "from", "to"];

export function href(to: string, more: Query = {}, tenant?: string | null): string {
	const next = new URLSearchParams();
	for (const name of KEPT) {
		const value = query.value.get(name);
		if (value) next.set(name, value);
	}
	if (tenant && isAllTenants.value) next.set("of", tenant);
	for (const [name, value] of Object.entries(more)) {
		if (value !== undefined && value !== null && value !== "") next.set(name, String(value));
	}
	const text = next.toString();
	return to + (text ? `?${text}` : "");
}

const operations = computed(() => new Set(me.value?.operations));

// Whether the role may use these routes: what it may not is not shown.
export function may(...wanted: Route[]): boolean {
	return wanted.every((route) => operations.value.has(routes[route]));
}

export const isReadOnly = computed(() => me.value?.role === "viewer");

async function ask(): Promise<Me | null> {
	try {
		return await get<Me>("me");
	} catch (error) {
		if (error instanceof Problem && (error.status === 401 || error.status === 403)) return null;
		throw error;
	}
}

export async function begin(): Promise<void> {
	// A code stands behind the #, so that no server or proxy ever writes it down.
	const code = new URLSearchParams(location.hash.slice(1)).get("code");
	if (code) {
		history.replaceState(null, "", location.pathname + location.search);
		try {
			await signIn({ code });
			return;
		} catch (error) {
			signInProblem.value = error instanceof Problem ? error : null;
		}
	}
	me.value = await ask() ?? await askProxy();
}

// Single sign-on may stand in front of the server: then nobody has to type anything. Where none
// does, the server says 401, and the page asks for a token.
async function askProxy(): Promise<Me | null> {
	try {
		await callFor({ method: "POST", path: "session", body: {} });
		return await ask();
	} catch (error) {
		if (error instanceof Problem && error.status === 403) signInProblem.value = error;
		if (error instanceof Problem && error.status < 500) return null;
		throw error;
	}
}

export const signInProblem = signal<Problem | null>(null);

export async function signIn(how: { code: string } | { token: string }): Promise<void> {
	await callFor({ method: "POST", path: "session", body: how });
	signInProblem.value = null;
	me.value = await ask();
}

export async function signOut(): Promise<void> {
	try {
		await callFor({ method: "DELETE", path: "session" });
	} finally {
		me.value = null;
		if (path.peek() !== "/") go("/");
	}
}

onSignedOut.call = () => {
	if (me.peek()) me.value = null;
};
