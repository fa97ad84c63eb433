// Create a reminder or change one: when as people type it, how it repeats, whom it tells and how.
// The server says the rule in words and when it would come.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { ownPerson, type Reminder } from "../../actions/reminders";
import { curlOf } from "../../data/actions";
import { callFor, newKey, get, part, type Call } from "../../data/client";
import { asProblem, type Problem } from "../../data/problem";
import { refreshAll, useResource } from "../../data/resource";
import { go, param } from "../../data/router";
import { href, isAllTenants, isSystem, ofTenant, scope } from "../../data/session";
import { useTenants, type Hours } from "../../data/tenants";
import { capital, visible } from "../../data/text";
import { localZone } from "../../data/time";
import { tell } from "../../data/toasts";
import { whenOf } from "../../data/when";
import { Card, PageHead, Skeleton } from "../../parts/bits";
import { CopyButton } from "../../parts/copy";
import { Choice, Field } from "../../parts/fields";
import { Icon } from "../../parts/icon";
import { NextRuns } from "../../parts/next-runs";
import { ProblemBox } from "../../parts/problem";
import { TenantChoice } from "../../parts/tenant-choice";
import { Time } from "../../parts/time";
import { usePreview } from "../../parts/use-preview";
import type { ScreenProps } from "../registry";
import { blank, bodyOf, changedBody, dayBefore, draftOf, ruleOf, weekdays, type Draft } from "./draft";

interface Loaded {
	reminder: Reminder | null;
	etag: string | null;
	draft: Draft;
}

const frequencies = [["", "does not repeat"], ["DAILY", "daily"], ["WEEKLY", "weekly"], ["MONTHLY", "monthly"], ["YEARLY", "yearly"], ["own", "a rule of your own"]] as const;
const units: Record<string, string> = { DAILY: "days", WEEKLY: "weeks", MONTHLY: "months", YEARLY: "years" };

async function load(id: string): Promise<Loaded> {
	const tenant = param("of") || scope.peek();
	if (!id) return { reminder: null, etag: null, draft: { ...blank, tenant: isAllTenants.peek() ? "" : tenant, user: param("user") } };
	const { data, etag } = await callFor<Reminder>({ method: "GET", path: `reminders/${part(id)}`, query: ofTenant(tenant) });
	return { reminder: data, etag, draft: draftOf(data) };
}

export default function ReminderEdit({ parts }: ScreenProps) {
	const id = parts["id"] ?? "";
	const [loaded, setLoaded] = useState<Loaded | null>(null);
	const [problem, setProblem] = useState<Problem | null>(null);
	useEffect(() => { load(id).then(setLoaded, (error) => setProblem(asProblem(error))); }, [id]);
	if (problem) return <ProblemBox problem={problem} />;
	return loaded ? <Editor loaded={loaded} /> : <Skeleton rows={8} />;
}

function callOf({ reminder, etag, draft: before }: Loaded, draft: Draft): Call {
	const query = ofTenant(draft.tenant || null);
	if (!reminder) return { method: "POST", path: "reminders", query, body: bodyOf(draft) };
	return { method: "PUT", path: `reminders/${part(reminder.id)}`, query, body: changedBody(before, draft), ...(etag ? { ifMatch: etag } : {}) };
}

// "This and following": another series begins with the changes, and then the old one ends the day
// before. In this order nothing is lost when the second call fails.
function callsOf(loaded: Loaded, draft: Draft, from: string): Call[] {
	const { reminder, etag } = loaded;
	if (!reminder || !from) return [callOf(loaded, draft)];
	const query = ofTenant(draft.tenant || null);
	return [
		{ method: "POST", path: "reminders", query, body: bodyOf(draft) },
		{ method: "PUT", path: `reminders/${part(reminder.id)}`, query, body: { recurrence_end_date: dayBefore(from) }, ...(etag ? { ifMatch: etag } : {}) },
	];
}

// What saving has left behind: the call that makes a reminder, as it was sent, and what it made. Without `made` it
// is not known whether there is one: the answer was lost.
interface Left {
	sent: Call | null;
	made: Reminder | null;
}

