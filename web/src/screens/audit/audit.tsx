// Audit: who changed what, newest first, with the object before and after.
import { get, type Query } from "../../data/client";
import { changesOf, valueText, type Fields } from "../../data/diff";
import { usePages } from "../../data/pages";
import { isNarrow } from "../../data/prefs";
import { since, until, range } from "../../data/range";
import { param, setQuery } from "../../data/router";
import { inScope, scope } from "../../data/session";
import { actorName, shortId, visible } from "../../data/text";
import { Chip, Facts, PageHead } from "../../parts/bits";
import { Json } from "../../parts/code";
import { Empty } from "../../parts/empty";
import { List } from "../../parts/list";
import { ListTools, useColumns } from "../../parts/list-tools";
import { Drawer } from "../../parts/overlay";
import type { Column } from "../../parts/table";
import { ExactTime, Time } from "../../parts/time";
import { useState } from "preact/hooks";
import type { ScreenProps } from "../registry";

interface Entry {
	id: string;
	at: string;
	tenant_id: string | null;
	actor_id: string;
	action: string;
	run_id: string | null;
	request_id?: string | null;
	object?: { kind?: string; id?: string } | null;
	before?: unknown;
	after?: unknown;
	reason?: string;
}

const terms = ["actor", "action", "kind", "object"] as const;

function filters(): Query {
	return { actor: param("actor"), action: param("action"), kind: param("kind"), object: param("object"), by: param("by"), since: since(), until: until() };
}

// An id of ours by its end, which tells it from its neighbours; a name as it is.
function objectName({ object }: Entry): string {
	const id = object?.id ?? "–";
	return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id) ? shortId(id) : visible(id);
}

const SAID_MAX = 160;

function fieldsOf(value: unknown): Fields | null {
	return value !== null && typeof value === "object" && !Array.isArray(value) ? value as Fields : null;
}

// What is another than before, in a line; the entry itself has all of it.
function changeText(one: Entry): string {
	if (one.reason) return one.reason;
	const changes = changesOf(fieldsOf(one.before), fieldsOf(one.after)).filter(({ field }) => !quiet.has(field));
	return changes.map(({ field, after }) => `${field.replaceAll("_", " ")}: ${valueText(after)}`).join(", ").slice(0, SAID_MAX);
}

const quiet = new Set(["updated_at", "version"]);

function columns(): Column<Entry>[] {
	return [
		{ id: "at", title: "At", width: "124px", narrow: "84px", cell: (one) => <Time at={one.at} /> },
		{ id: "actor", title: "Who", width: "190px", narrow: "96px", cell: (one) => <button type="button" class="link-button main-link" onClick={() => setQuery({ actor: one.actor_id })} title={one.actor_id}>{visible(actorName(one.actor_id))}</button> },
		{ id: "action", title: "Action", ...(isNarrow.value ? {} : { width: "190px" }), cell: (one) => <span class="two"><span><code>{visible(one.action)}</code></span>{isNarrow.value && <small>{objectName(one)}</small>}</span> },
		{ id: "object", title: "Object", hide: "narrow", cell: (one) => <span class="two" title={one.object?.id ?? ""}><span>{objectName(one)}</span><small>{visible(one.object?.kind ?? "")}</small></span> },
		{ id: "tenant", title: "Tenant", width: "110px", hide: "medium", cell: (one) => visible(one.tenant_id ?? "–") },
		{ id: "after", title: "Change", hide: "medium", cell: (one) => <span class="faint">{visible(changeText(one))}</span> },
	];
}

export default function Audit(_props: ScreenProps) {
	const span = range.value;
	const key = JSON.stringify([scope.value, { ...filters(), since: span.to === null ? span.id : span.from }]);
	const pages = usePages<Entry>(key, (cursor, signal) => get("audit", inScope({ ...filters(), limit: 100, cursor }), signal), { id: (one) => one.id, concerns: () => true });
	const table = useColumns("audit", columns());
	const [open, setOpen] = useState<Entry | null>(null);
	return (
		<>
			<PageHead title="Audit" sub={`Who changed what, newest first. ${span.title}.`} />
			<div class="list-head">
				<div class="filters">
					{(["actor", "action", "kind"] as const).map((name) => (
						<label key={name} class="filter"><span>{name === "actor" ? "Who" : name === "action" ? "Action" : "Kind"}</span>
							<input type="text" name={name} size={12} value={param(name)} spellcheck={false} onChange={(event) => setQuery({ [name]: (event.target as HTMLInputElement).value.trim() })} />
						</label>
					))}
					<label class="filter is-check">
						<input type="checkbox" name="by" checked={param("by") === "people"} onChange={() => setQuery({ by: param("by") ? null : "people" })} />
						<span title="Without what the service did by itself">By people only</span>
					</label>
					{terms.filter((name) => param(name)).map((name) => <Chip key={name} onRemove={() => setQuery({ [name]: null })} label={`Remove filter ${name}`}>{name}: {visible(param(name))}</Chip>)}
				</div>
				<ListTools name="audit" pages={pages} columns={table} />
			</div>
			<List label="Audit" noun="change" pages={pages} columns={table.shown} id={(one) => one.id} onOpen={setOpen}
				none={<Empty icon="audit" title="Nothing happened in this span">Every change by a person, a token, a handler or the clock stands here, with the object before and after.</Empty>} />
			{open && (
				<Drawer label="Audit entry" onClose={() => setOpen(null)} title={<><h2>{visible(open.action)}</h2><p class="drawer-sub"><ExactTime at={open.at} /></p></>}>
					<Facts rows={[["Who", visible(open.actor_id)], ["Tenant", visible(open.tenant_id ?? "–")], ["Object", visible(`${open.object?.kind ?? ""} ${open.object?.id ?? ""}`)], ["Request", visible(open.request_id ?? "–")], ["Reason", visible(open.reason ?? "–")]]} />
					{open.before !== undefined && open.before !== null && <section class="drawer-section"><h3>Before</h3><Json value={open.before} label="before" /></section>}
					{open.after !== undefined && open.after !== null && <section class="drawer-section"><h3>After</h3><Json value={open.after} label="after" /></section>}
				</Drawer>
			)}
		</>
	);
}
