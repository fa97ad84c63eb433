// What everybody should know before they look at anything else: work that is held back, a role that
// changes nothing, numbers that are old.
import type { ComponentChildren } from "preact";
import { get, isReachable, type Page } from "../data/client";
import { now } from "../data/clock";
import { lastHeard, liveState } from "../data/live";
import { refreshAll, useResource } from "../data/resource";
import { isAllTenants, isReadOnly, isSystem, scope } from "../data/session";
import { useTenants, type Tenant } from "../data/tenants";
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

function isInMaintenance(tenant: Tenant): boolean {
	const gate = tenant.maintenance;
	if (!gate || gate.enabled === false) return false;
	const until = gate.until ? Date.parse(gate.until) : Infinity;
	const from = gate.from ? Date.parse(gate.from) : 0;
	return gate.enabled === true || (from <= now.value && now.value < until);
}

export function Banners() {
	const tenants = useTenants();
	const pauses = useResource(`pauses ${scope.value}`,
		() => get<Page<Pause>>("pauses", isSystem.value ? { tenant_id: scope.value } : {}), { events: ["pause."] });
	const held = (tenants.data.value?.data ?? []).filter((one) =>
		(isAllTenants.value || one.id === scope.value || one.id === "system") && isInMaintenance(one));
	const paused = (pauses.data.value?.data ?? []).filter((one) => one.scope === "tenant");
	return (
		<div class="banners">
			{!isReachable.value && <Banner icon="alerts" tone="bad" code="unreachable">The server does not answer. What you see is as it was; the page tries again by itself.</Banner>}
			{isReachable.value && liveState.value === "stale" && <Stale />}
			{liveState.value === "paused" && <Banner icon="pause" tone="calm" code="paused">Live updates are paused.</Banner>}
			{isReadOnly.value && <Banner icon="lock" tone="calm" code="read-only">Your role is viewer: you can look at everything of your tenant, and change nothing.</Banner>}
			{held.map((one) => (
				<Banner key={one.id} icon="late" tone="warn" code="maintenance">
					<b>{one.id === "system" ? "Maintenance of the whole service" : `Maintenance of ${visible(one.id)}`}</b>
					{one.maintenance?.reason && <>: {visible(one.maintenance.reason)}</>}
					{one.maintenance?.until && <>. Ends <Time at={one.maintenance.until} /></>}
				</Banner>
			))}
			{paused.map((one) => (
				<Banner key={one.tenant_id} icon="pause" tone="warn" code="tenant-paused">
					<b>{visible(one.tenant_id ?? "")} is paused</b>{one.reason && <>: {visible(one.reason)}</>}{one.until && <>. Ends <Time at={one.until} /></>}
				</Banner>
			))}
		</div>
	);
}

function Stale() {
	return (
		<Banner icon="late" tone="warn" code="stale">
			No word from the server since {relative(lastHeard.value, now.value)}. <button type="button" class="link-button" onClick={() => refreshAll()}>Ask now</button>
		</Banner>
	);
}
