// Dead letters that are alike: same tenant, type and error, numbers and ids aside.
import { get, type Page } from "../../data/client";
import { fingerprint } from "../../data/fingerprint";
import type { Run } from "../../data/model";
import { inScope } from "../../data/session";

export const DEAD = "failed,dlq";
const PAGE = 500;
const LOADED_MAX = 2000;

export interface DeadGroup {
	id: string;
	type: string;
	tenant: string;
	errorClass: string;
	message: string; // of the latest
	runs: Run[];
	first: string;
	last: string;
}

export interface Dead {
	groups: DeadGroup[];
	total: number;
	isCut: boolean;
}

function endOf(run: Run): string {
	return run.finished_at ?? run.updated_at;
}

export function groupRuns(runs: Run[]): DeadGroup[] {
	const groups = new Map<string, DeadGroup>();
	for (const run of runs) {
		const message = run.last_error?.message ?? "no message";
		const errorClass = run.last_error?.class ?? "unknown";
		const id = `${run.tenant_id} ${run.type} ${errorClass} ${fingerprint(message)}`;
		const at = endOf(run);
		const group = groups.get(id);
		if (!group) {
			groups.set(id, { id, type: run.type, tenant: run.tenant_id, errorClass, message, runs: [run], first: at, last: at });
			continue;
		}
		group.runs.push(run);
		if (at < group.first) group.first = at;
		if (at > group.last) {
			group.last = at;
			group.message = message;
		}
	}
	return [...groups.values()].sort((a, b) => b.runs.length - a.runs.length || (a.last < b.last ? 1 : -1));
}

export async function loadDead(type: string, signal: AbortSignal): Promise<Dead> {
	const runs: Run[] = [];
	let cursor: string | null = null;
	do {
		const page: Page<Run> = await get("queue", inScope({ state: DEAD, type, limit: PAGE, cursor }), signal);
		runs.push(...page.data);
		cursor = page.next_cursor;
	} while (cursor && runs.length < LOADED_MAX);
	return { groups: groupRuns(runs), total: runs.length, isCut: cursor !== null };
}
