// What failed lately, grouped by type and error: one line for a thousand failures of the same kind.
import { FAILURES_SEEN, useFailures } from "../../data/failures";
import { rowsOf } from "../../data/pages";
import { href, isAllTenants } from "../../data/session";
import { count, typeName, visible } from "../../data/text";
import { Card, Loaded } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { openRun } from "../../parts/run-drawer";
import { Table } from "../../parts/table";
import { Time } from "../../parts/time";

const SHOWN = 10;

export function Failures() {
	const failures = useFailures();
	const isCut = failures.data.value?.isCut;
	return (
		<Card title="Failures" aside={<><a href={href("/executions", { group: "error" })}>All groups</a>, {isCut ? `grouped, of the latest ${FAILURES_SEEN} of each kind` : "by type and error"}</>} class="is-flush">
			<Loaded of={failures}>{({ groups }) => groups.length ? (
				<Table label="Failures by type and error" rows={rowsOf(groups.slice(0, SHOWN))} id={(group) => group.key}
					onOpen={(group) => openRun({ id: group.sample.run_id, tenant_id: group.tenant_id })} columns={[
						{ id: "count", title: "Count", width: "76px", narrow: "64px", isNumber: true, cell: (group) => <b>{count(group.count)}</b> },
						{
							id: "error", title: "Error", cell: (group) => (
								<span class="two">
									<a class="main-link" href={href("/executions", { type: group.type, error: group.errorClass })} title={group.message}>{visible(group.message)}</a>
									<small>{typeName(group.type)} · {visible(group.errorClass)}{isAllTenants.value && ` · ${group.tenant_id}`}</small>
								</span>
							),
						},
						{ id: "last", title: "Last", width: "124px", narrow: "104px", cell: (group) => <Time at={group.last} only="relative" /> },
					]} />
			) : <Empty icon="check" title="Nothing failed" tone="ok">No attempt failed in this span.</Empty>}</Loaded>
		</Card>
	);
}
