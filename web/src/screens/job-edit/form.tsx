// The fields of a job, in the order in which one thinks of them.
import { useMemo } from "preact/hooks";
import { doubles, gaps, misfires, overlaps } from "../../data/choices";
import type { Problem } from "../../data/problem";
import { isSystem } from "../../data/session";
import { localZone } from "../../data/time";
import { Card } from "../../parts/bits";
import { Check, Choice, Field, Segments } from "../../parts/fields";
import { TenantChoice } from "../../parts/tenant-choice";
import { blank, parametersOf, type Draft } from "./draft";
import { HandlerHint, namesOf, useKnown } from "./handler";
import { Delays, PreviewBox, useJobPreview } from "./preview";

export interface FormProps {
	draft: Draft;
	set: (changes: Partial<Draft>) => void;
	problem: Problem | null;
	isNew: boolean;
}

const kinds = [["CRON", "Cron"], ["RRULE", "Recurrence rule"], ["INTERVAL", "Interval"], ["ONCE", "Once"], ["MANUAL", "Manual"]] as const;

// For who does not speak cron: a click writes it.
const usual = [
	["* * * * *", "every minute"], ["*/15 * * * *", "every 15 minutes"], ["0 * * * *", "every hour"], ["0 9 * * *", "every day at nine"],
	["0 9 * * MON-FRI", "weekdays at nine"], ["0 9 * * MON", "Mondays at nine"], ["0 9 1 * *", "the first of the month"],
] as const;

function zoneNames(): string[] {
	return ["UTC", localZone, ...Intl.supportedValuesOf("timeZone")].filter((name, index, all) => all.indexOf(name) === index);
}

type Ahead = { ahead: ReturnType<typeof useJobPreview> };

export function JobForm(props: FormProps) {
	const ahead = useJobPreview(props.draft);
	return (
		<>
			<What {...props} />
			<When {...props} ahead={ahead} />
			<How {...props} ahead={ahead} />
			<More {...props} />
		</>
	);
}

function codeOf(handler: string): string {
	return handler.trim().replace(/[^A-Za-z0-9_-]+/g, "_");
}

function What({ draft, set, problem, isNew }: FormProps) {
	const { types, workers } = useKnown(draft.tenant);
	const chosen = types.find((type) => type.name === draft.handler);
	const retriesOf = (handler: string): string => {
		const attempts = types.find((type) => type.name === handler)?.max_attempts;
		return attempts ? String(attempts - 1) : blank.retries;
	};
	// A code and a number of retries that nobody has typed follow the handler.
	const setHandler = (handler: string): void => set({
		handler, ...(isNew && draft.code === codeOf(draft.handler) ? { code: codeOf(handler) } : {}),
		...(isNew && draft.retries === retriesOf(draft.handler) ? { retries: retriesOf(handler) } : {}),
	});
	return (
		<Card title="What">
			<div class="form-grid">
				{isSystem.value && isNew && <TenantChoice name="tenant" value={draft.tenant} onChange={(tenant) => set({ tenant })} />}
				<Field label="Handler" name="handler" value={draft.handler} onInput={setHandler} isRequired isCode error={problem?.about("handler")} list={namesOf(types, workers)}
					hint={<HandlerHint handler={draft.handler.trim()} type={chosen} workers={workers} isReady={draft.tenant !== "" || !isSystem.value} />} />
				<Field label="Code" name="code" value={draft.code} onInput={(code) => set({ code })} isRequired={!isNew} isCode error={problem?.about("code")}
					hint={isNew ? "Its short name, unique in the tenant; empty: made from the handler." : "Its short name, unique in the tenant."} />
				<Field label="Name" name="name" value={draft.name} onInput={(name) => set({ name })} error={problem?.about("name")} hint="For people." />
			</div>
			<Field label="Description" name="description" value={draft.description} onInput={(description) => set({ description })} lines={2} error={problem?.about("description")} />
		</Card>
	);
}

function When({ draft, set, problem, ahead }: FormProps & Ahead) {
	const zones = useMemo(zoneNames, []);
	return (
		<Card title="When">
			<Segments label="Kind of schedule" value={draft.kind} choices={kinds} onChange={(kind) => set({ kind: kind as Draft["kind"] })} />
			<div class="form-grid">
				<Rule draft={draft} set={set} problem={problem} isNew={false} />
				{draft.kind !== "MANUAL" && (
					<Field label="Time zone" name="timezone" value={draft.timezone} onInput={(timezone) => set({ timezone })} list={zones} error={problem?.about("timezone")} hint="An IANA name; the rule is read on its clock." />
				)}
			</div>
			{draft.kind === "CRON" && (
				<div class="presets" role="group" aria-label="Usual schedules">
					{usual.map(([cron, title]) => (
						<button type="button" key={cron} class="button is-small" aria-pressed={draft.cron.trim() === cron} data-cron={cron} onClick={() => set({ cron })}>{title}</button>
					))}
				</div>
			)}
			<PreviewBox draft={draft} {...ahead} />
		</Card>
	);
}

