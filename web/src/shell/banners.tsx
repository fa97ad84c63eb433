// What everybody should know before they look at anything else: work that is held back, a role that
// changes nothing, numbers that are old.
import type { ComponentChildren } from "preact";
import { get, isReachable, type Page } from "../data/client";
import { now } from "../data/clock";
import { lastHeard, liveState } from "../data/live";
import { refreshAll, useResource } from "../data/resource";
import { isAllTenants, isReadOnly, isSystem, scope } from "../data/session";
import { useGateNow, useTenants, type Tenant } from "../data/tenants";
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
	const tenants = useTenants();
	const pauses = useResource(`pauses ${scope.value}`,
		() => get<Page<Pause>>("pauses", isSystem.value ? { tenant_id: scope.value } : {}), { events: ["pause."] });
	const all = tenants.data.value?.data ?? [];
	const paused = (pauses.data.value?.data ?? []).filter((one) => one.scope === "tenant");
	return (
		<div class="banners">
			{!isReachable.value && <Banner icon="alerts" tone="bad" code="unreachable">The server does not answer. What you see is as it was; the page tries again by itself.</Banner>}
			{isReachable.value && liveState.value === "stale" && <Stale />}
			{liveState.value === "paused" && <Banner icon="pause" tone="calm" code="paused">Live updates are paused.</Banner>}
			{isReadOnly.value && <Banner icon="lock" tone="calm" code="read-only">Your role is viewer: you can look at everything of your tenant, and change nothing.</Banner>}
			{all.filter((one) => isAllTenants.value || one.id === scope.value || one.id === "system").map((one) => <GateBanners key={one.id} tenant={one} />)}
			{paused.map((one) => (
				<Banner key={one.tenant_id} icon="pause" tone="warn" code="tenant-paused">
					<b>{visible(one.tenant_id ?? "")} is paused</b>{one.reason && <>: {visible(one.reason)}</>}{one.until && <>. Ends <Time at={one.until} /></>}
				</Banner>
			))}
		</div>
	);
}

// What holds the runs of a tenant back now. Its quiet hours matter to who looks at that tenant.
function GateBanners({ tenant }: { tenant: Tenant }) {
	const gate = useGateNow(tenant);
	if (gate.state === "maintenance") {
		return (
			<Banner icon="late" tone="warn" code="maintenance">
				<b>{tenant.id === "system" ? "Maintenance of the whole service" : `Maintenance of ${visible(tenant.id)}`}</b>
				{tenant.maintenance?.reason && <>: {visible(tenant.maintenance.reason)}</>}
				{gate.until && <>. Ends <Time at={gate.until} /></>}
			</Banner>
		);
	}
	if (gate.state !== "quiet" || isAllTenants.value) return null;
	return <Banner icon="moon" tone="calm" code="quiet"><b>Quiet hours</b>: runs that notify people wait{gate.until && <> until <Time at={gate.until} /></>}.</Banner>;
}

function Stale() {
	return (
		<Banner icon="late" tone="warn" code="stale">
			No word from the server since {relative(lastHeard.value, now.value)}. <button type="button" class="link-button" onClick={() => refreshAll()}>Ask now</button>
		</Banner>
	);
}
