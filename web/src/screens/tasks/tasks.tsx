// Tasks: single runs, now or later, that no job plans. The soonest of those that wait can be given
// another time or cancelled, one by one or by filter.
import { useState } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { newTask } from "../../actions/tasks";
import { actionsFor, perform } from "../../data/actions";
import { get, type Query } from "../../data/client";
import { now } from "../../data/clock";
import { useKeys } from "../../data/keys";
import type { Run } from "../../data/model";
import { operate } from "../../data/operations";
import { usePages } from "../../data/pages";
import { param, setQuery, withQuery } from "../../data/router";
import { inScope, may, scope } from "../../data/session";
import { plural, typeName, visible } from "../../data/text";
import { RowMenu } from "../../parts/actions";
import { Chip, PageHead, Tabs, tenantColumn, useSubject } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { Icon } from "../../parts/icon";
import { List } from "../../parts/list";
import { InternalSwitch, internalEveryMs, ListTools, useColumns } from "../../parts/list-tools";
import { openRun, RunDrawerHost } from "../../parts/run-drawer";
import { shownState, State } from "../../parts/state";
import type { Column } from "../../parts/table";
import { Time } from "../../parts/time";
import type { ScreenProps } from "../registry";

const PAGE = 100;
const LIVE = "queued,waiting";
const states = [["", "All"], [LIVE, "Waiting"], ["processing", "Running"], ["done", "Done"], ["failed,dlq", "Dead"], ["cancelled", "Cancelled"]] as const;
const terms = ["type", "queue", "entity", "user", "key"] as const;

function filters(): Query {
	return {
		state: param("state"), type: param("type"), queue: param("queue"), entity: param("entity"),
		user_id: param("user"), idempotency_key: param("key"), include: param("include"),
	};
}

function columns(): Column<Run>[] {
	return [
		{ id: "state", title: "State", width: "132px", narrow: "112px", cell: (run) => <State of={shownState(run, now.value)} /> },
		{
			id: "type", title: "Task", cell: (run) => (
				<span class="two">
					<button type="button" class="link-button main-link" onClick={() => openRun(run)}>{typeName(run.type)}</button>
					<small>{visible(run.last_error?.message ?? run.idempotency_key ?? `run ${run.id.slice(-12)}`)}</small>
				</span>
			),
		},
		...tenantColumn<Run>(),
		{ id: "due", title: "Due", width: "190px", narrow: "92px", cell: (run) => <Time at={run.run_at} /> },
		{ id: "entity", title: "About", width: "150px", hide: "medium", cell: (run) => run.entity ? <code>{visible(run.entity)}</code> : <span class="faint">–</span> },
		{ id: "queue", title: "Queue", width: "100px", hide: "medium", cell: (run) => visible(run.queue) },
		{ id: "attempts", title: "Attempts", width: "90px", isNumber: true, hide: "narrow", cell: (run) => `${run.attempts}/${run.max_attempts}` },
		{ id: "menu", title: "Actions", width: "48px", hide: "narrow", isTitleHidden: true, isOwn: true, cell: (run) => <RowMenu kind="run" subject={run} label={`Actions of ${run.type}`} /> },
	];
}

