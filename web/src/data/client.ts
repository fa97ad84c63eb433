// Every request of the dashboard goes through `call`: the public API, by the session's cookie.
import { signal } from "@preact/signals";
import { noteServerTime } from "./clock";
import { Problem, problemOf, unreachable } from "./problem";

export const BASE = "/api/v1/scheduler/";

export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type Query = Record<string, string | number | boolean | null | undefined>;

export interface Call {
	method: Method;
	path: string; // below BASE, without a slash in front
	query?: Query;
	body?: unknown;
	ifMatch?: string;
	idempotencyKey?: string; // of a POST: sent again with it, it is done once
}

export interface Answer<T> {
	data: T;
	etag: string | null;
	status: number;
}

export interface Page<T> {
	data: T[];
	next_cursor: string | null;
}

// Called when the session is over, wherever that was noticed; session.ts sets it.
export const onSignedOut: { call: () => void } = { call: () => {} };

// Whether the last request reached the server at all.
export const isReachable = signal(true);

export function queryText(query: Query | undefined): string {
	const parts = new URLSearchParams();
	for (const [name, value] of Object.entries(query ?? {})) {
		if (value !== undefined && value !== null && value !== "") parts.set(name, String(value));
	}
	const text = parts.toString();
	return text ? `?${text}` : "";
}

export function pathOf(call: Call): string {
	return BASE + call.path + queryText(call.query);
}

function initOf(call: Call, signal?: AbortSignal): RequestInit {
	const headers: Record<string, string> = { Accept: "application/json" };
	const init: RequestInit = { method: call.method, credentials: "same-origin", headers };
	if (signal) init.signal = signal;
	if (call.ifMatch) headers["If-Match"] = call.ifMatch;
	if (call.idempotencyKey) headers["Idempotency-Key"] = call.idempotencyKey;
	// The server takes changes by JSON alone; a POST without fields is an empty object.
	if (call.method === "POST" || call.method === "PUT") {
		headers["Content-Type"] = "application/json";
		init.body = JSON.stringify(call.body ?? {});
	}
	return init;
}

// What the page has asked since it was opened, by path: so it can be copied as curl.
const asked = { page: "", calls: new Map<string, Call>() };

function note(call: Call): void {
	if (call.method !== "GET" || call.path === "me") return;
	if (asked.page !== location.pathname) {
		asked.page = location.pathname;
		asked.calls.clear();
	}
	if (!call.query?.["cursor"]) asked.calls.set(call.path, call);
}

export function askedHere(): Call[] {
	return asked.page === location.pathname ? [...asked.calls.values()] : [];
}

async function reach(call: Call, signal?: AbortSignal): Promise<Response> {
	try {
		const response = await fetch(pathOf(call), initOf(call, signal));
		isReachable.value = true;
		noteServerTime(response.headers.get("Date"));
		return response;
	} catch (error) {
		if (signal?.aborted) throw error;
		isReachable.value = false;
		throw unreachable(error);
	}
}

export async function callFor<T>(call: Call, signal?: AbortSignal): Promise<Answer<T>> {
	note(call);
	const response = await reach(call, signal);
	if (!response.ok) {
		const problem = await problemOf(response);
		if (problem.status === 401 && call.path !== "session") onSignedOut.call();
		throw problem;
	}
	const data = response.status === 204 ? null : await response.json();
	return { data: data as T, etag: response.headers.get("ETag"), status: response.status };
}

export async function get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> {
	return (await callFor<T>({ method: "GET", path, query }, signal)).data;
}

// Another for each thing that is made. randomUUID is there only by HTTPS and at localhost.
export function newKey(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// One path segment: ids and names come from outside.
export function part(text: string): string {
	return encodeURIComponent(text);
}

export function isProblem(error: unknown, status: number): boolean {
	return error instanceof Problem && error.status === status;
}
