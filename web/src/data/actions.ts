// Every change that the dashboard can make, declared once: what it is called, who may, what it asks
// of the API, the same as a command line and as curl, how it is confirmed and undone. Buttons, the
// menus of rows, the keyboard and the palette all come from here.
import { signal } from "@preact/signals";
import type { IconName } from "../parts/icon";
import type { Route } from "./routes";
import { callFor, pathOf, queryText, type Call } from "./client";
import { touchPages } from "./pages";
import { asProblem, type Problem } from "./problem";
import { refreshAll } from "./resource";
import { may } from "./session";
import { plural } from "./text";
import { tell, tellProblem } from "./toasts";

export type Kind = "job" | "run" | "execution" | "task" | "reminder" | "worker" | "queue" | "none"
	| (string & {});

export interface Ask {
	title: string;
	text: string;
	confirm: string; // the word on the button
	isDanger?: boolean;
	typed?: string; // must be typed to go on: for what cannot be undone
	fields?: AskField[];
}

export interface AskField {
	name: string;
	label: string;
	kind: "text" | "time" | "json" | "number" | "lines" | "password" | "choice" | "check" | "tenant" | "cron"; // a check is "yes" or ""
	choices?: readonly (readonly [value: string, title: string])[];
	value?: string;
	hint?: string;
	isRequired?: boolean;
}

export type Input = Record<string, string>;

export interface Action<S> {
	id: string;
	kind: Kind;
	title: string; // a verb, and what it is done to: "Pause job"
	short?: string; // on a button: "Pause"
	icon: IconName;
	key?: string;
	route: Route; // who may follows from it
	isDanger?: boolean;
	applies?: (subject: S) => boolean;
	call: (subject: S, input: Input) => Call;
	cli: (subject: S, input: Input) => string;
	ask?: (subjects: S[]) => Ask | null; // null: done at once
	done: (subject: S) => string; // "Job report paused"
	undo?: (subject: S) => { action: string; subject: unknown } | null;
	after?: (answer: unknown, subject: S) => void; // with what the server answered: a secret to show
	open?: (subject: S) => void; // instead of a call: a screen does it (edit, new)
}

const registry = new Map<string, Action<never>>();

export function defineAction<S>(action: Action<S>): Action<S> {
	registry.set(action.id, action as unknown as Action<never>);
	return action;
}

export function actionById<S>(id: string): Action<S> | undefined {
	return registry.get(id) as Action<S> | undefined;
}

export function actionsFor<S>(kind: Kind, subject: S): Action<S>[] {
	return ([...registry.values()] as unknown as Action<S>[]).filter((action) =>
		action.kind === kind && may(action.route) && (action.applies?.(subject) ?? true));
}

export function globalActions(): Action<null>[] {
	return actionsFor<null>("none", null);
}

// What the screen is about at the moment: the palette and the keys act on it.
export interface Subject {
	kind: Kind;
	items: unknown[];
	name: string;
}

export const subject = signal<Subject | null>(null);

// ---- the same as text ----------------------------------------------------------------------

