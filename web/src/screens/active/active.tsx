// What is being carried out at the moment: progress, how long it takes beside what is usual, and
// how much of the lease is left.
import { useState } from "preact/hooks";
import type { Queue } from "../../actions/holding";
import { cancelExecution } from "../../actions/runs";
import { perform } from "../../data/actions";
import { get, type Page } from "../../data/client";
import { now } from "../../data/clock";
import { useKeys } from "../../data/keys";
import type { Execution, Stats } from "../../data/model";
import { useResource } from "../../data/resource";
import { href, inScope, isAllTenants, may, scope } from "../../data/session";
import { count, plural, typeName, visible } from "../../data/text";
import { workerName } from "../../data/workers";
import { instant, span, units } from "../../data/time";
import { ActionBar } from "../../parts/actions";
import { Loaded, PageHead, Tenant, useSubject } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { openRun, RunDrawerHost } from "../../parts/run-drawer";
import { Meter } from "../../parts/spark";
import { State } from "../../parts/state";
import { Elapsed, Time } from "../../parts/time";
import type { ScreenProps } from "../registry";

const SHOWN = 200;
const LOW = 0.25; // of a lease: then it is worth a look

type Usual = Map<string, number>; // the 95th percentile of a type's durations

function usualOf(stats: Stats | undefined): Usual {
	const usual: Usual = new Map();
	for (const row of stats?.data ?? []) if (row.type && row.duration.count) usual.set(row.type, row.duration.p95_ms);
	return usual;
}

export default function Active(_props: ScreenProps) {
	const [chosen, setChosen] = useState<Execution | null>(null);
	const running = useResource(`active ${scope.value}`,
		() => get<Page<Execution>>("executions", inScope({ state: "RUNNING", limit: SHOWN })),
		// Of progress no event tells; while nothing runs there is none.
		{ concerns: (event) => Boolean(event.data.execution_id), everyMs: 3000, everyWhile: (data) => (data as Page<Execution>).data.length > 0 });
	const stats = useResource(`active stats ${scope.value}`, () => get<Stats>("stats", inScope({
		by: "type", from: new Date(Date.now() - units.DAY).toISOString(),
	})), { everyMs: 300_000 });
	const queues = useResource(may("GET queues") ? `queue limits ${scope.value}` : null, () => get<Page<Queue>>("queues", inScope()), { everyMs: 60_000 });
	const list = running.data.value?.data ?? [];
	const focus = list.find((one) => one.id === chosen?.id) ?? null;
	useSubject("execution", focus ? [focus] : [], focus?.type ?? "");
	useKeys(may("POST executions/{id}/cancel") ? [{
		keys: "c", title: "Cancel the execution",
		run: () => { if (focus) void perform(cancelExecution, [focus]); },
	}] : []);
	const usual = usualOf(stats.data.value);
	return (
		<>
			<PageHead title="Active executions" sub={running.data.value ? `${plural(list.length, "execution")} under way` : "What is being carried out at the moment."} />
			<Loaded of={running} rows={5}>{(page) => page.data.length
				? lanesOf(page.data).map(([name, rows]) => (
					<Lane key={name} name={name} rows={rows} queue={queues.data.value?.data.find((one) => one.name === name)} usual={usual} choose={setChosen} />
				)) : <Nothing />}</Loaded>
			<RunDrawerHost />
		</>
	);
}

function lanesOf(list: Execution[]): [name: string, rows: Execution[]][] {
	const lanes = new Map<string, Execution[]>();
	for (const one of list) lanes.set(one.queue, [...lanes.get(one.queue) ?? [], one]);
	return [...lanes].sort(([a], [b]) => a < b ? -1 : 1);
}

// A queue and what runs of it. Its limit counts the runs of all tenants.
function Lane({ name, rows, queue, usual, choose }: { name: string; rows: Execution[]; queue: Queue | undefined; usual: Usual; choose: (one: Execution) => void }) {
	return (
		<section class="active-lane" data-lane={name} aria-label={`Queue ${name}`}>
			<header>
				<h2>{visible(name)}</h2>
				<span class="faint" data-value="capacity">{queue?.limit ? `${count(rows.length)} of ${count(queue.limit)} at once` : `${count(rows.length)} running, no limit`}</span>
				{queue?.limit ? <Meter value={rows.length} most={queue.limit} label={`Capacity of ${name}`} /> : null}
			</header>
			<ul class="active-list" aria-label={`Active executions of ${name}`}>
				{rows.map((one) => <Row key={one.id} one={one} usual={usual.get(one.type)} focus={() => choose(one)} />)}
			</ul>
		</section>
	);
}

