// Batches: many runs that belong together, how far each is, and its delivery report.
import { cancelBatch, type Batch } from "../../actions/batches";
import { perform } from "../../data/actions";
import { get, part } from "../../data/client";
import { rowsOf, usePages } from "../../data/pages";
import { useResource } from "../../data/resource";
import { param, setQuery } from "../../data/router";
import { inScope, may, ofTenant, scope } from "../../data/session";
import { count, plural, visible } from "../../data/text";
import { RowMenu } from "../../parts/actions";
import { Facts, Loaded, PageHead, tenantColumn } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { Icon } from "../../parts/icon";
import { List } from "../../parts/list";
import { Drawer } from "../../parts/overlay";
import { Meter } from "../../parts/spark";
import { State } from "../../parts/state";
import { Table } from "../../parts/table";
import { Time } from "../../parts/time";
import type { ScreenProps } from "../registry";

const open = (one: Batch): void => setQuery({ batch: one.id, of: one.tenant_id });

// A batch waits for its children: they run.
function stateOf(one: Batch): string {
	if (one.state === "waiting") return "processing";
	return one.failed && one.state === "done" ? "partly" : one.state;
}

function Progress({ one }: { one: Batch }) {
	const ended = one.total - one.pending;
	return <span class="two"><span class="num">{count(ended)} of {count(one.total)}{one.failed > 0 && <>, <b class="is-bad">{count(one.failed)} failed</b></>}</span><Meter value={ended} most={one.total} label={`Progress of ${one.type}`} /></span>;
}

export default function Batches(_props: ScreenProps) {
	const pages = usePages<Batch>(scope.value, (cursor, signal) => get("batches", inScope({ limit: 100, cursor }), signal),
		{ id: (one) => one.id, concerns: (event) => event.type.startsWith("batch.") || event.type.startsWith("run.") || Boolean(event.data["parent_id"]) || event.type.startsWith("task.") });
	return (
		<>
			<PageHead title="Batches" sub="Many runs that belong together, and how each went." />
			<List label="Batches" noun="batch" nouns="batches" pages={pages} id={(one) => one.id} onOpen={open} columns={[
				{ id: "state", title: "State", width: "144px", narrow: "118px", cell: (one) => <State of={stateOf(one)} /> },
				{ id: "type", title: "Type", cell: (one) => <span class="two"><button type="button" class="link-button main-link" onClick={() => open(one)}>{visible(one.type)}</button><small>{one.id}</small></span> },
				...tenantColumn<Batch>(),
				{ id: "progress", title: "Progress", width: "190px", narrow: "118px", cell: (one) => <Progress one={one} /> },
				{ id: "created", title: "Created", width: "180px", hide: "narrow", cell: (one) => <Time at={one.created_at} /> },
				{ id: "finished", title: "Ended", width: "180px", hide: "medium", cell: (one) => <Time at={one.finished_at} none="not yet" /> },
				{ id: "menu", title: "Actions", width: "48px", hide: "narrow", isTitleHidden: true, isOwn: true, cell: (one) => <RowMenu kind="batch" subject={one} label={`Actions of ${one.type}`} /> },
			]} none={(
				<Empty icon="batch" title="No batches yet">
					A batch makes many runs at once and waits for all of them. On the command line: <code>belfry batch create mail.send --items '[1, 2, 3]' --chunk 2</code>
				</Empty>
			)} />
			{param("batch") && <BatchDrawer id={param("batch")} />}
		</>
	);
}

function BatchDrawer({ id }: { id: string }) {
	const batch = useResource(`batch ${id}`, () => get<Batch>(`batches/${part(id)}`, ofTenant(param("of"))), { events: ["batch.", "task.", "run."], everyMs: 10_000 });
	const one = batch.data.value;
	return (
		<Drawer label="Batch" onClose={() => setQuery({ batch: null, of: null })} title={<><h2>{one ? visible(one.type) : "Batch"}</h2><p class="drawer-sub">{one && <State of={stateOf(one)} />} <span class="id">{id}</span></p></>}
			footer={one && one.pending > 0 && may("POST queue/{id}/cancel") && <button type="button" class="button is-danger" data-action="batch.cancel" onClick={() => { void perform(cancelBatch, [one]); }}><Icon name="stop" />Cancel batch</button>}>
			<Loaded of={batch}>{(data) => (
				<>
					<Progress one={data} />
					<Facts rows={[["Done", count(data.done)], ["Failed", count(data.failed)], ["Cancelled", count(data.cancelled)], ["Not ended", count(data.pending)], ["Queue", visible(data.queue)], ["Created", <Time at={data.created_at} />]]} />
					<section class="drawer-section">
						<h3>Delivery report</h3>
						{data.report?.failures.length ? (
							<Table label="Failures" rows={rowsOf(data.report.failures)} id={(row) => row.id} columns={[
								{ id: "index", title: "Chunk", width: "70px", isNumber: true, cell: (row) => row.index },
								{ id: "error", title: "Error", cell: (row) => <span class="two"><span>{visible(row.error_message ?? "")}</span><small>{visible(row.error_class ?? "")}, {plural(row.attempts, "attempt")}</small></span> },
								{ id: "state", title: "State", width: "108px", cell: (row) => <State of={row.state} /> },
							]} />
						) : <p class="faint">{data.pending ? "No failure so far." : "Everything was delivered."}</p>}
						{Boolean(data.report?.failures_more) && <p class="faint">and {count(data.report?.failures_more ?? 0)} more</p>}
					</section>
				</>
			)}</Loaded>
		</Drawer>
	);
}
