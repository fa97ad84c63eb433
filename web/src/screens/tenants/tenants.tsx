// Tenants: shares, gates and quotas. One opens beside the list, with its maintenance, quiet hours and
// how much of its quotas is used.
import { useState } from "preact/hooks";
import { newTenant } from "../../actions/tenants";
import { perform } from "../../data/actions";
import { get, part, type Page } from "../../data/client";
import { rowsOf } from "../../data/pages";
import { useResource } from "../../data/resource";
import { param, setQuery } from "../../data/router";
import { href, isSystem, may } from "../../data/session";
import { gateOf, type ClosedGate, type Status } from "../../data/status";
import { useTenants, type Tenant } from "../../data/tenants";
import { compact, count, plural, visible } from "../../data/text";
import { RowMenu } from "../../parts/actions";
import { Facts, Loaded, PageHead, useSubject } from "../../parts/bits";
import { Icon } from "../../parts/icon";
import { Drawer } from "../../parts/overlay";
import { Meter } from "../../parts/spark";
import { State } from "../../parts/state";
import { Table } from "../../parts/table";
import { Time } from "../../parts/time";
import type { ScreenProps } from "../registry";
import { MaintenanceForm, QuietForm } from "./gates";

interface Quota {
	quota: string;
	limit: number | null;
	used: number | null;
	set_by: string;
	counts: string;
}

// Of all tenants, whichever the page is about.
function useClosedGates(): ClosedGate[] {
	const status = useResource("standing *", () => get<Status>("status", isSystem.value ? { tenant_id: "*" } : {}), { events: ["tenant.", "maintenance."], everyMs: 30_000 });
	return status.data.value?.closed_gates ?? [];
}

function GateState({ closed }: { closed: ClosedGate | undefined }) {
	return <span class="two"><span><State of={closed?.gate ?? "open"} /></span>{closed?.until && <small>ends <Time at={closed.until} only="relative" /></small>}</span>;
}

export default function Tenants(_props: ScreenProps) {
	const tenants = useTenants();
	const closed = useClosedGates();
	const [active, setActive] = useState<Tenant | null>(null);
	const open = (tenant: Tenant): void => setQuery({ open: tenant.id });
	const shown = tenants.data.value?.data.find((one) => one.id === param("open"));
	useSubject("tenant", active ? [active] : [], active?.id ?? "");
	return (
		<>
			<PageHead title="Tenants" sub={tenants.data.value ? plural(tenants.data.value.data.length, "tenant") : "Shares, gates and quotas."}>
				{may("POST tenants") && <button type="button" class="button is-primary" data-action="tenant.new" onClick={() => { void perform(newTenant, [null]); }}><Icon name="plus" />New tenant</button>}
			</PageHead>
			<Loaded of={tenants} rows={5}>{(page) => (
				<Table label="Tenants" rows={rowsOf(page.data)} id={(one) => one.id} onOpen={open} onActive={setActive} openId={param("open")} columns={[
					{ id: "id", title: "Tenant", cell: (one) => <span class="two"><button type="button" class="link-button main-link" onClick={() => open(one)}>{visible(one.name || one.id)}</button><small>{one.name ? visible(one.id) : one.id === "system" ? "the service itself" : ""}</small></span> },
					{ id: "gate", title: "Gates", width: "150px", narrow: "138px", cell: (one) => <GateState closed={gateOf(closed, one.id)} /> },
					{ id: "reason", title: "Reason", hide: "medium", cell: (one) => one.maintenance?.reason ? visible(one.maintenance.reason) : <span class="faint">–</span> },
					{ id: "zone", title: "Zone", width: "160px", hide: "medium", cell: (one) => visible(one.timezone ?? "UTC") },
					{ id: "weight", title: "Weight", width: "84px", isNumber: true, hide: "narrow", cell: (one) => one.weight },
					{ id: "limit", title: "At once", width: "90px", isNumber: true, hide: "narrow", cell: (one) => one.limit ? count(one.limit) : <span class="faint">no bound</span> },
					{ id: "menu", title: "Actions", width: "48px", narrow: "40px", isTitleHidden: true, cell: (one) => <RowMenu kind="tenant" subject={one} label={`Actions of ${one.id}`} /> },
				]} />
			)}</Loaded>
			{shown && <TenantDrawer key={shown.id} tenant={shown} closed={gateOf(closed, shown.id)} />}
		</>
	);
}

function TenantDrawer({ tenant, closed }: { tenant: Tenant; closed: ClosedGate | undefined }) {
	const quotas = useResource(`quotas ${tenant.id}`, () => get<Page<Quota>>(`tenants/${part(tenant.id)}/quotas`), { everyMs: 30_000 });
	return (
		<Drawer label="Tenant" onClose={() => setQuery({ open: null })} title={<><h2>{visible(tenant.name || tenant.id)}</h2><p class="drawer-sub"><GateState closed={closed} /> <a href={href("/", { tenant: tenant.id })}>Look at its work</a></p></>}>
			<Facts rows={[["Id", visible(tenant.id)], ["Profile", tenant.profile ?? "default"], ["Zone", visible(tenant.timezone ?? "UTC")], ["Weight", tenant.weight], ["At once", tenant.limit || "no bound"]]} />
			<MaintenanceForm key={`m${tenant.version}`} tenant={tenant} />
			{tenant.id !== "system" && <QuietForm key={`q${tenant.version}`} tenant={tenant} />}
			<section class="drawer-section">
				<h3>Quotas</h3>
				<Loaded of={quotas}>{(page) => (
					<ul class="quotas">
						{page.data.filter((one) => one.limit !== null).map((one) => (
							<li key={one.quota} title={one.counts}>
								<span>{one.quota.replaceAll("_", " ")}</span>
								<span class="num faint">{one.used === null ? "" : `${compact(one.used)} of `}{compact(one.limit ?? 0)}{one.set_by === "tenant" ? "" : " (server)"}</span>
								{one.used !== null && <Meter value={one.used} most={one.limit ?? 1} label={one.quota} />}
							</li>
						))}
					</ul>
				)}</Loaded>
			</section>
		</Drawer>
	);
}
