// Alerts that were raised, the service levels, and the rules on the service itself.
import type { ServiceRule } from "../../actions/service-alerts";
import { apiLine, defineAction } from "../../data/actions";
import { alertName } from "../../data/choices";
import { get, part, type Page } from "../../data/client";
import { rowsOf, usePages } from "../../data/pages";
import { isNarrow } from "../../data/prefs";
import { useResource } from "../../data/resource";
import { param, withQuery } from "../../data/router";
import { href, inScope, isAllTenants, may, ofTenant, scope } from "../../data/session";
import { count, visible } from "../../data/text";
import { span } from "../../data/time";
import { RowMenu } from "../../parts/actions";
import { Card, Loaded, PageHead, Tabs, tenantColumn } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { List } from "../../parts/list";
import { Meter } from "../../parts/spark";
import { State } from "../../parts/state";
import { Table } from "../../parts/table";
import { Time } from "../../parts/time";
import type { ScreenProps } from "../registry";

interface Alert {
	id: string;
	tenant_id: string;
	alert_type: string;
	state: string;
	job_id: string | null;
	job_code: string | null;
	subject: string | null;
	threshold_value: number;
	value: number;
	raised_at: string;
	resolved_at: string | null;
	reason: string | null;
	acknowledged_at: string | null;
	acknowledged_by: string | null;
}

interface Level {
	slo: string;
	state: string;
	value: number | null;
	threshold: number | null;
	unit: string;
	breaches: number;
	since: string | null;
	rising: boolean;
}

export const acknowledge = defineAction<Alert>({
	id: "alert.acknowledge", kind: "alert", title: "Acknowledge alert", icon: "check", route: "POST alerts/{id}/acknowledge",
	applies: (one) => one.state === "raised" && !one.acknowledged_at,
	call: (one) => ({ method: "POST", path: `alerts/${part(one.id)}/acknowledge`, query: ofTenant(one.tenant_id) }),
	cli: (one) => apiLine({ method: "POST", path: `alerts/${one.id}/acknowledge`, query: ofTenant(one.tenant_id) }),
	done: () => "You look after the alert",
});

export default function Alerts(_props: ScreenProps) {
	const tab = param("tab");
	const tabs = [["", "Open"], ["all", "All"], ...(may("GET slo") && isAllTenants.value ? [["levels", "Service levels"], ["rules", "Rules on the service"]] : [])] as [string, string][];
	return (
		<>
			<PageHead title="Alerts" sub="What went wrong, who looks after it, and how the service levels stand." />
			<Tabs label="Alerts" current={tab} tabs={tabs.map(([id, title]) => ({ id, title, href: withQuery({ tab: id }) }))} />
			{tab === "levels" ? <Levels /> : tab === "rules" ? <Rules /> : <Raised state={tab === "all" ? "" : "raised"} />}
		</>
	);
}

function Raised({ state }: { state: string }) {
	const pages = usePages<Alert>(`${scope.value} ${state}`, (cursor, signal) => get("alerts", inScope({ state, limit: 100, cursor }), signal),
		{ id: (one) => one.id, concerns: (event) => event.type.startsWith("alert.") });
	return (
		<List label="Alerts" noun="alert" pages={pages} id={(one) => one.id} columns={[
			{ id: "state", title: "State", width: "120px", narrow: "100px", cell: (one) => <State of={one.state} /> },
			{
				id: "what", title: "What", cell: (one) => (
					<span class="two">
						<b title={one.alert_type}>{alertName(one)}{one.job_id ? <>: <a href={href(`/jobs/${one.job_id}`, {}, one.tenant_id)}>{visible(one.job_code ?? one.job_id)}</a></> : one.subject ? `: ${visible(one.subject)}` : ""}</b>
						<small>{isNarrow.value && <><Time at={one.raised_at} only="relative" />: </>}{one.reason ? visible(one.reason) : `${count(one.value)}, threshold ${count(one.threshold_value)}`}</small>
					</span>
				),
			},
			...tenantColumn<Alert>(),
			{ id: "raised", title: "Raised", width: "180px", hide: "narrow", cell: (one) => <Time at={one.raised_at} /> },
			{ id: "resolved", title: "Resolved", width: "180px", hide: "medium", cell: (one) => <Time at={one.resolved_at} none="not yet" /> },
			{ id: "ack", title: "Looked after by", width: "150px", hide: "narrow", cell: (one) => one.acknowledged_by ? visible(one.acknowledged_by) : <span class="faint">nobody</span> },
			{ id: "menu", title: "Actions", width: "48px", narrow: "40px", isTitleHidden: true, isOwn: true, cell: (one) => <RowMenu kind="alert" subject={one} label={`Actions of ${one.alert_type}`} /> },
		]} none={(
			<Empty icon="check" tone="ok" title={state ? "No alert is open" : "No alerts yet"}>
				A job's rules are on its page, in the tab Alerts: failures or timeouts in a row, a run that takes too long, a run that did not start.
			</Empty>
		)} />
	);
}

