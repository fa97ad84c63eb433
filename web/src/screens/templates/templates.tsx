// System jobs by category, from templates: which are there, when they run, and what differs.
import type { Template } from "../../actions/ladders";
import { get, type Page } from "../../data/client";
import type { Job } from "../../data/model";
import { rowsOf } from "../../data/pages";
import { useResource } from "../../data/resource";
import { href, inScope, scope } from "../../data/session";
import { plural, visible } from "../../data/text";
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

// A template has its rule alone; a job of the same rule has it in words.
function Schedule({ of }: { of: Row }) {
	const words = of.jobs.find((job) => job.cron_expression === of.default_schedule)?.schedule_in_words;
	return words ? <span title={visible(of.default_schedule)}>{words}</span> : <code>{visible(of.default_schedule)}</code>;
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

function Category({ name, rows }: { name: string; rows: Row[] }) {
	return (
		<Card title={name.charAt(0).toUpperCase() + name.slice(1)} aside={plural(rows.length, "template")} class="is-flush">
			<Table label={name} rows={rowsOf(rows)} id={(row) => row.code} columns={[
				{ id: "name", title: "Job", cell: (row) => <span class="two"><b>{row.is_system_required && <Icon name="lock" size={12} />} {visible(row.name)}</b><small>{visible(row.description)}</small></span> },
				{ id: "schedule", title: "Schedule", width: "150px", hide: "narrow", cell: (row) => <Schedule of={row} /> },
				{ id: "state", title: "Here", width: "130px", narrow: "104px", cell: (row) => row.jobs[0] ? <a href={href(`/jobs/${row.jobs[0].id}`, {}, row.jobs[0].tenant_id)}><State of={row.jobs[0].status} /></a> : <span class="faint">not created</span> },
				{ id: "next", title: "Next run", width: "170px", hide: "medium", cell: (row) => <Time at={row.jobs[0]?.next_run_at} /> },
				{ id: "drift", title: "Differs", width: "156px", hide: "medium", cell: (row) => drift(row) || <span class="faint">–</span> },
				{ id: "required", title: "Required", width: "90px", hide: "narrow", cell: (row) => row.is_system_required ? "yes" : <span class="faint">no</span> },
				{ id: "menu", title: "Actions", width: "48px", narrow: "40px", isTitleHidden: true, cell: (row) => <RowMenu kind="template" subject={row} label={`Actions of ${row.name}`} /> },
			]} />
		</Card>
	);
}
