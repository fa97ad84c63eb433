// How many runs the next 24 hours will bring, by five minutes.
import { get } from "../../data/client";
import { isNarrow } from "../../data/prefs";
import { useResource } from "../../data/resource";
import { inScope, scope } from "../../data/session";
import { count, plural } from "../../data/text";
import { clockOf, niceTimes, shownZone, units } from "../../data/time";
import { Card, Loaded } from "../../parts/bits";
import { DataTwin } from "../../parts/twin";

interface Forecast {
	from: string;
	step_seconds: number;
	total: number;
	peak: number;
	jobs: number;
	left_out: number;
	is_cut: boolean;
	counts: number[];
}

const GROUP = 5;
const WIDTH = 1440 / GROUP;
const HEIGHT = 100;

function grouped(counts: number[]): number[] {
	const sums: number[] = [];
	counts.forEach((value, index) => {
		const at = Math.floor(index / GROUP);
		sums[at] = (sums[at] ?? 0) + value;
	});
	return sums;
}

export function Load() {
	const forecast = useResource(`forecast ${scope.value}`, () => get<Forecast>("forecast", inScope({ hours: 24, by: "minute" })),
		{ events: ["job.scheduled", "job.deleted", "job.paused", "job.resumed"], restMs: 15_000, everyMs: 300_000 });
	return (
		<Card title="Load of the next 24 hours" aside={forecast.data.value && aside(forecast.data.value)}>
			<Loaded of={forecast} rows={3}>{(data) => <Strip data={data} />}</Loaded>
		</Card>
	);
}

function aside(data: Forecast): string {
	const left = data.left_out ? `, ${plural(data.left_out, "job")} left out: paused or disabled` : "";
	const most = Math.max(0, ...grouped(data.counts));
	return `at most ${count(most)} in five minutes; ${plural(data.total, "run")}${data.is_cut ? " or more" : ""} of ${plural(data.jobs, "job")}${left}`;
}

// A word at the very edge would be cut off.
function isInside(share: number): boolean {
	return share > 0.02 && share < 0.98;
}

// The busiest tenth stands out: that is where runs would wait for each other.
function Strip({ data }: { data: Forecast }) {
	const bars = grouped(data.counts);
	const most = Math.max(1, ...bars);
	const from = Date.parse(data.from);
	const sorted = [...bars].sort((a, b) => b - a);
	const busy = Math.max(2, sorted[Math.floor(bars.length / 10)] ?? 0);
	const at = (index: number): string => clockOf(from + index * GROUP * units.MINUTE, shownZone());
	const peak = bars.indexOf(most);
	return (
		<figure class="load" aria-label="Runs by five minutes">
			<svg class="load-strip" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img"
				aria-label={`At most ${count(most)} runs in five minutes, at ${at(peak)}`}>
				{bars.map((value, index) => value > 0 && (
					<rect key={index} x={index + 0.1} width={0.8} y={HEIGHT - (value / most) * HEIGHT} height={(value / most) * HEIGHT}
						class={value > busy && value > 1.5 * (data.total / bars.length) ? "is-busy" : ""}>
						<title>{`${at(index)}: ${plural(value, "run")}`}</title>
					</rect>
				))}
			</svg>
			<div class="load-axis" aria-hidden="true">
				{niceTimes(from, from + units.DAY, isNarrow.value ? 4 : 8).filter((time) => isInside((time - from) / units.DAY)).map((time) => (
					<span key={time} style={{ left: `${100 * (time - from) / units.DAY}%` }}>{clockOf(time, shownZone())}</span>
				))}
			</div>
			<DataTwin label="Load" head={["from", "runs"]} rows={bars.map((value, index) => [at(index), value])} />
		</figure>
	);
}
