// System jobs by category, from templates: which are there, when they run, and what differs.
import { fromTemplate, type Template } from "../../actions/ladders";
import { perform } from "../../data/actions";
import { get, type Page } from "../../data/client";
import type { Job } from "../../data/model";
import { rowsOf } from "../../data/pages";
import { useResource } from "../../data/resource";
import { href, inScope, may, scope } from "../../data/session";
import { actorName, capital, plural, visible } from "../../data/text";
import { RowMenu } from "../../parts/actions";
import { Card, Loaded, PageHead } from "../../parts/bits";
import { Icon } from "../../parts/icon";
import { State } from "../../parts/state";
import { Table } from "../../parts/table";
import { Time } from "../../parts/time";
import type { ScreenProps } from "../registry";

interface Row extends Template {
	jobs: Job[]; // made from it
}

async function load(): Promise<Row[]> {
	const [templates, jobs] = await Promise.all([get<Page<Template>>("templates"), get<Page<Job>>("jobs", inScope({ limit: 500 }))]);
	return templates.data.map((one) => ({ ...one, jobs: jobs.data.filter((job) => job.code === one.code || job.handler === one.handler) }));
}

function drift(row: Row): string {
	return row.jobs.some((job) => job.cron_expression !== row.default_schedule) ? "another schedule" : "";
}

export default function Templates(_props: ScreenProps) {
	const templates = useResource(`templates ${scope.value}`, load, { events: ["job."], restMs: 5000 });
	return (
		<>
			<PageHead title="System jobs" sub="Ready-made jobs by category. Create one from its template; required ones cannot be disabled." />
			<Loaded of={templates} rows={8}>{(rows) => (
				<>
					{[...new Set(rows.map((row) => row.category))].map((category) => <Category key={category} name={category} rows={rows.filter((row) => row.category === category)} />)}
				</>
			)}</Loaded>
		</>
	);
}

// The job that was made from it, or the way to make one.
function Made({ row }: { row: Row }) {
	const [job] = row.jobs;
	if (job) return <a href={href(`/jobs/${job.id}`, {}, job.tenant_id)}><State of={job.status} /></a>;
	if (!may(fromTemplate.route)) return <span class="faint">not created</span>;
	return <button type="button" class="button is-small" data-action="template.create" aria-label={`Create ${row.name}`} onClick={() => { void perform(fromTemplate, [row]); }}><Icon name="plus" size={14} />Create</button>;
}

function Last({ job }: { job: Job | undefined }) {
	if (!job?.last_run_at) return <span class="faint">{job ? "never ran" : "–"}</span>;
	return <span class="two"><span><State of={job.last_run_status ?? "unknown"} /></span><small><Time at={job.last_run_at} only="relative" /></small></span>;
}

function Category({ name, rows }: { name: string; rows: Row[] }) {
	return (
		<Card title={capital(name)} aside={plural(rows.length, "template")} class="is-flush">
			<Table label={name} rows={rowsOf(rows)} id={(row) => row.code} columns={[
				{ id: "name", title: "Template", cell: (row) => <span class="two"><b>{row.is_system_required && <span role="img" aria-label="Required" title="Required: it cannot be disabled"><Icon name="lock" size={12} /></span>} {visible(row.name)}</b><small>{visible(row.description)}</small></span> },
				{ id: "schedule", title: "Schedule", width: "220px", hide: "narrow", cell: (row) => <span title={visible(row.default_schedule)}>{visible(capital(row.schedule_in_words))}</span> },
				{ id: "state", title: "Job", width: "130px", narrow: "104px", cell: (row) => <Made row={row} /> },
				{ id: "next", title: "Next run", width: "136px", hide: "medium", cell: (row) => <Time at={row.jobs[0]?.next_run_at} /> },
				{ id: "last", title: "Last run", width: "132px", hide: "medium", cell: (row) => <Last job={row.jobs[0]} /> },
				{ id: "owner", title: "Made by", width: "156px", hide: "wide", cell: (row) => row.jobs[0]?.created_by ? visible(actorName(row.jobs[0].created_by)) : <span class="faint">–</span> },
				{ id: "drift", title: "Differs", width: "150px", hide: "medium", cell: (row) => drift(row) || <span class="faint">–</span> },
				{ id: "menu", title: "Actions", width: "48px", narrow: "40px", isTitleHidden: true, cell: (row) => <RowMenu kind="template" subject={row} label={`Actions of ${row.name}`} /> },
			]} />
		</Card>
	);
}