// Sent again, the call has its key again: the server makes one reminder of it, however often answers are lost.
async function send(sent: Call, left: Left): Promise<Reminder> {
	left.sent = sent;
	try {
		left.made ??= (await callFor<Reminder>(sent)).data;
	} catch (error) {
		const { status } = asProblem(error);
		if (status >= 400 && status < 500) left.sent = null; // refused: nothing was made
		throw error;
	}
	return left.made;
}

async function make(call: Call, left: Left): Promise<void> {
	if (left.sent && JSON.stringify(left.sent.body) !== JSON.stringify(call.body)) await takeBack(left);
	await send(left.sent ?? { ...call, idempotencyKey: newKey() }, left);
}

// Where the answer was lost, the same key tells what there is to take back.
async function takeBack(left: Left): Promise<void> {
	if (!left.sent) return;
	const made = await send(left.sent, left);
	await callFor({ method: "DELETE", path: `reminders/${part(made.id)}`, query: ofTenant(made.tenant_id) });
	left.sent = null;
	left.made = null;
}

// The new series is taken back when the old one cannot end. Where that fails too, `left` has it: both are there.
async function saveAll(calls: Call[], left: Left): Promise<void> {
	const [first, second] = calls as [Call, Call?];
	if (first.method === "POST") await make(first, left);
	else await callFor(first);
	if (!second) return;
	try {
		await callFor(second);
	} catch (error) {
		await takeBack(left).catch(() => {});
		throw error;
	}
}

function Editor({ loaded }: { loaded: Loaded }) {
	const [draft, setDraft] = useState(loaded.draft);
	const [from, setFrom] = useState(""); // a later occurrence, by its local time; empty: the next one
	const left = useRef<Left>({ sent: null, made: null });
	const [problem, setProblem] = useState<Problem | null>(null);
	const [isBusy, setBusy] = useState(false);
	const calls = callsOf(loaded, draft, from);
	const set = (changes: Partial<Draft>): void => setDraft({ ...draft, ...changes });
	const save = async (): Promise<void> => {
		setBusy(true);
		try {
			await saveAll(calls, left.current);
			refreshAll();
			tell(loaded.reminder ? `${draft.title} was changed` : `${draft.title} was created`);
			go(href("/reminders"));
		} catch (error) {
			setProblem(asProblem(error));
		}
		setBusy(false);
	};
	return (
		<form class="job-form" onSubmit={(event) => { event.preventDefault(); void save(); }}>
			<PageHead title={loaded.reminder ? `Edit ${visible(loaded.reminder.title)}` : "New reminder"} sub={loaded.reminder ? "Another time, rule or zone begins the reminder anew." : "Tell somebody something at a time."}>
				<CopyButton text={calls.map(curlOf).join("\n")} label="Copy as curl">Copy as curl</CopyButton>
				<a class="button" href={href("/reminders")}>Cancel</a>
				<SaveButton id="save" isNew={!loaded.reminder} isDisabled={isBusy} />
			</PageHead>
			{problem && <ProblemBox problem={problem} />}
			{problem && from && <Half isLeft={left.current.made !== null} from={from} />}
			<What draft={draft} set={set} problem={problem} isNew={!loaded.reminder} />
			<When draft={draft} set={set} problem={problem}>
				{loaded.reminder?.is_recurring && <From loaded={loaded} value={from} isFixed={left.current.made !== null} choose={(local) => {
					setFrom(local);
					set({ at: local || loaded.draft.at });
				}} />}
			</When>
			<How draft={draft} set={set} problem={problem} />
			<div class="form-end"><SaveButton id="save-end" isNew={!loaded.reminder} isDisabled={isBusy} /></div>
		</form>
	);
}

// At the head, and again where the form ends.
function SaveButton({ id, isNew, isDisabled }: { id: string; isNew: boolean; isDisabled: boolean }) {
	return <button type="submit" class="button is-primary" data-action={id} disabled={isDisabled}><Icon name="check" />{isNew ? "Create reminder" : "Save"}</button>;
}

