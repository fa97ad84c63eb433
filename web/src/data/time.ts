// Instants and spans as text. Instants come as RFC 3339 in UTC.
import { zone as chosenZone } from "./prefs";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function instant(text: string | null | undefined): number | null {
	if (!text) return null;
	const value = Date.parse(text);
	return Number.isNaN(value) ? null : value;
}

// "2 d 4 h", "3 min 12 s", "850 ms": two units at most.
export function span(ms: number): string {
	const value = Math.abs(ms);
	if (value < SECOND) return `${Math.round(value)} ms`;
	if (value < 10 * SECOND) return `${(value / SECOND).toFixed(1).replace(/\.0$/, "")} s`;
	if (value < MINUTE) return `${Math.floor(value / SECOND)} s`;
	if (value < HOUR) return two(value, MINUTE, "min", SECOND, "s");
	if (value < DAY) return two(value, HOUR, "h", MINUTE, "min");
	return two(value, DAY, "d", HOUR, "h");
}

function two(value: number, large: number, name: string, small: number, less: string): string {
	const many = Math.floor(value / large);
	const rest = Math.floor((value % large) / small);
	return rest && many < 10 ? `${many} ${name} ${rest} ${less}` : `${many} ${name}`;
}

// How much is said of a distance in time: one unit, two where the hours ahead count, or always two.
export type Grain = "coarse" | "usual" | "fine";

function distance(value: number, isAhead: boolean, grain: Grain): string {
	if (grain === "fine") return value < MINUTE ? `${Math.floor(value / SECOND)} s` : span(value);
	if (value < MINUTE) return `${Math.floor(value / SECOND)} s`;
	if (value < HOUR) return `${Math.floor(value / MINUTE)} min`;
	if (value >= 2 * DAY) return `${Math.floor(value / DAY)} d`;
	return isAhead && grain === "usual" ? two(value, HOUR, "h", MINUTE, "min") : `${Math.floor(value / HOUR)} h`;
}

// "in 3 min", "12 s ago", "now".
export function relative(at: number, now: number, grain: Grain = "usual"): string {
	const apart = at - now;
	if (Math.abs(apart) < SECOND) return "now";
	const words = distance(Math.abs(apart), apart > 0, grain);
	return apart > 0 ? `in ${words}` : `${words} ago`;
}

const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_MAX = 200;

function format(timeZone: string, style: "full" | "day" | "clock"): Intl.DateTimeFormat {
	const key = `${style} ${timeZone}`;
	const found = formats.get(key);
	if (found) return found;
	if (formats.size >= FORMATS_MAX) formats.clear();
	const day: Intl.DateTimeFormatOptions = { year: "numeric", month: "2-digit", day: "2-digit" };
	const clock: Intl.DateTimeFormatOptions =
		{ hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" };
	const options = style === "full" ? { ...day, ...clock } : style === "day" ? day : clock;
	const made = make(timeZone, options);
	formats.set(key, made);
	return made;
}

// A zone that this browser does not know is shown in UTC.
function make(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
	try {
		return new Intl.DateTimeFormat("sv-SE", { ...options, timeZone });
	} catch {
		return new Intl.DateTimeFormat("sv-SE", { ...options, timeZone: "UTC" });
	}
}

// The zone that times are shown in: the person's choice, where a job has one of its own maybe its.
export function shownZone(jobZone?: string | null): string {
	if (chosenZone.value === "utc") return "UTC";
	if (chosenZone.value === "job" && jobZone) return jobZone;
	return chosenZone.value === "job" ? "UTC" : localZone;
}

export function exact(at: number, timeZone: string): string {
	return format(timeZone, "full").format(at);
}

// The day is left out while it is today's.
export function short(at: number, now: number, timeZone: string): string {
	const day = format(timeZone, "day");
	const clock = format(timeZone, "clock").format(at);
	const date = day.format(at);
	if (date === day.format(now)) return clock;
	return `${date.slice(0, 4) === day.format(now).slice(0, 4) ? date.slice(5) : date} ${clock.slice(0, 5)}`;
}

export function clockOf(at: number, timeZone: string): string {
	return format(timeZone, "clock").format(at).slice(0, 5);
}

const STEPS = [MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR, 6 * HOUR,
	12 * HOUR, DAY, 2 * DAY, 7 * DAY];

// Round instants of the zone that is shown, for an axis with room for about so many.
export function niceTimes(low: number, high: number, room: number): number[] {
	const step = STEPS.find((one) => (high - low) / one <= Math.max(1, room)) ?? 30 * DAY;
	const shift = offsetOf(low, shownZone());
	const times: number[] = [];
	for (let at = Math.ceil((low + shift) / step) * step - shift; at <= high; at += step) times.push(at);
	return times;
}

// How far a zone's clock is ahead of UTC.
function offsetOf(at: number, timeZone: string): number {
	const wall = Date.parse(`${exact(at, timeZone).replace(" ", "T")}Z`);
	return Number.isNaN(wall) ? 0 : wall - Math.floor(at / SECOND) * SECOND;
}

export const units = { SECOND, MINUTE, HOUR, DAY };
