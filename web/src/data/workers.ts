// Which workers are here.
import { instant, units } from "./time";

const SILENT_MS = 2 * units.MINUTE;

export function isOnline(worker: { last_seen: string | null }, now: number): boolean {
	const seen = instant(worker.last_seen);
	return seen !== null && now - seen < SILENT_MS;
}
