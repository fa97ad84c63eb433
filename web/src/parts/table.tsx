// A real <table> that draws only the rows in view, so that a hundred thousand scroll as easily as
// ten. j and k move, x selects, Enter opens. Rows have one height each, by the density chosen.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useKeys } from "../data/keys";
import type { Rows } from "../data/pages";
import { density, isMedium, isNarrow, isWide } from "../data/prefs";

export interface Column<T> {
	id: string;
	title: string;
	cell: (row: T) => ComponentChildren;
	width?: string; // of the column; without it the column takes what is left
	narrow?: string; // its width where there is little room
	isNumber?: boolean;
	isTitleHidden?: boolean;
	hide?: "narrow" | "medium" | "wide"; // left out where there is less room than that
}

interface TableProps<T> {
	label: string;
	rows: Rows<T>;
	columns: Column<T>[];
	id: (row: T) => string;
	onOpen?: (row: T) => void;
	openId?: string; // the row that is shown beside the table
	selection?: { value: ReadonlySet<string> };
	onSelect?: (ids: ReadonlySet<string>) => void;
	onActive?: (row: T | null) => void;
	onTop?: (isAtTop: boolean) => void;
	fills?: boolean; // takes the height that is left, and scrolls by itself
	isDimmed?: boolean;
	rowClass?: (row: T) => string;
}

const HEIGHTS = { comfortable: 44, compact: 34 };
const AROUND = 12; // rows drawn beyond the edges
const LEAST = 220; // pixels that a list keeps where the window is low
const ALL_MAX = 120; // so many are drawn at once without further ado

function useWindow<T>(rows: Rows<T>, height: number, fills: boolean) {
	const box = useRef<HTMLDivElement>(null);
	const [view, setView] = useState({ top: 0, size: 900 });
	useLayoutEffect(() => {
		const element = box.current;
		if (!element || !fills) return undefined;
		let frame = 0;
		const measure = (): void => {
			frame = 0;
			setView({ top: element.scrollTop, size: element.clientHeight });
		};
		const later = (): void => { frame ||= requestAnimationFrame(measure); };
		const watch = new ResizeObserver(later);
		watch.observe(element);
		element.addEventListener("scroll", later, { passive: true });
		measure();
		return () => {
			cancelAnimationFrame(frame);
			watch.disconnect();
			element.removeEventListener("scroll", later);
		};
	}, [fills]);
	const isWhole = !fills || (rows.isComplete && rows.length <= ALL_MAX);
	const from = isWhole ? 0 : Math.max(0, Math.floor(view.top / height) - AROUND);
	const to = isWhole ? rows.length
		: Math.min(rows.length, Math.ceil((view.top + view.size) / height) + AROUND);
	return { box, from, to, top: view.top };
}

export function Table<T>(props: TableProps<T>) {
	const { rows, columns, fills = false } = props;
	void rows.version.value;
	const height = HEIGHTS[density.value];
	const { box, from, to, top } = useWindow(rows, height, fills);
	const [active, setActive] = useState(-1);
	const body = useRef<HTMLTableSectionElement>(null);
	useEffect(() => { rows.ensure(from, to + AROUND); }, [rows, from, to, rows.version.value]);
	useEffect(() => { props.onTop?.(top < height); }, [top < height]);
	const move = (by: number): void => {
		const next = Math.max(0, Math.min(rows.length - 1, active + by));
		setActive(next);
		const row = rows.at(next);
		props.onActive?.(row ?? null);
		if (props.openId && row) props.onOpen?.(row);
		showRow(box.current, next, height, fills);
		requestAnimationFrame(() => {
			body.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus({ preventScroll: fills });
		});
	};
	const toggle = (row: T | undefined): void => {
		if (!row || !props.selection || !props.onSelect) return;
		props.onSelect(toggled(props.selection.value, props.id(row)));
	};
	useKeys([
		{ keys: "j", title: "Next row", run: () => move(1) },
		{ keys: "k", title: "Row before", run: () => move(-1) },
		...(props.onOpen ? [{
			keys: "Enter", title: "Open row", isHidden: false,
			run: () => openOrClick(rows.at(active), props.onOpen),
		}] : []),
		...(props.onSelect ? [{ keys: "x", title: "Select row", run: () => toggle(rows.at(active)) }] : []),
	], rows.length > 0);
	const shown: ComponentChildren[] = [];
	for (let i = from; i < to; i++) {
		shown.push(<Row key={i} index={i} row={rows.at(i)} active={active} setActive={setActive} toggle={toggle} {...props} />);
	}
	return (
		<div ref={box} class={`table-box ${fills ? "fills" : ""} ${props.isDimmed ? "is-dimmed" : ""}`}
			tabIndex={0} role="region" aria-label={props.label}
			style={fills ? { minHeight: `${Math.min(LEAST, (rows.length + 1) * height)}px` } : {}}>
			<table class={`table is-${density.value}`} style={{ minWidth: leastWidth(columns, Boolean(props.onSelect)) }} aria-rowcount={rows.isComplete ? rows.length + 1 : -1}>
				<Head {...props} />
				<tbody ref={body}>
					{from > 0 && <Spacer height={from * height} columns={columns.length + (props.onSelect ? 1 : 0)} />}
					{shown}
					{to < rows.length && <Spacer height={(rows.length - to) * height} columns={columns.length + (props.onSelect ? 1 : 0)} />}
				</tbody>
			</table>
		</div>
	);
}

