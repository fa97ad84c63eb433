// The four numbers at the top, each with its last hour and a link to what it counts.
import { get, type Page } from "../../data/client";
import type { Run, Stats } from "../../data/model";
import { useResource } from "../../data/resource";
import { numbers, seriesOf, type Series } from "../../data/series";
import { href, inScope, isAllTenants, may, scope } from "../../data/session";
import type { Status } from "../../data/status";
import { compact } from "../../data/text";
import { Icon, type IconName } from "../../parts/icon";
import { Sparkline } from "../../parts/spark";

interface Tile {
	id: string;
	title: string;
	icon: IconName;
	tone: string;
	value: string;
	note: string;
	spark: number[];
	to: string;
}

const RETRY_SEEN = 500;

// Counts are exact up to a bound, so that asking stays cheap.
function shown(value: number, most: number | undefined): string {
	return most !== undefined && value >= most ? `${compact(most)}+` : compact(value);
}

function useRetrying(): string {
	const queued = useResource(`retrying ${scope.value}`, () => get<Page<Run>>("queue", inScope({ state: "queued", limit: RETRY_SEEN })),
		{ events: ["job.failed", "task.failed", "run."], restMs: 10_000 });
	const page = queued.data.value;
	if (!page) return "–";
	const count = page.data.filter((run) => run.attempts > 0).length;
	return page.next_cursor ? `${compact(count)}+` : compact(count);
}

function sum(values: number[]): number {
	return values.reduce((total, value) => total + value, 0);
}

function tilesOf(status: Status, retrying: string, hour: Series | null): Tile[] {
	const runs = status.runs ?? {};
	const most = status.counted_up_to;
	const of = (pick: Parameters<typeof numbers>[1]): number[] => hour ? numbers(hour, pick) : [];
	const [enqueued, started, retries, dead] = [of((row) => row.enqueued), of((row) => row.started), of((row) => row.retries), of((row) => row.dead + row.failed)];
	const letters = (runs["dlq"] ?? 0) + (runs["failed"] ?? 0);
	return [
		{ id: "queued", title: "Queued", icon: "queued", tone: "calm", value: shown((runs["queued"] ?? 0) + (runs["waiting"] ?? 0), most), note: `${compact(sum(enqueued))} came in the last hour`, spark: enqueued, to: href("/admin/schedules") },
		{ id: "running", title: "Running", icon: "play", tone: "run", value: shown(runs["processing"] ?? 0, most), note: `${compact(sum(started))} started in the last hour`, spark: started, to: href("/active") },
		{ id: "retrying", title: "Retrying", icon: "retry", tone: "warn", value: retrying, note: `${compact(sum(retries))} retries in the last hour`, spark: retries, to: href("/executions", { state: "FAILED" }) },
		{ id: "dead", title: "Dead letters", icon: "dead", tone: letters ? "dead" : "ok", value: shown(letters, most), note: sum(dead) ? `${compact(sum(dead))} more in the last hour` : "none in the last hour", spark: dead, to: href("/dead") },
	];
}

interface Level {
	slo: string;
	state: string;
}

const levels: Record<string, string> = { queued: "queue_pressure", running: "saturation" };
const over: Record<string, { tone: string; word: string }> = {
	exceeded: { tone: "warn", word: "more than the service level allows" }, breached: { tone: "bad", word: "the service level is breached" },
};

// A tile whose service level is exceeded says so, by its colour and in words. Levels are those of the whole service.
function withLevels(tiles: Tile[], list: Level[]): (Tile & { slo?: string })[] {
	return tiles.map((tile) => {
		const state = list.find((one) => one.slo === levels[tile.id])?.state ?? "";
		const found = over[state];
		return found ? { ...tile, tone: found.tone, note: found.word, to: href("/alerts", { tab: "levels" }), slo: state } : tile;
	});
}

export function Tiles({ status }: { status: Status }) {
	const retrying = useRetrying();
	const stats = useResource(`tiles ${scope.value}`, () => get<Stats>("stats", inScope({ step: "2m" })),
		{ events: ["job.", "task.", "run."], restMs: 10_000, everyMs: 60_000 });
	const slo = useResource(isAllTenants.value && may("GET slo") ? "slo" : null, () => get<Page<Level>>("slo"), { everyMs: 30_000 });
	const hour = stats.data.value ? seriesOf(stats.data.value) : null;
	return (
		<ul class="tiles" aria-label="Runs by state">
			{withLevels(tilesOf(status, retrying, hour), slo.data.value?.data ?? []).map((tile) => (
				<li key={tile.id}>
					<a class={`card tile tone-${tile.tone}`} href={tile.to} data-tile={tile.id} data-slo={tile.slo}>
						<span class="tile-title"><Icon name={tile.icon} />{tile.title}</span>
						<strong class="tile-value">{tile.value}</strong>
						<Sparkline values={tile.spark} label={`${tile.title} in the last hour`} tone={tile.tone} />
						<span class="tile-note">{tile.note}</span>
					</a>
				</li>
			))}
		</ul>
	);
}
