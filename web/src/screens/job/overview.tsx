// How the job went lately, when it runs next, and what it is set to.
import type { ComponentChildren } from "preact";
import { doubles, gaps, misfires, overlaps, titleOf } from "../../data/choices";
import type { Page } from "../../data/client";
import type { Execution, Job, NextRun } from "../../data/model";
import { useResource } from "../../data/resource";
import { scheduleRule, scheduleText } from "../../data/schedule";
import { actorName, capital, count, plural, visible } from "../../data/text";
import { exact, instant, shownZone, span } from "../../data/time";
import { Card, Facts, Loaded } from "../../parts/bits";
import { Json } from "../../parts/code";
import { Empty } from "../../parts/empty";
import { Icon } from "../../parts/icon";
import { NextRuns } from "../../parts/next-runs";
import { Plot } from "../../parts/plot";
import { openRun } from "../../parts/run-drawer";
import { Ticks } from "../../parts/spark";
import { State } from "../../parts/state";
import { Time } from "../../parts/time";
import { getOf, isAbout } from "./asking";

const SEEN = 50;
const NEXT = 10;

// Of durations that are sorted.
function quantile(sorted: number[], share: number): number {
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function Overview({ job }: { job: Job }) {
	return (
		<>
			<div class="grid-2 is-job">
				<Durations job={job} />
				<Next job={job} />
			</div>
			<Card title="Settings"><Facts rows={settings(job)} /></Card>
			<Card title="Parameters" aside="the payload of each run"><Json value={job.parameters} label="parameters" /></Card>
		</>
	);
}

function Durations({ job }: { job: Job }) {
	const recent = useResource(`job ${job.tenant_id} ${job.id} recent`,
		() => getOf<Page<Execution>>(job, "executions", { limit: SEEN }), { concerns: isAbout(job.id) });
	return (
		<Card title="Latest attempts" aside={(recent.data.value?.data.length ?? 0) > 1 ? `the last ${recent.data.value?.data.length}` : ""}>
			<Loaded of={recent} rows={5}>{(page) => page.data.length ? <DurationPlot list={[...page.data].reverse()} /> : (
				<Empty icon="clock" title="Never ran">
					{job.next_run_at ? <>The first run is due <Time at={job.next_run_at} zone={job.timezone} />.</> : <>Nothing is planned: it runs when it is triggered.</>}
				</Empty>
			)}</Loaded>
		</Card>
	);
}

function DurationPlot({ list }: { list: Execution[] }) {
	const ended = list.filter((one) => one.completed_at !== null && one.duration_ms !== null);
	const sorted = ended.map((one) => one.duration_ms ?? 0).sort((a, b) => a - b);
	const [half, most] = [quantile(sorted, 0.5), quantile(sorted, 0.95)];
	const times = ended.map((one) => instant(one.started_at) ?? 0);
	return (
		<>
			<Ticks label="Latest attempts" ticks={list.map((one) => ({ status: one.status, title: exact(instant(one.started_at) ?? 0, shownZone()) }))} />
			{list.length > 0 && <LastAttempt attempt={list[list.length - 1] as Execution} />}
			{ended.length > 1 && <Plot label="Duration of each attempt" times={times} height={190} format={span} series={[
				{ title: "duration", color: "run", values: ended.map((one) => one.duration_ms) },
				{ title: `half take at most ${span(half)}`, color: "calm", isDashed: true, values: ended.map(() => half) },
				{ title: `95 % at most ${span(most)}`, color: "warn", isDashed: true, values: ended.map(() => most) },
			]} />}
		</>
	);
}

// How the latest attempt went, in words, and the way to everything about it.
function LastAttempt({ attempt }: { attempt: Execution }) {
	return (
		<div class="last-attempt" data-last={attempt.status}>
			<State of={attempt.status} /> <Time at={attempt.completed_at ?? attempt.started_at} />
			<button type="button" class="link-button main-link" data-action="last.open" onClick={() => openRun({ id: attempt.run_id, tenant_id: attempt.tenant_id })}>
				{attempt.error_message ? "Why it failed" : "Look at the run"}</button>
			{attempt.error_message && <p class="is-bad">{visible(attempt.error_message)}</p>}
		</div>
	);
}

function Next({ job }: { job: Job }) {
	const next = useResource(`job ${job.tenant_id} ${job.id} next ${job.version}`,
		() => getOf<{ data: NextRun[]; words: string | null }>(job, "next-runs", { count: NEXT }), { concerns: isAbout(job.id), everyMs: 60_000 });
	return (
		<Card title="Next runs" aside={job.timezone} class="is-flush">
			<Loaded of={next} rows={5}>{({ data, words }) => data.length
				? <>{words && <p class="next-words"><Icon name="clock" size={14} /> {visible(capital(words))}</p>}<NextRuns runs={data} zone={job.timezone} /></>
				: <Empty icon="clock" title="No run is planned">{job.status === "DISABLED" ? "The job is disabled." : "It runs when it is triggered."}</Empty>}</Loaded>
		</Card>
	);
}

function retryText(job: Job): string {
	return job.max_retries ? `${plural(job.max_retries, "retry", "retries")}, the first after ${span(job.retry_delay_seconds * 1000)}` : "none";
}

function settings(job: Job): [string, ComponentChildren][] {
	return [
		["Schedule", <>{visible(scheduleText(job))}{scheduleRule(job) !== scheduleText(job) && <> <code>{visible(scheduleRule(job))}</code></>}</>],
		["Time zone", job.timezone],
		["A time that clocks skip", titleOf(gaps, job.dst_gap)],
		["A time that comes twice", titleOf(doubles, job.dst_overlap)],
		["Handler", <code>{visible(job.handler)}</code>],
		["Queue, priority", `${job.queue}, ${job.priority}`],
		["Timeout", span(job.timeout_seconds * 1000)],
		["Retries", retryText(job)],
		["At once", job.allow_concurrent ? "no bound" : count(job.max_instances)],
		["One is due while it runs", titleOf(overlaps, job.overlap)],
		["Missed while the service was down", `${titleOf(misfires, job.misfire)}; ${span(job.grace_seconds * 1000)} late is in time`],
		["Jitter", job.jitter_seconds ? `up to ${span(job.jitter_seconds * 1000)}` : "none"],
		["Left out", job.exclude.length ? job.exclude.map(visible).join(", ") : "no calendar"],
		["Runs so far", `${count(job.run_count)}, ${count(job.failure_count)} failed`],
		["Failures in a row", count(job.failures_in_a_row)],
		["Created", <Time at={job.created_at} />],
		["Changed", <Time at={job.updated_at} />],
		["Created by", visible(actorName(job.created_by ?? "–"))],
	];
}
