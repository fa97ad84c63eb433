// A tenant's gates: maintenance and quiet hours, with a preview of what they would hold back.
import { useState } from "preact/hooks";
import { curlOf } from "../../data/actions";
import { callFor, part, type Call } from "../../data/client";
import { asProblem, type Problem } from "../../data/problem";
import { refreshAll } from "../../data/resource";
import { may } from "../../data/session";
import type { Hours, Tenant } from "../../data/tenants";
import { count, visible } from "../../data/text";
import { tell } from "../../data/toasts";
import { CopyButton } from "../../parts/copy";
import { Check, Field } from "../../parts/fields";
import { Icon } from "../../parts/icon";
import { ProblemBox } from "../../parts/problem";
import { usePreview } from "../../parts/use-preview";

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
			<HeldBack tenant={tenant} gate="maintenance" body={isOn || windows.trim() ? body : null} />
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
			<HeldBack tenant={tenant} gate="quiet_hours" body={list.length ? body : null} />
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

interface Held {
	planned: number;
	by_maintenance: number;
	by_quiet_hours: number;
	is_cut: boolean;
	data: { run_id: string; type: string; held_by: string }[];
}

// What the settings as they are typed would hold back of the runs that stand in the queue: the server
// works it out. Faults of the fields are left to the fields.
function HeldBack({ tenant, gate, body }: { tenant: Tenant; gate: "maintenance" | "quiet_hours"; body: Record<string, unknown> | null }) {
	const { preview, problem } = usePreview<Held>(body, `tenants/${part(tenant.id)}/settings/preview`);
	if (problem) return <p class="note tone-bad" role="status" data-code={problem.code}><Icon name="alerts" /><span>{visible(problem.faults[0]?.reason ?? problem.detail)}</span></p>;
	if (!preview || !body) return null;
	const held = gate === "maintenance" ? preview.by_maintenance : preview.by_quiet_hours;
	const types = [...new Set(preview.data.filter((run) => run.held_by === gate).map((run) => run.type))];
	const planned = `${count(preview.planned)}${preview.is_cut ? "+" : ""}`;
	return (
		<p class={`note ${held ? "tone-warn" : "tone-ok"}`} role="status" data-held={held}>
			<Icon name={held ? "late" : "check"} />
			<span>{held ? `${count(held)} of the ${planned} planned runs would be held back: ${types.map(visible).join(", ")}` : `None of the ${planned} planned runs would be held back`}</span>
		</p>
	);
}
