// A plot over time, by uPlot, which is loaded with the first one. Dragging over it picks a range.
import { useEffect, useRef } from "preact/hooks";
import type uPlotType from "uplot";
import { zone } from "../data/prefs";
import { clockOf, exact, niceTimes, shownZone } from "../data/time";
import { color, faded, palette } from "./colors";
import { DataTwin } from "./twin";

export interface Series {
	title: string;
	color: string; // a name of the style sheet
	values: (number | null)[];
	isBar?: boolean;
	isDashed?: boolean;
	fills?: boolean;
}

interface PlotProps {
	label: string;
	times: number[]; // milliseconds
	series: Series[];
	height?: number;
	format?: (value: number) => string;
	onRange?: (from: number, to: number) => void;
	isLog?: boolean;
	isCount?: boolean; // of things that are whole: no ticks between
}

const COUNT_STEPS = Array.from({ length: 10 }, (_one, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

const plain = (value: number): string => String(Math.round(value * 100) / 100);

function seriesOptions(one: Series, stepped: uPlotType.Series.PathBuilder | undefined): uPlotType.Series {
	return {
		label: one.title, stroke: color(one.color), width: one.isBar ? 0 : 2,
		...(one.isBar || one.fills ? { fill: faded(one.color, one.isBar ? 1 : 0.12) } : {}),
		...(one.isDashed ? { dash: [5, 4] } : {}),
		...(one.isBar && stepped ? { paths: stepped } : {}),
		points: { show: !one.isBar && !one.isDashed && one.values.filter((value) => value !== null).length < 40, size: 5 },
	};
}

// Bars stand on those before them.
function stacked(series: Series[]): (number | null)[][] {
	const sums: number[] = [];
	return series.map((one) => {
		if (!one.isBar) return one.values;
		return one.values.map((value, index) => (sums[index] = (sums[index] ?? 0) + (value ?? 0)));
	});
}

function options(uPlot: typeof uPlotType, props: PlotProps, width: number): uPlotType.Options {
	const format = props.format ?? plain;
	const bars = uPlot.paths.bars?.({ size: [0.8, 40], align: 1 });
	const axis = { stroke: color("ink-3"), grid: { stroke: color("line"), width: 1 }, ticks: { show: false }, font: "11px system-ui" };
	const zoneName = shownZone();
	return {
		width, height: props.height ?? 200,
		legend: { show: false },
		cursor: { y: false, drag: { x: Boolean(props.onRange), y: false, setScale: false }, points: { show: false } },
		scales: { x: { time: false, range: () => spanOf(props) }, y: props.isLog ? { distr: 3 } : { range: (_plot, _low, high) => [0, Math.max(high * 1.1, 1)] } },
		axes: [
			{ ...axis, grid: { show: false }, size: 30, splits: (plot, _axis, low, high) => niceTimes(low, high, plot.width / 80), values: (_plot, list) => list.map((at) => clockOf(at, zoneName)) },
			{ ...axis, size: 46, ...(props.isCount ? { incrs: COUNT_STEPS } : {}), values: (_plot, list) => list.map((value) => value === null ? "" : format(value)) },
		],
		series: [{}, ...[...props.series].reverse().map((one) => seriesOptions(one, bars))],
		hooks: {
			setSelect: [(plot) => {
				if (plot.select.width < 4 || !props.onRange) return;
				props.onRange(plot.posToVal(plot.select.left, "x"), plot.posToVal(plot.select.left + plot.select.width, "x"));
				plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
			}],
		},
	};
}

// A bar begins at its instant: the last one needs room behind it.
function spanOf(props: PlotProps): [number, number] {
	const first = props.times[0] ?? 0;
	const last = props.times[props.times.length - 1] ?? 1;
	const step = (props.times[1] ?? first) - first;
	return [first, last + (props.series.some((one) => one.isBar) ? step : 0)];
}

function dataOf(props: PlotProps): uPlotType.AlignedData {
	// The tallest bar is drawn first, so that the ones below it stay visible.
	return [props.times, ...stacked(props.series).reverse()] as uPlotType.AlignedData;
}

function useTip(props: PlotProps) {
	const tip = useRef<HTMLDivElement>(null);
	const show = (plot: uPlotType): void => {
		const element = tip.current;
		if (!element) return;
		const index = plot.cursor.idx;
		const left = plot.cursor.left ?? -1;
		element.hidden = index === null || index === undefined || left < 0;
		if (element.hidden) return;
		const at = props.times[index as number] as number;
		element.replaceChildren(exact(at, shownZone()), ...props.series.map((one) => {
			const line = document.createElement("div");
			const value = one.values[index as number];
			line.textContent = `${one.title}  ${value === null || value === undefined ? "–" : (props.format ?? plain)(value)}`;
			return line;
		}));
		const isRight = left > plot.over.clientWidth / 2;
		element.style.left = isRight ? "" : `${left + 60}px`;
		element.style.right = isRight ? `${plot.over.clientWidth - left + 16}px` : "";
	};
	return { tip, show };
}

export function Plot(props: PlotProps) {
	const box = useRef<HTMLDivElement>(null);
	const plot = useRef<uPlotType | null>(null);
	const { tip, show } = useTip(props);
	const shape = `${props.series.map((one) => one.title).join()} ${palette.value} ${zone.value}`;
	useEffect(() => {
		let isGone = false;
		let watch: ResizeObserver | null = null;
		void import("uplot").then(({ default: uPlot }) => {
			const element = box.current;
			if (isGone || !element) return;
			const made = options(uPlot, props, element.clientWidth || 400);
			made.hooks = { ...made.hooks, setCursor: [show] };
			plot.current = new uPlot(made, dataOf(props), element);
			watch = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height: props.height ?? 200 }));
			watch.observe(element);
		});
		return () => {
			isGone = true;
			watch?.disconnect();
			plot.current?.destroy();
			plot.current = null;
		};
	}, [shape]);
	useEffect(() => { plot.current?.setData(dataOf(props)); }, [props.times, props.series]);
	const format = props.format ?? plain;
	return (
		<figure class="plot" aria-label={props.label}>
			<ul class="legend" aria-hidden="true">
				{props.series.map((one) => <li key={one.title} class={`swatch-${one.color} ${one.isDashed ? "is-dashed" : ""}`}>{one.title}</li>)}
			</ul>
			<div class="plot-box">
				<div ref={box} class="plot-canvas" style={{ minHeight: `${props.height ?? 200}px` }} />
				<div ref={tip} class="plot-tip" hidden />
			</div>
			<DataTwin label={props.label} head={["time", ...props.series.map((one) => one.title)]}
				rows={props.times.map((at, index) => [exact(at, shownZone()), ...props.series.map((one) => {
					const value = one.values[index];
					return value === null || value === undefined ? "" : format(value);
				})])} />
		</figure>
	);
}
