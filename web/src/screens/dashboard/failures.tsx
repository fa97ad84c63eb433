// What failed lately, grouped by type and error: one line for a thousand failures of the same kind.
import { get, type Page } from "../../data/client";
import { groupErrors, type Group } from "../../data/fingerprint";
import type { Execution } from "../../data/model";
import { rowsOf } from "../../data/pages";
import { range, since, until } from "../../data/range";
import { useResource } from "../../data/resource";
import { href, inScope, isAllTenants, scope } from "../../data/session";
import { count, typeName, visible } from "../../data/text";
import { Card, Loaded } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { openRun } from "../../parts/run-drawer";
import { Table } from "../../parts/table";
import { Time } from "../../parts/time";

const STATES = ["FAILED", "TIMEOUT", "STALLED"];
const SEEN = 300;
const SHOWN = 10;

async function load(): Promise<{ groups: Group[]; isCut: boolean }> {
	const pages = await Promise.all(STATES.map((state) =>
		get<Page<Execution>>("executions", inScope({ state, since: since(), until: until(), limit: SEEN }))));
	return { groups: groupErrors(pages.flatMap((page) => page.data)), isCut: pages.some((page) => page.next_cursor !== null) };
}

export function Failures() {
	const span = range.value;
	const failures = useResource(`failures ${scope.value} ${span.id} ${span.to ?? ""}`, load,
		{ events: ["job.failed", "task.failed", "job.timeout", "task.timeout"], restMs: 10_000, everyMs: 120_000 });
	const isCut = failures.data.value?.isCut;
	return (
		<Card title="Failures" aside={isCut ? `grouped, of the latest ${SEEN} of each kind` : "grouped by type and error"} class="is-flush">
			<Loaded of={failures}>{({ groups }) => groups.length ? (
				<Table label="Failures by type and error" rows={rowsOf(groups.slice(0, SHOWN))} id={(group) => group.key}
					onOpen={(group) => openRun({ id: group.sample.run_id, tenant_id: group.tenant })} columns={[
						{ id: "count", title: "Count", width: "76px", narrow: "64px", isNumber: true, cell: (group) => <b>{count(group.count)}</b> },
						{
							id: "error", title: "Error", cell: (group) => (
								<span class="two">
									<a class="main-link" href={href("/executions", { type: group.type, error: group.errorClass })} title={group.message}>{visible(group.message)}</a>
									<small>{typeName(group.type)} · {visible(group.errorClass)}{isAllTenants.value && ` · ${group.tenant}`}</small>
								</span>
							),
						},
						{ id: "last", title: "Last", width: "124px", narrow: "104px", cell: (group) => <Time at={group.last} only="relative" /> },
					]} />
			) : <Empty icon="check" title="Nothing failed" tone="ok">No attempt failed in this span.</Empty>}</Loaded>
		</Card>
	);
}
