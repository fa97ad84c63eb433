// Ladders: runs around an instant, by entity. Entities with rungs to come are listed; one opens.
import { newLadder, type Ladder } from "../../actions/ladders";
import { get, part, type Page } from "../../data/client";
import type { Run } from "../../data/model";
import { rowsOf } from "../../data/pages";
import { useResource } from "../../data/resource";
import { param, setQuery } from "../../data/router";
import { inScope, isAllTenants, ofTenant, scope } from "../../data/session";
import { plural, visible } from "../../data/text";
import { ActionBar } from "../../parts/actions";
import { Card, Chip, Loaded, PageHead, Tenant, tenantColumn } from "../../parts/bits";
import { Empty } from "../../parts/empty";
import { NewButton } from "../../parts/plain-list";
import { openRun, RunDrawerHost } from "../../parts/run-drawer";
import { State } from "../../parts/state";
import { Table } from "../../parts/table";
import { ExactTime, Time } from "../../parts/time";
import type { ScreenProps } from "../registry";

interface Entity {
	entity: string;
	tenant_id: string;
	rungs: number;
	next: string;
}

const SEEN = 500;

// The key of a rung begins with its entity.
function entitiesOf(runs: Run[]): Entity[] {
	const found = new Map<string, Entity>();
	for (const run of runs) {
		if (!run.entity || !run.idempotency_key?.startsWith(`${run.entity}:`)) continue;
		const key = `${run.tenant_id} ${run.entity}`;
		const one = found.get(key) ?? { entity: run.entity, tenant_id: run.tenant_id, rungs: 0, next: run.run_at };
		found.set(key, { ...one, rungs: one.rungs + 1, next: run.run_at < one.next ? run.run_at : one.next });
	}
	return [...found.values()].sort((a, b) => a.next < b.next ? -1 : 1);
}

export default function Ladders(_props: ScreenProps) {
	const entity = param("entity");
	return (
		<>
			<PageHead title="Ladders" sub="Runs before and after an instant: a day before, an hour before, when it begins."><NewButton action={newLadder} /></PageHead>
			<div class="list-head"><div class="filters">
				<label class="filter"><span>About</span><input type="text" name="entity" size={20} value={entity} placeholder="event:42" spellcheck={false} onChange={(event) => setQuery({ entity: (event.target as HTMLInputElement).value.trim() })} /></label>
				{entity && <Chip onRemove={() => setQuery({ entity: null, of: null })} label="Remove filter entity">about: {visible(entity)}</Chip>}
			</div></div>
			{entity ? <Shown entity={entity} /> : <Entities />}
			<RunDrawerHost />
		</>
	);
}

function Entities() {
	const runs = useResource(`ladder runs ${scope.value}`, () => get<Page<Run>>("queue", inScope({ state: "queued", limit: SEEN })), { events: ["run."], restMs: 5000 });
	const open = (one: Entity): void => setQuery({ entity: one.entity, of: one.tenant_id }, false);
	return (
		<Loaded of={runs}>{(page) => {
			const rows = entitiesOf(page.data);
			if (!rows.length) return <Empty icon="ladder" title="No rung is to come" actions={<NewButton action={newLadder} />}>A ladder makes a run for each offset around an anchor. When the anchor moves, its runs move along.</Empty>;
			return <Table label="Entities with ladders" rows={rowsOf(rows)} id={(one) => `${one.tenant_id} ${one.entity}`} onOpen={open} columns={[
				{ id: "entity", title: "About", cell: (one) => <button type="button" class="link-button main-link" onClick={() => open(one)}>{visible(one.entity)}</button> },
				...tenantColumn<Entity>(),
				{ id: "rungs", title: "To come", width: "100px", narrow: "76px", isNumber: true, cell: (one) => one.rungs },
				{ id: "next", title: "Next", width: "180px", narrow: "112px", cell: (one) => <Time at={one.next} /> },
			]} />;
		}}</Loaded>
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
