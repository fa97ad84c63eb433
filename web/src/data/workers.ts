// Which workers are here, and what they are called.
import { visible } from "./text";
import { instant, units } from "./time";

const SILENT_MS = 2 * units.MINUTE;

export function isOnline(worker: { last_seen: string | null }, now: number): boolean {
	const seen = instant(worker.last_seen);
	return seen !== null && now - seen < SILENT_MS;
}

// The server's own hands carry out handlers like http and exec.
export function isServer(id: string): boolean {
	return id.startsWith("@belfry");
}

export function workerName(id: string | null): string {
	if (id === null) return "–";
	return isServer(id) ? "the server" : visible(id);
}
