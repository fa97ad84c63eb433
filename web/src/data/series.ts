// Statistics by time, on an even grid: steps in which nothing happened are there too.
import { serverNow } from "./clock";
import { get } from "./client";
import type { Stats, StatsRow } from "./model";
import { range, since, until } from "./range";
import { useResource, type Resource } from "./resource";
import { inScope, scope } from "./session";

export interface Series {
	times: number[];
	rows: (StatsRow | null)[];
	bounds: number[];
	stepMs: number;
}

export function seriesOf(stats: Stats): Series {
	const stepMs = stats.step_seconds * 1000;
	const byTime = new Map(stats.data.map((row) => [Date.parse(row.at ?? ""), row]));
	const times: number[] = [];
	const end = Math.min(Date.parse(stats.to), serverNow() + stepMs);
	for (let at = Date.parse(stats.from); at < end && times.length < 2000; at += stepMs) times.push(at);
	return { times, rows: times.map((at) => byTime.get(at) ?? null), bounds: stats.bounds_ms, stepMs };
}

export function numbers(series: Series, pick: (row: StatsRow) => number): number[] {
	return series.rows.map((row) => row ? pick(row) : 0);
}

// Over the time range of the top bar.
export function useStats(): Resource<Stats> {
	const span = range.value;
	return useResource(`stats ${scope.value} ${span.id} ${span.to ?? ""} ${span.to ? span.from : ""}`,
		() => get<Stats>("stats", inScope({ from: since(), to: until(), step: span.step })),
		{ events: ["job.", "task.", "run."], restMs: 10_000, everyMs: 60_000 });
}
