// A refusal of the server (RFC 9457), or a server that does not answer, as an error to show.

export interface FieldFault {
	pointer?: string;
	parameter?: string;
	reason: string;
	code?: string;
}

export class Problem extends Error {
	constructor(
		readonly status: number,
		readonly code: string,
		readonly title: string,
		readonly detail: string,
		readonly requestId: string,
		readonly faults: FieldFault[] = [],
		readonly retryAfter = 0,
	) {
		super(detail || title);
		this.name = "Problem";
	}

	// The reason about one field of the body, by its name.
	about(field: string): string | undefined {
		return this.faults.find((fault) =>
			fault.pointer === `/${field}` || fault.parameter === field)?.reason;
	}
}

export function unreachable(cause: unknown): Problem {
	const detail = cause instanceof Error ? cause.message : String(cause);
	return new Problem(0, "unreachable", "The server does not answer", detail, "");
}

export async function problemOf(response: Response): Promise<Problem> {
	const requestId = response.headers.get("X-Request-Id") ?? "";
	const retryAfter = Number(response.headers.get("Retry-After")) || 0;
	let body: Record<string, unknown> = {};
	try {
		body = await response.json() as Record<string, unknown>;
	} catch {
		// A proxy in between may answer with a page of its own; the status says enough.
	}
	return new Problem(
		response.status,
		typeof body["code"] === "string" ? body["code"] : `http_${response.status}`,
		typeof body["title"] === "string" ? body["title"] : response.statusText,
		typeof body["detail"] === "string" ? body["detail"] : "",
		typeof body["request_id"] === "string" ? body["request_id"] : requestId,
		Array.isArray(body["errors"]) ? body["errors"] as FieldFault[] : [],
		retryAfter,
	);
}

export function asProblem(error: unknown): Problem {
	return error instanceof Problem ? error : unreachable(error);
}
