// A screen that is one short list: its head with a way to make a new one, the rows with their
// actions, and what to say while there are none.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { perform, type Action, type Kind } from "../data/actions";
import type { Page } from "../data/client";
import { useKeys } from "../data/keys";
import { rowsOf } from "../data/pages";
import type { Resource } from "../data/resource";
import { may } from "../data/session";
import { RowMenu } from "./actions";
import { Loaded, PageHead, useSubject } from "./bits";
import { Icon } from "./icon";
import { Table, type Column } from "./table";

interface PlainListProps<T> {
	title: string;
	sub: string;
	list: Resource<Page<T> & { isCut?: boolean }>;
	columns: Column<T>[];
	id: (row: T) => string;
	name: (row: T) => string;
	kind: Kind;
	none: ComponentChildren;
	fresh?: Action<null>;
	onOpen?: (row: T) => void;
	children?: ComponentChildren; // between the head and the rows
}

export function NewButton({ action }: { action: Action<null> }) {
	if (!may(action.route)) return null;
	return <button type="button" class="button is-primary" data-action={action.id} onClick={() => { void perform(action, [null]); }}><Icon name="plus" />{action.title}</button>;
}

export function PlainList<T>({ title, sub, list, columns, id, name, kind, none, fresh, onOpen, children }: PlainListProps<T>) {
	const [active, setActive] = useState<T | null>(null);
	useSubject(kind, active ? [active] : [], active ? name(active) : "");
	useKeys(fresh && may(fresh.route) ? [{ keys: "n", title: fresh.title, run: () => { void perform(fresh, [null]); } }] : []);
	const menu: Column<T> = { id: "menu", title: "Actions", width: "48px", narrow: "40px", isTitleHidden: true, cell: (row) => <RowMenu kind={kind} subject={row} label={`Actions of ${name(row)}`} /> };
	return (
		<>
			<PageHead title={title} sub={sub}>{fresh && <NewButton action={fresh} />}</PageHead>
			{children}
			<Loaded of={list} rows={5}>{(page) => page.data.length ? (
				<>
					<Table label={title} rows={rowsOf(page.data)} id={id} columns={[...columns, menu]} onActive={setActive} {...(onOpen ? { onOpen } : {})} />
					{(page.isCut || page.next_cursor) && <p class="list-foot">There are more. Choose a tenant at the top to see all of its own.</p>}
				</>
			) : none}</Loaded>
		</>
	);
}
