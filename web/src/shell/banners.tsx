// What everybody should know before they look at anything else: work that is held back, a role that
// changes nothing, numbers that are old.
import type { ComponentChildren } from "preact";
import { get, isReachable, type Page } from "../data/client";
import { now } from "../data/clock";
import { lastHeard, liveState } from "../data/live";
import { refreshAll, useResource } from "../data/resource";
import { isAllTenants, isReadOnly, isSystem, scope } from "../data/session";
import { useStanding, type ClosedGate, type Status } from "../data/status";
import { visible } from "../data/text";
import { relative } from "../data/time";
import { Icon, type IconName } from "../parts/icon";
import { Time } from "../parts/time";

interface Pause {
	scope: string;
	tenant_id?: string;
	reason?: string | null;
	since?: string | null;
	until?: string | null;
}

function Banner({ icon, tone, code, children }: { icon: IconName; tone: string; code: string; children: ComponentChildren }) {
	return <div class={`banner tone-${tone}`} role="status" data-banner={code}><Icon name={icon} /><div>{children}</div></div>;
}

export function Banners() {
	const standing = useStanding().data.value;
	const pauses = useResource(`pauses ${scope.value}`,
		() => get<Page<Pause>>("pauses", isSystem.value ? { tenant_id: scope.value } : {}), { events: ["pause."] });
	const paused = (pauses.data.value?.data ?? []).filter((one) => one.scope === "tenant");
	return (
		<div class="banners">
			{!isReachable.value && <Banner icon="alerts" tone="bad" code="unreachable">The server does not answer. What you see is as it was; the page tries again by itself.</Banner>}
			{isReachable.value && liveState.value === "stale" && <Stale />}
			{liveState.value === "paused" && <Banner icon="pause" tone="calm" code="paused">Live updates are paused.</Banner>}
			{isReadOnly.value && <Banner icon="lock" tone="calm" code="read-only">Your role is viewer: you can look at everything of your tenant, and change nothing.</Banner>}
			{standing && <ServerBanners standing={standing} />}
			{standing?.closed_gates.map((one) => <GateBanner key={`${one.tenant_id} ${one.gate}`} closed={one} />)}
			{paused.map((one) => (
				<Banner key={one.tenant_id} icon="pause" tone="warn" code="tenant-paused">
					<b>{visible(one.tenant_id ?? "")} is paused</b>{one.reason && <>: {visible(one.reason)}</>}{one.until && <>. Ends <Time at={one.until} /></>}
				</Banner>
			))}
		</div>
	);
}

// What of the server itself holds every tenant's work back.
function ServerBanners({ standing: { status, is_dispatching: isDispatching, clock } }: { standing: Status }) {
	return (
		<>
			{status !== "ready" && <Banner icon="alerts" tone="bad" code="not-ready"><b>The server is not ready</b>: its store does not take changes at the moment. Nothing starts until it does.</Banner>}
			{!isDispatching && <Banner icon="pause" tone="warn" code="not-dispatching"><b>This server hands out no work</b>: it was started with <code>SCHEDULER_ENABLED=false</code>. Runs stay queued.</Banner>}
			{clock.holds_until && <Banner icon="clock" tone="warn" code="clock"><b>The clock of the server jumped ahead</b>: what became due by the jump waits until <Time at={clock.holds_until} />.</Banner>}
		</>
	);
}

// What holds the runs of a tenant back now. Its quiet hours matter to who looks at that tenant.
function GateBanner({ closed: { tenant_id: tenant, gate, reason, until } }: { closed: ClosedGate }) {
	if (gate === "maintenance") {
		return (
			<Banner icon="late" tone="warn" code="maintenance">
				<b>{tenant === "system" ? "Maintenance of the whole service" : `Maintenance of ${visible(tenant)}`}</b>
				{reason && <>: {visible(reason)}</>}
				{until && <>. Ends <Time at={until} /></>}
			</Banner>
		);
	}
	if (isAllTenants.value) return null;
	return <Banner icon="moon" tone="calm" code="quiet"><b>Quiet hours</b>: runs that notify people wait{until && <> until <Time at={until} /></>}.</Banner>;
}

function Stale() {
	return (
		<Banner icon="late" tone="warn" code="stale">
			No word from the server since {relative(lastHeard.value, now.value)}. <button type="button" class="link-button" onClick={() => refreshAll()}>Ask now</button>
		</Banner>
	);
}
