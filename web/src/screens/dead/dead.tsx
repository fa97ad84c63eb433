// Dead letters: runs that used up their attempts, grouped by type and error. A group is retried or
// discarded as one; by type the server does it, however many there are.
import { useState } from "preact/hooks";
import { discardRun, retryRun } from "../../actions/runs";
import { perform } from "../../data/actions";
import { get, part, type Page } from "../../data/client";
import { useKeys } from "../../data/keys";
import type { Run } from "../../data/model";
import { operate, type Verb } from "../../data/operations";
import { rowsOf } from "../../data/pages";
import { useResource } from "../../data/resource";
import { param, setQuery } from "../../data/router";
import { href, inScope, isAllTenants, may, ofTenant, scope } from "../../data/session";
import { count, plural, typeName, visible } from "../../data/text";
import { Card, Chip, Loaded, PageHead, Tenant, useSubject } from "../../parts/bits";
import { Json } from "../../parts/code";
import { Empty } from "../../parts/empty";
import { Icon } from "../../parts/icon";
import { exportItems } from "../../parts/list-tools";
import { Menu } from "../../parts/menu";
import { openRun, RunDrawerHost } from "../../parts/run-drawer";
import { range } from "../../data/range";
import { Sparkline } from "../../parts/spark";
import { Table } from "../../parts/table";
import { Time } from "../../parts/time";
import { numbers, seriesOf, useStats } from "../../data/series";
import type { ScreenProps } from "../registry";
import { DEAD, loadDead, type Dead, type DeadGroup } from "./groups";

interface RaisedAlert {
	id: string;
	alert_type: string;
	state: string;
	subject: string | null;
	value: number;
	threshold_value: number;
	raised_at: string;
}

export default function DeadLetters(_props: ScreenProps) {
	const type = param("type");
	const dead = useResource(`dead ${scope.value} ${type}`, (signal) => loadDead(type, signal),
		{ concerns: (event) => /\.(dlq|failed|timeout|retried|cancelled)$/.test(event.type), restMs: 3000, everyMs: 60_000 }); // no event tells of deliveries
	const data = dead.data.value;
	return (
		<>
			<PageHead title="Dead letters" sub={data ? `${count(data.total)}${data.isCut ? "+" : ""} in ${plural(data.groups.length, "group")}` : "Runs that used up their attempts."}>
				<Growth />
			</PageHead>
			<GrowthAlerts />
			{type && <div class="chips"><Chip onRemove={() => setQuery({ type: null })} label="Remove filter type">type: {visible(type)}</Chip></div>}
			<Loaded of={dead} rows={6}>{(loaded) => loaded.groups.length ? <Groups dead={loaded} /> : <Nothing />}</Loaded>
			<RunDrawerHost />
		</>
	);
}

function Growth() {
	const stats = useStats();
	const series = stats.data.value && seriesOf(stats.data.value);
	if (!series) return null;
	const values = numbers(series, (row) => row.dead + row.failed);
	return <span class="growth"><Sparkline values={values} label="New dead letters" tone="dead" /><small class="faint">new, {range.value.title.toLowerCase()}</small></span>;
}

// Rules on the service watch how fast dead letters grow.
function GrowthAlerts() {
	const alerts = useResource(may("GET alerts") ? `growth alerts ${scope.value}` : null,
		() => get<Page<RaisedAlert>>("alerts", inScope({ limit: 100 })), { events: ["alert."], everyMs: 60_000 });
	const raised = alerts.data.value?.data.filter((one) => one.alert_type === "DLQ_GROWTH" && one.state === "raised") ?? [];
	return (
		<>
			{raised.map((one) => (
				<p key={one.id} class="note tone-bad" data-alert={one.id}><Icon name="alerts" /><span>
					<b>Dead letters grow</b>{one.subject && <>: {visible(one.subject)}</>}, {count(one.value)} where {count(one.threshold_value)} are allowed, since <Time at={one.raised_at} only="relative" />. <a href={href("/alerts")}>Alerts</a>
				</span></p>
			))}
		</>
	);
}

function Nothing() {
	return (
		<Empty icon="check" tone="ok" title="No dead letters">
			A run becomes a dead letter when its last attempt fails. It is kept here until somebody retries or discards it.
		</Empty>
	);
}

