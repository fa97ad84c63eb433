// Queues: how much waits in each and how long, what runs, its share; and everything that is paused.
import { useState } from "preact/hooks";
import { newPause, pauseName, type Pause, type Queue } from "../../actions/holding";
import { actionsFor, perform } from "../../data/actions";
import { get, type Page } from "../../data/client";
import { now } from "../../data/clock";
import { useKeys } from "../../data/keys";
import { rowsOf } from "../../data/pages";
import { useResource } from "../../data/resource";
import { href, inScope, isAllTenants, may, scope } from "../../data/session";
import { actorName, count, visible } from "../../data/text";
import { instant, span } from "../../data/time";
import { ActionBar, RowMenu } from "../../parts/actions";
import { Card, Loaded, PageHead, useSubject } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { Icon } from "../../parts/icon";
import { Meter } from "../../parts/spark";
import { State } from "../../parts/state";
import { Table } from "../../parts/table";
import { Time } from "../../parts/time";
import type { ScreenProps } from "../registry";

interface Row extends Queue {
	due: number;
	later: number;
	running: number;
	oldest_due_at: string | null;
	enqueued_per_minute: number;
	started_per_minute: number;
	is_partial: boolean; // too much to count: there may be more
}

async function load(): Promise<{ rows: Row[]; pauses: Pause[] }> {
	const [queues, pauses] = await Promise.all([get<Page<Row>>("queues", inScope({})), get<Page<Pause>>("pauses", inScope({ limit: 200 }))]);
	const pauseOf = (name: string): Pause | null => pauses.data.find((one) => one.scope === "queue" && one.queue === name) ?? null;
	return { rows: queues.data.map((queue) => ({ ...queue, pause: pauseOf(queue.name) })), pauses: pauses.data };
}

export default function Queues(_props: ScreenProps) {
	const queues = useResource(`queues ${scope.value}`, load, { events: ["pause.", "run.", "task.", "job."], restMs: 5000, everyMs: 15_000 });
	const [chosen, setChosen] = useState("");
	const focus = queues.data.value?.rows.find((row) => row.name === chosen);
	useSubject("queue", focus ? [focus] : [], focus?.name ?? "");
	useKeys(may("POST pause") ? [{
		keys: "p", title: "Pause or resume the queue", run: () => {
			const action = focus && actionsFor<Queue>("queue", focus).find((one) => ["queue.pause", "queue.resume"].includes(one.id));
			if (focus && action) void perform(action, [focus]);
		},
	}] : []);
	return (
		<>
			<PageHead title="Queues" sub="How much waits, how long, and what is held back.">
				{may("POST pause") && <button type="button" class="button" data-action="pause.new" onClick={() => { void perform(newPause, [null]); }}><Icon name="pause" />Pause</button>}
			</PageHead>
			<Loaded of={queues} rows={6}>{({ rows, pauses }) => (
				<>
					<ul class="queue-cards" aria-label="Queues">
						{rows.map((row) => <QueueCard key={row.name} row={row} share={shareOf(row, rows)} focus={() => setChosen(row.name)} />)}
					</ul>
					<Pauses list={pauses} />
				</>
			)}</Loaded>
		</>
	);
}

function shareOf(row: Row, rows: Row[]): number {
	return row.weight / Math.max(1, rows.reduce((sum, one) => sum + one.weight, 0));
}

function QueueCard({ row, share, focus }: { row: Row; share: number; focus: () => void }) {
	const more = row.is_partial ? "+" : "";
	const oldest = instant(row.oldest_due_at);
	return (
		<li class="card queue-card" data-queue={row.name} onFocusCapture={focus} onMouseEnter={focus}>
			<div class="active-head">
				<h2>{visible(row.name)}</h2>
				{row.pause ? <State of="paused" /> : row.due ? <State of="waiting" /> : <State of="ok" quiet />}
				<span class="spread"><ActionBar kind="queue" subject={row} label={`Actions of ${row.name}`} buttons={[]} /></span>
			</div>
			<dl class="queue-numbers">
				<div><dt>Due</dt><dd data-value="due">{count(row.due)}{more}</dd></div>
				<div><dt>Running</dt><dd data-value="running">{count(row.running)}{more}{row.limit ? <small> of {count(row.limit)}</small> : ""}</dd></div>
				<div><dt>Later</dt><dd data-value="later">{count(row.later)}{more}</dd></div>
			</dl>
			<dl class="queue-numbers is-small">
				<div title="Runs that were made in the last minute"><dt>In / min</dt><dd data-value="in">{count(row.enqueued_per_minute)}{more}</dd></div>
				<div title="Attempts that began in the last minute"><dt>Out / min</dt><dd data-value="out">{count(row.started_per_minute)}{more}</dd></div>
			</dl>
			<p class="faint">{oldest === null ? "Nothing waits." : <>The oldest waits {span(Math.max(0, now.value - oldest))}.</>}</p>
			<p class="faint">Weight {row.weight}: {Math.round(100 * share)} % of turns while all queues are busy.</p>
			{row.limit ? <Meter value={row.running} most={row.limit} label={`Running in ${row.name}`} /> : null}
			{row.pause && <p class="note tone-warn"><Icon name="pause" /><span>{visible(row.pause.reason ?? "Paused")}{row.pause.until && <>, until <Time at={row.pause.until} /></>}</span></p>}
			<p><a href={href("/tasks", { queue: row.name })}>Tasks of this queue</a></p>
		</li>
	);
}

function Pauses({ list }: { list: Pause[] }) {
	if (!list.length) {
		return <Empty icon="check" tone="ok" title="Nothing is paused">A type, a queue, a job or a whole tenant can be paused; its runs stay queued until then.</Empty>;
	}
	return (
		<Card title="Paused" class="is-flush">
			<Table label="Paused" rows={rowsOf(list)} id={(pause) => `${pause.scope} ${pause.tenant_id} ${pauseName(pause)}`} columns={[
				{ id: "what", title: "What", cell: (pause) => <span class="two"><span>{visible(pauseName(pause))}</span><small>{pause.scope}{isAllTenants.value && pause.tenant_id ? ` of ${pause.tenant_id}` : ""}</small></span> },
				{ id: "reason", title: "Reason", cell: (pause) => pause.reason ? visible(pause.reason) : <span class="faint">–</span> },
				{ id: "since", title: "Since", width: "180px", narrow: "96px", cell: (pause) => <Time at={pause.since} /> },
				{ id: "until", title: "Until", width: "170px", hide: "narrow", cell: (pause) => <Time at={pause.until} none="it is resumed" /> },
				{ id: "author", title: "By", width: "170px", hide: "medium", cell: (pause) => visible(actorName(pause.author ?? "–")) },
				{ id: "menu", title: "Actions", width: "48px", narrow: "40px", isTitleHidden: true, cell: (pause) => <RowMenu kind="pause" subject={pause} label={`Actions of ${pauseName(pause)}`} /> },
			]} />
		</Card>
	);
}