export default function Tasks(_props: ScreenProps) {
	const pages = usePages<Run>(JSON.stringify([scope.value, filters()]),
		(cursor, signal) => get("tasks", inScope({ ...filters(), limit: PAGE, cursor }), signal),
		{ id: (run) => run.id, concerns: (event) => Boolean(event.data.run_id) && !event.data.job_id, ...internalEveryMs() });
	const selection = useSignal<ReadonlySet<string>>(new Set());
	const [active, setActive] = useState<Run | null>(null);
	// Read before the rows are there: else nothing is drawn anew when the first selection comes.
	const picked = selection.value;
	const chosen = pages.held().filter((run) => picked.has(run.id));
	const about = chosen.length ? chosen : active ? [active] : [];
	const table = useColumns("tasks", columns());
	useSubject("run", about, about.length > 1 ? plural(about.length, "task") : about[0]?.type ?? "");
	const act = (id: string): void => {
		const fit = about.filter((run) => actionsFor<Run>("run", run).some((one) => one.id === id));
		const action = fit[0] && actionsFor<Run>("run", fit[0]).find((one) => one.id === id);
		if (action) void perform(action, fit);
	};
	useKeys([
		...(may("POST tasks") ? [{ keys: "n", title: "New task", run: () => { void perform(newTask, [null]); } }] : []),
		...(may("POST queue/{id}/cancel") ? [{ keys: "c", title: "Cancel the task", run: () => act("run.cancel") }] : []),
		...(may("POST queue/{id}/retry") ? [{ keys: "r", title: "Retry the task", run: () => act("run.retry") }] : []),
	]);
	return (
		<>
			<PageHead title="Tasks" sub="Single runs, now or later, that no job plans.">
				{may("POST tasks") && <button type="button" class="button is-primary" data-action="task.new" onClick={() => { void perform(newTask, [null]); }}><Icon name="plus" />New task</button>}
			</PageHead>
			<Tabs label="State" current={param("state")} tabs={states.map(([id, title]) => ({ id, title, href: withQuery({ state: id }) }))} />
			<div class="list-head">
				<Filters />
				<ListTools name="tasks" pages={pages} columns={table} />
			</div>
			<Bulk chosen={chosen} act={act} clear={() => { selection.value = new Set(); }} />
			<List label="Tasks" noun="task" pages={pages} columns={table.shown} id={(run) => run.id} none={<None />} onOpen={openRun} onActive={setActive}
				selection={selection} onSelect={(ids) => { selection.value = ids; }} />
			<RunDrawerHost />
		</>
	);
}

function Filters() {
	return (
		<div class="filters">
			{(["type", "entity"] as const).map((name) => (
				<label key={name} class="filter">
					<span>{name === "type" ? "Type" : "Entity"}</span>
					<input type="text" name={name} value={param(name)} size={14} spellcheck={false}
						onChange={(event) => setQuery({ [name]: (event.target as HTMLInputElement).value.trim() })} />
				</label>
			))}
			<InternalSwitch />
			{terms.filter((name) => param(name)).map((name) => (
				<Chip key={name} onRemove={() => setQuery({ [name]: null })} label={`Remove filter ${name}`}>{name}: {visible(param(name))}</Chip>
			))}
		</div>
	);
}

// What is selected; or everything that the filter means, also what is not loaded.
function Bulk({ chosen, act, clear }: { chosen: Run[]; act: (id: string) => void; clear: () => void }) {
	const type = param("type");
	const entity = param("entity");
	const canAll = (type || entity) && may("POST queue/cancel") && (param("state") === LIVE || param("state") === "");
	if (!chosen.length && !canAll) return null;
	return (
		<div class="bulk-bar" role="region" aria-label="Many tasks at once">
			{chosen.length > 0 && (
				<>
					<b>{plural(chosen.length, "task")} selected</b>
					{may("POST queue/{id}/cancel") && <button type="button" class="button is-small is-danger" data-action="run.cancel" onClick={() => act("run.cancel")}><Icon name="stop" size={14} />Cancel</button>}
					{may("POST queue/{id}/retry") && <button type="button" class="button is-small" data-action="run.retry" onClick={() => act("run.retry")}><Icon name="retry" size={14} />Retry</button>}
					<button type="button" class="button is-small is-quiet" onClick={clear}>Clear selection</button>
				</>
			)}
			{canAll && (
				<button type="button" class="button is-small is-danger" data-action="tasks.cancel-all"
					onClick={() => { void operate("cancel", { tenant: scope.value, state: LIVE, type, entity }); }}>
					<Icon name="stop" size={14} />Cancel all that match and wait
				</button>
			)}
		</div>
	);
}

function None() {
	const used = [...terms.filter((name) => param(name)), ...(param("state") ? ["state" as const] : [])];
	return (
		<Empty icon="tasks" title={used.length ? "No task matches" : "No tasks yet"} actions={used.length
			? used.map((name) => <button type="button" key={name} class="button" onClick={() => setQuery({ [name]: null })}>Without {name} “{visible(param(name))}”</button>)
			: may("POST tasks") && <button type="button" class="button is-primary" onClick={() => { void perform(newTask, [null]); }}><Icon name="plus" />New task</button>}>
			A task is one run of a type, with a payload, now or at a time. On the command line: <code>belfry task add mail.send --in 2h</code>
		</Empty>
	);
}
