// Ladders: runs around an instant of an entity. All are listed; those of one entity open.
import { newLadder, type Ladder } from "../../actions/ladders";
import { get, part, type Page } from "../../data/client";
import { usePages } from "../../data/pages";
import { useResource } from "../../data/resource";
import { param, setQuery } from "../../data/router";
import { inScope, isAllTenants, ofTenant, scope } from "../../data/session";
import { plural, visible } from "../../data/text";
import { ActionBar, RowMenu } from "../../parts/actions";
import { Card, Chip, Loaded, PageHead, Tenant, tenantColumn } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { List } from "../../parts/list";
import { NewButton } from "../../parts/plain-list";
import { openRun, RunDrawerHost } from "../../parts/run-drawer";
import { State } from "../../parts/state";
import { ExactTime, Time } from "../../parts/time";
import type { ScreenProps } from "../registry";

const PAGE = 100;

const toCome = (one: Ladder) => one.rungs.filter((rung) => rung.state === "queued" || rung.state === "waiting" || rung.state === "processing");

function stateOf(one: Ladder): string {
	if (one.stopped_at) return "cancelled";
	return toCome(one).length ? "ACTIVE" : "COMPLETED";
}

const open = (one: Ladder): void => setQuery({ entity: one.entity, of: one.tenant_id }, false);

export default function Ladders(_props: ScreenProps) {
	const entity = param("entity");
	return (
		<>
			<PageHead title="Ladders" sub="Runs before and after an instant: a day before, an hour before, when it begins."><NewButton action={newLadder} /></PageHead>
			<div class="list-head"><div class="filters">
				<label class="filter"><span>About</span><input type="text" name="entity" size={20} value={entity} placeholder="event:42" spellcheck={false} onChange={(event) => setQuery({ entity: (event.target as HTMLInputElement).value.trim() })} /></label>
				{entity && <Chip onRemove={() => setQuery({ entity: null, of: null })} label="Remove filter entity">about: {visible(entity)}</Chip>}
			</div></div>
			{entity ? <Shown entity={entity} /> : <All />}
			<RunDrawerHost />
		</>
	);
}

function All() {
	const pages = usePages<Ladder>(scope.value, (cursor, signal) => get("ladders", inScope({ limit: PAGE, cursor }), signal),
		{ id: (one) => one.id, concerns: (event) => event.type.startsWith("run.") || event.type.startsWith("task.") });
	return (
		<List label="Ladders" noun="ladder" pages={pages} id={(one) => one.id} onOpen={open} columns={[
			{ id: "state", title: "State", width: "130px", narrow: "100px", cell: (one) => <State of={stateOf(one)} /> },
			{ id: "entity", title: "About", cell: (one) => <span class="two"><button type="button" class="link-button main-link" onClick={() => open(one)}>{visible(one.entity)}</button><small>{one.name ? `${visible(one.name)} · ` : ""}{visible(one.type)}</small></span> },
			...tenantColumn<Ladder>(),
			{ id: "user", title: "Person", width: "130px", hide: "medium", cell: (one) => one.user_id ? visible(one.user_id) : <span class="faint">–</span> },
			{ id: "anchor", title: "Anchor", width: "180px", hide: "narrow", cell: (one) => <Time at={one.anchor} /> },
			{ id: "rungs", title: "To come", width: "100px", hide: "narrow", isNumber: true, cell: (one) => `${toCome(one).length} of ${one.rungs.length}` },
			{ id: "next", title: "Next", width: "180px", narrow: "92px", cell: (one) => <Time at={toCome(one)[0]?.run_at} none="none" /> },
			{ id: "menu", title: "Actions", width: "48px", narrow: "40px", isTitleHidden: true, isOwn: true, cell: (one) => <RowMenu kind="ladder" subject={one} label={`Actions of ${one.entity}`} /> },
		]} none={<Empty icon="ladder" title="No ladders yet" actions={<NewButton action={newLadder} />}>A ladder makes a run for each offset around an anchor. When the anchor moves, its runs move along.</Empty>} />
	);
}

function Shown({ entity }: { entity: string }) {
	const tenant = param("of") || scope.value;
	const isNamed = tenant !== "*";
	const ladders = useResource(isNamed ? `ladders ${tenant} ${entity}` : null, () => get<Page<Ladder>>(`ladders/${part(entity)}`, ofTenant(tenant)), { events: ["run.", "task."] });
	if (!isNamed) return <Empty icon="tenants" title="Choose a tenant">An entity belongs to one tenant. Choose it at the top.</Empty>;
	return (
		<Loaded of={ladders}>{(page) => page.data.length ? <>{page.data.map((one) => <OneLadder key={one.id} one={one} />)}</> : <Empty icon="ladder" title="This entity has no ladders" />}</Loaded>
	);
}

function OneLadder({ one }: { one: Ladder }) {
	return (
		<Card title={<>{visible(one.name ?? one.type)} {one.stopped_at && <State of="cancelled" />}</>} aside={<ActionBar kind="ladder" subject={one} label={`Actions of ${one.entity}`} buttons={["ladder.move", "ladder.stop"]} />}>
			<p class="faint">{visible(one.type)} about {visible(one.entity)}{one.user_id && <> for {visible(one.user_id)}</>}{isAllTenants.value && <> of <Tenant id={one.tenant_id} /></>}; {plural(one.rungs.length, "rung")} around <ExactTime at={one.anchor} />{one.reason && `; ${visible(one.reason)}`}</p>
			<ol class="rungs" aria-label="Rungs">
				{one.rungs.map((rung) => (
					<li key={rung.offset} data-rung={rung.offset}>
						<b class="num">{visible(rung.offset === "0" ? "anchor" : rung.offset)}</b><State of={rung.state} /><Time at={rung.run_at} />
						{rung.run_id && <button type="button" class="link-button" onClick={() => openRun({ id: rung.run_id ?? "", tenant_id: one.tenant_id })}>Run</button>}
					</li>
				))}
			</ol>
		</Card>
	);
}
