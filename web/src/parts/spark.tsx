// Small pictures in a line of text: a sparkline, and the last runs as ticks.
import { plural } from "../data/text";
import { stateWord, toneOf } from "./state";

export function Sparkline({ values, label, tone = "run" }: { values: number[]; label: string; tone?: string }) {
	const width = 120;
	const height = 28;
	if (values.length < 2) return <svg class="sparkline" width={width} height={height} aria-hidden="true" />;
	const most = Math.max(...values, 1);
	const step = width / (values.length - 1);
	const points = values.map((value, index) =>
		`${(index * step).toFixed(1)},${(height - 2 - (value / most) * (height - 4)).toFixed(1)}`);
	return (
		<svg class={`sparkline tone-${tone}`} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
			<polygon points={`0,${height} ${points.join(" ")} ${width},${height}`} />
			<polyline points={points.join(" ")} />
		</svg>
	);
}

export interface Tick {
	status: string;
	title: string;
}

// Oldest on the left. Failed ones are taller, so that colour alone does not tell.
export function Ticks({ ticks, label }: { ticks: Tick[]; label: string }) {
	const failed = ticks.filter((tick) => ["bad", "dead"].includes(toneOf(tick.status))).length;
	return (
		<span class="ticks" role="img" aria-label={`${label}: ${plural(ticks.length, "run")}, ${failed} failed`}>
			{ticks.map((tick, index) => (
				<i key={index} class={`tick tone-${toneOf(tick.status)}`} title={`${stateWord(tick.status)} · ${tick.title}`} />
			))}
		</span>
	);
}

export function Meter({ value, most, label }: { value: number; most: number; label: string }) {
	const share = most > 0 ? Math.min(1, value / most) : 0;
	return (
		<span class="meter" role="meter" aria-label={label} aria-valuenow={value} aria-valuemin={0} aria-valuemax={most}>
			<span class={share > 0.9 ? "is-full" : ""} style={{ width: `${share * 100}%` }} />
		</span>
	);
}
