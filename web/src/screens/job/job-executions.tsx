// The attempts of this job, newest first.
import type { Execution, Job } from "../../data/model";
import { usePages } from "../../data/pages";
import { href } from "../../data/session";
import { visible } from "../../data/text";
import { Skeleton } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { ProblemBox } from "../../parts/problem";
import { openRun } from "../../parts/run-drawer";
import { State } from "../../parts/state";
import { Table } from "../../parts/table";
import { Duration, Elapsed, Time } from "../../parts/time";
import { getOf, isAbout } from "./asking";

export function JobExecutions({ job }: { job: Job }) {
	const pages = usePages<Execution>(`job ${job.id} executions`,
		(cursor, signal) => getOf(job, "executions", { limit: 100, cursor }, signal), { id: (one) => one.id, concerns: isAbout(job.id) });
	void pages.version.value;
	if (pages.problem.value && !pages.length) return <ProblemBox problem={pages.problem.value} retry={() => { void pages.refreshHead(); }} />;
	if (pages.isLoading.value) return <Skeleton rows={6} />;
	if (!pages.length) return <Empty icon="executions" title="Never ran">{job.next_run_at ? <>The first run is due <Time at={job.next_run_at} />.</> : "It runs when it is triggered."}</Empty>;
	return (
		<Table label="Executions of the job" rows={pages} id={(one) => one.id} fills onTop={(isAtTop) => { pages.isAtTop = isAtTop; }}
			onOpen={(one) => openRun({ id: one.run_id, tenant_id: one.tenant_id })} columns={[
				{ id: "state", title: "State", width: "132px", narrow: "112px", cell: (one) => <State of={one.status} /> },
				{ id: "what", title: "Run", cell: (one) => (
					<span class="two">
						<a class="main-link" href={href(`/jobs/${job.id}`, { tab: "executions", run: one.run_id }, job.tenant_id)}>{one.run_id.slice(-12)}</a>
						<small>{visible(one.error_message ?? one.progress_message ?? one.worker_id ?? "")}</small>
					</span>
				) },
				{ id: "started", title: "Started", width: "165px", narrow: "92px", cell: (one) => <Time at={one.started_at} zone={job.timezone} /> },
				{ id: "took", title: "Took", width: "90px", isNumber: true, hide: "narrow", cell: (one) => one.completed_at ? <Duration ms={one.duration_ms} /> : <Elapsed since={one.started_at} /> },
				{ id: "attempt", title: "Attempt", width: "90px", isNumber: true, hide: "narrow", cell: (one) => one.attempt_number },
				{ id: "error", title: "Error class", width: "130px", hide: "medium", cell: (one) => one.error_class ? <code>{visible(one.error_class)}</code> : <span class="faint">–</span> },
			]} />
	);
}
