// Errors that are alike but for their numbers and ids, as one group.
import type { Execution } from "./model";

export interface Group {
	key: string;
	type: string;
	errorClass: string;
	message: string; // of the latest
	tenant_id: string;
	count: number;
	first: string;
	last: string;
	sample: Execution;
}

const KEY_MAX = 160;

export function fingerprint(message: string): string {
	return message.toLowerCase()
		.replace(/[0-9a-f]{8}-[0-9a-f-]{27,}/g, "#")
		.replace(/\b[0-9a-f]{12,}\b/g, "#")
		.replace(/\d+/g, "#")
		.slice(0, KEY_MAX);
}

// Newest first in, the most frequent first out.
export function groupErrors(list: Execution[]): Group[] {
	const groups = new Map<string, Group>();
	for (const one of list) {
		const message = one.error_message ?? one.status.toLowerCase();
		const errorClass = one.error_class ?? one.status.toLowerCase();
		const key = `${one.tenant_id} ${one.type} ${errorClass} ${fingerprint(message)}`;
		const at = one.completed_at ?? one.started_at;
		const group = groups.get(key);
		if (group) {
			group.count++;
			if (at < group.first) group.first = at;
			if (at > group.last) group.last = at;
		} else {
			groups.set(key, { key, type: one.type, errorClass, message, tenant_id: one.tenant_id, count: 1, first: at, last: at, sample: one });
		}
	}
	return [...groups.values()].sort((a, b) => b.count - a.count || (a.last < b.last ? 1 : -1));
}
