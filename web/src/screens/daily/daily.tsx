// Daily windows: one thing a day for each person, by a time of day; who was cut off, and when.
import { newDaily, type Daily } from "../../actions/setup";
import { get, part, type Page } from "../../data/client";
import { rowsOf } from "../../data/pages";
import { range, since, until } from "../../data/range";
import { useResource } from "../../data/resource";
import { param, setQuery } from "../../data/router";
import { inScope, ofTenant, scope } from "../../data/session";
import { getEach } from "../../data/tenants";
import { count, visible } from "../../data/text";
import { Card, Loaded, tenantColumn } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { Drawer } from "../../parts/overlay";
import { NewButton, PlainList } from "../../parts/plain-list";
import { State } from "../../parts/state";
import { Table } from "../../parts/table";
import { Time } from "../../parts/time";
import type { ScreenProps } from "../registry";

interface Outcome {
	due_minute: number | null;
	success: number;
	cutoff_reached: number;
	missed: number;
}

interface Day {
	date: string | null;
	status: string;
	due_time: string;
	attempts: number;
	cutoff_at: string;
	finalized_at: string;
}

const open = (one: Daily): void => setQuery({ person: one.user_id, of: one.tenant_id });

export default function DailyWindows(_props: ScreenProps) {
	const list = useResource(`daily ${scope.value}`, () => getEach<Daily>("daily", { limit: 500 }), { events: ["window."], everyMs: 30_000 });
	return (
		<>
			<PlainList title="Daily windows" sub="One thing a day for each person, by a time of day." list={list} kind="daily" id={(one) => `${one.tenant_id} ${one.user_id}`} name={(one) => one.user_id} fresh={newDaily} onOpen={open} columns={[
				{ id: "user", title: "Person", cell: (one) => <button type="button" class="link-button main-link" onClick={() => open(one)}>{visible(one.user_id)}</button> },
				...tenantColumn<Daily>(),
				{ id: "due", title: "Due", width: "170px", narrow: "110px", cell: (one) => <span class="two"><span class="num">{visible(one.due_time)}</span><small>{visible(one.timezone)}</small></span> },
				{ id: "last", title: "Last day", width: "170px", narrow: "112px", cell: (one) => one.status ? <span class="two"><span><State of={one.status} /></span><small>{one.last_date}</small></span> : <span class="faint">none yet</span> },
				{ id: "attempt", title: "Next attempt", width: "200px", hide: "narrow", cell: (one) => <Time at={one.next?.attempt_at} /> },
				{ id: "cutoff", title: "Next cutoff", width: "200px", hide: "medium", cell: (one) => <Time at={one.next?.cutoff_at} /> },
			]} none={<Empty icon="daily" title="No daily windows yet" actions={<NewButton action={newDaily} />}>A person has a due time. In the window before it an attempt is made until one succeeds; at the due time the day is final: success, or cut off.</Empty>}>
				<Outcomes />
			</PlainList>
			{param("person") && <Days user={param("person")} />}
		</>
	);
}

function clock(minute: number): string {
	return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

function Outcomes() {
	const span = range.value;
	const stats = useResource(`daily outcomes ${scope.value} ${span.id} ${span.to ?? ""}`, () => get<Page<Outcome>>("stats", inScope({ by: "due_minute", from: since(), to: until() })), { events: ["window."], restMs: 10_000 });
	const rows = (stats.data.value?.data ?? []).filter((row) => row.due_minute !== null && row.success + row.cutoff_reached + row.missed > 0);
	if (!rows.length) return null;
	return (
		<Card title="Outcomes by due minute" aside={span.title} class="is-flush">
			<Table label="Outcomes by due minute" rows={rowsOf(rows)} id={(row) => String(row.due_minute)} columns={[
				{ id: "minute", title: "Due", width: "90px", narrow: "76px", cell: (row) => <span class="num">{clock(row.due_minute ?? 0)}</span> },
				{ id: "bar", title: "Outcomes", cell: (row) => <Bar row={row} /> },
				{ id: "success", title: "Success", width: "90px", narrow: "72px", isNumber: true, cell: (row) => count(row.success) },
				{ id: "cutoff", title: "Cut off", width: "90px", narrow: "70px", isNumber: true, cell: (row) => row.cutoff_reached ? <b class="is-bad">{count(row.cutoff_reached)}</b> : 0 },
				{ id: "missed", title: "Missed", width: "90px", isNumber: true, hide: "narrow", cell: (row) => count(row.missed) },
			]} />
		</Card>
	);
}

function Bar({ row }: { row: Outcome }) {
	const total = row.success + row.cutoff_reached + row.missed;
	return (
		<span class="outcome-bar" role="img" aria-label={`${row.success} success, ${row.cutoff_reached} cut off, ${row.missed} missed`}>
			{([["ok", row.success], ["bad", row.cutoff_reached], ["calm", row.missed]] as const).map(([tone, value]) => value > 0 && <i key={tone} class={`tone-${tone}`} style={{ width: `${100 * value / total}%` }} />)}
		</span>
	);
}

function Days({ user }: { user: string }) {
	const days = useResource(`days ${param("of")} ${user}`, () => get<Page<Day>>(`daily/${part(user)}/days`, ofTenant(param("of"), { limit: 100 })), { events: ["window."] });
	return (
		<Drawer label="Days" onClose={() => setQuery({ person: null, of: null })} title={<h2>Days of {visible(user)}</h2>}>
			<Loaded of={days}>{(page) => page.data.length ? (
				<Table label="Days" rows={rowsOf(page.data)} id={(day) => `${day.date} ${day.finalized_at}`} columns={[
					{ id: "date", title: "Day", width: "120px", cell: (day) => <span class="num">{day.date ?? "–"}</span> },
					{ id: "status", title: "Outcome", cell: (day) => <State of={day.status} /> },
					{ id: "attempts", title: "Attempts", width: "90px", isNumber: true, cell: (day) => day.attempts },
					{ id: "at", title: "Final", width: "170px", narrow: "92px", cell: (day) => <Time at={day.finalized_at} /> },
				]} />
			) : <Empty icon="daily" title="No day has ended yet">The first one ends at the next cutoff.</Empty>}</Loaded>
		</Drawer>
	);
}
