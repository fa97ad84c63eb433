// The actions of one object as buttons and a menu, each with its command line and curl.
import { actionsFor, curlOf, perform, type Action, type Kind } from "../data/actions";
import { tell } from "../data/toasts";
import { copyText } from "./copy";
import { Icon } from "./icon";
import { Menu, type MenuItem } from "./menu";

interface Props<S> {
	kind: Kind;
	subject: S;
	buttons?: string[]; // ids of the actions that are buttons of their own; the rest is in the menu
	label: string;
	skip?: string[];
}

async function copyLine(text: string, what: string): Promise<void> {
	tell(await copyText(text) ? `${what} copied` : "The browser did not allow copying");
}

function itemOf<S>(action: Action<S>, subject: S): MenuItem {
	return {
		id: action.id, title: action.title, icon: action.icon,
		...(action.key ? { hint: action.key } : {}),
		...(action.isDanger ? { isDanger: true } : {}),
		run: () => { void perform(action, [subject]); },
	};
}

// Read-only users get the lines too: of the request that shows the object.
function copyItems<S>(list: Action<S>[], subject: S): MenuItem[] {
	return list.filter((action) => !action.open).flatMap((action, index) => [
		{
			isFirst: index === 0, id: `${action.id}.cli`, title: `Copy command: ${action.title}`, icon: "terminal" as const,
			run: () => { void copyLine(action.cli(subject, {}), "Command line"); },
		},
		{
			id: `${action.id}.curl`, title: `Copy curl: ${action.title}`, icon: "copy" as const,
			run: () => { void copyLine(curlOf(action.call(subject, {})), "curl command"); },
		},
	]);
}

// What cannot be taken back stands last.
function inOrder<S>(list: Action<S>[]): Action<S>[] {
	return [...list.filter((one) => !one.isDanger), ...list.filter((one) => one.isDanger)];
}

export function ActionBar<S>({ kind, subject, buttons = [], label, skip = [] }: Props<S>) {
	const list = inOrder(actionsFor(kind, subject).filter((one) => !skip.includes(one.id)));
	const shown = buttons.map((id) => list.find((one) => one.id === id)).filter((one) => one !== undefined);
	const rest = list.filter((one) => !shown.includes(one));
	return (
		<div class="action-bar">
			{shown.map((action, index) => (
				<button type="button" key={action.id} data-action={action.id}
					class={`button ${index === 0 && !action.isDanger ? "is-primary" : ""} ${action.isDanger ? "is-danger" : ""}`}
					title={action.key ? `${action.title} (${action.key})` : action.title}
					onClick={() => { void perform(action, [subject]); }}>
					<Icon name={action.icon} />
					<span>{action.short ?? action.title}</span>
				</button>
			))}
			{list.length > 0 && (
				<Menu label={label} class="icon-button is-bordered"
					items={() => [...rest.map((one) => itemOf(one, subject)), ...copyItems(list, subject)]}>
					<Icon name="more" />
				</Menu>
			)}
		</div>
	);
}

export function RowMenu<S>({ kind, subject, label }: { kind: Kind; subject: S; label: string }) {
	const list = inOrder(actionsFor(kind, subject));
	if (!list.length) return null;
	return (
		<Menu label={label} class="icon-button is-small"
			items={() => [...list.map((one) => itemOf(one, subject)), ...copyItems(list, subject)]}>
			<Icon name="more" />
		</Menu>
	);
}
