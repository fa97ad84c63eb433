// The Job dashboard: how the work stands, how it went, what is coming.
import { pickRange, range } from "../../data/range";
import { numbers, seriesOf, useStats } from "../../data/series";
import { href, may, isAllTenants, scope } from "../../data/session";
import { useStatus } from "../../data/status";
import { Card, LinkButton, Loaded, PageHead } from "../../parts/bits";
import { HeatMap } from "../../parts/heatmap";
import { HotSpots } from "../../parts/hot-spots";
import { Plot } from "../../parts/plot";
import { RunDrawerHost } from "../../parts/run-drawer";
import type { ScreenProps } from "../registry";
import { Failures } from "./failures";
import { FirstSteps } from "./first-steps";
import { Load } from "./load";
import { Tenants } from "./tenants";
import { Tiles } from "./tiles";
import { Upcoming } from "./upcoming";

const SLO_MS = 60_000; // 99 % of high-priority runs start within a minute of their time

export default function Dashboard(_props: ScreenProps) {
	const status = useStatus();
	const counts = status.data.value?.runs;
	const isNew = counts && Object.values(counts).every((count) => count === 0);
	return (
		<>
			<PageHead title="Dashboard" sub={isAllTenants.value ? "All tenants" : scope.value}>
				<LinkButton to={href("/executions")} icon="executions">Execution log</LinkButton>
				{may("POST jobs") && <LinkButton to={href("/jobs/new")} icon="plus" isPrimary>New job</LinkButton>}
			</PageHead>
			<Loaded of={status} rows={3}>{(data) => <Tiles status={data} />}</Loaded>
			{isNew && <FirstSteps />}
			<div class="grid-2">
				<Throughput />
				<Latency />
			</div>
			<Load />
			<div class="grid-2">
				<Upcoming />
				<Failures />
			</div>
			{isAllTenants.value && <Tenants />}
			<HotSpots />
			<RunDrawerHost />
		</>
	);
}

function Throughput() {
	const stats = useStats();
	return (
		<Card title="Throughput" aside={range.value.title}>
			<Loaded of={stats} rows={6}>{(data) => {
				const series = seriesOf(data);
				return <Plot label="Attempts by outcome" times={series.times} height={220} isCount onRange={pickRange} series={[
					{ title: "done", color: "ok", isBar: true, values: numbers(series, (row) => row.done) },
					{ title: "retried", color: "warn", isBar: true, values: numbers(series, (row) => row.retries) },
					{ title: "failed or dead", color: "bad", isBar: true, values: numbers(series, (row) => row.failed + row.dead) },
				]} />;
			}}</Loaded>
		</Card>
	);
}

function Latency() {
	const stats = useStats();
	return (
		<Card title="Start delay" aside={<>from due to started; <span class="is-bad">- -</span> promised: 1 min</>}>
			<Loaded of={stats} rows={6}>{(data) => {
				const series = seriesOf(data);
				const none = new Array<number>(series.bounds.length + 1).fill(0);
				return <HeatMap label="Runs by start delay" times={series.times} stepMs={series.stepMs} bounds={series.bounds} height={244}
					counts={series.rows.map((row) => row?.start_delay.buckets ?? none)} lineMs={SLO_MS} />;
			}}</Loaded>
		</Card>
	);
}
