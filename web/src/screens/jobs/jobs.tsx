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
import { href, inScope, isAllTenants, may, scope } from "../../data/session";
import { useStatus, type Status } from "../../data/status";
import { actorName, count, plural, visible } from "../../data/text";
import { span } from "../../data/time";
import { tellProblem } from "../../data/toasts";
import { RowMenu } from "../../parts/actions";
import { Chip, LinkButton, PageHead, Skeleton, Tabs, tenantColumn, useSubject } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { Icon } from "../../parts/icon";
import { ListTools, useColumns } from "../../parts/list-tools";
import { ProblemBox } from "../../parts/problem";
import { Sparkline, Ticks } from "../../parts/spark";
import { State } from "../../parts/state";
import { Table, type Column } from "../../parts/table";
import { Duration, Time } from "../../parts/time";
import type { ScreenProps } from "../registry";

const PAGE = 100;
const SEARCHED_MAX = 2000;
const WELL = 90; // percent
const RECENT = 30; // runs that are shown with each job
const MATCHING_MAX = 10_000;

const statuses = [["", "All"], ["ACTIVE", "Active"], ["PAUSED", "Paused"], ["DISABLED", "Disabled"]] as const;
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
		const page: Page<Job> = await get("jobs", inScope({ ...filters(), recent: RECENT, limit: 500, cursor }), signal);
		found.push(...page.data.filter((job) => matches(job, text)));
		seen += page.data.length;
		cursor = page.next_cursor;
		if (!cursor) break;
	}
	return { data: found, next_cursor: null };
}

// Every job that the filters match, for what is done to all of them.
async function allMatching(): Promise<Job[]> {
	const text = param("search");
	const found: Job[] = [];
	let cursor: string | null = null;
	do {
		const page: Page<Job> = await get("jobs", inScope({ ...filters(), limit: 500, cursor }));
		found.push(...page.data.filter((job) => !text || matches(job, text)));
		cursor = page.next_cursor;
	} while (cursor && found.length < MATCHING_MAX);
	return found;
}

function filterText(): string {
	const parts = (["search", "status", "kind", "type", "queue"] as const).filter((name) => param(name)).map((name) => `${name} ${param(name)}`);
	return `Filter: ${parts.join(", ") || "every job"}; tenant ${isAllTenants.value ? "all" : scope.value}.`;
}

function isAboutJobs(event: LiveEvent): boolean {
	return event.type.startsWith("job.") && event.type !== "job.missed";
}

function useJobs(): Pages<Job> {
	const text = param("search");
	const key = JSON.stringify([scope.value, filters(), text]);
	return usePages<Job>(key, (cursor, signal) => text
		? search(text, signal) : get("jobs", inScope({ ...filters(), recent: RECENT, limit: PAGE, cursor }), signal),
	{ id: (job) => job.id, concerns: isAboutJobs });
}

// The last runs as ticks, and how many of them went well.
function LastRuns({ job }: { job: Job }) {
	const statuses = job.recent?.statuses ?? [];
	const durations = job.recent?.durations_ms ?? [];
	if (!statuses.length) return <span class="faint">–</span>;
	const ticks = statuses.map((status, index) => ({ status, title: `took ${span(durations[index] ?? 0)}` })).reverse();
	const well = statuses.filter((status) => status === "COMPLETED").length;
	const share = Math.floor(100 * well / statuses.length);
	return (
		<span class="two" data-share={share}>
			<Ticks ticks={ticks} label={`Last runs of ${job.code}`} />
			<small class={share < WELL ? "is-bad" : ""} title={`${well} of the last ${plural(statuses.length, "run")} went well`}>{share} % of {statuses.length}</small>
		</span>
	);
}

// How it ended and when, beside the durations of the last runs.
function LastRun({ job }: { job: Job }) {
	const durations = [...job.recent?.durations_ms ?? []].reverse();
	if (!job.last_run_at) return <span class="faint">never ran</span>;
	return (
		<span class="last-run">
			<span class="two"><span><State of={job.last_run_status ?? "unknown"} quiet /></span><small><Time at={job.last_run_at} zone={job.timezone} only="relative" /></small></span>
			{durations.length > 1 && <span title={`Durations of the last ${durations.length} runs, at most ${span(Math.max(...durations))}`}><Sparkline values={durations} label={`Durations of the last runs of ${job.code}`} /></span>}
		</span>
	);
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
		{ id: "next", title: "Next run", width: "132px", hide: "narrow", cell: (job) => <Time at={job.next_run_at} zone={job.timezone} none="none planned" /> },
		{ id: "last", title: "Last run", width: "176px", hide: "medium", cell: (job) => <LastRun job={job} /> },
		{ id: "recent", title: "Recent runs", width: "148px", hide: "medium", cell: (job) => <LastRuns job={job} /> },
		{ id: "duration", title: "Took", width: "84px", isNumber: true, hide: "wide", cell: (job) => <Duration ms={job.last_run_duration_ms} /> },
		{ id: "queue", title: "Queue", width: "96px", hide: "wide", cell: (job) => job.queue },
		{ id: "owner", title: "Owner", width: "132px", hide: "wide", cell: (job) => <span title={job.created_by ?? ""}>{job.created_by ? visible(actorName(job.created_by)) : <span class="faint">–</span>}</span> },
		{ id: "menu", title: "Actions", width: "48px", narrow: "40px", isTitleHidden: true, isOwn: true, cell: (job) => <RowMenu kind="job" subject={job} label={`Actions of ${job.code}`} /> },
	];
}

