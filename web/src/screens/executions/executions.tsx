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
import { span } from "../../data/time";
import { workerName } from "../../data/workers";
import { Chip, PageHead, Tabs, tenantColumn, useSubject } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { Segments } from "../../parts/fields";
import { List } from "../../parts/list";
import { InternalSwitch, internalEveryMs, ListTools, useColumns } from "../../parts/list-tools";
import { openRun, RunDrawerHost } from "../../parts/run-drawer";
import { State } from "../../parts/state";
import type { Column } from "../../parts/table";
import { Duration, Elapsed, Time } from "../../parts/time";
import type { ScreenProps } from "../registry";
import { ErrorGroups } from "./error-groups";

const PAGE = 200;
const HEAD = 60; // the first page is asked with every change: it has what a screen shows

const states = [
	["", "All"], ["RUNNING", "Running"], ["COMPLETED", "Completed"], ["FAILED", "Failed"], ["TIMEOUT", "Timed out"],
	["STALLED", "Stalled"], ["CANCELLED", "Cancelled"],
] as const;
const terms = ["type", "queue", "job", "worker", "error", "longer"] as const;
const typed = [["type", "Type"], ["queue", "Queue"], ["error", "Error class"]] as const;
const spans = [["", "Any duration"], ["1000", "1 s or longer"], ["10000", "10 s or longer"], ["60000", "1 min or longer"], ["600000", "10 min or longer"]] as const;
const GROUPED = "error";

function filters(): Query {
	return {
		state: param("state"), type: param("type"), queue: param("queue"), job_id: param("job"), worker_id: param("worker"), error_class: param("error"),
		min_duration_ms: param("longer"),
		since: since(), until: until(), include: param("include"),
	};
}

function isAttempt(event: LiveEvent): boolean {
	return Boolean(event.data.execution_id);
}

function useExecutions(): Pages<Execution> {
	const picked = range.value;
	// A range that moves on with the clock is one question, however often the clock ticks.
	const key = JSON.stringify([scope.value, { ...filters(), since: picked.to === null ? picked.id : picked.from, until: picked.to }]);
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

const isGrouped = (): boolean => param("group") === GROUPED;

export default function Executions(_props: ScreenProps) {
	useKeys([{ keys: "f", title: "Filter", run: () => document.querySelector<HTMLElement>(".filters select, .filters input")?.focus() }]);
	return (
		<>
			<PageHead title="Executions" sub={`${isGrouped() ? "What failed, by type and error" : "Every attempt, newest first"}. ${range.value.title}.`}>
				<Segments label="Rows" value={isGrouped() ? GROUPED : ""} onChange={(group) => setQuery({ group, state: null })} choices={[["", "Attempts"], [GROUPED, "Error groups"]]} />
			</PageHead>
			{isGrouped() ? <ErrorGroups filters={{ ...filters(), state: undefined, since: undefined, until: undefined }}><Filters /></ErrorGroups> : <Attempts />}
			<RunDrawerHost />
		</>
	);
}

function Attempts() {
	const pages = useExecutions();
	const table = useColumns("executions", columns());
	const [active, setActive] = useState<Execution | null>(null);
	useSubject("execution", active ? [active] : [], active?.type ?? "");
	return (
		<>
			<Tabs label="State" current={param("state")} tabs={states.map(([id, title]) => ({ id, title, href: withQuery({ state: id }) }))} />
			<div class="list-head">
				<Filters />
				<ListTools name="executions" pages={pages} columns={table} />
			</div>
			<List label="Executions" noun="execution" pages={pages} columns={table.shown} id={(one) => one.id} none={<None />} onActive={setActive}
				onOpen={(one) => openRun({ id: one.run_id, tenant_id: one.tenant_id })} />
		</>
	);
}

function termText(name: string): string {
	return name === "longer" ? `took ${span(Number(param(name)))} or longer` : `${name}: ${visible(param(name))}`;
}

function Filters() {
	return (
		<div class="filters">
			{typed.map(([name, title]) => (
				<label key={name} class="filter">
					<span>{title}</span>
					<input type="text" name={name} value={param(name)} size={12} spellcheck={false}
						onChange={(event) => setQuery({ [name]: (event.target as HTMLInputElement).value.trim() })} />
				</label>
			))}
			<label class="filter">
				<span class="visually-hidden">Duration</span>
				<select name="longer" value={param("longer")} onChange={(event) => setQuery({ longer: (event.target as HTMLSelectElement).value })}>
					{spans.map(([value, title]) => <option key={value} value={value}>{title}</option>)}
				</select>
			</label>
			<InternalSwitch />
			{terms.filter((name) => param(name)).map((name) => (
				<Chip key={name} onRemove={() => setQuery({ [name]: null })} label={`Remove filter ${name}`}>{termText(name)}</Chip>
			))}
		</div>
	);
}

function None() {
	const used = [...terms.filter((name) => param(name)), ...(param("state") ? ["state" as const] : [])];
	return (
		<Empty icon="executions" title={used.length ? "No execution matches" : "Nothing ran in this span"} actions={used.map((name) => (
			<button type="button" key={name} class="button" onClick={() => setQuery({ [name]: null })}>Without {termText(name)}</button>
		))}>
			Attempts of done and cancelled runs are kept for 30 days, those of dead letters until they are discarded.
			Choose a longer time range at the top to look further back.
		</Empty>
	);
}
