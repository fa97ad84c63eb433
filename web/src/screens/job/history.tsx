// Who changed the job, when, and what: from the audit.
import { get, type Page } from "../../data/client";
import { changesOf, valueText, type Fields } from "../../data/diff";
import type { Job } from "../../data/model";
import { usePages } from "../../data/pages";
import { ofTenant } from "../../data/session";
import { actorName, visible } from "../../data/text";
import { Skeleton } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import type { IconName } from "../../parts/icon";
import { ProblemBox } from "../../parts/problem";
import { Timeline, type Step } from "../../parts/timeline";
import { isAbout } from "./asking";

interface AuditRow {
	id: string;
	at: string;
	actor_id: string;
	action: string;
	request_id?: string | null;
	before: Fields | null;
	after: Fields | null;
	reason?: string | null;
}

const icons: Record<string, IconName> = {
	"job.create": "plus", "job.update": "edit", "job.pause": "pause", "job.resume": "play", "job.delete": "trash", "job.run": "play",
};

const words: Record<string, string> = {
	"job.create": "Created", "job.update": "Changed", "job.pause": "Paused", "job.resume": "Resumed", "job.delete": "Deleted", "job.run": "Run now",
};

function stepOf(row: AuditRow): Step {
	const changes = changesOf(row.before, row.after).filter((one) => !["updated_at", "version"].includes(one.field));
	return {
		id: row.id, at: row.at, icon: icons[row.action] ?? "edit", tone: "calm",
		title: <><span title={row.action}>{words[row.action] ?? visible(row.action)}</span> by {visible(actorName(row.actor_id))}</>,
		detail: (
			<>
				{row.reason && <p>{visible(row.reason)}</p>}
				{changes.length > 0 && (
					<ul class="changes">{changes.map((one) => (
						<li key={one.field}><code>{one.field}</code>: {row.before && <><del>{visible(valueText(one.before))}</del> </>}<ins>{visible(valueText(one.after))}</ins></li>
					))}</ul>
				)}
			</>
		),
	};
}

export function History({ job }: { job: Job }) {
	const pages = usePages<AuditRow>(`job ${job.id} audit`,
		(cursor, signal) => get<Page<AuditRow>>("audit", ofTenant(job.tenant_id, { object: job.id, by: "people", limit: 50, cursor }), signal),
		{ id: (row) => row.id, concerns: isAbout(job.id) });
	void pages.version.value;
	if (pages.problem.value && !pages.length) return <ProblemBox problem={pages.problem.value} retry={() => { void pages.refreshHead(); }} />;
	if (pages.isLoading.value) return <Skeleton rows={6} />;
	if (!pages.length) return <Empty icon="history" title="No change is recorded">Changes by people stand here for 400 days.</Empty>;
	return (
		<section class="card">
			<Timeline label="Changes of the job" steps={pages.held().map(stepOf)} />
			{!pages.isComplete && <button type="button" class="button" onClick={() => pages.ensure(pages.length, pages.length + 1)}>Older changes</button>}
		</section>
	);
}
