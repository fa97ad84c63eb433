// The list of jobs: what is scheduled, when it runs next, how it went.
import { useSignal } from "@preact/signals";
import { useState } from "preact/hooks";
import { newJob } from "../../actions/jobs";
import { actionsFor, perform } from "../../data/actions";
import { get, type Page, type Query } from "../../data/client";
import { useKeys } from "../../data/keys";
import type { LiveEvent } from "../../data/live";
import type { Job } from "../../data/model";
import { usePages, type Pages } from "../../data/pages";
import { go, param, setQuery, withQuery } from "../../data/router";
import { scheduleRule, scheduleText } from "../../data/schedule";
import { href, inScope, may, scope } from "../../data/session";
import { count, plural, visible } from "../../data/text";
import { RowMenu } from "../../parts/actions";
import { Chip, LinkButton, PageHead, Skeleton, Tabs, tenantColumn, useSubject } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { Icon } from "../../parts/icon";
import { ListTools, useColumns } from "../../parts/list-tools";
import { ProblemBox } from "../../parts/problem";
import { State } from "../../parts/state";
import { Table, type Column } from "../../parts/table";
import { Duration, Time } from "../../parts/time";
import type { ScreenProps } from "../registry";

const PAGE = 100;
const SEARCHED_MAX = 2000;
const WELL = 90; // percent

const statuses = [["", "All"], ["ACTIVE", "Active"], ["PAUSED", "Paused"], ["DISABLED", "Disabled"], ["COMPLETED", "Completed"]] as const;
const kinds = [["", "Any schedule"], ["CRON", "Cron"], ["RRULE", "Recurrence rule"], ["INTERVAL", "Interval"], ["ONCE", "Once"], ["MANUAL", "Manual"]] as const;

// What of the URL the server filters by.
function filters(): Query {
	return { status: param("status"), schedule_type: param("kind"), type: param("type"), queue: param("queue") };
}

function matches(job: Job, text: string): boolean {
	const hay = `${job.code} ${job.name ?? ""} ${job.handler} ${job.queue} ${scheduleRule(job)}`.toLowerCase();
	return text.toLowerCase().split(/\s+/).every((word) => hay.includes(word));
}

// Text is looked for in the newest jobs; the server has no index for it.
async function search(text: string, signal: AbortSignal): Promise<Page<Job>> {
	const found: Job[] = [];
	let cursor: string | null = null;
	for (let seen = 0; seen < SEARCHED_MAX;) {
		const page: Page<Job> = await get("jobs", inScope({ ...filters(), limit: 500, cursor }), signal);
		found.push(...page.data.filter((job) => matches(job, text)));
		seen += page.data.length;
		cursor = page.next_cursor;
		if (!cursor) break;
	}
	return { data: found, next_cursor: null };
}

function isAboutJobs(event: LiveEvent): boolean {
	return event.type.startsWith("job.") && event.type !== "job.missed";
}

function useJobs(): Pages<Job> {
	const text = param("search");
	const key = JSON.stringify([scope.value, filters(), text]);
	return usePages<Job>(key, (cursor, signal) => text
		? search(text, signal) : get("jobs", inScope({ ...filters(), limit: PAGE, cursor }), signal),
	{ id: (job) => job.id, concerns: isAboutJobs });
}

function successText(job: Job): string {
	if (!job.run_count) return "never ran";
	return `${count(job.run_count - job.failure_count)} of ${plural(job.run_count, "run")} went well`;
}

function Success({ job }: { job: Job }) {
	if (!job.run_count) return <span class="faint">–</span>;
	const share = Math.floor(100 * (job.run_count - job.failure_count) / job.run_count);
	return <span class={`num ${share < WELL ? "is-bad" : ""}`} title={successText(job)}>{share} %</span>;
}

function columns(): Column<Job>[] {
	return [
		{
			id: "name", title: "Job", cell: (job) => (
				<span class="two">
					<a class="main-link" href={href(`/jobs/${job.id}`, {}, job.tenant_id)}>{visible(job.name || job.code)}</a>
					<small>{visible(job.name ? `${job.code} · ${job.handler}` : job.handler)}</small>
				</span>
			),
		},
		...tenantColumn<Job>(),
		{ id: "status", title: "Status", width: "108px", narrow: "104px", cell: (job) => <State of={job.status} /> },
		{
			id: "schedule", title: "Schedule", hide: "narrow", cell: (job) => (
				<span class="two" title={scheduleRule(job)}>
					<span>{visible(scheduleText(job))}</span>
					<small>{job.timezone}</small>
				</span>
			),
		},
		{ id: "next", title: "Next run", width: "148px", hide: "narrow", cell: (job) => <Time at={job.next_run_at} zone={job.timezone} none="none planned" /> },
		{
			id: "last", title: "Last run", width: "204px", hide: "medium", cell: (job) => job.last_run_at
				? <span class="pair"><State of={job.last_run_status ?? "unknown"} /><Time at={job.last_run_at} zone={job.timezone} only="relative" /></span>
				: <span class="faint">never ran</span>,
		},
		{ id: "duration", title: "Took", width: "84px", isNumber: true, hide: "wide", cell: (job) => <Duration ms={job.last_run_duration_ms} /> },
		{ id: "success", title: "Success", width: "84px", isNumber: true, hide: "medium", cell: (job) => <Success job={job} /> },
		{ id: "queue", title: "Queue", width: "96px", hide: "wide", cell: (job) => job.queue },
		{ id: "menu", title: "Actions", width: "48px", narrow: "40px", isTitleHidden: true, isOwn: true, cell: (job) => <RowMenu kind="job" subject={job} label={`Actions of ${job.code}`} /> },
	];
}

