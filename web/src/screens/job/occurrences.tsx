// The ledger: what became of every planned occurrence. Ranges of skipped ones are one row.
import type { Page } from "../../data/client";
import type { Job } from "../../data/model";
import { usePages } from "../../data/pages";
import { param, setQuery } from "../../data/router";
import { count, visible } from "../../data/text";
import { Skeleton } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { Segments } from "../../parts/fields";
import { ProblemBox } from "../../parts/problem";
import { openRun } from "../../parts/run-drawer";
import { State } from "../../parts/state";
import { Table } from "../../parts/table";
import { ExactTime, Time } from "../../parts/time";
import { getOf, isAbout } from "./asking";

interface Occurrence {
	planned_at: string;
	outcome: string;
	reason: string | null;
	run_id: string | null;
	until?: string;
	count?: number;
	or_more?: boolean;
	backfill: boolean;
	decided_at: string;
}

const outcomes = [["", "All"], ["fired", "Fired"], ["late", "Late"], ["skipped", "Skipped"], ["missed", "Missed"]] as const;

export function Occurrences({ job }: { job: Job }) {
	const outcome = param("outcome");
	const pages = usePages<Occurrence>(`job ${job.id} occurrences ${outcome}`,
		(cursor, signal) => getOf<Page<Occurrence>>(job, "occurrences", { limit: 100, cursor, outcome }, signal),
		{ id: (one) => `${one.planned_at} ${one.backfill}`, concerns: isAbout(job.id) });
	void pages.version.value;
	return (
		<>
			<Segments label="Outcome" value={outcome} choices={outcomes} onChange={(value) => setQuery({ outcome: value })} />
			{pages.problem.value && !pages.length ? <ProblemBox problem={pages.problem.value} retry={() => { void pages.refreshHead(); }} />
				: pages.isLoading.value ? <Skeleton rows={6} />
				: !pages.length ? <Empty icon="daily" title="No occurrence yet">Every planned instant ends here as fired, late, skipped with the reason, or missed.</Empty>
				: <Ledger job={job} pages={pages} />}
		</>
	);
}

function Ledger({ job, pages }: { job: Job; pages: ReturnType<typeof usePages<Occurrence>> }) {
	return (
		<Table label="Occurrences" rows={pages} id={(one) => `${one.planned_at} ${one.backfill}`} fills
			onOpen={(one) => { if (one.run_id) openRun({ id: one.run_id, tenant_id: job.tenant_id }); }}
			onTop={(isAtTop) => { pages.isAtTop = isAtTop; }} columns={[
				{ id: "outcome", title: "Outcome", width: "118px", narrow: "100px", cell: (one) => <State of={one.outcome} /> },
				{ id: "planned", title: "Planned", cell: (one) => (
					<span class="two">
						<ExactTime at={one.planned_at} zone={job.timezone} />
						{one.until && <small>and {count(Math.max(0, (one.count ?? 1) - 1))}{one.or_more ? " or more" : ""} up to <ExactTime at={one.until} zone={job.timezone} /></small>}
					</span>
				) },
				{ id: "reason", title: "Reason", width: "150px", hide: "narrow", cell: (one) => visible(one.reason ?? "–") },
				{ id: "backfill", title: "Backfill", width: "90px", hide: "medium", cell: (one) => one.backfill ? "yes" : "" },
				{ id: "decided", title: "Decided", width: "165px", hide: "narrow", cell: (one) => <Time at={one.decided_at} zone={job.timezone} /> },
			]} />
	);
}
