// The next runs of a rule: on the clock of its zone, in UTC, and what a clock change did to each.
import type { NextRun } from "../data/model";
import { rowsOf } from "../data/pages";
import { visible } from "../data/text";
import { Icon } from "./icon";
import { Table, type Column } from "./table";
import { Time } from "./time";

// A rule on the clock of UTC needs no second column.
export function NextRuns({ runs, zone }: { runs: NextRun[]; zone: string }) {
	return (
		<Table label="Next runs" rows={rowsOf(runs)} id={(run) => run.at} columns={[
			{ id: "in", title: "From now", width: "136px", narrow: "112px", cell: (run) => <Time at={run.at} only="relative" /> },
			{ id: "local", title: `Time in ${zone}`, cell: (run) => (
				<span class="two">
					<span class="num">{run.local.replace("T", " ")}</span>
					{run.note && <small class="run-note"><Icon name="late" size={12} /> {visible(run.note)}</small>}
					{run.held_until && <small class="run-note" data-held={run.held_until}><Icon name="moon" size={12} /> in quiet hours: told <Time at={run.held_until} zone={zone} only="exact" /></small>}
				</span>
			) },
			...(zone === "UTC" ? [] : [{ id: "utc", title: "UTC", width: "180px", hide: "narrow", cell: (run) => <span class="num faint">{run.at.replace("T", " ").replace("Z", "")}</span> } as Column<NextRun>]),
		]} />
	);
}