function leaseShare(one: Execution): number | null {
	const until = instant(one.lease_until);
	if (until === null) return null;
	return Math.max(0, Math.min(1, (until - now.value) / Math.max(1, one.lease_ms)));
}

function Row({ one, usual, focus }: { one: Execution; usual: number | undefined; focus: () => void }) {
	const lease = leaseShare(one);
	const isLow = lease !== null && lease < LOW;
	const started = instant(one.started_at) ?? now.value;
	const elapsed = Math.max(0, now.value - started);
	return (
		<li class={`card active-row ${isLow ? "is-low" : ""}`} data-id={one.id} onFocusCapture={focus} onMouseEnter={focus}>
			<div class="active-head">
				<button type="button" class="link-button active-name" onClick={() => openRun({ id: one.run_id, tenant_id: one.tenant_id })}>{typeName(one.type)}</button>
				<State of={isLow ? "STALLED" : one.status} />
				{isAllTenants.value && <Tenant id={one.tenant_id} />}
				<span class="spread"><ActionBar kind="execution" subject={one} label={`Actions of ${one.type}`} buttons={[]} /></span>
			</div>
			<Progress one={one} />
			<div class="active-facts">
				<span>Attempt {one.attempt_number}</span>
				<span title="How long it has been running">Running <Elapsed since={one.started_at} />{usual !== undefined && <span class="faint"> of {span(usual)} usually</span>}</span>
				<UsualBar elapsed={elapsed} usual={usual} />
				<span>{one.worker_id && workerName(one.worker_id)}{one.worker_hostname && <span class="faint"> on {visible(one.worker_hostname)}</span>}</span>
				{lease !== null && <Lease share={lease} until={one.lease_until} />}
			</div>
		</li>
	);
}

function Progress({ one }: { one: Execution }) {
	const percent = Math.max(0, Math.min(100, one.progress_percent));
	return (
		<div class="progress">
			<div class="progress-bar" role="progressbar" aria-label={`Progress of ${one.type}`} aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100}>
				<span style={{ width: `${percent}%` }} />
			</div>
			<span class="num">{percent} %</span>
			<span class="progress-message">{one.progress_message ? visible(one.progress_message) : <span class="faint">no progress reported</span>}</span>
		</div>
	);
}

// How far it is on its usual way: the ghost is the 95th percentile.
function UsualBar({ elapsed, usual }: { elapsed: number; usual: number | undefined }) {
	if (usual === undefined || usual <= 0) return null;
	const most = Math.max(usual * 1.5, elapsed);
	return (
		<span class="usual" role="img" aria-label={`${span(elapsed)} of usually ${span(usual)}`} title={`95 % take at most ${span(usual)}`}>
			<i class="usual-ghost" style={{ width: `${100 * usual / most}%` }} />
			<i class={`usual-bar ${elapsed > usual ? "is-over" : ""}`} style={{ width: `${100 * elapsed / most}%` }} />
		</span>
	);
}

function Lease({ share, until }: { share: number; until: string | null }) {
	const around = 2 * Math.PI * 7;
	return (
		<span class={`lease ${share < LOW ? "is-low" : ""}`} title="How much of its lease is left before the run is given to another worker">
			<svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
				<circle cx="9" cy="9" r="7" class="lease-ground" />
				<circle cx="9" cy="9" r="7" class="lease-left" stroke-dasharray={`${share * around} ${around}`} transform="rotate(-90 9 9)" />
			</svg>
			lease <Time at={until} only="relative" />
		</span>
	);
}

function Nothing() {
	const last = useResource(`active last ${scope.value}`,
		() => get<Page<Execution>>("executions", inScope({ limit: 1 })), { concerns: (event) => Boolean(event.data.execution_id) });
	const one = last.data.value?.data[0];
	return (
		<Empty icon="active" title="Nothing is running" tone="ok" actions={<a class="button" href={href("/executions")}>Execution log</a>}>
			{one ? <>The last one was <b>{typeName(one.type)}</b>, <Time at={one.completed_at ?? one.started_at} only="relative" />: <State of={one.status} quiet />.</>
				: <>A worker takes what is due by <code>POST worker/lease</code>; <code>belfry worker --exec 'type=program'</code> is a ready one.</>}
		</Empty>
	);
}
