// Routes that were told to slow down (429), the worst first. Not shown while there are none.
import { get } from "../data/client";
import { rowsOf } from "../data/pages";
import { range, since, until } from "../data/range";
import { useResource } from "../data/resource";
import { inScope, scope } from "../data/session";
import { count, visible } from "../data/text";
import { Card } from "./bits";
import { Table } from "./table";

interface RouteRow {
	route: string | null;
	rate_limited: number;
}

export function HotSpots() {
	const span = range.value;
	const spots = useResource(`hot spots ${scope.value} ${span.id} ${span.to ?? ""}`,
		() => get<{ data: RouteRow[] }>("stats", inScope({ by: "route", from: since(), to: until() })), { everyMs: 60_000 });
	const rows = (spots.data.value?.data ?? []).filter((row) => row.rate_limited).sort((a, b) => b.rate_limited - a.rate_limited).slice(0, 10);
	if (!rows.length) return null;
	return (
		<Card title="429 hot spots" aside="routes that were told to slow down" class="is-flush">
			<Table label="429 by route" rows={rowsOf(rows)} id={(row) => row.route ?? ""} columns={[
				{ id: "route", title: "Route", cell: (row) => visible(row.route ?? "other") },
				{ id: "count", title: "429 answers", width: "120px", isNumber: true, cell: (row) => count(row.rate_limited) },
			]} />
		</Card>
	);
}