export default function Jobs(_props: ScreenProps) {
	const pages = useJobs();
	const selection = useSignal<ReadonlySet<string>>(new Set());
	const [active, setActive] = useState<Job | null>(null);
	const chosen = pages.held().filter((job) => selection.value.has(job.id));
	const about = chosen.length ? chosen : active ? [active] : [];
	useSubject("job", about, about.length > 1 ? plural(about.length, "job") : about[0]?.code ?? "");
	const table = useColumns("jobs", columns());
	const act = (...ids: string[]): void => {
		const first = about[0];
		const action = first && actionsFor<Job>("job", first).find((one) => ids.includes(one.id));
		if (action) void perform(action, about.filter((job) => action.applies?.(job) ?? true));
	};
	useKeys([
		...(may("POST jobs") ? [{ keys: "n", title: "New job", run: () => go(href("/jobs/new")) }] : []),
		...(may("POST jobs/{id}/run") ? [{ keys: "r", title: "Run the job now", run: () => act("job.run") }] : []),
		...(may("POST jobs/{id}/pause") ? [{ keys: "p", title: "Pause or resume the job", run: () => act("job.pause", "job.resume") }] : []),
	]);
	return (
		<>
			<PageHead title="Jobs" sub="What is scheduled, when it runs next, and how it went.">
				{may("POST jobs") && <LinkButton to={href("/jobs/new")} icon="plus" isPrimary>New job</LinkButton>}
			</PageHead>
			<Tabs label="Status" current={param("status")} tabs={statuses.map(([id, title]) => ({ id, title, href: withQuery({ status: id }) }))} />
			<div class="list-head">
				<Filters />
				<ListTools name="jobs" pages={pages} columns={table} />
			</div>
			{selection.value.size > 0 && <BulkBar jobs={chosen} clear={() => { selection.value = new Set(); }} />}
			<List pages={pages} columns={table.shown} selection={selection} setActive={setActive} />
		</>
	);
}

function List({ pages, columns: shown, selection, setActive }: {
	pages: Pages<Job>; columns: Column<Job>[]; selection: { value: ReadonlySet<string> }; setActive: (job: Job | null) => void;
}) {
	void pages.version.value;
	if (pages.problem.value) return <ProblemBox problem={pages.problem.value} retry={() => { void pages.refreshHead(); }} />;
	if (pages.isLoading.value) return <Skeleton rows={8} />;
	if (!pages.length) return <None />;
	return (
		<Table label="Jobs" rows={pages} columns={shown} id={(job) => job.id} fills
			onOpen={(job) => go(href(`/jobs/${job.id}`, {}, job.tenant_id))}
			selection={selection} onSelect={(ids) => { selection.value = ids; }} onActive={setActive}
			onTop={(isAtTop) => { pages.isAtTop = isAtTop; }} />
	);
}

function Filters() {
	const terms = (["search", "type", "queue"] as const).filter((name) => param(name));
	return (
		<div class="filters">
			<label class="filter">
				<Icon name="filter" size={14} /><span class="visually-hidden">Kind of schedule</span>
				<select value={param("kind")} onChange={(event) => setQuery({ kind: (event.target as HTMLSelectElement).value })}>
					{kinds.map(([value, title]) => <option key={value} value={value}>{title}</option>)}
				</select>
			</label>
			{terms.map((name) => (
				<Chip key={name} onRemove={() => setQuery({ [name]: null })} label={`Remove filter ${name}`}>{name}: {visible(param(name))}</Chip>
			))}
		</div>
	);
}

function BulkBar({ jobs, clear }: { jobs: Job[]; clear: () => void }) {
	const first = jobs[0];
	const list = first ? ["job.run", "job.pause", "job.resume", "job.disable", "job.enable", "job.delete"]
		.flatMap((id) => {
			const fit = jobs.filter((job) => actionsFor<Job>("job", job).some((one) => one.id === id));
			const action = fit[0] && actionsFor<Job>("job", fit[0]).find((one) => one.id === id);
			return action ? [{ action, fit }] : [];
		}) : [];
	return (
		<div class="bulk-bar" role="region" aria-label="Selected jobs">
			<b>{plural(jobs.length, "job")} selected</b>
			{list.map(({ action, fit }) => (
				<button type="button" key={action.id} data-action={action.id} class={`button is-small ${action.isDanger ? "is-danger" : ""}`}
					onClick={() => { void perform(action, fit); }}>
					<Icon name={action.icon} size={14} />{action.title.replace(" job", "")}{fit.length < jobs.length ? ` (${fit.length})` : ""}
				</button>
			))}
			<button type="button" class="button is-small is-quiet" onClick={clear}>Clear selection</button>
		</div>
	);
}

function None() {
	const terms = (["search", "status", "kind", "type", "queue"] as const).filter((name) => param(name));
	if (terms.length) {
		return (
			<Empty icon="search" title="No job matches" actions={
				<>{terms.map((name) => <button type="button" key={name} class="button" onClick={() => setQuery({ [name]: null })}>Without {name} “{param(name)}”</button>)}</>
			}>Remove a filter to see more.</Empty>
		);
	}
	return (
		<Empty icon="jobs" title="No jobs yet" actions={may("POST jobs") && (
			<button type="button" class="button is-primary" onClick={() => { void perform(newJob, [null]); }}><Icon name="plus" />New job</button>
		)}>
			A job plans runs: by a cron expression, a recurrence rule, an interval, once, or only when it is triggered.
			On the command line: <code>belfry job create report --cron '0 7 * * MON' --handler report.weekly</code>
		</Empty>
	);
}
