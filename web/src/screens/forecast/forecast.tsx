// Forecast: how many runs the coming hours will bring.
import { get } from "../../data/client";
import { useResource } from "../../data/resource";
import { param, withQuery } from "../../data/router";
import { inScope, scope } from "../../data/session";
import { count, plural } from "../../data/text";
import { Card, Facts, Loaded, PageHead, Tabs } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { Plot } from "../../parts/plot";
import { Time } from "../../parts/time";
import type { ScreenProps } from "../registry";

interface Data {
	from: string;
	step_seconds: number;
	total: number;
	peak: number;
	jobs: number;
	left_out: number;
	tasks: number;
	is_cut: boolean;
	counts: number[];
}

const spans = [["", "24 hours"], ["72", "3 days"], ["168", "7 days"]] as const;

export default function Forecast(_props: ScreenProps) {
	const hours = Number(param("hours")) || 24;
	const forecast = useResource(`forecast ${scope.value} ${hours}`, () => get<Data>("forecast", inScope({ hours, by: "hour" })), { events: ["job.scheduled", "job.deleted", "job.paused", "job.resumed"], restMs: 15_000, everyMs: 300_000 });
	return (
		<>
			<PageHead title="Forecast" sub="How many runs the coming hours will bring, by the schedules of today." />
			<Tabs label="Span" current={param("hours")} tabs={spans.map(([id, title]) => ({ id, title, href: withQuery({ hours: id }) }))} />
			<Loaded of={forecast} rows={6}>{(data) => data.total ? <Shown data={data} /> : <Empty icon="forecast" title="No run is planned">Jobs with a schedule and tasks with a time fill the forecast.</Empty>}</Loaded>
		</>
	);
}

function Shown({ data }: { data: Data }) {
	const from = Date.parse(data.from);
	const times = data.counts.map((_count, index) => from + index * data.step_seconds * 1000);
	const peak = data.counts.indexOf(Math.max(...data.counts));
	return (
		<>
			<Card>
				<Facts rows={[
					["Runs", `${count(data.total)}${data.is_cut ? " or more" : ""}`], ["Of jobs", plural(data.jobs, "job")], ["Tasks", count(data.tasks)], ["Busiest hour", <><Time at={new Date(times[peak] ?? from).toISOString()} only="exact" />, {plural(data.counts[peak] ?? 0, "run")}</>],
					["Left out", data.left_out ? `${plural(data.left_out, "job")}: paused or disabled` : "none"],
				]} />
			</Card>
			<Card title="Runs by hour"><Plot label="Runs by hour" times={times} height={320} isCount series={[{ title: "planned runs", color: "accent", isBar: true, values: data.counts }]} /></Card>
		</>
	);
}
