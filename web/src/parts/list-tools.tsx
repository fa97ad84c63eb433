// What every long list has beside its filters: which columns, saved views, density, export.
import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { Pages } from "../data/pages";
import { density, keep, kept } from "../data/prefs";
import { go, param, path, query, setQuery } from "../data/router";
import { count, csvCell, plural } from "../data/text";
import { tell } from "../data/toasts";
import { Icon } from "./icon";
import { Menu, type MenuItem } from "./menu";
import type { Column } from "./table";

export interface Columns<T> {
	all: Column<T>[];
	shown: Column<T>[];
	isShown: (id: string) => boolean;
	toggle: (id: string) => void;
}

// The columns of a list without those that a person has switched off.
export function useColumns<T>(name: string, all: Column<T>[]): Columns<T> {
	const hidden = useMemo(() => signal(new Set((kept(`columns.${name}`) ?? "").split(",").filter(Boolean))), [name]);
	const isShown = (id: string): boolean => !hidden.value.has(id);
	return {
		all, shown: all.filter((one) => isShown(one.id)), isShown,
		toggle: (id) => {
			const next = new Set(hidden.value);
			if (!next.delete(id)) next.add(id);
			hidden.value = next;
			keep(`columns.${name}`, [...next].join());
		},
	};
}

type View = { title: string; query: string };

const VIEWS_MAX = 20;

function views(name: string): View[] {
	try {
		const list = JSON.parse(kept(`views.${name}`) ?? "[]") as View[];
		return Array.isArray(list) ? list.filter((one) => typeof one.title === "string" && typeof one.query === "string") : [];
	} catch {
		return [];
	}
}

function viewItems(name: string): MenuItem[] {
	const list = views(name);
	const here = query.peek().toString();
	const isSaved = list.some((one) => one.query === here);
	return [
		...list.map((one) => ({
			id: `view.${one.title}`, title: one.title, isChosen: one.query === here,
			run: () => go(path.peek() + (one.query ? `?${one.query}` : "")),
		})),
		...(here && !isSaved ? [{
			id: "view.save", title: "Save this view", icon: "plus" as const,
			run: () => {
				const title = [...query.peek()].map(([key, value]) => `${key} ${value}`).join(", ").slice(0, 60);
				keep(`views.${name}`, JSON.stringify([...list, { title, query: here }].slice(-VIEWS_MAX)));
				tell("View saved");
			},
		}] : []),
		...(isSaved ? [{
			id: "view.forget", title: "Forget this view", icon: "trash" as const,
			run: () => {
				keep(`views.${name}`, JSON.stringify(list.filter((one) => one.query !== here)));
				tell("View forgotten");
			},
		}] : []),
		...(!list.length && !here ? [{ id: "view.none", title: "Filter the list, then save it here", icon: "info" as const, run: () => {} }] : []),
	];
}

function download(name: string, text: string, type: string): void {
	const link = document.createElement("a");
	const url = URL.createObjectURL(new Blob([text], { type }));
	link.href = url;
	link.download = name;
	link.click();
	URL.revokeObjectURL(url);
}

function csv(rows: Record<string, unknown>[]): string {
	const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	return [names.map(csvCell).join(), ...rows.map((row) => names.map((name) => csvCell(row[name])).join())].join("\n");
}

// What is loaded, as files.
export function exportItems(name: string, held: () => unknown[]): MenuItem[] {
	const rows = held() as Record<string, unknown>[];
	const said = `${plural(rows.length, "row")} exported`;
	return [
		{ id: "export.csv", title: `CSV (${count(rows.length)} loaded rows)`, icon: "download", run: () => { download(`${name}.csv`, csv(rows), "text/csv"); tell(said); } },
		{ id: "export.ndjson", title: `NDJSON (${count(rows.length)} loaded rows)`, icon: "download", run: () => { download(`${name}.ndjson`, rows.map((row) => JSON.stringify(row)).join("\n"), "application/x-ndjson"); tell(said); } },
	];
}

// Belfry's own runs (deliveries of webhooks, sends of reminders, alerts) stand in lists only on demand.
export function InternalSwitch() {
	const isOn = param("include") === "internal";
	return (
		<label class="filter is-check">
			<input type="checkbox" name="include" checked={isOn} onChange={() => setQuery({ include: isOn ? null : "internal" })} />
			<span title="Deliveries of webhooks, sends of reminders, alerts">Belfry's own runs</span>
		</label>
	);
}

// No event tells of Belfry's own runs: a list that has them asks by itself.
export const internalEveryMs = (): { everyMs?: number } => param("include") === "internal" ? { everyMs: 5000 } : {};

export function ListTools<T>({ name, pages, columns }: { name: string; pages: Pages<T>; columns: Columns<T> }) {
	return (
		<div class="list-tools spread">
			<Menu label="Saved views" class="icon-button" items={() => viewItems(name)}><Icon name="link" /></Menu>
			<Menu label="Columns" class="icon-button" items={() => columns.all.filter((one) => !one.isTitleHidden).map((one) => ({
				id: `column.${one.id}`, title: one.title, isChosen: columns.isShown(one.id), run: () => columns.toggle(one.id),
			}))}><Icon name="columns" /></Menu>
			<Menu label="Export" class="icon-button" items={() => exportItems(name, () => pages.held())}><Icon name="download" /></Menu>
			<button type="button" class="icon-button" aria-label="Compact rows" title="Compact rows" aria-pressed={density.value === "compact"}
				onClick={() => { density.value = density.value === "compact" ? "comfortable" : "compact"; }}><Icon name="compact" /></button>
		</div>
	);
}
