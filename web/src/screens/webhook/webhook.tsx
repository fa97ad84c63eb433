// What one webhook was sent: a run for each event, with its attempts and the receiver's answers.
import type { Webhook } from "../../actions/webhooks";
import { get, part } from "../../data/client";
import { now } from "../../data/clock";
import type { Run } from "../../data/model";
import { usePages } from "../../data/pages";
import { useResource } from "../../data/resource";
import { param } from "../../data/router";
import { href, ofTenant } from "../../data/session";
import { count, visible } from "../../data/text";
import { ActionBar } from "../../parts/actions";
import { Card, Facts, Loaded, PageHead, useSubject } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { List } from "../../parts/list";
import { openRun, RunDrawerHost } from "../../parts/run-drawer";
import { shownState, State } from "../../parts/state";
import { Time } from "../../parts/time";
import type { ScreenProps } from "../registry";

// The key of a delivery ends with the id of its event.
function eventOf(run: Run): string {
	return run.idempotency_key?.split(":").at(-1) ?? run.id;
}

export default function WebhookScreen({ parts }: ScreenProps) {
	const id = parts["id"] ?? "";
	const tenant = param("of");
	const webhook = useResource(`webhook ${tenant} ${id}`, () => get<Webhook>(`webhooks/${part(id)}`, ofTenant(tenant)), { everyMs: 10_000 });
	const pages = usePages<Run>(`${tenant} ${id}`, (cursor, signal) => get(`webhooks/${part(id)}/deliveries`, ofTenant(tenant, { limit: 100, cursor }), signal),
		{ id: (run) => run.id, concerns: () => false, everyMs: 3000 }); // deliveries are the server's own runs: no event tells of them
	const one = webhook.data.value;
	useSubject("webhook", one ? [one] : [], one?.url ?? "");
	return (
		<>
			<p class="crumbs"><a href={href("/webhooks")}>Webhooks</a></p>
			<Loaded of={webhook} rows={2}>{(data) => (
				<>
					<PageHead title={<>{visible(data.url)} <State of={data.state} /></>} sub={visible(data.description ?? "")}>
						<ActionBar kind="webhook" subject={data} label="More actions" buttons={["webhook.replay", "webhook.pause", "webhook.resume"]} skip={["webhook.deliveries"]} />
					</PageHead>
					<Card><Facts rows={[["Tenant", visible(data.tenant_id)], ["Events", data.events?.length ? visible(data.events.join(", ")) : "all"], ["Secrets", visible(data.secrets.join(", "))], ["Deliveries", count(data.deliveries ?? 0)], ["Created", <Time at={data.created_at} />]]} /></Card>
				</>
			)}</Loaded>
			<List label="Deliveries" noun="event" pages={pages} id={(run) => run.id} onOpen={openRun} columns={[
				{ id: "state", title: "State", width: "132px", narrow: "112px", cell: (run) => <State of={shownState(run, now.value)} /> },
				{ id: "event", title: "Delivery", cell: (run) => <span class="two"><button type="button" class="link-button main-link" onClick={() => openRun(run)}>Event {visible(eventOf(run))}</button><small>{visible(run.last_error?.message ?? "")}</small></span> },
				{ id: "attempts", title: "Attempts", width: "90px", isNumber: true, hide: "narrow", cell: (run) => `${run.attempts}/${run.max_attempts}` },
				{ id: "at", title: "Sent", width: "180px", narrow: "92px", cell: (run) => <Time at={run.finished_at ?? run.run_at} /> },
			]} none={<Empty icon="webhooks" title="Nothing was sent yet">The next event that matches makes the first delivery. Replay sends events of the past again.</Empty>} />
			<RunDrawerHost />
		</>
	);
}
