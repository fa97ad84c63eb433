// Times as people type them ("tomorrow 9", "in 2h", "friday 14:30"), as a local time on the clock of
// a zone. What is not understood is left as it is: the server reads instants and local times.
import { serverNow } from "./clock";
import { exact, units } from "./time";

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const SPANS: Record<string, number> = { m: units.MINUTE, min: units.MINUTE, h: units.HOUR, d: units.DAY, w: 7 * units.DAY };

function clock(text: string | undefined): string | null {
	const found = /^(\d{1,2})(?::(\d{2}))?\s*(am|pm)?$/i.exec(text ?? "");
	if (!found) return null;
	const half = found[3]?.toLowerCase();
	const hour = Number(found[1]) % (half ? 12 : 100) + (half === "pm" ? 12 : 0);
	const minute = Number(found[2] ?? "0");
	return hour < 24 && minute < 60 ? `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}` : null;
}

function day(at: number, zone: string): string {
	return exact(at, zone).slice(0, 10);
}

function dayOf(word: string, now: number, zone: string): string | null {
	if (word === "today") return day(now, zone);
	if (word === "tomorrow") return day(now + units.DAY, zone);
	const index = DAYS.findIndex((name) => name.startsWith(word) && word.length >= 3);
	if (index < 0) return null;
	const today = new Date(`${day(now, zone)}T12:00:00Z`).getUTCDay();
	return day(now + ((index - today + 6) % 7 + 1) * units.DAY, zone);
}

export function whenOf(text: string, zone: string, now = serverNow()): string {
	const said = text.trim().toLowerCase().replace(/\s+at\s+/, " ");
	const span = /^(?:in\s+)?(\d{1,4})\s*(m|min|h|d|w)$/.exec(said);
	if (span) return exact(now + Number(span[1]) * (SPANS[span[2] ?? ""] ?? 0), zone).slice(0, 16).replace(" ", "T");
	const [first = "", ...rest] = said.split(" ");
	const alone = clock(said);
	if (alone) return `${day(now + (`${day(now, zone)} ${alone}` <= exact(now, zone).slice(0, 16) ? units.DAY : 0), zone)}T${alone}`;
	const date = dayOf(first, now, zone);
	const at = rest.length ? clock(rest.join(" ")) : "09:00";
	if (date && at) return `${date}T${at}`;
	return /^\d{4}-\d\d-\d\d \d\d:\d\d/.test(said) ? said.replace(" ", "T") : text.trim();
}
