// The execution log by error: one row for a thousand failures of the same kind.
import type { ComponentChildren } from "preact";
import type { Query } from "../../data/client";
import { FAILURES_SEEN, useFailures } from "../../data/failures";
import type { Group } from "../../data/fingerprint";
import { rowsOf } from "../../data/pages";
import { setQuery } from "../../data/router";
import { count, plural, typeName, visible } from "../../data/text";
import { Loaded, tenantColumn } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { openRun } from "../../parts/run-drawer";
import { Table } from "../../parts/table";
import { Time } from "../../parts/time";

function showAttempts(group: Group): void {
	setQuery({ group: null, type: group.type, error: group.errorClass }, false);
}

export function ErrorGroups({ filters, children }: { filters: Query; children: ComponentChildren }) {
	const failures = useFailures(filters);
	const data = failures.data.value;
	return (
		<>
			<div class="list-head">{children}</div>
			<Loaded of={failures} rows={8}>{({ groups }) => groups.length ? (
				<Table label="Error groups" rows={rowsOf(groups)} id={(group) => group.key} onOpen={showAttempts} columns={[
					{ id: "count", title: "Failed", width: "80px", narrow: "64px", isNumber: true, cell: (group) => <b>{count(group.count)}</b> },
					{
						id: "error", title: "Error", cell: (group) => (
							<span class="two" title={group.message}>
								<button type="button" class="link-button main-link" onClick={() => showAttempts(group)}>{visible(group.message)}</button>
								<small>{typeName(group.type)} · {visible(group.errorClass)}</small>
							</span>
						),
					},
					...tenantColumn<Group>(),
					{ id: "first", title: "First", width: "140px", hide: "medium", cell: (group) => <Time at={group.first} /> },
					{ id: "last", title: "Last", width: "140px", narrow: "92px", cell: (group) => <Time at={group.last} /> },
					{ id: "run", title: "Latest run", width: "110px", hide: "narrow", cell: (group) => <button type="button" class="link-button" onClick={() => openRun({ id: group.sample.run_id, tenant_id: group.tenant_id })}>Look at it</button> },
				]} />
			) : <Empty icon="check" title="Nothing failed" tone="ok">No attempt failed in this span. Choose a longer time range at the top to look further back.</Empty>}</Loaded>
			{data && data.groups.length > 0 && <p class="list-foot"><span>{plural(data.groups.length, "group")}{data.isCut && ` of the latest ${FAILURES_SEEN} failures, timeouts and stalls each; a shorter time range shows all of its own`}</span></p>}
		</>
	);
}
