// Workers: who asks for work, where, what they take and hold; each can be drained.
import { useState } from "preact/hooks";
import type { Worker } from "../../actions/holding";
import { actionsFor, perform } from "../../data/actions";
import { get, type Page } from "../../data/client";
import { now } from "../../data/clock";
import { useKeys } from "../../data/keys";
import { rowsOf } from "../../data/pages";
import { useResource } from "../../data/resource";
import { href, inScope, isAllTenants, may, scope } from "../../data/session";
import { plural, visible } from "../../data/text";
import { isOnline, isServer, workerName } from "../../data/workers";
import { RowMenu } from "../../parts/actions";
import { Card, Loaded, PageHead, Tenant, useSubject } from "../../parts/bits";
import { Code } from "../../parts/code";
import { State } from "../../parts/state";
import { Table } from "../../parts/table";
import { Time } from "../../parts/time";
import type { ScreenProps } from "../registry";

function stateOf(worker: Worker): string {
	if (worker.draining) return "draining";
	return isOnline(worker, now.value) ? "online" : "silent";
}

export default function Workers(_props: ScreenProps) {
	const workers = useResource(`workers ${scope.value}`, () => get<Page<Worker>>("workers", inScope()), { everyMs: 5000 });
	const [active, setActive] = useState<Worker | null>(null);
	const list = workers.data.value?.data ?? [];
	useSubject("worker", active ? [active] : [], active?.worker_id ?? "");
	useKeys(may("POST workers/{id}/drain") ? [{
		keys: "p", title: "Drain or resume the worker", run: () => {
			const action = active && actionsFor<Worker>("worker", active)[0];
			if (active && action) void perform(action, [active]);
		},
	}] : []);
	return (
		<>
			<PageHead title="Workers" sub={workers.data.value ? `${plural(list.length, "worker")}, ${plural(list.reduce((sum, one) => sum + one.running, 0), "run")} under way` : "Who carries work out."} />
			<Loaded of={workers} rows={5}>{(page) => page.data.length ? (
				<Table label="Workers" rows={rowsOf(page.data)} id={(one) => `${one.tenant_id ?? ""} ${one.worker_id}`} onActive={setActive} columns={[
					{ id: "name", title: "Worker", cell: (one) => <span class="two"><b>{workerName(one.worker_id)}</b><small>{isServer(one.worker_id) ? visible(one.worker_id) : one.hostname ? visible(one.hostname) : "no host name"}</small></span> },
					...(isAllTenants.value ? [{ id: "tenant", title: "Tenant", width: "110px", hide: "medium" as const, cell: (one: Worker) => <Tenant id={one.tenant_id ?? "–"} /> }] : []),
					{ id: "state", title: "State", width: "120px", narrow: "104px", cell: (one) => <span title={one.reason ?? ""}><State of={stateOf(one)} /></span> },
					{ id: "types", title: "Takes", hide: "medium", cell: (one) => <span title={one.types.join(", ")}>{one.types.length ? visible(one.types.join(", ")) : "every type"}{one.queues.length > 0 && <small> from {visible(one.queues.join(", "))}</small>}</span> },
					{ id: "running", title: "Holds", width: "80px", isNumber: true, hide: "narrow", cell: (one) => one.running ? <a href={href("/executions", { worker: one.worker_id, state: "RUNNING" })}>{one.running}</a> : 0 },
					{ id: "waiting", title: "Waiting calls", width: "112px", isNumber: true, hide: "narrow", cell: (one) => one.waiting_calls },
					{ id: "seen", title: "Last seen", width: "170px", hide: "narrow", cell: (one) => <Time at={one.last_seen} /> },
					{ id: "menu", title: "Actions", width: "48px", narrow: "40px", isTitleHidden: true, cell: (one) => <RowMenu kind="worker" subject={one} label={`Actions of ${one.worker_id}`} /> },
				]} />
			) : <Card title="No worker has asked for work yet" aside="start one"><Steps /></Card>}</Loaded>
			{list.length > 0 && <details class="card more"><summary>Start a worker</summary><Steps /></details>}
		</>
	);
}

const lines = {
	"Say where the server is": `export BELFRY_URL=${location.origin}\nexport BELFRY_TOKEN=TOKEN`,
	"A program for each run": "belfry worker --exec 'mail.send=./send-mail.sh' --concurrency 4",
	"Or in Python": "from belfry import Worker\n\nworker = Worker(concurrency=4)\n\n@worker.handler(\"mail.send\")\ndef send_mail(context):\n    return {\"sent\": context.payload[\"to\"]}\n\nworker.run()",
	"Or in JavaScript": "import { Worker } from \"belfry\";\n\nconst worker = new Worker({ concurrency: 4 });\n\nworker.handle(\"mail.send\", async (context) =>\n  ({ sent: context.payload.to }));\n\nawait worker.run();",
};

function Steps() {
	return (
		<>
			<p class="faint">A worker takes runs of the types that it names, over HTTP. Its token has the role worker{may("POST tokens") && <>: <a href={href("/tokens")}>make one</a></>}.</p>
			<ul class="steps is-half is-plain">
				{Object.entries(lines).map(([name, text]) => <li key={name}><h3>{name}</h3><Code text={text} label={name} /></li>)}
			</ul>
		</>
	);
}