// What a series that could not be divided is like now.
function Half({ isLeft, from }: { isLeft: boolean; from: string }) {
	return (
		<p class={`note ${isLeft ? "tone-warn" : "tone-ok"}`} role="status" data-half={isLeft}><Icon name={isLeft ? "late" : "check"} /><span>{isLeft
			? `The new series is there and the old one did not end: from ${from.slice(0, 10)} on both come. Save again to end the old one.`
			: "Nothing was changed: the series is as it was."}</span></p>
	);
}

interface PartProps {
	draft: Draft;
	set: (changes: Partial<Draft>) => void;
	problem: Problem | null;
}

function What({ draft, set, problem, isNew }: PartProps & { isNew: boolean }) {
	return (
		<Card title="What">
			<div class="form-grid">
				{isSystem.value && isNew && <TenantChoice name="tenant" value={draft.tenant} onChange={(tenant) => set({ tenant })} />}
				<Field label="Title" name="title" value={draft.title} onInput={(title) => set({ title })} isRequired error={problem?.about("title")} />
				{!ownPerson() && <Field label="Person" name="user_id" value={draft.user} onInput={(user) => set({ user })} isDisabled={!isNew} isRequired error={problem?.about("user_id")} hint="The id of the person to tell." />}
			</div>
			<Field label="Description" name="description" lines={2} value={draft.description} onInput={(description) => set({ description })} error={problem?.about("description")} />
		</Card>
	);
}

const AHEAD = 8;

// From which occurrence on the changes count; those before it stay as they are.
function From({ loaded, value, choose, isFixed }: { loaded: Loaded; value: string; choose: (local: string) => void; isFixed: boolean }) {
	const { draft } = loaded;
	const { preview } = usePreview({ kind: "rrule", rule: ruleOf(draft), timezone: draft.zone || "UTC", start: whenOf(draft.at, draft.zone), count: AHEAD });
	const later = (preview?.data ?? []).slice(1).map((run) => run.local.slice(0, 16));
	return (
		<Choice label="Apply changes" name="from" value={value} onChange={choose} isDisabled={isFixed}
			choices={[["", "from the next one on"], ...later.map((local) => [local, `from ${local.replace("T", " ")} on`] as const)]}
			hint={value ? "Those before it stay as they are: the series ends the day before, another one begins." : "This one and all that follow."} />
	);
}

function When({ draft, set, problem, children }: PartProps & { children?: ComponentChildren }) {
	const zones = useMemo(() => [...new Set(["UTC", localZone, ...Intl.supportedValuesOf("timeZone")])], []);
	const at = whenOf(draft.at, draft.zone);
	return (
		<Card title="When">
			<div class="form-grid">
				<Field label="Remind at" name="remind_at" value={draft.at} onInput={(text) => set({ at: text })} isRequired error={problem?.about("remind_at")}
					hint={at === draft.at.trim() ? "Like tomorrow 9, in 2h, friday 14:30, or 2030-06-01T09:00." : <>Understood as <b data-understood>{at.replace("T", " ")}</b></>} />
				<Field label="Time zone" name="timezone" value={draft.zone} onInput={(zone) => set({ zone })} list={zones} error={problem?.about("timezone")} hint="The clock that the time is read on." />
				<Choice label="Repeats" name="repeats" value={draft.repeats} choices={frequencies} onChange={(repeats) => set({ repeats: repeats as Draft["repeats"], rule: draft.rule || ruleOf(draft) })} />
				{draft.repeats && draft.repeats !== "own" && <Field label="Every" name="every" type="number" min={1} value={draft.every} onInput={(every) => set({ every })} unit={units[draft.repeats] ?? ""} />}
				{draft.repeats === "own" && <Field label="Recurrence rule" name="recurrence_rule" isCode value={draft.rule} onInput={(rule) => set({ rule })} error={problem?.about("recurrence_rule")} placeholder="FREQ=MONTHLY;BYDAY=-1FR" hint="RFC 5545." />}
				{draft.repeats && <Field label="Until" name="recurrence_end_date" value={draft.end} onInput={(end) => set({ end })} error={problem?.about("recurrence_end_date")} placeholder="2030-12-31" hint="The last day; empty: no end." />}
				{children}
			</div>
			{draft.repeats === "WEEKLY" && <Weekdays draft={draft} set={set} />}
			<Ahead draft={draft} at={at} />
		</Card>
	);
}

