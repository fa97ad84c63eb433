// A long list, page by page behind a cursor, for a virtual table. Pages far from what is looked at
// are let go and asked again when they are scrolled to, so memory stays bounded however long the
// list is. New rows at the head are counted, not inserted, while somebody reads further down.
import { signal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Page } from "./client";
import { onEvents, type LiveEvent } from "./live";
import { asProblem, type Problem } from "./problem";

export interface Rows<T> {
	readonly version: { readonly value: number }; // changes with the rows
	readonly length: number;
	readonly isComplete: boolean;
	at(index: number): T | undefined;
	ensure(from: number, to: number): void;
}

interface Leaf<T> {
	cursor: string | null; // null: the first page
	rows: T[] | null; // null: let go
	length: number;
}

type Fetch<T> = (cursor: string | null, signal: AbortSignal) => Promise<Page<T>>;

export interface PagesOptions<T> {
	id: (row: T) => string;
	concerns: (event: LiveEvent) => boolean;
	everyMs?: number; // for rows that no event tells of: how often the head is asked while looked at
}

const LEAVES_KEPT = 24;
const AGAIN_MIN_MS = 2000;
const HEAD_MAX = 1500;
const FAILED_REST_MS = 5000; // a page that could not be had is not asked again sooner

export class Pages<T> implements Rows<T> {
	readonly version = signal(0);
	readonly problem = signal<Problem | null>(null);
	readonly isLoading = signal(true);
	readonly fresh = signal(0); // rows at the head that are not shown yet
	isAtTop = true;

	private leaves: Leaf<T>[] = [];
	private next: string | null | undefined = null; // undefined: that was all
	private waiting: T[] = [];
	private isGap = false;
	private readonly end = new AbortController();
	private readonly asked = new Set<Leaf<T> | "more" | "head">();
	private headAt = 0;
	private headTimer = 0;
	private isHeadDue = false; // something changed while the head was on its way
	private everyTimer = 0;
	private readonly restTimers = new Set<number>();

	constructor(private readonly fetchPage: Fetch<T>, private readonly options: PagesOptions<T>) {
		void this.more();
	}

	start(): void {
		if (this.options.everyMs) this.everyTimer = window.setInterval(() => this.touch(), this.options.everyMs);
	}

	get length(): number {
		return this.leaves.reduce((sum, leaf) => sum + leaf.length, 0);
	}

	get isComplete(): boolean {
		return this.next === undefined;
	}

	at(index: number): T | undefined {
		let left = index;
		for (const leaf of this.leaves) {
			if (left < leaf.length) return leaf.rows?.[left];
			left -= leaf.length;
		}
		return undefined;
	}

	ensure(from: number, to: number): void {
		let start = 0;
		const near: Leaf<T>[] = [];
		for (const leaf of this.leaves) {
			const stop = start + leaf.length;
			if (stop > from && start < to) near.push(leaf);
			start = stop;
		}
		for (const leaf of near) if (!leaf.rows) void this.reload(leaf);
		this.letGo(near);
		if (to >= this.length && !this.isComplete) void this.more();
	}

	private letGo(near: Leaf<T>[]): void {
		const held = this.leaves.filter((leaf) => leaf.rows);
		if (held.length <= LEAVES_KEPT || !near.length) return;
		const middle = this.leaves.indexOf(near[0] as Leaf<T>);
		held.sort((a, b) => Math.abs(this.leaves.indexOf(b) - middle) - Math.abs(this.leaves.indexOf(a) - middle));
		for (const leaf of held.slice(0, held.length - LEAVES_KEPT)) leaf.rows = null;
	}

	private async guard(what: Leaf<T> | "more" | "head", work: () => Promise<void>): Promise<void> {
		if (this.asked.has(what)) return;
		this.asked.add(what);
		try {
			await work();
			this.problem.value = null;
			this.asked.delete(what);
		} catch (error) {
			if (this.end.signal.aborted) return;
			this.problem.value = asProblem(error);
			this.rest(what);
		}
		this.isLoading.value = false;
		this.version.value++;
	}

	// Rows in view are asked for with every change: without a rest a server that fails would be asked
	// as fast as it can refuse.
	private rest(what: Leaf<T> | "more" | "head"): void {
		if (what === "head") {
			this.asked.delete(what);
			return;
		}
		const timer = window.setTimeout(() => {
			this.restTimers.delete(timer);
			this.asked.delete(what);
			this.version.value++;
		}, FAILED_REST_MS);
		this.restTimers.add(timer);
	}

	private more(): Promise<void> {
		return this.guard("more", async () => {
			if (this.next === undefined) return;
			const cursor = this.next;
			const page = await this.fetchPage(cursor, this.end.signal);
			if (this.next !== cursor) return; // the list began anew meanwhile
			if (page.data.length || !this.leaves.length)
				this.leaves.push({ cursor, rows: page.data, length: page.data.length });
			this.next = page.next_cursor ?? undefined;
		});
	}

