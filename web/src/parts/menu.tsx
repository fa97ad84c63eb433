// A button that opens a short list. Arrow keys move, Enter chooses, Escape closes.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "./icon";

export interface MenuItem {
	id: string;
	title: string;
	icon?: IconName;
	hint?: string;
	isChosen?: boolean;
	isDanger?: boolean;
	isFirst?: boolean; // of a group: a line above it
	run: () => void;
}

interface MenuProps {
	label: string;
	items: MenuItem[] | (() => MenuItem[]);
	children: ComponentChildren;
	class?: string;
	align?: "start" | "end";
}

export function Menu({ label, items, children, class: extra = "button", align = "end" }: MenuProps) {
	const [isOpen, setOpen] = useState(false);
	const root = useRef<HTMLDivElement>(null);
	const id = useId();
	useEffect(() => {
		if (!isOpen) return undefined;
		const close = (event: Event): void => {
			if (!root.current?.contains(event.target as Node)) setOpen(false);
		};
		document.addEventListener("pointerdown", close);
		root.current?.querySelector<HTMLElement>("[role^=menuitem]")?.focus();
		return () => document.removeEventListener("pointerdown", close);
	}, [isOpen]);
	return (
		<div class="menu" ref={root} onKeyDown={(event) => onMenuKey(event, root.current, () => setOpen(false))}>
			<button type="button" class={extra} aria-haspopup="menu" aria-expanded={isOpen} aria-controls={id}
				aria-label={label} title={label} onClick={(event) => { event.stopPropagation(); setOpen(!isOpen); }}>
				{children}
			</button>
			{isOpen && (
				<div class={`menu-list align-${align}`} role="menu" id={id} aria-label={label}>
					{(typeof items === "function" ? items() : items).map((item) => (
						<Item key={item.id} item={item} close={() => {
							setOpen(false);
							root.current?.querySelector("button")?.focus();
						}} />
					))}
				</div>
			)}
		</div>
	);
}

function Item({ item, close }: { item: MenuItem; close: () => void }) {
	const isChoice = item.isChosen !== undefined;
	return (
		<button type="button" role={isChoice ? "menuitemradio" : "menuitem"} tabIndex={-1} data-action={item.id}
			aria-checked={isChoice ? item.isChosen : undefined}
			class={`menu-item ${item.isDanger ? "is-danger" : ""} ${item.isFirst ? "is-first" : ""}`}
			onClick={(event) => { event.stopPropagation(); close(); item.run(); }}>
			{isChoice ? <Icon name={item.isChosen ? "check" : "minus"} class={item.isChosen ? "" : "is-blank"} />
				: item.icon ? <Icon name={item.icon} /> : null}
			<span>{item.title}</span>
			{item.hint && <kbd>{item.hint}</kbd>}
		</button>
	);
}

function onMenuKey(event: KeyboardEvent, root: HTMLElement | null, close: () => void): void {
	const list = [...root?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? []];
	if (!list.length) return;
	const index = list.indexOf(document.activeElement as HTMLElement);
	const to = event.key === "ArrowDown" ? index + 1 : event.key === "ArrowUp" ? index - 1
		: event.key === "Home" ? 0 : event.key === "End" ? list.length - 1 : null;
	if (event.key === "Escape" || event.key === "Tab") {
		if (event.key === "Escape") event.preventDefault();
		event.stopPropagation();
		close();
		root?.querySelector<HTMLElement>("button")?.focus();
	} else if (to !== null) {
		event.preventDefault();
		event.stopPropagation();
		list[(to + list.length) % list.length]?.focus();
	}
}
