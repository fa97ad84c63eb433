// What differs between two objects of the API, field by field.
export interface Change {
	field: string;
	before: unknown;
	after: unknown;
}

export type Fields = Record<string, unknown>;

function isSame(a: unknown, b: unknown): boolean {
	return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

export function changesOf(before: Fields | null, after: Fields | null): Change[] {
	const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
	return names.filter((name) => !isSame(before?.[name], after?.[name]))
		.map((field) => ({ field, before: before?.[field], after: after?.[field] }));
}

export interface Conflict {
	field: string;
	base: unknown; // as it was when the form was opened
	mine: unknown;
	theirs: unknown;
}

// Three ways: what I changed, what somebody else changed since, and where both did.
export function conflictsOf(base: Fields, mine: Fields, theirs: Fields): { theirs: Change[]; both: Conflict[] } {
	const changed = changesOf(base, theirs).filter((change) => change.field in base);
	const both = changed.filter((change) => change.field in mine && !isSame(mine[change.field], change.after))
		.map((change) => ({ field: change.field, base: base[change.field], mine: mine[change.field], theirs: change.after }));
	return { theirs: changed, both };
}

export function valueText(value: unknown): string {
	if (value === undefined || value === null) return "not set";
	return typeof value === "string" ? value : JSON.stringify(value);
}
