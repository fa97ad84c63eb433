// All about one run, beside the list: how it went step by step, why it waits, what it was given and
// gave, what it wrote. The URL names it (?run=ID), so that a link opens it.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { callFor, get, part, type Page } from "../data/client";
import { now } from "../data/clock";
import { useKeys } from "../data/keys";
import type { LiveEvent } from "../data/live";
import type { Execution, Job, Reason, Run } from "../data/model";
import { useResource, type Resource } from "../data/resource";
import { param, setQuery } from "../data/router";
import { href, may, ofTenant, scope } from "../data/session";
import { actorName, failureText, shortId, typeName, visible } from "../data/text";
import { workerName } from "../data/workers";
import { actionsFor, perform } from "../data/actions";
import { ActionBar } from "./actions";
import { Facts, Loaded, useSubject } from "./bits";
import { Code, Json } from "./code";
import { CopyButton } from "./copy";
import { Drawer } from "./overlay";
import { shownState, State } from "./state";
import { Duration, Elapsed, ExactTime, Time } from "./time";
import { Timeline, type Step } from "./timeline";

interface Stream {
	bytes: number;
	kept: number;
	truncated: boolean;
	encoding: string;
	text: string;
}

interface Output {
	kind: string;
	stdout?: Stream;
	stderr?: Stream;
	body?: Stream;
}

export function openRun(run: { id: string; tenant_id: string }): void {
	setQuery({ run: run.id, of: run.tenant_id });
}

export function closeRun(): void {
	setQuery({ run: null, of: null });
}

// Opens while the URL names a run.
export function RunDrawerHost() {
	const id = param("run");
	return id ? <RunDrawer id={id} /> : null;
}

function useRun(id: string): { run: Resource<Run>; tries: Resource<Page<Execution>>; steps: Resource<Page<LiveEvent>> } {
	const tenant = param("of") || scope.value;
	const query = ofTenant(tenant);
	const concerns = (event: LiveEvent): boolean => event.data.run_id === id;
	return {
		run: useResource(`run ${tenant} ${id}`, () => get<Run>(`queue/${part(id)}`, query), { concerns }),
		tries: useResource(`run ${tenant} ${id} executions`, () => get<Page<Execution>>("executions", { ...query, run_id: id, limit: 50 }), { concerns }),
		steps: useResource(`run ${tenant} ${id} events`, () => get<Page<LiveEvent>>("events", { ...query, run_id: id, limit: 200 }), { concerns }),
	};
}

function RunDrawer({ id }: { id: string }) {
	const { run, tries, steps } = useRun(id);
	const data = run.data.value;
	const shown = data?.id === id ? data : undefined;
	useSubject("run", shown ? [shown] : [], shown ? `${shown.type} ${shortId(id)}` : "");
	useRunKeys(shown);
	return (
		<Drawer label="Run" onClose={closeRun} title={shown ? <Title run={shown} /> : <h2>Run {shortId(id)}</h2>}
			footer={shown && <ActionBar kind="run" subject={shown} label="More actions" buttons={["run.retry", "run.retry-edited", "run.reschedule", "run.cancel", "run.discard"]} />}>
			<Loaded of={run} rows={8}>{(loaded) => loaded.id === id ? <Body run={loaded} tries={tries} steps={steps} /> : null}</Loaded>
		</Drawer>
	);
}

function useRunKeys(run: Run | undefined): void {
	const act = (id: string): void => {
		const action = run && actionsFor<Run>("run", run).find((one) => one.id === id);
		if (run && action) void perform(action, [run]);
	};
	useKeys([
		...(may("POST queue/{id}/retry") ? [{ keys: "r", title: "Retry the run", run: () => act("run.retry") }] : []),
		...(may("POST queue/{id}/cancel") ? [{ keys: "c", title: "Cancel the run", run: () => act("run.cancel") }] : []),
	]);
}

function Title({ run }: { run: Run }) {
	return (
		<>
			<h2>{typeName(run.type)}</h2>
			<p class="drawer-sub"><State of={shownState(run, now.value)} /> <span class="id">{run.id}</span></p>
		</>
	);
}

function Section({ title, children }: { title: string; children: ComponentChildren }) {
	return <section class="drawer-section"><h3>{title}</h3>{children}</section>;
}