function quoted(text: string): string {
	return /^[A-Za-z0-9_./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

// Arguments of a command line; whatever a name holds, the shell takes it as one word.
export function words(...parts: (string | null | undefined | false)[]): string {
	return parts.filter((one): one is string => typeof one === "string" && one !== "").map(quoted).join(" ");
}

// For what has no command of its own.
export function apiLine(call: Call): string {
	const hasBody = Boolean(call.body) && Object.keys(call.body as object).length > 0;
	return words("belfry", "api", call.method, call.path + queryText(call.query), hasBody && JSON.stringify(call.body));
}

export function curlOf(call: Call): string {
	const lines = [`curl -X ${call.method} -H "Authorization: Bearer $BELFRY_TOKEN"`];
	if (call.ifMatch) lines.push(`-H ${quoted(`If-Match: ${call.ifMatch}`)}`);
	if (call.method === "POST" || call.method === "PUT") {
		lines.push("-H 'Content-Type: application/json'");
		lines.push(`-d ${quoted(JSON.stringify(call.body ?? {}))}`);
	}
	lines.push(quoted(location.origin + pathOf(call)));
	return lines.join(" \\\n  ");
}

// ---- doing it ------------------------------------------------------------------------------

export interface Pending {
	ask: Ask;
	lines: { cli: string; curl: string };
	go: (input: Input) => Promise<Problem | null>; // null: it was done
}

// The question that is open, if one is; parts/confirm.tsx shows it.
export const pending = signal<Pending | null>(null);

const AT_ONCE = 4;
const WATCHED_ABOVE = 20; // a change of more objects shows how far it is, and can be stopped

// A change of many objects, one after the other: how far it is.
export interface Work {
	title: string;
	done: number;
	total: number;
	stop: () => void;
}

export const works = signal<readonly Work[]>([]);

// Tells how far it is; says whether it shall go on.
function watch(title: string, total: number): { step: (done: number) => boolean; end: () => void } {
	if (total <= WATCHED_ABOVE) return { step: () => true, end: () => {} };
	let isStopped = false;
	let shown: Work | null = null;
	const show = (next: Work | null): void => {
		works.value = [...works.peek().filter((one) => one !== shown), ...(next ? [next] : [])];
		shown = next;
	};
	return {
		step: (done) => {
			show({ title, done, total, stop: () => { isStopped = true; } });
			return !isStopped;
		},
		end: () => show(null),
	};
}

async function doOne<S>(action: Action<S>, one: S, input: Input): Promise<unknown> {
	const answer = await callFor(action.call(one, input));
	action.after?.(answer.data, one);
	return answer.data;
}

// The first problem. A question that is still open shows it; else a message does.
async function doAll<S>(action: Action<S>, subjects: S[], input: Input, isAsked = false): Promise<Problem | null> {
	const problems: unknown[] = [];
	const watched = watch(action.title, subjects.length);
	let seen = 0;
	while (seen < subjects.length && watched.step(seen)) {
		const group = subjects.slice(seen, seen + AT_ONCE);
		const results = await Promise.allSettled(group.map((one) => doOne(action, one, input)));
		for (const result of results) if (result.status === "rejected") problems.push(result.reason);
		seen += group.length;
	}
	watched.end();
	refreshAll();
	touchPages();
	report(action, subjects.slice(0, seen), problems, isAsked);
	return problems.length ? asProblem(problems[0]) : null;
}

function report<S>(action: Action<S>, subjects: S[], problems: unknown[], isAsked: boolean): void {
	const first = subjects[0];
	if (first === undefined) return; // stopped before it began
	const well = subjects.length - problems.length;
	if (problems.length && !(isAsked && !well)) {
		const what = subjects.length > 1
			? `${action.title}: ${plural(problems.length, "item")} of ${subjects.length} failed`
			: `${action.title} failed`;
		tellProblem(problems[0], what);
	}
	if (!well) return;
	const back = subjects.length === 1 ? action.undo?.(first) : null;
	const undo = back ? () => { void performById(back.action, [back.subject]); } : undefined;
	tell(subjects.length > 1 ? `${action.title}: ${plural(well, "item")} done` : action.done(first), undo);
}

async function performById(id: string, subjects: unknown[]): Promise<void> {
	const action = actionById<unknown>(id);
	if (action) await doAll(action, subjects, {});
}

// What wants no question for one object names how many there are, and by which filter they were found.
function askFor<S>(action: Action<S>, subjects: S[], filter: string): Ask | null {
	const ask = action.ask?.(subjects) ?? null;
	const text = [ask?.text ?? "", filter].filter(Boolean).join(" ");
	if (ask) return { ...ask, text };
	if (subjects.length <= 1) return null;
	return { title: `${action.title}: ${plural(subjects.length, "item")}`, text, confirm: `${action.title.split(" ")[0]} ${subjects.length}` };
}

// With a question first where the action wants one. `filter`: by which the subjects were found, where that was no person.
export async function perform<S>(action: Action<S>, subjects: S[], filter = ""): Promise<void> {
	const first = subjects[0];
	if (first === undefined) return;
	if (action.open) {
		action.open(first);
		return;
	}
	const ask = askFor(action, subjects, filter);
	if (!ask) {
		await doAll(action, subjects, {});
		return;
	}
	pending.value = {
		ask, lines: { cli: action.cli(first, {}), curl: curlOf(action.call(first, {})) },
		go: async (input) => {
			const done = doAll(action, subjects, input, true);
			// What takes long goes on beside the page: its progress is shown there.
			return subjects.length > WATCHED_ABOVE ? null : done;
		},
	};
}
