// Instants and spans in one cell: how long ago or ahead, and exactly when.
import { now } from "../data/clock";
import { isNarrow } from "../data/prefs";
import { exact, instant, relative, short, shownZone, span } from "../data/time";

interface TimeProps {
	at: string | null | undefined;
	zone?: string | null; // of the job, for those who want its clock
	none?: string; // what to say without an instant
	only?: "relative" | "exact";
	isFine?: boolean; // the distance in two units
}

export function Time({ at, zone, none = "–", only, isFine = false }: TimeProps) {
	const value = instant(at);
	if (value === null) return <span class="faint">{none}</span>;
	const shown = shownZone(zone);
	const full = `${exact(value, shown)} ${shown}`;
	return (
		<time class="time" dateTime={at ?? ""} title={`${full} · ${at}`}>
			{only !== "exact" && <span class="time-relative">{relative(value, now.value, isFine ? "fine" : isNarrow.value ? "coarse" : "usual")}</span>}
			{only !== "relative" && <span class="time-exact">{short(value, now.value, shown)}</span>}
		</time>
	);
}

export function ExactTime({ at, zone }: { at: string | null | undefined; zone?: string | null }) {
	const value = instant(at);
	if (value === null) return <span class="faint">–</span>;
	const shown = shownZone(zone);
	return (
		<time class="time-full" dateTime={at ?? ""} title={at ?? ""}>
			{exact(value, shown)}{shown === "UTC" && <span class="faint"> UTC</span>}
		</time>
	);
}

export function Duration({ ms }: { ms: number | null | undefined }) {
	if (ms === null || ms === undefined) return <span class="faint">–</span>;
	return <span class="num">{span(ms)}</span>;
}

// How long something has been going on.
export function Elapsed({ since }: { since: string | null | undefined }) {
	const value = instant(since);
	if (value === null) return <span class="faint">–</span>;
	return <span class="num">{span(Math.max(0, Math.floor((now.value - value) / 1000) * 1000))}</span>;
}
