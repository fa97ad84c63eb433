// Everything that can be done, by name: actions on what the screen shows, then what can be made,
// then where one can go. Each action shows its command line, and gives it or its curl form away.
import { signal } from "@preact/signals";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { askedHere } from "../data/client";
import { visible } from "../data/text";
import { actionsFor, curlOf, globalActions, perform, subject, type Action } from "../data/actions";
import { useKeys } from "../data/keys";
import { go } from "../data/router";
import { href, me, signOut } from "../data/session";
import { tell } from "../data/toasts";
import { copyText } from "../parts/copy";
import { Icon, type IconName } from "../parts/icon";
import { visibleScreens } from "../screens/registry";
import { density, nextOf, theme, themes, zone, zones } from "../data/prefs";

export const isPaletteOpen = signal(false);

interface Entry {
	id: string;
	title: string;
	group: string;
	icon: IconName;
	cli?: string;
	curl?: string;
	run: () => void;
}

const SHOWN_MAX = 60;

function entryOf(action: Action<unknown>, items: unknown[], group: string): Entry {
	const first = items[0];
	return {
		id: action.id, title: action.title, group, icon: action.icon,
		cli: action.cli(first, {}), curl: curlOf(action.call(first, {})),
		run: () => { void perform(action, items); },
	};
}

function entries(): Entry[] {
	const about = subject.value;
	const first = about?.items[0];
	const mine = about && first !== undefined
		? actionsFor<unknown>(about.kind, first).map((action) => entryOf(action, about.items, about.name)) : [];
	const made = globalActions().map((action) => entryOf(action as Action<unknown>, [null], "Create"));
	const screens = visibleScreens().filter((screen) => screen.group).map((screen) => ({
		id: `go.${screen.id}`, title: `Go to ${screen.title}`, group: "Go to", icon: screen.icon,
		run: () => go(href(screen.path)),
	}));
	return [...mine, ...made, ...screens, ...pageEntries()];
}

function pageEntries(): Entry[] {
	const group = "This page";
	return [
		{ id: "page.theme", title: "Next theme", group, icon: "contrast", run: () => { theme.value = nextOf(themes, theme.value); } },
		{ id: "page.zone", title: "Next time zone", group, icon: "globe", run: () => { zone.value = nextOf(zones, zone.value); } },
		{ id: "page.density", title: "Compact or comfortable rows", group, icon: "compact", run: () => { density.value = density.value === "compact" ? "comfortable" : "compact"; } },
		...(askedHere().length ? [{ id: "page.curl", title: "Copy what this page asks, as curl", group, icon: "terminal" as const, run: () => { void copyText(askedHere().map(curlOf).join("\n\n")); tell("curl commands copied"); } }] : []),
		{ id: "page.link", title: "Copy link to this page", group, icon: "link", run: () => { void copyText(location.href); tell("Link copied"); } },
		...(me.value ? [{ id: "page.signout", title: "Sign out", group, icon: "leave" as const, run: () => { void signOut(); } }] : []),
	];
}

// Every letter in order; the earlier and the closer together, the better.
function score(text: string, wanted: string): number {
	const hay = text.toLowerCase();
	const at = hay.indexOf(wanted);
	if (at >= 0) return 1000 - at;
	let from = 0;
	let gaps = 0;
	for (const letter of wanted) {
		const found = hay.indexOf(letter, from);
		if (found < 0) return -1;
		gaps += found - from;
		from = found + 1;
	}
	return 500 - gaps;
}

function matching(all: Entry[], text: string): Entry[] {
	const wanted = text.trim().toLowerCase();
	if (!wanted) return all.slice(0, SHOWN_MAX);
	return all.map((entry) => ({ entry, value: score(`${entry.title} ${entry.group}`, wanted) }))
		.filter((one) => one.value >= 0).sort((a, b) => b.value - a.value)
		.slice(0, SHOWN_MAX).map((one) => one.entry);
}

export function Palette() {
	const dialog = useRef<HTMLDialogElement>(null);
	const id = useId();
	const [all] = useState(entries);
	const [text, setText] = useState("");
	const [at, setAt] = useState(0);
	const list = matching(all, text);
	const chosen = list[Math.min(at, list.length - 1)];
	const close = (): void => { isPaletteOpen.value = false; };
	useEffect(() => {
		const before = document.activeElement;
		dialog.current?.showModal();
		return () => { if (before instanceof HTMLElement) before.focus(); };
	}, []);
	useKeys([{ keys: "Escape", title: "Close", run: close }], true, true);
	const onKey = (event: KeyboardEvent): void => {
		if (event.key === "ArrowDown") setAt(Math.min(list.length - 1, at + 1));
		else if (event.key === "ArrowUp") setAt(Math.max(0, at - 1));
		else if (event.key === "Enter" && chosen) {
			close();
			chosen.run();
		} else return;
		event.preventDefault();
	};
	return (
		<dialog ref={dialog} class="palette" aria-label="Palette" onCancel={(event) => { event.preventDefault(); close(); }}
			onClick={(event) => { if (event.target === dialog.current) close(); }}>
			<div class="palette-box">
				<div class="palette-input">
					<Icon name="search" size={18} />
					<input type="text" role="combobox" aria-label="Action" aria-expanded="true" aria-controls={id} autoComplete="off"
						aria-activedescendant={chosen ? `${id}-${chosen.id}` : undefined} placeholder="What do you want to do?"
						value={text} onInput={(event) => { setText((event.target as HTMLInputElement).value); setAt(0); }} onKeyDown={onKey} />
				</div>
				<ul class="palette-list" id={id} role="listbox" aria-label="Actions">
					{list.map((entry, index) => (
						<li key={entry.id} id={`${id}-${entry.id}`} role="option" aria-selected={entry === chosen} data-action={entry.id}
							ref={(element) => { if (entry === chosen) element?.scrollIntoView({ block: "nearest" }); }}
							onMouseMove={() => setAt(index)} onClick={() => { close(); entry.run(); }}>
							<Icon name={entry.icon} /><span>{entry.title}</span><small>{visible(entry.group)}</small>
						</li>
					))}
					{!list.length && <li class="palette-none" role="option" aria-selected="false" aria-disabled="true">Nothing is called so</li>}
				</ul>
				{chosen?.cli && <Lines entry={chosen} />}
			</div>
		</dialog>
	);
}

function Lines({ entry }: { entry: Entry }) {
	const copy = async (text: string, what: string): Promise<void> => {
		tell(await copyText(text) ? `${what} copied` : "The browser did not allow copying");
	};
	return (
		<div class="palette-lines">
			<code>{entry.cli}</code>
			<button type="button" class="button is-small" onClick={() => { void copy(entry.cli ?? "", "Command line"); }}>Copy command</button>
			<button type="button" class="button is-small" onClick={() => { void copy(entry.curl ?? "", "curl command"); }}>Copy curl</button>
		</div>
	);
}
