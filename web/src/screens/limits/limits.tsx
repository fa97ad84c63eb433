// Rate limits and 429 hot spots: how often each route may be used, and who told us to slow down.
import { newLimit, type Limit } from "../../actions/setup";
import { useResource } from "../../data/resource";
import { scope } from "../../data/session";
import { getEach } from "../../data/tenants";
import { count, visible } from "../../data/text";
import { now } from "../../data/clock";
import { instant, span } from "../../data/time";
import { tenantColumn } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { HotSpots } from "../../parts/hot-spots";
import { NewButton, PlainList } from "../../parts/plain-list";
import { State } from "../../parts/state";
import { Time } from "../../parts/time";
import type { ScreenProps } from "../registry";

const isClosed = (one: Limit): boolean => (instant(one.closed_until) ?? 0) > now.value;

export default function Limits(_props: ScreenProps) {
	const list = useResource(`limits ${scope.value}`, () => getEach<Limit>("limits", { limit: 500 }), { everyMs: 5000 });
	return (
		<PlainList title="Rate limits" sub="How often each route may be used: declared, or learned from 429 answers." list={list} kind="limit" id={(one) => `${one.tenant_id} ${one.route}`} name={(one) => one.route} fresh={newLimit} columns={[
			{ id: "state", title: "State", width: "110px", narrow: "96px", cell: (one) => <State of={isClosed(one) ? "closed" : "open"} /> },
			{ id: "route", title: "Route", cell: (one) => <span class="two"><b>{visible(one.route)}</b><small>{one.declared_by ? `declared by ${visible(one.declared_by)}` : "learned"}</small></span> },
			...tenantColumn<Limit>(),
			{ id: "rate", title: "Rate", width: "150px", narrow: "100px", cell: (one) => one.rate ? `${count(one.rate)} in ${span(1000 * (one.per_seconds ?? 1))}` : <span class="faint">none</span> },
			{ id: "waiting", title: "Waiting", width: "90px", isNumber: true, hide: "narrow", cell: (one) => count(one.waiting) },
			{ id: "refused", title: "429 answers", width: "110px", isNumber: true, hide: "narrow", cell: (one) => count(one.learned?.refused ?? 0) },
			{ id: "opens", title: "Opens", width: "170px", hide: "medium", cell: (one) => isClosed(one) ? <Time at={one.closed_until} /> : <span class="faint">–</span> },
		]} none={<Empty icon="limit" title="No rate limits yet" actions={<NewButton action={newLimit} />}>A route is what several types share: a gateway, a host. A limit keeps their runs within its rate; a 429 answer closes the route until it may be used again.</Empty>}>
			<HotSpots />
		</PlainList>
	);
}