function Rule({ draft, set, problem }: FormProps) {
	switch (draft.kind) {
	case "CRON":
		return <Field label="Cron expression" name="cron_expression" value={draft.cron} onInput={(cron) => set({ cron })} isCode isRequired error={problem?.about("cron_expression")} hint="Minute, hour, day, month, day of week; six fields begin with seconds." />;
	case "RRULE":
		return <Field label="Recurrence rule" name="recurrence_rule" value={draft.rrule} onInput={(rrule) => set({ rrule })} isCode isRequired error={problem?.about("recurrence_rule")} placeholder="FREQ=WEEKLY;BYDAY=MO;BYHOUR=9" hint="RFC 5545." />;
	case "INTERVAL":
		return <Field label="Interval" name="interval_seconds" type="number" min={1} value={draft.interval} onInput={(interval) => set({ interval })} unit="seconds" isRequired error={problem?.about("interval_seconds")} hint="From planned instant to planned instant." />;
	case "ONCE":
		return <Field label="Run at" name="run_at" value={draft.runAt} onInput={(runAt) => set({ runAt })} isRequired error={problem?.about("run_at")} placeholder="2030-01-07T08:00:00Z" hint="An instant, or a local time in the zone." />;
	case "MANUAL":
		return null;
	}
}

function How({ draft, set, problem, ahead }: FormProps & Ahead) {
	const fault = parametersOf(draft.parameters).fault;
	return (
		<Card title="How">
			<div class="form-grid">
				<Field label="Timeout" name="timeout_seconds" type="number" min={1} value={draft.timeout} onInput={(timeout) => set({ timeout })} unit="seconds" error={problem?.about("timeout_seconds")} hint="The hard end of an attempt." />
				<Field label="Retries" name="max_retries" type="number" min={0} value={draft.retries} onInput={(retries) => set({ retries })} error={problem?.about("max_retries")} hint="Attempts after the first." />
				<Field label="First retry after" name="retry_delay_seconds" type="number" min={1} value={draft.retryDelay} onInput={(retryDelay) => set({ retryDelay })} unit="seconds" error={problem?.about("retry_delay_seconds")} hint="Each further wait is twice as long." />
			</div>
			<Delays delays={ahead.preview?.retry_delays_ms} />
			<Field label="Parameters" name="parameters" value={draft.parameters} onInput={(parameters) => set({ parameters })} lines={6} isCode error={fault ?? problem?.about("parameters")} hint="A JSON object: the payload of each run." />
		</Card>
	);
}

function More({ draft, set, problem }: FormProps) {
	return (
		<details class="card more" open={problem !== null && ["queue", "priority", "misfire", "jitter_seconds", "exclude", "start_at", "max_instances"].some((name) => problem.about(name))}>
			<summary>Queue, overlaps, missed runs, clock changes</summary>
			<div class="form-grid">
				<Field label="Queue" name="queue" value={draft.queue} onInput={(queue) => set({ queue })} error={problem?.about("queue")} />
				<Field label="Priority" name="priority" value={draft.priority} onInput={(priority) => set({ priority })} error={problem?.about("priority")} hint="1 is most urgent." />
				<Field label="Starts at" name="start_at" value={draft.startAt} onInput={(startAt) => set({ startAt })} error={problem?.about("start_at")} hint="Where the schedule begins, inclusive; empty: now." />
				<Field label="Jitter" name="jitter_seconds" type="number" min={0} value={draft.jitter} onInput={(jitter) => set({ jitter })} unit="seconds" error={problem?.about("jitter_seconds")} hint="Runs are spread by up to this much." />
				<Field label="At once" name="max_instances" type="number" min={1} value={draft.instances} onInput={(instances) => set({ instances })} isDisabled={draft.concurrent} error={problem?.about("max_instances")} hint="Runs of it at the same time." />
				<Choice label="One is due while it runs" name="overlap" value={draft.overlap} choices={overlaps} onChange={(overlap) => set({ overlap })} />
				<Choice label="Missed while the service was down" name="misfire" value={draft.misfire} choices={misfires} onChange={(misfire) => set({ misfire })} />
				<Field label="Still in time" name="grace_seconds" type="number" min={0} value={draft.grace} onInput={(grace) => set({ grace })} unit="seconds late" error={problem?.about("grace_seconds")} />
				<Choice label="A time that clocks skip" name="dst_gap" value={draft.dstGap} choices={gaps} onChange={(dstGap) => set({ dstGap })} />
				<Choice label="A time that comes twice" name="dst_overlap" value={draft.dstOverlap} choices={doubles} onChange={(dstOverlap) => set({ dstOverlap })} />
				<Field label="Calendars left out" name="exclude" value={draft.exclude} onInput={(exclude) => set({ exclude })} error={problem?.about("exclude")} hint="Names, separated by commas." />
			</div>
			<Check label="No bound on runs at once" name="allow_concurrent" isOn={draft.concurrent} onChange={(concurrent) => set({ concurrent })} />
		</details>
	);
}
