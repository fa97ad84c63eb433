// What a screen shows of the server: asked once however many parts use it, kept while it is asked
// anew, asked again when an event says that it changed, never more often than every 2 seconds.
import { effect, signal, type ReadonlySignal } from "@preact/signals";
import { useLayoutEffect, useMemo } from "preact/hooks";
import { onEvents, type LiveEvent } from "./live";
import { asProblem, type Problem } from "./problem";

const AGAIN_MIN_MS = 2000;
const KEPT_MAX = 60;

export interface Resource<T> {
	data: ReadonlySignal<T | undefined>;
	problem: ReadonlySignal<Problem | null>;
	isLoading: ReadonlySignal<boolean>; // the first time, or after the question changed
	refresh: () => void;
}

export interface Options {
	// Which events make it worth asking anew: beginnings of their names.
	events?: string[];
	concerns?: (event: LiveEvent) => boolean;
	// For what no event tells of: how often to ask while it is looked at.
	everyMs?: number;
	everyWhile?: (data: unknown) => boolean; // it is asked again only while the answer is like that
	// How long an answer is good enough, whatever happens: for what costs the server more.
	restMs?: number;
}

class Entry<T> {
	readonly data = signal<T | undefined>(undefined);
	readonly problem = signal<Problem | null>(null);
	readonly isLoading = signal(false);
	users = 0;
	private askedAt = 0;
	private timer = 0;
	private running: AbortController | null = null;
	private isDue = false;

	constructor(private load: (signal: AbortSignal) => Promise<T>, readonly options: Options) {}

	// Soon, but not more often than allowed; while a request runs, once more behind it.
	ask(isUrgent: boolean): void {
		if (this.running) {
			this.isDue = true;
			return;
		}
		const rest = Math.max(AGAIN_MIN_MS, this.options.restMs ?? 0);
		const waitFor = isUrgent ? 0 : this.askedAt + rest - Date.now();
		if (waitFor <= 0) {
			clearTimeout(this.timer);
			this.timer = 0;
			void this.fetch();
		} else if (!this.timer) {
			this.timer = window.setTimeout(() => { this.timer = 0; void this.fetch(); }, waitFor);
		}
	}

	// For another part that shows it: an answer that is new or on its way is good enough.
	join(): void {
		if (!this.running && this.age > AGAIN_MIN_MS) this.ask(true);
	}

	// What nobody looks at has changed: whoever opens it again asks, however young the answer is.
	expire(): void {
		this.askedAt = 0;
	}

	stop(): void {
		clearTimeout(this.timer);
		this.timer = 0;
		this.running?.abort();
	}

	get age(): number {
		return Date.now() - this.askedAt;
	}

	private async fetch(): Promise<void> {
		if (!this.users || document.visibilityState === "hidden") {
			this.isDue = true;
			return;
		}
		const running = new AbortController();
		this.running = running;
		this.askedAt = Date.now();
		this.isDue = false;
		this.isLoading.value = this.data.peek() === undefined;
		try {
			this.data.value = await this.load(running.signal);
			this.problem.value = null;
		} catch (error) {
			if (!running.signal.aborted) this.problem.value = asProblem(error);
		}
		this.running = null;
		// Left and opened again meanwhile: the answer is still owed.
		if (running.signal.aborted) {
			if (this.users) this.ask(true);
			return;
		}
		this.isLoading.value = false;
		if (this.isDue && this.users) this.ask(false);
	}

	wake(): void {
		if (this.users && (this.isDue || this.age > AGAIN_MIN_MS)) this.ask(true);
	}
}

const entries = new Map<string, Entry<unknown>>();

// What nobody looks at any more goes first.
function makeRoom(): void {
	for (const [key, entry] of entries) {
		if (entries.size < KEPT_MAX) return;
		if (!entry.users) entries.delete(key);
	}
}

function concerns(options: Options, event: LiveEvent): boolean {
	if (options.concerns) return options.concerns(event);
	return options.events?.some((start) => event.type.startsWith(start)) ?? false;
}

onEvents((batch) => {
	for (const entry of entries.values()) {
		const has = batch.isCut
			? entry.options.events || entry.options.concerns
			: batch.events.some((event) => concerns(entry.options, event));
		if (!has) continue;
		if (entry.users) entry.ask(false);
		else entry.expire();
	}
});

document.addEventListener("visibilitychange", () => {
	if (document.visibilityState !== "visible") return;
	for (const entry of entries.values()) entry.wake();
});

// After a change of our own: what shows it is asked at once.
export function refreshAll(prefix = ""): void {
	for (const [key, entry] of entries) {
		if (!key.startsWith(prefix)) continue;
		if (entry.users) entry.ask(true);
		else entry.expire();
	}
}

export function forgetAll(): void {
	for (const entry of entries.values()) entry.stop();
	entries.clear();
}

function entryFor<T>(key: string, load: (signal: AbortSignal) => Promise<T>, options: Options): Entry<T> {
	const found = entries.get(key) as Entry<T> | undefined;
	if (found) return found;
	makeRoom();
	const made = new Entry<T>(load, options);
	entries.set(key, made as Entry<unknown>);
	return made;
}

// `key` says the question in full, tenant included. While another question is being answered, the
// answer to the one before stays: screens dim it.
export function useResource<T>(
	key: string | null, load: (signal: AbortSignal) => Promise<T>, options: Options = {},
): Resource<T> {
	const held = useMemo(() => ({
		data: signal<T | undefined>(undefined),
		problem: signal<Problem | null>(null),
		isLoading: signal(key !== null),
		entry: null as Entry<T> | null,
	}), []);
	// Before the first paint: the question is on its way while the browser draws the skeleton.
	useLayoutEffect(() => {
		if (key === null) {
			held.isLoading.value = false;
			return undefined;
		}
		const entry = entryFor(key, load, options);
		held.entry = entry;
		entry.users++;
		entry.join();
		const stops = [
			effect(() => { if (entry.data.value !== undefined) held.data.value = entry.data.value; }),
			effect(() => { held.problem.value = entry.problem.value; }),
			effect(() => { held.isLoading.value = entry.isLoading.value; }),
		];
		const timer = options.everyMs
			? window.setInterval(() => {
				if (entry.data.value === undefined || (options.everyWhile?.(entry.data.value) ?? true)) entry.ask(false);
			}, options.everyMs) : 0;
		return () => {
			entry.users--;
			if (!entry.users) entry.stop();
			clearInterval(timer);
			for (const stop of stops) stop();
		};
	}, [key]);
	return useMemo(() => ({
		data: held.data, problem: held.problem, isLoading: held.isLoading,
		refresh: () => held.entry?.ask(true),
	}), []);
}