function Body({ run, tries, steps }: { run: Run; tries: Resource<Page<Execution>>; steps: Resource<Page<LiveEvent>> }) {
	const list = tries.data.value?.data ?? [];
	const waits = run.state === "queued" || run.state === "waiting";
	return (
		<>
			{waits && <Why run={run} />}
			{run.last_error?.message && <Failure run={run} tries={list} />}
			<RunFacts run={run} />
			<Section title="What happened"><Loaded of={steps}>{(page) => <Timeline label="What happened to the run" steps={stepsOf(page.data, run)} />}</Loaded></Section>
			{list.length > 0 && <Section title="Output"><Outputs tries={list} /></Section>}
			<Section title="Payload"><Json value={run.payload ?? {}} label="payload" /></Section>
			{run.result_summary !== null && run.result_summary !== undefined && <Section title="Result"><Json value={run.result_summary} label="result" /></Section>}
		</>
	);
}

function Why({ run }: { run: Run }) {
	const why = useResource(`run ${run.tenant_id} ${run.id} why ${run.updated_at}`,
		() => get<{ reasons: Reason[] }>(`queue/${part(run.id)}/why`, ofTenant(run.tenant_id)), { everyMs: 5000 });
	return (
		<Section title="Why is this not running?">
			<Loaded of={why} rows={1}>{({ reasons }) => reasons.length ? (
				<ul class="reasons">
					{reasons.map((one, index) => (
						<li key={index} data-reason={one.kind}>
							<span>{visible(one.text)}{one.ref && <> <code>{visible(one.ref)}</code></>}</span>
							{one.until && <Time at={one.until} />}
						</li>
					))}
				</ul>
			) : <p>Nothing holds it back: it is next.</p>}</Loaded>
		</Section>
	);
}

function Failure({ run, tries }: { run: Run; tries: Execution[] }) {
	const error = run.last_error;
	const stack = tries.find((one) => one.error_stack)?.error_stack;
	return (
		<Section title="Error">
			<div class="failure">
				<p class="failure-class">{visible(error?.class ?? "error")}</p>
				<p>{visible(error?.message ?? "")}</p>
				{run.job_id && may("PUT jobs/{id}") && <p><a data-action="job.mend" href={href(`/jobs/${run.job_id}/edit`, { at: "parameters" }, run.tenant_id)}>Edit the job</a> <span class="faint">for its next runs; “Retry edited” changes this run alone.</span></p>}
			</div>
			{stack && <Code text={stack} label="stack" />}
		</Section>
	);
}

const WEBHOOK = "@webhook."; // deliveries of a webhook are runs of a type of their own

function RunFacts({ run }: { run: Run }) {
	const rows: [string, ComponentChildren][] = [
		["Due", <Time at={run.run_at} />],
		["Attempts", `${run.attempts} of ${run.max_attempts}`],
		["Queue, priority", `${run.queue}, ${run.priority}`],
		["Tenant", run.tenant_id],
	];
	if (run.type.startsWith(WEBHOOK)) {
		const id = run.type.slice(WEBHOOK.length);
		rows.push(["Webhook", <a href={href(`/webhooks/${id}`, {}, run.tenant_id)}>{shortId(id)}</a>]);
	}
	if (run.job_id) rows.push(["Job", <JobName id={run.job_id} tenant={run.tenant_id} />]);
	if (run.worker_id) rows.push(["Worker", workerName(run.worker_id)]);
	if (run.lease_until) rows.push(["Lease ends", <Time at={run.lease_until} />]);
	if (run.deadline_at) rows.push(["Deadline", <Time at={run.deadline_at} />]);
	if (run.deferred_count) rows.push(["Deferred", `${run.deferred_count} times, by ${run.deferred_by ?? "a gate"}`]);
	if (run.idempotency_key) rows.push(["Key", <><code>{visible(run.idempotency_key)}</code> {run.unique_scope}</>]);
	if (run.traceparent) rows.push(["Trace", <><code>{traceOf(run.traceparent)}</code> <CopyButton text={traceOf(run.traceparent)} label="Copy trace id" /></>]);
	if (run.entity) rows.push(["Entity", <code>{visible(run.entity)}</code>]);
	if (run.user_id) rows.push(["User", visible(run.user_id)]);
	if (run.finished_at) rows.push(["Ended", <Time at={run.finished_at} />]);
	rows.push(["Created", <ExactTime at={run.created_at} />]);
	return <Facts rows={rows} />;
}

// The trace in a W3C trace context: version-TRACE-span-flags.
function traceOf(context: string): string {
	return context.split("-")[1] ?? context;
}

// A job is known by its name, not by its id.
function JobName({ id, tenant }: { id: string; tenant: string }) {
	const job = useResource(`job name ${tenant} ${id}`, () => get<Job>(`jobs/${part(id)}`, ofTenant(tenant)));
	const one = job.data.value;
	return <a href={href(`/jobs/${id}`, {}, tenant)}>{one ? visible(one.name || one.code) : shortId(id)}</a>;
}

