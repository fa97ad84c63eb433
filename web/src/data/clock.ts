// The present instant as a signal, by the server's clock: countdowns and "3 min ago" follow it.
import { signal } from "@preact/signals";

const TICK_MS = 1000;
const SKEW_MIN_MS = 2000; // Date has whole seconds, and the answer takes its time

let skew = 0;

export const now = signal(Date.now());

// A browser whose clock is wrong must not show a run as late that is not.
export function noteServerTime(date: string | null): void {
	const server = date ? Date.parse(date) : NaN;
	if (Number.isNaN(server)) return;
	const apart = server - Date.now();
	skew = Math.abs(apart) > SKEW_MIN_MS ? apart : 0;
}

export function serverNow(): number {
	return Date.now() + skew;
}

function tick(): void {
	if (document.visibilityState === "visible") now.value = serverNow();
}

setInterval(tick, TICK_MS);
document.addEventListener("visibilitychange", tick);
