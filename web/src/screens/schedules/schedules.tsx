// A read-only grid for a wall screen: what is due, what is processed, what died.
import { get, type Page } from "../../data/client";
import { now } from "../../data/clock";
import type { Run } from "../../data/model";
import { useResource } from "../../data/resource";
import { inScope, isAllTenants, scope } from "../../data/session";
import { plural, typeName } from "../../data/text";
import { instant } from "../../data/time";
import { Card, Loaded, PageHead, Tenant } from "../../parts/bits";
import { openRun, RunDrawerHost } from "../../parts/run-drawer";
import { shownState, State } from "../../parts/state";
import { Time } from "../../parts/time";
import type { ScreenProps } from "../registry";

const SEEN = 500;
const SHOWN = 40;

const lanes = [
	{ id: "due", title: "Due", state: "queued", keep: (run: Run) => (instant(run.run_at) ?? 0) <= now.value, none: "Nothing waits." },
	{ id: "processing", title: "Processing", state: "processing", keep: () => true, none: "Nothing is running." },
	{ id: "dead", title: "Dead", state: "failed,dlq", keep: () => true, none: "No dead letters." },
] as const;

export default function Schedules(_props: ScreenProps) {
	return (
		<>
			<PageHead title="Schedules" sub="Due, processing and dead, to look at. Nothing can be changed here." />
			<div class="lanes">{lanes.map((lane) => <Lane key={lane.id} lane={lane} />)}</div>
			<RunDrawerHost />
		</>
	);
}

function Lane({ lane }: { lane: (typeof lanes)[number] }) {
	const runs = useResource(`lane ${lane.id} ${scope.value}`, () => get<Page<Run>>("queue", inScope({ state: lane.state, limit: SEEN })), { events: ["run.", "job.", "task."], everyMs: 10_000 });
	const page = runs.data.value;
	const rows = page?.data.filter(lane.keep) ?? [];
	return (
		<Card title={lane.title} aside={page && `${plural(rows.length, "run")}${page.next_cursor ? " or more" : ""}`}>
			<Loaded of={runs}>{() => rows.length ? (
				<ul class="lane" data-lane={lane.id} aria-label={lane.title}>
					{rows.slice(0, SHOWN).map((run) => (
						<li key={run.id}>
							<button type="button" class="link-button main-link" onClick={() => openRun(run)}>{typeName(run.type)}</button>
							<State of={shownState(run, now.value)} />
							<span class="faint"><Time at={run.finished_at ?? run.run_at} only="relative" /> {isAllTenants.value && <Tenant id={run.tenant_id} />}</span>
						</li>
					))}
				</ul>
			) : <p class="faint">{lane.none}</p>}</Loaded>
		</Card>
	);
}