	private reload(leaf: Leaf<T>): Promise<void> {
		return this.guard(leaf, async () => {
			const page = await this.fetchPage(leaf.cursor, this.end.signal);
			leaf.rows = page.data.slice(0, leaf.length);
			leaf.length = leaf.rows.length;
		});
	}

	// Something changed: the head is asked anew, soon.
	touch(): void {
		if (this.headTimer) return;
		const waitFor = Math.max(0, this.headAt + AGAIN_MIN_MS - Date.now());
		this.headTimer = window.setTimeout(() => {
			this.headTimer = 0;
			if (document.visibilityState === "visible") void this.refreshHead();
		}, waitFor);
	}

	// What is on its way may be from before the change: then it is asked once more behind it.
	async refreshHead(): Promise<void> {
		if (this.asked.has("head")) {
			this.isHeadDue = true;
			return;
		}
		this.headAt = Date.now();
		this.isHeadDue = false;
		await this.guard("head", async () => {
			const page = await this.fetchPage(null, this.end.signal);
			const head = this.leaves[0];
			if (!head?.rows) {
				this.reset(page);
				return;
			}
			this.merge(head, page);
		});
		if (this.isHeadDue && !this.end.signal.aborted) this.touch();
	}

	private merge(head: Leaf<T>, page: Page<T>): void {
		const byId = new Map(page.data.map((row) => [this.options.id(row), row]));
		const known = new Set((head.rows as T[]).map(this.options.id));
		const added = page.data.filter((row) => !known.has(this.options.id(row)));
		head.rows = this.stillThere(head.rows as T[], byId, page.next_cursor === null)
			.map((row) => byId.get(this.options.id(row)) ?? row);
		head.length = head.rows.length;
		this.isGap = added.length === page.data.length && head.rows.length > 0 && page.next_cursor !== null;
		this.waiting = added;
		if (this.isAtTop) this.showFresh(page);
		else this.fresh.value = added.length;
	}

	// Rows between those that came again and did not come themselves are gone: deleted, or no longer
	// what the filter wants.
	private stillThere(rows: T[], byId: Map<string, T>, isAll: boolean): T[] {
		const last = rows.findLastIndex((row) => byId.has(this.options.id(row)));
		return rows.filter((row, index) => byId.has(this.options.id(row)) || (!isAll && index > last));
	}

	private reset(page: Page<T>): void {
		this.leaves = [{ cursor: null, rows: page.data, length: page.data.length }];
		this.next = page.next_cursor ?? undefined;
		this.fresh.value = 0;
		this.waiting = [];
		this.isGap = false;
	}

	// Puts what is new at the head. Where more came than one page, the list begins anew.
	showFresh(page?: Page<T>): void {
		const head = this.leaves[0];
		if (this.isGap || !head?.rows || head.rows.length + this.waiting.length > HEAD_MAX) {
			if (page) this.reset(page);
			else {
				this.leaves = [];
				void this.refreshHead();
			}
			return;
		}
		head.rows = [...this.waiting, ...head.rows];
		head.length = head.rows.length;
		this.waiting = [];
		this.fresh.value = 0;
		this.version.value++;
	}

	// Every row that is held, for an export or a selection.
	held(): T[] {
		return this.leaves.flatMap((leaf) => leaf.rows ?? []);
	}

	concerns(event: LiveEvent): boolean {
		return this.options.concerns(event);
	}

	stop(): void {
		this.end.abort();
		clearTimeout(this.headTimer);
		clearInterval(this.everyTimer);
		for (const timer of this.restTimers) clearTimeout(timer);
	}
}

const open = new Set<Pages<unknown>>();

onEvents((batch) => {
	for (const pages of open) {
		if (batch.isCut || batch.events.some((event) => pages.concerns(event))) pages.touch();
	}
});

document.addEventListener("visibilitychange", () => {
	if (document.visibilityState === "visible") for (const pages of open) pages.touch();
});

export function touchPages(): void {
	for (const pages of open) void pages.refreshHead();
}

// `key` says the question in full; another key begins another list.
export function usePages<T>(key: string, fetchPage: Fetch<T>, options: PagesOptions<T>): Pages<T> {
	const before = useRef<Pages<T> | null>(null);
	const pages = useMemo(() => new Pages<T>(fetchPage, options), [key]);
	useEffect(() => {
		open.add(pages as Pages<unknown>);
		pages.start();
		before.current = pages;
		return () => {
			open.delete(pages as Pages<unknown>);
			pages.stop();
		};
	}, [pages]);
	return pages;
}

// A short list that is there as a whole.
export function rowsOf<T>(rows: readonly T[]): Rows<T> {
	return {
		version: { value: 0 }, length: rows.length, isComplete: true,
		at: (index) => rows[index], ensure: () => {},
	};
}
