// The next ten runs, with a countdown.
import { get, type Page } from "../../data/client";
import { now } from "../../data/clock";
import type { Run } from "../../data/model";
import { rowsOf } from "../../data/pages";
import { useResource } from "../../data/resource";
import { inScope, scope } from "../../data/session";
import { typeName } from "../../data/text";
import { Card, Loaded, tenantColumn } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { openRun } from "../../parts/run-drawer";
import { shownState, State } from "../../parts/state";
import { Table } from "../../parts/table";
import { Time } from "../../parts/time";

const SHOWN = 10;

export function Upcoming() {
	const queued = useResource(`retrying ${scope.value}`, () => get<Page<Run>>("queue", inScope({ state: "queued", limit: 500 })),
		{ events: ["job.failed", "task.failed", "run."], restMs: 10_000 });
	return (
		<Card title="Upcoming" aside="the next ten" class="is-flush">
			<Loaded of={queued}>{(page) => {
				const rows = [...page.data].sort((a, b) => a.run_at < b.run_at ? -1 : 1).slice(0, SHOWN);
				if (!rows.length) return <Empty icon="clock" title="Nothing is planned">Jobs and tasks with a time stand here before they run.</Empty>;
				return <Table label="Upcoming runs" rows={rowsOf(rows)} id={(run) => run.id} onOpen={openRun} columns={[
					{ id: "type", title: "Type", cell: (run) => <button type="button" class="link-button main-link" onClick={() => openRun(run)}>{typeName(run.type)}</button> },
					...tenantColumn<Run>(),
					{ id: "state", title: "State", width: "134px", narrow: "112px", cell: (run) => <State of={shownState(run, now.value)} /> },
					{ id: "due", title: "Due", width: "176px", narrow: "104px", cell: (run) => <Time at={run.run_at} /> },
				]} />;
			}}</Loaded>
		</Card>
	);
}