function openOrClick<T>(row: T | undefined, open: ((row: T) => void) | undefined): void {
	const focused = document.activeElement;
	// A link or button that has the focus does what it says.
	if (focused instanceof HTMLElement && focused.matches("a, button, summary")) focused.click();
	else if (row) open?.(row);
}

export function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
	const next = new Set(set);
	if (!next.delete(id)) next.add(id);
	return next;
}

function showRow(box: HTMLElement | null, index: number, height: number, fills: boolean): void {
	if (!box || !fills) return;
	const head = height;
	const top = index * height;
	if (top < box.scrollTop) box.scrollTop = top;
	else if (top + height + head > box.scrollTop + box.clientHeight) box.scrollTop = top + height + head - box.clientHeight;
}

function Head<T>({ columns, rows, selection, onSelect, id }: TableProps<T>) {
	const count = rows.length;
	const all = selection ? selection.value.size > 0 : false;
	const toggleAll = (): void => {
		if (!onSelect) return;
		const next = new Set<string>();
		for (let i = 0; !all && i < count; i++) {
			const row = rows.at(i);
			if (row) next.add(id(row));
		}
		onSelect(next);
	};
	return (
		<>
			<colgroup>
				{onSelect && <col style={{ width: "36px" }} />}
				{columns.map((one) => (
					<col key={one.id} class={one.hide ? `hide-${one.hide}` : ""} style={widthOf(one)} />
				))}
			</colgroup>
			<thead>
				<tr aria-rowindex={1}>
					{onSelect && (
						<th scope="col" class="is-select">
							<input type="checkbox" aria-label="Select all loaded rows" checked={all} onChange={toggleAll} />
						</th>
					)}
					{columns.map((one) => (
						<th key={one.id} scope="col" class={classOf(one)}>
							{one.isTitleHidden ? <span class="visually-hidden">{one.title}</span> : one.title}
						</th>
					))}
				</tr>
			</thead>
		</>
	);
}

function widthOf<T>(column: Column<T>): { width?: string } {
	const width = isNarrow.value ? column.narrow ?? column.width : column.width;
	return width ? { width } : {};
}

const FLEXIBLE_MIN = 150;

// Columns without a width share what is left: so much must be left, or the table scrolls.
function leastWidth<T>(columns: Column<T>[], hasSelection: boolean): string {
	let sum = hasSelection ? 36 : 0;
	for (const column of columns) {
		const isGone = column.hide && (isNarrow.value || (column.hide !== "narrow" && isMedium.value)
			|| (column.hide === "wide" && !isWide.value));
		if (!isGone) sum += parseInt(widthOf(column).width ?? "", 10) || (isNarrow.value ? FLEXIBLE_MIN * 0.7 : FLEXIBLE_MIN);
	}
	return `${sum}px`;
}

function classOf<T>(column: Column<T>): string {
	return `${column.isNumber ? "is-number" : ""} ${column.hide ? `hide-${column.hide}` : ""}`;
}

interface RowProps<T> extends TableProps<T> {
	row: T | undefined;
	index: number;
	active: number;
	setActive: (index: number) => void;
	toggle: (row: T | undefined) => void;
}

function Row<T>(props: RowProps<T>) {
	const { row, index, columns, id, onSelect, selection, onOpen, active } = props;
	if (row === undefined) {
		return <tr class="is-loading"><td colSpan={columns.length + (onSelect ? 1 : 0)}><span class="skeleton" /></td></tr>;
	}
	const isChosen = selection?.value.has(id(row)) ?? false;
	const onClick = (event: MouseEvent): void => {
		if ((event.target as Element).closest("a, button, input, .menu")) return;
		if (getSelection()?.toString()) return; // somebody marks text
		props.setActive(index);
		onOpen?.(row);
	};
	return (
		<tr data-index={index} data-id={id(row)} aria-rowindex={index + 2} tabIndex={index === Math.max(0, active) ? 0 : -1}
			aria-selected={onSelect ? isChosen : undefined} aria-current={props.openId === id(row) ? "true" : undefined}
			class={`${onOpen ? "is-link" : ""} ${index === active ? "is-active" : ""} ${props.rowClass?.(row) ?? ""}`}
			onClick={onClick} onFocus={() => { props.setActive(index); props.onActive?.(row); }}>
			{onSelect && (
				<td class="is-select">
					<input type="checkbox" aria-label="Select row" checked={isChosen} onChange={() => props.toggle(row)} />
				</td>
			)}
			{columns.map((one) => <td key={one.id} class={classOf(one)} data-column={one.id}>{one.cell(row)}</td>)}
		</tr>
	);
}

function Spacer({ height, columns }: { height: number; columns: number }) {
	return <tr aria-hidden="true" class="spacer"><td colSpan={columns} style={{ height: `${height}px` }} /></tr>;
}
