// Reads a stream of server-sent events. The browser's own EventSource hears only the names it was
// told in advance; ours takes whatever the server says.

export interface EventData {
	tenant_id?: string;
	job_id?: string | null;
	job_code?: string | null;
	run_id?: string | null;
	execution_id?: string | null;
	type?: string;
	queue?: string;
	state?: string;
	reason?: string;
	[name: string]: unknown;
}

export interface LiveEvent {
	id: string;
	type: string;
	time: string;
	data: EventData;
}

export interface Heard {
	id: string;
	event: LiveEvent | null; // null: a comment, which shows that the stream lives
}

const LINE_MAX = 1 << 20;

function parse(text: string): LiveEvent | null {
	try {
		const value = JSON.parse(text) as Partial<LiveEvent>;
		if (typeof value.type !== "string") return null;
		return {
			id: value.id ?? "", type: value.type, time: value.time ?? "", data: value.data ?? {},
		};
	} catch {
		return null;
	}
}

export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<Heard> {
	const reader = body.getReader();
	const decoder = new TextDecoder();
	let rest = "";
	let id = "";
	let data = "";
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return;
		rest += decoder.decode(value, { stream: true });
		if (rest.length > LINE_MAX) throw new Error("a line of the stream is too long");
		const lines = rest.split(/\r?\n/);
		rest = lines.pop() ?? "";
		for (const line of lines) {
			if (line.startsWith("data:")) data += line.slice(5).trimStart();
			else if (line.startsWith("id:")) id = line.slice(3).trim();
			else if (line === "") {
				yield { id, event: data ? parse(data) : null };
				data = "";
			}
		}
	}
}
