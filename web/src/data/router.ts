// Where the page is: path and query of the URL as signals. Filters, tabs and open drawers live in
// the query, so that a link shows what its sender saw.
import { batch, computed, signal } from "@preact/signals";

export const path = signal(location.pathname);
const search = signal(location.search);

export const query = computed(() => new URLSearchParams(search.value));

function follow(): void {
	batch(() => {
		path.value = location.pathname;
		search.value = location.search;
	});
}

addEventListener("popstate", follow);

export function go(to: string, replace = false): void {
	if (to === location.pathname + location.search) return;
	if (replace) history.replaceState(null, "", to);
	else history.pushState(null, "", to);
	const isElsewhere = path.peek() !== location.pathname;
	follow();
	if (isElsewhere) scrollTo(0, 0);
}

export type Changes = Record<string, string | null | undefined>;

// This page with other parameters; null or "" removes one.
export function withQuery(changes: Changes): string {
	const next = new URLSearchParams(query.peek());
	for (const [name, value] of Object.entries(changes)) {
		if (value === null || value === undefined || value === "") next.delete(name);
		else next.set(name, value);
	}
	const text = next.toString();
	return path.peek() + (text ? `?${text}` : "");
}

export function setQuery(changes: Changes, replace = true): void {
	go(withQuery(changes), replace);
}

export function param(name: string): string {
	return query.value.get(name) ?? "";
}

// Matches "/jobs/:id" and gives its parts; null: another path.
export function match(pattern: string, of: string): Record<string, string> | null {
	const want = pattern.split("/");
	const have = of.replace(/\/+$/, "").split("/");
	if (pattern === "/") return of === "/" ? {} : null;
	if (want.length !== have.length) return null;
	const parts: Record<string, string> = {};
	for (let i = 0; i < want.length; i++) {
		const name = want[i] as string;
		const text = have[i] as string;
		if (name.startsWith(":") && text) parts[name.slice(1)] = decode(text);
		else if (name !== text) return null;
	}
	return parts;
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

// Links of ours are followed without loading the page anew.
export function followLinks(event: MouseEvent): void {
	if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey
		|| event.shiftKey || event.altKey) return;
	const link = (event.target as Element | null)?.closest?.("a[href]");
	if (!(link instanceof HTMLAnchorElement) || link.target || link.download) return;
	if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
	event.preventDefault();
	go(link.pathname + link.search);
}
