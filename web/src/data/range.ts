// The span of time that plots and lists look back on: a preset, or two instants picked on a plot.
import { computed } from "@preact/signals";
import { param, setQuery } from "./router";
import { now } from "./clock";
import { units } from "./time";

export interface Preset {
	id: string;
	title: string;
	ms: number;
	step: string; // of the statistics
	stepMs: number;
}

const { MINUTE, HOUR, DAY } = units;

export const presets: Preset[] = [
	{ id: "1h", title: "Last hour", ms: HOUR, step: "1m", stepMs: MINUTE },
	{ id: "6h", title: "Last 6 hours", ms: 6 * HOUR, step: "5m", stepMs: 5 * MINUTE },
	{ id: "24h", title: "Last 24 hours", ms: DAY, step: "30m", stepMs: 30 * MINUTE },
	{ id: "7d", title: "Last 7 days", ms: 7 * DAY, step: "2h", stepMs: 2 * HOUR },
	{ id: "30d", title: "Last 30 days", ms: 30 * DAY, step: "6h", stepMs: 6 * HOUR },
];

const USUAL = presets[2] as Preset;

export interface Range {
	id: string; // of the preset, or "custom"
	title: string;
	from: number;
	to: number | null; // null: now, and it moves on
	step: string;
	stepMs: number;
}

function stepFor(ms: number): Preset {
	return presets.find((preset) => ms <= preset.ms) ?? presets[presets.length - 1] as Preset;
}

// By the minute, so that what depends on it is not asked anew each second.
const minute = computed(() => Math.floor(now.value / MINUTE) * MINUTE);

export const range = computed<Range>(() => {
	const from = Date.parse(param("from"));
	const to = Date.parse(param("to"));
	if (!Number.isNaN(from) && !Number.isNaN(to) && to > from) {
		const { step, stepMs } = stepFor(to - from);
		return { id: "custom", title: "Picked range", from, to, step, stepMs };
	}
	const preset = presets.find((one) => one.id === param("range")) ?? USUAL;
	return {
		id: preset.id, title: preset.title, from: minute.value - preset.ms, to: null,
		step: preset.step, stepMs: preset.stepMs,
	};
});

export function pickPreset(id: string): void {
	setQuery({ range: id === USUAL.id ? null : id, from: null, to: null }, false);
}

export function pickRange(from: number, to: number): void {
	setQuery({
		range: null, from: new Date(Math.floor(from / MINUTE) * MINUTE).toISOString(),
		to: new Date(Math.ceil(to / MINUTE) * MINUTE).toISOString(),
	}, false);
}

export function since(): string {
	return new Date(range.value.from).toISOString();
}

export function until(): string | undefined {
	return range.value.to === null ? undefined : new Date(range.value.to).toISOString();
}
