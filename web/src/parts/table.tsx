// A real <table> that draws only the rows in view, so that a hundred thousand scroll as easily as
// ten. j and k move, x selects, Enter opens. Rows have one height each, by the density chosen.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useKeys } from "../data/keys";
import type { Rows } from "../data/pages";
import { density, isMedium, isNarrow, isWide } from "../data/prefs";
import { useRowWindow } from "./row-window";

export interface Column<T> {
	id: string;
	title: string;
	cell: (row: T) => ComponentChildren;
	width?: string; // of the column; without it the column takes what is left
	narrow?: string; // its width where there is little room
	isNumber?: boolean;
	isTitleHidden?: boolean;
	hide?: "narrow" | "medium" | "wide"; // left out where there is less room than that
	isOwn?: boolean; // its parts keep a state (an open menu), so no other row may take them over
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
const HEAD = 36; // of the titles, with the borders
const LEAST = 220; // pixels that a list keeps where the window is low

export function Table<T>(props: TableProps<T>) {
	const { rows, columns, fills = false } = props;
	void rows.version.value;
	const height = HEIGHTS[density.value];
	const { box, from, to, wanted, isAtTop, keyOf } = useRowWindow(rows, height, fills);
	const [active, setActive] = useState(-1);
	const body = useRef<HTMLTableSectionElement>(null);
	useEffect(() => { rows.ensure(from, wanted); }, [rows, from, to, rows.version.value]);
	useEffect(() => { props.onTop?.(isAtTop); }, [isAtTop]);
	const move = (by: number): void => {
		const next = Math.max(0, Math.min(rows.length - 1, active + by));
		setActive(next);
		const row = rows.at(next);
		props.onActive?.(row ?? null);
		if (props.openId && row) props.onOpen?.(row);
		showRow(box.current, next, height, fills);
		// At once where the row is drawn: the next key may come before the next frame.
		const focus = (): boolean => {
			const element = body.current?.querySelector<HTMLElement>(`[data-index="${next}"]`);
			element?.focus({ preventScroll: fills });
			return Boolean(element);
		};
		if (!focus()) requestAnimationFrame(focus);
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
	const hands = useHands(props, setActive, toggle);
	const width = columns.filter((one) => !isGone(one)).length + (props.onSelect ? 1 : 0);
	const shown: ComponentChildren[] = [];
	for (let i = from; i < to; i++) {
		const row = rows.at(i);
		shown.push(<Row key={keyOf(i)} index={i} row={row} id={row === undefined ? "" : props.id(row)} columns={columns} hands={hands}
			isActive={i === active} isStop={i === Math.max(0, active)} hasBox={Boolean(props.onSelect)} isLink={Boolean(props.onOpen)}
			isOpen={row !== undefined && props.openId === props.id(row)} extra={row === undefined ? "" : props.rowClass?.(row) ?? ""}
			isChosen={row !== undefined && (props.selection?.value.has(props.id(row)) ?? false)} />);
	}
	return (
		<div ref={box} class={`table-box ${fills ? "fills" : ""} ${props.isDimmed ? "is-dimmed" : ""}`}
			tabIndex={0} role="region" aria-label={props.label}
			style={fills ? { minHeight: `${Math.min(LEAST, HEAD + rows.length * height)}px` } : {}}>
			<table class={`table is-${density.value}`} style={{ minWidth: leastWidth(columns, Boolean(props.onSelect)) }} aria-rowcount={rows.isComplete ? rows.length + 1 : -1}>
				<Head {...props} />
				<tbody ref={body}>
					{from > 0 && <Spacer height={from * height} columns={width} />}
					{shown}
					{to < rows.length && <Spacer height={(rows.length - to) * height} columns={width} />}
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

// A cell across more columns than are shown would make columns of its own, which take their share of the width.
function isGone<T>({ hide }: Column<T>): boolean {
	return Boolean(hide) && (isNarrow.value || (hide !== "narrow" && isMedium.value) || (hide === "wide" && !isWide.value));
}

const FLEXIBLE_MIN = 150;

// Columns without a width share what is left: so much must be left, or the table scrolls.
function leastWidth<T>(columns: Column<T>[], hasSelection: boolean): string {
	let sum = hasSelection ? 36 : 0;
	for (const column of columns) {
		if (!isGone(column)) sum += parseInt(widthOf(column).width ?? "", 10) || (isNarrow.value ? FLEXIBLE_MIN * 0.64 : FLEXIBLE_MIN);
	}
	return `${sum}px`;
}

function classOf<T>(column: Column<T>): string {
	return `${column.isNumber ? "is-number" : ""} ${column.hide ? `hide-${column.hide}` : ""}`;
}

// What a row's events do. One object for the life of the table: a row that has not changed is not drawn again
// because a function is a new one.
interface Hands<T> {
	focus: (index: number, row: T) => void;
	open: (index: number, row: T) => void;
	toggle: (row: T) => void;
}

function useHands<T>(props: TableProps<T>, setActive: (index: number) => void, toggle: (row: T) => void): Hands<T> {
	const latest = useRef({ props, toggle });
	latest.current = { props, toggle };
	return useMemo(() => ({
		focus: (index, row) => {
			setActive(index);
			latest.current.props.onActive?.(row);
		},
		open: (index, row) => {
			setActive(index);
			latest.current.props.onOpen?.(row);
		},
		toggle: (row) => latest.current.toggle(row),
	}), []);
}

interface RowProps<T> {
	row: T | undefined;
	id: string;
	index: number;
	columns: Column<T>[];
	hands: Hands<T>;
	isActive: boolean;
	isStop: boolean; // the row that Tab comes to
	hasBox: boolean;
	isLink: boolean;
	isOpen: boolean;
	isChosen: boolean;
	extra: string;
}

// The same answer as before is not compared again: a step of the window costs the rows that enter it.
function Row<T>(props: RowProps<T>) {
	return useMemo(() => <OneRow {...props as RowProps<unknown>} />, [
		props.row, props.id, props.index, props.columns, props.isActive, props.isStop, props.hasBox, props.isLink, props.isOpen, props.isChosen, props.extra,
	]);
}

function OneRow({ row, id, index, columns, hands, isActive, isStop, hasBox, isLink, isOpen, isChosen, extra }: RowProps<unknown>) {
	if (row === undefined) {
		return <tr class="is-loading"><td colSpan={columns.filter((one) => !isGone(one)).length + (hasBox ? 1 : 0)}><span class="skeleton" /></td></tr>;
	}
	const onClick = (event: MouseEvent): void => {
		if ((event.target as Element).closest("a, button, input, .menu")) return;
		if (getSelection()?.toString()) return; // somebody marks text
		hands.open(index, row);
	};
	return (
		<tr data-index={index} data-id={id} aria-rowindex={index + 2} tabIndex={isStop ? 0 : -1}
			aria-selected={hasBox ? isChosen : undefined} aria-current={isOpen ? "true" : undefined}
			class={`${isLink ? "is-link" : ""} ${isActive ? "is-active" : ""} ${extra}`}
			onClick={onClick} onFocus={() => hands.focus(index, row)}>
			{hasBox && (
				<td class="is-select">
					<input type="checkbox" aria-label="Select row" checked={isChosen} onChange={() => hands.toggle(row)} />
				</td>
			)}
			{columns.map((one) => <td key={one.isOwn ? `${one.id} ${id}` : one.id} class={classOf(one)} data-column={one.id}>{one.cell(row)}</td>)}
		</tr>
	);
}

function Spacer({ height, columns }: { height: number; columns: number }) {
	return <tr aria-hidden="true" class="spacer"><td colSpan={columns} style={{ height: `${height}px` }} /></tr>;
}
