// The alert rules of a job: when somebody is told, and who.
import { newAlert, type AlertRule } from "../../actions/alerts";
import { perform } from "../../data/actions";
import { alertName } from "../../data/choices";
import type { Page } from "../../data/client";
import type { Job } from "../../data/model";
import { rowsOf } from "../../data/pages";
import { useResource } from "../../data/resource";
import { may } from "../../data/session";
import { plural, visible } from "../../data/text";
import { span } from "../../data/time";
import { RowMenu } from "../../parts/actions";
import { Loaded } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { Icon } from "../../parts/icon";
import { State } from "../../parts/state";
import { Table } from "../../parts/table";
import { getOf } from "./asking";

function thresholdText(rule: AlertRule): string {
	return ["LONG_RUNNING", "MISSED"].includes(rule.alert_type) ? `after ${span(rule.threshold_value * 1000)}` : `${plural(rule.threshold_value, "time")} in a row`;
}

function stateOf(rule: AlertRule): string {
	return rule.is_raised ? "raised" : rule.is_enabled ? "ok" : "off";
}

export function Alerts({ job }: { job: Job }) {
	const rules = useResource(`job ${job.tenant_id} ${job.id} alerts`,
		() => getOf<Page<Omit<AlertRule, "tenant_id">>>(job, "alerts"), { events: ["alert."], everyMs: 30_000 });
	const add = may("POST jobs/{id}/alerts") && (
		<button type="button" class="button" data-action="alert.new" onClick={() => { void perform(newAlert, [job]); }}><Icon name="plus" />New alert rule</button>
	);
	return (
		<Loaded of={rules}>{(page) => {
			const list = page.data.map((rule): AlertRule => ({ ...rule, tenant_id: job.tenant_id }));
			if (!list.length) return <Empty icon="alerts" title="Nobody is told when it goes wrong" actions={add}>A rule tells people when the job fails, times out, takes too long or does not run.</Empty>;
			return (
				<>
					<div class="list-head">{add}</div>
					<Table label="Alert rules" rows={rowsOf(list)} id={(rule) => rule.id} columns={[
						{ id: "state", title: "State", width: "112px", narrow: "96px", cell: (rule) => <State of={stateOf(rule)} /> },
						{ id: "type", title: "About", cell: (rule) => <span class="two"><b title={rule.alert_type}>{alertName(rule)}</b><small>{thresholdText(rule)}</small></span> },
						{ id: "channels", title: "Channels", hide: "narrow", cell: (rule) => rule.notification_channels.map(visible).join(", ") || <span class="faint">log only</span> },
						{ id: "recipients", title: "Recipients", hide: "narrow", cell: (rule) => rule.recipients.map(visible).join(", ") || <span class="faint">–</span> },
						{ id: "menu", title: "Actions", width: "48px", narrow: "40px", isTitleHidden: true, cell: (rule) => <RowMenu kind="alert-rule" subject={rule} label={`Actions of rule ${rule.alert_type}`} /> },
					]} />
				</>
			);
		}}</Loaded>
	);
}
