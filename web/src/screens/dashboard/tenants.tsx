// Every tenant beside the others: who is busy, who fails.
import { get } from "../../data/client";
import type { Stats, StatsRow } from "../../data/model";
import { rowsOf } from "../../data/pages";
import { range, since, until } from "../../data/range";
import { useResource } from "../../data/resource";
import { setQuery } from "../../data/router";
import { inScope } from "../../data/session";
import { count, visible } from "../../data/text";
import { span } from "../../data/time";
import { Card, Loaded } from "../../parts/bits";
import { Sparkline } from "../../parts/spark";
import { Table } from "../../parts/table";

interface Row {
	tenant: string;
	started: number;
	done: number;
	failed: number;
	dead: number;
	late: number;
	spark: number[];
}

// The 95th percentile of the worst step: an average would hide the bad hour.
function rowsByTenant(stats: Stats): Row[] {
	const byTenant = new Map<string, StatsRow[]>();
	for (const row of stats.data) {
		const id = row.tenant_id ?? "other";
		byTenant.set(id, [...byTenant.get(id) ?? [], row]);
	}
	return [...byTenant].map(([tenant, rows]) => ({
		tenant,
		started: total(rows, (row) => row.started), done: total(rows, (row) => row.done),
		failed: total(rows, (row) => row.failed), dead: total(rows, (row) => row.dead),
		late: Math.max(0, ...rows.flatMap((row) => row.start_delay.p95_ms ?? [])), // none where nothing started
		spark: sparkOf(rows, stats),
	})).sort((a, b) => b.started - a.started);
}

function total(rows: StatsRow[], pick: (row: StatsRow) => number): number {
	return rows.reduce((sum, row) => sum + pick(row), 0);
}

function sparkOf(rows: StatsRow[], stats: Stats): number[] {
	const step = stats.step_seconds * 1000;
	const from = Date.parse(stats.from);
	const values = new Array<number>(Math.max(2, Math.ceil((Date.parse(stats.to) - from) / step))).fill(0);
	for (const row of rows) {
		const index = Math.round((Date.parse(row.at ?? "") - from) / step);
		if (index >= 0 && index < values.length) values[index] = row.started;
	}
	return values;
}

export function Tenants() {
	const picked = range.value;
	const stats = useResource(`tenants stats ${picked.id} ${picked.to ?? ""}`,
		() => get<Stats>("stats", inScope({ by: "hour,tenant", from: since(), to: until() })), { restMs: 15_000, everyMs: 60_000 });
	return (
		<Card title="Tenants" aside="fairness at a glance" class="is-flush">
			<Loaded of={stats}>{(data) => (
				<Table label="Tenants" rows={rowsOf(rowsByTenant(data))} id={(row) => row.tenant} columns={[
					{ id: "tenant", title: "Tenant", cell: (row) => <button type="button" class="link-button main-link" onClick={() => setQuery({ tenant: row.tenant }, false)}>{visible(row.tenant)}</button> },
					{ id: "spark", title: "Started", width: "22%", hide: "narrow", cell: (row) => <Sparkline values={row.spark} label={`Attempts of ${row.tenant}`} /> },
					{ id: "started", title: "Attempts", width: "92px", isNumber: true, cell: (row) => count(row.started) },
					{ id: "done", title: "Done", width: "82px", isNumber: true, hide: "narrow", cell: (row) => count(row.done) },
					{ id: "failed", title: "Failed", width: "82px", isNumber: true, hide: "narrow", cell: (row) => count(row.failed) },
					{ id: "dead", title: "Dead", width: "74px", isNumber: true, cell: (row) => row.dead ? <b class="is-dead">{count(row.dead)}</b> : "0" },
					{ id: "late", title: "Start delay p95", width: "148px", isNumber: true, hide: "medium", cell: (row) => span(row.late) },
				]} />
			)}</Loaded>
		</Card>
	);
}
