// How late runs began, over time: a column for each step of time, a row for each span of delay (by
// a logarithmic scale), a cell the darker the more runs. A line marks what was promised.
import { useEffect, useRef } from "preact/hooks";
import { zone } from "../data/prefs";
import { count } from "../data/text";
import { clockOf, exact, niceTimes, shownZone, span } from "../data/time";
import { color, faded, palette } from "./colors";
import { DataTwin } from "./twin";

interface HeatMapProps {
	label: string;
	times: number[]; // where each column begins
	stepMs: number;
	bounds: number[]; // the upper bounds of the rows, in milliseconds; behind the last is one more
	counts: number[][]; // a column each, of bounds.length + 1
	lineMs?: number;
	height?: number;
}

const LEFT = 52;
const BOTTOM = 20;

interface Frame {
	context: CanvasRenderingContext2D;
	width: number;
	height: number;
	rows: number;
}

function cellOf(frame: Frame, columns: number): { w: number; h: number } {
	return { w: (frame.width - LEFT) / Math.max(1, columns), h: (frame.height - BOTTOM) / frame.rows };
}

function drawCells(frame: Frame, props: HeatMapProps): void {
	const { context } = frame;
	const { w, h } = cellOf(frame, props.times.length);
	const most = Math.max(1, ...props.counts.flat());
	props.counts.forEach((column, x) => {
		column.forEach((value, y) => {
			if (!value) return;
			const isLate = props.lineMs !== undefined && (props.bounds[y - 1] ?? 0) >= props.lineMs;
			const share = 0.15 + 0.85 * Math.log1p(value) / Math.log1p(most);
			context.fillStyle = faded(isLate ? "bad" : "accent", share);
			context.fillRect(LEFT + x * w, frame.height - BOTTOM - (y + 1) * h + 1, Math.max(1, w - 1), h - 1);
		});
	});
}

function drawAxes(frame: Frame, props: HeatMapProps): void {
	const { context } = frame;
	const { w, h } = cellOf(frame, props.times.length);
	context.fillStyle = color("ink-3");
	context.font = "11px system-ui";
	context.textAlign = "right";
	context.textBaseline = "middle";
	const every = Math.ceil(16 / h);
	props.bounds.forEach((bound, y) => {
		if (y % every) return;
		context.fillText(span(bound), LEFT - 8, frame.height - BOTTOM - (y + 1) * h);
	});
	context.textAlign = "center";
	context.textBaseline = "top";
	const first = props.times[0] ?? 0;
	const last = (props.times[props.times.length - 1] ?? 0) + props.stepMs;
	for (const time of niceTimes(first, last, (frame.width - LEFT) / 80)) {
		const at = LEFT + (time - first) / props.stepMs * w;
		if (at > frame.width - 16 || at < LEFT + 14) continue;
		context.fillText(clockOf(time, shownZone()), at, frame.height - BOTTOM + 5);
	}
}

function drawLine(frame: Frame, props: HeatMapProps): void {
	if (props.lineMs === undefined) return;
	const { context } = frame;
	const { h } = cellOf(frame, props.times.length);
	const row = props.bounds.findIndex((bound) => bound >= (props.lineMs as number)) + 1;
	if (row < 1) return;
	const y = Math.round(frame.height - BOTTOM - row * h) + 0.5;
	context.strokeStyle = color("bad");
	context.setLineDash([5, 4]);
	context.beginPath();
	context.moveTo(LEFT, y);
	context.lineTo(frame.width, y);
	context.stroke();
	context.setLineDash([]);
}

function draw(canvas: HTMLCanvasElement, props: HeatMapProps): void {
	const context = canvas.getContext("2d");
	if (!context) return;
	const width = canvas.clientWidth;
	const height = canvas.clientHeight;
	const scale = devicePixelRatio || 1;
	canvas.width = width * scale;
	canvas.height = height * scale;
	context.scale(scale, scale);
	const frame = { context, width, height, rows: props.bounds.length + 1 };
	context.fillStyle = color("surface-2");
	context.fillRect(LEFT, 0, width - LEFT, height - BOTTOM);
	drawCells(frame, props);
	drawAxes(frame, props);
	drawLine(frame, props);
}

function rowTitle(bounds: number[], y: number): string {
	const low = y ? span(bounds[y - 1] as number) : "0";
	return y < bounds.length ? `${low} to ${span(bounds[y] as number)}` : `over ${low}`;
}

function tipText(props: HeatMapProps, canvas: HTMLCanvasElement, event: MouseEvent): string {
	const frame = { context: null as never, width: canvas.clientWidth, height: canvas.clientHeight, rows: props.bounds.length + 1 };
	const { w, h } = cellOf(frame, props.times.length);
	const x = Math.floor((event.offsetX - LEFT) / w);
	const y = Math.floor((frame.height - BOTTOM - event.offsetY) / h);
	const value = props.counts[x]?.[y];
	if (value === undefined) return "";
	return `${exact(props.times[x] as number, shownZone())}: ${count(value)} runs, ${rowTitle(props.bounds, y)} late`;
}

export function HeatMap(props: HeatMapProps) {
	const canvas = useRef<HTMLCanvasElement>(null);
	useEffect(() => {
		const element = canvas.current;
		if (!element) return undefined;
		const redraw = (): void => draw(element, props);
		redraw();
		const watch = new ResizeObserver(redraw);
		watch.observe(element);
		return () => watch.disconnect();
	}, [props.times, props.counts, palette.value, zone.value]);
	return (
		<figure class="heatmap" aria-label={props.label}>
			<canvas ref={canvas} role="img" aria-label={props.label} style={{ height: `${props.height ?? 220}px` }}
				onMouseMove={(event) => { if (canvas.current) canvas.current.title = tipText(props, canvas.current, event); }} />
			<DataTwin label={props.label} head={["time", ...props.bounds.map((_one, y) => rowTitle(props.bounds, y)), rowTitle(props.bounds, props.bounds.length)]}
				rows={props.times.map((at, x) => [exact(at, shownZone()), ...props.counts[x] as number[]])} />
		</figure>
	);
}
