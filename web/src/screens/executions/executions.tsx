// The execution log: every attempt, newest first, live. A row opens its run beside the list.
import { useState } from "preact/hooks";
import { get, type Query } from "../../data/client";
import { useKeys } from "../../data/keys";
import type { LiveEvent } from "../../data/live";
import type { Execution } from "../../data/model";
import { usePages, type Pages } from "../../data/pages";
import { range, since, until } from "../../data/range";
import { param, setQuery, withQuery } from "../../data/router";
import { href, inScope, scope } from "../../data/session";
import { typeName, visible } from "../../data/text";
import { workerName } from "../../data/workers";
import { Chip, PageHead, Tabs, tenantColumn, useSubject } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { List } from "../../parts/list";
import { InternalSwitch, internalEveryMs, ListTools, useColumns } from "../../parts/list-tools";
import { openRun, RunDrawerHost } from "../../parts/run-drawer";
import { State } from "../../parts/state";
import type { Column } from "../../parts/table";
import { Duration, Elapsed, Time } from "../../parts/time";
import type { ScreenProps } from "../registry";

const PAGE = 200;
const HEAD = 60; // the first page is asked with every change: it has what a screen shows

const states = [
	["", "All"], ["RUNNING", "Running"], ["COMPLETED", "Completed"], ["FAILED", "Failed"], ["TIMEOUT", "Timed out"],
	["STALLED", "Stalled"], ["CANCELLED", "Cancelled"],
] as const;
const terms = ["type", "job", "worker", "error"] as const;

function filters(): Query {
	return {
		state: param("state"), type: param("type"), job_id: param("job"), worker_id: param("worker"), error_class: param("error"),
		since: since(), until: until(), include: param("include"),
	};
}

function isAttempt(event: LiveEvent): boolean {
	return Boolean(event.data.execution_id);
}

function useExecutions(): Pages<Execution> {
	const span = range.value;
	// A range that moves on with the clock is one question, however often the clock ticks.
	const key = JSON.stringify([scope.value, { ...filters(), since: span.to === null ? span.id : span.from, until: span.to }]);
	return usePages<Execution>(key, (cursor, signal) => get("executions", inScope({ ...filters(), limit: cursor ? PAGE : HEAD, cursor }), signal),
		{ id: (one) => one.id, concerns: isAttempt, ...internalEveryMs() });
}

function columns(): Column<Execution>[] {
	return [
		{ id: "state", title: "State", width: "132px", narrow: "112px", cell: (one) => <State of={one.status} /> },
		{
			id: "type", title: "Type", cell: (one) => (
				<span class="two">
					<a class="main-link" href={href("/executions", { run: one.run_id, of: one.tenant_id })}>{typeName(one.type)}</a>
					<small>{one.error_message ? visible(one.error_message) : one.progress_message ? visible(one.progress_message) : `run ${one.run_id.slice(-12)}`}</small>
				</span>
			),
		},
		...tenantColumn<Execution>(),
		{ id: "started", title: "Started", width: "124px", narrow: "92px", cell: (one) => <Time at={one.started_at} /> },
		{ id: "duration", title: "Took", width: "90px", isNumber: true, hide: "narrow", cell: (one) => one.completed_at ? <Duration ms={one.duration_ms} /> : <Elapsed since={one.started_at} /> },
		{ id: "attempt", title: "Attempt", width: "90px", isNumber: true, hide: "narrow", cell: (one) => one.attempt_number },
		{ id: "error", title: "Error class", width: "120px", hide: "medium", cell: (one) => one.error_class ? <code>{visible(one.error_class)}</code> : <span class="faint">–</span> },
		{ id: "worker", title: "Worker", width: "150px", hide: "medium", cell: (one) => <span title={one.worker_id ?? ""}>{workerName(one.worker_id)}</span> },
	];
}

export default function Executions(_props: ScreenProps) {
	const pages = useExecutions();
	const table = useColumns("executions", columns());
	const [active, setActive] = useState<Execution | null>(null);
	useSubject("execution", active ? [active] : [], active?.type ?? "");
	useKeys([{ keys: "f", title: "Filter", run: () => document.querySelector<HTMLElement>(".filters select, .filters input")?.focus() }]);
	return (
		<>
			<PageHead title="Executions" sub={`Every attempt, newest first. ${range.value.title}.`} />
			<Tabs label="State" current={param("state")} tabs={states.map(([id, title]) => ({ id, title, href: withQuery({ state: id }) }))} />
			<div class="list-head">
				<Filters />
				<ListTools name="executions" pages={pages} columns={table} />
			</div>
			<List label="Executions" noun="execution" pages={pages} columns={table.shown} id={(one) => one.id} none={<None />} onActive={setActive}
				onOpen={(one) => openRun({ id: one.run_id, tenant_id: one.tenant_id })} />
			<RunDrawerHost />
		</>
	);
}

function Filters() {
	return (
		<div class="filters">
			{(["type", "error"] as const).map((name) => (
				<label key={name} class="filter">
					<span>{name === "type" ? "Type" : "Error class"}</span>
					<input type="text" value={param(name)} size={14} spellcheck={false}
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

function None() {
	const used = [...terms.filter((name) => param(name)), ...(param("state") ? ["state" as const] : [])];
	return (
		<Empty icon="executions" title={used.length ? "No execution matches" : "Nothing ran in this span"} actions={used.map((name) => (
			<button type="button" key={name} class="button" onClick={() => setQuery({ [name]: null })}>Without {name} “{visible(param(name))}”</button>
		))}>
			Attempts of done and cancelled runs are kept for 30 days, those of dead letters until they are discarded.
			Choose a longer time range at the top to look further back.
		</Empty>
	);
}
