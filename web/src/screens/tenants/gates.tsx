// A tenant's gates: maintenance and quiet hours, with a preview of what they would hold back.
import { useState } from "preact/hooks";
import { curlOf } from "../../data/actions";
import { callFor, get, part, type Call, type Page } from "../../data/client";
import type { Run } from "../../data/model";
import { asProblem, type Problem } from "../../data/problem";
import { refreshAll, useResource } from "../../data/resource";
import { isSystem, may } from "../../data/session";
import type { Hours, Tenant } from "../../data/tenants";
import { count, plural, visible } from "../../data/text";
import { exact, instant } from "../../data/time";
import { tell } from "../../data/toasts";
import { CopyButton } from "../../parts/copy";
import { Check, Field } from "../../parts/fields";
import { Icon } from "../../parts/icon";
import { ProblemBox } from "../../parts/problem";

function windowsText(hours: Hours | null | undefined): string {
	const windows = hours?.windows;
	return Array.isArray(windows) ? windows.join("\n") : windows ?? (hours?.start ? `${hours.start}-${hours.end}` : "");
}

function windowsOf(text: string): string[] {
	return text.split("\n").map((line) => line.trim()).filter(Boolean);
}

function call(tenant: Tenant, body: Record<string, unknown>): Call {
	return { method: "PUT", path: `tenants/${part(tenant.id)}/settings`, body };
}

function useSave(tenant: Tenant) {
	const [problem, setProblem] = useState<Problem | null>(null);
	const [isBusy, setBusy] = useState(false);
	const save = async (body: Record<string, unknown>, said: string): Promise<void> => {
		setBusy(true);
		try {
			await callFor(call(tenant, body));
			setProblem(null);
			refreshAll();
			tell(said);
		} catch (error) {
			setProblem(asProblem(error));
		}
		setBusy(false);
	};
	return { problem, isBusy, save };
}

export function MaintenanceForm({ tenant }: { tenant: Tenant }) {
	const before = tenant.maintenance;
	const [isOn, setOn] = useState(before?.enabled === true);
	const [reason, setReason] = useState(before?.reason ?? "");
	const [until, setUntil] = useState(before?.until ?? "");
	const [windows, setWindows] = useState(windowsText(before));
	const { problem, isBusy, save } = useSave(tenant);
	const body = {
		maintenance: {
			...(isOn ? { enabled: true } : windows.trim() ? {} : { enabled: false }), ...(reason ? { reason } : {}), ...(isOn && until ? { until } : {}),
			...(windows.trim() ? { windows: windowsOf(windows) } : {}),
		},
	};
	const canSave = may("PUT tenants/{id}/settings");
	return (
		<form class="gate-form" data-form="maintenance" onSubmit={(event) => { event.preventDefault(); void save(body, isOn ? `${tenant.id} is in maintenance` : `Maintenance of ${tenant.id} was changed`); }}>
			<h3>Maintenance</h3>
			<p class="faint">Nothing of the tenant starts; what is due waits. Types that must run anyway say so in their policy.</p>
			{problem && <ProblemBox problem={problem} />}
			<Check label="On now" name="maintenance_enabled" isOn={isOn} onChange={setOn} isDisabled={!canSave} />
			<Field label="Reason" name="maintenance_reason" value={reason} onInput={setReason} isDisabled={!canSave} hint="Shown in a banner to everybody." />
			<Field label="Ends at" name="maintenance_until" value={until} onInput={setUntil} isDisabled={!canSave} hint="An instant like 2030-01-07T08:00:00Z; empty: when it is switched off." />
			<Field label="Hours that come again" name="maintenance_windows" lines={2} value={windows} onInput={setWindows} isDisabled={!canSave} isCode hint="One in a line, like 02:00-04:00 Sun, on the clock of the tenant." />
			<HeldByMaintenance tenant={tenant} until={until} isOn={isOn} />
			{canSave && <Save isBusy={isBusy} call={call(tenant, body)} title="Save maintenance" />}
		</form>
	);
}