const levelNames: Record<string, string> = {
	tick_budget: "Time for a tick", saturation: "Places in use", queue_pressure: "Runs that wait", job_latency: "How long runs take", cutoff_miss_rate: "Daily windows cut off",
};

function amount(value: number | null, unit: string): string {
	if (value === null) return "–";
	return unit === "ms" ? span(value) : unit === "ratio" ? `${Math.round(1000 * value) / 10} %` : count(Math.round(value));
}

function Levels() {
	const levels = useResource("slo", () => get<Page<Level> & { window_minutes: number; breach_consecutive: number }>("slo"), { everyMs: 15_000 });
	return (
		<Loaded of={levels}>{(page) => (
			<Card title="Service levels" aside={`over ${page.window_minutes} minutes; breached after ${page.breach_consecutive} times in a row`} class="is-flush">
				<Table label="Service levels" rows={rowsOf(page.data)} id={(one) => one.slo} columns={[
					{ id: "state", title: "State", width: "128px", narrow: "114px", cell: (one) => <State of={one.state} /> },
					{ id: "level", title: "Level", cell: (one) => <span class="two"><b>{levelNames[one.slo] ?? one.slo}</b>{!isNarrow.value && <small>{one.slo}</small>}</span> },
					{ id: "value", title: "Value", width: "110px", narrow: "80px", isNumber: true, cell: (one) => amount(one.value, one.unit) },
					{ id: "threshold", title: "At most", width: "110px", isNumber: true, hide: "narrow", cell: (one) => amount(one.threshold, one.unit) },
					{ id: "meter", title: "Used", width: "160px", hide: "narrow", cell: (one) => <Meter value={one.value ?? 0} most={one.threshold ?? 1} label={`Used of ${one.slo}`} /> },
					{ id: "breaches", title: "In a row", width: "90px", isNumber: true, hide: "narrow", cell: (one) => one.breaches },
					{ id: "since", title: "Since", width: "170px", hide: "medium", cell: (one) => <Time at={one.since} /> },
				]} />
			</Card>
		)}</Loaded>
	);
}

function Rules() {
	const rules = useResource("service alerts", () => get<Page<ServiceRule>>("service-alerts"), { events: ["alert."] });
	return (
		<Loaded of={rules}>{(page) => (
			<Table label="Rules on the service" rows={rowsOf(page.data)} id={(one) => one.alert_type} columns={[
				{ id: "state", title: "State", width: "120px", narrow: "88px", cell: (one) => <State of={one.is_raised ? "raised" : one.is_enabled ? "ok" : "off"} /> },
				{ id: "kind", title: "Rule", cell: (one) => <b title={one.alert_type}>{alertName(one)}</b> },
				{ id: "threshold", title: "Threshold", width: "100px", narrow: "84px", isNumber: true, cell: (one) => count(one.threshold_value) },
				{ id: "who", title: "Told", hide: "narrow", cell: (one) => one.recipients.length ? visible(`${one.recipients.join(", ")} by ${one.notification_channels.join(", ")}`) : <span class="faint">nobody: it stands here and in the events</span> },
				{ id: "menu", title: "Actions", width: "48px", narrow: "40px", isTitleHidden: true, cell: (one) => <RowMenu kind="service-alert" subject={one} label={`Actions of ${one.alert_type}`} /> },
			]} />
		)}</Loaded>
	);
}