function Weekdays({ draft, set }: Pick<PartProps, "draft" | "set">) {
	const toggle = (id: string): void => set({ days: draft.days.includes(id) ? draft.days.filter((one) => one !== id) : [...draft.days, id] });
	return (
		<div class="weekdays" role="group" aria-label="Days of the week">
			{weekdays.map(([id, title]) => (
				<button type="button" key={id} class="button is-small" data-day={id} aria-pressed={draft.days.includes(id)} onClick={() => toggle(id)}>{title}</button>
			))}
		</div>
	);
}

const COUNT = 5;

function HeldOnce({ until, zone }: { until: string | null | undefined; zone: string }) {
	if (!until) return null;
	return <p class="note tone-warn" role="status" data-held={until}><Icon name="moon" /><span>This is in quiet hours: the person is told <Time at={until} zone={zone} />.</span></p>;
}

// Whose hours count: the person's own, else the tenant's.
function useQuietHours(draft: Draft): Hours | null {
	const tenant = draft.tenant || scope.value;
	const user = draft.user.trim();
	const person = useResource(user && tenant !== "*" ? `quiet of ${tenant} ${user}` : null,
		() => get<{ quiet_hours?: Hours | null; timezone?: string | null }>(`users/${part(user)}`, ofTenant(tenant)));
	const own = useTenants().data.value?.data.find((one) => one.id === tenant);
	const quiet = person.data.value?.quiet_hours ?? own?.quiet_hours;
	return quiet ? { timezone: person.data.value?.timezone ?? own?.timezone ?? "UTC", ...quiet } : null;
}

// What does not repeat is looked at as a rule that comes once.
const ONCE = "FREQ=DAILY;COUNT=1";

function Ahead({ draft, at }: { draft: Draft; at: string }) {
	const rule = ruleOf(draft);
	const quiet = useQuietHours(draft);
	const { preview, problem } = usePreview(rule || quiet ? { kind: "rrule", rule: rule || ONCE, timezone: draft.zone || "UTC", start: at, count: COUNT, ...(quiet ? { quiet_hours: quiet } : {}) } : null);
	if (!rule) return <HeldOnce until={preview?.data[0]?.held_until} zone={draft.zone} />;
	if (problem) return <p class="preview-words is-wrong" role="status" data-code={problem.code}><Icon name="alerts" /> {visible(problem.faults[0]?.reason ?? problem.detail)}</p>;
	if (!preview) return <p class="faint">…</p>;
	return (
		<div class="preview">
			{preview.words && <p class="preview-words" role="status"><Icon name="check" /> {visible(capital(preview.words))}</p>}
			<NextRuns runs={preview.data} zone={draft.zone || "UTC"} />
		</div>
	);
}

function How({ draft, set, problem }: PartProps) {
	return (
		<Card title="Channels and reference">
			<div class="form-grid">
				<Field label="Channels" name="notification_channels" value={draft.channels} onInput={(channels) => set({ channels })} error={problem?.about("notification_channels")} hint="in_app, email, or a channel of the tenant; separated by commas." />
				<Field label="Kind of reference" name="reference_type" value={draft.referenceType} onInput={(referenceType) => set({ referenceType })} error={problem?.about("reference_type")} hint="In a word: order, contact." />
				<Field label="Reference" name="reference_id" value={draft.referenceId} onInput={(referenceId) => set({ referenceId })} error={problem?.about("reference_id")} />
				<Field label="Link" name="reference_url" value={draft.referenceUrl} onInput={(referenceUrl) => set({ referenceUrl })} error={problem?.about("reference_url")} />
			</div>
		</Card>
	);
}
