// Event rules: what incoming events make.
import { newRule, type Rule } from "../../actions/setup";
import { useResource } from "../../data/resource";
import { scope } from "../../data/session";
import { getEach } from "../../data/tenants";
import { visible } from "../../data/text";
import { tenantColumn } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { NewButton, PlainList } from "../../parts/plain-list";
import { State } from "../../parts/state";
import type { ScreenProps } from "../registry";

// {"field": "data.total", "above": 100}: "data.total above 100".
function conditionOf(condition: unknown): string {
	const { field, ...rest } = condition as Record<string, unknown>;
	const tests = Object.entries(rest).map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`);
	return `${String(field)} ${tests.join(" ")}`;
}

export default function Rules(_props: ScreenProps) {
	const list = useResource(`rules ${scope.value}`, () => getEach<Rule>("rules", { limit: 200 }), { everyMs: 30_000 });
	return (
		<PlainList title="Event rules" sub="What incoming events make: tasks, reminders or runs of jobs." list={list} kind="rule" id={(one) => one.id} name={(one) => one.name || one.event} fresh={newRule} columns={[
			{ id: "state", title: "State", width: "110px", narrow: "96px", cell: (one) => <State of={one.state ?? "active"} /> },
			{ id: "name", title: "Rule", cell: (one) => <span class="two"><b>{visible(one.name || one.event)}</b><small>{visible(one.description ?? "")}</small></span> },
			...tenantColumn<Rule>(),
			{ id: "event", title: "On event", width: "170px", hide: "narrow", cell: (one) => <code>{visible(one.event)}</code> },
			{ id: "where", title: "Where", hide: "medium", cell: (one) => one.where?.length ? <span title={JSON.stringify(one.where)}>{visible(one.where.map(conditionOf).join(", and "))}</span> : <span class="faint">always</span> },
			{ id: "makes", title: "Makes", width: "190px", narrow: "100px", cell: (one) => <span class="two"><span>{one.creates ?? "task"} {one.type && <code>{visible(one.type)}</code>}</span><small>{one.offsets?.length ? `after ${visible(one.offsets.join(", "))}` : "at once"}</small></span> },
		]} none={<Empty icon="rules" title="No event rules yet" actions={<NewButton action={newRule} />}>Send an event by <code>POST events</code>, or signed from a source; a rule makes runs of it: a check a day after each order, say.</Empty>} />
	);
}
