// Payload schemas by the Standard Schema interface (version 1), which zod, valibot, arktype and
// others have, so that none of them is a dependency.
import { Fail } from "./errors.js";

interface Issue {
	readonly message: string;
	readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

type Validated<Output> = { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

export interface StandardSchema<Output = unknown> {
	readonly "~standard": {
		readonly version: 1;
		readonly vendor: string;
		readonly validate: (value: unknown) => Validated<Output> | Promise<Validated<Output>>;
	};
}

function issueText(issue: Issue): string {
	const path = (issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".");
	return path ? `${path}: ${issue.message}` : issue.message;
}

/** The payload as its schema gives it, or the run fails for good: it will not fit later either. */
export async function readPayload<T>(schema: StandardSchema<T> | undefined, payload: unknown): Promise<T> {
	if (!schema) return payload as T;
	const read = await schema["~standard"].validate(payload);
	if (read.issues) throw new Fail(`the payload does not fit: ${read.issues.map(issueText).join("; ")}`, "validation");
	return read.value;
}
