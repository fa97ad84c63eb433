// What touches many runs at once, by a filter: the server counts first, then does it step by step,
// while its progress is shown at the edge of the page.
import { signal } from "@preact/signals";
import { pending, apiLine, curlOf } from "./actions";
import { callFor, get, part, type Call } from "./client";
import { touchPages } from "./pages";
import { asProblem, type Problem } from "./problem";
import { refreshAll } from "./resource";
import { ofTenant } from "./session";
import { count, plural } from "./text";
import { tell, tellProblem } from "./toasts";

export interface Operation {
	id: string;
	tenant_id: string | null;
	kind: string;
	state: "running" | "done" | "stopped";
	seen: number;
	changed: number;
}

export interface Running {
	operation: Operation;
	title: string;
	total: number;
	tenant: string;
}

export interface Filter {
	tenant: string;
	state: string;
	type?: string | undefined;
	queue?: string | undefined;
	entity?: string | undefined;
}

export type Verb = "retry" | "cancel" | "discard";

const AGAIN_MS = 700;
const TYPED_ABOVE = 100; // an irreversible change of more than this wants the count typed

export const running = signal<readonly Running[]>([]);

const verbs: Record<Verb, { title: string; text: string }> = {
	retry: { title: "Retry", text: "Each run gets new attempts; its history stays." },
	cancel: { title: "Cancel", text: "The runs do not start and do not come back." },
	discard: { title: "Discard", text: "The dead letters end as cancelled and cannot be retried any more." },
};

function callOf(verb: Verb, filter: Filter, more: Record<string, unknown>): Call {
	const { tenant, ...rest } = filter;
	const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value));
	return { method: "POST", path: `queue/${verb}`, query: ofTenant(tenant), body: { ...given, ...more } };
}

function filterText(filter: Filter): string {
	const { tenant, ...rest } = filter;
	const parts = Object.entries(rest).filter(([, value]) => value).map(([name, value]) => `${name} ${value}`);
	return `${parts.join(", ")}; tenant ${tenant === "*" ? "all" : tenant}`;
}

async function follow(one: Running): Promise<void> {
	const operation = await get<Operation>(`operations/${part(one.operation.id)}`, ofTenant(one.tenant));
	const others = running.peek().filter((each) => each.operation.id !== operation.id);
	if (operation.state === "running") {
		running.value = [...others, { ...one, operation }];
		setTimeout(() => { follow(one).catch((error) => drop(one, error)); }, AGAIN_MS);
		return;
	}
	running.value = others;
	refreshAll();
	touchPages();
	tell(`${one.title}: ${plural(operation.changed, "run")} ${operation.state === "done" ? "done" : "done, then stopped"}`);
}

function drop(one: Running, error: unknown): void {
	running.value = running.peek().filter((each) => each.operation.id !== one.operation.id);
	tellProblem(error, `The progress of ${one.title} is unknown`);
}

async function start(call: Call, title: string, total: number, tenant: string): Promise<Problem | null> {
	try {
		const { data } = await callFor<Operation>(call);
		const one = { operation: data, title, total, tenant };
		running.value = [...running.peek(), one];
		follow(one).catch((error) => drop(one, error));
		return null;
	} catch (error) {
		return asProblem(error);
	}
}

// Counts, then asks, then does it.
export async function operate(verb: Verb, filter: Filter): Promise<void> {
	const { title, text } = verbs[verb];
	try {
		const { data } = await callFor<{ count: number; or_more: boolean }>(callOf(verb, filter, { dry_run: true }));
		if (!data.count) {
			tell("No run matches any more");
			return;
		}
		const many = `${count(data.count)}${data.or_more ? "+" : ""}`;
		const call = callOf(verb, filter, {});
		pending.value = {
			ask: {
				title: `${title} ${many} runs`, confirm: `${title} ${many} runs`, text: `${text} Filter: ${filterText(filter)}.`,
				isDanger: verb !== "retry",
				...(verb !== "retry" && data.count > TYPED_ABOVE ? { typed: String(data.count) } : {}),
				fields: [{ name: "reason", label: "Reason", kind: "text", hint: "For the history." }],
			},
			lines: { cli: apiLine(call), curl: curlOf(call) },
			go: (input) => start(callOf(verb, filter, input["reason"] ? { reason: input["reason"] } : {}), title, data.count, filter.tenant),
		};
	} catch (error) {
		tellProblem(error, `${title} failed`);
	}
}

export async function stopOperation(one: Running): Promise<void> {
	try {
		await callFor({ method: "POST", path: `operations/${part(one.operation.id)}/cancel`, query: ofTenant(one.tenant) });
	} catch (error) {
		tellProblem(error, "The operation was not stopped");
	}
}
