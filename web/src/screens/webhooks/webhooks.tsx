// Webhooks: where events are sent, and how far each has come.
import { newWebhook, type Webhook } from "../../actions/webhooks";
import { useResource } from "../../data/resource";
import { go } from "../../data/router";
import { href, scope } from "../../data/session";
import { getEach } from "../../data/tenants";
import { count, visible } from "../../data/text";
import { tenantColumn } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { NewButton, PlainList } from "../../parts/plain-list";
import { State } from "../../parts/state";
import { Time } from "../../parts/time";
import type { ScreenProps } from "../registry";

const to = (one: Webhook): string => href(`/webhooks/${encodeURIComponent(one.id)}`, {}, one.tenant_id);

export default function Webhooks(_props: ScreenProps) {
	const list = useResource(`webhooks ${scope.value}`, () => getEach<Webhook>("webhooks", { limit: 200 }), { everyMs: 15_000 });
	return (
		<PlainList title="Webhooks" sub="Events are sent to these URLs, signed, in order, with retries." list={list} kind="webhook" id={(one) => one.id} name={(one) => one.url} fresh={newWebhook}
			onOpen={(one) => go(to(one))} columns={[
				{ id: "state", title: "State", width: "110px", narrow: "96px", cell: (one) => <State of={one.state} /> },
				{ id: "url", title: "URL", cell: (one) => <span class="two"><a class="main-link" href={to(one)}>{visible(one.url)}</a><small>{visible(one.description ?? "")}</small></span> },
				...tenantColumn<Webhook>(),
				{ id: "events", title: "Events", hide: "narrow", cell: (one) => one.events?.length ? <code>{visible(one.events.join(", "))}</code> : "all" },
				{ id: "deliveries", title: "Deliveries", width: "100px", isNumber: true, hide: "medium", cell: (one) => count(one.deliveries ?? 0) },
				{ id: "created", title: "Created", width: "180px", hide: "medium", cell: (one) => <Time at={one.created_at} /> },
			]} none={<Empty icon="webhooks" title="No webhooks yet" actions={<NewButton action={newWebhook} />}>A webhook sends events to a URL of yours: a job that failed, a run that died, a reminder that was sent.</Empty>} />
	);
}
