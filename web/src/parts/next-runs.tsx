// The next runs of a rule: on the clock of its zone, in UTC, and what a clock change, jitter and gates
// do to each.
import type { NextRun } from "../data/model";
import { rowsOf } from "../data/pages";
import { visible } from "../data/text";
import { exact, instant, shownZone } from "../data/time";
import { Icon } from "./icon";
import { Table, type Column } from "./table";
import { Time } from "./time";

// On the clock that the column is about, whichever clock the other times are shown on.
// Beside a time of the same day the day is left out.
function Clock({ at, zone, on = "" }: { at: string; zone: string; on?: string }) {
	const text = exact(instant(at) ?? 0, zone);
	return <time dateTime={at}>{on.slice(0, 10) === text.slice(0, 10) ? text.slice(11) : text}</time>;
}

const gates: Record<string, string> = { quiet_hours: "quiet hours", maintenance: "maintenance" };

function Held({ run, zone }: { run: NextRun; zone: string }) {
	if (!run.held_by) return null;
	return (
		<small class="run-note" data-held={run.held_until ?? "open"} data-gate={run.held_by}>
			<Icon name={run.held_by === "quiet_hours" ? "moon" : "late"} size={12} /> {gates[run.held_by] ?? visible(run.held_by)}: held until {run.held_until ? <Clock at={run.held_until} zone={zone} on={run.local} /> : "it ends"}
		</small>
	);
}

type Clocks = { title: string; zone: string } | null;

// Beside the rule's own clock: UTC; for a rule in UTC the clock that other times are shown on.
function otherClock(zone: string): Clocks {
	if (zone !== "UTC") return { title: "UTC", zone: "UTC" };
	const shown = shownZone();
	return shown === "UTC" ? null : { title: `Time in ${shown}`, zone: shown };
}

export function NextRuns({ runs, zone }: { runs: NextRun[]; zone: string }) {
	const other = otherClock(zone);
	return (
		<Table label="Next runs" rows={rowsOf(runs)} id={(run) => run.at} columns={[
			{ id: "in", title: "From now", width: "136px", narrow: "112px", cell: (run) => <Time at={run.at} only="relative" isFine /> },
			{ id: "local", title: `Time in ${zone}`, cell: (run) => (
				<span class="two">
					<span class="num">{run.local.replace("T", " ")}</span>
					{run.note && <small class="run-note"><Icon name="late" size={12} /> {visible(run.note)}</small>}
					{run.run_at && <small class="run-note is-calm" data-jitter={run.run_at}><Icon name="clock" size={12} /> due <Clock at={run.run_at} zone={zone} on={run.local} />, by its jitter</small>}
					<Held run={run} zone={zone} />
				</span>
			) },
			...(other ? [{ id: "utc", title: other.title, width: "180px", hide: "narrow", cell: (run) => <span class="num faint"><Clock at={run.at} zone={other.zone} /></span> } as Column<NextRun>] : []),
		]} />
	);
}
