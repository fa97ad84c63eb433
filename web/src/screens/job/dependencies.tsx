// What this job waits for, and what waits for it, as a small graph and as links.
import { get, part, type Page } from "../../data/client";
import type { Job } from "../../data/model";
import { useResource } from "../../data/resource";
import { href, ofTenant } from "../../data/session";
import { visible } from "../../data/text";
import { Card, Loaded } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { Icon } from "../../parts/icon";
import { State } from "../../parts/state";

interface Link {
	id: string;
	job: Job | null; // null: it was deleted
	kind: string;
}

interface Around {
	before: Link[];
	after: Link[];
	isCut: boolean;
}

const SEEN_MAX = 500;

const words: Record<string, string> = {
	SUCCESS: "once its run is done", COMPLETE: "once its run has ended, well or not", START: "once its run has started",
};

async function load(job: Job): Promise<Around> {
	const query = ofTenant(job.tenant_id);
	const [before, page] = await Promise.all([
		Promise.all(job.dependencies.map(async (one) => ({
			id: one.depends_on_job_id, kind: one.dependency_type,
			job: await get<Job>(`jobs/${part(one.depends_on_job_id)}`, query).catch(() => null),
		}))),
		get<Page<Job>>("jobs", { ...query, limit: SEEN_MAX }),
	]);
	const after = page.data.flatMap((other) => other.dependencies.filter((one) => one.depends_on_job_id === job.id)
		.map((one) => ({ id: other.id, job: other, kind: one.dependency_type })));
	return { before, after, isCut: page.next_cursor !== null };
}

export function Dependencies({ job }: { job: Job }) {
	const around = useResource(`job ${job.tenant_id} ${job.id} around ${job.version}`, () => load(job), { events: ["job.scheduled", "job.deleted"], restMs: 5000 });
	return (
		<Loaded of={around}>{({ before, after, isCut }) => before.length + after.length === 0 ? (
			<Empty icon="graph" title="It depends on no job">
				A job can wait for another one's run of the same time: add <code>dependencies</code> to it, or <code>--depends-on</code> on the command line.
			</Empty>
		) : (
			<div class="graph">
				<Side title="Waits for" links={before} tenant={job.tenant_id} empty="Nothing: it starts when it is due." />
				<Icon name="right" size={20} />
				<Card class="graph-self"><b>{visible(job.name || job.code)}</b><State of={job.status} /></Card>
				<Icon name="right" size={20} />
				<Side title="Waited for by" links={after} tenant={job.tenant_id} empty={isCut ? `None among the newest ${SEEN_MAX} jobs.` : "No job."} />
			</div>
		)}</Loaded>
	);
}

function Side({ title, links, tenant, empty }: { title: string; links: Link[]; tenant: string; empty: string }) {
	return (
		<section class="graph-side" aria-label={title}>
			<h2>{title}</h2>
			{links.length ? <ul>{links.map((link) => (
				<li key={`${link.id} ${link.kind}`} class="card">
					{link.job ? <a class="main-link" href={href(`/jobs/${link.id}`, { tab: "dependencies" }, tenant)}>{visible(link.job.name || link.job.code)}</a> : <span>{link.id} was deleted</span>}
					{link.job?.last_run_status && <State of={link.job.last_run_status} />}
					<small class="faint">{words[link.kind] ?? link.kind}</small>
				</li>
			))}</ul> : <p class="faint">{empty}</p>}
		</section>
	);
}