export function QuietForm({ tenant }: { tenant: Tenant }) {
	const [windows, setWindows] = useState(windowsText(tenant.quiet_hours));
	const { problem, isBusy, save } = useSave(tenant);
	const list = windowsOf(windows);
	const body = { quiet_hours: list.length ? { ...(tenant.quiet_hours?.timezone ? { timezone: tenant.quiet_hours.timezone } : {}), windows: list } : { enabled: false } };
	const canSave = may("PUT tenants/{id}/settings");
	return (
		<form class="gate-form" data-form="quiet" onSubmit={(event) => { event.preventDefault(); void save(body, `Quiet hours of ${tenant.id} were changed`); }}>
			<h3>Quiet hours</h3>
			<p class="faint">Types that notify people wait until the hours are over. The clock is that of {visible(tenant.quiet_hours?.timezone ?? tenant.timezone ?? "UTC")}.</p>
			{problem && <ProblemBox problem={problem} />}
			<Field label="Hours" name="quiet_windows" lines={2} value={windows} onInput={setWindows} isDisabled={!canSave} isCode hint="One in a line, like 22:00-07:00 or 12:00-14:00 Sun; empty: none." />
			<HeldByQuiet tenant={tenant} windows={list} />
			{canSave && <Save isBusy={isBusy} call={call(tenant, body)} title="Save quiet hours" />}
		</form>
	);
}

function Save({ isBusy, call: one, title }: { isBusy: boolean; call: Call; title: string }) {
	return (
		<div class="action-bar">
			<button type="submit" class="button is-primary" disabled={isBusy} data-action="save"><Icon name="check" />{title}</button>
			<CopyButton text={curlOf(one)} label="Copy as curl">Copy as curl</CopyButton>
		</div>
	);
}

const SEEN = 500;

function useWaiting(tenant: Tenant) {
	return useResource(`waiting ${tenant.id}`, () => get<Page<Run>>("queue", { state: "queued", limit: SEEN, ...(isSystem.value ? { tenant_id: tenant.id } : {}) }), { events: ["run."] });
}

function Preview({ held, more }: { held: number; more: string }) {
	return <p class={`note ${held ? "tone-warn" : "tone-ok"}`} role="status" data-held={held}><Icon name={held ? "late" : "check"} /><span>{held ? `${plural(held, "run")} ${more}` : `No run ${more}`}</span></p>;
}

function HeldByMaintenance({ tenant, until, isOn }: { tenant: Tenant; until: string; isOn: boolean }) {
	const waiting = useWaiting(tenant);
	const page = waiting.data.value;
	if (!page || !isOn) return null;
	const end = instant(until) ?? Infinity;
	const held = page.data.filter((run) => (instant(run.run_at) ?? 0) < end).length;
	return <Preview held={held} more={`of the ${count(page.data.length)}${page.next_cursor ? "+" : ""} that are planned would be held back`} />;
}

interface Type {
	name: string;
	notifies?: boolean;
	quiet?: string;
}

// Minutes of the day, from and to; a window that ends before it begins goes on past midnight.
function isIn(window: string, clock: string, day: string): boolean {
	const found = /^(\d\d:\d\d)\s*-\s*(\d\d:\d\d)\s*(.*)$/.exec(window);
	if (!found) return false;
	const [, from = "", to = "", days = ""] = found;
	if (days && !days.toLowerCase().includes(day.toLowerCase())) return false;
	return from <= to ? clock >= from && clock < to : clock >= from || clock < to;
}

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

function HeldByQuiet({ tenant, windows }: { tenant: Tenant; windows: string[] }) {
	const waiting = useWaiting(tenant);
	const types = useResource(`types of ${tenant.id}`, () => get<Page<Type>>("types", { limit: SEEN, ...(isSystem.value ? { tenant_id: tenant.id } : {}) }));
	const page = waiting.data.value;
	if (!page || !types.data.value) return null;
	const loud = new Set(types.data.value.data.filter((type) => type.notifies && type.quiet !== "pass").map((type) => type.name));
	const zone = tenant.quiet_hours?.timezone ?? tenant.timezone ?? "UTC";
	const held = page.data.filter((run) => {
		const local = exact(instant(run.run_at) ?? 0, zone);
		const day = DAYS[new Date(`${local.slice(0, 10)}T12:00:00Z`).getUTCDay()] ?? "";
		return loud.has(run.type) && windows.some((window) => isIn(window, local.slice(11, 16), day));
	}).length;
	return <Preview held={held} more={`that ${held === 1 ? "is" : "are"} planned would be held back; types that notify: ${loud.size ? [...loud].map(visible).join(", ") : "none"}`} />;
}
