// What failed in the time range of the top bar, grouped by type and error.
import { get, type Page, type Query } from "./client";
import { groupErrors, type Group } from "./fingerprint";
import type { Execution } from "./model";
import { range, since, until } from "./range";
import { useResource, type Resource } from "./resource";
import { inScope, scope } from "./session";

const STATES = ["FAILED", "TIMEOUT", "STALLED"];
export const FAILURES_SEEN = 300; // of each state

export interface Failures {
	groups: Group[];
	isCut: boolean;
}

async function load(filters: Query): Promise<Failures> {
	const pages = await Promise.all(STATES.map((state) =>
		get<Page<Execution>>("executions", inScope({ ...filters, state, since: since(), until: until(), limit: FAILURES_SEEN }))));
	return { groups: groupErrors(pages.flatMap((page) => page.data)), isCut: pages.some((page) => page.next_cursor !== null) };
}

export function useFailures(filters: Query = {}): Resource<Failures> {
	const span = range.value;
	return useResource(`failures ${scope.value} ${span.id} ${span.to ?? ""} ${JSON.stringify(filters)}`, () => load(filters),
		{ events: ["job.failed", "task.failed", "job.timeout", "task.timeout"], restMs: 10_000, everyMs: 120_000 });
}