const stepWords: Record<string, Pick<Step, "title" | "icon" | "tone">> = {
	"run.created": { title: "Created", icon: "plus", tone: "calm" },
	"run.queued": { title: "Queued", icon: "queued", tone: "calm" },
	"run.rescheduled": { title: "Rescheduled", icon: "clock", tone: "calm" },
	"run.deferred": { title: "Deferred", icon: "late", tone: "warn" },
	"run.released": { title: "Given back before it began", icon: "undo", tone: "calm" },
	"run.retried": { title: "Retried: new attempts", icon: "retry", tone: "run" },
	"run.cancelled": { title: "Cancelled", icon: "ban", tone: "calm" },
	"run.dlq": { title: "Dead: attempts used up", icon: "dead", tone: "dead" },
	"run.failed": { title: "Failed", icon: "cross", tone: "bad" },
	"run.audit": { title: "Handler's own note", icon: "audit", tone: "calm" },
	started: { title: "Started", icon: "play", tone: "run" },
	completed: { title: "Done", icon: "check", tone: "ok" },
	executed: { title: "Done", icon: "check", tone: "ok" },
	failed: { title: "Attempt failed", icon: "cross", tone: "bad" },
	timeout: { title: "Attempt timed out", icon: "clock", tone: "bad" },
};

function stepsOf(events: LiveEvent[], run: Run): Step[] {
	const list = [...events].reverse().map((event): Step => {
		const known = stepWords[event.type] ?? stepWords[event.type.split(".")[1] ?? ""]
			?? { title: event.type, icon: "info" as const, tone: "calm" as const };
		return { id: event.id, at: event.time, ...known, detail: stepDetail(event, run) };
	});
	return list;
}

function stepDetail(event: LiveEvent, run: Run): ComponentChildren {
	const error = event.data["error"] as { class?: string; message?: string } | undefined;
	const isRetry = event.type.endsWith(".failed") && event.data.state === "queued";
	const due = typeof event.data["run_at"] === "string" ? event.data["run_at"] : null;
	const actor = event.data["actor_id"];
	return (
		<>
			{error?.message && event.type !== "run.dlq" && <p>{visible(failureText(error.class, error.message))}</p>}
			{isRetry && due && <p>Next attempt due <ExactTime at={due} /></p>}
			{event.type === "run.created" && due && <p>Due <ExactTime at={due} />{event.data.reason && <>, {visible(event.data.reason)}</>}</p>}
			{(event.type === "run.deferred" || event.type === "run.cancelled") && event.data.reason && <p>{visible(event.data.reason)}</p>}
			{typeof actor === "string" && actor !== "SYSTEM" && !/started|completed|failed|executed|dlq/.test(event.type) && <p class="faint">by {visible(actorName(actor))}</p>}
			{event.type.endsWith(".started") && run.worker_id && <p class="faint">on {workerName(run.worker_id)}</p>}
		</>
	);
}

function Outputs({ tries }: { tries: Execution[] }) {
	const [chosen, setChosen] = useState("");
	const one = tries.find((each) => each.id === chosen) ?? tries[0];
	if (!one) return null;
	return (
		<>
			<div class="attempts" role="radiogroup" aria-label="Attempt">
				{tries.map((each) => (
					<button type="button" role="radio" key={each.id} aria-checked={each.id === one.id} onClick={() => setChosen(each.id)}>
						#{each.attempt_number} <State of={each.status} quiet /> {each.completed_at ? <Duration ms={each.duration_ms} /> : <Elapsed since={each.started_at} />}
					</button>
				))}
			</div>
			<AttemptOutput key={one.id} one={one} />
		</>
	);
}

function AttemptOutput({ one }: { one: Execution }) {
	const output = useResource(`output ${one.id}`, async () =>
		(await callFor<Output>({ method: "GET", path: `executions/${part(one.id)}/output`, query: ofTenant(one.tenant_id) })).data,
	{ concerns: (event) => event.data.execution_id === one.id });
	return (
		<Loaded of={output} rows={1}>{(data) => {
			const parts = (["stdout", "stderr", "body"] as const).flatMap((name) => {
				const stream = data[name];
				return stream?.text ? [{ name, stream }] : [];
			});
			if (!parts.length) return <p class="faint">{one.worker_id ? <>Carried out by {workerName(one.worker_id)}, which kept no output.</> : "No output was kept."}</p>;
			return <>{parts.map(({ name, stream }) => (
				<div key={name}>
					<p class="faint">{name}{stream.truncated && `, the first ${stream.kept} of ${stream.bytes} bytes`}</p>
					<Code text={stream.text} label={name} />
				</div>
			))}</>;
		}}</Loaded>
	);
}