export default function Jobs(_props: ScreenProps) {
	const pages = useJobs();
	const selection = useSignal<ReadonlySet<string>>(new Set());
	const [active, setActive] = useState<Job | null>(null);
	const [all, setAll] = useState<Job[] | null>(null); // every job that matches, beyond those that are loaded
	const chosen = all ?? pages.held().filter((job) => selection.value.has(job.id));
	const about = chosen.length ? chosen : active ? [active] : [];
	useSubject("job", about, about.length > 1 ? plural(about.length, "job") : about[0]?.code ?? "");
	const table = useColumns("jobs", columns());
	const counts = useStatus().data.value;
	const select = (ids: ReadonlySet<string>): void => {
		selection.value = ids;
		setAll(null);
	};
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
			<Tabs label="Status" current={param("status")} tabs={statuses.map(([id, title]) => ({ id, title, count: countOf(counts, id), href: withQuery({ status: id }) }))} />
			<div class="list-head">
				<Filters />
				<ListTools name="jobs" pages={pages} columns={table} />
			</div>
			{(selection.value.size > 0 || all) && <BulkBar jobs={chosen} isAll={all !== null} clear={() => select(new Set())} selectAll={pages.isComplete ? undefined : () => {
				allMatching().then(setAll, (error) => tellProblem(error, "The jobs could not be selected"));
			}} />}
			<List pages={pages} columns={table.shown} selection={selection} select={select} setActive={setActive} />
		</>
	);
}

// Counts are of all jobs: beside another filter they would mislead.
function countOf(counts: Status | undefined, status: string): string | undefined {
	if (!counts?.jobs || ["search", "kind", "type", "queue"].some((name) => param(name))) return undefined;
	const { DELETED: _gone, ...jobs } = counts.jobs;
	const value = status ? jobs[status] ?? 0 : Object.values(jobs).reduce((sum, one) => sum + one, 0);
	return `${count(value)}${counts.counted_up_to !== undefined && value >= counts.counted_up_to ? "+" : ""}`;
}

function List({ pages, columns: shown, selection, select, setActive }: {
	pages: Pages<Job>; columns: Column<Job>[]; selection: { value: ReadonlySet<string> }; select: (ids: ReadonlySet<string>) => void; setActive: (job: Job | null) => void;
}) {
	void pages.version.value;
	if (pages.problem.value) return <ProblemBox problem={pages.problem.value} retry={() => { void pages.refreshHead(); }} />;
	if (pages.isLoading.value) return <Skeleton rows={8} />;
	if (!pages.length) return <None />;
	return (
		<Table label="Jobs" rows={pages} columns={shown} id={(job) => job.id} fills
			onOpen={(job) => go(href(`/jobs/${job.id}`, {}, job.tenant_id))}
			selection={selection} onSelect={select} onActive={setActive}
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

function BulkBar({ jobs, isAll, clear, selectAll }: { jobs: Job[]; isAll: boolean; clear: () => void; selectAll: (() => void) | undefined }) {
	const list = ["job.run", "job.pause", "job.resume", "job.disable", "job.enable", "job.delete"].flatMap((id) => {
		const fit = jobs.filter((job) => actionsFor<Job>("job", job).some((one) => one.id === id));
		const action = fit[0] && actionsFor<Job>("job", fit[0]).find((one) => one.id === id);
		return action ? [{ action, fit }] : [];
	});
	return (
		<div class="bulk-bar" role="region" aria-label="Selected jobs" data-selected={jobs.length}>
			<b>{isAll ? `All ${plural(jobs.length, "job")} that match` : `${plural(jobs.length, "job")} selected`}</b>
			{!isAll && selectAll && <button type="button" class="link-button" data-action="select.all" onClick={selectAll}>Select all that match</button>}
			{list.map(({ action, fit }) => (
				<button type="button" key={action.id} data-action={action.id} class={`button is-small ${action.isDanger ? "is-danger" : ""}`}
					onClick={() => { void perform(action, fit, isAll ? filterText() : ""); }}>
					<Icon name={action.icon} size={14} />{action.title.replace(" job", "")}{fit.length < jobs.length ? ` (${count(fit.length)})` : ""}
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