function Groups({ dead }: { dead: Dead }) {
	const [active, setActive] = useState("");
	const chosen = dead.groups.find((group) => group.id === active);
	useSubject("run", chosen?.runs ?? [], chosen ? plural(chosen.runs.length, "dead letter") : "");
	useKeys(may("POST queue/{id}/retry") ? [{
		keys: "r", title: "Retry the group", run: () => { if (chosen) void perform(retryRun, chosen.runs); },
	}] : []);
	return (
		<ul class="dead-groups" aria-label="Groups of dead letters">
			{dead.groups.map((group) => <Group key={group.id} group={group} isOnlyOfType={isOnly(dead, group)} focus={() => setActive(group.id)} />)}
		</ul>
	);
}

// Whether the filter "this type" means just this group.
function isOnly(dead: Dead, group: DeadGroup): boolean {
	return dead.groups.filter((one) => one.type === group.type && one.tenant === group.tenant).length === 1;
}

// The server takes over where the group is a whole type that a filter can name; else each run is asked
// for by itself.
function act(verb: Verb, group: DeadGroup, isOnlyOfType: boolean): void {
	if (isOnlyOfType && group.runs.length > 1 && !group.type.startsWith("@")) void operate(verb, { tenant: group.tenant, state: DEAD, type: group.type });
	else void perform(verb === "retry" ? retryRun : discardRun, group.runs);
}

function Group({ group, isOnlyOfType, focus }: { group: DeadGroup; isOnlyOfType: boolean; focus: () => void }) {
	const [isOpen, setOpen] = useState(false);
	const many = group.runs.length;
	return (
		<li data-group={group.type} onFocusCapture={focus} onMouseEnter={focus}>
			<Card class="dead-group">
				<div class="dead-head">
					<strong class="dead-count" title={plural(many, "dead letter")}>{count(many)}</strong>
					<div class="dead-what">
						<h2>{typeName(group.type)} {isAllTenants.value && <Tenant id={group.tenant} />}</h2>
						<p>{!group.message.startsWith(group.errorClass) && <><code>{visible(group.errorClass)}</code> </>}{visible(group.message)}</p>
						<p class="faint">{many > 1 && <>first <Time at={group.first} only="relative" />, last </>}<Time at={group.last} only="relative" /></p>
					</div>
					<div class="action-bar">
						{may("POST queue/{id}/retry") && (
							<button type="button" class="button" data-action="group.retry" onClick={() => act("retry", group, isOnlyOfType)}><Icon name="retry" />Retry {count(many)}</button>
						)}
						{may("POST queue/{id}/discard") && (
							<button type="button" class="button is-danger" data-action="group.discard" onClick={() => act("discard", group, isOnlyOfType)}><Icon name="trash" />Discard</button>
						)}
						<Menu label={`Export ${group.type}`} class="icon-button is-bordered" items={() => exportItems("dead-letters", () => group.runs)}><Icon name="download" /></Menu>
						<button type="button" class="button" aria-expanded={isOpen} data-action="group.open" onClick={() => setOpen(!isOpen)}><Icon name={isOpen ? "up" : "down"} />Runs</button>
					</div>
				</div>
				{isOpen && <Runs group={group} />}
			</Card>
		</li>
	);
}

const SHOWN = 50;

function Runs({ group }: { group: DeadGroup }) {
	const latest = group.runs[0];
	return (
		<div class="dead-runs">
			<Table label={`Dead letters of ${group.type}`} rows={rowsOf(group.runs.slice(0, SHOWN))} id={(run) => run.id} onOpen={openRun} columns={[
				{ id: "run", title: "Run", cell: (run) => <button type="button" class="link-button main-link" onClick={() => openRun(run)}>{run.id}</button> },
				{ id: "error", title: "Error", hide: "narrow", cell: (run) => visible(run.last_error?.message ?? "") },
				{ id: "attempts", title: "Attempts", width: "90px", isNumber: true, hide: "narrow", cell: (run) => run.attempts },
				{ id: "at", title: "Died", width: "170px", narrow: "96px", cell: (run) => <Time at={run.finished_at ?? run.updated_at} /> },
			]} />
			{group.runs.length > SHOWN && <p class="faint">The newest {SHOWN} of {count(group.runs.length)}.</p>}
			{latest && <Sample run={latest} />}
		</div>
	);
}

// Lists leave payloads out.
function Sample({ run }: { run: Run }) {
	const sample = useResource(`run ${run.tenant_id} ${run.id}`, () => get<Run>(`queue/${part(run.id)}`, ofTenant(run.tenant_id)));
	return <Loaded of={sample} rows={1}>{(one) => <><h3>Payload of the latest</h3><Json value={one.payload ?? {}} label="payload" /></>}</Loaded>;
}
